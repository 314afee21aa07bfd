"""Every page of the club in French, as it leaves the server: each word stands in a French text, or in a name."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from club.desk import Desk
from webui.club.app import build_club_app
from webui.club.site import ClubSite

sys.path.insert(0, str(Path(__file__).parents[1] / "webui"))
from french import strange_in
from test_club_for_everybody import NAMES, PIN, PLACES, filled, set_up

PEOPLE = [
    *NAMES,
    "Dora",
    "Riverside Pegging Club",
    "acc-cut by the river",
    "acc-alternate by the river",
    "CA1",
    "Last chance",
    "Entry fees",
    "28 hands",
    "Old",
]
LABELS = ("title", "aria-label", "placeholder", "alt", "data-confirm")


class Seen(HTMLParser):
    """What a page says: its texts and labels, not its scripts and styles; what is marked as English is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._skip: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.said += [found[name] or "" for name in LABELS if name in found]
        if tag == "input" and found.get("type") in ("submit", "button"):
            self.said.append(found.get("value") or "")
        hidden = tag in ("script", "style") or (found.get("lang") == "en" and tag != "html")
        if (self._skip or hidden) and tag not in ("input", "meta", "link", "br", "img", "hr", "col"):
            self._skip.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._skip and self._skip[-1] == tag:
            self._skip.pop()

    def handle_data(self, data: str) -> None:
        if not self._skip:
            self.said.append(data)


def strange_words(page: str) -> set[str]:
    seen = Seen()
    seen.feed(page)
    return strange_in("\n".join(seen.said), PEOPLE)


@pytest.fixture
def hall(desk: Desk) -> tuple[FlaskClient, dict[str, int]]:
    site = ClubSite(desk, b"k" * 32, None, "Riverside Pegging Club")
    site.accounts.put("director", "Dora", PIN)
    events = set_up(desk)
    client = build_club_app(site).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "fr"
    token = re.search(r'name="token" value="(\w+)"', client.get("/login").get_data(as_text=True))
    assert token is not None
    answer = client.post("/login", data={"token": token[1], "name": "Dora", "pin": PIN})
    assert answer.status_code == 303
    return client, events


def test_no_page_of_the_club_says_anything_that_is_not_french(
    hall: tuple[FlaskClient, dict[str, int]],
    desk: Desk,
) -> None:
    client, events = hall
    left = {}
    for form, place in PLACES:
        path = filled(place, desk, events)
        where = f"/events/{events[form]}/{path}".rstrip("/") if form else f"/{path}"
        page = client.get(where).get_data(as_text=True)
        assert '<html lang="fr"' in page, where
        left[where] = strange_words(page)
    assert {where: words for where, words in left.items() if words} == {}


def test_the_search_finds_an_english_word() -> None:
    assert strange_words('<p title="Standings">Places</p><span lang="en">English</span>') == {"standings"}
