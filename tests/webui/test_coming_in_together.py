"""Many come in at once: right answers slow nobody down, and nobody comes in over a seat that is held."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from test_door import PIN, Clock, Phone

from webui.app import site_of
from webui.door.guesslimit import CROWD, FIRST_PAUSE_S, Guesses
from webui.door.sessions import SEAT_IDLE_S


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app(posts_each_minute=60_000)


def wrong(app: Flask, address: str) -> int:
    """The answer to a wrong code from an address."""
    return int(Phone(app, address).post("join", {"code": "wrong", "seat": "A"}).status_code)


def test_phones_that_join_with_the_right_code_leave_the_next_one_all_its_tries(app: Flask) -> None:
    for n in range(CROWD + 10):
        phone = Phone(app, f"192.168.8.{n}")
        assert phone.join(app, "A").status_code == 200
        phone.post("leave", {})
    assert [wrong(app, "192.168.9.1") for _ in range(2)] == [403, 403], "one slip of the thumb, and another"
    assert Phone(app, "192.168.9.1").join(app, "A").status_code == 200


def test_judges_who_log_in_with_the_right_pin_leave_the_next_one_all_their_tries(app: Flask) -> None:
    site_of(app).door.accounts.put("judge", "Ruth", PIN)
    login = {"role": "judge", "name": "Ruth", "pin": PIN}
    for n in range(CROWD):
        assert Phone(app, f"192.168.8.{n}").post("login", login).status_code == 200
    late = Phone(app, "192.168.9.1")
    assert [late.post("login", login | {"pin": "111111"}).status_code for _ in range(2)] == [403, 403]


def test_a_right_answer_takes_back_its_own_note_and_nobody_elses() -> None:
    clock = Clock()
    guesses = Guesses(clock=clock)
    for n in range(CROWD - 3):
        assert guesses.take("code", f"192.168.8.{n}") == 0.0
    for n in range(CROWD):
        assert guesses.take("code", f"192.168.9.{n}") == 0.0
        guesses.right("code", f"192.168.9.{n}")
    assert [guesses.take("code", "192.168.7.1") for _ in range(3)] == [0.0] * 3, "that was no crowd yet"
    assert guesses.take("code", "192.168.7.2") == 0.0
    assert guesses.take("code", "192.168.7.2") == FIRST_PAUSE_S, "now it is: no wrong answer was forgotten"


def test_who_was_let_in_before_takes_no_note_of_a_stranger_back() -> None:
    guesses = Guesses(clock=Clock())
    for n in range(CROWD):
        guesses.take("judge Ruth", f"192.168.8.{n}")
    for _ in range(CROWD):
        guesses.take("judge Ruth", "192.168.7.50", "her phone")
        guesses.right("judge Ruth", "192.168.7.50", "her phone")
    guesses.take("judge Ruth", "192.168.7.1")
    assert guesses.take("judge Ruth", "192.168.7.1") == FIRST_PAUSE_S


# --- the tablet by the board -----------------------------------------------------------------------------------


@pytest.mark.parametrize("held", ["A", "B", "both"])
def test_nobody_comes_in_for_both_players_over_a_seat_that_another_phone_holds(held: str, app: Flask) -> None:
    ann, stranger = Phone(app), Phone(app, "192.168.7.32")
    assert ann.join(app, held).status_code == 200
    refused = stranger.join(app, "both")
    assert (refused.status_code, refused.get_json()["error"]) == (409, "taken")
    assert stranger.get("/api/v1/code").status_code == 403
    assert stranger.post("seats/free", {"seat": held}).status_code == 403
    assert stranger.post("setup/keeper", {"pin": PIN}).status_code == 403
    ann.post("leave", {})
    assert stranger.join(app, "both").status_code == 200


def test_a_tablet_for_both_comes_in_at_an_empty_table_and_again_and_the_phones_join_beside_it(
    app: Flask,
) -> None:
    tablet = Phone(app)
    for _ in range(2):
        assert tablet.join(app, "both").status_code == 200
    assert tablet.post("said", {"by": "B", "what": "accept"}).status_code == 202
    assert Phone(app, "192.168.7.32").join(app, "A").status_code == 200
    assert tablet.post("seats/free", {"seat": "A"}).status_code == 200


def test_a_phone_that_holds_a_seat_may_become_the_tablet_for_both(app: Flask) -> None:
    ann = Phone(app)
    ann.join(app, "A")
    assert ann.join(app, "both").status_code == 200


def test_a_seat_that_fell_silent_is_in_no_tablets_way(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    clock: Any = Clock()
    monkeypatch.setattr(site_of(app).door.sessions, "_clock", clock)
    Phone(app).join(app, "A")
    clock.now += SEAT_IDLE_S + 1
    assert Phone(app, "192.168.7.32").join(app, "both").status_code == 200
