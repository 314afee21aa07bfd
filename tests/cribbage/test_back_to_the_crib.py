"""What goes back may have been too many for the crib where a hand was given up, or for the hand after a call."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, Table
from test_more_than_two import Doubles

CRIB_OF_TWO = "crib:2C,TH,9D,KC"
CRIB_OF_NOTHING = "crib:TH,8C,QS,2S"
ALBERTA = {"profile": "alberta-55plus"}


def shown(words: str, **more: object) -> list[str]:
    """The verdicts of the show: Bob's hand is worth nine, Ann's five, her crib (`CRIB`) six."""
    return Table(**more).do(f"{CUT} {PLAY} {words} clear cut:2S").verdicts[6:]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "more", "found"),
    [
        (f"{CRIB} A+7 A-1 B+1", {}, ["underpeg A 4", "unverified A 1", "unverified B 1"]),
        (f"{CRIB_OF_TWO} A+6 B!overpeg A-4 B+4", {}, ["underpeg A 1", "unverified A 4", "unverified B 4"]),
        (f"{CRIB_OF_TWO} A+8 B!overpeg A-6 B+6", {}, ["unverified A 8", "unverified A 6", "unverified B 6"]),
        # what went back was more than had seemed to be too many, or fewer
        (f"{CRIB_OF_TWO} A!none A+6 A-4", {}, ["overpeg A 1", "withdrawn A 1", "unverified A 4"]),
        (f"{CRIB} A+8 A-2", ALBERTA, ["unverified A 8", "unverified A 2"]),
        (f"{CRIB_OF_TWO} A!none A+6 B!overpeg A-4 B+4", {}, ["overpeg A 1", "unverified B 4"]),
        # the rest of a hand, or too many for a crib of nothing
        (f"A+4 {CRIB_OF_NOTHING} A+1 A-1", ALBERTA, ["scored A 4", "scored A 1", "unverified A 1"]),
    ],
)
def test_8_4_c_what_stays_is_just_the_crib(words: str, more: dict[str, str], found: list[str]) -> None:
    assert shown(f"B+9 {words}", **more) == found


@pytest.mark.parametrize("profile", ["acc-2025", "alberta-55plus", "corporate-challenge"])
@pytest.mark.parametrize(("pegged", "wrong"), [(7, "overpeg A 1"), (9, "overpeg A 3")])
def test_8_4_c_after_a_hand_that_was_given_up_aloud_it_is_the_crib_that_is_counted_wrong(
    profile: str, pegged: int, wrong: str
) -> None:
    """Her crib is worth six and more than her hand, of which she states nothing."""
    found = shown(f"B+9 {CRIB} A!none A+{pegged}", profile=profile)
    assert {"underpeg A 5", wrong} <= set(found)
    assert not [one for one in found if one.startswith("overpeg A") and one != wrong]
    called = shown(f"B+9 {CRIB} A!none A+9 B!overpeg A-3", profile=profile)
    assert "overpeg A 3" in called
    assert "overpeg A 4" not in called


@pytest.mark.parametrize(
    ("words", "profile"),
    [("A!none A+6", "hoyle"), ("A+3 B+1 A+6", "hoyle"), ("A!none A+6", "acc-2025")],
    ids=["given up", "short, and called for one", "given up by the ACC's book"],
)
def test_9_2_d_after_a_hand_that_is_counted_a_crib_told_late_is_what_was_pegged_before_it(
    words: str, profile: str
) -> None:
    """A word that is tapped late has all judged that waits, before the crib is told."""
    table = Table(profile=profile, muggins=True).do(f"{CUT} {PLAY} B+9 {words}")
    table.t -= 1.5
    table.see(0.2, said={"by": "B", "what": "muggins", "n": 1 if "A+3" in words else 5})
    table.zone("crib", CRIB.removeprefix("crib:").split(","), after=0.3)
    found = table.do("wait clear cut:2S").verdicts
    assert not [one for one in found if one.startswith(("overpeg", "out-of-order"))]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+5 {} A+7 A-1", ["scored A 5", "overpeg A 1", "corrected A 1"]),
        ("A+8 {} A+7 A-1", ["overpeg A 3", "overpeg A 1", "corrected A 1", "overpeg-stands A 3"]),
        ("A+5 {} A+6 A-2", ["scored A 5", "scored A 6", "backward A 2"]),
    ],
)
def test_8_4_c_what_was_pegged_for_the_crib_after_the_hand_is_known(words: str, found: list[str]) -> None:
    assert shown("B+9 " + words.format(CRIB)) == found


@pytest.mark.parametrize(
    ("words", "muggins", "found"),
    [
        # Bob has given up his nine, and Ann calls three of them, then pegs one too many for her own hand
        ("A+3 A+6 A-1 B+1", True, ["unverified A 1", "unverified B 1"]),
        ("A+3 A+6 B!overpeg A-1 B+1", True, ["unverified A 1", "unverified B 1"]),
        # without muggins, or with so many that it is no call and one too many, nobody knows which was for the hand
        ("A+3 A+6 A-1 B+1", False, ["unverified A 6", "unverified A 1", "unverified B 1"]),
        ("A+3 A+6 A-2 B+2", True, ["unverified A 2", "unverified B 2"]),
    ],
)
def test_10_4_d_of_two_pegs_before_the_crib_the_second_was_too_many(
    words: str, muggins: bool, found: list[str]
) -> None:
    judged = shown(f"{words} {CRIB} A+6", muggins=muggins)
    assert judged[: len(found)] == found
    assert not {one.split()[0] for one in judged} & {"overpeg", "overpeg-stands", "out-of-order"}


def after_low_play(words: str, **more: object) -> list[str]:
    """The verdicts of a show in which Bob's hand is worth two and Ann's seven."""
    return Table(muggins=True, **more).do(f"{LOW_PLAY} {words}").verdicts[3:]  # type: ignore[arg-type]


def test_10_4_d_a_word_tapped_late_leaves_what_was_pegged_since_for_the_own_hand() -> None:
    """Two were called and pegged, then eight for seven: one too many for the hand, and not all for the crib."""
    found = after_low_play(f"A=7,5 A=15,7 B!none A!muggins2 {LOW_CRIB} A+6 clear")
    assert found[:2] == ["underpeg B 2", "muggins A 2"]
    assert not [one for one in found if one.startswith(("overpeg", "underpeg A"))]


def test_10_4_d_what_is_just_the_crib_turned_up_since_may_be_for_that() -> None:
    """Two were called, six pegged before the crib of six was told: for hand or crib, nobody knows."""
    table = Table(muggins=True).do(f"{LOW_PLAY} A=7,5 A=13,7")
    table.see(0.3, said={"by": "B", "what": "none"})
    table.zone("crib", LOW_CRIB.removeprefix("crib:").split(","), after=0.4)
    table.see(0.3, said={"by": "A", "what": "muggins", "n": 2})
    table.t += 1.0
    assert table.do("A-1 clear").verdicts[3:] == [
        *("underpeg B 2", "muggins A 2", "scored A 2"),
        *("unverified A 6", "unverified A 1"),
    ]


def test_10_4_a_the_word_takes_its_points_from_the_own_hand_and_no_others() -> None:
    """One was called and pegged, then six of seven: one is missing, and not seven."""
    found = after_low_play("B=3,2 A=6,5 A=12,6 A!muggins1 A!none clear cut:2S", profile="hoyle")
    assert [one for one in found if one.startswith("underpeg")] == ["underpeg A 1"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        # Bob has given up two, and calls the two that Ann pegged too many aloud
        ("A+9 A-2 B+2", ["unverified A 9", "unverified A 2", "scored B 2"]),
        ("A+9 A-9 B+2", ["out-of-order A 9", "scored B 2"]),
    ],
)
def test_9_2_c_too_many_goes_back_before_anybody_knows_whether_it_was_too_early(
    words: str, found: list[str]
) -> None:
    assert after_low_play(f"{LOW_CRIB} {words} wait") == found


OF_FOUR = (
    "cut:3H C:8H D:AS A:5C B:QC C:3C A:2S B!go C!go D!go A+1 B:QH C:KC D:5D B:6D B+2 C:JC D:JD B+2 A:JS A+6 B!go "
    "C!go D!go A+1 B:KD D:9D A:QS A+1"
)  # in their order: Cy has two, Dee four, Ann eight, Bob, who deals, two


@pytest.mark.parametrize(
    ("words", "muggins", "found"),
    [
        # Cy's two are given up and called aloud; that Bob's hand is worth two as well shows nothing
        (
            "B+2 B+4 A+8 B+2",
            True,
            ["scored A 8", "unverified B 2", "scored B 2", "underpeg A 2", "scored B 4"],
        ),
        # Cy's two are pegged, and called by nobody, or there is no muggins
        ("B+2 A+2 B+4 A+8", True, ["scored A 2", "scored B 4", "out-of-order B 2", "scored A 8"]),
        ("B+2 B+4 A+8", False, ["scored A 8", "out-of-order B 2", "underpeg A 2", "scored B 4"]),
    ],
)
def test_10_4_d_of_four_players_a_call_for_a_hand_given_up_came_not_too_early(
    words: str, muggins: bool, found: list[str]
) -> None:
    table = Doubles(dealer="B", profile="acc-2025", muggins=muggins)
    assert table.do(f"{OF_FOUR} {words} crib:TH,4H,9S,6H clear")[6 : 6 + len(found)] == found


def test_10_4_d_of_four_a_part_of_a_hand_is_none_where_nobody_knows_whose_hand_was_missed() -> None:
    """Dee pegs one, perhaps called, and then her four; Ann's side pegs two, for Cy's hand or a part of Ann's."""
    table = Doubles(dealer="B", profile="acc-2025", muggins=True)
    found = table.do(f"{OF_FOUR} B+1 B+4 A+2 crib:TH,4H,9S,6H clear cut:9D")[6:]
    assert found == ["scored A 2", "unverified B 1", "scored B 4", "underpeg A 8"]


@pytest.mark.parametrize(("hand", "found"), [(6, "underpeg A 1"), (7, "scored A 7"), (9, "overpeg A 2")])
def test_10_4_a_after_a_call_that_seemed_a_part_of_the_hand_all_of_the_hand_may_be_pegged(
    hand: int, found: str
) -> None:
    """Bob states none, and Ann pegs his two, then her hand of seven, before her word is tapped."""
    table = Table(profile="hoyle", muggins=True).do(LOW_PLAY)
    front, _ = table.pegs["A"]
    for after, holes in ((1.0, [front]), (0.5, [front + 2, front])):
        table.see(after, holes=table.pegs | {"A": holes})
    table.see(1.2, said={"by": "B", "what": "none"})
    for after, holes in ((0.3, [front + 2]), (0.5, [front + 2 + hand, front + 2])):
        table.see(after, holes=table.pegs | {"A": holes})
    table.see(0.8, said={"by": "A", "what": "muggins", "n": 2})
    judged = table.do("wait clear cut:9H").verdicts
    assert {"underpeg B 2", "muggins A 2", "scored A 2", found} <= set(judged)
    blamed = [one for one in judged if one.startswith(("overpeg A", "underpeg A"))]
    assert blamed == ([] if found.startswith("scored") else [found])


@pytest.mark.parametrize(("called", "withdrawn"), [(1, True), (2, False)])
def test_9_2_c_what_seemed_the_crib_before_the_hand_may_be_the_hand_that_lacks_what_is_called(
    called: int, withdrawn: bool
) -> None:
    """Ann counts six of seven, which is just her crib; Bob calls one, and she counts seven for the crib."""
    found = after_low_play(f"B+2 {LOW_CRIB} A+6 B+1 A+7 B!muggins{called}")
    assert "out-of-order A 6" in found
    assert ("withdrawn A 6" in found) is withdrawn


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (
            "A-1 B+1",
            ["withdrawn A 6", "unverified B 1"],
        ),  # the error of a crib of six, of which seven were counted
        ("A-1 B!overpeg B+1", ["withdrawn A 6", "unverified B 1"]),
        ("A-1 B+2", ["unverified B 2"]),  # of another number it is no error, and out of order stays
        ("A-6 A+6", ["scored A 6"]),  # retracted, and pegged in its turn
    ],
)
def test_9_2_c_what_seemed_the_crib_was_the_hand_where_the_error_of_the_next_is_pegged(
    words: str, more: list[str]
) -> None:
    """Ann counts six of seven, which is just her crib, and then seven; nobody taps that Bob calls one."""
    found = after_low_play(f"B+2 {LOW_CRIB} A+6 A+7 {words} wait")
    assert found == ["scored B 2", "out-of-order A 6", "scored A 7", *more]


def test_10_4_a_what_the_pone_pegs_over_a_crib_that_nobody_read_may_be_a_call_of_it() -> None:
    """Bob has given up his nine and Ann counted hers; his six are no hand, pegged after hers and too low."""
    table = Table(profile="acc-2020", muggins=True).do(f"{CUT} {PLAY} A+5 crib?4 B+6 clear cut:2S")
    assert not [one for one in table.verdicts if one.startswith(("out-of-order", "overpeg"))]


@pytest.mark.parametrize("profile", ["acc-2025", "hoyle"])
def test_10_4_a_who_has_stated_none_may_call_fewer_than_the_other_gives_up(profile: str) -> None:
    """Bob's hand is worth two; of Ann's seven, of which she states none after his peg, he takes six."""
    found = after_low_play(f"B!none B+6 A!none {LOW_CRIB} A+6 B!muggins6 clear cut:9H", profile=profile)
    assert not [one for one in found if one.startswith("overpeg")]


def test_13_who_may_still_peg_the_rest_of_a_hand_may_call_all_of_the_other_hand_before_that() -> None:
    """Bob has pegged one of two, and Ann gives up seven, which he calls; her crib comes next."""
    found = after_low_play(f"B+1 B+7 A+6 {LOW_CRIB} clear cut:9H", profile="hoyle")
    assert not [one for one in found if one.startswith("overpeg")]
