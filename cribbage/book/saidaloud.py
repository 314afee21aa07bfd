"""Muggins that was said aloud, with no word tapped: the peg is the call.

Rule: ACC 10.1 to 10.4. Nobody hears that word. A peg that fits what an opponent missed may be for that or for a score
of its player's own; which of them it was the next peg shows, or nothing does. The windows of 10.4.b and 10.4.c are a
table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cribbage.book.blame import withdraw
from cribbage.book.claims import text_of
from cribbage.book.countorder import timely
from cribbage.book.deal import Aloud
from cribbage.book.game import Doubt, Game, Hold, Phase, needed, reaches_game
from cribbage.book.items import Item, Reason, State, What, owed
from cribbage.book.windows import Act, By, End, kind_of
from cribbage.log.observations import CRIB, Player
from cribbage.log.verdicts import Code
from cribbage.score.pegging import LIMIT
from cribbage.sight.pegmoves import Move

MUGGINS_ENDS: Final[Mapping[str, tuple[End, ...]]] = {
    "play": (
        End(Act.SCORED, By.OWNER, Reason.PEGGED_NEXT, "10.4.b(2)"),
        End(Act.PEGGED, By.ANY, Reason.PEGGED_NEXT, "10.4.b(2)"),
    ),
    "pone-hand": (
        End(Act.COUNTED, By.OPPONENT, Reason.COUNTED, "10.4.c(1)"),
        End(Act.PEGGED, By.OPPONENT, Reason.COUNTED, "10.4.c(1)"),
        End(Act.CLEARED, By.ANY, Reason.CLEARED, "10.4.c(1)"),
    ),
    "dealer-hand": (End(Act.CLEARED, By.ANY, Reason.CLEARED, "10.4.c(2)"),),
    "crib": (End(Act.CLEARED, By.ANY, Reason.CLEARED, "10.4.c(2)"),),
}
"""Heels and penalties have no entry: they cannot be called (Rule: ACC 10.3)."""

ALOUD: Final = "a hand may have been given up and muggins called aloud, with no word tapped"


def assume_muggins(game: Game, move: Move) -> Item | None:
    """A peg that fits nothing of its player's own, and is exactly what an opponent missed: it was said aloud.

    Nobody hears that word, so the peg is the call (Rule: ACC 10.4.a). Returns the points that it pegs, or None. Where
    a short peg may yet be put right, nobody knows that the word ended that: what is left of it is in doubt.
    """
    caller = move.player
    found = _claimable(game, caller, needed(game, move))
    if found is None:
        return None
    game.unseen_pegs[caller] = move.after  # if it goes back, it may not have been that after all
    if game.phase is Phase.PLAY:
        game.deal.unsure_go.add(caller)
    for due in game.open_items(caller, What.PLAY):
        due.doubtful = due.doubtful or bool(due.owed)  # it may have been for that, and wrong
    return book_call(game, caller, found, move.t)


def note_either(game: Game, move: Move, own: Item) -> None:
    """A peg fits its player's own score, or is too little for it, and is what an opponent missed as well: if all of
    that score is pegged next, it was for muggins."""
    points, before = needed(game, move), game.deal.either.get(move.player)
    if not is_in_force(game) or (
        before is not None and (_may_be_all(before, points) or _seems_short(before))
    ):
        return  # what was noted before stands until another peg shows which of them it was
    found = _claimable(game, move.player, points, fewer=True) or _held_short(game, move.player, points)
    if found is None and game.to_count is not own:
        found = _left_in_play(game, move.player, points)
    if found is None and (short := _may_be_short(game, own, points)) is not None:
        found = Aloud(short.player, points, 0, ())  # nobody knows what was called
    elif found is None and counts_may_be_called(game, move.player):
        found = Aloud(game.other(move.player), points, 0, ())
    if found is not None:
        game.deal.either[move.player] = replace(found, own=own, t=move.t)


def _may_be_all(found: Aloud, points: int) -> bool:
    """Whether so many may be all of a score of which a part, or muggins, was pegged before."""
    own = found.own
    if own is None or not found.items:
        return False
    return own.is_open and own.pegged == found.points and points == own.earned


def _seems_short(found: Aloud) -> bool:
    """Whether it seemed to be too little for a score, and may have been for what an opponent missed."""
    own = found.own
    return bool(found.items) and own is not None and found.points == own.pegged != own.earned


def note_with_own(game: Game, move: Move) -> None:
    """What others missed, or have given up, when a move is made: as many or fewer may have been called for aloud, and
    pegged with the mover's own score in one (Rule: ACC 10.4.a)."""
    caller = move.player
    game.deal.with_own.pop(caller, None)
    if not is_in_force(game) or _has_award(game, caller):
        return
    for scorer in (one for one in game.players if one != caller and game.follows(one)):
        theirs = [item for item in game.items if item.player == scorer and not item.doubtful]
        items = [one for one in theirs if may_be_called(game, one) or (one.what is What.PLAY and one.owed)]
        items = [one for one in items if not _is_counted_past(game, one, caller)]
        if missed := sum(item.missed or item.owed for item in items):
            game.deal.with_own[caller] = move, Aloud(scorer, missed, missed, tuple(items))


def _is_counted_past(game: Game, item: Item, caller: Player) -> bool:
    """Whether the caller has counted a hand that comes after this one: then it is too late (Rule: ACC 10.4.c(1))."""
    mine = (one for one in game.open_items(caller, What.HAND) if one.pegged and one.deal == item.deal)
    return item.what is What.HAND and any(game.place_of(one) > game.place_of(item) for one in mine)


def _held_short(game: Game, caller: Player, points: int) -> Aloud | None:
    """A hand of another side that seems to be pegged before its turn, and short by so many at least."""
    for hold in game.holds:
        lacks = owed(hold.items) - hold.move.points
        if hold.doubt is Doubt.ORDER and hold.move.player != caller and points <= lacks:
            return Aloud(hold.move.player, points, lacks, tuple(hold.items))
    return None


def _left_in_play(game: Game, caller: Player, points: int) -> Aloud | None:
    """What another side has not pegged of its last cards of the play: muggins ends the time for that (10.4.b)."""
    for scorer in (one for one in game.players if one != caller and game.follows(one)):
        items = [item for item in game.open_items(scorer, What.PLAY) if item.owed and not item.doubtful]
        if game.phase is Phase.SHOW and points <= owed(items):
            return Aloud(scorer, points, owed(items), tuple(items))
    return None


def _may_be_short(game: Game, own: Item, points: int) -> Item | None:
    """A hand of another side, counted before this one, of which so many may be lacking: nobody knows what was pegged
    for it, or it is passed: its side has pegged a later one, this is the dealer's, or the book judges the order.
    While its side is seen to have pegged none of it, a score of the play is pegged before it is counted."""
    hands = [item for item in game.items if item.what is What.HAND and item.deal == own.deal]
    theirs = [hand for hand in hands if hand.player != own.player and (hand.earned or 0) >= points]
    is_last = own.what is What.HAND and all(game.place_of(hand) <= game.place_of(own) for hand in hands)
    for hand in (hand for hand in theirs if game.place_of(hand) < game.place_of(own)):
        later = (
            one for one in hands if one.player == hand.player and game.place_of(one) > game.place_of(hand)
        )
        is_passed = game.profile.order_is_judged or is_last or any(one.pegged for one in later)
        is_ahead = own.what is What.PLAY and hand.pegged is None and game.follows(hand.player)
        if (hand.doubtful and not is_ahead) or (hand.owed and hand.pegged is None and is_passed):
            return hand
    return None


def was_muggins_before(game: Game, move: Move, due: Sequence[Item]) -> bool:
    """All of a score is pegged, of which a part (or as much) seemed to have been pegged: that was for muggins.

    `due`: what its player may peg next. Returns whether nobody knows: if all of the score had been pegged, this may
    be a part of that instead.
    """
    found = game.deal.either.pop(move.player, None)
    own = None if found is None else found.own
    if found is None or own is None or not own.is_open:
        return False
    is_all = needed(game, move) == min(own.earned or 0, game.profile.target - move.before.score)
    if own.missed and found.items and reaches_game(game, move):  # with the crib, in one
        is_all = is_all or needed(game, move) > owed(due)
    if own.pegged is None and not is_all and game.deal.crib_shown:
        game.deal.either[move.player] = found  # it waits, and this shows nothing of it
        return False
    if own.pegged != found.points or not is_all or not _may_still_be(game, found, move.player):
        return _may_be_wrong_instead(game, found, own, move) or _may_be_short_instead(
            game, found, own, move, due
        )
    # All of a score was that, unless it is known that there was something to call, and this is more than is due.
    if own.pegged == own.earned and (move.points < owed(due) or not found.items):
        return True
    was_for_muggins(game, move.player, found, own, move.t)
    game.unseen_pegs[move.player] = move.after  # if it goes back, neither may have been that
    return False


def doubt_short(game: Game, player: Player) -> None:
    """The game is won, or a peg of this player is not seen any more: all of a score may have been pegged by that, of
    which a part seemed to have been. That part may have been for muggins, and is not held against them."""
    found = game.deal.either.pop(player, None)
    if found is not None and found.items and found.own is not None and found.own.pegged == found.points:
        _withdraw_short(game, found, found.own, game.now)


def settle_as_call(game: Game, seat: Player) -> None:
    """The cards of a hand of which nothing was pegged are taken up. What seemed too many for a hand counted before it
    may have been a call: that was given up, then this one, and who calls may call for fewer (Rule: ACC 10.4.a)."""
    hands = [hand for hand in game.items if hand.what is What.HAND and hand.deal == game.deal.number]
    given_up = [hand for hand in hands if hand.seat == seat and hand.pegged is None]
    over = {hand.id: hand for hand in hands if (hand.pegged or 0) > (hand.earned or 0)}
    for judged in [*game.judged.values()] if is_in_force(game) else ():
        for event in judged.blame.verdicts:
            own, points = over.get(event.body.get("item")), judged.move.points
            if own is None or own.pegged != points or own.player in game.remedies:
                continue
            later = [hand for hand in given_up if game.place_of(hand) > game.place_of(own)]
            if any(hand.player != own.player and points <= (hand.earned or 0) for hand in later):
                withdraw(game, event, judged.move, ALOUD)


def _doubts_hand_that_waits(game: Game, move: Move) -> bool:
    """Whether a move that fits nothing may be for a hand that was counted wrong: an earlier one, which seemed to be a
    part of that hand before its turn, may have been a call. The hand is in doubt then."""
    found = game.deal.either.get(move.player)
    if found is None or found.own is None or found.own.pegged is not None or found.t >= move.t:
        return False
    found.own.doubtful = True
    return True


def _may_be_wrong_instead(game: Game, found: Aloud, own: Item, move: Move) -> bool:
    """What was pegged too little for its player's own score, and may have been for muggins, is followed by another
    peg that fits nothing, and is no other part of that score: nobody knows which of the two was for it."""
    is_no_part = own.missed or 0 < own.owed < move.points
    passed = _may_be_short(game, own, found.points)  # with none stated for it, a word follows
    is_call = bool(found.items) or (passed is not None and passed.seat not in game.deal.none_by)
    if not (is_call and is_no_part and own.pegged == found.points):
        return False
    _withdraw_short(game, found, own, move.t)
    own.doubtful = True
    return True


def _may_be_short_instead(game: Game, found: Aloud, own: Item, move: Move, due: Sequence[Item]) -> bool:
    """What was pegged just as its player's own score is worth may have been for muggins, and fewer are pegged now,
    before anything else is due: that may be the score, pegged short, so nobody knows."""
    is_all = bool(found.items) and own.pegged == own.earned == found.points
    if not is_all or move.points >= (own.earned or 0) or timely(game, [[*due]] if due else []):
        return False
    own.doubtful = True
    return True


def _withdraw_short(game: Game, found: Aloud, own: Item, t: float) -> None:
    """It does not hold that what may have been for muggins was pegged too little for its player's own score."""
    missed = own.missed
    if own.reason is Reason.CLEARED and not game.profile.underpeg_open:
        missed = (own.earned or 0) - found.points  # nobody can call it any more, and it was said
    if missed:
        game.say(Code.WITHDRAWN, own.player, missed, t, of=Code.UNDERPEG.value, since=found.t, why=ALOUD)
        own.missed = 0


def _may_still_be(game: Game, found: Aloud, caller: Player) -> bool:
    """Whether a peg may be taken for a call of which nobody knows what it was about: a caller who had then not
    pegged their own hand may have pegged all of it since."""
    if found.items or found.own is None or counts_may_be_called(game, caller):
        return True
    return _may_be_short(game, found.own, found.points) is not None


def was_for_muggins(
    game: Game, caller: Player, found: Aloud, own: Item, t: float, *, assumed: bool = True
) -> None:
    """What had been taken for points of the caller's own was for muggins; the word may be tapped after its peg, and
    after what they have pegged of their own since."""
    called = [item for item in game.open_items(caller, What.PENALTY) if item.owed == found.points]
    if not called and found.items:
        called.append(book_call(game, caller, found, t, assumed=assumed))
    _withdraw_short(game, found, own, t)
    own.pegged, own.excess = (
        max((own.pegged or 0) - found.points, 0) or None,
        max(own.excess - found.points, 0),
    )
    own.settled, own.state = False, State.EARNED
    if called:
        game.peg(called[0], found.points)


def book_call(game: Game, caller: Player, found: Aloud, t: float, *, assumed: bool = True) -> Item:
    for item in found.items:
        item.doubtful = item.doubtful or not item.missed
        item.missed = 0
    facts = {"claimed": found.points, "missed": found.missed, "item": found.items[0].id}
    told = {"assumed": True} if assumed else {}
    game.say(Code.MUGGINS, caller, found.points, t, rule="10.4.a", **told, **facts)
    item = game.earn(What.PENALTY, caller, found.points, text=text_of(game.cited("10.4.a")))
    item.claimed = True
    game.deal.aloud.add(caller)
    game.deal.called[caller] = game.deal.number, found.points, found.missed
    return item


def _claimable(game: Game, caller: Player, points: int, *, fewer: bool = False) -> Aloud | None:
    """Of whom so many points may be claimed now, and for which scores; `fewer` than were missed too (10.4.a)."""
    if not is_in_force(game) or _has_award(game, caller) or points <= 0:
        return None
    for scorer in (one for one in game.players if one != caller and game.follows(one)):
        items = [item for item in game.items if item.player == scorer and may_be_called(game, item)]
        missed = sum(item.missed or item.owed for item in items)
        # Else it may have been pegged, or the card have been a lead, which earned nothing.
        is_sure = not any(item.doubtful or item.perhaps_led for item in items)
        if is_sure and (points == missed or (fewer and points < missed)):
            return Aloud(scorer, points, missed, tuple(items))
    return None


def _has_award(game: Game, caller: Player) -> bool:
    """Whether points are there to be pegged that were called for already: a peg is for these."""
    return any(item.owed for item in game.open_items(caller, What.PENALTY))


def is_in_force(game: Game) -> bool:
    known = not (game.blind or game.deal.void or game.deal.line.lost)
    return game.plays_muggins and known


def may_be_called(game: Game, item: Item) -> bool:
    """Whether points were missed for certain, or a hand or crib was pegged short or stated as none, and is open."""
    done = item.pegged is not None or _is_stated_as_none(game, item)
    short = item.is_open and item.what in (What.HAND, What.CRIB) and done and not item.doubtful
    return kind_of(item) in MUGGINS_ENDS and bool(item.missed or (short and item.owed))


def _is_stated_as_none(game: Game, item: Item) -> bool:
    return item.total == 0 or (item.what is What.HAND and item.seat in game.deal.none_by)


def may_have_been_given_up(game: Game, move: Move) -> bool:
    """Whether a peg is just what an opponent has not pegged yet: "nothing" may have been said aloud, and muggins; or
    fewer than they missed.

    In the show it is the hand or the crib whose turn it is to be counted (10.4.d), and a crib that lies open, for the
    hand may have been given up aloud before it; in the play what may still be pegged (10.4.b). Where nobody saw an
    opponent's crib, or what they pegged, nobody knows what they missed.
    """
    if not is_in_force(game):
        return False
    if _doubts_hand_that_waits(game, move):
        return True
    hands = (item for item in game.items if item.what is What.HAND and item.deal == game.deal.number)
    counted = any(hand.player == move.player and hand.pegged for hand in hands)
    due = game.open_items(move.player)  # but for the rest of a hand that has been counted (Rule: Alberta 13)
    owes = any(
        item.owed and not ((item.what is What.HAND and item.pegged) or _is_other_award(item, move))
        for item in due
    )
    given_up_before = (owes or not counted) and _is_given_up_before(game, move)
    if owes or given_up_before:
        return given_up_before
    if any(side in game.lost_pegs | game.deal.unverified_by for side in game.players if side != move.player):
        return True
    if _is_crib_unseen(game, move.player) or _lacks_if_not_crib(game, move):
        return True
    if _claimable(game, move.player, needed(game, move), fewer=True) or counts_may_be_called(
        game, move.player
    ):
        return True  # fewer were called than were missed, or more
    show = (item for item in game.items if item is game.to_count or item.what is What.CRIB)
    turn = show if game.phase is Phase.SHOW else (item for item in game.items if item.what is What.PLAY)
    theirs = [item for item in turn if item.is_open and item.player != move.player]
    theirs = [item for item in theirs if item.what is not What.HAND or counted]
    may_be_short = {What.PLAY} if game.profile.underpeg_open else set()
    some = [item for item in theirs if item.pegged is None or item.missed or item.what in may_be_short]
    left = [item.missed or item.owed for item in some if not item.doubtful and (item.missed or item.owed)]
    called, missed = needed(game, move), sum(left)
    if _may_be_go_of_another(game, move.player) and called in (1, missed + 1):
        return True
    is_cut = reaches_game(game, move) and called <= missed  # by the game hole
    return (
        called in (*left, missed) or is_cut or (called < missed and _may_be_fewer(game, move.player, called))
    )


def _is_other_award(item: Item, move: Move) -> bool:
    """Whether it is an award that was forgotten, and not just what is pegged now (Rule: ACC 11.2)."""
    return item.what is What.PENALTY and not item.comes_first and item.owed != move.points


def _may_be_go_of_another(game: Game, caller: Player) -> bool:
    """Whether a go may be due to another side that nobody heard, and be called (Rule: ACC 7.3, 10.3)."""
    line = game.deal.line
    last, count = line.last, line.count
    if game.phase is not Phase.PLAY or last is None or line.ended or game.side(last.player) == caller:
        return False
    return count is not None and game.profile.renege_min_count <= count < LIMIT


def _may_be_fewer(game: Game, caller: Player, called: int) -> bool:
    """Whether so many may be called of a score that is worth more, and was given up or not pegged: not where they are
    just what the caller lacks of their own."""
    mine = (item for item in game.items if item.player == caller and item.deal == game.deal.number)
    return called not in {(item.earned or 0) - item.pegged for item in mine if item.pegged is not None}


def _lacks_if_not_crib(game: Game, move: Move) -> bool:
    """Whether a dealer who seems to have pegged the crib, and not the hand, lacks just so many if it was the hand."""
    if move.player == game.side(game.dealer):
        return False
    theirs = [item for item in game.items if item.deal == game.deal.number and item.player != move.player]
    cribs = (crib.pegged for crib in theirs if crib.what is What.CRIB and crib.pegged == crib.earned)
    pegged = next(cribs, None)
    hands = (hand for hand in theirs if hand.what is What.HAND and hand.seat == game.dealer)
    lacks = [hand.owed - (pegged or 0) for hand in hands if hand.pegged is None]
    return pegged is not None and needed(game, move) in lacks


def _is_given_up_before(game: Game, move: Move) -> bool:
    """The same of a hand that is counted before any of the pegger's own: it is called before the pegger counts.
    Fewer may be called than were missed, where no award is there to be pegged. Where the pegger's own is to be
    counted it may be given up too, if more than that is pegged, and just what another side's next hand is worth."""
    own = [item for item in game.open_items(move.player) if item.owed and not _is_stated_as_none(game, item)]
    hand = game.to_count
    if hand is not None and hand.player == move.player and hand.what is What.HAND:
        return needed(game, move) > owed(own) and _is_just_anothers_hand(game, move)
    if hand is None or hand.what is not What.HAND or hand.player == move.player or hand.doubtful:
        return False
    is_first = all(game.place_of(hand) < game.place_of(item) for item in own if item.what is What.HAND)
    fewer = all(item.what is not What.PENALTY for item in own) and needed(game, move) < hand.owed
    return is_first and hand.pegged is None and (fewer or hand.owed == needed(game, move))


def _is_just_anothers_hand(game: Game, move: Move) -> bool:
    """Whether a move is just what another side's next hand is worth, or as much as that side could have pegged of it,
    or fewer, where that side's peg may have been a call: the mover's own may be given up as well (Rule: ACC
    10.4.a)."""
    theirs = [item for item in game.items if item.what is What.HAND and item.player != move.player]
    left = [
        hand for hand in theirs if hand.is_open and hand.owed and hand.pegged is None and not hand.doubtful
    ]
    first = min(left, key=game.place_of, default=None)
    if first is None:
        return False
    most = min(first.owed, game.profile.target - game.score(first.player))
    is_fewer = _may_be_call_of(game, first.player) and needed(game, move) < most
    return is_fewer or needed(game, move) == most


def _may_be_call_of(game: Game, side: Player) -> bool:
    """Whether a side pegged too little for its hand before its turn, which may be a call of what that waits for."""
    return any(
        hold.move.player == side
        and hold.move.points < owed(hold.items)
        and hold.move.points <= owed(hold.waits)
        for hold in game.holds
        if hold.doubt is Doubt.ORDER
    )


def _is_crib_unseen(game: Game, caller: Player) -> bool:
    """Whether another side's crib may have been counted where nobody saw it: nobody knows what they missed."""
    may_be_anothers = game.side(game.dealer) != caller or not game.deal.sure_dealer
    return (
        game.phase is Phase.SHOW and may_be_anothers and CRIB in game.blind_since and not game.deal.crib_shown
    )


def counts_may_be_called(game: Game, player: Player) -> bool:
    """Whether points of this player's count may have been called that were not missed: what that costs is theirs."""
    counted = (item for item in game.items if item.player == player and item.deal == game.deal.number)
    has = any(item.pegged and item.what in (What.HAND, What.CRIB) for item in counted)
    return has and is_in_force(game) and game.phase is Phase.SHOW and game.profile.muggins_wrong_call


def may_be_for_wrong_call(game: Game, hold: Hold) -> bool:
    """Whether a move may be for points of a count that another side called and that were not missed (Rule: ACC
    10.4.a)."""
    aloud = game.deal.either.get(hold.move.player)
    is_noted = aloud is not None and not aloud.items and aloud.t == hold.move.t
    return is_noted and counts_may_be_called(game, hold.move.player)
