"""The hub's own broker: a Mosquitto that the hub sets up, starts and looks after, so that nobody needs a terminal.

Everything lies in one folder that only the hub may read: the club's certificate and key, the broker's own, who may
say what, and the passwords. The club's certificate is made once, and tables keep it; the broker's is made again at
each start, for the names and addresses that this machine has by then, and where it has got another address since: a
table that joined by an address asks for it in the certificate. A table's password is made when the table joins.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from firmware.broker import Address
from pegwatch.failure import PegwatchError

PORT: Final = 8883
HUB: Final = "hub"
_ROUNDS: Final = 101
"""The rounds that `mosquitto_passwd` uses; the passwords are random and long, so no more are needed."""
_AGAIN_S: Final = 5.0
_LOOK_EVERY_S: Final = 10.0
_ANSWERS_WITHIN_S: Final = 10.0
_DAYS: Final = 7300
_ACL: Final = """user hub
topic read pegwatch/1/+/state
topic read pegwatch/1/+/live
topic read pegwatch/1/+/health
topic read pegwatch/1/+/game
topic write pegwatch/1/+/have
topic write pegwatch/1/+/seat
topic readwrite pegwatch/1/_hub/echo

pattern write pegwatch/1/%u/state
pattern write pegwatch/1/%u/live
pattern write pegwatch/1/%u/health
pattern write pegwatch/1/%u/game
pattern read pegwatch/1/%u/have
pattern read pegwatch/1/%u/seat
"""


class OwnBroker:
    """One broker in its folder. Thread-safe. Every error is one line that says how to fix it (`PegwatchError`)."""

    def __init__(
        self, folder: Path, port: int = PORT, addresses: Callable[[], tuple[str, ...]] = tuple
    ) -> None:
        """`addresses`: those that this machine has just now, asked at each start and now and then."""
        self.folder = folder
        self.port = port
        self._addresses = addresses
        self._certified: set[str] = set()
        self._looked_at = float("-inf")
        self._is_down = False  # ended to be started again, and not there yet
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = float("-inf")

    @property
    def is_set_up(self) -> bool:
        """Whether it was set up once: then the hub starts it by itself."""
        return (self.folder / "ca.crt").is_file() and (self.folder / "passwords").is_file()

    @property
    def address(self) -> Address:
        """How the hub itself reaches it."""
        return Address(
            f"mqtts://localhost:{self.port}",
            HUB,
            str(self.folder / "hub.password"),
            str(self.folder / "ca.crt"),
        )

    @property
    def ca(self) -> str:
        """The club's certificate, which every table gets."""
        return (self.folder / "ca.crt").read_text(encoding="ascii")

    def set_up(self) -> None:
        """Make certificates, passwords and settings where there are none yet, and start it."""
        with self._lock:
            _program("mosquitto")
            _program("openssl")
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                if not self.is_set_up:
                    self._club_certificate()
                    password = secrets.token_urlsafe(24)
                    self._write("hub.password", password)
                    self._passwords({HUB: hashed(password)})
            except OSError as error:
                raise PegwatchError(
                    f"cannot write {self.folder}: {error.strerror}; is there room, and may the hub write there?"
                ) from error
            self.start()

    def start(self) -> None:
        """Start it, with a certificate for the names that this machine has now, and wait until it answers."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            self._broker_certificate()
            self._write("acl", _ACL)
            at = self.folder
            lines = [
                f"listener {self.port}", f"cafile {at}/ca.crt", f"certfile {at}/broker.crt",
                f"keyfile {at}/broker.key", "allow_anonymous false", f"password_file {at}/passwords",
                f"acl_file {at}/acl", "persistence true", f"persistence_location {at}/", "max_queued_messages 10000",
                "message_size_limit 65536", "use_username_as_clientid true",
            ]  # fmt: skip
            # Started by root it would become a user who may not read this folder.
            lines += ["user root"] if os.getuid() == 0 else []
            self._write("mosquitto.conf", "\n".join([*lines, ""]))
            with (at / "mosquitto.log").open("wb") as log:
                self._process = subprocess.Popen(
                    [_program("mosquitto"), "-c", str(at / "mosquitto.conf")], stdin=subprocess.DEVNULL,
                    stdout=log, stderr=log, start_new_session=True,
                )  # fmt: skip
            self._started_at = time.monotonic()
            self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + _ANSWERS_WITHIN_S
        trusted = ssl.create_default_context(cafile=self.folder / "ca.crt")
        while time.monotonic() < end:
            if self._process is None or self._process.poll() is not None:
                break
            if self._is_ours(trusted):
                return
            time.sleep(0.05)
        said = (self.folder / "mosquitto.log").read_text("utf-8", "replace").strip().split("\n")[-1][-200:]
        self.stop()
        raise PegwatchError(
            f"the broker did not start on port {self.port} ({said or 'it says nothing'}): is another broker there?"
        )

    def _is_ours(self, trusted: ssl.SSLContext) -> bool:
        """Whether it is our broker that answers there, and not another program."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1.0) as door:
                trusted.wrap_socket(door, server_hostname="localhost").close()
        except OSError:
            return False
        return True

    def step(self) -> None:
        """Start it again where it has ended, or where this machine has got an address that its certificate does not
        name, as when the hub was up before the network; called again and again."""
        with self._lock:
            is_gone = self._is_down or (self._process is not None and self._process.poll() is not None)
            if is_gone:
                if time.monotonic() - self._started_at > _AGAIN_S:
                    self._start_again()
            elif self._process is not None and self._has_moved():
                self.stop()
                self._start_again()

    def _start_again(self) -> None:
        """What does not start is tried again: nobody else would, and the tables would be heard no more."""
        self._process, self._started_at, self._is_down = None, time.monotonic(), True
        self.start()
        self._is_down = False

    def _has_moved(self) -> bool:
        if time.monotonic() - self._looked_at < _LOOK_EVERY_S:
            return False
        self._looked_at = time.monotonic()
        return not self._certified.issuperset(self._addresses())

    def stop(self) -> None:
        """End it; what it holds it keeps on the disk."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(5.0)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def let_in(self, table: str) -> str:
        """A new password for a table, which from now on is the only one it has; returns it."""
        with self._lock:
            password = secrets.token_urlsafe(24)
            self._passwords(self._known() | {table: hashed(password)})
            if self._process is not None and self._process.poll() is None:
                self._process.send_signal(signal.SIGHUP)
            return password

    def tables(self) -> list[str]:
        """The tables that have joined."""
        with self._lock:
            return sorted(name for name in self._known() if name != HUB)

    def _known(self) -> dict[str, str]:
        try:
            text = (self.folder / "passwords").read_text(encoding="utf-8")
        except OSError as error:
            raise PegwatchError(f"cannot read {self.folder}/passwords: {error.strerror}") from error
        return dict(line.split(":", 1) for line in text.splitlines() if ":" in line)

    def _passwords(self, known: Mapping[str, str]) -> None:
        self._write("passwords", "".join(f"{name}:{kept}\n" for name, kept in known.items()))

    def _write(self, name: str, text: str) -> None:
        """A file that only the hub may read, there whole or not at all."""
        fresh = self.folder / f"{name}.new"
        try:
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(fresh, self.folder / name)
        except OSError as error:
            raise PegwatchError(
                f"cannot write {self.folder / name}: {error.strerror}; is there room, and may the hub write there?"
            ) from error

    def _club_certificate(self) -> None:
        self._openssl("req", *_NEW_KEY, "-x509", "-days", str(_DAYS), "-subj", "/CN=Pegwatch club",
                      "-keyout", "ca.key", "-out", "ca.crt", "-addext", "basicConstraints=critical,CA:TRUE",
                      "-addext", "keyUsage=critical,keyCertSign")  # fmt: skip

    def _broker_certificate(self) -> None:
        # Also those of before: a network that went away for a moment comes back with the same address.
        self._certified.update(self._addresses())
        host = socket.gethostname().partition(".")[0] or "localhost"
        names = ["DNS:localhost", f"DNS:{host}", f"DNS:{host}.local", "IP:127.0.0.1"]
        names += [f"IP:{one}" for one in sorted(self._certified)]
        said = ",".join(dict.fromkeys(names))
        self._write("names", f"subjectAltName={said}\nkeyUsage=critical,digitalSignature\n")
        self._openssl(
            "req", *_NEW_KEY, "-subj", "/CN=Pegwatch hub", "-keyout", "broker.key", "-out", "broker.csr"
        )
        self._openssl("x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial",
                      "-days", str(_DAYS), "-extfile", "names", "-out", "broker.crt")  # fmt: skip

    def _openssl(self, *arguments: str) -> None:
        done = subprocess.run(
            [_program("openssl"), *arguments], cwd=self.folder, capture_output=True, text=True, umask=0o077
        )
        if done.returncode:
            said = done.stderr.strip().split("\n")[-1][:200]
            raise PegwatchError(f"openssl could not make the broker's certificates: {said}")


_NEW_KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


def hashed(password: str) -> str:
    """A password as Mosquitto 2 keeps it: ``$7$rounds$salt$hash``, PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(12)
    found = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    return f"$7${_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(found).decode()}"


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if found is None:
        raise PegwatchError(f"{name} is not installed on the hub's machine: sudo apt install {name}")
    return found
