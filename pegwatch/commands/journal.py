"""`pegwatch journal`: look after the record of a table."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from firmware.box.backup import FOLDER, back_up, backups, restore, write_lock
from firmware.box.chain import KEY_FILE, read_key
from firmware.box.dump import dump, load
from firmware.box.errors import JournalError
from firmware.box.journal import GameInfo
from firmware.box.settings import load as load_settings
from firmware.box.soundness import CHANGED
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.commands.export import find_places
from pegwatch.failure import PegwatchError
from pegwatch.outfile import written
from pegwatch.places import Places
from pegwatch.terminal.colour import painted
from pegwatch.terminal.listing import Row, json_option, show, show_one
from pegwatch.terminal.progress import along, progress

_data = click.option("--data", metavar="DIR", help="The table's data folder (default: the one used last).")


@click.group("journal")
def command() -> None:
    """Check, back up, restore, export or import the journal: the record of a table.

    \b
      pegwatch journal games
      pegwatch journal check
      pegwatch journal backup --to /media/stick
    """


@command.command("check")
@_data
@json_option("the journal", "path", "sound", "games", "events", "sealed_from", "wrong")
def check(data: str | None, as_json: bool) -> None:
    """Look whether the journal is whole, and whether somebody changed a game in it; exit status 1 if it is not as it
    was written. Nothing is changed.

    Seals are looked at by anyone who may read the key beside the journal: the user the table runs as.

    \b
      pegwatch journal check
      pegwatch journal check --data /media/stick/table --json
    """
    path = find_places(data).journal
    with closing(SqliteJournal(path, read_only=True)) as journal:
        journal.key = read_key(path.with_name(KEY_FILE), journal.name)
        events = journal.last()
        with progress("reading the events", events, quiet=as_json) as done:
            wrong = journal.check(told=done)
        sealed = journal.key is not None and journal.key.since < events
        found = {
            "path": str(path), "sound": not wrong, "games": None if wrong else len(journal.games()), "events": events,
            "sealed_from": journal.key.since + 1 if journal.key and sealed else None, "wrong": wrong,
        }  # fmt: skip
    if as_json or not wrong:
        show_one(found, as_json, _sound)
    else:
        _say_wrong(wrong)
    sys.exit(bool(wrong))


def _sound(found: Row) -> str:
    seals = f", seals from event {found['sealed_from']} on" if found["sealed_from"] else ""
    sound = painted("sound", "ok")
    return f"{found['path']} is {sound}: {found['games']} games, {found['events']} events{seals}."


def _say_wrong(wrong: list[str]) -> None:
    for line in wrong:
        click.echo(line, err=True)
    if any(f"was {CHANGED}" in line for line in wrong):
        click.echo("Compare the games' codes with those on the sheets: pegwatch journal codes", err=True)
    click.echo("Go back to the newest sound backup with: pegwatch journal restore", err=True)


@command.command("games")
@_data
@json_option("each game", "game", "players", "profile", "mode", "began", "over", "damaged")
def games(data: str | None, as_json: bool) -> None:
    """List the games there are, the newest last: their numbers are what `pegwatch export` is asked for.

    In JSON `began` is in seconds since 1970, by the clock of the table.
    """
    with closing(SqliteJournal(find_places(data).journal, read_only=True)) as journal:
        show(map(_game, journal.games()), as_json, _game_in_words, "No game has begun here.")


def _game(info: GameInfo) -> Row:
    header = info.header
    return {
        "game": info.game, "players": _names(info), "profile": header.get("profile"), "mode": header.get("mode"),
        "began": info.began, "over": info.over, "damaged": info.damaged,
    }  # fmt: skip


def _names(info: GameInfo) -> list[str]:
    return [str(name) for name in info.header.get("players", {}).values()]


def _game_in_words(row: Row) -> str:
    began = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["began"]))
    state = painted("its beginning is damaged", "alarm") if row["damaged"] else " and ".join(row["players"])
    return f"{row['game']:5}  {began}  {'over' if row['over'] else 'open'}  {state}"


@command.command("codes")
@_data
@json_option("each finished game", "game", "code", "players")
def codes(data: str | None, as_json: bool) -> None:
    """Print the code of every finished game, to compare with the one on its sheet.

    A code stands for the whole record up to the game's end: anyone who changes anything before it changes the code.
    """
    with closing(SqliteJournal(find_places(data).journal, read_only=True)) as journal:
        show(_codes(journal), as_json, _code_in_words, "No game has been finished here.")


def _codes(journal: SqliteJournal) -> Iterator[Row]:
    for info in journal.games():
        found = "" if info.damaged else journal.code(info.game)
        if found:
            yield {"game": info.game, "code": found, "players": _names(info)}


def _code_in_words(row: Row) -> str:
    return f"{row['code']}  game {row['game']}: {' and '.join(row['players'])}"


@command.command("backup")
@_data
@click.option("--to", "folder", metavar="DIR", help="Folder of the backups (default: as the settings say).")
@click.option(
    "--keep", type=click.IntRange(1), help="How many copies to keep (default: as the settings say)."
)
def backup(data: str | None, folder: str | None, keep: int | None) -> None:
    """Copy the journal, while a table runs on it too; nothing is done if nothing is new.

    \b
      pegwatch journal backup
      pegwatch journal backup --to /media/stick --keep 5
    """
    places = find_places(data)
    where = _folder(places, folder)
    with _copying() as told:
        most = keep or load_settings().settings.backup.keep
        made = back_up(places.journal, where, most, told)
    click.echo(f"Backed up as {made}" if made else "Nothing is new since the last backup.")


@command.command("restore")
@_data
@click.option(
    "--from", "source", metavar="FILE", help="The backup to go back to (default: the newest sound one)."
)
@click.option(
    "--backups", "folder", metavar="DIR", help="Folder of the backups (default: as the settings say)."
)
def restore_(data: str | None, source: str | None, folder: str | None) -> None:
    """Go back to a backup, and save what can be read of what came after it.

    The journal that lay there is kept under another name.

    \b
      pegwatch journal restore
      pegwatch journal restore --from /media/stick/journal-1a2b3c4d-0000004711.sqlite
    """
    places = Places.of(data, "table") if data else find_places(data)
    _must_be_file(source)
    with write_lock(places.journal), _copying() as told:
        done = restore(places.journal, _folder(places, folder), Path(source) if source else None, told=told)
    click.echo(f"Restored from {done.backup}; {done.saved.events} later events could be saved.")
    if done.saved.stopped:
        click.echo(f"What came after is lost ({done.saved.stopped}).")
    if done.aside:
        click.echo(f"The damaged journal is kept as {done.aside}")
    if done.boards:
        click.echo(f"Learnt boards that came back: {', '.join(done.boards)}")


@command.command("export")
@_data
@click.option("-o", "--output", metavar="FILE", help="Write to a file instead of standard output.")
def export(data: str | None, output: str | None) -> None:
    """Write the whole journal as JSON, one object a line, for `pegwatch journal import`.

    \b
      pegwatch journal export -o everything.jsonl
    """
    places = find_places(data)
    with closing(SqliteJournal(places.journal, read_only=True)) as journal:
        # As many items of the inbox as events, roughly; a bar that ends early is better than one that stands.
        lines = along(dump(journal), "writing", 2 * journal.last(), speaks=output is None)
        if output is None:
            for line in lines:
                sys.stdout.write(line + "\n")
            return
        with written(Path(output), "-o FILE", places.records) as file:
            file.writelines(f"{line}\n".encode() for line in lines)


@command.command("import")
@click.argument("file", metavar="FILE")
@click.option("--data", required=True, metavar="DIR", help="The new table's data folder.")
def import_(file: str, data: str) -> None:
    """Make a journal of what `pegwatch journal export` wrote, in a data folder that has none.

    \b
      pegwatch journal import everything.jsonl --data ~/another-table
    """
    _must_be_file(file)
    places = Places.of(data, "table")
    places.make()
    with (
        write_lock(places.journal),
        closing(SqliteJournal(places.journal)) as journal,
        Path(file).open(encoding="utf-8") as lines,
    ):
        try:
            last = load(along(lines, "reading", Path(file).stat().st_size, size=len), journal)
        except JournalError as error:
            raise PegwatchError(f"{file}: {error}") from error
        except UnicodeDecodeError as error:
            raise PegwatchError(f"{file}: not an export of a journal: it is not text in UTF-8") from error
    click.echo(f"{places.journal} now holds {last} events.")


@command.command("list")
@_data
@click.option(
    "--backups", "folder", metavar="DIR", help="Folder of the backups (default: as the settings say)."
)
@json_option("each backup", "path", "journal", "events")
def list_(data: str | None, folder: str | None, as_json: bool) -> None:
    """List the backups there are, journal by journal, the newest of each last."""
    places = find_places(data)
    where = _folder(places, folder)
    rows = ({"path": str(one.path), "journal": one.journal, "events": one.last} for one in backups(where))
    show(
        rows, as_json, lambda row: f"{row['path']}  {row['events']} events", f"There is no backup in {where}."
    )


@contextmanager
def _copying() -> Iterator[Callable[[int, int], None]]:
    """A bar for what hears how many pages of how many are copied."""
    with progress("copying", 1000) as done:
        before = 0

        def told(pages: int, of: int) -> None:
            nonlocal before
            now = 1000 * pages // max(of, 1)
            done(now - before)
            before = now

        yield told


def _folder(places: Places, folder: str | None) -> Path:
    chosen = folder or load_settings().settings.backup.folder
    return Path(chosen) if chosen else places.data / FOLDER


def _must_be_file(name: str | None) -> None:
    if name is not None and not Path(name).is_file():
        raise PegwatchError(f"there is no file {name}")
