"""The scorer as question and answer: what `score --batch` reads and writes."""

from __future__ import annotations

import json

import pytest

from cribbage.score.requests import answer


def test_a_hand() -> None:
    assert answer('{"hand": ["5H", "5S", "JD", "KC"], "starter": "5D", "crib": false}') == {
        "points": 21,
        "breakdown": [
            {"name": "fifteen", "points": 2, "cards": ["5H", "JD"]},
            {"name": "fifteen", "points": 2, "cards": ["5H", "KC"]},
            {"name": "fifteen", "points": 2, "cards": ["5S", "JD"]},
            {"name": "fifteen", "points": 2, "cards": ["5S", "KC"]},
            {"name": "fifteen", "points": 2, "cards": ["JD", "5D"]},
            {"name": "fifteen", "points": 2, "cards": ["KC", "5D"]},
            {"name": "fifteen", "points": 2, "cards": ["5H", "5S", "5D"]},
            {"name": "pair royal", "points": 6, "cards": ["5H", "5S", "5D"]},
            {"name": "nobs", "points": 1, "cards": ["JD"]},
        ],
        "spoken": "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, "
        "fifteen fourteen, a pair royal is twenty, and his nobs is twenty-one",
    }


def test_a_crib_needs_all_five_for_a_flush() -> None:
    hand = {"hand": ["2H", "4H", "6H", "KH"], "starter": "8D"}
    assert answer(json.dumps(hand))["points"] == 4
    assert answer(json.dumps({**hand, "crib": True})) == {"points": 0, "breakdown": [], "spoken": "nothing"}


def test_the_last_card_of_a_pile() -> None:
    assert answer('{"pile": ["TC", "5C"]}') == {
        "points": 2,
        "count": 15,
        "breakdown": [{"name": "fifteen", "points": 2, "cards": ["TC", "5C"]}],
        "spoken": "fifteen for two",
    }


def test_a_whole_play() -> None:
    question = {"players": 2, "leader": 0, "hands": [["TC"], ["5D"]], "order": ["TC", "5D"]}
    assert answer(json.dumps(question)) == {"points": [0, 3]}
    assert answer('{"hands": [["TC"], ["5D"]], "order": ["TC", "5D"]}') == {"points": [0, 3]}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "not JSON: "),
        ("[]", "not a question: an object with hand, pile or order is expected"),
        ("{}", "not a question: it has none of hand, pile, order"),
        ('{"hand": ["5H", "5H", "JD", "KC"], "starter": "5D"}', "the card 5H is there twice"),
        ('{"hand": ["5H", "5X", "JD", "KC"], "starter": "5D"}', "unknown card '5X'"),
        ('{"hand": ["5H", "JD", "KC"], "starter": "5D"}', "hand: four cards are expected, not 3"),
        ('{"hand": ["5H", "6H", "JD", "KC"]}', "starter: a card is expected"),
        ('{"hand": ["5H", "6H", "JD", "KC"], "starter": "5D", "crib": 1}', "crib: true or false is expected"),
        ('{"hand": "5H 6H JD KC", "starter": "5D"}', "hand: a list of cards is expected"),
        ('{"pile": [5]}', "pile: a list of cards is expected"),
        ('{"pile": []}', "no card has been played"),
        ('{"order": ["TC"]}', "hands: a list of the hand of each player is expected"),
        ('{"players": "2", "hands": [["TC"], ["5D"]], "order": []}', "players: a whole number is expected"),
        ('{"leader": true, "hands": [["TC"], ["5D"]], "order": []}', "leader: a whole number is expected"),
        ('{"hands": [["TC"], ["5D"]], "order": ["5D"]}', "5D cannot be played at count 0"),
    ],
)
def test_a_line_that_cannot_be_answered_says_why(line: str, error: str) -> None:
    found = answer(line)
    assert list(found) == ["error"]
    assert found["error"].startswith(error)
