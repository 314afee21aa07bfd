"""NetworkManager, asked by its own command `nmcli` (1.42 of Debian bookworm and newer).

The password goes in by standard input (``--ask``), never by the command line, which everybody on the machine can
read; what nmcli says is looked at and thrown away. What worked is taken away only once its successor works.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from firmware.box.network.base import Kind, Network, WifiError, check_join, strongest

_WAIT_S: Final = 45  # how long nmcli waits for the network's answer
_PATIENCE_S: Final = 75.0  # and we for nmcli
_LOOK_S: Final = 30.0
_NOT_RUNNING: Final = 8  # nmcli(1), exit status
_NOT_THERE: Final = 10
_TRIES: Final = 100  # connections of one network that may lie about before it is said that something is wrong
_BARE: Final = {"LC_ALL": "C.UTF-8", "TERM": "dumb"}  # English, and names of networks as they are


class NmcliWifi:
    """The wireless network of a machine with NetworkManager."""

    simulated = False

    def __init__(self, program: str = "nmcli") -> None:
        self._program = program

    def networks(self) -> tuple[Network, ...]:
        """See `Wifi.networks`."""
        wanted = ("-t", "-f", "IN-USE,SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", "auto")
        said = self._ask(wanted, _LOOK_S)
        if said.returncode != 0:
            raise WifiError(_why(said, "failed"))
        found = strongest(one for one in map(_network, said.stdout.splitlines()) if one.name)
        if not found and not self._has_device():
            raise WifiError("device")
        return found

    def join(self, name: str, password: str = "") -> None:
        """See `Wifi.join`."""
        known = check_join(name, password, self.networks())
        ours = [f"pegwatch {name}", *(f"pegwatch {name} ({n})" for n in range(2, _TRIES))]
        kept = self._kept()
        fresh = next((one for one in ours if one not in kept), None)
        if fresh is None:
            raise WifiError("failed")
        before = self._active()
        hidden = ("hidden", "yes") if known is None else ()
        wanted = ("--ask", "--wait", str(_WAIT_S), "device", "wifi", "connect", name, "name", fresh, *hidden)
        try:
            said = self._ask(
                wanted, _PATIENCE_S, "" if known is not None and known.kind == "open" else password
            )
        except WifiError:  # it takes too long: what it has begun is taken back all the same
            self._back_to(before, fresh)
            raise
        if said.returncode != 0:
            self._back_to(before, fresh)
            raise WifiError(_why(said, "refused"))
        for old in kept.intersection(ours):
            self._forget(old)

    def _back_to(self, before: Sequence[str], fresh: str) -> None:
        """The connections that were up, and nothing kept of the one that was tried; each as far as it goes."""
        with suppress(WifiError):
            self._forget(fresh)
        for uuid in before:
            with suppress(WifiError):
                self._ask(("--wait", str(_WAIT_S), "connection", "up", "uuid", uuid), _PATIENCE_S)

    def _has_device(self) -> bool:
        said = self._ask(("-t", "-f", "TYPE,STATE", "device"), _LOOK_S).stdout.splitlines()
        return any(line.startswith("wifi:") and not line.endswith(":unavailable") for line in said)

    def _kept(self) -> set[str]:
        """The names of all connections that are kept."""
        said = self._ask(("-t", "-f", "NAME", "connection", "show"), _LOOK_S).stdout.splitlines()
        return {_fields(line)[0] for line in said if line}

    def _active(self) -> list[str]:
        """The connections of wireless devices that are up."""
        said = self._ask(
            ("-t", "-f", "UUID,TYPE", "connection", "show", "--active"), _LOOK_S
        ).stdout.splitlines()
        return [
            uuid for uuid, kind in (line.split(":", 1) for line in said if ":" in line) if "wireless" in kind
        ]

    def _forget(self, kept: str) -> None:
        self._ask(("connection", "delete", "id", kept), _LOOK_S)

    def _ask(
        self, words: Sequence[str], patience_s: float, password: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(
                [self._program, *words],
                input="" if password is None else f"{password}\n",
                capture_output=True,
                text=True,
                encoding="utf-8",
                errors="replace",
                timeout=patience_s,
                check=False,
                env={**os.environ, **_BARE},
            )
        except FileNotFoundError as error:
            raise WifiError("none") from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise WifiError("failed") from error


def _why(said: subprocess.CompletedProcess[str], otherwise: str) -> str:
    """What an ending means: by its status, and by its words only for rights and devices, which have no status."""
    words = said.stderr.casefold()
    if said.returncode == _NOT_RUNNING or "nmclient" in words:  # the word: there is no system bus at all
        return "none"
    if "authorized" in words or "privileges" in words or "permission" in words:
        return "rights"
    if "no wi-fi device" in words or "radio" in words:
        return "device"
    return "absent" if said.returncode == _NOT_THERE else otherwise


def _network(line: str) -> Network:
    in_use, name, signal, security = (*_fields(line), "", "", "", "")[:4]
    return Network(name, int(signal) if signal.isdigit() else 0, _kind(security), in_use.strip() == "*")


def _kind(security: str) -> Kind:
    """nmcli's words for what a network wants: empty or ``--``, ``WPA1 WPA2``, ``WPA3``, ``WPA2 802.1X``, ``WEP``."""
    words = security.split()
    if not words or words == ["--"] or words == ["OWE"]:
        return "open"
    return "password" if "802.1X" not in words and any(one.startswith("WPA") for one in words) else "other"


def _fields(line: str) -> list[str]:
    """The fields of a line of ``nmcli --terse``: they part at colons; within one a backslash goes before it."""
    fields, rest = [""], iter(line)
    for one in rest:
        if one == ":":
            fields.append("")
        else:
            fields[-1] += next(rest, "") if one == "\\" else one
    return fields
