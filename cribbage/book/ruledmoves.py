"""Moves that judges have ruled on: what they found earned is settled by where they send the peg.

Points too many go back to the right hole. After a false claim of game the front peg goes to the hole of the points
really scored, and from there back by the penalty of the book. So where it is sent says how many of the points pegged
were earned, and in the play whether a go was among them.

Rule: ACC 8.4.a, 8.4.b, 8.4.c; a ruling is final (11.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cribbage.book.claims import claim_as_ruled, doubt_all, is_play, over, settle_as_found, unverified
from cribbage.book.countorder import enough, exact
from cribbage.book.game import Doubt, Game, Hold, Phase, Remedy, needed, reaches_game
from cribbage.book.items import Item, Reason, What, owed
from cribbage.book.playpegs import due_in_play, end_by_go, go_is, take_back_go
from cribbage.book.show import close_before, groups_of
from cribbage.log.observations import Player, Ruling
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

FALSE_CLAIM: Final = "8.4.b"
TOO_MANY_RULES: Final = ("8.4.c", "8.4.c(1)", "8.4.c(2)")
PERHAPS_TOO_MANY: Final = (
    Doubt.GO, Doubt.AHEAD, Doubt.LAST, Doubt.PARTNER, Doubt.CRIB, Doubt.ORDER, Doubt.CRIB_FIRST, Doubt.SHORT,
    Doubt.STARTER, Doubt.REST,
)  # fmt: skip
"""Moves that wait, and of which judges may find that a part was too many."""


def rule_claim(game: Game, player: Player, target: int, rule: str) -> bool:
    """Judges send a peg back to this hole: if it had claimed the game, what follows for that. Whether the claim had
    waited for its verdict, and they have given it."""
    move, known = _claim(game, player), game.remedies.get(player)
    earned = None if move is None else _earned(game, move, target, rule)
    if move is None or earned is None:
        return False
    waiting = [hold for hold in game.holds if hold.move == move]
    if waiting:
        game.holds = [hold for hold in game.holds if hold not in waiting]
        items, back = _counted(game, move, earned), game.profile.false_claim_back or 0
        claim_as_ruled(game, move, items, Remedy(player, target, rule, ruled=True, penalty=back))
    elif known is not None and known.rule == FALSE_CLAIM and not (known.ruled or known.met):
        _correct(game, move, known, target)
    return bool(waiting)


def rule_waiting(game: Game, player: Player, target: int, rule: str) -> None:
    """Judges send back what was too many: a move that waits for what shows what it was for has its verdict by that
    (Rule: ACC 8.4.c)."""
    hold = next(
        (one for one in game.holds if one.move.player == player and one.doubt in PERHAPS_TOO_MANY), None
    )
    too_many = {"", *TOO_MANY_RULES, *map(game.cited, TOO_MANY_RULES)}
    if hold is None or game.score(player) != hold.move.after.score:
        return
    earned = target - hold.move.before.score
    if not 0 <= earned < hold.move.points:
        return
    if rule in too_many:
        game.holds.remove(hold)
        items = _counted(game, hold.move, earned)
        over(game, hold.move, hold.move.points - earned, items, ruled=True)
        settle_as_found(items)
    elif hold.doubt is Doubt.GO:  # they have not said why it does not stand
        game.holds.remove(hold)
        unverified(game, hold.move, why=f"ruled: {rule}")


def goes_on(game: Game, ruling: Ruling) -> bool:
    """Whether the game seemed won, and judges send the winner's peg back: it is on again as before that peg came
    down, which waits for what they say of it."""
    won = game.won_by
    targets = [] if won is None else [_target(game, one, won.move.player) for one in ruling.moves]
    target = min((one for one in targets if one is not None), default=game.profile.target)
    if won is None or target >= game.profile.target:
        return False
    move, why = won.move, f"ruled: {ruling.rule}"
    for code, points, text in ((Code.GAME, won.loser_score, None), (Code.SCORED, won.points, str(move))):
        facts = {"of": code.value, "since": move.t, "move": text, "why": why}
        game.say(Code.WITHDRAWN, move.player, points, ruling.t, **facts)
    game.reopen(won)
    if _earned(game, move, target, ruling.rule) is not None:
        game.holds.append(Hold(Doubt.ORDER, move))
    else:
        unverified(game, move, why=why)
        _doubt_deal(game)
    return True


def _doubt_deal(game: Game) -> None:
    """What judges found wrong by a peg in the game hole is not known, nor what anybody may still peg by that."""
    for player in game.players:
        doubt_all(game, player)
        game.credit_others(player)
    for item in game.items:
        item.settled = False


def _target(game: Game, ruled: Mapping[str, Any], player: Player) -> int | None:
    """In which hole a ruled move puts the front peg of a player; None where it moves no peg of theirs."""
    if ruled["player"] not in game.seats or game.side(ruled["player"]) != player:
        return None
    return int(ruled["front"]) if "front" in ruled else game.score(player) + int(ruled.get("points", 0))


def _earned(game: Game, move: Move, target: int, rule: str) -> int | None:
    """How many points judges have found earned by a peg in the game hole, if they send it to this hole for a false
    claim; None where that is not what they say."""
    if rule not in ("", "8.4", "8.4.a", FALSE_CLAIM, game.cited(FALSE_CLAIM)) or target <= 0:
        return None
    earned = target + (game.profile.false_claim_back or 0) - move.before.score
    return earned if 0 <= earned < needed(game, move) else None


def _claim(game: Game, player: Player) -> Move | None:
    """The move by which the game was claimed, if that is a player's latest."""
    judged = game.judged.get(player)
    return judged.move if judged is not None and reaches_game(game, judged.move) else None


def _counted(game: Game, move: Move, earned: int) -> list[Item]:
    """The scores for which judges have found so many earned. Where that is more than seems due, or a part of several,
    nobody knows what may still be pegged."""
    if game.phase is Phase.SHOW:
        groups = groups_of(game, move.player)
        found = exact(groups, earned) or (enough(groups, earned) if earned else groups[:1])
        found = found if earned or any(map(is_play, found)) else []
        items = [item for group in found for item in group]
        close_before(game, move, items)
    else:
        items = due_in_play(game, move.player)
        items = _with_go(game, move, items, earned - owed(items))
        found = [items]
    if earned > owed(items) or (earned < owed(items) and len(found) > 1):
        doubt_all(game, move.player)
    return items


def _with_go(game: Game, move: Move, items: list[Item], more: int) -> list[Item]:
    """The scores of the play by which so many more were earned than by `items`: with a go that seemed not due, or
    without one, and the series goes on."""
    if more == 1 and _go_of(game, move) is None and go_is(game, move.player) is not False:
        return [*items, end_by_go(game, move.player, move.t)]
    gone = _take_back_go(game, move) if more == -1 else None
    return [item for item in items if item is not gone]


def _go_of(game: Game, move: Move) -> Item | None:
    """The go that a move seemed to take, if any."""
    return next((item for item in reversed(game.open_items(move.player, What.PLAY)) if item.is_go), None)


def _take_back_go(game: Game, move: Move) -> Item | None:
    """The go that a move seemed to take was not due, and the series goes on; None where there was none."""
    go = _go_of(game, move)
    if go is None or not take_back_go(game, move.player):
        return None
    game.close(go, Reason.TAKEN_BACK)
    return go


def _correct(game: Game, move: Move, known: Remedy, target: int) -> None:
    """A claim was said to be false, perhaps by other points than judges have found: these hold."""
    more = known.target - target
    if more == 1:
        _take_back_go(game, move)
    known.target, known.penalty = target, game.profile.false_claim_back or 0
    game.deal.credit -= known.credited
    for order in game.orders if more else ():
        if order.item is not None and order.rule == FALSE_CLAIM and order.item.pegged is None:
            order.number += more
            order.item.earned = order.number
            game.tell_item(order.item)
