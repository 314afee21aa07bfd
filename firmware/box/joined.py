"""What a table was told when it joined its club by a code: where the broker is, and who the table is to it.

Three files in a folder of the table's data: ``club.json`` (broker, table, user), ``password`` and ``ca.crt``.
The page writes them, the line to the club reads them; both belong to the table's group, and nobody else may read
them. What the settings name under ``[club]`` comes before all of it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware.box.addresses import why_no_broker
from firmware.box.errors import BoxError
from firmware.box.files import read_json

FOLDER: Final = "club"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,20}")
_LONGEST: Final = 20_000
_PEM: Final = "-----BEGIN CERTIFICATE-----"


@dataclass(frozen=True, slots=True)
class Joined:
    """The table's number, the broker and who the table is to it, the files of password and certificate, what the club
    is called, and when that was written (ns)."""

    table: str
    broker: str
    user: str = ""
    password_file: str = ""
    ca: str = ""
    club: str = ""
    stamp: int = 0


def is_joined(data: Path) -> bool:
    """Whether the table has joined a club by a code."""
    return (data / FOLDER / "club.json").is_file()


def joined(data: Path) -> Joined | None:
    """What the table was told; None where it has not joined, or the file cannot be read."""
    folder = data / FOLDER
    kept = read_json(folder / "club.json")
    if not isinstance(kept, Mapping):
        return None
    try:
        stamp = (folder / "club.json").stat().st_mtime_ns
    except OSError:
        return None
    said = {key: str(kept.get(key, "")) for key in ("table", "broker", "user", "club")}
    return Joined(**said, password_file=str(folder / "password"), ca=str(folder / "ca.crt"), stamp=stamp)


def join(data: Path, told: Any) -> Joined:
    """Keep what the hub told; `BoxError` for what is no such thing, or cannot be kept: then nothing has changed."""
    found = told if isinstance(told, Mapping) else {}
    texts = {key: found.get(key) for key in ("broker", "table", "user", "password", "ca")}
    is_whole = all(isinstance(text, str) and 0 < len(text) < _LONGEST for text in texts.values())
    kept = {key: str(text) for key, text in texts.items()} | {"club": str(found.get("club", ""))[:60]}
    is_good = is_whole and _NAME.fullmatch(kept["table"]) and kept["ca"].startswith(_PEM)
    if not is_good or why_no_broker(kept["broker"]):
        raise BoxError("this is no hub of Pegwatch, or one of another version: look at the address")
    folder, fresh = data / FOLDER, data / f"{FOLDER}.new"
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o750)
        for name in ("password", "ca"):
            _write(fresh / ("ca.crt" if name == "ca" else name), kept.pop(name))
        _write(fresh / "club.json", json.dumps(kept, ensure_ascii=False))
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(fresh, folder)
    except OSError as error:
        raise BoxError(f"cannot write {folder}: {error.strerror}; is there room?") from error
    return joined(data) or Joined(kept["table"], kept["broker"])


def leave(data: Path) -> None:
    """The table belongs to no club any more."""
    shutil.rmtree(data / FOLDER, ignore_errors=True)


def _write(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o640)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
