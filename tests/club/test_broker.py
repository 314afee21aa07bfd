"""Tables and hub over a real broker: TLS, passwords, who may say what, last wills, and nothing lost or doubled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from brokers import Broker, broker_in, until
from browsers import seat_of

import firmware.uplink as uplink_module
from club.desk import Desk
from club.store import open_store
from cribbage.log import wire
from cribbage.log.events import Event
from cribbage.shown.policy import House
from firmware.box.journal import MemoryJournal
from firmware.broker import Line
from firmware.uplink import Outbox, Uplink
from pegwatch.hublink import CLIENT, listen_to_tables

pytestmark = pytest.mark.slow


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with broker_in(tmp_path / "broker", ["hub", "7", "8"]) as broker:
        yield broker


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send again soon, so that a test of what was lost need not wait half a minute."""
    monkeypatch.setattr(uplink_module, "RESEND_S", 0.5)
    monkeypatch.setattr(uplink_module, "TICK_S", 0.2)


class TableOfGames:
    """A table whose journal holds so many finished games, with its uplink."""

    def __init__(self, broker: Broker, name: str, table: str = "7") -> None:
        self.journal = MemoryJournal()
        self.uplink = Uplink(
            Outbox(self.journal, f"s{table}", House()), f"s{table}", table, broker.address(name)
        )
        self.games = 0

    def play(self, count: int, names: Mapping[str, str] | None = None, seat: str = "") -> None:
        for _ in range(count):
            self.games += 1
            header = {
                "log": "table/1",
                "profile": "acc-2025",
                "mode": "club",
                "muggins": False,
                "dealer": "A",
                "seat": seat,
            }
            self._tell("game", header | {"players": names or {"A": "Ann", "B": "Bob"}, "table_t0": 0.0})
            loser = self.games % 120
            self._tell("pegs", {"A": [loser, 0], "B": [120, 0], "certain": True})
            self._tell("pegs", {"A": [loser, 0], "B": [121, 120], "certain": True})
            self._tell("verdict", {"code": "game", "player": "B", "points": loser})
            self._tell("phase", {"phase": "over", "deal": 1, "turn": None, "to": None})

    def _tell(self, kind: str, body: Mapping[str, Any]) -> None:
        self.journal.append(self.games, [Event(kind, 1.0, dict(body))])

    def step(self) -> None:
        self.uplink.step(time.monotonic(), [{"part": "board", "state": "ok"}])


@contextmanager
def table_at(broker: Broker, name: str = "7", table: str = "7") -> Iterator[TableOfGames]:
    made = TableOfGames(broker, name, table)
    made.uplink.start()
    try:
        yield made
    finally:
        made.uplink.stop()


@contextmanager
def hub_at(broker: Broker, path: Path) -> Iterator[Desk]:
    with closing(open_store(str(path / "hub.sqlite"))) as store:
        desk = Desk(store)
        line = listen_to_tables(desk, broker.address("hub"))
        try:
            yield desk
        finally:
            line.stop()


def numbers(desk: Desk, table: str = "7") -> list[int]:
    return [told.n for told in desk.store.told() if told.table == table]


def stepping(*tables: TableOfGames) -> Callable[[Callable[[], bool]], Callable[[], bool]]:
    """A condition that lets the tables go on while it is waited for."""

    def wrap(true: Callable[[], bool]) -> Callable[[], bool]:
        def step() -> bool:
            for table in tables:
                table.step()
            return true()

        return step

    return wrap


def test_finished_games_live_score_and_health_reach_the_hub(broker: Broker, tmp_path: Path) -> None:
    with hub_at(broker, tmp_path) as desk, table_at(broker) as table:
        table.play(3)
        until(stepping(table)(lambda: numbers(desk) == [1, 2, 3]), "three games")
        until(stepping(table)(lambda: "7" in desk.store.posted("health")), "health")
        until(
            stepping(table)(lambda: desk.store.posted("state")["7"][1]["state"] == "here"),
            "the table is here",
        )
        assert desk.store.posted("live")["7"][1]["players"][1]["name"] == "Bob"
        until(stepping(table)(lambda: desk.store.posted("health")["7"][1]["waiting"] == 0), "all confirmed")


def test_a_verified_game_stands_on_both_cards_at_once(broker: Broker, tmp_path: Path) -> None:
    from club.lists import EntryRow

    with hub_at(broker, tmp_path) as desk, table_at(broker) as table:
        event = desk.create("Dora", "Monday", "grass-roots", games=1)
        desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
        desk.draw(event, "Dora", mixed=False)
        table.play(1, seat=seat_of(desk, event, 1, "1", "2"))
        until(stepping(table)(lambda: not desk.evening(event).missing), "the game is on the cards")
        assert desk.evening(event).cards["2"].totals().games_won == 1


def test_days_without_a_network_lose_nothing(broker: Broker, tmp_path: Path) -> None:
    """Nothing is there, neither broker nor hub, while fifty games are played; then both come, the hub last."""
    broker.stop()
    with table_at(broker) as table:
        table.play(50)
        for _ in range(5):
            table.step()
        broker.start()
        until(stepping(table)(lambda: table.uplink.line.is_up), "the line comes back")
        with hub_at(broker, tmp_path) as desk:
            until(stepping(table)(lambda: len(numbers(desk)) == 50), "fifty games")
            assert sorted(numbers(desk)) == list(range(1, 51))


def test_a_broker_that_forgets_everything_half_way_loses_and_doubles_nothing(
    broker: Broker, tmp_path: Path
) -> None:
    with hub_at(broker, tmp_path) as desk, table_at(broker) as table:
        table.play(60)
        until(stepping(table)(lambda: len(numbers(desk)) >= 10), "the first games")
        broker.stop()
        broker.start()
        until(stepping(table)(lambda: len(numbers(desk)) == 60), "sixty games")
        assert sorted(numbers(desk)) == list(range(1, 61))


def test_a_hub_that_is_started_again_goes_on_where_it_was(broker: Broker, tmp_path: Path) -> None:
    with table_at(broker) as table:
        with hub_at(broker, tmp_path) as desk:
            table.play(30)
            until(stepping(table)(lambda: len(numbers(desk)) >= 10), "the first games")
        table.play(10)
        with hub_at(broker, tmp_path) as desk:
            until(stepping(table)(lambda: len(numbers(desk)) == 40), "forty games")
            until(
                stepping(table)(lambda: table.uplink._sender.waiting(table.uplink._outbox.games) == 0),
                "confirmed",
            )


def test_a_table_that_is_started_again_sends_nothing_twice(broker: Broker, tmp_path: Path) -> None:
    with hub_at(broker, tmp_path) as desk:
        with table_at(broker) as table:
            table.play(5)
            until(stepping(table)(lambda: len(numbers(desk)) == 5), "five games")
        with table_at(broker) as table:
            table.play(6)  # the same journal, one game on
            until(stepping(table)(lambda: len(numbers(desk)) == 6), "one more")
            assert numbers(desk) == [1, 2, 3, 4, 5, 6]


def test_the_last_will_says_that_a_table_has_gone(broker: Broker, tmp_path: Path) -> None:
    with hub_at(broker, tmp_path) as desk, table_at(broker) as table:
        until(
            stepping(table)(lambda: desk.store.posted("state").get("7", (0, {}))[1].get("state") == "here"),
            "here",
        )
        socket = table.uplink.line._client.socket()
        assert socket is not None
        table.uplink.line._client.reconnect_delay_set(30, 30)
        socket.close()  # as when the power goes: no good-bye
        until(lambda: desk.store.posted("state")["7"][1]["state"] == "gone", "the last will")


def test_a_wrong_password_opens_no_line(broker: Broker) -> None:
    line = Line(broker.address("7", password_of="8"), "x", lambda: None, lambda _topic, _payload: None)
    line.start()
    try:
        until(lambda: bool(line.refusal), "the refusal")
        assert not line.is_up
        assert "ot authori" in line.refusal
    finally:
        line.stop()


@pytest.mark.filterwarnings("ignore:Exception ignored in.*SSLSocket:pytest.PytestUnraisableExceptionWarning")
def test_a_broker_with_a_strangers_certificate_is_not_believed(broker: Broker, tmp_path: Path) -> None:
    """The table trusts one certificate; another broker in its place gets neither password nor games.

    (paho leaves a socket whose handshake failed to the collector, which is what the filter is for.)
    """
    (tmp_path / "other").mkdir()
    with broker_in(tmp_path / "other" / "broker", ["7"]) as other:
        address = broker.address("7")
        stranger = type(address)(f"mqtts://localhost:{other.port}", "7", address.password_file, address.ca)
        line = Line(stranger, "x", lambda: None, lambda _topic, _payload: None)
        line.start()
        try:
            until(lambda: "SSL" in (other.folder / "log").read_text() or bool(line.refusal), "the refusal")
            assert not line.is_up
        finally:
            line.stop()


def test_a_table_cannot_speak_for_another(broker: Broker, tmp_path: Path) -> None:
    with (
        hub_at(broker, tmp_path) as desk,
        table_at(broker, "8", table="7") as liar,
        table_at(broker) as table,
    ):
        liar.play(3)
        table.play(1)
        until(stepping(liar, table)(lambda: numbers(desk) == [1]), "the honest game")
        for _ in range(20):
            liar.step()
            time.sleep(0.02)
        assert [told.stream for told in desk.store.told()] == ["s7"]


def test_nonsense_on_the_line_stops_nothing(broker: Broker, tmp_path: Path) -> None:
    with hub_at(broker, tmp_path) as desk, table_at(broker) as table:
        until(stepping(table)(lambda: table.uplink.line.is_up), "the line")
        for payload in (b"", b"nonsense", b'{"v":9}', b'{"v":1}', b"\xff" * 2000):
            table.uplink.line.publish(wire.topic("7", wire.GAME), payload)
        table.play(1)
        until(stepping(table)(lambda: numbers(desk) == [1]), "the game after it")


def test_a_table_that_calls_itself_the_hub_does_not_take_the_hubs_line(
    broker: Broker, tmp_path: Path
) -> None:
    """One client of a name at a time: with a name of its own choice a table could put the hub off, and hear what
    the broker keeps for it."""
    with hub_at(broker, tmp_path) as desk, table_at(broker) as table:
        table.play(1)
        until(stepping(table)(lambda: numbers(desk) == [1]), "the hub hears")
        said = (broker.folder / "log").read_text()
        thief = Line(broker.address("8"), CLIENT, lambda: None, lambda *_: None, clean=False)
        thief.start()
        try:
            until(lambda: thief.is_up, "the other table is there, under its own name")
            table.play(1)
            until(stepping(table)(lambda: numbers(desk) == [1, 2]), "the hub hears on")
        finally:
            thief.stop()
        news = (broker.folder / "log").read_text().removeprefix(said)
        assert "already connected" not in news
