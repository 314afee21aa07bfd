"""Errors of the box: each message is one line that says what is wrong and how to fix it."""

from __future__ import annotations


class BoxError(Exception):
    """Base of the errors of journal, pulse and settings."""


class JournalError(BoxError):
    """The journal cannot be opened, read or written."""


class DamagedRecord(JournalError):
    """What was asked for is not what was written; what else the journal holds can be read all the same."""
