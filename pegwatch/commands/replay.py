"""`pegwatch replay`: judge table logs again, as text or JSON, in the memory of one game however long the log is."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import IO, Any, Final, Protocol

import click

from cribbage.errors import CribbageError
from cribbage.log.logreader import LogReader
from cribbage.replay.audit import audit
from cribbage.replay.explanation import explain_verdicts
from cribbage.replay.transcript import steps, verdict_line
from pegwatch.failure import PegwatchError
from pegwatch.terminal.listing import json_line, json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import Amount

_WIDTH: Final = 100
_LONG: Final = 1 << 22  # bytes: some two hundred games
_HELD: Final = 1 << 20
"""Answers that wait (bytes): in memory up to here, then on the disk, as a log from a pipe has no known length."""


class _Paper(Protocol):
    """What can be written on."""

    def write(self, text: str, /) -> object:
        """Write a piece of text."""


@click.command("replay")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@json_option(
    "each verdict (with --audit one for each log: file, agrees, recorded, same, gone, new, open, older)",
    "file", "t", "code", "player", "points",
)  # fmt: skip
@click.option("--audit", "audited", is_flag=True, help="Compare with the verdicts recorded in the log.")
@click.option(
    "--explain",
    "t",
    type=Amount(),
    metavar="T",
    help="Why the verdict at T seconds came (or the nearest one).",
)
def command(logs: tuple[str, ...], as_json: bool, audited: bool, t: float | None) -> None:
    """Judge table logs and print the verdicts in the order in which they become certain.

    A log is what `pegwatch export` writes: JSON Lines, a header and then observations; several games may follow
    each other in one file, each with its header. A log with a bad line prints nothing but the error and the command
    ends with 2; the other logs are still judged. With --audit it ends with 1 if a log brings other verdicts now
    than were recorded.

    \b
      pegwatch replay game.jsonl
      pegwatch replay *.jsonl --json > verdicts.jsonl
      pegwatch replay --audit game.jsonl
      pegwatch replay --explain 349 game.jsonl
    """
    if t is not None and (as_json or audited):
        raise click.UsageError("--explain goes with neither --json nor --audit")
    status = 0
    for name in logs:
        try:
            with _lines_of(name) as lines:
                if audited:
                    status = max(status, _audit(name, _along(lines, "judging", as_json), as_json))
                elif t is not None:
                    _explain(lines, t)
                else:
                    _judge(name, lines, as_json)
        except (CribbageError, OSError, UnicodeDecodeError) as error:
            click.echo(f"Error: {name}: {_why(error)}", err=True)
            status = 2
    sys.exit(status)


def _judge(name: str, lines: IO[str], as_json: bool) -> None:
    """Print the verdicts of a log, none if it has a bad line: answers wait for the end of a short log, a long one is
    read through before it is judged."""
    reader = LogReader(many=True)
    if _size(lines) > _LONG:
        deque(LogReader(many=True).read(_along(lines, "reading", as_json)), maxlen=0)
        lines.seek(0)
        _tell(reader, _along(lines, "judging", as_json, speaks=True), name, as_json, sys.stdout)
    else:
        with tempfile.SpooledTemporaryFile(_HELD, "w+", encoding="utf-8", newline="\n") as said:
            _tell(reader, _along(lines, "judging", as_json), name, as_json, said)
            said.seek(0)
            shutil.copyfileobj(said, sys.stdout)
    if reader.cut_short:
        click.echo(f"{name}: the last line is cut short (a power cut?) and was left out", err=True)


def _along(lines: IO[str], what: str, as_json: bool, speaks: bool = False) -> Iterator[str]:
    """The lines of a log with a bar, where it is known how long it is."""
    size = _size(lines)
    return along(lines, what, size, size=len, quiet=as_json or not size, speaks=speaks)


def _size(lines: IO[str]) -> int:
    """The bytes of a log; 0 where they come through a pipe."""
    if not lines.seekable():
        return 0
    size = lines.seek(0, os.SEEK_END)
    lines.seek(0)
    return size


def _tell(reader: LogReader, lines: Iterable[str], name: str, as_json: bool, to: _Paper) -> None:
    for line in _answers(reader, lines, name, as_json):
        try:
            to.write(line + "\n")
        except OSError as error:  # the log is not to blame: its answers wait in a file that is ours
            where = tempfile.gettempdir()
            raise PegwatchError(
                f"no room in {where} for the answers of {name} ({error.strerror}): set TMPDIR to another folder"
            ) from error


def _answers(reader: LogReader, lines: Iterable[str], name: str, as_json: bool) -> Iterator[str]:
    game = 1
    for step in steps(reader, lines):
        if step.game != game and not as_json:
            yield f"game {step.game}"
        game = step.game
        for event in step.said:
            if event.kind == "verdict":
                verdict = verdict_line(event, name, game)
                yield json_line(verdict) if as_json else _in_words(verdict)


def _audit(name: str, lines: Iterable[str], as_json: bool) -> int:
    """Print how the recorded verdicts and those given now differ; 1 if they do."""
    result = audit(lines)
    row = {"file": name, "agrees": result.agrees, **asdict(result)}
    show_one(row, as_json, lambda _row: "\n".join(f"{name}: {line}" for line in result.lines()))
    return 0 if result.agrees else 1


def _explain(lines: Iterable[str], t: float) -> None:
    for told in explain_verdicts(lines, t):
        for line in told.lines:
            click.echo(click.wrap_text(line, _WIDTH, "", "      ") if line.startswith("  Rule") else line)


@contextmanager
def _lines_of(name: str) -> Iterator[IO[str]]:
    """The lines of a log, one at a time, a last one cut short included."""
    if name == "-":
        lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="\n")
        try:
            yield lines
        finally:
            lines.detach()
        return
    with open(name, encoding="utf-8", newline="\n") as file:
        yield file


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return "not a table log: it is not text in UTF-8"
    return str(error)


def _in_words(verdict: dict[str, Any]) -> str:
    points = "" if verdict["points"] is None else f" {verdict['points']}"
    rule = f"  (rule {verdict['rule']})" if verdict.get("rule") else ""
    why = f"  {verdict['why']}" if verdict.get("why") else ""
    return f"{verdict['t']:>9.2f} s  {verdict['player'] or '-'}  {verdict['code']}{points}{rule}{why}"
