"""The remembered ground: gone, covered, unchanged, or something white that nobody has explained."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import card_corners_mm, row

from cribbage.score.cards import Card
from vision.badpictures import BadPictures
from vision.cameras.sim import SimCamera
from vision.frames import Frame
from vision.ground import GroundMemory, soft_picture
from vision.interpretation import Known
from vision.layout import LONG_BOARD, TableLayout
from vision.placelook import Quad, index_spots, same_index
from vision.placereader import PlaceReader
from vision.readresult import Reading
from vision.scene.kitboards import KIT_LAYOUT
from vision.scene.model import LaidCard, Prop, Scene
from vision.scene.render import Renderer
from vision.zones import Crop, TableFix, ZoneFinder


def quad(card: LaidCard) -> Quad:
    return tuple((float(x), float(y)) for x, y in card_corners_mm(card))


class Place:
    """Place A of a drawn table."""

    def __init__(self, ground: str = "oak", light: str = "day") -> None:
        self.renderer = Renderer((1280, 720), light, ground)
        fix = ZoneFinder().find(Frame(self.renderer.draw(Scene()), 0.0))
        assert isinstance(fix, TableFix)
        self.fix = fix
        self.memory = GroundMemory()
        self.number = 0

    def crop(self, *cards: LaidCard, props: tuple[Prop, ...] = ()) -> Crop:
        self.number += 1
        picture = self.renderer.draw(Scene(cards, props=props), self.number)
        return self.fix.crop(Frame(picture, 0.0), LONG_BOARD.place("A"))

    def settle(self, *cards: LaidCard) -> None:
        crop = self.crop(*cards)
        self.memory.settle(crop, soft_picture(crop), [quad(c) for c in cards])

    def is_gone(self, crop: Crop, card: LaidCard, *others: LaidCard) -> bool:
        return self.memory.is_gone(crop, soft_picture(crop), quad(card), [quad(o) for o in others])


@pytest.fixture(params=[("oak", "day"), ("felt", "warm"), ("cloth", "dim"), ("cloth", "cold")])
def place(request: pytest.FixtureRequest) -> Place:
    return Place(*request.param)


FIRST, LAST = row("5H TS")


def test_a_card_taken_away_has_gone_and_one_that_lies_there_has_not(place: Place) -> None:
    place.settle()
    place.settle(FIRST)
    assert not place.is_gone(place.crop(FIRST), FIRST)
    assert place.is_gone(place.crop(), FIRST)


def test_a_covered_card_has_not_gone(place: Place) -> None:
    place.settle()
    place.settle(FIRST)
    on_top = LaidCard("QC", FIRST.x_mm + 4, FIRST.y_mm, 3, order=9)
    assert not place.is_gone(place.crop(FIRST, on_top), FIRST, on_top)
    pad = (Prop("pad", FIRST.x_mm, FIRST.y_mm),)
    assert not place.is_gone(place.crop(props=pad), FIRST)


def test_of_two_that_overlap_the_one_taken_has_gone(place: Place) -> None:
    place.settle()
    place.settle(FIRST, LAST)
    assert place.is_gone(place.crop(FIRST), LAST, FIRST)
    assert not place.is_gone(place.crop(FIRST), FIRST, LAST)


def test_ground_never_seen_before_is_judged_by_what_is_around(place: Place) -> None:
    place.settle(FIRST)
    assert not place.is_gone(place.crop(FIRST), FIRST)
    assert place.is_gone(place.crop(), FIRST)


def test_unchanged_is_unchanged(place: Place) -> None:
    place.settle(FIRST)
    crop = place.crop(FIRST)
    assert place.memory.is_same(crop, soft_picture(crop), quad(FIRST))
    crop = place.crop(FIRST, LAST)
    assert not place.memory.is_same(crop, soft_picture(crop), quad(FIRST))
    assert place.memory.is_same_index(crop, soft_picture(crop), quad(FIRST))


def test_what_nobody_has_explained(place: Place) -> None:
    place.settle()
    crop = place.crop(FIRST)
    (found,) = place.memory.unexplained_cards(crop, soft_picture(crop), [])
    assert abs(sum(x for x, _ in found) / 4 - FIRST.x_mm) < 5
    assert place.memory.unexplained_cards(crop, soft_picture(crop), [quad(FIRST)]) == []
    face_down = place.crop(LaidCard(None, 0, -150, 8, face_up=False))
    assert place.memory.unexplained_cards(face_down, soft_picture(face_down), []) == []
    for kind in ("phone", "coin", "coaster", "pad"):
        thing = place.crop(props=(Prop(kind, 0, -150),))
        assert place.memory.unexplained_cards(thing, soft_picture(thing), []) == [], kind


@pytest.mark.parametrize(
    ("ground", "light"), [("cloth", "day"), ("cloth", "cold"), ("oak", "warm"), ("felt", "dim")]
)
@pytest.mark.parametrize("layout", [LONG_BOARD, KIT_LAYOUT], ids=["board", "kit"])
def test_where_the_pack_was_taken_up_lies_no_card_until_one_is_laid(
    layout: TableLayout, ground: str, light: str
) -> None:
    """The table under the pack was never seen bare: on chequered cloth it stayed unread until the next deal."""
    renderer = Renderer((1536, 864), light, ground, layout=layout)
    fix = ZoneFinder(layout).find(Frame(renderer.draw(Scene()), 0.0))
    assert isinstance(fix, TableFix)
    starter, memory = layout.place("starter"), GroundMemory()

    def unexplained(scene: Scene) -> int:
        crop = fix.crop(Frame(renderer.draw(scene, 1), 0.0), starter)
        return len(memory.unexplained_cards(crop, soft_picture(crop), []))

    with_pack = fix.crop(Frame(renderer.draw(Scene()), 0.0), starter)
    memory.settle(with_pack, soft_picture(with_pack), [])
    assert unexplained(Scene(pack=False)) == 0
    x0, y0, x1, y1 = starter.box_mm
    card = LaidCard("4D", (x0 + x1) / 2, (y0 + y1) / 2, 2.0)
    assert unexplained(Scene((card,), pack=False)) == 1
    assert unexplained(Scene((card,))) == 1


def test_after_forgetting_nothing_is_unexplained(place: Place) -> None:
    place.settle()
    place.memory.forget()
    crop = place.crop(FIRST)
    assert place.memory.unexplained_cards(crop, soft_picture(crop), []) == []


def test_corners_of_cards() -> None:
    (x0, y0), (x1, y1) = index_spots(quad(LaidCard("AS", 0, 0)))
    assert (x0, y0) == pytest.approx((-24.6, 34.3), abs=0.1)
    assert (x1, y1) == pytest.approx((24.6, -34.3), abs=0.1)
    upright, turned = quad(LaidCard("AS", 0, 0)), quad(LaidCard("AS", 1, 2, 178))
    assert same_index(upright, turned, 8, 20)
    assert not same_index(upright, quad(LaidCard("AS", 25, 0)), 8, 20)


def test_what_was_hidden_when_the_place_was_settled_is_not_unchanged_for_looking_as_then() -> None:
    """Of four cards gathered one by one the hidden ones were kept: the wood looked as when they were settled."""

    class NoReader:
        def read(self, _picture: object, **_how: object) -> Reading:
            return Reading((), (), 0.0)

    card = LaidCard("5H", -100, -150)
    camera = SimCamera(lambda _t: Scene((card,)), lambda: 0.0, (1536, 864))
    camera.open()
    frame = camera.grab()
    fix = ZoneFinder().find(frame)
    assert isinstance(fix, TableFix)
    five = Card.parse("5H")
    for seen in (True, False):
        reader = PlaceReader(LONG_BOARD.place("A"), NoReader())  # type: ignore[arg-type]
        known = (Known(five, quad(card), seen=seen),)
        reader.look(fix, frame, known, 0.0)
        reader.settle(known)
        assert (five in reader.look(fix, frame, known, 0.1).same) is seen


def test_trouble_is_counted_in_time_and_pictures() -> None:
    pictures = BadPictures()
    assert not pictures.take_good(1.0)
    assert not pictures.take_bad(2.0, "dark")
    assert not pictures.take_bad(2.5, "dark")
    assert pictures.take_bad(3.1, "dark")
    assert pictures.bad_since == 2.0
    assert not pictures.take_good(4.0)
    assert pictures.take_good(4.2)
    assert pictures.good_since == 4.0
    assert not pictures.take_good(4.4)
