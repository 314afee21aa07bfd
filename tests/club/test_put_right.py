"""Late players, make-up games, cards that disagree, slips for the wrong game, names and dates: what goes wrong on a
club night is put right, and none of it blocks the playoffs or goes unsaid."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsers import Browser, said, seat_of
from refusals import refused

from club.desk import Desk
from club.editing import ARCHIVE, DELETED
from club.evening import Moved
from club.folded import BRACKET, SEATS
from club.lists import EntryRow
from cribbage.log.wire import FinishedGame
from cribbage.tournament.scorecards import Line

Night = Callable[..., int]


def fill(desk: Desk, event: int, games: range | None = None) -> None:
    """The lower number wins everything, by as much as they are apart."""
    for m in desk.evening(event).missing:
        if games is None or m.game in games:
            desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))


# --- late players ---------------------------------------------------------------------------------------


def test_a_late_entry_plays_from_the_first_game_without_a_result_and_blocks_no_playoffs(
    desk: Desk, night: Night
) -> None:
    event = night(13, "acc-cut", 9)
    fill(desk, event, range(1, 4))
    (late,) = desk.enter(event, "Dora", [EntryRow("Late")])
    evening = desk.evening(event)
    assert evening.entries[late].since_game == 4
    assert {m.game for m in evening.missing} == set(range(4, 10)), "games 1 to 3 are nobody's"
    assert [m.other for m in evening.missing if m.one == late or m.other == late]
    fill(desk, event)
    desk.start_playoffs(event, "Dora")
    assert len(desk.evening(event).seeds) == 4, "14 entrants, one in four"


def test_the_director_says_from_which_game_a_late_entry_plays(desk: Desk, night: Night) -> None:
    event = night(5, games=5)
    refused("games", lambda: desk.enter(event, "Dora", [EntryRow("Late")], since=7))
    (late,) = desk.enter(event, "Dora", [EntryRow("Late")], since=3)
    assert [m.game for m in desk.evening(event).by_owner[late] if desk.evening(event).is_played(m)] == [
        3,
        4,
        5,
    ]


def test_before_any_result_an_even_field_takes_a_late_entry_when_the_director_is_sure(
    desk: Desk, night: Night
) -> None:
    event = night(4)
    refused("again-seats", lambda: desk.enter(event, "Dora", [EntryRow("Late")]))
    assert len(desk.evening(event).entries) == 4, "nobody is half entered"
    desk.enter(event, "Dora", [EntryRow("Late")], sure=True)
    evening = desk.evening(event)
    assert evening.slots == ("1", "2", "3", "4", "5", None)
    assert {owner for m in evening.meetings for owner in (m.one, m.other)} == {"1", "2", "3", "4", "5"}
    desk.write_game(event, "Dora", 1, evening.chart[0][1].one, 5)
    refused("seated", lambda: desk.enter(event, "Dora", [EntryRow("A"), EntryRow("B")], sure=True))


def test_the_page_says_that_the_rotation_is_made_again_and_asks(
    dora: Browser,
    desk: Desk,
    night: Night,
) -> None:
    event = night(4)
    page = dora.get(f"/events/{event}/entries")
    assert "the rotation of all games is made again" in page
    stamp = str(desk.evening(event).stamps[SEATS])
    assert "already" in said(dora.do(event, "enter", name="Late", stamp=stamp))
    dora.do(event, "enter", name="Late", stamp=stamp, sure="1")
    assert len(desk.evening(event).slots) == 6


# --- unequal numbers of games ---------------------------------------------------------------------------


def test_unequal_numbers_of_games_are_said_and_made_up(dora: Browser, desk: Desk, night: Night) -> None:
    event = night(5, games=4)
    evening = desk.evening(event)
    assert {n: len(owners) for n, owners in evening.by_games.items()} == {4: 1, 3: 4}
    assert "Not everyone plays the same number of games" in dora.get(f"/events/{event}")
    four = evening.by_games[3]
    assert desk.make_up(event, "Dora", four[0], four[1]) == 5
    assert desk.make_up(event, "Dora", four[2], four[3]) == 5, "two make-up games at a time"
    evening = desk.evening(event)
    assert [*evening.by_games] == [4]
    assert "Not everyone" not in dora.get(f"/events/{event}")
    assert len(evening.missing) == 10
    fill(desk, event)
    assert desk.evening(event).cards[four[0]].line(5).result == ("W" if int(four[0]) < int(four[1]) else "L")
    assert desk.evening(event).missing == ()
    refused("same", lambda: desk.make_up(event, "Dora", "1", "1"))


def test_a_game_missed_by_a_late_player_is_made_up_in_its_own_place(desk: Desk, night: Night) -> None:
    event = night(5, games=5)
    fill(desk, event, range(1, 3))
    (late,) = desk.enter(event, "Dora", [EntryRow("Late")])
    (missed,) = [m for m in desk.evening(event).by_owner[late] if m.game == 2]
    other = missed.one if missed.other == late else str(missed.other)
    assert desk.make_up(event, "Dora", late, other) == 2
    desk.write_game(event, "Dora", 2, late, 12)
    assert desk.evening(event).cards[other].line(2) == Line("L", 12, "-")


def test_make_up_games_need_a_chart_and_no_bracket(desk: Desk, night: Night) -> None:
    free = night(4, "free", 0, drawn=False)
    refused("no-extra", lambda: desk.make_up(free, "Dora", "1", "2"))
    event = night(14, "acc-cut", 13)
    fill(desk, event)
    desk.start_playoffs(event, "Dora")
    refused("bracket-since", lambda: desk.make_up(event, "Dora", "1", "2"))


# --- cards that disagree --------------------------------------------------------------------------------


@pytest.fixture
def lasts(desk: Desk, night: Night) -> int:
    """Fourteen, all in; the two last ones disagree about a spread."""
    event = night(14, "acc-cut", 13)
    (m,) = [m for m in desk.evening(event).meetings if {m.one, m.other} == {"13", "14"}]
    desk.write_line(event, "Dora", "13", m.game, Line("W", 7, "+"))
    desk.write_line(event, "Dora", "14", m.game, Line("L", 9, "-"))
    fill(desk, event)
    return event


def test_rule_12_2_two_non_qualifiers_who_disagree_are_flagged_and_block_nothing(
    desk: Desk, lasts: int
) -> None:
    evening = desk.evening(lasts)
    assert [each.settlement.silent for each in evening.checked.open] == ["no-qualifier"]
    assert len(evening.to_settle) == 1
    desk.start_playoffs(lasts, "Dora")
    assert desk.evening(lasts).seeds == ("1", "2", "3", "4")


def test_what_the_rule_does_not_cover_and_may_matter_still_blocks_until_it_is_decided(
    desk: Desk, lasts: int
) -> None:
    (m,) = [m for m in desk.evening(lasts).meetings if {m.one, m.other} == {"1", "14"}]
    desk.write_line(lasts, "Dora", "1", m.game, Line("W"), "so it stands there")
    desk.write_line(lasts, "Dora", "14", m.game, Line("L"), "so it stands there")
    refused("unsettled", lambda: desk.start_playoffs(lasts, "Dora"))
    desk.settle(lasts, "Dora", m.game, "1")
    desk.start_playoffs(lasts, "Dora")


def test_rule_12_2_e_and_h_pairs_leave_the_list_once_they_were_looked_at(
    dora: Browser,
    desk: Desk,
    lasts: int,
) -> None:
    event = lasts
    (e,) = [m for m in desk.evening(event).meetings if {m.one, m.other} == {"10", "12"}]
    (h,) = [m for m in desk.evening(event).meetings if {m.one, m.other} == {"1", "13"}]
    for owner in ("10", "12"):
        desk.write_line(event, "Dora", owner, e.game, Line("W", 4, "+"), "the paper")
    desk.write_line(event, "Dora", "13", h.game, Line("L", 26, "-"), "the paper")
    assert [each.settlement.steps for each in desk.evening(event).to_settle].count(("e",)) == 1
    for each in list(desk.evening(event).to_settle):
        desk.settle(event, "Dora", each.game, each.one)
    assert desk.evening(event).to_settle == ()
    assert desk.evening(event).cards["10"].line(e.game) == Line("L", 4, "-")
    page = dora.get(f"/events/{event}/check")
    assert "3 pairs were looked at" in page
    assert "All cards agree" in page
    dora.do(event, "unsettle", game=h.game, one=h.one)
    assert [each.game for each in desk.evening(event).to_settle] == [h.game]


def test_a_pair_that_was_left_is_shown_again_once_something_would_change_on_it(
    desk: Desk, lasts: int
) -> None:
    (each,) = desk.evening(lasts).to_settle
    desk.settle(lasts, "Dora", each.game, each.one)
    assert desk.evening(lasts).to_settle == ()
    desk.write_line(lasts, "Dora", "14", each.game, Line("L", 11, "-"), "read again")
    assert len(desk.evening(lasts).to_settle) == 1


def test_nobody_leaves_a_pair_of_their_own_as_it_is(desk: Desk, lasts: int) -> None:
    (each,) = desk.evening(lasts).to_settle
    refused("own", lambda: desk.settle(lasts, desk.evening(lasts).name_of("14"), each.game, "14"))


def test_rule_12_2_i_a_correction_after_the_bracket_that_changes_who_qualifies_is_said(
    dora: Browser,
    desk: Desk,
    night: Night,
) -> None:
    event = night(14, "acc-cut", 13)
    fill(desk, event)
    desk.start_playoffs(event, "Dora")
    assert desk.evening(event).moved == ()
    (m,) = [m for m in desk.evening(event).meetings if {m.one, m.other} == {"4", "5"}]
    for owner, line in (("4", Line("L", 31, "-")), ("5", Line("W", 31, "+"))):
        desk.write_line(event, "Dora", owner, m.game, line, "the paper")
    moved = {each.owner: each for each in desk.evening(event).moved}
    assert moved["5"] == Moved("5", None, 4)
    assert moved["4"] == Moved("4", 4, None)
    for page in ("", "/bracket", "/check", "/standings"):
        assert "cards have changed who qualifies" in dora.get(f"/events/{event}{page}"), page


# --- a slip for the wrong game --------------------------------------------------------------------------


def test_a_slip_for_the_wrong_game_goes_off_both_cards_and_stays_in_their_history(
    dora: Browser,
    desk: Desk,
    night: Night,
) -> None:
    event = night()
    m = desk.evening(event).chart[1][0]
    desk.write_game(event, "Dora", 2, m.one, 7)
    dora.get(f"/events/{event}/games/2")
    assert "reason" in said(dora.do(event, "slip", game=2, one=m.one, why=" ")).lower()
    assert "Taken off both cards" in said(dora.do(event, "slip", game=2, one=m.one, why="it was game 3"))
    evening = desk.evening(event)
    assert evening.lines.get(m.one, {}).get(2) is None
    assert m in evening.missing
    assert "taken off" in dora.get(f"/events/{event}/cards/{m.one}")
    desk.write_game(event, "Dora", 2, m.one, -9)
    assert desk.evening(event).cards[m.one].line(2) == Line("L", 9, "-"), "no correction, no reason needed"
    assert Desk(desk.store).evening(event).cards == desk.evening(event).cards


def test_scores_and_forfeits_that_were_entered_for_the_wrong_game_go_too(desk: Desk, night: Night) -> None:
    event = night(4, "alberta-round-robin", 0)
    m, other = desk.evening(event).chart[0]
    desk.write_scores(event, "Dora", 1, m.one, (121, 80))
    desk.take_off(event, "Dora", 1, m.one, "wrong game")
    assert m in desk.evening(event).missing
    desk.forfeit(event, "Dora", other.one, 1, "default")
    desk.take_off(event, "Dora", 1, other.one, "he was there")
    assert desk.evening(event).forfeits.get(other.one, []) == []
    refused("no-undo", lambda: desk.take_off(event, "Dora", 1, m.one, "again"))


def test_a_tables_game_that_is_taken_off_is_asked_about_again(desk: Desk, night: Night) -> None:
    event = night()
    names = {seat: desk.evening(event).name_of(owner) for seat, owner in (("A", "1"), ("B", "4"))}
    seat = seat_of(desk, event, 1, "1", "4")
    game = FinishedGame("s", 1, 1, names, {"A": 121, "B": 90}, "club", "acc-2025", seat=seat)
    desk.keep("7", "s", 1, game.body())
    assert desk.evening(event).cards["1"].line(1) == Line("W", 31, "+")
    desk.take_off(event, "Dora", 1, "1", "another game")
    assert desk.evening(event).cards["1"].line(1).is_blank
    assert [each.told.table for each in desk.questions(event)] == ["7"]


def test_nobody_takes_a_result_off_their_own_card_and_not_under_a_bracket(desk: Desk, lasts: int) -> None:
    (m,) = [m for m in desk.evening(lasts).meetings if {m.one, m.other} == {"1", "2"}]
    refused("own", lambda: desk.take_off(lasts, "Ann", m.game, "1", "mine"))
    desk.start_playoffs(lasts, "Dora")
    refused("bracket-since", lambda: desk.take_off(lasts, "Dora", m.game, "1", "wrong"))
    desk.take_back(lasts, "Dora", BRACKET, sure=True)
    desk.take_off(lasts, "Dora", m.game, "1", "wrong")


# --- the event itself -----------------------------------------------------------------------------------


def test_name_and_date_can_be_changed_at_any_time_and_the_format_before_the_draw(
    dora: Browser,
    desk: Desk,
    night: Night,
) -> None:
    event = night(drawn=False)
    dora.get(f"/events/{event}")
    dora.do(event, "edit", name="Tuesday", date="2026-11-24", format="acc-cut", games="5", edition="acc-2020")
    evening = desk.evening(event)
    assert (evening.name, evening.date, evening.format.name) == ("Tuesday", "2026-11-24", "acc-cut")
    assert (evening.games, evening.edition) == (5, "acc-2020")
    desk.draw(event, "Dora")
    refused("format-fixed", lambda: desk.edit(event, "Dora", "Wednesday", "", "grass-roots", 9))
    desk.edit(event, "Dora", "Wednesday", "2026-11-25")
    assert (desk.evening(event).name, desk.evening(event).games) == ("Wednesday", 5)
    refused("games", lambda: desk.edit(night(drawn=False), "Dora", "X", "", "acc-cut", 999))


def test_an_event_is_archived_or_deleted_and_comes_back(dora: Browser, desk: Desk, night: Night) -> None:
    event = night()
    guest = Browser(dora.client.application.test_client())
    dora.get(f"/events/{event}")
    dora.do(event, "away", where=ARCHIVE)
    assert not desk.evening(event).is_going_on, "no table's game lands in it"
    assert "Archive" in guest.get("/")
    guest.get(f"/events/{event}")
    dora.do(event, "away", where=DELETED)
    assert "Monday" not in guest.get("/")
    guest.get(f"/events/{event}", 404)
    guest.get(f"/api/v1/club/events/{event}", 404)
    assert f'"id":{event}' not in guest.get("/api/v1/club/events").replace(" ", "")
    assert "deleted" in dora.get("/")
    dora.do(event, "away", where="")
    guest.get(f"/events/{event}")
    assert desk.evening(event).is_going_on
    refused("order", lambda: desk.put_away(event, "Dora", "the sea"))


def test_what_somebody_looks_at_does_not_change_when_more_is_written(desk: Desk, night: Night) -> None:
    """An event shares with the one before it what has not changed, so one more game costs little."""
    event = night()
    m, other = desk.evening(event).chart[0]
    desk.write_game(event, "Dora", 1, m.one, 5)
    desk.forfeit(event, "Dora", other.one, 1, "house default")
    before = desk.evening(event)
    lines = {owner: dict(mine) for owner, mine in before.lines.items()}
    untouched = before.lines[str(other.other)]
    desk.write_game(event, "Dora", 2, m.one, 7)
    after = desk.evening(event)
    assert {owner: dict(mine) for owner, mine in before.lines.items()} == lines
    assert 2 in after.lines[m.one]
    assert before.forfeits == {other.one: [1]}
    assert untouched is before.lines[str(other.other)]


def test_a_large_field_shows_its_cards_by_two_hundred(dora: Browser, desk: Desk) -> None:
    event = desk.create("Dora", "Large", "acc-cut", games=1)
    desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(401)])
    desk.draw(event, "Dora")
    page = dora.get(f"/events/{event}/cards")
    assert page.count('class="scorecard"') == 200
    assert "401–401" in page
    assert dora.get(f"/events/{event}/cards?from=400").count('class="scorecard"') == 1
    assert dora.get(f"/events/{event}/cards?from=x").count('class="scorecard"') == 200
    assert dora.get(f"/events/{event}/cards?from=250").count('class="scorecard"') == 200
