"""What people send: each object becomes something for the journal's inbox, or `PostError` says why not.

Pure: a dictionary in, a dictionary out. Each is decoded to a declared shape with bounds (msgspec), of which the
interface's description is made too; what a shape cannot know (the seats of this game, the cards of a deck) is asked
behind it. The message of an error is the path of a text in the language files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from cribbage.errors import CribbageError
from cribbage.log.observations import CRIB, REREAD, STARTER
from cribbage.profiles import PROFILES
from cribbage.profiles.options import BadOption, options_from, played
from cribbage.score.cards import parse_cards
from cribbage.shown.scoreboard import Scoreboard
from webui.errors import PostError

Json: TypeAlias = dict[str, Any]
MODES: Final = ("club", "teaching", "sanctioned")
_NUMBERED: Final = ("count", "claim", "muggins")
SEATS: Final = ("A", "B", "C", "D")
TWO: Final = SEATS[:2]
_LONGEST_NAME: Final = 24
_HIGHEST: Final = 121
_LOWEST: Final = -2  # the last of the start holes
_ROOM: Final = {STARTER: 1, **dict.fromkeys(SEATS, 6), CRIB: 6}
"""The most cards taken for each place: more than four is a fault of the deal, and can be seen."""


Seat: TypeAlias = Literal["A", "B", "C", "D"]
Word: TypeAlias = Annotated[str, Meta(max_length=60)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=_HIGHEST)]
Hole: TypeAlias = Annotated[int, Meta(ge=_LOWEST, le=_HIGHEST)]


class Said(Struct):
    """A button that needs no number."""

    by: Seat
    what: Literal["go", "accept", "judge", "none", "concede", "renege", "overpeg", "no-judge"]


class SaidWithNumber(Struct):
    """A button with a number of points."""

    by: Seat
    what: Literal["count", "claim", "muggins"]
    n: Points


class Cards(Struct):
    """The cards of a place as somebody read them with their own eyes."""

    zone: Word
    seen: Annotated[list[Word], Meta(max_length=60)]


class Zone(Struct):
    """A place that the camera is to read again."""

    zone: Word


class Pegs(Struct):
    """Where somebody saw a player's pegs stand."""

    player: Seat
    front: Hole
    rear: Hole


class Dealer(Struct):
    """Who deals."""

    player: Seat


class NewGame(Struct):
    """A game that is to begin."""

    players: Annotated[dict[Word, Annotated[str, Meta(max_length=500)]], Meta(max_length=6)]
    dealer: Seat
    mode: Literal["club", "teaching", "sanctioned"]
    profile: Word
    muggins: bool = False
    options: dict[Literal["target", "five_card", "doubles", "skunks", "rule_5_1_b"], Any] = {}


_WRONG: Final = {
    "by": "error.seat", "player": "error.seat", "what": "error.what", "n": "error.number", "zone": "error.zone",
    "front": "error.pegs", "rear": "error.pegs", "players": "error.name", "dealer": "error.dealer",
    "mode": "error.mode", "profile": "error.profile", "muggins": "error.muggins",
}  # fmt: skip
_KEY: Final = re.compile(r"at `(?:key in )?\$\.(\w+)|field `(\w+)`")
Shape = TypeVar("Shape", bound=Struct)


def decode(body: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """What was sent as a shape; `PostError` says of the first key that is wrong what is expected there."""
    try:
        return msgspec.convert(body, shape)
    except UnicodeEncodeError as error:  # half a character
        raise PostError("error.json") from error
    except msgspec.ValidationError as error:
        key = _KEY.search(str(error))
        raise PostError(_WRONG.get((key[1] or key[2]) if key else "", "error.json")) from error


def _of(seat: str, seats: Collection[str]) -> str:
    if seat not in seats:
        raise PostError("error.seat")
    return seat


def said(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"by": "A", "what": "accept"}``, with ``n`` where a number belongs to it; `seats` are those of the game."""
    if body.get("what") in _NUMBERED:
        counted = decode(body, SaidWithNumber)
        return {"said": {"by": _of(counted.by, seats), "what": counted.what, "n": counted.n}}
    plain = decode(body, Said)
    return {"said": {"by": _of(plain.by, seats), "what": plain.what}}


def cards(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"zone": "B", "seen": ["5H", ...]}``: the cards of a zone as somebody read them with their own eyes."""
    told = decode(body, Cards)
    if told.zone not in (STARTER, *seats, CRIB):
        raise PostError("error.zone")
    try:
        read = [str(card) for card in parse_cards(told.seen)]
    except CribbageError as error:
        raise PostError("error.cards", error.args[0]) from error
    if len(set(read)) < len(read):
        raise PostError("error.cards", " ".join(read))
    if len(read) > _ROOM[told.zone]:
        raise PostError("error.cards", f"{len(read)} > {_ROOM[told.zone]}")
    return {"cards": {"zone": told.zone, "seen": read}, "by": "page"}


def reread(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"zone": "B"}``: what is known of a zone is wrong, and the camera reads it again."""
    zone = decode(body, Zone).zone
    if zone not in (STARTER, *seats, CRIB):
        raise PostError("error.zone")
    return {"said": {"what": REREAD, "zone": zone}, "by": "page"}


def pegs(body: Mapping[str, Any], standing: Mapping[str, tuple[int, int]]) -> Json:
    """``{"player": "A", "front": 38, "rear": 30}``: where somebody saw a player's pegs stand; the others' stay.

    The observation names both tracks, as the board's own reports do: it is what a restart goes on from.
    """
    told = decode(body, Pegs)
    player = _of(told.player, standing)
    if told.front <= told.rear:
        raise PostError("error.pegs")
    holes = {side: sorted(pair) for side, pair in standing.items()} | {player: [told.rear, told.front]}
    return {"holes": holes, "by": "page"}


def dealer(body: Mapping[str, Any], seats: Collection[str] = TWO) -> Json:
    """``{"player": "A"}``: who deals the deal that begins."""
    return {"said": {"by": _of(decode(body, Dealer).player, seats), "what": "deals"}, "by": "page"}


def new_game(
    body: Mapping[str, Any],
    profiles: Collection[str],
    longest_name: int = _LONGEST_NAME,
    modes: Collection[str] = MODES,
) -> Json:
    """The header of a game: names of two, three or four, who deals, mode, profile, muggins, options.

    `modes`: those that this table can play.
    """
    told = decode(body, NewGame)
    seats: tuple[str, ...] = SEATS[: max(len(told.players), len(TWO))]
    players = {seat: _name(told.players, seat, longest_name) for seat in seats}
    if len({name.casefold() for name in players.values()}) < len(players):
        raise PostError("error.name")
    for key, value, allowed in (("dealer", told.dealer, seats), ("profile", told.profile, profiles)):
        if value not in allowed:
            raise PostError(f"error.{key}")
    if told.mode not in modes:
        raise PostError("error.mode.here")
    options: Json = {str(key): value for key, value in told.options.items()}
    _check_form(told.profile, options, len(players), told.muggins)
    header = {"log": "table/1", "profile": told.profile, "mode": told.mode, "muggins": told.muggins}
    header |= {"players": players, "dealer": told.dealer}
    header["sight"] = {"since": True}  # the eye says of each card since when it may have lain there
    return {"new_game": header | ({"options": options} if options else {})}


def rematch(board: Scoreboard, modes: Collection[str] = MODES) -> Json:
    """The same game again: same players, book, mode and options; the loser deals. `PostError` where none is won,
    or this table plays its mode no longer.

    Of three players the one with the fewest points deals, of a pair its first player.
    """
    if board.winner is None:
        raise PostError("error.rematch")
    if board.mode not in modes:
        raise PostError("error.mode.here")
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


def _name(names: Mapping[str, str], seat: str, longest: int) -> str:
    name = " ".join(names.get(seat, "").split())
    if not 0 < len(name) <= longest or not name.isprintable():
        raise PostError("error.name")
    return name
