"""Makes the models' files, which are not kept: STEP of every solid, STL of what is printed, DXF of what is cut. Their
fingerprints are in ``models.json``."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import ezdxf
from build123d import GeomType, Part, Pos, Rot, export_step, export_stl, import_step

from firmware.boardfile import load_board
from hardware.cad import hall_models
from hardware.cad import hall_top as h
from hardware.cad.flat import NUMBER_HIGH, Shape
from hardware.cad.hall_top import HallTop
from hardware.cad.models import MODELS
from vision.layout import LONG_BOARD

HERE: Final = Path(__file__).parent
FINGERPRINTS: Final = HERE / "models.json"


def the_board() -> HallTop:
    """The board that the project ships."""
    return HallTop(load_board(), LONG_BOARD)


def build(top: HallTop) -> dict[str, Part]:
    """Every solid by name."""
    return hall_models.build(top) | {name: model(top.long_board) for name, model in MODELS.items()}


def write(top: HallTop, parts: dict[str, Part], folder: Path) -> None:
    """STEP of every solid, STL of what is printed, as it lies in the printer (a block: top down), DXF of cuts."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, part in parts.items():
        export_step(part, str(folder / f"{name}.step"))
        if name in MODELS:
            export_stl(part, str(folder / f"{name}.stl"), tolerance=0.05, angular_tolerance=0.3)
        elif name.endswith("-top"):
            turned = Rot(180, 0, 0) * part
            box = turned.bounding_box()
            laid = Pos(-box.min.X, -box.min.Y, -box.min.Z) * turned
            export_stl(laid, str(folder / f"{name}.stl"), tolerance=0.02, angular_tolerance=0.2)
    for name, shapes in h.drawings(top).items():
        (folder / f"{name}.dxf").write_text(drawing_of(shapes), encoding="utf-8")


def fingerprints(parts: dict[str, Part], folder: Path) -> dict[str, list[float | str]]:
    """What identifies each solid and drawing on any machine: volume, faces and corners, or every line and circle."""
    out: dict[str, list[float | str]] = {}
    for name, part in parts.items():
        box = part.bounding_box()
        ends = (box.min.X, box.min.Y, box.min.Z, box.max.X, box.max.Y, box.max.Z)
        out[name] = [round(part.volume, 1), len(part.faces()), *(round(v, 3) + 0.0 for v in ends)]
    for path in sorted(folder.glob("*.dxf")):
        out[path.stem] = [repr(drawn(path))]
    return out


def missing_holes(top: HallTop, folder: Path) -> list[str]:
    """Holes of the board that the opened STEP files do not have, to 0.01 mm."""
    found = set()
    for one in top.blocks:
        found |= {
            (round(x, 2), round(y, 2))
            for x, y, d in bores(folder / f"{one.name}.step")
            if abs(d - h.HOLE) < 0.005
        }
    lost = [
        name
        for name, (x, y) in top.board.positions_mm.items()
        if not any(abs(x - a) < 0.02 and abs(y - b) < 0.02 for a, b in found)
    ]
    return [f"{len(lost)} holes are not in the blocks: {', '.join(lost[:5])} ..."] if lost else []


def drawing_of(drawing_shapes: Sequence[Shape]) -> str:
    """Shapes as DXF in mm."""
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
