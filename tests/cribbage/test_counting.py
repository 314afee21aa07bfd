"""The show: the count as it is said, and the table against three other ways to count."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import sample

from cribbage.errors import BadHand
from cribbage.score.cards import DECK, Card, parse_cards
from cribbage.score.counting import fast_points, histogram, points_by_starter, show_points

five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)

# The published counts of hands (and of cribs) worth 0, 1, ... 29 points.
HANDS = (
    1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224, 388740, 51680, 317340,
    19656, 90100, 9168, 58248, 11196, 2708, 0, 8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
CRIBS = (
    1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368, 378240, 43880, 310956,
    16548, 88132, 9072, 57288, 11196, 2264, 0, 7828, 2472, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip


def count(text: str, *, crib: bool = False):
    """Count ``5H 5S 5C JD + 5D``; nothing after the plus is a hand without a starter."""
    hand, _, starter = text.partition("+")
    return show_points(parse_cards(hand.split()), Card.parse(starter) if starter.strip() else None, crib=crib)


@pytest.mark.parametrize(
    ("text", "points", "spoken"),
    [
        (
            "5H 5S 5C JD + 5D",
            29,
            "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, "
            "fifteen fourteen, fifteen sixteen, a double pair royal is twenty-eight, "
            "and his nobs is twenty-nine",
        ),
        (
            "3H 4S 5C JC + 8C",
            8,
            "fifteen two, fifteen four, a run of three is seven, and his nobs is eight",
        ),
        ("7H 8S JD 9C + QD", 6, "fifteen two, a run of three is five, and his nobs is six"),
        ("2H 4H 6H KH + 8D", 4, "a flush of four is four"),
        ("2H 4H 6H KH + 8H", 5, "a flush of five is five"),
        ("5H JS QC KD + 2D", 9, "fifteen two, fifteen four, fifteen six, and a run of three is nine"),
        ("7H 8S 8D 9C + KD", 12, "fifteen two, fifteen four, and a double run of three is twelve"),
        ("3H 4S 5C 6D + 6H", 16, "fifteen two, fifteen four, fifteen six, "
                                 "and a double run of four is sixteen"),
        ("3H 3S 3C 4D + 5H", 21, "fifteen two, fifteen four, fifteen six, "
                                 "and a triple run of three is twenty-one"),
        ("4H 4S 5C 6D + 6H", 24, "fifteen two, fifteen four, fifteen six, fifteen eight, "
                                 "and a double double run of three is twenty-four"),
        ("2H 2S 9C 9D + KH", 4, "a pair is two, and another pair is four"),
        ("AH AS AC 9D + 9H", 8, "a pair royal is six, and a pair is eight"),
        ("AH 2S 3C KD + KH", 9, "fifteen two, fifteen four, a run of three is seven, and a pair is nine"),
        ("AH 2S 3C 4D + 5H", 7, "fifteen two, and a run of five is seven"),
        ("KH QS AC 2D + 9H", 0, "nothing"),
        ("5H 5S KD +", 6, "fifteen two, fifteen four, and a pair is six"),
        ("5H JS JD + 5D", 13, "fifteen two, fifteen four, fifteen six, fifteen eight, a pair is ten, "
                              "another pair is twelve, and his nobs is thirteen"),
        ("2H 6H TH + QH", 4, "a flush of four is four"),
    ],
)  # fmt: skip
def test_a_hand_is_counted_as_a_player_says_it(text: str, points: int, spoken: str) -> None:
    counted = count(text)
    assert (counted.points, counted.spoken) == (points, spoken)


def test_cards_are_a_hand_unless_they_are_said_to_be_the_crib() -> None:
    *four, starter = parse_cards(["2H", "4H", "6H", "KH", "8D"])
    a, b, c, d, top = (DECK.index(card) for card in (*four, starter))
    assert show_points(four, starter).points == 4
    assert fast_points(a, b, c, d, top) == 4
    assert points_by_starter(a, b, c, d)[top] == 4
    assert histogram(of=(a, b, c, d)) != histogram(crib=True, of=(a, b, c, d))


def test_a_flush_of_four_is_nothing_in_a_crib() -> None:
    assert count("2H 4H 6H KH + 8D", crib=True).points == 0
    assert count("2H 4H 6H KH +", crib=True).points == 0
    assert count("2H 4H 6H KH + 8H", crib=True).points == 5


def test_a_jack_as_starter_is_not_nobs() -> None:
    assert "nobs" not in count("2D 4S 6H KC + JD").spoken


def test_each_part_names_the_cards_that_make_it() -> None:
    parts = count("5H 5S 6C JD + 7D").parts
    assert [(part.name, part.points, " ".join(map(str, part.cards))) for part in parts] == [
        ("fifteen", 2, "5H JD"),
        ("fifteen", 2, "5S JD"),
        ("double run of three", 8, "5H 5S 6C 7D"),
        ("nobs", 1, "JD"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5H 5S 5C + 5C", "the card 5C is there twice"),
        ("5H 5H JD KC + 2C", "the card 5H is there twice"),
        ("5H 5S + 2C", "a hand holds four cards, this one 2: 5H 5S"),
        ("5H 5S 6C 7D 8D + 2C", "a hand holds four cards, this one 5: 5H 5S 6C 7D 8D"),
        ("+ 2C", "a hand holds four cards, this one 0: none"),
    ],
)
def test_cards_that_cannot_be_together_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadHand, match=f"^{message}$"):
        count(text)


def oracle(hand: list[Card], starter: Card, crib: bool) -> int:
    """Points by the plainest way: every subset is asked whether it is a fifteen, a pair or a whole run."""
    cards = [*hand, starter]
    subsets = [some for size in range(2, 6) for some in combinations(cards, size)]
    points = sum(2 for some in subsets if sum(card.value for card in some) == 15)
    points += sum(2 for a, b in combinations(cards, 2) if a.rank == b.rank)
    runs = [
        len(some)
        for some in subsets
        if len(some) >= 3 and sorted(c.rank - min(some).rank for c in some) == list(range(len(some)))
    ]
    points += sum(length for length in runs if length == max(runs))
    suits = {card.suit for card in hand}
    if len(suits) == 1:
        points += 5 if starter.suit in suits else 0 if crib else 4
    return points + sum(1 for card in hand if card.rank == 11 and card.suit == starter.suit)


@given(five_cards, st.booleans())
def test_the_spoken_count_and_the_table_agree_with_an_oracle(cards: list[Card], crib: bool) -> None:
    *hand, starter = cards
    expected = oracle(hand, starter, crib)
    counted = show_points(hand, starter, crib=crib)
    assert counted.points == expected == sum(part.points for part in counted.parts)
    assert fast_points(*cards, crib) == expected


@pytest.mark.no_cover
def test_thousands_of_hands_the_same_three_ways() -> None:
    chance = random.Random(121)
    for _ in range(sample(4_000, 20_000)):
        *hand, starter = cards = chance.sample(DECK, 5)
        crib = chance.random() < 0.5
        assert fast_points(*cards, crib) == show_points(hand, starter, crib=crib).points
        assert fast_points(*cards, crib) == oracle(hand, starter, crib)


@given(st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True), st.booleans())
def test_a_hand_with_every_starter_at_once(hand: list[Card], crib: bool) -> None:
    expected = [-1 if card in hand else fast_points(*hand, card, crib) for card in DECK]
    assert points_by_starter(*hand, crib=crib) == expected


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_histogram_of_all_hands_is_the_published_one() -> None:
    assert histogram() == HANDS
    assert sum(HANDS) == 12_994_800


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_histogram_of_all_cribs_is_the_published_one() -> None:
    assert histogram(crib=True) == CRIBS


@pytest.mark.no_cover
def test_the_histogram_of_a_few_cards_is_that_of_their_hands_with_every_starter() -> None:
    few = (0, 1, 4, 40, 41, 17, 21)  # two aces, a two, two jacks, a five and a six
    for crib in (False, True):
        points = [
            oracle([DECK[i] for i in four], starter, crib)
            for four in combinations(few, 4)
            for starter in DECK
            if starter not in four
        ]
        assert histogram(crib=crib, of=few) == tuple(points.count(n) for n in range(30))
