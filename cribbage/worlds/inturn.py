"""What shows that a card must have been laid before it: it was its player's turn, and the game went on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cribbage.book.game import Game, Phase
from cribbage.log.observations import Cards, Holes, Observation, Player, Said, Unread, Zone


def holes_before(recent: Sequence[Observation]) -> Mapping[Player, frozenset[int]]:
    """The holes as they were observed last."""
    return next((one.holes for one in reversed(recent) if isinstance(one, Holes)), {})


def shows_earlier_card(
    one: Observation, zone: Zone, game: Game, before: Mapping[Player, frozenset[int]], goes: bool
) -> bool:
    """Whether an observation shows that a card must have lain in this zone before it: it was that player's turn, and
    somebody else laid a card or said go, or that player took up a peg or spoke.

    `before`: the holes as they were observed last before it; `goes`: what that player pegs after a card of their own
    may be the go.
    """
    if game.phase is not Phase.PLAY or _whose_turn(game, goes) != zone:
        return False
    if isinstance(one, Cards | Unread):
        return one.zone in game.seats and one.zone != zone
    side, last = game.side(zone), game.deal.line.last
    if goes and last is not None and last.player == zone:
        return False
    if isinstance(one, Said):
        return one.what == "go" or one.by in (zone, side)
    return isinstance(one, Holes) and side in before and one.holes.get(side) != before[side]


def _whose_turn(game: Game, goes: bool) -> Player:
    """Whose turn it is to lay a card, among those who have not said go in this series; `goes`: what waits for a
    verdict may be the go that ends it."""
    line = game.deal.line
    said = game.deal.said_go.items()
    passed = game.deal.gone | {seat for seat, go in said if go.laid == len(line.of(seat))}
    if line.last is None or line.ended or not passed:
        return game.next_to_play()
    side = game.side(line.last.player)
    if goes and any(hold.move.player == side and hold.move.t > line.last.t for hold in game.holds):
        return game.next_to_play()
    order = [*game.others(line.last.player), line.last.player]
    return next((seat for seat in order if line.held(seat) and seat not in passed), game.next_to_play())
