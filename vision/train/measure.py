"""Measure the reader: rendered scenes, photographs, calibration, speed, memory. `make bench-vision` runs it."""

from __future__ import annotations

import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import AT_LEAST_ONE, start
from vision.locate import RANKS, SUITS
from vision.networkreader import NetworkReader
from vision.readresult import Reading
from vision.train import footprint, peerspeed
from vision.train.calibrate import CALIBRATION_DECKS, held_out_scenes
from vision.train.classic import SIDES, Classic, own_faces
from vision.train.decks import load_decks
from vision.train.drawntable import TABLE_CARD_HEIGHT, TABLE_SIZE, drawn_table
from vision.train.judge import ALL, HEADINGS, Judge, Truth, Where, photo_folder, photographs
from vision.train.report import Failure, Section, draw, write_page
from vision.train.scenes import Scene

READABLE = 0.87  # visible part of an index; from here it counts as readable
PRESENT = 0.3  # visible part; from here a card that is named does not count as wrong
NEAR = 0.6  # index heights; a reading within this distance of an index is of it
SIZES = ((0.0, "index below 14 px"), (14.0, "index 14 to 24 px"), (24.0, "index from 24 px"))
MEASURE_SEED = 91_000  # its scenes were never looked at during development
PHONE_SIZE = (1600, 1200)  # px
ROUNDS = 15
THREADS = (1, 2)
CLASSIC_SCENES = 200  # rendered scenes that the classic method is tried on
NO_ART = (
    "left out: it needs card art, which is not part of the project. To fetch it (Debian): "
    "apt install gnome-cards-data kdegames-card-data-kf5 librsvg2-bin npm fontconfig, then "
    "python -m vision.train --only-art"
)
NO_PHOTOGRAPHS = "left out: set PEGWATCH_PHOTOS to a folder of photographs with its labels.csv"

Pictures: TypeAlias = Iterable[tuple[Truth, NDArray[np.uint8], float | None]]
"""Truth, picture, and the height of an index in it (px) where the reader is told."""


def scene_truth(scene: Scene, name: str) -> Truth:
    """Which cards of a rendered scene can be read, and where."""
    names = [RANKS[int(r)] + SUITS[int(s)] for r, s in scene.labels[:, 2:4]]
    seen = scene.labels[:, 7]
    cards = frozenset(n for n, v in zip(names, seen, strict=True) if v > READABLE)
    shown = (*zip(names, seen, strict=True), *scene.at_edge)
    present = frozenset(n for n, v in shown if v > PRESENT)
    height = float(np.median(scene.labels[:, 6])) if len(scene.labels) else SIZES[-1][0]
    kind = [text for least, text in SIZES if height >= least][-1]
    where = tuple(
        Where(n, float(row[0]), float(row[1]), NEAR * float(row[6]))
        for n, row in zip(names, scene.labels, strict=True)
        if row[7] > PRESENT
    )
    return Truth(name, kind, cards, present, where=where)


def rendered(work: Path, count: int) -> Iterator[tuple[Truth, NDArray[np.uint8], float | None]]:
    """Scenes of decks used neither in training nor in calibration, with the height of their indices."""
    scenes = held_out_scenes(work, lambda name: name not in CALIBRATION_DECKS, 0.0, MEASURE_SEED, count)
    for number, scene in enumerate(scenes):
        height = float(np.median(scene.labels[:, 6])) if len(scene.labels) else 24.0
        yield scene_truth(scene, f"scene-{number:05d}"), scene.picture, height


def labelled(folder: Path, half: str) -> Iterator[tuple[Truth, NDArray[np.uint8], float | None]]:
    """The labelled photographs of one half, of unknown size."""
    for truth, picture in photographs(folder, half):
        yield truth, picture, None


def measure(reader: NetworkReader, pictures: Pictures, out: Path, folder: str) -> tuple[Judge, list[Failure]]:
    """Read pictures; those in which not every card was read are drawn into `folder` below `out`."""
    judge, failures = Judge(), []
    for truth, picture, height in pictures:
        reading = reader.read(picture, index_height_px=height)
        wrong = judge.add(truth, reading)
        missed = sorted(truth.cards - {c.card for c in reading.cards})
        if wrong or missed:
            kind = "wrong" if wrong else "unsure"
            file = f"{folder}/{kind}-{Path(truth.name.replace('/', '-')).stem}.jpg"
            (out / folder).mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(out / file), draw(picture, reading, wrong))
            failures.append(Failure(file, _told(truth, reading, wrong, missed), bool(wrong)))
    return judge, failures


def _told(truth: Truth, reading: Reading, wrong: list[str], missed: list[str]) -> str:
    parts = [truth.name, f"there: {' '.join(sorted(truth.cards)) or 'nothing'}"]
    parts += [f"WRONG: {' '.join(wrong)}"] if wrong else []
    parts += [f"not read: {' '.join(missed)}"] if missed else []
    reasons = sorted({u.reason for u in reading.unsure})
    return "; ".join([*parts, *reasons])


def measure_classic(classic: Classic, pictures: Pictures) -> list[tuple[str, ...]]:
    """Rows for the classic method on these pictures: at each size, and at the best size for each picture."""
    sizes, best = {side: Judge() for side in SIDES}, Judge()
    for truth, picture, _ in pictures:
        read = {side: classic.read(picture, side) for side in SIDES}
        for side, cards in read.items():
            sizes[side].count(truth, cards)
        best.count(
            truth, max(read.values(), key=lambda cards: len(cards & truth.cards) - len(cards - truth.present))
        )
    rows = [
        (f"classic, {side} px", *judge.by_kind[ALL].row()) for side, judge in sizes.items() if judge.by_kind
    ]
    return rows + [
        ("classic, best size of each", *tally.row()) for kind, tally in best.kinds() if kind == ALL
    ]


def measure_speed(model: Path | None) -> list[tuple[str, ...]]:
    """Rows of median milliseconds a picture, on one thread and on two."""
    from vision.frames import SmallFrame
    from vision.motion import Watch

    table = drawn_table(TABLE_SIZE)
    phone = np.asarray(cv2.resize(table, PHONE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    small = cv2.resize(cv2.cvtColor(table, cv2.COLOR_BGR2GRAY), (512, 288), interpolation=cv2.INTER_AREA)
    watch, steps = Watch(), itertools.count()

    def look() -> None:
        n = next(steps)
        noisy = cv2.add(small, np.full(small.shape, n % 3, np.uint8))
        watch.look(SmallFrame(np.asarray(noisy, np.uint8), 0.1 * n, n), None)

    def both(work: Callable[[NetworkReader], object], rounds: int) -> tuple[str, ...]:
        cells = []
        for threads in THREADS:
            reader = NetworkReader(model, threads=threads)
            cells.append(f"{_median_ms(lambda: work(reader), rounds):.1f}")  # noqa: B023
        cv2.setNumThreads(1)
        return tuple(cells)

    whole = both(lambda r: r.read(table, card_height_px=TABLE_CARD_HEIGHT), ROUNDS)
    search = both(lambda r: r.read(phone), ROUNDS // 3)
    return [
        (f"{TABLE_SIZE[0]} x {TABLE_SIZE[1]}, nine cards, size known", *whole),
        (f"{PHONE_SIZE[0]} x {PHONE_SIZE[1]}, nine cards, size searched", *search),
        ("motion check of a small picture", *both(lambda _: look(), 2 * ROUNDS)),
    ]


def _median_ms(work: Callable[[], object], rounds: int) -> float:
    work()
    spent = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        spent.append(1000 * (time.perf_counter() - begun))
    return statistics.median(spent)


def measure_memory() -> str:
    """A sentence about the eye's memory, or why it could not be measured."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            footprint.write_pictures(Path(folder))
            peak, readings = footprint.measure(Path(folder))
        except RuntimeError as error:
            return f"Memory of the eye: not measured, {error}"
    return f"Memory of the eye, peak, {TABLE_SIZE[0]} x {TABLE_SIZE[1]}, {readings} readings: {peak:.0f} MB"


def bench_vision(
    model: Path | None = None,
    work: Path | None = None,
    scenes: int = 1000,
    half: str = ALL,
    out: Path = Path("out/bench-vision"),
    as_json: bool = False,
) -> list[Section]:
    """Measure and print everything that can be measured here; write it with pictures of the failures to `out`.

    Args:
        model: folder of the networks, the project's own if None.
        work: folder of a training run, whose card art the rendered scenes need; left out if None.
        scenes: how many rendered scenes.
        half: of the photographs, "dev", "test" or "all" (both, one after the other).
        out: folder for the page and the pictures.
        as_json: one JSON object for each section instead of its text.
    """
    sections: list[Section] = []

    def tell(section: Section) -> None:
        show_one(_row(section), as_json, section.text())
        sys.stdout.flush()
        sections.append(section)

    headings = ("milliseconds, median", *(f"{n} thread{'s' if n > 1 else ''}" for n in THREADS))
    speed = [(headings, measure_speed(model)), (peerspeed.HEADINGS, peerspeed.rows())]
    tell(Section("Speed and memory", measure_memory(), tables=speed))
    cv2.setNumThreads(1)
    reader, faces = NetworkReader(model), own_faces()
    art = work is not None and (work / "art-done").exists()
    title = "Rendered scenes, decks never seen"
    if work is not None and art:
        faces += [card for deck in load_decks(work, held_out=False) for card in deck.cards.items()]
        judge, failures = measure(
            reader, along(rendered(work, scenes), title, scenes, quiet=as_json), out, "rendered"
        )
        note = f"{scenes} scenes of 320 px, size known; heavy blur, darkness, glare and noise on purpose"
        rows = measure_classic(Classic(faces), rendered(work, min(scenes, CLASSIC_SCENES)))
        tell(Section(title, note, judge, failures, [(("", *HEADINGS), rows)]))
    else:
        tell(Section(title, NO_ART))
    folder = photo_folder()
    if folder is None:
        tell(Section("Photographs", NO_PHOTOGRAPHS))
    for part in () if folder is None else ("dev", "test") if half == ALL else (half,):
        assert folder is not None
        judge, failures = measure(reader, labelled(folder, part), out, f"photographs-{part}")
        rows = measure_classic(Classic(faces), labelled(folder, part))
        decks = f"{len(faces) // 52} decks"
        note = f"size searched; beside it the classic method with rank and suit pictures of {decks}"
        tell(Section(f"Photographs, {part} half", note, judge, failures, [(("", *HEADINGS), rows)]))
    click.echo(f"\nto look at: {write_page(out, sections)}", err=as_json)
    return sections


@click.command()
@click.option("--model", type=click.Path(path_type=Path, file_okay=False), help="Folder of the networks.")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("build/train"),
    show_default=True,
    help="Folder of a training run, for its card art.",
)
@click.option("--scenes", default=1000, show_default=True, type=AT_LEAST_ONE, help="Rendered scenes.")
@click.option(
    "--half", type=OneOf(["dev", "test", ALL]), default=ALL, show_default=True, help="Of the photographs."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/bench-vision"),
    show_default=True,
    help="Where the page with pictures of the failures goes.",
)
@json_option("each section", "title", "note", "by_kind", "tables")
def main(model: Path | None, work: Path, scenes: int, half: str, out: Path, as_json: bool) -> None:
    """Measure the reader: speed, memory, rendered scenes, photographs; every failure goes to a page with pictures."""

    bench_vision(model, work, scenes, half, out, as_json)


def _row(section: Section) -> Row:
    kinds = {} if section.judge is None else section.judge.by_kind
    return {
        "title": section.title, "note": section.note,
        "by_kind": {kind: asdict(tally) for kind, tally in kinds.items()},
        "tables": [{"headings": headings, "rows": rows} for headings, rows in section.tables],
    }  # fmt: skip


if __name__ == "__main__":
    start(main)
