"""The circuit on paper: levels, times, clock, power, static. Pure sums; `results` gives every figure by name."""

from __future__ import annotations

import math

from firmware.boardmap import BoardMap
from firmware.debounce import SCAN_PERIOD_S
from hardware.cables import PI_SERIES_OHM
from hardware.sums import values as v
from hardware.sums.result import Result
from hardware.sums.short import pin_currents_ma
from hardware.sums.static import kilovolts_withstood, strike


def low_level_v(contact_ohm: float, supply_v: float = v.SUPPLY_V) -> float:
    """What a chip's input reads with a peg whose way to ground has this resistance, at the worst tolerances."""
    pull_up = v.PULL_UP_OHM * (1 - v.RESISTOR_TOLERANCE)
    return supply_v * contact_ohm / (pull_up + contact_ohm) + v.HC_INPUT_UA * 1e-6 * (
        v.SERIES_OHM + contact_ohm
    )


def greatest_contact_ohm() -> float:
    """The greatest resistance from contact to ground that is surely read as a peg."""
    low, high = 0.0, 1e6
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if low_level_v(middle) <= v.HC_LOW_SHARE * v.SUPPLY_V else (low, middle)
    return low


def least_leak_ohm() -> float:
    """The least resistance from an empty hole to ground (dirt, a spilled drink) that is surely read as empty."""
    supply, pull_up = v.SUPPLY_V, v.PULL_UP_OHM * (1 + v.RESISTOR_TOLERANCE)
    # current through the pull-up feeds the leak and the chip's input
    wanted = v.HC_HIGH_SHARE * supply + v.HC_INPUT_UA * 1e-6 * v.SERIES_OHM
    spare_a = (supply - wanted) / pull_up - v.HC_INPUT_UA * 1e-6
    return wanted / spare_a


def contact_rise_s() -> float:
    """From the moment a peg is gone to a sure 1 at the chip."""
    seen_pf = v.CONTACT_PF + v.TRACE_PF + v.HC_INPUT_PF
    tau = (v.PULL_UP_OHM + v.SERIES_OHM) * seen_pf * 1e-12
    return -tau * math.log(1 - v.HC_HIGH_SHARE)


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
        "pegs": v.PEGS_ON_BOARD * v.SUPPLY_V / v.PULL_UP_OHM * 1e3,
        "solder bridges": 4 * v.MODULES * v.SUPPLY_V / v.TIE_OHM * 1e3,
        "clocking": switched_pf * 1e-12 * v.SUPPLY_V * board.rate_hz * 1e3 * scan_share,
    }


def results(board: BoardMap) -> dict[str, Result]:
    """Every figure that `hardware/circuit.md` quotes."""
    total = sum(current_ma(board).values())
    spread = v.HC_LOW_SHARE * v.SUPPLY_V * 1e3
    struck = strike(v.IEC_KV, v.STRAP_NH / v.STRAPS)
    rated_a = v.HC_ESD_HBM_V / v.HUMAN_OHM
    pins = pin_currents_ma(board)
    half = 1 / board.rate_hz / 2
    return {
        "low": Result(low_level_v(1.0) * 1e3, "mV", "level with a clean peg (1 Ohm)", most=spread),
        "low-limit": Result(spread, "mV", "level that is surely 0"),
        "peg": Result(
            greatest_contact_ohm(), "Ohm", "greatest resistance of peg, plate and spring", least=1_000
        ),
        "leak": Result(least_leak_ohm() / 1e3, "kOhm", "least leak of an empty hole", most=50),
        "peg-current": Result(v.SUPPLY_V / v.PULL_UP_OHM * 1e3, "mA", "current through a peg"),
        "rise": Result(
            contact_rise_s() * 1e6, "us", "time for an empty hole to read 1", most=SCAN_PERIOD_S * 1e6 / 100
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
        "hand": Result(struck.peak_a, "A", "a hand with metal, 8 kV, into the plate"),
        "plate": Result(
            struck.plate_v, "V", "the plate jumps against a board's ground, over the wires there"
        ),
        "plate-input": Result(
            struck.input_a * 1e3, "mA", "what that drives into an input", most=rated_a * 1e3
        ),
        "plate-charge": Result(struck.charge_nc, "nC", "the charge that it drives in"),
        "rated": Result(rated_a * 1e3, "mA", "what an input withstands by its 2 kV rating"),
        "withstood": Result(
            kilovolts_withstood(v.STRAP_NH / v.STRAPS), "kV", "a hand may carry", least=v.IEC_KV
        ),
        "head-only": Result(kilovolts_withstood(v.OLD_WIRES_NH), "kV", "with two wires at the head alone"),
        "spring": Result(
            rated_a * (v.IEC_OHM + v.SERIES_OHM) / 1e3, "kV", "a hand straight on a bare spring may carry"
        ),
    }
