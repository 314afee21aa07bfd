"""Charts: everybody plays, nobody twice against the same one too early, nobody against themselves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribbage.tournament.rotation import (
    BadChart,
    Round,
    circle,
    corporate,
    first_dealers,
    odd_and_even,
    round_robin,
    tables_of,
    winners_stay,
)

SEATS = st.integers(2, 30)


def meetings(rounds: tuple[Round, ...]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for each in rounds for pair in each.pairs)


@settings(deadline=None)
@given(SEATS, st.integers(1, 30))
def test_in_every_game_everybody_plays_once_or_sits(seats: int, games: int) -> None:
    for chart in (circle(seats, games), odd_and_even(seats, games)):
        assert len(chart) == games
        for each in chart:
            at = [seat for pair in each.pairs for seat in pair] + ([each.sits] if each.sits else [])
            assert sorted(at) == list(range(1, seats + 1))
            assert (each.sits is None) == (seats % 2 == 0)


@settings(deadline=None)
@given(SEATS)
def test_circle_nobody_meets_twice_before_everybody_has_met(seats: int) -> None:
    whole = seats - 1 if seats % 2 == 0 else seats
    met = meetings(circle(seats, whole))
    assert met == dict.fromkeys(map(frozenset, combinations(range(1, seats + 1), 2)), 1)


@settings(deadline=None)
@given(st.integers(1, 14).map(lambda n: 2 * n + 1))
def test_circle_with_an_odd_number_each_sits_out_once(seats: int) -> None:
    assert sorted(each.sits or 0 for each in circle(seats, seats)) == list(range(1, seats + 1))


def test_circle_the_anchor_keeps_its_place_and_the_others_move_one() -> None:
    one, two, *_ = circle(6, 5)
    assert one.pairs == ((1, 6), (2, 5), (3, 4))
    assert two.pairs == ((1, 5), (6, 4), (2, 3))


def test_alberta_15_double_round_robin_two_in_a_row_fourteen_a_day() -> None:
    day = round_robin(8, times=2, consecutive=True)
    assert len(day) == 14
    assert all(day[i] == day[i + 1] for i in range(0, 14, 2))
    assert set(meetings(day).values()) == {2}
    assert round_robin(8, times=2) == (*round_robin(8), *round_robin(8))


@settings(deadline=None)
@given(SEATS)
def test_app_b_odd_and_even_all_of_the_other_kind_are_met_once(teams: int) -> None:
    tables = (teams + 1) // 2
    met = meetings(odd_and_even(teams, tables))
    assert set(met.values()) == {1}
    assert all(sum(pair) % 2 for pair in met)
    assert len(met) == tables * (teams // 2)


def test_app_b_odd_and_even_move_in_opposite_directions() -> None:
    one, two, *_ = odd_and_even(6, 3)
    tables = [{seat: t for t, pair in enumerate(each.pairs) for seat in pair} for each in (one, two)]
    assert {(tables[1][seat] - tables[0][seat]) % 3 for seat in (1, 3, 5)} == {1}
    assert {(tables[1][seat] - tables[0][seat]) % 3 for seat in (2, 4, 6)} == {2}


def test_app_b_winners_stay_and_losers_move() -> None:
    first = Round(((1, 2), (3, 4), (5, 6)))
    assert winners_stay(first, [1, 4, 5]) == Round(((1, 6), (4, 2), (5, 3)))
    assert winners_stay(Round(((1, 2), (3, 4)), sits=5), [2, 3]) == Round(((2, 5), (3, 1)), sits=4)
    for winners in ([1, 4], [1, 2, 4, 5]):
        with pytest.raises(BadChart, match="which one"):
            winners_stay(first, winners)


@pytest.mark.parametrize("companies", range(2, 31))
def test_corporate_no_company_meets_itself_and_a_pairs_stay(companies: int) -> None:
    evening = corporate(companies)
    assert len(evening) == 6
    for game in evening:
        assert (
            [table.home for table in game] == [table.table for table in game] == list(range(1, companies + 1))
        )
        assert sorted(table.away for table in game) == list(range(1, companies + 1))
        assert all(table.home != table.away for table in game)
    for company in range(1, companies + 1):
        a = [table.away for game in evening for table in game if table.home == company]
        b = [table.home for game in evening for table in game if table.away == company]
        if companies >= 7:
            assert len(set(a)) == len(set(b)) == 6
        if companies >= 13:
            assert not set(a) & set(b)


def test_corporate_b_pairs_move_one_table_on() -> None:
    at = [{table.away: table.table for table in game} for game in corporate(14)]
    assert {(later[c] - now[c]) % 14 for now, later in pairwise(at) for c in now} == {1}


@settings(deadline=None)
@given(SEATS, st.integers(1, 24))
def test_4_1_a_alternate_deal_is_shared_out(seats: int, games: int) -> None:
    rounds = circle(seats, games)
    dealers = first_dealers(rounds)
    assert all(
        dealer in pair
        for each, chosen in zip(rounds, dealers, strict=True)
        for pair, dealer in zip(each.pairs, chosen, strict=True)
    )
    played = Counter(seat for each in rounds for pair in each.pairs for seat in pair)
    dealt = Counter(seat for chosen in dealers for seat in chosen)
    assert all(abs(2 * dealt[seat] - played[seat]) <= 4 for seat in played)


@settings(deadline=None)
@given(st.integers(2, 400))
def test_app_a_1_tables_of_fewer_than_thirty(entrants: int) -> None:
    sizes = tables_of(entrants)
    assert sum(sizes) == entrants
    assert max(sizes) < 30
    assert sum(size % 2 for size in sizes) == entrants % 2
    assert max(sizes) - min(sizes) <= 3


@pytest.mark.parametrize("make", [lambda: circle(1, 3), lambda: circle(4, 0), lambda: tables_of(1)])
def test_a_chart_for_nobody_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadChart, match="at least"):
        make()
