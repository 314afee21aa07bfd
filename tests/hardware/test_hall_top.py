"""The closed top over Hall switches: every hole over its switch, nothing opened that must stay closed."""

from __future__ import annotations

import dataclasses
import json
import math
import zipfile

import pytest

from hardware import release
from hardware.cad import fits
from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop, base_shapes, faults, frame_shapes, holes, rooms, strokes
from hardware.electronics.parts import PARTS
from hardware.paper.hall_drawings import drawings
from hardware.sums import hall_values
from hardware.sums.hall import gaps
from hardware.tools import ROOT
from vision.layout import LONG_BOARD


@pytest.fixture(scope="module")
def top(longboard):
    return HallTop(longboard, LONG_BOARD)


def test_every_hole_of_the_board_lies_over_the_middle_of_its_switch(top):
    bored = [at for block in top.blocks for at in holes(block)]
    assert len(bored) == 247
    for name, (x, y) in top.board.positions_mm.items():
        assert min(math.dist((x, y), at) for at in bored) < 0.02, name


def test_the_measures_are_those_that_the_sums_hold_for(top):
    """A floor, a ledge or a depth changed here without the sums is a fault; so is one changed there."""
    design = hall_values.DESIGN
    assert (design.floor, design.hole) == (h.FLOOR, h.HOLE)
    assert top.depth >= design.hole_depth
    least, most = gaps(design)
    middle = h.FLOOR + hall_values.LEDGE - sum(hall_values.CHIP_HEIGHT) / 2 + hall_values.ELEMENT_DEPTH
    assert least < middle < most
    assert top.pcb_top + top.height == LONG_BOARD.board_top_mm, "the markers lie as high as the eye believes"


def test_everything_fits(top):
    assert faults(top) == []


@pytest.mark.parametrize(
    ("where", "name", "value", "fault"),
    [
        (h, "BASE", 4.0, "a hole is 9.65 mm deep; the sums ask for 10 mm"),
        (h, "LEDGE", 1.0, "the floor presses on the switches"),
        (h, "SCREW", (2.5, 16.0), "a screw holds 11.4 mm in a block"),
        (h, "SCREW", (2.5, 8.0), "a screw holds 3.4 mm in a block"),
        (h, "PILOT", 2.4, "a block's bore does not hold its screw"),
        (h, "MAGNET_BORE", (2.0, 2.0), "a magnet does not go into its peg"),
        (h, "MAGNET_BORE", (2.5, 2.0), "the peg splits"),
        (h, "HOLE", 3.0, "a peg does not go into its hole"),
        (h, "HOLE", 8.0, "opens the hole at"),
        (h, "ROOM_BESIDE", 4.0, "opens the hole at"),
        (h, "ROOM_BESIDE", 4.0, "opens the bore at"),
        (h, "ROOM_ABOVE", 8.0, "comes near the top"),
        (h, "ROOM_ABOVE", 2.0, "a plug meets the frame"),
        (h, "PILOT", 8.0, "meets a hole"),
        (h, "POST", 9.0, "hangs over the edge"),
        (h, "LAMP_HOLE", 40.0, "the lamp's hole meets another"),
        (h, "GROOVE", (3.0, 0.4), "a groove runs into a hole"),
        (h, "END_WALL", 2.0, "the frame's ends are too thin"),
        (h, "BASE_REACH", 48.0, "the frame is too thin beside the base"),
        (h, "WINDOW_GAP", -0.2, "does not go into the frame"),
        (h, "BASE_SCREW_Y", 37.0, "finds no wood"),
    ],
)
def test_a_measure_that_was_set_wrong_is_named(longboard, monkeypatch, where, name, value, fault):
    monkeypatch.setattr(where, name, value)
    found = faults(HallTop(longboard, LONG_BOARD))
    assert any(fault in line for line in found), found


def test_a_part_that_is_too_large_for_its_machine_is_named(top, monkeypatch):
    assert fits.too_large(top) == []
    router, printer = m.MACHINES
    small = {router: (400.0, 600.0, 80.0), printer: (60.0, 220.0, 250.0)}
    monkeypatch.setattr(m, "MACHINES", small)
    found = [line.split(" is ")[0] for line in fits.too_large(top)]
    assert found == ["frame", "base", *(block.name for block in top.blocks)]


def test_a_plug_without_room_in_the_frame_is_named(longboard, monkeypatch):
    monkeypatch.setattr(HallTop, "plug_rooms", lambda _: [])
    found = faults(HallTop(longboard, LONG_BOARD))
    assert sum("no room in the frame for the plug" in line for line in found) == 14


def test_a_hole_that_lies_beside_its_switch_is_named(longboard):
    moved = dict(longboard.positions_mm)
    x, y = moved["A22"]
    moved["A22"] = (x + 0.3, y)
    top = HallTop(longboard, LONG_BOARD)
    assert top.blocks
    object.__setattr__(top, "board", dataclasses.replace(longboard, positions_mm=moved))
    assert faults(top) == ["A22 has no hole"]


def test_every_part_that_is_higher_than_the_ledge_has_its_room(top):
    for block in top.blocks:
        made = {ref: (box, high) for ref, box, high in rooms(block)}
        for component in block.circuit.components:
            height = PARTS[component.part].height_mm
            if component.part == "hall" or height < hall_values.LEDGE:
                continue
            (x0, y0, x1, y1), high = made[component.ref]
            x, y = block.at(component)
            assert x0 < x < x1
            assert y0 < y < y1
            assert high > height


def test_numbers_are_drawn_with_seven_lines_a_sign(top):
    assert len(strokes("8", (0, 0))) == 7
    assert len(strokes("121", (0, 0))) == 2 + 5 + 2
    assert len(strokes("A START", (0, 0))) == 6
    numbered = {s.words for block in top.blocks for s in h.grooves(top, block) if s.words}
    assert {str(n) for n in range(5, 121, 5)} <= numbered
    assert "121" in numbered


def test_the_skunk_lines_are_all_there_though_some_lie_on_a_seam(top):
    drawn = [s for block in top.blocks for s in h.grooves(top, block) if not s.words]
    wanted = [s for s in h.engraved(top.long_board) if not s.words]
    assert len(drawn) == len(wanted) == 4
    for line in wanted:
        assert any(math.dist(line.points[0], other.points[0]) < 1.2 for other in drawn)


def test_all_that_is_routed_is_drawn(top):
    below = frame_shapes(top)
    layers = [shape.layer for shape in below]
    assert layers.count("cut through") == 2 + 4
    assert layers.count("pocket 3 mm deep") == 1
    assert layers.count("pocket 10 mm deep") == len(top.plug_rooms()) == 8
    assert sum(layer.startswith("bore") for layer in layers) == len(top.base_screws()) == 6
    assert sum(layer.startswith("mark") for layer in layers) == 4
    base = base_shapes(top)
    assert sum("2.8" in s.layer for s in base) == len(top.block_screws()) == 6 * 6 + 4
    middle = top.long_board.middle_x
    window = next(
        s for s in below if s.closed and s.points[0][0] == pytest.approx(2 * middle - top.window[0])
    )
    assert window, "seen from below: mirrored"


def test_the_frame_s_drawing_gives_every_measure(top):
    words = " ".join(shape for shape in drawings(top)["hall-frame"].shapes if shape.startswith("<text"))
    x0, _, _, _ = top.long_board.outline
    for room in top.plug_rooms()[:-1]:
        assert f">{room[0] - x0:.1f}<" in words
        assert f">{room[2] - x0:.1f}<" in words
    for needed in (
        "face grain along the long side",
        "window and rabbet +0.3 -0",
        f"{m.PIN_HOLE:g} for the buttons",
    ):
        assert needed in words


def test_the_kept_fingerprints_name_every_solid_and_drawing(top):
    kept = json.loads((ROOT / "hardware/cad/models.json").read_text(encoding="utf-8"))
    wanted = {block.name for block in top.blocks} | {
        "hall-frame",
        "hall-peg",
        "hall-base",
        "hall-frame-below",
        "button-pin",
        "pi-case",
        "pi-lid",
        "mast-foot",
        "mast-corner",
        "camera-head",
    }
    assert kept.keys() == wanted
    for block in top.blocks:
        x0, y0, x1, y1 = block.outline
        _, _, *ends = kept[block.name]
        assert ends == pytest.approx([x0, y0, 0.0, x1, y1, top.height], abs=0.002)


def test_the_release_holds_what_is_kept_and_what_is_made(tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    with pytest.raises(FileNotFoundError, match="is empty"):
        release.contents(made=made)
    (made / "hall-peg.step").write_text("solid")
    files = release.contents(made=made)
    assert "hardware/electronics/hall-head/fab/hall-head-gerbers.zip" in files
    assert "models/hall-peg.step" in files
    assert not [name for name in files if name.endswith(".py")]
    few = {name: files[name] for name in ("models/hall-peg.step", "hardware/README.md")}
    digest = release.write(few, tmp_path / "one.zip")
    assert release.write(few, tmp_path / "two.zip") == digest
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["hardware/README.md", "models/hall-peg.step", "SHA256SUMS"]
        assert archive.read("SHA256SUMS").decode().count("\n") == 2
    assert (tmp_path / "one.zip.sha256").read_text().startswith(digest)
