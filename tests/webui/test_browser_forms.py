"""The form of a new game in a real browser: what the rules allow is offered, the rest said with its rule."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import Server, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

from webui.door.accounts import JUDGE, Accounts
from webui.door.roles import ACCOUNTS_FILE

pytestmark = MARKS


@pytest.fixture
def story(live_story: Any) -> Any:
    """The story is written into the journal of the page's own process."""
    return live_story


def fill(page: Page, *names: str) -> None:
    for label, name in zip(("First", "Second", "Third", "Fourth"), names, strict=False):
        page.get_by_label(f"{label} player", exact=True).fill(name)


def begun(page: Page, story: Any) -> dict[str, Any]:
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#new-form .answer")).not_to_be_empty()
    (item,) = story.journal.pending()
    return dict(item.body["new_game"])


def test_who_chooses_a_sanctioned_game_is_told_what_cannot_be_done_in_it(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().win()
    visit(page, server)
    page.locator("#new-game summary").click()
    form = page.locator("#new-form")
    warning = form.locator("[data-only=sanctioned]")
    expect(warning).to_be_hidden()
    form.locator("[name=mode][value=sanctioned]").check()
    expect(warning).to_contain_text("both of their accounts are missing")
    expect(warning).to_contain_text("The keeper has no PIN")
    keep(page, "sanctioned-without-judges")
    form.locator("[name=mode][value=club]").check()
    expect(warning).to_be_hidden()
    Accounts(server.data / ACCOUNTS_FILE).put(JUDGE, "Ruth", "271828")
    page.goto(server.url + "setup", wait_until="domcontentloaded")
    expect(page.locator("main")).to_contain_text("one of their accounts is missing")


def test_three_play_hoyle_to_61(page: Page, server: Server, story: Any) -> None:
    visit(page, server)
    form = page.locator("#new-form")
    expect(page.get_by_label("Third player", exact=True)).to_be_hidden()
    expect(form.locator(".form-hint")).to_be_hidden()  # two play, and two may: there is nothing to be said
    form.locator("[name=profile]").select_option("hoyle")
    form.locator("[name=many]").select_option("3")
    form.locator("[name=target]").select_option("61")
    expect(page.get_by_label("Fourth player", exact=True)).to_be_hidden()
    expect(form.get_by_text("Five cards")).to_be_hidden()
    fill(page, "Ann", "Bob", "Cy")
    form.locator("[name=dealer]").select_option(label="Cy")
    keep(page, "form-of-three")
    game = begun(page, story)
    assert (game["players"], game["dealer"]) == ({"A": "Ann", "B": "Bob", "C": "Cy"}, "C")
    assert game["options"] == {"target": 61}


def test_hoyles_skunks_and_the_struck_rule_of_2020_are_offered_where_they_are_printed(
    page: Page, server: Server, story: Any
) -> None:
    visit(page, server)
    form = page.locator("#new-form")
    skunks, struck = form.get_by_label("Skunks"), form.get_by_label("Rule 5.1.b")
    expect(skunks).to_be_hidden()
    expect(struck).to_be_hidden()
    form.locator("[name=profile]").select_option("acc-2020")
    expect(struck).to_be_visible()
    struck.check()
    form.locator("[name=profile]").select_option("hoyle")
    expect(struck).to_be_hidden()
    skunks.check()
    form.locator("[name=target]").select_option("61")
    expect(skunks).to_be_hidden()
    form.locator("[name=target]").select_option("121")
    fill(page, "Ann", "Bob")
    keep(page, "form-of-skunks")
    assert begun(page, story)["options"] == {"skunks": True}, "nothing of another book"


def test_four_play_canadian_doubles(page: Page, server: Server, story: Any) -> None:
    visit(page, server)
    form = page.locator("#new-form")
    form.locator("[name=many]").select_option("4")
    form.locator("[name=doubles]").select_option(label="Canadian")
    expect(form.locator(".form-hint")).to_contain_text("ACC 2025 is for 2 / 4 players (rule: 1.2, App. B).")
    expect(form.locator(".form-hint")).to_contain_text("The first and the third player are partners")
    fill(page, "Ann", "Bob", "Cy", "Dee")
    keep(page, "form-of-four")
    game = begun(page, story)
    assert list(game["players"]) == ["A", "B", "C", "D"]
    assert game["options"] == {"doubles": "canadian"}


def test_rules_for_four_only_and_without_muggins(page: Page, server: Server) -> None:
    visit(page, server)
    form = page.locator("#new-form")
    form.locator("[name=muggins]").check()
    form.locator("[name=profile]").select_option("corporate-challenge")
    expect(page.get_by_label("Fourth player", exact=True)).to_be_visible()
    expect(form.locator("[name=muggins]")).to_be_disabled()
    expect(form.locator("[name=muggins]")).not_to_be_checked()
    expect(form.locator(".form-hint")).to_contain_text(
        "Corporate Challenge does not allow muggins (rule: 4)."
    )
    form.locator("[name=profile]").select_option("acc-2020")
    expect(page.get_by_label("Third player", exact=True)).to_be_hidden()
    expect(form.locator("[name=many] option[value='4']")).to_have_attribute("disabled", "")


def test_in_doubles_the_tables_screen_speaks_for_all_four_and_corrects_all_four(
    page: Page, server: Server, story: Any
) -> None:
    names = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}
    story.begin(players=names)
    visit(page, server)
    page.goto(server.url + "?as=both")
    expect(page.locator("#acts .act-row .who")).to_have_text(["Ann", "Bob", "Cy", "Dee"])
    page.locator("#correct summary").click()
    expect(page.locator("#correct [data-deals]:visible")).to_have_text(["Ann", "Bob", "Cy", "Dee"])
    expect(page.locator("#zones button:visible")).to_have_count(6)
    expect(page.locator("#pegs-form option:not([hidden])")).to_have_text(["Ann & Cy", "Bob & Dee"])
    keep(page, "four-at-the-table")


def test_three_at_the_table_have_three_scores(page: Page, server: Server, story: Any) -> None:
    story.begin(players={"A": "Ann", "B": "Bob", "C": "Cy"}, profile="hoyle")
    visit(page, server)
    expect(page.locator(".side:visible")).to_have_count(3)
    page.locator("#correct summary").click()
    expect(page.locator("#zones button:visible")).to_have_count(5)
    keep(page, "three-at-the-table")


def test_saving_no_card_by_mistake_is_refused_and_that_none_lies_there_has_its_own_button(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().show()
    visit(page, server)
    page.locator("#hands .of-B .cards.tap").click()  # the cards themselves can be tapped
    dialog = page.locator("#by-hand")
    expect(dialog.locator(".chosen .card")).to_have_count(4)
    dialog.get_by_role("button", name="Clear").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.locator(".answer")).to_have_text("No card yet: tap those that lie there.")
    assert story.journal.pending() == []
    dialog.get_by_role("button", name="No card lies here").click()
    expect(dialog).not_to_be_visible()
    assert [item.body["cards"] for item in story.journal.pending()] == [{"zone": "B", "seen": []}]


def test_on_a_phone_the_button_that_saves_is_always_in_sight(page: Page, server: Server, story: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    story.begin().show()
    visit(page, server)
    page.locator("#hands .of-B .cards.tap").click()
    box = page.locator("#by-hand").get_by_role("button", name="Save").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 664
    keep(page, "by-hand-phone")


def test_a_starter_and_a_card_of_the_play_are_fixed_by_a_tap_on_them(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().cards("starter", "5D").phase("play", "B", "play")
    story.tell("played", {"player": "B", "card": "KC", "count": 10, "points": 0, "parts": []}).phase(
        "play", "A", "play"
    )
    visit(page, server)
    page.locator("#starter").click()
    expect(page.locator("#by-hand .where")).to_have_text("the starter’s place")
    page.keyboard.press("Escape")
    page.locator("#play .laid").click()
    expect(page.locator("#by-hand .where")).to_have_text("Bob")
    expect(page.locator("#by-hand .chosen .card")).to_have_count(1)


def test_who_called_for_a_judge_by_mistake_takes_it_back_and_nobody_else_can(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().show()
    visit(page, server, "?as=both")
    story.said("B", "judge")
    expect(page.locator("#alerts")).to_contain_text("Bob has called for a judge. Play waits.")
    back = page.get_by_role("button", name="Take back the call for a judge")
    expect(back).to_have_count(1)
    assert back.evaluate("one => one.closest('.act-row').dataset.for") == "B"
    back.click()
    expect(page.locator("#acts .said")).to_have_text("Noted.")
    assert [item.body["said"] for item in story.journal.pending()] == [{"by": "B", "what": "no-judge"}]
    story.said("A", "no-judge")
    expect(page.locator("#alerts")).to_contain_text("Bob has called for a judge.")
    story.said("B", "no-judge")
    expect(page.locator("#alerts")).not_to_contain_text("judge")
