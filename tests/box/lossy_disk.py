"""A disk that loses what was not synced: the system calls of a real program, played back up to any instant.

`strace` records every write, sync, truncation, new name and lost name of a run. `LossyDisk` takes them one by one and
knows at each instant what a power cut could leave: all that was synced, and of the rest any of it, each sector of
512 bytes for itself; names that no sync of their folder has made certain, up to any point in their order.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

CALLS = (
    "openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink,unlinkat,rename,renameat2,mkdir,copy_file_range"
)
SECTOR = 512
_LINE = re.compile(r"(?:\d+ +)?(?P<name>\w+)\((?P<args>.*)\)\s+= (?P<result>-?\d+)")
_FD = re.compile(r"(\d+)<([^>]*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


def why_not() -> str:
    """Why nothing can be recorded here; an empty text if it can."""
    if shutil.which("strace") is None:
        return "strace is not installed (sudo apt install strace)"
    tried = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False)
    return "" if tried.returncode == 0 else "strace may not look at processes here"


def record(program: Path, *words: str, log: Path) -> list[str]:
    """Run a Python program under strace; the lines of its record."""
    subprocess.run(
        ["strace", "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}", "-e", "signal=none", "-o", str(log),
         sys.executable, "-B", str(program), *words],
        check=True, stdout=subprocess.DEVNULL, timeout=600,
    )  # fmt: skip
    return log.read_text(encoding="ascii").splitlines()


@dataclass(frozen=True)
class Call:
    """One system call that went well: its name, the paths it names, its data and its numbers."""

    name: str
    paths: tuple[str, ...]
    data: bytes
    numbers: tuple[int, ...]
    flags: str
    fd: int


def calls(lines: list[str], within: Path) -> Iterator[Call]:
    """The calls that concern a folder, and what was written to standard output."""
    for line in lines:
        match = _LINE.match(line)
        if match is None or int(match["result"]) < 0:
            continue
        name, args = match["name"], match["args"]
        texts = [_plain(text) for text in _TEXT.findall(args)]
        fds = [(int(number), _maybe_plain(path)) for number, path in _FD.findall(_TEXT.sub("", args))]
        numbers = tuple(
            int(n) for n in re.findall(r"(?<![\w<\\])-?\d+(?![\w<>])", _FD.sub("", _TEXT.sub("", args)))
        )
        fd, at = fds[0] if fds else (-1, "")
        if name in ("write", "pwrite64"):
            if fd == 1 or at.startswith(str(within)):
                yield Call(name, (at,), texts[0], numbers, "", fd)
        elif name in ("fsync", "fdatasync", "ftruncate"):
            if at.startswith(str(within)):
                yield Call(name, (at,), b"", numbers, "", fd)
        else:
            paths = tuple(text.decode() for text in texts if text.startswith(str(within).encode()))
            if paths:
                yield Call(name, paths, b"", numbers, args, fd)


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _maybe_plain(text: str) -> str:
    return _plain(text).decode() if text.startswith("\\x") else text


@dataclass
class Content:
    """What is in a file: certainly, and what was written since its last sync (offset and data; None: cut there)."""

    certain: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.since:
            _apply(self.certain, *change)
        self.since = []

    def after_power_cut(self, chance: random.Random) -> bytes:
        """One of the many things that may be found."""
        left, keeps = bytearray(self.certain), chance.choice((0.0, 0.5, 0.9, 1.0))
        for offset, data in self.since:
            if data is None:
                if chance.random() < keeps:
                    _apply(left, offset, None)
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < keeps:
                    _apply(left, offset + start, data[start : start + SECTOR])
        return bytes(left)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    content.extend(b"\0" * max(0, offset - len(content)))
    content[offset : offset + len(data)] = data


class LossyDisk:
    """The files of one folder, as the calls of a program make them."""

    def __init__(self) -> None:
        self.output = b""
        self.writes = self.syncs = 0
        self._contents: list[Content] = []
        self._now: dict[str, int] = {}
        self._certain: dict[str, int] = {}
        self._since: list[tuple[str, int | None]] = []

    def take(self, call: Call) -> None:
        """One call more."""
        path = call.paths[0]
        if call.fd == 1 and call.name == "write":
            self.output += call.data
        elif call.name in ("write", "pwrite64"):
            self.writes += 1
            content = self._contents[self._now[path]]
            offset = call.numbers[-1] if call.name == "pwrite64" else len(_all_of(content))
            content.since.append((offset, call.data))
        elif call.name == "ftruncate":
            self._contents[self._now[path]].since.append((call.numbers[-1], None))
        elif call.name in ("fsync", "fdatasync"):
            self.syncs += 1
            if path in self._now:
                self._contents[self._now[path]].sync()
            else:  # a folder
                self._sync_names(path)
        elif call.name == "openat":
            if "O_CREAT" in call.flags and path not in self._now:
                self._contents.append(Content())
                self._name(path, len(self._contents) - 1)
            if "O_TRUNC" in call.flags:
                self._contents[self._now[path]].since.append((0, None))
        elif call.name.startswith("unlink"):
            self._name(path, None)
        elif call.name.startswith("rename"):
            self._name(call.paths[1], self._now[path])
            self._name(path, None)
        elif call.name != "mkdir":
            raise AssertionError(f"a call that is not understood: {call}")

    def _name(self, path: str, number: int | None) -> None:
        self._since.append((path, number))
        _rename(self._now, path, number)

    def _sync_names(self, folder: str) -> None:
        for path, number in self._since:
            if os.path.dirname(path) == folder:
                _rename(self._certain, path, number)
        self._since = [change for change in self._since if os.path.dirname(change[0]) != folder]

    def after_power_cut(self, chance: random.Random, root: Path, to: Path) -> None:
        """Write what may be left of the folder `root` into an empty folder."""
        names = dict(self._certain)
        for path, number in self._since[: chance.randint(0, len(self._since))]:
            _rename(names, path, number)
        for path, number in names.items():
            file = to / Path(path).relative_to(root)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self._contents[number].after_power_cut(chance))


def _rename(names: dict[str, int], path: str, number: int | None) -> None:
    if number is None:
        names.pop(path, None)
    else:
        names[path] = number


def _all_of(content: Content) -> bytes:
    whole = bytearray(content.certain)
    for change in content.since:
        _apply(whole, *change)
    return bytes(whole)
