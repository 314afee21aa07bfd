"""Lists that come in: entries, schedule, results, as CSV that any spreadsheet writes.

Read with a comma, a semicolon or a tab between cells, in UTF-8, UTF-16 or as Windows writes it; capitals and the
order of the columns do not matter. Every line that cannot be used is named, with what is wrong and how to fix it
(`ListError`), and then nothing of the file is taken.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from club.book import LONGEST_NAME, clean_name
from club.csvs import RESULTS, SCHEDULE, SCORES, shown
from club.errors import ClubError, Fault, ListError
from club.headings import Headings, find_headings, refuse_headings
from club.parts import plain
from club.spreadsheets import is_spreadsheet, text_of
from cribbage.tournament.companies import MOST_REGISTERED
from cribbage.tournament.scorecards import BLANK, MOST, BadCard, Line

_LONGEST: Final = 500_000
_ID: Final = re.compile(r"[A-Za-z0-9-]{1,12}")


def read_bytes(data: bytes) -> str:
    """The text of a file: a spreadsheet's first sheet, UTF-8 or UTF-16, otherwise what Windows writes in the West. No
    letter is lost."""
    if is_spreadsheet(data):
        return text_of(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace") if b"\x00" not in data else ""


IN_PEOPLE: Final[Mapping[str, str]] = {
    "club.error.name": "Name", "club.error.twice": "Name", "club.error.id": "ID", "club.error.id-twice": "ID",
    "club.error.number-twice": "ACC #", "club.error.players": "Player 1, Player 2 ...",
    "club.error.six": "Player 1, Player 2 ...",
}  # fmt: skip
IN_RESULTS: Final[Mapping[str, str]] = {
    "club.error.no-id": "ID", "club.error.game": "Game", "club.error.next": "Game", "club.error.result": "Result",
    "club.error.both": "Plus, Minus", "club.error.spread": "Plus, Minus",
    "club.error.score": "Points, Opponent points",
}  # fmt: skip
IN_SCHEDULE: Final[Mapping[str, str]] = {
    "club.error.games": "Game", "club.error.no-id": "Player A ID, Player B ID",
    "club.error.busy": "Player A ID, Player B ID",
}  # fmt: skip


@dataclass
class Faults:
    """What is wrong in a list, line by line; `end` refuses it where there is anything. `columns`: where something
    stands in this kind of list, by the path of the error."""

    columns: Mapping[str, str] = field(default_factory=dict)
    found: list[Fault] = field(default_factory=list)

    @contextmanager
    def line(self, number: int) -> Iterator[None]:
        """What is refused in here belongs to this line."""
        try:
            yield
        except ClubError as error:
            self.found.append(Fault(number, error, error.column or self.columns.get(error.text, "")))

    def end(self) -> None:
        """Refuse the list if a line of it is wrong."""
        if self.found:
            raise ListError(self.found)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry as it is read: a name, the people in it, a membership number; its id, or "" for the next number; and
    the home club, which only the members' register keeps."""

    name: str
    players: tuple[str, ...] = ()
    number: str = ""
    id: str = ""
    line: int = field(default=0, compare=False)
    club: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A list of people as it was understood: its rows, its headings, and lines above those that are not read."""

    rows: tuple[EntryRow, ...]
    headings: Headings
    above: tuple[int, ...] = ()


def read_entries(text: str) -> list[EntryRow]:
    """Entries: a column of names, or of first and last names, or a file of names alone, one a line."""
    return list(understand(text).rows)


def understand(text: str) -> PeopleList:
    """The same with what was understood of its columns, to be looked at before it is taken."""
    rows = _rows(text)
    if not rows:
        raise ClubError("club.error.empty", "there is nothing in this list", n=1)
    headings = find_headings(rows)
    above = tuple(line for line, _ in rows if line < headings.line)
    rows = [(line, cells) for line, cells in rows if line > headings.line]
    if not rows:
        raise ClubError("club.error.empty", "there is nothing in this list", n=1)
    faults, found = Faults(IN_PEOPLE), []
    lines: dict[tuple[str, str], int] = {}
    for number, cells in rows:
        with faults.line(number):
            if headings.line:
                refuse_headings(cells)
            by = {
                headings.means[index]: cell
                for index, cell in enumerate(cells)
                if index < len(headings.means) and headings.means[index] and cell
            }
            row = _entry(by, number)
            for what, value in (("name", plain(row.name)), ("number", row.number.casefold())):
                before = lines.setdefault((what, value), number)
                if value and before != number:
                    doubled = ClubError(
                        "club.error.doubled",
                        f"{row.name if what == 'name' else row.number} is there already, in line {before}",
                        value=row.name if what == "name" else row.number, n=before,
                    )  # fmt: skip
                    doubled.column = _called(headings, what)
                    raise doubled
            found.append(row)
    faults.end()
    return PeopleList(tuple(found), headings, above)


def _called(headings: Headings, what: str) -> str:
    """What the column of this meaning is called in this list; of a name in two columns both."""
    wanted = ("name", "first", "last") if what == "name" else (what,)
    return ", ".join(
        name for name, means in zip(headings.called, headings.means, strict=True) if name and means in wanted
    )


def _entry(by: Mapping[str, str], line: int) -> EntryRow:
    name = by.get("name") or " ".join(filter(None, (by.get("first"), by.get("last"))))
    if not name:
        raise ClubError("club.error.no-name", "the column Name is empty")
    players = tuple(clean_name(cell) for column, cell in by.items() if column.startswith("player "))
    if len(players) > MOST_REGISTERED:
        raise ClubError("club.error.players", f"more than {MOST_REGISTERED} players", n=MOST_REGISTERED)
    if "id" in by and not _ID.fullmatch(by["id"]):
        raise ClubError(
            "club.error.id", f"{by['id']!r} is no ID: up to 12 letters and digits", value=by["id"]
        )
    number, club = by.get("number", "")[:20], by.get("club", "")[:LONGEST_NAME]
    return EntryRow(clean_name(name), players, number, by.get("id", ""), line, club)


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
    faults = Faults(IN_RESULTS)
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
    """One game of a schedule as it is read; `other` is "" for the player who sits out."""

    game: int
    one: str
    other: str
    one_seat: str
    other_seat: str
    number: int = field(default=0, compare=False)


def read_schedule(text: str) -> list[ScheduleRow]:
    """A schedule with exactly the columns that schedules go out with."""
    needed = tuple(name.casefold() for name in SCHEDULE)
    faults, found = Faults(IN_SCHEDULE), []
    for number, by in _table(text, needed, ", ".join(SCHEDULE)):
        with faults.line(number):
            one, other, one_seat, other_seat = (by[name][:40] for name in needed[1:])
            found.append(ScheduleRow(_whole(by, "game"), one, other, one_seat, other_seat, number))
    faults.end()
    return found


def check_schedule(rows: Sequence[ScheduleRow], owners: Collection[str], games: int) -> None:
    """Whether everybody in it is known, plays once in each game and not against themselves; else `ListError`."""
    faults = Faults(IN_SCHEDULE)
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


_TYPED: Final = re.compile(r"([wl])?([+-])?([0-9]{1,3})?", re.IGNORECASE)


def read_line(text: str) -> Line:
    """A line of a card as it is typed: ``12`` won by 12, ``-7`` lost by 7, ``w`` and ``l`` without a spread, ``l+7``
    a loss whose spread stands in plus."""
    found = _TYPED.fullmatch("".join(text.split()).replace("−", "-").replace("–", "-"))
    if found is None or not (found[1] or found[3]):
        raise ClubError("club.error.typed", f"{text!r} is no line: 12, -7, w or l", value=text[:20])
    is_lost = found[1].upper() == "L" if found[1] else found[2] == "-"
    result: Literal["W", "L"] = "L" if is_lost else "W"
    column: Literal["+", "-"] = "-" if (found[2] or ("-" if is_lost else "+")) == "-" else "+"
    if not found[3]:
        return Line(result)
    try:
        return Line(result, int(found[3]), column)
    except BadCard as error:
        raise ClubError("club.error.spread", str(error)) from error


def typed(line: Line) -> str:
    """A line as `read_line` takes it."""
    if line.result is None:
        return ""
    if line.spread is None:
        return line.result.lower()
    if line.is_right:
        return str(line.spread) if line.result == "W" else f"-{line.spread}"
    return f"{line.result.lower()}{line.column}{line.spread}"


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
        wrong = ClubError("club.error.quotes", f"its quotation marks do not match: {error}")
        raise ListError([Fault(begins, wrong)]) from error
    return [(number, cells) for number, cells in rows if any(cells)]
