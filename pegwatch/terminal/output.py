"""Standard output whose failures are told from those of files: a full disk under it is nobody else's fault."""

from __future__ import annotations

import codecs
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

_PRINTABLE: Final = "pegwatch-printable"
"""How errors of the output's encoding are dealt with, by the name that Python knows it by."""


class OutputFailed(Exception):
    """What was to be printed cannot be written. No OSError: what catches one of a file lets it pass."""


def _printable(error: UnicodeError) -> tuple[str | bytes, int]:
    """What is printed in place of letters that the output's encoding does not have: of a file's name its bytes, else
    what JSON writes."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    with contextlib.suppress(UnicodeError):
        return text.encode("ascii", "surrogateescape"), error.end
    return json.dumps(text)[1:-1], error.end


codecs.register_error(_PRINTABLE, _printable)


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
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=_PRINTABLE)
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
