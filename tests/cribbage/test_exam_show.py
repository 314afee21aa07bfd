"""Counting, as examiners set it with the rule books in hand: order, awards that nobody claimed, hands given up."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, LOW_CRIB, LOW_PLAY, PLAY, PLAY_VERDICTS, Table, after_play, verdicts
from test_more_than_two import PLAYED, Doubles
from test_rule_9_order_of_four import HANDS, OPEN, show

from cribbage.log.verdicts import not_withdrawn

RENEGE = "cut:QH B:KS A:8H B:5C A!go B:6C B+1 A:3H B:9H A:4D A:8C A+1"
"""Ann's go at twenty-three was a triple renege, which Bob does not claim; each hand is worth six, the crib eight."""
RENEGE_CRIB = "crib:TS,TC,2H,JD"


def test_9_2_c_what_came_too_early_is_pegged_in_its_turn_though_there_was_a_renege() -> None:
    found = verdicts(f"{RENEGE} A+6 A-6 B+6 A+6 {RENEGE_CRIB} A+8 clear")
    in_turn = ["scored B 6", "scored A 6", "scored A 8"]
    assert found == ["scored B 1", "renege A 6", "scored A 1", "out-of-order A 6", *in_turn]


LEAST = "cut:TS B:8C A:2D B:6C A:6H A+2 B:AS A:5C B!go A+1 B:AC A:7H A+1"
"""A single renege of Bob's, worth two to Ann: her hand is worth seven, his six, her crib fourteen."""
LEAST_PLAY = ["scored A 2", "scored A 1", "renege B 2", "scored A 1"]
LEAST_CRIB = "crib:5S,TH,KS,TC"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"B+6 A+2 {LEAST_CRIB} A+14", ["scored B 6", "scored A 2", "underpeg A 5", "scored A 14"]),
        (f"B+6 A+2 A+7 {LEAST_CRIB} A+14", ["scored B 6", "scored A 2", "scored A 7", "scored A 14"]),
        (f"A+2 B+6 A+7 {LEAST_CRIB} A+14", ["scored A 2", "scored B 6", "scored A 7", "scored A 14"]),
        (f"B+6 A+7 {LEAST_CRIB} A+2", ["scored B 6", "scored A 7", "scored A 2", "underpeg A 12"]),
        (f"B+6 A+7 {LEAST_CRIB} A+16", ["scored B 6", "scored A 7", "scored A 16"]),
        (f"B+6 A!none {LEAST_CRIB} A+2", ["scored B 6", "underpeg A 7", "scored A 2", "underpeg A 12"]),
        ("B+6 A!none crib:TH,4D,KD,8H A+2", ["scored B 6", "underpeg A 7", "scored A 2"]),
        ("B+6 crib:TH,4D,KD,8H A+2 A+7", ["scored B 6", "scored A 2", "scored A 7"]),
        ("B+6 A+7 crib:TH,4D,KD,8H A+2 A+2", ["scored B 6", "scored A 7", "scored A 2", "scored A 2"]),
        ("B+6 A+7 A+2 crib:TH,4D,KD,8H A+2", ["scored B 6", "scored A 7", "scored A 2", "scored A 2"]),
    ],
)
def test_7_3_what_may_be_an_award_that_nobody_has_called_for_is_not_missed_of_hand_or_crib(
    words: str, found: list[str]
) -> None:
    said = verdicts(f"{LEAST} {words} clear")
    assert sorted(said) == sorted([*LEAST_PLAY, *found])


FORGOTTEN = f"{CUT} {PLAY.removesuffix(' A+1')}"
"""Ann forgets the point of her last card."""


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+5 A-5 B+9 A+5", ["out-of-order A 5", "underpeg A 1", "scored B 9", "scored A 5"]),
        ("A+5 A-5 A+1 B+9 A+5", ["unverified A 5", "scored A 1", "scored B 9", "scored A 5"]),
        # Once Bob pegs his hand he has called for no award, and it was the order.
        ("A+6 A-5 B+9 A+5", ["scored B 9", "out-of-order A 5", "scored A 5"]),
        ("A+5 A-4 B+9 A+5", ["overpeg A 4", "corrected A 4", "scored B 9", "scored A 5"]),
    ],
)
def test_9_2_c_who_has_forgotten_the_last_card_counts_first_and_puts_it_right(
    words: str, found: list[str]
) -> None:
    assert verdicts(f"{FORGOTTEN} {words} {CRIB} A+6 clear")[4:] == [*found, "scored A 6"]


def test_9_2_c_where_no_order_is_asked_for_what_went_back_is_not_verified() -> None:
    said = verdicts(f"{FORGOTTEN} A+5 A-5 B+9 A+5 {CRIB} A+6 clear", profile="hoyle")
    assert said[4:] == ["unverified A 5", "scored B 9", "scored A 5", "scored A 6"]


@pytest.mark.parametrize("speaker", ["A", "C"])
def test_9_2_partners_say_nothing_for_the_hand_that_is_to_be_counted(speaker: str) -> None:
    """Either partner may announce (App. B, table talk): Ann's five are given up, and Bob counts in his turn."""
    found = show(f"{speaker}!none B+7 A+6 B+8 {OPEN} B+4 clear")
    assert found == ["underpeg A 5", "scored B 7", "scored A 6", "scored B 8", "scored B 4"]


@pytest.mark.parametrize("words", ["C!none B+6 A+2 B+2", "C!none B+6 B+2"])
def test_9_2_nothing_that_may_be_said_of_a_hand_worth_nothing_gives_no_other_up(words: str) -> None:
    """Cy's hand is worth nothing, and Ann's, worth two, is counted before it: of which was it said?"""
    hands = [HANDS[0], HANDS[1], "KC 8D QH 2D", HANDS[3]]
    found = show(f"{words} {OPEN} B+2 clear", hands=hands, starter="TC")
    assert found == [f"scored {word.replace('+', ' ')}" for word in [*words.split()[1:], "B+2"]]


def out_of_turn(words: str, first: str, profile: str) -> list[str]:
    """What is said of the hands of a deal that Dee deals out of turn; `first`: who dealt before. Ann counts first."""
    crib = "crib:2D,2H,9D,JC"
    before = f"{PLAYED} A+4 B+2 A+6 B+5 {crib} B+2 clear"
    if first == "A":  # all of it one seat further round
        seats, sides = str.maketrans("ABCD", "BCDA"), str.maketrans("AB", "BA")
        acts = [(word[0].translate(sides if word[1] in "+-" else seats), word) for word in before.split()]
        before = " ".join(who + word[1:] if word[1] in "+-:" else word for who, word in acts)
    table = Doubles(profile=profile, dealer=first)
    told = len(table.do(f"{before} {PLAYED}"))
    return table.do(f"{words} B+2 A+6 B+5 {crib} B+2 clear")[told:]


@pytest.mark.parametrize(("first", "profile"), [("A", "acc-2025"), ("A", "hoyle"), ("D", "alberta-55plus")])
@pytest.mark.parametrize("words", ["A+5", "A+5 A-1", "A+5 B!overpeg A-1", "A+7 B!overpeg B+3 A-3"])
def test_4_1_b_whose_hand_is_pegged_wrong_is_not_known_while_it_is_not_known_who_has_dealt(
    words: str, first: str, profile: str
) -> None:
    said = out_of_turn(words, first, profile)
    assert said[0].startswith("unverified A")
    assert "scored B 5" in said
    assert {verdict.split()[0] for verdict in said} == {"unverified", "scored"}


def test_4_1_b_who_pegs_more_than_any_hand_before_another_counts_first() -> None:
    said = out_of_turn("A+7 B!overpeg B+3 A-3", "D", "acc-2025")
    assert said == ["overpeg A 3", "scored B 3", "scored B 2", "scored A 6", "scored B 5", "scored B 2"]


@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A+8", ["overpeg A 2", "overpeg-stands A 2"]),
        ("A+8 B!overpeg A-2 B+2", ["overpeg A 2", "scored B 2"]),
        ("A+8 A-2", ["overpeg A 2", "corrected A 2"]),
        ("A+6", ["scored A 6"]),
    ],
)
def test_9_2_d_where_the_hand_was_given_up_it_is_the_crib_that_is_counted_wrong(
    pegs: str, found: list[str]
) -> None:
    """Bob's hand is worth nine, Ann's five, her crib six."""
    said = after_play(f"B+9 A!none {CRIB} {pegs} clear")
    assert sorted(said) == sorted(["scored B 9", "underpeg A 5", *found])


def test_8_3_where_the_hand_was_given_up_too_little_is_of_the_crib() -> None:
    """Bob's hand is worth two, Ann's seven, her crib six."""
    said = verdicts(f"{LOW_PLAY} B+2 A!none {LOW_CRIB} A+5 clear")
    assert sorted(said[3:]) == sorted(["scored B 2", "underpeg A 7", "underpeg A 1"])


def test_corporate_4_what_goes_back_is_too_many_for_the_hand_that_was_not_given_up() -> None:
    """Dot has said nothing for her eleven, and one of her last card is left; Bob pegs thirteen for his eight."""
    play = (
        "cut:QC D:5H A:6H B:3H C:TD D!go A:AD B:3D C!go A!go B:3S B+4 C:5S D:TH B+2 A:8S B!go C!go D!go A+1 "
        "B:QH C:KD D:JC B+2 A!go C!go B+1 A:JS C:9H D:9D B+3"
    )
    counted = "D!none A!claim2 A+2 B!claim8 B+13 B-5 C!claim6 A+6 crib:QD,KC,2C,7D A+2 clear cut:5C"
    found = Doubles(profile="corporate-challenge", dealer="C").do(f"{play} {counted}")
    assert found[5:] == ["scored A 2", "unverified B 13", "scored A 6", "scored A 2", "unverified B 1"]


# --- more than the hand over the open crib, challenged ---------------------------------------------------------


def over_open_crib(words: str, profile: str = "acc-2025") -> list[str]:
    """What is said of Ann's hand of five and what follows it, with her crib of six open already."""
    said = after_play(f"B+9 {CRIB} {words}", profile=profile, a=(30, 20), b=(40, 35))
    assert said[0] == "scored B 9"
    return said[1:]


@pytest.mark.parametrize("error", [2, 3, 4, 8])
@pytest.mark.parametrize("words", ["B!overpeg B+2", "B+2 B!overpeg"])
def test_alberta_13_the_two_for_what_is_challenged_may_be_pegged_before_it_goes_back(
    words: str, error: int
) -> None:
    said = over_open_crib(f"A+{5 + error} {words} A-{error} A+6 clear cut:2S", "alberta-55plus")
    # More than both is too many in any case, and two are pegged for whatever that is.
    found = "unverified" if error > 6 else "scored"
    assert sorted(said[:2]) == [f"overpeg A {error}", f"{found} B 2"]
    assert said[2:] == ["scored A 6"]


@pytest.mark.parametrize("error", [2, 3, 5, 7])
def test_8_4_c_so_may_the_error_before_its_challenge_is_tapped(error: int) -> None:
    said = over_open_crib(f"A+{5 + error} B+{error} B!overpeg A-{error} A+6 B+{error} clear")
    assert said[:3] == [f"scored B {error}", f"overpeg A {error}", "scored A 6"]
    assert said[3:] == [f"overpeg B {error}", f"overpeg-stands B {error}"]  # once


@pytest.mark.parametrize(
    ("words", "found"),
    [
        # No word is tapped, and nobody knows of Bob's peg; nor whether what is just the crib was hand and crib.
        ("A+8 B+3 A-3 A+6", ["unverified B 3", "overpeg A 3", "corrected A 3", "scored A 6"]),
        ("A+6 B+1 B!overpeg A-1 A+6", ["unverified B 1", "overpeg A 1", "scored A 6"]),
        ("A+11 B!overpeg B+6 A-6 A+6", ["scored A 11", "unverified B 6", "unverified A 6", "scored A 6"]),
        # Pegged wrong by Bob.
        ("A+8 B!overpeg B+2 A-3 A+6", ["overpeg A 3", "underpeg B 1", "scored A 6"]),
        ("A+8 B!overpeg B+4 A-3 A+6", ["overpeg A 3", "overpeg B 1", "overpeg-stands B 1", "scored A 6"]),
        ("A+8 B+2 B!overpeg A-3 A+6", ["overpeg B 2", "overpeg-stands B 2", "overpeg A 3", "scored A 6"]),
        # Nothing goes back: hand and crib were pegged in one.
        ("A+11 B!overpeg B+6", ["scored A 11", "overpeg B 6", "overpeg-stands B 6"]),
        ("A+8 B+3", ["overpeg B 3", "overpeg-stands B 3", "underpeg A 3"]),
    ],
)
def test_8_4_c_what_goes_back_over_the_open_crib_lets_the_others_off(words: str, found: list[str]) -> None:
    assert over_open_crib(f"{words} clear") == found


def test_alberta_13_what_goes_back_leaves_just_the_crib_though_the_last_card_was_forgotten() -> None:
    counted = f"B+9 A+5 {CRIB} A+8 B!overpeg A-2 B+2 clear cut:2H B:3H A:4S"
    found = verdicts(f"{FORGOTTEN} {counted}", profile="alberta-55plus")
    assert found[4:] == ["scored B 9", "scored A 5", "overpeg A 2", "scored B 2", "underpeg A 1"]


@pytest.mark.parametrize("profile", ["hoyle", "acc-2025", "alberta-55plus"])
@pytest.mark.parametrize("said", ["", "B!claim9"])
def test_8_4_c_too_many_for_the_last_card_are_not_what_a_call_in_vain_brought(
    said: str, profile: str
) -> None:
    """Ann has called for points of a peg that was right, and pegs two for her last card of one."""
    words = f"{FORGOTTEN} A!overpeg A+2 {said} B+9 A+5 {CRIB} A+6 clear cut:2H B:3H A:4S"
    counted = ["scored B 9", "scored A 5", "scored A 6"]
    found = sorted(verdicts(words, profile=profile)[4:])
    assert found == sorted(["overpeg A 1", "overpeg-stands A 1", *counted])


CRIB_OF_TWO = "crib:2C,TH,9D,KC"


@pytest.mark.parametrize("said", ["A!claim5 {}", "{} A!claim5", "{}"])
@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A-3 A+2", ["overpeg A 3", "corrected A 3", "scored A 2"]),
        ("B!overpeg A-3 B+3 A+2", ["overpeg A 3", "scored B 3", "scored A 2"]),
        ("A+2", ["overpeg A 3", "scored A 2", "overpeg-stands A 3"]),
        ("", ["overpeg A 1", "overpeg-stands A 1"]),
    ],
)
def test_9_2_d_over_a_crib_turned_up_early_the_next_peg_shows_what_was_counted(
    said: str, pegs: str, found: list[str]
) -> None:
    """Ann's hand is worth five, and eight are pegged; the crib that lies there is worth two."""
    assert after_play(f"B+9 {said.format(CRIB_OF_TWO)} A+8 {pegs} clear")[1:] == found


def test_8_4_b_of_two_counts_by_which_the_game_is_claimed_the_last_may_go_back_too() -> None:
    """Ann stands at 101 and claims the game over the open crib; as both see it, by her hand of five alone: fifteen
    for Bob, and she goes back from 106 to 91. The crib's six are pegged then."""
    table = Table(a=(97, 90)).do(f"{CUT} {PLAY} B+9 {CRIB} A+20 A=106,101 B+15 A=101,91 A=91,90 A+6 clear")
    assert table.verdicts[5:] == ["scored B 9", "false-claim A 9", "unverified B 15", "scored A 6"]


def test_8_4_b_what_goes_back_as_for_a_false_claim_is_no_fault_though_the_hand_was_counted_early() -> None:
    table = Table(a=(112, 107)).do(f"{FORGOTTEN} A+6 A-5 B+5 A=101,115 A=101,100 wait")
    assert table.verdicts[4:] == ["unverified A 5", "unverified B 5"]


def test_general_what_was_too_many_for_the_crib_may_have_been_left_of_the_play() -> None:
    """One of three in the play and the last card are still to be pegged, and go back from what was all of them."""
    words = f"{FORGOTTEN.replace('A+3', 'A+2')} B+9 A+5 {CRIB} A+8 A-2 clear cut:2H"
    found = verdicts(words, profile="hoyle")
    assert found == [
        "scored B 1",
        "scored B 4",
        "scored B 1",
        "scored B 9",
        "scored A 5",
        "scored A 8",
        *PUT_BACK,
    ]


PUT_BACK = ["unverified A 2", "scored A 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+6", ["scored A 6"]),
        ("A+6 cut:2H B:3H", ["scored A 6"]),
        ("wait A+6", ["underpeg A 6", "overpeg A 6"]),
        ("B+2", ["underpeg A 6", "unverified B 2"]),
        ("A!accept A+6", ["underpeg A 6", "overpeg A 6"]),
    ],
)
def test_9_4_c_the_crib_is_pegged_after_the_cards_were_gathered(words: str, found: list[str]) -> None:
    """Where the pone has mixed it, its value is pegged all the same, and who gathered them is not seen."""
    assert after_play(f"B+9 A+5 {CRIB} clear {words} wait")[2:] == found


def test_4_4_d_7_a_hand_that_is_short_makes_no_deal_void() -> None:
    table = Table().do("cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 A!go B+1 B+9 A+2")
    table.do(f"{CRIB} A+6")
    why = [one.get("why") for one in table.judge().verdicts if one["code"] == "unverified"]
    assert why == ["judges decide what counts of this deal"] * 2 + ["not seen"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+13 A!overpeg B-7 A+7 A+6", ["overpeg B 7", "scored A 7"]),
        ("B+13 B-7 A+6", ["overpeg B 7", "corrected B 7"]),
        ("B+13 A+6", ["overpeg B 7", "overpeg-stands B 7"]),
    ],
)
def test_8_4_c_what_nobody_has_called_for_makes_too_many_no_fewer(words: str, found: list[str]) -> None:
    """Bob's hand is worth six, and so is the renege that he has not claimed."""
    assert verdicts(f"{RENEGE} {words}")[3:] == [*found, "scored A 6"]


@pytest.mark.parametrize("profile", ["hoyle", "alberta-55plus"])
@pytest.mark.parametrize("pone", ["B+9", "B!none"])
def test_9_2_d_who_has_turned_up_the_crib_has_counted_the_hand(pone: str, profile: str) -> None:
    """Ann's last card is still to be pegged: eight are too many for her hand of five, seven for her crib of six."""
    found = verdicts(f"{FORGOTTEN} {pone} A+8 {CRIB} A+7 A-1 clear cut:2H", profile=profile)
    assert [one for one in found if "overpeg A" in one][:2] == ["overpeg A 2", "overpeg A 1"]
    assert "corrected A 1" in found


# --- a deal out of turn that nobody noticed ---------------------------------------------------------------------

BEFORE = f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear"


"""Ann deals, and then deals again."""


LAST_FOUR = LOW_PLAY.removesuffix(" A+3")


def same_out_of_turn(words: str, profile: str) -> list[str]:
    """What is said of a deal of Ann's, the same whether it was her turn to deal or not."""
    in_turn = verdicts(words, a=(30, 20), b=(40, 35), profile=profile)
    table = Table(a=(30, 20), b=(40, 35), profile=profile).do(BEFORE)
    before = len(table.verdicts)
    assert table.do(words).verdicts[before:] == in_turn
    return in_turn


@pytest.mark.parametrize("profile", ["acc-2025", "alberta-55plus", "hoyle"])
def test_4_1_b_a_crib_is_counted_though_an_award_was_left(profile: str) -> None:
    """Bob's hand was one too high, and went back; Ann forgets the award."""
    words = f"{LOW_PLAY} B+3 A!overpeg B-1 A+7 {LOW_CRIB} A+6 clear cut:KS"
    assert "scored A 6" in same_out_of_turn(words, profile)


@pytest.mark.parametrize("pegged", [2, 4, 5, 8])
def test_4_1_b_who_counts_first_shows_whose_crib_is_counted_wrong(pegged: int) -> None:
    """Bob counts first, and is called back: so Ann has dealt, and what she pegs is for her crib."""
    words = f"{LOW_PLAY} B+3 A!overpeg B-1 A+7 {LOW_CRIB} A+{pegged} clear cut:KS"
    wrong = f"underpeg A {6 - pegged}" if pegged < 6 else f"overpeg-stands A {pegged - 7}"
    assert same_out_of_turn(words, "acc-2025")[-1] == wrong


def test_4_1_b_an_award_and_the_crib_are_pegged_in_one() -> None:
    words = f"{LOW_PLAY} B+3 A!overpeg B-1 A+7 {LOW_CRIB} A+7 clear cut:KS"
    assert same_out_of_turn(words, "acc-2025")[-1] == "scored A 7"


@pytest.mark.parametrize("profile", ["alberta-55plus", "hoyle"])
def test_4_1_b_a_crib_may_be_pegged_before_it_is_turned_up(profile: str) -> None:
    words = f"{LOW_PLAY} B+2 A+7 A+6 {LOW_CRIB} clear cut:KS"
    assert same_out_of_turn(words, profile)[-2:] == ["scored A 7", "scored A 6"]


def test_4_1_b_of_a_crib_of_which_nobody_knows_whose_it_was_nothing_is_missed() -> None:
    """Both of Bob's opponents' counts fit either order of dealing; the crib is left by all."""
    words = f"{BEFORE} {LOW_PLAY} A+7 B+2 {LOW_CRIB} clear cut:KS"
    assert "underpeg" not in " ".join(verdicts(words, a=(30, 20), b=(40, 35), profile="hoyle"))


@pytest.mark.parametrize("profile", ["acc-2025", "alberta-55plus", "hoyle"])
@pytest.mark.parametrize("pegged", [4, 5, 6, 7])
def test_4_1_b_too_many_for_the_last_card_do_not_count_first(pegged: int, profile: str) -> None:
    words = f"{LAST_FOUR} A+{pegged} B+2 A+7 {LOW_CRIB} A+6 clear cut:KS"
    found = same_out_of_turn(words, profile)
    assert {f"overpeg A {pegged - 3}", "scored B 2", "scored A 7", "scored A 6"} <= set(found)


@pytest.mark.parametrize("profile", ["acc-2025", "alberta-55plus", "hoyle"])
@pytest.mark.parametrize("hand", ["B+3", "B!claim2 B+2", "B!none"])
def test_4_1_b_whatever_the_pone_counts_shows_who_has_dealt(hand: str, profile: str) -> None:
    words = f"{LAST_FOUR} A+4 {hand} A+7 {LOW_CRIB} A+6 clear cut:KS"
    assert {"overpeg A 1", "scored A 7", "scored A 6"} <= set(same_out_of_turn(words, profile))


# --- something small before the own hand ------------------------------------------------------------------------


def left_after_play(words: str, **more: object) -> list[str]:
    """The verdicts that were not withdrawn on what follows the play of the usual deal."""
    table = Table(sight={"since": True}, **more).do(f"{CUT} {PLAY} {words}")
    found = not_withdrawn(table.judge().verdicts)[len(PLAY_VERDICTS) :]
    return [f"{v['code']} {v['player']} {v['points']}" for v in found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+1 B+1 B+9 A+5", ["overpeg B 1"] * 2 + ["overpeg-stands B 1"] * 2 + ["scored B 9", "scored A 5"]),
        (
            "B+9 B-2 A+2 B+2 A-2 A+5",
            ["scored B 9", "scored B 2", "overpeg A 2", "corrected A 2", "scored A 5"],
        ),
    ],
    ids=["not put back", "a challenge aloud, given up"],
)
def test_8_4_c_what_comes_before_all_of_the_own_hand_is_no_hand_pegged_short(
    words: str, found: list[str]
) -> None:
    told = left_after_play(f"{words} {CRIB} A+6 clear")
    assert sorted(told) == sorted([*found, "scored A 6"])


def test_8_4_c_1_who_insists_on_the_last_card_counts_no_hand() -> None:
    """Bob says aloud, wrongly, that Ann's last card is none, she gives in, he pegs the one, and she pegs it again."""
    told = left_after_play(f"A-1 B+1 A+1 B+9 A+5 {CRIB} A+6 clear")
    others = ["scored A 1", "scored B 9", "scored A 5", "scored A 6"]
    assert sorted(told) == sorted(["unverified B 1", *others])


def test_8_4_c_1_nor_where_the_challenge_was_tapped() -> None:
    told = left_after_play(f"B!overpeg A-1 B+1 A+1 B+9 A+5 {CRIB} A+6 clear")
    assert not [one for one in told if not one.startswith(("scored", "unverified"))]


def test_10_4_a_what_goes_back_whole_after_a_call_was_not_the_hand() -> None:
    told = left_after_play(f"B+1 B!muggins1 B-1 B+9 A+5 {CRIB} A+6 clear", muggins=True)
    assert sorted(told) == sorted(
        ["overpeg B 1", "corrected B 1", "muggins-refused B 1", "scored B 9", "scored A 5", "scored A 6"]
    )


def test_8_5_a_two_that_are_put_back_beside_an_award_are_not_for_that() -> None:
    """Ann calls two of Bob's hand, wrongly; he puts two back, counts again and pegs them."""
    told = left_after_play(f"B+9 A!muggins2 B-2 B+2 A+5 {CRIB} A+6 clear", muggins=True)
    found = ["scored B 9", "muggins-refused A 2", "backward B 2", "scored B 2", "scored A 5", "scored A 6"]
    assert sorted(told) == sorted(found)


SIX_EACH = "cut:2S B:KC A:TH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S"


"""Ann's last card is to be pegged; both hands are worth six, the crib eight."""


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A+6 B!overpeg B+5 A-5", ["overpeg A 5", "scored B 5"]),
        ("A+6 B!overpeg A-5 B+5", ["overpeg A 5", "scored B 5"]),
        ("A+6 B!overpeg B+5", ["overpeg A 5", "scored B 5"]),
        ("A+6 B+5 B!overpeg A-5", ["unverified B 5", "unverified A 6"]),
    ],
)
def test_8_4_c_1_too_many_for_the_last_card_come_to_the_hand_and_are_called_and_pegged(
    profile: str, pegs: str, found: list[str]
) -> None:
    """Just five too many, which is the hand of the dealer, whose turn has not come."""
    then = ["scored B 9", "scored A 5", "scored A 6"]
    said = verdicts(f"{FORGOTTEN} {pegs} B+9 A+5 {CRIB} A+6 clear", profile=profile)
    assert said[4:] == [*found, *then]


def test_8_4_c_1_doubles_too_many_for_the_last_card_come_to_a_hand_and_are_called_and_pegged() -> None:
    pegs = f"{PLAYED.removesuffix('+1')}+3 A!overpeg A+2 B-2 A+4 B+2 A+6 B+5 crib:2D,2H,9D,JC B+2 clear"
    called, hands = ["overpeg B 2", "scored A 2"], ["scored A 4", "scored B 2", "scored A 6", "scored B 5"]
    assert Doubles(profile="acc-2025").do(pegs)[5:] == [*called, *hands, "scored B 2"]


@pytest.mark.parametrize(
    ("pegs", "found"),
    [
        ("A+7 B!overpeg A-6 B+6", ["overpeg A 6", "scored B 6"]),
        ("A+7 B!overpeg B+6 A-6", ["out-of-order A 7", "scored B 6"]),
        ("A+7 B!overpeg B+6 A-6 B+6", ["out-of-order A 7", "scored B 6", "withdrawn A 7", "unverified B 6"]),
    ],
)
def test_9_2_c_what_is_called_may_be_that_a_hand_came_too_early_where_the_others_is_worth_as_much(
    pegs: str, found: list[str]
) -> None:
    """Six go back, and Bob pegs six: his hand, or the error."""
    said = verdicts(f"{SIX_EACH} {pegs} A+6 crib:2C,2H,9D,JC A+8 clear")
    assert said[4:] == [*found, "scored A 6", "scored A 8"]


# --- for nothing, and put back -----------------------------------------------------------------------------

TOLD_IN_TIME = {"since": True}


def left(words: str, **more: object) -> list[str]:
    """What is said of the show of the usual deal, and not withdrawn."""
    table = Table(sight=TOLD_IN_TIME, **more).do(f"{CUT} {PLAY} {words} clear cut:2S")
    found = not_withdrawn(table.judge().verdicts)
    return [f"{v['code']} {v['player']} {v['points']}" for v in found if v["code"] != "withdrawn"][5:]


BOTH = ["scored B 9", "scored A 5"]


STANDS = ["overpeg B 1", "overpeg-stands B 1"]


"""Where the last of two moves goes back to the hole from which it came, one of the first stays."""


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020"])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+1 B+1 B-2 B+9 A+5", ["overpeg B 1", "corrected B 1", *STANDS, *BOTH]),
        (
            "B+1 B+1 B-1 B=6,5 B+9 A+5",
            ["overpeg B 1", "corrected B 1", "overpeg B 1", "corrected B 1", *BOTH],
        ),
        ("B+1 B+1 B=6,5 B+9 A+5", ["overpeg B 1", "unverified B 2", "unverified B 1", *BOTH]),
        ("B+1 B+1 B+9 A+5", [*STANDS, *STANDS, *BOTH]),
        ("B+1 B+1 A!overpeg B-1 A+1 B+9 A+5", ["overpeg B 1", "scored A 1", *STANDS, *BOTH]),
        ("B+1 B+8 A+5", ["underpeg B 8", "overpeg B 8", "overpeg-stands B 8", "scored A 5"]),
        ("B+1 A+2 B-1 A-2 B+9 A+5", ["overpeg B 1", "corrected B 1", "overpeg A 2", "corrected A 2", *BOTH]),
        ("B+9 A+1 A+1 A-2 A+5", ["overpeg A 1", "corrected A 1", "overpeg A 1", "overpeg-stands A 1", *BOTH]),
    ],
)
def test_8_4_c_what_was_for_nothing_before_the_hand_is_no_part_of_it(
    words: str, found: list[str], profile: str
) -> None:
    """Bob's hand is worth nine, Ann's five. What is the rest of a hand stays too few, and too late (8.3)."""
    assert sorted(left(f"{words} {CRIB} A+6", profile=profile)) == sorted([*found, "scored A 6"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B!muggins1 B-1", ["overpeg B 1", "corrected B 1", "muggins-refused B 1", *BOTH]),
        ("A!muggins3 A+3", ["underpeg B 8", "muggins A 3", "scored A 3"]),
    ],
)
def test_10_4_a_what_was_pegged_for_a_wrong_call_goes_back(words: str, found: list[str]) -> None:
    """It is no part of Bob's hand; what Ann has called of that is."""
    then = "B+9 A+5" if "-" in words else "A+5"
    said = left(f"B+1 {words} {then} {CRIB} A+6", muggins=True)
    expected = found if "-" in words else [*found, "scored A 5"]
    assert sorted(said) == sorted([*expected, "scored A 6"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A-1 B+1 A+1 B+9 A+5", ["scored A 1", "unverified B 1", *BOTH]),
        ("B!overpeg A-1 B+1 A+1 B+9 A+5", ["scored A 1", "unverified B 1", *BOTH]),
        ("B+9 B-2 A+2 B+2 A-2 A+5", ["scored B 2", "overpeg A 2", "corrected A 2", *BOTH]),
        ("B+9 A!overpeg B-2 A+2 B+2 A-2 A+5", ["scored B 2", "unverified A 2", *BOTH]),
    ],
)
def test_8_4_c_1_who_insists_on_a_score_that_was_challenged_accepts_no_count(
    words: str, found: list[str]
) -> None:
    """The last card, or the pone's hand, is right: its player yields, the award is pegged, and they peg it again."""
    assert sorted(left(f"{words} {CRIB} A+6")) == sorted([*found, "scored A 6"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+1 B+1 B-2 B+9 A+5", ["unverified B 1", "unverified B 1", *BOTH]),
        ("A+2 B+1 B!overpeg A-2 B-1 B+9 A+5", ["unverified A 2", "unverified B 1", *BOTH]),
    ],
)
def test_8_3_what_goes_back_and_is_pegged_again_as_it_is_worth_is_not_too_few(
    words: str, found: list[str]
) -> None:
    """Under muggins it may have been for a call aloud."""
    assert sorted(left(f"{words} {CRIB} A+6", muggins=True)) == sorted([*found, "scored A 6"])


@pytest.mark.parametrize("then", [f"A+5 {CRIB}", f"{CRIB} A+5"])
def test_7_2_b_a_peg_that_was_up_while_the_pone_pegged_was_lifted_in_time(then: str) -> None:
    """Ann's peg for the last card is up while Bob pegs his nine, and lands before his peg counts as let go of."""
    table = Table().do(f"{CUT} {PLAY.removesuffix('A+1')}")
    for number, word in enumerate(["holes:3|6,5", "holes:3|6", "holes:3|15,6", "holes:4,3|15,6"]):
        table.t -= 1.6 if number else 0.0
        table.do(word)
    judged = table.do(f"wait {then} A+6 clear").verdicts
    assert judged[4:] == ["scored B 9", "scored A 1", "scored A 5", "scored A 6"]


@pytest.mark.parametrize(
    ("award", "found"),
    [
        ("B+5", ["unverified A 5", "unverified B 5", "scored B 9"]),
        ("B+4", ["scored B 9", "unverified A 5", "unverified B 4"]),
        ("B+6 B-1", ["unverified B 9", "unverified A 5", "unverified B 6", "unverified B 1"]),
        ("B+6", ["overpeg B 1", "overpeg-stands B 1", "scored B 9", "unverified A 5"]),
        ("B+2 B+3", ["overpeg B 3", "overpeg-stands B 3", "scored B 9", "unverified A 5", "unverified B 2"]),
    ],
)
def test_8_4_c_1_what_was_too_many_for_the_last_card_may_be_called_though_it_is_just_a_hand_before_its_turn(
    award: str, found: list[str]
) -> None:
    """Five go back: out of order (9.2.c), or called aloud. Of the award of five as much is wrong as in either."""
    table = Table(sight={"since": True}).do(f"{FORGOTTEN} A+6 A-5 {award} B+9 A+5 {CRIB} A+6 clear cut:2S")
    left = [f"{v['code']} {v['player']} {v['points']}" for v in not_withdrawn(table.judge().verdicts)]
    assert sorted(left[4:]) == sorted([*found, "scored A 5", "scored A 6"])
