"""`pegwatch camera`: what the eye sees, and how the camera stands."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import click

from firmware.box.files import read_json
from firmware.box.settings import load
from pegwatch.devices import real_camera
from pegwatch.failure import PegwatchError
from pegwatch.outfile import cannot_write, refuse_records, written
from pegwatch.places import Places
from pegwatch.terminal.colour import painted
from pegwatch.terminal.listing import Row, json_option, show_one
from webui.words import Words, words

if TYPE_CHECKING:
    from vision.arrays import Picture
    from vision.cameras.base import Camera
    from vision.frames import Frame
    from vision.layout import TableLayout
    from vision.zones import TableFix, ZoneFinder

_SIGN: Final = {"good": "  ", "warning": "! ", "alarm": "!!"}
_TABLE_ANSWERS_S: Final = 6.0
_LIVE_S: Final = 1.0
_KEYS: Final = ("source", "size", "good", "findings", "cards", "unsure", "picture")
_NO_BOARD: Final = ("markers-none", "markers-few", "markers-odd")
_OUT: Final = "--out FILE"
_LONGEST_S, _MOST_MB = 86_400, 100_000  # of a recording
_LOOKS, _LOOK_S = (
    40,
    0.07,
)  # small pictures, and the time between two: light and shaking show over three seconds
_LIVE_PAGE: Final = (
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Pegwatch camera</title>'
    '<img src="{name}" alt="what the camera sees" style="max-width:100%">\n'
)


@click.command("camera")
@click.argument("pictures", nargs=-1, metavar="[PICTURE|FOLDER]...")
@click.option("--simulated", is_flag=True, help="The demo's camera over a drawn table.")
@click.option(
    "--out", default="camera.jpg", show_default=True, metavar="FILE", help="Where the picture goes."
)
@click.option("--live", is_flag=True, help="Again and again until Ctrl-C, with a page beside the picture.")
@click.option("--keep", is_flag=True, help="Keep this position: a later move of camera or board is reported.")
@click.option("--no-cards", is_flag=True, help="Only how the camera stands; quicker.")
@click.option("--record", "to", metavar="FILE", help="Keep what the camera sees in FILE while the eye looks.")
@click.option("--seconds", default=60.0, show_default=True, help="How long to record.")
@click.option("--most", default=200, show_default=True, metavar="MB", help="How large the recording may get.")
@click.option("--play", "of", metavar="FILE", help="Say what the eye makes of a recorded FILE.")
@click.option(
    "--data", metavar="DIR", help="The table's data folder (default: ~/.local/share/pegwatch/table)."
)
@json_option(
    "each picture, and with --record and --play for each thing the eye said, with its t and kind. Of a picture",
    *_KEYS,
)
def command(
    pictures: tuple[str, ...], simulated: bool, out: str, live: bool, keep: bool, no_cards: bool,
    to: str | None, seconds: float, most: int, of: str | None, data: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what the eye sees: a picture with zones (in mm), cards and doubts, and the same in words.

    The real camera, unless pictures are given. While a table runs its own eye is asked. Exit status 1 if cards could
    not be read like this.

    \b
      pegwatch camera
      pegwatch camera --simulated --out drawn.jpg
      pegwatch camera photo.jpg pictures/
      pegwatch camera --record odd.sight --seconds 30
      pegwatch camera --play odd.sight
    """
    if to is not None and of is not None:
        raise PegwatchError("give --record or --play, not both")
    say = words("en")
    places = Places.of(data, "table")
    refuse_records(Path(out), _OUT, places.records)
    if of is not None:
        _play(Path(of), as_json)
        return
    if to is not None and not simulated and _is_running(places):
        raise PegwatchError("a table runs and holds the camera: stop it, then record")
    if not pictures and not simulated and _is_running(places):
        sys.exit(_ask_the_table(places, Path(out), say, as_json))
    from vision.layout import LONG_BOARD, load_layout
    from vision.zones import ZoneFinder

    finder = ZoneFinder(LONG_BOARD if simulated else load_layout(load().settings.eye.layout))
    with opened_camera(pictures, simulated) as camera:
        if to is not None:
            _record(camera, Path(to), seconds, most, finder.layout, as_json)
            return
        good = True
        wavering = "" if pictures else _wavering(camera)
        for frame in _frames(camera, live):
            seen = _look(frame, finder, Path(out), wavering, with_cards=not no_cards)
            show_one(seen, as_json, lambda row: _picture_in_words(row, say))
            good = bool(seen["good"])
            if keep:
                _keep(frame, finder, camera, places)
                click.echo("This position is kept.", err=as_json)
            if live:
                name = quote(os.fsencode(Path(out).name))
                Path(out).with_suffix(".html").write_text(_LIVE_PAGE.format(name=name), encoding="utf-8")
    sys.exit(0 if good else 1)


def _record(
    camera: Camera, file: Path, seconds: float, most_mb: int, layout: TableLayout, as_json: bool
) -> None:
    """Keep what the camera shows, and say what the eye says meanwhile; Ctrl-C ends it, and the file is whole."""
    from pegwatch import sight
    from vision.networkreader import NetworkReader

    if file.exists():
        raise PegwatchError(f"{file} is there already; name another file")
    if not 0 < seconds <= _LONGEST_S or not 0 < most_mb <= _MOST_MB:
        raise PegwatchError(f"--seconds must be 1 to {_LONGEST_S}, --most 1 to {_MOST_MB}")
    click.echo(
        "The recording shows whatever the camera sees, hands and faces too: look at it before you give it away.",
        err=as_json,
    )
    try:
        with contextlib.suppress(KeyboardInterrupt):
            for seen in sight.record(camera, file, NetworkReader(), seconds, most_mb, layout):
                click.echo(json.dumps(sight.said(seen)) if as_json else sight.in_words(seen))
    except OSError as error:
        raise PegwatchError(cannot_write(file, error, "--record FILE")) from error
    click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB", err=as_json)


def _play(file: Path, as_json: bool) -> None:
    from pegwatch import sight
    from vision.cameras.base import CameraError
    from vision.layout import load_layout
    from vision.networkreader import NetworkReader

    try:
        for seen in sight.play(file, NetworkReader(), load_layout(load().settings.eye.layout)):
            click.echo(json.dumps(sight.said(seen)) if as_json else sight.in_words(seen))
    except CameraError as error:
        raise PegwatchError(str(error)) from error


@contextmanager
def opened_camera(pictures: Iterable[str] = (), simulated: bool = False) -> Iterator[Camera]:
    """The camera asked for, open; the real one unless pictures are given or it is simulated."""
    from vision.cameras.base import CameraError

    camera = _camera(tuple(pictures), simulated)
    try:
        with camera:
            yield camera
    except CameraError as error:
        raise PegwatchError(str(error)) from error


def _camera(pictures: tuple[str, ...], simulated: bool) -> Camera:
    if pictures:
        from vision.cameras.folder import FolderCamera

        return FolderCamera([Path(name) for name in pictures])
    if simulated:
        from pegwatch.simulated import SimulatedTable
        from vision.cameras.sim import SimCamera

        table = SimulatedTable(seed=1, games=1)
        began = time.monotonic()
        return SimCamera(table.scene_at, lambda: 20.0 + time.monotonic() - began, (2304, 1296))
    return real_camera(time.monotonic, load().settings.eye)


def _frames(camera: Camera, live: bool) -> Iterator[Frame]:
    """One picture, or one a second until Ctrl-C; of files each once."""
    from vision.cameras.base import CameraEnded

    with contextlib.suppress(CameraEnded, KeyboardInterrupt):
        yield camera.grab()
        while live:
            time.sleep(_LIVE_S)
            yield camera.grab()


def _wavering(camera: Camera) -> str:
    """What the small pictures of some seconds say of the light and the mount: as in `vision.stabiliser`, mostly
    nothing."""
    from vision.stabiliser import Stabiliser

    stabiliser = Stabiliser()
    for _ in range(_LOOKS):
        small = camera.lores()
        stabiliser.take(small.grey, small.t)
        time.sleep(_LOOK_S)
    return stabiliser.wavering


def _look(frame: Frame, finder: ZoneFinder, out: Path, wavering: str, *, with_cards: bool) -> Row:
    """Look at a picture, draw what was found, and hand out what `_KEYS` names; ``cards`` is None where none were
    looked for."""
    from vision.annotate import write_picture
    from vision.setup import examine, overlay, with_wavering

    setup = examine(frame, finder)
    findings = [
        {"code": one.code, "severity": one.severity, "zone": one.zone, "values": dict(one.values)}
        for one in with_wavering(setup.findings, wavering)
    ]
    picture = overlay(frame, setup, finder.layout)
    cards: list[Row] | None = None
    unsure: list[Row] | None = None
    if with_cards and setup.fix is not None:
        cards, unsure, picture = _cards(frame, setup.fix, finder.layout, picture)
    try:
        write_picture(out, picture)
    except OSError as error:
        raise PegwatchError(cannot_write(out, error, _OUT)) from error
    source, size = str(frame.source or "camera"), [int(side) for side in frame.size_px]
    return dict(zip(_KEYS, (source, size, setup.is_good, findings, cards, unsure, str(out)), strict=True))


def _picture_in_words(seen: Row, say: Words) -> str:
    lines = [f"{seen['source']}: {seen['size'][0]} x {seen['size'][1]} px"]
    lines += [in_words(found, say) for found in seen["findings"]]
    for card in seen["cards"] or ():
        where = f"{card['x_mm']:.0f}, {card['y_mm']:.0f} mm"
        lines.append(f"   {card['place']}: {card['card']} at {where} ({100 * card['confidence']:.1f} %)")
    for doubt in seen["unsure"] or ():
        lines.append(f"   {doubt['place']}: a card that cannot be read for certain: {doubt['reason']}")
    if any(found["code"] in _NO_BOARD for found in seen["findings"]):
        lines.append("   Cards are not looked for before the board is found.")
    return "\n".join([*lines, f"{seen['picture']} shows it."])


def in_words(found: Mapping[str, Any], say: Words) -> str:
    """A finding as a sentence, with a sign of how grave it is and what to do."""
    zone = say(f"camera.zone.{found['zone']}") if found.get("zone") else ""
    values = {**found["values"], "zone": zone}
    fix = say.find(f"camera.mend.{found['code']}")
    sentence = say(f"camera.find.{found['code']}", **values)
    text = f"{painted(_SIGN[str(found['severity'])], str(found['severity']))} {sentence}"
    return f"{text} {fix}" if isinstance(fix, str) and found["severity"] != "good" else text


def _cards(
    frame: Frame, fix: TableFix, layout: TableLayout, picture: Picture
) -> tuple[list[Row], list[Row], Picture]:
    """The cards of every zone that are certain, those that are not, and the picture with both drawn in."""
    from vision.annotate import Mark, draw_marks
    from vision.networkreader import NetworkReader
    from vision.placelook import center
    from vision.zones import CARD_PX

    reader, marks = NetworkReader(), []
    cards: list[Row] = []
    doubts: list[Row] = []
    for place in layout.places:
        crop = fix.crop(frame, place)
        reading = reader.read(crop.bgr, card_height_px=CARD_PX)
        for seen in reading.cards:
            quad = crop.quad_mm(seen.corners)
            x, y = center(quad)
            if place.holds(x, y):
                marks.append(Mark(quad, seen.card))
                cards.append(
                    {"place": place.key, "card": seen.card, "x_mm": round(float(x), 1), "y_mm": round(float(y), 1),
                     "confidence": round(float(seen.confidence), 4)}
                )  # fmt: skip
        for unsure in reading.unsure:
            doubt = None if unsure.corners is None else crop.quad_mm(unsure.corners)
            if doubt is not None and place.holds(*center(doubt)):
                marks.append(Mark(doubt))
                doubts.append({"place": place.key, "reason": unsure.reason})
    return cards, doubts, draw_marks(picture, fix, marks)


def _keep(frame: Frame, finder: ZoneFinder, camera: Camera, places: Places) -> None:
    from vision.mount import FILE, Mount
    from vision.setup import examine

    setup = examine(frame, finder)
    if setup.fix is None:
        raise PegwatchError("the position is not kept: the board is not found in the picture")
    places.make()
    Mount.of(setup.fix, camera.lock()).save(places.data / FILE)


def _is_running(places: Places) -> bool:
    if not places.run.is_dir():
        return False
    try:
        with places.held():
            return False
    except PegwatchError:
        return True


def _ask_the_table(places: Places, out: Path, say: Words, as_json: bool) -> int:
    """A table runs and holds the camera: its eye is asked, and answers unless a sanctioned game is on."""
    from pegwatch.eye_setup import LOOK, PICTURE, STATE

    before = read_json(places.run / STATE)
    end = time.monotonic() + _TABLE_ANSWERS_S
    while time.monotonic() < end:
        (places.run / LOOK).touch()
        time.sleep(0.3)
        state = read_json(places.run / STATE)
        if isinstance(state, dict) and state != before:
            break
    else:
        raise PegwatchError(
            "a table runs and its eye does not answer: a sanctioned game is on, or see pegwatch doctor"
        )
    findings = state.get("findings", [])
    click.echo("A table runs; this is what its eye sees.", err=as_json)
    if not as_json:
        for found in findings:
            click.echo(in_words(found, say))
    if state.get("camera") != "ok":
        raise PegwatchError("the table's camera gives no picture: see pegwatch doctor")
    picture = (places.run / PICTURE).read_bytes()
    with written(out, _OUT, places.records) as file:
        file.write(picture)
    good = bool(state.get("good"))
    seen = dict(zip(_KEYS, ("table", None, good, findings, None, None, str(out)), strict=True))
    show_one(seen, as_json, lambda row: f"{row['picture']} shows it.")
    return 0 if good else 1
