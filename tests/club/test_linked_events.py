"""Events that belong together, and the small paper of an event."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browsers import Browser
from fpdf import FPDF
from refusals import refused

from club.claims import player_code
from club.desk import Desk
from club.lists import EntryRow

Night = Callable[..., int]


@pytest.fixture
def qualified(desk: Desk) -> int:
    """A tournament of sixteen whose bracket is drawn."""
    event = desk.create("Dora", "Open", "acc-cut", "2026-11-21", 1)
    desk.enter(event, "Dora", [EntryRow(f"P{n}", number=f"CA{n}") for n in range(16)])
    desk.draw(event, "Dora")
    refused(
        "no-rest", lambda: desk.create_linked(event, "Dora", "consolation", "rest", "C", "acc-cut", games=4)
    )
    for m in desk.evening(event).missing:
        desk.write_game(event, "Dora", m.game, m.one, int(m.one) + 2)
    desk.start_playoffs(event, "Dora")
    return event


def test_those_who_did_not_qualify_play_the_consolation(desk: Desk, qualified: int) -> None:
    desk.withdraw(qualified, "Dora", "16", 1)
    main = desk.evening(qualified)
    event = desk.create_linked(
        qualified, "Dora", "consolation", "rest", "Consolation", "acc-cut", "2026-11-22", 5
    )
    there = desk.evening(event)
    out = {main.entries[one].name for one in main.seeds} | {"P15"}
    assert {e.name for e in there.entries.values()} == {f"P{n}" for n in range(16)} - out
    assert all(entry.number == f"CA{entry.name[1:]}" for entry in there.entries.values())
    assert list(there.entries) == [str(n) for n in range(1, len(there.entries) + 1)]
    assert (there.linked_to, there.games) == ((qualified, "consolation"), 5)
    assert desk.evening(qualified).linked == {event: "consolation"}
    again = Desk(desk.store)
    assert again.evening(event).linked_to == there.linked_to
    desk.draw(event, "Dora")


def test_satellites_take_everybody_or_nobody_and_what_is_wrong_makes_no_event(
    desk: Desk, qualified: int
) -> None:
    everybody = desk.create_linked(qualified, "Dora", "satellite", "all", "Friday", "grass-roots")
    assert len(desk.evening(everybody).entries) == 16
    nobody = desk.create_linked(qualified, "Dora", "satellite", "nobody", "Doubles", "doubles-round-robin")
    assert desk.evening(nobody).entries == {}
    before = len(desk.events())
    refused(
        "teams", lambda: desk.create_linked(qualified, "Dora", "satellite", "all", "D", "doubles-round-robin")
    )
    refused("name", lambda: desk.create_linked(qualified, "Dora", "satellite", "all", "", "grass-roots"))
    refused("order", lambda: desk.create_linked(qualified, "Dora", "final", "all", "F", "grass-roots"))
    refused("format", lambda: desk.create_linked(qualified, "Dora", "satellite", "all", "F", "chess"))
    assert len(desk.events()) == before


def test_both_pages_lead_to_each_other(dora: Browser, guest: Browser, desk: Desk, qualified: int) -> None:
    dora.get(f"/events/{qualified}")
    dora.do(
        qualified, "linked", kind="consolation", takes="rest", name="Last chance", format="acc-cut", games="4"
    )
    (event,) = desk.evening(qualified).linked
    assert "Last chance" in guest.get(f"/events/{qualified}")
    assert f'/events/{qualified}">Open' in guest.get(f"/events/{event}")
    desk.put_away(event, "Dora", "deleted")
    assert "Last chance" not in guest.get(f"/events/{qualified}")
    assert "Last chance" in dora.get(f"/events/{qualified}")


# --- small paper ----------------------------------------------------------------------------------------


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written on paper."""
    found: list[str] = []
    real = FPDF.text

    def text(self: FPDF, x: float, y: float, text: str = "") -> None:
        found.append(text)
        real(self, x, y, text)

    monkeypatch.setattr(FPDF, "text", text)
    return found


@pytest.mark.parametrize(
    ("form", "players"), [("acc-alternate", 9), ("corporate", 4), ("doubles-round-robin", 4)]
)
def test_small_paper_names_everybody_their_table_and_who_they_meet(
    dora: Browser, guest: Browser, desk: Desk, night: Night, written: list[str], form: str, players: int
) -> None:
    event = night(players, form, 6 if form == "corporate" else 4)
    for name in ("seats", "rotation", "slips"):
        guest.get(f"/events/{event}/{name}.pdf", 403)
        written.clear()
        assert dora.client.get(f"/events/{event}/{name}.pdf").data.startswith(b"%PDF-1"), name
        names = {desk.evening(event).name_of(owner) for owner in desk.evening(event).owners}
        assert names <= {text.removesuffix(" ●") for text in written}, name
    assert "seats" in desk.evening(event).printed, "drawing again says that paper is out"
    evening = desk.evening(event)
    written.clear()
    dora.client.get(f"/events/{event}/slips.pdf?game=2")
    assert written.count("Game 2") == sum(m.game == 2 for m in evening.meetings)
    assert "Game 1" not in written


def test_a_slip_of_ones_own_has_its_games_in_order_and_its_own_link(
    dora: Browser, desk: Desk, night: Night, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    links: list[str] = []
    monkeypatch.setattr("webui.club.paper.slips._qr", lambda _sheet, link, _x, _y: links.append(link))
    event = night(5, games=4)
    dora.client.get(f"/events/{event}/rotation.pdf?owner=2")
    assert links == [f"http://localhost/events/{event}/me/2/{player_code(b'k' * 32, event, '2')}"]
    games = desk.evening(event).by_owner["2"]
    against = [str(m.other if m.one == "2" else m.one) if m.other else "" for m in games]
    names = [desk.evening(event).name_of(who) if who else "sit-out" for who in against]
    own = [text for text in written if text in names]
    assert own == names


def test_without_seats_there_is_no_small_paper(dora: Browser, night: Night) -> None:
    event = night(4, drawn=False)
    for name in ("seats", "rotation", "slips"):
        assert "not drawn yet" in dora.get(f"/events/{event}/{name}.pdf", 404)


def test_a_stray_event_is_renamed_and_deleted_but_not_once_something_was_played_in_it(
    dora: Browser, desk: Desk, night: Night
) -> None:
    event = night(4)
    dora.get(f"/events/{event}")
    dora.do(event, "edit", name="Stray", date="")
    assert "Stray" in dora.get(f"/events/{event}")
    dora.do(event, "away", where="deleted")
    assert desk.evening(event).put_away == "deleted"
    assert [record.kind for record in desk.store.records(event)][-2:] == ["edit", "away"], (
        "the record keeps it"
    )
    dora.do(event, "away", where="")
    desk.write_game(event, "Dora", 1, "1", 5)
    assert 'value="deleted"' not in dora.get(f"/events/{event}")
    assert "Something was played in this event" in dora.do(event, "away", where="deleted", sure="1")
    assert desk.evening(event).put_away == ""
    dora.do(event, "away", where="archive")
    assert desk.evening(event).put_away == "archive"


def test_the_codes_of_a_large_event_come_a_hundred_at_a_time(dora: Browser, desk: Desk) -> None:
    event = desk.create("Dora", "Large", "grass-roots", games=1)
    desk.enter(event, "Dora", [EntryRow(f"Player {n}") for n in range(102)])
    desk.draw(event, "Dora")
    assert dora.get(f"/events/{event}/links").count('aria-label="Player') == 100
    page = dora.get(f"/events/{event}/links?from=100")
    assert (page.count('aria-label="Player'), "101–102" in page) == (2, True)
