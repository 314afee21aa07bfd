"""The workshop's page: what is asked, what is ordered, and that it is closed while a sanctioned game is on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware.box.journal import MemoryJournal
from webui.errors import PostError
from webui.workshop import order_of

STATE = {
    "t": 12.5,
    "scan": {"occupied": ["A0", "A57"], "masked": []},
    "walk": None,
    "contacts": None,
    "running": False,
}
PATH = "/api/v1/workshop"


@pytest.fixture
def state(tmp_path: Path) -> dict[str, Any]:
    """What the board process shows."""
    (tmp_path / "workshop.json").write_text(json.dumps(STATE))
    return STATE


def test_the_page_draws_every_hole_and_holds_nothing_of_the_game(client: FlaskClient, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    html = client.get("/workshop").get_data(as_text=True)
    assert html.count("data-hole=") == 247
    assert '<option value="A57">' in html
    assert re.search(r"\bAnn\b", html) is None


@pytest.mark.usefixtures("state")
def test_what_the_board_shows_is_served_and_asking_keeps_it_showing(
    client: FlaskClient, tmp_path: Path
) -> None:
    assert client.get(PATH).get_json() == {"state": STATE}
    assert (tmp_path / "workshop.look").exists()


def test_before_the_board_answers_there_is_nothing(client: FlaskClient, tmp_path: Path) -> None:
    assert client.get(PATH).get_json() == {"state": None}
    (tmp_path / "workshop.json").write_text("half a fi")
    assert client.get(PATH).get_json() == {"state": None}


@pytest.mark.usefixtures("state")
class TestClosed:
    """Reveal policy, P5: even peg positions help."""

    def test_in_a_running_sanctioned_game_nobody_is_served(
        self, client: FlaskClient, story: Any, post: Any
    ) -> None:
        story.begin("sanctioned").overpeg()
        for seat in ("", "?as=A", "?as=B"):
            answer = client.get(PATH + seat)
            assert answer.status_code == 403
            assert "sanctioned" in answer.get_json()["say"]
            assert b"A57" not in answer.data
        assert post("workshop", {"do": "mask", "holes": ["A57"]}).status_code == 403

    def test_a_peg_in_the_game_hole_does_not_open_it(self, make_app: Callable[..., Any], story: Any) -> None:
        """Row 26: whether the claim was right must not show here either."""
        client = make_app(tick_s=1e-6).test_client()
        story.begin("sanctioned").win()
        assert client.get(PATH).status_code == 403
        story.said("A", "accept")
        assert client.get(PATH).status_code == 200

    @pytest.mark.parametrize("mode", ["club", "teaching"])
    def test_in_other_modes_and_between_games_it_is_open(
        self, client: FlaskClient, story: Any, mode: str
    ) -> None:
        assert client.get(PATH).status_code == 200
        story.begin(mode)
        assert client.get(PATH).status_code == 200


class TestOrders:
    def test_an_order_goes_into_the_inbox(self, post: Any, journal: MemoryJournal) -> None:
        answer = post("workshop", {"do": "mask", "holes": ["B3", "A57", "B3"]})
        assert (answer.status_code, answer.get_json()["say"]) == (202, "Noted.")
        (item,) = journal.pending()
        assert (item.source, item.body) == ("page", {"workshop": {"do": "mask", "holes": ["A57", "B3"]}})

    def test_no_walk_while_a_game_is_on(self, post: Any, story: Any, journal: MemoryJournal) -> None:
        story.begin()
        answer = post("workshop", {"do": "walk"})
        assert answer.status_code == 409
        assert "empty board" in answer.get_json()["say"]
        assert journal.pending() == []
        story.win()
        assert post("workshop", {"do": "walk"}).status_code == 202

    @pytest.mark.parametrize(
        ("body", "error"),
        [
            (None, "error.json"),
            ([], "error.json"),
            ({}, "error.order"),
            ({"do": 1}, "error.order"),
            ({"do": ["walk"]}, "error.order"),
            ({"do": "mask"}, "error.hole"),
            ({"do": "mask", "holes": []}, "error.hole"),
            ({"do": "mask", "holes": "A57"}, "error.hole"),
            ({"do": "unmask", "holes": ["A57", "A500"]}, "error.hole"),
            ({"do": "dead", "holes": [57]}, "error.hole"),
        ],
    )
    def test_what_is_no_order_is_refused(
        self, body: Any, error: str, post: Any, journal: MemoryJournal
    ) -> None:
        with pytest.raises(PostError) as refused:
            order_of(body, {"A57"})
        assert refused.value.text == error
        assert post("workshop", body).status_code == 400
        assert journal.pending() == []

    def test_another_site_cannot_order(self, client: FlaskClient, journal: MemoryJournal) -> None:
        assert client.post(PATH, json={"do": "walk"}).status_code == 403
        assert journal.pending() == []


def test_a_full_disk_refuses_a_new_game(
    post: Callable[..., Any], tmp_path: Path, journal: MemoryJournal
) -> None:
    (tmp_path / "board.json").write_text(
        json.dumps([{"code": "disk-full", "severity": "alarm", "part": "machine"}])
    )
    game = {"players": {"A": "Ann", "B": "Bob"}, "dealer": "A", "mode": "club", "profile": "acc-2025"}
    answer = post("games", game)
    assert answer.status_code == 507
    assert "nearly full" in answer.get_json()["say"]
    assert journal.pending() == []
