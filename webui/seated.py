"""The games that the club's hub seats at this table: which one is offered, and how it is begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from cribbage.log.wire import Seat
from firmware.box.journal import GameInfo
from webui.posted import new_game
from webui.words import Words

SEAT_KEY: Final = "seat"
"""Under this key a game's header keeps the hub's token."""
LONGEST_NAME: Final = 60
"""The longest name that the club's hub takes."""


def offered(kept: Any, games: Sequence[GameInfo]) -> list[Seat]:
    """What the hub seats here (as the uplink has noted it), without the games that were begun already: played to its
    end, or the latest game."""
    begun = {str(info.header.get(SEAT_KEY, "")) for info in games if info.over} | {
        str(info.header.get(SEAT_KEY, "")) for info in games[-1:]
    }
    try:
        return [seat for seat in msgspec.convert(kept or [], list[Seat]) if seat.token not in begun]
    except msgspec.ValidationError:
        return []


def shown(seat: Seat, w: Words) -> dict[str, Any]:
    """A seat for the page, with its sentence."""
    sides = [seat.players[key] for key in sorted(seat.players)]
    names = " – ".join(sides if len(sides) == 2 else (f"{sides[0]} & {sides[2]}", f"{sides[1]} & {sides[3]}"))
    book = w(f"profile.{seat.book}") if w.has(f"profile.{seat.book}") else seat.book
    fill = {"event": seat.event, "n": seat.game, "names": names, "book": book, "mode": w(f"mode.{seat.mode}")}
    say = w("new.seated.match", **fill, round=seat.round) if seat.round else w("new.seated.game", **fill)
    return {"token": seat.token, "dealer": seat.dealer, "players": dict(seat.players), "say": say}


def begin(
    body: Mapping[str, Any], seats: Sequence[Seat], profiles: Sequence[str], modes: Sequence[str]
) -> dict[str, Any] | None:
    """``{"seat": token, "dealer": "A"}``: a new game exactly as the hub has seated it; who deals first only where the
    hub does not say so. None where that is not seated here (any more)."""
    seat = next((each for each in seats if each.token == body.get("seat")), None)
    if seat is None:
        return None
    told = {"players": dict(seat.players), "dealer": seat.dealer or body.get("dealer"), "mode": seat.mode}
    found = new_game(told | {"profile": seat.book}, profiles, LONGEST_NAME, modes)
    found["new_game"][SEAT_KEY] = seat.token
    return found
