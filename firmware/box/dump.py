"""The whole journal as text, one JSON object a line, and back: for another machine, or for good.

The first line says what it is, the last how many lines there were, so half a file is never taken for a whole one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from cribbage.log.events import Event
from firmware.box.errors import JournalError
from firmware.box.journal import InboxItem, Stored
from firmware.box.sqlite_journal import SqliteJournal

FORMAT: Final = "pegwatch-journal/1"

_Number: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
_Time: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e11, le=1e11)]
_Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class _Item(msgspec.Struct):
    """Something that was put into the inbox."""

    item: _Number
    source: _Word
    t: _Time
    taken: bool
    body: dict[str, Any]


class _Event(msgspec.Struct):
    """An event."""

    n: _Number
    game: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    t: _Time
    at: _Time
    kind: _Word
    version: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    body: dict[str, Any]


def dump(journal: SqliteJournal) -> Iterator[str]:
    """The lines of a journal, without line ends."""
    yield _line({"journal": FORMAT, "events": journal.last()})
    lines = 1
    for item, taken in journal.reports():
        yield _line({"item": item.id, "source": item.source, "t": item.t, "taken": taken, "body": item.body})
        lines += 1
    for stored in journal.events():
        event = stored.event
        head = {"n": stored.n, "game": stored.game, "t": event.t, "at": stored.at, "kind": event.kind}
        yield _line({**head, "version": event.version, "body": event.body})
        lines += 1
    yield _line({"lines": lines})


def load(lines: Iterable[str], into: SqliteJournal) -> int:
    """Take the lines of a dump into an empty journal, all or nothing; the number of the last event.

    `JournalError` names the first line that is wrong.
    """
    events: list[Stored] = []
    reports: list[tuple[InboxItem, bool]] = []
    whole, number = False, 0
    for number, text in enumerate(lines, 1):
        body = _read(number, text)
        if whole:
            raise JournalError(f"line {number}: the export ended in the line before")
        try:
            if number == 1:
                if body.get("journal") != FORMAT:
                    raise JournalError(f"line 1: this is no export of a journal ({FORMAT} is expected)")
            elif "item" in body:
                item = msgspec.convert(body, _Item)
                reports.append((InboxItem(item.item, item.source, item.t, item.body), item.taken))
            elif "n" in body:
                row = msgspec.convert(body, _Event)
                event = Event(row.kind, row.t, row.body, row.version)
                events.append(Stored(row.n, row.game, event, row.at))
                if row.n != len(events):
                    raise JournalError(f"line {number}: event {len(events)} is missing")
            elif body.get("lines") == number - 1:
                whole = True
            elif type(body.get("lines")) is int:
                raise JournalError(f"line {number}: {body['lines']} lines were written, not {number - 1}")
            else:
                raise JournalError(f"line {number}: this is no item, no event and not the end of an export")
            _can_be_kept(body)
        except msgspec.ValidationError as error:
            raise JournalError(f"line {number}: {_plain(error)}") from error
        except (ValueError, RecursionError) as error:
            raise JournalError(f"line {number}: half a character, or lists without end") from error
    if not whole:
        raise JournalError(f"the export breaks off after line {number}: export it again")
    return into.fill(events, reports)


def _plain(error: msgspec.ValidationError) -> str:
    """What is wrong with a line in plain words: ``game is missing``, ``n: expected int, got str``."""
    missing = re.search(r"field `(\w+)`", str(error))
    if missing:
        return f"{missing[1]} is missing"
    what, _, where = str(error).replace("`", "").partition(" - at $.")
    return f"{where}: {what[:1].lower()}{what[1:]}" if where else what


def _can_be_kept(body: Mapping[str, Any]) -> None:
    """Raises where there is something in it that no file keeps."""
    _line(body).encode()


def _read(number: int, text: str) -> Mapping[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, json.JSONDecodeError) else "a number or a list without end"
        raise JournalError(f"line {number}: this is not JSON ({why})") from error
    if not isinstance(body, dict):
        raise JournalError(f"line {number}: a JSON object is expected")
    return body


def _line(body: Mapping[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
