"""The keeper's phone at a card of the rig: comes in by the PIN of the first start, sends a release, follows it."""

from __future__ import annotations

import base64
import http.client
import json
import re
import socket
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from typing import Any, Final

from card_release import Release

PIN: Final = "271828"
FIRST: Final = f'[first]\npin = "{PIN}"\n'
"""What the card is told on its boot partition."""
_GAME: Final = {"players": {"A": "Ann", "B": "Bob"}, "dealer": "A", "mode": "club", "profile": "acc-2025"}
_PIECE: Final = 11_700  # the page takes 16 kB at a time, and this is a third larger on its way
_PATIENCE_S: Final = 600.0


class Keeper:
    """A phone that is let in; `connect` opens a way to the card's page."""

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        self._connect = connect
        self._cookie = self._token = ""
        self._take_token()
        told = self._post("login", {"role": "keeper", "name": "keeper", "pin": PIN})
        assert "error" not in told, told
        self._take_token()

    def _take_token(self) -> None:
        self._token = re.findall(r'data-token="([^"]+)"', self.page())[0]

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        wire = http.client.HTTPConnection("localhost", timeout=_PATIENCE_S)
        wire.sock = self._connect()
        wire.sock.settimeout(_PATIENCE_S)
        with closing(wire):
            headers = {"Host": "10.42.0.1:8080", "X-CSRF-Token": self._token, "Cookie": self._cookie}
            headers["Content-Type"] = "application/json"
            wire.request(method, path, None if body is None else json.dumps(body), headers)
            answer = wire.getresponse()
            if cookie := answer.headers.get("Set-Cookie", ""):
                self._cookie = cookie.partition(";")[0]
            return answer.read()

    def _post(self, path: str, body: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._ask("POST", f"/api/v1/{path}", body))
        return told

    def page(self) -> str:
        """The page of updates."""
        return self._ask("GET", "/setup/update").decode()

    def version(self) -> str:
        """The version that runs, as that page says it."""
        found = re.search(r"Version (\S+) runs\.", self.page())
        assert found is not None, self.page()
        return found[1]

    def is_game_on(self) -> bool:
        """Whether the page says so."""
        return "A game is on" in self.page()

    def play(self) -> None:
        """A game of two begins."""
        told = self._post("games", _GAME)
        assert "taken" in told, told

    def tap(self) -> None:
        """One of them pegs until the game is won."""
        for rear, front in pairwise(range(0, 122, 11)):
            told = self._post("pegs", {"player": "A", "front": front, "rear": rear})
            assert "taken" in told, told

    def refused(self, why: str) -> bool:
        """Whether the table refuses to be updated just now, and why."""
        return bool(self._post("update/begin", {}).get("error") == why)

    def send(self, release: Release) -> None:
        """Signed sum and archive, piece by piece."""
        for part, what in (("signed", release.signed), ("archive", release.archive)):
            at = 0
            while at < len(what):
                piece = base64.b64encode(what[at : at + _PIECE]).decode()
                told = self._post("update/piece", {"part": part, "at": at, "data": piece})
                assert "there" in told, told
                at = told["there"]

    def begin(self) -> None:
        """What was sent is to be tried."""
        told = self._post("update/begin", {})
        assert told.get("state"), told

    def back(self) -> None:
        """The tap that goes back."""
        told = self._post("update/back", {})
        assert told.get("state"), told

    def told(self) -> dict[str, Any]:
        """How it goes, as the page says it; nothing while no page answers: the table stands still for a moment."""
        try:
            told: dict[str, Any] = json.loads(self._ask("GET", "/api/v1/update"))
        except (OSError, http.client.HTTPException, ValueError):
            return {}
        return told
