"""Rule 7.3 and what was hidden: a go that was said while not all could be seen proves no playable card.

Ann has laid 8, Bob 10 and 5: the count is 23. Then Ann lays a 7 that nobody sees, so Bob says go at 30, and is right,
though his 8 fitted 23. Seen from the other side: what is hidden may be the sayer's own card.
"""

from __future__ import annotations

import pytest
from tables import Table

from cribbage.profiles import PROFILES

START = "cut:4C B:TC A:8D B:5S"
END = ("A+1 B:8H A:2D B:9D A:3S", "B:8H A:2D B:9D A:3S", "B:8H A:2D B:9D A:3S wait wait")
BOOKS = tuple(PROFILES)


def told(words: str, **more: object) -> list[str]:
    """As `Table.do`, and ``=A:8D,7C``: the place is read, and these lie there."""
    table = Table(**more)  # type: ignore[arg-type]
    for word in words.split():
        if word.startswith("="):
            zone, cards = word[1:].split(":")
            table.zone(zone, cards.split(","))
        else:
            table.do(word)
    return table.verdicts


def accused(found: list[str]) -> list[str]:
    return [one for one in found if one.split()[0] in ("renege", "overpeg", "false-claim", "out-of-order")]


HIDDEN = [
    "A# B!go =A:8D,7C",
    "A# wait B!go wait =A:8D,7C",
    "A# B!go A+1 =A:8D,7C",
    "A# A+1 B!go =A:8D,7C",
    "A? B!go =A:8D,7C",
    "A?2 B!go",
    "A?2 B!go =A:8D,7C",
    "A# B# B!go =A:8D,7C =B:TC,5S",
    "A# B# B!go =B:TC,5S =A:8D,7C",
    "camera! B!go camera. =A:8D,7C =B:TC,5S",
    "camera! camera. B!go =A:8D,7C =B:TC,5S",
    "camera! camera. =B:TC,5S B!go =A:8D,7C",
    "camera! B!go A+1 camera. =B:TC,5S =A:8D,7C",
]


@pytest.mark.parametrize("end", END)
@pytest.mark.parametrize("hidden", HIDDEN)
def test_7_3_a_go_said_while_a_card_was_hidden_is_no_renege(hidden: str, end: str) -> None:
    assert accused(told(f"{START} {hidden} {end}")) == []


@pytest.mark.parametrize("profile", BOOKS)
@pytest.mark.parametrize("hidden", [HIDDEN[0], HIDDEN[9]])
def test_7_3_nor_in_any_book(hidden: str, profile: str) -> None:
    assert accused(told(f"{START} {hidden} {END[1]}", profile=profile)) == []


@pytest.mark.no_cover
@pytest.mark.parametrize("hidden", HIDDEN)
def test_7_3_nor_where_the_dealer_says_it(hidden: str) -> None:
    """The same deal with the players exchanged."""
    swap = str.maketrans("AB", "BA")
    assert accused(told(f"{START} {hidden} {END[1]}".translate(swap), dealer="B")) == []


OWN = [
    "B# A!go =B:TC,7S",
    "B? A!go =B:TC,7S",
    "A# B# A!go =B:TC,7S =A:5D",
    "camera! A!go camera. =A:5D =B:TC,7S",
    "A# A!go =A:5D,7C",
    "camera! A!go camera. =B:TC,8S =A:5D,7C",
]


@pytest.mark.no_cover
@pytest.mark.parametrize("hidden", OWN)
def test_7_3_a_hidden_card_of_either_may_lie_there_already_when_go_is_said(hidden: str) -> None:
    """The sayer's own hidden card was laid before the go and not held; the other's made the count higher."""
    words = f"cut:4C B:TC A:5D B:8S {hidden}" if "7S" not in hidden else f"cut:4C B:TC A:5D {hidden}"
    rest = "B:2D A:8H B:3S A:6C" if "7C" in hidden else "A:8H B:2D A:6C B:3S A:2C"
    assert accused(told(f"{words} wait {rest}")) == []


@pytest.mark.parametrize("fault", ["board!", "board! wait board."])
def test_7_3_a_go_peg_that_nobody_saw_may_have_ended_the_series(fault: str) -> None:
    """At 23 Ann says go aloud, Bob pegs it while the board stands still, she leads a 2: the count is 2, not 25."""
    words = f"cut:4C B:TC A:3D B:TS {fault} A:2D B!go"
    assert accused(told(f"{words} A:9C B:4S A:8S B:5C")) == []


@pytest.mark.no_cover
@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("hidden", [False, True])
def test_7_3_a_go_that_is_tapped_late_is_not_one_of_the_next_series(place: int, hidden: bool) -> None:
    """Said aloud at 25 by who held nothing below a seven; tapped as late as in the next series at 24."""
    words = ["B+1", "A:9C", "B:7S", "A:8H", "B:5S", "B+1", "A:7D"]
    tap = "A# A!go" if hidden else "A!go"
    late = [*words[:place], tap, *words[place:]]
    assert accused(told(f"cut:4C B:TC A:5D B:TS {' '.join(late)}")) == []


def test_7_3_a_who_said_go_and_plays_all_the_same_has_taken_it_back() -> None:
    """Hidden or not: the card that is played shows that the go was wrong, and it is put right in time."""
    assert accused(told(f"{START} B!go B:8H A:2D B:9D A:3S A:7C")) == []
    assert accused(told(f"{START} A# B!go =A:8D B:8H A:2D B:9D A:3S A:7C")) == []


def test_7_3_what_is_seen_again_before_the_go_is_proof_as_ever() -> None:
    """An arm rests on the place and goes; then go is said, with all in view."""
    whole = "cut:4C B:TC A:8D B:5S {} B!go A:2D A+1 B:4H A:3S B:9D A:7C"
    plain = told(whole.format(""))
    assert [one for one in plain if one.startswith("renege")] == ["renege B 2"]
    for before in ("A# =A:8D", "B# =B:TC,5S", "starter# =starter:4C", "crib# crib0"):
        assert told(whole.format(before)) == plain, before


def test_7_3_a_renege_of_another_series_of_the_deal_is_still_found() -> None:
    """What was hidden in the first series takes nothing from what is seen of the second."""
    words = "cut:4C B:TC A:8D B:5S A# B!go =A:8D,7C A+1 B:KH A:6D B:7H A!go B+1 A:4S"
    assert [one for one in told(words) if one.startswith("renege")] == ["renege A 2"]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
def test_7_3_with_all_in_view_a_renege_is_a_renege(profile: str) -> None:
    found = told("cut:4C B:TC A:8D B:5S B!go A:2D A+1 B:4H A:3S B:9D A:7C", profile=profile)
    assert [one for one in found if one.startswith("renege")] == ["renege B 2"]
