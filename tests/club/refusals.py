"""What the director's desk refuses, as tests ask for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from club.errors import ClubError


def refused(text: str, order: Callable[[], object]) -> ClubError:
    """The refusal of an order, by the text that people are told (`club.error.TEXT`): one line, always."""
    with pytest.raises(ClubError) as caught:
        order()
    assert caught.value.text == f"club.error.{text}", caught.value
    assert "\n" not in str(caught.value)
    return caught.value
