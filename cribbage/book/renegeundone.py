"""What a renege undoes: the cards laid since go back, and the series goes on at the count at which go was said.

Judges say so, or the players put it right themselves: then the reneged card goes back to its hand. The other player
decides whether it is dead or played, so it may also stay where it lies; then judges send back the go alone.

Rule: ACC 7.3.b, 7.3.c.
"""

from __future__ import annotations

from cribbage.book.game import Game
from cribbage.book.playline import Go
from cribbage.book.playpegs import take_back_go
from cribbage.book.reneges import retrieved, shown


def note_ruled(game: Game) -> None:
    """Judges have ruled on a renege: nothing more follows from that go (7.3.a), and once the cards laid since are
    back the series goes on."""
    for go in shown(game):
        game.deal.goes.remove(go)
        game.deal.undone_goes.append(go)


def series_goes_on(game: Game) -> None:
    """Cards have gone back: if the last one that lies there had ended a series by a go that a renege undoes, that
    series goes on."""
    deal, line = game.deal, game.deal.line
    last, taker = len(line.laid) - 1, line.last
    if taker is None or last not in deal.go_after:
        return
    undone = [go for go in (*deal.undone_goes, *retrieved(game)) if _was_said_at(game, go)]
    if not undone:
        return
    still_claimed = [go for go in deal.goes if go in undone]
    take_back_go(game, game.side(taker.player))
    deal.goes = [*still_claimed, *(go for go in deal.goes if go not in still_claimed)]
    deal.played_on = deal.led_after_go = None
    for go in undone:
        deal.said_go.pop(go.player, None)


def _was_said_at(game: Game, go: Go) -> bool:
    """Whether a go was said when just the cards that lie there had been laid."""
    line = game.deal.line
    return go.laid == len(line.of(go.player)) and line.laid[-1].count == go.count
