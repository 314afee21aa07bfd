"""How a deal ends and the next one begins, and what is said when the log ends.

Rule: ACC 4.1 (the deal alternates), 4.5.b (after an imperfect pack it does not), 8.4.d(3).
"""

from __future__ import annotations

from functools import partial
from typing import Final

from cribbage.book.awardpegs import settle_awards
from cribbage.book.blame import blame_of
from cribbage.book.claims import answer, scored_in_part, settle_called, unverified
from cribbage.book.cribfirst import settle_crib_first
from cribbage.book.endings import after_deal
from cribbage.book.fornothing import settle_as_short
from cribbage.book.game import Doubt, Game, Phase, reaches_game
from cribbage.book.items import Reason, What
from cribbage.book.laying import lay
from cribbage.book.pegbeforecard import give_up_hidden, settle_ahead
from cribbage.book.pendingshow import (
    settle_crib,
    settle_last,
    settle_order,
    settle_partner,
    settle_rest,
    settle_show,
)
from cribbage.book.playpegs import judge_in_play, settle_go
from cribbage.book.putback import give_up
from cribbage.book.show import judge_in_show
from cribbage.book.windows import Act, close_windows
from cribbage.log.verdicts import Code
from cribbage.score.pegging import LIMIT

CARD_STANDS_S: Final = 10.0
"""How long a card that did not fit may be taken back without having meant anything (Rule: ACC 7.1.e)."""


def end_deal(game: Game, t: float) -> None:
    """The cards are taken up: windows close, and the other player deals.

    A deal given up in the middle of the play is nobody's loss; the lead shows who deals again.
    """
    place_waiting(game)
    if game.deal.again is not None:
        _redealt(game, game.deal.again)
    elif game.phase is Phase.SHOW:
        give_up_hidden(game)
        settle_go(game, fits=None)
        settle_awards(game)
        settle_show(game)
        if game.over:
            return
        close_windows(game, Act.DEAL_OVER, t)
        after_deal(game, t)
        if game.over:
            return
        ruled = game.deal.next_dealer
        sure = ruled is not None or (game.deal.sure_dealer and not game.deal.void)
        _next_deal(game, ruled or game.pone, sure)
        game.deal.dealer_told = ruled is not None
    else:
        _give_up(game)
        _next_deal(game, game.dealer, sure=False)


def _redealt(game: Game, dealer: str) -> None:
    """The judges have ruled that the deal is void, and who deals (Rule: ACC 4.4.d, 4.5.b)."""
    _give_up(game)
    _next_deal(game, dealer, sure=True)
    game.deal.dealer_told = True


def _give_up(game: Game) -> None:
    _last_words_of_deal(game)
    for item in list(game.items):
        if item.is_open and not (item.claimed and item.pegged is None):
            game.close(item, Reason.CLEARED)


def _next_deal(game: Game, dealer: str, sure: bool) -> None:
    game.late = [entry for entry in game.late if entry[0].is_open]  # a peg may still be in the air for it
    for remedy in [remedy for remedy in game.remedies.values() if remedy.met or not remedy.ruled]:
        give_up(game, remedy, game.score(remedy.player))
    for item in game.items if game.deal.other_dealer is not None else ():
        item.doubtful = item.doubtful or item.what is What.CRIB  # nobody knows whose it was (4.1.b)
    game.between_deals = True
    game.begin_deal(dealer, sure)


def place_waiting(game: Game) -> None:
    """A card that did not fit still lies there: it opened a series."""
    waiting, game.waiting_card = game.waiting_card, None
    if waiting is not None:
        holds, over, game.deal.over = game.take_holds(Doubt.OVER), game.deal.over, None
        player, card, t = waiting
        is_none = over is not None and over[1] > LIMIT
        lay(
            game, player, card, t, is_sure=not (is_none or any(reaches_game(game, one.move) for one in holds))
        )
        game.deal.announced_on_lead = over
        for hold in holds:  # it may have been the last card
            judge = judge_in_show if game.phase is Phase.SHOW else judge_in_play
            blame = blame_of(game, partial(judge, game, hold.move))
            game.deal.pegged_on_lead.append((hold, blame.verdicts))
            answer(game, hold)


def wrong_count(game: Game, t: float) -> None:
    """A hand or the crib has the wrong number of cards: judges decide what counts (Rule: ACC 4.4)."""
    _void(game, Code.WRONG_COUNT, t, rule="4.4")


def imperfect_pack(game: Game, t: float, cards: list[str]) -> None:
    """The same card twice: everything of this deal is void (Rule: ACC 4.5.b)."""
    _void(game, Code.IMPERFECT_PACK, t, rule="4.5.b", cards=cards)


def _void(game: Game, code: Code, t: float, **more: object) -> None:
    if code in game.deal.told:
        return
    game.deal.told.add(code)
    game.deal.void = True
    game.deal.void_since[code] = t
    game.say(code, None, None, t, **more)
    why = "the deal is void" if code is Code.IMPERFECT_PACK else "judges decide what counts of this deal"
    for hold in game.take_holds(*Doubt):
        unverified(game, hold.move, why=why)


def _last_words_of_deal(game: Game) -> None:
    """Moves that still wait when a deal is given up."""
    for hold in game.take_holds(*Doubt):
        if hold.is_honest:
            scored_in_part(game, hold)
        else:
            unverified(game, hold.move, why="the deal was given up")


def settle_all(game: Game) -> None:
    """The log ends: every released move gets a verdict, the one that holds least against its player.

    What was lost for certain is said too; what a later act could still have changed is not.
    """
    place_waiting(game)
    settle_ahead(game)
    settle_go(game, fits=None)
    settle_awards(game)
    settle_last(game, None, is_end=True)
    settle_partner(game, None)
    settle_rest(game)
    settle_as_short(game)
    settle_order(game, out_of_order=not game.deal.crib_shown)
    settle_crib(game)
    settle_crib_first(game, out_of_order=True)
    settle_called(game)
    _last_words_of_deal(game)
    for item in list(game.items):
        if item.is_open and item.cleared_t is not None and item.owed and item.what in (What.HAND, What.CRIB):
            close_windows(game, Act.DEAL_OVER, item.cleared_t)
            return
