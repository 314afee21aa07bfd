"""Light that flickers, mains bands, a camera that shakes: named where people look, with how to fix it."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from samples import sample

from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from pegwatch.commands import camera as camera_command
from pegwatch.eye_process import NOTES, WAVERING_SAYS, EyeLoop
from pegwatch.eye_setup import LOOK, STATE, SetupDesk
from vision.cameras.sim import SimCamera
from vision.eye import Eye
from vision.readresult import Reading, Unsure
from vision.scene.disturb import Part
from vision.scene.model import LaidCard, Scene
from vision.stabiliser import BANDS, FLICKER, SHAKES
from webui.words import texts_of, words

SIZE_PX = (1152, 648)
WAVERING = [("flicker", 0.1, FLICKER), ("banding", 0.12, BANDS), ("shake", 2.5, SHAKES)]


class DoubtfulReader:
    """A reader that never is sure, once there is something to read."""

    threshold = 0.99
    sees = False

    def read(self, _picture: object, **_how: object) -> Reading:
        return Reading((), (Unsure("too dark", None),) if self.sees else (), 0.0)


class Machine:
    """The eye's loop as its process runs it, over a disturbed table."""

    def __init__(self, folder: Path, pulse: Pulse, *parts: Part) -> None:
        self.folder, self.pulse, self.t = folder, pulse, 0.0
        self.reader = DoubtfulReader()
        self.scene = Scene()
        self.camera = SimCamera(lambda _t: self.scene, lambda: self.t, SIZE_PX, parts=parts)
        self.eye = Eye(self.camera, self.reader, show_every_s=None)  # type: ignore[arg-type]
        self.loop = EyeLoop(self.eye, MemoryJournal(), pulse, folder, lambda _t: True)

    def run(self, seconds: float) -> list[str]:
        """The codes of what is wrong at its end."""
        for _ in range(round(seconds / 0.1)):
            self.t = round(self.t + 0.1, 3)
            self.loop.step(self.t)
        return [str(note["code"]) for note in json.loads((self.folder / NOTES).read_text())]

    def lay(self) -> None:
        self.reader.sees = True
        cards = (LaidCard("5H", -150, -150), LaidCard("9C", -150, 150, 180.0))
        self.scene = replace(self.scene, cards=cards)


@pytest.mark.parametrize(("kind", "strength", "code"), sample(WAVERING[1:2], WAVERING))
def test_what_keeps_cards_from_being_read_is_said_with_its_cause(
    tmp_path: Path, kind: str, strength: float, code: str
) -> None:
    with Pulse.open(tmp_path) as pulse:
        machine = Machine(tmp_path, pulse, Part(kind, strength))
        assert machine.run(14.0) == [], "all is read: nothing need be said"
        machine.lay()
        assert machine.run(14.0) == [code]
        (note,) = json.loads((tmp_path / NOTES).read_text())
        assert (note["sentence"], note["mend"]) == WAVERING_SAYS[code]


def test_on_a_steady_table_what_cannot_be_read_is_nobodys_light(tmp_path: Path) -> None:
    with Pulse.open(tmp_path) as pulse:
        machine = Machine(tmp_path, pulse)
        machine.run(2.0)
        machine.lay()
        assert machine.run(14.0) == []


@pytest.mark.parametrize("code", [FLICKER, BANDS, SHAKES])
def test_each_is_said_in_english_and_french_wherever_it_is_said(code: str) -> None:
    assert all(text in texts_of("board.fr") for text in WAVERING_SAYS[code])
    for lang in ("en", "fr"):
        say = words(lang)
        assert all(isinstance(say.find(f"camera.{what}.{code}"), str) for what in ("find", "mend"))


@pytest.mark.parametrize(("kind", "strength", "code"), WAVERING)
def test_the_set_up_page_and_the_camera_command_name_it(
    tmp_path: Path, kind: str, strength: float, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Pulse.open(tmp_path) as pulse:
        machine = Machine(tmp_path, pulse, Part(kind, strength))
        machine.run(4.0)
        desk = SetupDesk(
            machine.eye,
            machine.camera,
            machine.reader,
            tmp_path,
            tmp_path,
            lambda: False,  # type: ignore[arg-type]
        )
        (tmp_path / LOOK).touch()
        desk.step("")
        state: dict[str, Any] = json.loads((tmp_path / STATE).read_text())
        severities = {found["code"]: found["severity"] for found in state["findings"]}
        assert severities.get(code) == "warning", "cards can be read like this"
    ticks = itertools.count()
    camera = SimCamera(lambda _t: Scene(), lambda: next(ticks) * 0.07, SIZE_PX, parts=(Part(kind, strength),))
    camera.open()
    monkeypatch.setattr(camera_command.time, "sleep", lambda _s: None)
    assert camera_command._wavering(camera) == code
