"""Write the networks once more with eight bits for each number, which takes a third of the time.

What ONNX Runtime computes on the table (`vision.networkreader`); OpenCV, and whatever is fitted, takes the files that
the training wrote. Scores move by a tenth (root mean square) of scores that run over tens.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.facereader import face_crop
from vision.locate import KNOWN_HEIGHT, resized
from vision.networkreader import (
    CHECKER_FILE,
    CLOSER_FILE,
    FINDER_FILE,
    NETWORK_FILES,
    PIPS_FILE,
    eight_bit_file,
)
from vision.train.calibrate import REPRINTED_SHARE, held_out_scenes
from vision.train.feed import checker_crops
from vision.train.scenes import Scene

SCENES: Final = 240  # of decks that were trained on, to see how large the numbers between the layers get
WINDOW: Final = 256  # px of a scene that the finder is shown
CROPS: Final = 8  # of a scene
AT_ONCE: Final = 20  # crops

Crops = list[NDArray[np.uint8]]


def write_eight_bits(work: Path, folder: Path, seed: int, scenes: int = SCENES) -> None:
    """Write `finder-int8.onnx` and so on beside the networks in `folder`.

    Weights take a scale for each channel, what is between the layers the whole range that it had in `scenes` drawn
    scenes (cutting off the rarest values, as is often done, costs three to ten times the error). The first layer and
    the last ones stay as they are: they cost little, and from them come places and scores. Sums are not cut off at
    16 bits: `vision.engine` asks for that.

    Raises:
        ValueError: a network is missing, or no scene shows it anything.
    """
    for file in NETWORK_FILES:
        if not (folder / file).is_file():
            raise ValueError(f"{folder / file} is missing; train first")
    shown: dict[str, Crops] = {file: [] for file in NETWORK_FILES}
    rng = np.random.default_rng([seed, 8])
    for scene in held_out_scenes(work, lambda _name: True, REPRINTED_SHARE, seed + 8, scenes, held_out=False):
        for file, crops in _crops(scene, rng):
            shown[file] += crops
    for file, crops in shown.items():
        if not crops:
            raise ValueError(f"no drawn scene shows anything to {file}")
        _write(
            folder / file,
            folder / eight_bit_file(file),
            _batches(crops, 1 if file == FINDER_FILE else AT_ONCE),
        )


def _crops(scene: Scene, rng: np.random.Generator) -> Iterator[tuple[str, Crops]]:
    """What each network gets to see of a scene."""
    if not len(scene.labels):
        return
    small = resized(scene.picture, KNOWN_HEIGHT / float(np.median(scene.labels[:, 6])))
    if min(small.shape[:2]) >= WINDOW:
        yield FINDER_FILE, [np.ascontiguousarray(small[:WINDOW, :WINDOW])]
    for file in (CHECKER_FILE, CLOSER_FILE):
        yield file, checker_crops(scene.picture, scene.labels, rng, CROPS)[0]
    some = rng.permutation(len(scene.labels))[:CROPS]
    yield (
        PIPS_FILE,
        [
            face_crop(scene.picture, (float(x), float(y)), math.atan2(uy, ux), float(height))
            for x, y, _, _, ux, uy, height, _ in scene.labels[some]
        ],
    )


def _batches(crops: Crops, size: int) -> list[NDArray[np.float32]]:
    """Pictures (n, 3, H, W), 0 to 1, as `vision.engine` gives them to a network."""
    return [
        np.ascontiguousarray(np.stack(crops[n : n + size]).transpose(0, 3, 1, 2), np.float32)
        / np.float32(255)
        for n in range(0, len(crops), size)
    ]


class _Shown:
    """Hands ONNX Runtime's calibrator one batch after another."""

    def __init__(self, name: str, batches: Iterable[NDArray[np.float32]]) -> None:
        self._name, self._batches = name, iter(batches)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next batch by the name of the input; None after the last."""
        batch = next(self._batches, None)
        return None if batch is None else {self._name: batch}


def _write(model: Path, out: Path, batches: list[NDArray[np.float32]]) -> None:
    import onnx
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    quiet = logging.getLogger().getEffectiveLevel()
    logging.getLogger().setLevel(logging.ERROR)  # it recommends preparing what has just been prepared
    try:
        with TemporaryDirectory() as folder:
            plain = Path(folder) / "plain.onnx"
            quant_pre_process(str(model), str(plain), skip_symbolic_shape=True)
            graph: Any = onnx.load(str(plain)).graph
            quantize_static(
                str(plain),
                str(out),
                _Shown(graph.input[0].name, batches),
                quant_format=QuantFormat.QDQ,
                op_types_to_quantize=["Conv", "Relu", "Resize"],
                per_channel=True,
                activation_type=QuantType.QUInt8,
                weight_type=QuantType.QInt8,
                nodes_to_exclude=_first_and_last([(node.name, node.op_type) for node in graph.node]),
                calibrate_method=CalibrationMethod.MinMax,
            )
    finally:
        logging.getLogger().setLevel(quiet)


def _first_and_last(nodes: list[tuple[str, str]]) -> list[str]:
    """The first convolution, and what scores come from: fully connected layers, or else the last convolution."""
    convolutions = [name for name, kind in nodes if kind == "Conv"]
    return [convolutions[0], *([name for name, kind in nodes if kind == "Gemm"] or convolutions[-1:])]
