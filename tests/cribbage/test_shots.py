"""Who may see the picture of a reading: the reveal policy's rows on cards, held to for pictures."""

from __future__ import annotations

from typing import Any

import pytest

from cribbage.log.events import Event
from cribbage.shown.policy import Call, Viewer
from cribbage.shown.scoreboard import Scoreboard
from cribbage.shown.shots import shots_for

PUBLIC, ANN, BOB = Viewer.public(), Viewer.player("A"), Viewer.player("B")
EVERYBODY = (PUBLIC, ANN, BOB)
ANNS, BOBS = ("5H", "6S", "7D", "8C"), ("JD", "2C", "3C", "KC")
CRIB = ("QS", "QH", "9C", "9D")


class Table:
    """A made-up deal: A deals, B is pone. Every reading has a picture, its key made of zone and cards."""

    def __init__(self, mode: str) -> None:
        self.t = 0.0
        self.board = Scoreboard.empty()
        names = {"A": "Ann", "B": "Bob"}
        self.tell("game", {"profile": "acc-2025", "mode": mode, "players": names, "dealer": "A"})
        self.tell("deal", {"deal": 1, "dealer": "A"})

    def tell(self, kind: str, body: dict[str, Any], at_once: bool = False) -> Table:
        self.t += 0.0 if at_once else 1.0
        self.board = self.board.apply(Event(kind, self.t, body))
        return self

    def lay(self, zone: str, *cards: str) -> Table:
        key = f"{zone}:{' '.join(cards)}"
        return self.tell("seen", {"cards": {"zone": zone, "seen": list(cards)}, "picture": key})

    def clear(self, zone: str) -> Table:
        return self.tell("seen", {"cards": {"zone": zone, "seen": []}})

    def phase(self, phase: str, at_once: bool = False) -> Table:
        return self.tell("phase", {"phase": phase, "deal": self.board.deal}, at_once)

    def item(self, key: str, what: str, player: str, state: str, *cards: str) -> Table:
        body = {"id": key, "what": what, "player": player, "state": state, "cards": list(cards)}
        return self.tell("item", body | {"deal": self.board.deal, "earned": 2, "pegged": 2})

    def play(self) -> Table:
        self.lay("starter", "4H").phase("play")
        for n in range(4):
            self.lay("B", *BOBS[: n + 1]).lay("A", *ANNS[: n + 1])
        return self

    def show(self) -> Table:
        return self.play().phase("show", at_once=True)

    def close(self) -> Table:
        self.lay("crib", *CRIB)
        self.item("hB", "hand", "B", "closed", *BOBS).item("hA", "hand", "A", "closed", *ANNS)
        return self.item("c", "crib", "A", "closed", *CRIB)

    def keys(self, viewer: Viewer, followed: bool = False) -> list[str]:
        return [shot["key"] for shot in shots_for(self.board, viewer, followed=followed)]

    def judge(self, about: str, *judges: str) -> list[str]:
        return self.keys(Viewer.judge(Call(judges or ("Joe", "Jill"), about)))


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_rows_17_to_21_sanctioned_play_shows_nobody_a_picture(viewer: Viewer) -> None:
    table = Table("sanctioned")
    for step in (table.play, lambda: table.phase("show", at_once=True), table.close):
        step()
        assert table.keys(viewer) == []


def test_row_26_a_peg_in_the_game_hole_opens_nothing_until_it_is_accepted() -> None:
    table = Table("sanctioned").show().close()
    table.tell("pegs", {"A": [121, 100], "B": [90, 80], "certain": True})
    table.tell("verdict", {"code": "game", "player": "A", "points": 90}).phase("over")
    assert [table.keys(viewer) for viewer in EVERYBODY] == [[], [], []]
    table.tell("seen", {"said": {"by": "B", "what": "accept"}})
    assert table.keys(PUBLIC) == []
    assert len(table.keys(ANN)) == len(table.keys(BOB)) == 10


def test_row_31_another_game_has_begun_and_the_players_may_look() -> None:
    table = Table("sanctioned").show()
    table.tell("pegs", {"A": [121, 100], "B": [90, 80], "certain": True}).phase("over")
    assert table.keys(ANN, followed=True)
    assert table.keys(PUBLIC, followed=True) == []


def test_teaching_shows_all_at_once() -> None:
    table = Table("teaching").lay("starter", "4H")
    assert table.keys(PUBLIC) == ["starter:4H"]
    assert len(Table("teaching").show().keys(PUBLIC)) == 9


class TestClub:
    def test_row_9_the_play_is_open_while_it_goes_on(self) -> None:
        table = Table("club").play()
        assert len(table.keys(PUBLIC)) == 9

    def test_rows_17_to_21_in_the_show_what_lies_there_now_is_open(self) -> None:
        table = Table("club").show()
        assert table.keys(PUBLIC) == ["starter:4H", f"B:{' '.join(BOBS)}", f"A:{' '.join(ANNS)}"]

    def test_row_25_what_was_mixed_is_kept_back_until_the_deal_is_closed(self) -> None:
        table = Table("club").show().clear("B")
        assert f"B:{' '.join(BOBS)}" not in table.keys(BOB)
        table.close()
        assert len(table.keys(PUBLIC)) == 10

    def test_row_25_a_deal_that_another_has_followed_is_closed(self) -> None:
        table = Table("club").show().clear("A").clear("B").clear("starter")
        assert table.keys(PUBLIC) == []
        table.lay("starter", "9H").tell("deal", {"deal": 2, "dealer": "B"}, at_once=True)
        assert len(table.keys(PUBLIC)) == 10

    def test_the_card_that_begins_a_deal_belongs_to_it(self) -> None:
        """Told after the reading that caused it: the picture must not count as one of the deal before."""
        table = Table("club").show().lay("starter", "9H")
        table.tell("deal", {"deal": 2, "dealer": "B"}, at_once=True).phase("starter", at_once=True)
        last = shots_for(table.board, PUBLIC)[-1]
        assert (last["key"], last["deal"]) == ("starter:9H", 2)

    def test_a_later_event_of_the_same_deal_does_not_move_an_older_picture(self) -> None:
        table = Table("club").show().tell("seen", {"said": {"by": "A", "what": "go"}})
        table.tell("deal", {"deal": 2, "dealer": "B"}, at_once=True)
        assert {shot["deal"] for shot in shots_for(table.board, PUBLIC)} == {1}


@pytest.mark.parametrize("mode", ["sanctioned", "club"])
class TestJudges:
    def test_p8_called_on_a_hand_they_see_that_hand_only(self, mode: str) -> None:
        table = Table(mode).show().item("hB", "hand", "B", "pegged", *BOBS)
        assert table.judge("hB") == [f"B:{' '.join(BOBS)}"]

    def test_p7_no_crib_before_its_time(self, mode: str) -> None:
        table = Table(mode).show().item("hB", "hand", "B", "pegged", *BOBS).lay("crib", *CRIB)
        assert all("crib" not in key for key in table.judge("hB"))
        table.item("c", "crib", "A", "earned", *CRIB)
        assert table.judge("c") == [f"crib:{' '.join(CRIB)}"]

    def test_row_24_the_starter_also_when_it_has_been_mixed_away(self, mode: str) -> None:
        table = Table(mode).show().clear("starter")
        assert table.judge("starter") == ["starter:4H"]

    def test_row_9_of_the_play_the_card_that_scored_and_no_other(self, mode: str) -> None:
        table = Table(mode).play().item("p", "play", "A", "pegged", "7D")
        assert table.judge("p") == ["A:5H 6S 7D"]

    def test_a_hand_that_was_not_read_shows_what_could_not_be_read(self, mode: str) -> None:
        table = Table(mode).phase("show")
        body = {"unread": {"zone": "B", "count": 4}, "picture": "blurred"}
        table.tell("seen", body).item("hB", "hand", "B", "pegged")
        assert table.judge("hB") == ["blurred"]

    def test_a_call_about_pegs_or_about_nothing_shows_no_card(self, mode: str) -> None:
        table = Table(mode).show()
        assert table.judge("pegs") == table.judge("no such item") == []

    @pytest.mark.parametrize("judges", [("Joe",), ("Joe", "Joe"), ("Joe", "ann"), ("Joe", " ")])
    def test_p9_one_judge_or_a_player_of_this_table_sees_nothing(
        self, mode: str, judges: tuple[str, ...]
    ) -> None:
        table = Table(mode).show().item("hB", "hand", "B", "pegged", *BOBS)
        assert table.judge("hB", *judges) == []

    def test_a_hand_of_an_earlier_deal_is_not_shown_for_one_of_this(self, mode: str) -> None:
        table = Table(mode).show().tell("deal", {"deal": 2, "dealer": "B"})
        table.item("h2", "hand", "B", "pegged", *BOBS)
        assert table.judge("h2") == []


def test_a_reading_without_a_picture_is_no_picture() -> None:
    table = Table("teaching").tell("seen", {"cards": {"zone": "A", "seen": ["5H"]}})
    table.tell("seen", {"cards": {"zone": "B", "seen": ["6H"]}, "picture": 17})
    assert table.keys(PUBLIC) == []


def test_a_picture_says_which_cards_are_new_in_it() -> None:
    last = shots_for(Table("teaching").play().board, PUBLIC)[-1]
    assert (last["cards"], last["new"], last["unread"]) == (list(ANNS), ["8C"], False)


def test_row_6_called_on_his_heels_judges_see_the_starter_and_no_other_card() -> None:
    table = Table("sanctioned").play().item("j", "heels", "A", "closed", "JD")
    assert table.judge("j") == ["starter:4H"]


def test_row_29_called_on_a_penalty_judges_see_no_card() -> None:
    table = Table("sanctioned").play().item("p", "penalty", "A", "earned", "5H")
    assert table.judge("p") == []
