"""For everybody: WCAG 2.2 AA by axe-core on every page, in both schemes, wide and narrow, and in both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import WAIT_MS, Server, log_in_judges
from chromium import MARKS
from everybody import faults
from playwright.sync_api import Browser, Page, expect
from screens import keep

pytestmark = MARKS
PATHS = [
    "", "?as=both", "games", "games/1", "games/1/sheet", "players", "join", "login", "workshop", "overlay",
    "learn", "setup", "camera", "nowhere", "setup/steps/holes", "setup/steps/players", "setup/steps/camera",
    "setup/steps/rules", "setup/steps/network", "games/1/review", "api", "overlay?theme=light",
]  # fmt: skip

EYE = {
    "t": 1.0, "camera": "ok", "good": False, "stand": {"cm": 67, "deg": 9}, "kept": True, "moved_mm": 21,
    "decks": ["red"], "deck": "red", "said": {},
    "findings": [
        {"code": "markers-all", "severity": "good", "zone": None, "values": {"of": 4}},
        {"code": "glare", "severity": "warning", "zone": "B", "values": {"share": 7}},
        {"code": "zone-cut", "severity": "alarm", "zone": "crib-A", "values": {"share": 12}},
    ],
    "enrolment": {
        "name": "blue", "wanted": ["5H", "QS"], "taken": ["AC"],
        "doubts": {"8C": "it looks like 8S; take it away and show it again"},
        "refused": ["TD: only one corner shows; lay it open"],
    },
}  # fmt: skip


@pytest.fixture
def story(live_story: Any, server: Server) -> Any:
    """A game with a closed deal, an overpeg to settle and cards that were not read."""
    live_story.begin()
    live_story.cards("B", "5H", "5S", "JD", "KC").hand("earned", key="h1").peg("B", 6)
    live_story.hand("closed", pegged=6, key="h1").next_deal(2).overpeg()
    (server.data / "run" / "setup.json").write_text(json.dumps(EYE))
    live_story.tell("seen", {"t": live_story.t, "unread": {"zone": "crib", "count": 4}})
    return live_story.tell("ask", {"about": "crib", "why": "a hand lies over it", "question": "?"})


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.usefixtures("story")
def test_axe_finds_nothing(path: str, browser: Browser, server: Server) -> None:
    """Every second page is looked at in French."""
    lang = ("en-GB", "fr-FR")[PATHS.index(path) % 2]
    context = browser.new_context(locale=lang, viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        page.goto(server.url + path, wait_until="domcontentloaded")
        if path in ("", "?as=both"):
            expect(page.locator("#link")).to_have_attribute("data-link", "live", timeout=WAIT_MS)
            expect(page.locator("#alerts .alert").first).to_be_visible()
            page.locator("#new-game, #phones").evaluate_all("all => all.forEach(one => { one.open = true })")
        if path == "camera":
            expect(page.locator("#findings .alarm")).to_be_visible(timeout=WAIT_MS)
        name = path.replace("/", "-").replace("?as=", "") or "table"
        for scheme, width in (("light", 1280), ("light", 390), ("dark", 1920), ("dark", 320)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            keep(page, f"{name}-{width}-{scheme}")
            if width in (1280, 320):
                assert faults(page) == []
    finally:
        context.close()


@pytest.mark.usefixtures("story")
def test_axe_finds_nothing_where_a_card_is_fixed(page: Page, server: Server) -> None:
    page.goto(f"{server.url}?as=both", wait_until="domcontentloaded")
    page.locator("#hands .cards.tap").first.click()
    expect(page.locator("[data-again]")).to_be_visible()
    for scheme, width in (("light", 390), ("dark", 1280)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator("[data-again]")).to_be_in_viewport()
        assert faults(page) == []


def test_axe_finds_nothing_where_the_camera_reads_again(page: Page, server: Server, story: Any) -> None:
    story.tell("seen", {"t": story.t, "said": {"what": "reread", "zone": "B"}, "by": "page"})
    page.goto(f"{server.url}?as=both", wait_until="domcontentloaded")
    expect(page.locator("#hands .of-B .doubt").first).to_have_text("The camera is reading this place again.")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert faults(page) == []


@pytest.mark.usefixtures("story")
def test_axe_finds_nothing_at_the_judge_desk(page: Page, server: Server) -> None:
    log_in_judges(page, server)
    assert faults(page) == []
    page.get_by_label("Evidence about").select_option("hand-B")
    page.get_by_role("button", name="Open a call (Ruth)").click()
    assert faults(page) == []
    page.get_by_role("button", name="Jo judges this").click()
    expect(page.locator("#questions .asked").first).to_be_visible()
    assert faults(page) == []
