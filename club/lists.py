"""Lists that come in: entries, schedule, results, as CSV that any spreadsheet writes.

Read with a comma, a semicolon or a tab between cells, in UTF-8, UTF-16 or as Windows writes it; capitals and the
order of the columns do not matter. Every line that cannot be used is named, with what is wrong and how to mend it
(`ListError`), and then nothing of the file is taken.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from club.book import LONGEST_NAME, clean_name
from club.csvs import ENTRIES, RESULTS, SCHEDULE, SCORES, shown
from club.errors import ClubError, Fault, ListError
from cribbage.tournament.companies import MOST_REGISTERED
from cribbage.tournament.scorecards import BLANK, MOST, BadCard, Line

_LONGEST: Final = 500_000
_NAME_HEADERS: Final = ("name", "player", "team", "company")
_ID: Final = re.compile(r"[A-Za-z0-9-]{1,12}")
_LIKE_ENTRIES: Final = {name.casefold() for name in (*ENTRIES, *_NAME_HEADERS)}


def read_bytes(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16, otherwise what Windows writes in the West. No letter is lost."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace") if b"\x00" not in data else ""


@dataclass
class Faults:
    """What is wrong in a list, line by line; `end` refuses it where there is anything."""

    found: list[Fault] = field(default_factory=list)

    @contextmanager
    def line(self, number: int) -> Iterator[None]:
        """What is refused in here belongs to this line."""
        try:
            yield
        except ClubError as error:
            self.found.append(Fault(number, error))

    def end(self) -> None:
        """Refuse the list if a line of it is wrong."""
        if self.found:
            raise ListError(self.found)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as it is read: a name, the people in it, a membership number; its id, or "" for the next number."""

    name: str
    players: tuple[str, ...] = ()
    number: str = ""
    id: str = ""
    line: int = field(default=0, compare=False)


def read_entries(text: str) -> list[EntryRow]:
    """Entries: a column of names (``Name``), or a file of names alone, one a line."""
    rows = _rows(text)
    if not rows:
        raise ClubError("club.error.empty", "there is nothing in this list", n=1)
    header = [cell.casefold() for cell in rows[0][1]]
    named = next((header.index(name) for name in _NAME_HEADERS if name in header), None)
    if named is None:
        columns: dict[int, str] = {0: "name"}
    else:
        rows = rows[1:]
        columns = dict(enumerate(header)) | {named: "name"}
    if not rows:
        raise ClubError("club.error.empty", "there is nothing in this list", n=1)
    faults, found = Faults(), []
    for number, cells in rows:
        with faults.line(number):
            by = {columns[index]: cell for index, cell in enumerate(cells) if index in columns and cell}
            found.append(_entry(by, number))
    faults.end()
    return found


def _entry(by: Mapping[str, str], line: int) -> EntryRow:
    if "name" not in by:
        raise ClubError("club.error.name", "the name is missing", n=LONGEST_NAME)
    players = tuple(clean_name(cell) for column, cell in by.items() if column.startswith("player "))
    if len(players) > MOST_REGISTERED:
        raise ClubError("club.error.players", f"more than {MOST_REGISTERED} players", n=MOST_REGISTERED)
    if "id" in by and not _ID.fullmatch(by["id"]):
        raise ClubError(
            "club.error.id", f"{by['id']!r} is no ID: up to 12 letters and digits", value=by["id"]
        )
    return EntryRow(clean_name(by["name"]), players, by.get("number", "")[:20], by.get("id", ""), line)


def unread_columns(text: str) -> list[str]:
    """Columns of an entry list that are not kept, to be told."""
    rows = _rows(text)
    header = rows[0][1] if rows else []
    if not any(cell.casefold() in _NAME_HEADERS for cell in header):
        return []
    return [c for c in header if c and c.casefold() not in _LIKE_ENTRIES]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of one card as it is read: whose, by id or name, which game, what. `scores`: own points and the
    opponent's, where the event keeps those; `default`: the game was given without play."""

    who: str
    game: int
    line: Line = BLANK
    against: str = ""
    scores: tuple[int, int] | None = None
    default: bool = False
    number: int = field(default=0, compare=False)


def read_results(text: str, scores: bool = False) -> list[ResultRow]:
    """Results: columns ``Game``, ``ID`` or ``Name``, ``Result`` (W or L), and ``Plus``/``Minus`` or ``Spread``; with
    `scores` ``Points`` and ``Opponent points`` instead."""
    needed = ("game", "points", "opponent points") if scores else ("game",)
    wanted = ", ".join(SCORES if scores else RESULTS)
    found = []
    faults = Faults()
    for number, by in _table(text, needed, wanted, ("id", "name")):
        with faults.line(number):
            who, game = by.get("id") or by.get("name", ""), _whole(by, "game")
            against, default = by.get("opponent id", ""), by.get("source", "") == "default"
            if scores:
                points = (_whole(by, "points"), _whole(by, "opponent points"))
                found.append(ResultRow(who, game, BLANK, against, points, default, number))
            else:
                found.append(ResultRow(who, game, _line(by), against, None, default, number))
    faults.end()
    return found


def _line(by: Mapping[str, str]) -> Line:
    result = by.get("result", "").upper() or None
    if result not in ("W", "L", None):
        raise ClubError("club.error.result", f"a result is W or L, not {result}", value=result)
    plus, minus, spread = (by.get(name, "") for name in ("plus", "minus", "spread"))
    if plus and minus:
        raise ClubError("club.error.both", "a spread stands in plus or in minus, not in both")
    if spread and not (plus or minus):
        plus, minus = (spread, "") if result == "W" else ("", spread)
    if not (plus or minus):
        return Line(result)  # type: ignore[arg-type]
    number = _whole({"plus": plus} if plus else {"minus": minus}, "plus" if plus else "minus")
    try:
        return Line(result, number, "+" if plus else "-")  # type: ignore[arg-type]
    except BadCard as error:
        raise ClubError("club.error.spread", f"a spread lies between 1 and {MOST}, not {number}") from error


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """One game of a schedule as it is read; `other` is "" for whoever sits out."""

    game: int
    one: str
    other: str
    one_seat: str
    other_seat: str
    number: int = field(default=0, compare=False)


def read_schedule(text: str) -> list[ScheduleRow]:
    """A schedule with exactly the columns that schedules go out with."""
    needed = tuple(name.casefold() for name in SCHEDULE)
    faults, found = Faults(), []
    for number, by in _table(text, needed, ", ".join(SCHEDULE)):
        with faults.line(number):
            one, other, one_seat, other_seat = (by[name][:40] for name in needed[1:])
            found.append(ScheduleRow(_whole(by, "game"), one, other, one_seat, other_seat, number))
    faults.end()
    return found


def check_schedule(rows: Sequence[ScheduleRow], owners: Collection[str], games: int) -> None:
    """Whether everybody in it is known, plays once in each game and not against himself; else `ListError`."""
    faults = Faults()
    busy: dict[tuple[int, str], int] = {}
    for row in rows:
        with faults.line(row.number):
            if not 1 <= row.game <= games:
                raise ClubError(
                    "club.error.games", f"games are numbered 1 to {games}, not {row.game}", n=games
                )
            for who in filter(None, (row.one, row.other)):
                if who not in owners:
                    raise ClubError("club.error.no-id", f"{who!r} is no ID of this event", value=who)
                before = busy.setdefault((row.game, who), row.number)
                if before != row.number or row.one == row.other:
                    raise ClubError(
                        "club.error.busy", f"{who} is in game {row.game} twice", value=who, n=row.game
                    )
            if not row.one:
                raise ClubError("club.error.no-id", "Player A is missing", value="")
    faults.end()


def _table(
    text: str, needed: Sequence[str], wanted: str, one_of: Sequence[str] = ()
) -> list[tuple[int, dict[str, str]]]:
    """The lines of a list by their column; refused where a column is missing."""
    rows = _rows(text)
    header = [cell.casefold() for cell in rows[0][1]] if rows else []
    if not set(needed) <= set(header) or (one_of and not set(one_of) & set(header)):
        raise ClubError("club.error.columns", f"line 1: the columns {wanted} are needed", wanted=wanted)
    return [
        (number, {name: cells[index] if index < len(cells) else "" for index, name in enumerate(header)})
        for number, cells in rows[1:]
    ]


def _whole(by: Mapping[str, str], column: str) -> int:
    text = by.get(column, "")
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ClubError(
            "club.error.cell", f"{column}: a whole number is needed, not {text!r}", column=column, value=text
        )
    return int(text)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines that hold anything, each with the number of the line it begins on, cells stripped."""
    if len(text) > _LONGEST:
        raise ClubError("club.error.big", "this list is too long")
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, begins = [], 1
    try:
        for cells in reader:
            rows.append((begins, [shown(cell) for cell in cells]))
            begins = reader.line_num + 1
    except csv.Error as error:
        mended = ClubError("club.error.quotes", f"its quotation marks do not match: {error}")
        raise ListError([Fault(begins, mended)]) from error
    return [(number, cells) for number, cells in rows if any(cells)]
