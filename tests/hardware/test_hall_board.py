"""The boards with Hall switches are the contact boards with another sensor: same chain, same holes, same plugs."""

from __future__ import annotations

import dataclasses

import pytest

from firmware.wiring import CHIP_PIN
from hardware.electronics.circuits import GROUND, SUPPLY
from hardware.electronics.hall import HALL, HALL_LCSC, hall_circuits, with_switches
from hardware.electronics.parts import PARTS
from hardware.sums import hall_values
from hardware.tools import ROOT


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
    assert HALL.number == hall_values.DESIGN.switch.number
    assert HALL.height_mm == hall_values.CHIP_HEIGHT[1]
    assert HALL.key not in PARTS
    text = (ROOT / "hardware/hall.md").read_text(encoding="utf-8")
    assert f"{HALL.number}, LCSC {HALL_LCSC}" in text
