"""The values in a line of a log, checked: each function takes what was read and raises `Malformed` in one line."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cribbage.errors import CribbageError
from cribbage.track import FIRST_HOLE, GAME_HOLE

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Malformed(CribbageError):
    """What is wrong with one line, before its number is known."""


def hole_list(value: Any) -> list[int]:
    """A list of holes of a track."""
    if not isinstance(value, list | tuple):
        raise Malformed("holes must be a list of hole numbers")
    holes = [whole(hole, "a hole") for hole in value]
    if not all(FIRST_HOLE <= hole <= GAME_HOLE for hole in holes):
        raise Malformed(f"a hole must be from {FIRST_HOLE} to {GAME_HOLE}: {holes}")
    return holes


def whole(value: Any, what: str) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed(f"{what} must be a whole number, not {value!r}")
    return value


def text_of(body: Mapping[str, Any], key: str) -> str:
    """The text under a key."""
    value = body.get(key)
    if not isinstance(value, str):
        raise Malformed(f'"{key}" must be a text')
    return value


def one_of(value: Any, allowed: tuple[str, ...], what: str) -> str:
    """One of some words."""
    if value not in allowed:
        raise Malformed(f"unknown {what} {value!r}: one of {', '.join(allowed)}")
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
