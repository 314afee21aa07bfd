"""A deck on one sheet, for people: a stored corner of each card, and how sure the reader is of it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture, as_u8
from vision.deck.store import ClubDeck
from vision.network import CROP_HEIGHT, CROP_WIDTH

_RANKS: Final = "A23456789TJQK"
_SUITS: Final = "CDHS"
_CELL: Final = (CROP_WIDTH + 16, CROP_HEIGHT + 34)
_INK, _WEAK = (40, 36, 32), (40, 60, 210)


def sheet(deck: ClubDeck, threshold: float = 0.99) -> Picture:
    """13 by 4 corners, each with its card and its `sure` in per cent, red below `threshold`: BGR uint8."""
    wide, high = _CELL
    picture = np.full((high * len(_SUITS) + 8, wide * len(_RANKS) + 8, 3), 250, np.uint8)
    for row, suit in enumerate(_SUITS):
        for column, rank in enumerate(_RANKS):
            card, x, y = rank + suit, 8 + column * wide, 8 + row * high
            picture[y : y + CROP_HEIGHT, x : x + CROP_WIDTH] = deck.corners[card][0]
            sure = deck.sure[card]
            text, color = f"{card} {100 * sure:.0f}", _INK if sure >= threshold else _WEAK
            at = (x, y + CROP_HEIGHT + 18)
            cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, color, 1, cv2.LINE_AA)
    return as_u8(picture)
