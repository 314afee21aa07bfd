"""Colours: on a terminal, unless NO_COLOR is set to anything or the terminal is a dumb one; not in files and pipes.

`painted` marks text; `click.echo` takes the marks out where `choice` or the stream says so.
"""

from __future__ import annotations

import os
from typing import Final

import click

_OF: Final = {
    "ok": "green", "good": "green", "warning": "yellow", "slow": "yellow", "alarm": "red", "bad": "red",
}  # fmt: skip


def choice() -> bool | None:
    """What to hand to click as ``color``: False: none at all; None: wherever a terminal reads."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def painted(text: str, severity: str) -> str:
    """The text in the colour of a severity or grade; unchanged where that has none (a note)."""
    colour = _OF.get(severity)
    return text if colour is None else click.style(text, fg=colour, bold=severity in ("alarm", "bad"))
