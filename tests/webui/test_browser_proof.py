"""Why a verdict came, in a real browser: for everybody after the window, at once for learners, for judges who ask."""

from __future__ import annotations

from typing import Any

from browsing import Server, log_in_judges, visit
from chromium import MARKS
from playwright.sync_api import Page, expect
from screens import keep

pytestmark = MARKS
LATE = {"zone": "A", "cards": ["8H"], "told": 12.0, "by": 9.0}
PROOF = [
    {"late": [LATE], "says": "same", "code": "overpeg", "points": 2, "earned": 6, "pegged": 8, "t": 10.0}
]
ENGLISH = "Had the 8♥ of Ann come before the peg: worth 6, 8 were pegged."
FRENCH = "Si 8♥ d’Ann se trouvait là avant la cheville : cela vaut 6, 8 ont été marqués."


def overpegged(story: Any) -> None:
    """Bob pegs eight for his six, and no other history acquits him."""
    story.show().peg("B", 8).hand("pegged", pegged=8)
    story.verdict("overpeg", "B", 2, item="h", earned=6, pegged=8, move="B 0/-1>8/0", proof=PROOF)


def test_club_the_page_says_why_once_the_window_has_shut(page: Page, server: Server, live_story: Any) -> None:
    live_story.begin("club")
    overpegged(live_story)
    visit(page, server)
    expect(page.locator(".say", has_text="too many")).to_be_visible()
    expect(page.locator(".why")).to_have_count(0)
    live_story.hand("closed", pegged=8).verdict("overpeg-stands", "B", 2, item="h")
    page.locator(".why summary").click()
    expect(page.locator(".why li").first).to_have_text(ENGLISH)
    keep(page, "proof-club")


def test_teaching_at_once_and_in_french(page: Page, server: Server, live_story: Any) -> None:
    live_story.begin("teaching")
    overpegged(live_story)
    visit(page, server, "?lang=fr")
    page.locator(".why summary").click()
    expect(page.locator(".why li").first).to_have_text(FRENCH.replace(" :", "\u00a0:"))
    keep(page, "proof-teaching-fr")


def test_sanctioned_only_at_the_judge_desk_within_the_question(
    page: Page, server: Server, live_story: Any
) -> None:
    live_story.begin("sanctioned")
    overpegged(live_story)
    visit(page, server)
    assert "8♥" not in page.content()
    expect(page.locator(".why")).to_have_count(0)
    log_in_judges(page, server)
    page.get_by_label("What is asked").select_option("overpeg")
    page.get_by_label("Evidence about").select_option("hand-B")
    page.get_by_role("button", name="Open a call (Ruth)").click()
    page.get_by_role("button", name="Jo judges this").click()
    expect(page.locator("#evidence .proof li").first).to_have_text(ENGLISH)
    keep(page, "proof-judges")
