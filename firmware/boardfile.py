"""Reading a board file: from its declared shape to a checked `BoardMap`; every refusal names the wrong row."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from firmware.boardmap import CHIP_BITS, Bit, BoardMap, BoardMapError, PanelPins, Part, Pin, Pins, Sensor
from firmware.box.shapes import NotToml, Unfit, fitted, from_toml, printable, text_of
from firmware.geometry import GAME, Along, Column, Geometry, Name, Row

BOARDS: Final = Path(__file__).parent / "boards"
_MOST_CHARACTERS: Final = 100_000
_MOST_VARIANTS: Final = 2
_BUTTONS: Final = ("judge", "accept")
_MODULE_BITS: Final = "abc"
_LOOKS: Final = 3
"""For how many of its own looks a switch must give the same level before that counts."""


def load_board(name_or_path: str | Path = "longboard") -> BoardMap:
    """Read a shipped board by name, or any board file by path; raise `BoardMapError` if it is wrong."""
    path = Path(name_or_path)
    if path.suffix != ".toml":
        path = BOARDS / f"{name_or_path}.toml"
    try:
        text = text_of(path, _MOST_CHARACTERS)
    except FileNotFoundError:
        known = ", ".join(sorted(p.stem for p in BOARDS.glob("*.toml")))
        raise BoardMapError(str(name_or_path), "file", f"no such board; there are: {known}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BoardMapError(str(path), "file", f"cannot be read: {error}") from None
    if text is None:
        raise BoardMapError(str(path), "file", f"longer than {_MOST_CHARACTERS} characters: no board file is")
    return parse_board(text, path.name)


def parse_board(text: str, source: str = "board") -> BoardMap:
    """The board that a TOML text describes; raise `BoardMapError` if it is wrong."""
    return BoardFile(source, _data(text, source)).build()


def _data(text: str, source: str, variants: int = 0) -> dict[str, Any]:
    """What a board file says. ``variant_of`` names a shipped board: its tables hold where the file has none."""
    try:
        data = from_toml(text)
    except NotToml as error:
        raise BoardMapError(source, "file", str(error)) from None
    if "variant_of" not in data:
        return data
    base = data.pop("variant_of")
    shipped = {path.stem: path for path in BOARDS.glob("*.toml")}
    if not isinstance(base, str) or base not in shipped:
        raise BoardMapError(
            source, "variant_of", f"no shipped board; there are: {', '.join(sorted(shipped))}"
        )
    if variants >= _MOST_VARIANTS:
        raise BoardMapError(source, "variant_of", "is a variant of a variant of a variant")
    return _data(shipped[base].read_text(encoding="utf-8"), base, variants + 1) | data


class _Spi(Struct, frozen=True):
    mode: Annotated[int, Meta(ge=0, le=3)]
    rate_hz: Annotated[int, Meta(ge=1_000, le=20_000_000)]
    tail_bytes: Annotated[int, Meta(ge=1, le=16)]


class _Sensor(Struct, frozen=True):
    kind: Literal["contact", "hall"] = "contact"
    period_ms: Annotated[float, Meta(ge=0, le=1000)] = 0.0
    settle_ms: Annotated[float, Meta(ge=0, le=5000)] = 0.0


class _Buttons(Struct, frozen=True):
    judge: Pin | None = None
    accept: Pin | None = None


class _Panel(Struct, frozen=True):
    status_led: Pin | None = None
    buttons: dict[str, _Buttons] = {}


class _Game(Struct, frozen=True):
    column: Column
    y_mm: Along


class _Module(Struct, frozen=True):
    chips: list[str]
    rows: list[str]
    columns: Annotated[int, Meta(ge=1, le=100)]


class _Part(Struct, frozen=True):
    """A list of inputs, or a module with its number and where it begins."""

    part: Name
    inputs: list[str] | None = None
    module: str | None = None
    number: Annotated[int, Meta(ge=0, le=2 ** len(_MODULE_BITS) - 1)] | None = None
    first_column: Column | None = None


class _Board(Struct, frozen=True):
    name: Name
    title: Name
    chips: Annotated[int, Meta(ge=1, le=1000)]
    game_hole: Annotated[int, Meta(ge=1, le=1000)]
    pins: Pins
    spi: _Spi
    geometry: Geometry
    rows: list[Row]
    game: _Game
    chain: list[_Part]
    panel: _Panel = _Panel()
    modules: dict[str, _Module] = {}
    sensor: _Sensor = _Sensor()


class BoardFile:
    """One board file on its way to becoming a `BoardMap`; `BoardMapError` where it does not fit its shape."""

    def __init__(self, source: str, data: Mapping[str, Any]) -> None:
        self._source = source
        try:
            self._board = fitted(data, _Board)
        except Unfit as error:
            unknown = f"unknown key {error.key!r:.40}; {error.hint()}" if error.fault == "unknown" else ""
            raise self._wrong(_row_of(error.at, data), unknown or error.line("'")) from error

    def build(self) -> BoardMap:
        """Check how it fits together and make the map; raise `BoardMapError` at the first row that is wrong."""
        board = self._board
        self._check_rows()
        positions = self._positions()
        bits, parts = self._chain(positions)
        self._check_pins()
        return BoardMap(
            name=board.name,
            title=board.title,
            bits=bits,
            parts=parts,
            pins=board.pins,
            panel=self._panel(),
            spi_mode=board.spi.mode,
            rate_hz=board.spi.rate_hz,
            tail_bytes=board.spi.tail_bytes,
            geometry=board.geometry,
            rows=tuple(board.rows),
            game_hole=board.game_hole,
            positions_mm=positions,
            sensor=self._sensor(),
        )

    def _wrong(self, row: str, what: str) -> BoardMapError:
        return BoardMapError(self._source, row, what)

    # --- pins, rows, positions

    def _check_pins(self) -> None:
        used: dict[int, str] = {}
        for name in Pins.__dataclass_fields__:
            self._use(getattr(self._board.pins, name), name, "[pins]", used)

    def _use(self, pin: Pin, name: str, row: str, used: dict[int, str]) -> None:
        if pin in used:
            raise self._wrong(row, f"{name} and {used[pin]} are both on GPIO {pin}")
        used[pin] = name

    def _panel(self) -> PanelPins:
        panel, players = self._board.panel, sorted({row.player for row in self._board.rows})
        used = {getattr(self._board.pins, name): name for name in Pins.__dataclass_fields__}
        if panel.status_led is not None:
            self._use(panel.status_led, "status_led", "[panel]", used)
        buttons: dict[tuple[str, str], int] = {}
        for player, keys in panel.buttons.items():
            if player not in players:
                raise self._wrong(
                    "[panel.buttons]", f"unknown key {player!r}; there are {', '.join(players)}"
                )
            for name in _BUTTONS:
                pin = getattr(keys, name)
                if pin is not None:
                    self._use(pin, name, f"[panel.buttons.{player}]", used)
                    buttons[player, name] = pin
        return PanelPins(panel.status_led, buttons)

    def _sensor(self) -> Sensor:
        sensor = self._board.sensor
        looks = sensor.period_ms > 0
        if looks != (sensor.kind == "hall"):
            raise self._wrong("[sensor]", "period_ms belongs to Hall switches, and they must have it")
        if sensor.settle_ms < _LOOKS * sensor.period_ms:
            raise self._wrong("[sensor]", f"settle_ms must be {_LOOKS} times period_ms or more")
        return Sensor(sensor.kind, sensor.period_ms / 1000, sensor.settle_ms / 1000)

    def _check_rows(self) -> None:
        seen: set[str] = set()
        for number, row in enumerate(self._board.rows, 1):
            where = f"rows {number} ({row.id})"
            if row.id in seen:
                raise self._wrong(where, "this id is used twice")
            if row.step == 0 or row.last < row.first:
                raise self._wrong(where, "step must be 1 or -1, and last not below first")
            seen.add(row.id)

    def _positions(self) -> dict[str, tuple[float, float]]:
        measures, game = self._board.geometry, self._board.game
        positions = {GAME: (measures.x_mm(game.column), game.y_mm)}
        for row in self._board.rows:
            for number in range(row.first, row.last + 1):
                hole = f"{row.player}{number}"
                if hole in positions:
                    raise self._wrong(f"rows ({row.id})", f"hole {hole} is there twice")
                positions[hole] = (measures.x_mm(row.column_of(number)), row.y_mm)
        self._check_tracks()
        placed: dict[tuple[float, float], str] = {}
        for hole, place in positions.items():
            if place in placed:
                raise self._wrong("rows", f"holes {placed[place]} and {hole} lie on one spot {place}")
            placed[place] = hole
        return positions

    def _check_tracks(self) -> None:
        rows, game_hole = self._board.rows, self._board.game_hole
        for player in sorted({row.player for row in rows}):
            numbers = {n for row in rows if row.player == player for n in range(row.first, row.last + 1)}
            gaps = set(range(-1, game_hole)) - numbers
            if gaps:
                raise self._wrong("rows", f"track {player} has no hole {min(gaps)}")
            if max(numbers) >= game_hole:
                raise self._wrong("rows", f"track {player} runs past the game hole {game_hole}")

    # --- the chain

    def _chain(self, positions: Mapping[str, object]) -> tuple[tuple[Bit, ...], tuple[Part, ...]]:
        bits: list[Bit] = []
        parts: list[Part] = []
        at: dict[str, str] = {}
        for number, part in enumerate(self._board.chain, 1):
            where = f"chain {number} ({part.part})"
            chips = (
                self._inputs(part, where) if part.module is None else self._module(part, part.module, where)
            )
            parts.append(Part(part.part, part.module or "inputs", len(bits) // CHIP_BITS + 1, len(chips)))
            for k, chip in enumerate(chips, 1):
                self._check_chip(chip, f"{where}, chip {k}", positions, at)
                bits += chip
        declared = self._board.chips
        if len(bits) != declared * CHIP_BITS:
            raise self._wrong("chain", f"has {len(bits)} bits; {declared} chips make {declared * CHIP_BITS}")
        lost = [hole for hole in positions if hole not in at]
        if lost:
            raise self._wrong("chain", f"hole {lost[0]} is on no chip ({len(lost)} such)")
        return tuple(bits), tuple(parts)

    def _check_chip(
        self, chip: list[Bit], where: str, holes: Mapping[str, object], at: dict[str, str]
    ) -> None:
        if len(chip) != CHIP_BITS:
            raise self._wrong(where, f"has {len(chip)} inputs, not {CHIP_BITS}")
        if not any(isinstance(bit, int) for bit in chip):
            raise self._wrong(where, "has no known bit, so a dead chip would look empty")
        for bit in chip:
            if isinstance(bit, int):
                continue
            if bit not in holes:
                raise self._wrong(where, f"there is no hole {bit!r} in the rows")
            if bit in at:
                raise self._wrong(where, f"hole {bit} is already at {at[bit]}")
            at[bit] = where

    def _inputs(self, part: _Part, where: str) -> list[list[Bit]]:
        if part.number is not None or part.first_column is not None:
            raise self._wrong(where, "number and first_column belong to a module: 'module' is missing")
        if part.inputs is None:
            raise self._wrong(where, "'inputs' or 'module' is missing")
        return [[int(w[1:]) if w in ("=0", "=1") else w for w in chip.split()] for chip in part.inputs]

    def _module(self, part: _Part, kind: str, where: str) -> list[list[Bit]]:
        module, row = self._board.modules.get(kind), f"[modules.{kind}]"
        if module is None:
            raise self._wrong(where, f"there is no {row}")
        if part.inputs is not None:
            raise self._wrong(where, "has inputs and a module; it is one or the other")
        if part.number is None or part.first_column is None:
            missing = "number" if part.number is None else "first_column"
            raise self._wrong(where, f"'{missing}' is missing: it must be a whole number")
        holes = self._module_holes(module, row, part.first_column, where)
        ties = self._ties(part.number)
        chips: list[list[Bit]] = []
        for text in module.chips:
            chip: list[Bit] = []
            for mark in text:
                if mark == "." and not holes:
                    raise self._wrong(row, "has more dots than holes")
                if mark != "." and mark not in ties:
                    raise self._wrong(row, f"chip {text!r}: {mark!r} is none of . 0 1 a b c p")
                chip.append(holes.pop(0) if mark == "." else ties[mark])
            chips.append(chip)
        if holes:
            raise self._wrong(row, f"has {len(holes)} holes more than dots")
        return chips

    def _module_holes(self, module: _Module, row: str, first_column: int, where: str) -> list[str]:
        rows = {row.id: row for row in self._board.rows}
        found = []
        for column in range(first_column, first_column + module.columns):
            for row_id in module.rows:
                if row_id not in rows:
                    raise self._wrong(row, f"there is no row {row_id!r}")
                hole = rows[row_id].hole(column)
                if hole is None:
                    raise self._wrong(where, f"row {row_id} has no hole in column {column}")
                found.append(hole)
        return found

    @staticmethod
    def _ties(number: int) -> dict[str, int]:
        """The level of every mark of a chip's text for a module of this number."""
        width = len(_MODULE_BITS)
        levels = {mark: number >> (width - 1 - k) & 1 for k, mark in enumerate(_MODULE_BITS)}
        return levels | {"p": number.bit_count() & 1, "0": 0, "1": 1}


def _row_of(at: tuple[str | int, ...], data: Mapping[str, Any]) -> str:
    """How people find a table of the file: ``[spi]``, ``rows 3 (A-back)``."""
    if not at:
        return "file"
    if len(at) == 1 or not isinstance(at[1], int):
        return f"[{'.'.join(map(str, at))}]"
    entry = data[str(at[0])][at[1]] if isinstance(at[1], int) else {}
    name = next((entry[key] for key in ("id", "part") if isinstance(entry.get(key), str)), "")
    return f"{at[0]} {at[1] + 1}" + (f" ({printable(name)})" if name else "")
