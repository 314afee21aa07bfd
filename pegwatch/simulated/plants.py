"""How often the simulated players do something wrong, and what they do that only looks wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STANDS: Final = "overpeg left to stand"
CORRECTED: Final = "overpeg put right by the player"
CHALLENGED: Final = "overpeg challenged by the opponent"
UNDERPEG: Final = "underpeg"
FALSE_CLAIM: Final = "false claim of game"
HEELS: Final = "heels not pegged before the dealer's first card"
TOUCH: Final = "peg lifted and put back"
KINDS: Final = (STANDS, CORRECTED, CHALLENGED, UNDERPEG, FALSE_CLAIM, HEELS, TOUCH)


@dataclass(frozen=True, slots=True)
class Plants:
    """Chances between 0 and 1, each for one occasion.

    `overpeg_show`: at a hand or crib; `overpeg_play`: at a card of the play; `stands`, `corrected`: what
    becomes of an overpeg (the rest is challenged); `underpeg`: at a hand or crib; `false_claim`: when a count
    leaves a player up to six short of the game hole; `heels_lost`: when a jack is turned; `peg_faults`: the
    wrong peg or track at a hand or crib (`pegwatch.simulated.crowd` alone); `touch`: before
    each act, of lifting a peg and putting it back (Rule: ACC 8.6). The habits are honest: `merge` is pegging
    together what may be pegged together (Rule: ACC 7.2.b), `second_thought` putting a peg into a wrong hole
    first and not letting go of it (Rule: ACC 8.3), `tidy` taking up the hands before the crib is counted,
    `tap_go` saying go on the page.
    """

    overpeg_show: float = 0.06
    overpeg_play: float = 0.015
    stands: float = 0.4
    corrected: float = 0.3
    underpeg: float = 0.04
    false_claim: float = 0.35
    heels_lost: float = 0.0
    peg_faults: float = 0.0
    touch: float = 0.01
    merge: float = 0.3
    second_thought: float = 0.02
    tidy: float = 0.3
    tap_go: float = 0.0


HONEST: Final = Plants(
    overpeg_show=0.0, overpeg_play=0.0, underpeg=0.0, false_claim=0.0, heels_lost=0.0, touch=0.0
)
"""Nothing wrong is done; what may be pegged together sometimes is."""

OFTEN: Final = Plants(
    overpeg_show=0.2, overpeg_play=0.08, underpeg=0.12, false_claim=1.0, heels_lost=0.3, touch=0.05
)
"""For tests: something in nearly every deal."""
