"""Pegs that go back by a remedy: to where they have to stand, not far enough, or too far.

Rule: ACC 8.3 (too far back is final), 8.4.b, 8.4.c, 8.4.d, 11.2 (a mispegged penalty is as any mispegged score).
"""

from __future__ import annotations

from dataclasses import replace

from cribbage.book.backwards import (
    goes_past,
    is_undone,
    leaves_the_crib,
    more_is_found,
    reopen,
    retracted,
    retracted_as_ruled,
)
from cribbage.book.claims import (
    DEAD_HOLE,
    challenge_short_penalty,
    close_penalties,
    give_back,
    leave_award_open,
    more_than_known,
    unverified,
)
from cribbage.book.game import Doubt, Game, Remedy
from cribbage.book.items import Reason
from cribbage.book.outoforder import say_out_of_order
from cribbage.book.playpegs import take_back_go
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.track import PegPair, score_of
from cribbage.sight.pegmoves import Move, Shape


def on_the_way(game: Game, move: Move, remedy: Remedy) -> bool:
    """Whether a move only brings the pegs to where they have to be, or too far."""
    landed = map(score_of, move.after.holes - move.before.holes)
    if is_undone(game, move) and not (remedy.penalty and remedy.target in landed):
        stands = move.after.score
    else:
        _all_challenged(game, move, remedy)
        stands = _stands(move, remedy)
    before = move.before.score
    if stands > before and not before < remedy.target == stands:
        give_up(game, remedy, before)
        return False
    if remedy.met and stands < before and retracted(game, move):  # it is for something else
        remedy.target = stands
        return True
    on = _pegged_on(move, remedy)
    # Behind where the front one has to be: the other peg may still go there.
    is_rear = stands < remedy.target < max(map(score_of, move.after.holes)) and not (
        remedy.item or remedy.met
    )
    if on is None and not is_rear:
        game.watches[move.player].take_as_front(stands)
    if (
        stands < before
        and stands != remedy.target
        and remedy.item is not None
        and leaves_the_crib(game, move)
    ):
        remedy.target, remedy.item = stands, None  # nobody knows whether that is too far, or not far enough
    if stands != remedy.target and stands < before:
        remedy.step = move
    more_is_found(game, remedy, before - max(stands, remedy.target))
    if stands > remedy.target:
        return True
    if remedy.last is not None and remedy.target - stands == remedy.last.pegged:
        reopen(game, [remedy.last], remedy.target - stands)
        remedy.target = stands
    is_known = _is_for(remedy) and not more_than_known(game, move)
    remedy.past = remedy.target - stands if stands < remedy.target and is_known else 0
    if remedy.past and not is_rear:
        _too_far(game, move, remedy, remedy.past)
    if stands == remedy.target:
        remedy.met = True
        if move.shape is Shape.REAR_UP:
            game.rear_home[move.player] = move.before.rear  # to be put back there is no fault
        if remedy.ruled:
            _order_is_ruled(game, move.player, remedy.target)
        game.tell("told", {"about": f"pegs {move.player}"})
    if on is not None:
        unverified(game, on, why=DEAD_HOLE)
    return True


def _pegged_on(move: Move, remedy: Remedy) -> Move | None:
    """What was pegged with the other peg since one went back to where it has to stand: the other was behind it then,
    where nothing shows it."""
    if move.after.holes & move.before.holes or not move.after.rear == remedy.target < move.after.front:
        return None
    return replace(move, shape=Shape.LEAP, before=PegPair(move.after.rear, move.before.rear))


def _is_for(remedy: Remedy) -> bool:
    """Whether what goes back too far is of a penalty, or of a score that is still open."""
    return remedy.penalty > 0 or (remedy.item is not None and remedy.item.is_open)


def _stands(move: Move, remedy: Remedy) -> int:
    """Which score the pegs show: that of a peg which went back behind the other one too, if it has to go so far."""
    landed = move.after.holes - move.before.holes
    if remedy.target in landed:
        return remedy.target
    front_moved = move.before.rear in move.after.holes
    behind = min(move.after.holes)
    if front_moved and behind in landed and remedy.target < score_of(move.before.rear):
        return score_of(behind)
    return move.after.score


def _too_far(game: Game, move: Move, remedy: Remedy, points: int) -> None:
    """What went back too far of a score may be pegged again while it is open; of a penalty it is lost once the
    fingers are off the peg (Rule: ACC 8.3). A go that goes back as well was not due."""
    item, remedy.target = remedy.item, remedy.target - points
    if item is None:
        game.say(Code.UNDERPEG, move.player, points, move.t, rule="8.3", move=str(move))
    elif points == 1 and item.is_go and take_back_go(game, move.player):
        game.close(item, Reason.TAKEN_BACK)
        game.credit_others(move.player)  # it was part of the error that they have called
    else:
        goes_past(game, move, item, points)


def give_up(game: Game, remedy: Remedy, stood: int) -> None:
    """Its player pegs on instead, or the cards are taken up: what has not gone back of a score stays too much.

    `stood`: the score that the pegs showed then. What was pegged on unverified since a part went back is no part of
    that.
    """
    close_penalties(game, remedy.player)
    if game.remedies.get(remedy.player) is not remedy:
        return
    if remedy.step is not None:
        stood = min(stood, _stands(remedy.step, remedy))
        if remedy.ruled and not (remedy.met or remedy.called):
            facts = {"move": str(remedy.step), "why": "judges had sent the peg to another hole"}
            game.say(Code.UNVERIFIED, remedy.player, -remedy.step.points, remedy.step.t, **facts)
    item, left = remedy.item, stood - remedy.target
    del game.remedies[remedy.player]
    if item is not None:
        item.to_go_back = max(left, 0)
    if item is not None and item.is_open and left > 0 and remedy.step is not None:
        item.excess += left
        item.pegged = (item.pegged or 0) + left
        game.tell_item(item)


def challenge_back(game: Game, offender: Player) -> bool:
    """Whether what is challenged is a peg that has not gone back far enough. Of a backward penalty the error is the
    opponent's to score (Rule: ACC 8.4.c, 11.2); of an overpeg it has been called already, or ruled."""
    remedy = game.remedies.get(offender)
    if (
        remedy is None
        or remedy.met
        or remedy.step is None
        or any(i.excess for i in game.open_items(offender))
    ):
        return False
    short, step = game.score(offender) - remedy.target, remedy.step
    if 0 < short < remedy.penalty and not remedy.called:
        challenge_short_penalty(game, remedy, step, short)
    elif remedy.ruled and short > 0 and not (remedy.penalty or remedy.rule.startswith("8.4.c")):
        leave_award_open(game, offender, short)  # nobody knows whether what judges sent back was a penalty
    return True


def _all_challenged(game: Game, move: Move, remedy: Remedy) -> None:
    """The newest overpeg was challenged; if the peg goes back for the older ones as well, they all were."""
    older = [item for item in game.open_items(move.player) if item.excess]
    excess = sum(item.excess for item in older)
    if excess and remedy.target - excess in (move.after.score, *(move.after.holes - move.before.holes)):
        remedy.target -= excess
        for item in older:
            give_back(game, item)


def _order_is_ruled(game: Game, player: Player, target: int) -> None:
    """Judges have sent back what came before its turn: they have found that it did (Rule: ACC 9.2.c, 9.2.e)."""
    hold = game.hold_of(player, Doubt.ORDER, Doubt.CRIB_FIRST)
    if hold is not None and hold.move.before.score <= target <= hold.move.before.score + hold.base:
        game.holds.remove(hold)
        say_out_of_order(
            game,
            hold,
            "9.2.c" if hold.doubt is Doubt.ORDER else "9.2.e",
            back=hold.move.after.score - target,
        )
    retracted_as_ruled(game, player, target)
