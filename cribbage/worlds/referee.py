"""The referee: observations in, events out; nobody is blamed while an honest history is left.

The game is judged as it was told, and again in every other history that the sensors leave open (`cribbage.worlds`).
What blames nobody is said at once, as it was told. What blames a player waits until nothing can be told any more
that acquits him; it is said if every history holds it against him, and else the move is `unverified`.

`receive` takes one observation; `tick` lets time pass; `next_deadline` says by when time matters. A log judged later
(without ticks) gets the same verdicts as the live table (with them).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf
from typing import Any, Final

from cribbage.book.correctedcard import OTHERWISE
from cribbage.book.game import Phase
from cribbage.book.items import Reason, What
from cribbage.book.show import PUT_RIGHT
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import Cards, Observation, Player, Said, Unread
from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.sight.contract import REACH_S, WORD_LATE_S, late_s_of, waits_since
from cribbage.sight.pegmoves import RELEASE_S
from cribbage.worlds.acquittal import FOLLOWS, Heard, faults, hear, odd_proof, right_proof
from cribbage.worlds.balance import Balance, Left, front_after
from cribbage.worlds.givenup import given_up_of, has_counted
from cribbage.worlds.held import Held
from cribbage.worlds.history import Matter, World, matter_of
from cribbage.worlds.proof import PROOF, gathered, heard

BOUND: Final = 32
"""More histories than this are not told apart: the rest of the deal is open then, and nobody is blamed in it."""
SAID_T: Final = "said_t"
"""Key of a verdict: when it was said (log time in s), the time of the act or of the deadline that made it so."""
WHY: Final = "it may have happened in another order than it was told"
_OF_PEGS_ALONE: Final = frozenset({Code.BACK_PEG_MOVED, Code.BACKWARD})
"""No card that is told later makes these right."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """A verdict that blames somebody and is not said yet; `due`: from when on nothing told can acquit him."""

    verdict: Event
    matter: Matter
    deal: int
    due: float
    acquitted: bool = False
    left: Left | None = None  # for how many points the balance leaves anybody to blame
    said: Event | None = None  # what became of it
    heard: list[dict[str, Any]] = field(default_factory=list)  # of histories that are no longer told apart


class Referee:
    """Judges one game from its observations."""

    def __init__(self, header: Header) -> None:
        self._late_s = late_s_of(header)
        self._header = header
        self._told = World(header, self._late_s)
        self._others: list[World] = []
        self._balance = Balance(self._told.game)
        self._held = Held(self._late_s)
        self._now = 0.0  # how far time has come
        self._at = 0.0  # when something was told, or fell due, last: what is said is said then
        self._waiting: list[_Waiting] = []
        self._open: set[int] = set()  # deals in which there were more histories than can be told apart
        self._out: list[Event | _Waiting] = []  # in the order in which it came about
        self._overdue = 0  # how many of these had waited since an earlier observation
        self._said: list[_Waiting] = []  # blame of late, which may have to be taken back
        self._put_right: list[Event] = []  # what was put right just now
        self._refused: list[Player] = []  # of whose hand the call refused just now may have been
        self._unclear_t = -inf  # when something was said last that was not plainly right
        # of whom a move was not verified, in which deal
        self._doubtful: set[tuple[Player | None, int]] = set()
        # by how much less than was judged too many was said to be, for which score
        self._not_sure: dict[object, int] = {}
        # scores for which too much was pegged as it was told
        self._too_many: set[object] = set()
        # the latest points too many of each side
        self._overpegged: dict[Player, Event] = {}
        # what was said of points too many that went back or stand, by their score
        self._became: dict[object, list[Event]] = {}
        # scores of which it is not said that too much was pegged for them
        self._not_said: set[object] = set()

    def __str__(self) -> str:
        return str(self._told.game)

    @property
    def worlds(self) -> int:
        """How many histories are considered, the one as told among them."""
        return 1 + len(self._others)

    @property
    def open_deals(self) -> int:
        """In how many deals of the game there were more histories than are told apart (`BOUND`)."""
        return len(self._open)

    def next_deadline(self) -> float | None:
        """When something will count as final if nothing else happens; None if nothing is pending."""
        return min(self._deadlines(), default=None)

    def _deadlines(self) -> list[float]:
        game_is_on = [world for world in (self._told, *self._others) if not world.game.over]
        deadlines = [world.next_deadline() for world in game_is_on]
        deadlines += [one.due for one in self._waiting if one.due > self._now]
        held = (one.verdict.t + RELEASE_S for one in self._waiting if self._may_be_held(one))
        deadlines += [released for released in held if released > self._now]
        return [deadline for deadline in deadlines if deadline is not None]

    def tick(self, t: float) -> list[Event]:
        """Time has come to `t` and nothing else was observed."""
        self._pass_time(t)
        return self._drain()

    def before(self, seen: Observation) -> list[Event]:
        """What falls due before an observation that is received next: said before it where it is kept."""
        self._pass_time(seen.t, since=waits_since(seen))
        return self._drain()

    def receive(self, seen: Observation) -> list[Event]:
        """Take in one observation."""
        self._pass_time(seen.t, since=waits_since(seen))
        self._at = max(self._at, seen.t)
        called = isinstance(seen, Said) and seen.what in ("muggins", "overpeg")
        if called:
            self._decide(at_once=True)  # what is called for is judged before the call
        worlds = [world for world in (self._told, *self._others) if not world.is_broken]
        late = [world for world in worlds if world.may_be_late(seen)]
        doubted = self._is_doubted(seen.t)
        self._held.see(seen)
        self._take(self._told.receive(seen))
        for world in self._others:
            world.receive(seen)
        self._try_challenges()
        if isinstance(seen, Cards) and seen.zone in self._told.game.seats and len(seen.seen) > 1:
            self._try_orders(seen)
        if late and self._matters(seen) and self._told.game.deal.number not in self._open:
            doubted, blamed = doubted or self._is_doubted(seen.t), self._is_blamed(seen.t)
            tried = (other for world in late for other in world.earlier(doubted, blamed))
            self._others += islice(tried, BOUND + 1)
        self._balance.see(seen, self._told.game)
        self._merge()
        self._take_back()
        self._decide(at_once=called)
        return self._drain()

    def finish(self) -> list[Event]:
        """The log ends: time goes on until nothing falls due any more, and what waits then gets its verdict."""
        while (due := self.next_deadline()) is not None:
            self._pass_time(due)
        self._take(self._told.finish())
        for world in self._others:
            world.finish()
        self._now = inf  # nothing is told any more
        self._merge()
        self._decide(at_once=True)
        for one in self._waiting:
            one.acquitted = True
        self._decide()
        return self._drain()

    def _matters(self, seen: Observation) -> bool:
        """Whether an earlier time of what is told may acquit anybody: that a place cannot be read does so only of
        what is held against him by now, a word only of a peg that it let go of before its second was over (of one
        that still waits for its verdict too)."""
        if isinstance(seen, Said):
            if any(one.verdict.body["code"] == Code.MUGGINS_REFUSED for one in self._waiting):
                return True  # the word that gave up what was called may be tapped after the call
            blamed = (one.verdict for one in self._waiting if "move" in one.verdict.body)
            pegged = [verdict.t for verdict in blamed] + [hold.move.t for hold in self._told.game.holds]
            return any(0 < seen.t - t < RELEASE_S for t in pegged)
        if not (isinstance(seen, Unread) and seen.count is None):
            return True
        return bool(self._told.game.holds) or any(seen.t - one.verdict.t <= REACH_S for one in self._waiting)

    def _is_blamed(self, now: float) -> bool:
        """Whether something of late is held against somebody, and the time is over in which a card may be told."""
        overdue = any(now - one.verdict.t <= REACH_S and one.due <= now for one in self._waiting)
        return overdue or any(now - one.verdict.t <= REACH_S for one in self._said)

    def _is_doubted(self, now: float) -> bool:
        """Whether anything of late is not plainly as it should be, so that another order might explain it."""
        game = self._told.game
        unclear = game.holds or game.hidden or game.deal.odd or game.deal.line.lost or game.remedies
        in_hand = any(
            watch.deadline is not None for watch in game.watches.values()
        )  # a card lets go of a peg
        return bool(
            unclear
            or in_hand
            or self._waiting
            or self._others
            or self._header.muggins
            or now - self._unclear_t <= REACH_S
        )

    # --- time --------------------------------------------------------------------------------------------------

    def _pass_time(self, t: float, since: float = inf) -> None:
        """Let time pass in every history, and say on the way what falls due, each at its own time.

        `since`: what is told next may have been there since then: what is held against anybody after it waits for it.
        """
        while (due := min((due for due in self._deadlines() if due > self._at), default=inf)) <= t:
            self._at = due
            self._let_pass(due, since)
        self._let_pass(t, since)

    def _let_pass(self, t: float, since: float) -> None:
        self._now = max(self._now, t)
        self._take(self._told.tick(t))
        for world in self._others:
            world.tick(t)
        self._try_challenges()
        self._decide(since=since)

    def _try_challenges(self) -> None:
        """What was put right may have been challenged aloud, and what was called for been given up aloud: tapped by
        nobody, or later."""
        put_right, self._put_right = self._put_right, []
        for event in put_right:
            others = [side for side in self._told.game.players if side != event.body["player"]]
            if self._told.game.deal.number not in self._open:
                tried = (self._told.challenged(by, event, self._now) for by in others)
                self._others += [world for world in tried if world is not None]
        refused, self._refused = self._refused, []
        if self._told.game.deal.number not in self._open:
            self._others += [self._told.given_up(seat, self._now) for seat in refused]

    def _try_orders(self, seen: Observation) -> None:
        """Cards that came into view together may have been laid in another order than they were told."""
        if self._told.game.deal.number not in self._open:
            self._others += self._told.reordered(seen)

    # --- what is said ------------------------------------------------------------------------------------------

    def _take(self, events: Iterable[Event]) -> None:
        """What the history as told says: all but blame is said at once."""
        game, events = self._told.game, list(events)
        self._balance.note(events, game)
        for event in events:
            if event.kind == "verdict" and event.body["code"] == Code.CORRECTED:
                self._put_right.append(event)
            # a card of the dealer's may have lain before their heels were pegged
            plain = event.body.get("code") == Code.SCORED and event.body.get("what") != What.HEELS
            if event.kind == "verdict" and not plain:
                self._unclear_t = event.t
            if event.kind == "verdict" and self._is_put_right(event):
                continue
            if event.kind != "verdict" or (
                event.body["code"] in NEUTRAL and event.body["code"] not in FOLLOWS
            ):
                self._out.append(self._said_now(event))
                continue
            if event.body["code"] == Code.OVERPEG:
                self._too_many.add(event.body.get("item"))
                self._overpegged[event.body["player"]] = event
            deal = game.deal.number
            sure = game.phase in (Phase.SHOW, Phase.OVER) or event.body["code"] in _OF_PEGS_ALONE
            due = event.t if sure else event.t + self._late_s
            if (hand := given_up_of(game, event)) is not None:
                self._refused.append(hand.seat)
                due = event.t + WORD_LATE_S
            due = max(due, self._may_be_accepted_late(event))
            one = _Waiting(event, matter_of(event, deal), deal, due)
            one.acquitted = self._goes_back_in_time(event)
            one.left = self._balance.left(event, _deal_of(one), game)
            self._waiting.append(one)
            self._out.append(self._waiting[-1])

    def _may_be_accepted_late(self, event: Event) -> float:
        """Until when (s) the word that accepted points too many may be of what was pegged before them."""
        over = self._overpegged.get(event.body["player"])
        is_late = event.body["code"] == Code.OVERPEG_STANDS and event.body.get("window") == Reason.ACCEPTED
        return over.t + WORD_LATE_S if is_late and over is not None else -inf

    def _goes_back_in_time(self, event: Event) -> bool:
        """Whether just so many go back as were too many, and the word that ended the time for it may be of before."""
        body, over = event.body, self._overpegged.get(event.body["player"])
        if body["code"] != Code.BACKWARD or over is None or body["points"] != over.body["points"]:
            return False
        stands = (one for one in self._waiting if one.verdict.body["code"] == Code.OVERPEG_STANDS)
        item = over.body.get("item")
        if not any(one.verdict.body.get("item") == item and one.due > event.t for one in stands):
            return False
        self._not_said.add(item)
        return True

    def _is_put_right(self, event: Event) -> bool:
        """Whether a person has put right what was read before that was held against anybody."""
        body = event.body
        if body["code"] != Code.WITHDRAWN or body["why"] not in (PUT_RIGHT, OTHERWISE):
            return False
        of = (body["of"], body["player"], body["since"])
        waiting = (one for one in self._waiting if one.said is None)
        one = next((one for one in waiting if _named(one.verdict) == of), None)
        if one is None:
            return False
        self._waiting.remove(one)
        told, earned = one.verdict.body, body["why"] == PUT_RIGHT
        kept = {key: told[key] for key in ("player", "pegged", "move", "what", "item") if key in told}
        found = {"code": Code.SCORED.value} if earned else {"code": Code.UNVERIFIED.value, "why": OTHERWISE}
        self._say(one, Event("verdict", one.verdict.t, kept | found | {"points": told["pegged"]}))
        return True

    def _decide(self, at_once: bool = False, since: float = inf) -> None:
        """Say what every history holds against a player, once nothing can be told any more that acquits him."""
        now, waiting = self._now, self._waiting
        self._waiting = []
        for one in waiting:
            if one.acquitted:
                self._acquit(one)
            elif self._may_be_held(one) or (
                (not at_once or _is_of_words(one)) and (one.due > now or one.verdict.t > since)
            ):
                self._waiting.append(one)
            else:
                self._weigh(one)

    def _may_be_held(self, one: _Waiting) -> bool:
        """Whether the peg that it is about may not have been let go of yet."""
        body = one.verdict.body
        waits = "move" in body and self._now < inf
        return waits and self._held.may_be(body["player"], one.verdict.t, self._now)

    def _slip(self, verdict: Event) -> float:
        """By how much a peg that was perhaps still held was set too far at first; infinite where nobody knows where
        it came down at last."""
        body = verdict.body
        if "move" not in body or not self._held.was_perhaps(body["player"], verdict.t):
            return 0
        last = self._held.came_down(body["player"], verdict.t)
        if body["code"] != Code.OVERPEG:
            return inf
        return 0 if last is None else max(front_after(body["move"]) - last, 0)

    def _weigh(self, one: _Waiting) -> None:
        verdict = one.verdict
        if self._follows(one):
            self._follow(one, verdict.body["item"])
            return
        whose = verdict.body["player"], _deal_of(one)
        if whose in self._doubtful and ("move" not in verdict.body or verdict.body.get("pegged") == 0):
            one.heard.append(heard((), "open", odd="earlier"))
            self._acquit(one)  # it may be what the move was for of which nobody knows what it was for
            return
        slip = self._slip(verdict)
        if slip == inf:
            one.heard.append(heard((), "open", odd="held"))
            self._acquit(one)
            return
        left = inf if one.left is None else self._balance.weighed(one.left, verdict)
        if left == 0:
            one.heard.append(heard((), "open", odd="balance"))
            self._acquit(one)
            return
        if any(_may_find_right(world, one) and world.finds_right(one.matter) for world in self._others):
            self._acquit(one)
            return
        alike = [
            self._hear(world, one, self._now).found
            for world in self._others
            if not (world.is_broken or _is_only_called_for(world, one))
        ]
        if _deal_of(one) in self._open or not all(alike):
            self._waiting.append(one)
            return
        told = verdict.body["points"] or 0
        points = {told - int(slip)}
        points |= {
            found.points - int(slip if found.matter == one.matter else 0)
            for found in alike
            if found and found.points is not None
        }
        if left < told:
            points.add(int(left))
        if slip and min(points) <= 0:
            one.heard.append(heard((), "open", odd="held"))
            self._acquit(one)
            return
        if slip:
            points.add(told)
        if len(points) > 1 and verdict.body["points"] is not None:  # all that every history holds against him
            least = min(points)
            self._not_sure[verdict.body.get("item")] = told - least
            verdict = one.verdict = replace(verdict, body={**verdict.body, "points": least, "least": True})
        self._balance.blame(verdict, _deal_of(one))
        self._say(one, verdict)
        self._said.append(one)

    def _follows(self, one: _Waiting) -> bool:
        """Whether it only says what became of points that were too many; a go that is taken back never was (8.9)."""
        body = one.verdict.body
        return body["code"] in FOLLOWS and "item" in body and body["item"] in self._too_many

    def _follow(self, one: _Waiting, item: str) -> None:
        """What becomes of points too many is said where it was said that they were too many."""
        if item in self._not_said:
            return
        if any(earlier.verdict.body.get("item") == item for earlier in self._waiting):
            self._waiting.append(one)
            return
        body = one.verdict.body
        not_sure = self._not_sure.get(item)
        if not_sure is not None:
            # What becomes of points that were too many at least became of so many at least.
            one.verdict = replace(
                one.verdict, body={**body, "points": body["points"] - not_sure, "least": True}
            )
        if one.verdict.body["points"] > 0:
            self._say(one, one.verdict)
            self._became.setdefault(item, []).append(one.verdict)

    def _said_now(self, event: Event, proof: list[dict[str, Any]] | None = None) -> Event:
        """What is said now, verdicts with the time at which they are said."""
        if event.kind != "verdict":
            return event
        proved = {} if proof is None else {PROOF: proof}
        return replace(event, body={**event.body, SAID_T: self._at, **proved})

    def _proof(self, one: _Waiting) -> list[dict[str, Any]]:
        """What the other histories say of a matter, those that have gone since too."""
        worlds = [world for world in self._others if not world.is_broken or world.finds_right(one.matter)]
        bound = [heard((), "open", odd="bound")] if _deal_of(one) in self._open else []
        told = [
            (right_proof(world, one.matter) if one.acquitted else None) or self._hear(world, one).proof
            for world in worlds
        ]
        return gathered(one.verdict, [*bound, *one.heard, *told])

    def _say(self, one: _Waiting, verdict: Event) -> None:
        """Say what became of something that waited: before what has come about since."""
        follows = self._follows(one)
        one.said = self._said_now(verdict, None if follows else self._proof(one))
        if one not in self._out:
            self._out.insert(self._overdue, one)
            self._overdue += 1

    def _acquit(self, one: _Waiting) -> None:
        """An honest history is left: a move is not verified then, and of a window nothing is said."""
        body = one.verdict.body
        one.acquitted = True
        self._not_said.add(body.get("item"))
        if "move" not in body:
            return
        self._doubtful.add((body["player"], _deal_of(one)))
        kept = {key: body[key] for key in ("player", "pegged", "move", "what", "item", "seat") if key in body}
        points = abs(body.get("pegged") or body["points"] or 0)
        self._balance.doubt(_deal_of(one), body["player"], points)
        self._say(
            one,
            Event(
                "verdict", one.verdict.t, {"code": Code.UNVERIFIED.value, "points": points, "why": WHY} | kept
            ),
        )

    def _take_back(self) -> None:
        """What was said is withdrawn where something told later than a sensor promises leaves an honest history."""
        now = self._now
        said, self._said = [one for one in self._said if now - one.verdict.t <= REACH_S], []
        for one in said:
            is_open = _deal_of(one) in self._open and "move" in one.verdict.body
            if not (
                is_open
                or any(_finds_right_late(world, one) for world in self._others)
                or self._balance.is_made_up(one.verdict, _deal_of(one), self._told.game)
            ):
                self._said.append(one)
                continue
            instead = replace(one, said=None, acquitted=True)
            proof = self._proof(instead)
            for verdict in (one.verdict, *self._became.pop(one.verdict.body.get("item"), ())):
                self._out.append(self._said_now(_withdrawal(verdict, now), proof))
            self._out.append(instead)
            self._acquit(instead)

    # --- histories ---------------------------------------------------------------------------------------------

    def _merge(self) -> None:
        """Histories that nobody can tell apart any more are one."""
        if not self._others:
            return
        alive, known, odd = [], {self._told.likeness()}, self._told.odd
        deal = self._told.game.deal.number
        too_many = len(self._others) > BOUND
        for world in self._others:
            if world.game.deal.number == deal and len(world.settled_odd(self._now)) > len(odd):
                self._note_proof(world, "odd")
                continue  # it asks of somebody what nobody does, and the log as told does not
            if world.forgets_award():
                self._note_proof(world, "award")
                continue  # who calls for points pegs them next
            if has_counted(self._told.game, world.gave_up):
                self._note_proof(world, "counted")
                continue  # who gives a hand up does not peg it
            if world.game.over and not self._told.game.over and world.game.deal.number < deal:
                self._note_proof(world, "over")
                continue  # nobody plays on after it
            if faults(world, deal) > faults(self._told, deal) + 1:
                self._note_proof(world, "more")
                continue  # what it might acquit one of, it holds against others twice
            key = world.likeness()
            if key in known or world.game.deal.number < deal - 1:
                self._gone(world)
                continue
            known.add(key)
            alive.append(world)
        if too_many:
            self._open.add(deal)
            dealers = {world.game.dealer for world in alive}
            if dealers - {self._told.game.dealer}:
                self._told.game.deal.sure_dealer = False  # nobody knows from here on who deals
            for world in alive:
                self._gone(world)
            alive = []
        self._others = alive

    def _gone(self, world: World) -> None:
        if world.is_broken:
            return
        for one in self._waiting:
            if not (self._follows(one) or _is_only_called_for(world, one)):
                one.acquitted = one.acquitted or self._hear(world, one).found is None
        self._note_proof(world)

    def _note_proof(self, world: World, fails: str = "") -> None:
        """A history is given up (`fails`: why, if by itself): what it says of what waits is kept."""
        for one in self._waiting:
            if fails == "odd":
                proof = odd_proof(world, min(world.odd - self._told.odd, key=str))
            elif fails in ("award", "counted", "over"):
                proof = heard(world.moved, "odd", odd=fails, player=_whose_it_was(world))
            elif fails:
                proof = heard(world.moved, "more")
            else:
                proof = self._hear(world, one).proof
            one.heard = gathered(one.verdict, [*one.heard, proof])

    def _hear(self, world: World, one: _Waiting, now: float = inf) -> Heard:
        return hear(world, self._told, one.verdict, one.matter, one.deal, now)

    def _drain(self) -> list[Event]:
        out, self._out, self._overdue = self._out, [], 0
        events = (one.said if isinstance(one, _Waiting) else one for one in out)
        return [event for event in events if event is not None]


def _named(verdict: Event) -> tuple[str, str, float]:
    """By what a withdrawal names a verdict."""
    return verdict.body["code"], verdict.body["player"], verdict.t


def _withdrawal(verdict: Event, now: float) -> Event:
    body = verdict.body
    about = {key: body[key] for key in ("player", "points", "move") if key in body}
    facts = {"of": body["code"], "since": verdict.t, "why": WHY}
    return Event("verdict", now, {"code": Code.WITHDRAWN.value, **about, **facts})


def _whose_it_was(world: World) -> Player | None:
    """Who challenged in a history, or gave a hand up."""
    return world.challenger if world.gave_up is None else world.gave_up[0]


def _is_of_words(one: _Waiting) -> bool:
    """Whether it waits for a word, which no other word brings any sooner."""
    return bool(one.verdict.body["code"] == Code.MUGGINS_REFUSED)


def _may_find_right(world: World, one: _Waiting) -> bool:
    """Whether a move is acquitted by being right in a history alone: of what is told later than promised, or of who
    challenged aloud in it."""
    return world.is_broken or world.challenger == one.verdict.body["player"]


def _is_only_called_for(world: World, one: _Waiting) -> bool:
    """Whether a history tells of what was put right only that somebody else had called for it: no acquittal."""
    return one.verdict.body["code"] == Code.CORRECTED and world.challenger not in (
        None,
        one.verdict.body["player"],
    )


def _finds_right_late(world: World, one: _Waiting) -> bool:
    """Whether what was told later than a sensor promises leaves an honest history of what has been said already."""
    return world.is_broken and world.finds_right(one.matter)


def _deal_of(one: _Waiting) -> int:
    """The deal that a verdict is about; some books say what was missed only when the next one is cut for."""
    name = str(one.verdict.body.get("item", ""))
    number = name.split("-", 1)[0]
    return int(number) if number.isdigit() else one.deal
