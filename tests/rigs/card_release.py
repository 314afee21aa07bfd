"""Releases to send to a card of the rig: made by `make release` from the commit that is checked out, under other
version numbers, signed by a key whose other half the card is given; and the packages that each of them asks for.

A card fetches its packages by their hashes from the network. The rig's have the same files, from the package index
once, and a server of their own: `Packages`.
"""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
_NAMED: Final = re.compile(r'^version = "([^"\n]*)"', re.MULTILINE)
_PLATFORMS: Final = {"amd64": "x86_64", "arm64": "aarch64"}
_GLIBC: Final = range(17, 42)
PROVES_NOTHING: Final = {"pegwatch/selftest.py": ("points != 29", "points == 29")}
"""A release that counts wrong in its own eyes: it is turned away before anything is stopped for it."""
BRINGS: Final = {
    "install/pegwatch-install": ("for package in python3-venv ", "for package in tree python3-venv ")
}
"""One that also brings a package of Debian's, from its mirror: the program `tree`."""
_RUN_WEB: Final = "def run_web(plan: Plan, pulse: Pulse, told: Told) -> None:\n"
DOES_NOT_RUN: Final = {
    "pegwatch/web_process.py": (
        _RUN_WEB,
        f'{_RUN_WEB}    if plan.run == "/run/pegwatch":\n        raise SystemExit("broken")\n',
    )
}
"""One that proves itself on a copy, and whose page ends as soon as it is the table's."""


class Release(NamedTuple):
    """What a keeper has on the phone."""

    version: str
    archive: bytes
    signed: bytes


class Releases:
    """Makes releases in `folder`, each newer than the one before it and than the commit's own version."""

    def __init__(self, folder: Path) -> None:
        self._sources, self._key = folder / "sources", folder / "key"
        _do("git", "clone", "--quiet", "--shared", str(ROOT), str(self._sources))
        _do(str(ROOT / "install/sign-release"), "--new-key", str(self._key))
        self._commit = _do("git", "-C", str(self._sources), "rev-parse", "HEAD").strip()
        self.first = self._version()
        self._made = 0

    @property
    def key(self) -> str:
        """What lies as /etc/pegwatch/release.pub on the card."""
        return Path(f"{self._key}.pub").read_text()

    def make(self, changes: Mapping[str, tuple[str, str]] | None = None) -> Release:
        """The next one; `changes`: by file, what stands there and what is to stand there."""
        self._made += 1
        version = f"{self.first}.{self._made}"
        git = ["git", "-C", str(self._sources), "-c", "user.name=rig", "-c", "user.email=rig@localhost"]
        _do(*git, "checkout", "--quiet", "--detach", self._commit)
        for name, (old, new) in {
            "pyproject.toml": (f'version = "{self.first}"', f'version = "{version}"'), **(changes or {})
        }.items():  # fmt: skip
            file = self._sources / name
            text = file.read_text()
            assert text.count(old) == 1, f"{name} has changed: {old}"
            file.write_text(text.replace(old, new))
        _do(*git, "commit", "--quiet", "--all", "--message", version)
        _do("make", "-s", "-C", str(self._sources), "release", f"KEY={self._key}")
        archive = self._sources / f"build/pegwatch-{version}.tar.gz"
        return Release(
            version, archive.read_bytes(), archive.with_name(f"{archive.name}.signed").read_bytes()
        )

    def _version(self) -> str:
        found = _NAMED.search((self._sources / "pyproject.toml").read_text())
        assert found is not None
        return found[1]


def packages(folder: Path, python: str, architecture: str) -> Path:
    """The packages of the lock for a card, fetched once; the folder that holds them."""
    there = folder / f"packages-{architecture}-{python}"
    if there.is_dir():
        return there
    part, machine, tag = (
        there.with_name(f"{there.name}.part"),
        _PLATFORMS[architecture],
        python.replace(".", ""),
    )
    shutil.rmtree(part, ignore_errors=True)
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in _GLIBC]
    _do(
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:",
        f"--dest={part}", f"--requirement={ROOT / 'lock/requirements.txt'}", f"--python-version={python}",
        "--implementation=cp", *(f"--abi={abi}" for abi in (f"cp{tag}", "abi3", "none")),
        f"--platform=manylinux2014_{machine}", *platforms,
    )  # fmt: skip
    part.rename(there)
    return there


class Packages:
    """Serves a folder of packages at a socket that listens already."""

    def __init__(self, folder: Path, listening: socket.socket) -> None:
        handler = functools.partial(_Quiet, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("", 0), handler, bind_and_activate=False)
        self._server.socket.close()
        self._server.socket = listening
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


def _do(*words: str) -> str:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout
