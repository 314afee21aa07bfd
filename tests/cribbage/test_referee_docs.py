"""The documentation of the referee shows the tables that the code works by."""

from __future__ import annotations

from pathlib import Path

import pytest

from cribbage.game import Doubt
from cribbage.muggins import MUGGINS_ENDS
from cribbage.windows import TABLES, as_markdown

TEXT = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", [*TABLES.values(), MUGGINS_ENDS], ids=[*TABLES, "muggins"])
def test_windows_are_documented_as_they_are(table: dict[str, object]) -> None:
    assert as_markdown(table) in TEXT  # type: ignore[arg-type]


@pytest.mark.parametrize("doubt", Doubt)
def test_every_doubt_is_documented(doubt: Doubt) -> None:
    assert f"| `{doubt.name}` | {doubt.value} |" in TEXT
