"""What every adapter of the wireless network does, and what it refuses.

A password is only ever an argument of `Wifi.join`: no adapter keeps it, logs it, puts it into a message or hands it
to another program where others can read it (a command line, the environment).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from firmware.box.errors import BoxError

Kind: TypeAlias = Literal["open", "password", "other"]
"""other: keys of a firm (802.1X), or too old to be safe (WEP)."""
KINDS: Final[tuple[Kind, ...]] = ("open", "password", "other")
_LONGEST_NAME: Final = 32  # bytes; IEEE 802.11, 9.4.2.2
_PASSPHRASE: Final = range(8, 64)  # printable characters of a WPA passphrase; IEEE 802.11, annex J.4
_KEY: Final = 64  # or the key itself in hexadecimal digits

# Why something cannot be done: a code for programs and for the page's languages, a sentence for people.
REFUSALS: Final = {
    "none": "this machine has no NetworkManager: choose its network where the system was set up "
    "(Raspberry Pi Imager, or the system's own tools)",
    "device": "there is no wireless device here that is switched on: look at the adapter, or use a cable",
    "rights": "this user may not change the network: install Pegwatch with install/pegwatch-install, "
    "or use sudo nmcli",
    "name": "a network's name is 1 to 32 bytes of text and does not begin with a hyphen",
    "password": "a network's password is 8 to 63 plain characters, or 64 hexadecimal digits",
    "kind": "this network wants more than a password (802.1X), or an encryption that is no longer safe (WEP): "
    "join it with sudo nmtui",
    "absent": "there is no network of that name in reach",
    "refused": "the network did not let this machine in: is the password right, and is it near enough?",
    "busy": "the network is being changed just now: wait a moment",
    "failed": "the network could not be changed; look at: journalctl -u NetworkManager",
}


class WifiError(BoxError):
    """The network stays as it is; `code` is one of `REFUSALS`, the message its sentence."""

    def __init__(self, code: str) -> None:
        self.code = code if code in REFUSALS else "failed"
        super().__init__(REFUSALS[self.code])


@dataclass(frozen=True, slots=True)
class Network:
    """A network in reach: name, strength (0 to 100), what it wants, whether this machine is in it."""

    name: str
    signal: int
    kind: Kind
    joined: bool = False


class Wifi(Protocol):
    """A machine's wireless network."""

    simulated: bool

    def networks(self) -> tuple[Network, ...]:
        """The networks in reach, the strongest first, each name once; `WifiError` where there are none to be had.

        May take some seconds: it looks for them.
        """
        ...

    def join(self, name: str, password: str = "") -> None:
        """Go into a network and stay in it after a restart; `WifiError` if that fails, and then all is as before.

        May take a minute. A name that is not in reach is looked for as a hidden one, with a password.
        """
        ...


def check_join(name: str, password: str, known: Iterable[Network]) -> Network | None:
    """The network that is meant, None for one that does not show itself; `WifiError` for what cannot be right."""
    if not 1 <= len(name.encode()) <= _LONGEST_NAME or not name.isprintable() or name.startswith("-"):
        raise WifiError("name")
    found = next((one for one in known if one.name == name), None)
    if found is not None and found.kind == "other":
        raise WifiError("kind")
    if (found is None or found.kind == "password") and not is_password(password):
        raise WifiError("password")
    return found


def is_password(text: str) -> bool:
    """Whether a network could have this password."""
    if len(text) == _KEY:
        return all(one in "0123456789abcdefABCDEF" for one in text)
    return len(text) in _PASSPHRASE and text.isascii() and text.isprintable()


def strongest(found: Iterable[Network]) -> tuple[Network, ...]:
    """Each name once, at its best; the strongest first."""
    best: dict[str, Network] = {}
    for one in found:
        before = best.get(one.name)
        if before is None or (one.joined, one.signal) > (before.joined, before.signal):
            best[one.name] = one
    return tuple(sorted(best.values(), key=lambda one: (-one.signal, one.name)))
