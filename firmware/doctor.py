"""What is wrong with the board and how to fix it: checks that need no Pi, no game and no page."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.boardmap import BoardMap
from firmware.debounce import SCAN_PERIOD_S, ChainCounters, ChainFault, ChainOk, Debouncer
from firmware.decoder import Decoder
from firmware.drivers.base import BoardDriver, BoardMissing
from firmware.faults import Severity, fault_text
from firmware.machine import power_troubles
from firmware.reader import look

SCANS: Final = 50
CHATTER_LIMIT: Final = 5
DEV: Final = Path("/dev")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: ``ok``, or how grave it is, what it is and how to fix it."""

    severity: Severity | str
    what: str
    fix: str = ""
    code: str = ""

    def __str__(self) -> str:
        return f"{self.severity}: {self.what}" + (f" {self.fix}" if self.fix else "")


def check_board(
    driver: BoardDriver | None,
    board_map: BoardMap,
    *,
    error: BoardMissing | None = None,
    empty: bool = False,
    masked: Iterable[str] = (),
    pause: Callable[[float], None] = time.sleep,
) -> list[Finding]:
    """Scan the open board a few times and judge it; with no driver, `error` says why.

    Each scan is one look of the board's own: a Hall switch tells the same until it looks again, and a contact that
    bounces is seen by scans as far apart as a game's. `pause` waits so many seconds in between. `empty` says that no
    peg is on the board: then every closed contact is stuck.
    """
    if driver is None:
        return [_missing(error)]
    debouncer, faults, ready = Debouncer(board_map), dict[str, ChainFault](), False
    decoder, apart_s = Decoder(board_map), max(SCAN_PERIOD_S, board_map.sensor.period_s)
    for number in range(SCANS):
        if number:
            pause(apart_s)
        for item in debouncer.feed(number * apart_s, look(driver, decoder)):
            if isinstance(item, ChainFault):
                faults.setdefault(item.code, item)
            ready |= isinstance(item, ChainOk)
    findings = [_of_code(fault.code, fault.detail) for fault in faults.values()]
    findings += counted(debouncer.counters)
    if ready and not faults:
        pegs = len(debouncer.occupied)
        occupied = "1 hole is" if pegs == 1 else f"{pegs} holes are"
        chips = "1 chip answers" if board_map.stages == 1 else f"{board_map.stages} chips answer"
        findings.append(Finding("ok", f"{chips}; {occupied} occupied."))
        if empty:
            findings += [_of_code("hole-stuck", hole) for hole in sorted(debouncer.occupied - set(masked))]
    return [*findings, *check_masks(masked)]


def check_masks(masked: Iterable[str]) -> list[Finding]:
    """The holes that are ignored."""
    return [_of_code("hole-masked", hole) for hole in sorted(masked)]


def check_contacts(chatter: Mapping[str, int]) -> list[Finding]:
    """The holes whose contact came and went too often in the last game."""
    return [
        _of_code("hole-poor", f"{hole}, {times} times")
        for hole, times in sorted(chatter.items(), key=lambda item: -item[1])
        if times >= CHATTER_LIMIT
    ]


def check_notes(notes: Iterable[Mapping[str, Any]]) -> list[Finding]:
    """What a running board process says is wrong (`firmware.health`)."""
    return [
        Finding(str(note["severity"]), str(note["sentence"]), str(note["mend"]), str(note["code"]))
        for note in notes
    ]


def check_power(bits: int | None) -> list[Finding]:
    """Power and heat of the Pi, now and since it started."""
    if bits is None:
        return []
    return [_of_code(trouble.code) for trouble in power_troubles(bits)] or [
        Finding("ok", "Power and temperature have been fine since the start.")
    ]


def counted(counters: ChainCounters) -> list[Finding]:
    """What the counters of a running board say: noise on the wire, and holes with poor contact."""
    findings = []
    if counters.bad_scans:
        share = 100 * counters.bad_scans / counters.scans
        percent = f"{share:.0f}" if share >= 10 else f"{share:.2g}"
        what = f"{counters.bad_scans} of {counters.scans} scans were wrong ({percent} %)"
        findings.append(Finding("warning", what + ".", fault_text("chain-bits").fix, "chain-bits"))
    return [*findings, *check_contacts(counters.chatter)]


def check_machine(dev: Path = DEV) -> list[Finding]:
    """What of the real board's needs this machine has: pins, SPI, rights."""
    findings = []
    chips = sorted(dev.glob("gpiochip*"))
    if not chips:
        findings.append(_of_code("setup-gpio"))
    elif not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        findings.append(_of_code("setup-rights", str(chips[0])))
    node = dev / "spidev0.0"
    if chips and not node.exists():
        findings.append(_of_code("setup-spi", f"there is no {node}"))
    elif node.exists() and not os.access(node, os.R_OK | os.W_OK):
        findings.append(_of_code("setup-rights", str(node)))
    factory = os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio")
    if factory.lower() != "lgpio":
        findings.append(_of_code("setup-factory", f"GPIOZERO_PIN_FACTORY={factory}"))
    return findings or [Finding("ok", "GPIO and SPI are there and may be used.")]


def _missing(error: BoardMissing | None) -> Finding:
    if error is None:
        return Finding("warning", "No board was opened.", "Run: pegwatch demo, or pegwatch run on a Pi.")
    return Finding("alarm", f"{error.what}.", error.fix, error.code)


def _of_code(code: str, detail: str = "") -> Finding:
    text = fault_text(code)
    return Finding(text.severity, text.sentence(detail), text.fix, code)
