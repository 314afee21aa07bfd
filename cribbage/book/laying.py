"""The play: what each card does when it is laid.

It settles what hung on it, closes windows, earns its points, and may show that somebody could have played.

Rule: ACC 6.3 (heels), 7.1 to 7.3.
"""

from __future__ import annotations

from functools import partial

from cribbage.book.aftergo import follow_lead, makes_otherwise
from cribbage.book.announced import accept_count, settle_accepted
from cribbage.book.awardpegs import settle_awards
from cribbage.book.cutagain import play_begins
from cribbage.book.doubtfulorder import doubt_order
from cribbage.book.earlygo import settle_challenged_go
from cribbage.book.game import Doubt, Game, Hold, Phase, TakenBack
from cribbage.book.items import Item, State, What
from cribbage.book.leadtakenback import keep_for_lead
from cribbage.book.otherdealer import leads, note_lead
from cribbage.book.overplay import replaced, replaces_lead
from cribbage.book.pegbeforecard import give_up_hidden, judge_ahead, take_ahead
from cribbage.book.playline import Go, Laid
from cribbage.book.playpegs import (
    judge_in_play,
    play_on,
    remember_go,
    sees_play,
    settle_go,
    settle_short,
    settle_starter,
)
from cribbage.book.remedies import NO_GO_BELOW
from cribbage.book.reneges import check_reneges
from cribbage.book.show import open_hands
from cribbage.book.unsaidgo import follow_old_series, play_is_over
from cribbage.book.windows import Act, close_windows
from cribbage.book.wronglead import check_lead, note_out_of_turn
from cribbage.log.observations import Player
from cribbage.score.cards import Card
from cribbage.score.counting import JACK
from cribbage.sight.contract import LATE_S


def lay(game: Game, player: Player, card: Card | None, t: float, is_sure: bool = True) -> None:
    """A player lays a card; `is_sure`: if it does not fit it leads, and is none over thirty-one (7.1.e)."""
    keep_for_lead(game, player, card, partial(_lay, game, player, card, t, is_sure))


def _lay(game: Game, player: Player, card: Card | None, t: float, is_sure: bool) -> None:
    deal, line = game.deal, game.deal.line
    back, deal.taken_back = deal.taken_back, None
    if back is not None and (back.player, back.card) == (player, card):
        laid = line.lay(player, card, t, after_go=line.goes_on(player, card))
        check_lead(game, laid)
        _lay_again(game, laid, back)
        return
    give_up_hidden(game)
    if game.hidden:
        line.lose(hidden=True)  # cards may lie there that nobody has seen
    _lead(game, player)
    note_out_of_turn(game, player, card)
    doubt_order(game, player, card, t)
    accept_count(game, player)
    settle_accepted(game, player, card)
    settle_challenged_go(game, player, card)
    last, count, fits = line.last, line.count, line.fits(card)
    ahead = take_ahead(game, player, fits)
    settle_short(game)
    settle_awards(game)
    withdraws_go = bool(fits) and player in deal.said_go and last is not None and last.player != player
    settle_go(game, fits and not _plays_on(game, player), unread=fits is None, said=withdraws_go)
    if player == game.dealer:
        settle_starter(game)
    if fits is False and not line.ended and last is not None and count is not None:
        _go_was_due(game, last.player, count, player, is_sure)
    if fits:
        deal.said_go.pop(player, None)
        if last is not None and last.player != player:
            deal.said_go.pop(
                last.player, None
            )  # it was not that player's turn to pass: tapped late, or too early
    goes_on = not game.hidden and line.goes_on(player, card)
    follow_old_series(game, player, None if goes_on else card)
    laid = line.lay(player, card, t, after_go=goes_on)
    play_on(game, laid)
    follow_lead(game, laid, withdraws_go)
    check_lead(game, laid)
    note_lead(game)
    replaces_lead(game, laid)
    close_windows(game, Act.CARD, t, by=player)
    for other, go in list(deal.said_go.items()):
        if other != player:
            remember_go(game, go)
    if laid.opens:
        deal.is_lead_unsure = deal.is_lead_unsure or (
            fits is False and bool(deal.unsure_go - {game.side(player)})
        )
        deal.said_go.clear()
        deal.gone.clear()
        deal.unsure_go.clear()
        deal.unseen_pegs = bool(game.lost_pegs or game.unseen_tracks)
    _earn(game, laid)
    replaced(game, laid)
    if line.complete:
        _play_is_over(game, laid)
    _judge_by_cards(game, ahead, t)
    if game.over:
        return
    game.remedies = {who: remedy for who, remedy in game.remedies.items() if not remedy.met}
    game.tell_phase()


def end_play_as_ruled(game: Game, t: float) -> None:
    """Nobody has a card left to play, as judges have ruled of the hands or of a card: the card laid last was the last
    one, and what waited for another is judged by that (Rule: ACC 4.4.d, 7.3.c)."""
    line = game.deal.line
    if game.phase is not Phase.PLAY or line.last is None or not line.complete:
        return
    waiting = game.take_holds(Doubt.GO, Doubt.SHORT, Doubt.AHEAD)
    _play_is_over(game, line.last)
    _judge_by_cards(game, waiting, t)


def _judge_by_cards(game: Game, waiting: list[Hold], t: float) -> None:
    """What waited for the cards that lie there now, and what a go proves by them."""
    judge_ahead(game, waiting)
    if game.over:
        return
    for seat in game.seats:  # of the others too: what a go proves may be known only now
        check_reneges(game, seat, t)


def _plays_on(game: Game, player: Player) -> bool:
    """Whether a player lays two cards in a row while others hold some: these have passed, and the go is due (8.9)."""
    line = game.deal.line
    last = line.last
    return last is not None and last.player == player and any(map(line.held, game.others(player)))


def _lead(game: Game, player: Player) -> None:
    """The first card: the play begins, and it is the pone who leads (Rule: ACC 7.1.b)."""
    if game.phase is not Phase.STARTER:
        return
    play_begins(game)
    close_windows(game, Act.NEXT_CUT, game.now)  # also where the starter could not be read
    game.deal.uncallable.clear()  # nobody calls for points of the deal before any more
    deal = game.deal
    if not deal.sure_dealer and not deal.line.lost:
        deal.dealer, deal.sure_dealer, deal.dealer_by_lead = game.after(player, -1), True, True
        game.tell("deal", {"deal": deal.number, "dealer": deal.dealer})
        if deal.starter is not None and (heels := earn_heels(game, deal.starter)):
            heels.doubtful = True  # they may have pegged them while nobody knew that it was theirs
    moves = leads(game, player)
    game.enter(Phase.PLAY)
    for move in moves:
        judge_in_play(game, move, all_told=True)


def earn_heels(game: Game, starter: Card) -> Item | None:
    """His heels, if the starter is a Jack and the dealer may still take them (Rule: ACC 6.3)."""
    deal, profile, dealer = game.deal, game.profile, game.dealer
    limit = profile.heels_max_before
    waits = game.hold_of(game.side(dealer)) is not None
    free = waits or not deal.line.of(dealer)
    if starter.rank != JACK or not free or (limit is not None and game.score(dealer) > limit):
        return None
    parts = (("heels", profile.heels),)
    heels = game.earn(What.HEELS, dealer, profile.heels, [starter], parts, "two for his heels")
    has_pegged = game.side(dealer) in deal.earned_by | deal.unverified_by and not waits
    heels.doubtful = heels.doubtful or deal.patchy or has_pegged
    return heels


def _go_was_due(game: Game, player: Player, count: int, by: Player, is_sure: bool) -> None:
    """A card that does not fit opens a series: the last card before it had earned a go (7.2.a(6)).

    `is_sure`: it does, for all that its player has said and pegged."""
    item = game.earn(What.PLAY, player, 1, parts=(("go", 1),))
    item.is_go = True
    item.doubtful = game.side(player) in game.deal.unsure_go or may_have_led(game)
    # Who leads after their own card has perhaps not laid the last one: that was turned over unread (Alberta 8.d).
    some_unread = game.profile.turns_cards and by == player and any(map(game.deal.line.held, game.others(by)))
    # While the peg is up nobody knows if it pegs the go; where it does not, the card may yet go back (7.1.e).
    is_unsure = some_unread or not (is_sure and game.follows(player))
    item.perhaps_led = game.deal.led_after_go is not None or is_unsure
    if by != player or game.profile.renege_by_gainer:
        laid = len(game.deal.line.of(by))
        remember_go(game, Go(by, count, laid, sees_play(game), "card", game.now))


def may_have_led(game: Game) -> bool:
    """Whether the last card may have begun a series: a go may have been pegged before it where nobody sees that."""
    laid = game.deal.line.laid
    if len(laid) < 2 or laid[-1].opens or laid[-1].player == laid[-2].player:
        return False
    count, other = laid[-2].count, game.side(laid[-2].player)
    unseen = other in game.deal.unsure_go or not game.follows(other)
    return count is not None and count >= NO_GO_BELOW and unseen


def _lay_again(game: Game, laid: Laid, back: TakenBack) -> None:
    """The card that was taken back is laid again at once: all is as it was."""
    item = back.item
    if item is None or item.earned != laid.points:
        _earn(game, laid)
    else:
        item.state = State.EARNED if item.pegged is None else State.PEGGED
        item.reason, item.settled, item.excess = None, back.settled, back.excess
        left = game.deal.back_ok.get(item.player, 0) - (item.pegged or 0)
        if left < 0:  # the points have been taken back meanwhile
            item.pegged, item.settled, item.excess = None, False, 0
        game.deal.back_ok[item.player] = max(left, 0)
        game.tell_item(item)
    if back.go:
        game.deal.go_after.add(len(game.deal.line.laid) - 1)
        game.deal.line.end_series()
    game.tell_phase()


def _earn(game: Game, laid: Laid) -> None:
    card = laid.card
    game.tell_card(laid)
    if laid.points is None:
        game.earn(What.PLAY, laid.player, None)
    elif laid.points and card is not None:
        item = game.earn(What.PLAY, laid.player, laid.points, [card], laid.parts)
        item.doubtful = _may_be_pegged(game, item.player, laid.t)
        item.perhaps_led = may_have_led(game) or makes_otherwise(game, laid)


def _may_be_pegged(game: Game, player: Player, t: float) -> bool:
    """Whether a move whose reason nobody saw may have been for a card that is told just after it."""
    judged = game.judged.get(player)
    if judged is None or game.unseen_pegs.get(player) != judged.move.after:
        return False
    return bool(judged.move.t > t - LATE_S)


def _play_is_over(game: Game, laid: Laid) -> None:
    """The last card of all: one point unless it made thirty-one (Rule: ACC 7.2.a(8))."""
    line = game.deal.line
    if laid.count is None or line.lost:
        for player in game.players:
            game.earn(What.PLAY, player, None).for_last = True
    elif not line.ended:
        last = game.earn(What.PLAY, laid.player, 1, parts=(("last card", 1),))
        last.doubtful = _may_be_pegged(game, last.player, laid.t)
    line.end_series()
    game.enter(Phase.SHOW)
    open_hands(game)
    play_is_over(game)


__all__ = ["Doubt", "lay", "may_have_led"]
