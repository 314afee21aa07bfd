"""`python -m vision.train`: card art, scenes, training, ONNX, calibration, with one command.

Needs PyTorch and onnx (the extra `train`), the Debian packages gnome-cards-data, kdegames-card-data-kf5 and
librsvg2-bin, and npm. Everything lands below --work; what is there already is kept, so it can be interrupted.

--small goes the whole way in minutes, with the project's own deck, which needs no package: from an empty folder to
networks that the reader loads. They read nothing worth having. The same seed gives the same files.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from vision.network import write_sums
from vision.read import CALIBRATION_FILE, NETWORK_FILES, Reader
from vision.train.art import prepare, prepare_own
from vision.train.calibrate import calibrate
from vision.train.pool import Plan, start_rendering

MODELS = Path(__file__).parents[1] / "models"
NEEDED = ("torch", "onnx")


@dataclass(frozen=True, slots=True)
class Size:
    """How much is done: the folder of the run, that of the networks, steps, shards of scenes, scenes to calibrate.

    `views`: scenes a batch, None: as many as is best.
    """

    work: Path
    out: Path
    steps: int
    shards: int
    calibration_scenes: int
    views: int | None = None


FULL = Size(Path("build/train"), MODELS, 12000, 80, 4000)
SMALL = Size(Path("build/train-small"), Path("build/train-small/models"), 80, 1, 60, 4)


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    given = _parser().parse_args(arguments)
    size = SMALL if given.small else FULL
    for name in Size.__slots__:
        if getattr(given, name, None) is None:
            setattr(given, name, getattr(size, name))
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing and not given.only_art:
        sys.exit(f"training needs {' and '.join(missing)}: pip install 'pegwatch[train]'")
    try:
        (prepare_own if given.small else prepare)(given.work)
    except FileNotFoundError as error:
        sys.exit(
            f"card art: {error}; without these, --small (make train TRAIN_ARGS=--small) shows that the rest works"
        )
    except subprocess.CalledProcessError as error:
        sys.exit(f"card art: {' '.join(error.cmd)} failed: {error.stderr.decode(errors='replace').strip()}")
    if not given.only_art:
        _train(given)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m vision.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--small", action="store_true", help="the whole way in minutes, as a proof that it works"
    )
    parser.add_argument("--work", type=Path, help=f"folder for art, scenes, checkpoints [{FULL.work}]")
    parser.add_argument(
        "--out", type=Path, help="folder for the networks and their calibration [vision/models]"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the scenes, the first weights and the order [1]"
    )
    parser.add_argument("--steps", type=int, help=f"of each network [{FULL.steps}]")
    parser.add_argument("--minutes", type=float, help="end the training after so long, whatever the steps")
    parser.add_argument("--shards", type=int, help=f"of 500 scenes each [{FULL.shards}]")
    parser.add_argument(
        "--calibration-scenes", type=int, help=f"to fit the calibration on [{FULL.calibration_scenes}]"
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2, help="in all [one for each core]")
    parser.add_argument(
        "--only-export", action="store_true", help="from the last checkpoint, without training on"
    )
    parser.add_argument("--only-art", action="store_true", help="fetch and render the card art, and end")
    return parser


def _train(given: argparse.Namespace) -> None:
    from vision.train.export import export
    from vision.train.learn import train_all

    plan = Plan(given.work, given.seed, given.shards, views=given.views)
    if not given.only_export:
        renderers = start_rendering(plan, max(1, given.threads // 2))
        try:
            train_all(plan, given.steps, given.threads, given.minutes)
        finally:
            for renderer in renderers:
                renderer.terminate()
                renderer.join()
    export(plan, given.out)
    try:
        made = calibrate(given.work, given.out, given.seed, given.calibration_scenes, small=given.small)
    except ValueError as error:
        sys.exit(f"no calibration: {error}")
    made.save(given.out / CALIBRATION_FILE)
    write_sums(given.out, (*NETWORK_FILES, CALIBRATION_FILE))
    Reader(given.out)  # it loads: what was made is what the table would run
    for file in (*NETWORK_FILES, CALIBRATION_FILE):
        data = (given.out / file).read_bytes()
        print(f"{given.out / file}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
