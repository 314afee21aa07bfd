"""Raw scans recorded to a file and played back: what one board did once, on any machine, as often as wanted.

A trace is JSON Lines. The first line names the board; every other line is one scan (``data``, ``tail``,
``expected`` in hex) or a bus error (``fault``), with ``n`` where the same came several times in a row
(equal data; the tail's level changes from scan to scan by itself). A trace that is played must be used up:
scans left over are an error, because then the program looked less often than it did when the trace was
made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

from firmware.drivers.base import BoardClosed, BoardDriver, BoardError, BoardFault, Closing, RawScan

FORMAT: Final = "board/1"


class TraceError(BoardError, ValueError):
    """A trace that cannot be read, is at its end, or was not used up."""


class RecordingDriver(Closing):
    """Passes another driver's scans on and writes them to a file."""

    def __init__(self, driver: BoardDriver, path: Path, board_name: str) -> None:
        self._driver = driver
        self._file: TextIO | None = path.open("w", encoding="utf-8")
        self._run: dict[str, Any] | None = None
        self._next: RawScan | None = None
        self._write({"trace": FORMAT, "board": board_name})

    def scan(self) -> RawScan:
        """One scan of the other driver, recorded; its bus errors are recorded too."""
        try:
            raw = self._driver.scan()
        except BoardFault as fault:
            self._flush()
            self._next = None
            self._write({"fault": fault.code, "detail": fault.detail, "chip": fault.chip})
            raise
        if self._run is not None and raw == self._next:
            self._run["n"] += 1
        else:
            self._flush()
            self._run = {
                "data": raw.data.hex(),
                "tail": raw.tail.hex(),
                "expected": raw.expected.hex(),
                "n": 1,
            }
        self._next = _after(raw)
        return raw

    def close(self) -> None:
        """Finish the file and close the other driver."""
        if self._file is not None:
            self._flush()
            self._file.close()
            self._file = None
        self._driver.close()

    def _flush(self) -> None:
        if self._run is not None:
            self._write(self._run)
        self._run = None

    def _write(self, line: dict[str, Any]) -> None:
        if self._file is None:
            raise BoardClosed
        self._file.write(json.dumps(line) + "\n")


class TraceDriver(Closing):
    """Plays a recorded trace, scan by scan."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._steps: Iterator[RawScan | BoardFault] | None = None
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            lines = []  # no text, so no trace
        header = self._parse(lines[0], 1) if lines else {}
        if header.get("trace") != FORMAT:
            raise TraceError(f"{self._name}: line 1: not a board trace; `pegwatch board record` makes one")
        self.board_name = str(header.get("board", ""))
        runs = [self._read_run(line, number) for number, line in enumerate(lines[1:], 2)]
        self.left = sum(times for _, times in runs)
        """How many scans have not been played yet."""
        self._steps = _play(runs)

    def scan(self) -> RawScan:
        """The next scan of the trace, or the bus error that came in its place."""
        if self._steps is None:
            raise BoardClosed
        step = next(self._steps, None)
        if step is None:
            raise TraceError(f"{self._name}: the trace is at its end")
        self.left -= 1
        if isinstance(step, BoardFault):
            raise step
        return step

    def close(self) -> None:
        """Stop playing; scans left over are a `TraceError`."""
        if self._steps is None:
            return
        self._steps = None
        if self.left:
            raise TraceError(f"{self._name}: {self.left} scans of the trace were not used")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:  # the error that is on its way says more
            self._steps = None
        super().__exit__(kind, error, trace)

    def _parse(self, line: str, number: int) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise TraceError(f"{self._name}: line {number}: not JSON") from None
        if not isinstance(value, dict):
            raise TraceError(f"{self._name}: line {number}: not an object")
        return value

    def _read_run(self, line: str, number: int) -> tuple[RawScan | BoardFault, int]:
        """What a line tells of, and how many times in a row it came."""
        entry = self._parse(line, number)
        if "fault" in entry:
            return BoardFault(str(entry["fault"]), str(entry.get("detail", "")), entry.get("chip")), 1
        try:
            raw = RawScan(*(bytes.fromhex(entry[key]) for key in ("data", "tail", "expected")))
            times = int(entry.get("n", 1))
        except (KeyError, OverflowError, TypeError, ValueError):
            raise TraceError(f"{self._name}: line {number}: not a scan") from None
        if times < 1:
            raise TraceError(f"{self._name}: line {number}: n must be 1 or more, not {times}")
        return raw, times


def _play(runs: list[tuple[RawScan | BoardFault, int]]) -> Iterator[RawScan | BoardFault]:
    """Each scan as often as it came; one at a time, as a line may stand for hours of them."""
    for step, times in runs:
        for _ in range(times):
            yield step
            step = step if isinstance(step, BoardFault) else _after(step)


def _after(raw: RawScan) -> RawScan:
    """The next scan if nothing changes: the same data, the tail at the other level."""
    return RawScan(raw.data, _other(raw.tail), _other(raw.expected))


def _other(tail: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in tail)
