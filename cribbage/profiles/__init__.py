"""Rule sets as frozen data: one `Profile` for each rule book, with the rule behind each choice."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribbage.errors import UnknownProfile
from cribbage.profiles.base import Profile
from cribbage.profiles.books import ACC_2020, ACC_2025, ALBERTA, CORPORATE, HOYLE

__all__ = ["PROFILES", "Profile", "profile"]

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {book.name: book for book in (ACC_2025, ACC_2020, ALBERTA, CORPORATE, HOYLE)}
)


def profile(name: str) -> Profile:
    """The rule set of that name; raise `UnknownProfile`, which lists those there are."""
    found = PROFILES.get(name)
    if found is None:
        raise UnknownProfile(f"there is no profile {name!r}: choose one of {', '.join(PROFILES)}")
    return found
