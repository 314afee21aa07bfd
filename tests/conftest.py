"""What all tests share.

Each template and each address is compiled once, not once for every application that a test builds. Hypothesis looks
at the same cases every time, however slow the machine is; `pytest --hypothesis-profile=hunt` looks at new ones
instead, and `long` at twenty times as many where a test lets it. One Chromium serves every browser test: a second
Playwright in the same process is refused while the first one lives. Garbage is collected more rarely than usual: a
tenth of the time went into looking at what thousands of tests have loaded and keep.
"""

from __future__ import annotations

import gc
import random
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from chromium import ARGS, CHROMIUM, MISSING
from compiled import compile_once
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect, sync_playwright

PATIENCE_MS = 60_000
"""So long a browser test waits for what must come: the machine may be busy with others."""

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # both go by the clock
settings.register_profile("steady", PATIENT, derandomize=True)
settings.register_profile("hunt", PATIENT)
settings.register_profile("long", PATIENT, max_examples=2000)
settings.load_profile("steady")


HANDLERS: dict[signal.Signals, Any] = {}
"""What pytest itself does at a signal."""


gc.set_threshold(50_000, 20, 20)


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--any-order",
        type=int,
        metavar="SEED",
        help="files, and tests within each, in an order drawn by this number",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """No test may need another one before it: `--any-order` shows one that does."""
    seed = config.getoption("--any-order")
    if seed is not None:
        draw = random.Random(seed)
        of_file = {path: draw.random() for path in dict.fromkeys(item.path for item in items)}
        items.sort(key=lambda item: (of_file[item.path], draw.random()))


def pytest_configure(config: pytest.Config) -> None:  # noqa: ARG001
    compile_once()
    HANDLERS.update({number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)})


def pytest_runtest_logfinish() -> None:
    """A process of ours that a test runs in this one takes Ctrl+C and SIGTERM for itself: they end pytest again."""
    for number, handler in HANDLERS.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(MISSING)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()
