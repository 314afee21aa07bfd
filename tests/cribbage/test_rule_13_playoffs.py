"""Rules 11 to 13 and appendix A: ranking, qualifying, brackets, byes, forfeits, the checking procedure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cribbage.tournament.brackets import CHARTS, MOST, Bracket, Match, NoChart, bracket
from cribbage.tournament.checklist import STEPS, checkers_needed
from cribbage.tournament.companies import Absence, company_points, medal
from cribbage.tournament.forfeits import (
    AtTime,
    at_time,
    games_forfeited,
    next_forfeit_min,
    remedies_of,
)
from cribbage.tournament.formats import FORMATS, UnknownFormat, find_format
from cribbage.tournament.scorecards import Card, Line, cards_of
from cribbage.tournament.standings import (
    OFFICIAL,
    PLAYOFF,
    Score,
    challenge_points,
    qualify,
    rank_acc,
    rank_alberta,
    rank_corporate,
)

VECTORS = Path(__file__).parents[3] / "shared" / "vectors" / "brackets.json"


def card(owner: str, *nets: int) -> Card:
    return Card(owner, {game: Line.of(net) for game, net in enumerate(nets, 1)})


# --- appendix A.20 --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "by"),
    [
        (card("x", 31, -5), card("y", 5, -5), "game_points"),
        (card("x", 31, 31, 31, -1, -1, -1), card("y", 31, 31, 31, -1, -1, -2), "net"),
        (card("x", 2, 2, 2), card("y", 31, 31, -9), "games_won"),
        (card("x", 12, -2), card("y", 11, -1), "plus"),
    ],
)
def test_app_a_20_tie_breakers_in_order(better: Card, worse: Card, by: str) -> None:
    ranking = rank_acc({"y": worse, "x": better})
    assert ranking.order == ("x", "y")
    assert [(place.rank, place.by) for place in ranking.places] == [(1, ""), (2, by)]
    assert ranking.ties == ()


def test_app_a_20_e_head_to_head_where_they_met() -> None:
    games = [(1, "x", "y"), (2, "x", "z"), (2, "y", "w")]
    cards = cards_of([(1, "x", "y", 5), (2, "x", "z", -5), (2, "y", "w", 5)])
    cards |= {"x": cards["x"].with_line(2, Line.of(-5)), "y": cards["y"].with_line(2, Line.of(5))}
    ranking = rank_acc({"y": cards["y"], "x": cards["x"]}, games)
    assert ranking.order == ("x", "y")
    assert ranking.places[1].by == "head_to_head"


def test_app_a_20_f_a_game_where_they_did_not_meet() -> None:
    cards = {"x": card("x", 5, -5), "y": card("y", 5, -5)}
    tied = rank_acc(cards)
    assert tied.ties == (("x", "y"),)
    assert tied.last_resort == PLAYOFF
    assert all(place.tied and place.rank == 1 for place in tied.places)
    decided = rank_acc(cards, decided=[("y", "x")])
    assert decided.order == ("y", "x")
    assert decided.places[1].by == "playoff_game"


def test_app_a_20_e_three_of_whom_two_never_met_need_a_game() -> None:
    cards = {one: card(one, 5, -5) for one in "xyz"}
    assert rank_acc(cards, [(1, "x", "y"), (2, "y", "z")]).ties == (("x", "y", "z"),)


FOUR = [
    (1, "a", "c"), (2, "a", "d"), (3, "b", "a"), (2, "b", "c"), (3, "c", "d"), (1, "d", "b"),
]  # fmt: skip
"""(game, winner, loser) among four: two of them won twice, two once."""


def test_app_a_20_e_is_asked_again_of_those_whom_it_leaves_together() -> None:
    outside = [(4, "p", "a"), (4, "q", "b"), (4, "c", "r"), (4, "d", "s")]
    cards = cards_of([(game, winner, loser, 5) for game, winner, loser in FOUR + outside])
    ranking = rank_acc({one: cards[one] for one in "abcd"}, FOUR)
    assert ranking.order == ("b", "a", "c", "d"), "b beat a, c beat d"
    assert ranking.ties == ()
    assert [place.by for place in ranking.places[1:]] == ["head_to_head"] * 3


def test_app_a_20_e_is_asked_again_after_a_game_has_cut_a_tie_down() -> None:
    cards = {one: card(one, 5, -5) for one in "xyz"}
    cards["y"] = card("y", 5, -5)
    met = [(1, "y", "z")]
    cards["z"] = Card("z", {1: Line.of(-5), 2: Line.of(5)})
    ranking = rank_acc(cards, met, decided=[("x", "y"), ("x", "z")])
    assert ranking.order == ("x", "y", "z")
    assert ranking.ties == (), "y beat z in the qualifying round"


def test_head_to_head_counts_a_game_only_where_both_cards_tell_it_alike() -> None:
    cards = {"x": card("x", 5, -5), "y": card("y", 5, -5)}
    assert rank_acc(cards, [(1, "x", "y")]).ties == (("x", "y"),)


def test_13_2_b_qualifiers_and_the_high_non_qualifier() -> None:
    cards = {str(n): card(str(n), n) for n in range(1, 14)}
    cut = qualify(rank_acc(cards))
    assert cut.qualifiers == ("13", "12", "11", "10")
    assert cut.high_non_qualifier == "9"
    assert cut.ties == ()
    assert qualify(rank_acc(cards), entrants=40).high_non_qualifier == "3"
    assert qualify(rank_acc({"1": card("1", 4)})).high_non_qualifier is None


def test_13_2_b_a_tie_across_the_cut_is_listed_and_one_below_is_not() -> None:
    cards = {one: card(one, net) for one, net in zip("abcdefgh", (9, 8, 8, 8, 4, 3, 2, 2), strict=True)}
    assert qualify(rank_acc(cards)).ties == (("b", "c", "d"),)


# --- Alberta and Corporate ------------------------------------------------------------------------------


def test_alberta_15_win_points_then_total_points() -> None:
    scores = [Score(1, "a", "b", 121, 100), Score(2, "b", "c", 121, 90), Score(3, "c", "a", 121, 119)]
    ranking = rank_alberta("abc", scores)
    assert ranking.order == ("a", "b", "c")
    assert [place.by for place in ranking.places] == ["", "total_points", "total_points"]
    assert ranking.last_resort == OFFICIAL


def test_alberta_15_c_who_beat_whom_among_the_tied() -> None:
    scores = [Score(1, "b", "a", 121, 100), Score(2, "a", "c", 121, 90), Score(3, "b", "c", 100, 121)]
    ranking = rank_alberta("ab", scores)
    assert ranking.order == ("b", "a")
    assert ranking.places[1].by == "who_beat_whom"


def test_alberta_15_at_the_provincials_a_single_game_settles_the_last_two() -> None:
    scores = [Score(1, "a", "b", 121, 100), Score(2, "b", "a", 121, 100)]
    assert rank_alberta("ab", scores).ties == (("a", "b"),)
    tied = rank_alberta("ab", scores, provincial=True)
    assert (tied.ties, tied.last_resort) == ((("a", "b"),), PLAYOFF)
    assert rank_alberta("ab", scores, provincial=True, decided=[("b", "a")]).order == ("b", "a")


def test_alberta_15_who_never_played_comes_last() -> None:
    assert rank_alberta("xab", [Score(1, "a", "b", 121, 3)]).order == ("a", "b", "x")


def test_corporate_ties_ratio_then_spread_of_the_first_win() -> None:
    companies = {"P": ("PA", "PB"), "Q": ("QA", "QB"), "R": ("RA",)}
    scores = [
        Score(1, "PA", "X", 121, 100),
        Score(2, "PB", "X", 121, 80),
        Score(1, "QA", "X", 121, 90),
        Score(2, "QB", "X", 121, 90),
        Score(1, "X", "RA", 60, 121),
        Score(2, "RA", "X", 121, 0, default=True),
    ]
    ranking = rank_corporate(companies, scores)
    assert ranking.order == ("R", "Q", "P")
    assert [place.by for place in ranking.places] == ["", "ratio", "win_spreads"]
    assert scores[4].loser == "X"


def test_corporate_points_against_nobody_are_the_best_ratio() -> None:
    companies = {"P": ("PA",), "Q": ("QA",), "N": ("NA",)}
    scores = [Score(1, "PA", "X", 121, 1), Score(1, "QA", "X", 121, 0)]
    assert rank_corporate(companies, scores).order == ("Q", "P", "N")


def test_corporate_challenge_points() -> None:
    assert [challenge_points(place) for place in range(1, 9)] == [20, 18, 16, 14, 13, 11, 10, 10]


def test_corporate_ties_at_time() -> None:
    assert at_time(100, 90, 3, 3) is AtTime.DECIDED
    assert at_time(100, 100, 4, 3) is AtTime.ONE_MORE_HAND
    assert at_time(100, 100, 3, 3) is AtTime.CUT
    assert at_time(105, 105, 4, 4, after_extra_hand=True) is AtTime.CUT


# --- 13.1 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minutes", "best_of", "games"),
    [(5, 3, 0), (5.1, 3, 1), (19.9, 3, 1), (20, 3, 2), (60, 3, 2), (35, 5, 3), (6, 1, 1), (500, 7, 4)],
)
def test_13_1_games_of_an_absent_qualifier(minutes: float, best_of: int, games: int) -> None:
    assert games_forfeited(minutes, best_of) == games


@pytest.mark.parametrize(
    ("games", "best_of", "minutes"), [(0, 3, 5), (1, 3, 20), (2, 3, None), (2, 5, 35), (3, 5, None)]
)
def test_13_1_when_the_next_game_is_lost(games: int, best_of: int, minutes: float | None) -> None:
    assert next_forfeit_min(games, best_of) == minutes
    if minutes is not None:
        assert games_forfeited(minutes - 0.1, best_of) == games
        assert games_forfeited(minutes + 0.1, best_of) == games + 1


def test_what_gives_a_game_by_ten_depends_on_the_edition() -> None:
    assert [one.rule for one in remedies_of("acc-2025")] == ["11.4", "11.5.b"]
    assert [one.rule for one in remedies_of("acc-2020")] == ["11.4.b"]
    assert remedies_of("hoyle") == ()


def test_corporate_what_an_absence_costs() -> None:
    assert [company_points(None, why) for why in Absence] == [-5, -10, -5]
    assert [company_points(place) for place in (None, 1, 7)] == [0, 20, 10]
    assert [medal(place) for place in (1, 2, 3, 4)] == ["gold", "silver", "bronze", ""]


# --- 13.2 -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not VECTORS.exists(), reason="the worked vectors are not beside this checkout")
def test_13_2_c_charts_as_printed() -> None:
    vectors = json.loads(VECTORS.read_text())
    for entrants, pairs in vectors["entrants_range_to_first_round_pairings"].items():
        for number in map(int, entrants.split("-")):
            assert [list(pair) for pair in bracket(number).pairs] == pairs
    for example in vectors["examples"]:
        drawn = bracket(example["entrants"])
        assert drawn.numbers.qualifiers == example["qualifiers"]
        assert drawn.size == example["bracket"]
        assert len(drawn.byes) == example["byes"]
        assert drawn.numbers.first_round_players == example["first_round_players"]


@pytest.mark.parametrize("size", sorted(CHARTS))
def test_13_2_c_every_chart_folds_into_the_smaller_one(size: int) -> None:
    drawn = bracket(4 * size)
    assert sorted(seed for pair in drawn.pairs for seed in pair) == list(range(1, size + 1))
    assert all(high + low == size + 1 for high, low in drawn.pairs)
    if size > 4:
        winners = {(0, line): high for line, (high, _) in enumerate(drawn.pairs)}
        second = [{match.high, match.low} for match in drawn.rounds(winners)[1]]
        assert second == [set(pair) for pair in bracket(2 * size).pairs]


@pytest.mark.parametrize("entrants", range(12, MOST + 1))
def test_13_2_d_byes_go_to_the_highest_and_the_second_round_is_full(entrants: int) -> None:
    drawn = bracket(entrants)
    first = drawn.rounds()[0]
    assert tuple(sorted(match.high for match in first if match.bye)) == drawn.byes  # type: ignore[type-var]
    assert all(match.low is None for match in first if match.bye)
    playing = {seed for match in first if match.is_ready for seed in (match.high, match.low)}
    assert playing == set(range(drawn.numbers.byes + 1, drawn.numbers.qualifiers + 1))
    winners = {(0, match.line): match.high or 0 for match in first}
    assert all(match.is_ready for match in drawn.rounds(winners)[1])


@pytest.mark.parametrize("entrants", [0, 8, 9, 11, 257])
def test_13_2_c_outside_the_charts_it_is_refused_with_the_rule(entrants: int) -> None:
    with pytest.raises(NoChart, match=r"13\.2\.c: 12 to 256"):
        bracket(entrants)


def test_a_bracket_is_played_down_to_one() -> None:
    drawn = bracket(20)
    winners = {(0, 1): 5, (1, 0): 1, (1, 1): 2, (2, 0): 2}
    assert drawn.rounds(winners)[0][1] == Match(0, 1, 4, 5, winner=5)
    assert drawn.rounds(winners)[1] == (Match(1, 0, 1, 5, winner=1), Match(1, 1, 3, 2, winner=2))
    assert drawn.champion(winners) == 2
    assert drawn.champion({(0, 1): 5}) is None


def test_a_winner_who_does_not_play_there_is_not_believed() -> None:
    assert bracket(20).rounds({(0, 1): 7})[0][1].winner is None
    assert isinstance(bracket(20), Bracket)


# --- appendix A -----------------------------------------------------------------------------------------


def test_app_a_2_how_many_checkers() -> None:
    assert [checkers_needed(n) for n in (12, 24, 25)] == [2, 2, 3]


def test_app_a_both_editions_are_whole_lists() -> None:
    assert [step.rule for step in STEPS["acc-2025"]] == [str(n) for n in range(1, 25)]
    assert [step.rule for step in STEPS["acc-2020"] if not step.before] == [str(n) for n in range(2, 15)]
    assert sum(step.before for step in STEPS["acc-2025"]) == 6


# --- formats --------------------------------------------------------------------------------------------


def test_formats_are_found_by_name_and_others_refused() -> None:
    assert find_format("grass-roots").games == 9
    assert find_format("acc-alternate").first_deal == "alternate"
    assert find_format("alberta-provincial").times == 2
    assert {each.playoffs for each in FORMATS.values() if each.profile != "acc-2025"} == {False}
    with pytest.raises(UnknownFormat, match="grass-roots"):
        find_format("swiss")
