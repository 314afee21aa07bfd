"""What a picture of the table costs with other readers: the classic detector, a nano YOLO.

Each is timed in a process of its own, one after the other in the same run, so that times can be compared and memory
is not shared. The YOLO has the architecture but no trained weights (`make bench-vision-peers` writes it): what it
would read is not known, but it costs the same.

`python -m vision.train.peerspeed NAME` prints the processor time of a picture (ms, one thread) and the peak MB.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.arrays import Picture
from vision.train.drawntable import TABLE_CARD_HEIGHT, TABLE_SIZE, drawn_table

YOLO: Final = Path("build/yolo")
YOLO_SIDES: Final = ((640, 640), (2304, 1312))  # px; the second is a picture of the table, in multiples of 32
NO_YOLO: Final = "make bench-vision-peers fetches it"
OURS: Final = "ours"
_ROUNDS: Final = 9
_PEAK: Final = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)

Row: TypeAlias = tuple[str, ...]
HEADINGS: Final[Row] = ("a picture of the table: processor time, one thread", "ms", "to ours", "MB")


def rows() -> list[Row]:
    """For ours and each other: name, milliseconds a picture, ratio to ours, peak memory of the process (MB)."""
    names = [
        OURS,
        *(f"classic {side}" for side in _classic_sides()),
        *(yolo_name(side) for side in YOLO_SIDES),
    ]
    found: dict[str, tuple[float, float] | str] = {name: _run(name) for name in names}
    ours = found[OURS]
    table_rows: list[Row] = []
    for name, one in found.items():
        if isinstance(one, str):
            table_rows.append((name, "-", "-", one))
            continue
        ratio = "1" if name == OURS else f"{one[0] / ours[0]:.2f}" if isinstance(ours, tuple) else "-"
        table_rows.append((name, f"{one[0]:.0f}", ratio, f"{one[1]:.0f}"))
    return table_rows


def yolo_name(side: tuple[int, int]) -> str:
    """The name of a nano YOLO for pictures of this size (width, height), in tables and of its file."""
    return f"yolov8n {side[0]}x{side[1]}"


def _yolo_file(name: str) -> Path:
    return YOLO / f"{name.replace(' ', '-')}.onnx"


def _classic_sides() -> tuple[int, ...]:
    from vision.train.classic import SIDES

    return SIDES


def _run(name: str) -> tuple[float, float] | str:
    """Milliseconds and MB, or a text why there are none."""
    if name.startswith("yolo") and not _yolo_file(name).is_file():
        return NO_YOLO
    done = subprocess.run(
        [sys.executable, "-m", "vision.train.peerspeed", name], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return done.stderr.strip().splitlines()[-1][:80] if done.stderr.strip() else "no word why"
    ms, peak = done.stdout.split()
    return float(ms), float(peak)


def reading_function(name: str, table: Picture) -> Callable[[], object]:
    """A function that reads the picture of the table, (H, W, 3) BGR, by the reader of this name."""
    kind, _, size = name.partition(" ")
    if kind == "classic":
        from vision.train.classic import Classic, own_faces

        classic = Classic(own_faces())
        return lambda: classic.read(table, int(size))
    if kind.startswith("yolo"):
        wide, high = (int(part) for part in size.split("x"))
        net = cv2.dnn.readNetFromONNX(str(_yolo_file(name)))

        def look() -> object:
            net.setInput(cv2.dnn.blobFromImage(table, 1 / 255, (wide, high), swapRB=True))
            return net.forward()

        return look
    from vision.networkreader import NetworkReader

    reader = NetworkReader()
    return lambda: reader.read(table, card_height_px=TABLE_CARD_HEIGHT)


def main() -> None:
    """Time the reader that is named on the command line."""
    cv2.setNumThreads(1)
    look = reading_function(sys.argv[1], np.asarray(drawn_table(TABLE_SIZE), np.uint8))
    look()
    spent = []
    for _ in range(_ROUNDS):
        begun = time.process_time()
        look()
        spent.append(1000 * (time.process_time() - begun))
    peak = _PEAK.search(Path("/proc/self/status").read_text())
    print(f"{statistics.median(spent):.2f} {int(peak.group(1)) / 1000 if peak else 0:.0f}")


if __name__ == "__main__":
    main()
