"""The door between a page that may do nothing and a service that may change the wireless network, and nothing else.

The page's process is the one that strangers talk to, so it has no rights over the network. It asks by a socket of
systemd's that it alone may open: one line of JSON, ``{"do": "networks"}`` or ``{"do": "join", "name": ...,
"password": ...}``. For each a service is started (`systemd/pegwatch-wifi@.service`); it answers in one line and ends.
"""

from __future__ import annotations

import json
import shutil
import socket
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Final

from firmware.box.network.base import KINDS, Kind, Network, Wifi, WifiError
from firmware.box.network.nmcli import NmcliWifi

SOCKET: Final = Path("/run/pegwatch-wifi.socket")
MAX_QUESTION_BYTES: Final = 1_024
_MAX_ANSWER_BYTES: Final = 262_144
_PATIENCE_S: Final = 240.0  # a look, a try and the way back to the network of before


class DoorWifi:
    """The wireless network behind the socket at `path`."""

    simulated = False

    def __init__(self, path: Path = SOCKET) -> None:
        self._path = path

    def networks(self) -> tuple[Network, ...]:
        """See `Wifi.networks`."""
        found = self._ask({"do": "networks"}).get("networks")
        return tuple(_network(one) for one in found) if isinstance(found, list) else ()

    def join(self, name: str, password: str = "") -> None:
        """See `Wifi.join`."""
        self._ask({"do": "join", "name": name, "password": password})

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        line = json.dumps(question).encode() + b"\n"
        if len(line) > MAX_QUESTION_BYTES:  # no network has such a name or password
            raise WifiError("name")
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
                channel.settimeout(_PATIENCE_S)
                channel.connect(str(self._path))
                channel.sendall(line)
                with channel.makefile("rb") as answer:
                    told = json.loads(answer.readline(_MAX_ANSWER_BYTES))
        except PermissionError as error:
            raise WifiError("rights") from error
        except (OSError, ValueError, RecursionError) as error:
            raise WifiError("failed") from error
        if not isinstance(told, dict) or told.get("error"):
            raise WifiError(str(told.get("error")) if isinstance(told, dict) else "failed")
        return told


def _network(told: Any) -> Network:
    body = told if isinstance(told, dict) else {}
    kind: Kind = next((one for one in KINDS if body.get("kind") == one), "other")
    return Network(str(body.get("name", "")), int(body.get("signal", 0)), kind, body.get("joined") is True)


def answer(wifi: Wifi, asked: BinaryIO, told: BinaryIO) -> None:
    """Answer the one question that stands in `asked`, in one line; whatever it is, the answer is an object."""
    told.write(json.dumps(_answer(wifi, asked.readline(MAX_QUESTION_BYTES + 1))).encode() + b"\n")
    told.flush()


def _answer(wifi: Wifi, line: bytes) -> dict[str, Any]:
    try:
        question = json.loads(line) if len(line) <= MAX_QUESTION_BYTES else None
    except (ValueError, RecursionError):
        question = None
    if not isinstance(question, dict):
        return {"error": "failed"}
    name, password = question.get("name"), question.get("password", "")
    try:
        if question.get("do") == "networks":
            return {"networks": [asdict(one) for one in wifi.networks()]}
        if question.get("do") == "join" and isinstance(name, str) and isinstance(password, str):
            wifi.join(name, password)
            return {}
    except WifiError as error:
        return {"error": error.code}
    return {"error": "failed"}


class NoWifi:
    """A machine without NetworkManager: everything is refused, and it says so."""

    simulated = False

    def networks(self) -> tuple[Network, ...]:
        """`WifiError`, always."""
        raise WifiError("none")

    def join(self, name: str, password: str = "") -> None:  # noqa: ARG002 - as the others have it
        """`WifiError`, always."""
        raise WifiError("none")


def find_wifi() -> Wifi:
    """What this machine has: the service of the installed table, NetworkManager itself, or nothing."""
    if SOCKET.is_socket():
        return DoorWifi()
    return NmcliWifi() if shutil.which("nmcli") else NoWifi()
