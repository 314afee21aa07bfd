"""What the house promises about itself: doors, rooms, names, and a documented command line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pegwatch.cli import _HIDDEN, COMMANDS, group

ROOT = Path(__file__).parents[2]
PACKAGES = ("cribbage", "firmware", "vision", "webui", "club", "pegwatch")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
LONGEST_MODULE = 400


def test_every_room_imports_only_what_its_doors_allow() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout[-3000:]


def test_no_init_file_hides_a_real_package() -> None:
    for folder in ("tests", "systemd", "hardware"):
        assert not list((ROOT / folder).rglob("__init__.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_can_be_held_in_the_head(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE, f"{path} has more than {LONGEST_MODULE} lines"
    if text.strip() and path.name != "__init__.py":
        assert text.lstrip().startswith(('"""', "#!")), f"{path} does not say what it is for"


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in _HIDDEN])
def test_every_command_has_help_and_stands_in_the_readme(name: str) -> None:
    done = CliRunner().invoke(group, [name, "--help"])
    assert done.exit_code == 0, done.output
    assert "Usage:" in done.output
    assert len(done.output.splitlines()) > 5
    assert re.search(rf"pegwatch {name}\b", (ROOT / "README.md").read_text(encoding="utf-8"))


def test_score_loads_neither_opencv_nor_flask() -> None:
    """A command loads what it needs: scoring a hand on a Pi must not wait for OpenCV."""
    code = (
        "import sys; from click.testing import CliRunner; from pegwatch.cli import group;"
        "r = CliRunner().invoke(group, ['score', '5H', '5S', 'JD', '5C', '--starter', '5D']);"
        "assert r.exit_code == 0, r.output; assert r.output.startswith('29'), r.output;"
        "assert not {'cv2', 'flask', 'gpiozero', 'numpy'} & set(sys.modules), 'too much is loaded'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
