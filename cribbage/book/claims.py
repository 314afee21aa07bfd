"""Pegged against earned: the verdicts of a released forward move.

`playpegs` and `show` find out what the move can be for; the functions here give the verdict and book the points.

Rule: ACC 8.3 (too few), 8.4 (too many, false claim of game), 11.2 (penalties are pegged like scores).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cribbage.book.countorder import exact, not_given_up, pegged_before
from cribbage.book.game import Doubt, Game, Hold, Order, Phase, Remedy, needed, reaches_game
from cribbage.book.items import BY_ITSELF, Item, State, What, owed, uncertain
from cribbage.book.remedies import false_claim as three_steps
from cribbage.book.wrongcall import last_score_may_be_called
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.score.counting import JACK
from cribbage.sight.pegmoves import Move

WITH_OWN: Final = "muggins may have been called aloud, and pegged together with the player's own score"
WRONG_CALL: Final = "another side may have called so many aloud that had not been missed"
DEAD_HOLE: Final = "a peg may have stood in a dead hole"
"""Why a move is not verified by which the pegs of a track show that one of them was not seen."""
PERHAPS_DUE: Final = "it may be for a fault of another side that was not verified"

# --- verdicts ----------------------------------------------------------------------------------------------


def judge_exact(game: Game, move: Move, items: Sequence[Item]) -> None:
    """Judge a move against exactly these items."""
    due = owed(items)
    if reaches_game(game, move):
        (scored if due >= needed(game, move) + _to_go_back(game, move) else false_claim)(game, move, items)
    elif move.points == due:
        scored(game, move, items)
    elif move.points > due:
        over(game, move, move.points - due, items)
    else:
        short(game, move, items)


def scored(game: Game, move: Move, items: Sequence[Item]) -> None:
    """The move is exactly what was earned, or as much of it as the game hole needed."""
    points = min(move.points, owed(items)) if reaches_game(game, move) else move.points
    if reaches_game(game, move):
        game.wins_by(move, points)
    _share(game, points, items)
    _say(game, Code.SCORED, move, points, items)
    if reaches_game(game, move):
        retracted = {player: pegged_before(game, player, items) for player in game.players}
        last_words(game)
        game.win(move.player, move.t, retracted)


def over(
    game: Game,
    move: Move,
    excess: int,
    items: Sequence[Item],
    go: str | None = None,
    least: bool = False,
    ruled: bool | None = None,
) -> None:
    """More than was earned, short of the game hole (Rule: ACC 8.4.c).

    `go`: ``early`` where it was the opponent's next card that showed that no go was due (8.9). `least`: one more may
    be too many. `ruled`: by judges.
    """
    earned = move.points - excess
    item = items[-1] if items else _nothing_earned(game, move)
    _share(game, earned, items)
    item.excess += excess
    game.peg(item, excess)
    correct = move.after.front - excess
    remedy = {"front": correct}
    rule = "6.3" if item.what is What.HEELS and not item.earned else "8.4.c"
    called = _perhaps_called(game, move, excess)
    item.called += called
    if 0 < called == excess and not ruled:
        game.holds.append(Hold(Doubt.CALLED, move, [item], earned))
        return
    facts = (
        {"least": True} if least or called else {"earned": earned, "remedy": remedy, "go": go, "ruled": ruled}
    )
    _say(game, Code.OVERPEG, move, excess - called, [item], rule=rule, **facts)


def _perhaps_called(game: Game, move: Move, excess: int) -> int:
    """How many of so many too many may have been called for aloud, and pegged together with the player's own score:
    muggins; or all of them, for a score of the play that others called wrongly (Rule: ACC 10.4.a)."""
    if excess >= needed(game, move):
        return excess if last_score_may_be_called(game, move.player, at=move.t) else 0
    noted, found = game.deal.with_own.get(move.player, (None, None))
    return min(found.points, excess) if found is not None and noted == move else 0


def say_too_many(game: Game, player: Player, back: int | None = None, item: Item | None = None) -> None:
    """What may have been called for aloud is challenged, and so was not agreed to, or put right: it is too many.

    `back`: so many go back; what stays of the others may still have been called for. `item`: the challenge is of this
    score alone.
    """
    for hold in game.take_holds(Doubt.CALLED, player=player):
        if item is not None and item not in hold.items:
            game.holds.append(hold)
            continue
        move, excess = hold.move, hold.move.points - hold.base
        facts: dict[str, object] = {"earned": hold.base, "remedy": {"front": move.after.front - excess}}
        if back is not None and back < excess:
            excess, facts = back, {"least": True}
        _say(game, Code.OVERPEG, move, excess, hold.items, rule="8.4.c", **facts)


def settle_called(game: Game, item: Item | None = None) -> None:
    """Nobody has challenged it while that was possible (of this item): whether it was called for nobody knows."""
    for hold in game.take_holds(Doubt.CALLED):
        if item is None or item in hold.items:
            move, is_all = hold.move, not hold.base
            if is_all:
                game.unseen_pegs[move.player] = move.after
            why = WRONG_CALL if is_all else WITH_OWN
            _say(game, Code.UNVERIFIED, move, move.points, hold.items, why=why)
        else:
            game.holds.append(hold)


def _nothing_earned(game: Game, move: Move) -> Item:
    """Something was pegged where nothing was earned: a hand that is worth nothing, or the newest open score; heels
    where a Jack counts nothing (Rule: Alberta 7.c)."""
    if (starter := _jack_past_limit(game, move)) is not None:
        return game.earn(What.HEELS, game.dealer, 0, [starter])
    zero = [item for item in game.open_items(move.player) if item.earned == 0 and item.pegged is None]
    if zero:
        return zero[-1]
    pegged = [item for item in game.open_items(move.player) if item.pegged is not None]
    again = [item for item in pegged if item.excess and item.put_back]  # on from where a part had gone back
    pegged = again or [item for item in pegged if not item.excess]
    return pegged[-1] if pegged else game.earn(What.PLAY, move.player, 0)


def _jack_past_limit(game: Game, move: Move) -> Card | None:
    """The Jack that was turned, where a move would be the dealer's heels but for the hole of their peg."""
    starter, limit = game.deal.starter, game.profile.heels_max_before
    if limit is None or starter is None or starter.rank != JACK or move.before.score <= limit:
        return None
    is_heels = move.points == game.profile.heels and move.player == game.side(game.dealer)
    return starter if is_heels and not game.deal.line.of(game.dealer) else None


def short(game: Game, move: Move, items: Sequence[Item]) -> None:
    """Fewer than earned: final once the fingers are off the peg (Rule: ACC 8.3), except where it may be put
    right later (Rule: Alberta 13)."""
    if game.profile.underpeg_open and not _overlooked(game, move, items):
        _part(game, move, items)
        return
    *others, last = items
    if others and last.pegged is None and last.parts in BY_ITSELF and move.points < owed(others):
        items = others  # a go or last card may be pegged yet, by itself
    due = owed(items)
    _share(game, move.points, items, note_missed=True)
    game.deal.short_since[last.id] = move.t
    _say(game, Code.UNDERPEG, move, due - move.points, items, rule="8.3", earned=due)


def not_short(game: Game, item: Item, why: str) -> None:
    """It does not hold that too little was pegged for a score, if that was said; unless it has been called."""
    since = game.deal.short_since.pop(item.id, None)
    if since is None or not item.missed:
        return
    facts = {"of": Code.UNDERPEG.value, "since": since, "why": why}
    game.say(Code.WITHDRAWN, item.player, item.missed, game.now, **facts)
    item.missed = 0


def _overlooked(game: Game, move: Move, items: Sequence[Item]) -> bool:
    """Fewer were announced too: combinations were missed, and they are lost with the move (Rule: Corporate 4)."""
    return game.profile.missed_final and len(items) == 1 and items[0].total == move.points


def _to_go_back(game: Game, move: Move) -> int:
    """How far before its hole the peg should have stood: what was challenged, and was not put back (8.4.c(1))."""
    return sum(item.to_go_back for item in game.open_items(move.player))


def false_claim(
    game: Game, move: Move, items: Sequence[Item], least: bool = False, since: int | None = None
) -> None:
    """The game hole with too few points: judges must be called, and say what the rule says (8.4.a, 8.4.b).

    Where the book has no remedy of its own it is more than was earned, and put right as that is (Rule: Alberta 13).
    `least`: not all of these are known to have been earned. Of several kinds of scores in one move, as hand and crib,
    only the last may have been claimed: then as many as all of them lack are the fewest that are too many. `since`:
    where the opponent stood before they pegged what is theirs by it.
    """
    earned, back, astray = owed(items), game.profile.false_claim_back, _to_go_back(game, move)
    more = needed(game, move) + astray - earned
    if 0 < more == _perhaps_called(game, move, more):
        unverified(game, move, why=WITH_OWN if earned else WRONG_CALL)
        return
    _share(game, earned, items)
    opponent = game.score(game.other(move.player))
    steps = three_steps(move.before.score - astray, earned, opponent, back or 0, game.profile.target)
    theirs = 0 if back is None else steps.overclaimed - astray  # the others have scored the rest already
    remedy = {"front": steps.correct, "back": steps.correct - steps.offender, "opponent": theirs}
    in_one = len({item.what for item in items}) > 1  # all but the last may have been given up
    credited = frozenset[Player]()
    if least or in_one:
        credited = frozenset(game.players) - {move.player} - game.deal.credit
        game.credit_others(move.player)  # as many more may be theirs
    facts = {"least": True} if least else {"earned": earned, "remedy": remedy, "least": in_one or None}
    _say(game, Code.FALSE_CLAIM, move, steps.overclaimed, items, rule="8.4.a", **facts)
    if back is None:
        item = items[-1] if items else _nothing_earned(game, move)
        item.excess += move.points - earned
        game.peg(item, move.points - earned)
    else:
        holes = 0 if least else steps.correct - steps.offender
        last = items[-1] if in_one else None
        remedy_of = Remedy(move.player, steps.offender, "8.4.b", penalty=holes, credited=credited, last=last)
        start_remedy(game, remedy_of)
        award(game, move.player, theirs, "8.4.b", since=since)
        for one in game.open_items(move.player):
            one.excess, one.to_go_back = max(one.excess - one.to_go_back, 0), 0


def claim_as_ruled(game: Game, move: Move, items: Sequence[Item], remedy: Remedy) -> None:
    """Judges have found that a peg in the game hole was a false claim, and where it has to go (`remedy`), from which
    follows what it had earned; what others score they say themselves (Rule: ACC 8.4.b)."""
    correct = remedy.target + remedy.penalty
    earned = correct - move.before.score
    more = needed(game, move) - earned
    _share(game, earned, items)
    steps = {"front": correct, "back": remedy.penalty, "opponent": more}
    facts = {"earned": earned, "remedy": steps, "ruled": True}
    _say(game, Code.FALSE_CLAIM, move, more, items, rule="8.4.a", **facts)
    settle_as_found(items)
    start_remedy(game, remedy)


def settle_as_found(items: Sequence[Item]) -> None:
    """Judges have found what these scores had earned: no more may be pegged for them, unless others were found."""
    for item in items:
        item.settled = not item.doubtful


def unverified(game: Game, move: Move, why: str = "not seen") -> None:
    """The cards behind the move were not seen: nothing is held against anybody, and nothing is won by it.

    From now on nobody knows which of the player's open scores have been pegged, nor, where points went back, whether
    somebody had challenged them (Rule: ACC 8.4.c(1)). Just what may be due for others' faults is for none.
    """
    if _is_perhaps_due(game, move):
        game.unseen_pegs[move.player] = move.after
        _say(game, Code.UNVERIFIED, move, move.points, [], why=PERHAPS_DUE)
        return
    items = [item for item in game.open_items(move.player) if item.owed or item.unseen]
    missed = [item for item in game.items if item.player == move.player and item.missed]
    for item in (*items, *missed):
        item.doubtful = True
    game.deal.unverified_by.add(move.player)
    game.unseen_pegs[move.player] = move.after
    if move.points < 0:
        game.credit_others(move.player)
    if game.blind or game.hidden:
        game.unsure.add(move.player)
        game.deal.unseen_pegs = True
    if game.phase is Phase.PLAY:
        game.deal.unsure_pegs = True
        game.deal.unsure_go.add(move.player)
    _say(game, Code.UNVERIFIED, move, abs(move.points), items[:1], why=why)


def more_than_known(game: Game, move: Move) -> bool:
    """Whether more goes back than was too much for certain, and an earlier peg may have been for anything."""
    mine = game.open_items(move.player)
    unsure = move.player in game.deal.unverified_by or uncertain(mine)
    return unsure and -move.points > sum(item.excess for item in mine)


def last_words(game: Game) -> None:
    """The game ends: moves that still wait get the verdict that holds nothing against their player."""
    for hold in game.take_holds(*Doubt):
        just_the_go = hold.doubt is Doubt.GO and hold.move.points == hold.base + 1
        code = Code.SCORED if hold.is_honest or just_the_go else Code.UNVERIFIED
        _say(game, code, hold.move, abs(hold.move.points), hold.items)


def _share(game: Game, points: int, items: Sequence[Item], note_missed: bool = False) -> None:
    """Book points on items in their order; what is left over of an item is lost."""
    for item in items:
        share = min(item.owed, points)
        points -= share
        if note_missed:
            item.missed = item.owed - share
        game.peg(item, share)


def _say(
    game: Game,
    code: Code,
    move: Move,
    points: int,
    items: Sequence[Item],
    rule: str | None = None,
    **more: object,
) -> None:
    item = items[-1] if items else None
    what = {"what": item.what.value, "item": item.id, "breakdown": item.text or None} if item else {}
    facts = {"pegged": move.points, "rule": rule, "move": str(move), **what, **more}
    game.say(code, move.player, points, move.t, **facts)


# --- several scores of the play pegged one after the other -------------------------------------------------


def pegged_for_play(game: Game, move: Move, items: Sequence[Item]) -> None:
    """All scores of the play were pegged, or some: the rest may follow until the window closes (7.2.b)."""
    if move.points >= owed(items) or reaches_game(game, move):
        judge_exact(game, move, items)
    else:
        _part(game, move, items)


def _part(game: Game, move: Move, items: Sequence[Item]) -> None:
    left = move.points
    for item in items:
        share = min(item.owed, left)
        left -= share
        if share:
            game.peg(item, share, done=item.owed == share)
    game.holds.append(Hold(Doubt.PART, move, list(items)))


def settle_part(game: Game, by: Move) -> None:
    """The rest of a score was pegged in time, or something else was: the earlier part was honest.

    Where a short peg may still be put right, the earlier part waits for its own rest.
    """
    for hold in game.take_holds(Doubt.PART, player=by.player):
        if game.profile.underpeg_open and by.points != owed(hold.items):
            game.holds.append(hold)
        else:
            scored_in_part(game, hold)


def part_taken_back(game: Game, move: Move) -> bool:
    """What was taken for a part of a score goes back whole, the pegs stand as before it: it was for something else,
    or for nothing, and all of that score may still be pegged (Rule: Alberta 13)."""
    undone = (move.after, move.before)
    holds = [hold for hold in game.holds if hold.doubt is Doubt.PART and hold.move.player == move.player]
    hold = next((hold for hold in holds if (hold.move.before, hold.move.after) == undone), None)
    if hold is None:
        return False
    game.holds.remove(hold)
    left = hold.move.points
    for item in reversed(hold.items):
        share = min(item.pegged or 0, left)
        left -= share
        item.pegged = (item.pegged or 0) - share or None
        item.settled, item.state = False, State.EARNED
        game.tell_item(item)
    _say(game, Code.UNVERIFIED, hold.move, hold.move.points, hold.items, why="it was taken back at once")
    return True


def scored_in_part(game: Game, hold: Hold) -> None:
    """A part of what was earned was pegged, and nothing is known against it."""
    _say(game, Code.SCORED, hold.move, hold.move.points, hold.items)


# --- penalties and remedies --------------------------------------------------------------------------------


def award(
    game: Game,
    offender: Player,
    points: int,
    rule: str,
    claimed: bool = True,
    ruled: bool = False,
    to: Player | None = None,
    since: int | None = None,
) -> Item | None:
    """Points that the opponent of an offender may peg; never beyond the game hole. Returns the item, None for none.
    Judges are taken at their word: they see both pegs, of which one may stand in a dead hole.

    `to`: which opponent, where there are several; the next one unless said. `since`: where they stood before they
    pegged it.
    `claimed`: somebody called for it, so it is pegged before anything else; otherwise that may never happen.
    `ruled`: by judges.
    """
    player = to or game.other(offender)
    if not ruled:
        points = min(points, game.profile.target - (_right_score(game, player) if since is None else since))
    if points <= 0:
        game.deal.called_in_vain.add(player)
        return None
    item = game.earn(What.PENALTY, player, points, text=text_of(game.cited(rule, ruled)))
    item.claimed = claimed
    if claimed:
        game.orders.append(Order("score", rule, player, points, item=item, ruled=ruled))
    return item


def leave_award_open(game: Game, offender: Player, points: int) -> None:
    """What a player did is not verified, and may have been a fault for which a book gives others so many points: they
    may peg just these, and nobody knows whether they may (Rule: ACC 8.4.c, 8.5.c, 8.7)."""
    for player in game.players:
        if player != offender:
            game.deal.perhaps_due.setdefault(player, []).append(points)


def _is_perhaps_due(game: Game, move: Move) -> bool:
    """Whether a move that is not verified is just for such points, and no part of what is due to its player."""
    perhaps = game.deal.perhaps_due.get(move.player, [])
    if move.points not in perhaps or game.blind or game.hidden:
        return False
    perhaps.remove(move.points)
    return not any(item.owed > move.points or item.unseen for item in game.open_items(move.player))


def _right_score(game: Game, player: Player) -> int:
    """Where a player's peg stands, without what is known to be too many there and may still go back (8.4.c)."""
    return game.score(player) - sum(item.excess for item in game.open_items(player))


def text_of(cited: str) -> str:
    """What an award is for, in words: the rule, by its number or as its book names it."""
    return f"rule {cited}" if cited[:1].isdigit() else cited


def doubt_all(game: Game, player: Player) -> None:
    """Nobody knows any more which of a player's open scores have been pegged."""
    for item in game.open_items(player):
        item.excess, item.doubtful = 0, True
    game.deal.unverified_by.add(player)


def take_award(
    game: Game, move: Move, groups: Sequence[Sequence[Item]], early: bool = False
) -> Sequence[Item]:
    """What a move pegs if it is for a penalty, alone or with what else is due of `groups` (Rule: ACC 11.1, 11.2).

    Nothing where it fits neither and may be wrong for the one or the other (`hold_for_award`). `early`: another's
    hand is to be pegged before what is due, so what is worth as much is the penalty.
    """
    sets = sets_owing(game, move.player)
    owing = sets[-1] if sets else []
    due, points = groups[0] if groups else (), move.points
    for some in sets:
        is_due = points in (owed(due), *map(owed, not_given_up(game, groups)[:1]))
        plain = early or not is_due or all(item.comes_first for item in some)
        if points == owed(some) and plain:
            return some
    if not owing or (points <= owed(due) and due):
        return []
    for some in sets:
        if found := exact(groups[:1] if early else groups, points - owed(some)):
            return [item for group in (*found, some) for item in group]
    fits = exact(groups, points) is not None and not reaches_game(game, move)
    if fits or hold_for_award(game, move, groups):
        return []
    if not due or reaches_game(game, move):
        return [*due, *owing]
    called = [item for item in owing if item.claimed]
    return [*due, *called] if called else []


def note_unclaimed(game: Game, awards: Sequence[Item], groups: Sequence[Sequence[Item]]) -> None:
    """An award is about to be pegged that nobody has called for: it may be too little for the hand that is counted
    next, or for the crib. Where it was called for just what is due may be pegged, and the award be forgotten."""
    due = [item for group in not_given_up(game, groups) for item in group]
    hands = [item for item in due if item.what is What.HAND]
    cribs = [item for item in due if item.what is What.CRIB]
    if len(awards) == 1:
        counts = [item for item in (*hands[:1], *cribs) if item.owed >= awards[0].owed]
        if awards[0].comes_first:
            counts = [item for item in due[:1] if item in counts and item.owed == awards[0].owed]
        if counts:
            game.deal.perhaps_counted[awards[0].id] = [item.id for item in counts]


def perhaps_pegged(game: Game, item: Item) -> int:
    """How many points of a hand or crib that seems not to have been pegged may have been taken for an award that
    nobody had called for, or was forgotten (Rule: ACC 7.3, 8.7, 11.2). They count once, and nobody knows what a call
    of that score brings."""
    noted = game.deal.perhaps_counted
    award = next(
        (one for one in game.items if item.pegged is None and item.id in noted.get(one.id, ())), None
    )
    if award is None:
        return 0
    del noted[award.id]
    item.doubtful = True
    return award.pegged or 0


def sets_owing(game: Game, player: Player) -> list[list[Item]]:
    """The awards that a player may peg, as far as they are told apart: each by itself, then all of them."""
    owing = [item for item in game.open_items(player, What.PENALTY) if item.owed]
    return [*([item] for item in owing), owing] if owing else []


def hold_for_award(game: Game, move: Move, groups: Sequence[Sequence[Item]]) -> Hold | None:
    """The move as one that waits, where it fits nothing and may be for an award, or for a call that brought none, or
    for the cards, and too few or too many: the next peg shows which (Rule: ACC 11.2)."""
    owing = [item for item in game.open_items(move.player, What.PENALTY) if item.owed]
    in_vain = move.player in game.deal.called_in_vain and move.player not in game.deal.either
    if not groups or reaches_game(game, move) or not (owing or (in_vain and game.phase is Phase.SHOW)):
        return None
    most = owed(owing) + sum(map(owed, first_due(groups)))
    return Hold(Doubt.AWARD, move, owing) if move.points < most else None


def first_due(groups: Sequence[Sequence[Item]]) -> Sequence[Sequence[Item]]:
    """What may be pegged at once of what is due: scores of the play with the hand, or one hand or crib."""
    return groups[: 2 if groups and is_play(groups[0]) else 1]


def is_play(group: Sequence[Item]) -> bool:
    """Whether scores that are due together are those of the play, or his heels."""
    return group[0].what in (What.PLAY, What.HEELS)


def start_remedy(game: Game, remedy: Remedy) -> None:
    """From now on wait for the offender's pegs."""
    game.remedies[remedy.player] = remedy
    game.orders.append(Order("peg", remedy.rule, remedy.player, remedy.target, remedy, ruled=remedy.ruled))
    game.tell_phase()


def close_penalties(game: Game, player: Player | None = None) -> None:
    """A card is laid, or a hand pegged: a peg that has gone back less than by the whole of a backward penalty (of one
    `player`) stands too far on, as after points too many (Rule: ACC 8.4.c, 8.4.d, 11.2); one that has gone back
    further stays there (8.3)."""
    for remedy in [one for one in game.remedies.values() if player in (None, one.player)]:
        short, step = game.score(remedy.player) - remedy.target, remedy.step
        if step is None or remedy.met or not game.follows(remedy.player):
            continue
        if remedy.past:
            game.say(Code.UNDERPEG, remedy.player, remedy.past, step.t, rule="8.3", move=str(step))
            game.watches[remedy.player].take_as_front(remedy.target - remedy.past)
            del game.remedies[remedy.player]
        elif 0 < short < remedy.penalty and not remedy.called:
            item = game.earn(
                What.PENALTY, remedy.player, 0, text=text_of(game.cited(remedy.rule, remedy.ruled))
            )
            _say_short(game, remedy, step, short, item)
            item.excess = short
            game.peg(item, short)
            game.allow_back(remedy.player, short)  # where they went back late it is no other fault
            del game.remedies[remedy.player]


def challenge_short_penalty(game: Game, remedy: Remedy, step: Move, short: int) -> None:
    """The same, challenged in time: the error is the opponent's to score, and the peg goes on back."""
    _say_short(game, remedy, step, short)
    award(game, remedy.player, short, "8.4.c(1)")
    remedy.called = True


def _say_short(game: Game, remedy: Remedy, step: Move, short: int, item: Item | None = None) -> None:
    facts = {"rule": "8.4.c", "move": str(step), "remedy": {"front": remedy.target}}
    game.say(Code.OVERPEG, remedy.player, short, step.t, **facts, item=None if item is None else item.id)


def challenge(game: Game, item: Item, claimed: bool = True, stood: int = 0) -> None:
    """An overpeg was challenged in time: the error is the opponent's, and the referee waits for the peg.

    `claimed`: the opponent has called for the error too; `stood`: the score that the peg had come to, where it is
    going back already.
    """
    excess = item.excess
    give_back(game, item, claimed)
    target = max(game.score(item.player), stood) - excess
    start_remedy(game, Remedy(item.player, target, "8.4.c", item=item))


def answer(game: Game, hold: Hold) -> None:
    """A move that waited has been judged: anyone who challenged it meanwhile was in time, if it was too much."""
    items = [item for item in game.open_items(hold.move.player) if item.excess]
    if hold.challenged and items:
        challenge(game, items[-1], stood=hold.move.after.score)


def give_back(game: Game, item: Item, claimed: bool = True) -> None:
    """What was pegged too much for an item goes back, and the opponent scores it (Rule: ACC 8.4.c(1))."""
    say_too_many(game, item.player, item=item)
    item.called = 0
    # A miscount that was pegged as announced is only corrected (house default).
    is_announced = game.profile.overpeg_of_announced and item.total == item.pegged
    excess, item.excess = item.excess, 0
    item.pegged, item.put_back = (item.pegged or 0) - excess, item.put_back + excess
    game.tell_item(item)
    points = 0 if is_announced else game.profile.award_for(excess)
    award(game, item.player, points, "8.4.c(1)", claimed)
