"""Write the trained networks as ONNX of plain operators, with the averaged weights of a checkpoint."""

from __future__ import annotations

from pathlib import Path

import torch

from vision.network import CROP_HEIGHT, CROP_WIDTH
from vision.read import CHECKER_FILE, FINDER_FILE
from vision.train.learn import CHECKER, FINDER, checkpoint_path
from vision.train.nets import Checker, Finder
from vision.train.pool import Plan

OPSET = 13


def export(plan: Plan, folder: Path) -> tuple[Path, Path]:
    """Write `finder.onnx` (any multiple of 32) and `checker.onnx` (any number of crops) into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    finder, checker = Finder().eval(), Checker().eval()
    for net, task in ((finder, FINDER), (checker, CHECKER)):
        net.load_state_dict(torch.load(checkpoint_path(plan, task), weights_only=True)["mean"])
    _write(finder, torch.zeros(1, 3, 320, 320), folder / FINDER_FILE, {}, {})
    crops = torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH)
    _write(checker, crops, folder / CHECKER_FILE, {0: "crops"}, {0: "crops"})
    return folder / FINDER_FILE, folder / CHECKER_FILE


def _write(
    net: torch.nn.Module, example: torch.Tensor, path: Path, inside: dict[int, str], outside: dict[int, str]
) -> None:
    torch.onnx.export(
        net,
        (example,),
        str(path),
        opset_version=OPSET,
        input_names=["picture"],
        output_names=["scores"],
        dynamic_axes={"picture": inside, "scores": outside},
        dynamo=False,
    )
