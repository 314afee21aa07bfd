"""A table that plays the recorded deals one after the other through the real recorder, and says what it has done.

Run as a program with the journal's path and the folder of its backups. Started again on the same journal, it goes on
where it stopped. Each line of its output is a promise: ``put N`` item N is in the inbox, ``said N`` event N can be
shown to people.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware.box.backup import back_up, write_lock
from firmware.box.sqlite_journal import SqliteJournal
from firmware.recorder import Recorder

GAMES = Path(__file__).parents[1] / "games"
BACKUP_EVERY = 40
BETWEEN_S = 60.0


def steps() -> list[tuple[str, float, dict[str, Any]]]:
    """Everything that is reported, in order: (source, table time, body)."""
    found: list[tuple[str, float, dict[str, Any]]] = []
    t0 = 1.0
    for game in sorted(GAMES.glob("*.jsonl")):
        header, *bodies = [json.loads(line) for line in game.read_text(encoding="utf-8").splitlines()]
        for key in ("why", "expect"):
            header.pop(key)
        found.append(("page", t0, {"new_game": header}))
        for body in bodies:
            t = t0 + body.pop("t")
            found.append(("board" if "holes" in body else "eye", t, body))
        t0 = found[-1][1] + BETWEEN_S
    return found


def promise(words: str) -> None:
    """One line, with one write."""
    os.write(1, f"{words}\n".encode())


def play(path: Path, backups: Path) -> None:
    """Play all of it, or the rest of it."""
    everything = steps()
    with write_lock(path), closing(SqliteJournal(path)) as journal:
        recorder = Recorder(journal)
        done = sum(1 for _ in journal.reports())
        if done:
            recorder.take(everything[done - 1][1])
        for number, (source, t, body) in enumerate(everything[done:], done + 1):
            promise(f"put {journal.put(source, t, body)}")
            recorder.take(t)
            promise(f"said {journal.last()}")
            if number % BACKUP_EVERY == 0:
                back_up(path, backups, 2)


if __name__ == "__main__":
    play(Path(sys.argv[1]), Path(sys.argv[2]))
