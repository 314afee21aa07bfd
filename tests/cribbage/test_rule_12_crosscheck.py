"""Rule 12: what becomes of two scorecards that disagree, alone and over a whole field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage.tournament.crosscheck import (
    SILENT_CROSSED,
    SILENT_NO_COLUMN,
    SILENT_NO_QUALIFIER,
    SILENT_NO_RESULT,
    SILENT_NO_SPREAD,
    Checked,
    cross_check,
    settle,
)
from cribbage.tournament.scorecards import (
    BLANK,
    LOSS,
    WIN,
    BadCard,
    Card,
    Line,
    Slip,
    Totals,
    cards_of,
    is_transposed,
    two_figures,
    written_game_points,
    wrong_totals,
)
from cribbage.tournament.standings import rank_acc

VECTORS = Path(__file__).parents[3] / "shared" / "vectors" / "crosscheck.jsonl"


def line(text: str) -> Line:
    """``W+21``, ``L-08``; a part that is not written is a dot: ``W..``."""
    spread = None if text[1] == "." else int(text[2:])
    return Line(
        None if text[0] == "." else text[0],  # type: ignore[arg-type]
        spread,
        None if spread is None else text[1],  # type: ignore[arg-type]
    )


RULE_12_2 = [  # one card, the other, who qualifies (1 the first, 2 the second), after, after, letters, silent
    ("W+21", "L-16", "1", "W+16", "L-16", "a", None),
    ("L-16", "W+21", "1", "L-21", "W+21", "a", None),
    ("W+31", "L-30", "1", "W+30", "L-30", "a", None),
    ("W+17", "L-16", "12", "W+16", "L-17", "b", None),
    ("W+12", "L..", "1", "W+12", "L-12", "c", None),
    ("W..", "L-09", "1", "W+09", "L-09", "c", None),
    ("W..", "L-09", "", "W+09", "L-09", "c", None),
    ("W+14", "W-14", "1", "W+14", "L-14", "d", None),
    ("L+14", "L-14", "1", "W+14", "L-14", "d", None),
    ("L-14", "L+14", "1", "L-14", "W+14", "d", None),
    ("W+20", "W-14", "1", "W+14", "L-14", "da", None),
    ("W+14", "W+14", "1", "L-14", "L-14", "e", None),
    ("L-08", "L-08", "1", "L-08", "L-08", "e", None),
    ("L+08", "L+08", "1", "L-08", "L-08", "e", None),
    ("L-08", "L-10", "12", "L-10", "L-10", "eb", None),
    ("W+22", "L+22", "1", "W+22", "L-22", "f", None),
    ("W-22", "L-22", "2", "W+22", "L-22", "f", None),
    ("W+15", "L-20", "1", "W+15", "L-20", "h", None),
    ("W+16", "L-17", "12", "W+16", "L-17", "h", None),
    ("W+10", "L-10", "12", "W+10", "L-10", "", None),
    ("...", "...", "12", "...", "...", "", None),
    ("W+10", "L-12", "", "W+10", "L-12", "", SILENT_NO_QUALIFIER),
    ("W+10", "...", "1", "W+10", "...", "", SILENT_NO_RESULT),
    ("...", "L-10", "1", "...", "L-10", "", SILENT_NO_RESULT),
    ("W+10", "W..", "1", "W+10", "W..", "", SILENT_NO_COLUMN),
    ("L..", "L-10", "1", "L..", "L-10", "", SILENT_NO_COLUMN),
    ("W..", "L..", "1", "W..", "L..", "", SILENT_NO_SPREAD),
    ("W-10", "L+10", "1", "W-10", "L+10", "", SILENT_CROSSED),
]


@pytest.mark.parametrize(("one", "other", "q", "after", "after_other", "letters", "silent"), RULE_12_2)
def test_rule_12_2_a_b_c_d_e_f_h_by_its_letters(
    one: str, other: str, q: str, after: str, after_other: str, letters: str, silent: str | None
) -> None:
    found = settle(line(one), line(other), "1" in q, "2" in q)
    assert (found.one, found.other) == (line(after), line(after_other))
    assert ("".join(found.steps), found.silent) == (letters, silent)


@pytest.mark.skipif(not VECTORS.exists(), reason="the worked vectors are not beside this checkout")
def test_rule_12_2_worked_vectors() -> None:
    for text in VECTORS.read_text().splitlines():
        case = json.loads(text)
        lines = [Line(*(case[side][key] for key in ("result", "spread", "column"))) for side in "ab"]
        found = settle(lines[0], lines[1], case["a"]["qualifier"], case["b"]["qualifier"])
        for side, got in (("a", found.one), ("b", found.other)):
            want = case["expect"][side]
            assert (got.result, got.spread, got.column) == (want["result"], want["spread"], want["column"]), (
                case
            )
            assert (got.game_points(), got.plus, got.minus) == (
                want["game_points"],
                want["plus"],
                want["minus"],
            )
        letters = [step for step in case["expect"]["steps"] if len(step) == 1 and step != "g"]
        assert list(found.steps) == letters, case["id"]
        assert (found.silent is not None) == any(len(step) > 1 for step in case["expect"]["steps"])


LINES = st.builds(
    lambda result, spread: Line(result, spread, "+" if result == WIN else "-"),
    st.sampled_from([WIN, LOSS]),
    st.integers(1, 121),
)


@settings(deadline=None)
@given(LINES, st.integers(1, 121), st.booleans(), st.booleans())
def test_rule_12_2_a_b_h_no_apparent_qualifier_gains(mine: Line, theirs: int, q_a: bool, q_b: bool) -> None:
    """A differing spread never makes a qualifier's card better, and never touches another's."""
    other = Line(mine.turned().result, theirs, mine.turned().column)
    found = settle(mine, other, q_a, q_b)
    for before, after, qualifies in ((mine, found.one, q_a), (other, found.other, q_b)):
        assert after.plus - after.minus <= before.plus - before.minus
        assert after == before or qualifies


@settings(deadline=None)
@given(
    st.tuples(st.sampled_from([WIN, LOSS, None]), st.none() | st.tuples(st.integers(1, 121), st.sampled_from("+-"))),
    st.tuples(st.sampled_from([WIN, LOSS, None]), st.none() | st.tuples(st.integers(1, 121), st.sampled_from("+-"))),
    st.booleans(),
    st.booleans(),
)  # fmt: skip
def test_rule_12_2_order_of_the_two_cards_does_not_matter(a: tuple, b: tuple, q_a: bool, q_b: bool) -> None:
    one, other = (Line(result, *(written or (None, None))) for result, written in (a, b))
    there, back = settle(one, other, q_a, q_b), settle(other, one, q_b, q_a)
    assert (there.one, there.other, there.steps, there.silent) == (
        back.other,
        back.one,
        back.steps,
        back.silent,
    )


# --- the card -------------------------------------------------------------------------------------------


def test_rule_12_1_figures_and_game_points() -> None:
    assert two_figures(7) == "07"
    assert two_figures(31) == "31"
    assert [written_game_points(line(text)) for text in ("W+31", "W+30", "L-40", "...")] == [
        "3",
        "2",
        "0",
        "",
    ]
    assert written_game_points(line("W+31"), None) == "2"
    assert BLANK.turned() == BLANK
    assert line("W+05").turned() == line("L-05")
    assert Line(LOSS).as_result(WIN) == Line(WIN)
    assert Line.of(4) == line("W+04")
    assert Line.of(-4) == line("L-04")


@pytest.mark.parametrize(
    "parts", [("X", 3, "+"), (WIN, 3, "*"), (WIN, 3, None), (WIN, None, "+"), (WIN, 0, "+"), (WIN, 122, "+")]
)
def test_a_line_that_no_card_can_hold_is_refused(parts: tuple) -> None:
    with pytest.raises(BadCard):
        Line(*parts)


def test_12_2_g_totals_follow_the_lines() -> None:
    card = Card("5", {1: line("W+31"), 2: line("L-08"), 3: line("W+02"), 4: BLANK})
    assert card.totals() == Totals(5, 2, 33, 8)
    assert card.totals().net == 25
    assert card.totals(None).game_points == 4
    assert card.with_line(1, line("W+30")).totals().game_points == 4
    assert card.line(9) == BLANK


def test_app_a_wrong_totals_and_points_and_games_changed_round() -> None:
    card = Card("5", {1: line("W+31"), 2: line("W+08")})
    assert wrong_totals(card, {"game_points": 5, "games_won": 2, "plus": 39}) == ()
    swapped = wrong_totals(card, {"game_points": 2, "games_won": 5, "net": 30})
    assert swapped == (Slip("game_points", 2, 5, True), Slip("games_won", 5, 2, True), Slip("net", 30, 39))
    assert wrong_totals(card, {"game_points": 4}) == (Slip("game_points", 4, 5),)


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [(14, 41, True), (7, 70, True), (12, 12, False), (11, 11, False), (12, 22, False), (None, 3, False)],
)
def test_figures_in_the_wrong_order_are_hinted_at(one: int | None, other: int | None, is_so: bool) -> None:
    assert is_transposed(one, other) is is_so


# --- the field ------------------------------------------------------------------------------------------

GAMES = [(1, "a", "b"), (1, "c", "d"), (2, "a", "c"), (2, "b", "d"), (3, "a", "d"), (3, "b", "c")]


def check(cards: Mapping[str, Card], qualifiers: int = 1) -> Checked:
    return cross_check(cards, GAMES, qualifiers, lambda cards: rank_acc(cards, GAMES).order)


def field() -> dict[str, Card]:
    """a 6 +40, c 4 +20, d 2, b 0."""
    nets = {"ab": 10, "cd": 12, "ac": 9, "bd": -15, "ad": 21, "bc": -16}
    return cards_of((game, one, other, nets[one + other]) for game, one, other in GAMES)


def test_a_field_that_agrees_needs_nothing() -> None:
    checked = check(field())
    assert (checked.disagreements, checked.changes, checked.open) == ((), (), ())
    assert checked.apparent == {"a"}


def test_12_2_lists_only_pairs_that_disagree_in_both_cards_words() -> None:
    cards = field()
    cards["d"] = cards["d"].with_line(3, line("L-12"))
    (found,) = check(cards).disagreements
    assert (found.game, found.one, found.other, found.before) == (3, "a", "d", (line("W+21"), line("L-12")))
    assert found.settlement.steps == ("a",)
    assert found.changes == ("a",)
    assert found.hint
    (change,) = check(cards).changes
    assert (change.owner, change.before.plus, change.after.plus) == ("a", 40, 31)
    assert not change.is_told


def test_12_2_i_who_loses_the_place_and_who_gains_it_are_told() -> None:
    """a falls by 12.2.e and a; c comes up, and the card of c is then checked as a qualifier's."""
    cards = field()
    cards["c"] = cards["c"].with_line(2, line("W+09"))
    cards["d"] = cards["d"].with_line(1, line("L-10")).with_line(3, line("L-12"))
    assert rank_acc(cards, GAMES).order[:2] == ("a", "c")
    checked = check(cards)
    assert checked.apparent == {"a", "c"}
    assert [checked.cards[one].line(2) for one in "ac"] == [line("L-09"), line("L-09")]
    assert checked.cards["a"].line(3) == line("W+12")
    assert checked.cards["c"].line(1) == line("W+10")
    told = {
        change.owner: (change.place_before, change.place_after)
        for change in checked.changes
        if change.is_told
    }
    assert told == {"a": (1, None), "c": (None, 1)}


def test_12_2_what_the_rule_does_not_cover_is_left_and_flagged() -> None:
    cards = field()
    cards["d"] = cards["d"].with_line(2, line("W+12"))
    checked = check(cards)
    assert [one.settlement.silent for one in checked.open] == [SILENT_NO_QUALIFIER]
    assert checked.open[0].changes == ()
    assert checked.cards == cards


def test_a_card_that_was_not_handed_in_is_no_disagreement() -> None:
    cards = field()
    del cards["d"]
    assert check(cards).disagreements == ()
