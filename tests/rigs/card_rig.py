"""The card of `install/image`, started from its very files and cut.

`Machine` is a whole virtual machine that is killed. `Booted` is its system under systemd in a container, with this
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
from typing import IO, Final

from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.answering import answers
from pegwatch.ports import free_port

_SHUTDOWN, _NO_LOG_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN, and without writing the journal out first
_SAYS = Path(__file__).parents[2] / "install/image/trial_says.py"
PATIENCE_S: Final = 7200.0
_ASKS = "import sys; from pegwatch.answering import answers; sys.exit(not answers('127.0.0.1', 8080))"


class Card:
    """A card whose data partition is a copy of its own."""

    def __init__(self, card: Path, folder: Path) -> None:
        self.card, self.folder = card, folder
        self.data, self.said = folder / "data.ext4", folder / "console"
        self.heard = self.said
        subprocess.run(["cp", "--sparse=always", str(card / "data.ext4"), str(self.data)], check=True)
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

    def journal(self) -> tuple[list[str], int]:
        """What the journal on the partition is: what is wrong with it, and its last event."""
        copy = self.folder / "looked-at.ext4"
        subprocess.run(["cp", "--sparse=always", str(self.data), str(copy)], check=True)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["e2fsck", "-fy", str(copy)], check=False, **quiet)
        for name in ("journal.sqlite", "journal.sqlite-wal"):
            (self.folder / name).unlink(missing_ok=True)
            dump = ["debugfs", "-R", f"dump /pegwatch/{name} {self.folder / name}", str(copy)]
            subprocess.run(dump, check=True, **quiet)
        with closing(SqliteJournal(self.folder / "journal.sqlite", read_only=True)) as journal:
            return journal.check(), journal.last()


_ARM: Final = ["qemu-system-aarch64", "-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72"]
"""A Pi 4's own core; `max` would sign each return address, which emulation pays for dearly."""
_PC: Final = ["qemu-system-x86_64", "-M", "q35"]
# An emulated machine is fifty times slower than what its time limits are for.
_PATIENT: Final = (
    "systemd.service_watchdogs=no systemd.default_timeout_start_sec=2h systemd.default_device_timeout_sec=2h"
)
_SLOW_UNIT: Final = "[Service]\nTimeoutStartSec=2h\n"
_SLOW: Final = ("board", "eye", "web", "prepare", "firstboot")


class Machine(Card):
    """A virtual machine, of this or of the Pi's kind of processor: the system read only on one disk, the data on
    another."""

    def __init__(self, card: Path, folder: Path) -> None:
        super().__init__(card, folder)
        self._port = free_port()
        self._is_arm = (card / "pegwatch-arm64.img").exists()
        self._root = card / "root.ext4"
        # A /dev/kvm within a machine may still run no whole system: it has to be asked for.
        self._kvm = bool(os.environ.get("PEGWATCH_KVM")) and not self._is_arm
        if not self._kvm:
            self._make_patient()

    @property
    def needs(self) -> str:
        """The program that emulates it."""
        return (_ARM if self._is_arm else _PC)[0]

    def _make_patient(self) -> None:
        """A copy of the system whose units and partitions may take as long as they do. Nothing else of it differs."""
        self._root = self.folder / "root.ext4"
        subprocess.run(["cp", "--sparse=always", str(self.card / "root.ext4"), str(self._root)], check=True)
        fstab, units = self.folder / "fstab", "/etc/systemd/system"
        read = ["debugfs", "-R", "cat /etc/fstab", str(self._root)]
        told = subprocess.run(read, check=True, capture_output=True, text=True).stdout
        fstab.write_text(re.sub(r"x-systemd\.device-timeout=\w+", "x-systemd.device-timeout=2h", told))
        (self.folder / "slow.conf").write_text(_SLOW_UNIT)
        steps = ["rm /etc/fstab", f"write {fstab} /etc/fstab"]
        for name in _SLOW:
            place = f"{units}/pegwatch-{name}.service.d"
            steps += [f"mkdir {place}", f"write {self.folder / 'slow.conf'} {place}/slow.conf"]
        words = ["debugfs", "-w", "-f", "-", str(self._root)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(words, input="\n".join(steps).encode(), check=True, **quiet)

    def boot(self) -> None:
        fast = ["-accel", "kvm", "-cpu", "host,-arch-capabilities"] if self._kvm else ["-cpu", "max"]
        machine = _ARM if self._is_arm else [*_PC, *fast]
        console, patience = "ttyAMA0" if self._is_arm else "ttyS0", "" if self._kvm else _PATIENT
        self.start(
            [*machine, "-smp", "2", "-m", "1024", "-nographic", "-no-reboot",
             "-kernel", str(self.card / "kernel"), "-initrd", str(self.card / "initrd"),
             "-append", f"root=LABEL=pegwatch-root ro console={console} panic=-1 {patience}",
             "-drive", f"file={self._root},format=raw,if=virtio,readonly=on",
             "-drive", f"file={self.data},format=raw,if=virtio",
             "-nic", f"user,hostfwd=tcp:127.0.0.1:{self._port}-:8080"]
        )  # fmt: skip

    def answers(self) -> bool:
        return answers("127.0.0.1", self._port)

    def cut(self) -> None:
        """The plug is pulled."""
        self.kill()


class Booted(Card):
    """The system in a container: its root read only, its data partition mounted from the file."""

    def __init__(self, card: Path, folder: Path) -> None:
        super().__init__(card, folder)
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

    def close(self) -> None:
        """Nothing of it stays mounted."""
        self.cut()
        subprocess.run(["umount", str(self._root)], check=False)


def can(program: str) -> bool:
    return shutil.which(program) is not None
