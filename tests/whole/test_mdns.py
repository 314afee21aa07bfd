"""The table's own name in the network: made of what it is called, announced, and found by a resolver."""

from __future__ import annotations

import socket

import pytest
from zeroconf import ServiceInfo, Zeroconf

from pegwatch.mdns import announced, local_name


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("Table 1", "pegwatch.local"),
        ("Simulated table", "pegwatch.local"),
        ("Table 7", "pegwatch-table-7.local"),
        ("Chez Zoë & Cie.", "pegwatch-chez-zoe-cie.local"),
        ("卓", "pegwatch.local"),
        ("x" * 60, f"pegwatch-{'x' * 40}.local"),
    ],
)
def test_one_name_a_table(called: str, name: str) -> None:
    assert local_name(called) == name


def test_without_a_network_there_is_no_name_and_no_error() -> None:
    with announced("Table 7", None, 8080) as name:
        assert name is None


def _found_by_asking(instance: str) -> ServiceInfo | None:
    """What a resolver hears. A datagram may be lost (RFC 6762, 5.2), and a whole machine may stand still for longer
    than a resolver waits: so a new one asks, as a person would who loads the page again, six times."""
    for _ in range(6):
        with Zeroconf(interfaces=["127.0.0.1"]) as asking:
            if info := asking.get_service_info(
                "_http._tcp.local.", f"{instance}._http._tcp.local.", timeout=10_000
            ):
                return info
    return None


def test_the_name_is_found_by_a_resolver() -> None:
    with announced("Table 7", "127.0.0.1", 8123, ["127.0.0.1"]) as name:
        if name is None:
            pytest.skip("this machine lets nobody answer multicast DNS")
        info = _found_by_asking("Table 7")
    assert info is not None
    assert info.server == "pegwatch-table-7.local."
    assert (info.port, [socket.inet_ntoa(one) for one in info.addresses]) == (8123, ["127.0.0.1"])
