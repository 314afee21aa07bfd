"""The circuit on paper: its figures hold, the document quotes them, and a worse circuit is noticed."""

from __future__ import annotations

import dataclasses
import math
import re

import pytest

from hardware import costs, tools
from hardware.cables import CHAIN_CABLE_MM, PI_CABLE_MM
from hardware.electronics.bom import lines
from hardware.make import main
from hardware.sums import circuit, clock
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
    counted = [row.usd for row in costs.rows(longboard) if "contacts" in row.what or "parts" in row.what]
    assert sum(counted) == pytest.approx(electronic)


def test_an_unknown_figure_is_refused(longboard):
    with pytest.raises(KeyError):
        update("<!-- sum nothing -->1<!-- / -->", longboard)


def test_the_peg_limit_is_where_the_level_passes_the_chip_s(longboard):
    limit = circuit.greatest_contact_ohm()
    low = v.HC_LOW_SHARE * v.SUPPLY_V
    assert circuit.low_level_v(limit * 0.99) < low < circuit.low_level_v(limit * 1.01)
    assert circuit.results(longboard)["low-limit"].value == pytest.approx(1000 * low)


def test_the_leak_limit_is_where_an_empty_hole_stops_being_sure():
    leak = circuit.least_leak_ohm()
    pull_up = v.PULL_UP_OHM * (1 + v.RESISTOR_TOLERANCE)
    amps = v.HC_INPUT_UA * 1e-6
    node = (v.SUPPLY_V / pull_up - amps) / (1 / pull_up + 1 / leak)
    assert node - amps * v.SERIES_OHM == pytest.approx(v.HC_HIGH_SHARE * v.SUPPLY_V, rel=1e-6)


def test_a_clock_ten_times_faster_does_not_hold(longboard):
    fast = dataclasses.replace(longboard, rate_hz=10_000_000)
    bad = {key for key, result in circuit.results(fast).items() if not result.holds}
    assert {"setup", "pi"} <= bad


def test_the_sums_of_the_circuit_count_what_the_circuit_has(boards, longboard):
    """The values in the sums are those of the parts on the boards."""
    kinds = {c.part for b in boards.values() for c in b.components}
    assert {"10k", "1k", "33R", "100k", "330R"} <= kinds
    assert (v.PULL_UP_OHM, v.SERIES_OHM, v.SOURCE_OHM) == (10e3, 1e3, 33)
    assert (v.TIE_OHM, v.LED_OHM) == (100e3, 330)
    assert sum(part.kind != "inputs" for part in longboard.parts) == v.MODULES
    assert v.PI_CABLE_M * 1000 == PI_CABLE_MM
    assert v.LINK_M * 1000 > CHAIN_CABLE_MM, "the copper on the boards is part of the way"


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
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text.count("<!-- spice ") == 5
    assert simulated(text, edges, bare) == text
    other = re.sub(r"(<!-- spice [a-z-]+ -->).*?<!-- / -->", r"\g<1>9 V<!-- / -->", text)
    assert simulated(other, edges, bare) == text != other


@pytest.mark.skipif(NO_SPICE is not None, reason=str(NO_SPICE))
def test_spice_ten_times_the_capacitance_shows_in_the_delay():
    slow = clock.simulate(clock.deck(module_pf=150.0))
    quick = clock.simulate(clock.deck())
    assert all(a.delay_ns > 2 * b.delay_ns for a, b in zip(slow, quick, strict=True))


def test_a_ringing_level_is_counted_as_more_than_one_pulse():
    assert clock._changes([0, 3, 1, 3, 0], 1.5, 1.9) == 4
    assert clock._changes([0, 3, 1.6, 3, 0], 1.5, 1.9) == 2


def test_a_missing_tool_is_said_and_is_an_error_only_when_strict(monkeypatch, capsys):
    import hardware.make as make

    monkeypatch.setitem(make.PARTS, "cad", (make.cad, lambda: "nothing is there"))
    assert main(["--check", "--only", "cad"]) == 0
    assert "cad: SKIPPED: nothing is there" in capsys.readouterr().out
    assert main(["--check", "--only", "cad", "--strict"]) == 1


def test_a_failed_check_ends_with_1(monkeypatch, capsys):
    import hardware.make as make

    monkeypatch.setitem(make.PARTS, "cad", (lambda _check, _say: ["hole A22 is lost"], lambda: None))
    assert main(["--check", "--only", "cad"]) == 1
    assert re.search(r"cad: FAILED \(\d+ s\)\n  hole A22 is lost", capsys.readouterr().out)
