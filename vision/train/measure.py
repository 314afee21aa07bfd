"""Measure the reader: rendered scenes, photographs, calibration, speed. `make bench-vision` runs it."""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate import RANKS, SUITS
from vision.read import Reader
from vision.train.judge import Judge, Truth, draw, photo_folder, photographs
from vision.train.scenes import Scene

READABLE = 0.87  # visible part from which an index counts as visible
PRESENT = 0.3  # visible part from which a card named is not called wrong
MEASURE_SEED = 77_000
TABLE_SIZE = (2304, 1296)  # px
TABLE_CARD_HEIGHT = 250.0  # px of a card in the table picture
PHONE_SIZE = (1600, 1200)  # px
ROUNDS = 15


def scene_truth(scene: Scene, name: str) -> Truth:
    """Which cards of a rendered scene can be read."""
    names = [RANKS[int(r)] + SUITS[int(s)] for r, s in scene.labels[:, 2:4]]
    seen = scene.labels[:, 7]
    cards = frozenset(n for n, v in zip(names, seen, strict=True) if v > READABLE)
    present = frozenset(n for n, v in zip(names, seen, strict=True) if v > PRESENT)
    return Truth(name, "rendered", cards, present)


def measure_rendered(reader: Reader, work: Path, count: int, out: Path | None = None) -> Judge:
    """Read scenes of the decks that neither training nor calibration saw."""
    from vision.train.calibrate import CALIBRATION_DECKS, held_out_scenes

    judge = Judge()
    scenes = held_out_scenes(work, lambda name: name not in CALIBRATION_DECKS, 0.0, MEASURE_SEED, count)
    for number, scene in enumerate(scenes):
        truth = scene_truth(scene, f"scene-{number:05d}")
        height = float(np.median(scene.labels[:, 6])) if len(scene.labels) else 24.0
        reading = reader.read(scene.picture, index_height_px=height)
        wrong = judge.add(truth, reading)
        if wrong and out is not None:
            _keep(out / f"{truth.name}.png", draw(scene.picture, reading, wrong))
    return judge


def measure_photographs(reader: Reader, folder: Path, half: str, out: Path | None = None) -> Judge:
    """Read the labelled photographs of one half; pictures of every failure go to `out`."""
    judge = Judge()
    for truth, picture in photographs(folder, half):
        reading = reader.read(picture)
        wrong = judge.add(truth, reading)
        missed = truth.cards - {c.card for c in reading.cards}
        if (wrong or missed) and out is not None:
            kind = "wrong" if wrong else "unsure"
            _keep(out / f"{kind}-{truth.name.replace('/', '-')}.png", draw(picture, reading, wrong))
    return judge


def _keep(path: Path, picture: NDArray[np.uint8]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture)


def drawn_table(size: tuple[int, int]) -> NDArray[np.uint8]:
    """A table with the project's own deck on it: nine cards in rows. Returns (H, W, 3) BGR."""
    from vision.scene.deck import face

    wide, high = size
    table = np.full((high, wide, 3), (60, 100, 50), np.uint8)
    table += np.random.default_rng(5).integers(0, 12, table.shape, np.uint8)
    for n, card in enumerate(("5H", "6S", "7D", "8C", "JH", "QS", "KD", "TC", "AS")):
        picture = cv2.resize(face(card), (round(TABLE_CARD_HEIGHT * 63 / 88), round(TABLE_CARD_HEIGHT)))
        x, y = 120 + (n % 5) * 230, 120 + (n // 5) * 400
        spot = table[y : y + picture.shape[0], x : x + picture.shape[1]]
        alpha = picture[:, :, 3:] / np.float32(255)
        spot[:] = (picture[:, :, :3] * alpha + spot * (1 - alpha)).astype(np.uint8)
    return table


def measure_speed(model: Path | None, threads: int) -> dict[str, float]:
    """Median milliseconds a picture: a table at known size, and a phone picture whose size is searched."""
    reader = Reader(model, threads=threads)
    table = drawn_table(TABLE_SIZE)
    phone = np.asarray(cv2.resize(table, PHONE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)
    known = [reader.read(table, card_height_px=TABLE_CARD_HEIGHT).ms for _ in range(ROUNDS)]
    search = [reader.read(phone).ms for _ in range(max(3, ROUNDS // 3))]
    return {"table, known size": statistics.median(known), "phone, size searched": statistics.median(search)}


def bench_vision(
    model: Path | None = None,
    work: Path | None = None,
    scenes: int = 1000,
    half: str = "dev",
    out: Path = Path("out/bench-vision"),
) -> None:
    """Print every figure that can be had here; write failures to `out`.

    Args:
        model: folder of the networks, the project's own if None.
        work: folder of a training run, whose card art the rendered scenes need; left out if None.
        scenes: how many rendered scenes.
        half: of the photographs.
        out: folder for pictures of failures.
    """
    reader = Reader(model)
    for threads in (1, 2):
        for what, ms in measure_speed(model, threads).items():
            print(f"{what}, {threads} thread{'s' if threads > 1 else ''}: {ms:.1f} ms")
    cv2.setNumThreads(1)
    if work is not None and (work / "decks").is_dir():
        print("\nrendered scenes, decks never seen:")
        print(measure_rendered(reader, work, scenes, out / "rendered").report())
    else:
        print("\nno rendered scenes: give --work, the folder of a training run, for its card art")
    folder = photo_folder()
    if folder is None:
        print("no photographs: set PEGWATCH_PHOTOS to a folder with labels.csv")
        return
    print(f"\nphotographs, {half} half:")
    print(measure_photographs(reader, folder, half, out / f"photos-{half}").report())


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.train.measure", description=__doc__)
    parser.add_argument("--model", type=Path, help="folder of the networks")
    parser.add_argument(
        "--work", type=Path, default=Path("build/train"), help="folder of a training run, for its card art"
    )
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--half", choices=("dev", "test", "all"), default="dev")
    parser.add_argument("--out", type=Path, default=Path("out/bench-vision"))
    given = parser.parse_args()
    bench_vision(given.model, given.work, given.scenes, given.half, given.out)


if __name__ == "__main__":
    main()
