"""The version of this program, as it was installed."""

from __future__ import annotations

import subprocess
from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _version() -> str:
    try:
        return version("pegwatch")
    except PackageNotFoundError:
        return "unknown"


VERSION: Final = _version()


def commit() -> str:
    """The commit of the checkout that the current folder is in, for a report's head; ``unknown`` outside of one."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"
