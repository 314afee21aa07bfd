"""The doors of an update: what the page puts into its folder, what root makes of it, and what root says of it."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from firmware.box.updatedoor import ARCHIVE, REQUEST, SIGNED, UpdateDoor
from pegwatch.commands.update import check_version, unpacked
from pegwatch.rootupdate import HEAD, RootUpdate
from webui.errors import PostError
from webui.pieces import piece_of
from webui.updates import told
from webui.words import words

RUNS: Final = "1.1"
_BETWEEN: Final = b"\n--\n"
_NEW: Final = "pegwatch-1.2.tar.gz"
_OLD: Final = "pegwatch-1.0.tar.gz"


@cache
def _owner() -> tuple[Path, bytes, dict[str, bytes]]:
    """An owner's public key, a release, and signed sums of it under a newer and an older name."""
    folder = Path(tempfile.mkdtemp(prefix="pegwatch-owner-"))
    secret, public, said = (folder / name for name in ("release", "release.pub", "said"))
    for words_ in (
        ["genpkey", "-algorithm", "ed25519", "-out", secret],
        ["pkey", "-in", secret, "-pubout", "-out", public],
    ):
        subprocess.run(["openssl", *map(str, words_)], check=True, capture_output=True)
    release, signed = release_of("1.2"), {}
    for name in (_NEW, _OLD):
        text = f"{HEAD}\n{hashlib.sha256(release).hexdigest()}  {name}\n".encode()
        said.write_bytes(text)
        sign = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", str(secret), "-in", str(said)]
        mark = subprocess.run(sign, check=True, capture_output=True).stdout
        signed[name] = text + base64.b64encode(mark) + b"\n"
    return public, release, signed


def can() -> bool:
    return shutil.which("openssl") is not None


def release_of(version: str) -> bytes:
    """An archive that installs nothing."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        for name, text in (
            ("install/pegwatch-install", "#!/bin/sh\n"),
            ("pyproject.toml", f'version = "{version}"\n'),
        ):
            entry = tarfile.TarInfo(f"pegwatch-{version}/{name}")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


def taken_requests() -> list[bytes]:
    """Request, signed sum and archive, as the page leaves them; an older release, and the way back."""
    if not can():
        return [b"back" + _BETWEEN + _BETWEEN]
    _, release, signed = _owner()
    parts = [(b"install", signed[name], release) for name in (_NEW, _OLD)]
    return [_BETWEEN.join(each) for each in (*parts, (b"back", b"", b""))]


def taken(sent: bytes, folder: Path) -> None:
    """Whatever lies there: only the owner's newer release, unchanged, is ever handed on; nothing is left lying."""
    if not can():
        pytest.skip("openssl is missing: sudo apt install openssl")
    public, release, _ = _owner()
    shutil.rmtree(folder / "update", ignore_errors=True)
    (folder / "update").mkdir()
    request, signed, archive = [*sent.split(_BETWEEN, 2), b"", b""][:3]
    for name, what in ((REQUEST, request), (SIGNED, signed), (ARCHIVE, archive)):
        (folder / "update" / name).write_bytes(what)
    handed: list[tuple[str, bytes]] = []

    def install(path: Path, _sum: str) -> str:
        handed.append((path.name, path.read_bytes()))
        return ""

    door = UpdateDoor(folder / "update", folder / "told.json")
    done = RootUpdate(
        door.folder, lambda: False, install, lambda: "", lambda: (RUNS, "1.0"), door.told, public, os.getuid()
    ).take()
    assert handed in ([], [(_NEW, release)]), "what nobody signed was installed"
    assert not (door.folder / REQUEST).exists(), "root is asked again and again"
    assert list(door.folder.iterdir()) == [] or not handed
    assert door.going().state == ("done" if done else "refused")


def posted_body(sent: bytes) -> dict[str, Any]:
    """What a page posts, as data; `PostError` where it is none."""
    try:
        body = json.loads(sent)
    except (ValueError, RecursionError) as error:
        raise PostError("error.json") from error
    if not isinstance(body, dict):
        raise PostError("error.json")
    return body


def piece(sent: bytes, folder: Path) -> None:
    """What a phone sends of a release."""
    at, what = piece_of(posted_body(sent))
    UpdateDoor(folder).take("signed", at, what)
    assert (folder / SIGNED).stat().st_size <= 4096


def pieces() -> list[bytes]:
    first = {"part": "signed", "at": 0, "data": base64.b64encode(b"x" * 300).decode(), "last": False}
    return [json.dumps(body).encode() for body in (first, first | {"at": 300, "last": True})]


def word(sent: bytes, folder: Path) -> None:
    """Root's word, as the page reads it; a card may give it back spoilt."""
    door = UpdateDoor(folder, folder / "told.json")
    door.told.write_bytes(sent)
    for lang in ("en", "fr"):
        json.dumps(told(door.going(), words(lang)), ensure_ascii=False).encode()


def said() -> list[bytes]:
    going = {
        "state": "refused",
        "want": "install",
        "why": "failed",
        "line": "a line",
        "version": "1.1",
        "at": 1.7e9,
    }
    return [
        json.dumps(each).encode()
        for each in (going, going | {"state": "done", "why": ""}, going | {"state": "trying"})
    ]


def archive(sent: bytes, folder: Path) -> None:
    """An archive that somebody was talked into giving `pegwatch update` with a sum of its own."""
    path = folder / _NEW
    path.write_bytes(sent)
    with tempfile.TemporaryDirectory(dir=folder) as out:
        check_version(path, unpacked(path, hashlib.sha256(sent).hexdigest(), Path(out)), RUNS)
    with suppress(OSError):
        path.unlink()


def archives() -> list[bytes]:
    return [release_of(version) for version in ("1.2", "1.0")]
