"""Finds the table by the markers on the board, and cuts upright pictures of its places out of a picture.

The markers are on the board's top, the cards on the table below it: the plane of the markers is found first, then
lowered by the board's height, by the lens's field of view (an error of some degrees in that is harmless).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.arrays import Field, Matrix, Picture, as_f32, as_f64, as_u8
from vision.frames import Frame
from vision.layout import CARD_HEIGHT_MM, LONG_BOARD, MARKERS, TABLE_ZONES, Place, TableLayout

__all__ = [
    "CARD_PX",
    "CROP_PX_PER_MM",
    "LONG_BOARD",
    "MARKERS",
    "TABLE_ZONES",
    "Crop",
    "FixState",
    "NotFound",
    "TableFix",
    "TableKeeper",
    "ZoneFinder",
]

CROP_PX_PER_MM: Final = 2.4
CARD_PX: Final = CARD_HEIGHT_MM * CROP_PX_PER_MM
"""Height of a poker card in every crop, in pixels: what the reader is told."""

MARGIN_MM: Final = 25.0  # shown around a place, so that a card that sticks out is wholly seen
NEEDED_MARKERS: Final = 3
FIELD_OF_VIEW_DEG: Final = 66.0
MOVED_MM: Final = 5.0
_WORST_ERROR: Final = 1.5e-3  # of the picture's width; beyond it the markers contradict one another
_SAME_CORNER: Final = 1.2e-3  # of the picture's width; a corner that moved less has not moved


@dataclass(frozen=True, slots=True, eq=False)
class TableFix:
    """Where the table is in a picture of `size_px`: `to_px` (3, 3) takes table mm to pixels, `to_mm` back.

    `error_px`: root mean square error of the markers' corners. `markers`: how many were used.
    """

    to_px: Matrix
    to_mm: Matrix
    size_px: tuple[int, int]
    error_px: float
    markers: int

    def px(self, points_mm: Matrix | Field) -> Matrix:
        """Points (n, 2) of the table in mm to pixels (n, 2)."""
        return as_f64(cv2.perspectiveTransform(as_f64(points_mm)[None], self.to_px)[0])

    def mm(self, points_px: Matrix | Field) -> Matrix:
        """Points (n, 2) in pixels to mm (n, 2) of the table."""
        return as_f64(cv2.perspectiveTransform(as_f64(points_px)[None], self.to_mm)[0])

    def scaled(self, size_px: tuple[int, int]) -> TableFix:
        """The same for a picture of another size with the same field of view."""
        sx, sy = size_px[0] / self.size_px[0], size_px[1] / self.size_px[1]
        grow, shrink = np.diag([sx, sy, 1.0]), np.diag([1 / sx, 1 / sy, 1.0])
        return TableFix(grow @ self.to_px, self.to_mm @ shrink, size_px, self.error_px * sx, self.markers)

    def px_per_mm(self) -> float:
        """Scale at the middle of the table."""
        a, b = self.px(np.array([(-10.0, 0.0), (10.0, 0.0)]))
        return float(np.linalg.norm(b - a)) / 20

    def crop(
        self, frame: Frame, place: Place, turn_deg: float = 0.0, zoom: float = 1.0, to_read: bool = True
    ) -> Crop:
        """The picture of a place at `CROP_PX_PER_MM`, upright for the player there.

        It can be turned (clockwise) about its middle, and zoomed. `to_read`: sharp enough to read small print from;
        without it it takes a third of the time, for one that is compared with others like it.
        """
        to_crop, size = crop_matrix(place, CROP_PX_PER_MM, MARGIN_MM, turn_deg, zoom)
        fix = self if frame.size_px == self.size_px else self.scaled(frame.size_px)
        flags = cv2.INTER_CUBIC if to_read else cv2.INTER_LINEAR
        picture = cv2.warpPerspective(
            frame.bgr, to_crop @ fix.to_mm, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return Crop(as_u8(picture), place, frame.t, as_f64(np.linalg.inv(to_crop)))


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """An upright picture of a place, uint8 (h, w, 3); `to_mm` (3, 3) takes its pixels to table mm."""

    bgr: Picture
    place: Place
    t: float
    to_mm: Matrix

    def mm(self, points_px: Field | Matrix) -> Matrix:
        """Points (n, 2) in the crop to table mm (n, 2)."""
        return as_f64(cv2.perspectiveTransform(as_f64(points_px)[None], self.to_mm)[0])

    def quad_mm(self, corners_px: Field) -> tuple[tuple[float, float], ...]:
        """Four corners in the crop as a quad in table mm."""
        return tuple((float(x), float(y)) for x, y in self.mm(as_f64(corners_px)))

    def px(self, points_mm: Field | Matrix) -> Matrix:
        """Points (n, 2) in table mm to pixels of the crop (n, 2)."""
        return as_f64(cv2.perspectiveTransform(as_f64(points_mm)[None], np.linalg.inv(self.to_mm))[0])


@dataclass(frozen=True, slots=True)
class NotFound:
    """The table was not found: how many of its markers were seen, and why, with what to do."""

    seen: int
    why: str


def crop_matrix(
    place: Place, px_per_mm: float, margin_mm: float, turn_deg: float = 0.0, zoom: float = 1.0
) -> tuple[Matrix, tuple[int, int]]:
    """Table mm to the pixels of a place's picture (3, 3), and its width and height.

    `turn_deg` turns the content clockwise about the middle, `zoom` enlarges it; width and height stay.
    """
    s, m = px_per_mm, margin_mm
    x0, y0, x1, y1 = place.box_mm
    size = (round((x1 - x0 + 2 * m) * s), round((y1 - y0 + 2 * m) * s))
    if place.view_from == "A":
        matrix = [(s, 0, (m - x0) * s), (0, -s, (y1 + m) * s), (0, 0, 1.0)]
    else:
        matrix = [(-s, 0, (x1 + m) * s), (0, s, (m - y0) * s), (0, 0, 1.0)]
    if turn_deg == 0.0 and zoom == 1.0:
        return np.array(matrix), size
    a, (cx, cy) = np.radians(turn_deg), (size[0] / 2, size[1] / 2)
    cos, sin = float(np.cos(a)) * zoom, float(np.sin(a)) * zoom
    turn = np.array(
        [(cos, -sin, cx - cos * cx + sin * cy), (sin, cos, cy - sin * cx - cos * cy), (0, 0, 1.0)]
    )
    return as_f64(turn @ np.array(matrix)), size


class ZoneFinder:
    """Finds the board's markers in a picture, and the table by them. It has no state between pictures."""

    def __init__(
        self, layout: TableLayout = LONG_BOARD, field_of_view_deg: float = FIELD_OF_VIEW_DEG
    ) -> None:
        self.layout = layout
        self._tan = float(np.tan(np.radians(field_of_view_deg) / 2))
        options = cv2.aruco.DetectorParameters()
        options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        options.cornerRefinementWinSize = 4
        options.adaptiveThreshWinSizeMin, options.adaptiveThreshWinSizeMax = 13, 43
        options.adaptiveThreshWinSizeStep = 15
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        self._detector = cv2.aruco.ArucoDetector(dictionary, options)
        self._wanted = {marker.id: marker for marker in layout.markers}

    def find(self, frame: Frame, near: TableFix | None = None) -> TableFix | NotFound:
        """The table in one picture; `near` restricts the search to where the board was."""
        return self.fix(self.corners(frame, near), frame.size_px)

    def corners(self, frame: Frame, near: TableFix | None = None) -> dict[int, Field]:
        """The corners, float32 (4, 2) in px, of each of the board's markers that is seen, by number."""
        x0, y0, x1, y1 = self._search_box(frame, near)
        grey = cv2.cvtColor(frame.bgr[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
        found, ids, _ = self._detector.detectMarkers(grey)
        seen: dict[int, Field] = {}
        for quad, number in zip(found, [] if ids is None else np.ravel(ids), strict=True):
            if int(number) in self._wanted:
                seen[int(number)] = as_f32(quad[0] + np.array((x0, y0), np.float32))
        return seen

    def fix(self, corners: dict[int, Field], size_px: tuple[int, int]) -> TableFix | NotFound:
        """The table from the corners of its markers."""
        if len(corners) < NEEDED_MARKERS:
            missing = sorted(set(self._wanted) - set(corners))
            names = ", ".join(str(number) for number in missing)
            return NotFound(len(corners), f"marker {names} not seen: uncover the corners of the board")
        ids = sorted(corners)
        px = np.concatenate([corners[i] for i in ids]).astype(np.float64)
        mm = np.array([corner for i in ids for corner in self._wanted[i].corners_mm()])
        found, _ = cv2.findHomography(mm, px, cv2.RANSAC, 4 * _WORST_ERROR * size_px[0])
        if found is None:
            return NotFound(len(ids), "the markers do not lie as on the board")
        on_top = as_f64(found)
        back = cv2.perspectiveTransform(mm[None], on_top)[0]
        error_px = float(np.sqrt(np.mean(np.sum((back - px) ** 2, axis=1))))
        if error_px > _WORST_ERROR * size_px[0]:
            return NotFound(
                len(ids), "the markers do not lie as on the board: are they in the right corners?"
            )
        to_px = self._lowered(on_top, size_px)
        return TableFix(to_px, as_f64(np.linalg.inv(to_px)), size_px, error_px, len(ids))

    def _lowered(self, on_top: Matrix, size_px: tuple[int, int]) -> Matrix:
        """From the plane of the board's top to that of the table."""
        width, height = size_px
        focal = width / 2 / self._tan
        k = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1.0)])
        columns = np.linalg.inv(k) @ on_top
        columns = columns / ((np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2)
        if columns[2, 2] < 0:
            columns = -columns
        up = np.cross(columns[:, 0], columns[:, 1])
        columns[:, 2] -= self.layout.board_top_mm * up
        return as_f64(k @ columns)

    def _search_box(self, frame: Frame, near: TableFix | None) -> tuple[int, int, int, int]:
        width, height = frame.size_px
        if near is None or near.size_px != frame.size_px:
            return 0, 0, width, height
        w, h = (side / 2 + 20 for side in self.layout.board_mm)
        around = near.px(np.array([(-w, -h), (w, -h), (w, h), (-w, h)]))
        x0, y0 = np.clip(np.floor(around.min(axis=0)), 0, (width - 8, height - 8)).astype(int)
        x1, y1 = np.clip(np.ceil(around.max(axis=0)), (x0 + 8, y0 + 8), (width, height)).astype(int)
        return int(x0), int(y0), int(x1), int(y1)


@dataclass(frozen=True, slots=True)
class FixState:
    """The result of a look at the markers: the current fix (None: never found), and how far it has just moved.

    `doubtful`: the board was seen at another spot, but only once: wait for the next look before reading cards.
    """

    fix: TableFix | None
    moved_mm: float = 0.0
    note: str = ""
    doubtful: bool = False


class TableKeeper:
    """Keeps the fix over time: more exact with every look, unchanged while a marker is covered, replaced when the
    board or the camera has moved (if seen twice, so that a passing arm changes nothing)."""

    def __init__(self, finder: ZoneFinder) -> None:
        self._finder = finder
        self.fix: TableFix | None = None
        self._mean: dict[int, Field] = {}
        self._looks: dict[int, int] = {}
        self._moved_fix: TableFix | None = None

    def look(self, frame: Frame) -> FixState:
        """Look at the markers of one still picture."""
        seen = self._finder.corners(frame, self.fix)
        if self.fix is not None and len(seen) < NEEDED_MARKERS:
            seen = self._finder.corners(frame)
        if self.fix is None or frame.size_px != self.fix.size_px:
            return self._start_from(seen, frame)
        near = _SAME_CORNER * frame.size_px[0]
        if all(i in self._mean and np.abs(self._mean[i] - c).max() < near for i, c in seen.items()):
            return self._refine(seen, frame)
        new_fix = self._finder.fix(seen, frame.size_px)
        if isinstance(new_fix, NotFound):
            return FixState(self.fix, note=new_fix.why)
        moved_mm = self._distance_mm(self.fix, new_fix)
        if moved_mm < MOVED_MM:
            self._moved_fix = None
            return FixState(self.fix)
        if self._moved_fix is None or self._distance_mm(self._moved_fix, new_fix) > MOVED_MM:
            self._moved_fix = new_fix
            return FixState(self.fix, note="the board seems to have moved", doubtful=True)
        self._start_from(seen, frame)
        return FixState(self.fix, moved_mm, f"the board or the camera has moved by {moved_mm:.0f} mm")

    def _start_from(self, seen: dict[int, Field], frame: Frame) -> FixState:
        new_fix = self._finder.fix(seen, frame.size_px)
        if isinstance(new_fix, NotFound):
            return FixState(self.fix, note=new_fix.why)
        self.fix, self._moved_fix = new_fix, None
        self._mean, self._looks = dict(seen), dict.fromkeys(seen, 1)
        return FixState(self.fix)

    def _refine(self, seen: dict[int, Field], frame: Frame) -> FixState:
        self._moved_fix = None
        for number, corners in seen.items():
            looks = min(self._looks[number] + 1, 30)
            self._looks[number] = looks
            self._mean[number] = as_f32(self._mean[number] + (corners - self._mean[number]) / looks)
        new_fix = self._finder.fix(self._mean, frame.size_px)
        if isinstance(new_fix, TableFix):
            self.fix = new_fix
        missing = len(self._finder.layout.markers) - len(seen)
        note = f"{missing} of the board's markers covered" if missing else ""
        return FixState(self.fix, note=note)

    def _distance_mm(self, old: TableFix, new: TableFix) -> float:
        """How far the corners of the places have moved, at most (mm)."""
        x0, y0, x1, y1 = self._finder.layout.bounds_mm()
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        return float(np.linalg.norm(new.mm(old.px(corners)) - corners, axis=1).max())
