"""Words said by button: muggins, a challenge, nothing, giving up; offered by phase and settings, on any screen."""

from __future__ import annotations

import time
from typing import Any

import pytest
from browsing import WAIT_MS, Server, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

from webui.words import LANGUAGES, plural
from webui.words import words as texts

pytestmark = MARKS
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 820, "height": 1180}
SHOW = ["accept", "claim", "none", "muggins", "challenge", "concede", "judge"]


@pytest.fixture
def story(live_story: Any) -> Any:
    """The story is written into the journal of the page's own process."""
    return live_story


def offered(page: Page) -> Any:
    return page.locator("#acts .act-row").first.locator("[data-say]:visible")


def words(page: Page) -> list[str]:
    return [str(one.get_attribute("data-say")) for one in offered(page).all()]


def more(page: Page, name: str = "More …") -> None:
    """On a phone what is said seldom is a tap away."""
    page.get_by_role("button", name=name).first.click()


def said(story: Any, many: int) -> list[Any]:
    end = time.monotonic() + WAIT_MS / 1000
    while len(story.journal.pending()) < many:
        assert time.monotonic() < end
        time.sleep(0.02)
    return [item.body["said"] for item in story.journal.pending()]


def test_10_1_a_player_calls_muggins_with_a_button(page: Page, server: Server, story: Any) -> None:
    page.set_viewport_size(PHONE)
    story.begin(muggins=True).show().peg("B", 4).hand("pegged", pegged=4)
    visit(page, server, "?as=A")
    expect(offered(page)).to_have_count(3)
    more(page)
    expect(offered(page)).to_have_count(len(SHOW))
    assert sorted(words(page)) == sorted(SHOW)
    expect(page.locator("[data-say=accept]")).to_have_text("I agree: Bob’s hand (hole 4)")
    keep(page, "words-phone")
    page.get_by_label("Muggins for …").fill("2")
    page.get_by_role("button", name="Muggins", exact=True).click()
    expect(page.locator(".said")).to_have_text("Noted.")
    page.get_by_role("button", name="I score nothing").click()
    expect(offered(page)).to_have_count(3)  # said, and folded again
    assert said(story, 2) == [{"by": "A", "what": "muggins", "n": 2}, {"by": "A", "what": "none"}]


def test_8_4_c_a_player_challenges_a_peg_with_a_button(page: Page, server: Server, story: Any) -> None:
    story.begin().overpeg()
    visit(page, server, "?as=A")
    page.get_by_role("button", name="You overpegged").click()
    assert said(story, 1) == [{"by": "A", "what": "overpeg"}]
    assert "muggins" not in words(page), "it is not played here"


def test_8_10_giving_up_is_asked_once_more(page: Page, server: Server, story: Any) -> None:
    page.set_viewport_size(PHONE)
    story.begin().show()
    visit(page, server, "?as=A")
    more(page)
    page.get_by_role("button", name="Concede").click()
    asked = page.locator("#concede")
    expect(asked.locator("h2")).to_have_text("Ann, do you concede?")
    expect(asked).to_contain_text("conceding does not end a game")
    keep(page, "words-concede")
    page.get_by_role("button", name="No, play on").click()
    more(page)
    page.get_by_role("button", name="Concede").click()
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    assert story.journal.pending() == []
    story.begin(profile="hoyle").show()
    more(page)
    page.get_by_role("button", name="Concede").click()
    expect(asked).to_contain_text("The game ends")
    page.get_by_role("button", name="Yes, I concede").click()
    assert said(story, 1) == [{"by": "A", "what": "concede"}]


def test_the_buttons_follow_the_phase(page: Page, server: Server, story: Any) -> None:
    story.begin(muggins=True).cards("starter", "5D").phase("play", "B", "play")
    visit(page, server, "?as=B")
    expect(page.locator("[data-say=go]")).to_be_visible()
    assert words(page) == ["go", "muggins", "challenge", "concede", "judge"]
    story.show()
    expect(page.locator("[data-say=go]")).to_be_hidden()
    expect(page.locator("[data-say=claim]")).to_be_visible()
    story.win()
    expect(page.locator("#acts")).to_be_hidden()


def test_p6_a_sanctioned_page_offers_all_words_and_no_number(page: Page, server: Server, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    visit(page, server, "?as=A")
    expect(page.locator("[data-say=accept]")).to_have_text("I agree: Bob’s score")
    before = words(page)
    assert "go" in before
    story.hand("closed", pegged=8).next_deal(2)
    expect(page.locator("#line")).to_have_text("Game in progress")
    assert words(page) == before


@pytest.mark.parametrize(("size", "name"), [(PHONE, "phone"), (TABLET, "tablet")])
def test_in_french_on_every_size_nothing_scrolls_sideways(
    size: Any, name: str, page: Page, server: Server, story: Any
) -> None:
    page.set_viewport_size(size)
    names = {"A": "Wilhelmina Featherston", "B": "Bartholomew Quackenbus"}
    story.begin(muggins=True, players=names).show().peg("B", 6)
    visit(page, server, "?as=both&lang=fr")
    expect(page.locator("[data-say=accept]").first).to_have_text(
        "D’accord : Bartholomew Quackenbus, la main (trou 6)"
    )
    if size == PHONE:
        more(page, "Plus …")
    expect(page.get_by_role("button", name="Je ne marque rien").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    cut = "[...document.querySelectorAll('#acts button')].filter((b) => b.scrollWidth > b.clientWidth + 1).length"
    assert page.evaluate(cut) == 0
    keep(page, f"words-french-{name}")


NUMBERS = [0, 0.5, 1, 1.5, 1.9, 2, 3, 11, 21, 28, 29, 30, 61, 100, 101, 121, 1000]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_server_forms_plurals_as_the_browser_s_own_library_does(page: Page, lang: str) -> None:
    """ICU, which the browser brings along, knows the plural forms of every language."""
    page.goto("about:blank")
    known = page.evaluate(
        "([lang, all]) => all.map((n) => new Intl.PluralRules(lang).select(n))", [lang, NUMBERS]
    )
    assert [plural(lang, n) for n in NUMBERS] == known


@pytest.mark.parametrize("name", ["Ann", "Éric", "Zoé", "Hugo", "Œdipe", "A", "Yves", "Ívar"])
def test_page_and_server_elide_the_same_names(page: Page, server: Server, story: Any, name: str) -> None:
    story.begin(players={"A": name, "B": "Théo"})
    visit(page, server, "?as=B&lang=fr")
    said = texts("fr")("zone.A", A=name)
    expect(page.locator('#zones [data-zone="A"]')).to_have_text(said)
