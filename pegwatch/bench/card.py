"""What a game costs the memory card: bytes written by the one that writes most, the journal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.bench.longrun import play
from pegwatch.bench.measures import Figure

_HOURS = 0.5


def card() -> Iterator[Figure]:
    """Play for half an hour of table time, and look at what reached the disk. The folder must lie on a real one."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-card-", dir=Path.cwd()) as name:
        run = play(_HOURS, Path(name))
        journal = SqliteJournal(Path(name) / "journal.sqlite", read_only=True)
        games = sum(info.over for info in journal.games())
        journal.close()
    last = run.samples[-1]
    files = ("journal.sqlite", "journal.sqlite-wal", "inbox.sqlite", "inbox.sqlite-wal")
    size = sum(last.files_mb.get(file, 0.0) for file in files)
    per_game = f"{last.written_mb / games:.1f} MB a game, {games} games" if games else "no game was finished"
    yield Figure(
        "written to the disk by all processes, an hour", f"{last.written_mb / run.hours:.1f} MB", per_game
    )
    yield Figure(
        "the journal grows by, an hour",
        f"{size / run.hours:.2f} MB",
        "append-only; a write costs whole pages",
    )
