"""Five drawn cards that a card reader reads for certain wherever it works: a version, an engine and a machine prove
themselves with them. That its networks load shows little: what they compute may be wrong all the same, by a
processor, an engine or a spoilt library."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.arrays import Picture
from vision.networkreader import NetworkReader
from vision.scene.deck import face

CARDS: Final = ("5H", "5S", "5D", "JC", "5C")
_GAP_PX: Final = 40
_GREEN: Final = (70, 90, 40)


def drawn_hand() -> Picture:
    """The cards side by side on green: uint8 (432, 1500, 3), BGR."""
    faces = [face(card)[::2, ::2] for card in CARDS]
    height, width = faces[0].shape[:2]
    picture = np.full((height + 2 * _GAP_PX, (width + _GAP_PX) * len(faces) + _GAP_PX, 3), _GREEN, np.uint8)
    for number, one in enumerate(faces):
        left = _GAP_PX + number * (width + _GAP_PX)
        spot = picture[_GAP_PX : _GAP_PX + height, left : left + width]
        np.copyto(spot, one[..., :3], where=one[..., 3:] > 127)
    return picture


def misread(reader: NetworkReader) -> str:
    """What is wrong with how a reader reads them, in words; "" where it reads all five and nothing else, both when it
    is told how large they are, as at the table, and when it is not, as in a photograph: other networks do that.

    Cost: 0.2 s of processor time on one x86-64 core.
    """
    picture = drawn_hand()
    for height_px in (float(picture.shape[0] - 2 * _GAP_PX), None):
        seen = {one.card for one in reader.read(picture, card_height_px=height_px).cards}
        if seen != set(CARDS):
            return f"it reads {', '.join(sorted(seen)) or 'nothing'} of the drawn cards {', '.join(CARDS)}"
    return ""
