"""Hands and cribs that were counted and pegged out of their order: what is said of it, and what has to be retracted.

Rule: ACC 9.2.c (dealer before pone), 9.2.e (crib before hand).
"""

from __future__ import annotations

from typing import Final

from cribbage.book.deal import TooSoon
from cribbage.book.game import Doubt, Game, Hold, reaches_game
from cribbage.book.items import Item, What, owed, sums_of
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

TOO_EARLY_OR_TOO_MANY: Final = "it was too many for the play, or the hand before its turn"


def say_out_of_order(game: Game, hold: Hold, rule: str, by: Move | None = None, back: int = 0) -> None:
    """The points are to be retracted; until they are, they count as pegged. `by`: the peg that shows it; `back`: so
    many go back. Points of the play that stay were in time."""
    move = hold.move
    waits = hold.waits or [item for item in game.open_items(move.player, What.HAND) if item not in hold.items]
    of_play = owed(item for item in hold.items if item.what is What.PLAY)
    points = back if back == move.points - of_play else move.points
    _say(game, move, points, hold.items, waits, rule, by, is_back=back > 0)
    game.allow_back(move.player, move.points + (_after_false_claim(game) if reaches_game(game, move) else 0))
    left, shares = move.points, []
    for item in hold.items:
        share = min(item.owed, left)
        left -= share
        game.peg(item, share)
        shares.append((item, share))
    start = move.before.score
    game.deal.too_soon.append(TooSoon(move.points, hold.base, tuple(shares), start, move.t, said=points))


def _after_false_claim(game: Game) -> int:
    """How many go back besides if judges find that the game was claimed for nothing (Rule: ACC 8.4.b)."""
    return game.profile.false_claim_back or 0


def _say(
    game: Game,
    move: Move,
    points: int,
    items: list[Item],
    passed: list[Item],
    rule: str,
    by: Move | None,
    is_back: bool,
) -> None:
    facts: dict[str, object] = {"rule": rule, "move": str(move), "remedy": {"back": points}}
    facts["for"] = [item.id for item in items]
    facts["passed"] = [_passed(game, hand, move, by) | ({"back": True} if is_back else {}) for hand in passed]
    if reaches_game(game, move):
        excused = game.profile.early_out_excused
        facts["why"] = (
            "no false claim of game" if excused else "judges decide whether it is a false claim (8.4.a)"
        )
    game.say(Code.OUT_OF_ORDER, move.player, points, move.t, **facts)


def _passed(game: Game, hand: Item, early: Move, by: Move | None) -> dict[str, object]:
    """A hand that was passed, as data, with the peg for it that came after the one that was too early."""
    passed: dict[str, object] = {"item": hand.id, "seat": hand.seat}
    judged = game.judged.get(hand.player)
    later = [by, None if judged is None else judged.move]
    shows = next((one for one in later if one and one.player == hand.player and one.t > early.t), None)
    return passed if shows is None else passed | {"move": str(shows), "t": shows.t}


def counted_first_goes_back(game: Game, move: Move) -> bool:
    """What may be the hand before its turn, or too many for the last card, goes back whole. Which it was the next peg
    shows: the last card's, or another's (Rule: ACC 8.4.c, 9.2.c)."""
    hold = game.hold_of(move.player, Doubt.LAST)
    if hold is None or not hold.waits or (hold.move.before, hold.move.after) != (move.after, move.before):
        return False
    game.holds.remove(hold)
    game.holds.append(Hold(Doubt.WENT_BACK, hold.move, waits=hold.waits))
    return True


def settle_went_back(game: Game, by: Move | None = None) -> None:
    """What such moves were for, as a further forward move shows, or nothing any more."""
    for hold in game.take_holds(Doubt.WENT_BACK):
        move = hold.move
        hands = [hand for hand in game.open_items(move.player, What.HAND) if hand.owed == move.points]
        plays = game.open_items(move.player, What.PLAY)
        is_own = by is not None and by.player == move.player
        is_for_play = by is None or (is_own and by.points in sums_of(plays))
        # Another may have challenged it aloud, and pegs for that.
        is_called = by is not None and not is_own and by.points not in [one.earned for one in hold.waits]
        if is_for_play or is_called or not (hands and game.profile.order_is_judged):
            facts = {"pegged": move.points, "move": str(move), "why": TOO_EARLY_OR_TOO_MANY}
            game.say(Code.UNVERIFIED, move.player, move.points, move.t, **facts)
        else:
            _say(game, move, move.points, hands, hold.waits, "9.2.c", by, is_back=True)
