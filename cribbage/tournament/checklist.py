"""The procedure of cross-checking as a list to tick off, in both editions (Rule: ACC App. A).

A step is a key; the words of a language belong to the page. `rule` is its place in the appendix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `before`: it belongs to the time before the cards are collected."""

    rule: str
    key: str
    before: bool = False


def _steps(before: str, method: str) -> tuple[Step, ...]:
    def read(text: str, is_before: bool) -> list[Step]:
        pairs = (each.partition("=") for each in text.split())
        return [Step(rule, key, is_before) for rule, _, key in pairs]

    return (*read(before, True), *read(method, False))


STEPS: Final[Mapping[str, tuple[Step, ...]]] = {
    "acc-2025": _steps(
        "1=tables 2=captains 3=elsewhere 4=remind 5=private 6=red",
        "7=number 8=collect 9=no-boxes 10=columns 11=probable 12=sums 13=lay-out 14=re-examine 15=read 16=slash "
        "17=settle 18=boxes 19=tell 20=order 21=verify 22=number-them 23=announce 24=bracket",
    ),
    "acc-2020": _steps(
        "1.b=serpentine 1.c=private 1.d=help 1.e=initial",
        "2=number 3=collect 4=piles 5=points 6=spreads 7=order 8=plus-one 9=by-table 10=read 11=dead-zone "
        "12=assemble 13=recheck 14=post",
    ),
}

MANY: Final = 24


def checkers_needed(players: int) -> int:
    """How many checkers a table of so many needs at least (Rule: ACC 2025 App. A.2)."""
    return 2 if players <= MANY else 3
