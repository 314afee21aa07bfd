"""Board, mast, paper and cables: measured from the same files as the firmware and the eye."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
import zlib

import cv2
import numpy as np
import pytest

from firmware.boardfile import load_board
from firmware.wiring import HEADER_PIN
from hardware import tools
from hardware.cables import HERE as HARNESS
from hardware.cables import header_pins, sources
from hardware.cad import case, fits, flat
from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import LongBoard, Slab, camera_place, mast_x, profiles
from hardware.electronics.circuits import CHAIN_PLUG, MODULE, pi_ways
from hardware.paper import sheets
from hardware.paper.assembly import assembly, body
from hardware.paper.pdf import document
from vision.frames import Frame
from vision.layout import CARD_WIDTH_MM, LONG_BOARD
from vision.scene.holes import hole_mm
from vision.scene.projection import over_table
from vision.zones import TableFix, ZoneFinder

NO_CAD = tools.cad_missing()
ROOT = tools.ROOT


@pytest.fixture(scope="module")
def wood(longboard):
    return LongBoard(longboard, LONG_BOARD)


# --- the board under the eye


def test_the_drawn_board_is_the_board_of_the_board_file(wood):
    """The simulated camera, the wood and the firmware know one place for each hole."""
    for name, x, y in wood.peg_holes():
        player, number = ("A", 121) if name == "game" else (name[0], int(name[1:]))
        assert hole_mm(player, number) == pytest.approx(wood.to_table(x, y), abs=0.02), name


def test_markers_with_their_rims_are_on_the_board_and_clear_of_every_hole(wood):
    w, h = LONG_BOARD.board_mm
    holes = [wood.to_table(x, y) for _, x, y in wood.peg_holes()]
    radius = wood.board.geometry.hole_diameter_mm / 2
    for marker in LONG_BOARD.markers:
        (cx, cy), half = marker.center_mm, marker.size_mm / 2 + sheets.RIM
        assert abs(cx) + half <= w / 2
        assert abs(cy) + half <= h / 2
        for x, y in holes:
            assert max(abs(x - cx), abs(y - cy)) > half + radius - 1e-9


def test_modules_lie_side_by_side_under_their_own_holes(wood):
    module_lefts = [left for circuit, left in wood.boards if circuit.name == MODULE]
    assert len(module_lefts) == 6
    steps = {round(b - a, 3) for a, b in itertools.pairwise(module_lefts)}
    assert len(steps) == 1
    switches = [(x, y) for _, x, y in wood.placed("hall")]
    holes = [(x, y) for _, x, y in wood.peg_holes()]
    assert len(switches) == len(holes) == 247
    assert all(min(abs(x - a) + abs(y - b) for a, b in switches) < 0.02 for x, y in holes)


def test_everything_around_the_board_fits(wood):
    assert fits.faults(wood) == []


@pytest.mark.parametrize(
    ("constant", "value", "fault"),
    [
        ("END_WALL", 3.9, "collar meets the head's edge"),
        ("BUTTON_REACH", 4.0, "no room for a pin between wall and button"),
        ("PIN_COLLAR", (5.6, 0.7), "two pins' collars meet"),
        ("PIN_HEIGHT", 0.5, "a pin's nub meets the circuit board"),
        ("LENS_WINDOW", 8.0, "the lens does not go through its window"),
        ("LENS_WINDOW", 20.0, "no wall for the camera's screws"),
        ("SCREW_PILOT", 2.2, "a pilot hole does not hold the base's screw"),
        ("SCREW_PILOT", 1.0, "a pilot hole is too tight"),
        ("SCREW_HOLE", 2.0, "the base's screw does not go through"),
        ("SCREW_HEAD", 3.0, "the base's screw head goes through"),
        ("PIN_HOLE", 3.0, "a button's pin does not go through the wall"),
        ("PIN_COLLAR", (3.3, 0.7), "a button's pin falls out"),
        ("STRIP_BOUGHT", 1000.0, "the camera's strip is too short"),
        ("CASE_GAP", 200.0, "the Pi's cable is too short"),
        ("FOOT", 60.0, "the Pi's case stands on place"),
        ("LEAST_LANE", 30.0, "no room for the Pi's cable between cards and board"),
        ("LEVELLED_DEG", 1.26, "a levelled mast still clips a place"),
        ("LEVEL_SCREW", (0.0, 90.0), "a mast that cannot be levelled"),
        ("LEVEL_SCREW", (3.0, 90.0), "a quarter turn of a levelling screw is too much"),
    ],
)
def test_a_measure_that_does_not_work_out_is_noticed(longboard, monkeypatch, constant, value, fault):
    monkeypatch.setattr(m, constant, value)
    assert any(fault in line for line in fits.faults(LongBoard(longboard, LONG_BOARD)))


def test_the_top_has_every_fifth_number_and_the_skunk_lines(wood):
    words = [s.words for s in flat.engraved(wood) if s.words]
    assert sorted(words) == sorted(
        [
            *(str(n) for n in range(5, 121, 5)),
            *(str(n) for n in range(5, 121, 5)),
            "121",
            "A START",
            "B START",
        ]
    )
    lines = [s.points for s in flat.engraved(wood) if not s.words]
    assert len(lines) == 4
    for player in "AB":
        (x0, y0), (x1, _) = (wood.board.positions_mm[f"{player}{n}"] for n in (90, 91))
        assert any(
            all(min(x0, x1) < x < max(x0, x1) for x, _ in line) and min(abs(y - y0) for _, y in line) < 5
            for line in lines
        )


@pytest.mark.parametrize("model", case.PI_MODELS)
def test_every_plug_of_each_pi_goes_through_the_case(model, monkeypatch):
    assert case.faults() == []
    names = {plug.side: plug.name for plug in case.PI_MODELS[model]}
    for side, name in names.items():
        lower = tuple(
            dataclasses.replace(o, height=(o.height[0] + 5, o.height[1])) if o.side == side else o
            for o in case.OPENINGS
        )
        monkeypatch.setattr(case, "OPENINGS", lower)
        assert f"{model}: the plug {name} meets the {side} wall" in case.faults()


def test_a_tall_socket_meets_the_lid(monkeypatch):
    monkeypatch.setattr(case, "HEADER", (7.1, 57.9, 30.0))
    assert case.faults() == ["the socket on the header meets the lid"]


# --- the mast


def test_the_lens_sees_every_place_and_from_lower_it_would_not():
    place = camera_place(LONG_BOARD)
    pinhole = over_table((2304, 1296), LONG_BOARD.bounds_mm(), tilt_deg=0.0, roll_deg=0.0)
    x0, y0, x1, y1 = LONG_BOARD.bounds_mm()
    corners = np.array([(x, y, 0.0) for x in (x0, x1) for y in (y0, y1)])
    px = pinhole.project(corners)
    assert (px > 0).all()
    assert (px < (2304, 1296)).all()
    lower = 0.9 * place.height
    half_y = lower * np.tan(np.radians(66 / 2)) * 1296 / 2304
    assert half_y < (y1 - y0) / 2


def test_the_foot_stands_clear_of_the_places_and_the_readme_has_the_lengths():
    assert mast_x(LONG_BOARD) - m.FOOT / 2 > LONG_BOARD.bounds_mm()[2]
    text = (ROOT / "hardware/README.md").read_text(encoding="utf-8")
    cut = profiles(LONG_BOARD)
    assert f"post {cut['post']} mm, arm {cut['arm']} mm" in text
    assert f"{camera_place(LONG_BOARD).height:.0f} mm above the table" in text


def test_the_mast_hides_no_place_and_no_marker(monkeypatch):
    assert fits.hidden(LONG_BOARD) == []
    monkeypatch.setattr(fits, "mast_x", lambda _: 200.0)
    assert "post hides place starter" in fits.hidden(LONG_BOARD)


def test_a_box_is_in_the_way_only_between_the_two_ends():
    block = Slab("block", (4, -1, -1), (6, 1, 1))
    assert fits._crosses((0, 0, 0), (10, 0, 0), block)
    assert not fits._crosses((0, 0, 0), (3, 0, 0), block)
    assert not fits._crosses((0, 2, 0), (10, 2, 0), block)


def test_cards_are_150_to_250_pixels_wide_in_the_eye_s_picture():
    """At 2304 x 1296, as the eye reads; also by the sum from the mast's height and the camera's 66 degrees."""
    widths = dict(fits.card_widths_px(LONG_BOARD, (2304, 1296)))
    assert set(widths) == {place.key for place in LONG_BOARD.places}
    height = camera_place(LONG_BOARD).height
    sum_px = CARD_WIDTH_MM * 2304 / (2 * height * np.tan(np.radians(66 / 2)))
    assert all(150 <= px <= 250 for px in widths.values())
    assert all(px == pytest.approx(sum_px, rel=0.01) for px in widths.values())


# --- paper


@pytest.fixture(scope="module")
def printed(longboard):
    return sheets.files(HallTop(longboard, LONG_BOARD))


def test_the_kept_sheets_are_what_the_scripts_make(printed):
    folder = ROOT / "hardware/paper"
    for name, data in printed.items():
        assert (folder / name).read_bytes() == data, name
    assert {path.name for path in folder.iterdir() if path.suffix in (".pdf", ".svg")} == printed.keys()


def streams(data):
    """The drawing operations of each page of a PDF of ours."""
    return [s.decode() for s in re.findall(rb"stream\n(.*?)\nendstream", data, re.S)]


@pytest.mark.parametrize(("name", "height", "width"), [("a4", 297.0, 210.0), ("letter", 279.4, 215.9)])
def test_the_printed_markers_laid_where_the_sheet_says_are_found_by_the_eye(printed, name, height, width):
    """The sheet is read back from its PDF, cut up and laid on a drawn board; the eye must find the table there."""
    page = streams(printed[f"markers-{name}.pdf"])[0]
    px = 4
    paper = np.full((round(height * px), round(width * px)), 255, np.uint8)
    for level, x, y, w, h in re.findall(r"(\d) g ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", page):
        x0, x1 = round(float(x) * px), round((float(x) + float(w)) * px)
        y0, y1 = round((height - float(y) - float(h)) * px), round((height - float(y)) * px)
        paper[y0:y1, x0:x1] = 255 * int(level)
    places = re.findall(r"Tf ([\d.]+) ([\d.]+) Td \(marker (\d): middle at x ([\d.-]+), y ([\d.-]+) mm", page)
    assert len(places) == 4
    scale = 3
    picture = np.full((520 * scale, 700 * scale, 3), (60, 90, 70), np.uint8)
    for left, text_y, _, x, y in places:
        side = round((20 + 2 * sheets.RIM) * px)
        top = round((height - (float(text_y) + 5 + 2 * sheets.RIM + 20)) * px)
        label = paper[top : top + side, round(float(left) * px) : round(float(left) * px) + side]
        size = round((20 + 2 * sheets.RIM) * scale)
        cx, cy = round((float(x) + 350) * scale), round((260 - float(y)) * scale)
        small = cv2.resize(label, (size, size), interpolation=cv2.INTER_AREA)
        half = size // 2
        picture[cy - half : cy - half + size, cx - half : cx - half + size] = small[:, :, None]
    flat = dataclasses.replace(LONG_BOARD, board_top_mm=0.0)
    fix = ZoneFinder(flat).find(Frame(picture, 0.0, 1, "paper"))
    assert isinstance(fix, TableFix), fix
    assert fix.markers == 4
    middle = fix.mm(np.array([(350.0 * scale, 260.0 * scale)]))
    assert np.abs(middle).max() < 0.7


@pytest.mark.parametrize(("name", "height", "width"), [("a4", 297.0, 210.0), ("letter", 279.4, 215.9)])
def test_the_rings_of_the_levelling_card_are_at_their_degrees_and_on_the_paper(printed, name, height, width):
    """Read back from the PDF: each circle's middle and radius."""
    page = streams(printed[f"levelling-{name}.pdf"])[0]
    found = []
    for x, y, ends in re.findall(r"w ([\d.-]+) ([\d.-]+) m ([\d. -]+?) c ", page):
        top = ends.split()
        found.append((float(y), float(x) - float(top[4]), float(top[5])))
    assert len(found) == len(sheets.RINGS_DEG)
    for (y, radius, top), degrees in zip(found, sheets.RINGS_DEG, strict=True):
        assert math.degrees(math.atan(radius / sheets.PLUMB_MM)) == pytest.approx(degrees, abs=0.01)
        assert top - y == pytest.approx(radius, abs=0.01)
        assert radius + sheets.MARGIN <= width / 2
        assert y == pytest.approx(height / 2, abs=0.01)


def test_the_assembly_drawings_name_every_part_once(boards):
    for circuit in boards.values():
        words = re.findall(r"\((.*?)\) Tj", streams(document([assembly(circuit)], circuit.title))[0])
        for component in circuit.components:
            assert words.count(component.ref) == 1, component.ref


def test_no_two_bodies_on_a_board_overlap(boards):
    """Every part as it lies; also that none hangs over the edge but the plugs and buttons that look out."""
    for circuit in boards.values():
        boxes = {}
        for c in circuit.components:
            w, h = body(c)
            boxes[c.ref] = (c.at[0] - w / 2, c.at[1] - h / 2, c.at[0] + w / 2, c.at[1] + h / 2)
        for (a, p), (b, q) in itertools.combinations(boxes.items(), 2):
            assert p[2] <= q[0] or q[2] <= p[0] or p[3] <= q[1] or q[3] <= p[1], (circuit.name, a, b)
        w, h = circuit.size_mm
        assert all(x0 >= 0 and y0 >= 0 and x1 <= w and y1 <= h for x0, y0, x1, y1 in boxes.values())


# --- cables


def test_the_kept_cables_are_made_from_the_pin_map(longboard):
    for name, text in sources(longboard).items():
        assert (HARNESS / "harness" / f"{name}.yml").read_text(encoding="utf-8") == text


def test_the_pi_cable_has_every_pin_of_the_map_and_the_wiring_table_agrees(longboard):
    ways = pi_ways(longboard)
    pins = header_pins(longboard)
    assert len(set(pins)) == len(pins) == 13
    table = (ROOT / "hardware/wiring.md").read_text(encoding="utf-8")
    for (signal, _, at), pin in zip(ways, pins, strict=True):
        if isinstance(at, int):
            assert HEADER_PIN[at] == pin
            assert re.search(rf"\| {at} \| {pin} \|", table), signal
        else:
            assert re.search(rf"\| {signal} \| - \| [\d, ]*\b{pin}\b", table), signal


def test_the_chain_cable_joins_equal_ways(longboard):
    text = sources(longboard)["chain-cable"]
    count = len(CHAIN_PLUG)
    assert [text.count(f"{side}: [1-{count}]") for side in ("OUT", "W2", "IN")] == [1, 1, 1]


# --- models, where build123d is there


@pytest.mark.skipif(NO_CAD is not None, reason=str(NO_CAD))
@pytest.mark.slow
def test_opening_a_block_finds_every_hole_and_one_that_is_lost_is_named(longboard, tmp_path):
    """Of the head's block alone: the others take minutes, and `make hardware` opens them all."""
    from hardware.cad import hall_models, make

    whole = HallTop(longboard, LONG_BOARD)
    head = whole.blocks[0]
    make.export_step(hall_models.block(whole, head), str(tmp_path / f"{head.name}.step"))
    own = {name: longboard.positions_mm[name] for name in load_board("hall-trial").bit_of}
    alone = HallTop(dataclasses.replace(longboard, positions_mm=own), LONG_BOARD)
    object.__setattr__(alone, "blocks", (head,))
    assert make.missing_holes(alone, tmp_path) == []
    own["A0"] = (0.0, 30.0)
    assert make.missing_holes(alone, tmp_path) == ["1 holes are not in the blocks: A0 ..."]


def test_the_licence_is_there_whole():
    text = (ROOT / "hardware/LICENSE").read_bytes()
    assert text.startswith(b"CERN Open Hardware Licence Version 2 - Permissive")
    assert zlib.crc32(text) == LICENCE_CRC


LICENCE_CRC = 2541587426
"""Of the text that SPDX publishes as CERN-OHL-P-2.0, white space at the end cut off."""
