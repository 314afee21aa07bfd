"""What the doctor looks at beside the board: the system, the settings, the services, the page, the backups.

Each check is a function of what it looks at, so that tests can show it any machine; it yields findings that say what
is wrong and how to fix it.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Final

from firmware.box.backup import FOLDER, backups
from firmware.box.journal import Journal
from firmware.box.refusal import fix_owner, owner
from firmware.box.sections import BackupSettings, PageSettings
from firmware.box.settings import SettingsError, load, settings_file
from firmware.doctor import Finding
from pegwatch.pagecheck import ask_page

UNITS: Final = ("pegwatch-board.service", "pegwatch-eye.service", "pegwatch-web.service")
_PATIENCE_S: Final = 5.0
_FORGETFUL: Final = ("tmpfs", "ramfs")
_OVERLAY: Final = re.compile(r"\bboot=overlay\b|\boverlayroot=tmpfs\b")  # Raspberry Pi OS's, and Debian's
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


def check_guards(root: Path = Path("/"), run: Ask | None = None) -> Iterator[Finding]:
    """On a Pi: whether the memory limit for processes, and the watchdog that restarts a hanging Pi, are switched
    on."""
    if "Raspberry Pi" not in _text(root / "proc/device-tree/model"):
        return
    controllers = root / "sys/fs/cgroup/cgroup.controllers"
    if controllers.is_file() and "memory" not in _text(controllers).split():
        yield Finding(
            "warning",
            "The kernel limits no process's memory (its memory controller is off): one that grows ends all others.",
            "Add cgroup_enable=memory to the end of the one line of /boot/firmware/cmdline.txt, and restart the Pi.",
        )
    said = (run or ask)(["systemctl", "show", "--property=RuntimeWatchdogUSec"])
    if said is not None and said.strip().partition("=")[2] in ("0", "infinity"):
        yield Finding(
            "warning",
            "The Pi's own watchdog is off: where the kernel hangs, in the camera's driver say, it stays so.",
            "Write [Manager] and RuntimeWatchdogSec=15 on two lines to /etc/systemd/system.conf.d/watchdog.conf, "
            "and restart the Pi.",
        )


def check_lasting(folder: Path, mounts: str | None = None, kernel: str | None = None) -> Iterator[Finding]:
    """Whether what is written in this folder is there after the power was cut. `mounts` and `kernel` are
    /proc/self/mountinfo and /proc/cmdline."""
    mounts = _text(Path("/proc/self/mountinfo")) if mounts is None else mounts
    kernel = _text(Path("/proc/cmdline")) if kernel is None else kernel
    kind, options = _filesystem(folder.resolve(), mounts)
    if kind == "overlay":
        upper = re.search(r"upperdir=([^,]+)", options)
        above = _filesystem(Path(upper[1]), mounts)[0] if upper else ""
        kind = above if above in _FORGETFUL else "overlay" if _OVERLAY.search(kernel) else ""
    if kind in (*_FORGETFUL, "overlay"):
        yield Finding(
            "alarm",
            f"{folder} lies in memory ({kind}): every game there is lost when the power goes.",
            "Give a data folder on the card or on a stick (--data DIR), or switch the overlay file system off: "
            "sudo raspi-config, Performance Options.",
        )


def _filesystem(folder: Path, mounts: str) -> tuple[str, str]:
    """The kind of file system in which a folder lies, and its options; empty where that is not told."""
    found, longest = ("", ""), -1
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        parts, more = before.split(), after.split()
        if len(parts) < 5 or not more:
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), parts[4]))
        if (folder == point or point in folder.parents) and len(point.parts) >= longest:
            found, longest = (more[0], more[-1]), len(point.parts)  # a later mount lies over an earlier one
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return ""


def check_clock(now: float | None = None) -> Iterator[Finding]:
    """The time of day. Nothing of a game is decided by it, but it stands beside each."""
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
        yield Finding("alarm", f"The settings are wrong: {error}", f"Fix {path}, or move it away.")
        return
    where = f"{path}" if path.is_file() else "there is no file, so everything is as it comes"
    yield Finding("ok", f"Settings: {where}; changed: {len(loaded.sources)}.")
    yield from _check_front(loaded.settings.page)


def _check_front(page: PageSettings) -> Iterator[Finding]:
    """How guests come to the page: by a proxy that nobody named, they all count as one guest."""
    if page.address.startswith("https:") and not page.proxies:
        yield Finding(
            "warning",
            "Guests come by HTTPS, and no proxy is named: all of them together count as one guest.",
            'Write the proxy\'s address under [page] in the settings: proxies = "127.0.0.1" for one on this machine.',
        )
    if page.screen and not page.has_own_screen:
        yield Finding(
            "info",
            "Guests come through a proxy or by an address of their own, so a browser on this machine is a guest too.",
            "At the table, join a tablet for both players; set up as the keeper: pegwatch keeper pin.",
        )


def check_owner(folder: Path) -> Iterator[Finding]:
    """Files that this user may not write: somebody once ran the table as another."""
    for path in sorted([*folder.glob("journal.sqlite*"), *folder.glob("inbox.sqlite*")]):
        if not os.access(path, os.R_OK | os.W_OK):
            yield Finding("alarm", f"{path} belongs to {owner(path)}.", f"Run: {fix_owner(folder)}")
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
            fix = f"See why: journalctl -u {unit}" if restarts else ""
            yield Finding(severity, f"{unit} runs{again}.", fix)
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
    look = "Look at the log of the web process."
    try:
        status, body = ask_page(host, port)
    except OSError as error:
        yield Finding("alarm", f"The page does not answer on port {port}: {error}.", look)
        return
    try:
        parts = json.dumps(json.loads(body))
    except (ValueError, RecursionError):
        yield Finding("alarm", f"The page answers with error {status}.", look)
        return
    if status == HTTPStatus.OK:
        yield Finding("ok", f"The page answers on port {port}: {parts}")
    else:
        yield Finding("alarm", f"The page answers on port {port} that it does not work: {parts}", look)
