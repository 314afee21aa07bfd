"""What a table and a club's hub say to each other over a broker: topics and payloads, version 1. Pure.

Topics, under ``pegwatch/1/<table>/``; every payload is one JSON object of UTF-8 with ``"v": 1``:

=======  ========  ========  ====================================================================================
topic    from      retained  payload
=======  ========  ========  ====================================================================================
state    table     yes       ``state``: ``here`` or, as the table's last will, ``gone``
live     table     yes       the public's view as the reveal policy allows it: ``state``, ``mode``, ``profile``,
                             ``dealer``, ``players`` (``seat``, ``name``, ``score``), ``over``
health   table     yes       ``parts`` (``part``, ``state``, ``note``; ``code``, ``detail`` where there are any),
                             ``waiting`` (games not confirmed yet), ``calling`` (judges are asked for)
game     table     no        one finished game: ``stream``, ``n``, ``game``, ``players``, ``scores``, ``winner``,
                             ``mode``, ``profile``, ``began`` (wall time, s)
have     hub       yes       ``have``: for each stream of this table the number up to which nothing is missing;
                             ``sums``: the `FinishedGame.sum` of that last game
=======  ========  ========  ====================================================================================

Games are numbered 1, 2, 3 ... within a stream (one journal). A table sends what lies above ``have`` again and again
until it is confirmed; the hub keeps each number once. So nothing is lost or doubled, whatever broker or network do:
the journal is the only queue. A payload may have more keys than these; a reader passes over what it does not know. A
version that is not 1 is refused.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from cribbage.errors import CribbageError

VERSION: Final = 1
ROOT: Final = f"pegwatch/{VERSION}"
STATE: Final = "state"
LIVE: Final = "live"
HEALTH: Final = "health"
GAME: Final = "game"
HAVE: Final = "have"
FROM_TABLE: Final = (STATE, LIVE, HEALTH, GAME)
HERE: Final = "here"
GONE: Final = "gone"
MOST_BYTES: Final = 65_536
_TABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_SEATS: Final = ("A", "B")
_HIGHEST: Final = 121


class BadMessage(CribbageError):
    """A topic or payload that is not of this protocol."""


def is_table(name: str) -> bool:
    """Whether a table may be called so: letters, digits, ``-`` and ``_``, at most 32."""
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
    if root != ROOT or not is_table(table) or what not in (*FROM_TABLE, HAVE):
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
        body = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"a payload that is no JSON: {error}") from error
    if not isinstance(body, dict) or body.get("v") != VERSION:
        raise BadMessage(f"a payload that is not of version {VERSION}")
    return body


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game as a table tells it; `began` is wall time in s."""

    stream: str
    n: int
    game: int
    players: Mapping[str, str]
    scores: Mapping[str, int]
    mode: str = ""
    profile: str = ""
    began: float = 0.0

    @property
    def winner(self) -> str:
        """The seat that has won."""
        return "A" if self.scores["A"] > self.scores["B"] else "B"

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
            "began": self.began,
        }  # fmt: skip


def read_game(body: Mapping[str, Any]) -> FinishedGame:
    """A finished game out of a payload; `BadMessage` names what is wrong with it."""
    stream, n, players, scores = (body.get(key) for key in ("stream", "n", "players", "scores"))
    if not isinstance(stream, str) or not 0 < len(stream) <= 80:
        raise BadMessage("a game without its stream")
    if not _is_number(n) or n < 1:
        raise BadMessage("a game without its number")
    if not isinstance(players, Mapping) or not all(isinstance(players.get(seat), str) for seat in _SEATS):
        raise BadMessage("a game without its players")
    if not isinstance(scores, Mapping) or not all(
        _is_number(scores.get(seat)) and 0 <= scores[seat] <= _HIGHEST for seat in _SEATS
    ):
        raise BadMessage(f"a game without two scores from 0 to {_HIGHEST}")
    if scores["A"] == scores["B"]:
        raise BadMessage("a finished game that nobody has won")
    game, began = body.get("game"), body.get("began")
    return FinishedGame(
        stream, n, game if _is_number(game) else n, {seat: players[seat] for seat in _SEATS},
        {seat: scores[seat] for seat in _SEATS}, str(body.get("mode") or ""), str(body.get("profile") or ""),
        float(began) if isinstance(began, int | float) else 0.0,
    )  # fmt: skip


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
