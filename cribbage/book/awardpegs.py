"""Pegs of a player who is to score an award, or has called for points in vain, that fit neither that nor a hand.

What was called for is pegged first, and may be pegged wrong like any score (Rule: ACC 11.1, 11.2); so may the hand.
Which of the two a peg was for the next one shows: it is for what is left. Where nothing shows it, the reading with
the fewest faults is taken, and of those the one with the fewest points.
"""

from __future__ import annotations

from dataclasses import dataclass

from cribbage.book.backwards import goes_on_again
from cribbage.book.claims import first_due, judge_exact, over, pegged_for_play, unverified
from cribbage.book.countorder import before, enough, exact
from cribbage.book.fornothing import is_for_play, settle_as_short
from cribbage.book.game import Doubt, Game, Hold, Phase, reaches_game
from cribbage.book.items import Item, What, owed, uncertain
from cribbage.book.playpegs import due_in_play
from cribbage.book.show import close_before, crib_may_be_unseen, groups_of, judge_for_cards
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

NOT_SHOWN = "whether it was for an award or a hand was not seen"
PUT_BACK = "the other side put as many back after a call"


@dataclass(frozen=True, slots=True)
class _Next:
    """What the player pegs next: how many, and whether that reaches the game hole, so that it may be worth more."""

    points: int
    wins: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a move may have been for: awards (none for a call in vain), scores of the cards, or both together."""

    awards: list[Item]
    due: list[Item]
    excess: int
    faults: int
    points: int

    @property
    def cost(self) -> tuple[int, int]:
        """How much is wrong by it: faults, then points."""
        return self.faults, self.points


def settle_awards(game: Game, by: Move | None = None, player: Player | None = None) -> None:
    """What moves were for that fit neither an award nor the hand, as a further forward move shows, or as it stands.

    `player`: only this player's moves.
    """
    for hold in game.take_holds(Doubt.AWARD, player=player):
        groups = _groups(game, hold.move.player)
        if by is None or by.player == hold.move.player:
            _settle(game, hold, groups, None if by is None else _Next(by.points, reaches_game(game, by)))
        elif _shows(game, groups, by):
            _settle(game, hold, groups, None, for_award=_is_before(game, groups, by.player))
        else:
            game.holds.append(hold)


def settle_awards_by_word(game: Game, speaker: Player, total: int) -> None:
    """A total is announced. Of the mover's own hand: the move was for that if it is just so many, tapped late, and
    for the award if not; so it was if the hand announced comes before theirs (Rule: ACC 9.2)."""
    for hold in game.take_holds(Doubt.AWARD):
        groups = _groups(game, hold.move.player)
        own = game.side(speaker) == hold.move.player
        later = [owed(group) for group in groups[1:]]
        later += [0 for crib in game.open_items(hold.move.player, What.CRIB) if crib.earned == 0]
        if own and not total and speaker == game.dealer and not game.deal.crib_shown:
            game.holds.append(hold)  # it may be of the crib, which is told only now: the next peg shows it
            continue
        if own and total != hold.move.points and total in later:
            _settle(game, hold, groups, _Next(total, wins=False))
            continue
        if own and total != hold.move.points:
            if any(owed(group) == total for group in groups[:1]):
                # Tapped late, it may be of a hand pegged short: the next peg shows it.
                game.holds.append(hold)
                continue
            if _shows_nothing(game, hold.move.player, groups):
                # It may be of the crib, and the hand pegged before.
                unverified(game, hold.move, why=NOT_SHOWN)
                continue
        for_award = total != hold.move.points if own else _is_before(game, groups, game.side(speaker))
        _settle(game, hold, groups, None, for_award=for_award)


def settle_awards_as_called(game: Game, player: Player, back: int = 0) -> None:
    """A waiting move is challenged, or `back` points of it are taken back: it is too many, by the fewest that may
    be."""
    for hold in game.take_holds(Doubt.AWARD, player=player):
        groups = _groups(game, player)
        readings = _readings(hold, groups, None) if groups else []
        too_many = [one for one in readings if one.excess >= max(back, 1)]
        if too_many:
            least = min(too_many, key=lambda one: one.excess)
            over(game, hold.move, least.excess, [*least.awards, *least.due] or [_in_vain(game, player)])
        else:
            game.holds.append(hold)


def award_taken_back(game: Game, move: Move) -> bool:
    """A waiting move goes back whole: nobody knows what it was for, and all may still be pegged."""
    hold = game.hold_of(move.player, Doubt.AWARD)
    if hold is None or -move.points != hold.move.points:
        return False
    game.holds.remove(hold)
    facts = {"pegged": hold.move.points, "move": str(hold.move), "why": "it was taken back at once"}
    game.say(Code.UNVERIFIED, move.player, hold.move.points, hold.move.t, **facts)
    return True


# --- readings ----------------------------------------------------------------------------------------------


def _readings(hold: Hold, groups: list[list[Item]], then: _Next | None) -> list[_Reading]:
    """What a move may have been for, the likeliest first where they cost the same; `then`: what its player pegs
    next."""
    owing = [item for item in hold.items if item.owed]
    sets = [*([item] for item in owing if len(owing) > 1), owing]
    runs = [groups[start:end] for end in range(1, len(first_due(groups)) + 1) for start in range(end)]
    cards = [_reading(hold, [], run, groups, then) for run in runs]
    both = [_reading(hold, some, run, groups, then) for some in sets if some for run in runs]
    alone = [_reading(hold, some, [], groups, then) for some in sets]
    return [*alone, *both, *cards] if any(item.comes_first for item in owing) else [*cards, *both, *alone]


def _reading(
    hold: Hold, awards: list[Item], run: list[list[Item]], groups: list[list[Item]], then: _Next | None
) -> _Reading:
    """One reading: these awards, and a run of the groups that are due. What is skipped is missed: that is a fault
    more, and so is a next peg that fits nothing of what is left."""
    excess = hold.move.points - owed(awards) - sum(map(owed, run))
    faults, points = 1, abs(excess)
    left = [item for item in hold.items if item.owed and item not in awards]
    after = [*([left] if left else []), *(group for group in groups if group not in run)]
    found = [] if then is None else _fitting(after, then)
    if then is not None and found is None:
        faults, points = (
            faults + 1,
            points + min([then.points, *(abs(then.points - owed(one)) for one in after)]),
        )
    done = [*run, *(found or ())]
    reached = max((number for number, group in enumerate(groups, 1) if group in done), default=0)
    upto = len(first_due(groups)) if then is None else reached
    missed = [group for group in groups[:upto] if group not in done]
    due = [item for group in run for item in group]
    return _Reading(awards, due, excess, faults + len(missed), points + sum(map(owed, missed)))


def _fitting(groups: list[list[Item]], then: _Next) -> list[list[Item]] | None:
    """Which of these the next peg is for; None where it fits none."""
    if not then.wins:
        return exact(groups, then.points)
    return enough(groups, then.points) if sum(map(owed, groups)) >= then.points else None


def _settle(
    game: Game, hold: Hold, groups: list[list[Item]], then: _Next | None, for_award: bool = False
) -> None:
    move = hold.move
    if not groups:
        judge_exact(game, move, hold.items or [_in_vain(game, move.player)])
    elif (
        uncertain(groups[0])
        or (then and _shows_nothing(game, move.player, groups))
        or not game.follows(move.player)
    ):
        unverified(game, move, why=NOT_SHOWN)
    else:
        readings = _readings(hold, groups, then)
        if for_award:  # it came before the hand or crib that is due
            readings = [
                one for one in readings if all(item.what in (What.PLAY, What.HEELS) for item in one.due)
            ]
        reading = min(readings, key=lambda one: one.cost)
        if _differ(hold, [one for one in readings if one.cost == reading.cost]):
            unverified(game, move, why=NOT_SHOWN)
            return
        counted = [one for one in readings if one.due and one.due[-1].what is not What.CRIB]
        if then is not None and hold.crib_since and counted and not (hold.items or reading.due):
            # Called in vain; and who turns the crib up has counted their hand (Rule: ACC 9.2.d).
            if reading.faults == 1:
                unverified(game, move, why=NOT_SHOWN)  # but now that is pegged, as it is worth
                return
            reading = min(counted, key=lambda one: one.cost)
        _judge(game, move, groups, reading)


def _differ(hold: Hold, readings: list[_Reading]) -> bool:
    """Whether by one reading too many were pegged, and by another one as likely too few."""
    is_called = any(item.claimed for item in hold.items)
    return not is_called and len({one.excess > 0 for one in readings}) > 1


def _shows_nothing(game: Game, player: Player, groups: list[list[Item]]) -> bool:
    """Whether what a player pegs next shows nothing, as it may be for what was not seen."""
    return crib_may_be_unseen(game, player) or any(map(uncertain, groups))


def _judge(game: Game, move: Move, groups: list[list[Item]], reading: _Reading) -> None:
    items = [*reading.awards, *reading.due]
    if not items and _is_for_what_went_back(game, move):
        unverified(game, move, why=PUT_BACK)
    elif not reading.due:
        judge_exact(game, move, items or [_in_vain(game, move.player)])
    elif game.phase is Phase.PLAY:
        pegged_for_play(game, move, items)
    elif reading.awards:
        close_before(game, move, items)
        judge_exact(game, move, items)
    else:
        judge_for_cards(game, move, groups[: len(first_due(groups))])
        settle_as_short(game, player=move.player)  # what it was for has been decided


def _is_for_what_went_back(game: Game, move: Move) -> bool:
    """Whether a side pegs just what another took back of a score that seemed right, when it was called: as both see
    it the call was not in vain (Rule: ACC 8.4.c(1))."""
    theirs = (item.gone_back for item in game.items if item.player != move.player and item.is_open)
    return move.points in [game.profile.award_for(back.points) for back in theirs if back]


def _in_vain(game: Game, player: Player) -> Item:
    """What a call brought that was for nothing."""
    return game.earn(What.PENALTY, player, 0, text="called in vain")


def _groups(game: Game, player: Player) -> list[list[Item]]:
    if game.phase is Phase.SHOW:
        return groups_of(game, player)
    items = due_in_play(game, player)
    return [items] if items else []


def _hands(groups: list[list[Item]]) -> list[Item]:
    return [group[0] for group in groups if group[0].what is What.HAND][:1]


def _is_before(game: Game, groups: list[list[Item]], player: Player) -> bool:
    """Whether a hand of this player comes before the hand that a move may be for, and is not pegged yet."""
    return any(one.player == player for hand in _hands(groups) for one in before(game, hand))


def _shows(game: Game, groups: list[list[Item]], by: Move) -> bool:
    """Whether another side's move is for a hand or crib: one before that hand, or one by which that is passed."""
    if any(item.owed == by.points for item in game.open_items(by.player, What.PENALTY)):
        return False
    if goes_on_again(game, by) or is_for_play(game, by):
        return False
    theirs = [item for item in game.open_items(by.player, What.HAND, What.CRIB) if item.pegged is None]
    is_after = (game.place_of(one) > game.place_of(hand) for hand in _hands(groups) for one in theirs)
    return any(is_after) or _is_before(game, groups, by.player)
