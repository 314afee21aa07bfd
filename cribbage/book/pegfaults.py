"""Pegs that did something other than leap ahead: taken back, the wrong peg, the wrong track.

Rule: ACC 8.4.c (corrections), 8.5 (pegs removed), 8.6 (put back), 8.7 (opponent's peg), 8.8 (wrong track).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cribbage.book.announced import settle_surplus
from cribbage.book.awardpegs import award_taken_back, settle_awards, settle_awards_as_called
from cribbage.book.backwards import (
    corrected_count_goes_back,
    counted_again,
    error_is_taken,
    gave_in,
    later_count_goes_back,
    may_be_put_back,
    may_come_back,
    overpeg_corrected,
    part_of_play_goes_back,
    pegged_again,
    put_back_late,
    retracted,
    was_the_other_hand,
    was_too_much_for_crib,
)
from cribbage.book.blame import blame_of
from cribbage.book.calledbefore import settle_called_after, settle_called_before
from cribbage.book.challengedaloud import settle_challenged_aloud
from cribbage.book.claims import (
    DEAD_HOLE,
    award,
    doubt_all,
    give_back,
    leave_award_open,
    more_than_known,
    over,
    part_taken_back,
    sets_owing,
    settle_part,
    start_remedy,
    unverified,
)
from cribbage.book.countorder import TOO_EARLY, take_too_many
from cribbage.book.cribfirst import settle_crib_first
from cribbage.book.cutagain import heels_go_back
from cribbage.book.earlygo import give_in, note_given_in, settle_go_by_award
from cribbage.book.fornothing import (
    for_nothing_goes_back,
    settle_as_short,
    settle_for_nothing,
    was_the_hand,
)
from cribbage.book.game import Doubt, Game, Hold, Phase, Remedy
from cribbage.book.items import Item, Reason, What, owed, uncertain
from cribbage.book.muggins import shut
from cribbage.book.nextscore import likeliest, may_go, meant_by, next_scores
from cribbage.book.outoforder import counted_first_goes_back
from cribbage.book.overplay import is_challenged, settle_over_by_award, withdrawn
from cribbage.book.pegbeforecard import give_up_hidden, settle_ahead
from cribbage.book.pendingshow import (
    challenged,
    may_be_too_many,
    settle_by_move,
    settle_order,
    settle_too_soon,
)
from cribbage.book.playpegs import (
    end_by_go,
    go_is,
    judge_in_play,
    settle_claim_by_award,
    settle_go,
    settle_short,
    shows_call_before,
    take_back_go,
)
from cribbage.book.putback import on_the_way
from cribbage.book.saidaloud import note_with_own
from cribbage.book.show import (
    close_before,
    crib_may_be_unseen,
    judge_in_show,
    was_said_aloud,
)
from cribbage.book.windows import Act
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.track import case_of, score_of
from cribbage.sight.pegmoves import Move, Shape

REAR_ONLY: Final = "the rear peg moved and no score was pegged"


def judge(game: Game, move: Move) -> None:
    """Give a released move its verdict, or hold it."""
    remedy = game.remedies.get(move.player)
    if remedy is not None and on_the_way(game, move, remedy):
        _leave_back_peg_open(game, move)  # it may be no step of the remedy
        return
    if game.deal.ruled_on.get(move.player) == move.after.score > move.before.score:
        forward(game, move)  # whichever peg it is: judges have sent it there (Rule: ACC 11.5)
    elif _may_be_two(game, move):
        unverified(game, move, why=DEAD_HOLE)
        doubt_all(game, move.player)
        _leave_back_peg_open(game, move)
    elif move.both_lifted and _score_was_due(game, move):
        both_removed(game, move)
    else:
        JUDGES[move.shape](game, move)


def _may_be_two(game: Game, move: Move) -> bool:
    """Whether a peg may have stood in a dead hole: only one was seen meanwhile, or both are past the front one. Where
    pegs may be taken out as one likes, they show no more than that it may all be for what is due."""
    if move.player in game.acted_over:
        return move.both_lifted or move.shape is not Shape.LEAP
    if not move.both_lifted or move.after.rear <= move.before.front:
        return False
    if game.profile.peg_faults:
        return _score_was_due(game, move)
    return move.points <= owed(item for item in game.open_items(move.player) if item.what is not What.PENALTY)


# --- forward -----------------------------------------------------------------------------------------------


def forward(game: Game, move: Move) -> None:
    """The score went up."""
    if game.moved_over.pop(move.player, None) == move.points:
        return  # the peg has come over from the wrong track (Rule: ACC 8.8)
    if game.deal.accepted is not None and game.side(game.deal.accepted[0]) != move.player:
        game.deal.accepted = None  # a go to a wrong count is not withdrawn any more (Rule: ACC 7.4.a)
    settle_go(game, fits=None, player=move.player, by=move)
    settle_go_by_award(game, move)
    settle_claim_by_award(game, move)
    settle_over_by_award(game, move)
    settle_part(game, move)
    settle_awards(game, move)
    settle_for_nothing(game, move)
    if pegged_again(game, move):
        return
    game.scored_from[move.player] = move.before.score
    error_is_taken(game, move)
    game.deal.went_back.pop(move.player, None)
    note_with_own(game, move)
    settle_called_before(game, move)
    settle_called_after(game, move)
    if (was_said_aloud if game.phase is Phase.SHOW else shows_call_before)(game, move):
        return
    if not _is_what_was_missed(game, move):
        shut(game, Act.SCORED, move.player)
    settle_by_move(game, move)
    called_for = (item for item in game.open_items(move.player, What.PENALTY) if item.claimed)
    called = any(item.owed == move.points for item in called_for)
    game.deal.pegged(move.player, award=called or _is_put_right(game, move))
    game.deal.moves += 1
    (judge_in_show if game.phase is Phase.SHOW else judge_in_play)(game, move)
    settle_too_soon(game)


def _is_what_was_missed(game: Game, move: Move) -> bool:
    """Whether it is just a score of the play that its player has lost: too late, and no other score, by which a call
    for that would be too late (Rule: ACC 1.6, 10.4.b(2))."""
    mine = [item for item in game.items if item.player == move.player]
    missed = any(item.missed == move.points for item in mine if item.what is What.PLAY)
    return missed and not any(item.owed for item in mine if item.is_open)


def _is_put_right(game: Game, move: Move) -> bool:
    """Whether it is just what was pegged short in the deal before, and no heels (Rule: Alberta 13)."""
    left = [item for item in game.open_items(move.player) if item.owed and item.deal != game.deal.number]
    return move.points == owed(left) != game.profile.heels


# --- back --------------------------------------------------------------------------------------------------


def back(game: Game, move: Move) -> None:
    """The score went down: a correction, a remedy, or a fault."""
    player, points = move.player, -move.points
    game.deal.went_back[player] = points
    settle_challenged_aloud(game, move)
    settle_ahead(game, player)
    settle_short(game, player)
    give_up_hidden(game, player)
    for item in game.open_items(player):
        item.to_go_back = max(item.to_go_back - points, 0)
    remedy = game.remedies.get(player)
    if remedy is not None and on_the_way(game, move, remedy):  # it waited, and had been challenged
        return
    if for_nothing_goes_back(game, move):
        _gives_in(game, move)
        return
    if may_be_too_many(game, player, points):
        challenged(game, player, back=points)
        remedy = game.remedies.get(player)
        if remedy is not None and on_the_way(game, move, remedy):
            return
    settle_awards_as_called(game, player, points)
    if award_taken_back(game, move):
        return
    over_challenged = is_challenged(game, player)
    if withdrawn(game, player):
        remedy = game.remedies.get(player)  # of a false claim of game
        if remedy is not None:
            on_the_way(game, move, remedy)
        else:
            (_gives_in if over_challenged else overpeg_corrected)(game, move)
        return
    if hold := take_too_many(game, player, points):
        for hand in hold.waits:
            hand.doubtful = True
        unverified(game, hold.move, why=TOO_EARLY)
    # After a move of which nobody saw what it was for, it may be that one which is put right, and not an older error.
    last_unseen = game.unseen_pegs.get(player) == move.before
    known = () if last_unseen else (_go_withdrawn, _too_early)
    plain = () if last_unseen or more_than_known(game, move) else (overpeg_corrected,)
    settle_surplus(game, move)
    for explained in (heels_go_back, *known, *plain, retracted, part_taken_back, counted_again):
        if explained(game, move):
            return
    not_seen = game.blind or player in game.deal.unverified_by or last_unseen
    if not_seen or uncertain(game.open_items(player)):
        for item in game.open_items(player):
            item.excess, item.doubtful = 0, True  # it may be what was put right, or leave this unpegged
        game.deal.unverified_by.add(player)
        game.credit_others(player)  # and others may have challenged it aloud
        game.say(Code.UNVERIFIED, player, points, move.t, move=str(move), why="not seen")
    elif any(
        explained(game, move)
        for explained in (
            later_count_goes_back,
            part_of_play_goes_back,
            was_the_other_hand,
            was_too_much_for_crib,
            gave_in,
        )
    ):
        return
    elif move.shape is Shape.FRONT_BACK and (meant := _meant(game, move))[1]:
        front_peg_removed(game, move, *meant)
    elif not corrected_count_goes_back(game, move):
        game.say(Code.BACKWARD, player, points, move.t, move=str(move))
        may_come_back(game, move)


def _go_withdrawn(game: Game, move: Move) -> bool:
    """A go that was pegged is taken back before the next card. That card shows whether it was due (8.9)."""
    is_it = list[bool]()
    blame = blame_of(game, lambda: is_it.append(_takes_go_back(game, move)))
    note_given_in(game, move, blame)
    return is_it[0]


def _takes_go_back(game: Game, move: Move) -> bool:
    """A go that was pegged is taken back before the next card: the series goes on (Rule: ACC 7.3.a, 8.9)."""
    player, points = move.player, -move.points
    for hold in game.take_holds(Doubt.GO, player=player):
        more = hold.move.points - hold.base
        if points < more:  # what stays is for the go
            over(game, hold.move, more - 1, [*hold.items, end_by_go(game, player, hold.move.t)])
        else:
            over(game, hold.move, more, hold.items)
        if points < more - 1:  # too few: whether the go is among them is not shown
            game.credit_others(player)
        # They may give in before the next card has shown whether a go was due.
        return (_gives_in if hold.challenged else overpeg_corrected)(game, move)
    if points == 1 and give_in(game, player):
        return True
    items = [item for item in game.open_items(player, What.PLAY) if item.is_go and item.pegged]
    too_many = [item.excess for item in game.open_items(player) if item.excess]
    is_too_many = points in (sum(too_many), *too_many[-1:])
    if points != 1 or is_too_many or not items or not take_back_go(game, player):
        return False
    item = items[-1]
    game.close(item, Reason.TAKEN_BACK)
    game.say(Code.CORRECTED, player, points, move.t, rule="8.9", item=item.id)
    return True


def _gives_in(game: Game, move: Move) -> bool:
    """Points go back that an opponent has challenged and that waited for their verdict (Rule: ACC 8.4.c(1))."""
    item = [one for one in game.open_items(move.player) if one.excess][-1]
    remedy = Remedy(move.player, move.before.score - item.excess, "8.4.c", item=item)
    give_back(game, item)
    start_remedy(game, remedy)
    return on_the_way(game, move, remedy)


def _too_early(game: Game, move: Move) -> bool:
    """The dealer takes back what was pegged out of order (Rule: ACC 9.2.c, 9.2.e)."""
    if counted_first_goes_back(game, move):
        return True
    hold = game.hold_of(move.player, Doubt.ORDER, Doubt.CRIB_FIRST)
    if hold is None:
        return False
    if award_stays := _award_that_stays(game, hold, move):
        game.holds.remove(hold)
        over(game, hold.move, -move.points, award_stays)
        return (_gives_in if hold.challenged else overpeg_corrected)(game, move)
    if -move.points not in (hold.move.points, hold.move.points - hold.base):
        return False
    if sum(item.excess for item in game.open_items(move.player)) == -move.points:
        return False  # what was pegged too much since goes back first
    is_part = hold.doubt is Doubt.ORDER and not hold.base and -move.points < owed(hold.items)
    is_again = hold.doubt is Doubt.ORDER and any(
        item.put_back == hold.move.points == -move.points for item in game.open_items(move.player)
    )
    if is_again and not is_part:
        game.holds.remove(hold)
        for one in (hold.move, move):
            game.say(Code.UNVERIFIED, one.player, abs(one.points), one.t, move=str(one), why=TOO_EARLY)
        return True
    if is_part and (hold.challenged or is_again):
        # No whole count: it was for nothing, as who challenged it says too, or what had been too many once more.
        game.holds.remove(hold)
        over(game, hold.move, -move.points, [])
        return (_gives_in if hold.challenged else overpeg_corrected)(game, move)
    if hold.challenged and hold.base and was_the_hand(game, hold, -move.points):
        return _gives_in(game, move)
    settle_order(game, out_of_order=True, back=-move.points)
    settle_crib_first(game, out_of_order=True, back=-move.points)
    return retracted(game, move)


def _award_that_stays(game: Game, hold: Hold, move: Move) -> list[Item]:
    """The awards that are just what stays of what seemed to be a hand before its turn: it was too many for these."""
    stays = hold.move.points + move.points
    is_whole_hand = hold.doubt is Doubt.ORDER and not hold.base
    some = sets_owing(game, move.player) if is_whole_hand else []
    return next((awards for awards in some if owed(awards) == stays), [])


# --- the wrong peg -----------------------------------------------------------------------------------------


def front_on(game: Game, move: Move) -> None:
    """The front peg went on: rule 8.5.a(1) or (3) if a score was to be pegged."""
    settle_as_short(game, player=move.player)
    items, due = _meant(game, move)
    if due and not pegged_again(game, move):
        front_peg_removed(game, move, items, due)
    elif not due:
        forward(game, move)


def _meant(game: Game, move: Move) -> tuple[list[Item], int]:
    """The score that was to be pegged when the front peg was taken, and its points; 0 if none is certain.

    Where several may be meant, or a go that may be due, the hole in which the peg landed tells. A peg that went back
    was taken for a score only if it is by that score behind its old hole, or before or behind the other peg
    (8.5.a(1), (2)).
    """
    player, pegs = move.player, move.before
    items = likeliest(game, player)
    if not game.profile.peg_faults or game.blind or game.deal.void or uncertain(game.open_items(player)):
        return [], 0
    is_back, whole = move.shape is Shape.FRONT_BACK, owed(items)
    if is_back and put_back_late(game, move):
        return [], 0
    hints = {abs(score_of(_landed(move)) - score_of(pegs.rear))}
    if whole or not is_back:  # one back is a go in the wrong direction only together with a score
        hints.add(abs(score_of(_landed(move)) - pegs.score))
    meant = meant_by(game, player, hints, in_one=True)
    if is_back and may_be_put_back(game, move, [] if meant is None else meant.items):
        return [], 0
    if meant is not None:
        return meant.taken(game), meant.points
    return items, 0 if is_back else whole


def _landed(move: Move) -> int:
    """Where the peg that was taken from the front now stands."""
    return move.after.front if move.after.front != move.before.rear else move.after.rear


def front_peg_removed(game: Game, move: Move, items: list[Item], due: int) -> None:
    """The front peg was taken while a score was to be pegged: the score before it is lost.

    Rule: ACC 8.5.a(1) it was noticed, and the peg went ahead of the other one by the score; 8.5.a(2) it went
    the wrong way, and that score is lost as well; 8.5.a(3) it went on, and goes behind the other peg.
    """
    before, rear = move.before, score_of(move.before.rear)
    case, front = case_of(before.score, rear, _landed(move), due)
    _pegged_all_the_same(game, move, items, due)
    facts = {"rule": f"8.5.a({case})", "move": str(move), "item": items[-1].id, "remedy": {"front": front}}
    game.say(Code.FRONT_PEG_REMOVED, move.player, before.score + due - front, move.t, **facts)
    if front != move.after.score:
        start_remedy(game, Remedy(move.player, front, "8.5.a"))


def _pegged_all_the_same(game: Game, move: Move, items: list[Item], points: int) -> None:
    """A score was pegged, with a fault: it closes what pegging closes."""
    settle_part(game, move)
    settle_as_short(game)
    settle_by_move(game, move)
    close_before(game, move, items)
    game.deal.pegged(move.player)
    for item in items:
        share = min(item.owed, points)
        points -= share
        if share:
            game.peg(item, share, done=share == item.owed)


def both_moved(game: Game, move: Move) -> None:
    """Both pegs stand elsewhere: judged by the score, or not at all if that was done unseen."""
    if not move.both_lifted:
        unverified(game, move, why="both pegs moved at once")
        if move.points < 0:
            doubt_all(game, move.player)  # it may be what was put right
    elif move.points > 0:
        forward(game, move)
    else:
        back(game, move)


def _score_was_due(game: Game, move: Move) -> bool:
    player = move.player
    if not game.profile.peg_faults or game.blind or game.deal.void or uncertain(game.open_items(player)):
        return False
    is_go = may_go(game, player) and (move.points == 1 or go_is(game, player) is True)
    return is_go or bool(likeliest(game, player)) or move.points in map(owed, next_scores(game, player))


def both_removed(game: Game, move: Move) -> None:
    """Both pegs were out at once (8.5.b): the front peg's hole is settled, then the score may be pegged."""
    settle_for_nothing(game, move)
    settle_as_short(game, player=move.player)
    if (meant := meant_by(game, move.player, {move.points}, in_one=True)) is not None:
        _pegged_all_the_same(game, move, meant.taken(game, move.t), meant.points)
    elif move.points >= owed(items := likeliest(game, move.player)):
        _pegged_all_the_same(game, move, items, owed(items))
    facts = {"rule": "8.5.b", "move": str(move), "remedy": {"front": move.before.front}}
    game.say(Code.BOTH_PEGS_REMOVED, move.player, None, move.t, **facts)


def rear_up(game: Game, move: Move) -> None:
    """The rear peg moved up: between two deals that is a fault (Rule: ACC 8.5.c)."""
    player = move.player
    settle_as_short(game)
    game.rear_home[player] = move.before.rear  # to be put back there is no fault, whatever it was
    if game.deal.void or game.blind:
        return
    if not game.profile.peg_faults:
        game.say(Code.UNVERIFIED, player, 0, move.t, why=REAR_ONLY)
    elif pegs_are_fixed(game, player):
        holes = score_of(move.after.rear) - score_of(move.before.rear)
        facts = {"rule": "8.5.c", "holes": holes, "remedy": {"rear": move.before.rear}}
        game.say(Code.BACK_PEG_MOVED, player, 2, move.t, **facts)
        award(game, player, 2, "8.5.c", claimed=False)
    else:
        game.say(Code.UNVERIFIED, player, 0, move.t, why=REAR_ONLY)
        _leave_back_peg_open(game, move)


def _leave_back_peg_open(game: Game, move: Move) -> None:
    """The back peg alone has moved up, which is not verified, and may have been a fault that gives the others two
    (Rule: ACC 8.5.c)."""
    is_fault = move.shape is Shape.REAR_UP and game.profile.peg_faults
    if is_fault and pegs_may_be_fixed(game, move.player):
        leave_award_open(game, move.player, 2)


def pegs_are_fixed(game: Game, player: Player) -> bool:
    """From the last count of a deal until the player scores again both pegs must stay (Rule: ACC 8.5.c)."""
    if game.phase is Phase.SHOW:
        return game.deal.crib_shown and not any(item.owed or item.unseen for item in game.items)
    return game.between_deals and player not in game.deal.scored_by


def pegs_may_be_fixed(game: Game, player: Player) -> bool:
    """The same as far as was seen: of the deal before nobody saw anything, or what was not seen, or was given up
    aloud, is all that is left of this one."""
    if game.phase is Phase.SHOW:
        return game.deal.crib_shown or crib_may_be_unseen(game, game.side(game.dealer))
    return player not in game.deal.scored_by


def rear_back(game: Game, move: Move) -> None:
    """The rear peg moved back: nothing to score, and no rule asks for it.

    Unless it stood ahead of the front peg, after a remedy, or nobody saw what had put it there, in this deal or the
    one before.
    """
    player, before = move.player, move.before
    if game.rear_home.pop(player, None) == move.after.rear or game.deal.void:
        return
    not_seen = player in game.deal.unverified_by or game.unseen_pegs.get(player) == before
    if game.blind or not_seen or score_of(before.rear) > score_of(before.front):
        return
    game.say(Code.BACKWARD, player, score_of(move.before.rear) - score_of(move.after.rear), move.t)


JUDGES: Final[Mapping[Shape, Callable[[Game, Move], None]]] = {
    Shape.LEAP: forward,
    Shape.FRONT_ON: front_on,
    Shape.FRONT_BACK: back,
    Shape.REAR_UP: rear_up,
    Shape.REAR_BACK: rear_back,
    Shape.BOTH: both_moved,
}
