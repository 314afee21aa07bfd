"""Score items: something earned, from the card that earned it to the closing of its window.

Every item runs earned -> (announced) -> pegged -> closed; each step is told as an ``item`` event, because who
may be shown what depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move


class What(StrEnum):
    """What an item is for."""

    HEELS = "heels"
    PLAY = "play"
    HAND = "hand"
    CRIB = "crib"
    PENALTY = "penalty"


class State(StrEnum):
    """Where an item is in its life."""

    EARNED = "earned"
    ANNOUNCED = "announced"
    PEGGED = "pegged"
    CLOSED = "closed"


class Reason(StrEnum):
    """Why an item's window closed."""

    NEXT_CARD = "next-card"
    PEGGED_NEXT = "pegged-next"
    COUNTED = "dealer-counted"
    ACCEPTED = "accepted"
    CLEARED = "cleared"
    GAME_OVER = "game-over"
    TAKEN_BACK = "taken-back"


BY_ITSELF: Final = ((("go", 1),), (("last card", 1),))
"""Parts of scores of the play that may be pegged apart from what the card before them made (Rule: ACC 7.2.b)."""


@dataclass(frozen=True, slots=True)
class GoneBack:
    """Points of a score that went back by a move though they were right, and may be pegged again while it is open.

    `code` says what that was once they cannot be any more, None where that has been said; `excess` is what went back
    with them because it was too many.
    """

    points: int
    move: Move
    code: Code | None = None
    excess: int = 0


@dataclass(slots=True)
class Item:
    """One score item. `earned` is None where the cards were not seen.

    `pegged` is what was pegged for it so far; `settled` says that nothing more may be pegged for it; `excess` is
    what was pegged too much and may still be claimed, `put_back` what of that has gone back and `called` what of it
    may have been called for aloud; `missed` what was lost; `pone` marks the hand of anybody but the dealer;
    `cleared_t` is when its cards were taken up though nothing had been pegged for it; `doubtful` that an
    unverified move may have pegged it; `perhaps_led` that its card may have opened a series; `claimed` that a
    penalty was called for at the table, and `passed` that play has gone on since, and it was not pegged;
    `call_ends_t` when it is too late to call what was missed of it; `total` what was announced for it; `seat`
    who holds its cards (in doubles `player` is the side that pegs it); `gone_back` what went back of it and is
    not owed, but may be pegged again.
    """

    id: str
    what: What
    player: Player
    deal: int
    earned: int | None
    cards: str = ""
    parts: tuple[tuple[str, int], ...] = ()
    text: str = ""
    pone: bool = False
    pegged: int | None = None
    settled: bool = False
    excess: int = 0
    put_back: int = 0
    to_go_back: int = 0  # of what is too many: so many were challenged, and its player pegged on instead
    called: int = 0
    missed: int = 0
    state: State = State.EARNED
    reason: Reason | None = None
    is_go: bool = False
    for_last: bool = False  # for the last card of the play, where it is not known who has that point
    cleared_t: float | None = None
    call_ends_t: float | None = None
    doubtful: bool = False
    perhaps_led: bool = False
    claimed: bool = False
    passed: bool = False
    total: int | None = None
    seat: Player = ""
    gone_back: GoneBack | None = None

    def be_as(self, before: Item) -> None:
        """Stand as it did `before`, of which that is a copy."""
        for part in fields(Item):
            setattr(self, part.name, getattr(before, part.name))

    @property
    def is_open(self) -> bool:
        """Whether its window has not closed."""
        return self.state is not State.CLOSED

    @property
    def owed(self) -> int:
        """Points that may still be pegged for it."""
        if self.settled or self.earned is None or not self.is_open:
            return 0
        return self.earned - (self.pegged or 0)

    @property
    def comes_first(self) -> bool:
        """Whether it is a penalty that is pegged before anything else: called for, and play has not gone on since
        (Rule: ACC 11.1, 11.2)."""
        return self.claimed and not self.passed

    @property
    def unseen(self) -> bool:
        """Whether points may be owed for it that nobody can know."""
        return self.earned is None and not self.settled and self.is_open

    def body(self) -> dict[str, Any]:
        """The item as the body of an event."""
        body: dict[str, Any] = {
            "id": self.id,
            "what": self.what.value,
            "player": self.player,
            "deal": self.deal,
            "state": self.state.value,
            "earned": self.earned,
            "pegged": self.pegged,
            "cards": self.cards.split(),
            "parts": [list(part) for part in self.parts],
            "text": self.text,
        }
        if self.seat not in ("", self.player):
            body["seat"] = self.seat
        return body if self.reason is None else body | {"reason": self.reason.value}


def uncertain(items: Iterable[Item]) -> bool:
    """Whether some of these were not seen, or may have been pegged already by a move that was not verified."""
    return any(item.unseen or (item.doubtful and item.owed) for item in items)


def sums_within(scores: Iterable[int]) -> set[int]:
    """What some of these points make up together, or all of them."""
    sums = {0}
    for points in scores:
        sums |= {total + points for total in sums}
    return sums - {0}


def sums_of(items: Iterable[Item]) -> set[int]:
    """What can be pegged for some of the scores that make up these items, or for all of them."""
    scores = list[int]()
    for item in items:
        parts = [points for _, points in item.parts]
        scores += parts if sum(parts) == item.owed else [item.owed]
    return sums_within(scores)


def owed(items: Iterable[Item]) -> int:
    """What is owed for several items together."""
    return sum(item.owed for item in items)
