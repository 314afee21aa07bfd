"""Small files in the run folder, replaced in one step so that nobody ever reads half of one."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any


def put_json(path: Path, value: Any) -> bool:
    """Replace a file by a value as JSON; False where the disk refuses: what lies in the run folder can be missed."""
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(json.dumps(value, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
        os.replace(fresh, path)
    except OSError:
        return False
    return True


def read_json(path: Path) -> Any:
    """The value in a file; None if there is none that can be read."""
    with contextlib.suppress(OSError, ValueError):
        return json.loads(path.read_text(encoding="utf-8"))
    return None
