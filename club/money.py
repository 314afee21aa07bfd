"""Sums of money, in whole cents only: read as they are typed, shared out to the last cent, shown in a language.

What cannot be shared evenly goes to the one who stands first: a share is rounded down to the step (whole dollars,
say), what is left is dealt out in steps from the first place on, and what is less than a step is the first place's
too. So what is paid out is always exactly what was there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.errors import ClubError

CURRENCIES: Final = {"USD": "$", "CAD": "$", "EUR": "€", "GBP": "£", "AUD": "$", "NZD": "$"}
"""The currencies that a club may count in, all of a hundred cents, and their signs."""
MOST: Final = 100_000_000
"""The largest sum: a million."""
STEPS: Final = (1, 5, 25, 100, 500, 1000)
"""What pay-outs may be rounded to, in cents."""
_TYPED: Final = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")
_NARROW: Final = "\u202f"
_HARD: Final = "\u00a0"


@dataclass(frozen=True, slots=True)
class Share:
    """What one of several gets, in cents; `odd`: how much of it is what could not be shared evenly."""

    cents: int
    odd: int = 0


def read_cents(text: str) -> int:
    """A sum as it is typed (``12``, ``12.50``, ``12,5``, ``$12``) in cents; empty is nothing. `ClubError` names what
    is none, ``1.234`` among it: it may be a thousand."""
    plain = "".join(char for char in text if not char.isspace() and char not in "$€£")
    if not plain:
        return 0
    found = _TYPED.fullmatch(plain)
    cents = 0 if found is None else int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
    if found is None or cents > MOST:
        raise ClubError(
            "club.error.amount", f"{text[:20]!r} is no sum of money: type 12 or 12.50", value=text[:20]
        )
    return cents


def typed_cents(cents: int) -> str:
    """A sum as `read_cents` takes it; nothing is empty."""
    return f"{cents // 100}.{cents % 100:02d}" if cents else ""


def shown_cents(cents: int, currency: str, lang: str) -> str:
    """A sum as people of a language write it: ``$1,234.50``, ``1 234,50 $``."""
    sign, sum_ = "−" if cents < 0 else "", abs(cents)
    whole, rest = f"{sum_ // 100:,}", f"{sum_ % 100:02d}"
    if lang == "fr":
        return f"{sign}{whole.replace(',', _NARROW)},{rest}{_HARD}{CURRENCIES[currency]}"
    return f"{sign}{CURRENCIES[currency]}{whole}.{rest}"


def read_shares(text: str) -> tuple[int, ...]:
    """How a pot is shared out from first place on, as it is typed: ``50, 30, 20``. Only how they stand to each other
    counts: they need not make a hundred."""
    parts = [part for part in re.split(r"[\s,;%:/]+", text.strip()) if part]
    if len(parts) > 100 or not all(re.fullmatch(r"[0-9]{1,4}", part) and int(part) for part in parts):
        raise ClubError(
            "club.error.shares", "type the shares from first place on: 50, 30, 20", value=text[:40]
        )
    return tuple(int(part) for part in parts)


def split(total: int, shares: Sequence[int], step: int = 1) -> list[Share]:
    """A pot (cents) by shares, rounded down to `step`; what is left goes in steps to the first places, and what is
    less than a step to the very first. The sum is the pot."""
    whole = sum(shares)
    even = [total * share // whole // step * step for share in shares]
    left = total - sum(even)
    extra = [0] * len(shares)
    for place in range(left // step):
        extra[place % len(shares)] += step
    extra[0] += left % step
    return [Share(cents + more, more) for cents, more in zip(even, extra, strict=True)]


def pay(
    total: int, groups: Sequence[Sequence[str]], shares: Sequence[int], step: int = 1
) -> dict[str, Share]:
    """A pot (cents) among people in order of their places, who may share one: `groups` are those of equal rank, best
    first. The shares of the places that a group takes are put together and shared alike; what is odd goes to the one
    who is named first in it. Nobody at all: nobody is paid."""
    there = sum(len(group) for group in groups)
    used = list(shares[:there])
    if not used or not total:
        return {}
    pots = split(total, used, step)
    found: dict[str, Share] = {}
    place = 0
    for group in groups:
        mine = pots[place : place + len(group)]
        place += len(group)
        if not mine:
            break
        if len(group) == 1:
            found[group[0]] = mine[0]
            continue
        alike = split(sum(share.cents for share in mine), [1] * len(group), step)
        found |= dict(zip(group, alike, strict=True))
    return {who: share for who, share in found.items() if share.cents}
