"""Errors of the club's hub: each has the path of a sentence in the language files, and one line of English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


class ClubError(ValueError):
    """Something that cannot be done; `text` is the path of its sentence, `fill` what is filled in."""

    def __init__(self, text: str, message: str, **fill: Any) -> None:
        super().__init__(message)
        self.text = text
        self.fill = fill
        self.column = ""
        """The column of a list in which it stands, where that is known."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line of a list, and in which column ("" where it is not one, or the error names it)."""

    line: int
    error: ClubError
    column: str = ""


class ListError(ClubError):
    """A list that is not taken, with every line that is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        said = "; ".join(f"{_place(fault)}: {fault.error}" for fault in faults[:3])
        super().__init__("club.error.list", f"nothing was taken: {said}", n=len(faults))
        self.faults = tuple(faults)


def _place(fault: Fault) -> str:
    return f"line {fault.line}, column {fault.column}" if fault.column else f"line {fault.line}"


class StoreError(Exception):
    """The store cannot be used; one line that says why and how to fix it."""
