"""The play: cards as they are laid, and the peg moves made meanwhile.

Rule: ACC 6.3 (heels), 7.1 to 7.3, 8.9.
"""

from __future__ import annotations

from cribbage.cards import Card
from cribbage.claims import judge_exact, over, pegged_for_play, scored, sums_of, take_award, unverified
from cribbage.game import Doubt, Game, Hold, Phase, reaches_game
from cribbage.items import Item, What, owed
from cribbage.moves import Move
from cribbage.observations import Player
from cribbage.pegging import LIMIT
from cribbage.play import Go, Laid
from cribbage.showing import open_hands
from cribbage.verdicts import Code
from cribbage.windows import Act, close_windows

NO_GO_BELOW = 22  # every card fits at 21 or lower


# --- cards -------------------------------------------------------------------------------------------------


def lay(game: Game, player: Player, card: Card | None, t: float) -> None:
    """A player lays a card: what hangs on it is settled, then it earns what it earns."""
    deal, line = game.deal, game.deal.line
    if game.phase is Phase.STARTER:
        game.enter(Phase.PLAY)
    before, was_last = line.count, line.last
    fits = line.fits(card)
    settle_go(game, player, fits)
    if fits is False and not line.ended and was_last is not None and before is not None:
        _go_was_due(game, was_last.player, before, player)
    laid = line.lay(player, card, t)
    close_windows(game, Act.CARD, t, by=player)
    deal.said_go.clear() if laid.opens else None
    _earn(game, laid)
    if line.complete:
        _play_is_over(game, laid)
    check_reneges(game, player, t)
    game.tell_phase()


def _earn(game: Game, laid: Laid) -> None:
    card = laid.card
    game.tell(
        "played",
        {
            "player": laid.player,
            "card": None if card is None else str(card),
            "count": laid.count,
            "points": laid.points,
            "parts": [list(part) for part in laid.parts],
        },
        laid.t,
    )
    if laid.points is None:
        game.earn(What.PLAY, laid.player, None)
    elif laid.points:
        game.earn(What.PLAY, laid.player, laid.points, [card] if card else [], laid.parts)


def _play_is_over(game: Game, laid: Laid) -> None:
    """The last card of all: one point unless it made thirty-one (Rule: ACC 7.2.a(8))."""
    line = game.deal.line
    if not line.ended and laid.count is not None:
        game.earn(What.PLAY, laid.player, 1, parts=(("last card", 1),))
    line.end_series()
    game.enter(Phase.SHOW)
    open_hands(game)


def _go_was_due(game: Game, player: Player, count: int, by: Player) -> None:
    """A card that does not fit opened a series: the last card before it had earned a go (7.2.a(6))."""
    item = game.earn(What.PLAY, player, 1, parts=(("go", 1),))
    item.is_go = True
    if by != player:
        _remember_go(game, by, count)


def _remember_go(game: Game, player: Player, count: int) -> None:
    game.deal.goes.append(Go(player, count, len(game.deal.line.of(player))))
    game.deal.go_after.add(len(game.deal.line.laid) - 1)


def check_reneges(game: Game, player: Player, t: float) -> None:
    """All cards of a player have been seen: did one fit when he could not play? (Rule: ACC 7.3)"""
    line, points = game.deal.line, game.profile.renege_points
    hand = [laid.card for laid in line.of(player)]
    if len(hand) < line.hand or None in hand or points is None:
        return
    for go in [go for go in game.deal.goes if go.player == player]:
        game.deal.goes.remove(go)
        fitted = [card for card in hand[go.laid :] if card is not None and go.count + card.value <= LIMIT]
        if go.count >= game.profile.renege_min_count and fitted:
            due = points * len(fitted)
            cards = [str(card) for card in fitted]
            game.say(Code.RENEGE, player, due, t, rule="7.3", cards=cards, count=go.count)
            game.earn(What.PENALTY, game.other(player), due, fitted, text="rule 7.3.b")


# --- pegs --------------------------------------------------------------------------------------------------


def due_in_play(game: Game, player: Player) -> list[Item]:
    """What a player may peg now for heels and for cards of the play."""
    return [item for item in game.open_items(player, What.HEELS, What.PLAY) if item.owed]


def go_is(game: Game, player: Player) -> bool | None:
    """Whether the player may take a go now: None where it hangs on cards that were not seen yet (8.9)."""
    line = game.deal.line
    last, count, other = line.last, line.count, game.other(player)
    if last is None or last.player != player or line.ended or line.complete or count is None:
        return False
    if other in game.deal.said_go and count >= NO_GO_BELOW:
        return True
    return None if count >= NO_GO_BELOW else False


def judge_in_play(game: Game, move: Move) -> None:
    """A forward move before the show."""
    player, points = move.player, move.points
    if _unseen(game, player):
        unverified(game, move, [item for item in game.open_items(player) if item.unseen])
        return
    items, go = due_in_play(game, player), go_is(game, player)
    base = owed(items)
    awards = take_award(game, move, base)
    if awards:
        scored(game, move, awards if points == owed(awards) else [*items, *awards])
    elif points == base + 1 and go is not False and (base == 0 or go):
        take_go(game, move, items)
    elif reaches_game(move) and go is not False and points <= base + 1:
        take_go(game, move, items) if points > base else judge_exact(game, move, items)
    elif go is None and points > base and not reaches_game(move):
        game.holds.append(Hold(Doubt.GO, move, items, base))
    elif go and points > base:
        over(game, move, points - base - 1, [*items, end_by_go(game, player)])
    elif points < base and points in sums_of(items) and not reaches_game(move):
        pegged_for_play(game, move, items)
    elif base == 0 and _heels_may_come(game, move):
        game.holds.append(Hold(Doubt.STARTER, move))
    else:
        judge_exact(game, move, items)


def _unseen(game: Game, player: Player) -> bool:
    """Whether cards that this player may have pegged for were not seen."""
    if game.blind or game.deal.void or any(item.unseen for item in game.open_items(player)):
        return True
    line = game.deal.line
    last = line.last
    if game.deal.starter_unread and player == game.dealer and not line.of(player):
        return True
    return game.phase is Phase.PLAY and line.count is None and last is not None and last.player == player


def _heels_may_come(game: Game, move: Move) -> bool:
    """The dealer pegs before the starter has been seen: a Jack may lie there (Rule: ACC 6.3)."""
    deal = game.deal
    return (
        deal.starter is None
        and move.player == deal.dealer
        and not deal.line.of(move.player)
        and move.points == game.profile.heels
    )


def take_go(game: Game, move: Move, items: list[Item]) -> None:
    """A peg for the go, alone or with points of the play; it ends the series (7.2.a(6), 8.9)."""
    scored(game, move, [*items, end_by_go(game, move.player)])


def end_by_go(game: Game, player: Player) -> Item:
    """The go is the player's: the series ends, and the opponent is taken to have said so."""
    line = game.deal.line
    count = line.count
    if count is not None and line.held(game.other(player)):
        _remember_go(game, game.other(player), count)
    line.end_series()
    item = game.earn(What.PLAY, player, 1, parts=(("go", 1),))
    item.is_go = True
    return item


# --- doubts ------------------------------------------------------------------------------------------------


def settle_go(game: Game, by: Player | None, fits: bool | None) -> None:
    """The next card, or the end of the play, shows whether a go was due to a move that waited for it."""
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.GO]:
        game.holds.remove(hold)
        if fits:
            over(game, hold.move, hold.move.points - hold.base, hold.items)
        elif hold.move.points == hold.base + 1:
            take_go(game, hold.move, hold.items)
        else:
            item = end_by_go(game, hold.move.player)
            over(game, hold.move, hold.move.points - hold.base - 1, [*hold.items, item])


def settle_part(game: Game, player: Player) -> None:
    """The rest of a score was pegged in time: the earlier part was honest too."""
    hold = game.hold_of(player, Doubt.PART)
    if hold is not None:
        game.holds.remove(hold)
        game.say(Code.SCORED, player, hold.move.points, hold.move.t, what="play", pegged=hold.move.points)


__all__ = ["check_reneges", "go_is", "judge_in_play", "lay", "settle_go"]
