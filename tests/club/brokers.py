"""A Mosquitto of our own, as docs/broker has it: TLS, a user for each table, who may say what."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.broker import Address
from pegwatch.ports import free_port

DOCS = Path(__file__).parents[2] / "docs" / "broker"
WAIT_S = 120.0


def program(name: str, package: str) -> str:
    """A program, or the word that skips the test."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if found is None:
        pytest.skip(f"{name} is not installed: sudo apt install {package}")
    return found


class Broker:
    """One broker in a folder; it can be stopped and started again on the same port."""

    def __init__(self, folder: Path, users: Sequence[str]) -> None:
        self.folder = folder
        folder.mkdir()
        self.ca = folder / "ca.crt"
        self._process: subprocess.Popen[bytes] | None = None
        self._mosquitto = program("mosquitto", "mosquitto")
        self.port = free_port()
        _certificates(folder)
        self._users(users)
        text = (DOCS / "mosquitto.conf").read_text()
        for old, new in {
            "listener 8883": f"listener {self.port} 127.0.0.1",
            "/etc/mosquitto/certs/": f"{folder}/",
            "/etc/mosquitto/passwords": f"{folder}/passwords",
            "/etc/mosquitto/acl": f"{folder}/acl",
            "persistence true": "persistence false",  # a broker that forgets is the harder case
            "persistence_location /var/lib/mosquitto/\n": "",
        }.items():
            assert old in text
            text = text.replace(old, new)
        shutil.copy(DOCS / "acl", folder / "acl")
        for name in ("acl", "passwords"):
            (folder / name).chmod(0o600)
        (folder / "mosquitto.conf").write_text(f"{text}user root\n")

    def _users(self, users: Sequence[str]) -> None:
        tool = program("mosquitto_passwd", "mosquitto")
        (self.folder / "passwords").touch()
        for user in users:
            (self.folder / f"{user}.password").write_text(f"pw-{user}\n")
            subprocess.run(
                [tool, "-b", self.folder / "passwords", user, f"pw-{user}"], check=True, capture_output=True
            )

    def address(self, user: str, password_of: str = "") -> Address:
        """How this user reaches the broker."""
        file = self.folder / f"{password_of or user}.password"
        return Address(f"mqtts://localhost:{self.port}", user, str(file), str(self.ca))

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._mosquitto, "-c", self.folder / "mosquitto.conf"], stdout=log, stderr=log
            )
        until(lambda: self._answers(), "the broker answers")

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.2).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """As when its plug is pulled: it forgets everything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def until(true: object, what: str, longest_s: float = WAIT_S) -> None:
    """Wait for something to become true; how long that takes is never what is tested."""
    end = time.monotonic() + longest_s
    while not true():  # type: ignore[operator]
        assert time.monotonic() < end, f"still waiting: {what}"
        time.sleep(0.02)


def _certificates(folder: Path) -> None:
    openssl = program("openssl", "openssl")

    def run(*arguments: str) -> None:
        subprocess.run([openssl, *arguments], check=True, capture_output=True, cwd=folder)

    new = ("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    run(*new, "-x509", "-days", "2", "-subj", "/CN=club", "-keyout", "ca.key", "-out", "ca.crt",
        "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign")  # fmt: skip
    run(*new, "-subj", "/CN=localhost", "-keyout", "broker.key", "-out", "broker.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\nkeyUsage=critical,digitalSignature\n")
    run("x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "names", "-out", "broker.crt")  # fmt: skip


@contextmanager
def broker_in(folder: Path, users: Sequence[str]) -> Iterator[Broker]:
    """A running broker that ends with the test."""
    broker = Broker(folder, users)
    try:
        broker.start()
        yield broker
    finally:
        broker.stop()
