"""What every board driver promises: one look at the whole chain, or an error that says how to fix it.

A driver reads levels and judges nothing: `firmware.decoder` decides whether a scan can be believed. The real
chain, the simulated one and a recorded trace stand behind this one contract and pass the same tests.
"""

from __future__ import annotations

from types import TracebackType
from typing import NamedTuple, Protocol, Self, runtime_checkable


class BoardError(Exception):
    """Base of everything that can go wrong between the pegs and the program."""


class BoardMissing(BoardError, OSError):
    """The board cannot be opened; the message names what is missing, `fix` the exact way to fix it."""

    def __init__(self, code: str, what: str, fix: str) -> None:
        super().__init__(f"{what}. {fix}")
        self.code = code
        self.what = what
        self.fix = fix


class BoardFault(BoardError, OSError):
    """The open board could not be read this time: `code` is one of `firmware.faults`."""

    def __init__(self, code: str, detail: str, chip: int | None = None) -> None:
        super().__init__(f"{code}: {detail}" + (f" (chip {chip})" if chip is not None else ""))
        self.code = code
        self.detail = detail
        self.chip = chip


class BoardClosed(BoardError, ValueError):
    """A scan was asked of a driver that is closed."""

    def __init__(self) -> None:
        super().__init__("the board driver is closed")


class Closing:
    """Something that is closed at the end of its `with` block."""

    def close(self) -> None:
        """Give back what it holds; closing again does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class RawScan(NamedTuple):
    """One scan as it came off the wire: first byte = chip nearest the Pi, first bit = its input D7."""

    data: bytes
    tail: bytes
    expected: bytes
    """What `tail` must be if every chip passes on what it is given."""


@runtime_checkable
class BoardDriver(Protocol):
    """Reads the chain. A driver is used by one thread and closed once; closing again does nothing."""

    def scan(self) -> RawScan:
        """Latch all inputs and read them; raise `BoardFault` when the bus itself fails."""
        ...

    def close(self) -> None:
        """Give the pins back."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
