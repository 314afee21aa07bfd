"""What the processes write down about themselves: one line for each thing, ``key=value``, easy to read and to search.

    t=2026-11-21T02:30:00.120Z level=warning part=board at="g3 d5 dealer B | A 45,40 ..." say="camera: covered"

`at` is the position's text form where the process knows it. Lines go to standard error: the supervisor keeps them in
the run folder, systemd in its journal (with their gravity, by the ``<N>`` in front that it understands).
"""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

_PLAIN: Final = re.compile(r"[\w.,:/+-]+")
_GRAVITY: Final = {"DEBUG": 7, "INFO": 6, "WARNING": 4, "ERROR": 3, "CRITICAL": 2}


class KeyValue(logging.Formatter):
    """Formats a record as ``key=value``; a stack trace becomes one value, with its line ends escaped."""

    def __init__(self, part: str, position: Callable[[], str], systemd: bool = False) -> None:
        super().__init__()
        self._part = part
        self._position = position
        self._systemd = systemd

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = self._position()
        pairs = {} if self._systemd else {"t": _stamp(record.created)}
        pairs |= {"level": record.levelname.lower(), "part": self._part, "where": record.name}
        pairs |= {"at": at} if at else {}
        pairs["say"] = record.getMessage()
        if record.exc_info:
            pairs["trace"] = self.formatException(record.exc_info)
        line = " ".join(f"{key}={_value(value)}" for key, value in pairs.items())
        return f"<{_GRAVITY.get(record.levelname, 6)}>{line}" if self._systemd else line


def _stamp(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)) + f".{int(at % 1 * 1000):03d}Z"


def _value(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def set_up_logs(part: str, level: str = "info", position: Callable[[], str] = str) -> None:
    """From now on everything this process logs goes to standard error, in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(KeyValue(part, position, systemd="JOURNAL_STREAM" in os.environ))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def knows_position(position: Callable[[], str]) -> None:
    """From now on every line carries what this function says."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler.formatter, KeyValue):
            handler.formatter._position = position


def rotate(log: Path, kb: int, keep: int) -> bool:
    """Start a new log once it has grown to `kb`; the older ones are NAME.1 (the newest), NAME.2 ...

    The one who writes appends, and goes on at the front: what it writes between copy and cut is lost, a line at most.
    """
    try:
        if not log.exists() or log.stat().st_size < kb * 1024:
            return False
        for number in range(keep, 0, -1):
            older = log.with_name(f"{log.name}.{number}")
            source = log if number == 1 else log.with_name(f"{log.name}.{number - 1}")
            if source.exists():
                shutil.copyfile(source, older) if number == 1 else os.replace(source, older)
        os.truncate(log, 0)
    except OSError:
        return False
    return True
