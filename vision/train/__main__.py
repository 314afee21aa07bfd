"""`python -m vision.train`: makes the networks with one command, from card art to calibration."""

from __future__ import annotations

import hashlib
import os
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import click

from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, Amount, Refused, start
from vision.network import write_sums
from vision.networkreader import CALIBRATION_FILE, MODEL_FILES, NETWORK_FILES, NetworkReader
from vision.train.art import prepare, prepare_own
from vision.train.calibrate import calibrate
from vision.train.letters import fit_letter_models
from vision.train.pool import Plan, start_rendering

MODELS = Path(__file__).parents[1] / "models"
FOR_EIGHT_BITS = ("onnx", "onnxruntime", "sympy")  # the last is what ONNX Runtime's quantiser wants
NEEDED = ("torch", *FOR_EIGHT_BITS)


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run does.

    Attributes:
        work: folder of the run.
        out: folder of the networks.
        steps: of training each network.
        shards: of rendered scenes.
        calibration_scenes: how many to calibrate on.
        views: scenes in a batch; None: the number with which each network trains best.
    """

    work: Path
    out: Path
    steps: int
    shards: int
    calibration_scenes: int
    views: int | None = None


FULL = Size(Path("build/train"), MODELS, 12000, 80, 4000)
_FOLDER: Final = click.Path(path_type=Path, file_okay=False)
SMALL = Size(Path("build/train-small"), Path("build/train-small/models"), 80, 1, 60, 4)


@click.command()
@click.option("--small", is_flag=True, help="The whole way in minutes, as a proof that it works.")
@click.option("--work", type=_FOLDER, help=f"Folder for art, scenes, checkpoints.  [default: {FULL.work}]")
@click.option(
    "--out", type=_FOLDER, help="Folder for the networks and their calibration.  [default: vision/models]"
)
@click.option(
    "--seed", default=1, show_default=True, type=SEED, help="Of the scenes, the first weights and the order."
)
@click.option("--steps", type=AT_LEAST_ONE, help=f"Of each network.  [default: {FULL.steps}]")
@click.option(
    "--minutes", type=Amount(0, min_open=True), help="End the training after so long, whatever the steps."
)
@click.option("--shards", type=AT_LEAST_ONE, help=f"Of 500 scenes each.  [default: {FULL.shards}]")
@click.option(
    "--calibration-scenes",
    type=AT_LEAST_ONE,
    help=f"To fit the calibration on.  [default: {FULL.calibration_scenes}]",
)
@click.option(
    "--threads", type=AT_LEAST_ONE, default=os.cpu_count() or 2, help="In all.  [default: one for each core]"
)
@click.option("--only-export", is_flag=True, help="From the last checkpoint, without training on.")
@click.option(
    "--only-eight-bits", is_flag=True, help="Write the networks in --out once more with eight bits, and end."
)
@click.option("--only-art", is_flag=True, help="Fetch and render the card art, and end.")
def main(**options: Any) -> None:
    """Make the card reader's networks: card art, scenes, training, ONNX, calibration.

    Needs PyTorch, onnx and ONNX Runtime (the extra `train`), the Debian packages gnome-cards-data,
    kdegames-card-data-kf5 and librsvg2-bin, and npm. Everything lands below --work; what is there already is kept,
    so it can be interrupted.

    --small goes the whole way in minutes, with the project's own deck, which needs no package: from an empty folder
    to networks that the reader loads. They read nothing worth having. The same seed gives the same files.
    """
    given = SimpleNamespace(**options)
    size = SMALL if given.small else FULL
    for name in Size.__slots__:
        if getattr(given, name, None) is None:
            setattr(given, name, getattr(size, name))
    needed = () if given.only_art else FOR_EIGHT_BITS if given.only_eight_bits else NEEDED
    if missing := [name for name in needed if find_spec(name) is None]:
        raise Refused(f"training needs {' and '.join(missing)}: pip install 'pegwatch[train]'")
    try:
        (prepare_own if given.small else prepare)(given.work)
    except FileNotFoundError as error:
        raise Refused(
            f"card art: {error}; without these, --small (make train TRAIN_ARGS=--small) shows that the rest works"
        ) from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip()
        raise Refused(f"card art: {' '.join(error.cmd)} failed: {said}") from error
    if given.only_eight_bits:
        _end(given)
    elif not given.only_art:
        _train(given)


def _train(given: SimpleNamespace) -> None:
    from vision.train.export import export
    from vision.train.training import train_all

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
        raise Refused(f"no calibration: {error}") from error
    made.save(given.out / CALIBRATION_FILE)
    write_sums(given.out, (*NETWORK_FILES, CALIBRATION_FILE))
    if not given.small:  # the project's own deck has no foreign letters
        fit_letter_models(given.work, given.out, given.calibration_scenes).save(given.out / CALIBRATION_FILE)
    _end(given)


def _end(given: SimpleNamespace) -> None:
    from vision.train.eightbits import write_eight_bits

    try:
        write_eight_bits(given.work, given.out, given.seed)
    except ValueError as error:
        raise Refused(f"nothing written with eight bits: {error}") from error
    write_sums(given.out, MODEL_FILES)
    NetworkReader(given.out)  # fails if the table could not load what was made
    for file in MODEL_FILES:
        data = (given.out / file).read_bytes()
        click.echo(f"{given.out / file}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    start(main)
