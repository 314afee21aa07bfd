"""Pegs moved before the show: for heels, for cards of the play, for a go.

A peg of exactly one by the player of the last card claims the go. With other points the claim may be for the
go or be one too many: the next card shows which, and until then the move is held.

Rule: ACC 6.3, 7.2, 7.3.a, 8.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cribbage.book.aftergo import PERHAPS_LED, may_be_for_lead
from cribbage.book.announced import doubt_count
from cribbage.book.claims import (
    answer,
    false_claim,
    hold_for_award,
    judge_exact,
    over,
    pegged_for_play,
    scored,
    scored_in_part,
    sets_owing,
    take_award,
    unverified,
)
from cribbage.book.game import Doubt, Game, Hold, Phase, needed, reaches_game
from cribbage.book.items import Item, What, owed, sums_of, uncertain
from cribbage.book.otherdealer import is_for_heels
from cribbage.book.playline import Go, Laid
from cribbage.book.reneges import is_claim, is_for_retrieved, may_be_claim
from cribbage.book.saidaloud import (
    ALOUD,
    assume_muggins,
    may_have_been_given_up,
    note_either,
    was_muggins_before,
)
from cribbage.book.unsaidgo import is_for_old_series
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

PERHAPS_ERROR: Final = "it may be the error in a move that was not verified"


def due_in_play(game: Game, player: Player) -> list[Item]:
    """What a player may peg now for heels and for cards of the play."""
    return [item for item in game.open_items(player) if item.owed and item.what is not What.PENALTY]


def go_is(game: Game, player: Player) -> bool | None:
    """Whether the player may take a go now: None where it hangs on cards that were not seen yet (8.9).

    At 21 or lower every card fits, so a go is possible only where a hand may have been dealt short (4.4).
    """
    line = game.deal.line
    last, count = line.last, line.count
    if last is None or game.side(last.player) != player or line.ended or line.complete or count is None:
        return False
    if count < game.profile.renege_min_count:
        return None if line.nearly_over else False
    return True if all_passed(game, last.player) else None


def all_passed(game: Game, seat: Player) -> bool:
    """Whether everybody else has said go, or has no card left after somebody did."""
    said, others = game.deal.said_go, game.others(seat)
    return any(one in said for one in others) and all(
        one in said or not game.deal.line.held(one) for one in others
    )


def shows_call_before(game: Game, move: Move) -> bool:
    """Whether a move of the play is all of a score of which a part seemed to have been pegged, which was for muggins,
    and nobody knows which of the two was for it; then it has got its verdict by that."""
    is_unknown = was_muggins_before(game, move, due_in_play(game, move.player))
    if is_unknown:
        unverified(game, move, why=ALOUD)
    return is_unknown


def judge_in_play(game: Game, move: Move, all_told: bool = False) -> None:
    """A forward move before the show. `all_told`: no card that it may be for is waited for any more."""
    doubt_count(game)
    if _unseen(game, move.player):
        unverified(game, move)
        return
    if game.hidden:
        game.holds.append(Hold(Doubt.HIDDEN, move))
        return
    if move.player in game.deal.no_points:
        judge_exact(game, move, take_award(game, move, ()))
        return
    items, go = due_in_play(game, move.player), go_is(game, move.player)
    base = owed(items)
    groups = [items] if items else []
    awards = take_award(game, move, groups)
    may_be_error = move.player in game.deal.credit | game.deal.awarded or _disputes_go(game, move.player)
    may_be_error = may_be_error or game.may_be_called_aloud(move.player, move.points)
    has_go = go is not False and move.points == base + 1 and not _no_go_yet(game)
    if may_be_error and move.points not in sums_of(items) and not (has_go and go):
        if has_go and not (awards or move.player in game.deal.awarded):
            game.holds.append(Hold(Doubt.GO, move, items, base))
        else:
            unverified(game, move, why=PERHAPS_ERROR)
        return
    if has_go and _late_award(game, move):  # what the cards earn comes first, if a go was due
        if not go:
            game.holds.append(Hold(Doubt.GO, move, items, base))
            return
        awards = []
    if _by_wrong_count(game, move, base) and not awards:
        game.holds.append(Hold(Doubt.COUNT, move))
        return
    if not awards and is_for_retrieved(game, move) and _claims_renege(game, move, items):
        return
    if is_for_old_series(game, move, base):
        unverified(game, move, why="the go was pegged early, or the opponent could have played")
    elif not _is_plain(game, move, base, go) and may_be_for_lead(game, move.player, needed(game, move)):
        unverified(game, move, why=PERHAPS_LED)
        game.deal.line.lose()
    elif awards and move.points == owed(awards):
        judge_exact(game, move, awards)
    elif _claims_go(game, move, base, go):
        if go is None and game.may_be_due(move.player, move.points):
            game.holds.append(Hold(Doubt.GO, move, items, base))
        elif not all_told and _may_have_gone_on(game):
            game.holds.append(Hold(Doubt.AHEAD, move))
        else:
            take_go(game, move, items)
    elif with_go := _award_and_go(game, move, items, awards, go):
        _judge_with_go(game, move, with_go, go, all_told)
    elif awards:
        judge_exact(game, move, awards)
    elif move.points not in sums_of(items) and (waiting := hold_for_award(game, move, groups)):
        game.holds.append(waiting)
    elif go is not False and move.points > base and not reaches_game(game, move):
        _more_than_cards(game, move, items, bool(go), all_told)
    elif move.points in sums_of(items) or (base > 1 and _may_be_just_the_go(game, move, go)):
        pegged_for_play(game, move, items)
    elif base == 0 and _may_be_for_unseen(game, move) and not may_be_claim(game, move):
        doubt = Doubt.STARTER if game.deal.starter is None else Doubt.SHORT
        game.holds.append(Hold(doubt, move))
    elif needed(game, move) > base and not all_told and _may_lay(game, move.player, go):
        game.holds.append(Hold(Doubt.AHEAD, move))
    else:
        _for_nothing_of_ones_own(game, move, items, go)


def _late_award(game: Game, move: Move) -> list[Item]:
    """The awards that a move just pegs, where play has gone on since they were called for (Rule: ACC 11.2)."""
    late = (some for some in sets_owing(game, move.player) if not any(item.comes_first for item in some))
    return next((some for some in late if owed(some) == move.points), [])


def _disputes_go(game: Game, player: Player) -> bool:
    """Whether a go of an opponent has been challenged, and nobody knows yet if it was due (8.9)."""
    last = game.deal.line.last
    is_own = last is not None and game.side(last.player) == player
    waits = [hold for hold in game.holds if hold.doubt is Doubt.GO and hold.move.player != player]
    return (game.deal.go_challenged and not is_own) or any(hold.challenged for hold in waits)


def _is_plain(game: Game, move: Move, base: int, go: bool | None) -> bool:
    """Whether a move is just what the cards earned, or that and a go."""
    points = needed(game, move)
    return (
        points == base or points == base + (go is not False) or (points < base and reaches_game(game, move))
    )


def _for_nothing_of_ones_own(game: Game, move: Move, items: list[Item], go: bool | None) -> None:
    """Not what the cards earned: heels of a player who dealt out of turn, what the opponent missed, or a fault."""
    if move.points not in sums_of(items) and is_for_heels(game, move):
        if game.phase is Phase.PLAY:
            judge_exact(game, move, due_in_play(game, move.player))
        return
    if _claims_renege(game, move, items):
        return
    missed = None if move.points <= owed(items) else assume_muggins(game, move)
    if missed is not None:
        judge_exact(game, move, [missed])
    elif move.points > owed(items) and may_have_been_given_up(game, move):
        unverified(game, move, why=ALOUD)
    elif move.points > owed(items) and game.may_be_award(move.player, move.points):
        unverified(game, move, why=PERHAPS_ERROR)
    elif _claims_more(game, move, items) and go is not False and not _no_go_yet(game):
        false_claim(game, move, [*items, end_by_go(game, move.player, move.t)], least=go is None)
    else:
        if len(items) == 1 and move.points < owed(items):
            note_either(game, move, items[0])
        judge_exact(game, move, items)


def _claims_renege(game: Game, move: Move, items: list[Item]) -> bool:
    """Judge a move if it is for a renege of another (7.3.a). Returns whether it is."""
    if move.points <= owed(items) or not is_claim(game, move):
        return False
    groups = [items] if items else []
    if awards := take_award(game, move, groups):
        judge_exact(game, move, awards)
    elif waiting := hold_for_award(game, move, groups):
        game.holds.append(waiting)
    return True


def _may_be_just_the_go(game: Game, move: Move, go: bool | None) -> bool:
    """Whether a move may be for the go alone, and what the last card earned follows, as all of it may (7.2.b)."""
    return move.points == 1 and go is not False and not _no_go_yet(game)


def _claims_more(game: Game, move: Move, items: list[Item]) -> bool:
    """Whether the game hole is pegged, and the cards have not earned enough for it."""
    return reaches_game(game, move) and needed(game, move) > owed(items)


def _no_go_yet(game: Game) -> bool:
    """Whether every card fits on the count, so that nobody can be out of cards to play (Rule: ACC 7.3)."""
    return (game.deal.line.count or 0) < game.profile.renege_min_count


def _may_lay(game: Game, player: Player, go: bool | None) -> bool:
    """Whether it is a player's turn to lay a card, so that they may have done so under their arm.

    `go`: whether the others have passed (`go_is`); where that is not known, they may have done so aloud.
    """
    line = game.deal.line
    last, count = line.last, line.count
    seats = [game.next_to_play()]
    if last is not None and count is not None and not line.ended and count >= game.profile.renege_min_count:
        seats += game.others(last.player)  # those before may have passed, and said so aloud
    if last is not None and go is not False:
        seats.append(last.player)
    return any(game.side(seat) == player and line.held(seat) for seat in seats)


def _may_have_gone_on(game: Game) -> bool:
    """Whether the side of the last card has another, which it may have laid before it took the go."""
    line = game.deal.line
    of = None if line.last is None else game.side(line.last.player)
    return any(game.side(seat) == of and line.held(seat) for seat in game.seats)


def _by_wrong_count(game: Game, move: Move, base: int) -> bool:
    """Whether the move is what a wrong announced count would earn, or leaves of it, or more than that; all of it is
    earned once the count is accepted (Rule: ACC 7.4)."""
    announced, last = game.deal.announced, game.deal.line.last
    if (
        announced is None
        or last is None
        or game.side(announced.player) != move.player
        or reaches_game(game, move)
    ):
        return False
    of_card = (item for item in game.open_items(move.player, What.PLAY) if item.cards == str(last.card))
    left = announced.points - sum(item.pegged or 0 for item in of_card)
    return left != base and (move.points == left or move.points > left > base)


def _unseen(game: Game, player: Player) -> bool:
    """Whether cards that this player may have pegged for were not seen."""
    deal, line = game.deal, game.deal.line
    if game.blind or game.reads_again or deal.void or uncertain(game.open_items(player)):
        return True
    if not deal.sure_dealer:
        return True  # nobody knows which deal this is
    if game.phase is Phase.STARTER:
        return line.lost or (game.starter_unread and player == game.side(game.dealer))
    if game.starter_unread and player == game.side(game.dealer) and not line.of(game.dealer):
        return True
    return line.lost or (line.count is None and line.last is not None)  # for that card, or for a go before it


def _claims_go(game: Game, move: Move, base: int, go: bool | None) -> bool:
    """Whether a move is taken for the go at once."""
    if go is False or move.points > base + 1:
        return False
    if reaches_game(game, move):
        return move.points > base
    return move.points == base + 1 and (bool(go) or base == 0) and not _no_go_yet(game)


def _award_and_go(
    game: Game, move: Move, items: list[Item], awards: Sequence[Item], go: bool | None
) -> Sequence[Item]:
    """What is pegged for awards and cards if a go was pegged with it: just that, or more than all of it (Rule: ACC
    7.2.a(6), 11.2). Nothing where no go can be in it."""
    if go is False or _no_go_yet(game):
        return []
    points = needed(game, move)
    for some in sets_owing(game, move.player):
        if points == owed(items) + owed(some) + 1:
            return [*items, *some]
    return awards if points > owed(awards) else []


def _judge_with_go(game: Game, move: Move, items: Sequence[Item], go: bool | None, all_told: bool) -> None:
    """Awards, and a go or too many: where nobody knows if a go is due the next card shows it."""
    if not all_told and _may_have_gone_on(game):
        game.holds.append(Hold(Doubt.AHEAD, move))
    elif reaches_game(game, move) and needed(game, move) > owed(items) + 1:
        false_claim(game, move, [*items, end_by_go(game, move.player, move.t)], least=go is None)
    elif go or reaches_game(game, move):
        judge_exact(game, move, [*items, end_by_go(game, move.player, move.t)])
    else:
        game.holds.append(Hold(Doubt.GO, move, [*items], owed(items)))


def _more_than_cards(game: Game, move: Move, items: list[Item], sure: bool, all_told: bool) -> None:
    """More than the cards earned, and the go may be in it."""
    if sure and not all_told and _may_lay(game, move.player, sure):
        game.holds.append(Hold(Doubt.AHEAD, move))
    elif sure:
        if (missed := assume_muggins(game, move)) is not None:
            judge_exact(game, move, [missed])
            return
        over(game, move, move.points - owed(items) - 1, [*items, end_by_go(game, move.player, move.t)])
    else:
        game.holds.append(Hold(Doubt.GO, move, items, owed(items)))


def _may_be_for_unseen(game: Game, move: Move) -> bool:
    """Nothing was earned that was seen: heels before the starter was seen, or a hand that was dealt short."""
    deal = game.deal
    heels = (
        move.player == game.side(deal.dealer)
        and not deal.line.of(deal.dealer)
        and move.points == game.profile.heels
    )
    return (deal.starter is None and heels) or deal.line.nearly_over


# --- the go ------------------------------------------------------------------------------------------------


def take_go(game: Game, move: Move, items: list[Item]) -> None:
    """A peg for the go, alone or with points of the play; it ends the series (7.2.a(6), 8.9)."""
    scored(game, move, [*items, end_by_go(game, move.player, move.t)])


def end_by_go(game: Game, player: Player, t: float | None = None) -> Item:
    """The go is the player's, pegged at `t` (now): the series ends, and the opponent is taken to have said so."""
    end_series_by_go(game, player, game.now if t is None else t)
    item = game.earn(What.PLAY, player, 1, parts=(("go", 1),))
    item.is_go = True
    return item


def end_series_by_go(game: Game, player: Player, t: float) -> None:
    """A go was pegged at `t`: the series ends, and nobody else could play, as it seems."""
    deal, line = game.deal, game.deal.line
    taker = player if line.last is None else line.last.player
    for other in game.others(taker):
        if line.count is not None and line.held(other):
            laid = len(line.of(other))
            remember_go(game, Go(other, line.count, laid, sees_play(game), "pegged", t))
    remember_gainer(game, taker, t)
    deal.go_after.add(len(line.laid) - 1)
    deal.claimed = None if line.pile is None else tuple(line.pile)
    line.end_series()


def play_on(game: Game, laid: Laid) -> None:
    """A card was laid in the series that its player had taken the go of: the go ends it after this one."""
    deal, line = game.deal, game.deal.line
    if not laid.after_go:
        return
    deal.led_after_go = None
    deal.goes = [
        go for go in deal.goes if go.player != laid.player or go.laid != len(line.of(laid.player)) - 1
    ]
    deal.gone.discard(laid.player)
    if line.ended:
        return
    remember_gainer(game, laid.player, game.now)
    deal.go_after.add(len(line.laid) - 1)
    deal.claimed = None if line.pile is None else tuple(line.pile)
    line.end_series()


def remember_gainer(game: Game, taker: Player, t: float) -> None:
    """The go was pegged at `t`: in some books who gains it must have played on where they could (Corporate 5)."""
    line = game.deal.line
    if line.count is not None and game.profile.renege_by_gainer:
        remember_go(game, Go(taker, line.count, len(line.of(taker)), sees_play(game), "pegged", t))


def remember_go(game: Game, go: Go) -> None:
    """A player could not play, or said so; the first time in a series counts. It proves nothing where not all was
    seen that the count hangs on, or which cards were held (Rule: ACC 7.3)."""
    if go.player not in game.deal.gone:
        game.deal.gone.add(go.player)
        said = game.deal.said_go.get(go.player, go)
        go.how, go.t = said.how, said.t
        if go.seen:
            game.deal.goes.append(go)


def sees_play(game: Game) -> bool:
    """Whether all cards of this series that lie there have been seen, and every peg that may have ended it."""
    cards = not (game.hidden or game.blind or game.reads_again or game.deal.line.lost)
    board = not (game.lost_pegs or game.unseen_tracks or game.deal.unseen_pegs)
    return cards and board and game.deal.led_after_go is None


def take_back_go(game: Game, player: Player) -> bool:
    """A go that was pegged is taken back before the next card: the series goes on (7.3.a, 8.9)."""
    deal, line = game.deal, game.deal.line
    first, last = line.series_ended_by_go(), len(line.laid) - 1
    taken = deal.go_after & set(range(first, last + 1))
    if not taken or line.complete or game.side(line.laid[last].player) != player:
        return False
    deal.go_after -= taken
    # Nobody has passed at this count, nor gained a go and not played on (Corporate 5).
    deal.goes = [go for go in deal.goes if go.laid != len(line.of(go.player))]
    deal.gone.clear()
    deal.claimed = None
    for laid in line.laid[first:]:
        laid.after_go = False
    line.rewind(list(line.laid), frozenset(deal.go_after))
    now = line.laid[last]
    for item in game.open_items(player, What.PLAY):
        if now.card is not None and item.cards == str(now.card) and item.pegged is None:
            item.earned, item.parts = now.points, now.parts  # thirty-one is worth two again
            game.tell_item(item)
    return True


def book_cards(game: Game) -> None:
    """Of a move that waits for whether a go was due the rest is known: what the cards earned has been pegged."""
    for hold in [one for one in game.holds if one.doubt is Doubt.GO]:
        for item in [item for item in hold.items if item.owed]:
            game.peg(item, item.owed)


# --- doubts ------------------------------------------------------------------------------------------------


def settle_go(
    game: Game,
    fits: bool | None,
    player: Player | None = None,
    unread: bool = False,
    by: Move | None = None,
    said: bool = False,
) -> None:
    """The next card, the next peg of the same side (`by`), or the end of the play, shows whether a go was due to a
    move that waited for it: not, if it is pegged only now and was not just what lacked.

    `unread`: that card has come, and was not read. `said`: who lays it has said go before, so that it may be led.
    """
    for hold in game.take_holds(Doubt.GO, player=player):
        move = hold.move
        just_the_go = not fits and move.points == hold.base + 1
        was_early = fits or (by is not None and by.points == 1 and not just_the_go)
        is_without = fits or (by is not None and by.points == hold.base)  # which pegs the cards
        if is_without and not hold.challenged and (late := _late_award(game, move)):
            judge_exact(game, move, late)
        elif (
            not hold.challenged
            and player is None
            and not just_the_go
            and (missed := assume_muggins(game, move))
        ):
            judge_exact(game, move, [missed])
        elif not (hold.challenged or just_the_go) and (
            game.may_be_award(move.player, move.points)
            or (not was_early and game.may_be_due(move.player, move.points - 1))
            or (not hold.base and may_have_been_given_up(game, move))
        ):
            unverified(game, move, why=PERHAPS_ERROR)
        elif was_early and said and move.points > hold.base + 1:
            over(game, move, move.points - hold.base - 1, hold.items, least=True)
            answer(game, hold)
        elif was_early:
            asked = hold.challenged or player is not None
            over(game, move, move.points - hold.base, hold.items, go=None if asked else "early")
            answer(game, hold)
        elif move.points == hold.base + 1:
            take_go(game, move, hold.items)
        elif unread or game.hidden or game.blind or game.deal.line.lost:
            unverified(game, move, why="whether a go was due was not seen")
        else:
            items = [*hold.items, end_by_go(game, move.player, move.t)]
            over(game, move, move.points - hold.base - 1, items, least=by is not None)
            answer(game, hold)


def settle_short(game: Game, player: Player | None = None, since: int | None = None) -> None:
    """Another card, or the points go back (of this player): no hand was short of a card, it was for nothing; in the
    game hole for a go at most. `since`: where others stood before they pegged what is theirs by it."""
    for hold in game.take_holds(Doubt.SHORT, player=player):
        move, go = hold.move, go_is(game, hold.move.player)
        if reaches_game(game, move) and go is not False and not _no_go_yet(game):
            false_claim(game, move, [end_by_go(game, move.player, move.t)], least=go is None, since=since)
        else:
            judge_exact(game, move, [])
        answer(game, hold)


def settle_claim_by_award(game: Game, move: Move) -> None:
    """Who pegs just what another has too many in the game hole, with a go or without, has challenged that, for nobody
    pegs on after the game (Rule: ACC 8.4.b)."""
    for hold in [one for one in game.holds if one.doubt is Doubt.SHORT and one.move.player != move.player]:
        if reaches_game(game, hold.move) and needed(game, hold.move) - move.points in (0, 1):
            settle_short(game, hold.move.player, since=move.before.score)


def settle_starter(game: Game) -> None:
    """The starter can be read now, or the dealer has played: the move was for heels or for nothing (6.3)."""
    deal = game.deal
    for hold in game.take_holds(Doubt.STARTER):
        if deal.starter is None:
            unverified(game, hold.move, why="the starter was not seen")
        else:
            judge_exact(game, hold.move, due_in_play(game, hold.move.player))
            answer(game, hold)


def stop_parts(game: Game, t: float) -> None:
    """Once go has been said nothing may be added to what the hand has left (Rule: ACC 2025 7.2.b)."""
    for hold in game.take_holds(Doubt.PART):
        missed = owed(hold.items)
        if not missed:
            scored_in_part(game, hold)
            continue
        for item in hold.items:
            item.missed, item.settled = item.owed, True
        facts = {"rule": "7.2.b", "pegged": hold.move.points, "move": str(hold.move), "window": "go"}
        game.say(Code.UNDERPEG, hold.move.player, missed, t, **facts)
