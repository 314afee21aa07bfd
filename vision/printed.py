"""Finds the parts of a picture that may hold print; even ground and grain hold no card's corner and are skipped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, as_f32

LEAST_CONTRAST: Final = 20
"""Grey levels between neighbours; of 1,015 corners found in drawn scenes, even dark and blurred, the least had 35."""
LEAST_SHARE: Final = 0.3
"""The same as a share of the lightest level nearby, where that is dark: print has less contrast there."""
LEAST_TURN, LEAST_TURN_SHARE = 4.8, 0.032
"""How much a block has to differ along its figure as well: grain runs one way, print turns. Of 500 corners in drawn
scenes the least had 5.0 grey levels over two px, and 0.033 of the lightest thing near; strong grain has 3 or 4."""
ABOVE_TABLE_CONTRAST, ABOVE_TABLE_TURN = 1.8, 2.0
"""How many times the contrast, and the turning, of the middle block a block needs to hold print, on a table that is
figured all over; both as a share of the lightest thing near. Cards lie in the same light and focus as the table."""
ENOUGH_CONTRAST, ENOUGH_TURN = 0.6, 0.1
"""But so much of each is enough: no ground may ask for more."""
TABLE_AREA: Final = 300_000
"""Px; a picture of known size that is as large has room for more than forty cards: most of it is table."""
NEIGHBOURS: Final = 5  # px across; wider than the stroke of an index from 12 px tall
BLOCK: Final = 16  # px
HALO: Final = 64  # px around print; what is farther away changes the finder's scores by a hundredth
WORTH: Final = 0.75  # of a picture's area; if more than this is left, all of it is used
WORTH_A_CUT: Final = 12_000  # px by which two boxes must be smaller than the one around both

NEAR: Final = np.ones((2 * HALO // BLOCK + 1,) * 2, np.uint8)

Box = tuple[int, int, int, int]
"""Top, bottom, left, right in px; bottom and right are exclusive."""


class Part(NamedTuple):
    """A part of a picture: the `box` to search, and the box it reports on (`own`), so that nothing is reported
    twice."""

    box: Box
    own: Box


def printed_parts(picture: Picture, multiple: int, *, is_to_scale: bool = False) -> list[Part]:
    """The parts of a picture that may hold print.

    Args:
        picture: (H, W, 3) BGR, in which an index is 12 px tall or more.
        multiple: of which the boxes' sides are multiples, px, but at the picture's lower and right end.
        is_to_scale: whether an index is known to be 20 px tall in it; then a figured table is told from print.
    Returns:
        parts that report on boxes which do not overlap, with the surroundings that the finder needs; the whole
        picture where that is hardly more work; none where all of it is even.
    """
    high, wide = picture.shape[:2]
    texture, size = _texture(picture), (high, wide)
    printed = texture.printed
    boxes = _boxes_around(printed, size, multiple)
    if _area(boxes) > WORTH * high * wide and is_to_scale and high * wide >= TABLE_AREA:
        printed = _above_ground(texture)
        boxes = _boxes_around(printed, size, multiple)
    if _area(boxes) > WORTH * high * wide:
        return [Part((0, high, 0, wide), (0, high, 0, wide))]
    return [part for box in boxes for part in _cut(Part(box, box), printed, size, multiple)]


@dataclass(frozen=True, slots=True, eq=False)
class _Texture:
    """For each block contrast and turning as shares of the lightest level nearby, and whether it may hold print."""

    contrast: Field
    turning: Field
    printed: NDArray[np.bool_]


def _texture(picture: Picture) -> _Texture:
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    kernel = np.ones((NEIGHBOURS, NEIGHBOURS), np.uint8)
    steps = np.asarray(cv2.subtract(cv2.dilate(grey, kernel), cv2.erode(grey, kernel)), np.uint8)
    lightest = np.asarray(cv2.dilate(_highest(grey), NEAR), np.float32)
    contrast, turning = _highest(steps), _turning(grey)
    printed = contrast >= np.minimum(LEAST_CONTRAST, LEAST_SHARE * lightest)
    printed &= turning >= np.minimum(LEAST_TURN, LEAST_TURN_SHARE * lightest)
    light = np.maximum(lightest, 1.0)
    return _Texture(as_f32(contrast / light), as_f32(turning / light), printed)


def _above_ground(texture: _Texture) -> NDArray[np.bool_]:
    """Which blocks differ more than those of the table, which most of the picture shows."""
    contrast = min(ABOVE_TABLE_CONTRAST * float(np.median(texture.contrast)), ENOUGH_CONTRAST)
    turning = min(ABOVE_TABLE_TURN * float(np.median(texture.turning)), ENOUGH_TURN)
    return texture.printed & (texture.contrast >= contrast) & (texture.turning >= turning)


def _boxes_around(printed: NDArray[np.bool_], size: tuple[int, int], multiple: int) -> list[Box]:
    """Boxes around the blocks that may hold print, with their surroundings."""
    near = np.asarray(cv2.dilate(printed.astype(np.uint8), NEAR), np.uint8)
    return _merged([_snapped_outward(box, size, multiple) for box in _boxes(near)])


def _pixels(box: Box) -> int:
    return (box[1] - box[0]) * (box[3] - box[2])


def _area(boxes: list[Box]) -> int:
    return sum(_pixels(box) for box in boxes)


def _cut(part: Part, printed: NDArray[np.bool_], size: tuple[int, int], multiple: int) -> list[Part]:
    """A part, or the smaller parts that it is best cut into; each box includes the surroundings of its own blocks.

    Such boxes overlap, but can have far fewer pixels than one around all, where a single block lies apart.
    """
    top, bottom, left, right = (-(-edge // BLOCK) for edge in part.own)
    blocks = printed[top:bottom, left:right]
    parts, least = [part], _pixels(part.box) - WORTH_A_CUT
    for axis in (0, 1):
        line = _best_line(blocks if axis == 0 else blocks.T)
        if line is None:
            continue
        at = BLOCK * (line + (top, left)[axis])
        low, high = list(part.own), list(part.own)
        low[2 * axis + 1] = high[2 * axis] = at
        sides = [Part(_box_of(printed, own, size, multiple), own) for own in (_box(low), _box(high))]
        if sum(_pixels(side.box) for side in sides) < least:
            least, parts = sum(_pixels(side.box) for side in sides), sides
    if len(parts) == 1:
        return parts
    return [piece for side in parts for piece in _cut(side, printed, size, multiple)]


def _best_line(blocks: NDArray[np.bool_]) -> int | None:
    """The row of blocks at which to cut so that the boxes around the print on either side are smallest; None: no
    cut."""
    rows = np.nonzero(blocks.any(1))[0]
    if len(rows) < 2:
        return None
    some = blocks[rows]
    first = some.argmax(1)
    last = some.shape[1] - some[:, ::-1].argmax(1)
    around = 2 * HALO // BLOCK

    def areas(rows: NDArray[np.int_], first: NDArray[np.int_], last: NDArray[np.int_]) -> NDArray[np.int_]:
        tall = abs(rows - rows[0]) + 1 + around
        return np.asarray(tall * (np.maximum.accumulate(last) - np.minimum.accumulate(first) + around))

    both = areas(rows, first, last)[:-1] + areas(rows[::-1], first[::-1], last[::-1])[-2::-1]
    before = int(both.argmin())
    return int(rows[before] + 1 + rows[before + 1]) // 2


def _box(edges: list[int]) -> Box:
    top, bottom, left, right = edges
    return top, bottom, left, right


def _box_of(printed: NDArray[np.bool_], own: Box, size: tuple[int, int], multiple: int) -> Box:
    """The box around the print in a part of the picture, with its surroundings."""
    top, bottom, left, right = (-(-edge // BLOCK) for edge in own)
    rows = np.nonzero(printed[top:bottom, left:right].any(1))[0]
    columns = np.nonzero(printed[top:bottom, left:right].any(0))[0]
    box = (
        max(0, int(top + rows[0]) * BLOCK - HALO),
        min(size[0], int(top + rows[-1] + 1) * BLOCK + HALO),
        max(0, int(left + columns[0]) * BLOCK - HALO),
        min(size[1], int(left + columns[-1] + 1) * BLOCK + HALO),
    )
    return _snapped_outward(box, size, multiple)


def _turning(grey: Picture) -> Field:
    """For each block the steepness in the direction in which it is least.

    In grey levels over two px, root mean square. Across the grain of wood or the edge of a card it is large, along it
    almost nothing.
    """
    across, down = (cv2.Scharr(grey, cv2.CV_32F, x, 1 - x, scale=1 / 16) for x in (1, 0))
    xx, yy, xy = (_means(product) for product in (across * across, down * down, across * down))
    least = (xx + yy) / 2 - np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    return as_f32(np.sqrt(np.maximum(least, 0.0)))


def _means(values: Field) -> Field:
    """The mean of each block; pixels outside the picture count as 0."""
    below, right = -values.shape[0] % BLOCK, -values.shape[1] % BLOCK
    if below or right:
        values = as_f32(cv2.copyMakeBorder(values, 0, below, 0, right, cv2.BORDER_CONSTANT, value=0))
    blocks = values.shape[1] // BLOCK, values.shape[0] // BLOCK
    return as_f32(cv2.resize(values, blocks, interpolation=cv2.INTER_AREA))


def _highest(values: Picture) -> Picture:
    """The highest value of each block."""
    below, right = -values.shape[0] % BLOCK, -values.shape[1] % BLOCK
    if below or right:
        values = np.pad(values, ((0, below), (0, right)))
    rows, columns = values.shape[0] // BLOCK, values.shape[1] // BLOCK
    return np.asarray(
        values.reshape(rows, BLOCK, columns * BLOCK).max(1).reshape(rows, columns, BLOCK).max(2)
    )


def _boxes(blocks: Picture) -> list[Box]:
    """The boxes (px) around connected blocks."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(blocks, connectivity=8)
    return [
        (int(y) * BLOCK, int(y + h) * BLOCK, int(x) * BLOCK, int(x + w) * BLOCK)
        for x, y, w, h, _ in stats[1:count].tolist()
    ]


def _snapped_outward(box: Box, size: tuple[int, int], multiple: int) -> Box:
    top, bottom, left, right = box
    return (
        top // multiple * multiple,
        min(size[0], -(-bottom // multiple) * multiple),
        left // multiple * multiple,
        min(size[1], -(-right // multiple) * multiple),
    )


def _merged(boxes: list[Box]) -> list[Box]:
    """Boxes, merged until none overlap."""
    merged: list[Box] = []
    for box in boxes:
        one = box
        while touching := [other for other in merged if _overlap(one, other)]:
            merged = [other for other in merged if other not in touching]
            tops, bottoms, lefts, rights = zip(one, *touching, strict=True)
            one = min(tops), max(bottoms), min(lefts), max(rights)
        merged.append(one)
    return merged


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]
