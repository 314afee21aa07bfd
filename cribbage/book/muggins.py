"""Muggins: points that a player missed go to the opponent who calls them in time.

Rule: ACC 10.1 to 10.4. The award is the lesser of what was called and what was missed, and never more than the scorer
could have pegged. What was said aloud and not tapped, and the windows of 10.4.b and 10.4.c, are in `saidaloud`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from typing import Final

from cribbage.book.blame import Blame, Judged, withdraw
from cribbage.book.claims import award, judge_exact, leave_award_open, scored_in_part, unverified
from cribbage.book.countorder import was_called_too_low
from cribbage.book.game import Doubt, Game, Hold, Phase
from cribbage.book.items import BY_ITSELF, Item, Reason, State, What, owed
from cribbage.book.remedies import Call, muggins_call
from cribbage.book.saidaloud import ALOUD, MUGGINS_ENDS, book_call, may_be_for_wrong_call, was_for_muggins
from cribbage.book.windows import Act, close_windows, ends_at, is_later, kind_of
from cribbage.book.wrongcall import last_score_may_be_called
from cribbage.log.events import Event
from cribbage.log.observations import Player, Said, Zone
from cribbage.log.verdicts import Code
from cribbage.sight.contract import WORD_LATE_S
from cribbage.sight.pegmoves import Move

NOT_ALL_SEEN: Final = "not all that it may be about was seen: judges decide"
"""What is remarked of a call that is neither upheld nor refused."""
BEFORE_THE_WORD: Final = "it was pegged for a call that was tapped after it"
"""Why points that seemed too many for a player's own score are not."""
_FOR_A_CALL: Final = (Doubt.ORDER, Doubt.CRIB, Doubt.PART, Doubt.NOTHING)
_WITH_CRIB: Final = (Doubt.CRIB, Doubt.REST)


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
    that was stated as none was missed before, and can no longer be called either (Rule: ACC 10.4.c(1)). So it is with
    the play, but nothing was stated there: a word may have been said in time, and be tapped since."""
    shut(game, act, by, place=place)
    ended = [
        item
        for item in game.items
        if item.is_open and (item.what is What.PLAY or item.seat in game.deal.none_by)
        if ends_at(MUGGINS_ENDS.get(kind_of(item), ()), item, act, game.side(by)) is not None
    ]
    close_windows(game, act, t, by=by, but=but, place=place)
    for item in [item for item in ended if item.missed]:
        item.call_ends_t = t + WORD_LATE_S if item.what is What.PLAY else t
    _end_late_calls(game, t)


def _end_late_calls(game: Game, t: float) -> None:
    """What it is too late to call."""
    for item in game.items:
        if item.missed and item.call_ends_t is not None and item.call_ends_t <= t:
            game.deal.uncallable.add(item.player)
            item.missed = 0


def call_muggins(game: Game, said: Said) -> None:
    """A call: upheld if points were missed and its window is open, refused otherwise."""
    _end_late_calls(game, said.t)
    caller = game.side(said.by)
    scorer = _scorer(game, caller, said.n)
    if not game.plays_muggins:
        game.say(Code.MUGGINS_REFUSED, caller, 0, said.t, rule="10.1", why="muggins is not in force")
        game.deal.called_in_vain.add(caller)
        return
    if game.over or game.blind or game.deal.void or game.deal.line.lost:
        return  # the peg that has just won may have been what is called for
    if scorer is None:
        _whose(game, caller)
        return
    was_called_too_low(game, scorer, said.n)
    if _is_told_late(game, caller, said.n):
        _end_what_was_called(game, caller, scorer, said.t)
        return
    if _names_the_peg(game, said):
        return
    if game.lost_pegs - {caller} or game.may_have_pegged_unseen(scorer):
        game.deal.credit |= {caller, *([scorer] if game.profile.muggins_wrong_call else [])}
        game.remark("muggins", "unseen", "10.4.a", caller, "what was pegged was not seen: judges decide")
        return
    if _was_pegged_for(game, caller, scorer, said):
        return
    may_be_wrong = _may_be_of_right_score(game, scorer)
    before_word = _pegged_for_wrong_call(game, scorer, said)
    _end_the_pause(game, scorer, said.t, said.n)
    items = [
        item for item in game.items if item.player == scorer and item.missed and kind_of(item) in MUGGINS_ENDS
    ]
    missed = sum(item.missed for item in items if not item.doubtful)
    claimed = missed if said.n is None else said.n
    if _is_the_same_call(game, caller, said, items):
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
        pegged = _pegged_for_call(game, caller, points, said.t)
        move = pegged.move if pegged is not None else _not_verified(game, caller, points, said.t)
        since = None if move is None else move.before.score
        item = award(game, scorer, points, "10.4.a", to=caller, since=since)
        game.deal.latest_call[caller] = said.n, item, -inf
        items = [*named]  # what else was missed may be called yet (Rule: ACC 10.4.a)
        if pegged is None and move is not None and item is not None:
            game.peg(item, points)
        else:
            _peg_before_the_word(game, caller, points, said.t, pegged)
    elif unsure:
        _leave_to_judges(game, {caller, scorer} if game.profile.muggins_wrong_call else {caller}, caller)
    else:
        _refuse(game, caller, call, said, claimed)
        if call.late and may_be_wrong:
            leave_award_open(game, caller, claimed)
        _peg_for_wrong_call(game, scorer, said, before_word)
    for item in items:
        item.missed = 0


def _refuse(game: Game, caller: Player, call: Call, said: Said, claimed: int) -> None:
    """Nothing was missed of what is called, or it is too late; what a wrong call costs is the other side's."""
    why = "called too late: nothing follows" if call.late else None
    rule = "10.4" if call.late else "10.4.a"
    game.say(Code.MUGGINS_REFUSED, caller, call.scorer, said.t, rule=rule, claimed=claimed, why=why)
    brought = award(game, caller, call.scorer, rule)
    game.deal.latest_call[caller] = said.n, brought, said.t if brought is None else -inf
    game.deal.called_in_vain.add(caller)


def _was_pegged_for(game: Game, caller: Player, scorer: Player, said: Said) -> bool:
    """A call is tapped so late that just what it costs has been pegged, by a move that nobody could verify, and other
    points are missing by now: it was a wrong one (Rule: ACC 10.4.a)."""
    due = game.open_items(scorer, What.PLAY)
    is_other = (_lacks(game, scorer) or owed(due)) not in (0, said.n)
    if not (said.n and game.profile.muggins_wrong_call and is_other):
        return False
    if _not_verified(game, scorer, said.n, said.t) is None:
        return False
    _refuse(game, caller, Call(scorer=said.n), said, said.n)
    _peg_for_wrong_call(game, scorer, said, None)
    return True


def _may_be_of_right_score(game: Game, scorer: Player) -> bool:
    """Whether a call may be of a score that was right, and so a wrong one, though it is too late for what was missed:
    which score it names is said aloud, and the word tells the points alone (Rule: ACC 10.4.a)."""
    mine = (one for one in game.open_items(scorer) if kind_of(one) in MUGGINS_ENDS)
    return game.profile.muggins_wrong_call and any(one.pegged and one.pegged == one.earned for one in mine)


def _pegged_for_wrong_call(game: Game, scorer: Player, said: Said) -> Hold | Judged | None:
    """The move that a scorer made for a call that is tapped only now, and was wrong: it waits, as it seemed to be for
    nothing, or was too many for a score or another award."""
    if _lacks(game, scorer) or not (game.profile.muggins_wrong_call and said.n):
        return None
    hold = game.hold_of(scorer, Doubt.CALLED, Doubt.ORDER)
    if hold is None:
        return game.judged[scorer] if _taken_for_own(game, scorer, said.n, said.t) else None
    if hold.base or hold.move.points != said.n or said.t - hold.move.t > WORD_LATE_S:
        return None
    is_called = may_be_for_wrong_call(game, hold) or last_score_may_be_called(game, scorer, at=hold.move.t)
    if hold.doubt is Doubt.ORDER and not is_called:
        return None
    game.holds.remove(hold)
    for item in hold.items if hold.doubt is Doubt.CALLED else ():
        item.pegged = (item.pegged or 0) - hold.move.points or None
        item.excess, item.called = item.excess - hold.move.points, item.called - hold.move.points
        game.tell_item(item)
    return hold


def may_be_of_last_card(game: Game, said: Said) -> bool:
    """Whether a call, tapped late, may be a wrong one of the last card of a side which has pegged just so many since,
    as for a part of its hand: nobody knows then (Rule: ACC 10.4.a)."""
    caller = game.side(said.by)
    late = [one for one in game.holds if one.doubt is Doubt.NOTHING and one.move.points == said.n]
    for hold in (one for one in late if said.t - one.move.t <= WORD_LATE_S):
        scorer = hold.move.player
        if scorer != caller and last_score_may_be_called(game, scorer, at=hold.move.t):
            game.holds.remove(hold)
            unverified(game, hold.move, why=ALOUD)
            _leave_to_judges(game, {caller, scorer}, caller)
            return True
    return False


def _peg_for_wrong_call(game: Game, scorer: Player, said: Said, found: Hold | Judged | None) -> None:
    """What a wrong call brings its scorer has been pegged before the word was tapped: by a move that seemed to be
    for something else (`found`), or that nobody could verify (Rule: ACC 10.4.a)."""
    caller, owing = game.side(said.by), game.open_items(scorer, What.PENALTY)[-1:]
    _, brought, _ = game.deal.latest_call[caller]
    if isinstance(found, Hold):
        judge_exact(game, found.move, owing)
    elif brought is not None and (found or _not_verified(game, scorer, brought.owed, said.t)):
        game.peg(brought, brought.owed)
    if brought is not None and not brought.owed:  # the word is perhaps tapped twice
        game.deal.latest_call[caller] = said.n, brought, said.t


def _leave_to_judges(game: Game, may_score: set[Player], caller: Player) -> None:
    game.deal.credit |= may_score
    game.remark("muggins", "unseen", "10.4.a", caller, NOT_ALL_SEEN)


def calls_an_award(game: Game, said: Said) -> bool:
    """Whether just what is called may be lacking of an award, which cannot be called (ACC 10.3.a, b): a peg that
    fits neither that nor a hand waits until the next one shows what it was for, and judges decide."""
    caller = game.side(said.by)
    lack = {
        one.move.player: owed(one.items) - one.move.points for one in game.holds if one.doubt is Doubt.AWARD
    }
    scorers = {scorer for scorer, points in lack.items() if scorer != caller and points == said.n}
    if scorers:
        _leave_to_judges(game, scorers | {caller}, caller)
    return bool(scorers)


def owed_by_call(named: Sequence[Item]) -> int:
    """How many points were missed of the scores that a call is about."""
    return sum(item.missed for item in named)


def _named(items: Sequence[Item], claimed: int) -> Sequence[Item]:
    """Which of the scores that were missed a call is about: the fewest that make up just what is claimed, or more if
    none do, or all (Rule: ACC 10.4.a)."""
    sets = [some for size in range(1, len(items) + 1) for some in combinations(items, size)]
    enough = [some for some in sets if owed_by_call(some) >= claimed]
    return min(enough, key=owed_by_call, default=tuple(items))


def _is_the_same_call(game: Game, caller: Player, said: Said, items: Sequence[Item]) -> bool:
    """Whether a call is tapped once more, by the same player or the partner, before what it brought is pegged, or at
    once, where that was pegged before the word: it costs nothing a second time. One that was upheld may be put right
    too; other points that were missed may be called."""
    before, item, t = game.deal.latest_call.get(caller, (None, None, -inf))
    is_at_once = said.n == before and said.t - t <= WORD_LATE_S
    if not is_at_once and (item is None or not item.owed):
        return False
    left = [one for one in items if not one.doubtful]
    if said.n == before:
        return not left or owed_by_call(_named(left, said.n or 0)) != said.n
    return item is not None and item.player == caller and not left


def _is_told_late(game: Game, caller: Player, claimed: int | None) -> bool:
    """Whether exactly what is claimed has been pegged already: the word is tapped after the peg."""
    deal, points, missed = game.deal.called.get(caller, (-1, 0, 0))
    return deal >= game.deal.number - 1 and claimed is not None and min(claimed, missed) == points


def _end_what_was_called(game: Game, caller: Player, scorer: Player, t: float) -> None:
    """The word is tapped for a call that was taken for one by its peg: what was pegged short, and might have been put
    right later, is missed for certain now (Rule: ACC 10.4.d)."""
    _, _, lacked = game.deal.called.get(caller, (-1, 0, 0))
    for item in game.open_items(scorer, What.HAND, What.CRIB):
        if item.doubtful and item.pegged and 0 < item.owed == lacked:
            item.doubtful = False
            _lose(game, item, t)
            item.missed = 0


def _scorer(game: Game, caller: Player, claimed: int | None) -> Player | None:
    """Whose points are called. Of several opponents who lack some it is the one who pegged last: the word follows the
    peg. None where more was called than that player lacks, and just what another lacks: nobody knows of whom."""
    lacks = {player: _lacks(game, player) for player in game.players if player != caller}
    some = {player: points for player, points in lacks.items() if points}
    if len(some) > 1:
        last = max(some, key=game.pegged_at)
        return None if claimed is not None and claimed > some[last] and claimed in some.values() else last
    theirs = [item for item in game.items if item.player != caller]
    short = [item.player for item in theirs if item.owed and item.pegged is not None]
    return next(iter((*some, *reversed(short))), game.other(caller))


def _lacks(game: Game, scorer: Player) -> int:
    """What a player has missed, or has not pegged of what was pegged short: what a call may be about."""
    items = [item for item in game.items if item.player == scorer]
    return sum(item.missed or (item.owed if _is_short(game, item) else 0) for item in items)


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
    if game.deal.led_after_go is not None and claimed == 1:
        return True  # the card after a go may be a lead, and then the go was missed
    now = game.to_count if game.phase is Phase.SHOW else None
    if now is not None and now in mine and now.what is What.CRIB and now.owed == claimed:
        return True
    if _may_be_for_the_crib(game, scorer, claimed) or _may_be_in_turn(game, scorer, claimed):
        return True
    if hand := _for_the_hand(game, scorer, claimed):
        hand.doubtful = True
        return True
    if scorer in game.deal.unverified_by or not game.follows(scorer):
        return True
    return any(item.earned is None or item.doubtful for item in mine)


def _may_be_in_turn(game: Game, scorer: Player, claimed: int) -> bool:
    """Whether the dealer seems to have pegged the crib, as it is worth, and then the hand, where the crib lies early:
    in their turn the hand was counted wrong, and the crib lacks just what is called (Rule: ACC 9.2.e)."""
    judged = game.judged.get(scorer)
    last = 0 if judged is None else judged.move.points
    mine = [item for item in game.items if item.player == scorer and item.deal == game.deal.number]
    cribs = (item for item in mine if item.what is What.CRIB and item.pegged == item.earned != last)
    lacks = [(crib.earned or 0) - last for crib in cribs]
    return claimed in lacks and any(item.what is What.HAND and item.pegged == last for item in mine)


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
    was_for_muggins(game, caller, found, own, said.t, assumed=False)
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
    called = book_call(game, caller, replace(found, points=points), said.t, assumed=False)
    if is_all:
        judge_exact(game, move, [called])
    else:
        game.peg(called, points)
        scored_in_part(game, hold)
    return True


def _peg_before_the_word(game: Game, caller: Player, points: int, t: float, hold: Hold | None) -> None:
    """A move of just so many points waits (`hold`), or has been judged for the caller's own: it was for the call."""
    if hold is not None:
        game.holds.remove(hold)
        is_part = hold.doubt is Doubt.PART and not _is_pegged_since(game, hold)
        if is_part:
            _not_pegged(game, hold.items[0], points)
        for item in hold.items:
            game.tell_item(item)  # none of it was told as if it were for this
        judge_exact(game, hold.move, game.open_items(caller, What.PENALTY)[-1:])
        _peg_the_hand(game, caller)
        if is_part:
            _judge_the_rest(game, caller, hold.items[0])
    elif (owing := game.open_items(caller, What.PENALTY)) and _taken_for_own(game, caller, points, t):
        game.peg(owing[-1], points)


def _pegged_for_call(game: Game, caller: Player, points: int, t: float) -> Hold | None:
    """A move of just so many points, made before the word was tapped, that waits for an earlier hand, for the crib or
    for the rest of a hand."""
    mine = (one for one in game.holds if one.doubt in _FOR_A_CALL and one.move.player == caller)
    waiting = (one for one in mine if one.doubt is not Doubt.PART or _is_part_of_hand(one))
    return next((one for one in waiting if one.move.points == points and t - one.move.t <= WORD_LATE_S), None)


def _is_pegged_since(game: Game, hold: Hold) -> bool:
    """Whether all of the hand for whose rest a move waits has been pegged since."""
    hand, judged = hold.items[0], game.judged.get(hold.move.player)
    return judged is not None and hand.pegged == hand.earned == judged.move.points != hold.move.points


def _is_part_of_hand(hold: Hold) -> bool:
    """Whether a move waits for the rest of a hand that is still to be counted."""
    return hold.items[0].what is What.HAND and hold.items[0].is_open


def _not_verified(game: Game, caller: Player, points: int, t: float) -> Move | None:
    """The latest move of its side, if it is such a move and nobody knew what it was for."""
    judged = _judged_before(game, caller, points, t)
    is_unseen = judged is not None and game.unseen_pegs.get(caller) == judged.move.after
    return judged.move if judged is not None and is_unseen else None


def _judged_before(game: Game, caller: Player, points: int, t: float) -> Judged | None:
    """The latest move of the caller's that has been judged, if it is one of just so many points that the word may
    have followed late."""
    judged: Judged | None = game.judged.get(caller)
    if judged is None or judged.move.points != points or t - judged.move.t > WORD_LATE_S:
        return None
    return judged


def _taken_for_own(game: Game, player: Player, points: int, t: float) -> list[Item]:
    """The scores of the player's own for which such a move has been judged meanwhile, as too many: nothing is held
    against it any more, and those that are open are as if never pegged. Empty where there was none."""
    if (judged := _judged_before(game, player, points, t)) is None:
        return []
    too_many = _too_many(judged)
    names = {event.body["item"] for event in too_many}
    items = [item for item in game.items if item.id in names]
    if items:
        _let_off(game, judged, too_many, items[-1])
    return items


def _judge_the_rest(game: Game, player: Player, hand: Item) -> None:
    """What seemed too many for the rest of a hand is judged against all of it."""
    judged = game.judged.get(player)
    if judged is None or not (too_many := [one for one in _too_many(judged) if one.body["item"] == hand.id]):
        return
    _let_off(game, judged, too_many, hand)
    judge_exact(game, judged.move, [hand])


def _let_off(game: Game, judged: Judged, too_many: Sequence[Event], item: Item) -> None:
    """Nothing is held against a move as too many points any more, and nothing of it was pegged for this score."""
    move = judged.move
    for event in too_many:
        withdraw(game, event, move, BEFORE_THE_WORD)
    if item.is_open:
        _not_pegged(game, item, move.points)
    game.judged[move.player] = Judged(move, Blame((), judged.blame.penalties))
    game.remedies.pop(move.player, None)


def _too_many(judged: Judged) -> list[Event]:
    """What is held against a move as too many points."""
    return [event for event in judged.blame.verdicts if event.body["code"] == Code.OVERPEG]


def _not_pegged(game: Game, item: Item, points: int) -> None:
    """So many points were not pegged for this open score, for which they were taken."""
    item.pegged, item.excess, item.settled = max((item.pegged or 0) - points, 0) or None, 0, False
    item.state = State.EARNED if item.pegged is None else State.PEGGED
    game.tell_item(item)


def _peg_the_hand(game: Game, player: Player) -> None:
    """The player's hand, for which that peg seemed to be, is not pegged yet: what they have pegged since, and what
    may be for the crib, is for it, unless that is just what the crib is worth."""
    hand = [item for item in game.open_items(player, What.HAND) if item.owed][:1]
    crib = owed(game.open_items(player, What.CRIB))
    waiting = (one for one in game.holds if one.doubt in _WITH_CRIB and one.move.player == player)
    hold = next((one for one in waiting if one.move.points == owed(hand) or one.move.points != crib), None)
    if hand and hold is not None:
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


def _end_the_pause(game: Game, scorer: Player, t: float, claimed: int | None = None) -> None:
    """The word ends the time to peg: what the scorer has not pegged of the play, pegged short or stated as none is
    missed, also where a short peg might have been put right later (Rule: ACC 10.4.d)."""
    not_called = _to_be_pegged_yet(game, scorer, claimed)
    for hold in game.holds:
        if hold.doubt is Doubt.PART:
            hold.items = [item for item in hold.items if item not in not_called]
    close_windows(game, Act.MUGGINS, t, by=game.other(scorer), but=not_called)
    for item in game.open_items(scorer, What.PLAY, What.HAND, What.CRIB):
        if _is_short(game, item) and item not in not_called:
            _lose(game, item, t)


def _to_be_pegged_yet(game: Game, scorer: Player, claimed: int | None) -> list[Item]:
    """The go or last card, where just what is called is missing of the scores before it: it was no part of the peg
    that is called, and the time to peg it is not over (Rule: ACC 7.2.b, 10.4.a)."""
    plays = [
        item for item in game.items if item.player == scorer and item.what is What.PLAY and not item.doubtful
    ]
    due = [item for item in plays if item.missed or (item.is_open and item.owed)]
    others, newest = due[:-1], due[-1:]
    lacks = sum(item.missed or item.owed for item in others)
    is_by_itself = all(one.parts in BY_ITSELF and one.pegged is None and not one.missed for one in newest)
    return newest if others and is_by_itself and lacks == claimed else []


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
