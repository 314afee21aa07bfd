"""A deal out of turn that nobody noticed: the hands are played, and the nondealer deals the next.

Whose turn it was to deal does not show who dealt. Where another player led than the pone, and play went on, either
that card was out of turn, or another player had dealt: who pegs his heels, who counts first and who counts the crib
shows which. Until then nobody is said to have missed what only the dealer can score.

Rule: ACC 4.1.b, 6.3, 7.1.b, 9.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cribbage.book.countorder import exact
from cribbage.book.game import Doubt, Game, Hold, Phase
from cribbage.book.items import Item, Reason, What
from cribbage.log.observations import Player
from cribbage.score.cards import parse_cards
from cribbage.score.counting import JACK
from cribbage.sight.pegmoves import Move

PLAYED_ON: Final = 3
"""With the third card the order of play is considered right (Rule: ACC 7.1.b)."""


def is_for_heels(game: Game, move: Move) -> bool:
    """Whether a player pegs two for his heels whose turn to deal it was not, before any card of theirs: they did deal
    if the player to their left leads. Before that card the move is held."""
    deal, line = game.deal, game.deal.line
    is_jack = deal.starter is not None and deal.starter.rank == JACK
    if (
        deal.dealer_told
        or not is_jack
        or move.points != game.profile.heels
        or move.player == game.side(game.dealer)
    ):
        return False
    if any(item.pegged for item in _of_this_deal(game, What.HEELS)):
        return False
    if game.phase is Phase.STARTER:
        game.holds.append(Hold(Doubt.DEALER, move))
        return True
    if len(line.laid) != 1 or game.side(_by_lead(game)) != move.player:
        return False
    _deals(game, _by_lead(game))
    return True


def leads(game: Game, player: Player) -> list[Move]:
    """A player leads: the moves that waited for that, to be judged by who deals now. Where that was not
    the pone, heels that nobody has pegged are missed by nobody."""
    moves = [hold.move for hold in game.take_holds(Doubt.DEALER)]
    dealer = game.after(player, -1)
    if game.deal.dealer_told or player == game.pone:
        return moves
    if any(move.player == game.side(dealer) for move in moves):
        _deals(game, dealer)
        game.deal.dealer_by_heels = True
    else:
        for item in game.open_items(game.dealer, What.HEELS):
            item.doubtful = True
    return moves


def note_lead(game: Game) -> None:
    """Play has gone on after another than the pone had led: another may have dealt."""
    deal, laid = game.deal, game.deal.line.laid
    if len(laid) != PLAYED_ON or laid[0].player == game.pone or deal.dealer_told or not deal.sure_dealer:
        return
    heels = any(item.pegged for item in _of_this_deal(game, What.HEELS))
    if not (heels or deal.patchy or deal.line.lost or game.hidden):
        deal.other_dealer = _by_lead(game)


def is_dealt_again(game: Game) -> bool:
    """Whether all cards of a deal out of turn have gone back, and now the starter: it was noticed in time, and the
    deal is void (4.1.b)."""
    gone = not game.deal.line.laid and not game.lie_open(game.seats)
    return game.phase is Phase.PLAY and game.deal.dealer_by_heels and gone


def deal_again(game: Game) -> None:
    """The lead shows who deals now; what was pegged for his heels goes back."""
    for heels in _heels_pegged(game):
        game.allow_back(heels.player, heels.pegged or 0)
        heels.pegged = None
    game.deal.sure_dealer = game.deal.dealer_by_heels = False
    game.enter(Phase.STARTER)


def heels_of_void_deal(game: Game, move: Move) -> bool:
    """Whether all that was pegged for his heels goes back before all sides have played a card: the dealer has
    noticed that it was not their turn, and the cards will go back too (4.1.b)."""
    have_played = {game.side(laid.player) for laid in game.deal.line.laid}
    is_void = game.phase is Phase.PLAY and game.deal.dealer_by_heels and len(have_played) < len(game.players)
    mine = [one for one in _heels_pegged(game) if is_void and one.player == move.player]
    all_of_it = bool(mine) and sum(one.pegged or 0 for one in mine) == -move.points
    for heels in mine if all_of_it else []:
        heels.pegged = None
    return all_of_it


def _heels_pegged(game: Game) -> list[Item]:
    number = game.deal.number
    return [one for one in game.items if one.what is What.HEELS and one.pegged and one.deal == number]


def may_count_first(game: Game, player: Player) -> bool:
    """Whether it is a side's turn to count first if another player dealt."""
    other = game.deal.other_dealer
    return other is not None and not game.deal.dealer_shown and game.side(game.after(other)) == player


def counts_first(game: Game, player: Player) -> bool:
    """Whether a side counts before its turn because another player dealt: then that player is the dealer."""
    other = game.deal.other_dealer
    if other is None or not may_count_first(game, player):
        return False
    game.deal.dealer_shown = True
    game.deal.other_dealer = game.dealer  # the crib may still be pegged by the player whose turn it was
    _deals(game, other)
    return True


def whose_is_unsure(game: Game, groups: list[list[Item]], points: int) -> bool:
    """Whether a move fits nothing that is due, and nobody knows which of two partners counts first, as another player
    may have dealt: their side counts when it does in either case, or no order is judged."""
    other, hands = game.deal.other_dealer, [group for group in groups if group[0].what is What.HAND]
    if other is None or game.deal.dealer_shown or not hands[1:] or exact(groups, points) is not None:
        return False
    return game.side(other) == game.side(game.dealer) or not game.profile.order_is_judged


def counts_crib(game: Game, move: Move, groups: Sequence[list[Item]], awards: Sequence[Item] = ()) -> bool:
    """Whether a move is right if the crib is that of the other player who may have dealt, or can be for nothing else:
    then it is theirs. Not where `awards` are open, and it is not right with the crib either."""
    other = game.deal.other_dealer
    crib = [item for item in _of_this_deal(game, What.CRIB) if item.owed and item.pegged is None]
    if other is None or not crib or game.side(other) != move.player or exact(groups, move.points) is not None:
        return False
    due = [*groups, crib, *([[*awards]] if awards else [])]
    if len(due) > 1 and exact(due, move.points) is None:
        return False
    game.deal.other_dealer = None
    _deals(game, other)
    return True


def _deals(game: Game, dealer: Player) -> None:
    """This player has dealt: what only the dealer can score is theirs, and the order of counting follows."""
    game.deal.dealer, game.deal.led = dealer, None
    game.tell("deal", {"deal": game.deal.number, "dealer": dealer})
    for item in [one for one in _of_this_deal(game, What.HEELS, What.CRIB) if one.pegged is None]:
        game.close(item, Reason.TAKEN_BACK)
        game.earn(item.what, dealer, item.earned, parse_cards(item.cards.split()), item.parts, item.text)
    for item in _of_this_deal(game, What.HAND):
        item.pone = item.seat != dealer
    game.tell_phase()


def _by_lead(game: Game) -> Player:
    return game.after(game.deal.line.laid[0].player, -1)


def _of_this_deal(game: Game, *whats: What) -> list[Item]:
    return [
        item for item in game.items if item.what in whats and item.deal == game.deal.number and item.is_open
    ]
