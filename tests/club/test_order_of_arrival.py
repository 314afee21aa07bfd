"""Whatever the order in which verified games come in, each stands where it was played: by the numbers of a table's
stream, between tables by the time it began."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browsers import one_click
from hypothesis import given, settings
from hypothesis import strategies as st

from club.desk import Desk
from club.lists import EntryRow
from club.store import SqliteDatabase, Store
from club.verifiedgames import VerifiedGame, in_order
from cribbage.log.wire import FinishedGame
from cribbage.tournament.scorecards import Line
from pegwatch.simulated.evening import play

Night = Callable[..., int]


def games_of(desk: Desk, event: int, seed: int) -> list[tuple[str, FinishedGame]]:
    """Every game of an event as its tables tell it, in the order played."""
    evening = desk.evening(event)
    numbers: dict[int, int] = {}
    found = []
    for clock, ((game, one, other), net) in enumerate(sorted(play(evening, seed).items())):
        board = next(m.board for m in evening.chart[game - 1] if m.one == one)
        numbers[board] = n = numbers.get(board, 0) + 1
        names = {"A": evening.name_of(one), "B": evening.name_of(other)}
        scores = {"A": 121 if net > 0 else 121 + net, "B": 121 if net < 0 else 121 - net}
        began = time.time() + clock
        told = FinishedGame(f"s{board}", n, n, names, scores, "club", evening.edition, began)
        found.append((str(board), told))
    return found


def told(desk: Desk, games: list[tuple[str, FinishedGame]]) -> None:
    for table, game in games:
        assert desk.keep(table, game.stream, game.n, game.body())
        one_click(desk)


@pytest.mark.parametrize("form", ["acc-cut", "alberta-provincial", "doubles-captains"])
@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_any_order_of_arrival_gives_the_same_cards(form: str, seed: int) -> None:
    """Four players and nine games, or the Provincials: everybody meets everybody two or three times."""
    with closing(Store(SqliteDatabase(Path(":memory:")))) as store:
        desk = Desk(store, lambda _order: None)
        event = desk.create("Dora", "Monday", form, games=9)
        desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(4)])
        desk.draw(event, "Dora")
        games = games_of(desk, event, seed)
        truth = play(desk.evening(event), seed)
        random.Random(seed).shuffle(games)
        told(desk, games)
        evening = desk.evening(event)
        assert evening.missing == ()
        if evening.format.record == "scores":
            found = {place: s.one_score - s.other_score for place, s in evening.scores.items()}
            assert found == truth
        else:
            for (game, one, other), net in truth.items():
                assert evening.cards[one].line(game) == Line.of(net)
                assert evening.cards[other].line(game) == Line.of(-net)
        assert evening.devices == truth


@given(
    st.lists(
        st.tuples(st.sampled_from("12"), st.integers(1, 9), st.integers(0, 3)), unique_by=lambda g: g[:2]
    )
)
def test_the_order_never_depends_on_who_is_named_first_and_keeps_each_tables_numbers(
    games: list[tuple[str, int, int]],
) -> None:
    """Also where a table's clock goes back: its numbers are believed."""
    seen = [VerifiedGame(table, "s", n, float(began), "1", 5, (121, 116)) for table, n, began in games]
    found = in_order(seen)
    assert found == in_order(reversed(seen))
    for table in "12":
        numbers = [game.n for game in found if game.table == table]
        assert numbers == sorted(numbers)


@pytest.fixture
def twice(desk: Desk) -> int:
    """Two players who meet twice."""
    event = desk.create("Dora", "Monday", "acc-cut", games=2)
    desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
    desk.draw(event, "Dora")
    return event


def game(n: int, loser: int, profile: str = "acc-2025") -> tuple[str, FinishedGame]:
    names, scores = {"A": "Ann", "B": "Bob"}, {"A": 121, "B": loser}
    return "1", FinishedGame("s", n, n, names, scores, "club", profile, time.time() + n)


def spreads(desk: Desk, event: int) -> Iterator[int | None]:
    card = desk.evening(event).cards["1"]
    return (card.line(n).spread for n in (1, 2))


def test_a_game_that_was_played_first_and_comes_later_moves_the_other_on(desk: Desk, twice: int) -> None:
    told(desk, [game(2, 100)])
    assert [*spreads(desk, twice)] == [21, None]
    told(desk, [game(1, 110)])
    assert [*spreads(desk, twice)] == [11, 21]
    moved = [written for _, n, written in desk.evening(twice).history if n == 1]
    assert [(w.line.spread, w.was.spread if w.was else None) for w in moved] == [
        (21, None), (21, None), (11, 21), (11, 21),
    ]  # fmt: skip


def test_what_a_person_has_corrected_since_stays_where_it_is(desk: Desk, twice: int) -> None:
    told(desk, [game(2, 100)])
    desk.write_line(twice, "Dora", "1", 1, Line("W", 20, "+"), "12.2.a")
    told(desk, [game(1, 110)])
    assert [*spreads(desk, twice)] == [20, 11]
    assert desk.evening(twice).devices[(1, "1", "2")] == 21


def test_a_game_entered_by_hand_is_recognised_when_its_table_tells_it(desk: Desk, twice: int) -> None:
    desk.write_game(twice, "Dora", 2, "1", 11)
    told(desk, [game(2, 110)])
    assert [*spreads(desk, twice)] == [None, 11]
    told(desk, [game(1, 100)])
    assert [*spreads(desk, twice)] == [21, 11]


def test_scores_entered_by_hand_are_not_doubled_by_the_table_and_stand(desk: Desk) -> None:
    event = desk.create("Dora", "Provincials", "alberta-provincial")
    desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
    desk.draw(event, "Dora")
    desk.write_scores(event, "Dora", 1, "1", (121, 111))
    told(desk, [game(1, 110, "alberta-55plus")])
    evening = desk.evening(event)
    assert [(s.game, s.other_score) for s in evening.scores.values()] == [(1, 111)]
    assert [m.game for m in evening.missing] == [2]
    assert [m.game for m in evening.seen_otherwise] == [1]
    told(desk, [game(2, 100, "alberta-55plus")])
    assert {s.game: s.other_score for s in desk.evening(event).scores.values()} == {1: 111, 2: 100}


def test_a_game_given_without_play_takes_no_game_from_a_table(desk: Desk, twice: int) -> None:
    desk.forfeit(twice, "Dora", "2", 1, "11.4")
    told(desk, [game(1, 100)])
    assert [*spreads(desk, twice)] == [10, 21]


def test_free_play_a_game_by_hand_is_recognised_and_any_other_is_one_more(desk: Desk) -> None:
    event = desk.create("Dora", "Any", "free")
    desk.enter(event, "Dora", [EntryRow("Ann"), EntryRow("Bob")])
    desk.free_game(event, "Dora", "1", "2", 11)
    told(desk, [game(1, 110)])
    assert [*spreads(desk, event)] == [11, None]
    told(desk, [game(2, 100)])
    assert [*spreads(desk, event)] == [11, 21]


def test_what_a_table_saw_otherwise_than_was_entered_is_said_until_it_is_corrected(
    desk: Desk, twice: int
) -> None:
    desk.write_game(twice, "Dora", 1, "1", 12)
    told(desk, [game(1, 100)])
    assert [*spreads(desk, twice)] == [12, None]
    assert [m.game for m in desk.evening(twice).seen_otherwise] == [1]
    for owner, line in (("1", Line.of(21)), ("2", Line.of(-21))):
        desk.write_line(twice, "Dora", owner, 1, line, "typed wrongly")
    assert desk.evening(twice).seen_otherwise == ()
