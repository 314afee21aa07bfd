"""Points of the play that were pegged while a card that they may be for was not seen.

A card is told once it can be read, and that is when no arm lies over it any more. A player who lays a card and pegs
for it with the same reach has pegged for nothing by then. So what is pegged too much by a player who may lay a card
is held for as long as an arm may stay: if a card of theirs is told meanwhile, the move is judged with it. An arm
that stays longer leaves the place unread, and what anybody pegs then is judged when it is read again, if nothing was
laid.

Rule: ACC 7.2, 8.4.c.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Final

from cribbage.book.blame import Judged, blame_of
from cribbage.book.claims import answer, is_play, unverified
from cribbage.book.countorder import exact, too_soon
from cribbage.book.deal import Hold
from cribbage.book.game import Doubt, Game, Phase
from cribbage.book.items import Item, What, owed, sums_of
from cribbage.book.playpegs import judge_in_play
from cribbage.book.show import groups_of, judge_in_show, was_said_aloud
from cribbage.book.windows import close_late
from cribbage.log.observations import Player
from cribbage.score.cards import Card
from cribbage.sight.contract import LATE_S
from cribbage.sight.pegmoves import Move

AHEAD_S: Final = LATE_S
"""How much later than the peg its card may be told. Before that the eye says that a place under an arm is unread."""
WHY: Final = "a card that it may be for was not seen"
_BY_A_CARD: Final = (Doubt.AHEAD, Doubt.SHORT, Doubt.STARTER)
"""Moves that wait until a card, or none, has shown what they were for."""
TOO_SOON: Final = (
    "it was pegged before the last card was seen, for nothing or for a hand that was not to be counted yet"
)


def deadline(game: Game) -> float | None:
    """When the first move that waits for its card is judged without one; None if none waits."""
    return min((hold.move.t + AHEAD_S for hold in game.holds if hold.doubt is Doubt.AHEAD), default=None)


def before_card(game: Game, player: Player, card: Card | None) -> None:
    """A card comes: judge what waits and is not for it, as if the card had not come yet."""
    line, side = game.deal.line, game.side(player)
    for hold in game.take_holds(Doubt.AHEAD):
        of = hold.move.player
        is_go = line.last is not None and game.side(line.last.player) == of
        if of == side and hold.move.t >= game.lies_since and (line.fits(card) or not is_go):
            game.holds.append(hold)
        elif of != side and game.side(game.next_to_play()) == of:
            unverified(game, hold.move, why=WHY)  # it was their turn: their card may lie there unseen
            game.tell_pegs()
        else:
            judge_ahead(game, [hold])


def take_ahead(game: Game, player: Player, fits: bool | None) -> list[Hold]:
    """A card is about to be laid: the moves of its player that may be for it, to be judged when it has been.

    A doubt about the go, or about a hand dealt short, is none if the player has laid a card just then; nor is one
    about a starter that was not seen, for only the dealer can have heels.
    """
    doubts = [Doubt.AHEAD, Doubt.SHORT]
    if fits:
        doubts.append(Doubt.GO)
    if player != game.dealer:
        doubts.append(Doubt.STARTER)
    taken = game.take_holds(*doubts, player=game.side(player))
    ahead = [hold for hold in taken if hold.move.t >= game.lies_since and not _is_disputed_go(hold)]
    game.holds += [hold for hold in taken if hold not in ahead]
    return ahead


def _is_disputed_go(hold: Hold) -> bool:
    return hold.doubt is Doubt.GO and hold.challenged


def judge_ahead(game: Game, holds: list[Hold]) -> None:
    """Judge moves that waited for a card: all that may be told by now has been."""
    for hold in holds:
        if game.over:
            return
        move = hold.move
        due = {item.id: item.owed for item in game.open_items(move.player, What.PLAY)}
        blame = blame_of(game, partial(_judge, game, move))
        _note_ahead(game, move, due)
        if (latest := game.judged.get(move.player)) is not None and latest.move == move:
            game.judged[move.player] = Judged(move, blame)
        for waiting in game.holds:  # for something else now
            waiting.challenged = waiting.challenged or (hold.challenged and waiting.move == move)
        answer(game, hold)
        game.tell_pegs()
        close_late(game, move.player)


def _note_ahead(game: Game, move: Move, due: Mapping[str, int]) -> None:
    """Keep for which scores of the play (`due`: what was owed for each) a move was taken that came before their card
    was told: it may have been for nothing all the same, and these be pegged next."""
    paid = [item for item in game.items if item.id in due and not item.owed and item.pegged]
    scores = tuple(due[item.id] for item in paid if due[item.id])
    if sum(scores) == move.points:
        game.deal.pegged_ahead[move.player] = move.after.score, scores


def _judge(game: Game, move: Move) -> None:
    if game.phase is Phase.SHOW:
        was_said_aloud(game, move)  # only of a crib would that be all, and none lies there yet
        groups = groups_of(game, move.player)
        if too_soon(game, move, groups) or _passes_play(groups, move.points):
            unverified(game, move, why=TOO_SOON)
            return
        judge_in_show(game, move)
    else:
        judge_in_play(game, move, all_told=True)


def _passes_play(groups: list[list[Item]], points: int) -> bool:
    """Whether a peg that came before the last card is for no score of the play that this card made, and not certainly
    too much: it was for nothing, or those are missed, and nobody knows which."""
    if not groups or not is_play(groups[0]) or points in sums_of(groups[0]):
        return False
    found = exact(groups, points)
    if found is None:
        return points <= sum(map(owed, groups[:2]))
    return found[0] is not groups[0]


def settle_ahead(game: Game, player: Player | None = None, until: float = inf) -> None:
    """No card has come, or the points are being taken back: judge what waits, of this player or of all.

    `until`: only what need wait no longer than to this time.
    """
    holds = game.take_holds(Doubt.AHEAD, player=player)
    due = [hold for hold in holds if hold.move.t + AHEAD_S <= until]
    game.holds += [hold for hold in holds if hold not in due]
    judge_ahead(game, due)


def settle_hidden(game: Game) -> None:
    """A place was read again: if none is unread, and nothing was laid meanwhile, all that was pegged for was seen."""
    if not game.hidden:
        for hold in game.take_holds(Doubt.HIDDEN):
            _judge(game, hold.move)
            game.tell_pegs()


def give_up_hidden(game: Game, player: Player | None = None) -> None:
    """Something hangs on what was pegged (by this player) for cards that nobody has read: that is not verified."""
    for hold in game.take_holds(Doubt.HIDDEN, player=player):
        unverified(game, hold.move, why=WHY)
        game.unsure.add(hold.move.player)
        game.tell_pegs()


def challenge_ahead(game: Game, offender: Player) -> bool:
    """An opponent challenges a move that waits: they are heard when it is known whether a card was laid for it."""
    waiting = [hold for hold in game.holds if hold.doubt in _BY_A_CARD and hold.move.player == offender]
    for hold in waiting:
        hold.challenged = True
    return bool(waiting)
