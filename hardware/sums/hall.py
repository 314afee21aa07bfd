"""Hall switches under a closed top: is a peg surely read, and its neighbours surely not? Worst case throughout.

Every tolerance stands at its worst end at the same time, magnets may be put in either way round, and neighbours may
stand at the height at which they disturb most. `results` gives every figure by name.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection
from functools import cache

import numpy as np

from firmware.boardmap import BoardMap
from hardware.sums import hall_values as v
from hardware.sums.hall_values import DESIGN, Design
from hardware.sums.magnets import Magnet, Vector, seen
from hardware.sums.result import Result

_EIGHTHS = [k * math.pi / 4 for k in range(8)]
_REACH = 26.0
"""Pegs farther away than this add less than a hundredth of a millitesla."""


def weakest(design: Design) -> Magnet:
    """The weakest magnet of an order: small, low remanence, hot and old."""
    d, length = design.magnet_diameter - design.magnet_spread, design.magnet_length - design.magnet_spread
    heat = 1 + v.REVERSIBLE_PER_K * (v.HOT_C - 20)
    return Magnet(d, length, design.remanence[0] * heat * (1 - v.AGEING))


def strongest(design: Design) -> Magnet:
    """The strongest magnet of an order: large, high remanence, cold and new."""
    d, length = design.magnet_diameter + design.magnet_spread, design.magnet_length + design.magnet_spread
    return Magnet(d, length, design.remanence[1] * (1 + v.REVERSIBLE_PER_K * (v.COLD_C - 20)))


def gaps(design: Design) -> tuple[float, float]:
    """Least and greatest distance (mm) from the element to a magnet of a peg that stands on the floor."""
    air = v.LEDGE - v.CHIP_HEIGHT[1], v.LEDGE - v.CHIP_HEIGHT[0] + v.BOW
    least = design.floor - design.floor_spread + air[0] + v.ELEMENT_DEPTH - v.ELEMENT_DEPTH_SPREAD
    most = design.floor + design.floor_spread + air[1] + v.ELEMENT_DEPTH + v.ELEMENT_DEPTH_SPREAD + v.SET_BACK
    return least, most


def play(design: Design) -> float:
    """How far a peg may stand beside the middle of its hole (mm)."""
    return (design.hole + v.DRILL - design.peg + v.PEG_SPREAD) / 2


def lean(design: Design) -> float:
    """How far a peg may lean (degrees): its play over the hole's depth, and the bore's own lean."""
    return math.degrees(math.atan2(2 * play(design), design.hole_depth)) + v.DRILL_LEAN


def moisture(per_percent: float, half_width: float = 19.05) -> float:
    """How far wood moves the outermost row against the circuit boards through a year (mm)."""
    return per_percent * v.MOISTURE_STEP * half_width


def shared_shift(per_percent: float = v.PLYWOOD_PER_PERCENT) -> float:
    """How far an element may lie beside its hole's true place (mm): it moves against all holes alike."""
    return v.BOARD_PLACE + v.PLACE + v.ELEMENT_ASIDE + moisture(per_percent)


def own_shift(design: Design) -> float:
    """How far a peg may stand beside its hole's true place (mm)."""
    return v.DRILL + play(design)


@cache
def own(design: Design, lift: float = 0.0, per_percent: float = v.PLYWOOD_PER_PERCENT) -> float:
    """The least field (mT) of the hole's own peg, `lift` mm above the floor."""
    aside = shared_shift(per_percent) + own_shift(design)
    gap, tilt = gaps(design)[1] + lift, lean(design)
    return float(seen(weakest(design), gap, aside, np.array([-tilt, 0.0, tilt])).min())


@cache
def _of_one(design: Design, steel: float | None) -> tuple[Vector, Vector]:
    """Distances (mm) and the most that one peg at such a distance can do (mT), at whatever height and lean."""
    least, tilt = gaps(design)[0], lean(design)
    far = np.concatenate([np.arange(3.0, 14.0, 0.25), np.arange(14.0, _REACH + 1.0)])
    heights = least + np.concatenate([np.arange(0.0, 4.0, 0.5), np.arange(4.0, design.hole_depth + 4.0)])
    tilts = np.array([-tilt, 0.0, tilt])
    found = seen(
        strongest(design), heights[None, :, None], far[:, None, None], tilts[None, None, :], steel=steel
    )
    return far, np.abs(found).max(axis=(1, 2))


def of_one(design: Design, distance: float | Vector, steel: float | None = None) -> Vector:
    """The most (mT) that a peg adds at an element so far from its hole's true place."""
    far, most = _of_one(design, steel)
    most_here: Vector = np.interp(np.maximum(distance - own_shift(design), far[0]), far, most, right=0.0)
    return most_here


def around(
    board: BoardMap,
    design: Design,
    pegs: int = v.PEGS_A_PLAYER,
    steel: float | None = None,
    among: Collection[str] | None = None,
) -> tuple[str, float]:
    """The empty hole (`among` these, or any) that its neighbours disturb most, with `pegs` of each player at the
    worst holes: (hole, mT)."""
    shift = shared_shift()
    turns = np.array([(0.0, 0.0)] + [(shift * math.cos(t), shift * math.sin(t)) for t in _EIGHTHS])
    names, places = list(board.positions_mm), np.array(list(board.positions_mm.values()))
    owners = np.array([name[0] for name in names])
    worst = ("", 0.0)
    for empty, place in zip(names, places, strict=True):
        if among is not None and empty not in among:
            continue
        away = places - place
        far = np.hypot(*away.T)
        near = (far > 0) & (far < _REACH - 1)
        fields = of_one(design, np.hypot(*(away[near] - turns[:, None]).transpose(2, 0, 1)), steel)
        total = np.zeros(len(turns))
        for owner in sorted(set(owners[near])):
            mine = np.sort(fields[:, owners[near] == owner], axis=1)
            total += mine[:, -pegs:].sum(axis=1)
        worst = max(worst, (empty, float(total.max())), key=lambda one: one[1])
    return worst


def lift_surely_read(design: Design, against: float) -> float:
    """How far a peg may stand off the floor and is surely read, with `against` mT of others against it."""
    return _cross(lambda lift: own(design, lift) - against - design.switch.operate)


def lift_surely_gone(design: Design, besides: float) -> float:
    """From which height on a peg is surely no longer read, with `besides` mT of others added."""
    magnet, least = strongest(design), gaps(design)[0]
    return _cross(lambda lift: float(seen(magnet, least + lift, 0.0)) + besides - design.switch.release)


def _cross(falls: Callable[[float], float]) -> float:
    """Where a falling function passes zero between 0 and 30 mm; 0 when it is below already."""
    low, high = 0.0, 30.0
    if falls(low) < 0:
        return 0.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if falls(middle) > 0 else (low, middle)
    return low


def lying(design: Design) -> float:
    """The most (mT) of a peg that lies or stands anywhere on the playing surface."""
    magnet, surface = strongest(design), gaps(design)[0] + design.hole_depth
    turned = np.radians(np.arange(0, 360, 15))
    # its lowest edge touches the surface, however it is turned
    reach = np.abs(np.cos(turned)) * magnet.length / 2 + np.abs(np.sin(turned)) * magnet.diameter / 2
    low = surface + reach - magnet.length / 2
    aside = np.arange(0, 10, 0.5)
    return float(np.abs(seen(magnet, low[None], aside[:, None], np.degrees(turned)[None])).max())


def dipole_distance(volume_mm3: float, remanence: float, allowed: float) -> float:
    """From which distance on (mm) a magnet, pointing at the element, adds less than `allowed` mT."""
    return float((remanence * volume_mm3 / (2 * math.pi * allowed)) ** (1 / 3))


def demagnetising_share(design: Design) -> float:
    """The field that a magnet makes against itself, as a share of its coercivity, in a hot car."""
    ratio = design.magnet_length / design.magnet_diameter
    # axial demagnetising factor of a cylinder, to some percent (Sato and Ishii, 1989)
    factor = 1 / (4 * ratio / math.sqrt(math.pi) + 1)
    against = factor * design.remanence[1] * 1e-3 / (4e-7 * math.pi) / 1e3
    return against / (v.COERCIVITY_KA_M * (1 + v.COERCIVITY_PER_K * (v.STORED_C - 20)))


def floors_that_hold(board: BoardMap, design: Design = DESIGN) -> tuple[float, float]:
    """The thinnest and the thickest floor (mm, exact) with which peg and neighbours are both sure, to 0.1 mm; not
    a number twice when the design's own floor does not hold."""

    worst = {around(board, design)[0]}

    def good(step: int) -> bool:
        return holds(board, dataclasses.replace(design, floor=step / 10, floor_spread=0.0), worst)

    start = round(design.floor * 10)
    if not good(start):
        return math.nan, math.nan
    thin = next(step for step in range(start, 0, -1) if not good(step - 1))
    thick = next(step for step in range(start, 200) if not good(step + 1))
    return thin / 10, thick / 10


def holds(board: BoardMap, design: Design, among: Collection[str] | None = None) -> bool:
    """Whether a peg is surely read and its neighbours are surely not, with the stray field allowed."""
    if own(design, v.DIRT) - v.STRAY < design.switch.operate:
        return False
    others = around(board, design, among=among)[1] + v.STRAY
    return own(design, v.DIRT) - others >= design.switch.operate and others <= design.switch.release


GRADES = {"N35": (1170.0, 1220.0), "N42": (1280.0, 1320.0)}
"""Grade -> least and greatest remanence (mT)."""
_FLOORS = [step / 10 for step in range(6, 36, 2)]


def compared(board: BoardMap) -> list[tuple[float, float, str, list[float]]]:
    """Other magnets: diameter, length (mm), grade, and every floor of 0.6 to 3.4 mm, within 10 %, that holds."""
    worst = {around(board, DESIGN)[0]}
    found = []
    for diameter in (2.0, 3.0):
        for length in (1.0, 2.0, 3.0):
            for grade, remanence in GRADES.items():
                one = dataclasses.replace(
                    DESIGN, magnet_diameter=diameter, magnet_length=length, remanence=remanence
                )
                good = [floor for floor in _FLOORS if holds(board, _floored(one, floor), worst)]
                found.append((diameter, length, grade, good))
    return found


def _floored(design: Design, floor: float) -> Design:
    return dataclasses.replace(design, floor=floor, floor_spread=floor / 10)


def results(board: BoardMap, design: Design = DESIGN) -> dict[str, Result]:
    """Every figure that `hardware/hall.md` quotes."""
    _, others = around(board, design)
    one_less = around(board, design, pegs=1)[1]
    third = around(board, design, pegs=3)[1]
    steel = around(board, design, steel=v.STEEL_BELOW)[1]
    operate, release = design.switch.operate, design.switch.release
    dirty = own(design, v.DIRT)
    room = min(dirty - others - operate, release - others)
    least, most = gaps(design)
    loose = strongest(design)
    coarse = dataclasses.replace(design, magnet_spread=max(v.SHOP_SPREAD, design.magnet_spread))
    coarse_others = around(board, coarse)[1]
    a, b, c, block = v.BLOCK
    holes = len(board.positions_mm)
    thin, thick = floors_that_hold(board, design)
    return {
        "gap-least": Result(least, "mm", "least distance from magnet to element"),
        "gap-most": Result(most, "mm", "greatest distance from magnet to element, peg on the floor"),
        "aside": Result(
            shared_shift() + own_shift(design), "mm", "how far a peg may stand beside its element"
        ),
        "lean": Result(lean(design), "degrees", "how far a peg may lean"),
        "own": Result(dirty, "mT", "own peg, weakest", least=operate),
        "own-net": Result(
            dirty - others - v.STRAY, "mT", "own peg less neighbours and stray field", least=operate
        ),
        "one": Result(
            float(of_one(design, board.geometry.pitch_mm - shared_shift())), "mT", "one peg at one pitch"
        ),
        "gap-one": Result(
            float(of_one(design, board.geometry.group_gap_mm - shared_shift())),
            "mT",
            "one peg at the 3/8 inch gap",
        ),
        "neighbours": Result(others, "mT", "all neighbours of an empty hole, worst"),
        "neighbours-stray": Result(
            others + v.STRAY, "mT", "neighbours and stray field at an empty hole", most=release
        ),
        "third": Result(third, "mT", "the same with a third peg in each track", most=release),
        "steel": Result(steel, "mT", "the same, two pegs each, on a table of steel", most=release),
        "stray": Result(room, "mT", "stray field that is left on both sides", least=v.STRAY),
        "shop-net": Result(
            own(coarse, v.DIRT) - coarse_others - v.STRAY,
            "mT",
            "own-net, magnets as shops sell them",
            least=operate,
        ),
        "shop-neighbours": Result(
            coarse_others + v.STRAY, "mT", "neighbours-stray, magnets as shops sell them", most=release
        ),
        "lift-read": Result(
            lift_surely_read(design, others + v.STRAY), "mm", "a peg so far up is surely read", least=v.DIRT
        ),
        "lift-gone": Result(
            lift_surely_gone(design, one_less), "mm", "a peg so far up is surely not", most=design.hole_depth
        ),
        "lying": Result(lying(design), "mT", "a peg that lies on the board", most=release - others - v.EARTH),
        "spare": Result(
            dipole_distance(3 * loose.volume_mm3, loose.remanence, v.STRAY),
            "mm",
            "three spare pegs keep away",
        ),
        "block": Result(
            dipole_distance(a * b * c, block, v.STRAY), "mm", "a strong magnet of 20 x 10 x 5 mm keeps away"
        ),
        "maple": Result(
            moisture(v.MAPLE_FLAT_PER_PERCENT), "mm", "flat-sawn maple moves the outer rows through a year"
        ),
        "plywood": Result(
            moisture(v.PLYWOOD_PER_PERCENT), "mm", "plywood moves the outer rows through a year", most=0.05
        ),
        "heat": Result(
            demagnetising_share(design) * 100, "%", "of what would spoil a magnet at 60 degrees", most=80.0
        ),
        "three": Result(
            3 / design.switch.slowest_hz * 1e3, "ms", "three samples of the slowest chip", least=150.0
        ),
        "chips": Result(holes * design.switch.typical_ua / 1e3, "mA", "all switches, typical"),
        "chips-most": Result(holes * design.switch.most_ua / 1e3, "mA", "all switches, at most", most=5.0),
        "floor-thin": Result(
            thin, "mm", "thinnest floor that holds", most=design.floor - design.floor_spread
        ),
        "floor-thick": Result(
            thick, "mm", "thickest floor that holds", least=design.floor + design.floor_spread
        ),
    }
