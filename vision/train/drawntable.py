"""A drawn table with nine cards, on which the card reader's speed is measured."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.deck import face

TABLE_SIZE: Final = (2304, 1296)  # px
TABLE_CARD_HEIGHT: Final = 250.0  # px of a card in it


def cloth(size: tuple[int, int]) -> NDArray[np.uint8]:
    """Plain cloth with the noise of a camera, (H, W, 3) BGR; `size`: width and height, px."""
    even = np.full((*size[::-1], 3), (60, 100, 50), np.uint8)
    return np.asarray(even + np.random.default_rng(5).integers(0, 12, even.shape, np.uint8), np.uint8)


def grained_wood(size: tuple[int, int], turn_deg: float = 0.0) -> NDArray[np.uint8]:
    """Wood with a strong, fine grain, turned by `turn_deg`, (H, W, 3) BGR; `size`: width and height, px."""
    rng, side = np.random.default_rng(1), round(1.2 * float(np.hypot(*size)))
    noise = cv2.GaussianBlur(rng.normal(0, 1, (side, side)).astype(np.float32), (0, 0), sigmaX=60, sigmaY=4)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), turn_deg, 1.0)
    grain = cv2.warpAffine(noise * (25 / noise.std()), turn, (side, side))
    x, y = (side - size[0]) // 2, (side - size[1]) // 2
    wood = grain[y : y + size[1], x : x + size[0], None] + np.array((80, 110, 140))
    return np.asarray(np.clip(wood + rng.integers(0, 12, wood.shape), 0, 255), np.uint8)


def winding_wood(size: tuple[int, int], wind_px: float = 28.0, seed: int = 1) -> NDArray[np.uint8]:
    """Wood whose strong grain winds every `wind_px` px, (H, W, 3) BGR; `size`: width and height, px."""
    rng, shape = np.random.default_rng(seed), size[::-1]
    noise = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), sigmaX=60, sigmaY=4)
    bend = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), wind_px / 2)
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    down = np.asarray(y + bend * np.float32(wind_px / 2 / bend.std()), np.float32)
    grain = cv2.remap(noise, x, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    wood = grain[:, :, None] * (25 / noise.std()) + np.array((80, 110, 140))
    return np.asarray(np.clip(wood + rng.integers(0, 12, wood.shape), 0, 255), np.uint8)


def drawn_table(size: tuple[int, int], ground: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """A table with the project's own deck on it: nine cards in rows. Returns (H, W, 3) BGR.

    Args:
        size: width and height, px.
        ground: what they lie on, (H, W, 3) BGR; plain cloth if None.
    """
    table = cloth(size) if ground is None else ground.copy()
    for n, card in enumerate(("5H", "6S", "7D", "8C", "JH", "QS", "KD", "TC", "AS")):
        picture = cv2.resize(face(card), (round(TABLE_CARD_HEIGHT * 63 / 88), round(TABLE_CARD_HEIGHT)))
        x, y = 120 + (n % 5) * 230, 120 + (n // 5) * 400
        spot = table[y : y + picture.shape[0], x : x + picture.shape[1]]
        alpha = picture[:, :, 3:] / np.float32(255)
        spot[:] = (picture[:, :, :3] * alpha + spot * (1 - alpha)).astype(np.uint8)
    return table
