"""The browser of the browser tests. The shell without windows first: the same engine and the same pages, but no menus
and tabs, themselves pages, that a whole Chromium draws for each window though nobody sees them."""

from __future__ import annotations

import shutil
from typing import Final

import pytest

NAMES: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM: Final = next(filter(None, map(shutil.which, NAMES)), None)
"""Its path; None where there is none."""
MISSING: Final = "Chromium is not installed: sudo apt install chromium-headless-shell"
ARGS: Final = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-prefers-reduced-motion"]
"""As somebody who asked for calm sees it: what moves on a page costs a tenth of the browser's time."""
needs_chromium: Final = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
MARKS: Final = [pytest.mark.browser, needs_chromium]
