"""What the tests of the eye share: a drawn table with a clock, and a reader that knows the truth.

The two places of a size that others have are made 2 mm smaller, so that the reader knows a place by the size
of its crop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from cribbage.log.observations import Cards, Fault, Observation, Unread
from vision.cameras.sim import SimCamera
from vision.eye import Eye, EyeStep
from vision.frames import Frame
from vision.geometry import INDEX_OF_CARD, Spot
from vision.layout import LONG_BOARD, Place, TableLayout
from vision.placereader import VARIANTS
from vision.readresult import Reading, SeenCard, Unsure
from vision.scene.art import OWN_DECK
from vision.scene.model import ArmOver, LaidCard, Scene
from vision.zones import CARD_PX, CROP_PX_PER_MM, MARGIN_MM, Crop, TableFix, ZoneFinder, crop_matrix

Pixels = NDArray[np.uint8]


def _narrower(place: Place) -> Place:
    x0, y0, x1, y1 = place.box_mm
    return replace(place, box_mm=(x0, y0, x1, y1 - 2)) if place.view_from == "B" else place


LAYOUT = TableLayout(tuple(_narrower(p) for p in LONG_BOARD.places), LONG_BOARD.markers)
SIZES = {crop_matrix(place, CROP_PX_PER_MM, MARGIN_MM)[1]: place for place in LAYOUT.places}


def card_corners_mm(card: LaidCard) -> NDArray[np.float64]:
    """(4, 2), clockwise as the card is read."""
    a = np.radians(card.angle_deg)
    turn = np.array([(np.cos(a), -np.sin(a)), (np.sin(a), np.cos(a))])
    corners = np.array([(-31.5, 44), (31.5, 44), (31.5, -44), (-31.5, -44)])
    return corners @ turn.T + (card.x_mm, card.y_mm)


def indices_that_show(card: LaidCard, cards: Sequence[LaidCard]) -> list[int]:
    """Which of the two indices of a card, at its corners 0 and 2, are not covered by a later card."""
    corners = card_corners_mm(card)
    middle = corners.mean(axis=0)
    above = [card_corners_mm(c).astype(np.float32) for c in cards if c.order > card.order]
    found = []
    for number in (0, 2):
        spot = corners[number] + (middle - corners[number]) * 0.2
        if all(cv2.pointPolygonTest(quad, (float(spot[0]), float(spot[1])), False) < 0 for quad in above):
            found.append(number)
    return found


def index_spot(px: NDArray[np.float32], number: int) -> Spot:
    """Where the index at a corner (0 or 2) of a card is, by the card's corners (4, 2) in px."""
    up = (px[0] - px[3]) * (1 if number == 0 else -1)
    x, y = px[number] + (px.mean(axis=0) - px[number]) * 0.2
    return Spot(float(x), float(y), INDEX_OF_CARD * float(np.hypot(*up)), float(np.arctan2(up[1], up[0])))


@dataclass
class TruthReader:
    """Reads every index that shows, from the scene; `spoil` may change a reading of place and time."""

    scene_at: Callable[[float], Scene]
    clock: Callable[[], float]
    spoil: Callable[[Place, float, Reading], Reading] | None = None
    reads: list[tuple[float, str]] = field(default_factory=list)

    def read(self, picture: Pixels, *, card_height_px: float | None = None) -> Reading:
        assert card_height_px is not None
        (turn_deg, zoom) = next(v for v in VARIANTS if abs(CARD_PX * v[1] - card_height_px) < 1e-6)
        place = SIZES[(picture.shape[1], picture.shape[0])]
        t = self.clock()
        self.reads.append((t, place.key))
        matrix, _ = crop_matrix(place, CROP_PX_PER_MM, MARGIN_MM, turn_deg, zoom)
        scene = self.scene_at(t)
        seen = []
        for card in scene.face_up():
            corners = card_corners_mm(card)
            inside = place.holds(card.x_mm, card.y_mm)
            showing = indices_that_show(card, scene.cards)
            if card.card and inside and showing:
                px = cv2.perspectiveTransform(corners[None], matrix)[0].astype(np.float32)
                spots = tuple(index_spot(px, number) for number in showing)
                seen.append(SeenCard(card.card, 0.999, px, spots))
        reading = Reading(tuple(seen), (), 1.0)
        return self.spoil(place, t, reading) if self.spoil else reading


@dataclass
class Tabletop:
    """A table whose scene the test sets, a camera over it, and an eye that looks at it."""

    scene: Scene = field(default_factory=Scene)
    t: float = 0.0
    spoil: Callable[[Place, float, Reading], Reading] | None = None
    light: str = "day"
    ground: str = "oak"
    size_px: tuple[int, int] = (1280, 720)

    def __post_init__(self) -> None:
        self.finder = ZoneFinder(LAYOUT)
        self.camera = SimCamera(
            self.scene_at,
            self.clock,
            self.size_px,
            light=self.light,
            ground=self.ground,
            layout=LAYOUT,
        )
        self.reader = TruthReader(self.scene_at, self.clock, self.spoil)
        self.eye = self.new_eye()
        self.seen: list[Observation] = []
        self.steps: list[EyeStep] = []

    def scene_at(self, _t: float) -> Scene:
        """As it is now: bound to the table, so that a copy's camera looks at the copy."""
        return self.scene

    def clock(self) -> float:
        return self.t

    def new_eye(self) -> Eye:
        return Eye(self.camera, self.reader, self.finder, layout=LAYOUT, show_every_s=None)

    def again(self) -> Tabletop:
        """Another table just like this one, with all that its eye remembers; from here on each goes its own way."""
        return deepcopy(self, {id(one): one for one in (self.finder, OWN_DECK)})  # neither remembers anything

    def run(self, seconds: float, every_s: float = 0.1) -> list[Observation]:
        """Step the eye for so long; what it said in that time."""
        said: list[Observation] = []
        end = self.t + seconds - 1e-9
        while self.t < end:
            self.t = round(self.t + every_s, 6)
            step = self.eye.step(self.t)
            if self.steps:
                assert step.watermark >= self.steps[-1].watermark
                for seen in step.observations:
                    assert seen.t > self.steps[-1].watermark, (seen, self.steps[-1].watermark)
            assert step.watermark <= self.t
            self.steps.append(step)
            said += step.observations
        self.seen += said
        return said

    def lay(self, *cards: LaidCard) -> None:
        """Put cards down at once."""
        self.scene = replace(self.scene, cards=(*self.scene.cards, *cards))

    def take(self, *names: str) -> None:
        """Take cards away at once; without names all of them."""
        left = tuple(c for c in self.scene.cards if names and c.card not in names)
        self.scene = replace(self.scene, cards=left)

    def hand(self, *over: ArmOver) -> None:
        """Hands over the table."""
        self.scene = replace(self.scene, arms=over)


@lru_cache
def _looked_at(seconds: float) -> Tabletop:
    table = Tabletop()
    table.run(seconds)
    return table


def looked_at(seconds: float, spoil: Callable[[Place, float, Reading], Reading] | None = None) -> Tabletop:
    """A bare table that has been looked at for so long, played once for all tests; `spoil` from then on."""
    table = _looked_at(seconds).again()
    table.reader.spoil = table.spoil = spoil
    return table


def draw_no_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """`TruthReader` asks a picture for its size alone: what is drawn for nobody else to read stays black."""
    draw = TableFix.crop

    def crop(
        fix: TableFix,
        frame: Frame,
        place: Place,
        turn_deg: float = 0.0,
        zoom: float = 1.0,
        to_read: bool = True,
    ) -> Crop:
        if not to_read:
            return draw(fix, frame, place, turn_deg, zoom, to_read=False)
        to_crop, (width, height) = crop_matrix(place, CROP_PX_PER_MM, MARGIN_MM, turn_deg, zoom)
        return Crop(np.zeros((height, width, 3), np.uint8), place, frame.t, np.linalg.inv(to_crop))

    monkeypatch.setattr(TableFix, "crop", crop)


def row(
    names: str, x_mm: float = -150, y_mm: float = -150, pitch_mm: float = 28, first: int = 0
) -> tuple[LaidCard, ...]:
    """Cards laid from the left to the right for player A (from the right for B), each partly on the last."""
    turned = y_mm > 0
    return tuple(
        LaidCard(
            name,
            x_mm + (-k if turned else k) * pitch_mm,
            y_mm + (k % 2) * 3,
            (180 if turned else 0) + k - 2.0,
            True,
            first + k,
        )
        for k, name in enumerate(names.split())
    )


def short(seen: Sequence[Observation]) -> list[str]:
    """Observations in a few letters: ``A 5H TS``, ``B ?2``, ``!covered``."""
    said = []
    for one in seen:
        if isinstance(one, Cards):
            said.append(" ".join([one.zone, *(str(c) for c in one.seen)]))
        elif isinstance(one, Unread):
            said.append(f"{one.zone} ?{one.count}")
        elif isinstance(one, Fault):
            said.append(f"!{one.what}")
    return said


def unsure(reason: str, like: SeenCard) -> Unsure:
    """A doubt about a card that lies there."""
    return Unsure(reason, like.corners, like.card)
