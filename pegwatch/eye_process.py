"""The eye process: looks at the table and reports what has become certain. It can be killed at any time."""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Callable, Iterable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2

from cribbage.log.observations import Cards, Fault, Observation, Unread
from cribbage.shown.scoreboard import PICTURE_KEY
from firmware.box.clock import Clock, RealClock, SimulatedClock
from firmware.box.files import put_json
from firmware.box.pictures import FILE, PictureKeeper
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.faults import fault_text
from firmware.recorder import report, reported
from pegwatch.boarddesk import BoardDesk
from pegwatch.devices import real_camera
from pegwatch.eye_setup import SetupDesk
from pegwatch.failure import PegwatchError
from pegwatch.learntpegs import NOT_LEARNT, LearntPegs
from pegwatch.loop import Told, run_steps
from pegwatch.no_eye import say_so
from pegwatch.pegsbyeye import PegWatch
from pegwatch.pegssetup import PEGS, SIM_KIT_PX, layout_of, pegs_of, simulated_kit, who_pegs
from pegwatch.plan import Plan
from pegwatch.readagain import Wishes
from pegwatch.witnessfile import WitnessFile
from vision.cameras.base import Camera
from vision.eye import IDLE_S, Eye
from vision.networkreader import NetworkReader
from vision.stabiliser import BANDS, FLICKER, SHAKES

EYE: Final = "eye"
PICTURE: Final = "eye.jpg"
EVIDENCE: Final = "evidence"
NOTES: Final = "eye.json"  # what is wrong with the eye, as `firmware.health` says it of the board
_MB: Final = 1024 * 1024
_log: Final = logging.getLogger(__name__)
_FRAME_S: Final = 0.1
_TIRED_TIMES: Final = 3
_LOOK_S: Final = 0.5
_PICTURE_EVERY_S: Final = 0.5
_WATCHED_SPEED: Final = 8.0  # faster than this nobody watches, and pictures for people are left out
_AWAY: Final = "late"
_LOST: Final = "lost"
LOST_SAYS: Final = "Camera lost: check the ribbon cable. Nothing is read by it."
LOST_FIX: Final = "Push the cable home at both ends; the camera is opened again by itself."
WAVERING_SAYS: Final = {
    FLICKER: (
        "The light flickers. It keeps cards from being read.",
        "Use another lamp or daylight, and turn screens away from the table.",
    ),
    BANDS: (
        "Mains light makes bands in the picture. It keeps cards from being read.",
        "Use a lamp that does not flicker (no dimmer, no cheap LED), or more daylight.",
    ),
    SHAKES: (
        "The camera shakes. It keeps cards from being read.",
        "Stand the camera's arm where nobody leans or knocks, or fix it to a wall or the ceiling.",
    ),
}
_AWAY_S: Final = 2.0  # how long nobody has to have looked that a card may have been laid and pegged meanwhile
_EPS_S: Final = 1e-6
_SIM_SIZE_PX: Final = (1536, 864)


def run_eye(plan: Plan, pulse: Pulse, told: Told) -> None:
    """Look until told to end."""
    cv2.setNumThreads(plan.threads)  # before the first picture: OpenCV would take every core there is
    watched = plan.page and plan.speed <= _WATCHED_SPEED
    with ExitStack() as held:
        journal = held.enter_context(
            closing(SqliteJournal(Path(plan.data) / "journal.sqlite", puts_only=True))
        )
        clock, camera, is_new = _open(plan, pulse)
        held.callback(camera.close)
        reader = NetworkReader(threads=plan.threads, engine=plan.settings.eye.engine)
        layout = layout_of(plan) if plan.reads_cards else replace(layout_of(plan), places=())
        eye = Eye(camera, reader, layout=layout, show_every_s=1.0 if watched else None)
        if plan.reads_cards:
            eye.restore(reported(journal, EYE))
        else:
            say_so(journal, clock.now())
        loop = EyeLoop(eye, journal, pulse, Path(plan.run) if watched else None, is_new)
        disturbed = any(item.startswith("table-") for item in plan.faults)
        loop.reads_cards = plan.reads_cards
        loop.rests = plan.simulated and not watched and not disturbed
        data, run = Path(plan.data), Path(plan.run)
        loop.wishes = Wishes(run, pulse.of(EYE).until)
        if plan.has_pegs_by_eye:
            file = None if plan.simulated else plan.board_file
            loop.learnt = LearntPegs(
                lambda: pegs_of(plan, eye, journal), file, journal, lambda: who_pegs(journal)
            )
        loop.desk = SetupDesk(eye, camera, reader, data, run, lambda: is_sanctioned_game_on(journal))
        if plan.has_pegs_by_eye:
            loop.witness_file = WitnessFile(run) if plan.has_two_witnesses else None
            loop.desk.board = BoardDesk(eye.full_picture, eye.layout, plan.board_file, run)
            loop.desk.board.follower = lambda: None if loop.pegs is None else loop.pegs.follower
        if plan.pictures_mb:
            keeper = PictureKeeper(data / FILE, plan.pictures_mb * _MB)
            loop.keeper = held.enter_context(closing(keeper))
        run_steps(loop.step, clock, told, pulse, EYE, lambda: _LOOK_S if plan.simulated else frame_s(pulse))


def is_sanctioned_game_on(journal: SqliteJournal) -> bool:
    """Whether the latest game is a sanctioned one that is not over."""
    games = journal.games()
    return bool(games) and not games[-1].over and games[-1].header.get("mode", "sanctioned") == "sanctioned"


def frame_s(pulse: Pulse) -> float:
    """How often a real camera is looked at, s: the first to slow down when the machine is hot or short of power."""
    return _FRAME_S * (_TIRED_TIMES if pulse.tired else 1)


def _open(plan: Plan, pulse: Pulse) -> tuple[Clock, Camera, Callable[[float], bool]]:
    """Clock, camera, and whether the camera would see something new at a table time."""
    if not plan.simulated:
        real = RealClock.join(pulse)
        if real is None:
            raise PegwatchError("the board process does not run: start the table with pegwatch run")
        return real, real_camera(real.now, plan.settings.eye), lambda _t: True

    from pegwatch.simulated.faults import camera_fault_at, table_parts
    from pegwatch.simulated.world import simulated_table
    from vision.cameras.sim import SimCamera

    table = simulated_table(plan)
    clock = SimulatedClock(pulse)
    fault_at = camera_fault_at(plan.faults)
    parts = table_parts(plan.faults)
    seen: list[object] = []

    def is_new(t: float) -> bool:
        disturbed = any(part.is_active(t) for part in parts)
        now = [table.scene_at(t), fault_at(t), t if disturbed else None]
        changed = now != seen
        seen[:] = now
        return changed

    setting = plan.setting
    camera = SimCamera(
        table.scene_at, clock.now, SIM_KIT_PX if plan.has_pegs_by_eye else _SIM_SIZE_PX,
        plan.seed, setting.light, setting.ground,
        fault_at=fault_at, art=setting.art(), parts=parts, layout=layout_of(plan), kit=simulated_kit(plan),
    )  # fmt: skip
    return clock, camera, is_new


class EyeLoop:
    """Steps the eye when there is something to look at, reports, and says up to when it has."""

    def __init__(
        self,
        eye: Eye,
        journal: SqliteJournal,
        pulse: Pulse,
        run_dir: Path | None,
        is_new: Callable[[float], bool],
    ) -> None:
        """`run_dir`: where pictures for people are put (None: nobody looks)."""
        self._eye = eye
        self._journal = journal
        self._pulse = pulse
        self._run_dir = run_dir
        self._is_new = is_new
        self._wake = -math.inf
        self._until = self._looked_at = pulse.of(EYE).until
        self._is_settled = False
        self._fault = self._wavering = ""
        self._pictured = -math.inf
        self.keeper: PictureKeeper | None = None
        """Where the pictures of readings are kept; None: nowhere."""
        self.desk: SetupDesk | None = None
        """What sets the camera up; None: nothing does."""
        self.wishes: Wishes | None = None
        """What people want read again; None: nothing."""
        self.learnt: LearntPegs | None = None
        """What follows the pegs where the camera does; None: something else."""
        self.witness_file: WitnessFile | None = None
        """Where contacts tell of the pegs as well: what says to the board process how the camera sees them."""
        self._notes: list[dict[str, Any]] | None = None
        self.reads_cards = True
        self.rests = False
        """Whether to sleep, once all is settled, until the table changes: a simulated camera knows when."""

    @property
    def pegs(self) -> PegWatch | None:
        """What follows the pegs now; None where the camera does not, or has no learnt board yet."""
        return None if self.learnt is None else self.learnt.watch

    def step(self, now: float) -> float:
        """Look if there is anything to see; the table time of the next look."""
        is_asked = self._is_asked()
        if self._is_new(now) or is_asked or now >= self._wake:
            if self.rests and self._is_settled:
                self._eye.rested(math.nextafter(now, -math.inf))
                if self.pegs is not None:
                    self.pegs.follower.rested(math.nextafter(now, -math.inf))
            seen = self._eye.step(now)
            self._own_up(now, seen.health.fault)
            if self.reads_cards:
                report(self._journal, EYE, self._with_pictures(seen.observations))
            self._fault, self._wavering = seen.health.fault, seen.health.wavering
            until, wake = seen.watermark, seen.next_wake
            self._is_settled = seen.next_wake - now >= IDLE_S - _EPS_S and seen.watermark >= now
            self._follow_pegs(now)
            if self.pegs is not None:
                until = min(until, self.pegs.follower.watermark())
                wake = min(wake, now + self.pegs.wait_s())
                self._is_settled = self._is_settled and self.pegs.follower.is_settled
            self._until = max(self._until, until)
            self._wake = math.inf if self.rests and self._is_settled else wake
            if seen.picture_changed:
                self._show(now, [o.zone for o in seen.observations if isinstance(o, Cards | Unread)])
        elif self._is_settled:
            self._until = now
        if self.desk is not None:
            self.desk.step(self._fault)
        self._tell()
        self._pulse.beat(EYE, done=now, until=self._until, wake=self._wake)
        return self._wake

    def _is_asked(self) -> bool:
        """Whether somebody wants a place read again; the eye is told."""
        asked = self.wishes.new() if self.wishes is not None else {}
        for zone, t in asked.items():
            self._eye.read_again(zone, t)
        return bool(asked)

    def _follow_pegs(self, now: float) -> None:
        """Look at the pegs, and tell: the table's log where nobody else does, the board process where contacts do."""
        told = [] if self.learnt is None else self.learnt.look(now)
        if self.pegs is not None:
            told += self.pegs.step(now, self._eye.small, self._eye.fix)
        if self.witness_file is None:
            report(self._journal, PEGS, told)
        elif self.pegs is not None:
            self.witness_file.hear(told, self.pegs.follower)

    def _own_up(self, now: float, fault: str) -> None:
        """On a real table time goes on while this process is away or stuck: what it missed is unknown, not empty.

        While it has a fault to tell, that is the reason, and no other is given.
        """
        before, self._looked_at = self._looked_at, now
        if self.reads_cards and not fault and not self._pulse.simulated and 0.0 < before < now - _AWAY_S:
            report(self._journal, EYE, [Fault(self._until, "camera", _AWAY), Fault(now, "camera", "ok")])

    def _with_pictures(self, observations: Iterable[Observation]) -> list[Observation]:
        """The observations, each reading with the key of the small picture that is being kept of it."""
        return [self._with_picture(seen) for seen in observations]

    def _with_picture(self, seen: Observation) -> Observation:
        is_reading = (
            bool(seen.seen) if isinstance(seen, Cards) else isinstance(seen, Unread) and not seen.is_blind
        )
        if self.keeper is None or not is_reading:
            return seen
        assert isinstance(seen, Cards | Unread)
        try:
            jpeg = self._eye.evidence(seen.zone)
        except Exception:  # a reading is never lost for want of a picture of it
            _log.exception("no picture of the reading of %s", seen.zone)
            return seen
        if jpeg is None:
            return seen
        key = self.keeper.keep(seen.zone, seen.t, jpeg)
        return replace(seen, extra={**seen.extra, PICTURE_KEY: key})

    def _tell(self) -> None:
        """Put what is wrong where the page finds it."""
        notes = [] if self.desk is None else self.desk.notes()
        if self._fault == _LOST:
            notes.insert(0, _note("camera-lost", LOST_SAYS, LOST_FIX, "alarm"))
        if self.pegs is not None:
            notes += self.pegs.notes()
        elif self.learnt is not None and self.learnt.why:
            text = fault_text(NOT_LEARNT)
            notes.insert(
                0, _note(NOT_LEARNT, text.what, text.fix, text.severity) | {"detail": self.learnt.why}
            )
        if self._wavering:
            notes.insert(0, _note(self._wavering, *WAVERING_SAYS[self._wavering]))
        if self.keeper is not None and self.keeper.trouble:
            sentence = f"The pictures of readings are not being kept: {self.keeper.trouble}."
            notes.append(_note("pictures", sentence, "Look whether the disk is full or worn out."))
        if notes != self._notes and self._run_dir is not None:
            self._notes = notes
            put_json(self._run_dir / NOTES, notes)

    def _show(self, now: float, zones: list[str]) -> None:
        """Put the latest picture, and those of the zones just read, where the page finds them."""
        if self._run_dir is None or (not zones and now - self._pictured < _PICTURE_EVERY_S):
            return
        self._pictured = now
        _put(self._run_dir / PICTURE, self._eye.annotated())
        for zone in zones:
            _put(self._run_dir / EVIDENCE / f"{zone}.jpg", self._eye.evidence(zone))


def _note(code: str, sentence: str, fix: str, severity: str = "warning") -> dict[str, Any]:
    return {"code": code, "severity": severity, "part": EYE, "sentence": sentence, "mend": fix}


def _put(path: Path, jpeg: bytes | None) -> None:
    if jpeg is None:
        return
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(jpeg)
    os.replace(fresh, path)
