"""Who deals, which starter was turned, and where cards lie: what the rules ask for is held against nobody."""

from __future__ import annotations

from typing import Any

import pytest
from tables import CUT, PLAY, Table, verdicts

from cribbage.replay.transcript import replay
from pegwatch.simulated.manyhanded import ManyHanded

# Bob's hand is worth 9, Ann's 8, her crib 3.
SHOWN = "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1"
ANNS, CRIB_OF_3 = "3S,3C,9D,QH", "TS,JC,KD,AC"
ON_PONES_SIDE = f"clear:B clear:A B:{ANNS}"
CRIB_ON_PONES_SIDE = f"{ON_PONES_SIDE} clear:B crib:{CRIB_OF_3} A+5 clear:crib B:{CRIB_OF_3}"
NEXT_DEAL = "clear:B clear:starter cut:4D A:TC B:QH A:KD A+1"


def after(played: str, words: str, **more: Any) -> list[str]:
    """The verdicts on `words` after what was `played`, as strings."""
    return verdicts(f"{played} {words}", **more)[len(verdicts(played, **more)) :]


ON_PONES_SIDE_STILL_OPEN = {
    "9.2.b a challenge while the dealer's hand lies on the pone's side": (
        f"A+10 {ON_PONES_SIDE} B!overpeg A-2 B+2 crib:{CRIB_OF_3} A+3 clear",
        ["overpeg A 2", "scored B 2", "scored A 3"],
    ),
    "9.2.b so it is where it is told there before it is told to be gone": (
        f"A+10 clear:B B:{ANNS} clear:A B!overpeg A-2 B+2",
        ["overpeg A 2", "scored B 2"],
    ),
    "9.2.b and where it cannot be read there": (
        f"A+10 clear:B clear:A B?4 A-2 clear:B crib:{CRIB_OF_3}",
        ["overpeg A 2", "corrected A 2"],
    ),
    "9.2.b and where it is read there only then": (
        f"A+10 clear:B clear:A B?4 B:{ANNS} A-2 clear:B",
        ["overpeg A 2", "corrected A 2"],
    ),
    "9.2.b and where an arm lies over the pone's place": (
        "A+10 clear:B clear:A B# A-2 B0 clear:starter",
        ["overpeg A 2", "corrected A 2"],
    ),
    "9.2.d the dealer corrects the crib until it is mixed": (
        f"A+8 crib:{CRIB_OF_3} A+5 clear:B clear:crib B:{CRIB_OF_3} A-2",
        ["scored A 8", "overpeg A 2", "corrected A 2"],
    ),
    "9.2.d also when the hands are mixed already": (
        f"A+8 {CRIB_ON_PONES_SIDE} A-2 {NEXT_DEAL}",
        ["scored A 8", "overpeg A 2", "corrected A 2", "scored A 1"],
    ),
    "9.2.d and while it lies where it lay, taken up and put down again": (
        f"A+8 crib:{CRIB_OF_3} A+5 clear:crib crib?4 crib:{CRIB_OF_3} A-2",
        ["scored A 8", "overpeg A 2", "corrected A 2"],
    ),
}


@pytest.mark.parametrize("what", ON_PONES_SIDE_STILL_OPEN)
def test_9_2_cards_on_the_pones_side_are_not_mixed_yet(what: str) -> None:
    words, said = ON_PONES_SIDE_STILL_OPEN[what]
    assert after(SHOWN, f"B+9 {words}") == ["scored B 9", *said]


MIXED = {
    "9.2.b taken up and not seen again": "A+10 clear:B clear:A A-2",
    "9.2.b mixed by the pone": f"A+10 {ON_PONES_SIDE} clear:B A-2",
    "9.2.b ten seconds have passed": f"A+10 clear:B clear:A wait B:{ANNS} A-2",
    "9.2.b judges have been called": "A+10 clear:B clear:A B!judge A-2",
}


@pytest.mark.parametrize("how", MIXED)
def test_9_2_cards_that_are_mixed_are_accepted(how: str) -> None:
    said = after(SHOWN, f"B+9 {MIXED[how]}")
    assert said == ["scored B 9", "overpeg A 2", "overpeg-stands A 2", "backward A 2"]


def test_9_2_a_crib_that_is_turned_shows_the_hands_to_be_mixed_though_it_cannot_be_read() -> None:
    said = after(SHOWN, "B+9 A+10 clear:B clear:A crib?4 A-2")
    assert said == ["scored B 9", "overpeg A 2", "overpeg-stands A 2", "unverified A 2"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"A+6 {ON_PONES_SIDE} B!muggins2 B+2", ["underpeg A 2", "muggins B 2", "scored B 2"]),
        (
            f"A+8 {CRIB_ON_PONES_SIDE.replace('A+5', 'A+1')} B!muggins2 B+2 {NEXT_DEAL}",
            ["scored A 8", "underpeg A 2", "muggins B 2", "scored B 2", "scored A 1"],
        ),
    ],
)
def test_10_4_c_muggins_is_called_until_the_cards_are_mixed(words: str, said: list[str]) -> None:
    assert after(SHOWN, f"B+9 {words}", muggins=True) == ["scored B 9", *said]


def test_9_2_d_a_crib_that_is_laid_down_after_the_deal_seemed_over_is_no_hand_of_the_next() -> None:
    late = CRIB_ON_PONES_SIDE.replace("clear:crib", "clear:crib wait")
    assert after(SHOWN, f"B+9 A+8 {late.replace('A+5', 'A+3')} {NEXT_DEAL}")[-2:] == [
        "scored A 3",
        "scored A 1",
    ]


def test_9_2_d_the_deal_ends_where_a_part_fails_before_the_next_cut() -> None:
    words = f"B+9 A+8 crib:{CRIB_OF_3} A+3 clear camera! camera. cut:4D"
    table = Table().do(f"{SHOWN} {words}")
    assert [event.body["dealer"] for event in table.judge().events if event.kind == "deal"] == ["B"]


def test_9_2_c_the_game_is_won_where_the_hand_that_came_first_is_taken_up_uncounted() -> None:
    said = after(f"{CUT} {PLAY}", "A+5 clear:B clear:A", a=(112, 110))
    assert said == ["underpeg B 9", "scored A 5", "game A 6"]


def test_8_3_a_peg_that_is_up_when_the_cards_are_taken_up_is_in_time() -> None:
    assert after(f"{CUT} {PLAY}", "B+9 A^ clear:A A=7,4 clear:B") == ["scored B 9", "underpeg A 2"]
    assert after(f"{CUT} {PLAY}", "B+9 A^ clear:A A=9,4 clear:B") == ["scored B 9", "scored A 5"]


# --- the starter ---------------------------------------------------------------------------------------------

LEAD = "B:TC A:9H"
CUT_AGAIN = {
    "6.1.a the starter goes back, then the heels": (f"A+2 starter0 A-2 cut:4D {LEAD}", []),
    "6.1.a the heels go back, then the starter": (f"A+2 A-2 starter0 cut:4D {LEAD}", []),
    "6.1.a another is cut, then the heels go back": (f"A+2 starter0 cut:4D A-2 {LEAD}", []),
    "6.1.a the heels go back when play has begun": ("A+2 starter0 cut:4D B:TC A-2 A:9H", []),
    "6.1.a it was done under an arm": (f"A+2 starter# cut:4D A-2 {LEAD}", []),
    "6.1.d the other is a Jack too": (f"A+2 starter0 A-2 cut:JC A+2 {LEAD}", ["scored A 2"]),
    "6.1.d the other is a Jack too, and the points stay": (f"A+2 starter0 cut:JC {LEAD}", []),
    "6.1.d the other is not read": (f"A+2 starter0 A-2 {LEAD}", []),
    "6.1.d the other is the same": (f"A+2 A-2 starter0 cut:JD {LEAD}", []),
    "6.1.d what was pegged too far goes back with them": (f"A+3 starter0 A-3 cut:4D {LEAD}", None),
    "6.3 they go back, and are pegged after all": (f"A+2 A-2 A+2 {LEAD}", ["scored A 2"]),
    "8.5 nothing but the heels goes back": (f"A+2 A-2 {LEAD}", ["backward A 2"]),
}


@pytest.mark.parametrize("what", CUT_AGAIN)
def test_6_1_heels_go_back_with_the_starter(what: str) -> None:
    words, said = CUT_AGAIN[what]
    first = ["scored A 2"] if said is not None else ["overpeg A 1"]
    assert verdicts(f"cut:JD {words}") == [*first, *(said or [])]


def test_6_1_heels_of_a_starter_that_went_back_are_nobodys_fault() -> None:
    assert verdicts(f"cut:JD starter0 cut:4D {LEAD}") == []
    assert verdicts(f"cut:JD starter0 cut:4D A+2 {LEAD}") == ["unverified A 2"], "they were for the first"
    assert verdicts(f"cut:4D starter0 cut:JD A+2 {LEAD}") == ["scored A 2"]
    assert verdicts("cut:JD A+2 A-2") == ["scored A 2", "unverified A 2"], "the log ends there"


NEW_STARTER = {"rule": "9.3.a(3)", "moves": [{"player": "A", "points": 2}], "deal": {"starter": "KH"}}


@pytest.mark.parametrize(
    ("before", "later", "said"),
    [
        ("", f"B+8 A+4 crib:{CRIB_OF_3} A+2 clear", ["scored B 8", "scored A 4", "scored A 2"]),
        ("B+9", f"A+4 crib:{CRIB_OF_3} A+2 clear", ["scored A 4", "scored A 2"]),
        (f"B+9 A+8 crib:{CRIB_OF_3}", "A+2 clear", ["scored A 2"]),
    ],
)
def test_9_3_a_3_a_starter_that_judges_turn_is_no_next_deal(before: str, later: str, said: list[str]) -> None:
    table = Table().do(f"{SHOWN} {before} clear:starter A!judge cut:KH")
    known = verdicts(f"{SHOWN} {before}")
    table.see(ruling={"judges": ["J1", "J2"]} | NEW_STARTER)
    assert table.do(f"A+2 {later}").verdicts == [*known, "scored A 2", *said]


def test_9_3_a_3_another_starter_that_nobody_has_ruled_on_counts_for_nobody() -> None:
    assert after(SHOWN, "clear:starter cut:KH B+8 A+8") == ["unverified B 8", "unverified A 8"]
    said = after(SHOWN, f"B+9 A+8 crib:{CRIB_OF_3} A+3 clear:starter cut:4D clear:A clear:B B:TC A:QH")
    assert said == ["scored B 9", "scored A 8", "scored A 3"], "all is counted: the next deal"


# --- who deals -----------------------------------------------------------------------------------------------

DEAL = f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,JC A+6 clear"
OF_DEAL = ["scored B 1", "scored A 3", "scored B 4", "scored B 1", "scored A 1"]
COUNTED = ["scored B 9", "scored A 5", "scored A 6"]
JACK_LED = "cut:JH {} B:2C A:3C B:TD"

SECOND_DEAL = {
    "the same player deals again": (DEAL, [*OF_DEAL, *COUNTED]),
    "and the nondealer deals the next": (
        f"{DEAL} cut:JH B+2 A:2C B:3C",
        [*OF_DEAL, *COUNTED, "scored B 2"],
    ),
    "the lead was out of turn, and play went on": (
        f"{CUT} {PLAY} A+5 B+9 crib:2C,2H,9D,JC B+6 clear",
        [*OF_DEAL, "scored A 5", "scored B 9", "scored B 6"],
    ),
    "and the dealer counted first too": (
        f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,JC B+6 clear",
        [*OF_DEAL, "scored B 9", "scored A 5", "scored B 6"],
    ),
    "only the crib shows who has dealt": (
        f"{CUT} {PLAY} A+5 B+9 crib:2C,2H,9D,JC A+6 clear",
        [*OF_DEAL, "scored A 5", "scored B 9", "scored A 6"],
    ),
    "nobody pegs the crib": (
        f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,JC clear",
        [*OF_DEAL, "scored B 9", "scored A 5"],
    ),
    "the crib is pegged too far": (
        f"{CUT} {PLAY} B+9 A+5 crib:2C,2H,9D,JC A+8 clear",
        [*OF_DEAL, "scored B 9", "scored A 5", "overpeg A 2", "overpeg-stands A 2"],
    ),
    "and whoever has dealt": (
        f"{CUT} {PLAY} A+5 B+9 crib:2C,2H,9D,JC A+8 clear",
        [*OF_DEAL, "scored A 5", "scored B 9", "overpeg A 2", "overpeg-stands A 2"],
    ),
    "the crib is turned before the hands are counted": (
        f"{CUT} {PLAY} crib:2C,2H,9D,JC A+7 clear",
        [*OF_DEAL, "overpeg A 2", "overpeg-stands A 2"],
    ),
    "6.3 heels, then the lead": (JACK_LED.format("A+2"), ["scored A 2"]),
    "6.3 heels after the lead": ("cut:JH B:2C A+2 A:3C B:TD", ["scored A 2"]),
    "6.3 the heels are the other's": (JACK_LED.format("B+2"), ["scored B 2"]),
    "6.3 nobody pegs heels": (JACK_LED.format(""), []),
    "6.3 heels of the player who leads": (
        "cut:JH A+2 A:2C B:3C",
        ["overpeg A 2", "overpeg-stands A 2"],
    ),
    "6.3 and both peg them": (
        "cut:JH A+2 B+2 A:2C B:3C",
        ["scored B 2", "overpeg A 2", "overpeg-stands A 2"],
    ),
    "8.4.c heels that are taken back": (
        "cut:JH A+2 A-2 B+2 A:2C B:3C",
        ["overpeg A 2", "corrected A 2", "scored B 2"],
    ),
    "7.1.b two peg after an odd lead": ("cut:JH B:2C B+2 A:3C", ["unverified B 2"]),
}


@pytest.mark.parametrize("what", SECOND_DEAL)
def test_4_1_b_a_deal_out_of_turn_that_nobody_noticed_is_played(what: str) -> None:
    words, said = SECOND_DEAL[what]
    assert after(DEAL, words) == said


def test_4_1_b_who_deals_is_not_open_where_it_has_been_told() -> None:
    assert verdicts("cut:JD A:2C B:3C") == ["heels-forfeit A 2"], "the first deal of the log"
    assert after(f"{DEAL} B!deals", "cut:JH A+2 B:2C A:3C") == [
        "overpeg A 2",
        "overpeg-stands A 2",
        "heels-forfeit B 2",
    ]


def test_4_1_b_the_crib_of_a_deal_out_of_turn_wins_the_game() -> None:
    said = after(DEAL, f"{CUT} {PLAY} A+5 B+9 crib:2C,2H,9D,JC A+4", a=(93, 90))
    assert said[-3:] == ["scored B 9", "scored A 4", "game A 30"]


# --- reneges -------------------------------------------------------------------------------------------------

RENEGED = "cut:KS B:TC A:QH B:5D A!go B+1 A:6C"
REST = "B:KD A:9C B:JC A:8D"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"B!renege B+2 {REST}", ["scored B 2", "underpeg A 1", "renege A 2"]),
        (f"B+2 {REST}", ["scored B 2", "underpeg A 1", "renege A 2"]),
        (f"B!renege B+4 {REST}", ["unverified B 4", "underpeg A 1", "renege A 2"]),
        ("B+1 B:KD", ["overpeg B 1", "overpeg-stands B 1"]),
        (f"B!renege {REST} B+2", ["underpeg A 1", "renege A 2", "scored B 2"]),
        ("B!renege B+3 B:KD", ["overpeg B 1", "overpeg-stands B 1"]),
    ],
)
def test_7_3_a_a_renege_is_claimed_when_the_card_is_played(words: str, said: list[str]) -> None:
    assert after(RENEGED, words) == said


def test_7_3_what_is_pegged_for_a_renege_of_which_nothing_was_played_is_too_many() -> None:
    assert after(RENEGED.replace("6C", "7C"), "B!renege B+2 B:KD") == ["overpeg B 2", "overpeg-stands B 2"]


def test_7_3_no_renege_is_claimed_of_a_go_below_twenty_two() -> None:
    said = verdicts("cut:KS B:TC A:7H B!go A:5D A+1 B:6C A+2 A:3C")
    assert said == ["scored A 1", "overpeg A 2", "overpeg-stands A 2"]


def test_corporate_a_renege_goes_back_when_the_card_is_played() -> None:
    said = after(
        RENEGED, "B!renege A-2 B:KD A:9C B!go A+1 B:JC A:8D", profile="corporate-challenge", a=(30, 20)
    )
    assert said == ["scored A 1", "renege A 2"]
    said = after(RENEGED, f"B+2 {REST}", profile="corporate-challenge")
    assert said[0] == "overpeg B 2", "nothing is scored for it"


def test_7_3_b_judges_have_ruled_on_the_renege() -> None:
    table = Table().do(RENEGED)
    table.see(ruling={"judges": ["J1", "J2"], "rule": "7.3.b", "moves": [{"player": "B", "points": 2}]})
    assert table.do(f"B+2 {REST}").verdicts == ["scored B 1", "scored B 2", "underpeg A 1"]


class OneDealOutOfTurn(ManyHanded):
    """An honest game in which the deal of a number is dealt by another seat than the one whose turn it is; the next
    in order deals after that."""

    number, off = 2, -1

    def _deal(self) -> None:
        if self.deal == self.number:
            self.dealer = (self.dealer + self.off) % len(self.seats)
        super()._deal()


@pytest.mark.parametrize(
    ("profile", "seats", "seed", "off"),
    [("acc-2025", "AB", 1, -1), ("hoyle", "ABC", 1, -1), ("hoyle", "ABC", 2, 1), ("acc-2025", "ABCD", 5, 1)],
)
def test_4_1_b_in_a_game_with_a_deal_out_of_turn_nobody_is_blamed(
    profile: str, seats: str, seed: int, off: int
) -> None:
    game = OneDealOutOfTurn(seed, seats, profile=profile)
    game.off = off
    assert {v["code"] for v in replay(game.play().log).verdicts} <= {"scored", "game", "unverified"}
