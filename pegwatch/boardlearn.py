"""`pegwatch board learn`: any board, learnt from pictures of it when empty and the ends that a person names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from pegwatch.failure import PegwatchError
from pegwatch.pegssetup import mean_flat
from vision.arrays import Picture, as_u8
from vision.cameras.decode import MOST_DECODED_PX, decode
from vision.frames import Frame
from vision.layout import TableLayout
from vision.pegs.board import PegBoard, PegBoardError
from vision.pegs.direction import backwards
from vision.pegs.learn import FEWEST, find_holes, number_tracks, top_picture, with_numbers, with_tracks
from vision.pegs.reader import PegReader
from vision.zones import TableFix, ZoneFinder

PICTURES: Final = 8
_MOVED_MM: Final = 1.0
_LARGEST_BYTES: Final = 60_000_000


class MovedError(PegwatchError):
    """The board or the camera moved between two pictures."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The files that were written."""

    board: Path
    empty: Path
    drawn: Path


def pictures_from(paths: Sequence[Path]) -> list[Frame]:
    """The pictures in files, all of one size; `PegwatchError` names the first that is none."""
    frames: list[Frame] = []
    for number, path in enumerate(paths):
        try:
            with path.open("rb") as file:
                bgr = decode(file.read(_LARGEST_BYTES))
        except OSError as error:
            raise PegwatchError(f"cannot read {path}: {error.strerror}") from error
        if bgr is None:
            what = f"of at most {MOST_DECODED_PX // 1_000_000} megapixels"
            raise PegwatchError(f"{path} is no picture {what}: give JPEG or PNG files of the empty board")
        frames.append(Frame(bgr, float(number), number, str(path)))
        if frames[-1].size_px != frames[0].size_px:
            raise PegwatchError(f"{path} is of another size than {paths[0]}: give pictures of one camera")
    return frames


def steady_top(frames: Sequence[Frame], layout: TableLayout) -> tuple[Picture, TableFix]:
    """The empty board from above, the mean of all pictures; `PegwatchError` where it moved or is not found."""
    fixes: list[TableFix] = []
    for frame in frames:
        fix = ZoneFinder(layout).find(frame)
        if not isinstance(fix, TableFix):
            raise PegwatchError(f"the board is not found in the picture: {fix.why}")
        fixes.append(fix)
        width, height = layout.board_mm
        corners = np.array([(sx * width / 2, sy * height / 2) for sx in (-1, 1) for sy in (-1, 1)])
        moved = float(np.linalg.norm(fix.mm(fixes[0].px(corners)) - corners, axis=1).max())
        if moved > _MOVED_MM:
            raise MovedError(
                f"the board or the camera moved by {moved:.0f} mm between the pictures: take them again, hands off"
            )
    tops = [top_picture(frame, fixes[0], layout).astype(np.float32) for frame in frames]
    return as_u8(np.clip(np.round(np.mean(tops, axis=0)), 0, 255).astype(np.uint8)), fixes[0]


def find(frames: Sequence[Frame], layout: TableLayout, drawn: Path) -> int:
    """Find the holes and draw their numbers to a file; how many there are."""
    top, _ = steady_top(frames, layout)
    holes = find_holes(top, layout)
    _write(drawn, with_numbers(top, holes, layout))
    if len(holes) < FEWEST:
        raise PegwatchError(
            f"only {len(holes)} holes were found, and two tracks have {FEWEST}: look at {drawn}; more light, a "
            "clean board without pegs, or a camera that is nearer helps"
        )
    return len(holes)


def learn(
    frames: Sequence[Frame], layout: TableLayout, name: str, ends: Sequence[str], game: int, folder: Path,
    as_named: bool = False,
) -> Learnt:  # fmt: skip
    """Number the holes and write the board, its picture when empty, and the numbering drawn over it.

    `ends` are ``A=3,118``: a track's first start hole and its last hole, by the numbers in the picture of `find`.
    A track that looks numbered from the wrong end is refused, but not `as_named`.
    """
    top, _ = steady_top(frames, layout)
    try:
        board = number_tracks(name, name, find_holes(top, layout), _ends(ends), game)
    except PegBoardError as error:
        raise PegwatchError(str(error)) from error
    turned = backwards(board)
    if turned and not as_named:
        raise PegwatchError(
            f"track {' and '.join(turned)} looks named from the wrong end: its first start hole comes first, "
            "then the last hole before the game hole. Change the two numbers, or say --as-named if they are right"
        )
    return save_learnt(board, frames, top, layout, folder / f"{name}.toml")


def save_learnt(
    board: PegBoard, frames: Sequence[Frame], top: Picture, layout: TableLayout, file: Path
) -> Learnt:
    """Write a board to `file`, and beside it its picture when empty and the numbering drawn over it."""
    reader = PegReader(board, layout.board_top_mm)
    empty = mean_flat(reader, list(frames), layout)
    files = Learnt(file, file.with_suffix(".png"), file.with_name(f"{file.stem}-numbered.jpg"))
    _write(files.empty, empty)
    _write(files.drawn, with_tracks(top, board, layout))
    _save(board, files.board)
    return files


def _ends(words: Sequence[str]) -> dict[str, tuple[int, int]]:
    ends: dict[str, tuple[int, int]] = {}
    for word in words:
        match = re.fullmatch(r"([A-D])=(\d{1,4}),(\d{1,4})", word)
        if match is None:
            raise PegwatchError(f"--track {word!r:.40}: write the track and two hole numbers, like A=3,118")
        if match[1] in ends:
            raise PegwatchError(f"--track {match[1]} is given twice")
        ends[match[1]] = (int(match[2]), int(match[3]))
    return ends


def _write(path: Path, picture: Picture) -> None:
    """A picture, whole or not at all."""
    fresh = path.with_name(f".new-{path.name}")
    done, coded = cv2.imencode(path.suffix, picture)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(coded.tobytes() if done else b"")
        fresh.replace(path)
    except OSError as error:
        raise PegwatchError(
            f"cannot write {path}: {error.strerror}; choose another folder with --out"
        ) from error


def _save(board: PegBoard, path: Path) -> None:
    try:
        board.save(path)
    except OSError as error:
        raise PegwatchError(
            f"cannot write {path}: {error.strerror}; choose another folder with --out"
        ) from error
