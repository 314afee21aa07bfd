"""Errors of the page: each message is one line that says what is wrong and how to fix it."""

from __future__ import annotations

from typing import Any


class WebError(Exception):
    """The page cannot be served; the message says why and what to do."""


class PostError(WebError, ValueError):
    """Something posted that cannot be used: the path of the text that says so, and what it is filled with.

    `why` is the detail that every text may have; further names are those of the text.
    """

    def __init__(self, text: str, why: str = "", **fill: Any) -> None:
        super().__init__(text)
        self.text = text
        self.fill = {"why": why} | fill
