"""The announced count against the cards: a wrong one may be corrected, challenged, or accepted.

Once the opponent plays on, or says go, a wrong count holds for the rest of its series, and what was pegged by it
is earned. A go that was said to it may be withdrawn, and the count be put right, until the other pegs or plays.

Rule: ACC 7.4.
"""

from __future__ import annotations

from cribbage.book.claims import challenge, judge_exact, over
from cribbage.book.game import Announced, Doubt, Game, Phase
from cribbage.book.items import Item, What
from cribbage.book.overplay import announced_over
from cribbage.log.observations import Player, Said
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT
from cribbage.sight.contract import LATE_S, WORD_LATE_S
from cribbage.sight.pegmoves import Move


def announce_count(game: Game, said: Said) -> None:
    """A count is tapped in, by the player of the last card or against them."""
    deal, line = game.deal, game.deal.line
    last = line.last
    if announced_over(game, said):
        return
    if game.phase is not Phase.PLAY or last is None or line.count is None:
        return
    if deal.accepted == (said.by, said.n):
        _withdraw_go(game, *deal.accepted)
    if line.ended:
        return
    if said.n is None or said.n > LIMIT:
        return
    if said.by != last.player:
        if said.n == line.count:
            _challenge_by_count(game, game.side(last.player))
    elif said.n == line.count:
        deal.perhaps_announced = None
        challenge_count(game, said.by)
    elif any(
        laid.player == said.by and laid.count == said.n
        for laid in line.laid
        if said.t - laid.t <= WORD_LATE_S + LATE_S  # it was said a moment after the card was laid
    ):
        deal.perhaps_announced = said.n  # it may be of an earlier card of theirs, and tapped late
    else:
        deal.announced = Announced(said.by, said.n, line.points_at(said.n))


def doubt_count(game: Game) -> None:
    """The game goes on after a count that may have been said of an earlier card, and tapped late: nobody knows which
    count holds. Until then the same player may still tap in that of the last card."""
    perhaps, game.deal.perhaps_announced = game.deal.perhaps_announced, None
    line = game.deal.line
    if perhaps is not None and line.count is not None and not line.ended:
        line.doubt_count((line.count, perhaps))


def accept_count(game: Game, by: Player, says_go: bool = False) -> None:
    """The opponent goes on: the announced count holds for this series (7.4.a); `says_go`: for the time being."""
    doubt_count(game)
    deal, announced = game.deal, game.deal.announced
    if announced is None or announced.player == by:
        return
    deal.announced = None
    right, was_pegged_by = deal.line.count, game.hold_of(game.side(announced.player), Doubt.COUNT)
    if says_go and right is not None and was_pegged_by is None:
        deal.accepted = (by, right)
    deal.line.agree(announced.count)
    item = _earned_by(game, announced)
    for hold in game.take_holds(Doubt.COUNT):
        judge_exact(game, hold.move, [item])


def _withdraw_go(game: Game, player: Player, count: int) -> None:
    """Who said go to a wrong count withdraws it and puts the count right (7.4.a)."""
    deal, line = game.deal, game.deal.line
    deal.accepted = None
    deal.said_go.pop(player, None)
    line.agree(count)
    for item in _counted_wrongly(game):
        item.earned = line.points_at(count)


def settle_accepted(game: Game, player: Player, card: Card | None) -> None:
    """A card is about to be laid: by the player who said go to a wrong count it shows that they withdrew the go, or
    begins a series. Which count holds nobody knows then (7.4.a)."""
    line, accepted, game.deal.accepted = game.deal.line, game.deal.accepted, None
    if accepted is None or accepted[0] != player or line.count is None:
        return
    counts = {accepted[1]} if line.ended else {accepted[1], line.count}
    if card is None or min(counts) + card.value <= LIMIT:
        line.doubt_count(counts)
        for item in _counted_wrongly(game):
            item.doubtful = True


def _challenge_by_count(game: Game, player: Player) -> None:
    """An opponent says the right count: that challenges what was pegged by the wrong one (7.4.b, 8.4.c(1))."""
    waits = game.hold_of(player, Doubt.COUNT) is not None
    challenge_count(game, player)
    for item in [item for item in game.open_items(player) if item.excess and waits][-1:]:
        challenge(game, item, claimed=False)


def _counted_wrongly(game: Game) -> list[Item]:
    """The open scores of the last card, which may be worth nothing by the right count."""
    last = game.deal.line.laid[-1]
    return [item for item in game.open_items(last.player, What.PLAY) if item.cards == str(last.card)]


def challenge_count(game: Game, player: Player) -> None:
    """The count is corrected in time: what only the wrong count earned was pegged too much (7.4.b)."""
    if game.deal.announced is None or game.side(game.deal.announced.player) != game.side(player):
        return
    game.deal.announced = None
    item = _item(game, player)
    for hold in game.take_holds(Doubt.COUNT):
        judge_exact(game, hold.move, [] if item is None else [item])


def settle_surplus(game: Game, move: Move) -> None:
    """What is more than a wrong announced count would earn goes back, or some of it: that was too many, whether the
    count is accepted or not. With more than that its player corrects the count (7.4.b)."""
    hold, announced = game.hold_of(move.player, Doubt.COUNT), game.deal.announced
    if hold is None or announced is None:
        return
    surplus = hold.move.points - announced.points
    if -move.points > surplus:
        challenge_count(game, move.player)
        return
    game.holds.remove(hold)
    over(game, hold.move, surplus, [_earned_by(game, announced)])


def _earned_by(game: Game, announced: Announced) -> Item:
    """The score of the last card as the announced count makes it; what has not been pegged of it is owed again."""
    item = _item(game, announced.player) or game.earn(What.PLAY, announced.player, 0, _last_card(game))
    item.earned, item.settled = announced.points, False
    return item


def _last_card(game: Game) -> list[Card]:
    last = game.deal.line.last
    return [] if last is None or last.card is None else [last.card]


def _item(game: Game, player: Player) -> Item | None:
    """The open score of the player's last card."""
    items = [item for item in game.open_items(player, What.PLAY) if item.cards]
    last = game.deal.line.last
    return next((item for item in items if last is not None and item.cards == str(last.card)), None)
