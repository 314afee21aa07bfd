"""What `docs/on-a-raspberry-pi.md` tells the owner of a Pi to type: its blocks of commands, as they stand."""

from __future__ import annotations

from pathlib import Path

SECTION = "## By hand"
PAGE = Path(__file__).parents[2] / "docs" / "on-a-raspberry-pi.md"


def steps(page: Path = PAGE) -> list[list[str]]:
    """The blocks that run the program by hand, the commands of each; not the installer's, which rig B runs."""
    section = page.read_text(encoding="utf-8").split(SECTION, 1)[1].split("\n## ", 1)[0]
    blocks: list[list[str]] = [[]]
    for line in section.splitlines():
        if line.startswith("    "):
            blocks[-1].append(line.strip())
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]
