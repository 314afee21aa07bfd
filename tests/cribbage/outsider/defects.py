"""What may be wrong with the sensors: small facts, each within what the referee's contract with them allows.

Seconds are those of the log. Holes are counted from 1 to 121. `DRAWN` has the kinds, and how one is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from outsider.truth import Standing, Truth


@dataclass(frozen=True)
class LateCard:
    """The change of that number in a place is told so much later than it happened (s)."""

    place: str
    change: int
    late_s: float


@dataclass(frozen=True)
class SlowCamera:
    """Every change of cards is told about so late (s)."""

    late_s: float


@dataclass(frozen=True)
class UnreadPlace:
    """From a change on, for so many changes, cards lie there that cannot be read.

    `counted`: how many lie there is known. `read_after_s`: they are read so long after the first change, or never.
    """

    place: str
    change: int
    changes: int
    counted: bool
    read_after_s: float | None = None


@dataclass(frozen=True)
class HiddenPlace:
    """Something lies or is held over a place. `blind`: the camera knows that; else it says that it cannot read."""

    place: str
    since: float
    until: float
    blind: bool


@dataclass(frozen=True)
class CoveredCamera:
    """The camera sees nothing, and says so."""

    since: float
    until: float


@dataclass(frozen=True)
class StoppedBoard:
    """The contacts of a track, or of all tracks, tell nothing, and the board says so."""

    since: float
    until: float
    track: str | None = None


@dataclass(frozen=True)
class DeadHole:
    """A contact that never feels a peg."""

    side: str
    hole: int


@dataclass(frozen=True)
class BridgedHole:
    """This contact and the next one on are one: a peg in either hole is felt in both."""

    side: str
    hole: int


@dataclass(frozen=True)
class StickingContact:
    """A contact feels a peg for a while after it has left."""

    side: str
    hole: int
    since: float
    until: float


@dataclass(frozen=True)
class LostOrder:
    """Cards that come into view together are told in any order."""


@dataclass(frozen=True)
class LateWord:
    """The word of that number is tapped so much later than it was said (s)."""

    word: int
    late_s: float


@dataclass(frozen=True)
class SilentWord:
    """The word of that number is never tapped."""

    word: int


@dataclass(frozen=True)
class NobodyTaps:
    """No word is tapped at all."""


Defect = (
    LateCard
    | SlowCamera
    | UnreadPlace
    | HiddenPlace
    | CoveredCamera
    | StoppedBoard
    | DeadHole
    | BridgedHole
    | StickingContact
    | LostOrder
    | LateWord
    | SilentWord
    | NobodyTaps
)
_D = TypeVar("_D")
Drawing = Callable[[Truth, random.Random], Iterator[Defect]]


def of_kind(defects: Iterable[Defect], kind: type[_D]) -> list[_D]:
    """The defects of one kind."""
    return [one for one in defects if isinstance(one, kind)]


def drawn(kind: str, truth: Truth, rng: random.Random) -> list[Defect]:
    """Defects of a kind, somewhere in that game; none where the game has nothing that it could hide."""
    return list(DRAWN[kind](truth, rng))


def _place(truth: Truth, rng: random.Random) -> tuple[str, int]:
    """A place in which something changed, and the number of a change."""
    place = rng.choice([place for place, lies in truth.places.items() if lies])
    return place, rng.randrange(len(truth.places[place]))


def _late_card(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    yield LateCard(*_place(truth, rng), rng.choice([0.9, 1.6, 2.3]))


def _slow_camera(_: Truth, rng: random.Random) -> Iterator[Defect]:
    yield SlowCamera(rng.uniform(0.3, 2.2))


def _unread_place(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    place, change = _place(truth, rng)
    counted, changes = rng.random() < 0.5, rng.choice([1, 1, 2, 3, 9])
    read_after = rng.uniform(0.6, 11) if rng.random() < 0.5 else None
    yield UnreadPlace(place, change, changes, counted, read_after)


def _hidden_place(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    place, change = _place(truth, rng)
    since = max(truth.places[place][change].at - rng.uniform(-0.6, 2), 0.2)
    yield HiddenPlace(place, since, since + rng.choice([2, 4, 8, 11, 25, 40]), rng.random() < 0.6)


def _while_things_happen(truth: Truth, rng: random.Random) -> tuple[float, float]:
    since = max(0.2, rng.choice(truth.changes_at()) - rng.uniform(-1, 2))
    return since, since + rng.choice([1.5, 4, 8, 20, 45])


def _covered_camera(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    yield CoveredCamera(*_while_things_happen(truth, rng))


def _stopped_board(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    since, until = _while_things_happen(truth, rng)
    yield StoppedBoard(since, until, rng.choice(list(truth.header["pegs"])) if rng.random() < 0.5 else None)


def _hole(truth: Truth, rng: random.Random) -> tuple[Standing, int] | None:
    """A hole in which a peg stood while its side had both pegs on the board."""
    stood = [one for one in truth.pegs if len(one.holes) == 2]
    if not stood:
        return None
    standing = rng.choice(stood)
    hole = rng.choice(standing.holes)
    hole = hole if hole >= 1 else standing.holes[0]
    return (standing, hole) if hole >= 1 else None


def _dead_hole(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    if found := _hole(truth, rng):
        yield DeadHole(found[0].side, found[1])


def _bridged_hole(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    if found := _hole(truth, rng):
        hole = min(found[1], 120)
        yield BridgedHole(found[0].side, rng.choice([hole, max(hole - 1, 1)]))


def _sticking_contact(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    if not (found := _hole(truth, rng)):
        return
    standing, hole = found
    moves = truth.moves_of(standing.side)
    left = next((move.at for move in moves if move.at > standing.at and hole not in move.holes), None)
    if left is not None:
        yield StickingContact(standing.side, hole, left, left + rng.uniform(2, 60))


def _lost_order(_: Truth, __: random.Random) -> Iterator[Defect]:
    yield LostOrder()


def _late_word(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    if truth.words:
        yield LateWord(rng.randrange(len(truth.words)), rng.uniform(0.6, 5.8))


def _late_words(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    for number in range(len(truth.words)):
        yield LateWord(number, rng.uniform(0.6, 5.8))


def _silent_word(truth: Truth, rng: random.Random) -> Iterator[Defect]:
    if truth.words:
        yield SilentWord(rng.randrange(len(truth.words)))


def _nobody_taps(truth: Truth, _: random.Random) -> Iterator[Defect]:
    if truth.words:
        yield NobodyTaps()


DRAWN: Final[dict[str, Drawing]] = {
    "late card": _late_card,
    "slow camera": _slow_camera,
    "unread place": _unread_place,
    "hidden place": _hidden_place,
    "covered camera": _covered_camera,
    "stopped board": _stopped_board,
    "dead hole": _dead_hole,
    "bridged hole": _bridged_hole,
    "sticking contact": _sticking_contact,
    "lost order": _lost_order,
    "late word": _late_word,
    "late words": _late_words,
    "silent word": _silent_word,
    "nobody taps": _nobody_taps,
}
