"""Finds arms in the mask of what differs from the table at rest.

Cards must not be read under an arm, nor taken to be gone. An arm comes from the picture's edge. Where its sleeve
looks like the table the fingers seem to lie there alone: they are recognised because an arm was there just before,
and because they are no card. Masks are 0 or 1 and a quarter of the small picture's size: a pixel is about 8 mm.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, as_u8

_LEAST_SHARE: Final = 0.004  # of the picture: anything smaller at its edge is no arm
_CUFF_PX: Final = 5  # a gap narrower than this does not separate fingers from their arm
_LARGER_CARDS: Final = 1.6  # areas of a card; what is no larger may be a card that the arm has laid
_BEYOND_CARDS: Final = 0.25  # areas of a card outside all places; what has less there may be several cards


def arms(
    mask: Picture, before: Picture | None = None, places: Picture | None = None, card_px: float = 0.0
) -> Picture | None:
    """The parts of a mask that are arms, None where there is none.

    Args:
        mask: what differs from the table at rest.
        before: the arms in the last picture.
        places: where cards may lie. Without these two only what touches the picture's edge is an arm.
        card_px: the area of a card, px.
    """
    # A line of single pixels is noise: it connects nothing to the edge.
    without_noise = as_u8(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)))
    if not without_noise.any():
        return None
    _, labels = cv2.connectedComponents(
        as_u8(cv2.dilate(without_noise, np.ones((_CUFF_PX, _CUFF_PX), np.uint8)))
    )
    labels = np.where(mask > 0, labels, 0)
    sizes = np.bincount(labels.ravel())
    found = set(np.unique(labels[_edge_mask(labels.shape) & (without_noise > 0)]))
    if before is not None and places is not None and before.shape == mask.shape == places.shape:
        beyond = np.bincount(labels[places == 0], minlength=len(sizes))
        found |= {
            label
            for label in np.unique(labels[before > 0])
            if sizes[label] > _LARGER_CARDS * card_px and beyond[label] > _BEYOND_CARDS * card_px
        }
    large = [label for label in found if label and sizes[label] > _LEAST_SHARE * mask.size]
    return as_u8(np.isin(labels, large)) if large else None


def _edge_mask(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    edge = np.ones(shape, np.bool_)
    edge[1:-1, 1:-1] = False
    return edge
