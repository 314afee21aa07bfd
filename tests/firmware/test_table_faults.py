"""Every fault of the board that must be survived, at the real table loop: what is scored, what is said, what goes on.

One test for each row of the fault table of the hardware design (`hardware/README.md`), through pins and edges.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rig import Rig

from firmware.drivers.sim_faults import NAMES, SimFaults
from firmware.faults import FAULTS
from firmware.machine import MachineWatch
from firmware.panel import Lamp
from firmware.table import ABSENT
from pegwatch.simulated.faults import SETUP_FAULTS, check_faults

ROOT = Path(__file__).parents[2]


@pytest.fixture
def machine():
    """What the machine under the board says of itself; tests change it."""
    return {"bits": 0, "disk": 0.4}


@pytest.fixture
def rig(longboard, tmp_path, machine):
    """A game on, the starter cut, Bob's nine led; Ann's six would make fifteen."""
    rig = Rig(
        longboard,
        tmp_path,
        machine=lambda _rig: MachineWatch(lambda: machine["bits"], lambda: machine["disk"]),
    )
    rig.run(1)
    rig.new_game()
    rig.cards("starter", "5D")
    rig.cards("B", "9H")
    yield rig
    rig.close()


def fifteen_is_still_judged(rig: Rig) -> None:
    """The game goes on where it was."""
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    assert rig.verdicts == [("scored", "A", 2)]


def test_a_peg_that_bounces_is_slid_and_is_tightened(rig):
    rig.faults.bounce_scans = 8
    rig.cards("A", "6S")
    rig.take("A-1")
    rig.run(0.3)
    for hole in range(1, 6):  # slid along the holes, never long in one
        rig.put(f"A{hole}")
        rig.run(0.08)
        rig.take(f"A{hole}")
        rig.run(0.05)
    rig.put("A2")
    rig.run(0.6)
    rig.take("A2")  # pressed home
    rig.run(0.05)
    rig.put("A2")
    rig.run(2)
    assert rig.verdicts == [("scored", "A", 2)]
    assert rig.health == []


def test_a_peg_in_the_air(rig):
    rig.faults.lifted = frozenset("A")
    rig.run(2.8)
    assert rig.health == [], "normal for three seconds"
    rig.run(1)
    (note,) = rig.health
    assert (note["code"], note["holes"]) == ("peg-missing", ["A0"])
    assert note["mend"]
    assert rig.verdicts == []
    rig.faults.clear()
    rig.run(1)
    assert rig.health == []
    assert rig.verdicts == []
    fifteen_is_still_judged(rig)


def test_two_holes_bridged(rig):
    rig.faults.bridged = (frozenset({"A2", "A3"}),)
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    rig.run(3)
    (note,) = rig.health
    assert note["code"] == "third-peg"
    assert set(note["holes"]) == {"A2", "A3"}
    assert rig.verdicts == [], "never scored"
    rig.faults.clear()
    rig.run(3)
    assert rig.health == []
    assert rig.verdicts == [("scored", "A", 2)]


def test_a_third_peg_in_a_track(rig):
    rig.put("B30")
    rig.run(4)
    assert [(note["code"], note["holes"]) for note in rig.health] == [("third-peg", ["B30"])]
    assert rig.verdicts == []
    rig.take("B30")
    rig.run(1)
    assert rig.health == []
    fifteen_is_still_judged(rig)


def test_a_hole_that_sticks_while_a_peg_is_in_the_air_accuses_nobody(rig):
    """It closes like a peg put down, 100 holes too far; the real peg comes down before the move counts as let go."""
    rig.cards("A", "6S")
    rig.take("A-1")
    rig.run(0.4)
    rig.faults.stuck_closed = frozenset({"A100"})
    rig.run(0.6)
    rig.put("A2")
    rig.run(6)
    assert rig.verdicts == []
    (note,) = rig.health
    assert note["code"] == "third-peg"
    assert "A100" in note["holes"]
    rig.faults.clear()
    rig.run(3)
    assert rig.health == []
    assert rig.verdicts == [("scored", "A", 2)]


def test_a_dead_hole_is_asked_for_and_never_guessed(rig):
    rig.faults.stuck_open = frozenset({"A2"})
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    rig.run(4)
    assert [note["code"] for note in rig.health] == ["peg-missing"]
    assert rig.verdicts == []
    rig.faults.clear()
    rig.run(3)
    assert rig.verdicts == [("scored", "A", 2)]


def test_a_stuck_hole_is_named_and_masked_and_play_goes_on(rig):
    rig.faults.stuck_closed = frozenset({"A57"})
    rig.run(4)
    assert [(note["code"], note["holes"]) for note in rig.health] == [("third-peg", ["A57"])]
    rig.say({"workshop": {"do": "mask", "holes": ["A57"]}})
    rig.run(1)
    (note,) = rig.health
    assert (note["code"], note["holes"]) == ("hole-masked", ["A57"]), "kept, and shown"
    fifteen_is_still_judged(rig)


@pytest.mark.parametrize(
    "text",
    [*(f"break={chip}" for chip in (1, 12, 36, 37)), "load=1", "clock=0", "clock=1", "select=1", "data-in=0",
     "data-in=1", "data-out=0", "data-out=1", "unplug=head", "unplug=module 3"],
)  # fmt: skip
def test_a_broken_chain(rig, longboard, text):
    pegs = rig.bodies("pegs")
    rig.faults.take_over(SimFaults.parse(text, longboard))
    rig.run(0.02, longest_s=0.01)
    (note,) = rig.health
    assert note["stale"], "within two scans"
    assert note["severity"] == "alarm"
    rig.cards("A", "6S")
    rig.peg("A", -1, 2)
    assert rig.bodies("pegs") == pegs, "the last score stands"
    assert rig.verdicts == [], "no verdict"
    rig.faults.clear()
    rig.run(3)
    assert rig.health == []
    assert [code for code, *_ in rig.verdicts] in ([], ["unverified"]), (
        "what was missed is unknown, nobody is blamed"
    )


def test_bit_flips(rig):
    rig.faults.flip_rate = 0.0001
    rig.run(5, longest_s=0.01)
    assert rig.health == []
    assert rig.verdicts == []
    assert rig.reader.snapshot()["bad_scans"] > 0, "they are counted"
    fifteen_is_still_judged(rig)


def test_noise_without_end_is_a_fault(rig):
    rig.faults.flip_rate = 0.05
    rig.run(3, longest_s=0.01)
    assert [note["stale"] for note in rig.health] == [True]
    assert rig.verdicts == []


def test_undervoltage_and_throttling_now_and_past(rig, machine):
    rig.run(6)
    assert rig.health == []
    machine["bits"] = 0x50005
    rig.run(6)
    assert rig.codes == ["power-low", "throttled"]
    assert rig.pulse.tired, "the camera slows first"
    assert {note["part"] for note in rig.health} == {"machine"}
    fifteen_is_still_judged(rig)
    machine["bits"] = 0x50000
    rig.run(6)
    assert rig.codes == ["power-was-low", "was-throttled"]
    assert not rig.pulse.tired


def test_a_disk_that_fills(rig, machine):
    machine["disk"] = 0.86
    rig.run(6)
    assert rig.codes == ["disk-filling"]
    machine["disk"] = 0.96
    rig.run(6)
    assert rig.codes == ["disk-full"]
    rig.new_game()
    assert rig.recorder.game == 1, "no new game"
    (refused,) = rig.bodies("refused")
    assert "nearly full" in refused["why"]
    fifteen_is_still_judged(rig)
    machine["disk"] = 0.5
    rig.run(6)
    rig.new_game()
    assert rig.recorder.game == 2


def test_the_table_of_faults_names_knobs_and_tests_that_there_are():
    """`hardware/README.md`: each row can be tried, and is tested."""
    rows = [
        row.split("|")
        for row in (ROOT / "hardware" / "README.md").read_text().splitlines()
        if "`test_" in row
    ]
    assert len(rows) == 16
    tests = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    for row in rows:
        for knob in re.findall(r"`([^`]+)`", row[2]):
            if knob.startswith("setup-"):
                assert knob in SETUP_FAULTS
            else:
                check_faults(knob)
        for test in re.findall(r"`(test_\w+)`", row[4]):
            assert f"def {test}(" in tests


def test_every_knob_of_the_board_is_turned_here_or_with_the_chain():
    tried = {
        "bounce", "lift", "bridge", "dead", "stuck-closed", "flip",
        "break", "load", "clock", "select", "data-in", "data-out", "unplug",
    }  # fmt: skip
    assert tried == set(NAMES)


def test_everything_that_is_said_says_how_to_fix_it(rig, machine):
    machine.update(bits=0x50005, disk=0.99)
    rig.faults.stuck_closed = frozenset({"A57"})
    rig.run(9)
    rig.faults.break_after = 3
    rig.run(1)
    assert len(rig.health) >= 4
    for note in rig.health:
        assert note["code"] in FAULTS
        assert note["sentence"].endswith(".")
        assert note["mend"].endswith((".", "'"))


def test_the_lamp_follows_the_health_and_nothing_else(longboard, tmp_path):
    shown: list[bool] = []

    class Fitted:
        def down(self):
            return frozenset()

        def show(self, lit):
            shown.append(lit)

    rig = Rig(longboard, tmp_path, panel=Fitted())
    try:
        rig.run(1)
        rig.new_game(mode="sanctioned")
        rig.cards("starter", "5D")
        rig.cards("B", "9H")
        rig.cards("A", "6S")
        rig.peg("A", -1, 9)  # seven too many
        rig.put("B30")
        rig.run(5)
        assert rig.verdicts
        assert rig.loop._lamp() is Lamp.STEADY
        assert all(shown)
        rig.faults.break_after = 3
        rig.run(4)
        assert rig.loop._lamp() is Lamp.SLOW
        assert not all(shown)
    finally:
        rig.close()


def test_a_camera_that_the_table_never_had_is_no_fault_of_the_lamp_s(longboard, tmp_path):
    rig = Rig(longboard, tmp_path)
    try:
        rig.run(1)
        rig.put("B30")
        rig.journal.put("eye", rig.t, {"fault": {"part": "camera", "what": ABSENT}})
        rig.new_game()
        rig.run(2)
        assert rig.loop._lamp() is Lamp.STEADY
        rig.journal.put("eye", rig.t, {"fault": {"part": "camera", "what": "covered"}})
        rig.run(2)
        assert rig.loop._lamp() is Lamp.SLOW
    finally:
        rig.close()
