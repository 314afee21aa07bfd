"""Standard output whose failures are told from those of files: a full disk under it is nobody else's fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast


class OutputFailed(Exception):
    """What was to be printed cannot be written. No OSError: it passes by whoever waits for one of a file."""


class _Output:
    """A stream of text that raises `OutputFailed`; a reader who has gone is a BrokenPipeError as ever."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """As the stream's own."""
        with _told():
            return self._stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """As the stream's own."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """As the stream's own."""
        with _told():
            self._stream.flush()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        why = error.strerror or error
        raise OutputFailed(f"the output cannot be written: {why}; send it somewhere else") from error


@contextmanager
def told_output() -> Iterator[None]:
    """Within this context standard output raises `OutputFailed`; at its end all of it is written."""
    stream = sys.stdout
    if stream is None:  # closed (`>&-`): click prints nothing then
        yield
        return
    sys.stdout = output = cast(TextIO, _Output(stream))
    try:
        yield
        output.flush()
    finally:
        if sys.stdout is output:
            sys.stdout = stream


def let_go_of_output() -> None:
    """What could not be written is not tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
