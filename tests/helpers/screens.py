"""Pictures of pages: results of `make screens`, which `make test` does without."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = Path(__file__).parents[2] / "out" / "screens"


def keep(page: Page, name: str) -> None:
    """A picture of the whole page under this name, where pictures are asked for."""
    if "PEGWATCH_SCREENS" in os.environ:
        FOLDER.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(FOLDER / f"{name}.png"), full_page=True)
