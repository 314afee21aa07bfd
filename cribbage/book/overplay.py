"""A card that carries the count over thirty-one, and points pegged on it before it goes back.

The card may be replaced without penalty by one that makes the count that was announced (2025); otherwise what was
pegged on it is an overpeg, and in the game hole a false claim. Until it is known whether it goes back, and which card
comes instead, the move is held.

Rule: ACC 7.1.e.
"""

from __future__ import annotations

from typing import Final

from cribbage.book.blame import not_too_many
from cribbage.book.claims import answer, challenge, judge_exact, over
from cribbage.book.game import Doubt, Game, Hold, Phase, reaches_game
from cribbage.book.items import What
from cribbage.book.playline import Laid
from cribbage.log.observations import Player, Said
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT
from cribbage.sight.pegmoves import Move

RULE: Final = "7.1.e"


def may_go_back(game: Game, player: Player, card: Card | None) -> bool:
    """Whether a card carries the count over thirty-one and is not, for all that is known, a lead (7.1.e)."""
    line = game.deal.line
    if line.fits(card) is not False or not line.count or line.ended or line.only_card_is(player):
        return False
    last, own = line.last, {game.side(player)}
    is_others = last is not None and last.player != player
    if not is_others and not any(map(line.held, game.others(player))):
        return False  # who plays on alone leads the next series
    if _plays_on_announced(game, player, card) or _is_turned_over(game):
        return False
    if last is not None and is_others:
        own -= {game.side(last.player)}  # a partner may have taken the go
    if game.hidden or game.deal.unsure_go - own:
        return False  # another card may lie there, or the go have been pegged by a move that was not verified
    if last is not None and is_others and not game.follows(last.player):
        return False  # the go may be pegged just now, or have been, into a hole that does not show it
    return not any(
        hold.doubt is Doubt.GO and hold.move.points == hold.base + 1 and hold.move.player not in own
        for hold in game.holds
    )


def _is_turned_over(game: Game) -> bool:
    """Whether cards of the present series have been turned over: it has ended (Alberta 8.d)."""
    laid = game.deal.line.laid
    before = laid[: max((index for index, one in enumerate(laid) if one.opens), default=0)]
    return any(
        turned > sum(one.player == seat for one in before) for seat, turned in game.deal.turned.items()
    )


def _plays_on_announced(game: Game, player: Player, card: Card | None) -> bool:
    """Whether by the count that was announced, which playing on accepts, a card is a lead or does fit (7.4.a)."""
    announced = game.deal.announced
    if announced is None or announced.player == player or card is None:
        return False
    return announced.count == LIMIT or announced.count + card.value <= LIMIT


def wait_for(game: Game, player: Player, card: Card | None, t: float) -> None:
    """Such a card waits for what becomes of it; that it must go back, if it leads nothing, is remarked at once. Who
    has said go is to lead next."""
    game.waiting_card = (player, card, t)
    if player in game.deal.said_go:
        return
    game.remark(
        "over", "waits", RULE, player, "a card over thirty-one: it goes back, unless it leads a new series"
    )


def announced_over(game: Game, said: Said) -> bool:
    """A count is tapped in for a card that lies there over thirty-one."""
    waiting = game.waiting_card
    if waiting is None:
        return False
    if said.by == waiting[0] and said.n is not None:
        game.deal.over = (said.by, said.n)
    return True


def hold_over(game: Game, move: Move) -> bool:
    """Points pegged by the player whose card lies over thirty-one wait for what becomes of the card."""
    waiting = game.waiting_card
    if (
        waiting is None
        or game.side(waiting[0]) != move.player
        or move.points <= 0
        or game.phase is not Phase.PLAY
    ):
        return False
    game.holds.append(Hold(Doubt.OVER, move))
    return True


def replaced(game: Game, laid: Laid) -> None:
    """The next card has come instead of the one that went back, or of the other player: the points are judged."""
    announced, game.deal.over, game.deal.over_admitted = game.deal.over, None, False
    wrong = not _may_be_replaced(game, announced, laid)
    for hold in game.take_holds(Doubt.OVER):
        move = hold.move
        is_own = game.side(laid.player) == move.player and laid.card is not None
        plays = game.open_items(move.player, What.PLAY) if is_own else []
        items = [item for item in plays if item.cards == str(laid.card)]
        if wrong and not reaches_game(game, move):
            over(game, move, move.points, items)
        else:
            judge_exact(game, move, [] if wrong else items)
        answer(game, hold)


def _may_be_replaced(game: Game, announced: tuple[Player, int] | None, laid: Laid) -> bool:
    """Whether points stand that were pegged on a card over thirty-one, now that this one has come instead (7.1.e)."""
    other_count = announced is not None and announced[1] != laid.count
    return game.profile.over_31 != "overpeg" and not (game.profile.over_31 != "" and other_count)


def replaces_lead(game: Game, laid: Laid) -> None:
    """A card has come instead of one that had seemed to lead: points on that one, which were held against its player,
    are judged with it if it may replace it."""
    judged, game.deal.pegged_over = game.deal.pegged_over, []
    for hold, verdicts in judged:
        side = hold.move.player
        may_be = game.side(laid.player) == side and _may_be_replaced(game, game.deal.over, laid)
        if may_be and not_too_many(game, side, verdicts):
            game.holds.append(hold)


def challenge_over(game: Game, offender: Player) -> None:
    """Points on such a card are challenged: an overpeg, except where its player may hold the card that was announced;
    then they wait for that one, or until the points go back (7.1.e)."""
    if game.profile.over_31 == "overpeg":
        withdrawn(game, offender)
        return
    for hold in _holds_of(game, offender):
        hold.challenged = game.deal.over_admitted = True


def is_challenged(game: Game, player: Player) -> bool:
    """Whether points of a player on a card over thirty-one wait, and have been challenged."""
    return any(hold.challenged for hold in _holds_of(game, player))


def settle_over_by_award(game: Game, move: Move) -> None:
    """Who challenged such points pegs them before they have gone back (8.4.c(1))."""
    for other in [one for one in game.players if one != move.player and is_challenged(game, one)]:
        if any(hold.move.points == move.points for hold in _holds_of(game, other)):
            withdrawn(game, other)
            for item in [item for item in game.open_items(other) if item.excess][-1:]:
                challenge(game, item)


def _holds_of(game: Game, player: Player) -> list[Hold]:
    return [hold for hold in game.holds if hold.doubt is Doubt.OVER and hold.move.player == player]


def withdrawn(game: Game, player: Player) -> bool:
    """The points are taken back, or challenged: they were an overpeg."""
    holds = game.take_holds(Doubt.OVER, player=player)
    for hold in holds:
        judge_exact(game, hold.move, [])
        game.deal.over_admitted = game.waiting_card is not None
    return bool(holds)
