"""The browser that the pictures of pages are made in: Chromium's shell without windows where there is one."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium-headless-shell", "chromium")
ARGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]


def launched(playwright: Playwright) -> Browser:
    """The installed one; `SystemExit` with what to install where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise SystemExit("Chromium is not installed: sudo apt install chromium-headless-shell")
    return playwright.chromium.launch(executable_path=path, args=ARGS)
