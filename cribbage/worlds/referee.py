"""The referee: observations in, events out; nobody is blamed while an honest history is left.

The game is judged as it was told, and again in every other history that the sensors leave open (`cribbage.worlds`).
What blames nobody is said at once, as it was told. What blames a player waits until nothing that could acquit them
can still be told; it is said if every history holds it against them, and otherwise the move is `unverified`.

`receive` takes one observation; `tick` lets time pass; `next_deadline` says by when time matters. A log judged later
(without ticks) gets the same verdicts as the live table (with them).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import Any, Final

from cribbage.book.blame import JUDGED_AGAIN
from cribbage.book.challengedaloud import may_go_back
from cribbage.book.correctedcard import OTHERWISE
from cribbage.book.game import Phase
from cribbage.book.items import Reason, What
from cribbage.book.unseenpegs import ELSEWHERE
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import Cards, Observation, Player, Said, Zone
from cribbage.log.verdicts import Code
from cribbage.score.cards import Card
from cribbage.sight.contract import REACH_S, WORD_LATE_S, late_s_of, settle_s_of, waits_since
from cribbage.sight.pegmoves import RELEASE_S
from cribbage.worlds.acquittal import FOLLOW_UPS, Answer, answer_of, nobodys, right_statement
from cribbage.worlds.balance import Balance
from cribbage.worlds.forks import Forks
from cribbage.worlds.handsgivenup import hand_perhaps_given_up
from cribbage.worlds.heldpegs import HeldPegs, is_in_hand
from cribbage.worlds.history import History
from cribbage.worlds.judged import matter_of
from cribbage.worlds.movetext import length_of
from cribbage.worlds.ordersaid import OrdersSaid
from cribbage.worlds.outbox import Outbox
from cribbage.worlds.proof import gather_proof, statement
from cribbage.worlds.putright import pegs_put_right, put_right_by
from cribbage.worlds.remarkssaid import RemarksSaid
from cribbage.worlds.saidblame import SaidBlame, is_held_in, is_since
from cribbage.worlds.waiting import (
    WHY,
    Waiting,
    acquits_if_right,
    award_of_at_least,
    awarded_in,
    blame_of_at_least,
    deal_of,
    failed_statement,
    is_award,
    is_held,
    is_only_called_for,
    is_right_after_all,
    is_said_as_told,
    key_of,
    may_acquit,
    may_have_gone_back,
    not_upheld,
    not_verified,
    points_held,
    read_otherwise,
    said_at,
    waits_for_word,
    withdrawal,
)

_NO_CARD_EXCUSES: Final = frozenset({Code.BACK_PEG_MOVED, Code.BACKWARD})
"""Faults that no card told later can make right."""


class Referee:
    """Judges one game from its observations."""

    def __init__(self, header: Header) -> None:
        self._late_s = late_s_of(header)
        self._settle_s = settle_s_of(header)
        self._header = header
        self._forks = Forks(header)
        self._told = self._forks.told  # everything as it was told
        self._balance = Balance(self._told.game)
        self._held = HeldPegs(self._late_s)
        self._orders = OrdersSaid()
        self._remarks = RemarksSaid()
        self._now = 0.0  # how far time has come (s)
        self._act_t = 0.0  # of the latest act or deadline: verdicts are said with this time
        self._waiting: list[Waiting] = []
        self._open_deals: set[int] = set()  # with more histories than are told apart
        self._out = Outbox()
        self._said = SaidBlame(self._balance)
        self._refused_seats: list[Player] = []  # whose hands were called just now, and may have been given up
        self._unclear_t = -inf  # of the latest verdict that was not plainly right
        self._unverified: set[tuple[Player | None, int]] = set()  # who has an unverified move, in which deal
        self._acquitted: set[tuple[str, str, float]] = set()  # blame that was not said, or is withdrawn
        # Of scores, by their item:
        self._overpegged_items: set[object] = set()  # too much was pegged for them, as told
        self._said_less_by: dict[object, int] = {}  # so much less was said to be too many than was told
        self._unsaid_items: set[object] = set()  # it is not said that too much was pegged for them
        self._latest_overpeg: dict[Player, Event] = {}  # of each side, as told

    def __str__(self) -> str:
        return str(self._told.game)

    @property
    def history_count(self) -> int:
        """How many histories are considered, with the one as told."""
        return 1 + len(self._forks.others)

    @property
    def open_deals(self) -> int:
        """In how many deals of the game there were more histories than are told apart (`BOUND`)."""
        return len(self._open_deals)

    def next_deadline(self) -> float | None:
        """When something will count as final if nothing else happens; None if nothing is pending."""
        return min(self._deadlines(), default=None)

    def _deadlines(self) -> list[float]:
        game_is_on = [history for history in (self._told, *self._forks.others) if not history.game.over]
        deadlines = [history.next_deadline() for history in game_is_on]
        deadlines += [one.due for one in self._waiting if one.due > self._now]
        held = (one.verdict.t + RELEASE_S for one in self._waiting if self._waits_for_peg(one))
        now, remarks = self._now, self._remarks
        deadlines += [*(released for released in held if released > now), *remarks.deadlines(now)]
        return [deadline for deadline in deadlines if deadline is not None]

    def tick(self, t: float) -> list[Event]:
        """Time has come to `t` and nothing else was observed."""
        self._pass_time(t)
        return self._out.drain()

    def before(self, seen: Observation) -> list[Event]:
        """What falls due before the observation that is received next, for a log that keeps events in their order."""
        self._pass_time(seen.t, since=waits_since(seen))
        return self._out.drain()

    def receive(self, seen: Observation) -> list[Event]:
        """Take in one observation."""
        self._pass_time(seen.t, since=waits_since(seen))
        self._out.begin_moment()
        self._forks.begin()
        self._act_t = max(self._act_t, seen.t)
        called = isinstance(seen, Said) and seen.what in ("muggins", "overpeg")
        if called:
            self._decide(at_once=True)  # what is called for is judged before the call
        histories = [history for history in (self._told, *self._forks.others) if not history.breaks_contract]
        late = [history for history in histories if history.may_be_late(seen)]
        some_gone = [history for history in histories if history.tells_cards_gone(seen)]
        doubted = self._is_doubted(seen.t)
        self._held.see(seen)
        cards, sides = put_right_by(seen, self._told.game), pegs_put_right(seen, self._told.game)
        stood_since = {side: self._told.moved_t(side) for side in sides}
        self._take_events(self._told.receive(seen, doubted and self._told in late))
        for history in self._forks.others:
            history.receive(seen)
        if cards and isinstance(seen, Cards):
            self._take_cards_put_right(seen.zone, cards)
        if stood_since:
            self._take_wrong(lambda one: is_since(one, stood_since), ELSEWHERE)
        self._try_words_said_aloud()
        too_many, is_open = False, self._told.game.deal.number in self._open_deals
        if not is_open:
            self._forks.try_orders(seen, self._is_another)
        game, holds = self._told.game, self._told.game.holds
        is_held = game.phase is Phase.PLAY and self._held.seem_let_go_at(seen.t)
        is_tried = late and not (is_open or self._forks.are_too_many)
        if is_tried and may_acquit(seen, self._waiting, holds, game.deal, is_perhaps_held=is_held):
            too_many = self._forks.try_earlier_places(
                late, doubted or self._is_doubted(seen.t), self._is_blamed(seen.t)
            )
        if some_gone and not is_open and (self._waiting or holds):
            self._forks.try_cards_gone(some_gone)
        self._balance.see(seen, self._told.game)
        self._merge(too_many)
        self._take_back()
        self._decide(at_once=called)
        return self._out.drain()

    def finish(self) -> list[Event]:
        """The log ends: time goes on until nothing is due any more, and what still waits gets its verdict."""
        while (due := self.next_deadline()) is not None:
            self._pass_time(due)
        self._take_events(self._told.finish())
        for history in self._forks.others:
            history.finish()
        self._now = inf  # nothing is told any more
        self._merge()
        self._decide(at_once=True)
        for one in self._waiting:
            one.acquitted = True
        self._decide()
        return self._out.drain()

    def _is_blamed(self, now: float) -> bool:
        """Whether blame was said lately, or is due: it may have to be withdrawn."""
        overdue = any(now - one.verdict.t <= REACH_S and one.due <= now for one in self._waiting)
        return overdue or self._said.is_some_late(now)

    def _is_doubted(self, now: float) -> bool:
        """Whether anything lately is not plainly right, so that another order of events might explain it."""
        game = self._told.game
        unclear = game.holds or game.hidden or game.deal.odd or game.deal.line.lost or game.remedies
        return bool(
            unclear
            or is_in_hand(game)
            or self._waiting
            or self._forks.others
            or self._header.muggins
            or now - self._unclear_t <= REACH_S
        )

    # --- time --------------------------------------------------------------------------------------------------

    def _pass_time(self, t: float, since: float = inf) -> None:
        """Let time pass in every history, and say on the way what falls due, each at its own time.

        `since`: what is told next may have been there since then, so blame for anything later waits for it.
        """
        while (due := min((due for due in self._deadlines() if due > self._act_t), default=inf)) <= t:
            self._act_t = due
            self._advance(due, since)
        self._advance(t, since)

    def _advance(self, t: float, since: float) -> None:
        if t > self._now:
            self._out.begin_moment()
            self._now = t
        self._forks.begin()
        self._take_events(self._told.tick(t))
        for history in self._forks.others:
            history.tick(t)
        self._try_words_said_aloud()
        if self._forks.are_too_many:
            self._merge()
        self._decide(since=since)

    def _try_words_said_aloud(self) -> None:
        """Add histories in which a word was said that nobody tapped, or only later: a challenge before a correction,
        a hand given up before the call for it."""
        put_right = self._forks.take_put_right()
        refused, self._refused_seats = self._refused_seats, []
        if self._told.game.deal.number not in self._open_deals:
            self._forks.try_challenges(put_right, self._now)
            self._forks.try_hands_given_up(refused, self._now)

    # --- what is said ------------------------------------------------------------------------------------------

    def _take_events(self, events: Iterable[Event]) -> None:
        """Take what the history as told says: blame waits, all else is said at once."""
        game, events = self._told.game, list(events)
        self._balance.note(events, game, self._held.is_perhaps_no_correction)
        some_perhaps_back = any(may_have_gone_back(event, self._told) for event in events)
        for event in events:
            # For heels and penalties nobody lays a card: what was pegged may be for one that is told late.
            is_for_card = event.body.get("what") not in (What.HEELS, What.PENALTY)
            if event.kind == "verdict" and not (is_for_card and event.body["code"] == Code.SCORED):
                self._unclear_t = event.t
            if event.kind == "verdict" and self._say_correction(event):
                continue
            if event.kind == "orders":
                self._orders.take(event)
                continue
            if self._remarks.take(event, game.deal.number, event.t + self._settle_s):
                continue
            is_guess = is_award(event) and event.body.get("assumed", False) and game.phase is Phase.PLAY
            deal = game.deal.number
            if is_award(event) and (is_guess or self._forks.others or deal in self._open_deals):
                due = event.t + (self._settle_s if is_guess else 0)  # it may be for a card that is told late
                self._wait(Waiting(event, matter_of(event, deal), deal, due))
                continue
            if is_said_as_told(event):
                self._out.append(said_at(event, self._act_t))
                continue
            if event.body["code"] in (Code.OVERPEG, Code.FALSE_CLAIM):
                self._overpegged_items.add(event.body.get("item"))
                self._latest_overpeg[event.body["player"]] = event
            sure = game.phase in (Phase.SHOW, Phase.OVER) or event.body["code"] in _NO_CARD_EXCUSES
            due = event.t if sure else event.t + self._late_s
            if some_perhaps_back:  # all that this act shows waits for it
                due = max(due, self._act_t + self._settle_s)
            if (hand := hand_perhaps_given_up(game, event)) is not None:
                self._refused_seats.append(hand.seat)
                due = event.t + WORD_LATE_S
            due = max(due, self._accepted_until(event))
            one = Waiting(event, matter_of(event, deal), deal, due)
            one.acquitted = self._retracts_in_time(event)
            one.points_left = self._balance.points_left(event, deal_of(one), game)
            self._wait(one)

    def _wait(self, one: Waiting) -> None:
        self._waiting.append(one)
        self._out.append(one)
        self._orders.note(one)

    def _accepted_until(self, event: Event) -> float:
        """Until when (s) the word that accepted points too many may turn out to be about an earlier peg."""
        over = self._latest_overpeg.get(event.body["player"])
        is_late = event.body["code"] == Code.OVERPEG_STANDS and event.body.get("window") == Reason.ACCEPTED
        return over.t + WORD_LATE_S if is_late and over is not None else -inf

    def _retracts_in_time(self, event: Event) -> bool:
        """Whether exactly the points too many go back, and perhaps in time, as the word that closed the window may be
        about an earlier peg; then it is not said that they were too many."""
        body, over = event.body, self._latest_overpeg.get(event.body["player"])
        if body["code"] != Code.BACKWARD or over is None or body["points"] != over.body["points"]:
            return False
        stands = (one for one in self._waiting if one.verdict.body["code"] == Code.OVERPEG_STANDS)
        item = over.body.get("item")
        if not any(one.verdict.body.get("item") == item and one.due > event.t for one in stands):
            return False
        self._unsaid_items.add(item)
        return True

    def _say_correction(self, event: Event) -> bool:
        """What the game as told withdraws: before it was said, what is right, or that nobody knows, is said instead.
        Whether it was; else it is withdrawn, and so is what followed from it."""
        body = event.body
        if body["code"] != Code.WITHDRAWN:
            return False
        of = (body["of"], body["player"], body["since"])
        if of in self._acquitted:
            return True  # it never was said
        one = next((one for one in self._waiting if one.said is None and key_of(one.verdict) == of), None)
        if one is None:
            if (said := self._said.take(of)) is not None:
                self._withdraw_what_follows(said, body["why"])
            return False
        self._waiting.remove(one)
        if body["why"] not in JUDGED_AGAIN:
            self._unsaid_items.add(one.verdict.body.get("item"))
            self._say(one, read_otherwise(one.verdict, body["why"]))
        return True

    def _withdraw_what_follows(self, one: Waiting, why: str) -> None:
        """Of blame that was said and does not hold nothing more follows, and what did is withdrawn as well."""
        self._unsaid_items.add(one.verdict.body.get("item"))
        for verdict in self._said.take_follow_ups(one):
            self._out.append(said_at(withdrawal(verdict, self._now, why), self._act_t))

    def _decide(self, at_once: bool = False, since: float = inf) -> None:
        """Judge what waits, once nothing that could acquit its player can still be told (`at_once`: all of it)."""
        now, waiting = self._now, self._waiting
        self._waiting = []
        for one in waiting:
            if one.acquitted:
                self._acquit(one)
            elif self._waits_for_peg(one) or (
                (not at_once or waits_for_word(one)) and (one.due > now or one.verdict.t > since)
            ):
                self._waiting.append(one)
            else:
                self._weigh(one)
        self._out.extend(self._orders.changed(self._act_t))
        if self._balance.is_badly_seen:
            self._remarks.drop()
        self._out.extend(self._remarks.told(self._forks.others, self._open_deals, self._now, since))

    def _waits_for_peg(self, one: Waiting) -> bool:
        """Whether the peg of a verdict, or one that a refused call may be of, may be held, or others' go back."""
        body = one.verdict.body
        if body["code"] == Code.MUGGINS_REFUSED:
            return any(self._waits_for_peg(peg) for peg in self._waiting if "move" in peg.verdict.body)
        waits = "move" in body and self._now < inf
        is_held = waits and self._held.may_be_held(body["player"], one.verdict.t, self._now)
        return is_held or may_go_back(self._told.game, one.verdict)

    def _weigh(self, one: Waiting) -> None:
        """Say a verdict with what every history and the balance leave of it, or acquit, or let it wait on."""
        verdict = one.verdict
        if is_award(verdict):
            self._say_award(one)
            return
        if self._is_follow_up(one):
            self._say_follow_up(one, verdict.body["item"])
            return
        whose = verdict.body["player"], deal_of(one)
        if whose in self._unverified and ("move" not in verdict.body or verdict.body.get("pegged") == 0):
            one.statements.append(statement((), "open", odd="earlier"))
            self._acquit(one)  # that unverified move may have been for this
            return
        slip = self._held.slip(verdict)
        if slip == inf:
            one.statements.append(statement((), "open", odd="held"))
            self._acquit(one)
            return
        left = inf if one.points_left is None else self._balance.points_to_blame(one.points_left, verdict)
        if left == 0:
            one.statements.append(statement((), "open", odd="balance"))
            self._acquit(one)
            return
        is_open = deal_of(one) in self._open_deals  # nothing told later will decide it
        if is_open or any(
            acquits_if_right(history, one) and history.finds_right(one.matter)
            for history in self._forks.others
        ):
            self._acquit(one)
            return
        blame_found = [
            self._answer_of(history, one, self._now).found
            for history in self._forks.others
            if not (history.breaks_contract or is_only_called_for(history, one))
        ]
        if not all(blame_found):
            self._waiting.append(one)
            return
        points = points_held(one, [*blame_found, *one.found], slip, left)
        if slip and min(points) <= 0:
            one.statements.append(statement((), "open", odd="held"))
            self._acquit(one)
            return
        is_only_held = len(points) == 1  # all histories give as many, and only where the peg ended is open
        told = verdict.body["points"]
        if slip:
            points.add(told or 0)
        if len(points) > 1 and told is not None:  # what all of them hold
            verdict = one.verdict = blame_of_at_least(verdict, min(points), keep_earned=is_only_held)
        if "least" in verdict.body:
            self._said_less_by[verdict.body.get("item")] = told - verdict.body["points"]
        self._balance.note_blame(verdict, deal_of(one))
        self._say(one, verdict)
        self._said.add(one)

    def _is_follow_up(self, one: Waiting) -> bool:
        """Whether a verdict only says what became of points too many; a go taken back was none of these (8.9)."""
        body = one.verdict.body
        return body["code"] in FOLLOW_UPS and "item" in body and body["item"] in self._overpegged_items

    def _say_follow_up(self, one: Waiting, item: str) -> None:
        """Say what became of points too many, if it was said that they were too many."""
        if item in self._unsaid_items:
            return
        if any(earlier.verdict.body.get("item") == item for earlier in self._waiting):
            self._waiting.append(one)
            return
        body = one.verdict.body
        said_less_by = self._said_less_by.get(item)
        if not said_less_by and self._held.is_perhaps_no_correction(one.verdict):
            self._unsaid_items.add(item)  # what becomes of them is not known then
            self._say(one, not_verified(one.verdict, body["points"], WHY))
            return
        if said_less_by is not None:
            # Only so many were said to be too many, as the least: it became of these at least.
            points = body["points"] - said_less_by
            one.verdict = replace(one.verdict, body={**body, "points": points, "least": True})
        if one.verdict.body["points"] > 0:
            self._say(one, one.verdict)
            self._said.add_follow_up(one.verdict)

    def _say_award(self, one: Waiting) -> None:
        """Say how many points were called for rightly in every history; if in one of them none, or if not all were
        tried, judges decide."""
        verdict, points = one.verdict, one.verdict.body["points"]
        histories = (history for history in self._forks.others if not history.breaks_contract)
        untried = [0] if deal_of(one) in self._open_deals else []
        awards = [points, *one.awards, *untried, *(awarded_in(history, one) for history in histories)]
        if verdict.body.get("assumed") and not min(awards):
            return  # nobody said a word, and the peg may be right for something else
        if not min(awards):
            verdict = not_upheld(verdict, self._told.game.profile.name)
        elif len(set(awards)) > 1:
            verdict = award_of_at_least(verdict, min(awards), more_called=max(awards) <= points)
        self._say(one, verdict)

    def _proof(self, one: Waiting) -> list[dict[str, Any]]:
        """What the other histories say of a verdict, and those that were given up meanwhile."""
        histories = [h for h in self._forks.others if not h.breaks_contract or h.finds_right(one.matter)]
        bound = [statement((), "open", odd="bound")] if deal_of(one) in self._open_deals else []
        told = [
            (right_statement(history, one.matter) if one.acquitted else None)
            or self._answer_of(history, one).statement
            for history in histories
        ]
        return gather_proof(one.verdict, [*bound, *one.statements, *told])

    def _say(self, one: Waiting, verdict: Event) -> None:
        """Say what became of a verdict that waited: before what has come about since."""
        is_bare = self._is_follow_up(one) or is_award(one.verdict)
        one.said = said_at(verdict, self._act_t, None if is_bare else self._proof(one))
        self._out.say(one)

    def _acquit(self, one: Waiting) -> None:
        """An honest history is left: the move is said to be unverified, and of a window nothing is said."""
        body = one.verdict.body
        one.acquitted = True
        self._acquitted.add(key_of(one.verdict))
        self._unsaid_items.add(body.get("item"))
        if "move" not in body:
            return
        self._unverified.add((body["player"], deal_of(one)))
        # What a front peg that was taken costs is not what was pegged.
        came = length_of(body["move"]) if body["code"] == Code.FRONT_PEG_REMOVED else 0
        points = abs(body.get("pegged") or came or body["points"] or 0)
        self._balance.note_doubt(deal_of(one), one.verdict, points)
        self._say(one, not_verified(one.verdict, points, WHY))

    def _take_cards_put_right(self, zone: Zone, right: Mapping[Card, Card]) -> None:
        """Cards were read wrongly, a person says: only what holds with the right ones is held against anybody."""
        corrected, events = self._forks.put_right(zone, right)
        self._told = self._forks.told
        self._forks.begin()  # that took as long as the deal is, once
        self._take_events(events)
        self._take_wrong(lambda one: not is_held_in(corrected, one), OTHERWISE)

    def _take_wrong(self, is_wrong: Callable[[Waiting], bool], why: str) -> None:
        """Of what is held against anybody in this deal, some is wrong: a person has looked."""
        for one in self._said.take_wrong(is_wrong, self._told.game):
            one.acquitted = True
            self._acquitted.add(key_of(one.verdict))
            self._out.append(said_at(withdrawal(one.verdict, self._now, why), self._act_t))
            self._withdraw_what_follows(one, why)
        for one in self._waiting:
            is_kept = self._is_follow_up(one) or is_award(one.verdict) or not is_wrong(one)
            one.acquitted = one.acquitted or not is_kept

    def _take_back(self) -> None:
        """Withdraw blame said lately, where what was told since leaves an honest history after all."""
        now = self._now
        for one in self._said.lately(now, self._told.game.deal.number):
            is_open = deal_of(one) in self._open_deals and "move" in one.verdict.body
            if self._balance.is_pegged_since(one.verdict, deal_of(one), self._told.game):
                one.statements.append(statement((), "open", odd="balance"))
            elif not (is_open or any(is_right_after_all(history, one) for history in self._forks.others)):
                continue
            self._said.remove(one)
            one.acquitted = True  # what was ordered for it is ordered no more
            instead = replace(one, said=None)
            proof = self._proof(instead)
            for verdict in (one.verdict, *self._said.take_follow_ups(one)):
                self._out.append(said_at(withdrawal(verdict, now, WHY), self._act_t, proof))
            self._out.append(instead)
            self._acquit(instead)

    # --- histories ---------------------------------------------------------------------------------------------

    def _merge(self, too_many: bool = False) -> None:
        """Keep one of histories that can no longer be told apart, and drop those that nobody would have played.

        `too_many`: there are more than are told apart, not all of them tried."""
        too_many = too_many or self._forks.are_too_many
        if not (self._forks.others or too_many):
            return
        deal, known = self._told.game.deal.number, {self._told.comparable_state()}
        alive = [history for history in self._forks.others if self._is_another(history, known)]
        if too_many:
            self._open_deals.add(deal)
            dealers = {history.game.dealer for history in alive}
            if self._forks.are_some_untried or dealers - {self._told.game.dealer}:
                self._told.doubt_dealer()
            for history in alive:
                self._give_up(history)
            for one in self._waiting:  # those that were not tried might acquit them, of the deal before too
                one.acquitted = one.acquitted or not (self._is_follow_up(one) or is_award(one.verdict))
            alive = []
        self._forks.others[:] = alive

    def _is_another(self, history: History, known: set[Hashable]) -> bool:
        """Whether a history is one that somebody may have played and none of those `known`, to which it is added;
        else it is dropped."""
        if fails := nobodys(history, self._told, self._now):
            self._keep_statements(history, fails)
            return False
        key = history.comparable_state()
        if key in known or history.is_past(self._told.game.deal.number):
            self._give_up(history, goes_on=key in known)
            return False
        known.add(key)
        return True

    def _give_up(self, history: History, goes_on: bool = False) -> None:
        """Drop a history that is no longer told apart; what it acquits of and what it says is kept. `goes_on`: in
        another one that is the same from here on, which will say what becomes of the moves that wait in both."""
        if history.breaks_contract:
            return
        self._remarks.give_up(history)
        for one in self._waiting:
            if goes_on and is_held(history, one):
                continue
            if is_award(one.verdict):
                one.awards.append(awarded_in(history, one))
            elif not (self._is_follow_up(one) or is_only_called_for(history, one)):
                found = self._answer_of(history, one).found
                one.acquitted = one.acquitted or found is None
                one.found += [found] if found else []
        self._keep_statements(history)

    def _keep_statements(self, history: History, fails: str = "") -> None:
        """Keep what a history that is given up says of all that waits; `fails`: why nobody would have played it."""
        for one in self._waiting:
            proof = (
                failed_statement(history, self._told, fails)
                if fails
                else self._answer_of(history, one).statement
            )
            one.statements = gather_proof(one.verdict, [*one.statements, proof])

    def _answer_of(self, history: History, one: Waiting, now: float = inf) -> Answer:
        return answer_of(history, self._told, one.verdict, one.matter, one.deal, now)
