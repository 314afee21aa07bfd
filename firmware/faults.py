"""Every fault by its code, of the board and of the machine under it: what it means in one plain sentence, how to
fix it, how grave it is.

The codes are stable: they stand in the journal, on the page and in `pegwatch doctor`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Severity: TypeAlias = Literal["info", "warning", "alarm"]
"""info: nothing is wrong; warning: play goes on, one thing is not followed; alarm: the board is not followed."""


@dataclass(frozen=True, slots=True)
class FaultText:
    """What a fault code says to a person."""

    severity: Severity
    what: str
    fix: str

    def sentence(self, detail: str = "") -> str:
        """What it means, with a few words on where or how much."""
        if not detail or detail in self.what:
            return self.what
        return f"{self.what.removesuffix('.')} ({detail})."


FAULTS: Final[dict[str, FaultText]] = {
    # --- the chain cannot be believed: the last score is kept and shown as stale
    "chain-high": FaultText(
        "alarm",
        "The board does not answer: every bit reads 1.",
        "Push the board's plug home at both ends; look for a broken data or clock wire.",
    ),
    "chain-low": FaultText(
        "alarm",
        "The board does not answer: every bit reads 0.",
        "Check the board's 3.3 V supply, and the data wire for a short to ground.",
    ),
    "chain-latch": FaultText(
        "alarm",
        "The board shifts but does not take in its holes: the load line (PL#) is dead.",
        "Check the wire from the load pin to PL# of the first module.",
    ),
    "chain-broken": FaultText(
        "alarm",
        "A part of the board does not answer.",
        "Push home the plug in front of the part that is named; swap that module if it stays.",
    ),
    "chain-return": FaultText(
        "alarm",
        "The holes are read, but the check line (MOSI) to the last module is dead.",
        "Check the wire from MOSI to the last module's serial input.",
    ),
    "chain-bits": FaultText(
        "alarm",
        "Known bits of the board are read wrong.",
        "Check the plugs of the part that is named, the ground wire, and the length of the cable.",
    ),
    "chain-noise": FaultText(
        "alarm",
        "So many bits are read wrong that the board cannot be trusted.",
        "Keep the cable away from power supplies and phones, check the ground wire, or lower rate_hz in the"
        " board file.",
    ),
    "chain-read": FaultText(
        "alarm",
        "The Pi's SPI bus reports an error.",
        "Run pegwatch doctor; if it finds nothing, restart the Pi.",
    ),
    # --- the board cannot be opened
    "setup-spi": FaultText("alarm", "SPI is switched off.", "Run: sudo raspi-config nonint do_spi 0"),
    "setup-gpio": FaultText(
        "alarm", "This machine has no GPIO pins.", "Use a Raspberry Pi, or pegwatch demo."
    ),
    "setup-rights": FaultText(
        "alarm",
        "The program may not use the pins.",
        "Run: sudo usermod -aG spi,gpio $USER, then log in again.",
    ),
    "setup-factory": FaultText(
        "alarm", "The wrong pin library is named, or it is missing.", "Set GPIOZERO_PIN_FACTORY=lgpio."
    ),
    "setup-gpiozero": FaultText("alarm", "gpiozero is too old.", "Run: pip install 'gpiozero>=2.0.1.post3'."),
    "setup-pins": FaultText(
        "alarm", "The board's pins cannot be used.", "Stop the other program, or fix the board file."
    ),
    "setup-map": FaultText(
        "alarm", "The board file is wrong.", "Fix the row that the message names, or use a shipped board."
    ),
    # --- pegs and holes
    "peg-missing": FaultText(
        "warning", "A peg has been away for more than 3 seconds.", "Put it back, or finish the move."
    ),
    "track-covered": FaultText(
        "warning",
        "A part of the board cannot be seen: the pegs there are not followed.",
        "Take what lies or leans over the board away.",
    ),
    "lap-unclear": FaultText(
        "warning",
        "The board is walked twice, and on which lap a player's pegs are is not clear: they are not followed.",
        "Say where the front peg is: on the page under Set-up, Learn the board.",
    ),
    "not-learnt": FaultText(
        "alarm",
        "The camera does not know this board yet: its pegs are not followed.",
        "Take the pegs out and learn the board: on the page under Set-up, or with pegwatch board learn.",
    ),
    "board-empty": FaultText("info", "There is no peg on the board.", "Set up two pegs for each player."),
    "third-peg": FaultText(
        "warning",
        "A track shows more pegs than there can be.",
        "Take the spare peg out. If there is none, contacts touch or one is stuck: look at the holes named.",
    ),
    "spare-peg": FaultText(
        "warning", "There is a peg too many, in the game hole.", "Take the spare peg out of the game hole."
    ),
    "game-hole-disputed": FaultText(
        "warning",
        "There is a peg in the game hole, and both players miss one.",
        "The player who did not peg out puts the peg back where it stood.",
    ),
    "hole-stuck": FaultText(
        "warning",
        "A hole reads as occupied without a peg.",
        "Clean its contact; until then mask it in the hole walk.",
    ),
    "hole-dead": FaultText(
        "warning",
        "A hole does not notice a peg.",
        "Check its contact and solder joint; until then mask it in the hole walk.",
    ),
    "holes-bridged": FaultText(
        "warning", "Two holes close together.", "Look for a solder bridge between their contacts."
    ),
    "contact-doubted": FaultText(
        "warning",
        "Contacts and camera disagree: nobody is judged by that track.",
        "Look at the hole: clean its contact, or mask it in the hole walk. A peg that leans may hide it.",
    ),
    "hole-poor": FaultText(
        "info",
        "A hole's contact chatters.",
        "Clean the hole and the peg, push the peg home. On a board with contacts bend the spring a little inward.",
    ),
    "hole-masked": FaultText(
        "warning", "A hole is ignored.", "Fix its contact, then watch it again on the workshop page."
    ),
    "panel-missing": FaultText(
        "info",
        "The lamp and the buttons cannot be used.",
        "Check their pins in the [panel] of the board file.",
    ),
    # --- the machine under the board
    "power-low": FaultText(
        "warning",
        "The supply voltage is too low.",
        "Use the Pi's own power supply and a short cable; take other things off its USB ports.",
    ),
    "power-was-low": FaultText(
        "info",
        "The supply voltage was too low at times since the Pi started.",
        "Use the Pi's own power supply and a short cable.",
    ),
    "throttled": FaultText(
        "warning",
        "The Pi is slowed down: too hot, or the supply too weak. Scanning goes on; the camera looks less often.",
        "Give it air or a fan, and its own power supply.",
    ),
    "was-throttled": FaultText(
        "info", "The Pi was slowed down at times since it started.", "Give it air or a fan."
    ),
    "disk-filling": FaultText(
        "warning",
        "The disk is getting full.",
        "Delete what is not needed; from 95 % on no new game is begun.",
    ),
    "disk-full": FaultText(
        "alarm",
        "The disk is nearly full: no new game is begun. The running one goes on.",
        "Delete what is not needed, or move the journal to a larger card.",
    ),
    "disk-none": FaultText(
        "alarm",
        "There is no room left on the disk: nothing of the game can be kept, so the board is not followed.",
        "Delete what is not needed there; once there is room, the board goes on by itself.",
    ),
    "journal-refused": FaultText(
        "alarm",
        "The record of the table cannot be written, so the board is not followed.",
        "Run pegwatch journal check. If it finds nothing, the board's log says why: journalctl -u pegwatch-board.",
    ),
}


def fault_text(code: str) -> FaultText:
    """What a code says; an unknown one is an alarm under its own name."""
    return FAULTS.get(code) or FaultText("alarm", f"Fault {code}.", "Run pegwatch doctor.")
