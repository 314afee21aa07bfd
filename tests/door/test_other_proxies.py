"""Caddy and HAProxy in front of the page, as the docs have them: the same promises as with nginx (`test_proxy`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from proxies import NAME, Guest, Proxy, caddy, haproxy
from running import Running, page

from webui.door.accounts import KEEPER, Accounts
from webui.door.guesslimit import FREE
from webui.door.roles import ACCOUNTS_FILE, CODE_FILE
from webui.door.tablecode import TableCode

pytestmark = pytest.mark.slow
BEHIND = f'[page]\naddress = "https://{NAME}"\nproxies = "127.0.0.1"\n'
FORGED = ({"X-Forwarded-For": "127.0.0.1"}, {"X-Real-IP": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {})


@pytest.fixture(scope="module", params=[caddy, haproxy], ids=lambda one: one.__name__)
def both(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Proxy]]:
    folder: Path = tmp_path_factory.mktemp("both")
    with page(folder / "table", BEHIND) as running, request.param(folder / "proxy", running.port) as proxy:
        yield running, proxy


@pytest.mark.parametrize("headers", FORGED, ids=lambda one: next(iter(one), "nothing forged"))
def test_a_guest_is_a_guest_whatever_they_say_of_themselves(
    headers: dict[str, str], both: tuple[Running, Proxy]
) -> None:
    running, proxy = both
    guest = Guest(proxy, headers=headers)
    assert guest.post("setup/keeper", {"pin": "271828"}).status == 403
    assert guest.get("/api/v1/code").status == 403
    assert Accounts(running.places.data / ACCOUNTS_FILE).names(KEEPER) == []


def test_limits_count_each_guest_and_cookies_go_by_https_only(both: tuple[Running, Proxy]) -> None:
    running, proxy = both
    code = TableCode(running.places.data / CODE_FILE).read()
    wrong = {"code": "000000" if code != "000000" else "000001", "seat": "A"}
    guesser = Guest(proxy, "127.0.0.11")
    assert [guesser.post("join", wrong).status for _ in range(FREE + 1)] == [403] * FREE + [429]
    assert (
        Guest(proxy, "127.0.0.11", headers={"X-Forwarded-For": "127.0.0.99"}).post("join", wrong).status
        == 429
    )
    other = Guest(proxy, "127.0.0.12")
    assert other.post("join", {"code": code, "seat": "A"}).status == 200
    headers = {name.lower(): value for name, value in other.get("/").headers.items()}
    assert "Secure" in headers["set-cookie"]


def test_a_live_view_comes_as_it_is_made(both: tuple[Running, Proxy]) -> None:
    with closing(Guest(both[1], "127.0.0.13").open("GET", "/api/v1/live")) as stream:
        assert stream.status == 200
        assert any(stream.readline() == b"event: view\n" for _ in range(50))
