"""Rule 8.3: what was missed of a hand, pegged after all, is too many; it is no part of what is counted next."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, verdicts
from test_more_than_two import Doubles

OF_FOUR = (
    "cut:4S A:TC B:KD C:QH D!go A!go B!go A+1 D:9C A:JD B:2C C:TD A+2 D:6C A:KH B:3C C:JC D:2D B+2 "
    "A:QS B:8C C:KS D:3D B+2"  # in their order: Ann has 4, Bob 7, Cy 4, Dee 9
)
CRIB_OF_FOUR = "crib:7C,7D,AC,KC"  # worth six


def four(words: str) -> list[str]:
    return Doubles(profile="acc-2025").do(f"{OF_FOUR} {words}")


def test_8_3_the_rest_of_a_hand_pegged_before_the_crib_is_no_short_crib() -> None:
    assert verdicts(f"{CUT} {PLAY} B+9 A+3 {CRIB} A+2 A+6 clear")[6:] == [
        "underpeg A 2",
        "overpeg A 2",
        "scored A 6",
        "overpeg-stands A 2",
    ]


def test_8_3_so_few_and_nothing_more_are_too_few_for_the_crib() -> None:
    assert verdicts(f"{CUT} {PLAY} B+9 A+3 {CRIB} A+2 clear")[6:] == ["underpeg A 2", "underpeg A 4"]


@pytest.mark.parametrize(("first", "rest"), [(5, 2), (4, 3)])
def test_8_3_the_rest_of_a_hand_is_no_part_of_the_partners(first: int, rest: int) -> None:
    found = four(f"A+4 B+{first} B+{rest} A+4 B+9 {CRIB_OF_FOUR} B+6 clear")
    over = [f"overpeg B {rest}", f"overpeg-stands B {rest}"]
    assert found[-6:] == [f"underpeg B {rest}", *over, "scored A 4", "scored B 9", "scored B 6"]


def test_8_4_c_1_the_rest_of_a_hand_is_challenged_and_scored() -> None:
    found = four(f"A+4 B+5 B+2 A!overpeg B-2 A+2 A+4 B+9 {CRIB_OF_FOUR} B+6 clear")
    assert found[-6:] == [
        "underpeg B 2",
        "overpeg B 2",
        *(f"scored {x}" for x in ("A 2", "A 4", "B 9", "B 6")),
    ]


def test_8_4_c_2_the_rest_of_a_hand_goes_back_in_time() -> None:
    found = four(f"A+4 B+5 B+2 B-2 A+4 B+9 {CRIB_OF_FOUR} B+6 clear")
    assert found[-6:-3] == ["underpeg B 2", "overpeg B 2", "corrected B 2"]


def test_10_4_a_it_may_be_what_a_wrong_call_costs() -> None:
    table = Table(muggins=True).do(f"{CUT} {PLAY} B+9 A+3 {CRIB} A+2 A+6 clear")
    assert table.verdicts[6:] == ["underpeg A 2", "unverified A 2", "scored A 6"]


def test_8_4_c_more_than_the_open_crib_is_too_many_for_that_though_it_is_just_the_rest_of_the_hand() -> None:
    """Ann has pegged one of her five, and four for her crib of two."""
    crib = "crib:2C,TH,9D,KC"
    found = verdicts(f"{CUT} {PLAY} B+9 A+1 {crib} A+4 B!overpeg A-2 B+2 clear cut:2S")[6:]
    assert found == ["underpeg A 4", "overpeg A 2", "scored B 2"]
