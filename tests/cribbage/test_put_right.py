"""A card of the play that a person puts right: the play goes on with it, and nobody pays for what the eye misread."""

from __future__ import annotations

import pytest
from tables import CUT, Table

HOW = ["page", "read again"]


def put_right(
    before: str, cards: str, then: str, zone: str = "A", how: str = "page", after: float = 1.0
) -> list[str]:
    """The verdicts where the cards of a place are entered, or read again as a person wished, after some play."""
    table = Table().do(f"{CUT} {before}")
    if how == "read again":
        table.see(said={"what": "reread", "zone": zone})
    table.see(after, cards={"zone": zone, "seen": cards.split()}, **({"by": "page"} if how == "page" else {}))
    table.zones[zone] = cards.split()
    return table.do(f"{then} wait").verdicts


@pytest.mark.parametrize("how", HOW)
def test_7_2_a_suit_read_wrong_changes_nothing_of_the_play(how: str) -> None:
    found = put_right("B:TC A:5H A+2 wait", "5D", "B:5C B+2 A:QD", how=how)
    assert found == ["scored A 2", "scored B 2"]


def test_7_2_what_an_eye_reads_otherwise_by_itself_leaves_the_play_unknown() -> None:
    """Cards do not change where they lie: nobody knows which of the two readings was right."""
    assert put_right("B:TC A:5H A+2 wait", "5D", "B:5C B+2 A:QD", how="eye") == [
        "scored A 2",
        "unverified B 2",
    ]


@pytest.mark.parametrize("how", HOW)
def test_7_2_the_card_laid_last_earns_what_it_is_worth_as_it_lies(how: str) -> None:
    assert put_right("B:TC A:6H", "5H", "A+2 B:5C B+2", how=how) == ["scored A 2", "scored B 2"]
    assert put_right("B:TC A:5H", "5D", "A+2", how=how) == ["scored A 2"]
    assert put_right("B:TC A:5H", "TD", "A+2", how=how) == ["scored A 2"], "a pair, and no fifteen"
    assert put_right("B:TC A:5H", "6H", "B:5C A:QH A+2", how=how) == ["scored A 2"], "thirty-one with the six"
    assert put_right("B:TC A:5H", "6H", "B:4C", how=how) == [], "nothing was missed"


def test_8_4_c_an_overpeg_of_what_the_right_card_earned_is_withdrawn() -> None:
    assert put_right("B:TC A:6D A+2 wait", "5D", "B:QD") == ["overpeg A 2", "withdrawn A 2"]
    assert put_right("B:TC A:6D A+2", "5D", "B:QD", after=0.6) == ["scored A 2"], (
        "put right before it was said"
    )


def test_8_4_c_whether_too_much_was_pegged_for_the_right_card_nobody_knows() -> None:
    assert put_right("B:TC A:6D A+3 wait", "5D", "B:QD") == ["overpeg A 3", "withdrawn A 3"]
    assert put_right("B:TC A:6D A+3", "5D", "B:QD", after=0.6) == ["unverified A 3"]


def test_8_4_c_what_lies_on_a_card_that_was_read_wrong_is_not_held_against_anybody() -> None:
    """The pair was one: only the five had been read as a six."""
    found = put_right("B:TC A:6H B:5C B+2 wait", "5H", "A:QH A+2")
    assert found == ["overpeg B 2", "withdrawn B 2", "unverified A 2"]
    assert put_right("B:TC A:5H A+2 B:5C B+2", "6H", "A:QH A+2") == [
        "scored A 2",
        "scored B 2",
        "unverified A 2",
    ]


def test_8_4_c_1_who_has_been_called_back_goes_back() -> None:
    found = put_right("B:TC A:6D A+2 wait B!overpeg", "5D", "A-2 B+2")
    assert found[0] == "overpeg A 2"
    assert "withdrawn A 2" not in found


@pytest.mark.parametrize("cards", ["6D KS", "6D"], ids=["one more", "as it was read"])
def test_what_is_no_other_reading_of_one_card_is_judged_as_before(cards: str) -> None:
    assert "withdrawn A 2" not in put_right("B:TC A:6D A+2 wait", cards, "B:QD")


def test_8_4_c_where_more_than_one_card_was_another_nobody_knows_what_was_pegged_for_them() -> None:
    """Two at once, and one that lies before the other player too: the overpeg goes, and the play is not known."""
    assert put_right("B:TC A:6D A+2 wait", "TC", "B:QD A:4H B+1") == [
        "overpeg A 2", "withdrawn A 2", "imperfect-pack", "unverified B 1",
    ]  # fmt: skip
    found = put_right("B:TC A:6D B:2H A:3C A+2 wait", "7D 4C", "B:QD B+2")
    assert found == ["overpeg A 2", "withdrawn A 2", "unverified B 2"]


def test_7_2_a_count_that_is_not_known_is_not_known_with_the_right_card_either() -> None:
    assert put_right("B:TC A:6D B? A+2 wait", "5D", "A+2")[-1].startswith("unverified")


def test_7_3_a_go_at_a_count_that_was_read_wrong_proves_nothing() -> None:
    """Thirty as it was read; at twenty-nine the deuce that comes later would have fitted."""
    found = put_right("B:TC A:QH B:TD A!go B!go", "9D", "A:2C", zone="B")
    assert not any(one.startswith("renege") for one in found)


@pytest.mark.parametrize("zone", ["starter", "crib"])
def test_7_2_a_place_that_is_no_players_own_is_read_again_and_the_play_goes_on(zone: str) -> None:
    table = Table().do(f"{CUT} B:TC")
    table.see(said={"what": "reread", "zone": zone})
    table.see(0.5, cards={"zone": zone, "seen": ["4D"] if zone == "starter" else []})
    assert table.do("A:5H A+2 wait").verdicts == ["scored A 2"]


def test_9_the_hand_is_worth_what_lies_there() -> None:
    played = "B:TC A:5H A+2 B:QD A:2S A:4C A+1"
    found = put_right(f"{played} wait", "5D 2S 4C", "wait")
    assert not any(one.startswith(("overpeg", "out-of-order")) for one in found)
