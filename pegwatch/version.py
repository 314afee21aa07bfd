"""The version of this program, as it was installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _version() -> str:
    try:
        return version("pegwatch")
    except PackageNotFoundError:
        return "unknown"


VERSION: Final = _version()
