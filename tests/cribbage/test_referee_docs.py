"""The documentation of the referee shows the tables that the code works by."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from cribbage.book.claimtable import CLAIMS, Moment, claims_as_markdown
from cribbage.book.game import Doubt
from cribbage.book.saidaloud import MUGGINS_ENDS
from cribbage.book.windows import ACC, TABLES, Act, as_markdown

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "referee.md").read_text(encoding="utf-8")
SPEC = Path(__file__).parents[3] / "shared" / "spec" / "rule-profiles.md"


@pytest.mark.parametrize("table", [*TABLES.values(), MUGGINS_ENDS], ids=[*TABLES, "muggins"])
def test_windows_are_documented_as_they_are(table: dict[str, object]) -> None:
    assert as_markdown(table) in TEXT  # type: ignore[arg-type]


@pytest.mark.parametrize("doubt", Doubt)
def test_every_doubt_is_documented(doubt: Doubt) -> None:
    assert f"| `{doubt.name}` | {doubt.value} |" in TEXT


def test_every_claim_and_correction_is_documented_as_it_is() -> None:
    assert claims_as_markdown() in TEXT


def test_the_diagram_is_the_one_that_the_table_gives() -> None:
    """Fix it with `python docs/draw_windows.py`."""
    drawing = runpy.run_path(str(DOCS / "draw_windows.py"))["drawing"]
    assert (DOCS / "pictures" / "windows.svg").read_text(encoding="utf-8") == drawing()


@pytest.mark.parametrize("window", [window for window in CLAIMS if window.kind], ids=lambda w: w.claim)
def test_10_2_what_the_referee_closes_is_told_by_its_own_table(window: object) -> None:
    kind = window.kind  # type: ignore[attr-defined]
    table = MUGGINS_ENDS if kind.startswith("muggins ") else ACC
    ends = [end for end in table[kind.removeprefix("muggins ")] if end.act is not Act.DEAL_OVER]
    for end in ends:
        assert end.act.value in window.closes  # type: ignore[attr-defined]
    assert ends


def test_10_2_windows_run_forward_and_every_moment_has_its_words() -> None:
    assert all(window.span[0] <= window.span[1] for window in CLAIMS)
    assert all(moment.label for moment in Moment)


@pytest.mark.skipif(not SPEC.is_file(), reason="the specification is not there")
def test_10_2_has_a_window_for_each_row_of_the_specification() -> None:
    text = SPEC.read_text(encoding="utf-8").split("### 10.2 ")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (?!claim|---)([^|]+) \|", text, re.M)
    assert len(rows) == 26
    assert len(CLAIMS) >= len(rows)
    told = " ".join(window.claim for window in CLAIMS)
    for word in (
        "cut",
        "dealer",
        "discard",
        "column A",
        "crib on the wrong side",
        "heels",
        "lead",
        "thirty-one",
        "go",
        "renege",
        "count",
        "in the play",
        "too few",
        "pone's hand",
        "dealer's hand",
        "false claim",
        "muggins",
        "pack",
        "third judge",
        "lunch",
        "playoff",
    ):
        assert word in told, word
