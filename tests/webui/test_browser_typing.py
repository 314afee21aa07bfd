"""What somebody is doing on a page survives what happens at the table meanwhile."""

from __future__ import annotations

import json
from typing import Any

from browsing import Server, log_in_judges, points, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from test_everybody import EYE

pytestmark = MARKS


def test_a_count_half_typed_outlives_a_peg_and_another_hand(
    page: Page, server: Server, live_story: Any
) -> None:
    live_story.begin("teaching").show()
    visit(page, server)
    count = page.locator(".of-B .quiz").get_by_label("Your count")
    count.fill("1")
    page.get_by_text("Count it, then look").click()
    expect(page.locator(".of-B .look")).to_have_attribute("open", "")
    count.focus()
    live_story.cards("A", "2H", "2S", "3D", "4C")
    expect(page.locator(".of-A")).to_be_visible()
    expect(count).to_have_value("1")
    expect(count).to_be_focused()
    live_story.cards("B", "5H", "5S", "JD", "KS")  # the hand itself is read otherwise
    expect(page.locator(".of-B .card[data-card=KS]")).to_be_visible()
    expect(count).to_have_value("1")
    expect(count).to_be_focused()
    expect(page.locator(".of-B .look")).to_have_attribute("open", "")


def test_the_next_deal_does_not_inherit_what_was_typed(page: Page, server: Server, live_story: Any) -> None:
    live_story.begin("teaching").show()
    visit(page, server)
    page.locator(".of-B .quiz").get_by_label("Your count").fill("1")
    live_story.next_deal(3).show()
    expect(page.locator(".of-B .quiz").get_by_label("Your count")).to_have_value("")


def test_names_and_claims_half_typed_outlive_what_happens(
    page: Page, server: Server, live_story: Any
) -> None:
    live_story.begin()
    visit(page, server, "?as=B")
    page.get_by_text("New game", exact=True).click()
    page.get_by_label("First player", exact=True).fill("Cle")
    page.locator("[data-say=claim] input").fill("1")
    live_story.show().peg("B", 8)
    expect(points(page, "B")).to_have_text("8")
    expect(page.get_by_label("First player", exact=True)).to_have_value("Cle")
    expect(page.locator("[data-say=claim] input")).to_have_value("1")
    expect(page.locator("#new-game")).to_have_attribute("open", "")


def test_a_judges_answer_half_typed_outlives_the_pegs_and_the_other_judge(
    page: Page, server: Server, live_story: Any
) -> None:
    live_story.begin("sanctioned").peg("B", 4)
    log_in_judges(page, server)
    page.get_by_label("What is asked").select_option("front-peg")
    page.get_by_role("button", name="Open a call (Ruth)").click()
    page.get_by_role("button", name="Jo judges this").click()
    page.locator("#questions .asked").get_by_role("button", name="Bob").press("Enter")
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()
    expect(
        page.get_by_role("button", name="Ask again")
    ).not_to_be_focused()  # a second Enter takes nothing back
    due = page.get_by_label("How many points were to be pegged?")
    due.fill("7")
    page.get_by_text("Rule in your own words").click()
    page.locator("#by-own-words [name=rule]").fill("8.5")
    due.focus()
    live_story.peg("B", 3)
    expect(page.locator("#questions")).to_contain_text("stand in 7 and 4")
    expect(due).to_have_value("7")
    expect(due).to_be_focused()
    expect(page.locator("#by-own-words [name=rule]")).to_have_value("8.5")


def test_a_card_chosen_by_name_outlives_the_next_reading(page: Page, server: Server) -> None:
    state = server.data / "run" / "setup.json"
    state.write_text(json.dumps(EYE))
    page.goto(server.url + "camera", wait_until="domcontentloaded")
    page.locator("#card").select_option("QS")
    wanted = EYE["enrolment"] | {"wanted": ["QS", "2C"], "doubts": {}}
    state.write_text(json.dumps(EYE | {"t": 2.0, "enrolment": wanted}))
    expect(page.locator("#card option")).to_have_count(2)
    expect(page.locator("#card")).to_have_value("QS")


def test_the_keeper_frees_a_seat_whose_phone_has_gone(page: Page, server: Server, live_story: Any) -> None:
    live_story.begin()
    phone = page.context.browser.new_context(
        locale="en-GB", extra_http_headers={"X-Forwarded-For": "192.168.7.31"}
    )
    try:
        visit(page, server)
        page.locator("#phones summary").click()
        code = page.locator("#code").inner_text()
        theirs = phone.new_page()
        theirs.goto(server.url + "join")
        theirs.get_by_label("Code of this table").fill(code)
        theirs.locator("[name=seat][value=B]").check()
        theirs.get_by_role("button", name="Join").click()
        theirs.wait_for_url(server.url)
    finally:
        phone.close()
    page.reload(wait_until="domcontentloaded")
    page.locator("#phones summary").click()
    page.get_by_role("button", name="Free Bob’s seat").click()
    expect(page.locator("#phones .answer")).not_to_be_empty()
    expect(page.get_by_role("button", name="Free Bob’s seat")).to_be_hidden()
    page.reload(wait_until="domcontentloaded")
    page.locator("#phones summary").click()
    expect(page.locator("#new-code")).to_be_visible()
    expect(page.get_by_role("button", name="Free Bob’s seat")).to_have_count(0)
