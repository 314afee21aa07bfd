"""The body of the eye's loop: one step looks at the table once and returns what has become certain.

First it checks the small picture: is it good, what moves, what has changed. Only a place that has changed and is
still is read, from the full picture, at a known scale. All times are table times and come with the pictures, so the
same pictures at the same times give the same observations. Processes, sleeping and storing are up to the caller.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from cribbage.log.observations import Observation
from vision.agreement import Agreement
from vision.annotate import Mark, annotate, jpeg, small_evidence
from vision.badpictures import BadPictures
from vision.cameras.base import Camera, CameraEnded, CameraError
from vision.frames import Frame, SmallFrame
from vision.layout import LONG_BOARD, Place, TableLayout
from vision.motion import Sight, Watch
from vision.piled import CardSize
from vision.placelook import Look, Quad
from vision.placememory import ARM, BOARD_MOVES, UNSTEADY, WAVERING
from vision.placereader import PlaceReader
from vision.readresult import CardReader
from vision.zones import TableFix, TableKeeper, ZoneFinder

IDLE_S: Final = 0.2  # until the next step when nothing happens
ALERT_S: Final = 0.1  # when something moves or is not certain yet
BLIND_S: Final = 0.5  # when the camera gives no good pictures
_LOOK_FOR_TABLE_S: Final = 0.5
_CHECK_TABLE_S: Final = 10.0
_HINDERED_S: Final = 10.0  # if a place is not read for this long, what hinders it is reported
_RESTLESS_EVERY_S: Final = 0.35  # a place that is never still is read this often


@dataclass(frozen=True, slots=True)
class EyeHealth:
    """The state of the eye: a fault code or an empty text, a note for people, and figures.

    `wavering`: ``flicker``, ``banding`` or ``shaking`` if that has kept a place from being read for some time.
    """

    fault: str = ""
    note: str = ""
    wavering: str = ""
    table_found: bool = False
    markers: int = 0
    moved_mm: float = 0.0
    brightness: float = 0.0
    sharpness: float = 0.0
    read_ms: float = 0.0
    readings: int = 0


@dataclass(frozen=True, slots=True)
class EyeStep:
    """The result of one step. `next_wake`: the table time at which to step again."""

    t: float
    observations: tuple[Observation, ...]
    watermark: float
    next_wake: float
    health: EyeHealth
    picture_changed: bool


class Eye:
    """Looks at the table through a camera and a reader; see `step`.

    Faults are ``covered``, ``dark``, ``out-of-focus``, ``frozen``, ``lost`` (no camera, no picture) and
    ``no-board`` (a good picture, but the board's markers are not in it).

    `show_every_s`: while anything moves take a full picture at least this often, for people to look at (None: only
    when there is something to read).
    """

    def __init__(
        self,
        camera: Camera,
        reader: CardReader,
        finder: ZoneFinder | None = None,
        layout: TableLayout = LONG_BOARD,
        show_every_s: float | None = 1.0,
    ) -> None:
        self._camera = camera
        self._layout = layout
        self._watch = Watch(layout)
        self._keeper = TableKeeper(finder or ZoneFinder(layout))
        self._agreement = Agreement(layout)
        size = CardSize()
        self._places = {place.key: PlaceReader(place, reader, size) for place in layout.places}
        self._bad_pictures = BadPictures()
        self._show_every_s = show_every_s
        self._frame: Frame | None = None
        self._small: SmallFrame | None = None
        self._checked_t = float("-inf")
        self._began_t = math.inf  # the first good picture
        self._sight = Sight(float("-inf"))
        self._read_t: dict[str, float] = {}
        self._waiting: set[str] = set()  # places where a card was told beside an arm that hides nothing else
        self._to_read_again: dict[str, float] = {}
        self._note = ""
        self._moved_mm = 0.0
        self._readings = 0
        self._read_ms = 0.0

    def restore(self, observations: Iterable[Observation]) -> None:
        """Continue after a restart, from the observations before it."""
        self._agreement.restore(observations)

    def step(self, now: float) -> EyeStep:
        """Look at the table once, at table time `now`. Raises `CameraEnded` at the end of files that are played."""
        before = self._frame
        self._small = None
        try:
            self._camera.open()
            small = self._small = self._camera.lores()
            fault = self._see(small, now)
        except CameraEnded:
            raise
        except CameraError as error:
            self._camera.close()
            self._note = str(error)
            fault = "lost"
        if fault:
            self._take_fault(now, fault)
        return self._result(now, self._frame is not before)

    def read_again(self, zone: str, t: float) -> None:
        """A person says at table time `t` that a zone was read wrong: it is read again from pictures of then or
        later."""
        if zone in self._layout.zones:
            self._to_read_again[zone] = t

    def rested(self, t: float) -> None:
        """The table has not changed up to this time: settled places count as read. For cameras that know."""
        self._agreement.rested(t)

    # For setting up the camera

    @property
    def layout(self) -> TableLayout:
        """The places and the markers that it looks for."""
        return self._layout

    @property
    def fix(self) -> TableFix | None:
        """Where the table is in the full picture; None until it is found."""
        return self._keeper.fix

    @property
    def wavering(self) -> str:
        """What disturbs the pictures, whether it hinders reading or not; see `vision.stabiliser`."""
        return self._sight.wavering

    @property
    def small(self) -> SmallFrame | None:
        """The small picture of the last step; None before the first step, and where the camera gave none."""
        return self._small

    def full_picture(self) -> Frame | None:
        """A full picture as of now, even if something moves; None where the camera gives none."""
        try:
            self._camera.open()
            return self._camera.grab()
        except CameraError:
            return None

    def use_reader(self, reader: CardReader) -> None:
        """Read with this reader from now on."""
        for place in self._places.values():
            place.use_reader(reader)

    # Pictures for people

    def annotated(self, width_px: int = 1152) -> bytes | None:
        """The latest full picture with the places and their known cards, as JPEG; None before the first."""
        if self._frame is None:
            return None
        marks: list[Mark] = []
        for place in self._layout.places:
            known = self._agreement.known(place.key)
            marks += [Mark(k.corners_mm, str(k.card), k.seen) for k in known if k.corners_mm is not None]
            marks += [Mark(quad) for quad in self._doubts(place)]
        note = self._agreement.fault or self._note
        return jpeg(annotate(self._frame.bgr, self._keeper.fix, self._layout, marks, note, width_px=width_px))

    def evidence(self, zone: str) -> bytes | None:
        """The picture to keep of the zone's last reading, as JPEG; None where the zone was never read.

        It shows the cards that are known and in doubt there, and nothing outside the place.
        """
        read = [r for r in self._places.values() if r.place.zone == zone and r.crop is not None]
        if not read:
            return None
        fullest = max(read, key=lambda r: (len(self._cards_in(r.place)), 0.0 if r.crop is None else r.crop.t))
        assert fullest.crop is not None
        return small_evidence(fullest.crop, self._cards_in(fullest.place))

    def _cards_in(self, place: Place) -> list[Quad]:
        known = [k.corners_mm for k in self._agreement.known(place.key) if k.corners_mm is not None]
        return [*known, *self._places[place.key].doubts]

    # One step

    def _see(self, small: SmallFrame, now: float) -> str:
        """Check the small picture and read what is to be read; returns the fault code, or an empty text."""
        if self._bad_pictures.is_old(small.t, now):
            return "frozen"
        if small.t <= self._sight.t:
            return ""  # the same picture again
        sight = self._sight = self._watch.look(small, self._keeper.fix)
        if sight.fault:
            return sight.fault
        self._began_t = min(self._began_t, small.t)
        if self._keeper.fix is None and not self._find_table(small.t):
            return "no-board"
        agreement = self._agreement
        agreement.begin(max(small.t, agreement.now))
        if self._bad_pictures.take_good(small.t):
            self._watch.forget()
            agreement.report_good(self._bad_pictures.good_since)
        elif self._bad_pictures.is_bad:
            agreement.no_good_picture()
        else:
            agreement.report_good(small.t)
            self._start_reading_again(small.t)
            self._read_places(sight)
        return ""

    def _start_reading_again(self, t: float) -> None:
        for zone in [zone for zone, since in self._to_read_again.items() if since <= t]:
            del self._to_read_again[zone]
            self._agreement.read_again(zone)
            for reader in self._places.values():
                if reader.place.zone == zone:
                    reader.read_again()

    def _take_fault(self, now: float, fault: str) -> None:
        self._agreement.begin(max(now, self._agreement.now))
        if self._bad_pictures.take_bad(now, fault):
            self._agreement.report_fault(self._bad_pictures.bad_since, fault)
        else:
            self._agreement.no_good_picture()

    def _find_table(self, t: float) -> bool:
        """Look for the markers, but not too often; returns whether the table is found."""
        if t - self._checked_t < _LOOK_FOR_TABLE_S:
            return False
        self._grab(t)
        return self._keeper.fix is not None

    def _read_places(self, sight: Sight) -> None:
        agreement = self._agreement
        wanted, beside_arm = [], []
        for place in self._layout.places:
            key = place.key
            if key in sight.restless:
                if self._is_due(key):
                    wanted.append(place)
            elif key in sight.busy:
                agreement.busy(key, self._why_busy(key))
                if key in sight.free_changed and agreement.reads_beside_arm(key) and self._is_due(key):
                    beside_arm.append(place)
            elif (key in sight.changed or not agreement.is_settled(key)) and agreement.wants_look(
                key, changed=key in sight.changed
            ):
                if key in self._waiting and not self._is_due(key):
                    agreement.busy(key)
                else:
                    wanted.append(place)
            else:
                agreement.quiet(key)
        is_picture_old = (
            self._show_every_s is not None and self._age_of_picture(sight.t) >= self._show_every_s
        )
        check = sight.t - self._checked_t > _CHECK_TABLE_S and not sight.moving
        if (
            not wanted
            and not beside_arm
            and not check
            and not (is_picture_old and (sight.moving or sight.changed))
        ):
            return
        is_in_place = self._grab(sight.t, check_table=bool(wanted or beside_arm) or check)
        for place in wanted:
            if is_in_place:
                self._read(place)
            else:
                agreement.busy(place.key, BOARD_MOVES)
        for place in beside_arm:
            if is_in_place:
                self._read_beside_arm(place)

    def _is_due(self, key: str) -> bool:
        return self._sight.t - self._read_t.get(key, -math.inf) >= _RESTLESS_EVERY_S

    def _why_busy(self, key: str) -> str:
        return ARM if key in self._sight.covered else WAVERING.get(self._sight.wavering, UNSTEADY)

    def _look(self, place: Place) -> Look:
        fix, frame, sight = self._keeper.fix, self._frame, self._sight
        assert fix is not None
        assert frame is not None
        reader, key = self._places[place.key], place.key
        known, awaited = self._agreement.known(key), self._agreement.awaited(key)
        look = reader.look(fix, frame, known, sight.t, awaited, sight.covers.get(key))
        self._read_t[key] = sight.t
        self._readings += 1
        self._read_ms = reader.ms
        return look

    def _read_beside_arm(self, place: Place) -> None:
        """Read the part of a place that an arm leaves free: new cards are reported, the place stays blind."""
        self._tell_beside_arm(place, self._look(place))

    def _tell_beside_arm(self, place: Place, look: Look) -> None:
        known = len(self._agreement.known(place.key))
        self._agreement.look_beside_arm(place.key, look)
        if len(self._agreement.known(place.key)) > known:
            self._watch.settle(place.key)

    def _read(self, place: Place) -> None:
        reader, look = self._places[place.key], self._look(place)
        self._waiting.discard(place.key)
        if self._agreement.waits_for_arm(place.key, look):
            self._waiting.add(place.key)
            self._agreement.busy(place.key)
            self._tell_beside_arm(place, look)
            return
        if place.key in self._sight.restless:
            look = replace(look, restless=self._why_busy(place.key))
        self._agreement.look(place.key, look)
        if self._agreement.is_settled(place.key):
            self._watch.settle(place.key)
            reader.settle(self._agreement.known(place.key))

    def _grab(self, t: float, check_table: bool = True) -> bool:
        """Take a full picture and check where the table is; False where it may have moved."""
        self._frame = self._camera.grab()
        if not check_table:
            return True
        was = self._keeper.fix
        state = self._keeper.look(self._frame)
        self._checked_t = t
        self._note = state.note
        if state.moved_mm or (was is None and state.fix is not None):
            self._moved_mm = state.moved_mm
            self._watch.forget()
            for reader in self._places.values():
                reader.forget()
            return False
        return not state.doubtful

    # The result of a step

    def _hindering(self) -> str:
        """What disturbs the pictures, if it has kept a place without an arm from being read for long; else empty."""
        sight, agreement = self._sight, self._agreement
        if not sight.wavering:
            return ""
        free = (place.key for place in self._layout.places if place.key not in sight.covered)
        read_t = min((agreement.read_at(key) for key in free), default=math.inf)
        return sight.wavering if sight.t - max(read_t, self._began_t) > _HINDERED_S else ""

    def _age_of_picture(self, t: float) -> float:
        return float("inf") if self._frame is None else t - self._frame.t

    def _doubts(self, place: Place) -> tuple[Quad, ...]:
        return () if self._agreement.is_settled(place.key) else self._places[place.key].doubts

    def _result(self, now: float, new_picture: bool) -> EyeStep:
        agreement, sight = self._agreement, self._sight
        seen = agreement.take()
        alert = (
            sight.moving
            or bool(self._to_read_again)
            or any(not agreement.is_settled(p.key) for p in self._layout.places)
        )
        wait = BLIND_S if self._bad_pictures.is_fault else ALERT_S if alert else IDLE_S
        fix = self._keeper.fix
        health = EyeHealth(
            fault=agreement.fault,
            note=self._note,
            wavering=self._hindering(),
            table_found=fix is not None,
            markers=0 if fix is None else fix.markers,
            moved_mm=self._moved_mm,
            brightness=sight.brightness,
            sharpness=sight.sharpness,
            read_ms=self._read_ms,
            readings=self._readings,
        )
        changed = new_picture or bool(seen)
        return EyeStep(now, seen, agreement.watermark, now + wait, health, changed)
