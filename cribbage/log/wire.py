"""What a table and a club's hub say to each other over a broker: topics and payloads, version 1. Pure.

Topics, under ``pegwatch/1/<table>/``; every payload is one JSON object of UTF-8 with ``"v": 1``:

=======  ========  ========  ====================================================================================
topic    from      retained  payload
=======  ========  ========  ====================================================================================
state    table     yes       ``state``: ``here`` or, as the table's last will, ``gone``
live     table     yes       the public's view as the reveal policy allows it: ``state``, ``mode``, ``profile``,
                             ``dealer``, ``players`` (``seat``, ``name``, ``score``), ``over``: see `Live`
health   table     yes       ``parts`` (``part``, ``state``, ``note``; ``code``, ``detail`` where there are any),
                             ``waiting`` (games not confirmed yet), ``calling`` (judges are asked for), ``pegs`` and
                             ``cards`` (by what they are read), ``sanctioned`` (may such games be played there): see
                             `Health`
game     table     no        one finished game: ``stream``, ``n``, ``game``, ``players``, ``scores``, ``winner``,
                             ``mode``, ``profile``, ``began`` and ``sent`` (wall times by the table's clock, s; 0 or
                             none: not known), ``seat`` (the token it was begun with): see `FinishedGame`
seat     hub       yes       which game this table plays next: ``token``, ``event``, ``game``, ``players``, ``book``,
                             ``mode``, ``target``, and ``round`` (of playoffs) and ``dealer`` where they are known;
                             ``next``: the games after it; a ``token`` that is empty: none. See `Seat`
have     hub       yes       ``have``: for each stream of this table the number up to which nothing is missing;
                             ``sums``: the `FinishedGame.sum` of that last game
=======  ========  ========  ====================================================================================

Games are numbered 1, 2, 3 ... within a stream (one journal). A table sends what lies above ``have`` again and again
until it is confirmed; the hub keeps each number once. So nothing is lost or doubled, whatever broker or network do:
the journal is the only queue. A payload may have more keys than these; a reader passes over what it does not know. A
version that is not 1 is refused.

Everything is decoded to a declared shape with bounds (msgspec): whatever is longer, deeper or larger, or is no text,
is refused with one line (`BadMessage`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeGuard, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from cribbage.errors import CribbageError

VERSION: Final = 1
ROOT: Final = f"pegwatch/{VERSION}"
STATE: Final = "state"
LIVE: Final = "live"
HEALTH: Final = "health"
GAME: Final = "game"
HAVE: Final = "have"
SEAT: Final = "seat"
FROM_TABLE: Final = (STATE, LIVE, HEALTH, GAME)
HERE: Final = "here"
GONE: Final = "gone"
MOST_SEATS: Final = 16
MOST_BYTES: Final = 65_536
_TABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_LATEST_S: Final = 1e11
"""No wall time lies beyond this (the year 5138)."""
_PLAIN: Final = r"\A[^\x00-\x1f\x7f]*\Z"  # control characters are no text, and PostgreSQL keeps no NUL
Word: TypeAlias = Annotated[str, Meta(max_length=80, pattern=_PLAIN)]
Name: TypeAlias = Annotated[str, Meta(max_length=200, pattern=_PLAIN)]
Note: TypeAlias = Annotated[str, Meta(max_length=4000)]
Stream: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80, pattern=_PLAIN)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=121)]


class BadMessage(CribbageError):
    """A topic or payload that is not of this protocol."""


def is_table(name: str) -> bool:
    """Whether a table may have this name: letters, digits, ``-`` and ``_``, at most 32."""
    return _TABLE.fullmatch(name) is not None


def topic(table: str, what: str) -> str:
    """The topic of one table; raises `BadMessage` for a name that would be no topic."""
    if not is_table(table):
        raise BadMessage(f"a table is named with up to 32 letters, digits, - and _, not {table!r}")
    return f"{ROOT}/{table}/{what}"


def read_topic(text: str) -> tuple[str, str]:
    """(table, what) of a topic."""
    start, _, what = text.rpartition("/")
    root, _, table = start.rpartition("/")
    if root != ROOT or not is_table(table) or what not in (*FROM_TABLE, HAVE, SEAT):
        raise BadMessage(f"no topic of {ROOT}: {text!r}")
    return table, what


def write(body: Mapping[str, Any]) -> bytes:
    """A payload."""
    return json.dumps({"v": VERSION, **body}, ensure_ascii=False, separators=(",", ":")).encode()


def read(payload: bytes) -> dict[str, Any]:
    """The object in a payload; `BadMessage` if it is none, too long, or of another version."""
    if len(payload) > MOST_BYTES:
        raise BadMessage(f"a payload of {len(payload)} bytes: {MOST_BYTES} are allowed")
    try:
        body = _OBJECT.decode(payload)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"a payload that is no JSON object: {error}") from error
    if body.get("v") != VERSION:
        raise BadMessage(f"a payload that is not of version {VERSION}")
    return body


_OBJECT: Final = msgspec.json.Decoder(dict[str, Any])
_Shape = TypeVar("_Shape")


def _as(shape: type[_Shape], body: Mapping[str, Any], what: str) -> _Shape:
    """A payload in its declared shape; `BadMessage` says where it is not."""
    try:
        return msgspec.convert(body, shape)
    except msgspec.ValidationError as error:
        raise BadMessage(f"{what}: {error}") from error


class State(Struct, frozen=True):
    """Whether a table is there."""

    state: Literal["here", "gone"]


class Part(Struct, frozen=True):
    """What a part of a table says of itself: ``state`` is ``ok``, ``info``, ``doubt`` or a trouble."""

    part: Word
    state: Word
    note: Note = ""
    code: Word = ""
    detail: Note = ""


class Health(Struct, frozen=True):
    """How a table is: its parts, games not confirmed yet, and whether judges are asked for; by what it reads pegs and
    cards, and whether it plays sanctioned games, where it says so."""

    parts: Annotated[tuple[Part, ...], Meta(max_length=64)] = ()
    waiting: Count = 0
    calling: bool = False
    pegs: Word | UnsetType = UNSET
    cards: Word | UnsetType = UNSET
    sanctioned: bool | UnsetType = UNSET


class Player(Struct, frozen=True):
    """A player of a live score; `score` is None where the policy lets nothing out."""

    seat: Word
    name: Name | None = None
    score: Count | None = None


class Over(Struct, frozen=True):
    """How a game ended, where that may be told."""

    winner: Word
    loser_score: Count
    spread: Annotated[int, Meta(ge=-1000, le=1000)] | None = None
    skunk: bool | None = None


class Live(Struct, frozen=True):
    """The public's view of the game in progress."""

    players: Annotated[tuple[Player, ...], Meta(max_length=8)] = ()
    state: Word = ""
    mode: Word | None = None
    profile: Word | None = None
    dealer: Word | None = None
    over: Over | None = None


_SHAPES: Final[Mapping[str, type[State] | type[Live] | type[Health]]] = {
    STATE: State, LIVE: Live, HEALTH: Health,
}  # fmt: skip


def read_kept(what: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """A state, live score or health, with the declared keys only; `BadMessage` names what is wrong with it."""
    shape: dict[str, Any] = msgspec.to_builtins(_as(_SHAPES[what], body, f"a {what} that is none"))
    return shape


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game as a table tells it; `began` and `sent` are wall times of the table's clock in s, 0 where
    they are not known; `seat` the hub's token, "" for a game that the hub has not seated; `code` that of
    the table's record, "" where there is none."""

    stream: str
    n: int
    game: int
    players: Mapping[str, str]
    scores: Mapping[str, int]
    mode: str = ""
    profile: str = ""
    began: float = 0.0
    sent: float = 0.0
    seat: str = ""
    code: str = ""

    @property
    def winner(self) -> str:
        """The seat that has won."""
        return "A" if self.scores["A"] > self.scores["B"] else "B"

    @property
    def target(self) -> int:
        """The game hole: the winner has reached it, and nobody more."""
        return self.scores[self.winner]

    @property
    def sum(self) -> str:
        """A check sum by which table and hub see that they mean the same game by a number."""
        said = [self.players["A"], self.players["B"], self.scores["A"], self.scores["B"], self.game]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:12]

    def body(self) -> dict[str, Any]:
        """The payload as an object."""
        return {
            "stream": self.stream, "n": self.n, "game": self.game, "players": dict(self.players),
            "scores": dict(self.scores), "winner": self.winner, "mode": self.mode, "profile": self.profile,
            "began": self.began, "sent": self.sent,
        } | {key: text for key, text in (("seat", self.seat), ("code", self.code)) if text}  # fmt: skip


class _Names(Struct):
    A: Name
    B: Name


class _Scores(Struct):
    A: Score
    B: Score


class _Game(Struct):
    """What must be right in a finished game; the rest is filled in where it is wrong."""

    stream: Stream
    n: Number
    players: _Names
    scores: _Scores
    mode: Word | None = None
    profile: Word | None = None
    seat: Word | None = None
    code: Word | None = None


class Seat(Struct, frozen=True):
    """A game that the hub has seated at a table; `dealer` is empty where they cut for it."""

    token: Annotated[str, Meta(min_length=1, max_length=80, pattern=_PLAIN)]
    event: Name
    game: Number
    players: Annotated[dict[Literal["A", "B", "C", "D"], Name], Meta(min_length=2, max_length=4)]
    book: Word
    mode: Literal["sanctioned", "club"]
    target: Number
    round: Count = 0
    dealer: Literal["A", "B", "C", "D", ""] = ""


def read_seats(body: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The games a table is to play, the next one first; `BadMessage` names what is wrong with it."""
    further = body.get("next")
    if not body.get("token"):
        return ()
    found = [body, *(further if isinstance(further, list) else ())]
    return tuple(_as(Seat, each, "a seat that is none") for each in found[:MOST_SEATS])


def read_game(body: Mapping[str, Any]) -> FinishedGame:
    """A finished game out of a payload; `BadMessage` names what is wrong with it."""
    told = _as(_Game, body, "a game that is none")
    if told.scores.A == told.scores.B:
        raise BadMessage("a finished game that nobody has won")
    game = body.get("game")
    return FinishedGame(
        told.stream, told.n, game if _is_number(game) and 0 <= game < 2**31 else told.n,
        {"A": told.players.A, "B": told.players.B}, {"A": told.scores.A, "B": told.scores.B},
        told.mode or "", told.profile or "", read_time(body.get("began")), read_time(body.get("sent")),
        told.seat or "", told.code or "",
    )  # fmt: skip


def read_time(value: Any) -> float:
    """A wall time in s; 0 (not known) where it is none. A game is not lost because its clock was wrong."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < _LATEST_S else 0.0


@dataclass(frozen=True, slots=True)
class Have:
    """Up to which number of a stream the hub has everything, and the check sum of that game ("" for none)."""

    n: int = 0
    sum: str = ""


def read_have(body: Mapping[str, Any], stream: str) -> Have:
    """What the hub has of a stream; nothing where it does not know it."""
    have, sums = body.get("have"), body.get("sums")
    number = have.get(stream) if isinstance(have, Mapping) else None
    if not _is_number(number) or number < 1:
        return Have()
    return Have(number, str(sums.get(stream) or "") if isinstance(sums, Mapping) else "")


def _is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
