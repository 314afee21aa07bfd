"""The page in a real browser: live without reloading, catching up, small screens, keyboard, forms."""

from __future__ import annotations

import time
from typing import Any

import pytest
from browsing import WAIT_MS, Server, points, visit
from chromium import MARKS
from playwright.sync_api import Browser, Page, expect
from screens import keep

pytestmark = MARKS


@pytest.fixture
def story(live_story: Any) -> Any:
    """The story is written into the journal of the page's own process."""
    return live_story


def test_the_score_changes_without_a_reload(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    page.evaluate("window.sameDocument = true")
    expect(points(page, "B")).to_have_text("0")
    story.peg("B", 8)
    expect(points(page, "B")).to_have_text("8")
    assert page.evaluate("window.sameDocument") is True


def test_the_pegs_stand_where_they_stand(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    story.peg("B", 8)
    peg = page.locator(".board-full .peg-B.front")
    x, y = page.evaluate(
        "(() => { const h = document.querySelector('[data-hole=B8]');"
        " return [h.getAttribute('cx'), h.getAttribute('cy')]; })()"
    )
    expect(peg).to_have_attribute("style", f"transform: translate({x}px, {y}px);")


def test_an_overpeg_is_called_and_settled_in_plain_words(page: Page, server: Server, story: Any) -> None:
    story.begin().overpeg()
    visit(page, server)
    alert = page.locator("#alerts .alert").first
    expect(alert).to_contain_text("Bob pegged 2 too many for the hand (8 for 6).")
    expect(alert).to_contain_text("Rule 8.4.c")
    keep(page, "overpeg")
    story.verdict("corrected", "B", 2, item="h")
    expect(page.locator("#alerts .alert")).to_have_count(0)
    expect(page.locator("#verdicts")).to_contain_text("Bob took 2 points back")


def test_a_settled_hand_shows_its_cards_and_breakdown(page: Page, server: Server, story: Any) -> None:
    story.begin().show()
    visit(page, server)
    expect(page.locator(".hand .card")).to_have_count(4)
    expect(page.locator(".spoken")).to_have_count(0)
    story.peg("B", 6).hand("pegged", pegged=6).hand("closed", pegged=6)
    expect(page.locator(".spoken")).to_have_text("fifteen two, fifteen four, and a pair is six")
    keep(page, "hand")


def test_while_learning_one_counts_before_one_looks(page: Page, server: Server, story: Any) -> None:
    story.begin("teaching").show()
    visit(page, server)
    expect(page.locator("#practice")).to_be_visible()
    expect(page.locator(".spoken")).to_be_hidden()
    page.get_by_text("Count it, then look").click()
    expect(page.locator(".spoken")).to_have_text("fifteen two, fifteen four, and a pair is six")


def test_cards_have_names_in_the_language_of_the_page(page: Page, server: Server, story: Any) -> None:
    story.begin().show()
    visit(page, server, "?lang=fr")
    expect(page.locator('.hand .card[data-card="JD"] title')).to_have_text("valet de carreau")
    expect(page.locator("#line")).to_have_text("Bob compte sa main")
    keep(page, "french")


def test_a_lost_page_catches_up_when_the_table_is_back(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    server.stop()
    expect(page.locator("#link")).not_to_have_attribute("data-link", "live", timeout=WAIT_MS)
    story.peg("A", 5).peg("B", 7)
    server.start()
    expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)
    expect(points(page, "A")).to_have_text("5")
    expect(points(page, "B")).to_have_text("7")


def test_a_phone_that_slept_shows_the_table_as_it_is_when_it_wakes(
    page: Page, server: Server, story: Any
) -> None:
    """The page is frozen as a phone in a pocket is: no script runs, no frame is read."""
    story.begin()
    visit(page, server)
    phone = page.context.new_cdp_session(page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(3):
        story.peg("A", 2).peg("B", 3)
    story.next_deal(2)
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(points(page, "A")).to_have_text("6")
    expect(points(page, "B")).to_have_text("9")
    expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)


def test_a_phone_out_of_reach_catches_up_without_a_reload(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    page.evaluate("window.sameDocument = true")
    page.route("**/api/v1/*", lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('online'))")  # the old connection is let go of
    expect(page.locator("#link")).not_to_have_attribute("data-link", "live", timeout=WAIT_MS)
    story.peg("A", 5).peg("B", 7)
    page.unroute("**/api/v1/*")
    expect(points(page, "B")).to_have_text("7", timeout=WAIT_MS)
    expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)
    assert page.evaluate("window.sameDocument") is True


def test_where_streams_fail_the_page_polls(page: Page, server: Server, story: Any) -> None:
    story.begin()
    page.route("**/api/v1/live*", lambda route: route.abort())
    page.goto(server.url, wait_until="domcontentloaded")
    expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)
    story.peg("B", 8)
    expect(points(page, "B")).to_have_text("8")


@pytest.mark.parametrize("scene", ["nothing", "show", "sanctioned"])
def test_no_page_scrolls_sideways(scene: str, page: Page, server: Server, story: Any) -> None:
    if scene != "nothing":
        names = {"A": "Wilhelmina Featherstone", "B": "Bartholomew Quackenbush"}
        story.begin("club" if scene == "show" else scene, players=names).overpeg()
        story.tell("seen", {"t": story.t, "unread": {"zone": "crib", "count": 4}})
        story.tell("ask", {"about": "crib", "why": "a hand lies over it", "question": "?"})
    visit(page, server, "?as=both")
    expect(page.locator("#alerts .alert")).to_have_count(2 if scene == "show" else 0)
    page.locator("#new-game").evaluate("element => { element.open = true }")
    for width in (320, 390, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        wide = "[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth)"
        named = f"{wide}.map(e => e.id || e.className.baseVal || e.className || e.tagName).slice(0, 5)"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, page.evaluate(named))
        keep(page, f"{scene}-{width}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_themes_by_preference_and_by_switch(
    scheme: str, browser: Browser, server: Server, story: Any
) -> None:
    story.begin().overpeg()
    context = browser.new_context(color_scheme=scheme, locale="en-GB")  # type: ignore[arg-type]
    try:
        page = context.new_page()
        visit(page, server)
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        other = "dark" if scheme == "light" else "light"
        page.locator("#theme").select_option(other)
        switched = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert switched != ground
        page.reload(wait_until="domcontentloaded")
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == switched
        keep(page, f"theme-{other}")
    finally:
        context.close()


def test_everything_can_be_reached_by_keyboard_and_is_seen_to_be(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().overpeg()
    visit(page, server, "?as=A")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "(() => { const e = document.activeElement, s = getComputedStyle(e);"
                " return e === document.body ? 'end' : [e.id || e.dataset.say || e.tagName,"
                " s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2].join(':'); })()"
            )
        )
        if "end" in reached:
            break
    assert {"seat:true", "theme:true", "SUMMARY:true"} <= reached
    assert {f"{word}:true" for word in ("accept", "none", "challenge", "concede", "judge")} <= reached
    assert not [name for name in reached if name.endswith(":false")]


def test_a_game_is_started_from_the_page(page: Page, server: Server, story: Any) -> None:
    visit(page, server)
    expect(page.locator("#line")).to_have_text("No game yet")
    page.get_by_label("First player", exact=True).fill("Ann")
    page.get_by_label("Second player", exact=True).fill("Bob")
    page.locator("#new-form [name=dealer]").select_option(label="Bob")
    page.get_by_text("Teaching", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#new-form .answer")).not_to_be_empty()
    (item,) = story.journal.pending()
    assert item.body["new_game"]["players"] == {"A": "Ann", "B": "Bob"}
    assert (item.body["new_game"]["dealer"], item.body["new_game"]["mode"]) == ("B", "teaching")


def test_a_game_in_progress_is_not_ended_by_accident(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    page.get_by_text("New game", exact=True).click()
    page.get_by_label("First player", exact=True).fill("Cleo")
    page.get_by_label("Second player", exact=True).fill("Dan")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#new-form .answer")).to_have_text("A game is in progress.")
    assert story.journal.pending() == []


def test_cards_that_could_not_be_read_are_entered_in_a_few_taps(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().show().tell("seen", {"t": 9.0, "unread": {"zone": "crib", "count": 4}})
    story.tell("ask", {"about": "crib", "why": "a hand lies over it", "question": "?"})
    visit(page, server)
    page.locator("#alerts .fix").click()
    for card in ("5H", "TS", "KC", "AD"):
        page.locator(f'.key[data-card="{card}"]').click()
    expect(page.locator(".chosen .card")).to_have_count(4)
    keep(page, "by-hand")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#by-hand")).not_to_be_visible()
    (item,) = story.journal.pending()
    assert item.body == {
        "cards": {"zone": "crib", "seen": ["5H", "TS", "KC", "AD"]},
        "by": "page",
        "who": "both",
    }


@pytest.mark.parametrize(
    ("lang", "button", "said"),
    [
        ("en", "Let the camera read it again", "The camera is reading this place again."),
        ("fr", "Faire relire par la caméra", "La caméra relit cette place."),
    ],
)
def test_a_wrong_card_is_read_again_by_the_camera_in_two_taps(
    page: Page, server: Server, story: Any, lang: str, button: str, said: str
) -> None:
    story.begin().show()
    visit(page, server, f"?as=B&lang={lang}")
    page.locator("#hands .of-B .cards.tap").click()
    expect(page.get_by_role("button", name=button)).to_be_visible()
    keep(page, f"read-again-{lang}")
    page.get_by_role("button", name=button).click()
    expect(page.locator("#by-hand")).not_to_be_visible()
    expect(page.locator("#again-said")).not_to_be_empty()
    (item,) = story.journal.pending()
    assert item.body["said"] == {"what": "reread", "zone": "B"}
    story.tell("seen", {"t": 9.0, "said": {"what": "reread", "zone": "B"}, "by": "page"})
    expect(page.locator("#hands .of-B .doubt")).to_have_text(said)
    story.cards("B", "5H", "5S", "JD", "KS")
    expect(page.locator("#hands .of-B .doubt")).to_have_count(0)


def test_cards_that_could_not_be_read_have_the_button_too_but_not_without_a_camera(
    page: Page, server: Server, story: Any
) -> None:
    story.begin().show().tell("seen", {"t": 9.0, "unread": {"zone": "crib", "count": 4}})
    visit(page, server, "?as=B")
    page.get_by_role("button", name="Enter the cards").click()
    expect(page.locator("[data-again]")).to_be_visible()
    story.tell("seen", {"t": 9.5, "fault": {"part": "camera", "what": "none"}})
    expect(page.locator("[data-again]")).to_be_hidden()


def test_a_player_speaks_through_the_page(page: Page, server: Server, story: Any) -> None:
    story.begin().show()
    visit(page, server, "?as=B")
    page.get_by_role("button", name="I agree: Ann’s hand").click()
    expect(page.locator(".said")).to_have_text("Noted.")
    page.locator("[data-say=claim] input").fill("6")
    page.get_by_role("button", name="Announce").click()
    expect(page.locator("[data-say=claim] input")).to_have_value("")
    expect(page.locator(".said")).to_have_text("Noted.")
    _until(lambda: len(story.journal.pending()) == 2)
    assert [item.body["said"] for item in story.journal.pending()] == [
        {"by": "B", "what": "accept"},
        {"by": "B", "what": "claim", "n": 6},
    ]


def _until(true: Any) -> None:
    end = time.monotonic() + WAIT_MS / 1000
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_who_only_watches_has_no_buttons(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    expect(page.locator("#acts")).to_be_hidden()


def test_a_sanctioned_page_holds_nothing_that_is_not_shown(page: Page, server: Server, story: Any) -> None:
    story.begin("sanctioned").overpeg()
    visit(page, server)
    expect(page.locator("#mode")).to_have_text("Sanctioned")
    expect(page.locator("#columns")).to_be_hidden()
    assert page.locator(".card:not(.key .card)").count() == 0
    keep(page, "sanctioned")


def test_a_silent_eye_is_said_to_be_stale_and_its_picture_old(page: Page, server: Server, story: Any) -> None:
    import os

    from firmware.box.pulse import Pulse

    story.begin()
    picture = server.data / "run" / "eye.jpg"
    picture.write_bytes(_jpeg())
    os.utime(picture, (time.time() - 60, time.time() - 60))
    with Pulse.open(server.data / "run") as pulse:
        pulse.beat("board", done=0.0, until=0.0)
        pulse.beat("eye", done=0.0, until=0.0)
        visit(page, server)
        expect(page.locator("#picture-old")).to_be_visible(timeout=WAIT_MS)
        expect(page.locator(".part-stale")).to_have_count(2)
        expect(page.locator("#health")).to_contain_text("Not responding")
        keep(page, "stale")
        pulse.beat("eye", done=0.0, until=0.0)
        expect(page.locator(".part-stale")).to_have_count(1)


def _jpeg() -> bytes:
    import cv2
    import numpy as np

    return bytes(cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1])


def test_the_end_of_a_game(page: Page, server: Server, story: Any) -> None:
    story.begin().peg("A", 88)
    visit(page, server)
    story.win()
    expect(page.locator("#line")).to_have_text("Bob wins")
    expect(page.locator("#line-about")).to_have_text("121 to 88, by 33 — a skunk.")
    keep(page, "over")
    page.get_by_role("link", name="Games").click()
    expect(page.locator(".game")).to_contain_text("Bob wins, 121–88")


def test_while_learning_one_counts_first_and_a_misread_card_is_put_right_in_a_tap(
    page: Page, server: Server, story: Any
) -> None:
    story.begin("teaching").show()
    visit(page, server)
    quiz = page.locator(".of-B .quiz")
    quiz.get_by_label("Your count").fill("4")
    quiz.get_by_role("button", name="Check").click()
    expect(quiz.locator(".told")).to_have_text("Look again: it is not 4.")
    expect(quiz.locator(".look")).not_to_have_attribute("open", "")
    quiz.get_by_label("Your count").fill("6")
    quiz.get_by_role("button", name="Check").click()
    expect(quiz.locator(".told")).to_have_text("Right!")
    expect(quiz.locator(".spoken")).to_be_visible()
    keep(page, "quiz")
    page.locator(".of-B .fix.small").click()
    expect(page.locator(".chosen .card")).to_have_count(4)
    page.locator('.key[data-card="KC"]').click()
    page.locator('.key[data-card="KS"]').click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#by-hand")).not_to_be_visible()
    (item,) = story.journal.pending()
    assert item.body["cards"] == {"zone": "B", "seen": ["5H", "5S", "JD", "KS"]}


def test_a_peg_that_was_not_seen_and_who_deals_are_put_right(page: Page, server: Server, story: Any) -> None:
    story.begin()
    visit(page, server)
    page.get_by_text("Fix a mistake").click()
    page.locator("#pegs-form [name=front]").fill("5")
    page.locator("#pegs-form [name=rear]").fill("0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#correct .answer")).to_have_text("Noted.")
    page.locator("#dealers").get_by_role("button", name="Bob").click()
    _until(lambda: len(story.journal.pending()) == 2)
    assert [next(iter(item.body)) for item in story.journal.pending()] == ["holes", "said"]


def test_what_to_throw_from_six_taps(page: Page, server: Server) -> None:
    page.goto(server.url + "learn", wait_until="domcontentloaded")
    for card in ("5H", "5S", "TD", "JC", "2D", "9S"):
        page.locator(f'.key[data-card="{card}"]').click()
    page.get_by_text("The opponent’s", exact=True).click()
    page.get_by_role("button", name="Show the averages").click()
    expect(page.locator("#rows tr")).to_have_count(15)
    expect(page.locator("#rows tr").first.locator("[data-card='2D']")).to_be_visible()
    keep(page, "learn")
