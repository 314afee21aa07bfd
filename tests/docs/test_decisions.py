"""DECISIONS.md: its index is that of its text, what replaced a decision is there, and the files it names exist."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import decisions  # noqa: E402

TEXT = decisions.DECISIONS.read_text(encoding="utf-8")


def test_the_index_is_that_of_the_text() -> None:
    assert decisions.with_index(TEXT) == TEXT, "run: make indexes"


def test_every_decision_has_a_number_of_its_own_and_no_heading_is_missed() -> None:
    numbers = [one.number for one in decisions.decisions(TEXT)]
    assert len(set(numbers)) == len(numbers)
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\b", TEXT, re.M)] == numbers


def test_what_replaced_or_narrowed_a_decision_is_another_one() -> None:
    found = {one.number: one for one in decisions.decisions(TEXT)}
    for one in found.values():
        assert set(one.later) <= set(found) - {one.number}, one


def test_a_file_that_a_decision_names_is_there() -> None:
    named = set(re.findall(r"`((?:[a-z_]+/)+[\w.-]+\.(?:py|md|toml|json|sh|patch|css|js))`", TEXT))
    assert len(named) > 20
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_a_status_is_read_and_nonsense_refused() -> None:
    head = f"# D\n\n{decisions.BEGINS}{decisions.ENDS}\n"
    text = (
        head
        + "**1 (2026-01-01, narrowed by 2; replaced by 3) One\nand a half.** x\n\n**2 (2026-01-02) Two:** y\n"
    )
    assert [(one.number, one.title, one.status) for one in decisions.decisions(text)] == [
        (1, "One and a half", "narrowed by 2; replaced by 3"),
        (2, "Two", "stands"),
    ]
    assert "| 1 | One and a half | narrowed by 2; replaced by 3 |\n" in decisions.with_index(text)
    with pytest.raises(ValueError, match="decision 1"):
        decisions.decisions("**1 (2026-01-01, forgotten) One.** x\n")
    with pytest.raises(ValueError, match="no place"):
        decisions.with_index("# D\n")
