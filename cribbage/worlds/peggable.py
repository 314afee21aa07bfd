"""What a side may have pegged for in a deal, as the game as it was told has its scores."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cribbage.book.game import Game
from cribbage.book.items import Reason, State, What
from cribbage.log.observations import Player

HANDS_AND_CRIB: Final = frozenset({What.HAND, What.CRIB})
Score = Mapping[str, Any]
"""The latest body of an item's event (`cribbage.book.items.Item.body`)."""


@dataclass(frozen=True, slots=True)
class Peggable:
    """What a side may have pegged for in a deal: `scores`, for each of them the numbers of points that may be pegged
    for it by themselves, and any number of points up to `further`."""

    scores: tuple[tuple[int, ...], ...]
    further: float

    @property
    def most(self) -> float:
        """The most points that all of it can make."""
        return sum(max(sums, default=0) for sums in self.scores) + self.further

    def with_more(self, more: Peggable) -> Peggable:
        """All of both."""
        return Peggable(self.scores + more.scores, self.further + more.further)

    def can_make(self, points: float) -> bool:
        """Whether some of the scores, with some of the further points, make exactly so many points."""
        return any(points - self.further <= total <= points for total in self._totals())

    def left_over(self, points: float) -> float:
        """How many of so many points are left over when as many as possible are explained."""
        return max(points - self.further - max(total for total in self._totals() if total <= points), 0)

    def _totals(self) -> set[int]:
        """What some of the scores make, without further points."""
        totals = {0}
        for score in self.scores:
            totals |= {total + part for total in totals for part in score}
        return totals


def counted_by_now(scores: Iterable[Score], game: Game | None) -> list[Score]:
    """The scores that may have been pegged by now: all but the open, unpegged hands and crib, and of these the one
    that is counted next. All of them where the deal is over (`game` is None), or where the crib lies open, which is
    turned up when the hands are counted (Rule: ACC 9.2.d)."""
    due, waits = [], list[tuple[int, Score]]()
    for one in scores:
        is_open = one["state"] in (State.EARNED, State.ANNOUNCED) and one["what"] in HANDS_AND_CRIB
        if game is None or not is_open or one["pegged"] is not None:
            due.append(one)
        else:
            waits.append((place_in_count(one, game.in_order), one))
    in_turn = [one for _, one in sorted(waits, key=lambda pair: pair[0])]
    is_crib_open = any(one["what"] == What.CRIB for one in in_turn)
    return [*due, *(in_turn if is_crib_open else in_turn[:1])]


def is_for_card_of(score: Score, cards: Container[str]) -> bool:
    return score["what"] == What.PLAY and any(card in cards for card in score["cards"])


def is_still_unpegged(score: Score) -> bool:
    """Whether nothing has been pegged for a score yet, and something may still be."""
    return score["pegged"] is None and score["state"] in (State.EARNED, State.ANNOUNCED)


def seems_missed(score: Score) -> bool:
    """Whether nothing was pegged for a score, as it seemed, while that was possible."""
    return score["state"] == State.CLOSED and not score["pegged"]


def is_counted_before(score: Score, own: Score | None, game: Game) -> bool:
    """Whether a score is counted before a player's own one, so that it may have been given up before that."""
    if score["what"] not in HANDS_AND_CRIB or own is None:
        return True
    return own["what"] in HANDS_AND_CRIB and place_in_count(score, game.in_order) < place_in_count(
        own, game.in_order
    )


def place_in_count(score: Score, seats: Sequence[Player]) -> int:
    """Its place in the order of counting, in which the `seats` are: hands from the dealer's left, then the crib."""
    seat = score.get("seat", score["player"])
    return len(seats) if score["what"] == What.CRIB else seats.index(seat)


def sums_of(score: Score) -> tuple[int, ...]:
    """The numbers of points that may be pegged for a score by themselves: all of it, and in the play each part."""
    whole = score["earned"]
    parts = [points for _, points in score["parts"]] if score["what"] == What.PLAY else []
    return tuple(sorted({whole, *parts}))


def may_come_to(one: Score, other: Score, points: int) -> bool:
    """Whether two scores may come to so many points; one that was not seen may be worth as much as is left."""
    if one["earned"] is None or other["earned"] is None:
        return (one["earned"] or other["earned"] or 0) < points
    return bool(one["earned"] + other["earned"] == points)


def must_be_pegged(score: Score) -> bool:
    """Whether its side had to peg it: penalties are pegged if called for, what was taken back was never earned."""
    return score["what"] != What.PENALTY and score.get("reason") != Reason.TAKEN_BACK


def lacking(must: Iterable[Score], pegged: int) -> int:
    """By how many points these scores exceed what was pegged."""
    return sum(one["earned"] or 0 for one in must) - pegged


def each_of(awards: list[int]) -> Iterable[tuple[int, list[tuple[int, ...]]]]:
    """Each award, with the others as scores that may have been pegged."""
    return ((award, [(one,) for one in (*awards[:i], *awards[i + 1 :])]) for i, award in enumerate(awards))
