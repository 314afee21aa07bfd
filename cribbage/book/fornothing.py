"""Pegs of the show that fit nothing, of which the next peg of the same side shows what they were for.

Fewer than the next hand: if that peg is just that hand, all of it, the earlier one was for nothing. If nothing shows
that, the hand was pegged short. More than the dealer's hand, over an open crib: too many, if a peg for the crib
follows; else hand and crib were pegged in one, too many or too few. Until then what the other side may peg stays
open, and their hands are in their turn.

Rule: ACC 8.3 (too few is final), 8.4.c (points for nothing are too many), 9.2.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from cribbage.book.backwards import goes_on_again
from cribbage.book.blame import FOR_NOTHING, Judged, withdraw
from cribbage.book.claims import answer, is_play, judge_exact, not_short, over, unverified
from cribbage.book.countorder import before, exact, may_be_for_nothing, timely
from cribbage.book.game import OF_HAND, Doubt, Game, Hold, needed, reaches_game
from cribbage.book.items import Item, State, What, owed, sums_of, uncertain
from cribbage.book.saidaloud import may_be_for_wrong_call
from cribbage.book.show import close_before, crib_may_be_unseen, groups_of
from cribbage.log.observations import Player
from cribbage.sight.pegmoves import Move, Shape

IN_ONE: Final = "hand and crib were pegged in one"
_BEFORE_TURN: Final = (Doubt.CRIB_FIRST, Doubt.ORDER)
NOT_SHOWN: Final = "whether it was a part of the hand or for nothing was not seen"


def settle_for_nothing(game: Game, by: Move) -> None:
    """What a further forward move, not one for a penalty, shows of such moves."""
    if any(item.owed == by.points for item in game.open_items(by.player, What.PENALTY)):
        return
    called = [one for one in game.holds if one.doubt in _BEFORE_TURN and one.challenged]
    for hold in called if not _fits(game, by) else ():
        if hold.move.player != by.player and was_the_hand(game, hold, by.points):
            answer(game, hold)  # they peg what they have called for
    seemed = _seemed_short(game, by.player)
    # With the front peg it is a fault where a score was due (Rule: ACC 8.5.a), so none was.
    if seemed is not None and by.shape is Shape.LEAP and _is_whole(game, seemed, by):
        _reopen(game, seemed)
        game.holds.append(seemed)
    for hold in game.take_holds(*OF_HAND):
        own = by.player == hold.move.player
        may_be_error = game.is_for_what_went_back(by.player, hold.move.points)
        if own and (_follows(game, hold, by) or (may_be_error and reaches_game(game, by))):
            is_unsure = may_be_error or _may_be_for_crib(game, hold)
            is_unsure = is_unsure or game.may_be_award(by.player, by.points)
            (_was_either if is_unsure else _over)(game, hold)
        elif not own and (is_for_play(game, by) or goes_on_again(game, by)):
            game.holds.append(hold)
        elif (
            not own
            and hold.challenged
            and (_is_error(game, hold, by) or _may_be_for_challenge(game, hold, by))
        ):
            _over(game, hold)  # they peg what they have called for
        elif not own and _may_be_call_of_one(game, hold, by.points) and not _fits(game, by):
            unverified(game, hold.move, why=NOT_SHOWN)  # that was given up, or what is called is too many
        elif not own and (hold.doubt not in _accepted(game) or _may_be_for_challenge(game, hold, by)):
            game.holds.append(hold)
        elif own and hold.doubt is Doubt.BOTH:
            # It is the rest of both, or a crib that is too low by just as much as the hand is too high.
            game.credit_others(by.player)
            is_least = game.profile.underpeg_open or by.points <= _too_many(hold)
            (_was_counted if is_least else _was_either)(game, hold)
        else:
            _was_counted(game, hold)
    mine = [one for one in game.holds if one.move.player == by.player]
    for hold in [one for one in mine if may_be_for_nothing(game, one)]:
        is_pegged_since = any(one.items == hold.items for one in mine if one is not hold)
        if not is_pegged_since and _is_whole(game, hold, by):
            game.holds.remove(hold)
            (_was_either if may_be_for_wrong_call(game, hold) else _over)(game, hold)
        elif by.points + hold.move.points == owed(hold.items) and not before(game, hold.items[0]):
            # It was a part of the hand, and too early, or for nothing, and now the hand is counted too low.
            game.holds.remove(hold)
            unverified(game, hold.move, why=NOT_SHOWN)


def _fits(game: Game, move: Move) -> bool:
    """Whether a peg is just what its player may peg of their own."""
    return exact(groups_of(game, move.player), move.points) is not None


def _is_error(game: Game, hold: Hold, by: Move) -> bool:
    """Whether a peg is just what a book gives for what such a move has too many, and not for what hand and crib in
    one have (Rule: ACC 8.4.c(1); Alberta 13)."""
    return by.points == game.profile.award_for(_too_many(hold)) and not _is_for_both(game, hold, by)


def _is_for_both(game: Game, hold: Hold, by: Move) -> bool:
    """Whether a peg is just what a book gives for what hand and crib in one have too many."""
    more = _too_many(hold) - owed(_cribs(game, hold))
    return hold.doubt is Doubt.BOTH and more > 0 and by.points == game.profile.award_for(more)


def _may_be_for_challenge(game: Game, hold: Hold, by: Move) -> bool:
    """Whether a peg that is for nothing of its side's own may be for more than the dealer's hand, challenged, rightly
    pegged or not, by a word that may be tapped after it: it accepts nothing. It may be a call of what both lack."""
    if hold.doubt is not Doubt.BOTH or _is_for_both(game, hold, by) or _fits(game, by):
        return False
    lacks = owed(_cribs(game, hold)) - _too_many(hold)
    return not game.plays_muggins or hold.challenged or by.points != lacks


def _accepted(game: Game) -> tuple[Doubt, ...]:
    """Which of such moves another's count accepts: none that may be hand and crib in one where the rest may be pegged
    yet (Rule: Alberta 13), for that may be called, and put right, until the cards are taken up."""
    return (Doubt.NOTHING,) if game.profile.underpeg_open else OF_HAND


def settle_in_one(game: Game) -> None:
    """The cards are taken up, nobody has challenged what was too many for the dealer's hand, and nothing was pegged
    for the crib, which is worth just as much: who knew it has pegged both in one, before it was turned up."""
    side = game.side(game.dealer)
    judged, cribs = game.judged.get(side), game.open_items(side, What.CRIB)
    if judged is None or side in game.remedies or any(crib.pegged or not crib.owed for crib in cribs):
        return
    over_by = {hand.id: hand for hand in game.open_items(side, What.HAND) if 0 < hand.excess == owed(cribs)}
    event = next((one for one in judged.blame.verdicts if one.body.get("item") in over_by), None)
    if event is None:
        return
    withdraw(game, event, judged.move, IN_ONE)
    hand = over_by[event.body["item"]]
    hand.pegged, hand.excess = (hand.pegged or 0) - hand.excess, 0
    game.tell_item(hand)
    game.peg(cribs[0], owed(cribs))


def settle_as_short(
    game: Game, player: Player | None = None, but: Player | None = None, doubts: tuple[Doubt, ...] = OF_HAND
) -> None:
    """Nothing will show any more that such moves (of `player`; of all `but` one) were for nothing, or for the hand
    alone. `doubts`: which of the two kinds of moves that wait."""
    sides = [side for side in game.players if player in (None, side) and side != but]
    for side in sides:
        for hold in game.take_holds(*doubts, player=side):
            _was_counted(game, hold)


def settle_as_accepted(game: Game, by: Player) -> None:
    """A side announces a total, which accepts what the others have pegged before (Rule: ACC 9.2.a)."""
    settle_as_short(game, but=by, doubts=_accepted(game))


def settle_by_call(game: Game, caller: Player, points: int) -> None:
    """A call of just what the open crib is worth: that was given up, and what seems hand and crib in one is too many
    for the hand, unless just what both lack is called; of another number nobody knows (Rule: ACC 10.4.a)."""
    theirs = [hold for hold in game.holds if hold.move.player != caller]
    for hold in [hold for hold in theirs if points and _may_be_call_of_one(game, hold, points)]:
        game.holds.remove(hold)
        cribs = _cribs(game, hold)
        crib, hand = owed(cribs), owed(hold.items)
        if points != crib or crib > hand:  # or the hand was given up, and the crib is wrong
            unverified(game, hold.move, why=NOT_SHOWN)
            continue
        close_before(game, hold.move, hold.items)
        over(game, hold.move, _too_many(hold), hold.items, least=True)
        cribs[0].total = 0


def _may_be_call_of_one(game: Game, hold: Hold, points: int) -> bool:
    """Whether so many may be called of the crib alone, or of the hand, and not what both in one lack."""
    crib = owed(_cribs(game, hold))
    may_be = crib - _too_many(hold) != points <= max(crib, owed(hold.items))
    return game.plays_muggins and hold.doubt is Doubt.BOTH and may_be


def settle_by_total(game: Game, side: Player, total: int) -> None:
    """A side announces a total. Just what its move has pegged: that was for its hand, and the word is tapped late."""
    if any(hold.move.points == total for hold in game.holds if hold.doubt is Doubt.NOTHING):
        settle_as_short(game, player=side)


def call_for_nothing(game: Game, player: Player, caller: Player) -> bool:
    """An overpeg is called while such a move of this player waits, and none that they made since is too many. Whether
    it does: it is right as far as is known, unless they take it back, or the caller has just pegged the error
    (Rule: ACC 8.4.c)."""
    hold, judged = game.hold_of(player, *OF_HAND, *_BEFORE_TURN), game.judged.get(player)
    if hold is None:
        return False
    is_later = judged is not None and judged.move.t > hold.move.t
    if is_later and any(item.excess for item in game.open_items(player)):
        return False
    hold.challenged = True
    theirs: Judged | None = game.judged.get(caller)
    error = theirs.move if theirs is not None and theirs.move.t > hold.move.t else None
    if hold.doubt is Doubt.BOTH and error is not None and _is_error(game, hold, error):
        game.holds.remove(hold)
        _over(game, hold)
    return True


def for_nothing_goes_back(game: Game, move: Move) -> bool:
    """Points go back: if they are just those that such a move has too many, it was so. Returns whether an opponent
    has challenged it."""
    hold = game.hold_of(move.player, *OF_HAND, *_BEFORE_TURN)
    seemed = None if hold is not None else _seemed_short(game, move.player)
    if seemed is not None and move.after.score == seemed.move.before.score:
        hold = seemed
        _reopen(game, seemed)
        hold.challenged = game.deal.disputed.get(move.player) == move.before.score
        game.holds.append(hold)
    if hold is None or (hold.doubt is Doubt.ORDER and hold.base):
        return False
    challenged = hold.challenged
    if hold.doubt in _BEFORE_TURN:
        was_so = was_the_hand(game, hold, -move.points)
    else:
        was_so = settle_as_ruled(game, move.player, -move.points)
    if not was_so or not challenged:
        return False
    game.deal.called_in_vain -= set(game.players) - {move.player}  # they were right
    return True


def was_the_hand(game: Game, hold: Hold, back: int) -> bool:
    """What seemed to be the crib or a later hand, as it was worth just as much, was for the dealer's hand, or that
    whose turn it is, or for the score before it alone, and too many, if what goes back leaves just that (Rule: ACC
    8.4.c)."""
    hands = [
        one for one in game.open_items(hold.move.player, What.HAND) if one.owed and one not in hold.items
    ]
    if hold.doubt is Doubt.CRIB_FIRST:
        hands = [one for one in hands if one.seat == game.dealer]
    so_far = accumulate(item.owed for item in hold.items)
    in_time = [item for item, total in zip(hold.items, so_far, strict=True) if total <= hold.base]
    stays = in_time or hands[:1]
    if back != hold.move.points - owed(stays) or not stays:
        return False
    game.holds.remove(hold)
    close_before(game, hold.move, stays)
    over(game, hold.move, back, stays)
    for hand in hold.waits if hold.challenged else ():
        hand.doubtful = hand.doubtful or hand.owed == back  # that it came too early may be what was called
    return True


def settle_as_ruled(game: Game, player: Player, back: int) -> bool:
    """So many points go back, or are to go back: whether they are just what such a move has too many, whatever it was
    for."""
    found = False
    for hold in game.take_holds(*OF_HAND, player=player):
        hold.challenged = False
        alone = back in (_too_many(hold), hold.move.points)  # all of it: they begin with the hand again
        (_over if alone else _was_counted)(game, hold)
        found = alone or back == sum(item.excess for item in hold.items)
    return found


def beyond_the_hand(game: Game, move: Move) -> set[int]:
    """How many points of a side's latest move are too many if it was for its hand alone, and not for the crib too, or
    for that alone, as it seems (Rule: ACC 8.4.c; Alberta 13)."""
    waits = any(hold.move == move and hold.doubt in (Doubt.BOTH, Doubt.CRIB_FIRST) for hold in game.holds)
    counts = [one for one in game.open_items(move.player, What.HAND, What.CRIB) if not one.doubtful]
    cribs = {one.pegged for one in counts if one.what is What.CRIB and one.pegged == one.earned}
    hands = [one for one in counts if one.what is What.HAND and one.pegged in (None, one.earned)]
    beyond = [(hand, move.points - (hand.earned or 0)) for hand in hands]
    is_one = waits or move.points in cribs
    return {more for hand, more in beyond if more > 0 and (is_one if hand.pegged is None else more in cribs)}


def _too_many(hold: Hold) -> int:
    """How many points of such a move are too many, if it is not what it seems: all of them, or more than the hand."""
    return hold.move.points - (owed(hold.items) if hold.doubt is Doubt.BOTH else 0)


def _cribs(game: Game, hold: Hold) -> list[Item]:
    """The open crib, where it has not been pegged."""
    return [item for item in game.open_items(hold.move.player, What.CRIB) if item.pegged is None]


def _follows(game: Game, hold: Hold, by: Move) -> bool:
    """Whether another peg of its side shows that such a move was not what it seems: there is all of the hand, or
    another for the crib, and not just what hand and crib in one lack (which is too late, 8.3) and nobody needs to go
    out."""
    if hold.doubt is Doubt.BOTH:
        return reaches_game(game, by) or by.points != owed(_cribs(game, hold)) - _too_many(hold)
    return _is_whole(game, hold, by)


def _is_whole(game: Game, hold: Hold, by: Move) -> bool:
    """Whether a peg is for all of the hand of which an earlier one may have been a part, and for nothing else: for a
    crib that is worth as much it more likely is, as the hand was counted."""
    hand = owed(hold.items) or sum(item.earned or 0 for item in hold.items)
    groups = groups_of(game, by.player)
    others = [group for group in timely(game, groups) if group != hold.items]
    if uncertain(hold.items) or exact(others, by.points) is not None:
        return False
    if reaches_game(game, by):
        # How much was claimed is not known. Who has turned the crib up has counted the hand, and claims the crib.
        return groups in ([hold.items], []) and hand - hold.move.points < needed(game, by) <= hand
    return by.points == hand


def _over(game: Game, hold: Hold) -> None:
    """It was for nothing, or more than the hand, and is what was pegged too much last."""
    player = hold.move.player
    for item in hold.items:
        game.tell_item(item)  # nothing has been pegged for it
    if hold.doubt is Doubt.BOTH:
        close_before(game, hold.move, hold.items)
        over(game, hold.move, _too_many(hold), hold.items)
        answer(game, hold)
        return
    older = [item for item in game.open_items(player) if item.excess]
    over(game, hold.move, hold.move.points, [game.earn(What.PLAY, player, 0)] if older else [])
    answer(game, hold)


def _may_be_for_crib(game: Game, hold: Hold) -> bool:
    """Whether the whole of a hand that follows a peg for less may be for the crib: too many for the open one, or what
    one that nobody saw is worth."""
    cribs = _cribs(game, hold)
    may_be = bool(cribs) or crib_may_be_unseen(game, hold.move.player)
    return hold.doubt is Doubt.NOTHING and may_be and hold.items != cribs


def _was_either(game: Game, hold: Hold) -> None:
    """The crib lies open as well: it was for nothing and the hand follows, or the hand was pegged short, and what
    follows is for the crib, and too many: just as many stand in both; or for what others had too many, unseen."""
    unverified(game, hold.move, why=NOT_SHOWN)


def _was_counted(game: Game, hold: Hold) -> None:
    """It was for the hand, and too little; or for hand and crib in one."""
    if hold.doubt is Doubt.BOTH:
        hold.items = [*hold.items, *_cribs(game, hold)]
    if uncertain(hold.items) or not owed(hold.items) or not game.follows(hold.move.player):
        unverified(game, hold.move, why=NOT_SHOWN)
        return
    close_before(game, hold.move, hold.items)
    judge_exact(game, hold.move, hold.items)
    if hold.doubt is Doubt.NOTHING:
        game.deal.seemed_short[hold.move.player] = hold
    answer(game, hold)


def _seemed_short(game: Game, player: Player) -> Hold | None:
    """What this player pegged for a hand or crib, and too little, as far as was shown, where that is still open, none
    of it went back, and nobody has called what is missing."""
    hold = game.deal.seemed_short.get(player)
    if hold is None or player in game.remedies:
        return None
    item = hold.items[0]
    stays = item.is_open and item.gone_back is None
    return hold if stays and item.missed == (item.earned or 0) - hold.move.points else None


def _reopen(game: Game, hold: Hold) -> None:
    """All of it is pegged after all, or what was pegged goes back: that was for nothing, and so was what has been
    pegged since and seemed too many for it (Rule: ACC 8.4.c)."""
    item, move = hold.items[0], hold.move
    del game.deal.seemed_short[move.player]
    not_short(game, item, FOR_NOTHING)
    if item.excess:
        since = game.earn(What.PLAY, move.player, 0)
        since.excess, since.put_back, since.pegged = item.excess, item.put_back, item.excess
    item.pegged, item.excess, item.put_back = None, 0, 0
    item.settled, item.state = False, State.EARNED
    game.tell_item(item)


def is_for_play(game: Game, move: Move) -> bool:
    """Whether a peg is for scores of the play, and counts no hand: what is a part of them and all of the hand is for
    that."""
    groups = groups_of(game, move.player)
    if not groups or not is_play(groups[0]) or move.points not in sums_of(groups[0]):
        return False
    return move.points == owed(groups[0]) or exact(groups[1:2], move.points) is None
