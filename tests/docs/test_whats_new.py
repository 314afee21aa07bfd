"""What's new: the page of each release says what the changelog says, by whom it matters to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))
import whats_new  # noqa: E402

TEXT = whats_new.CHANGELOG.read_text(encoding="utf-8")


def test_the_pages_are_those_of_the_changelog() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in whats_new.PAGES.glob("*.md")}
    assert kept == dict(whats_new.pages(TEXT)), "run: make indexes"


@pytest.mark.parametrize("release", whats_new.releases(TEXT), ids=lambda release: release.version)
def test_a_release_is_sorted_by_whom_it_matters_to(release: whats_new.Release) -> None:
    assert set(release.groups) <= set(whats_new.GROUPS)
    for bullets in release.groups.values():
        assert all(whats_new.told(bullet) for bullet in bullets)
    if release.is_out:
        assert release.unsorted == [], "sort what is new before it is released"


def test_the_version_of_the_program_has_its_page() -> None:
    version = next(
        line.split('"')[1]
        for line in (ROOT / "pyproject.toml").read_text().splitlines()
        if line[:7] == "version"
    )
    assert version in [release.version for release in whats_new.releases(TEXT)]


def test_an_entry_is_told_by_its_bold_sentence_and_the_next_one() -> None:
    text = (
        "# C\n\n## 2.0 (2027-01-01)\n\n### Clubs\n\n"
        "* **Paper.** See [it](a.md); also\n  A4. More.\n\n## 1.0\n\n* x\n"
    )
    new, old = whats_new.releases(text)
    assert [whats_new.told(bullet) for bullet in new.groups["Clubs"]] == [("Paper.", "See it")]
    assert "* **Paper.** See it.\n" in whats_new.page(new)
    assert (old.version, old.unsorted) == ("1.0", ["x"])
    with pytest.raises(ValueError, match="no bold sentence"):
        whats_new.told("plain")
