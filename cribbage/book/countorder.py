"""Whose hand is counted before whose, and which pegs came before their turn.

From the dealer's left round to the dealer, then the crib. In doubles a side has two hands, and between them one of
the other side's: whichever of the two pegs, it is the hands that have an order. Which hand a peg was for, its points
tell; where they do not, nobody is said to have been too early.

Rule: ACC 9.2, in doubles App. B (what holds for two holds for four); Corporate 4; Alberta 10.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from cribbage.book.deal import TooSoon
from cribbage.book.game import OF_HAND, Doubt, Game, Hold, needed, reaches_game
from cribbage.book.items import Item, What, owed
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

TOO_EARLY: Final = "it came before another's turn, or that hand was given up"
COUNTED_WRONG: Final = "a hand may have been counted wrong, not out of its turn"
OTHERWISE_BEFORE: Final = "an earlier move may have been for something else than it was taken for"
Group = TypeVar("Group", bound=Sequence[Item])
_COUNTED = (What.HAND, What.CRIB)


def before(game: Game, item: Item) -> list[Item]:
    """The hands of others that come before this hand or crib and have not been pegged."""
    if item.what not in _COUNTED or item.deal != game.deal.number:
        return []
    claimed = [one for hold in game.holds if hold.doubt in (Doubt.ORDER, *OF_HAND) for one in hold.items]
    # One that may be too many for the last card is perhaps just a hand, which is pegged then.
    perhaps = [(hold.move.player, hold.move.points) for hold in game.holds if hold.doubt is Doubt.LAST]
    return [
        hand
        for hand in game.items
        if hand.what is What.HAND and hand.is_open and hand.player != item.player and hand.deal == item.deal
        and game.place_of(hand) < game.place_of(item)
        and hand.owed and hand.pegged is None and not hand.doubtful and hand.seat not in game.deal.none_by
        and hand not in claimed and (hand.player, hand.owed) not in perhaps and not may_be_counted(game, hand)
        and not game.may_have_pegged_unseen(hand.player) and not game.is_pegging(hand.player)
    ]  # fmt: skip


def may_be_counted(game: Game, hand: Item) -> bool:
    """Whether just what a hand is worth has been taken for an award, which may have been forgotten (ACC 11.2)."""
    noted = game.deal.perhaps_counted
    return any(hand.id in noted.get(one.id, ()) and one.pegged == hand.owed for one in game.items)


def waits_for(game: Game, item: Item) -> list[Item]:
    """The hands that have to be pegged before this one, where the book judges that (Rule: ACC 9.2.a)."""
    return before(game, item) if game.profile.order_is_judged else []


def pone_waits(game: Game, player: Player) -> bool:
    """Whether a hand of the other side has to be pegged before the next hand or crib of this one."""
    due = [item for item in game.open_items(player, *_COUNTED) if item.owed and item.pegged is None]
    return bool(due) and bool(waits_for(game, min(due, key=game.place_of)))


def timely(game: Game, groups: Sequence[Group]) -> list[Group]:
    """Those of the groups due, in their order, that may be pegged now."""
    return [group for group in groups if not waits_for(game, group[0])]


def not_given_up(game: Game, groups: Sequence[Group]) -> list[Group]:
    """What is due, without the hands of which it was said that they are worth nothing."""
    return [
        group for group in groups if group[0].what is not What.HAND or group[0].seat not in game.deal.none_by
    ]


def too_soon(game: Game, move: Move, groups: Sequence[list[Item]]) -> list[list[Item]]:
    """The groups that a move is for if it is for a hand whose turn has not come, else none (Rule: ACC 9.2.c)."""
    in_time = timely(game, groups)
    if len(in_time) == len(groups):
        return []
    points, found = needed(game, move), exact(groups, move.points)
    if reaches_game(game, move):
        early = points > _worth(in_time) and points <= _worth(groups)
        return enough(groups, points) if early else []
    if in_time:
        return found if found and exact(in_time, points) is None else []
    nearest = [group for group in groups if group[0].seat == groups[0][0].seat]
    return found or ([*groups[:1]] if points <= _worth(nearest) else [])


def take_too_many(game: Game, player: Player, back: int) -> Hold | None:
    """The move of a player that waits for a hand before it, out of `game.holds`, if just what was too many in it goes
    back: where that was called aloud, what others peg now may be the error, and does not show that the hand before it
    had not been given up (Rule: ACC 8.4.c, 9.2.c)."""
    for hold in _waiting(game):
        excess = hold.move.points - owed(hold.items)
        if hold.move.player == player and excess == back and hold.items and not hold.challenged:
            game.holds.remove(hold)
            return hold
    return None


def _worth(groups: Sequence[Sequence[Item]]) -> int:
    return sum(owed(group) for group in groups)


def exact(groups: Sequence[Group], points: int) -> list[Group] | None:
    """The first group, or groups that follow each other, worth exactly `points`."""
    for size in range(1, len(groups) + 1):
        for start in range(len(groups) - size + 1):
            some = [*groups[start : start + size]]
            if _worth(some) == points:
                return some
    return None


def enough(groups: Sequence[list[Item]], points: int) -> list[list[Item]]:
    """As many groups in their order as it takes to have earned `points`, or all of them (the game hole)."""
    for size in range(1, len(groups)):
        if _worth(groups[:size]) >= points:
            return [*groups[:size]]
    return [*groups]


def shown_too_soon(game: Game, move: Move | None = None) -> list[Hold]:
    """The waiting moves that came too soon for certain: a hand that they waited for was pegged, or `move` is for it.

    Where that may as well have been for another hand of its side, the crib or an error of the opponent's, a waiting
    move goes on waiting.
    """
    if not _waiting(game) or game.next_deal_may_be_on:
        return []
    mine = []
    if move is not None and not (
        game.may_be_award(move.player, move.points) or _may_call_the_crib(game, move.player, move.points)
    ):
        mine = [i for i in game.open_items(move.player, *_COUNTED) if _may_be_pegged(game, i)]
    is_one = len(mine) == 1 and not (_passed_over(game, mine[0]) or _may_be_call(game, mine[0]))
    meant = mine[0] if is_one else None
    return [
        hold
        for hold in _waiting(game)
        if any(
            (item is meant and not _may_be_its_error(game, hold, move)) or hand_was_pegged(game, item)
            for item in hold.waits
        )
        and not (_may_be_for_none(game, hold, move) and not _counted_past(game, hold))
    ]


def _may_be_its_error(game: Game, hold: Hold, by: Move | None) -> bool:
    """Whether a peg (`by`) is for no score of its own side, but just what may be too many in a move of more than was
    in time: that may have been called before it is tapped (Rule: ACC 8.4.c(1))."""
    if by is None or not hold.base or by.points != game.profile.award_for(hold.move.points - hold.base):
        return False
    return by.points not in [item.owed for item in game.open_items(by.player)]


def may_be_for_nothing(game: Game, hold: Hold, by: Move | None = None) -> bool:
    """Whether a move that came too soon is less than the hand, so that it may have been for none: the next peg of
    its side (`by`) shows it."""
    is_own = by is not None and by.player == hold.move.player
    is_less = hold.doubt is Doubt.ORDER and _is_less(game, hold)
    is_no_call = hold.move.player not in game.deal.either or _is_nothing_missed(hold.waits)
    return is_less and not is_own and is_no_call


def _is_nothing_missed(hands: Sequence[Item]) -> bool:
    """Whether just what hands are worth has been pegged for them: nothing of them can be called."""
    return all(hand.pegged is not None and hand.pegged == hand.earned for hand in hands)


def _may_be_for_none(game: Game, hold: Hold, by: Move | None) -> bool:
    """The same also where it may be a call, nobody knows of what, which the next peg of its side shows as well."""
    aloud = game.deal.either.get(hold.move.player)
    is_call = aloud is not None and not aloud.items and aloud.t == hold.move.t
    is_own = by is not None and by.player == hold.move.player
    return may_be_for_nothing(game, hold, by) or (is_call and _is_less(game, hold) and not is_own)


def _is_less(game: Game, hold: Hold) -> bool:
    return hold.move.points < owed(hold.items) and not reaches_game(game, hold.move)


def _counted_past(game: Game, hold: Hold) -> bool:
    """Whether another side has pegged a hand or crib since that comes after the one a move may be for."""
    return any(
        one.what in _COUNTED and one.pegged is not None and one.deal == game.deal.number
        and one.player != hold.move.player and game.place_of(one) > game.place_of(hold.items[-1])
        for one in game.items
    )  # fmt: skip


def hand_was_pegged(game: Game, hand: Item) -> bool | None:
    """Whether a hand has been pegged; None where that may have been for a later hand of the side, or the crib, or for
    what another side missed, or put back just before, called aloud."""
    if hand.pegged is None:
        return False
    is_perhaps_call = _may_be_call(game, hand) or _may_call_the_crib(game, hand.player, hand.pegged)
    if is_perhaps_call or hand.id in game.deal.perhaps_award:
        return None
    later = [i for i in game.open_items(hand.player, *_COUNTED) if game.place_of(i) > game.place_of(hand)]
    return None if any(_may_be_pegged(game, item) for item in later) else True


def _may_be_call(game: Game, hand: Item) -> bool:
    """Whether what was pegged last, it seems for this hand, may be for what another side missed."""
    aloud = game.deal.either.get(hand.player)
    return aloud is not None and aloud.own is hand and bool(aloud.items)


def _may_call_the_crib(game: Game, side: Player, points: int) -> bool:
    """Whether as many may be called of another side's crib, which lies open and is given up (Rule: ACC 10.4.a)."""
    deal = game.deal
    cribs = [item for item in game.items if item.what is What.CRIB and item.deal == deal.number]
    theirs = [crib for crib in cribs if crib.player != side and crib.pegged is None]
    return (
        game.plays_muggins and deal.crib_shown and any(crib.unseen or crib.owed >= points for crib in theirs)
    )


def _may_be_pegged(game: Game, item: Item) -> bool:
    none = item.what is What.HAND and item.seat in game.deal.none_by
    return item.pegged is None and (item.owed > 0 or item.unseen) and not none


def _passed_over(game: Game, hand: Item) -> bool:
    mine = game.open_items(hand.player, *_COUNTED)
    return any(item.pegged is not None and game.place_of(item) > game.place_of(hand) for item in mine)


def which_is_unsure(game: Game, groups: Sequence[list[Item]], points: int) -> bool:
    """Whether a move may be for either hand of two partners, and would be wrong for both.

    It fits neither and both may be counted, or it fits the second or the crib, whose turn has not come, while the
    first may be counted. A hand worth nothing that the other side has not counted past is one of them.
    """
    hands = [group[0] for group in groups if group[0].what is What.HAND]
    if hands and _nothing_before(game, hands[0]) and exact(groups, points) is None:
        return True
    if len(hands) < 2 or hands[0].owed == points or before(game, hands[0]):
        return False
    if before(game, hands[1]):
        return game.profile.order_is_judged and any(owed(group) == points for group in groups[1:])
    return groups[0][0] is hands[0] and exact(groups, points) is None


def _nothing_before(game: Game, hand: Item) -> bool:
    """Whether the partner's hand comes before this one, is worth nothing, and no count since has passed it."""
    others = [one for one in game.items if one.what is What.HAND and one.deal == hand.deal]
    return any(
        one.player == hand.player and one.earned == 0 and one.pegged is None
        and game.place_of(one) < game.place_of(hand)
        and not any(past.pegged is not None and game.place_of(past) > game.place_of(one) for past in others)
        for one in others
    )  # fmt: skip


def may_be_partners(groups: Sequence[list[Item]], points: int) -> bool:
    """Whether a move is too much for a hand, and too little for the partner's: the next peg shows which it was
    for."""
    hands = [group[0] for group in groups if group[0].what is What.HAND]
    fits_one = len(hands) > 1 and hands[0].owed < points < hands[1].owed
    return fits_one and groups[0][0] is hands[0] and exact(groups, points) is None


def was_the_partners(groups: Sequence[list[Item]], points: int) -> bool:
    """Whether both hands of a pair were pegged short, it seemed, and now the whole of one of them is pegged.

    Then what was taken for its first part was for the other hand, of which too little had been pegged.
    """
    short = [group[0] for group in groups if group[0].what is What.HAND and group[0].pegged]
    return len(short) > 1 and any(points == hand.earned for hand in short)


def was_one_too_high(game: Game, move: Move, groups: Sequence[list[Item]]) -> bool:
    """What came to two scores of a side, the second before its turn, may have been the first alone, counted too high.
    So it seems where it was never retracted, and now the second is pegged in its turn, or what fits nothing due
    (`groups`; it may be wrong too); and where just the second was, or of the score after it a part, and now the
    others peg the award for that, or a part of it, which out of order brings nobody. Nobody knows, and what was said
    of it does not hold any more (Rule: ACC 8.4.c, 9.2.c)."""
    deal = game.deal
    if not (deal.too_soon or deal.partly_back):
        return False
    went = [(one, one.points - one.in_time) for one in deal.partly_back]
    went += [(one, one.points - deal.back_ok.get(one.side, 0)) for one in deal.too_soon]
    again = [one for one in deal.too_soon if _is_second_again(game, one, move, groups)]
    theirs = [(one, back) for one, back in went if one.side != move.player and 0 < back < one.points]
    if exact(timely(game, groups), move.points) is not None:
        theirs = []  # it is what they earned
    awarded = [one for one, back in theirs if move.points <= game.profile.award_for(back)]
    _withdraw(game, [*again, *awarded], move.t)
    deal.too_soon = [one for one in deal.too_soon if one not in (*again, *awarded)]
    deal.partly_back = [one for one in deal.partly_back if one not in awarded]
    return bool(again) or any(move.points == game.profile.award_for(back) for _, back in theirs)


def was_called_too_high(game: Game, offender: Player) -> bool:
    """The same, where too many are called, and nothing of this side's is but what went back as the second of two:
    that may have been called before it went back (Rule: ACC 8.4.c(1))."""
    called = [one for one in game.deal.partly_back if one.side == offender]
    _withdraw(game, called, game.now)
    game.deal.partly_back = [one for one in game.deal.partly_back if one not in called]
    return bool(called)


def was_called_too_low(game: Game, scorer: Player, points: int | None) -> None:
    """Points are called that were missed: by just so many what seemed the crib, before its turn, may have been the
    hand, counted too low, where the word is tapped late, or what seemed the hand after it the crib (Rule: ACC 9.2.c,
    10.4.a)."""
    if not points:
        return
    mine = [item for item in game.items if item.what is What.HAND and item.player == scorer]
    hands = [hand for hand in mine if hand.deal == game.deal.number]
    lacks = {(hand.earned or 0) - points for hand in hands}
    lacks |= {hand.pegged + points for hand in hands if hand.pegged}
    called = [one for one in game.deal.too_soon if one.side == scorer and one.points in lacks]
    _withdraw(game, called, game.now, OTHERWISE_BEFORE)
    game.deal.too_soon = [one for one in game.deal.too_soon if one not in called]


def _withdraw(game: Game, early: list[TooSoon], t: float, why: str = COUNTED_WRONG) -> None:
    """What was said to be out of order may have been one hand that was counted wrong."""
    for one in early:
        facts = {"of": Code.OUT_OF_ORDER.value, "since": one.t, "why": why}
        game.say(Code.WITHDRAWN, one.side, one.said, t, **facts)


def waits_as_two_in_one(game: Game, move: Move, groups: list[list[Item]]) -> Hold | None:
    """A move that waits, as it came to two scores of its side, the second before its turn, where now as much as the
    second is pegged in its turn, or what fits nothing else that is due (`groups`): the first alone may have been
    counted too high, and the second wrong as well, and nobody knows (Rule: ACC 9.2.c)."""
    mine = (hold for hold in _waiting(game) if hold.move.player == move.player and len(hold.items) > 1)
    hold = next((hold for hold in mine if not before(game, hold.items[-1])), None)
    is_second = hold is not None and _may_be_second(move, hold.items[-1].owed, groups)
    return hold if is_second else None


def _may_be_second(move: Move, worth: int, groups: Sequence[list[Item]]) -> bool:
    """Whether a move is as much as the second of two scores is worth, or fits nothing else that is due (`groups`)."""
    return move.points == worth or exact(groups, move.points) is None


def _is_second_again(game: Game, early: TooSoon, move: Move, groups: Sequence[list[Item]]) -> bool:
    *earlier, (second, share) = early.shares
    fits = _may_be_second(move, share, groups) if earlier else move.points == share
    is_all = second.player == move.player and share == second.earned == second.pegged and fits
    # What seemed the crib alone may have been a partner's hand, too low.
    hands = [one for one in game.items if one.what is What.HAND and one.deal == second.deal]
    some_else = bool(earlier) or sum(one.player == move.player for one in hands) > 1
    return some_else and is_all and not before(game, second)


def pegged_before(game: Game, side: Player, counted: Sequence[Item]) -> int:
    """What a side has pegged for hands (or the crib) that come after one that is counted only now: that had to be
    retracted (Rule: ACC 9.2.c)."""
    hands = [item for item in counted if item.what is What.HAND and item.player != side]
    if not (hands and game.profile.order_is_judged):
        return 0
    later = [
        item for item in game.open_items(side, *_COUNTED) if game.place_of(item) > game.place_of(hands[0])
    ]
    waiting = [hold for hold in _waiting(game) if hold.move.player == side and hands[0] in hold.waits]
    pegged = sum(item.pegged or 0 for item in later if item.deal == game.deal.number)
    return pegged + sum(hold.move.points - hold.base for hold in waiting)


def _waiting(game: Game) -> list[Hold]:
    return [hold for hold in game.holds if hold.doubt is Doubt.ORDER]
