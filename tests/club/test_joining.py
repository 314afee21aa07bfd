"""A hub from nothing without a terminal: the first director on its page, the broker by one button, a table that
joins by a code on its own page, and its game comes in over TLS."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from brokers import program, until
from browsers import PIN, Browser, said
from flask.testing import FlaskClient
from halls import CA, FakeBroker, served

from club.desk import Desk
from club.errors import ClubError
from club.lists import EntryRow
from club.seating import is_one_table, read_tables
from club.store import open_store
from cribbage.shown.policy import House
from firmware.box.errors import BoxError
from firmware.box.joined import is_joined, join, joined, leave
from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from firmware.broker import Address
from firmware.uplink import Outbox, Uplink
from pegwatch.failure import PegwatchError
from pegwatch.hubtables import HubTables
from pegwatch.ownbroker import OwnBroker, hashed
from pegwatch.plan import Plan
from pegwatch.ports import free_port
from pegwatch.uplink_process import club_of
from webui.app import build_app
from webui.club.app import build_club_app
from webui.club.codes import HOLDS_S, Codes
from webui.club.site import ClubSite
from webui.clubjoin import address_of
from webui.config import WebConfig
from webui.errors import PostError
from webui.guard import TOKEN_HEADER
from webui.table import Table


def hub_with(desk: Desk, broker: FakeBroker | HubTables | None) -> tuple[ClubSite, Browser]:
    site = ClubSite(desk, b"k" * 32, None, "Riverside")
    site.broker = broker
    browser = Browser(build_club_app(site).test_client())
    browser.get("/login")
    return site, browser


def code_on(page: str) -> str:
    found = re.search(r"\b([A-Z2-9]{4}-[A-Z2-9]{4})\b", said(page))
    assert found is not None, said(page)
    return found[1]


# --- the first director ---------------------------------------------------------------------------------


def test_a_new_hub_begins_with_its_first_director_and_nobody_makes_a_second_that_way(desk: Desk) -> None:
    site, browser = hub_with(desk, FakeBroker())
    assert "This hub is new: nobody" in browser.get("/"), "the first page leads there"
    assert "This hub is new" in browser.get("/login")
    form = {"name": "Dora", "pin": PIN, "again": PIN}
    assert "differ" in said(browser.post("/first", form | {"again": "1"}))
    assert "tried first" in said(browser.post("/first", form | {"pin": "123456", "again": "123456"}))
    assert site.accounts.names("director") == []
    assert "Set the broker up" in browser.post("/first", form)
    assert site.accounts.names("director") == ["Dora"]
    stranger = Browser(build_club_app(site).test_client())
    stranger.get("/login")
    assert "has a director already" in said(stranger.post("/first", form | {"name": "Evil"}))
    assert site.accounts.names("director") == ["Dora"]
    assert "Dora" in browser.get("/events/1", 404), "logged in at once"


def test_a_hub_with_events_but_no_director_asks_for_its_own_keyboard(desk: Desk) -> None:
    desk.create("Dora", "Monday", "grass-roots")
    site, browser = hub_with(desk, None)
    far = {"environ_base": {"REMOTE_ADDR": "192.168.1.77"}}
    page = browser.client.get("/login", **far).get_data(as_text=True)
    assert "pegwatch director add" in page
    form = {"token": browser.token, "name": "Evil", "pin": PIN, "again": PIN}
    assert browser.client.post("/first", data=form, **far).status_code == 303
    assert site.accounts.names("director") == []
    browser.post("/first", form)
    assert site.accounts.names("director") == ["Evil"], "at the hub's own screen"


def test_the_first_page_closes_to_strangers_once_anything_is_kept_and_says_so(desk: Desk) -> None:
    """A call for a judge, a member: nobody in the network takes over a hub that is in use, and nobody is told that it
    has events when it has none."""
    desk.call("room", "7")
    site, browser = hub_with(desk, None)
    far = {"environ_base": {"REMOTE_ADDR": "192.168.1.77"}}
    form = {"token": browser.token, "name": "Evil", "pin": PIN, "again": PIN}
    assert browser.client.post("/first", data=form, **far).status_code == 303
    page = said(browser.client.get("/login", **far).get_data(as_text=True))
    assert "something is kept on it (an event, a member, a call for a judge)" in page
    assert site.accounts.names("director") == []


def test_a_director_adds_a_second_one_but_changes_nobodys_pin(
    dora: Browser, site: ClubSite, guest: Browser
) -> None:
    guest.post("/do/director", {"name": "Evil", "pin": PIN}, 403)
    dora.get("/tables")
    assert "may log in" in said(dora.post("/do/director", {"name": "Ned", "pin": "482913"}))
    assert "of this name" in said(dora.post("/do/director", {"name": "dora", "pin": "482913"}))
    assert "6 to 12 digits" in said(dora.post("/do/director", {"name": "Eve", "pin": "1"}))
    assert site.accounts.names("director") == ["Dora", "Ned"]
    assert site.accounts.check("director", "Dora", PIN) == "Dora"


# --- codes ----------------------------------------------------------------------------------------------


def test_a_code_holds_once_for_a_quarter_of_an_hour_and_for_one_table() -> None:
    now = [0.0]
    codes = Codes(lambda: now[0])
    first, second = codes.give("7"), codes.give("7")
    assert codes.take(first) == "", "a newer code of the same table"
    assert codes.take(f" {second[:4].lower()}-{second[4:]} ") == "7"
    assert codes.take(second) == ""
    late = codes.give("8")
    now[0] = HOLDS_S + 1
    assert codes.take(late) == ""
    assert codes.take("") == ""


def test_only_a_right_code_gets_the_password_and_guessing_takes_long(desk: Desk) -> None:
    broker = FakeBroker()
    site, browser = hub_with(desk, broker)
    browser.post("/first", {"name": "Dora", "pin": PIN, "again": PIN})
    assert "must be set up" in said(browser.post("/do/code", {"table": "7"}))
    browser.post("/do/broker", {})
    assert "must be set up" in said(browser.post("/do/code", {"table": "hub"}))
    code = code_on(browser.post("/do/code", {"table": "7"}))
    assert f"<b>{code}</b>" in browser.get("/tables"), "it stays there though the page refreshes itself"
    stranger = build_club_app(site).test_client()
    assert code not in stranger.get("/tables").get_data(as_text=True)
    assert stranger.post("/join", json={"code": "AAAA-AAAA"}).status_code == 403
    assert stranger.post("/join", data="x").status_code == 403
    told = stranger.post("/join", json={"code": code}).get_json()
    assert told == {
        "v": 1, "broker": "mqtts://localhost:8883", "table": "7", "user": "7", "password": "secret-1", "ca": CA,
        "club": "Riverside",
    }  # fmt: skip
    assert stranger.post("/join", json={"code": code}).status_code == 403, "once"
    answers = [stranger.post("/join", json={"code": "AAAA-AAAA"}).status_code for _ in range(8)]
    assert answers[-1] == 429
    assert broker.let == ["7"]


@pytest.mark.parametrize("name", ["A-1", "Long-table_2", "7", "x" * 32])
def test_a_table_that_gets_a_code_can_be_named_to_an_event(desk: Desk, name: str) -> None:
    assert is_one_table(name)
    assert read_tables(f"1-3, {name}")[-1] == name
    _, browser = hub_with(desk, FakeBroker())
    browser.post("/first", {"name": "Dora", "pin": PIN, "again": PIN})
    browser.post("/do/broker", {})
    code_on(browser.post("/do/code", {"table": name}))


@pytest.mark.parametrize(
    "name", ["-5", "_x", "1-6", "6-1", "1-1", "12345-1", "1 2", "x" * 33, "", "a/b", "hub"]
)
def test_a_name_that_no_event_or_broker_takes_gets_no_code(desk: Desk, name: str) -> None:
    site, browser = hub_with(desk, FakeBroker())
    browser.post("/first", {"name": "Dora", "pin": PIN, "again": PIN})
    browser.post("/do/broker", {})
    assert "begins with a letter or a digit" in said(browser.post("/do/code", {"table": name}))
    assert site.codes.open() == []


class ShutBroker(FakeBroker):
    """One that cannot write its passwords."""

    def let_in(self, table: str) -> str:
        raise ClubError("club.error.broker", f"cannot write /srv/hub/passwords for {table}: no space left")


def test_a_table_that_cannot_be_let_in_hears_of_no_journal_and_the_log_says_why(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    site, browser = hub_with(desk, ShutBroker())
    browser.post("/first", {"name": "Dora", "pin": PIN, "again": PIN})
    browser.post("/do/broker", {})
    code = code_on(browser.post("/do/code", {"table": "7"}))
    answer = build_club_app(site).test_client().post("/join", json={"code": code})
    assert (answer.status_code, answer.get_json()["error"]) == (503, "let-in")
    assert "could not let this table in" in answer.get_json()["say"]
    assert "/srv" not in answer.get_data(as_text=True)
    assert "cannot write /srv/hub/passwords" in caplog.text


def test_a_broker_that_cannot_be_is_one_line(desk: Desk) -> None:
    _, browser = hub_with(desk, FakeBroker("mosquitto is not installed: sudo apt install mosquitto"))
    browser.post("/first", {"name": "Dora", "pin": PIN, "again": PIN})
    assert "mosquitto is not installed" in said(browser.post("/do/broker", {}))
    site, guest = hub_with(desk, None)
    guest.post("/do/broker", {}, 403)
    guest.post("/do/code", {"table": "7"}, 403)
    assert guest.client.post("/join", json={"code": "AAAA-AAAA"}).status_code == 403
    assert site.broker is None


# --- the table's side -----------------------------------------------------------------------------------


WHOLE = {
    "broker": "mqtts://hub.local",
    "table": "7",
    "user": "7",
    "password": "x",
    "ca": CA,
    "club": "Riverside",
}


def test_what_the_hub_told_is_kept_for_the_group_only(tmp_path: Path) -> None:
    assert joined(tmp_path) is None
    join(tmp_path, WHOLE)
    there = joined(tmp_path)
    assert there is not None
    assert (there.table, there.broker, there.user, there.club) == ("7", "mqtts://hub.local", "7", "Riverside")
    assert Address(there.broker, there.user, there.password_file, there.ca).password() == "x"
    assert {stat.S_IMODE(file.stat().st_mode) & 0o007 for file in (tmp_path / "club").iterdir()} == {0}
    join(tmp_path, WHOLE | {"table": "8"})
    plan = Plan(kind="table", data=str(tmp_path), run=str(tmp_path))
    assert (club_of(plan) or there).table == "8"
    leave(tmp_path)
    assert (is_joined(tmp_path), club_of(plan)) == (False, None)


@pytest.mark.parametrize(
    "told",
    [None, [], {}, WHOLE | {"ca": "no certificate"}, WHOLE | {"table": "../7"}, WHOLE | {"broker": "http://x"},
     WHOLE | {"password": 5}, {key: text for key, text in WHOLE.items() if key != "ca"}],
)  # fmt: skip
def test_what_is_no_answer_of_a_hub_changes_nothing(tmp_path: Path, told: object) -> None:
    join(tmp_path, WHOLE)
    with pytest.raises(BoxError, match="no hub of Pegwatch"):
        join(tmp_path, told)
    there = joined(tmp_path)
    assert there is not None
    assert there.broker == "mqtts://hub.local"


@pytest.mark.parametrize(
    ("text", "address"),
    [("hub.local", "http://hub.local:8090"), (" 192.168.1.5:9000/ ", "http://192.168.1.5:9000"),
     ("https://hub.club.example", "https://hub.club.example"), ("[fe80::1]", "http://[fe80::1]:8090")],
)  # fmt: skip
def test_the_hubs_address_is_read_as_people_type_it(text: str, address: str) -> None:
    assert address_of(text) == address


@pytest.mark.parametrize("text", ["", "ftp://hub", "http://a@hub", "hub/path", "hub:port", "http://[x"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(PostError):
        address_of(text)


@pytest.fixture
def table_page(tmp_path: Path) -> tuple[FlaskClient, Callable[..., tuple[int, str]], Path]:
    """The set-up page of a table, and how its form is sent."""
    data, run = tmp_path / "table", tmp_path / "run"
    data.mkdir()
    pulse = Pulse.open(run)
    app = build_app(Table(MemoryJournal(), run, pulse, data / "call.json"), WebConfig(), b"k" * 32, data)
    client = app.test_client()

    def send(path: str, **body: str) -> tuple[int, str]:
        found = re.search(r'data-token="(\w+)"', client.get("/setup").get_data(as_text=True))
        assert found is not None
        answer = client.post(f"/api/v1/{path}", json=body, headers={TOKEN_HEADER: found[1]})
        return answer.status_code, answer.get_json()["say"]

    return client, send, data


def test_a_table_says_in_a_sentence_why_it_could_not_join(
    table_page: tuple[FlaskClient, Callable[..., tuple[int, str]], Path], desk: Desk
) -> None:
    client, send, data = table_page
    assert "club have a hub" in client.get("/setup").get_data(as_text=True)
    status, why = send("setup/club", hub=f"127.0.0.1:{free_port()}", code="ABCD-EFGH")
    assert (status, why[:27]) == (400, "No hub answers there. Look ")
    with served(ClubSite(desk, b"k" * 32, None)) as url:
        assert "does not hold" in send("setup/club", hub=url, code="ABCD-EFGH")[1]
    assert send("setup/club", hub="x" * 300, code="")[0] == 400
    assert not is_joined(data)


@pytest.mark.slow
def test_from_a_bare_hub_to_a_game_on_the_card_without_a_terminal(
    tmp_path: Path, table_page: tuple[FlaskClient, Callable[..., tuple[int, str]], Path]
) -> None:
    program("mosquitto", "mosquitto")
    program("openssl", "openssl")
    client, send, data = table_page
    own = OwnBroker(tmp_path / "broker", free_port())
    with closing(open_store(str(tmp_path / "hub.sqlite"))) as store:
        desk = Desk(store, lambda _order: None)
        tables = HubTables(desk, None, own)
        try:
            tables.start()
            assert (tables.trouble, tables.is_set_up) == ("", False), "no broker, and nobody misses one"
            site, browser = hub_with(desk, tables)
            browser.post("/first", {"name": "Dora", "pin": PIN, "again": PIN})
            assert "broker runs" in said(browser.post("/do/broker", {}))
            until(lambda: not tables.trouble, "the hub hears its own broker")
            code = code_on(browser.post("/do/code", {"table": "7"}))
            with served(site) as url:
                assert send("setup/club", hub=url, code=code)[0] == 200
            assert "table 7 of: Riverside" in client.get("/setup").get_data(as_text=True)
            assert "Joined: 7" in browser.get("/tables")
            there = joined(data)
            assert there is not None
            address = Address(
                there.broker.replace("127.0.0.1", "localhost"), there.user, there.password_file, there.ca
            )
            event = desk.create("Dora", "Monday", "grass-roots", games=1)
            desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
            desk.draw(event, "Dora")
            desk.seat(event, "Dora", ["7"], "club")
            seats: list[str] = []
            uplink = Uplink(
                Outbox(MemoryJournal(), "s", House()), "s", there.table, address,
                seated=lambda games: seats.extend(game.token for game in games),
            )  # fmt: skip
            uplink.start()

            def told() -> bool:
                tables.step()
                uplink.step(0.0, [])
                return bool(seats)

            until(told, "the table is told its game")
            uplink.stop()
            other = tmp_path / "other.password"
            other.write_text("wrong")
            strange = Uplink(
                Outbox(MemoryJournal(), "s", House()), "s", "7",
                Address(address.url, "7", str(other), there.ca),
            )  # fmt: skip
            strange.start()
            until(lambda: bool(strange.line.refusal), "a wrong password is refused")
            assert not strange.line.is_up
            strange.stop()
        finally:
            tables.stop()
        again = HubTables(desk, None, OwnBroker(tmp_path / "broker", own.port))
        try:
            again.start()
            assert again.is_set_up, (
                "the next time it starts by itself, and the table's certificate still holds"
            )
            assert again.ca == Path(there.ca).read_text()
            until(lambda: not again.trouble, "the hub hears it again")
        finally:
            again.stop()
    assert send("setup/club/leave")[0] == 400
    assert is_joined(data)
    assert send("setup/club/leave", leave="yes")[0] == 200
    assert not is_joined(data)


def test_a_broker_whose_port_is_taken_says_so_and_leaves_the_pages_alive(tmp_path: Path, desk: Desk) -> None:
    import socket

    program("mosquitto", "mosquitto")
    with socket.create_server(("0.0.0.0", 0)) as taken:
        own = OwnBroker(tmp_path / "broker", taken.getsockname()[1])
        with pytest.raises(PegwatchError, match=r"did not start on port \d+ .*another broker"):
            own.set_up()
        tables = HubTables(desk, None, own)
        tables.start()
        assert "did not start" in tables.trouble
        tables.step()
        tables.stop()


def test_without_mosquitto_the_button_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_args, **_more: None)
    with pytest.raises(PegwatchError, match=r"mosquitto is not installed .*sudo apt install mosquitto"):
        OwnBroker(tmp_path / "broker").set_up()
    assert not (tmp_path / "broker").exists()


def test_passwords_are_kept_as_mosquitto_keeps_them() -> None:
    kept = hashed("secret")
    assert re.fullmatch(r"\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==", kept)
    assert kept != hashed("secret")
    assert json.dumps(kept)
