"""Makes the files of both circuit boards: schematic, board, and what a board house asks for."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import Final

from hardware.electronics.bom import assembly_list
from hardware.electronics.check import electrical, layout
from hardware.electronics.circuits import Circuit
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


def make_fab(circuit: Circuit, folder: Path) -> None:
    """What is sent away: gerbers with drill files in one zip, parts list, positions."""
    name = circuit.name
    board, fab = folder / f"{name}.kicad_pcb", folder / "fab"
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
        placed = fab / f"{name}-positions.csv"
        run([*positions, "-o", placed, board], folder, env=env)
        placed.write_text(headed(placed.read_text(encoding="utf-8")), encoding="utf-8")
        (fab / f"{name}-bom.csv").write_text(assembly_list(circuit), encoding="utf-8")
    for left in folder.glob("*.kicad_prl"):
        left.unlink()


def make_pictures(circuit: Circuit, folder: Path) -> None:
    """Pictures of both sides of the board, for the guide."""
    name = circuit.name
    with kicad_settings() as env:
        for side in ("top", "bottom"):
            render = ["kicad-cli", "pcb", "render", "--side", side, "--background", "opaque"]
            size = ["-w", "1400", "--height", "1400"]
            picture, board = folder / f"fab/{name}-{side}.png", folder / f"{name}.kicad_pcb"
            run([*render, *size, "-o", picture, board], folder, env=env)
    for left in folder.glob("*.kicad_prl"):
        left.unlink()


def make_views(circuit: Circuit, folder: Path, models: Path) -> None:
    """What is made and not kept: the circuit as PDF and the board as STEP."""
    name = circuit.name
    board, sheet = folder / f"{name}.kicad_pcb", folder / f"{name}.kicad_sch"
    models.mkdir(parents=True, exist_ok=True)
    with kicad_settings() as env:
        printed = models / f"{name}-schematic.pdf"
        run(["kicad-cli", "sch", "export", "pdf", "-o", printed, sheet], folder, env=env)
        step = models / f"{name}.step"
        run(["kicad-cli", "pcb", "export", "step", "--force", "-o", step, board], folder, env=env)
    for left in folder.glob("*.kicad_prl"):
        left.unlink()


POSITION_COLUMNS: Final = "Designator,Val,Package,Mid X,Mid Y,Rotation,Layer"


def headed(positions: str) -> str:
    """KiCad's list of positions under the headings that assembly houses read without being told."""
    head, rows = positions.split("\n", 1)
    if head.strip() != "Ref,Val,Package,PosX,PosY,Rot,Side":
        raise ToolFailed(f"KiCad's positions have other columns than expected: {head}")
    return f"{POSITION_COLUMNS}\n{rows}"


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
        for path in (f"{name}.kicad_sch", f"{name}.kicad_pcb", f"{name}.kicad_pro")
        if (fresh / path).read_text(encoding="utf-8") != (kept / path).read_text(encoding="utf-8")
    ]
    for table in (f"fab/{name}-positions.csv", f"fab/{name}-bom.csv"):
        if not (kept / table).exists() or _rows(fresh / table) != _rows(kept / table):
            found.append(f"{table}: not what the scripts make")
    if undated(fresh / f"fab/{name}-gerbers.zip") != undated(kept / f"fab/{name}-gerbers.zip"):
        found.append(f"fab/{name}-gerbers.zip: not what the scripts make")
    return found


def _rows(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))


__all__ = ["HERE", "ToolFailed", "differences", "faults", "make_circuit", "make_fab", "undated"]
