"""The wiring table and the parts list of a board, made from its board file: ``python -m firmware.wiring``.

``--check FILE`` compares instead of printing. Nothing here is written by hand twice: what the firmware
reads by and what is soldered come from one file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from firmware.boardfile import load_board
from firmware.boardmap import CHIP_BITS, BoardMap
from pegwatch.terminal.tools import start

HEADER_PIN: Final = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""BCM number -> pin of the Raspberry Pi's 40-pin header."""
SUPPLY: Final = (("3V3", "1"), ("GND", "6, 25"))
CHIP_PIN: Final = {7: 6, 6: 5, 5: 4, 4: 3, 3: 14, 2: 13, 1: 12, 0: 11}
"""Input D7 .. D0 -> pin of the 74HC165 (DIP and SO)."""
INPUTS: Final = range(CHIP_BITS - 1, -1, -1)
BUILT: Final = "longboard-hall"
"""The board that the guide builds."""


def wiring(board: BoardMap) -> str:
    """The whole document, in Markdown."""
    command = "python -m firmware.wiring" + (f" --board {board.name}" if board.name != BUILT else "")
    head = [
        f"# Wiring of the board `{board.name}`",
        "",
        f"{board.title}. Made by `{command}` from `firmware/boards/{board.name}.toml`; do not edit.",
    ]
    blocks = [head, _header_table(board), _signals(board), _chip_table(board), _ties(board), _measures(board)]
    blocks.append(_parts(board))
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _table(columns: tuple[str, ...], rows: Iterator[tuple[object, ...]]) -> list[str]:
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def _header_table(board: BoardMap) -> list[str]:
    pins = board.pins
    first, last = 1, board.stages

    def rows() -> Iterator[tuple[object, ...]]:
        for signal, pin, to in (
            ("SCLK", pins.clock, "CP of every chip"),
            ("MISO", pins.data_in, f"from Q7 of chip {first}"),
            ("MOSI", pins.data_out, f"serial input of chip {last}"),
            ("CE0", pins.select, "CE# of every chip"),
            ("PL#", pins.load, "PL# of every chip"),
        ):
            yield signal, pin, HEADER_PIN[pin], to
        if board.panel.status_led is not None:
            led = board.panel.status_led
            yield "status LED", led, HEADER_PIN[led], "330 Ohm, LED, ground"
        for (player, what), pin in board.panel.buttons.items():
            yield f"button {player} {what}", pin, HEADER_PIN[pin], "push button to ground"
        for name, header in SUPPLY:
            yield name, "-", header, "every module"

    return ["## Raspberry Pi header", "", *_table(("signal", "BCM", "header pin", "goes to"), rows())]


def _signals(board: BoardMap) -> list[str]:
    wire_us = (board.stages + board.tail_bytes) * 8 / board.rate_hz * 1e6
    return [
        "## Chain",
        "",
        f"{board.stages} chips, {len(board.bits)} bits, {len(board.bit_of)} of them holes; SPI mode {board.spi_mode},"
        f" {board.rate_hz / 1e6:g} MHz: {wire_us:.0f} us on the wire for one scan. Q7 of each chip goes to the serial"
        " input (DS, pin 10) of the chip before it. Clock, CE# and PL# run outward from the Pi, data runs inward.",
        "",
        *_table(
            ("part", "kind", "chips"),
            ((p.name, p.kind, f"{p.first_chip} to {p.first_chip + p.chips - 1}") for p in board.parts),
        ),
    ]


def _chip_table(board: BoardMap) -> list[str]:
    def rows() -> Iterator[tuple[object, ...]]:
        for chip in range(1, board.stages + 1):
            bits = board.bits[(chip - 1) * CHIP_BITS : chip * CHIP_BITS]
            yield chip, board.part_of(chip).name, *(_bit(bit) for bit in bits)

    columns = ("chip", "part", *(f"D{d} (pin {CHIP_PIN[d]})" for d in INPUTS))
    return [
        "## Inputs",
        "",
        "A hole's switch, or a known bit tied high (=1) or low (=0).",
        "",
        *_table(columns, rows()),
    ]


def _bit(bit: str | int) -> str:
    return bit if isinstance(bit, str) else f"**={bit}**"


def _ties(board: BoardMap) -> list[str]:
    """Where modules of one kind differ: the solder bridges that tell their number."""
    lines = [
        "## Solder bridges",
        "",
        "Inputs that differ between modules of one kind; the rest is the same copper. In this order they are the"
        " bridges JP1, JP2 ... of the module: 0 is a bridge closed with solder, 1 is left open.",
        "",
    ]
    kinds = sorted({part.kind for part in board.parts if sum(p.kind == part.kind for p in board.parts) > 1})
    for kind in kinds:
        parts = [part for part in board.parts if part.kind == kind]
        bits = [board.bits[(p.first_chip - 1) * CHIP_BITS :][: p.chips * CHIP_BITS] for p in parts]
        places = [
            i
            for i in range(len(bits[0]))
            if isinstance(bits[0][i], int) and len({module[i] for module in bits}) > 1
        ]
        columns = (kind, *(f"chip {i // CHIP_BITS + 1} D{7 - i % CHIP_BITS}" for i in places))
        named = zip(parts, bits, strict=True)
        lines += _table(columns, ((part.name, *(module[i] for i in places)) for part, module in named))
    return lines


def _measures(board: BoardMap) -> list[str]:
    geometry = board.geometry
    xs = [x for x, _ in board.positions_mm.values()]
    ys = [y for _, y in board.positions_mm.values()]
    rows = (
        (row.id, row.player, row.first, row.last, f"{geometry.x_mm(row.column):g}", f"{row.y_mm:g}")
        for row in board.rows
    )
    return [
        "## Holes",
        "",
        f"Pitch {geometry.pitch_mm:g} mm, {geometry.group_gap_mm:g} mm between groups of {geometry.group_size}, bore"
        f" {geometry.hole_diameter_mm:g} mm; {max(xs) - min(xs):.1f} x {max(ys) - min(ys):.1f} mm from first to last"
        " centre.",
        "",
        *_table(("row", "track", "first hole", "last hole", "x of first (mm)", "y (mm)"), rows),
    ]


def _has_hall_switches(board: BoardMap) -> bool:
    return board.sensor.kind == "hall"


def _at_each_hole(board: BoardMap) -> list[tuple[object, ...]]:
    """What stands at each hole, and the parts of the same kind elsewhere."""
    holes, chips, modules = len(board.bit_of), board.stages, len(board.parts)
    buttons = len(board.panel.buttons) + 1
    pull_ups = (
        holes + modules,
        "10 kOhm",
        "pull-up of each hole; from the supply to the upper end of each board's TVS arrays",
    )
    if _has_hall_switches(board):
        return [
            (chips + modules + holes, "100 nF", "beside each chip, each buffer and each switch"),
            (holes, "Hall switch DRV5032AJ", "one under each hole, its middle on the hole's"),
            pull_ups,
            (buttons, "1 kOhm", "in series with each button, and MOSI at the head"),
        ]
    return [
        (chips + modules, "100 nF", "beside each chip and each buffer"),
        (holes, "switch that closes to ground", "one under each hole: whatever you have"),
        pull_ups,
        (holes + buttons, "1 kOhm", "in series with each chip input, each button, and MOSI at the head"),
    ]


def _parts(board: BoardMap) -> list[str]:
    chips, modules = board.stages, len(board.parts)
    pegs = 2 * len(board.players)
    rows: list[tuple[object, ...]] = [
        (chips, "74HC165, 3.3 V", "one for eight inputs"),
        *_at_each_hole(board),
        (
            modules + 4 * (modules - 1),
            "100 kOhm",
            "level of DS where nothing is plugged in; of each open solder bridge",
        ),
        (modules, "10 uF", "at each board's supply"),
        (modules, "Schmitt buffer, three lines (74LVC3G17)", "clock, CE# and PL# into each board"),
        (
            4 * modules,
            "33 Ohm",
            "series, at the source of clock, CE#, PL# and data of each board",
        ),
        (4, "100 Ohm", "in the Pi's cable, at the Pi's end: clock, CE0, PL#, MOSI"),
        (3 + modules - 1, "TVS array, four lines (SRV05-4)", "at the Pi's plug and at each module's"),
        (2 * modules - 1, "8-way plug", "3V3, GND, clock, CE#, PL#, data inward, MOSI outward, GND"),
        (1, "13-way plug", "to the Pi: the head's"),
        (1, "resettable fuse, 100 mA", "between the Pi's 3.3 V and the board"),
    ]
    if _has_hall_switches(board):
        rows.append((pegs, "peg, 3 mm dowel with a magnet 2 x 2 mm in its tip", "and spare ones"))
    if board.panel.status_led is not None:
        rows += [(1, "LED", "status"), (1, "330 Ohm", "its resistor")]
    if board.panel.buttons:
        rows.append((len(board.panel.buttons), "push button", "judge and accept of each player"))
    return ["## Parts", "", *_table(("count", "part", "for"), iter(rows))]


@click.command()
@click.option("--board", default=BUILT, show_default=True, help="Name or path of the board file.")
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Fail if FILE is not up to date.",
)
def main(board: str, check: Path | None) -> None:
    """Print a board's wiring, or check that a file holds it."""
    text = wiring(load_board(board))
    if check is None:
        click.echo(text, nl=False)
    elif check.read_text(encoding="utf-8") != text:
        click.echo(f"{check} is out of date: python -m firmware.wiring > {check}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    start(main)
