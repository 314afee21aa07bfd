"""Awards that were called for, as examiners set them, rule books in hand: what was earned since comes first."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, verdicts
from test_more_than_two import PLAYED, Doubles

BOOKS = pytest.mark.parametrize("profile", ["acc-2025", "acc-2020", "alberta-55plus"])
SHOW = ["scored B 9", "scored A 5", "scored A 6"]


@BOOKS
@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize("error", [1, 2, 3, 5, 6])
def test_11_2_an_award_that_was_forgotten_is_not_pegged_before_what_was_earned_since(
    profile: str, muggins: bool, error: int
) -> None:
    """Ann's last card is worth one, a run three, her hand five, the crib six."""
    called = f"B:KD B+{1 + error} A!overpeg B-{error}"
    words = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear cut:2S".replace("B:KD B+1", called)
    said = verdicts(words, profile=profile, muggins=muggins and profile.startswith("acc"))
    assert said == [f"overpeg B {error}", "scored A 3", "scored B 4", "scored B 1", "scored A 1", *SHOW]


def test_10_3_a_what_was_pegged_for_the_last_card_was_no_award_and_cannot_be_called() -> None:
    words = f"{CUT} {PLAY} B!muggins1 B+9 A+5 {CRIB} A+6 clear".replace("B:KD B+1", "B:KD B+2 A!overpeg B-1")
    assert verdicts(words, muggins=True)[5:] == ["muggins-refused B 1", *SHOW]


@BOOKS
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B!go A+7 B:KD wait", ["scored A 7"]),
        ("A+7 B:KD wait", ["scored A 7"]),
        ("A+7 B:3D A:3H A+2 wait", ["scored A 7", "underpeg A 6", "scored A 2"]),
        ("A+7 A+6 B:3D A:3H A+2 wait", ["scored A 7", "scored A 6", "scored A 2"]),
        ("B!go A+7 A+7 B:KD wait", ["scored A 7", "scored A 7"]),
    ],
)
def test_11_2_three_of_a_kind_and_a_go_are_as_many_as_an_award(
    profile: str, words: str, found: list[str]
) -> None:
    """The count is twenty-five; in Alberta the award is two."""
    if profile.startswith("alberta"):
        words, found = "B!go A+7 A+2 B:KD wait", ["scored A 7", "scored A 2"]
    play = "cut:4D B:TC A:5H A+2 B:5C B+9 A!overpeg B-7 A:5S"
    assert verdicts(f"{play} {words}", profile=profile) == ["scored A 2", "overpeg B 7", *found]


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"B+14 A!overpeg B-5 A+5 {CRIB} A+6", ["overpeg B 5", "scored A 5", "scored A 6"]),
        (f"B+14 A!overpeg B-5 A+5 A+5 {CRIB} A+6", ["overpeg B 5", "scored A 5", *SHOW[1:]]),
        (f"B+14 A!overpeg B-5 A+5 {CRIB} A+6 A+5", ["overpeg B 5", *SHOW[1:], "scored A 5"]),
    ],
)
def test_11_2_a_hand_of_just_as_many_as_the_award_is_not_missed(
    muggins: bool, words: str, found: list[str]
) -> None:
    """Whether the award is forgotten, or pegged after the crib, nobody knows."""
    said = verdicts(f"{CUT} {PLAY} {words} clear", muggins=muggins)
    assert sorted(said[5:]) == sorted(found)


LOW = f"{LOW_PLAY.removesuffix('A+3')} A+5 B!overpeg A-2"
LOW_SHOW = ["scored A 7", "scored A 6"]


@pytest.mark.parametrize("profile", ["acc-2025", "alberta-55plus", "hoyle"])
@pytest.mark.parametrize("then", ["B+2 A+7", "B+2 B+2 A+7", "B+2 A+7 B+2"])
def test_11_2_the_pones_hand_is_just_as_many_as_the_award(profile: str, then: str) -> None:
    """Two each: one of them may be forgotten, or pegged after the dealer's hand. By Hoyle's there is no award."""
    if profile == "hoyle":
        then = "B+2 A+7"
    said = verdicts(f"{LOW} {then} {LOW_CRIB} A+6 clear cut:2S", profile=profile)
    assert sorted(said[2:]) == sorted(["overpeg A 2", *["scored B 2"] * then.count("B+2"), *LOW_SHOW])


def test_10_4_a_what_may_be_pegged_of_a_hand_brings_a_call_nothing_for_certain() -> None:
    said = verdicts(f"{LOW} B+2 A!muggins2 A+2 A+7 {LOW_CRIB} A+6 clear", muggins=True)
    assert said[2:] == ["overpeg A 2", "scored B 2", "unverified A 2", *LOW_SHOW]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
def test_7_2_b_an_award_that_is_pegged_late_and_as_much_as_the_hand_closes_nothing(profile: str) -> None:
    """Ann's nine too many are pegged by Bob only after her last card, of which the point is pegged yet."""
    words = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear".replace("A+3", "A+12 B!overpeg A-9")
    said = verdicts(words.replace("A:9S", "A:9S B+9"), profile=profile)
    play = ["scored B 1", "overpeg A 9", "scored B 4", "scored B 1", "scored B 9", "scored A 1"]
    assert said == [*play, *SHOW]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A+4 B!overpeg B+1 A-1", ["scored B 1", "scored B 2"]),
        ("A+4 B!overpeg B+2 A-2 A+1", ["scored B 2", "scored A 1", "scored B 2"]),
        ("A+5 B!overpeg B+3 A-3 A+1", ["scored B 3", "scored A 1", "scored B 2"]),
        ("A+5 B!overpeg A-3 B+3 A+1", ["unverified B 3", "scored A 1", "scored B 2"]),
    ],
)
def test_8_4_c_1_the_point_of_the_last_card_goes_back_with_the_error_and_is_pegged_by_itself(
    profile: str, pegs: str, found: list[str]
) -> None:
    """A pair by the last card: of four or five the pair alone stays, and the error is all of the rest."""
    said = verdicts(f"{LOW_PLAY.removesuffix('A+3')} {pegs} B+2 A+7 {LOW_CRIB} A+6 clear", profile=profile)
    assert said[2:] == [f"overpeg A {int(pegs[2]) - 3}", *found, *LOW_SHOW]


@pytest.mark.parametrize(
    ("pegs", "sure"), [("A!overpeg A+2 B-2", "scored"), ("A!overpeg B-2 A+2", "unverified")]
)
def test_8_4_c_1_doubles_the_point_of_the_last_card_goes_back_with_the_error(pegs: str, sure: str) -> None:
    played = f"{PLAYED.removesuffix('B+2 B+1')}B+4 {pegs} B+1"
    found = Doubles(profile="acc-2025").do(f"{played} A+4 B+2 A+6 B+5 crib:2D,2H,9D,JC B+2 clear")
    hands = ["scored B 1", f"{sure} A 4", "scored B 2", "scored A 6", "scored B 5", "scored B 2"]
    assert found[4:] == ["overpeg B 1", f"{sure} A 2", *hands]
