"""Who plays decides about no game of their own: neither gives one away, nor says who has won a match or a tie, nor
what is lost by coming late. The first result of a game they may enter, or no small club could play."""

from __future__ import annotations

from collections.abc import Callable

from refusals import refused

from club.desk import Desk
from cribbage.tournament.scorecards import Line

Night = Callable[..., int]


def field(desk: Desk, night: Night) -> int:
    """Fourteen players and all their games; the lower the number, the more won."""
    event = night(14, "acc-cut", 13)
    for m in desk.evening(event).meetings:
        desk.write_game(event, "Dora", m.game, m.one, (int(m.other or 0) - int(m.one)) * 2)
    return event


def test_nobody_gives_a_game_of_their_own_away_nor_takes_one(desk: Desk, night: Night) -> None:
    event = night()
    other = str(desk.evening(event).meeting("1", 1).other)  # type: ignore[union-attr]
    for owner in ("1", other):
        refused("own", lambda owner=owner: desk.forfeit(event, "Ann", owner, 1, "11.4"))  # type: ignore[misc]
    assert desk.evening(event).lines == {}
    desk.forfeit(event, "Bob", "1", 1, "11.4")
    assert desk.evening(event).cards["1"].line(1) == Line("L", 10, "-"), "a director who plays elsewhere may"


def test_nobody_says_that_a_tie_of_their_own_is_won(desk: Desk, night: Night) -> None:
    event = night(3, "free", drawn=False)
    desk.free_game(event, "Dora", "1", "3", 5)
    desk.free_game(event, "Dora", "2", "3", 5)
    for who in ("Ann", "bob"):
        refused("own", lambda who=who: desk.decide(event, who, "1", "2"))  # type: ignore[misc]
    desk.decide(event, "Cy", "2", "1")
    assert desk.evening(event).cut.ties == ()


def test_nobody_decides_a_match_of_their_own_nor_what_is_lost_in_it(desk: Desk, night: Night) -> None:
    event = field(desk, night)
    desk.wall = lambda: 10_000.0
    desk.start_playoffs(event, "Ann", best_of=5)
    before = desk.evening(event).last
    for who in ("Ann", "Dee"):  # seeds 1 and 4 meet in the first match
        refused("own", lambda who=who: desk.match(event, who, 0, 0, 1))  # type: ignore[misc]
        refused("own", lambda who=who: desk.refused_ruling(event, who, 0, 0, 4))  # type: ignore[misc]
        refused("own", lambda who=who: desk.await_(event, who, 0, 0, 4, 9_000.0))  # type: ignore[misc]
    assert desk.evening(event).last == before, "nothing was written"
    desk.await_(event, "Bob", 0, 0, 4, 10_000.0 - 6 * 60)
    refused("own", lambda: desk.appeared(event, "Ann", 0, 0, 4))
    assert desk.appeared(event, "Bob", 0, 0, 4) == 1
    desk.match(event, "Bob", 0, 0, 1)
    desk.match(event, "Ann", 0, 1, 2)
    refused("own", lambda: desk.match(event, "Ann", 1, 0, 1))
    desk.match(event, "Dora", 1, 0, 2)
    assert desk.evening(event).bracket.champion(desk.evening(event).winners) == 2


def test_the_first_result_of_a_game_a_director_who_plays_may_enter(desk: Desk, night: Night) -> None:
    """So one director who plays runs a club night; corrections, and what is given away, another one makes."""
    event = night()
    for m in desk.evening(event).meetings:
        desk.write_game(event, "Ann", m.game, m.one, 5)
    assert not desk.evening(event).missing
    desk.announce(event, "Ann")
