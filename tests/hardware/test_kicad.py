"""KiCad's checks of the kept files: clean as they are, and each of them notices a fault that is planted.

That the files are the ones that the scripts make is known without KiCad (test_made.py); `make hardware` proves it
by making them again.
"""

from __future__ import annotations

import re
import shutil

import pytest

from firmware.wiring import CHIP_PIN
from hardware import tools
from hardware.electronics.check import electrical, layout
from hardware.electronics.circuits import CLAMP, GROUND, HEAD, MODULE, SUPPLY
from hardware.electronics.make import HERE
from hardware.electronics.parts import PARTS
from hardware.electronics.schematic import Library
from hardware.electronics.sexpr import children, text

WHY = tools.kicad_missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(WHY is not None, reason=str(WHY))]


@pytest.fixture(params=[MODULE, HEAD])
def kept(request, tmp_path):
    """A copy of one circuit's folder, to be spoiled; (folder, name)."""
    name = request.param
    shutil.copytree(HERE / name, tmp_path / name, ignore=shutil.ignore_patterns("fab"))
    return tmp_path / name, name


def spoil(path, pattern, change):
    """Change the first place that a pattern matches; it must be there."""
    spoiled, count = re.subn(pattern, change, path.read_text(encoding="utf-8"), count=1, flags=re.S)
    assert count == 1
    path.write_text(spoiled, encoding="utf-8")


def footprint(text_, ref):
    """Where the footprint of a reference begins and ends in a board file."""
    for found in re.finditer(r"\n\t\(footprint ", text_):
        end = text_.index("\n\t)\n", found.start()) + len("\n\t)\n")
        if f'(property "Reference" "{ref}"' in text_[found.start() : end]:
            return found.start(), end
    raise AssertionError(f"no {ref}")


PLACE = re.compile(r"(\n\t\t\(at )([\d.]+ [\d.]+)( [-\d.]+)?\)")


def take_out(board, ref):
    whole = board.read_text(encoding="utf-8")
    begin, end = footprint(whole, ref)
    board.write_text(whole[: begin + 1] + whole[end:], encoding="utf-8")


def turn_round(board, ref):
    """A part by half a turn, its pads' nets with it, as a hand in KiCad does."""
    whole = board.read_text(encoding="utf-8")
    begin, end = footprint(whole, ref)
    turned = PLACE.sub(r"\g<1>\g<2> 270)", whole[begin:end], count=1).replace(" 90)\n", " 270)\n")
    assert turned != whole[begin:end]
    board.write_text(whole[:begin] + turned + whole[end:], encoding="utf-8")


def lay_on(board, ref, other):
    whole = board.read_text(encoding="utf-8")
    place = PLACE.search(whole[slice(*footprint(whole, other))])[2]
    begin, end = footprint(whole, ref)
    moved = PLACE.sub(rf"\g<1>{place}\g<3>)", whole[begin:end], count=1)
    assert moved != whole[begin:end]
    board.write_text(whole[:begin] + moved + whole[end:], encoding="utf-8")


def number_of(board, net):
    """The number under which a board knows a net."""
    found = re.search(rf'\(net (\d+) "{net}"\)', board.read_text(encoding="utf-8"))
    assert found
    return found[1]


def without_tracks(board, net):
    track = rf"\t\(segment\n(?:\t\t[^\n]*\n)*?\t\t\(net {number_of(board, net)}\)\n(?:\t\t[^\n]*\n)*?\t\)\n"
    whole = board.read_text(encoding="utf-8")
    assert re.search(track, whole)
    board.write_text(re.sub(track, "", whole), encoding="utf-8")


def track_across(board, net):
    across = (
        '\t(segment (start 2 30) (end 20 30) (width 0.3) (layer "F.Cu")'
        f' (net {number_of(board, net)}) (uuid "00000000-0000-4000-8000-000000000001"))\n)'
    )
    spoil(board, r"\)\s*\Z", across)


def test_both_checks_are_clean(kept):
    folder, name = kept
    assert electrical(folder / f"{name}.kicad_sch") == []
    assert layout(folder / f"{name}.kicad_pcb") == []


HOLE = {MODULE: ("A-out1", "A-out2"), HEAD: ("A-2", "A-1")}
"""The nets of the first two switches."""
IN_THE_SCHEMATIC = {
    "a pin without its net": (r'\n\(global_label "Q1" [^\n]*', "", r"pin_not_connected: .* U1 Pin 9 \[Q7"),
    "a net under another name": (r'global_label "SCLK"', 'global_label "SLCK"', r"dangling: .*'SLCK'"),
}
"""Fault -> (what is changed, into what, how the electrical rules name it)."""
BETWEEN_THE_TWO = {
    "a net under another name": (r'global_label "SCLK"', 'global_label "SLCK"', r"net_conflict: .*\(SLCK\)"),
    "a switch on another hole's input": (
        'global_label "HOLE_IN"', 'global_label "OTHER_IN"', r"net_conflict: .*\(HOLE_IN\).*\(OTHER_IN\)",
    ),
    "another value": (
        r'\(property "Value" "10u"', '(property "Value" "22u"', r"footprint_symbol_mismatch: Value \(C\d\)",
    ),
}  # fmt: skip
"""The same, of the comparison of schematic and board."""
ON_THE_BOARD = {
    "a switch that is not placed": (lambda b, _: take_out(b, "H1"), r"missing_footprint: Missing footprint H1 "),
    "a switch turned round": (lambda b, _: turn_round(b, "H1"), r"(shorting_items|clearance): .* of H1 "),
    "a capacitor on a switch": (lambda b, _: lay_on(b, "C101", "H1"), r"of H1 on F.Cu; Pad \d .* of C101 "),
    "an open connection": (lambda b, hole: without_tracks(b, f"{hole}_IN"), r"unconnected_items: .*\[HOLE_IN\]"),
    "a short circuit": (
        lambda b, _: track_across(b, "SCLK"), r"(shorting_items|clearance|tracks_crossing): .*\[SCLK\]",
    ),
    "a track that is too thin": (
        lambda b, _: spoil(b, r"\(width 0\.2\)", "(width 0.1)"), r"track_width: .*actual 0\.1000 mm",
    ),
}  # fmt: skip
"""Fault -> (what plants it, how the design rules name it)."""


def told(pattern, name):
    return pattern.replace("HOLE", HOLE[name][0]).replace("OTHER", HOLE[name][1])


@pytest.mark.parametrize("fault", IN_THE_SCHEMATIC)
def test_the_electrical_rules_name_a_fault_of_the_schematic(kept, fault):
    folder, name = kept
    pattern, change, named = IN_THE_SCHEMATIC[fault]
    spoil(folder / f"{name}.kicad_sch", pattern, change)
    found = electrical(folder / f"{name}.kicad_sch")
    assert any(re.search(named, line) for line in found), found


@pytest.mark.parametrize("fault", BETWEEN_THE_TWO)
def test_a_difference_between_schematic_and_board_is_named(kept, fault):
    folder, name = kept
    pattern, change, named = (told(one, name) for one in BETWEEN_THE_TWO[fault])
    spoil(folder / f"{name}.kicad_sch", pattern, change)
    found = layout(folder / f"{name}.kicad_pcb")
    assert any(re.search(named, line) for line in found), found


@pytest.mark.parametrize("fault", ON_THE_BOARD)
def test_the_design_rules_name_a_fault_of_the_board(kept, fault):
    folder, name = kept
    plant, named = ON_THE_BOARD[fault]
    plant(folder / f"{name}.kicad_pcb", HOLE[name][0])
    found = layout(folder / f"{name}.kicad_pcb")
    assert any(re.search(told(named, name), line) for line in found), found


def symbol_pins(key):
    """Pin number -> (name, kind) of a symbol of KiCad's own libraries."""
    units = children(Library().symbol(key), "symbol")
    return {
        text(next(children(pin, "number"))[1]): (text(next(children(pin, "name"))[1]), str(pin[1]))
        for unit in units
        for pin in children(unit, "pin")
    }


def test_kicad_s_symbols_mean_by_each_pin_what_the_circuits_mean(boards):
    """A second opinion on every number: the libraries' pin names, not ours, beside the nets on them."""
    chip, tvs, led, hall = (symbol_pins(PARTS[key].symbol) for key in ("chip", "tvs", "led", "hall"))
    assert [chip[pin][0] for pin in ("1", "2", "15", "9", "10")] == ["~{PL}", "CP", "~{CE}", "Q7", "DS"]
    assert {chip[str(pin)][0] for d, pin in CHIP_PIN.items() if chip[str(pin)][0] == f"D{d}"} == {
        f"D{d}" for d in range(8)
    }
    buffer = symbol_pins(PARTS["buffer"].symbol)
    for circuit in boards.values():
        for c in circuit.components:
            supply = {"chip": chip, "buffer": buffer, "tvs": tvs, "hall": hall}.get(c.part, {})
            for pin, (name, _) in supply.items():
                if name in ("VCC", "VP"):
                    assert c.nets[pin] == (SUPPLY if name == "VCC" else CLAMP)
                elif name in ("GND", "VN"):
                    assert c.nets[pin] == GROUND
            if c.part == "buffer":
                kinds = {buffer[pin][1] for pin, net in c.nets.items() if net.endswith("_B")}
                assert kinds == {"output"}
            if c.part == "hall":
                [output] = [pin for pin, (_, kind) in hall.items() if kind == "output"]
                assert c.nets[output].endswith("_IN")
            if c.part == "led":
                assert led["1"][0] == "K"
                assert c.nets["1"] == GROUND
