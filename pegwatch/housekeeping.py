"""What a running table needs done now and then where no systemd timer does it: backups of its journal."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.box.backup import FOLDER, write_lock
from firmware.box.errors import JournalError
from firmware.box.handover import take_in
from firmware.box.sections import BackupSettings
from pegwatch.places import Places

_FIRST_S: Final = 60.0  # a table that starts has better things to do
_HOUR_S: Final = 3600.0


class Housekeeping:
    """Call `step` again and again; it never waits. `say` gets a line when a backup could not be made."""

    def __init__(
        self,
        places: Places,
        settings: BackupSettings,
        say: Callable[[str], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._places = places
        self._settings = settings
        self._say = say
        self._now = now
        self._due = now() + _FIRST_S if settings.every_h > 0 else float("inf")
        self._running: subprocess.Popen[str] | None = None

    def step(self) -> None:
        """Begin a backup when it is time to, and hear what became of it."""
        if self._running is not None:
            if self._running.poll() is None:
                return
            said = self._running.communicate()[0].strip()
            if self._running.returncode:
                self._say(f"no backup was made: {said.removeprefix('Error: ')}")
            self._running = None
        if self._now() >= self._due:
            self._due = self._now() + self._settings.every_h * _HOUR_S
            # A process of its own, and a polite one: neither board nor page shall wait for the disk.
            words = ["nice", "-n", "10", sys.executable, "-m", "pegwatch", "journal", "backup"]
            self._running = subprocess.Popen(
                [*words, "--data", str(self._places.data)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip

    def end(self) -> None:
        """Wait for a backup that is being made."""
        if self._running is not None:
            self._running.communicate()
            self._running = None


def take_in_waiting(path: Path, settings: BackupSettings, say: Callable[[str], None]) -> None:
    """Put a journal that the keeper gave on the page in its place, before the table's processes open it; say
    how it went."""
    folder = Path(settings.folder) if settings.folder else path.parent / FOLDER
    try:
        with write_lock(path):
            try:
                done = take_in(path, folder)
            except JournalError as error:
                say(f"what was to be restored is put aside: {error}")
                return
    except JournalError as error:
        say(f"what is to be restored waits for the next start: {error}")
        return
    if done is not None:
        kept = f"; what lay there is kept as {done.aside}" if done.aside else ""
        boards = f"; learnt boards that came back: {', '.join(done.boards)}" if done.boards else ""
        say(f"restored what was given on the page: {done.last} events{kept}{boards}")
