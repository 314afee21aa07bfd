"""A circuit as a KiCad 9 schematic: every part drawn, every pin with the name of its net. Needs KiCad's symbols only.

The same circuit gives the same file, byte for byte: all identifiers are hashes of what they name.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.electronics.circuits import GROUND, SUPPLY, Circuit, Component
from hardware.electronics.parts import PARTS
from hardware.electronics.prints import REVISION
from hardware.electronics.sexpr import Node, children, dump, parse, quoted, text

SYMBOLS: Final = Path("/usr/share/kicad/symbols")
_HOUSE: Final = uuid.UUID("5b7c2f7e-6a0c-4d7e-9b57-70656777a7c4")
_GRID_MM: Final = 2.54
_STUB_MM: Final = 2.54
_TURN: Final = {0: 180, 180: 0, 90: 270, 270: 90}


def identity(*names: str) -> str:
    """A UUID that is always the same for the same names."""
    return str(uuid.uuid5(_HOUSE, "/".join(names)))


class Library:
    """Symbols of KiCad's libraries, flattened (a symbol that extends another is written out)."""

    def __init__(self, folder: Path = SYMBOLS) -> None:
        self._folder = folder
        self._files: dict[str, dict[str, list[Node]]] = {}

    def symbol(self, key: str) -> list[Node]:
        """The definition of ``library:name``, named so."""
        library, name = key.split(":")
        if library not in self._files:
            tree = parse((self._folder / f"{library}.kicad_sym").read_text(encoding="utf-8"))
            self._files[library] = {text(s[1]): s for s in children(tree, "symbol")}
        found = self._files[library][name]
        for parent in children(found, "extends"):
            found = self._written_out(found, self._files[library][text(parent[1])], name)
        copy = parse(dump(found))
        copy[1] = quoted(key)
        return copy

    @staticmethod
    def _written_out(child: list[Node], parent: list[Node], name: str) -> list[Node]:
        own = {str(p[1]): p for p in children(child, "property")}
        out: list[Node] = ["symbol", child[1]]
        for part in parent[2:]:
            if isinstance(part, list) and part[0] == "property":
                out.append(own.get(str(part[1]), part))
            elif isinstance(part, list) and part[0] == "symbol":
                out.append(["symbol", str(part[1]).replace(text(parent[1]), name, 1), *part[2:]])
            else:
                out.append(part)
        return out


def pins(symbol: list[Node]) -> dict[str, dict[int, tuple[float, float, int]]]:
    """Pin number -> {unit: (x, y, direction)} of a symbol; unit 0 belongs to every unit."""
    found: dict[str, dict[int, tuple[float, float, int]]] = {}
    for unit in children(symbol, "symbol"):
        number = int(text(unit[1]).rsplit("_", 2)[1])
        for pin in children(unit, "pin"):
            at = next(children(pin, "at"))
            x, y, turn = (float(str(value)) for value in at[1:4])
            name = text(next(children(pin, "number"))[1])
            found.setdefault(name, {})[number] = (x, y, int(turn))
    return found


def schematic(circuit: Circuit, library: Library) -> str:
    """The whole file."""
    return _Sheet(circuit, library).file()


class _Sheet:
    def __init__(self, circuit: Circuit, library: Library) -> None:
        self._circuit = circuit
        self._library = library
        self._root = identity(circuit.name, "sheet")
        self._symbols: dict[str, list[Node]] = {}
        self._body: list[str] = []

    def file(self) -> str:
        for place in _arranged(self._circuit):
            if isinstance(place, Heading):
                self._head(place)
            else:
                self._place(*place)
        for i, net in enumerate((SUPPLY, GROUND)):
            flag = Component(f"#FLG0{i + 1}", "flag", {"1": net}, (0, 0))
            self._place(flag, 1, 254.0 + 25.4 * i, 30.48)
        head = (
            f'(kicad_sch (version 20250114) (generator "pegwatch") (generator_version "9.0")\n'
            f'(uuid "{self._root}") (paper "{_paper(self._circuit)}")\n'
            f'(title_block (title {quoted(self._circuit.title)}) (rev "{REVISION}") (company "Pegwatch")'
            f' (comment 1 "CERN-OHL-P-2.0") (comment 2 "Made by hardware/electronics from the board file"))\n'
        )
        symbols = "(lib_symbols\n" + "\n".join(dump(s) for s in self._symbols.values()) + ")\n"
        tail = '\n(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n'
        return head + symbols + "\n".join(self._body) + tail

    def _head(self, heading: Heading) -> None:
        self._body.append(
            f"(text {quoted(heading.words)} (exclude_from_sim no) (at {heading.x:.2f} {heading.y:.2f} 0)"
            f" (effects (font (size 3 3)) (justify left bottom))"
            f' (uuid "{identity(self._circuit.name, heading.words)}"))'
        )

    def _place(self, component: Component, unit: int, x: float, y: float) -> None:
        part = PARTS.get(component.part)
        key = part.symbol if part else "power:PWR_FLAG"
        if key not in self._symbols:
            self._symbols[key] = self._library.symbol(key)
        symbol = self._symbols[key]
        places = pins(symbol)
        ref, name = component.ref, self._circuit.name
        bought = "yes" if part and part.bought else "no"
        body = "" if ref.startswith("#") else _fields(component, x, y, *_name_place(component, places, unit))
        if not body:
            body = _field("Reference", ref, x, y - 5.08, hide=True) + _field("Value", "PWR_FLAG", x, y - 3.81)
        self._body.append(
            f'(symbol (lib_id "{key}") (at {x:.2f} {y:.2f} 0) (unit {unit}) (exclude_from_sim no) (in_bom {bought})'
            f' (on_board yes) (dnp no) (uuid "{identity(name, ref, str(unit))}")\n {body}\n '
            + " ".join(f'(pin "{n}" (uuid "{identity(name, ref, str(unit), "pin", n)}"))' for n in places)
            + f' (instances (project "{name}" (path "/{self._root}" (reference "{ref}") (unit {unit})))))'
        )
        for number, units in places.items():
            if unit in units or 0 in units:
                px, py, turn = units.get(unit) or units[0]
                self._end(component.nets.get(number), x + px, y - py, turn, f"{ref}.{number}")

    def _end(self, net: str | None, x: float, y: float, turn: int, pin: str) -> None:
        """What stands at a pin's end: the net's name on a short wire, or a cross."""
        name = self._circuit.name
        if net is None:
            self._body.append(f'(no_connect (at {x:.2f} {y:.2f}) (uuid "{identity(name, pin, "nc")}"))')
            return
        way = _TURN[turn]
        dx, dy = {0: (1, 0), 180: (-1, 0), 90: (0, -1), 270: (0, 1)}[way]
        ex, ey = x + dx * _STUB_MM, y + dy * _STUB_MM
        side = "right" if way in (180, 270) else "left"
        self._body.append(
            f"(wire (pts (xy {x:.2f} {y:.2f}) (xy {ex:.2f} {ey:.2f})) (stroke (width 0) (type default))"
            f' (uuid "{identity(name, pin, "wire")}"))'
        )
        self._body.append(
            f"(global_label {quoted(net)} (shape passive) (at {ex:.2f} {ey:.2f} {way})"
            f' (effects (font (size 1.27 1.27)) (justify {side})) (uuid "{identity(name, pin, "label")}"))'
        )


def _name_place(
    component: Component, places: dict[str, dict[int, tuple[float, float, int]]], unit: int
) -> tuple[float, float]:
    """Where a part's name stands, from its middle (x, y down): beside small parts, above those with pins to the
    sides, at the shoulder of those that are fed from above."""
    here = [at for units in places.values() for number, at in units.items() if number in (0, unit)]
    if component.part in ("chip", "tvs") or (component.part == "buffer" and unit == 4):
        return 7.62, -max(y for _, y, _ in here) + 1.27
    if component.part == "buffer":
        return -2.54, -10.16
    if not here or any(turn == 270 for _, _, turn in here):
        return 5.08, -1.27
    return 0.0, -max(y for _, y, _ in here) - 6.35


def _field(name: str, value: str, x: float, y: float, hide: bool = False) -> str:
    hidden = " (hide yes)" if hide else ""
    looks = f"(effects (font (size 1.27 1.27)){hidden})"
    return f"(property {quoted(name)} {quoted(value)} (at {x:.2f} {y:.2f} 0) {looks})"


def fields(component: Component) -> dict[str, str]:
    """The fields that schematic and circuit board both carry, beside reference, value and footprint."""
    part = PARTS[component.part]
    if not part.bought:
        return {}
    return {"Manufacturer": part.maker, "MPN": part.number, "Second source": part.second}


def value_of(component: Component) -> str:
    """What is written beside the part."""
    return component.value or PARTS[component.part].value


def _fields(component: Component, x: float, y: float, dx: float, dy: float) -> str:
    lines = [
        _field("Reference", component.ref, x + dx, y + dy),
        _field("Value", value_of(component), x + dx, y + dy + 2.54),
        _field("Footprint", PARTS[component.part].footprint, x, y, hide=True),
        *(_field(name, value, x, y, hide=True) for name, value in fields(component).items()),
    ]
    return "\n ".join(lines)


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a row of parts (mm)."""

    words: str
    x: float
    y: float


def _arranged(circuit: Circuit) -> Iterator[Heading | tuple[Component, int, float, float]]:
    """Where each unit of each part stands on the sheet (mm, on the grid): by kind, in rows with a heading; what
    belongs to one hole stands together."""
    rows: dict[str, list[tuple[Component, int]]] = {}
    for component in _hole_by_hole(circuit):
        kind = _kind(component)
        for unit in range(1, 5 if component.part == "buffer" else 2):
            rows.setdefault(kind, []).append((component, unit))
    y = 76.2
    for kind, (words, wide, step_x, step_y) in _ROWS.items():
        members = rows.pop(kind, [])
        if kind == "holes":
            wide = min(wide, 3 * len(circuit.switches))
        if members:
            yield Heading(words, *_on_grid(30.48, y - {"chips": 43.18, "control": 33.02}.get(kind, 22.86)))
        for i, (component, unit) in enumerate(members):
            yield component, unit, *_on_grid(50.8 + step_x * (i % wide), y + step_y * (i // wide))
        if members:
            y += step_y * -(-len(members) // wide) + 10.16
    if rows:
        raise ValueError(f"no place on the sheet for {sorted(rows)}")


def _hole_by_hole(circuit: Circuit) -> Iterator[Component]:
    """All parts; each switch is followed by its pull-up and its capacitor."""
    by_ref = {c.ref: c for c in circuit.components}
    for component in circuit.components:
        if component.part == "hall":
            number = int(component.ref[1:])
            yield component
            yield by_ref[f"R{200 + number}"]
            yield by_ref[f"C{100 + number}"]
        elif not _OF_A_HOLE.fullmatch(component.ref):
            yield component


_OF_A_HOLE: Final = re.compile(r"R2\d\d|C1\d\d")


_ROWS: Final = {
    "chips": (
        "Shift registers: eight inputs each; Q7 of each goes to DS of the one before it",
        6,
        83.82,
        66.04,
    ),
    "control": ("Plugs, protection, and the buffer of clock, CE# and PL#", 9, 60.96, 50.8),
    "holes": (
        "Holes: Hall switch, which pulls the chip's input low, pull-up R2.., and its capacitor C1..",
        30,
        22.86,
        45.72,
    ),
    "rest": ("Supply, series resistors, solder bridges, lamp and buttons", 14, 35.56, 38.1),
    "mechanics": ("Bores for screws, marks for the placing machine", 20, 25.4, 20.32),
}
"""Kind -> (heading, how many stand side by side, from one to the next, from row to row)."""


def _kind(component: Component) -> str:
    part = component.part
    if part == "chip":
        return "chips"
    if part in ("buffer", "tvs", "plug8", "plug13"):
        return "control"
    if part in ("screw", "fiducial"):
        return "mechanics"
    return "holes" if part == "hall" or _OF_A_HOLE.fullmatch(component.ref) else "rest"


def _on_grid(x: float, y: float) -> tuple[float, float]:
    return round(x / _GRID_MM) * _GRID_MM, round(y / _GRID_MM) * _GRID_MM


def _paper(circuit: Circuit) -> str:
    return "A1" if len(circuit.components) > 100 else "A2"
