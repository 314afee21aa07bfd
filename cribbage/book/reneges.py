"""Reneges: a card that fitted when its player passed, claimed when it is played, certain when all cards are known.

Rule: ACC 7.3.a (claimed when a reneged card is played), 7.3.b (two points for each); Corporate 4 (two back).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from cribbage.book.claims import award, text_of, unverified
from cribbage.book.game import Game, reaches_game
from cribbage.book.items import What
from cribbage.book.playline import Go
from cribbage.book.unsaidgo import is_open
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT
from cribbage.sight.contract import WORD_LATE_S
from cribbage.sight.pegmoves import Move

RULE = "7.3.b"
LATE = "a single renege has to be claimed before the next card of who claims it"


def check_reneges(game: Game, player: Player, t: float) -> None:
    """All cards of a player have been seen: did one fit when they passed? (Rule: ACC 7.3)"""
    deal = game.deal
    hand = [laid.card for laid in deal.line.of(player)]
    is_known = len(hand) == deal.line.size(player) and None not in hand and not _may_be_of_two_deals(game)
    if not is_known or game.profile.renege_points is None:
        return
    for go in [go for go in deal.goes if go.player == player and not is_open(game, go.t, go.how)]:
        deal.goes.remove(go)
        # What seems to lie in the series that its player had passed may have been laid before they passed.
        if fitted := [card for card in _lying(game, go) if ("passed", player, card) not in deal.odd]:
            due = _worth(game, fitted)
            cards = [str(card) for card in fitted]
            deal.told.add(Code.RENEGE)
            deal.odd |= {("renege", player, card) for card in fitted}
            how = {"how": go.how, "t": go.t}
            game.say(Code.RENEGE, player, due, t, rule="7.3", cards=cards, count=go.count, go=how)
            if game.profile.renege_back:
                game.allow_back(game.side(player), due)
            elif due > go.claimed:
                game.earn(
                    What.PENALTY, game.other(player), due - go.claimed, fitted, text=text_of(game.cited(RULE))
                )


def is_claim(game: Game, move: Move) -> bool:
    """Whether a move is for a renege: what the reneged cards that have been played are worth is its player's from now
    on (7.3.a). Where more was pegged, judges may have found others in that hand: it is not verified.

    The peg is the claim: nothing more is known where the word was tapped.
    """
    each = game.profile.renege_points or 1
    go = next(_claimed(game, move), None)
    if go is None:
        return False
    due = _due(game, go)
    if _is_late(game, go, move.player):
        go.claimed += due
        unverified(game, move, why=LATE)
    elif move.points > due and (move.points - due) % each == 0:
        go.claimed += move.points
        unverified(game, move, why="judges may have found more cards that could have been played")
    else:
        go.claimed += due
        award(game, game.side(go.player), due, RULE, to=move.player, since=move.before.score)
    return True


def _is_late(game: Game, go: Go, side: Player) -> bool:
    """Whether who claims a renege has laid a card since the reneged one, and had not said so: of a single one that is
    too late, of several it is not, and no more than one is seen (7.3.a)."""
    laid, fitted = game.deal.line.laid, _fitted(game, go)
    since = next((index for index, one in enumerate(laid) if one.card in fitted), len(laid))
    later = [one.t for one in laid[since:] if game.side(one.player) == side]
    said = game.deal.renege_said.get(side, inf)
    return len(fitted) == 1 and bool(later) and said > later[0] + WORD_LATE_S


def may_be_claim(game: Game, move: Move) -> bool:
    """Whether `is_claim` would find one."""
    return any(_claimed(game, move))


def is_for_retrieved(game: Game, move: Move) -> bool:
    """Whether `is_claim` would find a renege whose card has gone back, so that the go is due again (7.3.b)."""
    return any(go.retrieved for go in _claimed(game, move))


def _claimed(game: Game, move: Move) -> Iterator[Go]:
    """The goes for whose reneges a move may be: all that was played is pegged, or as much as the game takes; no more
    than all that its player still holds would be worth too."""
    for go in [] if game.profile.renege_back else shown(game):
        due = _due(game, go)
        is_all = due <= move.points or reaches_game(game, move)
        most = _due(game, go, more=game.deal.line.held(go.player))
        if game.side(go.player) != move.player and due > 0 and is_all and move.points <= most:
            yield go


def _due(game: Game, go: Go, more: int = 0) -> int:
    """What may still be claimed for a go, with so many cards more that could have been played."""
    return _worth(game, _fitted(game, go), more) - go.claimed


def may_go_back(game: Game) -> bool:
    """Whether a reneged card has been played: points go back as judges, or the book, want it (7.3.b)."""
    return Code.RENEGE in game.deal.told or bool(shown(game))


def note_retrieved(game: Game, player: Player, cards: Sequence[Card | None]) -> None:
    """Cards of a player are about to go back to their hand; what they show of a go stays known."""
    for go in game.deal.goes:
        if go.player == player:
            gone = (card for card in _lying(game, go) if card in cards)
            go.retrieved += tuple(card for card in gone if card not in go.retrieved)


def retrieved(game: Game) -> list[Go]:
    """The goes after which a reneged card has been played and has gone back, where a book has that (7.3.b)."""
    return [] if game.profile.renege_back else [go for go in shown(game) if go.retrieved]


def shown(game: Game) -> list[Go]:
    """The goes after which a reneged card of their player has been played."""
    known = game.profile.renege_points is not None and not _may_be_of_two_deals(game)
    return [go for go in game.deal.goes if known and not is_open(game, go.t, go.how) and _fitted(game, go)]


def _may_be_of_two_deals(game: Game) -> bool:
    """Whether a card that fits a go may have been dealt after it."""
    return game.deal.mixed or game.deal.perhaps_over


def _fitted(game: Game, go: Go) -> list[Card]:
    """The cards that have been played since, and could have been when their player passed: those that lie there, and
    those that have been retrieved (7.3.b)."""
    lying = _lying(game, go)
    return lying + [card for card in go.retrieved if card not in lying]


def _lying(game: Game, go: Go) -> list[Card]:
    if go.count < game.profile.renege_min_count:
        return []
    later = [laid.card for laid in game.deal.line.of(go.player)[go.laid :]]
    return [card for card in later if card is not None and go.count + card.value <= LIMIT]


def _worth(game: Game, cards: list[Card], more: int = 0) -> int:
    points = game.profile.renege_points or 0
    return points * (len(cards) + more) if game.profile.renege_per_card else points
