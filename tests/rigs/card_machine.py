"""The whole image of a card in an emulated machine, whose plug is pulled as often as is wanted.

A start under emulation takes minutes. So a machine that plays is kept once, memory and disk, and each cut goes on
from there; a start from what a cut has left shows every few cuts that the next start finds its way, and is what the
cuts after it go on from.
"""

from __future__ import annotations

import json
import os
import random
import re
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from card_rig import Card, Looked, Moment, is_open, look, put_files, python_of, wrong_with
from medium import LUCKS, SECTOR, Luck, Medium, Served

from pegwatch.pagecheck import answers
from pegwatch.ports import free_port

_ARM: Final = ["qemu-system-aarch64", "-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72"]
"""A Pi 4's own core; `max` would sign each return address, which emulation pays for dearly."""
_PC: Final = ["qemu-system-x86_64", "-M", "q35"]
# An emulated machine is fifty times slower than what its time limits are for.
_PATIENT: Final = (
    "systemd.service_watchdogs=no systemd.default_timeout_start_sec=2h systemd.default_device_timeout_sec=2h"
)
_SLOW_UNIT: Final = "[Service]\nTimeoutStartSec=2h\nEnvironment=PROOF_S=3600\n"
_SLOW: Final = ("board", "eye", "web", "prepare", "firstboot", "update")
_BOOT, _ROOT, _DATA = 0, 1, 2  # which partition of the image
_MARKER: Final = b'{"old": "/opt/pegwatch/'
"""How what a card writes down begins where one version is to follow another (pegwatch/switching.py)."""


def partition(table: bytes, number: int) -> tuple[int, int]:
    """First sector and number of sectors of a partition (from 0) in a DOS table, the image's first sector."""
    first, count = struct.unpack_from("<II", table, 446 + 16 * number + 8)
    return first, count


class _Monitor:
    """The emulator's own door: commands and their answers as JSON (QMP)."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._came = self._wire.makefile("rb")
        self._came.readline()  # its greeting
        self.do("qmp_capabilities")

    def close(self) -> None:
        self._came.close()
        self._wire.close()

    def do(self, command: str, **arguments: Any) -> Any:
        self._wire.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            told = json.loads(self._came.readline())
            assert "error" not in told, f"{command}: {told}"
            if "return" in told:
                return told["return"]

    def wait(self, query: str, *states: str) -> None:
        """Until the query's status is one of `states`; nobody else measures how long that takes."""
        while self.do(query)["status"] not in states:
            time.sleep(0.1)


class Machine(Card):
    """A virtual machine, of this or of the Pi's kind of processor, with the image as its one disk. `larger`: how much
    larger than the image the card is, bytes. `system`, `data`, `boot`: files to be put into the partitions."""

    def __init__(
        self,
        card: Path,
        folder: Path,
        larger: int = 0,
        system: Mapping[str, str | bytes] | None = None,
        data: Mapping[str, str | bytes] | None = None,
        boot: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(card, folder)
        self._port = free_port()
        (image,) = card.glob("pegwatch-*.img")
        self._is_arm = image.name == "pegwatch-arm64.img"
        # A /dev/kvm within a machine may still run no whole system: it has to be asked for.
        self._kvm = bool(os.environ.get("PEGWATCH_KVM")) and not self._is_arm
        self._image = folder / "card.img"
        subprocess.run(["cp", "--sparse=always", str(image), str(self._image)], check=True)
        files: dict[str, str | bytes] = {**({} if self._kvm else self._patient()), **(system or {})}
        put_files(self._at(_ROOT), files, folder)
        put_files(self._at(_DATA), data or {}, folder)
        for name, text in (boot or {}).items():
            (folder / name).write_text(text)
            first, _ = self._partition(_BOOT)
            place = ["-i", f"{self._image}@@{first * SECTOR}", str(folder / name), f"::{name}"]
            subprocess.run(["mcopy", "-o", *place], check=True)
        self._size = image.stat().st_size + larger
        self.kept: Mapping[int, bytes] = {}
        """What the card holds beside its image, by sector."""
        self._memory, self._seen = folder / "memory", 0
        self._base: tuple[Mapping[int, bytes], int] = {}, 0
        self._is_kept_turning = False
        self._medium: Medium | None = None
        self._served: Served | None = None

    @property
    def needs(self) -> str:
        """The program that emulates it."""
        return (_ARM if self._is_arm else _PC)[0]

    @property
    def medium(self) -> Medium:
        assert self._medium is not None, "it is not started"
        return self._medium

    def _partition(self, number: int) -> tuple[int, int]:
        """As the image has it."""
        with self._image.open("rb") as file:
            return partition(file.read(SECTOR), number)

    def _at(self, number: int) -> str:
        """debugfs's name for a partition of the copied image."""
        return f"{self._image}?offset={self._partition(number)[0] * SECTOR}"

    def python(self) -> str:
        """The version of the card's Python."""
        return python_of(self._at(_ROOT))

    def _patient(self) -> dict[str, str]:
        """The units and partitions of the copied system may take as long as they do. Nothing else of it differs."""
        read = ["debugfs", "-R", "cat /etc/fstab", self._at(_ROOT)]
        told = subprocess.run(read, check=True, capture_output=True, text=True).stdout
        assert "pegwatch-data" in told, "this is not the card's system"
        files = {"/etc/fstab": re.sub(r"x-systemd\.device-timeout=\w+", "x-systemd.device-timeout=2h", told)}
        for name in _SLOW:
            files[f"/etc/systemd/system/pegwatch-{name}.service.d/slow.conf"] = _SLOW_UNIT
        return files

    def boot(self, resumed: bool = False) -> None:
        """A start from what the card holds; `resumed`: no start, it goes on where `keep` left it."""
        if resumed:
            self.kept, self._seen = self._base
        self._medium = Medium(self._image, self.kept, self._size)
        disk, door = self.folder / "disk", self.folder / "door"
        self._served = Served(self._medium, disk)
        door.unlink(missing_ok=True)
        fast = ["-accel", "kvm", "-cpu", "host,-arch-capabilities"] if self._kvm else ["-cpu", "max"]
        machine = _ARM if self._is_arm else [*_PC, *fast]
        console, patience = "ttyAMA0" if self._is_arm else "ttyS0", "" if self._kvm else _PATIENT
        self.start(
            [*machine, "-smp", "2", "-m", "1024", "-display", "none", "-no-reboot", "-serial", "stdio",
             "-monitor", "none", "-qmp", f"unix:{door},server=on,wait=off",
             "-kernel", str(self.card / "kernel"), "-initrd", str(self.card / "initrd"),
             "-append", f"root=LABEL=pegwatch-root ro console={console} panic=-1 {patience}",
             # A write-back cache: the guest knows that it has to ask for what shall last, as with any card.
             "-drive", f"file=nbd:unix:{disk},format=raw,if=virtio,cache=writeback",
             "-nic", f"user,hostfwd=tcp:127.0.0.1:{self._port}-:8080",
             *(["-incoming", f"exec:cat {self._memory}"] if resumed else [])]
        )  # fmt: skip
        if resumed:
            with closing(self._monitor()) as monitor:
                monitor.wait("query-status", "paused", "prelaunch", "running")
                monitor.do("cont")

    def _monitor(self) -> _Monitor:
        """The door of the emulator, once it is opened: the file is there a moment before."""
        wires = list[socket.socket]()

        def opened() -> bool:
            wire = socket.socket(socket.AF_UNIX)
            if wire.connect_ex(str(self.folder / "door")):
                wire.close()
                return False
            wires.append(wire)
            return True

        self.wait(opened, "the emulator starts")
        return _Monitor(wires[0])

    def keep(self) -> None:
        """The machine as it runs, memory and disk, is what `boot(resumed=True)` goes on from. It ends."""
        with closing(self._monitor()) as monitor:
            monitor.do("stop")  # flushes: nothing is underway on the disk
            monitor.do("migrate-set-parameters", **{"max-bandwidth": 1 << 34})
            monitor.do("migrate", uri=f"exec:cat > {self._memory}")
            monitor.wait("query-migrate", "completed")
        self._seen = self.promised()
        self.kill()
        self.kept = self.medium.cut("all", random.Random(0))
        self._base = self.kept, self._seen

    def keep_turning(self) -> None:
        """`keep` at the moment when an update that is under way has put its packages there, proved itself on a copy
        and written down that it takes over: what takes most of its time is done once for all cuts after it."""
        found = threading.Event()

        def watched(at: int, sectors: int) -> bool:
            if self._says_turning(at, sectors):
                found.set()
            return False

        self.medium.on_write = watched
        self.wait(found.is_set, "the update begins to take over")
        self.keep()
        self._is_kept_turning = True

    def _says_turning(self, at: int, sectors: int) -> bool:
        """Whether a write to the system is what says that one version is to follow another."""
        first, count = self._partition(_ROOT)
        loose = self.medium.loose
        return first <= at < first + count and any(
            loose[at + n].startswith(_MARKER) for n in range(0, sectors, 8)
        )

    def promised(self) -> int:
        """Also what was seen before the machine was kept."""
        return max(self._seen, super().promised())

    def answers(self) -> bool:
        return answers("127.0.0.1", self._port)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port), 60.0)

    def is_open(self) -> bool:
        first, _ = self._partition(_ROOT)
        return is_open(self.medium.read(first * SECTOR + 1024, 1024))

    def come_to(self, moment: Moment, _version: str, chance: random.Random) -> None:
        """Have it cut at a moment of the update that is under way. What is written to the system tells how far it is;
        the medium stops by itself, right after the write."""
        first, count = self._partition(_ROOT)
        seen = [0]
        least = chance.randint(1, 400) if moment == "packages" else 1
        after = {"packages": 0, "turning": 0, "turned": chance.randint(1, 40), "proving": 60}[moment]
        begun = [moment == "packages" or self._is_kept_turning]

        def meant(at: int, sectors: int) -> bool:
            if not first <= at < first + count:
                return False
            begun[0] = begun[0] or self._says_turning(at, sectors)
            seen[0] += begun[0]
            return begun[0] and seen[0] >= least + after

        self.medium.on_write = meant
        end = [float("inf")]

        def reached() -> bool:
            if begun[0] and seen[0] and moment != "packages" and end[0] == float("inf"):
                end[0] = time.monotonic() + 60.0  # little is written once it runs: then it is cut as it is
            return self.medium.is_cut.is_set() or time.monotonic() > end[0]

        self.wait(reached, f"the update comes to {moment}")

    def kill(self) -> None:
        super().kill()
        if self._served is not None:
            self._served.close()

    def cut(self, luck: Luck, chance: random.Random) -> int:
        """The plug is pulled; how many bytes had been written and not been flushed. What anybody was told until
        then is what counts: nothing reaches the card from before it was asked."""
        left = self.medium.cut(luck, chance)
        loose = len(self.medium.loose) * SECTOR
        self._seen = self.promised()
        self.kill()
        self.kept = left
        return loose

    def begin(self) -> None:
        self.boot()

    def pull(self, chance: random.Random) -> str:
        luck = chance.choice(LUCKS)
        return f"of {self.cut(luck, chance)} bytes unflushed: {luck}"

    def data_ends(self) -> tuple[int, int]:
        """Where the data partition ends, and where the card does, bytes."""
        first, count = self._data()
        return (first + count) * SECTOR, self._size

    def grew(self) -> bool:
        """Ends the machine; whether partition and file system reach the card's end (to a MiB, as partitions lie)."""
        self.cut("all", random.Random(0))
        end, card = self.data_ends()
        data = self.data()
        told = subprocess.run(
            ["dumpe2fs", "-h", str(data)], check=True, capture_output=True, text=True
        ).stdout
        size = [int(re.findall(rf"{name}: +(\d+)", told)[0]) for name in ("Block count", "Block size")]
        print(
            f"the card has {card} bytes, its last partition ends at {end}, its file system has {size[0] * size[1]}"
        )
        return card - end <= 1 << 20 and data.stat().st_size - size[0] * size[1] <= 1 << 20

    def _data(self) -> tuple[int, int]:
        table = self.kept.get(0)
        return self._partition(_DATA) if table is None else partition(table, _DATA)

    def data(self) -> Path:
        """The data partition as the card holds it, a file."""
        return self._copied(*self._data(), self.folder / "data.ext4")

    def system_looked_at(self) -> list[str]:
        return wrong_with(self._copied(*self._partition(_ROOT), self.folder / "root.ext4"))

    def holds(self, path: str) -> bool:
        """Whether there is such a file in the system, as it was looked at last."""
        read = ["debugfs", "-R", f"stat {path}", str(self.folder / "root.ext4")]
        return "Inode:" in subprocess.run(read, check=True, capture_output=True, text=True).stdout

    def _copied(self, first: int, count: int, copy: Path) -> Path:
        copy.unlink(missing_ok=True)
        mb = 1 << 20
        words = [
            f"skip={first * SECTOR // mb}",
            f"count={count * SECTOR // mb}",
            "conv=sparse",
            "status=none",
        ]
        subprocess.run(["dd", f"if={self._image}", f"of={copy}", "bs=1M", *words], check=True)
        with copy.open("r+b") as file:
            file.truncate(count * SECTOR)
            for sector, data in self.kept.items():
                if first <= sector < first + count:
                    file.seek((sector - first) * SECTOR)
                    file.write(data)
        return copy

    def looked_at(self) -> Looked:
        """What lies on the data partition; the card itself stays as the cut has left it."""
        return look(self.data(), self.folder)
