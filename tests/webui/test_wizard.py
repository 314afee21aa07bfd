"""The first run, step by step: what each step keeps, that it can be left and taken up, and who may do it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui.door.secretfile import SecretFile
from webui.wizard import STEPS, Progress, read_progress


def test_it_is_taken_up_where_it_was_left(client: FlaskClient, post: Callable[..., Any]) -> None:
    assert client.get("/setup/steps").headers["Location"].endswith("/setup/steps/network")
    assert post("setup/step", {"step": "network"}).get_json()["at"] == "name"
    assert post("setup/step", {"step": "name"}).get_json()["at"] == "camera"
    assert post("setup/step", {"step": "camera"}).status_code == 200
    assert client.get("/setup/steps").headers["Location"].endswith("/setup/steps/holes")
    overview = client.get("/setup").get_data(as_text=True)
    assert "Step 4 of 8: The holes" in overview.replace("</span>", "")


def test_what_was_chosen_is_offered_again(client: FlaskClient, post: Callable[..., Any]) -> None:
    post("setup/step", {"step": "rules", "profile": "acc-2025", "muggins": "on"})
    post("setup/step", {"step": "mode", "mode": "teaching"})
    players = client.get("/setup/steps/players").get_data(as_text=True)
    assert 'data-mode="teaching"' in players
    assert "data-muggins" in players


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"step": "nowhere"}, "json"),
        ({"step": ["name"]}, "json"),
        ({"step": "rules", "profile": "mine"}, "profile"),
        ({"step": "mode", "mode": "loud"}, "mode"),
        ({"step": "mode"}, "mode"),
    ],
)
def test_what_there_is_not_cannot_be_chosen(body: Any, error: str, post: Callable[..., Any]) -> None:
    answer = post("setup/step", body)
    assert (answer.status_code, answer.get_json()["error"]) == (400, error)


def test_rules_without_muggins_are_not_kept_with_it(make_app: Callable[..., Flask]) -> None:
    client = make_app(profiles=("alberta-55plus",)).test_client()
    token = client.get("/").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    body = {"step": "rules", "profile": "alberta-55plus", "muggins": "on"}
    answer = client.post("/api/v1/setup/step", json=body, headers={"X-CSRF-Token": token})
    assert answer.get_json()["error"] == "option.muggins"


@pytest.mark.parametrize("step", STEPS)
def test_a_guest_sees_no_step_and_takes_none(step: str, make_app: Callable[..., Flask]) -> None:
    guest = make_app(pegs="camera" if step == "board" else "sensors").test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.7.66"
    page = guest.get(f"/setup/steps/{step}").get_data(as_text=True)
    assert "Only the table’s keeper may do that." in page
    token = guest.get("/join").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    answer = guest.post("/api/v1/setup/step", json={"step": step}, headers={"X-CSRF-Token": token})
    assert answer.status_code == 403


@pytest.mark.parametrize("kept", [None, [], {"at": "nowhere"}, {"at": "mode", "done": 7, "mode": "loud"}])
def test_a_file_that_says_nothing_is_no_trouble(kept: Any) -> None:
    file = SecretFile(None)
    file.write(kept)
    progress = read_progress(file)
    assert progress.at in ("network", "mode")
    assert (progress.done, progress.mode) == ((), "")


def test_going_back_and_doing_a_step_again_loses_nothing() -> None:
    there = Progress().finished("name").finished("camera").finished("rules", profile="acc-2020")
    again = there.finished("name")
    assert (again.at, again.done, again.profile) == ("camera", ("name", "camera", "rules"), "acc-2020")
    assert Progress().finished("players").at == "players"
