"""Choosing the wireless network by phone: which are in reach, joining one, and how that is going.

Joining takes up to a minute and may cut off the phone that asked for it, so it goes on by itself; anyone who asks is
told where it stands. A password goes from the request to the adapter (`firmware.box.network`) and is kept nowhere.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any, Final, Literal, TypeAlias

from flask import Blueprint, Response, jsonify, request

from firmware.box.network.base import Network, Wifi, WifiError
from webui.door.accounts import KEEPER
from webui.errors import PostError
from webui.site import Site, body_of, guarded, refuse, words_of
from webui.words import Words

State: TypeAlias = Literal["idle", "joining", "joined", "refused"]
_log: Final = logging.getLogger(__name__)
_LONGEST: Final = 64
_STRONG: Final = 60  # per cent; below the second a table's page comes slowly
_FAIR: Final = 35


@dataclass(frozen=True, slots=True)
class Going:
    """How the last try went: which network, and why not."""

    state: State = "idle"
    name: str = ""
    code: str = ""


class Joining:
    """One try at a time, in a thread of its own. Thread-safe."""

    def __init__(self, wifi: Wifi) -> None:
        self._wifi = wifi
        self._lock = threading.Lock()
        self._going = Going()

    @property
    def going(self) -> Going:
        """How it goes."""
        with self._lock:
            return self._going

    def begin(self, name: str, password: str) -> bool:
        """Begin to join; False while another try is on."""
        with self._lock:
            if self._going.state == "joining":
                return False
            self._going = Going("joining", name)
        threading.Thread(target=self._join, args=(name, password), name="wifi", daemon=True).start()
        return True

    def _join(self, name: str, password: str) -> None:
        after = Going("joined", name)
        try:
            self._wifi.join(name, password)
        except WifiError as error:
            after = Going("refused", name, error.code)
        except Exception as error:
            # No try without end; and whatever the error says, it might say the password.
            _log.error("joining a wireless network failed: %s", type(error).__name__)
            after = Going("refused", name, "failed")
        with self._lock:
            self._going = after


def wireless(site: Site, wifi: Wifi) -> Blueprint:
    """The blueprint of the wireless network."""
    bp = Blueprint("wifi", __name__)
    joining = Joining(wifi)
    guarded(bp, site)

    def keeper(ask: Callable[[], Response | tuple[Response, int]]) -> Response | tuple[Response, int]:
        if not site.door.who(request).may_set_up:
            return refuse(request, HTTPStatus.FORBIDDEN, "error.keeper")
        return ask()

    @bp.get("/api/v1/setup/wifi")
    def state() -> Response | tuple[Response, int]:
        """How a try to join goes; no network is looked for, so that it may be asked every second."""
        return keeper(lambda: jsonify(_told(joining.going, site, words_of(request))))

    @bp.get("/api/v1/setup/wifi/networks")
    def networks() -> Response | tuple[Response, int]:
        """The networks in reach; looking takes some seconds."""
        return keeper(_look)

    def _look() -> Response | tuple[Response, int]:
        if not site.heavy.allows(request.remote_addr or ""):
            return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, "error.rate")
        try:
            found = wifi.networks()
        except WifiError as error:
            return refuse(request, HTTPStatus.CONFLICT, f"error.wifi.{error.code}")
        w = words_of(request)
        told = [asdict(one) | {"says": _says(one, w)} for one in found]
        return jsonify({"networks": told, "about": w("wifi.simulated") if wifi.simulated else ""})

    @bp.post("/api/v1/setup/wifi")
    def join() -> Response | tuple[Response, int]:
        """``{"name": "Clubhouse", "password": "..."}``: go into that network."""
        return keeper(_join)

    def _join() -> Response | tuple[Response, int]:
        name, password = _wanted(body_of(request))
        if site.in_sanctioned_game() and not site.door.accounts.names(KEEPER):
            # the players' own screen is the keeper then: it does not cut off the judges
            return refuse(request, HTTPStatus.FORBIDDEN, "error.wifi.sanctioned")
        if not joining.begin(name, password):
            return refuse(request, HTTPStatus.CONFLICT, "error.wifi.busy")
        return jsonify(_told(joining.going, site, words_of(request))), HTTPStatus.ACCEPTED

    return bp


def _wanted(body: Mapping[str, Any]) -> tuple[str, str]:
    name, password = body.get("name"), body.get("password", "")
    if not isinstance(name, str) or not 1 <= len(name) <= _LONGEST:
        raise PostError("error.wifi.name")
    if not isinstance(password, str) or len(password) > _LONGEST:
        raise PostError("error.wifi.password")
    return name, password


def _says(one: Network, w: Words) -> str:
    """What a network wants and how well it is received; that this machine is in it comes before both."""
    heard = "strong" if one.signal >= _STRONG else "fair" if one.signal >= _FAIR else "weak"
    wants = "joined.now" if one.joined else f"kind.{one.kind}"
    return f"{w(f'wifi.{wants}')}, {w(f'wifi.signal.{heard}')}"


def _told(going: Going, site: Site, w: Words) -> dict[str, Any]:
    """A try as data: its state, the network, a sentence, and the table's address, which may be another one now."""
    text = f"error.wifi.{going.code}" if going.state == "refused" else f"wifi.{going.state}"
    say = "" if going.state == "idle" else w(text, name=going.name)
    return {"state": going.state, "name": going.name, "say": say, "url": site.config.url or ""}
