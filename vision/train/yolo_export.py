"""Writes a nano YOLO with a class for each playing card as ONNX, without trained weights, to be timed.

Runs in an environment of its own with PyTorch and ultralytics, which `make bench-vision-peers` makes below build/.
Neither that nor what it writes is part of Pegwatch (ultralytics is under the AGPL).
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from ultralytics.nn.tasks import DetectionModel

CARDS = 52


def main() -> None:
    """FOLDER WIDTHxHEIGHT...: one file for each size."""
    folder = Path(sys.argv[1])
    for size in sys.argv[2:]:
        wide, high = (int(part) for part in size.split("x"))
        net = DetectionModel("yolov8n.yaml", nc=CARDS, verbose=False).eval().fuse(verbose=False)
        for module in net.modules():
            if hasattr(module, "export"):
                module.export, module.format = True, "onnx"
        path = folder / f"yolov8n-{size}.onnx"
        torch.onnx.export(net, (torch.zeros(1, 3, high, wide),), str(path), opset_version=13, dynamo=False)
        print(path)


if __name__ == "__main__":
    main()
