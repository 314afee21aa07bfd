"""The order of what happened in a game, folded beside the scoreboard: what a deal can be stepped through by.

A scoreboard says what is; this says in which order it came to be so: the starter, each card, what was said, each peg
with its verdict. Like the fold of the board it is total: an event it does not know adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cribbage.log.events import Event
from cribbage.log.observations import STARTER
from cribbage.shown.standing import Moment

if TYPE_CHECKING:
    from cribbage.shown.scoreboard import Scoreboard

_SAID: Final = ("said", "ruling")


def noted(board: Scoreboard, event: Event) -> tuple[Moment, ...]:
    """The moments of a board that has just taken this event in."""
    if event.kind == "game":
        return ()
    before = board.moments
    if event.kind == "deal":
        return _begins(board, event.t)
    if event.kind == "pegs":
        return _pegged(board)
    new = _moment(board, event)
    return before if new is None else (*before, new)


def _moment(board: Scoreboard, event: Event) -> Moment | None:
    if event.kind == "played":
        return Moment("card", event.t, board.deal, board.pegs, play=len(board.plays) - 1)
    if event.kind == "verdict":
        return Moment("verdict", event.t, board.deal, board.pegs, verdict=board.verdicts[-1])
    return _seen(board, event) if event.kind == "seen" else None


def _seen(board: Scoreboard, event: Event) -> Moment | None:
    for kind in _SAID:
        said = event.body.get(kind)
        if isinstance(said, Mapping):
            return Moment(kind, event.t, board.deal, board.pegs, said=said)
    cards = event.body.get("cards")
    if isinstance(cards, Mapping) and cards.get("zone") == STARTER and cards.get("seen"):
        return Moment("starter", event.t, board.deal, board.pegs, card=board.starter)
    return None


def _begins(board: Scoreboard, t: float) -> tuple[Moment, ...]:
    """A starter that was turned at this very moment has begun the new deal, so it belongs to it."""
    last = board.moments[-1] if board.moments else None
    if last is None or last.kind != "starter" or last.t != t:
        return board.moments
    return (*board.moments[:-1], replace(last, deal=board.deal))


def _pegged(board: Scoreboard) -> tuple[Moment, ...]:
    """Pegs are told after the verdict on them, so the last verdict takes them."""
    if not board.moments or board.moments[-1].kind != "verdict":
        return board.moments
    return (*board.moments[:-1], replace(board.moments[-1], pegs=board.pegs))
