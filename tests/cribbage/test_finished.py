"""A finished deal as one thing: starter, play, order of it all; old games and games half seen show what they have."""

from __future__ import annotations

from typing import Any

import pytest

from cribbage.log.events import Event
from cribbage.shown.finished import counted, deals_of, finished
from cribbage.shown.policy import Viewer, may_be_graded
from cribbage.shown.reveal import review, view
from cribbage.shown.scoreboard import Scoreboard

HEADER = {"profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A"}
PLAY = [("B", "QD", 10), ("A", "8S", 18), ("B", "5C", 23), ("A", "7H", 30), ("B", "TH", 10), ("A", "KC", 20),
        ("B", "5D", 25), ("A", "9C", 9)]  # fmt: skip
HANDS = {"A": ["8S", "7H", "KC", "9C"], "B": ["QD", "5C", "TH", "5D"]}
CRIB = ["2S", "AH", "AC", "9D"]


class Log:
    """Events of one game, a second apart."""

    def __init__(self, **header: Any) -> None:
        self.events: list[Event] = []
        self.t = 0.0
        self.tell("game", **HEADER | header).tell("deal", deal=1, dealer="A")

    def tell(self, kind: str, t: float | None = None, **body: Any) -> Log:
        self.t = self.t + 1.0 if t is None else t
        self.events.append(Event(kind, self.t, body))
        return self

    def seen(self, **body: Any) -> Log:
        return self.tell("seen", **body)

    def starter(self, *cards: str) -> Log:
        return self.seen(cards={"zone": "starter", "seen": list(cards)})

    def laid(self, player: str, card: str | None, count: int | None, points: int | None = 0) -> Log:
        return self.tell("played", player=player, card=card, count=count, points=points, parts=[])

    def item(self, what: str, player: str, cards: list[str], earned: int, deal: int = 1) -> Log:
        return self.tell(
            "item", id=f"{deal}-{what}-{player}", what=what, player=player, deal=deal, state="closed",
            earned=earned, pegged=earned, cards=cards, parts=[], text="",
        )  # fmt: skip

    def whole(self) -> Log:
        """Ann deals; a deal seen from the starter to the crib."""
        self.starter("2C")
        for player, card, count in PLAY:
            self.laid(player, card, count)
        return (
            self.item("hand", "B", HANDS["B"], 10).item("hand", "A", HANDS["A"], 5).item("crib", "A", CRIB, 6)
        )

    @property
    def board(self) -> Scoreboard:
        return Scoreboard.fold(self.events)


def kinds(log: Log, deal: int = 1) -> list[str]:
    return [one["kind"] for one in finished(log.board, deal)["moments"]]


def test_a_deal_has_its_starter_its_play_and_the_cards_of_its_crib() -> None:
    deal = finished(Log().whole().board, 1)
    assert (deal["starter"], deal["discards"]["together"]) == ("2C", CRIB)
    assert [(one["player"], one["card"], one["count"]) for one in deal["play"]] == PLAY
    assert [one["series"] for one in deal["play"]] == [1, 1, 1, 1, 2, 2, 2, 3]
    assert kinds(Log().whole()) == ["starter", *["card"] * 8]


def test_a_verdict_takes_the_pegs_that_are_told_after_it() -> None:
    log = Log().laid("B", "QD", 10)
    log.tell("verdict", code="scored", player="B", points=2).tell("pegs", A=[0, -1], B=[2, 0], certain=True)
    card, judged = finished(log.board, 1)["moments"]
    assert (card["pegs"]["B"], judged["pegs"]["B"]) == ([0, -1], [2, 0])
    assert judged["verdict"] == 0


def test_pegs_that_nobody_has_judged_change_no_moment() -> None:
    log = Log().tell("pegs", A=[0, -1], B=[2, 0], certain=False).laid("B", "QD", 10)
    log.tell("pegs", A=[0, -1], B=[4, 2], certain=False)
    (card,) = finished(log.board, 1)["moments"]
    assert card["pegs"]["B"] == [2, 0]


def test_a_verdict_that_was_withdrawn_is_no_moment_of_the_deal() -> None:
    log = Log().tell("verdict", code="underpeg", player="B", points=2)
    log.tell("verdict", code="withdrawn", player="B", points=2, of="underpeg", since=log.t)
    deal = finished(log.board, 1)
    assert [one["code"] for one in deal["verdicts"]] == ["withdrawn"]
    assert [one["verdict"] for one in deal["moments"]] == [0]


def test_what_was_said_and_ruled_stands_in_its_place() -> None:
    log = Log().seen(said={"by": "A", "what": "go"}).seen(ruling={"rule": "9.3"}).seen(ruling="in no form")
    assert [(one["kind"], one["said"]) for one in finished(log.board, 1)["moments"]] == [
        ("said", {"by": "A", "what": "go"}),
        ("ruling", {"rule": "9.3"}),
    ]


def test_cards_elsewhere_and_a_place_read_empty_are_no_starter() -> None:
    log = Log().seen(cards={"zone": "A", "seen": ["8S"]}).starter()
    assert finished(log.board, 1)["starter"] is None
    assert kinds(log) == []


def test_a_starter_that_begins_the_next_deal_belongs_to_it() -> None:
    log = Log().starter("2C")
    log.starter("6H").tell("deal", t=log.t, deal=2, dealer="B")
    assert (finished(log.board, 1)["starter"], finished(log.board, 2)["starter"]) == ("2C", "6H")


def test_a_starter_read_again_is_the_one_read_last() -> None:
    assert finished(Log().starter("2C").starter("2S").board, 1)["starter"] == "2S"


def test_a_new_game_begins_with_nothing() -> None:
    log = Log().whole().tell("game", **HEADER)
    assert log.board.moments == ()


def test_a_card_that_was_not_read_is_the_one_that_the_hand_shows_later() -> None:
    log = Log().laid("B", "QD", 10).laid("A", None, None, None)
    for player, card, count in PLAY[2:]:
        log.laid(player, card, count)
    assert finished(log.board, 1)["play"][1]["card"] is None
    shown = finished(log.item("hand", "A", HANDS["A"], 5).board, 1)["play"][1]
    assert (shown["card"], shown["count"], shown["shown_later"]) == ("8S", None, True)


@pytest.mark.parametrize("hand", [["8S", "7H"], ["8S", "7H", "KC", "TC"], ["8S", "8D", "KC", "9C"]])
def test_a_card_is_not_made_up_where_the_hand_does_not_say_which(hand: list[str]) -> None:
    log = Log().laid("A", None, None, None)
    for player, card, count in PLAY[2:]:
        log.laid(player, card, count)
    assert finished(log.item("hand", "A", hand, 5).board, 1)["play"][0]["card"] is None


def test_a_count_that_was_announced_stands_beside_its_card() -> None:
    log = Log().laid("B", "QD", 10).seen(said={"by": "B", "what": "count", "n": 11})
    assert finished(log.board, 1)["play"][0]["announced"] == 11


def test_an_old_game_shows_what_it_has() -> None:
    log = Log().item("hand", "B", HANDS["B"], 10)
    deal = finished(log.board, 1)
    assert (deal["starter"], deal["play"], deal["moments"]) == (None, [], [])
    assert deal["discards"] == {"together": None}
    assert deals_of(log.board) == [1]
    assert finished(Log().item("crib", "A", [], 0).board, 1)["discards"] == {"together": None}


def test_row_30_the_order_of_a_deal_is_told_once_it_is_closed() -> None:
    log = Log().starter("2C").laid("B", "QD", 10).item("hand", "B", HANDS["B"], 10)
    assert review(log.board, Viewer.public()) == []
    (told,) = review(log.whole().board, Viewer.public())
    assert told["starter"] == "2C"
    last = view(log.board, Viewer.public())["last_deal"]
    assert last == counted(log.board, 1)
    assert "moments" not in last


def test_row_31_of_a_sanctioned_game_nobody_gets_starter_or_play_before_its_end() -> None:
    log = Log(mode="sanctioned").whole().tell("deal", deal=2, dealer="B").starter("6H")
    for viewer in (Viewer.public(), Viewer.player("A")):
        assert review(log.board, viewer) == []
    log.tell("phase", phase="over", deal=2)
    assert review(log.board, Viewer.public()) == []
    assert [deal["starter"] for deal in review(log.board, Viewer.player("A"))] == ["2C"]


def test_row_35_a_game_is_graded_once_it_is_over_and_at_once_where_one_learns() -> None:
    assert may_be_graded(Log(mode="teaching").whole().board)
    club = Log().whole()
    assert not may_be_graded(club.board)
    assert may_be_graded(club.board, followed=True)  # it was given up, and another one is on
    assert may_be_graded(club.tell("phase", phase="over", deal=1).board)
