"""What was held against anybody by a judgement, kept for as long as it may have to be withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cribbage.book.game import Game
from cribbage.book.items import Item, What
from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.sight.pegmoves import Move

WENT_BACK: Final = "the card that seemed to lead went back"
"""Why blame is withdrawn of which nothing is left once that card is back in its hand."""
FOR_NOTHING: Final = "what seemed a part of the hand was for nothing"
JUDGED_AGAIN: Final = frozenset({WENT_BACK, FOR_NOTHING})
"""Why blame is withdrawn where what it is about is judged again."""


@dataclass(frozen=True, slots=True)
class Blame:
    """What one judgement held against anybody: verdicts, and points that others are to score because of them."""

    verdicts: tuple[Event, ...]
    penalties: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """The latest move of a player, and what came of it."""

    move: Move
    blame: Blame


@dataclass(frozen=True, slots=True)
class JudgedAstray:
    """A peg of `owner` that seemed to stand in the wrong track since `t`, and what came of it; `is_known`: whose
    score it was."""

    t: float
    blame: Blame
    owner: Player
    is_known: bool


def withdraw(game: Game, event: Event, move: Move | None, why: str) -> None:
    """Say that what was held against somebody, for a move where there was one, does not hold (`Code.WITHDRAWN`)."""
    code, who, points = (event.body[key] for key in ("code", "player", "points"))
    text = None if move is None else str(move)
    game.say(Code.WITHDRAWN, who, points, game.now, of=code, since=event.t, move=text, why=why)


def not_too_many(game: Game, side: Player, verdicts: Sequence[Event]) -> bool:
    """Withdraw that a move of a side was too many, unless that was challenged, as a card over thirty-one went back.
    Returns whether it was held against it (Rule: ACC 7.1.e)."""
    items = {item.id: item for item in game.items if item.excess}
    too_many = [event for event in verdicts if event.body["code"] == Code.OVERPEG]
    too_many = [event for event in too_many if event.body["item"] in items and side not in game.remedies]
    for event in too_many:
        item, points = items[event.body["item"]], event.body["points"]
        item.excess, item.pegged = item.excess - points, ((item.pegged or 0) - points) or None
        game.tell_item(item)
        withdraw(game, event, None, WENT_BACK)
    return bool(too_many)


def blame_of(game: Game, judging: Callable[[], None]) -> Blame:
    """Judge. Returns what that holds against anybody."""
    told, before = len(game.out), {item.id for item in game.items}
    judging()
    verdicts = (event for event in game.out[told:] if event.kind == "verdict")
    penalties = (item for item in game.items if item.what is What.PENALTY and item.id not in before)
    return Blame(tuple(v for v in verdicts if v.body["code"] not in NEUTRAL), tuple(penalties))
