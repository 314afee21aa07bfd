"""The features that tell whether a rank's print is one the networks know: a J or an 8, not a foreign B, G, W or 1.

They come from both corners, all looks and the face. Each known letter has its own next best readings: a J looks next
like a 3, a Q like a 9; but an Icelandic G, read as a Q, looks next like a 6, and a Polish W, read as a K, like a ten.
The same holds for numbers: a German B, read as an 8, looks next like a 6 or a ten, and its face is a picture.
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
"""Numbers as which foreign letters are read, often, sometimes and rarely: each group has a model of its own."""
# Log odds; larger values count as these.
MOST_LEAD, MOST_BEHIND, MOST_FOUND, MOST_FACE = 9.0, 6.0, 6.0, 8.0
LEAST_FACE, MOST_PICTURE = -12.0, 10.0  # the same, of the face
LEAST_FINE = 0.1  # px of height times sharpness
FAINTEST = 1e-4  # added to the finder's probabilities before their logarithm
_OF_CORNERS = ("lead", "least lead", "detail", "finder", "least finder")
LETTER_FEATURES = (
    *_OF_CORNERS,
    *(f"next {place}" for place in range(1, len(RANKS))),
    "face",
    "picture",
    "open",
    *(f"face before {place}" for place in range(1, len(LETTERS) + 1)),
)
"""The features of a letter. "next": how far each other rank, A to K, is behind the likeliest other one. "face
before": by how much the face shows the rank that was read rather than ace, jack, queen or king (without itself)."""


NUMBER_FEATURES = (
    *_OF_CORNERS,
    *(f"next {rank}" for rank in RANKS),
    "face",
    "picture",
    "ace",
    "open",
    "open picture",
)
"""The features of a number. "next": as above, for every rank. "picture", "ace": by how much the face shows one rather
than any number of pips."""

Numbers = NDArray[np.float64]


def letter_features(card: str, corners: Sequence[Index], face: Face, *, is_open: bool) -> Numbers:
    """The features of a court's letter, in the order of `LETTER_FEATURES`.

    Args:
        card: what it is read as; its rank is one of LETTERS.
        corners: its indices, two at most.
        face: what the face network says of it.
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


def number_features(card: str, corners: Sequence[Index], face: Face, *, is_open: bool) -> Numbers:
    """The features of a number, in the order of `NUMBER_FEATURES`; takes what `letter_features` takes."""
    own, first = RANKS.index(card[0]), RANKS.index(LETTERS[0])
    leads, each = _of_corners(own, corners)
    behind = np.clip(each - np.delete(each, own).min(), 0.0, MOST_BEHIND)
    behind[own] = 0.0  # it leads, except in a look or two
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
    """Five features of how the rank numbered `own` leads, and how far behind it each rank is on the mean of all
    looks."""
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
