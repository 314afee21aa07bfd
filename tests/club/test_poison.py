"""No message makes the hub deaf, and none spoils its pages: not now, and not after it is started again, when the
broker delivers again what was never acknowledged."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from brokers import Broker, broker_in, until
from hubs import Hub
from hypothesis import given, settings
from hypothesis import strategies as st

from club.desk import Desk
from club.receive import Receiver
from club.store import ASIDE_BYTES, MOST_ASIDE, SqliteDatabase, Store, open_store
from cribbage.log import wire
from cribbage.log.wire import FinishedGame
from firmware.broker import Line
from webui.club.app import build_club_app
from webui.club.site import ClubSite

GAME = FinishedGame("s", 1, 1, {"A": "Ann", "B": "Bob"}, {"A": 121, "B": 90}, "club", "acc-2025")


def changed(**change: Any) -> bytes:
    return json.dumps(GAME.body() | {"v": 1, "n": 900} | change).encode()


DIGITS = b"1" * 400
POISON: dict[str, tuple[str, bytes]] = {
    "a time of 400 digits": ("game", changed().replace(b'"began": 0.0', b'"began": ' + DIGITS)),
    "a number beyond 64 bits": ("game", changed(n=2**70)),
    "a number of 400 digits": ("game", changed().replace(b'"n": 900', b'"n": ' + DIGITS)),
    "a score of 400 digits": ("game", changed().replace(b'"A": 121', b'"A": ' + DIGITS)),
    "half a surrogate": ("game", changed(players={"A": "\ud800", "B": "Bob"})),
    "half a surrogate as stream": ("game", changed(stream="\udfff")),
    "no text for PostgreSQL": ("game", changed(stream="a\x00b")),
    "a name without end": ("game", changed(players={"A": "x" * 60_000, "B": "Bob"})),
    "no number": ("game", changed().replace(b'"began": 0.0', b'"began": NaN')),
    "depth": ("game", b'{"v":1,"x":' + b"[" * 30_000),
    "no UTF-8": ("game", b"\xff\xfe"),
    "parts are a number": ("health", b'{"v":1,"parts":9}'),
    "a part is a text": ("health", b'{"v":1,"parts":["eye"]}'),
    "waiting beyond all numbers": ("health", b'{"v":1,"parts":[],"waiting":' + DIGITS + b"}"),
    "calling is a list": ("health", b'{"v":1,"parts":[],"calling":[]}'),
    "players are a number": ("live", b'{"v":1,"players":7}'),
    "a player is a text": ("live", b'{"v":1,"state":"playing","players":["Ann"]}'),
    "a state is a list": ("state", b'{"v":1,"state":[]}'),
}


@pytest.mark.parametrize("name", POISON)
def test_a_message_that_cannot_be_used_is_counted_set_aside_and_stops_nothing(name: str, where: str) -> None:
    what, payload = POISON[name]
    with closing(open_store(where)) as store:
        desk, said = Desk(store), list[str]()
        receiver = Receiver(desk, lambda _topic, _payload: None, said.append)
        topic = wire.topic("7", what)
        for _ in range(3):
            receiver.take(topic, payload)
        receiver.take(wire.topic("7", wire.GAME), wire.write(GAME.body()))
        assert 1 in [told.n for told in store.told()]
        if name == "a time of 400 digits":  # a game is not lost because its clock was wrong
            assert [told.body["began"] for told in store.told()] == [0.0, 0.0]
            return
        (aside,) = store.aside()
        assert (receiver.refused, aside.times, aside.topic) == (3, 3, topic)
        assert payload.startswith(aside.payload)
        assert aside.payload
        assert "\n" not in aside.why
        client = build_club_app(ClubSite(desk, b"k" * 32, None)).test_client()
        for page in ("/room", "/tables", "/api/v1/club/tables"):
            assert client.get(page).status_code == 200


def test_what_is_set_aside_is_bounded_in_number_and_size(where: str) -> None:
    at = iter(range(1, 10_000))
    with closing(open_store(where, lambda: float(next(at)))) as store:
        for number in range(MOST_ASIDE + 20):
            store.set_aside("pegwatch/1/7/game", f"reason {number}", b"x" * 60_000)
        kept = store.aside()
        assert len(kept) == MOST_ASIDE
        assert kept[0].why == f"reason {MOST_ASIDE + 19}"
        assert {(each.size, len(each.payload)) for each in kept} == {(60_000, ASIDE_BYTES)}
        store.set_aside("t" * 70_000, "w\x00\ud800" * 10_000, b"")
        assert len(store.aside()[0].topic) == len(store.aside()[0].why) == 300
        store.drop_aside()
        assert store.aside() == []


def test_a_fault_of_ours_is_set_aside_too_and_the_line_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver = Receiver(desk, lambda _topic, _payload: None, lambda _said: None)

    def broken(*_: object) -> bool:
        raise ZeroDivisionError("nobody thought of this")

    with monkeypatch.context() as patch:
        patch.setattr(desk, "keep", broken)
        receiver.take(wire.topic("7", wire.GAME), wire.write(GAME.body()))
    (aside,) = desk.store.aside()
    assert "a fault in Pegwatch itself (ZeroDivisionError" in aside.why
    receiver.take(wire.topic("7", wire.GAME), wire.write(GAME.body()))
    assert len(desk.store.told()) == 1


_LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
_JSON = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_KEYS = ("stream", "n", "game", "players", "scores", "mode", "profile", "began", "sent", "parts", "waiting",
         "calling", "state", "over", "dealer")  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(wire.FROM_TABLE),
    st.dictionaries(st.sampled_from(_KEYS), _JSON, max_size=6),
    st.booleans(),
)
def test_any_json_is_taken_or_set_aside_and_the_pages_answer(
    what: str, change: dict[str, Any], of_a_game: bool
) -> None:
    payload = json.dumps((GAME.body() if of_a_game else {}) | change | {"v": 1}).encode()
    with closing(Store(SqliteDatabase(Path(":memory:")))) as store:
        desk = Desk(store)
        receiver = Receiver(desk, lambda _topic, _payload: None, lambda _said: None)
        receiver.take(wire.topic("7", what), payload)
        client = build_club_app(ClubSite(desk, b"k" * 32, None)).test_client()
        for page in ("/room", "/tables", "/api/v1/club/tables"):
            assert client.get(page).status_code == 200
        assert not any("a fault in Pegwatch" in each.why for each in store.aside())


def test_a_director_sees_what_was_set_aside_and_nobody_else(desk: Desk) -> None:
    site = ClubSite(desk, b"k" * 32, None)
    site.accounts.put("director", "Dora", "739205")
    desk.store.set_aside("pegwatch/1/7/game", "a game that is none", b'<script>{"v":1}\x00\xff')
    client = build_club_app(site).test_client()
    assert "a game that is none" not in client.get("/tables").get_data(as_text=True)
    visitor = "dora" * 8
    site.sessions.give(visitor, "", directors=("Dora",), known=())
    client.set_cookie("pegwatch-hub", visitor)
    page = client.get("/tables").get_data(as_text=True)
    assert "a game that is none" in page
    assert "&lt;script&gt;{&#34;v&#34;:1}\\x00\\xff" in page


# --- a real broker and a real hub ---------------------------------------------------------------------------


@contextmanager
def somebody(broker: Broker) -> Iterator[Line]:
    """A client with the rights of table 7 that sends what it likes."""
    line = Line(broker.address("7"), "somebody", lambda: None, lambda _topic, _payload: None)
    line.start()
    try:
        until(lambda: line.is_up, "the line")
        yield line
    finally:
        line.stop()


def numbers(hub: Hub) -> set[int]:
    with closing(sqlite3.connect(f"file:{hub.folder / 'hub.sqlite'}?mode=ro", uri=True, timeout=30)) as db:
        return {n for (n,) in db.execute("SELECT n FROM told")}


@pytest.mark.slow
def test_no_message_deafens_the_hub_nor_spoils_its_pages_also_after_a_restart(tmp_path: Path) -> None:
    with broker_in(tmp_path / "broker", ["hub", "7"]) as broker, somebody(broker) as line:
        hub = Hub(tmp_path / "hub", broker=broker)

        def send(n: int) -> bool:
            body = GAME.body() | {"n": n, "began": time.time()}
            return line.publish(wire.topic("7", wire.GAME), wire.write(body))

        try:
            hub.start()
            until(lambda: send(1) and 1 in numbers(hub), "the first game: the hub hears the broker")
            for what, payload in POISON.values():
                line.publish(wire.topic("7", what), payload, retain=what != wire.GAME)
            send(2)
            until(lambda: 2 in numbers(hub), "the game after the poison")
            assert [hub.status(page) for page in ("/room", "/tables", "/healthz")] == [200] * 3
            hub.kill()
            send(3)
            hub.start()
            send(4)
            until(lambda: {1, 2, 3, 4} <= numbers(hub), "the games after the restart")
            assert [hub.status(page) for page in ("/room", "/tables", "/healthz")] == [200] * 3
            shown = subprocess.run([*hub.command[:6], "--aside"], capture_output=True, text=True, check=True)
            assert "pegwatch/1/7/game: " in shown.stdout
            assert "pegwatch/1/7/health: " in shown.stdout
            assert "Traceback" not in hub.log
        finally:
            hub.kill()


@pytest.mark.slow
def test_a_message_beyond_the_brokers_limit_reaches_nobody_and_the_next_one_does(tmp_path: Path) -> None:
    with broker_in(tmp_path / "broker", ["hub", "7"]) as broker, somebody(broker) as line:
        hub = Hub(tmp_path / "hub", broker=broker)
        try:
            hub.start()
            big = wire.write(GAME.body() | {"n": 5, "more": "x" * 300_000})
            line.publish(wire.topic("7", wire.GAME), big)
            until(lambda: line.is_up, "the line")
            good = wire.write(GAME.body() | {"n": 6})
            until(
                lambda: line.publish(wire.topic("7", wire.GAME), good) and 6 in numbers(hub), "the good game"
            )
            with closing(open_store(str(hub.folder / "hub.sqlite"))) as store:
                assert store.aside() == []
        finally:
            hub.kill()
