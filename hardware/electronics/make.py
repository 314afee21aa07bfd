"""Makes the files of both circuit boards: schematic, board, and what a board house asks for."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.boardmap import BoardMap, load_board
from hardware.electronics.bom import bom
from hardware.electronics.check import electrical, layout
from hardware.electronics.circuits import Circuit, circuits
from hardware.electronics.schematic import Library, schematic
from hardware.tools import SYSTEM_PYTHON, ToolFailed, kicad_settings, run

HERE: Final = Path(__file__).parent
_DATE = re.compile(
    r"^(G04 Created by|; DRILL file|; #@! TF\.CreationDate|%TF\.(CreationDate|GenerationSoftware)"
    r'| *"(CreationDate|Version)").*$',
    re.M,
)
_RULES: Final = {
    "min_clearance": 0.15,
    "min_copper_edge_clearance": 0.3,
    "min_track_width": 0.15,
    "min_via_diameter": 0.5,
}
_STAMP: Final = (2026, 1, 1, 0, 0, 0)  # zip wants a date; the same files are to make the same zip


def project(name: str) -> str:
    """The KiCad project: the rules that the board is checked by."""
    data = {
        "board": {"design_settings": {"rules": _RULES}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": 0.2,
                    "track_width": 0.2,
                    "via_diameter": 0.5,
                    "via_drill": 0.3,
                }
            ],
            "meta": {"version": 4},
        },
    }
    return json.dumps(data, indent=2) + "\n"


def make_circuit(circuit: Circuit, folder: Path) -> None:
    """Schematic, project and board of one circuit in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet, board = folder / f"{circuit.name}.kicad_sch", folder / f"{circuit.name}.kicad_pcb"
    if folder.parent != HERE:
        shutil.copytree(HERE / "pegwatch.pretty", folder.parent / "pegwatch.pretty", dirs_exist_ok=True)
    (folder / "fp-lib-table").write_text(
        '(fp_lib_table (version 7)\n  (lib (name "pegwatch")(type "KiCad")'
        '(uri "${KIPRJMOD}/../pegwatch.pretty")(options "")(descr "Pegwatch\'s own"))\n)\n',
        encoding="utf-8",
    )
    sheet.write_text(schematic(circuit, Library()), encoding="utf-8")
    pro = folder / f"{circuit.name}.kicad_pro"
    pro.write_text(project(circuit.name), encoding="utf-8")
    with kicad_settings() as env:
        nets = folder / f"{circuit.name}.net"
        run(["kicad-cli", "sch", "export", "netlist", "-o", nets, sheet], folder, env=env)
        run([SYSTEM_PYTHON, "-m", "hardware.electronics.pcb", circuit.name, nets, board], folder, env=env)
        nets.unlink()
    pro.write_text(project(circuit.name), encoding="utf-8")
    for left in folder.glob("*.kicad_prl"):
        left.unlink()


def make_fab(name: str, folder: Path, pictures: bool = True) -> None:
    """What is sent away: gerbers with drill files in one zip, positions; and what is looked at."""
    board, sheet, fab = folder / f"{name}.kicad_pcb", folder / f"{name}.kicad_sch", folder / "fab"
    fab.mkdir(exist_ok=True)
    with kicad_settings() as env:
        gerbers = folder / "gerbers"
        gerbers.mkdir(exist_ok=True)
        layers = "F.Cu,In1.Cu,In2.Cu,B.Cu,F.Paste,F.Mask,B.Mask,F.SilkS,B.SilkS,Edge.Cuts"
        run(
            ["kicad-cli", "pcb", "export", "gerbers", "-l", layers, "-o", f"{gerbers}/", board],
            folder,
            env=env,
        )
        run(["kicad-cli", "pcb", "export", "drill", "-o", f"{gerbers}/", board], folder, env=env)
        _pack(gerbers, fab / f"{name}-gerbers.zip")
        shutil.rmtree(gerbers)
        positions = [
            "kicad-cli",
            "pcb",
            "export",
            "pos",
            "--format",
            "csv",
            "--units",
            "mm",
            "--side",
            "front",
        ]
        run([*positions, "-o", fab / f"{name}-positions.csv", board], folder, env=env)
        run(
            ["kicad-cli", "sch", "export", "pdf", "-o", fab / f"{name}-schematic.pdf", sheet], folder, env=env
        )
        if pictures:
            run(
                ["kicad-cli", "pcb", "export", "step", "--force", "-o", fab / f"{name}.step", board],
                folder,
                env=env,
            )
            render = ["kicad-cli", "pcb", "render", "--side", "top", "--background", "opaque"]
            run(
                [*render, "-w", "1400", "--height", "1400", "-o", fab / f"{name}-top.png", board],
                folder,
                env=env,
            )
    for left in folder.glob("*.kicad_prl"):
        left.unlink()


def _pack(folder: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.writestr(zipfile.ZipInfo(path.name, _STAMP), path.read_bytes(), zipfile.ZIP_DEFLATED)


def undated(archive: Path) -> dict[str, str]:
    """The files of a gerber zip without the lines that say when and by what they were written."""
    with zipfile.ZipFile(archive) as packed:
        return {name: _DATE.sub("", packed.read(name).decode()) for name in sorted(packed.namelist())}


def faults(circuit: Circuit, folder: Path) -> list[str]:
    """What KiCad's checks say of a circuit's files."""
    return electrical(folder / f"{circuit.name}.kicad_sch") + layout(folder / f"{circuit.name}.kicad_pcb")


def differences(circuit: Circuit, fresh: Path, kept: Path) -> list[str]:
    """Which of the kept files are not what the scripts make now."""
    name = circuit.name
    found = [
        f"{path}: not what the scripts make"
        for path in (f"{name}.kicad_sch", f"{name}.kicad_pcb", f"{name}.kicad_pro", "fp-lib-table")
        if (fresh / path).read_text(encoding="utf-8") != (kept / path).read_text(encoding="utf-8")
    ]
    table = f"fab/{name}-positions.csv"
    if _rows(fresh / table) != _rows(kept / table):
        found.append(f"{table}: not what the scripts make")
    if undated(fresh / f"fab/{name}-gerbers.zip") != undated(kept / f"fab/{name}-gerbers.zip"):
        found.append(f"fab/{name}-gerbers.zip: not what the scripts make")
    return found


def _rows(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))


def make(target: Path = HERE, board: BoardMap | None = None) -> Mapping[str, list[str]]:
    """All files of all circuits below a folder; circuit -> what KiCad's checks find."""
    board = board or load_board()
    found = {}
    for circuit in circuits(board):
        folder = target / circuit.name
        make_circuit(circuit, folder)
        found[circuit.name] = faults(circuit, folder)
        make_fab(circuit.name, folder)
    (target / "bom.csv").write_text(bom(board), encoding="utf-8")
    return found


__all__ = ["HERE", "ToolFailed", "differences", "faults", "make", "make_circuit", "make_fab", "undated"]
