"""A game judged up to some moment, and what was found in it so far."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final

from cribbage.book.blame import JUDGED_AGAIN
from cribbage.book.story import Story
from cribbage.log.events import Event
from cribbage.log.observations import Fault, Observation, Player
from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.worlds.gamecopy import copy_of

Matter = tuple[object, ...]
"""What a verdict is about, named alike in every history: a move by its player and time, or a score of a deal."""
SAID_AS_TOLD: Final = NEUTRAL - {Code.WRONG_COUNT}
"""Codes that hold nothing against anybody, and that no card told late can make otherwise."""
_DEALS_KEPT: Final = 2


@dataclass(frozen=True, slots=True)
class Found:
    """Something that a history holds against a player, or a move that is right in it; `t` in log time (s)."""

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
        """What a verdict says; `deal`: the deal that was on when it came about."""
        body = verdict.body
        about = body["code"], body["player"], body["points"], matter_of(verdict, deal), deal
        return cls(*about, body.get("earned"), body.get("pegged"), verdict.t)


def matter_of(verdict: Event, deal: int) -> Matter:
    """What a verdict is about: a move, or something else that its player did or missed in a deal."""
    body = verdict.body
    if "move" in body:
        return "move", body["player"], verdict.t
    if body["code"] == Code.MUGGINS_REFUSED:
        return (
            body["code"],
            body["player"],
            verdict.t,
        )  # about a word, which has the same time in every history
    return body["code"], body["player"], deal, body.get("item")


def remark_key(remark: Event, deal: int) -> Matter:
    """What a remark that came about in a deal is about, named alike in every history."""
    return deal, remark.body["about"], remark.body["case"], remark.body["player"]


class DealerUnsure(Fault):
    """Nobody knows any more who deals. No sensor tells it: the referee puts it among what was observed, so that a
    game that is judged again from an earlier place knows no more than it did."""


class Effort:
    """How many observations were judged, in all histories together, for what was told last: what that costs."""

    def __init__(self, most: float = inf) -> None:
        """`most`: with more than so many it is too much."""
        self._most, self._spent = most, 0

    @property
    def is_too_much(self) -> bool:
        return self._spent > self._most

    def begin(self) -> None:
        """Something else is told."""
        self._spent = 0

    def spend(self) -> None:
        self._spent += 1


class Judged:
    """A game judged up to some moment, and what was found in it so far."""

    def __init__(self, story: Story, effort: Effort, found: list[Found] | None = None) -> None:
        self.story = story
        self.effort = effort
        self.found: list[Found] = [] if found is None else found
        self.right_moves: dict[Matter, Found] = {}  # of this deal
        self.latest_move_t: dict[Player, float] = {}  # of each side, of moves with a verdict
        self.awards: dict[Matter, int] = {}  # in this deal, for what was called for rightly
        self.remarked: set[Matter] = set()  # in this deal and the one before it
        # What was put right just now, or went back further, by whom and when, judged in this one itself: taken by who
        # asks.
        self.put_right: list[tuple[Player, float]] = []
        self._deal = story.game.deal.number

    def copy(self) -> Judged:
        """Another one in the same state, which may go on otherwise, and tells only what is judged."""
        game = self.story.game
        other = Judged(copy_of(self.story, (game.header, game.profile)), self.effort, list(self.found))
        other.right_moves, other.latest_move_t = dict(self.right_moves), dict(self.latest_move_t)
        other.awards, other.remarked = dict(self.awards), set(self.remarked)
        other.story.game.is_shown = False
        return other

    def receive(self, seen: Observation) -> list[Event]:
        self.effort.spend()
        if isinstance(seen, DealerUnsure):
            self.story.game.deal.sure_dealer = False
            return []
        return self._note(self.story.receive(seen))

    def tick(self, t: float) -> list[Event]:
        return self._note(self.story.tick(t))

    def finish(self) -> list[Event]:
        return self._note(self.story.finish())

    def _partly_back_t(self, early: Event) -> float | None:
        """When what seemed a hand that came too early went back, and a score before it stays: it may have been too
        many for that one, and been challenged (Rule: ACC 8.4.c, 9.2.c)."""
        game, side = self.story.game, early.body["player"]
        is_part = any((one.side, one.t) == (side, early.t) for one in game.deal.partly_back)
        return game.judged[side].move.t if is_part else None

    def _note(self, events: list[Event]) -> list[Event]:
        deal = self.story.game.deal.number
        if deal != self._deal:
            self._deal, self.right_moves, self.awards = deal, {}, {}
            self.remarked = {one for one in self.remarked if one[0] == deal - 1}
        for event in events:
            if event.kind == "remark":
                self.remarked.add(remark_key(event, deal))
            if event.kind != "verdict":
                continue
            if event.body["code"] == Code.WITHDRAWN and event.body["why"] in JUDGED_AGAIN:
                key = event.body["of"], event.body["player"], event.body["since"]
                self.found = [one for one in self.found if (one.code, one.player, one.t) != key]
            found = Found.of(event, deal)
            if "move" in event.body:
                self.latest_move_t[event.body["player"]] = event.t
            if found.code == Code.MUGGINS:
                self.awards[found.player, event.t] = event.body["points"]
            if found.code == Code.CORRECTED:
                self.put_right.append((event.body["player"], event.t))
            if found.code == Code.OUT_OF_ORDER and (back_t := self._partly_back_t(event)) is not None:
                self.put_right.append((event.body["player"], back_t))
            if found.code == Code.WITHDRAWN and event.body["of"] == Code.SCORED:
                self.right_moves.pop(("move", found.player, event.body["since"]), None)
            if found.code == Code.SCORED:
                self.right_moves[found.matter] = found
            if found.code not in SAID_AS_TOLD:
                self.found.append(found)
        went_past, self.story.game.went_past = self.story.game.went_past, []
        self.put_right += ((move.player, move.t) for move in went_past)
        if self.found and self.found[0].deal < deal - _DEALS_KEPT:
            self.found = [one for one in self.found if one.deal >= deal - _DEALS_KEPT]
        return events
