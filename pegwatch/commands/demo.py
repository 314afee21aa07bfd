"""`pegwatch demo`: a whole table on this machine, on the same code as the real one."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from cribbage.profiles import profile as find_profile
from firmware.box.files import read_json
from firmware.box.inbox import inbox_of
from firmware.box.pictures import DEFAULT_BUDGET_MB
from firmware.box.pulse import Pulse
from firmware.box.settings import load
from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.outfile import written
from pegwatch.places import Places
from pegwatch.plan import BOARD_SHAPES, BOTH, CAMERA, NONE, SENSORS, USUAL_SHAPE, Plan
from pegwatch.playersclock import Happenings, PlayersClock, told_until
from pegwatch.report import KEYS, GameReport, print_report
from pegwatch.simulated.faults import all_names, check_faults, instants, power_cuts
from pegwatch.simulated.setting import LAYINGS, PLAYERS, Setting
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.world import simulated_table, simulated_world
from pegwatch.supervisor import Supervisor
from pegwatch.table import keep, real_speed
from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import json_option
from pegwatch.terminal.tools import PORT
from vision.scene.lights import GROUNDS, LIGHTS

WORKSHOP: Final = "workshop"
KINDS: Final = {
    "full": (SENSORS, CAMERA), "kit": (CAMERA, CAMERA), "board": (SENSORS, NONE), "cards": (NONE, CAMERA),
    "both": (BOTH, CAMERA), WORKSHOP: (SENSORS, NONE),
}  # fmt: skip
"""By what each kind of demo reads pegs and cards."""


@click.command("demo")
@click.option(
    "--games", default=0, type=click.IntRange(min=0),
    help="After how many games the players stop (0: they go on); the page stays.",
)  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--speed", default="1", show_default=True, help="Table seconds per second, or max.")
@click.option("--headless", is_flag=True, help="No page; print a report of every game (3 games unless told).")
@click.option("--faults", default="", metavar="LIST", help="What goes wrong on purpose; 'list' names all.")
@click.option("--profile", default="acc-2025", show_default=True, help="Rule set.")
@click.option(
    "--mode",
    default="club",
    show_default=True,
    type=OneOf(["sanctioned", "club", "teaching"]),
    help="Who is shown what, and when.",
)
@click.option(
    "--data", metavar="DIR", help="Where the journal lives (default: ~/.local/share/pegwatch/demo)."
)
@click.option("--port", type=PORT, default=8080, show_default=True, help="Port of the page.")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address the page listens on.")
@click.option("--light", default="day", show_default=True, type=OneOf(list(LIGHTS)), help="On the table.")
@click.option("--ground", default="oak", show_default=True, type=OneOf(GROUNDS), help="Under the board.")
@click.option(
    "--laying",
    default="spread",
    show_default=True,
    type=OneOf(list(LAYINGS)),
    help="How much of each card shows beside the next.",
)
@click.option(
    "--players",
    default="usual",
    show_default=True,
    type=OneOf(list(PLAYERS)),
    help="How often the simulated players do something wrong.",
)
@click.option("--deck", default="", metavar="DIR", help="Play with a deck of pictures: AS.png ... KC.png.")
@click.option(
    "--kind",
    default="full",
    show_default=True,
    type=OneOf(list(KINDS)),
    help="full: contacts in the holes, and a camera; kit: any board, its pegs read by the camera; board: no camera; "
    "cards: nobody reads the pegs; both: contacts and camera; workshop: nobody plays, a peg goes into every hole for "
    "the hole walk.",
)
@click.option(
    "--shape", default=USUAL_SHAPE, show_default=True, type=OneOf(BOARD_SHAPES),
    help="The board of --kind kit: 60 holes up and 60 down for two or three, a horseshoe, an S, 60 walked twice.",
)  # fmt: skip
@click.option(
    "--start", default=0, show_default=True, type=click.IntRange(0, 120),
    help="The score with which both begin each game: 100 shows how one ends.",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Put an earlier demo's table aside and begin a new one.")
@click.option(
    "--pictures", default=DEFAULT_BUDGET_MB, show_default=True, type=click.IntRange(min=0),
    help="MB of disk for the pictures kept of readings (0: none).",
)  # fmt: skip
@json_option("each game of the report of a --headless demo", *KEYS)
def command(
    games: int, seed: int, speed: str, headless: bool, faults: str, profile: str, mode: str,
    data: str | None, port: int, host: str, light: str, ground: str, laying: str, players: str, deck: str,
    kind: str, shape: str, start: int, fresh: bool, pictures: int, as_json: bool,
) -> None:  # fmt: skip
    """Play real cribbage on a simulated table.

    Two simulated players, a simulated board (every pin and shift register of it) and a simulated camera stand in
    for the real ones; everything else is the real program. Starting it again goes on with the same table.

    \b
      pegwatch demo
      pegwatch demo --kind kit
      pegwatch demo --kind kit --shape twice
      pegwatch demo --kind workshop
      pegwatch demo --games 1 --speed 20
      pegwatch demo --start 100
      pegwatch demo --headless --games 3 --seed 7 --speed max
      pegwatch demo --deck my-deck/ --light dim
      pegwatch demo --faults break=12@60-90,camera-covered@120-140
    """
    if faults == "list":
        click.echo(all_names())
        return
    if as_json and not headless:
        raise PegwatchError("--json goes with --headless: with a page there is no report")
    if headless and kind == WORKSHOP:
        raise PegwatchError("--kind workshop is for looking at: leave out --headless")
    if shape != USUAL_SHAPE and kind != "kit":
        raise PegwatchError("--shape goes with --kind kit: a board with contacts has its own shape")
    if start and kind == WORKSHOP:
        raise PegwatchError(
            "--start is a score, and nobody plays with --kind workshop: leave out one of them"
        )
    find_profile(profile)
    chosen = check_faults(faults)
    setting = Setting(light, ground, laying, players, str(Path(deck).resolve()) if deck else "")
    if deck:
        setting.art()  # a folder without a deck is refused before anything starts
    places = Places.of(data, "demo")
    places.make()
    plan = Plan(
        kind="demo", data=str(places.data), run=str(places.run), seed=seed,
        games=games or (3 if headless else 0), speed=real_speed(speed), profile=profile, mode=mode,
        host=host, port=port, page=not headless, faults=chosen, setting=setting, pictures_mb=pictures,
        settings=load().settings, pegs=KINDS[kind][0], cards=KINDS[kind][1], walks=kind == WORKSHOP,
        shape=shape, start=start,
    )  # fmt: skip
    _go_on_or_begin(plan, places, fresh, as_json)
    world = simulated_world(plan)

    def lead(house: Supervisor, pulse: Pulse, journal: SqliteJournal) -> _Led:
        return _Led(house, pulse, journal, world, plan)

    keep(plan, places, lead)
    if headless:
        sys.exit(_report(places, simulated_table(plan), plan, as_json))


class _Led:
    """The step of a led table, with the supervisor looking after the processes while time stands still."""

    def __init__(
        self, house: Supervisor, pulse: Pulse, journal: SqliteJournal, world: Happenings, plan: Plan
    ) -> None:
        self._house = house
        self._pulse = pulse
        self._cuts = [t for t in power_cuts(plan.faults) if t > pulse.clock_t]
        self._leader = PlayersClock(
            world, pulse, journal, plan.speed, told_until(journal), instants(plan.faults), stays=plan.page
        )

    def __call__(self) -> bool:
        if self._cuts and self._pulse.clock_t >= self._cuts[0]:
            self._cuts.pop(0)
            self._house.cut_power()
        return self._leader.step(self._house.watch)


def _go_on_or_begin(plan: Plan, places: Places, fresh: bool, as_json: bool) -> None:
    """Go on with the table in the data folder if it is the same one and unfinished; else put it aside."""
    identity = {
        "seed": plan.seed,
        "profile": plan.profile,
        "mode": plan.mode,
        "setting": asdict(plan.setting),
        **({} if plan.pegs == SENSORS else {"pegs": plan.pegs}),
        **({} if plan.reads_cards else {"cards": plan.cards}),
        **({"walks": True} if plan.walks else {}),
        **({} if plan.shape == USUAL_SHAPE else {"shape": plan.shape}),
        **({"start": plan.start} if plan.start else {}),
    }
    mark = places.data / "demo.json"
    before = read_json(mark)
    if places.journal.exists() and (fresh or before != identity or _finished(places, plan)):
        aside = _put_aside(places)
        click.echo(f"An earlier demo lay here; its journal is kept as {aside}", err=as_json)
    with written(mark, "--data DIR") as file:
        file.write(json.dumps(identity).encode())


def _finished(places: Places, plan: Plan) -> bool:
    """Whether all the games asked for have been played."""
    journal = SqliteJournal(places.journal)
    try:
        return plan.games > 0 and sum(info.over for info in journal.games()) >= plan.games
    finally:
        journal.close()


def _put_aside(places: Places) -> Path:
    """Keep what an earlier table left, under a new name: a journal is never deleted."""
    with places.held():
        number = 1
        while (aside := places.data / f"journal-{number}.sqlite").exists():
            number += 1
        SqliteJournal(places.journal).close()  # folds the write-ahead log into the file
        inbox = inbox_of(places.journal)
        if inbox.exists():
            inbox.rename(inbox_of(aside))
        places.journal.rename(aside)
        (places.run / "pulse").unlink(missing_ok=True)
    return aside


def _report(places: Places, table: SimulatedTable, plan: Plan, as_json: bool) -> int:
    """Print what was seen of the games that have begun against what happened; 0 only if nothing wrong was shown and
    nobody accused."""
    with Pulse.open(places.run) as pulse:
        until = pulse.clock_t
    journal = SqliteJournal(places.journal)
    try:
        begun = max((info.game for info in journal.games()), default=0)
        games = range(1, min(begun, plan.games) + 1)
        reports = [GameReport.of(journal, table, game, until) for game in games]
    finally:
        journal.close()
    return print_report(reports, as_json)
