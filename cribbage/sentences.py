"""Sentences that can be said in another language: the English one, and the pattern and values it was made of.

The rules speak English and stay pure; the page that shows a sentence looks its pattern up in another language.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class Sentence(str):
    """An English sentence that remembers its pattern (``{name} pegs {points}.``) and what was filled in.

    A value may be a sentence itself, as ``2 points`` is. To everything else it is an ordinary text.
    """

    __slots__ = ("fill", "pattern")
    pattern: str
    fill: Mapping[str, Any]

    def __new__(cls, pattern: str, fill: Mapping[str, Any]) -> Sentence:
        """The sentence of a pattern with its values filled in."""
        made = super().__new__(cls, pattern.format_map(fill))
        made.pattern, made.fill = pattern, MappingProxyType(dict(fill))
        return made


def sentence(pattern: str, **fill: Any) -> Sentence:
    """``sentence("{name} deals again.", name="Ann")``."""
    return Sentence(pattern, fill)
