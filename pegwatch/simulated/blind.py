"""Table logs as poor sensors would have written them: what was not seen is said, and never made up.

Each kind of blindness takes a perfect log and leaves a true one: cards that were not read are reported as
unread, a part that stopped reports a fault, and what happened meanwhile is not in the log.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final

UNREAD: Final = "unread"
LATE: Final = "read late"
HIDDEN: Final = "index hidden"
CAMERA: Final = "camera covered"
BOARD: Final = "board stopped"
KINDS: Final = (UNREAD, LATE, HIDDEN, CAMERA, BOARD)
_PARTS: Final = {CAMERA: ("camera", "covered", "cards"), BOARD: ("board", "chain", "holes")}
_LONGEST_S: Final = 45.0
_LATER_S: Final = 0.4
_RELEASE_S: Final = 1.0
_READINGS_HIDDEN: Final = (1, 2, 4, 99)  # of a zone, one after the other; 99: until its cards are taken up


def blinded(lines: list[str], kind: str, seed: int, often: float = 0.08) -> list[str]:
    """The same log with a kind of blindness: `often` of the card readings, a fifth as many faults."""
    chance = random.Random(f"{seed}/{kind}")
    header, *seen = (json.loads(line) for line in lines)
    if kind in _PARTS:
        poor = _stopping(seen, kind, chance, often / 5)
    elif kind == HIDDEN:
        poor = _hidden(seen, chance, often)
    else:
        poor = _unread(seen, kind, chance, often)
    return [json.dumps(body) for body in (header, *sorted(poor, key=lambda body: float(body["t"])))]


def _unread(
    seen: list[dict[str, Any]], kind: str, chance: random.Random, often: float
) -> Iterator[dict[str, Any]]:
    for body in seen:
        cards = body.get("cards")
        if cards and cards["seen"] and chance.random() < often:
            count = chance.choice((None, len(cards["seen"])))
            yield {"t": body["t"], "unread": {"zone": cards["zone"], "count": count}}
            if kind == LATE:
                yield body | {"t": round(body["t"] + _LATER_S, 3)}
        else:
            yield body


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


def _stopping(
    seen: list[dict[str, Any]], kind: str, chance: random.Random, often: float
) -> Iterator[dict[str, Any]]:
    """A part stops for a while now and then; when it sees again it reports what is there now."""
    part, what, key = _PARTS[kind]
    until: float | None = None
    now: dict[str, dict[str, Any]] = {}  # zone, or "" for the board -> the latest that was there to be seen
    before: dict[str, dict[str, Any]] = {}
    pegged = -_RELEASE_S
    for body in seen:
        t = float(body["t"])
        if until is not None and t >= until:
            yield {"t": until, "fault": {"part": part, "what": "ok"}}
            for zone, last in now.items():
                if before.get(zone) != last:
                    yield last | {"t": until}
            until = None
        settled = t - pegged > _RELEASE_S  # a fault in between would count as letting go of the peg
        pegged = t if "holes" in body else pegged
        if until is None and chance.random() < often and settled:
            until, before = round(t + chance.uniform(2.0, _LONGEST_S), 3), dict(now)
            yield {"t": t, "fault": {"part": part, "what": what}}
        if key in body:
            now[body["cards"]["zone"] if key == "cards" else ""] = body
        if until is None or key not in body:
            yield body
