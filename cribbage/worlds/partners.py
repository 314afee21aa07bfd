"""Two partners count a hand each: which of their pegs was for which hand nobody sees (Rule: ACC 9.2, Alberta 9).

A peg that fits one of the two hands, or both together, is taken for that. A hand that was counted wrong may fit the
partner's by chance; then what was pegged for the other one is judged against the wrong hand. So a side is blamed for
no more than is wrong as well if each hand was pegged in one move, in its turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Final

from cribbage.book.items import What
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.worlds.dealsums import DealSums
from cribbage.worlds.peggable import HANDS_AND_CRIB, Score, place_in_count

_MOST_WRONG: Final = 2
"""Both partners may have counted wrong; three wrong counts in one deal are less likely than one."""


def most_in_turn(body: Score, deal: DealSums, side: Player, *, in_parts: bool) -> float:
    """For how many points of a verdict a side may be blamed if each of its hands was pegged in its turn; infinite
    where none of its pegs fits the partner's hand, or both, by chance.

    `in_parts`: the book lets a hand be pegged in parts.
    """
    about = deal.scores.get(body.get("item", ""))
    if about is not None and about["what"] not in HANDS_AND_CRIB:
        return inf
    earned, moves = _in_turn(deal, side)
    if body["code"] == Code.OVERPEG and _is_right_but_one(earned, moves):
        return 0
    if not _fits_by_chance(earned, moves, in_parts=in_parts):
        return inf
    wrong = [points - one for one, points in zip(earned, moves, strict=False)]
    all_wrong = wrong + [-one for one in earned[len(moves) :]] if body["code"] == Code.UNDERPEG else wrong
    if sum(one != 0 for one in all_wrong) > _MOST_WRONG:
        return inf
    if body["code"] == Code.UNDERPEG:
        return max(-min(all_wrong), 0)
    if body["code"] in (Code.OVERPEG, Code.FALSE_CLAIM):  # the game is won with less than a hand too
        return max(wrong[-1], 0)
    return 0 if wrong[-1] == 0 else inf  # what went back leaves just what was earned


def _is_right_but_one(earned: Sequence[int], moves: Sequence[int]) -> bool:
    """Whether one move before the last was for nothing, and all the others are just the hands in their turn: then the
    last one is not too many, though so many are in all."""
    without_one = ([*moves[:i], *moves[i + 1 :]] for i in range(len(moves) - 1))
    return any(others == [*earned[: len(moves) - 1]] for others in without_one)


def _fits_by_chance(earned: Sequence[int], moves: Sequence[int], *, in_parts: bool) -> bool:
    """Whether a move that is wrong for the hand whose turn it was is just what the partner's is worth, or both; or
    what the hand is worth with the next move, in books that let one be pegged `in_parts`."""
    if not 0 < len(moves) <= len(earned):
        return False
    pairs = zip(earned, moves, moves[1:], strict=False)
    if in_parts and any(points + then == own != points for own, points, then in pairs):
        return True
    first, second, *_ = earned
    partners = zip((first, second), (second, first), moves, strict=False)
    return any(points != own and points in (partner, own + partner) for own, partner, points in partners)


def _in_turn(deal: DealSums, side: Player) -> tuple[list[int], list[int]]:
    """What the hands and the crib of two partners are worth, in the order of counting, and by how many points their
    side came on each time in the show; nothing where a side counts one hand, or is awarded anything."""
    scores = deal.scores_of(side)
    counted = (one for one in scores if one["what"] in HANDS_AND_CRIB)
    hands = sorted(counted, key=partial(place_in_count, seats=deal.seats))
    seats = [one.get("seat", side) for one in hands if one["what"] == What.HAND]
    is_each_once = len(set(seats)) == len(seats) > 1  # a hand that was read again is there twice
    is_awarded = deal.put_right_by_others(side) or any(one["what"] == What.PENALTY for one in scores)
    if not is_each_once or is_awarded:
        return [], []
    began = max(deal.earned[one["id"]] for one in hands if one["what"] == What.HAND)
    return [one["earned"] or 0 for one in hands], deal.moves_since(side, began)
