"""How the simulated players think: what goes to the crib, which card to play. Sensible, not perfect."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from cribbage.score.cards import Card
from cribbage.score.counting import points_by_starter
from cribbage.score.pegging import LIMIT, Play, rank_points

_WHIM: Final = 0.35  # points: how much of a choice is mood


def discards(six: Sequence[Card], *, own_crib: bool, chance: random.Random) -> tuple[Card, Card]:
    """The two cards to give away: what is kept averages best over the starters, the crib's worth included."""

    def worth(pair: tuple[Card, Card]) -> float:
        kept = [card for card in six if card not in pair]
        points = points_by_starter(*kept)
        average = sum(p for starter, p in enumerate(points) if starter not in six) / (52 - len(six))
        crib = crib_worth(*pair)
        return average + (crib if own_crib else -crib) + chance.uniform(0, _WHIM)

    return max(combinations(six, 2), key=worth)


def crib_worth(a: Card, b: Card) -> float:
    """About how many points two cards add to a crib beyond two that have nothing to do with each other."""
    points = 1.0 * ((a.rank == 5) + (b.rank == 5))
    if a.rank == b.rank:
        points += 2.2
    if a.value + b.value == 15:
        points += 2.0
    elif a.value + b.value == 5:
        points += 0.8
    gap = abs(a.rank - b.rank)
    if gap in (1, 2):
        points += 1.2 / gap
    return points + (0.1 if a.suit == b.suit else 0.0)


def card_to_play(play: Play, player: int, chance: random.Random) -> Card:
    """The card that earns most and gives least away."""
    ranks = [card.rank for card in play.pile]

    def worth(card: Card) -> float:
        count = play.count + card.value
        return rank_points([*ranks, card.rank], count) - _risk(ranks, card, count) + chance.uniform(0, _WHIM)

    return max(play.playable(player), key=worth)


def _risk(ranks: Sequence[int], card: Card, count: int) -> float:
    """About what the other player may earn on this card, and what a low card kept for later is worth."""
    risk = 0.0
    if count in (5, 21):
        risk += 0.9  # sixteen cards of ten make the fifteen or the thirty-one
    elif count < 15 or count > 20:
        risk += 0.15
    if count + card.value <= LIMIT:
        risk += 0.2  # it can be paired
    if ranks and 0 < abs(ranks[-1] - card.rank) < 3:
        risk += 0.4  # it can be made a run
    return risk + 0.05 * (5 - min(card.value, 5))
