"""The cables, as WireViz reads them: made from the same pin map as boards and firmware."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.wiring import HEADER_PIN
from hardware.electronics.circuits import CHAIN_PLUG, GROUND, SUPPLY, pi_ways
from hardware.tools import run

HERE: Final = Path(__file__).parent
CHAIN_CABLE_MM: Final = 100
PI_CABLE_MM: Final = 400
PI_SERIES_OHM: Final = 100.0
"""In series with each line that the Pi drives, soldered into the cable at the Pi's end: it meets the cable's wave
resistance and limits what a pin gives into a fault on the board."""
PI_SERIES: Final = ("SCLK", "MOSI", "CE0", "PL#")
_COLORS: Final = ("RD", "BK", "YE", "GN", "BU", "OG", "VT", "GY", "WH", "BN", "TQ", "PK", "LB")


def header_pins(board: BoardMap) -> list[int]:
    """The pin of the Pi's header for each way of the head's plug, way 1 first."""
    return [int(at.split()[1]) if isinstance(at, str) else HEADER_PIN[at] for _, _, at in pi_ways(board)]


def pi_cable(board: BoardMap) -> str:
    """The cable from the Pi to the head board."""
    ways = pi_ways(board)
    pins = header_pins(board)
    labels = ", ".join(f'"{signal}"' for signal, _, _ in ways)
    colors = ", ".join(_COLORS[: len(ways)])
    lines = ", ".join(PI_SERIES)
    return f"""metadata:
  title: Pegwatch, Pi to head board
connectors:
  PI:
    type: Raspberry Pi header
    subtype: female, 2x20, 2.54 mm
    notes: {PI_SERIES_OHM:g} Ohm in series with each of {lines}, at this end
    pins: [{", ".join(map(str, pins))}]
    pinlabels: [{labels}]
  HEAD_J1:
    type: JST GHR-{len(ways):02d}V-S
    subtype: female
    pincount: {len(ways)}
    pinlabels: [{labels}]
cables:
  W1:
    wirecount: {len(ways)}
    length: {PI_CABLE_MM / 1000}
    gauge: 28 AWG
    colors: [{colors}]
connections:
  -
    - PI: [{", ".join(map(str, pins))}]
    - W1: [1-{len(ways)}]
    - HEAD_J1: [1-{len(ways)}]
"""


def chain_cable() -> str:
    """The cable from one circuit board of the chain to the next; all of them are equal."""
    names = {SUPPLY: "3V3", GROUND: "GND"}
    labels = ", ".join(f'"{names.get(net, net)}"' for net in CHAIN_PLUG)
    count = len(CHAIN_PLUG)
    return f"""metadata:
  title: Pegwatch, from OUT of one board to IN of the next
connectors:
  OUT:
    type: JST GHR-08V-S
    subtype: female
    pincount: {count}
    pinlabels: [{labels}]
  IN:
    type: JST GHR-08V-S
    subtype: female
    pincount: {count}
    pinlabels: [{labels}]
cables:
  W2:
    wirecount: {count}
    length: {CHAIN_CABLE_MM / 1000}
    gauge: 28 AWG
    colors: [{", ".join(_COLORS[:count])}]
connections:
  -
    - OUT: [1-{count}]
    - W2: [1-{count}]
    - IN: [1-{count}]
"""


def sources(board: BoardMap) -> dict[str, str]:
    """File name -> WireViz source."""
    return {"pi-cable": pi_cable(board), "chain-cable": chain_cable()}


def draw(folder: Path = HERE / "harness") -> None:
    """Sources and drawings (SVG) of the cables."""
    folder.mkdir(exist_ok=True)
    import sys

    for name, text in sources(load_board()).items():
        (folder / f"{name}.yml").write_text(text, encoding="utf-8")
        with tempfile.TemporaryDirectory() as place:
            run(
                [Path(sys.executable).parent / "wireviz", "-f", "s", "-o", place, folder / f"{name}.yml"],
                folder,
            )
            (folder / f"{name}.svg").write_bytes((Path(place) / f"{name}.svg").read_bytes())
