"""The trained networks that read indices: one finds them, two look at single ones."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.engine import Engine, Network, ReaderError, load
from vision.geometry import Spot, two_corners
from vision.printed import printed_parts

SUMS_FILE: Final = "SHA256SUMS"
"""The list of sums beside the networks, in the format of `sha256sum -c`."""
STRIDE = 4  # px of the picture for each cell of the finder's maps
MULTIPLE = 32  # px; the finder takes pictures whose sides are multiples of it
UNIT_HEIGHT = 20.0  # px, the index height for which the finder's log size is 0
OUTSIDE = (114.0, 114.0, 114.0)  # BGR, the colour outside the picture
MORE_LOOKS = (  # after the first: turn (radians) and zoom, within the errors of the finder
    (-0.1, 0.88),
    (0.1, 1.14),
    (0.0, 1.28),
)
# The closer looks are left out where the first one is plain: the finder says the same, and the scores are those of an
# index, with rank and suit far ahead of all others (spades, as which clubs are read, farther); or there is plainly no
# index.
PLAIN_REAL, PLAIN_RANK, PLAIN_SUIT, PLAIN_SPADE, PLAINLY_NONE = 4.0, 5.0, 4.0, 6.0, -3.0
# One closer look is enough where print is fine (px of height times sharpness) and wholly in the picture, the first
# look left little doubt (leads of rank and suit), and the closer one plainly confirms it (leads of rank, of suit, and
# of spades, as which clubs are read; larger leads where the finder said something else).
FINE, WHOLE = 8.0, 0.75  # WHOLE: index heights from the picture's edge
LITTLE_DOUBT = (4.0, 2.0)
PLAINLY_SAME, PLAINLY_BOTH = (10.0, 5.0, 7.0), (6.0, 4.0, 7.0)
SPADES = 3
REACH_PX = 128  # px; what is farther from a cell changes its scores by no more than 2e-5 (measured)
MOST_AT_ONCE = 750_000  # px; the finder takes larger pictures in strips, which limits its memory
MOST_CROPS = 128  # in one batch, which limits the memory
CROP_WIDTH, CROP_HEIGHT = 48, 64  # px of the checker's picture
INDEX_IN_CROP = 40.0  # px, the height of the index in it
RIM = 6  # px at the edges of a crop that are ignored for its sharpness
CHECKER_SCORES = 18  # 13 ranks, 4 suits, "this is an index"


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """One peak of the finder: where, its heat (0 to 1), probabilities of the 13 ranks A to K and of the suits
    CDHS."""

    spot: Spot
    heat: float
    ranks: NDArray[np.float32]
    suits: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """The checker's result for one spot.

    `looks` (n, 18), one row a look: scores of the 13 ranks A to K, of CDHS, and of its being an index at all. The
    first row is the checker's, any others are those of the closer network. `sharp`: root mean square steepness of the
    edges over the contrast; 0 for an even patch.
    """

    looks: NDArray[np.float32]
    sharp: float

    @property
    def real(self) -> float:
        """Probability that it is an index."""
        return float(1 / (1 + np.exp(-self.looks[:, 17].mean())))

    @property
    def ranks(self) -> NDArray[np.float32]:
        """Probabilities of the ranks."""
        return softmax(self.looks[:, :13].mean(0))

    @property
    def suits(self) -> NDArray[np.float32]:
        """Probabilities of the suits."""
        return softmax(self.looks[:, 13:17].mean(0))


def upright_crop(
    picture: NDArray[np.uint8], centre: tuple[float, float], angle: float, height: float
) -> NDArray[np.uint8]:
    """Cut out an index, upright and 40 px tall in the middle of a 48 x 64 picture.

    Args:
        picture: (H, W, 3) BGR.
        centre: of the index, px.
        angle: direction of its top in the picture, atan2(y, x) in radians.
        height: of the index, px.
    Returns:
        (64, 48, 3) BGR; what lies outside the picture is grey.
    """
    scale = INDEX_IN_CROP / max(height, 1.0)
    source, zoom = picture, scale
    while zoom < 0.5:  # far too large: reduce the picture first, so that no pixels are skipped
        zoom *= 2
    factor = scale / zoom
    if factor < 1:
        source, centre = _shrunk_surroundings(picture, centre, height, factor)
    middle = CROP_WIDTH / 2, CROP_HEIGHT / 2
    return upright(source, centre, angle, zoom, middle, (CROP_WIDTH, CROP_HEIGHT))


def upright(
    picture: NDArray[np.uint8],
    centre: tuple[float, float],
    angle: float,
    zoom: float,
    at: tuple[float, float],
    size: tuple[int, int],
) -> NDArray[np.uint8]:
    """A part of a picture turned upright.

    Args:
        picture: (H, W, 3) BGR.
        centre: of an index, px.
        angle: direction of its top in the picture, atan2(y, x) in radians.
        zoom: by how much it is enlarged.
        at: where the centre is put, px.
        size: width and height of the result, px.
    Returns:
        (height, width, 3) BGR; what lies outside the picture is grey.
    """
    turn = -math.pi / 2 - angle
    c, s = math.cos(turn) * zoom, math.sin(turn) * zoom
    x, y = centre
    matrix = np.array([[c, -s, at[0] - c * x + s * y], [s, c, at[1] - s * x - c * y]], np.float64)
    crop = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderValue=OUTSIDE)
    return np.asarray(crop, np.uint8)


def _shrunk_surroundings(
    picture: NDArray[np.uint8], centre: tuple[float, float], height: float, factor: float
) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """The surroundings of an index, reduced by `factor`, and the index's centre in them."""
    reach = 1.2 * height
    x0, y0 = max(0, int(centre[0] - reach)), max(0, int(centre[1] - reach))
    x1 = max(x0 + 2, min(picture.shape[1], int(centre[0] + reach) + 1))
    y1 = max(y0 + 2, min(picture.shape[0], int(centre[1] + reach) + 1))
    part = picture[min(y0, picture.shape[0] - 2) : y1, min(x0, picture.shape[1] - 2) : x1]
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), ((centre[0] - x0) * factor, (centre[1] - y0) * factor)


class Finder:
    """The finder: a fully convolutional network that marks corner indices in pictures of any size."""

    def __init__(self, model: Path, engine: Engine = "auto", threads: int = 1) -> None:
        """Load the network; `engine` and `threads` as `vision.engine.load` says.

        Raises:
            FileNotFoundError: there is no such file.
            ValueError: the file is not a network that the engine can run, or the engine is not there.
        """
        self._net = load_network(model, engine, threads)

    def find(self, picture: NDArray[np.uint8], least: float, *, is_to_scale: bool = False) -> list[Found]:
        """All spots that may be an index.

        Args:
            picture: (H, W, 3) BGR in which indices are 12 to 50 px tall.
            least: heat (0 to 1) below which a spot is left out.
            is_to_scale: whether an index is known to be 20 px tall in it.
        Returns:
            one entry for each peak of the heat map, in no order, in px of this picture.
        """
        found = []
        for box, own in printed_parts(picture, MULTIPLE, is_to_scale=is_to_scale):
            top, bottom, left, right = box
            maps = self._maps(np.ascontiguousarray(picture[top:bottom, left:right]))
            heat = 1 / (1 + np.exp(-maps[0]))
            peak = cv2.dilate(heat, np.ones((3, 3), np.uint8))
            rows, columns = np.where((heat == peak) & (heat > least))
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
                y, x = top + STRIDE * row, left + STRIDE * column
                if own[0] <= y < own[1] and own[2] <= x < own[3]:
                    found.append(_found(maps, heat, row, column, (left, top)))
        return found

    def _maps(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The maps of a picture; of a large one strip by strip: the same, for a cell sees no farther than
        `REACH_PX`."""
        high, wide = picture.shape[:2]
        full = (-(-high // MULTIPLE) * MULTIPLE, -(-wide // MULTIPLE) * MULTIPLE)
        if full != (high, wide):
            below, right = full[0] - high, full[1] - wide
            picture = cv2.copyMakeBorder(
                picture, 0, below, 0, right, cv2.BORDER_CONSTANT, value=OUTSIDE
            ).astype(np.uint8, copy=False)
        if picture.shape[0] * picture.shape[1] <= MOST_AT_ONCE:
            return self._forward(picture)
        upright = picture.shape[0] > picture.shape[1]
        long_side, short_side = max(picture.shape[:2]), min(picture.shape[:2])
        step = max(MULTIPLE, (MOST_AT_ONCE // short_side - 2 * REACH_PX) // MULTIPLE * MULTIPLE)
        parts = []
        for begin in range(0, long_side, step):
            end = min(begin + step, long_side)
            low, far = max(0, begin - REACH_PX), min(long_side, end + REACH_PX)
            part = picture[low:far] if upright else picture[:, low:far]
            keep = slice((begin - low) // STRIDE, (end - low) // STRIDE)
            maps = self._forward(np.ascontiguousarray(part))
            parts.append((maps[:, keep] if upright else maps[:, :, keep]).copy())
        return np.concatenate(parts, axis=1 if upright else 2)

    def _forward(self, picture: NDArray[np.uint8]) -> NDArray[np.float32]:
        maps: NDArray[np.float32] = self._net([picture])[0]
        return maps


def _found(
    maps: NDArray[np.float32], heat: NDArray[np.float32], row: int, column: int, corner: tuple[int, int]
) -> Found:
    """The mean of the cells at and around a peak, weighted by heat: all of them are trained to describe the same
    index.

    `corner`: where in the picture the top left of these maps lies, px.
    """
    y0, x0 = max(0, row - 1), max(0, column - 1)
    cells = maps[:, y0 : row + 2, x0 : column + 2].reshape(maps.shape[0], -1)
    weight = heat[y0 : row + 2, x0 : column + 2].ravel()
    weight = weight / weight.sum()
    wide = min(column + 2, maps.shape[2]) - x0
    number = np.arange(cells.shape[1])
    x = float(np.dot(weight, x0 + number % wide + 0.5 + cells[18])) * STRIDE
    y = float(np.dot(weight, y0 + number // wide + 0.5 + cells[19])) * STRIDE
    v = cells @ weight
    return Found(
        spot=Spot(
            x + corner[0],
            y + corner[1],
            float(UNIT_HEIGHT * np.exp(np.clip(v[22], -1.5, 2.0))),
            float(np.arctan2(v[21], v[20])),
        ),
        heat=float(heat[row, column]),
        ranks=softmax(v[1:14]),
        suits=softmax(v[14:18]),
    )


class Checker:
    """The checker: looks at one index at a time, upright and large, without knowing what the finder said.

    Where that leaves a doubt a network of twice its size takes closer looks.
    """

    def __init__(self, model: Path, closer: Path, engine: Engine = "auto", threads: int = 1) -> None:
        """Load the networks of the first look and of the closer looks; raises what `Finder` raises."""
        self._net = load_network(model, engine, threads)
        self._closer = load_network(closer, engine, threads)

    def look(
        self, picture: NDArray[np.uint8], spots: list[Spot], finder_says: list[tuple[int, int]]
    ) -> list[Checked]:
        """Read each spot once and, unless that is plain, several more times, closer and slightly displaced.

        It is also read once where it agrees with the card's other corner, which is plain: more looks would add
        little. Where print is fine and the first closer look is plain, that is the only one.

        Args:
            picture: (H, W, 3) BGR, at full size.
            spots: where indices are in it.
            finder_says: what the finder took each for, numbers of rank and suit; only used to leave out looks.
        """
        crops = [upright_crop(picture, (s.x, s.y), s.angle, s.height) for s in spots]
        first = self._scores(self._net, crops)
        plain = [_is_plain(v, finder_says[n]) for n, v in enumerate(first)]
        doubtful = [
            n
            for n in range(len(spots))
            if not plain[n] and not _is_confirmed_by_other_corner(n, first, plain, spots)
        ]
        sharp = [sharpness(crop) for crop in crops]
        one_more = [
            n
            for n in doubtful
            if spots[n].height * sharp[n] >= FINE
            and _is_whole(spots[n], picture.shape)
            and _leaves_little_doubt(first[n])
        ]
        further = self._closer_looks(
            picture, spots, {n: MORE_LOOKS[:1] if n in one_more else MORE_LOOKS for n in doubtful}
        )
        still_doubtful = [
            n for n in one_more if not _plainly_confirms(further[n][0], first[n], finder_says[n])
        ]
        if still_doubtful:
            for n, more in self._closer_looks(
                picture, spots, dict.fromkeys(still_doubtful, MORE_LOOKS[1:])
            ).items():
                further[n] += more
        return [
            Checked(np.stack([v, *further.get(n, ())]), steep)
            for n, (v, steep) in enumerate(zip(first, sharp, strict=True))
        ]

    def _closer_looks(
        self,
        picture: NDArray[np.uint8],
        spots: list[Spot],
        looks: Mapping[int, Sequence[tuple[float, float]]],
    ) -> dict[int, list[NDArray[np.float32]]]:
        """The scores of the closer network for these spots, by number, each at the given turns and zooms."""
        crops = [
            upright_crop(picture, (s.x, s.y), s.angle + turn, s.height * zoom)
            for s, ways in ((spots[n], ways) for n, ways in looks.items())
            for turn, zoom in ways
        ]
        scores = iter(self._scores(self._closer, crops))
        return {n: [next(scores) for _ in ways] for n, ways in looks.items()}

    def _scores(self, net: Network, crops: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """The scores (n, 18) that one of the networks gives to upright crops."""
        scores = [np.zeros((0, CHECKER_SCORES), np.float32)]
        for begin in range(0, len(crops), MOST_CROPS):
            some = crops[begin : begin + MOST_CROPS]
            scores.append(net(some).reshape(len(some), CHECKER_SCORES))
        return np.concatenate(scores)


def sharpness(crop: NDArray[np.uint8]) -> float:
    """Root mean square steepness of the edges of an upright crop, over its contrast."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)[RIM:-RIM, RIM:-RIM].astype(np.float32)
    steps = float(np.square(np.diff(grey, axis=0)).mean() + np.square(np.diff(grey, axis=1)).mean())
    contrast = float(grey.var())
    return math.sqrt(steps / contrast) if contrast > 1.0 else 0.0


def _is_plain(scores: NDArray[np.float32], finder_says: tuple[int, int]) -> bool:
    """Whether one look plainly confirms what the finder said, or plainly shows no index."""
    real, (rank, suit) = float(scores[17]), _two_leads(scores)
    card = _best(scores)
    least = PLAIN_SPADE if card[1] == SPADES else PLAIN_SUIT
    plain = real > PLAIN_REAL and rank > PLAIN_RANK and suit > least
    return bool(plain and finder_says == card) or real < PLAINLY_NONE


def _is_whole(spot: Spot, shape: tuple[int, ...]) -> bool:
    """Whether an index does not reach over the edge of a picture (H, W, ...)."""
    rim = WHOLE * spot.height
    return rim < spot.x < shape[1] - rim and rim < spot.y < shape[0] - rim


def _leaves_little_doubt(scores: NDArray[np.float32]) -> bool:
    rank, suit = _two_leads(scores)
    return bool(scores[17] > PLAIN_REAL and rank > LITTLE_DOUBT[0] and suit > LITTLE_DOUBT[1])


def _plainly_confirms(
    closer: NDArray[np.float32], first: NDArray[np.float32], finder_says: tuple[int, int]
) -> bool:
    """Whether a closer look plainly confirms the first one."""
    card = _best(closer)
    if card != _best(first) or closer[17] <= PLAIN_REAL:
        return False
    least = PLAINLY_BOTH if finder_says == card else PLAINLY_SAME
    rank, suit = _two_leads(closer)
    return rank > least[0] and suit > (least[2] if card[1] == SPADES else least[1])


def _two_leads(scores: NDArray[np.float32]) -> tuple[float, float]:
    """By how much the best rank and the best suit lead."""
    ranks, suits = np.sort(scores[:13]), np.sort(scores[13:17])
    return float(ranks[-1] - ranks[-2]), float(suits[-1] - suits[-2])


def _is_confirmed_by_other_corner(
    n: int, first: NDArray[np.float32], plain: list[bool], spots: list[Spot]
) -> bool:
    """Whether the first look at spot `n` agrees with a plain one at what may be its card's other corner."""
    return any(
        plain[m]
        and first[m, 17] > PLAIN_REAL
        and _best(first[m]) == _best(first[n])
        and two_corners(spots[n], spots[m])
        for m in range(len(spots))
    )


def _best(scores: NDArray[np.float32]) -> tuple[int, int]:
    """The numbers of the rank and the suit with the highest scores."""
    return int(scores[:13].argmax()), int(scores[13:17].argmax())


def softmax(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scores to probabilities."""
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum(), np.float32)


def check_sum(file: Path) -> None:
    """Raise `FileNotFoundError` or `ReaderError` unless this file matches the list of sums in its folder.

    A network with one wrong bit still runs, but reads something else, or nothing.
    """
    if not file.is_file():
        raise FileNotFoundError(f"the card reader's {file.name} is missing: {file}")
    try:
        lines = (file.parent / SUMS_FILE).read_text(encoding="ascii").splitlines()
        wanted = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
        is_it = hashlib.sha256(file.read_bytes()).hexdigest() == wanted.get(file.name)
    except (OSError, UnicodeDecodeError) as error:
        raise ReaderError(
            f"cannot check {file} by {SUMS_FILE} beside it: {error}; install Pegwatch again"
        ) from error
    if not is_it:
        raise ReaderError(
            f"{file} is not the file that {SUMS_FILE} beside it means: it is damaged or of another version; "
            "install Pegwatch again, or train again"
        )


def write_sums(folder: Path, names: tuple[str, ...]) -> None:
    """Write the list of sums of these files."""
    lines = [
        f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(names)
    ]
    (folder / SUMS_FILE).write_text("".join(lines), encoding="ascii")


def load_network(model: Path, engine: Engine = "auto", threads: int = 1) -> Network:
    """Check and load a network (`vision.engine.load`); raises FileNotFoundError and ValueError as `Finder` does."""
    check_sum(model)
    return load(model, engine, threads)
