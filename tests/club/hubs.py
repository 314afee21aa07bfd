"""A hub as a process of its own, as `pegwatch hub` starts it."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from brokers import Broker, until

from pegwatch.ports import free_port


class Hub:
    """One hub on a data folder; it can be killed and started again."""

    def __init__(self, folder: Path, store: str = "", broker: Broker | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.command = [
            sys.executable, "-m", "pegwatch", "hub", "--data", str(folder), "--host", "127.0.0.1",
            "--port", str(self.port),
        ]  # fmt: skip
        if store:
            self.command += ["--store", store]
        if broker is not None:
            line = broker.address("hub")
            self.command += ["--broker", line.url, "--broker-user", line.user, "--broker-ca", line.ca,
                             "--broker-password-file", line.password_file]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def begin(self) -> None:
        """Start it; it may refuse."""
        self.folder.mkdir(exist_ok=True)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PEGWATCH_")}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=environment)

    def start(self) -> None:
        """Start it, and wait until its page answers."""
        self.begin()
        until(self._answers, "the hub answers", 120.0)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log
        return self.status("/healthz") == 200

    def status(self, path: str) -> int:
        """What its page answers; 0 where it does not."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def kill(self) -> None:
        """As when its plug is pulled."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process.wait()
            self.process = None
