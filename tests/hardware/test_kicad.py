"""KiCad's checks of the kept files: clean as they are, and each of them notices a fault that is planted.

That the files are the ones that the scripts make is known without KiCad (test_made.py); `make hardware` proves it
by making them anew.
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


def number_of(board, net):
    """The number under which a board knows a net."""
    found = re.search(rf'\(net (\d+) "{net}"\)', board.read_text(encoding="utf-8"))
    assert found
    return found[1]


def test_both_checks_are_clean(kept):
    folder, name = kept
    assert electrical(folder / f"{name}.kicad_sch") == []
    assert layout(folder / f"{name}.kicad_pcb") == []


def test_a_pin_without_its_net_is_found(kept):
    folder, name = kept
    spoil(folder / f"{name}.kicad_sch", r'\n\(global_label "Q1" [^\n]*', "")
    assert electrical(folder / f"{name}.kicad_sch")


def test_a_net_that_was_given_another_name_is_found(kept):
    folder, name = kept
    spoil(folder / f"{name}.kicad_sch", r'global_label "SCLK"', 'global_label "SLCK"')
    assert layout(folder / f"{name}.kicad_pcb"), "schematic and board must be compared"


def test_missing_tracks_are_found(kept):
    folder, name = kept
    board = folder / f"{name}.kicad_pcb"
    net = number_of(board, "Q1")
    track = rf"\t\(segment\n(?:\t\t[^\n]*\n)*?\t\t\(net {net}\)\n(?:\t\t[^\n]*\n)*?\t\)\n"
    whole = board.read_text(encoding="utf-8")
    assert re.search(track, whole)
    board.write_text(re.sub(track, "", whole), encoding="utf-8")
    assert any(line.startswith("unconnected_items") for line in layout(folder / f"{name}.kicad_pcb"))


def test_a_short_circuit_is_found(kept):
    folder, name = kept
    board = folder / f"{name}.kicad_pcb"
    net = number_of(board, "SCLK")
    across = (
        '\t(segment (start 2 30) (end 20 30) (width 0.3) (layer "F.Cu")'
        f' (net {net}) (uuid "00000000-0000-4000-8000-000000000001"))\n)'
    )
    spoil(board, r"\)\s*\Z", across)
    found = layout(board)
    assert any(line.startswith(("shorting_items", "clearance", "tracks_crossing")) for line in found)


def test_a_value_that_differs_between_schematic_and_board_is_found(kept):
    folder, name = kept
    spoil(folder / f"{name}.kicad_sch", r'\(property "Value" "10u"', '(property "Value" "22u"')
    assert any("C" in line for line in layout(folder / f"{name}.kicad_pcb"))


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
    chip, tvs, led = (symbol_pins(PARTS[key].symbol) for key in ("chip", "tvs", "led"))
    assert [chip[pin][0] for pin in ("1", "2", "15", "9", "10")] == ["~{PL}", "CP", "~{CE}", "Q7", "DS"]
    assert {chip[str(pin)][0] for d, pin in CHIP_PIN.items() if chip[str(pin)][0] == f"D{d}"} == {
        f"D{d}" for d in range(8)
    }
    buffer = symbol_pins(PARTS["buffer"].symbol)
    for circuit in boards.values():
        for c in circuit.components:
            supply = {"chip": chip, "buffer": buffer, "tvs": tvs}.get(c.part, {})
            for pin, (name, _) in supply.items():
                if name in ("VCC", "VP"):
                    assert c.nets[pin] == (SUPPLY if name == "VCC" else CLAMP)
                elif name in ("GND", "VN"):
                    assert c.nets[pin] == GROUND
            if c.part == "buffer":
                kinds = {buffer[pin][1] for pin, net in c.nets.items() if net.endswith("_B")}
                assert kinds == {"output"}
            if c.part == "led":
                assert led["1"][0] == "K"
                assert c.nets["1"] == GROUND
