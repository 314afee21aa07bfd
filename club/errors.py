"""Errors of the club's hub: each has the path of a sentence in the language files, and one line of English."""

from __future__ import annotations

from typing import Any


class ClubError(ValueError):
    """Something that cannot be done; `text` is the path of its sentence, `fill` what is filled in."""

    def __init__(self, text: str, message: str, **fill: Any) -> None:
        super().__init__(message)
        self.text = text
        self.fill = fill


class StoreError(Exception):
    """The store cannot be used; one line that says why and how to mend it."""
