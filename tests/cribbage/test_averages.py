"""Averages, the course of a game and its turning points, from the deals that may be told."""

from __future__ import annotations

from typing import Any

from cribbage.shown.averages import KNOWN, course, figures, turning_points


def item(what: str, player: str, earned: int | None, pegged: int | None) -> dict[str, Any]:
    return {"what": what, "player": player, "earned": earned, "pegged": pegged}


def deal(
    number: int, dealer: str, scores: tuple[int, int], *items: Any, verdicts: Any = ()
) -> dict[str, Any]:
    both = dict(zip("AB", scores, strict=True))
    return {
        "deal": number,
        "dealer": dealer,
        "scores": both,
        "items": list(items),
        "verdicts": list(verdicts),
    }


def test_each_count_goes_to_its_own_average() -> None:
    deals = [
        deal(1, "A", (10, 9), item("play", "A", 3, 3), item("heels", "A", 2, 2), item("hand", "B", 9, 7),
             item("hand", "A", 4, 4), item("crib", "A", 1, 1), item("play", "B", 2, 2)),
        deal(2, "B", (20, 25), item("hand", "A", 10, 10), item("hand", "B", None, None), item("crib", "B", 6, 6)),
    ]  # fmt: skip
    ann = figures(deals, "A")
    assert {kind: (t.points, t.times) for kind, t in ann.tallies.items()} == {
        "hand-dealer": (4, 1), "hand-pone": (10, 1), "crib": (1, 1), "play-dealer": (5, 1), "play-pone": (0, 1),
    }  # fmt: skip
    bob = figures(deals, "B")
    assert (bob.tallies["hand-pone"].mean, bob.tallies["hand-dealer"].mean) == (7.0, None)
    assert (ann.best_hand, bob.best_hand, ann.deals) == (10, 9, 2)


def test_what_was_missed_and_what_was_too_much_is_counted() -> None:
    verdicts = [
        {"code": "underpeg", "player": "B", "points": 2}, {"code": "heels-forfeit", "player": "B", "points": 2},
        {"code": "overpeg", "player": "A", "points": 3}, {"code": "scored", "player": "A", "points": 8},
    ]  # fmt: skip
    deals = [deal(1, "A", (0, 0), item("hand", "A", 1, 1), verdicts=verdicts)]
    assert (figures(deals, "B").missed, figures(deals, "A").too_many, figures(deals, "A").missed) == (4, 3, 0)


def test_the_course_begins_at_the_start_and_passes_over_deals_that_are_not_told() -> None:
    deals = [deal(1, "A", (10, 9)), {"deal": 2, "dealer": "B", "scores": None, "items": [], "verdicts": []}]
    assert [(step.deal, dict(step.scores)) for step in course(deals, {"A": 22, "B": 0})] == [
        (0, {"A": 22, "B": 0}),
        (1, {"A": 10, "B": 9}),
    ]


def test_the_lead_for_good_and_the_deal_that_gave_most_are_the_turning_points() -> None:
    deals = [
        deal(1, "A", (16, 10)), deal(2, "B", (26, 26)), deal(3, "A", (36, 60)),
        deal(4, "B", (80, 66)), deal(5, "A", (100, 76)), deal(6, "B", (121, 90)),
    ]  # fmt: skip
    turns = turning_points(deals, "A")
    # Deal 4: A, as pone, got 44 where par is 10.1; B, as dealer, 6 where par is 16.2.
    assert [(turn.kind, turn.deal, turn.player, turn.points) for turn in turns] == [("lead", 4, "A", 44)]
    assert [turn.kind for turn in turning_points(deals[:3], "B")] == ["lead"]


def test_a_swing_that_was_not_the_change_of_lead_stands_beside_it() -> None:
    deals = [deal(1, "A", (20, 10)), deal(2, "B", (60, 26)), deal(3, "A", (121, 100))]
    assert [(turn.kind, turn.deal) for turn in turning_points(deals, "A")] == [("lead", 1), ("swing", 2)]


def test_a_game_without_a_winner_has_no_turning_point() -> None:
    assert turning_points([deal(1, "A", (10, 9))], None) == []
    assert turning_points([], "A") == []


def test_the_known_means_add_up_to_the_twenty_six_of_two_deals() -> None:
    assert 26 <= sum(KNOWN.values()) <= 26.5


def test_figures_of_several_games_add_up_and_the_best_hand_is_the_best_of_all() -> None:
    one = figures([deal(1, "A", (10, 0), item("hand", "A", 12, 12), item("play", "A", 3, 3))], "A")
    two = figures(
        [deal(1, "B", (0, 0), item("hand", "A", 8, 7), verdicts=[{"code": "underpeg", "player": "A", "points": 1}]),
         deal(2, "A", (5, 0), item("crib", "A", 4, 6), verdicts=[{"code": "overpeg", "player": "A", "points": 2}])],
        "A",
    )  # fmt: skip
    both = one + two
    assert (both.best_hand, both.missed, both.too_many, both.deals) == (12, 1, 2, 3)
    assert (both.tallies["hand-dealer"].points, both.tallies["hand-pone"].points) == (12, 7)
    assert (both.tallies["play-dealer"].points, both.tallies["play-dealer"].times) == (3, 2)
    assert (both.tallies["crib"].mean, one.best_hand) == (6.0, 12)


def test_a_deal_of_which_nothing_may_be_told_does_not_count() -> None:
    hidden = {"deal": 1, "dealer": "B", "scores": None, "items": [], "verdicts": []}
    assert figures([hidden, deal(2, "A", (5, 0), item("crib", "A", 4, 4))], "A").deals == 1


def test_no_turning_point_where_the_winner_led_from_the_start() -> None:
    """Ann began thirty ahead (a game taken up again) and no deal gave her more than usual."""
    deals = [deal(1, "B", (40, 20)), deal(2, "A", (50, 45))]
    assert turning_points(deals, "A", {"A": 30, "B": 0}) == []
