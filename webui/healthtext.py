"""What a part of the table says of itself, in the language of the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webui.words import DEFAULT, Words


def health_text(texts: Words, health: Mapping[str, Any]) -> tuple[str, str]:
    """What a part says of itself and how to fix it: in this language by its code, where that is not its own.

    `health` has ``note``, and where known ``mend``, ``code`` and ``detail``, as the health of a view.
    """
    path = f"board.{health.get('code')}"
    if texts.lang == DEFAULT or not texts.has(path):
        return texts.phrase(str(health.get("note") or "")), texts.phrase(str(health.get("mend") or ""))
    what, detail = texts(f"{path}.what"), texts.phrase(str(health.get("detail") or ""))
    told = f"{what.removesuffix('.')} ({detail})." if detail else what
    return told, texts(f"{path}.mend")
