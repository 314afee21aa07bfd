"""Checks the camera's set-up in one picture: markers, height, angle, cut-off zones, light, focus. Pure.

`examine` gives findings as codes with figures; the sentences are in the language files. `overlay` draws them. Height
and angle are worked out with the given field of view (66 degrees for a Camera Module 3): with another lens the camera
is nearer or farther than reported, and nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import Field, Picture, as_f64, as_u8, as_wide_as
from vision.frames import Frame
from vision.geometry import INDEX_OF_CARD
from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM, LONG_BOARD, Place, TableLayout
from vision.motion import steepness
from vision.zones import FIELD_OF_VIEW_DEG, NotFound, TableFix, ZoneFinder

GOOD, WARNING, ALARM = "good", "warning", "alarm"

DARK_BELOW, DIM_BELOW = 60.0, 95.0  # grey of the markers' white; below, cards cannot be read, or hardly
BLACK_BELOW: Final = 45.0  # mean grey of a picture without markers; below, it is too dark
FLAT_BELOW: Final = 0.09  # its contrast over its brightness; below, something covers the lens
SOFT_BELOW: Final = 0.4  # the steepness of its edges, at 1152 px; below, it is blurred
GLARE_LEVEL, GLARE_SHARE = 252, 0.02  # grey level, and the share of a zone above it that is reported
UNEVEN: Final = 3.0  # ratio of the brightest zone to the darkest
SHARP_FROM, USABLE_FROM = 0.33, 0.2  # steepness of a marker's edges, share of its range per px
SMALL_CARD_PX, TINY_CARD_PX = 130.0, 85.0  # width of a card
CUT_SHARE: Final = 0.005  # share of a zone outside the picture; on less nobody lays a card
STEEP_DEG: Final = 35.0  # from straight down; beyond, far cards are much smaller than near ones

_GREEN, _ORANGE, _RED, _WHITE = (96, 190, 70), (40, 170, 250), (60, 60, 235), (245, 245, 245)
_COLOR: Final = {GOOD: _GREEN, WARNING: _ORANGE, ALARM: _RED}


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its code, its severity, its zone if it has one, and the figures for its sentence."""

    code: str
    severity: str
    zone: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the camera is over the table, and the sizes of a card and its index in the picture."""

    height_mm: float
    tilt_deg: float
    card_px: float
    index_px: float


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """The result for one picture; `fix` and `stand` only where the board was found.

    `markers`: the corners (px, float32 (4, 2)) of each marker that was seen.
    """

    findings: tuple[Finding, ...]
    fix: TableFix | None = None
    stand: Stand | None = None
    markers: Mapping[int, Field] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether cards can be read: the board was found, and no finding is an alarm."""
        return self.fix is not None and all(found.severity != ALARM for found in self.findings)


def examine(frame: Frame, finder: ZoneFinder | None = None) -> Setup:
    """Check the camera's set-up in one picture."""
    finder = finder or ZoneFinder()
    grey = as_u8(cv2.cvtColor(frame.bgr, cv2.COLOR_BGR2GRAY))
    markers = finder.corners(frame)
    fix = finder.fix(markers, frame.size_px)
    wanted = sorted(marker.id for marker in finder.layout.markers)
    missing = [number for number in wanted if number not in markers]
    values = {"seen": len(markers), "of": len(wanted), "missing": ", ".join(map(str, missing))}
    if isinstance(fix, NotFound):
        code = "markers-none" if not markers else "markers-few" if missing else "markers-odd"
        findings = [Finding(code, ALARM, values=values), *_why_no_markers(grey)]
        return Setup(tuple(findings), markers=markers)
    stand = stand_of(fix)
    findings = [
        Finding("markers-some", WARNING, values=values)
        if missing
        else Finding("markers-all", GOOD, values=values)
    ]
    findings.append(_stand_finding(stand))
    findings.append(_card_size_finding(stand))
    findings += _zone_findings(grey, fix, finder.layout, _light_finding(grey, markers))
    findings.append(_focus_finding(grey, markers))
    return Setup(tuple(findings), fix, stand, markers)


def with_wavering(findings: Sequence[Finding], wavering: str) -> tuple[Finding, ...]:
    """The findings, with one for what disturbs the pictures over time: ``flicker``, ``banding``, ``shaking`` or
    empty."""
    return (*findings, Finding(wavering, WARNING)) if wavering else tuple(findings)


def stand_of(fix: TableFix, field_of_view_deg: float = FIELD_OF_VIEW_DEG) -> Stand:
    """Height above the table, angle from straight down, and the size of a card in the middle of the table."""
    width, height = fix.size_px
    focal = width / 2 / float(np.tan(np.radians(field_of_view_deg) / 2))
    lens = np.array([(focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1.0)])
    columns = np.linalg.inv(lens) @ fix.to_px
    columns = columns / ((np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2)
    if columns[2, 2] < 0:
        columns = -columns
    across, along = columns[:, 0], columns[:, 1]
    up = np.cross(across, along)
    turn = np.stack([across, along, up / max(float(np.linalg.norm(up)), 1e-9)], axis=1)
    middle = -np.linalg.inv(turn) @ columns[:, 2]
    tilt_deg = float(np.degrees(np.arccos(np.clip(abs(turn[2, 2]), 0, 1))))
    px_per_mm = fix.px_per_mm()
    return Stand(
        height_mm=abs(float(middle[2])),
        tilt_deg=tilt_deg,
        card_px=px_per_mm * CARD_WIDTH_MM,
        index_px=px_per_mm * CARD_HEIGHT_MM * INDEX_OF_CARD,
    )


def _stand_finding(stand: Stand) -> Finding:
    values = {"cm": round(stand.height_mm / 10), "deg": round(stand.tilt_deg)}
    return Finding(
        "steep" if stand.tilt_deg > STEEP_DEG else "stands",
        WARNING if stand.tilt_deg > STEEP_DEG else GOOD,
        values=values,
    )


def _card_size_finding(stand: Stand) -> Finding:
    values = {"px": round(stand.card_px), "index": round(stand.index_px), "least": round(SMALL_CARD_PX)}
    if stand.card_px < TINY_CARD_PX:
        return Finding("cards-tiny", ALARM, values=values)
    if stand.card_px < SMALL_CARD_PX:
        return Finding("cards-small", WARNING, values=values)
    return Finding("cards-size", GOOD, values=values)


def _why_no_markers(grey: Picture) -> list[Finding]:
    """Findings that explain why no marker is seen."""
    small = as_u8(cv2.resize(grey, (1152, 648), interpolation=cv2.INTER_AREA))
    mean, spread = float(small.mean()), float(small.std())
    if spread < FLAT_BELOW * max(mean, 4.0):
        return [Finding("covered", ALARM)]
    if mean < BLACK_BELOW:
        return [Finding("dark", ALARM, values={"grey": round(mean)})]
    if steepness(small) < SOFT_BELOW:
        return [Finding("blurred", ALARM, values={"focus": 0})]
    return []


def _light_finding(grey: Picture, markers: Mapping[int, Field]) -> Finding | None:
    """How bright the markers' paper is: as bright as cards, whatever these lie on. None if it is bright enough."""
    whites = [float(np.percentile(part, 95)) for part in _marker_pictures(grey, markers)]
    if not whites or min(whites) >= DIM_BELOW:
        return None
    values = {"grey": round(min(whites))}
    return (
        Finding("dark", ALARM, values=values)
        if min(whites) < DARK_BELOW
        else Finding("dim", WARNING, values=values)
    )


def _marker_pictures(grey: Picture, markers: Mapping[int, Field]) -> list[Picture]:
    """Grey pictures of the markers with a white rim."""
    found = []
    for corners in markers.values():
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 4, 0)
        x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 4
        part = as_u8(grey[y0:y1, x0:x1])
        if min(part.shape) > 12:
            found.append(part)
    return found


def outline_of(place: Place) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The corners of a zone in table mm, (4, 2)."""
    x0, y0, x1, y1 = place.box_mm
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def cut_off(fix: TableFix, place: Place) -> float:
    """The share of a zone that is outside the picture, 0 to 1."""
    width, height = fix.size_px
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inside = fix.mm(as_f64(frame)).astype(np.float32)
    zone = outline_of(place).astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(cv2.convexHull(inside), cv2.convexHull(zone))
    whole = place.width_mm * place.height_mm
    return float(np.clip(1 - shared / whole, 0, 1))


def _zone_findings(grey: Picture, fix: TableFix, layout: TableLayout, light: Finding | None) -> list[Finding]:
    findings: list[Finding] = [] if light is None else [light]
    means: dict[str, float] = {}
    for place in layout.places:
        share = cut_off(fix, place)
        if share > CUT_SHARE:
            findings.append(Finding("zone-cut", ALARM, place.key, {"share": max(1, round(100 * share))}))
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(fix.px(outline_of(place))).astype(np.int32), 1)
        seen = grey[mask > 0]
        if seen.size == 0:
            continue
        means[place.key] = float(seen.mean())
        if float((seen >= GLARE_LEVEL).mean()) > GLARE_SHARE:
            washed = round(100 * float((seen >= GLARE_LEVEL).mean()))
            findings.append(Finding("glare", WARNING, place.key, {"share": washed}))
    if means and max(means.values()) > UNEVEN * max(min(means.values()), 1.0):
        darkest = min(means, key=means.__getitem__)
        findings.append(Finding("uneven", WARNING, darkest))
    if not any(found.code == "zone-cut" for found in findings):
        findings.insert(0, Finding("zones-all", GOOD))
    if not any(found.code in ("dark", "dim", "glare", "uneven") for found in findings):
        findings.append(Finding("light", GOOD))
    return findings


def _focus_finding(grey: Picture, markers: Mapping[int, Field]) -> Finding:
    """How sharp the markers' edges are, which are black on white and always there."""
    steep = [steepness(part) for part in _marker_pictures(grey, markers)]
    if not steep:
        return Finding("blurred", ALARM, values={"focus": 0})
    value = float(np.median(steep))
    values = {"focus": min(100, round(100 * value / (1.4 * SHARP_FROM)))}
    if value < USABLE_FROM:
        return Finding("blurred", ALARM, values=values)
    return (
        Finding("soft", WARNING, values=values)
        if value < SHARP_FROM
        else Finding("sharp", GOOD, values=values)
    )


# --- for people to look at ---------------------------------------------------------------------------------


def overlay(frame: Frame, setup: Setup, layout: TableLayout = LONG_BOARD, width_px: int = 1152) -> Picture:
    """The picture with the markers and the zones: a zone with an alarm is red, with a warning orange, else green.

    Returns uint8 (h, w, 3), `width_px` wide.
    """
    picture = as_wide_as(frame.bgr, width_px)
    scale = width_px / frame.bgr.shape[1]
    for corners in setup.markers.values():
        cv2.polylines(picture, [np.round(corners * scale).astype(np.int32)], True, _GREEN, 2, cv2.LINE_AA)
    if setup.fix is not None:
        small = setup.fix.scaled((width_px, picture.shape[0]))
        for place in layout.places:
            _draw_zone(picture, small, place, _COLOR[_worst(setup.findings, place.key)])
    return picture


def _worst(findings: Sequence[Finding], zone: str) -> str:
    found = {one.severity for one in findings if one.zone == zone}
    return ALARM if ALARM in found else WARNING if WARNING in found else GOOD


def _draw_zone(picture: Picture, fix: TableFix, place: Place, color: tuple[int, int, int]) -> None:
    points = np.round(fix.px(outline_of(place)) * 16).astype(np.int32)
    cv2.polylines(picture, [points], True, color, 2, cv2.LINE_AA, 4)
    text = f"{place.key}  {place.width_mm:.0f} x {place.height_mm:.0f} mm"
    corners = fix.px(outline_of(place))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.6, 1)
    left = int(np.clip(corners[:, 0].min() + 6, 4, picture.shape[1] - wide - 4))
    base = int(np.clip(corners[:, 1].max() + high + 8, high + 4, picture.shape[0] - 6))
    cv2.putText(picture, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 4, cv2.LINE_AA)
    cv2.putText(picture, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, 0.6, _WHITE, 1, cv2.LINE_AA)
