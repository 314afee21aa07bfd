"""More kinds of blindness (`pegwatch.simulated.blind`): words not tapped, places hidden, cards whose order is lost.

Each takes the bodies of a log, its observations in their order, and yields what a poorer table would have written.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

Body: TypeAlias = dict[str, Any]

LONG: Final = "unread, then told late"
PLACE: Final = "place hidden"
TRACK: Final = "track stopped"
ORDER: Final = "order lost"
UNTAPPED: Final = "words not tapped"
TAPPED_LATE: Final = "words tapped late"

_PROMISED_S: Final = (
    2.4  # a little less than the contract says of a card, or of the first word that it is unread
)
_LONGEST_S: Final = 11.5  # how long after it was laid a card may be told that was said to be unread
_NOT_TAPPED: Final = 0.6
_TAPPED_LATE_S: Final = (1.0, 6.0)
_HIDDEN_S: Final = (3.0, 40.0)
_LAID: Final = "laid"
_TWO: Final = ("A", "B")


def place_of(body: Body) -> str | None:
    """The place that an observation of cards is about."""
    place: str | None = (body.get("cards") or body.get("unread") or {}).get("zone")
    return place


def tracks_of(seen: list[Body]) -> tuple[str, ...]:
    """The tracks of the board, of those that are ever seen."""
    return tuple(sorted({track for body in seen for track in body.get("holes", ())})) or _TWO


def seats_of(seen: list[Body]) -> tuple[str, ...]:
    """The players before whom cards are ever seen."""
    return tuple(sorted({place for body in seen if (place := place_of(body)) and len(place) == 1})) or _TWO


def _long(seen: list[Body], chance: random.Random, often: float) -> Iterator[Body]:
    """An arm stays over a card that was just laid: unread at first, and told within twelve seconds."""
    seats = seats_of(seen)
    zone, told = "", 0.0
    last: Body = {}
    for body in seen:
        t = float(body["t"])
        if zone and t > told:
            yield last | {"t": told}
            zone = ""
        of = place_of(body)
        if zone and of == zone:
            last = body  # also where another kind left it unread: then that is what the arm uncovers
            if not body.get("cards", {"seen": True})["seen"]:  # taken up: that is seen
                yield body
                zone = ""
            continue
        if not zone and of in seats and body.get("cards", {}).get("seen") and chance.random() < often:
            zone, last = str(of), body
            laid = float(body.get(_LAID, t))
            first = max(t, laid + chance.uniform(0.0, _PROMISED_S))
            told = round(max(laid + chance.uniform(3.0, _LONGEST_S), first + 0.1), 3)
            count = chance.choice((None, len(body["cards"]["seen"])))
            yield {"t": round(first, 3), "unread": {"zone": zone, "count": count}}
            continue
        yield body


def _place(seen: list[Body], chance: random.Random, often: float) -> Iterator[Body]:
    """Something lies before the eye: a place cannot be seen at all for a while, not even whether cards lie there."""
    places = ("starter", "crib", *seats_of(seen))
    hidden: dict[str, float] = {}
    now: dict[str, Body] = {}
    for body in seen:
        t = float(body["t"])
        for place in [one for one, until in hidden.items() if t >= until]:
            until = hidden.pop(place)
            empty: Body = {"cards": {"zone": place, "seen": []}}
            yield now.get(place, empty) | {"t": until}
        if chance.random() < often / 4:
            place = chance.choice(places)
            if place not in hidden:
                hidden[place] = round(t + chance.uniform(*_HIDDEN_S), 3)
                yield {"t": t, "unread": {"zone": place, "count": None}, "blind": True}
        of = place_of(body)
        if of is not None:
            now[of] = body
        if of not in hidden:
            yield body


def _track(seen: list[Body], chance: random.Random, often: float) -> Iterator[Body]:
    """The contacts of one track fail for a while, and the board says so."""
    tracks = tracks_of(seen)
    lost, until = "", 0.0
    now: Body = {}
    for body in seen:
        t = float(body["t"])
        if lost and t >= until:
            yield {"t": until, "fault": {"part": "board", "what": "ok", "track": lost}}
            if now:
                yield now | {"t": until}
            lost = ""
        if not lost and chance.random() < often / 5:
            lost, until = chance.choice(tracks), round(t + chance.uniform(*_HIDDEN_S), 3)
            yield {"t": t, "fault": {"part": "board", "what": "contacts", "track": lost}}
        if "holes" in body:
            now = body
            if lost:
                rest = {side: holes for side, holes in body["holes"].items() if side != lost}
                yield body | {"holes": rest}
                continue
        yield body


def _untapped(seen: list[Body], chance: random.Random, often: float) -> Iterator[Body]:
    """Words are said aloud, and most of them tapped nowhere."""
    del often
    return (body for body in seen if "said" not in body or chance.random() >= _NOT_TAPPED)


def _tapped_late(seen: list[Body], chance: random.Random, often: float) -> Iterator[Body]:
    """Words are tapped some seconds after they were said, at the latest before the next cards are dealt."""
    del often
    for index, body in enumerate(seen):
        if "said" not in body:
            yield body
            continue
        t = float(body["t"])
        following = (float(one["t"]) for one in seen[index + 1 :] if place_of(one) == "starter")
        yield body | {"t": round(min(t + chance.uniform(*_TAPPED_LATE_S), next(following, t + 6.0)), 3)}


def shuffled(seen: list[Body], chance: random.Random) -> Iterator[Body]:
    """Cards that came into view together may have been laid in any order: they are told in another one."""
    told: dict[str, list[str]] = {}
    for body in seen:
        cards = body.get("cards")
        if cards is None:
            yield body
            continue
        zone, lies = cards["zone"], list(cards["seen"])
        before = [card for card in told.get(zone, []) if card in lies]
        new = [card for card in lies if card not in before]
        if len(before) < len(told.get(zone, [])):
            before, new = [], lies  # gathered: as they lie now
        elif len(new) > 1 and len(zone) == 1:
            chance.shuffle(new)
        told[zone] = before + new
        yield body | {"cards": {"zone": zone, "seen": before + new}}


UNTOLD: Final[Mapping[str, Callable[[list[Body], random.Random, float], Iterator[Body]]]] = {
    LONG: _long,
    PLACE: _place,
    TRACK: _track,
    UNTAPPED: _untapped,
    TAPPED_LATE: _tapped_late,
}
