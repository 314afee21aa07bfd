"""Numbers as they are said."""

from __future__ import annotations

from cribbage.words import in_words


def test_numbers_as_they_are_said() -> None:
    assert [in_words(n) for n in (0, 1, 15, 19, 20, 21, 30, 31, 90, 99)] == [
        "nothing", "one", "fifteen", "nineteen", "twenty", "twenty-one", "thirty", "thirty-one", "ninety",
        "ninety-nine",
    ]  # fmt: skip


def test_numbers_that_are_never_said_stay_digits() -> None:
    assert [in_words(n) for n in (-1, 100, 121)] == ["-1", "100", "121"]
