"""What the club's benches share: an event whose truth is known, tables that play it, and what the hub has kept."""

from __future__ import annotations

import json
import random
import time
import urllib.request
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from club.charts import Meeting
from club.desk import Desk
from club.evening import Evening
from club.folded import SEATS
from club.lists import EntryRow
from club.seating import Token
from club.store import open_store
from cribbage.log.events import Event
from cribbage.shown.policy import House
from firmware.box.journal import MemoryJournal
from firmware.broker import Address
from firmware.uplink import Outbox, Uplink
from pegwatch.failure import PegwatchError
from pegwatch.simulated.evening import Truth, play

STEP_S: Final = 0.5
"""How often a table looks at its journal, as the uplink process does."""
PATIENCE_S: Final = 240.0


@dataclass
class Setting:
    """One run: so many tables and games, and how fast they come."""

    tables: int
    games: int
    folder: Path
    port: int = 0
    page: int = 0
    event: int = 0
    truth: Truth = field(default_factory=dict)
    ended: dict[tuple[str, int], float] = field(default_factory=dict)  # (table, n) -> wall time
    away: set[tuple[str, int]] = field(
        default_factory=set
    )  # games that ended while their table had no network
    evening: Evening = field(default_factory=lambda: Evening(0))
    postgres: str = ""

    @property
    def store(self) -> str:
        """Where the hub keeps its records."""
        return self.postgres or str(self.folder / "hub.sqlite")

    @property
    def broker(self) -> Address:
        """The broker of this run."""
        return Address(f"mqtt://127.0.0.1:{self.port}")


def prepare(setting: Setting, seed: int) -> None:
    """The event: two players for each table, seats drawn, every game decided."""
    with closing(open_store(setting.store)) as store:
        desk = Desk(store, random.Random(seed).shuffle)
        setting.event = desk.create("Dora", "Bench", "acc-cut", games=setting.games)
        desk.enter(setting.event, "Dora", [EntryRow(f"Player {n}") for n in range(2 * setting.tables)])
        desk.draw(setting.event, "Dora")
        desk.announce(setting.event, "Dora")
        setting.evening = desk.evening(setting.event)
        setting.truth = play(setting.evening, seed)


def ask(setting: Setting, path: str) -> Any:
    """What the hub answers; None where it does not."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{setting.page}{path}", timeout=60) as answer:
            return json.load(answer)
    except OSError:
        return None


def wait(true: Callable[[], bool], what: str, setting: Setting) -> None:
    """Until something is true; `PegwatchError` where that takes too long."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > end:
            raise PegwatchError(
                f"still waiting for {what} after {PATIENCE_S:.0f} s; see {setting.folder / 'log'}"
            )
        time.sleep(0.1)


def seat_of(setting: Setting, meeting: Meeting) -> str:
    """The token with which the hub seats this game."""
    drawn = setting.evening.drawn[SEATS].n
    return str(Token(setting.event, drawn, meeting.game, meeting.one, str(meeting.other)))


class SimTable:
    """One table: its games in order, its journal, and an uplink that comes and goes."""

    def __init__(
        self, setting: Setting, board: int, broker: Address | None = None, boards: Collection[int] = ()
    ) -> None:
        """`broker`: where it finds its broker; None: that of the run. `boards`: all tables whose games it sends,
        where one line stands for several."""
        self._setting = setting
        self._broker = broker or setting.broker
        self.board = str(board)
        self._left = [
            m
            for each in setting.evening.chart
            for m in each
            if m.board in (boards or (board,)) and m.other is not None
        ]
        self._journal = MemoryJournal()
        self._outbox = Outbox(self._journal, f"bench-{board}", House())
        self._n = 0
        self.uplink: Uplink | None = None
        self.connect()

    def connect(self) -> None:
        """Start the uplink, as after a power cut: it knows nothing but the journal."""
        if self.uplink is None:
            self.uplink = Uplink(self._outbox, f"bench-{self.board}", self.board, self._broker)
            self.uplink.start()

    def drop(self) -> None:
        """The network is gone."""
        if self.uplink is not None:
            self.uplink.stop()
            self.uplink = None

    @property
    def is_done(self) -> bool:
        """Whether all games are played."""
        return not self._left

    def finish_game(self) -> None:
        """The next game of the chart ends at this table."""
        meeting = self._left.pop(0)
        self._n += 1
        names = {
            "A": self._setting.evening.name_of(meeting.one),
            "B": self._setting.evening.name_of(str(meeting.other)),
        }
        net = self._setting.truth[meeting.game, meeting.one, str(meeting.other)]
        winner, loser = ("A", "B") if net > 0 else ("B", "A")
        score = 121 - abs(net)
        header = {"log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False, "dealer": "A"}
        seated = {"players": names, "table_t0": 0.0, "seat": seat_of(self._setting, meeting)}
        pegs = {winner: [121, 120], loser: [score, 0] if score else [0, -1], "certain": True}
        for kind, body in (
            ("game", header | seated),
            ("pegs", pegs),
            ("verdict", {"code": "game", "player": winner, "points": score}),
            ("phase", {"phase": "over", "deal": 1, "turn": None, "to": None}),
        ):
            self._journal.append(self._n, [Event(kind, 1.0, body)])
        self._setting.ended[self.board, self._n] = time.time()
        if self.uplink is None or not self.uplink.line.is_up:
            self._setting.away.add((self.board, self._n))

    def step(self) -> None:
        """What the uplink process does twice a second."""
        if self.uplink is not None:
            self.uplink.step(time.monotonic(), [{"part": "board", "state": "ok"}])


def kept(setting: Setting) -> dict[tuple[str, int], float]:
    """What the hub has stored, read from its database: (table, n) -> wall time."""
    asked = "SELECT place, n, at FROM told"
    if setting.postgres:
        import psycopg

        with psycopg.connect(setting.postgres) as server:
            rows = server.execute(asked).fetchall()
    else:
        import sqlite3

        with closing(sqlite3.connect(f"file:{setting.store}?mode=ro", uri=True, timeout=10)) as db:
            rows = db.execute(asked).fetchall()
    assert len({(place, n) for place, n, _ in rows}) == len(rows)
    return {(place, n): at for place, n, at in rows}


def bare_store(where: str, games: int) -> tuple[float, float]:
    """The same games into an empty store and nothing else, one commit each: p50 and p99 in s."""
    times = []
    with closing(open_store(where)) as store:
        for n in range(1, games + 1):
            begin = time.perf_counter()
            store.tell(
                "1", "bare", n, {"players": {"A": f"Player {n}", "B": "Player"}, "scores": {"A": 121, "B": n}}
            )
            times.append(time.perf_counter() - begin)
    times.sort()
    return times[len(times) // 2], times[int(len(times) * 0.99)]
