"""The first start of a card without keyboard or screen: what a file on its boot partition says is done, once.

The boot partition (FAT) is what any computer shows of the card. `pegwatch.toml` there holds the table's settings, and
under `[first]` what is not a setting: Wi-Fi, name in the network, the keeper's PIN. All of it is looked at before any
of it is done. Afterwards the file is gone and its settings lie as `pegwatch-done.toml`, without `[first]` and so
without secrets. What is wrong is said in `pegwatch-says.txt` there, in one line, and nothing is done; a card that
cannot be written says so there too, as far as it can. Each step may be done twice: the power may go in between. The
card's own access point is made here too, once, with a password of its own: `pegwatch-sticker.txt`.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import socket
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Callable
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from firmware.box.backup import sync_folder
from firmware.box.settings import SettingsError, load
from pegwatch.failure import PegwatchError
from pegwatch.outfile import put_durably

BOOT: Final = Path("/boot/firmware")
WANTED: Final = "pegwatch.toml"
DONE: Final = "pegwatch-done.toml"
SAYS: Final = "pegwatch-says.txt"
STICKER: Final = "pegwatch-sticker.txt"
_AP: Final = "pegwatch-ap.nmconnection"
_WIFI: Final = "pegwatch-first.nmconnection"
_HOSTNAME: Final = "hostname"
_COUNTRY: Final = "country"
"""Files beside the settings: what the system forgets when it is switched off is set again at every start."""
ADDRESS: Final = "10.42.0.1"
_MOST_BYTES: Final = 100_000
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters none of which is mistaken for another on a sticker."""
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?")
_FIRST: Final = re.compile(r"^\[first\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class First:
    """What `[first]` may say; "" where it does not."""

    hostname: str = ""
    wifi: str = ""
    wifi_password: str = ""
    country: str = ""
    pin: str = ""
    access_point_password: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Where things lie; `set_pin` and `set_country` do what only other programs may, and raise `PegwatchError`."""

    boot: Path
    settings: Path
    connections: Path
    set_pin: Callable[[str], None]
    set_country: Callable[[str], None]

    def begin(self) -> str:
        """Do what is wanted, if anything is; the one line that says what is wrong, "" where nothing is."""
        wrong, first = "", First()
        wanted = self.boot / WANTED
        try:
            if wanted.exists():
                first, rest = read_wanted(wanted)
                self._do(first, rest)
        except (PegwatchError, OSError) as error:
            wrong = f"{WANTED}: {error}"
        try:
            self._access_point(first.access_point_password)
        except (PegwatchError, OSError) as error:
            wrong = wrong or f"the table's own network cannot be made: {error}"
        if self.boot.is_dir():
            put_durably(self.boot / SAYS, f"{wrong or 'All is well.'}\n")
        return wrong

    def _do(self, first: First, rest: str) -> None:
        if first.pin:
            self.set_pin(first.pin)  # another program's, which may refuse: before anything else is done
        if first.wifi:
            put_durably(self.connections / _WIFI, station(first.wifi, first.wifi_password), 0o600)
        if first.country:
            put_durably(self.settings.with_name(_COUNTRY), f"{first.country}\n")
            self.set_country(first.country)
        if first.hostname:
            put_durably(self.settings.with_name(_HOSTNAME), f"{first.hostname}\n")
        if tomllib.loads(rest):
            put_durably(self.settings, rest)
        put_durably(self.boot / DONE, rest)
        (self.boot / WANTED).unlink()
        sync_folder(self.boot)

    def _access_point(self, password: str) -> None:
        profile = self.connections / _AP
        if profile.exists() and not password:
            return
        name = f"Pegwatch-{secrets.token_hex(2)}"
        password = password or "".join(secrets.choice(_LETTERS) for _ in range(10))
        if self.boot.is_dir():
            put_durably(self.boot / STICKER, sticker(name, password))
        put_durably(profile, access_point(name, password), 0o600)


def read_wanted(path: Path) -> tuple[First, str]:
    """What `[first]` says, and the settings without it; `PegwatchError`, one line, where either cannot be."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise PegwatchError(f"longer than {_MOST_BYTES} bytes: no settings are")
        text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        body = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise PegwatchError(f"it cannot be read: {error}") from error
    first = _first(body.pop("first", {}))
    rest = _FIRST.sub("", text)
    try:
        is_left = tomllib.loads(rest) == body
    except tomllib.TOMLDecodeError:
        is_left = False
    if not is_left:
        raise PegwatchError("write [first] on a line of its own, and each of its keys on one line below it")
    _check_settings(path, rest)
    return first, rest


def _first(said: Any) -> First:
    if not isinstance(said, dict):
        raise PegwatchError("[first] is a part with keys, not a value")
    known = [field.name for field in fields(First)]
    for key, value in said.items():
        if key not in known:
            near = get_close_matches(key, known, 1)
            raise PegwatchError(f"[first] has no {key}" + (f": do you mean {near[0]}?" if near else ""))
        if not isinstance(value, str) or not value.isprintable():
            raise PegwatchError(f"[first] {key} has to be text in quotes")
    first = First(**said)
    if first.hostname and not _HOST.fullmatch(first.hostname):
        raise PegwatchError("hostname has small letters, figures and hyphens, 32 at most")
    if first.wifi and not 1 <= len(first.wifi.encode()) <= 32:
        raise PegwatchError("wifi, a network's name, has 1 to 32 letters")
    for key in ("wifi_password", "access_point_password"):
        value = getattr(first, key)
        if value and not re.fullmatch(r"[ -~]{8,63}|[0-9A-Fa-f]{64}", value):
            raise PegwatchError(f"{key} has 8 to 63 plain characters")
    if first.country and not re.fullmatch(r"[A-Z]{2}", first.country):
        raise PegwatchError("country is two capital letters, as CA")
    if first.pin and not re.fullmatch(r"[0-9]{6,12}", first.pin):
        raise PegwatchError("pin has 6 to 12 figures")
    return first


def _check_settings(path: Path, rest: str) -> None:
    part = path.with_name("pegwatch.part")
    try:
        part.write_text(rest, encoding="utf-8")
        load({"PEGWATCH_CONFIG": str(part)})
    except SettingsError as error:
        raise PegwatchError(str(error).replace(str(part), WANTED)) from error
    except OSError as error:
        raise PegwatchError(f"the boot partition cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def station(name: str, password: str) -> str:
    """NetworkManager's profile of a network to join, as its keyfile. The name goes as bytes: no letter of it means
    anything there."""
    ssid = "".join(f"{byte};" for byte in name.encode())
    return _profile("pegwatch-first", "infrastructure", ssid, password) + (
        "\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    )


def access_point(name: str, password: str) -> str:
    """NetworkManager's profile of the card's own network. It comes last: only where no known one is in reach."""
    return _profile("pegwatch-ap", "ap", name, password, "autoconnect-priority=-100\n", "band=bg\n") + (
        f"\n[ipv4]\nmethod=shared\naddress1={ADDRESS}/24\n\n[ipv6]\nmethod=disabled\n"
    )


def _profile(name: str, mode: str, ssid: str, password: str, connection: str = "", wifi: str = "") -> str:
    own = uuid.uuid5(uuid.NAMESPACE_DNS, f"{name}.pegwatch")
    # A backslash begins an escape in a keyfile, and a space at either end would be lost.
    kept = password.replace("\\", "\\\\").replace(" ", "\\s")
    secured = f"\n[wifi-security]\nkey-mgmt=wpa-psk\npsk={kept}\n" if password else ""
    return (
        f"[connection]\nid={name}\nuuid={own}\ntype=wifi\nautoconnect=true\n{connection}"
        f"\n[wifi]\nmode={mode}\nssid={ssid}\n{wifi}{secured}"
    )


def sticker(name: str, password: str) -> str:
    """What a sticker on the table says, and what a QR code of it holds."""
    return (
        f"Pegwatch\nWi-Fi: {name}\nPassword: {password}\nPage: http://{ADDRESS}:8080\n\n"
        f"QR code: WIFI:T:WPA;S:{name};P:{_quoted(password)};;\n"
    )


def _quoted(text: str) -> str:
    return re.sub(r'([\\;,":])', r"\\\1", text)


def _set_pin(pin: str) -> None:
    words = ["/usr/local/bin/pegwatch", "keeper", "pin"]
    done = subprocess.run(words, input=f"{pin}\n", capture_output=True, text=True, check=False)
    if done.returncode:
        raise PegwatchError(f"the keeper's PIN could not be set: {done.stderr.strip()[-200:]}")


def _set_country(country: str) -> None:
    # Without iw the radio keeps to the channels that are allowed everywhere.
    with contextlib.suppress(OSError):
        subprocess.run(["iw", "reg", "set", country], check=False, stderr=subprocess.DEVNULL)


def main() -> int:
    """Begin, as root, before the network and the table start; the name in the network and the radio's country are set
    at every start."""
    settings = Path("/etc/pegwatch/pegwatch.toml")
    connections = Path("/etc/NetworkManager/system-connections")
    try:
        wrong = Card(BOOT, settings, connections, _set_pin, _set_country).begin()
        for name, again in ((_COUNTRY, _set_country), (_HOSTNAME, socket.sethostname)):
            if (kept := settings.with_name(name)).exists():
                again(kept.read_text(encoding="ascii").strip())
    except (PegwatchError, OSError, UnicodeDecodeError) as error:
        wrong = str(error)
    if wrong:
        print(f"Error: {wrong}", file=sys.stderr)
    return 2 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
