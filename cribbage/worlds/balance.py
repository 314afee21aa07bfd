"""Points against holes: what a side pegged in a deal, and what it earned in it, whatever was for which.

Which score a peg was for, in which order cards were laid and words were said, when a window closed: each of these
a weak sensor may tell wrongly, and two weak sensors at once tell it wrongly in ways that nobody lists. Their sum
they cannot change. So in a deal that was not seen well nobody is blamed for points that balance: too many were
pegged only where the side moved further than all that it can have earned or called for, points were missed only
where it moved less far than all that it must have earned, and a call was wrong only where nobody can lack points.

`Balance` is folded out of what the game as it was told says; `left` says how many points of a verdict it leaves. In
a deal that was seen well only words said aloud are open: there the book knows what each peg was for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from cribbage.book.game import Game, Phase
from cribbage.book.items import Reason, State, What
from cribbage.log.events import Event
from cribbage.log.observations import CRIB, STARTER, Cards, Fault, Holes, Observation, Player, Said, Unread
from cribbage.log.verdicts import PEG_FAULTS, Code
from cribbage.score.track import score_of
from cribbage.sight.contract import LATE_S, REACH_S

_TOO_MANY: Final = frozenset({Code.OVERPEG, Code.FALSE_CLAIM})
_TOO_FEW: Final = frozenset({Code.UNDERPEG, Code.HEELS_FORFEIT})
_WHERE_IT_STOOD: Final = frozenset({Code.FRONT_PEG_REMOVED, Code.BOTH_PEGS_REMOVED})
"""What depends on where a peg stood before; the other faults of pegs are of a peg that has shown itself."""
_COUNTED: Final = frozenset({What.HAND, What.CRIB})
_NEVER_CALLED: Final = frozenset({What.HEELS, What.PENALTY})
_DEALERS: Final = frozenset({What.HEELS, What.CRIB})
_DEALS_KEPT: Final = 3
_PEGS: Final = 2  # of each side
_HEELS: Final = 2
_HELD_ACTS: Final = 2  # so many cards may be laid, and words said, while somebody holds a peg
_Score = Mapping[str, Any]
"""The latest body of an item's event (`cribbage.book.items.Item.body`)."""


@dataclass(slots=True)
class _Deal:
    """What one deal is balanced by: the scores on the board at its `start`, what was earned and when (s).

    Of each side: what it pegged that nobody knows what it was for (`unsure`), what it `put_right`, which others may
    have called for aloud (8.4.c), what it was `blamed` for already (no surplus and no lack counts twice), and since
    when (s) it `stood` where. `reach`: a card may have lain so long (s) before it was told.
    """

    start: dict[Player, int]
    scores: dict[str, _Score] = field(default_factory=dict)
    unsure: dict[Player, int] = field(default_factory=dict)
    put_right: dict[Player, int] = field(default_factory=dict)
    blamed: dict[tuple[Player, bool], int] = field(default_factory=dict)
    stood: dict[Player, list[tuple[float, int]]] = field(default_factory=dict)
    earned: dict[str, float] = field(default_factory=dict)
    reach: float = LATE_S
    is_weak: bool = False
    is_cleared: bool = False  # cards of the play were taken up, and whether the deal was over was not seen
    is_led_oddly: bool = False  # so the other side may deal, in the next deal too
    may_be_others: bool = False  # the deal before was led oddly
    is_play_unsure: bool = (
        False  # a go may have been pegged that nobody saw: where a series ended is not known
    )
    is_starter_unread: bool = False  # two for his heels may be anybody's
    doubted: dict[Player, int] = field(default_factory=dict)  # the most points of a move that blames nobody
    called_unseen: set[Player] = field(default_factory=set)  # what was called of them may not have been seen

    def is_others(self) -> bool:
        """Whether it may be the other side that deals."""
        return self.is_led_oddly or self.may_be_others


@dataclass(frozen=True, slots=True)
class _Earned:
    """What a side can have earned in a deal: scores that are whole, and points of which there may be any number."""

    whole: tuple[tuple[int, ...], ...]  # of each score the sums that may be pegged for it by themselves
    loose: float

    @property
    def most(self) -> float:
        """All of it together."""
        return sum(max(sums, default=0) for sums in self.whole) + self.loose

    def can_be(self, points: float) -> bool:
        """Whether just so many may have been pegged: for some scores, and some of the loose points."""
        sums = {0}
        for score in self.whole:
            sums |= {total + part for total in sums for part in score}
        return any(points - self.loose <= total <= points for total in sums)

    def beyond(self, points: float) -> float:
        """How many of so many points it does not explain."""
        sums = {0}
        for score in self.whole:
            sums |= {total + part for total in sums for part in score}
        return max(points - self.loose - max(total for total in sums if total <= points), 0)


@dataclass(frozen=True, slots=True)
class Left:
    """For how many points of a verdict its player may be blamed, infinite for all of them: `sure` in a deal that was
    seen well, where only a peg for muggins said aloud is not known, `balanced` in any other."""

    about: tuple[int, ...]  # which deals
    sure: float = inf
    balanced: float = inf


class Balance:
    """The latest deals of one game."""

    def __init__(self, game: Game) -> None:
        self._deals: dict[int, _Deal] = {}
        self._lies: dict[Player, set[str]] = {}  # how contacts have lied in this game
        self._acts: dict[Player, int] = {}  # of others, while a peg of a track was not seen
        self._up: dict[Player, float] = {}  # since when a peg of a track is up, as it shows
        self._lifted: dict[Player, tuple[float, frozenset[int]]] = {}  # since when, and where both stood
        self._begin(game)

    # --- what it is folded out of ------------------------------------------------------------------------------

    def see(self, seen: Observation, game: Game) -> None:
        """What was observed last, once it has been judged: does it leave anything of this deal open?"""
        self._look_at_contacts(seen, game)
        blind = isinstance(seen, Unread | Fault) or game.faults or game.blind_since or game.hidden
        deal = self._deals[game.deal.number]
        deal.is_play_unsure = deal.is_play_unsure or (game.phase is Phase.PLAY and self._is_unfollowed(game))
        if len(game.deal.line.laid) > 1 and not deal.is_led_oddly:
            deal.may_be_others = False  # the one who should has led
        deal.is_starter_unread = deal.is_starter_unread or (isinstance(seen, Unread) and seen.zone == STARTER)
        self._look_at_lifted(seen, game, deal)
        if blind or any(self._lies.values()) or _is_heap(seen, game):
            deal.is_weak = True
        if isinstance(seen, Unread) or "camera" in game.faults or game.blind_since or game.hidden:
            hidden_s = (seen.t - since for since in game.blind_since.values())
            deal.reach = max(deal.reach, REACH_S, *hidden_s)
        taken_up = isinstance(seen, Cards) and not seen.seen and seen.zone in game.seats
        in_play = game.phase in (Phase.STARTER, Phase.PLAY)
        if taken_up and in_play and {STARTER, CRIB} & game.blind_since.keys():
            deal.is_cleared = True

    def _look_at_contacts(self, seen: Observation, game: Game) -> None:
        """A contact has lied where there are more pegs than there can be, or too few while people play on."""
        holes = {side: watch.holes for side, watch in game.watches.items()}
        if isinstance(seen, Holes):
            holes |= {side: shown for side, shown in seen.holes.items() if side in holes}
        if sum(map(len, holes.values())) > _PEGS * len(holes):
            for side in (side for side, shown in holes.items() if len(shown) > _PEGS):
                self._lies.setdefault(side, set()).add("too many")
        if isinstance(seen, Holes):
            self._look_at_landings(seen)
        for side, shown in holes.items():
            if len(shown) >= _PEGS or game.faults or game.astray is not None:
                self._acts[side] = 0
            elif isinstance(seen, Said) or (isinstance(seen, Cards) and seen.seen):
                self._acts[side] = self._acts.get(side, 0) + 1
                if self._acts[side] > _HELD_ACTS:
                    self._lies.setdefault(side, set()).add("too few")

    def _is_unfollowed(self, game: Game) -> bool:
        """Whether somebody may peg just now and nobody sees it."""
        return bool(game.unseen_tracks) or any(acts > _HELD_ACTS for acts in self._acts.values())

    def _look_at_lifted(self, seen: Observation, game: Game, deal: _Deal) -> None:
        """A peg that was up for some time and stands again where it stood may have been set too far into a dead hole,
        called, and put back."""
        for side, watch in game.watches.items() if isinstance(seen, Holes) else ():
            if len(watch.holes) < _PEGS:
                self._lifted.setdefault(side, (seen.t, watch.rest.holes))
                continue
            since, stood = self._lifted.pop(side, (inf, watch.holes))
            if seen.t - since >= LATE_S and watch.holes == stood:
                deal.called_unseen.add(side)
                deal.is_weak = True

    def _look_at_landings(self, seen: Holes) -> None:
        """Nobody pegs for long seconds while another holds a peg."""
        for side, holes in seen.holes.items():
            if len(holes) >= _PEGS and self._up.pop(side, None) is not None:
                longer = (one for one, since in self._up.items() if seen.t - since >= LATE_S)
                for one in longer:
                    self._lies.setdefault(one, set()).add("too few")
            elif len(holes) < _PEGS:
                self._up.setdefault(side, seen.t)

    def note(self, events: Iterable[Event], game: Game) -> None:
        """What the game as it was told says."""
        for event in events:
            body = event.body
            if event.kind == "item" and body["deal"] in self._deals:
                deal = self._deals[body["deal"]]
                deal.scores[body["id"]] = body
                deal.earned.setdefault(body["id"], event.t)
            elif event.kind == "remark" and body["about"] == "lead":
                self._deals[max(self._deals)].is_led_oddly = True
            elif event.kind == "verdict" and body["player"] in game.players:
                self._note_verdict(body, game)
        self._begin(game)
        for side in game.players:
            stood, score = self._deals[game.deal.number].stood.setdefault(side, []), _stands(side, game)
            if not stood or stood[-1][1] != score:
                stood.append((game.now, score))

    def _note_verdict(self, body: _Score, game: Game) -> None:
        deal, side = self._deals[max(self._deals)], body["player"]
        if body["code"] == Code.UNVERIFIED:
            points = body.get("pegged") or body["points"] or 0
            known = sum(item.owed for item in game.open_items(side) if item.doubtful)
            deal.unsure[side] = deal.unsure.get(side, 0) + max(points - known, 0)
            deal.is_weak = True
        elif body["code"] == Code.CORRECTED:
            deal.put_right[side] = deal.put_right.get(side, 0) + (body["points"] or 0)
            deal.blamed[side, True] = max(deal.blamed.get((side, True), 0) - (body["points"] or 0), 0)

    def _begin(self, game: Game) -> None:
        number = game.deal.number
        if number in self._deals:
            return
        before = self._deals.get(number - 1)
        deal = self._deals[number] = _Deal({side: game.score(side) for side in game.players})
        if before is not None:
            deal.may_be_others = before.is_led_oddly and self._is_weak(number - 1)
            # Where the starter lies has not been seen: what was taken up may be of a play that goes on.
            deal.is_cleared = deal.is_weak = STARTER in game.gap
        for old in [one for one in self._deals if one <= number - _DEALS_KEPT]:
            del self._deals[old]

    def blame(self, verdict: Event, number: int) -> None:
        """Points are held against a side: they are no longer there for another blame."""
        body = verdict.body
        is_too_many = body["code"] in _TOO_MANY
        if number in self._deals and (is_too_many or body["code"] in _TOO_FEW):
            blamed, kind = self._deals[number].blamed, (body["player"], is_too_many)
            blamed[kind] = blamed.get(kind, 0) + (body["points"] or 0)

    # --- what it leaves ----------------------------------------------------------------------------------------

    def weighed(self, left: Left, verdict: Event) -> float:
        """For how many points a verdict may be said now, of what was left of it when it came about."""
        deals = [self._deals[number] for number in left.about if number in self._deals]
        if not any(self._is_weak(number) for number in left.about):
            return left.sure
        if any(deal.is_others() for deal in deals) and self._is_of_dealer(verdict):
            return 0
        kind = (verdict.body["player"], verdict.body["code"] in _TOO_MANY)
        return max(left.balanced - sum(deal.blamed.get(kind, 0) for deal in deals), 0)

    def _is_weak(self, number: int) -> bool:
        """Whether not all of a deal was seen well, or not who deals it: it was led oddly, after such a deal."""
        deal, before = self._deals.get(number), self._deals.get(number - 1)
        if deal is None:
            return False
        if deal.is_weak or deal.may_be_others:
            return True
        return bool(deal.is_led_oddly and before is not None and before.is_weak)

    def _is_of_dealer(self, verdict: Event) -> bool:
        """Whether points are missed of what only the dealer scores."""
        name = verdict.body.get("item", "")
        items = (deal.scores[name] for deal in self._deals.values() if name in deal.scores)
        return verdict.body["code"] in _TOO_FEW and any(one["what"] in _DEALERS for one in items)

    def doubt(self, number: int, side: Player, points: int) -> None:
        """What a side's move of so many points in this deal was for is not known."""
        if number in self._deals:
            deal = self._deals[number]
            deal.is_weak = True
            deal.doubted[side] = max(points, deal.doubted.get(side, 0))

    def left(self, verdict: Event, number: int, game: Game) -> Left:
        """For how many points of a verdict about this deal its player may be blamed."""
        code, side = verdict.body["code"], verdict.body["player"]
        about = self._about(verdict, number)
        if number not in self._deals or side not in game.players:
            return Left(about)
        if code in PEG_FAULTS:
            lies = self._lies.get(side, set())
            hides = bool(self._lies) if code in _WHERE_IT_STOOD else "too few" in lies
            return Left(about, balanced=0 if hides else inf)
        if code == Code.OUT_OF_ORDER:
            passed = {game.side(hand["seat"]) for hand in verdict.body["passed"]}
            return Left(about, balanced=0 if any(self._lies.get(one) for one in passed) else inf)
        if code in _TOO_MANY:
            return self._too_many(verdict.body, number, game)
        if code in _TOO_FEW:
            return Left(about, balanced=self._too_few(verdict.body, number, game))
        if code == Code.MUGGINS_REFUSED:
            others = [one for one in game.players if one != side]
            lacks = (self._missed(deal, one, game) for deal in about for one in others)
            sure = 0 if self._may_be_anothers(verdict.body, number, others) else inf
            return Left(about, sure, min(sure, 0 if any(lacks) else inf))
        return Left(about)

    def _may_be_anothers(self, body: _Score, number: int, others: Iterable[Player]) -> bool:
        """Whether what was pegged for a hand may have been for the partner's, and just as much too little for that as
        was called."""
        for other in others:
            hands = [one for one in self._scores_of(self._deals[number], other) if one["what"] == What.HAND]
            open_ = [one["earned"] or 0 for one in hands if _is_left(one)]
            if any(one["pegged"] and one["pegged"] + (body.get("claimed") or 0) in open_ for one in hands):
                return True
        return False

    def _about(self, verdict: Event, number: int) -> tuple[int, ...]:
        """Which deals a verdict may be about: a word for muggins may be tapped when the cards have been taken up."""
        numbers = (number, number - 1) if verdict.body["code"] == Code.MUGGINS_REFUSED else (number,)
        return tuple(one for one in numbers if one in self._deals)

    def _too_few(self, body: _Score, number: int, game: Game) -> float:
        """Points that were not pegged of all that must have been earned: in the whole deal, or since this was."""
        deal, side = self._deals[number], body["player"]
        if self._lies and not body.get("pegged"):
            return 0  # out of a contact that sticks into one that is dead nothing moves
        if _stands(side, game) >= game.profile.target:
            return 0  # nobody pegs beyond the game hole
        if body.get("pegged") and self._may_be_award(body["pegged"], number, side, game):
            return 0
        must = [one for one in self._scores_of(deal, side) if _must_be_pegged(one)]
        now, since = _stands(side, game), deal.earned.get(body.get("item", ""), -inf) - deal.reach
        stood = deal.stood.get(side, [])
        before = [score for t, score in stood if t <= since][-1:] or [deal.start[side]]
        lowest = min(before + [score for t, score in stood if t > since])
        lacks = [
            _lacking(must, now - deal.start[side]),
            _lacking([one for one in must if deal.earned[one["id"]] >= since], now - lowest),
        ]
        return max(0, *lacks)

    def _may_be_award(self, pegged: int, number: int, side: Player, game: Game) -> bool:
        """Whether so many may have been pegged for what another pegged too many (Rule: ACC 8.4.c): of a move of that
        track it is not known what it was for, and since then a peg of it went back, or cannot be seen."""
        deal = self._deals[number]
        for other in (one for one in game.players if one != side):
            too_many = max(deal.unsure.get(other, 0), deal.doubted.get(other, 0))
            if len(game.watches[other].holes) >= _PEGS:
                highest = max((score for _, score in deal.stood.get(other, [])), default=0)
                too_many = min(too_many, highest - game.score(other))  # that went back
            if pegged <= too_many:
                return True
        return False

    def is_made_up(self, verdict: Event, number: int, game: Game) -> bool:
        """Whether points for which nothing had moved have been pegged since, with another score or under no name: a
        peg may have gone unseen, out of a contact that sticks into one that is dead."""
        body = verdict.body
        is_open = number == game.deal.number and self._is_weak(number)
        if body["code"] not in _TOO_FEW or body.get("pegged") or not is_open:
            return False
        deal, side = self._deals[number], body["player"]
        must = [one for one in self._scores_of(deal, side) if _must_be_pegged(one)]
        return _lacking(must, game.score(side) - deal.start[side]) < deal.blamed.get((side, False), 0)

    def _too_many(self, body: _Score, number: int, game: Game) -> Left:
        """Points that were pegged beyond all that can have been earned, and called for."""
        deal, side, points = self._deals[number], body["player"], body["points"] or 0
        pegged = self._pegged(number, side, game, body.get("move"))
        own, called = self._earned(number, side, game), self._called(body, number, game)
        hidden = self._hidden(number - 1, side)
        part = (deal.scores.get(body.get("item", ""), {}).get("earned") or 0) - (body.get("earned") or 0)
        # It was called for: that part before, or all of what was pegged.
        is_call = points == part and called.can_be(points)
        sure = 0 if is_call or 0 < (body.get("pegged") or 0) <= called.loose else inf
        if (body.get("what") == What.PLAY and deal.is_play_unsure) or deal.called_unseen - {side}:
            balanced: float = 0
        elif pegged <= own.most:
            # Where it is all of one score, others may have been pegged short.
            is_one = any((body.get("pegged") or points) == max(sums) for sums in own.whole)
            balanced = 0 if is_one or own.can_be(pegged) else inf
        else:
            put_right = sum(points for other, points in deal.put_right.items() if other != side)
            called = _Earned(called.whole + hidden.whole, called.loose + put_right)
            balanced = called.beyond(pegged - own.most)
        return Left((number,), sure, min(sure, balanced))

    def _hidden(self, number: int, side: Player) -> _Earned:
        """What a side seemed not to peg at all in a deal: its peg may have gone out of a contact that sticks into one
        that is dead, and shows when it is moved again."""
        scores = [] if number not in self._deals else self._scores_of(self._deals[number], side)
        lacks = [
            one for one in scores if one["earned"] and not one["pegged"] and one["state"] == State.CLOSED
        ]
        return _Earned(tuple((one["earned"],) for one in lacks), 0)

    def _called(self, body: _Score, number: int, game: Game) -> _Earned:
        """What a side may have called for aloud where muggins is in force: what others missed, or gave up before this
        was counted."""
        side, given_up, loose = body["player"], list[tuple[int, ...]](), 0.0
        if game.header.muggins and game.profile.muggins:
            own = self._deals[number].scores.get(body.get("item", ""))
            for other in (one for one in game.players if one != side):
                left = [one for one in self._due(number, other, game) if _is_left(one)]
                missed = self._missed(number, other, game) - sum(one["earned"] or 0 for one in left)
                loose += max(missed, 0)
                given_up += [_sums(one) for one in left if one["earned"] and _comes_first(one, own, game)]
        return _Earned(tuple(given_up), loose)

    def _pegged(self, number: int, side: Player, game: Game, move: str | None = None) -> int:
        """So far a side has come in a deal; `move` is the one that is judged, which may have gone back since."""
        now = game.score(side) if move is None else max(game.score(side), score_of(front_after(move)))
        return now - self._deals[number].start[side]

    def _earned(self, number: int, side: Player, game: Game) -> _Earned:
        due = self._due(number, side, game)
        deal = self._deals[number]
        loose: float = deal.unsure.get(side, 0)
        cribs = [one for one in deal.scores.values() if one["what"] == What.CRIB]
        if deal.is_others():
            due += [one for one in cribs if one["player"] != side]
        is_crib_open = deal.is_others() and not cribs
        if is_crib_open or deal.is_cleared or any(one["earned"] is None for one in due):
            loose = inf
        heels = ((_HEELS,),) if deal.is_starter_unread else ()
        return _Earned((*(_sums(one) for one in due if one["earned"]), *heels), loose)

    def _due(self, number: int, side: Player, game: Game) -> list[_Score]:
        """What a side may have pegged for by now; nothing is due for a card that was laid out of turn."""
        wrongly = {str(card) for what, _, card in game.deal.odd if what == "turn"}
        scores = [one for one in self._scores_of(self._deals[number], side) if not _is_for(one, wrongly)]
        return _due(scores, game if number == game.deal.number else None)

    def _missed(self, number: int, side: Player, game: Game) -> float:
        """How much that can be called a side may not have pegged of what it earned in a deal (Rule: ACC 10.3)."""
        after, before = self._deals.get(number + 1), self._deals[number]
        pegged = self._pegged(number, side, game) if after is None else after.start[side] - before.start[side]
        waits = (one for one in self._scores_of(before, side) if one["what"] in _NEVER_CALLED)
        uncalled = sum(one["earned"] or 0 for one in waits if not one["pegged"])
        return max(self._earned(number, side, game).most - uncalled - pegged, 0)

    def _scores_of(self, deal: _Deal, side: Player) -> list[_Score]:
        return [one for one in deal.scores.values() if one["player"] == side]


def _due(scores: Iterable[_Score], game: Game | None) -> list[_Score]:
    """The scores that may have been pegged by now: of hands and cribs that are still open and were not pegged, only
    the one that is counted next (`game` None: the deal is over)."""
    due, waits = [], list[tuple[int, _Score]]()
    for one in scores:
        is_open = one["state"] in (State.EARNED, State.ANNOUNCED) and one["what"] in _COUNTED
        if game is None or not is_open or one["pegged"] is not None:
            due.append(one)
        else:
            waits.append((_place(one, game), one))
    return [*due, *(one for _, one in sorted(waits, key=lambda pair: pair[0])[:1])]


def _is_for(score: _Score, cards: Container[str]) -> bool:
    return score["what"] == What.PLAY and any(card in cards for card in score["cards"])


def _is_left(score: _Score) -> bool:
    """Whether nothing has been pegged for it yet, and may still be."""
    return score["pegged"] is None and score["state"] in (State.EARNED, State.ANNOUNCED)


def _comes_first(score: _Score, own: _Score | None, game: Game) -> bool:
    """Whether a score may have been given up before another was pegged: it is counted before that."""
    if score["what"] not in _COUNTED or own is None:
        return True
    return own["what"] in _COUNTED and _place(score, game) < _place(own, game)


def _place(score: _Score, game: Game) -> int:
    seat = score.get("seat", score["player"])
    return len(game.seats) if score["what"] == What.CRIB else game.in_order.index(seat)


def _sums(score: _Score) -> tuple[int, ...]:
    """What may be pegged for a score by itself: all of it, and of the play each of its parts."""
    whole = score["earned"]
    parts = [points for _, points in score["parts"]] if score["what"] == What.PLAY else []
    return tuple(sorted({whole, *parts}))


def _must_be_pegged(score: _Score) -> bool:
    """Penalties are pegged by whoever calls for them; what was taken back was never earned."""
    return score["what"] != What.PENALTY and score.get("reason") != Reason.TAKEN_BACK


def _lacking(must: Iterable[_Score], pegged: int) -> int:
    """By how much these scores are more than what was pegged."""
    return sum(one["earned"] or 0 for one in must) - pegged


def _stands(side: Player, game: Game) -> int:
    """What a side's pegs show, let go of or not."""
    return max((game.score(side), *map(score_of, game.watches[side].holes)))


def front_after(move: str) -> int:
    """Of ``B 39/37>43/39``: 43."""
    return int(move.rpartition(">")[2].split("/")[0])


def _is_heap(seen: Observation, game: Game) -> bool:
    """Whether more than one card of the play came to light at once: their order is not known."""
    if not isinstance(seen, Cards) or seen.zone not in game.seats:
        return False
    return sum(laid.t == seen.t and laid.player == seen.zone for laid in game.deal.line.laid) > 1
