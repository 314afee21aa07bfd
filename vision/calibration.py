"""How sure the networks' numbers make us: calibrated probabilities, fitted once and stored beside them.

Three questions are asked of every index found, each with its own logistic model: is it an index at all, is its
rank right, is its suit right. A card is right where all three are, so that a doubtful suit is never outvoted by a
plain rank. Of two indices of one card that agree, rank and suit are each surer than of one. Where a doubt is left the
face of the card is asked, its pips or its picture: a second opinion on rank and on suit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.facereader import Face
from vision.letters import LETTER_MARKS, LETTERS, NUMBER_MARKS, NUMBERS, letter_marks, number_marks
from vision.locate import RANKS, SUITS, Index
from vision.network import UNIT_HEIGHT

BLACK = "CS"
CLIP = 7.0  # log odds beyond it say nothing more
SMALLEST_HEIGHT = 6.0  # px of an index; below, size says nothing more
MOST_OF_SECOND = 0.5  # log odds that an agreeing second index adds at most
# Blurred clubs look like spades, their notches filled; blurred spades do not look like clubs.
SPADES, CLUBS = "S", "C"
PLAINLY_SPADES = 6.0  # the lead from which a face makes a spade surer that may be a club
NO_CLUBS = 3.5  # by which every closer look at an index must have spades ahead of clubs ...
MAYBE_CLUBS = 2.0  # ... or its log odds of being a spade are no more than this
BENDS = (2.0, 4.0)  # log odds at which the last correction may change its slope

NO_LETTER_KNOWN = (*(0.0 for _ in LETTER_MARKS), -50.0)  # weights by which no letter is known
NOTHING_OF_NUMBERS = (*(0.0 for _ in NUMBER_MARKS), 0.0)  # ... and by which nothing is said of numbers

LEAST_SHARP = 0.02  # of `Checked.sharp`; below, it says nothing more

_OF_INDEX = ("heat", "real", "least real", "finder rank", "checker rank", "finder suit", "checker suit")
_LEADS = ("finder", "checker", "worst look")
# The same lead is worth more where an index is large and sharp ("detail") than where it is small or blurred.
_DETAILED = tuple(f"{name} by detail" for name in (*_LEADS, "detail"))
INDEX_MARKS = (*_OF_INDEX, "size", *(f"{name} by size" for name in _OF_INDEX))
RANK_MARKS = ("heat", "real", "rival", *_LEADS, "size", "sharp", *_DETAILED)
SUIT_MARKS = (
    *RANK_MARKS,
    "black",  # clubs and spades are the likeliest to be taken for each other
    *(f"black {name}" for name in (*_LEADS, "sharp", *_DETAILED)),
)

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Odds:
    """Log odds that it is an index, that its rank is right if it is one, and its suit."""

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
class Marks:
    """What of an index bears on each of the three questions, in the order of the names above."""

    index: Numbers
    rank: Numbers
    suit: Numbers


def logit(p: float, most: float = CLIP) -> float:
    """Log odds, clipped to +-most."""
    q = min(max(float(p), 1e-25), 1.0)
    return most if q >= 1 else max(-most, min(most, math.log(q) - math.log1p(-q)))


def sigmoid(x: float) -> float:
    """The probability of log odds."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def _leads(
    scores: tuple[Numbers, Numbers], card: tuple[int, int], taken: Collection[str]
) -> tuple[float, float]:
    """By how much rank and suit of a reading lead the best other rank and suit that it can be.

    Args:
        scores: logarithms of how likely the 13 ranks are, and the 4 suits.
        card: numbers of rank and suit of the reading.
        taken: cards that lie elsewhere: what would be one of them must be of another suit, or rank, as well.
    """
    if not taken:
        return _plain_lead(scores[0].tolist(), card[0]), _plain_lead(scores[1].tolist(), card[1])
    behind = scores[0][card[0]] - scores[0], scores[1][card[1]] - scores[1]
    free = np.ones((13, 4), np.bool_)
    for name in taken:
        free[RANKS.index(name[0]), SUITS.index(name[1])] = False
    return _lead(*behind, card, free), _lead(behind[1], behind[0], (card[1], card[0]), free.T)


def _plain_lead(scores: Sequence[float], own: int) -> float:
    """The lead where nothing is ruled out."""
    return max(min(CLIP, scores[own] - max(*scores[:own], *scores[own + 1 :])), -CLIP)


def _lead(behind: Numbers, other: Numbers, card: tuple[int, int], free: NDArray[np.bool_]) -> float:
    """The lead in one of rank and suit; `other`: how far behind the values of the other one are."""
    also = np.where(np.delete(free, card[1], 1), np.maximum(np.delete(other, card[1]), 0.0), math.inf).min(1)
    lead = np.delete(behind + np.where(free[:, card[1]], 0.0, also), card[0]).min()
    return float(np.clip(lead, -CLIP, CLIP))


def marks(index: Index, taken: Collection[str] = ()) -> Marks:
    """The numbers of one index that bear on its being right; `taken`: cards that surely lie elsewhere."""
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
    return Marks(
        np.array([*of_index, size, *(of_index * size)]),
        np.array([*common, *by_rank, *look, *detailed(by_rank)]),
        np.array([*common, *by_suit, *look, *detailed(by_suit), *in_black]),
    )


def may_be_clubs(index: Index, taken: Collection[str]) -> bool:
    """Whether a closer look at what is read as a spade sees it little ahead of the club, if that may lie there."""
    looks = index.checked.looks
    if index.card[1] != SPADES or index.card[0] + CLUBS in taken or len(looks) == 1:
        return False
    suits = looks[1:, 13:17]
    return float((suits[:, SUITS.index(SPADES)] - suits[:, SUITS.index(CLUBS)]).min()) < NO_CLUBS


def agreement(first: Odds, second: Odds) -> tuple[Numbers, Numbers]:
    """What bears on rank and on suit of a card whose two indices agree: the better and the worse of both."""
    return (
        np.array([max(first.rank, second.rank), min(first.rank, second.rank)]),
        np.array([max(first.suit, second.suit), min(first.suit, second.suit)]),
    )


def with_face(card: str, odds: Odds, face: Face, taken: Collection[str] = ()) -> tuple[Numbers, Numbers]:
    """What bears on rank and on suit of a card whose face was asked: what its indices say, and its face."""
    number = RANKS.index(card[0]), SUITS.index(card[1])
    rank, suit = _leads((face.ranks, face.suits), number, taken)
    return np.array([odds.rank, rank]), np.array([odds.suit, suit])


def bent(odds: float) -> Numbers:
    """Log odds, and how far they are beyond each of the BENDS."""
    return np.array([odds, *(max(0.0, odds - bend) for bend in BENDS)])


def _between(better: float, together: float) -> float:
    return max(better, min(together, better + MOST_OF_SECOND))


def _dot(weights: tuple[float, ...], numbers: Numbers) -> float:
    """Weights and, last, the bias, on numbers."""
    return float(np.dot(_as_array(weights), numbers)) + weights[-1]


@cache
def _as_array(weights: tuple[float, ...]) -> Numbers:
    """All but the bias; kept, for there are few of them and they are asked for at every corner."""
    return np.array(weights[:-1])


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of the logistic models, the bias of each last, and the threshold.

    Attributes:
        index, rank, suit: of the three questions, one weight a mark.
        pair_rank, pair_suit: of cards whose two indices agree, on the better and the worse log odds of both.
        face_rank, face_suit: of cards whose face was asked, on `with_face`.
        bend: of the last correction of the log odds of a card, on `bent`.
        letter_j, letter_q, letter_k: of a court's letter being known, on `vision.letters.letter_marks`.
        number_8, number_t, number_other: of a number's print being known, on `vision.letters.number_marks`.
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
        """Read the file that the training wrote.

        Raises:
            FileNotFoundError, ValueError: it is missing or not such a file.
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
        """Write it as JSON."""
        data = {
            "marks": {
                "index": INDEX_MARKS,
                "rank": RANK_MARKS,
                "suit": SUIT_MARKS,
                "letter": LETTER_MARKS,
                "number": NUMBER_MARKS,
                "bends": BENDS,
            },
            **{f.name: getattr(self, f.name) for f in fields(self)},
        }
        path.write_text(json.dumps(data, indent=2) + "\n")

    def one(self, index: Index, taken: Collection[str] = ()) -> Odds:
        """How sure one index is; `taken`: cards that surely lie elsewhere, so that it is none of these."""
        found = marks(index, taken)
        suit = _dot(self.suit, found.suit)
        if may_be_clubs(index, taken):
            suit = min(suit, MAYBE_CLUBS)
        return Odds(_dot(self.index, found.index), _dot(self.rank, found.rank), suit)

    def pair(self, first: Odds, second: Odds) -> Odds:
        """How sure a card is whose two indices agree; never less than the surer of them, and not much more.

        Both corners lie in the same light and the same blur, which can make them wrong together.
        """
        rank, suit = agreement(first, second)
        return Odds(
            max(first.index, second.index),
            _between(float(rank[0]), _dot(self.pair_rank, rank)),
            _between(float(suit[0]), _dot(self.pair_suit, suit)),
        )

    def with_face(
        self, card: str, odds: Odds, face: Face, taken: Collection[str] = (), clubs: bool = False
    ) -> Odds:
        """How sure a card is once its face was asked.

        `taken`: cards that surely lie elsewhere. `clubs`: it is read as a spade, and its indices may be clubs.
        """
        of_rank, of_suit = with_face(card, odds, face, taken)
        rank, suit = _dot(self.face_rank, of_rank), _dot(self.face_suit, of_suit)
        if clubs and of_suit[1] < PLAINLY_SPADES:
            rank, suit = min(rank, odds.rank), min(suit, odds.suit)
        return Odds(odds.index, rank, suit)

    def letter(self, card: str, corners: Sequence[Index], face: Face, *, is_open: bool) -> float:
        """Log odds that what a rank is read by is print which the networks know; of aces nothing is known.

        `corners`: its indices, two at most; `is_open`: whether the whole card lies open.
        """
        rank = card[0]
        if rank == RANKS[0]:
            return NO_LETTER_KNOWN[-1]
        if rank in LETTERS:
            weights = (self.letter_j, self.letter_q, self.letter_k)[LETTERS.index(rank)]
            return _dot(weights, letter_marks(card, corners, face, is_open=is_open))
        model = next(n for n, ranks in enumerate(NUMBERS) if rank in ranks)
        weights = (self.number_8, self.number_t, self.number_other)[model]
        return _dot(weights, number_marks(card, corners, face, is_open=is_open))

    def card(self, odds: Odds) -> float:
        """Log odds of the card's being right."""
        return _dot(self.bend, bent(odds.all))


LENGTHS = {
    "index": len(INDEX_MARKS) + 1,
    "rank": len(RANK_MARKS) + 1,
    "suit": len(SUIT_MARKS) + 1,
    "pair_rank": 3,
    "pair_suit": 3,
    "face_rank": 3,
    "face_suit": 3,
    "bend": len(BENDS) + 2,
    **{f"letter_{rank.lower()}": len(LETTER_MARKS) + 1 for rank in LETTERS},
    **{f"number_{name}": len(NUMBER_MARKS) + 1 for name in ("8", "t", "other")},
}
"""How many weights each model has."""
