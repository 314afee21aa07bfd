"""Who deals, which starter was turned, and where cards lie: what the rules ask for is held against nobody."""

from __future__ import annotations

from typing import Any

import pytest
from tables import CUT, PLAY, Table, verdicts

# Bob's hand is worth 9, Ann's 8, her crib 3.
SHOWN = "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
ANNS, CRIB_OF_3 = "3S,3C,9D,QH", "TS,JC,KD,AC"
ON_PONES_SIDE = f"clear:B clear:A B:{ANNS}"
CRIB_ON_PONES_SIDE = f"{ON_PONES_SIDE} clear:B crib:{CRIB_OF_3} A+5 clear:crib B:{CRIB_OF_3}"
NEXT_DEAL = "clear:B clear:starter cut:4D A:TC B:QH A:KD A+1"


def after(played: str, words: str, **more: Any) -> list[str]:
    """The verdicts on `words` after what was `played`, as strings."""
    return verdicts(f"{played} {words}", **more)[len(verdicts(played, **more)) :]


ON_PONES_SIDE_STILL_OPEN = {
    "9.2.b a challenge while the dealer's hand lies on the pone's side": (
        f"A+10 {ON_PONES_SIDE} B!overpeg A-2 B+2 crib:{CRIB_OF_3} A+3 clear",
        ["overpeg A 2", "scored B 2", "scored A 3"],
    ),
    "9.2.b so it is where it is told there before it is told to be gone": (
        f"A+10 clear:B B:{ANNS} clear:A B!overpeg A-2 B+2",
        ["overpeg A 2", "scored B 2"],
    ),
    "9.2.b and where it cannot be read there": (
        f"A+10 clear:B clear:A B?4 A-2 clear:B crib:{CRIB_OF_3}",
        ["overpeg A 2", "corrected A 2"],
    ),
    "9.2.b and where it is read there only then": (
        f"A+10 clear:B clear:A B?4 B:{ANNS} A-2 clear:B",
        ["overpeg A 2", "corrected A 2"],
    ),
    "9.2.b and where an arm lies over the pone's place": (
        "A+10 clear:B clear:A B# A-2 B0 clear:starter",
        ["overpeg A 2", "corrected A 2"],
    ),
    "9.2.d the dealer corrects the crib until it is mixed": (
        f"A+8 crib:{CRIB_OF_3} A+5 clear:B clear:crib B:{CRIB_OF_3} A-2",
        ["scored A 8", "overpeg A 2", "corrected A 2"],
    ),
    "9.2.d also when the hands are mixed already": (
        f"A+8 {CRIB_ON_PONES_SIDE} A-2 {NEXT_DEAL}",
        ["scored A 8", "overpeg A 2", "corrected A 2", "scored A 1"],
    ),
    "9.2.d and while it lies where it lay, taken up and put down again": (
        f"A+8 crib:{CRIB_OF_3} A+5 clear:crib crib?4 crib:{CRIB_OF_3} A-2",
        ["scored A 8", "overpeg A 2", "corrected A 2"],
    ),
}


@pytest.mark.parametrize("what", ON_PONES_SIDE_STILL_OPEN)
def test_9_2_cards_on_the_pones_side_are_not_mixed_yet(what: str) -> None:
    words, said = ON_PONES_SIDE_STILL_OPEN[what]
    assert after(SHOWN, f"B+9 {words}") == ["scored B 9", *said]


MIXED = {
    "9.2.b taken up and not seen again": "A+10 clear:B clear:A A-2",
    "9.2.b mixed by the pone": f"A+10 {ON_PONES_SIDE} clear:B A-2",
    "9.2.b ten seconds have passed": f"A+10 clear:B clear:A wait B:{ANNS} A-2",
    "9.2.b judges have been called": "A+10 clear:B clear:A B!judge A-2",
}


@pytest.mark.parametrize("how", MIXED)
def test_9_2_cards_that_are_mixed_are_accepted(how: str) -> None:
    said = after(SHOWN, f"B+9 {MIXED[how]}")
    assert said == ["scored B 9", "overpeg A 2", "overpeg-stands A 2", "backward A 2"]


def test_9_2_a_crib_that_is_turned_shows_the_hands_to_be_mixed_though_it_cannot_be_read() -> None:
    said = after(SHOWN, "B+9 A+10 clear:B clear:A crib?4 A-2")
    assert said == ["scored B 9", "overpeg A 2", "overpeg-stands A 2", "unverified A 2"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"A+6 {ON_PONES_SIDE} B!muggins2 B+2", ["underpeg A 2", "muggins B 2", "scored B 2"]),
        (
            f"A+8 {CRIB_ON_PONES_SIDE.replace('A+5', 'A+1')} B!muggins2 B+2 {NEXT_DEAL}",
            ["scored A 8", "underpeg A 2", "muggins B 2", "scored B 2", "scored A 1"],
        ),
    ],
)
def test_10_4_c_muggins_is_called_until_the_cards_are_mixed(words: str, said: list[str]) -> None:
    assert after(SHOWN, f"B+9 {words}", muggins=True) == ["scored B 9", *said]


def test_9_2_d_a_crib_that_is_laid_down_after_the_deal_seemed_over_is_no_hand_of_the_next() -> None:
    late = CRIB_ON_PONES_SIDE.replace("clear:crib", "clear:crib wait")
    assert after(SHOWN, f"B+9 A+8 {late.replace('A+5', 'A+3')} {NEXT_DEAL}")[-2:] == [
        "scored A 3",
        "scored A 1",
    ]


def test_9_2_d_the_deal_ends_where_a_part_fails_before_the_next_cut() -> None:
    words = f"B+9 A+8 crib:{CRIB_OF_3} A+3 clear camera! camera. cut:4D"
    table = Table().do(f"{SHOWN} {words}")
    assert [event.body["dealer"] for event in table.judge().events if event.kind == "deal"] == ["B"]


def test_9_2_c_the_game_is_won_where_the_hand_that_came_first_is_taken_up_uncounted() -> None:
    said = after(f"{CUT} {PLAY}", "A+5 clear:B clear:A", a=(112, 110))
    assert said == ["underpeg B 9", "scored A 5", "game A 6"]
