"""What the doctor looks at beside the board: the system, the settings, the services, the page, the backups.

Each check is a function of what it looks at, so that tests can show it any machine; it yields findings that say what
is wrong and how to mend it.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from firmware.box.backup import FOLDER, backups
from firmware.box.journal import Journal
from firmware.box.refusal import mend_owner, owner
from firmware.box.settings import BackupSettings, SettingsError, load, settings_file
from firmware.doctor import Finding

UNITS: Final = ("pegwatch-board.service", "pegwatch-eye.service", "pegwatch-web.service")
_PATIENCE_S: Final = 5.0
_OLD_BACKUP_DAYS: Final = 14
_BUILT_AFTER: Final = 1_760_000_000.0  # October 2025: a clock that shows less was never set
_TOLERATED_EVENTS: Final = 500  # a game's worth may lie between backups


def check_system(machine: str = "", root: Path = Path("/")) -> Iterator[Finding]:
    """The machine and its kernel: 64 bits, and which Pi it is."""
    machine = machine or platform.machine()
    model_file = root / "proc/device-tree/model"
    model = model_file.read_text(encoding="utf-8").strip("\0 \n") if model_file.is_file() else machine
    if machine in ("armv6l", "armv7l", "armv8l", "i686"):
        yield Finding(
            "alarm",
            f"This system is a 32-bit one ({machine}).",
            "Install Raspberry Pi OS 64-bit: rpi-imager offers it.",
        )
    else:
        yield Finding("ok", f"{model}, kernel {platform.release()}, Python {platform.python_version()}.")


def check_clock(now: float | None = None) -> Iterator[Finding]:
    """The time of day. Nothing is decided by it, but it stands beside each game."""
    if (time.time() if now is None else now) < _BUILT_AFTER:
        yield Finding(
            "info",
            "The clock was never set: games will carry a wrong date. Scoring does not mind.",
            "Connect the network once, or run: sudo timedatectl set-time 'YYYY-MM-DD HH:MM'",
        )


def check_settings() -> Iterator[Finding]:
    """Whether the settings can be read."""
    path = settings_file()
    try:
        loaded = load()
    except SettingsError as error:
        yield Finding("alarm", f"The settings are wrong: {error}", f"Mend {path}, or move it away.")
        return
    where = f"{path}" if path.is_file() else "there is no file, so everything is as it comes"
    yield Finding("ok", f"Settings: {where}; changed: {len(loaded.sources)}.")


def check_owner(folder: Path) -> Iterator[Finding]:
    """Files that this user may not write: somebody once ran the table as another."""
    for path in sorted(folder.glob("journal.sqlite*")):
        if not os.access(path, os.R_OK | os.W_OK):
            yield Finding("alarm", f"{path} belongs to {owner(path)}.", f"Run: {mend_owner(folder)}")
            return


def check_backups(journal: Journal, data: Path, name: str, settings: BackupSettings) -> Iterator[Finding]:
    """Whether there is a fresh copy of the journal."""
    folder = Path(settings.folder) if settings.folder else data / FOLDER
    own = [backup for backup in backups(folder) if backup.journal == name[:8]]
    missing = journal.last() - (own[-1].last if own else 0)
    if missing <= _TOLERATED_EVENTS:
        yield Finding("ok", f"Backups in {folder}: {len(own)}; {missing} events are newer than the last.")
    else:
        what = f"{missing} events have no backup" if own else "There is no backup of the journal"
        yield Finding("warning", f"{what} ({folder}).", "Run: pegwatch journal backup")


Ask = Callable[[list[str]], "str | None"]
"""Run a command and hand out what it says; None where there is no such command."""


def ask(words: list[str]) -> str | None:
    """Run a command, whatever its exit status."""
    if shutil.which(words[0]) is None:
        return None
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout


def check_units(run: Ask = ask) -> Iterator[Finding]:
    """The services, where the box was installed as an appliance."""
    for unit in UNITS:
        said = run(["systemctl", "show", unit, "--property=LoadState,ActiveState,Result,NRestarts"])
        state = dict(line.partition("=")[::2] for line in (said or "").splitlines())
        if state.get("LoadState") != "loaded":
            continue
        restarts = int(state.get("NRestarts") or 0)
        if state.get("ActiveState") == "active":
            severity = "warning" if restarts else "ok"
            again = f", started again {restarts} times" if restarts else ""
            mend = f"See why: journalctl -u {unit}" if restarts else ""
            yield Finding(severity, f"{unit} runs{again}.", mend)
        elif state.get("ActiveState") == "failed":
            why = state.get("Result", "failed")
            yield Finding(
                "alarm",
                f"{unit} has failed ({why}).",
                f"See why: journalctl -u {unit}; then: sudo systemctl restart {unit}",
            )
        else:
            yield Finding("warning", f"{unit} does not run.", f"Run: sudo systemctl enable --now {unit}")


def check_page(host: str, port: int) -> Iterator[Finding]:
    """Whether the page of a running table answers, and what it says of the table's parts."""
    address = "127.0.0.1" if host in ("0.0.0.0", "", "::") else host
    try:
        with urllib.request.urlopen(f"http://{address}:{port}/healthz", timeout=_PATIENCE_S) as answer:
            parts = json.load(answer)
    except urllib.error.HTTPError as error:  # it answers, and says that something is amiss
        try:
            parts = json.load(error)
        except ValueError:
            yield Finding(
                "alarm", f"The page answers with error {error.code}.", "Look at the log of the web process."
            )
            return
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        yield Finding(
            "alarm",
            f"The page does not answer on port {port}: {reason}.",
            "Look at the log of the web process.",
        )
        return
    yield Finding("ok", f"The page answers on port {port}: {json.dumps(parts)}")
