"""Who may do what: attacks on every door of the page, from a phone in the club's network."""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.box.journal import MemoryJournal
from webui.app import build_app, close_app, site_of
from webui.config import WebConfig
from webui.door.accounts import AccountError, Accounts, check_pin, hash_pin, is_pin
from webui.door.guesslimit import CROWD, FIRST_PAUSE_S, FREE, LONGEST_PAUSE_S, Tries
from webui.door.sessions import IDLE_S, LONGEST_S, PLAYER_IDLE_S, SEAT_IDLE_S, Sessions
from webui.door.tablecode import TableCode
from webui.table import Table

PIN = "271828"
GAME = {"players": {"A": "Ann", "B": "Bob"}, "dealer": "B", "mode": "club", "profile": "acc-2025"}
ORDERS: list[tuple[str, dict[str, Any]]] = [
    ("said", {"by": "A", "what": "accept"}),
    ("cards", {"zone": "A", "seen": ["5H", "5S", "JD", "KC"]}),
    ("dealer", {"player": "A"}),
    ("games", GAME),
    ("code", {}),
    ("seats/free", {"seat": "A"}),
    ("workshop", {"do": "walk"}),
    ("setup/name", {"name": "Table 7"}),
    ("setup/step", {"step": "name"}),
    ("setup/judge", {"name": "Ruth", "pin": PIN}),
    ("setup/keeper", {"pin": PIN}),
]


class Phone:
    """A browser somewhere in the club's network: it takes the token of the page it is on."""

    def __init__(self, app: Flask, address: str = "192.168.7.31", **headers: str) -> None:
        self.client: FlaskClient = app.test_client()
        self.client.environ_base["REMOTE_ADDR"] = address
        self.headers = headers

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, body: Any) -> Any:
        page = self.get("/join").get_data(as_text=True)
        token = page.split('data-token="')[1].split('"')[0]
        headers = self.headers | {"X-CSRF-Token": token}
        return self.client.post(f"/api/v1/{path}", json=body, headers=headers)

    def join(self, app: Flask, seat: str) -> Any:
        return self.post("join", {"code": site_of(app).door.code.read(), "seat": seat})

    def cookie(self) -> str:
        found = self.client.get_cookie("pegwatch")
        assert found is not None
        return found.value


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app(posts_each_minute=60_000)


# --- no action without its role ------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "body"), ORDERS)
def test_a_guest_of_the_network_can_change_nothing(
    path: str, body: dict[str, Any], app: Flask, journal: MemoryJournal
) -> None:
    answer = Phone(app).post(path, body)
    assert answer.status_code == 403
    assert answer.get_json()["error"] in ("role", "keeper")
    assert journal.pending() == []


@pytest.mark.parametrize(("path", "body"), ORDERS)
def test_the_tables_own_screen_may_do_all_of_it(path: str, body: dict[str, Any], app: Flask) -> None:
    assert Phone(app, "127.0.0.1").post(path, body).status_code in (200, 202)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_a_proxy_on_the_machine_does_not_make_its_guests_the_screen(header: str, app: Flask) -> None:
    behind = Phone(app, "127.0.0.1", **{header: "192.168.7.31"})
    assert behind.post("said", {"by": "A", "what": "accept"}).status_code == 403


def test_where_the_machine_itself_is_not_trusted_its_browser_is_a_guest(
    make_app: Callable[..., Flask],
) -> None:
    app = make_app(trust_loopback=False)
    assert Phone(app, "127.0.0.1").post("said", {"by": "A", "what": "accept"}).status_code == 403


def test_the_code_of_the_table_makes_a_player_of_one_seat(app: Flask, journal: MemoryJournal) -> None:
    phone = Phone(app)
    assert phone.join(app, "A").status_code == 200
    assert phone.post("said", {"by": "A", "what": "accept"}).status_code == 202
    assert phone.post("said", {"by": "B", "what": "accept"}).status_code == 403
    assert phone.post("workshop", {"do": "walk"}).status_code == 403
    assert phone.post("seats/free", {"seat": "B"}).status_code == 403
    assert len(journal.pending()) == 1


def test_a_seat_that_is_held_is_not_taken_away_by_another_phone(app: Flask) -> None:
    ann, rival = Phone(app), Phone(app, "192.168.7.32")
    ann.join(app, "A")
    assert rival.join(app, "A").get_json()["error"] == "taken"
    assert rival.join(app, "B").status_code == 200
    Phone(app, "127.0.0.1").post("seats/free", {"seat": "A"})
    assert ann.post("said", {"by": "A", "what": "accept"}).status_code == 403


def test_a_new_code_sends_every_phone_out(app: Flask) -> None:
    phone = Phone(app)
    phone.join(app, "A")
    before = site_of(app).door.code.read()
    Phone(app, "127.0.0.1").post("code", {})
    assert site_of(app).door.code.read() != before
    assert phone.post("said", {"by": "A", "what": "accept"}).status_code == 403


def test_leaving_leaves_nothing(app: Flask) -> None:
    phone = Phone(app)
    phone.join(app, "A")
    phone.post("leave", {})
    assert phone.post("said", {"by": "A", "what": "accept"}).status_code == 403


def test_the_code_is_shown_to_those_who_sit_there_and_to_nobody_else(app: Flask) -> None:
    guest, screen = Phone(app), Phone(app, "127.0.0.1")
    code = site_of(app).door.code.read()
    for path in ("/", "/join", "/login", "/games", "/api/v1/view", "/healthz"):
        assert code not in guest.get(path).get_data(as_text=True)
    assert guest.get("/api/v1/code").status_code == 403
    assert guest.get("/join.svg").status_code == 403
    assert code in screen.get("/").get_data(as_text=True)
    assert screen.get("/api/v1/code").get_json() == {"code": code}
    assert screen.get("/join.svg").status_code == 200


def test_in_a_sanctioned_game_nobody_enters_cards_or_speaks_for_both(app: Flask, story: Any) -> None:
    story.begin("sanctioned")
    phone = Phone(app)
    assert phone.join(app, "both").get_json()["error"] == "both"
    assert phone.join(app, "A").status_code == 200
    assert phone.post("cards", {"zone": "A", "seen": ["5H"]}).status_code == 403
    assert phone.post("pegs", {"player": "A", "front": 5, "rear": 0}).status_code == 403
    assert phone.post("dealer", {"player": "A"}).status_code == 403
    assert phone.post("games", GAME | {"end": True}).status_code == 403
    assert phone.post("said", {"by": "A", "what": "judge"}).status_code == 202


def test_after_a_sanctioned_game_its_review_is_for_who_holds_a_seat_not_for_who_says_so(
    app: Flask, story: Any
) -> None:
    story.begin("sanctioned").show().peg("B", 6).hand("closed", pegged=6).win().said("A", "accept")
    guest, player = Phone(app), Phone(app, "192.168.7.32")
    player.join(app, "A")
    assert guest.get("/api/v1/games/1?as=A").get_json()["deals"] == []
    assert player.get("/api/v1/games/1?as=A").get_json()["deals"]
    assert player.get("/api/v1/games/1?as=B").get_json()["deals"] == []


# --- guessing ------------------------------------------------------------------------------------------------


def test_table_codes_cannot_be_guessed_one_after_the_other(app: Flask) -> None:
    phone = Phone(app)
    right = site_of(app).door.code.read()
    wrong = [f"{n:06d}" for n in range(12) if f"{n:06d}" != right]
    statuses = [phone.post("join", {"code": code, "seat": "A"}).status_code for code in wrong[: FREE + 2]]
    assert statuses == [403] * FREE + [429] * 2
    late = phone.post("join", {"code": right, "seat": "A"})
    assert late.status_code == 429
    assert int(late.headers["Retry-After"]) > 0
    assert Phone(app, "192.168.7.40").join(app, "A").status_code == 200


def guesses(phones: list[Phone], what: str, body: dict[str, Any]) -> list[int]:
    """The answers to one guess from each of these phones, made side by side."""
    with ThreadPoolExecutor(6) as together:
        return list(together.map(lambda phone: int(phone.post(what, body).status_code), phones))


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        ("login", {"role": "judge", "name": "Ruth", "pin": "000000"}),
        ("join", {"code": "wrong", "seat": "A"}),
    ],
)
def test_many_phones_that_guess_side_by_side_have_one_try_each(
    what: str, wrong: dict[str, Any], app: Flask
) -> None:
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    first = guesses([Phone(app, f"192.168.8.{n}") for n in range(CROWD)], what, wrong)
    assert first == [403] * CROWD
    late = [Phone(app, f"192.168.9.{n}") for n in range(10)]
    assert guesses(late, what, wrong) == [403] * 10
    assert guesses(late, what, wrong) == [429] * 10


def test_two_hundred_wrong_codes_lock_no_joiner_out_and_no_judges_new_phone(app: Flask) -> None:
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    for n in range(40):
        stranger = Phone(app, f"192.168.8.{n}")
        for _ in range(FREE):
            stranger.post("join", {"code": "000", "seat": "A"})
            stranger.post("login", {"role": "judge", "name": "Ruth", "pin": "111111"})
    fresh = Phone(app, "192.168.9.1")
    assert fresh.join(app, "A").status_code == 200
    assert fresh.post("leave", {}).status_code == 200
    assert fresh.post("login", {"role": "judge", "name": "Ruth", "pin": PIN}).status_code == 200


def test_a_stranger_who_guesses_cannot_lock_a_judge_out_of_her_own_phone(app: Flask) -> None:
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    hers, stranger = Phone(app), Phone(app, "192.168.9.9")
    login = {"role": "judge", "name": "ruth", "pin": PIN}
    assert hers.post("login", login).status_code == 200
    hers.post("leave", {})
    for _ in range(FREE + 1):
        last = stranger.post("login", {"role": "judge", "name": "Ruth", "pin": "111111"})
    assert last.status_code == 429
    assert stranger.post("login", login).status_code == 429
    assert hers.post("login", login).status_code == 200


def test_a_wrong_name_and_a_wrong_pin_get_the_same_answer(app: Flask) -> None:
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    answers = [
        Phone(app).post("login", {"role": "judge", "name": name, "pin": "314159"})
        for name in ("Ruth", "Nobody")
    ]
    assert answers[0].get_json() == answers[1].get_json()
    assert answers[0].status_code == answers[1].status_code == 403


def test_logging_in_changes_the_cookie(app: Flask) -> None:
    """Session fixation: a cookie that somebody else may have planted must never become a judge's."""
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    phone = Phone(app)
    phone.get("/login")
    planted = phone.cookie()
    phone.post("login", {"role": "judge", "name": "Ruth", "pin": PIN})
    assert phone.cookie() != planted
    thief = Phone(app)
    thief.client.set_cookie("pegwatch", planted)
    assert "Ruth" not in thief.get("/login").get_data(as_text=True)
    assert "Ruth" in phone.get("/login").get_data(as_text=True)


def test_a_judge_who_was_taken_off_the_list_is_one_no_longer(app: Flask) -> None:
    accounts = site_of(app).door.accounts
    accounts.put("judge", "Ruth", PIN)
    phone = Phone(app)
    phone.post("login", {"role": "judge", "name": "Ruth", "pin": PIN})
    accounts.remove("judge", "RUTH")
    assert "Ruth" not in phone.get("/login").get_data(as_text=True)


def test_with_a_keeper_the_screen_alone_no_longer_sets_the_table_up(app: Flask) -> None:
    screen = Phone(app, "127.0.0.1")
    assert screen.post("workshop", {"do": "end"}).status_code == 202
    site_of(app).door.accounts.put("keeper", "keeper", PIN)
    assert screen.post("workshop", {"do": "end"}).status_code == 403
    assert screen.post("login", {"role": "keeper", "name": "keeper", "pin": PIN}).status_code == 200
    assert screen.post("workshop", {"do": "end"}).status_code == 202


def test_the_keeper_names_the_table_and_its_judges(app: Flask) -> None:
    screen = Phone(app, "127.0.0.1")
    assert "A new table?" in screen.get("/").get_data(as_text=True)
    assert screen.post("setup/name", {"name": " Table  7 "}).status_code == 200
    assert '<span class="table-name">Table 7</span>' in Phone(app).get("/").get_data(as_text=True)
    assert screen.post("setup/judge", {"name": "Ruth", "pin": PIN}).status_code == 200
    assert site_of(app).door.accounts.names("judge") == ["Ruth"]
    assert "Ruth" in screen.get("/setup").get_data(as_text=True)
    assert "Ruth" not in Phone(app).get("/setup").get_data(as_text=True)
    assert screen.post("setup/judge/remove", {"name": "Ruth"}).status_code == 200
    assert screen.post("setup/keeper", {"pin": PIN}).status_code == 200
    assert screen.post("setup/name", {"name": "Mine"}).status_code == 403


ACCOUNTS: list[tuple[str, dict[str, Any]]] = [
    ("setup/keeper", {"pin": PIN}),
    ("setup/judge", {"name": "Ruth", "pin": PIN}),
    ("setup/judge", {"name": "Jo", "pin": "314159"}),
    ("setup/judge/remove", {"name": "Jo"}),
]


def people(app: Flask) -> dict[str, str]:
    """Everybody with a PIN, by role and name, with its hash."""
    kept = site_of(app).door.accounts._all()
    return {f"{role} {name}": pin for role, names in kept.items() for name, pin in names.items()}


@pytest.mark.parametrize(("path", "body"), ACCOUNTS)
@pytest.mark.parametrize("keeper", [False, True])
def test_9_5_while_a_sanctioned_game_runs_no_account_and_no_pin_is_made_or_changed_by_anybody(
    keeper: bool, path: str, body: dict[str, Any], make_app: Callable[..., Flask], story: Any
) -> None:
    app = make_app(posts_each_minute=60_000, tick_s=0.001)
    accounts, screen = site_of(app).door.accounts, Phone(app, "127.0.0.1")
    accounts.put("judge", "Jo", "271829")
    if keeper:
        accounts.put("keeper", "keeper", "141421")
        login = {"role": "keeper", "name": "keeper", "pin": "141421"}
        assert screen.post("login", login).status_code == 200
    before = people(app)
    assert 'data-post="setup/judge"' in screen.get("/setup").get_data(as_text=True)
    story.begin("sanctioned")
    refused = screen.post(path, body)
    assert (refused.status_code, refused.get_json()["error"]) == (403, "sanctioned.accounts")
    assert people(app) == before
    page = screen.get("/setup").get_data(as_text=True)
    assert 'data-post="setup/keeper"' not in page
    assert 'data-post="setup/judge' not in page
    story.show().peg("B", 6).hand("closed", pegged=6).win().said("A", "accept")
    assert screen.post(path, body).status_code == 200, "when it is over the keeper may"
    assert people(app) != before


def test_9_5_players_cannot_make_themselves_judges_and_open_the_evidence_of_a_hand_not_yet_pegged(
    app: Flask, story: Any
) -> None:
    """Step by step what was tried at the table's own screen: a keeper's PIN, two judges, a call about the hand."""
    story.begin("sanctioned").show()
    screen = Phone(app, "127.0.0.1")
    screen.post("setup/keeper", {"pin": PIN})
    screen.post("login", {"role": "keeper", "name": "keeper", "pin": PIN})
    for name, pin in (("Ruth", "314159"), ("Jo", "141421")):
        screen.post("setup/judge", {"name": name, "pin": pin})
        screen.post("login", {"role": "judge", "name": name, "pin": pin})
    screen.post("judge/open", {"judge": "Ruth", "matter": "overpegged", "about": "hand-B"})
    screen.post("judge/join", {"judge": "Jo"})
    assert people(app) == {}
    assert screen.get("/api/v1/judge").status_code == 403


def test_9_5_not_even_the_keeper_makes_a_screen_of_a_phone_while_a_sanctioned_game_runs(
    make_app: Callable[..., Flask], story: Any
) -> None:
    app = make_app(tick_s=0.001)
    site_of(app).door.accounts.put("keeper", "keeper", PIN)
    story.begin("sanctioned")
    phone = Phone(app)
    phone.post("login", {"role": "keeper", "name": "keeper", "pin": PIN})
    assert phone.join(app, "both").get_json()["error"] == "both"
    story.win().said("A", "accept")
    assert phone.join(app, "both").status_code == 200


def test_judges_made_before_the_game_come_in_during_it(app: Flask, story: Any) -> None:
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    story.begin("sanctioned")
    login = {"role": "judge", "name": "Ruth", "pin": PIN}
    assert Phone(app).post("login", login).status_code == 200


@pytest.mark.parametrize(
    ("judges", "keeper", "says"),
    [
        (0, False, ["both of their accounts are missing", "The keeper has no PIN"]),
        (1, True, ["one of their accounts is missing"]),
        (2, True, []),
        (3, False, ["The keeper has no PIN"]),
    ],
)
def test_before_a_sanctioned_game_the_page_warns_of_what_cannot_be_done_in_it(
    judges: int, keeper: bool, says: list[str], app: Flask
) -> None:
    site, phone = site_of(app), Phone(app)
    phone.join(app, "A")
    for name in ("Ruth", "Jo", "Kim")[:judges]:
        site.door.accounts.put("judge", name, PIN)
    if keeper:
        site.door.accounts.put("keeper", "keeper", PIN)
    page = phone.get("/").get_data(as_text=True)
    assert ('data-only="sanctioned"' in page) is bool(says)
    assert [text for text in says if text not in page] == []
    assert ("missing" in page) is (judges < 2)
    assert "missing" not in Phone(app, "192.168.7.40").get("/").get_data(as_text=True), (
        "guests begin no games"
    )


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("setup/name", {"name": ""}, "account.name"),
        ("setup/name", {"name": "x" * 25}, "account.name"),
        ("setup/name", {"name": 7}, "account.name"),
        ("setup/judge", {"name": "Ruth", "pin": "123456"}, "account.easy"),
        ("setup/judge", {"name": "Ruth", "pin": 271828}, "account.pin"),
        ("setup/judge", {"pin": PIN}, "account.name"),
        ("setup/judge/remove", {"name": "Nobody"}, "account.name"),
        ("setup/keeper", {}, "account.pin"),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_a_sentence(
    path: str, body: dict[str, Any], error: str, app: Flask
) -> None:
    answer = Phone(app, "127.0.0.1").post(path, body)
    assert (answer.status_code, answer.get_json()["error"]) == (400, error)
    assert answer.get_json()["say"][0].isupper()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("join", {"code": 123456, "seat": "A"}),
        ("join", {"code": "1" * 65, "seat": "A"}),
        ("join", {"code": "123456", "seat": "C"}),
        ("join", {"code": "123456", "seat": ["A"]}),
        ("join", {"code": "１２３４５６", "seat": "A"}),
        ("login", {"role": "director", "name": "x", "pin": PIN}),
        ("login", {"role": ["judge"], "name": "x", "pin": PIN}),
        ("login", {"role": "judge", "name": "x" * 65, "pin": PIN}),
        ("login", {"role": "judge", "name": "x", "pin": 271828}),
        ("login", ["judge"]),
    ],
)
def test_answers_that_make_no_sense_are_refused_with_a_sentence(path: str, body: Any, app: Flask) -> None:
    answer = Phone(app).post(path, body)
    assert answer.status_code in (400, 403)
    assert answer.get_json()["say"]


# --- what is kept --------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_pins")
def test_pins_are_kept_as_slow_salted_hashes() -> None:
    first, second = hash_pin(PIN), hash_pin(PIN)
    assert first != second
    assert PIN not in first
    assert is_pin(PIN, first)
    assert not is_pin("271829", first)
    assert not is_pin(PIN, "scrypt$nonsense")
    _, n, r, p, *_ = first.split("$")
    assert 128 * int(n) * int(r) >= 16 * 2**20
    assert int(p) >= 5


EASY = ["12345", "1234567890123", "abcdef", "１２３４５６", "", "123456", "987654", "555555", "121212"]


@pytest.mark.parametrize("pin", EASY)
def test_pins_that_everybody_tries_first_are_refused(pin: str) -> None:
    with pytest.raises(AccountError):
        check_pin(pin)


def test_secrets_are_readable_by_their_owner_only(tmp_path: Path, journal: MemoryJournal) -> None:
    app = build_app(Table(journal, tmp_path), WebConfig(), b"k" * 32, tmp_path)
    try:
        site_of(app).door.accounts.put("judge", "Ruth", PIN)
        phone = Phone(app)
        phone.join(app, "A")
        for name in ("accounts.json", "table-code.json", "visitors.json"):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
        assert phone.cookie() not in (tmp_path / "visitors.json").read_text()
        assert PIN not in (tmp_path / "accounts.json").read_text()
    finally:
        close_app(app)


def test_who_was_let_in_stays_in_when_the_page_starts_again(tmp_path: Path, journal: MemoryJournal) -> None:
    first = build_app(Table(journal, tmp_path), WebConfig(), b"k" * 32, tmp_path)
    phone = Phone(first)
    phone.join(first, "A")
    second = build_app(Table(journal, tmp_path), WebConfig(), b"k" * 32, tmp_path)
    again = Phone(second)
    again.client.set_cookie("pegwatch", phone.cookie())
    assert again.post("said", {"by": "A", "what": "accept"}).status_code == 202
    site_of(second).hub.close()
    close_app(first)


@pytest.mark.parametrize("text", ["", "[]", "not json", '{"x": 1}', '{"x": {"seat": 3, "since": "?"}}'])
def test_a_damaged_file_lets_nobody_in(text: str, tmp_path: Path) -> None:
    (tmp_path / "visitors.json").write_text(text)
    sessions = Sessions(tmp_path / "visitors.json")
    assert sessions.of("x", "1").judges == ()
    (tmp_path / "accounts.json").write_text(text)
    assert Accounts(tmp_path / "accounts.json").check("judge", "x", PIN) is None
    (tmp_path / "table-code.json").write_text(text)
    assert TableCode(tmp_path / "table-code.json").read().isdigit()


def test_a_change_by_the_command_line_is_seen_at_once(tmp_path: Path) -> None:
    page, shell = Accounts(tmp_path / "a.json"), Accounts(tmp_path / "a.json")
    assert page.names("judge") == []
    shell.put("judge", "Ruth", PIN)
    assert page.check("judge", "Ruth", PIN) == "Ruth"
    shell.put("judge", "ruth", "314159")
    assert page.check("judge", "Ruth", PIN) is None
    assert page.names("judge") == ["Ruth"]
    assert shell.remove("judge", "Ruth")
    assert not shell.remove("judge", "Ruth")
    assert json.loads((tmp_path / "a.json").read_text())["judge"] == {}


def test_the_first_visitors_come_at_once_and_hear_one_code(tmp_path: Path) -> None:
    for n in range(20):
        code = TableCode(tmp_path / str(n) / "table-code.json")
        with ThreadPoolExecutor(16) as together:
            heard = set(together.map(lambda _, code=code: code.read(), range(32)))
        assert len(heard) == 1
        assert heard == {code.read()}


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_judges_are_let_go_after_silence_and_after_half_a_day() -> None:
    clock = Clock()
    sessions = Sessions(clock=clock)
    sessions.give("x", "1", judges=("Ruth",))
    clock.now += IDLE_S - 1
    assert sessions.of("x", "1").judges == ("Ruth",)
    clock.now += IDLE_S + 1
    assert sessions.of("x", "1").judges == ()
    sessions.give("x", "1", judges=("Ruth",))
    end = clock.now + LONGEST_S
    while clock.now + IDLE_S < end:
        clock.now += IDLE_S - 1
        assert sessions.of("x", "1").judges == ("Ruth",)
    clock.now = end + 1
    assert sessions.of("x", "1").judges == ()


def test_a_player_stays_through_an_evening_and_a_silent_phone_gives_its_seat_up() -> None:
    clock = Clock()
    sessions = Sessions(clock=clock)
    sessions.give("x", "1", seat="A")
    clock.now += SEAT_IDLE_S + 1
    assert not sessions.holds("A", "1", but="y")
    assert sessions.of("x", "1").seat == "A"
    assert sessions.holds("A", "1", but="y")
    assert sessions.of("x", "2").seat == ""
    sessions.give("x", "2", seat="A")
    clock.now += PLAYER_IDLE_S + 1
    assert sessions.of("x", "2").seat == ""


def test_pauses_grow_and_end() -> None:
    clock = Clock()
    tries = Tries(clock=clock)
    assert [tries.take("k") for _ in range(FREE)] == [0.0] * FREE
    assert tries.take("k") == FIRST_PAUSE_S
    clock.now += FIRST_PAUSE_S
    assert tries.take("k") == 0.0
    assert tries.take("k") == 2 * FIRST_PAUSE_S
    for _ in range(10):
        clock.now += LONGEST_PAUSE_S
        assert tries.take("k") == 0.0
    assert tries.take("k") == LONGEST_PAUSE_S
    assert tries.take("other") == 0.0
    tries.right("k")
    assert tries.take("k") == 0.0


def test_a_clock_that_is_put_right_logs_nobody_out_and_keeps_nobody_in(tmp_path: Path) -> None:
    """A machine without a battery begins in the past and jumps by years when the network tells it the time."""
    boot, wall = Clock(), Clock()
    sessions = Sessions(tmp_path / "v.json", clock=boot, wall=wall, start=lambda: "one")
    sessions.give("x", "1", judges=("Ruth",))
    for jump in (5e8, -3e8):
        wall.now += jump
        boot.now += 60.0
        assert sessions.of("x", "1").judges == ("Ruth",)
        sessions = Sessions(tmp_path / "v.json", clock=boot, wall=wall, start=lambda: "one")
    boot.now += IDLE_S + 1
    wall.now -= 4e9
    assert sessions.of("x", "1").judges == ()


def test_after_another_start_of_the_machine_the_time_between_counts(tmp_path: Path) -> None:
    boot, wall = Clock(), Clock()
    Sessions(tmp_path / "v.json", clock=boot, wall=wall, start=lambda: "one").give("x", "1", judges=("Ruth",))
    for off, judges in ((60.0, ("Ruth",)), (-5e8, ("Ruth",)), (IDLE_S + 1, ())):
        again, later = Clock(), Clock()
        again.now, later.now = 12.0, wall.now + off
        sessions = Sessions(tmp_path / "v.json", clock=again, wall=later, start=lambda: "two")
        assert sessions.of("x", "1").judges == judges


def test_sessions_of_the_version_before_go_on(tmp_path: Path) -> None:
    boot, wall = Clock(), Clock()
    key = hashlib.sha256(b"x").hexdigest()
    grant = {"seat": "A", "code": "1", "judges": ["Ruth"], "since": wall.now - 60, "seen": wall.now - 30}
    (tmp_path / "v.json").write_text(json.dumps({key: grant}))
    boot.now = 99.0
    assert Sessions(tmp_path / "v.json", clock=boot, wall=wall).of("x", "1").judges == ("Ruth",)


def test_a_thousand_joins_log_no_judge_out(app: Flask) -> None:
    sessions = site_of(app).door.sessions
    sessions.give("hers", "1", judges=("Ruth",))
    sessions.give("ann", "1", seat="A")
    for n in range(1000):
        sessions.give(f"phone {n}", "1", known=("judge Ruth",))
    assert sessions.of("hers", "1").judges == ("Ruth",)
    assert sessions.of("ann", "1").seat == "A"
