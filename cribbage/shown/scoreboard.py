"""The table's full state, folded out of its events: `Scoreboard.empty()`, then `apply(event)` for each.

Nothing is decided here and nothing is hidden here: who may see which part of it is `cribbage.shown.reveal`'s
business. The fold is total (an unknown kind or key is passed over, so an old program can read a newer
journal) and copy-on-write: a board that was handed out never changes.

**Closed score.** An item remembers where its player's front peg stood when it was pegged, and that hole becomes the
closed score when the item closes; whatever was pegged after it stays out (reveal policy, P5). A peg that goes back
takes the closed score and those holes with it: what is shown after a remedy is what stands on the board. In a
sanctioned game what is shown follows acts alone: `lagging`.
A penalty counts as closed when the next score closes: nobody can say any more that it was not due.

**Moments.** The board says how things are; its moments say in which order they came to be so: the starter, each card,
what was said, each peg with its verdict. By them a deal can be stepped through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from cribbage.book.seating import Seating
from cribbage.log.events import Event
from cribbage.log.observations import AGAIN, BLIND, PAGE, REREAD, STARTER, Player, Zone
from cribbage.profiles import Profile
from cribbage.profiles.options import book_of
from cribbage.shown.laggingscore import LaggingScore, follow
from cribbage.shown.state import (
    Ask,
    Body,
    Claim,
    Item,
    Lying,
    Moment,
    Pegs,
    Play,
    Remark,
    Shot,
    Verdict,
    nothing,
)
from cribbage.sight.corrections import as_put_right, changed, with_fixes

__all__ = ["PICTURE_KEY", "Item", "Play", "Scoreboard", "Verdict"]

PICTURE_KEY: Final = "picture"  # our own key in a reading: that of the small picture kept of it


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """All that the events of one game say about the table now."""

    header: Body = field(default_factory=nothing)
    t: float = 0.0
    deal: int = 0
    dealer: Player | None = None
    dealers: Mapping[int, Player] = field(default_factory=nothing)
    phase: str = "none"
    turn: Player | None = None
    to: str | None = None
    pegs: Mapping[Player, Pegs] = field(default_factory=nothing)
    last_certain: Mapping[Player, Pegs] = field(default_factory=nothing)
    certain: bool = True
    closed: Mapping[Player, int] = field(default_factory=nothing)
    zones: Mapping[Zone, Lying] = field(default_factory=nothing)
    cut_t: float = -1.0
    starter: str | None = None
    plays: tuple[Play, ...] = ()
    items: Mapping[str, Item] = field(default_factory=nothing)
    verdicts: tuple[Verdict, ...] = ()
    remarks: tuple[Remark, ...] = ()
    asks: tuple[Ask, ...] = ()
    faults: Mapping[str, str] = field(default_factory=nothing)
    judge_called_by: Player | None = None
    claim: Claim | None = None
    ends: Mapping[int, Mapping[Player, int]] = field(default_factory=nothing)  # by deal
    orders: Body | None = None
    winner: Player | None = None
    loser_score: int | None = None
    lagging: LaggingScore = field(default_factory=LaggingScore)
    shots: tuple[Shot, ...] = ()
    shot_is_new: bool = False
    moments: tuple[Moment, ...] = ()

    @classmethod
    def empty(cls) -> Scoreboard:
        """The board before any event: no game has begun."""
        return cls()

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Scoreboard:
        """The board after all of these events."""
        board = cls()
        for event in events:
            board = board.apply(event)
        return board

    def apply(self, event: Event) -> Scoreboard:
        """The board after one more event; an unknown kind changes nothing but the time."""
        handler = _HANDLERS.get(event.kind)
        board = replace(self, t=max(self.t, event.t))
        if handler is None:
            return board
        board = handler(board, event.t, event.body)
        board = replace(board, lagging=follow(self.lagging, event, self, board))
        moments = _noted(board, event)
        return board if moments is board.moments else replace(board, moments=moments)

    @property
    def has_game(self) -> bool:
        """Whether a game has begun."""
        return bool(self.header)

    @property
    def rules(self) -> Profile:
        """The rule book that is played."""
        return book_of(self.header)

    @property
    def mode(self) -> str:
        """``sanctioned``, ``club`` or ``teaching``; the strictest where the header does not say."""
        mode = self.header.get("mode")
        return mode if mode in ("club", "teaching") else "sanctioned"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def seating(self) -> Seating:
        """Who sits where, and who pegs for whom."""
        return Seating(self.header.get("players") or ("A", "B"))

    @property
    def sides(self) -> tuple[Player, ...]:
        """Who pegs: two or three players, or two pairs."""
        return self.seating.players

    def name(self, player: Player) -> str:
        """The player's name, or the seat where no name was given."""
        return str((self.header.get("players") or {}).get(player) or player)

    def side_name(self, side: Player) -> str:
        """The name of the player who pegs on a track: of both where they are a pair."""
        seating = self.seating
        return " & ".join(self.name(seat) for seat in seating.seats if seating.side(seat) == side)

    def other(self, player: Player) -> Player:
        """The opponent; of three players the next one."""
        return self.seating.other(player)

    def against(self, side: Player) -> tuple[Player, ...]:
        """Everybody who does not peg on this track."""
        seating = self.seating
        return tuple(seat for seat in seating.seats if seating.side(seat) != side)

    def deal_is_closed(self, deal: int) -> bool:
        """Whether every window of a deal has shut (its crib accepted or mixed, or a later deal begun)."""
        if self.is_over or deal < self.deal:
            return True
        mine = [item for item in self.items.values() if item.deal == deal]
        return any(item.what == "crib" for item in mine) and all(item.is_closed for item in mine)

    def open_items(self, player: Player) -> list[Item]:
        """The player's items whose windows are still open."""
        return [item for item in self.items.values() if item.player == player and not item.is_closed]


def _parts(body: Body) -> tuple[tuple[str, int], ...]:
    return tuple((str(name), int(points)) for name, points in body.get("parts") or ())


def _game(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    given = body.get("pegs") or {}
    sides = Seating(body.get("players") or ("A", "B")).players
    pegs = {side: Pegs(*(given.get(side) or (0, -1))) for side in sides}
    dealer = body.get("dealer")
    return Scoreboard(
        header=body,
        t=t,
        deal=1,
        dealer=dealer,
        dealers=MappingProxyType({} if dealer is None else {1: dealer}),
        phase="starter",
        pegs=MappingProxyType(pegs),
        last_certain=MappingProxyType(pegs),
        closed=_scores(pegs),
        ends=MappingProxyType({0: _scores(pegs)}),
        faults=board.faults,
    )


def _scores(pegs: Mapping[Player, Pegs]) -> Mapping[Player, int]:
    return MappingProxyType({seat: standing.score for seat, standing in pegs.items()})


def _deal(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    deal, dealer = int(body.get("deal") or board.deal + 1), body.get("dealer", board.dealer)
    settled = {
        seat: pegs.score
        for seat, pegs in board.pegs.items()
        if all(item.pegged is None for item in board.open_items(seat))
    }
    board = replace(
        board,
        deal=deal,
        dealer=dealer,
        dealers=_replaced(board.dealers, deal, dealer),
        closed=MappingProxyType({**board.closed, **settled}),
        ends=_replaced(board.ends, board.deal, _scores(board.pegs)) if deal > board.deal else board.ends,
        judge_called_by=None,
        turn=None,
        to=None,
    )
    return _shot_belongs(board, t)


def _phase(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    phase, deal = str(body.get("phase") or board.phase), int(body.get("deal") or board.deal)
    ends = board.ends
    if phase == "over":
        ends = _replaced(ends, deal, _scores(board.pegs))
    elif board.is_over:  # it goes on
        ends = MappingProxyType({one: scores for one, scores in ends.items() if one != board.deal})
    board = replace(
        board,
        phase=phase,
        deal=deal,
        ends=ends,
        turn=body.get("turn"),
        to=body.get("to"),
    )
    return _shot_belongs(board, t)


def _played(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    play = Play(
        t=t,
        deal=board.deal,
        player=str(body.get("player")),
        card=body.get("card"),
        count=body.get("count"),
        points=int(body.get("points") or 0),
        parts=_parts(body),
    )
    return replace(board, plays=(*board.plays, play))


def _item(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    key = str(body.get("id"))
    before = board.items.get(key)
    player = str(body.get("player"))
    state = str(body.get("state"))
    front, pegged_t, step = (
        (None, None, 0) if before is None else (before.front, before.pegged_t, before.step)
    )
    pegged = body.get("pegged")
    if pegged is not None and (before is None or before.pegged != pegged) and player in board.pegs:
        front, pegged_t = board.pegs[player].score, t
        step = pegged - ((before.pegged or 0) if before is not None else 0)
    item = Item(
        id=key,
        what=str(body.get("what")),
        player=player,
        deal=int(body.get("deal") or board.deal),
        state=state,
        born=t if before is None else before.born,
        t=t,
        earned=body.get("earned"),
        pegged=pegged,
        cards=tuple(str(card) for card in body.get("cards") or ()),
        parts=_parts(body),
        text=str(body.get("text") or ""),
        reason=body.get("reason"),
        front=front,
        pegged_t=pegged_t,
        step=step,
        seat=str(body.get("seat") or player),
    )
    board = replace(board, items=_replaced(board.items, key, item))
    if item.is_closed and item.front is not None:
        board = _close(board, player, item.front)
        for penalty in _penalties_pegged(board, t):
            board = _close(board, penalty.player, penalty.front or 0)
    return board


def _close(board: Scoreboard, player: Player, hole: int) -> Scoreboard:
    """What stands in this hole may be shown; an item that was pegged before another one may close after it."""
    return replace(board, closed=_replaced(board.closed, player, max(board.closed.get(player, 0), hole)))


def _penalties_pegged(board: Scoreboard, t: float) -> list[Item]:
    """Penalties that were pegged before `t`, and before anything else that is still open."""
    pegged = [item for item in board.items.values() if item.pegged_t is not None and not item.is_closed]
    first: dict[Player, float] = {}
    for item in pegged:
        if item.what != "penalty":
            first[item.player] = min(first.get(item.player, t), item.pegged_t or 0.0)
    return [
        one for one in pegged if one.what == "penalty" and (one.pegged_t or 0.0) < first.get(one.player, t)
    ]


def _pegs(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    moved = {
        seat: Pegs(int(body[seat][0]), int(body[seat][1]))
        for seat in board.pegs
        if isinstance(body.get(seat), list | tuple) and len(body[seat]) == 2
    }
    pegs = MappingProxyType({**board.pegs, **moved})
    certain = bool(body.get("certain", True))
    board = replace(board, pegs=pegs, certain=certain, last_certain=pegs if certain else board.last_certain)
    if board.is_over:  # the move that ends a game is told after its end
        board = replace(board, ends=_replaced(board.ends, board.deal, _scores(pegs)))
    board = _land(board, t, moved)
    return replace(board, claim=_claim(board, t, pegs))


def _land(board: Scoreboard, t: float, moved: Mapping[Player, Pegs]) -> Scoreboard:
    """Items pegged at this very moment take the new front hole, in whichever order the two were told.

    One move may be for several items: the last one reaches the front hole, the ones before it fall short of it.
    """
    items, closed = dict(board.items), dict(board.closed)
    for player, pegs in moved.items():
        hole = pegs.score
        closed[player] = min(closed.get(player, hole), hole)
        for item in board.items.values():
            if item.player == player and item.front is not None and item.front > hole:
                items[item.id] = replace(item, front=hole)
        landed = [item for item in board.items.values() if item.player == player and item.pegged_t == t]
        if any(item.is_closed for item in landed):
            closed[player] = hole - sum(item.step for item in landed if not item.is_closed)
        for item in reversed(landed):
            items[item.id] = replace(item, front=hole)
            hole -= item.step
    return replace(board, items=MappingProxyType(items), closed=MappingProxyType(closed))


def _claim(board: Scoreboard, t: float, pegs: Mapping[Player, Pegs]) -> Claim | None:
    claimants = [seat for seat, standing in pegs.items() if standing.front >= board.rules.target]
    return (board.claim or Claim(claimants[0], t, board.lagging.shown)) if claimants else None


def _verdict(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    more = {key: value for key, value in body.items() if key not in ("code", "player", "points")}
    if body.get("code") == "withdrawn":
        taken = (body.get("of"), body.get("player"), body.get("since"))
        board = replace(board, verdicts=tuple(v for v in board.verdicts if (v.code, v.player, v.t) != taken))
        if body.get("of") == "game":  # it was not over, judges say
            board = replace(board, winner=None, loser_score=None)
    verdict = Verdict(
        n=1 + max((verdict.n for verdict in board.verdicts), default=0),
        t=t,
        deal=board.deal,
        code=str(body.get("code")),
        player=body.get("player"),
        points=body.get("points"),
        more=MappingProxyType(more),
    )
    board = replace(board, verdicts=(*board.verdicts, verdict))
    if verdict.code == "game" and verdict.player is not None:
        claim = board.claim or Claim(verdict.player, t, board.lagging.shown)
        board = replace(board, winner=verdict.player, loser_score=verdict.points, claim=claim)
    return board


def _remark(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    said = {key: str(body.get(key) or "") for key in ("about", "case", "rule", "why")}
    remark = Remark(t=t, deal=board.deal, player=body.get("player"), **said)
    return replace(board, remarks=(*board.remarks, remark))


def _ask(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    ask = Ask(str(body.get("about")), str(body.get("why") or ""), str(body.get("question") or ""), t)
    return replace(board, asks=(*(a for a in board.asks if a.about != ask.about), ask))


def _told(board: Scoreboard, _t: float, body: Body) -> Scoreboard:
    return replace(board, asks=tuple(ask for ask in board.asks if ask.about != str(body.get("about"))))


def _orders(board: Scoreboard, _t: float, body: Body) -> Scoreboard:
    return replace(board, orders=body)


# --- observations: cards lying, words said, faults, and the picture kept of a reading


def _replaced(mapping: Mapping[Any, Any], key: Any, value: Any) -> Mapping[Any, Any]:
    """A mapping with one more or another entry; the old one stays as it is."""
    return MappingProxyType({**mapping, key: value})


def _seen(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    if board.shot_is_new:
        board = replace(board, shot_is_new=False)
    for key, handler in _SEEN.items():
        if key in body:
            return handler(board, t, body)
    return board


def _with_shot(
    board: Scoreboard, t: float, body: Body, zone: Zone, cards: tuple[str, ...], unread: bool
) -> Scoreboard:
    """Remember the picture of a reading, if one was kept."""
    key = body.get(PICTURE_KEY)
    if not isinstance(key, str):
        return board
    before = board.zones[zone].cards if zone in board.zones else ()
    new = tuple(card for card in cards if card not in before)
    shot = Shot(key, zone, board.deal, board.phase, t, cards, new, unread)
    return replace(board, shots=(*board.shots, shot), shot_is_new=True)


def _shot_belongs(board: Scoreboard, t: float) -> Scoreboard:
    """The reading just told has begun this deal or phase, so its picture belongs to it, not to the one before."""
    if not board.shot_is_new or board.shots[-1].t != t:
        return board
    shot = replace(board.shots[-1], deal=board.deal, phase=board.phase)
    return replace(board, shots=(*board.shots[:-1], shot))


def _seen_cards(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    zone, cards = str(body["cards"]["zone"]), tuple(str(card) for card in body["cards"]["seen"])
    by = str(body.get("by") or body["cards"].get("by") or "eye")
    board = _with_shot(board, t, body, zone, cards, unread=False)
    before = board.zones.get(zone, Lying())
    right = before.put_right if cards else {}
    if by == PAGE:
        right = with_fixes(right, changed(before.cards, cards))
    else:
        cards = as_put_right(right, cards)
    lying = Lying(cards, count=len(cards), by=by, t=t, put_right=right)
    board = replace(board, zones=_replaced(board.zones, zone, lying))
    return replace(board, cut_t=t, starter=cards[0]) if zone == STARTER and cards else board


def _seen_unread(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    zone, told = str(body["unread"]["zone"]), body.get("why")
    why = told if isinstance(told, str) else ""
    if body.get(BLIND) is True:
        before = board.zones.get(zone, Lying(t=t))
        return replace(board, zones=_replaced(board.zones, zone, replace(before, blind=True, why=why)))
    board = _with_shot(board, t, body, zone, (), unread=True)
    right = board.zones.get(zone, Lying()).put_right
    lying = Lying(unread=True, count=body["unread"].get("count"), t=t, why=why, put_right=right)
    return replace(board, zones=_replaced(board.zones, zone, lying))


def _seen_said(board: Scoreboard, t: float, body: Body) -> Scoreboard:
    said = body["said"]
    by, what = said.get("by"), said.get("what")
    if what == REREAD:
        board = _seen_unread(board, t, {"unread": {"zone": said["zone"]}, BLIND: True, "why": AGAIN})
        lying = replace(board.zones[said["zone"]], put_right={})  # the camera's word counts again
        return replace(board, zones=_replaced(board.zones, said["zone"], lying))
    if what == "judge":
        return replace(board, judge_called_by=by)
    if what == "no-judge" and by == board.judge_called_by:
        return replace(board, judge_called_by=None)
    if what in ("accept", "concede") and board.claim is not None and by in board.against(board.claim.player):
        return replace(board, claim=replace(board.claim, accepted=True))
    if what == "count" and board.plays and board.plays[-1].player == by:
        last = replace(board.plays[-1], announced=said.get("n"))
        return replace(board, plays=(*board.plays[:-1], last))
    return board


def _seen_ruling(board: Scoreboard, _t: float, _body: Body) -> Scoreboard:
    return replace(board, judge_called_by=None)


def _seen_fault(board: Scoreboard, _t: float, body: Body) -> Scoreboard:
    part, what, track = (body["fault"].get(key) for key in ("part", "what", "track"))
    if track is not None:
        return board  # no part is at fault: that the pegs are not certain is told with them
    faults = {**board.faults, part: what}
    return replace(board, faults=MappingProxyType({p: w for p, w in faults.items() if w != "ok"}))


_SEEN: Final[Mapping[str, Callable[[Scoreboard, float, Body], Scoreboard]]] = {
    "cards": _seen_cards,
    "unread": _seen_unread,
    "said": _seen_said,
    "ruling": _seen_ruling,
    "fault": _seen_fault,
}


# --- moments


_SAID: Final = ("said", "ruling")


def _noted(board: Scoreboard, event: Event) -> tuple[Moment, ...]:
    """The moments of a board that has just taken this event in."""
    if event.kind == "game":
        return ()
    before = board.moments
    if event.kind == "deal":
        return _begins(board, event.t)
    if event.kind == "pegs":
        return _pegged(board)
    new = _moment(board, event)
    return before if new is None else (*before, new)


def _moment(board: Scoreboard, event: Event) -> Moment | None:
    if event.kind == "played":
        return Moment("card", event.t, board.deal, board.pegs, play=len(board.plays) - 1)
    if event.kind == "verdict":
        return Moment("verdict", event.t, board.deal, board.pegs, verdict=board.verdicts[-1])
    return _moment_of_seen(board, event) if event.kind == "seen" else None


def _moment_of_seen(board: Scoreboard, event: Event) -> Moment | None:
    for kind in _SAID:
        said = event.body.get(kind)
        if isinstance(said, Mapping):
            return Moment(kind, event.t, board.deal, board.pegs, said=said)
    cards = event.body.get("cards")
    if isinstance(cards, Mapping) and cards.get("zone") == STARTER and cards.get("seen"):
        return Moment("starter", event.t, board.deal, board.pegs, card=board.starter)
    return None


def _begins(board: Scoreboard, t: float) -> tuple[Moment, ...]:
    """A starter that was turned at this very moment has begun the new deal, so it belongs to it."""
    last = board.moments[-1] if board.moments else None
    if last is None or last.kind != "starter" or last.t != t:
        return board.moments
    return (*board.moments[:-1], replace(last, deal=board.deal))


def _pegged(board: Scoreboard) -> tuple[Moment, ...]:
    """Pegs are told after the verdict on them, so the last verdict takes them."""
    if not board.moments or board.moments[-1].kind != "verdict":
        return board.moments
    return (*board.moments[:-1], replace(board.moments[-1], pegs=board.pegs))


Handler: TypeAlias = Callable[[Scoreboard, float, Body], Scoreboard]
_HANDLERS: Final[Mapping[str, Handler]] = {
    "game": _game,
    "seen": _seen,
    "remark": _remark,
    "deal": _deal,
    "phase": _phase,
    "played": _played,
    "item": _item,
    "pegs": _pegs,
    "verdict": _verdict,
    "ask": _ask,
    "told": _told,
    "orders": _orders,
}
