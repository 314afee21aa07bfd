"""A table at which acts take their time: where cards lie, who sits where, and a clock that only people move."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from outsider.truth import Lying, Truth, Word

TARGET: Final = 121
ALBERTA: Final = "alberta-55plus"


class GameOver(Exception):
    """A peg stands in the game hole: nobody does anything more."""


@dataclass(frozen=True)
class Form:
    """What is played: the seats, the book, how many deals at most; `habits`, the share of pegs not set plainly."""

    seats: str = "AB"
    profile: str = "acc-2025"
    mode: str = "sanctioned"
    muggins: bool = False
    deals: int = 2
    habits: float = 1.0


class Table:
    """The cards and the talk. Whoever does something moves `now` (s) on by as long as it takes."""

    def __init__(self, form: Form, seed: int) -> None:
        self.form = form
        self.rng = random.Random(seed)
        self.seats = form.seats
        self.sides = form.seats if len(form.seats) < 4 else "AB"
        self.dealer = self.rng.choice(self.seats)
        self.truth = Truth({})
        self.truth.places = {place: [] for place in [*self.seats, "crib", "starter"]}
        self.now = 1.0

    def settle_in(self) -> None:
        """Draw how quick and how talkative these players are."""
        self.pace = self.rng.choice([0.8, 1.2, 1.8])
        self.talk = self.rng.choice([0, 0.5, 1.0])

    def side(self, seat: str) -> str:
        """The side of a seat: with four players partners sit opposite each other."""
        return seat if len(self.seats) < 4 else "AB"[self.seats.index(seat) % 2]

    def after(self, seat: str) -> str:
        """The seat to the left."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def opponent(self, side: str) -> str:
        """The first seat of another side."""
        return next(seat for seat in self.seats if self.side(seat) != side)

    def wait(self, least: float = 0.6, most: float = 2.5) -> None:
        """Let a while pass, as long as these people take for it (s, at the pace of one)."""
        self.now += self.rng.uniform(least, most) * self.pace

    def pause(self, least: float, most: float) -> None:
        """Let a while pass that has nothing to do with anybody's pace (s)."""
        self.now += self.rng.uniform(least, most)

    def chance(self, share: float) -> bool:
        """Whether something happens now that does so often."""
        return self.rng.random() < share

    def lay(self, place: str, cards: Iterable[str]) -> None:
        """From now on just these cards lie there."""
        lies = self.truth.places[place]
        at = max(self.now, lies[-1].at + 0.01) if lies else self.now
        lies.append(Lying(at, tuple(cards)))

    def lying(self, place: str) -> tuple[str, ...]:
        """What lies in a place."""
        lies = self.truth.places[place]
        return lies[-1].cards if lies else ()

    def say(self, by: str, what: str, points: int | None = None) -> int:
        """Somebody says a word; its number among all words."""
        self.truth.words.append(Word(self.now, by, what, points))
        return len(self.truth.words) - 1

    def note(self, habit: str) -> None:
        """Remember that something was done in this way."""
        self.truth.habits.add(habit)
