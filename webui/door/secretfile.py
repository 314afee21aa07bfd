"""Small secret files of a data folder: only their owner may read them, and nobody ever reads half of one."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

from firmware.box.files import read_json
from webui.errors import WebError


class SecretFile:
    """One JSON value in a file of mode 600; without a path it lives in memory only. Thread-safe."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._value: Any = None
        self._stamp: tuple[int, int] | None = None

    def read(self) -> Any:
        """The value; None where there is none. A file that another process has replaced is read again."""
        with self._lock:
            if self._path is None:
                return self._value
            try:
                found = self._path.stat()
            except OSError:
                return None
            stamp = (found.st_mtime_ns, found.st_ino)
            if stamp != self._stamp:
                self._value, self._stamp = read_json(self._path), stamp
            return self._value

    def write(self, value: Any) -> None:
        """Replace the value; raise `WebError` where the disk refuses."""
        with self._lock:
            self._write(value)

    def _write(self, value: Any) -> None:
        if self._path is None:
            self._value = value
            return
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(value, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(file.fileno())
            os.replace(fresh, self._path)
        except OSError as error:
            raise WebError(
                f"cannot write {self._path}: {error.strerror}; make room, or run this as the user the page runs as"
            ) from error
