"""Places that nobody can see, with cards known there or not: what is pegged meanwhile is held against nobody."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table, after_play, verdicts

from cribbage.book.hiddenplaces import DEAL_S
from cribbage.log.events import Event
from cribbage.shown.reveal import Viewer, view
from cribbage.shown.scoreboard import Scoreboard

SHOW = "B+9 A+5"


def test_the_first_card_laid_under_a_hand_that_stayed_leaves_its_points_unverified() -> None:
    assert verdicts(f"{CUT} B:TC A# A+2 A:5D") == ["unverified A 2"]
    assert verdicts(f"{CUT} B:TC A+2 wait") == ["overpeg A 2"], "a place that is seen to be empty"


def test_8_4_c_what_is_pegged_for_nothing_while_a_hand_rests_is_judged_when_it_has_gone() -> None:
    assert verdicts(f"{CUT} B:TC A# A+2 A0 wait") == ["overpeg A 2"]


@pytest.mark.parametrize(
    "hidden", ["A# A0", "A# B# A0 B0", "starter# starter0", "crib# crib0", "B# crib# crib0 B0"]
)
def test_hands_that_rested_on_a_bare_table_cost_nothing(hidden: str) -> None:
    """As they do while the cards are dealt."""
    whole = f"{CUT} {PLAY} {SHOW} {CRIB} A+6"
    assert verdicts(f"{hidden} {whole}") == verdicts(whole)
    again = f"{whole} clear {hidden} cut:JD B+2"
    assert verdicts(again)[-1] == "scored B 2", "nor in the next deal, where Bob takes two for his heels"


@pytest.mark.parametrize("hidden", ["starter#", "crib#"])
def test_a_hand_on_the_turned_starter_or_the_crib_hides_nothing_of_the_play(hidden: str) -> None:
    assert verdicts(f"{CUT} {hidden} {PLAY}") == PLAY_VERDICTS


def test_6_3_a_heels_pegged_while_a_hand_rests_on_the_starter_are_not_too_much() -> None:
    assert verdicts("starter# A+2 cut:JD B:TC A:9D wait") == ["unverified A 2"]


@pytest.mark.parametrize("book", ["acc-2020", "alberta-55plus"])
@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize(("heels", "forfeited"), [("B+2", False), ("B+3", False), ("", True)])
def test_6_3_c_heels_pegged_before_the_starter_was_read_are_not_forfeited(
    heels: str, forfeited: bool, muggins: bool, book: str
) -> None:
    """A hand rests on the starter's place since before the next deal; what was pegged then seems of the last one."""
    table = Table(profile=book, muggins=muggins).do(f"{CUT} {PLAY} B+9 starter# A+5 A+6 clear:A clear:B")
    found = table.do(f"{heels} cut:JD A:QS B:5C B+2 A:9C B:4D wait").verdicts
    assert any(one in ("heels-forfeit B 2", "underpeg B 2") for one in found) is forfeited


def test_a_hand_on_the_crib_does_not_show_it() -> None:
    """Else it would close the windows of the hands, and its going would end the deal."""
    assert after_play(f"crib# {SHOW}") == ["scored B 9", "scored A 5"]
    assert after_play(f"crib# crib0 {SHOW} {CRIB} A+6") == ["scored B 9", "scored A 5", "scored A 6"]


@pytest.mark.parametrize("again", ["A:TC", "A?"], ids=["a card that Bob held", "a card that nobody can read"])
def test_where_the_starter_is_not_seen_what_lies_there_again_may_be_led_in_the_next_deal(again: str) -> None:
    """So the next card, by Bob, who deals now, may be worth points."""
    deal = f"{CUT} {PLAY} {SHOW} {CRIB} A+6 starter# crib0 A0 B0 {again} B:5D"
    assert verdicts(f"{deal} B+2 wait", late_s=0)[-1] == "unverified B 2"


@pytest.mark.parametrize(("again", "found"), [("A:TC", "unverified B 3"), ("A:TC,KD,6S,5H", "overpeg B 1")])
def test_8_4_c_one_card_that_lies_again_beside_a_hidden_starter_is_no_hand_shown_again(
    again: str, found: str
) -> None:
    """What Bob, who deals now, pegs on Ann's card, which he held before, is for the play; two may be his heels."""
    deal = f"{CUT} {PLAY} {SHOW} {CRIB} A+6 starter# crib0 A0 B0 B# {again}"
    assert verdicts(f"{deal} B+3 wait", late_s=0)[-1] == found


@pytest.mark.parametrize("hidden", ["B?", "B#"])
def test_where_cards_are_turned_over_under_a_hand_nobody_knows_the_count(hidden: str) -> None:
    """One more may have been laid there, and the series be over (Alberta: the cards are turned over)."""
    table = Table("B", profile="alberta-55plus")
    table.do(f"cut:6H A:KS B:KC B+2 A:6S {hidden} A0 B0 A:5H B:8S A:8H A+2 B:2C")
    assert table.verdicts == ["scored B 2", "unverified A 2"]
    counts = [event.body["count"] for event in table.judge().events if event.kind == "played"]
    assert counts == [10, 20, 26, None, None, None, None]


def test_9_2_the_crib_shown_under_a_hand_is_judged_when_it_can_be_seen() -> None:
    assert after_play(f"{SHOW} crib# A+6 {CRIB}")[2:] == ["scored A 6"]
    assert after_play(f"{SHOW} crib# A+8 {CRIB}")[2:] == ["overpeg A 2"]


def test_a_crib_that_nobody_could_see_leaves_its_points_unverified() -> None:
    assert after_play(f"{SHOW} crib# A+4 A0 B0 crib0 starter0 cut:9C B:3D")[2:3] == ["unverified A 4"]
    assert after_play(f"{SHOW} crib# A+4 A0 B0 starter0 cut:9C")[2:3] == ["unverified A 4"]


def test_what_is_hidden_proves_no_camera_that_sees_cards() -> None:
    assert verdicts("A# A0 B+5 wait") == ["unverified B 5"], "no card has been seen in this game"


def test_two_hands_that_rest_for_seconds_miss_no_deal() -> None:
    table = Table().do(f"{CUT} B:TC A# B# A0")
    table.zone("B", ["TC"])
    assert table.do("A:5D A+2").verdicts == ["scored A 2"]


def test_9_2_where_all_was_hidden_for_long_a_deal_may_have_passed() -> None:
    """Ann dealt; by now it may be anybody's deal, and any card may have been laid."""
    table = Table().do(f"{CUT} {PLAY} {SHOW} A# B#")
    table.t += DEAL_S
    table.zone("A", ["KS"])
    table.zone("B", ["KD"])
    found = table.do("B+2 A+1 wait").verdicts[len(PLAY_VERDICTS) + 2 :]
    assert found == ["unverified B 2", "unverified A 1"]


def test_the_page_says_that_a_place_is_being_read_again() -> None:
    board = Scoreboard.empty()
    for kind, body in (
        ("game", {"profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A"}),
        ("deal", {"deal": 1, "dealer": "A"}),
        ("seen", {"cards": {"zone": "B", "seen": ["TC"]}}),
        ("seen", {"said": {"what": "reread", "zone": "B"}}),
    ):
        board = board.apply(Event(kind, 1.0, body))
    lying = {hand["player"]: hand["lying"] for hand in view(board, Viewer.public())["hands"]}["B"]
    assert (lying["cards"], lying["blind"], lying["again"]) == (["TC"], True, True)


def test_the_page_says_that_something_hides_a_place_and_keeps_what_is_known() -> None:
    board = Scoreboard.empty()
    for kind, body in (
        ("game", {"profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A"}),
        ("deal", {"deal": 1, "dealer": "A"}),
        ("seen", {"cards": {"zone": "B", "seen": ["TC"]}}),
        *(("seen", {"unread": {"zone": zone, "count": None}, "blind": True}) for zone in ("A", "B", "crib")),
    ):
        board = board.apply(Event(kind, 1.0, body))
    hands = {hand["player"]: hand["lying"] for hand in view(board, Viewer.public())["hands"]}
    assert hands == {
        "A": {"cards": [], "unread": False, "count": None, "by": "eye", "blind": True, "again": False},
        "B": {"cards": ["TC"], "unread": False, "count": 1, "by": "eye", "blind": True, "again": False},
    }, "and nothing of a crib that may not lie there"
    board = board.apply(Event("seen", 2.0, {"cards": {"zone": "A", "seen": []}}))
    assert [hand["player"] for hand in view(board, Viewer.public())["hands"]] == ["B"]


def test_a_crib_turned_up_before_any_card_was_laid_says_that_a_deal_went_by_unseen() -> None:
    """What is pegged for it then is not held against anybody, and the next card says whose deal follows."""
    table = Table().do("cut:4D")
    table.zone("crib", ["AD", "7C", "2S", "AS"])
    table.do("A+4")
    assert table.do("wait").verdicts == ["unverified A 4"]
    table.zone("crib", [])
    assert table.do("cut:5D A:9C B:9H B+2 wait").verdicts == ["unverified A 4", "scored B 2"]
