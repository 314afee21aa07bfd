"""Mutation testing in small: change one thing in a rule, run its tests, and say what nobody noticed.

python -m pegwatch.bench.mutants [book/remedies book/rule44 ...] [--only LINE]

One thing is changed at a time in a copy of the package: comparisons, arithmetic, `and`/`or`, `not`, numbers, truth
values, `min`/`max`, `any`/`all`, members of the tables' enums (whose act it is, what it closes), and statements that
are left out. A mutant that the module's tests let live is printed with its line. The pages drawn from the tables do
not count as a test: they would notice any change of a table, right or wrong.

Each mutant is judged in a process of its own, forked from one that has loaded pytest but nothing of ours.
"""

from __future__ import annotations

import ast
import copy
import os
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import AT_LEAST_ONE, start

ROOT: Final = Path(__file__).resolve().parents[2]
AT_THE_TABLE: Final = (
    "test_rule_7_play.py",
    "test_rule_8_pegging.py",
    "test_rule_9_show.py",
    "test_rule_10_windows.py",
    "test_rule_10_muggins.py",
    "test_books_at_the_table.py",
    "test_referee_rulings.py",
    "test_referee_unseen.py",
    "test_more_than_two.py",
    "test_rule_9_order_of_four.py",
    "test_profiles.py",
    "test_referee_clumsy.py",
)
TESTS: Final = {
    "score/counting": ("test_counting.py",),
    "score/pegging": ("test_pegging.py",),
    "book/windows": AT_THE_TABLE,
    "book/claimtable": ("test_rule_10_windows.py", "test_profile_rows.py", "test_profiles.py"),
    "book/remedies": ("test_remedies.py", "test_rule_10_muggins.py", "test_judging.py"),
    "book/muggins": (
        "test_rule_10_muggins.py",
        "test_rule_10_windows.py",
        "test_remedies.py",
        "test_referee_rulings.py",
        "test_more_than_two.py",
    ),
    "book/rule44": ("test_rule_4_4.py", "test_judging_4_4.py"),
    "judging/backs": ("test_judging_4_4.py", "test_judging.py"),
    "book/orders": ("test_orders.py",),
}
"""Module of the rules -> the tests that have to notice, the likeliest first."""

MOST_CPU_S: Final = 90
"""Seconds of processor time; a mutant that takes more does not come to an end, and so has been noticed."""

_OTHER: Final[dict[type, type]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
_OTHER_NAME: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OTHER_MEMBER: Final = {
    "By": {"ANY": "OWNER", "OWNER": "OPPONENT", "OPPONENT": "ANY"},
    "Part": {"BOTH": "MISSED", "MISSED": "BOTH"},
    "Act": {
        "CARD": "PEGGED", "PEGGED": "COUNTED", "COUNTED": "CARD", "ACCEPTED": "CLEARED", "CRIB_SHOWN": "CLEARED",
        "CLEARED": "DEAL_OVER", "DEAL_OVER": "NEXT_CUT", "NEXT_CUT": "DEAL_OVER",
        "MUGGINS": "CARD", "SCORED": "PEGGED",
    },
}  # fmt: skip


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """(line, what was changed, changed source) for each change of one thing.

    Decorators stay as they are: whether a value is frozen or slotted is no rule.
    """
    tree = ast.parse(source)
    decorators = {
        id(n) for node in ast.walk(tree) for d in getattr(node, "decorator_list", ()) for n in ast.walk(d)
    }
    for index, node in enumerate(ast.walk(tree)):
        if id(node) in decorators:
            continue
        for what in _changes(node):
            changed = copy.deepcopy(tree)
            _change(next(n for i, n in enumerate(ast.walk(changed)) if i == index))
            yield getattr(node, "lineno", 0), what, ast.unparse(ast.fix_missing_locations(changed))
        for field, number in _lines(node):
            changed = copy.deepcopy(tree)
            body = getattr(next(n for i, n in enumerate(ast.walk(changed)) if i == index), field)
            left_out = body[number]
            body[number] = ast.Pass()
            text = ast.unparse(left_out).partition("\n")[0]
            yield left_out.lineno, f"left out: {text}", ast.unparse(ast.fix_missing_locations(changed))


def _lines(node: ast.AST) -> list[tuple[str, int]]:
    """Statements that may be left out: calls, jumps, additions; where they stand in a function's body."""
    return [
        (field, number)
        for field in ("body", "orelse")
        if isinstance(getattr(node, field, None), list)
        for number, line in enumerate(getattr(node, field))
        if isinstance(line, ast.Continue | ast.Break | ast.AugAssign | ast.Raise)
        or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Call))
        or (isinstance(line, ast.Return) and isinstance(node, ast.If))
        or (isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Attribute | ast.Tuple))
    ]


def _changes(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
        return [
            f"{type(node.ops[0]).__name__} -> {_OTHER[type(node.ops[0])].__name__} in {ast.unparse(node)}"
        ]
    if isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in _OTHER:
        return [f"{type(node.op).__name__} -> {_OTHER[type(node.op)].__name__} in {ast.unparse(node)}"]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [f"not left out in {ast.unparse(node)}"]
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return [f"{node.value} -> {_other_value(node.value)}"]
    if isinstance(node, ast.Name) and node.id in _OTHER_NAME:
        return [f"{node.id} -> {_OTHER_NAME[node.id]}"]
    if isinstance(node, ast.Attribute) and _other_member(node):
        return [f"{ast.unparse(node)} -> {_other_member(node)}"]
    return []


def _other_member(node: ast.Attribute) -> str | None:
    return _OTHER_MEMBER.get(node.value.id, {}).get(node.attr) if isinstance(node.value, ast.Name) else None


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
    elif isinstance(node, ast.Name):
        node.id = _OTHER_NAME[node.id]
    elif isinstance(node, ast.Attribute):
        node.attr = _other_member(node) or node.attr


def survives(folder: Path, module: str, source: str) -> bool:
    """Whether the tests of a module pass with this source in its place."""
    (folder / "cribbage" / f"{module}.py").write_text(source, encoding="utf-8")
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os._exit(_judge(folder, module))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def _judge(folder: Path, module: str) -> int:
    """In the forked process: run the tests of a module on the package in `folder`."""
    import pytest

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    os.chdir(ROOT)
    sys.dont_write_bytecode = True  # two mutants may be of one size and one second
    sys.path.insert(0, str(folder))
    tests = [str(ROOT / "tests" / "cribbage" / name) for name in TESTS[module]]
    return pytest.main(
        [
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "--assert=plain",
            "-o",
            f"pythonpath={folder}",
            "-o",
            "timeout=0",
            *tests,
        ]
    )


@click.command()
@click.argument("modules", nargs=-1, metavar="[MODULE]...", type=OneOf(sorted(TESTS)))
@click.option("--only", type=AT_LEAST_ONE, help="Only the mutants of this line.")
@click.option("--list", "listed", is_flag=True, help="Only say what would be changed.")
@json_option("each module (with --list: each mutant)", "module")
def main(modules: tuple[str, ...], only: int | None, listed: bool, as_json: bool) -> None:
    """Change one thing at a time in a MODULE of the rules (or in all); print what no test noticed."""
    if not listed:
        import hypothesis  # noqa: F401
        import pytest  # noqa: F401
    for module in modules or TESTS:
        source = (ROOT / "cribbage" / f"{module}.py").read_text(encoding="utf-8")
        some = [mutant for mutant in mutants(source) if only in (None, mutant[0])]
        if listed:
            rows = ({"module": module, "line": line, "what": what} for line, what, _ in some)
            show(rows, as_json, "{0[module]} line {0[line]}: {0[what]}".format)
            continue
        with tempfile.TemporaryDirectory() as name:
            alive = _try(Path(name), module, source, some, as_json)
        found = {"module": module, "mutants": len(some), "noticed": len(some) - len(alive), "alive": alive}
        show_one(found, as_json, _said)


def _said(row: Row) -> str:
    alive = [f"  line {line}: {what}" for line, what in row["alive"]]
    head = f"{row['module']}: {row['mutants']} mutants, {row['noticed']} noticed, {len(alive)} not"
    return "\n".join([head, *alive])


def _try(
    folder: Path, module: str, source: str, some: list[tuple[int, str, str]], as_json: bool
) -> list[tuple[int, str]]:
    shutil.copytree(ROOT / "cribbage", folder / "cribbage", ignore=shutil.ignore_patterns("__pycache__"))
    if not survives(folder, module, source):
        raise click.ClickException(f"{module}: its tests fail as it is, so mutants would prove nothing")
    tried = along(some, module, len(some), quiet=as_json)
    return [(line, what) for line, what, changed in tried if survives(folder, module, changed)]


if __name__ == "__main__":
    start(main)
