"""Learning a board: its holes are found in a picture of it when empty, and numbered from a few that a person names.
Pure.

Contract. In: a full picture of the empty board and where the table is in it. Out: the holes found, in mm, numbered
from 1 in reading order; from the first and the last hole of each track and the game hole, a `PegBoard`. A track is
walked from hole to hole, straight on where there is one, else to the nearest. It has two or three start holes and
120, or 60 on a board that is walked twice: anything else is refused with what was found instead. From the third track
on the last hole may be left out (0): it has as many as the others. Costs some tenths of a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix, Picture, as_f32, as_f64, as_u8
from vision.frames import Frame
from vision.layout import TableLayout
from vision.pegs.board import PegBoard, PegBoardError, track_of
from vision.pegs.pose import Pose
from vision.zones import TableFix

PX_PER_MM: Final = 4.0
SCORED: Final = 120
LAPS: Final = (1, 2)
STARTS: Final = (2, 3)
_HOLE_MM: Final = (1.3, 2.1)  # half widths that are tried: boards are drilled with 2.5 to 4.5 mm
_APART_MM: Final = 4.0  # no two holes lie nearer
_LABEL_MM: Final = 4.0  # around a marker
_LENGTHS: Final = {SCORED // laps + starts: laps for laps in LAPS for starts in STARTS}
"""How many holes a track has, and how often it is walked."""
FEWEST: Final = 2 * (SCORED // LAPS[-1] + STARTS[0])
"""Holes of two tracks."""
_AT_LEAST: Final = FEWEST  # holes of a board: the figure of wood may have more dark spots
_DARKER: Final = 0.12  # a hole is darker than what is around it by this share at least,
_AS_OTHERS: Final = 0.45  # and by so much of what the plainest holes are
_ROUND: Final = 0.55  # how much of the ring around a hole must be brighter than it
_USED: Final = 0.6  # of the holes found: on a board that is walked twice nearly all are in a track
_STRAIGHT: Final = 0.65  # radians off the way so far: still straight on
_LONGEST: Final = 2.2  # spacings from one hole to the next
_REACH: Final = 1.9  # spacings straight on: a gap between groups


class LearnError(PegBoardError):
    """A board that could not be learnt: one line that says why and what to do.

    `code` and `fill` say the same to a page that has words of its own: ``few`` (n), ``way`` (track, n holes to hole
    at), ``long`` (track, n), ``twice``, ``no-hole``, ``ends``. Holes count from 1.
    """

    def __init__(self, what: str, code: str = "", **fill: int | str) -> None:
        super().__init__(what)
        self.code = code
        self.fill = fill


def top_picture(frame: Frame, fix: TableFix, layout: TableLayout) -> Picture:
    """The whole top of the board from straight above at `PX_PER_MM`, player A below: uint8 (h, w, 3)."""
    here = fix if fix.size_px == frame.size_px else fix.scaled(frame.size_px)
    pose = Pose.of(here, layout.board_top_mm)
    width, height = layout.board_mm
    size = (round(width * PX_PER_MM), round(height * PX_PER_MM))
    warp = pose.to_px @ np.linalg.inv(_to_flat(layout))
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return as_u8(cv2.warpPerspective(frame.bgr, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _to_flat(layout: TableLayout) -> Matrix:
    width, height = layout.board_mm
    s = PX_PER_MM
    return np.array([(s, 0, width / 2 * s), (0, -s, height / 2 * s), (0, 0, 1.0)])


def find_holes(top: Picture, layout: TableLayout) -> Matrix:
    """The holes on the top of an empty board: (n, 2) mm, from the far row to the near one, each from left to
    right.
    """
    grey = as_f32(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY)) + 4.0
    level = as_f32(np.log(grey))
    best = np.full(level.shape, -1.0, np.float32)
    for half_mm in _HOLE_MM:
        best = np.maximum(best, _dark_spots(level, half_mm))
    for marker in layout.markers:
        x, y = _px(layout, np.array([marker.center_mm]))[0]
        half = (marker.size_mm / 2 + _LABEL_MM) * PX_PER_MM
        best[max(0, int(y - half)) : int(y + half) + 1, max(0, int(x - half)) : int(x + half) + 1] = -1.0
    edge = round(3.0 * PX_PER_MM)
    best[:edge], best[-edge:], best[:, :edge], best[:, -edge:] = -1.0, -1.0, -1.0, -1.0
    side = round(_APART_MM * PX_PER_MM) | 1
    peaks = (best == cv2.dilate(best, np.ones((side, side), np.uint8))) & (best > _DARKER)
    ys, xs = np.nonzero(peaks)
    if len(xs) == 0:
        return np.zeros((0, 2))
    depth = best[ys, xs]
    plain = float(np.median(np.sort(depth)[-_AT_LEAST:]))
    some = depth > _AS_OTHERS * plain
    spots = np.array([_middle(best, int(x), int(y)) for x, y in zip(xs[some], ys[some], strict=True)])
    found = cv2.perspectiveTransform(spots[None].astype(np.float64), np.linalg.inv(_to_flat(layout)))[0]
    order = sorted(range(len(found)), key=lambda i: (-round(float(found[i, 1]) / 3.0), float(found[i, 0])))
    return as_f64(found[order])


def _dark_spots(level: Field, half_mm: float) -> Field:
    """By how much a disc is darker than the ring around it, where most of the ring is brighter than the disc."""
    inner, gap = half_mm * PX_PER_MM * 0.8, half_mm * PX_PER_MM * 1.35
    disc = _ring(0.0, inner)
    middle = cv2.filter2D(level, cv2.CV_32F, disc)
    sides = 8
    brighter = np.zeros(level.shape, np.float32)
    for k in range(sides):
        turn = 2 * np.pi * k / sides
        dx, dy = round((gap + 1.5) * np.cos(turn)), round((gap + 1.5) * np.sin(turn))
        move = np.array([(1, 0, -dx), (0, 1, -dy)], np.float64)
        h, w = level.shape
        beside = cv2.warpAffine(cv2.blur(level, (3, 3)), move, (w, h), borderMode=cv2.BORDER_REPLICATE)
        brighter += np.asarray(beside - middle > _DARKER, np.float32) / sides
    ring = cv2.filter2D(level, cv2.CV_32F, _ring(gap, gap + 3.0))
    return as_f32(np.where(brighter >= _ROUND, ring - middle, -1.0))


def _ring(inner: float, outer: float) -> Field:
    reach = int(np.ceil(outer))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    r = np.hypot(x, y)
    mask = as_f32((r >= inner) & (r <= outer))
    return as_f32(mask / mask.sum())


def _middle(score: Field, x: int, y: int) -> tuple[float, float]:
    """The peak of a score, to a part of a pixel."""
    part = np.maximum(score[y - 3 : y + 4, x - 3 : x + 4], 0.0)
    total = float(part.sum())
    dy, dx = np.mgrid[-3:4, -3:4]
    return x + float((part * dx).sum()) / total, y + float((part * dy).sum()) / total


def _px(layout: TableLayout, points: Matrix) -> Matrix:
    if len(points) == 0:
        return np.zeros((0, 2))
    return as_f64(cv2.perspectiveTransform(points[None].astype(np.float64), _to_flat(layout))[0])


def holes_px(layout: TableLayout, points: Matrix) -> Matrix:
    """Where holes (n, 2) in mm are in a `top_picture`: (n, 2) px."""
    return _px(layout, points)


# --- from ends to tracks


def walk(
    points: Matrix, first: int, last: int, most: int = SCORED + STARTS[-1], others: Sequence[int] = ()
) -> list[int]:
    """The holes from `first` to `last` (indices into `points`) as a player walks them; `LearnError` if lost.

    Without a last hole (-1) so many as `most`. `others` are no holes of this track: the starts of other ones, which
    may be nearer to its own than its next hole is.
    """
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    spacing = float(np.median(apart.min(axis=1)))
    way = [first]
    left = np.ones(len(points), bool)
    left[[first, *others]] = False
    while way[-1] != last and not (last < 0 and len(way) == most):
        following = _next(points, apart[way[-1]], left, spacing, way)
        if following is None:
            goal = f"not to hole {last + 1}" if last >= 0 else f"and it has {most}"
            raise LearnError(
                f"from hole {first + 1} one comes after {len(way)} holes to hole {way[-1] + 1} and no farther, "
                f"{goal}: look whether all holes between them were found",
                "way", n=len(way), at=way[-1] + 1,
            )  # fmt: skip
        left[following] = False
        way.append(following)
    return way


def _next(
    points: Matrix, apart: Matrix, left: NDArray[np.bool_], spacing: float, way: list[int]
) -> int | None:
    """The hole after a way's last: the nearest that goes on as it went, round a bend too, else the nearest at all."""
    near = [int(i) for i in np.flatnonzero(left & (apart < _LONGEST * spacing))]
    at = points[way[-1]]
    if len(way) > 1:
        course, last_mm, bend = _course(points, way)
        ahead = []
        for i in near:
            dx, dy = points[i] - at
            expected = course + bend * (last_mm + apart[i]) / 2
            off = abs(_turn(float(np.arctan2(dy, dx)) - expected))
            if off < _STRAIGHT and apart[i] < _REACH * spacing:
                ahead.append((apart[i] * (1 + off), i))
        if ahead:
            return min(ahead)[1]
    return min(near, key=lambda i: apart[i]) if near else None


def _course(points: Matrix, way: list[int]) -> tuple[float, float, float]:
    """Which way the last step went, how long it was, and by how much the way bends, radians a mm."""
    step = points[way[-1]] - points[way[-2]]
    course, length = float(np.arctan2(step[1], step[0])), float(np.hypot(*step))
    if len(way) < 3:
        return course, length, 0.0
    before = points[way[-2]] - points[way[-3]]
    turned = _turn(course - float(np.arctan2(before[1], before[0])))
    bend = 2 * turned / (length + float(np.hypot(*before)))
    return course, length, bend if abs(turned) < _STRAIGHT else 0.0


def _turn(angle: float) -> float:
    return float((angle + np.pi) % (2 * np.pi) - np.pi)


def number_tracks(
    name: str, title: str, points: Matrix, ends: Mapping[str, tuple[int, int]], game: int
) -> PegBoard:
    """The board whose tracks run from end to end; `ends` and `game` count the found holes from 1.

    `LearnError` where an end is no hole, an end is named twice, or a track has another number of holes than a game
    has.
    """
    named = [first for first, _ in ends.values()] + [last for _, last in ends.values() if last] + [game]
    for number in named:
        if not 1 <= number <= len(points):
            told = f"there is no hole {number} in the picture: {len(points)} were found, from 1 on"
            raise LearnError(told, "no-hole")
        if named.count(number) > 1:
            told = f"hole {number} is named twice: each end and the game hole is a hole of its own"
            raise LearnError(told, "twice")
    if sum(last > 0 for _, last in ends.values()) < 2:
        raise LearnError("name the first and the last hole of two tracks at least", "ends")
    tracks: dict[str, list[int]] = {}
    rest, most = points.copy(), 0
    for player, (first, last) in sorted(ends.items(), key=lambda one: one[1][1] == 0):
        others = [start - 1 for start, _ in ends.values() if start != first]
        way = _walk_of(player, rest, first, last, most, others)
        if len(way) not in _LENGTHS:
            raise _of_no_length(player, way, (first, last))
        most = max(most, len(way))
        tracks[player] = way
        rest[way] = np.array([9e5, 9e5]) + 100.0 * np.arange(len(way))[:, None] * (1 + ord(player) - ord("A"))
    laps = _laps(tracks, ends, len(points))
    numbered = {
        player: track_of([(float(x), float(y)) for x, y in points[way]], SCORED // laps + 1 - len(way))
        for player, way in tracks.items()
    }
    x, y = points[game - 1]
    return PegBoard(name, title, numbered, (round(float(x), 2), round(float(y), 2)), laps=laps)


def _laps(tracks: Mapping[str, list[int]], ends: Mapping[str, tuple[int, int]], found: int) -> int:
    """How often a board is walked, by how long its tracks are; `LearnError` where they are not all alike."""
    laps = min(_LENGTHS[len(way)] for way in tracks.values())
    if sum(map(len, tracks.values())) < _USED * found:
        laps = LAPS[0]  # each track goes on where the tapped one ends
    for player, way in tracks.items():
        if _LENGTHS[len(way)] != laps:
            raise _of_no_length(player, way, ends[player])
    return laps


def _of_no_length(player: str, way: list[int], ends: tuple[int, int]) -> LearnError:
    return LearnError(
        f"track {player} has {len(way)} holes from hole {ends[0]} to hole {ends[1]}, not 122 or 123 "
        "(two or three start holes and 120; 62 or 63 where each track of the board is walked twice): "
        "look at the picture with the numbers",
        "long", track=player, n=len(way),
    )  # fmt: skip


def _walk_of(
    player: str, points: Matrix, first: int, last: int, most: int, others: Sequence[int]
) -> list[int]:
    try:
        return walk(points, first - 1, last - 1, most, others)
    except LearnError as error:
        raise LearnError(f"track {player}: {error}", error.code, track=player, **error.fill) from None


# --- pictures for people


def with_numbers(top: Picture, points: Matrix, layout: TableLayout) -> Picture:
    """The found holes with their numbers, twice as large: to name the ends by."""
    picture = as_u8(cv2.resize(top, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    for number, (x, y) in enumerate(_px(layout, points) * 2, 1):
        cv2.circle(picture, (round(x), round(y)), 14, (60, 220, 60), 1, cv2.LINE_AA)
        _write(picture, str(number), x - 12, y - 15 if number % 2 else y + 26, 0.42)
    return picture


def with_tracks(top: Picture, board: PegBoard, layout: TableLayout) -> Picture:
    """The numbering of a board drawn over it, every fifth hole by its number: to be confirmed.

    Hole 1 and the last one of each track are ringed, an arrow shows which way it goes.
    """
    picture = as_u8(cv2.resize(top, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    colors = {"A": (60, 60, 235), "B": (235, 150, 40), "C": (60, 190, 60), "D": (40, 200, 230)}
    for player, holes in board.tracks.items():
        numbers = sorted(holes)
        at = _px(layout, np.array([holes[n] for n in numbers])) * 2
        line = np.round(at).astype(np.int32)
        cv2.polylines(picture, [line], False, colors[player], 2, cv2.LINE_AA)
        for number, (x, y) in zip(numbers, at, strict=True):
            if number % 5 == 0 or number in (numbers[0], 1):
                again = f"/{number + board.lap}" if board.laps > 1 and number > 0 else ""
                cv2.circle(picture, (round(x), round(y)), 7, colors[player], -1, cv2.LINE_AA)
                _write(picture, f"{player}{number}{again}", x - 24, y - 13, 0.9 if not again else 0.7)
            if number in (1, board.lap):
                cv2.circle(picture, (round(x), round(y)), 16, (255, 255, 255), 3, cv2.LINE_AA)
        tail, head = (tuple(line[numbers.index(n)].tolist()) for n in (1, 5))
        cv2.arrowedLine(picture, tail, head, (255, 255, 255), 3, cv2.LINE_AA, tipLength=0.25)
    x, y = _px(layout, np.array([board.game_mm]))[0] * 2
    _write(picture, "game", x - 30, y - 13, 0.9)
    return picture


def _write(picture: Picture, text: str, x: float, y: float, size: float) -> None:
    at = (round(x), round(y))
    for color, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, color, thick, cv2.LINE_AA)
