"""A whole game as text: judging a log line by line, and writing one.

`replay` is a pure function from the lines of a log to its verdicts, in the log's own JSON shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cribbage.codec import Header, LogReader, observation_body, to_line
from cribbage.events import Event
from cribbage.observations import Observation
from cribbage.referee import Referee


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What judging a log gave. `cut_short`: its last line was torn off, and the rest still counts."""

    header: Header
    verdicts: list[dict[str, Any]]
    cut_short: bool
    events: list[Event] = field(repr=False)


def replay(lines: Iterable[str], file: str = "") -> ReplayResult:
    """Judge the lines of a log; raises `BadLog` with the line number for a line that cannot be read."""
    reader = LogReader()
    events: list[Event] = []
    referee: Referee | None = None
    for seen in reader.read(lines):
        if referee is None:
            referee = Referee(_header(reader))
        events += referee.receive(seen)
    if referee is not None:
        events += referee.finish()
    verdicts = [verdict_line(event, file) for event in events if event.kind == "verdict"]
    return ReplayResult(_header(reader), verdicts, reader.cut_short, events)


def _header(reader: LogReader) -> Header:
    assert reader.header is not None, "a log without one has been refused"
    return reader.header


def verdict_line(event: Event, file: str) -> dict[str, Any]:
    """A verdict event in the shape of the log's answers."""
    return {"file": file, "t": event.t, **event.body}


def write_log(header: Header, observations: Iterable[Observation]) -> Iterator[str]:
    """The lines of a log: the header, then the observations."""
    yield to_line(header.to_dict())
    for seen in observations:
        yield to_line(observation_body(seen))
