"""Turning what went wrong into one line for a person."""

from __future__ import annotations

from typing import Final

from cribbage.errors import CribbageError
from firmware.box.errors import BoxError
from firmware.box.refusal import NO_ROOM

_MAKE_ROOM: Final = "make room on that disk, and start again: nothing in the journal is lost"


class PegwatchError(Exception):
    """Something a person can fix; the message is the one line that says what and how."""


_SPEAKING_BASES = (
    "ClubError",
    "StoreError",
    "BoardError",
    "CameraError",
    "WebError",
    "ReaderError",
    "BoardMapError",
    "BadLayout",
    "OutputFailed",
)


def explain(error: Exception) -> str:
    """One line: the message of an error made for people, or a plain word on one that was not."""
    if isinstance(error, PegwatchError | CribbageError | BoxError) or _speaks(error):
        return " ".join(str(error).split())
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        fix = f"; {_MAKE_ROOM}" if error.errno in NO_ROOM else ""
        return f"{where}{error.strerror or error}{fix}"
    return (
        f"a fault in Pegwatch itself ({type(error).__name__}: {' '.join(str(error).split())}); nothing in the "
        "journal is lost. Run it again with PEGWATCH_DEBUG=1 for the details to report"
    )


def _speaks(error: Exception) -> bool:
    """Errors of the rooms, by the name of their base: none of them need be imported to say so."""
    return any(base.__name__ in _SPEAKING_BASES for base in type(error).__mro__)
