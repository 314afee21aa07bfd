"""CSV in and out, as spreadsheets write and read it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from browsers import Browser

from club.charts import Meeting
from club.csvs import BRACKET, bracket_csv, entries_csv, results_csv, schedule_csv, standings_csv
from club.desk import Desk
from club.errors import ClubError, ListError
from club.lists import (
    EntryRow,
    ResultRow,
    read_bytes,
    read_entries,
    read_results,
    read_schedule,
    understand,
)
from cribbage.tournament.scorecards import Line


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


@pytest.mark.parametrize(
    "text",
    [
        "Name,Number\nAnn,CA1\nBob,\n",
        "\ufeffNumber;NAME\r\nCA1;Ann\r\n;Bob\r\n\r\n",
        'id,Player,number\n1," Ann ",CA1\n2,Bob',
    ],
)
def test_entries_as_spreadsheets_write_them(text: str) -> None:
    assert [replace(row, id="") for row in read_entries(text)] == [
        EntryRow("Ann", (), "CA1"),
        EntryRow("Bob"),
    ]


def test_a_list_of_names_alone_and_teams_with_their_players() -> None:
    assert read_entries("Ann\nBob\n") == [EntryRow("Ann"), EntryRow("Bob")]
    assert read_entries("Team,Player 1,Player 2\nThe Crew,Ann,Bob\n") == [
        EntryRow("The Crew", ("Ann", "Bob"))
    ]


def wrong_lines(read: Callable[[], object]) -> list[tuple[int, str]]:
    """The lines that are named, and of what kind each fault is."""
    with pytest.raises(ListError) as caught:
        read()
    assert "\n" not in str(caught.value)
    return [(fault.line, fault.error.text.removeprefix("club.error.")) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "error"), [("", "empty"), ("Name\n", "empty"), ("x" * 600_000, "big"), ("\n\n", "empty")]
)
def test_a_list_that_holds_nothing_is_refused(text: str, error: str) -> None:
    with pytest.raises(ClubError) as caught:
        read_entries(text)
    assert caught.value.text == f"club.error.{error}"


def test_every_line_of_entries_that_is_wrong_is_named_at_once() -> None:
    seven = ",".join("abcdefg")
    text = (
        "ID,Name,Player 1,Player 2,Player 3,Player 4,Player 5,Player 6,Player 7\n"
        '1,,\n\n2,"two\nlines"\n' + f"3,Crew,{seven}\n!,Bob\n5,Cy\n"
    )
    assert wrong_lines(lambda: read_entries(text)) == [(2, "no-name"), (6, "players"), (7, "id")]


def test_a_quotation_mark_that_is_not_closed_is_named_where_it_stands() -> None:
    assert wrong_lines(lambda: read_entries('Name\nAnn\n"Bob\nCy\nDee\n')) == [(3, "quotes")]


def test_what_is_wrong_with_entries_in_this_event_is_named_too(desk: Desk, night: Callable[..., int]) -> None:
    event = night(2, drawn=False)
    rows = read_entries("ID,Name\n7,ann\n8,Zoe\n8,Yan\n")
    assert wrong_lines(lambda: desk.enter(event, "Dora", rows)) == [(2, "twice"), (4, "id-twice")]
    assert len(desk.evening(event).entries) == 2
    assert desk.enter(event, "Dora", read_entries("ID,Name\n3,Zoe\n,Yan\nA-7,Xi\n")) == ["3", "4", "A-7"]


def test_columns_that_are_not_kept_are_said() -> None:
    assert understand("Name,Phone,Number,Club\nAnn,1,2,3\n").headings.unread == ["Phone"]
    assert understand("Ann\nBob\n").headings.unread == []


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_no_letter_is_lost_however_the_file_was_written(code: str) -> None:
    assert read_entries(read_bytes("Name\nÉloïse O’Neill\n".encode(code))) == [EntryRow("Éloïse O’Neill")]


def test_cells_may_be_parted_by_tabs() -> None:
    assert read_entries("Number\tName\nCA1\tAnn\n") == [EntryRow("Ann", (), "CA1")]


def test_results_in_three_manners_of_writing_a_spread() -> None:
    text = "Game,ID,Result,Plus,Minus,Spread\n1,4,W,07,,\n1,5,L,,07,\n2,4,l,,,12\n3,4,W,,,\n"
    assert [(row.who, row.game, row.line) for row in read_results(text)] == [
        ("4", 1, Line("W", 7, "+")),
        ("5", 1, Line("L", 7, "-")),
        ("4", 2, Line("L", 12, "-")),
        ("4", 3, Line("W")),
    ]


@pytest.mark.parametrize("text", ["A,B\n1,2\n", "", "Game,Result\n1,W\n"])
def test_results_without_their_columns_are_refused_and_the_columns_named(text: str) -> None:
    with pytest.raises(ClubError, match="the columns Game, ID, Name") as caught:
        read_results(text)
    assert caught.value.text == "club.error.columns"


def test_every_line_of_results_that_is_wrong_is_named() -> None:
    text = "Game,ID,Result,Plus,Minus\nx,4,W,7,\n1,4,Q,7,\n1,4,W,7,7\n1,4,W,500,\n1,5,W,7,\n1.5,4,W,7,\n1,4,W,-7,\n"
    assert wrong_lines(lambda: read_results(text)) == [
        (2, "cell"), (3, "result"), (4, "both"), (5, "spread"), (7, "cell"), (8, "cell"),
    ]  # fmt: skip
    assert wrong_lines(lambda: read_results("Game,ID,Points,Opponent points\n1,4,121,\n", scores=True)) == [
        (2, "cell")
    ]


def test_results_are_taken_whole_or_not_at_all(desk: Desk, night: Callable[..., int]) -> None:
    event = night()
    before = len(desk.store.records(event))
    text = "Game,ID,Result,Spread\n1,1,W,7\n1,nobody,L,7\n9,2,W,7\n1,4,L,7\n"
    assert wrong_lines(lambda: desk.take_results(event, "Dora", read_results(text))) == [
        (3, "no-id"),
        (4, "game"),
    ]
    assert len(desk.store.records(event)) == before
    assert desk.evening(event).lines == {}
    good = "Game,ID,Result,Spread\n1,1,W,7\n1,Dee,L,7\n"
    assert desk.take_results(event, "Dora", read_results(good)) == 2
    assert desk.evening(event).cards["4"].line(1) == Line("L", 7, "-")


def test_what_goes_out_comes_in_again(desk: Desk, night: Callable[..., int]) -> None:
    event = night(5, games=5)
    desk.write_game(event, "Dora", 1, desk.evening(event).meetings[0].one, 7)
    evening = desk.evening(event)
    assert [row.name for row in read_entries(entries_csv(evening))] == ["Ann", "Bob", "Cy", "Dee", "Eve"]
    schedule = rows(schedule_csv(evening))
    assert schedule[0] == ["Game", "Player A ID", "Player B ID", "Player A Table/Seat", "Player B Table/Seat"]
    assert len(schedule) == 1 + 5 * 3
    assert {row.line for row in read_results(results_csv(evening))} == {Line("W", 7, "+"), Line("L", 7, "-")}
    standings = rows(standings_csv(evening))
    assert standings[1][3:] == ["2", "1", "7", "0", "7"]


def test_scores_go_out_too(desk: Desk, night: Callable[..., int]) -> None:
    event = night(4, "alberta-round-robin", 0)
    desk.write_scores(event, "Dora", 1, "1", (121, 90))
    evening = desk.evening(event)
    assert rows(results_csv(evening))[1][4:] == ["W", "121", "90", "scores"]
    header, first, *_ = rows(standings_csv(evening))
    assert header[3:] == ["Win points", "Games won", "Points for", "Points against", "Net"]
    assert first == ["1", "1", "Ann", "2", "1", "121", "90", "31"]


def test_standings_of_companies_have_their_figures_and_challenge_points(
    desk: Desk, night: Callable[..., int]
) -> None:
    event = night(4, "corporate", 6)
    m = desk.evening(event).chart[0][0]
    desk.write_scores(event, "Dora", 1, m.one, (121, 90))
    header, first, *_ = rows(standings_csv(desk.evening(event)))
    assert header[-1] == "Challenge points"
    assert first == ["1", m.one[:-1], "Ann", "2", "1", "121", "90", "31", "20"]


def test_membership_numbers_go_out_with_the_standings_to_directors_only(
    dora: Browser, guest: Browser, desk: Desk
) -> None:
    event = desk.create("Dora", "Monday", "grass-roots")
    desk.enter(event, "Dora", [EntryRow("Zoë", number="CA123"), EntryRow("Bob")])
    desk.draw(event, "Dora")
    desk.announce(event, "Dora")
    assert "CA123" not in guest.get(f"/events/{event}/standings.csv")
    page = dora.get(f"/events/{event}/standings.csv")
    assert page.startswith("\ufeffPlace,"), "without it Excel garbles Zoë"
    assert rows(page)[0][-1] == "Number"
    assert "CA123" in page


def test_the_bracket_goes_out_match_by_match(desk: Desk, night: Callable[..., int]) -> None:
    event = night(17, "acc-cut", 3)
    for m in desk.evening(event).missing:
        desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
    assert rows(bracket_csv(desk.evening(event))) == [[*BRACKET]]
    desk.start_playoffs(event, "Dora")
    desk.match(event, "Dora", 0, 1, 4)
    found = [dict(zip(BRACKET, row, strict=True)) for row in rows(bracket_csv(desk.evening(event)))[1:]]
    assert {row["Rule"] for row in found if row["Round"] == "1"} == {"", "bye"}
    assert [row["Won"] for row in found if row["Round"] == "1" and row["Match"] == "2"] == ["W", "L"]
    assert all(row["Name"] for row in found)


def test_a_name_is_no_formula_of_a_spreadsheet(desk: Desk, night: Callable[..., int]) -> None:
    event = night(2, drawn=False)
    desk.enter(event, "Dora", [EntryRow("=1+1")])
    text = entries_csv(desk.evening(event))
    assert "'=1+1" in text
    assert read_entries(text)[2].name == "=1+1"


@pytest.mark.parametrize(
    "name", ["'Tis", "''", "=1+1", "-Dash", "@home", "O'Neill", 'The "Crew"', "a,b;c", "1"]
)
def test_every_name_comes_back_as_it_was(name: str, desk: Desk, night: Callable[..., int]) -> None:
    event, again = night(0, drawn=False), night(0, drawn=False)
    desk.enter(event, "Dora", [EntryRow(name, ("=p", "'q"), "'7", "X-1")])
    desk.enter(again, "Dora", read_entries(entries_csv(desk.evening(event))))
    assert desk.evening(again).entries == desk.evening(event).entries


FORMS = [
    ("grass-roots", 15, 9), ("acc-alternate", 33, 5), ("alberta-round-robin", 7, 0), ("alberta-provincial", 8, 0),
    ("corporate", 13, 6), ("doubles-odd-even", 9, 5), ("doubles-captains", 8, 5), ("doubles-round-robin", 6, 0),
]  # fmt: skip


@pytest.mark.parametrize(("form", "players", "games"), FORMS)
def test_a_whole_event_goes_out_and_comes_in_again(
    form: str, players: int, games: int, desk: Desk, night: Callable[..., int]
) -> None:
    event = night(players, form, games)
    if form == "corporate":
        desk.absent(event, "Dora", "3", "no-show")
        desk.forfeit(event, "Dora", "5B", 1, "wrong table")
    for number, meeting in enumerate(desk.evening(event).missing):
        if number % 7 == 3:
            continue  # some are still missing
        if desk.evening(event).format.record == "scores":
            desk.write_scores(event, "Dora", meeting.game, meeting.one, (121, number % 121))
        else:
            desk.write_game(event, "Dora", meeting.game, meeting.one, number % 60 + 1)
    there = desk.evening(event)
    again = night(0, form, games, drawn=False)
    desk.enter(again, "Dora", read_entries(entries_csv(there)))
    desk.take_schedule(again, "Max", read_schedule(schedule_csv(there)))
    if form == "corporate":
        desk.absent(again, "Dora", "3", "no-show")
    rows_in = read_results(results_csv(there), there.format.record == "scores")
    assert desk.take_results(again, "Max", rows_in) == len(rows_in)
    here = desk.evening(again)
    assert [[_plain(m) for m in each] for each in here.chart] == [
        [_plain(m) for m in each] for each in there.chart
    ]
    assert here.cards == there.cards
    assert sorted(here.all_scores, key=str) == sorted(there.all_scores, key=str)
    assert here.missing == tuple(replace(m, first_dealer=None) for m in there.missing)
    assert standings_csv(here) == standings_csv(there)
    assert desk.take_results(again, "Max", rows_in) == len(rows_in)  # a second time changes nothing
    assert desk.evening(again).cards == there.cards


def _plain(meeting: Meeting) -> Meeting:
    """Who deals first is not in the columns of a schedule."""
    return replace(meeting, first_dealer=None)


def test_free_play_goes_out_and_comes_in_again(desk: Desk, night: Callable[..., int]) -> None:
    event, again = night(3, "free", drawn=False), night(3, "free", drawn=False)
    for one, other, net in (("1", "2", 7), ("1", "2", -40), ("3", "1", 5)):
        desk.free_game(event, "Dora", one, other, net)
    desk.take_results(again, "Dora", read_results(results_csv(desk.evening(event))))
    assert desk.evening(again).cards == desk.evening(event).cards
    late = [ResultRow("1", 9, Line("W", 5, "+"), "2", number=2)]
    assert wrong_lines(lambda: desk.take_results(again, "Dora", late)) == [(2, "next")]


def test_every_line_of_a_schedule_that_is_wrong_is_named(desk: Desk, night: Callable[..., int]) -> None:
    event = night(4, drawn=False)
    head = "Game,Player A ID,Player B ID,Player A Table/Seat,Player B Table/Seat\n"
    text = head + "1,1,2,1/1,1/4\n1,3,9,1/2,1/3\n2,1,1,1/1,1/4\n2,3,4,,\n2,4,2,,\n0,1,3,,\n"

    def read(text: str) -> list[tuple[int, str]]:
        return wrong_lines(lambda: desk.take_schedule(event, "Dora", read_schedule(text)))

    assert read(text) == [(3, "no-id"), (4, "busy"), (6, "busy"), (7, "games")]
    assert read(head + "one,1,2,,\n") == [(2, "cell")]
    with pytest.raises(ClubError) as caught:
        desk.take_schedule(event, "Dora", read_schedule(head + "1,1,2,,\n3,1,2,,\n"))
    assert (caught.value.text, caught.value.fill) == ("club.error.gap", {"n": 2})
    assert desk.evening(event).chart == ()
    desk.take_schedule(event, "Dora", read_schedule(head + "1,1,2,,\n1,3,,,\n2,3,1,,\n"))
    assert len(desk.evening(event).meetings) == 2
    desk.draw(event, "Dora", sure=True)
    assert desk.evening(event).schedule == ()


def test_a_schedule_is_refused_once_results_are_in_or_games_make_themselves(
    desk: Desk, night: Callable[..., int]
) -> None:
    event = night()
    rows_in = read_schedule(schedule_csv(desk.evening(event)))
    desk.write_game(event, "Dora", 1, "1", 5)
    for number, error in ((event, "begun"), (night(4, "free", drawn=False), "no-schedule")):
        with pytest.raises(ClubError) as caught:
            desk.take_schedule(number, "Dora", rows_in)
        assert caught.value.text == f"club.error.{error}"
