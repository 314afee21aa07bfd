"""The camera's page: what the eye says reaches it, orders reach the eye, and a sanctioned game closes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from webui.camera import order_of
from webui.errors import PostError

PATH = "/api/v1/camera"
STATE = {"t": 3.5, "camera": "ok", "good": True, "findings": [], "enrolment": None, "said": {}}


@pytest.fixture
def state(tmp_path: Path) -> dict[str, Any]:
    """What the eye shows."""
    (tmp_path / "setup.json").write_text(json.dumps(STATE))
    (tmp_path / "setup.jpg").write_bytes(b"\xff\xd8 the table \xff\xd9")
    return STATE


def ordered(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "setup.order.json").read_text())
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_has_a_place_for_each_card_and_nothing_of_the_game(
    client: FlaskClient, story: Any, lang: str
) -> None:
    story.begin("sanctioned").overpeg()
    html = client.get(f"/camera?lang={lang}").get_data(as_text=True)
    assert html.count("data-card=") == html.count("data-sure=") == 52
    assert re.search(r"\bAnn\b", html) is None
    assert ">camera." not in html.split("<template")[0], "every text has its words"


@pytest.mark.usefixtures("state")
def test_what_the_eye_says_is_served_and_asking_keeps_it_saying(client: FlaskClient, tmp_path: Path) -> None:
    assert client.get(PATH).get_json() == {"state": STATE}
    assert (tmp_path / "setup.look").exists()
    assert client.get(PATH + ".jpg").data.startswith(b"\xff\xd8")


def test_before_the_eye_answers_there_is_nothing(client: FlaskClient, tmp_path: Path) -> None:
    assert client.get(PATH).get_json() == {"state": None}
    assert client.get(PATH + ".jpg").status_code == 404
    (tmp_path / "setup.json").write_text("half a fi")
    assert client.get(PATH).get_json() == {"state": None}


class TestClosed:
    """Reveal policy, P6: no overlay and no memory of turned cards while a sanctioned game is on."""

    @pytest.mark.usefixtures("state")
    def test_in_a_sanctioned_game_nobody_is_shown_the_table(
        self, client: FlaskClient, story: Any, post: Any, tmp_path: Path
    ) -> None:
        story.begin("sanctioned").overpeg()
        for seat in ("", "?as=A", "?as=B"):
            assert client.get(PATH + seat).status_code == 403
            assert client.get(PATH + ".jpg" + seat).status_code == 404
        assert post("camera", {"do": "keep"}).status_code == 403
        assert not (tmp_path / "setup.order.json").exists()
        assert not (tmp_path / "setup.look").exists(), "the eye is not even asked"

    @pytest.mark.usefixtures("state")
    def test_a_peg_in_the_game_hole_does_not_open_it(self, make_app: Any, story: Any) -> None:
        """Row 26: whether the claim was right must not show here either."""
        client = make_app(tick_s=1e-6).test_client()
        story.begin("sanctioned").win()
        assert client.get(PATH).status_code == 403
        story.said("A", "accept")
        assert client.get(PATH).status_code == 200


class TestOrders:
    def test_orders_reach_the_eye_and_count_up(self, post: Any, tmp_path: Path) -> None:
        assert post("camera", {"do": "enrol", "name": " club red "}).status_code == 202
        assert ordered(tmp_path) == {"do": "enrol", "name": "club red", "n": 1}
        assert post("camera", {"do": "card", "name": "th"}).status_code == 202
        latest = ordered(tmp_path)
        assert (latest["do"], latest["name"]) == ("card", "TH")
        assert latest["n"] == 2

    def test_no_deck_in_particular_may_be_chosen(self, post: Any, tmp_path: Path) -> None:
        assert post("camera", {"do": "use", "name": ""}).status_code == 202
        assert ordered(tmp_path)["name"] == ""

    @pytest.mark.parametrize(
        ("body", "error"),
        [
            (None, "error.json"),
            ([], "error.json"),
            ({}, "error.order"),
            ({"do": ["keep"]}, "error.order"),
            ({"do": "format-disk"}, "error.order"),
            ({"do": "enrol"}, "error.deck"),
            ({"do": "enrol", "name": 5}, "error.deck"),
            ({"do": "enrol", "name": "x" * 25}, "error.deck"),
            ({"do": "remove", "name": "  "}, "error.deck"),
            ({"do": "card", "name": "5X"}, "error.deck"),
        ],
    )
    def test_what_is_no_order_is_refused(self, body: Any, error: str, post: Any, tmp_path: Path) -> None:
        with pytest.raises(PostError) as refused:
            order_of(body)
        assert refused.value.text == error
        assert post("camera", body).status_code == 400
        assert not (tmp_path / "setup.order.json").exists()

    def test_another_site_cannot_order(self, client: FlaskClient, tmp_path: Path) -> None:
        assert client.post(PATH, json={"do": "keep"}).status_code == 403
        assert not (tmp_path / "setup.order.json").exists()

    def test_only_who_may_set_up_may_order(self, client: FlaskClient, tmp_path: Path) -> None:
        stranger = {"REMOTE_ADDR": "192.168.7.55"}
        page = client.get("/", environ_base=stranger).get_data(as_text=True)
        token = page.split('data-token="')[1].split('"')[0]
        answer = client.post(
            PATH, json={"do": "keep"}, headers={"X-CSRF-Token": token}, environ_base=stranger
        )
        assert answer.status_code == 403
        assert not (tmp_path / "setup.order.json").exists()
