"""The wiring in hardware/ is what the firmware reads by."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from firmware.wiring import HEADER_PIN, main, wiring

WIRING = Path(__file__).parents[2] / "hardware" / "wiring.md"


def test_the_wiring_is_up_to_date():
    done = CliRunner().invoke(main, ["--check", str(WIRING)])
    assert done.exit_code == 0, done.stderr


def test_an_old_wiring_is_noticed(tmp_path):
    old = tmp_path / "wiring.md"
    old.write_text(WIRING.read_text().replace("A22", "A23"))
    done = CliRunner().invoke(main, ["--check", str(old)])
    assert done.exit_code == 1
    assert "out of date" in done.stderr


def test_it_is_printed():
    assert CliRunner().invoke(main).stdout == WIRING.read_text()


def test_every_input_stands_in_the_table_where_the_firmware_reads_it(longboard):
    """Read back from the Markdown, cell by cell."""
    bits = []
    for line in wiring(longboard).split("## Inputs")[1].split("## Solder")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].isdigit():
            assert int(cells[0]) == len(bits) // 8 + 1
            bits += [int(c.strip("*=")) if "*" in c else c for c in cells[2:]]
    assert tuple(bits) == longboard.bits


def test_header_pins_are_distinct_and_the_known_ones_right():
    assert len(set(HEADER_PIN.values())) == len(HEADER_PIN) == 28
    assert [HEADER_PIN[n] for n in (11, 9, 10, 8, 25)] == [23, 21, 19, 24, 22]


def test_the_parts_are_counted_from_the_map(longboard):
    counts = dict(
        re.findall(
            r"\| (\d+) \| (74HC165|switch that closes|push button)", wiring(longboard).split("## Parts")[1]
        )
    )
    assert counts == {"37": "74HC165", "247": "switch that closes", "4": "push button"}
