"""Grades of a finished deal: discards by exact means, the play by an estimate of one reply, luck told apart."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from cribbage.score.advice import discards
from cribbage.score.cards import DECK, Card, parse_cards
from cribbage.score.pegging import LIMIT, play_points
from cribbage.shown.grades import MEANS, graded

PLAY = [
    ("B", "QD"),
    ("A", "8S"),
    ("B", "5C"),
    ("A", "7H"),
    ("B", "TH"),
    ("A", "KC"),
    ("B", "5D"),
    ("A", "9C"),
]
CRIB = ["2S", "AH", "AC", "9D"]
HANDS = {"A": ["8S", "7H", "KC", "9C"], "B": ["QD", "5C", "TH", "5D"]}
POINTS = {"A": 5, "B": 10}


def deal(**changed: Any) -> dict[str, Any]:
    """Ann deals; everything was seen."""
    laid, count, series = [], 0, 1
    for player, text in PLAY:
        value = Card.parse(text).value
        fresh = (count + value > LIMIT) or text in ("TH", "9C")
        series, count = (series + 1, value) if fresh else (series, count + value)
        laid.append({"player": player, "card": text, "count": count, "series": series})
    items = [{"what": "hand", "seat": seat, "cards": HANDS[seat], "earned": POINTS[seat]} for seat in HANDS]
    items.append({"what": "crib", "seat": "A", "cards": CRIB, "earned": 6})
    whole = {"dealer": "A", "starter": "2C", "discards": {"together": CRIB}, "items": items, "play": laid}
    return whole | changed


def test_a_discard_loses_what_the_best_one_is_worth_more_on_average() -> None:
    grades = graded(deal())["discards"]
    assert len(grades["ways"]) == 6
    for way, thrown in zip(grades["ways"], combinations(CRIB, 2), strict=True):
        assert {*way["A"]["thrown"]} == {*thrown}
        assert {*way["A"]["thrown"], *way["B"]["thrown"]} == {*CRIB}
        for seat, deals in (("A", True), ("B", False)):
            one = way[seat]
            ways = discards(parse_cards([*HANDS[seat], *one["thrown"]]), deals)
            mine = next(each for each in ways if {*map(str, each.thrown)} == {*one["thrown"]})
            assert one["worth"] == round(mine.worth, 2)
            assert one["lost"] == round(ways[0].worth - mine.worth, 2)
            assert {*one["best"]} == {*map(str, ways[0].thrown)}
            assert (one["place"] == 1) == (one["lost"] == 0)


def test_the_way_that_costs_both_least_is_taken_until_somebody_says_otherwise() -> None:
    grades = graded(deal())["discards"]
    lost = [way["A"]["lost"] + way["B"]["lost"] for way in grades["ways"]]
    assert lost[grades["taken"]] == min(lost)


def test_luck_and_skill_add_up_to_what_was_counted() -> None:
    for way in graded(deal())["discards"]["ways"]:
        for seat, came in (("A", 5 + 6), ("B", 10 - 6)):
            one = way[seat]
            total = MEANS[seat == "A"] + one["dealt"] - one["lost"] + one["fell"]
            assert total == pytest.approx(came, abs=0.02)


ITEMS = deal()["items"]


@pytest.mark.parametrize(
    "changed",
    [
        {"dealer": None},
        {"dealer": "C"},
        {"starter": None},
        {"starter": "8S"},
        {"discards": {"together": None}},
        {"discards": {"together": CRIB[:3]}},
        {"items": ITEMS[1:]},
        {"items": [ITEMS[0] | {"cards": ["8S", "7H"]}, *ITEMS[1:]]},
        {"items": [*ITEMS, {"what": "hand", "seat": "C", "cards": HANDS["A"], "earned": 0}]},
    ],
    ids=[
        "no dealer",
        "of three",
        "no starter",
        "card twice",
        "no crib",
        "three",
        "one hand",
        "half a hand",
        "three hands",
    ],
)
def test_a_deal_of_which_too_little_was_seen_is_not_graded(changed: dict[str, Any]) -> None:
    assert graded(deal(**changed))["discards"] is None


def test_a_hand_whose_worth_is_not_known_counts_nothing_for_luck() -> None:
    items = [item | {"earned": None} for item in ITEMS]
    one = graded(deal(items=items))["discards"]["ways"][0]["A"]
    assert one["fell"] == -one["worth"]


@pytest.mark.parametrize("deals", [True, False])
@pytest.mark.no_cover
def test_the_average_of_all_deals_is_that_of_a_sample_of_them(deals: bool) -> None:
    """Within five standard errors of a sample drawn independently; `docs/average_deal.py` worked it out exactly."""
    draw = random.Random(8)
    worth = [discards(draw.sample(DECK, 6), deals)[0].worth for _ in range(600)]
    mean = sum(worth) / len(worth)
    error = (sum((one - mean) ** 2 for one in worth) / len(worth) ** 2) ** 0.5
    assert abs(mean - MEANS[deals]) < 5 * error


# --- the play


def of_card(at: int, **changed: Any) -> dict[str, Any]:
    return next(one for one in graded(deal(**changed))["play"] if one["play"] == at)


def by_hand(series: str, unseen: list[Card], replies: int) -> float:
    """The estimate by trying every hand that the other player may hold."""
    laid = parse_cards(series.split())
    count = sum(card.value for card in laid)
    total = ways = 0
    for held in combinations(unseen, replies):
        fit = [play_points([*laid, card]).points for card in held if count + card.value <= LIMIT]
        total += -max(fit) if fit else 1
        ways += 1
    return play_points(laid).points + total / ways


def test_the_estimate_is_that_of_every_hand_the_other_player_may_hold() -> None:
    known = parse_cards(["2C", "QD", "8S", "5C", "7H", *HANDS["B"]])
    unseen = [card for card in DECK if card not in known]
    worth = {card: by_hand(card, unseen, 2) for card in ("TH", "5D")}
    lost = max(worth.values()) - worth["TH"]
    assert of_card(4)["lost"] == pytest.approx(round(lost, 2))


def test_a_card_played_without_a_choice_is_not_graded() -> None:
    """The last card, and a card that alone fitted."""
    assert [one["play"] for one in graded(deal())["play"]] == [0, 1, 2, 4, 5]


def test_a_card_that_is_best_is_named_as_its_own_best() -> None:
    best = of_card(0)
    assert (best["card"], best["best"], best["lost"]) == ("QD", "QD", 0.0)
    assert of_card(2)["best"] != of_card(2)["card"]


def test_a_card_that_makes_thirty_one_cannot_be_answered() -> None:
    laid = [
        {"player": p, "card": c, "count": n, "series": s}
        for p, c, n, s in [
            ("B", "TH", 10, 1), ("A", "JD", 20, 1), ("B", "AH", 21, 1), ("A", "TC", 31, 1),
            ("B", "2D", 2, 2), ("A", "9C", 11, 2), ("B", "3S", 14, 2), ("A", "4C", 18, 2),
        ]
    ]  # fmt: skip
    grade = next(one for one in graded(deal(play=laid))["play"] if one["play"] == 3)
    assert (grade["best"], grade["lost"]) == ("TC", 0.0)


PLAYED = deal()["play"]


@pytest.mark.parametrize(
    "play",
    [
        [],
        PLAYED[:7],
        [PLAYED[0] | {"card": None}, *PLAYED[1:]],
        [PLAYED[0] | {"count": None}, *PLAYED[1:]],
        [PLAYED[0] | {"player": "A"}, *PLAYED[1:]],
        [PLAYED[0] | {"card": "8S"}, *PLAYED[1:]],
    ],
    ids=["none", "seven", "unread", "no count", "five of one", "twice"],
)
def test_a_play_of_which_a_card_is_not_known_is_not_graded(play: list[Any]) -> None:
    assert graded(deal(play=play))["play"] == []


def test_a_card_whose_count_is_not_that_of_the_cards_is_not_graded() -> None:
    wrong = [PLAYED[0] | {"count": 11}, *PLAYED[1:]]
    assert [one["play"] for one in graded(deal(play=wrong))["play"]] == [1, 2, 4, 5]


def test_without_a_starter_the_play_is_graded_all_the_same() -> None:
    assert graded(deal(starter=None))["play"]


def test_a_deal_of_an_older_program_has_no_grades() -> None:
    assert graded({"dealer": "A", "items": []}) == {"discards": None, "play": []}


def test_a_card_that_is_none_is_not_graded_and_breaks_nothing() -> None:
    assert graded(deal(starter="XX")) == {"discards": None, "play": []}
