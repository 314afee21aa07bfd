"""The page's process as systemd starts it: the real command, its real settings, a watchdog that is listened to."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from proxies import connects, until

from firmware.box.pulse import Pulse
from firmware.box.settings import load
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.places import Places
from pegwatch.plan import Plan
from pegwatch.ports import free_port
from webui.door.accounts import DIRECTOR, Accounts
from webui.door.roles import ACCOUNTS_FILE

PIN = "271828"


BEAT, ASKED = "WATCHDOG=1", "ASKED=1"
FEW, SOME = 3, 8


class Ear(AbstractContextManager["Ear"]):
    """Where systemd would listen: it hears at once, however busy the test is, so that nobody waits to be heard.

    `ASKED` is said by the process under test whenever it has looked for a sign of life (see `hangs`), `BEAT` right
    behind it where there was one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while (message := self._socket.recv(100).decode()) != "END":
            self.heard.append(message)

    def __exit__(self, *_: object) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
            last.sendto(b"END", str(self.path))
        self._thread.join()
        self._socket.close()

    def count(self, message: str) -> int:
        """How often this was said up to now."""
        return self.heard.count(message)

    def comes(self, message: str, times: int = 1) -> None:
        """Wait until this is said so many times more."""
        enough = self.count(message) + times
        until(lambda: self.count(message) >= enough, f"{message}, {times} times; heard {self.heard[-20:]}")

    def misses(self, times: int = FEW) -> None:
        """Wait until so many askings, one after the other, were followed by no beat."""

        def missed() -> bool:
            said = [message for message in self.heard if message in (BEAT, ASKED)]
            return said[-times - 1 :] == [ASKED] * (times + 1)  # the beat to the last one may be on its way

        until(missed, f"{times} beats that do not come; heard {self.heard[-20:]}")

    def hears_every_beat(self, since: int, times: int = SOME) -> bool:
        """Whether each asking since place `since` of `heard` was followed by a beat; so many more are waited for."""
        self.comes(BEAT, times)
        said = [message for message in self.heard[since:] if message in (BEAT, ASKED)]
        return [ASKED, ASKED] not in [said[at : at + 2] for at in range(len(said))]


@dataclass
class Running:
    """A process that runs: the page's port, its folders, the socket on which systemd would listen, its log."""

    port: int
    places: Places
    process: subprocess.Popen[bytes]
    systemd: Ear
    log: Path

    @property
    def said(self) -> str:
        """What it has written down about itself."""
        return self.log.read_text()


def early(folder: Path, code: str) -> str:
    """A PYTHONPATH with code that a Python process runs before anything else."""
    (folder / "early").mkdir()
    (folder / "early" / "sitecustomize.py").write_text(code, encoding="utf-8")
    return os.pathsep.join(filter(None, (str(folder / "early"), os.environ.get("PYTHONPATH", ""))))


@contextmanager
def page(folder: Path, settings: str = "", extra: str = "") -> Iterator[Running]:
    """`pegwatch process web` on a table of its own, with these settings (TOML); `extra` is Python that the process
    runs before anything else."""
    with process(folder, "web", settings, extra) as running:

        def answers() -> bool:
            assert running.process.poll() is None, running.said
            return connects(running.port)

        until(answers, "the page listens")
        yield running


@contextmanager
def process(folder: Path, name: str, settings: str, extra: str) -> Iterator[Running]:
    """One process of a table of its own, as systemd starts it."""
    places = Places(folder / "data", folder / "run")
    places.make()
    SqliteJournal(places.journal).close()
    (folder / "pegwatch.toml").write_text(settings, encoding="utf-8")
    port = free_port()
    known = load({"PEGWATCH_CONFIG": str(folder / "pegwatch.toml")}).settings
    plan = Plan("table", str(places.data), str(places.run), host="127.0.0.1", port=port, settings=known)
    plan.write(places.plan)
    with Pulse.open(places.run) as pulse:
        pulse.ended = False
    path = early(folder, extra)
    with Ear(folder / "notify") as systemd:
        words = [sys.executable, "-m", "pegwatch", "process", name, "--run", str(places.run), "--alone"]
        env = os.environ | {"NOTIFY_SOCKET": str(systemd.path), "PYTHONPATH": path}
        log = places.run / f"{name}.log"
        with log.open("ab") as out:
            child = subprocess.Popen(words, env=env, stdout=out, stderr=out)
        try:
            yield Running(port, places, child, systemd, log)
        finally:
            child.kill()
            child.wait()


@contextmanager
def hub(folder: Path, *options: str, systemd: Path | None = None, extra: str = "") -> Iterator[int]:
    """`pegwatch hub` with a director, Dora; the port of its pages. `systemd` is where systemd would listen."""
    port, data = free_port(), folder / "hub"
    Accounts(data / ACCOUNTS_FILE).put(DIRECTOR, "Dora", PIN)
    words = [sys.executable, "-m", "pegwatch", "hub", "--data", str(data), "--host", "127.0.0.1"]
    env = (
        os.environ
        | {"PYTHONPATH": early(folder, extra)}
        | ({"NOTIFY_SOCKET": str(systemd)} if systemd else {})
    )
    with (folder / "hub.log").open("wb") as log:
        process = subprocess.Popen([*words, "--port", str(port), *options], env=env, stdout=log, stderr=log)
    try:

        def answers() -> bool:
            assert process.poll() is None, (folder / "hub.log").read_text()
            return connects(port)

        until(answers, "the hub listens")
        yield port
    finally:
        process.kill()
        process.wait()
