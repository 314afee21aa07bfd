"""The camera's cable comes loose: the eye says so and nothing else, and sees again soon after it is put back."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))
from fake_picamera2 import FakeModule

from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from pegwatch.eye_process import NOTES, EyeLoop
from vision.cameras.picamera import PicameraCamera
from vision.cameras.sim import SimCamera
from vision.eye import Eye
from vision.readresult import Reading
from vision.scene.model import Scene
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.table import Table

LOSSES = 20
BACK_S = 3.0
SIZE_PX = (1152, 648)


class NoReader:
    """A reader that sees no card."""

    def read(self, _picture: object, **_how: object) -> Reading:
        return Reading((), (), 0.0)


class Machine:
    """The eye's loop as its process runs it, over a stand-in of picamera2, on that one's clock."""

    def __init__(self, folder: Path, pulse: Pulse) -> None:
        self.folder, self.pulse = folder, pulse
        self.module = module = FakeModule()
        with SimCamera(lambda _t: Scene(), lambda: 0.0, SIZE_PX) as drawn:
            module.scene = drawn.lores().grey, drawn.grab().bgr
        module.grain = 3
        module.opening_ns, module.settling_ns, module.closing_ns = 300_000_000, 600_000_000, 400_000_000
        camera = PicameraCamera(module.clock, SIZE_PX, picamera2=module, sensor_clock=module.clock)
        self.journal = MemoryJournal()
        eye = Eye(camera, NoReader(), show_every_s=None)  # type: ignore[arg-type]
        self.loop = EyeLoop(eye, self.journal, pulse, folder, lambda _t: True)
        self.taken_s: list[float] = []
        self._eye = eye

    def step(self) -> str:
        """One step, and the pause after it; the fault that stands."""
        now = self.module.clock()
        wake = self.loop.step(now)
        self.taken_s.append(self.module.clock() - now)
        pause = min(wake - self.module.clock(), 0.1)
        self.module.now_ns += max(0, round(pause * 1e9))
        return self.loop._fault

    def run(self, seconds: float) -> None:
        end = self.module.clock() + seconds
        while self.module.clock() < end:
            self.step()

    def until(self, fault: str) -> float:
        """Seconds until this is the fault."""
        began = self.module.clock()
        while self.step() != fault:
            assert self.module.clock() < began + 30
        return self.module.clock() - began

    def faults(self) -> list[str]:
        bodies = [item.body for item in self.journal.pending()]
        return [body["fault"]["what"] for body in bodies if "fault" in body]

    def page(self) -> list[dict[str, str]]:
        """The health list of the page."""
        table = Table(MemoryJournal(), self.folder, Pulse.open(self.folder))
        app = build_app(table, WebConfig(), b"k" * 32)
        try:
            health: list[dict[str, str]] = app.test_client().get("/api/v1/view").get_json()["health"]
            return [part for part in health if part["part"] == "eye"]
        finally:
            close_app(app)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with Pulse.open(tmp_path) as pulse:
        machine = Machine(tmp_path, pulse)
        machine.until("")
        machine.run(1.0)
        yield machine


@pytest.mark.parametrize("is_lost_for_good", [True, False])
def test_after_each_of_twenty_losses_there_is_a_picture_within_three_seconds(
    machine: Machine, is_lost_for_good: bool
) -> None:
    machine.module.is_lost_for_good = is_lost_for_good
    by_chance = random.Random(20)
    waits = []
    for _ in range(LOSSES):
        machine.run(by_chance.uniform(0.5, 1.5))
        pictures = machine.module.pictures
        silent_s = by_chance.uniform(3.5, 12.0)
        machine.module.silent_until_ns = back_ns = machine.module.now_ns + round(silent_s * 1e9)
        machine.until("lost")
        while machine.module.pictures == pictures:
            machine.step()
        waits.append((machine.module.picture_ns - back_ns) / 1e9)
        machine.until("")
    assert len(waits) == LOSSES
    assert max(waits) <= BACK_S, waits
    assert machine.faults() == ["lost", "ok"] * LOSSES, "no other reason is given"
    assert max(machine.taken_s) < 4.0, "its sign of life comes soon enough"


def test_the_page_says_what_to_check_and_says_it_no_longer_once_it_is_back(machine: Machine) -> None:
    assert [part["state"] for part in machine.page()] == ["ok"]
    machine.module.hangs = True
    machine.until("lost")
    (said,) = machine.page()
    assert said["state"] == "fault"
    assert "lost: check the ribbon cable" in said["say"]
    machine.module.hangs = False
    machine.until("")
    assert [part["state"] for part in machine.page()] == ["ok"]
    assert json.loads((machine.folder / NOTES).read_text()) == []


@pytest.mark.parametrize("how", ["start", "missing"])
def test_a_camera_that_cannot_be_opened_for_a_while(machine: Machine, how: str) -> None:
    def broken(error: RuntimeError | None) -> None:
        setattr(machine.module, {"start": "start_error", "missing": "missing"}[how], error)

    machine.module.hangs = True
    machine.until("lost")
    broken(RuntimeError("Camera frontend has timed out"))
    machine.run(10.0)
    broken(None)
    machine.module.hangs = False
    began = machine.module.clock()
    machine.until("")
    assert machine.module.clock() - began <= BACK_S + 0.3, "two pictures in a row"
    assert machine.faults() == ["lost", "ok"]
