"""What README tells the owner of a Pi to type: the blocks of commands of its section, as they stand."""

from __future__ import annotations

from pathlib import Path

SECTION = "## On a Raspberry Pi"


def steps(readme: Path) -> list[list[str]]:
    """The section's blocks that run the program by hand, the commands of each; not the installer's, which rig
    B runs."""
    section = readme.read_text(encoding="utf-8").split(SECTION, 1)[1].split("\n## ", 1)[0]
    blocks: list[list[str]] = [[]]
    for line in section.splitlines():
        if line.startswith("    "):
            blocks[-1].append(line.strip())
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block and not block[0].startswith("sudo install/")]
