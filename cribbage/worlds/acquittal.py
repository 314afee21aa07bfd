"""What another history says of a verdict: whether it acquits the player, and the statement that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any, Final

from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.worlds.handsgivenup import was_pegged
from cribbage.worlds.history import History
from cribbage.worlds.judged import Found, Matter
from cribbage.worlds.proof import statement

FOLLOW_UPS: Final = frozenset({Code.OVERPEG_STANDS, Code.CORRECTED})
"""Verdicts that say what became of points after an earlier verdict that they were too many."""

_ODD_ORDER: Final = frozenset({"turn", "passed", "passed over"})
"""How cards are odd by the order alone in which they were told to lie."""
_ONE_PEG_S: Final = 3.0
"""So soon after it came down a peg that was not let go of comes down again: a second, and the way."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a history says of a verdict: what it holds against the same player in the same matter (`found`; None: it
    acquits them), and its `statement` for the proof."""

    found: Found | None
    statement: dict[str, Any]


def answer_of(
    history: History, told: History, verdict: Event, matter: Matter, deal: int, now: float = inf
) -> Answer:
    """What a history says of a verdict about a `matter` in a deal; `told` is the history as it was told.

    A history acquits nobody if the same player laid a card in it that they should not have laid, unless as many
    others lie in an order as told that nobody would have laid them in, or if it has more faults than the history as
    told; then the same fault of fewer points leaves no more than these, all the same. One in which the player did
    something else wrong, by this move or another, acquits them of this: nobody knows which of the two it was. There
    are three exceptions: where it is the same fault of as many points, these are certain; where one peg came down
    twice, too far both times, the fewer are; and a history that assumes a word nobody tapped acquits of nothing that
    way.

    A card that is as odd in the history as told does not count, unless this history moved it. Nor does, until `now`
    (log time in s), what is not certain yet: a card just laid is not odd, as another that is told later may have lain
    there before it; and what was just pegged, or not pegged, is no fault.
    """
    body, player, all_found = verdict.body, verdict.body["player"], history.settled_found(now, verdict.t)
    has_more_faults = faults_in(all_found, deal) > faults_in(told.found, deal)
    as_told = Found(body["code"], player, body["points"], matter, deal)
    same = next((found for found in all_found if found.matter == matter), None)
    is_one_kind = same is not None and _is_one_kind(same.code, as_told.code)
    if same is not None and (has_more_faults or is_one_kind):
        is_less = is_one_kind and (same.points or 0) < (as_told.points or 0)
        found = as_told if has_more_faults and not is_less else same
        return Answer(found, _fault_statement(history, "same", same))
    if same is not None:
        return Answer(None, _fault_statement(history, "other", same))
    late_cards = {card for late in history.told_late for card in late.cards}
    own_odd = {odd for odd in history.settled_odd(now) if odd not in told.odd or str(odd[2]) in late_cards}
    players_odd = min((odd for odd in own_odd if odd[1] == player), key=str, default=None)
    odd_order = [odd for odd in told.odd - history.odd if odd[0] in _ODD_ORDER]
    if players_odd is not None and len(own_odd) > len(odd_order):
        return Answer(as_told, odd_statement(history, players_odd))
    matters_as_told = {found.matter for found in told.found}
    others = [found for found in all_found if found.deal == deal and found.player == player]
    instead = next((found for found in reversed(others) if found.matter not in matters_as_told), None)
    if instead is not None and _is_alike(instead, as_told, verdict.t):
        return Answer(instead, _fault_statement(history, "other", instead))
    if has_more_faults:
        return Answer(as_told, statement(history.told_late, "more"))
    if instead is not None:
        assumes_word = history.challenger is not None or history.gave_up is not None
        return Answer(as_told if assumes_word else None, _fault_statement(history, "other", instead))
    return Answer(None, right_statement(history, matter) or statement(history.told_late, "open"))


def _is_one_kind(code: str, other: str) -> bool:
    """Whether both say the same of a move; a false claim is points too many, in the game hole."""
    return code == other or {code, other} <= {Code.OVERPEG, Code.FALSE_CLAIM}


def _is_alike(found: Found, told: Found, told_t: float) -> bool:
    """Whether both are the same fault of as many points, or of a peg that was perhaps still held and came down
    again."""
    is_same_peg = found.code == Code.OVERPEG and abs(found.t - told_t) <= _ONE_PEG_S
    return found.code == told.code and (found.points == told.points or is_same_peg)


def right_statement(history: History, matter: Matter) -> dict[str, Any] | None:
    """As data: a history in which a move is right; None where it is not."""
    right = history.right(matter)
    return None if right is None else statement(history.told_late, "right", pegged=right.pegged)


def faults_in(all_found: Iterable[Found], deal: int, player: Player | None = None) -> int:
    """How many of these are faults of a deal (by this player); what follows from a fault does not count."""
    return len(
        {
            found.matter
            for found in all_found
            if found.deal == deal and found.code not in FOLLOW_UPS and player in (None, found.player)
        }
    )


def nobodys(history: History, told: History, now: float) -> str:
    """Why nobody would have played a history, in a word; empty where somebody may have.

    `told` is the history as it was told until `now` (log time in s).
    """
    game, deal = told.game, told.game.deal.number
    if history.game.deal.number == deal and len(history.settled_odd(now)) > len(told.odd):
        return "odd"  # more cards than as told were laid as nobody lays them
    if history.has_forgotten_award():
        return "award"  # a player who calls for points pegs them next
    if was_pegged(game, history.gave_up):
        return "counted"  # a player who gives a hand up does not peg it
    is_over = history.game.over and history.game.deal.number < deal
    if is_over and not game.over and any(game.deal.zones.values()):
        return "over"  # nobody plays on after the game
    # What is too little for a hand and just what an opponent missed is none yet: the next peg shows what it was for.
    either = history.game.deal.either
    certain = (one for one in history.found if one.code != Code.UNDERPEG or one.player not in either)
    if faults_in(certain, deal) > faults_in(told.found, deal) + 1:
        return "more"  # it may acquit of one fault, and has two others instead
    return ""


def odd_statement(history: History, odd: tuple[str, Player, Card | None]) -> dict[str, Any]:
    """As data: a history in which a card was laid as nobody should have laid it."""
    how, player, card = odd
    return statement(
        history.told_late, "odd", odd=how, player=player or None, card=None if card is None else str(card)
    )


def _fault_statement(history: History, says: str, found: Found) -> dict[str, Any]:
    facts = {"code": found.code, "points": found.points, "earned": found.earned, "pegged": found.pegged}
    return statement(history.told_late, says, **facts, t=found.t)
