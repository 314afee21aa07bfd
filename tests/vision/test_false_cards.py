"""What lies or reaches over a table beside the cards is never read as one, by the real reader."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import row

from vision.layout import LONG_BOARD
from vision.networkreader import NetworkReader
from vision.scene.model import ArmOver, LaidCard, Prop, Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer

SIZE = (1536, 864)
CARD_PX = over_table(SIZE, LONG_BOARD.bounds_mm()).px_per_mm() * 88
THINGS = (
    Prop("pad", 170, 150, -8),
    Prop("phone", 50, -160, 5),
    Prop("coin", -60, 120),
    Prop("coin", -20, 135),
    Prop("coaster", -190, -150),
)
BACKS = tuple(LaidCard(None, 60 + 9 * k, 140, 5 * k, False, k) for k in range(4))
PEGS = {"A": frozenset({-1, 0, 12, 30, 61}), "B": frozenset({-1, 5, 44})}
HANDS = (ArmOver(-150, -20, 80), ArmOver(110, 30, 265))  # far enough in for their sleeves to show


@pytest.fixture(scope="module")
def reader() -> NetworkReader:
    return NetworkReader()


@pytest.mark.parametrize(("light", "ground"), [("day", "oak"), ("warm", "felt"), ("dim", "cloth")])
def test_a_table_without_a_face_has_no_cards(reader: NetworkReader, light: str, ground: str) -> None:
    """A pad, a phone, coins, a coaster, pegs, the pack, cards face down, hands and sleeves."""
    picture = Renderer(SIZE, light, ground).draw(
        Scene(cards=BACKS, props=THINGS, pegs=PEGS, arms=HANDS, pack=True)
    )
    assert reader.read(picture, card_height_px=CARD_PX).cards == ()


@pytest.mark.parametrize(("light", "ground"), [("day", "oak"), ("warm", "felt")])
def test_among_such_things_only_the_cards_are_read(reader: NetworkReader, light: str, ground: str) -> None:
    hand = row("5H TS QC 2D", -150, -150, 40)
    picture = Renderer(SIZE, light, ground).draw(
        Scene(cards=(*BACKS, *hand), props=THINGS[2:4], pegs=PEGS, arms=HANDS[1:], pack=True)
    )
    read = {card.card for card in reader.read(picture, card_height_px=CARD_PX).cards}
    assert read <= {"5H", "TS", "QC", "2D"}
    assert len(read) >= 3
