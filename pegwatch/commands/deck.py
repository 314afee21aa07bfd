"""`pegwatch deck`: the club's own decks: take one in, list, show, remove, choose."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cribbage.errors import UnknownCard
from cribbage.score.cards import Card
from pegwatch.commands.camera import opened_camera
from pegwatch.failure import PegwatchError
from pegwatch.outfile import cannot_write, refuse_records
from pegwatch.places import Places
from pegwatch.terminal.listing import Row, json_option, show, show_one
from pegwatch.terminal.progress import along

if TYPE_CHECKING:
    from vision.cameras.base import Camera
    from vision.deck.enrol import AddResult, Enrolment
    from vision.deck.store import ClubDeck, DeckFolder

_PICTURE: Final = "--picture FILE"
_LOOK_S: Final = 0.5
_LASTS_S: Final = 900.0
_HELPS: Final = 0.99
"""Where an ordinary look is less sure of a card than this, its deck cannot help."""
_DATA_HELP: Final = "The table's data folder (default: ~/.local/share/pegwatch/table)."
data_option = click.option("--data", metavar="DIR", help=_DATA_HELP)


@click.group("deck")
def command() -> None:
    """The club's own decks: shown once, they make the reading of their cards surer.

    \b
      pegwatch deck enrol club-red
      pegwatch deck use club-red
      pegwatch deck list
    """


@command.command("enrol")
@click.argument("name")
@click.argument("pictures", nargs=-1, metavar="[PICTURE|FOLDER]...")
@data_option
@click.option(
    "--threads", default=2, show_default=True, type=click.IntRange(1, 16), help="Threads of the reader."
)
def enrol(name: str, pictures: tuple[str, ...], data: str | None, threads: int) -> None:
    """Enrol a deck, from pictures or, without any, from the live camera.

    Lay the cards face up and apart, both corners of each in sight, as many at a time as there is room for; once
    each is enough. A picture named after a card (5H.jpg, 10c.png) shows that card alone: the way for cards that
    cannot be read for certain.

    Nothing is kept unless all 52 cards were seen and none is doubtful. Afterwards it says how sure the deck makes
    the reading of each card; `pegwatch deck use NAME` plays with it.

    \b
      pegwatch deck enrol club-red
      pegwatch deck enrol club-red pictures/
      pegwatch deck enrol club-red table.jpg 5H.jpg
    """
    from vision.deck.enrol import Enrolment
    from vision.deck.store import DeckError
    from vision.networkreader import NetworkReader

    folder = _folder(data, is_new=True)
    try:
        taking = Enrolment(name, NetworkReader(threads=threads))
        _take_pictures(taking, pictures) if pictures else _take_live(taking)
        deck = taking.finish()
        folder.save(deck)
    except DeckError as error:
        raise PegwatchError(str(error)) from error
    click.echo(_in_words(deck))
    click.echo(f"\nThe deck {name} is kept. To play with it: pegwatch deck use {name}")


def _take_pictures(taking: Enrolment, pictures: tuple[str, ...]) -> None:
    from vision.cameras.folder import PICTURES, load_picture

    files: list[Path] = []
    for name in pictures:
        path = Path(name)
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURES) if path.is_dir() else []
        if path.is_dir() and not inside:
            raise PegwatchError(f"{name}: no picture in this folder ({', '.join(sorted(PICTURES))})")
        files += inside or [path]
    for path in along(files, "reading", len(files), speaks=True):
        taken = taking.add(load_picture(path), named=_card_of(path))
        click.echo(f"{path}: {' '.join(taken.cards) or 'nothing taken'}")
        for why in taken.refused:
            click.echo(f"    {why}")


def _card_of(path: Path) -> str | None:
    """The card a picture is named after."""
    try:
        return str(Card.parse(path.stem.upper().replace("10", "T")))
    except UnknownCard:
        return None


def _take_live(taking: Enrolment) -> None:
    from vision.zones import TableFix, ZoneFinder

    finder = ZoneFinder()
    click.echo("Lay the cards face up and apart, both corners in sight. Ctrl-C ends it.")
    last: tuple[str, ...] = ()
    try:
        with opened_camera() as camera:
            for taken, picture in _looks(camera, taking, finder):
                if taken.cards != last:
                    last = taken.cards
                    click.echo(f"taken: {' '.join(taken.cards) or '-'}; wanted: {' '.join(taking.wanted)}")
                    for why in taken.refused:
                        click.echo(f"    {why}")
                    if not isinstance(picture, TableFix):
                        click.echo("    (the board's markers are not seen: its size is searched for)")
    except KeyboardInterrupt:
        click.echo("")


def _looks(camera: Camera, taking: Enrolment, finder: object) -> Iterator[tuple[AddResult, object]]:
    from vision.layout import CARD_HEIGHT_MM
    from vision.zones import TableFix, ZoneFinder

    assert isinstance(finder, ZoneFinder)
    end = time.monotonic() + _LASTS_S
    while taking.wanted and time.monotonic() < end:
        frame = camera.grab()
        fix = finder.find(frame)
        height = fix.px_per_mm() * CARD_HEIGHT_MM if isinstance(fix, TableFix) else None
        yield taking.add(frame.bgr, card_height_px=height), fix
        time.sleep(_LOOK_S)


@command.command("list")
@data_option
@json_option("each deck", "name", "in_use")
def list_(data: str | None, as_json: bool) -> None:
    """List the decks there are; a star marks the one in use."""
    folder = _folder(data)
    used = folder.in_use()
    rows = ({"name": name, "in_use": name == used} for name in folder.names())
    none = "No deck has been enrolled here: pegwatch deck enrol NAME takes one in."
    show(rows, as_json, lambda row: f"{'*' if row['in_use'] else ' '} {row['name']}", none)


@command.command("show")
@click.argument("name")
@data_option
@click.option("--picture", metavar="FILE", help="Also write a picture of what is remembered.")
@json_option("the deck", "name", "sure", "weak")
def show_deck(name: str, data: str | None, picture: str | None, as_json: bool) -> None:
    """Say how sure the deck makes the reading of each card (in JSON: from 0 to 1).

    \b
      pegwatch deck show club-red
      pegwatch deck show club-red --picture remembered.png
    """
    if picture:
        refuse_records(Path(picture), _PICTURE, Places.of(data, "table").records)
    deck = _load(_folder(data), name)
    show_one(_row(deck), as_json, lambda _row: _in_words(deck))
    if picture:
        from vision.annotate import write_picture
        from vision.deck.sheet import sheet

        try:
            write_picture(Path(picture), sheet(deck))
        except OSError as error:
            raise PegwatchError(cannot_write(Path(picture), error, _PICTURE)) from error
        click.echo(f"\n{picture} shows what is remembered.", err=as_json)


@command.command("remove")
@click.argument("name")
@data_option
def remove(name: str, data: str | None) -> None:
    """Forget a deck: its cards are read as any others from then on."""
    from vision.deck.store import DeckError

    try:
        _folder(data).remove(name)
    except DeckError as error:
        raise PegwatchError(str(error)) from error
    click.echo(f"The deck {name} is forgotten.")


@command.command("use")
@click.argument("name", required=False, default="")
@data_option
@click.option("--none", "nothing", is_flag=True, help="No deck in particular.")
def use(name: str, data: str | None, nothing: bool) -> None:
    """Play with a deck from now on; a running table takes it up by itself.

    \b
      pegwatch deck use club-red
      pegwatch deck use --none
    """
    from vision.deck.store import DeckError

    if bool(name) == nothing:
        raise PegwatchError("give the name of a deck, or --none")
    try:
        _folder(data).use(name)
    except DeckError as error:
        raise PegwatchError(str(error)) from error
    click.echo(f"The table plays with {name}." if name else "The table plays with no deck in particular.")


def _folder(data: str | None, *, is_new: bool = False) -> DeckFolder:
    """Where the decks lie; `is_new`: in a folder that may not be there yet."""
    from vision.deck.store import DeckFolder

    places = Places.of(data, "table") if is_new else Places.named(data, "table")
    return DeckFolder(places.data)


def _load(folder: DeckFolder, name: str) -> ClubDeck:
    from vision.deck.store import DeckError

    try:
        return folder.load(name)
    except DeckError as error:
        raise PegwatchError(str(error)) from error


def _row(deck: ClubDeck) -> Row:
    from vision.deck.enrol import weak_cards

    sure = {card: round(share, 4) for card, share in sorted(deck.sure.items())}
    return {"name": deck.name, "sure": sure, "weak": list(weak_cards(deck.sure, _HELPS))}


def _in_words(deck: ClubDeck) -> str:
    """A table of 13 by 4, per cent, and the cards it cannot help with."""
    from vision.deck.enrol import weak_cards

    ranks = "A23456789TJQK"
    lines = [f"deck {deck.name}: how sure an ordinary look becomes with it, per cent"]
    lines.append("    " + "".join(f"{rank:>6}" for rank in ranks))
    for suit in "CDHS":
        lines.append(f"   {suit}" + "".join(f"{100 * deck.sure[rank + suit]:6.1f}" for rank in ranks))
    weak = weak_cards(deck.sure, _HELPS)
    lines.append(
        f"No help with: {' '.join(weak)} (their corners look like others, or unclear)"
        if weak
        else "Every card is told from every other."
    )
    return "\n".join(lines)
