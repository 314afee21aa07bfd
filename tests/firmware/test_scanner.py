"""Scans in a thread of their own: what keeps the writer waiting costs none, and each is judged as of its own time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from rig import Rig

from firmware.box.clock import RealClock
from firmware.box.journal import MemoryJournal
from firmware.decoder import Decoded
from firmware.drivers.base import BoardFault
from firmware.scanner import Scan, Scanner
from pegwatch.board_process import scan_for

LONG_ENOUGH = 60  # scans after which a position is stable


class SlowJournal(MemoryJournal):
    """A journal whose disk lets `meanwhile` happen before the next item is on it."""

    meanwhile: Callable[[], None] | None = None

    def put(self, source: str, t: float, body: Mapping[str, Any]) -> int:
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            happens()
        return super().put(source, t, body)


class Live:
    """A table that is scanned in real time: the loop in this thread, its scans in theirs."""

    def __init__(self, rig: Rig, journal: SlowJournal) -> None:
        self.rig, self.journal = rig, journal
        self.clock = RealClock.start(rig.pulse, rig.t)
        self._scanned = threading.Semaphore(0)

    def look(self) -> frozenset[str]:
        self._scanned.release()
        return frozenset(self.rig.pegs)

    def scans(self, count: int) -> None:
        """Wait until so many scans more were made."""
        while self._scanned.acquire(blocking=False):
            pass
        for _ in range(count):
            assert self._scanned.acquire(timeout=60)

    def step_until(self, condition: Callable[[], bool], steps: int = 3000) -> None:
        for _ in range(steps):
            if condition():
                return
            now = self.clock.now()
            self.rig.pulse.beat("eye", done=now, until=now)
            self.rig.loop.step(now)
        raise AssertionError("it did not come to that")

    def tracks(self) -> list[list[int]]:
        """Where the board process reported the pegs of the first player to stand, one position after the other."""
        return [body["holes"]["A"] for body in (i.body for i, _ in reports(self.journal)) if "holes" in body]


def reports(journal: MemoryJournal) -> list[tuple[Any, bool]]:
    return [(item, item.id in journal._taken) for item in journal._inbox]


@pytest.fixture
def live(longboard, tmp_path) -> Iterator[Live]:
    journal = SlowJournal()
    rig = Rig(longboard, tmp_path, journal=journal)
    live = Live(rig, journal)
    rig._holes = lambda _t: live.look()
    with running(live):
        live.step_until(lambda: len(live.tracks()) == 1)
        yield live
    rig.close()


@contextmanager
def running(live: Live) -> Iterator[None]:
    with scan_for(live.rig.loop, live.clock):
        yield


def test_moves_made_while_the_disk_keeps_the_writer_waiting_are_all_noticed_in_their_order(
    live: Live,
) -> None:
    """A peg is lifted; while that is being written it is put down and the next one moved: nothing of it is lost."""
    rig = live.rig

    def meanwhile() -> None:
        for act, hole in ((rig.put, "A4"), (rig.take, "A0"), (rig.put, "A9")):
            act(hole)
            live.scans(LONG_ENOUGH)

    live.journal.meanwhile = meanwhile
    rig.take("A-1")
    live.step_until(lambda: len(live.tracks()) == 5)
    assert live.tracks() == [[0, -1], [0], [4, 0], [4], [9, 4]]
    times = [item.t for item, _ in reports(live.journal) if "holes" in item.body]
    assert times == sorted(set(times)), "each as of when it was so, not of when it could be written"
    live.step_until(lambda: live.journal.pending() == [])


def test_scans_go_on_while_nothing_takes_them_and_none_is_handed_out_twice(live: Live) -> None:
    live.scans(LONG_ENOUGH)
    first, second = live.rig.loop.scans(0.0), live.rig.loop.scans(0.0)
    times = [scan.t for scan in (*first, *second)]
    assert len(first) >= LONG_ENOUGH
    assert times == sorted(set(times))


def test_an_error_of_the_scanning_thread_ends_the_writer_too() -> None:
    calls = iter(range(3))

    def look(t: float) -> Scan:
        if next(calls) == 2:
            raise OSError("the bus is gone")
        return Scan(t, Decoded(0, frozenset()), frozenset())

    with Scanner(look, lambda: 1.0) as scanner:
        seen = list(scanner(0.0))
        while len(seen) < 2:
            seen += scanner(0.0)
        with pytest.raises(OSError, match="the bus is gone"):
            scanner(0.0)
    assert len(seen) == 2, "what was scanned before is handed out first"


def test_a_bus_that_fails_is_a_fault_like_any_other_and_scanning_goes_on(live: Live, monkeypatch) -> None:
    def fail() -> None:
        raise BoardFault("chain-read", "no answer")

    with monkeypatch.context() as broken:
        broken.setattr(live.rig.driver, "scan", fail)
        live.step_until(lambda: live.rig.reader.debouncer.fault is not None)
    live.step_until(lambda: live.rig.reader.debouncer.fault is None)


def test_a_button_pressed_while_the_disk_keeps_the_writer_waiting_is_heard(longboard, tmp_path) -> None:
    class OneButton:
        pressed: frozenset[tuple[str, str]] = frozenset()

        def down(self) -> frozenset[tuple[str, str]]:
            return self.pressed

        def show(self, lit: bool) -> None:
            """No lamp."""

    journal, panel = SlowJournal(), OneButton()
    rig = Rig(longboard, tmp_path, journal=journal, panel=panel)
    live = Live(rig, journal)
    rig._holes = lambda _t: live.look()

    def meanwhile() -> None:
        for pressed in (frozenset({("A", "judge")}), frozenset()):
            panel.pressed = pressed
            live.scans(10)

    with running(live):
        live.step_until(lambda: len(live.tracks()) == 1)
        journal.meanwhile = meanwhile
        rig.take("A-1")
        live.step_until(lambda: any("said" in item.body for item, _ in reports(journal)))
    rig.close()
    (said,) = [item.body["said"] for item, _ in reports(journal) if "said" in item.body]
    assert said == {"by": "A", "what": "judge"}
