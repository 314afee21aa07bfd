"""Debouncing and faults of the chain: no event out of noise, every fault noticed within two scans.

Why six equal scans while there is noise. Let p be the chance that one bit is read wrong. A scan has 49 + 16
known bits, so it passes with (1-p)^65. A false change needs the same one of 247 holes wrong in every one of
n scans that pass: 247 p^n (1-p)^(65 n) a scan. With n = 3 only when the last 100 scans had no wrong known
bit, (1-p)^6500, the worst p is 0.0005 and gives 1.2e-9 a scan; with n = 6 otherwise, the worst p is 0.015
and gives 9e-12.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.debounce import ChainFault, ChainOk, Debouncer, HoleChange
from firmware.decoder import Decoder
from firmware.drivers.base import RawScan

BOARD = load_board()
HOLES = sorted(BOARD.bit_of)


def false_changes_a_scan(p: float) -> float:
    """The sum of the docstring above."""
    quiet = (1 - p) ** 6500
    careful = 247 * p**6 * (1 - p) ** (65 * 6)
    return quiet * 247 * p**3 * (1 - p) ** (65 * 3) + careful


def test_the_sum_that_sets_the_number_of_scans():
    worst = max(false_changes_a_scan(10 ** (-k / 20)) for k in range(200))
    assert worst < 2e-9  # at 100 scans a second: one in two months of unbroken worst noise
    at_one_in_ten_thousand = false_changes_a_scan(1e-4)
    assert at_one_in_ten_thousand < 2e-10


@dataclass
class Wire:
    """Raw scans of a board, made as integers, with bits flipped on the way."""

    board: BoardMap
    seed: int
    flip_rate: float = 0.0
    turn: int = 0

    def __post_init__(self) -> None:
        self.roll = random.Random(self.seed)
        self.bits = len(self.board.bits)
        self.total = self.bits + 8 * self.board.tail_bytes
        self.gap = self._gap()
        self._clean: dict[tuple[int, int], RawScan] = {}

    def _gap(self) -> int:
        return int(self.roll.expovariate(self.flip_rate)) if self.flip_rate > 1e-12 else 1 << 60

    def set_rate(self, rate: float) -> None:
        self.flip_rate = rate
        self.gap = self._gap()

    def raw(self, closed: int) -> RawScan:
        """The next scan of a board with these contacts closed."""
        self.turn ^= 1
        clean = self._clean.get((closed, self.turn))
        if clean is None:
            levels = (self.board.holes_mask & ~closed) | self.board.known_levels
            tail = (b"\x00\x00", b"\xff\xff")[self.turn]
            clean = RawScan(levels.to_bytes(self.board.stages), tail, tail)
            self._clean = {(closed, self.turn): clean, **dict(list(self._clean.items())[:4])}
        if self.gap >= self.total:
            self.gap -= self.total
            return clean
        word = int.from_bytes(clean.data + clean.tail)
        while self.gap < self.total:
            word ^= 1 << (self.total - 1 - self.gap)
            self.gap += 1 + self._gap()
        self.gap -= self.total
        data = word.to_bytes(self.total // 8)
        return RawScan(data[: self.board.stages], data[self.board.stages :], clean.expected)


def hands(seed: int, scans: int, still: int) -> Iterator[tuple[int, int]]:
    """Random pegs: (from scan, closed contacts), each standing for `still` scans or a little longer."""
    roll = random.Random(seed)
    pegs = set(roll.sample(HOLES, 4))
    at = 0
    while at < scans:
        yield at, BOARD.mask_of(pegs)
        if len(pegs) > 3:
            pegs.remove(roll.choice(sorted(pegs)))
        else:
            pegs.add(roll.choice([h for h in HOLES if h not in pegs]))
        at += still + roll.randrange(still)


def soak(rates: list[float], scans: int, still: int, seed: int = 1) -> tuple[int, int, Debouncer]:
    """Random moves under noise: (changes handed out, moves made); fails on the first change that is false."""
    wire, decoder, debouncer = Wire(BOARD, seed), Decoder(BOARD), Debouncer(BOARD)
    positions = list(hands(seed, scans, still))
    changes, number, closed = 0, -1, 0
    starts = {at: k for k, (at, _) in enumerate(positions)}
    each = scans // len(rates)
    feed, raw = debouncer.feed, wire.raw
    for scan in range(scans):
        if scan % each == 0 and scan // each < len(rates):
            wire.set_rate(rates[scan // each])
        if scan in starts:
            number = starts[scan]
            closed = positions[number][1]
        for item in feed(float(scan), decoder(raw(closed))):
            if isinstance(item, HoleChange):
                changes += 1
                now = closed if item.t >= positions[number][0] else positions[number - 1][1]
                true = bool(now & BOARD.hole_masks[item.hole])
                assert item.occupied is true, f"false {item} at a flip rate of {wire.flip_rate}"
    return changes, len(positions) - 1, debouncer


@pytest.mark.parametrize("rate", [0.0, 1e-5, 1e-4, 5e-4, 1e-3, 5e-3, 0.01, 0.03, 0.1, 0.3, 0.5, 1.0])
def test_no_false_change_at_any_rate_of_flips(rate):
    changes, moves, debouncer = soak([rate], 20_000 if rate < 0.002 else 4_000, 60)
    if rate <= 1e-4:
        assert changes == moves + 4  # every one of them, and the first four pegs
    if rate >= 0.01:
        assert debouncer.fault is not None, "what cannot be read is said"


@pytest.mark.slow
def test_a_million_scans_with_flips_give_no_false_change():
    rates = [0.0, 1e-6, 1e-5, 3e-5, 1e-4, 1e-4, 2e-4, 5e-4, 1e-3, 1e-5]
    changes, moves, debouncer = soak(rates, 1_000_000, 400, seed=11)
    assert debouncer.counters.scans == 1_000_000
    assert debouncer.counters.wrong_bits > 10_000
    assert changes >= moves * 0.95


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.floats(0, 1), st.integers(1, 30))
def test_no_false_change_property(seed, rate, still):
    soak([rate], 400, still, seed=seed)


class TestDebouncing:
    def feed(self, debouncer: Debouncer, pattern: str, hole: str = "A5", start: int = 0) -> list[object]:
        """One scan for each character: ``x`` peg, ``.`` none, ``?`` a scan with one known bit wrong, ``!`` junk."""
        decoder, wire, out = Decoder(BOARD), Wire(BOARD, 1), []
        for i, mark in enumerate(pattern):
            raw = wire.raw(BOARD.mask_of([hole]) if mark == "x" else 0)
            if mark == "?":
                bad = bytearray(raw.data)
                bad[1 + 6 * (i % 2)] ^= 0x80  # another known bit each time
                raw = raw._replace(data=bytes(bad))
            elif mark == "!":
                raw = RawScan(bytes(BOARD.stages), b"\x00\x00", b"\xff\xff")
            out += debouncer.feed(start + i, decoder(raw))
        return out

    @pytest.fixture
    def quiet(self) -> Debouncer:
        """A debouncer that has seen the empty board for long."""
        debouncer = Debouncer(BOARD)
        assert self.feed(debouncer, "." * 120, start=-120) == [ChainOk(-120)]
        return debouncer

    def test_three_equal_scans_and_the_time_of_the_first(self, quiet):
        assert self.feed(quiet, "xx") == []
        assert self.feed(quiet, "x", start=2) == [HoleChange(0, "A5", True)]

    def test_bounce_is_nothing(self, quiet):
        assert self.feed(quiet, "x.x.xx.xx..x.") == []
        assert quiet.counters.chatter["A5"] == 5

    def test_bounce_before_a_peg_stands(self, quiet):
        assert self.feed(quiet, "x.xx.xxx") == [HoleChange(5, "A5", True)]

    def test_a_bad_scan_counts_neither_way(self, quiet):
        assert self.feed(quiet, "x?x") == []
        assert self.feed(quiet, "xxxx", start=3) == [HoleChange(0, "A5", True)]  # six: there was noise

    def test_one_bad_scan_is_no_fault(self, quiet):
        assert self.feed(quiet, "..?....?...") == []
        assert quiet.counters.bad_scans == 2
        assert quiet.fault is None

    def test_the_same_bit_twice_in_three_scans_is_a_fault(self, quiet):
        items = self.feed(quiet, ".?.?")
        assert [type(item) for item in items] == [ChainFault]
        assert items[0].t == 1
        assert items[0].code == "chain-bits"
        assert items[0].chip == 8

    def test_junk_is_a_fault_at_once(self, quiet):
        items = self.feed(quiet, "..!")
        assert [(item.t, item.code) for item in items] == [(2, "chain-low")]
        assert quiet.counters.faults == 1

    def test_three_good_scans_end_a_fault(self, quiet):
        self.feed(quiet, "!!!")
        assert self.feed(quiet, "..", start=3) == []
        assert self.feed(quiet, ".", start=5) == [ChainOk(3)]

    def test_good_scans_must_be_in_a_row(self, quiet):
        self.feed(quiet, "!")
        assert self.feed(quiet, "..!..!..", start=1) == []
        assert quiet.fault is not None

    def test_a_peg_put_in_during_a_fault_comes_after_it(self, quiet):
        self.feed(quiet, "!!")
        assert self.feed(quiet, "xxx", start=2) == [ChainOk(2), HoleChange(2, "A5", True)]

    def test_what_was_pending_before_a_fault_is_forgotten(self, quiet):
        assert [type(i) for i in self.feed(quiet, "xx!")] == [ChainFault]
        assert self.feed(quiet, "x..", start=3) == [ChainOk(3)]

    def test_a_fault_that_changes_its_nature_is_said_again(self, quiet):
        self.feed(quiet, "!")
        decoder = Decoder(BOARD)
        high = RawScan(b"\xff" * BOARD.stages, b"\xff\xff", b"\x00\x00")
        said = [item for t in range(1, 6) for item in quiet.feed(t, decoder(high))]
        assert [(item.t, item.code) for item in said] == [(3, "chain-high")]
        assert quiet.counters.faults == 1

    def test_much_noise_is_a_fault_of_its_own(self, quiet):
        items = self.feed(quiet, "..?." * 25)
        assert [item.code for item in items] == ["chain-noise"]

    def test_wishes_to_be_woken(self, quiet):
        assert quiet.next_wake(5.0) is None
        self.feed(quiet, "x")
        assert quiet.next_wake(0.0) == 0.01

    def test_the_watermark_waits_for_what_is_pending(self, quiet):
        assert quiet.watermark(-1) == -1
        self.feed(quiet, ".x")
        assert quiet.watermark(1) == 1
        self.feed(quiet, "x", start=2)
        assert quiet.watermark(2) == 1
        self.feed(quiet, "x", start=3)
        assert quiet.watermark(3) == 3

    def test_the_watermark_waits_for_a_doubt(self, quiet):
        self.feed(quiet, ".?.")
        assert quiet.watermark(2) == 1
        self.feed(quiet, ".", start=3)
        assert quiet.watermark(3) == 3
