"""Situations of the play that an examiner and an adversary set: cards over thirty-one, reneges, calls of a go."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, verdicts

from cribbage.log.verdicts import not_withdrawn

OVER = "cut:KS B:TS A:9H B:5D A:8S"
"""Ann's eight carries the count to thirty-two."""


def left(words: str, **more: object) -> list[str]:
    """The verdicts that were not withdrawn."""
    found = not_withdrawn(Table(**more).do(words).judge().verdicts)
    return [f"{v['code']} {v['player']} {v['points']}" for v in found if v["code"] != "withdrawn"]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020", "alberta-55plus", "hoyle"])
@pytest.mark.parametrize(
    "lies", ["", "wait ", "wait wait wait ", "rule:A+0 ", "rule:A+0 wait ", "wait A!count32 "]
)
@pytest.mark.parametrize(
    ("then", "found"),
    [
        ("A:7S A+2 B:4D", ["scored A 2"]),
        ("A!go B+1 A:8S B:2D A:KH", ["scored B 1"]),
        ("A!go B:4D B+1 A:8S", ["scored B 1"]),
    ],
)
def test_7_1_e_however_long_a_card_over_thirty_one_lies_it_shows_nothing_once_it_is_back(
    profile: str, lies: str, then: str, found: list[str]
) -> None:
    """No go had been due, and Ann had not passed."""
    assert left(f"{OVER} {lies}A<1 {then}", profile=profile) == found


@pytest.mark.parametrize("lies", ["", "wait "])
def test_7_1_e_a_card_that_stays_is_a_lead_and_the_go_was_missed(lies: str) -> None:
    assert verdicts(f"{OVER} {lies}B:KH") == ["underpeg B 1"]
    assert verdicts(f"{OVER} {lies}B+1 B:KH") == ["underpeg B 1", "overpeg B 1", "overpeg-stands B 1"]


@pytest.mark.parametrize("say", ["A!go A<1 B+1", "A<1 A!go B+1", "B+1 A<1 A!go"])
@pytest.mark.parametrize("lies", ["", "wait "])
def test_7_1_e_a_go_that_is_pegged_while_the_card_lies_there_or_since_is_right(say: str, lies: str) -> None:
    assert left(f"{OVER} {lies}{say} A:8S B:2D A:KH") == ["scored B 1"]


def test_7_1_e_a_go_whose_peg_was_up_when_the_card_was_laid_ends_the_series_though_it_goes_back() -> None:
    """Then Ann leads, and Bob has no other go."""
    table = Table(sight={"since": True}).do("cut:KS B:TS A:9H B:5D B^")
    table.see(0.3, cards={"zone": "A", "seen": ["9H", "8S"]})
    table.zones["A"] = ["9H", "8S"]
    assert table.do("B=1,0 wait A<1 A:8S B:KD").verdicts == ["scored B 1"]


def test_7_1_e_what_the_others_had_not_pegged_yet_is_not_lost_by_a_card_that_goes_back() -> None:
    """Bob's pair of tens."""
    pair = "cut:KS B:2S A:TH B:TC A:TD"
    assert left(f"{pair} wait A<1 B+2 A:9C") == ["scored B 2"]
    assert left(f"{pair} wait B+2 A<1 A:9C") == ["scored B 2"]
    assert left(f"{pair} wait A<1 A:9C") == ["underpeg B 2"]


def test_7_1_e_2025_points_on_it_wait_again_for_the_card_that_was_announced() -> None:
    pegged = f"{OVER} A!count31 A+2 wait "
    assert left(f"{pegged}A<1 A:7S wait B:KH") == ["scored A 2"]
    assert left(f"{pegged}A<1 A:4D wait B:KH") == [
        "overpeg A 2",
        "overpeg-stands A 2",
        "underpeg A 1",
    ]
    assert left(f"{pegged}A<1 A-2 A!go B+1 B:KH") == ["overpeg A 2", "corrected A 2", "scored B 1"]
    assert left(f"{pegged}B!overpeg A<1 A-2 B+2 A!go B+1") == ["overpeg A 2", "scored B 2", "scored B 1"]


def test_7_1_e_out_on_a_card_over_thirty_one_shows_that_it_is_no_lead() -> None:
    assert verdicts(f"{OVER} A+1 wait", a=(120, 110)) == ["false-claim A 1"]


RENEGED = "cut:KS B:TC A:9H B:6D A!go B+1"
"""Ann holds a three and a six that fit at twenty-five."""


def ruled(words: str, *moves: dict[str, object], **more: object) -> Table:
    """A table at which judges have ruled on the renege."""
    table = Table(a=(40, 30), b=(70, 60), **more).do(words)
    table.see(ruling={"judges": ["J1", "J2"], "rule": "7.3.b", "moves": list(moves)})
    return table


BACK, TWO = {"player": "B", "points": -1}, {"player": "B", "points": 2}


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    ("moves", "pegs"),
    [
        ([BACK, TWO], "B-1 B+2"),
        ([{"player": "B", "front": 70}, TWO], "B-1 B+2"),
        ([{"player": "B", "points": 1}], "B+1"),
        ([TWO, BACK], "B-1 B+2"),
    ],
)
@pytest.mark.parametrize(
    ("reneged", "back", "then", "found"),
    [
        ("A:3H", "A<1", "A:3H B!go A+1 B:KC A:7C", ["scored A 1"]),
        ("A:3H", "A<1", "A:3H A+1 B:KC A:7C", ["scored A 1"]),
        ("A:6H", "A<1", "A:6H A+4 B:KC A:7C", ["scored A 4"]),
        ("A:3H", "A<1", "A:3H B:3C B+4 A:8C", ["scored B 4"]),
        ("A:3H", "A<1", "B+1 A:7C B:KC", ["scored B 1"]),
        ("A:7C B:KC A:3H", "A<2 B<1", "A:3H B!go A+1 B:KC A:7C", ["scored A 1"]),
    ],
)
def test_7_3_b_after_a_renege_the_series_goes_on_at_the_old_count(
    profile: str,
    moves: list[dict[str, object]],
    pegs: str,
    reneged: str,
    back: str,
    then: str,
    found: list[str],
) -> None:
    """The reneged card is played, or dead."""
    for order in (f"{back} {pegs}", f"{pegs} {back}"):
        table = ruled(f"{RENEGED} {reneged}", *moves, profile=profile).do(f"{order} {then} wait")
        scored = ["scored B 2"] if "-1" in pegs else ["scored B 1"]
        assert table.verdicts == ["scored B 1", *scored, *found]


def test_7_3_c_a_reneged_card_that_is_to_be_played_may_stay_where_it_lies() -> None:
    back = f"{RENEGED} A:3H"
    table = ruled(back, BACK, TWO).do("B-1 B+2 B!go A+1 B:KC A:7C")
    assert table.verdicts == ["scored B 1", "scored B 2", "scored A 1"]
    table = ruled(f"{RENEGED} A:6H", BACK, TWO).do("B-1 B+2 A+4 B:KC A:7C")
    assert table.verdicts == ["scored B 1", "scored B 2", "scored A 4"]
    table = ruled(back, BACK, TWO).do("B-1 B+2 A<1 B+1 A:7C")
    assert table.verdicts == ["scored B 1", "scored B 2", "scored B 1"]
    table = ruled(f"{RENEGED} A:7C", BACK, TWO).do("B-1 B+2 B:KC")
    assert table.verdicts == ["scored B 1", "scored B 2"], "judges know of another card"


def test_7_3_b_players_undo_a_renege_by_themselves() -> None:
    assert left(f"{RENEGED} A:3H B!renege A<1 B-1 B+2 A:3H B!go A+1 B:KC") == [
        "scored B 1",
        "scored B 2",
        "scored A 1",
    ]
    assert left(f"{RENEGED} A:3H B!renege A<1 B+2 B-1 A:6H A+4 B:KC") == [
        "scored B 1",
        "scored B 2",
        "scored A 4",
    ]


CALLED = "cut:4H A:KH B:9S A:8C B!go wait"
"""Ann does not peg her go, and holds two cards that do not fit at twenty-seven."""


@pytest.mark.parametrize("n", [1, 2, 3])
def test_10_4_a_a_go_that_was_missed_may_be_called_with_more_than_it_is_worth(n: int) -> None:
    """Before the next card nobody knows whether Ann can play on: judges decide, and Bob pegs the lesser number."""
    table = Table(dealer="B", muggins=True).do(f"{CALLED} B!muggins{n} B+1 B:7D A:KS B:QD A!go B+1 A:5S")
    assert table.verdicts == ["unverified B 1", "underpeg A 1", "scored B 1"]


def test_10_4_a_where_nobody_may_have_missed_a_go_a_call_is_refused() -> None:
    words = "cut:4H A:KH B:9S B!muggins2"
    assert verdicts(words, dealer="B", muggins=True) == ["muggins-refused B 2"]
    assert verdicts(words.replace("B:9S", "B:5S B+2"), dealer="B", muggins=True)[-1] == "muggins-refused B 2"


def test_10_4_a_more_than_was_missed_may_be_called_where_a_go_may_be_due_as_well() -> None:
    """Bob has missed a pair, and perhaps the go."""
    pair = "cut:4H A:TH B:2S A:9C B:9D wait A!go"
    for n, pegged in ((2, 2), (3, 3), (4, 2)):
        said = verdicts(f"{pair} A!muggins{n} A+{pegged}", dealer="B", muggins=True)
        assert not [one for one in said if one.split()[0] in ("muggins-refused", "overpeg")]


@pytest.mark.parametrize("go", ["B!go ", ""])
@pytest.mark.parametrize(
    "pegs", ["A=113,112 B+8 A=112,98 A=98,97", "B+8 A=112,98 A=98,97", "A=112,98 B+8 A=98,97"]
)
def test_8_4_b_of_a_false_claim_on_a_go_the_smaller_number_is_the_error(go: str, pegs: str) -> None:
    """Bob holds a queen: Ann's ace at twenty-six is the last card before go, and worth one."""
    play = f"cut:9S B:2H A:KC B:AC A:QC B:2D A:AH {go}"
    table = Table(a=(112, 110), b=(111, 106)).do(f"{play}A+9 {pegs} B:QD")
    said = table.verdicts
    assert said[0] in ("false-claim A 8", "unverified A 9")
    assert not [one for one in said if one.split()[0] in ("overpeg", "underpeg", "backward")]


@pytest.mark.parametrize("late", ["", "A!claim4 "])
def test_8_4_b_what_judges_have_counted_of_a_false_claim_is_not_missed(late: str) -> None:
    """Bob deals, has one for his last card, and pegs out with his hand before Ann's is counted."""
    play = "cut:TS A:AC B:2C A:9S B:4C A:8D B:3C A!go B+1 A:6D B:KC"
    table = Table(dealer="B", a=(4, 3), b=(113, 111)).do(f"{play} B+7")
    moves = [{"player": "B", "front": 100}, {"player": "A", "points": 6}]
    table.see(ruling={"judges": ["J1", "J2"], "rule": "8.4.b", "moves": moves})
    said = table.do(f"A+6 B=114,100 B=100,99 {late}").verdicts
    assert said == ["scored B 1", "false-claim B 6", "scored A 6"]


def test_alberta_13_of_two_errors_that_of_the_go_is_put_right() -> None:
    """Bob's first go is pegged too high by one as well, and nobody says so."""
    first = "cut:4D B:TC A:QH B:KD A!go B+2 A:7C B:6S A:8D A+3 B:5H A!go"
    found = verdicts(f"{first} B+6 B-1 A:9S A+1 B+9 A+5 {CRIB} A+6 clear cut:KS", profile="alberta-55plus")
    assert found == [
        *("overpeg B 1", "scored A 3", "overpeg B 1", "corrected B 1"),
        *("scored A 1", "scored B 9", "scored A 5", "scored A 6", "overpeg-stands B 1"),
    ]


def test_8_4_c_the_error_is_taken_with_the_go_which_is_pegged_then() -> None:
    """Ann pegs six for a pair, Bob says so and pegs four; she goes back by four and then pegs her go."""
    play = "cut:2C A:9C B:5D A:8D B!go A:8C A+6 B!overpeg"
    found = verdicts(f"{play} B+4 A-4 A+1 B:KH", dealer="B", a=(100, 98), b=(15, 14))
    assert found == ["overpeg A 3", "scored B 4", "scored A 1"]
    found = verdicts(f"{play} B+3 A-3 B:KH", dealer="B", a=(100, 98), b=(15, 14))
    assert found == ["overpeg A 3", "scored B 3"]


PUT_RIGHT = "cut:KS B:7C A:8D A+3 A-1"


@pytest.mark.parametrize("go", ["A!go ", ""])
def test_7_2_a_6_a_go_is_the_own_one_though_another_has_put_an_error_right(go: str) -> None:
    """Somebody may have challenged that aloud; that turns no exact peg into one that is not verified."""
    corrected = ["overpeg A 1", "corrected A 1"]
    assert verdicts(f"{PUT_RIGHT} B:TH {go}B+1 A:9C") == [*corrected, "scored B 1"]
    found = verdicts(f"{PUT_RIGHT} B:TH B+1 A:2C B:4H B+2")
    assert found == [*corrected, "unverified B 1", "scored B 2"], "the error, called aloud: no go was due"


@pytest.mark.parametrize(("kept", "points"), [("5C", 2), ("6H", 0)])
def test_7_1_f_a_card_that_went_back_shows_of_nobody_that_they_passed(kept: str, points: int) -> None:
    """Bob lays five and six together; once one of them is back Ann plays her six on it."""
    table = Table().do("cut:KS B:TC A:QD B:5C,6H")
    table.zone("B", ["TC", kept])
    if points:
        assert table.do("A:6S A+2 B:6D").verdicts == ["scored A 2"]
    else:
        assert table.do("A:5S A+2 B:6D").verdicts == ["scored A 2"]


@pytest.mark.parametrize("first", [True, False])
def test_7_1_f_the_second_of_two_that_were_laid_first_may_be_kept(first: bool) -> None:
    table = Table().do("cut:KS B:7C A:KH,8D")
    if first:
        table.do("A+2")
    table.zone("A", ["8D"])
    found = table.do(("" if first else "A+2 ") + "B:9H B+3").verdicts
    assert found == ["unverified A 2" if first else "scored A 2", "scored B 3"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A:3H B:KC wait B!renege B+2", ["unverified B 2"]),
        ("A:3H B:KC wait B+2", ["unverified B 2"]),
        ("A:3H B:KC B!renege wait B+2", ["scored B 2"]),
        ("A:3H B!renege B:KC wait B+2", ["scored B 2"]),
        ("A:3H B+2 B:KC", ["scored B 2"]),
        ("A:7H B:KC A:3H wait B+2", ["scored B 2"]),
        ("A:3H B:KC A:6H wait B+4", ["scored B 4"]),
    ],
)
def test_7_3_a_a_single_renege_is_claimed_before_the_next_card_of_who_claims_it(
    words: str, found: list[str]
) -> None:
    """A double one whichever card shows it; whether there is another is not known while Ann holds cards."""
    assert verdicts(f"{RENEGED} {words}")[1:] == found


def test_8_4_b_of_a_false_claim_nothing_else_that_is_pegged_says_how_much_it_was() -> None:
    """Bob pegs three, and then what judges order."""
    play = "cut:9S B:2H A:KC B:AC A:QC B:2D A:AH B!go A+9 B+3"
    table = Table(a=(112, 110), b=(81, 76)).do(f"{play} B-3")
    moves = [{"player": "A", "front": 98}, {"player": "B", "points": 8}]
    table.see(ruling={"judges": ["J1", "J2"], "rule": "8.4.b", "moves": moves})
    said = table.do("A=112,98 A=98,97 B+8 B:QD").verdicts
    assert said == ["overpeg B 3", "corrected B 3", "false-claim A 8", "scored B 8"]


@pytest.mark.parametrize("front", [97, 110])
def test_8_4_b_judges_send_a_claim_back_to_a_hole_that_no_scores_explain(front: int) -> None:
    play = "cut:TS A:AC B:2C A:9S B:4C A:8D B:3C A!go B+1 A:6D B:KC"
    table = Table(dealer="B", a=(4, 3), b=(113, 111)).do(f"{play} B+7")
    table.see(ruling={"judges": ["J1", "J2"], "rule": "8.4.b", "moves": [{"player": "B", "front": front}]})
    said = table.do(f"B=114,{front} B={front},96").verdicts
    assert said == ["scored B 1", "unverified B 7"], (
        "Ann may have said that her hand is worth nothing (9.2.c)"
    )


def test_7_1_e_what_a_card_that_goes_back_had_not_closed_stays_as_it_is() -> None:
    """In Alberta all is open until the next cut."""
    words = "cut:KS B:7S A:8H A+3 B:TS A:9D wait A<1 A-1 A:6D B:KH A+1"
    assert left(words, profile="alberta-55plus") == ["overpeg A 1", "corrected A 1", "scored A 1"]


@pytest.mark.parametrize("lies", ["", "wait ", "wait wait "])
def test_7_1_f_of_two_cards_laid_together_the_one_that_does_not_fit_goes_back(lies: str) -> None:
    """It seemed to lead, and Bob to have missed a go."""
    assert left(f"cut:KS B:TS A:9H B:5D,8S {lies}B<1 A:7S A+2 B:4D") == ["scored A 2"]
    assert left(f"cut:KS B:TS A:9H B:5D,8S {lies}B<1 A!go B:2D B+1 A:8C") == ["scored B 1"]


@pytest.mark.parametrize("lies", ["", "wait "])
@pytest.mark.parametrize("profile", ["acc-2025", "corporate-challenge", "alberta-55plus", "hoyle"])
def test_8_9_a_go_pegged_early_may_still_be_so_once_a_card_over_thirty_one_is_back(
    profile: str, lies: str
) -> None:
    """Bob's four fits at twenty-five, as if the jack had never lain there: he may never have passed."""
    words = f"cut:7H A:6C B:QH A:9C A+1 {lies}B:JH {lies}B<1 B:4C A:AH A+1 B:QD A:4D B:JH"
    assert left(words, dealer="B", profile=profile) == ["scored A 1", "unverified A 1"]


def test_corporate_5_who_takes_an_early_go_back_has_gained_none_and_may_keep_cards_that_fit() -> None:
    """Ann plays her ace on; so she has withheld nothing at twenty-five."""
    words = "cut:7H A:6C B:QH A:9C A+1 A-1 B:4C A:AH B!go A+1 B:QD A:4D B:JH"
    assert left(words, dealer="B", profile="corporate-challenge") == [
        "scored A 1",
        "corrected A 1",
        "scored A 1",
    ]


def test_7_1_e_what_was_not_said_yet_when_the_card_goes_back_is_never_said() -> None:
    """Bob takes his peg up for the go while the eight lies there, and Ann takes it back."""
    table = Table().do(f"{OVER} B^")
    table.zone("A", ["9H"], after=0.5)
    assert table.do("B=1,0 A!go A:8S B:2D A:KH").verdicts == ["scored B 1"]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020", "hoyle"])
@pytest.mark.parametrize(("laid", "found"), [("8S,7S", "scored A 2"), ("7S,8S", "unverified A 2")])
def test_7_1_f_of_two_laid_together_the_one_over_thirty_one_goes_back_and_shows_nothing(
    profile: str, laid: str, found: str
) -> None:
    """Ann's eight makes thirty-two, her seven thirty-one: no go had been due, and the eight is no renege later."""
    table = Table(profile=profile).do(f"cut:KS B:TS A:9H B:5D A:{laid}")
    table.zone("A", ["9H", "7S"])
    assert table.do("A+2 B:4D A:8S wait").verdicts == [found]


# --- 8.9: a go that goes back is due all the same -----------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+1 B!overpeg A-1 A+1 B:QD", ["scored A 1", "scored A 1"]),
        ("A+1 B!overpeg A-1 B+1 A+1 B:QD", ["scored A 1", "scored B 1", "scored A 1"]),
        ("A+1 B!overpeg A-1 B+1 B:QD", ["scored A 1", "scored B 1"]),
        ("A+1 B!overpeg A-1 B+1 B:AD", ["scored A 1", "overpeg A 1", "scored B 1"]),
        ("A+4 A-4 A+1 B:QD", ["scored A 1", "overpeg A 3"]),
        ("A+4 B!overpeg A-4 A+1 B+3 B:QD", ["scored A 1", "scored B 3", "overpeg A 3"]),
        ("A+4 B!overpeg A-4 B+3 A+1 B:QD", ["scored B 3", "scored A 1", "overpeg A 3"]),
        ("A+4 B!overpeg A-4 B+4 B:QD", ["scored B 4", "overpeg A 3"]),
        ("A+4 B!overpeg A-4 A+1 B:QD B+3", ["scored A 1", "overpeg A 3", "scored B 3"]),
        ("A+4 B!overpeg A-4 B+4 B:AD", ["overpeg A 4", "scored B 4"]),
        ("A+4 B!overpeg A-3 B+3 B:QD", ["overpeg A 3", "scored B 3"]),
        ("A+4 B!overpeg A-4 B+4 B!go A:AD", ["overpeg A 4", "scored B 4"]),
    ],
)
def test_8_9_the_next_card_shows_whether_a_go_was_among_what_went_back(words: str, found: list[str]) -> None:
    """Twenty-nine: Bob's queen does not fit, so that one of what Ann pegged was right, and his ace does."""
    assert left(f"cut:7S B:TH A:8D B:2H A:9H {words}") == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B!overpeg A-4 A+1 B+2 B:QD", ["scored A 1", "scored B 2", "overpeg A 3"]),
        ("B!overpeg A-4 A+1 B:QD B+2", ["scored A 1", "overpeg A 3", "scored B 2"]),
    ],
)
def test_8_9_where_the_award_is_two_for_any_error_it_stays(words: str, found: list[str]) -> None:
    assert left(f"cut:7S B:TH A:8D B:2H A:9H A+4 {words}", profile="alberta-55plus") == found


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+5 B!muggins2 A+2 B:TD", ["muggins-refused B 2", "scored A 5", "scored A 2"]),
        ("A+5 B!muggins2 B:AD", ["muggins-refused B 2", "overpeg A 1"]),
        ("A+7 B!muggins2 A+2 B:TD", ["muggins-refused B 2", "overpeg A 2", "scored A 2"]),
    ],
    ids=["due", "not due", "too many"],
)
def test_10_4_a_what_the_cards_earned_is_pegged_though_nobody_knows_if_the_go_was_due(
    words: str, found: list[str]
) -> None:
    """Ann pegs four for a run and the go in one, and Bob calls two that nobody has missed."""
    told = left(f"cut:KS B:9H A:8D B:7H B+3 A:6H {words}", muggins=True, sight={"since": True})
    assert [one for one in told[1:] if not one.startswith("overpeg-stands")] == found


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("A+2", "A+2", ["underpeg A 1", "overpeg A 1", "overpeg-stands A 1"]),
        ("A+1", "A+3", ["underpeg A 2", "overpeg A 2", "overpeg-stands A 2"]),
        ("A+2", "A+1", ["underpeg A 1", "scored A 1"]),
        ("A+2 A+1", "A+1", ["scored A 2", "scored A 1", "scored A 1"]),
    ],
)
def test_13_alberta_what_is_pegged_short_is_lost_with_ones_own_next_card_the_last_one_too(
    before: str, after: str, found: list[str]
) -> None:
    """Ann's eight made three; Bob has laid his last card since, and then she lays hers, which is worth one."""
    play = PLAY.replace("A+3", before).replace("A:9S A+1", f"A:9S {after}")
    told = verdicts(f"{CUT} {play} B+9 A+5 {CRIB} A+6 clear cut:6D", profile="alberta-55plus")
    others = ["scored B 1", "scored B 4", "scored B 1", "scored B 9", "scored A 5", "scored A 6"]
    assert sorted(told) == sorted([*others, *found])


@pytest.mark.parametrize("called", [1, 2, 3])
def test_10_4_a_a_call_too_late_for_an_older_score_may_be_a_wrong_one_of_the_newest(called: int) -> None:
    """Ann has missed a fifteen, and then pegged a pair: which of the two Bob names the word does not tell."""
    words = f"cut:QD B:8H A:7H B:AS A:AD A+2 B!muggins{called}"
    assert left(f"{words} A+{called} B:5H", muggins=True)[-2:] == [
        "muggins-refused B 0",
        f"unverified A {called}",
    ]
    assert left(f"{words} A+4 B:5H", muggins=True)[-1] == "unverified A 4", (
        "another call may have been said aloud"
    )


RUN_AND_GO = "cut:8S A:2C B:7C A:7H A+2 B:6S B:8H"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+4 B-3 B+3", ["scored B 3"]),
        ("B+4 A!overpeg B-3 B+3", ["scored B 3"]),
        ("B+4 B-2 B+2", ["scored B 2"]),
        ("B+4 B-4 B+4", ["scored B 4"]),
        ("B+4 B-1 B+1", ["scored B 1"]),
        ("B+4 B-1", ["unverified B 4"]),
    ],
)
@pytest.mark.parametrize("muggins", [False, True])
def test_8_9_a_go_that_goes_back_with_some_of_the_run_is_pegged_again_and_was_due(
    words: str, found: list[str], muggins: bool
) -> None:
    """Ann calls too many, aloud or not, for Bob's run of three and the go; then she leads a Jack."""
    told = left(f"{RUN_AND_GO} {words} A:JD B:8C", dealer="B", a=(15, 10), b=(44, 36), muggins=muggins)
    assert told == ["scored A 2", *found]


def test_8_9_a_go_that_goes_back_with_some_of_the_run_was_not_due() -> None:
    told = left(f"{RUN_AND_GO} B+4 B-3 B+3 A:AD", dealer="B", a=(15, 10), b=(44, 36))
    assert told == ["scored A 2", "overpeg B 1", "unverified B 3"]


def test_8_9_a_card_over_thirty_one_goes_back_and_the_series_may_be_the_one_before_the_go() -> None:
    """Nobody challenges the go that Ann takes at twenty-five. Her ten would be too much on Bob's ace, if that series
    goes on; then her five makes thirty-one."""
    told = verdicts("cut:QC B:5S A:3C B:7D B+2 A:JD A+1 B:AD A:TD A<1 A:5H A+2 B:5D A:TD wait")
    assert told == ["scored B 2", "scored A 1", "unverified A 2"]


def test_8_9_a_peg_is_taken_up_for_the_series_before_the_go_and_the_next_card_is_laid() -> None:
    """Bob's ace makes thirty-one if Ann's go was not due; Ann has laid her next card before his peg is down."""
    told = verdicts("cut:QC B:TC A:9H B:4D A:7S A+1 B:AD B^ A:4C B=2,0 B:2S A:KD wait")
    assert told == ["scored A 1", "unverified B 2"]


def test_8_5_a_where_a_go_was_perhaps_never_pegged_nobody_knows_what_the_cards_after_it_earn() -> None:
    """Bob calls one of two too many, aloud, and Ann gives in; or she has moved her front peg for a go. In the series
    that goes on Bob takes the go after his king, and hers is no pair."""
    play = "camera! camera. cut:TD B:KC A:4C B:TS A:5D A+1 B:5H A:JC A+2 A-1 B+1 B:KS B+1 A:KD A+1 B+12 wait"
    told = verdicts(play, a=(26, 24), b=(58, 56))
    assert told[2:] == ["unverified A 1", "unverified B 1", "unverified B 1", "unverified A 1", "scored B 12"]
