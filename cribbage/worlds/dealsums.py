"""What is collected of one deal for its balance of points against holes (`cribbage.worlds.balance`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations
from math import inf
from typing import Any

from cribbage.book.game import Game
from cribbage.book.items import What
from cribbage.log.events import Event
from cribbage.log.observations import Player
from cribbage.sight.contract import LATE_S
from cribbage.worlds.movetext import front_after, pegs_of
from cribbage.worlds.peggable import (
    HANDS_AND_CRIB,
    Peggable,
    Score,
    is_still_unpegged,
    may_come_to,
    must_be_pegged,
    place_in_count,
    seems_missed,
)


@dataclass(slots=True)
class DealSums:
    """What is known of one deal for its balance: points by side, times in log time (s)."""

    start: dict[Player, int]  # the scores on the board when it began, as it was told
    began_t: float = 0.0
    seats: Sequence[Player] = ()  # in the order of counting
    scores: dict[str, Score] = field(default_factory=dict)
    earned: dict[str, float] = field(default_factory=dict)  # when each of these was earned
    pegged: dict[str, float] = field(default_factory=dict)  # when it was first known to be pegged
    stood: dict[Player, list[tuple[float, int]]] = field(default_factory=dict)  # since when, at which score
    unexplained: dict[Player, int] = field(default_factory=dict)  # pegged, and nobody knows what for
    most_unverified: dict[Player, int] = field(default_factory=dict)  # points of the largest such move
    # when, and how many points; others may have called for them aloud (8.4.c)
    put_right: dict[Player, list[tuple[float, int]]] = field(default_factory=dict)
    called_for: dict[Player, int] = field(default_factory=dict)  # by muggins that was tapped, and upheld
    # by side, whether for too many, and item: said already, or let off, so that no surplus and no lack counts twice
    blamed: dict[tuple[Player, bool], Counter[str]] = field(default_factory=dict)
    # items of which what was challenged stands on the board no more
    back: set[str] = field(default_factory=set)
    # who was called for too many points, though all seemed right, and where they stood then
    called_though_right: dict[Player, int] = field(default_factory=dict)
    called_unseen: set[Player] = field(default_factory=set)  # what these pegged others may have called
    # holes by which a side was sent back for a penalty, or perhaps for one, by where its peg had to go
    penalties: dict[tuple[Player, int], int] = field(default_factory=dict)
    reach_s: float = LATE_S  # how long a card may have lain before it was told
    is_extent_unsure: bool = False  # cards were taken up, and nobody saw if the deal was over
    is_led_oddly: bool = False  # so the other side may deal, in the next deal too
    was_dealer_unsure: bool = False  # so it was in the deal before, or deals may have been missed since
    is_dealer_guessed: bool = False  # by who was seen to lead: an earlier card may be told late
    # since when who may have pegged a go unseen, so that it is not known where a series ended
    go_unseen_t: dict[Player, float] = field(default_factory=dict)
    unsure_goes: set[str] = field(default_factory=set)  # goes that were perhaps never pegged, nor due
    perhaps_pegged: set[str] = field(default_factory=set)  # items: unseen before, as a later move shows
    said_missed: set[str] = field(default_factory=set)  # items of which it is said that nothing was pegged
    is_starter_unread: bool = False  # two for his heels may be anybody's

    def scores_of(self, side: Player) -> list[Score]:
        """The scores of a side."""
        return [one for one in self.scores.values() if one["player"] == side]

    @property
    def is_play_unsure(self) -> bool:
        """Whether a go may have been pegged unseen, so that it is not known where a series ended."""
        return bool(self.go_unseen_t)

    def note_doubt(self, verdict: Event) -> None:
        """A verdict is not said. If it is about a go that seemed pegged, nobody knows where its series ended."""
        name = verdict.body.get("item", "")
        if "go" in dict(self.scores.get(name, {}).get("parts", ())):
            self.unsure_goes.add(name)
            self.go_unseen_t = dict.fromkeys(self.start, verdict.t) | self.go_unseen_t

    def must_be_pegged(self, side: Player) -> list[Score]:
        """What a side must have pegged: not what cards make of a series of which nobody knows where it began, as the
        others may have pegged a go unseen (its own would show in its score)."""
        unsure_t = min((t for other, t in self.go_unseen_t.items() if other != side), default=inf)
        scores = [
            one for one in self.scores_of(side) if must_be_pegged(one) and one["id"] not in self.unsure_goes
        ]
        return [one for one in scores if one["what"] != What.PLAY or self.earned[one["id"]] <= unsure_t]

    def must_be_pegged_by_now(self, body: Mapping[str, Any]) -> list[Score]:
        """What the side of a verdict must have pegged by now: what the verdict is about, and what is open no more."""
        must = self.must_be_pegged(body["player"])
        return [one for one in must if one["id"] == body.get("item") or not is_still_unpegged(one)]

    def seem_missed(self, side: Player) -> list[Score]:
        """What a side earned and seemed to peg nothing for, though it may still be pegged by some books."""
        scores = (one for one in self.scores_of(side) if one["earned"])
        return [
            one
            for one in scores
            if seems_missed(one) or (not one["pegged"] and one["id"] in self.said_missed)
        ]

    def perhaps_pegged_unseen(self, side: Player) -> Peggable:
        """Scores for which a side pegged nothing, as it seems: perhaps from a stuck contact into a dead one."""
        return Peggable(tuple((one["earned"],) for one in self.seem_missed(side)), 0)

    def note_unseen(self, side: Player, last_t: float) -> None:
        """A peg of a side has not been seen since its last move at that time (s): what seems missed of what it earned
        after that may have been pegged."""
        missed = (one["id"] for one in self.seem_missed(side))
        self.perhaps_pegged |= {name for name in missed if self.earned[name] > last_t}

    def was_perhaps_pegged(self, body: Mapping[str, Any]) -> bool:
        """Whether the score that a verdict is about, or one that it says was passed over, may be pegged already."""
        names = {body.get("item"), *(one["item"] for one in body.get("passed", ()))}
        return not self.perhaps_pegged.isdisjoint(names)

    def note_said(self, body: Mapping[str, Any], is_too_many: bool) -> None:
        """Points of a verdict are held against its side, or let off: they are not there for another one."""
        said = self.blamed.setdefault((body["player"], is_too_many), Counter())
        said[body.get("item", "")] += body["points"] or 0

    def note_put_right(self, body: Mapping[str, Any]) -> None:
        """Points too many went back before anybody challenged them, of this score first."""
        said, left = self.blamed.get((body["player"], True), Counter()), body["points"] or 0
        for name in sorted(said, key=lambda one: one != body.get("item")):
            went = min(said[name], left)
            said[name], left = said[name] - went, left - went

    def note_back(self, game: Game) -> None:
        """Too many points of a score were challenged, and its peg stands where it has to."""
        met = (one.item for one in game.remedies.values() if one.met)
        self.back |= {item.id for item in met if item is not None} & self.scores.keys()

    def note_penalties(self, game: Game) -> None:
        """A side is sent back for a penalty, or by judges who may mean one (Rule: ACC 8.4.b)."""
        for side, remedy in game.remedies.items():
            may_be = (game.profile.false_claim_back or 0) if remedy.may_be_penalty else 0
            went = remedy.penalty or min(may_be, game.score(side) - remedy.target)
            known = self.penalties.get((side, remedy.target), 0)
            self.penalties[side, remedy.target] = max(known, went)

    def sent_back(self, side: Player) -> int:
        """By how many holes a side was sent back for penalties, or perhaps for them: it had pegged these, and no
        score lacks them."""
        return sum(went for (one, _), went in self.penalties.items() if one == side)

    def said_of(self, side: Player, is_too_many: bool, back: Set[str] = frozenset()) -> int:
        """For how many points a side was blamed, or let off, but for those scores."""
        said = self.blamed.get((side, is_too_many), Counter())
        return sum(points for name, points in said.items() if not (is_too_many and name in back))

    def note_score(self, score: Score, t: float) -> None:
        """A score is told, or what has become of it. One of the play that is pegged already, as a go that the next
        card shows, was earned by then."""
        name, stood = score["id"], self.stood.get(score["player"])
        self.scores[name] = score
        self.earned.setdefault(name, t)
        if (score["pegged"] or 0) > (score["earned"] or 0):
            self.back.discard(name)  # once more, or not far enough
        if score["pegged"] is not None and name not in self.pegged:
            self.pegged[name] = t
            if stood and score["what"] == What.PLAY and self.earned[name] == t:
                self.earned[name] = min(t, stood[-1][0])

    def stands_since(self, side: Player, score: int) -> float:
        """When a side's pegs first showed this score."""
        return next((t for t, stood in self.stood.get(side, []) if stood == score), inf)

    def stood_at(self, side: Player, t: float, start: int) -> int:
        """The score that a side's pegs showed at a time; `start`: before it was first told."""
        return next((score for since, score in reversed(self.stood.get(side, [])) if since <= t), start)

    def lowest_since(self, side: Player, since: float, before: int) -> int:
        """The lowest score that a side's pegs showed after a time (s); `before`: the one that they showed then."""
        return min([before] + [score for t, score in self.stood.get(side, []) if t > since])

    def moves_since(self, side: Player, since: float) -> list[int]:
        """By how many points a side came on each time, but for scores of the play; what went back is taken off what
        it had come on by."""
        before = self.stood_at(side, since, self.start[side])
        moves = list[int]()
        for score in (score for t, score in self.stood.get(side, []) if t > since):
            by, before = score - before, score
            while by < 0 and moves:
                by += moves.pop()
            if by > 0:
                moves.append(by)
        together = Counter[float]()  # scores of the play that were pegged in one
        for one in self.scores_of(side):
            if one["what"] == What.PLAY and (t := self.pegged.get(one["id"], -inf)) > since:
                together[t] += one["pegged"] or 0
        for points in together.values():
            if points in moves:
                moves.remove(points)
        return moves

    def moves_of_cards(self, side: Player) -> list[int]:
        """`moves_since` the deal began, without what was pegged for points that were called for."""
        moves = self.moves_since(side, self.began_t)
        for one in (one for one in self.scores_of(side) if one["what"] == What.PENALTY):
            if one["pegged"] in moves:
                moves.remove(one["pegged"])
        return moves

    def leaves_a_hand(self, side: Player) -> bool:
        """Whether what is left of a side's last move, of which a part went back just now, is just a hand that was not
        pegged before: the move was for that hand, and too many, whatever else it seemed to be for."""
        left, stood = self.moves_of_cards(side)[-1:], self.stood.get(side, [])
        went_past_t = max((t for t, score in stood if score > stood[-1][1]), default=inf)
        hands = (one for one in self.scores_of(side) if one["what"] == What.HAND)
        return any(
            [one["earned"]] == left and self.pegged.get(one["id"], inf) >= went_past_t for one in hands
        )

    def awards_perhaps_pegged(self, side: Player, fixed: int | None) -> list[int]:
        """What a side may have been awarded, and have pegged before its last move, if others were called aloud before
        they put points right; `fixed`: what the book gives for each, None: the error."""
        awards = [(t, points if fixed is None else fixed) for t, points in self.put_right_by_others(side)]
        return [award for t, award in awards if award in self.moves_since(side, t)[:-1]]

    def award_for_unseen(self, side: Player, award: int | None, late: Iterable[float]) -> int:
        """How many points of those that a side has pegged may be what its book gives for an overpeg that was called,
        and put back, while a peg of another was out of sight until one of these times (s) (Rule: Alberta 13)."""
        may_be = award is not None and any(self.moves_since(side, t)[:-1][:1] == [award] for t in late)
        return award or 0 if may_be else 0

    def put_right_by_others(self, side: Player) -> list[tuple[float, int]]:
        """Points that the other sides have put right: when, and how many."""
        return [one for other, points in self.put_right.items() if other != side for one in points]

    def both_pegged_by(self, side: Player, holes: int, t: float) -> set[str]:
        """Two scores (their items) that may come to as many holes as a front peg moved at that time, both counts or
        one of them unpegged: the rear one may have gone for the first from a stuck contact into a dead one, and be
        what moves."""
        due = [
            one for one in self.scores_of(side) if one["earned"] != 0 and self.pegged.get(one["id"], inf) >= t
        ]
        return {
            item
            for one, other in combinations(due, 2)
            if may_come_to(one, other, holes)
            if (not one["pegged"]) != (not other["pegged"]) or {one["what"], other["what"]} <= HANDS_AND_CRIB
            for item in (one["id"], other["id"])
        }

    def crib_of(self, body: Score) -> Score | None:
        """The crib that a verdict with a move is about."""
        about = self.scores.get(body.get("item", ""))
        return about if about is not None and about["what"] == What.CRIB and body.get("move") else None

    def may_be_for_hand(self, body: Score, side: Player) -> bool:
        """Whether what seems to be pegged short for a crib that was told later may have been for a part of the hand,
        which is counted first."""
        crib = self.crib_of(body)
        since = inf if crib is None else self.stands_since(side, front_after(body["move"]))
        hands = [one["id"] for one in self.scores_of(side) if one["what"] == What.HAND]
        is_before = crib is not None and since < self.earned[crib["id"]]
        return is_before and any(self.pegged.get(hand, inf) > since for hand in hands)

    def is_just_the_crib(self, body: Score, side: Player) -> bool:
        """Whether what seems too many is just the crib, which may not have lain there yet when it seemed pegged."""
        crib = self.crib_of(body)
        if crib is None or body.get("pegged") != crib["earned"]:
            return False
        return self.stands_since(side, pegs_of(body["move"])[0].front) < self.earned[crib["id"]]

    def is_just_anothers_heels(self, body: Score, side: Player) -> bool:
        """Whether what seems too many is just what another side has not pegged for his heels: this one may deal."""
        heels = (one for one in self.scores.values() if one["what"] == What.HEELS and one["player"] != side)
        return any(one["pegged"] is None and one["earned"] == body.get("pegged") for one in heels)

    def may_be_counted(self, body: Score, game: Game) -> bool:
        """Whether what was pegged for a hand that is counted later may have been for its partner's, which seems to
        have been passed over; or for one that was counted before, for which nobody knows what was pegged."""
        scores = [one for one in self.scores.values() if one["what"] == What.HAND]
        first = min(game.in_order.index(passed["seat"]) for passed in body["passed"])
        own = (one for one in scores if one["player"] == body["player"] in self.most_unverified)
        if any(one["earned"] == body["points"] and place_in_count(one, game.in_order) < first for one in own):
            return True
        for passed in body["passed"]:
            side, place = game.side(passed["seat"]), game.in_order.index(passed["seat"])
            mine = [one for one in scores if one["player"] == side and one["pegged"]]
            if any(place_in_count(one, game.in_order) > place for one in mine):
                return True
        return False

    def may_be_partners(self, body: Score, others: Iterable[Player]) -> bool:
        """Whether what was pegged for a hand may have been for the partner's, and fell short of that by just as much
        as was called."""
        for other in others:
            hands = [one for one in self.scores_of(other) if one["what"] == What.HAND]
            open_ = [one["earned"] or 0 for one in hands if is_still_unpegged(one)]
            if any(one["pegged"] and one["pegged"] + (body.get("claimed") or 0) in open_ for one in hands):
                return True
        return False

    def is_dealer_unsure(self) -> bool:
        """Whether the other side may be the dealer."""
        return self.is_led_oddly or self.was_dealer_unsure
