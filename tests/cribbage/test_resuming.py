"""A game goes on under another version of the referee: nothing recorded is rewritten, no old move is newly blamed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from tables import Table

from cribbage.log.codec import header_from
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.replay.audit import audit
from cribbage.replay.explanation import explain_verdicts
from cribbage.replay.resuming import JUDGED_AGAIN, REFEREE, VERSION, WHY, Resumed, version_in
from cribbage.shown.scoreboard import Scoreboard
from cribbage.sight.contract import read_by
from cribbage.worlds.referee import Referee

HANDS = "cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1"
CRIB = "crib:2C,2H,9D,JC"


def judged(table: Table) -> tuple[Referee, list[Event]]:
    """A referee of this version and what it makes of a game so far, header and observations among it."""
    header = header_from(table.header)
    referee, events = Referee(header), [Event("game", 0.0, header.to_dict())]
    for seen, line in zip(LogReader().read(table.log), table.log[1:], strict=True):
        body = {key: value for key, value in json.loads(line).items() if key != "t"}
        events += [Event("seen", seen.t, body), *referee.receive(seen)]
    return referee, [*events, *referee.tick(table.t + 5.0)]


def by_an_older(events: Iterable[Event]) -> list[Event]:
    """As a version recorded it that numbered the scores of a game."""
    names: dict[str, str] = {}
    older = []
    for event in events:
        body = dict(event.body)
        for key in ("id", "item"):
            if event.kind in ("item", "verdict") and key in body:
                body[key] = names.setdefault(body[key], f"item-{len(names) + 1}")
        older.append(Event(event.kind, event.t, body))
    return older


def verdict(code: str, t: float, player: str = "A", points: int = 2, **more: Any) -> Event:
    return Event("verdict", t, {"code": code, "player": player, "points": points, **more})


def codes(events: Iterable[Event]) -> list[str]:
    return [event.body["code"] for event in events if event.kind == "verdict"]


class TestWhatIsWritten:
    def test_the_version_first_and_nothing_else_where_nothing_differs(self) -> None:
        _, events = judged(Table().do(HANDS))
        resumed = Resumed(events, events, (), 40.0)
        assert resumed.events == [Event(REFEREE, 40.0, {REFEREE: VERSION, "of": 1})]

    def test_blame_that_no_longer_holds_is_withdrawn_and_what_holds_stays(self) -> None:
        referee, events = judged(Table().do("cut:KS B:TC A:8H A+2"))
        assert codes(events) == ["overpeg"]
        wrong = verdict("backward", 7.0, "B", 3, move="B 3/0>0/-1")
        missed = verdict("underpeg", 7.5, "B", 1)
        recorded = [*events, wrong, missed]
        told = [
            e.body for e in Resumed(recorded, events, referee.finish(), 30.0).events if e.kind == "verdict"
        ]
        about = {"why": WHY, "said_t": 30.0, "code": "withdrawn", "player": "B"}
        assert told == [
            about | {"points": 3, "move": "B 3/0>0/-1", "of": "backward", "since": 7.0},
            about | {"points": 1, "of": "underpeg", "since": 7.5},
        ]
        board = Scoreboard.fold([*recorded, *Resumed(recorded, events, (), 30.0).events])
        assert [v.code for v in board.verdicts] == ["overpeg", "withdrawn", "withdrawn"]

    def test_blame_that_this_version_would_only_say_later_holds(self) -> None:
        table = Table().do("cut:KS B:TC A:8H A+2")
        header = header_from(table.header)
        referee = Referee(header)
        seen = [event for one in LogReader().read(table.log) for event in referee.receive(one)]
        recorded = [Event("game", 0.0, header.to_dict()), verdict("overpeg", 8.5, move="A 0/-1>2/0")]
        assert codes(seen) == []
        assert codes(Resumed(recorded, [recorded[0], *seen], referee.finish(), 9.0).events) == []

    def test_a_deal_that_goes_on_is_closed_in_the_end(self) -> None:
        """Scores that the older version called otherwise go on under its names."""
        table = Table().do(HANDS)
        referee, events = judged(table)
        recorded = by_an_older(events)
        resumed = Resumed(recorded, events, (), table.t)
        shown = [*recorded, *resumed.events]
        assert not [e for e in resumed.events if e.kind == "item"], "they are the same scores"
        done = len(table.log)
        table.do(f"B+9 A+5 {CRIB} A+6 clear cut:KS")
        for seen in list(LogReader().read([table.log[0], *table.log[done:]])):
            shown += resumed.follow(referee.receive(seen))
        board = Scoreboard.fold(shown)
        first = [item for item in board.items.values() if item.deal == 1]
        assert board.deal_is_closed(1)
        assert all(item.is_closed for item in first)
        assert {item.id[:5] for item in first if item.what == "hand"} == {"item-"}
        assert codes(shown)[-3:] == ["scored", "scored", "scored"]

    def test_scores_that_this_version_does_not_know_are_closed_and_new_ones_told(self) -> None:
        table = Table().do(HANDS)
        _, events = judged(table)
        hand = next(e.body for e in events if e.kind == "item" and e.body["what"] == "hand")
        other = {**hand, "id": "item-77", "earned": 17}
        recorded = [e for e in events if e.body.get("id") != hand["id"]] + [Event("item", 39.0, other)]
        told = {e.body["id"]: e.body for e in Resumed(recorded, events, (), 40.0).events if e.kind == "item"}
        assert (told["item-77"]["state"], told["item-77"]["reason"]) == ("closed", JUDGED_AGAIN)
        assert told[hand["id"]]["state"] == "earned"

    def test_deal_phase_pegs_questions_and_orders_are_as_this_version_has_them(self) -> None:
        _, events = judged(Table().do(HANDS))
        recorded = [
            *events,
            Event("deal", 38.0, {"deal": 2, "dealer": "B"}),
            Event("phase", 38.0, {"phase": "starter", "deal": 2, "turn": "A", "to": "cut"}),
            Event("pegs", 38.0, {"A": [9, 8], "B": [7, 6], "certain": False}),
            Event("ask", 38.0, {"about": "A", "why": "", "question": "?"}),
            Event("orders", 38.0, {"rule": "8.4.b", "steps": [{}], "done": False}),
        ]
        board = Scoreboard.fold([*recorded, *Resumed(recorded, events, (), 40.0).events])
        now = Scoreboard.fold(events)
        assert (board.deal, board.dealer, board.phase, board.turn, board.to) == (
            now.deal, now.dealer, now.phase, now.turn, now.to,
        )  # fmt: skip
        assert (board.pegs, board.certain, board.asks) == (now.pegs, True, ())
        assert board.orders == {"rule": "8.4.b", "steps": [], "done": True}

    @pytest.mark.parametrize(("body", "version"), [({}, 1), ({REFEREE: True}, 1), ({REFEREE: 5}, 5)])
    def test_a_game_that_names_no_version_is_of_the_first(self, body: dict[str, Any], version: int) -> None:
        assert version_in(body) == version


class TestHowItGoesOn:
    @pytest.fixture
    def resumed(self) -> Resumed:
        scored = verdict("scored", 12.0, move="A 0/-1>2/0", item="1-play-A-8H")
        over = verdict("overpeg", 20.0, "B", 1, move="B 0/-1>2/0", item="item-4")
        recorded = [
            Event("game", 0.0, {"profile": "acc-2025"}), scored,
            Event("item", 20.0, {"id": "item-4", "what": "play", "player": "B", "state": "pegged"}), over,
        ]  # fmt: skip
        return Resumed(recorded, recorded, (), 30.0)

    def test_no_old_move_is_newly_blamed(self, resumed: Resumed) -> None:
        assert resumed.follow([verdict("overpeg", 12.0, move="A 0/-1>2/0")]) == [], "it has its verdict"
        assert resumed.follow([verdict("renege", 13.0)]) == [], "a window of before"

    def test_an_old_move_without_a_verdict_is_not_verified(self, resumed: Resumed) -> None:
        late = verdict("overpeg", 29.5, points=2, move="A 2/0>4/2", pegged=2, said_t=32.0, earned=0)
        (found,) = resumed.follow([late])
        assert found.body == {
            "code": "unverified", "points": 2, "why": WHY, "player": "A", "pegged": 2, "move": "A 2/0>4/2",
            "said_t": 32.0,
        }  # fmt: skip
        assert resumed.follow([late]) == [], "one verdict for each move"

    def test_what_is_right_or_comes_later_is_said(self, resumed: Resumed) -> None:
        right = verdict("scored", 29.5, move="A 2/0>4/2")
        later = verdict("overpeg", 33.0, move="A 4/2>6/4")
        pegs = Event("pegs", 33.0, {"A": [6, 4]})
        assert resumed.follow([right, later, pegs]) == [right, later, pegs]

    def test_what_was_too_many_stands_only_where_that_was_said(self, resumed: Resumed) -> None:
        (stands,) = resumed.follow([verdict("overpeg-stands", 35.0, "B", 1, item="item-4")])
        assert stands.body["item"] == "item-4"
        assert resumed.follow([verdict("overpeg-stands", 35.0, "A", 1, item="item-4")]) == []
        since = verdict("overpeg-stands", 50.0, "A", 1, item="2-play-A")
        assert resumed.follow([since]) == [since]

    def test_only_what_was_said_is_withdrawn(self, resumed: Resumed) -> None:
        said = verdict("withdrawn", 31.0, "B", 1, of="overpeg", since=20.0)
        never = verdict("withdrawn", 31.0, "B", 1, of="overpeg", since=19.0)
        later = verdict("withdrawn", 41.0, "B", 1, of="overpeg", since=40.0)
        assert resumed.follow([said, never, later]) == [said, later]


def test_an_audit_names_the_version_by_which_a_game_was_recorded_where_it_differs() -> None:
    header, *seen = Table().do("cut:KS B:TC A:8H A+2").log
    last = json.loads(seen[-1]) | {"verdicts": [{"t": 8.5, "code": "scored", "player": "A", "points": 2}]}
    log = [header, *seen[:-1], json.dumps(last)]
    assert f"recorded by version 1 of the referee, judged again by version {VERSION}" in audit(log).lines()
    ours = json.dumps(json.loads(header) | {REFEREE: VERSION})
    both = audit([ours, *log[1:], header, *log[1:]])
    assert (audit([ours, *log[1:]]).older, both.older) == (None, 1)
    assert not [line for line in audit([ours, *log[1:]]).lines() if "version" in line]


class TestWhatTheLogSaysOfItsTable:
    def test_by_what_pegs_and_cards_were_read_is_kept_and_read(self) -> None:
        table = Table(table={"pegs": "camera", "cards": "camera", "mast": 3}, seat="r2-t4")
        header = header_from(table.header).to_dict()
        assert (header["table"], header["seat"]) == (table.header["table"], "r2-t4")
        assert (read_by(header, "pegs"), read_by(header, "cards")) == ("camera", "camera")

    @pytest.mark.parametrize("told", [None, "sensors", {"pegs": "radar"}, {"pegs": ["camera"]}])
    def test_a_word_that_is_not_known_is_none(self, told: Any) -> None:
        assert read_by({"table": told}, "pegs") is None

    def test_the_explanation_says_by_what_the_pegs_were_read(self) -> None:
        table = Table(table={"pegs": "camera"}).do("cut:KS B:TC A:8H A+2")
        (told,) = explain_verdicts(table.log, 8.5)
        assert any("the pegs as they then stood, read by the camera" in line for line in told.lines)

    def test_the_explanation_says_why_cards_were_not_read(self) -> None:
        table = Table().do("cut:KS B:TC")
        table.see(unread={"zone": "A", "count": 1}, why="glare")
        (told,) = explain_verdicts(table.do("A+2").log, table.t)
        assert any("unread: A (glare)" in line for line in told.lines)
        hidden = Table().do("cut:KS B:TC")
        hidden.see(unread={"zone": "A", "count": None}, blind=True, why=["no", "text"])
        (told,) = explain_verdicts(hidden.do("A+2").log, hidden.t)
        assert any(line.endswith("unread: A.") for line in told.lines)
