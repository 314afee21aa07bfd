"""What an observation changes of a scoreboard: cards lying, words said, faults, and the picture kept of a reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from cribbage.log.observations import AGAIN, BLIND, PAGE, REREAD, STARTER, Zone
from cribbage.shown.standing import Body, Lying, Shot
from cribbage.sight.putright import as_put_right, changed, with_fixes

if TYPE_CHECKING:
    from cribbage.shown.scoreboard import Scoreboard

PICTURE_KEY: Final = "picture"  # our own key in a reading: that of the small picture kept of it


def replaced(mapping: Mapping[Any, Any], key: Any, value: Any) -> Mapping[Any, Any]:
    """A mapping with one more or another entry; the old one stays as it is."""
    return MappingProxyType({**mapping, key: value})


def seen(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    if board.shot_is_new:
        board = replace(board, shot_is_new=False)
    for key, handler in _SEEN.items():
        if key in body:
            return handler(board, t, body)
    return board


def _with_shot(
    board: Scoreboard, t: float, body: Body, zone: Zone, cards: tuple[str, ...], unread: bool
) -> Scoreboard:
    """Remember the picture of a reading, if one was kept."""
    key = body.get(PICTURE_KEY)
    if not isinstance(key, str):
        return board
    before = board.zones[zone].cards if zone in board.zones else ()
    new = tuple(card for card in cards if card not in before)
    shot = Shot(key, zone, board.deal, board.phase, t, cards, new, unread)
    return replace(board, shots=(*board.shots, shot), shot_is_new=True)


def shot_belongs(board: Scoreboard, t: float) -> Scoreboard:
    """The reading just told has begun this deal or phase, so its picture belongs to it, not to the one before."""
    if not board.shot_is_new or board.shots[-1].t != t:
        return board
    shot = replace(board.shots[-1], deal=board.deal, phase=board.phase)
    return replace(board, shots=(*board.shots[:-1], shot))


def _seen_cards(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    zone, cards = str(body["cards"]["zone"]), tuple(str(card) for card in body["cards"]["seen"])
    by = str(body.get("by") or body["cards"].get("by") or "eye")
    board = _with_shot(board, t, body, zone, cards, unread=False)
    before = board.zones.get(zone, Lying())
    right = before.put_right if cards else {}
    if by == PAGE:
        right = with_fixes(right, changed(before.cards, cards))
    else:
        cards = as_put_right(right, cards)
    lying = Lying(cards, count=len(cards), by=by, t=t, put_right=right)
    board = replace(board, zones=replaced(board.zones, zone, lying))
    return replace(board, cut_t=t, starter=cards[0]) if zone == STARTER and cards else board


def _seen_unread(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    zone, told = str(body["unread"]["zone"]), body.get("why")
    why = told if isinstance(told, str) else ""
    if body.get(BLIND) is True:
        before = board.zones.get(zone, Lying(t=t))
        return replace(board, zones=replaced(board.zones, zone, replace(before, blind=True, why=why)))
    board = _with_shot(board, t, body, zone, (), unread=True)
    right = board.zones.get(zone, Lying()).put_right
    lying = Lying(unread=True, count=body["unread"].get("count"), t=t, why=why, put_right=right)
    return replace(board, zones=replaced(board.zones, zone, lying))


def _seen_said(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    said = body["said"]
    by, what = said.get("by"), said.get("what")
    if what == REREAD:
        board = _seen_unread(board, t, {"unread": {"zone": said["zone"]}, BLIND: True, "why": AGAIN})
        lying = replace(board.zones[said["zone"]], put_right={})  # the camera's word counts again
        return replace(board, zones=replaced(board.zones, said["zone"], lying))
    if what == "judge":
        return replace(board, judge_called_by=by)
    if what == "no-judge" and by == board.judge_called_by:
        return replace(board, judge_called_by=None)
    if what in ("accept", "concede") and board.claim is not None and by in board.against(board.claim.player):
        return replace(board, claim=replace(board.claim, accepted=True))
    if what == "count" and board.plays and board.plays[-1].player == by:
        last = replace(board.plays[-1], announced=said.get("n"))
        return replace(board, plays=(*board.plays[:-1], last))
    return board


def _seen_ruling(board: Scoreboard, _t: float, _body: Body) -> Scoreboard:
    return replace(board, judge_called_by=None)


def _seen_fault(board: Scoreboard, _t: float, body: Body) -> Scoreboard:
    part, what, track = (body["fault"].get(key) for key in ("part", "what", "track"))
    if track is not None:
        return board  # no part is at fault: that the pegs are not certain is told with them
    faults = {**board.faults, part: what}
    return replace(board, faults=MappingProxyType({p: w for p, w in faults.items() if w != "ok"}))


_SEEN: Final[Mapping[str, Callable[[Scoreboard, float, Body], Scoreboard]]] = {
    "cards": _seen_cards,
    "unread": _seen_unread,
    "said": _seen_said,
    "ruling": _seen_ruling,
    "fault": _seen_fault,
}
