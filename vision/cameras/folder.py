"""A camera that plays pictures and video from files, in order.

`lores` steps on to the next picture and `grab` gives that same picture in full, so a loop of both sees every
picture once; a loop of `grab` alone does too. Times are evenly spaced unless a clock is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.arrays import Picture
from vision.cameras.base import BadPicture, CameraEnded, CameraMissing, Clock, OpenClose, small_size
from vision.frames import Frame, SmallFrame

PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
VIDEOS: Final = frozenset({".mp4", ".avi", ".mkv", ".mov", ".m4v", ".webm"})


def files_in(paths: Iterable[Path]) -> list[Path]:
    """The picture and video files named, folders opened, each folder in natural order (2 before 10)."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = [p for p in path.iterdir() if p.suffix.lower() in PICTURES | VIDEOS]
            found.extend(sorted(inside, key=_natural))
        else:
            found.append(path)
    return found


def load_picture(path: Path) -> Picture:
    """Read a picture file upright (EXIF) as BGR uint8 (height, width, 3); raises `BadPicture`."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise BadPicture(f"{path}: {error.strerror or error}", "Give the path of a picture") from error
    if data.size == 0:
        raise BadPicture(f"{path} is empty", "Copy the picture again")
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadPicture(f"{path} is not a picture, or it is broken", "Use JPEG, PNG, BMP or WebP")
    return picture.astype(np.uint8, copy=False)


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
        """Width and height of the picture shown last; zeros before the first."""
        return (0, 0) if self._current is None else self._current.size_px

    def grab(self, timeout_s: float = 2.0) -> Frame:  # noqa: ARG002 (files do not keep one waiting)
        """The picture that `lores` has just shown, or else the next one."""
        self._must_be_open()
        if self._current is None or self._grabbed:
            self._current = self._next()
        self._grabbed = True
        return self._current

    def lores(self, timeout_s: float = 2.0) -> SmallFrame:  # noqa: ARG002
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
    video = cv2.VideoCapture(str(path))
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


def _natural(path: Path) -> list[tuple[int, int, str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts]
