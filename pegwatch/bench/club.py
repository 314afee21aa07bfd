"""`make bench-club`: thirty tables with a real broker and a real hub, then the traffic of five hundred; on SQLite
and, where it is installed, on a PostgreSQL of our own.

Both runs begin with an event whose truth is known and end with the hub's own standings held against it. Latency is
from the end of a game (or its sending, where traffic is replayed) to the hub's store; memory is the hub's process.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from club.charts import Meeting
from club.desk import Desk
from club.evening import Evening
from club.folded import SEATS
from club.lists import EntryRow
from club.seating import Token
from club.store import open_store
from cribbage import wire
from cribbage.events import Event
from cribbage.policy import House
from cribbage.tournament.scorecards import cards_of
from cribbage.wire import FinishedGame
from firmware.box.journal import MemoryJournal
from firmware.broker import Address, Line
from firmware.uplink import Outbox, Uplink
from pegwatch.bench.measures import peak_mb
from pegwatch.bench.postgres import fresh_database, own_postgres, program
from pegwatch.failure import PegwatchError
from pegwatch.ports import free_port
from pegwatch.simulated.evening import Truth, play

_STEP_S: Final = 0.5  # as the uplink process looks at its journal
_PATIENCE_S: Final = 240.0


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


@contextmanager
def running(setting: Setting) -> Iterator[int]:
    """Broker and hub as processes of their own; gives the hub's process number."""
    mosquitto = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if mosquitto is None:
        raise PegwatchError("mosquitto is not installed: sudo apt install mosquitto")
    setting.port, setting.page = free_port(), free_port()
    conf = setting.folder / "mosquitto.conf"
    conf.write_text(
        f"listener {setting.port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 20000\nuser root\n"
    )
    with (setting.folder / "log").open("wb") as log:
        broker = subprocess.Popen([mosquitto, "-c", conf], stdout=log, stderr=log)
        hub = subprocess.Popen(
            [sys.executable, "-m", "pegwatch", "hub", "--data", str(setting.folder), "--host", "127.0.0.1",
             "--port", str(setting.page), "--broker", setting.broker.url, "--store", setting.store],
            stdout=log, stderr=log,
        )  # fmt: skip
        try:
            _wait(lambda: _ask(setting, "/healthz") is not None, "the hub", setting)
            yield hub.pid
        finally:
            for process in (hub, broker):
                process.send_signal(signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                if process.poll() is None:
                    process.kill()
                    process.wait()


def _ask(setting: Setting, path: str) -> Any:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{setting.page}{path}", timeout=60) as answer:
            return json.load(answer)
    except OSError:
        return None


def _wait(true: Callable[[], bool], what: str, setting: Setting) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not true():
        if time.monotonic() > end:
            raise PegwatchError(
                f"still waiting for {what} after {_PATIENCE_S:.0f} s; see {setting.folder / 'log'}"
            )
        time.sleep(0.1)


def _seat(setting: Setting, meeting: Meeting) -> str:
    """The token with which the hub seats this game."""
    drawn = setting.evening.drawn[SEATS].n
    return str(Token(setting.event, drawn, meeting.game, meeting.one, str(meeting.other)))


class SimTable:
    """One table: its games in order, its journal, and an uplink that comes and goes."""

    def __init__(self, setting: Setting, board: int) -> None:
        self._setting = setting
        self.board = str(board)
        self._left = [
            m for each in setting.evening.chart for m in each if m.board == board and m.other is not None
        ]
        self._journal = MemoryJournal()
        self._outbox = Outbox(self._journal, f"bench-{board}", House())
        self._n = 0
        self.uplink: Uplink | None = None
        self.connect()

    def connect(self) -> None:
        """Start the uplink, as after a power cut: it knows nothing but the journal."""
        if self.uplink is None:
            self.uplink = Uplink(self._outbox, f"bench-{self.board}", self.board, self._setting.broker)
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
        seated = {"players": names, "table_t0": 0.0, "seat": _seat(self._setting, meeting)}
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


def with_tables(setting: Setting, seed: int, each_s: float, away_s: float) -> None:
    """Every table ends a game each `each_s`; every third one is without a network for a while."""
    rng = random.Random(seed)
    tables = [SimTable(setting, board) for board in range(1, setting.tables + 1)]
    begin = time.monotonic()
    due = {table.board: begin + rng.uniform(0, each_s) for table in tables}
    away = {table.board: begin + rng.uniform(2, each_s * setting.games / 2) for table in tables[::3]}
    looked = {table.board: 0.0 for table in tables}
    counted, kept = begin, 0
    try:
        while kept < len(setting.truth):
            now = time.monotonic()
            if now - counted >= _STEP_S:
                counted, kept = now, len(_kept(setting))
            if now - begin > _PATIENCE_S:
                return
            for table in tables:
                if not table.is_done and now >= due[table.board]:
                    table.finish_game()
                    due[table.board] = now + each_s * rng.uniform(0.7, 1.3)
                if table.board in away:
                    gone = now - away[table.board]
                    if 0 <= gone < away_s:
                        table.drop()
                    elif gone >= away_s:
                        table.connect()
                if now - looked[table.board] >= _STEP_S:
                    looked[table.board] = now
                    table.step()
            time.sleep(0.02)
    finally:
        for table in tables:
            table.drop()


def replayed(setting: Setting, a_second: float) -> None:
    """The messages of so many tables from one sender: games at a steady rate, each sent twice, and live and health of
    every table every five seconds."""
    line = Line(setting.broker, "replay", lambda: None, lambda _topic, _payload: None)
    line.start()
    _wait(lambda: line.is_up, "the broker", setting)
    numbers: dict[int, int] = {}
    games = []
    for each in setting.evening.chart:
        for meeting in each:
            if meeting.other is None:
                continue
            numbers[meeting.board] = n = numbers.get(meeting.board, 0) + 1
            net = setting.truth[meeting.game, meeting.one, meeting.other]
            names = {"A": setting.evening.name_of(meeting.one), "B": setting.evening.name_of(meeting.other)}
            scores = {"A": 121 if net > 0 else 121 + net, "B": 121 if net < 0 else 121 - net}
            said = ("club", setting.evening.edition, time.time())
            told = FinishedGame(
                f"replay-{meeting.board}", n, n, names, scores, *said, seat=_seat(setting, meeting)
            )
            games.append((str(meeting.board), told))
    begin = time.monotonic()
    signs = 0
    for index, (table, game) in enumerate(games):
        while (now := time.monotonic()) - begin < index / a_second:
            signs = _signs_of_life(line, setting, signs, now - begin)
            time.sleep(0.002)
        setting.ended[table, game.n] = time.time()
        for _ in range(2):
            line.publish(wire.topic(table, wire.GAME), wire.write(replace(game, sent=time.time()).body()))
    _wait(lambda: len(_kept(setting)) >= len(setting.truth), "all games", setting)
    line.stop()


def _signs_of_life(line: Line, setting: Setting, sent: int, since: float) -> int:
    """Live and health, evenly over five seconds: two for each table."""
    want = int(since / 5.0 * setting.tables)
    for number in range(sent, want):
        table = str(number % setting.tables + 1)
        players = [{"seat": seat, "name": f"Player {seat}", "score": number % 121} for seat in "AB"]
        line.publish(wire.topic(table, wire.STATE), wire.write({"state": wire.HERE}), retain=True)
        line.publish(
            wire.topic(table, wire.LIVE), wire.write({"state": "playing", "players": players}), retain=True
        )
        line.publish(wire.topic(table, wire.HEALTH), wire.write({"parts": [], "waiting": 0}), retain=True)
    return max(sent, want)


def _kept(setting: Setting) -> dict[tuple[str, int], float]:
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


def report(setting: Setting, pid: int, took_s: float) -> Mapping[str, Any]:
    """Figures of one run; raises nothing: what is wrong stands in them."""
    kept = _kept(setting)
    late = sorted(
        kept[what] - at for what, at in setting.ended.items() if what in kept and what not in setting.away
    )
    begin = time.monotonic()
    answer = _ask(setting, f"/api/v1/club/events/{setting.event}/standings")
    page_s = time.monotonic() - begin
    found = [
        (row["game_points"], row["games_won"], row["net"], row["plus"])
        for row in (answer or {}).get("standings", ())
    ]
    cards = cards_of((game, one, other, net) for (game, one, other), net in setting.truth.items())
    sums = [card.totals() for card in cards.values()]
    right = sorted(((s.game_points, s.games_won, s.net, s.plus) for s in sums), reverse=True)
    return {
        "tables": setting.tables, "games": len(setting.truth), "kept": len(kept),
        "ended_without_network": len(setting.away), "seconds": round(took_s, 1),
        "latency_p50_s": round(late[len(late) // 2], 3) if late else None,
        "latency_p99_s": round(late[int(len(late) * 0.99)], 3) if late else None,
        "latency_worst_s": round(late[-1], 3) if late else None,
        "hub_memory_mb": round(peak_mb(pid), 1), "standings_page_s": round(page_s, 2),
        "every_game_once": len(kept) == len(setting.truth), "standings_right": found == right,
    }  # fmt: skip


def run(
    tables: int, games: int, work: Callable[[Setting], None], postgres: str = "", seed: int = 7
) -> Mapping[str, Any]:
    """One run in a folder of its own, on SQLite or the database at this address."""
    with tempfile.TemporaryDirectory(prefix="pegwatch-bench-") as folder:
        setting = Setting(tables, games, Path(folder), postgres=postgres)
        prepare(setting, seed)
        with running(setting) as pid:
            begin = time.monotonic()
            work(setting)
            return report(setting, pid, time.monotonic() - begin)


def _thirty(setting: Setting) -> None:
    with_tables(setting, 7, 4.0, 10.0)


def _five_hundred(setting: Setting) -> None:
    replayed(setting, 10.0)


def _five_hundred_at_once(setting: Setting) -> None:
    replayed(setting, 40.0)


def main() -> int:
    """All runs; 1 where a game is missing or doubled, or the standings are wrong."""
    runs: list[tuple[str, int, int, Callable[[Setting], None]]] = [
        ("30 tables, each with its uplink; every third one without a network for 10 s", 30, 9, _thirty),
        (
            "500 tables: a round ends within a minute, every game sent twice, live and health",
            500,
            2,
            _five_hundred,
        ),
        ("the same, 40 games a second: four times as fast as that", 500, 2, _five_hundred_at_once),
    ]
    good = True
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} processors", flush=True)
    with ExitStack() as stack:
        server = ""
        if program("initdb") is None:
            print("PostgreSQL is not installed (sudo apt install postgresql): SQLite only", flush=True)
        else:
            server = stack.enter_context(own_postgres())
        for title, tables, games, work in runs:
            for database in ("sqlite", *(["postgres"] if server else [])):
                print(f"{title}; {database}, load {os.getloadavg()[0]:.1f}", flush=True)
                found = run(
                    tables, games, work, fresh_database(server, "bench") if database != "sqlite" else ""
                )
                for name, value in found.items():
                    print(f"  {name:20} {value}")
                good = good and bool(found["every_game_once"]) and bool(found["standings_right"])
    return 0 if good else 1


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", os.pathsep.join(sys.path[:1]))
    try:
        sys.exit(main())
    except PegwatchError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
