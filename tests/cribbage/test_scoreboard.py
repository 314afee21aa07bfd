"""The scoreboard: events in, the table's state out; nothing lost, nothing changed behind anybody's back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import CRIB, CUT, PLAY, Table

from cribbage.log.events import Event
from cribbage.shown.scoreboard import Scoreboard
from cribbage.shown.state import Pegs

HEADER = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False,
    "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
}  # fmt: skip


def fold(*events: tuple[float, str, dict[str, Any]]) -> Scoreboard:
    """A board after a game's header and these events."""
    return Scoreboard.fold([Event("game", 0.0, HEADER), *(Event(kind, t, body) for t, kind, body in events)])


def item(state: str, earned: int | None, pegged: int | None, **more: Any) -> dict[str, Any]:
    """The body of an item event of B's hand."""
    body = {"id": "h1", "what": "hand", "player": "B", "deal": 1, "state": state}
    return body | {"earned": earned, "pegged": pegged} | more


def test_an_empty_board_has_no_game() -> None:
    board = Scoreboard.empty()
    assert not board.has_game
    assert board.mode == "sanctioned"  # the strictest, until a header says otherwise


def test_the_header_sets_the_pegs_and_the_dealer() -> None:
    board = fold()
    assert board.dealer == "A"
    assert board.pegs == {"A": Pegs(0, -1), "B": Pegs(0, -1)}
    assert board.closed == {"A": 0, "B": 0}
    assert board.name("B") == "Bob"


def test_a_game_may_begin_with_pegs_on_the_way() -> None:
    board = Scoreboard.fold([Event("game", 0.0, HEADER | {"pegs": {"A": [22, 10], "B": [-1, -2]}})])
    assert board.closed == {"A": 22, "B": 0}


def test_an_unknown_kind_changes_nothing_but_the_time() -> None:
    before = fold()
    after = before.apply(Event("refused", 7.0, {"why": "a card twice"}))
    assert after.t == 7.0
    assert after.pegs == before.pegs


def test_a_board_that_was_handed_out_never_changes() -> None:
    before = fold()
    before.apply(Event("pegs", 1.0, {"A": [5, 0], "B": [0, -1], "certain": True}))
    assert before.pegs["A"] == Pegs(0, -1)


def test_cards_of_a_zone_are_those_last_seen_there() -> None:
    board = fold(
        (1.0, "seen", {"cards": {"zone": "B", "seen": ["5H"]}}),
        (2.0, "seen", {"cards": {"zone": "B", "seen": ["5H", "TS"]}}),
        (3.0, "seen", {"unread": {"zone": "crib", "count": 4}}),
    )
    assert board.zones["B"].cards == ("5H", "TS")
    assert board.zones["crib"].unread
    assert board.zones["crib"].count == 4


def test_cards_entered_by_hand_say_so() -> None:
    board = fold((1.0, "seen", {"cards": {"zone": "B", "seen": ["5H"]}, "by": "page"}))
    assert board.zones["B"].by == "page"


def test_a_card_that_a_person_put_right_is_shown_so_whatever_the_eye_reads_on() -> None:
    wrong = (1.0, "seen", {"cards": {"zone": "B", "seen": ["5H"]}})
    fixed = (2.0, "seen", {"cards": {"zone": "B", "seen": ["6H"]}, "by": "page"})
    on = (4.0, "seen", {"cards": {"zone": "B", "seen": ["5H", "TS"]}})
    unread = (3.0, "seen", {"unread": {"zone": "B", "count": 2}})
    again = (3.0, "seen", {"said": {"what": "reread", "zone": "B"}, "by": "page"})
    gone = (3.0, "seen", {"cards": {"zone": "B", "seen": []}})
    assert fold(wrong, fixed, on).zones["B"].cards == ("6H", "TS")
    assert fold(wrong, fixed, unread, on).zones["B"].cards == ("6H", "TS")
    assert fold(wrong, fixed, again, on).zones["B"].cards == ("5H", "TS"), "the camera was asked again"
    assert fold(wrong, fixed, gone, on).zones["B"].cards == ("5H", "TS"), "other cards lie there now"


def test_the_closed_score_is_where_the_closed_item_was_pegged_to() -> None:
    pegged = [
        (5.0, "pegs", {"A": [0, -1], "B": [9, 0], "certain": True}),
        (6.0, "item", item("pegged", 9, 9)),
    ]
    assert fold(*pegged).closed["B"] == 0
    later = [
        (8.0, "pegs", {"A": [0, -1], "B": [14, 9], "certain": True}),
        (9.0, "item", item("closed", 9, 9)),
    ]
    board = fold(*pegged, *later)
    assert board.closed["B"] == 9  # what was pegged since stays out
    assert board.pegs["B"].score == 14


def test_the_hole_of_an_item_is_right_in_whichever_order_pegs_and_item_come() -> None:
    pegs = (6.0, "pegs", {"A": [0, -1], "B": [9, 0], "certain": True})
    taken = (6.0, "item", item("pegged", 9, 9))
    for events in ((pegs, taken), (taken, pegs)):
        assert fold(*events).items["h1"].front == 9


def test_a_corrected_item_takes_the_corrected_hole() -> None:
    board = fold(
        (5.0, "pegs", {"B": [11, 0]}),
        (6.0, "item", item("pegged", 9, 11)),
        (7.0, "pegs", {"B": [9, 0]}),
        (8.0, "item", item("pegged", 9, 9)),
        (9.0, "item", item("closed", 9, 9)),
    )
    assert board.closed["B"] == 9


def test_a_new_deal_settles_the_scores_of_those_with_nothing_open() -> None:
    moved = (5.0, "pegs", {"A": [3, 0], "B": [9, 0]})
    deal = (7.0, "deal", {"deal": 2, "dealer": "B"})
    assert fold(moved, deal).closed == {"A": 3, "B": 9}
    assert fold(moved, (6.0, "item", item("pegged", 9, 9)), deal).closed == {"A": 3, "B": 0}


def test_an_announced_count_belongs_to_the_last_card_of_its_player() -> None:
    board = fold(
        (1.0, "played", {"player": "B", "card": "7H", "count": 7, "points": 0}),
        (2.0, "seen", {"said": {"by": "B", "what": "count", "n": 8}}),
    )
    assert board.plays[-1].announced == 8


def test_a_card_that_was_not_read_has_no_name_and_no_count() -> None:
    play = fold((1.0, "played", {"player": "B", "card": None, "count": None, "points": 0})).plays[0]
    assert (play.card, play.count) == (None, None)


def test_a_peg_in_the_game_hole_is_a_claim_until_it_is_accepted() -> None:
    claimed = (5.0, "pegs", {"A": [100, 90], "B": [121, 110]})
    board = fold(claimed)
    assert board.claim is not None
    assert not board.claim.accepted
    own = fold(claimed, (6.0, "seen", {"said": {"by": "B", "what": "accept"}}))
    assert own.claim is not None
    assert not own.claim.accepted  # nobody accepts their own claim
    theirs = fold(claimed, (6.0, "seen", {"said": {"by": "A", "what": "accept"}}))
    assert theirs.claim is not None
    assert theirs.claim.accepted
    assert fold(claimed, (6.0, "pegs", {"B": [103, 88]})).claim is None


def test_faults_come_and_go_by_part() -> None:
    covered = (1.0, "seen", {"fault": {"part": "camera", "what": "covered"}})
    assert fold(covered).faults == {"camera": "covered"}
    assert fold(covered, (2.0, "seen", {"fault": {"part": "camera", "what": "ok"}})).faults == {}


def test_a_question_stays_until_it_is_told() -> None:
    asked = (1.0, "ask", {"about": "crib", "why": "blurred", "question": "which cards lie in the crib?"})
    assert [ask.about for ask in fold(asked).asks] == ["crib"]
    assert [ask.why for ask in fold(asked, (2.0, "ask", {"about": "crib", "why": "glare"})).asks] == ["glare"]
    assert fold(asked, (2.0, "told", {"about": "crib"})).asks == ()


def test_the_game_verdict_names_the_winner() -> None:
    board = fold(
        (5.0, "verdict", {"code": "game", "player": "B", "points": 87}),
        (5.0, "phase", {"phase": "over", "deal": 9, "turn": None, "to": None}),
    )
    assert board.is_over
    assert (board.winner, board.loser_score) == ("B", 87)


def test_a_new_game_begins_with_a_clean_board_but_the_parts_are_as_they_were() -> None:
    board = fold(
        (1.0, "seen", {"fault": {"part": "camera", "what": "dark"}}),
        (5.0, "pegs", {"B": [11, 0]}),
    ).apply(Event("game", 0.0, HEADER))
    assert board.pegs["B"].front == 0
    assert board.faults == {"camera": "dark"}


def test_a_deal_is_closed_by_its_crib_or_by_the_next_deal() -> None:
    deal = (1.0, "deal", {"deal": 1, "dealer": "A"})
    hand = (6.0, "item", item("closed", 9, 9))
    crib = item("closed", 4, 4) | {"id": "c1", "what": "crib", "player": "A"}
    assert not fold(deal, hand).deal_is_closed(1)
    assert fold(deal, hand, (9.0, "item", crib)).deal_is_closed(1)
    assert fold(deal, (9.0, "deal", {"deal": 2, "dealer": "B"})).deal_is_closed(1)


KINDS = st.sampled_from(
    ["game", "deal", "phase", "played", "item", "pegs", "verdict", "ask", "told", "novel"]
)


@pytest.mark.no_cover
@given(st.lists(st.tuples(KINDS, st.dictionaries(st.sampled_from(["new", "newer"]), st.integers()))))
def test_the_fold_is_total(events: list[tuple[str, dict[str, int]]]) -> None:
    """Whatever a newer program may leave out or add, an old one can still fold."""
    board = Scoreboard.fold(Event(kind, float(i), body) for i, (kind, body) in enumerate(events))
    assert board.t == max(len(events) - 1, 0)


def test_the_ends_of_deals_are_kept_and_the_last_one_holds_the_winning_move() -> None:
    """The referee tells the pegs of the move that ends a game after the end itself."""
    board = fold(
        (1.0, "pegs", {"A": [7, 0], "B": [12, 6]}),
        (2.0, "deal", {"deal": 2, "dealer": "B"}),
        (3.0, "pegs", {"A": [115, 7], "B": [20, 12]}),
        (4.0, "phase", {"phase": "over"}),
        (4.0, "pegs", {"A": [121, 115], "B": [20, 12]}),
    )
    assert {deal: dict(scores) for deal, scores in board.ends.items()} == {
        0: {"A": 0, "B": 0},
        1: {"A": 7, "B": 12},
        2: {"A": 121, "B": 20},
    }


def test_the_same_deal_told_again_ends_nothing() -> None:
    board = fold((1.0, "pegs", {"A": [7, 0], "B": [0, -1]}), (2.0, "deal", {"deal": 1, "dealer": "B"}))
    assert set(board.ends) == {0}


def closed_after(words: str, **header: Any) -> dict[str, int]:
    """The closed scores and what stands on the board after these words of a sanctioned game."""
    table = Table(mode="sanctioned", **header).do(words)
    board = Scoreboard.fold([Event("game", 0.0, table.header), *table.judge().events])
    return dict(board.closed)


def test_8_4_c_after_a_challenged_overpeg_the_closed_score_is_what_stands_on_the_board() -> None:
    challenged = f"{CUT} {PLAY} B+12 A!overpeg B-3 A+3"
    assert closed_after(challenged) == {"A": 4, "B": 6}, "the windows of the hand and of the penalty are open"
    assert closed_after(f"{challenged} A+5") == {"A": 7, "B": 15}
    assert closed_after(f"{challenged} A+5 {CRIB} A+6 clear:A") == {"A": 12, "B": 15}
    assert closed_after(f"{challenged} A+5 {CRIB} A+6 clear:A clear:crib") == {"A": 18, "B": 15}
    assert closed_after(f"{challenged} A+5 {CRIB} A+6 clear cut:2S") == {"A": 18, "B": 15}


def test_8_4_b_after_a_false_claim_of_game_the_closed_score_is_what_stands_on_the_board() -> None:
    near: dict[str, Any] = {"a": (18, 10), "b": (98, 90)}
    claimed = f"{CUT} {PLAY} B!claim9 B=121,104"
    assert closed_after(claimed, **near) == {"A": 22, "B": 104}
    ruled = f"{claimed} A!judge rule:B=113,A+8 B=113,104 A+8"
    assert closed_after(f"{ruled} A+5", **near) == {"A": 30, "B": 113}
    assert closed_after(f"{ruled} A+5 {CRIB} A+6 clear cut:2S", **near) == {"A": 41, "B": 113}
