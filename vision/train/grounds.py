"""Draws what is under, beside and over the cards: cloth, wood, print, score pads, coins, pegs, arms, backs."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import as_f32
from vision.train.art import LETTERS
from vision.train.decks import Press

Canvas = NDArray[np.uint8]


def _noise(rng: np.random.Generator, size: int, scales: list[int]) -> NDArray[np.float32]:
    total = np.zeros((size, size), np.float32)
    for k in scales:
        side = max(2, size // k)
        coarse = rng.standard_normal((side, side), dtype=np.float32)
        total += cv2.resize(coarse, (size, size), interpolation=cv2.INTER_LINEAR) * np.float32(
            rng.uniform(0.2, 1)
        )
    return total


def _base_colour(rng: np.random.Generator) -> NDArray[np.float64]:
    kind = rng.random()
    if kind < 0.25:  # felt
        return np.array([rng.uniform(20, 110), rng.uniform(60, 160), rng.uniform(0, 80)])
    if kind < 0.5:  # wood
        return np.array([rng.uniform(20, 90), rng.uniform(50, 130), rng.uniform(80, 190)])
    if kind < 0.65:
        return np.full(3, rng.uniform(0, 50))
    if kind < 0.75:
        return np.full(3, rng.uniform(170, 245))
    return rng.uniform(0, 255, 3)


def _pattern(rng: np.random.Generator, size: int) -> NDArray[np.float32]:
    """A woven, striped, checked or spotted cloth, about -1 to 1."""
    angle, pitch = rng.uniform(0, math.pi), rng.uniform(6, 60)
    yy, xx = np.mgrid[:size, :size].astype(np.float32)
    u = (xx * math.cos(angle) + yy * math.sin(angle)) * (2 * math.pi / pitch)
    v = (yy * math.cos(angle) - xx * math.sin(angle)) * (2 * math.pi / pitch)
    kind = rng.random()
    if kind < 0.35:
        wave = np.sin(u)
    elif kind < 0.6:
        wave = np.sin(u) * np.sin(v)
    else:
        wave = np.maximum(np.sin(u), np.sin(v))
    return as_f32(np.sign(wave) if rng.random() < 0.5 else wave)


def ground(rng: np.random.Generator, size: int) -> Canvas:
    """A square piece of table, BGR."""
    scales = [1, 2, 4, 16, 64][: int(rng.integers(1, 6))]
    texture = _noise(rng, size, scales)
    if rng.random() < 0.35:
        angle = rng.uniform(0, math.pi)
        yy, xx = np.mgrid[:size, :size].astype(np.float32)
        grain = (xx * math.cos(angle) + yy * math.sin(angle)) * rng.uniform(0.02, 0.5)
        texture += rng.uniform(0.5, 3) * np.sin(grain + texture * rng.uniform(0, 2))
    image = _base_colour(rng) + texture[:, :, None] * (rng.uniform(2, 26) * rng.uniform(0.5, 1.2, 3))
    if rng.random() < 0.25:
        image = image + _pattern(rng, size)[:, :, None] * rng.uniform(-90, 90, 3)
    return np.clip(image, 0, 255).astype(np.uint8)


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    b, g, r = rng.integers(0, 256, 3)
    return int(b), int(g), int(r)


def _point(rng: np.random.Generator, size: int) -> tuple[int, int]:
    x, y = rng.integers(0, size, 2)
    return int(x), int(y)


def print_letters(image: Canvas, rng: np.random.Generator, press: Press) -> None:
    """Draw a piece of paper or cloth with lines of letters and numbers, sometimes ruled, such as a score pad."""
    size = image.shape[0]
    wide, high = int(rng.integers(60, 260)), int(rng.integers(50, 260))
    paper = np.full(
        (high, wide, 3), rng.integers(190, 256, 3) if rng.random() < 0.6 else rng.integers(0, 256, 3)
    )
    paper = paper.astype(np.uint8)
    ink = np.array(_colour(rng) if rng.random() < 0.5 else (20, 20, 20), np.float32)
    line, font = rng.uniform(9, 48), press.fonts[int(rng.integers(len(press.fonts)))]
    names, pitch = list(font), rng.uniform(1.2, 2.0)
    ruled, numbers = rng.random() < 0.4, rng.random() < 0.4
    y = line * 0.3
    while y + line < high:
        x = rng.uniform(2, 30)
        while x + line < wide and rng.random() < 0.93:
            name = LETTERS[int(rng.integers(1, 10))] if numbers else names[int(rng.integers(len(names)))]
            mask = font[name]
            w = max(2, int(line * mask.shape[1] / mask.shape[0]))
            if x + w >= wide:
                break
            alpha = cv2.resize(mask, (w, int(line)), interpolation=cv2.INTER_AREA)[:, :, None] / np.float32(
                255
            )
            spot = paper[int(y) : int(y) + int(line), int(x) : int(x) + w]
            spot[:] = (spot * (1 - alpha) + ink * alpha).astype(np.uint8)
            x += w + line * (0.15 if rng.random() < 0.8 else 0.9)
        y += line * pitch
        if ruled:
            cv2.line(paper, (0, int(y - line * 0.2)), (wide, int(y - line * 0.2)), (200, 150, 120), 1)
    angle, zoom = rng.uniform(0, 2 * math.pi), rng.uniform(0.7, 1.3)
    c, s = zoom * math.cos(angle), zoom * math.sin(angle)
    px, py = rng.uniform(0, size, 2)
    turn = np.array([[c, -s, px - c * wide / 2 + s * high / 2], [s, c, py - s * wide / 2 - c * high / 2]])
    cv2.warpAffine(paper, turn, (size, size), dst=image, borderMode=cv2.BORDER_TRANSPARENT)


def scatter(image: Canvas, rng: np.random.Generator, press: Press) -> None:
    """Draw some objects that are not cards onto the table."""
    size = image.shape[0]
    for _ in range(int(rng.integers(0, 5))):
        kind, colour = rng.random(), _colour(rng)
        if kind < 0.2:
            cv2.fillPoly(image, [rng.integers(0, size, (4, 2)).astype(np.int32)], colour)
        elif kind < 0.4:
            _coin(image, rng)
        elif kind < 0.55:
            cv2.line(
                image, _point(rng, size), _point(rng, size), colour, int(rng.integers(1, 9)), cv2.LINE_AA
            )
        elif kind < 0.85:
            print_letters(image, rng, press)
        else:  # lone suit signs, without a rank
            shapes = press.suits["CDHS"[int(rng.integers(4))]]
            mask = shapes[int(rng.integers(len(shapes)))]
            side = int(rng.integers(8, 60))
            stamp = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA) > 128
            x, y = (int(v) for v in rng.integers(0, size - side, 2))
            image[y : y + side, x : x + side][stamp] = colour


def _coin(image: Canvas, rng: np.random.Generator) -> None:
    """Draw a circle: a coin, a peg seen from above or a hole of the board."""
    at, radius = _point(rng, image.shape[0]), int(rng.integers(2, 40))
    colour = _colour(rng)
    cv2.circle(image, at, radius, colour, -1 if rng.random() < 0.7 else 2, cv2.LINE_AA)
    if rng.random() < 0.6:
        shine = tuple(min(255, c + 60) for c in colour)
        cv2.circle(
            image, (at[0] - radius // 4, at[1] - radius // 4), max(1, radius // 2), shine, -1, cv2.LINE_AA
        )


def arm_or_stick(size: int, rng: np.random.Generator) -> tuple[Canvas, NDArray[np.uint8]]:
    """Fingers, a sleeve or a stick over the cards.

    Returns:
        BGR picture and its mask (0 or 255).
    """
    mask = np.zeros((size, size), np.uint8)
    stick = rng.random() < 0.35
    base = np.array(_colour(rng), np.float32)
    if not stick:  # skin, from dark to fair
        base = as_f32(np.array([90, 120, 170]) * rng.uniform(0.35, 1.35) * rng.uniform(0.9, 1.1, 3))
    angle = rng.uniform(0, 2 * math.pi)
    start = rng.uniform(0.1, 0.9, 2) * size
    for _ in range(1 if stick else int(rng.integers(1, 5))):
        lean = angle + rng.normal(0, 0.12)
        length = rng.uniform(0.3, 0.9) * size
        tip = start + rng.normal(0, 0.08 * size, 2)
        end = tip + length * np.array([math.cos(lean), math.sin(lean)])
        thick = int(rng.integers(2, 12)) if stick else int(rng.integers(12, 44))
        cv2.line(mask, tuple(int(v) for v in tip), tuple(int(v) for v in end), 255, thick, cv2.LINE_AA)
    shade = _noise(rng, size, [8, 32])[:, :, None] * rng.uniform(2, 18)
    soft = cv2.GaussianBlur(mask, (0, 0), 5)[:, :, None].astype(np.float32) / 255
    picture = np.clip((base + shade) * (0.55 + 0.45 * soft), 0, 255).astype(np.uint8)
    return picture, mask


def card_back(rng: np.random.Generator, width: int, height: int) -> Canvas:
    """A patterned back with or without a white rim, BGRA with square corners."""
    side = max(width, height)
    weave = _pattern(rng, side)[:height, :width, None]
    if rng.random() < 0.5:
        weave = as_f32(weave * _pattern(rng, side)[:height, :width, None])
    dark, light = np.array(_colour(rng), np.float32), np.full(3, 245, np.float32)
    image = np.clip(dark + (light - dark) * (0.5 + 0.5 * weave), 0, 255).astype(np.uint8)
    rim = int(rng.integers(0, max(1, width // 9)))
    if rim > 1:
        image[:rim], image[-rim:], image[:, :rim], image[:, -rim:] = 245, 245, 245, 245
    return np.dstack([image, np.full((height, width), 255, np.uint8)])
