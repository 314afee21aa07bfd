"""What the page for a Pi and the installer ask of a Pi's package archive is what the program imports, and no more."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ("firmware", "vision", "webui", "club", "pegwatch", "cribbage")
OF_THE_SYSTEM = {"venv"}


def test_every_library_that_a_pi_is_asked_for_is_used() -> None:
    """spidev had been asked for by all three and was imported by nothing: lgpio brings SPI with it."""
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["pi"]
    asked = {re.split(r"[<>=]", line)[0] for line in extra}
    for file in ("docs/on-a-raspberry-pi.md", "install/pegwatch-install"):
        named = set(re.findall(r"python3-(\w+)", (ROOT / file).read_text())) - OF_THE_SYSTEM
        assert named == asked, file
    code = "\n".join(path.read_text() for room in SOURCES for path in (ROOT / room).rglob("*.py"))
    for library in asked:
        assert re.search(rf'^\s*import {library}\b|^FACTORY.*"{library}"', code, re.M), library
