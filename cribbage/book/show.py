"""The show: pone's hand, dealer's hand, crib, what each is worth, and the pegs moved for them.

Rule: ACC 8.2, 9.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from cribbage.book.aftergo import PERHAPS_LED, may_be_for_lead
from cribbage.book.claims import (
    hold_for_award,
    is_play,
    judge_exact,
    note_unclaimed,
    pegged_for_play,
    sets_owing,
    take_award,
    unverified,
)
from cribbage.book.countorder import (
    COUNTED_WRONG,
    OTHERWISE_BEFORE,
    before,
    enough,
    exact,
    may_be_counted,
    may_be_partners,
    not_given_up,
    timely,
    too_soon,
    waits_as_two_in_one,
    waits_for,
    was_one_too_high,
    was_the_partners,
    which_is_unsure,
)
from cribbage.book.game import OF_HAND, Doubt, Game, Hold, needed, reaches_game
from cribbage.book.items import BY_ITSELF, Item, Reason, State, What, owed, sums_of, sums_within, uncertain
from cribbage.book.muggins import close_by_count
from cribbage.book.otherdealer import (
    counts_crib,
    counts_first,
    may_count_first,
    whose_is_unsure,
)
from cribbage.book.saidaloud import (
    ALOUD,
    assume_muggins,
    doubt_short,
    is_in_force,
    may_have_been_given_up,
    note_either,
    was_muggins_before,
)
from cribbage.book.windows import Act, close_windows
from cribbage.errors import BadHand
from cribbage.log.observations import CRIB, STARTER, Player
from cribbage.score.cards import Card
from cribbage.score.counting import Count, show_points
from cribbage.sight.contract import LATE_S
from cribbage.sight.pegmoves import Move

WHO_DEALS = "who has dealt, and so who counts first, is not known"
_STILL_DUE = (Doubt.PART, *OF_HAND)
"""Moves that wait while what they may be for can be pegged."""
WHOSE_HAND = "which partner's hand it was for is not known"

# --- what is to be counted ---------------------------------------------------------------------------------


def open_hands(game: Game) -> None:
    """The play is over: both hands are there to be counted."""
    for player in game.in_order:
        _open(game, What.HAND, player, hand_of(game, player))


def hand_of(game: Game, player: Player) -> tuple[Card, ...] | None:
    """A player's four cards, or None while not all of them have been read."""
    if player in game.deal.reread:
        return None
    known = game.deal.hands.get(player)
    laid = tuple(laid.card for laid in game.deal.line.of(player) if laid.card is not None)
    cards = known or (*laid, *game.deal.dead_cards.get(player, ()))  # dead in the play, and counted (7.3.d)
    return cards if len(cards) == game.deal.line.size(player) else None


def _open(game: Game, what: What, player: Player, cards: tuple[Card, ...] | None) -> Item:
    if (CRIB if what is What.CRIB else player) in game.deal.dead:
        return game.earn(what, player, 0, text="dead")
    points, parts, text = worth(game, cards, crib=what is What.CRIB)
    return game.earn(what, player, points, cards or (), parts, text)


def worth(
    game: Game, cards: tuple[Card, ...] | None, crib: bool
) -> tuple[int | None, tuple[tuple[str, int], ...], str]:
    """What a hand or crib counts; None where it or the starter was not seen for certain."""
    starter = game.deal.starter
    if cards is None or starter is None or game.deal.void:
        return None, (), ""
    try:
        count = _counted(cards, starter, crib)
    except BadHand:
        return None, (), ""
    if len(cards) < game.profile.hand and any(part.name.startswith("flush") for part in count.parts):
        return None, (), ""  # no rule says whether a hand that is short has a flush
    return count.points, tuple((part.name, part.points) for part in count.parts), count.spoken


@lru_cache(maxsize=64)
def _counted(cards: tuple[Card, ...], starter: Card, crib: bool) -> Count:
    """`show_points`, once for all histories of a deal."""
    return show_points(cards, starter, crib=crib)


def recount(game: Game) -> None:
    """Something was read that was missing: what it makes countable is counted."""
    for item in game.items:
        if item.unseen and item.pegged is None and item.what in (What.HAND, What.CRIB):
            is_crib = item.what is What.CRIB
            cards = game.deal.crib if is_crib else hand_of(game, item.seat)
            item.earned, item.parts, item.text = worth(game, cards, crib=is_crib)
            if item.earned is not None:
                item.cards = " ".join(map(str, cards or ()))
                game.tell_item(item)


def show_crib(game: Game, t: float) -> None:
    """The crib is turned up, read or not."""
    deal = game.deal
    if not deal.crib_shown:
        deal.crib_shown = True
        for hold in game.holds:
            hold.crib_since = True
        close_windows(game, Act.CRIB_SHOWN, t, by=game.dealer)
        if deal.sure_dealer:
            _open(game, What.CRIB, game.dealer, deal.crib)
        game.tell_phase()
    recount(game)


# --- pegs --------------------------------------------------------------------------------------------------


def judge_in_show(game: Game, move: Move) -> None:
    """A forward move once all cards have been played."""
    groups = _due_for(game, move)
    others_first = bool(groups) and any(before(game, item) for item in groups[0])
    awards = take_award(game, move, groups, early=others_first)
    if not _all_known(game) or any(uncertain(group) for group in (*groups, awards)):
        _judge_unseen(game, move, groups)
        return
    if not awards and was_one_too_high(game, move, groups):
        unverified(game, move, why=COUNTED_WRONG)
        return
    if not awards and (hold := waits_as_two_in_one(game, move, groups)):
        game.holds.remove(hold)
        for one in (hold.move, move):
            unverified(game, one, why=COUNTED_WRONG)
        return
    if not awards and (_wins_by_either(game, move, groups) or _may_be_for_the_play_again(game, move, groups)):
        unverified(game, move, why=OTHERWISE_BEFORE)
        return
    fits = exact(groups, move.points)
    if game.may_be_award(move.player, move.points):
        if fits is None or not _fits_in_turn(game, move, groups):
            _doubt_with_crib(game, move, OTHERWISE_BEFORE)
            return
        game.deal.perhaps_award |= {item.id for group in fits for item in group}
    if _may_be_heels(game, move):
        unverified(game, move, why="the starter of the next deal was not seen")
        return
    if _may_be_for_lead(game, move, groups):
        unverified(game, move, why=PERHAPS_LED)
        return
    called = any(item.comes_first for item in awards) and owed(awards) == move.points
    if _for_the_play(groups, move.points) and not called:
        pegged_for_play(game, move, groups[0])
    elif awards and owed(awards) != move.points and counts_crib(game, move, groups, awards):
        judge_in_show(game, move)
    elif awards and (owed(awards) == move.points or not crib_may_be_unseen(game, move.player)):
        if not others_first:
            note_unclaimed(game, awards, groups)
        close_before(game, move, awards)
        judge_exact(game, move, awards)
    elif fits is None and (waiting := hold_for_award(game, move, groups)):
        game.holds.append(waiting)
    else:
        judge_for_cards(game, move, groups)


def judge_for_cards(game: Game, move: Move, groups: list[list[Item]]) -> None:
    """A forward move of the show that is for no award: for the play, a hand or the crib."""
    is_unsure = which_is_unsure(game, groups, move.points) or whose_is_unsure(game, groups, move.points)
    if not reaches_game(game, move) and is_unsure:
        unverified(game, move, why=WHOSE_HAND)
    elif crib_may_be_unseen(game, move.player) and exact(groups, move.points) is None:
        game.holds.append(Hold(Doubt.HIDDEN, move))
    elif counts_crib(game, move, groups):
        judge_in_show(game, move)
    elif groups and exact(groups, move.points) is None and _was_left_of_hand(game, move, groups):
        game.holds.append(Hold(Doubt.LAST, move))
    elif (hand := _hand_or_play(game, move, groups)) is not None:
        game.holds.append(Hold(Doubt.LAST, move, groups[0], waits=_counted_before(game, hand)))
    elif early := (_all_of_held(game, move, groups) or too_soon(game, move, groups)):
        if counts_first(game, move.player):
            judge_in_show(game, move)
            return
        if game.deal.other_dealer is not None:
            unverified(game, move, why=WHO_DEALS)
            return
        items = [item for group in early for item in group]
        in_time = owed(item for item in items if not waits_for(game, item))
        game.holds.append(Hold(Doubt.ORDER, move, items, in_time, waits=waits_for(game, items[-1])))
    elif not groups and _is_before_crib(game, move) and not reaches_game(game, move):
        game.holds.append(Hold(Doubt.CRIB, move))  # by a crib that is not turned up nobody wins (9.2.d)
    elif _is_beyond_hand(move, groups) and _crib_may_be_told_late(game, move):
        game.holds.append(Hold(Doubt.AHEAD, move))
    elif groups and not timely(game, groups) and counts_first(game, move.player):
        judge_in_show(game, move)  # more than any hand, before another's
    else:
        _judge_groups(game, move, groups)


def _all_of_held(game: Game, move: Move, groups: list[list[Item]]) -> list[list[Item]]:
    """The hand of which a part seems to have been pegged before its turn, if just all of it is pegged now, and that
    is nothing else that is due: the part may have been for what another side gave up, called aloud, and which of the
    two was for the hand is known once it is known whether that was (Rule: ACC 10.4.d)."""
    if not is_in_force(game) or exact(groups, move.points) is not None:
        return []
    mine = (one for one in game.holds if one.doubt is Doubt.ORDER and one.move.player == move.player)
    parts = (one for one in mine if len(one.items) == 1 and one.move.points <= owed(one.waits))
    return [one.items for one in parts if one.move.points < owed(one.items) == move.points][:1]


def was_said_aloud(game: Game, move: Move) -> bool:
    """A move that fits nothing of its player's own may be for muggins that nobody heard: it is taken for that, or not
    verified where it is not even known that anything was missed. Whether it has got its verdict by that."""
    groups = groups_of(game, move.player)
    if any(uncertain(group) for group in groups):
        return False  # it may be for cards that could not be read
    if not _fits_in_turn(game, move, groups) and not crib_may_be_unseen(game, move.player):
        if was_muggins_before(game, move, groups[0] if groups else []):
            unverified(game, move, why=ALOUD)
            return True
        groups = groups_of(game, move.player)
    elif reaches_game(game, move) or crib_may_be_unseen(game, move.player):
        doubt_short(game, move.player)
    if exact(groups, move.points) and not _fits_in_turn(game, move, groups) and _all_known(game):
        assume_muggins(game, move)  # what is not due yet is not what it is for, where it may be for a call
    if _may_be_own(game, move) or (groups and move.points < owed(groups[0])):
        if groups and len(groups[0]) == 1:
            note_either(game, move, groups[0][0])
        return False
    if assume_muggins(game, move) is not None or not may_have_been_given_up(game, move):
        return False
    unverified(game, move, why=COUNTED_WRONG if was_one_too_high(game, move, groups) else ALOUD)
    return True


def _fits_in_turn(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """Whether a move is just what its player may peg now: no hand before another's turn, no crib before their own."""
    fits, in_turn = exact(groups, move.points), exact(timely(game, groups), move.points)
    return fits is not None and in_turn is not None and not _crib_first(game, groups, fits)


def _may_be_own(game: Game, move: Move) -> bool:
    """Whether a move of the show fits what its player may peg, or cannot be told because not all of that was seen."""
    groups, player = groups_of(game, move.player), move.player
    if not _all_known(game) or any(map(uncertain, groups)) or crib_may_be_unseen(game, move.player):
        return True
    if game.may_be_award(player, move.points) or uncertain(game.open_items(player)):
        return True
    if reaches_game(game, move):
        return sum(map(owed, groups)) >= needed(game, move)
    return exact(groups, move.points) is not None or _for_the_play(groups, move.points)


def _is_before_crib(game: Game, move: Move) -> bool:
    """Whether the side of the dealer, or of who may have dealt (4.1.b), pegs before the crib was seen."""
    dealers = (game.dealer, game.deal.other_dealer or game.dealer)
    return move.player in map(game.side, dealers) and not game.deal.crib_shown


def _doubt_with_crib(game: Game, move: Move, why: str = "not seen") -> None:
    """A move is not verified; before the crib is told it may have been for that as well, also where it wins."""
    if _is_before_crib(game, move):
        game.unsure.add(move.player)
    unverified(game, move, why=why)


def _is_beyond_hand(move: Move, groups: list[list[Item]]) -> bool:
    """Whether all hands due are counted, short or as nothing, and a move is for more than what they lack."""
    is_counted = all(_was_set_short(group) or group[0].total == 0 for group in groups)
    return is_counted and move.points > sum(map(owed, groups))


def _crib_may_be_told_late(game: Game, move: Move) -> bool:
    """Whether the crib by which the dealer claims the game may lie there already, and be told in a moment."""
    # The same sum as its deadline (`pegbeforecard`): a difference rounds otherwise, and it would wait for ever.
    return _is_before_crib(game, move) and game.now < move.t + LATE_S


def crib_may_be_unseen(game: Game, player: Player) -> bool:
    """Whether what a side pegs may be for a crib that nobody saw: the dealer may have turned it up under an arm, or
    nobody knows who deals."""
    if not game.deal.sure_dealer:
        return True
    return player == game.side(game.dealer) and CRIB in game.blind_since and not game.deal.crib_shown


def _may_be_heels(game: Game, move: Move) -> bool:
    """Whether all cards that can be seen were taken up after the crib, and the next starter is hidden: the next
    dealer may have two for his heels (Rule: ACC 6.3)."""
    is_hidden = STARTER in game.blind_since and game.deal.crib_shown and move.player == game.side(game.pone)
    return is_hidden and move.points == game.profile.heels and not game.lie_open((*game.seats, CRIB))


def _all_known(game: Game) -> bool:
    return not game.blind and not game.deal.void and game.deal.sure_dealer


def groups_of(game: Game, player: Player) -> list[list[Item]]:
    """What a player may peg for, in the order of counting: the play, the hand, the crib."""
    held = [item for hold in game.holds if hold.doubt not in _STILL_DUE for item in hold.items]
    due = [item for item in game.open_items(player) if (item.owed or item.unseen) and item not in held]
    play = [item for item in due if item.what in (What.PLAY, What.HEELS)]
    hands = [[item] for item in due if item.what is What.HAND]
    cribs = [item for item in due if item.what is What.CRIB]
    return [group for group in (play, *hands, cribs) if group]


def _due_for(game: Game, move: Move) -> list[list[Item]]:
    """The same for a move: without hands that were given up by a word, if it fits nothing, and less is wrong so."""
    groups, points = groups_of(game, move.player), move.points
    left = not_given_up(game, groups)
    is_other = left and left[0] in timely(game, left)
    if not is_other or reaches_game(game, move) or exact(groups, points) is not None:
        return groups
    return left if abs(points - owed(left[0])) <= abs(points - owed(groups[0])) else groups


def _judge_unseen(game: Game, move: Move, groups: list[list[Item]]) -> None:
    """Not all that the move may be for was seen: what was seen and fits exactly is still found right."""
    seen = list(takewhile(lambda group: not any(item.unseen for item in group), groups))
    hand = [group for group in groups if group[0].what is What.HAND and not group[0].unseen]
    found = None
    if not (game.blind or game.deal.void):
        certain = [group for group in seen if not uncertain(group)]
        fits = (exact(some, move.points) for some in (seen, hand, certain))
        found = next((some for some in fits if some and not _may_be_too_much(game, move, some, groups)), None)
    if found is None or reaches_game(game, move):
        _doubt_with_crib(game, move)
        return
    items = [item for group in found for item in group]
    for item in game.open_items(move.player):
        item.doubtful = True
    game.deal.credit.add(move.player)
    close_before(game, move, items)
    judge_exact(game, move, items)


def _may_be_too_much(game: Game, move: Move, found: list[list[Item]], groups: list[list[Item]]) -> bool:
    """Whether an unverified move may have pegged a part of what a move fits, or all of it, so that this one is for
    what comes after it; or the rest of a hand in it may have been called aloud."""
    cribs = [item for item in game.open_items(move.player, What.CRIB) if item.pegged is None]
    is_all = len(found) == 1 and found[0] is groups[-1] and (not cribs or found[0] == cribs)
    is_called = len(found) > 1 and any(item.doubtful and item.pegged for group in found for item in group)
    return is_called or (not is_all and move.player in game.deal.unverified_by and any(map(uncertain, found)))


def _for_the_play(groups: list[list[Item]], points: int) -> bool:
    """Whether a move is for scores of the play that nobody has pegged yet."""
    return bool(groups) and is_play(groups[0]) and points in sums_of(groups[0])


def _may_be_for_lead(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """Whether a move is not all that the play still owes, and just that if a card after a go was a lead."""
    is_part = bool(groups) and is_play(groups[0]) and move.points != owed(groups[0])
    return is_part and may_be_for_lead(game, move.player, move.points)


def _judge_groups(game: Game, move: Move, groups: list[list[Item]]) -> None:
    """Find the groups that the move is for, then judge it against them."""
    due, groups = groups, timely(game, groups) or groups
    short = [group for group in groups if _was_set_short(group)]
    new = [group for group in groups if not _was_set_short(group)]
    if short and new and not reaches_game(game, move) and move.points not in map(owed, short):
        if owed(new[0]) < move.points <= owed(new[0]) + sum(map(owed, short)):
            game.holds.append(Hold(Doubt.REST, move, new[0]))
            return
        due = groups = new
    found = enough(groups, needed(game, move)) if reaches_game(game, move) else exact(groups, move.points)
    if found is None:
        hold = _fits_nothing(game, move, groups, due)
        if hold is not None:
            game.holds.append(hold)
            return
        if was_the_partners(groups, move.points):
            unverified(game, move, why=WHOSE_HAND)
            return
        if _may_be_for_nothing(game, move, groups):
            _wait_for_next(game, move, groups[0], Doubt.NOTHING)
            return
        if _may_be_with_crib(game, move, groups):
            _wait_for_next(game, move, groups[0], Doubt.BOTH)
            return
        found = likely(groups, move.points)
    items = [item for group in found for item in group]
    if _crib_first(game, groups, found) and owed(items) == move.points and not reaches_game(game, move):
        in_turn = game.dealer in game.deal.none_by  # unless the hand is pegged after all
        game.holds.append(Hold(Doubt.CRIB_FIRST, move, items, in_turn=in_turn))
        return
    close_before(game, move, items or _worth_nothing(game, move.player))
    judge_exact(game, move, items)


def _worth_nothing(game: Game, player: Player) -> list[Item]:
    """The hand that was pegged for though it is worth nothing: it has been counted all the same."""
    hands = game.open_items(player, What.HAND)
    return [item for item in hands if item.earned == 0 and item.pegged is None][:1]


def _fits_nothing(game: Game, move: Move, groups: list[list[Item]], due: list[list[Item]]) -> Hold | None:
    """What a move has to wait for that is worth none of the groups; `due`: with those whose turn has not come."""
    if _may_be_for_play(game, groups, move):
        return Hold(Doubt.LAST, move, groups[0])
    if groups and _may_be_late(game, move):
        return Hold(Doubt.LAST, move)
    return Hold(Doubt.PARTNER, move, groups[0]) if may_be_partners(due, move.points) else None


def _may_be_for_nothing(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """Less than the hand or crib that is counted next, where the rest of that cannot follow (8.3)."""
    if not groups or is_play(groups[0]) or game.profile.underpeg_open or reaches_game(game, move):
        return False
    return move.points < owed(groups[0]) and move.player not in game.deal.either


def _may_be_with_crib(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """More than the dealer's hand over the open crib: too many for it, or a wrong count of both in one (8.3, 8.4);
    not where a total was announced that is neither that of the hand nor of both."""
    if reaches_game(game, move) or move.player in game.deal.either:
        return False
    whats = [group[0].what for group in groups]
    if whats != [What.HAND, What.CRIB] or groups[0][0].seat != game.dealer or move.points <= owed(groups[0]):
        return False
    return groups[0][0].total in (None, owed(groups[0]), owed(groups[0]) + owed(groups[1]))


def _wait_for_next(game: Game, move: Move, group: list[Item], doubt: Doubt) -> None:
    """What it was for is not known yet. The table is told what everybody sees, that something was pegged when this
    hand was to be counted: that it waits would tell that it was wrong."""
    game.holds.append(Hold(doubt, move, group))
    for item in group:
        game.tell("item", item.body() | {"state": State.PEGGED.value, "pegged": move.points})


def _crib_first(game: Game, groups: list[list[Item]], found: list[list[Item]]) -> bool:
    """Whether the crib is pegged and the dealer's own hand has not been (Rule: ACC 9.2.e)."""
    hands = [group[0] for group in groups if group[0].what is What.HAND and group[0].seat == game.dealer]
    own = any(not may_be_counted(game, hand) for hand in hands)
    return game.profile.order_is_judged and own and bool(found) and found[0][0].what is What.CRIB


def _wins_by_either(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """Whether a peg wins with more than the hand that is left, and no more than the crib, which seems to be pegged
    already: that may have been the hand, and too many, and this be the crib, where no order is asked for."""
    cribs = [
        one for one in game.open_items(move.player, What.CRIB) if one.pegged and one.pegged == one.earned
    ]
    hands = [group[0] for group in groups]
    alone = len(hands) == 1 and hands[0].what is What.HAND and hands[0].pegged is None
    wins = reaches_game(game, move) and alone and not game.profile.order_is_judged
    return wins and any(owed(hands) < needed(game, move) <= (crib.earned or 0) for crib in cribs)


def _may_be_for_the_play_again(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """Whether a move that is for nothing due in its turn is just what a card of the play earned that was told after
    the side's last peg, for which that was taken: it may have been for nothing, and this one be for the card. So it
    may be for the last card by itself where that peg was too many for it and what was made with it."""
    stood, scores = game.deal.pegged_ahead.get(move.player, (None, ()))
    is_next, judged = stood == move.before.score, game.judged.get(move.player)
    is_again = is_next and move.points in sums_within(scores)
    if move.points == 1 and judged is not None and judged.move.after == move.before:
        plays = game.open_items(move.player, What.PLAY)
        is_again = is_again or any(item.excess and item.parts in BY_ITSELF for item in plays)
    return is_again and not _fits_in_turn(game, move, groups)


def _was_set_short(group: list[Item]) -> bool:
    """Whether it is a hand that was pegged short and may still be put right (Rule: Alberta 13)."""
    return group[0].what is What.HAND and bool(group[0].pegged)


def rest_of_hand(game: Game, player: Player) -> list[Item]:
    """What is still owed for such hands."""
    return [item for group in groups_of(game, player) if _was_set_short(group) for item in group]


def close_before(game: Game, move: Move, items: Sequence[Item]) -> None:
    """Pegging a hand or crib closes what the opponent's count accepts, and the points of the play; not where it is
    just as much as an award that is still open (Rule: ACC 11.2)."""
    if move.points in map(owed, sets_owing(game, move.player)):
        return
    if {What.HAND, What.CRIB} & {item.what for item in items}:
        place = game.place_of(items[-1])
        with_it = [item for item in items if item.what is What.PLAY]
        close_by_count(game, Act.PEGGED, move.t, move.player, place, but=with_it)


def _may_be_for_play(game: Game, groups: list[list[Item]], move: Move) -> bool:
    """More than the play still owes and not what the hand is worth: the next peg shows which of them it was for."""
    is_more = len(groups) > 1 and is_play(groups[0]) and move.points > owed(groups[0])
    return is_more and not reaches_game(game, move)


def _hand_or_play(game: Game, move: Move, groups: list[list[Item]]) -> Item | None:
    """The hand that a move is just worth, of which no total was announced, where the last card is the
    pegger's, and brought less, and nobody has counted yet: too much for that card, or it was forgotten."""
    last = game.deal.line.last
    hands = [group[0] for group in groups if group[0].what is What.HAND and owed(group) == move.points]
    if last is None or game.side(last.player) != move.player or not _may_be_for_play(game, groups, move):
        return None
    if any(item.pegged for item in groups[0]) or any(hand.total is not None for hand in hands):
        return None
    deal = game.deal.number
    counted = any(one.what is What.HAND and one.pegged is not None and one.deal == deal for one in game.items)
    return None if counted else next(iter(hands), None)


def _counted_before(game: Game, hand: Item) -> list[Item]:
    """The hands of others whose turn comes first, or may, also those that are worth nothing."""
    others = [
        item for item in game.items if item.what is What.HAND and item.deal == hand.deal and item.is_open
    ]
    others = [one for one in others if one.player != hand.player]
    place = game.place_of(hand)
    return [one for one in others if game.place_of(one) < place or may_count_first(game, one.player)]


def _may_be_late(game: Game, move: Move) -> bool:
    """Just the points of the play that were missed when a hand was pegged: too late, or too few for the hand."""
    return any(
        item.what is What.PLAY and item.player == move.player and item.reason is Reason.PEGGED_NEXT
        and item.earned == move.points and item.pegged is None
        for item in game.items
    )  # fmt: skip


def _was_left_of_hand(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """Just what was missed of a hand of the pegger's side, and less than is counted next (`groups`): too late (8.3),
    or a part of that. More is too many for that, and by fewer."""
    hands = game.open_items(move.player, What.HAND)
    is_less = move.points < owed(groups[0]) and not reaches_game(game, move)
    return is_less and any(hand.missed == move.points for hand in hands)


def likely(groups: list[list[Item]], points: int) -> list[list[Item]]:
    """Nothing fits: too much for all that is due, or too little for what comes next."""
    if [group[0].what for group in groups] == [What.HAND, What.CRIB]:
        if points > sum(map(owed, groups)):
            return groups  # counted in one
        if groups[0][0].total == 0 and owed(groups[0]) < owed(groups[1]):
            return groups[1:]  # the hand is given up
    if len(groups) < 2 or not is_play(groups[0]) or points < owed(groups[0]):
        return groups[:1]
    return groups[:2] if points > owed(groups[0]) + owed(groups[1]) else groups[1:2]
