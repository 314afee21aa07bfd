"""Which bit of the chain is which hole, where every hole lies, and on which pins the chain hangs.

A board is data: `firmware/boards/*.toml`, read and checked by `firmware.boardfile`. Bits are numbered in the order
in which they come off the wire: bit 0 is input D7 of the chip nearest the Pi, bit 8 is D7 of the next. A closed
contact (a peg) reads 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from firmware.geometry import GAME, Geometry, Row

CHIP_BITS: Final = 8
_LONGEST_WORD: Final = 300

Pin: TypeAlias = Annotated[int, Meta(ge=0, le=27)]
"""One of the Pi's, as BCM number."""
Bit = str | int
"""What hangs on one input: a hole's name, or the level 0 or 1 of a known bit."""


class BoardMapError(ValueError):
    """A board file that cannot be right; `row` is the entry that is wrong."""

    def __init__(self, source: str, row: str, what: str) -> None:
        text = " ".join(f"{source}: {row}: {what}".split())
        text = text if text.isprintable() else ascii(text)[1:-1]
        super().__init__(text if len(text) <= _LONGEST_WORD else f"{text[:_LONGEST_WORD]} ...")
        self.row = row


@dataclass(frozen=True, slots=True)
class Pins:
    """The Pi's pins, as BCM numbers."""

    clock: Pin
    data_in: Pin
    data_out: Pin
    select: Pin
    load: Pin


@dataclass(frozen=True, slots=True)
class PanelPins:
    """The lamp and the push buttons beside the board, as BCM numbers; what is not fitted is left out."""

    status_led: int | None
    buttons: Mapping[tuple[str, str], int]
    """(player, ``judge`` or ``accept``) -> pin."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """What notices a peg: a spring contact, always, or a Hall switch that looks every `period_s` at the slowest and
    whose level counts once it has stood for `settle_s` (s; both 0 for contacts)."""

    kind: str = "contact"
    period_s: float = 0.0
    settle_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """One circuit board of the chain: its name and its chips, counted from 1 at the Pi."""

    name: str
    kind: str
    first_chip: int
    chips: int


@dataclass(frozen=True)
class BoardMap:
    """A whole board. Masks are integers over all bits, bit 0 of the chain highest."""

    name: str
    title: str
    bits: tuple[Bit, ...]
    parts: tuple[Part, ...]
    pins: Pins
    panel: PanelPins
    spi_mode: int
    rate_hz: int
    tail_bytes: int
    geometry: Geometry
    rows: tuple[Row, ...]
    game_hole: int
    positions_mm: Mapping[str, tuple[float, float]] = field(repr=False)
    sensor: Sensor = Sensor()

    @property
    def stages(self) -> int:
        """How many chips the chain has."""
        return len(self.bits) // CHIP_BITS

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players that have a track here, in order."""
        return tuple(sorted({row.player for row in self.rows}))

    @cached_property
    def bit_of(self) -> Mapping[str, int]:
        """Hole name -> bit number."""
        return {bit: i for i, bit in enumerate(self.bits) if isinstance(bit, str)}

    @cached_property
    def hole_masks(self) -> Mapping[str, int]:
        """Hole name -> mask of its one bit."""
        return {hole: self.mask_of_bit(i) for hole, i in self.bit_of.items()}

    @cached_property
    def holes_mask(self) -> int:
        """All bits that are holes."""
        return sum(self.hole_masks.values())

    @cached_property
    def known_mask(self) -> int:
        """All bits whose level is known."""
        return sum(self.mask_of_bit(i) for i, bit in enumerate(self.bits) if isinstance(bit, int))

    @cached_property
    def known_levels(self) -> int:
        """The known bits that must read 1."""
        return sum(self.mask_of_bit(i) for i, bit in enumerate(self.bits) if bit == 1)

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The holes near each hole (1.6 pitches): those that a solder bridge could join to it."""
        limit = 1.6 * self.geometry.pitch_mm
        near: dict[str, set[str]] = {hole: set() for hole in self.positions_mm}
        placed = sorted(self.positions_mm.items(), key=lambda item: item[1])
        for i, (hole, (x, y)) in enumerate(placed):
            for other, (other_x, other_y) in placed[i + 1 :]:
                if other_x - x > limit:
                    break
                if (other_x - x) ** 2 + (other_y - y) ** 2 <= limit**2:
                    near[hole].add(other)
                    near[other].add(hole)
        return {hole: frozenset(others) for hole, others in near.items()}

    def mask_of_bit(self, bit: int) -> int:
        """The mask of one bit of the chain."""
        return 1 << (len(self.bits) - 1 - bit)

    def mask_of(self, holes: Iterable[str]) -> int:
        """The mask of some holes."""
        mask = 0
        for hole in holes:
            mask |= self.hole_masks[hole]
        return mask

    def holes_in(self, mask: int) -> Iterator[str]:
        """The holes of a mask, from the far end of the chain to the near one."""
        top = len(self.bits) - 1
        while mask:
            low = mask & -mask
            bit = self.bits[top - low.bit_length() + 1]
            if isinstance(bit, str):
                yield bit
            mask ^= low

    def part_of(self, chip: int) -> Part:
        """The part that carries a chip (counted from 1)."""
        return next(p for p in self.parts if p.first_chip <= chip < p.first_chip + p.chips)


__all__ = [
    "GAME",
    "Bit",
    "BoardMap",
    "BoardMapError",
    "PanelPins",
    "Part",
    "Pins",
    "Sensor",
]
