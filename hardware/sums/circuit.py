"""The circuit on paper: levels, times, clock, power. Pure sums; `results` gives every figure by name."""

from __future__ import annotations

import math

from firmware.boardmap import BoardMap
from firmware.debounce import SCAN_PERIOD_S
from hardware.cables import PI_SERIES_OHM
from hardware.sums import values as v
from hardware.sums.hall_values import AJ
from hardware.sums.result import Result
from hardware.sums.short import pin_currents_ma


def high_level_v() -> float:
    """What a chip's input reads of an empty hole at the worst tolerances: supply less what switch and input draw."""
    amps = (v.SWITCH_LEAK_UA + v.HC_INPUT_UA) * 1e-6
    return v.SUPPLY_V - amps * v.PULL_UP_OHM * (1 + v.RESISTOR_TOLERANCE)


def least_leak_ohm() -> float:
    """The least resistance from an input to ground (flux, damp) with which an empty hole is surely read as empty."""
    supply, pull_up = v.SUPPLY_V, v.PULL_UP_OHM * (1 + v.RESISTOR_TOLERANCE)
    wanted = v.HC_HIGH_SHARE * supply
    spare_a = (supply - wanted) / pull_up - (v.HC_INPUT_UA + v.SWITCH_LEAK_UA) * 1e-6
    return wanted / spare_a


def input_rise_s() -> float:
    """From the moment a switch lets go to a sure 1 at the chip."""
    seen_pf = v.SWITCH_PF + v.TRACE_PF + v.HC_INPUT_PF
    return -v.PULL_UP_OHM * seen_pf * 1e-12 * math.log(1 - v.HC_HIGH_SHARE)


def line_ohm() -> float:
    """Wave resistance of the cable."""
    return math.sqrt(v.CABLE_NH_PER_M * 1e-9 / (v.CABLE_PF_PER_M * 1e-12))


def bus_m() -> float:
    """Length of the clock's line from the head to the last module."""
    return v.LINK_M * v.MODULES


def bus_pf() -> float:
    """Everything that the head's clock driver charges."""
    taps = v.MODULES * (v.LVC_INPUT_PF + v.TVS_PF + v.TRACE_PF) + v.HC_INPUT_PF
    return v.CABLE_PF_PER_M * bus_m() + taps


def bus_edge_s() -> float:
    """10 to 90 % of the clock at the last module, the line taken as one capacitor (it is short for such an edge)."""
    return 2.2 * (v.SOURCE_OHM + v.LVC_OUTPUT_OHM) * bus_pf() * 1e-12


def setup_margin_s(board: BoardMap) -> float:
    """What is left of a clock period when a module's data must reach the one before it, both ways along the link:
    chips shift and are read by the same rising edge, so a whole period is there."""
    way = v.LINK_M * v.CABLE_DELAY_NS_PER_M
    charge = 2.2 * (v.SOURCE_OHM + 50) * (v.CABLE_PF_PER_M * v.LINK_M + v.TRACE_PF + v.HC_INPUT_PF) * 1e-3
    used = way + v.LVC_DELAY_NS + v.HC_CLOCK_TO_Q_NS + charge + way + v.HC_SETUP_NS
    return 1 / board.rate_hz - used * 1e-9


def hold_margin_s() -> float:
    """How much later than the clock's edge a chip's neighbour changes its bit, less the hold time and the difference
    between two buffers. The clock reaches the far module later, so the way there only helps."""
    return (
        v.HC_SHORTEST_CLOCK_TO_Q_NS
        - v.HC_HOLD_NS
        - 0.5 * v.LVC_DELAY_NS
        + 2 * v.LINK_M * v.CABLE_DELAY_NS_PER_M
    ) * 1e-9


def pi_margin_s(board: BoardMap) -> float:
    """The Pi reads on the falling edge, half a period after the chain shifted: what is left of that half."""
    way = v.PI_CABLE_M * v.CABLE_DELAY_NS_PER_M
    used = (
        way
        + v.LVC_DELAY_NS
        + v.HC_CLOCK_TO_Q_NS
        + way
        + 2.2 * (v.SOURCE_OHM + PI_SERIES_OHM) * (v.CABLE_PF_PER_M * v.PI_CABLE_M + 20) * 1e-3
    )
    return 0.5 / board.rate_hz - used * 1e-9


def current_ma(board: BoardMap) -> dict[str, float]:
    """Where the current goes, at most."""
    buffers = v.MODULES + 1
    scan_share = (board.stages + board.tail_bytes) * 8 / board.rate_hz / SCAN_PERIOD_S
    switched_pf = board.stages * v.HC_POWER_PF + 3 * buffers * v.LVC_POWER_PF + bus_pf() * 3
    return {
        "chips at rest": board.stages * v.HC_QUIET_UA / 1e3,
        "buffers at rest": buffers * v.LVC_QUIET_UA / 1e3,
        "pull-ups of four pegs": v.PEGS_ON_BOARD * v.SUPPLY_V / v.PULL_UP_OHM * 1e3,
        "Hall switches": len(board.bit_of) * AJ.most_ua / 1e3,
        "solder bridges": 4 * v.MODULES * v.SUPPLY_V / v.TIE_OHM * 1e3,
        "clocking": switched_pf * 1e-12 * v.SUPPLY_V * board.rate_hz * 1e3 * scan_share,
    }


def results(board: BoardMap) -> dict[str, Result]:
    """Every figure that `hardware/circuit.md` quotes."""
    total = sum(current_ma(board).values())
    pins = pin_currents_ma(board)
    half = 1 / board.rate_hz / 2
    surely_0, surely_1 = v.HC_LOW_SHARE * v.SUPPLY_V * 1e3, v.HC_HIGH_SHARE * v.SUPPLY_V
    return {
        "low": Result(v.SWITCH_LOW_V * 1e3, "mV", "level with a peg", most=surely_0),
        "low-limit": Result(surely_0, "mV", "level that is surely 0"),
        "high": Result(high_level_v(), "V", "level of an empty hole", least=surely_1),
        "high-limit": Result(surely_1, "V", "level that is surely 1"),
        "leak": Result(least_leak_ohm() / 1e3, "kOhm", "least leak at an empty hole's input", most=50),
        "pull-up-current": Result(v.SUPPLY_V / v.PULL_UP_OHM * 1e3, "mA", "current into a switch that is on"),
        "rise": Result(
            input_rise_s() * 1e6, "us", "time for an empty hole to read 1", most=SCAN_PERIOD_S * 1e6 / 100
        ),
        "scan": Result(
            (board.stages + board.tail_bytes) * 8 / board.rate_hz * 1e6, "us", "one scan on the wire"
        ),
        "line": Result(line_ohm(), "Ohm", "wave resistance of the cable"),
        "bus": Result(bus_pf(), "pF", "what the head's clock driver charges"),
        "edge": Result(bus_edge_s() * 1e9, "ns", "clock edge at the last module", most=half * 1e9 / 5),
        "setup": Result(
            setup_margin_s(board) * 1e9, "ns", "margin before the next edge, module to module", least=0
        ),
        "hold": Result(hold_margin_s() * 1e9, "ns", "margin after the edge, module to module", least=0),
        "pi": Result(pi_margin_s(board) * 1e9, "ns", "margin when the Pi reads", least=0),
        "current": Result(total, "mA", "the whole board, scanning, four pegs", most=v.PI_3V3_PIN_MA),
        "fuse-drop": Result(
            total * v.FUSE_OHM, "mV", "lost in the fuse", most=v.SUPPLY_V * 1e3 * v.SUPPLY_TOLERANCE
        ),
        "led": Result((v.SUPPLY_V - v.LED_V) / v.LED_OHM * 1e3, "mA", "the lamp (from its own pin)", most=8),
        "short": Result(
            max(pins.values()), "mA", "the most that a pin of the Pi gives into a short", most=v.PI_PIN_MA
        ),
        "short-all": Result(sum(pins.values()), "mA", "all its pins together", most=v.PI_PIN_MA),
    }
