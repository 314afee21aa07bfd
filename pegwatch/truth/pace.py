"""How long people wait: a game at the speed of a real table, its journal held against the clock on the wall."""

from __future__ import annotations

import signal
import statistics
import subprocess
import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cribbage.sight.pegmoves import RELEASE_S
from firmware.box.gamelog import TABLE_T0
from firmware.box.journal import GAME_KIND, Stored
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.truth.cases import Case
from pegwatch.truth.play import demo_words

_SAMPLE_S: Final = 0.02
_STARTING_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds, one for each event.

    `cards`: from the first picture of still cards to their reading in the journal; `pegs`: from the end of a
    released peg's second to the verdict in the journal.
    """

    cards: tuple[float, ...]
    pegs: tuple[float, ...]

    def lines(self) -> Iterator[str]:
        """In words, for the table."""
        for what, waits in (
            ("last card still -> its count can be shown", self.cards),
            ("peg let go -> verdict, after its second of release", self.pegs),
        ):
            if waits:
                middle, worst = statistics.median(waits), max(waits)
                yield f"{what}: median {middle:.2f} s, slowest of {len(waits)} {worst:.2f} s"


def measure(case: Case, folder: Path, minutes: float) -> Waits:
    """Play a case at real speed for so long; `PegwatchError` if it does not start."""
    data = folder / f"pace-{case.name}"
    words = [*demo_words(case, data), "--speed", "1", "--headless", "--fresh"]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        samples = list(_clock(data / "run", minutes, run))
    finally:
        run.send_signal(signal.SIGINT)
        run.wait(60)
    if not samples:
        raise PegwatchError(f"{case.name}: the table did not start; try pegwatch demo --data {data}")
    journal = SqliteJournal(data / "journal.sqlite")
    try:
        return waits(list(journal.events(game=1)), samples)
    finally:
        journal.close()


def _clock(run_dir: Path, minutes: float, run: subprocess.Popen[bytes]) -> Iterator[tuple[float, float]]:
    """(table time, wall time), again and again."""
    end = time.monotonic() + _STARTING_S
    while not (run_dir / "pulse").exists() and time.monotonic() < end and run.poll() is None:
        time.sleep(_SAMPLE_S)
    if not (run_dir / "pulse").exists():
        return
    with Pulse.open(run_dir) as pulse:
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end and run.poll() is None:
            yield pulse.clock_t, time.time()
            time.sleep(_SAMPLE_S)


def waits(stored: Sequence[Stored], clock: Sequence[tuple[float, float]]) -> Waits:
    """The waits in a journal; `clock` are (table time, wall time), rising."""
    begin = next((float(s.event.body[TABLE_T0]) for s in stored if s.event.kind == GAME_KIND), 0.0)
    times = [t for t, _ in clock]

    def late(s: Stored, after_s: float = 0.0) -> float | None:
        i = bisect_left(times, begin + s.event.t + after_s)
        return None if i in (0, len(times)) else max(0.0, s.at - clock[i][1])

    cards = [late(s) for s in stored if s.event.kind == "seen" and s.event.body.get("cards", {}).get("seen")]
    pegs = [
        late(s, RELEASE_S) for s in stored if s.event.kind == "verdict" and s.event.body["code"] == "scored"
    ]
    return Waits(*(tuple(w for w in found if w is not None) for found in (cards, pegs)))
