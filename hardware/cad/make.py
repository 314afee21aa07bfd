"""Makes the models' files: STEP and STL of every part, DXF of what is cut, a picture of the whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import ezdxf
from build123d import GeomType, Part, export_step, export_stl, import_step

from firmware.boardmap import load_board
from hardware.cad import measures as m
from hardware.cad.measures import LongBoard
from hardware.cad.models import FLAT, MODELS
from vision.layout import LONG_BOARD

HERE: Final = Path(__file__).parent
PRINTED: Final = ("button-pin", "pi-case", "pi-lid", "mast-foot", "mast-corner", "camera-head")


def long_board() -> LongBoard:
    """The board that the project ships."""
    return LongBoard(load_board(), LONG_BOARD)


def build() -> dict[str, Part]:
    """Every model by name."""
    board = long_board()
    return {name: model(board) for name, model in MODELS.items()}


def write(parts: dict[str, Part], folder: Path = HERE / "out") -> None:
    """The files of the models."""
    folder.mkdir(parents=True, exist_ok=True)
    board = long_board()
    for name, part in parts.items():
        export_step(part, str(folder / f"{name}.step"))
        if name in PRINTED:
            export_stl(part, str(folder / f"{name}.stl"), tolerance=0.05, angular_tolerance=0.3)
    for name, kind in FLAT.items():
        (folder / f"{name}.dxf").write_text(drawing(board, kind), encoding="utf-8")


def drawing(board: LongBoard, kind: str) -> str:
    """A flat part as DXF in mm: its outline on layer ``cut``, its holes on layer ``drill``."""
    import io

    document = ezdxf.new("R2000")
    document.header["$INSUNITS"] = 4
    document.header["$TDCREATE"] = document.header["$TDUPDATE"] = 2461042.0
    space = document.modelspace()
    document.layers.add("cut", color=1)
    document.layers.add("drill", color=5)
    x0, y0, x1, y1 = cut_outline(board, kind)
    space.add_lwpolyline([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], close=True, dxfattribs={"layer": "cut"})
    for x, y, diameter in drilled(board, kind):
        space.add_circle((x, y), diameter / 2, dxfattribs={"layer": "drill"})
    out = io.StringIO()
    document.write(out)
    return out.getvalue()


def cut_outline(board: LongBoard, kind: str) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of a flat part."""
    if kind != "cover":
        return board.outline
    x0, y0, x1, y1 = board.pocket
    return x0 + m.COVER_GAP, y0 + m.COVER_GAP, x1 - m.COVER_GAP, y1 - m.COVER_GAP


def drilled(board: LongBoard, kind: str) -> Iterator[tuple[float, float, float]]:
    """Every hole of a flat part: x, y, diameter."""
    if kind == "cover":
        yield from ((x, y, m.SCREW_HOLE) for x, y in board.cover_posts())
        return
    width = {"plate": board.board.geometry.hole_diameter_mm, "grip": m.GRIP_HOLE, "wood": m.WOOD_HOLE}[kind]
    yield from ((x, y, width) for _, x, y in board.peg_holes())
    yield from ((x, y, m.LED_HOLE) for _, x, y in board.placed("led"))
    if kind != "plate":
        yield from ((x, y, m.WIRE_HOLE) for x, y in board.plate_wires())
    screw = m.SCREW_PILOT if kind == "wood" else m.SCREW_HOLE
    yield from ((x, y, screw) for x, y in board.plate_screws())


def bores(path: Path) -> Iterator[tuple[float, float, float]]:
    """(x, y, diameter) of every upright round hole in a STEP file, as somebody who opens it finds them."""
    for face in import_step(str(path)).faces():
        if face.geom_type == GeomType.CYLINDER:
            axis = face.axis_of_rotation
            if axis is not None and abs(abs(axis.direction.Z) - 1) < 1e-6:
                yield round(axis.position.X, 3), round(axis.position.Y, 3), round(2 * face.radius, 3)


def differences(fresh: Path, kept: Path) -> list[str]:
    """Which kept files are not what the scripts make: solids by volume, place and faces, drawings by line."""
    found = []
    for path in sorted(fresh.iterdir()):
        other = kept / path.name
        if not other.exists():
            found.append(f"hardware/cad/out/{path.name} is missing")
            continue
        compare = {".step": _shape, ".dxf": drawn}.get(path.suffix)
        if compare is not None and compare(path) != compare(other):
            found.append(f"hardware/cad/out/{path.name}: not what the scripts make")
    return found


def _shape(path: Path) -> tuple[float, ...]:
    solid = import_step(str(path))
    box = solid.bounding_box()
    ends = (box.min.X, box.min.Y, box.min.Z, box.max.X, box.max.Y, box.max.Z)
    return (round(solid.volume, 1), len(solid.faces()), *(round(v, 3) for v in ends))


def drawn(path: Path) -> list[tuple[str, str, tuple[float, ...]]]:
    """What a DXF holds: (kind, layer, numbers)."""
    out = []
    for thing in ezdxf.readfile(path).modelspace():
        if thing.dxftype() == "CIRCLE":
            numbers = (thing.dxf.center.x, thing.dxf.center.y, thing.dxf.radius)
        else:
            numbers = tuple(value for point in thing.get_points("xy") for value in point)
        out.append((thing.dxftype(), thing.dxf.layer, tuple(round(float(n), 4) for n in numbers)))
    return sorted(out)


def main() -> int:
    """Make everything."""
    write(build())
    return 0


__all__ = ["bores", "build", "differences", "drawing", "drawn", "long_board", "write"]

if __name__ == "__main__":
    raise SystemExit(main())
