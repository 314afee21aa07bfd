"""The card of `install/image`, started from its very files and cut.

`Machine` (card_machine.py) is a whole emulated one. `Booted` is its system under systemd in a container, with this
machine's kernel; it is cut by ext4's own shutdown (what file-system tests cut the power with): from one moment on
nothing more reaches the data partition, and what had not reached it is gone. Both tell what a process inside had seen
of the journal before the cut.
"""

from __future__ import annotations

import array
import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import IO, Final, NamedTuple

from firmware.box.sqlite_journal import SqliteJournal

_SHUTDOWN, _NO_LOG_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN, and without writing the journal out first
_SAYS = Path(__file__).parents[2] / "install/image/trial_says.py"
PATIENCE_S: Final = 7200.0
_ASKS = "import sys; from pegwatch.pagecheck import answers; sys.exit(not answers('127.0.0.1', 8080))"


class Looked(NamedTuple):
    """What lies on a data partition after a cut."""

    wrong: list[str]
    """What is wrong with the file system or with the journal."""
    last: int
    """The journal's last event."""


def look(data: Path, folder: Path) -> Looked:
    """What the journal on the partition in the file `data` (which is repaired as a start would) is, by Pegwatch's own
    reader. `folder` is for copies."""
    repaired = subprocess.run(["e2fsck", "-p", str(data)], check=False, capture_output=True, text=True)
    sound = subprocess.run(["e2fsck", "-fn", str(data)], check=False, capture_output=True, text=True)
    # 1: repaired. 4 and more: what a start would stop at.
    wrong = [told.stdout for told, most in ((repaired, 1), (sound, 0)) if told.returncode > most]
    for name in ("journal.sqlite", "journal.sqlite-wal"):
        (folder / name).unlink(missing_ok=True)
        dump = ["debugfs", "-R", f"dump /pegwatch/{name} {folder / name}", str(data)]
        subprocess.run(dump, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not (folder / "journal.sqlite").exists():
        return Looked(wrong, 0)
    with closing(SqliteJournal(folder / "journal.sqlite", read_only=True)) as journal:
        return Looked(wrong + journal.check(), journal.last())


class Card:
    """A card that is started, tells what it has seen, and is cut."""

    def __init__(self, card: Path, folder: Path) -> None:
        self.card, self.folder = card, folder
        self.said = folder / "console"
        self.heard = self.said
        self.process: subprocess.Popen[bytes] | None = None
        self.console: IO[bytes] | None = None

    def start(self, words: list[str]) -> None:
        self.console = self.said.open("wb")
        self.process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=self.console, stderr=subprocess.STDOUT
        )

    def promised(self) -> int:
        """The last event of the journal that anybody on the card has seen."""
        told = re.findall(rb"journal (\d+)\r?\n", self.heard.read_bytes() if self.heard.exists() else b"")
        return int(told[-1]) if told else 0

    def wait(self, until: Callable[[], bool], what: str, within_s: float = PATIENCE_S) -> float:
        """Wait; how long it took, s."""
        began = time.monotonic()
        while not until():
            assert self.process is not None
            said = self.said.read_bytes()[-3000:].decode(errors="replace")
            assert self.process.poll() is None, said
            assert time.monotonic() - began < within_s, f"{what}: {said}"
            time.sleep(0.1)
        return time.monotonic() - began

    def kill(self) -> None:
        if self.process is not None and self.console is not None:
            self.process.kill()
            self.process.wait()
            self.console.close()


class Booted(Card):
    """The system in a container: its root read only, its data partition mounted from the file."""

    def __init__(self, card: Path, folder: Path) -> None:
        super().__init__(card, folder)
        self.data = folder / "data.ext4"
        subprocess.run(["cp", "--sparse=always", str(card / "data.ext4"), str(self.data)], check=True)
        self._root, self._data, self._boot = folder / "root", folder / "data", folder / "boot"
        heard = folder / "heard"
        self.heard = heard / "said"
        for made in (self._root, self._data, self._boot, heard):
            made.mkdir()
        subprocess.run(["mount", "-o", "loop,ro", str(card / "root.ext4"), str(self._root)], check=True)

    def boot(self) -> None:
        subprocess.run(["e2fsck", "-p", str(self.data)], check=False, stdout=subprocess.DEVNULL)
        subprocess.run(["mount", "-o", "loop,noatime", str(self.data), str(self._data)], check=True)
        self.heard.unlink(missing_ok=True)
        self.start(
            ["systemd-nspawn", "-q", "-D", str(self._root), "--read-only", "--boot", "--register=no", "--keep-unit",
             "--private-network", "--console=pipe", f"--bind={self._data}:/data",
             f"--bind={self._boot}:/boot/firmware", f"--bind={self.heard.parent}:/mnt",
             f"--bind-ro={_SAYS}:/opt/trial/trial_says.py",
             f"--machine=pegwatch-{os.getpid()}"]
        )  # fmt: skip

    def answers(self) -> bool:
        """Asked inside: it has a network of its own."""
        first = self._first()
        if not first:
            return False
        words = ["nsenter", f"--net=/proc/{first[0]}/ns/net", sys.executable, "-c", _ASKS]
        return subprocess.run(words, check=False, stderr=subprocess.DEVNULL).returncode == 0

    def _first(self) -> list[int]:
        """The container's first process: with it all of them end, which they do not with the one that started it."""
        if self.process is None or self.process.poll() is not None:
            return []
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in found]

    def kill(self) -> None:
        for pid in self._first():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        super().kill()

    def cut(self) -> None:
        """From here on nothing reaches the data partition; then the container goes as well."""
        if not os.path.ismount(self._data):
            return
        folder = os.open(self._data, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.ioctl(folder, _SHUTDOWN, array.array("I", [_NO_LOG_FLUSH]))
        finally:
            os.close(folder)
        self.kill()
        end = time.monotonic() + 120
        while subprocess.run(["umount", str(self._data)], check=False, stderr=subprocess.DEVNULL).returncode:
            assert time.monotonic() < end, "something of the container is still there"
            time.sleep(0.2)
        # A namespace that is still ending holds the cut file system, and the next mount would be given it again.
        while subprocess.run(["losetup", "-j", str(self.data)], check=True, capture_output=True).stdout:
            assert time.monotonic() < end, "something of the container holds the data partition"
            time.sleep(0.2)

    def looked_at(self) -> Looked:
        """What lies on the data partition; the partition itself stays as the cut has left it."""
        copy = self.folder / "looked-at.ext4"
        subprocess.run(["cp", "--sparse=always", str(self.data), str(copy)], check=True)
        return look(copy, self.folder)

    def close(self) -> None:
        """Nothing of it stays mounted."""
        self.cut()
        subprocess.run(["umount", str(self._root)], check=False)


def can(program: str) -> bool:
    return shutil.which(program) is not None
