"""From one installed version to another, and back: the old one goes only when the new one has proved itself.

Data: `opt` holds a folder for each version, `current` (a link) names the one that runs, `previous` the one before.
What starts and stops the table and says whether it is well is handed in (`Runs`), so that tests do it with processes
of their own.

    switch(fresh) stop, copy the journal, point `current` to fresh, start, ask until it is well; else
                  link, units and journal back as they were
    back()        the same to `previous`

What can go wrong: the new one does not start, its page does not answer, the journal is not sound in its eyes, within
`limit_s`, or the disk takes nothing. Then the old one runs again, on the journal as it was if the new one had changed
its form (what it wrote is kept under another name), and `SwitchedBack` says why. While it is under way the file
`turning` in `opt` names both; where the power went in the middle of it, `recover` (run before the table starts) goes
back to the old one.
Cost: the table stands still for some seconds.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from firmware.box.backup import copy_whole, put_aside, sync_folder
from pegwatch.failure import PegwatchError
from pegwatch.outfile import put_durably

LIMIT_S: Final = 180.0
STEADY: Final = 3
"""How often in a row it has to be found well: a version that comes up and falls over again is not."""
_LOOK_S: Final = 1.0
_BEFORE: Final = "before-update.sqlite"
_REFUSED: Final = (OSError, sqlite3.Error, PegwatchError)
"""How a full or worn-out disk says no."""
_SCHEMA_AT: Final = 60  # where an SQLite file keeps its user_version, four bytes


class SwitchedBack(PegwatchError):
    """The new version did not prove itself; the old one runs again."""


class SwitchUnderWay(PegwatchError):
    """Another switch is under way."""


class Runs(Protocol):
    """What there is to start and to ask."""

    def lay(self, version: Path) -> None:
        """Put in place what a version needs beside its folder: its units."""
        ...

    def stop(self) -> None:
        """Stop the table; nothing of it runs when this returns."""
        ...

    def start(self) -> None:
        """Start the table of `current`."""
        ...

    def what_is_wrong(self) -> str:
        """What is wrong just now, in a few words; empty where all is well."""
        ...


@dataclass
class Switcher:
    """Switches `current` under `opt`; `journal` is the table's, which need not be there yet."""

    opt: Path
    journal: Path
    runs: Runs
    say: Callable[[str], None]
    limit_s: float = LIMIT_S
    look_s: float = _LOOK_S
    _marker: Path = field(init=False)

    def __post_init__(self) -> None:
        self._marker = self.opt / "turning"

    def current(self) -> Path | None:
        """The version that runs; None where none does."""
        return self._of("current")

    def previous(self) -> Path | None:
        """The version before it; None where there is none."""
        return self._of("previous")

    def switch(self, fresh: Path) -> None:
        """Let this version take over, or raise `SwitchedBack`. The first one ever has nothing to prove itself
        against."""
        with self._alone():
            self._turn(fresh)

    def _turn(self, fresh: Path) -> None:
        old = self.current()
        # The marker would be kept, and what it names and what goes back by it might not yet be on the disk.
        subprocess.run(["sync", "-f", str(self.opt)], check=False)
        self.runs.stop()
        try:
            schema = self._keep_journal()
            self._mark(old, fresh, schema)
        except _REFUSED as error:
            if old is None:
                raise
            # Nothing was turned. Half a copy would leave the table no room for its journal.
            self.journal.with_name(_BEFORE).unlink(missing_ok=True)
            self._marker.unlink(missing_ok=True)
            self.runs.start()
            raise PegwatchError(
                f"the update was not begun, {_name(old)} runs on: {error}; make room on the disk, and update again"
            ) from error
        try:
            self._point(fresh)
            self.runs.lay(fresh)
            self.runs.start()
            why = "" if old is None else self._wait_until_well()
        except _REFUSED as error:
            if old is None:
                raise
            why = str(error)
        if old is not None and why:
            self._return(old, fresh, schema)
            raise SwitchedBack(
                f"version {_name(fresh)} did not prove itself ({why}): {_name(old)} runs again, nothing is lost"
            )
        self._marker.unlink(missing_ok=True)
        try:
            if old is not None and old != fresh:
                self._link("previous", old)
            self._tidy()
        except OSError as error:
            self.say(f"{_name(fresh)} runs, and there is no way back to {_name(old)}: {error}")

    def back(self) -> None:
        """Let the version before take over again; refused where it could not read the journal."""
        before = self.previous()
        if before is None or not before.is_dir():
            raise PegwatchError("there is no version to go back to: an update keeps the one before it")
        reads = _number(before / "SCHEMA")
        written = schema_of(self.journal)
        if reads is not None and written > reads:
            raise PegwatchError(
                f"version {_name(before)} cannot read the journal that is there (form {written}, it reads up to "
                f"{reads}): "
                f"export with 'pegwatch journal export', uninstall, move {self.journal.parent} aside, install that "
                "version, and import"
            )
        self.switch(before)

    def recover(self) -> bool:
        """Where the power went in the middle of a switch, go back to the old version. Returns whether there was
        one."""
        if not self._marker.exists():
            return False
        try:
            with self._alone():
                return self._recover()
        except SwitchUnderWay:  # it is under way: what starts now is what is to prove itself
            return False

    def _recover(self) -> bool:
        try:
            told = json.loads(self._marker.read_text(encoding="utf-8"))
            old, fresh, schema = Path(told["old"]), Path(told["fresh"]), int(told["schema"])
        except (OSError, ValueError, RecursionError, KeyError, TypeError):
            # torn: the power went before anything was turned
            self._marker.unlink(missing_ok=True)
            return False
        if old.is_dir():
            self._undo(old, schema)
            self.say(f"the update to {_name(fresh)} was cut off: {_name(old)} runs again")
        self._marker.unlink(missing_ok=True)
        return True

    # Steps

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One switch at a time; the system lets go of it when a process ends in whatever way."""
        with (self.opt / "turning.lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise SwitchUnderWay("another update is under way: wait for it to end") from error
            yield

    def _return(self, old: Path, fresh: Path, schema: int) -> None:
        self.runs.stop()
        try:
            self._undo(old, schema)
        except _REFUSED as error:  # the marker stays: what starts the table next tries again
            raise PegwatchError(
                f"{_name(old)} could not be put back: {error}; make room on the disk and restart: that tries it again"
            ) from error
        finally:
            self.runs.start()
        why = self._wait_until_well()
        if why:
            self.say(f"{_name(old)} was started again, and is not well either ({why}): run pegwatch doctor")
        self._marker.unlink(missing_ok=True)
        if fresh.parent == self.opt and fresh != old and fresh != self.previous():
            shutil.rmtree(fresh, ignore_errors=True)

    def _undo(self, old: Path, schema: int) -> None:
        """The old version, its units, and the journal in the form in which it can read it."""
        self._point(old)
        self.runs.lay(old)
        kept = self.journal.with_name(_BEFORE)
        if schema and kept.exists() and schema_of(self.journal) != schema:
            aside = put_aside(self.journal, "newer")
            shutil.copystat(aside, kept)
            _same_owner(aside, kept)
            os.replace(kept, self.journal)
            sync_folder(self.journal.parent)
            self.say(f"what the newer version wrote is kept as {aside}")

    def _keep_journal(self) -> int:
        """Copy the journal, which nobody writes now; the number of its form, 0 where there is none."""
        if not self.journal.exists():
            return 0
        kept = self.journal.with_name(_BEFORE)
        kept.unlink(missing_ok=True)
        copy_whole(self.journal, kept)
        for name in (kept.name, f"{self.journal.name}-wal", f"{self.journal.name}-shm"):
            _same_owner(self.journal, kept.with_name(name))
        return schema_of(self.journal)

    def _wait_until_well(self) -> str:
        """Empty when it was found well some times in a row; else what was wrong last."""
        end, times, why = time.monotonic() + self.limit_s, 0, "it was not asked"
        while time.monotonic() < end:
            why = self.runs.what_is_wrong()
            times = 0 if why else times + 1
            if times >= STEADY:
                return ""
            time.sleep(self.look_s)
        return why or "it does not stay well"

    def _mark(self, old: Path | None, fresh: Path, schema: int) -> None:
        if old is None:
            return
        told = {"old": str(old), "fresh": str(fresh), "schema": schema}
        put_durably(self._marker, json.dumps(told))

    def _point(self, version: Path) -> None:
        self._link("current", version)

    def _link(self, name: str, version: Path) -> None:
        if self._of(name) == version.resolve():
            return  # a full disk would refuse it
        new = self.opt / f"{name}.new"
        new.unlink(missing_ok=True)
        new.symlink_to(version)
        os.replace(new, self.opt / name)
        sync_folder(self.opt)

    def _of(self, name: str) -> Path | None:
        link = self.opt / name
        return link.resolve() if link.is_symlink() else None

    def _tidy(self) -> None:
        """Older versions than the one before go."""
        kept = {self.current(), self.previous()}
        for folder in self.opt.iterdir():
            if folder.is_dir() and not folder.is_symlink() and folder.resolve() not in kept:
                shutil.rmtree(folder, ignore_errors=True)


def schema_of(journal: Path) -> int:
    """The number of a journal's form, as SQLite keeps it; 0 where there is no journal."""
    try:
        with journal.open("rb") as file:
            file.seek(_SCHEMA_AT)
            return int.from_bytes(file.read(4), "big")
    except OSError:
        return 0


def _name(version: Path | None) -> str:
    if version is None:
        return "none"
    try:
        return (version / "VERSION").read_text(encoding="utf-8").strip() or version.name
    except OSError:
        return version.name


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _same_owner(like: Path, path: Path) -> None:
    if os.geteuid() == 0 and path.exists():
        stat = like.stat()
        os.chown(path, stat.st_uid, stat.st_gid)
        path.chmod(stat.st_mode & 0o777)
