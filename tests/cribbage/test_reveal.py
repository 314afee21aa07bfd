"""The reveal policy, row by row: each test is named after the row of the policy's table that it holds.

`Table` writes the events of a made-up game; each test asks what one viewer may know at one moment. Rows 32, 33 and 35
are about other pages (the club's, `/learn`), row 34 about streams (`test_broadcast`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from cribbage.log.events import Event
from cribbage.shown.policy import CLUB
from cribbage.shown.reveal import Call, Health, House, Viewer, review, view
from cribbage.shown.scoreboard import Scoreboard

PUBLIC, ANN, BOB = Viewer.public(), Viewer.player("A"), Viewer.player("B")
HAND = ("5H", "5S", "JD", "KC")
TEXT = "fifteen two, fifteen four, and a pair is six"


class Table:
    """A table whose story is written event by event; A deals first, so B is pone."""

    def __init__(self, mode: str = "club", **header: Any) -> None:
        names = {"A": "Ann", "B": "Bob"}
        self.t = 0.0
        self.board = Scoreboard.empty()
        self.tell("game", {"profile": "acc-2025", "mode": mode, "players": names, "dealer": "A"} | header)
        self.tell("deal", {"deal": 1, "dealer": "A"})

    def tell(self, kind: str, body: Mapping[str, Any], pause: float = 1.0) -> Table:
        self.board = self.board.apply(Event(kind, self.t, body))
        self.t += pause
        return self

    def seen(self, **body: Any) -> Table:
        return self.tell("seen", body)

    def cards(self, zone: str, *cards: str) -> Table:
        return self.seen(cards={"zone": zone, "seen": list(cards)})

    def phase(self, phase: str, turn: str | None = None, to: str | None = None) -> Table:
        return self.tell("phase", {"phase": phase, "deal": self.board.deal, "turn": turn, "to": to})

    def pegs(self, player: str, front: int, rear: int = 0) -> Table:
        standing = {seat: [p.front, p.rear] for seat, p in self.board.pegs.items()}
        return self.tell("pegs", standing | {player: [front, rear], "certain": True})

    def played(self, player: str, card: str, count: int, points: int = 0) -> Table:
        body = {"player": player, "card": card, "count": count, "points": points}
        return self.tell("played", body | {"parts": [["points", points]] if points else []})

    def item(
        self, key: str, what: str, player: str, state: str, earned: int | None, pegged: int | None
    ) -> Table:
        cards = list(HAND) if what in ("hand", "crib") else []
        body = {"id": key, "what": what, "player": player, "deal": self.board.deal, "state": state}
        return self.tell("item", body | {"earned": earned, "pegged": pegged, "cards": cards, "text": TEXT})

    def verdict(self, code: str, player: str | None, points: int | None, **more: Any) -> Table:
        return self.tell("verdict", {"code": code, "player": player, "points": points} | more)

    def deal(self, number: int) -> Table:
        return self.tell("deal", {"deal": number, "dealer": "AB"[(number - 1) % 2]})

    def see(self, viewer: Viewer = PUBLIC, house: House = House()) -> dict[str, Any]:  # noqa: B008
        shown = view(self.board, viewer, house)
        assert json.loads(json.dumps(shown)) == shown
        return shown

    def codes(self, viewer: Viewer = PUBLIC, house: House = House()) -> list[str]:  # noqa: B008
        return [verdict["code"] for verdict in self.see(viewer, house).get("verdicts", [])]

    def hand(self, viewer: Viewer = PUBLIC) -> dict[str, Any]:
        """The pone's hand as it is shown."""
        hands: list[dict[str, Any]] = self.see(viewer)["hands"]
        return next(hand for hand in hands if (hand["what"], hand["player"]) == ("hand", "B"))


def at_the_show(mode: str = "club", **header: Any) -> Table:
    """A table where both hands have been played and pone's hand lies face up."""
    table = Table(mode, **header).cards("starter", "5D").phase("play", "B", "play")
    return table.phase("show", "B", "count-hand").cards("B", *HAND)


def remarked(mode: str) -> Table:
    """Ann led out of turn, and Bob has played on it; then muggins was called, and time."""
    table = (
        Table(mode).played("A", "5C", 5).item("1-1", "play", "B", "earned", 2, None).played("B", "TH", 15, 2)
    )
    for about, case in (("lead", "played-on"), ("muggins", "unseen"), ("time", "tie-deal")):
        table.tell("remark", {"about": about, "case": case, "rule": "x", "player": "A", "why": "why"})
    return table.item("1-2", "hand", "B", "earned", 9, None)


def about(remarks: list[dict[str, Any]]) -> list[str]:
    return [remark["about"] for remark in remarks]


def over_thirty_one(mode: str) -> Table:
    """Bob's queen lies there, at a count of 25."""
    table = Table(mode).phase("play", "B", "play").played("B", "TC", 10).played("A", "KH", 20)
    table.played("B", "5D", 25).cards("A", "KH", "QS")
    return table.tell(
        "remark", {"about": "over", "case": "waits", "rule": "7.1.e", "player": "A", "why": "why"}
    )


def early_go(mode: str) -> Table:
    """Bob pegged a pair and a go; Ann's next card showed that she could have played."""
    table = Table(mode).phase("play", "A", "play").played("B", "TC", 10).played("A", "6D", 16)
    table.played("B", "6H", 22, 2).pegs("B", 3).item("i", "play", "B", "pegged", 2, 3)
    table.played("A", "4D", 26).verdict("overpeg", "B", 1, item="i", go="early")
    return table.item("i", "play", "B", "closed", 2, 3).verdict("overpeg-stands", "B", 1, item="i")


# --- sanctioned: one shape for everything ----------------------------------------------------------------

BARE = {"seats", "may", "target", "schema", "mode", "profile", "state", "dealer", "players", "lamp"}


def stories(mode: str) -> dict[str, Table]:
    """A table in every situation that the table of the policy names."""

    def hand(pegged: int, state: str = "pegged") -> Table:
        return at_the_show(mode).pegs("B", pegged).item("h", "hand", "B", state, 9, pegged)

    play = Table(mode).cards("starter", "JD").phase("play", "B", "play")
    return {
        "1 who deals": Table(mode),
        "2 peg released": hand(9),
        "3 front peg lifted": Table(mode).verdict("front-peg-removed", "B", 4),
        "4 back peg moved up": Table(mode).verdict("back-peg-moved", "A", 2),
        "5 opponent's peg": Table(mode).verdict("opponent-peg", "B", 2),
        "6 jack turned": Table(mode).cards("starter", "JD").item("j", "heels", "A", "earned", 2, None),
        "7 same card twice": Table(mode).verdict("imperfect-pack", None, None),
        "8 wrong number of cards": Table(mode).verdict("wrong-count", None, None),
        "9 card played": play.cards("B", "5H").played("B", "5H", 5).played("A", "TS", 15, 2),
        "10 wrong count": Table(mode).played("B", "5H", 5).seen(said={"by": "B", "what": "count", "n": 6}),
        "11 card over 31": over_thirty_one(mode),
        "12 renege": Table(mode).verdict("renege", "A", 2),
        "13 underpeg in play": Table(mode).verdict("underpeg", "A", 2),
        "14 overpeg in play": Table(mode).verdict("overpeg", "A", 2),
        "15 early go": early_go(mode),
        "16 lead out of turn": remarked(mode),
        "17 hands turned up": at_the_show(mode).cards("A", "2C", "3C", "4C", "9S"),
        "18 hand face up": at_the_show(mode).item("h", "hand", "B", "earned", 9, None),
        "19 hand overpegged": hand(11).verdict("overpeg", "B", 2, item="h"),
        "20 dealer's hand": at_the_show(mode).pegs("A", 7).item("g", "hand", "A", "pegged", 5, 7),
        "21 crib": at_the_show(mode).pegs("A", 7).item("c", "crib", "A", "pegged", 5, 7),
        "22 zero hand": at_the_show(mode).item("h", "hand", "B", "earned", 0, None),
        "23 out of order": Table(mode).verdict("out-of-order", "A", 8),
        "24 starter mixed": at_the_show(mode).cards("starter"),
        "25 hand mixed": hand(9).cards("B"),
        "29 penalty pegged": Table(mode).pegs("A", 2).item("p", "penalty", "A", "pegged", 2, 2),
        "28 muggins": Table(mode).verdict("muggins", "A", 2),
        "asks": Table(mode).tell("ask", {"about": "crib", "why": "glare", "question": "?"}),
        "unread": Table(mode).seen(unread={"zone": "B", "count": 4}),
        "judge called": Table(mode).seen(said={"by": "A", "what": "judge"}),
        "30 deal closed": hand(9, "closed").deal(2),
    }


@pytest.mark.parametrize("viewer", [PUBLIC, ANN, BOB], ids=["public", "Ann", "Bob"])
@pytest.mark.parametrize("row", stories("sanctioned"))
def test_sanctioned_tells_dealer_closed_score_state_and_lamp_only(row: str, viewer: Viewer) -> None:
    """Rows 1 to 30 for public and players; section 3.3."""
    shown = stories("sanctioned")[row].see(viewer)
    assert set(shown) == BARE
    assert all(set(player) == {"seat", "name", "score"} for player in shown["players"])
    assert shown["lamp"] == "steady"  # 3.6: doubts are not to be seen
    assert shown["state"] == "playing"


def test_row_2_sanctioned_score_waits_for_the_window() -> None:
    """Row 2, P5."""
    table = at_the_show("sanctioned").cards("A", "2C", "3C", "4C", "9S").pegs("B", 11)
    assert table.item("h", "hand", "B", "pegged", 9, 11).see()["players"][1]["score"] == 0
    table.pegs("A", 5)  # the dealer counts: pone's score is accepted
    assert table.see()["players"][1]["score"] == 11


def test_sanctioned_reads_the_same_for_a_right_and_a_wrong_peg() -> None:
    """P1, P3: until the window has shut nothing can be told apart."""
    seen = []
    for pegged, code in ((9, "scored"), (7, "underpeg"), (11, "overpeg")):
        table = at_the_show("sanctioned").pegs("B", pegged).item("h", "hand", "B", "pegged", 9, pegged)
        seen.append(table.verdict(code, "B", pegged).see())
    assert seen[0] == seen[1] == seen[2]


def test_sanctioned_lamp_shows_broken_parts_only() -> None:
    """Section 3.6."""
    table = Table("sanctioned").seen(fault={"part": "camera", "what": "covered"})
    assert table.see()["lamp"] == "attention"
    steady = view(Table("sanctioned").board, PUBLIC, health=[Health("eye", "stale")])
    assert steady["lamp"] == "attention"


# --- club --------------------------------------------------------------------------------------------------


def test_row_1_the_dealer_is_shown_in_every_mode() -> None:
    for mode in ("sanctioned", "club", "teaching"):
        assert Table(mode).see()["dealer"] == "A"


def test_row_2_club_shows_holes_at_once_and_the_increment_after_the_window() -> None:
    table = at_the_show().pegs("B", 9).item("h", "hand", "B", "pegged", 9, 9)
    bob = table.see()["players"][1]
    assert bob["pegs"] == [9, 0]
    assert bob["gain"] is None
    table.item("h", "hand", "B", "closed", 9, 9)
    assert table.see()["players"][1]["gain"] == {"points": 9, "what": "hand", "deal": 1}


@pytest.mark.parametrize("code", ["front-peg-removed", "both-pegs-removed"])
def test_row_3_club_hints_that_pegs_were_lifted_and_teaching_guides(code: str) -> None:
    story = {"rule": "8.5.a", "remedy": {"front": 12}}
    (hint,) = Table("club").verdict(code, "B", 4, **story).see()["verdicts"]
    assert hint["hint"]
    assert hint["points"] is None
    assert "remedy" not in hint
    (guide,) = Table("teaching").verdict(code, "B", 4, **story).see()["verdicts"]
    assert guide["remedy"] == {"front": 12}


def test_row_4_club_tells_of_a_back_peg_moved_after_the_next_cut() -> None:
    table = Table().cards("starter", "5D").verdict("back-peg-moved", "A", 2)
    assert table.codes() == []
    assert table.deal(2).codes() == []
    assert table.cards("starter", "9C").codes() == ["back-peg-moved"]


@pytest.mark.parametrize("code", ["opponent-peg", "wrong-track"])
def test_row_5_club_tells_of_the_wrong_peg_or_track_after_release(code: str) -> None:
    assert Table().verdict(code, "B", 2).codes() == [code]


def test_row_6_no_prompt_for_heels_before_the_dealer_has_played() -> None:
    for mode, prompted in (("club", False), ("teaching", True)):
        table = Table(mode).cards("starter", "JD").item("j", "heels", "A", "earned", 2, None)
        shown = table.see()
        assert shown["starter"]["cards"] == ["JD"]
        assert ("j" in json.dumps(shown["due"])) is prompted
    assert Table().verdict("heels-forfeit", "A", 2).codes() == ["heels-forfeit"]


@pytest.mark.parametrize(("row", "code"), [(7, "imperfect-pack"), (8, "wrong-count")])
def test_rows_7_and_8_club_tells_of_faults_of_the_pack_at_once(row: int, code: str) -> None:  # noqa: ARG001
    assert Table().verdict(code, None, None).codes() == [code]


def test_row_9_club_shows_cards_and_count_live_and_points_after_the_next_card() -> None:
    table = (
        Table()
        .cards("starter", "4D")
        .phase("play", "B", "play")
        .played("B", "5H", 5)
        .played("A", "TS", 15, 2)
    )
    play = table.see()["play"]
    assert play["count"] == 15
    assert "points" in play["cards"][0]
    assert "points" not in play["cards"][1]
    table.played("B", "JD", 25)
    assert table.see()["play"]["cards"][1]["points"] == 2


def test_row_9_points_stay_back_while_they_could_still_be_pegged() -> None:
    """Rule 7.2.b: with the opponent out of cards, several cards may be pegged together."""
    table = Table().phase("play", "A", "play").played("A", "5H", 5)
    table.item("p", "play", "A", "earned", 2, None).played("A", "5S", 10, 2).played("A", "KD", 20)
    shown = table.see()["play"]["cards"]
    assert ["points" in card for card in shown] == [True, False, False]
    table.item("p", "play", "A", "closed", 2, 2)
    assert "points" in table.see()["play"]["cards"][1]


def test_row_9_the_last_card_of_the_play_keeps_its_points_back_too() -> None:
    table = Table().phase("play", "B", "play").played("B", "5H", 5)
    assert "points" not in table.see()["play"]["cards"][0]


def test_row_10_club_tells_of_a_wrong_count_after_the_next_card() -> None:
    table = Table().phase("play", "B", "play").played("B", "7H", 7)
    table.seen(said={"by": "B", "what": "count", "n": 8})
    assert "announced" not in table.see()["play"]["cards"][0]
    table.played("A", "TS", 17)
    assert table.see()["play"]["cards"][0]["announced"] == 8


def test_row_11_a_card_over_thirty_one_is_told_at_once_until_it_is_back_or_played() -> None:
    for mode in ("club", "teaching"):
        (told,) = over_thirty_one(mode).see()["remarks"]
        assert (told["about"], told["player"], told["rule"]) == ("over", "A", "7.1.e")
        assert over_thirty_one(mode).cards("A", "KH").see()["remarks"] == []
    meant = over_thirty_one("club")
    (waits,) = meant.see()["remarks"]
    meant.board = meant.board.apply(
        Event("played", waits["t"], {"player": "A", "card": "QS", "count": 10, "points": 0, "parts": []})
    )
    assert meant.see()["remarks"] == [], "it counts as played: it led the next series"


def test_row_11_judges_are_told_when_called_on_the_play() -> None:
    table = over_thirty_one("sanctioned").item("i", "play", "A", "earned", 2, None)
    shown = table.see(Viewer.judge(Call(("Ruth", "Jo"), "i")))
    assert about(shown["remarks"]) == ["over"]
    assert "remarks" not in table.see(ANN)


def test_row_15_an_early_go_is_told_after_the_deal_and_to_learners_at_once() -> None:
    table = early_go("club")
    assert table.codes() == []
    assert early_go("teaching").codes() == ["overpeg", "overpeg-stands"]
    judged = early_go("sanctioned").see(Viewer.judge(Call(("Ruth", "Jo"), "i")))
    assert [v["code"] for v in judged["verdicts"]] == ["overpeg", "overpeg-stands"]
    assert table.deal(2).codes() == ["overpeg", "overpeg-stands"]


def test_row_15_an_overpeg_that_was_challenged_is_told_at_once() -> None:
    challenged = Table().item("i", "play", "B", "pegged", 2, 3).verdict("overpeg", "B", 1, item="i")
    assert challenged.codes() == ["overpeg"]


@pytest.mark.parametrize("viewer", [PUBLIC, ANN, BOB], ids=["public", "Ann", "Bob"])
def test_row_17_when_hands_are_turned_up_nothing_is_counted_for_anybody(viewer: Viewer) -> None:
    table = at_the_show().item("h", "hand", "B", "earned", 9, None).item("g", "hand", "A", "earned", 4, None)
    for hand in table.see(viewer)["hands"]:
        assert set(hand) == {"what", "lying", "state", "player", "side"}
    assert table.see(viewer)["verdicts"] == []
    assert table.see(viewer)["due"] == []


def test_row_12_club_tells_of_a_renege_after_the_deal() -> None:
    table = Table().verdict("renege", "A", 2)
    assert table.codes() == []
    assert table.deal(2).codes() == ["renege"]
    assert Table("teaching").verdict("renege", "A", 2).codes() == ["renege"]


def test_row_13_an_underpeg_waits_for_its_window_and_for_muggins() -> None:
    plain = Table().item("p", "play", "B", "earned", 2, None)
    assert plain.verdict("underpeg", "B", 2, item="p").codes() == []
    assert plain.item("p", "play", "B", "closed", 2, None).codes() == ["underpeg"]
    table = Table(muggins=True).item("p", "play", "B", "closed", 2, 0).verdict("underpeg", "B", 2, item="p")
    assert table.codes() == []  # Rule: ACC 10.4.b: open until the next score of the same player
    assert table.item("q", "play", "B", "pegged", 1, 1).codes() == ["underpeg"]


def test_row_14_an_overpeg_in_the_play_is_called_at_the_release() -> None:
    table = Table().pegs("B", 4).item("p", "play", "B", "pegged", 2, 4).verdict("overpeg", "B", 2, item="p")
    assert table.codes() == ["overpeg"]
    assert table.codes(house=House(alerts="after-window")) == []
    table.item("p", "play", "B", "closed", 2, 4)
    assert table.codes(house=House(alerts="after-window")) == ["overpeg"]


@pytest.mark.parametrize("mode", ["sanctioned", "club"])
@pytest.mark.parametrize("viewer", [PUBLIC, ANN, BOB], ids=["public", "Ann", "Bob"])
def test_row_18_the_hand_before_it_is_pegged_is_worth_nothing_to_anybody(mode: str, viewer: Viewer) -> None:
    """Also rows 17, 20 and 21: 9.5 at its core."""
    table = at_the_show(mode).item("h", "hand", "B", "earned", 9, None)
    told = json.dumps(table.see(viewer))
    assert TEXT not in told
    assert "earned" not in told


def test_row_18_teaching_tells_the_value_and_the_breakdown() -> None:
    hand = at_the_show("teaching").item("h", "hand", "B", "earned", 9, None).hand()
    assert (hand["earned"], hand["text"]) == (9, TEXT)


def test_row_19_a_right_or_an_underpegged_hand_is_told_after_the_window_only() -> None:
    """Rows 20 and 21 are the same steps for the dealer's hand and the crib."""
    shown = []
    for pegged, code in ((9, "scored"), (7, None)):
        table = at_the_show().pegs("B", 9).item("h", "hand", "B", "pegged", 9, pegged)
        shown.append((table.verdict(code, "B", pegged, item="h") if code else table).see())
    assert shown[0] == shown[1]
    assert "earned" not in shown[0]["hands"][0]
    table.item("h", "hand", "B", "closed", 9, 7).verdict("underpeg", "B", 2, item="h")
    assert table.hand()["earned"] == 9
    assert table.codes() == ["underpeg"]


def test_row_19_an_overpegged_hand_is_called_at_the_release() -> None:
    table = at_the_show().pegs("B", 11).item("h", "hand", "B", "pegged", 9, 11)
    table.verdict("overpeg", "B", 2, item="h", earned=9, pegged=11, rule="8.4.c")
    (told,) = table.see()["verdicts"]
    assert (told["earned"], told["pegged"], told["what"], told["rule"]) == (9, 11, "hand", "8.4.c")


def test_row_19_muggins_keeps_pones_hand_back_until_the_dealer_counts() -> None:
    """Rule: ACC 10.4.c(1); row 20: the dealer's hand until the pone mixes, 10.4.c(2)."""
    table = at_the_show(muggins=True).item("h", "hand", "B", "closed", 9, 7)
    assert "earned" not in table.hand()
    table.item("d", "hand", "A", "closed", 4, 4)
    assert table.hand()["earned"] == 9
    assert "earned" not in table.see()["hands"][1]


def test_row_22_a_zero_hand_is_told_after_the_window() -> None:
    table = at_the_show().item("h", "hand", "B", "earned", 0, None)
    assert "earned" not in table.hand()
    assert table.item("h", "hand", "B", "closed", 0, 0).hand()["earned"] == 0


def test_row_23_counting_out_of_order_is_told_after_the_window() -> None:
    table = Table().item("c", "crib", "A", "pegged", 8, 8).verdict("out-of-order", "A", 8, item="c")
    assert table.codes() == []
    assert table.item("c", "crib", "A", "closed", 8, 8).codes() == ["out-of-order"]


def test_rows_24_and_25_cards_mixed_away_are_not_shown_from_memory() -> None:
    table = at_the_show().item("h", "hand", "B", "earned", 9, None).cards("starter").cards("B")
    told = json.dumps(table.see())
    assert "5D" not in told
    assert "5H" not in told
    assert table.see(Viewer.judge(Call(("J1", "J2"), "starter")))["starter"] == "5D"


def false_claim(mode: str) -> Table:
    """B, at 109 with nine points earned, pegs into the game hole."""
    table = at_the_show(mode, pegs={"A": [90, 80], "B": [109, 100]}).pegs("B", 121, 109)
    return table.item("h", "hand", "B", "pegged", 9, 12).verdict("false-claim", "B", 3, item="h")


def true_claim(mode: str) -> Table:
    """The same with twelve points earned."""
    table = at_the_show(mode, pegs={"A": [90, 80], "B": [109, 100]}).pegs("B", 121, 109)
    table.item("h", "hand", "B", "closed", 12, 12).verdict("scored", "B", 12, item="h")
    return table.verdict("game", "B", 90).phase("over")


def test_row_26_sanctioned_a_claim_of_game_is_pending_for_everybody_right_or_wrong() -> None:
    for viewer in (PUBLIC, ANN, BOB):
        false, true = false_claim("sanctioned").see(viewer), true_claim("sanctioned").see(viewer)
        assert false == true
        assert false["state"] == "ended"
        assert false["players"][1]["score"] == 109
        assert "over" not in false


def test_row_26_club_calls_a_false_claim_at_once_whatever_the_alerts() -> None:
    assert false_claim("club").codes() == ["false-claim"]
    assert false_claim("club").codes(house=House(alerts="after-window")) == ["false-claim"]


def test_row_27_club_reminds_of_pegging_out_but_not_with_muggins() -> None:
    for muggins, reminded in ((False, "B"), (True, None)):
        table = at_the_show(pegs={"A": [90, 80], "B": [110, 100]}, muggins=muggins).pegs("B", 119, 110)
        assert table.item("h", "hand", "B", "earned", 12, None).see()["peg_out"] is None
        assert table.item("h", "hand", "B", "pegged", 12, 9).see()["peg_out"] == reminded
    assert "peg_out" not in at_the_show("sanctioned").see()


@pytest.mark.parametrize("code", ["muggins", "muggins-refused"])
def test_row_28_muggins_is_told_when_it_is_decided(code: str) -> None:
    assert Table(muggins=True).verdict(code, "A", 2).codes() == [code]


def test_row_29_pegs_of_a_penalty_are_live_in_club_and_for_the_judges() -> None:
    table = Table().pegs("A", 2)
    assert table.see()["players"][0]["pegs"] == [2, 0]
    assert table.see(Viewer.judge(Call(("J1", "J2"), "pegs")))["pegs"]["A"] == [2, 0]


def test_row_30_the_full_review_of_a_deal_comes_when_it_is_closed() -> None:
    table = at_the_show().pegs("B", 7).item("h", "hand", "B", "closed", 9, 7)
    table.verdict("underpeg", "B", 2, item="h").verdict("renege", "A", 2)
    assert table.see()["last_deal"] is None
    assert review(table.board, PUBLIC) == []
    table.deal(2)
    deal = table.see()["last_deal"]
    assert [v["code"] for v in deal["verdicts"]] == ["underpeg", "renege"]
    assert deal["items"][0]["text"] == TEXT
    (told,) = review(table.board, PUBLIC)
    assert {key: one for key, one in told.items() if key != "moments"} == deal
    assert [one["kind"] for one in told["moments"]].count("verdict") == 2


def test_row_31_sanctioned_shows_the_result_once_accepted_and_the_review_to_players_only() -> None:
    table = true_claim("sanctioned")
    assert review(table.board, ANN) == []
    table.seen(said={"by": "A", "what": "accept"})
    shown = table.see()
    assert shown["state"] == "over"
    assert shown["over"] == {"winner": "B", "loser_score": 90, "spread": 31, "skunk": True}
    assert review(table.board, PUBLIC) == []
    assert len(review(table.board, ANN)) == 1


def test_row_31_a_sanctioned_game_is_settled_when_another_has_begun() -> None:
    assert view(true_claim("sanctioned").board, PUBLIC, followed=True)["state"] == "over"


def test_row_31_club_shows_the_result_at_once() -> None:
    over = true_claim("club").see()["over"]
    assert over == {"winner": "B", "loser_score": 90, "spread": 31, "skunk": True}


# --- what holds beside the rows ----------------------------------------------------------------------------


def test_teaching_tells_everything_at_once() -> None:
    for code in CLUB:
        assert Table("teaching").verdict(code, "A", 2).codes() == [code]


def test_an_unknown_verdict_waits_for_the_deal_in_club_mode() -> None:
    table = Table().verdict("novelty", "A", 1)
    assert table.codes() == []
    assert table.deal(2).codes() == ["novelty"]


def test_the_keys_of_verdicts_do_not_betray_those_that_are_still_kept_back() -> None:
    quiet, busy = Table(), Table().verdict("renege", "B", 2)
    quiet.t = busy.t
    assert quiet.verdict("wrong-track", "A", 2).see() == busy.verdict("wrong-track", "A", 2).see()


def test_hoyle_with_muggins_keeps_overpegs_for_the_opponent() -> None:
    """Section 2: S timing inside each hand."""
    table = Table(profile="hoyle", muggins=True).pegs("B", 4).item("p", "play", "B", "pegged", 2, 4)
    assert table.verdict("overpeg", "B", 2, item="p").codes() == []


@pytest.mark.parametrize("mode", ["sanctioned", "club", "teaching"])
def test_judges_see_the_question_called_and_no_other_hand(mode: str) -> None:
    """Row 19 and P8: called on pone's hand, neither dealer's hand nor crib are shown."""
    table = at_the_show(mode).pegs("B", 11).item("h", "hand", "B", "pegged", 9, 11)
    table.verdict("overpeg", "B", 2, item="h").item("d", "hand", "A", "earned", 4, None)
    shown = table.see(Viewer.judge(Call(("Judy", "Jack"), "h")))
    assert shown["item"]["earned"] == 9
    assert [v["code"] for v in shown["verdicts"]] == ["overpeg"]
    assert list(shown["pegs"]) == ["B"]
    assert "hands" not in shown


@pytest.mark.parametrize(
    ("judges", "why"),
    [((), "two-judges"), (("Judy",), "two-judges"), (("Judy", "judy "), "two-judges"),
     (("Judy", ""), "two-judges"), (("Judy", "Ann"), "judge-plays-here")],
)  # fmt: skip
def test_p4_and_p9_judges_are_two_and_do_not_play_here(judges: tuple[str, ...], why: str) -> None:
    shown = at_the_show().item("h", "hand", "B", "pegged", 9, 11).see(Viewer.judge(Call(judges, "h")))
    assert shown == {"schema": 1, "refused": why}


def test_a_camera_that_the_table_never_had_is_no_part_of_it_and_no_trouble() -> None:
    running = [Health("board", "ok"), Health("eye", "ok")]
    for mode in ("club", "sanctioned"):
        board = Table(mode).seen(fault={"part": "camera", "what": "none"}).board
        shown = view(board, PUBLIC, health=running)
        if mode == "club":
            assert [part["part"] for part in shown["health"]] == ["board"]
            assert shown["faults"] == {"camera": "none"}
        else:
            assert shown["lamp"] == "steady"


def test_a_part_that_runs_and_sees_nothing_is_at_fault() -> None:
    running = [
        Health("board", "ok"),
        Health("eye", "ok"),
        Health("board", "stale", "Chain broken.", "Fix it."),
    ]
    board = Table().seen(fault={"part": "camera", "what": "covered"}).board
    told = [(part["part"], part["state"]) for part in view(board, PUBLIC, health=running)["health"]]
    assert told == [("eye", "fault"), ("board", "stale")]


def test_before_any_game_there_is_nothing_to_hide() -> None:
    shown = view(Scoreboard.empty(), PUBLIC)
    assert (shown["state"], shown["players"]) == ("none", [])
    told = view(Scoreboard.empty(), PUBLIC, health=[Health("eye", "off")])["health"]
    assert told == [{"part": "eye", "state": "off", "note": "", "mend": ""}]


def test_row_9_teaching_hints_at_the_cards_that_would_score_next_and_nobody_else_does() -> None:
    def laid(mode: str) -> Table:
        return Table(mode).cards("starter", "5D").phase("play", "B", "play").played("B", "TC", 10)

    assert laid("club").see()["hints"] == []
    assert laid("teaching").see()["hints"] == [
        {"rank": "5", "points": 2, "count": 15},
        {"rank": "T", "points": 2, "count": 20},
    ]
    both = (
        laid("teaching")
        .played("A", "6H", 16)
        .played("B", "QC", 26)
        .played("A", "3S", 29)
        .played("B", "TD", 10)
    )
    assert [hint["rank"] for hint in both.see()["hints"]] == ["5", "T"], "a series of its own"
    unread = laid("teaching").tell(
        "played", {"player": "A", "card": None, "count": None, "points": None, "parts": []}
    )
    assert unread.see()["hints"] == []
    assert unread.played("B", "2C", 2).see()["hints"] == [], "nobody knows what lies under the two"


def test_row_9_teaching_tells_the_points_of_a_card_at_once() -> None:
    table = Table("teaching").cards("starter", "5D").phase("play", "B", "play")
    table.played("B", "TC", 10).played("A", "5H", 15, 2).item("p", "play", "A", "earned", 2, None)
    assert table.see()["play"]["cards"][-1]["points"] == 2


def test_row_21_when_the_crib_has_been_pegged_only_the_clearing_is_left() -> None:
    table = at_the_show().item("h", "hand", "B", "closed", 9, 9).item("g", "hand", "A", "pegged", 5, 5)
    table.phase("show", "A", "count-crib")
    assert (table.see()["turn"], table.see()["to"]) == ("A", "count-crib")
    table.item("c", "crib", "A", "pegged", 4, 4)
    assert (table.see()["turn"], table.see()["to"]) == (None, "clear")


def test_row_28_what_a_hand_was_worth_is_told_when_the_deal_is_closed_also_with_muggins() -> None:
    table = at_the_show(muggins=True).item("h", "hand", "B", "closed", 9, 7)
    assert "earned" not in table.hand()
    table.item("g", "hand", "A", "closed", 5, 5).item("c", "crib", "A", "closed", 4, 4).deal(2)
    last = table.see()["last_deal"]
    assert [item["earned"] for item in last["items"] if item["id"] == "h"] == [9]


def test_p4_a_call_about_nothing_that_happened_is_answered_with_nothing() -> None:
    found = (
        at_the_show()
        .item("h", "hand", "B", "pegged", 9, 9)
        .see(Viewer.judge(Call(("Joe", "Jill"), "no-such")))
    )
    assert found["unknown"] is True
    assert "item" not in found
    assert "verdicts" not in found


# --- remarks: what no verdict is for --------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, ANN, BOB], ids=["public", "Ann", "Bob"])
def test_row_16_a_lead_out_of_turn_is_told_to_nobody_at_a_sanctioned_table(viewer: Viewer) -> None:
    assert remarked("sanctioned").see(viewer) | {"_": 0} == Table("sanctioned").see(viewer) | {"_": 0}


@pytest.mark.parametrize("mode", ["club", "teaching"])
def test_rows_16_and_28_remarks_are_told_at_once_a_lead_until_the_next_card(mode: str) -> None:
    table = remarked(mode)
    assert about(table.see()["remarks"]) == ["lead", "muggins", "time"]
    assert about(table.played("A", "3C", 18).see()["remarks"]) == ["muggins", "time"]
    assert table.deal(2).see()["remarks"] == []
    assert about(review(table.board, PUBLIC)[0]["remarks"]) == ["lead", "muggins", "time"]


@pytest.mark.parametrize(
    ("called", "told"), [("1-1", ["lead", "muggins"]), ("1-2", ["muggins"]), ("pegs", ["time"])]
)
def test_p8_judges_are_told_the_remarks_on_what_they_were_asked(called: str, told: list[str]) -> None:
    shown = remarked("sanctioned").see(Viewer.judge(Call(("Ruth", "Jo"), called)))
    assert about(shown["remarks"]) == told


def test_p8_a_call_about_the_starter_tells_no_remark() -> None:
    assert "remarks" not in remarked("sanctioned").see(Viewer.judge(Call(("Ruth", "Jo"), "starter")))


@pytest.mark.parametrize(
    ("row", "key", "what"), [(20, "g", "hand"), (21, "c", "crib")], ids=["row 20", "row 21"]
)
def test_rows_20_and_21_the_dealers_hand_and_the_crib_are_told_when_mixed_and_called_at_the_release(
    row: int,  # noqa: ARG001
    key: str,
    what: str,
) -> None:
    right = at_the_show().item(key, what, "A", "pegged", 5, 5).verdict("scored", "A", 5, item=key)
    assert right.codes() == []
    assert right.item(key, what, "A", "closed", 5, 5).codes() == ["scored"]
    much = at_the_show().item(key, what, "A", "pegged", 5, 7).verdict("overpeg", "A", 2, item=key)
    assert much.codes() == ["overpeg"]
    few = at_the_show().item(key, what, "A", "pegged", 5, 4).verdict("underpeg", "A", 1, item=key)
    assert few.codes() == []
    asked = few.see(Viewer.judge(Call(("Judy", "Jo"), key)))
    assert (asked["item"]["earned"], [v["code"] for v in asked["verdicts"]]) == (5, ["underpeg"])
