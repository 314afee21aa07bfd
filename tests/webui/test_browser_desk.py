"""Two judges at the desk in a real browser, each on a screen of her own, from the call to the pegs that follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import Server
from chromium import MARKS
from playwright.sync_api import Browser, Page, expect
from screens import keep

from webui.door.accounts import JUDGE, Accounts
from webui.door.roles import ACCOUNTS_FILE

pytestmark = MARKS
PINS = {"Ruth": "271828", "Jo": "314159"}


@pytest.fixture
def judges(browser: Browser, server: Server) -> Iterator[dict[str, Page]]:
    accounts = Accounts(server.data / ACCOUNTS_FILE)
    contexts = []
    pages = {}
    for name, pin in PINS.items():
        accounts.put(JUDGE, name, pin)
        context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
        contexts.append(context)
        page = pages[name] = context.new_page()
        page.goto(server.url + "judge", wait_until="domcontentloaded")
        page.get_by_label("Name").fill(name)
        page.get_by_label("PIN").fill(pin)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="Judge desk")).to_be_visible()
    yield pages
    for context in contexts:
        context.close()


def test_a_call_from_the_question_to_the_pegs_that_follow(judges: dict[str, Page], live_story: Any) -> None:
    ruth, jo = judges["Ruth"], judges["Jo"]
    live_story.begin("sanctioned").overpeg().said("A", "judge")
    expect(ruth.locator("#called")).to_have_text("Ann has called for judges.")
    ruth.get_by_label("What is asked").select_option("overpeg")
    ruth.get_by_label("Evidence about").select_option("hand-B")
    ruth.get_by_role("button", name="Open a call").click()
    expect(ruth.locator("#stage")).to_contain_text("second judge")
    expect(ruth.locator("#opened")).to_be_hidden()
    jo.get_by_role("button", name="Jo judges this").click()
    expect(jo.locator("#evidence")).to_contain_text("5♥ 5♠ J♦ K♣")
    expect(ruth.locator("#evidence")).to_contain_text("Worth 6, pegged 8")
    keep(jo, "judge-evidence")
    jo.get_by_text("Rule in your own words").click()
    jo.locator("#by-own-words [name=rule]").fill("8.4.c")
    row = jo.locator("#by-own-words .row").first
    row.locator("[name=player]").select_option("B")
    row.locator("[name=n]").fill("6")
    jo.get_by_role("button", name="Propose this").click()
    for page, name in ((jo, "Jo"), (ruth, "Ruth")):
        expect(page.locator("#ruling")).to_contain_text("Bob’s front peg goes to hole 6.")
        page.get_by_role("button", name=f"{name} signs").click()
    ruth.get_by_role("button", name="Both players accept it").click()
    expect(jo.locator("#stage")).to_contain_text("in the journal")
    expect(jo.locator(".live")).to_contain_text("Bob: front peg 8, back peg start")
    keep(jo, "judge-followed")
    rulings = [item.body for item in live_story.journal.pending() if "ruling" in item.body]
    assert rulings == [
        {"ruling": {"rule": "8.4.c", "moves": [{"player": "B", "front": 6}], "judges": ["Ruth", "Jo"]}}
    ]
    jo.get_by_role("button", name="Close the call").click()
    expect(ruth.locator("#opened")).to_be_hidden()


def test_the_questions_are_answered_one_after_the_other_and_the_pegs_go_back_in_time(
    judges: dict[str, Page], live_story: Any
) -> None:
    ruth, jo = judges["Ruth"], judges["Jo"]
    live_story.begin("sanctioned").phase("play").peg("B", 2).peg("A", 3).peg("B", 4)
    ruth.get_by_label("What is asked").select_option("front-peg")
    expect(ruth.get_by_label("Evidence about")).to_have_value("pegs")
    ruth.get_by_role("button", name="Open a call").click()
    jo.get_by_role("button", name="Jo judges this").click()
    expect(jo.locator("#at")).to_contain_text("Bob: front peg 6")
    jo.locator("#scrub").press("Home")
    expect(jo.locator("#at")).to_contain_text("Bob: front peg 2")
    asked = ruth.locator("#questions .asked")
    expect(asked.first).to_be_visible()
    first = asked.first.locator(".text").inner_text()
    asked.first.get_by_role("button").last.click()
    expect(jo.locator("#questions .answered .text").first).to_have_text(first)
    keep(ruth, "judge-questions")
    for width in (320, 390, 768):
        ruth.set_viewport_size({"width": width, "height": 800})
        assert ruth.evaluate("document.documentElement.scrollWidth") <= width
    keep(ruth, "judge-768")


def test_one_judge_drops_a_call_that_was_a_mistake(judges: dict[str, Page], live_story: Any) -> None:
    ruth = judges["Ruth"]
    live_story.begin("sanctioned").said("A", "judge")
    drop = ruth.get_by_role("button", name="Drop the call: it was a mistake")
    expect(drop).to_be_visible()
    keep(ruth, "judge-drop")
    with ruth.expect_response(lambda answer: answer.request.method == "POST"):
        drop.click()
    live_story.said("A", "no-judge")
    expect(ruth.locator("#called")).to_have_text("No player has called.")
    expect(drop).to_have_count(0)
    said = [item.body["said"] for item in live_story.journal.pending() if "said" in item.body]
    assert said == [{"by": "A", "what": "no-judge"}]
