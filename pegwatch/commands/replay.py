"""`pegwatch replay`: judge table logs again, as text or JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from cribbage.errors import CribbageError
from cribbage.transcript import ReplayResult, replay


@click.command("replay")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each verdict.")
def command(logs: tuple[str, ...], as_json: bool) -> None:
    """Judge table logs and print the verdicts in the order in which they become certain.

    A log is what `pegwatch export` writes: JSON Lines, a header and then observations. A log with a bad line
    prints nothing but the error and the command ends with 2; the other logs are still judged.
    """
    failed = False
    for name in logs:
        try:
            result = replay(_read(name), name)
        except (CribbageError, OSError, UnicodeDecodeError) as error:
            click.echo(f"Error: {name}: {_why(error)}", err=True)
            failed = True
            continue
        for verdict in result.verdicts:
            click.echo(json.dumps(verdict, ensure_ascii=False) if as_json else _in_words(verdict))
        _say_how_it_ends(name, result)
    if failed:
        sys.exit(2)


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
