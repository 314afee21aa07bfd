"""Where a table keeps its things: one data folder, with the journal, the run folder and the demo's settings."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.box.chain import KEY_FILE
from firmware.box.inbox import inbox_of
from pegwatch.failure import PegwatchError

TABLES: Final = ("table", "demo")
"""The kinds of folder in which a table's journal lies."""


@dataclass(frozen=True, slots=True)
class Places:
    """The paths under one data folder; `run` may lie elsewhere (tmpfs under systemd)."""

    data: Path
    run: Path

    @classmethod
    def of(cls, data: str | None, kind: str) -> Places:
        """The data folder asked for, or PEGWATCH_DATA, or the user's own; `kind` is ``demo`` or ``table``."""
        chosen = data or os.environ.get("PEGWATCH_DATA")
        home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
        root = Path(chosen) if chosen else home / "pegwatch" / kind
        # systemd's RuntimeDirectory= says where; elsewhere it lies with the data.
        run = Path(os.environ["RUNTIME_DIRECTORY"]) if os.environ.get("RUNTIME_DIRECTORY") else root / "run"
        return cls(root, run)

    @classmethod
    def named(cls, data: str | None, kind: str) -> Places:
        """As `of`; a folder that was named and is not there is a typing error: `PegwatchError`."""
        places = cls.of(data, kind)
        if data and not places.data.is_dir():
            raise PegwatchError(f"there is no data folder {places.data}: is it written right?")
        return places

    @classmethod
    def used_last(cls, data: str | None) -> Places | None:
        """The folders of the table that was asked for, or else of the one played at last, the demo's too; None where
        there is no journal. Every command that is not told a table means this one."""
        there = [places for places in (cls.of(data, kind) for kind in TABLES) if places.journal.is_file()]
        return max(there, key=lambda places: places.journal.stat().st_mtime, default=None)

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.data / "journal.sqlite"

    @property
    def records(self) -> tuple[Path, ...]:
        """What no other file is ever written over: the journal, its inbox and its key."""
        return self.journal, inbox_of(self.journal), self.journal.with_name(KEY_FILE)

    @property
    def plan(self) -> Path:
        """What a running table was started with: the processes read it."""
        return self.run / "plan.json"

    def make(self) -> None:
        """Make the folders; raise `PegwatchError` where that is not allowed."""
        for folder in (self.data, self.run):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise PegwatchError(
                    f"cannot use the data folder {folder}: {error.strerror}; choose another with --data DIR"
                ) from error
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PegwatchError(
                    f"the data folder {folder} is not writable for this user; choose another with --data DIR"
                )

    @contextmanager
    def held(self, what: str = "table") -> Iterator[None]:
        """Hold the data folder, so that two tables never write the same journal."""
        with (self.run / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise PegwatchError(
                    f"a {what} is already running on {self.data}: stop it, or choose another with --data DIR"
                ) from error
            yield
