"""Makes a page for each release from CHANGELOG.md, for people: `python docs/whats_new.py`.

A release is a heading `## VERSION ...`, a group `### Who it matters to`, an entry a bullet that begins with a bold
sentence. The pages have those sentences by group; the changelog keeps the rest. Bullets above the first group are
the newest ones of a release that is not out yet: they wait until somebody sorts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"
PAGES = ROOT / "docs" / "whats-new"
GROUPS: Final = ("Players", "Clubs", "Judges", "Makers", "Programs and helpers")
_LEAD = re.compile(r"\*\*(.+?)\*\*(?:\s+(.*))?", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.;?!])\s")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


@dataclass
class Release:
    """One version of the changelog: bullets by group, and those above every group."""

    version: str
    note: str
    groups: dict[str, list[str]] = field(default_factory=dict)
    unsorted: list[str] = field(default_factory=list)

    @property
    def is_out(self) -> bool:
        """Whether it has been released."""
        return "unreleased" not in self.note


def releases(text: str) -> list[Release]:
    """All releases of a changelog, in its order."""
    found: list[Release] = []
    group: list[str] = []
    for line in text.splitlines():
        if line.startswith("## "):
            version, _, note = line[3:].partition(" ")
            found.append(Release(version, note.strip(" ()")))
            group = found[-1].unsorted
        elif line.startswith("### "):
            group = found[-1].groups.setdefault(line[4:].strip(), [])
        elif line.startswith("* "):
            group.append(line[2:])
        elif line.startswith("  ") and group:
            group[-1] += " " + line.strip()
    return found


def told(bullet: str) -> tuple[str, str]:
    """The bold sentence of a bullet and the sentence after it; ValueError where it has no bold sentence."""
    match = _LEAD.match(bullet)
    if match is None:
        raise ValueError(f"no bold sentence begins this entry: {bullet[:60]}")
    rest = _LINK.sub(r"\1", match[2] or "")
    return match[1], _SENTENCE.split(rest, maxsplit=1)[0].rstrip(":;") if rest else ""


def page(release: Release) -> str:
    """What is new in one release, a page of Markdown."""
    title = f"# What’s new in {release.version}"
    lines = [title, "", "<!-- Written by docs/whats_new.py from CHANGELOG.md: change that. -->", ""]
    if not release.is_out:
        lines += ["Not released yet. Nothing of it has run on a real Raspberry Pi.", ""]
    for group, bullets in release.groups.items():
        lines += [f"## {group}", ""]
        for bullet in bullets:
            lead, more = told(bullet)
            lines.append(f"* **{lead}** {more}{'' if not more or more[-1] in '.?!' else '.'}".rstrip())
        lines.append("")
    return "\n".join([*lines, "Everything, with its options: [the changelog](../../CHANGELOG.md).", ""])


def index(found: list[Release]) -> str:
    """The page that leads to all releases."""
    names = [release.version for release in found]
    listed = "\n".join(f"* [{name}]({name}.md)" for name in names)
    tree = "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```"
    return f"# What’s new\n\nA page for each release, by whom it matters to.\n\n{listed}\n\n{tree}\n"


def pages(text: str) -> Mapping[str, str]:
    """Every file of the folder by its name."""
    found = releases(text)
    return {"index.md": index(found)} | {f"{release.version}.md": page(release) for release in found}


def written() -> Iterator[Path]:
    """Write them; the paths that were written."""
    PAGES.mkdir(exist_ok=True)
    for name, text in pages(CHANGELOG.read_text(encoding="utf-8")).items():
        (PAGES / name).write_text(text, encoding="utf-8")
        yield PAGES / name


if __name__ == "__main__":
    for each in written():
        print(each)
