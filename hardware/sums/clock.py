"""The clock's line in ngspice: one driver, six modules along it. Does every Schmitt buffer see one clean edge?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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


def simulate(text: str) -> list[Edge]:
    """Run a deck; what each module sees."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-spice-") as folder:
        place = Path(folder)
        (place / "clock.cir").write_text(text, encoding="utf-8")
        run(["ngspice", "-b", "clock.cir"], place)
        rows = [[float(x) for x in line.split()] for line in (place / "out").read_text().splitlines()]
    return [
        _edge(k, [row[0] * 1e9 for row in rows], [row[2 * k - 1] for row in rows])
        for k in range(1, v.MODULES + 1)
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


def faults(edges: Iterable[Edge]) -> list[str]:
    """What is wrong with the clock at any module; nothing when each sees one clean pulse within the limits."""
    found = []
    for edge in edges:
        if edge.edges != 2:
            found.append(f"clock: module {edge.module} sees {edge.edges} edges of one pulse")
        if edge.lowest_v < LIMITS_V[0] or edge.highest_v > LIMITS_V[1]:
            found.append(f"clock: module {edge.module} sees {edge.lowest_v:.2f} to {edge.highest_v:.2f} V")
    return found
