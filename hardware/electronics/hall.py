"""The circuit boards with Hall switches instead of spring contacts: made from the contact boards, not copied.

Each spring becomes a switch at the same place, with the hole's own pull-up; the switch pulls the chip's input low
itself, so the series resistor gives its place to the switch's capacitor. Chips, chain, known bits, plugs and solder
bridges are the same, so the board file, the pin map and the firmware's decoding stay. The holes for wires to the
metal plate go with the plate.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Final

from firmware.boardmap import BoardMap
from hardware.electronics.circuits import GROUND, SUPPLY, Circuit, Component, circuits
from hardware.electronics.parts import Part
from hardware.sums.hall_values import AJ

HALL: Final = Part(
    "hall",
    "DRV5032AJ",
    "Hall switch 9.5 mT, open drain, 20 Hz, SOT-23",
    "Sensor_Magnetic:DRV5033AJxDBZ",
    "Package_TO_SOT_SMD:SOT-23",
    "Texas Instruments",
    AJ.number,
    "DRV5032AJDBZT is the same on a short tape; no other maker's with these limits and an open drain is known",
    1.12,
    0.35,
)
"""The symbol is that of a sister with the same pins: 1 supply, 2 output, 3 ground."""
HALL_LCSC: Final = "C266120"


def hall_circuits(board: BoardMap) -> tuple[Circuit, Circuit]:
    """Module and head with Hall switches."""
    module, head = circuits(board)
    return with_switches(module), with_switches(head)


def with_switches(circuit: Circuit) -> Circuit:
    """The same circuit board with a Hall switch under every hole."""
    return dataclasses.replace(
        circuit,
        name=f"hall-{circuit.name}",
        title=circuit.title.replace("Pegwatch", "Pegwatch Hall"),
        components=tuple(_components(circuit)),
    )


def _components(circuit: Circuit) -> Iterator[Component]:
    holes = {c.nets["1"]: c.ref for c in circuit.components if c.part == "contact"}
    for component in circuit.components:
        first = component.nets.get("1", "")
        if component.part == "contact":
            nets = {"1": SUPPLY, "2": f"{first}_IN", "3": GROUND}
            yield dataclasses.replace(component, part="hall", nets=nets, turn_deg=90.0)
        elif component.part == "1k" and first in holes:
            nets = {"1": SUPPLY, "2": GROUND}
            ref = f"C{100 + int(holes[first][1:])}"
            yield dataclasses.replace(component, ref=ref, part="100n", nets=nets)
        elif component.part == "10k" and first in holes:
            yield dataclasses.replace(component, nets={"1": f"{first}_IN", "2": SUPPLY})
        elif component.part != "plate":
            yield component
