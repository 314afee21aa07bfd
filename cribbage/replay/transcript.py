"""A whole log as text: judging it line by line, and writing one.

`steps` is a pure function from the lines of a log to what the referee says of it, one observation at a time. A log
may hold one game after another, each with its own header; nothing is kept of a game that is over. `replay` gathers
the verdicts of one game, in the log's own JSON shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.log.observations import Observation
from cribbage.worlds.referee import Referee


@dataclass(frozen=True, slots=True)
class Step:
    """One observation of a game and what the referee says at it; without one, what it says when the log ends.

    `game` counts the games of the log from 1.
    """

    game: int
    seen: Observation | None
    said: list[Event]


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What judging a log gave. `cut_short`: its last line was torn off, and the rest still counts."""

    header: Header
    verdicts: list[dict[str, Any]]
    cut_short: bool
    events: list[Event] = field(repr=False)


def steps(reader: LogReader, lines: Iterable[str]) -> Iterator[Step]:
    """Judge the lines of a log as they come; raises `BadLog` with the line number for one that cannot be read."""
    referee: Referee | None = None
    game = 0
    for seen in reader.read(lines):
        if referee is None or reader.game != game:
            if referee is not None:
                yield Step(game, None, referee.finish())
            referee, game = Referee(reader.header_of_game), reader.game
        yield Step(game, seen, referee.receive(seen))
    if referee is not None:
        yield Step(game, None, referee.finish())


def replay(lines: Iterable[str], file: str = "") -> ReplayResult:
    """Judge the log of one game; raises `BadLog` with the line number for a line that cannot be read."""
    reader = LogReader()
    events = [event for step in steps(reader, lines) for event in step.said]
    verdicts = [verdict_line(event, file) for event in events if event.kind == "verdict"]
    return ReplayResult(reader.header_of_game, verdicts, reader.cut_short, events)


def verdict_line(event: Event, file: str, game: int = 1) -> dict[str, Any]:
    """A verdict event in the shape of the log's answers; `game` stands in it from the second game of a log on."""
    which = {} if game == 1 else {"game": game}
    return {"file": file, **which, "t": event.t, **event.body}
