"""What root does with an update that lies in the page's folder: looks at it, and lets a release that is signed prove
itself.

Anyone who owns the page may put anything there, also while it is read. So nothing is used where it lies: request,
archive and signed sum are copied into a folder of root's own first, no link is followed, and sizes are bounded.
Then, in this order: no game may be on (the page's word for it is not taken), the key must be root's alone to
write, the sum must be signed by it, the release must be newer than what the machine has, and the copy must have
that sum. Only then is `pegwatch update` run on the copy, which does the rest as it does by hand.

A signature says who made a release, not that it is wanted now: one of long ago, with a fault that is known since,
may be sent again by anyone who kept it. So nothing is taken that is older than the newest of the two versions on the
machine (the one that runs and the one before it), and no second copy of the one that runs. Of the two only the
older is ever removed, so the newest of them never goes down: it serves as a counter, and no clock is asked. Only
`back` goes to something older than what runs: to the one version that ran before.

The signed sum is a text of three lines, the third the signature (Ed25519, base64) of the first two with their
ends of line:

    pegwatch-release/1
    SUM  pegwatch-1.2.3.tar.gz
    SIGNATURE
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import os
import re
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from firmware.box.updatedoor import (
    ARCHIVE,
    KEY,
    LARGEST,
    REQUEST,
    SIGNED,
    TOLD,
    Going,
    State,
    Want,
    Why,
    tell,
)  # fmt: skip
from pegwatch.releases import is_older

HEAD: Final = "pegwatch-release/1"
_REQUEST_MOST: Final = 32
_BLOCK: Final = 1 << 16
_SUM_LINE: Final = re.compile(r"([0-9a-f]{64})  (pegwatch-([0-9A-Za-z.+-]{1,60})\.tar\.gz)")


class Refused(Exception):
    """It is not taken: why, in a code of ours, and what the installer said."""

    def __init__(self, why: Why, line: str = "") -> None:
        super().__init__(why, line)
        self.why, self.line = why, line


@dataclass(frozen=True, slots=True)
class RootUpdate:
    """Takes an update out of `folder`. `install` is handed an archive and its sum, `back` nothing; each gives "" or
    the one line that says why it did not. `has` names the versions on the machine, the one that runs first ("" where
    there is none). `key_owner` owns the key (root; tests are not)."""

    folder: Path
    is_game_on: Callable[[], bool]
    install: Callable[[Path, str], str]
    back: Callable[[], str]
    has: Callable[[], Sequence[str]]
    told: Path = TOLD
    key: Path = KEY
    key_owner: int = 0

    def take(self) -> bool:
        """Take up the request that lies there, if one does; whether it was done."""
        try:
            want = self._request()
        except FileNotFoundError:
            return False
        except (OSError, Refused):
            self._say("refused", "install", "archive")
            return False
        try:
            self._say("checking", want)
            if self.is_game_on():
                raise Refused("game")
            self._do(want)
        except Refused as refused:
            self._say("refused", want, refused.why, refused.line)
            return False
        except BaseException:
            self._say("refused", want, "failed")
            raise
        finally:
            self._clear()
        self._say("done", want)
        return True

    def _do(self, want: Want) -> None:
        if want == "back":
            self._say("trying", want)
            if line := self.back():
                raise Refused("back", line)
            return
        with tempfile.TemporaryDirectory(prefix="pegwatch-taken-") as name:
            own = Path(name)
            text = self._copied(SIGNED, own).read_bytes()
            wanted, called, version = self._signed(text, own)
            self._check_version(version)
            archive = self._copied(ARCHIVE, own)
            if _sum(archive) != wanted:
                raise Refused("archive")
            archive = archive.rename(own / called)
            self._say("trying", want)
            if line := self.install(archive, wanted):
                raise Refused("failed", line)

    def _request(self) -> Want:
        with self._open(REQUEST, _REQUEST_MOST) as file:
            word = file.read(_REQUEST_MOST).strip()
        self._unlink(REQUEST)
        if word == b"back":
            return "back"
        if word == b"install":
            return "install"
        raise Refused("archive")

    def _open(self, name: str, most: int) -> IO[bytes]:
        """A plain file of the page's folder, not larger than it may be; neither folder nor file may be a link."""
        folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            # Without waiting: it might be a pipe whose other end never comes.
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        finally:
            os.close(folder)
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            os.close(descriptor)
            self._unlink(name)
            raise Refused("signed" if name == SIGNED else "archive")
        return os.fdopen(descriptor, "rb")

    def _copied(self, name: str, into: Path) -> Path:
        """A copy that nobody else can change any more."""
        most = LARGEST[name]
        try:
            with self._open(name, most) as file, (into / name).open("wb") as out:
                left = most
                while left > 0 and (block := file.read(min(_BLOCK, left))):
                    out.write(block)
                    left -= len(block)
        except OSError as error:
            raise Refused("signed" if name == SIGNED else "archive") from error
        return into / name

    def _check_version(self, version: str) -> None:
        """Newer than the one that runs, and not older than any that is here."""
        runs, *others = self.has()
        for there in (runs, *filter(None, others)):
            older = is_older(version, there)
            if older is None:
                raise Refused("version")
            if older:
                raise Refused("older")
        if not is_older(runs, version):
            raise Refused("same")

    def _signed(self, text: bytes, own: Path) -> tuple[str, str, str]:
        """Sum, name and version that a signed text says; `Refused` unless the owner's key signed just that."""
        self._check_key()
        head, _, signature = text.rstrip(b"\n").rpartition(b"\n")
        said = head.decode("ascii", "replace").split("\n")
        line = _SUM_LINE.fullmatch(said[1]) if len(said) == 2 and said[0] == HEAD else None
        try:
            mark = base64.b64decode(signature, validate=True)
        except binascii.Error as error:
            raise Refused("signed") from error
        if line is None:
            raise Refused("signed")
        (own / "said").write_bytes(head + b"\n")
        (own / "mark").write_bytes(mark)
        done = subprocess.run(
            ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(self.key), "-rawin", "-in", str(own / "said"),
             "-sigfile", str(own / "mark")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise Refused("signed")
        return line[1], line[2], line[3]

    def _check_key(self) -> None:
        """A key that somebody other than root could have put there says nothing."""
        try:
            found = self.key.lstat()
        except OSError as error:
            raise Refused("key") from error
        others = stat.S_IWGRP | stat.S_IWOTH
        if not stat.S_ISREG(found.st_mode) or found.st_uid != self.key_owner or found.st_mode & others:
            raise Refused("key")

    def _say(self, state: State, want: Want, why: Why = "", line: str = "") -> None:
        tell(self.told, Going(state, want, why, line[:300], self.has()[0], time.time()))

    def _unlink(self, name: str) -> None:
        with contextlib.suppress(OSError):
            folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                os.unlink(name, dir_fd=folder)
            finally:
                os.close(folder)

    def _clear(self) -> None:
        for name in (ARCHIVE, SIGNED):
            self._unlink(name)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
