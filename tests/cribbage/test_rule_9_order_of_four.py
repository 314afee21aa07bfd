"""Rule 9.2 with four at the table (App. B): whose hand is counted before whose, though two peg on one track."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from samples import sample
from test_more_than_two import Doubles, codes

from cribbage.replay.transcript import replay
from cribbage.score.cards import DECK, parse_cards
from cribbage.score.counting import show_points
from pegwatch.simulated.manyhanded import ManyHanded

# Dee deals. Ann (A) counts 5, Bob (B) 7, Cy (C) 6, Dee (D) 8 and her crib 4; Ann and Cy peg on A, Bob and Dee on B.
HANDS = ["3H 6S 3D JD", "3C 4H AH TS", "AC TH TD 2D", "6H 4S 7D 2C"]
CRIB, STARTER = ["9S", "4D", "9C", "QS"], "5D"
OPEN = f"crib:{','.join(CRIB)}"


class Show(Doubles):
    """Four who have played their cards and pegged for them; what is done next is the show."""

    def __init__(self, hands: list[str] | None = None, starter: str = STARTER, **more: Any) -> None:
        super().__init__(dealer="D", **({"profile": "acc-2025"} | more))
        play = ManyHanded(1)
        play.rng, play.dealer = random.Random(3), 3
        play.log = self.log
        for side, start in more.get("pegs", {}).items():
            play.score[side], play.rear[side] = start
        play.see(cards={"zone": "starter", "seen": [starter]})
        play._play(dict(enumerate([*parse_cards(hand.split())] for hand in hands or HANDS)))
        self.t, self.zones = play.t, self.zones | play.zones | {"starter": [starter]}
        self.pegs = {side: [play.score[side], play.rear[side]] for side in "AB"}
        self.before = len(codes(replay(self.log)))

    def then(self, words: str) -> list[str]:
        """The verdicts on what is done after the play."""
        return self.do(words)[self.before :]

    @property
    def awaited(self) -> list[tuple[str, str]]:
        """Whose hand or crib was waited for, one after the other."""
        told = [e.body for e in replay(self.log).events if e.kind == "phase" and e.body["phase"] == "show"]
        return [(body["turn"], body["to"]) for body in told]


def show(words: str, **more: Any) -> list[str]:
    return Show(**more).then(words)


ALL = f"A+5 B+7 A+6 B+8 {OPEN} B+4 clear"


def test_9_2_four_hands_from_the_dealers_left_and_the_crib() -> None:
    assert show(ALL) == ["scored A 5", "scored B 7", "scored A 6", "scored B 8", "scored B 4"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B+7 A+5 A+6", ["scored A 5", "scored A 6", "out-of-order B 7"]),
        ("A+5 A+6 B+7 B+8", ["scored A 5", "scored B 7", "scored B 8", "out-of-order A 6"]),
        ("A+5 B+7 B+8 A+6", ["scored A 5", "scored B 7", "out-of-order B 8", "scored A 6"]),
        ("B+7 B+8 A+5 A+6", ["scored A 5", "out-of-order B 8", "scored A 6", "out-of-order B 7"]),
        (f"A+5 B+7 {OPEN} B+4 A+6", ["scored A 5", "scored B 7", "out-of-order B 4", "scored A 6"]),
    ],
)
def test_9_2_c_a_hand_pegged_before_the_others_whose_turn_it_is(words: str, found: list[str]) -> None:
    assert show(words) == found


def test_9_2_c_partners_may_peg_their_two_hands_only_when_the_one_between_has_been_counted() -> None:
    assert show("A+5 B+15 A+6") == ["scored A 5", "out-of-order B 15", "scored A 6"]
    assert show("A+11 B+7 B+8") == ["scored B 7", "scored B 8", "out-of-order A 11"]


@pytest.mark.no_cover
@pytest.mark.parametrize("back", [15, 8])
def test_9_2_c_what_was_retracted_is_pegged_in_its_turn(back: int) -> None:
    """Bob's seven were in time: whether they come back with Dee's eight or stay, nothing is held against anybody."""
    again = "B+7 A+6 B+8" if back == 15 else "A+6 B+8"
    found = show(f"A+5 B+15 B-{back} {again} {OPEN} B+4 clear")
    order = ["out-of-order B 15", "scored B 7", "scored A 6"]
    if back == 8:  # it is the order, and was not called, once Ann pegs no award
        order = ["scored A 6", "out-of-order B 15"]
    assert found == ["scored A 5", *order, "scored B 8", "scored B 4"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        # Dee's eight are pegged in their turn, and Bob has taken nothing back.
        ("A+6 B+8", ["out-of-order B 15", "scored A 6", "withdrawn B 15", "unverified B 8"]),
        # So it seems where something else is pegged then: Dee may be wrong as well.
        ("A+6 B+7", ["out-of-order B 15", "scored A 6", "withdrawn B 15", "unverified B 7"]),
        # It may have been called before eight went back.
        ("B-8 A!overpeg A+6 B+8", ["unverified B 15", "scored A 6", "scored B 8"]),
        # Eight go back, and Ann pegs eight: an award there is for too many (8.4.c), and not for the order.
        ("B-8 A+8 A+6 B+8", ["unverified B 15", "unverified A 8", "scored A 6", "scored B 8"]),
    ],
)
def test_9_2_c_what_came_to_both_hands_of_a_side_was_perhaps_one_counted_too_high(
    words: str, found: list[str]
) -> None:
    assert show(f"A+5 B+15 {words}") == ["scored A 5", *found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+11 B+7 A-11 A+5 A+6", ["scored B 7", "out-of-order A 11", "scored A 5", "scored A 6"]),
        ("A+5 A+6 B+7 A-6 A+6", ["scored A 5", "scored B 7", "out-of-order A 6", "scored A 6"]),
    ],
)
def test_9_2_c_retracted_after_a_peg_that_may_be_for_either_hand_of_the_other_side(
    words: str, found: list[str]
) -> None:
    """Whether Bob's hand or Dee's is pegged is not shown yet; that Cy's six go back shows it: they were early."""
    assert show(f"{words} B+8 {OPEN} B+4 clear", late_s=0) == [*found, "scored B 8", "scored B 4"]


def test_9_2_c_a_part_that_goes_back_was_early_and_not_called_once_the_others_peg_no_award_for_it() -> None:
    found = show(f"A+11 B+7 A-6 A+6 B+8 {OPEN} B+4 clear", late_s=0)
    assert found == ["scored B 7", "scored A 6", "scored B 8", "out-of-order A 11", "scored B 4"]


@pytest.mark.parametrize(
    ("hides", "found"),
    [
        (False, ["overpeg B 1", "overpeg-stands B 1", "scored B 7", "out-of-order B 7"]),
        (True, ["unverified B 1", "scored B 7", "unverified B 7"]),
    ],
)
def test_9_2_c_a_hand_too_soon_may_be_the_partners_where_a_peg_of_the_side_was_for_nobody_knows_what(
    hides: bool, found: list[str]
) -> None:
    """Bob and Dee both have seven. A point and then seven are pegged on their track, and seven more before Cy's turn:
    where something hid the crib's place for a while, the first seven may have been for something else, and these
    Bob's."""
    table = Show([HANDS[0], HANDS[1], HANDS[2], "TC 9H 8H KD"])
    if hides:
        table.see(unread={"zone": "crib", "count": None}, blind=True)
        table.see(cards={"zone": "crib", "seen": []})
    assert table.then("A+5 B+1 B+7 B+7 A+6") == ["scored A 5", *found, "scored A 6"]


def test_9_2_c_early_and_never_put_right_it_is_said_once_both_others_have_pegged() -> None:
    """Till then Ann's five may be Cy's hand pegged one short, and Ann may have seen nothing in hers."""
    assert show(f"B+7 A+5 A+6 B+8 {OPEN} B+4 clear") == [
        "scored A 5",
        "scored A 6",
        "out-of-order B 7",
        "scored B 8",
        "scored B 4",
    ]


def test_9_2_c_a_hand_that_is_never_pegged_makes_nobody_early() -> None:
    """Bob does not see his seven: Cy pegs his six, Dee her eight, and nobody was out of turn."""
    assert show(f"A+5 A+6 B+8 {OPEN} B+4 clear") == [
        "scored A 5",
        "scored B 8",
        "scored B 4",
        "underpeg B 7",
        "scored A 6",
    ]
    assert show("A+5 B!none A+6 B+8") == ["scored A 5", "underpeg B 7", "scored A 6", "scored B 8"]


def test_9_2_c_a_hand_taken_up_is_given_up_and_another_is_still_waited_for() -> None:
    """Dee's eight came before Ann's hand and Cy's. Ann takes hers up without pegging; Cy pegs his."""
    table = Show()
    table.then("B+7 B+8")
    table.zone("A", [])
    assert table.then("A+6") == ["underpeg A 5", "scored B 7", "out-of-order B 8", "scored A 6"]


@pytest.mark.no_cover
def test_9_2_c_two_hands_worth_the_same_blame_nobody_until_the_second_is_pegged() -> None:
    """Bob and Dee both have seven. Cy has pegged; the first seven may be Dee's, and Bob may have seen nothing."""
    hands = [HANDS[0], HANDS[1], HANDS[2], "TC 9H 8H KD"]
    same = Show(hands)
    assert same.then("A+5 A+6 B+7") == ["scored A 5", "scored B 7", "scored A 6"], "so far as the log goes"
    assert same.then("B+7") == ["scored A 5", "scored B 7", "scored B 7", "out-of-order A 6"]
    given_up = Show(hands).then(f"A+5 A+6 B+7 {OPEN} B+4 clear")
    assert given_up == ["scored A 5", "scored B 7", "scored A 6", "scored B 4", "underpeg B 7"]


@pytest.mark.no_cover
def test_9_2_c_into_the_game_hole_before_anothers_turn_is_no_false_claim() -> None:
    start = {"A": [0, -1], "B": [100, 99]}
    due = 121 - Show(pegs=start).pegs["B"][0]
    assert 7 < due <= 15
    assert show(f"A+5 B+{due} B-{due} B+7 A+6", pegs=start) == [
        "scored A 5",
        f"out-of-order B {due}",
        "scored B 7",
        "scored A 6",
    ]
    assert show(f"A+5 B+7 A+6 B+{due - 7}", pegs=start)[-2:][0] == f"scored B {due - 7}"


@pytest.mark.no_cover
def test_9_2_a_the_next_count_of_the_other_side_accepts_a_hand() -> None:
    assert show("A+7 B+7 A+6") == ["overpeg A 2", "overpeg-stands A 2", "scored B 7", "scored A 6"]
    assert show("A+5 B+9 A+6") == ["scored A 5", "overpeg B 2", "overpeg-stands B 2", "scored A 6"]
    assert show("A+5 B+7 A+6 B+9")[-1] == "overpeg B 1", "the dealer's own hand is accepted by word or mixing"


def test_9_2_a_a_hand_counted_too_soon_accepts_only_what_came_before_it() -> None:
    """Bob pegs before Ann and two too many: Ann's count is no acceptance of his."""
    assert show("B+9 A+5 A!overpeg B-2 A+2") == ["overpeg B 2", "scored A 5", "scored A 2"]


@pytest.mark.no_cover
def test_10_4_c_muggins_of_a_hand_ends_when_the_next_of_the_other_side_is_counted() -> None:
    rules = {"muggins": True}
    assert show("A+3 B!muggins2 B+2 B+7", **rules) == [
        "underpeg A 2",
        "muggins B 2",
        "scored B 2",
        "scored B 7",
    ]
    assert show("A+5 B+5 A+6 A!muggins2 B+8", **rules)[-2].startswith("muggins-refused")
    assert show("A+5 B+5 A!muggins2", **rules)[-1] == "muggins A 2"


def test_app_b_either_partner_may_announce_the_total() -> None:
    """Cy says Ann's five: it is her hand that is counted."""
    table = Show()
    table.log.append(json.dumps({"t": table.t + 1, "said": {"by": "C", "what": "claim", "n": 5}}))
    items = [e.body for e in replay(table.log).events if e.kind == "item" and e.body["what"] == "hand"]
    assert [(i["cards"][0], i["state"]) for i in items if i["state"] == "announced"] == [
        ("3H", "announced")
    ] or [i.get("seat", i["player"]) for i in items if i["state"] == "announced"] == ["A"]


def test_9_2_whose_turn_it_is_to_count_is_told_round_the_table() -> None:
    table = Show()
    table.then(ALL)
    order = [
        ("A", "count-hand"),
        ("B", "count-hand"),
        ("C", "count-hand"),
        ("D", "count-hand"),
        ("D", "count-crib"),
    ]
    assert list(dict.fromkeys(table.awaited[1:])) == [*order, (None, "clear")]


def test_which_partners_hand_a_wrong_peg_was_for_is_not_guessed() -> None:
    """Cy says he has nothing, so Bob's and Dee's hands both may be counted: nine are neither seven nor eight."""
    assert show("A+5 C!none B+9")[-1] == "unverified B 9"
    assert show("A+5 C!none B+7 B+8")[-3:] == ["scored B 7", "underpeg A 6", "scored B 8"]
    may_be_dees_too_soon = show("A+5 B+8 A+6")[1:]
    assert may_be_dees_too_soon == ["unverified B 8", "scored A 6"]


@pytest.mark.no_cover
@pytest.mark.parametrize("profile", ["alberta-55plus", "corporate-challenge"])
def test_9_2_c_where_the_book_is_silent_the_order_is_not_judged(profile: str) -> None:
    assert show("B+7 A+5 A+6 B+8", profile=profile) == [
        "scored B 7",
        "scored A 5",
        "scored A 6",
        "scored B 8",
    ]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A+5 B+9 A+6", ["overpeg B 2", "overpeg-stands B 2", "scored A 6"]),
        ("A+5 B+9 A!overpeg B-2 A+2", ["overpeg B 2", "scored A 2"]),
        ("A+5 B+9 B-2", ["overpeg B 2", "corrected B 2"]),
        (f"A+5 B+9 {OPEN} B+4 clear", ["underpeg B 2", "scored B 4", "underpeg B 7", "underpeg A 6"]),
        ("A+5 B!none B+9 A+6", ["underpeg B 7", "underpeg B 2", "scored A 6"]),
        ("A+5 B+9", ["underpeg B 2"]),
    ],
)
def test_8_4_c_too_much_for_one_hand_or_too_little_for_the_partners(words: str, found: list[str]) -> None:
    """Bob has seven and Dee eleven: nine are two too many for him or two too few for her."""
    assert sorted(show(words, hands=[*HANDS[:3], "3S 4S AS KS"])[1:]) == sorted(found)


def test_9_2_c_a_hand_and_the_crib_worth_the_same_blame_nobody_who_counted_before() -> None:
    """Bob sees nothing in his four, Dee is one short; the crib is four too, and Cy was not too soon."""
    hands = [HANDS[0], "2H 3C 9D KH", HANDS[2], HANDS[3]]
    found = show(f"A+5 A+6 B+7 {OPEN} B+4 clear", hands=hands)
    assert not [line for line in found if line.startswith(("out-of-order", "overpeg"))]


@pytest.mark.no_cover
def test_8_4_c_nobody_is_blamed_for_hands_that_were_pegged_short_or_not_at_all() -> None:
    """Shows with hands forgotten, stated as nothing, or pegged short: never too many, never too soon."""
    for seed in range(sample(8, 60)):
        rng = random.Random(seed)
        pack = [str(card) for card in DECK if str(card) != STARTER]
        rng.shuffle(pack)
        hands, crib = [pack[at : at + 4] for at in (0, 4, 8, 12)], pack[16:20]
        (starter,) = parse_cards([STARTER])
        words = []
        for seat, side, cards in zip("ABCD", "ABAB", hands, strict=True):
            worth = show_points(parse_cards(cards), starter).points
            pegged = rng.choice([worth, worth, worth, rng.randint(0, worth)])
            words += [f"{side}+{pegged}"] if pegged else [f"{seat}!none"] * rng.randrange(2)
        four = show_points(parse_cards(crib), starter, crib=True).points
        words += [f"crib:{','.join(crib)}", *([f"B+{four}"] if four else []), "clear"]
        profile = rng.choice(["acc-2025", "acc-2025", "corporate-challenge", "alberta-55plus"])
        found = show(" ".join(words), hands=[" ".join(hand) for hand in hands], profile=profile)
        assert {line.split()[0] for line in found} <= {"scored", "underpeg", "unverified"}, (seed, words)


@pytest.mark.parametrize("book", ["hoyle", "alberta-55plus", "corporate-challenge"])
@pytest.mark.parametrize("words", ["A+5 B+6 B+2 B+8 A+6", "A+5 B+6 B+3 B+8 A+6", "B+1 B+2 B+8 A+5 A+6"])
def test_what_was_pegged_between_two_hands_of_a_pair_is_not_held_against_the_second(
    book: str, words: str
) -> None:
    """Bob's 7 pegged short and filled up by one too many, then Dee's 8: it had been an overpeg of seven."""
    pegged = sum(int(word[2:]) for word in words.split() if word.startswith("B+"))
    found = show(words, profile=book)
    assert "unverified B 8" in found
    assert sum(int(one.split()[2]) for one in found if one.split()[1] == "B") == pegged
    assert all(one.split()[0] in ("scored", "unverified") for one in found)


@pytest.mark.parametrize("book", ["acc-2025", "corporate-challenge"])
def test_9_2_what_is_pegged_for_a_hand_worth_nothing_is_not_held_against_the_partners(
    book: str,
) -> None:
    """Under a king Bob's hand is worth nothing and Dee's two: three may be an error in either of them."""
    under = {"hands": [HANDS[0], "6C 8H TC QS", *HANDS[2:]], "starter": "KD", "profile": book}
    assert show("A+3 B+3 A+2 B+2", **under) == [
        "scored A 3", "unverified B 3", "scored A 2", "scored B 2",
    ]  # fmt: skip
    assert show("A+3 A+2 B+3", **under)[-1] == "overpeg B 1", "Cy has counted past Bob"


def test_9_2_c_two_hands_by_the_front_peg_are_one_pegged_unseen_in_its_turn_and_another() -> None:
    """Ann's five go from a hole whose contact sticks into a dead one; Bob pegs, and then Cy, from where she stood."""
    show = Show()
    front, rear = show.pegs["A"]
    show.do("B+7")
    show.see(holes=show.pegs | {"A": [rear]})
    show.pegs["A"] = [front + 11, rear]
    show.see(holes=dict(show.pegs))
    found = show.then(f"B+8 {OPEN} B+4 clear cut:9H A:KH B:QH")
    assert found == ["unverified A 11", "unverified B 7", "scored B 8", "scored B 4"]


def test_10_4_a_a_hand_given_up_and_a_call_are_both_tapped_after_the_pegs_for_them() -> None:
    """Ann gives up her five, Bob calls it and pegs it, and then his seven; both words are tapped up to 4 s late."""
    show = Show(muggins=True)
    show.do("B+5")
    front, _ = show.pegs["B"]
    for seen in (
        {"holes": show.pegs | {"B": [front]}},
        {"said": {"by": "A", "what": "none"}},
        {"holes": show.pegs | {"B": [front + 7, front]}},
        {"said": {"by": "B", "what": "muggins", "n": 5}},
    ):
        show.t -= 2
        show.see(**seen)
    show.pegs["B"] = [front + 7, front]
    found = show.then(f"A+6 B+8 {OPEN} B+4 clear cut:9H A:KH B:QH")
    assert found == ["underpeg A 5", "scored B 5", "scored A 6", "scored B 8", "scored B 4", "scored B 7"]


@pytest.mark.parametrize("taken_up", ["ABCD", "DCBA"])
def test_10_4_d_who_wins_by_a_hand_that_follows_a_call_said_aloud_passes_nobody(taken_up: str) -> None:
    """Ann gives up her five, Bob calls and pegs them, and wins with his own seven: Cy's hand is counted by nobody."""
    began = 121 - 7 - 5 - Show().pegs["B"][0]
    show = Show(muggins=True, pegs={"A": (50, 49), "B": (began, began - 1)})
    show.do("B+5 B+7")
    for zone in taken_up:
        show.zone(zone, [])
    told = show.then("cut:9H")
    assert told == ["underpeg A 5", "unverified B 5", "muggins B 5", "scored B 7", "game B 53"]


@pytest.mark.parametrize(
    ("then", "taken_up", "found"),
    [
        # All of Bob's hand, and nothing else of his side's: the five were a call, whoever takes up cards first.
        (7, "DCBA", ["unverified B 5", "muggins B 5", "scored B 7"]),
        (7, "ABCD", ["unverified B 5", "muggins B 5", "scored B 7"]),
        (6, "DCBA", ["unverified B 5", "unverified B 6"]),  # six for his seven, or for Dee's eight
        (8, "DCBA", ["underpeg B 2", "scored B 8"]),  # just Dee's: nothing speaks for a call
    ],
)
def test_10_4_d_what_a_side_pegs_before_anothers_turn_may_be_a_call_as_its_next_peg_shows(
    then: int, taken_up: str, found: list[str]
) -> None:
    """Ann and Cy peg nothing. Bob's side pegs five, two too few for his hand and just what Ann has, and then more."""
    show = Show(muggins=True)
    show.do(f"B+5 B+{then}")
    for zone in taken_up:
        show.zone(zone, [])
    assert [one for one in show.then("cut:9H") if " B " in one] == found
