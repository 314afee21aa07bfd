"""The show: what a hand or a crib is worth with the starter.

Two scorers that know nothing of each other. `show_points` finds every combination among the cards and says
it the way a player counts it out loud. `fast_points` only adds five table entries: it is for trying millions
of hands. The tests hold them against each other, and `histogram` counts all 12,994,800 hands by the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby, product
from math import prod
from typing import Final

from cribbage.errors import BadHand
from cribbage.score.cards import DECK, Card, show_cards
from cribbage.words import in_words

JACK: Final = 11
BEST_COUNT: Final = 29
"""No hand or crib counts more."""
_PAIRS: Final = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}
_RUNS: Final = {1: "run", 2: "double run", 3: "triple run", 4: "double double run"}


@dataclass(frozen=True, slots=True)
class Part:
    """One combination of a count: its name, its points, and the cards that make it."""

    name: str
    points: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """What a hand is worth: the total, the parts that add up to it, and the words for it."""

    points: int
    parts: tuple[Part, ...]
    spoken: str


def show_points(hand: Sequence[Card], starter: Card | None, *, crib: bool = False) -> Count:
    """Count a hand of four cards (three in the five-card game), with or without its starter.

    A flush counts in a hand without the starter, in a crib only with it. Raise `BadHand` for the wrong
    number of cards or a card that is there twice (Rule: ACC 1.7, 9.2).
    """
    cards = (*hand, *(() if starter is None else (starter,)))
    _check(hand, cards)
    parts = (
        *_fifteens(cards),
        *_runs_and_pairs(cards),
        *_flush(hand, starter, crib=crib),
        *_nobs(hand, starter),
    )
    return Count(sum(part.points for part in parts), parts, _spoken(parts))


def _check(hand: Sequence[Card], cards: Sequence[Card]) -> None:
    if len(hand) not in (3, 4):
        raise BadHand(f"a hand holds four cards, this one {len(hand)}: {show_cards(hand) or 'none'}")
    no_repeats(cards)


def no_repeats(cards: Iterable[Card]) -> None:
    """Raise `BadHand` that names the first card that is there twice, if one is."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadHand(f"the card {card} is there twice")
        seen.add(card)


def _fifteens(cards: Sequence[Card]) -> Iterator[Part]:
    for size in range(2, len(cards) + 1):
        for some in combinations(cards, size):
            if sum(card.value for card in some) == 15:
                yield Part("fifteen", 2, some)


def _runs_and_pairs(cards: Sequence[Card]) -> Iterator[Part]:
    """The run with the pairs that double it as one part, as it is called; then the pairs outside of it."""
    by_rank = {rank: tuple(c for c in cards if c.rank == rank) for rank in sorted({c.rank for c in cards})}
    run = _longest_run(list(by_rank))
    if run:
        copies = [len(by_rank[rank]) for rank in run]
        ways = prod(copies)
        points = len(run) * ways + sum(_PAIRS[n][1] for n in copies if n > 1)
        name = f"{_RUNS[ways]} of {in_words(len(run))}"
        yield Part(name, points, tuple(card for rank in run for card in by_rank[rank]))
    for rank, same in by_rank.items():
        if len(same) > 1 and rank not in run:
            name, points = _PAIRS[len(same)]
            yield Part(name, points, same)


def _longest_run(ranks: Sequence[int]) -> tuple[int, ...]:
    """The run of three or more among distinct, sorted ranks (five cards hold no two); else nothing."""
    for _, steps in groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0]):
        run = tuple(rank for _, rank in steps)
        if len(run) >= 3:
            return run
    return ()


def _flush(hand: Sequence[Card], starter: Card | None, *, crib: bool) -> Iterator[Part]:
    if len({card.suit for card in hand}) == 1:
        if starter is not None and starter.suit == hand[0].suit:
            yield Part(f"flush of {in_words(len(hand) + 1)}", len(hand) + 1, (*hand, starter))
        elif not crib:
            yield Part(f"flush of {in_words(len(hand))}", len(hand), tuple(hand))


def _nobs(hand: Sequence[Card], starter: Card | None) -> Iterator[Part]:
    for card in hand:
        if starter is not None and card.rank == JACK and card.suit == starter.suit:
            yield Part("nobs", 1, (card,))


def _spoken(parts: Sequence[Part]) -> str:
    """The count as said, each part with the total so far: ``fifteen two, and a pair is four``."""
    if not parts:
        return "nothing"
    phrases: list[str] = []
    total = 0
    before = ""
    for part in parts:
        total += part.points
        if part.name == "fifteen":
            phrases.append(f"fifteen {in_words(total)}")
        else:
            article = "his" if part.name == "nobs" else "another" if part.name == before else "a"
            phrases.append(f"{article} {part.name} is {in_words(total)}")
        before = part.name
    if len(phrases) > 1 and before != "fifteen":
        phrases[-1] = "and " + phrases[-1]
    return ", ".join(phrases)


# ---- the table: one sum of five keys says which ranks are there, which suits, and which jacks ----------
#
# A card's key: bits 0-11 count its suit (three bits a suit), bits 12-15 mark a jack of that suit, and from
# bit 16 on a number for its rank such that no two different sets of five ranks have the same sum.

_LOW: Final = 0xFFFF
_RANK_KEYS: Final[tuple[int, ...]] = tuple(5**rank for rank in range(13))


def _key(card: Card) -> int:
    jack = 1 << 12 + card.suit if card.rank == JACK else 0
    return _RANK_KEYS[card.rank - 1] << 16 | jack | 1 << 3 * card.suit


def _rank_table() -> dict[int, int]:
    """Points for fifteens, pairs and runs of each of the 6175 sets of five ranks, by the sum of rank keys."""
    table: dict[int, int] = {}

    def fill(rank: int, left: int, key: int, sums: int, same: int, run: tuple[int, int, int]) -> None:
        """Take 0 to 4 cards of this rank and go on; `sums` counts the ways to each total, 6 bits each."""
        if left == 0:
            table[key] = 2 * (sums >> 90 & 63) + same + max(run[2], _worth(run))
        if left == 0 or rank == 13:
            return
        for n in range(min(left, 4) + 1):
            grown = (run[0] + 1, run[1] * n, run[2]) if n else (0, 1, max(run[2], _worth(run)))
            fill(rank + 1, left - n, key + n * _RANK_KEYS[rank], sums, same + n * (n - 1), grown)
            sums += sums << 6 * min(rank + 1, 10)

    fill(0, 5, 0, 1, 0, (0, 1, 0))
    return table


def _worth(run: tuple[int, int, int]) -> int:
    """A run so far is (ranks, ways, best before): its points once it has ended."""
    return run[0] * run[1] if run[0] >= 3 else 0


def _suit_table(*, crib: bool) -> tuple[bytes, ...]:
    """Points for flush and nobs: for each suit of the starter, by the low bits of the sum of the hand."""
    tables = [bytearray(_LOW + 1) for _ in range(4)]
    for suits in (suits for suits in product(range(5), repeat=4) if sum(suits) == 4):
        low = sum(n << 3 * suit for suit, n in enumerate(suits))
        for starter, table in enumerate(tables):
            flush = 5 if suits[starter] == 4 else 4 if 4 in suits and not crib else 0
            for jacks in range(16):
                table[low | jacks << 12] = flush + (jacks >> starter & 1)
    return tuple(bytes(table) for table in tables)


_KEYS: Final = tuple(_key(card) for card in DECK)
_BY_RANKS: Final = _rank_table()
_BY_SUITS: Final = (_suit_table(crib=False), _suit_table(crib=True))


def fast_points(a: int, b: int, c: int, d: int, starter: int, crib: bool = False) -> int:
    """What four cards and a starter (five different ints 0..51) are worth, by table, unchecked."""
    hand = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d]
    return _BY_RANKS[hand + _KEYS[starter] >> 16] + _BY_SUITS[crib][starter & 3][hand & _LOW]


def key_of_ranks(ranks: Iterable[int]) -> int:
    """What `points_of_ranks` adds up: one int for some ranks (1 ace to 13 king), whatever their order."""
    return sum(_RANK_KEYS[rank - 1] for rank in ranks)


def points_of_ranks(some: int, others: Iterable[int]) -> list[int]:
    """The points of fifteens, pairs and runs of five ranks: `some` of them with each of the others, all by keys.

    0 where one rank is there five times.
    """
    return [_BY_RANKS.get(some + other, 0) for other in others]


def points_by_starter(a: int, b: int, c: int, d: int, *, crib: bool = False) -> list[int]:
    """What four cards are worth with each of the 52 starters; -1 where the starter is one of the four."""
    hand = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d]
    suits = [table[hand & _LOW] for table in _BY_SUITS[crib]]
    by_rank = [
        _BY_RANKS.get((hand >> 16) + key, 0) for key in _RANK_KEYS
    ]  # a fifth of one rank is none of the 52
    points = [ranks + suit for ranks in by_rank for suit in suits]
    for card in (a, b, c, d):
        points[card] = -1
    return points


@cache
def histogram(*, crib: bool = False, of: Sequence[int] = range(52)) -> tuple[int, ...]:
    """How many of all 12,994,800 hands with a starter are worth 0, 1, ... 29 points; some seconds of work.

    With `of` only the hands of these cards, each with every starter of the pack.
    """
    counts: Counter[int] = Counter()
    for four in combinations(of, 4):
        counts.update(points_by_starter(*four, crib=crib))
    return tuple(counts[points] for points in range(30))
