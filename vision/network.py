"""The two trained networks behind OpenCV: a finder of corner indices and a checker of single ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Spot

STRIDE = 4  # px of the picture a cell of the finder's maps
MULTIPLE = 32  # px; the finder takes pictures whose sides are multiples of it
UNIT_HEIGHT = 20.0  # px, the index height whose logarithm the finder calls 0
OUTSIDE = (114.0, 114.0, 114.0)  # BGR, what lies outside the picture
LOOKS = (
    (0.0, 1.0),
    (0.1, 1.14),
    (-0.1, 0.88),
)  # of the checker: turn in radians and zoom, the finder being so far off
CROP_WIDTH, CROP_HEIGHT = 48, 64  # px of the checker's picture
INDEX_IN_CROP = 40.0  # px, the height of the index in it


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """One peak of the finder: where, how hot (0 to 1), probabilities of the 13 ranks A to K and of CDHS."""

    spot: Spot
    heat: float
    ranks: NDArray[np.float32]
    suits: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What the checker says of one spot: that it is an index at all, and probabilities of rank and suit."""

    real: float
    ranks: NDArray[np.float32]
    suits: NDArray[np.float32]


def upright_crop(
    picture: NDArray[np.uint8], centre: tuple[float, float], angle: float, height: float
) -> NDArray[np.uint8]:
    """Cut out an index so that it stands upright and 40 px tall in the middle of a 48 x 64 picture.

    Args:
        picture: (H, W, 3) BGR.
        centre: of the index, px.
        angle: direction of its top in the picture, atan2(y, x) in radians.
        height: of the index, px.
    Returns:
        (64, 48, 3) BGR; what lies outside the picture is grey.
    """
    scale = INDEX_IN_CROP / max(height, 1.0)
    source, zoom = picture, scale
    while zoom < 0.5:  # far too large: look at a smaller picture, so that no pixels are skipped
        zoom *= 2
    factor = scale / zoom
    turn = -math.pi / 2 - angle
    if factor < 1:
        source, centre = _shrunk_surroundings(picture, centre, height, factor)
    c, s = math.cos(turn) * zoom, math.sin(turn) * zoom
    x, y = centre
    matrix = np.array(
        [[c, -s, CROP_WIDTH / 2 - c * x + s * y], [s, c, CROP_HEIGHT / 2 - s * x - c * y]], np.float64
    )
    crop = cv2.warpAffine(
        source, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR, borderValue=OUTSIDE
    )
    return np.asarray(crop, np.uint8)


def _shrunk_surroundings(
    picture: NDArray[np.uint8], centre: tuple[float, float], height: float, factor: float
) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """The neighbourhood of an index made smaller, and the centre within it."""
    reach = 1.2 * height
    x0, y0 = max(0, int(centre[0] - reach)), max(0, int(centre[1] - reach))
    x1 = max(x0 + 2, min(picture.shape[1], int(centre[0] + reach) + 1))
    y1 = max(y0 + 2, min(picture.shape[0], int(centre[1] + reach) + 1))
    part = picture[min(y0, picture.shape[0] - 2) : y1, min(x0, picture.shape[1] - 2) : x1]
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), ((centre[0] - x0) * factor, (centre[1] - y0) * factor)


class Finder:
    """The finder: a fully convolutional network that marks corner indices in pictures of any size."""

    def __init__(self, model: Path) -> None:
        """Load the network.

        Raises:
            FileNotFoundError: there is no such file.
            ValueError: the file is not a network that OpenCV can run.
        """
        self._net = _load(model)

    def find(self, picture: NDArray[np.uint8], least: float) -> list[Found]:
        """All places that may be an index.

        Args:
            picture: (H, W, 3) BGR in which indices are 12 to 50 px tall.
            least: heat (0 to 1) below which a place is not worth a word.
        Returns:
            one entry a peak of the heat map, in no order, in px of this picture.
        """
        maps = self._maps(picture)
        heat = 1 / (1 + np.exp(-maps[0]))
        peak = cv2.dilate(heat, np.ones((3, 3), np.uint8))
        rows, columns = np.where((heat == peak) & (heat > least))
        found = []
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            v = maps[:, row, column]
            found.append(
                Found(
                    spot=Spot(
                        x=float((column + 0.5 + v[18]) * STRIDE),
                        y=float((row + 0.5 + v[19]) * STRIDE),
                        height=float(UNIT_HEIGHT * np.exp(np.clip(v[22], -1.5, 2.0))),
                        angle=float(np.arctan2(v[21], v[20])),
                    ),
                    heat=float(heat[row, column]),
                    ranks=softmax(v[1:14]),
                    suits=softmax(v[14:18]),
                )
            )
        return found

    def _maps(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        high, wide = picture.shape[:2]
        full = (-(-high // MULTIPLE) * MULTIPLE, -(-wide // MULTIPLE) * MULTIPLE)
        if full != (high, wide):
            below, right = full[0] - high, full[1] - wide
            picture = cv2.copyMakeBorder(
                picture, 0, below, 0, right, cv2.BORDER_CONSTANT, value=OUTSIDE
            ).astype(np.uint8, copy=False)
        self._net.setInput(cv2.dnn.blobFromImage(picture, 1 / 255))
        return np.asarray(self._net.forward()[0], np.float32)


class Checker:
    """The checker: looks at one index at a time, upright and large, not knowing what the finder said."""

    def __init__(self, model: Path) -> None:
        """Load the network; raises as `Finder` does."""
        self._net = _load(model)

    def look(self, picture: NDArray[np.uint8], spots: list[Spot]) -> list[Checked]:
        """Read each spot several times, a little displaced, and take the mean.

        Args:
            picture: (H, W, 3) BGR, as large as there is.
            spots: where indices stand in it.
        """
        if not spots:
            return []
        crops = [
            upright_crop(picture, (s.x, s.y), s.angle + turn, s.height * zoom)
            for turn, zoom in LOOKS
            for s in spots
        ]
        self._net.setInput(cv2.dnn.blobFromImages(crops, 1 / 255))
        scores = np.asarray(self._net.forward(), np.float32).reshape(len(LOOKS), len(spots), -1).mean(0)
        return [
            Checked(real=float(1 / (1 + np.exp(-v[17]))), ranks=softmax(v[:13]), suits=softmax(v[13:17]))
            for v in scores
        ]


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores to probabilities."""
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum(), np.float32)


def _load(model: Path) -> cv2.dnn.Net:
    if not model.is_file():
        raise FileNotFoundError(f"the trained network is missing: {model}")
    classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 5 has several; this one is the faster for us
    try:
        if classic is None:
            return cv2.dnn.readNetFromONNX(str(model))
        return cv2.dnn.readNetFromONNX(str(model), classic)
    except cv2.error as error:
        raise ValueError(f"not a network that OpenCV can run: {model}") from error
