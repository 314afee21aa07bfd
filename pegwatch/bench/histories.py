"""What it costs to look for honest histories: the referee beside the book alone, badly seen games, memory of a game.

Times are processor seconds of this process, so that a busy machine does not count; the ratios hold within one run.
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cribbage.book.story import Story
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.log.observations import Observation
from cribbage.profiles import PROFILES
from cribbage.worlds.forks import BOUND
from cribbage.worlds.referee import Referee
from pegwatch.bench.measures import Figure
from pegwatch.simulated.pairgame import Cost, judged, play_game
from pegwatch.simulated.pairs import game_of
from pegwatch.simulated.plants import Plants
from pegwatch.simulated.table import SimulatedTable

GAMES: Final = 30
_FIRST: Final = 70_000
_MEASURED: Final = 4  # of these games also their memory, which takes ten times as long
_MIXTURES: Final = 0.3
_RUNS: Final = 5
_MB: Final = 2**20

Judge = Callable[[Header], Referee | Story]


def histories(games: int = GAMES) -> Iterator[Figure]:
    """Observations a second on perfect logs, the worst observation of badly seen games, memory of a whole game."""
    perfect = [
        _read(SimulatedTable(n, 1, Plants(), book, with_scenes=False).as_log(1))
        for n, book in enumerate(PROFILES)
    ]
    alone, whole = _rates(perfect, Story), _rates(perfect, Referee)
    yield Figure("observations a second, the book alone", f"{alone:,.0f}", "perfect logs of five books")
    yield Figure(
        "observations a second, with all histories", f"{whole:,.0f}", f"{whole / alone:.2f} of the book alone"
    )
    total, peak_mb = Cost(), 0.0
    for number in range(_FIRST, _FIRST + games):
        lines = play_game(game_of(number, _MIXTURES)).lines
        total.add(judged(lines)[1])
        if number < _FIRST + _MEASURED:
            peak_mb = max(peak_mb, _memory_mb(lines))
    cost = total.as_json()
    note = f"{games} games seen with two to five kinds of blindness, {cost['observations']:,} observations"
    yield Figure("an observation seen badly, on average", f"{cost['mean ms']:.2f} ms", note)
    reached = f"the bound of {BOUND} reached in {cost['bound reached']} deals"
    note = f"at most {cost['most histories']} histories; {reached}"
    yield Figure("the worst of them", f"{cost['worst ms']:.0f} ms", note)
    yield Figure(
        "memory of a whole game, at most", f"{peak_mb:.1f} MB", "its log read and judged, by tracemalloc"
    )


def _read(lines: Sequence[str]) -> tuple[Header, list[Observation]]:
    reader = LogReader()
    seen = list(reader.read(lines))
    return reader.header_of_game, seen


def _rates(logs: Sequence[tuple[Header, list[Observation]]], judge: Judge) -> float:
    """Observations a second of processor time: the median of some runs."""
    took: list[float] = []
    for _ in range(_RUNS):
        began = time.process_time()
        for header, seen in logs:
            _judge(judge(header), seen)
        took.append(time.process_time() - began)
    return sum(len(seen) for _, seen in logs) / statistics.median(took)


def _judge(referee: Referee | Story, seen: Sequence[Observation]) -> list[Event]:
    return [event for one in seen for event in referee.receive(one)] + referee.finish()


def _memory_mb(lines: Sequence[str]) -> float:
    """What judging a game holds at most beside what was there before."""
    tracemalloc.start()
    try:
        judged(lines)
        return tracemalloc.get_traced_memory()[1] / _MB
    finally:
        tracemalloc.stop()
