"""Recordings of a camera: made while the eye looks, and played back through the same eye.

`python -m pegwatch.sight FILE --name NAME --why WHY`, or `make sight`, makes a test of one: the file goes to
tests/sights with what the eye says now, or what is right, beside it.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import click

from cribbage.log.codec import observation_body
from cribbage.log.observations import Observation
from pegwatch.terminal.tools import start
from vision.cameras.base import Camera, CameraEnded, CameraError
from vision.cameras.recording import RecordedCamera, Recorder
from vision.eye import Eye
from vision.layout import LONG_BOARD, TableLayout
from vision.readresult import CardReader

SIGHTS: Final = Path("tests/sights")
SUFFIX: Final = ".sight"
_SHORTEST_WAIT_S: Final = 0.02


def record(
    camera: Camera,
    file: Path,
    reader: CardReader,
    seconds: float,
    most_mb: float,
    layout: TableLayout = LONG_BOARD,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Observation]:
    """Look through a camera for a time, keep what it shows in `file`, and give what the eye says meanwhile.

    Ends early once the file is full. Raises OSError where it cannot be written.
    """
    recorder = Recorder(camera, file, most_mb)
    eye = Eye(recorder, reader, layout=layout)
    end = clock() + seconds
    try:
        while (now := clock()) < end and not recorder.is_full:
            step = eye.step(now)
            yield from step.observations
            sleep(max(_SHORTEST_WAIT_S, step.next_wake - clock()))
    finally:
        recorder.finish()


def play(file: Path, reader: CardReader, layout: TableLayout = LONG_BOARD) -> Iterator[Observation]:
    """What the eye says of a recording, at the recorded times. Raises `CameraError` where it is none."""
    with RecordedCamera(file) as camera:
        eye = Eye(camera, reader, layout=layout)
        try:
            while True:
                camera.open()
                yield from eye.step(camera.next_t()).observations
        except CameraEnded:
            return


def said(seen: Observation) -> dict[str, Any]:
    """An observation as a test compares it: how sure the networks were is left out."""
    body = observation_body(seen)
    return {name: value for name, value in body.items() if name not in ("confidence", "since")}


def in_words(seen: Observation) -> str:
    """An observation for people, with the second of the recording."""
    body = said(seen)
    rest = ", ".join(f"{name}: {_plain(value)}" for name, value in body.items() if name not in ("t", "kind"))
    return f"{body['t']:8.2f}  {body.get('kind', '')}  {rest}"


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) or "nothing" if isinstance(value, list | tuple) else str(value)


def make_case(file: Path, name: str, why: str, folder: Path = SIGHTS) -> Path:
    """Copy a recording and write down what the eye says of it now: the test that `tests/whole` plays from then on.

    Raises:
        CameraError: it is no recording.
        ValueError: the name is no file name, or taken.
    """
    from vision.networkreader import NetworkReader

    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        raise ValueError(f"{name!r} cannot be a name: small letters, digits and hyphens")
    to = folder / (name + SUFFIX)
    if to.exists():
        raise ValueError(f"{to} is there already; give another name")
    expect = [said(seen) for seen in play(file, NetworkReader())]
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)
    lines = [json.dumps({"why": why}), *(json.dumps(body) for body in expect)]
    to.with_suffix(".jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return to


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", required=True, help="What the test is called: small letters, digits and hyphens.")
@click.option("--why", required=True, help="What was done at the table, in a sentence.")
def main(file: Path, name: str, why: str) -> None:
    """Make a test of a recorded FILE; what the eye says of it now is written beside it, to be corrected by hand."""
    try:
        made = make_case(file, name, why)
    except (CameraError, ValueError) as error:
        raise click.UsageError(str(error)) from error
    click.echo(f"{made} and {made.with_suffix('.jsonl')}: look whether that is what lay there")


if __name__ == "__main__":
    start(main)
