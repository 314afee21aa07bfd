"""The guide is true: doctor says what it promises, every picture and part is there, every step has its picture."""

from __future__ import annotations

import dataclasses
import itertools
import re

import pytest

from firmware.doctor import check_board, check_machine
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from hardware import tools
from hardware.cables import PI_SERIES_OHM
from hardware.cad import fits
from hardware.cad import measures as m
from hardware.cad.measures import LongBoard
from vision.layout import LONG_BOARD

GUIDE = tools.ROOT / "hardware/building.md"


@pytest.fixture(scope="module")
def guide():
    return GUIDE.read_text(encoding="utf-8")


def promised(guide, row):
    """What the bring-up table promises in the row that begins so: the words in back quotes."""
    table = guide.split("<!-- bring-up -->")[1].split("<!-- /bring-up -->")[0]
    line = next(line for line in table.splitlines() if line.split("|")[2:3] == [f" {row} "])
    return re.findall(r"`([^`]+)`", line.split("|")[3])


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
    assert promised(guide, "plate on, no peg") == said(longboard)
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
    kept = [*GUIDE.parent.glob("*/pictures/*.png"), *GUIDE.parent.glob("*/*/fab/*.png")]
    kept += [*GUIDE.parent.glob("paper/*.svg"), *GUIDE.parent.glob("harness/*.svg")]
    assert len(kept) > 15
    assert [path.name for path in kept if path.relative_to(GUIDE.parent).as_posix() not in texts] == []


def test_the_guide_s_measures_are_those_of_the_models(guide, longboard):
    wood = LongBoard(longboard, LONG_BOARD)
    assert f"({m.BOSS:g} mm across, {m.SPACER:g} mm high)" in guide
    assert f"to {m.ROOF:g} mm above the underside" in guide
    assert f"({m.COVER_POST:g} x {m.COVER_POST:g} mm, {m.COVER:g} mm short of the underside)" in guide
    assert f"Bore posts {m.BOSS_HOLE:g} mm, blocks {m.SCREW_PILOT:g} mm" in guide
    assert (
        f"{m.WOOD_HOLE:g} mm in the wood, {longboard.geometry.hole_diameter_mm:.1f} mm in the plate" in guide
    )
    more = wood.shank_length - (m.PLATE + m.GRIP + wood.top - m.PLATE - m.GRIP - m.ROOF)
    assert f"wood together and {more:g} mm more" in guide
    assert f"{m.CONTACT_FREE:g} mm high when free, at home at {m.CONTACT_PRESSED:g} mm" in " ".join(
        guide.split()
    ).replace("4.0", "4").replace("3.0", "3")


def test_the_guide_s_cables_and_tilt_are_those_of_the_sums(guide, longboard):
    text = " ".join(guide.split())
    wood = LongBoard(longboard, LONG_BOARD)
    assert (
        f"Its way is {m.strip_way(LONG_BOARD) / 1000:.2f} m, so a strip of {m.STRIP_BOUGHT / 1000:g} m"
        in text
    )
    assert f"at {fits.tilt_allowed_deg(LONG_BOARD):.1f} degrees the picture clips" in text
    assert f"{m.LEVELLED_DEG:g} degrees are good enough" in text
    assert f"solder {PI_SERIES_OHM:g} Ohm each, **at the socket's end**" in text
    marked = [name for name, *_ in wood.placed("plate") if name.startswith("6:")]
    assert len(marked) == 2
    assert len(wood.plate_wires()) == 2 * len(wood.boards) - 1, "on module 6 only to TP1"


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
