"""The reasons why a card could not be read for certain, as sentences that a person can act on."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Spot
from vision.locate import Index
from vision.network import CROP_HEIGHT, CROP_WIDTH, upright_crop

TWICE = "the same card twice"
TOO_DARK = "too dark"
GLARE = "glare on this card"
OUT_OF_FOCUS = "out of focus"
NOT_WHOLE = "not all of the card is in the picture"
HIDDEN = "two cards hide each other's corner"
TOO_SMALL = "too small: bring the camera nearer"
NO_COLOUR = "the picture has no colours: red and black cannot be told"
FAINT = "its corner cannot be read for certain"

DARK_BELOW = 60  # grey level of the brightest part of a card's corner
GLARE_LEVEL, GLARE_SHARE = 250, 0.5  # grey level, and the share of the corner above it that is glare ...
GLARE_CONTRAST = 70  # ... if the print there is darker by no more than this
BLURRED_BELOW = 0.2  # steepest change between neighbouring pixels, as a share of the contrast
SMALLEST_HEIGHT = 12.0  # px of an index
NEIGHBOUR = 1.1  # index heights; another index nearer than this covers it
RIM = 0.75  # index heights from the edge of the picture
COLOURLESS = 6  # levels; the channels of a picture without colours differ by more in hardly any pixel
HARDLY_ANY = 0.01  # of its pixels


def corners_disagree(first: str, second: str) -> str:
    """The reason where the two corners of a card are read as different cards."""
    a, b = sorted((first, second))
    return f"its two corners disagree: {a} and {b}"


def face_disagrees(face: str, index: str) -> str:
    """The reason where the pips or the picture of a card contradict its index."""
    return f"its corner looks like {index}, its face like {face}"


def has_colour(picture: NDArray[np.uint8]) -> bool:
    """Whether a picture (H, W, 3) BGR has any colour; without colours hearts may be spades."""
    few = picture[:: max(1, picture.shape[0] // 200), :: max(1, picture.shape[1] // 200)]
    blue, green, red = cv2.split(np.ascontiguousarray(few))
    spread = cv2.subtract(cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    return int(np.count_nonzero(np.asarray(spread) > COLOURLESS)) > HARDLY_ANY * spread.size


def reason_for(picture: NDArray[np.uint8], index: Index, others: list[Index]) -> str:
    """The most likely reason why an index was not read for certain.

    Args:
        picture: (H, W, 3) BGR as given.
        index: the one in doubt.
        others: the other indices found in the picture.
    """
    spot = index.spot
    margin = RIM * spot.height
    high, wide = picture.shape[:2]
    if not (margin < spot.x < wide - margin and margin < spot.y < high - margin):
        return NOT_WHOLE
    if spot.height < SMALLEST_HEIGHT:
        return TOO_SMALL
    crop = upright_crop(picture, (spot.x, spot.y), spot.angle, spot.height)
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)[8 : CROP_HEIGHT - 8, 8 : CROP_WIDTH - 8].astype(np.float32)
    low, bright = (float(v) for v in np.percentile(grey, (5, 95)))
    if bright < DARK_BELOW:
        return TOO_DARK
    if float((grey >= GLARE_LEVEL).mean()) > GLARE_SHARE and bright - low < GLARE_CONTRAST:
        return GLARE
    if _steepest(grey) < BLURRED_BELOW * max(bright - low, 1.0):
        return OUT_OF_FOCUS
    if any(_in_the_way(spot, other.spot) for other in others if other is not index):
        return HIDDEN
    return FAINT


def _in_the_way(spot: Spot, other: Spot) -> bool:
    return math.hypot(spot.x - other.x, spot.y - other.y) < NEIGHBOUR * max(spot.height, other.height)


def _steepest(grey: NDArray[np.float32]) -> float:
    steps = np.abs(np.diff(grey, axis=1))
    return float(np.percentile(steps, 98))
