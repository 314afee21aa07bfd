"""The values in a line of a log, checked: each function takes what was read and raises `Malformed` in one line.

Every number has its bounds, every text its length: so code that comes after may count up to any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cribbage.errors import CribbageError
from cribbage.score.track import FIRST_HOLE, GAME_HOLE

LONGEST: Final = 200
"""The longest text in characters: a name, a word said, a rule."""
MOST: Final = 1000
"""The largest number where no smaller bound is given."""
_SHOWN: Final = 40
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Malformed(CribbageError):
    """What is wrong with one line, before its number is known."""


class NotJson(Malformed):
    """A line that is no JSON at all: torn, or never any."""


def brief(value: Any) -> str:
    """A value for a message: short enough for a line, and printable."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**_SHOWN:
        return f"a number of {len(str(abs(value)))} digits"
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} ..."


def hole_list(value: Any) -> list[int]:
    """A list of holes of a track."""
    if not isinstance(value, list | tuple):
        raise Malformed("holes must be a list of hole numbers")
    holes = [whole(hole, "a hole") for hole in value]
    if not all(FIRST_HOLE <= hole <= GAME_HOLE for hole in holes):
        raise Malformed(f"a hole must be from {FIRST_HOLE} to {GAME_HOLE}: {brief(holes)}")
    return holes


def whole(value: Any, what: str, least: int = -MOST, most: int = MOST) -> int:
    """A whole number within its bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed(f"{what} must be a whole number, not {brief(value)}")
    if value < 0 == least:
        raise Malformed(f"{what} must not be negative")
    if not least <= value <= most:
        raise Malformed(f"{what} must be from {least} to {most}, not {brief(value)}")
    return value


def text(value: Any, what: str) -> str:
    """A text of one line."""
    if not isinstance(value, str):
        raise Malformed(f"{what} must be a text, not {brief(value)}")
    if len(value) > LONGEST or not value.isprintable():
        raise Malformed(
            f"{what} must be a text of one line, at most {LONGEST} characters, not {brief(value)}"
        )
    return value


def text_of(body: Mapping[str, Any], key: str) -> str:
    """The text under a key."""
    return text(body.get(key), f'"{key}"')


def one_of(value: Any, allowed: tuple[str, ...], what: str) -> str:
    """One of some words."""
    if value not in allowed:
        raise Malformed(f"unknown {what} {brief(value)}: one of {', '.join(allowed)}")
    return str(value)


def mapping(value: Any, what: str) -> dict[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise Malformed(f"{what} must be a JSON object")
    return value


def rest_of(body: Mapping[str, Any], known: tuple[str, ...]) -> Mapping[str, Any]:
    """The keys that are not known, to be kept."""
    rest = {key: value for key, value in body.items() if key not in known}
    return MappingProxyType(rest) if rest else NOTHING
