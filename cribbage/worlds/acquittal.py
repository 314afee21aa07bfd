"""Whether a history acquits a player of what is held against him as it was told, and what that is proved by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.worlds.history import Found, Matter, World
from cribbage.worlds.proof import heard

FOLLOWS: Final = frozenset({Code.OVERPEG_STANDS, Code.CORRECTED})
"""What is said of points that were said to be too many before."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a history holds against the same player for the same (None: it acquits him), and how it proves that."""

    found: Found | None
    proof: dict[str, Any]


def hear(world: World, told: World, verdict: Event, matter: Matter, deal: int, now: float = inf) -> Heard:
    """What a history says of a verdict of the game as it was told (`told`).

    No history acquits a player by a card that he should not have laid, or by more faults than he is acquitted of.
    One in which he did something else that is wrong acquits him of this, as nobody knows which of the two it was;
    but where points are too many in both the fewer are, and what may have been said aloud acquits of nothing then.
    Where a card is as odd as it was told, and lay no earlier in it, that is not the history's doing. Until `now`, s:
    a card just laid is not odd yet, another that is told later may have lain before it; nor is what was just pegged,
    or not, a fault.
    """
    body, player, all_found = verdict.body, verdict.body["player"], world.settled_found(now, verdict.t)
    more = faults_of(all_found, deal) > faults(told, deal)
    as_told = Found(body["code"], player, body["points"], matter, deal)
    same = next((found for found in all_found if found.matter == matter), None)
    if same is not None:
        return Heard(as_told if more else same, _fault_proof(world, "same", same))
    laid = {card for one in world.moved for card in one.cards}
    own = {one for one in world.settled_odd(now) if one not in told.odd or str(one[2]) in laid}
    odd = min((one for one in own if one[1] == player), key=str, default=None)
    if odd is not None:
        return Heard(as_told, odd_proof(world, odd))
    as_well = {found.matter for found in told.found}
    others = [found for found in all_found if found.deal == deal and found.player == player]
    instead = next((found for found in reversed(others) if found.matter not in as_well), None)
    if instead is not None and _is_alike(instead, as_told):
        return Heard(instead, _fault_proof(world, "other", instead))  # the fewer of both are certain
    if more:
        return Heard(as_told, heard(world.moved, "more"))
    if instead is not None:
        is_of_words = world.challenger is not None or world.gave_up is not None
        return Heard(as_told if is_of_words else None, _fault_proof(world, "other", instead))
    return Heard(None, right_proof(world, matter) or heard(world.moved, "open"))


def _is_alike(found: Found, told: Found) -> bool:
    """Whether it is the same fault with another name, or points that are too many in both."""
    return found.code == told.code and (found.points == told.points or found.code == Code.OVERPEG)


def right_proof(world: World, matter: Matter) -> dict[str, Any] | None:
    """As data: a history in which a move is right; None where it is not."""
    right = world.right(matter)
    return None if right is None else heard(world.moved, "right", pegged=right.pegged)


def faults(world: World, deal: int, player: Player | None = None) -> int:
    """How many faults (of this player) a history has in a deal."""
    return faults_of(world.found, deal, player)


def faults_of(all_found: Iterable[Found], deal: int, player: Player | None = None) -> int:
    """How many faults (of this player) of a deal these are: what follows from one is none of its own."""
    return len(
        {
            found.matter
            for found in all_found
            if found.deal == deal and found.code not in FOLLOWS and player in (None, found.player)
        }
    )


def odd_proof(world: World, odd: tuple[str, Player, Card | None]) -> dict[str, Any]:
    """As data: a history in which a card was laid as nobody should have."""
    what, player, card = odd
    return heard(
        world.moved, "odd", odd=what, player=player or None, card=None if card is None else str(card)
    )


def _fault_proof(world: World, says: str, found: Found) -> dict[str, Any]:
    facts = {"code": found.code, "points": found.points, "earned": found.earned, "pegged": found.pegged}
    return heard(world.moved, says, **facts, t=found.t)
