"""A table log read line by line: only the present line is held, however long the log is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cribbage.errors import BadLog
from cribbage.log.codec import LONGEST_LINE, Header, header_from, observation_from, read_line
from cribbage.log.fields import Malformed, NotJson
from cribbage.log.observations import Observation


@dataclass(slots=True)
class LogReader:
    """Reads a log line by line; `header` is there after the first, `cut_short` after a torn last line.

    With `many` another header begins another game, whose time starts over; `game` counts them from 1. Without it a
    second header is an error.
    """

    many: bool = False
    header: Header | None = None
    cut_short: bool = False
    line: int = 0
    game: int = 0
    _t: float = 0.0

    @property
    def header_of_game(self) -> Header:
        """The header of the present game, for anyone who holds an observation of it."""
        assert self.header is not None, "a log without one has been refused"
        return self.header

    def read(self, lines: Iterable[str]) -> Iterable[Observation]:
        """The observations of a whole log; raises `BadLog` with the line number."""
        held: str | None = None
        readline = getattr(
            lines, "readline", None
        )  # a line that never ends is read no further than any may be
        for text in lines if readline is None else iter(lambda: readline(LONGEST_LINE + 1), ""):
            if held is not None:
                yield from self._take(held, last=False)
            held = text
        if held is None:
            raise BadLog(1, "empty: the first line must be a header")
        yield from self._take(held, last=True)

    def _take(self, text: str, last: bool) -> Iterable[Observation]:
        self.line += 1
        try:
            body = read_line(text)
        except NotJson as error:
            if last and self.header is not None and _torn(text):
                self.cut_short = bool(text.strip())
                return
            raise BadLog(self.line, str(error)) from error
        except Malformed as error:
            raise BadLog(self.line, str(error)) from error
        try:
            if self.header is None or "log" in body:
                self._begin(header_from(body))
                return
            seen = observation_from(body, tuple(self.header.players))
        except Malformed as error:
            raise BadLog(self.line, str(error)) from error
        if seen.t < self._t:
            raise BadLog(self.line, f"time runs backward: {seen.t} after {self._t}")
        self._t = seen.t
        yield seen

    def _begin(self, header: Header) -> None:
        if self.header is not None and not self.many:
            raise Malformed("another game begins here: give a log of one game")
        self.header, self._t = header, 0.0
        self.game += 1


def _torn(text: str) -> bool:
    """A last line without its line end that began as an object (or is blank) was cut short, not wrong."""
    return not text.endswith("\n") and text.lstrip()[:1] in ("", "{")
