"""The play: each way to score (ACC 7.2.a), go, last card, thirty-one, and every series there can be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import sample

from cribbage.errors import BadHand
from cribbage.score.cards import DECK, Card, parse_cards
from cribbage.score.exhaustive import SeriesSums, every_series, still_scoring
from cribbage.score.pegging import Play, play_points, rank_points, whole_play


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


@pytest.mark.parametrize(
    ("pile", "points", "spoken"),
    [
        ("TC", 0, "ten"),
        ("TC 5C", 2, "fifteen for two"),
        ("TC 5C JD 6H", 2, "thirty-one for two"),
        ("7C 7D", 2, "fourteen, a pair for two"),
        ("5C 5D 5H", 8, "fifteen for two, and a pair royal is eight"),
        ("6C 6D 6H 6S", 12, "twenty-four, a double pair royal for twelve"),
        ("JC QD", 0, "twenty"),
        ("6C 4D 5H", 5, "fifteen for two, and a run of three is five"),
        ("2C 4D 3H 5S", 4, "fourteen, a run of four for four"),
        ("AC 4C 2D 6H 5S 3D 7H", 7, "twenty-eight, a run of seven for seven"),
        ("3C 4D 4H 5S", 0, "sixteen"),
        ("4C 3D 5H 4S", 3, "sixteen, a run of three for three"),
        ("7C 8D 9H 7S", 5, "thirty-one for two, and a run of three is five"),
        ("3C 3D 9H 3S", 0, "eighteen"),
        ("QC AD 2H KS", 0, "twenty-three"),
        ("8C 2D 4H 3S 5D", 4, "twenty-two, a run of four for four"),
    ],
)
def test_the_last_card_of_a_series(pile: str, points: int, spoken: str) -> None:
    counted = play_points(cards(pile))
    assert (counted.points, counted.spoken) == (points, spoken)
    assert counted.points == sum(part.points for part in counted.parts)
    assert counted.count == sum(card.value for card in cards(pile))


@pytest.mark.parametrize(
    ("pile", "message"),
    [
        ("", "no card has been played"),
        ("TC TC", "the card TC is there twice"),
        ("TC JC 2D TD", "the count of TC JC 2D TD is 32, over thirty-one"),
    ],
)
def test_a_series_that_cannot_be(pile: str, message: str) -> None:
    with pytest.raises(BadHand, match=f"^{message}$"):
        play_points(cards(pile))


def plainly(ranks: list[int]) -> int:
    """The last card's points, counted the plainest way."""
    count = sum(min(rank, 10) for rank in ranks)
    ends = [ranks[-size:] for size in range(2, len(ranks) + 1)]
    same = [len(end) for end in ends if len(set(end)) == 1]
    runs = [len(end) for end in ends if sorted(end) == list(range(min(end), min(end) + len(end)))]
    points = 2 if count in (15, 31) else 0
    points += max((n * (n - 1) for n in same), default=0)
    return points + max((n for n in runs if n >= 3), default=0)


def a_series(chosen: list[Card]) -> list[Card]:
    """As many of these cards as fit under thirty-one."""
    series: list[Card] = []
    for card in chosen:
        if sum(c.value for c in series) + card.value <= 31:
            series.append(card)
    return series


low_cards = st.sampled_from([card for card in DECK if card.rank <= 8])
series = st.lists(st.one_of(low_cards, st.sampled_from(DECK)), min_size=1, max_size=14, unique=True)


@given(series.map(a_series))
def test_any_series_is_worth_what_plain_counting_says(pile: list[Card]) -> None:
    ranks = [card.rank for card in pile]
    assert play_points(pile).points == plainly(ranks)
    assert rank_points(ranks, sum(card.value for card in pile)) == plainly(ranks)


@given(series.map(a_series))
def test_only_the_cards_that_are_kept_can_score_again(pile: list[Card]) -> None:
    tail: tuple[int, ...] = ()
    for size in range(1, len(pile) + 1):
        ranks = [card.rank for card in pile[:size]]
        count = sum(card.value for card in pile[:size])
        tail = (*tail, ranks[-1])
        assert rank_points(tail, count) == plainly(ranks)
        tail = still_scoring(tail, count)


def test_every_short_series_is_found_and_scored_once() -> None:
    """Written out one by one, up to three cards long."""
    level: list[tuple[int, ...]] = [()]
    histogram: Counter[int] = Counter()
    by_length = {}
    for length in range(1, 4):
        level = [
            (*ranks, rank)
            for ranks in level
            for rank in range(1, 14)
            if sum(min(r, 10) for r in (*ranks, rank)) <= 31 and ranks.count(rank) < 4
        ]
        by_length[length] = len(level)
        histogram.update(plainly(list(ranks)) for ranks in level)
    sums = every_series(longest=3)
    assert (sums.by_length, sums.histogram) == (by_length, dict(histogram))
    assert (sums.sequences, sums.points) == (2_379, sum(n * ways for n, ways in histogram.items()))
    longer = every_series(longest=6).by_length
    assert (longer[5], longer[6]) == (157_605, 786_550), "a fifth card of a rank is in no pack"


SUMS = {
    6: SeriesSums(
        969_137,
        705_368,
        {0: 688013, 2: 213736, 3: 27828, 4: 20681, 5: 7644, 6: 9391, 7: 360, 8: 830, 12: 597, 14: 57},
        {1: 13, 2: 169, 3: 2197, 4: 22603, 5: 157605, 6: 786550},
    ),
    13: SeriesSums(
        183_483_987,
        348_218_884,
        {
            0: 70201933, 2: 66109618, 3: 11412906, 4: 15991533, 5: 9397440, 6: 6628879, 7: 1227240, 8: 2008666,
            9: 20160, 12: 302846, 14: 182766,
        },
        {
            1: 13, 2: 169, 3: 2197, 4: 22603, 5: 157605, 6: 786550, 7: 2981440, 8: 8941590, 9: 21298620,
            10: 39036900, 11: 51478350, 12: 42711900, 13: 16066050,
        },
    ),
}  # fmt: skip
"""Of all series up to so many cards long; no legal one is longer than thirteen."""


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("longest", sample((6,), tuple(SUMS)))
def test_every_legal_series_is_scored_and_the_sums_are_exact(longest: int) -> None:
    assert every_series(longest) == SUMS[longest]


# ---- whole plays -------------------------------------------------------------------------------------


def play(leader: int, hands: list[str], order: str) -> tuple[int, ...]:
    return whole_play(len(hands), leader, [cards(hand) for hand in hands], cards(order))


@pytest.mark.parametrize(
    ("leader", "hands", "order", "points"),
    [
        # 10, 20, 30 with a run, and a go; the other leads: 10, 20, 30 and a go for them; the last card.
        (0, ["TC JC QC KC", "TD JD QD KD"], "TC JD QC KD JC TD KC QD", (4, 2)),
        # Thirty-one is two and no go comes on top.
        (0, ["TC JC", "6D 5D"], "TC 5D JC 6D", (0, 4)),
        # Fifteen on the last card is three.
        (0, ["TC", "5D"], "TC 5D", (0, 3)),
        # The other says go: one player goes on alone, pairs and all, then takes the go.
        (0, ["TC 2C 2D", "KD JH"], "TC KD 2C 2D JH", (3, 1)),
        # Thirty-one on the last card is two, not three.
        (0, ["TC AC", "JD TD"], "TC JD AC TD", (0, 2)),
        (1, ["JC KD", "AD TC"], "TC JC AD KD", (2, 0)),
        # The other has no cards left: no go to say, the lead comes back.
        (0, ["9C 9D 9H", "KC"], "9C KC 9D 9H", (2, 0)),
        # Three players: fifteen and the run as the turn goes round; a go; a pair on the last card.
        (2, ["4C KC", "5D KD", "6H KH"], "6H 4C 5D KH KC KD", (0, 8, 1)),
        # Three players, the next of whom can play no more: the turn goes on to the left, not back.
        (0, ["JC AC AD", "KD QD JD", "9S AS KS"], "JC KD 9S AC AS AD QD KS JD", (0, 5, 4)),
        # Four players, two of whom can play no more: the turn passes over them.
        (0, ["KC QD", "KD QS", "9H AH", "AS 2C"], "KC KD 9H AS AH 2C QD QS", (0, 5, 4, 0)),
    ],
)
def test_a_whole_play(leader: int, hands: list[str], order: str, points: tuple[int, ...]) -> None:
    assert play(leader, hands, order) == points


THEIRS = "it is in the hand of player {}"
NOBODYS = r"nobody holds it \(any more\)"


@pytest.mark.parametrize(
    ("leader", "hands", "order", "message"),
    [
        (
            0,
            ["TC", "5D"],
            "5D TC",
            "5D cannot be played at count 0: player 0 is next, and " + THEIRS.format(1),
        ),
        (0, ["TC", "5D"], "TC 6D", "6D cannot be played at count 10: player 1 is next, and " + NOBODYS),
        (0, ["TC", "5D"], "TC TC", "TC cannot be played at count 10: player 1 is next, and " + NOBODYS),
        (
            0,
            ["TC 2C", "5D 3D"],
            "TC 2C",
            "2C cannot be played at count 10: player 1 is next, and " + THEIRS.format(0),
        ),
        (0, ["TC KC", "JD QD AD"], "TC JD KC QD", "QD carries the count from 30 over thirty-one"),
        (0, ["TC KC", "JD AD"], "TC JD KC", "not played: AD"),
        (0, ["TC", "5D"], "TC 5D 6D", "6D cannot be played: all cards are out"),
        (0, ["TC", "TC"], "TC TC", "the card TC is there twice"),
        (0, ["TC"], "TC", "1 players with 1 hands: 2 to 4 players, a hand for each"),
        (2, ["TC", "5D"], "TC 5D", "there is no player 2 to lead: players are 0 to 1"),
    ],
)
def test_a_play_that_is_not_legal_names_the_card(
    leader: int, hands: list[str], order: str, message: str
) -> None:
    with pytest.raises(BadHand, match=f"^{message}$"):
        play(leader, hands, order)


def test_the_other_player_leads_after_a_go() -> None:
    game = Play(2, 0, [cards("TC JC 9C"), cards("TD JD 9D")])
    for card in cards("TC TD JC"):
        awards = game.play(card)
    assert [(award.player, award.points, award.name) for award in awards] == [(0, 1, "go")]
    assert (game.turn, game.count, game.pile) == (1, 0, [])


@pytest.mark.no_cover
@given(st.permutations(DECK), st.integers(2, 4), st.integers(0, 3), st.randoms())
def test_a_play_ends_with_all_cards_out_and_one_last_card(deck, players, leader, chance) -> None:
    hands = [deck[4 * i : 4 * i + 4] for i in range(players)]
    game = Play(players, leader % players, hands)
    order: list[Card] = []
    points = [0] * players
    names: list[str] = []
    while game.turn is not None:
        order.append(chance.choice(game.playable(game.turn)))
        last = [*game.play(order[-1])]
        for award in last:
            points[award.player] += award.points
            names.append(award.name)
    assert len(order) == 4 * players
    assert names.count("last card") <= 1
    assert {"last card", "thirty-one"} & {award.name for award in last}
    assert whole_play(players, leader % players, hands, order) == tuple(points)


def test_a_card_in_two_hands_and_a_fifth_player_are_refused() -> None:
    with pytest.raises(BadHand, match="the card 5C is there twice"):
        Play(2, 0, [cards("5C 6C"), cards("7C 5C")])
    with pytest.raises(BadHand, match="5 players with 5 hands: 2 to 4 players"):
        Play(5, 0, [cards(text) for text in ("AC", "2C", "3C", "4C", "5C")])


def test_7_1_the_turn_goes_to_the_left_and_passes_over_who_cannot_play() -> None:
    table = Play(3, 0, [cards("TC 2C"), cards("TD KD"), cards("TH 3H")])
    turns = []
    for text in ("TC", "TD", "TH"):
        table.play(*cards(text))
        turns.append(table.turn)
    assert turns == [1, 2, 0], "at thirty only the two and the three are left, and neither fits"


def test_7_2_a_fifteen_and_thirty_one_are_told_apart() -> None:
    assert [part.name for part in play_points(cards("TC 5C")).parts] == ["fifteen"]
    assert [part.name for part in play_points(cards("TC 5C JD 6H")).parts] == ["thirty-one"]
