"""The page of rules: every rule is named by a test, and asked about, done or at least told somewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = ROOT.parent / "shared" / "spec" / "rule-profiles.md"
sys.path.insert(0, str(ROOT / "docs"))
import rule_map  # noqa: E402

ONLY_TOLD = {
    "1.2", "1.4", "1.5.e", "2.2", "2.3", "3.1.a", "3.1.b", "3.1.c", "3.2.a", "4.2.a", "4.2.b", "4.2.c", "6.4", "9.1",
    "10.2", "14.2",
}  # fmt: skip
"""Rules that `pegwatch rules` tells and no code cites: about shuffling, cutting and sitting, or data of a profile."""


@pytest.mark.parametrize("number", rule_map.rules())
def test_every_rule_is_named_by_a_test(number: str) -> None:
    assert rule_map.tests_of(number)


def test_every_rule_is_asked_about_or_done_but_those_that_are_only_told() -> None:
    placed = {**rule_map.asked(), **rule_map.places()}
    assert {number for number in rule_map.rules() if not rule_map.nearest(number, placed)} <= ONLY_TOLD


@pytest.mark.skipif(not SPEC.is_file(), reason="the specification is not beside this checkout")
def test_every_row_of_the_specification_is_on_the_page() -> None:
    rows = re.findall(r"^\| (\d+\.\d+(?:\.[a-z])?)", SPEC.read_text(encoding="utf-8"), re.M)
    assert len(rows) > 80
    assert [row for row in rows if row not in rule_map.rules()] == []


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("test_8_4_c_1_the_opponent_claims_it", {"8.4.c"}),
        ("test_9_2_c_and_e_points_are_retracted", {"9.2.c", "9.2.e"}),
        ("test_rule_12_2_a_b_c_by_its_letters", {"12.2.a", "12.2.b", "12.2.c"}),
        ("test_8_5_b_8_5_c_8_7_8_8", {"8.5.b", "8.5.c", "8.7", "8.8"}),
        ("test_2_1_3_3_a_b_the_bottom_card", {"2.1", "3.3.a", "3.3.b"}),
        ("test_7_1_e_a_card_over_thirty_one", {"7.1.e"}),
        ("test_2020_knows_no_lunch_on_its_pages", set()),
        ("test_row_9_of_the_play", set()),
        ("test_99_9_no_such_rule", set()),
    ],
)
def test_rules_are_read_from_the_names_of_tests(name: str, found: set[str]) -> None:
    assert rule_map.rules_named(name) == found


def test_the_page_names_each_rule_once_and_no_sentence_of_a_book() -> None:
    page = rule_map.rule_page()
    rows = re.findall(r"^\| (\d+\.\d+(?:\.[a-j])?) \|", page, re.M)
    assert rows == list(rule_map.rules())
    assert "| 7.1.e | 7.1.e | `over-31`" in page
    assert "| alberta-55plus | 12.b | 4.4.a, 4.4 |" in page
