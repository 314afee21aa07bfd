"""How well a finished deal was played: discards graded exactly, cards of the play by an estimate, luck told apart.

Everything comes out of one deal as data (`cribbage.shown.finished`), so it can say nothing that is not in there, and
a deal of which too little was seen is not graded. Only the game of two with six cards is.

* **Discards, exact.** A discard is worth the mean of the hand, and of the crib with its sign, over every starter
  and every two cards of the other player that could not be known (`cribbage.score.advice`); what it lost is the best
  one's worth less its own. Which two of the crib's four cards were whose is not seen, so all six ways are graded;
  the one that costs both players least is `taken` until somebody says otherwise.
* **The play, an estimate.** A card is worth what it scores less what the best reply would score on average, were the
  other player's cards drawn from those not seen, plus one for a go that the other could not follow. It looks one card
  ahead and no further, so it is called an estimate everywhere.
* **Luck.** What a hand and crib came to is the average of all deals + `dealt` (how good the six cards were with the
  best discard) - lost + `fell` (how starter and crib then fell). The first is exact too: `MEANS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, TypeAlias

from cribbage.errors import UnknownCard
from cribbage.score.advice import Discard, discards
from cribbage.score.cards import DECK, Card, parse_cards
from cribbage.score.pegging import LIMIT, rank_points

Json: TypeAlias = dict[str, Any]
Pair: TypeAlias = tuple[Card, Card]
MEANS: Final[Mapping[bool, float]] = {True: 13.300972, False: 3.917860}
"""By whether one deals: the worth of the best discard, averaged over all 20,358,520 deals of six cards.

`docs/average_deal.py` works them out, in half an hour.
"""
_HAND: Final = 4
_SEATS: Final = frozenset("AB")


def graded(deal: Mapping[str, Any]) -> Json:
    """The grades of a deal: ``discards`` (None where hands, crib or starter are not known) and ``play``.

    ``discards``: ``taken`` (a place in the ways) and ``ways``, each with the graded discard of either seat:
    ``thrown``, ``kept``, ``best`` (the best one's cards), ``place`` (1 is best) and, in points, ``worth``, ``lost``,
    ``dealt``, ``fell``. ``play``: for each card with a choice its ``play`` (place in the deal's play), ``player``,
    ``card``, ``best`` and ``lost``, points by the estimate.
    """
    try:
        return {"discards": _discards(deal), "play": _play(deal)}
    except UnknownCard:
        return {"discards": None, "play": []}


# --- discards -----------------------------------------------------------------------------------------


def _discards(deal: Mapping[str, Any]) -> Json | None:
    dealer, hands, starter = deal["dealer"], _hands(deal), deal.get("starter")
    crib = (deal.get("discards") or {}).get("together")
    if dealer not in _SEATS or hands is None or crib is None or len(crib) != _HAND or starter is None:
        return None
    cards = parse_cards(crib)
    turned = Card.parse(starter)
    if len({*cards, *hands["A"], *hands["B"], turned}) < 3 * _HAND + 1:
        return None  # something was misread
    counted = {(item["what"], item["seat"]): item["earned"] or 0 for item in deal["items"]}
    ways = []
    for thrown in combinations(cards, 2):
        other = tuple(card for card in cards if card not in thrown)
        of = {"A": thrown, "B": (other[0], other[1])}
        ways.append({seat: _graded(hands[seat], of[seat], seat, dealer, counted) for seat in ("A", "B")})
    taken = min(range(len(ways)), key=lambda way: ways[way]["A"]["lost"] + ways[way]["B"]["lost"])
    return {"taken": taken, "ways": ways}


def _hands(deal: Mapping[str, Any]) -> dict[str, tuple[Card, ...]] | None:
    """Both hands of four as they were shown; None unless there are just these."""
    shown = {item["seat"]: parse_cards(item["cards"]) for item in deal["items"] if item["what"] == "hand"}
    whole = shown.keys() == _SEATS and all(len(cards) == _HAND for cards in shown.values())
    return shown if whole else None


def _graded(
    hand: Sequence[Card], thrown: Pair, seat: str, dealer: str, counted: Mapping[tuple[str, str], int]
) -> Json:
    deals = seat == dealer
    ways = discards((*hand, *thrown), deals)
    place = next(at for at, way in enumerate(ways) if {*way.thrown} == {*thrown})
    mine, best = ways[place], ways[0]
    crib = counted.get(("crib", dealer), 0)
    came = counted.get(("hand", seat), 0) + (crib if deals else -crib)
    return {
        "thrown": _text(mine.thrown),
        "kept": _text(mine.kept),
        "best": _text(best.thrown),
        "worth": round(mine.worth, 2),
        "place": 1 + sum(way.worth > mine.worth + _SAME for way in ways),
        "lost": _lost(best, mine),
        "dealt": round(best.worth - MEANS[deals], 2),
        "fell": round(came - mine.worth, 2),
    }


_SAME: Final = 1e-9  # two ways that differ in suits alone are worth the same, but for rounding


def _lost(best: Discard, mine: Discard) -> float:
    return round(best.worth - mine.worth, 2)


def _text(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


# --- the play -----------------------------------------------------------------------------------------


def _play(deal: Mapping[str, Any]) -> list[Json]:
    """Grades of the cards that were laid with a choice; none unless all eight cards of two players are known."""
    laid = deal.get("play") or []
    seats = [one["player"] for one in laid]
    known = all(one["card"] is not None and one["count"] is not None for one in laid)
    if not known or sorted(seats) != ["A"] * _HAND + ["B"] * _HAND:
        return []
    cards = parse_cards([one["card"] for one in laid])
    seen = {Card.parse(deal["starter"])} if deal.get("starter") else set()
    if len({*cards}) < len(cards):
        return []  # something was misread
    graded = (_laid(laid, cards, seats, at, seen) for at in range(len(laid)))
    return [one for one in graded if one is not None]


def _laid(
    laid: Sequence[Json], cards: Sequence[Card], seats: Sequence[str], at: int, starter: set[Card]
) -> Json | None:
    """The grade of one card; None where there was no choice, or the count is not the one of the cards."""
    player, card = seats[at], cards[at]
    of = [one["series"] for one in laid]
    series = [cards[before] for before in range(at) if of[before] == of[at]]
    count = sum(one.value for one in series)
    held = [cards[later] for later in range(at, len(cards)) if seats[later] == player]
    choices = [one for one in held if count + one.value <= LIMIT]
    if len({one.rank for one in choices}) < 2 or laid[at]["count"] != count + card.value:
        return None
    known = {*starter, *cards[:at], *held}
    unseen = [one for one in DECK if one not in known]
    replies = len(cards) - at - len(held)
    worth = {one: _worth([*series, one], unseen, replies) for one in choices}
    best = max(choices, key=lambda one: worth[one])
    lost = round(worth[best] - worth[card], 2)
    named = best if lost else card
    return {"play": at, "player": player, "card": str(card), "best": str(named), "lost": lost}


def _worth(series: Sequence[Card], unseen: Sequence[Card], replies: int) -> float:
    """What the last card of a series scores, less the mean of the best reply with `replies` cards of the unseen ones.

    The best reply is at least x unless all cards held are among those that score less: an exact share.
    """
    ranks = [card.rank for card in series]
    count = sum(card.value for card in series)
    points = float(rank_points(ranks, count))
    if count == LIMIT:
        return points
    scores = [
        rank_points([*ranks, card.rank], count + card.value) if count + card.value <= LIMIT else -1
        for card in unseen
    ]
    hands = comb(len(unseen), replies)
    go = comb(scores.count(-1), replies) / hands
    best = sum(1 - comb(sum(s < x for s in scores), replies) / hands for x in range(1, max(scores) + 1))
    return points + go - best
