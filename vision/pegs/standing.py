"""Which pegs best explain what differs on a board: every set of likely holes is tried. Pure.

Contract. In: what differs (`Change`), where each hole and the tops of pegs in it are seen, what is covered. Out: for
each hole *peg*, *empty* or *unsure*. A peg is a body from its hole to its top, which leans away from the lens; it
hides what lies behind it. A set of pegs is as good as the pixels it explains, less those that it leaves or claims
for nothing; it is believed where every other set is worse by a margin. What is left over makes the holes near it
unsure.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix, as_f32, as_u8
from vision.pegs.board import GAME
from vision.pegs.change import Change
from vision.pegs.pose import FLAT_PX_PER_MM

PEGS: Final = 2  # of a track
HEIGHTS_MM: Final = (10.0, 12.5, 15.0, 17.5, 20.0, 22.5, 25.0, 28.0)
_CORE_MM, _HEAD_MM, _FRINGE_MM = 1.2, 1.8, 3.1
"""Half the width of what a peg surely hides, at its foot and at its top, and of what it may touch."""
_CLEAR: Final = 0.96  # one that shows more is open
_UNHID: Final = 0.85  # nothing lies over a hole that shows so much of it, though a shadow may
_TOUCHED_PX: Final = 13  # a peg hides a part of a hole whose middle is half of this from it
_LONG_MM: Final = 32.0  # as long as pegs are
_GAME: Final = GAME[0]
_NOISE: Final = 4  # so many holes of a track that hardly show: it is too dark to say anything of one
_GONE: Final = 0.75  # no shadow and no noise leaves less of a hole
_FIGURE, _FIGURE_SPAN = 0.94, 0.03  # in between: its figure says nothing; so far from it all that it can
_LIKELY: Final = 0.35  # mean weight over a peg's core for it to be tried at all
_FAINT: Final = 0.05  # the same where the hole does not show
_DULL: Final = 0.20  # the same where it hardly does
_THERE: Final = 0.15  # the same where two other pegs are known
_PLAIN: Final = 0.6  # the same where it seems to show: a dark peg's foot looks like a hole
_FILLED, _FILLS, _HOLE_PX = (
    0.90,
    0.6,
    2,
)  # a peg like the wood shows by the hole that it fills: weight so near it
_OPEN_WORTH: Final = 1.0  # what the figure of a hole says, as parts of the pixels of a peg's foot
_PEG_COSTS: Final = 0.45  # a peg is claimed only where it explains so much of one peg's pixels
_MARGIN: Final = 0.55  # the next best set must be worse by so much of one peg's pixels
_THIRD: Final = 1.5  # where a track would have three pegs: that is rare, and seldom true
_MOST: Final = 9  # so many likely holes in one heap, or it is not looked into
_MOST_PEGS: Final = 5
_BEGUN: Final = 0.2  # of the places around a hole
_RING_PX: Final = (
    2.2
    * FLAT_PX_PER_MM
    * np.array([np.cos(np.arange(12) * math.tau / 12), np.sin(np.arange(12) * math.tau / 12)])
)
_FOOT_PX: Final = math.pi * (2.0 * FLAT_PX_PER_MM) ** 2
_AROUND_MM, _CROWDED = 6.0, 0.10  # so near a peg no more than this share may differ
_LEFT_PX: Final = 14.0 * FLAT_PX_PER_MM**2  # mm2 of something that no peg explains: a thing lies there


@dataclass(frozen=True, slots=True)
class Found:
    """What the holes hold, as indices: `pegs`, `unsure`; all others are empty. `hidden`: those unsure because
    something that is no peg lies over or against them. `dim`: of the others, the holes that do not show as they are
    when empty, so that a peg too like the board could be in them; `behind`: those that a peg found leans over, where
    another could stand unseen. `odd`: those that something
    is in or over which is no peg found. `costs`: of each height tried, less is better."""

    pegs: frozenset[int]
    unsure: frozenset[int]
    hidden: frozenset[int]
    dim: frozenset[int]
    behind: frozenset[int]
    odd: frozenset[int] = frozenset()
    costs: Mapping[float, float] = field(default_factory=dict)


class Standing:
    """Looks for pegs on one board seen from one place; `feet_px` (n, 2), `tops_px` {height: (n, 2)}, `tracks` (n)."""

    def __init__(self, feet_px: Matrix, tops_px: dict[float, Matrix], tracks: Sequence[str]) -> None:
        self._feet, self._tops, self._tracks = feet_px, tops_px, tracks
        self._far = tops_px[max(tops_px)]

    def find(
        self, change: Change, covered: NDArray[np.uint8], heights: Sequence[float] = HEIGHTS_MM
    ) -> Found:
        """The pegs; `covered` is 1 where nothing can be seen; `heights` are those that pegs may have."""
        hidden = self._hidden(covered)
        shut = ~(change.open >= _CLEAR)
        maybe = (shut | self._begins(change)) & ~hidden
        likely = [int(i) for i in np.flatnonzero(maybe) if self._is_likely(int(i), change)]
        heaps = list(self._heaps(likely))
        small = [heap for heap in heaps if len(heap) <= _MOST]
        all_tried = {height: [self._tried(heap, change, height) for heap in small] for height in heights}
        costs = {height: sum(tried[0][0] for tried in of_heaps) for height, of_heaps in all_tried.items()}
        height = min(costs, key=lambda h: costs[h])
        pegs: set[int] = set()
        hid: set[int] = set(np.flatnonzero(hidden).tolist())
        unsure: set[int] = set()
        claimed = np.zeros(change.weight.shape, np.uint8)
        hid.update(i for heap in heaps if len(heap) > _MOST for i in heap)
        standing = Counter(self._tracks[i] for tried in all_tried[height] for i in tried[0][1])
        crowded = {track for track, pegs_in in standing.items() if pegs_in > PEGS}
        for tried in all_tried[height]:
            (cost, chosen), others = tried[0], tried[1:]
            margin = _THIRD if any(self._tracks[i] in crowded for i in chosen) else _MARGIN
            close = [other for other_cost, other in others if other_cost - cost < margin * _FOOT_PX]
            pegs.update(chosen)
            for other in close:
                unsure.update(set(chosen) ^ set(other))
            for i in chosen:
                self._draw(claimed, i, height, _FRINGE_MM, (0, 0))
        dim = self._not_shown(change, claimed) - pegs
        hid |= self._left(change, claimed, covered, dim)
        hid |= {i for i in pegs if self._is_crowded(i, change, claimed, height)}
        hid |= set(self._surplus(pegs - unsure - hid))
        unsure |= hid
        certain = pegs - unsure
        behind = set(np.flatnonzero(shut).tolist()) - dim - pegs
        return Found(
            frozenset(certain),
            frozenset(unsure),
            frozenset(hid),
            frozenset(dim),
            frozenset(behind),
            frozenset(self._odd(change, claimed, dim, unsure, certain, height)),
            costs if small else {},
        )

    # --- likely holes

    def _hidden(self, covered: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """The holes of which the foot or the way to the top is covered."""
        h, w = covered.shape
        hidden = np.zeros(len(self._feet), bool)
        for points in (self._feet, self._tops[15.0]):
            at = np.round(points).astype(int)
            hidden |= covered[np.clip(at[:, 1], 0, h - 1), np.clip(at[:, 0], 0, w - 1)] > 0
        return hidden

    def _is_likely(self, i: int, change: Change) -> bool:
        """Whether something is there over the hole and along the way of the lowest peg, or the hole is filled."""
        shown = change.open[i]
        if self._over(i, min(self._tops), change) > (_PLAIN if shown >= _CLEAR else _LIKELY):
            return True
        faint = _FAINT if shown < _FILLED else _DULL if shown < _CLEAR else 1.0
        if any(self._over(i, height, change) > faint for height in self._tops):
            return True
        if not shown < _CLEAR:
            return False
        x, y = (round(float(v)) for v in self._feet[i])
        hole = change.weight[max(0, y - _HOLE_PX) : y + _HOLE_PX + 1, max(0, x - _HOLE_PX) : x + _HOLE_PX + 1]
        return hole.size > 0 and float(hole.mean()) > _FILLS

    def _begins(self, change: Change) -> NDArray[np.bool_]:
        """The holes around which something is, though they may seem to show."""
        h, w = change.weight.shape
        x = np.round(self._feet[:, :1] + _RING_PX[0]).astype(int)
        y = np.round(self._feet[:, 1:] + _RING_PX[1]).astype(int)
        around = change.weight[np.minimum(np.maximum(y, 0), h - 1), np.minimum(np.maximum(x, 0), w - 1)]
        return np.asarray((around > 0.5).mean(axis=1) > _BEGUN, bool)

    def _over(self, i: int, height: float, change: Change) -> float:
        """How much of something there is where a peg of this height would be: the mean weight over its core."""
        box, mask = self._mask(i, height, _CORE_MM, change.weight.shape)
        inside = change.weight[box][mask > 0]
        return float(inside.mean()) if inside.size > 0 else 0.0

    def _heaps(self, likely: Sequence[int]) -> Iterator[list[int]]:
        """The likely holes, together where a peg in one could hide a part of a peg in the other."""
        left = list(likely)
        while left:
            heap = [left.pop()]
            for i in heap:
                near = [j for j in left if self._touch(i, j)]
                heap += near
                left = [j for j in left if j not in near]
            yield sorted(heap)

    def _touch(self, i: int, j: int) -> bool:
        reach = 2 * _FRINGE_MM * FLAT_PX_PER_MM
        a0, a1, b0, b1 = self._feet[i], self._far[i], self._feet[j], self._far[j]
        return min(_apart(a0, b0, b1), _apart(a1, b0, b1), _apart(b0, a0, a1), _apart(b1, a0, a1)) < reach

    # --- trying sets of pegs

    def _tried(self, heap: list[int], change: Change, height: float) -> list[tuple[float, tuple[int, ...]]]:
        """Every set of the heap's holes with its cost, the best first."""
        window = self._window(heap, height, change.weight.shape)
        weight = change.weight[window]
        origin = (window[1].start, window[0].start)
        cores: list[NDArray[np.bool_]] = []
        fringes: list[NDArray[np.bool_]] = []
        for i in heap:
            for into, half_mm in ((cores, _CORE_MM), (fringes, _FRINGE_MM)):
                mask = np.zeros(weight.shape, np.uint8)
                self._draw(mask, i, height, half_mm, origin)
                into.append(mask.ravel() > 0)
        flat = weight.ravel()
        seen, bare = np.maximum(flat, 0), np.maximum(-flat, 0)
        spots, says = self._figures(window, change)
        bare[spots] = (
            0.0  # asked of the hole's figure, not again of its pixels: dark pegs are as dark as holes
        )
        tried = []
        for count in range(min(len(heap), _MOST_PEGS) + 1):
            for chosen in combinations(range(len(heap)), count):
                core = (
                    np.logical_or.reduce([cores[k] for k in chosen]) if chosen else np.zeros(flat.size, bool)
                )
                fringe = np.logical_or.reduce([fringes[k] for k in chosen]) if chosen else core
                cost = _PEG_COSTS * _FOOT_PX * count + float(bare[core].sum() - seen[core].sum())
                cost += float(seen[~fringe].sum()) * 0.7
                # Open holes must not be hidden, shut ones must be.
                cost += float(says @ (0.5 - np.minimum(1.0, 1.4 * core[spots].mean(axis=1))))
                tried.append((cost, tuple(heap[k] for k in chosen)))
        return sorted(tried)

    def _figures(self, window: tuple[slice, slice], change: Change) -> tuple[NDArray[np.int64], Field]:
        """Of the holes in a window: the pixels over each (n, 49) as places in it, and what its figure says (n)."""
        rows, columns = window
        h, w = rows.stop - rows.start, columns.stop - columns.start
        x, y = np.round(self._feet[:, 0]) - columns.start, np.round(self._feet[:, 1]) - rows.start
        some = np.flatnonzero((x >= 0) & (x < w) & (y >= 0) & (y < h) & ~np.isnan(change.open))
        dy, dx = (step.ravel() for step in np.mgrid[-3:4, -3:4])
        at_y = np.minimum(np.maximum(y[some, None].astype(int) + dy, 0), h - 1)
        spots = at_y * w + np.minimum(np.maximum(x[some, None].astype(int) + dx, 0), w - 1)
        says = np.clip((_FIGURE - change.open[some]) / _FIGURE_SPAN, -1, 1) * (_OPEN_WORTH * _FOOT_PX)
        return spots, as_f32(says)

    def _window(self, heap: list[int], height: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
        points = np.concatenate([self._feet[heap], self._tops[height][heap]])
        margin = _AROUND_MM * FLAT_PX_PER_MM + 2
        x0, y0 = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int)
        x1, y1 = np.ceil(points.max(axis=0) + margin).astype(int)
        return slice(int(y0), min(int(y1), shape[0])), slice(int(x0), min(int(x1), shape[1]))

    def _mask(
        self, i: int, height: float, half_mm: float, shape: tuple[int, ...]
    ) -> tuple[tuple[slice, slice], NDArray[np.uint8]]:
        window = self._window([i], height, shape)
        mask = np.zeros((window[0].stop - window[0].start, window[1].stop - window[1].start), np.uint8)
        self._draw(mask, i, height, half_mm, (window[1].start, window[0].start))
        return window, mask

    def _draw(
        self, mask: NDArray[np.uint8], i: int, height: float, half_mm: float, origin: tuple[int, int]
    ) -> None:
        """The body of a peg in hole i, so wide, into a mask whose corner lies at `origin`."""
        a, b = (np.round((p - origin) * 16).astype(int) for p in (self._feet[i], self._tops[height][i]))
        radius = half_mm * FLAT_PX_PER_MM
        top = max(half_mm, _HEAD_MM) * FLAT_PX_PER_MM
        cv2.line(
            mask, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1, max(1, round(2 * radius)), cv2.LINE_8, 4
        )
        for p, r in ((a, radius), (b, top)):
            cv2.circle(mask, (int(p[0]), int(p[1])), round(r * 16), 1, -1, cv2.LINE_8, 4)

    # --- what no peg explains

    def _is_crowded(self, i: int, change: Change, claimed: NDArray[np.uint8], height: float) -> bool:
        """Whether something that no peg explains lies against this one: then it may be a part of that instead."""
        box, mask = self._mask(i, height, _AROUND_MM, claimed.shape)
        near = cv2.dilate(claimed[box], np.ones((3, 3), np.uint8))
        things = cv2.morphologyEx(as_u8(change.weight[box] > 0.8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        around = things[(mask > 0) & (near == 0)]
        return around.size > 0 and float(around.mean()) > _CROWDED

    def _surplus(self, certain: set[int]) -> Iterator[int]:
        """Where more pegs stand than there are, one lies: all within its length of a track that has too many."""
        names = [track for track in set(self._tracks) if track != _GAME]
        standing = Counter(self._tracks[i] for i in certain if self._tracks[i] != _GAME)
        if standing.total() <= PEGS * len(names):
            return
        too_many = [i for i in certain if standing[self._tracks[i]] > PEGS]
        for i in certain:
            if any(math.dist(self._feet[i], self._feet[j]) < _LONG_MM * FLAT_PX_PER_MM for j in too_many):
                yield i

    def _odd(
        self,
        change: Change,
        claimed: NDArray[np.uint8],
        dim: set[int],
        unsure: set[int],
        pegs: set[int],
        height: float,
    ) -> Iterator[int]:
        """The holes that something is in or over which is no peg found: one that lies there hides more than one."""
        wide = cv2.dilate(claimed, np.ones((_TOUCHED_PX, _TOUCHED_PX), np.uint8))
        at = np.round(self._feet).astype(int)
        h, w = claimed.shape
        faint = Counter(self._tracks[i] for i in dim if change.open[i] < _FILLED)
        for i in dim | unsure:
            x, y = min(max(at[i, 0], 0), w - 1), min(max(at[i, 1], 0), h - 1)
            if wide[y, x]:
                continue
            if i in unsure:
                if not any(self._touch(i, j) for j in pegs if self._tracks[j] == self._tracks[i]):
                    yield i
            else:
                if faint[self._tracks[i]] <= _NOISE and (
                    change.open[i] < _GONE
                    or (change.open[i] < _FILLED and self._over(i, height, change) > _THERE)
                ):
                    yield i

    def _not_shown(self, change: Change, claimed: NDArray[np.uint8]) -> set[int]:
        """Holes without their figure, though no peg found hides them."""
        far = as_u8(cv2.blur(as_f32(claimed), (9, 9)) < 0.25)
        at = np.round(self._feet).astype(int)
        h, w = claimed.shape
        bare = far[np.clip(at[:, 1], 0, h - 1), np.clip(at[:, 0], 0, w - 1)] > 0
        return {int(i) for i in np.flatnonzero(bare & ~(change.open >= _CLEAR))}

    def _left(
        self, change: Change, claimed: NDArray[np.uint8], covered: NDArray[np.uint8], dim: set[int]
    ) -> set[int]:
        """Holes that something hides which is no peg found: it lies there, or stands there unrecognised."""
        unsure = {i for i in dim if not change.open[i] >= _UNHID and self._is_likely(i, change)}
        h, w = claimed.shape
        rest = as_u8((change.weight > 0.3) & (claimed == 0) & (covered == 0))
        rest = as_u8(cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((4, 4), np.uint8)))
        if not rest.any():
            return unsure
        _, labels, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
        big = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > _LEFT_PX)
        lying = as_u8(np.isin(labels, big[big > 0]))
        if lying.any():
            wide = cv2.dilate(lying, np.ones((9, 9), np.uint8))
            at = np.round(self._feet).astype(int)
            under = wide[np.clip(at[:, 1], 0, h - 1), np.clip(at[:, 0], 0, w - 1)] > 0
            unsure |= {int(i) for i in np.flatnonzero(under) if not change.open[i] >= _UNHID}
        return unsure


def _apart(p: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """From a point to a segment; plain numbers, for this is asked of every two likely holes."""
    (px, py), (ax, ay), (bx, by) = p.tolist(), a.tolist(), b.tolist()
    dx, dy = bx - ax, by - ay
    share = ((px - ax) * dx + (py - ay) * dy) / max(dx * dx + dy * dy, 1e-9)
    share = min(1.0, max(0.0, share))
    return math.hypot(px - ax - share * dx, py - ay - share * dy)
