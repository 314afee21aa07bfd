"""KiCad's own checks of a schematic and its circuit board, as a list of what is wrong."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from hardware.tools import kicad_settings, run


def electrical(schematic: Path) -> list[str]:
    """What the electrical rule check finds, warnings included."""
    with kicad_settings() as env, tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "erc.json"
        command: list[str | Path] = [
            "kicad-cli",
            "sch",
            "erc",
            "--severity-all",
            "--format",
            "json",
            "-o",
            report,
            schematic,
        ]
        run(command, schematic.parent, env=env)
        data = json.loads(report.read_text(encoding="utf-8"))
    return [_line(item) for sheet in data["sheets"] for item in sheet["violations"]]


def layout(board: Path) -> list[str]:
    """What the design rule check finds, warnings included: distances, what is not joined, and every difference
    between the board and the schematic beside it."""
    with kicad_settings() as env, tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "drc.json"
        command: list[str | Path] = [
            "kicad-cli",
            "pcb",
            "drc",
            "--severity-all",
            "--schematic-parity",
            "--format",
            "json",
            "-o",
            report,
        ]
        run([*command, board], board.parent, env=env)
        data = json.loads(report.read_text(encoding="utf-8"))
    return [_line(x) for kind in ("violations", "unconnected_items", "schematic_parity") for x in data[kind]]


def _line(item: dict[str, object]) -> str:
    things = item["items"]
    assert isinstance(things, list)
    return f"{item['type']}: {item['description']} " + "; ".join(
        str(thing["description"]) for thing in things
    )
