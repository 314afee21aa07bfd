"""The circuit on paper: its figures hold, the document quotes them, and a worse circuit is noticed."""

from __future__ import annotations

import dataclasses
import math
import re

import pytest
from click.testing import CliRunner

from hardware import costs, tools
from hardware.cables import CHAIN_CABLE_MM, PI_CABLE_MM
from hardware.electronics.bom import lines
from hardware.electronics.circuits import SUPPLY
from hardware.make import main
from hardware.sums import circuit, clock, short
from hardware.sums import values as v
from hardware.sums.document import figure, quoted, simulated, update

DOCUMENT = tools.ROOT / "hardware/circuit.md"
NO_SPICE = tools.spice_missing()


def test_every_figure_is_within_its_limit(longboard):
    assert [key for key, result in circuit.results(longboard).items() if not result.holds] == []


def test_the_document_is_in_step_with_the_sums(longboard):
    text = DOCUMENT.read_text(encoding="utf-8")
    assert update(text, longboard) == text
    assert quoted(text) == set(circuit.results(longboard))


def test_a_figure_that_is_out_of_step_is_noticed(longboard):
    text = DOCUMENT.read_text(encoding="utf-8")
    right = figure(circuit.results(longboard)["current"].value, "mA")
    assert right in text
    assert update(text.replace(right, "9 mA"), longboard) == text


def test_the_guide_s_costs_are_those_of_the_parts_list(longboard):
    text = (tools.ROOT / "hardware/building.md").read_text(encoding="utf-8")
    assert costs.update(text, longboard) == text
    electronic = sum(line.sum_usd for line in lines(longboard))
    counted = [row.usd for row in costs.rows(longboard) if re.search("Hall|parts", row.what)]
    assert sum(counted) == pytest.approx(electronic)


def test_an_unknown_figure_is_refused(longboard):
    with pytest.raises(KeyError):
        update("<!-- sum nothing -->1<!-- / -->", longboard)


def test_the_leak_limit_is_where_an_empty_hole_stops_being_sure():
    leak = circuit.least_leak_ohm()
    pull_up = v.PULL_UP_OHM * (1 + v.RESISTOR_TOLERANCE)
    amps = (v.HC_INPUT_UA + v.SWITCH_LEAK_UA) * 1e-6
    node = (v.SUPPLY_V / pull_up - amps) / (1 / pull_up + 1 / leak)
    assert node == pytest.approx(v.HC_HIGH_SHARE * v.SUPPLY_V, rel=1e-6)


@pytest.mark.parametrize(
    ("constant", "value", "names"),
    [
        ("SWITCH_LOW_V", 1.2, {"low"}),
        ("SWITCH_LEAK_UA", 150.0, {"high"}),
        ("PULL_UP_OHM", 1e6, {"high"}),
        ("PULL_UP_OHM", 30e3, {"leak"}),
        ("SWITCH_PF", 1e4, {"rise"}),
    ],
)
def test_a_worse_switch_is_named_by_its_figure(longboard, monkeypatch, constant, value, names):
    monkeypatch.setattr(v, constant, value)
    assert names <= {key for key, result in circuit.results(longboard).items() if not result.holds}


def test_a_clock_ten_times_faster_does_not_hold(longboard):
    fast = dataclasses.replace(longboard, rate_hz=10_000_000)
    bad = {key for key, result in circuit.results(fast).items() if not result.holds}
    assert {"setup", "pi"} <= bad


def test_the_sums_of_the_circuit_count_what_the_circuit_has(boards, longboard):
    """The values in the sums are those of the parts on the boards."""
    kinds = {c.part for b in boards.values() for c in b.components}
    assert {"10k", "1k", "33R", "100k", "330R"} <= kinds
    assert (v.PULL_UP_OHM, v.SOURCE_OHM) == (10e3, 33)
    assert (v.TIE_OHM, v.LED_OHM) == (100e3, 330)
    assert sum(part.kind != "inputs" for part in longboard.parts) == v.MODULES
    assert v.PI_CABLE_M * 1000 == PI_CABLE_MM
    assert v.LINK_M * 1000 > CHAIN_CABLE_MM, "the copper on the boards is part of the way"


def changed(circuit_, ref, **nets):
    """A circuit with other nets on some pins of one part."""
    parts = tuple(
        dataclasses.replace(c, nets={**c.nets, **nets}) if c.ref == ref else c for c in circuit_.components
    )
    return dataclasses.replace(circuit_, components=parts)


def test_a_supply_shorted_behind_the_fuse_takes_little_from_any_pin_of_the_pi(longboard, boards):
    pins = short.pin_currents_ma(longboard)
    assert set(pins) == {"SCLK_PI", "CE#_PI", "PL#_PI", "MOSI_PI", "LED_PI"}
    assert max(pins.values()) < 3
    assert pins == short.pin_currents_ma(longboard, (boards["module"], boards["head"]))


@pytest.mark.parametrize(
    ("name", "ref", "nets", "pin"),
    [
        ("head", "D1", {"5": SUPPLY}, "SCLK_PI"),
        ("head", "D3", {"5": SUPPLY}, "LED_PI"),
        ("head", "R331", {"1": "CLAMP", "2": "CLAMP"}, None),
        ("head", "R304", {"1": "MOSI", "2": "MOSI"}, None),
    ],
)
def test_each_way_into_a_dead_supply_is_followed(longboard, boards, name, ref, nets, pin):
    """An array on the supply itself feeds it; a resistor that joins nothing ends its way."""
    found = {**boards, name: changed(boards[name], ref, **nets)}
    before = short.pin_currents_ma(longboard)
    after = short.pin_currents_ma(longboard, (found["module"], found["head"]))
    if pin is None:
        assert sum(after.values()) < sum(before.values())
    else:
        assert after[pin] > before[pin] * 1.3
        assert sum(after.values()) > 4 * sum(before.values()) or pin == "LED_PI"


def test_the_first_design_loaded_every_pin_with_more_than_60_ma(longboard, boards):
    head = changed(changed(boards["head"], "D1", **{"5": SUPPLY}), "R304", **{"1": "MOSI_PI"})
    pins = short.pin_currents_ma(longboard, (boards["module"], head), pi_series_ohm=0.0)
    assert all(pins[net] > 60 for net in ("SCLK_PI", "CE#_PI", "PL#_PI", "MOSI_PI"))


def test_a_short_that_loads_a_pin_is_past_its_limit(longboard, monkeypatch):
    monkeypatch.setitem(short.OHM, "10k", 10.0)
    bad = {key for key, result in circuit.results(longboard).items() if not result.holds}
    assert {"short", "short-all"} <= bad


def test_wave_resistance_and_edge_by_hand():
    assert circuit.line_ohm() == pytest.approx(math.sqrt(700e-9 / 50e-12))
    assert circuit.bus_edge_s() == pytest.approx(2.2 * 58 * circuit.bus_pf() * 1e-12)


@pytest.mark.skipif(NO_SPICE is not None, reason=str(NO_SPICE))
def test_spice_every_module_sees_one_clean_pulse():
    assert clock.faults(clock.simulate(clock.deck())) == []


@pytest.mark.skipif(NO_SPICE is not None, reason=str(NO_SPICE))
def test_spice_a_line_without_its_series_resistor_is_noticed_and_the_document_quotes_both():
    edges, bare = clock.simulate(clock.deck()), clock.simulate(clock.deck(source_ohm=0.1))
    assert clock.faults(bare)
    runs = edges, bare, clock.pi_lines(), clock.pi_lines(series_ohm=0.0)
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text.count("<!-- spice ") == 10
    assert simulated(text, *runs) == text
    other = re.sub(r"(<!-- spice [a-z-]+ -->).*?<!-- / -->", r"\g<1>9 V<!-- / -->", text)
    assert simulated(other, *runs) == text != other


@pytest.mark.skipif(NO_SPICE is not None, reason=str(NO_SPICE))
def test_spice_the_pi_s_cable_is_quiet_and_without_its_resistors_it_is_named():
    assert clock.pi_faults(clock.pi_lines()) == []
    bare = clock.pi_faults(clock.pi_lines(series_ohm=0.0))
    assert any(line.startswith("Pi's cable: clock reaches -") for line in bare)


def test_a_pi_s_cable_that_rings_is_named_without_any_simulator():
    quiet = clock.Edge(1, 2.0, 0.0, 3.3, 0.0, 2)
    assert clock.pi_faults({"clock": quiet, "data": quiet}) == []
    loud = dataclasses.replace(quiet, highest_v=5.8, lowest_v=-2.5)
    assert clock.pi_faults({"clock": loud, "data": quiet}) == ["Pi's cable: clock reaches -2.50 to 5.80 V"]
    assert clock.pi_faults({"clock": quiet, "data": dataclasses.replace(quiet, edges=4)}) == [
        "Pi's cable: data has 4 edges of one pulse"
    ]


@pytest.mark.skipif(NO_SPICE is not None, reason=str(NO_SPICE))
def test_spice_ten_times_the_capacitance_shows_in_the_delay():
    slow = clock.simulate(clock.deck(module_pf=150.0))
    quick = clock.simulate(clock.deck())
    assert all(a.delay_ns > 2 * b.delay_ns for a, b in zip(slow, quick, strict=True))


def test_a_ringing_level_is_counted_as_more_than_one_pulse():
    assert clock._changes([0, 3, 1, 3, 0], 1.5, 1.9) == 4
    assert clock._changes([0, 3, 1.6, 3, 0], 1.5, 1.9) == 2


def test_a_missing_tool_is_said_and_is_an_error_only_when_strict(monkeypatch):
    import hardware.make as make

    monkeypatch.setitem(make.PARTS, "cad", (make.cad, lambda: "nothing is there"))
    done = CliRunner().invoke(main, ["--check", "--only", "cad"])
    assert done.exit_code == 0
    assert "cad: SKIPPED: nothing is there" in done.stdout
    assert CliRunner().invoke(main, ["--check", "--only", "cad", "--strict"]).exit_code == 1


def test_a_failed_check_ends_with_1(monkeypatch):
    import hardware.make as make

    monkeypatch.setitem(make.PARTS, "cad", (lambda _check, _say: ["hole A22 is lost"], lambda: None))
    done = CliRunner().invoke(main, ["--check", "--only", "cad"])
    assert done.exit_code == 1
    assert re.search(r"cad: FAILED \(\d+ s\)\n  hole A22 is lost", done.stdout)
