"""`pegwatch replay`: judge table logs again, as text or JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from cribbage.audit import audit
from cribbage.because import because
from cribbage.errors import CribbageError
from cribbage.transcript import ReplayResult, replay

_WIDTH: Final = 100


@click.command("replay")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each verdict.")
@click.option("--audit", "audited", is_flag=True, help="Compare with the verdicts recorded in the log.")
@click.option(
    "--explain", "t", type=float, metavar="T", help="Why the verdict at T seconds came (or the nearest one)."
)
def command(logs: tuple[str, ...], as_json: bool, audited: bool, t: float | None) -> None:
    """Judge table logs and print the verdicts in the order in which they become certain.

    A log is what `pegwatch export` writes: JSON Lines, a header and then observations. A log with a bad line
    prints nothing but the error and the command ends with 2; the other logs are still judged. With --audit it
    ends with 1 if a log brings other verdicts now than were recorded.
    """
    if sum((as_json, audited, t is not None)) > 1:
        raise click.UsageError("give one of --json, --audit and --explain")
    status = 0
    for name in logs:
        try:
            lines = _read(name)
            if audited:
                status = max(status, _audit(name, lines))
            elif t is not None:
                _explain(lines, t)
            else:
                _judge(name, lines, as_json)
        except (CribbageError, OSError, UnicodeDecodeError) as error:
            click.echo(f"Error: {name}: {_why(error)}", err=True)
            status = 2
    sys.exit(status)


def _judge(name: str, lines: list[str], as_json: bool) -> None:
    result = replay(lines, name)
    for verdict in result.verdicts:
        click.echo(json.dumps(verdict, ensure_ascii=False) if as_json else _in_words(verdict))
    _say_how_it_ends(name, result)


def _audit(name: str, lines: list[str]) -> int:
    """Print how the recorded verdicts and those given now differ; 1 if they do."""
    result = audit(lines)
    for line in result.lines():
        click.echo(f"{name}: {line}")
    return 0 if result.agrees else 1


def _explain(lines: list[str], t: float) -> None:
    for told in because(lines, t):
        for line in told.lines:
            click.echo(click.wrap_text(line, _WIDTH, "", "      ") if line.startswith("  Rule") else line)


def _read(name: str) -> list[str]:
    """The lines of a log, a last one cut short included."""
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return data.decode("utf-8", errors="strict").split("\n")


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


def _say_how_it_ends(name: str, result: ReplayResult) -> None:
    if result.cut_short:
        click.echo(f"{name}: the last line is cut short (a power cut?) and was left out", err=True)
