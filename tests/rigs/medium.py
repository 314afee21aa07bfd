"""A disk that forgets at a power cut what it was never asked to keep: what an emulated card has to lie on.

A machine that is killed loses nothing that it had handed to its disk, whatever the emulator's cache mode: the host
keeps its page cache, and what the guest wrote without asking for it to be kept (a flush) is there all the same. A
card whose plug is pulled is not so kind. `Medium` holds apart what was not flushed; `cut` drops it, keeps it, or
draws which pages or sectors of it had arrived, in any order. It is served over NBD (the protocol of the Linux
kernel's network block device, doc/proto.md there), which tells of writes and flushes as the guest made them.
"""

from __future__ import annotations

import mmap
import random
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal

SECTOR: Final = 512
_PAGE: Final = 4096  # the least that a card's flash writes at once

Luck = Literal["none", "all", "pages", "sectors"]
"""What of the unflushed has arrived at a cut: nothing, everything, or half of it, drawn by pages or by sectors."""
LUCKS: Final[tuple[Luck, ...]] = ("none", "all", "pages", "sectors")


class Medium:
    """`image` with `kept` (sectors by number) over it and room up to `size` bytes; the file itself is never written.

    `on_write` is asked before each write (first sector, number of sectors): True cuts right after that write.
    """

    def __init__(self, image: Path, kept: Mapping[int, bytes] | None = None, size: int | None = None) -> None:
        self.size = size or image.stat().st_size
        with image.open("rb") as file:
            self._image = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.kept: dict[int, bytes] = dict(kept or {})
        # The MiB in which anything differs from the image: all else is read straight from it.
        self._touched = {sector // 2048 for sector in self.kept}
        self.loose: dict[int, bytes] = {}
        self.flushes = 0
        self.on_write: Callable[[int, int], bool] = lambda _first, _count: False
        self.is_cut = threading.Event()
        self._lock = threading.Lock()

    def read(self, at: int, length: int) -> bytes:
        """`length` bytes from byte `at`; both in whole sectors."""
        with self._lock:
            came = bytearray(self._image[at : at + length])
            came += bytes(length - len(came))
            first, count = at // SECTOR, length // SECTOR
            if self._touched.isdisjoint(range(first // 2048, (first + count) // 2048 + 1)):
                return bytes(came)
            for n in range(count):
                sector = self.loose.get(first + n) or self.kept.get(first + n)
                if sector is not None:
                    came[n * SECTOR : (n + 1) * SECTOR] = sector
            return bytes(came)

    def write(self, at: int, data: bytes) -> bool:
        """Whether it was taken: after a cut nothing is."""
        with self._lock:
            if self.is_cut.is_set():
                return False
            first, count = at // SECTOR, len(data) // SECTOR
            for n in range(count):
                self.loose[first + n] = data[n * SECTOR : (n + 1) * SECTOR]
            self._touched.update(range(first // 2048, (first + count) // 2048 + 1))
            if self.on_write(first, count):
                self.is_cut.set()
                return False
            return True

    def flush(self) -> bool:
        """What was written until now is kept."""
        with self._lock:
            if self.is_cut.is_set():
                return False
            self.kept.update(self.loose)
            self.loose.clear()
            self.flushes += 1
            return True

    def cut(self, luck: Luck, chance: random.Random) -> dict[int, bytes]:
        """From here on nothing is taken; what the medium holds over its image."""
        self.is_cut.set()
        with self._lock:
            unit = SECTOR if luck == "sectors" else _PAGE
            units = {sector * SECTOR // unit for sector in self.loose}
            share = {"none": 0.0, "all": 1.0}.get(luck, 0.5)
            arrived = {part for part in sorted(units) if chance.random() < share}
            came = {s: data for s, data in self.loose.items() if s * SECTOR // unit in arrived}
            return self.kept | came


# --- NBD: the fixed newstyle handshake, then simple replies
_MAGIC, _OPTION_MAGIC, _OPTION_REPLY = 0x4E42444D41474943, 0x49484156454F5054, 0x0003E889045565A9
_FIXED, _NO_ZEROES = 1, 2
_EXPORT_NAME, _ABORT, _INFO, _GO = 1, 2, 6, 7
_ACK, _INFO_REPLY, _UNSUPPORTED = 1, 3, 0x80000001
_HAS_FLAGS, _SEND_FLUSH = 1, 4
_REQUEST, _REPLY = 0x25609513, 0x67446698
_READ, _WRITE, _DISCONNECT, _FLUSH = 0, 1, 2, 3
_EIO, _EINVAL = 5, 22


class Served:
    """A medium at a socket of its own; each connection has a thread."""

    def __init__(self, medium: Medium, at: Path) -> None:
        at.unlink(missing_ok=True)
        self._medium = medium
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(at))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                wire, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(wire,), daemon=True).start()

    def _serve(self, wire: socket.socket) -> None:
        with wire, wire.makefile("rb") as came:
            try:
                if _agree(wire, came.read, self._medium.size):
                    while self._answer(wire, came.read):
                        pass
            except (OSError, struct.error):
                return  # the machine is gone

    def _answer(self, wire: socket.socket, read: Callable[[int], bytes]) -> bool:
        magic, _, kind, handle, at, length = struct.unpack(">IHHQQI", read(28))
        data = read(length) if kind == _WRITE else b""
        if magic != _REQUEST or kind == _DISCONNECT or len(data) < (length if kind == _WRITE else 0):
            return False
        error, body = 0, b""
        if kind == _READ:
            body = self._medium.read(at, length)
        elif kind == _WRITE:
            error = 0 if self._medium.write(at, data) else _EIO
        elif kind == _FLUSH:
            error = 0 if self._medium.flush() else _EIO
        else:
            error = _EINVAL
        if self._medium.is_cut.is_set():
            while read(_PAGE):  # a machine without power hears of nothing any more, of no failure either
                pass
            return False
        wire.sendall(struct.pack(">IIQ", _REPLY, error, handle) + body)
        return True


def _agree(wire: socket.socket, read: Callable[[int], bytes], size: int) -> bool:
    wire.sendall(struct.pack(">QQH", _MAGIC, _OPTION_MAGIC, _FIXED | _NO_ZEROES))
    read(4)  # the client's flags
    export = struct.pack(">QH", size, _HAS_FLAGS | _SEND_FLUSH)
    while True:
        _, option, length = struct.unpack(">QII", read(16))
        read(length)

        def reply(kind: int, body: bytes = b"", option: int = option) -> None:
            wire.sendall(struct.pack(">QIII", _OPTION_REPLY, option, kind, len(body)) + body)

        if option == _EXPORT_NAME:
            wire.sendall(export)
            return True
        if option in (_GO, _INFO):
            reply(_INFO_REPLY, struct.pack(">H", 0) + export)
            reply(_ACK)
            if option == _GO:
                return True
        elif option == _ABORT:
            reply(_ACK)
            return False
        else:
            reply(_UNSUPPORTED)
