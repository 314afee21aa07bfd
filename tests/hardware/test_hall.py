"""Hall switches under a closed top: the field is right, every condition holds, and each can be made to fail."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from hardware import tools
from hardware.sums import hall, magnets
from hardware.sums import hall_values as v
from hardware.sums.document import quoted, update
from hardware.sums.hall_values import DESIGN
from hardware.sums.magnets import Magnet, field, on_axis, seen

DOCUMENT = tools.ROOT / "hardware/hall.md"
BY_MAGPYLIB = [
    ((3, 3, 1300, 2.65, 0, 0), 62.569925288104244),
    ((3, 3, 1300, 2.65, 6.35, 0), -0.5943457492369071),
    ((3, 3, 1300, 2.65, 6.35, 5), 0.0034835703293261315),
    ((3, 3, 1300, 2.65, 6.35, -5), -1.1803355729572007),
    ((2, 2, 1200, 2.2, 0.5, 4), 35.34756224945155),
    ((2, 2, 1200, 1.8, 5.8, -4), -1.160689983486644),
    ((2, 2, 1200, 4.0, 9.53, 3), -0.1395846073825669),
]
"""Diameter, length, remanence, gap, aside, lean -> what magpylib 6.2.0 gives for `magnet.Cylinder`."""


@pytest.fixture(scope="module")
def figures(longboard):
    return hall.results(longboard)


@pytest.mark.parametrize(("case", "wanted"), BY_MAGPYLIB)
def test_the_field_is_that_of_magpylib(case, wanted):
    assert float(seen(Magnet(*case[:3]), *case[3:])) == pytest.approx(wanted, rel=1e-4, abs=1e-4)


def test_the_field_is_that_of_magpylib_where_it_is_installed():
    magpylib = pytest.importorskip("magpylib")
    rotation = pytest.importorskip("scipy.spatial.transform").Rotation
    for (d, length, remanence, gap, aside, lean), _ in BY_MAGPYLIB:
        size = (d / 1e3, length / 1e3)
        magnet = magpylib.magnet.Cylinder(polarization=(0, 0, remanence / 1e3), dimension=size)
        magnet.position = (aside / 1e3, 0, (gap + length / 2) / 1e3)
        magnet.orientation = rotation.from_euler("y", lean, degrees=True)
        assert float(seen(Magnet(d, length, remanence), gap, aside, lean)) == pytest.approx(
            float(magnet.getB((0, 0, 0))[2]) * 1e3, rel=1e-4, abs=1e-4
        )


def test_the_field_on_the_axis_is_the_makers_formula_and_far_away_a_dipole():
    magnet = Magnet(2.0, 2.0, 1200.0)
    for gap in (1.0, 2.0, 5.0):
        assert float(seen(magnet, gap, 0.0)) == pytest.approx(on_axis(magnet, gap), rel=1e-5)
    far = field(magnet, np.array([0.0, 0.0, 60.0]))[2]
    assert far == pytest.approx(magnet.remanence * magnet.volume_mm3 / (2 * math.pi * 60.0**3), rel=2e-3)


def test_a_sheet_of_iron_right_below_doubles_the_field_at_its_surface():
    magnet = Magnet(2.0, 2.0, 1200.0)
    assert float(seen(magnet, 3.0, 1.0, 0.0, steel=0.0)) == pytest.approx(2 * float(seen(magnet, 3.0, 1.0)))


def test_every_condition_holds(figures):
    assert [f"{key}: {r.value:.3g} {r.unit}" for key, r in figures.items() if not r.holds] == []


def test_the_document_quotes_every_figure_as_the_sums_give_it(longboard, figures):
    text = DOCUMENT.read_text(encoding="utf-8")
    assert update(text, longboard, figures) == text
    assert quoted(text) == set(figures)
    for what, (where, read) in v.SOURCES.items():
        assert f"| {what} | {where} | {'yes' if read else '**no**'} |" in text


def broken(board, **changes):
    """The names of the conditions that fail with a changed design."""
    return {
        key for key, r in hall.results(board, dataclasses.replace(DESIGN, **changes)).items() if not r.holds
    }


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"magnet_diameter": 3.0, "magnet_length": 3.0}, {"neighbours-stray", "third", "steel", "stray"}),
        ({"floor": 2.4}, {"own", "own-net", "stray", "lift-read"}),
        ({"floor": 0.6}, {"neighbours-stray", "third", "stray"}),
        ({"floor_spread": 0.5}, {"own-net", "neighbours-stray", "floor-thin", "floor-thick"}),
        ({"remanence": (700.0, 1220.0)}, {"own", "own-net", "lift-read"}),
        ({"remanence": (1170.0, 1700.0)}, {"neighbours-stray", "third"}),
        ({"hole_depth": 4.0}, {"lift-gone", "lying"}),
        ({"hole": 4.2}, {"neighbours-stray"}),
        ({"switch": dataclasses.replace(v.AJ, release=1.5)}, {"neighbours-stray", "stray"}),
        ({"switch": dataclasses.replace(v.AJ, operate=14.0)}, {"own", "own-net"}),
        ({"switch": dataclasses.replace(v.AJ, most_ua=5_000.0)}, {"chips-most"}),
        ({"switch": dataclasses.replace(v.AJ, slowest_hz=100.0)}, {"three"}),
        ({"magnet_length": 0.2}, {"own"}),
    ],
)  # fmt: skip
def test_a_design_that_does_not_work_out_is_named_by_its_condition(longboard, changes, names):
    assert names <= broken(longboard, **changes)


@pytest.mark.parametrize(
    ("constant", "value", "names"),
    [
        ("STRAY", 2.0, {"own-net", "neighbours-stray", "stray"}),
        ("DIRT", 1.5, {"own", "own-net", "lift-read"}),
        ("HOT_C", 300.0, {"own"}),
        ("COLD_C", -400.0, {"neighbours-stray"}),
        ("STORED_C", 160.0, {"heat"}),
        ("PLYWOOD_PER_PERCENT", v.MAPLE_FLAT_PER_PERCENT, {"plywood"}),
        ("CHIP_HEIGHT", (0.3, 1.12), {"own", "stray"}),
        ("STEEL_BELOW", 0.5, {"steel"}),
    ],
)
def test_a_worse_world_is_named_by_its_condition(longboard, monkeypatch, constant, value, names):
    monkeypatch.setattr(v, constant, value)
    hall.own.cache_clear()
    hall._of_one.cache_clear()
    try:
        assert names <= {key for key, r in hall.results(longboard).items() if not r.holds}
    finally:
        hall.own.cache_clear()
        hall._of_one.cache_clear()


def test_neighbours_at_half_the_pitch_are_named(longboard):
    """The same board with its holes at 5 mm: the sums look at the holes of the board file."""
    near = {hole: (x * 5.0 / 6.35, y) for hole, (x, y) in longboard.positions_mm.items()}
    closer = dataclasses.replace(longboard, positions_mm=near)
    assert not hall.results(closer)["neighbours-stray"].holds


def test_no_floor_lets_a_magnet_of_3_by_3_mm_hold(longboard):
    for floor in (1.0, 1.6, 2.4, 3.2):
        large = dataclasses.replace(
            DESIGN, magnet_diameter=3.0, magnet_length=3.0, remanence=hall.GRADES["N42"], floor=floor
        )
        assert not hall.holds(longboard, large, {"A119"})
    assert "| 3 x 3 mm, N42 | none |" in DOCUMENT.read_text(encoding="utf-8")


def test_the_worst_hole_has_two_neighbours_of_its_own_player(longboard):
    hole, field_mt = hall.around(longboard, DESIGN)
    one = float(hall.of_one(DESIGN, longboard.geometry.pitch_mm))
    assert field_mt > 1.5 * one
    assert hall.around(longboard, DESIGN, among={hole}) == (hole, field_mt)
    assert hall.around(longboard, DESIGN, pegs=1)[1] < field_mt < hall.around(longboard, DESIGN, pegs=3)[1]


def test_solid_maple_moves_ten_times_as_far_as_plywood():
    assert hall.moisture(v.MAPLE_FLAT_PER_PERCENT) > 10 * hall.moisture(v.PLYWOOD_PER_PERCENT)


def test_the_quadrature_is_fine_enough(monkeypatch):
    coarse = float(seen(Magnet(2.0, 2.0, 1200.0), 2.0, 0.7, 5.0))
    monkeypatch.setattr(magnets, "_RINGS", 24)
    monkeypatch.setattr(magnets, "_AROUND", 64)
    magnets._disc.cache_clear()
    fine = float(seen(Magnet(2.0, 2.0, 1200.0), 2.0, 0.7, 5.0))
    magnets._disc.cache_clear()
    assert coarse == pytest.approx(fine, rel=1e-5)
