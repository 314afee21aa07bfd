"""Rule 8.9: a go that is pegged, and that perhaps nobody said."""

from __future__ import annotations

import pytest
from tables import Table

TOO_EARLY = "cut:AH A:JS B:TC A:5H A+1"
"""Twenty-five; Ann pegs a go, which nobody taps."""


def told(words: str, dealer: str = "B") -> list[str]:
    return Table(dealer=dealer).do(words).verdicts


@pytest.mark.parametrize(
    ("words", "dealer", "honest"),
    [
        (f"{TOO_EARLY} B:2S B:2H B+2 B+1 A:JH B:QD A:6D", "B", "B"),
        ("cut:7S B:2D A:6D B:TD A:6C A+1 B:3S A:4H A+2 B:KS A:QS A+1", "A", "B"),
        ("cut:8S B:7S A:5C B:3D B+2 A:JC B:3C B+1 A:2S A+1 B:9D A:TC A+1", "A", "A"),
        ("cut:AC A:2C B:KC A:3D A+2 B:9H B+1 A:2D board! B:JD A:JH B:TS", "B", "A"),
    ],
    ids=["two cards in a row", "thirty-one by the other", "the go after it", "the board stopped meanwhile"],
)
def test_8_9_who_plays_on_has_not_reneged(words: str, dealer: str, honest: str) -> None:
    assert [
        one for one in told(words, dealer) if one.startswith(("renege", "overpeg")) and f" {honest} " in one
    ] == []


def test_7_3_a_go_that_was_tapped_proves_what_it_did() -> None:
    found = told("cut:AH A:JS B:TC A:5H B!go A+1 B:2S A:JH B:3C A:QD B:4S")
    assert [one for one in found if one.startswith("renege B")]


def test_7_3_cards_and_pegs_that_fit_the_new_series_alone_show_that_go_was_said() -> None:
    """Bob leads his two; Ann lays a jack that never fitted twenty-seven, and nobody pegged another go."""
    assert [one for one in told(f"{TOO_EARLY} B:2S A:JH B:3C A:QD B:8D") if one.startswith("renege B")]


def test_8_9_no_card_is_left_that_would_show_which_series_it_was() -> None:
    """Ann pegs a go at twenty-nine with a two in Bob's hand, and he makes thirty-one of it."""
    found = told("cut:AH A:JS B:TC A:QH A+1 B:9D A:8S B:7C B+3 A:5D A+1 B:2H B+2")
    assert not [one for one in found if one.startswith(("renege B", "overpeg B"))]


@pytest.mark.parametrize(("pegged", "verdict"), [(1, "unverified B 1"), (3, "overpeg B 3")])
def test_8_9_a_peg_for_the_series_that_goes_on_is_not_verified_and_another_is_judged(
    pegged: int, verdict: str
) -> None:
    """Bob's two makes twenty-seven, and a go of his own."""
    assert told(f"{TOO_EARLY} B:2S B+{pegged}") == ["scored A 1", verdict]


def test_8_9_a_card_that_was_not_read_shows_no_series() -> None:
    assert "renege" not in " ".join(told(f"{TOO_EARLY} B:2S A?3 B:3C A:QD B:8D"))


def test_8_9_a_go_that_is_pegged_by_itself_was_in_no_peg_before_it() -> None:
    """Ann pegs three at twenty-seven for nothing, or for two and a go; then she pegs the go."""
    found = told("cut:4D B:KC A:9D B:3S A:5S A+3 A+1 B:KD", dealer="A")
    assert found == ["overpeg A 3", "scored A 1", "overpeg-stands A 3"]
    assert told("cut:4D B:KC A:9D B:3S A:5S A+3 B:KD", dealer="A")[0] == "overpeg A 2", (
        "else the go was in it"
    )


@pytest.mark.parametrize(
    ("card", "found"),
    [
        ("A:2H", ["unverified A 2", "overpeg B 3"]),  # it fits: no go was due
        ("A:5H", ["unverified A 2", "overpeg B 2"]),
    ],
)
def test_8_9_a_fixed_award_does_not_tell_how_many_were_too_many(card: str, found: list[str]) -> None:
    """Bob pegs three at twenty-nine and is challenged; Ann pegs the two of rule 13 first, and then plays."""
    table = Table(profile="alberta-55plus", late_s=0).do(f"cut:7S B:KH A:TC B:9S B+3 A!overpeg A+2 {card}")
    assert table.verdicts == found
    table = Table(profile="acc-2025", late_s=0).do("cut:7S B:KH A:TC B:9S B+3 A!overpeg A+2 A:5H")
    assert table.verdicts == ["overpeg B 2", "scored A 2"], "where the award is the error, it tells"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+1 A+2 B:KD", ["scored A 1", "scored A 2"]),
        ("B!go A+1 A+2 B:KD", ["scored A 1", "scored A 2"]),
        ("A+1 A+1 A+1 B:KD", ["scored A 1", "scored A 1", "scored A 1"]),
        ("A+1 B:KD", ["underpeg A 2"]),
        ("A+1 B:2S", ["underpeg A 1"]),  # Bob can play: no go was due
        ("A+1 A+2 B:2S", ["scored A 1", "overpeg A 1", "overpeg-stands A 1"]),
    ],
)
def test_7_2_b_the_go_may_be_pegged_before_what_its_card_earned(words: str, found: list[str]) -> None:
    """Ann lays a second five at twenty-nine: two for the pair, and one for the go."""
    table = Table(dealer="A", late_s=0).do(f"cut:4D B:KC A:9D B:5S A:5H {words}")
    assert table.verdicts == found
