"""The guide is true: doctor says what it promises, every picture and part is there, every step has its picture."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re

import pytest

from firmware.boardfile import load_board
from firmware.box.sections import TableSettings
from firmware.doctor import check_board, check_machine
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.wiring import BUILT
from hardware import tools
from hardware.cables import PI_CABLE_MM, PI_SERIES_OHM
from hardware.cad import fits
from hardware.cad import hall_top as h
from hardware.cad import measures as m
from hardware.cad.hall_top import HallTop
from hardware.cad.measures import LongBoard
from hardware.sums import hall_values
from vision.layout import LONG_BOARD

GUIDE = tools.ROOT / "hardware/building.md"


@pytest.fixture(scope="module")
def guide():
    return GUIDE.read_text(encoding="utf-8")


def promised(guide, row, table="bring-up", column=2):
    """What a table of the guide promises in the row whose column says so: the words in back quotes after it."""
    lines = guide.split(f"<!-- {table} -->")[1].split(f"<!-- /{table} -->")[0].splitlines()
    [line] = [line for line in lines if line.split("|")[column : column + 1] == [f" {row} "]]
    return re.findall(r"`([^`]+)`", line.split("|")[column + 1])


def said(board, fault="", pegs=(), plugged=None):
    """What doctor says of a board that is wired as `plugged` (as it should be, when None)."""
    wired = plugged or board
    with open_simulated(wired, lambda: frozenset(pegs), SimFaults.parse(fault, wired)) as driver:
        return [finding.what for finding in check_board(driver, board, pause=lambda _s: None)]


def test_doctor_says_the_guide_s_words_while_the_chain_grows(guide, longboard):
    modules = [part.name for part in longboard.parts if part.kind != "inputs"]
    assert promised(guide, "head")[0] in said(longboard, f"unplug={modules[0]}")
    for plugged, missing in itertools.pairwise(modules):
        assert promised(guide, f"and {plugged}") == [said(longboard, f"unplug={missing}")[0]]
    assert promised(guide, f"and {modules[-1]}") == said(longboard)


def test_doctor_says_the_guide_s_words_for_the_pi_alone(guide, longboard, tmp_path):
    for name in ("gpiochip0", "spidev0.0"):
        (tmp_path / name).touch()
    ready, silent, _ = promised(guide, "Pi alone")
    assert [finding.what for finding in check_machine(tmp_path)] == [ready]
    assert silent in said(longboard, "data-in=0")
    assert silent.replace("0.", "1.") in said(longboard, "data-in=1")


def test_doctor_says_the_guide_s_words_for_what_goes_wrong(guide, longboard):
    assert promised(guide, "the same, END open") == [said(longboard, "data-out=0")[0]]
    assert promised(guide, "frame on, no peg") == said(longboard)
    assert promised(guide, "a peg in one hole") == said(longboard, pegs={"A1"})


def test_doctor_names_a_module_that_stands_in_another_s_place(guide, longboard):
    """Modules 2 and 4 changed about: their holes are equal, their solder bridges are not."""
    second, fourth = (p for p in longboard.parts if p.name in ("module 2", "module 4"))
    bits = list(longboard.bits)
    for i in range(second.chips * 8):
        a, b = (second.first_chip - 1) * 8 + i, (fourth.first_chip - 1) * 8 + i
        if isinstance(bits[a], int):
            bits[a], bits[b] = bits[b], bits[a]
    plugged = dataclasses.replace(longboard, bits=tuple(bits))
    assert promised(guide, "modules 2 and 4 changed about, or their bridges") == [
        said(longboard, plugged=plugged)[0]
    ]


def test_every_section_has_a_picture_and_every_link_leads_somewhere(guide):
    for section in re.split(r"\n## (?=\d)", guide)[1:]:
        if section.startswith("1."):
            continue  # ordering: the picture stands above, the files are linked
        assert "![" in section, section.splitlines()[0]
    for target in re.findall(r"\]\(([^)#]+)", guide):
        assert (GUIDE.parent / target).exists(), target
    for target, place in re.findall(r"\]\(([^)#]+)#([\w-]+)\)", guide):
        lines = (GUIDE.parent / target).read_text(encoding="utf-8").splitlines()
        headings = [line.lstrip("# ").lower() for line in lines if line.startswith("#")]
        assert place in [re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings], target


def test_every_picture_that_is_kept_is_shown_somewhere():
    texts = "".join(path.read_text(encoding="utf-8") for path in GUIDE.parent.glob("*.md"))
    kept = [*GUIDE.parent.glob("cad/pictures/*.png"), *GUIDE.parent.glob("*/*/fab/*.png")]
    kept += [*GUIDE.parent.glob("paper/*.svg"), *GUIDE.parent.glob("harness/*.svg")]
    assert len(kept) > 12
    assert [path.name for path in kept if path.relative_to(GUIDE.parent).as_posix() not in texts] == []


@pytest.mark.parametrize(
    ("row", "pegs", "fault"),
    [
        ("no peg", [], ""),
        ("END open", [], "data-out=1"),
        *(("one peg, in each hole in turn", [hole], "") for hole in load_board("hall-trial").bit_of),
        ("pegs in A-2 and A0, none between", ["A-2", "A0"], ""),
        ("pegs in A-2, A-1 and A0", ["A-2", "A-1", "A0"], ""),
    ],
)
def test_doctor_says_the_guide_s_words_of_the_trial(guide, row, pegs, fault):
    """END open: nothing but a pull-up holds the chip's serial input."""
    assert said(load_board("hall-trial"), fault, pegs)[:1] == promised(guide, row, "trial", 1)


def test_doctor_says_the_same_of_any_switch_that_closes_to_ground(longboard):
    hall = load_board("longboard-hall")
    for fault in ("", "unplug=module 1", "unplug=module 6", "data-out=0", "data-in=0"):
        assert said(longboard, fault, {"A1"}) == said(hall, fault, {"A1"})


def test_the_guide_s_measures_are_those_of_the_models(guide, longboard):
    top, text = HallTop(longboard, LONG_BOARD), " ".join(guide.split())
    x0, y0, x1, y1 = top.long_board.outline
    thread, long = h.SCREW
    for words in (
        f"A hole must be {top.depth:g} mm deep",
        f"{x1 - x0:g} x {y1 - y0:g} x {LONG_BOARD.board_top_mm - h.FEET:g} mm",
        f"with {h.WINDOW_GAP:g} mm around them",
        f"one brass screw {thread:g} x {long:g} mm, countersunk",
        f"six screws ST2.2 x {m.SCREW:g} mm",
        f"Four feet, {h.FEET:g} mm high: the markers must lie {LONG_BOARD.board_top_mm:g} mm above the table",
        f"a drill of {h.MAGNET_BORE[0]:g} mm for the pegs",
        f"put {hall_values.DIRT:g} mm of paper under one",
        f"stood for {load_board('longboard-hall').sensor.settle_s * 1000:g} ms",
    ):
        assert words in text, words
    assert len(top.base_screws()) == 6
    assert [block.name for block in top.blocks[1:]] == [f"hall-module-{k}-top" for k in range(1, 7)]


def test_the_guide_s_board_is_the_one_that_the_settings_begin_with(guide):
    assert TableSettings().board == BUILT
    assert f"`{BUILT}` is the board that the settings begin with" in " ".join(guide.split())


def test_what_the_guide_says_is_made_and_not_kept_is_made(guide):
    named = set(re.findall(r"`([\w-]+\.(?:stl|dxf))`", guide))
    made = json.loads((tools.ROOT / "hardware/cad/models.json").read_text(encoding="utf-8"))
    assert {"hall-head-top.stl", "hall-frame-below.dxf", "hall-base.dxf", "button-pin.stl"} <= named
    assert {name.split(".")[0] for name in named if not name.startswith("-")} <= made.keys()
    assert "make hardware-release" in guide


def test_the_guide_s_cables_and_tilt_are_those_of_the_sums(guide, longboard):
    text = " ".join(guide.split())
    assert (
        f"Its way is {m.strip_way(LONG_BOARD) / 1000:.2f} m, so a strip of {m.STRIP_BOUGHT / 1000:g} m"
        in text
    )
    way = m.pi_cable_way(LongBoard(longboard, LONG_BOARD))
    assert f"the Pi's cable of {PI_CABLE_MM} mm reaches it too (its way is {way:.0f} mm" in text
    assert f"at {fits.tilt_allowed_deg(LONG_BOARD):.1f} degrees the picture clips" in text
    assert f"{m.LEVELLED_DEG:g} degrees are good enough" in text
    assert f"solder {PI_SERIES_OHM:g} Ohm each, **at the socket's end**" in text


def test_the_underside_names_the_bridges_of_the_wiring_table(boards, longboard):
    """The print that a builder solders by, against the table that the firmware's own code makes."""
    table = (tools.ROOT / "hardware/wiring.md").read_text(encoding="utf-8").split("## Solder bridges")[1]
    printed = [label.text for label in boards["module"].labels if label.below]
    for number, part in enumerate((p for p in longboard.parts if p.kind != "inputs"), 1):
        levels = re.search(rf"\| {part.name} \| (\d) \| (\d) \| (\d) \| (\d) \|", table)
        closed = [f"JP{k}" for k, level in enumerate(levels.groups(), 1) if level == "0"]
        assert printed[printed.index(str(number)) + 2] == " ".join(closed)


def test_the_printed_rules_give_every_hole_its_number(boards, longboard):
    """A-out: 10m + n - 10 and its fellows, worked out for all modules and columns."""
    rules = dict(
        label.text.split(": ")
        for label in boards["module"].labels
        if re.match(r"[AB]-(out|back): ", label.text)
    )
    assert len(rules) == 4
    for row in longboard.rows:
        if row.id not in rules:
            continue
        for column in range(1, 61):
            module, n = (column - 1) // 10 + 1, (column - 1) % 10 + 1
            sum_ = eval(rules[row.id].replace("10m", f"10*{module}").replace("n", str(n)))
            assert row.hole(column) == f"{row.player}{sum_}"
