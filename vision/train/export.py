"""Write the trained networks as ONNX with plain operators, from the averaged weights of the checkpoints."""

from __future__ import annotations

from pathlib import Path

import torch

from vision.facereader import FACE_HEIGHT, FACE_WIDTH
from vision.network import CROP_HEIGHT, CROP_WIDTH, write_sums
from vision.networkreader import CHECKER_FILE, CLOSER_FILE, FINDER_FILE, NETWORK_FILES, PIPS_FILE
from vision.train.nets import Checker, Closer, FaceReader, Finder, doubled
from vision.train.pool import Plan
from vision.train.training import CHECKER, CLOSER, FACES, FINDER, checkpoint_path

OPSET = 13


def export(plan: Plan, folder: Path) -> None:
    """Write `finder.onnx` (sides any multiples of 32) and the three networks that take any number of crops."""
    folder.mkdir(parents=True, exist_ok=True)
    finder, face_reader = Finder().eval(), FaceReader().eval()
    checker, closer = Checker().eval(), Closer().eval()
    for net, task in ((finder, FINDER), (checker, CHECKER), (closer, CLOSER), (face_reader, FACES)):
        net.load_state_dict(torch.load(checkpoint_path(plan, task), weights_only=True)["mean"])
    size_in, size_out = {2: "height", 3: "width"}, {2: "rows", 3: "columns"}
    _write(Lean(finder), torch.zeros(1, 3, 320, 320), folder / FINDER_FILE, size_in, size_out)
    crops = torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH)
    for reader, file in ((checker, CHECKER_FILE), (closer, CLOSER_FILE)):
        _write(reader, crops, folder / file, {0: "crops"}, {0: "crops"})
    faces = torch.zeros(2, 3, FACE_HEIGHT, FACE_WIDTH)
    _write(face_reader, faces, folder / PIPS_FILE, {0: "crops"}, {0: "crops"})
    write_sums(folder, NETWORK_FILES)


class Lean(torch.nn.Module):  # type: ignore[misc]
    """A trained finder, rearranged to give the same maps with less work.

    Where it joins a coarse map to a fine one, a 1 x 1 convolution of both is the sum of one of each, and the coarse
    one can be convolved before it is enlarged: a quarter of the work.
    """

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder
        self.join16 = Join(finder.join16, finder.s32[0][0].out_channels)
        self.join8 = Join(finder.join8[0], finder.join16[0].out_channels)
        self.join4 = Join(finder.join4[0], finder.join8[0][0].out_channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See `vision.train.nets.Finder`."""
        net = self.finder
        x4 = net.s4(net.s2(x))
        x8 = net.s8(x4)
        x16 = net.s16(x8)
        y = self.join16(net.s32(x16), x16)
        y = net.join8[1](self.join8(y, x8))
        y = self.join4(y, x4)
        return net.out(net.join4[2](net.join4[1](y)))


class Join(torch.nn.Module):  # type: ignore[misc]
    """A 1 x 1 convolution with its normalisation, split in two: of the first `coarse` channels, at half size, and the
    rest."""

    def __init__(self, layer: torch.nn.Sequential, coarse: int) -> None:
        super().__init__()
        convolution, norm = layer[0], layer[1]
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight = convolution.weight * gain[:, None, None, None]
        self.coarse = torch.nn.Conv2d(coarse, weight.shape[0], 1, bias=False)
        self.fine = torch.nn.Conv2d(weight.shape[1] - coarse, weight.shape[0], 1)
        with torch.no_grad():
            self.coarse.weight.copy_(weight[:, :coarse])
            self.fine.weight.copy_(weight[:, coarse:])
            self.fine.bias.copy_(norm.bias - norm.running_mean * gain)

    def forward(self, coarse: torch.Tensor, fine: torch.Tensor) -> torch.Tensor:
        """(n, c, h, w) and (n, d, 2 h, 2 w) to (n, e, 2 h, 2 w)."""
        return torch.relu(doubled(self.coarse(coarse)) + self.fine(fine))


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
