"""Rules 9.3 and 9.4 as the camera sees them: the starter or a hand among other cards, and what is made of it."""

from __future__ import annotations

from typing import Any

import pytest
from desk import asked, board_of, ruled
from tables import CRIB, CUT, PLAY, PLAY_VERDICTS, Table

from cribbage.shown.policy import Call, Viewer
from cribbage.shown.reveal import review, view

# The usual deal: Bob's hand is worth 9, Ann's 5, the crib 6; the starter is the four of diamonds.
BOB, ANN, FOUR = ["TC", "KD", "6S", "5H"], ["QH", "7C", "8D", "9S"], ["2C", "2H", "9D", "JC"]
STARTER = "4D"


def table(words: str = "", **more: Any) -> Table:
    return Table(mode="club", players={"A": "Ann", "B": "Bob"}, **more).do(f"{CUT} {PLAY} {words}")


def since(at: Table) -> list[str]:
    assert at.verdicts[: len(PLAY_VERDICTS)] == PLAY_VERDICTS
    return at.verdicts[len(PLAY_VERDICTS) :]


def cases(at: Table) -> list[tuple[str, str, str | None]]:
    told = [e.body for e in at.judge().events if e.kind == "remark"]
    return [(one["case"], one["rule"], one["player"]) for one in told if one["about"] == "mixed"]


REST = f"B+9 A+5 {CRIB} A+6 clear"


@pytest.mark.parametrize("gone_first", [True, False])
def test_9_3_a_the_starter_in_a_hand_is_no_fifth_card_and_the_hand_is_counted_without_it(
    gone_first: bool,
) -> None:
    """Many lay the starter beside their hand to count it. It is neither one card too many nor the same card twice."""
    at = table()
    if gone_first:
        at.zone("starter", [])
    at.zone("B", [*BOB, STARTER])
    if not gone_first:
        at.zone("starter", [])
    at.do("B+9")
    at.zone("B", BOB)
    at.zone("starter", [STARTER])
    at.do("A+5").do(CRIB).do("A+6 clear")
    assert since(at) == ["scored B 9", "scored A 5", "scored A 6"]
    assert ("starter-in-hand", "9.3.a", "B") in cases(at)


def test_9_3_a_the_starter_in_the_crib_before_it_is_counted() -> None:
    at = table("B+9 A+5")
    at.zone("starter", [])
    at.zone("crib", [*FOUR, STARTER])
    at.do("A+6 clear")
    assert since(at) == ["scored B 9", "scored A 5", "scored A 6"]
    assert [case for case, _, _ in cases(at)] == ["starter-up", "starter-in-crib"]


def test_9_3_a_once_all_has_been_counted_the_starter_may_go_anywhere() -> None:
    at = table(f"B+9 A+5 {CRIB} A+6")
    at.zone("crib", [*FOUR, STARTER])
    at.zone("starter", [])
    at.do("clear")
    assert since(at) == ["scored B 9", "scored A 5", "scored A 6"]
    assert cases(at) == []


def test_9_3_b_the_pone_takes_the_pack_and_leaves_the_starter() -> None:
    at = table("B+9")
    at.zone("starter", [STARTER])
    assert cases(at.do("A+5")) == []


def test_9_3_a_taken_up_in_the_play_or_unseen_nothing_is_said() -> None:
    playing = Table().do(f"{CUT} B:TC")
    playing.zone("starter", [])
    assert cases(playing) == []
    covered = table("camera! camera.")
    covered.zone("starter", [])
    assert cases(covered) == []


@pytest.mark.no_cover
@pytest.mark.parametrize("profile", ["alberta-55plus", "corporate-challenge", "hoyle"])
def test_9_3_a_where_the_book_is_silent_nothing_is_said(profile: str) -> None:
    at = table(profile=profile)
    at.zone("starter", [])
    at.zone("B", [*BOB, STARTER])
    at.do("B+9")
    assert cases(at) == []
    assert since(at) == ["scored B 9"]


def test_4_4_a_fifth_card_that_is_not_the_starter_is_one_too_many() -> None:
    at = table()
    at.zone("B", [*BOB, "3S"])
    assert since(at) == ["wrong-count"]
    both = table()
    both.zone("B", [*BOB, STARTER, "3S"])
    assert since(both) == [], "six cards of which one is the starter: five or six, nobody knows how"


def test_4_4_a_fifth_card_beside_a_starter_that_was_not_read_may_be_it() -> None:
    at = Table().do(f"starter?1 {PLAY}")
    at.zone("B", [*BOB, "3S"])
    crib = Table().do(f"starter?1 {PLAY}")
    crib.zone("crib", [*FOUR, "3S"])
    for one in (at, crib):
        assert "wrong-count" not in " ".join(one.verdicts)


def test_4_5_b_the_starters_twin_among_four_is_an_imperfect_pack() -> None:
    at = table("B+9 A+5")
    at.zone("crib", ["2C", "2H", "9D", STARTER])
    assert since(at)[-1] == "imperfect-pack"


def test_4_5_b_the_same_card_twice_in_one_hand_is_an_imperfect_pack() -> None:
    at = table("B+9 A+5")
    at.zone("crib", ["2C", "2H", "9D", "9D"])
    assert since(at)[-1] == "imperfect-pack"


def test_4_5_b_hands_that_are_moved_are_not_the_same_cards_twice() -> None:
    """Ann lays her hand on Bob's side, where his was (9.2.b); her own place is read as empty only later."""
    at = table("B+9 A+5 clear:B")
    at.zone("B", ANN)
    at.do("clear:A").do(CRIB).do("A+6 clear")
    assert since(at) == ["scored B 9", "scored A 5", "scored A 6"]


def test_9_2_b_both_hands_on_the_pones_side_are_neither_too_many_nor_twice() -> None:
    at = table("B+9 A+5")
    at.zone("B", [*BOB, *ANN])
    at.do("clear:A").do(CRIB).do("A+6 clear")
    assert since(at) == ["scored B 9", "scored A 5", "scored A 6"]
    assert cases(at) == []


def test_9_4_a_a_hand_in_the_crib_before_it_has_been_counted_is_kept_for_judges() -> None:
    at = table("B+9")
    at.do("clear:A")
    at.zone("crib", [*FOUR, *ANN])
    assert cases(at) == [("hand-in-crib", "9.4.a", "A")]
    at.do("A+5 A+6 clear")
    assert "wrong-count" not in " ".join(since(at))
    assert since(at)[:3] == ["scored B 9", "scored A 5", "scored A 6"], (
        "both are known: nothing is lost by itself"
    )


def test_9_4_a_counted_hands_may_go_with_the_crib() -> None:
    at = table(f"B+9 A+5 {CRIB} A+6")
    at.zone("crib", [*FOUR, *ANN])
    at.do("clear")
    assert cases(at) == []
    assert since(at) == ["scored B 9", "scored A 5", "scored A 6"]


def test_9_3_a_it_is_said_once_in_a_deal() -> None:
    at = table()
    for cards in ([*BOB, STARTER], BOB, [*BOB, STARTER]):
        at.zone("B", cards)
    assert len(cases(at)) == 1


# --- who is told (rows 24 and 25) ---------------------------------------------------------------------------


def mixed() -> Table:
    at = table()
    at.zone("starter", [])
    at.zone("B", [*BOB, STARTER])
    return at


@pytest.mark.parametrize("mode", ["sanctioned", "club", "teaching"])
def test_rows_24_and_25_only_who_asks_is_told_what_was_mixed(mode: str) -> None:
    at = Table(mode=mode).do(f"{CUT} {PLAY}")
    at.zone("starter", [])
    at.zone("B", [*BOB, STARTER])
    board = board_of(at)
    assert "mixed" not in str(view(board, Viewer.public()).get("remarks"))
    told = view(board, Viewer.judge(Call(("Jane", "Joe"), "starter")))
    assert [one["case"] for one in told["remarks"]] == ["starter-up", "starter-in-hand"]
    (hand,) = [item.id for item in board.items.values() if item.what == "hand" and item.player == "B"]
    told = view(board, Viewer.judge(Call(("Jane", "Joe"), hand)))
    assert [one["about"] for one in told["remarks"]] == ["mixed", "mixed"]


def test_row_30_the_review_of_the_deal_tells_it() -> None:
    at = mixed()
    at.zone("B", BOB)
    at.zone("starter", [STARTER])
    at.do("B+9 A+5").do(CRIB).do("A+6 clear cut:9H")
    (deal,) = review(board_of(at), Viewer.public())
    assert [one["case"] for one in deal["remarks"]] == ["starter-up", "starter-in-hand"]


def test_9_3_a_judges_are_told_where_the_starter_lay_and_that_hands_were_still_to_be_counted() -> None:
    (_, counted) = asked(board_of(mixed()), "starter-mixed", offender="B").questions
    assert (counted.key, counted.found) == ("counted", False)
    assert [fact.text for fact in counted.facts] == [
        "The starter was taken up before all hands had been counted.",
        "The starter lay in Bob's hand.",
    ]
    found = ruled(
        board_of(mixed()), "starter-mixed", offender="B", counted=False, agreed=True, starter=["4D"]
    )
    assert found.rule == "9.3.a(1)"


def test_9_4_a_judges_are_told_whether_a_hand_had_been_pegged_and_accepted() -> None:
    at = table("B+9 A+5")
    for seat, accepted in (("B", True), ("A", False)):
        (_, question) = asked(board_of(at), "hand-mixed", what=seat).questions
        assert (question.key, question.found) == ("confirmed", accepted)
    lay = mixed().do("clear:B")
    lay.zone("crib", [*FOUR, *BOB])
    (what,) = asked(board_of(lay), "hand-mixed").questions
    assert what.facts[-1].text == "Bob's hand lay in the crib."
