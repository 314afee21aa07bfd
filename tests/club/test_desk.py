"""The director's desk: what is recorded, what is refused, and what follows for cards, standings and bracket."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from refusals import refused

from club.charts import Meeting
from club.desk import Desk
from club.evening import Evening
from club.lists import EntryRow
from club.store import Told
from cribbage.tournament.forfeits import AtTime
from cribbage.tournament.scorecards import BLANK, Line

Night = Callable[..., int]


def told(a: str, b: str, points: tuple[int, int], n: int = 1, table: str = "7") -> Told:
    scores = {"A": points[0], "B": points[1]}
    return Told(n, table, "s", n, 1e12, {"players": {"A": a, "B": b}, "scores": scores})


def play_all(desk: Desk, event: int, net: Callable[[Meeting], int]) -> None:
    for meeting in desk.evening(event).meetings:
        desk.write_game(event, "Dora", meeting.game, meeting.one, net(meeting))


# --- setting up -----------------------------------------------------------------------------------------


def test_an_event_begins_with_its_format(desk: Desk) -> None:
    event = desk.create("Dora", "  Monday  club ", "grass-roots")
    evening = desk.evening(event)
    assert (evening.name, evening.games, evening.edition) == ("Monday club", 9, "acc-2025")
    refused("event", lambda: desk.evening(event + 1))
    refused("format", lambda: desk.create("Dora", "Monday", "swiss"))
    refused("edition", lambda: desk.create("Dora", "Monday", "acc-cut", games=9, edition="acc-1999"))
    refused("games", lambda: desk.create("Dora", "Monday", "acc-cut"))
    refused("name", lambda: desk.create("Dora", "  ", "grass-roots"))


def test_an_entry_list_is_taken_whole_or_not_at_all(desk: Desk, night: Night) -> None:
    event = night(3, drawn=False)
    refused("twice", lambda: desk.enter(event, "Dora", [EntryRow("Zoe"), EntryRow("ann ")]))
    refused("twice", lambda: desk.enter(event, "Dora", [EntryRow("Zoe"), EntryRow("zoe")]))
    assert len(desk.evening(event).entries) == 3
    assert desk.enter(event, "Dora", [EntryRow("Zoe", ("Zoe", "Zac"), "CA12")]) == ["4"]
    assert desk.evening(event).find("zac") == "4"
    assert desk.evening(event).find("ca12") == "4"


def test_seats_are_drawn_and_not_again_once_a_result_is_in(desk: Desk, night: Night) -> None:
    event = night(4)
    evening = desk.evening(event)
    assert evening.slots == ("1", "2", "3", "4")
    assert evening.chart[0] == (Meeting(1, "1", "4", 1, "1/1", "1/4"), Meeting(1, "2", "3", 2, "1/2", "1/3"))
    refused("again-seats", lambda: desk.draw(event, "Dora", mixed=False))
    desk.draw(event, "Dora", mixed=False, sure=True)
    desk.write_game(event, "Dora", 1, "1", 12)
    refused("begun", lambda: desk.draw(event, "Dora"))
    refused("few", lambda: desk.draw(desk.create("Dora", "Empty", "grass-roots"), "Dora"))


def test_sixty_players_sit_at_tables_of_fewer_than_thirty(desk: Desk) -> None:
    event = desk.create("Dora", "Open", "acc-cut", games=9)
    desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(60)])
    desk.draw(event, "Dora")
    evening = desk.evening(event)
    assert evening.tables == (20, 20, 20)
    boards = [meeting.board for meeting in evening.chart[0]]
    assert boards == list(range(1, 31))
    assert {m.one_seat.split("/")[0] for m in evening.chart[0]} == {"1", "2", "3"}


def test_the_sit_out_goes_round_and_a_late_player_takes_its_place(desk: Desk, night: Night) -> None:
    event = night(5, games=5)
    out = [m.one for each in desk.evening(event).chart for m in each if m.other is None]
    assert sorted(out) == ["1", "2", "3", "4", "5"]
    refused("again-seats", lambda: desk.enter(event, "Dora", [EntryRow("Late"), EntryRow("Later")]))
    assert desk.enter(event, "Dora", [EntryRow("Late")]) == ["6"]
    assert all(m.other is not None for each in desk.evening(event).chart for m in each)


def test_alternate_deal_names_the_first_dealer_and_cut_for_deal_does_not(desk: Desk, night: Night) -> None:
    alternate, cut = night(4, "acc-alternate"), night(4, "acc-cut")
    for meeting in desk.evening(alternate).meetings:
        assert meeting.first_dealer in (meeting.one, meeting.other)
    assert {meeting.first_dealer for meeting in desk.evening(cut).meetings} == {None}


# --- cards ----------------------------------------------------------------------------------------------


def test_both_cards_are_filled_and_zero_padded_lines_come_back(desk: Desk, night: Night) -> None:
    event = night()
    desk.write_game(event, "Dora", 1, "1", -7)
    evening = desk.evening(event)
    assert evening.cards["1"].line(1) == Line("L", 7, "-")
    assert evening.cards["4"].line(1) == Line("W", 7, "+")
    desk.write_game(event, "Dora", 1, "3", 9)
    assert desk.evening(event).cards["2"].line(1) == Line("L", 9, "-")
    refused("spread", lambda: desk.write_game(event, "Dora", 2, "1", 0))
    refused("game", lambda: desk.write_game(event, "Dora", 9, "1", 5))
    refused("owner", lambda: desk.write_game(event, "Dora", 1, "99", 5))


def test_judge_protocol_g_nobody_corrects_a_card_of_his_own(desk: Desk, night: Night) -> None:
    event = night()
    desk.write_line(event, "Ann", "1", 1, Line("W", 7, "+"))
    refused("own", lambda: desk.write_line(event, "ANN", "1", 1, Line("W", 9, "+"), "12.2.a"))
    refused("why", lambda: desk.write_line(event, "Dora", "1", 1, Line("W", 9, "+")))
    desk.write_line(event, "Dora", "1", 1, Line("W", 9, "+"), "12.2.a")
    written = desk.evening(event).lines["1"][1]
    assert (written.source, written.who, written.why, written.was) == (
        "corrected",
        "Dora",
        "12.2.a",
        Line("W", 7, "+"),
    )
    assert [w.line.spread for _, _, w in desk.evening(event).history] == [7, 9]
    assert [r.kind for r in desk.store.records(event)].count("line") == 2


def test_the_same_line_again_is_no_correction(desk: Desk, night: Night) -> None:
    event = night()
    for _ in range(2):
        desk.write_line(event, "Dora", "1", 1, Line("W", 7, "+"))
    assert len(desk.evening(event).history) == 1


def test_a_substitute_may_not_correct_the_card_either(desk: Desk, night: Night) -> None:
    event = night()
    desk.write_line(event, "Dora", "1", 1, Line("W", 7, "+"))
    desk.substitute(event, "Dora", "1", "Sue", 2)
    refused("own", lambda: desk.write_line(event, "Sue", "1", 1, BLANK, "mine"))
    assert desk.evening(event).name_of("1", 1) == "Ann"
    assert desk.evening(event).name_of("1", 2) == "Sue"
    refused("twice", lambda: desk.substitute(event, "Dora", "2", "Sue", 2))
    refused("owner", lambda: desk.substitute(event, "Dora", "77", "Tom", 2))


def test_12_2_settling_writes_both_cards_by_its_letters_and_not_ones_own(desk: Desk, night: Night) -> None:
    event = night(4, "acc-cut")
    play_all(desk, event, lambda m: 20 if m.one == "1" else 5)
    game = desk.evening(event).meeting("1", 1)
    assert game is not None
    desk.write_line(event, "Dora", game.other or "", 1, Line("L", 14, "-"), "as on the paper")
    (found,) = desk.evening(event).checked.disagreements
    assert found.settlement.steps == ("a",)
    refused("own", lambda: desk.settle(event, "Ann", 1, "1"))
    desk.settle(event, "Dora", 1, "1")
    evening = desk.evening(event)
    assert evening.checked.disagreements == ()
    assert evening.lines["1"][1].why == "12.2.a"
    assert evening.cards["1"].line(1).spread == 14
    refused("agree", lambda: desk.settle(event, "Dora", 1, "1"))


def test_11_4_a_late_return_gives_one_game_by_ten_and_only_one(desk: Desk, night: Night) -> None:
    event = night()
    desk.forfeit(event, "Dora", "1", 1, "11.4")
    evening = desk.evening(event)
    opponent = evening.meeting("1", 1)
    assert opponent is not None
    assert evening.cards["1"].line(1) == Line("L", 10, "-")
    assert evening.cards[str(opponent.other)].line(1).game_points() == 2
    refused("lunch", lambda: desk.forfeit(event, "Dora", "1", 2, "11.4"))
    refused("played", lambda: desk.forfeit(event, "Dora", "1", 1, "11.5.b"))


def test_somebody_who_leaves_makes_the_others_sit_out_and_may_come_back(desk: Desk, night: Night) -> None:
    event = night()
    desk.withdraw(event, "Dora", "4", 1)
    assert len(desk.evening(event).meetings) == 4
    assert desk.evening(event).meeting("4", 2) is None
    desk.come_back(event, "Dora", "4")
    assert len(desk.evening(event).meetings) == 6
    desk.withdraw(event, "Dora", "4", 1)
    desk.substitute(event, "Dora", "4", "Sue", 2)
    assert len(desk.evening(event).meetings) == 6


# --- games from tables ----------------------------------------------------------------------------------


def test_a_verified_game_fills_both_cards_where_nothing_was_written(desk: Desk, night: Night) -> None:
    event = night()
    assert desk.take(event, told("Dee", "ann", (121, 90)))
    evening = desk.evening(event)
    assert evening.cards["4"].line(1) == Line("W", 31, "+")
    assert evening.lines["1"][1].source == "device"
    assert desk.take(event, told("Dee", "ann", (121, 90)))
    assert len(desk.evening(event).history) == 2


def test_what_a_player_wrote_stands_beside_what_the_table_saw(desk: Desk, night: Night) -> None:
    event = night()
    desk.write_line(event, "Dora", "1", 1, Line("W", 13, "+"))
    assert desk.take(event, told("Ann", "Dee", (121, 90)))
    evening = desk.evening(event)
    assert evening.cards["1"].line(1).spread == 13
    assert evening.cards["4"].line(1) == Line("L", 31, "-")
    assert evening.devices[(1, "1", "4")] == 31


@pytest.mark.parametrize(("a", "b"), [("Ann", "Nobody"), ("Ann", "Ann")])
def test_a_game_that_belongs_nowhere_stays_in_the_list(desk: Desk, night: Night, a: str, b: str) -> None:
    event = night()
    desk.store.tell("7", "s", 1, {"players": {"A": a, "B": b}, "scores": {"A": 121, "B": 90}})
    (game,) = desk.unplaced(event)
    assert not desk.take(event, game)
    assert desk.unplaced(event) == [game]
    assert desk.evening(event).history == []


def test_a_second_game_of_two_who_meet_once_is_not_forced_in(desk: Desk, night: Night) -> None:
    event = night()
    assert desk.take(event, told("Ann", "Dee", (121, 90), 1))
    assert not desk.take(event, told("Ann", "Dee", (121, 80), 2))


def test_free_play_takes_games_as_they_come(desk: Desk, night: Night) -> None:
    event = night(3, "free", drawn=False)
    assert desk.take(event, told("Ann", "Bob", (100, 121), 1))
    assert desk.free_game(event, "Dora", "1", "2", 31) == 2
    assert [card.totals().game_points for card in desk.evening(event).cards.values()] == [3, 2, 0]
    refused("free", lambda: desk.draw(event, "Dora"))
    refused("same", lambda: desk.free_game(event, "Dora", "1", "1", 5))
    refused("charted", lambda: desk.free_game(night(), "Dora", "1", "2", 5))


# --- other formats --------------------------------------------------------------------------------------


def test_alberta_two_rounds_of_seven_with_raw_scores(desk: Desk, night: Night) -> None:
    event = night(8, "alberta-provincial", 0)
    evening = desk.evening(event)
    assert len(evening.chart) == 14
    desk.write_scores(event, "Dora", 1, "8", (121, 100))
    assert desk.evening(event).ranking.order[0] == "8"
    refused("scores", lambda: desk.write_line(event, "Dora", "1", 1, Line("W", 5, "+")))
    refused("score", lambda: desk.write_scores(event, "Dora", 1, "8", (121, 121)))
    refused("why", lambda: desk.write_scores(event, "Dora", 1, "8", (121, 99)))
    desk.write_scores(event, "Dora", 1, "8", (121, 99), "slip read again")
    desk.write_scores(event, "Dora", 1, "8", (121, 99))
    assert {s.of("8") for s in desk.evening(event).scores.values()} == {(121, 99)}
    refused("own", lambda: desk.write_scores(event, "Hal", 1, "8", (121, 3), "mine"))
    refused("spreads", lambda: desk.write_scores(night(), "Dora", 1, "1", (121, 3)))


def test_corporate_companies_have_two_pairs_and_a_default_is_121_to_nothing(desk: Desk, night: Night) -> None:
    event = night(14, "corporate", 6)
    evening = desk.evening(event)
    assert len(evening.owners) == 28
    assert evening.name_of("1A") == "Ann A"
    assert len(evening.meetings) == 84
    desk.forfeit(event, "Dora", "1B", 1, "set up")
    (score,) = desk.evening(event).scores.values()
    assert score.default
    assert score.of("1B") == (0, 121)
    assert desk.take(event, told("Bob A", desk.evening(event).name_of("1B"), (121, 90))) is False


def test_app_b_winners_stay_needs_a_winner_at_every_table(desk: Desk, night: Night) -> None:
    event = night(4, "doubles-winners-stay")
    assert len(desk.evening(event).chart) == 1
    refused("open", lambda: desk.stay(event, "Dora", 1))
    for meeting in desk.evening(event).chart[0]:
        desk.write_game(event, "Dora", 1, meeting.one, 12)
    desk.stay(event, "Dora", 1)
    second = desk.evening(event).chart[1]
    assert [(m.one, m.other) for m in second] == [("1", "3"), ("2", "4")]
    refused("stay", lambda: desk.stay(event, "Dora", 1))


# --- standings and playoffs -----------------------------------------------------------------------------


def field(desk: Desk, night: Night, games: int = 13) -> int:
    """Fourteen players, thirteen games, so many of them played; the lower the number, the more won."""
    event = night(14, "acc-cut", 13)
    for meeting in desk.evening(event).meetings:
        if meeting.game <= games:
            desk.write_game(
                event, "Dora", meeting.game, meeting.one, (int(meeting.other or 0) - int(meeting.one)) * 2
            )
    return event


def test_13_2_the_bracket_is_drawn_when_everything_is_in(desk: Desk, night: Night) -> None:
    event = night(14, "acc-cut", 13)
    refused("missing", lambda: desk.start_playoffs(event, "Dora"))
    event = field(desk, night)
    desk.start_playoffs(event, "Dora")
    evening = desk.evening(event)
    assert evening.seeds == ("1", "2", "3", "4")
    assert evening.cut.high_non_qualifier == "5"
    desk.match(event, "Dora", 0, 0, 4)
    desk.match(event, "Dora", 0, 0, 1)
    desk.match(event, "Dora", 0, 1, 2)
    desk.match(event, "Dora", 1, 0, 2)
    evening = desk.evening(event)
    assert evening.bracket.champion(evening.winners) == 2
    refused("later", lambda: desk.match(event, "Dora", 0, 1, 3))
    refused("match", lambda: desk.match(event, "Dora", 0, 0, 2))
    refused("match", lambda: desk.match(event, "Dora", 5, 0, 2))


def test_13_2_c_too_few_for_a_chart_is_refused_with_the_rule(desk: Desk, night: Night) -> None:
    event = night(4, "acc-cut")
    play_all(desk, event, lambda m: (int(m.other or 0) - int(m.one)) * 2)
    refused("chart", lambda: desk.start_playoffs(event, "Dora"))


def test_a_tie_at_the_border_is_played_off_first(desk: Desk, night: Night) -> None:
    event = night(3, "free", drawn=False)
    desk.free_game(event, "Dora", "1", "3", 5)
    desk.free_game(event, "Dora", "2", "3", 5)
    assert desk.evening(event).cut.ties == (("1", "2"),)
    refused("tie", lambda: desk.decide(event, "Dora", "1", "3"))
    desk.decide(event, "Dora", "2", "1")
    assert desk.evening(event).cut.ties == ()
    assert desk.evening(event).ranking.order == ("2", "1", "3")


def test_row_33_standings_are_hidden_until_announced(desk: Desk, night: Night) -> None:
    event = night()
    assert not desk.evening(event).announced
    desk.announce(event, "Dora")
    assert desk.evening(event).announced
    desk.announce(event, "Dora", on=False)
    assert not desk.evening(event).announced


def test_steps_of_the_checking_procedure_are_ticked_by_name(desk: Desk, night: Night) -> None:
    event = night()
    desk.tick(event, "Dora", "8")
    desk.tick(event, "Max", "9")
    desk.tick(event, "Dora", "8", off=True)
    assert desk.evening(event).ticks == {"9": "Max"}


# --- calls ----------------------------------------------------------------------------------------------


def test_a_call_stays_until_it_is_answered_and_is_not_doubled(desk: Desk) -> None:
    first = desk.call("table", "Table 7")
    assert desk.call("table", "Table 7") == first
    second = desk.call("table", "Table 9")
    assert [call.table for call in desk.calls()] == ["Table 7", "Table 9"]
    desk.answer("Dora", first)
    assert [call.n for call in desk.calls()] == [second]


def test_an_event_is_the_same_after_a_restart(desk: Desk, night: Night) -> None:
    event = field(desk, night)
    again = Evening.fold(desk.store.records(event))
    assert again.ranking == desk.evening(event).ranking
    assert again.meetings == desk.evening(event).meetings


def test_an_event_that_somebody_looks_at_does_not_change_under_his_hands(desk: Desk, night: Night) -> None:
    event = night()
    before = desk.evening(event)
    assert len(before.missing) == 6
    desk.write_game(event, "Dora", 1, "1", 12)
    assert len(desk.evening(event).missing) == 5
    assert (len(before.missing), before.lines) == (6, {})


def test_a_record_of_a_newer_program_is_passed_over(desk: Desk, night: Night) -> None:
    event = night()
    desk.store.append(event, "Dora", "hologram", {"x": 1})
    assert len(Evening.fold(desk.store.records(event)).entries) == 4


# --- people who are not there ---------------------------------------------------------------------------


def test_11_4_is_about_refusal_in_the_edition_of_2020_and_lunch_is_unknown_to_it(desk: Desk) -> None:
    event = desk.create("Dora", "Old rules", "grass-roots", edition="acc-2020")
    desk.enter(event, "Dora", [EntryRow(name) for name in ("Ann", "Bob", "Cy", "Dee")])
    desk.draw(event, "Dora")
    refused("remedy", lambda: desk.forfeit(event, "Dora", "1", 1, "11.4"))
    desk.forfeit(event, "Dora", "1", 1, "11.4.b")
    assert desk.evening(event).cards["1"].line(1) == Line("L", 10, "-")


def test_11_5_b_a_player_who_refuses_is_out_and_does_not_qualify(desk: Desk, night: Night) -> None:
    event = field(desk, night, games=12)
    evening = desk.evening(event)
    assert evening.cut.qualifiers[0] == "1"
    desk.forfeit(event, "Dora", "1", 13, "11.5.b")
    for meeting in desk.evening(event).missing:
        desk.write_game(event, "Dora", 13, meeting.one, 2 * (int(str(meeting.other)) - int(meeting.one)))
    evening = desk.evening(event)
    assert "1" in evening.ranking.order[:4]
    assert evening.cut.qualifiers == ("2", "3", "4", "5")
    assert "1" not in evening.checked.apparent
    desk.start_playoffs(event, "Dora")


def test_11_4_the_floating_sit_out_plays_in_the_place_of_the_one_who_is_gone(
    desk: Desk, night: Night
) -> None:
    event = night(5, games=5)  # a sixth place goes round empty
    before = desk.evening(event)
    desk.float_in(event, "Dora", "2", 3)
    evening = desk.evening(event)
    assert evening.chart[:2] == before.chart[:2]
    for game in (3, 4, 5):
        meetings = evening.chart[game - 1]
        playing = [who for m in meetings for who in (m.one, m.other) if who]
        assert "2" not in playing
        assert len(playing) == len(set(playing))
        (met,) = [m for m in before.chart[game - 1] if "2" in (m.one, m.other)]
        rest = {"1", "3", "4", "5"}
        assert set(playing) == rest
        if met.other is not None:  # otherwise the empty place and the one that is gone met each other
            assert all(m.other is not None for m in meetings)
    assert evening.meeting("2", 3) is None
    desk.come_back(event, "Dora", "2")
    assert desk.evening(event).chart == before.chart


def test_a_floating_sit_out_needs_somebody_who_sits_out(desk: Desk, night: Night) -> None:
    refused("no-sit-out", lambda: desk.float_in(night(4), "Dora", "2", 1))
    event = night(5)
    desk.write_game(event, "Dora", 1, "2", 5)
    refused("played", lambda: desk.float_in(event, "Dora", "2", 1))


def companies(desk: Desk, number: int = 14) -> int:
    """Companies with seats drawn, before the first game."""
    event = desk.create("Dora", "Challenge", "corporate")
    desk.enter(event, "Dora", [EntryRow(f"Company {n}") for n in range(1, number + 1)])
    desk.draw(event, "Dora")
    return event


def test_corporate_who_does_not_come_loses_121_to_nothing_and_ten_points(desk: Desk) -> None:
    event = companies(desk)
    desk.absent(event, "Dora", "1", "no-show")
    evening = desk.evening(event)
    assert len(evening.defaults) == 12
    assert all(score.default and "1" not in score.winner[:-1].split() for score in evening.defaults)
    assert {score.of(score.winner) for score in evening.defaults} == {(121, 0)}
    assert len(evening.meetings) == 72
    assert "1" not in evening.ranking.order
    desk.come_back(event, "Dora", "1")
    assert desk.evening(event).defaults == ()


def test_corporate_two_companies_that_are_both_gone_win_nothing(desk: Desk) -> None:
    event = companies(desk, 3)
    for company in "12":
        desk.absent(event, "Dora", company, "late-cancel")
    assert {score.winner[0] for score in desk.evening(event).defaults} == {"3"}


def test_corporate_what_a_company_played_stands_when_it_falls_apart(desk: Desk) -> None:
    event = companies(desk)
    desk.write_scores(event, "Dora", 1, "1A", (121, 100))
    refused("begun-company", lambda: desk.absent(event, "Dora", "1", "no-show"))
    desk.withdraw(event, "Dora", "1", 1)
    evening = desk.evening(event)
    assert len([s for s in evening.all_scores if "1A" in (s.one, s.other)]) == 6
    assert "1" in evening.ranking.order


def test_corporate_once_six_are_registered_nobody_further(desk: Desk) -> None:
    event = desk.create("Dora", "Challenge", "corporate")
    six = tuple(f"P{n}" for n in range(6))
    refused("six", lambda: desk.enter(event, "Dora", [EntryRow("Big", (*six, "P7"))]))
    desk.enter(event, "Dora", [EntryRow("Full", six), EntryRow("Four", six[:4])])
    refused("six", lambda: desk.substitute(event, "Dora", "1", "Sue", 2))
    desk.substitute(event, "Dora", "1", "P5", 2)  # an alternate is registered already
    desk.substitute(event, "Dora", "2", "Sue", 2)
    desk.substitute(event, "Dora", "2", "Tom", 3)
    refused("six", lambda: desk.substitute(event, "Dora", "2", "Uli", 4))


def test_corporate_level_at_time_one_more_hand_only_where_it_evens_the_cribs(desk: Desk) -> None:
    event = companies(desk)
    refused("level", lambda: desk.write_scores(event, "Dora", 1, "1A", (98, 98)))
    assert desk.level(event, "Dora", 1, "1A", 98, (4, 3)) is AtTime.ONE_MORE_HAND
    refused("no-cut", lambda: desk.cut_won(event, "Dora", 1, "1A"))
    refused("cribs", lambda: desk.level(event, "Dora", 1, "1A", 98, (5, 3)))
    assert desk.level(event, "Dora", 1, "1A", 105, (4, 4)) is AtTime.CUT
    other = str(desk.evening(event).meeting("1A", 1).other)  # type: ignore[union-attr]
    desk.cut_won(event, "Dora", 1, other)
    evening = desk.evening(event)
    (score,) = evening.scores.values()
    assert (score.winner, score.of(other)) == (other, (106, 105))
    assert not score.default
    assert evening.levels == {}
    refused("played", lambda: desk.level(event, "Dora", 1, "1A", 98, (4, 3)))


def test_level_at_time_is_settled_in_the_corporate_challenge_only(desk: Desk, night: Night) -> None:
    event = night(8, "alberta-round-robin", 0)
    refused("no-level", lambda: desk.level(event, "Dora", 1, "1", 98, (4, 4)))
    refused("score", lambda: desk.write_scores(event, "Dora", 1, "1", (98, 98)))


# --- qualifiers who are not there (13.1) ----------------------------------------------------------------


def test_13_1_a_qualifier_loses_game_by_game_and_then_the_match(desk: Desk, night: Night) -> None:
    event = field(desk, night)
    desk.wall = lambda: 10_000.0
    desk.start_playoffs(event, "Dora", best_of=5)
    desk.await_(event, "Dora", 0, 0, 4, 10_000.0 - 36 * 60)
    (awaited,) = desk.evening(event).awaited.values()
    assert awaited.lost(10_000.0, 5) == 3
    assert awaited.next_at(10_000.0 - 20 * 60, 5) == 10_000.0 - 16 * 60
    desk.match(event, "Dora", 0, 0, 1, "13.1")
    evening = desk.evening(event)
    assert evening.walked_over == {(0, 0): "13.1"}
    assert evening.bracket.rounds(evening.winners)[1][0].high == 1


def test_13_1_a_match_is_not_given_too_early_nor_to_the_one_who_is_missing(desk: Desk, night: Night) -> None:
    event = field(desk, night)
    desk.wall = lambda: 10_000.0
    desk.start_playoffs(event, "Dora", best_of=3)
    refused("not-yet", lambda: desk.await_(event, "Dora", 0, 0, 4, 10_001.0))
    refused("not-lost", lambda: desk.match(event, "Dora", 0, 0, 1, "13.1"))
    desk.await_(event, "Dora", 0, 0, 4, 10_000.0 - 10 * 60)
    refused("not-lost", lambda: desk.match(event, "Dora", 0, 0, 1, "13.1"))
    desk.wall = lambda: 20_000.0
    refused("not-lost", lambda: desk.match(event, "Dora", 0, 0, 4, "13.1"))
    refused("match", lambda: desk.await_(event, "Dora", 0, 0, 3, 0.0))
    refused("best-of", lambda: desk.start_playoffs(event, "Dora", best_of=4))


def test_13_1_a_player_who_comes_plays_the_rest(desk: Desk, night: Night) -> None:
    event = field(desk, night)
    desk.wall = lambda: 10_000.0
    desk.start_playoffs(event, "Dora", best_of=5)
    desk.await_(event, "Dora", 0, 1, 3, 10_000.0 - 6 * 60)
    assert desk.appeared(event, "Dora", 0, 1, 3) == 1
    (awaited,) = desk.evening(event).awaited.values()
    assert awaited.lost(99_000.0, 5) == 1
    assert awaited.next_at(99_000.0, 5) is None
    refused("not-lost", lambda: desk.match(event, "Dora", 0, 1, 2, "13.1"))
    desk.match(event, "Dora", 0, 1, 3)
    refused("match", lambda: desk.appeared(event, "Dora", 0, 0, 1))
