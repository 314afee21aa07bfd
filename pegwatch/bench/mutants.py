"""Mutation testing in small: change one thing in a rule, run its tests, and say what nobody noticed.

python -m pegwatch.bench.mutants [remedies rule44 ...]

Comparisons, arithmetic, `and`/`or`, `not`, numbers and truth values are changed one at a time in a copy of the
package; a mutant that the tests let live is printed with its line. Each one costs a run of its module's tests.
"""

from __future__ import annotations

import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = {
    "remedies": ("test_remedies.py",),
    "rule44": ("test_rule_4_4.py", "test_judging_4_4.py"),
    "judging/backs": ("test_judging_4_4.py", "test_judging.py"),
    "muggins": ("test_rule_10_muggins.py",),
    "orders": ("test_orders.py",),
    "pegging": ("test_pegging.py", "test_rule_7_play.py"),
    "counting": ("test_counting.py",),
    "windows": ("test_rule_7_play.py", "test_rule_8_pegging.py", "test_rule_9_show.py", "test_profiles.py"),
}
"""Module of the rules -> the tests that have to notice."""

_OTHER: Final[dict[type, type]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """(line, what was changed, changed source) for each change of one thing."""
    tree = ast.parse(source)
    for index, node in enumerate(ast.walk(tree)):
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            target = next(n for i, n in enumerate(ast.walk(changed)) if i == index)
            _change(target)
            yield getattr(node, "lineno", 0), what, ast.unparse(ast.fix_missing_locations(changed))


def _changes(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
        return [f"{type(node.ops[0]).__name__} -> {_OTHER[type(node.ops[0])].__name__}"]
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _OTHER:
        return [f"{type(node.op).__name__} -> {_OTHER[type(node.op)].__name__}"]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ["not left out"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return [f"{node.value} -> {_other_value(node.value)}"]
    return []


def _other_value(value: int) -> int:
    return (not value) if isinstance(value, bool) else value + 1


def _change(node: ast.AST) -> None:
    if isinstance(node, ast.Compare):
        node.ops[0] = _OTHER[type(node.ops[0])]()
    elif isinstance(node, ast.BinOp | ast.BoolOp):
        node.op = _OTHER[type(node.op)]()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.UAdd()
        node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value = _other_value(node.value)


def survives(folder: Path, module: str, source: str) -> bool:
    """Whether the tests of a module pass with this source in its place."""
    (folder / "cribbage" / f"{module}.py").write_text(source, encoding="utf-8")
    tests = [str(ROOT / "tests" / "cribbage" / name) for name in TESTS[module]]
    pytest = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    env = os.environ | {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    words = [
        sys.executable,
        "-c",
        pytest,
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        f"pythonpath={folder}",
        *tests,
    ]
    return (
        subprocess.run(words, cwd=ROOT, env=env, capture_output=True, check=False, timeout=600).returncode
        == 0
    )


@click.command()
@click.argument("modules", nargs=-1, type=click.Choice(sorted(TESTS)))
def main(modules: tuple[str, ...]) -> None:
    """Try the mutants of MODULES (all of them unless named); survivors are printed with their lines."""
    for module in modules or TESTS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            shutil.copytree(
                ROOT / "cribbage", folder / "cribbage", ignore=shutil.ignore_patterns("__pycache__")
            )
            source = (ROOT / "cribbage" / f"{module}.py").read_text(encoding="utf-8")
            if not survives(folder, module, source):
                raise click.ClickException(
                    f"{module}: its tests fail as it is, so mutants would prove nothing"
                )
            tried, alive = 0, []
            for line, what, changed in mutants(source):
                tried += 1
                if survives(folder, module, changed):
                    alive.append(f"  line {line}: {what}")
        click.echo(f"{module}: {tried} mutants, {tried - len(alive)} noticed, {len(alive)} not")
        for text in alive:
            click.echo(text)


if __name__ == "__main__":
    main()
