"""The card of `install/image`, started from its very files and cut.

`Machine` (card_machine.py) is a whole emulated one. `Booted` is its system under systemd in a container, with this
machine's kernel; it is cut by ext4's own shutdown (what file-system tests cut the power with): from one moment on
nothing more reaches the data partition, and what had not reached it is gone. Both tell what a process inside had seen
of the journal before the cut.
"""

from __future__ import annotations

import array
import contextlib
import ctypes
import fcntl
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, Final, Literal, NamedTuple, Protocol, TypeVar

import pytest

from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.pagecheck import answers

RIGS: Final = Path(os.environ.get("PEGWATCH_RIGS", "") or "/nonexistent")
NEEDS: Final = [
    pytest.mark.slow,
    pytest.mark.timeout(0),
    pytest.mark.skipif(not RIGS.is_dir(), reason="the rigs: sudo make rigs test-rigs (docs/rigs.md)"),
    pytest.mark.skipif(os.geteuid() != 0, reason="the rigs need root"),
]
"""What every test of a card is marked with."""
_SHUTDOWN, _NO_LOG_FLUSH = 0x8004587D, 2  # EXT4_IOC_SHUTDOWN, and without writing the journal out first
_SAYS = Path(__file__).parents[2] / "install/image/trial_says.py"
PATIENCE_S: Final = 7200.0
_PORT: Final = 8080
_FROM_THE_TOP: Final = ("sh", "-c", 'cd / && exec "$@"', "sh")
_LABEL: Final = "LABEL=pegwatch-root"
_SUPERBLOCK, _WHAT_IT_NEEDS, _RECOVERY = (
    1024,
    0x60,
    0x4,
)  # where ext4 says that its journal has to be looked at
_NETWORK: Final = 0x40000000  # CLONE_NEWNET
T = TypeVar("T")
Moment = Literal["packages", "turning", "turned", "proving"]
"""Of an update: packages are being put there; it is written that it begins; the new version is the one to run; it
runs and is watched."""


class _Closed(Protocol):
    """What is to be closed."""

    def close(self) -> None: ...


def card() -> Path:
    """The folder of the card that is tried; skipped by name where there is none."""
    if named := os.environ.get("PEGWATCH_CARD_AT"):
        return Path(named)
    if not (RIGS / "card").is_dir():
        pytest.skip("rig card was not built here: sudo make rigs RIGS=card (docs/rigs.md)")
    return RIGS / "card"


def emulated() -> bool:
    """Whether a whole machine is asked for, or the card is of another kind of processor."""
    return os.environ.get("PEGWATCH_CARD") == "machine" or (card() / "pegwatch-arm64.img").exists()


def in_a_container() -> None:
    """Skip where a container cannot be had, or a whole machine is asked for."""
    if emulated():
        pytest.skip("rig card: a whole machine is asked for")
    if not can("systemd-nspawn"):
        pytest.skip("rig card: systemd-nspawn is missing")


def in_a_machine() -> None:
    """Skip where no whole machine is asked for."""
    if not emulated():
        pytest.skip("rig card: PEGWATCH_CARD=machine, or a card made with ARCH=arm64")


class Looked(NamedTuple):
    """What lies on a data partition after a cut."""

    wrong: list[str]
    """What is wrong with the file system or with the journal."""
    last: int
    """The journal's last event."""
    told: tuple[str, ...] = ()
    """What stands in the journal, event by event."""


def is_open(superblock: bytes) -> bool:
    """Whether a file system of ext4 is mounted writable, or was when the power went, by the block that says so."""
    return bool(superblock[_WHAT_IT_NEEDS] & _RECOVERY)


def wrong_with(system: Path) -> list[str]:
    """What is wrong with the file system in a file, which is repaired as a start would."""
    repaired = subprocess.run(["e2fsck", "-p", str(system)], check=False, capture_output=True, text=True)
    sound = subprocess.run(["e2fsck", "-fn", str(system)], check=False, capture_output=True, text=True)
    # 1: repaired. 4 and more: what a start would stop at.
    return [told.stdout for told, most in ((repaired, 1), (sound, 0)) if told.returncode > most]


def put_files(image: str, files: Mapping[str, str | bytes], folder: Path) -> None:
    """Write files into the ext4 file system in `image` (debugfs's name for it, with its offset if it has one), over
    what is there; `folder` is for copies."""
    steps = []
    held = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    for n, (path, body) in enumerate(held.items()):
        copy = folder / f"put-{n}"
        copy.write_bytes(body)
        steps += [f"mkdir {Path(path).parent}", f"rm {path}", f"write {copy} {path}"]
    words = ["debugfs", "-w", "-f", "-", image]
    subprocess.run(words, input="\n".join(steps), text=True, check=True, capture_output=True)
    for path, body in held.items():
        read = ["debugfs", "-R", f"cat {path}", image]
        found = subprocess.run(read, check=True, capture_output=True).stdout
        assert found == body, f"{path} could not be put there"


def python_of(image: str) -> str:
    """The version of Python in a system's file system (debugfs's name for it)."""
    read = ["debugfs", "-R", "stat /usr/bin/python3", image]
    told = subprocess.run(read, check=True, capture_output=True, text=True).stdout
    (version,) = re.findall(r'"python(\d+\.\d+)"', told)
    return str(version)


def look(data: Path, folder: Path) -> Looked:
    """What the journal on the partition in the file `data` (which is repaired as a start would) is, by Pegwatch's own
    reader. `folder` is for copies."""
    wrong = wrong_with(data)
    for name in ("journal.sqlite", "journal.sqlite-wal"):
        (folder / name).unlink(missing_ok=True)
        dump = ["debugfs", "-R", f"dump /pegwatch/{name} {folder / name}", str(data)]
        subprocess.run(dump, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not (folder / "journal.sqlite").exists():
        return Looked(wrong, 0)
    with closing(SqliteJournal(folder / "journal.sqlite", read_only=True)) as journal:
        told = tuple(repr(stored) for stored in journal.events())
        return Looked(wrong + journal.check(), journal.last(), told)


class Card(ABC):
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

    @abstractmethod
    def answers(self) -> bool:
        """Whether its page does."""

    @abstractmethod
    def connect(self) -> socket.socket:
        """A way to its page."""

    @abstractmethod
    def is_open(self) -> bool:
        """Whether its system may be written to just now."""

    @abstractmethod
    def come_to(self, moment: Moment, version: str, chance: random.Random) -> None:
        """Wait for a moment of the update to `version` that is under way."""

    @abstractmethod
    def begin(self) -> None:
        """A start from what it holds."""

    @abstractmethod
    def pull(self, chance: random.Random) -> str:
        """The plug is pulled; what came of it, in a few words."""

    @abstractmethod
    def looked_at(self) -> Looked:
        """What lies on the data partition; the partition itself stays as the cut has left it."""

    @abstractmethod
    def system_looked_at(self) -> list[str]:
        """What is wrong with the file system of the system's partition, which stays as it is."""

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
    """The system in a container: its root read only, its data partition mounted from the file. `system` and `data`
    are files to be put into the two before the first start."""

    def __init__(
        self,
        card: Path,
        folder: Path,
        system: Mapping[str, str | bytes] | None = None,
        data: Mapping[str, str | bytes] | None = None,
    ) -> None:
        super().__init__(card, folder)
        self.data, self.system = folder / "data.ext4", folder / "root.ext4"
        for copy in (self.data, self.system):
            subprocess.run(["cp", "--sparse=always", str(card / copy.name), str(copy)], check=True)
        # In here no device has a name by which its label could be found.
        read = ["debugfs", "-R", "cat /etc/fstab", str(self.system)]
        fstab = subprocess.run(read, check=True, capture_output=True, text=True).stdout
        assert _LABEL in fstab, "this is not the card's system"
        self.put({"/etc/fstab": fstab.replace(_LABEL, "/dev/root"), **(system or {})}, data)
        self._root, self._data, self.boot_files = folder / "root", folder / "data", folder / "boot"
        heard = folder / "heard"
        self.heard = heard / "said"
        for made in (self._root, self._data, self.boot_files, heard):
            made.mkdir()
        self.on_boot: Callable[[], _Closed | None] = lambda: None
        """Called once its network is there; what it gives is closed with the container."""
        self._beside: _Closed | None = None

    def python(self) -> str:
        """The version of the card's Python."""
        return python_of(str(self.system))

    def put(self, system: Mapping[str, str | bytes], data: Mapping[str, str | bytes] | None = None) -> None:
        """Put files into system and data while it does not run."""
        put_files(str(self.system), system, self.folder)
        put_files(str(self.data), data or {}, self.folder)

    def boot(self) -> None:
        subprocess.run(["e2fsck", "-p", str(self.data)], check=False, stdout=subprocess.DEVNULL)
        self._mount(self.system, self._root, "ro")
        self._mount(self.data, self._data, "noatime")
        self.heard.unlink(missing_ok=True)
        self.start(
            ["systemd-nspawn", "-q", "-D", str(self._root), "--read-only", "--boot", "--register=no", "--keep-unit",
             "--private-network", "--console=pipe", "--tmpfs=/tmp:mode=1777,size=300m", f"--bind={self._data}:/data",
             f"--bind={self.boot_files}:/boot/firmware", f"--bind={self.heard.parent}:/mnt",
             f"--bind-ro={_SAYS}:/opt/trial/trial_says.py",
             f"--machine=pegwatch-{os.getpid()}"]
        )  # fmt: skip
        self.wait(self._is_inside, "it starts")
        self._beside = self.on_boot()

    @staticmethod
    def _mount(file: Path, at: Path, how: str) -> None:
        """Over a device that can be written to: what is mounted read only has its journal played back, and may be
        opened later. The device goes with the mount."""
        find = ["losetup", "--find", "--show", str(file)]
        device = subprocess.run(find, check=True, capture_output=True, text=True).stdout.strip()
        try:
            subprocess.run(["mount", "-o", how, device, str(at)], check=True)
        finally:
            subprocess.run(["losetup", "--detach", device], check=True)

    def answers(self) -> bool:
        """Asked inside: it has a network of its own."""
        try:
            return self._inside(lambda: answers("127.0.0.1", _PORT))
        except OSError:
            return False

    def connect(self) -> socket.socket:
        return self._inside(lambda: socket.create_connection(("127.0.0.1", _PORT), 10.0))

    def listen(self, port: int) -> socket.socket:
        """A socket that listens in there, for a server of this process."""
        return self._inside(lambda: socket.create_server(("127.0.0.1", port)))

    def _inside(self, does: Callable[[], T]) -> T:
        """Do something in its network: a socket belongs to the one that its thread was in when it was made."""
        libc = ctypes.CDLL(None, use_errno=True)
        first = self._first()
        if not first:
            raise OSError("it does not run")
        with open("/proc/thread-self/ns/net") as ours, open(f"/proc/{first[0]}/ns/net") as theirs:
            if libc.setns(theirs.fileno(), _NETWORK):
                raise OSError(ctypes.get_errno(), "its network cannot be entered")
            try:
                return does()
            finally:
                if libc.setns(ours.fileno(), _NETWORK):
                    raise SystemExit("the way back out of the container's network is lost")

    def do(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of root's in there."""
        inside = ["nsenter", "--target", str(self._first()[0]), "--all", "--", *_FROM_THE_TOP]
        env = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
        return subprocess.run([*inside, *words], env=env, capture_output=True, text=True, check=False)

    def is_open(self) -> bool:
        with self.system.open("rb") as file:
            file.seek(_SUPERBLOCK)
            return is_open(file.read(1024))

    def come_to(self, moment: Moment, version: str, chance: random.Random) -> None:
        opt = self._root / "opt/pegwatch"
        marker, current = opt / "turning", opt / "current"
        self.wait((opt / version).exists, f"version {version} is put there")
        if moment == "packages":
            time.sleep(chance.uniform(0.0, 25.0))
            return
        self.wait(marker.exists, "it begins")
        if moment == "turning":
            return
        self.wait(lambda: current.readlink().name == version, "the new version is the one to run")
        time.sleep(chance.uniform(0.0, 0.5))
        if moment == "proving":
            self.wait(lambda: self.answers() or not marker.exists(), "the new version answers")
            assert marker.exists(), "it was watched for too short a time"

    def _first(self) -> list[int]:
        """The container's first process: with it all of them end, which they do not with the one that started it."""
        if self.process is None or self.process.poll() is not None:
            return []
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in found]

    def _is_inside(self) -> bool:
        """Whether the first process has come to a network of its own; on the way there others come and go."""
        try:
            ours = os.readlink("/proc/self/ns/net")
            return any(os.readlink(f"/proc/{pid}/ns/net") != ours for pid in self._first())
        except OSError:
            return False

    def kill(self) -> None:
        if self._beside is not None:
            self._beside.close()
            self._beside = None
        for pid in self._first():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        super().kill()

    def cut(self) -> None:
        """From here on nothing reaches the card; then the container goes as well."""
        there = [at for at in (self._root, self._data) if os.path.ismount(at)]
        for at in there:
            folder = os.open(at, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.ioctl(folder, _SHUTDOWN, array.array("I", [_NO_LOG_FLUSH]))
            finally:
                os.close(folder)
        self.kill()
        end = time.monotonic() + 120
        for at in there:
            while subprocess.run(["umount", str(at)], check=False, stderr=subprocess.DEVNULL).returncode:
                assert time.monotonic() < end, "something of the container is still there"
                time.sleep(0.2)
        # A namespace that is still ending holds the cut file system, and the next mount would be given it again.
        for file in (self.system, self.data):
            while subprocess.run(["losetup", "-j", str(file)], check=True, capture_output=True).stdout:
                assert time.monotonic() < end, "something of the container holds the card"
                time.sleep(0.2)

    def begin(self) -> None:
        self.boot()

    def pull(self, _chance: random.Random) -> str:
        self.cut()
        return "nothing arrived that was on its way"

    def looked_at(self) -> Looked:
        return look(self._copied(self.data), self.folder)

    def system_looked_at(self) -> list[str]:
        return wrong_with(self._copied(self.system))

    def _copied(self, file: Path) -> Path:
        copy = self.folder / "looked-at.ext4"
        subprocess.run(["cp", "--sparse=always", str(file), str(copy)], check=True)
        return copy

    def close(self) -> None:
        """Nothing of it stays mounted."""
        self.cut()


def can(program: str) -> bool:
    return shutil.which(program) is not None
