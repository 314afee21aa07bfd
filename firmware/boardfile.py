"""Reading a board file: from its tables to a checked `BoardMap`; every refusal names the wrong row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from firmware.boardmap import CHIP_BITS, Bit, BoardMap, BoardMapError, PanelPins, Part, Pins
from firmware.geometry import GAME, Geometry, Row

T = TypeVar("T")
Table = Mapping[str, Any]

_TOP: Final = {
    *("name", "title", "chips", "game_hole", "pins", "spi"),
    *("panel", "geometry", "rows", "game", "modules", "chain"),
}
_LONGEST_MM: Final = 10_000
_PINS: Final = ("clock", "data_in", "data_out", "select", "load")
_BUTTONS: Final = ("judge", "accept")
_MODULE_BITS: Final = "abc"


class BoardFile:
    """One board file on its way to becoming a `BoardMap`."""

    def __init__(self, source: str, data: Table) -> None:
        self._source = source
        self._data = data

    def build(self) -> BoardMap:
        """Check everything and make the map; raise `BoardMapError` at the first row that is wrong."""
        top, spi, geometry = self._data, self._table("spi"), self._table("geometry")
        self._only(top, _TOP, "file")
        self._only(spi, {"mode", "rate_hz", "tail_bytes"}, "[spi]")
        self._only(geometry, set(Geometry.__dataclass_fields__), "[geometry]")
        measures = Geometry(
            pitch_mm=self._number(geometry, "pitch_mm", "[geometry]"),
            group_size=self._whole(geometry, "group_size", "[geometry]", 1, 100),
            group_gap_mm=self._number(geometry, "group_gap_mm", "[geometry]"),
            hole_diameter_mm=self._number(geometry, "hole_diameter_mm", "[geometry]"),
        )
        rows = tuple(self._rows())
        game_hole = self._whole(top, "game_hole", "file", 1, 1000)
        positions = self._positions(measures, rows, game_hole)
        bits, parts = self._chain({row.id: row for row in rows}, positions)
        pins = self._pins()
        return BoardMap(
            name=self._get(top, "name", str, "file"),
            title=self._get(top, "title", str, "file"),
            bits=bits,
            parts=parts,
            pins=pins,
            panel=self._panel(pins, {row.player for row in rows}),
            spi_mode=self._whole(spi, "mode", "[spi]", 0, 3),
            rate_hz=self._whole(spi, "rate_hz", "[spi]", 1_000, 20_000_000),
            tail_bytes=self._whole(spi, "tail_bytes", "[spi]", 1, 16),
            geometry=measures,
            rows=rows,
            game_hole=game_hole,
            positions_mm=positions,
        )

    # --- tables and keys

    def _wrong(self, row: str, what: str) -> BoardMapError:
        return BoardMapError(self._source, row, what)

    def _only(self, table: Any, known: set[str], row: str) -> None:
        if not isinstance(table, dict):
            raise self._wrong(row, "must be a table")
        for key in table:
            if key not in known:
                raise self._wrong(row, f"unknown key {key!r}; known are {', '.join(sorted(known))}")

    def _get(self, table: Table, key: str, kind: type[T], row: str) -> T:
        value = table.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            what = "is missing" if value is None else f"must be {kind.__name__}"
            raise self._wrong(row, f"{key!r} {what}")
        return value

    def _whole(self, table: Table, key: str, row: str, least: int, most: int) -> int:
        value = self._get(table, key, int, row)
        if not least <= value <= most:
            raise self._wrong(row, f"{key!r} is {value}, not between {least} and {most}")
        return value

    def _number(self, table: Table, key: str, row: str) -> float:
        value = table.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= _LONGEST_MM:
            raise self._wrong(row, f"{key!r} must be a length above 0, at most {_LONGEST_MM} mm")
        return float(value)

    def _table(self, key: str) -> Table:
        return self._get(self._data, key, dict, "file")

    def _tables(self, key: str) -> Iterator[tuple[int, Table]]:
        for i, entry in enumerate(self._get(self._data, key, list, "file"), 1):
            if not isinstance(entry, dict):
                raise self._wrong(f"{key} {i}", "must be a table")
            yield i, entry

    # --- pins, rows, positions

    def _pins(self) -> Pins:
        table = self._table("pins")
        self._only(table, set(_PINS), "[pins]")
        numbers = {key: self._whole(table, key, "[pins]", 0, 27) for key in _PINS}
        for key, number in numbers.items():
            twin = next((k for k, n in numbers.items() if n == number and k != key), None)
            if twin:
                raise self._wrong("[pins]", f"{key} and {twin} are both on GPIO {number}")
        return Pins(**numbers)

    def _panel(self, pins: Pins, players: set[str]) -> PanelPins:
        table = self._data.get("panel", {})
        self._only(table, {"status_led", "buttons"}, "[panel]")
        used = {getattr(pins, key): key for key in _PINS}
        led = self._free_pin(table, "status_led", "[panel]", used) if "status_led" in table else None
        buttons: dict[tuple[str, str], int] = {}
        buttons_of = self._get({"buttons": {}} | dict(table), "buttons", dict, "[panel]")
        for player, keys in buttons_of.items():
            where = f"[panel.buttons.{player}]"
            self._only({player: keys}, players, "[panel.buttons]")
            self._only(keys, set(_BUTTONS), where)
            for key in keys:
                buttons[player, key] = self._free_pin(keys, key, where, used)
        return PanelPins(led, buttons)

    def _free_pin(self, table: Table, key: str, row: str, used: dict[int, str]) -> int:
        pin = self._whole(table, key, row, 0, 27)
        if pin in used:
            raise self._wrong(row, f"{key} and {used[pin]} are both on GPIO {pin}")
        used[pin] = key
        return pin

    def _rows(self) -> Iterator[Row]:
        seen: set[str] = set()
        for i, table in self._tables("rows"):
            row_id = self._get(table, "id", str, f"rows {i}")
            where = f"rows {i} ({row_id})"
            self._only(table, set(Row.__dataclass_fields__), where)
            row = Row(
                id=row_id,
                player=self._get(table, "player", str, where),
                first=self._whole(table, "first", where, -9, 999),
                last=self._whole(table, "last", where, -9, 999),
                column=self._whole(table, "column", where, -99, 999),
                step=self._whole(table, "step", where, -1, 1),
                y_mm=self._place(table, where),
            )
            if row.id in seen:
                raise self._wrong(where, "this id is used twice")
            if len(row.player) != 1 or not row.player.isupper():
                raise self._wrong(where, f"player must be one capital letter, not {row.player!r}")
            if row.step == 0 or row.last < row.first:
                raise self._wrong(where, "step must be 1 or -1, and last not below first")
            seen.add(row.id)
            yield row

    def _place(self, table: Table, row: str) -> float:
        y_mm = table.get("y_mm")
        if not isinstance(y_mm, int | float) or isinstance(y_mm, bool):
            raise self._wrong(row, "'y_mm' must be a number")
        if not -_LONGEST_MM <= y_mm <= _LONGEST_MM:
            raise self._wrong(row, f"'y_mm' must be from -{_LONGEST_MM} to {_LONGEST_MM} mm")
        return float(y_mm)

    def _positions(
        self, measures: Geometry, rows: tuple[Row, ...], game_hole: int
    ) -> dict[str, tuple[float, float]]:
        game = self._table("game")
        self._only(game, {"column", "y_mm"}, "[game]")
        column = self._whole(game, "column", "[game]", -99, 999)
        positions = {GAME: (measures.x_mm(column), self._place(game, "[game]"))}
        for row in rows:
            for number in range(row.first, row.last + 1):
                hole = f"{row.player}{number}"
                if hole in positions:
                    raise self._wrong(f"rows ({row.id})", f"hole {hole} is there twice")
                positions[hole] = (measures.x_mm(row.column_of(number)), row.y_mm)
        self._check_tracks(rows, game_hole)
        placed: dict[tuple[float, float], str] = {}
        for hole, place in positions.items():
            if place in placed:
                raise self._wrong("rows", f"holes {placed[place]} and {hole} lie on one spot {place}")
            placed[place] = hole
        return positions

    def _check_tracks(self, rows: tuple[Row, ...], game_hole: int) -> None:
        for player in sorted({row.player for row in rows}):
            numbers = {n for row in rows if row.player == player for n in range(row.first, row.last + 1)}
            gaps = set(range(-1, game_hole)) - numbers
            if gaps:
                raise self._wrong("rows", f"track {player} has no hole {min(gaps)}")
            if max(numbers) >= game_hole:
                raise self._wrong("rows", f"track {player} runs past the game hole {game_hole}")

    # --- the chain

    def _chain(
        self, rows: Mapping[str, Row], positions: Mapping[str, object]
    ) -> tuple[tuple[Bit, ...], tuple[Part, ...]]:
        bits: list[Bit] = []
        parts: list[Part] = []
        at: dict[str, str] = {}
        for i, table in self._tables("chain"):
            name = self._get(table, "part", str, f"chain {i}")
            where = f"chain {i} ({name})"
            chips = self._module(table, rows, where) if "module" in table else self._inputs(table, where)
            parts.append(
                Part(name, str(table.get("module", "inputs")), len(bits) // CHIP_BITS + 1, len(chips))
            )
            for k, chip in enumerate(chips, 1):
                self._check_chip(chip, f"{where}, chip {k}", positions, at)
                bits += chip
        declared = self._whole(self._data, "chips", "file", 1, 1000)
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

    def _inputs(self, table: Table, where: str) -> list[list[Bit]]:
        self._only(table, {"part", "inputs"}, where)
        chips = self._get(table, "inputs", list, where)
        return [[int(w[1:]) if w in ("=0", "=1") else w for w in str(chip).split()] for chip in chips]

    def _module(self, table: Table, rows: Mapping[str, Row], where: str) -> list[list[Bit]]:
        self._only(table, {"part", "module", "number", "first_column"}, where)
        kind = self._get(table, "module", str, where)
        modules = self._table("modules")
        if kind not in modules:
            raise self._wrong(where, f"there is no [modules.{kind}]")
        shape, shape_row = modules[kind], f"[modules.{kind}]"
        self._only(shape, {"chips", "rows", "columns"}, shape_row)
        number = self._whole(table, "number", where, 0, 2 ** len(_MODULE_BITS) - 1)
        column = self._whole(table, "first_column", where, -99, 999)
        holes = list(self._module_holes(shape, shape_row, rows, column, where))
        ties = self._ties(number)
        chips: list[list[Bit]] = []
        for text in self._get(shape, "chips", list, shape_row):
            chip: list[Bit] = []
            for mark in str(text):
                if mark == "." and not holes:
                    raise self._wrong(shape_row, "has more dots than holes")
                if mark != "." and mark not in ties:
                    raise self._wrong(shape_row, f"chip {text!r}: {mark!r} is none of . 0 1 a b c p")
                chip.append(holes.pop(0) if mark == "." else ties[mark])
            chips.append(chip)
        if holes:
            raise self._wrong(shape_row, f"has {len(holes)} holes more than dots")
        return chips

    def _module_holes(
        self, shape: Table, shape_row: str, rows: Mapping[str, Row], first_column: int, where: str
    ) -> Iterator[str]:
        ids = self._get(shape, "rows", list, shape_row)
        for column in range(first_column, first_column + self._whole(shape, "columns", shape_row, 1, 100)):
            for row_id in ids:
                if not isinstance(row_id, str) or row_id not in rows:
                    raise self._wrong(shape_row, f"there is no row {row_id!r}")
                hole = rows[row_id].hole(column)
                if hole is None:
                    raise self._wrong(where, f"row {row_id} has no hole in column {column}")
                yield hole

    @staticmethod
    def _ties(number: int) -> dict[str, int]:
        """The level of every mark of a chip's text for a module of this number."""
        width = len(_MODULE_BITS)
        levels = {mark: number >> (width - 1 - k) & 1 for k, mark in enumerate(_MODULE_BITS)}
        return levels | {"p": number.bit_count() & 1, "0": 0, "1": 1}
