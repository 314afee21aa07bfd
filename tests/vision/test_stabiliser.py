"""Light that wavers and a camera that shakes are taken out of the small pictures; what lies on the table is not."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from samples import sample

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import row

from vision.cameras.sim import SimCamera
from vision.motion import Sight, Watch
from vision.scene.disturb import KINDS, Disturbance, Part
from vision.scene.model import ArmOver, LaidCard, Scene
from vision.stabiliser import BANDS, FLICKER, SHAKES, Stabiliser
from vision.zones import TableFix, ZoneFinder


class Table:
    """A disturbed table, looked at ten times a second."""

    def __init__(self, *parts: Part, cards: tuple[LaidCard, ...] = row("5H TS")) -> None:
        self.t = 0.0
        self.scene = Scene(cards)
        self.camera = SimCamera(lambda _t: self.scene, lambda: self.t, (1024, 576), parts=parts)
        self.camera.open()
        fix = ZoneFinder().find(self.camera.grab())
        assert isinstance(fix, TableFix)
        self.fix = fix
        self.watch = Watch()

    def look(self, seconds: float = 0.1) -> list[Sight]:
        sights = []
        for _ in range(round(seconds / 0.1)):
            self.t = round(self.t + 0.1, 3)
            sights.append(self.watch.look(self.camera.lores(), self.fix))
        return sights


WAVERS = [
    (Part("flicker", 0.04), FLICKER),
    (Part("flicker", 0.08), FLICKER),
    (Part("banding", 0.04), BANDS),
    (Part("banding", 0.10), BANDS),
    (Part("banding", 0.20), BANDS),
    (Part("shake", 0.7), SHAKES),
    (Part("shake", 2.0), SHAKES),
]


SOME = [WAVERS[0], WAVERS[4], WAVERS[5]]
"""Of each kind one, by turns the faintest and the strongest."""


@pytest.fixture(
    scope="module", params=sample(SOME, WAVERS), ids=lambda waver: f"{waver[0].kind} {waver[0].strength}"
)
def wavering(request: pytest.FixtureRequest) -> tuple[Table, list[Sight], str]:
    """A table that has been looked at for six seconds, what was seen in the last three, and the name of it."""
    part, what = request.param
    table = Table(part)
    table.look(3.0)
    return table, table.look(3.0), what


def test_what_wavers_is_no_motion_and_has_its_name(wavering: tuple[Table, list[Sight], str]) -> None:
    _, sights, what = wavering
    busy = [key for sight in sights for key in sight.busy]
    assert len(busy) <= 0.05 * len(sights) * 5
    assert sights[-1].wavering == what
    assert not any(sight.covered for sight in sights), "light is no arm"


def test_a_card_laid_in_such_light_is_seen_as_a_change(wavering: tuple[Table, list[Sight], str]) -> None:
    table = wavering[0]
    for key in ("A", "B", "starter", "crib-A", "crib-B"):
        table.watch.settle(key)
    table.scene = Scene((*row("5H TS"), LaidCard("2C", 50, 150, 181, order=9)))
    assert "B" in table.look(1.0)[-1].changed


def test_a_steady_table_has_nothing_to_say_of_its_light() -> None:
    table = Table()
    assert {sight.wavering for sight in table.look(4.0)} == {""}


def test_hands_that_come_and_go_are_no_wavering() -> None:
    table = Table()
    table.look(2.0)
    for k in range(8):
        table.scene = Scene(row("5H TS"), (ArmOver(-100, -120 + 30 * k, 90),) if k % 2 else ())
        assert {sight.wavering for sight in table.look(0.8)} == {""}


@pytest.mark.parametrize("part", [Part("sun", 3.0), Part("shadow", 0.35)])
def test_sun_and_shadow_at_the_pictures_edge_are_no_arm(part: Part) -> None:
    table = Table(part)
    table.look(1.0)
    sights = table.look(20.0)
    covered = sum(len(sight.covered) for sight in sights)
    assert covered <= 0.02 * len(sights) * 5, "a stripe of sun that reaches the edge is no arm"


def test_a_resting_arm_is_one_in_any_light() -> None:
    table = Table(Part("flicker", 0.08), Part("sun", 3.0))
    table.look(2.0)
    table.scene = Scene(row("5H TS"), (ArmOver(-120, -120, 90),))
    assert all("A" in sight.covered for sight in table.look(4.0)[2:])


@pytest.mark.parametrize("shift", [(0.6, -0.4), (-0.5, 0.3), (1.1, 0.6)])
def test_a_shifted_picture_is_put_back_to_a_part_of_a_pixel(shift: tuple[float, float]) -> None:
    camera = SimCamera(lambda _t: Scene(row("5H TS")), lambda: 0.0, (1536, 864))
    camera.open()
    grey = cv2.cvtColor(camera.grab().bgr, cv2.COLOR_BGR2GRAY)

    def small(dx: float, dy: float) -> np.ndarray:
        move = np.array([(1.0, 0, 3 * dx), (0, 1, 3 * dy)])
        moved = cv2.warpAffine(grey, move, (1536, 864), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.resize(moved, (512, 288), interpolation=cv2.INTER_AREA), np.uint8)

    stabiliser = Stabiliser()
    for k in range(20):
        stabiliser.take(small(0, 0), 0.1 * k)
    before = cv2.absdiff(small(*shift), small(0, 0))
    after = cv2.absdiff(stabiliser.take(small(*shift), 2.1), small(0, 0))
    assert np.percentile(after, 99) < 0.5 * np.percentile(before, 99), "at the edges"


def test_each_part_has_a_strength_or_a_place() -> None:
    assert {Part(kind, 0.1).kind for kind in KINDS if kind not in ("arm", "cup", "phone")}
    with pytest.raises(ValueError, match="no disturbance called rain"):
        Part("rain", 1.0)
    with pytest.raises(ValueError, match="arm takes the key of a place"):
        Part("arm", 1.0)


@pytest.mark.parametrize("kind", list(KINDS))
def test_equal_seeds_and_times_give_equal_pictures(kind: str) -> None:
    part = Part(kind, place="A") if kind in ("arm", "cup", "phone") else Part(kind, 0.2, begin=1.0)

    def picture(seed: int) -> np.ndarray:
        camera = SimCamera(lambda _t: Scene(row("5H")), lambda: 1.3, (640, 360), seed, parts=(part,))
        camera.open()
        return camera.lores().grey

    assert np.array_equal(picture(3), picture(3))


def test_a_part_is_there_in_its_time_only() -> None:
    parts = Disturbance((Part("flicker", 0.1, begin=1.0, end=2.0),), lambda _t: Scene())
    assert [parts.is_active(t) for t in (0.9, 1.0, 1.9, 2.0)] == [False, True, True, False]
