"""A go that was pegged and that perhaps nobody said: the series as it goes on if the others simply played on.

One pegs a go, and the next card would have fitted. Either its player had said go, which is a renege, or nobody had
and the go was pegged too early. The cards and pegs after it show which of the two it was: they fit a new series, or
the old one. While they fit the old one too, that go proves nothing against anybody.

Rule: ACC 7.3, 8.9.
"""

from __future__ import annotations

from cribbage.book.deal import PlayedOn
from cribbage.book.game import Game
from cribbage.book.items import What
from cribbage.log.observations import Player
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT, play_points
from cribbage.sight.pegmoves import Move

_PEGGED = "pegged"


def follow_old_series(game: Game, player: Player, card: Card | None) -> None:
    """A card is about to be laid: on what was a go for its taker, or in the series that goes on all the same."""
    deal, on, claimed = game.deal, game.deal.played_on, game.deal.claimed
    deal.claimed = deal.played_on = None
    deal.played_before = on
    if claimed is not None:
        times = [go.t for go in deal.goes if go.how == _PEGGED and game.side(go.player) == game.side(player)]
        deal.played_on = _laid(game, claimed, player, card, max(times, default=None))
    elif on is not None and on.go_t is not None:
        over = on.points - on.pegged == (-1 if _count(on) < LIMIT else 0)  # at less than 31 by a go
        last = deal.line.last
        fits_neither = last is not None and on.pegged not in (on.points, last.points)
        if card is None or over or fits_neither or not _sees_pegs(game):
            _drop_go_as_proof(game, on)
        elif game.watches[on.player].in_air:
            deal.played_on = on  # which of the two it is taken up for the hole will show
        elif on.pegged == on.points:
            deal.played_on = _laid(game, on.pile, player, card, on.go_t)


def goes_back(game: Game) -> None:
    """The card laid last goes back to the hand: that series may go on as before it (Rule: ACC 7.1.e)."""
    deal = game.deal
    deal.played_on, deal.played_before = deal.played_before, None


def pegged(game: Game, move: Move) -> None:
    """A move was judged: what its player has pegged for the last card of a series that may have gone on."""
    on = game.deal.played_on
    if on is not None and on.player == move.player:
        on.pegged += move.points


def is_for_old_series(game: Game, move: Move, base: int) -> bool:
    """Whether points are pegged as if the go before had not been taken: then nobody is known to be wrong (8.9)."""
    on = game.deal.played_on
    if on is None or on.player != move.player or move.points == base:
        return False
    due = {on.points - on.pegged}
    if on.go_t is not None and _count(on) < LIMIT:
        due.add(on.points - on.pegged + 1)
    if move.points not in due - {0}:
        return False
    game.deal.goes = [go for go in game.deal.goes if game.side(go.player) != move.player]
    _drop_go_as_proof(game, on)
    game.deal.line.lose()
    return True


def is_open(game: Game, go_t: float, how: str) -> bool:
    """Whether it is not known yet if the go that was pegged at that time had been said."""
    on = game.deal.played_on
    return on is not None and how == _PEGGED and on.go_t == go_t


def play_is_over(game: Game) -> None:
    """No card shows any more which series it was."""
    on, game.deal.played_on = game.deal.played_on, None
    if on is None:
        return
    _drop_go_as_proof(game, on)
    for item in game.open_items(on.player, What.PLAY):
        item.earned, item.for_last = None, True  # thirty-one, or the last card: nobody knows


def _laid(
    game: Game, pile: tuple[Card, ...], player: Player, card: Card | None, go_t: float | None
) -> PlayedOn | None:
    """The old series with one more card; None where it does not fit there."""
    if card is None or card in pile or sum(one.value for one in pile) + card.value > LIMIT:
        return None
    now = (*pile, card)
    return PlayedOn(game.side(player), now, play_points(now).points, go_t)


def _count(on: PlayedOn) -> int:
    return sum(card.value for card in on.pile)


def _drop_go_as_proof(game: Game, on: PlayedOn) -> None:
    game.deal.goes = [go for go in game.deal.goes if go.how != _PEGGED or go.t != on.go_t]


def _sees_pegs(game: Game) -> bool:
    return "board" not in game.faults and not game.lost_pegs and not game.unseen_tracks
