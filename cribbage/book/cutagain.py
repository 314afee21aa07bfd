"""Another starter in the same deal: cut again before the play, or turned by judges while hands are to be counted.

Before the play a starter that was turned too early, or face up in the pack, goes back and the cut is made again,
without penalty: the heels that it gave go back with it, or stay as they are, and nothing of that is held against the
dealer. At the show the starter may have got lost in the pack: judges turn a new one, and it lies there before the
ruling is entered.

Rule: ACC 6.1.a, 6.1.d, 6.3, 9.3.a.
"""

from __future__ import annotations

from cribbage.book.game import Doubt, Game, Hold, Phase
from cribbage.book.items import Item, Reason, State, What
from cribbage.log.observations import CRIB, STARTER
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move


def heels_go_back(game: Game, move: Move) -> bool:
    """Whether the dealer takes back all that was pegged for the heels, before the play: the starter goes back too, or
    has gone. Where it still lies there, what comes next shows that."""
    item = _heels_of(game)
    if (
        game.phase is not Phase.STARTER
        or item is None
        or item.player != move.player
        or item.pegged != -move.points
    ):
        return False
    lies = bool(game.deal.zones.get(STARTER)) and not game.deal.starter_unread
    if lies and (item.excess or game.deal.disputed.get(move.player) == move.before.score):
        return False  # too many, or challenged, and to be pegged again
    item.doubtful = not lies
    if lies:
        game.holds.append(Hold(Doubt.CUT_AGAIN, move, [item]))
    item.pegged, item.settled, item.excess, item.state = None, False, 0, State.EARNED
    game.tell_item(item)
    return True


def starter_goes_back(game: Game) -> None:
    """The starter is taken up before the play: why the heels have gone back is clear."""
    for hold in game.take_holds(Doubt.CUT_AGAIN):
        hold.items[0].doubtful = True  # nobody knows whether it will be turned again


def play_begins(game: Game) -> None:
    """The starter that lies there stays: heels that went back, and were not pegged again, went back for nothing."""
    for hold in game.take_holds(Doubt.CUT_AGAIN):
        (item,), move = hold.items, hold.move
        if item.pegged is None:
            game.peg(item, -move.points)
            game.say(Code.BACKWARD, move.player, -move.points, move.t, move=str(move))


def is_cut_again(game: Game) -> bool:
    """Whether another starter is turned before the play, where the first was seen to be taken up."""
    return game.phase is Phase.STARTER and not game.deal.zones.get(STARTER)


def cut_again(game: Game, ruled: bool = False) -> None:
    """The first starter counts no longer. What was pegged for it may go back, or count for the second; what was not
    may be pegged yet, by who believes it earned, unless judges have `ruled` that the starter goes back."""
    item = _heels_of(game)
    if item is None:
        return
    allow_heels_back(game)
    if not item.pegged:
        if not ruled:
            game.deal.awarded.add(item.player)
        game.deal.earned_by.discard(item.player)
    game.close(item, Reason.TAKEN_BACK)


def allow_heels_back(game: Game) -> None:
    """What was pegged for his heels may go back: another starter lies there."""
    item = _heels_of(game)
    if item is not None and game.phase is Phase.STARTER:
        game.allow_back(item.player, item.pegged or 0)
        item.excess = 0


def is_for_this_count(game: Game) -> bool:
    """Whether another starter is turned while what is counted next lies open, and the first was seen to be taken up:
    nobody deals while hands are to be counted."""
    item = game.to_count if game.phase is Phase.SHOW and game.deal.starter_gone else None
    return (
        item is not None
        and item.earned is not None
        and game.lie_open([CRIB if item.what is What.CRIB else item.seat])
    )


def _heels_of(game: Game) -> Item | None:
    return next(iter(game.open_items(game.dealer, What.HEELS)), None)
