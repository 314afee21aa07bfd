"""Finding the table by its markers: how accurately, and what happens when it moves or is covered."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import card_corners_mm, row

from vision.cameras.sim import SimCamera
from vision.frames import Frame
from vision.layout import LONG_BOARD, TABLE_ZONES
from vision.scene.model import ArmOver, Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer
from vision.zones import CARD_PX, NotFound, TableFix, TableKeeper, ZoneFinder


def corners_of_places() -> np.ndarray:
    return np.array([(x, y) for p in TABLE_ZONES for x in p.box_mm[::2] for y in p.box_mm[1::2]])


def worst_error_mm(fix: TableFix, renderer: Renderer) -> float:
    points = corners_of_places()
    px = renderer.pinhole.project(np.concatenate([points, np.zeros((len(points), 1))], axis=1))
    return float(np.linalg.norm(fix.mm(px) - points, axis=1).max())


@pytest.mark.parametrize(
    ("size_px", "light", "ground"),
    [((1536, 864), "day", "oak"), ((1536, 864), "dim", "cloth"), ((2304, 1296), "warm", "felt")],
)
def test_every_corner_of_the_places_is_found_within_2_mm(
    size_px: tuple[int, int], light: str, ground: str
) -> None:
    renderer = Renderer(size_px, light, ground)
    finder = ZoneFinder()
    for number in range(3):
        fix = finder.find(Frame(renderer.draw(Scene(), number), 0.0))
        assert isinstance(fix, TableFix)
        assert worst_error_mm(fix, renderer) < 2.0


@pytest.mark.parametrize(("tilt_deg", "roll_deg"), [(0.0, 0.0), (20.0, -8.0), (5.0, 175.0)])
def test_the_camera_may_stand_as_it_likes(tilt_deg: float, roll_deg: float) -> None:
    size = (1536, 864)
    pinhole = over_table(size, LONG_BOARD.bounds_mm(), tilt_deg, roll_deg)
    renderer = Renderer(size, pinhole=pinhole)
    fix = ZoneFinder().find(Frame(renderer.draw(Scene()), 0.0))
    assert isinstance(fix, TableFix)
    assert worst_error_mm(fix, renderer) < 2.0


def test_looking_often_makes_it_steadier() -> None:
    renderer = Renderer((1280, 720), "dim", "cloth")
    keeper, single = TableKeeper(ZoneFinder()), []
    for number in range(12):
        frame = Frame(renderer.draw(Scene(), number), float(number))
        found = ZoneFinder().find(frame)
        assert isinstance(found, TableFix)
        single.append(worst_error_mm(found, renderer))
        state = keeper.look(frame)
    assert state.fix is not None
    assert worst_error_mm(state.fix, renderer) < max(single)


def test_a_crop_is_upright_for_the_player_who_sits_there() -> None:
    card_a, card_b = row("5H")[0], row("KD", 100, 150)[0]
    renderer = Renderer((1536, 864))
    frame = Frame(renderer.draw(Scene((card_a, card_b))), 0.0)
    fix = ZoneFinder().find(frame)
    assert isinstance(fix, TableFix)
    for card, key in ((card_a, "A"), (card_b, "B")):
        crop = fix.crop(frame, LONG_BOARD.place(key))
        px = crop.px(card_corners_mm(card))
        assert px[0, 0] < px[1, 0], "the card's left is on the left"
        assert px[0, 1] < px[3, 1], "its top is up"
        assert np.linalg.norm(px[3] - px[0]) == pytest.approx(CARD_PX, abs=1)
        assert np.allclose(crop.mm(px), card_corners_mm(card))
        x, y = (int(v) for v in px.mean(axis=0))
        assert crop.bgr[y - 60 : y + 60, x - 40 : x + 40].mean() > 120, "there is a card"


def test_too_few_markers_are_not_guessed_from() -> None:
    renderer = Renderer((1536, 864))
    picture = renderer.draw(Scene())
    picture[:, :768] = 90
    found = ZoneFinder().find(Frame(picture, 0.0))
    assert isinstance(found, NotFound)
    assert found.seen == 2
    assert "0, 3" in found.why


def test_a_covered_marker_changes_nothing() -> None:
    renderer = Renderer((1536, 864))
    keeper = TableKeeper(ZoneFinder())
    first = keeper.look(Frame(renderer.draw(Scene()), 0.0)).fix
    hands = (ArmOver(-205, -20, 90), ArmOver(205, 20, -90))
    state = keeper.look(Frame(renderer.draw(Scene(arms=hands), 1), 1.0))
    assert first is not None
    assert state.fix is not None
    assert worst_error_mm(state.fix, renderer) < 2.0
    assert state.moved_mm == 0
    assert "covered" in state.note
    hands = (ArmOver(-205, 25, 90), ArmOver(205, 25, 90), ArmOver(205, -25, -90))
    blocked = keeper.look(Frame(renderer.draw(Scene(arms=hands), 2), 2.0))
    assert blocked.fix is not None
    assert np.allclose(blocked.fix.to_px, state.fix.to_px), "with no marker in sight the last fix is kept"


def test_markers_in_the_wrong_corners_are_noticed() -> None:
    places = [m.center_mm for m in LONG_BOARD.markers]
    swapped = replace(
        LONG_BOARD,
        markers=tuple(
            replace(m, center_mm=places[k]) for m, k in zip(LONG_BOARD.markers, (1, 0, 2, 3), strict=True)
        ),
    )
    picture = Renderer((1536, 864), layout=swapped).draw(Scene())
    assert isinstance(ZoneFinder().find(Frame(picture, 0.0)), NotFound)


def test_a_knocked_camera_is_seen_twice_and_then_believed() -> None:
    camera = SimCamera(lambda _t: Scene(), lambda: 0.0)
    with camera:
        keeper = TableKeeper(ZoneFinder())
        before = keeper.look(camera.grab()).fix
        assert before is not None
        camera.knock((14.0, -6.0))
        state = keeper.look(camera.grab())
        assert state.doubtful
        assert state.fix is before
        state = keeper.look(camera.grab())
    assert 10 < state.moved_mm < 25
    assert "moved" in state.note
    assert state.fix is not None
    points = corners_of_places()
    pinhole = over_table((1536, 864), LONG_BOARD.bounds_mm(), shift_mm=(14.0, -6.0))
    px = pinhole.project(np.concatenate([points, np.zeros((len(points), 1))], axis=1))
    assert np.linalg.norm(state.fix.mm(px) - points, axis=1).max() < 2.0


def test_a_fix_serves_pictures_of_another_size() -> None:
    renderer = Renderer((1536, 864))
    fix = ZoneFinder().find(Frame(renderer.draw(Scene()), 0.0))
    assert isinstance(fix, TableFix)
    half = fix.scaled((768, 432))
    assert np.allclose(half.px(corners_of_places()) * 2, fix.px(corners_of_places()))
    assert half.px_per_mm() == pytest.approx(fix.px_per_mm() / 2)
