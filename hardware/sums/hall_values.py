"""The figures that the Hall sums start from, each with its source. None was measured by us.

`SOURCES` says for every figure where it comes from and whether it was read there; what was not is to be looked up
before anything is ordered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Switch:
    """A Hall switch: it surely pulls low above `operate` and has surely let go below `release` (mT, over supply and
    temperature); how slowly it may look (Hz), what it may draw on average (uA)."""

    number: str
    operate: float
    release: float
    slowest_hz: float
    typical_ua: float
    most_ua: float


@dataclass(frozen=True, slots=True)
class Design:
    """A peg and a floor: lengths in mm, remanence in mT at 20 degrees."""

    switch: Switch
    magnet_diameter: float = 2.0
    magnet_length: float = 2.0
    remanence: tuple[float, float] = (1170.0, 1220.0)
    floor: float = 1.6
    """What closes a hole from below: the peg stands on it, the chip is under it."""
    floor_spread: float = 0.16
    hole: float = 3.18
    hole_depth: float = 10.0
    peg: float = 3.0
    magnet_spread: float = 0.05
    """Of a magnet's diameter and length: to be asked for."""


AJ: Final = Switch("DRV5032AJDBZR", operate=9.5, release=3.0, slowest_hz=13.3, typical_ua=1.6, most_ua=3.5)
DESIGN: Final = Design(AJ)

SHOP_SPREAD: Final = 0.10
"""Of magnets from a shop that is not asked."""
REVERSIBLE_PER_K: Final = -0.0012
COLD_C: Final = 0.0
HOT_C: Final = 45.0
STORED_C: Final = 60.0
AGEING: Final = 0.05
COERCIVITY_KA_M: Final = 955.0
COERCIVITY_PER_K: Final = -0.006

ELEMENT_DEPTH: Final = 0.65
ELEMENT_DEPTH_SPREAD: Final = 0.08
ELEMENT_ASIDE: Final = 0.10
CHIP_HEIGHT: Final = (0.89, 1.12)
LEDGE: Final = 1.15
"""From the floor to the circuit board: no chip is pressed."""
BOW: Final = 0.10
SET_BACK: Final = 0.10
"""How far the magnet may lie inside the peg's end."""
DIRT: Final = 0.20
"""How far a peg may stand off the floor and must still be read."""
DRILL: Final = 0.10
PEG_SPREAD: Final = 0.05
PLACE: Final = 0.10
BOARD_PLACE: Final = 0.15
DRILL_LEAN: Final = 0.5
"""Degrees by which a bore may lean."""
MOISTURE_STEP: Final = 4.0
"""Percent by which the wood's moisture changes through a year."""
PLYWOOD_PER_PERCENT: Final = 0.0003
MAPLE_FLAT_PER_PERCENT: Final = 0.0035

PEGS_A_PLAYER: Final = 2
STRAY: Final = 0.5
"""What magnets around the board may add at any hole: ten times the earth's field."""
EARTH: Final = 0.065
STEEL_BELOW: Final = 12.0
"""From the elements to a table of steel."""
BLOCK: Final = (20.0, 10.0, 5.0, 1450.0)
"""A strong loose magnet: three sides in mm and remanence."""

_TI = "TI, DRV5032 data sheet SLVSDC7H"
_DESIGN = "this design"
SOURCES: Final[dict[str, tuple[str, bool]]] = {
    "operate point 9.5 mT at most, release point 3.0 mT at least": (f"{_TI}, p. 6, 6.6, version AJ", True),
    "current 1.6 uA typical, 3.5 uA at most at 3 V": (f"{_TI}, 6.5, 20 Hz versions", True),
    "supply 1.65 to 5.5 V, open drain, omnipolar": (f"{_TI}, p. 1 and table 4-1", True),
    "slowest sampling 13.3 Hz (75 ms)": (f"{_TI}, 6.5", False),
    "element 0.65 +- 0.08 mm below the top of SOT-23": (f"{_TI}, p. 15, figure 7-8", True),
    "element within 0.10 mm of the package's middle": (f"{_TI}, figure 7-8", False),
    "SOT-23 0.89 to 1.12 mm high": (f"{_TI}, drawing DBZ0003A", False),
    "N35: remanence 1170 to 1220 mT": ("IEC 60404-8-1 and makers' tables", False),
    "coercivity 955 kA/m at least": ("dhit.pl, tables of N38 magnets (N35's were not to be had)", True),
    "magnet within 0.05 mm": ("this design: asked for in the order", True),
    "magnet within 0.10 mm where nobody asks": ("dhit.pl, tables of MP 12x5x2 and MPL 3x3x2", True),
    "remanence -0.12 %/K, coercivity -0.6 %/K": ("makers' tables for sintered NdFeB", False),
    "ageing and heat once: 5 %": ("assumed", False),
    "earth's field 0.065 mT at most": ("World Magnetic Model, near the poles", False),
    "plywood 0.03 %, flat-sawn maple 0.35 % for each percent of moisture": (
        "USDA Wood Handbook, chapters 4 and 13",
        False,
    ),
    "bore within 0.10 mm and 0.5 degrees, board within 0.15 mm, part within 0.10 mm": (_DESIGN, True),
    "floor 1.6 mm within 10 %, board and floor bowed by 0.10 mm": (_DESIGN, True),
    "magnet set back by 0.10 mm at most, peg 3.0 within 0.05 mm": (_DESIGN, True),
}
"""Figure -> (where it comes from, whether it was read there; of a data sheet: in public readings of that page)."""
