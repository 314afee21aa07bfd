"""The memory that the eye takes: measured in a process of its own with pictures from files, so that nothing else
counts.

`python -m vision.train.footprint FOLDER` plays the pictures of a folder to an eye, and prints its peak memory in MB
and the number of its readings.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np

SIZE_PX: Final = (2304, 1296)
STEP_S: Final = 0.2
EMPTY_COUNT, LAID_COUNT = 10, 30  # pictures of the empty table, then of the table with cards
VERSIONS = 3  # of each, with different noise: the eye takes pictures that never change for a dead camera
_NOISE = 4
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def write_pictures(folder: Path) -> None:
    """Draw an empty table and a table with nine cards, and write the pictures to a folder."""
    from vision.cameras.sim import SimCamera
    from vision.scene.model import LaidCard, Scene

    hand_a, hand_b = ("5H", "JD", "TC", "AS"), ("9C", "KS", "2D", "7H")
    cards = [LaidCard(card, -110 + 70 * n, -230, 3 * n, order=n) for n, card in enumerate(hand_a)]
    cards += [LaidCard(card, 110 - 30 * n, 230, 180 + 2 * n, order=10 + n) for n, card in enumerate(hand_b)]
    cards.append(LaidCard("4S", 285, 0, 2, order=60))
    rng = np.random.default_rng(4)
    for name, scene in (("empty", Scene()), ("laid", Scene(tuple(cards)))):
        camera = SimCamera(lambda _t, shown=scene: shown, lambda: 0.0, SIZE_PX)  # type: ignore[misc]
        camera.open()
        picture = camera.grab().bgr
        for version in range(VERSIONS):
            noise = rng.integers(-_NOISE, _NOISE + 1, picture.shape, np.int16)
            noisy = np.clip(picture + noise, 0, 255).astype(np.uint8)
            cv2.imwrite(str(folder / f"{name}-{version}.jpg"), noisy)


def measure(folder: Path) -> tuple[float, int]:
    """Peak memory (MB) of an eye that looks at these pictures in a process of its own, and how many readings it made.

    Raises:
        RuntimeError: the process failed, or this system does not tell how much memory it took.
    """
    command = [sys.executable, "-m", "vision.train.footprint", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "no word why")
    peak, readings = done.stdout.split()
    return float(peak), int(readings)


def main() -> None:
    """Look at the pictures of the folder that is named, and print the memory that took."""
    cv2.setNumThreads(1)
    from vision.cameras.folder import FolderCamera
    from vision.eye import Eye
    from vision.networkreader import NetworkReader

    folder = Path(sys.argv[1])
    names = [f"empty-{n % VERSIONS}.jpg" for n in range(EMPTY_COUNT)] + [
        f"laid-{n % VERSIONS}.jpg" for n in range(LAID_COUNT)
    ]
    eye = Eye(FolderCamera([folder / name for name in names], STEP_S), NetworkReader())
    readings = 0
    for number in range(len(names) - 1):
        readings = eye.step(number * STEP_S).health.readings
    peak = _PEAK.search(Path("/proc/self/status").read_text())
    if peak is None:
        raise RuntimeError("this system does not tell how much memory a process took")
    print(f"{int(peak.group(1)) / 1000:.0f} {readings}")


if __name__ == "__main__":
    main()
