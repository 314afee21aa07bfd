"""Questions to the scorer as JSON Lines: one object in, one answer out. No files, no printing.

=====================================================  =================================================
question                                               answer
=====================================================  =================================================
``{"hand": [4 cards], "starter": "5D", "crib": false}``  ``{"points", "breakdown", "spoken"}``
``{"pile": ["TC", "5C"]}``                             the same and ``count``: what the last card earned
``{"players": 2, "leader": 0, "hands": [[...], ...],   ``{"points": [of each player]}``: the whole play
"order": [...]}``
=====================================================  =================================================

A breakdown is a list of ``{"name", "points", "cards"}``. A question that cannot be answered gets
``{"error": "what is wrong"}``, so that a batch goes on; unknown keys are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from cribbage.errors import BadHand, CribbageError
from cribbage.score.cards import Card, parse_cards
from cribbage.score.counting import Part, show_points
from cribbage.score.pegging import play_points, whole_play


def answer(line: str) -> dict[str, Any]:
    """Answer one line; ``{"error": ...}`` for one that is not JSON, not a question, or not playable."""
    try:
        question = json.loads(line)
    except ValueError as error:
        return {"error": f"not JSON: {error}"}
    if not isinstance(question, dict):
        return {"error": "not a question: an object with hand, pile or order is expected"}
    try:
        return answer_to(question)
    except CribbageError as error:
        return {"error": str(error)}


def answer_to(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one question; raise `BadHand` or `UnknownCard` where it cannot be."""
    if "hand" in question:
        return _show(question)
    if "pile" in question:
        return _pile(question)
    if "order" in question:
        return _whole_play(question)
    raise BadHand("not a question: it has none of hand, pile, order")


def breakdown(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The parts of a count as plain data."""
    return [{"name": p.name, "points": p.points, "cards": [str(card) for card in p.cards]} for p in parts]


def _show(question: Mapping[str, Any]) -> dict[str, Any]:
    hand = _cards(question["hand"], "hand")
    if len(hand) != 4:
        raise BadHand(f"hand: four cards are expected, not {len(hand)}")
    starter = question.get("starter")
    if not isinstance(starter, str):
        raise BadHand("starter: a card is expected")
    crib = question.get("crib", False)
    if not isinstance(crib, bool):
        raise BadHand("crib: true or false is expected")
    count = show_points(hand, Card.parse(starter), crib=crib)
    return {"points": count.points, "breakdown": breakdown(count.parts), "spoken": count.spoken}


def _pile(question: Mapping[str, Any]) -> dict[str, Any]:
    count = play_points(_cards(question["pile"], "pile"))
    return {
        "points": count.points,
        "count": count.count,
        "breakdown": breakdown(count.parts),
        "spoken": count.spoken,
    }


def _whole_play(question: Mapping[str, Any]) -> dict[str, Any]:
    hands = question.get("hands")
    if not isinstance(hands, list):
        raise BadHand("hands: a list of the hand of each player is expected")
    points = whole_play(
        _number(question, "players", len(hands)),
        _number(question, "leader", 0),
        [_cards(hand, "hands") for hand in hands],
        _cards(question["order"], "order"),
    )
    return {"points": list(points)}


def _number(question: Mapping[str, Any], key: str, default: int) -> int:
    value = question.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadHand(f"{key}: a whole number is expected")
    return value


def _cards(value: Any, key: str) -> tuple[Card, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadHand(f"{key}: a list of cards is expected")
    return parse_cards(value)
