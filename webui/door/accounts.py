"""People with a PIN: judges, a table's keeper, a club's director. PINs are kept as scrypt hashes, never as they are.

A PIN is 6 to 12 digits. The file belongs to the page's user (mode 600) and may be changed by the command line while
the page runs.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from webui.door.secretfile import SecretFile
from webui.errors import WebError

JUDGE: Final = "judge"
KEEPER: Final = "keeper"
DIRECTOR: Final = "director"
ROLES: Final = (JUDGE, KEEPER, DIRECTOR)
LONGEST_NAME: Final = 40
SHORTEST_PIN: Final = 6
LONGEST_PIN: Final = 12
# OWASP's password storage cheat sheet names this strength for scrypt: 16 MiB at a time, which a small Pi has.
_N: Final = 2**14
_R: Final = 8
_P: Final = 5
_ROOM: Final = 64 * 2**20
_SALT_BYTES: Final = 16


class AccountError(WebError, ValueError):
    """A name or PIN that cannot be used; `text` is the path of the sentence in the language files."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


def clean_name(name: str) -> str:
    """A name with single spaces; `AccountError` if it is none."""
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise AccountError("error.account.name", f"a name needs 1 to {LONGEST_NAME} printable characters")
    return name


def check_pin(pin: str) -> None:
    """Refuse a PIN that is no number of 6 to 12 digits, or that anybody would try first."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST_PIN <= len(pin) <= LONGEST_PIN):
        raise AccountError("error.account.pin", f"a PIN is {SHORTEST_PIN} to {LONGEST_PIN} digits")
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    if len(steps) == 1 or len(set(pin)) < 3:
        raise AccountError("error.account.easy", "that PIN is tried first by everybody: choose another")


def hash_pin(pin: str) -> str:
    """A salted hash as ``scrypt$N$r$p$salt$hash``."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"scrypt${_N}${_R}${_P}${salt.hex()}${_scrypt(pin, salt, _N, _R, _P).hex()}"


def is_pin(pin: str, kept: str) -> bool:
    """Whether a PIN is the one that was hashed."""
    try:
        kind, n, r, p, salt, found = kept.split("$")
        made = _scrypt(pin, bytes.fromhex(salt), int(n), int(r), int(p))
    except ValueError:
        return False
    return kind == "scrypt" and hmac.compare_digest(made, bytes.fromhex(found))


def _scrypt(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=_ROOM, dklen=32)


_NOBODY: Final = f"scrypt${_N}${_R}${_P}${bytes(_SALT_BYTES).hex()}${bytes(32).hex()}"


class Accounts:
    """The people with a PIN of one table or club. Thread-safe; one hash is worked out at a time."""

    def __init__(self, path: Path | None = None) -> None:
        self._file = SecretFile(path)
        self._lock = threading.Lock()

    def _all(self) -> dict[str, dict[str, str]]:
        kept: Any = self._file.read()
        kept = kept if isinstance(kept, dict) else {}
        return {role: dict(kept.get(role) or {}) for role in ROLES}

    def names(self, role: str) -> list[str]:
        """Everybody with this role, by name."""
        with self._lock:
            return sorted(self._all()[role], key=str.casefold)

    def find(self, role: str, name: str) -> str | None:
        """The name as it is kept; capitals and spaces do not matter."""
        wanted = " ".join(name.split()).casefold()
        return next((one for one in self.names(role) if one.casefold() == wanted), None)

    def put(self, role: str, name: str, pin: str) -> str:
        """Add somebody or change a PIN; returns the name as kept. `AccountError` says what is wrong with it."""
        name = self.find(role, clean_name(name)) or clean_name(name)
        check_pin(pin)
        kept = hash_pin(pin)
        with self._lock:
            everybody = self._all()
            everybody[role][name] = kept
            self._file.write(everybody)
        return name

    def remove(self, role: str, name: str) -> bool:
        """Take somebody off the list; False if nobody of that name is on it."""
        found = self.find(role, name)
        if found is None:
            return False
        with self._lock:
            everybody = self._all()
            everybody[role].pop(found, None)
            self._file.write(everybody)
        return True

    def check(self, role: str, name: str, pin: str) -> str | None:
        """The name as kept if the PIN is right, else None; it takes as long whether there is such a name or not."""
        found = self.find(role, name)
        with self._lock:
            kept = self._all()[role].get(found or "", _NOBODY)
            right = is_pin(pin[: LONGEST_PIN + 1], kept)
        return found if right and found is not None else None
