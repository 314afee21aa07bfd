"""Muggins: points that a player missed go to the opponent who calls them in time.

Rule: ACC 10.1 to 10.4. The windows of 10.4.b and 10.4.c are a table; the award is the lesser of what was called
and what was missed, and never more than the scorer could have pegged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cribbage.claims import award
from cribbage.game import Doubt, Game
from cribbage.items import Item, Reason, What
from cribbage.observations import Player, Said, Zone
from cribbage.remedies import muggins_call
from cribbage.verdicts import Code
from cribbage.windows import Act, By, End, close_windows, ends_at, is_later, kind_of

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


def call_muggins(game: Game, said: Said) -> None:
    """A call: upheld if points were missed and its window is open, refused otherwise."""
    caller = game.side(said.by)
    scorer = _scorer(game, caller)
    if not (game.header.muggins and game.profile.muggins):
        game.say(Code.MUGGINS_REFUSED, caller, 0, said.t, rule="10.1", why="muggins is not in force")
        return
    if game.blind or game.deal.void or game.deal.line.lost:
        return
    _end_the_pause(game, scorer, said.t)
    items = [
        item for item in game.items if item.player == scorer and item.missed and kind_of(item) in MUGGINS_ENDS
    ]
    missed = sum(item.missed for item in items)
    claimed = missed if said.n is None else said.n
    holes_left = game.profile.target - game.score(scorer)
    late = not missed and scorer in game.deal.uncallable
    call = muggins_call(
        claimed, missed or int(late), holes_left, not late, costs=game.profile.muggins_wrong_call
    )
    if points := call.caller:
        game.say(
            Code.MUGGINS,
            caller,
            points,
            said.t,
            rule="10.4.a",
            claimed=claimed,
            missed=missed,
            item=items[0].id,
        )
        award(game, scorer, points, "10.4.a", to=caller)
    elif _not_seen(game, scorer):
        game.remark(
            "muggins", "unseen", "10.4.a", caller, "not all that it may be about was seen: judges decide"
        )
    else:
        why = "called too late: nothing follows" if call.late else None
        rule = "10.4" if call.late else "10.4.a"
        game.say(Code.MUGGINS_REFUSED, caller, call.scorer, said.t, rule=rule, claimed=claimed, why=why)
        award(game, caller, call.scorer, rule)
    for item in items:
        item.missed = 0


def _scorer(game: Game, caller: Player) -> Player:
    """Whose points are called: of several opponents who has missed some, else who pegged too few last."""
    theirs = [item for item in game.items if item.player != caller]
    missed = [item.player for item in theirs if item.missed]
    short = [item.player for item in theirs if item.owed and item.pegged is not None]
    return next(iter((*missed, *reversed(short))), game.other(caller))


def _not_seen(game: Game, scorer: Player) -> bool:
    """Whether something of the scorer's that could be called was not seen, or pegged by a move that was not."""
    mine = [item for item in game.items if item.player == scorer and kind_of(item) in MUGGINS_ENDS]
    return scorer in game.deal.unverified_by or any(item.earned is None or item.doubtful for item in mine)


def _end_the_pause(game: Game, scorer: Player, t: float) -> None:
    """The word ends the time to peg: what the scorer has not pegged of the play, pegged short or stated as none is
    missed, also where a short peg might have been put right later (Rule: ACC 10.4.d)."""
    close_windows(game, Act.MUGGINS, t, by=game.other(scorer))
    for item in game.open_items(scorer, What.PLAY, What.HAND, What.CRIB):
        done = item.pegged is not None or item.what is What.PLAY or item.seat in game.deal.none_by
        if item.owed and done and not item.doubtful:
            _lose(game, item, t)


def _lose(game: Game, item: Item, t: float) -> None:
    item.missed, item.settled = item.owed, True
    part = next((hold for hold in game.holds if hold.doubt is Doubt.PART and item in hold.items), None)
    if part is not None:
        game.holds.remove(part)
    game.say(
        Code.UNDERPEG,
        item.player,
        item.missed,
        t,
        rule="10.4.d",
        item=item.id,
        earned=item.earned,
        pegged=item.pegged or 0,
        move=None if part is None else str(part.move),
    )
