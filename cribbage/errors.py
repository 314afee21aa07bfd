"""Errors of the rules package. A player's mistake is a verdict, never an exception: these are bad input only."""

from __future__ import annotations

from cribbage.sentences import sentence


class CribbageError(ValueError):
    """Base of every error raised by `cribbage`; its message is one line that says what is wrong."""


class UnknownCard(CribbageError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        super().__init__(
            sentence(
                "unknown card {card}: write rank and suit, A 2-9 T J Q K and C D H S, for example 5H or TS",
                card=repr(text[:20]),
            )
        )


class BadHand(CribbageError):
    """Cards that cannot be together: one of them twice, or the wrong number of them."""


class BadLog(CribbageError):
    """A table log that cannot be read; the message names the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


class UnknownProfile(CribbageError):
    """A rule profile that does not exist."""
