"""What was observed lately in one history, and the game as it stood before some of it.

Where something may have happened earlier than it was told, the game is judged again from there. So that this costs
only what comes after, the game is kept as it stood at some places on the way (marks), and histories that have the
same way behind them share it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final, TypeAlias

from cribbage.log.observations import Observation
from cribbage.sight.contract import REACH_S
from cribbage.worlds.judged import Judged

_OLD_KEPT: Final = 40  # observations out of reach; with more, the oldest are forgotten
_MARKS_KEPT: Final = 8
TIME_OF: Final = attrgetter("t")
"""The time of an observation (s); they are kept in its order."""
_Mark: TypeAlias = tuple[int, Judged]


@dataclass(slots=True)
class DealBegun:
    """A game as it stood `before` the deal that is on (of this `number`), and all that was `observed` of it."""

    before: Judged
    number: int
    observed: list[Observation] = field(default_factory=list)

    def with_one(self, seen: Observation, before: Judged | None, game: Judged) -> DealBegun:
        """With one observation more, by which the `game` stands as it does; `before` it, where a starter was told."""
        number = game.story.game.deal.number
        if number == self.number:
            self.observed.append(seen)
            return self
        return DealBegun(game.copy(), number) if before is None else DealBegun(before, number, [seen])


class Lately:
    """The latest observations of a history, at least those of the last `REACH_S` seconds."""

    def __init__(self, game: Judged) -> None:
        """`game`: as it stands before anything is observed; it is not changed."""
        self.observed: list[Observation] = []
        self._marks: list[_Mark] = [(0, game)]  # after so many of `observed`; the first is before all of them
        self._forgets = True

    @property
    def first_game(self) -> Judged:
        """The game before all of `observed`."""
        return self._marks[0][1]

    def add(self, seen: Observation) -> None:
        """Something is observed."""
        self.observed.append(seen)
        if (
            self._forgets
            and len(self.observed) > _OLD_KEPT
            and (old := self.first_since(seen.t - REACH_S)) > _OLD_KEPT
        ):
            self.game_before(old)
            self._forget(old)

    def keep(self, game: Judged) -> None:
        """Keep the game as it stands after all of `observed`; it is not changed."""
        self._marks.append((len(self.observed), game))
        self._thin_out()

    def first_since(self, t: float) -> int:
        """The index of the first observation that is not older than `t` (s)."""
        return bisect_left(self.observed, t, key=TIME_OF)

    def game_before(self, index: int) -> Judged:
        """The game as it stood before the observation of an index: it is shared, and copied before it goes on."""
        place = bisect_right(self._marks, index, key=_index_of)
        marked, game = self._marks[place - 1]
        if marked < index:
            game = game.copy()
            for one in self.observed[marked:index]:
                game.receive(one)
            self._marks.insert(place, (index, game))
            self._thin_out()
        return game

    def forked(self, index: int, after: list[Observation]) -> Lately:
        """The same up to an index, and then `after` instead. It forgets nothing, as it does not last: all that there
        are would have to judge the same again at once, to know what stood before what they keep."""
        other = Lately(self.first_game)
        other._forgets = False
        other.observed = [*self.observed[:index], *after]
        other._marks = [mark for mark in self._marks if mark[0] <= index]
        return other

    def _forget(self, old: int) -> None:
        """Forget what is older than the last mark among the oldest so many."""
        self._marks = self._marks[bisect_right(self._marks, old, key=_index_of) - 1 :]
        forgotten = self._marks[0][0]
        self._marks = [(index - forgotten, game) for index, game in self._marks]
        del self.observed[:forgotten]

    def _thin_out(self) -> None:
        if len(self._marks) > _MARKS_KEPT:
            del self._marks[self._least_needed()]

    def _least_needed(self) -> int:
        """Which mark, between the first and the last, has its neighbours nearest, for how long ago it is: most of
        what happened earlier than it was told did so a moment ago."""
        indexes, now = [index for index, _ in self._marks], len(self.observed) + 1
        return min(
            range(1, len(indexes) - 1),
            key=lambda place: (indexes[place + 1] - indexes[place - 1]) / (now - indexes[place]),
        )


def _index_of(mark: _Mark) -> int:
    return mark[0]
