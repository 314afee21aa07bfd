"""Table logs as poor sensors would have written them: what was not seen is said, and never made up.

Each kind of blindness takes a perfect log and leaves a true one: cards that were not read are reported as
unread, a part that stopped reports a fault, and what happened meanwhile is not in the log.
"""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from cribbage.sight.contract import LATE_S
from pegwatch.simulated.moreblind import (
    LONG,
    ORDER,
    PLACE,
    TAPPED_LATE,
    TRACK,
    UNTAPPED,
    UNTOLD,
    place_of,
    seats_of,
    shuffled,
    tracks_of,
)

UNREAD: Final = "unread"
LATE: Final = "read late"
HIDDEN: Final = "index hidden"
CAMERA: Final = "camera covered"
BOARD: Final = "board stopped"
AFTER_PEG: Final = "read after its peg"
RESTING: Final = "hand on the cards"
SLOW: Final = "told late"
TOO_LATE: Final = "told later than promised"
DEAD: Final = "dead holes"
STUCK: Final = "sticking contacts"
BRIDGED: Final = "bridged contacts"
KINDS: Final = (
    UNREAD, LATE, HIDDEN, CAMERA, BOARD, AFTER_PEG, RESTING, SLOW, DEAD, STUCK, BRIDGED,
    LONG, PLACE, TRACK, ORDER, UNTAPPED, TAPPED_LATE,
)  # fmt: skip
_PARTS: Final = {CAMERA: ("camera", "covered", "cards"), BOARD: ("board", "chain", "holes")}
_LONGEST_S: Final = 45.0
_LATER_S: Final = 0.4
_DEAD_HOLES: Final = 6
_BRIDGES: Final = 4
_STICKS: Final = 0.03  # of the contacts that a peg leaves
_REACH_S: Final = 6.0  # a card, and the peg for it
_ARM_S: Final = 2.2  # how long an arm stays over the cards after the peg, at most
_SLOW_S: Final = {SLOW: (0.3, 2.2), TOO_LATE: (2.6, 5.0)}  # how much later than it was laid a card is told
_PROMISED_S: Final = 2.4  # a little less than the contract says (`cribbage.sight.contract.LATE_S`)
_LAID: Final = "laid"  # when what is told was done
_RELEASE_S: Final = 1.0
_READINGS_HIDDEN: Final = (1, 2, 4, 99)  # of a zone, one after the other; 99: until its cards are taken up


def blinded(lines: list[str], kind: str, seed: int, often: float = 0.08) -> list[str]:
    """The same log with a kind of blindness: `often` of the card readings, a fifth as many faults.

    Such an eye does not say since when a card may have lain there either.
    """
    return blinded_by(lines, (kind,), seed, often)


def blinded_by(lines: list[str], kinds: Sequence[str], seed: int, often: float = 0.08) -> list[str]:
    """The same with several kinds at once, one after the other.

    However many of them make it late: but for `TOO_LATE` no card is told later than an eye promises.
    """
    header, *seen = (json.loads(line) for line in lines)
    for body in (header, *seen):
        body.pop("sight", None)
        body.pop("since", None)
        body[_LAID] = body.get("t")
    lay = [body for body in seen if place_of(body)]
    for kind in kinds:
        poor = _seen_with(kind, seen, random.Random(f"{seed}/{kind}"), often)
        seen = sorted(poor, key=lambda body: float(body["t"]))
    if len(kinds) > 1 and TOO_LATE not in kinds:
        seen = list(_as_it_lies(seen, lay))
    if ORDER in kinds:
        seen = list(shuffled(seen, random.Random(f"{seed}/order")))
    return [
        json.dumps({key: value for key, value in body.items() if key != _LAID}) for body in (header, *seen)
    ]


def _as_it_lies(seen: list[dict[str, Any]], lay: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What one kind delays another may tell when it has long been gone: an eye tells what lies there now.

    `lay`: what really lay there, in its order; of some of it nobody could have read the cards.
    """
    for body in seen:
        zone, t = place_of(body), float(body["t"])
        real: list[dict[str, Any]] = [
            {"cards": {"zone": zone, "seen": []}}
        ]  # what lay there, as late as an eye may be
        for one in (one for one in lay if place_of(one) == zone and float(one["t"]) <= t):
            if float(one["t"]) <= t - LATE_S:
                real.clear()
            real.append(one)
        is_so = zone is None or any(_may_be_told(body, of=one) for one in real)
        yield body if is_so else {**real[-1], "t": body["t"]}


def _may_be_told(body: dict[str, Any], of: dict[str, Any]) -> bool:
    """Whether an eye may say this of what lies there: no cards that do not, and no other number of them."""
    if "cards" in body:
        return "cards" in of and bool(body["cards"]["seen"] == of["cards"]["seen"])
    count = body["unread"]["count"]
    there = len(of["cards"]["seen"]) if "cards" in of else of["unread"]["count"]
    return count is None or count == there


def _seen_with(
    kind: str, seen: list[dict[str, Any]], chance: random.Random, often: float
) -> Iterator[dict[str, Any]]:
    if kind in UNTOLD:
        return UNTOLD[kind](seen, chance, often)
    if kind in _PARTS:
        return _stopping(seen, kind, chance, often / 5)
    if kind in (DEAD, STUCK, BRIDGED):
        return _lying({DEAD: _dead, STUCK: _stuck, BRIDGED: _bridged}[kind](chance), seen)
    if kind in (HIDDEN, ORDER):
        return _hidden(seen, chance, often)
    if kind == AFTER_PEG:
        return _after_peg(seen, chance)
    if kind in _SLOW_S:
        return _slow(seen, chance, often, *_SLOW_S[kind])
    if kind == RESTING:
        return _resting(seen, chance, often)
    return _unread(seen, kind, chance, often)


def _unread(
    seen: list[dict[str, Any]], kind: str, chance: random.Random, often: float
) -> Iterator[dict[str, Any]]:
    for index, body in enumerate(seen):
        cards = body.get("cards")
        if cards and cards["seen"] and chance.random() < often:
            count = chance.choice((None, len(cards["seen"])))
            yield {"t": body["t"], "unread": {"zone": cards["zone"], "count": count}}
            later = round(body["t"] + _LATER_S, 3)
            if kind == LATE and not _is_changed(cards["zone"], seen[index + 1 :], later):
                yield body | {"t": later}
        else:
            yield body


def _is_changed(zone: str, after: list[dict[str, Any]], until: float) -> bool:
    """Whether a place was told again before that: what lay there is no longer there to be read."""
    soon = itertools.takewhile(lambda body: float(body["t"]) <= until, after)
    return any(place_of(body) == zone for body in soon)


def _hidden(seen: list[dict[str, Any]], chance: random.Random, often: float) -> Iterator[dict[str, Any]]:
    """An index lies under something: the zone is unread for some cards, or until it is cleared.

    Where the number of cards can be told, each further one is reported; where it cannot, the zone is reported
    once and then again only when it can be read.
    """
    left: dict[str, int] = {}
    counted: set[str] = set()
    for body in seen:
        zone, cards = body.get("cards", {}).get("zone", ""), body.get("cards", {}).get("seen", [])
        if not cards:
            left.pop(zone, None)
        elif left.get(zone):
            left[zone] -= 1
            if zone in counted:
                yield {"t": body["t"], "unread": {"zone": zone, "count": len(cards)}}
            continue
        elif chance.random() < often:
            left[zone] = chance.choice(_READINGS_HIDDEN) - 1
            counted.discard(zone)
            if chance.random() < 0.2:
                counted.add(zone)
            yield {"t": body["t"], "unread": {"zone": zone, "count": len(cards) if zone in counted else None}}
            continue
        yield body


_Contacts: TypeAlias = Callable[[str, float, set[int]], set[int]]
"""Which holes of a player's track show a peg at a time, of those in which one stands."""


def _lying(contacts: _Contacts, seen: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Contacts tell what is wrong, and no fault is told."""
    told: dict[str, list[int]] | None = None
    for body in seen:
        if "holes" not in body:
            yield body
            continue
        t = float(body["t"])
        shown = {
            player: sorted(contacts(player, t, set(holes)), reverse=True)
            for player, holes in body["holes"].items()
        }
        if shown != told:  # it is written on change only
            told = shown
            yield body | {"holes": shown}


def _dead(chance: random.Random) -> _Contacts:
    """Some holes of each track never show a peg."""
    dead = {player: set(chance.sample(range(1, 121), _DEAD_HOLES)) for player in "ABCD"}
    return lambda player, _, holes: holes - dead[player]


def _stuck(chance: random.Random) -> _Contacts:
    """Now and then a contact stays closed for a while when its peg has gone."""
    before: dict[str, set[int]] = {}
    until: dict[tuple[str, int], float] = {}

    def contacts(player: str, t: float, holes: set[int]) -> set[int]:
        for hole in before.get(player, set()) - holes:
            if hole > 0 and chance.random() < _STICKS:
                until[player, hole] = t + chance.uniform(3.0, 60.0)
        before[player] = holes
        return holes | {hole for (whose, hole), end in until.items() if whose == player and end > t}

    return contacts


def _bridged(chance: random.Random) -> _Contacts:
    """Some neighbours in each track show together, whichever of them holds the peg."""
    lower = {player: set(chance.sample(range(1, 120), _BRIDGES)) for player in "ABCD"}
    return lambda player, _, holes: (
        holes
        | {hole + 1 for hole in holes if hole in lower[player]}
        | {hole - 1 for hole in holes if hole - 1 in lower[player]}
    )


def _after_peg(seen: list[dict[str, Any]], chance: random.Random) -> Iterator[dict[str, Any]]:
    """A player lays a card and pegs with the same reach: the card is read when the arm has gone, after the peg."""
    seats, tracks = seats_of(seen), tracks_of(seen)
    for index, body in enumerate(seen):
        own = _own_pegs(body, seen[index + 1 :], seats, tracks)
        if not own:
            yield body
            continue
        later = next((float(one["t"]) for one in seen[index + 1 + len(own) :]), math.inf)
        down = float(own[-1]["t"])
        yield body | {"t": round(min(down + chance.uniform(0.1, _ARM_S), (down + later) / 2), 3)}


def _slow(
    seen: list[dict[str, Any]], chance: random.Random, often: float, least_s: float, most_s: float
) -> Iterator[dict[str, Any]]:
    """Some of a player's cards are told late, whatever happens meanwhile but that their place changes once more."""
    seats = seats_of(seen)
    for index, body in enumerate(seen):
        zone = body.get("cards", {}).get("zone")
        if zone not in seats or not body["cards"]["seen"] or chance.random() >= often:
            yield body
            continue
        again = (float(one["t"]) for one in seen[index + 1 :] if place_of(one) == zone)
        t = float(body["t"])
        promised = t + most_s if least_s > _PROMISED_S else float(body.get(_LAID, t)) + _PROMISED_S
        told = min(t + chance.uniform(least_s, most_s), (t + next(again, math.inf)) / 2, max(t, promised))
        yield body | {"t": round(told, 3)}


def _own_pegs(
    laid: dict[str, Any], after: list[dict[str, Any]], seats: tuple[str, ...], tracks: tuple[str, ...]
) -> list[dict[str, Any]]:
    """The lines in which its player, soon after a card was laid and before anything else, pegs and nothing more."""
    player = laid.get("cards", {}).get("zone")
    own: list[dict[str, Any]] = []
    if player not in seats or not laid["cards"]["seen"]:
        return own
    player = tracks[seats.index(player) % len(tracks)]
    until = float(laid["t"]) + _REACH_S
    for lifted, down in zip(after[::2], after[1::2], strict=False):
        pegs = [len(one.get("holes", {}).get(player, ())) for one in (lifted, down)]
        if pegs != [1, 2] or float(lifted["t"]) > until or float(down["t"]) > until:
            break
        own += [lifted, down]
        until = float(down["t"]) + _RELEASE_S  # what is changed before it is let go of is one move
    return own


def _resting(seen: list[dict[str, Any]], chance: random.Random, often: float) -> Iterator[dict[str, Any]]:
    """An arm rests on a player's cards for a while: unread, then read again as they are by then."""
    zone, until, seats = "", -math.inf, seats_of(seen)
    lies: dict[str, dict[str, Any]] = {}
    for body in seen:
        t = float(body["t"])
        if zone and t > until:
            yield lies[zone] | {"t": until}
            zone = ""
        of = place_of(body)
        if of is not None:
            lies[of] = body  # also what another kind has made of it
        if not zone or of != zone:
            yield body
        if not zone and of in seats and body.get("cards", {}).get("seen") and chance.random() < often:
            zone, until = str(of), round(t + chance.uniform(3.0, 8.0), 3)
            yield {"t": t, "unread": {"zone": zone, "count": None}}


def _stopping(
    seen: list[dict[str, Any]], kind: str, chance: random.Random, often: float
) -> Iterator[dict[str, Any]]:
    """A part stops for a while now and then; when it sees again it reports what is there now."""
    part, what, key = _PARTS[kind]
    until: float | None = None
    now: dict[str, dict[str, Any]] = {}  # zone, or "" for the board -> the latest that was there to be seen
    before: dict[str, dict[str, Any]] = {}
    for body in seen:
        t = float(body["t"])
        if until is not None and t >= until:
            yield {"t": until, "fault": {"part": part, "what": "ok"}}
            for zone, last in now.items():
                if before.get(zone) != last:
                    yield last | {"t": until}
            until = None
        if until is None and chance.random() < often:
            until, before = round(t + chance.uniform(2.0, _LONGEST_S), 3), dict(now)
            yield {"t": t, "fault": {"part": part, "what": what}}
        of = (place_of(body) or "") if key == "cards" else ""
        shown = key in body or bool(of)  # also a place that another kind left unread
        if shown:
            now[of] = body
        if until is None or not shown:
            yield body
