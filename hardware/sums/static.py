"""A charged hand with a metal peg touches the plate: what reaches a chip's input? The discharge of IEC 61000-4-2.

A hand that holds metal is not the human body model (1.5 kOhm, 10 ns): its first peak is 3.75 A for each kV within
0.8 ns, and what counts is how fast that current rises in the wires between plate and circuit board. Times in ns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.sums import values as v

_STEP_NS, _END_NS = 0.01, 60.0
_SLOPE = 1.8
_RISE, _FALL, _LATE_RISE, _LATE_FALL = 1.1, 2.0, 12.0, 37.0
_FIRST_A, _LATE_A = 16.6 / 4, 9.3 / 4
"""For each kV: the standard's own formula for its current."""


def discharge_a(kilovolts: float, ns: NDArray[np.float64]) -> NDArray[np.float64]:
    """The standard's current at each moment (A), discharged by contact."""

    def pulse(peak: float, rise: float, fall: float) -> NDArray[np.float64]:
        share = math.exp(-rise / fall * (_SLOPE * fall / rise) ** (1 / _SLOPE))
        steep = (ns / rise) ** _SLOPE
        shape: NDArray[np.float64] = peak / share * steep / (1 + steep) * np.exp(-ns / fall)
        return shape

    return kilovolts * (pulse(_FIRST_A, _RISE, _FALL) + pulse(_LATE_A, _LATE_RISE, _LATE_FALL))


@dataclass(frozen=True, slots=True)
class Struck:
    """What one discharge does: the current's peak (A), the plate's jump (V), the peak (A) and the charge (nC) that go
    into a chip's input through its clamp."""

    peak_a: float
    plate_v: float
    input_a: float
    charge_nc: float


def strike(kilovolts: float, wires_nh: float) -> Struck:
    """A discharge into the plate, joined to the circuit board's ground by wires of this inductance. The plate's jump
    stands on every contact with a peg; from there 1 kOhm lead to the input, its capacitance and its clamp."""
    ns = np.arange(_STEP_NS, _END_NS, _STEP_NS)
    current = discharge_a(kilovolts, ns)
    jump = wires_nh * np.gradient(current, _STEP_NS)
    level, into, charge = 0.0, 0.0, 0.0
    limit = v.SUPPLY_V + v.CLAMP_V
    for volts in jump:
        amps = (volts - level) / v.SERIES_OHM
        if (level >= limit and amps > 0) or (level <= -v.CLAMP_V and amps < 0):
            into = max(into, abs(amps))
            charge += abs(amps) * _STEP_NS
        else:
            level += amps * _STEP_NS / (v.HC_INPUT_PF * 1e-3)
    return Struck(float(current.max()), float(np.abs(jump).max()), into, charge)


def kilovolts_withstood(wires_nh: float) -> float:
    """Up to how many kV the input's peak stays within what its rating allows."""
    rated = v.HC_ESD_HBM_V / v.HUMAN_OHM
    low, high = 0.0, 100.0
    for _ in range(14):
        middle = (low + high) / 2
        low, high = (middle, high) if strike(middle, wires_nh).input_a <= rated else (low, middle)
    return low
