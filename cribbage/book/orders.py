"""What has to be done before play goes on, followed until it is done: pegs, points, cards taken back or up.

Remedies and awards put their orders here, rulings add what becomes of the deal. Each change is told as an
``orders`` event: what is still to be done, and where the pegs and cards are now (Rule: ACC judge protocol h).

What a ruling may say of the deal (``ruling.deal`` of the table log, every key optional):

===============  =======================================================================================
``again``        the deal is void, and this player deals
``dealer``       who deals next
``crib_of``      whose crib it is from now on; the other one is pone
``dead``         zones whose cards count nothing
``no_points``    players who score nothing in this play
``hands``        how many cards each hand has, where that is wrong and stays so
``play``         ``over``: no card is played any more, hands are counted
``cards_stand``  so many cards of the play stand; later ones are taken back, and so is a go pegged on the last
``dead_cards``   cards of each player that may not be played, and are counted all the same
``starter``      which card the starter is; ``starter_back``: it goes back, and another is turned
``shown``        the cards of a hand or the crib, where they were mixed away
``forfeit``      a player's points that may not be pegged; ``won``: who has won as the score stands
===============  =======================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from cribbage.book.claims import last_words, unverified
from cribbage.book.cutagain import cut_again, starter_goes_back
from cribbage.book.game import Doubt, Game, Order, Phase
from cribbage.book.items import Reason, What
from cribbage.book.laying import end_play_as_ruled
from cribbage.book.nextdeal import end_deal
from cribbage.book.show import open_hands, recount, show_crib
from cribbage.log.observations import CRIB, STARTER, Player, Ruling
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card, parse_cards

COUNTED: Final = re.compile(r"4\.4\.(c, action|d) ?\(?[2367]\)?")
"""The actions by which a deal with a wrong number of cards goes on: hands and crib are put right where that is to be,
and all of them counted (Rule: ACC 4.4.d)."""

# --- what a ruling says of the deal ------------------------------------------------------------------------


def rule_deal(game: Game, ruling: Ruling) -> None:
    """Do what a ruling says of the deal, and wait for what players have to do."""
    if COUNTED.fullmatch(ruling.rule) and Code.WRONG_COUNT in game.deal.told:
        _counted_as_ruled(game)
    for key, act in DEAL.items():
        if key in ruling.deal and not game.over:
            act(game, ruling.deal[key], ruling)
    if not (game.over or game.deal.void or _goes_back(game)):
        end_play_as_ruled(game, ruling.t)


def _goes_back(game: Game) -> bool:
    """Whether a card that was played has to be taken back: what comes after that is played in its place, or it is
    dead, and nobody knows yet whether it goes."""
    dead = game.deal.dead_cards
    is_dead = any(laid.card in dead.get(laid.player, ()) for laid in game.deal.line.laid)
    return is_dead or any(order.do == "take-back" for order in game.orders)


def _again(game: Game, dealer: Player, ruling: Ruling) -> None:
    deal = game.deal
    deal.void, deal.again = True, dealer
    if game.phase is Phase.STARTER:
        end_deal(game, ruling.t)  # no card of it lies open but perhaps the starter
    else:
        game.orders.append(Order("clear", ruling.rule, dealer, deal=deal.number, ruled=True))


def _dealer(game: Game, dealer: Player, _ruling: Ruling) -> None:
    game.deal.next_dealer = dealer


def _crib_of(game: Game, player: Player, _ruling: Ruling) -> None:
    game.deal.dealer, game.deal.sure_dealer = player, True
    game.tell("deal", {"deal": game.deal.number, "dealer": player})


def _hands(game: Game, sizes: Mapping[Player, int], _ruling: Ruling) -> None:
    game.deal.line.sizes.update(sizes)
    _counted_as_ruled(game)


def _counted_as_ruled(game: Game) -> None:
    """The judges have dealt with the numbers of cards: the deal is judged again from here on."""
    game.deal.told.add(Code.WRONG_COUNT)
    game.deal.void = False
    recount(game)


def _dead(game: Game, zones: list[str], _ruling: Ruling) -> None:
    game.deal.dead.update(zones)
    for item in game.items:
        zone = CRIB if item.what is What.CRIB else item.seat
        if item.what in (What.HAND, What.CRIB) and item.is_open and zone in zones and item.pegged is None:
            item.earned, item.parts, item.text = 0, (), "dead"
            game.tell_item(item)


def _no_points(game: Game, players: list[Player], ruling: Ruling) -> None:
    game.deal.no_points.update(players)
    sides = {game.side(player) for player in players}
    for hold in [hold for hold in game.holds if hold.move.player in sides]:
        game.holds.remove(hold)
        unverified(game, hold.move, why=f"ruled: {ruling.rule}")
    for player in players:
        _strike_play(game, player)


def _strike_play(game: Game, player: Player) -> None:
    for item in game.open_items(player, What.PLAY):
        if item.seat == player:
            item.settled, item.excess = True, 0
            game.close(item, Reason.TAKEN_BACK)


def _play_over(game: Game, how: str, ruling: Ruling) -> None:
    if how != "over" or game.phase is not Phase.PLAY:
        return
    for hold in game.take_holds(*Doubt):
        unverified(game, hold.move, why=f"ruled: {ruling.rule}")
    for player in game.seats:
        _strike_play(game, player)
    game.deal.goes.clear()
    game.deal.line.end_series()
    game.waiting_card = None
    game.enter(Phase.SHOW)
    open_hands(game)


def _cards_stand(game: Game, number: int, ruling: Ruling) -> None:
    """Later cards go back; the series goes on as it was before them."""
    deal, line = game.deal, game.deal.line
    if game.phase is not Phase.PLAY or number > len(line.laid):
        return
    game.waiting_card = None
    stay = {seat: sum(laid.player == seat for laid in line.laid[:number]) for seat in game.seats}
    for player in game.seats:
        if len(line.of(player)) > stay[player]:
            game.orders.append(
                Order("take-back", ruling.rule, player, stay[player], deal=deal.number, ruled=True)
            )
    if number - 1 in deal.go_after:
        goes = [item for player in game.players for item in game.open_items(player, What.PLAY) if item.is_go]
        for item in goes:
            item.settled = True
            game.close(item, Reason.TAKEN_BACK)
    deal.goes = [go for go in deal.goes if go.laid < stay[go.player]]
    deal.said_go.clear()
    deal.gone.clear()
    deal.claimed = deal.played_on = deal.announced = None
    deal.go_after = {index for index in deal.go_after if index != number - 1}
    line.rewind(list(line.laid), frozenset(deal.go_after))


def _dead_cards(game: Game, cards: Mapping[Player, list[str]], _ruling: Ruling) -> None:
    for player, names in cards.items():
        game.deal.dead_cards[player] = parse_cards(names)
        game.deal.line.dead[player] = len(names)


def _starter(game: Game, name: str, _ruling: Ruling) -> None:
    game.deal.starter, game.deal.starter_unread = Card.parse(name), False
    for item in game.items:
        if (
            item.is_open
            and item.pegged is None
            and item.what in (What.HAND, What.CRIB)
            and item.text != "dead"
        ):
            item.earned = None
    recount(game)


def _starter_back(game: Game, back: bool, ruling: Ruling) -> None:
    if not back:
        return
    starter_goes_back(game)
    cut_again(game, ruled=True)
    game.deal.starter, game.deal.starter_unread = None, False
    game.deal.zones.pop(STARTER, None)
    game.orders.append(Order("starter", ruling.rule, deal=game.deal.number, ruled=True))


def _shown(game: Game, zones: Mapping[str, list[str]], ruling: Ruling) -> None:
    for zone, names in zones.items():
        cards = parse_cards(names)
        if zone != CRIB:
            game.deal.hands[zone] = cards
        else:
            game.deal.crib = cards
            if game.phase is Phase.SHOW:
                show_crib(game, ruling.t)
    recount(game)


def _forfeit(game: Game, what: Mapping[str, Any], _ruling: Ruling) -> None:
    left = int(what.get("points") or 0)
    for item in game.open_items(what["player"]):
        if item.what is not What.PENALTY and 0 < item.owed <= left:
            left -= item.owed
            item.settled = True
            game.close(item, Reason.TAKEN_BACK)


def _won(game: Game, what: Mapping[str, Any], ruling: Ruling) -> None:
    player = what["player"]
    last_words(game)
    game.won(player, game.profile.target, game.score(game.other(player)), ruling.t, rule=ruling.rule)


DEAL: Final[Mapping[str, Callable[[Game, Any, Ruling], None]]] = {
    "crib_of": _crib_of,
    "dealer": _dealer,
    "hands": _hands,
    "dead": _dead,
    "no_points": _no_points,
    "cards_stand": _cards_stand,
    "dead_cards": _dead_cards,
    "starter_back": _starter_back,
    "starter": _starter,
    "shown": _shown,
    "play": _play_over,
    "forfeit": _forfeit,
    "again": _again,
    "won": _won,
}


# --- following ---------------------------------------------------------------------------------------------


def tell_orders(game: Game) -> None:
    """Look what has been done, and tell it if anything has changed."""
    if not game.orders and game.orders_told is None:
        return
    game.orders = [order for order in game.orders if _still_holds(game, order)]
    for order in game.orders:
        order.done = _is_done(game, order)
    done = all(order.done for order in game.orders)
    told = {
        "rule": _rule(game, game.orders[0]) if game.orders else (game.orders_told or {}).get("rule", ""),
        "steps": [_step(game, order) for order in game.orders],
        "done": done,
    }
    if told != game.orders_told:
        game.orders_told = told
        game.tell("orders", told)
    if done:
        game.orders, game.orders_told = [], None


def _still_holds(game: Game, order: Order) -> bool:
    """Whether an order still waits to be done: not where a remedy was given up or the deal has ended."""
    if game.over:
        return False
    if order.remedy is not None:
        return order.done or order.remedy.met or game.remedies.get(order.remedy.player) is order.remedy
    if order.item is not None:
        return order.item.is_open or order.item.pegged is not None
    return order.do == "clear" or order.deal == game.deal.number


def _is_done(game: Game, order: Order) -> bool:
    if order.done:
        return True
    if order.remedy is not None:
        return order.remedy.met
    if order.item is not None:
        return order.item.pegged is not None
    if order.do == "clear":
        return order.deal != game.deal.number
    if order.do == "starter":
        return game.deal.starter is not None
    return len(game.deal.line.of(order.player or "")) <= order.number


def _is_ruled(order: Order) -> bool:
    return order.ruled or (order.remedy is not None and order.remedy.ruled)


def _rule(game: Game, order: Order) -> str:
    """The rule behind an order, as its book has it."""
    return game.cited(order.rule, _is_ruled(order))


def _step(game: Game, order: Order) -> dict[str, Any]:
    """One order in words and numbers; players go by their seats."""
    step: dict[str, Any] = {"do": order.do, "rule": _rule(game, order), "ruled": _is_ruled(order)}
    step["done"] = order.done
    if order.player is not None:
        step["player"] = order.player
    return step | TELL[order.do](game, order)


def _peg_step(game: Game, order: Order) -> dict[str, Any]:
    to = order.number if order.remedy is None else order.remedy.target
    now = game.score(order.player or "")
    where = "." if order.done else f"; it stands in {now}."
    return {"to": to, "now": now, "text": f"{order.player}'s front peg goes to hole {to}{where}"}


def _score_step(_game: Game, order: Order) -> dict[str, Any]:
    return {"points": order.number, "text": f"{order.player} pegs {order.number}."}


def _take_back_step(game: Game, order: Order) -> dict[str, Any]:
    cards = max(len(game.deal.line.of(order.player or "")) - order.number, 0)
    many = "every card is back" if order.done else f"{cards} of the play still to be taken back"
    return {"cards": cards, "text": f"{order.player}: {many}."}


def _clear_step(_game: Game, order: Order) -> dict[str, Any]:
    return {"text": f"All cards are taken up; {order.player} deals."}


def _starter_step(_game: Game, _order: Order) -> dict[str, Any]:
    return {"text": "The starter goes back, and another is turned."}


TELL: Final[Mapping[str, Callable[[Game, Order], dict[str, Any]]]] = {
    "peg": _peg_step,
    "score": _score_step,
    "take-back": _take_back_step,
    "clear": _clear_step,
    "starter": _starter_step,
}
