"""Histories of one game: what was told late may have happened before what was told meanwhile.

A `History` is one order of events that the sensors leave open: the game judged in that order, and what is held
against anybody in it. Beside the game as it stands it keeps what was observed lately, and the game as it stood on the
way (`lately`). Where something is told that may have happened earlier, what came after is judged again, once for each
earlier place (`with_last_told_earlier`). Two histories that can never again be told apart are one (`comparable`).

Cost: an observation is judged once in each history; where earlier places are tried, what came after each of them once
more, and the way there once for all histories that share it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import inf
from types import MappingProxyType
from typing import Final

from cribbage.book.correctedcard import OTHERWISE
from cribbage.book.game import Game, Phase
from cribbage.book.items import What
from cribbage.book.story import Story
from cribbage.book.zones import are_others
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import (
    CRIB,
    STARTER,
    Cards,
    Holes,
    Observation,
    Player,
    Said,
    Unread,
    Zone,
)
from cribbage.score.cards import Card
from cribbage.sight.contract import (
    REACH_S,
    SINCE,
    could_lie_since,
    late_s_of,
    lay_since,
    settle_s_of,
    unread_since,
)
from cribbage.worlds.comparable import Comparable
from cribbage.worlds.inturn import holes_before, shows_earlier_card
from cribbage.worlds.judged import SAID_AS_TOLD, DealerUnsure, Effort, Found, Judged, Matter
from cribbage.worlds.lately import TIME_OF, DealBegun, Lately
from cribbage.worlds.proof import ToldLate
from cribbage.worlds.putright import read_rightly

_TOLD_LATE_KEPT: Final = 3  # the latest of what a history has earlier than it was told
_MOST_PERMUTED: Final = 4  # cards that came into view together: a hand; of more, only the order told is tried
_TAPPED: Final = frozenset({"go", "claim", "none", "accept"})
"""Words that may be tapped later than they were said. Calls are not among them: they are judged by what stands when
they are tapped."""


class History:
    """One history of a game."""

    breaks_contract = False
    """Whether a sensor must have told something later than it promises, for this history to be true."""
    _broke_in = 0
    """The deal, as told, in which that was."""
    late_until = -inf
    """When something was told (s) that came so much earlier in it that blame may have been said meanwhile."""
    challenger: Player | None = None
    """The player who challenged aloud in it, by a word nobody tapped: what they peg for that may be right."""
    gave_up: tuple[Player, int] | None = None
    """The player who gave a hand up aloud in it, by a word nobody tapped, and in which deal."""
    _laid_orders: Mapping[str, tuple[tuple[Card, ...], tuple[Card, ...]]] = MappingProxyType({})
    """For zones where cards came into view together: the order in which they were told, and laid in this history."""
    _deal_begun: DealBegun | None = None
    """How the deal that is on began; only of the history as told."""
    _challenged_t: float | None = None  # when it was put right; None once the award is pegged
    told_late: tuple[ToldLate, ...] = ()
    """What happened earlier in it than it was told, the oldest first."""

    def __init__(self, header: Header, effort: Effort | None = None) -> None:
        self._late_s, self._settle_s = late_s_of(header), settle_s_of(header)
        self._effort = effort or Effort()
        self._lately = Lately(Judged(Story(header), self._effort))
        self._current = Judged(Story(header), self._effort)
        self._deal_begun = DealBegun(self._current.copy(), self.game.deal.number)

    @property
    def game(self) -> Game:
        """The game as it stands in this history."""
        return self._current.story.game

    @property
    def latest(self) -> Observation:
        """What was observed last."""
        return self._lately.observed[-1]

    @property
    def found(self) -> list[Found]:
        """What this history holds against anybody, in this deal and the two before it."""
        return self._current.found

    def is_past(self, deal: int) -> bool:
        """Whether it tells nothing any more of the deal that is on by now, or of the one before it."""
        return self.game.deal.number < deal - 1 or (self.breaks_contract and self._broke_in < deal - 1)

    def right(self, matter: Matter) -> Found | None:
        """A move of this deal that is right in this history; None where it is not."""
        return self._current.right_moves.get(matter)

    def moved_t(self, side: Player) -> float:
        """When a side last moved a peg, as far as that has a verdict (s); before it has, minus infinity."""
        return self._current.latest_move_t.get(side, -inf)

    def finds_right(self, matter: Matter) -> bool:
        """Whether a move of this deal is right in this history."""
        return matter in self._current.right_moves

    def awarded(self, call: Event) -> int:
        """How many points a call that was right as told is right for in this history."""
        return self._current.awards.get((call.body["player"], call.t), 0)

    @property
    def remarked(self) -> set[Matter]:
        """What was remarked in it, in this deal and the one before it."""
        return self._current.remarked

    @property
    def odd(self) -> set[tuple[str, Player, Card | None]]:
        """The cards of this deal that were laid in it as nobody should have laid them (how, by whom, the card), and
        ``lost`` where the cards make no order of play, though no place was hidden."""
        deal = self.game.deal
        return deal.odd | {("lost", "", None)} if deal.line.lost and not deal.line.hidden else deal.odd

    def settled_odd(self, now: float) -> set[tuple[str, Player, Card | None]]:
        """`odd` without cards just laid and what they make of the order: before them there may have lain another that
        is still to be told."""
        just_laid = {laid.card for laid in self.game.deal.line.laid if laid.t > now - self._settle_s}
        unsettled = {*just_laid, None} if just_laid else set()
        return {one for one in self.odd if one[2] not in unsettled}

    def settled_found(self, now: float, after: float) -> list[Found]:
        """`found` without what came about in the play after the time `after` (s) and only just before `now`: a card
        that is still to be told may make that right."""
        if self.game.phase in (Phase.SHOW, Phase.OVER):
            return self.found
        return [one for one in self.found if one.t <= max(after, now - self._settle_s)]

    def next_deadline(self) -> float | None:
        """When something in it counts as final if nothing else happens (s); None if nothing is pending."""
        return self._current.story.next_deadline()

    def comparable_state(self) -> Hashable:
        """What its future can depend on, to be compared while it stands as it does: histories for which this is equal
        are one."""
        return Comparable(self.game)

    def receive(self, seen: Observation, is_passed: bool = False) -> list[Event]:
        """Take in one observation as it was told, when time has come to it. `is_passed`: what is told next may well
        have happened before it, so the game is kept as it stands now."""
        seen = self._in_laid_order(seen)
        if is_passed:
            self._lately.keep(self._current.copy())
        self._lately.add(seen)
        is_starter = isinstance(seen, Cards) and seen.zone == STARTER and bool(seen.seen)
        before = self._current.copy() if is_starter and self._deal_begun is not None else None
        events = self._current.receive(seen)
        if self._deal_begun is not None:
            self._deal_begun = self._deal_begun.with_one(seen, before, self._current)
        return events

    def doubt_dealer(self) -> None:
        """From here on nobody knows who deals, in the history as told."""
        assert self._deal_begun is not None
        unsure = DealerUnsure(self._lately.observed[-1].t, part="dealer", what="unsure")
        self._current.receive(unsure)
        self._lately.add(unsure)
        self._deal_begun.observed.append(unsure)

    def tick(self, t: float) -> list[Event]:
        """Time has come to `t`."""
        return self._current.tick(t)

    def finish(self) -> list[Event]:
        """The log ends."""
        return self._current.finish()

    # --- what may have happened earlier ----------------------------------------------------------------------

    def may_be_late(self, seen: Observation) -> bool:
        """Whether an observation, not received here yet, may have happened earlier in a way that matters."""
        return _may_be_late(seen, self.game)

    def tells_cards_gone(self, seen: Observation) -> bool:
        """Whether an observation, not received here yet, tells that a player's cards were turned over in the play, or
        taken up when one of them, the last, had not been told."""
        if not (isinstance(seen, Cards) and seen.zone in self.game.seats and self.game.phase is Phase.PLAY):
            return False
        lay, held = self.game.deal.zones.get(seen.zone, ()), self.game.deal.line.held(seen.zone)
        return bool(lay) and are_others(lay, seen.seen) and (self.game.profile.turns_cards or held == 1)

    def earlier_places(self, doubted: bool, blamed: bool) -> list[int]:
        """Where what was told last may have happened earlier: before which of what was observed lately (indexes).

        `doubted`: something is held against somebody or is not plainly right; without that, only places before a card
        or a word matter, not those before pegs alone. `blamed`: blame was said lately and might have to be withdrawn,
        so places are tried that break the promise of the sensors too.
        """
        *recent, seen = self._lately.observed
        first = self._lately.first_since(seen.t - REACH_S)
        return [
            index
            for index in self._earlier_places(recent, seen, blamed)
            if index >= first and (doubted or not all(isinstance(one, Holes) for one in recent[index:]))
        ]

    def with_last_told_earlier(self, indexes: Sequence[int]) -> Iterator[History]:
        """The histories in which what was told last happened earlier, at each of its `earlier_places`."""
        *recent, seen = self._lately.observed
        new = self._new_cards(recent, seen) if indexes else ()
        since = self._lay_since(recent, seen)
        games = [self._lately.game_before(index) for index in reversed(indexes)]  # each goes on from the last
        for index, game in zip(indexes, reversed(games), strict=True):
            earlier = replace(seen, t=recent[index].t)
            rest = [one for one in recent[index:] if not _is_outdated_unread(one, seen)]
            is_play = game.story.game.phase is Phase.PLAY
            orders = [([earlier, *rest], new)]
            if is_play:
                apart = self._first_of_together(recent, index, seen)
                orders += (([part, earlier, *rest], new) for part in apart)
                first = enumerate(_first_of(earlier, new), 1)
                orders += (([part, *rest, seen], new[:some]) for some, part in first)
            for order, cards in orders:
                other = self._branch(index, order, seen.t, game.copy())
                finished_t = _finished_t(recent, index)
                if finished_t <= since:
                    other.breaks_contract, other._broke_in = True, self.game.deal.number
                if finished_t <= seen.t - self._settle_s:
                    other.late_until = seen.t
                told_late = ToldLate.of(seen, cards, by_t=earlier.t)
                other.told_late = (*self.told_late, told_late)[-_TOLD_LATE_KEPT:]
                yield other

    def _first_of_together(self, recent: list[Observation], index: int, seen: Observation) -> Iterator[Cards]:
        """Where several cards of a player were told together in the play, the first one, the first two and so on:
        what another player laid may have come between. `index`: of the observation that told them; `seen`: what may
        have come between."""
        together, seats = recent[index], self.game.seats
        if not (isinstance(seen, Cards | Unread) and isinstance(together, Cards)):
            return
        if not (seen.zone in seats and together.zone in seats):
            return
        yield from _first_of(together, self._new_cards(recent[:index], together))

    def with_other_orders(self, seen: Observation) -> Iterator[History]:
        """The histories in which cards that came into view together were laid each in its turn, or, where their zone
        was not read before, in another order.

        `seen`: the observation received last, as it was told.
        """
        *recent, last = self._lately.observed
        new = self._new_cards(recent, last)
        if not (isinstance(seen, Cards) and isinstance(last, Cards)) or len(new) < 2:
            return
        if seen.zone in self.game.deal.carried.values():
            return  # they are laid there after the play, together (Rule: ACC 9.2.b)
        # Where the place was read all the time, they lie in the order in which they were laid.
        is_order_told = unread_since(recent, last, self._late_s) == inf
        if is_order_told and not self.odd:
            return  # as they were told, each was laid in its turn
        known = tuple(card for card in last.seen if card not in new)
        for cards in [new] if is_order_told else _orders_of(new):
            if self._effort.is_too_much:
                return
            laid = replace(last, seen=(*known, *cards))
            together = None if cards == new else self._branch(len(recent), [laid], seen.t)
            for other in (together, *self._laid_in_turn(recent, laid, len(known))):
                if other is None or (other is not together and not other.odd <= self.odd):
                    continue
                other._laid_orders = {**self._laid_orders, seen.zone: (seen.seen, laid.seen)}
                told_late = ToldLate.of(laid, cards, by_t=seen.t, in_order=True)
                other.told_late = (*self.told_late, told_late)[-_TOLD_LATE_KEPT:]
                yield other

    def _laid_in_turn(self, recent: list[Observation], last: Cards, known: int) -> Iterator[History | None]:
        """The histories in which cards that came into view together were laid one by one, each in its player's turn:
        before the next card of anybody else, and before what its player then pegged or said.

        `last` tells the cards; the first `known` of them had been read before. What their player pegs or says after a
        card of their own is for that card, or, where that makes a difference, the go that ends its series. None where
        no card can have lain earlier than it was told.
        """
        first = bisect_right(recent, self._lay_since(recent, last), key=TIME_OF)
        before = holes_before(recent[:first])
        is_same = True
        for goes in (False, True):
            game, after, laid, holes = (
                self._lately.game_before(first).copy(),
                list[Observation](),
                known,
                before,
            )
            for one in recent[first:]:
                at_least = one.count or 0 if isinstance(one, Unread) and one.zone == last.zone else 0
                is_card = not goes and shows_earlier_card(one, last.zone, game.story.game, holes, goes=False)
                game.tick(one.t)  # one that was pegged before has ended the series
                is_go = shows_earlier_card(one, last.zone, game.story.game, holes, goes=True)
                is_same = is_same and is_card is is_go
                is_shown = at_least > laid or (is_go if goes else is_card)
                if is_shown and laid < len(last.seen):
                    laid = max(laid + 1, at_least)
                    after.append(replace(last, t=one.t, seen=last.seen[:laid]))
                    game.receive(after[-1])
                    if not game.story.game.deal.odd <= self.odd:
                        break  # nobody would have laid it then
                holes = one.holes if isinstance(one, Holes) else holes
                if not _is_outdated_unread(one, last):
                    after.append(one)
                    game.receive(one)
            if laid == known:
                yield None
            else:
                game.receive(last)
                yield self._branch(first, [*after, last], last.t, game, is_judged=True)
            if is_same:
                return

    def _in_laid_order(self, seen: Observation) -> Observation:
        """An observation with its cards in the order in which they were laid in this history."""
        if not isinstance(seen, Cards) or seen.zone not in self._laid_orders:
            return seen
        told, laid = self._laid_orders[seen.zone]
        if seen.seen[: len(told)] != told:
            self._laid_orders = {
                zone: order for zone, order in self._laid_orders.items() if zone != seen.zone
            }
            return seen
        return replace(seen, seen=(*laid, *seen.seen[len(told) :]))

    def with_challenge(self, by: Player, track: Player, back_t: float, now: float) -> History | None:
        """The history in which `by` had said aloud that too much was pegged, before it was put right.

        `track`, `back_t`: whose peg had gone back, and when (s). None where nothing is left of the time before.
        """
        recent = self._lately.observed
        stood = ((i, one.holes) for i, one in enumerate(recent) if isinstance(one, Holes) and one.t == back_t)
        index, holes = next(stood, (0, {}))
        there = holes.get(track, frozenset())
        while index and _is_on_the_way_back(recent[index - 1], there, track):
            index -= 1
        if not index:
            return None
        said = Said(recent[index].t, by, "overpeg")
        other = self._branch(index, [said, *recent[index:]], now)
        other.challenger, other._challenged_t = by, back_t
        other.take_put_right()
        other.told_late = (*self.told_late, ToldLate.of(said, (), by_t=said.t))[-_TOLD_LATE_KEPT:]
        return other

    def with_hand_given_up(self, by: Player, now: float) -> History:
        """The history in which `by` had given their hand up aloud before the call for its points, which was received
        here last."""
        *recent, call = self._lately.observed
        said = Said(call.t, by, "none")
        other = self._branch(len(recent), [said, call], now)
        other.gave_up = by, self.game.deal.number
        other.told_late = (*self.told_late, ToldLate.of(said, (), by_t=call.t))[-_TOLD_LATE_KEPT:]
        return other

    def with_cards_put_right(self, zone: Zone, right: Mapping[Card, Card]) -> History:
        """The history in which cards of a zone were read as a person says from the beginning of the deal; `right`: by
        what they were read as. What was told last says so. Only of the history as told is so much known."""
        assert self._deal_begun is not None
        observed, game = read_rightly(self._deal_begun.observed, zone, right), self._deal_begun.before.copy()
        for one in observed[:-1]:
            game.receive(one)
        lately = Lately(game.copy())  # nothing is tried earlier in it
        for one in observed[-1:]:  # none, if another deal began by what was told last
            lately.add(one)
            game.receive(one)
        other = self._branch(len(self._lately.observed), [], self.latest.t, game, is_judged=True)
        other._lately = lately
        other.breaks_contract, other._broke_in = True, self.game.deal.number
        return other

    def take_over(self, told: History, zone: Zone, right: Mapping[Card, Card]) -> list[Event]:
        """From here on this is the history as told, instead of `told`: there the deal seemed void, only as cards of a
        zone were read wrongly, a person says (`with_cards_put_right`). What is to be told of that."""
        game, begun, was = self.game, told._deal_begun, told.game.deal
        assert begun is not None
        self._deal_begun = DealBegun(begun.before, begun.number, read_rightly(begun.observed, zone, right))
        self.breaks_contract, self._broke_in = History.breaks_contract, History._broke_in
        self.told_late, self.late_until = History.told_late, History.late_until
        game.deal.put_right, game.deal.reread = was.put_right, was.reread
        dropped = told._current.story.drop_items({item.id for item in game.items})
        said = {code: t for code, t in was.void_since.items() if code in SAID_AS_TOLD}
        return [*dropped, *self._current.story.tell_all_again(said, OTHERWISE)]

    def take_put_right(self) -> list[tuple[Player, float]]:
        """By whom, and when (s), what was too much was put back in this history, or more, since it was asked last:
        somebody may have challenged that aloud."""
        put_right, self._current.put_right = self._current.put_right, []
        return put_right

    def has_forgotten_award(self) -> bool:
        """Whether the challenger has pegged something else while the award is still owed: nobody who called for
        points does that."""
        since, by = self._challenged_t, self.challenger
        if since is None or by is None or self._current.latest_move_t.get(by, since) <= since:
            return False
        if any(item.owed and not item.pegged for item in self.game.open_items(by, What.PENALTY)):
            return True
        self._challenged_t = None
        return False

    def with_card_gone_unread(self) -> Iterator[History]:
        """The histories in which somebody had laid one more card, which was gone before it was read: taken up with
        theirs after the play, turned over with them, or turned over alone as the first of its series. What was told
        last is that the cards of one player are gone from their place.

        Rule: ACC 9.2.a, Alberta 8.d.
        """
        *recent, seen = self._lately.observed
        assert isinstance(seen, Cards)
        told_game = self._lately.game_before(len(recent)).story.game
        for seat in told_game.seats:
            lay = len(told_game.deal.zones.get(seat, ()))
            if not told_game.deal.line.held(seat) or (
                seat != seen.zone and (lay or not told_game.profile.turns_cards)
            ):
                continue  # what the others still show is told when it goes
            after = [seen] if lay else [Cards(seen.t, seat, ()), seen]
            since = {SINCE: seen.extra[SINCE]} if SINCE in seen.extra else {}
            one_more = Unread(seen.t, seat, lay + 1, since)
            for index in self._earlier_places(recent, one_more, blamed=False):
                if self._effort.is_too_much:
                    return
                unread = replace(one_more, t=recent[index].t)
                other = self._branch(index, [unread, *recent[index:], *after], seen.t)
                told_late = ToldLate.of(one_more, (), by_t=unread.t)
                other.told_late = (*self.told_late, told_late)[-_TOLD_LATE_KEPT:]
                yield other

    def _new_cards(self, recent: list[Observation], seen: Observation) -> tuple[Card, ...]:
        """The cards in an observation of a zone that had not been told of it before."""
        if not isinstance(seen, Cards):
            return ()
        told = [one.seen for one in recent if isinstance(one, Cards) and one.zone == seen.zone]
        before = told[-1] if told else self._lately.first_game.story.game.deal.zones.get(seen.zone, ())
        return tuple(card for card in seen.seen if card not in before)

    def _branch(
        self,
        index: int,
        after: list[Observation],
        t: float,
        game: Judged | None = None,
        *,
        is_judged: bool = False,
    ) -> History:
        """Another history, with the assumptions of this one: the same up to an index of what was observed lately,
        and then `after` instead, up to the time `t`. `game`, which it keeps: as it stood at that index, or with
        `after` if it `is_judged`."""
        other = History.__new__(History)
        other.breaks_contract, other._broke_in = self.breaks_contract, self._broke_in
        other.told_late, other.late_until = self.told_late, self.late_until
        other._laid_orders = self._laid_orders
        other.challenger, other._challenged_t = self.challenger, self._challenged_t
        other.gave_up = self.gave_up
        other._late_s, other._settle_s, other._effort = self._late_s, self._settle_s, self._effort
        other._lately = self._lately.forked(index, after)
        other._current = self._lately.game_before(index).copy() if game is None else game
        for one in () if is_judged else after:
            other._current.receive(one)
        other._current.tick(t)
        return other

    def _earlier_places(self, recent: list[Observation], seen: Observation, blamed: bool) -> Iterator[int]:
        """The indexes in `recent` of the observations before which this one may have happened, the latest first."""
        since = self._lay_since(recent, seen)
        if blamed:
            since = min(since, could_lie_since(seen, self._late_s))
        for index in range(len(recent) - 1, -1, -1):
            if _must_come_after(seen, recent[index]) or _finished_t(recent, index) <= since:
                return
            if _is_act(recent[index], recent[index - 1] if index else None):
                yield index

    def _lay_since(self, recent: list[Observation], seen: Observation) -> float:
        """Since when it may have been there (s): by the contract of the sensors; cards in a zone that was told as
        unread may have lain there as long as it was."""
        since = lay_since(seen, self._late_s)
        if not isinstance(seen, Cards) or SINCE in seen.extra:
            return since
        return min(since, unread_since(recent, seen, self._late_s))


def _orders_of(cards: tuple[Card, ...]) -> Iterable[tuple[Card, ...]]:
    """The orders in which cards may have been laid, as told first; one of those in which only cards of one rank
    change places, which earn the same. Of more than a hand only the order told."""
    firsts: dict[tuple[int, ...], tuple[Card, ...]] = {}
    for order in permutations(cards) if len(cards) <= _MOST_PERMUTED else [cards]:
        firsts.setdefault(tuple(card.rank for card in order), order)
    return firsts.values()


def _first_of(told: Observation, new: Sequence[Card]) -> Iterator[Cards]:
    """Where several `new` cards were told together: the first one, the first two, and so on, with those known."""
    if isinstance(told, Cards):
        known = tuple(card for card in told.seen if card not in new)
        for some in range(1, len(new)):
            yield replace(told, seen=(*known, *new[:some]))


def _is_on_the_way_back(one: Observation, back: frozenset[int], track: Player) -> bool:
    """Whether a track is being put right: a peg of it is in somebody's fingers, or its pegs stand as they do in the
    end (`back`), to be taken up once more."""
    return isinstance(one, Holes) and (len(one.holes.get(track, ())) == 1 or one.holes.get(track) == back)


def _finished_t(recent: list[Observation], index: int) -> float:
    """When the act that an observation shows was finished (s): a peg that is taken up is put down later. Infinite
    where it is still up."""
    for one in recent[index:]:
        if not isinstance(one, Holes) or all(len(holes) >= 2 for holes in one.holes.values()):
            return one.t
    return inf


def _may_be_late(seen: Observation, game: Game) -> bool:
    """Whether an observation may be told late and matters earlier: more cards of a player, the last one taken back in
    the play, a starter that was hidden while somebody led, or told after what looked like cards of the deal before, a
    starter or a crib while a peg may be held, or a word. When cards were taken up, or another starter lay there,
    makes no peg right or wrong."""
    if isinstance(seen, Said):
        return seen.what in _TAPPED and game.phase is not Phase.OVER
    if isinstance(seen, Cards) and seen.zone in (STARTER, CRIB):
        # As it was told it says that a peg was let go of.
        may_be_held = any(watch.deadline is not None for watch in game.watches.values())
        if seen.zone == CRIB or not seen.seen:
            return bool(seen.seen) and may_be_held
        is_next = game.phase is Phase.STARTER or (game.phase is Phase.SHOW and game.deal.starter_gone)
        is_unseen = STARTER in game.blind_since or is_next
        return is_unseen and (may_be_held or any(map(game.deal.zones.get, game.seats)))
    if not isinstance(seen, Cards | Unread) or seen.zone not in game.seats or game.phase is Phase.OVER:
        return False
    if isinstance(seen, Cards) and not seen.seen:
        return False
    if isinstance(seen, Unread) and seen.count is None:
        return True  # the arm over it may have laid a card there
    cards = len(seen.seen) if isinstance(seen, Cards) else seen.count or 0
    lay = game.deal.zones.get(seen.zone, ())
    if game.profile.turns_cards and isinstance(seen, Cards) and are_others(lay, seen.seen):
        return True  # those before were turned over, which was not told
    known = len(lay)
    if cards == known - 1 and (
        game.phase is Phase.PLAY or (isinstance(seen, Cards) and seen.seen == lay[:-1])
    ):
        return True  # the next card, also one that ends the play, may have been laid since it went back (ACC 7.1)
    return cards > known or seen.zone in game.hidden or seen.zone in game.gap


def _must_come_after(seen: Observation, one: Observation) -> bool:
    """Whether `seen` cannot have happened before `one`: both are of the same zone, or words of the same player."""
    if isinstance(seen, Said):
        return isinstance(one, Said) and one.by == seen.by
    same = Cards if isinstance(seen, Cards) else Cards | Unread
    return isinstance(one, same) and isinstance(seen, Cards | Unread) and one.zone == seen.zone


def _is_outdated_unread(one: Observation, seen: Observation) -> bool:
    """Whether `one` told a zone as unread, and `seen` tells by now which cards lay there."""
    return isinstance(seen, Cards) and isinstance(one, Unread) and one.zone == seen.zone


def _is_act(one: Observation, before: Observation | None) -> bool:
    """Whether an observation shows an act, so that it matters what came before it: a card, a word, a peg taken up;
    not the landing of that peg. `before`: the observation before it."""
    if not isinstance(one, Holes):
        return True
    lifted = isinstance(before, Holes) and any(len(holes) < 2 for holes in before.holes.values())
    return not lifted
