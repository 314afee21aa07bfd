"""The figures that the sums start from: each with where it comes from. None was measured by us."""

from __future__ import annotations

from typing import Final

SUPPLY_V: Final = 3.3
SUPPLY_TOLERANCE: Final = 0.05
PULL_UP_OHM: Final = 10_000.0
TIE_OHM: Final = 100_000.0
RESISTOR_TOLERANCE: Final = 0.01
SOURCE_OHM: Final = 33.0
MODULES: Final = 6

# 74HC165, between the data sheet's 2.0 V and 4.5 V columns, taken in proportion to the supply
HC_LOW_SHARE: Final = 0.30
"""A level below this share of the supply is surely 0 (1.35 V of 4.5 V)."""
HC_HIGH_SHARE: Final = 0.70
"""A level above this share of the supply is surely 1 (3.15 V of 4.5 V)."""
HC_INPUT_UA: Final = 1.0
HC_INPUT_PF: Final = 10.0
HC_QUIET_UA: Final = 80.0
HC_POWER_PF: Final = 35.0
"""Power dissipation capacitance of one chip (typical)."""
HC_CLOCK_TO_Q_NS: Final = 75.0
"""Longest CP to Q7 at 3.3 V and 85 degrees, from 215 ns at 2.0 V and 43 ns at 4.5 V (delay goes with 1 / (V - 1))."""
HC_SETUP_NS: Final = 30.0
"""DS before CP at 3.3 V, from 80 ns at 2.0 V and 16 ns at 4.5 V."""
HC_HOLD_NS: Final = 5.0
HC_SHORTEST_CLOCK_TO_Q_NS: Final = 10.0
"""No data sheet promises a shortest delay; a third of the typical one at 4.5 V."""

# 74LVC3G17, Schmitt buffer, at 3.0 V
LVC_RISING_V: Final = (1.3, 2.2)
LVC_FALLING_V: Final = (0.6, 1.5)
LVC_HYSTERESIS_V: Final = 0.4
LVC_INPUT_PF: Final = 4.0
LVC_DELAY_NS: Final = 6.0
LVC_QUIET_UA: Final = 10.0
LVC_POWER_PF: Final = 18.0
LVC_OUTPUT_OHM: Final = 25.0

# cable and copper
CABLE_NH_PER_M: Final = 700.0
CABLE_PF_PER_M: Final = 50.0
CABLE_DELAY_NS_PER_M: Final = 5.0
LINK_M: Final = 0.12
"""From module to module, plugs and the copper between them included."""
PI_CABLE_M: Final = 0.4
TVS_PF: Final = 3.0
TRACE_PF: Final = 8.0
SWITCH_PF: Final = 10.0
"""Output of a Hall switch and the copper on it, assumed."""
SWITCH_LOW_V: Final = 0.3
"""Output of a Hall switch that pulls its pull-up low, at most; to be compared with its data sheet, 6.5."""
SWITCH_LEAK_UA: Final = 0.1
"""What its output lets through when it has let go, at most; to be compared likewise."""
PI_EDGE_NS: Final = 3.0

# the rest
FUSE_OHM: Final = 7.5
"""The resettable fuse after it has tripped once (R1max)."""
LED_V: Final = 2.1
LED_OHM: Final = 330.0
PI_3V3_PIN_MA: Final = 50.0
"""What the Pi's 3.3 V pin has always been good for, whatever the model."""
PEGS_ON_BOARD: Final = 4
CLAMP_V: Final = 0.6
"""A clamp diode's drop."""
PI_DRIVER_OHM: Final = 25.0
"""An output of the Pi; no data sheet of its chips says it."""
PI_PIN_MA: Final = 8.0
"""What an output of the Pi is set to give; more is not its business."""
PI_INPUT_PF: Final = 10.0
SHORT_OHM: Final = 1.0
"""A spilled drink or a tool across supply and ground, behind the fuse."""
HC_OUTPUT_OHM: Final = 60.0
"""Q7 of a 74HC165 at 3.3 V, typical."""
