"""The board process: the pegs, the referee and the only writer of events. It can be killed at any time."""

from __future__ import annotations

import errno
import logging
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from cribbage.log.observations import Fault
from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.box.backup import write_lock
from firmware.box.chain import KEY_FILE, Key, make_key, read_key
from firmware.box.clock import Clock, RealClock, SimulatedClock
from firmware.box.errors import JournalError
from firmware.box.files import put_json
from firmware.box.journal import Journal
from firmware.box.logs import knows_position
from firmware.box.notify import notify
from firmware.box.precedence import take_precedence
from firmware.box.pulse import Pulse
from firmware.box.refusal import damage, refusal, says_full
from firmware.box.sqlite_files import BOARDS_PATIENCE_S
from firmware.box.sqlite_journal import SqliteJournal
from firmware.drivers.late import LateBoard
from firmware.drivers.panel import GpioPanel
from firmware.drivers.spi_chain import SpiChainDriver
from firmware.health import stopped
from firmware.machine import MachineWatch, Trouble, disk_share, read_throttled
from firmware.nocontacts import NoContacts, NoContactsReader
from firmware.panel import Button
from firmware.reader import BoardReader
from firmware.recorder import BOARD, Recorder, report
from firmware.scanner import Scanner
from firmware.table import ABSENT, EYE_LAG_LIMIT_S, HEALTH_FILE, PEGS_LAG_LIMIT_S, TableLoop
from firmware.witness import Witness
from pegwatch.loop import Told, run_steps
from pegwatch.plan import NONE, Plan
from vision.layout import LONG_BOARD, MORE_SEATS, BadLayout, load_layout

_log: Final = logging.getLogger(__name__)
_LOOK_S: Final = 0.5
_ROOM: Final = 512 * 1024
"""How many bytes have to be free before writing is tried again: a game's events and SQLite's log for them."""
_UNWIRED_S: Final = 0.05  # how often the inbox is looked at where nothing is scanned


@dataclass(frozen=True)
class Hardware:
    """What differs between a real table and a simulated one."""

    driver: SpiChainDriver | LateBoard | NoContacts
    clock: Clock
    machine: MachineWatch
    longest_s: float
    """How often a waiting process looks at least; 0 where it waits for scans."""
    scanning: Callable[[TableLoop], AbstractContextManager[object]]
    """What scans while the loop runs."""


def run_board(plan: Plan, pulse: Pulse, told: Told) -> None:
    """Scan, judge and write until told to end. A journal that is not sound is never built upon.

    Where it cannot be written the page is told why. A disk without room is waited for; then this process ends, and
    what looks after it (systemd, the supervisor) starts it again on a sound footing.
    """
    path = Path(plan.data) / "journal.sqlite"
    try:
        with write_lock(path), closing(SqliteJournal(path, wall=_wall_clock(plan, pulse))) as journal:
            journal.fix_inbox()
            if journal.said:
                _log.warning("%s", journal.said)
            wrong = journal.check(quick=True)
            if wrong:
                raise JournalError(damage(path, wrong[0]))
            journal.key = _key(journal)
            journal.patience_s, journal.waits = BOARDS_PATIENCE_S, partial(_waits, pulse)
            _run_board(plan, pulse, told, journal)
    except JournalError as error:
        full = says_full(str(error))
        put_json(Path(plan.run) / HEALTH_FILE, stopped("disk-none" if full else "journal-refused"))
        if not full:
            raise
        _log.warning("%s", error)
        _wait_for_room(path.parent, pulse, told)


def _key(journal: SqliteJournal) -> Key | None:
    """The key that seals this table's events; made at its first start, and again where it was lost."""
    file = journal.path.with_name(KEY_FILE)
    try:
        return read_key(file, journal.name) or make_key(file, journal.name, journal.last())
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise JournalError(refusal("write", journal.path, error)) from error
        _log.warning("events are not sealed: cannot write %s: %s", file, error.strerror)
        return None


def _waits(pulse: Pulse) -> None:
    """Another process holds the inbox: that is no fault of this one, whose scans go on meanwhile."""
    _log.warning("waits for a process that holds the inbox and does not go on")
    _is_alive(pulse)


def _is_alive(pulse: Pulse) -> None:
    beat = pulse.of("board")
    pulse.beat("board", done=beat.done, until=beat.until)
    notify("WATCHDOG=1")


def _wait_for_room(folder: Path, pulse: Pulse, told: Told) -> None:
    while not told and shutil.disk_usage(folder).free < _ROOM:
        _is_alive(pulse)
        time.sleep(_LOOK_S)


def _run_board(plan: Plan, pulse: Pulse, told: Told, journal: SqliteJournal) -> None:
    board_map = load_board(plan.board)
    recorder = Recorder(journal, {"pegs": plan.pegs, "cards": plan.cards}, unplaced=unplaced_zones(plan))
    knows_position(lambda: str(recorder.state.position))
    found = _simulated(plan, pulse, board_map) if plan.simulated else _real(plan, pulse, board_map, journal)
    if not plan.has_contacts:
        say_who_reads(plan, journal, recorder, found.clock.now())
    with found.driver as driver:
        panel, troubles = _panel_of(driver, board_map)
        reader = _reader(driver, board_map, recorder)
        loop = TableLoop(
            reader, recorder, journal, pulse, Path(plan.run),
            panel=panel, machine=found.machine, troubles=troubles,
            witness=Witness(Path(plan.run)) if plan.has_two_witnesses else None,
            eye_lag_s=PEGS_LAG_LIMIT_S if plan.has_pegs_by_eye else EYE_LAG_LIMIT_S,
        )  # fmt: skip
        try:
            with found.scanning(loop):
                run_steps(loop.step, found.clock, told, pulse, "board", lambda: found.longest_s)
        finally:
            if panel is not None:
                panel.close()


def unplaced_zones(plan: Plan) -> frozenset[str]:
    """The zones for which the table's layout has no place; none where no camera reads cards at all."""
    if not plan.reads_cards:
        return frozenset()
    try:
        layout = LONG_BOARD if plan.simulated else load_layout(plan.settings.eye.layout)
    except BadLayout:
        return frozenset()  # the eye says what is wrong with it, and does not look
    return frozenset((*LONG_BOARD.zones, *MORE_SEATS)) - frozenset(layout.zones)


def say_who_reads(plan: Plan, journal: Journal, recorder: Recorder, now: float) -> None:
    """Of a table without contacts: that nobody reads its pegs, or that the camera does, unless that was said last."""
    told, what = recorder.fault_of(BOARD), ABSENT if plan.pegs == NONE else None
    if told != what:
        report(journal, BOARD, [Fault(now, BOARD, what or "ok")])


def _reader(
    driver: SpiChainDriver | LateBoard | NoContacts, board_map: BoardMap, recorder: Recorder
) -> BoardReader:
    if isinstance(driver, NoContacts):
        return NoContactsReader(board_map)
    return BoardReader(
        driver,
        board_map,
        last=recorder.last_holes,
        masked=recorder.state.masked & board_map.bit_of.keys(),
        was_faulty=recorder.fault_of("board") is not None,
        lost=recorder.unfollowed,
    )


def _panel_of(
    driver: SpiChainDriver | LateBoard | NoContacts, board_map: BoardMap
) -> tuple[GpioPanel | LatePanel | None, list[Trouble]]:
    if isinstance(driver, NoContacts):
        return None, []
    if isinstance(driver, LateBoard) and driver.missing is not None:
        return LatePanel(driver, board_map), []
    return open_panel(board_map, driver.factory)


class LatePanel:
    """The lamp and the buttons of a board that is not there yet; opened with it."""

    def __init__(self, board: LateBoard, board_map: BoardMap) -> None:
        self._board = board
        self._map = board_map
        self._panel: GpioPanel | None = None
        self._is_tried = False

    def down(self) -> frozenset[Button]:
        """The buttons that are held down; none before the board is there."""
        if self._board.factory is not None and not self._is_tried:
            self._is_tried = True
            self._panel, troubles = open_panel(self._map, self._board.factory)
            for trouble in troubles:
                _log.warning("%s: %s", trouble.code, trouble.detail)
        return frozenset() if self._panel is None else self._panel.down()

    def show(self, lit: bool) -> None:
        """Light the lamp or put it out."""
        if self._panel is not None:
            self._panel.show(lit)

    def close(self) -> None:
        """Give the pins back."""
        if self._panel is not None:
            self._panel.close()


def open_panel(board_map: BoardMap, factory: Any) -> tuple[GpioPanel | None, list[Trouble]]:
    """The lamp and the buttons; without them the table plays on, and says so."""
    try:
        return GpioPanel(board_map.panel, factory), []
    except Exception as error:  # each pin library has errors of its own, without a common base
        return None, [Trouble("panel-missing", " ".join(str(error).split()))]


def _real(plan: Plan, pulse: Pulse, board_map: BoardMap, journal: SqliteJournal) -> Hardware:
    from firmware.drivers.spi_chain import open_board

    driver = LateBoard(lambda: open_board(board_map)) if plan.has_contacts else NoContacts()
    if not take_precedence():
        _log.warning("the system does not let the board come first: under load scans may come late")
    clock = RealClock.start(pulse, journal.table_time() + 1.0)
    machine = MachineWatch(read_throttled, partial(disk_share, Path(plan.data)))
    if isinstance(driver, NoContacts):
        return Hardware(driver, clock, machine, _UNWIRED_S, lambda _: nullcontext())
    return Hardware(driver, clock, machine, 0.0, lambda loop: scan_for(loop, clock))


@contextmanager
def scan_for(loop: TableLoop, clock: Clock) -> Iterator[None]:
    """Scan in a thread of its own for as long as this lasts; both threads come before everything else."""
    with Scanner(loop.look, clock.now, begin=take_precedence) as loop.scans:
        yield


def _simulated(plan: Plan, pulse: Pulse, board_map: BoardMap) -> Hardware:
    from firmware.drivers.sim import open_simulated
    from pegwatch.simulated.faults import board_faults
    from pegwatch.simulated.machine import SimulatedMachine
    from pegwatch.simulated.world import simulated_world

    table, clock = simulated_world(plan), SimulatedClock(pulse)
    if not plan.has_contacts:
        machine = SimulatedMachine(plan.faults, clock.now)
        watch = MachineWatch(machine.throttled, machine.disk_share)
        return Hardware(NoContacts(), clock, watch, _LOOK_S, lambda _: nullcontext())
    faults, bring_up_to = board_faults(plan.faults, board_map, plan.seed)
    machine = SimulatedMachine(plan.faults, clock.now)

    def holes_now() -> frozenset[str]:
        bring_up_to(clock.now())
        return table.holes_at(clock.now())

    watch = MachineWatch(machine.throttled, machine.disk_share)
    # In step with the clock of the table: the loop makes each scan itself.
    return Hardware(
        open_simulated(board_map, holes_now, faults, clock.now),
        clock,
        watch,
        _LOOK_S,
        lambda _: nullcontext(),
    )


def _wall_clock(plan: Plan, pulse: Pulse) -> Callable[[], float]:
    """The time of day, for people only; in a demo it may jump."""
    if not plan.simulated:
        return time.time
    from pegwatch.simulated.machine import SimulatedMachine

    return SimulatedMachine(plan.faults, lambda: pulse.clock_t).wall_clock
