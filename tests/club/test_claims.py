"""Players enter their own results and the other side confirms: nothing stands on a card before both have said the
same, slips and tables come beside it, and a link opens nobody else's games."""

from __future__ import annotations

import re
from collections.abc import Callable

from browsers import Browser, said, seat_of
from refusals import refused

from club.claims import PLAYERS, open_claims, player_code
from club.desk import Desk
from cribbage.log.wire import FinishedGame
from cribbage.tournament.scorecards import Line
from webui.club.site import ClubSite

Night = Callable[..., int]


def test_a_result_is_written_once_the_other_side_confirms_it(desk: Desk, night: Night) -> None:
    event = night()
    assert not desk.claim(event, "4", 1, -12)
    assert desk.evening(event).lines == {}
    refused("no-claim", lambda: desk.confirm(event, "4", 1, -12))
    refused("no-claim", lambda: desk.confirm(event, "1", 1, 13))
    desk.confirm(event, "1", 1, 12)
    evening = desk.evening(event)
    assert evening.cards["1"].line(1) == Line("W", 12, "+")
    assert evening.cards["4"].line(1) == Line("L", 12, "-")
    assert {(w.source, w.who) for _, _, w in evening.history} == {(PLAYERS, "Ann & Dee")}
    assert open_claims(evening) == {}
    refused("played", lambda: desk.claim(event, "1", 1, 12))
    refused("played", lambda: desk.deny(event, "1", 1))


def test_the_same_from_both_is_written_and_different_ones_are_not(desk: Desk, night: Night) -> None:
    event = night()
    assert not desk.claim(event, "1", 1, 12)
    assert not desk.claim(event, "4", 1, -13), "another number is another claim"
    assert desk.evening(event).lines == {}
    assert desk.claim(event, "1", 1, 13)
    assert desk.evening(event).cards["4"].line(1) == Line("L", 13, "-")


def test_what_was_denied_is_the_directors_and_a_slip_settles_it(
    dora: Browser, desk: Desk, night: Night
) -> None:
    event = night()
    desk.claim(event, "1", 1, 12)
    desk.deny(event, "4", 1)
    assert "Ann says +12 for Ann" in dora.get(f"/events/{event}")
    desk.write_game(event, "Dora", 1, "1", 11)
    assert open_claims(desk.evening(event)) == {}
    assert "Players who tell different results" not in dora.get(f"/events/{event}")


def test_a_tables_game_comes_first_and_the_claim_is_gone(desk: Desk, night: Night) -> None:
    event = night()
    desk.claim(event, "1", 1, 12)
    game = FinishedGame("s", 1, 1, {"A": "Ann", "B": "Dee"}, {"A": 121, "B": 90}, "club", "acc-2025",
                        seat=seat_of(desk, event, 1, "1", "4"))  # fmt: skip
    desk.keep("7", "s", 1, game.body())
    assert desk.evening(event).cards["1"].line(1).spread == 31
    refused("played", lambda: desk.confirm(event, "4", 1, -12))


def test_nothing_impossible_is_kept(desk: Desk, night: Night) -> None:
    event = night()
    refused("spread", lambda: desk.claim(event, "1", 1, 122))
    refused("spread", lambda: desk.claim(event, "1", 1, 0))
    refused("game", lambda: desk.claim(event, "1", 9, 5))
    refused("no-claims", lambda: desk.claim(night(4, "alberta-round-robin", 0), "1", 1, 5))


def test_two_phones_enter_and_confirm(guest: Browser, site: ClubSite, desk: Desk, night: Night) -> None:
    event = night()
    ann, dee = (f"/events/{event}/me/{one}/{player_code(site.key, event, one)}" for one in ("1", "4"))
    page = guest.get(ann)
    assert "Game 1" in page
    assert "say who won" in said(guest.post(ann, {"game": "1", "spread": "12"})).lower()
    assert "has to confirm" in said(guest.post(ann, {"game": "1", "spread": "12", "winner": "me"}))
    page = guest.get(dee)
    assert "Ann says: won by 12." in page
    form = dict(re.findall(r'name="(game|what|winner|spread)" value="(\w*)"', page.split("That is right")[0]))
    assert form == {"game": "1", "what": "confirm", "winner": "other", "spread": "12"}
    assert "Written on both cards" in said(guest.post(dee, form))
    assert desk.evening(event).cards["4"].line(1) == Line("L", 12, "-")
    assert "Ann" in guest.get(f"{ann}?lang=fr")
    assert not re.findall(r">[^<]*\bclub\.[a-z]", guest.get(f"{dee}?lang=fr"))


def test_a_link_opens_nobody_elses_games(guest: Browser, dora: Browser, site: ClubSite, night: Night) -> None:
    event, other = night(), night()
    code = player_code(site.key, event, "1")
    guest.get(f"/events/{event}/me/2/{code}", 404)
    guest.get(f"/events/{other}/me/1/{code}", 404)
    guest.get(f"/events/{event}/me/1/{code[:-1]}", 404)
    guest.post(f"/events/{event}/me/2/{code}", {"game": "1", "winner": "me", "spread": "9"}, 404)
    guest.get(f"/events/{event}/links", 403)
    page = dora.get(f"/events/{event}/links")
    assert f"/events/{event}/me/1/{code}" in page
    assert page.count("<svg") >= 4
