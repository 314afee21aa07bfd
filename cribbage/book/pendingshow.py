"""Moves of the show that cannot be judged at once, and what settles them.

A dealer who pegs first may be too early, or the pone has given up the hand; a crib may be pegged before the
hand; a peg that fits neither the play nor the hand is for one of them. The next peg, or the end, tells.

Rule: ACC 8.3, 9.2.c, 9.2.e.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cribbage.book.claims import answer, is_play, judge_exact, over, perhaps_pegged, unverified
from cribbage.book.countorder import before, hand_was_pegged, not_given_up, shown_too_soon
from cribbage.book.cribfirst import ONE_OF_TWO, settle_crib_first
from cribbage.book.fornothing import settle_as_short
from cribbage.book.game import Doubt, Game, Hold, needed, reaches_game
from cribbage.book.items import BY_ITSELF, Item, What, owed, sums_of
from cribbage.book.otherdealer import counts_crib, counts_first
from cribbage.book.outoforder import say_out_of_order, settle_went_back
from cribbage.book.saidaloud import (
    ALOUD,
    counts_may_be_called,
    is_in_force,
    note_either,
    was_muggins_before,
)
from cribbage.book.show import WHOSE_HAND, close_before, groups_of, likely, rest_of_hand
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

NOT_FOLLOWED: Final = "the board was not seen"
WON_BY_IT: Final = "the hand before it may have been given up aloud, and the game be over"
PLAY_OR_HAND: Final = "whether it was for the play or the hand is not known"


def settle_by_move(game: Game, move: Move) -> None:
    """What a further forward move, not one for a penalty, settles of the moves that wait."""
    if any(item.owed == move.points for item in game.open_items(move.player, What.PENALTY)):
        return
    settle_went_back(game, move)
    settle_last(game, move)
    settle_rest(game, move.player)
    settle_partner(game, move)
    settle_too_soon(game, move)
    if move.player == game.side(game.dealer):
        settle_crib_first(game, out_of_order=True, by=move)
        _settle_early_crib(game, move)


def settle_show(game: Game) -> None:
    """The cards are taken up: what waited for them is settled as it stands."""
    settle_went_back(game)
    settle_last(game, None)
    settle_partner(game, None)
    settle_rest(game)
    settle_as_short(game)
    settle_order(game, out_of_order=False)
    settle_crib(game)
    settle_crib_first(game, out_of_order=False)


def settle_too_soon(game: Game, move: Move | None = None) -> None:
    """Moves that waited are shown by this one, or by what has been pegged, to have come too soon (9.2.c)."""
    if move is not None:
        _settle_pegged_again(game, move)
    for hold in shown_too_soon(game, move):
        is_own = move is not None and move.player == hold.move.player
        if _may_be_of_hand_before(game, hold) and not is_own:
            hold.is_too_soon = True  # unless what its side pegs next shows that it was not for this hand
            continue
        game.holds.remove(hold)
        if _may_have_been_call(game, hold, move):
            unverified(game, hold.move, why=ALOUD)
        else:
            say_out_of_order(game, hold, "9.2.c", move)


def _settle_pegged_again(game: Game, by: Move) -> None:
    """What seemed to be a hand before its turn, and may be for a wrong call, was that if all of the hand is pegged
    now (Rule: ACC 10.4.a)."""
    mine = [one for one in game.holds if one.doubt is Doubt.ORDER and one.move.player == by.player]
    for hold in [one for one in mine if by.points == owed(one.items) and _may_be_of_hand_before(game, one)]:
        game.holds.remove(hold)
        unverified(game, hold.move, why=ALOUD)


def _may_be_of_hand_before(game: Game, hold: Hold) -> bool:
    """Whether a hand of its side was counted before the one that a move waits for, and may have been called, aloud
    and wrongly: what that costs may be just as much as the partner's hand (Rule: ACC 10.4.a)."""
    hands = [one for one in game.items if one.what is What.HAND and one.deal == game.deal.number]
    mine = [one for one in hands if one.player == hold.move.player and one.pegged]
    is_counted = any(game.place_of(one) < game.place_of(hold.waits[0]) for one in mine if hold.waits)
    return is_counted and counts_may_be_called(game, hold.move.player)


def _may_have_been_call(game: Game, hold: Hold, by: Move | None) -> bool:
    """Whether a move may be for what another side has missed, or, of four players, for what the first hand that comes
    before missed, which was given up, as a later one shows that is pegged (`by`, or before it): called aloud
    (Rule: ACC 10.4.a, 10.4.d)."""
    aloud = game.deal.either.get(hold.move.player)
    if aloud is not None and aloud.t == hold.move.t and aloud.items and aloud.missed:
        return True
    first, *later = sorted(hold.waits, key=game.place_of)
    passed = any(one.pegged is not None or (by is not None and one.owed == by.points) for one in later)
    missed = first.missed or first.owed
    return is_in_force(game) and first.pegged is None and passed and hold.move.points <= missed


def settle_partner(game: Game, by: Move | None) -> None:
    """Whether a move was too much for one hand of a side or too little for its other.

    If the other side pegs the hand between them, it was for the first; else for the second, and the first is lost.
    """
    for hold in game.take_holds(Doubt.PARTNER):
        first, move = hold.items[0], hold.move
        hands = [item for item in game.open_items(move.player, What.HAND) if item.owed and item is not first]
        between = [one for item in hands[:1] for one in before(game, item)]
        said_none = first.seat in game.deal.none_by
        if hands and not between and _is_unseen_between(game, first, hands[0]):
            unverified(game, move, why=WHOSE_HAND)  # nobody sees whether that hand has been pegged since
        elif by is not None and by.player != move.player and between and not said_none:
            over(game, move, excess_of(hold), hold.items)
        else:
            close_before(game, move, hands[:1])
            judge_exact(game, move, hands[:1])


def _is_unseen_between(game: Game, first: Item, second: Item) -> bool:
    """Whether another side counts between two hands of partners, and nobody sees what it pegs."""
    return any(
        one.what is What.HAND
        and game.place_of(first) < game.place_of(one) < game.place_of(second)
        and game.may_have_pegged_unseen(one.player)
        for one in game.items
        if one.deal == first.deal and one.player != first.player
    )


def settle_last(game: Game, by: Move | None, is_end: bool = False) -> None:
    """Whether a move was too much for the play or too little for the hand.

    If the same player pegs again, that is the hand: the earlier move was for the play. So it was if another's hand
    came before it that is pegged only now. `is_end` of the log: the hand might still have been pegged, so it was for
    whichever of the two fewer points are wrong.
    """
    for hold in game.take_holds(Doubt.LAST):
        is_just_hand = _is_just_hand(game, hold)
        is_answer = hold.challenged and by is not None and by.player != hold.move.player
        if by is not None and is_answer and not (is_just_hand and by.points != excess_of(hold)):
            _was_too_many(game, hold, by.points)
            continue
        if by is not None and by.player == hold.move.player and _may_be_crib(game, hold, by):
            unverified(game, hold.move, why=PLAY_OR_HAND)
            continue
        if is_just_hand:  # which may stay, whatever was said of it
            _settle_play_or_hand(game, hold, by)
            continue
        if by is not None and _fewer_for_play(game, hold):
            counts_first(game, by.player)
        least = is_end and _fewer_for_play(game, hold)
        _settle_last(game, hold, least or (by is not None and _was_for_play(game, hold, by)))


def settle_last_by_crib(game: Game) -> None:
    """The crib is turned up, which comes after the hands: so it was for the hand, unless another's is still to be
    pegged and the crib lies there early."""
    if not any(
        item.what is What.HAND and item.is_open and item.owed and item.pegged is None
        for hold in game.holds
        if hold.doubt is Doubt.LAST
        for item in game.items
        if item.player != hold.move.player and item.deal == game.deal.number
    ):
        settle_last(game, None)


def _is_just_hand(game: Game, hold: Hold) -> bool:
    hands = [hand for hand in game.open_items(hold.move.player, What.HAND) if hand.pegged is None]
    return bool(hold.items) and any(hand.owed == hold.move.points for hand in hands)


def _settle_play_or_hand(game: Game, hold: Hold, by: Move | None) -> None:
    """The same of a move that is just what the hand is worth: it was too much for the play only if as much is pegged
    again, and not for the crib. Where another's hand was to be counted first, and has been pegged since, it may have
    come too early as well, and nobody knows (Rule: ACC 9.2.c)."""
    side, points = hold.move.player, hold.move.points
    if hold.waits and by is not None and by.player != side:
        game.holds.append(hold)
        return
    if by is not None and by.player == side and by.points == points:
        if any(crib.unseen for crib in game.open_items(side, What.CRIB)):
            unverified(game, hold.move, why=PLAY_OR_HAND)
        else:
            over(game, hold.move, excess_of(hold), hold.items)
    elif not (hold.waits and game.profile.order_is_judged):
        _settle_last(game, hold, was_for_play=False)
    elif by is not None and by.player == side and by.points in sums_of(hold.items):
        unverified(game, hold.move, why=PLAY_OR_HAND)  # the rest of the play follows it
    elif any(hand_was_pegged(game, hand) is not False for hand in hold.waits):
        unverified(game, hold.move, why=PLAY_OR_HAND)
    else:
        give_up(game, hold.waits, hold.move.t)
        _settle_last(game, hold, was_for_play=False)


def _may_be_crib(game: Game, hold: Hold, by: Move) -> bool:
    """Whether the next peg is just the crib as well as just the hand, and shows nothing."""
    hands = [hand for hand in game.open_items(by.player, What.HAND) if hand.pegged is None]
    cribs = game.open_items(by.player, What.CRIB)
    return bool(hold.items and hands) and by.points == owed(hands[:1]) == owed(cribs)


def _fewer_for_play(game: Game, hold: Hold) -> bool:
    """Whether fewer points are wrong if a move was for the play than if those were missed and it was for the hand."""
    hand = next(iter(groups_of(game, hold.move.player)[1:]), [])
    missed = owed(hold.items) + owed(hand) - hold.move.points
    return bool(hold.items and hand) and excess_of(hold) < missed


def _settle_last(game: Game, hold: Hold, was_for_play: bool) -> None:
    move, groups = hold.move, groups_of(game, hold.move.player)
    if was_for_play and not hold.items and counts_may_be_called(game, move.player):
        unverified(game, move, why=ALOUD)
    elif was_for_play or (hold.items and all(map(is_play, groups))):
        over(game, move, excess_of(hold), hold.items)
        answer(game, hold)
    elif not game.follows(move.player):
        unverified(game, move, why=NOT_FOLLOWED)  # the hand may have been pegged since, and nobody saw it
    else:
        counts = [group for group in groups if not is_play(group)]
        just = [group for group in counts if owed(group) == move.points]
        items = [item for group in just[:1] or likely(groups, move.points) for item in group]
        close_before(game, move, items)
        judge_exact(game, move, items)
        answer(game, hold)


def settle_last_by_word(game: Game, speaker: Player, total: int) -> None:
    """A total is announced: of the mover's own hand, or of one that comes before it. Then their hand was not pegged
    yet, and the move was for the play; if that of a later hand is, it was for the hand (Rule: ACC 9.2). Of a move
    that is just the hand as many may have been said before it, and tapped late: nobody knows."""
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.LAST and hold.items]:
        if hold.waits and speaker != hold.move.player:
            continue
        game.holds.remove(hold)
        if _fewer_for_play(game, hold):
            counts_first(game, game.side(speaker))
        hands = [item for item in game.items if item.what is What.HAND and item.deal == game.deal.number]
        own = [game.place_of(item) for item in hands if item.player == hold.move.player and item.is_open]
        announced = [game.place_of(item) for item in hands if item.seat == speaker]
        cribs = game.open_items(speaker, What.CRIB) if game.side(speaker) == hold.move.player else []
        if _is_just_hand(game, hold) and total == hold.move.points:
            unverified(game, hold.move, why=PLAY_OR_HAND)
        elif total and total == owed(cribs):
            _settle_last(game, hold, was_for_play=False)  # the hand came before it
        elif _is_just_hand(game, hold):
            _settle_play_or_hand(game, hold, None)
        else:
            _settle_last(game, hold, min(announced, default=0) <= min(own, default=-1))


def _was_for_play(game: Game, hold: Hold, by: Move) -> bool:
    hands = game.open_items(hold.move.player, What.HAND)
    hands = [hand for hand in hands if hand.pegged is None] or hands
    if by.player != hold.move.player:
        return bool(hands) and (
            _can_only_come_before(game, by.player, hands[0])
            or any(one.player == by.player for one in before(game, hands[0]))
        )
    now = [item for item in hands if item.owed == by.points]
    is_crib = hold.crib_since or by.points == owed(game.open_items(by.player, What.CRIB))
    if hold.items and not now and is_crib:
        return False  # the hand came before it
    return now[:1] == hands[:1] or not now  # else it pegs the partner's hand, and came after one's own


def _can_only_come_before(game: Game, player: Player, hand: Item) -> bool:
    """Whether all that a side has left to count comes before this hand, so that its peg is for that, seen or not."""
    left = [item for item in game.open_items(player, What.HAND, What.CRIB) if item.pegged is None]
    return bool(left) and all(game.place_of(item) < game.place_of(hand) for item in left)


def settle_rest(game: Game, player: Player | None = None) -> None:
    """Nobody called it too much: with the crib the player pegged what was still owed for the hand."""
    for hold in game.take_holds(Doubt.REST, player=player):
        items = [*hold.items, *rest_of_hand(game, hold.move.player)]
        close_before(game, hold.move, items)
        judge_exact(game, hold.move, items)


def settle_order(game: Game, out_of_order: bool, back: int = 0) -> None:
    """Whether somebody pegged too early is known now (Rule: ACC 9.2.c); `back`: the points are taken back, by which
    their player says that it was, whichever hand the other side has pegged since."""
    waiting = game.take_holds(Doubt.ORDER)
    for hold in waiting:
        pegged_since = {hand_was_pegged(game, item) for item in hold.waits}
        wins = out_of_order and not back and reaches_game(game, hold.move)
        if wins and True not in pegged_since:
            unverified(game, hold.move, why=WON_BY_IT)  # nobody pegs any more to show it, who agrees
        elif (
            hold.is_too_soon or True in pegged_since or (out_of_order and (back or None not in pegged_since))
        ):
            say_out_of_order(game, hold, "9.2.c", back=back)
        elif None in pegged_since and (second := game.hold_of(hold.move.player, Doubt.CRIB)):
            # What the others pegged may have been called for as well, and this one before the own hand.
            game.holds.remove(second)
            for one in (hold, second):
                unverified(game, one.move, why=ALOUD)
        else:
            give_up(game, hold.waits, hold.move.t)
            judge_in_turn(game, hold, waiting)


def settle_order_for(game: Game, seat: Player) -> None:
    """A hand that others waited for is taken up, and has not been pegged: their turn had come."""
    waiting = [hold for hold in game.holds if any(item.seat == seat for item in hold.waits)]
    for hold in waiting:
        gone = [item for item in hold.waits if item.seat == seat]
        give_up(game, gone, hold.move.t)
        hold.waits = [item for item in hold.waits if item not in gone]
        if not hold.waits:
            game.holds.remove(hold)
            judge_in_turn(game, hold)


def judge_in_turn(game: Game, hold: Hold, waiting: Sequence[Hold] = ()) -> None:
    """No hand that a move waited for was pegged: it came in its turn, or is for what one of them missed, called aloud
    (10.4.d), which the next move of its side may show: another of those `waiting`, of all of the same hand, does."""
    move, items = hold.move, _meant_after_call(game, hold.move, hold.items)
    if items is None:
        unverified(game, move, why=ALOUD)
        return
    if len(items) == 1:
        note_either(game, move, items[0])
    again = [one for one in waiting if one.items == items and owed(items) == one.move.points > move.points]
    aloud = game.deal.either.get(move.player)
    is_pegged = bool(again) and (aloud is None or aloud.own is not items[0])
    may_be_pegged = move.points < owed(items) and game.may_have_pegged_unseen(move.player)
    if is_pegged or (may_be_pegged and aloud is not None and aloud.items):
        # Whose hand was missed is not known, and this one is, or may be, pegged.
        unverified(game, move, why=ALOUD)
        return
    close_before(game, move, items)
    judge_exact(game, move, items)


def _judge_after_call(game: Game, move: Move, cribs: list[Item]) -> None:
    """Judge what was pegged before the crib was turned up."""
    meant = _meant_after_call(game, move, cribs)
    if meant is None:
        unverified(game, move, why=ALOUD)
    else:
        judge_exact(game, move, meant)


def _meant_after_call(game: Game, move: Move, items: list[Item]) -> list[Item] | None:
    """What a move that waited is for: not `items` but all of the hand that the move before it seemed to be for, if
    that one may be for points called aloud. None where nobody knows."""
    found = game.deal.either.get(move.player)
    own = None if found is None or found.t >= move.t else found.own
    if own is None:
        return items
    is_all_of_own = needed(game, move) == own.earned != own.pegged
    if owed(items) == needed(game, move) and not is_all_of_own:
        return items  # each is just what it seems to be for
    if not own.is_open or was_muggins_before(game, move, items):
        return None
    return items if own.pegged is not None else [own]


def give_up(game: Game, hands: Sequence[Item], t: float) -> None:
    """Hands that were never pegged: their points are lost when the next count accepts them."""
    for item in [hand for hand in hands if hand.is_open and hand.owed and game.follows(hand.player)]:
        item.missed, item.settled = item.owed, True
        facts = {
            "rule": "8.3",
            "item": item.id,
            "earned": item.earned,
            "pegged": 0,
            "breakdown": item.text or None,
        }
        left = item.missed - perhaps_pegged(game, item)
        if left > 0:
            game.say(Code.UNDERPEG, item.seat, left, t, **facts, least=left < item.missed or None)
        game.deal.none_by.add(item.seat)


def settle_crib(game: Game) -> None:
    """The crib is taken up, or never will be seen: a move that waited for it is judged.

    That the crib is worth just as much does not show that it was pegged for: its player may peg it yet.
    """
    for hold in game.take_holds(Doubt.CRIB):
        counts_crib(game, hold.move, ())
        items = [item for item in game.open_items(hold.move.player, What.CRIB) if item.owed]
        if not game.deal.crib_shown:
            unverified(game, hold.move, why="the crib was not seen")
        else:
            _judge_after_call(game, hold.move, items)


def _settle_early_crib(game: Game, move: Move) -> None:
    """The dealer pegs again with the crib in view: that is the crib, and the move before it was for nothing."""
    for hold in game.take_holds(Doubt.CRIB):
        if any(one.doubt is Doubt.ORDER and one.move.player == move.player for one in game.holds):
            unverified(game, hold.move, why=ONE_OF_TWO)  # the other may be a call
        elif game.deal.crib_shown:
            over(game, hold.move, hold.move.points, game.open_items(move.player, What.HAND))
        else:
            unverified(game, hold.move, why="the crib was not seen")


def challenge_early_crib(game: Game, player: Player) -> None:
    """A peg from before the crib was seen is challenged, and the crib is worth just that: nobody knows."""
    for hold in game.take_holds(Doubt.CRIB, player=player):
        crib = owed(game.open_items(player, What.CRIB))
        if game.deal.crib_shown and crib == hold.move.points:
            unverified(game, hold.move, why="it may have been for the crib")
        else:
            game.holds.append(hold)


MAY_BE_TOO_MUCH: Final = (Doubt.LAST, Doubt.PARTNER, Doubt.CRIB, Doubt.REST, Doubt.DEALER)
"""Waiting moves of the show, or for his heels, that are an overpeg if somebody says so."""


def excess_of(hold: Hold) -> int:
    """By how much such a move is too much if it is not for the hand or crib to come."""
    return hold.move.points if hold.doubt is Doubt.CRIB else _excess_over(hold, hold.items)


def challenged(game: Game, player: Player, back: int | None = None) -> None:
    """An overpeg is claimed, or taken back by the player (so many points): a move that may be one is one.

    One that is too many for the hand, and as well for the play if that was forgotten, waits for what goes back; so
    does one that comes after what may have been for a call.
    """
    for hold in game.take_holds(*MAY_BE_TOO_MUCH, player=player):
        if hold.doubt is Doubt.CRIB:
            _early_crib_challenged(game, hold, back)
        elif hold.doubt is Doubt.LAST:
            _last_challenged(game, hold, back)
        else:
            over(game, hold.move, excess_of(hold), hold.items)


def _last_challenged(game: Game, hold: Hold, back: int | None) -> None:
    """The same of a peg after the last card. One that is just the hand may stay, and was the hand if its turn had
    come and something else goes back than what was too many for that card."""
    is_just_hand = _is_just_hand(game, hold)
    if not is_just_hand and len(_too_many_for(game, hold)) < 2:
        over(game, hold.move, excess_of(hold), hold.items)
    elif back is None:
        _wait_for_what_goes_back(game, hold)
    elif is_just_hand and not hold.waits and back not in (excess_of(hold), hold.move.points):
        _settle_last(game, hold, was_for_play=False)
    else:
        _was_too_many(game, hold, back)


def _wait_for_what_goes_back(game: Game, hold: Hold) -> None:
    hold.challenged = True
    game.holds.append(hold)


def _early_crib_challenged(game: Game, hold: Hold, back: int | None) -> None:
    """The same of a peg from before the crib was turned up, which is for no crib then, but for the hand if that is
    still due."""
    first, hands = game.hold_of(hold.move.player, Doubt.ORDER), game.open_items(hold.move.player, What.HAND)
    if first is not None and back is None:
        _wait_for_what_goes_back(game, hold)
    elif first is not None and back is not None:
        _second_was_too_many(game, first, hold, back)
    elif _excess_over(hold, hands) > 0:
        over(game, hold.move, _excess_over(hold, hands), hands)
    else:
        unverified(game, hold.move, why=ONE_OF_TWO)


def is_called(game: Game, player: Player) -> bool:
    """Whether a move that was called too many waits for what goes back of it."""
    return any(
        hold.doubt in (Doubt.LAST, Doubt.CRIB) and hold.challenged
        for hold in game.holds
        if hold.move.player == player
    )


def _second_was_too_many(game: Game, first: Hold, hold: Hold, excess: int) -> None:
    """So many of the second of two moves were too many, the first of which came before another's hand: that was a
    call, aloud, for what this hand missed, if the second is by just so many more than the pegger's own (10.4.d)."""
    game.holds.remove(first)
    if (
        is_in_force(game)
        and first.move.points <= owed(first.waits)
        and _excess_over(hold, first.items) == excess
    ):
        give_up(game, first.waits, first.move.t)
        unverified(game, first.move, why=ALOUD)
        close_before(game, hold.move, first.items)
        over(game, hold.move, excess, first.items)
        answer(game, hold)
        return
    for item in first.items:
        item.doubtful = True
    for one in (first, hold):
        unverified(game, one.move, why=ONE_OF_TWO)


def _too_many_for(game: Game, hold: Hold) -> list[list[Item]]:
    """What a move for the play or a count may be too many for: the play, with the last card or without, the hand or
    crib that is counted next, or all of that."""
    due = [
        one
        for one in game.open_items(hold.move.player, What.HAND, What.CRIB)
        if one.pegged is None and one.owed
    ]
    counts = [group[0] for group in not_given_up(game, [[one] for one in due])] or due
    if not hold.items or not counts:
        return []
    by_card = [item for item in hold.items if item.parts not in BY_ITSELF]
    sets = [hold.items, by_card if by_card != hold.items else [], counts[:1], [*hold.items, counts[0]]]
    return [one for one in sets if one and _excess_over(hold, one) > 0]


def _excess_over(hold: Hold, items: Sequence[Item]) -> int:
    """By how much a move is more than these scores."""
    return hold.move.points - owed(items)


def _was_too_many(game: Game, hold: Hold, excess: int) -> None:
    """So many of a move were too many: that shows what it was for, if it is one of these only."""
    sets = _too_many_for(game, hold)
    found = [one for one in sets if _excess_over(hold, one) == excess] or [hold.items]
    if len(found) > 1:
        unverified(game, hold.move, why=PLAY_OR_HAND)
        return
    close_before(game, hold.move, found[0])
    over(game, hold.move, _excess_over(hold, found[0]), found[0])
    answer(game, hold)


def may_be_too_many(game: Game, player: Player, points: int) -> bool:
    """Whether so many of a move of the show that waits, or for his heels, may be too many, or are said to be."""
    waiting = [h for h in game.holds if h.move.player == player and h.doubt in MAY_BE_TOO_MUCH]
    return any(hold.challenged or points <= _most_too_many(game, hold) for hold in waiting)


def _most_too_many(game: Game, hold: Hold) -> int:
    """By how much such a move is too much at most."""
    sets = _too_many_for(game, hold) if hold.doubt is Doubt.LAST else []
    return max([excess_of(hold), *(_excess_over(hold, one) for one in sets)])
