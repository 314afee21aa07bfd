"""A board with Hall switches: the long board's own map, and a level that counts only once every switch has looked at
it three times."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest

from cribbage.log.observations import Holes
from firmware.boardfile import load_board, parse_board
from firmware.boardmap import BoardMapError, Sensor
from firmware.debounce import SCAN_PERIOD_S, ChainOk, Debouncer, HoleChange
from firmware.decoder import Decoded
from firmware.doctor import check_board
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.drivers.sim_hall import SimSwitches
from firmware.reader import BoardReader
from firmware.wiring import wiring
from hardware.sums import hall_values

START = frozenset({"A0", "A-1", "B0", "B-1"})
HALL = load_board("longboard-hall")
PERIOD_S, SETTLE_S = HALL.sensor.period_s, HALL.sensor.settle_s
WIRING = Path(__file__).parents[2] / "hardware" / "wiring.md"


class Table:
    """A reader on a simulated board, a scan every 10 ms; what came out with the time at which it did."""

    def __init__(self, board_map, pegs=START, faults=None):
        self.pegs, self.t, self.out = set(pegs), 50.0, []
        self.driver = open_simulated(board_map, lambda: frozenset(self.pegs), faults, lambda: self.t)
        self.reader = BoardReader(self.driver, board_map)

    def run(self, seconds):
        for _ in range(round(seconds / SCAN_PERIOD_S)):
            self.out += [(self.t, item) for item in self.reader.poll(self.t)]
            self.t = round(self.t + SCAN_PERIOD_S, 3)
        return self

    def of(self, kind):
        return [(t, item) for t, item in self.out if isinstance(item, kind)]


def test_the_variant_is_the_long_board_in_all_but_its_sensor(longboard):
    same = dataclasses.replace(HALL, name=longboard.name, title=longboard.title, sensor=longboard.sensor)
    assert same == longboard
    assert longboard.sensor == Sensor("contact", 0.0, 0.0)


def test_the_settings_are_those_of_the_sums():
    slowest = 1 / hall_values.AJ.slowest_hz
    assert pytest.approx(slowest, abs=1e-4) == PERIOD_S
    assert slowest * 3 <= SETTLE_S < slowest * 3 + 0.005


def test_a_peg_counts_after_three_looks_and_no_sooner():
    table = Table(HALL).run(1)
    for hole in ("A22", "B119", "game"):
        table.out.clear()
        table.pegs.add(hole)
        put = table.t
        table.run(0.5)
        [(told, change)] = table.of(HoleChange)
        assert (change.hole, change.occupied) == (hole, True)
        assert put <= change.t <= put + PERIOD_S + 2 * SCAN_PERIOD_S
        assert SETTLE_S <= told - change.t + 1e-9 < SETTLE_S + 2 * SCAN_PERIOD_S


@pytest.mark.parametrize("shown_s", [0.05, 0.14])
def test_a_magnet_waved_over_a_hole_is_no_peg(longboard, shown_s):
    """Held there for less than three looks; on contacts the same would count."""
    counted = {}
    for board_map in (longboard, HALL):
        table = Table(board_map).run(1)
        table.out.clear()
        table.pegs.add("A30")
        table.run(shown_s)
        table.pegs.remove("A30")
        table.run(1)
        counted[board_map.name] = len(table.of(HoleChange))
    assert counted == {"longboard": 2, "longboard-hall": 0}


def test_one_look_that_is_read_many_times_is_one_look():
    """Twenty equal scans from a single look of the slowest switch, and the next look says otherwise."""
    debouncer = Debouncer(HALL)
    rest = Decoded(HALL.mask_of(START), frozenset(START))
    peg = Decoded(HALL.mask_of(START | {"A9"}), frozenset(START | {"A9"}))
    items = []
    for number in range(400):
        wrong = 100 <= number < 100 + math.ceil(2 * PERIOD_S / SCAN_PERIOD_S)
        items += debouncer.feed(number * SCAN_PERIOD_S, peg if wrong else rest)
    assert not [item for item in items if isinstance(item, HoleChange) and item.hole == "A9"]
    assert debouncer.counters.chatter["A9"] == 1


def test_the_chain_is_not_believed_before_the_pegs_that_stand_there_are():
    table = Table(HALL).run(1)
    [(t, ok)] = table.of(ChainOk)
    assert ok.t == 50.0
    assert t - ok.t >= SETTLE_S - 1e-6
    assert {change.hole for _, change in table.of(HoleChange)} == START
    assert [told for told, _ in table.of(HoleChange)] == [t] * 4
    assert len(table.of(Holes)) == 1, "never an empty board first"


def test_a_move_is_the_same_on_both_boards_only_later(longboard):
    """Rear peg lifted, put in front: the holes that the rules are told of are equal, a third of a second apart."""
    seen = {}
    for board_map in (longboard, HALL):
        table = Table(board_map).run(1)
        for rear, front in (("A-1", "A7"), ("B-1", "B12"), ("A0", "A9")):
            table.pegs.remove(rear)
            table.run(0.6)
            table.pegs.add(front)
            table.run(1.6)
        seen[board_map.name] = [(item.t, item.holes) for _, item in table.of(Holes)]
    contacts, hall = seen["longboard"], seen["longboard-hall"]
    assert [holes for _, holes in hall] == [holes for _, holes in contacts]
    late = [b - a for (a, _), (b, _) in zip(contacts, hall, strict=True)]
    assert min(late) >= 0.0
    assert max(late) <= 0.35


def test_a_fault_of_the_chain_is_noticed_as_fast_as_on_contacts(longboard):
    """Only levels wait for the switches; known bits do not."""
    times = []
    for board_map in (longboard, HALL):
        faults = SimFaults()
        table = Table(board_map, faults=faults).run(1)
        table.out.clear()
        faults.break_after = 12
        table.run(0.1)
        times.append([t for t, item in table.out if getattr(item, "code", "").startswith("chain")])
    assert times[0] == times[1] != []


def test_no_switch_tells_of_a_peg_before_it_looks_nor_later_than_its_next_look():
    t, pegs = 10.0, set()
    switches = SimSwitches(HALL, lambda: frozenset(pegs), lambda: t)
    assert switches.told() == frozenset()
    pegs.update(HALL.bit_of)
    told_at = {}
    for number in range(12):
        t = 10.01 + number * SCAN_PERIOD_S
        for hole in switches.told():
            told_at.setdefault(hole, t)
    assert told_at.keys() == HALL.bit_of.keys()
    late = [at - 10.01 for at in told_at.values()]
    assert min(late) > 0.0
    assert max(late) <= PERIOD_S + SCAN_PERIOD_S
    assert len({round(x, 3) for x in late}) >= 7, "they do not look together"


def test_a_peg_that_is_gone_before_the_switch_looks_was_never_there():
    t, pegs = 10.0, set()
    switches = SimSwitches(HALL, lambda: frozenset(pegs), lambda: t)
    switches.told()
    pegs.add("A5")
    assert switches.told() == frozenset()
    pegs.clear()
    t += 10 * PERIOD_S
    assert switches.told() == frozenset()


def test_the_head_alone_is_a_board_to_try():
    trial = load_board("hall-trial")
    assert trial.stages == 1
    assert trial.bits == HALL.bits[:8]
    assert (trial.pins, trial.sensor) == (HALL.pins, HALL.sensor)
    assert all(trial.positions_mm[hole] == HALL.positions_mm[hole] for hole in trial.bit_of)
    for pegs, words in (
        (set(), "0 holes are"),
        ({"A-1"}, "1 hole is"),
        ({"A-2", "A-1", "A0"}, "3 holes are"),
    ):
        with open_simulated(trial, lambda pegs=pegs: frozenset(pegs)) as driver:
            assert [f.what for f in check_board(driver, trial, pause=lambda _s: None)] == [
                f"1 chip answers; {words} occupied."
            ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('variant_of = "longboard-moon"', r"variant_of: no shipped board; there are: hall-trial, longboard"),
        ("variant_of = 7", r"variant_of: no shipped board"),
        ('variant_of = "../boards/longboard"', r"variant_of: no shipped board"),
        ('variant_of = "hall-trial"', r"variant of a variant of a variant"),
        ('variant_of = "longboard"\n[sensor]\nkind = "hall"', r"\[sensor\]: period_ms belongs to Hall"),
        ('variant_of = "longboard"\n[sensor]\nperiod_ms = 75', r"\[sensor\]: period_ms belongs to Hall"),
        (
            'variant_of = "longboard"\n[sensor]\nkind = "hall"\nperiod_ms = 75.2\nsettle_ms = 150',
            r"\[sensor\]: settle_ms must be 3 times period_ms",
        ),
        ('variant_of = "longboard"\n[sensor]\nkind = "radar"', r"\[sensor"),
        ('variant_of = "longboard"\nchips = 36', r"37|36 chips"),
    ],
)
def test_a_variant_that_cannot_be_is_refused_by_the_row_that_is_wrong(text, message):
    with pytest.raises(BoardMapError, match=message):
        parse_board(text, "mine.toml")


def test_the_wiring_counts_the_parts_of_the_sensor_that_the_board_file_names(longboard):
    hall, any_switch = wiring(HALL), wiring(longboard)
    assert "| 247 | Hall switch DRV5032AJ |" in hall
    assert "Hall" not in any_switch.split("## Parts")[1]
    assert "| 247 | switch that closes to ground |" in any_switch
