"""The tools that are started with `python -m`: each says what it does, as JSON too, and refuses what is wrong."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from pegwatch.bench import __main__ as bench
from pegwatch.bench import club, longrun, marathon, sites, slowdisk, web
from pegwatch.bench.longrun import Run, Sample
from pegwatch.bench.measures import Figure
from pegwatch.bench.mutants import TESTS
from pegwatch.hostile import __main__ as hostile
from pegwatch.hostile.play import Result as Deal
from pegwatch.terminal.listing import JsonOption
from pegwatch.terminal.tools import Amount, start
from pegwatch.truth import __main__ as truth
from pegwatch.truth.play import Result as Played

ROOT = Path(__file__).parents[2]
BY_PROGRAMS = {
    "pegwatch": "the command itself, with tests of its own",
    "pegwatch.cli": "the same",
    "pegwatch.bench.peer_script": "started by pegwatch.bench.peers, in another environment",
    "pegwatch.releases": "started by the installer, with the system's own Python",
    "pegwatch.firstboot": "started by a unit of the card, before the network is there",
    "vision.train.footprint": "started by vision.train.measure",
    "vision.train.peerspeed": "started by vision.train.measure",
    "vision.train.yolo_export": "started by make bench-vision-peers, in another environment",
    "hardware.electronics.pcb": "started by hardware.make, with KiCad's Python",
}
"""Modules that can be started and that no person starts."""
NO_FIGURES = {
    "pegwatch.casefile",
    "pegwatch.sight",
    "vision.train",
    "vision.train.letters",
    "firmware.wiring",
    "hardware.release",
}
"""They make something; there is no table to print as JSON."""


def _startable() -> Iterator[str]:
    for room in ("pegwatch", "vision", "firmware", "hardware", "club", "webui", "cribbage"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if '\nif __name__ == "__main__":\n' in path.read_text(encoding="utf-8"):
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield name.removesuffix(".__main__")


TOOLS = sorted(set(_startable()) - BY_PROGRAMS.keys())


def _file(tool: str) -> Path:
    package = ROOT / tool.replace(".", "/")
    return package / "__main__.py" if package.is_dir() else package.with_suffix(".py")


def command(tool: str) -> click.Command:
    """What the tool starts."""
    main = importlib.import_module(f"{tool}.__main__" if _file(tool).stem == "__main__" else tool).main
    assert isinstance(main, click.Command), f"{tool}: main is to be a click command, started by `start`"
    return main


def leaves(tool: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command, or those in it that people start, each with the words before its options."""
    main = command(tool)
    if not isinstance(main, click.Group):
        yield (), main
        return
    yield from (((name,), one) for name, one in main.commands.items() if not one.hidden)


def test_what_no_person_starts_is_there() -> None:
    assert set(_startable()) >= BY_PROGRAMS.keys()
    assert len(TOOLS) > 20


@pytest.mark.parametrize("tool", TOOLS)
def test_its_help_says_in_one_line_what_it_does(tool: str) -> None:
    for words, one in leaves(tool):
        done = CliRunner().invoke(command(tool), [*words, "--help"])
        assert done.exit_code == 0, done.output
        first = (one.help or "").split("\n\n")[0]
        assert 20 < len(first) < 140, f"{tool}: {first!r}"
        assert all(
            isinstance(p, click.Argument) or p.help for p in one.params if isinstance(p, click.Option)
        ), tool
        assert "Errors" not in done.output


@pytest.mark.parametrize("tool", TOOLS)
def test_it_is_started_as_the_command_is(tool: str) -> None:
    """So a wrong word is one line and no traceback, which is tried below and need not be for each."""
    command(tool)
    assert _file(tool).read_text(encoding="utf-8").endswith("    start(main)\n")


def test_a_wrong_word_is_one_clear_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pegwatch.simulated.club", "--no-such-thing"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(re.findall("^Error: ", done.stderr, re.MULTILINE)) == 1
    assert "python -m pegwatch.simulated.club" in done.stderr


@pytest.mark.parametrize("tool", TOOLS)
def test_every_number_has_its_bounds(tool: str) -> None:
    for words, one in leaves(tool):
        for param in one.params:
            kind = param.type
            assert kind not in (click.INT, click.FLOAT), f"{tool} {param.name}: any number is taken"
            assert type(kind) is not click.FloatRange, (
                f"{tool} {param.name}: Amount refuses what is no number"
            )
            if not isinstance(kind, click.IntRange | Amount):
                continue
            assert kind.min is not None, f"{tool} {param.name}"
            too_little = str(kind.min if kind.min_open else kind.min - 1)
            for wrong in (too_little, "nan", "inf", "many"):
                given = [param.opts[0], wrong] if isinstance(param, click.Option) else ["--", wrong]
                done = CliRunner().invoke(command(tool), [*words, *given])
                assert done.exit_code == 2, f"{tool} {param.name} {wrong}: {done.output}"
                assert done.output.count("Error: ") == 1


@pytest.mark.parametrize("tool", sorted(set(TOOLS) - NO_FIGURES))
def test_what_prints_figures_has_json(tool: str) -> None:
    for words, one in leaves(tool):
        assert any(isinstance(param, JsonOption) for param in one.params), f"{tool} {words}"


SHORT: dict[str, list[str]] = {
    "pegwatch.bench": ["scoring"],
    "pegwatch.bench.club": [],
    "pegwatch.bench.longrun": ["1"],
    "pegwatch.bench.marathon": ["1"],
    "pegwatch.bench.mutants": ["score/pegging", "--list"],
    "pegwatch.bench.sites": [],
    "pegwatch.bench.slowdisk": ["run", "--sync-ms", "0"],
    "pegwatch.bench.web": ["run", "--mode", "sanctioned", "--half", "0"],
    "pegwatch.hostile": ["--no-pairs", "--only", "shak"],
    "pegwatch.simulated.club": ["--games", "1"],
    "pegwatch.simulated.pairs": ["--games", "1"],
    "pegwatch.simulated.proof": ["--games", "1", "--unseen", "0"],
    "pegwatch.truth": ["--games", "1", "--minutes", "0"],
    "hardware.make": ["--check", "--only", "paper"],
}
"""Words with which a tool is done at once, given what `quick` puts in the place of its work."""
LONG = {
    "pegwatch.hostile.thrown": "the real eye in other processes",
    "vision.train.measure": "its sections are tested in tests/vision/test_bench_vision.py",
    "vision.train.national": "needs card art",
    "vision.train.enrolled": "needs card art",
    "vision.train.pegbench": "a minute a board",
}
"""Tools whose figures cost too much to be had here."""


def _samples() -> Run:
    one = {"board": 30.0, "eye": 90.0, "supervisor": 20.0}
    return Run([Sample(t, one, {"journal.sqlite": 1.0}, 2.0) for t in (0.0, 1800.0, 3600.0)], 0, "")


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of hours: something that has the shape of what they give."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(bench.SECTIONS, "scoring", lambda: [Figure("a hand", "9 us", "")])
    right = {"every_game_once": True, "standings_right": True}
    hall = {"sites": 10, "tables": 1000, "games": 4, "kept": 4, "latency_p99_s": 0.1, "hub_memory_mb": 50.0}
    for module in (club, sites):
        monkeypatch.setattr(module, "program", lambda _name: None)
        monkeypatch.setattr(module, "run", lambda *_given, **_more: hall | right)
    monkeypatch.setattr(longrun, "play", lambda *_given, **_more: _samples())
    sizes = {"files": 3, "memory_mb": 30.0, "written_mb": 1.0, "journal_mb": 1.0, "log_mb": 0.0}
    monkeypatch.setattr(
        marathon, "marathon", lambda *_: iter([{"game": 1, "hours": 1.0, "events": 9} | sizes])
    )
    scans = {"due": 300, "scans": 300, "gap_ms": 11.0, "noticed": 2, "made": 2}
    monkeypatch.setattr(slowdisk, "_measure", lambda *_: scans)
    monkeypatch.setattr(slowdisk.shutil, "which", lambda _name: "strace")
    monkeypatch.setattr(web, "measure", lambda _s: web.Found([{1: 0.5}], [0.4], 9, 0, True, 30.0))
    monkeypatch.setattr(hostile, "_play", lambda _case, **_kind: Deal(deals=1, cards=20, told=20))
    monkeypatch.setattr(hostile, "ProcessPoolExecutor", _Here)
    monkeypatch.setattr(truth, "play", lambda *_: Played(games=1, right=20))
    for tool in (hostile, truth):
        defaults = {p.name: p for p in tool.main.params}
        monkeypatch.setattr(defaults["out"], "default", tmp_path / "table.md")
    monkeypatch.setattr({p.name: p for p in truth.main.params}["work"], "default", tmp_path / "work")


class _Here:
    """A pool of this process."""

    def __init__(self, *_given: object, **_more: object) -> None: ...

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *_: object) -> None: ...

    def map(self, work: Callable[[Any], Any], items: list[Any]) -> Iterator[Any]:
        """As the pool's own."""
        return map(work, items)


def test_every_tool_with_figures_is_tried_or_named() -> None:
    assert SHORT.keys() | LONG.keys() == set(TOOLS) - NO_FIGURES


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("tool", SHORT)
def test_its_json_has_the_keys_that_its_help_promises_and_nothing_else_beside_it(tool: str) -> None:
    words = SHORT[tool]
    (one,) = (one for before, one in leaves(tool) if tuple(words[: len(before)]) == before)
    (option,) = (param for param in one.params if isinstance(param, JsonOption))
    done = CliRunner().invoke(command(tool), [*words, "--json"])
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines
    for line in lines:
        assert set(option.promised) <= json.loads(line).keys(), line
    plain = CliRunner().invoke(command(tool), words)
    assert plain.exit_code == 0
    assert plain.stdout
    assert not plain.stdout.startswith("{")


def test_each_module_that_is_changed_and_its_tests_are_there() -> None:
    for module, tests in TESTS.items():
        assert (ROOT / "cribbage" / f"{module}.py").is_file(), module
        assert all((ROOT / "tests" / "cribbage" / test).is_file() for test in tests), module


@pytest.mark.parametrize(
    ("error", "status"),
    [(OSError(13, "Permission denied", "out.md"), 2), (click.Abort(), 130), (KeyboardInterrupt(), 130)],
)
def test_what_goes_wrong_on_the_way_is_one_line_and_a_status(
    error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def tool() -> None:
        raise error

    monkeypatch.setattr(sys, "argv", ["tool"])
    with pytest.raises(SystemExit) as ended:
        start(tool)
    assert ended.value.code == status
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.strip() == ("Error: out.md: Permission denied" if status == 2 else "")
