"""What destroys asks first, and can be taken back: every order of the pages is on this list, so that a new one is
thought about too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from browsers import Browser, said

from club.desk import Desk
from club.lists import EntryRow
from club.pools import HANDS, STANDINGS, Pool
from club.season import Season
from webui.club import orders as orders_module

Night = Callable[..., int]

ADDS = {
    "enter", "import", "free", "make-up", "linked", "pool", "seat", "currency", "take", "left", "unanswer", "undo",
    "return", "unstrike", "pool-back", "unsettle", "appeared", "await",
}  # fmt: skip
"""These take nothing away, or are the way back of something."""
KEEPS_HISTORY = {
    "next", "away",
    "line", "game", "games", "card", "results", "forfeit", "settle", "level", "cut", "stay", "decide", "slip",
    "substitute", "leave", "float", "absent", "rename", "edit", "match", "refused", "tick", "announce", "paid",
    "hand",
}  # fmt: skip
"""These change what stands by one more record: it is changed again the same way, and what stood there is in the
card's history or said beside it. A correction of a card needs its reason."""
ASKS = {"draw", "schedule", "playoffs", "strike", "pool-off"}
"""These take something away: they want to be confirmed, and below is the way back of each."""


def test_every_order_is_on_the_list() -> None:
    assert set(orders_module.ORDERS) == ADDS | KEEPS_HISTORY | ASKS
    assert len(orders_module.ORDERS) == len(ADDS) + len(KEEPS_HISTORY) + len(ASKS)


def state(desk: Desk, event: int) -> Mapping[str, Any]:
    e = desk.evening(event)
    return {
        "entries": sorted(e.entries.items()), "slots": e.slots, "chart": e.chart, "seeds": e.seeds,
        "winners": dict(e.winners), "lines": {who: dict(lines) for who, lines in e.lines.items()},
        "pools": dict(e.pools), "paid": dict(e.paid), "hands": dict(e.hands), "away": e.put_away,
        "members": desk.members(), "seasons": desk.seasons(),
    }  # fmt: skip


def stamped(desk: Desk, event: int, what: str) -> dict[str, Any]:
    return {"stamp": desk.evening(event).stamps.get(what, 0), "sure": "1"}


def drawn(desk: Desk) -> int:
    event = desk.create("Dora", "Open", "acc-cut", games=1)
    desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(16)])
    desk.draw(event, "Dora")
    return event


def in_playoffs(desk: Desk) -> int:
    event = drawn(desk)
    for m in desk.evening(event).missing:
        desk.write_game(event, "Dora", m.game, m.one, int(m.one) + 2)
    desk.start_playoffs(event, "Dora")
    match = next(m for m in desk.evening(event).bracket.rounds()[0] if m.is_ready)
    desk.match(event, "Dora", 0, match.line, match.high or 0)
    return event


def undrawn(desk: Desk) -> int:
    event = desk.create("Dora", "Open", "acc-cut", games=1)
    desk.enter(event, "Dora", [EntryRow("Ann", number="CA1"), EntryRow("Bob"), EntryRow("Cy")])
    return event


def with_pool(desk: Desk) -> int:
    event = undrawn(desk)
    pool = desk.put_pool(event, "Dora", Pool(0, "Cash", STANDINGS, 1000, shares=(1,)))
    desk.put_pool(event, "Dora", Pool(0, "28", HANDS, 100))
    desk.set_paid(event, "Dora", pool, ["1", "2"], ["1", "2"])
    return event


SCHEDULE = "Game,Player A ID,Player B ID,Player A Table/Seat,Player B Table/Seat\n1,1,2,1,2\n"


@pytest.mark.parametrize(
    ("make", "order", "form", "what", "back"),
    [
        (drawn, "draw", {"how": "lot"}, "seats", ("undo", {"what": "seats"})),
        (drawn, "schedule", {"list": SCHEDULE}, "seats", ("undo", {"what": "seats"})),
        (in_playoffs, "playoffs", {"best_of": "5"}, "bracket", ("undo", {"what": "bracket"})),
        (undrawn, "strike", {"entry": "2"}, "", ("unstrike", {"entry": "2"})),
        (with_pool, "pool-off", {"id": "pool"}, "", ("pool-back", {"id": "pool"})),
    ],
)  # fmt: skip
def test_what_takes_something_away_asks_and_comes_back_whole(
    dora: Browser, desk: Desk, make: Callable[[Desk], int], order: str, form: dict[str, str], what: str,
    back: tuple[str, dict[str, str]],
) -> None:  # fmt: skip
    assert order in ASKS
    event = make(desk)
    desk._shuffle = lambda order: order.reverse()
    dora.get(f"/events/{event}")
    pool = next(iter(desk.evening(event).pools), 0)
    filled = {key: str(pool) if value == "pool" else value for key, value in form.items()}
    way = {key: str(pool) if value == "pool" else value for key, value in back[1].items()}
    before = state(desk, event)
    asked = {"stamp": desk.evening(event).stamps.get(what, 0)} if what else {}
    assert said(dora.do(event, order, **filled, **asked)).startswith("alert: ")
    assert state(desk, event) == before, "without a word nothing happens"
    assert said(dora.do(event, order, **filled, **stamped(desk, event, what))).startswith("good: ")
    assert state(desk, event) != before
    assert said(dora.do(event, back[0], **way, **stamped(desk, event, what))).startswith("good: ")
    assert state(desk, event) == before
    assert state(Desk(desk.store), event) == before


def test_members_that_were_merged_or_struck_come_back(dora: Browser, desk: Desk) -> None:
    for name, number in (("Ann", "CA1"), ("Annie", ""), ("Bob", "CA2")):
        desk.put_member("Dora", name, number)
    ids = {member.name: member.id for member in desk.members()}
    before = desk.members()
    dora.get("/members")
    for form in (
        {"what": "merge", "id": ids["Annie"], "into": ids["Ann"]}, {"what": "strike", "id": ids["Bob"]},
    ):  # fmt: skip
        assert said(dora.post("/do/member", form)).startswith("alert: ")
        assert desk.members() == before
        dora.post("/do/member", form | {"sure": "1"})
        assert desk.members() != before
        (gone,) = desk.members_gone()
        assert gone.name in dora.get("/members").rpartition("<details")[2]
        assert said(dora.post("/do/member", {"what": "back", "n": gone.n})).startswith("good: ")
        assert desk.members() == before
        assert (Desk(desk.store).members(), desk.members_gone()) == (before, [])
    assert "nothing to take back" in said(dora.post("/do/member", {"what": "back", "n": "1"}))


def test_a_merging_whose_name_somebody_has_by_now_stays_and_says_why(desk: Desk, dora: Browser) -> None:
    desk.put_member("Dora", "Ann")
    desk.put_member("Dora", "Annie", "CA2")
    ann, annie = desk.members()
    desk.merge_members("Dora", annie.id, ann.id)
    desk.put_member("Dora", "Annie")
    before = desk.members()
    (gone,) = desk.members_gone()
    dora.get("/members")
    assert "Annie is entered already" in said(dora.post("/do/member", {"what": "back", "n": gone.n}))
    assert desk.members() == before
    assert Desk(desk.store).members() == before


def test_a_later_merging_holds_when_an_earlier_one_is_taken_back(desk: Desk) -> None:
    for name in ("Ann", "Annie", "Anne"):
        desk.put_member("Dora", name)
    ids = {member.name: member.id for member in desk.members()}
    desk.merge_members("Dora", ids["Annie"], ids["Ann"])
    desk.merge_members("Dora", ids["Ann"], ids["Anne"])
    desk.take_back_member("Dora", desk.members_gone()[-1].n)
    assert {m.name: m.formerly for m in desk.members()} == {"Anne": ("Ann",), "Annie": ()}


def test_a_season_that_was_dropped_comes_back(dora: Browser, desk: Desk, night: Night) -> None:
    season = desk.put_season("Dora", Season(0, "Autumn", (night(2),), (3, 2), 1, 2, True))
    before = desk.seasons()
    dora.get("/seasons")
    assert said(dora.post("/do/season", {"what": "drop", "id": season})).startswith("alert: ")
    dora.post("/do/season", {"what": "drop", "id": season, "sure": "1"})
    assert desk.seasons() == []
    assert "Bring Autumn back" in dora.get("/seasons")
    dora.post("/do/season", {"what": "back", "id": season})
    assert (desk.seasons(), Desk(desk.store).seasons()) == (before, before)
    assert "nothing to take back" in said(dora.post("/do/season", {"what": "back", "id": season}))


def test_messages_that_were_looked_at_are_not_gone(dora: Browser, desk: Desk) -> None:
    desk.store.set_aside("pegwatch/1/7/game", "no game", b"x")
    dora.get("/tables")
    dora.post("/do/aside", {})
    assert desk.store.aside() == []
    dora.post("/do/aside", {"what": "back"})
    assert [each.times for each in desk.store.aside()] == [1]
    desk.store.drop_aside()
    desk.store.set_aside("pegwatch/1/7/game", "no game", b"x")
    assert [each.times for each in desk.store.aside()] == [2], (
        "again: it is in sight, and the first is counted"
    )


def test_the_number_of_a_struck_entry_is_given_to_nobody_else(dora: Browser, desk: Desk) -> None:
    event = undrawn(desk)
    desk.strike(event, "Dora", "3")
    desk.enter(event, "Dora", [EntryRow("Dee")])
    dora.get(f"/events/{event}")
    assert said(dora.do(event, "unstrike", entry="3")).startswith("good: ")
    assert {e.id: e.name for e in desk.evening(event).entries.values()}["3"] == "Cy"
    assert "nothing to take back" in said(dora.do(event, "unstrike", entry="9"))
