"""What the books ask of the organizer of an event, rule by rule, where the desk did it otherwise or not at all
before."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from browsers import one_click
from flask.testing import FlaskClient

from club.desk import Desk
from club.errors import ClubError
from club.lists import EntryRow
from cribbage.log.wire import FinishedGame
from cribbage.tournament.scorecards import Line
from pegwatch.simulated.evening import play
from webui.club.app import build_club_app
from webui.club.site import ClubSite
from webui.club.view import remedies_view

Night = Callable[..., int]


@pytest.fixture
def dora(desk: Desk) -> FlaskClient:
    """A director who is logged in."""
    site = ClubSite(desk, b"k" * 32, None, "Riverside")
    site.director = lambda _request: "Dora"  # type: ignore[method-assign]
    return build_club_app(site).test_client()


def page(client: FlaskClient, path: str) -> str:
    return client.get(path).get_data(as_text=True)


def played(desk: Desk, event: int) -> None:
    for (game, one, _), net in play(desk.evening(event), 3).items():
        desk.write_game(event, "Dora", game, one, net)


@pytest.mark.parametrize(("games", "expected"), [(0, 7), (4, 4), (14, 14), (28, 28)])
def test_alberta_15_a_round_robin_may_be_cut_short_or_played_again_on_a_second_day(
    games: int, expected: int, night: Night, desk: Desk
) -> None:
    event = night(8, "alberta-round-robin", games)
    chart = desk.evening(event).chart
    assert len(chart) == expected
    assert all(len(each) == 4 for each in chart)


def test_alberta_15_two_days_of_the_provincials_are_twice_fourteen_matches_two_at_a_time(
    night: Night, desk: Desk
) -> None:
    event = night(8, "alberta-provincial", 28)
    against = [
        m.other if m.one == "1" else m.one
        for each in desk.evening(event).chart
        for m in each
        if "1" in (m.one, m.other)
    ]
    assert len(against) == 28
    assert against[::2] == against[1::2]
    assert against[:14] == against[14:]
    assert len(set(against)) == 7


def test_app_b_a_round_robin_of_doubles_goes_by_teams_and_games(night: Night, desk: Desk) -> None:
    assert len(desk.evening(night(6, "doubles-round-robin", 3)).chart) == 3


def test_app_b_c_an_odd_team_sits_out_where_winners_stay_and_comes_in_for_the_last_loser(
    night: Night, desk: Desk
) -> None:
    event = night(5, "doubles-winners-stay", 3)
    for game in (1, 2, 3):
        here = [m for m in desk.evening(event).meetings if m.game == game]
        assert len(here) == 2
        for m in here:
            desk.write_game(event, "Dora", game, m.one, 5)
        if game < 3:
            desk.stay(event, "Dora", game)
    sat = [m.one for each in desk.evening(event).chart for m in each if m.other is None]
    assert len(set(sat)) == 3
    with pytest.raises(ClubError, match="seats are drawn"):
        desk.enter(event, "Dora", [EntryRow("Late")])


def test_app_b_c_where_a_team_is_away_the_other_one_stays(night: Night, desk: Desk) -> None:
    event = night(4, "doubles-winners-stay", 3)
    first = desk.evening(event).chart[0]
    gone, stays = first[0].one, first[0].other
    desk.withdraw(event, "Dora", gone, 0)
    desk.write_game(event, "Dora", 1, first[1].one, 5)
    desk.stay(event, "Dora", 1)
    assert desk.evening(event).stayed[1] == (stays, first[1].one)


def test_corporate_set_up_only_pair_b_can_sit_at_the_wrong_table(night: Night, desk: Desk) -> None:
    evening = desk.evening(night(3, "corporate", 6))
    assert [key for _, key in remedies_view(evening, "1A")] == ["cannot", "wrecked"]
    assert [key for _, key in remedies_view(evening, "1B")] == ["cannot", "wrong-table", "wrecked"]


def test_corporate_4_a_player_who_wrecks_the_board_loses_121_to_0(
    night: Night, desk: Desk, dora: FlaskClient
) -> None:
    event = night(3, "corporate", 6)
    assert "knocked over or turned the board" in page(dora, f"/events/{event}/entries")
    desk.forfeit(event, "Dora", "1A", 1, "rule 4")
    (score,) = desk.evening(event).scores.values()
    assert score.of("1A") == (0, 121)


def test_11_4_a_player_who_comes_back_too_late_may_be_disqualified_and_does_not_qualify(
    night: Night, desk: Desk
) -> None:
    event = night(12, "acc-cut", 4)
    played(desk, event)
    best = desk.evening(event).ranking.order[0]
    desk.withdraw(event, "Dora", best, 4, removed=True)
    evening = desk.evening(event)
    assert best not in evening.cut.qualifiers
    assert len(evening.cut.qualifiers) == 3


def test_4_2_d_halfway_the_director_is_told_to_replace_the_decks(
    night: Night, desk: Desk, dora: FlaskClient
) -> None:
    event = night(4, "acc-cut", 4)
    for number, told in ((1, False), (2, False), (3, True), (4, False)):
        assert ("4.2.d" in page(dora, f"/events/{event}")) is told, number
        for m in [m for m in desk.evening(event).meetings if m.game == number]:
            desk.write_game(event, "Dora", number, m.one, 9)


@pytest.mark.parametrize("where", ["standings", "check"])
def test_a_23_the_low_qualifying_score_and_the_high_non_qualifier_stand_ready(
    where: str, night: Night, desk: Desk, dora: FlaskClient
) -> None:
    event = night(12, "acc-cut", 4)
    played(desk, event)
    low, high = (desk.evening(event).ranking.order[n] for n in (2, 3))
    said = page(dora, f"/events/{event}/{where}")
    for label, who in (("Low qualifying score", low), ("High non-qualifier", high)):
        sums = desk.evening(event).cards[who].totals()
        text = f"{sums.game_points} game points, {sums.games_won} games won, {sums.net:+d}"
        assert re.search(rf"{label}:</b> {re.escape(text)}", said), label


def test_12_2_g_totals_on_the_paper_are_held_against_its_lines(
    night: Night, desk: Desk, dora: FlaskClient
) -> None:
    event = night()
    desk.write_line(event, "Dora", "1", 1, Line("W", 31, "+"))
    desk.write_line(event, "Dora", "1", 2, Line("W", 4, "+"))
    card = f"/events/{event}/cards/1"
    assert "They do." in page(dora, f"{card}?game_points=5&games_won=2&net=%2B35")
    said = page(dora, f"{card}?game_points=2&games_won=5&plus=34")
    assert "Games won: the paper says 5, its lines make 2." in said
    assert "changed places" in said
    assert "Plus: the paper says 34, its lines make 35." in said
    assert "the paper says" not in page(dora, f"{card}?plus=many")


def test_jp_g_a_corrected_name_is_still_an_owner_of_the_card(night: Night, desk: Desk) -> None:
    event = night()
    desk.rename(event, "Dora", "1", EntryRow("Anne", (), "CA7"))
    desk.write_game(event, "Dora", 1, "1", 9)
    assert desk.evening(event).name_of("1") == "Anne"
    with pytest.raises(ClubError, match="card of their own"):
        desk.write_line(event, "Ann", "1", 1, Line("W", 12, "+"), "12.2.a")
    with pytest.raises(ClubError, match="entered already"):
        desk.rename(event, "Dora", "1", EntryRow("bob"))


def test_an_entry_can_be_struck_until_the_seats_are_drawn(night: Night, desk: Desk) -> None:
    event = night(4, drawn=False)
    desk.strike(event, "Dora", "2")
    desk.draw(event, "Dora")
    assert [e.name for e in desk.evening(event).entries.values()] == ["Ann", "Cy", "Dee"]
    with pytest.raises(ClubError, match="seats are drawn"):
        desk.strike(event, "Dora", "1")


def test_an_event_prepared_for_next_week_takes_no_game_of_tonight(night: Night, desk: Desk) -> None:
    tonight, next_week = night(), night(drawn=False)
    game = FinishedGame(
        "s", 1, 1, {"A": "Ann", "B": "Dee"}, {"A": 121, "B": 100}, "club", "acc-2025", time.time()
    )
    assert desk.keep("1", "s", 1, game.body())
    one_click(desk)
    assert len(desk.evening(tonight).history) == 2
    assert desk.evening(next_week).history == []
