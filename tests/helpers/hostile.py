"""Values that nobody means, and a way to put one in any place of what was read."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Final

HOSTILE: Final[tuple[Any, ...]] = (
    None, True, [], {}, "", -1, 2**70, -(2**70), 10**400, 1e308, -0.0, 0.5, float("inf"), float("nan"), "\ud800",
    "\x00", "a\nb", "x" * 5000, ["A"] * 3, {"A": {}}, [[[]]], "A", "5H", 53, 121, 122, [120, 119], {"zone": "A"},
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in an object something can be put in place of what is there."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*path, key))


def with_at(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The object with this value at a place of it."""
    if not path:
        return value
    body = copy.deepcopy(body)
    inner = body
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return body


def is_one_line(text: str) -> bool:
    """Whether a message can be read by a person: one line, printable, not endless."""
    return text.isprintable() and len(text) < 500
