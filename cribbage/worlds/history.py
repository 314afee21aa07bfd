"""Other histories of the same game: what was told late may have happened before what was told meanwhile.

A `World` is one history: what was judged so far, and what is held against anybody in it. It keeps the game as it
stood some seconds ago beside it, and what was observed since: where something is told that may have happened
earlier, the same seconds are judged once more with it in each of its earlier places (`earlier`). Two worlds that
nobody will ever be able to tell apart again are one (`cribbage.worlds.likeness`).

Cost: an observation is judged once in each world, and where a place is tried the latest seconds once more for each
place; the game of some seconds ago is brought up to date only then.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, takewhile
from math import inf
from types import MappingProxyType
from typing import Final

from cribbage.book.game import Game, Phase
from cribbage.book.items import What
from cribbage.book.story import Story
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import Cards, Holes, Observation, Player, Said, Unread
from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.score.cards import Card
from cribbage.sight.contract import REACH_S, SINCE, could_lie_since, lay_since, unread_since
from cribbage.worlds.likeness import likeness
from cribbage.worlds.proof import Moved
from cribbage.worlds.twin import twin

Matter = tuple[object, ...]
"""What a verdict is about, the same in every history: a move by its player and time, or the score of a deal."""
_DEALS_KEPT: Final = 2
_KEPT: Final = 200  # observations at most before the game of some seconds ago takes in what is older
_MOVED_KEPT: Final = 3  # of what a history has in another place than it was told, the latest
_TOGETHER: Final = 3  # of so many cards that came into view together the order is tried
_TAPPED: Final = frozenset({"go", "claim", "none", "accept"})
"""Words that players tap; what is called for is judged as it stands when it is called."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something that a history holds against a player, or a move that is right in it."""

    code: str
    player: str | None
    points: int | None
    matter: Matter
    deal: int
    earned: int | None = None
    pegged: int | None = None
    t: float = 0.0

    @classmethod
    def of(cls, verdict: Event, deal: int) -> Found:
        """What a verdict of this deal says."""
        body = verdict.body
        about = body["code"], body["player"], body["points"], matter_of(verdict, deal), deal
        return cls(*about, body.get("earned"), body.get("pegged"), verdict.t)


def matter_of(verdict: Event, deal: int) -> Matter:
    """What a verdict is about: a move, or something else that its player did or missed in a deal."""
    body = verdict.body
    if "move" in body:
        return "move", body["player"], verdict.t
    if body["code"] == Code.MUGGINS_REFUSED:
        return body["code"], body["player"], verdict.t  # of a word, which nobody hears late
    return body["code"], body["player"], deal, body.get("item")


class _Judged:
    """A game as it stood at some time, and what had been found by then."""

    def __init__(self, story: Story, found: list[Found] | None = None) -> None:
        self.story = story
        self.found: list[Found] = [] if found is None else found
        self.right: dict[Matter, Found] = {}  # moves that were found right, of this deal
        self.moved: dict[Player, float] = {}  # when each side made the latest move that was judged
        self._deal = story.game.deal.number

    def twin(self) -> _Judged:
        game = self.story.game
        other = _Judged(twin(self.story, (game.header, game.profile)), list(self.found))
        other.right, other.moved = dict(self.right), dict(self.moved)
        return other

    def receive(self, seen: Observation) -> list[Event]:
        return self._note(self.story.receive(seen))

    def tick(self, t: float) -> list[Event]:
        return self._note(self.story.tick(t))

    def finish(self) -> list[Event]:
        return self._note(self.story.finish())

    def _note(self, events: list[Event]) -> list[Event]:
        deal = self.story.game.deal.number
        if deal != self._deal:
            self._deal, self.right = deal, {}
        for event in events:
            if event.kind != "verdict":
                continue
            found = Found.of(event, deal)
            if "move" in event.body:
                self.moved[event.body["player"]] = event.t
            if found.code == Code.SCORED:
                self.right[found.matter] = found
            if found.code not in NEUTRAL:
                self.found.append(found)
        if self.found and self.found[0].deal < deal - _DEALS_KEPT:
            self.found = [one for one in self.found if one.deal >= deal - _DEALS_KEPT]
        return events


class World:
    """One history. `late_s`: how late a card may be told where the log does not say it."""

    is_broken = False
    """Whether a sensor has told something later in it than it promises."""
    challenger: Player | None = None
    """Who challenged aloud in it, and did not tap it: what he pegs for that may be right."""
    gave_up: tuple[Player, int] | None = None
    """Who said aloud in it, and did not tap it, that his hand was worth nothing, and in which deal."""
    _order: Mapping[str, tuple[tuple[Card, ...], tuple[Card, ...]]] = MappingProxyType({})
    """Places at which cards came into view together: in which order they were told, and laid in it."""
    _challenged_t: float | None = None  # since when what is awarded for it has not been pegged
    moved: tuple[Moved, ...] = ()
    """What lay there in it earlier than it was told, the oldest first."""

    def __init__(self, header: Header, late_s: float) -> None:
        self._late_s = late_s
        self._behind = _Judged(Story(header))  # as it stood some seconds ago
        self._is_shared = False  # by other histories, which have the same past
        self._recent: list[Observation] = []
        self._now = _Judged(Story(header))

    @property
    def game(self) -> Game:
        """The game as it stands in this history."""
        return self._now.story.game

    @property
    def found(self) -> list[Found]:
        """What this history holds against anybody, of this deal and those just before."""
        return self._now.found

    def right(self, matter: Matter) -> Found | None:
        """A move of this deal that is right in this history; None where it is not."""
        return self._now.right.get(matter)

    def finds_right(self, matter: Matter) -> bool:
        """Whether a move of this deal is right in this history."""
        return matter in self._now.right

    @property
    def odd(self) -> set[tuple[str, Player, Card | None]]:
        """The cards of this deal that nobody should have laid as they were laid in it, and an order that is lost."""
        deal = self.game.deal
        return deal.odd | {("lost", "", None)} if deal.line.lost else deal.odd

    def settled_odd(self, now: float) -> set[tuple[str, Player, Card | None]]:
        """The same but for cards just laid: another that is told yet may have lain before them."""
        late = {laid.card for laid in self.game.deal.line.laid if laid.t > now - self._late_s}
        return {one for one in self.odd if one[2] is None or one[2] not in late}

    def settled_found(self, now: float, after: float) -> list[Found]:
        """What it holds against anybody, but for what it found in the play after a time (`after`, s) and too lately:
        a card that is told yet may make that right."""
        if self.game.phase in (Phase.SHOW, Phase.OVER):
            return self.found
        return [one for one in self.found if one.t <= max(after, now - self._late_s)]

    def next_deadline(self) -> float | None:
        """When something counts as final in it if nothing else happens."""
        return self._now.story.next_deadline()

    def likeness(self) -> Hashable:
        """What may still come of it; worlds of which this is equal are one."""
        return likeness(self.game)

    def receive(self, seen: Observation) -> list[Event]:
        """Take in one observation as it was told."""
        seen = self._in_order(seen)
        self._recent.append(seen)
        if len(self._recent) > _KEPT:
            self._catch_up(seen.t - REACH_S)
        return self._now.receive(seen)

    def tick(self, t: float) -> list[Event]:
        """Time has come to `t`."""
        return self._now.tick(t)

    def finish(self) -> list[Event]:
        """The log ends."""
        return self._now.finish()

    # --- what may have happened earlier ----------------------------------------------------------------------

    def may_be_late(self, seen: Observation) -> bool:
        """Whether what is told now, and is not received here yet, may have happened earlier and matters."""
        return _may_be_late(seen, self.game)

    def earlier(self, doubted: bool, blamed: bool) -> Iterator[World]:
        """The histories in which what was told last happened before something else that was told before it.

        `doubted`: something is held against somebody, or is not as it should be; if nothing is, it matters only
        for what people did but peg. `blamed`: something was said against somebody that might have to be withdrawn.
        """
        *recent, seen = self._recent
        places = [
            index
            for index in self._places(recent, seen, blamed)
            if doubted or not all(isinstance(one, Holes) for one in recent[index:])
        ]
        if not places:
            return
        before = self._catch_up(seen.t - REACH_S)
        *recent, seen = self._recent
        new = self._new_of(recent, seen)
        so_far, judged, made = self._behind.twin(), 0, []
        since = self._lay_since(recent, seen)
        for index in sorted(place - before for place in places if place >= before):
            for one in recent[judged:index]:
                so_far.receive(one)
            judged = index
            moved = replace(seen, t=recent[index].t)
            after = [moved, *(one for one in recent[index:] if not _is_older_word(one, seen))]
            other = self._other(so_far.twin(), after, seen.t)
            other._recent = [*recent[:index], *after]
            other.is_broken = self.is_broken or _landed(recent, index) <= since
            other.moved = (*self.moved, Moved.of(seen, new, by=moved.t))[-_MOVED_KEPT:]
            made.append(other)
        yield from reversed(made)

    def reordered(self, seen: Observation) -> Iterator[World]:
        """The histories in which cards that came into view together, where none could be read, were laid otherwise.

        `seen`: as it was told, and was received here last.
        """
        *recent, last = self._recent
        new = self._new_of(recent, last)
        if not (isinstance(seen, Cards) and isinstance(last, Cards)) or not 2 <= len(new) <= _TOGETHER:
            return
        if unread_since(recent, last, self._late_s) == inf:
            return  # each was seen as it was laid
        known = tuple(card for card in last.seen if card not in new)
        for cards in permutations(new):
            laid = replace(last, seen=(*known, *cards))
            together = None if cards == new else self._other(self._behind.twin(), [*recent, laid], seen.t)
            in_turn = self._in_turn(recent, laid, len(known))
            for other in (together, in_turn):
                if other is None or (other is in_turn and not other.odd <= self.odd):
                    continue
                other._order = {**self._order, seen.zone: (seen.seen, laid.seen)}
                other.moved = (*self.moved, Moved.of(laid, cards, by=seen.t, in_order=True))[-_MOVED_KEPT:]
                yield other

    def _in_turn(self, recent: list[Observation], last: Cards, known: int) -> World | None:
        """The history in which cards that came to light together were laid one by one, each when it was its player's
        turn: before the next that anybody else laid, and before what he pegged or said himself.

        `known`: how many of them had been read before. None if all of them came later.
        """
        since = self._lay_since(recent, last)
        so_far, history, laid = self._behind.twin(), list[Observation](), known
        holes: Mapping[Player, frozenset[int]] = {}
        for one in recent:
            game = so_far.story.game
            is_late = one.t > since and laid < len(last.seen)
            at_least = one.count or 0 if isinstance(one, Unread) and one.zone == last.zone else 0
            if is_late and (at_least > laid or _follows_card(one, last.zone, game, holes)):
                laid = max(laid + 1, at_least)
                card = replace(last, t=one.t, seen=last.seen[:laid])
                so_far.receive(card)
                history.append(card)
            if isinstance(one, Holes):
                holes = one.holes
            if not _is_older_word(one, last):
                so_far.receive(one)
                history.append(one)
        if laid == known:
            return None
        so_far.receive(last)
        return self._other(so_far, [*history, last], last.t, is_judged=True)

    def _in_order(self, seen: Observation) -> Observation:
        """What is told of a place whose cards were laid in another order in it."""
        if not isinstance(seen, Cards) or seen.zone not in self._order:
            return seen
        told, laid = self._order[seen.zone]
        if seen.seen[: len(told)] != told:
            self._order = {zone: order for zone, order in self._order.items() if zone != seen.zone}
            return seen
        return replace(seen, seen=(*laid, *seen.seen[len(told) :]))

    def challenged(self, by: Player, back: Event, now: float) -> World | None:
        """The history in which `by` had said aloud that too much was pegged, before it was put right (`back`)."""
        recent = self._recent
        track = back.body["player"]
        stood = ((i, one.holes) for i, one in enumerate(recent) if isinstance(one, Holes) and one.t == back.t)
        index, holes = next(stood, (0, {}))
        there = holes.get(track, frozenset())
        while index and _goes_back(recent[index - 1], there, track):
            index -= 1
        if not index:
            return None
        said = Said(recent[index].t, by, "overpeg")
        other = self._other(self._behind.twin(), [*recent[:index], said, *recent[index:]], now)
        other.challenger, other._challenged_t = by, back.t
        other.moved = (*self.moved, Moved.of(said, (), by=said.t))[-_MOVED_KEPT:]
        return other

    def given_up(self, by: Player, now: float) -> World:
        """The history in which `by` had said aloud, and did not tap, that his hand was worth nothing, before the call
        for its points that was received here last."""
        *recent, call = self._recent
        said = Said(call.t, by, "none")
        other = self._other(self._behind.twin(), [*recent, said, call], now)
        other.gave_up = by, self.game.deal.number
        other.moved = (*self.moved, Moved.of(said, (), by=call.t))[-_MOVED_KEPT:]
        return other

    def forgets_award(self) -> bool:
        """Whether who challenged aloud in it has pegged something else since: nobody does who called for points."""
        since, by = self._challenged_t, self.challenger
        if since is None or by is None or self._now.moved.get(by, since) <= since:
            return False
        if any(item.owed for item in self.game.open_items(by, What.PENALTY)):
            return True
        self._challenged_t = None
        return False

    def _new_of(self, recent: list[Observation], seen: Observation) -> tuple[Card, ...]:
        """The cards that were told last of a place, and had not been told of it before."""
        if not isinstance(seen, Cards):
            return ()
        told = [one.seen for one in recent if isinstance(one, Cards) and one.zone == seen.zone]
        before = told[-1] if told else self._behind.story.game.deal.zones.get(seen.zone, ())
        return tuple(card for card in seen.seen if card not in before)

    def _catch_up(self, t: float) -> int:
        """Let the game of some seconds ago take in what is older than `t`; how many observations that were."""
        older = sum(1 for _ in takewhile(lambda one: one.t < t, self._recent))
        if older and self._is_shared:
            self._behind, self._is_shared = self._behind.twin(), False
        for one in self._recent[:older]:
            self._behind.receive(one)
        del self._recent[:older]
        return older

    def _other(self, now: _Judged, history: list[Observation], t: float, *, is_judged: bool = False) -> World:
        """The history in which this comes after what has been judged so far; it has the same past, and goes on from
        what is assumed in this one."""
        other = World.__new__(World)
        other.is_broken, other.moved, other._order = self.is_broken, self.moved, self._order
        other.challenger, other._challenged_t = self.challenger, self._challenged_t
        other.gave_up = self.gave_up
        other._late_s, other._behind, other._recent = self._late_s, self._behind, history
        other._is_shared = self._is_shared = True
        other._now = now
        for one in () if is_judged else history:
            now.receive(one)
        now.tick(t)
        return other

    def _places(self, recent: list[Observation], seen: Observation, blamed: bool) -> Iterator[int]:
        """Before which of the observations just before it this may have happened, the latest first."""
        since = self._lay_since(recent, seen)
        if blamed:
            since = min(since, could_lie_since(seen, self._late_s))
        for index in range(len(recent) - 1, -1, -1):
            if _hinders(recent[index], seen) or _landed(recent, index) <= since:
                return
            if _is_an_act(recent[index], recent[index - 1] if index else None):
                yield index

    def _lay_since(self, recent: list[Observation], seen: Observation) -> float:
        """The same as of the contract; cards of a place that was told as unread may lie there as long as it was."""
        since = lay_since(seen, self._late_s)
        if not isinstance(seen, Cards) or SINCE in seen.extra:
            return since
        return min(since, unread_since(recent, seen, self._late_s))


def _follows_card(one: Observation, zone: str, game: Game, before: Mapping[Player, frozenset[int]]) -> bool:
    """Whether a card lay in this zone before what was observed: it was its player's turn, and another laid one or
    said go, or they themselves took up a peg or spoke."""
    if game.phase is not Phase.PLAY or _whose_turn(game) != zone:
        return False
    if isinstance(one, Cards | Unread):
        return one.zone in game.seats and one.zone != zone
    side = game.side(zone)
    if isinstance(one, Said):
        return one.what == "go" or one.by in (zone, side)
    return isinstance(one, Holes) and side in before and one.holes.get(side) != before[side]


def _whose_turn(game: Game) -> Player:
    """Whose turn it is to lay a card: of those who have not said go in this series."""
    line = game.deal.line
    said = game.deal.said_go.items()
    passed = game.deal.gone | {seat for seat, go in said if go.laid == len(line.of(seat))}
    if line.last is None or line.ended or not passed:
        return game.next_to_play()
    order = [*game.others(line.last.player), line.last.player]
    return next((seat for seat in order if line.held(seat) and seat not in passed), game.next_to_play())


def _goes_back(one: Observation, back: frozenset[int], track: Player) -> bool:
    """Whether a peg of the track is on its way `back`: in somebody's fingers, or there, and taken up once more."""
    return isinstance(one, Holes) and (len(one.holes.get(track, ())) == 1 or one.holes.get(track) == back)


def _landed(recent: list[Observation], index: int) -> float:
    """Until when the hand was at it that did what was observed: a peg that is taken up is put down later."""
    for one in recent[index:]:
        if not isinstance(one, Holes) or all(len(holes) >= 2 for holes in one.holes.values()):
            return one.t
    return inf


def _may_be_late(seen: Observation, game: Game) -> bool:
    """More cards before a player, or a word. Cards taken back, starter and crib hinder no peg."""
    if isinstance(seen, Said):
        return seen.what in _TAPPED and game.phase is not Phase.OVER
    if not isinstance(seen, Cards | Unread) or seen.zone not in game.seats or game.phase is Phase.OVER:
        return False
    if isinstance(seen, Unread) and seen.count is None and seen.zone not in game.hidden:
        return True  # a hand over it may have laid a card there
    cards = len(seen.seen) if isinstance(seen, Cards) else seen.count or 0
    return (
        cards > len(game.deal.zones.get(seen.zone, ())) or seen.zone in game.hidden or seen.zone in game.gap
    )


def _hinders(one: Observation, seen: Observation) -> bool:
    """Whether what is told now cannot have happened before this: it is of the same place, or of the same mouth."""
    if isinstance(seen, Said):
        return isinstance(one, Said) and one.by == seen.by
    same = Cards if isinstance(seen, Cards) else Cards | Unread
    return isinstance(one, same) and isinstance(seen, Cards | Unread) and one.zone == seen.zone


def _is_older_word(one: Observation, seen: Observation) -> bool:
    """Whether it said of a place that it was not read, where it is known by now what lay there."""
    return isinstance(seen, Cards) and isinstance(one, Unread) and one.zone == seen.zone


def _is_an_act(one: Observation, before: Observation | None) -> bool:
    """Whether it makes a difference to come before this: a peg that is taken up, a card, a word; not its landing."""
    if not isinstance(one, Holes):
        return True
    lifted = isinstance(before, Holes) and any(len(holes) < 2 for holes in before.holes.values())
    return not lifted
