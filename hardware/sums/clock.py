"""The clock's line in ngspice: one driver, six modules along it. Does every Schmitt buffer see one clean edge?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.cables import PI_SERIES_OHM
from hardware.sums import values as v
from hardware.tools import run

_STEP_NS, _END_NS = 0.1, 400.0


@dataclass(frozen=True, slots=True)
class Edge:
    """What one module's buffer sees of a rising and a falling edge."""

    module: int
    delay_ns: float
    dip_v: float
    """How far the level comes back on its way up after it has first passed the buffer's highest threshold."""
    highest_v: float
    lowest_v: float
    edges: int
    """How often the buffer's output changes: 2 for one clock pulse."""


def deck(source_ohm: float = v.SOURCE_OHM, module_pf: float | None = None) -> str:
    """The circuit: the head's buffer, and six pieces of cable each with one module's input."""
    tap = v.LVC_INPUT_PF + v.TVS_PF + v.TRACE_PF if module_pf is None else module_pf
    impedance = (v.CABLE_NH_PER_M * 1e-9 / (v.CABLE_PF_PER_M * 1e-12)) ** 0.5
    delay = v.LINK_M * v.CABLE_DELAY_NS_PER_M
    lines = [
        "* clock line of the chain",
        f"Vdrive in 0 PULSE(0 {v.SUPPLY_V} 20n 2n 2n 180n 1u)",
        f"Rdrive in drive {v.LVC_OUTPUT_OHM}",
        f"Rsource drive n0 {source_ohm}",
        f"Chead n0 0 {v.HC_INPUT_PF}p",
    ]
    for k in range(1, v.MODULES + 1):
        lines.append(f"T{k} n{k - 1} 0 n{k} 0 Z0={impedance:.1f} TD={delay:.3f}n")
        lines.append(f"C{k} n{k} 0 {tap}p")
    nodes = " ".join(f"v(n{k})" for k in range(1, v.MODULES + 1))
    return "\n".join(
        [
            *lines,
            ".control",
            f"tran {_STEP_NS}n {_END_NS}n",
            f"wrdata out {nodes}",
            "quit",
            ".endc",
            ".end",
            "",
        ]
    )


def pi_deck(driver_ohm: float, series_ohm: float, load_pf: float) -> str:
    """The longest line, the cable between Pi and head: a driver, what is in series with it, and one input's
    capacitance at the far end. No clamp is counted."""
    impedance = (v.CABLE_NH_PER_M * 1e-9 / (v.CABLE_PF_PER_M * 1e-12)) ** 0.5
    delay = v.PI_CABLE_M * v.CABLE_DELAY_NS_PER_M
    lines = [
        "* cable between Pi and head",
        f"Vdrive in 0 PULSE(0 {v.SUPPLY_V} 20n 2n 2n 180n 1u)",
        f"Rdrive in n0 {driver_ohm + series_ohm}",
        f"T1 n0 0 n1 0 Z0={impedance:.1f} TD={delay:.3f}n",
        f"C1 n1 0 {load_pf}p",
        ".control",
        f"tran {_STEP_NS}n {_END_NS}n",
        "wrdata out v(n1)",
        "quit",
        ".endc",
        ".end",
        "",
    ]
    return "\n".join(lines)


HEAD_PF: Final = v.LVC_INPUT_PF + v.TVS_PF + v.TRACE_PF


def pi_lines(series_ohm: float = PI_SERIES_OHM) -> dict[str, Edge]:
    """What the far end of the Pi's cable sees: the clock at the head, and the data at the Pi."""
    return {
        "clock": simulate(pi_deck(v.PI_DRIVER_OHM, series_ohm, HEAD_PF), taps=1)[0],
        "data": simulate(pi_deck(v.HC_OUTPUT_OHM, v.SOURCE_OHM, v.PI_INPUT_PF), taps=1)[0],
    }


def simulate(text: str, taps: int = v.MODULES) -> list[Edge]:
    """Run a deck; what each of its inputs sees."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-spice-") as folder:
        place = Path(folder)
        (place / "clock.cir").write_text(text, encoding="utf-8")
        run(["ngspice", "-b", "clock.cir"], place)
        rows = [[float(x) for x in line.split()] for line in (place / "out").read_text().splitlines()]
    return [
        _edge(k, [row[0] * 1e9 for row in rows], [row[2 * k - 1] for row in rows]) for k in range(1, taps + 1)
    ]


def _edge(module: int, ns: list[float], volts: list[float]) -> Edge:
    top = v.LVC_RISING_V[1]
    passed = next(i for i, level in enumerate(volts) if level > top)
    pulse_end = next(i for i, t in enumerate(ns) if t > 195)
    return Edge(
        module,
        ns[passed] - 20.0,
        max(0.0, top - min(volts[passed:pulse_end])),
        max(volts),
        min(volts),
        # the worst buffer for ringing: the least hysteresis, wherever its thresholds lie
        max(_changes(volts, low, low + v.LVC_HYSTERESIS_V) for low in (0.6, 0.9, 1.2, 1.5, 1.8)),
    )


def _changes(volts: list[float], low: float, high: float) -> int:
    state, count = False, 0
    for level in volts:
        if (level > high) if not state else (level < low):
            state, count = not state, count + 1
    return count


LIMITS_V = (-0.5, 6.5)
"""What the buffer's inputs may see (absolute limits of its data sheet)."""


PI_LIMITS_V = (-0.5, 3.8)
"""What an input of the Pi may see: no maker says it for the Pi's header; half a volt beyond its supply is assumed."""


def pi_faults(lines: dict[str, Edge]) -> list[str]:
    """What is wrong on the cable between Pi and head."""
    found = []
    for (name, edge), limits in zip(lines.items(), (LIMITS_V, PI_LIMITS_V), strict=True):
        if edge.edges != 2:
            found.append(f"Pi's cable: {name} has {edge.edges} edges of one pulse")
        if edge.lowest_v < limits[0] or edge.highest_v > limits[1]:
            found.append(f"Pi's cable: {name} reaches {edge.lowest_v:.2f} to {edge.highest_v:.2f} V")
    return found


def faults(edges: Iterable[Edge]) -> list[str]:
    """What is wrong with the clock at any module; nothing when each sees one clean pulse within the limits."""
    found = []
    for edge in edges:
        if edge.edges != 2:
            found.append(f"clock: module {edge.module} sees {edge.edges} edges of one pulse")
        if edge.lowest_v < LIMITS_V[0] or edge.highest_v > LIMITS_V[1]:
            found.append(f"clock: module {edge.module} sees {edge.lowest_v:.2f} to {edge.highest_v:.2f} V")
    return found
