"""The table at one moment of a history of the oracle's, and what a hand may be worth."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import inf
from typing import Final, NamedTuple, TypeVar

from oracle_evidence import HAND, Pegs

from cribbage.score.cards import Card
from cribbage.score.counting import fast_points

PONE: Final = 0
DEALER: Final = 1
T = TypeVar("T")


class Moment(NamedTuple):
    """The table at one moment of a history. Pairs are (pone, dealer).

    `hands`: the cards laid, one that was never read as its rank below zero. `floors`: what they hold counts at least
    so much, for they have said go. `owed`: points of the play, of each card, not pegged yet. `shown`: 1 hand pegged,
    2 the crib too. `moved`, `taken`, `goes`: how many of the moves, the cards taken up, the words are done.
    """

    pegs: tuple[Pegs, Pegs]
    clock: float = -inf
    is_cut: bool = False
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    pile: tuple[int, ...] = ()
    last: int = PONE
    leader: int = PONE
    gone: tuple[bool, bool] = (False, False)
    floors: tuple[int, int] = (0, 0)
    owed: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    moved: tuple[int, int] = (0, 0)
    shown: tuple[int, int] = (0, 0)
    is_turned: bool = False
    taken: int = 0
    goes: int = 0

    @property
    def total(self) -> int:
        """The count of the series so far."""
        return sum(min(rank, 10) for rank in self.pile)

    @property
    def is_over(self) -> bool:
        """Whether all cards have been played."""
        return not self.pile and len(self.hands[PONE]) == len(self.hands[DEALER]) == HAND

    def left(self, player: int) -> int:
        """How many cards a player holds."""
        return HAND - len(self.hands[player])


def put(pair: tuple[T, T], player: int, value: T) -> tuple[T, T]:
    """The same pair with another value for a player."""
    return (value, pair[1]) if player == PONE else (pair[0], value)


@cache
def hand_worths(hand: tuple[int, ...], starter: Card) -> frozenset[int]:
    """What a hand is worth, for all suits that the cards may have that nobody read."""
    suits = [[card] if card >= 0 else [4 * (-card - 1) + suit for suit in range(4)] for card in hand]
    fours = {tuple(sorted(four)) for four in product(*suits) if len({*four, starter}) == HAND + 1}
    return frozenset(fast_points(a, b, c, d, starter) for a, b, c, d in fours)
