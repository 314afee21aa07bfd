"""The judges' page: evidence for the one question that was called, and for no other.

P4, P7, P8 and P9 of the reveal policy: two judges, neither of them a player of this table; no other hand, no
crib before its time; the device shows what was seen and never rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from cribbage.log.observations import CRIB, STARTER, Player
from cribbage.log.verdicts import PEG_FAULTS
from cribbage.shown.jsondata import SCHEMA, Json, details, item_data, proof_data, remarks_data
from cribbage.shown.policy import Call
from cribbage.shown.scoreboard import Item, Scoreboard, Verdict


def judge_view(board: Scoreboard, call: Call) -> Json:
    """P4, P7, P8, P9: evidence for the question called, to two judges who do not play at this table."""
    refused = refusal(board, call.judges)
    if refused:
        return {"schema": SCHEMA, "refused": refused}
    shown: Json = {"schema": SCHEMA, "about": call.about, "judges": list(call.judges), "mode": board.mode}
    shown["orders"] = None if board.orders is None else dict(board.orders)  # row 29, JP h
    if call.about == "pegs":
        holes = {"pegs": _holes(board.pegs), "last_certain": _holes(board.last_certain)}
        faults = [v for v in board.verdicts if v.deal == board.deal and v.code in PEG_FAULTS]
        remarks = remarks_data(board, board.deal, "time", "game")  # how the score decides the game
        return shown | holes | {"verdicts": [_evidence(board, v) for v in faults], "remarks": remarks}
    if call.about == "starter":
        mixed = remarks_data(board, board.deal, "mixed")  # row 24: also when it has been mixed away
        return shown | {"starter": board.starter} | ({"remarks": mixed} if mixed else {})
    item = board.items.get(call.about)
    if item is None:
        return shown | {"unknown": True}
    mine = [v for v in board.verdicts if v.item == item.id or _is_about(v, item)]
    asks = [one for one in board.asks if one.about in (item.id, _ZONE.get(item.what, item.seat))]
    return shown | {
        "asks": [{"about": one.about, "why": one.why, "question": one.question} for one in asks],
        "item": item_data(item),
        "pegs": _holes({item.player: board.pegs[item.player]}),
        "verdicts": [_evidence(board, v) for v in mine],
        "remarks": remarks_data(board, item.deal, *_REMARKED_OF.get(item.what, ())),
    }


_REMARKED_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("lead", "over", "muggins"), "hand": ("muggins", "mixed"), "crib": ("muggins", "mixed"),
}  # fmt: skip
"""Rows 11, 16 and 28: a lead out of turn, a card over thirty-one: the play; a muggins call: what can be called;
rows 24 and 25: cards mixed."""


_ZONE: Final[Mapping[str, str]] = {"crib": CRIB, "heels": STARTER}
"""Where the cards of an item lie, if not before its player."""


def _is_about(verdict: Verdict, item: Item) -> bool:
    """Rows 12 and 23: a renege is about its player's play, a count out of order about the score it was for."""
    if verdict.code == "renege":
        whose = verdict.more.get("seat") or verdict.player
        return item.what == "play" and verdict.deal == item.deal and whose in (item.seat, item.player)
    return item.id in (verdict.more.get("for") or ())


def refusal(board: Scoreboard, judges: Iterable[str]) -> str | None:
    """P9: why these may not judge at this table: ``two-judges``, ``judge-plays-here`` or, if they may, None."""
    names = [judge.strip().casefold() for judge in judges]
    if len(set(names)) < 2 or not all(names):
        return "two-judges"
    players = {board.name(seat).casefold() for seat in board.seating.seats}
    return "judge-plays-here" if players & set(names) else None


def _holes(pegs: Mapping[Player, Any]) -> Json:
    return {seat: [standing.front, standing.rear] for seat, standing in pegs.items()}


def _evidence(board: Scoreboard, verdict: Verdict) -> Json:
    told = {"code": verdict.code, "player": verdict.player, "points": verdict.points, "t": verdict.t}
    return told | details(board, verdict) | proof_data(verdict, deal_done=False)
