"""Turns the networks' scores into calibrated probabilities; the weights are fitted once and stored beside the
networks.

Of every index that is found three logistic models tell how likely it is to be an index at all, its rank to be right,
and its suit to be right. A card is right if all three are, so a plain rank never outvotes a doubtful suit. Two
indices of one card that agree make rank and suit surer than one. Where a doubt is left the face of the card, its pips
or its picture, gives a second opinion on rank and on suit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.facereader import Face
from vision.letters import (
    FAINTEST,
    LETTER_FEATURES,
    LETTERS,
    NUMBER_FEATURES,
    NUMBERS,
    letter_features,
    number_features,
)
from vision.locate import RANKS, SUITS, Index
from vision.network import UNIT_HEIGHT

BLACK = "CS"
CLIP = 7.0  # log odds; larger values count as this
SMALLEST_HEIGHT = 6.0  # px of an index; smaller ones count as this
MOST_OF_SECOND = 0.5  # log odds that a second index which agrees adds at most
# Blurred clubs look like spades, with their notches filled; blurred spades do not look like clubs.
SPADES, CLUBS = "S", "C"
PLAINLY_SPADES = 6.0  # from this lead of the face a spade that may be a club becomes surer
NO_CLUBS = 3.5  # a spade may be a club if in any closer look it leads the club by less ...
SAYS_CLUBS = -0.5  # ... or if in one at either corner the club is ahead by more than this ...
MAYBE_CLUBS = 2.0  # ... and then the log odds of its suit are at most this
SURELY_SPADES, BY_FACE = 4.2, 1.5  # what `spades_not_clubs` has to come to, and how much a face weighs in it
BENDS = (2.0, 4.0)  # log odds at which the slope of the last correction can change

NO_LETTER_KNOWN = (*(0.0 for _ in LETTER_FEATURES), -50.0)  # weights by which no letter is known
NOTHING_OF_NUMBERS = (*(0.0 for _ in NUMBER_FEATURES), 0.0)  # weights that say nothing of numbers

LEAST_SHARP = 0.02  # of `Checked.sharp`; smaller values count as this

_OF_INDEX = ("heat", "real", "least real", "finder rank", "checker rank", "finder suit", "checker suit")
_LEADS = ("finder", "checker", "worst look")
# A lead is worth more where an index is large and sharp ("detail") than where it is small or blurred.
_DETAILED = tuple(f"{name} by detail" for name in (*_LEADS, "detail"))
INDEX_FEATURES = (*_OF_INDEX, "size", *(f"{name} by size" for name in _OF_INDEX))
RANK_FEATURES = ("heat", "real", "rival", *_LEADS, "size", "sharp", *_DETAILED)
SUIT_FEATURES = (
    *RANK_FEATURES,
    "black",  # clubs and spades are most often taken for each other
    *(f"black {name}" for name in (*_LEADS, "sharp", *_DETAILED)),
)

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Odds:
    """Log odds that it is an index and, if it is one, that its rank and its suit are right."""

    index: float
    rank: float
    suit: float

    @property
    def all(self) -> float:
        """Log odds that all three hold."""
        miss = -math.expm1(
            sum(-math.log1p(math.exp(-max(x, -50.0))) for x in (self.index, self.rank, self.suit))
        )
        return -logit(miss, 50.0)


@dataclass(frozen=True, slots=True)
class IndexFeatures:
    """The features of an index for each of the three models, in the order of `INDEX_FEATURES` and so on."""

    index: Numbers
    rank: Numbers
    suit: Numbers


def logit(p: float, most: float = CLIP) -> float:
    """Log odds of a probability, clipped to +-`most`."""
    q = min(max(float(p), 1e-25), 1.0)
    return most if q >= 1 else max(-most, min(most, math.log(q) - math.log1p(-q)))


def sigmoid(x: float) -> float:
    """The probability of log odds."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def _leads(
    scores: tuple[Numbers, Numbers], card: tuple[int, int], taken: Collection[str]
) -> tuple[float, float]:
    """By how much rank and suit of a reading lead the best other rank and suit that are possible.

    Args:
        scores: logarithms of how likely the 13 ranks are, and the 4 suits.
        card: numbers of rank and suit of the reading.
        taken: cards that lie elsewhere: another rank that would make one of them needs another suit too, and so on.
    """
    ranks, suits = (of.tolist() for of in scores)
    if not taken:
        return _plain_lead(ranks, card[0]), _plain_lead(suits, card[1])
    away = {(RANKS.index(name[0]), SUITS.index(name[1])) for name in taken}
    return _lead(ranks, suits, card, away), _lead(suits, ranks, card[::-1], {pair[::-1] for pair in away})


def _plain_lead(scores: Sequence[float], own: int) -> float:
    """The lead where nothing is ruled out."""
    return max(min(CLIP, scores[own] - max(*scores[:own], *scores[own + 1 :])), -CLIP)


def _lead(
    scores: Sequence[float], others: Sequence[float], own: tuple[int, int], away: Collection[tuple[int, int]]
) -> float:
    """The lead in rank (or suit).

    `others`: the scores of suits (or ranks); `own`, `away`: numbers of rank and suit (or suit and rank) of the
    reading, and of the cards that lie elsewhere.
    """
    behind = [max(others[own[1]] - score, 0.0) for score in others]
    lead = math.inf
    for n, score in enumerate(scores):
        if n != own[0]:
            also = 0.0
            if (n, own[1]) in away:
                free = (behind[m] for m in range(len(others)) if m != own[1] and (n, m) not in away)
                also = min(free, default=math.inf)
            lead = min(lead, scores[own[0]] - score + also)
    return max(min(CLIP, lead), -CLIP)


def index_features(index: Index, taken: Collection[str] = ()) -> IndexFeatures:
    """The features of one index; `taken`: cards that certainly lie elsewhere."""
    card = RANKS.index(index.card[0]), SUITS.index(index.card[1])
    looks = np.asarray(index.checked.looks, np.float64)
    heat, size = logit(index.found.heat), math.log(max(index.spot.height, SMALLEST_HEIGHT) / UNIT_HEIGHT)
    of_real: list[float] = looks[:, 17].tolist()
    real, least_real = (max(-CLIP, min(CLIP, v)) for v in (sum(of_real) / len(of_real), min(of_real)))

    def of_look(look: Numbers) -> tuple[float, float]:
        return _leads((look[:13], look[13:17]), card, taken)

    ranks, suits = np.asarray(index.found.ranks, np.float64), np.asarray(index.found.suits, np.float64)
    found = np.log(ranks + 1e-6), np.log(suits + 1e-6)
    finder, whole = _leads(found, card, taken), of_look(looks.mean(0))
    each = [whole] if len(looks) == 1 else [of_look(look) for look in looks]
    by_rank, by_suit = ((finder[k], whole[k], min(one[k] for one in each)) for k in (0, 1))
    sharp = index.checked.sharp
    detail = size + math.log(max(sharp, LEAST_SHARP))

    def detailed(leads: tuple[float, ...]) -> list[float]:
        return [value * detail for value in (*leads, detail)]

    of_index = np.array([heat, real, least_real, by_rank[0], by_rank[1], by_suit[0], by_suit[1]])
    common, look, black = (heat, real, index.rival), (size, sharp), float(index.card[1] in BLACK)
    in_black = [black * v for v in (1.0, *by_suit, sharp, *detailed(by_suit))]
    return IndexFeatures(
        np.array([*of_index, size, *(of_index * size)]),
        np.array([*common, *by_rank, *look, *detailed(by_rank)]),
        np.array([*common, *by_suit, *look, *detailed(by_suit), *in_black]),
    )


def may_be_clubs(index: Index, taken: Collection[str]) -> bool:
    """Whether what is read as a spade leads the club only a little in a closer look, unless the club lies
    elsewhere."""
    return _lead_over_clubs(index, taken) < NO_CLUBS


def says_clubs(index: Index, taken: Collection[str]) -> bool:
    """Whether what is read as a spade is a club in a closer look, unless the club lies elsewhere."""
    return _lead_over_clubs(index, taken) < SAYS_CLUBS


def _lead_over_clubs(index: Index, taken: Collection[str]) -> float:
    """By how much a spade leads the club in the closer look where it leads least; infinite where none can."""
    looks = index.checked.looks
    if index.card[1] != SPADES or index.card[0] + CLUBS in taken or len(looks) == 1:
        return math.inf
    return float(_over_clubs(looks[1:, 13:17]).min())


def _over_clubs(suits: NDArray[np.floating[Any]]) -> NDArray[np.floating[Any]]:
    """By how much spades lead clubs, for each row of log odds of the four suits."""
    return suits[..., SUITS.index(SPADES)] - suits[..., SUITS.index(CLUBS)]


def spades_not_clubs(card: str, corners: Sequence[Index], face: Face, taken: Collection[str] = ()) -> float:
    """By how much everything together shows a spade rather than the club of its rank, log odds.

    The closer looks, the finder and the face are of different networks, or pictures, and err apart. Infinite where it
    is no spade, where that club lies elsewhere, and where no closer look was taken.
    """
    looks = [index.checked.looks[1:, 13:17] for index in corners]
    closer = np.concatenate(looks).astype(np.float64)
    if card[1] != SPADES or card[0] + CLUBS in taken or not len(closer):
        return math.inf
    found = np.log(np.array([index.found.suits for index in corners], np.float64) + FAINTEST)
    return float(_over_clubs(closer).mean() + _over_clubs(found).min() + BY_FACE * _over_clubs(face.suits))


def pair_features(first: Odds, second: Odds) -> tuple[Numbers, Numbers]:
    """Features for rank and for suit of a card whose two indices agree: the better and the worse log odds."""
    return (
        np.array([max(first.rank, second.rank), min(first.rank, second.rank)]),
        np.array([max(first.suit, second.suit), min(first.suit, second.suit)]),
    )


def face_features(card: str, odds: Odds, face: Face, taken: Collection[str] = ()) -> tuple[Numbers, Numbers]:
    """Features for rank and for suit of a card whose face was read: the log odds of its indices, the lead of its
    face."""
    number = RANKS.index(card[0]), SUITS.index(card[1])
    rank, suit = _leads((face.ranks, face.suits), number, taken)
    return np.array([odds.rank, rank]), np.array([odds.suit, suit])


def bend_features(odds: float) -> Numbers:
    """Features of the last correction: log odds, and how far they are beyond each of the `BENDS`."""
    return np.array([odds, *(max(0.0, odds - bend) for bend in BENDS)])


def _at_most_a_little_more(better: float, together: float) -> float:
    return max(better, min(together, better + MOST_OF_SECOND))


def _dot(weights: tuple[float, ...], numbers: Numbers) -> float:
    """A linear model on numbers; its bias is the last of the weights."""
    return float(np.dot(_as_array(weights), numbers)) + weights[-1]


@cache
def _as_array(weights: tuple[float, ...]) -> Numbers:
    """The weights without the bias as an array, cached because every corner needs it."""
    return np.array(weights[:-1])


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of the logistic models, the bias of each last, and the threshold.

    Attributes:
        index, rank, suit: of the three models of an index, on `index_features`.
        pair_rank, pair_suit: of cards whose two indices agree, on `pair_features`.
        face_rank, face_suit: of cards whose face was read, on `face_features`.
        bend: of the last correction of the log odds of a card, on `bend_features`.
        letter_j, letter_q, letter_k: that a court's letter is known, on `vision.letters.letter_features`.
        number_8, number_t, number_other: that a number's print is known, on `vision.letters.number_features`.
        threshold: probability from which a card counts as certain.
    """

    index: tuple[float, ...]
    rank: tuple[float, ...]
    suit: tuple[float, ...]
    pair_rank: tuple[float, ...]
    pair_suit: tuple[float, ...]
    face_rank: tuple[float, ...]
    face_suit: tuple[float, ...]
    bend: tuple[float, ...]
    threshold: float
    letter_j: tuple[float, ...] = NO_LETTER_KNOWN
    letter_q: tuple[float, ...] = NO_LETTER_KNOWN
    letter_k: tuple[float, ...] = NO_LETTER_KNOWN
    number_8: tuple[float, ...] = NOTHING_OF_NUMBERS
    number_t: tuple[float, ...] = NOTHING_OF_NUMBERS
    number_other: tuple[float, ...] = NOTHING_OF_NUMBERS

    @staticmethod
    def load(path: Path) -> Calibration:
        """Read the file that training wrote.

        Raises:
            FileNotFoundError, ValueError: it is missing, or not a calibration of this reader.
        """
        try:
            data = json.loads(path.read_text())
            lists = {name: tuple(float(w) for w in data[name]) for name in LENGTHS}
            threshold = float(data["threshold"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"not a calibration: {path}") from error
        if any(len(lists[name]) != length for name, length in LENGTHS.items()):
            raise ValueError(f"not the calibration of this reader: {path}")
        return Calibration(**lists, threshold=threshold)

    def save(self, path: Path) -> None:
        """Write it to a JSON file."""
        data = {
            "marks": {
                "index": INDEX_FEATURES,
                "rank": RANK_FEATURES,
                "suit": SUIT_FEATURES,
                "letter": LETTER_FEATURES,
                "number": NUMBER_FEATURES,
                "bends": BENDS,
            },
            **{f.name: getattr(self, f.name) for f in fields(self)},
        }
        path.write_text(json.dumps(data, indent=2) + "\n")

    def index_odds(self, index: Index, taken: Collection[str] = ()) -> Odds:
        """The odds of one index; `taken`: cards that certainly lie elsewhere, so that it is none of them."""
        found = index_features(index, taken)
        suit = _dot(self.suit, found.suit)
        if may_be_clubs(index, taken):
            suit = min(suit, MAYBE_CLUBS)
        return Odds(_dot(self.index, found.index), _dot(self.rank, found.rank), suit)

    def pair_odds(self, first: Odds, second: Odds) -> Odds:
        """The odds of a card whose two indices agree: at least those of the better one, and not much more.

        Both corners have the same light and the same blur, which can make them wrong together.
        """
        rank, suit = pair_features(first, second)
        return Odds(
            max(first.index, second.index),
            _at_most_a_little_more(float(rank[0]), _dot(self.pair_rank, rank)),
            _at_most_a_little_more(float(suit[0]), _dot(self.pair_suit, suit)),
        )

    def face_odds(
        self, card: str, odds: Odds, face: Face, taken: Collection[str] = (), clubs: bool = False
    ) -> Odds:
        """The odds of a card whose face was read.

        `taken`: cards that certainly lie elsewhere. `clubs`: it is read as a spade, but its indices may be clubs.
        """
        of_rank, of_suit = face_features(card, odds, face, taken)
        rank, suit = _dot(self.face_rank, of_rank), _dot(self.face_suit, of_suit)
        if clubs and of_suit[1] < PLAINLY_SPADES:
            rank, suit = min(rank, odds.rank), min(suit, odds.suit)
        return Odds(odds.index, rank, suit)

    def letter_odds(self, card: str, corners: Sequence[Index], face: Face, *, is_open: bool) -> float:
        """Log odds that the networks know the print of a rank; aces never count as known.

        `corners`: its indices, two at most; `is_open`: whether the whole card lies open.
        """
        rank = card[0]
        if rank == RANKS[0]:
            return NO_LETTER_KNOWN[-1]
        if rank in LETTERS:
            weights = (self.letter_j, self.letter_q, self.letter_k)[LETTERS.index(rank)]
            return _dot(weights, letter_features(card, corners, face, is_open=is_open))
        model = next(n for n, ranks in enumerate(NUMBERS) if rank in ranks)
        weights = (self.number_8, self.number_t, self.number_other)[model]
        return _dot(weights, number_features(card, corners, face, is_open=is_open))

    def card_odds(self, odds: Odds) -> float:
        """Log odds that the card is right."""
        return _dot(self.bend, bend_features(odds.all))


LENGTHS = {
    "index": len(INDEX_FEATURES) + 1,
    "rank": len(RANK_FEATURES) + 1,
    "suit": len(SUIT_FEATURES) + 1,
    "pair_rank": 3,
    "pair_suit": 3,
    "face_rank": 3,
    "face_suit": 3,
    "bend": len(BENDS) + 2,
    **{f"letter_{rank.lower()}": len(LETTER_FEATURES) + 1 for rank in LETTERS},
    **{f"number_{name}": len(NUMBER_FEATURES) + 1 for name in ("8", "t", "other")},
}
"""The number of weights of each model."""
