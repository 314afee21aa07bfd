"""What axe-core finds on a page, by the rules of WCAG 2.2 AA and its own best practice."""

from __future__ import annotations

from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE: Final = Axe()
_OPTIONS: Final[dict[str, Any]] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": [
        "violations"
    ],  # of what passes one place is told, not all: half of the time went into these
}
_LOOK: Final = "async options => (await axe.run(options)).violations"


def faults(page: Page) -> list[str]:
    """What axe-core finds, a line for each place."""
    if page.evaluate("typeof axe") == "undefined":  # the same page may be looked at again, of another size
        page.evaluate(_AXE.axe_script)
    found = page.evaluate(_LOOK, _OPTIONS)
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
