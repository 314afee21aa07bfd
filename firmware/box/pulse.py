"""The pulse: a small memory-mapped file through which the processes of one table know of each other.

It holds the table clock and one slot for each process. Every field is one aligned 8-byte float with a
single writer, so no lock is needed and a reader can never see half a number. The file lies in the run
folder; it is a convenience, not a record: whatever must survive a power cut is in the journal.

Costs: one page of memory, about a microsecond a read or write.
"""

from __future__ import annotations

import math
import mmap
import os
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

from firmware.box.errors import BoxError

PARTS: Final = ("board", "eye", "web", "players", "uplink")
_MAGIC: Final = 20261120.0
_FIELDS: Final = 8  # 64 bytes a slot: one cache line
_SIZE: Final = (1 + len(PARTS)) * _FIELDS * 8
# Head slot: magic, clock_t, offset, simulated, ended, tired, moved
_CLOCK, _OFFSET, _SIMULATED, _ENDED, _TIRED, _MOVED = 1, 2, 3, 4, 5, 6
# Part slot: beat (monotonic s), done, until, wake, pid
_BEAT, _DONE, _UNTIL, _WAKE, _PID = 0, 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class Beat:
    """What one process last said of itself.

    `at` is monotonic seconds of its last sign of life (0 = never); `done` the table time that it has worked
    through; `until` its watermark: everything seen up to then has been reported; `wake` when it wishes to run
    next (infinite = only when something changes); `pid` its process.
    """

    at: float
    done: float
    until: float
    wake: float
    pid: int

    def age_s(self) -> float:
        """Seconds since the last sign of life; infinite if there was none."""
        return time.monotonic() - self.at if self.at else math.inf


class Pulse:
    """The open pulse file. Use `Pulse.open`; close it or use it as a context manager."""

    def __init__(self, path: Path, memory: mmap.mmap) -> None:
        self.path = path
        self._memory = memory
        self._view = memoryview(memory).cast("d")

    @classmethod
    def open(cls, run_dir: Path) -> Pulse:
        """Open the pulse of a run folder, making it if need be; raise `BoxError` with the reason."""
        path = run_dir / "pulse"
        try:
            run_dir.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o660)
            try:
                if os.fstat(descriptor).st_size != _SIZE:
                    os.ftruncate(descriptor, _SIZE)
                memory = mmap.mmap(descriptor, _SIZE)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise BoxError(
                f"cannot use the run folder {run_dir}: {error.strerror}; make it writable"
            ) from error
        pulse = cls(path, memory)
        if pulse._view[0] != _MAGIC:
            pulse._clear()
        return pulse

    def _clear(self) -> None:
        for index in range(len(self._view)):
            self._view[index] = 0.0
        self._view[0] = _MAGIC

    # --- the table clock -------------------------------------------------------------------------------

    @property
    def clock_t(self) -> float:
        """Table time of a simulated table, s."""
        return self._view[_CLOCK]

    @clock_t.setter
    def clock_t(self, t: float) -> None:
        self._view[_CLOCK] = t

    @property
    def offset(self) -> float:
        """Table time minus monotonic time on a real table, s; 0 = not yet set."""
        return self._view[_OFFSET]

    @offset.setter
    def offset(self, seconds: float) -> None:
        self._view[_OFFSET] = seconds

    @property
    def simulated(self) -> bool:
        """Whether the table clock is led by the simulated players."""
        return self._view[_SIMULATED] == 1.0

    @simulated.setter
    def simulated(self, yes: bool) -> None:
        self._view[_SIMULATED] = float(yes)

    @property
    def ended(self) -> bool:
        """Whether the processes are asked to end."""
        return self._view[_ENDED] == 1.0

    @ended.setter
    def ended(self, yes: bool) -> None:
        self._view[_ENDED] = float(yes)

    @property
    def tired(self) -> bool:
        """Whether the machine is short of power or too hot: anything that can do with less should. The board process
        says."""
        return self._view[_TIRED] == 1.0

    @tired.setter
    def tired(self, yes: bool) -> None:
        self._view[_TIRED] = float(yes)

    # --- the game ------------------------------------------------------------------------------------

    def game_moved(self) -> None:
        """The board process has written something of a game just now."""
        self._view[_MOVED] = time.monotonic()

    def quiet_s(self) -> float:
        """Seconds since something of a game was written, whatever the time of day did meanwhile; infinite if nothing
        was since this machine started."""
        quiet = time.monotonic() - self._view[_MOVED]
        return quiet if self._view[_MOVED] and quiet >= 0 else math.inf  # else it is of an earlier start

    # --- the processes ---------------------------------------------------------------------------------

    def _slot(self, part: str) -> int:
        return (1 + PARTS.index(part)) * _FIELDS

    def beat(self, part: str, *, done: float, until: float, wake: float = math.inf) -> None:
        """Say: alive, worked through table time `done`, reported all up to `until`, wake me at `wake`.

        `done` is written last, so anyone who sees it sees the rest.
        """
        slot = self._slot(part)
        self._view[slot + _PID] = float(os.getpid())
        self._view[slot + _UNTIL] = until
        self._view[slot + _WAKE] = wake
        self._view[slot + _BEAT] = time.monotonic()
        self._view[slot + _DONE] = done

    def of(self, part: str) -> Beat:
        """What a process last said of itself."""
        slot = self._slot(part)
        done = self._view[slot + _DONE]  # first: written last
        return Beat(
            at=self._view[slot + _BEAT],
            done=done,
            until=self._view[slot + _UNTIL],
            wake=self._view[slot + _WAKE],
            pid=int(self._view[slot + _PID]),
        )

    def forget(self, part: str) -> None:
        """Clear the slot of a process that is gone, but not its watermark: what it reported stays."""
        slot = self._slot(part)
        self._view[slot + _BEAT] = 0.0
        self._view[slot + _PID] = 0.0
        self._view[slot + _WAKE] = math.inf

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        if not self._memory.closed:
            self._view.release()
            self._memory.close()

    def __enter__(self) -> Pulse:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
