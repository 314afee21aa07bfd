"""Makes the models' files: STEP and STL of every part, DXF of what is cut, a picture of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import ezdxf
from build123d import GeomType, Part, export_step, export_stl, import_step

from firmware.boardmap import load_board
from hardware.cad.flat import NUMBER_HIGH, Shape, shapes
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
    """A flat part as DXF in mm, each kind of work on a layer of its own (see `hardware.cad.flat`)."""
    return drawing_of(shapes(board, kind))


def drawing_of(drawing_shapes: Sequence[Shape]) -> str:
    """Shapes as DXF in mm."""
    import io

    document = ezdxf.new("R2000")
    document.header["$INSUNITS"] = 4
    document.header["$TDCREATE"] = document.header["$TDUPDATE"] = 2461042.0
    space = document.modelspace()
    for color, layer in enumerate(dict.fromkeys(shape.layer for shape in drawing_shapes), 1):
        document.layers.add(_layer(layer), color=color)
    for shape in drawing_shapes:
        on = {"layer": _layer(shape.layer)}
        if shape.words:
            text = space.add_text(shape.words, height=NUMBER_HIGH, dxfattribs=on)
            text.set_placement(shape.points[0], align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)
        elif shape.radius:
            space.add_circle(shape.points[0], shape.radius, dxfattribs=on)
        else:
            space.add_lwpolyline(shape.points, close=shape.closed, dxfattribs=on)
    out = io.StringIO()
    document.write(out)
    return out.getvalue()


def _layer(name: str) -> str:
    return name.replace(",", "").replace(".", "_").replace(" ", "-")


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
        numbers: tuple[float, ...]
        if thing.dxftype() == "CIRCLE":
            numbers = (thing.dxf.center.x, thing.dxf.center.y, thing.dxf.radius)
        elif thing.dxftype() == "TEXT":
            numbers = (thing.dxf.align_point.x, thing.dxf.align_point.y)
        else:
            numbers = tuple(value for point in thing.get_points("xy") for value in point)
        out.append((thing.dxftype(), thing.dxf.layer, tuple(round(float(n), 4) for n in numbers)))
    return sorted(out)


def main() -> int:
    """Make everything."""
    write(build())
    return 0


__all__ = ["bores", "build", "differences", "drawing", "drawing_of", "drawn", "long_board", "write"]

if __name__ == "__main__":
    raise SystemExit(main())
