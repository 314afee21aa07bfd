"""Runs in an environment of its own: times one other scorer on the hands given on standard input.

Standard input: JSON [[[rank 1-13, suit 0-3] x 4, [rank, suit]], ...]. Standard output: JSON {"s": seconds, "points":
[...]}. It imports nothing of Pegwatch: one of the others is a package called cribbage as well.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

Scorer = tuple[Callable[[list[int]], Any], Callable[[list[Any], Any], int]]


def _cribbage_scorer() -> Scorer:
    package = import_module("cribbage_scorer.cribbage_scorer")

    def card(c: list[int]) -> tuple[int, str]:
        return c[0], "CDHS"[c[1]]

    return card, lambda hand, starter: package.show_calc_score(starter, hand)[0]


def _pycribbage() -> Scorer:
    tools, scorer = import_module("pycribbage.deck_tools"), import_module("pycribbage.scorer")

    def points(hand: list[Any], starter: Any) -> int:
        cards = tools.Hand()
        cards.cards = [*hand, starter]
        return int(scorer.ScoreTheShow(cards).score)

    return lambda c: tools.Card(c[1], c[0]), points


def _cribbage() -> Scorer:
    card, score = import_module("cribbage.card"), import_module("cribbage.score")

    # Its suits are numbered in an order of its own; which is which makes no difference to a count.
    return lambda c: card.Card(c[1] * 13 + c[0] - 1), score.score_hand


def main() -> None:
    """Time it: cards are made beforehand, the best of three rounds counts."""
    card, points = {"cribbage-scorer": _cribbage_scorer, "pycribbage": _pycribbage, "cribbage": _cribbage}[
        sys.argv[1]
    ]()
    hands = [([card(c) for c in hand], card(starter)) for hand, starter in json.load(sys.stdin)]
    best, found = float("inf"), []
    for _ in range(3):
        began = time.perf_counter()
        found = [points(hand, starter) for hand, starter in hands]
        best = min(best, time.perf_counter() - began)
    json.dump({"s": best, "points": found}, sys.stdout)


if __name__ == "__main__":
    main()
