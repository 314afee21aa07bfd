"""The classic way to read cards on a Raspberry Pi, to compare ours with: the product does not use it.

It thresholds the picture against its ground, takes outlines with four corners for cards, flattens each, cuts rank and
suit out of its corner and compares them with stored pictures, pixel by pixel. The limits are those of the well-known
programs of this kind; they are in pixels, so each picture is tried at several sizes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate import RANKS, SUITS, resized

Picture = NDArray[np.uint8]

SIDES = (640, 960, 1280, 1600, 1920)
"""Lengths (px) of the longer side at which a picture is tried."""

ABOVE_GROUND = 60  # grey levels that a card is brighter than the ground at the middle of the upper edge
BELOW_PAPER = 30  # grey levels that print is darker than the paper
CARD_AREA = (25_000, 120_000)  # px
FLAT = (200, 300)  # px, width and height of a flattened card
CORNER = (32, 84)  # px of it that hold rank and suit
ZOOM = 4
RANK_ROWS, SUIT_ROWS = slice(20, 185), slice(186, 336)  # of the enlarged corner
RANK_SIZE, SUIT_SIZE = (70, 125), (70, 100)  # px of the stored pictures
RANK_MOST, SUIT_MOST = 2000, 700  # pixels that may differ


@dataclass(frozen=True, slots=True)
class Print:
    """Rank and suit cut out of one corner, black and white; None where no print was found."""

    rank: Picture | None
    suit: Picture | None


class Classic:
    """Reads separate cards on a plain, darker ground."""

    def __init__(self, faces: Iterable[tuple[str, Picture]]) -> None:
        """Store the rank and suit pictures of upright card faces: name and (H, W, 3 or 4) BGR(A)."""
        self._ranks: list[tuple[str, Picture]] = []
        self._suits: list[tuple[str, Picture]] = []
        for name, picture in faces:
            grey = cv2.cvtColor(np.ascontiguousarray(picture[:, :, :3]), cv2.COLOR_BGR2GRAY)
            printed = _printed(np.asarray(cv2.resize(grey, FLAT, interpolation=cv2.INTER_AREA), np.uint8))
            if printed.rank is not None:
                self._ranks.append((name[0], printed.rank))
            if printed.suit is not None:
                self._suits.append((name[1], printed.suit))

    def read(self, picture: Picture, side: int) -> frozenset[str]:
        """The cards of a BGR picture (H, W, 3), which is resized so that its longer side is `side` px."""
        small = resized(picture, side / max(picture.shape[:2]))
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        cards = (self._match(_printed(_flattened(grey, quad))) for quad in _outlines(grey))
        return frozenset(card for card in cards if card is not None)

    def _match(self, printed: Print) -> str | None:
        if printed.rank is None or printed.suit is None:
            return None
        rank = _nearest(printed.rank, self._ranks, RANK_MOST)
        suit = _nearest(printed.suit, self._suits, SUIT_MOST)
        return None if rank is None or suit is None else rank + suit


def _outlines(grey: Picture) -> list[NDArray[np.float32]]:
    """Four-cornered bright outlines of a card's size, each (4, 2) px."""
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    ground = int(grey[grey.shape[0] // 100, grey.shape[1] // 2])
    _, bright = cv2.threshold(soft, ground + ABOVE_GROUND, 255, cv2.THRESH_BINARY)
    lines, tree = cv2.findContours(bright, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    quads = []
    for n, line in enumerate(lines):
        corners = cv2.approxPolyDP(line, 0.01 * cv2.arcLength(line, True), True)
        outermost = tree[0][n][3] == -1
        if CARD_AREA[0] < cv2.contourArea(line) < CARD_AREA[1] and outermost and len(corners) == 4:
            quads.append(corners[:, 0].astype(np.float32))
    return quads


def _flattened(grey: Picture, quad: NDArray[np.float32]) -> Picture:
    """The card upright: its short sides at top and bottom."""
    middle = quad.mean(0)
    turn = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    ring = quad[np.argsort(turn)]  # clockwise, as y points down
    ring = np.roll(ring, -int(ring.sum(1).argmin()), axis=0)
    if np.hypot(*(ring[1] - ring[0])) > np.hypot(*(ring[2] - ring[1])):
        ring = np.roll(ring, 1, axis=0)
    wide, high = FLAT
    target = np.array([(0, 0), (wide - 1, 0), (wide - 1, high - 1), (0, high - 1)], np.float32)
    matrix = cv2.getPerspectiveTransform(ring.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(grey, matrix, FLAT), np.uint8)


def _printed(flat: Picture) -> Print:
    """Rank and suit of the upper left corner of a flattened grey card."""
    corner = cv2.resize(flat[: CORNER[1], : CORNER[0]], None, fx=ZOOM, fy=ZOOM)
    paper = int(corner[15, corner.shape[1] // 2])
    _, dark = cv2.threshold(corner, max(1, paper - BELOW_PAPER), 255, cv2.THRESH_BINARY_INV)
    ink = np.asarray(dark, np.uint8)
    return Print(_largest(ink[RANK_ROWS], RANK_SIZE), _largest(ink[SUIT_ROWS], SUIT_SIZE))


def _largest(ink: Picture, size: tuple[int, int]) -> Picture | None:
    """The box around the largest blob, resized; None where there is none."""
    blots, _ = cv2.findContours(ink, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if not blots:
        return None
    x, y, w, h = cv2.boundingRect(max(blots, key=cv2.contourArea))
    return np.asarray(cv2.resize(ink[y : y + h, x : x + w], size), np.uint8)


def _nearest(shape: Picture, stored: list[tuple[str, Picture]], most: int) -> str | None:
    """The name of the stored picture that differs least, if it differs little enough."""
    differ = [(int(cv2.absdiff(shape, other).sum()) // 255, name) for name, other in stored]
    least = min(differ, default=(most, ""))
    return least[1] if least[0] < most else None


def own_faces() -> list[tuple[str, Picture]]:
    """Name and face of every card of the project's own deck, which needs no card art."""
    from vision.scene.deck import face

    return [(r + s, face(r + s)) for r in RANKS for s in SUITS]
