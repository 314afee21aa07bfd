"""Score items and verdicts as plain JSON-able data. Whether they may be shown is not asked here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from cribbage.shown.scoreboard import Item, Scoreboard, Verdict
from cribbage.worlds.proof import OTHER_KEYS, PROOF

Json: TypeAlias = dict[str, Any]
SCHEMA: Final = 1
_KEPT: Final = ("rule", "what", "earned", "pegged", "breakdown", "remedy", "window", "why", "least")


def item_data(item: Item) -> Json:
    """All of an item."""
    return {
        "id": item.id,
        "what": item.what,
        "player": item.player,
        "seat": item.seat or item.player,
        "state": item.state,
        "earned": item.earned,
        "pegged": item.pegged,
        "cards": list(item.cards),
        "parts": [list(part) for part in item.parts],
        "text": item.text,
        "reason": item.reason,
    }


def details(board: Scoreboard, verdict: Verdict) -> Json:
    """What else a verdict says; ``what`` it is about comes from its item where the verdict does not say."""
    item = board.items.get(verdict.item or "")
    about: Json = {} if item is None else {"what": item.what}
    return about | {key: verdict.more[key] for key in _KEPT if verdict.more.get(key) is not None}


_BOOK_KEYS: Final = {"renege": ("cards", "count", "go"), "out-of-order": ("passed",)}
"""What cards and pegs themselves prove, for the verdicts that have it."""


def proof_data(verdict: Verdict, deal_done: bool) -> Json:
    """The proof of a verdict under its key, nothing where it carries none.

    Where it names another fault, the numbers of that one are left out until the deal is done.
    """
    keys = ("move", "seat", *_BOOK_KEYS.get(verdict.code, ()))
    told = {key: verdict.more[key] for key in keys if key in verdict.more}
    if "passed" in told:  # the name of an item holds its cards
        told["passed"] = [{k: v for k, v in hand.items() if k != "item"} for hand in told["passed"]]
    if PROOF in verdict.more:
        told[PROOF] = [_history(one, deal_done) for one in verdict.more[PROOF]]
    return {PROOF: told} if told.keys() - {"move", "seat"} else {}


def _history(one: Mapping[str, Any], deal_done: bool) -> Json:
    hidden = () if deal_done or one["says"] != "other" else OTHER_KEYS
    return {key: value for key, value in one.items() if key not in hidden}


def remarks_data(board: Scoreboard, deal: int, *about: str) -> list[Json]:
    """The remarks of a deal, all of them or those about certain things."""
    return [
        {
            "t": one.t,
            "about": one.about,
            "case": one.case,
            "rule": one.rule,
            "player": one.player,
            "why": one.why,
        }
        for one in board.remarks
        if one.deal == deal and (not about or one.about in about)
    ]
