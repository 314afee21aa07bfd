"""What is wrong with a journal: what a worn card did (damaged), and what somebody did (changed)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol

from firmware.box.cells import is_number
from firmware.box.chain import Key, Row, Start, look
from firmware.box.schema import SINCE_CHAINED, SINCE_TAKEN_IS_NUMBERED

CHANGED: Final = "changed"
"""In each line about what somebody did, and in no other."""


class Looked(Protocol):
    """What is asked of a journal."""

    key: Key | None

    @property
    def name(self) -> str:
        """The journal's own id."""
        ...

    @property
    def chain(self) -> Start | None:
        """Where the chain begins."""
        ...

    def rows(self) -> list[Row]:
        """Every event as it stands in the file."""
        ...


def wrong_with(
    read: Callable[[str], list[Any]],
    journal: Looked,
    *,
    quick: bool = False,
    changes: bool = True,
    told: Callable[[int], None] | None = None,
) -> list[str]:
    """Lines about what is wrong; none where the journal is sound. `JournalError` where it cannot be read at all.

    `quick`, at every start: SQLite's own look at the pages, and whether an event is missing. Else also whether every
    index agrees, every event is what was written, every item that was taken is noted as such and, with `changes`,
    whether somebody changed a game. Each game is named once for each of the two, with the first thing that is wrong.
    `told` is called with 1 for each event that was read.
    """
    found = [
        " ".join(str(row[0]).split()) for row in read(f"PRAGMA {'quick' if quick else 'integrity'}_check(10)")
    ]
    wrong = [] if found == ["ok"] else found
    ((count, last),) = read("SELECT count(*), coalesce(max(n), 0) FROM event")
    given = _given(read, "event")
    if given is None or not is_number(last):
        wrong.append("how many events there were is not what was written")
    elif count != (last := max(last, given)):
        wrong.append(f"{last - count} of {last} events are missing")
    if not quick:
        if journal.chain is None and read("PRAGMA user_version")[0][0] >= SINCE_CHAINED:
            wrong.append("where the chain of events begins is not what was written")
        wrong += _taken(read)
        wrong += _games(journal, changes, told or (lambda _count: None))
    return wrong


def _taken(read: Callable[[str], list[Any]]) -> list[str]:
    """Whether a number of those taken is missing, and with it that its item was judged."""
    if read("PRAGMA user_version")[0][0] < SINCE_TAKEN_IS_NUMBERED:
        return [f"{row[0]} {row[1]} has lost its item" for row in read("PRAGMA foreign_key_check")]
    given = _given(read, "taken")
    ((count, last),) = read("SELECT count(*), coalesce(max(n), 0) FROM taken NOT INDEXED")
    if given is None or not is_number(last):
        return ["how many items were taken is not what was written"]
    missing = max(given, last) - count
    return (
        [f"of {max(given, last)} items that were taken, {missing} are not noted any more"] if missing else []
    )


def _given(read: Callable[[str], list[Any]], table: str) -> int | None:
    """The last number that was given in a table, 0 for none yet; None where it is no number any more."""
    rows = read(f"SELECT seq FROM sqlite_sequence WHERE name = '{table}'")
    found = [row[0] for row in rows] or [0]
    return max(found) if all(map(is_number, found)) else None


def _games(journal: Looked, changes: bool, told: Callable[[int], None]) -> Iterator[str]:
    named: set[tuple[int, bool]] = set()
    rows = journal.rows()
    for row in rows:
        told(1)
        if not _reads(row) and (row.game, False) not in named:
            named.add((row.game, False))
            which = f"game {row.game}" if is_number(row.game) else "a game"
            yield f"{which} is damaged: event {row.n} is not what was written"
    for found in look(rows, journal.name, journal.chain, journal.key):
        if (found.game, found.changed) in named or (found.changed and not changes):
            continue
        named.add((found.game, found.changed))
        which = f"game {found.game}" if is_number(found.game) and found.game else "a game"
        yield f"{which} was {CHANGED}: {found.what}" if found.changed else f"{which} is damaged: {found.what}"


def _reads(row: Row) -> bool:
    """Whether a row holds an event at all; the check sum of one that does not may be right."""
    try:
        row.body.encode()
        return isinstance(json.loads(row.body), dict)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return False
