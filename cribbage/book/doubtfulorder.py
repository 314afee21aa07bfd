"""Cards of the play that were noticed late, or not at all: an order in which nobody could have passed is doubted.

At a count of 21 or lower every card fits, so a player who holds cards cannot pass (7.3). Where two cards of one
player are seen one after the other there all the same, a card of another player lies between them that was not
seen yet, or that will be dated after them. Above 21 a pass is believed unless its player lays a card soon after it
that would have fitted. Then nobody knows the count of this play, what its cards earned, or who had to say go: what
is pegged for them is not verified, and nothing is held against anybody because of them.

Rule: ACC 7.1, 7.2, 7.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cribbage.book.claims import unverified
from cribbage.book.deal import Pass
from cribbage.book.game import Doubt, Game
from cribbage.book.items import What
from cribbage.log.observations import Player
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT

LATE_S: Final = 15.0
"""A card that is told later than this after it was laid was not only seen slowly."""
WHY: Final = "a card of the play may have been noticed late"
QUESTION: Final = "In which order were the cards played?"
_OF_THE_PLAY: Final = (Doubt.GO, Doubt.PART, Doubt.COUNT, Doubt.SHORT, Doubt.AHEAD)


def doubt_order(game: Game, player: Player, card: Card | None, t: float) -> None:
    """A card is about to be laid: if the cards cannot have come in the order in which they were seen, doubt it."""
    deal, line = game.deal, game.deal.line
    if card is not None and any(_was_laid_then(one, player, card, t) for one in deal.passes):
        deal.odd.add(("passed", player, card))
        lose_order(game, player, t)
        return
    if _leads_after_own_thirty_one(game, player):
        lose_order(game, player, t)
        return
    passed, count = _passed_over(game, player, card), line.count
    if passed and count is not None and count < game.profile.renege_min_count:
        last = line.last
        together = last is not None and last.player == player and last.t == t
        deal.odd |= {("passed over", seat, card) for seat in passed}
        # Of two in one reading one may go back, and then the count is known (7.1.f).
        line.lose(blind=not together)
        if not together:
            _ask(game, player, t)
    elif count is not None:
        deal.passes += [Pass(seat, count, t) for seat in passed]


def _was_laid_then(one: Pass, player: Player, card: Card, t: float) -> bool:
    """Whether a card that is seen now may be what its player laid when they seemed to pass."""
    return one.seat == player and one.count + card.value <= LIMIT and t - one.t <= LATE_S


def _leads_after_own_thirty_one(game: Game, player: Player) -> bool:
    """Whether the player who made thirty-one lays the next card too, though another holds cards and was to lead
    (7.1.e)."""
    line, last = game.deal.line, game.deal.line.last
    if last is None or line.lost or last.count != LIMIT or last.player != player:
        return False
    return any(line.held(other) for other in game.others(player))


def _passed_over(game: Game, player: Player, card: Card | None) -> list[Player]:
    """The seats that hold cards, were to play before this one in the series, and have neither played nor said go."""
    line, last = game.deal.line, game.deal.line.last
    if last is None or not line.fits(card):
        return []
    before = _seats_before(game, last.player, player)
    return [seat for seat in before if line.held(seat) and seat not in game.deal.said_go]


def _seats_before(game: Game, last: Player, player: Player) -> list[Player]:
    """The seats whose turn it is after a card of `last` and before this player's."""
    after = [*game.others(last), last]
    return after[: after.index(player)]


def note_passed_over(game: Game, was_unknown: Sequence[int]) -> None:
    """Cards that were not read (by their index in the play) can be read now: where another one was laid on one of
    them though a player was passed over who could not pass, this was not the order, and nobody can tell which was."""
    deal, line = game.deal, game.deal.line
    for index in was_unknown:
        last, later = line.laid[index], line.laid[index + 1 :]
        if not later or later[0].opens or last.count is None or last.count >= game.profile.renege_min_count:
            continue
        for seat in _seats_before(game, last.player, later[0].player):
            had_cards = line.held(seat) or any(laid.player == seat for laid in later)
            if had_cards and seat not in deal.said_go:
                deal.odd.add(("passed over", seat, later[0].card))


def lies_between(known: Sequence[Card | None], seen: Sequence[Card | None]) -> bool:
    """Whether a new card lies before one that was told earlier, and those lie as they did: it was laid before."""
    return [card for card in seen if card in known] == list(known) != list(seen[: len(known)])


def lose_order(game: Game, player: Player, t: float) -> None:
    """A card that was laid earlier is seen only now: what the cards after it earned is not known."""
    deal = game.deal
    deal.line.lose()
    deal.passes.clear()
    deal.goes.clear()
    deal.announced = None
    for item in game.items:
        item.doubtful = item.doubtful or item.what is What.PLAY
    for hold in game.take_holds(*_OF_THE_PLAY):
        unverified(game, hold.move, why=WHY)
    _ask(game, player, t)


def _ask(game: Game, player: Player, t: float) -> None:
    game.tell("ask", {"about": player, "why": WHY, "question": QUESTION}, t)
