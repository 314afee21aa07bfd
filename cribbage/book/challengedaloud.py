"""Points pegged for a challenge that was said aloud, or is tapped later, before what was challenged went back.

Nobody hears that word, and no book says which of the two pegs is moved first, the one that goes back or the one that
scores the error (Rule: ACC 8.4.c(1); Alberta 13). So what seemed too many, or too few for a hand, is held against
nobody once an opponent's peg goes back by just the points for which it may have been pegged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cribbage.book.blame import Blame, Judged, withdraw
from cribbage.book.claims import judge_exact
from cribbage.book.fornothing import beyond_the_hand
from cribbage.book.game import Doubt, Game, Hold, needed, reaches_game
from cribbage.book.items import Item, Reason, State, What, owed
from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.log.verdicts import Code
from cribbage.sight.pegmoves import Move

GONE_BACK: Final = "as many have gone back since, and may have been challenged aloud"
BEFORE_THE_WORD: Final = "it was pegged for a challenge that was tapped after it"
"""Why points that seemed wrong for a player's own score are not."""
_PERHAPS_AWARD: Final = frozenset({Code.OVERPEG, Code.FALSE_CLAIM, Code.UNDERPEG})
_WAITS: Final = (Doubt.SHORT, Doubt.LAST, Doubt.PARTNER, Doubt.NOTHING, Doubt.BOTH, Doubt.AHEAD)
"""Why a move waits that may be too many, or too few for a hand."""


def settle_challenged_aloud(game: Game, back: Move) -> None:
    """A side's peg goes back by points for which others have just pegged what a book gives: they may have challenged
    them. What they pegged it for may still be pegged then, and what goes back did not stand because of that peg. What
    has to be retracted brings nobody anything (Rule: ACC 9.2.c)."""
    if game.deal.back_ok.get(back.player, 0) >= -back.points:
        return
    for side in [one for one in game.players if one != back.player]:
        judged = _award_before(game, side, back.player, game.profile.award_for(-back.points))
        if judged is None:
            continue
        due = {item.owed for item in game.open_items(side)}
        for hold in _waiting(game, judged.move) if judged.move.points not in due else ():
            _leave_open(game, hold)
        stood = [one for one in judged.blame.verdicts if _is_of(one, Code.OVERPEG_STANDS, back.player)]
        stood = [one for one in stood if one.body["points"] == -back.points]
        own = _let_off(game, judged, stood, GONE_BACK)
        for item in own or ():
            item.doubtful = True
        for item in _items_of(game, stood):
            item.state, item.reason, item.excess = State.PEGGED, None, -back.points
            game.tell_item(item)


def may_go_back(game: Game, verdict: Event) -> bool:
    """Whether a verdict is about a side's latest move, and that is just what a book gives for what another side has
    too many, and may put right yet: nothing has been done with these pegs since."""
    body = verdict.body
    side, judged = body["player"], game.judged.get(body["player"])
    if body["code"] not in _PERHAPS_AWARD or "move" not in body:
        return False
    remedy = game.remedies.get(side)
    if remedy is not None and (remedy.ruled or body["code"] != Code.FALSE_CLAIM):
        return False  # it has been called
    if judged is None or judged.move.t != verdict.t:
        return False
    return any(
        _award_before(game, side, other, game.profile.award_for(excess)) is not None
        for other in game.players
        if other != side
        for excess in _too_many(game, other, judged)
    )


def _too_many(game: Game, side: Player, by: Judged) -> set[int]:
    """By how many points a side may stand too high: one less where a go may be among them, also where they seem to
    stand because of another's move, and where what seems to be the crib may be too many for the hand."""
    holds = (one for one in game.holds if one.doubt is Doubt.GO and one.move.player == side)
    perhaps = {one.move.points - one.base - go for one in holds for go in (0, 1)}
    stood = {event.body["points"] for event in by.blame.verdicts if _is_of(event, Code.OVERPEG_STANDS, side)}
    judged: Judged | None = game.judged.get(side)
    beyond = set[int]() if judged is None else beyond_the_hand(game, judged.move)
    return {sum(item.excess for item in game.open_items(side)), *perhaps, *stood, *beyond} - {0}


def peg_for_challenge(game: Game, claimant: Player, offender: Player) -> None:
    """A challenge is tapped after the peg for it, which seemed wrong for a score of the claimant's own."""
    owing = [item for item in game.open_items(claimant, What.PENALTY) if item.owed][-1:]
    judged = _award_before(game, claimant, offender, owed(owing))
    if judged is None:
        return
    for hold in _waiting(game, judged.move):
        game.holds.remove(hold)
        judge_exact(game, hold.move, owing)
        for item in hold.items:
            game.tell_item(item)  # none of it was told as if it were for this
    if owed(owing) and _let_off(game, judged, [], BEFORE_THE_WORD) is not None:
        game.peg(owing[0], owed(owing))


def _waiting(game: Game, move: Move) -> list[Hold]:
    return [hold for hold in game.holds if hold.doubt in _WAITS and hold.move == move]


def _leave_open(game: Game, hold: Hold) -> None:
    """A move that waits may be for a challenge: it is not verified."""
    game.holds.remove(hold)
    for item in hold.items:
        item.doubtful = True
        game.tell_item(item)
    move = hold.move
    facts = {"pegged": move.points, "move": str(move), "why": GONE_BACK}
    game.say(Code.UNVERIFIED, move.player, move.points, move.t, **facts)


def _award_before(game: Game, side: Player, other: Player, points: int) -> Judged | None:
    """The latest move of a side, if it is of just so many points (or as many as it takes to the game hole), made
    since another's last one, and for no award that was called for."""
    judged: Judged | None = game.judged.get(side)
    before: Judged | None = game.judged.get(other)
    if not points or judged is None or before is None or judged.move.t <= before.move.t:
        return None
    is_all = needed(game, judged.move) == judged.move.points == points
    wins = reaches_game(game, judged.move) and needed(game, judged.move) <= points
    known = [item for item in game.items if item.player == side and item.what is What.PENALTY and item.pegged]
    return judged if (is_all or wins) and judged.move.points not in [item.pegged for item in known] else None


def _is_of(event: Event, code: Code, side: Player) -> bool:
    return (event.body["code"], event.body["player"]) == (code, side)


def _items_of(game: Game, events: Sequence[Event]) -> list[Item]:
    names = {event.body.get("item") for event in events}
    return [item for item in game.items if item.id in names]


def _let_off(game: Game, judged: Judged, stood: Sequence[Event], why: str) -> list[Item] | None:
    """Nothing is held against a move any more, nor said to stand because of it. Returns what it was taken for, for
    which it was not pegged then, and which is still open; None where it was right and closed nothing."""
    move = judged.move
    mine = [one for one in judged.blame.verdicts if one.body["player"] == move.player]
    wrong = [one for one in mine if one.body["code"] in _PERHAPS_AWARD and "move" in one.body]
    items = [item for item in _items_of(game, wrong) if item.is_open]
    if stood and not wrong:
        items = [item for item in game.open_items(move.player) if item.pegged == move.points][-1:]
    if not (wrong or stood):
        return None
    for event in (*wrong, *stood):
        withdraw(game, event, move if event in wrong else None, why)
    for item in items:
        item.pegged = max((item.pegged or 0) - move.points, 0) or None
        item.excess, item.missed, item.settled, item.state = 0, 0, False, State.EARNED
        game.tell_item(item)
    if wrong:
        for penalty in judged.blame.penalties:
            game.close(penalty, Reason.TAKEN_BACK)
        game.remedies.pop(move.player, None)
    game.judged[move.player] = Judged(move, Blame((), ()))
    return items
