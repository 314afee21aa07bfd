"""The networks to train: a finder of corner indices in pictures, checkers of single indices, a reader of faces."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from vision.facereader import FACE_HEIGHT, FACE_SCORES, FACE_WIDTH
from vision.network import CHECKER_SCORES

HEAT, RANK, SUIT, OFFSET, UP, SIZE = (
    slice(0, 1),
    slice(1, 14),
    slice(14, 18),
    slice(18, 20),
    slice(20, 22),
    22,
)
FINDER_MAPS = 23
EXTRA_LAYERS = (3, 4)  # blocks more than the checker has, at a quarter and at an eighth of the crop's size
AFTER_FINE, AFTER_COARSE = 4, 7  # the layers of the glyph body that they follow
FIRST_GAIN = 0.1  # of an extra layer, so that at first it hardly changes anything


def _conv(inside: int, outside: int, kernel: int = 3, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, (kernel - 1) // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):  # type: ignore[misc]
    """A residual block: its input plus a narrow 1 x 1 and a 3 x 3 convolution of it."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.narrow = _conv(channels, channels // 2, 1)
        self.widen = _conv(channels // 2, channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """(n, c, h, w) to the same."""
        return x + self.widen(self.narrow(x))


class Finder(nn.Module):  # type: ignore[misc]
    """Picture (n, 3, H, W) in 0 to 1 BGR, sides multiples of 32, to maps (n, 23, H/4, W/4).

    Maps: heat, 13 ranks, 4 suits (all before sigmoid or softmax), offset of the centre from the middle of the
    cell (x, y, in cells), unit vector to the top of the index (x, y), logarithm of its height over 20 px.

    Maps are halved by 2 x 2 convolutions, which take OpenCV half the time of 3 x 3 (it has no fast way for strided 3
    x 3).
    """

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64, 96, 128), head: int = 48) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.s2 = _conv(3, a, 3, 2)
        self.s4 = nn.Sequential(_conv(a, b, 2, 2), Residual(b))
        self.s8 = nn.Sequential(_conv(b, c, 2, 2), Residual(c), Residual(c), Residual(c))
        self.s16 = nn.Sequential(_conv(c, d, 2, 2), Residual(d), Residual(d))
        self.s32 = nn.Sequential(_conv(d, e, 2, 2), Residual(e))
        self.join16 = _conv(e + d, d, 1)
        self.join8 = nn.Sequential(_conv(d + c, c, 1), Residual(c))
        self.join4 = nn.Sequential(_conv(c + b, head, 1), Residual(head), Residual(head))
        self.out = nn.Conv2d(head, FINDER_MAPS, 1)
        nn.init.constant_(self.out.bias[HEAT], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class."""
        x4 = self.s4(self.s2(x))
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        x32 = self.s32(x16)
        y = self.join16(torch.cat([doubled(x32), x16], 1))
        y = self.join8(torch.cat([doubled(y), x8], 1))
        return self.out(self.join4(torch.cat([doubled(y), x4], 1)))


class Checker(nn.Module):  # type: ignore[misc]
    """Upright index crops (n, 3, 64, 48) in 0 to 1 BGR to scores (n, 18): 13 ranks, 4 suits, is an index."""

    def __init__(self) -> None:
        super().__init__()
        self.body = _glyph_body()
        self.head = _index_head()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class."""
        return self.head(self.body(x))


class Closer(nn.Module):  # type: ignore[misc]
    """A `Checker` with twice the work, for indices of which the checker leaves a doubt.

    It starts from the checker's weights; at first its extra layers hardly change anything.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = _glyph_body()
        self.fine = nn.Sequential(*(Residual(48) for _ in range(EXTRA_LAYERS[0])))
        self.coarse = nn.Sequential(*(Residual(96) for _ in range(EXTRA_LAYERS[1])))
        self.head = _index_head()
        for layer in (*self.fine, *self.coarse):
            nn.init.constant_(layer.widen[1].weight, FIRST_GAIN)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class."""
        x = self.coarse(self.body[AFTER_FINE:AFTER_COARSE](self.fine(self.body[:AFTER_FINE](x))))
        return self.head(self.body[AFTER_COARSE:](x))


class FaceReader(nn.Module):  # type: ignore[misc]
    """Faces without their index (n, 3, 112, 80) in 0 to 1 BGR to scores (n, 17): 13 ranks, 4 suits.

    Its body is that of the checker, from whose weights it starts: pips look like the suits in an index.
    """

    def __init__(self, narrow: int = 32) -> None:
        super().__init__()
        self.body = _glyph_body()
        cells = (FACE_HEIGHT // 16) * (FACE_WIDTH // 16)
        self.head = nn.Sequential(
            _conv(96, narrow, 1),
            nn.Flatten(),
            nn.Linear(narrow * cells, 96),
            nn.ReLU(),
            nn.Linear(96, FACE_SCORES),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """See the class."""
        return self.head(self.body(x))


def _index_head() -> nn.Sequential:
    """(n, 96, 4, 3) to scores (n, 18)."""
    return nn.Sequential(nn.Flatten(), nn.Linear(96 * 4 * 3, 128), nn.ReLU(), nn.Linear(128, CHECKER_SCORES))


def _glyph_body() -> nn.Sequential:
    """(n, 3, h, w) to (n, 96, h / 16, w / 16): which shapes are where."""
    return nn.Sequential(
        _conv(3, 24, 3, 2),
        _conv(24, 48, 3, 2),
        Residual(48),
        Residual(48),
        _conv(48, 96, 3, 2),
        Residual(96),
        Residual(96),
        _conv(96, 96, 3, 2),
    )


def doubled(x: torch.Tensor) -> torch.Tensor:
    """(n, c, h, w) to (n, c, 2 h, 2 w), by repeating cells."""
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")
