"""`pegwatch board`: what the board's wires said, recorded and looked at elsewhere; a board of one's own, learnt."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cribbage.log.observations import Holes
from firmware.boardfile import load_board
from firmware.boardmap import BoardMap
from firmware.box.settings import load
from firmware.debounce import SCAN_PERIOD_S, ChainFault, ChainOk, HoleChange
from firmware.drivers.base import BoardDriver, BoardFault
from firmware.drivers.spi_chain import open_board
from firmware.drivers.trace import RecordingDriver, TraceDriver
from firmware.faults import fault_text
from firmware.holes import Cleared, Inspect, TrackFound, TrackLost
from firmware.reader import BoardReader, ReaderItem
from pegwatch.failure import PegwatchError
from pegwatch.outfile import cannot_write
from pegwatch.places import Places
from pegwatch.plan import BOARD_SHAPES
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show
from pegwatch.terminal.progress import along

if TYPE_CHECKING:
    from vision.frames import Frame
    from vision.layout import TableLayout


@click.group("board")
def command() -> None:
    """Record what the board's wires say, and look at such a record on any machine; learn a board of your own.

    A record is for a board that does what nobody understands: the file holds every scan, and anyone who helps sees
    what you saw.

    \b
      pegwatch board record odd.jsonl
      pegwatch board play odd.jsonl
      pegwatch board learn maple
    """


@command.command("record")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seconds", default=30.0, show_default=True, help="How long.")
@click.option("--board", help="Name or file of the board's hole map, where it is not that of the settings.")
@click.option("--simulated", is_flag=True, help="A simulated board with its pegs at the start.")
def record(file: Path, seconds: float, board: str | None, simulated: bool) -> None:
    """Record every scan of the board to FILE, a hundred a second. The table itself must not be running.

    \b
      pegwatch board record odd.jsonl
      pegwatch board record odd.jsonl --seconds 120
    """
    if file.exists():
        raise PegwatchError(f"{file} is there already; name another file")
    if not 0 < seconds <= 3600:
        raise PegwatchError("--seconds must be more than 0 and no more than 3600")
    name = board or load().settings.table.board
    board_map = load_board(name)
    scans = round(seconds / SCAN_PERIOD_S)
    faulty = 0
    opened = _opened(board_map, simulated)
    try:
        with RecordingDriver(opened, file, name) as driver:
            begun = time.monotonic()
            for scan in along(range(scans), "recording", scans):
                try:
                    driver.scan()
                except BoardFault:
                    faulty += 1  # it stands in the file, as what the board did
                time.sleep(max(0.0, begun + (scan + 1) * SCAN_PERIOD_S - time.monotonic()))
    except OSError as error:
        raise PegwatchError(cannot_write(file, error)) from error
    click.echo(f"{file}: {scans} scans" + (f", {faulty} of them failed" if faulty else ""))


@command.command("play")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--board", help="Name or file of the hole map, where it is not the recorded one.")
@json_option("each thing that happened", "t", "kind", "what")
def play(file: Path, board: str | None, as_json: bool) -> None:
    """Say what Pegwatch makes of a recorded FILE: each contact, each move of a peg, each fault, by its second.

    \b
      pegwatch board play odd.jsonl
      pegwatch board play odd.jsonl --json > odd-events.jsonl
    """
    with TraceDriver(file) as driver:
        reader = BoardReader(driver, load_board(board or driver.board_name))
        show(_happened(driver, reader), as_json, lambda row: f"{row['t']:8.2f}  {row['what']}")
    if not as_json:
        _say_counts(reader)


def _happened(driver: TraceDriver, reader: BoardReader) -> Iterator[Row]:
    scan = 0
    while driver.left:
        for item in reader.poll(scan * SCAN_PERIOD_S):
            yield {"t": item.t, "kind": type(item).__name__, "what": _words(item)}
        scan += 1


def _say_counts(reader: BoardReader) -> None:
    known = reader.debouncer.counters
    wire = f"{known.bad_scans} bad, {known.wrong_bits} wrong bits, faults of the chain: {known.faults}"
    click.echo(f"{known.scans} scans, {wire}")
    if known.chatter:
        worst = ", ".join(f"{hole} {times}" for hole, times in known.chatter.most_common(5))
        click.echo(f"contacts that came and went: {worst}")


@command.command("learn")
@click.argument("name")
@click.argument("pictures", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--track",
    "tracks",
    multiple=True,
    metavar="A=FIRST,LAST",
    help="A track's first start hole and its last hole.",
)
@click.option("--game", type=int, help="The game hole.")
@click.option(
    "--as-named", is_flag=True, help="The ends are right, though a track looks named the wrong way round."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder of the board's files (default: beside the games)."
)
@click.option("--simulated", type=OneOf(BOARD_SHAPES), help="A drawn board, to try.")
def learn_board(
    name: str, pictures: tuple[Path, ...], tracks: tuple[str, ...], game: int | None, out: Path | None,
    simulated: str | None, as_named: bool,
) -> None:  # fmt: skip
    """Learn a board of your own, so that the camera reads its pegs: no contacts needed.

    Take the pegs out. Without --track the holes are found, and a picture shows the number of each. Then name, by
    these numbers, the first start hole and the last hole of each track (120, or 60 on a board that is walked twice),
    and the game hole:

    \b
      pegwatch board learn maple
      pegwatch board learn maple empty-1.jpg empty-2.jpg
      pegwatch board learn maple --track A=245,186 --track B=1,60 --game 124
    """
    import pegwatch.boardlearn as learning  # OpenCV, which only those who look need

    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", name):
        raise PegwatchError(
            f"{name!r:.60}: call the board by small letters, digits and dashes, at most 40 of them"
        )
    if bool(tracks) != (game is not None):
        raise PegwatchError(
            "give --track for each track and --game together, or neither to see the holes' numbers"
        )
    folder = out or Places.of(None, "table").data / "boards"
    frames, layout = _pictures_of_empty(pictures, simulated)
    if game is None:
        drawn = folder / f"{name}-holes.jpg"
        count = learning.find(frames, layout, drawn)
        click.echo(f"{count} holes: their numbers are in {drawn}. Name the ends with --track and --game.")
        return
    files = learning.learn(frames, layout, name, tracks, game, folder, as_named)
    click.echo(f"Learnt. Look whether the numbering is right, and hole 1 by the start holes: {files.drawn}")
    click.echo(f'Then set under [board]: pegs = "camera" and holes = "{files.board}"')


def _pictures_of_empty(pictures: tuple[Path, ...], simulated: str | None) -> tuple[list[Frame], TableLayout]:
    from pegwatch import boardlearn, pegssetup
    from vision.cameras.base import CameraError
    from vision.layout import load_layout

    if simulated is not None:
        return pegssetup.drawn_empty(simulated, boardlearn.PICTURES)
    settings = load().settings.eye
    layout = load_layout(settings.layout)
    if pictures:
        return boardlearn.pictures_from(pictures), layout
    from pegwatch.devices import real_camera

    try:
        with real_camera(time.monotonic, settings) as camera:
            return [camera.grab() for _ in range(boardlearn.PICTURES)], layout
    except CameraError as error:
        raise PegwatchError(f"no camera: {error}; or name picture files of the empty board") from error


def _opened(board_map: BoardMap, simulated: bool) -> BoardDriver:
    if not simulated:
        return open_board(board_map)
    from firmware.drivers.sim import open_simulated

    start = frozenset(f"{row.player}{hole}" for row in board_map.rows for hole in (0, -1))
    return open_simulated(board_map, lambda: start)


def _words(item: ReaderItem) -> str:
    match item:
        case HoleChange():
            return f"{item.hole} {'closed' if item.occupied else 'opened'}"
        case ChainFault():
            return fault_text(item.code).sentence(item.detail)
        case ChainOk():
            return "the chain is read"
        case Holes():
            tracks = (f"{who} {' '.join(map(str, sorted(holes)))}" for who, holes in item.holes.items())
            return f"pegs stand: {'; '.join(tracks)}"
        case Inspect():
            return f"asked: {item.why}"
        case Cleared():
            return f"no longer asked: {fault_text(item.code).sentence()}"
        case TrackLost():
            return f"track {item.player} cannot be followed: {fault_text(item.code).sentence()}"
        case TrackFound():
            return f"track {item.player} can be followed again"
