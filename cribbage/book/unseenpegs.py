"""Pegs that could not be followed: nobody knows what was done with them meanwhile, so it is held against nobody.

The whole board may have been unseen (a broken chain), or one track (a contact that sticks is a peg too many there).
"""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from typing import Final

from cribbage.book.blame import Blame, Judged, withdraw
from cribbage.book.claims import doubt_all, unverified
from cribbage.book.countorder import pone_waits, was_called_too_high
from cribbage.book.game import OF_HAND, Doubt, Game, Phase, reaches_game
from cribbage.book.items import Reason, owed, sums_of, uncertain
from cribbage.book.pegfaults import judge
from cribbage.book.playpegs import due_in_play
from cribbage.book.saidaloud import doubt_short
from cribbage.book.show import groups_of
from cribbage.log.observations import Fault, Holes, Player
from cribbage.log.verdicts import Code
from cribbage.score.counting import BEST_COUNT
from cribbage.score.track import PegPair
from cribbage.sight.pegmoves import RELEASE_S, Move, Shape, explain

WHY: Final = "a contact may have closed by itself"
ELSEWHERE: Final = "a person says that the pegs stand elsewhere"
ONE_PEG: Final = "only one peg is seen"
_TOO_MUCH: Final = tuple(doubt for doubt in Doubt if doubt is not Doubt.PART)
_SHOWN_BY_PEGS: Final = (Doubt.LAST, Doubt.AWARD, Doubt.PARTNER, Doubt.ORDER, Doubt.CRIB_FIRST, *OF_HAND)
NO_BOARD: Final = "none"
"""What is said of the board of a table whose pegs nobody reads."""
WITHDRAWN_S: Final = 10.0
"""What was held against a move is withdrawn if so soon after it a peg too many shows in the same track."""


def lose_track(game: Game, player: Player, fault: Fault) -> None:
    """From now on the pegs of this track are not followed; a move that was not let go of yet never was one.

    Where a peg too many shows just after a move, the move may have been a contact that closed by itself
    while the real one was in the air: what was held against it is withdrawn.
    """
    astray, game.judged_astray = game.judged_astray, None
    if astray is not None and fault.t - astray.t <= WITHDRAWN_S:
        _retract(game, astray.blame, None)
        game.moved_over.clear()
        # What was taken for a score was none: where that peg comes down is found out.
        for who in {event.body["player"] for event in astray.blame.verdicts}:
            game.lost_pegs.add(who)
            game.watches[who].rebase(game.watches[who].rest)
    judged = game.judged.pop(player, None)
    if judged is not None and fault.what in ("third-peg", "spare-peg"):
        still_so = game.watches[player].rest.holes == judged.move.after.holes
        held = [hold for hold in game.holds if hold.move == judged.move]
        if still_so and (judged.blame.verdicts or held) and fault.t - judged.move.t <= WITHDRAWN_S:
            game.holds = [hold for hold in game.holds if hold not in held]
            _withdraw(game, judged)
    game.unseen_tracks.add(player)
    game.deal.unseen_pegs = True
    if player not in game.lost_pegs:
        _lose_alone(game, player)
    game.lost_pegs.add(player)
    watch = game.watches[player]
    watch.rebase(watch.rest)


def told_elsewhere(game: Game, seen: Holes) -> set[Player]:
    """Whose two pegs stand elsewhere than they were seen, as a person says."""
    holes = {side: seen.holes.get(side, watch.holes) for side, watch in game.watches.items()}
    return {side for side, two in holes.items() if len(two) == 2 and two != game.watches[side].holes}


def lose_told(game: Game, seen: Holes) -> None:
    """A person says where pegs stand that were seen elsewhere: the sensors were wrong, and nobody has moved a peg.
    Those tracks are found there; what was held against a move by which they seemed to stand otherwise goes."""
    for player in sorted(told_elsewhere(game, seen) - game.lost_pegs):
        judged = None if player in game.remedies else game.judged.get(player)
        lose_track(game, player, Fault(seen.t, "board", "told", track=player))
        game.unseen_tracks.discard(player)
        if judged is not None and judged.blame.verdicts and game.watches[player].rest == judged.move.after:
            _withdraw(game, judged, ELSEWHERE)


def _lose_alone(game: Game, player: Player) -> None:
    doubt_short(game, player)
    for other in [one for one in game.players if one != player]:
        was_called_too_high(game, other)  # what they peg for it is not seen
    game.lost_alone.add(player)
    game.lost_at[player] = game.deal.number, len(game.deal.line.laid)


def doubt_covered_track(game: Game, player: Player) -> None:
    """The pegs of a track stand as before, and were covered for a while: one may have been set too far, called and
    put back, and what others peg next be the error (Rule: ACC 8.4.c(1)). One that stood too far, or of which nobody
    knows what it was for, may have been put back and set again for what was due."""
    game.deal.awarded |= set(game.players) - {player}
    if _may_have_gone_back(game, player):
        doubt_all(game, player)


def may_be_down(game: Game, by: Collection[Player] = ()) -> None:
    """Somebody lays a card, says a word or pegs (`by` themselves, that is) while a peg is not seen: it may have been
    put down, in a hole whose contact is dead."""
    for player, watch in game.watches.items():
        if len(watch.holes) == 1 and player not in by:
            game.acted_over.add(player)
            if game.is_out_of_sight(player):
                doubt_short(game, player)


def is_down(game: Game, player: Player, holes: frozenset[int]) -> bool:
    """Whether the other peg is taken up now: then the one that was not seen stands in a dead hole.

    What it was moved for is held against nobody, and it is asked for until two pegs are seen again.
    """
    watch = game.watches[player]
    if player not in game.acted_over or player in game.lost_pegs or watch.holes <= holes:
        return False
    game.lost_pegs.add(player)
    _lose_alone(game, player)
    game.deal.unseen_pegs = True
    for item, _, _ in game.late:
        item.doubtful = item.doubtful or item.player == player
    watch.rebase(watch.rest)
    question = f"Where does the other peg of {player} stand? Put it in again, or say so on the page."
    game.tell("ask", {"about": _about(player), "why": ONE_PEG, "question": question})
    game.tell_pegs()
    return True


def _withdraw(game: Game, judged: Judged, why: str = WHY) -> None:
    """Nothing is held against that move any more, and nothing asked for because of it."""
    move = judged.move
    _retract(game, judged.blame, move, why)
    if not judged.blame.verdicts:
        game.say(Code.UNVERIFIED, move.player, move.points, move.t, move=str(move), why=WHY)
    game.remedies.pop(move.player, None)
    game.orders = [order for order in game.orders if order.remedy is None or order.player != move.player]
    doubt_all(game, move.player)
    game.watches[move.player].rebase(move.before)


def _retract(game: Game, blame: Blame, move: Move | None, why: str = WHY) -> None:
    """Withdraw it."""
    for event in blame.verdicts:
        withdraw(game, event, move, why)
        doubt_all(game, event.body["player"])
    for item in [penalty for penalty in blame.penalties if penalty.is_open]:
        game.close(item, Reason.TAKEN_BACK)
    game.orders = [order for order in game.orders if order.item is None or order.item not in blame.penalties]


def lose_board(game: Game) -> None:
    """From now on no pegs are followed: what the next peg would have shown about a move stays unknown, and a move
    that was not let go of yet does not count."""
    for watch in game.watches.values():
        watch.rebase(watch.rest)
    for hold in game.take_holds(*_SHOWN_BY_PEGS):
        unverified(game, hold.move, why="the board was not seen")
    game.lost_pegs = set(game.players)
    game.deal.unseen_pegs = True
    game.lost_alone.clear()
    game.not_believed.clear()


def score_told(game: Game, seen: Holes) -> None:
    """Nobody reads the pegs of this table, and a person told where they stand: that is the score, and it is judged by
    nobody. A player who is told to have reached the game hole has won (Rule: ACC 1.6)."""
    for player, watch in game.watches.items():
        holes = seen.holes.get(player, frozenset())
        if len(holes) == 2:
            watch.rebase(PegPair.of(holes))
    game.tell_pegs()
    winner = next((one for one in game.players if game.pegs(one).front >= game.profile.target), None)
    if winner is not None:
        game.win(winner, seen.t)


def judge_landed(game: Game, move: Move) -> None:
    """A peg has come down: judge its move. One that was in the air when its deal ended with points owed to it was
    lifted in time for them; what it pegs else has no explanation that could be seen."""
    if move.player in game.lifted_over and move.points != owed(game.open_items(move.player)):
        unverified(game, move, why="the peg was in the air when the deal ended")
    else:
        judge(game, move)


def is_impossible_score(game: Game, move: Move) -> bool:
    """Whether more was pegged than any count can be worth, beside what is owed: that is no miscount, but a contact
    that closed by itself, or pegs that were set again."""
    return move.shape is Shape.LEAP and move.points > BEST_COUNT + owed(game.open_items(move.player))


def ignore_move(game: Game, move: Move) -> None:
    """Do not take this for a move: the score stays, and until the pegs move again the table is asked where they
    stand."""
    player = move.player
    game.lost_pegs.add(player)
    _lose_alone(game, player)
    game.not_believed[player] = move.after.holes
    game.watches[player].rebase(move.before)
    why = "more than any count is worth"
    game.say(Code.UNVERIFIED, player, move.points, move.t, move=str(move), why=why)
    question = f"Is there a peg of {player} in hole {move.after.front}? Put the pegs where they belong."
    game.tell("ask", {"about": _about(player), "why": why, "question": question})
    game.tell_pegs()


def find_again(game: Game, player: Player, t: float, holes: frozenset[int]) -> None:
    """Holes of a track that was lost: it is found again if two pegs stand there that may be believed."""
    doubted = game.not_believed.get(player)
    if len(holes) != 2 or player in game.unseen_tracks or holes == doubted:
        return
    on = None if doubted is None else explain(player, t, PegPair.of(doubted), holes)
    if doubted is not None and on is not None and on.shape is Shape.LEAP:
        _found(game, player, t, doubted, told=True)  # the game goes on from there: the pegs do stand so
    else:
        _found(game, player, t, holes)


def was_still_held(game: Game, player: Player, t: float, holes: frozenset[int]) -> bool:
    """Whether the peg by which a track was found again is taken up within the second: it was not let go of, and where
    its pegs stood before is not known, so that it is lost as before (Rule: ACC 8.2 to 8.4)."""
    found_t, before = game.found_at.pop(player, (-inf, game.watches[player].rest))
    if len(holes) != 1 or t - found_t >= RELEASE_S or player in game.lost_pegs or player in game.remedies:
        return False
    game.lost_pegs.add(player)
    game.watches[player].rebase(before)
    return True


def _found(game: Game, player: Player, t: float, holes: frozenset[int], told: bool = False) -> None:
    """The track is seen again: the pegs are taken where they stand now; nobody knows how they came there.

    Where only this track was lost, it may be seen that nothing but an honest score was pegged. `told`: a verdict that
    it was not seen was given already.
    """
    alone = player in game.lost_alone
    game.lost_pegs.discard(player)
    game.lost_alone.discard(player)
    game.acted_over.discard(player)
    if game.not_believed.pop(player, None) is not None or alone:
        game.tell("told", {"about": _about(player)})
    watch = game.watches[player]
    before = watch.rest
    if holes == before.holes:
        watch.rebase(
            PegPair.of(holes)
        )  # a peg ahead of the one that was ruled to show the score may have scored since
        if _may_have_gone_back(game, player):
            doubt_all(game, player)
        _settle_remedy(game, player, {watch.rest.score})
    else:
        move = explain(player, t, before, holes)
        watch.rebase(PegPair.of(holes))
        if move is not None and alone and _is_just_what_was_due(game, move):
            judge(game, move)
        elif move is not None and not told:
            for hold in game.take_holds(*_TOO_MUCH, player=player):
                unverified(game, hold.move, why="the board was not seen")  # it may have been put right
            unverified(game, move, why="the board was not seen")
            game.found_at[player] = t, before
            game.deal.awarded |= set(game.players) - {player}  # an error may have been called meanwhile
            _settle_unseen(game, player, watch.rest)
    game.tell_pegs()


def _is_just_what_was_due(game: Game, move: Move) -> bool:
    """One peg went ahead of the other by exactly what may be pegged now: that is how an honest score looks."""
    player = move.player
    if move.shape is not Shape.LEAP or reaches_game(game, move) or player in game.remedies:
        return False
    deal = game.deal
    if game.blind or game.hidden or deal.void or not deal.sure_dealer or deal.line.lost:
        return False
    if player in deal.unverified_by or uncertain(game.open_items(player)) or game.hold_of(player) is not None:
        return False
    if game.lost_at.get(player) != (deal.number, len(deal.line.laid)):
        return False  # cards were laid since: it may have been pegged for what was due before them
    if game.phase is Phase.SHOW:
        groups = groups_of(game, player)
        return bool(groups) and owed(groups[0]) == move.points and not pone_waits(game, player)
    return move.points == owed(due_in_play(game, player))


def _settle_unseen(game: Game, player: Player, now: PegPair) -> None:
    """What was pegged too much may have been put right, and a remedy done, while nobody saw it.

    A peg ahead of the hole that was ruled may be the one that was too far, or have scored since: it shows the score.
    """
    for item in game.open_items(player):
        item.excess = 0
    _settle_remedy(game, player, now.holes)


def _may_have_gone_back(game: Game, player: Player) -> bool:
    """Whether what was pegged too much, or has to go back, may have been put right unseen, and as many points been
    pegged for something else, so that the pegs stand again where they stood."""
    due = [item for item in game.open_items(player) if item.owed]
    excess = sum(item.excess for item in game.open_items(player))
    remedy = game.remedies.get(player)
    if remedy is not None:
        excess += max(game.watches[player].rest.score - remedy.target, 0)
    unknown = game.unseen_pegs.get(player) == game.watches[player].rest  # how much of that was too much
    if unknown and game.phase is Phase.PLAY:
        game.deal.unsure_go.add(player)  # nor is a go missed that only the next card shows to have been due
    return bool(due) and (unknown or excess in sums_of(due))


def _settle_remedy(game: Game, player: Player, there: Collection[int]) -> None:
    """The pegs are found where they were ruled to stand, if that is one of these holes."""
    remedy = game.remedies.get(player)
    if remedy is not None and remedy.target in there:
        remedy.met = True
        del game.remedies[player]  # moves after this one have nothing to do with it
        game.tell("told", {"about": _about(player)})


def _about(player: Player) -> str:
    return f"pegs {player}"
