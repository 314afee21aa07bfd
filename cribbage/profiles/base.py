"""What a rule set decides: the fields of a `Profile`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

HOUSE: Final = "house default"


@dataclass(frozen=True, slots=True)
class Profile:
    """One rule book as the referee sees it. `rules` names the source of each choice that is not ACC's."""

    name: str
    title: str
    hand: int = 4
    heels: int = 2
    heels_max_before: int | None = None
    heels_lapse: bool = True
    renege_points: int | None = 2
    renege_min_count: int = 22
    overpeg_award: int | None = None
    overpeg_closes: bool = True
    underpeg_open: bool = False
    false_claim_back: int | None = 15
    order_is_judged: bool = True
    peg_faults: bool = True
    turns_cards: bool = False
    muggins: bool = True
    points_end_with_go: bool = True
    rules: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
