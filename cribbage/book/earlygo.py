"""A go that was pegged before anybody said it, and that an opponent challenges: they say that they can play.

Their cards decide (8.9). The player who pegged it gives in and goes back, or the challenger's next card fits: then it
was one too many, found by the opponent. A card that does not fit shows that the go was due.

Rule: ACC 8.4.c(1), 8.9.
"""

from __future__ import annotations

from typing import Final

from cribbage.book.backwards import reopen
from cribbage.book.blame import Blame, withdraw
from cribbage.book.claims import give_back, start_remedy
from cribbage.book.deal import GivenIn
from cribbage.book.game import Doubt, Game, Phase, Remedy
from cribbage.book.items import BY_ITSELF, Item, Reason, What, owed
from cribbage.book.playpegs import due_in_play, end_by_go, go_is, settle_go, take_back_go
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT
from cribbage.sight.pegmoves import Move

WAS_DUE: Final = "the next card shows that a go was due"
"""Why a go that its player took back when it was challenged was not too many."""


def challenge_go(game: Game, offender: Player) -> bool:
    """An opponent who holds a card, and has not said go, challenges: returns whether it is a go that they mean."""
    if game.phase is not Phase.PLAY or not _may_play(game, offender):
        return False
    for hold in [one for one in game.holds if one.doubt is Doubt.AHEAD and one.move.player == offender]:
        items = due_in_play(game, offender)
        if go_is(game, offender) is None and hold.move.points == owed(items) + 1:
            hold.doubt, hold.items, hold.base, hold.challenged = Doubt.GO, items, owed(items), True
            return True
    if _go_of(game, offender) is None or any(item.excess for item in game.open_items(offender)):
        return False
    game.deal.go_challenged = True
    return True


def challenge_go_and_more(game: Game, offender: Player) -> None:
    """Points that may be for a go are challenged, which may be due: how far they go back, or the next card, shows
    it."""
    for hold in [one for one in game.holds if one.doubt is Doubt.GO and one.move.player == offender]:
        hold.challenged = True


def settle_go_by_award(game: Game, move: Move) -> None:
    """Who challenged a go and what was pegged with it pegs the error before the peg has gone back: whether the go is
    in it. Where a book has a fixed award for any error, that shows nothing (Rule: Alberta 13)."""
    if game.profile.overpeg_award is not None:
        return
    _award_without_go(game, move)
    for remedy in [one for one in game.remedies.values() if one.player != move.player]:
        _award_with_go(game, move, remedy)
    for hold in [one for one in game.holds if one.doubt is Doubt.GO and one.challenged]:
        more = hold.move.points - hold.base
        if hold.move.player != move.player and (more > 1 or (hold.base and move.points == more)):
            settle_go(game, fits=move.points >= more, player=hold.move.player)


def _award_with_go(game: Game, move: Move, remedy: Remedy) -> None:
    """Of points that were challenged one was taken for a go that was due, or for the last card. Who challenged them
    pegs that one as well before any has gone back: it was not in them, and may be pegged yet."""
    go, owing = remedy.item, game.open_items(move.player, What.PENALTY)[-1:]
    goes_back = remedy.step is not None or remedy.met
    is_with_go = bool(owing) and move.points == owed(owing) + 1
    is_one = go is not None and go.parts in BY_ITSELF and not goes_back and is_with_go
    if go is None or not is_one or (go.is_go and not take_back_go(game, remedy.player)):
        return
    if go.is_go:
        game.close(go, Reason.TAKEN_BACK)
    else:
        reopen(game, [go], 1)
    remedy.target -= 1
    owing[0].earned = (owing[0].earned or 0) + 1
    game.tell_item(owing[0])


def _award_without_go(game: Game, move: Move) -> None:
    """All of what was pegged has gone back, a go with it, and one fewer is pegged as the error: not the go."""
    given = game.deal.given_in
    owing = game.open_items(move.player, What.PENALTY)[-1:]
    if given is not None and [*given.award] == owing and 0 < move.points == owed(owing) - 1:
        owing[0].earned = (owing[0].earned or 0) - 1
        game.tell_item(owing[0])


def note_given_in(game: Game, move: Move, blame: Blame) -> None:
    """Points were held to be too many that may have been a go, or one of them, and have gone back, perhaps with
    others: nobody knows yet whether it was due, and it may be pegged again."""
    said = [one for one in blame.verdicts if one.body["code"] == Code.OVERPEG]
    is_taken = len(game.deal.line.laid) - 1 in game.deal.go_after  # by what has not gone back
    if said and not is_taken and said[-1].body["points"] <= -move.points:
        game.deal.given_in = GivenIn(said[-1], len(game.deal.line.laid), blame.penalties)


def give_in(game: Game, player: Player) -> bool:
    """The go is taken back after a challenge: the error is the opponent's (8.4.c(1))."""
    item = _go_of(game, player)
    if not game.deal.go_challenged or item is None or not take_back_go(game, player):
        return False
    _was_too_early(game, item, correct=game.score(player))
    return True


def settle_challenged_go(game: Game, player: Player, card: Card | None) -> None:
    """A card is about to be laid: whether it fits the series decides about the go that was challenged."""
    _settle_given_in(game, player, card)
    line, challenged, game.deal.go_challenged = game.deal.line, game.deal.go_challenged, False
    if not challenged or line.before_go is None or line.last is None or card is None:
        return
    pile, count = line.before_go
    offender = game.side(line.last.player)
    item = _go_of(game, offender)
    fits = card not in pile and count + card.value <= LIMIT and game.side(player) != offender
    if fits and item is not None and take_back_go(game, offender):
        correct = game.score(offender) - 1
        _was_too_early(game, item, correct)
        start_remedy(game, Remedy(offender, correct, "8.4.c"))


def _settle_given_in(game: Game, player: Player, card: Card | None) -> None:
    """The same of a go that was taken back: where it was due it was not too many. Where both have agreed that it was
    (`award` is pegged), it is no fault of its player either that it is not pegged again."""
    line, given, game.deal.given_in = game.deal.line, game.deal.given_in, None
    if given is None or card is None or line.last is None or given.laid != len(line.laid):
        return
    pile, count = line.before_go or (line.pile, line.count)
    side = game.side(line.last.player)
    fits = pile is None or count is None or (card not in pile and count + card.value <= LIMIT)
    others = [seat for seat in game.seats if game.side(seat) != side]
    if fits or (game.side(player) == side and any(map(line.held, others))):
        return  # or they play on, out of their turn
    said = given.said.body
    withdraw(game, given.said, None, WAS_DUE)
    left = said["points"] - 1
    if left:
        facts = {key: said[key] for key in ("pegged", "rule", "move", "what", "item", "least") if key in said}
        game.say(Code.OVERPEG, side, left, game.now, **facts)
    for award in given.award:
        if award.pegged is None:
            award.earned = game.profile.award_for(left)
            game.tell_item(award)
            if not left:
                game.close(award, Reason.TAKEN_BACK)
        elif line.before_go is None:
            game.close(end_by_go(game, side), Reason.TAKEN_BACK)


def _was_too_early(game: Game, item: Item, correct: int) -> None:
    """`correct`: the hole in which the front peg has to stand."""
    game.deal.go_challenged = False
    item.earned, item.excess = 0, 1
    facts = {
        "rule": "8.9",
        "item": item.id,
        "what": What.PLAY.value,
        "earned": 0,
        "remedy": {"front": correct},
    }
    game.say(Code.OVERPEG, item.player, 1, game.now, **facts)
    give_back(game, item)
    game.close(item, Reason.TAKEN_BACK)


def _may_play(game: Game, offender: Player) -> bool:
    """Whether somebody against this side holds a card and has not said go."""
    against = [seat for seat in game.seats if game.side(seat) != offender]
    return any(game.deal.line.held(seat) and seat not in game.deal.said_go for seat in against)


def _go_of(game: Game, player: Player) -> Item | None:
    """The go that a side has pegged on the last card."""
    last = len(game.deal.line.laid) - 1
    if last not in game.deal.go_after or game.side(game.deal.line.laid[last].player) != player:
        return None
    return next((item for item in game.open_items(player, What.PLAY) if item.is_go and item.pegged), None)
