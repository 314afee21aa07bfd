"""The page's part of the wireless network: who may choose it, what is told, and that no password comes back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from firmware.box.journal import MemoryJournal
from firmware.box.network.base import REFUSALS, Network, Wifi
from firmware.box.network.door import NoWifi
from firmware.box.network.dry import DryWifi
from webui.app import build_app, close_app, site_of
from webui.config import WebConfig
from webui.table import Table
from webui.words import LANGUAGES, words

SECRET = "fifteen-two"


class SlowWifi(DryWifi):
    """Joins when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.ended = threading.Event()

    def join(self, name: str, password: str = "") -> None:
        self.let.wait(120)
        try:
            super().join(name, password)
        finally:
            self.ended.set()


class BrokenWifi(DryWifi):
    """Fails as nobody foresaw, and says the worst there is to say."""

    def join(self, name: str, password: str = "") -> None:  # noqa: ARG002
        raise RuntimeError(password)


@pytest.fixture
def make(journal: MemoryJournal, tmp_path: Path) -> Iterator[Callable[[Wifi], Flask]]:
    made: list[Flask] = []

    def build(wifi: Wifi) -> Flask:
        config = WebConfig(url="http://192.168.7.9:8080", posts_each_minute=60_000)
        made.append(build_app(Table(journal, tmp_path), config, b"k" * 32, None, wifi))
        return made[-1]

    yield build
    for app in made:
        close_app(app)


def join(client: FlaskClient, body: Any) -> Any:
    token = client.get("/join").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    return client.post("/api/v1/setup/wifi", json=body, headers={"X-CSRF-Token": token})


def settled(client: FlaskClient) -> Any:
    while (told := client.get("/api/v1/setup/wifi").get_json())["state"] == "joining":
        threading.Event().wait(0.01)
    return told


def test_the_keeper_sees_what_is_in_reach_and_joins_it(make: Callable[[Wifi], Flask]) -> None:
    wifi = SlowWifi()
    client = make(wifi).test_client()
    found = client.get("/api/v1/setup/wifi/networks").get_json()
    assert "simulated" in found["about"]
    assert [(one["name"], one["says"]) for one in found["networks"]][:2] == [
        ("Clubhouse", "with a password, strong signal"),
        ("Café du Coin", "open, fair signal"),
    ]
    assert client.get("/api/v1/setup/wifi").get_json() | {"url": ""} == {
        "state": "idle", "name": "", "say": "", "url": "",
    }  # fmt: skip
    begun = join(client, {"name": "Clubhouse", "password": SECRET})
    assert (begun.status_code, begun.get_json()["state"]) == (202, "joining")
    assert join(client, {"name": "Clubhouse", "password": SECRET}).get_json()["error"] == "wifi.busy"
    wifi.let.set()
    assert settled(client)["say"] == "The table is in “Clubhouse”."
    found = client.get("/api/v1/setup/wifi/networks").get_json()["networks"]
    assert [one["says"] for one in found if one["joined"]] == ["the table is in it, strong signal"]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "wifi.name"),
        ({"name": 7}, "wifi.name"),
        ({"name": ""}, "wifi.name"),
        ({"name": "x" * 65}, "wifi.name"),
        ({"name": "Clubhouse", "password": 7}, "wifi.password"),
        ({"name": "Clubhouse", "password": "x" * 65}, "wifi.password"),
        ([], "json"),
    ],
)
def test_what_is_no_network_is_refused_before_anything_is_tried(
    body: Any, error: str, make: Callable[[Wifi], Flask]
) -> None:
    answer = join(make(SlowWifi()).test_client(), body)
    assert (answer.status_code, answer.get_json()["error"]) == (400, error)


@pytest.mark.parametrize(
    ("wifi", "body", "says"),
    [
        (DryWifi(), {"name": "Clubhouse", "password": "fifteen-four"}, "did not let the table in"),
        (DryWifi(), {"name": "Nowhere", "password": SECRET}, "There is no network “Nowhere” in reach."),
        (DryWifi(), {"name": "Office", "password": SECRET}, "sudo nmtui"),
        (DryWifi(), {"name": "--ask", "password": SECRET}, "does not begin with a hyphen"),
        (NoWifi(), {"name": "Clubhouse", "password": SECRET}, "no NetworkManager"),
        (BrokenWifi(), {"name": "Clubhouse", "password": SECRET}, "could not be changed"),
    ],
)
def test_a_try_that_fails_says_why(wifi: Wifi, body: Any, says: str, make: Callable[[Wifi], Flask]) -> None:
    client = make(wifi).test_client()
    assert join(client, body).status_code == 202
    told = settled(client)
    assert told["state"] == "refused"
    assert says in told["say"]


def test_a_password_comes_back_nowhere(
    make: Callable[[Wifi], Flask], caplog: pytest.LogCaptureFixture, capfd: Any, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    mine = DryWifi(passwords={"Clubhouse": "my own secret"})
    for wifi, password in ((mine, "my own secret"), (mine, "a-wrong-one"), (BrokenWifi(), "a third one")):
        client = make(wifi).test_client()
        said = join(client, {"name": "Clubhouse", "password": password}).get_data(as_text=True)
        said += str(settled(client)) + client.get("/setup/steps/network").get_data(as_text=True)
        assert password not in said + caplog.text + "".join(capfd.readouterr())
    assert not any(b"my own secret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_only_the_keeper_looks_and_joins(make: Callable[[Wifi], Flask]) -> None:
    wifi = SlowWifi()
    guest = make(wifi).test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.7.66"
    for path in ("/api/v1/setup/wifi", "/api/v1/setup/wifi/networks"):
        answer = guest.get(path)
        assert answer.status_code == 403
        assert "Clubhouse" not in answer.get_data(as_text=True)
    assert join(guest, {"name": "Clubhouse", "password": SECRET}).status_code == 403
    assert not wifi.ended.is_set()


def test_in_a_sanctioned_game_the_players_own_screen_cuts_nobody_off(
    make: Callable[[Wifi], Flask], story: Any
) -> None:
    """Without a keeper's PIN that screen is the keeper: judges could be sent away by a change of the network."""
    story.begin("sanctioned")
    wifi = SlowWifi()
    app = make(wifi)
    client = app.test_client()
    answer = join(client, {"name": "Clubhouse", "password": SECRET})
    assert (answer.status_code, answer.get_json()["error"]) == (403, "wifi.sanctioned")
    assert client.get("/api/v1/setup/wifi").get_json()["state"] == "idle"
    site_of(app).door.accounts.put("keeper", "keeper", "271828")
    assert join(client, {"name": "Clubhouse", "password": SECRET}).status_code == 403, (
        "the screen is no keeper now"
    )
    token = client.get("/join").get_data(as_text=True).split('data-token="')[1].split('"')[0]
    body = {"role": "keeper", "name": "keeper", "pin": "271828"}
    assert client.post("/api/v1/login", json=body, headers={"X-CSRF-Token": token}).status_code == 200
    assert join(client, {"name": "Clubhouse", "password": SECRET}).status_code == 202
    wifi.let.set()
    assert settled(client)["state"] == "joined"


def test_a_machine_without_network_manager_says_so_and_the_set_up_goes_on(
    make: Callable[[Wifi], Flask],
) -> None:
    client = make(NoWifi()).test_client()
    answer = client.get("/api/v1/setup/wifi/networks")
    assert answer.status_code == 409
    assert "no NetworkManager" in answer.get_json()["say"]
    assert "Next" in client.get("/setup/steps/network").get_data(as_text=True)


def test_looking_all_the_time_is_stopped(make: Callable[[Wifi], Flask]) -> None:
    client = make(DryWifi()).test_client()
    answers = {client.get("/api/v1/setup/wifi/networks").status_code for _ in range(40)}
    assert answers == {200, 429}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_words(lang: str) -> None:
    for code in REFUSALS:
        said = words(lang)(f"error.wifi.{code}", name="Clubhouse")
        assert said[-1] in ".…" or said.endswith(("nmtui", "NetworkManager")), code
        assert "{" not in said


def test_what_a_network_calls_itself_is_text(make: Callable[[Wifi], Flask]) -> None:
    around = [Network("<img src=x onerror=alert(1)>", 50, "open")]
    answer = make(DryWifi(around)).test_client().get("/api/v1/setup/wifi/networks")
    assert answer.mimetype == "application/json"
    assert answer.get_json()["networks"][0]["name"] == around[0].name
