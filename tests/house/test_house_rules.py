"""What the house promises about itself: doors, rooms, names, and a documented command line."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp  # import-linter's own: it brings it
import pytest
from click.testing import CliRunner

from pegwatch.cli import _HIDDEN, COMMANDS, group

ROOT = Path(__file__).parents[2]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
PACKAGES = ("cribbage", "firmware", "vision", "webui", "club", "pegwatch")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
LONGEST_MODULE = 600
LONGEST_FUNCTION = 75  # lines of its own: functions within it count for themselves


def test_every_room_imports_only_what_its_doors_allow() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]


def test_no_module_needs_itself_by_way_of_others() -> None:
    """Imports within functions and for types only count too: `CycleError` names the circle."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    TopologicalSorter({one: graph.find_modules_directly_imported_by(one) for one in graph.modules}).prepare()


def test_no_init_file_hides_a_real_package() -> None:
    for folder in ("tests", "systemd", "hardware"):
        assert not list((ROOT / folder).rglob("__init__.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_can_be_held_in_the_head(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE, f"{path} has more than {LONGEST_MODULE} lines"
    if text.strip() and path.name != "__init__.py":
        assert text.lstrip().startswith(('"""', "#!")), f"{path} does not say what it is for"


def own_lines(function: ast.AST) -> int:
    """How long a function is without those that stand in it."""
    inner = [node for node in ast.walk(function) if isinstance(node, FUNCTIONS) and node is not function]
    rows = {row for node in inner for row in range(node.lineno, (node.end_lineno or 0) + 1)}
    assert isinstance(function, FUNCTIONS)
    return sum(row not in rows for row in range(function.lineno, (function.end_lineno or 0) + 1))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_function_can_be_held_in_the_head(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    long = {node.name: own_lines(node) for node in ast.walk(tree) if isinstance(node, FUNCTIONS)}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FUNCTION} == {}, path


def test_a_function_s_own_lines_are_counted() -> None:
    tree = ast.parse("def a():\n    x = 1\n    def b():\n        y = 2\n        return y\n    return x\n")
    assert {node.name: own_lines(node) for node in ast.walk(tree) if isinstance(node, FUNCTIONS)} == {
        "a": 3,
        "b": 3,
    }


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in _HIDDEN])
def test_every_command_has_help_and_stands_on_the_page_of_commands(name: str) -> None:
    done = CliRunner().invoke(group, [name, "--help"])
    assert done.exit_code == 0, done.output
    assert "Usage:" in done.output
    assert len(done.output.splitlines()) > 5
    assert re.search(rf"pegwatch {name}\b", (ROOT / "docs/command-line.md").read_text(encoding="utf-8"))


def test_score_loads_neither_opencv_nor_flask() -> None:
    """A command loads what it needs: scoring a hand on a Pi must not wait for OpenCV."""
    code = (
        "import sys; from click.testing import CliRunner; from pegwatch.cli import group;"
        "r = CliRunner().invoke(group, ['score', '5H', '5S', 'JD', '5C', '--starter', '5D']);"
        "assert r.exit_code == 0, r.output; assert r.output.startswith('29'), r.output;"
        "assert not {'cv2', 'flask', 'gpiozero', 'numpy'} & set(sys.modules), 'too much is loaded'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
