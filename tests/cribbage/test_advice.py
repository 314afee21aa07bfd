"""What to throw and what would score: held against plain counting and against what every player knows."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cribbage.errors import BadHand
from cribbage.score.advice import discards, scoring_ranks
from cribbage.score.cards import DECK, parse_cards
from cribbage.score.counting import show_points
from cribbage.score.pegging import play_points


def thrown(cards: str, dealer: bool) -> set[str]:
    return {str(card) for card in discards(parse_cards(cards.split()), dealer)[0].thrown}


def test_the_expected_values_are_those_of_counting_every_hand_and_sampled_cribs() -> None:
    """The hand exactly by the other scorer; the crib within five standard errors of a sample drawn independently."""
    dealt = parse_cards(["5H", "6S", "7D", "JC", "JD", "2S"])
    best = discards(dealt, True)[0]
    unseen = [card for card in DECK if card not in dealt]
    exact = [show_points(best.kept, starter).points for starter in unseen]
    assert best.hand == pytest.approx(sum(exact) / 46)
    assert (best.least, best.most) == (min(exact), max(exact))
    draw = random.Random(4)
    sample = []
    for _ in range(4000):
        a, b, starter = draw.sample(unseen, 3)
        sample.append(show_points((*best.thrown, a, b), starter, crib=True).points)
    mean = sum(sample) / len(sample)
    error = (sum((x - mean) ** 2 for x in sample) / len(sample) / len(sample)) ** 0.5
    assert abs(best.crib - mean) < 5 * error
    assert best.worth == best.hand + best.crib


def test_all_fifteen_ways_are_there_best_first_and_the_pone_minds_the_dealers_crib() -> None:
    dealt = parse_cards(["5H", "5S", "TD", "JC", "2D", "9S"])
    for dealer in (True, False):
        found = discards(dealt, dealer)
        assert {frozenset(one.thrown) for one in found} == {frozenset(two) for two in combinations(dealt, 2)}
        assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
        for one in found:
            assert set(one.kept) | set(one.thrown) == set(dealt)
            assert one.worth == pytest.approx(one.hand + one.crib if dealer else one.hand - one.crib)


def test_what_every_player_knows() -> None:
    assert thrown("5H 5S TD JC 2D 9S", dealer=False) == {"2D", "9S"}  # never a five into the other one's crib
    assert thrown("4H 5S 6D 6C QD KS", dealer=True) == {"QD", "KS"}
    assert thrown("5H 5D 5C JS 9H 2C", dealer=True) == {"9H", "2C"}


def test_the_order_of_the_cards_does_not_matter() -> None:
    one = discards(parse_cards(["5H", "6S", "7D", "JC", "JD", "2S"]), True)
    assert discards(parse_cards(["2S", "JD", "JC", "7D", "6S", "5H"]), True) == one


@pytest.mark.parametrize(("cards", "why"), [("5H 6S 7D JC JD", "not 5"), ("5H 6S 7D JC JD JD", "twice")])
def test_other_than_six_different_cards_are_refused(cards: str, why: str) -> None:
    with pytest.raises(BadHand, match=why):
        discards(parse_cards(cards.split()), True)


def test_what_would_score_is_what_scores_when_it_is_laid() -> None:
    for pile in ("7H", "7H 8S", "KH QS 5D", "TH JS KD", "4H 5S 6D", "AH AS AD", "2H 3S 4D 5C"):
        laid = parse_cards(pile.split())
        would = {one.rank: one for one in scoring_ranks(laid)}
        for card in DECK:
            if card in laid or sum(c.value for c in laid) + card.value > 31:
                continue
            earned = play_points([*laid, card])
            assert (would[card.rank].points if card.rank in would else 0) == earned.points
            if card.rank in would:
                assert would[card.rank].count == earned.count


def test_nothing_would_score_on_an_empty_table_nor_with_a_fifth_card_of_a_rank() -> None:
    assert scoring_ranks([]) == ()
    four = parse_cards(["3H", "3S", "3D", "3C"])
    assert 3 not in {one.rank for one in scoring_ranks(four)}
