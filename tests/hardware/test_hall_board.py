"""The boards with Hall switches are the contact boards with another sensor: same chain, same holes, same plugs."""

from __future__ import annotations

import csv
import dataclasses
import io
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from firmware.wiring import CHIP_PIN
from hardware.electronics import bom
from hardware.electronics.circuits import GROUND, SUPPLY, circuits
from hardware.electronics.hall import HEAD_END, hall_circuits, with_switches
from hardware.electronics.make import HERE, differences
from hardware.electronics.parts import PARTS
from hardware.sums import hall_values
from hardware.tools import ROOT

sys.path.insert(0, str(Path(__file__).parent))
from kept import kept_board


@pytest.fixture(scope="module")
def switched(longboard):
    module, head = hall_circuits(longboard)
    return {"module": module, "head": head}


@pytest.mark.parametrize("name", ["module", "head"])
def test_every_input_of_every_chip_hangs_on_the_switch_where_the_spring_was(boards, switched, name):
    before, after = boards[name], switched[name]
    for chip in (c for c in before.components if c.part == "chip"):
        assert after.component(chip.ref) == chip
        for pin in CHIP_PIN.values():
            net = chip.nets[str(pin)]
            series = [c for c in before.components if c.part == "1k" and c.nets["2"] == net]
            if not series:
                continue
            spring = next(
                c for c in before.components if c.part == "contact" and c.nets["1"] == series[0].nets["1"]
            )
            switch = after.component(spring.ref)
            assert (switch.part, switch.at) == ("hall", spring.at)
            assert switch.nets == {"1": SUPPLY, "2": net, "3": GROUND}


@pytest.mark.parametrize("name", ["module", "head"])
def test_every_switch_has_its_own_pull_up_and_capacitor_beside_it(switched, name):
    circuit = switched[name]
    nets = circuit.nets()
    for switch in (c for c in circuit.components if c.part == "hall"):
        number = int(switch.ref[1:])
        pull_up, capacitor = circuit.component(f"R{200 + number}"), circuit.component(f"C{100 + number}")
        assert pull_up.nets == {"1": switch.nets["2"], "2": SUPPLY}
        assert capacitor.nets == {"1": SUPPLY, "2": GROUND}
        assert max(abs(a - b) for a, b in zip(capacitor.at, switch.at, strict=True)) < 4.5
        assert len(nets[switch.nets["2"]]) == 3, "switch, pull-up, one input"


@pytest.mark.parametrize("name", ["module", "head"])
def test_only_what_the_sensor_needs_has_changed(boards, switched, name):
    kinds = {"contact", "plate", "1k", "10k"}
    kept = [c for c in boards[name].components if c.part not in kinds]
    new = {c.ref for c in switched[name].components} - {c.ref for c in boards[name].components}
    assert new == {f"C{100 + k}" for k in range(1, len(boards[name].contacts) + 1)} | (
        {HEAD_END.ref} if name == "head" else set()
    )
    assert all(switched[name].component(c.ref) == c for c in kept)
    assert not [c for c in switched[name].components if c.part in ("contact", "plate")]
    refs = [c.ref for c in switched[name].components]
    assert len(set(refs)) == len(refs)


def test_a_hole_whose_series_resistor_is_lost_has_no_capacitor_and_is_noticed(boards):
    circuit = boards["head"]
    gone = dataclasses.replace(circuit, components=tuple(c for c in circuit.components if c.ref != "R101"))
    with pytest.raises(KeyError, match="C101"):
        with_switches(gone).component("C101")


def test_the_switch_is_the_one_of_the_sums():
    hall = PARTS["hall"]
    assert hall.number == hall_values.DESIGN.switch.number
    assert hall.height_mm == hall_values.CHIP_HEIGHT[1]
    text = (ROOT / "hardware/hall.md").read_text(encoding="utf-8")
    assert f"{hall.number}, LCSC {hall.lcsc}" in text


def test_a_head_alone_can_be_made_the_end_of_the_chain(switched):
    """DS is the serial input of its last chip: closed, what MOSI sends comes back through every chip there is."""
    head = switched["head"]
    assert head.component(HEAD_END.ref).nets == {"1": "DS", "2": "MOSI"}
    assert [c.nets["10"] for c in head.components if c.part == "chip"] == ["DS"]


def test_the_print_names_the_board_for_what_it_is(switched):
    for circuit in switched.values():
        words = [label.text for label in circuit.labels]
        assert [text for text in words if text.startswith("Pegwatch")] == ["Pegwatch Hall r1"]
        assert not [text for text in words if "plate" in text]


# --- the files that are kept


@pytest.mark.parametrize("name", ["hall-module", "hall-head"])
def test_the_kept_board_joins_what_the_circuit_joins(longboard, name):
    circuit = next(c for c in hall_circuits(longboard) if c.name == name)
    pads = kept_board(name)
    for component in circuit.components:
        for pin, net in component.nets.items():
            assert pads[component.ref, pin][0] == net, (component.ref, pin)
    wanted = {(c.ref, pin) for c in circuit.components for pin in c.nets}
    spare = [key for key, (net, *_) in pads.items() if net and not net.startswith("unconnected-")]
    assert set(spare) == wanted


@pytest.mark.parametrize("name", ["hall-module", "hall-head"])
def test_every_switch_is_placed_with_its_middle_under_the_hole(longboard, name):
    circuit = next(c for c in hall_circuits(longboard) if c.name == name)
    rows = csv.DictReader(io.StringIO((HERE / name / f"fab/{name}-positions.csv").read_text("utf-8")))
    placed = {row["Designator"]: (float(row["Mid X"]), -float(row["Mid Y"])) for row in rows}
    for component in circuit.components:
        if PARTS[component.part].bought:
            assert placed[component.ref] == pytest.approx(component.at, abs=0.6), component.ref
        if component.part == "hall":
            assert placed[component.ref] == pytest.approx(component.at, abs=0.01), component.ref
            hole = longboard.positions_mm[circuit.contacts[component.ref]]
            x, y = component.at
            assert (circuit.origin_mm[0] + x, circuit.origin_mm[1] - y) == pytest.approx(hole, abs=0.01)


def test_the_assembly_lists_and_the_parts_list_agree(longboard):
    counts = Counter()
    for circuit, times in zip(hall_circuits(longboard), (6, 1), strict=True):
        text = (HERE / circuit.name / f"fab/{circuit.name}-bom.csv").read_text(encoding="utf-8")
        assert text == bom.assembly_list(circuit)
        for row in csv.DictReader(io.StringIO(text)):
            assert int(row["Quantity"]) == len(row["Designator"].split(","))
            counts[row["MPN"]] += times * int(row["Quantity"])
    kept = (HERE / "hall-bom.csv").read_text(encoding="utf-8")
    assert kept == bom.bom(longboard, hall_circuits) != bom.bom(longboard, circuits)
    assert {row["number"]: int(row["count"]) for row in csv.DictReader(io.StringIO(kept))} == counts
    assert counts["DRV5032AJDBZR"] == 247


def test_a_switch_that_is_turned_in_the_kept_board_is_noticed(longboard, tmp_path):
    head = hall_circuits(longboard)[1]
    shutil.copytree(HERE / head.name, tmp_path / head.name)
    assert differences(head, tmp_path / head.name, HERE / head.name) == []
    path = tmp_path / head.name / f"{head.name}.kicad_pcb"
    path.write_text(path.read_text(encoding="utf-8").replace('"A-2_IN"', '"A-1_IN"', 1), encoding="utf-8")
    assert differences(head, tmp_path / head.name, HERE / head.name) == [
        f"{path.name}: not what the scripts make"
    ]
