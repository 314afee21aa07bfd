"""`pegwatch export`: a game of the journal as a table log."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from firmware.box.errors import DamagedRecord
from firmware.box.gamelog import game_log
from firmware.box.refusal import damage
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.outfile import written
from pegwatch.places import TABLES, Places


@click.command("export")
@click.argument("game", type=click.IntRange(min=1), metavar="GAME")
@click.option("--data", metavar="DIR", help="The table's data folder (default: the one used last).")
@click.option(
    "--verdicts/--no-verdicts", default=True, help="With what the table said, for `pegwatch replay --audit`."
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of standard output.")
def command(game: int, data: str | None, verdicts: bool, output: str | None) -> None:
    """Write game number GAME as a table log, which `pegwatch replay` reads.

    The first line says under which rules it was played; every further line is one observation. `pegwatch
    journal games` lists the games.

    \b
      pegwatch export 1 > game.jsonl
      pegwatch export 3 -o third.jsonl --no-verdicts
    """
    places = find_places(data)
    journal = SqliteJournal(places.journal, read_only=True)
    try:
        lines = list(_lines(journal, game, verdicts))
    finally:
        journal.close()
    text = "".join(line + "\n" for line in lines)
    if output:
        with written(Path(output), "-o FILE", places.records) as file:
            file.write(text.encode("utf-8"))
    else:
        sys.stdout.write(text)


def find_places(data: str | None) -> Places:
    """The folder of a table that has a journal: the one asked for, else the one used last."""
    found = Places.used_last(data)
    if found is None:
        where = " or ".join(dict.fromkeys(str(Places.of(data, kind).data) for kind in TABLES))
        raise PegwatchError(f"no journal in {where}: name the table's data folder with --data DIR")
    return found


def _lines(journal: SqliteJournal, game: int, verdicts: bool) -> Iterator[str]:
    games = {info.game: info for info in journal.games()}
    known = [*games]
    if game not in games:
        which = "no game yet" if not known else "game 1 alone" if known == [1] else f"games 1 to {known[-1]}"
        raise PegwatchError(f"there is no game {game}: the journal holds {which} (pegwatch journal games)")
    if games[game].damaged:
        raise DamagedRecord(damage(journal.path, f"the beginning of game {game} is lost"))
    yield from game_log(journal.events(game=game), verdicts)
