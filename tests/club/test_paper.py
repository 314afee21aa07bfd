"""The sheets that the hub makes itself: read back as a reader of PDF sees them."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from club.desk import Desk
from club.lists import EntryRow
from cribbage.tournament.brackets import CHARTS, bracket
from cribbage.tournament.scorecards import Line
from pegwatch.simulated.evening import play
from webui.club.app import build_club_app
from webui.club.paper import Head, chart_pdf, standings_pdf
from webui.club.paper.fonts import fonts_for, needs_shaping
from webui.club.paper.sheet import Sheet
from webui.club.site import ClubSite, club_words

Night = Callable[..., int]
NAMES = (
    "Żółć Ćwikła",
    "Наталья Иванова",
    "Μαρία Παπαδοπούλου",
    "Jean-François L’Écuyer",
    "Łukasz",
    "Gülşen",
    "Đỗ",
)


@pytest.fixture
def client(desk: Desk) -> FlaskClient:
    return build_club_app(ClubSite(desk, b"k" * 32, None, "Riverside")).test_client()


def read(client: FlaskClient, path: str) -> PdfReader:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), answer.get_data(as_text=True)[
        :300
    ]
    return PdfReader(io.BytesIO(answer.data))


def words_of(pdf: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in pdf.pages)


def played(desk: Desk, event: int, seed: int = 3) -> None:
    for (game, one, _), net in play(desk.evening(event), seed).items():
        desk.write_game(event, "Dora", game, one, net)
    desk.announce(event, "Dora")


def test_the_standings_name_everybody_in_order_with_what_separates_them(
    client: FlaskClient, night: Night, desk: Desk
) -> None:
    event = night(14, "acc-cut", 5)
    played(desk, event)
    said = words_of(read(client, f"/events/{event}/standings.pdf"))
    names = [desk.evening(event).name_of(owner) for owner in desk.evening(event).ranking.order]
    assert sorted(names, key=lambda name: re.search(rf"\b{name}\b", said).start()) == names  # type: ignore[union-attr]
    assert "high non-qualifier" in said
    assert "less net spread" in said
    assert "Riverside" in said
    assert "Page 1 of 1" in said


@pytest.mark.parametrize("entrants", [12, 60, 132, 256])
def test_13_2_c_every_bracket_is_one_sheet_with_every_qualifier_on_it(
    entrants: int, client: FlaskClient, desk: Desk
) -> None:
    event = desk.create("Dora", "Open", "acc-cut", games=1)
    desk.enter(event, "Dora", [EntryRow(f"Q{n}x") for n in range(1, entrants + 1)])
    desk.draw(event, "Dora")
    numbers = bracket(entrants).numbers
    desk.add(event, "Dora", ("seeds", {"seeds": [str(n) for n in range(1, numbers.qualifiers + 1)]}))
    desk.announce(event, "Dora")
    pdf = read(client, f"/events/{event}/bracket.pdf")
    said = words_of(pdf)
    assert len(pdf.pages) == 1
    counts = [len(re.findall(rf"\bQ{n}x", said)) for n in range(1, numbers.qualifiers + 1)]
    assert counts == [2] * numbers.byes + [1] * (
        numbers.qualifiers - numbers.byes
    )  # byes stand in round two (A.24)
    assert said.count("bye") >= numbers.byes
    assert f"byes: {numbers.byes}, players in the first round: {numbers.first_round_players}" in said


def test_13_2_c_the_empty_chart_has_the_numbers_in_printed_order(
    client: FlaskClient, night: Night, desk: Desk
) -> None:
    event = night(64, "acc-cut", 1)
    desk.announce(event, "Dora")
    said = words_of(read(client, f"/events/{event}/bracket.pdf"))
    rows = [int(row) for row in re.findall(r"^(\d+)$", said, re.M)]
    assert rows[: 2 * len(CHARTS[16])] == [n for pair in bracket(64).pairs for n in pair]


def test_13_2_c_no_chart_for_eleven_and_none_for_a_night_without_playoffs(
    client: FlaskClient, night: Night, desk: Desk
) -> None:
    for form, why in (("acc-cut", "no approved chart for 11"), ("grass-roots", "no playoffs")):
        event = night(11, form, 3)
        desk.announce(event, "Dora")
        answer = client.get(f"/events/{event}/bracket.pdf")
        assert answer.status_code == 404
        assert why in answer.get_data(as_text=True)


def test_12_1_cards_have_the_leading_zero_and_what_was_struck_out(
    client: FlaskClient, night: Night, desk: Desk
) -> None:
    event = night()
    desk.write_game(event, "Dora", 1, "1", 7)
    desk.write_line(event, "Dora", "1", 1, Line("W", 5, "+"), "12.2.a")
    desk.announce(event, "Dora")
    pdf = read(client, f"/events/{event}/cards.pdf?owner=1")
    said = words_of(pdf)
    assert len(pdf.pages) == 1
    assert "W +07" in said
    assert "12.2.a D" in said
    assert re.search(r"Dee 2 05$", said, re.M)
    assert "Bob" in said
    assert len(read(client, f"/events/{event}/cards.pdf").pages) == 1
    assert client.get(f"/events/{event}/cards.pdf?owner=99").status_code == 404


def test_a_9_the_boxes_at_the_top_stay_empty_until_it_is_announced(night: Night, desk: Desk) -> None:
    site = ClubSite(desk, b"k" * 32, None)
    site.director = lambda _request: "Dora"  # type: ignore[method-assign]
    client = build_club_app(site).test_client()
    event = night()
    desk.write_game(event, "Dora", 1, "1", 31)
    before = words_of(read(client, f"/events/{event}/cards.pdf?owner=1")).count("+31")
    desk.announce(event, "Dora")
    after = words_of(read(client, f"/events/{event}/cards.pdf?owner=1")).count("+31")
    assert (before, after) == (1, 2)


def test_the_seating_has_every_game_and_those_who_sit_out(
    client: FlaskClient, night: Night, desk: Desk
) -> None:
    event = night(29, "acc-alternate", 9)
    said = words_of(read(client, f"/events/{event}/chart.pdf"))
    assert [f"Game {n}" in said for n in range(1, 10)] == [True] * 9
    assert said.count("sits out") == 9
    assert said.count("●") == 9 * 14 + 1
    assert "house default" in said
    assert all(desk.evening(event).name_of(owner) in said for owner in desk.evening(event).owners)


@pytest.mark.parametrize("form", ["corporate", "alberta-round-robin", "doubles-winners-stay", "free"])
def test_other_formats_have_their_sheets_too(
    form: str, client: FlaskClient, night: Night, desk: Desk
) -> None:
    event = night(5, form, 4, drawn=form != "free")
    if form == "free":
        desk.free_game(event, "Dora", "1", "2", 9)
    desk.announce(event, "Dora")
    for what in ("standings", "chart", "cards"):
        said = words_of(read(client, f"/events/{event}/{what}.pdf"))
        assert "Ann" in said, what


def test_nobody_sees_on_paper_what_is_hidden_on_the_page(client: FlaskClient, night: Night) -> None:
    event = night(14, "acc-cut", 2)
    for what in ("standings", "bracket", "cards"):
        assert client.get(f"/events/{event}/{what}.pdf").status_code == 403
    assert client.get(f"/events/{event}/chart.pdf").status_code == 200


def test_before_the_seats_are_drawn_a_page_says_so(client: FlaskClient, night: Night, desk: Desk) -> None:
    event = night(4, drawn=False)
    desk.announce(event, "Dora")
    for what in ("chart", "cards"):
        answer = client.get(f"/events/{event}/{what}.pdf")
        assert answer.status_code == 404
        assert "not drawn yet" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("query", "size"), [("", (612, 792)), ("?paper=a4", (595, 842)), ("?paper=x", (612, 792))]
)
def test_the_paper_is_the_clubs_or_the_one_asked_for(
    query: str, size: tuple[int, int], client: FlaskClient, night: Night
) -> None:
    box = read(client, f"/events/{night()}/chart.pdf{query}").pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


def test_names_keep_their_letters_and_the_sheet_speaks_french(client: FlaskClient, desk: Desk) -> None:
    event = desk.create("Dora", "Trois-Rivières", "grass-roots", games=3)
    desk.enter(event, "Dora", [EntryRow(name) for name in NAMES])
    desk.draw(event, "Dora")
    said = words_of(read(client, f"/events/{event}/chart.pdf?lang=fr"))
    assert all(name in said for name in NAMES)
    assert "Partie 1" in said


def head(name: str = "") -> Head:
    return Head("Club", name or "Open", "2026-11-21", club_words("en"), 1e9)


def row(name: str) -> dict[str, object]:
    return {
        "rank": 1, "name": name, "game_points": 0, "games_won": 0, "plus": 0, "minus": 0, "net": 0, "by": "",
        "qualifies": False, "high": False, "tied": False,
    }  # fmt: skip


def test_letters_that_no_font_here_has_are_said_to_be_missing(tmp_path: Path) -> None:
    sheet = Sheet(head(), "Title", ["山田 \U00012000"], folders=(tmp_path,))
    assert sheet.missing == {"山", "田", "\U00012000"}
    assert sheet.known("山 Bob") == "□ Bob"
    sheet.add_page()
    said = words_of(PdfReader(io.BytesIO(sheet.bytes())))
    assert "no font for (U+5C71 U+7530 U+12000)" in said


def test_letters_that_another_font_here_has_are_written_with_it(tmp_path: Path) -> None:
    """One of our own, where the machine's would lie."""
    ours = Path(__file__).parents[2] / "webui" / "fonts" / "DejaVuSansCondensed.ttf"
    (tmp_path / "NotoSansTest-Regular.ttf").write_bytes(ours.read_bytes())
    (tmp_path / "NotoSansBroken-Regular.ttf").write_bytes(b"no font")
    assert fonts_for(["Ann"], (tmp_path,)) == ((), frozenset())
    assert fonts_for(["山"], (tmp_path,)) == ((), frozenset("山"))


@pytest.mark.parametrize(
    ("name", "needs"), [("Ann", False), ("Łukasz Éric", False), ("דוד", True), ("अनिल", True)]
)
def test_only_letters_that_change_with_their_neighbours_are_shaped(name: str, needs: bool) -> None:
    assert needs_shaping(name) is needs


def test_hebrew_stands_from_right_to_left() -> None:
    pdf = PdfReader(io.BytesIO(standings_pdf(head(), [row("דוד כהן")], [], False, False)))
    assert "דוד" in words_of(pdf) or "דוד"[::-1] in words_of(pdf)


def test_a_name_of_sixty_letters_is_made_small_and_then_cut_with_an_ellipsis() -> None:
    name = "W" * 60
    said = words_of(PdfReader(io.BytesIO(standings_pdf(head(), [row(name)], [], False, False))))
    shown = re.search(r"W+…", said)
    assert shown
    assert 10 < len(shown[0]) < 60


def test_the_same_event_gives_the_same_bytes_on_every_run() -> None:
    """Also in another process with other hash seeds: two directors print the same file."""
    program = (
        "import hashlib; from webui.club.paper import Head, chart_pdf; from webui.club.site import club_words;"
        f"head = Head('Club', 'Open', '2026-11-21', club_words('en'), 1e9); names = {NAMES!r};"
        "print(hashlib.sha256(chart_pdf(head, names, [])).hexdigest())"
    )
    there = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"},
    )
    assert there.stdout.strip() == hashlib.sha256(chart_pdf(head(), NAMES, [])).hexdigest()


def test_more_than_99_pages_are_numbered(desk: Desk) -> None:
    """The place for their number was two characters wide, and fpdf2 warned."""
    evening = desk.evening(desk.create("Dora", "Long", "free"))
    sheet = Sheet(Head("Riverside", evening.name, "", club_words("en"), 0.0), "Cards", [])
    for _ in range(101):
        sheet.add_page()
    last = PdfReader(io.BytesIO(sheet.bytes())).pages[-1].extract_text()
    assert "Page 101 of 101" in last


def test_a_text_is_measured_once_for_each_font(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[str] = []
    sheet = Sheet(Head("Riverside", "Monday", "", club_words("en"), 0.0), "Cards", [])
    whole = Sheet.get_string_width

    def counted(self: Sheet, s: str, *more: Any, **named: Any) -> float:
        measured.append(s)
        return whole(self, s, *more, **named)

    sheet.add_page()
    monkeypatch.setattr(Sheet, "get_string_width", counted)
    for row in range(50):
        sheet.pen(8 + row % 3)
        sheet.place("Ann", 10, 10 + row, 30, 5)
        sheet.place("", 10, 10 + row, 30, 5)
    sheet.bytes()  # which closes its fonts
    assert measured.count("Ann") == 1
    assert len(desk.events()) == 0
