"""The workshop from the peg to the page: a hole walk in a real browser over a real board process and a real chain."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from screens import keep

from firmware.boardfile import load_board
from firmware.box.clock import RealClock
from firmware.box.files import read_json
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.reader import BoardReader
from firmware.recorder import Recorder
from firmware.table import TableLoop
from pegwatch.ports import free_port
from webui.app import create_app
from webui.config import WebConfig
from webui.serve import serve

pytestmark = pytest.mark.browser
WAIT_MS = 15_000


class Board(threading.Thread):
    """The board process in a thread: a hundred scans a second on the real loop classes."""

    def __init__(self, data: Path) -> None:
        super().__init__(daemon=True)
        self.data = data
        self.pegs: set[str] = set()
        self.faults = SimFaults(
            stuck_closed=frozenset({"A57"}),
            stuck_open=frozenset({"B33"}),
            bridged=(frozenset({"A22", "A23"}),),
        )
        self.failed: list[BaseException] = []
        self._ended = threading.Event()
        self.ready = threading.Event()

    def run(self) -> None:
        try:
            self._run()
        except BaseException as error:
            self.failed.append(error)

    def _run(self) -> None:
        board_map = load_board()
        journal = SqliteJournal(self.data / "journal.sqlite")
        with (
            open_simulated(board_map, lambda: frozenset(self.pegs), self.faults) as driver,
            Pulse.open(self.data) as pulse,
        ):
            clock = RealClock.start(pulse, 1.0)
            recorder = Recorder(journal)
            loop = TableLoop(BoardReader(driver, board_map), recorder, journal, pulse, self.data)
            self.ready.set()
            while not self._ended.is_set():
                now = clock.now()
                pulse.beat("eye", done=now, until=now)
                loop.step(now)
                time.sleep(0.008)
        journal.close()

    def end(self) -> None:
        self._ended.set()
        self.join(60)
        assert self.failed == []


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path)
    board.start()
    assert board.ready.wait(60)
    yield board
    board.end()


@pytest.fixture
def address(board: Board) -> str:
    port = free_port()
    app = create_app(
        board.data / "journal.sqlite",
        board.data,
        WebConfig(posts_each_minute=6000, holes=load_board("longboard").positions_mm),
    )
    threading.Thread(target=serve, args=(app, "127.0.0.1", port), daemon=True).start()
    end = time.monotonic() + 120
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    return f"http://127.0.0.1:{port}"


def put_peg(board: Board, hole: str) -> None:
    """A peg in a hole until it is seen there, and out until it is seen to be gone: however slow the machine is."""
    board.pegs.add(hole)
    until(board, lambda occupied: hole in occupied)
    board.pegs.discard(hole)
    until(board, lambda occupied: hole not in occupied)


def until(board: Board, true: Callable[[list[str]], bool]) -> None:
    end = time.monotonic() + WAIT_MS / 1000
    while not true(
        (read_json(board.data / "workshop.json") or {"scan": {"occupied": []}})["scan"]["occupied"]
    ):
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
def test_a_hole_walk_finds_names_and_masks_bad_holes(board: Board, address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 1000}, locale="en-GB")
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.set_default_timeout(WAIT_MS)
    page.goto(f"{address}/workshop")
    page.get_by_role("button", name="Begin the walk").click()
    expect(page.locator("#next")).to_have_text("A-2", timeout=WAIT_MS)
    for hole in ("A-2", "A-1", "A0", "A1", "A2", "A22", "B31", "B32"):
        put_peg(board, hole)
    board.pegs.add("A3")
    expect(page.locator("#last-hole")).to_have_text("A3", timeout=WAIT_MS)
    expect(page.locator('#plank [data-hole="A3"]')).to_have_class("hole reads", timeout=WAIT_MS)
    expect(page.locator("#found")).to_contain_text("A22 and A23 close together", timeout=WAIT_MS)
    expect(page.locator("#found")).to_contain_text("A57 reads a peg")
    expect(page.locator("#done")).to_have_text("11 of 247 holes noticed")
    keep(page, "workshop-walk")
    board.pegs.discard("A3")
    page.locator("#hole").fill("B33")
    expect(page.locator("#hole-says")).to_have_text("It reads empty.")
    page.locator("#hole-do").click()
    expect(page.locator("#masked")).to_contain_text("B33", timeout=WAIT_MS)
    page.get_by_role("button", name="Ignore them all").click()
    expect(page.locator("#masked .finding")).to_have_count(4, timeout=WAIT_MS)
    page.locator("#masked .finding", has_text="A22").get_by_role("button", name="Watch again").click()
    expect(page.locator("#masked .finding")).to_have_count(3, timeout=WAIT_MS)
    page.get_by_role("button", name="nothing lights up").click()
    expect(page.locator("#found")).to_contain_text("A4 does not notice a peg", timeout=WAIT_MS)
    page.get_by_role("button", name="End the walk").click()
    expect(page.get_by_role("button", name="Begin the walk")).to_be_visible(timeout=WAIT_MS)
    board.faults.break_after = 12
    expect(page.locator("#notice")).to_contain_text("The chain cannot be read", timeout=WAIT_MS)
    page.set_viewport_size({"width": 390, "height": 844})
    keep(page, "workshop-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board.faults.break_after = None
    expect(page.locator("#notice")).to_be_hidden(timeout=WAIT_MS)
    board.end()
    expect(page.locator("#notice")).to_contain_text("not responding", timeout=WAIT_MS)
    page.close()
    assert troubles == []
    journal = SqliteJournal(board.data / "journal.sqlite")
    assert [s.event.body["holes"] for s in journal.events() if s.event.kind == "masks"][-1] == [
        "A23",
        "A57",
        "B33",
    ]
    journal.close()
