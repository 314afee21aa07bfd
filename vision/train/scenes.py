"""Renders scenes with known truth: cards in fans, rows, heaps and apart, in light and shadow, partly hidden."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import as_u8
from vision.train.art import CARD_HEIGHT, RANKS, SUITS
from vision.train.decks import Box, Deck, Picture, Press, Style
from vision.train.grounds import arm_or_stick, card_back, ground, scatter

TILE = 320  # px, the side of a training picture
CARD_PX = (62.0, 250.0)  # px, the heights of cards in training pictures
CODES = tuple(r + s for r in RANKS for s in SUITS)
HIDDEN_BY_THING = -2

# Columns of a label row: centre, rank and suit number, unit vector "up", height of the index, visible part.
LABEL_COLUMNS = ("x", "y", "rank", "suit", "up_x", "up_y", "height", "visible")
Labels = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies: its centre (px) and turn (radians)."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A BGR picture of TILE x TILE px, its label rows (n, 8), and the number of the card that each row belongs to.

    `at_edge`: indices that the picture's edge cuts through so that they have no row, by card, with the visible part.
    """

    picture: NDArray[np.uint8]
    labels: Labels
    owners: NDArray[np.int16]
    at_edge: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class _Index:
    owner: int
    card: str
    quad: NDArray[np.float32]
    centre: NDArray[np.float32]
    up: NDArray[np.float32]


def _lay_out(rng: np.random.Generator, count: int, card_w: float, card_h: float) -> list[Place]:
    """Places for `count` cards: in a fan, an overlapping row or column, a row, or scattered."""
    kind = rng.random()
    turn = rng.uniform(0, 2 * math.pi)
    x, y = rng.uniform(0.15, 0.85, 2) * TILE
    along, down = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
    places = []
    fan, pivot = rng.uniform(0.06, 0.3), rng.uniform(1.0, 1.5) * card_h
    step = rng.uniform(0.12, 0.5) * card_w
    if kind < 0.12:  # a column: each card covers all but the top of the one before
        along, step = down, rng.uniform(0.17, 0.4) * card_h
    apart = rng.uniform(1.02, 1.5) * card_w
    for i in range(count):
        offset = i - count / 2
        if 0.12 <= kind < 0.38:
            angle = turn + offset * fan + rng.normal(0, 0.03)
            spot = np.array([x, y]) + pivot * (np.array([math.sin(angle), -math.cos(angle)]) + down)
        elif kind < 0.58:
            angle = turn + rng.normal(0, 0.05)
            spot = np.array([x, y]) + offset * step * along + rng.normal(0, 5) * down
        elif kind < 0.75:
            angle = turn + rng.normal(0, 0.06) + math.pi * rng.integers(2)
            spot = np.array([x, y]) + offset * apart * along + rng.normal(0, 4) * down
        else:
            angle = rng.uniform(0, 2 * math.pi)
            spot = rng.uniform(0, 1, 2) * TILE
        places.append(Place(float(spot[0]), float(spot[1]), float(angle)))
    return places


def _tilt(rng: np.random.Generator) -> NDArray[np.float64]:
    """A slight perspective about the middle of the picture, the same for all cards of a scene: (3, 3)."""
    lens = np.eye(3)
    lens[2, :2] = rng.uniform(-1, 1, 2) * rng.choice([0, 0.0006, 0.0014])
    squash = np.eye(3)
    squash[0, 1], squash[1, 1] = rng.normal(0, 0.05), rng.uniform(0.75, 1.1)
    there, back = np.eye(3), np.eye(3)
    there[:2, 2], back[:2, 2] = -TILE / 2, TILE / 2
    return np.asarray(back @ lens @ squash @ there)


def _shrunk(card: Picture, scale: float) -> tuple[Picture, float]:
    """The card, halved until a warp by `scale` no longer skips pixels, and by which factor."""
    factor = 1.0
    while scale * factor < 0.55:
        factor *= 2
    if factor == 1.0:
        return card, 1.0
    return as_u8(cv2.resize(card, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)), factor


class Renderer:
    """Draws any number of scenes of given decks."""

    def __init__(
        self, decks: list[Deck], press: Press, reprinted_share: float = 0.55, codes: Sequence[str] = CODES
    ) -> None:
        """`reprinted_share`: the share of scenes in which the press prints new indices. `codes`: the cards to
        draw."""
        self._codes = np.array(codes)
        self._decks = decks
        self._press = press
        self._reprinted_share = reprinted_share

    def scene(self, rng: np.random.Generator) -> Scene:
        """Draw one scene."""
        canvas = ground(rng, TILE)
        scatter(canvas, rng, self._press)
        owner = np.full((TILE, TILE), -1, np.int16)
        if rng.random() < 0.06:  # a scene without cards
            return Scene(_light(canvas, rng), np.zeros((0, 8), np.float32), np.zeros(0, np.int16))
        deck = self._decks[int(rng.integers(len(self._decks)))]
        style = self._press.style(rng) if deck.needs_reprint or rng.random() < self._reprinted_share else None
        card_h = math.exp(rng.uniform(math.log(CARD_PX[0]), math.log(CARD_PX[1])))
        count = int(rng.integers(1, 9))
        codes = rng.choice(self._codes, min(count, len(self._codes)), replace=False)
        wide = deck.cards["AS"].shape[1]
        scale = card_h / CARD_HEIGHT
        places = _lay_out(rng, count, wide * scale, card_h)
        tilt, stretch = _tilt(rng), rng.uniform(0.9, 1.08)
        face_down = 0.6 if rng.random() < 0.12 else 0.08
        back = self._back(deck, rng)
        indices: list[_Index] = []
        for number, (code, place) in enumerate(zip(codes, places, strict=True)):
            picture, box = deck.cards[str(code)], deck.box
            hidden = rng.random() < face_down
            if hidden:
                picture = back
            elif deck.distractors and rng.random() < 0.02:
                picture, hidden = deck.distractors[int(rng.integers(len(deck.distractors)))], True
            elif style is not None:
                picture, box = self._press.reprint(deck, str(code), style)
            matrix = _place_matrix(picture, place, scale, stretch, tilt)
            _lay(canvas, owner, number, picture, matrix, scale, rng)
            if not hidden:
                four = style.four_corners if style is not None else deck.four_corners
                indices += _indices(number, str(code), picture, box, matrix, four)
        if rng.random() < 0.18:
            _cover(canvas, owner, rng)
        labels, owners, at_edge = _labels(indices, owner)
        return Scene(_light(canvas, rng), labels, owners, at_edge)

    def _back(self, deck: Deck, rng: np.random.Generator) -> Picture:
        backs = [d.back for d in self._decks if d.back is not None]
        if backs and rng.random() < 0.5:
            return backs[int(rng.integers(len(backs)))]
        high, wide = deck.cards["AS"].shape[:2]
        return card_back(rng, wide, high)


def _place_matrix(
    picture: Picture, place: Place, scale: float, stretch: float, tilt: NDArray[np.float64]
) -> NDArray[np.float64]:
    high, wide = picture.shape[:2]
    c, s = math.cos(place.angle) * scale, math.sin(place.angle) * scale
    lay = np.array([[c * stretch, -s, place.x], [s * stretch, c, place.y], [0, 0, 1.0]])
    centre = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1.0]])
    return np.asarray(tilt @ lay @ centre)


def _lay(
    canvas: Picture,
    owner: NDArray[np.int16],
    number: int,
    picture: Picture,
    matrix: NDArray[np.float64],
    scale: float,
    rng: np.random.Generator,
) -> None:
    """Warp a card and its contact shadow onto the canvas; only the part around the card is computed."""
    small, factor = _shrunk(picture, scale)
    high, wide = picture.shape[:2]
    rim = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32)
    corners = cv2.perspectiveTransform(rim, matrix)[0]
    margin = 12
    x0, y0 = (max(0, int(v) - margin) for v in corners.min(0))
    x1, y1 = (min(TILE, int(v) + margin) for v in corners.max(0))
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    shift = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
    warp = shift @ matrix @ np.diag([factor, factor, 1.0])
    flat = cv2.warpPerspective(small, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    alpha = flat[:, :, 3:].astype(np.float32) / 255
    under = canvas[y0:y1, x0:x1].astype(np.float32)
    if rng.random() < 0.7:
        shadow = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(1, 5))
        shadow = np.roll(shadow, tuple(int(v) for v in rng.integers(-4, 5, 2)), (0, 1))[:, :, None]
        under *= 1 - np.float32(rng.uniform(0.1, 0.5)) * shadow * (1 - alpha)
    tone = np.float32(rng.uniform(0.86, 1.0))
    canvas[y0:y1, x0:x1] = under * (1 - alpha) + flat[:, :, :3] * (tone * alpha)
    owner[y0:y1, x0:x1][alpha[:, :, 0] > 0.5] = number


def _indices(
    number: int, card: str, picture: Picture, box: Box, matrix: NDArray[np.float64], four: bool
) -> list[_Index]:
    high, wide = picture.shape[:2]
    left, top, right, bottom = box
    boxes = [(left, top, right, bottom, False), (wide - right, high - bottom, wide - left, high - top, True)]
    if four:
        boxes += [
            (wide - right, top, wide - left, bottom, False),
            (left, high - bottom, right, high - top, True),
        ]
    found = []
    for x0, y0, x1, y1, flipped in boxes:
        quad = [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [(x0 + x1) / 2, (y0 + y1) / 2]]
        warped = cv2.perspectiveTransform(np.array([quad], np.float32), matrix)[0]
        up = (warped[0] + warped[1]) / 2 - (warped[2] + warped[3]) / 2
        found.append(_Index(number, card, warped[:4], warped[4], -up if flipped else up))
    return found


def _cover(canvas: Picture, owner: NDArray[np.int16], rng: np.random.Generator) -> None:
    thing, mask = arm_or_stick(TILE, rng)
    over = mask > 127
    canvas[over] = thing[over]
    owner[over] = HIDDEN_BY_THING


def _labels(
    indices: list[_Index], owner: NDArray[np.int16]
) -> tuple[Labels, NDArray[np.int16], tuple[tuple[str, float], ...]]:
    rows, owners, at_edge = [], [], []
    for one in indices:
        low = np.maximum(np.floor(one.quad.min(0)).astype(int) - 1, 0)
        far = np.minimum(np.ceil(one.quad.max(0)).astype(int) + 2, TILE)
        if (far <= low).any():
            continue
        mask = np.zeros((far[1] - low[1], far[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(one.quad - low).astype(np.int32), 1)
        inside = mask > 0
        whole = max(float(inside.sum()), cv2.contourArea(one.quad))
        if inside.sum() < 8:
            continue
        seen = float((owner[low[1] : far[1], low[0] : far[0]][inside] == one.owner).sum()) / whole
        x, y = float(one.centre[0]), float(one.centre[1])
        if not (2 < x < TILE - 3 and 2 < y < TILE - 3):
            at_edge.append((one.card, seen))
            continue
        length = float(np.hypot(*one.up))
        ux, uy = one.up / length
        rows.append((x, y, RANKS.index(one.card[0]), SUITS.index(one.card[1]), ux, uy, length, seen))
        owners.append(one.owner)
    labels = np.array(rows, np.float32).reshape(-1, len(LABEL_COLUMNS))
    return labels, np.array(owners, np.int16), tuple(at_edge)


def _light(canvas: Picture, rng: np.random.Generator) -> Picture:
    """Apply uneven light, cast shadows and glare."""
    yy, xx = np.mgrid[:TILE, :TILE].astype(np.float32) / TILE
    lit = (
        1
        + np.float32(rng.uniform(-0.45, 0.45)) * (xx - 0.5)
        + np.float32(rng.uniform(-0.45, 0.45)) * (yy - 0.5)
    )
    if rng.random() < 0.35:
        shadow = np.zeros((TILE, TILE), np.float32)
        outline = rng.integers(-60, TILE + 60, (int(rng.integers(3, 7)), 2)).astype(np.int32)
        cv2.fillPoly(shadow, [outline], 1.0)
        lit *= 1 - np.float32(rng.uniform(0.15, 0.65)) * cv2.GaussianBlur(shadow, (0, 0), rng.uniform(2, 20))
    image = canvas * lit[:, :, None]
    if rng.random() < 0.25:
        at, spread = rng.uniform(0, 1, 2), rng.uniform(0.05, 0.35)
        spot = np.exp(-((xx - at[0]) ** 2 + (yy - at[1]) ** 2) / np.float32(2 * spread * spread))
        image = image + np.float32(rng.uniform(20, 150)) * spot[:, :, None]
    return np.asarray(np.clip(image, 0, 255), np.float32).astype(np.uint8)


__all__ = ["CARD_PX", "CODES", "LABEL_COLUMNS", "TILE", "Labels", "Renderer", "Scene", "Style"]
