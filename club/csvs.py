"""Tables in and out: entries, schedule, results, as CSV that any spreadsheet reads and writes.

Read with a comma or a semicolon between fields, with or without the byte-order mark of spreadsheets; capitals and the
order of the columns do not matter. A mistake names its line, and nothing of the file is taken.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from club.errors import ClubError
from cribbage.tournament.scorecards import Line, two_figures, written_game_points

if TYPE_CHECKING:
    from club.evening import Evening

SCHEDULE: Final = ("Game", "Player A ID", "Player B ID", "Player A Table/Seat", "Player B Table/Seat")
ENTRIES: Final = (
    "ID",
    "Name",
    "Player 1",
    "Player 2",
    "Player 3",
    "Player 4",
    "Player 5",
    "Player 6",
    "Number",
)
RESULTS: Final = ("Game", "ID", "Name", "Opponent ID", "Result", "Game points", "Plus", "Minus", "Source")
STANDINGS: Final = ("Place", "ID", "Name", "Game points", "Games won", "Plus", "Minus", "Net")
_LONGEST: Final = 500_000
_NAME_HEADERS: Final = ("name", "player", "team", "company")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as it is read: a name, the people in it, a membership number."""

    name: str
    players: tuple[str, ...] = ()
    number: str = ""


def read_entries(text: str) -> list[EntryRow]:
    """Entries: a column of names (``Name``), or a file of names alone, one a line."""
    rows = _rows(text)
    if not rows:
        raise ClubError("club.error.empty", "there is nothing in this list", n=1)
    header = [cell.casefold() for cell in rows[0][1]]
    named = next((header.index(name) for name in _NAME_HEADERS if name in header), None)
    if named is None:
        first = 0
        columns: dict[int, str] = {}
    else:
        rows, first = rows[1:], named
        columns = {index: name for index, name in enumerate(header) if index != named}
    found = []
    for number, cells in rows:
        name = cells[first] if first < len(cells) else ""
        if not name:
            raise ClubError("club.error.line", f"line {number}: the name is missing", n=number)
        by = {columns[index]: cell for index, cell in enumerate(cells) if index in columns and cell}
        players = tuple(cell for column, cell in by.items() if column.startswith("player "))
        found.append(EntryRow(name, players, by.get("number", "")))
    if not found:
        raise ClubError("club.error.empty", "there is nothing in this list", n=1)
    return found


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of one card as it is read: whose, by id or name, which game, what."""

    who: str
    game: int
    line: Line


def read_results(text: str) -> list[ResultRow]:
    """Results: columns ``Game``, ``ID`` or ``Name``, ``Result`` (W or L), and ``Plus``/``Minus`` or ``Spread``."""
    rows = _rows(text)
    header = [cell.casefold() for cell in rows[0][1]] if rows else []
    if "game" not in header or not {"id", "name"} & set(header):
        raise ClubError(
            "club.error.columns", "line 1: columns Game, ID or Name, Result, Plus and Minus are needed", n=1
        )
    found = []
    for number, cells in rows[1:]:
        by = {name: cells[index] if index < len(cells) else "" for index, name in enumerate(header)}
        try:
            found.append(ResultRow(by.get("id") or by.get("name", ""), int(by["game"]), _line(by)))
        except ValueError as error:
            raise ClubError("club.error.line", f"line {number}: {error}", n=number) from error
    return found


def _line(by: dict[str, str]) -> Line:
    result = by.get("result", "").upper() or None
    plus, minus, spread = (by.get(name, "") for name in ("plus", "minus", "spread"))
    if plus and minus:
        raise ValueError("a spread stands in plus or in minus, not in both")
    if spread and not (plus or minus):
        plus, minus = (spread, "") if result == "W" else ("", spread)
    if plus or minus:
        return Line(result, int(plus or minus), "+" if plus else "-")  # type: ignore[arg-type]
    return Line(result)  # type: ignore[arg-type]


def entries_csv(evening: Evening) -> str:
    """The entry list."""
    return _write(
        ENTRIES,
        ((e.id, e.name, *(list(e.players) + [""] * 6)[:6], e.number) for e in evening.entries.values()),
    )


def schedule_csv(evening: Evening) -> str:
    """Who meets whom, and where; whoever sits out has no opponent."""
    return _write(
        SCHEDULE,
        ((m.game, m.one, m.other or "", m.one_seat, m.other_seat) for each in evening.chart for m in each),
    )


def results_csv(evening: Evening) -> str:
    """Every line of every card, as written."""
    rows: list[tuple[object, ...]] = []
    for owner in evening.owners:
        for game, written in sorted(evening.lines.get(owner, {}).items()):
            line, meeting = written.line, evening.meeting(owner, game)
            against = "" if meeting is None else meeting.one if meeting.other == owner else meeting.other
            rows.append((
                game, owner, evening.name_of(owner, game), against, line.result or "",
                written_game_points(line, evening.format.skunk_margin),
                two_figures(line.plus) if line.plus else "", two_figures(line.minus) if line.minus else "",
                written.source,
            ))  # fmt: skip
    for (game, one, other), score in sorted(evening.scores.items()):
        for owner, against in ((one, other), (other, one)):
            own, theirs = score.of(owner)
            rows.append((
                game, owner, evening.name_of(owner, game), against, "W" if score.winner == owner else "L", "",
                own, theirs, "default" if score.default else "scores",
            ))  # fmt: skip
    return _write(RESULTS, rows)


def standings_csv(evening: Evening) -> str:
    """The field in order."""
    rows: list[tuple[object, ...]] = []
    for place in evening.ranking.places:
        card = evening.checked.cards.get(place.who)
        name = evening.entries[place.who].name if place.who in evening.entries else evening.name_of(place.who)
        if card is None or evening.format.record == "scores":
            rows.append((place.rank, place.who, name))
            continue
        sums = card.totals(evening.format.skunk_margin)
        rows.append(
            (place.rank, place.who, name, sums.game_points, sums.games_won, sums.plus, sums.minus, sums.net)
        )
    return _write(STANDINGS, rows)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines that hold anything, numbered as in the file, cells stripped."""
    if len(text) > _LONGEST:
        raise ClubError("club.error.big", "this list is too long")
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    delimiter = ";" if first.count(";") > first.count(",") else ","
    try:
        rows = [
            (number, [cell.strip().removeprefix("'") for cell in cells])
            for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), 1)
        ]
    except csv.Error as error:
        raise ClubError("club.error.line", f"this is no list of cells: {error}", n=1) from error
    return [(number, cells) for number, cells in rows if any(cells)]


def _write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(header)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue()


def _cell(cell: object) -> object:
    """A name that a spreadsheet would take for a formula is marked as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
