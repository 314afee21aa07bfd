"""The board's supply is shorted behind the fuse: how much does each of the Pi's pins then give?

The fuse cuts the Pi's 3.3 V. But a Pi's output that stands at 1 finds ways into the dead supply: through the TVS
arrays' upper diodes, through the inputs' clamps. The ways are followed in the circuits themselves: every board of the
chain, joined as the cables join them, each diode taken as a wire (the source is a diode's drop lower instead).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from firmware.boardmap import BoardMap
from hardware.cables import PI_SERIES_OHM
from hardware.electronics.circuits import GROUND, SUPPLY, Circuit, circuits
from hardware.sums import values as v

OHM = {"1k": 1e3, "10k": 10e3, "100k": 100e3, "33R": 33.0, "330R": 330.0}
_DIODE_OHM = 0.1
_PI = "PI"
Way = tuple[str, str, float, bool]
_SHARED = ("SCLK", "CE#", "PL#", "MOSI", SUPPLY, GROUND)
"""What the chain's cables join on every board."""


def _ways(circuit: Circuit, number: int, last: bool) -> Iterator[Way]:
    """Every way for current on one board: net, net, Ohm, and whether it is a diode from the first to the second."""

    def net(name: str) -> str:
        return name if name in _SHARED or number == 0 else f"{number}:{name}"

    for part in circuit.components:
        nets = {pin: net(name) for pin, name in part.nets.items()}
        if part.part in OHM:
            yield nets["1"], nets["2"], OHM[part.part], False
        elif part.part == "tvs":
            yield from ((nets[pin], nets["5"], _DIODE_OHM, True) for pin in "1346" if pin in nets)
        elif part.part == "chip":
            inputs = (pin for pin in nets if pin not in ("7", "8", "9", "16"))
            yield from ((nets[pin], nets["16"], _DIODE_OHM, True) for pin in inputs if nets[pin] != GROUND)
        elif part.part == "bridge" and last and "DS" in part.nets.values():
            yield nets["1"], nets["2"], _DIODE_OHM, False


def pin_currents_ma(
    board: BoardMap, boards: tuple[Circuit, Circuit] | None = None, pi_series_ohm: float = PI_SERIES_OHM
) -> dict[str, float]:
    """Net of each of the Pi's outputs -> what that pin gives (mA) while all of them stand at 1."""
    module, head = boards or circuits(board)
    count = sum(part.kind != "inputs" for part in board.parts)
    ways = list(_ways(head, 0, last=False))
    for number in range(1, count + 1):
        ways += _ways(module, number, last=number == count)
    ways.append((SUPPLY, GROUND, v.SHORT_OHM, False))
    outputs = [net for net in ("SCLK_PI", "CE#_PI", "PL#_PI", "MOSI_PI", "LED_PI") if net in head.nets()]
    own = {net: v.PI_DRIVER_OHM + (0.0 if net == "LED_PI" else pi_series_ohm) for net in outputs}
    ways += [(_PI, net, ohm, False) for net, ohm in own.items()]
    volts = v.SUPPLY_V - v.CLAMP_V
    levels = _levels(ways, volts)
    return {net: (volts - levels[net]) / ohm * 1e3 for net, ohm in own.items()}


def _joined(ways: list[Way]) -> set[str]:
    """The nets that some way joins to ground or to the Pi."""
    beside: dict[str, list[str]] = {}
    for a, b, _, _ in ways:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    joined, next_to = {GROUND, _PI}, [GROUND, _PI]
    while next_to:
        new = [net for net in beside.get(next_to.pop(), ()) if net not in joined]
        joined.update(new)
        next_to += new
    return joined


def _levels(ways: list[Way], volts: float) -> dict[str, float]:
    """The level of every net: diodes that would conduct backwards are taken out until none does."""
    while True:
        names = sorted(_joined(ways) - {GROUND, _PI})
        index = {name: i for i, name in enumerate(names)}
        matrix, source = np.zeros((len(names), len(names))), np.zeros(len(names))
        for a, b, ohm, _ in ways:
            for one, other in ((a, b), (b, a)):
                if one in index:
                    matrix[index[one], index[one]] += 1 / ohm
                    if other in index:
                        matrix[index[one], index[other]] -= 1 / ohm
                    elif other == _PI:
                        source[index[one]] += volts / ohm
        found = np.linalg.solve(matrix, source)
        levels = dict.fromkeys((name for a, b, _, _ in ways for name in (a, b)), 0.0)  # what floats
        levels |= {GROUND: 0.0, _PI: volts, **{name: float(found[i]) for name, i in index.items()}}
        kept = [way for way in ways if not way[3] or levels[way[0]] > levels[way[1]] - 1e-9]
        if len(kept) == len(ways):
            return levels
        ways = kept
