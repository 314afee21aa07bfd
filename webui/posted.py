"""What people send: each object becomes something for the journal's inbox, or `PostError` says why not.

Pure: a dictionary in, a dictionary out. The message of an error is the path of a text in the language files.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from cribbage.cards import parse_cards
from cribbage.errors import CribbageError
from cribbage.observations import CRIB, STARTER
from webui.errors import PostError

Json: TypeAlias = dict[str, Any]
SAID: Final = frozenset({"go", "accept", "judge", "none", "concede", "renege", "overpeg"})
SAID_WITH_NUMBER: Final = frozenset({"count", "claim", "muggins"})
MODES: Final = ("club", "teaching", "sanctioned")
NO_MUGGINS: Final = frozenset({"alberta-55plus", "corporate-challenge"})
_SEATS: Final = ("A", "B")
_LONGEST_NAME: Final = 24
_HIGHEST: Final = 121
_LOWEST: Final = -2  # the last of the start holes
_ROOM: Final = {STARTER: 1, "A": 6, "B": 6, CRIB: 6}  # more than four is a fault of the deal, and can be seen


def said(body: Mapping[str, Any]) -> Json:
    """``{"by": "A", "what": "accept"}``, with ``n`` where a number belongs to it."""
    by, what = body.get("by"), body.get("what")
    if by not in _SEATS:
        raise PostError("error.seat")
    if not isinstance(what, str):
        raise PostError("error.what")
    if what in SAID:
        return {"said": {"by": by, "what": what}}
    if what not in SAID_WITH_NUMBER:
        raise PostError("error.what")
    n = body.get("n")
    if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= _HIGHEST:
        raise PostError("error.number")
    return {"said": {"by": by, "what": what, "n": n}}


def cards(body: Mapping[str, Any]) -> Json:
    """``{"zone": "B", "seen": ["5H", ...]}``: the cards of a zone as somebody read them with his own eyes."""
    zone, seen = body.get("zone"), body.get("seen")
    if not isinstance(zone, str) or zone not in _ROOM:
        raise PostError("error.zone")
    if not isinstance(seen, list) or not all(isinstance(card, str) for card in seen):
        raise PostError("error.json")
    try:
        read = [str(card) for card in parse_cards(seen)]
    except CribbageError as error:
        raise PostError("error.cards", error.args[0]) from error
    if len(set(read)) < len(read):
        raise PostError("error.cards", " ".join(read))
    if len(read) > _ROOM[zone]:
        raise PostError("error.cards", f"{len(read)} > {_ROOM[zone]}")
    return {"cards": {"zone": zone, "seen": read}, "by": "page"}


def pegs(body: Mapping[str, Any], standing: Mapping[str, tuple[int, int]]) -> Json:
    """``{"player": "A", "front": 38, "rear": 30}``: where somebody saw a player's pegs stand; the other's stay.

    The observation names both tracks, as the board's own reports do: it is what a restart goes on from.
    """
    player, front, rear = body.get("player"), body.get("front"), body.get("rear")
    if player not in _SEATS:
        raise PostError("error.seat")
    if not all(
        isinstance(n, int) and not isinstance(n, bool) and _LOWEST <= n <= _HIGHEST for n in (front, rear)
    ):
        raise PostError("error.pegs")
    if front == rear or front < rear:  # type: ignore[operator]
        raise PostError("error.pegs")
    holes = {seat: sorted(standing[seat]) for seat in _SEATS} | {player: sorted((front, rear))}  # type: ignore[type-var]
    return {"holes": holes, "by": "page"}


def dealer(body: Mapping[str, Any]) -> Json:
    """``{"player": "A"}``: who deals the deal that begins."""
    if body.get("player") not in _SEATS:
        raise PostError("error.seat")
    return {"said": {"by": body["player"], "what": "deals"}, "by": "page"}


def new_game(body: Mapping[str, Any], profiles: Collection[str]) -> Json:
    """The header of a game: names, who deals, mode, profile, muggins."""
    names = body.get("players")
    players = {seat: _name(names, seat) for seat in _SEATS}
    if players["A"].casefold() == players["B"].casefold():
        raise PostError("error.name")
    for key, allowed in (("dealer", _SEATS), ("mode", MODES), ("profile", profiles)):
        if body.get(key) not in allowed:
            raise PostError(f"error.{key}")
    muggins = body.get("muggins", False)
    if not isinstance(muggins, bool) or (muggins and body["profile"] in NO_MUGGINS):
        raise PostError("error.muggins")
    header = {"log": "table/1", "profile": body["profile"], "mode": body["mode"], "muggins": muggins}
    return {"new_game": header | {"players": players, "dealer": body["dealer"]}}


def _name(names: Any, seat: str) -> str:
    name = names.get(seat) if isinstance(names, Mapping) else None
    if not isinstance(name, str):
        raise PostError("error.name")
    name = " ".join(name.split())
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise PostError("error.name")
    return name
