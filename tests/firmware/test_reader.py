"""The reader as a whole: when it wants to be called, what it promises to have said, and its live view."""

from __future__ import annotations

import json

from cribbage.log.observations import Holes
from firmware.drivers.base import BoardFault
from firmware.reader import BoardReader


def sleepy(table, moves, until):
    """Run a table by its own wishes: no scan is made but when one was asked for or a peg moves."""
    scans, todo = 0, sorted(moves.items())
    while table.t < until:
        if todo and todo[0][0] <= table.t:
            take, put = todo.pop(0)[1]
            table.take(*take)
            table.put(*put)
        table.items += table.reader.poll(table.t)
        scans += 1
        wishes = [until, *(at for at, _ in todo[:1])]
        wake = table.reader.next_wake(table.t)
        if wake is not None:
            wishes.append(wake)
        table.t = max(round(min(wishes), 6), round(table.t + 0.001, 6))
    return scans


def test_time_may_be_skipped_while_nothing_happens(make_table):
    moves = {
        10.0: (["A-1"], []),
        10.8: ([], ["A6"]),
        15.0: (["B-1"], ["B3"]),
        20.0: (["A0"], []),
        26.0: ([], ["A9"]),
    }
    awake, asleep = make_table(settle=False), make_table(settle=False)
    scans = sleepy(asleep, moves, 30.0)
    for at in sorted(moves):
        awake.run(at - awake.t)
        awake.take(*moves[at][0])
        awake.put(*moves[at][1])
    awake.run(30.0 - awake.t)
    assert asleep.log == awake.log
    assert asleep.inspections == awake.inspections == [("peg-missing", ("A0",))]
    assert scans < 200


def test_nothing_comes_before_the_watermark(make_table):
    table = make_table(settle=False)
    marks = []
    for k in range(500):
        if k == 200:
            table.take("A-1")
        if k == 260:
            table.put("A4")
        items = table.reader.poll(table.t)
        for item in items:
            if isinstance(item, Holes) and marks:
                assert item.t >= max(marks)
        marks.append(table.reader.watermark(table.t))
        table.t = round(table.t + 0.01, 3)
    assert marks[210] == 2.0  # the peg left at 2.0 and has not been away for long enough
    assert marks[240] == 2.4
    assert marks == sorted(marks)


def test_a_bus_error_is_a_fault_like_any_other(longboard):
    class Failing:
        def scan(self):
            raise BoardFault("chain-read", "the SPI bus failed")

    reader = BoardReader(Failing(), longboard)
    (fault,) = reader.poll(0.0)
    assert (fault.code, fault.detail) == ("chain-read", "the SPI bus failed")
    assert reader.poll(0.01) == ()


def test_the_live_view_is_plain(table):
    table.put("A30")
    table.run(4)
    table.faults.data_in_stuck = 0
    table.run(0.1)
    view = json.loads(json.dumps(table.reader.snapshot()))
    assert view["occupied"] == ["A-1", "A0", "A30", "B-1", "B0"]
    assert view["fault"]["code"] == "chain-low"
    assert view["asked"][0]["holes"] == ["A30"]
    assert view["faults"] == 1
    assert view["bad_scans"] == 10
