"""The effects of a camera on a rendered scene: white balance, exposure, focus, motion, resampling, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import as_f32, as_u8

Picture = NDArray[np.uint8]
Soft = NDArray[np.float32]


def _colours(image: Soft, rng: np.random.Generator) -> Soft:
    kind, gain = rng.random(), np.ones(3)
    if kind < 0.6:
        gain = rng.uniform(0.8, 1.2, 3)
    elif kind < 0.76:  # warm lamps
        gain = np.array([rng.uniform(0.35, 0.9), rng.uniform(0.75, 1.05), rng.uniform(0.9, 1.2)])
    image = image * (gain * rng.uniform(0.45, 1.35) / 255).astype(np.float32)
    return np.asarray(255 * np.clip(image, 0, 1) ** np.float32(rng.uniform(0.65, 1.5)), np.float32)


def _resample(image: Soft, rng: np.random.Generator, least: float) -> Soft:
    """Shrink and enlarge again, as in a picture that was small or taken from afar."""
    scale = rng.uniform(least, 0.95)
    high, wide = image.shape[:2]
    down = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
    small = as_f32(cv2.resize(image, None, fx=scale, fy=scale, interpolation=down))
    if rng.random() < 0.3:
        small = _jpeg(small, rng)
    up = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(small, (wide, high), interpolation=up), np.float32)


def _jpeg(image: Soft, rng: np.random.Generator) -> Soft:
    flat = np.clip(image, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.float32)


def _shake(image: Soft, rng: np.random.Generator, longest: int) -> Soft:
    size = int(rng.integers(3, longest + 1))
    kernel = np.zeros((size, size), np.float32)
    cv2.line(kernel, (0, int(rng.integers(size))), (size - 1, int(rng.integers(size))), 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def photograph(picture: Picture, rng: np.random.Generator, detail: float = 1.0) -> Picture:
    """Take a picture of a scene.

    Args:
        picture: (H, W, 3) BGR.
        detail: 1 for indices about 20 px tall; pictures of larger ones get more blur.
    Returns:
        the degraded (H, W, 3) picture.
    """
    image = _colours(picture.astype(np.float32), rng)
    if rng.random() < 0.45:
        image = as_f32(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3) * detail))
    if rng.random() < 0.1:
        image = _shake(image, rng, max(4, int(6 * detail)))
    if rng.random() < 0.35:
        image = _resample(image, rng, 0.42 / detail)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * np.float32(rng.uniform(0.3, 1.6))
    if rng.random() < 0.8:
        noise = rng.standard_normal(image.shape, dtype=np.float32)
        image = image + noise * np.float32(rng.uniform(0, 9))
    if rng.random() < 0.4:
        image = _jpeg(image, rng)
    out = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.03:
        out = as_u8(cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    return out
