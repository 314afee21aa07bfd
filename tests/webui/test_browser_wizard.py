"""A new table on the smallest phone: every step in order, left in the middle and taken up on another phone."""

from __future__ import annotations

import json
from contextlib import closing

from browsing import WAIT_MS, Server, points
from chromium import MARKS
from playwright.sync_api import Browser, Page, expect
from screens import keep
from test_everybody import EYE

from firmware.box.sqlite_journal import SqliteJournal

pytestmark = MARKS
BENCH = {
    "t": 1.0, "running": False, "contacts": [], "said": {},
    "scan": {"occupied": [], "masked": [], "fault": None, "scans": 9, "bad": 0, "bits": 0, "faults": 0},
}  # fmt: skip


def join_the_wireless_network(page: Page) -> None:
    """First with a wrong password, as people do."""
    page.get_by_text("Clubhouse", exact=True).click()
    for password, says in (
        ("fifteen-four", "did not let the table in"),
        ("fifteen-two", "is in “Clubhouse”"),
    ):
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Join it").click()
        expect(page.locator("#wifi .answer")).to_contain_text(says)
        expect(page.get_by_label("Password", exact=True)).to_have_value("")
        keep(page, f"wifi-{password}")
    expect(page.get_by_text("the table is in it")).to_be_visible()


def test_a_new_table_is_set_up_on_the_smallest_phone(browser: Browser, server: Server) -> None:
    (server.data / "run" / "setup.json").write_text(json.dumps(EYE | {"enrolment": None}))
    (server.data / "run" / "workshop.json").write_text(json.dumps(BENCH | {"walk": None}))
    context = browser.new_context(viewport={"width": 320, "height": 640}, locale="en-GB")
    context.set_default_timeout(WAIT_MS)
    try:
        page = context.new_page()

        def at(number: int, title: str) -> None:
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
            expect(page.locator(".at-step")).to_have_text(f"Step {number} of 8")
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            keep(page, f"step-{number}")

        def onward() -> None:
            page.get_by_role("button", name="Next").click()

        page.goto(server.url)
        page.get_by_role("link", name="Set it up step by step").click()
        at(1, "The network")
        join_the_wireless_network(page)
        onward()
        at(2, "The table’s name")
        page.get_by_label("Name of the table").fill("Table 7")
        onward()
        at(3, "The camera’s view")
        expect(page.locator("#findings .alarm")).to_be_visible()
        expect(page.locator("#deck")).to_be_hidden()
        onward()
        at(4, "The holes")
        page.get_by_role("button", name="Begin the walk").click()
        onward()
        at(5, "The deck")
        expect(page.locator("#stand")).to_be_hidden()
        page.close()  # the battery is empty; another day, another phone
        page = context.new_page()
        page.goto(server.url + "setup")
        page.get_by_role("link", name="Go on step by step").click()
        at(5, "The deck")
        onward()
        at(6, "The rules")
        page.get_by_role("link", name="Back").click()
        at(5, "The deck")
        onward()
        at(6, "The rules")
        onward()
        at(7, "The mode")
        page.get_by_text("Teaching", exact=True).click()
        onward()
        at(8, "The players")
        page.get_by_label("First player", exact=True).fill("Ann")
        page.get_by_label("Second player", exact=True).fill("Bob")
        page.get_by_label("Deals first").select_option(label="Bob")
        page.get_by_role("button", name="Start the game").click()
        expect(points(page, "A")).to_be_visible()
    finally:
        context.close()
    with closing(SqliteJournal(server.data / "journal.sqlite")) as journal:
        (walk, game) = [item.body for item in journal.pending()]
    assert walk == {"workshop": {"do": "walk"}}
    assert (game["new_game"]["mode"], game["new_game"]["dealer"]) == ("teaching", "B")
    assert game["new_game"]["players"] == {"A": "Ann", "B": "Bob"}
