"""The circuit boards with Hall switches instead of spring contacts: made from the contact boards, not copied.

Each spring becomes a switch at the same place, with the hole's own pull-up; the switch pulls the chip's input low
itself, so the series resistor gives its place to the switch's capacitor. Chips, chain, known bits, plugs and solder
bridges are the same, so the board file, the pin map and the firmware's decoding stay. The holes for wires to the
metal plate go with the plate; in the place of one of them the head has a solder bridge that makes it the end of the
chain, so that it can be tried alone.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Final

from firmware.boardmap import BoardMap
from hardware.electronics.circuits import GROUND, SUPPLY, Circuit, Component, circuits
from hardware.electronics.prints import Label

PREFIX: Final = "hall-"
HEAD_END: Final = Component("JP1", "bridge", {"1": "DS", "2": "MOSI"}, (20.0, 46.0), 0.0)
"""Closed on a head that is alone: what was sent through the chain comes back from its one chip."""
_HEAD_END_NAME: Final = Label("END", (20.0, 47.7), 0.8)


def hall_circuits(board: BoardMap) -> tuple[Circuit, Circuit]:
    """Module and head with Hall switches."""
    module, head = map(with_switches, circuits(board))
    head = dataclasses.replace(
        head, components=(*head.components, HEAD_END), labels=(*head.labels, _HEAD_END_NAME)
    )
    return module, head


def every_circuit(board: BoardMap) -> tuple[Circuit, ...]:
    """Every circuit board that is made: module and head with contacts, module and head with Hall switches."""
    return (*circuits(board), *hall_circuits(board))


def with_switches(circuit: Circuit) -> Circuit:
    """The same circuit board with a Hall switch under every hole."""
    return dataclasses.replace(
        circuit,
        name=f"{PREFIX}{circuit.name}",
        title=circuit.title.replace("Pegwatch", "Pegwatch Hall"),
        components=tuple(_components(circuit)),
        labels=tuple(_labels(circuit)),
    )


def _labels(circuit: Circuit) -> Iterator[Label]:
    """The print names the board for what it is, and no plate."""
    for label in circuit.labels:
        if label.text.startswith("plate wires"):
            continue
        yield dataclasses.replace(label, text=label.text.replace(f"Pegwatch {circuit.name}", "Pegwatch Hall"))


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
