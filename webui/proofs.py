"""The proof of a verdict on a page, in its language: only what the view holds, which the reveal policy has cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from cribbage.worlds.proof import PROOF, sentences_of
from webui.words import Words

Json: TypeAlias = dict[str, Any]


def proof_says(w: Words, verdict: Json, seat: Callable[[Any], str]) -> list[str]:
    """One sentence for each thing that proves it; none where the view holds no proof."""
    if PROOF not in verdict:
        return []
    body = {"code": verdict["code"], "player": verdict["player"], **verdict[PROOF]}
    return [w.sentence(one) for one in sentences_of(body, seat)]
