"""Plays with slips, calls and weak sensors: nobody is blamed for what they have not done."""

from __future__ import annotations

import plays
import pytest
from click.testing import CliRunner
from outsider.hunting import Blame
from tables import CRIB, CUT, PLAY, Table, verdicts

from cribbage.log.verdicts import not_withdrawn
from cribbage.replay.transcript import replay

NUMBERS = range(300)
"""All that come one after another; nothing among them is left out."""


def test_nobody_is_blamed_for_what_they_have_not_done() -> None:
    wrong = {number: [str(one) for one in plays.wronged(plays.deal(number))] for number in NUMBERS}
    assert {number: held for number, held in wrong.items() if held} == {}


@pytest.mark.parametrize(
    "number",
    [
        # 9.2.c: too many for the last card, by the dealer, and just what their hand is worth
        *(575, 1774, 2370, 2460, 3361, 4310),
        # 7.2.b: the same, while the crib lies there early, or where no order is asked for
        *(150, 1146),
        # 10.4: the same with muggins, and nothing said
        1759,
        # 9.2: a total that is tapped late, and the last card forgotten
        *(1978, 2865),
        # 7.2.b: the go or the last card is pegged after a pair or run that was put right
        *(232, 456, 4005, 4927, 5367, 19477, 27021),
        # 10.4.a: what is called is missing of the pair, and the last card is pegged after it
        *(3919, 5720, 25830),
        # 10.4: what may be called aloud may be a go and one too many
        6626,
        # 8.4.c: two too many of the pair, put right, and the last card pegged after it
        *(11463, 12255),
        # 8.4.c: too many for the hand with the last card forgotten, or for the last card: what goes back shows it
        *(12083, 12832, 13119, 13687, 14016, 14962, 15609),
        # 7.2.b: too few of the run, and the last card pegged after it
        10160,
        # 8.4.c: two slips that cancel, called, and what went back is the error that the other side pegs
        *(24184, 28925),
        # 9.2: what is pegged next is the crib, or may be
        *(13208, 14229, 31252),
        # 9.2.c: the hand that comes first is worth nothing
        12390,
        # 7.3.a: who has said go lays a card that fits, or leads because nobody has pegged the go
        *(12620, 14013, 15542, 21074),
        # 7.2.b: the last card of all is the lead after a go that nobody pegged
        25592,
        # 7.3: go is tapped after the card that its player led
        16668,
        # 7.3: a call said aloud looks like a go, and what is pegged then fits neither series
        27281,
        # 9.2.c: what is pegged before its turn may be a call for a score of the play
        18540,
        # 9.2.c: too many for the last card, or just a hand: if that, it is pegged
        20321,
        # 10.4.a: after one call has been pegged another may be
        27765,
        # 10.4.a: a call in the play, and then all of the own score
        15211,
        # 8.4.c: of three players the one who pegged last is called
        *(19663, 26383),
        # 7.3.b: a claim for a renege and the own score, too many for either
        17696,
        # Alberta 13: what seemed right goes back when it is called, and as much is pegged
        19525,
        # 8.3: the last card is called while the hand, one too few, waits for the next peg
        33031,
        # 8.9: one too many with the go is put right, and the go stands
        33154,
        # 10.4.a: the last card is called, and the word tapped after the peg, which seems too little for the hand
        43470,
        # 7.2.b: too many for the pair and just a hand, and the last card by itself
        43676,
        # 8.4.c(1): two go back where one seems too many, and two are pegged for that
        49931,
        # 9.2.c: after three for the pair and the last card one more may be for nothing, or a call
        46535,
        # 9.2: a hand that waits, one pegged short, has been counted: what follows is the next one, and no award
        45791,
        # 10.3: a go that nobody heard is called, or a pair before the own go
        *(24123, 52471, 55312, 56437),
        # 7.2.b, 9.2.c: the last card pegged by itself, and one more after it
        *(54063, 62235),
        # 7.1.e: two cards told at once, the first over thirty-one
        54661,
        # 8.4.c: what goes back was for the play, or called and not all of it, or its award goes unseen
        *(54474, 56402, 55815),
        # left before, and right by what was learned from these
        *(1083, 29701, 36454, 42828),
    ],
)
def test_nobody_is_blamed_in_the_plays_that_were_found(number: int) -> None:
    assert [str(one) for one in plays.wronged(plays.deal(number))] == []


def test_a_play_that_is_wrong_is_printed_with_its_slips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "wronged", lambda _: [Blame(3.0, "overpeg", "A", 2)])
    printed = CliRunner().invoke(plays.main, ["575", "576"]).output.splitlines()
    assert printed[1] == "  t 3: overpeg A 2"
    assert "Miscount(" in printed[2]
    assert printed[-1] == "1 deals, 1 wrong"


def test_what_is_pegged_wrong_is_held_against_who_pegged_it() -> None:
    """The deals are played right: of those that are seen well, slips show."""
    found = set[str]()
    for number in NUMBERS:
        game = plays.deal(number)
        if not game.defects:
            found |= {verdict["code"] for verdict in not_withdrawn(replay(game.log).verdicts)}
    assert {"underpeg", "overpeg", "muggins"} <= found


# Bob, the pone, lays the last card, and his hand is worth 7; Ann's is worth 2.
_LOW = "cut:6D B:KC A:QH B:9S A:AH B!go A:AC A+4 B:7D A:TH"
_PONE = f"{_LOW} B:5D"
_PAIR = f"{_LOW} B:TD"  # with which he makes a pair; his hand is worth another number then
_DEALER = f"{CUT} {PLAY.rsplit(' ', 1)[0]}"  # Ann lays the last card, and her hand is worth 5, Bob's 9


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+7 A+2", ["underpeg B 1", "scored B 7", "scored A 2"]),
        ("B+7 A!claim2 A+2", ["underpeg B 1", "scored B 7", "scored A 2"]),
        (f"B+7 {CRIB}", ["underpeg B 1", "scored B 7"]),
        ("B!claim7 B+7", ["underpeg B 1", "scored B 7"]),
        ("B+7 B+7 A+2", ["overpeg B 6", "overpeg-stands B 6", "scored B 7", "scored A 2"]),
        ("B+7 A!overpeg B-6 A+6 B+7", ["overpeg B 6", "scored A 6", "scored B 7"]),
        ("B+7 B!claim7 B+7", ["unverified B 7", "scored B 7"]),
    ],
)
def test_7_2_b_just_the_hand_after_the_last_card_is_the_hand_unless_it_is_pegged_again(
    words: str, found: list[str]
) -> None:
    assert verdicts(f"{_PONE} {words}")[1:] == found


@pytest.mark.parametrize("word", ["", "B!claim9 "])
def test_9_2_c_just_the_hand_before_the_pones_was_too_many_if_the_hand_is_pegged_in_its_turn(
    word: str,
) -> None:
    words = f"{_DEALER} A+5 {word}B+9 A+5 {CRIB}"
    assert verdicts(words)[4:] == ["scored B 9", "overpeg A 4", "overpeg-stands A 4", "scored A 5"]
    assert verdicts(words, profile="hoyle")[4:] == ["scored B 9", "overpeg A 4", "scored A 5"]


def test_9_2_c_just_the_hand_before_the_pones_may_be_either_if_nothing_is_pegged_in_its_turn() -> None:
    words = f"{_DEALER} A+5 B+9 {CRIB} A+6 clear"
    assert verdicts(words)[4:] == ["scored B 9", "unverified A 5", "scored A 6"]
    in_any_order = verdicts(words, profile="hoyle")[4:]
    assert in_any_order == ["scored B 9", "scored A 5", "scored A 6"]


def test_9_2_c_the_pone_gives_up_the_hand_that_the_dealers_seemed_to_come_before() -> None:
    found = verdicts(f"{_DEALER} A+5 {CRIB} A+6 clear")[4:]
    assert found == ["underpeg B 9", "underpeg A 1", "scored A 5", "scored A 6"]


def test_9_2_c_as_much_as_the_hand_pegged_twice_was_too_many_for_the_last_card() -> None:
    assert verdicts(f"{_DEALER} A+5 A+5")[4:] == ["overpeg A 4", "out-of-order A 5"]
    assert verdicts(f"{_DEALER} A+5 A+5", profile="hoyle")[4:] == ["overpeg A 4", "scored A 5"]


@pytest.mark.parametrize("back", ["B-1 B+1", "B-2 B+2", "B-3 B+3", "A!overpeg B-1 B+1"])
def test_7_2_b_of_two_scores_pegged_in_one_either_may_go_back_and_be_pegged_again(back: str) -> None:
    found = verdicts(f"{_PAIR} B+3 {back}")[1:]
    points = back[-1]
    assert found == ["scored B 3", f"unverified B {points}", f"scored B {points}"]


def test_10_4_a_a_call_for_the_pair_leaves_the_last_card_to_be_pegged() -> None:
    for_pair = verdicts(f"{_PAIR} B+1 A!muggins1 A+1 B+1", muggins=True)[1:]
    assert for_pair == ["underpeg B 1", "muggins A 1", "scored A 1", "scored B 1"]
    for_both = verdicts(f"{_PAIR} B+1 A!muggins2 A+2", muggins=True)[1:]
    assert for_both == ["underpeg B 2", "muggins A 2", "scored A 2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B-2 A+2 A+2", ["underpeg B 1", "overpeg B 2", "scored A 2", "scored A 2"]),
        ("A+2 B-2 A+2", ["underpeg B 1", "overpeg B 2", "scored A 2", "scored A 2"]),
        ("B-8 A+8 B+7", ["overpeg B 8", "scored A 8", "scored B 7"]),
        ("A+8 B-8 B+7", ["overpeg B 8", "scored A 8", "scored B 7"]),
        ("B-1 A+1 A+2", ["overpeg B 1", "scored A 1", "scored A 2"]),
        ("B+7", ["overpeg B 8", "scored B 7"]),
    ],
)
def test_8_4_c_what_goes_back_shows_what_it_was_too_many_for(words: str, found: list[str]) -> None:
    """Nine for the last card, for a hand of seven with the last card forgotten, or for both."""
    assert verdicts(f"{_PONE} B+9 A!overpeg {words}")[1:] == found


def test_8_4_c_a_hand_and_a_forgotten_last_card_pegged_in_one_may_be_one_too_many_for_the_hand() -> None:
    found = verdicts(f"{_PONE} B+8 B-1 A+2")[1:]
    assert found == ["scored B 8", "unverified B 1", "scored A 2"]


def test_8_4_c_2_too_many_for_the_hand_put_right_at_once() -> None:
    found = verdicts(f"{_PONE} B+9 B-2 A+2")[1:]
    assert found == ["underpeg B 1", "overpeg B 2", "corrected B 2", "scored A 2"]


def test_8_4_c_what_goes_back_may_leave_the_pair_or_a_hand_worth_as_much() -> None:
    found = verdicts(f"{_PAIR} B+6 A!overpeg B-4 A+4")[1:]
    assert found == ["unverified B 6", "unverified B 4", "unverified A 4"]


def test_8_4_c_more_than_was_too_many_goes_back_after_a_call() -> None:
    found = verdicts(f"{_PAIR} B+6 A!overpeg B-5 A+5")[1:]
    assert found[0] == "overpeg B 3"
    assert not [one for one in found if one.startswith(("front-peg-removed", "backward"))]


def test_9_2_c_as_much_as_the_hand_again_may_be_a_crib_that_was_not_read() -> None:
    assert verdicts(f"{_DEALER} A+5 crib?4 A+5")[4:] == ["unverified A 5", "unverified A 5"]


def test_13_just_the_crib_is_pegged_next_so_that_the_hand_came_before_it() -> None:
    """Three for the last card and a hand of five, where the rest may be put right: it was a part of the hand."""
    words = f"{_DEALER} B+9 A+3 {CRIB} A+6"
    for book in ("alberta-55plus", "corporate-challenge", "hoyle"):
        assert verdicts(f"{words} clear", profile=book)[4:] == ["scored B 9", "scored A 6", "scored A 3"]
    for word in ("", "A!claim6 "):
        found = verdicts(f"{_DEALER} A+3 {CRIB} {word}A+6 clear", profile="corporate-challenge")[4:]
        assert found == ["scored A 6", "scored A 3"]


def test_8_4_c_1_what_goes_back_is_no_fault_where_who_called_it_pegs_just_that() -> None:
    called = f"{CUT} B:5H A:TC A+2 B!overpeg A-2"
    assert verdicts(f"{called} B+2 B:2D") == ["scored A 2", "unverified B 2"]
    assert verdicts(f"{called} B:2D") == ["scored A 2", "backward A 2"]
    assert verdicts(f"{CUT} {PLAY} B+9 A!overpeg B-2 A+2 A+5")[-3:] == [
        "scored B 9",
        "unverified A 2",
        "scored A 5",
    ]


@pytest.mark.parametrize(
    ("hand", "found"), [("B+2", "scored B 2"), ("B+3", "overpeg B 1"), ("B+1", "underpeg B 1")]
)
def test_10_4_a_a_call_whose_word_follows_its_peg_is_no_part_of_the_hand_that_comes_next(
    hand: str, found: str
) -> None:
    """Ann pegs two of three with her last card; Bob, whose hand is worth two, pegs the one and taps the word."""
    play = "cut:6D B:TH A:8C B:8D B+2 A:5D A+2 B:6S A:4C B:2H A:2C A+2"
    judged = verdicts(f"{play} B+1 B!muggins1 {hand} A+7 clear cut:9H", muggins=True)
    assert judged[2:6] == ["underpeg A 1", "muggins B 1", "scored B 1", found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+6 A+1 B+2", ["unverified A 6", "unverified A 1", "scored B 2"]),
        ("A+6 A+3 B+2", ["unverified A 6", "unverified A 3", "scored B 2"]),
    ],
)
def test_7_2_b_what_is_just_the_dealers_hand_and_the_last_card_after_it_leave_the_pones_turn(
    words: str, found: list[str]
) -> None:
    """Ann's last card pairs: three points. What she pegs first is her hand of six, or too many for the pair."""
    play = "cut:5D B:9D A:QS B:8C A:4H A+2 B:KD A:JC B:4S A:4D"
    judged = verdicts(f"{play} {words} crib:2C,2H,9H,TC clear cut:2S")
    assert judged[1 : 1 + len(found)] == found
    assert not [one for one in judged if one.endswith(" B 2") and not one.startswith("scored")]


@pytest.mark.parametrize("pegged", [4, 5])
def test_7_2_b_the_last_card_may_be_pegged_by_itself_after_too_many_for_what_it_made(pegged: int) -> None:
    """Ann's last card pairs: three points. She pegs too many, and one; her hand is worth six, and waits for Bob's."""
    play = "cut:5D B:9D A:QS B:8C A:4H A+2 B:KD A:JC B:4S A:4D"
    judged = verdicts(f"{play} A+{pegged} A+1 B+2 A+6 crib:2C,2H,9H,TC A+4 clear cut:2S")
    over = pegged - 3
    assert judged[1:] == [
        *(f"overpeg A {over}", "unverified A 1", f"overpeg-stands A {over}"),
        *("scored B 2", "scored A 6", "scored A 4"),
    ]


def test_8_4_c_two_that_go_back_leave_a_hand_where_they_were_pegged_for_the_play() -> None:
    """Bob pegs one of three for his last card, and twelve for a hand of ten; Ann calls two, and pegs the award."""
    play = "cut:TS A:9C B:9H B+2 A:JC clear:A clear:B B:JH A:7D B:TD B+1 clear:A clear:B A:7C B:8D B+1"
    shown = "clear:A clear:B A:9C,JC,7D,7C A+5 B:9H,JH,8D,TD B+12 B-2 A+2 wait"
    judged = verdicts(f"{play} {shown}", profile="alberta-55plus")
    assert judged[-3:] == ["unverified B 2", "unverified A 2", "scored B 1"]


def test_7_1_e_of_two_cards_in_one_reading_the_first_leads_that_carries_the_count_over_thirty_one() -> None:
    """Bob has passed at 27, and Ann forgets the go at 29; he leads the five, and the nine with it."""
    table = Table(dealer="B").do("cut:3D A:7D B:4C A:4D A+4 B:2S A:JC B!go A:2H B:5S,9C B+1")
    found = table.do("A+2 crib:TH,6S,8S,JS clear cut:2S").verdicts
    assert found == ["scored A 4", "underpeg A 1", "scored B 1", "underpeg A 3", "underpeg B 6"]


@pytest.mark.parametrize(
    ("words", "profile", "found"),
    [
        ("B+5 A+2", "hoyle", "unverified A 2"),
        ("B+5 A+2", "acc-2025", "unverified A 2"),
        ("B+6 A+1", "acc-2025", "unverified A 1"),
        ("B+5 A+3", "acc-2025", "overpeg A 3"),
    ],
)
def test_10_3_with_what_was_missed_a_go_may_be_called_that_nobody_heard(
    words: str, profile: str, found: str
) -> None:
    """Bob makes three of a kind, and thirty: seven with the go that is due to him, as Ann has passed."""
    judged = verdicts(f"cut:TH B:JH A:JC A+2 B:JD {words} A:QS", profile=profile, muggins=True)
    assert [one for one in judged if " A " in one][-1:] == [found] or found in judged
    assert [one for one in judged if one.startswith("overpeg A")] == [found] * found.startswith("overpeg")


def test_10_4_b_a_pair_that_was_missed_may_be_called_before_the_go_is_pegged() -> None:
    """Bob pairs and pegs nothing; Ann lays a ten, pegs the two that she calls, and then the go."""
    judged = verdicts("cut:8S A:9H B:9C A:TH A+2 A+1 B:7S", dealer="B", profile="hoyle", muggins=True)
    assert judged == ["unverified A 2", "scored A 1"]


def test_10_4_a_a_go_is_called_by_who_has_passed_with_a_card_that_fits() -> None:
    """Ann says go at 24, Bob does not peg it, and Ann leads a seven, which would make thirty-one."""
    words = "cut:8D B:9C A:7H B:8C B+3 A!go A:7D A!muggins1 A+1 B:8H"
    judged = verdicts(words, muggins=True)
    assert not [one for one in judged if one.startswith(("muggins-refused", "overpeg"))]


def test_8_4_c_1_an_error_of_just_what_went_back_is_not_too_little() -> None:
    """Ann pegs three for her pair, and three for a go; two go back, and Bob, who has called two, pegs these."""
    words = "cut:QS A:4H B:TS A:TD B!go A:4C A+3 A+3 B!overpeg A-2 B+2 B:TC"
    judged = verdicts(words, dealer="B")
    assert not [one for one in judged if one.startswith("underpeg")]


def test_9_2_c_what_seemed_two_counts_was_one_where_the_award_goes_unseen() -> None:
    """Bob pegs three for his last card, as for that and his hand; two go back, and Ann's track is lost."""
    table = Table(dealer="B").do("cut:3D A:6D B:9D B+2 A:QS B:4H A:2D A+2 B:8H A:4C B:KD B+3 B-2")
    front, rear = table.pegs["A"]
    table.see(2.0, holes={"A": [front + 2, front, rear], "B": table.pegs["B"]})
    found = table.do("wait crib:JS,TD,7S,5H").verdicts
    assert "withdrawn B 3" in found or "out-of-order B 3" not in found


ONE_MORE = "cut:5D B:9D A:QS B:8C A:4H A+2 B:KD A:JC B:4S A:4D A+3 A+1"
"""Ann pegs three for her pair and last card, and one more; her hand is worth six, Bob's two, the crib four."""
ITS_CRIB = "crib:2C,2H,9H,TC"


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (f"B+2 A+6 {ITS_CRIB}", ["scored B 2", "overpeg A 1", "overpeg-stands A 1", "scored A 6"]),
        (f"{ITS_CRIB} B+2 A+6", ["scored B 2", "overpeg A 1", "overpeg-stands A 1", "scored A 6"]),
        (f"B+2 A+5 {ITS_CRIB}", ["scored B 2", "unverified A 1", "unverified A 5"]),
        (f"A-1 B+1 B+2 A+6 {ITS_CRIB}", ["out-of-order A 1", "unverified B 1", "scored B 2", "scored A 6"]),
    ],
    ids=["then the hand", "over an early crib", "then all but one of the hand", "called aloud"],
)
def test_9_2_c_one_more_after_the_last_card_costs_the_hand_nothing(
    words: str, found: list[str], muggins: bool
) -> None:
    """With muggins Bob may have called one for her last card, aloud and wrongly: that is hers (10.4.a)."""
    if muggins and "overpeg A 1" in found:
        found = ["unverified A 1" if one == "overpeg A 1" else one for one in found if "stands" not in one]
    judged = verdicts(f"{ONE_MORE} {words} A+4 wait clear cut:2S", muggins=muggins)
    assert sorted(judged[1:]) == sorted(["scored A 3", *found, "scored A 4"])


@pytest.mark.parametrize(("muggins", "found"), [(False, "overpeg A 1"), (True, "unverified A 1")])
def test_8_4_c_1_what_is_called_and_goes_back_was_too_many_and_not_a_part_of_the_hand_before_its_turn(
    muggins: bool, found: str
) -> None:
    words = f"{ONE_MORE} B!overpeg A-1 B+1 B+2 A+6 {ITS_CRIB} A+4 wait clear cut:2S"
    judged = verdicts(words, muggins=muggins)
    assert judged[1:] == ["scored A 3", found, "scored B 1", "scored B 2", "scored A 6", "scored A 4"]
