"""`python -m vision.train`: card art, scenes, training, ONNX, calibration, with one command.

Needs PyTorch and onnx (the extra `train`), the Debian packages gnome-cards-data, kdegames-card-data-kf5 and
librsvg2-bin, and npm. Everything lands below --work; what is there already is kept, so it can be interrupted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from vision.train.art import prepare
from vision.train.calibrate import calibrate
from vision.train.pool import Plan, start_rendering

MODELS = Path(__file__).parents[1] / "models"
STEPS = 12000
SHARDS = 80
CALIBRATION_SCENES = 2000
NEEDED = ("torch", "onnx")


def main(arguments: list[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument(
        "--work", type=Path, default=Path("build/train"), help="folder for art, scenes, checkpoints"
    )
    parser.add_argument(
        "--out", type=Path, default=MODELS, help="folder for the networks and their calibration"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS, help="of each network")
    parser.add_argument("--minutes", type=float, help="end the training after so long, whatever the steps")
    parser.add_argument("--shards", type=int, default=SHARDS, help="of 500 scenes each")
    parser.add_argument("--calibration-scenes", type=int, default=CALIBRATION_SCENES)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    parser.add_argument(
        "--only-export", action="store_true", help="from the last checkpoint, without training on"
    )
    parser.add_argument("--only-art", action="store_true", help="fetch and render the card art, and end")
    given = parser.parse_args(arguments)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing and not given.only_art:
        sys.exit(f"training needs {' and '.join(missing)}: pip install 'pegwatch[train]'")
    try:
        prepare(given.work)
    except FileNotFoundError as error:
        sys.exit(f"card art: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"card art: {' '.join(error.cmd)} failed: {error.stderr.decode(errors='replace').strip()}")
    if given.only_art:
        return
    from vision.train.export import export
    from vision.train.learn import train_both

    plan = Plan(given.work, given.seed, given.shards)
    if not given.only_export:
        renderers = start_rendering(plan, max(1, given.threads // 2))
        try:
            train_both(plan, given.steps, given.threads, given.minutes)
        finally:
            for renderer in renderers:
                renderer.terminate()
                renderer.join()
    export(plan, given.out)
    try:
        made = calibrate(given.work, given.out, given.seed, given.calibration_scenes)
    except ValueError as error:
        sys.exit(f"no calibration: {error}")
    made.save(given.out / "calibration.json")


if __name__ == "__main__":
    main()
