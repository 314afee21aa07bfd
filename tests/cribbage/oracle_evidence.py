"""What the log of one deal proves: each act of a person, and the seconds in which it must have been done.

In: the lines of a table log of one deal of two players, as text. Out: an `Evidence`. Of the rules' code it knows only
the numbers of the contract of the sensors and the cards. Raises `NotThisDeal` for what the oracle does not follow:
cards laid down again, rulings, a second deal, contacts that tell what is not so.

An act is an interval [`lo`, `hi`] in seconds of the log: it was done once in it.

* A card lay there at the latest when it was first counted, and at the earliest `LATE_S` before that, or at `since`.
  Where its place was unread or the camera covered just before, at the earliest `LATE_S` before the first
  word of that; never before its place was last read without it.
* Cards that came into view together, read or not, may have been laid in any order.
* A card that was never read may be any card.
* A peg may be put down for what was earned until it landed; it was in time if it was lifted in time.
* While the board was stopped a player may have pegged any number of times.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from cribbage.score.cards import Card, parse_cards
from cribbage.sight.contract import LATE_S, SINCE

HAND: Final = 4
RELEASE_S: Final = 1.0
"""A peg that is taken up again so soon after it was put down had not been let go of."""
Pegs = tuple[int, int]
"""Front and rear hole."""


class NotThisDeal(Exception):
    """The oracle does not follow what happens in this log."""


@dataclass(frozen=True)
class Act:
    """Something that was done once, some time from `lo` to `hi` (s); `by` is a zone, a player or ""."""

    lo: float
    hi: float
    by: str = ""


@dataclass(frozen=True)
class Lay(Act):
    """A card laid in the play. `of`: the cards it may be, none if never read; `sure`: it was certainly laid."""

    of: tuple[Card, ...] = ()
    sure: bool = True


@dataclass(frozen=True)
class Move(Act):
    """One peg move from `before` to `after`; if `unseen`, any number of them (`after` None: to anywhere)."""

    before: Pegs = (0, -1)
    after: Pegs | None = None
    unseen: bool = False


@dataclass
class Evidence:
    """One deal: who deals, the pegs before it, and what was done in it."""

    book: str
    dealer: str
    pegs: dict[str, Pegs]
    starter: Card | None = None
    cut: Act = field(default_factory=lambda: Act(-inf, inf))
    lays: dict[str, list[Lay]] = field(default_factory=dict)
    moves: dict[str, list[Move]] = field(default_factory=dict)
    goes: list[Act] = field(default_factory=list)
    crib: tuple[Card, ...] | None = None
    turned: Act | None = None
    """The crib turned up; None: it was not."""
    is_turned: bool = True
    """Whether it certainly was."""
    taken: list[Act] = field(default_factory=list)


@dataclass(frozen=True)
class _Reading:
    """What is known of a place at `t`: how many cards (None: not known), and which."""

    t: float
    lo: float
    count: int | None
    cards: tuple[Card, ...] | None = None
    is_told: bool = True  # in the log, not only concluded


def evidence_of(lines: Iterable[str]) -> Evidence:
    """What the log of one deal proves; raises `NotThisDeal`."""
    header, *bodies = (json.loads(line) for line in lines)
    if header.get("muggins") or len(header.get("players", "AB")) != 2:
        raise NotThisDeal("two players, without muggins")
    late_s = 0.0 if header.get("sight", {}).get(SINCE) is True else float(header.get("late_s", LATE_S))
    starts = {player: header.get("pegs", {}).get(player, [0, -1]) for player in "AB"}
    pegs = {player: (front, rear) for player, (front, rear) in starts.items()}
    evidence = Evidence(header.get("profile", "acc-2025"), header["dealer"], pegs)
    places = _places(bodies, late_s)
    _starter(evidence, places["starter"])
    for player in "AB":
        evidence.lays[player] = _lays(player, places[player])
        evidence.moves[player] = _moves(player, pegs[player], bodies)
    _crib(evidence, places["crib"])
    for zone, readings in places.items():
        gone = _taken_up(readings)
        if gone < len(readings):
            evidence.taken.append(Act(_since(readings, gone), readings[gone].t, zone))
    evidence.taken.sort(key=lambda act: act.hi)
    for body in bodies:
        said = body.get("said", {})
        if "ruling" in body or said.get("what", "go") != "go":
            raise NotThisDeal("words and rulings")
        if said:
            evidence.goes.append(Act(body["t"], body["t"], said["by"]))
    return evidence


# --- cards ---------------------------------------------------------------------------------------------------------


def _places(bodies: list[dict[str, Any]], late_s: float) -> dict[str, list[_Reading]]:
    """The readings of each place, the camera's stops among them as readings of which nothing is known."""
    places = {zone: [_Reading(-inf, -inf, 0, ())] for zone in ("starter", "A", "B", "crib")}
    told = {zone: readings[0] for zone, readings in places.items()}  # the last word of each place
    is_covered = False
    for index, body in enumerate(bodies):
        t = float(body["t"])
        lo = max(min(float(body[SINCE]), t), 0.0) if SINCE in body else t - late_s
        zone = _zone(body)
        if zone is not None:
            cards = parse_cards(body["cards"]["seen"]) if "cards" in body else None
            count = body["unread"]["count"] if cards is None else len(cards)
            told[zone] = _Reading(t, lo, count, cards)
            places[zone].append(told[zone])
            if is_covered:
                places[zone].append(_Reading(t, t, None))
        elif body.get("fault", {}).get("part") == "camera":
            is_covered = body["fault"]["what"] != "ok"
            soon = {_zone(one) for one in bodies[index:] if one["t"] <= t + late_s}
            for zone, readings in places.items():
                if is_covered:
                    readings.append(_Reading(t, t - late_s, None))
                elif zone not in soon:  # what is not told again lies as it lay
                    readings.append(
                        _Reading(t, t - late_s, told[zone].count, told[zone].cards, is_told=False)
                    )
    for zone, readings in places.items():
        if any(one.count for one in readings[_taken_up(readings) :]):
            raise NotThisDeal(f"cards laid again in {zone}")
    return places


def _taken_up(readings: list[_Reading]) -> int:
    """Which reading shows first that the cards have been taken up; one more than there are, if none does."""
    empty = (at for at in range(1, len(readings)) if readings[at].count == 0 and readings[at].is_told)
    return next(empty, len(readings))


def _zone(body: dict[str, Any]) -> str | None:
    zone: str | None = (body.get("cards") or body.get("unread") or {}).get("zone")
    return zone


def _since(readings: list[_Reading], at: int) -> float:
    """From when on what a reading shows first may have been so."""
    lo, before = readings[at].lo, at - 1
    while readings[before].count is None:
        lo = min(lo, readings[before].lo)
        before -= 1
    return max(lo, readings[before].t)


def _lays(player: str, readings: list[_Reading]) -> list[Lay]:
    """The cards of a player in the order in which they were laid: those that were, and those that may have been."""
    if any(one.count is not None and one.count > HAND for one in readings):
        raise NotThisDeal("more than four cards")
    known: list[Card] = []
    for one in readings:
        known += (one.cards or ())[len(known) :]
    last = _taken_up(readings)
    first = [next((at for at in range(last) if (readings[at].count or 0) > n), None) for n in range(HAND)]
    lays: list[Lay] = []
    for number, at in enumerate(first):
        of = tuple(
            card for card, seen in zip(known, first, strict=False) if seen == at and number < len(known)
        )
        if at is not None:
            lays.append(Lay(_since(readings, at), readings[at].t, player, of))
            continue
        unknown = [one for one in readings[:last] if one.count is None]
        after = max((one.t for one in readings[:last] if one.count is not None), default=-inf)
        unknown = [one for one in unknown if one.t >= after]
        if unknown:  # nobody saw whether it was laid before the cards were taken up
            hi = readings[last].t if last < len(readings) else inf
            lays.append(Lay(max(after, min(one.lo for one in unknown)), hi, player, sure=False))
    return lays


def _starter(evidence: Evidence, readings: list[_Reading]) -> None:
    for at, one in enumerate(readings):
        if one.count != 0 and evidence.cut.lo == -inf:
            evidence.cut = Act(_since(readings, at) if one.count else one.lo, inf)
        if one.cards:
            evidence.starter = one.cards[0]
            return


def _crib(evidence: Evidence, readings: list[_Reading]) -> None:
    for at, one in enumerate(readings):
        if one.cards:
            if len(one.cards) != HAND:
                raise NotThisDeal("a crib of four")
            evidence.crib = one.cards
        if one.count and evidence.turned is None:
            evidence.turned = Act(_since(readings, at), one.t)
    unknown = [one for one in readings if one.count is None]
    if evidence.turned is None and unknown:
        evidence.turned, evidence.is_turned = Act(unknown[0].lo, inf), False


# --- pegs ----------------------------------------------------------------------------------------------------------


class _Track:
    """Reads the moves of one player off the board, one observation after the other."""

    def __init__(self, player: str, start: Pegs) -> None:
        self.player = player
        self.pegs = start
        self.moves: list[Move] = []
        self.up: float | None = None  # since when a peg is in the air
        self.unseen: float | None = None  # since when nobody saw what was pegged
        self.again: float | None = None  # when the board worked again
        self.is_in_air = False  # a peg was, when the board stopped or worked again

    def part(self, t: float, works: bool) -> None:
        """The board stops, or works again."""
        if works:
            self.again = t
            return
        if self.again is not None and not self.is_in_air:
            self.unseen = None
        if self.unseen is None:
            self.unseen, self.is_in_air = (t, False) if self.up is None else (self.up, True)
        self.again = None

    def holes(self, t: float, holes: list[int]) -> None:
        """The holes with a peg in them, highest first."""
        if self.unseen is not None:
            if self.again is None:
                return
            if t > self.again + 0.01 and not self.is_in_air:
                self.unseen = None  # it stood then as it had stood before
            else:
                self._seen_again(t, holes)
                return
        if len(holes) < 2:
            self.up = t if self.up is None else self.up
            self._taken_up_again(t, holes)
            return
        now = _pegs(holes)
        if now != self.pegs:
            self.moves.append(Move(t if self.up is None else self.up, t, self.player, self.pegs, now))
        self.pegs, self.up = now, None

    def _seen_again(self, t: float, holes: list[int]) -> None:
        if len(holes) < 2:
            self.is_in_air = True
            return
        now = _pegs(holes)
        if now != self.pegs:
            self.moves.append(Move(self.unseen or 0.0, t, self.player, self.pegs, now, unseen=True))
        self.pegs, self.up, self.unseen, self.is_in_air = now, None, None, False

    def _taken_up_again(self, t: float, holes: list[int]) -> None:
        """A peg that had not been let go of yet goes on: one move."""
        last = self.moves[-1] if self.moves else None
        if last is None or last.unseen or last.after != self.pegs or t >= last.hi + RELEASE_S:
            return
        if set(self.pegs) - set(holes) == set(self.pegs) - set(last.before):
            self.up, self.pegs = last.lo, last.before
            self.moves.pop()

    def ended(self) -> list[Move]:
        """All moves; the log has ended."""
        if self.unseen is not None and (self.again is None or self.is_in_air):
            self.moves.append(Move(self.unseen, inf, self.player, self.pegs, None, unseen=True))
        return self.moves


def _pegs(holes: list[int]) -> Pegs:
    if len(holes) != 2:
        raise NotThisDeal("more pegs than there are")
    return holes[0], holes[1]


def _moves(player: str, start: Pegs, bodies: list[dict[str, Any]]) -> list[Move]:
    """The moves on one track, each from the pegs as they stood to the pegs as they stand."""
    track = _Track(player, start)
    for body in bodies:
        if body.get("fault", {}).get("part") == "board":
            track.part(body["t"], body["fault"]["what"] == "ok")
        elif "holes" in body:
            track.holes(body["t"], sorted(body["holes"][player], reverse=True))
    return track.ended()
