"""Points that go back, and may be pegged again: too many with what was right, a count out of turn, a challenge.

A count that goes back whole is as if it had never been pegged: it may be pegged in its turn. Where only a part of
what was right went back, what is missing of it is said when the window closes, and not if it has been pegged again.

Rule: ACC 8.4.c (too many may go back to the right hole), 9.2.c, 9.2.e (counted out of turn), 11.1.b (what is put
right is a correction: no rule on incorrect pegging applies to it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from cribbage.book import otherdealer, reneges, wronglead
from cribbage.book.blame import Blame, Judged, withdraw
from cribbage.book.claims import not_short, over, say_too_many, unverified
from cribbage.book.countorder import before
from cribbage.book.deal import TooSoon
from cribbage.book.game import Doubt, Game, Phase, Remedy, reaches_game
from cribbage.book.items import BY_ITSELF, GoneBack, Item, State, What, owed
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.track import PegPair, score_of
from cribbage.sight.pegmoves import Move

CALLED_ALOUD: Final = (
    "the other side has pegged what too many points give it: they may have been called aloud"
)
CHALLENGED: Final = "it was challenged, and nobody knows for which score"
HAND_OR_CRIB: Final = "the points before it were for the hand, or too many for the crib"

# --- going back --------------------------------------------------------------------------------------------


def overpeg_corrected(game: Game, move: Move) -> bool:
    """Back to the right hole before the opponent's challenge (Rule: ACC 8.4.c(2)), or past it, to be pegged again."""
    items = [item for item in game.open_items(move.player) if item.excess]
    total = sum(item.excess for item in items)
    if not total:
        return False
    if total != -move.points and was_too_much_for_crib(game, move):
        return True
    move = _taken_as_front(game, move, move.before.score - total)
    points = taken = -move.points
    say_too_many(game, move.player, points)
    for item in reversed(items):
        share = min(item.excess, taken)
        taken -= share
        item.excess -= share
        item.put_back += share
        item.called = min(item.called, item.excess)
        item.pegged = (item.pegged or 0) - share
        game.tell_item(item)
    item = items[-1]
    if not taken or goes_past(game, move, item, taken, excess=total):
        _put_right(game, move, points - taken, item)
    return True


def _taken_as_front(game: Game, move: Move, target: int) -> Move:
    """The move as it is where its peg went back between the right hole and the other peg, which stands ahead of it
    since too many were pegged in parts: the peg that went back shows the score, as after a challenge. Where both
    stand as before the last part, only that was undone."""
    landed, other = sorted(move.after.holes)
    if is_undone(game, move) or other != move.before.rear or not target <= score_of(landed) < score_of(other):
        return move
    game.watches[move.player].take_as_front(landed)
    return replace(move, after=PegPair(landed, other))


def goes_past(game: Game, move: Move, item: Item, points: int, excess: int = 0) -> bool:
    """So many points that were right went back with what was too many. Returns whether nothing is left of what was
    pegged last, which is then as if it had never been.

    `excess`: how many were too many, unless that has been said.
    """
    if _is_whole(game, move):
        reopen(game, game.open_items(move.player), points)
        return True
    if points == 1 == item.pegged and item.parts in BY_ITSELF:
        # It may be pegged by itself, and what went back was too many for the score before it, so that others may have
        # called for that many.
        reopen(game, [item], 1)
        game.credit_others(move.player)
        return False
    _lacks_since(game, item, GoneBack(points, move, Code.UNDERPEG, excess))
    if excess:
        game.went_past.append(move)
    return False


def _put_right(game: Game, move: Move, points: int, item: Item) -> None:
    game.say(Code.CORRECTED, move.player, points, move.t, rule="8.4.c(2)", item=item.id)


def counted_again(game: Game, move: Move) -> bool:
    """A hand or crib that was pegged right goes back whole, as after counting out of turn: it may be pegged again."""
    return is_undone(game, move) and _count_goes_back(game, move)


def is_undone(game: Game, move: Move) -> bool:
    """Whether both pegs stand again as they did before what was pegged last."""
    judged = game.judged.get(move.player)
    return judged is not None and (judged.move.before, judged.move.after) == (move.after, move.before)


def may_be_put_back(game: Game, move: Move, meant: Sequence[Item]) -> bool:
    """Whether that takes back a score that is open yet, as after a challenge said aloud (Rule: ACC 8.4.c), or a part
    of one while nothing but an award is `meant`."""
    is_award = bool(meant) and all(item.what is What.PENALTY for item in meant)
    return (is_undone(game, move) or is_award) and _newest(game, move) is not None


def put_back_late(game: Game, move: Move) -> bool:
    """Whether just as many go back as were pegged too much for a score and stand (Rule: ACC 8.4.c, 8.4.d)."""
    mine = [item for item in game.items if item.player == move.player and not item.is_open]
    return any((item.pegged or 0) - (item.earned or 0) == -move.points for item in mine)


def corrected_count_goes_back(game: Game, move: Move) -> bool:
    """The same once what was too many had gone back alone, and nothing is due that the peg may have been moved for:
    then nobody knows any more in which hole behind the other one it belongs."""
    return _is_whole(game, move) and _count_goes_back(game, move)


def _count_goes_back(game: Game, move: Move) -> bool:
    """A count that was pegged, alone or with one score or award, or an award that was pegged short."""
    pegged = [one for one in game.open_items(move.player) if one.pegged and not one.excess]
    counts = [one for one in pegged if one.what in (What.HAND, What.CRIB)]
    short = [one for one in pegged if one.what is What.PENALTY and one.pegged != one.earned]
    with_another = [[one, count] for one in pegged for count in counts if one not in counts]
    which = [*([one] for one in (*short, *counts)), *with_another]
    some = [items for items in which if sum(item.pegged or 0 for item in items) == -move.points]
    if not some:
        return False
    _may_be_pegged_again(game, move, some[-1])
    return True


def _may_be_pegged_again(game: Game, move: Move, items: Sequence[Item]) -> None:
    """All that a move put back had been pegged for these scores, and rightly; what was too few was for nothing."""
    reopen(game, items, -move.points)
    why = "what had been pegged went back, and may be pegged again"
    for item in items:
        not_short(game, item, why)
    game.say(Code.UNVERIFIED, move.player, -move.points, move.t, move=str(move), why=why)


def later_count_goes_back(game: Game, move: Move) -> bool:
    """Of two counts that seemed to be pegged in one, what the later one is worth goes back: it was pegged before its
    turn, or too many for the first, which may have been called aloud (Rule: ACC 8.4.c, 9.2.e)."""
    before = game.judged.get(move.player)
    if before is None or before.move.after != move.before:
        return False
    counted = game.open_items(move.player, What.HAND, What.CRIB)
    whole = sorted((one for one in counted if one.pegged and one.pegged == one.earned), key=game.place_of)
    plays = [one for one in game.open_items(move.player, What.PLAY) if one.pegged == one.earned]
    stays = before.move.points + move.points
    is_play = len(plays) > 1 and sum(one.pegged or 0 for one in plays) == stays  # several scores of it
    for later in [one for one in whole if is_play and one.pegged == -move.points]:
        _may_be_pegged_again(game, move, [later])
        game.deal.awarded |= {one for one in game.players if one != move.player}
        return True
    for first, later in combinations([*plays, *whole], 2):
        if (first.pegged, later.pegged) == (stays, -move.points):
            _may_be_pegged_again(game, move, [later])
            game.credit_others(move.player)
            return True
    pegged = [one.pegged for one in whole]
    if stays not in pegged or -move.points in pegged or -move.points > sum(one.pegged or 0 for one in plays):
        return False
    for one in plays:  # they were forgotten, and the count was too high; or all was right
        one.doubtful = True
    _may_be_pegged_again(game, move, plays)
    game.credit_others(move.player)
    return True


def was_too_much_for_crib(game: Game, move: Move) -> bool:
    """What was pegged last may have been too many for the crib, and not for the hand: nobody knows, which is said."""
    too_many = any(item.excess for item in game.open_items(move.player, What.HAND, What.CRIB))
    if not leaves_the_crib(game, move):
        return False
    last = game.judged[move.player]
    for event in last.blame.verdicts if too_many else ():
        withdraw(game, event, last.move, HAND_OR_CRIB)
    for hold in [one for one in game.holds if one.doubt is Doubt.PART and one.move == last.move]:
        game.holds.remove(hold)
        unverified(game, last.move, why=HAND_OR_CRIB)
    game.say(Code.UNVERIFIED, move.player, -move.points, move.t, move=str(move), why=HAND_OR_CRIB)
    return True


def leaves_the_crib(game: Game, move: Move) -> bool:
    """Whether what stays of what the dealer pegged last is just what the crib in view is worth, nothing too. The hand
    that it was taken for, or the rest of it, may have been given up, and what went back was too many for the crib,
    put right or called aloud (Rule: ACC 8.4.c, Alberta 13): of neither count is known then what was pegged for it,
    and others may have called the last one. So it is with all of a hand, if the part of it that seemed to be pegged
    before may have been called aloud."""
    start, judged = game.scored_from.get(move.player), game.judged.get(move.player)
    counts = game.open_items(move.player, What.HAND, What.CRIB)
    pegged = sum(one.pegged or 0 for one in counts)
    if start is None or judged is None or not pegged:
        return False
    stays = [one for one in counts if one.earned == move.after.score - start]
    last = [one for one in stays if one.what is What.CRIB]
    if pegged > judged.move.points:  # also before: what has been pegged for the crib is known
        last = [one for one in last if not one.excess and (not one.earned or one.pegged != one.earned)]
    if game.plays_muggins:
        last += [one for one in stays if one.what is What.HAND and one.pegged and one.owed]
    for count in counts if last else ():
        count.excess, count.doubtful = 0, True
    if last:
        game.credit_others(move.player)
    return bool(last)


def _is_whole(game: Game, move: Move) -> bool:
    """Whether the score on the board is again what it was before what was pegged last."""
    return game.scored_from.get(move.player) == move.after.score


def reopen(game: Game, items: Sequence[Item], points: int) -> None:
    """So many points of these scores, the newest first, are as if they had not been pegged."""
    for item in reversed(items):
        share = min(item.pegged or 0, points)
        points -= share
        if share:
            item.pegged = (item.pegged or 0) - share or None
            item.settled, item.state = False, State.EARNED
            item.gone_back = None  # all that is missing is owed
            game.tell_item(item)


def retracted(game: Game, move: Move) -> bool:
    """Points that had to be retracted: the cards were taken back, the order was wrong, judges took them."""
    player, points = move.player, -move.points
    if game.deal.void or otherdealer.heels_of_void_deal(game, move):
        return True
    if points <= 0:
        return reneges.may_go_back(game)  # the rear peg alone went back
    if game.deal.back_ok.get(player, 0) < points:
        of_wrong_lead = wronglead.to_retract(game, player)
        is_all = points == sum(item.pegged or 0 for item in of_wrong_lead)
        if is_all:  # before the cards, which are on their way
            reopen(game, of_wrong_lead, points)
        return is_all or reneges.may_go_back(game)
    game.deal.back_ok[player] -= points
    if game.phase is Phase.STARTER:  # his heels have gone back, and may be pegged for another Jack (6.1.d)
        game.deal.earned_by.discard(player)
    for early in _too_soon(game, player):
        if points in (early.points, early.points - early.in_time):
            _count_again(game, early, stay=early.points - points)
            return True
    return True


def retracted_as_ruled(game: Game, player: Player, target: int) -> None:
    """Judges have sent back what was pegged out of order, and the peg stands there (Rule: ACC 9.2.c, 9.2.e)."""
    for early in _too_soon(game, player):
        if early.start <= target <= early.start + early.in_time:
            stay = target - early.start
            game.deal.back_ok[player] = max(game.deal.back_ok.get(player, 0) - early.points + stay, 0)
            _count_again(game, early, stay)


def _too_soon(game: Game, player: Player) -> list[TooSoon]:
    return [one for one in game.deal.too_soon if one.side == player]


def _count_again(game: Game, early: TooSoon, stay: int) -> None:
    """What was pegged out of order has been retracted: it may be pegged when its turn has come (9.2.c, 9.2.e).

    `stay`: so many points of it stay. The last card's point that went back with them is nobody's to miss.
    """
    game.deal.too_soon.remove(early)
    if 0 < stay == early.in_time:
        game.deal.partly_back.append(early)
    for item, share in early.shares:
        stay -= share
        if share and stay < 0:
            item.pegged = (item.pegged or 0) - share or None
            item.settled, item.state, item.reason = False, State.EARNED, None
            item.doubtful = item.doubtful or item.what is What.PLAY
            game.tell_item(item)


def was_the_other_hand(game: Game, move: Move) -> bool:
    """What goes back leaves just what another hand of the side is worth, and nothing has been pegged for that: it was
    meant, and too many was put right at once. What it was taken for, another hand worth as much or the crib, is still
    to be pegged."""
    before, back = game.judged.get(move.player), -move.points
    if before is None or before.move.after != move.before:
        return False
    counts = [item for item in game.open_items(move.player, What.HAND, What.CRIB) if not item.doubtful]
    hands = [item for item in counts if item.what is What.HAND]
    as_pegged = (one for one in counts if one.pegged == one.earned == before.move.points)
    taken = next((one for one in as_pegged if one.total != one.earned), None)  # not announced as just that
    meant = next((one for one in hands if one.pegged is None and one.owed == before.move.points - back), None)
    if taken is None or meant is None:
        return False
    taken.pegged, taken.settled, taken.state = None, False, State.EARNED
    game.tell_item(taken)
    game.peg(meant, before.move.points - back)
    facts = {"rule": "8.4.c(2)", "item": meant.id, "move": str(move)}
    game.say(Code.CORRECTED, move.player, back, move.t, **facts)
    game.credit_others(move.player)  # they may have called it
    return True


def part_of_play_goes_back(game: Game, move: Move) -> bool:
    """Of scores of the play that seemed to be pegged in one, just what some are worth goes back, or all: it was too
    many for the others, put right or called aloud, and may be pegged yet (Rule: ACC 7.2.b, 8.4.c)."""
    before = game.judged.get(move.player)
    if before is None or before.move.after != move.before or before.blame.verdicts:
        return False
    if any(item.pegged for item in game.open_items(move.player, What.HAND, What.CRIB)):
        return False
    plays = [
        item for item in game.open_items(move.player, What.PLAY) if item.pegged and item.pegged == item.earned
    ]
    while plays and sum(item.pegged or 0 for item in plays) > before.move.points:
        plays.pop(0)  # pegged before
    if sum(item.pegged or 0 for item in plays) != before.move.points:
        return False
    parts = [points for item in plays for _, points in item.parts or ((item.text, item.earned or 0),)]
    sums = {sum(some) for size in range(1, len(parts) + 1) for some in combinations(parts, size)}
    if len(parts) < 2 or -move.points not in sums:
        return False
    reopen(game, plays, -move.points)
    why = "what went back may have been too many for the scores before it"
    game.say(Code.UNVERIFIED, move.player, -move.points, move.t, move=str(move), why=why)
    game.credit_others(move.player)
    return True


# --- a part that went back ---------------------------------------------------------------------------------


def gave_in(game: Game, move: Move) -> bool:
    """A score that was right is challenged, and its player moves the peg back: that is no fault as long as it may be
    pegged again, once both have counted (Rule: ACC 8.4.c, 11.1.b). Where nothing is left for which it can be, nobody
    knows what was challenged."""
    if game.deal.disputed.get(move.player) != move.before.score:
        return False
    item = _newest(game, move)
    if item is not None:
        _lacks_since(game, item, GoneBack(-move.points, move, Code.BACKWARD))
        return True
    if put_back_late(game, move):
        return False
    game.say(Code.UNVERIFIED, move.player, -move.points, move.t, move=str(move), why=CHALLENGED)
    game.credit_others(move.player)
    return True


def error_is_taken(game: Game, move: Move) -> None:
    """The opponents who challenged a score peg just what a book gives for what went back of it, or a part of that:
    both say that it was too many, and it is no fault that it went back, though it seemed to be right (Rule: ACC
    8.4.c(1); Alberta 13)."""
    _called_aloud_after_all(game, move)
    theirs = [item for item in game.items if item.player != move.player]
    for item in theirs if move.player in game.deal.called_in_vain else ():
        back = item.gone_back
        if back is None or back.code is not Code.BACKWARD:
            continue
        left = game.profile.award_for(back.points) - move.points
        is_part = left > 0 and move.points not in [one.owed for one in game.open_items(move.player)]
        if left == 0 or is_part:
            item.gone_back = replace(back, code=None)
        if is_part:
            game.deal.credit.add(move.player)  # they may peg the rest
    if game.profile.overpeg_award is None:
        _more_is_taken(game, move, [item.gone_back for item in theirs if item.gone_back is not None])
        _fewer_is_taken(game, move)


def _called_aloud_after_all(game: Game, move: Move) -> None:
    """The same where nobody tapped that word: what went back was held against its player, and is withdrawn."""
    if move.points in [item.owed for item in game.open_items(move.player)]:
        return
    before = game.judged.get(move.player)
    for side in [one for one in game.judged if one != move.player]:
        back, blame = game.judged[side].move, game.judged[side].blame
        said = [
            one for one in blame.verdicts if (one.body["code"], one.body["player"]) == (Code.BACKWARD, side)
        ]
        is_next = before is None or before.move.t < back.t
        if said and is_next and back.points < 0 and move.points == game.profile.award_for(-back.points):
            withdraw(game, said[0], back, CALLED_ALOUD)
            game.judged[side] = Judged(back, Blame((), blame.penalties))


def _more_is_taken(game: Game, move: Move, went_back: Sequence[GoneBack]) -> None:
    """More went back than had seemed too many, and the error that is pegged now is all of that: so it was."""
    beyond = sum(one.points for one in went_back if one.code is Code.UNDERPEG and not one.excess)
    _error_may_be(game, move, beyond)


def _fewer_is_taken(game: Game, move: Move) -> None:
    """Not all that is too many has gone back, and the error that is pegged is just what has: that was called, and the
    rest may be an older one."""
    theirs = (one for one in game.remedies.values() if one.player != move.player)
    for remedy in (one for one in theirs if one.step is not None and not one.met):
        left = max(game.score(remedy.player) - remedy.target, 0)  # none, where the peg went back too far
        remedy.taken = _error_may_be(game, move, -left) or remedy.taken


def _error_may_be(game: Game, move: Move, more: int) -> Item | None:
    """The error that was called is so many `more` than had seemed (fewer, below zero; none, at zero), if just that is
    pegged: what it is then, if it is another."""
    owing = [item for item in game.open_items(move.player, What.PENALTY) if item.owed]
    if not (owing and more and move.points == owed(owing) + more):
        return None
    owing[-1].earned = (owing[-1].earned or 0) + more
    game.tell_item(owing[-1])
    return owing[-1]


def more_is_found(game: Game, remedy: Remedy, points: int) -> None:
    """So many more of an error that was challenged go back, after just what had gone back was pegged: it was found in
    two steps, and these are the opponent's as well (Rule: ACC 8.4.c(1))."""
    if remedy.taken is not None and points > 0:
        remedy.taken.earned, remedy.taken.settled = (remedy.taken.earned or 0) + points, False
        game.tell_item(remedy.taken)


def may_come_back(game: Game, move: Move) -> None:
    """A peg went back without a reason, as has been said: pegged again in time it is nothing more."""
    item = _newest(game, move)
    if item is not None:
        _lacks_since(game, item, GoneBack(-move.points, move))


def _newest(game: Game, move: Move) -> Item | None:
    """The newest score of which so many points were pegged as go back now."""
    items = game.open_items(move.player)
    return next((item for item in reversed(items) if (item.pegged or 0) >= -move.points), None)


def _lacks_since(game: Game, item: Item, back: GoneBack) -> None:
    item.pegged, before = max((item.pegged or 0) - back.points, 0), item.gone_back
    if before is not None and before.code is back.code:
        back = replace(back, points=back.points + before.points, excess=back.excess + before.excess)
    item.gone_back = back
    game.tell_item(item)


def goes_on_again(game: Game, move: Move) -> bool:
    """Whether a move pegs again what went back."""
    return _gone_back_for(game, move) is not None


def _gone_back_for(game: Game, move: Move) -> tuple[Item, GoneBack] | None:
    """The score of which points went back that a move pegs again, and what went back."""
    mine = game.open_items(move.player)
    item = next((item for item in reversed(mine) if item.gone_back is not None), None)
    back = None if item is None else item.gone_back
    if item is None or back is None or reaches_game(game, move) or game.blind:
        return None
    due = owed(mine)
    is_all = move.points == back.points
    others = [one for one in mine if not (is_all and before(game, one))]  # not before their turn
    if due and (move.points > back.points or move.points in (owed(others), *(one.owed for one in others))):
        return None  # it is for something else
    return item, back


def pegged_again(game: Game, move: Move) -> bool:
    """What went back is pegged again: the peg is on its way to the hole where it belongs, or goes past it."""
    found = _gone_back_for(game, move)
    if found is None:
        return False
    item, back = found
    if move.points == back.points + 1 and game.deal.given_in is not None:
        item.gone_back, item.settled, item.state = None, False, State.EARNED  # and the go, which may be due
        game.tell_item(item)
        return False
    points = min(move.points, back.points)
    item.pegged = (item.pegged or 0) + points
    item.gone_back = replace(back, points=back.points - points) if points < back.points else None
    game.tell_item(item)
    if move.points > points:
        over(game, move, move.points - points, [item])
    elif back.code is None:  # that it went back has been said: this is a score of its own
        facts = {"pegged": points, "move": str(move), "what": item.what.value, "item": item.id}
        game.say(Code.SCORED, move.player, points, move.t, **facts)
    elif back.excess and item.gone_back is None:
        _put_right(game, back.move, back.excess, item)
    return True
