"""From raw scans to what can be believed: is the chain sound, which contacts are closed? Pure.

A scan proves itself by its known bits: at least one tied input in every chip (latching and alignment) and
the tail that must come back at the level that was sent, which alternates (every chip shifts; nothing is
stale). From a scan that fails nothing else is taken. What a failed scan looks like tells where to look: see
`_diagnose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware.boardmap import CHIP_BITS, BoardMap
from firmware.drivers.base import RawScan

HARD_BITS: Final = 3
"""How many wrong known bits in one scan are no accident on the wire."""


@dataclass(frozen=True, slots=True)
class FaultInfo:
    """Why a scan cannot be believed. `code` is one of `firmware.faults`, `chip` counts from 1 at the Pi."""

    code: str
    detail: str
    chip: int | None = None
    hard: bool = True
    """False: one or two wrong bits, such as noise makes; only a second look can tell."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """One scan: the closed contacts, or why nothing is known of them."""

    closed: int
    """Mask of the closed contacts; 0 when there is a fault."""
    occupied: frozenset[str]
    """The same as hole names."""
    fault: FaultInfo | None = None
    wrong: int = 0
    """Mask of the known bits that were wrong; the tail's bits are the lowest."""


class Decoder:
    """`decode` for a run of scans of one board: a scan equal to the one before costs next to nothing."""

    def __init__(self, board_map: BoardMap) -> None:
        self.board_map = board_map
        self._data = b""
        self._last = Decoded(0, frozenset())

    def __call__(self, raw: RawScan) -> Decoded:
        """The meaning of one scan; the same object as long as nothing changes."""
        data, tail, expected = raw
        if tail == expected and data == self._data:
            return self._last
        decoded = decode(self.board_map, raw)
        if decoded.fault is None:
            self._data, self._last = data, decoded
        return decoded


def decode(board_map: BoardMap, raw: RawScan) -> Decoded:
    """Check one scan by its known bits and say which contacts are closed."""
    data, tail, expected = raw
    if len(data) != board_map.stages or len(tail) != len(expected):
        what = f"{len(data)} + {len(tail)} bytes came instead of {board_map.stages} + {len(expected)}"
        return Decoded(0, frozenset(), FaultInfo("chain-read", what))
    levels = int.from_bytes(data)
    wrong = (levels ^ board_map.known_levels) & board_map.known_mask
    if wrong or tail != expected:
        wrong_tail = int.from_bytes(tail) ^ int.from_bytes(expected)
        all_wrong = wrong << (8 * len(tail)) | wrong_tail
        return Decoded(0, frozenset(), _diagnose(board_map, raw, wrong, wrong_tail), all_wrong)
    closed = ~levels & board_map.holes_mask
    return Decoded(closed, frozenset(board_map.holes_in(closed)))


def _diagnose(board_map: BoardMap, raw: RawScan, wrong: int, wrong_tail: int) -> FaultInfo:
    """What a scan with wrong known bits most likely means."""
    data, tail, expected = raw
    level = data[0]
    if level in (0x00, 0xFF) and data.count(level) == len(data):
        if tail == expected and tail[0] != level:
            return FaultInfo("chain-latch", "the chips shift but never take in their inputs", 1)
        if not wrong_tail or tail.count(level) == len(tail):
            code = "chain-low" if level == 0 else "chain-high"
            return FaultInfo(code, f"every bit reads {level & 1}")
    if tail[0] in (0x00, 0xFF) and tail.count(tail[0]) == len(tail):
        broken = _broken_at(board_map, data, wrong, tail[0])
        if broken is not None:
            return broken
        if wrong_tail and not wrong:
            return FaultInfo(
                "chain-return", f"the data line to chip {board_map.stages} is dead", board_map.stages
            )
    count = wrong.bit_count() + wrong_tail.bit_count()
    chip = _first_chip(board_map, wrong)
    where = f", the first in chip {chip} ({board_map.part_of(chip).name})" if chip else " in the tail"
    return FaultInfo("chain-bits", f"{count} known bits wrong{where}", chip, hard=count >= HARD_BITS)


def _first_chip(board_map: BoardMap, mask: int) -> int | None:
    return (len(board_map.bits) - mask.bit_length()) // CHIP_BITS + 1 if mask else None


def _broken_at(board_map: BoardMap, data: bytes, wrong: int, level: int) -> FaultInfo | None:
    """The place of a break: from some chip to the end, tail included, all reads one level."""
    first = len(data)
    while first and data[first - 1] == level:
        first -= 1
    if first == len(data) or not wrong:
        return None
    dead = _first_chip(board_map, wrong)
    if dead is None or dead <= first:  # a wrong bit in front of the dead end: not one clean break
        return None
    where = f"chip {first + 1} ({board_map.part_of(first + 1).name})"
    if dead > first + 1:
        where = f"somewhere from {where} to chip {dead} ({board_map.part_of(dead).name})"
    hard = wrong.bit_count() >= HARD_BITS
    return FaultInfo("chain-broken", f"no answer from {where} on", first + 1, hard=hard)
