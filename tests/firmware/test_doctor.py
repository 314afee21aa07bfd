"""What the doctor finds, and that every finding says how to fix it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import firmware
from firmware import doctor
from firmware.boardfile import load_board
from firmware.debounce import ChainFault
from firmware.doctor import (
    Finding,
    check_board,
    check_contacts,
    check_machine,
    check_masks,
    check_notes,
    check_power,
    counted,
)
from firmware.drivers.base import BoardMissing
from firmware.drivers.sim import open_simulated
from firmware.drivers.sim_faults import SimFaults
from firmware.faults import FAULTS, fault_text
from firmware.health import notes
from firmware.machine import Trouble


def found(board, text="", pegs=(), **options):
    with open_simulated(board, lambda: frozenset(pegs), SimFaults.parse(text, board)) as driver:
        return check_board(driver, board, pause=lambda _s: None, **options)


def test_a_sound_board(longboard):
    assert found(longboard, pegs={"A0", "A-1", "B0", "B-1"}) == [
        Finding("ok", "37 chips answer; 4 holes are occupied.")
    ]


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("data-in=0", "chain-low"),
        ("clock=0", "chain-high"),
        ("load=1", "chain-latch"),
        ("unplug=module 4", "chain-broken"),
        ("data-out=0", "chain-return"),
    ],
)
def test_every_fault_of_the_chain(longboard, fault, code):
    findings = found(longboard, fault)
    assert [finding.severity for finding in findings] == ["alarm", "warning"]
    assert findings[0].code == code
    assert findings[0].fix == FAULTS[code].fix
    assert "50 of 50 scans" in findings[1].what or code == "chain-return"


@pytest.mark.parametrize(("name", "apart_s"), [("longboard", 0.01), ("longboard-hall", 0.0752)])
def test_the_doctor_looks_as_often_as_the_board_itself_looks(name, apart_s):
    """Fifty scans at once of Hall switches were one look: a switch that comes and goes was found well."""
    board, now, paused = load_board(name), [0.0], []

    def pause(s):
        paused.append(s)
        now[0] += s

    def wavers():
        return frozenset({"A1"} if round(now[0] / apart_s) % 4 < 2 else {"A1", "B7"})

    with open_simulated(board, wavers, clock=lambda: now[0]) as driver:
        said = check_board(driver, board, pause=pause)
    assert paused == [pytest.approx(apart_s)] * (doctor.SCANS - 1)
    if name == "longboard-hall":  # of contacts this is a peg that is moved, on time
        assert [finding.code for finding in said] == ["hole-poor", ""]
        assert "B7" in said[0].what


def test_a_detail_is_not_said_twice_and_a_share_is_a_plain_number(longboard):
    dead, wrong = found(longboard, "data-in=0")
    assert dead.what == "The board does not answer: every bit reads 0."
    assert wrong.what == "50 of 50 scans were wrong (100 %)."


def test_stuck_and_masked_holes(longboard):
    findings = found(longboard, "stuck-closed=A57+B3", empty=True, masked={"B3"})
    assert [str(finding) for finding in findings] == [
        "ok: 37 chips answer; 2 holes are occupied.",
        "warning: A hole reads as occupied without a peg (A57). Clean its contact; until then mask it in the hole"
        " walk.",
        "warning: A hole is ignored (B3). Fix its contact, then watch it again on the workshop page.",
    ]


def test_no_board():
    error = BoardMissing("setup-spi", "SPI is switched off", "Run: raspi-config.")
    (finding,) = check_board(None, None, error=error)
    assert str(finding) == "alarm: SPI is switched off. Run: raspi-config."
    assert check_board(None, None)[0].severity == "warning"


def test_poor_contacts(make_table):
    table = make_table()
    for _ in range(6):
        table.take("A0")
        table.run(0.01)
        table.put("A0")
        table.run(0.05)
    (finding,) = counted(table.reader.debouncer.counters)
    assert finding.code == "hole-poor"
    assert "A0, 6 times" in finding.what


class TestMachine:
    @pytest.fixture(autouse=True)
    def plain(self, monkeypatch):
        monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)

    def codes(self, dev):
        return [finding.code or finding.severity for finding in check_machine(dev)]

    def test_no_pi(self, tmp_path):
        assert self.codes(tmp_path) == ["setup-gpio"]

    def test_spi_off(self, tmp_path):
        (tmp_path / "gpiochip0").touch()
        assert self.codes(tmp_path) == ["setup-spi"]

    def test_all_there(self, tmp_path):
        (tmp_path / "gpiochip0").touch()
        (tmp_path / "spidev0.0").touch()
        assert self.codes(tmp_path) == ["ok"]

    def test_no_rights(self, tmp_path, monkeypatch):
        (tmp_path / "gpiochip0").touch()
        (tmp_path / "spidev0.0").touch()
        monkeypatch.setattr(doctor.os, "access", lambda *_: False)
        assert self.codes(tmp_path) == ["setup-rights", "setup-rights"]

    def test_another_factory(self, tmp_path, monkeypatch):
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")
        assert self.codes(tmp_path) == ["setup-gpio", "setup-factory"]


def test_every_code_in_the_source_has_its_sentence():
    """Codes are written as texts in many places; each must be in the table."""
    folder = Path(firmware.__file__).parent
    pattern = re.compile(
        r'"((?:chain|setup)-[a-z]+|(?:peg|third|spare|board|game-hole|hole|holes)-'
        r"(?:missing|peg|empty|disputed|stuck|dead|poor|bridged|masked)|panel-missing|"
        r'(?:power|was|disk)-(?:low|was-low|throttled|filling|full|none)|journal-refused|throttled|track-covered|not-learnt|lap-unclear|contact-doubted)"'
    )
    used = {code for path in folder.rglob("*.py") for code in pattern.findall(path.read_text())}
    assert used == set(FAULTS)


def test_what_a_running_board_process_says_is_passed_on():
    health = notes(
        ChainFault(3.0, "chain-broken", "module 3"), (), {"A57"}, [Trouble("disk-full", "96% full")]
    )
    found = check_notes(health)
    assert [(finding.code, finding.severity) for finding in found] == [
        ("chain-broken", "alarm"),
        ("disk-full", "alarm"),
        ("hole-masked", "warning"),
    ]
    assert found[0].what == "A part of the board does not answer (module 3)."
    assert all(finding.fix for finding in found)


def test_power_now_and_past():
    assert check_power(None) == []
    assert [finding.severity for finding in check_power(0)] == ["ok"]
    assert [finding.code for finding in check_power(0x50001)] == ["power-low", "was-throttled"]


def test_masks_and_poor_contacts():
    assert [str(finding) for finding in check_masks({"A57"})] == [
        "warning: A hole is ignored (A57). Fix its contact, then watch it again on the workshop page."
    ]
    found = check_contacts({"A1": 4, "A30": 9, "B3": 40})
    assert [finding.what for finding in found] == [
        "A hole's contact chatters (B3, 40 times).",
        "A hole's contact chatters (A30, 9 times).",
    ]


def test_every_sentence_ends_and_says_how_to_fix_it():
    for code, text in FAULTS.items():
        assert text.what.endswith("."), code
        assert text.fix, code
    assert fault_text("unheard-of").severity == "alarm"
