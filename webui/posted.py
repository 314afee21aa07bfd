"""What people send: each object becomes something for the journal's inbox, or `PostError` says why not.

Pure: a dictionary in, a dictionary out. The message of an error is the path of a text in the language files.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from cribbage.errors import CribbageError
from cribbage.log.observations import CRIB, STARTER
from cribbage.profiles import PROFILES
from cribbage.profiles.options import BadOption, options_from, played
from cribbage.score.cards import parse_cards
from cribbage.shown.scoreboard import Scoreboard
from webui.errors import PostError

Json: TypeAlias = dict[str, Any]
SAID: Final = frozenset({"go", "accept", "judge", "none", "concede", "renege", "overpeg", "no-judge"})
SAID_WITH_NUMBER: Final = frozenset({"count", "claim", "muggins"})
MODES: Final = ("club", "teaching", "sanctioned")
SEATS: Final = ("A", "B", "C", "D")
TWO: Final = SEATS[:2]
OPTIONS: Final = ("target", "five_card", "doubles", "skunks", "rule_5_1_b")
_LONGEST_NAME: Final = 24
_HIGHEST: Final = 121
_LOWEST: Final = -2  # the last of the start holes
_ROOM: Final = {STARTER: 1, **dict.fromkeys(SEATS, 6), CRIB: 6}
"""Most cards that are taken for each place: more than four is a fault of the deal, and can be seen."""


def said(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"by": "A", "what": "accept"}``, with ``n`` where a number belongs to it; `seats` are those of the game."""
    by, what = body.get("by"), body.get("what")
    if by not in seats:
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


def cards(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"zone": "B", "seen": ["5H", ...]}``: the cards of a zone as somebody read them with his own eyes."""
    zone, seen = body.get("zone"), body.get("seen")
    if not isinstance(zone, str) or zone not in (STARTER, *seats, CRIB):
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
    """``{"player": "A", "front": 38, "rear": 30}``: where somebody saw a player's pegs stand; the others' stay.

    The observation names both tracks, as the board's own reports do: it is what a restart goes on from.
    """
    player, front, rear = body.get("player"), body.get("front"), body.get("rear")
    if player not in standing:
        raise PostError("error.seat")
    if not all(
        isinstance(n, int) and not isinstance(n, bool) and _LOWEST <= n <= _HIGHEST for n in (front, rear)
    ):
        raise PostError("error.pegs")
    if front == rear or front < rear:  # type: ignore[operator]
        raise PostError("error.pegs")
    holes = {side: sorted(pair) for side, pair in standing.items()} | {player: sorted((front, rear))}  # type: ignore[type-var]
    return {"holes": holes, "by": "page"}


def dealer(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"player": "A"}``: who deals the deal that begins."""
    if body.get("player") not in seats:
        raise PostError("error.seat")
    return {"said": {"by": body["player"], "what": "deals"}, "by": "page"}


def new_game(
    body: Mapping[str, Any],
    profiles: Collection[str],
    longest_name: int = _LONGEST_NAME,
    modes: Collection[str] = MODES,
) -> Json:
    """The header of a game: names of two, three or four, who deals, mode, profile, muggins, options.

    `modes`: those that this table can play.
    """
    names = body.get("players")
    seats = SEATS[: len(names)] if isinstance(names, Mapping) and len(names) > len(TWO) else TWO
    players = {seat: _name(names, seat, longest_name) for seat in seats}
    if len({name.casefold() for name in players.values()}) < len(players):
        raise PostError("error.name")
    for key, allowed in (("dealer", seats), ("mode", MODES), ("profile", profiles)):
        if body.get(key) not in allowed:
            raise PostError(f"error.{key}")
    if body["mode"] not in modes:
        raise PostError("error.mode.here")
    muggins, options = body.get("muggins", False), body.get("options", {})
    if not isinstance(muggins, bool):
        raise PostError("error.muggins")
    if not isinstance(options, Mapping) or not options.keys() <= set(OPTIONS):
        raise PostError("error.json")
    _check_form(body["profile"], options, len(players), muggins)
    header = {"log": "table/1", "profile": body["profile"], "mode": body["mode"], "muggins": muggins}
    header |= {"players": players, "dealer": body["dealer"]}
    header["sight"] = {"since": True}  # the eye says of each card since when it may have lain there
    return {"new_game": header | ({"options": dict(options)} if options else {})}


def rematch(board: Scoreboard) -> Json:
    """The same game again: same players, book, mode and options; whoever lost deals. `PostError` where none is won.

    Of three players the one with the fewest points deals, of a pair its first player.
    """
    if board.winner is None:
        raise PostError("error.rematch")
    losers = [side for side in board.sides if side != board.winner]
    last = min(losers, key=lambda side: board.pegs[side].score)
    seating = board.seating
    dealer = next(seat for seat in seating.seats if seating.side(seat) == last)
    kept = ("log", "profile", "mode", "muggins", "players", "sight", "options")
    header = {key: board.header[key] for key in kept if key in board.header}
    return {"new_game": header | {"dealer": dealer}}


def check_muggins(profile: str, muggins: bool) -> None:
    """Raise `PostError` where muggins is wanted and the book does not allow it."""
    if muggins and not PROFILES[profile].muggins:
        raise PostError("error.option.muggins", profile=profile, rule=PROFILES[profile].source("muggins"))


def _check_form(profile: str, options: Mapping[str, Any], players: int, muggins: bool) -> None:
    """What the book does not have is refused in one line that says why, and by which rule."""
    book = PROFILES[profile]
    try:
        played(book, options_from(options, players, muggins))
    except BadOption as error:
        if not error.case:
            raise PostError("error.json") from error
        rule = book.source(error.field)
        raise PostError(f"error.option.{error.case}", profile=profile, rule=rule, **error.told) from error


def forms(profiles: Collection[str]) -> Json:
    """For each book what the page may offer: numbers of players, targets, forms of doubles, and variations."""
    found = {}
    for name in profiles:
        book = PROFILES[name]
        found[name] = {
            "players": list(book.players),
            "targets": list(book.targets),
            "doubles": list(book.pairs),
            "five_card": book.five_card,
            "skunks": book.skunk_option,
            "rule_5_1_b": book.retrieve_option,
            "muggins": book.muggins,
            "rules": {"players": book.source("players"), "muggins": book.source("muggins")},
        }
    return found


def _name(names: Any, seat: str, longest: int) -> str:
    name = names.get(seat) if isinstance(names, Mapping) else None
    if not isinstance(name, str):
        raise PostError("error.name")
    name = " ".join(name.split())
    if not 0 < len(name) <= longest or not name.isprintable():
        raise PostError("error.name")
    return name
