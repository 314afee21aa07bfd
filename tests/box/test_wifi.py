"""The wireless network: one contract for NetworkManager's adapter, the page's door and the simulator's."""

from __future__ import annotations

import io
import json
import logging
import shutil
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.box.network import nmcli
from firmware.box.network.base import REFUSALS, Network, Wifi, WifiError, check_join, is_password, strongest
from firmware.box.network.door import MAX_QUESTION_BYTES, DoorWifi, NoWifi, answer, find_wifi
from firmware.box.network.dry import DryWifi
from firmware.box.network.nmcli import NmcliWifi

SECRET = "fifteen: two\\"
AROUND: dict[str, dict[str, Any]] = {
    "Club: house\\ 5": {"signal": 82, "security": "WPA1 WPA2", "password": SECRET},
    "Café": {"signal": 55, "security": ""},
    "Office": {"signal": 40, "security": "WPA2 802.1X"},
    "Old": {"signal": 30, "security": "WEP"},
    "Attic": {"signal": 20, "security": "WPA3", "password": "fifteen-four", "hidden": True},
}
CLUB = "Club: house\\ 5"


class Machine:
    """A machine whose `nmcli` is ours."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = folder / "nmcli"
        source = (Path(__file__).parent / "fake_nmcli.py").read_text()
        self.program.write_text(f"#!{sys.executable} -IS\n{source}")
        self.program.chmod(0o755)
        self.set(around=AROUND, up="Café", uuid="id-0", kept=["eth0"], device="connected")

    def set(self, **state: Any) -> None:
        path = self.folder / "state.json"
        before = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps(before | state))

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "state.json").read_text())
        return found

    def called(self) -> list[dict[str, Any]]:
        path = self.folder / "called.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def dry() -> DryWifi:
    kinds = {"WPA1 WPA2": "password", "": "open"}
    shown = [
        Network(name, one["signal"], kinds.get(one["security"], "other"), name == "Café")  # type: ignore[arg-type]
        for name, one in AROUND.items()
        if "hidden" not in one
    ]
    return DryWifi(shown, {name: one["password"] for name, one in AROUND.items() if "password" in one})


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[Wifi], DoorWifi]]:
    """The page's door to an adapter, as systemd keeps it: a question a connection."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "wifi.socket"))
    listener.listen()

    def open_door(wifi: Wifi) -> DoorWifi:
        def work() -> None:
            while True:
                try:
                    channel, _ = listener.accept()
                except OSError:
                    return
                with channel, channel.makefile("rb") as asked, channel.makefile("wb") as told:
                    answer(wifi, asked, told)

        threading.Thread(target=work, daemon=True).start()
        return DoorWifi(tmp_path / "wifi.socket")

    yield open_door
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()


@pytest.fixture(params=["nmcli", "dry", "door"])
def wifi(request: pytest.FixtureRequest, machine: Machine, serve: Callable[[Wifi], DoorWifi]) -> Wifi:
    if request.param == "dry":
        return dry()
    return serve(dry()) if request.param == "door" else NmcliWifi(str(machine.program))


def refusal(wifi: Wifi, name: str, password: str = "") -> str:
    with pytest.raises(WifiError) as caught:
        wifi.join(name, password)
    assert str(caught.value) == REFUSALS[caught.value.code]
    assert password not in str(caught.value) or not password
    return caught.value.code


# --- the contract


def test_the_networks_in_reach_come_strongest_first_with_what_they_want(wifi: Wifi) -> None:
    assert wifi.networks() == (
        Network(CLUB, 82, "password"),
        Network("Café", 55, "open", joined=True),
        Network("Office", 40, "other"),
        Network("Old", 30, "other"),
    )


def test_a_network_is_joined_with_its_password(wifi: Wifi) -> None:
    wifi.join(CLUB, SECRET)
    assert [one.name for one in wifi.networks() if one.joined] == [CLUB]
    wifi.join("Café")
    assert [one.name for one in wifi.networks() if one.joined] == ["Café"]


def test_a_hidden_network_is_joined_by_its_name(wifi: Wifi) -> None:
    wifi.join("Attic", "fifteen-four")


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        (CLUB, "wrong-password", "refused"),
        (CLUB, "", "password"),
        (CLUB, "short", "password"),
        (CLUB, "two\nlines long", "password"),
        (CLUB, "x" * 65, "password"),
        (CLUB, "mot de passé", "password"),
        ("Office", "fifteen-two", "kind"),
        ("Old", "fifteen-two", "kind"),
        ("Nowhere", "fifteen-two", "absent"),
        ("", "fifteen-two", "name"),
        ("--ask", "fifteen-two", "name"),
        ("x" * 33, "fifteen-two", "name"),
        ("é" * 17, "fifteen-two", "name"),
        ("two\nlines", "fifteen-two", "name"),
    ],
)
def test_what_cannot_be_joined_is_refused_for_its_own_reason(
    wifi: Wifi, name: str, password: str, code: str
) -> None:
    assert refusal(wifi, name, password) == code
    assert [one.name for one in wifi.networks() if one.joined] == ["Café"], "all is as before"


def test_passwords_are_those_of_the_standard() -> None:
    good = ["x" * 8, "x" * 63, "a b ~!\"'$;", "0123456789abcdefABCDEF" * 2 + "0" * 20]
    bad = ["x" * 7, "x" * 64, "x" * 65, "tab\there", "nul\0here!", "é" * 10, ""]
    assert [is_password(one) for one in [*good, *bad]] == [True] * len(good) + [False] * len(bad)


def test_of_two_stations_of_one_network_the_better_counts_and_the_joined_one_most() -> None:
    near, far = Network("Club", 80, "password"), Network("Club", 20, "password")
    assert strongest([far, near]) == (near,)
    joined = Network("Club", 20, "password", joined=True)
    assert strongest([near, joined, near]) == (joined,)
    assert check_join("Club", "fifteen-two", [near]) is near


# --- NetworkManager


def test_no_secret_is_on_a_command_line(
    machine: Machine, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    """Anyone on the machine can read every command line; a log is read by helpers."""
    caplog.set_level(logging.DEBUG)
    wifi = NmcliWifi(str(machine.program))
    wifi.join(CLUB, SECRET)
    refusal(wifi, CLUB, "wrong-password")
    calls = machine.called()
    assert [call["typed"] for call in calls if call["typed"]] == [SECRET + "\n", "wrong-password\n"]
    for secret in (SECRET, "wrong-password"):
        assert not any(secret in " ".join(call["words"]) for call in calls)
        assert secret not in caplog.text + "".join(capfd.readouterr())


def test_what_worked_is_taken_away_only_once_its_successor_works(machine: Machine) -> None:
    wifi = NmcliWifi(str(machine.program))
    wifi.join(CLUB, SECRET)
    first = machine.state()["kept"]
    assert first == ["eth0", f"pegwatch {CLUB}"]
    refusal(wifi, CLUB, "wrong-password")
    assert machine.state()["kept"] == first, "the failed one does not lie about"
    assert machine.called()[-1]["words"][-3:] == ["up", "uuid", f"id-{first[1].encode().hex()}"], (
        "back where it was"
    )
    around = AROUND | {CLUB: AROUND[CLUB] | {"password": "another-one"}}
    machine.set(around=around)
    wifi.join(CLUB, "another-one")
    assert machine.state()["kept"] == ["eth0", f"pegwatch {CLUB} (2)"]


def test_one_that_takes_too_long_leaves_everything_as_it_was(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.set(hangs=True)
    monkeypatch.setattr(nmcli, "_PATIENCE_S", 1.0)
    assert refusal(NmcliWifi(str(machine.program)), CLUB, SECRET) == "failed"
    assert machine.state()["kept"] == ["eth0"], "what it has begun does not lie about"
    assert machine.called()[-1]["words"][-3:] == ["up", "uuid", "id-0"], "back where it was"


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ({"dead": True}, "none"),
        ({"no bus": True}, "none"),
        ({"device": "none"}, "device"),
        ({"device": ""}, "device"),
        ({"device": "unavailable", "around": {}}, "device"),
    ],
)
def test_a_machine_without_networks_says_why(machine: Machine, state: dict[str, Any], code: str) -> None:
    machine.set(**state)
    with pytest.raises(WifiError) as caught:
        NmcliWifi(str(machine.program)).networks()
    assert caught.value.code == code


def test_a_user_without_the_right_is_told_so(machine: Machine) -> None:
    machine.set(rights=False)
    assert refusal(NmcliWifi(str(machine.program)), CLUB, SECRET) == "rights"


def test_no_networks_in_reach_is_no_fault(machine: Machine) -> None:
    machine.set(around={})
    assert NmcliWifi(str(machine.program)).networks() == ()


def test_without_network_manager_everything_is_refused(tmp_path: Path) -> None:
    for wifi in (NmcliWifi(str(tmp_path / "nmcli")), NoWifi()):
        with pytest.raises(WifiError, match="no NetworkManager"):
            wifi.networks()
        assert refusal(wifi, CLUB, SECRET) == "none"


def test_a_machine_has_what_it_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert isinstance(find_wifi(), NoWifi)
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/nmcli")
    assert isinstance(find_wifi(), NmcliWifi)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "door"))
        monkeypatch.setattr("firmware.box.network.door.SOCKET", tmp_path / "door")
        assert isinstance(find_wifi(), DoorWifi)


# --- the door


class Never:
    """An adapter that must not be asked."""

    simulated = True

    def networks(self) -> tuple[Network, ...]:
        raise AssertionError

    def join(self, name: str, password: str = "") -> None:  # noqa: ARG002
        raise AssertionError


@pytest.mark.parametrize(
    "question",
    [b"", b"\n", b"7\n", b"[]\n", b"{\n", b'{"do": "halt"}\n', b'{"do": "join"}\n', b'{"do": ["join"]}\n',
     b'{"do": "join", "name": 7}\n', b'{"do": "join", "name": "x", "password": 7}\n', b"[" * 900 + b"\n",
     b'{"do": "networks", "x": "' + b"x" * MAX_QUESTION_BYTES + b'"}\n', b"\xff\xfe\n"],
)  # fmt: skip
def test_the_door_does_two_things_and_nothing_else(question: bytes) -> None:
    told = io.BytesIO()
    answer(Never(), io.BytesIO(question), told)
    assert json.loads(told.getvalue()) == {"error": "failed"}
    assert told.getvalue().count(b"\n") == 1


def test_a_door_that_is_shut_or_answers_nonsense_is_a_refusal(tmp_path: Path) -> None:
    assert refusal(DoorWifi(tmp_path / "nowhere"), CLUB, SECRET) == "failed"
    assert refusal(DoorWifi(tmp_path / "nowhere"), "x" * MAX_QUESTION_BYTES, SECRET) == "name"
    for n, nonsense in enumerate((b"", b"7\n", b"{\n", b'{"error": "moon"}\n', b'{"error": ["rights"]}\n')):
        with socket.socket(socket.AF_UNIX) as listener:
            path = tmp_path / str(n)
            listener.bind(str(path))
            listener.listen()

            def work(listener: socket.socket = listener, nonsense: bytes = nonsense) -> None:
                channel, _ = listener.accept()
                with channel:
                    channel.recv(MAX_QUESTION_BYTES)
                    channel.sendall(nonsense)

            thread = threading.Thread(target=work)
            thread.start()
            assert refusal(DoorWifi(path), CLUB, SECRET) == "failed"
            thread.join()
