"""`pegwatch doctor`: looks at everything from pins to page and says how to fix what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

import click

from firmware.boardfile import load_board
from firmware.box.errors import BoxError
from firmware.box.files import read_json
from firmware.box.pulse import Pulse
from firmware.box.sections import EyeSettings
from firmware.box.settings import Settings, SettingsError, load
from firmware.box.sqlite_journal import SqliteJournal
from firmware.doctor import (
    Finding,
    check_board,
    check_contacts,
    check_machine,
    check_masks,
    check_notes,
    check_power,
)
from firmware.drivers.base import BoardMissing
from firmware.drivers.spi_chain import open_board
from firmware.faults import fault_text
from firmware.machine import disk_share, disk_troubles, read_throttled
from firmware.recorder import Recorder
from pegwatch.checks import (
    check_backups,
    check_clock,
    check_guards,
    check_lasting,
    check_owner,
    check_page,
    check_settings,
    check_system,
    check_units,
)
from pegwatch.devices import missing_camera
from pegwatch.failure import PegwatchError, explain
from pegwatch.places import Places
from pegwatch.plan import BOTH, CAMERA, NONE, SENSORS, Plan, board_file
from pegwatch.table import check_port
from pegwatch.terminal.colour import painted
from pegwatch.terminal.listing import Row, json_option, show
from pegwatch.terminal.tools import PORT
from vision.cameras.picamera import PicameraCamera
from webui.errors import WebError

_RANK: Final = {"ok": 0, "info": 0, "warning": 1, "alarm": 2}
_MARK: Final = {"ok": "ok     ", "info": "note   ", "warning": "warning", "alarm": "ALARM  "}
_SILENT_S: Final = 5.0


@click.command("doctor")
@click.option(
    "--data", metavar="DIR", help="The table's data folder (default: ~/.local/share/pegwatch/table)."
)
@click.option(
    "--board", default="longboard-hall", show_default=True, help="Name or file of the board's hole map."
)
@click.option("--port", type=PORT, default=8080, show_default=True, help="Port of the page.")
@click.option("--simulated", is_flag=True, help="Leave out the real board and camera: check for the demo.")
@json_option("each finding", "severity", "what", "mend", "code")
def command(data: str | None, board: str, port: int, simulated: bool, as_json: bool) -> None:
    """Check everything from pins to page, and say how to fix what is wrong.

    Exit status: 0 nothing is wrong, 1 something is not as it should be but play can go on, 2 the table cannot run.

    \b
      pegwatch doctor
      pegwatch doctor --simulated
      pegwatch doctor --board my-board.toml --json
    """
    places = Places.of(data, "demo" if simulated else "table")
    findings: list[Finding] = []

    def each() -> Iterator[Row]:
        # Said as it is found: the board takes its time.
        for finding in _findings(places, board, port, simulated):
            findings.append(finding)
            yield body_of(finding)

    show(each(), as_json, _in_words)
    sys.exit(max(_RANK[finding.severity] for finding in findings))


def _in_words(row: Row) -> str:
    fix = f"\n         {row['mend']}" if row["mend"] else ""
    return f"{painted(_MARK[row['severity']], row['severity'])}  {row['what']}{fix}"


def examine(places: Places, board: str, port: int, simulated: bool) -> list[Finding]:
    """Everything that was looked at, from the kernel's devices to the page."""
    return list(_findings(places, board, port, simulated))


def body_of(finding: Finding) -> dict[str, str]:
    """A finding for machines."""
    return {"severity": finding.severity, "what": finding.what, "mend": finding.fix, "code": finding.code}


def _findings(places: Places, board: str, port: int, simulated: bool) -> Iterator[Finding]:
    yield from check_system()
    yield from check_guards()
    yield from check_clock()
    yield from check_power(read_throttled())
    has_contacts = settings_or_defaults().board.pegs in (SENSORS, BOTH)
    devices = check_machine() if has_contacts and not simulated else []  # a kit needs no pins and no SPI
    yield from devices
    yield from check_settings()
    yield from _data(places)
    yield from check_units()
    running = _processes(places)
    yield from running
    if running:
        for notes in ("board.json", "eye.json"):
            yield from check_notes(read_json(places.run / notes) or ())
        plan = Plan.read(places.plan)
        if plan.page:
            yield from check_page(plan.host, plan.port)
    else:
        yield _page(port)
    yield _eye()
    if not simulated and not running:  # a running table holds the board and the camera itself
        known = {finding.code for finding in devices}
        yield from (
            finding for finding in _board(board, places) if not finding.code or finding.code not in known
        )
        settings = settings_or_defaults()
        yield _camera(settings.eye, settings.board.pegs)


def _camera(settings: EyeSettings, pegs: str) -> Finding:
    """Whether the camera gives pictures, where the table has one."""
    if settings.cards == NONE and pegs not in (CAMERA, BOTH):
        return Finding("info", "This table has no camera: the pegs are followed, cards are not read.")
    number = settings.camera
    camera = PicameraCamera(clock=lambda: 0.0, number=number)
    missing = missing_camera(number, delivers=True, camera=camera)
    if missing:
        return Finding("alarm", missing)
    size = " x ".join(map(str, camera.size_px))
    return Finding("ok", f"Camera {number} gives pictures: {camera.what or 'a camera'}, {size}.")


def _data(places: Places) -> Iterator[Finding]:
    """The data folder, its disk and its journal."""
    try:
        places.make()
    except PegwatchError as error:
        yield Finding("alarm", str(error))
        return
    yield from check_lasting(places.data)
    share = disk_share(places.data)
    found = disk_troubles(share)
    severity, fix = "ok", ""
    if found:
        text = fault_text(found[0].code)
        severity, fix = text.severity, text.fix
    yield Finding(severity, f"The disk of {places.data} is {share or 0:.0%} full.", fix)
    if not places.journal.exists():
        yield Finding("ok", "There is no journal yet; the first game begins one.")
        return
    wrong_owner = list(check_owner(places.data))
    yield from wrong_owner
    if not wrong_owner:
        yield from _journal(places)


def _journal(places: Places) -> Iterator[Finding]:
    """The journal itself, and what it says of holes that are ignored or make poor contact."""
    try:
        journal = SqliteJournal(places.journal, read_only=True)
    except BoxError as error:
        yield Finding("alarm", explain(error))
        return
    try:
        wrong = journal.check()
        if wrong:
            fix = "Stop the table, and run: pegwatch journal restore"
            yield Finding("alarm", f"The journal is damaged: {wrong[0]}.", fix)
            return
        games = journal.games()
        finished = sum(game.over for game in games)
        yield Finding("ok", f"The journal is sound: games begun {len(games)}, finished {finished}.")
        yield from check_backups(journal, places.data, journal.name, settings_or_defaults().backup)
        standing = Recorder(journal, only_looks=True).state
        yield from check_masks(standing.masked)
        yield from check_contacts((standing.contacts or {}).get("chatter", {}))
    finally:
        journal.close()


def settings_or_defaults() -> Settings:
    """Those in force; wrong ones have been told of already."""
    try:
        return load().settings
    except SettingsError:
        return Settings()


def _processes(places: Places) -> list[Finding]:
    """The processes of a running table, if one runs on this folder."""
    if not places.plan.is_file():
        return []
    plan = Plan.read(places.plan)
    with Pulse.open(places.run) as pulse:
        if pulse.ended or all(pulse.of(name).age_s() > _SILENT_S for name in ("board", "eye", "web")):
            return []
        found = []
        for name in ("board", "eye", *(["web"] if plan.page else [])):
            age = pulse.of(name).age_s()
            if age <= _SILENT_S:
                found.append(Finding("ok", f"The {name} process is alive."))
            else:
                log = places.run / f"{name}.log"
                where = f"Look at {log}." if log.exists() else f"See why: journalctl -u pegwatch-{name}"
                found.append(Finding("warning", f"The {name} process is silent.", where))
    return found


def _page(port: int) -> Finding:
    try:
        check_port("0.0.0.0", port)
    except WebError as error:
        return Finding("alarm", str(error))
    return Finding("ok", f"Port {port} is free for the page.")


def _eye() -> Finding:
    from vision.drawnhand import misread
    from vision.engine import engine_name
    from vision.layout import BadLayout, load_layout
    from vision.networkreader import NetworkReader

    eye = settings_or_defaults().eye
    try:
        load_layout(eye.layout)
    except BadLayout as error:
        return Finding("alarm", f"The table's layout: {error}.", "Fix that file, or leave layout empty.")
    again = "Install Pegwatch again."
    try:
        wrong = misread(NetworkReader(engine=eye.engine))
    except Exception as error:
        return Finding("alarm", f"The card reader cannot be loaded: {explain(error)}", again)
    if wrong:
        return Finding("alarm", f"The card reader does not work on this machine: {wrong}.", again)
    return Finding("ok", f"The card reader reads drawn cards; {engine_name(eye.engine)} computes it.")


def _learnt_board(places: Places) -> Finding:
    """Of a table whose pegs the camera reads there is a board's file to look at, and no chain."""
    from pegwatch.pegssetup import learnt_reader
    from vision.layout import BadLayout, load_layout

    settings = settings_or_defaults()
    file = board_file(settings, places.data)
    if not file.exists():
        return Finding(
            "alarm",
            f"The pegs are not followed yet: no board is learnt ({file} is not there).",
            "Learn the empty board: on the page under Set-up, or with pegwatch board learn.",
        )
    try:
        board = learnt_reader(file, load_layout(settings.eye.layout)).board
    except BadLayout:
        return Finding("info", "The learnt board was not looked at: the table's layout is wrong.")
    except PegwatchError as error:
        return Finding(
            "alarm",
            f"The learnt board: {error}.",
            "Learn it again: on the page, or with pegwatch board learn.",
        )
    return Finding("ok", f"The camera reads the pegs of {board.title}: {len(board.players)} tracks.")


def _board(board: str, places: Places) -> Iterator[Finding]:
    pegs = settings_or_defaults().board.pegs
    if pegs in (CAMERA, BOTH):
        yield _learnt_board(places)
    if pegs == CAMERA:
        return
    if pegs == NONE:
        yield Finding(
            "info", "Nobody reads this table's pegs: scores are tapped, and no board is looked for."
        )
        return
    if find_spec("gpiozero") is None:
        yield Finding("alarm", "gpiozero is not installed.", "Install Pegwatch again.")
        return
    board_map = load_board(board)
    try:
        driver = open_board(board_map)
    except BoardMissing as error:
        yield from check_board(None, board_map, error=error)
        return
    with driver:
        yield from check_board(driver, board_map)
