"""What a camera saw, recorded in one file and played back: all small and full pictures, with their times.

The file begins with `MAGIC`; then, one after the other, a line of JSON (``kind``: ``small`` or ``full``, ``t`` in s,
``bytes``) and that many bytes of JPEG. A file that was cut off is read up to its last whole picture.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import cv2

from vision.arrays import Picture
from vision.cameras.base import (
    PICTURE_WITHIN_S,
    BadPicture,
    Camera,
    CameraEnded,
    CameraLost,
    CameraTimeout,
    Clock,
    OpenClose,
)
from vision.cameras.decode import decode
from vision.frames import Frame, SmallFrame

MAGIC: Final = b"pegwatch camera recording 1\n"
MOST_MB: Final = 200
SMALL, FULL = "small", "full"
_QUALITY: Final = {SMALL: 90, FULL: 88}
_SAME_MOMENT_S: Final = 0.5  # a full picture so close in time to a small one shows the same table
_LONGEST_LINE: Final = 200
_MOST_BYTES: Final = 100_000_000  # of one picture
_FIX: Final = "Record it again with `pegwatch camera --record FILE`"


class Recorder(OpenClose):
    """Satisfies `vision.cameras.base.Camera`: passes the pictures of another camera on and records each of them.

    Once the file has `most_mb` megabytes recording ends and `is_full` is set; the pictures go on. Raises OSError
    where the file cannot be written.
    """

    def __init__(self, camera: Camera, file: Path, most_mb: float = MOST_MB) -> None:
        self._camera = camera
        self._path = file
        self._bytes_left = round(most_mb * 1_000_000)
        self._file: BinaryIO | None = None
        self.is_full = False
        self.pictures = 0

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the full picture."""
        return self._camera.size_px

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:
        """The full picture as of now."""
        self._must_be_open()
        frame = self._camera.grab(timeout_s)
        self._write(FULL, frame.bgr, frame.t)
        return frame

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:
        """The small grey picture as of now."""
        self._must_be_open()
        small = self._camera.lores(timeout_s)
        self._write(SMALL, small.grey, small.t)
        return small

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """As the camera's own."""
        return self._camera.lock(settings)

    def unlock(self) -> None:
        """As the camera's own."""
        self._camera.unlock()

    def _start(self) -> None:
        self._camera.open()
        if self._file is None:
            self._file = self._path.open("wb")
            self._file.write(MAGIC)

    def _stop(self) -> None:
        self._camera.close()
        if self._file is not None:
            self._file.flush()

    def finish(self) -> None:
        """Close the camera and the file: the recording is complete."""
        self.close()
        if self._file is not None:
            self._file.close()

    def _write(self, kind: str, picture: Picture, t: float) -> None:
        assert self._file is not None
        if self.is_full:
            return
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY[kind]])
        line = json.dumps({"kind": kind, "t": round(t, 4), "bytes": len(data)}).encode() + b"\n"
        self._bytes_left -= len(line) + len(data)
        if self._bytes_left < 0:
            self.is_full = True
            return
        self._file.write(line + data.tobytes())
        self.pictures += 1


@dataclass(frozen=True, slots=True)
class _Stored:
    """One picture of a recording: its time (s), and where it is in the file (bytes)."""

    t: float
    offset: int
    size: int


class RecordedCamera(OpenClose):
    """Satisfies `vision.cameras.base.Camera`, from a recording.

    Without a clock each `lores` gives the next small picture with its recorded time, and raises `CameraEnded` after
    the last. With a clock it plays at the speed of the recording, from the first `lores` on, in that clock's time,
    and raises `CameraLost` when it is over. `grab` gives the full picture of the same moment; it raises
    `CameraTimeout` where none was recorded.
    """

    def __init__(self, file: Path, clock: Clock | None = None) -> None:
        self._path = file
        self._clock = clock
        self._stored: dict[str, list[_Stored]] = {SMALL: [], FULL: []}
        self._file: BinaryIO | None = None
        self._next = 0
        self._offset_s: float | None = None
        self._size_px = (0, 0)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the latest full picture; zeros before the first."""
        return self._size_px

    @property
    def length_s(self) -> float:
        """Seconds from the first small picture to the last; 0 before it is open."""
        small = self._stored[SMALL]
        return small[-1].t - small[0].t if small else 0.0

    def next_t(self) -> float:
        """The recorded time of the next small picture; raises `CameraEnded` after the last."""
        self._must_be_open()
        if self._next >= len(self._stored[SMALL]):
            raise CameraEnded("the recording is over", "Play another one")
        return self._stored[SMALL][self._next].t

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:  # noqa: ARG002 (files never time out)
        """The small picture as of now by the clock; without a clock the next one."""
        self._must_be_open()
        small = self._stored[SMALL]
        if self._clock is not None:
            now = self._clock()
            if self._offset_s is None:
                self._offset_s = now - small[0].t
            if now - self._offset_s > small[-1].t + PICTURE_WITHIN_S:
                raise CameraLost("the recording is over", "Start again to see it once more")
            self._next = max(1, bisect_right(small, now - self._offset_s, key=lambda one: one.t))
        else:
            self.next_t()
            self._next += 1
        one = small[self._next - 1]
        return SmallFrame(
            self._picture(one, cv2.IMREAD_GRAYSCALE), one.t + (self._offset_s or 0.0), self._next
        )

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:  # noqa: ARG002
        """The full picture that was taken nearest in time to the latest small one."""
        self._must_be_open()
        t = self._stored[SMALL][max(0, self._next - 1)].t
        near = min(self._stored[FULL], key=lambda one: abs(one.t - t), default=None)
        if near is None or abs(near.t - t) > _SAME_MOMENT_S:
            raise CameraTimeout("no full picture was kept of this moment", _FIX)
        picture = self._picture(near, cv2.IMREAD_COLOR)
        self._size_px = picture.shape[1], picture.shape[0]
        return Frame(picture, near.t + (self._offset_s or 0.0), self._next, str(self._path))

    def _start(self) -> None:
        try:
            self._file = self._path.open("rb")
            self._index_pictures(self._file)
        except OSError as error:
            raise BadPicture(f"{self._path}: {error.strerror}", "Give the path of a recording") from error
        if not self._stored[SMALL]:
            self._stop()
            raise BadPicture(f"{self._path} is not a recording of a camera, or it is empty", _FIX)

    def _stop(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _index_pictures(self, file: BinaryIO) -> None:
        self._stored = {SMALL: [], FULL: []}
        if file.readline(_LONGEST_LINE) != MAGIC:
            return
        end = file.seek(0, 2)
        offset = file.seek(len(MAGIC))
        while (record := _parse_line(file.readline(_LONGEST_LINE))) is not None:
            kind, t, size = record
            offset = file.tell()
            if offset + size > end:
                return
            self._stored[kind].append(_Stored(t, offset, size))
            file.seek(offset + size)
        for kept in self._stored.values():
            kept.sort(key=lambda one: one.t)

    def _picture(self, one: _Stored, flags: int) -> Picture:
        assert self._file is not None
        self._file.seek(one.offset)
        picture = decode(self._file.read(one.size), flags)
        if picture is None:
            raise BadPicture(f"{self._path} is damaged {one.offset} bytes in", _FIX)
        return picture


def _parse_line(line: bytes) -> tuple[str, float, int] | None:
    """Kind, time (s) and size (bytes) of the picture that follows; None if the line is not of a recording."""
    try:
        body = json.loads(line)
        kind, t, size = str(body["kind"]), float(body["t"]), int(body["bytes"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None
    return (kind, t, size) if kind in _QUALITY and math.isfinite(t) and 0 < size <= _MOST_BYTES else None
