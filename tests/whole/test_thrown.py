"""Cards thrown squarely on others: what counts as read, said, silent and wrong; and some pairs under the real eye."""

from __future__ import annotations

import math

import pytest

from cribbage.log.observations import Cards, Observation, Unread
from cribbage.score.cards import parse_cards
from pegwatch.hostile.thrown import READ, SAID, SILENT, WITHIN_MM, WRONG, judge, play, throws
from vision.layout import LONG_BOARD
from vision.networkreader import NetworkReader
from vision.scene.model import LaidCard

THROW = (LaidCard("5H", -60, -150, 2, order=1), LaidCard("6H", -58, -151, 3, order=2))


def told(*cards: str, zone: str = "A") -> Cards:
    return Cards(1.0, zone, tuple(parse_cards(cards)))


@pytest.mark.parametrize(
    ("said", "came"),
    [
        ([told("5H"), told("5H", "6H")], READ),
        ([told("5H"), Unread(2.0, "A", None)], SAID),
        ([told("5H"), Unread(2.0, "A", None), told("5H", "6H")], READ),
        ([told("5H")], SILENT),
        ([told("6H")], SILENT),
        ([], SILENT),
        ([told("5H"), told("5H", "6D")], WRONG),
        ([told("6H", "5H")], WRONG),
        ([told("5H", "6H", zone="B")], SILENT),
    ],
)
def test_what_comes_of_a_pair(said: list[Observation], came: str) -> None:
    assert judge(THROW, said).came == came
    assert came in str(judge(THROW, said))


def test_pairs_lie_within_the_distance_and_in_their_place() -> None:
    some = list(throws(3, 300))
    assert some == list(throws(3, 300))
    for lower, upper in some:
        assert lower.card != upper.card
        assert math.hypot(lower.x_mm - upper.x_mm, lower.y_mm - upper.y_mm) <= WITHIN_MM
        assert any(LONG_BOARD.place(key).holds(lower.x_mm, lower.y_mm) for key in "AB")
    alike = sum(a.card[0] == b.card[0] or a.card[1] == b.card[1] for a, b in some if a.card and b.card)
    assert alike >= 100


@pytest.mark.slow
def test_a_few_pairs_are_all_read() -> None:
    results = play(NetworkReader(), list(throws(5, 4)))
    assert [one.came for one in results] == [READ] * 4, [str(one) for one in results]
