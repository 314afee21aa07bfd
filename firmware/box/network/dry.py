"""The simulator's wireless network: the same refusals, and nothing of this machine is changed."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from firmware.box.network.base import Network, WifiError, check_join, strongest

AROUND: Final = (
    Network("Clubhouse", 82, "password"),
    Network("Café du Coin", 55, "open"),
    Network("Office", 40, "other"),
    Network("Neighbours", 21, "password"),
)
PASSWORDS: Final[Mapping[str, str]] = MappingProxyType({"Clubhouse": "fifteen-two", "Attic": "fifteen-four"})


class DryWifi:
    """Networks that are only pretended. Those in `passwords` are open to that one; `hidden` ones do not show."""

    simulated = True

    def __init__(self, around: Iterable[Network] = AROUND, passwords: Mapping[str, str] = PASSWORDS) -> None:
        self._around = {one.name: one for one in around}
        self._passwords = passwords
        self._joined = next((one.name for one in self._around.values() if one.joined), "")
        self._lock = threading.Lock()

    def networks(self) -> tuple[Network, ...]:
        """See `Wifi.networks`."""
        with self._lock:
            return strongest(replace(one, joined=one.name == self._joined) for one in self._around.values())

    def join(self, name: str, password: str = "") -> None:
        """See `Wifi.join`."""
        found = check_join(name, password, self.networks())
        with self._lock:
            if found is None and name not in self._passwords:
                raise WifiError("absent")
            if (found is None or found.kind == "password") and self._passwords.get(name) != password:
                raise WifiError("refused")
            self._around.setdefault(name, Network(name, 60, "password"))
            self._joined = name
