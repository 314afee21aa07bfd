"""Muggins: points that a player missed go to the opponent who calls them in time.

Rule: ACC 10.1 to 10.4. The windows of 10.4.b and 10.4.c are a table; the award is the lesser of what was called
and what was missed, and never more than the scorer could have pegged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from cribbage.book.claims import award, judge_exact, scored_in_part, text_of
from cribbage.book.deal import Aloud
from cribbage.book.game import Doubt, Game, Phase, needed, reaches_game
from cribbage.book.items import Item, Reason, State, What, owed
from cribbage.book.remedies import muggins_call
from cribbage.book.windows import Act, By, End, close_windows, ends_at, is_later, kind_of
from cribbage.log.observations import CRIB, Player, Said, Zone
from cribbage.log.verdicts import Code
from cribbage.sight.contract import WORD_LATE_S
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
NOT_ALL_SEEN: Final = "not all that it may be about was seen: judges decide"
"""What is remarked of a call that is neither upheld nor refused."""
_FOR_A_CALL: Final = (Doubt.ORDER, Doubt.CRIB)


def shut(
    game: Game, act: Act, by: Player | None = None, zone: Zone | None = None, place: int | None = None
) -> None:
    """An act after which some missed points can no longer be called; `place` as for `close_windows`."""
    by = None if by is None else game.side(by)
    for item in game.items:
        table = MUGGINS_ENDS.get(kind_of(item), ())
        ended = item.missed and ends_at(table, item, act, by, zone) is not None
        if ended and not is_later(game, item, place):
            game.deal.uncallable.add(item.player)
            item.missed = 0


def close_by_count(
    game: Game, act: Act, t: float, by: Player, place: int | None, but: Sequence[Item] = ()
) -> None:
    """Another hand is counted: that closes windows, as `close_windows` does, and ends calls. What it closes of a hand
    that was stated as none was missed before, and can no longer be called either (Rule: ACC 10.4.c(1))."""
    shut(game, act, by, place=place)
    stated = [
        item
        for item in game.items
        if item.is_open and item.what is What.HAND and item.seat in game.deal.none_by
        if ends_at(MUGGINS_ENDS[kind_of(item)], item, act, game.side(by)) is not None
    ]
    close_windows(game, act, t, by=by, but=but, place=place)
    for item in [item for item in stated if item.missed]:
        game.deal.uncallable.add(item.player)
        item.missed = 0


def call_muggins(game: Game, said: Said) -> None:
    """A call: upheld if points were missed and its window is open, refused otherwise."""
    caller = game.side(said.by)
    scorer = _scorer(game, caller, said.n)
    if not (game.header.muggins and game.profile.muggins):
        game.say(Code.MUGGINS_REFUSED, caller, 0, said.t, rule="10.1", why="muggins is not in force")
        game.deal.called_in_vain.add(caller)
        return
    if game.over or game.blind or game.deal.void or game.deal.line.lost:
        return  # the peg that has just won may have been what is called for
    if scorer is None:
        _whose(game, caller)
        return
    if _is_told_late(game, caller, said.n) or _names_the_peg(game, said):
        return
    if game.lost_pegs - {caller}:
        game.deal.credit.add(caller)
        game.remark("muggins", "unseen", "10.4.a", caller, "what was pegged was not seen: judges decide")
        return
    _end_the_pause(game, scorer, said.t)
    items = [
        item for item in game.items if item.player == scorer and item.missed and kind_of(item) in MUGGINS_ENDS
    ]
    missed = sum(item.missed for item in items if not item.doubtful)
    claimed = missed if said.n is None else said.n
    if _is_the_same_call(game, caller, said.n, items):
        return
    named = _named([item for item in items if not item.doubtful], claimed)
    holes_left = game.profile.target - game.score(scorer)
    late = not missed and scorer in game.deal.uncallable
    call = muggins_call(
        claimed, owed_by_call(named) or int(late), holes_left, not late, costs=game.profile.muggins_wrong_call
    )
    is_last_unseen = scorer in game.deal.unverified_by or game.watches[scorer].front_is_up
    may_be_unseen = claimed > missed or not call.caller or is_last_unseen
    unsure = may_be_unseen and _not_seen(game, caller, scorer, claimed)
    if (points := call.caller) and not unsure:
        game.say(
            Code.MUGGINS,
            caller,
            points,
            said.t,
            rule="10.4.a",
            claimed=claimed,
            missed=owed_by_call(named),
            item=named[0].id,
        )
        game.deal.latest_call[caller] = said.n, award(game, scorer, points, "10.4.a", to=caller)
        items = [*named]  # what else was missed may be called yet (Rule: ACC 10.4.a)
        _peg_before_the_word(game, caller, points, said.t)
    elif unsure:
        game.deal.credit |= {caller, scorer} if game.profile.muggins_wrong_call else {caller}
        game.remark("muggins", "unseen", "10.4.a", caller, NOT_ALL_SEEN)
    else:
        why = "called too late: nothing follows" if call.late else None
        rule = "10.4" if call.late else "10.4.a"
        game.say(Code.MUGGINS_REFUSED, caller, call.scorer, said.t, rule=rule, claimed=claimed, why=why)
        game.deal.latest_call[caller] = said.n, award(game, caller, call.scorer, rule)
        game.deal.called_in_vain.add(caller)
    for item in items:
        item.missed = 0


def owed_by_call(named: Sequence[Item]) -> int:
    """How many points were missed of the scores that a call is about."""
    return sum(item.missed for item in named)


def _named(items: Sequence[Item], claimed: int) -> Sequence[Item]:
    """Which of the scores that were missed a call is about: the fewest that make up just what is claimed, or more if
    none do, or all (Rule: ACC 10.4.a)."""
    sets = [some for size in range(1, len(items) + 1) for some in combinations(items, size)]
    enough = [some for some in sets if owed_by_call(some) >= claimed]
    return min(enough, key=owed_by_call, default=tuple(items))


def _is_the_same_call(game: Game, caller: Player, n: int | None, items: Sequence[Item]) -> bool:
    """Whether a call is tapped once more, by the same player or the partner, before what it brought is pegged: it
    costs nothing a second time. One that was upheld may be put right too; other points that were missed may be
    called."""
    before, item = game.deal.latest_call.get(caller, (None, None))
    if item is None or not item.owed:
        return False
    left = [one for one in items if not one.doubtful]
    if n == before:
        return not left or owed_by_call(_named(left, n or 0)) != n
    return item.player == caller and not left


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
    return _book(game, caller, found, move.t)


def note_either(game: Game, move: Move, own: Item) -> None:
    """A peg fits its player's own score, or is too little for it, and is what an opponent missed as well: if all of
    that score is pegged next, it was for muggins."""
    if not is_in_force(game):
        return
    points = needed(game, move)
    found = _claimable(game, move.player, points, fewer=True)
    if found is None and (short := _may_be_short(game, own, points)) is not None:
        found = Aloud(short.player, points, 0, ())  # nobody knows what was called
    elif found is None and may_be_wrongly_called(game, move.player):
        found = Aloud(game.other(move.player), points, 0, ())
    if found is not None:
        game.deal.either[move.player] = replace(found, own=own, t=move.t)


def note_with_own(game: Game, move: Move) -> None:
    """What others missed, or have given up, when a move is made: as many or fewer may have been called for aloud, and
    pegged with the mover's own score in one (Rule: ACC 10.4.a)."""
    caller = move.player
    game.deal.with_own.pop(caller, None)
    if not is_in_force(game) or game.open_items(caller, What.PENALTY):
        return
    for scorer in (one for one in game.players if one != caller and game.follows(one)):
        theirs = [item for item in game.items if item.player == scorer and not item.doubtful]
        items = [one for one in theirs if _may_be_called(game, one) or (one.what is What.PLAY and one.owed)]
        items = [one for one in items if not _is_counted_past(game, one, caller)]
        if missed := sum(item.missed or item.owed for item in items):
            game.deal.with_own[caller] = move, Aloud(scorer, missed, missed, tuple(items))


def _is_counted_past(game: Game, item: Item, caller: Player) -> bool:
    """Whether the caller has counted a hand that comes after this one: then it is too late (Rule: ACC 10.4.c(1))."""
    mine = (one for one in game.open_items(caller, What.HAND) if one.pegged and one.deal == item.deal)
    return item.what is What.HAND and any(game.place_of(one) > game.place_of(item) for one in mine)


def _may_be_short(game: Game, own: Item, points: int) -> Item | None:
    """A hand of another side, counted before this one, of which so many may be lacking: nobody knows what was pegged
    for it, or it is passed: its side has pegged a later one, or the book judges the order. While its side is seen to
    have pegged none of it, a score of the play is pegged before it is counted."""
    hands = [item for item in game.items if item.what is What.HAND and item.deal == own.deal]
    theirs = [hand for hand in hands if hand.player != own.player and (hand.earned or 0) >= points]
    for hand in (hand for hand in theirs if game.place_of(hand) < game.place_of(own)):
        later = (
            one for one in hands if one.player == hand.player and game.place_of(one) > game.place_of(hand)
        )
        is_passed = game.profile.order_is_judged or any(one.pegged for one in later)
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
    if own.pegged != found.points or not is_all or not _may_still_be(game, found, move.player):
        return _may_be_wrong_instead(game, found, own, move)
    if own.pegged == own.earned and move.points < owed(due):
        return True
    _was_for_muggins(game, move.player, found, own, move.t)
    return False


def doubt_short(game: Game, player: Player) -> None:
    """The game is won, or a peg of this player is not seen any more: all of a score may have been pegged by that, of
    which a part seemed to have been. That part may have been for muggins, and is not held against them."""
    found = game.deal.either.pop(player, None)
    if found is not None and found.items and found.own is not None and found.own.pegged == found.points:
        _withdraw_short(game, found, found.own, game.now)


def _may_be_wrong_instead(game: Game, found: Aloud, own: Item, move: Move) -> bool:
    """What was pegged too little for its player's own score, and may have been for muggins, is followed by another
    peg that fits nothing, and is no other part of that score: nobody knows which of the two was for it."""
    is_no_part = own.missed or 0 < own.owed < move.points
    if not (found.items and is_no_part and own.pegged == found.points):
        return False
    _withdraw_short(game, found, own, move.t)
    own.doubtful = True
    return True


def _withdraw_short(game: Game, found: Aloud, own: Item, t: float) -> None:
    """It does not hold that what may have been for muggins was pegged too little for its player's own score."""
    if own.missed:
        facts = {"of": Code.UNDERPEG.value, "since": found.t, "why": ALOUD}
        game.say(Code.WITHDRAWN, own.player, own.missed, t, **facts)
        own.missed = 0


def _may_still_be(game: Game, found: Aloud, caller: Player) -> bool:
    """Whether a peg may be taken for a call of which nobody knows what it was about: a caller who had then not
    pegged their own hand may have pegged all of it since."""
    if found.items or found.own is None or may_be_wrongly_called(game, caller):
        return True
    return _may_be_short(game, found.own, found.points) is not None


def _was_for_muggins(
    game: Game, caller: Player, found: Aloud, own: Item, t: float, *, assumed: bool = True
) -> None:
    """What had been taken for points of the caller's own was for muggins; the word may be tapped after its peg."""
    called = [item for item in game.open_items(caller, What.PENALTY) if item.owed == found.points]
    if not called and found.items:
        called.append(_book(game, caller, found, t, assumed=assumed))
    _withdraw_short(game, found, own, t)
    own.pegged, own.settled, own.state = None, False, State.EARNED
    if called:
        game.peg(called[0], found.points)


def _book(game: Game, caller: Player, found: Aloud, t: float, *, assumed: bool = True) -> Item:
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
    if not is_in_force(game) or game.open_items(caller, What.PENALTY) or points <= 0:
        return None
    for scorer in (one for one in game.players if one != caller and game.follows(one)):
        items = [item for item in game.items if item.player == scorer and _may_be_called(game, item)]
        missed = sum(item.missed or item.owed for item in items)
        is_sure = not any(item.doubtful for item in items)  # else it may have been pegged
        if is_sure and (points == missed or (fewer and points < missed)):
            return Aloud(scorer, points, missed, tuple(items))
    return None


def is_in_force(game: Game) -> bool:
    known = not (game.blind or game.deal.void or game.deal.line.lost)
    return bool(game.header.muggins) and game.profile.muggins and known


def _may_be_called(game: Game, item: Item) -> bool:
    """Whether points were missed for certain, or a hand or crib was pegged short or stated as none, and is open."""
    said_none = item.total == 0 or (item.what is What.HAND and item.seat in game.deal.none_by)
    done = item.pegged is not None or said_none
    short = item.is_open and item.what in (What.HAND, What.CRIB) and done and not item.doubtful
    return kind_of(item) in MUGGINS_ENDS and bool(item.missed or (short and item.owed))


def may_have_been_given_up(game: Game, move: Move) -> bool:
    """Whether a peg is just what an opponent has not pegged yet: "nothing" may have been said aloud, and muggins; or
    fewer than they missed.

    In the show it is the hand or the crib whose turn it is to be counted (10.4.d); in the play what may still be
    pegged (10.4.b). Where nobody saw an opponent's crib, or what they pegged, nobody knows what they missed.
    """
    if not is_in_force(game):
        return False
    hands = (item for item in game.items if item.what is What.HAND and item.deal == game.deal.number)
    counted = any(hand.player == move.player and hand.pegged for hand in hands)
    owes = any(item.owed for item in game.open_items(move.player))
    given_up_before = (owes or not counted) and _is_given_up_before(game, move)
    if owes or given_up_before:
        return given_up_before
    if any(side in game.lost_pegs | game.deal.unverified_by for side in game.players if side != move.player):
        return True
    if _is_crib_unseen(game, move.player) or _lacks_if_not_crib(game, move):
        return True
    if _claimable(game, move.player, needed(game, move), fewer=True) or may_be_wrongly_called(
        game, move.player
    ):
        return True  # fewer were called than were missed, or more
    turn = (game.to_count,) if game.phase is Phase.SHOW else (i for i in game.items if i.what is What.PLAY)
    theirs = [item for item in turn if item is not None and item.player != move.player]
    theirs = [item for item in theirs if item.what is not What.HAND or counted]
    left = [item.owed for item in theirs if item.pegged is None and item.owed and not item.doubtful]
    return bool(left) and needed(game, move) == sum(left)


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
    Fewer may be called than were missed, where no award is there to be pegged."""
    hand, own = game.to_count, [item for item in game.open_items(move.player) if item.owed]
    if hand is None or hand.what is not What.HAND or hand.player == move.player or hand.doubtful:
        return False
    is_first = all(game.place_of(hand) < game.place_of(item) for item in own if item.what is What.HAND)
    fewer = all(item.what is not What.PENALTY for item in own) and needed(game, move) < hand.owed
    return is_first and hand.pegged is None and (fewer or hand.owed == needed(game, move))


def _is_crib_unseen(game: Game, caller: Player) -> bool:
    """Whether another side's crib may have been counted where nobody saw it: nobody knows what they missed."""
    may_be_anothers = game.side(game.dealer) != caller or not game.deal.sure_dealer
    return (
        game.phase is Phase.SHOW and may_be_anothers and CRIB in game.blind_since and not game.deal.crib_shown
    )


def may_be_wrongly_called(game: Game, player: Player) -> bool:
    """Whether points of this player's count may have been called that were not missed: what that costs is theirs."""
    counted = (item for item in game.items if item.player == player and item.deal == game.deal.number)
    has = any(item.pegged and item.what in (What.HAND, What.CRIB) for item in counted)
    return has and is_in_force(game) and game.phase is Phase.SHOW and game.profile.muggins_wrong_call


def _is_told_late(game: Game, caller: Player, claimed: int | None) -> bool:
    """Whether exactly what is claimed has been pegged already: the word is tapped after the peg."""
    deal, points, missed = game.deal.called.get(caller, (-1, 0, 0))
    return deal >= game.deal.number - 1 and claimed is not None and min(claimed, missed) == points


def _scorer(game: Game, caller: Player, claimed: int | None) -> Player | None:
    """Whose points are called. Of several opponents who lack some it is the one who pegged last: the word follows the
    peg. None where more was called than that player lacks, and just what another lacks: nobody knows of whom."""
    lacks = {player: _lacks(game, player) for player in game.players if player != caller}
    some = {player: points for player, points in lacks.items() if points}
    if len(some) > 1:
        last = max(some, key=lambda player: _pegged_at(game, player))
        return None if claimed is not None and claimed > some[last] and claimed in some.values() else last
    theirs = [item for item in game.items if item.player != caller]
    short = [item.player for item in theirs if item.owed and item.pegged is not None]
    return next(iter((*some, *reversed(short))), game.other(caller))


def _lacks(game: Game, scorer: Player) -> int:
    """What a player has missed, or has not pegged of what was pegged short: what a call may be about."""
    items = [item for item in game.items if item.player == scorer]
    return sum(item.missed or (item.owed if _is_short(game, item) else 0) for item in items)


def _pegged_at(game: Game, player: Player) -> float:
    """When a player last moved a peg, as far as that has been judged."""
    judged = game.judged.get(player)
    moves = [hold.move for hold in game.holds if hold.move.player == player]
    return max((move.t for move in (*moves, *([judged.move] if judged else []))), default=-1.0)


def _whose(game: Game, caller: Player) -> None:
    """Several lack points, and which of them are called is not known: nothing is held against anybody for it."""
    for item in game.items:
        if item.player != caller and (item.missed or _is_short(game, item)):
            item.missed, item.doubtful = 0, True
    game.deal.credit.add(caller)
    game.remark("muggins", "unseen", "10.4.a", caller, "of whose points it is was not seen: judges decide")


def _is_short(game: Game, item: Item) -> bool:
    """Whether the word makes what is left of it missed: of the play, pegged short, or stated as none."""
    said_none = item.seat in game.deal.none_by
    if said_none and item.what is What.CRIB:  # the dealer's hand comes first, and that word was for the hand
        hands = game.open_items(item.player, What.HAND)
        said_none = item.total == 0 or not any(one.seat == item.seat and one.pegged is None for one in hands)
    done = item.pegged is not None or item.what is What.PLAY or said_none
    return item.what in (What.PLAY, What.HAND, What.CRIB) and bool(item.owed) and done and not item.doubtful


def _not_seen(game: Game, caller: Player, scorer: Player, claimed: int) -> bool:
    """Whether something of the scorer's that could be called was not seen, or pegged by a move that was not.

    The hand or crib whose turn it is may have been said to be worth nothing, if it is worth what was called (10.4.d).
    """
    mine = [item for item in game.items if item.player == scorer and kind_of(item) in MUGGINS_ENDS]
    if game.deal.aloud - {caller}:
        return True  # what was taken for muggins may have been pegged for a score, and too little for it
    if game.hidden and game.phase is Phase.PLAY:
        return True  # the last card may lie there, and a hand have been counted
    now = game.to_count if game.phase is Phase.SHOW else None
    if now is not None and now in mine and now.what is What.CRIB and now.owed == claimed:
        return True
    if _may_be_for_the_crib(game, scorer, claimed):
        return True
    if hand := _for_the_hand(game, scorer, claimed):
        hand.doubtful = True
        return True
    if scorer in game.deal.unverified_by or not game.follows(scorer):
        return True
    return any(item.earned is None or item.doubtful for item in mine)


def _may_be_for_the_crib(game: Game, scorer: Player, claimed: int) -> bool:
    """Whether the scorer's last peg filled up a hand that had been pegged short, and may have been for the crib as
    well, which then lacks just what is called (Rule: Alberta 13)."""
    judged, crib = game.judged.get(scorer), game.to_count
    if judged is None or crib is None or crib.what is not What.CRIB or crib.player != scorer:
        return False
    pegged = judged.move.points
    hands = game.open_items(scorer, What.HAND)
    is_filled = any(not hand.owed and (hand.pegged or 0) > pegged for hand in hands)
    return is_filled and game.profile.underpeg_open and crib.owed == pegged + claimed


def _names_the_peg(game: Game, said: Said) -> bool:
    """Whether the word is tapped after the peg for it, which was taken for points of its player's own."""
    caller = game.side(said.by)
    if _names_what_was_pegged_with_own(game, said):
        return True
    found = game.deal.either.get(caller)
    own = None if found is None else found.own
    if found is None or own is None or not found.items:
        return False
    is_there = own.is_open or own.reason is Reason.CLEARED  # taken up, perhaps since it was said
    named = found.points if said.n is None else min(said.n, found.missed)
    if not is_there or named != found.points or said.t - found.t > WORD_LATE_S:
        return False
    del game.deal.either[caller]
    _was_for_muggins(game, caller, found, own, said.t, assumed=False)
    return True


def _names_what_was_pegged_with_own(game: Game, said: Said) -> bool:
    """The same of what was pegged together with the caller's own score, and of just so many; or of all of it, so that
    their own is not pegged yet."""
    caller = game.side(said.by)
    hold = game.hold_of(caller, Doubt.CALLED)
    move, found = game.deal.with_own.get(caller, (None, None))
    if hold is None or found is None or hold.move != move or said.t - move.t > WORD_LATE_S:
        return False
    (own,) = hold.items
    points = found.missed if said.n is None else min(said.n, found.missed)
    is_all = points == move.points == own.pegged
    if points != move.points - hold.base and not is_all:
        return False
    game.holds.remove(hold)
    _end_the_pause(game, found.scorer, said.t)
    own.pegged, own.excess, own.called = (own.pegged or 0) - points or None, 0, 0
    if is_all:
        own.settled, own.state = False, State.EARNED
    game.tell_item(own)
    called = _book(game, caller, replace(found, points=points), said.t, assumed=False)
    if is_all:
        judge_exact(game, move, [called])
    else:
        game.peg(called, points)
        scored_in_part(game, hold)
    return True


def _peg_before_the_word(game: Game, caller: Player, points: int, t: float) -> None:
    """A move of just so many points, made before the word was tapped, waits for an earlier hand or for the crib: it
    was for the call."""
    waiting = (one for one in game.holds if one.doubt in _FOR_A_CALL and one.move.player == caller)
    hold = next((one for one in waiting if one.move.points == points and t - one.move.t <= WORD_LATE_S), None)
    if hold is not None:
        game.holds.remove(hold)
        judge_exact(game, hold.move, game.open_items(caller, What.PENALTY)[-1:])
        _peg_the_hand(game, caller)


def _peg_the_hand(game: Game, player: Player) -> None:
    """The player's hand, for which that peg seemed to be, is not pegged yet: what they have pegged since is for it
    where it is worth just that."""
    hand = [item for item in game.open_items(player, What.HAND) if item.owed][:1]
    waiting = (one for one in game.holds if one.doubt is Doubt.CRIB and one.move.player == player)
    hold = next((one for one in waiting if one.move.points == owed(hand)), None)
    if hold is not None:
        game.holds.remove(hold)
        judge_exact(game, hold.move, hand)


def _for_the_hand(game: Game, scorer: Player, claimed: int) -> Item | None:
    """The hand that the scorer's last peg may have been for, though it was just what the last card had earned them:
    all cards were laid, and the call is about what that hand lacks then."""
    hand, judged, laid = game.to_count, game.judged.get(scorer), game.deal.line.laid
    if hand is None or judged is None or not laid or judged.move.t <= laid[-1].t:
        return None
    is_theirs = hand.player == scorer and hand.what is What.HAND and hand.pegged is None
    return hand if is_theirs and hand.owed - judged.move.points == claimed else None


def _end_the_pause(game: Game, scorer: Player, t: float) -> None:
    """The word ends the time to peg: what the scorer has not pegged of the play, pegged short or stated as none is
    missed, also where a short peg might have been put right later (Rule: ACC 10.4.d)."""
    close_windows(game, Act.MUGGINS, t, by=game.other(scorer))
    for item in game.open_items(scorer, What.PLAY, What.HAND, What.CRIB):
        if _is_short(game, item):
            _lose(game, item, t)


def _lose(game: Game, item: Item, t: float) -> None:
    item.missed, item.settled = item.owed, True
    parts = [hold for hold in game.holds if hold.doubt is Doubt.PART and item in hold.items]
    game.holds = [hold for hold in game.holds if hold not in parts]
    for part in parts[:-1]:
        scored_in_part(game, part)
    game.say(
        Code.UNDERPEG,
        item.player,
        item.missed,
        t,
        rule="10.4.d",
        item=item.id,
        earned=item.earned,
        pegged=item.pegged or 0,
        move=str(parts[-1].move) if parts else None,
    )
