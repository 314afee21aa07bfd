"""Every page in French, as a browser shows it: texts, labels, titles and placeholders; no English is left."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import WAIT_MS, Server, log_in_judges, visit
from chromium import MARKS
from french import strange_in
from playwright.sync_api import Browser, Page, expect
from test_everybody import EYE

from firmware.box.network.dry import AROUND

pytestmark = MARKS
STEPS = ("network", "name", "camera", "holes", "deck", "rules", "mode", "players")
PATHS = ["games", "games/1", "games/1/sheet", "games/2", "players", "join", "login", "login?role=keeper", "workshop",
         "overlay", "learn", "setup", "camera", "nowhere", *(f"setup/steps/{step}" for step in STEPS)]  # fmt: skip
PEOPLE = ["Zoé", "Théo", "Ruth", "Jo", "club-red", *(one.name for one in AROUND)]  # people, a network, a deck
SEEN = """() => {
  const seen = [];
  for (const one of document.querySelectorAll("body, body *")) {
    if (one.closest("[lang=en]")) continue;
    for (const name of ["title", "aria-label", "placeholder", "alt", "data-where"]) {
      seen.push(one.getAttribute(name) || "");
    }
    if (one.tagName === "TITLE") seen.push(one.textContent);
  }
  seen.push(document.title);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.closest("script, style, noscript, [lang=en]")) seen.push(text.data);
  }
  return seen.join("\\n");
}"""


RECORD_CODE = re.compile(r"\b\w{4}-\w{4}-\w{4}\b")
"""The code of a finished game on its sheet: signs, no words."""


def english_on(page: Page) -> set[str]:
    """Words that no French text has: they come out of the code, whether a language file knows them or not."""
    return strange_in(RECORD_CODE.sub("", page.evaluate(SEEN)), PEOPLE)


@pytest.fixture
def story(live_story: Any, server: Server) -> Any:
    """A finished game, and one with everything in it that a page may have to say."""
    names = {"A": "Zoé", "B": "Théo"}
    live_story.begin(players=names).peg("A", 88).show().peg("B", 6).hand("closed", pegged=6).win()
    live_story.begin(players=names).overpeg().said("A", "judge")
    live_story.tell("seen", {"t": live_story.t, "unread": {"zone": "crib", "count": 4}})
    live_story.tell("ask", {"about": "crib", "why": "the cards lie otherwise", "question": "In which order?"})
    for code in ("underpeg", "front-peg-removed", "back-peg-moved", "renege", "wrong-count", "unverified"):
        live_story.verdict(code, "A", 2)
    live_story.tell("fault", {"part": "camera", "what": "covered"})
    (server.data / "run" / "setup.json").write_text(json.dumps(EYE))
    return live_story


@pytest.fixture
def french(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="fr-FR", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(WAIT_MS)
    yield context.new_page()
    context.close()


@pytest.mark.usefixtures("story")
def test_no_page_says_anything_in_english(french: Page, server: Server) -> None:
    left: dict[str, set[str]] = {}
    for query in ("", "?as=both"):
        visit(french, server, query)
        expect(french.locator("#alerts .alert").first).to_be_visible()
        left[query] = english_on(french)
    for path in PATHS:
        french.goto(server.url + path, wait_until="domcontentloaded")
        if path == "camera":
            expect(french.locator("#findings .alarm")).to_be_visible()
        left[path] = english_on(french)
    assert {path: words for path, words in left.items() if words} == {}


def test_a_teaching_and_a_sanctioned_game_are_in_french(french: Page, server: Server, story: Any) -> None:
    left = {}
    for mode in ("teaching", "sanctioned"):
        story.begin(mode, players={"A": "Zoé", "B": "Théo"}).show()
        visit(french, server)
        left[mode] = english_on(french)
    assert {mode: words for mode, words in left.items() if words} == {}


@pytest.mark.usefixtures("story")
def test_the_judge_desk_is_in_french(french: Page, server: Server) -> None:
    log_in_judges(french, server)
    assert english_on(french) == set()
    french.locator("[name=matter]").select_option("overpeg")
    french.locator("[name=about]").select_option("hand-B")
    french.locator("#openers button").first.click()
    french.locator("#steps button").first.click()
    for _ in range(5):
        asked = french.locator("#questions .asked").first
        expect(asked.or_(french.locator("#votes button").first).first).to_be_visible()
        assert english_on(french) == set()
        if french.locator("#votes button").count():
            break
        answered = french.locator("#questions .answered").count()
        if asked.locator("input").count():
            asked.locator("input").fill("6")
        asked.locator("button").first.click()
        expect(french.locator("#questions .answered")).to_have_count(answered + 1)
    expect(french.locator("#ruling")).to_contain_text("Règle")
