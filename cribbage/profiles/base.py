"""What a rule set decides: the fields of a `Profile`, each with the place in the rule book that it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

HOUSE: Final = "house default"
"""Source of a choice that the rule book does not make: it is shown as such wherever it acts."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One rule book as the referee sees it; `rules` gives the source of each choice by field name.

    ==================  ==============================================================================
    `hand`              cards in a hand when the play begins
    `target`            the game hole
    `heels`             points for a Jack as starter; `heels_max_before`: not from beyond this hole;
                        `heels_lapse`: lost when the dealer plays a card first
    `windows`           which table of windows holds (`cribbage.windows.TABLES`)
    `underpeg_open`     a peg set short may be put right while its window is open
    `overpeg_award`     what a claimed overpeg brings the opponent; None: the error
    `false_claim_back`  holes back for a false claim of game; None: no such penalty
    `order_is_judged`   pegging out of the order of counting is retracted
    `peg_faults`        lifting the wrong peg, moving the back peg up or using the opponent's is penalised
    `renege_points`     for each card that could have been played; None: no penalty is fixed;
                        `renege_per_card` False: once for all cards; `renege_back`: the offender goes back
                        instead; `renege_by_gainer`: who takes a go must have played on;
                        `renege_min_count`: no go below it
    `turns_cards`       played cards are turned over after each series
    `muggins`           whether muggins may be played
    `points_end_with_go`  once go is called nothing more may be added to what was pegged
    `skunk_margin`      a win by so many is a skunk
    `time_limit_min`    minutes for a game
    ==================  ==============================================================================
    """

    name: str
    title: str
    hand: int = 4
    target: int = 121
    heels: int = 2
    heels_max_before: int | None = None
    heels_lapse: bool = True
    windows: str = "acc"
    underpeg_open: bool = False
    overpeg_award: int | None = None
    false_claim_back: int | None = 15
    order_is_judged: bool = True
    peg_faults: bool = True
    renege_points: int | None = 2
    renege_per_card: bool = True
    renege_back: bool = False
    renege_by_gainer: bool = False
    renege_min_count: int = 22
    turns_cards: bool = False
    muggins: bool = True
    points_end_with_go: bool = True
    skunk_margin: int | None = 31
    time_limit_min: int | None = None
    edition: str = "2025"
    rules: Mapping[str, str] = field(default_factory=dict, compare=False)

    def house_defaults(self) -> tuple[str, ...]:
        """Fields on which the rule book is silent."""
        return tuple(name for name, source in self.rules.items() if source.startswith(HOUSE))

    def differences(self, other: Profile) -> dict[str, tuple[Any, Any]]:
        """Fields in which two rule books differ, with both values."""
        names = [name for name in self.__slots__ if name not in ("name", "title", "rules")]
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in names}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
