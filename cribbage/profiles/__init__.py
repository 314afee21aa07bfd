"""Rule sets as frozen data: one `Profile` for each rule book, with the rule behind each choice.

`books` holds the choices, `texts` every rule in words with its number, `options` the forms in which a game may be
played, `explain` finds and compares rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from cribbage.errors import UnknownProfile
from cribbage.profiles.base import HOUSE, Profile
from cribbage.profiles.books import ACC_2020, ACC_2025, ALBERTA, CORPORATE, HOYLE
from cribbage.profiles.texts import sources

__all__ = ["HOUSE", "PROFILES", "Profile", "profile"]

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {
        book.name: replace(book, rules=sources(book.name))
        for book in (ACC_2025, ACC_2020, ALBERTA, CORPORATE, HOYLE)
    }
)


def profile(name: str) -> Profile:
    """The rule set of that name; raise `UnknownProfile`, which lists those there are."""
    found = PROFILES.get(name)
    if found is None:
        near = get_close_matches(name, PROFILES, n=1)
        guess = f". Did you mean {near[0]!r}?" if near else ""
        raise UnknownProfile(f"there is no profile {name!r}: choose one of {', '.join(PROFILES)}{guess}")
    return found
