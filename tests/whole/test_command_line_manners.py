"""What all commands have in common: help with examples, JSON for lists, guesses at slips, colours, bars, pages."""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from cribbage.log.events import Event
from firmware.box.network import nmcli
from firmware.box.network.base import Network
from firmware.box.sqlite_journal import SqliteJournal
from firmware.doctor import Finding
from pegwatch.cli import group
from pegwatch.commands import doctor
from pegwatch.report import GameReport, print_report
from pegwatch.simulated.verify import Outcome
from pegwatch.terminal import progress as progress_module
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import JsonOption
from pegwatch.terminal.manpages import write_pages
from pegwatch.terminal.progress import along, progress
from vision.deck.store import CARDS, ClubDeck, DeckFolder

ROOT = Path(__file__).parents[2]
GAME = Event("game", 0.0, {"players": {"A": "Ann", "B": "Bob"}, "profile": "acc-2025", "mode": "club"})
OVER = Event("phase", 99.0, {"phase": "over"})


def _commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    if not path or not isinstance(command, click.Group) or command.invoke_without_command:
        yield " ".join(path), command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None and not found.hidden:
                yield from _commands(found, (*path, name))


COMMANDS = {name: command for name, command in _commands(group) if name}
FILES = re.compile(r"FILE|PHOTO|LOG|PICTURE|ARCHIVE|FOLDER")


def takes_files(command: click.Command) -> bool:
    return any(
        isinstance(one.type, click.Path) or FILES.search(str(one.metavar or one.human_readable_name))
        for one in command.params
    )


def ended(done: Result) -> int:
    """The exit status of a command that ended by itself, and not by an error."""
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code


# --- help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_sentence_of_help_and_an_example_where_it_takes_files(name: str) -> None:
    text = inspect.cleandoc(COMMANDS[name].help or "")
    sentence = text.split("\n\n")[0]
    assert len(sentence.split()) >= 4, sentence
    assert re.search(r"[.!:]($|\s)", sentence), f"{sentence!r} is no sentence"
    if takes_files(COMMANDS[name]):
        assert re.search(rf"^  (sudo )?pegwatch {name}\b", text, re.MULTILINE), f"{name} shows no example"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command_says_what_it_is_for(name: str) -> None:
    for option in COMMANDS[name].params:
        if isinstance(option, click.Option) and not option.hidden:
            assert len((option.help or "").split()) >= 2, option.opts


# --- lists


def _table(folder: Path) -> Path:
    """A table's data: a finished game and one that runs, a deck, and a judge."""
    data = folder / "table"
    data.mkdir()
    with closing(SqliteJournal(data / "journal.sqlite")) as journal:
        journal.append(1, [GAME, Event("seen", 1.0, {"i": 1}), OVER])
        journal.append(2, [GAME])
    corner = np.full((64, 48, 3), 200, np.uint8)
    DeckFolder(data).save(
        ClubDeck("club-red", {card: [corner] for card in CARDS}, {}, 0.2, dict.fromkeys(CARDS, 0.995))
    )
    return data


def _hub(folder: Path) -> Path:
    from club.store import open_store

    data = folder / "hub"
    data.mkdir()
    with closing(open_store(str(data / "hub.sqlite"))) as store:
        store.set_aside("pegwatch/1/x", "no JSON", b"nonsense")
    return data


def _person(role: str, data: Path) -> None:
    done = CliRunner().invoke(group, [role, "add", "Ruth Lee", "--data", str(data)], input="271844\n")
    assert done.exit_code == 0, done.output


def _people(role: str, make: Callable[[Path], Path]) -> Callable[[Path], list[str]]:
    def words(folder: Path) -> list[str]:
        data = make(folder)
        _person(role, data)
        return ["--data", str(data)]

    return words


def _of_table(*words: str) -> Callable[[Path], list[str]]:
    return lambda folder: [*words, "--data", str(_table(folder))]


def _backed_up(folder: Path) -> list[str]:
    words = _of_table()(folder)
    assert CliRunner().invoke(group, ["journal", "backup", *words]).exit_code == 0
    return words


def _record(folder: Path) -> list[str]:
    file = str(folder / "odd.jsonl")
    done = CliRunner().invoke(group, ["board", "record", file, "--simulated", "--seconds", "0.5"])
    assert done.exit_code == 0, done.output
    return [file]


def _photo(folder: Path) -> list[str]:
    cv2.imwrite(str(folder / "table.png"), np.full((480, 640, 3), (60, 110, 60), np.uint8))
    return [str(folder / "table.png")]


LOG = str(ROOT / "tests/games/last-card-pegs-out.jsonl")
LISTS: dict[str, Callable[[Path], list[str]]] = {
    "bench": lambda folder: ["--here", "--seconds", "0", "--data", str(_table(folder))],
    "board play": _record,
    "camera": lambda folder: [*_photo(folder), "--out", str(folder / "seen.jpg")],
    "config show": lambda _folder: [],
    "deck list": _of_table(),
    "deck show": _of_table("club-red"),
    "director list": _people("director", _hub),
    "doctor": lambda folder: ["--simulated", "--port", "48082", "--data", str(folder / "new")],
    "hub": lambda folder: ["--aside", "--data", str(_hub(folder))],
    "journal check": _of_table(),
    "journal codes": _of_table(),
    "journal games": _of_table(),
    "journal list": _backed_up,
    "judge list": _people("judge", _table),
    "replay": lambda _folder: [LOG],
    "rules": lambda _folder: ["7.3"],
    "score": lambda _folder: ["5H", "5S", "JD", "KC", "--starter", "5D"],
    "see": _photo,
    "wifi": lambda _folder: [],
}
PLAYED = {"demo"}  # a whole game takes minutes: its report is a test of its own
LOOPS = {
    "deck enrol": "says what it takes while it takes it; `deck show` tells the same afterwards",
    "journal export": "its lines are JSON",
    "export": "its lines are JSON",
    "run": "says on the way what is missing; the page and `pegwatch doctor` tell the same",
}
"""Commands without ``--json`` that print in a loop."""


def promised(name: str) -> tuple[str, ...] | None:
    return next((one.promised for one in COMMANDS[name].params if isinstance(one, JsonOption)), None)


def test_every_command_with_json_is_tried_and_no_other() -> None:
    assert {name for name in COMMANDS if promised(name)} == LISTS.keys() | PLAYED


def test_the_keys_stand_in_the_documentation() -> None:
    text = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        if keys := promised(name):
            assert f"| `{name}` | {', '.join(f'`{key}`' for key in keys)} |" in text, name


def _prints_in_a_loop(name: str) -> bool:
    """Whether the command's function, or one that it calls in its module, prints in a loop."""
    callback = inspect.unwrap(COMMANDS[name].callback or test_every_command_with_json_is_tried_and_no_other)
    tree = ast.parse(inspect.getsource(importlib.import_module(callback.__module__)))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    todo, seen = [callback.__name__], set[str]()
    while todo:
        node = functions.get(todo.pop())
        if node is None or node.name in seen:
            continue
        seen.add(node.name)
        todo += [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
        for loop in ast.walk(node):
            if isinstance(loop, ast.For | ast.While) and re.search(
                r"\becho\(|stdout\.write", ast.unparse(loop)
            ):
                return True
    return False


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_prints_in_a_loop_has_json(name: str) -> None:
    if promised(name) is None and name not in LOOPS:
        assert not _prints_in_a_loop(name), f"{name} prints a list: give it json_option"


def test_a_loop_that_prints_is_found() -> None:
    assert _prints_in_a_loop("deck enrol")
    assert not _prints_in_a_loop("keeper pin")


@pytest.mark.parametrize("name", LISTS)
def test_a_list_as_json_has_the_keys_that_its_help_promises(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nmcli.NmcliWifi, "networks", lambda _wifi: (Network("Club", 70, "password", True),))
    keys = promised(name)
    assert keys
    words = LISTS[name](tmp_path)
    done = CliRunner().invoke(group, [*name.split(), *words, "--json"])
    assert ended(done) in (
        (0, 1, 2) if name == "doctor" else (0, 1)
    )  # what it finds on this machine is its own
    lines = done.stdout.splitlines()
    assert lines, done.output
    for line in lines:
        assert set(keys) <= json.loads(line).keys(), line
    assert ", ".join(keys) in " ".join((_json(name).help or "").split())
    plain = CliRunner().invoke(group, [*name.split(), *words])
    assert not plain.stdout.startswith("{")
    assert "\x1b" not in plain.output


def _json(name: str) -> JsonOption:
    return next(one for one in COMMANDS[name].params if isinstance(one, JsonOption))


def test_the_report_of_a_demo_as_json_has_the_keys_that_its_help_promises(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = GameReport(1, 27, 0, 0, (), Outcome(moves=5), "player A", "player A won 121-114")
    assert print_report([report], as_json=True) == 0
    assert tuple(json.loads(capsys.readouterr().out)) == promised("demo")


def test_json_where_there_is_no_list_is_refused() -> None:
    for words in (["demo", "--json"], ["hub", "--json"]):
        done = CliRunner().invoke(group, words)
        assert "--json goes with" in str(done.exception)


def test_an_empty_list_as_json_is_no_line_at_all(tmp_path: Path) -> None:
    empty = ["deck", "list", "--data", str(tmp_path)]
    assert CliRunner().invoke(group, [*empty, "--json"]).output == ""
    assert "No deck" in CliRunner().invoke(group, empty).output


def test_a_changed_journal_is_named_in_json_and_ends_with_1(tmp_path: Path) -> None:
    import sqlite3

    data = _table(tmp_path)
    with closing(sqlite3.connect(data / "journal.sqlite")) as db:
        db.execute("DROP TRIGGER IF EXISTS event_no_update")
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("UPDATE event SET body = '{}' WHERE n = 2")
        db.commit()
    done = CliRunner().invoke(group, ["journal", "check", "--json", "--data", str(data)])
    found = json.loads(done.stdout)
    assert (done.exit_code, found["sound"]) == (1, False)
    assert found["wrong"]


# --- slips


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("jurnal",), "'journal'"),
        (("journal", "lst"), "'list'"),
        (("doctor", "--jsn"), "'--json'"),
        (("demo", "--mode", "clb"), "'club'"),
        (("demo", "--light", "dimm"), "'dim'"),
        (("demo", "--profile", "acc-2052", "--headless"), "'acc-2025'"),
        (("demo", "--faults", "braek=12", "--headless"), "'break'"),
        (("demo", "--faults", "camera-covred", "--headless"), "'camera-covered'"),
        (("rules", "renage"), "renege"),
        (("board", "learn", "x", "--simulated", "long-4"), "'long-"),
    ],
)
def test_a_slip_is_answered_with_the_nearest_right_word(
    words: tuple[str, ...], meant: str, tmp_path: Path
) -> None:
    where = ("--data", str(tmp_path)) if words[0] == "demo" else ()
    done = subprocess.run(
        [sys.executable, "-m", "pegwatch", *words, *where], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 2, done.stderr
    assert meant in done.stderr.splitlines()[-1], done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_choice_guesses(name: str) -> None:
    for one in COMMANDS[name].params:
        assert not isinstance(one.type, click.Choice) or isinstance(one.type, OneOf), one.name


def test_a_word_that_is_far_from_all_gets_no_guess() -> None:
    done = CliRunner().invoke(group, ["demo", "--mode", "xyzzy"])
    assert "Did you mean" not in str(done.output) + str(done.exception)


# --- completion


def test_tab_after_pegwatch_jo_offers_journal() -> None:
    asked = {"COMP_WORDS": "pegwatch jo", "COMP_CWORD": "1", "_PEGWATCH_COMPLETE": "bash_complete"}
    done = subprocess.run(
        [sys.executable, "-m", "pegwatch"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout.splitlines() == ["plain,journal"], done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
def test_what_the_installer_gives_bash_completes(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("pegwatch")
    script = subprocess.run(
        [program],
        env=os.environ | {"_PEGWATCH_COMPLETE": "bash_source"},
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout
    (tmp_path / "pegwatch").symlink_to(program)
    ask = 'COMP_WORDS=(pegwatch journal che); COMP_CWORD=2; _pegwatch_completion pegwatch; echo "${COMPREPLY[@]}"'
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script + "\n" + ask],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout.split() == ["check"], done.stderr


# --- colours


def on_a_terminal(*words: str, **variables: str) -> str:
    """What a command writes where a terminal is its output and its errors."""
    ours, its = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    command = [sys.executable, "-m", "pegwatch", *words]
    with subprocess.Popen(command, stdout=its, stderr=its, env=kept | {"TERM": "xterm"} | variables):
        os.close(its)
        said = b""
        try:
            while part := os.read(ours, 4096):
                said += part
        except OSError:  # Linux says so where the other side has gone
            pass
    os.close(ours)
    return said.decode()


def test_colour_is_for_terminals_and_no_color_takes_it_away(tmp_path: Path) -> None:
    check = ("journal", "check", "--data", str(_table(tmp_path)))
    assert "\x1b[32m" in on_a_terminal(*check)
    assert "\x1b" not in on_a_terminal(*check, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(*check, TERM="dumb")
    assert "\x1b" not in on_a_terminal(*check, "--json")
    piped = subprocess.run(
        [sys.executable, "-m", "pegwatch", *check], capture_output=True, text=True, timeout=300
    )
    assert "\x1b" not in piped.stdout + piped.stderr
    wrong = ("export", "1", "--data", str(tmp_path / "none"))
    assert "\x1b[31m" in on_a_terminal(*wrong)
    assert "\x1b" not in on_a_terminal(*wrong, NO_COLOR="1")


# --- progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def at_a_screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error becomes a terminal, standard output a file; a bar is drawn at once.

    No fixture: pytest puts its own streams back between set-up and test.
    """
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(progress_module, "PATIENCE_S", 0.0)
    return stream


def test_a_long_command_draws_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = at_a_screen(monkeypatch)
    assert list(along(range(5), "reading", 5)) == [0, 1, 2, 3, 4]
    assert "reading" in screen.getvalue()
    assert "100%" in screen.getvalue()
    assert sys.stdout.getvalue() == ""  # type: ignore[attr-defined]  # a StringIO here


def test_no_bar_is_drawn_for_json_in_a_pipe_or_between_printed_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = at_a_screen(monkeypatch)
    list(along(range(5), "reading", 5, quiet=True))
    monkeypatch.setattr(sys, "stdout", Terminal())
    list(along(range(5), "reading", 5, speaks=True))
    assert screen.getvalue() == ""
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    list(along(range(5), "reading", 5))
    assert pipe.getvalue() == ""


def test_what_is_done_at_once_draws_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = at_a_screen(monkeypatch)
    monkeypatch.setattr(progress_module, "PATIENCE_S", 1e9)
    with progress("reading", 3) as done:
        done(3)
    assert "reading" not in screen.getvalue()


@pytest.mark.parametrize(
    ("words", "bar"),
    [(["check"], "reading the events"), (["backup"], "copying"), (["export", "-o", "{}"], "writing")],
)
def test_the_commands_of_a_journal_say_how_far_they_are(
    words: list[str], bar: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = _table(tmp_path)
    words = [word.format(tmp_path / "all.jsonl") for word in words]
    screen = at_a_screen(monkeypatch)
    with contextlib.suppress(SystemExit):
        group.main(["journal", *words, "--data", str(data)], standalone_mode=False)
    assert bar in screen.getvalue()


# --- manual pages


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return write_pages(group, tmp_path_factory.mktemp("share") / "man" / "man1")


def test_every_command_has_a_manual_page_with_all_its_options(pages: list[Path]) -> None:
    known = {path.name: path.read_text(encoding="utf-8").replace("\\-", "-") for path in pages}
    for name, command in COMMANDS.items():
        text = known[f"pegwatch-{name.replace(' ', '-')}.1"]
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.opts[-1] in text, (name, option.opts)
    assert "pegwatch.1" in known
    assert not [name for name in known if "process" in name or "prepare" in name]


@pytest.mark.parametrize("tool", ["groff", "mandoc"])
def test_the_manual_pages_are_right_in_the_eyes_of(tool: str, pages: list[Path]) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is missing")
    lint = {
        "groff": ["groff", "-ww", "-man", "-Kutf8", "-Tutf8", "-z"],
        "mandoc": ["mandoc", "-Tlint", "-Wwarning"],
    }[tool]
    for page in pages:
        done = subprocess.run([*lint, str(page)], capture_output=True, text=True, timeout=300)
        said = [line for line in (done.stdout + done.stderr).splitlines() if "date" not in line]
        assert said == [], page.name


@pytest.mark.skipif(shutil.which("man") is None, reason="man is missing")
def test_man_finds_a_page_and_shows_its_example(pages: list[Path]) -> None:
    where = os.environ | {"MANPATH": str(pages[0].parents[1]), "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["man", "pegwatch-replay"], env=where, capture_output=True, text=True, timeout=300)
    assert "pegwatch replay --explain 349 game.jsonl" in done.stdout, done.stderr


def test_the_installer_makes_the_pages_and_completion_and_takes_them_away(tmp_path: Path) -> None:
    text = (ROOT / "install/pegwatch-install").read_text(encoding="utf-8")
    assert '"$fresh/bin/pegwatch" man "$fresh/share/man/man1"' in text
    assert "_PEGWATCH_COMPLETE=bash_source" in text
    uninstall = text[text.index("uninstall() {") : text.index("check_system() {")]
    assert "  forget_manuals\n" in uninstall
    assert '"$COMPLETIONS/pegwatch"' in uninstall
    for name, to in (("pegwatch.1", "/opt/pegwatch/current/pegwatch.1"), ("segno.1", "/usr/lib/segno.1")):
        (tmp_path / name).symlink_to(to)
    forget = next(line for line in text.splitlines() if line.startswith("forget_manuals() "))
    shell = f'MAN="{tmp_path}" OPT=/opt/pegwatch\n{forget}\nforget_manuals'
    subprocess.run(["bash", "-euc", shell], check=True, timeout=60)
    assert [page.name for page in tmp_path.iterdir()] == ["segno.1"], "its own links, and no package's"


# --- which table


def test_commands_that_are_told_no_table_mean_the_one_used_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PEGWATCH_DATA", raising=False)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    for at, kind in enumerate(("table", "demo")):
        folder = tmp_path / "pegwatch" / kind
        folder.mkdir(parents=True)
        with closing(SqliteJournal(folder / "journal.sqlite")) as journal:
            journal.append(1, [Event("game", 0.0, {"players": {"A": kind, "B": "Bob"}}), OVER])
        os.utime(folder / "journal.sqlite", (at, at))
    for newest in ("demo", "table"):
        os.utime(tmp_path / "pegwatch" / newest / "journal.sqlite", (9, 9))
        (tmp_path / "pegwatch" / newest / "journal.sqlite-wal").unlink(missing_ok=True)
        games = CliRunner().invoke(group, ["journal", "games", "--json"])
        assert json.loads(games.output)["players"][0] == newest
        code = CliRunner().invoke(group, ["code"]).output
        again = CliRunner().invoke(group, ["code", "--data", str(tmp_path / "pegwatch" / newest)]).output
        assert code == again
        os.utime(tmp_path / "pegwatch" / newest / "journal.sqlite", (5, 5))


# --- the doctor


def test_the_doctor_only_looks_at_a_game_that_an_older_version_began(tmp_path: Path) -> None:
    header = {"log": "table/1", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A"}
    with closing(SqliteJournal(tmp_path / "journal.sqlite")) as journal:
        journal.append(1, [Event("game", 0.0, header)])
    done = CliRunner().invoke(group, ["doctor", "--simulated", "--port", "48083", "--data", str(tmp_path)])
    alarms = [line for line in done.output.splitlines() if line.startswith("ALARM")]
    assert all("lies in memory (tmpfs)" in line for line in alarms), (
        "only of where tests write, on some machines"
    )
    assert ended(done) in ((2,) if alarms else (0, 1))
    assert "The journal is sound: games begun 1" in done.output


@pytest.mark.parametrize(("severity", "status"), [("ok", 0), ("info", 0), ("warning", 1), ("alarm", 2)])
def test_the_doctor_ends_as_its_help_says(
    severity: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Finding("ok", "The first is well."), Finding(severity, "The second.", "Do this.")]
    monkeypatch.setattr(doctor, "_findings", lambda *_of: iter(found))
    done = CliRunner().invoke(group, ["doctor", "--simulated", "--json"])
    assert (done.exit_code, len(done.stdout.splitlines())) == (status, 2)
    helped = " ".join((doctor.command.help or "").split())
    assert (
        "0 nothing is wrong, 1 something is not as it should be but play can go on, 2 the table cannot run"
        in helped
    )
    assert helped.split("Exit status: ")[1].split(".")[0] in " ".join(
        (ROOT / "docs/command-line.md").read_text(encoding="utf-8").split()
    )
