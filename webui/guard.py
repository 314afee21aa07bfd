"""What stands between a club's Wi-Fi and the table: tokens, origins, rates, limits, headers.

No passwords live here; what is guarded is that a request that changes something comes from our own page, not
from another site in the same browser, and that one guest cannot crowd out the others.
"""

from __future__ import annotations

import hmac
import os
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

from flask import Request, Response

from firmware.box.addresses import one_guest

COOKIE: Final = "pegwatch"
HUB_COOKIE: Final = "pegwatch-hub"
"""Browsers send a machine's cookies to all its ports: hub and table on one machine must not share a name."""
TOKEN_HEADER: Final = "X-CSRF-Token"
MAX_POST_BYTES: Final = 16_384
MAX_HEADER_BYTES: Final = 16_384
RESERVE: Final = 8  # live places that only the table's own screen gets
_ADDRESSES: Final = 2_000  # how many addresses are remembered; the longest silent are forgotten
_KEY_BYTES: Final = 32
_LONGEST_NAME: Final = 253
_LONGEST_LABEL: Final = 63
_NO_HOST: Final = re.compile(r"[,\s@/]")
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class BoundedRequest(Request):
    """A request whose uploads stay in memory: its body is bounded, and one that breaks off leaves no file open."""

    def _get_file_stream(
        self,
        total_content_length: int | None,  # noqa: ARG002
        content_type: str | None,  # noqa: ARG002
        filename: str | None = None,  # noqa: ARG002
        content_length: int | None = None,  # noqa: ARG002
    ) -> IO[bytes]:
        return BytesIO()


def read_key(path: Path) -> bytes:
    """The key that tokens are made with; kept in a file so that they outlive a restart of the page."""
    with suppress(OSError):
        key = path.read_bytes()
        if len(key) == _KEY_BYTES:
            return key
    key = secrets.token_bytes(_KEY_BYTES)
    with suppress(OSError):  # nowhere to keep it: open pages will have to be reloaded after a restart
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(key)
    return key


def new_visitor() -> str:
    """A random name for a browser, kept in its cookie."""
    return secrets.token_urlsafe(16)


def token_for(key: bytes, visitor: str) -> str:
    """The token that the pages of this browser carry."""
    return hmac.new(key, visitor.encode(), sha256).hexdigest()


def is_ours(request: Request, key: bytes) -> bool:
    """Whether a request carries the token that belongs to its own cookie."""
    visitor, token = request.cookies.get(COOKIE, ""), request.headers.get(TOKEN_HEADER, "")
    return bool(visitor) and hmac.compare_digest(token.encode(), token_for(key, visitor).encode())


def is_same_origin(request: Request) -> bool:
    """Whether the browser says that the request comes from our own page (a program says nothing)."""
    origin = request.headers.get("Origin")
    try:
        if origin is not None and urlsplit(origin).netloc != request.host:
            return False
    except ValueError:  # no address at all
        return False
    return request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")


def name_of(host: str) -> str:
    """The name or address in a Host header, without its port; "" where there is none to be read."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def host_of(request: Request) -> str:
    """The Host header as it came: two of them have a comma between, of which `request.host` makes nothing at all."""
    return request.environ.get("HTTP_HOST") or request.host


def is_our_name(host: str, names: Collection[str]) -> bool:
    """Whether a request was sent to a name that this table can have in its own network, or to one of `names`.

    Without this a page from elsewhere could let its own name point here (DNS rebinding) and be taken for ours.
    """
    name = name_of(host)
    if host and _NO_HOST.search(host):
        return False  # two Host lines come as one with a comma: a proxy may have read the other
    if len(name) > _LONGEST_NAME or max(map(len, name.split("."))) > _LONGEST_LABEL:
        return False  # no machine is called so, and no address of a page can be made with it
    if name in names or name.endswith(".local") or "." not in name.strip("."):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def harden(response: Response) -> Response:
    """Put the headers on that every answer carries."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


class Rate:
    """Limits requests: so many a minute from each address, with bursts up to a quarter of that."""

    def __init__(self, each_minute: int) -> None:
        self._per_s = each_minute / 60
        self._burst = max(1.0, each_minute / 4)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, address: str) -> bool:
        """Whether this address may make one more request now."""
        now, address = time.monotonic(), one_guest(address)
        with self._lock:
            left, at = self._left.pop(address, (self._burst, now))
            left = min(self._burst, left + (now - at) * self._per_s)
            allowed = left >= 1
            self._left[address] = (left - 1 if allowed else left, now)
            while len(self._left) > _ADDRESSES:
                self._left.popitem(last=False)
        return allowed


class Seats:
    """Limits live viewers: so many at a time, and so many of them from one address; a few places more for the table's
    own screen.

    Where all places are taken, the address that holds most of them gives one up to one that would still hold fewer.
    """

    def __init__(self, total: int, each: int, send_away: Callable[[str], bool] = lambda _: False) -> None:
        """`send_away` lets a viewer of an address go, who then leaves; False where it cannot."""
        self._total = total
        self._each = each
        self._send_away = send_away
        self._taken: dict[str, int] = {}
        self._lock = threading.Lock()

    def enter(self, address: str, screen: bool = False) -> bool:
        """Take a place; False if there is none. `screen`: for the table's own screen."""
        address = one_guest(address)
        return self._enter(address, screen) or (self._make_room(address) and self._enter(address, screen))

    def _make_room(self, address: str) -> bool:
        with self._lock:
            mine = self._taken.get(address, 0)
            most = max(self._taken, key=self._taken.__getitem__, default=address)
            is_fairer = mine < self._each and self._taken.get(most, 0) > mine + 1
        return is_fairer and self._send_away(most)

    def _enter(self, address: str, screen: bool) -> bool:
        with self._lock:
            mine, all_ = self._taken.get(address, 0), sum(self._taken.values())
            if screen:
                if all_ >= self._total + RESERVE:
                    return False
            elif mine >= self._each or all_ >= self._total:
                return False
            self._taken[address] = mine + 1
            return True

    @property
    def count(self) -> int:
        """How many viewers there are now."""
        with self._lock:
            return sum(self._taken.values())

    def leave(self, address: str) -> None:
        """Give the place back."""
        address = one_guest(address)
        with self._lock:
            left = self._taken.get(address, 1) - 1
            if left > 0:
                self._taken[address] = left
            else:
                self._taken.pop(address, None)
