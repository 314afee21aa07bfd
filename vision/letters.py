"""Whether what a rank is read by is print that the networks know: a J or an 8, not another nation's B, G, W or 1.

Both corners, all looks and the face bear on it. A known letter has neighbours of its own: a J looks next like a 3, a
Q like a 9; an Icelandic G, read as a Q, looks next like a 6, a Polish W, read as a K, like a ten. So have numbers: a
German B, read as an 8, looks next like a 6 or a ten, and its face is a picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.facereader import Face
from vision.locate import RANKS, Index

LETTERS = "JQK"
NUMBERS = "8", "T", "2345679"
"""Numbers as which letters of other nations are read: often, now and then, seldom; each with a model of its own."""
MOST_LEAD, MOST_BEHIND, MOST_FOUND, MOST_FACE = (
    9.0,
    6.0,
    6.0,
    8.0,
)  # log odds; beyond it they say nothing more
LEAST_FACE, MOST_PICTURE = -12.0, 10.0  # as well, of the face
LEAST_FINE = 0.1  # px of height times sharpness
FAINTEST = 1e-4  # probability that the finder gives a rank at least
_OF_CORNERS = ("lead", "least lead", "detail", "finder", "least finder")
LETTER_MARKS = (
    *_OF_CORNERS,
    *(f"next {place}" for place in range(1, len(RANKS))),
    "face",
    "picture",
    "open",
    *(f"face before {place}" for place in range(1, len(LETTERS) + 1)),
)
"""What bears on it; "next": how far each other rank, A to K, lies behind the likeliest other one; "face before": by
how much the face shows the rank read before ace, jack, queen and king, but for itself."""


NUMBER_MARKS = (
    *_OF_CORNERS,
    *(f"next {rank}" for rank in RANKS),
    "face",
    "picture",
    "ace",
    "open",
    "open picture",
)
"""What bears on a number; "next": as above, of every rank; "picture", "ace": by how much the face shows one before
any number of pips."""

Numbers = NDArray[np.float64]


def letter_marks(card: str, corners: Sequence[Index], face: Face, *, is_open: bool) -> Numbers:
    """The numbers that bear on a court's letter being known, in the order of LETTER_MARKS.

    Args:
        card: what it is read as; its rank is one of LETTERS.
        corners: its indices, two at most.
        face: what its face says.
        is_open: whether the whole card lies open.
    """
    own = RANKS.index(card[0])
    leads, each = _of_corners(own, corners)
    each = np.delete(each, own)
    shown = face.ranks[own] - face.ranks
    first = RANKS.index(LETTERS[0])
    picture = np.logaddexp.reduce(face.ranks[first:]) - np.logaddexp.reduce(face.ranks[:first])
    others = [RANKS.index(rank) for rank in RANKS[0] + LETTERS if rank != card[0]]
    return np.array(
        [
            *leads,
            *np.clip(each - each.min(), 0.0, MOST_BEHIND),
            float(np.clip(np.delete(shown, own).min(), LEAST_FACE, MOST_FACE)),
            float(np.clip(picture, -MOST_PICTURE, MOST_PICTURE)),
            float(is_open),
            *np.clip(shown[others], -MOST_FACE, MOST_FACE),
        ]
    )


def number_marks(card: str, corners: Sequence[Index], face: Face, *, is_open: bool) -> Numbers:
    """What bears on a number's print being known, in the order of NUMBER_MARKS; takes what `letter_marks` does."""
    own, first = RANKS.index(card[0]), RANKS.index(LETTERS[0])
    leads, each = _of_corners(own, corners)
    behind = np.clip(each - np.delete(each, own).min(), 0.0, MOST_BEHIND)
    behind[own] = 0.0  # it leads, but for a look or two
    shown = np.delete(face.ranks[own] - face.ranks, own)
    court = np.logaddexp.reduce(face.ranks[first:]) - np.logaddexp.reduce(face.ranks[:first])
    picture = float(np.clip(court, -MOST_PICTURE, MOST_PICTURE))
    return np.array(
        [
            *leads,
            *behind,
            float(np.clip(shown.min(), LEAST_FACE, MOST_FACE)),
            picture,
            float(np.clip(face.ranks[0] - np.logaddexp.reduce(face.ranks[1:first]), -MOST_FACE, MOST_FACE)),
            float(is_open),
            picture * is_open,
        ]
    )


def _of_corners(own: int, corners: Sequence[Index]) -> tuple[tuple[float, ...], Numbers]:
    """How the rank numbered `own` leads, in five numbers; how far behind it each rank is on the mean of all looks."""
    looks = np.concatenate([index.checked.looks[:, :13] for index in corners]).astype(np.float64)
    behind = looks[:, own, None] - looks
    ahead = np.delete(behind, own, axis=1).min(1)
    found = np.log(np.array([index.found.ranks for index in corners], np.float64) + FAINTEST)
    finder = np.clip(found[:, own] - np.delete(found, own, axis=1).max(1), -MOST_FOUND, MOST_FOUND)
    fine = float(np.mean([index.spot.height * index.checked.sharp for index in corners]))
    leads = (
        min(float(ahead.mean()), MOST_LEAD),
        min(float(ahead.min()), MOST_LEAD),
        math.log(max(fine, LEAST_FINE)),
        float(finder.mean()),
        float(finder.min()),
    )
    return leads, behind.mean(0)
