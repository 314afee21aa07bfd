"""An evening in a real browser, in English and in French, with its taps counted: from the code to the review."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import WAIT_MS, Server, is_trouble, visit
from chromium import MARKS
from playwright.sync_api import Browser, Locator, Page, expect
from screens import keep
from test_browser_review import HANDS, PLAY

from webui.door.roles import CODE_FILE
from webui.door.tablecode import TableCode
from webui.words import words

pytestmark = MARKS
MOST = {
    "join": 3, "new game": 4, "muggins": 2, "fix a card": 4, "read it again": 2, "call a judge": 2,
    "take the call back": 2, "rematch": 1, "to the review": 1, "back to the last deal": 2,
}  # fmt: skip


@pytest.fixture(params=["en", "fr"])
def lang(request: pytest.FixtureRequest) -> str:
    """The language of the one who holds the phone."""
    return str(request.param)


@pytest.fixture
def phone(browser: Browser, lang: str) -> Iterator[Page]:
    """A phone whose browser asks for that language; nothing may go wrong on its pages."""
    size = {"width": 390, "height": 844}
    context = browser.new_context(viewport=size, locale={"en": "en-CA", "fr": "fr-CA"}[lang])  # type: ignore[arg-type]
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda told: troubles.append(told.text) if is_trouble(told.text, told.type) else None)
    page.set_default_timeout(WAIT_MS)
    yield page
    context.close()
    assert troubles == []


class Evening:
    """A phone, the table it belongs to, and how many taps each thing took."""

    def __init__(self, phone: Page, story: Any, lang: str) -> None:
        self.phone, self.story, self.say = phone, story, words(lang)
        self.taps: dict[str, int] = {}
        self.doing = ""

    def tap(self, what: Locator) -> None:
        self.taps[self.doing] = self.taps.get(self.doing, 0) + 1
        what.click()

    def button(self, path: str, **fill: Any) -> Locator:
        """The button with the text at this path."""
        return self.phone.get_by_role("button", name=self.say(path, **fill), exact=True)

    def send(self, what: Locator, path: str) -> Any:
        """Tap what sends something to this path; what came of it in the inbox once the page has its answer."""
        with self.phone.expect_response(f"**/api/v1/{path}?*") as answer:
            self.tap(what)
        assert answer.value.status == 202
        return self.story.journal.pending()[-1].body


def join(it: Evening, server: Server) -> None:
    it.doing = "join"  # the code was scanned
    code = TableCode(server.data / CODE_FILE).read()
    it.phone.goto(f"{server.url}join#{code}", wait_until="domcontentloaded")
    it.tap(it.phone.locator(".mode:has([value=B])"))
    it.tap(it.button("door.join.do"))
    it.phone.wait_for_url(server.url)
    expect(it.phone.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)


def begin_with_muggins(it: Evening) -> None:
    it.doing = "new game"  # the players are known from the last one
    it.tap(it.phone.locator("#new-game summary"))
    expect(it.phone.locator("#new-form [name=A]")).to_have_value("Ann")
    it.tap(it.phone.locator("#new-form [name=muggins]"))
    header = it.send(it.button("new.start"), "games")["new_game"]
    expect(it.phone.locator("#new-form .answer")).to_have_text(it.say("new.asked"))
    assert (header["players"], header["muggins"]) == ({"A": "Ann", "B": "Bob"}, True)


def play_a_deal(it: Evening) -> None:
    """The board and the camera tell of a deal up to the show; Bob's hand lies open."""
    story = it.story
    story.begin(muggins=True).cards("starter", "2C").phase("play", "B", "play")
    for player, card, count in PLAY:
        body = {"player": player, "card": card, "count": count, "points": 0, "parts": []}
        story.tell("played", body)
    story.phase("show", "B", "count-hand").cards("B", *HANDS[0][2].split())


def call_muggins(it: Evening) -> None:
    it.doing = "muggins"
    missed = it.phone.locator("[data-say=muggins] input")
    it.tap(missed)
    missed.fill("2")
    sent = it.send(it.button("act.muggins.do"), "said")
    assert sent["said"] == {"by": "B", "what": "muggins", "n": 2}
    expect(it.phone.locator(".said")).to_have_text(it.say("act.sent"))


def fix_a_card(it: Evening) -> None:
    it.doing = "fix a card"
    it.tap(it.phone.locator("#hands .of-B .cards.tap"))
    it.tap(it.phone.locator('.key[data-card="TH"]'))
    it.tap(it.phone.locator('.key[data-card="TS"]'))
    save = it.phone.locator("#by-hand").get_by_role("button", name=it.say("fix.send"), exact=True)
    sent = it.send(save, "cards")
    expect(it.phone.locator("#by-hand")).not_to_be_visible()
    assert sent["cards"] == {"zone": "B", "seen": ["QD", "5C", "5D", "TS"]}
    it.doing = "read it again"
    it.tap(it.phone.locator("#hands .of-B .cards.tap"))
    sent = it.send(it.button("fix.again"), "reread")
    expect(it.phone.locator("#again-said")).to_have_text(it.say("fix.again.sent"))
    assert sent["said"] == {"what": "reread", "zone": "B"}


def call_a_judge_by_mistake(it: Evening) -> None:
    for doing, word in (("call a judge", "judge"), ("take the call back", "no-judge")):
        it.doing = doing
        it.tap(it.button("act.more"))
        assert it.send(it.button(f"act.{word}"), "said")["said"] == {"by": "B", "what": word}
        it.story.said("B", word)
        expect(it.phone.locator("#alerts .tone-judge")).to_have_count(1 if word == "judge" else 0)


def end_the_game(it: Evening) -> None:
    for what, player, cards, earned in HANDS:
        key = f"1-{what}-{player}"
        body = {"id": key, "what": what, "player": player, "deal": 1, "state": "closed", "earned": earned}
        told = {"pegged": earned, "cards": cards.split(), "parts": [["fifteen", 2]], "text": "x"}
        it.story.tell("item", body | told)
        it.story.verdict("scored", player, earned, item=key, what=what).peg(player, earned)
    it.story.next_deal(2)
    it.doing = "back to the last deal"
    it.tap(it.phone.locator("#last summary"))
    it.tap(it.phone.locator("#last-check"))
    it.phone.wait_for_url("**/games/2/review*")
    it.phone.go_back(wait_until="domcontentloaded")
    expect(it.phone.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)
    it.story.win()
    expect(it.phone.locator("#line")).to_have_text(it.say("line.over", winner="Bob"))


def rematch(it: Evening) -> None:
    it.doing = "rematch"
    header = it.send(it.button("new.rematch", name="Ann"), "games/rematch")["new_game"]
    expect(it.phone.locator("#after-game .answer")).to_have_text(it.say("new.asked"))
    assert (header["dealer"], header["muggins"]) == ("A", True)


def step_to_the_end(it: Evening) -> None:
    it.doing = "to the review"
    it.tap(it.phone.locator("#review-link"))
    expect(it.phone.locator("#say")).to_have_text(it.say("review.starter", cards="2♣"))
    slider, after = it.phone.locator("#slider"), it.phone.locator("#after")
    for _ in range(200):
        if after.is_disabled():
            break
        at = it.phone.url
        after.click()
        expect(it.phone).not_to_have_url(at)
    expect(after).to_be_disabled()
    expect(it.phone.locator("[data-score=B]")).to_have_text("121")
    assert int(slider.input_value()) == int(slider.get_attribute("max") or 0)


def test_an_evening_takes_no_more_taps_than_it_may(
    phone: Page, server: Server, live_story: Any, lang: str
) -> None:
    live_story.begin().win()
    it = Evening(phone, live_story, lang)
    join(it, server)
    visit(phone, server, "?as=B")  # this machine is the table's own screen, which may be anybody
    begin_with_muggins(it)
    play_a_deal(it)
    call_muggins(it)
    fix_a_card(it)
    call_a_judge_by_mistake(it)
    keep(phone, f"evening-{lang}")
    end_the_game(it)
    rematch(it)
    step_to_the_end(it)
    assert {what: many for what, many in it.taps.items() if many > MOST[what]} == {}
    assert it.taps.keys() == MOST.keys()
