"""The club's pages as people use them: who may do what, what is hidden, what a form answers."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from browsers import PIN, Browser, said

import club.fitting
import club.fromtables
from club.claims import player_code
from club.desk import Desk
from club.errors import ClubError, StoreError
from club.lists import EntryRow
from club.store import open_store
from cribbage.tournament.checklist import STEPS
from cribbage.tournament.formats import FORMATS
from cribbage.tournament.scorecards import Line
from webui.club import orders as orders_module
from webui.club.app import build_club_app
from webui.club.site import ClubSite, club_words, is_own_path
from webui.words import LANGUAGES

Night = Callable[..., int]


# --- the way in -----------------------------------------------------------------------------------------


def test_a_wrong_pin_opens_nothing_and_guessing_gets_slower(site: ClubSite, guest: Browser) -> None:
    site.accounts.put("director", "Dora", PIN)
    for _ in range(5):
        assert said(guest.post("/login", {"name": "Dora", "pin": "111222"})).startswith(
            "alert: That name and PIN"
        )
    assert "Wait" in said(guest.post("/login", {"name": "Dora", "pin": PIN}))
    assert guest.get(f"/events/{site.desk.create('Dora', 'X', 'grass-roots')}/check", 403)


def test_logging_in_gives_a_fresh_cookie_and_logging_out_takes_the_right_away(
    site: ClubSite, dora: Browser
) -> None:
    event = site.desk.create("Dora", "X", "grass-roots")
    assert dora.get(f"/events/{event}/check")
    dora.get("/")
    dora.post("/logout", {})
    dora.get(f"/events/{event}/check", 403)


def test_a_director_who_is_taken_off_the_list_is_out_at_once(
    site: ClubSite, dora: Browser, night: Night
) -> None:
    event = night()
    site.accounts.remove("director", "Dora")
    dora.get(f"/events/{event}/check", 403)


@pytest.mark.parametrize("broken", ["token", "origin", "cookie"])
def test_an_order_from_elsewhere_is_refused(site: ClubSite, dora: Browser, broken: str) -> None:
    form = {"token": "0" * 64 if broken == "token" else dora.token, "name": "Evil", "format": "free"}
    headers = {"Origin": "http://evil.example"} if broken == "origin" else {}
    if broken == "cookie":
        dora.client.delete_cookie("pegwatch-hub")
    assert dora.client.post("/do/create", data=form, headers=headers).status_code == 409
    assert site.desk.events() == []


@pytest.mark.parametrize("order", sorted(orders_module.ORDERS))
def test_a_guest_gives_no_orders(guest: Browser, night: Night, site: ClubSite, order: str) -> None:
    event = night()
    before = len(site.desk.store.records(event))
    guest.get("/tables")
    guest.post(f"/events/{event}/do/{order}", {"winner": "one", "spread": "5"}, 403)
    assert len(site.desk.store.records(event)) == before


def test_a_name_from_elsewhere_is_not_ours(guest: Browser) -> None:
    assert guest.client.get("/", headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        ("/events/1?x=2", True),
        ("//evil.example", False),
        ("/\\evil", False),
        ("http://evil", False),
        ("", False),
    ],
)
def test_after_an_order_one_stays_on_this_page(path: str, ours: bool) -> None:
    assert is_own_path(path) is ours


def test_every_page_sends_the_headers_that_keep_others_out(guest: Browser) -> None:
    headers = guest.client.get("/").headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"


# --- a club night from the desk -------------------------------------------------------------------------


def test_a_club_night_from_the_first_entry_to_the_standings(site: ClubSite, dora: Browser) -> None:
    dora.get("/")
    dora.post("/do/create", {"name": "Monday", "format": "grass-roots", "games": "3", "date": "2026-11-23"})
    event = site.desk.events()[0].n
    page = dora.do(event, "enter", name="Ann", number="CA1")
    assert said(page) == "good: 1 entry taken."
    file = (io.BytesIO("Name\nBob\nCy\nDee\n".encode("utf-8-sig")), "list.csv")
    assert said(dora.do(event, "import", list=file)) == "good: 3 entries taken."
    assert said(dora.do(event, "draw", how="listed")) == "good: The seats are drawn."
    assert "Enter game 1" in dora.get(f"/events/{event}")
    dora.get(f"/events/{event}/games/1")
    dora.do(event, "game", game="1", one="1", winner="other", spread="31")
    card = dora.get(f"/events/{event}/cards/4")
    assert re.findall(r'<td class="big">(.*?)</td>', card)[:3] == ["3", "31", ""]
    for meeting in site.desk.evening(event).missing:
        dora.do(event, "game", game=meeting.game, one=meeting.one, winner="one", spread="7")
    assert "07" in dora.get(f"/events/{event}/cards")
    standings = dora.get(f"/events/{event}/standings")
    assert "not announced yet" in standings
    dora.do(event, "announce", on="1")
    guest = Browser(build_club_app(site).test_client())
    assert "Dee" in guest.get(f"/events/{event}/standings")


def test_a_new_event_with_something_wrong_in_it_loses_nothing_that_was_typed(
    site: ClubSite, dora: Browser
) -> None:
    typed = {
        "name": "Monday & <Friends>",
        "format": "acc-cut",
        "date": "2026-11-30",
        "games": "",
        "edition": "acc-2020",
    }
    html = dora.post("/do/create", typed)
    assert said(html).startswith("alert:")
    assert not list(site.desk.events())
    assert 'value="Monday &amp; &lt;Friends&gt;"' in html
    assert 'type="date" name="date" value="2026-11-30"' in html
    assert 'value="acc-cut" checked' in html
    assert 'value="acc-2020" selected' in html


def test_rows_32_and_33_standings_cards_and_results_are_hidden_until_announced(
    guest: Browser, night: Night, desk: Desk
) -> None:
    event = night(14, "acc-cut", 13)
    for meeting in desk.evening(event).meetings:
        desk.write_game(
            event, "Dora", meeting.game, meeting.one, 2 * (int(str(meeting.other)) - int(meeting.one))
        )
    desk.start_playoffs(event, "Dora")
    assert "has not announced" in guest.get(f"/events/{event}/standings")
    assert "Ann" not in guest.get(f"/events/{event}/bracket")
    for path in ("cards", "cards/1", "check", "games/1", "results.csv", "standings.csv", "entries.csv"):
        guest.get(f"/events/{event}/{path}", 403)
    for path in ("cards", "standings", "bracket"):
        assert guest.client.get(f"/api/v1/club/events/{event}/{path}").status_code == 403
    desk.announce(event, "Dora")
    assert "Ann" in guest.get(f"/events/{event}/bracket")
    assert guest.get(f"/events/{event}/results.csv").startswith("\ufeffGame,")
    api = guest.client.get(f"/api/v1/club/events/{event}/standings").get_json()
    assert api["standings"][0]["name"] == "Ann"


def test_12_2_the_page_lists_only_what_disagrees_in_both_cards_words(
    dora: Browser, night: Night, desk: Desk
) -> None:
    event = night(4, "acc-cut")
    for meeting in desk.evening(event).meetings:
        desk.write_game(event, "Dora", meeting.game, meeting.one, 20 if meeting.one == "1" else 5)
    desk.write_line(event, "Dora", "4", 1, Line("L", 14, "-"), "paper")
    page = dora.get(f"/events/{event}/check")
    assert page.count('class="panel pair') == 1
    assert "W +20" in page
    assert "L −14" in page
    assert "12.2.a" in page
    dora.do(event, "settle", game="1", one="1")
    assert "All cards agree." in dora.get(f"/events/{event}/check")
    assert "<s>W +20</s>" in dora.get(f"/events/{event}/cards/1")


def test_what_the_rule_does_not_cover_is_said_and_left(dora: Browser, night: Night, desk: Desk) -> None:
    event = night()
    desk.write_line(event, "Dora", "1", 1, Line("W", 20, "+"))
    desk.write_line(event, "Dora", "4", 1, Line("L"))
    desk.write_line(event, "Dora", "2", 1, Line("W"))
    desk.write_line(event, "Dora", "3", 1, Line("L"))
    page = dora.get(f"/events/{event}/check")
    assert "No card has a spread" in page
    assert page.count("rule 12.2 is silent: house default") == 1


def test_row_32_jp_g_ones_own_card_is_refused_in_plain_words(
    site: ClubSite, dora: Browser, night: Night
) -> None:
    event = night()
    site.desk.enter(night(3, drawn=False), "Max", [EntryRow("Dora")])
    event = site.desk.events()[0].n
    site.desk.draw(event, "Max")
    site.desk.write_game(event, "Max", 1, "4", 9)
    page = dora.do(event, "line", owner="4", game="1", result="W", spread="12", column="+", why="12.2.a")
    assert said(page).startswith("alert: Nobody corrects a card of their own.")


@pytest.mark.parametrize(
    ("order", "form", "answer"),
    [
        ("game", {"game": "1", "one": "1", "spread": "5"}, "Say who won."),
        ("game", {"game": "x", "one": "1", "winner": "one", "spread": "5"}, "A whole number is needed."),
        (
            "game",
            {"game": "1", "one": "2", "winner": "one", "spread": "500"},
            "A spread lies between 1 and 121",
        ),
        ("line", {"owner": "1", "game": "1", "result": "Q"}, "A spread lies"),
        ("import", {"list": "Name\n,\nAnn\n"}, "Ann is entered already."),
        ("results", {"list": "Game,ID,Result\n1,99,W\n"}, "“99” is no ID or name of this event"),
        ("nonsense", {}, "That cannot be done here."),
    ],
)
def test_a_refusal_is_one_plain_sentence(
    dora: Browser, night: Night, order: str, form: dict, answer: str
) -> None:
    event = night(5)  # an empty seat, so that a late entry is looked at
    page = dora.do(event, order, **form)
    assert said(page).startswith("alert: ")
    assert answer in page


def test_results_come_in_from_a_list(dora: Browser, night: Night, desk: Desk) -> None:
    event = night()
    answer = dora.do(event, "results", list="Game,Name,Result,Spread\n1,Ann,W,31\n1,Dee,L,31\n")
    assert said(answer) == "good: 2 lines read."
    assert desk.evening(event).cards["1"].totals().game_points == 3


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "Nothing was taken: 2 lines are wrong.",
                "Line 3, column ID:",
                "“nobody” is no ID or name of this event.",
            ),
        ),
        (
            "fr",
            (
                "Rien n’a été pris\u00a0: 2 lignes sont fausses.",
                "Ligne 3, colonne ID\u00a0:",
                "«\u00a0nobody\u00a0» n’est ni",
            ),
        ),
    ],
)
def test_every_wrong_line_of_a_list_is_said_in_the_visitors_words(
    lang: str, words: tuple[str, ...], dora: Browser, night: Night
) -> None:
    event = night()
    dora.get(f"/?lang={lang}")
    page = dora.do(event, "results", list="Game,ID,Result,Spread\n1,1,W,7\n1,nobody,L,7\n9,2,W,7\n")
    for text in words:
        assert text in page


def test_a_schedule_of_ones_own_is_read(dora: Browser, desk: Desk, night: Night) -> None:
    event = night(0, drawn=False)
    answer = dora.do(event, "import", list="Name,Phone\nAnn,1\nBob,2\n")
    assert said(answer) == "good: 2 entries taken."
    text = "Game,Player A ID,Player B ID,Player A Table/Seat,Player B Table/Seat\n1,1,2,1/1,1/2\n"
    assert said(dora.do(event, "schedule", list=text)) == "good: 1 line read: the schedule is yours."
    assert len(desk.evening(event).meetings) == 1


def test_a_tie_is_played_off_on_the_standings_page(dora: Browser, desk: Desk, night: Night) -> None:
    event = night(3, "free", drawn=False)
    dora.do(event, "free", winner="1", loser="3", spread="5")
    dora.do(event, "free", winner="2", loser="3", spread="5")
    assert "Bob beat Ann" in dora.get(f"/events/{event}/standings")
    dora.do(event, "decide", winner="2", loser="1")
    assert desk.evening(event).ranking.order[0] == "2"


def test_the_bracket_is_drawn_and_played_on_the_page(dora: Browser, desk: Desk, night: Night) -> None:
    event = night(14, "acc-cut", 13)
    for meeting in desk.evening(event).meetings:
        desk.write_game(
            event, "Dora", meeting.game, meeting.one, 2 * (int(str(meeting.other)) - int(meeting.one))
        )
    assert "The bracket is drawn" in said(dora.do(event, "playoffs"))
    dora.do(event, "match", round="0", line="0", winner="4")
    dora.do(event, "match", round="0", line="1", winner="2")
    dora.do(event, "match", round="1", line="0", winner="4")
    assert "Dee wins the tournament" in dora.get(f"/events/{event}/bracket")


def test_late_leaving_and_substitute_from_the_entries_page(dora: Browser, desk: Desk, night: Night) -> None:
    event = night()
    dora.do(event, "forfeit", owner="1", game="1", rule="11.4")
    dora.do(event, "leave", entry="2", after="1")
    dora.do(event, "substitute", entry="2", name="Sue", game="2")
    dora.do(event, "return", entry="2")
    page = dora.get(f"/events/{event}/entries")
    assert "from game 2: Sue" in page
    assert desk.evening(event).forfeits == {"1": [1]}


def test_11_4_the_game_to_forfeit_is_chosen_and_only_open_games_are_offered(
    dora: Browser, desk: Desk, night: Night
) -> None:
    event = night()
    desk.write_game(event, "Dora", 1, "1", 12)
    page = dora.get(f"/events/{event}/entries")
    first = page.split('name="owner" value="1"')[1].split("</form>")[0]
    assert re.findall(r'<option value="(\d)">', first) == ["2", "3"]
    assert "11.4" in first


def test_2020_knows_no_lunch_on_its_pages(dora: Browser, desk: Desk) -> None:
    event = desk.create("Dora", "Old", "grass-roots", edition="acc-2020")
    desk.enter(event, "Dora", [EntryRow(name) for name in ("Ann", "Bob")])
    desk.draw(event, "Dora")
    page = dora.get(f"/events/{event}/entries")
    assert "lunch" not in page
    assert "11.4.b" in page


def test_corporate_level_at_time_leads_to_one_more_hand_and_then_to_the_cut(
    dora: Browser, night: Night
) -> None:
    event = night(4, "corporate", 6)
    path = f"/events/{event}/games/1"
    answer = dora.do(event, "game", game="1", one="1A", one_score="98", other_score="98")
    assert said(answer).startswith("alert: They are level: enter below how many cribs")
    dora.do(event, "level", game="1", one="1A", score="98", one_cribs="4", other_cribs="3")
    assert "Level at 98. They play one more hand with its crib" in dora.get(path)
    dora.do(event, "level", game="1", one="1A", score="104", one_cribs="4", other_cribs="4")
    assert "the high card wins by one point" in dora.get(path)
    assert said(dora.do(event, "cut", game="1", winner="1A")) == "good: Written down: won by one point."
    assert "105" in dora.get(path)


def test_corporate_standings_have_challenge_points_medals_and_what_absence_costs(
    dora: Browser, desk: Desk, night: Night
) -> None:
    event = night(4, "corporate", 6)
    dora.do(event, "absent", entry="4", why="no-show")
    for number in range(1, 7):
        for meeting in desk.evening(event).chart[number - 1]:
            if desk.evening(event).is_played(meeting):
                points = (121, 120 - int(meeting.one[0]))
                desk.write_scores(event, "Dora", number, meeting.one, points)
    page = dora.get(f"/events/{event}/standings")
    rows = re.findall(r"<tr class=.*?</tr>", page, re.S)
    assert len(rows) == 4
    assert ">20<" in rows[0]
    assert "gold" in rows[0]
    assert "did not come" in rows[3]
    assert ">-10<" in rows[3]
    assert "is not there" in dora.get(f"/events/{event}/games/1")
    assert "not played" in dora.get(f"/events/{event}/cards/1A") + dora.get(f"/events/{event}/cards/2A")


def test_13_1_a_missing_qualifier_loses_games_and_then_the_match_on_the_page(
    dora: Browser, desk: Desk, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = night(14, "acc-cut", 13)
    for meeting in desk.evening(event).meetings:
        net = 2 * (int(str(meeting.other)) - int(meeting.one))
        desk.write_game(event, "Dora", meeting.game, meeting.one, net)
    dora.do(event, "playoffs", best_of="3")
    begin = time.mktime((2026, 11, 21, 13, 0, 0, 0, 0, -1))

    def at(minutes: int) -> None:
        desk.wall = lambda: begin + 60 * minutes
        monkeypatch.setattr("webui.club.view.time.time", desk.wall)

    at(10)
    answer = dora.do(event, "await", match="0/0/4", since="13:30")
    assert said(answer) == "alert: That time has not come yet."
    assert said(dora.do(event, "await", match="0/0/4", since="soon")).startswith("alert: A time of day")
    dora.do(event, "await", match="0/0/4", since="13:00")
    page = dora.get(f"/events/{event}/bracket")
    assert "Dee has been missing since 13:00: 1 game lost so far. The next one at 13:20." in page
    assert "The match goes to" not in page
    at(21)
    page = dora.get(f"/events/{event}/bracket")
    assert "2 games lost so far" in page
    assert "The match goes to Ann" in page
    dora.do(event, "match", round="0", line="0", winner="1", rule="13.1")
    assert "not played, 13.1" in dora.get(f"/events/{event}/bracket")
    assert said(dora.do(event, "refused", match="0/1/3")) == "good: The match goes to the other side."
    assert "not played, 11.5.b" in dora.get(f"/events/{event}/bracket")


@pytest.mark.parametrize("form", sorted(FORMATS))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_every_format_is_whole_in_every_language(
    dora: Browser, desk: Desk, night: Night, form: str, lang: str
) -> None:
    event = night(8, form, 3, drawn=form != "free")
    if form != "free":
        for meeting in desk.evening(event).chart[0]:
            if desk.evening(event).format.record == "scores":
                desk.write_scores(event, "Dora", 1, meeting.one, (121, 80))
            else:
                desk.write_game(event, "Dora", 1, meeting.one, 12)
    dora.do(event, "tick", step="8")
    paths = ["", "/entries", "/chart", "/cards", "/check", "/standings", "/bracket"]
    if form != "free":
        paths += [
            f"/cards/{desk.evening(event).owners[0]}",
            f"/games/{1 if form == 'doubles-winners-stay' else 2}",
        ]
    for path in paths:
        page = dora.get(f"/events/{event}{path}?lang={lang}")
        assert not re.findall(r">[^<]*\b(?:club|error|door)\.[a-z]", page), path
        assert "…" not in re.sub(r"<[^>]*>", "", page), path


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_both_editions_has_words(lang: str) -> None:
    for edition, steps in STEPS.items():
        for step in steps:
            assert club_words(lang).has(f"club.step.{edition}.{step.key}")


def test_languages_of_the_club_say_the_same_things() -> None:
    names = [set(club_words(lang).find("club")) for lang in LANGUAGES]
    assert names[0] == names[1]


def test_every_refusal_of_the_desk_has_a_sentence() -> None:
    modules = [*Path(str(club.__file__)).parent.glob("*.py"), Path(str(orders_module.__file__))]
    found = {
        path for module in modules for path in re.findall(r'"(club\.error\.[a-z-]+)"', module.read_text())
    }
    assert len(found) > 50
    for path in found:
        assert club_words("en").has(path), path


def test_every_reason_to_ask_has_a_sentence() -> None:
    found = set(re.findall(r'Doubt\(f?"([a-z-]+)', Path(str(club.fitting.__file__)).read_text()))
    found |= set(re.findall(r'Doubt\(f?"([a-z-]+)', Path(str(club.fromtables.__file__)).read_text()))
    ends = ("seats", "bracket", "event")
    keys = {key + end for key in found for end in (ends if key.endswith("-") else [""])}
    assert {"before-seats", "came-before-bracket", "two", "names", "book", "mode"} <= keys
    for key in keys | {"no-mode"}:
        assert club_words("en").has(f"club.ask.{key}"), key


def test_every_order_says_that_it_is_done() -> None:
    for order in orders_module.ORDERS:
        assert club_words("en").has(f"club.said.{order}"), order


# --- the room and programs ------------------------------------------------------------------------------


def test_the_room_shows_tables_and_who_waits_for_judges(guest: Browser, desk: Desk) -> None:
    desk.store.post("7", "state", {"state": "here"})
    desk.store.post("7", "live", {"players": [{"seat": "A", "name": "Ann", "score": 88}]})
    desk.store.post("9", "state", {"state": "gone"})
    guest.get("/tables")
    guest.post("/do/call", {"table": "7"})
    page = guest.get("/room")
    assert "Table 7 waits for judges: 0 minutes" in page
    assert "88" in page
    assert "not heard of since" in page
    assert 'class="place gone' in page


def test_a_kit_is_well_without_contacts_and_a_sanctioned_game_seated_there_is_said(
    guest: Browser, desk: Desk, night: Night
) -> None:
    for table, pegs, sanctioned in (("7", "camera", False), ("8", "camera", True), ("9", "sensors", True)):
        desk.store.post(table, "state", {"state": "here"})
        kind = {"pegs": pegs, "cards": "camera", "sanctioned": sanctioned}
        desk.store.post(table, "health", {"parts": [], "waiting": 0, "calling": False, **kind})
    rows = guest.get("/tables").split("<tr>")[2:]
    assert ["all is well" in row for row in rows] == [True] * 3
    assert ["The camera reads the pegs." in row for row in rows] == [True, True, False]
    assert ["No sanctioned games" in row for row in rows] == [True, False, False]
    event = night(form="acc-cut")
    for mode, warned in (("club", []), ("sanctioned", ["7"])):
        desk.seat(event, "Dora", ("7", "8"), mode)
        tables = guest.client.get("/api/v1/club/tables").get_json()["tables"]
        assert [row["table"] for row in tables if row["unfit"]] == warned
    assert guest.get("/tables").count("A sanctioned game is seated here") == 1


def test_a_membership_number_is_for_directors_only(guest: Browser, dora: Browser, desk: Desk) -> None:
    event = desk.create("Dora", "Monday", "grass-roots")
    desk.enter(event, "Dora", [EntryRow("Ann", (), "CA123")])
    for path in ("entries", "entries.csv"):
        assert "CA123" in dora.get(f"/events/{event}/{path}")
    assert "CA123" not in guest.get(f"/events/{event}/entries")
    assert "CA123" not in guest.client.get(f"/api/v1/club/events/{event}").get_data(as_text=True)


def test_a_number_that_is_none_is_a_sentence_everywhere(dora: Browser) -> None:
    dora.get("/tables")
    assert "A whole number is needed." in said(dora.post("/do/answer", {"call": "x"}))
    assert "A whole number is needed." in said(
        dora.post("/do/create", {"name": "X", "format": "free", "games": "x"})
    )


def test_a_broker_that_is_away_is_said_among_the_tables(desk: Desk) -> None:
    site = ClubSite(desk, b"k" * 32, None, line=lambda: "hub.local:8883 does not answer")
    page = build_club_app(site).test_client().get("/tables").get_data(as_text=True)
    assert "No line to the broker" in page
    assert "hub.local:8883 does not answer" in page


def test_a_call_is_answered_by_a_director_only(guest: Browser, dora: Browser, desk: Desk) -> None:
    n = desk.call("room", "7")
    guest.get("/tables")
    guest.post("/do/answer", {"call": n}, 403)
    dora.get("/tables")
    dora.post("/do/answer", {"call": n})
    assert desk.calls() == []


def test_programs_get_events_schedule_and_tables(guest: Browser, night: Night) -> None:
    event = night()
    assert guest.client.get("/api/v1/club/events").get_json()["events"][0]["id"] == event
    body = guest.client.get(f"/api/v1/club/events/{event}").get_json()
    assert body["schedule"][0] == {
        "game": 1, "a": "1", "b": "4", "table": 1, "a_seat": "1/1", "b_seat": "1/4", "first_dealer": None,
    }  # fmt: skip
    assert guest.client.get("/api/v1/club/tables").get_json() == {"tables": [], "calls": []}
    assert guest.client.get("/api/v1/club/events/99").get_json()["say"] == "There is nothing here."
    assert guest.client.get("/healthz").get_json()["store"] == "ok"


def test_a_store_that_is_gone_is_said_and_not_a_traceback(tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "hub.sqlite"))) as store:
        client = build_club_app(ClubSite(Desk(store), b"k" * 32, None)).test_client()
    answer = client.get("/healthz")
    assert answer.status_code == 503


def test_a_store_that_cannot_be_used_gives_its_reason_to_directors_only_and_speaks_of_no_table(
    dora: Browser, guest: Browser, desk: Desk, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = night()
    link = f"/events/{event}/me/1/{player_code(b'k' * 32, event, '1')}"
    guest.get(link)
    dora.get(f"/events/{event}")

    def full(*_what: object) -> None:
        raise StoreError("cannot write /srv/hub/hub.sqlite: the disk is full; make room there")

    monkeypatch.setattr(desk.store, "append_all", full)
    answer = said(dora.do(event, "announce", on="1"))
    assert answer.startswith(
        "alert: The hub cannot read or keep its records just now: cannot write /srv/hub/hub"
    )
    assert "make room there" in answer
    assert said(
        guest.post(link, {"then": link, "game": 1, "winner": "me", "spread": 5, "what": "claim"})
    ) == ("alert: The hub cannot read or keep its records just now. Tell the director.")
    monkeypatch.setattr(desk.store, "events", full)
    for browser, has_reason in ((dora, True), (guest, False)):
        page = browser.get("/", 503)
        told = browser.client.get("/api/v1/club/events").get_json()
        assert told["error"] == "storage"
        for text in (page, told["say"]):
            assert "The hub cannot read or keep its records just now" in text
            assert ("/srv/hub" in text) == has_reason
            assert "journal" not in text


def test_an_error_of_the_desk_carries_its_sentence() -> None:
    error = ClubError("club.error.name", "a name is needed", n=60)
    assert club_words("fr")(error.text, **error.fill).startswith("Un nom")
