"""A proxy in front of the page, by a real nginx: whom the page takes its guests for, and whom every limit counts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from proxies import NAME, Guest, Proxy, documented, nginx, only_host, until
from running import Running, page

from webui.door.accounts import KEEPER, Accounts
from webui.door.guesslimit import FREE
from webui.door.roles import ACCOUNTS_FILE, CODE_FILE
from webui.door.tablecode import TableCode

pytestmark = pytest.mark.slow
PIN = "271828"
BEHIND = f'[page]\naddress = "https://{NAME}"\nproxies = "127.0.0.1"\n'
UNTOLD = f'[page]\nhosts = "{NAME}"\n'
"""A proxy that the settings know nothing of: the page only answers to its name."""
FORGED = ({"X-Forwarded-For": "127.0.0.1"}, {"X-Real-IP": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {})


def keepers(running: Running) -> list[str]:
    return Accounts(running.places.data / ACCOUNTS_FILE).names(KEEPER)


def code_of(running: Running) -> str:
    return TableCode(running.places.data / CODE_FILE).read()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A table with the settings that the docs give for a proxy."""
    with page(tmp_path_factory.mktemp("table"), BEHIND) as running:
        yield running


@pytest.fixture(scope="module")
def told(table: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """nginx exactly as docs/proxy/nginx.conf has it."""
    with nginx(tmp_path_factory.mktemp("told") / "nginx", table.port, documented) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def silent(table: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """nginx that passes only Host, before the same table."""
    with nginx(tmp_path_factory.mktemp("silent") / "nginx", table.port, only_host) as proxy:
        yield proxy


# --- nobody becomes the table's own screen -----------------------------------------------------------------------


def assert_is_a_guest(guest: Guest, running: Running) -> None:
    made = guest.post("setup/keeper", {"pin": PIN})
    assert (made.status, made.json["error"]) == (403, "keeper"), made.text
    assert guest.post("said", {"by": "A", "what": "accept"}).status == 403
    assert guest.get("/api/v1/code").status == 403
    assert code_of(running) not in guest.get("/").text
    assert keepers(running) == []


@pytest.mark.parametrize("headers", FORGED, ids=lambda one: next(iter(one), "nothing forged"))
def test_a_guest_through_the_documented_proxy_is_a_guest_whatever_it_says_of_itself(
    headers: dict[str, str], table: Running, told: Proxy
) -> None:
    assert_is_a_guest(Guest(told, headers=headers), table)


@pytest.mark.parametrize("name", [NAME, "localhost", "127.0.0.1"])
def test_a_guest_through_a_proxy_that_passes_only_host_is_a_guest(
    name: str, table: Running, silent: Proxy
) -> None:
    assert_is_a_guest(Guest(silent, name=name), table)


@pytest.mark.parametrize("server", [documented, only_host])
@pytest.mark.parametrize("headers", FORGED, ids=lambda one: next(iter(one), "nothing forged"))
def test_a_proxy_that_the_settings_do_not_name_makes_nobody_the_screen_either(
    server: Any, headers: dict[str, str], tmp_path: Path
) -> None:
    with page(tmp_path, UNTOLD) as running, nginx(tmp_path / "nginx", running.port, server) as proxy:
        assert_is_a_guest(Guest(proxy, headers=headers), running)


def test_where_a_proxy_is_set_not_even_a_browser_on_the_machine_is_the_screen(table: Running) -> None:
    """A proxy is such a browser to the page, so nothing that comes from the machine itself can be told from it."""
    assert_is_a_guest(Guest(table.port, "127.0.0.1", "localhost"), table)


def test_without_a_proxy_the_browser_on_the_machine_is_the_screen_unless_told_otherwise(
    tmp_path: Path,
) -> None:
    with page(tmp_path / "a") as running:
        screen = Guest(running.port, "127.0.0.1", "localhost")
        assert screen.get("/api/v1/code").json == {"code": code_of(running)}
        other = Guest(running.port, "127.0.0.1", "localhost", {"X-Forwarded-For": "192.168.7.31"})
        assert other.get("/api/v1/code").status == 403, "somebody speaks for a guest"
        assert Guest(running.port, "127.0.0.1", "pegwatch.local").get("/api/v1/code").status == 403
    with page(tmp_path / "b", "[page]\nscreen = false\n") as running:
        assert_is_a_guest(Guest(running.port, "127.0.0.1", "localhost"), running)


# --- every limit counts the guest --------------------------------------------------------------------------------


def test_wrong_codes_make_the_guesser_wait_and_nobody_else(table: Running, told: Proxy) -> None:
    wrong = {"code": "000000" if code_of(table) != "000000" else "000001", "seat": "A"}
    guesser = Guest(told, "127.0.0.11")
    assert [guesser.post("join", wrong).status for _ in range(FREE + 1)] == [403] * FREE + [429]
    forged = Guest(told, "127.0.0.11", headers={"X-Forwarded-For": "127.0.0.99", "X-Real-IP": "127.0.0.98"})
    assert forged.post("join", wrong).status == 429, "what guests say of themselves changes nothing"
    assert Guest(told, "127.0.0.12").post("join", wrong).status == 403


def test_posts_are_counted_by_the_guest(table: Running, told: Proxy) -> None:  # noqa: ARG001
    eager, calm = Guest(told, "127.0.0.13"), Guest(told, "127.0.0.14")
    end = time.monotonic() + 60
    while eager.post("leave", {}).status != 429:
        assert time.monotonic() < end
    assert calm.post("leave", {}).status == 200


def test_live_places_are_counted_by_the_guest_and_given_back(table: Running, told: Proxy) -> None:
    many, one = Guest(told, "127.0.0.15"), Guest(told, "127.0.0.16")
    held = []
    try:
        while (answer := many.open("GET", "/api/v1/live")).status == 200:
            answer.readline()
            held.append(answer)
            assert len(held) <= 60
        answer.close()
        assert len(held) == 60
        with closing(one.open("GET", "/api/v1/live")) as stream:
            assert stream.status == 200
            assert any(stream.readline() == b"event: view\n" for _ in range(50)), (
                "a stream comes as it is made"
            )
    finally:
        for answer in held:
            answer.close()

    def is_let_in() -> bool:
        with closing(many.open("GET", "/api/v1/live")) as answer:
            return answer.status == 200

    until(is_let_in, "the viewers' places are given back through the proxy")
    assert table.process.poll() is None


def test_a_proxy_that_is_not_named_is_named_in_the_log(tmp_path: Path) -> None:
    with page(tmp_path, UNTOLD) as running, nginx(tmp_path / "nginx", running.port, documented) as proxy:
        Guest(proxy).get("/healthz")
        until(lambda: "127.0.0.1 speaks for others and is not believed" in running.said, "a line in the log")


# --- what a page by HTTPS needs ----------------------------------------------------------------------------------


def test_by_https_cookies_are_for_https_only_and_the_tablet_at_the_table_is_the_screen(
    table: Running, told: Proxy
) -> None:
    tablet = Guest(told, "127.0.0.17")
    assert "Secure" in tablet.get("/").headers["Set-Cookie"]
    assert tablet.post("join", {"code": code_of(table), "seat": "both"}).status == 200
    assert tablet.get("/api/v1/code").status == 200
    assert f"https://{NAME}" in tablet.get("/").text, "the address that guests are told"


def test_a_request_by_another_name_or_from_another_page_is_refused(table: Running, told: Proxy) -> None:  # noqa: ARG001
    assert Guest(told, name="evil.example").get("/").status == 421
    assert Guest(told).post("leave", {}, Origin="https://evil.example").status == 403
    assert Guest(told, headers={"X-Forwarded-Host": "evil.example"}).get("/").status == 200
