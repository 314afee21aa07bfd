"""The score that a sanctioned table shows: it follows the board, and lags behind it (reveal policy, P1 and P5).

A hole is shown once what was pegged into it can no longer be challenged. When that is must not hang on what the cards
are worth, or on how a peg was judged: a score that moves only where a challenge was right says that it was. So this
follows what everybody sees: where the front pegs stand, how many cards lie where, and what was said. The acts that
close are those of the referee's own tables (`cribbage.book.windows`); what kind of score a peg was for is taken from
whose peg it was, and when. Where that leaves two readings the later one holds: a score that waits betrays nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Protocol

from cribbage.book.seating import Seating
from cribbage.book.windows import TABLES, Act, By, Part
from cribbage.log.events import Event
from cribbage.log.observations import BLIND, CRIB, STARTER, Player, Zone
from cribbage.profiles import Profile
from cribbage.score.track import PegPair
from cribbage.shown.state import Lying, Pegs, nothing
from cribbage.sight.pegmoves import Shape, explain

_PLAY: Final = "play"
_PONE: Final = "pone-hand"
_DEALER: Final = "dealer-hand"  # and the crib: the same acts close both
_COUNTS: Final = ("claim", "none")


class Table(Protocol):
    """What of the scoreboard is asked here."""

    @property
    def deal(self) -> int: ...
    @property
    def dealer(self) -> Player | None: ...
    @property
    def rules(self) -> Profile: ...
    @property
    def seating(self) -> Seating: ...
    @property
    def pegs(self) -> Mapping[Player, Pegs]: ...
    @property
    def zones(self) -> Mapping[Zone, Lying]: ...


@dataclass(frozen=True, slots=True)
class _Pegged:
    """A hole that a side has pegged into and that is not shown yet; `kind`: its row in the tables of windows."""

    side: Player
    hole: int
    kind: str
    deal: int


@dataclass(frozen=True, slots=True)
class _Done:
    """Something that may close windows; `by` which side, `but` not theirs."""

    act: Act
    by: Player | None = None
    but: Player | None = None


@dataclass(frozen=True, slots=True)
class LaggingScore:
    """What is shown of each side, and what is not shown yet.

    `standing`: the pegs, read by what moved alone; `ruled`: whose pegs judges have moved in this deal. `lies`: how
    many cards were last seen in each place; `laid`: how many each seat has laid in this deal; `last`: who laid the
    last one, and `last_pegged` that their side has pegged since; `showing`: all have been laid; `counting`: a hand
    has been pegged. `done`: the latest act, at `done_t`, and how all was `before` it: a peg told together with it
    was let go of before.
    """

    shown: Mapping[Player, int] = field(default_factory=nothing)
    standing: Mapping[Player, PegPair] = field(default_factory=nothing)
    ruled: frozenset[Player] = frozenset()
    pending: tuple[_Pegged, ...] = ()
    lies: Mapping[str, int] = field(default_factory=nothing)
    laid: Mapping[Player, int] = field(default_factory=nothing)
    last: Player | None = None
    last_pegged: bool = False
    showing: bool = False
    counting: bool = False
    done: _Done | None = None
    done_t: float = -1.0
    before: LaggingScore | None = None


def follow(score: LaggingScore, event: Event, was: Table, now: Table) -> LaggingScore:
    """The score after one more event; `was` and `now`: the board before and after it."""
    if event.kind == "game":
        standing = {side: PegPair(pegs.front, pegs.rear) for side, pegs in now.pegs.items()}
        shown = {side: pair.score for side, pair in standing.items()}
        return LaggingScore(MappingProxyType(shown), MappingProxyType(standing))
    if event.kind == "seen":
        return _seen(score, event, now)
    if event.kind == "pegs":
        return _pegs(score, event.t, now)
    if event.kind == "deal" and now.deal > was.deal:
        return _next_deal(score, event.t, now)
    return score


# --- pegs --------------------------------------------------------------------------------------------------------


def _pegs(score: LaggingScore, t: float, board: Table) -> LaggingScore:
    before, done = score.before, score.done
    if before is None or done is None or t > score.done_t:
        return _pegged(score, board)
    before = _pegged(before, board)
    score = replace(
        score,
        shown=before.shown,
        standing=before.standing,
        pending=before.pending,
        last_pegged=before.last_pegged and score.laid == before.laid,
        counting=before.counting,
        before=before,
    )
    return _closed(score, done, board)


def _pegged(score: LaggingScore, board: Table) -> LaggingScore:
    """Pegs stand elsewhere."""
    for side, pegs in board.pegs.items():
        before = score.standing[side]
        after = _stand(score, side, PegPair(pegs.front, pegs.rear), board)
        score = replace(score, standing=MappingProxyType({**score.standing, side: after}))
        if after.score > before.score:
            score = _forward(score, side, after.score, board)
        elif after.score < before.score:
            score = _back(score, side, after.score)
    return score


def _stand(score: LaggingScore, side: Player, now: PegPair, board: Table) -> PegPair:
    """Which of the pegs shows the score: a front peg too that goes back behind the other one from the game hole, or
    because judges said so (Rule: ACC 8.4.b)."""
    before = score.standing[side]
    move = None if now.front == now.rear else explain(side, 0.0, before, now.holes)
    if move is None:
        return before if now.holes == before.holes else now
    sent_back = before.front >= board.rules.target or side in score.ruled
    if move.shape is Shape.FRONT_BACK and sent_back and before.rear == move.after.front:
        return PegPair(move.after.rear, move.after.front)
    return move.after


def _forward(score: LaggingScore, side: Player, hole: int, board: Table) -> LaggingScore:
    """The first peg of who laid the last card is for that; those after it are for hands."""
    laid_last = score.last is not None and board.seating.side(score.last) == side
    for_last = laid_last and not (score.last_pegged or score.counting)
    if not score.showing or for_last:
        pegged = _Pegged(side, hole, _PLAY, board.deal)
        return replace(score, pending=(*score.pending, pegged), last_pegged=score.last_pegged or laid_last)
    is_dealers = board.dealer is not None and board.seating.side(board.dealer) == side
    score = _closed(score, _Done(Act.PEGGED, side), board)
    pegged = _Pegged(side, hole, _DEALER if is_dealers else _PONE, board.deal)
    return replace(score, pending=(*score.pending, pegged), counting=True)


def _back(score: LaggingScore, side: Player, hole: int) -> LaggingScore:
    """A peg that goes back takes with it what is shown of its side, and what is not yet."""
    pending = tuple(
        replace(one, hole=min(one.hole, hole)) if one.side == side else one for one in score.pending
    )
    shown = {**score.shown, side: min(score.shown[side], hole)}
    return replace(score, pending=pending, shown=MappingProxyType(shown))


def _next_deal(score: LaggingScore, t: float, board: Table) -> LaggingScore:
    """All cards were taken up, or one of the next deal lies there already."""
    score = _closed(score, _Done(Act.DEAL_OVER), board)
    if score.done is not None and score.done_t >= t:  # it began with that
        score = _closed(score, score.done, board)
    told = {zone for zone, lying in board.zones.items() if lying.t >= t}
    laid = {seat: score.lies.get(seat, 0) if seat in told else 0 for seat in board.seating.seats}
    last = next((seat for seat, number in laid.items() if number), None)
    fresh = LaggingScore(score.shown, score.standing, pending=score.pending, lies=score.lies)
    return replace(fresh, laid=MappingProxyType(laid), last=last)


# --- acts --------------------------------------------------------------------------------------------------------


def _seen(score: LaggingScore, event: Event, now: Table) -> LaggingScore:
    """Cards were laid, turned up or taken up, or something was said."""
    said, ruling = event.body.get("said"), event.body.get("ruling")
    if isinstance(ruling, Mapping):
        moved = {str(move.get("player")) for move in ruling.get("moves") or ()} & set(now.seating.seats)
        return replace(score, ruled=score.ruled | {now.seating.side(seat) for seat in moved}, before=None)
    if isinstance(said, Mapping):
        after, done = score, _said(score, said, now)
    elif (told := _told(event.body)) is not None:
        after, done = _lie(score, *told, now)
    else:
        return score
    if done is None:
        return after
    return replace(_closed(after, done, now), done=done, done_t=event.t, before=replace(score, before=None))


def _said(score: LaggingScore, said: Mapping[str, Any], board: Table) -> _Done | None:
    by = said.get("by")
    if not score.showing or by not in board.seating.seats:
        return None
    if said.get("what") == "accept":
        return _Done(Act.ACCEPTED, board.seating.side(by))
    return _Done(Act.COUNTED, board.seating.side(by)) if said.get("what") in _COUNTS else None


def _told(body: Mapping[str, Any]) -> tuple[str, int] | None:
    """Which place was looked at, and how many cards lie there, as far as that was seen."""
    cards, unread = body.get("cards"), body.get("unread")
    if isinstance(cards, Mapping):
        return str(cards.get("zone")), len(cards.get("seen") or ())
    known = isinstance(unread, Mapping) and body.get(BLIND) is not True and unread.get("count") is not None
    return (str(unread["zone"]), int(unread["count"])) if unread is not None and known else None


def _lie(score: LaggingScore, zone: str, number: int, board: Table) -> tuple[LaggingScore, _Done | None]:
    """So many cards lie in a place now, and what that does."""
    more = number - score.lies.get(zone, 0)
    score = replace(score, lies=MappingProxyType({**score.lies, zone: number}))
    if zone == STARTER:
        return score, _Done(Act.NEXT_CUT) if number else None
    if zone == CRIB and number:
        return replace(score, showing=True), _Done(Act.CRIB_SHOWN)
    if score.showing:
        return score, _cleared(score, zone, board) if more < 0 else None
    return _laid(score, zone, more, board) if zone in board.seating.seats else (score, None)


def _laid(score: LaggingScore, seat: Player, more: int, board: Table) -> tuple[LaggingScore, _Done | None]:
    """So many cards more, or fewer, lie before a player. Who plays on alone may peg for several cards together (Rule:
    ACC 7.2.b)."""
    laid = {**score.laid, seat: max(score.laid.get(seat, 0) + more, 0)}
    showing = all(laid.get(one, 0) >= board.rules.hand for one in board.seating.seats)
    score, last = replace(score, laid=MappingProxyType(laid), showing=showing), score.last
    if more <= 0:
        return score, None
    side = board.seating.side(seat)
    alone = last is not None and board.seating.side(last) == side
    return replace(score, last=seat, last_pegged=False), _Done(Act.CARD, side, side if alone else None)


def _cleared(score: LaggingScore, zone: str, board: Table) -> _Done | None:
    """The cards of a side are taken up once no hand of theirs lies there, nor the crib where it is theirs."""
    for side in board.seating.players:
        places = [seat for seat in board.seating.seats if board.seating.side(seat) == side]
        places += [CRIB] if board.dealer in places else []
        if zone in places and not any(score.lies.get(place) for place in places):
            return _Done(Act.CLEARED, side)
    return None


# --- what closes -------------------------------------------------------------------------------------------------


def _closed(score: LaggingScore, done: _Done, board: Table) -> LaggingScore:
    """What this closes is shown: of each side as far as nothing before it waits."""
    shown, left = dict(score.shown), list[_Pegged]()
    for one in score.pending:
        waits = any(other.side == one.side for other in left)
        if waits or not _closes(one, done, board):
            left.append(one)
        else:
            shown[one.side] = one.hole
    return replace(score, shown=MappingProxyType(shown), pending=tuple(left))


def _closes(one: _Pegged, done: _Done, board: Table) -> bool:
    if done.act is Act.NEXT_CUT and one.deal == board.deal:
        return False  # it is of the deal that was cut for
    if one.side == done.but or (done.act is Act.CLEARED and one.side != done.by):
        return False
    whose = By.ANY if done.by is None else By.OWNER if done.by == one.side else By.OPPONENT
    return any(
        end.act is done.act and end.part is Part.BOTH and end.by in (By.ANY, whose)
        for end in TABLES[board.rules.windows][one.kind]
    )
