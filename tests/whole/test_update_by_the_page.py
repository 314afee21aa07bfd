"""An update from the page, end to end: sent to the real web process, taken up by root, proved, switched.

In a mount namespace with an /opt, /etc, /run and /var/lib of its own, where `systemctl` is a script that starts and
stops the page, and each version is a folder that runs this very program. What the archive brings as its installer
does the last steps of the real one; all of it is tried by `install/try-install.sh`.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from cribbage.log.events import Event
from firmware.box.schema import SCHEMA_VERSION
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.pagecheck import answers
from pegwatch.ports import free_port

ROOT: Final = Path(__file__).parents[2]
HEADER = {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
          "pegs": {"A": [0, -1], "B": [0, -1]}}  # fmt: skip
PROGRAM: Final = f"""#!/bin/sh
export PEGWATCH_RAN=VERSION
exec '{sys.executable}' -m pegwatch "$@"
"""
DOES_NOT_WORK: Final = PROGRAM.replace("exec", '[ "$*" != "update --prove" ] || exit 2\nexec')
INSTALLER: Final = """#!/bin/bash
set -e
from=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^version = "\\(.*\\)"/\\1/p' "$from/pyproject.toml")
fresh=/opt/pegwatch/$version
mkdir -p "$fresh/bin"; cp "$from/program" "$fresh/bin/pegwatch"
echo "$version" > "$fresh/VERSION"; cp "$from/SCHEMA" "$fresh/"
"$fresh/bin/pegwatch" update --prove || {
  rm -rf "$fresh"; echo "Error: the new version does not prove itself: the old one runs on" >&2; exit 2; }
"$fresh/bin/pegwatch" update --turn "$fresh" --start ${PEGWATCH_BETWEEN_GAMES:+--between-games}
"""
SYSTEMCTL: Final = """#!/bin/bash
# The page is all there is to start and to stop.
pid=/run/pegwatch/web.pid
runs() { [ -e $pid ] && kill -0 "$(cat $pid)" 2>/dev/null; }
case "$*" in
  is-active*pegwatch-web.service) runs ;;
  is-active*|is-enabled*) exit 3 ;;
  stop*) if runs; then kill "$(cat $pid)"; while runs; do sleep 0.05; done; fi ;;
  start*) program=/opt/pegwatch/current/bin/pegwatch
    $program prepare --data /var/lib/pegwatch --run /run/pegwatch
    $program process web --run /run/pegwatch --alone > /run/pegwatch/web.said 2>&1 & echo $! > $pid ;;
esac
"""
USERS: Final = "root:x:0:0::/:/bin/sh\npegwatch-board:x:0:0::/:/bin/sh\n"
"""All are root: who may read what is tried elsewhere, and this interpreter may lie where only root reads."""
NEEDED: Final = ("unshare", "nsenter", "setpriv", "openssl")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="a mount namespace with an /opt of its own needs root"),
    pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"this needs {', '.join(NEEDED)}"),
]  # fmt: skip


class Machine:
    """An installed table that nobody but the test sees."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.opt, self.data, self.run = (
            folder / "opt/pegwatch",
            folder / "lib/pegwatch",
            folder / "run/pegwatch",
        )
        for made in (
            self.opt, self.data / "update", self.run, folder / "run/pegwatch-update", folder / "run/systemd/system",
            folder / "etc/pegwatch", folder / "etc/systemd/system", folder / "bin", folder / "local",
        ):  # fmt: skip
            made.mkdir(parents=True)
        for name in ("ssl", "ld.so.cache", "localtime", "hosts", "nsswitch.conf", "resolv.conf", "fonts"):
            if (Path("/etc") / name).exists():
                subprocess.run(["cp", "-aL", f"/etc/{name}", str(folder / "etc")], check=True)
        (folder / "etc/passwd").write_text(USERS)
        (folder / "etc/group").write_text("root:x:0:\npegwatch:x:0:\n")
        self._script(folder / "bin/systemctl", SYSTEMCTL)
        self._script(
            folder / "local/pegwatch",
            '#!/bin/sh\nexport PEGWATCH_DATA=/var/lib/pegwatch\nexec /opt/pegwatch/current/bin/pegwatch "$@"\n',
        )
        self._script(self.opt / "1.0/bin/pegwatch", PROGRAM.replace("VERSION", "1.0"))
        (self.opt / "1.0/VERSION").write_text("1.0\n")
        (self.opt / "1.0/SCHEMA").write_text(f"{SCHEMA_VERSION}\n")
        (self.opt / "current").symlink_to("/opt/pegwatch/1.0")
        with closing(SqliteJournal(self.data / "journal.sqlite")) as journal:
            journal.append(
                1,
                [
                    Event("game", 0.0, HEADER),
                    Event("phase", 1.0, {"phase": "over", "deal": 1, "turn": None, "to": None}),
                ],
            )
        self.key = folder / "release"
        sign = [str(ROOT / "install/sign-release"), "--new-key", str(self.key)]
        subprocess.run(sign, check=True, stdout=subprocess.DEVNULL)
        shutil.copy(f"{self.key}.pub", folder / "etc/pegwatch/release.pub")
        self.inside = self._enter()

    @staticmethod
    def _script(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def _enter(self) -> subprocess.Popen[bytes]:
        """A process that holds the namespace open."""
        binds = "".join(
            f"mount --bind {self.folder}/{ours} {theirs} && "
            for ours, theirs in (
                ("opt", "/opt"),
                ("run", "/run"),
                ("lib", "/var/lib"),
                ("etc", "/etc"),
                ("local", "/usr/local/bin"),
            )
        )
        words = [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            f"{binds}echo there && exec cat",
        ]
        held = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert held.stdout is not None
        if held.stdout.readline() != b"there\n":
            held.kill()
            pytest.skip("this machine lets nobody mount in a namespace of his own")
        return held

    def do(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command of root's in there."""
        env = {
            "PATH": f"{self.folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
            "PEGWATCH_PAGE_PORT": str(self.port), "PEGWATCH_PAGE_HOST": "127.0.0.1",
        }  # fmt: skip
        inside = ["nsenter", "--target", str(self.inside.pid), "--mount", "--", *words]
        said = self.folder / "said"
        with said.open("w") as out:  # a file: what is started goes on, and would hold a pipe open
            done = subprocess.run(inside, env=env, stdout=out, stderr=subprocess.STDOUT, check=False)
        return subprocess.CompletedProcess(words, done.returncode, said.read_text())

    def start(self) -> None:
        said = self.do("systemctl", "start", "pegwatch.target").stdout
        end = time.monotonic() + 300
        while not answers("127.0.0.1", self.port):
            assert Path(f"/proc/{self.page_pid()}").exists(), said + (self.run / "web.said").read_text()
            assert time.monotonic() < end, "the page does not answer"

    def page_pid(self) -> int:
        return int((self.run / "web.pid").read_text())

    def ran(self) -> str:
        """The version whose page answers: as its own process was told."""
        told = Path(f"/proc/{self.page_pid()}/environ").read_bytes().split(b"\0")
        return next(item[13:].decode() for item in told if item.startswith(b"PEGWATCH_RAN="))

    def release(self, version: str, program: str = PROGRAM) -> tuple[bytes, bytes]:
        """Archive and signed sum of a release."""
        path, out = self.folder / f"pegwatch-{version}.tar.gz", io.BytesIO()
        files = {
            "install/pegwatch-install": INSTALLER, "pyproject.toml": f'version = "{version}"\n',

            "SCHEMA": f"{SCHEMA_VERSION}\n",
            "program": program.replace("VERSION", version), "filling": os.urandom(30_000).hex(),
        }  # fmt: skip
        with tarfile.open(fileobj=out, mode="w:gz") as tar:
            for name, text in files.items():
                entry = tarfile.TarInfo(f"pegwatch-{version}/{name}")
                entry.size, entry.mode = len(text), 0o755
                tar.addfile(entry, io.BytesIO(text.encode()))
        path.write_bytes(out.getvalue())
        sign = [str(ROOT / "install/sign-release"), str(self.key), str(path)]
        subprocess.run(sign, check=True, stdout=subprocess.DEVNULL)
        return path.read_bytes(), path.with_name(f"{path.name}.signed").read_bytes()

    def games(self) -> int:
        with closing(SqliteJournal(self.data / "journal.sqlite", read_only=True)) as journal:
            assert journal.check() == []
            return len(journal.games())

    def close(self) -> None:
        self.do("systemctl", "stop")
        self.inside.kill()
        self.inside.communicate()


class Keeper:
    """Who stands at the table's own screen."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._cookie = self._token = ""
        text = self._ask("GET", "/setup/update").decode()
        self._token = re.findall(r'data-token="([^"]+)"', text)[0]

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        wire = http.client.HTTPConnection("127.0.0.1", self._machine.port, timeout=120)
        with closing(wire):
            headers = {
                "Host": f"localhost:{self._machine.port}",
                "X-CSRF-Token": self._token,
                "Cookie": self._cookie,
            }
            headers["Content-Type"] = "application/json"
            wire.request(method, path, None if body is None else json.dumps(body), headers)
            answer = wire.getresponse()
            cookie = answer.headers.get("Set-Cookie", "")
            self._cookie = self._cookie or cookie.partition(";")[0]
            return answer.read()

    def tell(self, path: str, body: Any) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._ask("POST", f"/api/v1/update/{path}", body))
        return told

    def send(self, part: str, what: bytes, begin: int = 0, end: int | None = None) -> None:
        at, end = begin, len(what) if end is None else end
        while at < end:
            piece = base64.b64encode(what[at : at + 9000]).decode()
            at = self.tell("piece", {"part": part, "at": at, "data": piece})["there"]

    def update(self, archive: bytes, signed: bytes) -> dict[str, Any]:
        self.send("signed", signed)
        self.send("archive", archive)
        return self.root("begin")

    def root(self, what: str) -> dict[str, Any]:
        """Ask, and let the unit begin that a request starts; how it ended, as the page tells it."""
        assert self.tell(what, {})["state"] == "asked"
        self._machine.do("/opt/pegwatch/current/bin/pegwatch", "update", "--take")
        told: dict[str, Any] = json.loads(self._ask("GET", "/api/v1/update"))
        return told

    def page(self) -> str:
        return self._ask("GET", "/setup/update").decode()

    def torn(self, machine: Machine) -> None:
        """A phone whose network goes in the middle of a piece."""
        with socket.create_connection(("127.0.0.1", machine.port), 120) as wire:
            wire.sendall(
                f"POST /api/v1/update/piece HTTP/1.1\r\nHost: localhost:{machine.port}\r\nCookie: {self._cookie}\r\n"
                f"X-CSRF-Token: {self._token}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
                '{"part": "archive", "at": 0, "data": "AAAA'.encode()
            )


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    try:
        machine.start()
        yield machine
    finally:
        machine.close()


def test_a_release_sent_to_the_page_is_proved_and_takes_over_and_the_tap_back_goes_back(
    machine: Machine,
) -> None:
    keeper = Keeper(machine)
    assert "Version 1.0 runs." in keeper.page()
    first, old = machine.page_pid(), machine.release("1.0.1")
    told = keeper.update(*machine.release("1.1"))
    assert (told["state"], told["version"], told["line"]) == ("done", "1.1", "")
    assert machine.ran() == "1.1"
    assert machine.page_pid() != first
    assert "Version 1.1 runs." in keeper.page()
    assert "Go back to 1.0" in keeper.page()
    assert machine.games() == 1
    told = keeper.update(*old)
    assert told["say"].startswith("Nothing was changed: this release is older"), told
    assert machine.ran() == "1.1"
    assert keeper.root("back")["state"] == "done"
    assert machine.ran() == "1.0"
    assert "Version 1.0 runs." in keeper.page()
    assert keeper.update(*old)["state"] == "refused", "what lies between is as old as it was"
    assert machine.games() == 1
    assert list((machine.data / "update").iterdir()) == []


def test_a_release_that_does_not_prove_itself_changes_nothing(machine: Machine) -> None:
    keeper, first = Keeper(machine), machine.page_pid()
    told = keeper.update(*machine.release("1.1", DOES_NOT_WORK))
    assert (told["state"], told["line"]) == (
        "refused",
        "the new version does not prove itself: the old one runs on",
    )
    assert (machine.ran(), machine.page_pid()) == ("1.0", first), "it was not even stopped"
    assert not (machine.opt / "1.1").exists()
    assert machine.games() == 1


def test_a_release_cut_short_on_its_way_loses_nothing_and_is_one_clear_line(machine: Machine) -> None:
    keeper = Keeper(machine)
    archive, signed = machine.release("1.1")
    keeper.send("signed", signed)
    keeper.send("archive", archive, 0, 18_000)
    keeper.torn(machine)
    os.kill(machine.page_pid(), signal.SIGKILL)
    machine.start()
    assert (machine.data / "update/archive").read_bytes() == archive[:18_000], "what came is there"
    told = keeper.root("begin")
    assert (told["state"], told["line"]) == ("refused", "")
    assert told["say"] == "Nothing was changed: the archive is not the one that was signed. Choose it again."
    assert (machine.ran(), machine.games()) == ("1.0", 1)
    keeper.send("signed", signed)
    keeper.send("archive", archive, 0, 18_000)
    os.kill(machine.page_pid(), signal.SIGKILL)
    machine.start()
    keeper.send("archive", archive, 18_000)  # the phone goes on where it was
    assert (
        hashlib.sha256((machine.data / "update/archive").read_bytes()).digest()
        == hashlib.sha256(archive).digest()
    )
    assert keeper.root("begin")["state"] == "done"
    assert (machine.ran(), machine.games()) == ("1.1", 1)
