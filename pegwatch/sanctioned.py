"""Whether a sanctioned game runs at a table: asked by commands, of the journal as it lies there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from cribbage.shown.policy import is_settled
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.errors import BoxError
from firmware.box.journal import CALL_KIND
from firmware.box.sqlite_journal import SqliteJournal

_SOURCE = "keeper"


def runs_at(journal: Path) -> bool:
    """Whether the newest game of this journal is a sanctioned one that is not settled; a journal that cannot be read
    has none, because no table runs on it."""
    if not journal.is_file():
        return False
    try:
        with closing(SqliteJournal(journal, read_only=True)) as kept:
            games = kept.games()
            if not games or games[-1].header.get("mode") != "sanctioned":
                return False
            board = Scoreboard.empty()
            for stored in kept.events(game=games[-1].game):
                board = board.apply(stored.event)
    except BoxError:
        return False
    return not is_settled(board)


def note_at(journal: Path, **did: Any) -> None:
    """Leave in the game's record what was done during it from outside the table, among the judges' steps."""
    with closing(SqliteJournal(journal, puts_only=True)) as kept:
        kept.put(_SOURCE, kept.table_time(), {CALL_KIND: did})
