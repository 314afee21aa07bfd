"""CSV in and out, as spreadsheets write and read it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest

from club.csvs import (
    EntryRow,
    entries_csv,
    read_entries,
    read_results,
    results_csv,
    schedule_csv,
    standings_csv,
)
from club.desk import Desk
from club.errors import ClubError
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
    assert read_entries(text) == [EntryRow("Ann", (), "CA1"), EntryRow("Bob")]


def test_a_list_of_names_alone_and_teams_with_their_players() -> None:
    assert read_entries("Ann\nBob\n") == [EntryRow("Ann"), EntryRow("Bob")]
    assert read_entries("Team,Player 1,Player 2\nThe Crew,Ann,Bob\n") == [
        EntryRow("The Crew", ("Ann", "Bob"))
    ]


@pytest.mark.parametrize(
    ("text", "error", "n"),
    [
        ("", "empty", 1),
        ("Name\n", "empty", 1),
        ("Name,Number\nAnn,1\n,2\n", "line", 3),
        ("x" * 600_000, "big", None),
    ],
)
def test_a_list_that_cannot_be_used_names_its_line(text: str, error: str, n: int | None) -> None:
    with pytest.raises(ClubError) as caught:
        read_entries(text)
    assert caught.value.text == f"club.error.{error}"
    assert caught.value.fill.get("n") == n


def test_results_in_three_manners_of_writing_a_spread() -> None:
    text = "Game,ID,Result,Plus,Minus,Spread\n1,4,W,07,,\n1,5,L,,07,\n2,4,l,,,12\n3,4,W,,,\n"
    assert [(row.who, row.game, row.line) for row in read_results(text)] == [
        ("4", 1, Line("W", 7, "+")),
        ("5", 1, Line("L", 7, "-")),
        ("4", 2, Line("L", 12, "-")),
        ("4", 3, Line("W")),
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("A,B\n1,2\n", "columns"),
        ("", "columns"),
        ("Game,ID,Result,Plus,Minus\nx,4,W,7,\n", "line"),
        ("Game,ID,Result,Plus,Minus\n1,4,Q,7,\n", "line"),
        ("Game,ID,Result,Plus,Minus\n1,4,W,7,7\n", "line"),
        ("Game,ID,Result,Plus,Minus\n1,4,W,500,\n", "line"),
    ],
)
def test_results_that_cannot_be_used_are_refused(text: str, error: str) -> None:
    with pytest.raises(ClubError) as caught:
        read_results(text)
    assert caught.value.text == f"club.error.{error}"


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
    assert rows(results_csv(evening))[1][4:] == ["W", "", "121", "90", "scores"]
    assert rows(standings_csv(evening))[1] == ["1", "1", "Ann"]


def test_a_name_is_no_formula_of_a_spreadsheet(desk: Desk, night: Callable[..., int]) -> None:
    event = night(2, drawn=False)
    desk.enter(event, "Dora", [EntryRow("=1+1")])
    text = entries_csv(desk.evening(event))
    assert "'=1+1" in text
    assert read_entries(text)[2].name == "=1+1"
