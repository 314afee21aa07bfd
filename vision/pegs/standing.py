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
from functools import lru_cache
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Matrix, as_u8
from vision.pegs.board import GAME
from vision.pegs.bodies import AROUND_MM, CORE_MM, FRINGE_MM, Bodies, Window
from vision.pegs.change import Change
from vision.pegs.pose import FLAT_PX_PER_MM

PEGS: Final = 2  # of a track
HEIGHTS_MM: Final = (10.0, 12.5, 15.0, 17.5, 20.0, 22.5, 25.0, 28.0)
_CLEAR: Final = 0.96  # one that shows more is open
_UNHID: Final = 0.85  # nothing lies over a hole that shows so much of it, though a shadow may
_HIDDEN_PX, _BY_PX = 9, 9  # so wide over a hole: what hides it, and what lies by it
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
_LEANS: Final = 0.3  # the same where a track lacks a peg
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
_CROWDED: Final = 0.10  # of what is around a peg no more than this share may differ,
_GOES_ON_PX: Final = 4.0 * FLAT_PX_PER_MM**2  # nor so many mm2 in one piece: a thin lying peg hides more
_SPOT_Y, _SPOT_X = (step.ravel() for step in np.mgrid[-3:4, -3:4])
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
    """Looks for pegs on one board seen from one place; `feet_px` (n, 2), `tops_px` {height: (n, 2)}, `tracks` (n).

    `size_px` is the flat picture's.
    """

    def __init__(
        self,
        feet_px: Matrix,
        tops_px: Mapping[float, Matrix],
        tracks: Sequence[str],
        size_px: tuple[int, int],
    ) -> None:
        self._feet, self._tracks = feet_px, tracks
        self._bodies = Bodies(feet_px, tops_px, size_px)
        self._far = tops_px[max(tops_px)]
        self._middle: list[list[float]] = ((feet_px + self._far) / 2).tolist()
        self._half = (np.linalg.norm(self._far - feet_px, axis=1) / 2).tolist()
        w, h = size_px
        self._at = np.round(feet_px).astype(int)
        self._held = self._at.clip(0, (w - 1, h - 1))
        """The pixel in the middle of each hole, within the picture."""
        x, y = (self._feet[:, :1] + _RING_PX[0]).round(), (self._feet[:, 1:] + _RING_PX[1]).round()
        self._ring = (y.clip(0, h - 1) * w + x.clip(0, w - 1)).astype(int)
        ways = [np.round(points).astype(int).clip(0, (w - 1, h - 1)) for points in (feet_px, tops_px[15.0])]
        self._ways = np.stack([at[:, 1] * w + at[:, 0] for at in ways], axis=1)

    def find(
        self, change: Change, covered: NDArray[np.uint8], heights: Sequence[float] = HEIGHTS_MM
    ) -> Found:
        """The pegs; `covered` is 1 where nothing can be seen; `heights` are those that pegs may have."""
        hidden = self._hidden(covered)
        shut = ~(change.open >= _CLEAR)
        likely = self._likely(np.flatnonzero((shut | self._begins(change)) & ~hidden).tolist(), change)
        heaps = list(self._heaps(likely))
        small = [heap for heap in heaps if len(heap) <= _MOST]
        says = np.clip((_FIGURE - change.open) / _FIGURE_SPAN, -1, 1).astype(np.float64)
        says *= _OPEN_WORTH * _FOOT_PX
        all_tried = {
            height: [self._tried(heap, change.weight, says, height) for heap in small] for height in heights
        }
        costs = (
            {
                height: sum(self._fit(*tried[0], height, change.weight) for tried in of_heaps)
                for height, of_heaps in all_tried.items()
            }
            if len(heights) > 1
            else dict.fromkeys(heights, 0.0)
        )
        height = min(costs, key=lambda h: costs[h])
        pegs: set[int] = set()
        hid: set[int] = set(np.flatnonzero(hidden).tolist())
        unsure: set[int] = set()
        claimed = np.zeros(change.weight.shape, np.uint8)
        hid.update(i for heap in heaps if len(heap) > _MOST for i in heap)
        standing = Counter(self._tracks[i] for tried in all_tried[height] for i in tried[0][1])
        crowded = {track for track, pegs_in in standing.items() if pegs_in > PEGS}
        for tried in all_tried[height]:
            chosen = tried[0][1]
            margin = _THIRD if any(self._tracks[i] in crowded for i in chosen) else _MARGIN
            unsure |= _differing(tried, margin)
            pegs.update(chosen)
            for i in chosen:
                body = self._bodies.body(i, height, FRINGE_MM)
                claimed[body.window] |= body.mask
        dim = self._not_shown(change, claimed) - pegs
        hid |= self._left(change, claimed, covered, dim & set(likely))
        dim |= self._leaned_from(
            change.weight, claimed, height, pegs, {self._tracks[i] for i in dim | hid | unsure}
        )
        hid |= {i for i in pegs - hid if self._is_crowded(i, change, claimed, height)}
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
            frozenset(self._odd(change, claimed, dim, unsure, pegs, height)),
            costs if small else {},
        )

    # --- likely holes

    def _hidden(self, covered: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """The holes of which the foot or the way to the top is covered."""
        if not cv2.countNonZero(covered):
            return np.zeros(len(self._feet), bool)
        return np.asarray(covered.ravel()[self._ways].any(axis=1), bool)

    def _likely(self, maybe: list[int], change: Change) -> list[int]:
        """Those where something is over the hole and along the way of the lowest peg, or the hole is filled."""
        shown = dict(zip(maybe, change.open[maybe].tolist(), strict=True))
        lowest, *others = sorted(self._bodies.heights)
        over = zip(maybe, self._bodies.over_all(maybe, lowest, change.weight).tolist(), strict=True)
        likely = {i for i, much in over if much > (_PLAIN if shown[i] >= _CLEAR else _LIKELY)}
        for height in (lowest, *others):
            open_ones = [i for i in maybe if i not in likely and shown[i] < _CLEAR]
            over = zip(
                open_ones, self._bodies.over_all(open_ones, height, change.weight).tolist(), strict=True
            )
            likely |= {i for i, much in over if much > (_FAINT if shown[i] < _FILLED else _DULL)}
        return [i for i in maybe if i in likely or (shown[i] < _CLEAR and self._is_filled(i, change.weight))]

    def _is_filled(self, i: int, weight: Field) -> bool:
        x, y = self._at[i].tolist()
        hole = weight[max(0, y - _HOLE_PX) : y + _HOLE_PX + 1, max(0, x - _HOLE_PX) : x + _HOLE_PX + 1]
        return hole.size > 0 and float(hole.mean()) > _FILLS

    def _begins(self, change: Change) -> NDArray[np.bool_]:
        """The holes around which something is, though they may seem to show."""
        return np.asarray((change.weight.ravel()[self._ring] > 0.5).mean(axis=1) > _BEGUN, bool)

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
        reach = 2 * FRINGE_MM * FLAT_PX_PER_MM
        if math.dist(self._middle[i], self._middle[j]) > reach + self._half[i] + self._half[j]:
            return False
        a0, a1, b0, b1 = self._feet[i], self._far[i], self._feet[j], self._far[j]
        return min(_apart(a0, b0, b1), _apart(a1, b0, b1), _apart(b0, a0, a1), _apart(b1, a0, a1)) < reach

    # --- trying sets of pegs

    def _tried(
        self, heap: list[int], weight: Field, says: Matrix, height: float
    ) -> list[tuple[float, tuple[int, ...]]]:
        """The sets of the heap's holes that are not much worse than the best, with their costs, the best first.

        `says`: what the figure of each hole says, more where it is shut.
        """
        sets, sizes, has = _sets(len(heap))
        around = self._bodies.window(heap, height, AROUND_MM)
        rows, columns = self._bodies.window(heap, height, FRINGE_MM)
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        core, fringe = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for bit, i in enumerate(heap):
            for pattern, half_mm in ((core, CORE_MM), (fringe, FRINGE_MM)):
                body = self._bodies.body(i, height, half_mm)
                y, x = body.window[0].start - rows.start, body.window[1].start - columns.start
                h, w = body.mask.shape
                pattern[y : y + h, x : x + w] |= body.mask.astype(np.int64) << bit
        values = weight[rows, columns]
        seen, bare = np.maximum(values, 0).ravel(), np.maximum(-values, 0).ravel()
        near, spots = self._spots(rows, columns)
        # Asked of the hole's figure, not again of its pixels: dark pegs are as dark as holes.
        bare[spots[~np.isnan(says[near])]] = 0.0
        kinds = has.shape[1]
        cost = _PEG_COSTS * _FOOT_PX * sizes + has @ np.bincount(core.ravel(), bare - seen, kinds)
        unexplained = float(np.maximum(weight[around], 0).sum())
        cost += 0.7 * (unexplained - has @ np.bincount(fringe.ravel(), seen, kinds))
        # Open holes must not be hidden, shut ones must be.
        count = len(near)
        over = core.ravel()[spots] + kinds * np.arange(count)[:, None]
        hides = np.bincount(over.ravel(), minlength=kinds * count).reshape(count, kinds)
        used = hides.any(axis=0)
        share = has[:, used] @ hides[:, used].T / spots.shape[1]
        cost += 0.5 * self._said(around, says) - np.minimum(1.0, 1.4 * share) @ np.nan_to_num(says[near])
        good = np.flatnonzero(cost < cost.min() + _THIRD * _FOOT_PX).tolist()
        return sorted((float(cost[k]), tuple(heap[bit] for bit in sets[k])) for k in good)

    def _fit(self, cost: float, chosen: tuple[int, ...], height: float, weight: Field) -> float:
        """What a height costs with a set of pegs: they end where something ends, so their rims count as well."""
        return cost - self._bodies.rim(chosen, height, weight) if chosen else cost

    def _said(self, window: Window, says: Matrix) -> float:
        """What the figures of all holes in a window say."""
        rows, columns = window
        x, y = self._at.T
        inside = (x >= columns.start) & (x < columns.stop) & (y >= rows.start) & (y < rows.stop)
        return float(np.nansum(says[inside]))

    def _spots(self, rows: slice, columns: slice) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The holes in a window, and the pixels over each (n, 49) as places in it."""
        x, y = self._at[:, 0] - columns.start, self._at[:, 1] - rows.start
        h, w = rows.stop - rows.start, columns.stop - columns.start
        near = np.flatnonzero((x > -4) & (x < w + 3) & (y > -4) & (y < h + 3))
        at_y = np.minimum(np.maximum(y[near, None] + _SPOT_Y, 0), h - 1)
        return near, at_y * w + np.minimum(np.maximum(x[near, None] + _SPOT_X, 0), w - 1)

    # --- what no peg explains

    def _is_crowded(self, i: int, change: Change, claimed: NDArray[np.uint8], height: float) -> bool:
        """Whether something that no peg explains lies against this one: then it may be a part of that instead."""
        body = self._bodies.body(i, height, AROUND_MM)
        box, mask = body.window, body.mask
        near = cv2.dilate(claimed[box], np.ones((3, 3), np.uint8))
        things = cv2.morphologyEx(as_u8(change.weight[box] > 0.8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        around = as_u8((mask > 0) & (near == 0))
        things = as_u8(cv2.bitwise_and(things, around))
        much = cv2.countNonZero(things)
        if much > _CROWDED * cv2.countNonZero(around):
            return True
        # A thing that lies goes on to one side only: a small share of what is around a long body, but in one piece,
        # which noise is not.
        return much > _GOES_ON_PX and _largest(things) > _GOES_ON_PX

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
        chosen: set[int],
        height: float,
    ) -> Iterator[int]:
        """The holes that something is in or over which is no peg found: one that lies there hides more than one.

        A peg that was chosen but is in doubt is none found, so that it covers its own hole explains nothing.
        """
        pegs, doubted = chosen - unsure, chosen & unsure
        faint = Counter(self._tracks[i] for i in dim if change.open[i] < _FILLED)
        by_pegs = np.zeros_like(claimed)
        for i in pegs:
            body = self._bodies.body(i, height, FRINGE_MM)
            by_pegs[body.window] |= body.mask
        for i in dim | unsure:
            shown = change.open[i] + change.doubt[i]
            if i in unsure and shown < _GONE * (1 - 2 * self._share_of(by_pegs, i, _TOUCHED_PX)):
                yield i
            elif self._share_of(by_pegs if i in doubted else claimed, i, _TOUCHED_PX) > 0:
                continue
            elif i in unsure and i not in doubted:
                if not any(self._touch(i, j) for j in pegs if self._tracks[j] == self._tracks[i]):
                    yield i
            else:
                may_be = i in doubted or shown < _FILLED
                is_there = may_be and self._bodies.over_most([i], height, change.weight)[0] > _THERE
                if faint[self._tracks[i]] <= _NOISE and (shown < _GONE or is_there):
                    yield i

    def _share_of(self, mask: NDArray[np.uint8], i: int, side_px: int) -> float:
        """How much of a square over the hole lies in a mask."""
        (x, y), half = self._held[i].tolist(), side_px // 2
        part = mask[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        return cv2.countNonZero(part) / side_px**2

    def _not_shown(self, change: Change, claimed: NDArray[np.uint8]) -> set[int]:
        """Holes without their figure, though no peg found hides them."""
        shut = np.flatnonzero(~(change.open >= _CLEAR)).tolist()
        return {i for i in shut if self._share_of(claimed, i, _HIDDEN_PX) < 0.25}

    def _leaned_from(
        self, weight: Field, claimed: NDArray[np.uint8], height: float, pegs: set[int], unknown: set[str]
    ) -> set[int]:
        """Holes that may seem to show, of tracks that lack a peg, from which something leans as a peg would.

        A dark peg's foot can be as dark as its hole: then nothing but its body tells. Tracks that are `unknown`
        anyway are not asked.
        """
        standing = Counter(self._tracks[i] for i in pegs)
        if all(standing[of] >= PEGS or of in unknown for of in set(self._tracks) - {_GAME}):
            return set()
        lacking = [
            i
            for i, of in enumerate(self._tracks)
            if of != _GAME and of not in unknown and standing[of] < PEGS and i not in pegs
        ]
        left = np.where(claimed > 0, 0, weight)
        over = self._bodies.over_most(lacking, height, left).tolist()
        return {i for i, much in zip(lacking, over, strict=True) if much > _LEANS}

    def _left(
        self, change: Change, claimed: NDArray[np.uint8], covered: NDArray[np.uint8], likely: set[int]
    ) -> set[int]:
        """Holes that something hides which is no peg found: it lies there, or stands there unrecognised.

        `likely`: those of the holes that do not show.
        """
        unsure = {i for i in likely if not change.open[i] >= _UNHID}
        rest = as_u8((change.weight > 0.3) & ((claimed | covered) == 0))
        rest = as_u8(cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((4, 4), np.uint8)))
        if cv2.countNonZero(rest) <= _LEFT_PX:
            return unsure
        x, y, w, h = cv2.boundingRect(rest)
        part = rest[y : y + h, x : x + w]
        _, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
        is_big = stats[:, cv2.CC_STAT_AREA] > _LEFT_PX
        is_big[0] = False
        if is_big.any():
            lying = np.zeros_like(rest)
            lying[y : y + h, x : x + w] = is_big[labels]
            unsure |= {
                i
                for i, shown in enumerate(change.open)
                if not shown >= _UNHID and self._share_of(lying, i, _BY_PX) > 0
            }
        return unsure


def _differing(tried: Sequence[tuple[float, tuple[int, ...]]], margin: float) -> set[int]:
    """The holes in which the best of some sets differs from those that are hardly worse."""
    cost, chosen = tried[0]
    close = [other for other_cost, other in tried[1:] if other_cost - cost < margin * _FOOT_PX]
    return {i for other in close for i in set(chosen) ^ set(other)}


def _largest(mask: NDArray[np.uint8]) -> int:
    """How many pixels the largest piece of a mask has."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max(initial=0))


@lru_cache(maxsize=_MOST)
def _sets(holes: int) -> tuple[list[tuple[int, ...]], Matrix, Matrix]:
    """Every set of some holes; how many each has; and whether each set (rows) has one of the holes in a pattern of
    bits (columns)."""
    sets = [
        chosen for count in range(min(holes, _MOST_PEGS) + 1) for chosen in combinations(range(holes), count)
    ]
    bits = np.array([sum(1 << k for k in chosen) for chosen in sets])
    has = (bits[:, None] & np.arange(1 << holes)) > 0
    return sets, np.array([len(chosen) for chosen in sets], np.float64), has.astype(np.float64)


def _apart(p: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """From a point to a segment; plain numbers, for this is asked of every two likely holes."""
    (px, py), (ax, ay), (bx, by) = p.tolist(), a.tolist(), b.tolist()
    dx, dy = bx - ax, by - ay
    share = ((px - ax) * dx + (py - ay) * dy) / max(dx * dx + dy * dy, 1e-9)
    share = min(1.0, max(0.0, share))
    return math.hypot(px - ax - share * dx, py - ay - share * dy)
