"""Addresses as people write them down: of this page, of the proxies in front of it, of the club's broker."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

_NAME: Final = re.compile(r"(?!-)[\w-]{1,63}(\.[\w-]{1,63})*\.?")
_IN_A_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """An IP address, an IPv4 one also where it is dressed as IPv6 (``::ffff:127.0.0.1``); None if it is none."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_loopback(text: str) -> bool:
    """Whether this is an address of the machine itself."""
    found = read_address(text)
    return found is not None and found.is_loopback


def one_guest(text: str) -> str:
    """What counts as one guest where guests are counted: an IPv4 address, or the network of an IPv6 one (of which a
    machine may give itself any); any other text as it is."""
    found = read_address(text.partition("%")[0])
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, 64), strict=False))
    return str(found) if found is not None else text


def addresses(text: str) -> tuple[str, ...]:
    """The parts of a list with commas between."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def why_no_proxies(text: str) -> str:
    """What is wrong with a list of proxies; "" if nothing is."""
    for part in addresses(text):
        if read_address(part) is None:
            return f"{part:.40} is no IP address; write 127.0.0.1 for a proxy on this machine"
    return ""


def why_no_web_address(text: str) -> str:
    """What is wrong with the address of a page; "" if nothing is, also where there is none."""
    if not text:
        return ""
    try:
        found = urlsplit(text)
        fine = found.scheme in ("http", "https") and found.hostname and (found.port is None or found.port > 0)
    except ValueError:
        fine = False
    if not fine or not text.isprintable() or " " in text:
        return "this is no address of a page; write it like https://table.club.example"
    if found.path.strip("/") or found.query or found.fragment or found.username is not None:
        return "nothing may stand after the name and port; write it like https://table.club.example"
    return ""


def origins(text: str) -> tuple[str, ...]:
    """Origins of pages as a browser tells them (``https://club.example``), from a list with commas between; ``*``
    stays as it is."""
    return tuple(_origin(part) for part in addresses(text))


def _origin(text: str) -> str:
    found = urlsplit(text.lower())
    usual = {"http": ":80", "https": ":443"}.get(found.scheme, "")
    return text if text == "*" else f"{found.scheme}://{found.netloc.removesuffix(usual)}"


def why_no_origins(text: str) -> str:
    """What is wrong with a list of origins; "" if nothing is."""
    for part in addresses(text):
        if part != "*" and why_no_web_address(part):
            return f"{part!r:.40} is no origin of pages; write it like https://club.example, or * for any"
    return ""


def _is_host(text: str) -> bool:
    return read_address(text) is not None or (len(text) <= 253 and _NAME.fullmatch(text) is not None)


def why_no_host(text: str) -> str:
    """What is wrong with an address to listen on; "" if nothing is."""
    return (
        "" if _is_host(text) else "this is no address of a machine; 0.0.0.0 is every network, 127.0.0.1 none"
    )


def why_no_hosts(text: str) -> str:
    """What is wrong with a list of names; "" if nothing is."""
    for part in addresses(text):
        if not _is_host(part):
            return (
                f"{part!r:.40} is no name of a machine; write table.club.example, without https:// and port"
            )
    return ""


def why_no_broker(text: str) -> str:
    """What is wrong with the address of a broker; "" if nothing is, also where there is none."""
    if not text:
        return ""
    try:
        found = urlsplit(text)
        fine = found.scheme in ("mqtt", "mqtts") and bool(found.hostname) and _is_host(found.hostname or "")
        fine = fine and (found.port is None or found.port > 0)
    except ValueError:
        fine = False
    return "" if fine else "this is no address of a broker; write it like mqtts://hub.club.example"


def why_no_table(text: str) -> str:
    """What is wrong with a table's name in the club; "" if nothing is."""
    return "" if _IN_A_TOPIC.fullmatch(text) else "it may have 1 to 40 letters, digits, - and _"
