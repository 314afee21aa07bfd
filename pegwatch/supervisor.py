"""The supervisor: starts the processes of a table, watches them, starts them again, and ends them cleanly.

Each process is `pegwatch process NAME --run DIR`. One that ends by itself or does not respond is started
again at once; one that keeps failing stops the table with its own last words, because a table that silently
sees nothing is worse than none.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware.box.logs import rotate
from firmware.box.pulse import Pulse
from firmware.box.sections import LogSettings
from pegwatch.failure import PegwatchError
from pegwatch.places import Places

_FAILURES: Final = 5  # this many ends ...
_WITHIN_S: Final = 60.0  # ... within so long, and the table stops
_SILENT_S: Final = 20.0  # a process that has not responded for this long is killed and started again
_STARTING_S: Final = 60.0  # loading libraries on a cold SD card takes a while
_LAST_WORDS: Final = 4000  # bytes of a log that are looked at for a reason


_LOGS: Final = LogSettings()


@dataclass
class _Child:
    name: str
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    ends: deque[float] = field(default_factory=lambda: deque(maxlen=_FAILURES))


class Supervisor:
    """The processes of one table. `say` gets a line whenever something worth telling happens."""

    def __init__(
        self,
        places: Places,
        pulse: Pulse,
        names: Sequence[str],
        say: Callable[[str], None],
        logs: LogSettings = _LOGS,
    ) -> None:
        self._places = places
        self._pulse = pulse
        self._children = [_Child(name, places.run / f"{name}.log") for name in names]
        self._say = say
        self._logs = logs

    def start(self) -> None:
        """Start all processes."""
        self._pulse.ended = False
        for child in self._children:
            self._start(child)

    def has(self, name: str) -> bool:
        """Whether a process of this name is looked after."""
        return any(child.name == name for child in self._children)

    def add(self, name: str) -> None:
        """One more process from now on."""
        self._children.append(_Child(name, self._places.run / f"{name}.log"))
        self._start(self._children[-1])

    def _start(self, child: _Child) -> None:
        self._pulse.forget(child.name)
        with child.log.open("ab") as log:
            child.process = subprocess.Popen(
                [sys.executable, "-m", "pegwatch", "process", child.name, "--run", str(self._places.run)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the supervisor, which ends them in order
            )
        child.started = time.monotonic()

    def watch(self) -> None:
        """Look after the processes once; raise `PegwatchError` when one of them cannot be kept alive."""
        for child in self._children:
            process = child.process
            if process is None:
                continue
            rotate(child.log, self._logs.kb, self._logs.keep)
            if process.poll() is not None:
                self._revive(child, f"ended ({_how(process.returncode)})")
            elif self._is_silent(child):
                process.kill()
                process.wait()
                self._revive(child, f"did not respond for {_SILENT_S:.0f} s")

    def _is_silent(self, child: _Child) -> bool:
        beat = self._pulse.of(child.name)
        if beat.at == 0.0:
            return time.monotonic() - child.started > _STARTING_S
        return beat.age_s() > _SILENT_S

    def _revive(self, child: _Child, what: str) -> None:
        now = time.monotonic()
        child.ends.append(now)
        if len(child.ends) == _FAILURES and now - child.ends[0] < _WITHIN_S:
            raise PegwatchError(f"the {child.name} process keeps failing: {_last_words(child.log) or what}")
        self._say(f"{child.name}: {what}; started again")
        self._start(child)

    def cut_power(self) -> None:
        """Kill every process at once, as when the plug is pulled; the next watch starts them again."""
        for child in self._children:
            if child.process is not None:
                child.process.kill()
                child.process.wait()

    def pid(self, name: str) -> int:
        """The process number of a running process."""
        for child in self._children:
            if child.name == name and child.process is not None:
                return child.process.pid
        raise KeyError(name)

    def end(self, patience_s: float = 8.0) -> None:
        """Ask all processes to end, then make them."""
        self._pulse.ended = True
        running = [child.process for child in self._children if child.process is not None]
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + patience_s
        for process in running:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def parent_is_gone(parent: int) -> bool:
    """Whether the supervisor that started this process has died (killed, say): then there is no table."""
    return os.getppid() != parent


def _how(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit status {code}"


def _last_words(log: Path) -> str:
    """The last line that a process wrote before it failed."""
    with contextlib.suppress(OSError):
        lines = log.read_bytes()[-_LAST_WORDS:].decode("utf-8", "replace").split("\n")
        for line in reversed(lines):
            if line.strip():
                return line.strip().removeprefix("Error: ")
    return ""
