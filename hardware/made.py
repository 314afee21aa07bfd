"""Is what is kept still what the scripts would make? Known without any tool, from fingerprints in ``made.json``.

Renders, PDFs, STEP files and the like differ from run to run in dates and rounding, and need tools to be made again.
So the script that makes them writes down two fingerprints: of everything they were made from (the data, and the code
without comments and layout), and of each file. A file that was changed, lost or never written down, and a circuit,
measure or script that was changed since, are then named by an ordinary test. ``make hardware`` proves the rest by
making."""

from __future__ import annotations

import ast
import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from firmware.boardmap import BoardMap
from hardware.cables import sources
from hardware.cad.hall_top import HallTop, base_shapes, frame_shapes, holes, lines, rooms
from hardware.electronics.bom import bom
from hardware.electronics.circuits import HEAD, MODULE, circuits
from hardware.electronics.parts import PARTS
from vision.layout import LONG_BOARD

HERE: Final = Path(__file__).parent
RECORD: Final = HERE / "made.json"
_BINARY: Final = (".png", ".zip", ".pdf")
_IDLE: Final = ("ctx", "kind", "type_comment", "type_params")


@dataclass(frozen=True, slots=True)
class Group:
    """Files that are made together: from which data, by which scripts, and where they lie (below `hardware/`)."""

    data: Callable[[BoardMap], str]
    scripts: tuple[str, ...]
    """Code counts by what it does; any other file by its bytes."""
    outputs: tuple[str, ...]


def _circuit(name: str) -> Callable[[BoardMap], str]:
    def data(board: BoardMap) -> str:
        circuit = next(c for c in circuits(board) if c.name == name)
        used = {component.part for component in circuit.components}
        # a price is no copper
        parts = [dataclasses.replace(PARTS[key], price_usd=0.0) for key in sorted(used)]
        return repr((circuit, parts))

    return data


def _models(board: BoardMap) -> str:
    top = HallTop(board, LONG_BOARD)
    blocks = [
        (b.name, b.outline, holes(b), rooms(b), list(b.parts("screw")), lines(top, b)) for b in top.blocks
    ]
    shapes = frame_shapes(top), base_shapes(top)
    return repr((LONG_BOARD, blocks, top.height, top.depth, top.peg_length, top.long_board.pin_nub, shapes))


_BOARD: Final = tuple(f"electronics/{name}.py" for name in ("make", "pcb", "route", "schematic", "sexpr"))
_CAD: Final = tuple(
    f"cad/{name}.py" for name in ("case", "flat", "hall_models", "hall_top", "make", "measures", "models")
)
GROUPS: Final = {
    **{
        name: Group(_circuit(name), _BOARD, (f"electronics/{name}/*.*", f"electronics/{name}/fab/*"))
        for name in (MODULE, HEAD)
    },
    "parts list": Group(bom, ("electronics/bom.py",), ("electronics/bom.csv",)),
    "models": Group(_models, _CAD, ("cad/models.json",)),
    "pictures": Group(_models, (*_CAD, "cad/views.py", "cad/render.py"), ("cad/pictures/*",)),
    "cables": Group(lambda board: repr(sources(board)), ("cables.py",), ("harness/*",)),
}
"""What is kept and cannot be compared byte for byte without tools."""


@cache
def code(text: str) -> str:
    """A script's fingerprint: what it does, whatever its comments, docstrings and layout."""
    return _digest(repr(_bare(ast.parse(text))).encode())


def _bare(node: object) -> object:
    if isinstance(node, ast.AST):
        fields = [(name, value) for name, value in ast.iter_fields(node) if name not in _IDLE]
        if (
            isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and ast.get_docstring(node) is not None
        ):
            fields = [(name, value[1:] if name == "body" else value) for name, value in fields]
        return type(node).__name__, [
            (name, _bare(value)) for name, value in fields if value not in (None, [])
        ]
    if isinstance(node, list):
        return [_bare(item) for item in node]
    return node


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def made_from(group: Group, board: BoardMap, here: Path = HERE) -> str:
    """The fingerprint of all that a group's files depend on."""
    texts = [(script, (here / script).read_text(encoding="utf-8")) for script in group.scripts]
    scripts = [code(text) if script.endswith(".py") else text for script, text in texts]
    return _digest("\n".join([group.data(board), *scripts]).encode())


def files(group: Group, here: Path = HERE) -> Iterator[tuple[str, str]]:
    """Every file of a group that is kept, with its fingerprint (line ends do not count)."""
    for path in sorted({path for pattern in group.outputs for path in here.glob(pattern) if path.is_file()}):
        data = path.read_bytes()
        if path.suffix not in _BINARY:
            data = data.replace(b"\r\n", b"\n")
        yield path.relative_to(here).as_posix(), _digest(data)


def record(names: tuple[str, ...], board: BoardMap, here: Path = HERE) -> None:
    """Write down that the files of these groups have just been made."""
    path = here / RECORD.name
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in names:
        group = GROUPS[name]
        known[name] = {"made from": made_from(group, board, here), "files": dict(files(group, here))}
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def stale(board: BoardMap, here: Path = HERE) -> list[str]:
    """What must be made again, and why; nothing when all is as it was made from what is here now."""
    known: dict[str, Any] = json.loads((here / RECORD.name).read_text(encoding="utf-8"))
    found = []
    for name, group in GROUPS.items():
        kept, now = known.get(name, {"made from": "", "files": {}}), dict(files(group, here))
        if kept["made from"] != made_from(group, board, here):
            found.append(
                f"{name}: made before the last change of what they are made from; python -m hardware.make"
            )
        for path in sorted(kept["files"].keys() | now.keys()):
            if path not in now:
                found.append(f"hardware/{path}: is missing")
            elif path not in kept["files"]:
                found.append(f"hardware/{path}: was not made by the scripts")
            elif now[path] != kept["files"][path]:
                found.append(f"hardware/{path}: was changed by hand since it was made")
    return found
