"""The documentation: it builds without a warning, its examples run, its links lead somewhere, nothing is left out."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cribbage.book.windows import _STANDS
from cribbage.log.verdicts import Code
from pegwatch.cli import group
from pegwatch.manual import commands_page

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
WRITTEN = ("commands.md", "rules.md")
NOTES = sorted((ROOT / "vision" / "notes").glob("*.md"))
PAGES = [page for page in DOCS if page.name not in WRITTEN] + sorted(ROOT.glob("*.md")) + NOTES
_EXAMPLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def _examples() -> list[tuple[str, str, str]]:
    """(page, command, what it prints) of every console example."""
    found = []
    for page in PAGES:
        for block in _EXAMPLE.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((page.name, command, output))
    return found


def test_the_ways_through_the_house_lead_along_functions_that_are_there() -> None:
    ways = (ROOT / "docs/architecture.md").read_text(encoding="utf-8").partition("## Four ways")[2]
    steps = re.findall(r"^    (\S+\.py) +(\w+(?:, \w+)*) ", ways, re.MULTILINE)
    assert len(steps) == len(re.findall(r"^    \S", ways, re.MULTILINE)) > 30
    for path, names in steps:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        there = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        assert set(names.split(", ")) <= there, path


@pytest.mark.parametrize(("page", "command", "output"), _examples())
def test_an_example_prints_what_the_page_says(page: str, command: str, output: str) -> None:  # noqa: ARG001
    python = shlex.quote(sys.executable)
    shell = f'pegwatch() {{ {python} -m pegwatch "$@"; }}; {command}'
    done = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.stdout == output, done.stderr


def test_there_are_examples_to_run() -> None:
    assert len(_examples()) >= 4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_within_the_repository_leads_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert "pegwatch score" in (tmp_path / "commands.html").read_text(encoding="utf-8")


def test_every_command_and_option_stands_in_the_reference() -> None:
    text = commands_page()

    def look(command: click.Command, name: str) -> None:
        assert f"# {name}\n" in text
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.help, f"{name} {option.opts[0]} has no help"
                assert option.opts[0] in text
        if isinstance(command, click.Group):
            context = click.Context(command)
            for inner in command.list_commands(context):
                found = command.get_command(context, inner)
                if found is not None and inner != "process":
                    look(found, f"{name} {inner}")

    look(group, "pegwatch")


def _commands_named(page: Path) -> list[tuple[str, list[str]]]:
    """(command with its options, its words) of every `pegwatch ...` in code on a page."""
    text = page.read_text(encoding="utf-8")
    code = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^(?:    |\$ )(.*)$", text, re.M)
    found = []
    for line in code:
        for call in re.findall(
            r"(?<![-/\w])pegwatch ((?:[a-z][a-z-]*)(?:[^\S\n].*)?)$", line.split("   #")[0]
        ):
            words = re.split(r"\s+", re.split(r"[|>;]| {2,}", call)[0].strip())
            found.append((call, words))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_and_option_that_a_page_names_is_there(page: Path) -> None:
    for call, words in _commands_named(page):
        command: click.Command = group
        context = click.Context(group)
        rest = list(words)
        while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
            inner = command.get_command(context, rest.pop(0))
            if inner is None:
                assert command is not group, f"{page.name}: pegwatch {call}"
                break
            command = inner
        known = {opt for one in command.params for opt in (*one.opts, *one.secondary_opts)} | {
            "--help",
            "--version",
        }
        for word in rest:
            option = re.match(r"--[a-z][a-z0-9-]*", word)
            assert option is None or option[0] in known, f"{page.name}: pegwatch {call}"


@pytest.mark.parametrize("code", Code)
def test_every_verdict_is_documented(code: Code) -> None:
    assert f"| `{code.value}` |" in (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("code", Code)
def test_the_page_and_the_documentation_name_the_same_rule_of_a_verdict(code: Code, lang: str) -> None:
    """The page prints the rule of the verdict itself, and where that has none the one of its texts."""
    rows = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8").splitlines()
    (row,) = (row for row in rows if row.startswith(f"| `{code.value}` |"))
    told = row.split("|")[5]
    texts = json.loads((ROOT / "webui" / "static" / f"{lang}.json").read_text(encoding="utf-8"))["verdict"]
    rule = texts.get(code.value, {}).get("rule")
    if rule:
        written = re.findall(r"\d+(?:\.\d+)*(?:\.[a-z])?", told)
        assert any(one.startswith(rule) or rule.startswith(one) for one in written), (rule, told)


def test_too_much_that_stands_has_the_rules_that_the_documentation_names() -> None:
    """8.4.d for the play of the cards, 9.2 for what was counted and accepted."""
    rows = (ROOT / "docs" / "verdicts.md").read_text(encoding="utf-8").splitlines()
    (row,) = (row for row in rows if row.startswith("| `overpeg-stands` |"))
    rules = {rule for (windows, _), rule in _STANDS.items() if windows == "acc"}
    assert rules == {"8.4.d", "9.2.a", "9.2.b", "9.2.d"}
    assert "8.4.d; of a hand or crib 9.2.a, b, d" in row
