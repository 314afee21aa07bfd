"""The drawn table: its deck, that it is repeatable, and that nothing is drawn twice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import card_corners_mm, row

from cribbage.score.cards import DECK
from vision.layout import LONG_BOARD
from vision.scene import deck, drawn
from vision.scene.holes import hole_mm
from vision.scene.lights import GROUNDS, LIGHTS
from vision.scene.model import ArmOver, LaidCard, Prop, Scene
from vision.scene.projection import over_table
from vision.scene.render import PACK_MM, Renderer

SMALL = (768, 432)


def test_fifty_two_faces_and_no_two_alike() -> None:
    faces = [deck.face(str(card)) for card in DECK]
    assert {face.shape for face in faces} == {(deck.HEIGHT_PX, deck.WIDTH_PX, 4)}
    assert len({face.tobytes() for face in faces}) == 52
    assert deck.back().tobytes() not in {face.tobytes() for face in faces}


def test_faces_have_the_same_index_in_both_corners() -> None:
    for card in ("7H", "TS", "KD"):
        face = deck.face(card)[:, :, :3].astype(int)
        corner, other = face[:140, :100], face[::-1, ::-1][:140, :100]
        # Anti-aliasing may round a turned shape the other way.
        assert np.abs(corner - other).mean() < 2.0


def test_red_suits_are_red_and_black_ones_are_not() -> None:
    for card in DECK:
        corner = deck.face(str(card))[30:150, 20:90, :3].reshape(-1, 3).astype(int)
        ink = corner[corner.min(axis=1) < 60]
        assert (np.median(ink[:, 2] - ink[:, 0]) > 100) == (str(card)[1] in "DH")


def test_a_card_that_lies_face_up_has_a_face() -> None:
    with pytest.raises(ValueError, match="face"):
        LaidCard(None, 0, 0)


def test_equal_scenes_give_equal_pictures_and_noise_differs_from_frame_to_frame() -> None:
    scene = Scene(row("5H TS"), (ArmOver(0, -100),))
    one, other = Renderer(SMALL), Renderer(SMALL)
    picture = one.draw(scene, 3)
    drawn.keep(12)  # the other one draws its table itself
    assert np.array_equal(picture, other.draw(scene, 3))
    assert not np.array_equal(one.draw(scene, 3), one.draw(scene, 4))


def test_what_was_asked_for_longest_ago_is_drawn_again_and_nobody_writes_to_what_is_kept() -> None:
    kept, asked = drawn.Kept(), list[str]()

    def draw(name: str) -> Callable[[], NDArray[np.uint8]]:
        return lambda: asked.append(name) or np.zeros(3, np.uint8)

    for name in "abacab":
        array = kept.of(name, draw(name))
    assert asked == ["a", "b", "c", "b"]
    assert not array.flags.writeable


def test_what_one_thread_draws_another_that_asks_meanwhile_gets_too() -> None:
    """Two cameras in two threads: while one draws, the other drops nothing that the first is about to hand out."""
    kept, drawing, goes_on, asked = drawn.Kept(), Event(), Event(), list[str]()
    kept.keep(1)

    def slowly() -> NDArray[np.uint8]:
        asked.append("a")
        drawing.set()
        goes_on.wait(10)
        return np.zeros(3, np.uint8)

    with ThreadPoolExecutor() as threads:
        one = threads.submit(kept.of, "a", slowly)
        assert drawing.wait(10)
        same = threads.submit(kept.of, "a", slowly)
        goes_on.set()
        assert one.result(10) is same.result(10)
    assert asked == ["a"]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_every_light_and_ground_can_be_drawn(light: str, ground: str) -> None:
    picture = Renderer(SMALL, light, ground).draw(Scene(row("5H TS")))
    assert picture.shape == (432, 768, 3)
    assert 10 < picture.mean() < 200


def test_a_card_is_drawn_where_the_scene_says() -> None:
    card = LaidCard("AS", -100, -150, 20)
    renderer = Renderer(SMALL)
    with_card = renderer.draw(Scene((card,), pack=False)).astype(int)
    without = renderer.draw(Scene(pack=False)).astype(int)
    ys, xs = np.nonzero(np.abs(with_card - without).max(axis=2) > 40)
    corners = np.concatenate([card_corners_mm(card), np.zeros((4, 1))], axis=1)
    px = renderer.pinhole.project(corners)
    assert np.allclose((xs.min(), xs.max()), (px[:, 0].min(), px[:, 0].max()), atol=3)
    assert np.allclose((ys.min(), ys.max()), (px[:, 1].min(), px[:, 1].max()), atol=3)


def test_the_later_card_lies_on_top() -> None:
    low, high = LaidCard("AS", 0, -150, order=1), LaidCard("AH", 10, -150, order=2)
    renderer = Renderer(SMALL)
    assert np.array_equal(renderer.draw(Scene((low, high))), renderer.draw(Scene((high, low))))


def test_a_starter_lies_on_the_pack_if_there_is_one() -> None:
    x, y = LONG_BOARD.place("starter").center_mm
    renderer = Renderer(SMALL)
    starter = LaidCard("JD", x, y)
    on_pack = renderer.draw(Scene((starter,), pack=True))
    assert not np.array_equal(on_pack, renderer.draw(Scene((starter,), pack=False)))
    assert PACK_MM < 20


def test_things_on_the_table_lie_below_the_cards() -> None:
    renderer = Renderer(SMALL)
    kinds = ("pad", "phone", "coin", "coaster")
    pictures = {kind: renderer.draw(Scene(props=(Prop(kind, 0, -150, 30),))) for kind in kinds}
    assert len({picture.tobytes() for picture in pictures.values()}) == 4
    card = LaidCard("AS", 0, -150)
    covered = renderer.draw(Scene((card,), props=(Prop("coin", 0, -150),)))
    assert np.abs(covered.astype(int) - renderer.draw(Scene((card,)))).max() < 3


def test_the_whole_table_is_in_the_picture() -> None:
    for size in ((1536, 864), (2304, 1296), (640, 480)):
        pinhole = over_table(size, LONG_BOARD.bounds_mm())
        x0, y0, x1, y1 = LONG_BOARD.bounds_mm()
        px = pinhole.project(np.array([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]))
        assert (px > 0).all()
        assert (px < size).all()
        assert px[0, 1] > px[2, 1], "player A sits at the lower edge"


def test_cards_are_as_large_as_over_a_real_table() -> None:
    assert 150 < over_table((2304, 1296), LONG_BOARD.bounds_mm()).px_per_mm() * 63 < 250


def test_all_holes_are_on_the_board_and_no_two_in_one_place() -> None:
    width, height = LONG_BOARD.board_mm
    places = {hole_mm(p, h) for p in "AB" for h in range(-2, 121)} | {hole_mm("A", 121)}
    assert len(places) == 247
    assert hole_mm("A", 121) == hole_mm("B", 121)
    assert all(abs(x) < width / 2 - 3 and abs(y) < height / 2 - 3 for x, y in places)


def test_what_lies_still_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []
    draw = Renderer._patch

    def counted(renderer: Renderer, *given: Any, **more: Any) -> Any:
        drawn.append(given[2])
        return draw(renderer, *given, **more)

    monkeypatch.setattr(Renderer, "_patch", counted)
    renderer, cards = Renderer((768, 432)), row("5H TS 2D")
    renderer.draw(Scene(cards[:2]))
    before = len(drawn)
    renderer.draw(Scene(cards), 1)
    renderer.draw(Scene(cards[:1]), 2)
    assert len(drawn) == before + 1, "only the card that is new"
