"""An nginx of our own, as docs/proxy has it or with another location, and guests of it who have an address each."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from pegwatch.ports import free_port

DOCS = Path(__file__).parents[2] / "docs"
NAME = "table.club.example"
WAIT_S = 120.0
ONLY_HOST = """
server {
    listen %d ssl;
    server_name _;
    ssl_certificate %s;
    ssl_certificate_key %s;
    location / {
        proxy_pass http://127.0.0.1:%d;
        proxy_set_header Host $http_host;
    }
}
"""


def program(name: str, package: str) -> str:
    """A program, or the word that skips the test."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/bin")
    if found is None:
        pytest.skip(f"{name} is not installed: sudo apt install {package}")
    return found


def until(true: Any, what: str, longest_s: float = WAIT_S) -> None:
    """Wait for something to become true; how long that takes is never what is tested."""
    end = time.monotonic() + longest_s
    while not true():
        assert time.monotonic() < end, f"still waiting: {what}"
        time.sleep(0.05)


@dataclass
class Proxy:
    """A running nginx: where it listens, and the certificate it is known by."""

    port: int
    certificate: Path


def documented(page: int, port: int, folder: Path, name: str = "nginx.conf") -> str:
    """The configuration of the docs, with the ports and the certificate of this test and nothing else changed."""
    text = (DOCS / "proxy" / name).read_text()
    for old, new in {
        r"listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        r"    listen \[::\]:443 ssl;\n": "",
        r"127\.0\.0\.1:(8080|8090);": f"127.0.0.1:{page};",
        r"/etc/nginx/certs/": f"{folder}/",
    }.items():
        text, count = re.subn(old, new, text)
        assert count, old
    return text


def only_host(page: int, port: int, folder: Path) -> str:
    """A proxy that passes nothing on but the name its guest used, whatever that is."""
    return ONLY_HOST % (port, folder / "pegwatch.crt", folder / "pegwatch.key", page)


@contextmanager
def nginx(folder: Path, page: int, server: Any) -> Iterator[Proxy]:
    """nginx in a folder of its own, with the server block that `server` makes of (port of the page, port, folder)."""
    binary = program("nginx", "nginx-light")
    port = free_port()
    _certificate(folder)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "whole.conf").write_text(
        f"daemon off;\nmaster_process off;\nuser root;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
        f"events {{ worker_connections 512; }}\nhttp {{\naccess_log off;\n"
        f"{temporary}{server(page, port, folder)}\n}}\n"
    )
    words = [binary, "-p", folder, "-c", folder / "whole.conf", "-e", folder / "error.log"]
    with _running(words, folder, port, folder / "error.log") as proxy:
        yield proxy


def _certificate(folder: Path) -> None:
    """A new folder with the certificate that guests trust."""
    folder.mkdir()
    subprocess.run(
        [
            *(program("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={NAME}"),
            *("-addext", f"subjectAltName=DNS:{NAME},DNS:hub.club.example,DNS:localhost"),
            *("-keyout", folder / "pegwatch.key", "-out", folder / "pegwatch.crt"),
        ],
        check=True,
        capture_output=True,
    )


@contextmanager
def _running(words: Sequence[str | Path], folder: Path, port: int, log: Path) -> Iterator[Proxy]:
    env = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with log.open("ab") as out, subprocess.Popen(words, stdout=out, stderr=out, env=env) as process:
        try:

            def answers() -> bool:
                assert process.poll() is None, log.read_text()
                return connects(port)

            until(answers, f"{words[0]} listens")
            yield Proxy(port, folder / "pegwatch.crt")
        finally:
            process.kill()
            process.wait()


def _as_documented(name: str, changes: Mapping[str, str]) -> str:
    text = (DOCS / "proxy" / name).read_text()
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def caddy(folder: Path, page: int) -> Iterator[Proxy]:
    """Caddy as docs/proxy/Caddyfile has it."""
    binary, port = program("caddy", "caddy"), free_port()
    _certificate(folder)
    changes = {
        ":443 {": f":{port} {{\n\tbind 127.0.0.1",
        "/etc/caddy/certs/": f"{folder}/",
        "127.0.0.1:8080": f"127.0.0.1:{page}",
    }
    (folder / "Caddyfile").write_text(_as_documented("Caddyfile", changes))
    words = [binary, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    with _running(words, folder, port, folder / "log") as proxy:
        yield proxy


@contextmanager
def haproxy(folder: Path, page: int) -> Iterator[Proxy]:
    """HAProxy as docs/proxy/haproxy.cfg has it."""
    binary, port = program("haproxy", "haproxy"), free_port()
    _certificate(folder)
    whole = (folder / "pegwatch.crt").read_text() + (folder / "pegwatch.key").read_text()
    (folder / "pegwatch.pem").write_text(whole)
    changes = {
        "bind :443": f"bind 127.0.0.1:{port}",
        "/etc/haproxy/certs/": f"{folder}/",
        "127.0.0.1:8080": f"127.0.0.1:{page}",
    }
    (folder / "haproxy.cfg").write_text(_as_documented("haproxy.cfg", changes))
    with _running([binary, "-db", "-f", folder / "haproxy.cfg"], folder, port, folder / "log") as proxy:
        yield proxy


def connects(port: int) -> bool:
    """Whether anybody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except OSError:
        return False
    return True


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass
class Guest:
    """A browser at an address of its own (127.0.0.2, say) that goes through the proxy, or straight to a port."""

    proxy: Proxy | int
    address: str = "127.0.0.2"
    name: str = NAME
    headers: Mapping[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> http.client.HTTPResponse:
        """Send a request and hand out the answer while it comes; close it."""
        plain = isinstance(self.proxy, int)
        port = self.proxy if isinstance(self.proxy, int) else self.proxy.port
        wire: socket.socket = socket.create_connection(("127.0.0.1", port), WAIT_S, (self.address, 0))
        if isinstance(self.proxy, Proxy):
            context = ssl.create_default_context(cafile=str(self.proxy.certificate))
            wire = context.wrap_socket(wire, server_hostname=NAME)
        connection = http.client.HTTPConnection(self.name, port)
        connection.sock = wire
        host = self.name if plain and ":" in self.name else f"{self.name}:{port}"
        sent = {"Host": host, "Connection": "close", **self.headers, **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        data = body if isinstance(body, bytes) else None
        if body is not None and data is None:
            data, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        connection.request(method, path, body=data, headers=sent)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            key, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[key] = value
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        with closing(self.open("GET", path, **headers)) as answer:
            return Answer(answer.status, dict(answer.headers.items()), answer.read().decode())

    def token(self, page: str) -> str:
        """The token in the forms of one of the club's pages."""
        return self.get(page).text.split('name="token" value="')[1].split('"')[0]

    def fill_in(self, page: str, path: str, **fields: str) -> Answer:
        """Send a form of the club's pages: `page` is where it stands."""
        if "token" not in fields:
            fields["token"] = self.token(page)
        port = self.proxy if isinstance(self.proxy, int) else self.proxy.port
        data = urlencode(fields)
        more = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{self.name}:{port}"}
        with closing(self.open("POST", path, data.encode(), **more)) as answer:
            return Answer(answer.status, dict(answer.headers.items()), answer.read().decode())

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        """As our own page does, with its token and its origin."""
        page = self.get("/join").text
        token = page.split('data-token="')[1].split('"')[0]
        scheme = "http" if isinstance(self.proxy, int) else "https"
        port = self.proxy if isinstance(self.proxy, int) else self.proxy.port
        more = {"X-CSRF-Token": token, "Origin": f"{scheme}://{self.name}:{port}", **headers}
        with closing(self.open("POST", f"/api/v1/{path}", body, **more)) as answer:
            return Answer(answer.status, dict(answer.headers.items()), answer.read().decode())
