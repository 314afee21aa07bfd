"""Mistyped commands and choices: the error names the nearest right one. (click does it for options itself.)"""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import Any

import click


def nearest(wrong: str, right: Collection[str]) -> str:
    """A question to put behind an error: `` Did you mean 'club'?``; empty where nothing is near, or nothing is
    wrong."""
    near = [] if wrong in right else get_close_matches(wrong.lower(), right, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


class OneOf(click.Choice[str]):
    """A choice whose error asks whether the nearest one was meant."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """The error with the guess behind it."""
        return super().get_invalid_choice_message(value, ctx) + nearest(str(value), self.choices)
