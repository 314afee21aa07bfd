"""The eye's set-up desk: what the page's camera and deck pages see of the eye, and the orders they give it.

The page touches ``setup.look`` in the run folder while somebody looks, and the eye then keeps ``setup.json``
(findings, where the camera stands, the deck being taken in) and ``setup.jpg`` fresh. Orders come as
``setup.order.json`` with a number that counts up. While a sanctioned game runs nothing is shown and no order is
taken, whatever the page does (reveal policy, P5 and P6).
"""

from __future__ import annotations

import contextlib
import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from firmware.box.files import put_json, read_json
from pegwatch.boarddesk import BoardDesk
from vision.annotate import jpeg
from vision.cameras.base import Camera, CameraError
from vision.deck.deckreader import DeckReader, FirstReader
from vision.deck.enrol import AddResult, Enrolment, weak_cards
from vision.deck.store import DeckError, DeckFolder
from vision.eye import Eye
from vision.frames import Frame
from vision.layout import CARD_HEIGHT_MM
from vision.mount import FILE as MOUNT_FILE
from vision.mount import MOVED_MM, Mount, forget_mount, load_mount
from vision.setup import Setup, examine, overlay, with_wavering
from vision.zones import ZoneFinder

LOOK: Final = "setup.look"
STATE: Final = "setup.json"
PICTURE: Final = "setup.jpg"
ORDER: Final = "setup.order.json"
_EVERY_S: Final = 0.7
_LOOKS_FOR_S: Final = 5.0  # after the page's last touch
_log: Final = logging.getLogger(__name__)
Json = dict[str, Any]


class SetupDesk:
    """Looks after set-up, decks and the camera's settings beside the eye; `step` it between two steps of the eye."""

    def __init__(
        self,
        eye: Eye,
        camera: Camera,
        reader: FirstReader,
        data: Path,
        run: Path,
        is_closed: Callable[[], bool],
    ) -> None:
        """`is_closed` says whether a sanctioned game is on; it is asked only while somebody looks or orders."""
        self.board: BoardDesk | None = None
        """What learns a board whose pegs the camera reads; None: nothing does."""
        self._eye = eye
        self._camera = camera
        self._reader = reader
        self._run = run
        self._mount_file = data / MOUNT_FILE
        self._decks = DeckFolder(data)
        self._is_closed = is_closed
        self._finder = ZoneFinder(eye.layout)
        self._mount = load_mount(self._mount_file)
        self._is_held = False
        self._let_go = False
        self._enrolment: Enrolment | None = None
        self._taken = AddResult()
        self._said: Json = {}
        self._deck = ""
        self._deck_trouble = ""
        self._looked_s = float("-inf")
        self._order = _number(
            read_json(run / ORDER)
        )  # an order from before this start is not carried out again
        self.follow_deck()

    # --- between two steps of the eye ---------------------------------------------------------------------

    def step(self, fault: str) -> None:
        """Hold the camera's settings, take orders, and show what there is to see if somebody looks."""
        self._hold(fault)
        order = read_json(self._run / ORDER)
        number = _number(order)
        if number != self._order and isinstance(order, Mapping):
            self._order = number
            if not self._is_closed():
                self._said = self._carry_out(order) | {"n": number}
                self._looked_s = float("-inf")
        self.follow_deck()
        if self._is_watched() and time.monotonic() - self._looked_s >= _EVERY_S:
            self._looked_s = time.monotonic()
            self._show()

    def notes(self) -> list[Json]:
        """What is wrong with camera and deck, for the page's health list."""
        found = []
        moved = self._moved_mm()
        if moved > MOVED_MM:
            found.append(_note(
                "camera-moved",
                f"Camera or board stand {moved:.0f} mm from where they were set up.",
                "Look at Camera on this page whether every zone is still in the picture, and keep the new position.",
            ))  # fmt: skip
        if self._let_go:
            found.append(_note(
                "camera-light",
                "The light has changed so much that the camera no longer holds its exposure.",
                "Nothing need be done; to hold it again, keep the position on the Camera page.",
                "info",
            ))  # fmt: skip
        if self._deck_trouble:
            found.append(_note("deck", self._deck_trouble, "Enrol the deck again, or choose another."))
        return found

    def follow_deck(self) -> None:
        """Read with the deck that is chosen for this table."""
        name = self._decks.in_use()
        if name == self._deck:
            return
        self._deck, self._deck_trouble = name, ""
        try:
            self._eye.use_reader(DeckReader(self._reader, self._decks.load(name)) if name else self._reader)
        except DeckError as error:
            self._deck_trouble = str(error)
            self._eye.use_reader(self._reader)

    def _moved_mm(self) -> float:
        fix = self._eye.fix
        return 0.0 if self._mount is None or fix is None else self._mount.moved_mm(fix, self._eye.layout)

    def _hold(self, fault: str) -> None:
        """Hold what was held at set-up, until it is too dark for that."""
        if self._mount is None or not self._mount.settings or self._let_go:
            return
        try:
            if not self._is_held and not fault:
                self._camera.lock(self._mount.settings)
                self._is_held = True
            elif self._is_held and fault == "dark":
                self._camera.unlock()
                self._is_held, self._let_go = False, True
        except CameraError as error:
            _log.warning("the camera's settings cannot be held: %s", error)

    # --- orders -------------------------------------------------------------------------------------------

    def _carry_out(self, order: Mapping[str, Any]) -> Json:
        act, name = str(order.get("do")), str(order.get("name") or "")
        if act.startswith("board-") and self.board is not None:
            return self.board.order(order)
        try:
            return self._acts()[act](name)
        except KeyError:
            return {"ok": False, "why": f"there is no order {act!r}"}
        except (DeckError, CameraError, OSError) as error:
            return {"ok": False, "why": str(error)}

    def _acts(self) -> Mapping[str, Callable[[str], Json]]:
        return {
            "keep": self._keep_mount,
            "forget": self._forget_mount,
            "enrol": self._begin_deck,
            "card": self._name_card,
            "again": self._again,
            "finish": self._finish_deck,
            "cancel": self._cancel_deck,
            "use": self._use_deck,
            "remove": self._remove_deck,
        }

    def _keep_mount(self, _name: str) -> Json:
        frame = self._eye.full_picture()
        setup = None if frame is None else examine(frame, self._finder)
        if setup is None or setup.fix is None:
            return {"ok": False, "code": "no-board"}
        mount = Mount.of(setup.fix, self._camera.lock())
        mount.save(self._mount_file)
        self._mount, self._is_held, self._let_go = mount, bool(mount.settings), False
        return {"ok": True, "code": "kept"}

    def _forget_mount(self, _name: str) -> Json:
        forget_mount(self._mount_file)
        self._camera.unlock()
        self._mount, self._is_held, self._let_go = None, False, False
        return {"ok": True, "code": "forgotten"}

    def _begin_deck(self, name: str) -> Json:
        self._enrolment = Enrolment(name, self._reader)
        return {"ok": True, "code": "begun"}

    def _name_card(self, name: str) -> Json:
        frame = self._eye.full_picture()
        if self._enrolment is None or frame is None:
            return {"ok": False, "code": "no-picture" if frame is None else "no-enrolment"}
        self._taken = self._enrolment.add(frame.bgr, named=name, card_height_px=self._card_px())
        return {"ok": bool(self._taken.cards), "why": " ".join(self._taken.refused), "code": "named"}

    def _again(self, name: str) -> Json:
        if self._enrolment is None:
            return {"ok": False, "code": "no-enrolment"}
        self._enrolment.forget(name)
        return {"ok": True, "code": "again"}

    def _finish_deck(self, _name: str) -> Json:
        if self._enrolment is None:
            return {"ok": False, "code": "no-enrolment"}
        deck = self._enrolment.finish()
        self._decks.save(deck)
        self._enrolment = None
        if self._deck == deck.name:
            self._deck = ""  # read it again
        self._decks.use(deck.name)
        weak = weak_cards(deck.sure, self._reader.threshold)
        return {
            "ok": True,
            "code": "finished",
            "deck": deck.name,
            "sure": dict(deck.sure),
            "weak": list(weak),
        }

    def _cancel_deck(self, _name: str) -> Json:
        self._enrolment = None
        return {"ok": True, "code": "cancelled"}

    def _use_deck(self, name: str) -> Json:
        self._decks.use(name)
        return {"ok": True, "code": "used" if name else "unused"}

    def _remove_deck(self, name: str) -> Json:
        self._decks.remove(name)
        return {"ok": True, "code": "removed"}

    # --- what there is to see -----------------------------------------------------------------------------

    def _is_watched(self) -> bool:
        try:
            return time.time() - (self._run / LOOK).stat().st_mtime < _LOOKS_FOR_S
        except OSError:
            return False

    def _card_px(self) -> float | None:
        fix = self._eye.fix
        return None if fix is None else fix.px_per_mm() * CARD_HEIGHT_MM

    def _show(self) -> None:
        if self._is_closed():
            for name in (STATE, PICTURE):
                with contextlib.suppress(OSError):
                    (self._run / name).unlink()
            return
        frame = self._eye.full_picture()
        if frame is None:
            put_json(self._run / STATE, {"t": 0.0, "camera": "lost", "said": self._said})
            return
        setup = examine(frame, self._finder)
        if self._enrolment is not None:
            self._taken = self._enrolment.add(frame.bgr, card_height_px=self._card_px())
        self._put_picture(frame, setup)
        put_json(self._run / STATE, self._state(frame, setup))

    def _put_picture(self, frame: Frame, setup: Setup) -> None:
        fresh = self._run / (PICTURE + ".new")
        with contextlib.suppress(OSError):
            fresh.write_bytes(jpeg(overlay(frame, setup, self._eye.layout)))
            os.replace(fresh, self._run / PICTURE)

    def _state(self, frame: Frame, setup: Setup) -> Json:
        stand = setup.stand
        return {
            "t": round(frame.t, 2),
            "camera": "ok",
            "good": setup.is_good,
            "findings": [
                {"code": f.code, "severity": f.severity, "zone": f.zone, "values": dict(f.values)}
                for f in with_wavering(setup.findings, self._eye.wavering)
            ],
            "stand": None
            if stand is None
            else {"cm": round(stand.height_mm / 10), "deg": round(stand.tilt_deg)},
            "kept": self._mount is not None,
            "moved_mm": round(self._moved_mm()),
            "decks": self._decks.names(),
            "deck": self._deck,
            "enrolment": self._enrolment_state(),
            "said": self._said,
            "board": None if self.board is None else self.board.state(),
        }

    def _enrolment_state(self) -> Json | None:
        taking = self._enrolment
        if taking is None:
            return None
        doubts = taking.doubts()
        return {
            "name": taking.name,
            "wanted": list(taking.wanted),
            "doubts": doubts,
            "taken": list(self._taken.cards),
            "refused": list(self._taken.refused)[:6],
        }


def _number(order: Any) -> int:
    number = order.get("n") if isinstance(order, Mapping) else None
    return number if isinstance(number, int) else 0


def _note(code: str, sentence: str, fix: str, severity: str = "warning") -> Json:
    return {"code": code, "severity": severity, "part": "eye", "sentence": sentence, "mend": fix}
