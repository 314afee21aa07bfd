"""`pegwatch run`: the table on a Raspberry Pi."""

from __future__ import annotations

import click

from cribbage.profiles import profile as find_profile
from firmware.boardfile import load_board
from firmware.box.pictures import DEFAULT_BUDGET_MB
from firmware.box.settings import load
from pegwatch.devices import missing_devices, why_no_table
from pegwatch.failure import PegwatchError
from pegwatch.pegssetup import why_not_learnt
from pegwatch.places import Places
from pegwatch.plan import Plan
from pegwatch.table import keep, wait_a_moment
from pegwatch.terminal.tools import PORT
from vision.layout import load_layout

_ALL_THE_SAME = "The table begins all the same, with what is there: the rest is opened as soon as it can be."
_TRY_DEMO = "To see Pegwatch without hardware, run: pegwatch demo"


@click.command("run")
@click.option(
    "--data", metavar="DIR", help="Where the journal lives (default: ~/.local/share/pegwatch/table)."
)
@click.option("--port", type=PORT, default=8080, show_default=True, help="Port of the page.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address the page listens on.")
@click.option("--profile", default="acc-2025", show_default=True, help="Rule set of new games.")
@click.option(
    "--board", default="longboard-hall", show_default=True, help="Name or file of the board's hole map."
)
@click.option(
    "--threads", default=2, show_default=True, type=click.IntRange(1, 4), help="Threads of the eye."
)
@click.option(
    "--pictures", default=DEFAULT_BUDGET_MB, show_default=True, type=click.IntRange(min=0),
    help="MB of disk for the pictures kept of readings (0: none).",
)  # fmt: skip
def command(
    data: str | None, port: int, host: str, profile: str, board: str, threads: int, pictures: int
) -> None:
    """Run the table on the real board and camera until Ctrl-C.

    With pegs = "camera" under [board] in the settings the camera reads the pegs of a board of your own, and no other
    board is looked for; with pegs = "none" nobody reads them, and scores are tapped. With cards = "none" under [eye]
    no cards are read: only the pegs are followed.

    Games are started on the page. What is missing is said, and looked for again: the table begins all the same.

    \b
      pegwatch run
      pegwatch run --profile alberta-55plus
      pegwatch run --board my-board.toml --data /media/stick/table
    """
    find_profile(profile)
    settings = load().settings
    refused = why_no_table(settings.board, settings.eye)
    if refused:
        raise PegwatchError(refused)
    load_layout(settings.eye.layout)  # said here in one line, not by an eye that keeps failing
    missing = missing_devices(load_board(board), settings.board, settings.eye)
    for sentence in missing:
        click.echo(sentence)
    if missing:
        click.echo(f"{_ALL_THE_SAME} {_TRY_DEMO}")
    places = Places.of(data, "table")
    plan = Plan(
        kind="table", data=str(places.data), run=str(places.run), profile=profile, board=board,
        host=host, port=port, threads=threads, pictures_mb=pictures, settings=settings,
        pegs=settings.board.pegs, cards=settings.eye.cards,
    )  # fmt: skip
    unlearnt = why_not_learnt(plan)
    if unlearnt:
        click.echo(unlearnt)
    keep(plan, places, lambda _house, _pulse, _journal: wait_a_moment)
