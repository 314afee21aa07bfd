"""The small picture: motion, hands, changes, and pictures that are no good."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from samples import sample

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import row

from vision.arm import arms
from vision.arrays import Picture, as_u8
from vision.cameras.sim import SimCamera
from vision.frames import SmallFrame
from vision.layout import TABLE_ZONES
from vision.motion import Sight, Watch, steepness
from vision.scene.lights import LIGHTS, Light
from vision.scene.model import ArmOver, LaidCard, Scene
from vision.zones import TableFix, ZoneFinder


class Stage:
    """A table that is looked at five times a second."""

    def __init__(self, light: Light | str = "day", ground: str = "oak", scene: Scene | None = None) -> None:
        self.t = 0.0
        self.scene = scene or Scene(row("5H TS"))
        self.camera = SimCamera(
            lambda _t: self.scene, lambda: self.t, (1024, 576), light=light, ground=ground
        )
        self.camera.open()
        fix = ZoneFinder().find(self.camera.grab())
        assert isinstance(fix, TableFix)
        self.fix = fix
        self.watch = Watch()

    def look(self, seconds: float = 0.2) -> Sight:
        for _ in range(round(seconds / 0.2)):
            self.t += 0.2
            sight = self.watch.look(self.camera.lores(), self.fix)
        return sight

    def settle(self) -> None:
        self.look(1.2)
        for place in TABLE_ZONES:
            self.watch.settle(place.key)


@pytest.fixture(params=[("day", "oak"), ("dim", "cloth"), ("warm", "felt"), ("cold", "oak")])
def stage(request: pytest.FixtureRequest) -> Stage:
    return Stage(*request.param)


def test_a_still_table_is_still(stage: Stage) -> None:
    stage.settle()
    for _ in range(10):
        sight = stage.look()
        assert not sight.fault
        assert not sight.busy
        assert not sight.changed
        assert not sight.moving


def test_before_it_was_settled_every_place_counts_as_changed(stage: Stage) -> None:
    assert stage.look().busy == {place.key for place in TABLE_ZONES}
    assert stage.look().changed == {place.key for place in TABLE_ZONES}


@pytest.mark.parametrize(
    ("key", "card"),
    [
        ("A", LaidCard("2C", 50, -150, order=9)),
        ("B", LaidCard("2C", 50, 150, 181, order=9)),
        ("crib-A", LaidCard("2C", 220, -150, order=9)),
        ("starter", LaidCard("2C", 285, 1, order=9)),
    ],
)
def test_a_laid_card_moves_once_and_then_is_a_change_of_its_place_only(
    stage: Stage, key: str, card: LaidCard
) -> None:
    stage.settle()
    stage.scene = replace(stage.scene, cards=(*stage.scene.cards, card))
    assert stage.look().busy == {key}
    sight = stage.look(2.0)
    assert not sight.busy
    assert sight.changed == {key}


def test_another_card_in_the_same_spot_is_a_change(stage: Stage) -> None:
    first, last = row("5H TS")
    stage.settle()
    stage.scene = Scene((first, replace(last, card="KH")))
    stage.look()
    assert stage.look().changed == {"A"}


def test_a_hand_makes_a_place_busy_even_when_it_holds_still(stage: Stage) -> None:
    stage.settle()
    stage.scene = replace(stage.scene, arms=(ArmOver(-120, -120, 90),))
    assert "A" in stage.look().busy
    sight = stage.look(3.0)
    assert sight.busy == {"A"}
    stage.scene = replace(stage.scene, arms=())
    stage.look()
    assert not stage.look().busy
    assert not stage.look().changed


def test_a_hand_that_was_there_at_the_start_does_not_blind_its_place_for_long() -> None:
    stage = Stage(scene=Scene(row("5H TS"), (ArmOver(-120, -120, 90),)))
    stage.look(1.0)
    stage.scene = Scene(row("5H TS"))
    for k in range(30):  # somebody pegs all the time
        stage.scene = Scene(row("5H TS"), pegs={"A": frozenset({k, k + 9})})
        sight = stage.look()
    assert "A" not in sight.busy


PEGGING = ArmOver(6, 17, -90)


def test_a_cuff_like_the_cloth_does_not_part_the_hand_from_its_arm() -> None:
    """Else the hand passes for the table, and what lies under it for what there is."""
    stage = Stage("dim", "cloth", Scene(row("5H TS", 60, 150)))
    stage.settle()
    stage.scene = replace(stage.scene, arms=(PEGGING,))
    stage.look(0.4)
    for _ in range(10):
        assert "B" in stage.look().busy


@pytest.mark.parametrize("seconds", sample([7.0], [2.0, 7.0]))
def test_a_hand_that_goes_leaves_no_ghost(stage: Stage, seconds: float) -> None:
    """However still it held: else the next card laid there is seen seconds late, after the opponent's.

    As long as the table has been seen for longer than the hand.
    """
    stage.settle()
    stage.look(8.0)
    for _ in range(3):
        stage.scene = replace(stage.scene, arms=(PEGGING,))
        stage.look(seconds)
        stage.scene = replace(stage.scene, arms=())
        stage.look(0.4)
        assert not stage.look().busy
    stage.scene = replace(stage.scene, cards=(*stage.scene.cards, LaidCard("2C", 20, 150, 181, order=9)))
    stage.look(0.4)
    sight = stage.look()
    assert not sight.busy
    assert "B" in sight.changed


def test_a_line_of_noise_does_not_make_an_arm_of_a_card() -> None:
    mask = np.zeros((72, 128), np.uint8)
    mask[50:62, 24:33] = 1
    mask[62:, 28] = 1
    assert arms(mask) is None
    mask[62:, 26:30] = 1
    arm = arms(mask)
    assert arm is not None
    assert np.array_equal(arm, mask)


def test_a_card_near_the_edge_is_no_arm() -> None:
    mask = np.zeros((72, 128), np.uint8)
    mask[58:70, 24:33] = 1
    assert arms(mask) is None


class TestASleeveLikeTheTable:
    """An arm of which only the hand is seen, in a picture whose pixels are 8 mm; a card is 88 of them."""

    places = np.zeros((72, 128), np.uint8)
    places[5:24, 15:70] = 1

    def seen(self, *boxes: tuple[int, int, int, int]) -> Picture:
        mask = np.zeros((72, 128), np.uint8)
        for y0, y1, x0, x1 in boxes:
            mask[y0:y1, x0:x1] = 1
        return mask

    def after_the_arm(self, *boxes: tuple[int, int, int, int]) -> Picture | None:
        reaching = arms(self.seen((0, 20, 40, 50)), None, self.places, 88)
        assert reaching is not None
        return arms(self.seen(*boxes), reaching, self.places, 88)

    def test_the_hand_is_still_an_arm(self) -> None:
        assert self.after_the_arm((8, 32, 40, 50)) is not None

    def test_the_card_that_it_has_laid_is_none(self) -> None:
        assert self.after_the_arm((8, 19, 40, 48)) is None

    def test_nor_are_the_four_cards_of_a_hand(self) -> None:
        assert self.after_the_arm((8, 19, 30, 60)) is None

    def test_nor_is_what_was_never_one(self) -> None:
        assert self.after_the_arm((40, 70, 90, 110)) is None


def test_pegging_is_no_change_of_any_place() -> None:
    stage = Stage(scene=Scene(pegs={"A": frozenset({3, 9})}))
    stage.settle()
    stage.scene = Scene(pegs={"A": frozenset({9, 17})})
    assert not stage.look().busy
    assert not stage.look().changed


def test_the_light_may_change_a_little() -> None:
    stage = Stage(replace(LIGHTS["day"], level=1.0))
    stage.settle()
    for level in (0.97, 0.94, 0.91, 0.88):
        stage.camera = SimCamera(
            lambda _t: stage.scene, lambda: stage.t, (1024, 576), light=replace(LIGHTS["day"], level=level)
        )
        stage.camera.open()
        stage.look(0.4)
    assert not stage.look().changed


@pytest.mark.parametrize(
    ("fault", "code"), [("covered", "covered"), ("dark", "dark"), ("blur", "out-of-focus")]
)
def test_bad_pictures_are_named(stage: Stage, fault: str, code: str) -> None:
    stage.settle()
    stage.camera.fault = fault
    assert stage.look().fault == code
    stage.camera.fault = ""
    assert not stage.look().fault


def test_the_same_picture_for_more_than_a_second_is_a_frozen_one(stage: Stage) -> None:
    stage.settle()
    stage.camera.fault = "frozen"
    assert not stage.look(0.8).fault
    assert stage.look(0.8).fault == "frozen"
    stage.camera.fault = ""
    assert not stage.look().fault


def test_slightly_out_of_focus_is_not_yet_a_fault() -> None:
    stage = Stage(replace(LIGHTS["day"], blur_px=0.8))
    assert not stage.look().fault


@pytest.mark.parametrize("picture", [np.zeros, np.ones, lambda shape: np.full(shape, 255)])
def test_flat_pictures_are_covered_whatever_their_shade(
    picture: Callable[[tuple[int, int]], np.ndarray],
) -> None:
    sight = Watch().look(SmallFrame(picture((288, 512)).astype(np.uint8), 0.0), None)
    assert sight.fault in ("covered", "dark")


@pytest.mark.parametrize("seed", range(4))
def test_how_sharp_a_picture_is_is_the_mean_of_its_forty_steepest_steps(seed: int) -> None:
    """Counted by step it is what it is when they are sorted."""
    draw = np.random.default_rng(seed)
    grey = as_u8(draw.integers(0, 256, (288, 512)) * draw.uniform(0.1, 1.0))
    soft = cv2.blur(grey, (2, 2)).astype(int)
    steps = np.sort(np.abs(soft[::2, 2::2] - soft[::2, :-2:2]), axis=None)[-40:]
    assert steepness(grey) == pytest.approx(steps.mean() / max(np.ptp(soft[::4, ::4]), 8))


def test_without_the_table_only_faults_are_told() -> None:
    stage = Stage()
    sight = Watch().look(stage.camera.lores(), None)
    assert not sight.busy
    assert not sight.changed
    assert not sight.fault
