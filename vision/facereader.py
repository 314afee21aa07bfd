"""Reads a card by its face alone, its index painted over: pips to count, or a picture.

A network looks at the card that an index belongs to, upright and with that index painted over, so that its reading is
independent of the index. It is used only where the index leaves a doubt, and weighed by
`vision.calibration.Calibration`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.engine import Engine
from vision.geometry import Spot
from vision.locate import card_name
from vision.network import OUTSIDE, load_network, upright

FACE_WIDTH, FACE_HEIGHT = 80, 112  # px of the network's picture: a whole card of usual proportions
INDEX_IN_FACE = 21.0  # px, the height of the index in it
INDEX_AT = (12.0, 20.0)  # px, where its middle is
COVERED = (0.45, 0.66)  # index heights that are painted over, from its middle across and down
FACE_SCORES = 17  # 13 ranks, 4 suits
_OF_RANKS, _OF_SUITS = slice(0, 13), slice(13, 17)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The reading of a card's face: logarithms of the probabilities of the 13 ranks A to K, and of the suits CDHS."""

    ranks: NDArray[np.float64]
    suits: NDArray[np.float64]

    @property
    def card(self) -> str:
        """The card that it most likely shows."""
        return card_name(self.ranks, self.suits)


def face_crop(
    picture: NDArray[np.uint8], centre: tuple[float, float], angle: float, height: float
) -> NDArray[np.uint8]:
    """Cut out the card that an index belongs to, upright, the index at its top left painted over.

    Takes what `vision.network.upright_crop` takes; returns (112, 80, 3) BGR, in which the index is grey, as is what
    lies outside the picture.
    """
    zoom = INDEX_IN_FACE / max(height, 1.0)
    if zoom < 0.5:  # reduce the picture first, so that no pixels are skipped
        picture, centre, factor = _smaller_part(picture, centre, height, zoom)
        zoom /= factor
    crop = upright(picture, centre, angle, zoom, INDEX_AT, (FACE_WIDTH, FACE_HEIGHT))
    across, down = (INDEX_IN_FACE * share for share in COVERED)
    x0, x1 = round(INDEX_AT[0] - across), round(INDEX_AT[0] + across)
    y0, y1 = round(INDEX_AT[1] - down), round(INDEX_AT[1] + down)
    crop[max(0, y0) : y1, max(0, x0) : x1] = OUTSIDE
    return crop


def _smaller_part(
    picture: NDArray[np.uint8], centre: tuple[float, float], height: float, zoom: float
) -> tuple[NDArray[np.uint8], tuple[float, float], float]:
    """The surroundings of a card, halved until they are small enough, the index's centre in them, and the factor."""
    reach = math.hypot(FACE_WIDTH, FACE_HEIGHT) / INDEX_IN_FACE * height
    x0, y0 = max(0, int(centre[0] - reach)), max(0, int(centre[1] - reach))
    part, factor = picture[y0 : int(centre[1] + reach) + 1, x0 : int(centre[0] + reach) + 1], 1.0
    while zoom < 0.5 * factor and min(part.shape[:2]) > 1:
        size = max(1, part.shape[1] // 2), max(1, part.shape[0] // 2)
        part = np.asarray(
            cv2.resize(part[: 2 * size[1], : 2 * size[0]], size, interpolation=cv2.INTER_AREA), np.uint8
        )
        factor /= 2
    return part, ((centre[0] - x0) * factor, (centre[1] - y0) * factor), factor


class FaceReader:
    """The network that reads faces without their index. Not to be shared between threads."""

    def __init__(self, model: Path, engine: Engine = "auto", threads: int = 1) -> None:
        """Load the network; raises what `vision.network.Finder` raises."""
        self._net = load_network(model, engine, threads)

    def look(self, picture: NDArray[np.uint8], spots: list[Spot]) -> Face:
        """Read the face of the card to which these indices (at least one) belong.

        Args:
            picture: (H, W, 3) BGR, at full size.
            spots: indices of the card; the face is read from each of them, and the scores are averaged.
        """
        crops = [face_crop(picture, (s.x, s.y), s.angle, s.height) for s in spots]
        scores = self._net(crops).astype(np.float64).reshape(len(spots), FACE_SCORES).mean(0)
        return Face(_log_softmax(scores[_OF_RANKS]), _log_softmax(scores[_OF_SUITS]))


def _log_softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    away = scores - scores.max()
    return np.asarray(away - np.log(np.exp(away).sum()), np.float64)
