"""A proxy in front of the club's hub, by a real nginx: its name, its cookies, and whom its limits count."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial

import pytest
from proxies import Guest, Proxy, documented, nginx
from running import PIN, hub

pytestmark = pytest.mark.slow
NAME = "hub.club.example"


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A hub with the options that the docs give, behind nginx exactly as docs/proxy/nginx-hub.conf has it."""
    folder = tmp_path_factory.mktemp("club")
    behind = ("--address", f"https://{NAME}", "--proxies", "127.0.0.1")
    with hub(folder, *behind) as port, nginx(
        folder / "nginx", port, partial(documented, name="nginx-hub.conf")
    ) as proxy:  # fmt: skip
        yield proxy


def test_the_hub_answers_to_its_name_and_a_director_logs_in_over_https_only(proxy: Proxy) -> None:
    dora = Guest(proxy, name=NAME)
    assert "Secure" in dora.get("/").headers["Set-Cookie"]
    assert dora.fill_in("/login", "/login", name="Dora", pin=PIN).status == 303
    assert "Dora" in dora.get("/").text
    assert Guest(proxy, name="evil.example").get("/").status == 421


def test_orders_are_counted_by_the_guest_whatever_it_says_of_itself(proxy: Proxy) -> None:
    eager, calm, end = (
        Guest(proxy, "127.0.0.21", NAME),
        Guest(proxy, "127.0.0.22", NAME),
        time.monotonic() + 120,
    )
    token = eager.token("/tables")  # asked for once: each order is then one request, far quicker than allowed
    while eager.fill_in("", "/do/call", table="3", token=token).status != 429:
        assert time.monotonic() < end
    eager.headers = {"X-Forwarded-For": "127.0.0.99", "X-Real-IP": "127.0.0.99"}
    last = [eager.fill_in("", "/do/call", table="3", token=token).status for _ in range(20)]
    assert 429 in last, "what guests say of themselves changes nothing"
    assert calm.fill_in("/tables", "/do/call", table="3").status == 303


@pytest.mark.parametrize(
    ("option", "text", "says"),
    [
        ("--proxies", "localhost", "localhost is no IP address; write 127.0.0.1"),
        ("--address", "https://[::1", "write it like https://"),
        ("--address", "hub.club.example", "write it like https://"),
        ("--address", "https://hub.club.example/desk", "nothing may stand after the name and port"),
    ],
)
def test_what_is_no_address_is_refused_in_one_line(option: str, text: str, says: str) -> None:
    words = [sys.executable, "-m", "pegwatch", "hub", option, text]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2
    assert says in done.stderr
