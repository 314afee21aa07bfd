"""Lists as clubs have them, the members' register, a season by the director's own points, histories: nothing is taken
before it was looked at, nothing of it is public, no points are made up."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from browsers import Browser, said
from openpyxl import Workbook
from refusals import refused

from club.desk import Desk
from club.editing import DELETED
from club.errors import ListError
from club.headings import meaning
from club.lists import EntryRow, read_bytes, read_entries, read_results, understand
from club.season import Season, read_points
from webui.club.paper import Head
from webui.club.site import club_words

Night = Callable[..., int]


def xlsx(*rows: Sequence[Any], empty_first: bool = False) -> bytes:
    """A spreadsheet as Excel writes it."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    if empty_first:
        sheet = book.create_sheet("Members")
    for row in rows:
        sheet.append(list(row))
    found = io.BytesIO()
    book.save(found)
    return found.getvalue()


def wrong_lines(order: Callable[[], object]) -> list[tuple[int, str]]:
    with pytest.raises(ListError) as caught:
        order()
    return [(fault.line, fault.error.text.removeprefix("club.error.")) for fault in caught.value.faults]


# --- reading what clubs have ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "First Name,Last Name,ACC #\nAnn,Lee,CA12\nBob,Ray,\n",
        "ACC #;Last Name;First Name\nCA12;Lee;Ann\n;Ray;Bob\n",
        "Full Name\tMembership No.\nAnn Lee\tCA12\nBob Ray\t\n",
        "Riverside Pegging Club\n2026 members\n\nName,ACC#\nAnn Lee,CA12\nBob Ray,\n",
        "Prénom,Nom de famille,No ACC\nAnn,Lee,CA12\nBob,Ray,\n",
    ],
)
def test_headings_are_no_players(text: str) -> None:
    assert read_entries(text) == [EntryRow("Ann Lee", (), "CA12"), EntryRow("Bob Ray")]


def test_a_spreadsheet_reads_like_the_list_that_it_is() -> None:
    data = xlsx(["Riverside"], [], ["First Name", "Last Name", "ACC #", "Phone"], ["Ann", "Lee", 123.0, "555"],
                ["Zoë", "Ray", "00456", None], empty_first=True)  # fmt: skip
    read = understand(read_bytes(data))
    assert [(row.name, row.number, row.line) for row in read.rows] == [
        ("Ann Lee", "123", 4),
        ("Zoë Ray", "00456", 5),
    ]
    assert (read.above, read.headings.line, read.headings.unread) == ((1,), 3, ["Phone"])


def test_results_may_come_as_a_spreadsheet_too() -> None:
    data = xlsx(["Game", "ID", "Result", "Plus", "Minus"], [1, "1", "W", 7, None], [1, "2", "L", None, 7])
    assert [row.line.spread for row in read_results(read_bytes(data))] == [7, 7]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Name\nAnn\nBob\nName\nCy\n", [(4, "headings-twice")]),
        ("Name,ID\nAnn,1\nName,ID\nann,2\n,3\n", [(3, "headings-twice"), (4, "doubled"), (5, "no-name")]),
        ("Name,ACC #\nAnn,1\nBob,2\nann,3\nCy,2\n", [(4, "doubled"), (5, "doubled")]),
        ("First Name,Last Name\nAnn,Lee\n,\n, \nANN,lee\n", [(5, "doubled")]),
        ("Name,Phone\nAnn,1\n,2\n", [(3, "no-name")]),
    ],
)
def test_what_is_wrong_with_a_list_is_named_by_its_row(text: str, why: list[tuple[int, str]]) -> None:
    assert wrong_lines(lambda: read_entries(text)) == why


def test_columns_that_nobody_can_tell_are_refused() -> None:
    refused("no-headings", lambda: read_entries("Ann,Lee\nBob,Ray\n"))
    error = refused("column-twice", lambda: read_entries("Name,Full Name\nAnn,Ann Lee\n"))
    assert (error.fill["one"], error.fill["other"]) == ("Name", "Full Name")
    assert meaning("Grandmaster rating") == ""


def test_a_broken_or_swollen_or_old_spreadsheet_is_refused_with_one_line() -> None:
    whole = xlsx(["Name"], ["Ann"])
    for broken in (whole[:100], whole[:-200], b"PK\x03\x04 nothing", whole.replace(b"xml", b"lmx")):
        error = refused("xlsx", lambda data=broken: read_bytes(data))
        assert "\n" not in str(error)
    swollen = io.BytesIO()
    with zipfile.ZipFile(swollen, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 60_000_000)
    refused("big", lambda: read_bytes(swollen.getvalue()))
    refused("xls", lambda: read_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
    assert read_bytes(xlsx([])) == ""


def send(browser: Browser, path: str, data: bytes, name: str, then: str) -> str:
    form = {"token": browser.token, "then": then, "list": (io.BytesIO(data), name)}
    answer = browser.client.post(path, data=form)
    return (
        browser.get(answer.headers["Location"])
        if answer.status_code == 303
        else answer.get_data(as_text=True)
    )


def test_a_list_is_shown_before_it_is_taken(dora: Browser, desk: Desk, night: Night) -> None:
    event = night(2, drawn=False)
    desk.put_member("Dora", "Cy Fox", "CA77")
    dora.get(f"/events/{event}/entries")
    path = f"/events/{event}/preview"
    data = xlsx(["Members of 2026"], ["Full Name", "Phone"], ["Cy Fox", "1"], ["Dee Roe", "2"])
    page = send(dora, path, data, "list.xlsx", f"/events/{event}/entries")
    assert "2 people. Nothing is taken yet." in page
    assert "Columns that are not kept: Phone" in page
    assert "CA77" in page, "the number comes from the register"
    assert len(desk.evening(event).entries) == 2
    assert re.findall(r'name="then" value="([^"]*)"', page.split("<main", 1)[1]) == [
        f"/events/{event}/entries"
    ]
    text = page.split("<textarea", 1)[1].split(">", 1)[1].split("</textarea>")[0]
    dora.do(event, "import", list=text)
    assert [entry.number for entry in desk.evening(event).entries.values()] == ["", "", "CA77", ""]
    page = send(dora, path, b"Name\nAnn\nEve\nName\n", "list.csv", f"/events/{event}/entries")
    assert "Line 4, column Name:" in page
    assert "headings" in page.lower()
    assert "cannot be read" in said(send(dora, path, b"PK\x03\x04", "list.xlsx", f"/events/{event}/entries"))
    assert len(desk.evening(event).entries) == 4


# --- the register ---------------------------------------------------------------------------------------


def test_the_register_is_read_in_and_goes_out_without_loss(desk: Desk) -> None:
    rows = read_entries("First Name,Last Name,ACC #,Home Club\nAnn,Lee,CA1,Riverside\nBob,Ray,,\n")
    assert desk.take_members("Dora", rows) == 2
    assert desk.take_members("Dora", read_entries(desk.members_csv())) == 0
    assert [(m.name, m.number, m.club) for m in desk.members()] == [
        ("Ann Lee", "CA1", "Riverside"),
        ("Bob Ray", "", ""),
    ]
    assert desk.take_members("Dora", read_entries("Name,ACC #\nAnn Leigh,CA1\nBob Ray,CA2\n")) == 0
    ann = desk.members()[0]
    assert (ann.name, ann.formerly, ann.club) == ("Ann Leigh", ("Ann Lee",), "Riverside")
    again = Desk(desk.store).members()
    assert again == desk.members()


def test_a_number_belongs_to_one_and_nothing_of_a_wrong_list_is_taken(desk: Desk) -> None:
    desk.put_member("Dora", "Ann", "CA1")
    desk.put_member("Dora", "Bob", "CA2")
    refused("number-twice", lambda: desk.put_member("Dora", "Cy", "ca1"))
    refused("twice", lambda: desk.put_member("Dora", "ANN"))
    rows = read_entries("Name,ACC #\nEve,CA9\nBob,CA1\n")
    assert wrong_lines(lambda: desk.take_members("Dora", rows)) == [(3, "number-twice")]
    assert [member.name for member in desk.members()] == ["Ann", "Bob"]


def test_nothing_of_the_register_is_public(guest: Browser, desk: Desk) -> None:
    desk.put_member("Dora", "Ann", "CA1")
    (member,) = desk.members()
    for path in ("/members", "/members.csv", f"/members/{member.id}"):
        guest.get(path, 403)
    guest.post("/do/member", {"name": "Evil"}, 403)
    guest.post("/do/members", {"list": "Name\nEvil\n"}, 403)
    guest.post("/do/season", {"name": "Evil", "points": "1"}, 403)
    assert [one.name for one in desk.members()] == ["Ann"]


# --- a season -------------------------------------------------------------------------------------------


@pytest.fixture
def nights(desk: Desk) -> list[int]:
    """Three nights of four: the first entered wins everything."""
    found = []
    for order in (("Ann", "Bob", "Cy", "Dee"), ("Bob", "Ann", "Cy", "Dee"), ("Annie", "Cy", "Dee", "Bob")):
        event = desk.create("Dora", f"Night {len(found) + 1}", "grass-roots", f"2026-11-0{len(found) + 1}", 3)
        desk.enter(event, "Dora", [EntryRow(name) for name in order])
        desk.draw(event, "Dora")
        for m in desk.evening(event).missing:
            desk.write_game(event, "Dora", m.game, m.one, 2 * (int(str(m.other)) - int(m.one)))
        found.append(event)
    return found


def test_standings_by_the_directors_own_table_and_the_best_nights(desk: Desk, nights: list[int]) -> None:
    season = Season(0, "Autumn", tuple(nights), read_points("12, 9 7"), others=1)
    rows = {row.name: row for row in desk.season_rows(season)}
    assert {name: row.points for name, row in rows.items()} == {
        "Bob": 22, "Cy": 23, "Ann": 21, "Annie": 12, "Dee": 9,
    }  # fmt: skip
    assert [row.rank for row in desk.season_rows(season)] == [1, 2, 3, 4, 5]
    best = {
        row.name: row for row in desk.season_rows(Season(0, "A", season.events, season.points, 1, best=2))
    }
    assert best["Bob"].points == 21
    assert best["Bob"].counted == {nights[0], nights[1]}
    assert len(best["Bob"].nights) == 3


def test_merging_two_of_the_register_makes_their_season_and_history_one(
    desk: Desk, nights: list[int]
) -> None:
    for name in ("Ann", "Annie", "Bob"):
        desk.put_member("Dora", name)
    ids = {member.name: member.id for member in desk.members()}
    refused("same-member", lambda: desk.merge_members("Dora", ids["Ann"], ids["Ann"]))
    desk.merge_members("Dora", ids["Annie"], ids["Ann"])
    season = Season(0, "Autumn", tuple(nights), (12, 9, 7))
    assert {row.name: row.points for row in desk.season_rows(season)}["Ann"] == 33
    assert [night.place for night in desk.history_of(ids["Ann"])] == [1, 2, 1]
    met = desk.games_of_two(ids["Ann"], ids["Bob"])
    assert [(each.event, each.net) for each in met] == [(nights[2], 6), (nights[1], -2), (nights[0], 2)]
    refused("member", lambda: desk.history_of(ids["Annie"]))


def test_ties_share_a_place_and_who_has_not_played_is_not_in_it(desk: Desk) -> None:
    event = desk.create("Dora", "Night", "grass-roots", games=1)
    desk.enter(event, "Dora", [EntryRow(name) for name in ("Ann", "Bob", "Cy", "Dee")])
    desk.draw(event, "Dora")
    desk.write_game(event, "Dora", 1, "1", 5)
    rows = desk.season_rows(Season(0, "A", (event,), (5, 5)))
    assert [(row.name, row.rank, row.points) for row in rows] == [("Ann", 1, 5), ("Dee", 1, 5)] or len(
        rows
    ) == 2


@pytest.mark.parametrize("text", ["", "x", "1,-2", "99999", "1;2;drei"])
def test_a_table_of_points_that_is_none_is_refused(text: str) -> None:
    refused("points", lambda: read_points(text))


def test_a_season_is_for_directors_until_it_is_shown(
    dora: Browser, guest: Browser, desk: Desk, nights: list[int]
) -> None:
    dora.get("/seasons")
    page = dora.post("/do/season", {"name": "Autumn", "points": "12, 9, 7", "others": "1", "event": nights})
    assert "The season is kept" in said(page)
    (season,) = desk.seasons()
    assert season.events == tuple(nights)
    guest.get(f"/seasons/{season.id}", 403)
    assert "Autumn" not in guest.get("/seasons")
    form = {"id": season.id, "name": "Autumn", "points": "12, 9, 7", "event": nights[:2], "shown": "1"}
    dora.post("/do/season", form)
    assert "Autumn" in guest.get(f"/seasons/{season.id}")
    assert desk.season(season.id).events == tuple(nights[:2])
    assert dora.get(f"/seasons/{season.id}.csv").startswith("\ufeffPlace,Name,ACC #,Points")
    assert "first place" in said(dora.post("/do/season", form | {"points": "many"}))
    dora.post("/do/season", {"id": season.id, "what": "drop", "sure": "1"})
    guest.get(f"/seasons/{season.id}", 404)


def test_a_shown_season_betrays_no_standings_that_are_not_announced(
    dora: Browser, guest: Browser, desk: Desk, nights: list[int]
) -> None:
    season = desk.put_season("Dora", Season(0, "Autumn", tuple(nights[:2]), (12, 9, 7, 5), shown=True))
    for name in ("Ann", "Bob", "Cy", "Dee"):
        assert f"<b>{name}</b>" not in guest.get(f"/seasons/{season}"), "nothing is announced yet"
        assert f"<b>{name}</b>" in dora.get(f"/seasons/{season}"), "a director sees all of it"
    desk.announce(nights[0], "Dora")
    page = guest.get(f"/seasons/{season}")
    assert re.findall(r"<b>(\w+)</b>.*?data-label=\"Points\">(\d+)<", page) == [
        ("Ann", "12"), ("Bob", "9"), ("Cy", "7"), ("Dee", "5"),
    ]  # fmt: skip
    assert "21" in dora.get(f"/seasons/{season}"), "both nights"
    desk.announce(nights[0], "Dora", on=False)
    assert "<b>Ann</b>" not in guest.get(f"/seasons/{season}"), "hidden again"


def test_a_deleted_event_counts_for_no_season(desk: Desk, night: Night) -> None:
    event = night()
    desk.put_away(event, "Dora", DELETED)
    desk.write_game(event, "Dora", 1, "1", 9)  # a result that came after all
    season = Season(0, "Autumn", (event,), (12, 9))
    assert desk.season_rows(season) == []
    desk.put_away(event, "Dora", "")
    assert len(desk.season_rows(season)) == 2


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_members_and_seasons_are_whole_in_both_languages(
    dora: Browser, desk: Desk, nights: list[int], lang: str
) -> None:
    for name in ("Ann", "Bob"):
        desk.put_member("Dora", name, f"CA-{name}", "Riverside")
    one, other = desk.members()
    desk.put_season("Dora", Season(0, "Autumn", tuple(nights), (3, 2, 1), best=2))
    (season,) = desk.seasons()
    for path in ("/members", f"/members/{one.id}?with={other.id}", "/seasons", f"/seasons/{season.id}"):
        page = dora.get(f"{path}{'&' if '?' in path else '?'}lang={lang}")
        assert "club." not in page.split("<main", 1)[-1].replace("club.css", ""), path


def test_the_report_sheet_has_the_numbers_and_is_for_directors(
    dora: Browser, guest: Browser, desk: Desk, nights: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, str]] = []

    def pdf(
        head: Head, _rows: Any, _absent: Any, _scores: bool, _companies: bool, numbers: dict[str, str]
    ) -> bytes:
        assert head.words is club_words("en")
        told.append(numbers)
        return b"%PDF"

    desk.rename(nights[0], "Dora", "1", EntryRow("Ann", number="CA1"))
    desk.announce(nights[0], "Dora")
    guest.get(f"/events/{nights[0]}/report.pdf", 403)
    assert dora.client.get(f"/events/{nights[0]}/report.pdf").data.startswith(b"%PDF-1")
    monkeypatch.setattr("webui.club.paper.standings_pdf", pdf)
    dora.client.get(f"/events/{nights[0]}/report.pdf?lang=en")
    assert told[0]["1"] == "CA1"


# --- bad input at the real door: row and column, nothing taken, nothing lost ----------------------------------------


def wrong_on(page: str) -> list[str]:
    """The lines that are named as wrong, as text."""
    found = page.partition('<ol class="plain wrong-lines">')[2].partition("</ol>")[0]
    return [re.sub("<[^>]*>", "", each).strip() for each in found.split("</li>") if each.strip()]


@pytest.mark.parametrize(
    ("data", "name", "wrong"),
    [
        (b"Name,ACC #\nAnn,1\nName,ACC #\nBob,2\n", "list.csv", "Line 3, column Name: Headings stand here a second"),
        (xlsx(["Name"], ["Ann"], ["Name"], ["Bob"]), "l.xlsx", "Line 3, column Name: Headings stand here a second"),
        (b"Name,ACC #\nAnn,1\nBob,1\n", "list.csv", "Line 3, column ACC #: “1” is there already, in line 2."),
        (b"First Name,Last Name\nAnn,Lee\nAnn,Lee\n", "l.csv", "Line 3, column First Name, Last Name: “Ann Lee” is"),
        (b"ID,Name\n1,Ann\nno id!,Bob\n", "list.csv", "Line 3, column ID: “no id!” is no ID"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["/events/{event}/preview", "/members/preview"])
def test_a_wrong_list_is_one_line_with_row_and_column_and_nothing_is_taken(
    dora: Browser, desk: Desk, night: Night, data: bytes, name: str, wrong: str, where: str
) -> None:
    event = night(2, drawn=False)
    dora.get(f"/events/{event}/entries")
    before = desk.store.everything()
    page = send(dora, where.format(event=event), data, name, f"/events/{event}/entries")
    (line,) = wrong_on(page)
    assert line.startswith(wrong)
    assert said(page).startswith("alert: Nothing was taken")
    assert desk.store.everything() == before


@pytest.mark.parametrize(
    ("form", "text", "wrong"),
    [
        ("grass-roots", "Game,ID,Result,Plus,Minus\n1,1,W,7,\n1,2,L,,200\n", "Line 3, column Plus, Minus: A spread"),
        ("grass-roots", "Game,ID,Result,Plus,Minus\n1,1,W,7,\n1,2,L,7,7\n", "Line 3, column Plus, Minus: Plus and"),
        ("grass-roots", "Game,ID,Result,Plus,Minus\n1,1,X,7,\n", "Line 2, column Result: The result is W or L"),
        ("grass-roots", "Game,ID,Result,Plus,Minus\n1,9,W,7,\n", "Line 2, column ID: “9” is no ID"),
        ("grass-roots", "Game,ID,Result,Plus,Minus\n7,1,W,7,\n", "Line 2, column Game: That is not a game"),
        ("grass-roots", "Game,ID,Result,Plus,Minus\n1,1,W,x,\n", "Line 2: In the column “plus” a whole number"),
        ("alberta-round-robin", "Game,ID,Points,Opponent points\n1,1,130,80\n",
         "Line 2, column Points, Opponent points: Scores lie between 0 and 121"),
    ],
)  # fmt: skip
def test_a_score_that_cannot_be_is_one_line_with_row_and_column_and_no_line_is_written(
    dora: Browser, desk: Desk, night: Night, form: str, text: str, wrong: str
) -> None:
    event = night(4, form)
    dora.get(f"/events/{event}")
    before = desk.store.everything()
    page = send(dora, f"/events/{event}/do/results", text.encode(), "results.csv", f"/events/{event}")
    (line,) = wrong_on(page)
    assert line.startswith(wrong)
    assert desk.store.everything() == before


def test_a_broken_spreadsheet_is_one_line_at_every_door(dora: Browser, desk: Desk, night: Night) -> None:
    event = night(2, drawn=False)
    dora.get(f"/events/{event}/entries")
    before = desk.store.everything()
    for path in (f"/events/{event}/preview", "/members/preview", f"/events/{event}/do/results"):
        page = send(dora, path, xlsx(["Name"], ["Ann"])[:300], "list.xlsx", f"/events/{event}")
        assert re.match(
            r"alert: This \.xlsx cannot be read \(.+\)\. Save it again, or as \.csv\.$", said(page)
        ), path
    assert desk.store.everything() == before
