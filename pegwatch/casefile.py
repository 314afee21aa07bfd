"""Makes a test of a real game: `python -m pegwatch.casefile LOG --name NAME --why WHY`, or `make case`.

Data in: a table log. Data out: a file in tests/games, one deal of it if asked for, with players' names replaced
and what is right written into its header. `tests/cribbage/test_recorded_games.py` plays it from then on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from cribbage.errors import CribbageError
from cribbage.replay.transcript import ReplayResult, replay
from pegwatch.terminal.tools import AT_LEAST_ONE, start

GAMES: Final = Path("tests/games")
_NAMES: Final = {"A": "Ann", "B": "Bob"}
_START: Final = [0, -1]


class BadCase(click.ClickException):
    """The case cannot be made; one line says why."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class _Deal:
    """One deal of a log: table times from - to, and who deals it."""

    begin: float
    end: float
    dealer: str


def make_case(
    lines: Sequence[str], why: str, expect: list[list[Any]] | None = None, deal: int | None = None
) -> list[str]:
    """The lines of the case.

    Args:
        lines: of a table log.
        why: what was done at the table, in a sentence.
        expect: the right verdicts, [code, player, points] each; None: what the referee says now.
        deal: only that deal, the first is 1; None: the whole log.

    Raises:
        CribbageError: the log cannot be read.
        BadCase: it has no such deal.
    """
    whole = replay(lines)
    bodies = [json.loads(line) for line in lines if line.strip()][: -1 if whole.cut_short else None]
    header, seen = bodies[0] | {"players": _NAMES}, bodies[1:]
    if deal is not None:
        header, seen = _cut(header, seen, _deals(whole, seen), deal)
    if expect is None:
        said = replay([json.dumps(body) for body in (header, *seen)]).verdicts
        expect = [[v["code"], v["player"], v["points"]] for v in said]
    return [json.dumps(body) for body in (header | {"why": why, "expect": expect}, *seen)]


def _deals(whole: ReplayResult, seen: Sequence[dict[str, Any]]) -> list[_Deal]:
    begins = [(0.0, whole.header.dealer)]
    begins += [(e.t, e.body["dealer"]) for e in whole.events if e.kind == "deal" and e.t > 0.0]
    ends = [t for t, _ in begins[1:]] + [seen[-1]["t"] if seen else 0.0]
    return [_Deal(t, end, dealer) for (t, dealer), end in zip(begins, ends, strict=True)]


def _cut(
    header: dict[str, Any], seen: Sequence[dict[str, Any]], deals: Sequence[_Deal], number: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Header and observations of one deal, its time beginning at 0."""
    if not 1 <= number <= len(deals):
        raise BadCase(f"the log has {len(deals)} deals; there is no deal {number}")
    deal = deals[number - 1]
    pegs = dict(header.get("pegs") or {"A": _START, "B": _START})
    for body in seen:
        if body["t"] <= deal.begin and all(len(holes) == 2 for holes in body.get("holes", {}).values()):
            pegs |= {player: sorted(holes, reverse=True) for player, holes in body.get("holes", {}).items()}
    part = [
        body | {"t": round(body["t"] - deal.begin, 3)}
        for body in seen
        if (deal.begin < body["t"] or number == 1) and body["t"] <= deal.end
    ]
    return header | {"dealer": deal.dealer, "pegs": pegs}, part


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="What the case shows, in words with hyphens.")
@click.option("--why", required=True, help="What was done at the table, in a sentence.")
@click.option("--expect", help="The right verdicts as JSON: [[code, player, points], ...].")
@click.option("--deal", type=AT_LEAST_ONE, help="Only this deal of the game.")
@click.option("--games", type=click.Path(path_type=Path), default=GAMES, show_default=True, help="Where to.")
def main(log: Path, name: str, why: str, expect: str | None, deal: int | None, games: Path) -> None:
    """Make a test of a game that was judged wrongly."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise BadCase(f"--name {name!r}: small letters, digits and hyphens, such as go-with-a-late-pair")
    out = games / f"{name}.jsonl"
    if out.exists():
        raise BadCase(f"{out} is there already: choose another name")
    try:
        lines = log.read_text(encoding="utf-8").splitlines()
        case = make_case(lines, why, _verdicts(expect), deal)
        out.write_text("\n".join(case) + "\n", encoding="utf-8")
    except (OSError, UnicodeDecodeError, CribbageError) as error:
        raise BadCase(f"{log}: {error}") from error
    click.echo(f"{out}: {len(case) - 1} observations; expected:")
    for code, player, points in json.loads(case[0])["expect"]:
        click.echo(f"  {player or '-'}  {code}" + ("" if points is None else f" {points}"))


def _verdicts(text: str | None) -> list[list[Any]] | None:
    if text is None:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadCase(f"--expect is not JSON: {error}") from error
    if not isinstance(found, list) or not all(isinstance(v, list) and len(v) == 3 for v in found):
        raise BadCase('--expect: a list of [code, player, points], such as [["scored", "B", 3]]')
    return found


if __name__ == "__main__":
    start(main)
