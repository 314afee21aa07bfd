"""The game that the club's hub seats at this table is begun exactly as it was seated, and carries its token."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from cribbage.log.codec import header_from
from firmware.box.files import SEAT_FILE, put_json
from firmware.box.journal import MemoryJournal

LONG = "Maximiliana-Theodora van der Ostervelden"
SEAT = {
    "token": "12:40:g5:1:4", "event": "Autumn Open", "game": 5, "players": {"A": LONG, "B": "Bob"},
    "book": "acc-2025", "mode": "sanctioned", "target": 121, "round": 0, "dealer": "",
}  # fmt: skip


@pytest.fixture
def seated(make_app: Callable[..., Flask], tmp_path: Path) -> Callable[..., None]:
    make_app()

    def seat(*seats: dict[str, Any]) -> None:
        assert put_json(tmp_path / SEAT_FILE, list(seats))

    return seat


def test_a_seat_is_offered_in_a_sentence(client: Any, seated: Callable[..., None]) -> None:
    assert client.get("/api/v1/seats").get_json() == {"seats": []}
    seated(SEAT, SEAT | {"token": "12:90:m0.3.2:2:15", "round": 1, "game": 2, "dealer": "B"})
    first, second = client.get("/api/v1/seats?lang=en").get_json()["seats"]
    assert first["say"] == f"Autumn Open, game 5: {LONG} – Bob (ACC 2025, Sanctioned)"
    assert second["say"].startswith("Autumn Open, round 1 of the playoffs, game 2:")
    assert second["dealer"] == "B"
    assert "partie 5" in client.get("/api/v1/seats?lang=fr").get_json()["seats"][0]["say"]


def test_a_seated_game_begins_as_it_was_seated_and_keeps_its_token(
    post: Any, seated: Callable[..., None], journal: MemoryJournal
) -> None:
    seated(SEAT)
    assert post("games/seated", {"seat": SEAT["token"], "dealer": "B"}).status_code == 202
    (item,) = journal.pending()
    body = item.body["new_game"]
    header = header_from(body)
    assert header.players == {"A": LONG, "B": "Bob"}
    assert (header.dealer, header.mode, header.profile) == ("B", "sanctioned", "acc-2025")
    assert body["seat"] == header.extra["seat"] == "12:40:g5:1:4"


def test_the_hub_says_who_deals_where_it_knows(
    post: Any, seated: Callable[..., None], journal: MemoryJournal
) -> None:
    seated(SEAT | {"dealer": "A"})
    post("games/seated", {"seat": SEAT["token"], "dealer": "B"})
    assert journal.pending()[0].body["new_game"]["dealer"] == "A"


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [({"seat": "12:40:g6:1:4", "dealer": "A"}, 409, "seated"), ({"seat": SEAT["token"]}, 400, "dealer"),
     ({}, 409, "seated"), ({"seat": ["x"], "dealer": "A"}, 409, "seated")],
)  # fmt: skip
def test_what_is_not_seated_here_is_not_begun(
    body: dict[str, Any],
    status: int,
    error: str,
    post: Any,
    seated: Callable[..., None],
    journal: MemoryJournal,
) -> None:
    seated(SEAT)
    answer = post("games/seated", body)
    assert (answer.status_code, answer.get_json()["error"]) == (status, error)
    assert journal.pending() == []


def test_a_running_game_is_not_ended_by_a_seat_unless_somebody_says_so(
    post: Any, story: Any, seated: Callable[..., None]
) -> None:
    seated(SEAT)
    story.begin()
    answer = post("games/seated", {"seat": SEAT["token"], "dealer": "A"})
    assert (answer.status_code, answer.get_json()["error"]) == (409, "running")
    assert post("games/seated", {"seat": SEAT["token"], "dealer": "A", "end": True}).status_code == 202


def test_a_seat_that_was_begun_is_not_offered_again(
    client: Any, story: Any, seated: Callable[..., None]
) -> None:
    seated(SEAT)
    story.begin(seat=SEAT["token"])
    assert client.get("/api/v1/seats").get_json() == {"seats": []}
