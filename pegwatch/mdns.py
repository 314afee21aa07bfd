"""The table's name in the network: `pegwatch.local`, or `pegwatch-NAME.local` where the table has one of its own."""

from __future__ import annotations

import contextlib
import logging
import re
import socket
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from zeroconf import Error, InterfaceChoice, ServiceInfo, Zeroconf

_DEFAULTS: Final = ("Table 1", "Simulated table")
_SERVICE: Final = "_http._tcp.local."
_LONGEST: Final = 40
_log: Final = logging.getLogger(__name__)


def local_name(table_name: str) -> str:
    """The name without a dot at its end: letters, digits and hyphens only."""
    plain = unicodedata.normalize("NFKD", table_name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].strip("-")
    return f"pegwatch-{slug}.local" if slug and table_name not in _DEFAULTS else "pegwatch.local"


@contextlib.contextmanager
def announced(
    table_name: str, address: str | None, port: int, interfaces: Sequence[str] | None = None
) -> Iterator[str | None]:
    """Answer for the table's name while this lasts; yields the name, or None where the network does not allow it."""
    if address is None:
        yield None
        return
    server = local_name(table_name)
    info = ServiceInfo(
        _SERVICE,
        f"{table_name.replace('.', ' ')}.{_SERVICE}",
        addresses=[socket.inet_aton(address)],
        port=port,
        server=f"{server}.",
        properties={"path": "/"},
    )
    try:
        zeroconf = Zeroconf(interfaces=list(interfaces) if interfaces else InterfaceChoice.Default)
    except OSError as error:
        _log.warning("no name in the network: %s; the address still works", error)
        yield None
        return
    try:
        try:
            zeroconf.register_service(info, allow_name_change=True)
        except (Error, OSError) as error:
            _log.warning("the name %s could not be announced: %s; the address still works", server, error)
            yield None
        else:
            yield server
    finally:
        zeroconf.close()
