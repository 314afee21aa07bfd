"""A small router for two layers: nets of pads in, tracks and vias out. Pure; lengths in mm.

Space is a grid. Every cell knows whose copper is near: nobody's, one net's, or several nets'. A path of a net may
use the first two kinds. Each net is a tree that grows by the cheapest path (A*) to its next pad. A net that finds
no way takes the cheapest one through other nets' tracks; those are torn out and laid again, and the place where it
happened grows dearer each time, so that in the end somebody goes around.
"""

from __future__ import annotations

import heapq
import math
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Node: TypeAlias = tuple[int, int, int]
"""Layer (0 top, 1 bottom), column, row of the grid."""
_STEPS: Final = (
    *((1, 0, 1.0), (-1, 0, 1.0), (0, 1, 1.0), (0, -1, 1.0)),
    *((dx, dy, 1.42) for dx in (1, -1) for dy in (1, -1)),
)
_BOTTOM_COST: Final = 1.3
_VIA_COST: Final = 12.0
_OTHERS_COST: Final = 4.0
_GROWS_DEAR: Final = 3.0
_PATIENCE: Final = 40
_VIAS: Final = 2
_SEVERAL: Final = -1


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad: its net, its box (x0, y0, x1, y1), whether it goes through both layers."""

    net: str
    box: tuple[float, float, float, float]
    through: bool = False

    @property
    def middle(self) -> tuple[float, float]:
        """Where tracks meet it."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2


@dataclass(frozen=True, slots=True)
class Rules:
    """Widths and distances."""

    grid: float = 0.2
    track: float = 0.2
    clearance: float = 0.2
    via: float = 0.5
    edge: float = 0.5


@dataclass
class Routes:
    """What was laid: tracks (net, layer, points) and vias (net, point); `failed` names the nets that found no way."""

    tracks: list[tuple[str, int, tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    vias: list[tuple[str, tuple[float, float]]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def route(
    size: tuple[float, float],
    pads: Sequence[Pad],
    bores: Iterable[tuple[float, float, float]] = (),
    planes: Sequence[str] = (),
    rules: Rules = Rules(),
) -> Routes:
    """Join all pads of each net. `bores` are (x, y, radius) to keep clear of. Pads of the nets in `planes` get a
    via each and need no tracks: a layer inside the board is theirs."""
    return _Field(size, pads, bores, rules).run(planes)


@dataclass(eq=False)
class _Unit:
    """What is laid and torn out together: a net, or one pad's way to its plane."""

    net: int
    name: str
    pads: list[Pad]
    to_plane: bool
    tracks: list[tuple[int, tuple[float, float], tuple[float, float]]] = field(default_factory=list)
    vias: list[tuple[float, float]] = field(default_factory=list)
    cells: list[tuple[int, int]] = field(default_factory=list)
    laid: bool = False


class _Field:
    def __init__(
        self,
        size: tuple[float, float],
        pads: Sequence[Pad],
        bores: Iterable[tuple[float, float, float]],
        rules: Rules,
    ) -> None:
        self._rules, self._pads = rules, pads
        self._wide = round(size[0] / rules.grid) + 1
        self._high = round(size[1] / rules.grid) + 1
        cells = self._wide * self._high
        # one map for tracks of each layer, one for vias: what stands there for good, and with what was laid since
        self._fixed = [array("i", [0]) * cells for _ in range(3)]
        self._owners: list[dict[int, set[_Unit]]] = [{}, {}, {}]
        self._dear: list[dict[int, float]] = [{}, {}, {}]
        self._ids: dict[str, int] = {}
        self._mark_edges()
        for x_mm, y_mm, radius in bores:
            for layer in (0, 1):
                for at in self._disc(layer, x_mm, y_mm, radius):
                    self._fixed[at[0]][at[1]] = _SEVERAL
        for pad in pads:
            for layer in (0, 1) if pad.through else (0,):
                for kind, cell in self._box(layer, pad.box):
                    self._fixed[kind][cell] = _with(self._fixed[kind][cell], self._id(pad.net))
        self._near = [array("i", kind) for kind in self._fixed]

    def _id(self, net: str) -> int:
        return self._ids.setdefault(net, len(self._ids) + 1)

    # --- whose copper is near

    def _mark_edges(self) -> None:
        rules = self._rules
        track = math.ceil((rules.edge + rules.track / 2) / rules.grid)
        via = math.ceil((rules.edge + rules.via / 2) / rules.grid)
        for y in range(self._high):
            for x in range(self._wide):
                off = min(x, y, self._wide - 1 - x, self._high - 1 - y)
                for kind, margin in ((0, track), (1, track), (_VIAS, via)):
                    if off < margin:
                        self._fixed[kind][y * self._wide + x] = _SEVERAL

    def _reaches(self, layer: int) -> tuple[tuple[int, float], tuple[int, float]]:
        rules = self._rules
        return (layer, rules.clearance + rules.track / 2), (_VIAS, rules.clearance + rules.via / 2)

    def _box(self, layer: int, box: tuple[float, float, float, float]) -> Iterator[tuple[int, int]]:
        """(map, cell) of what is too near to a box on a layer."""
        g = self._rules.grid
        for kind, reach in self._reaches(layer):
            x0, y0, x1, y1 = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
            for x in range(
                max(0, math.ceil(x0 / g + 1e-6)), min(self._wide - 1, math.floor(x1 / g - 1e-6)) + 1
            ):
                for y in range(
                    max(0, math.ceil(y0 / g + 1e-6)), min(self._high - 1, math.floor(y1 / g - 1e-6)) + 1
                ):
                    yield kind, y * self._wide + x

    def _disc(self, layer: int, x_mm: float, y_mm: float, radius: float) -> Iterator[tuple[int, int]]:
        """(map, cell) of what is too near to a disc on a layer."""
        g = self._rules.grid
        for kind, reach in self._reaches(layer):
            r = reach + radius
            for x in range(
                max(0, math.floor((x_mm - r) / g)), min(self._wide - 1, math.ceil((x_mm + r) / g)) + 1
            ):
                for y in range(
                    max(0, math.floor((y_mm - r) / g)), min(self._high - 1, math.ceil((y_mm + r) / g)) + 1
                ):
                    if math.hypot(x * g - x_mm, y * g - y_mm) < r - 1e-6:
                        yield kind, y * self._wide + x

    def _claim(self, unit: _Unit, cells: Iterable[tuple[int, int]]) -> None:
        for kind, cell in cells:
            owners = self._owners[kind].setdefault(cell, set())
            if unit not in owners:
                owners.add(unit)
                unit.cells.append((kind, cell))
                self._near[kind][cell] = _with(self._near[kind][cell], unit.net)

    def _tear_out(self, unit: _Unit) -> None:
        for kind, cell in unit.cells:
            owners = self._owners[kind][cell]
            owners.discard(unit)
            level = self._fixed[kind][cell]
            for other in owners:
                level = _with(level, other.net)
            self._near[kind][cell] = level
        unit.cells, unit.tracks, unit.vias, unit.laid = [], [], [], False

    # --- nets

    def run(self, planes: Sequence[str]) -> Routes:
        nets: dict[str, list[Pad]] = {}
        for pad in self._pads:
            nets.setdefault(pad.net, []).append(pad)
        units = [
            _Unit(self._id(net), net, [pad], True)
            for net in planes
            for pad in nets.pop(net, ())
            if not pad.through
        ]
        joined = sorted(
            (net for net, pads in nets.items() if len(pads) > 1), key=lambda net: (_span(nets[net]), net)
        )
        units += [_Unit(self._id(net), net, nets[net], False) for net in joined]
        waiting = deque(units)
        for _ in range(_PATIENCE * len(units)):
            if not waiting:
                break
            unit = waiting.popleft()
            for victim in self._lay_unit(unit):
                self._tear_out(victim)
                waiting.append(victim)
        return Routes(
            [(unit.name, *track) for unit in units for track in unit.tracks],
            [(unit.name, via) for unit in units for via in unit.vias],
            sorted({unit.name for unit in units if not unit.laid}),
        )

    def _lay_unit(self, unit: _Unit) -> list[_Unit]:
        """Lay a unit. Returns the nets that must give way for it."""
        left = list(unit.pads)
        start = left.pop(0)
        tree = set(self._nodes(start))
        self._stub(unit, start)
        victims: dict[_Unit, None] = {}
        while left or unit.to_plane:
            if unit.to_plane:
                pad = start
                goals = None
            else:
                left.sort(key=lambda pad: self._off(pad, tree))
                pad, goals = left.pop(0), tree
            path = self._path(self._nodes(pad), goals, unit.net, hard=True)
            if path is None:
                path = self._path(self._nodes(pad), goals, unit.net, hard=False)
            if path is None:
                self._tear_out(unit)
                return []
            victims |= dict.fromkeys(self._in_the_way(path, unit))
            if pad is not start:
                self._stub(unit, pad)
            self._lay(unit, path)
            if unit.to_plane:
                break
            tree.update(path, self._nodes(pad))
        unit.laid = True
        return list(victims)

    def _in_the_way(self, path: list[Node], unit: _Unit) -> Iterator[_Unit]:
        for before, (layer, x, y) in zip([path[0], *path], path, strict=False):
            cell = y * self._wide + x
            for kind in (layer, _VIAS) if before[0] != layer else (layer,):
                others = [o for o in self._owners[kind].get(cell, ()) if o.net != unit.net]
                if others:
                    self._dear[kind][cell] = self._dear[kind].get(cell, 0.0) + _GROWS_DEAR
                    yield from sorted(others, key=lambda other: other.name)

    def _off(self, pad: Pad, tree: set[Node]) -> int:
        _, x, y = self._nodes(pad)[0]
        return min(abs(node[1] - x) + abs(node[2] - y) for node in tree)

    def _nodes(self, pad: Pad) -> list[Node]:
        x, y = (round(v / self._rules.grid) for v in pad.middle)
        return [(0, x, y), (1, x, y)] if pad.through else [(0, x, y)]

    def _stub(self, unit: _Unit, pad: Pad) -> None:
        """From a pad's middle to the grid."""
        _, x, y = self._nodes(pad)[0]
        at = self._mm(x, y)
        if math.dist(at, pad.middle) > 1e-6:
            unit.tracks.append((0, pad.middle, at))

    def _mm(self, x: int, y: int) -> tuple[float, float]:
        return round(x * self._rules.grid, 4), round(y * self._rules.grid, 4)

    def _path(
        self, starts: Sequence[Node], goals: set[Node] | None, net: int, hard: bool
    ) -> list[Node] | None:
        """The cheapest way from any start to any goal; with no goals, to the bottom layer. Hard: through nobody's
        copper; else only not through pads, bores and the edge."""
        wide, size = self._wide, self._wide * self._high
        maps, price = (self._near if hard else self._fixed), self._price
        ahead = _Ahead(goals)
        best: dict[Node, float] = dict.fromkeys(starts, 0.0)
        came: dict[Node, Node | None] = {}
        queue: list[tuple[float, float, Node, Node | None]] = [(ahead(s), 0.0, s, None) for s in starts]
        heapq.heapify(queue)
        while queue:
            _, cost, node, parent = heapq.heappop(queue)
            if node in came:
                continue
            came[node] = parent
            layer, x, y = node
            if (goals is None and layer == 1) or (goals is not None and node in goals):
                return _back(node, came)
            near, rate = maps[layer], _BOTTOM_COST if layer else 1.0
            offers: list[tuple[Node, float]] = []
            for dx, dy, step in _STEPS:
                at = (y + dy) * wide + x + dx
                if 0 <= at < size and near[at] in (0, net):
                    extra = 0.0 if hard else price(layer, at, net)
                    offers.append(((layer, x + dx, y + dy), cost + step * rate + extra))
            at = y * wide + x
            if maps[_VIAS][at] in (0, net) and maps[1 - layer][at] in (0, net):
                extra = 0.0 if hard else price(_VIAS, at, net) + price(1 - layer, at, net)
                offers.append(((1 - layer, x, y), cost + _VIA_COST + extra))
            for other, total in offers:
                if other not in came and total < best.get(other, math.inf):
                    best[other] = total
                    heapq.heappush(queue, (total + ahead(other), total, other, node))
        return None

    def _price(self, kind: int, cell: int, net: int) -> float:
        """What it costs to go where others are."""
        others = sum(1 for owner in self._owners[kind].get(cell, ()) if owner.net != net)
        return others * (_OTHERS_COST + self._dear[kind].get(cell, 0.0))

    def _lay(self, unit: _Unit, path: list[Node]) -> None:
        """Make copper of a path and claim what is near it."""
        rules = self._rules
        corner = path[0]
        for before, here, after in zip(path, path[1:], [*path[2:], None], strict=False):
            at = self._mm(*here[1:])
            if before[0] != here[0]:
                unit.vias.append(at)
                for layer in (0, 1):
                    self._claim(unit, self._disc(layer, *at, rules.via / 2))
                corner = here
            elif after is None or after[0] != here[0] or _way(here, after) != _way(before, here):
                unit.tracks.append((here[0], self._mm(*corner[1:]), at))
                corner = here
        for layer, x, y in path:
            self._claim(unit, self._disc(layer, *self._mm(x, y), rules.track / 2))


def _with(level: int, net: int) -> int:
    """Whose copper is near a cell once a net's is, too."""
    return net if level in (0, net) else _SEVERAL


class _Ahead:
    """A lower bound for the way that is left: to the box around the goals."""

    def __init__(self, goals: set[Node] | None) -> None:
        self._box = (
            (
                min(g[1] for g in goals),
                max(g[1] for g in goals),
                min(g[2] for g in goals),
                max(g[2] for g in goals),
            )
            if goals
            else None
        )

    def __call__(self, node: Node) -> float:
        if self._box is None:
            return 0.0
        x0, x1, y0, y1 = self._box
        return max(x0 - node[1], node[1] - x1, 0, y0 - node[2], node[2] - y1)


def _way(a: Node, b: Node) -> tuple[int, int]:
    return b[1] - a[1], b[2] - a[2]


def _back(node: Node, came: dict[Node, Node | None]) -> list[Node]:
    path = [node]
    while (parent := came[path[-1]]) is not None:
        path.append(parent)
    return path[::-1]


def _span(pads: list[Pad]) -> float:
    xs, ys = [p.middle[0] for p in pads], [p.middle[1] for p in pads]
    return max(xs) - min(xs) + max(ys) - min(ys)
