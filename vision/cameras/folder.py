"""A camera that plays pictures and video from files, in order.

`lores` moves on to the next picture and `grab` gives that same picture in full, so a loop that calls both sees every
picture once; a loop of `grab` alone does too. Times are evenly spaced unless a clock is given.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.cameras.base import (
    PICTURE_WITHIN_S,
    BadPicture,
    CameraEnded,
    CameraMissing,
    Clock,
    OpenClose,
    small_size,
)
from vision.cameras.decode import LONGEST_SIDE_PX, MOST_DECODED_PX, decode_file, size_of
from vision.frames import Frame, SmallFrame

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
HEIC: Final = frozenset({".heic", ".heif", ".hif", ".avif"})
HEIC_FIX: Final = (
    "Convert it (`heif-convert IN.heic OUT.jpg`), or let the phone take JPEGs: on an iPhone Settings, Camera, "
    "Formats, Most Compatible"
)
_HEIC_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"}
)
FULL_SIZE_PX: Final = 12_600_000  # a phone's picture: read at full size; a larger one is reduced
REDUCED_SIDE_PX: Final = 2560  # ... until its longer side is this long: the reader needs no more
MOST_JPEG_PX: Final = 1_000_000_000  # of a JPEG, which is reduced while it is decoded
_REDUCED_FLAGS: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".m4v", ".webm"})


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The files named; for a folder its pictures and videos, in natural order (2 before 10)."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = [p for p in path.iterdir() if p.suffix.lower() in PICTURES | VIDEOS]
            found.extend(sorted(inside, key=_natural_order))
        else:
            found.append(path)
    return found


def load_picture(path: Path) -> Picture:
    """Read a picture file upright (EXIF) as BGR uint8 (height, width, 3); raises `BadPicture`.

    A very large one is reduced, see `load_reduced`.
    """
    return load_reduced(path)[0]


def load_reduced(path: Path) -> tuple[Picture, float]:
    """A picture file, upright, and the factor by which it was reduced (1: not at all); raises `BadPicture`.

    A JPEG is reduced while it is decoded, so that even a huge one takes little memory. Other formats, and progressive
    JPEGs, can only be decoded at full size: huge ones are refused.
    """
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except OSError as error:
        raise BadPicture(f"{path}: {error.strerror or error}", "Give the path of a picture") from error
    if not head:
        raise BadPicture(f"{path} is empty", "Copy the picture again")
    _refuse_unreadable(path, head)
    size, is_baseline = size_of(path)
    if size[0] * size[1] == 0:
        raise BadPicture(f"{path} is not a picture, or it is broken", "Use JPEG, PNG, BMP or WebP")
    shrink = 1
    if size[0] * size[1] > FULL_SIZE_PX:
        shrink = max(n for n in _REDUCED_FLAGS if n == 1 or max(size) >= n * REDUCED_SIDE_PX)
    most = MOST_JPEG_PX if is_baseline else MOST_DECODED_PX
    if size[0] * size[1] > most or max(size) > LONGEST_SIDE_PX:
        what = f"{path} is {size[0]} x {size[1]} px, too large to be read"
        raise BadPicture(what, "Save it smaller: an ordinary (not progressive) JPEG of 12 megapixels is best")
    flags = _REDUCED_FLAGS[shrink] if is_baseline else cv2.IMREAD_COLOR
    picture = decode_file(path, flags)
    if picture is None:
        raise BadPicture(f"{path} is not a picture, or it is broken", "Use JPEG, PNG, BMP or WebP")
    if size[0] * size[1] <= FULL_SIZE_PX:
        return np.asarray(picture, np.uint8), 1.0
    high, wide = picture.shape[:2]
    scale = min(1.0, REDUCED_SIDE_PX / max(high, wide))
    small = cv2.resize(picture, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), max(size) / max(small.shape)


def _refuse_unreadable(path: Path, head: bytes) -> None:
    """Raise `BadPicture` for formats that phones write and OpenCV does not read, with what to do about it."""
    brand = head[8:12] if head[4:8] == b"ftyp" else b""
    suffix = path.suffix.lower()
    if brand in _HEIC_BRANDS or (not brand and suffix in HEIC):
        raise BadPicture(f"{path} is a HEIC picture, which cannot be read here", HEIC_FIX)
    if brand or suffix in VIDEOS:
        raise BadPicture(f"{path} is a video", "Give single pictures: a screen shot of it, or photographs")


class FolderCamera(OpenClose):
    """Satisfies `vision.cameras.base.Camera`, from files."""

    def __init__(
        self,
        paths: Iterable[Path],
        interval_s: float = 0.2,
        clock: Clock | None = None,
        loop: bool = False,
    ) -> None:
        self._paths = list(paths)
        self._interval_s = interval_s
        self._clock = clock
        self._loop = loop
        self._pictures: Iterator[tuple[Picture, str]] = iter(())
        self._current: Frame | None = None
        self._grabbed = True
        self._number = 0

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the latest picture; zeros before the first."""
        return (0, 0) if self._current is None else self._current.size_px

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:  # noqa: ARG002 (files never time out)
        """The picture that `lores` has just shown, or else the next one."""
        self._must_be_open()
        if self._current is None or self._grabbed:
            self._current = self._next()
        self._grabbed = True
        return self._current

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:  # noqa: ARG002
        """The next picture, small and grey."""
        self._must_be_open()
        frame = self._current = self._next()
        self._grabbed = False
        grey = cv2.cvtColor(frame.bgr, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, small_size(frame.size_px), interpolation=cv2.INTER_AREA)
        return SmallFrame(small.astype(np.uint8, copy=False), frame.t, frame.number)

    def _start(self) -> None:
        files = files_in(self._paths)
        where = ", ".join(str(p) for p in self._paths) or "nothing"
        if not files:
            raise CameraMissing(f"no pictures in {where}", "Give a folder with JPEG, PNG or video files")
        for path in files:
            if not path.is_file():
                raise CameraMissing(f"{path} is not there", "Give the path of a picture or video")
        self._pictures = self._play(files)
        self._current, self._grabbed = None, True

    def _stop(self) -> None:
        self._pictures = iter(())

    def _play(self, files: list[Path]) -> Iterator[tuple[Picture, str]]:
        while True:
            for path in files:
                if path.suffix.lower() in VIDEOS:
                    yield from _frames_of(path)
                else:
                    yield load_picture(path), str(path)
            if not self._loop:
                return

    def _next(self) -> Frame:
        item = next(self._pictures, None)
        if item is None:
            raise CameraEnded("all pictures have been shown", "Give more files, or loop them")
        t = self._clock() if self._clock else self._number * self._interval_s
        self._number += 1
        return Frame(item[0], t, self._number, item[1])


def _frames_of(path: Path) -> Iterator[tuple[Picture, str]]:
    with _plainly_named(path) as name:
        video = cv2.VideoCapture(name)
    try:
        shown = 0
        while True:
            good, picture = video.read()
            if not good:
                break
            shown += 1
            yield picture.astype(np.uint8, copy=False), f"{path}#{shown}"
        if shown == 0:
            raise BadPicture(f"{path} is not a video, or it is broken", "Use MP4, AVI, MKV or MOV")
    finally:
        video.release()


@contextmanager
def _plainly_named(path: Path) -> Iterator[str]:
    """A name of the file that OpenCV can take: it crashes on one that is no UTF-8."""
    if str(path).isascii():
        yield str(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, f"video{path.suffix if path.suffix.isascii() else ''}")
        link.symlink_to(path.resolve())
        yield str(link)


def _natural_order(path: Path) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts]
