"""Pictures, decoded only after their heads have said how large they are: a small file can hold gigabytes."""

from __future__ import annotations

import io
import logging
import struct
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final

import cv2
import numpy as np

from vision.arrays import Picture, as_u8

WHOLE_PX: Final = 26_000_000
"""A picture of so many pixels is decoded whole, and no larger one."""
LONGEST_PX: Final = 60_000
_FORMATS: Final = ("JPEG", "PNG", "BMP", "WEBP", "TIFF")
"""Pillow's names; MPO, several JPEGs in one file as some phones write them, is among the first."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"

logging.getLogger("PIL").setLevel(logging.CRITICAL)  # of a broken file the refusal says enough


def size_of(source: Path | BinaryIO) -> tuple[tuple[int, int], bool]:
    """Width and height by a picture's head, zeros where it tells none, and whether it is a baseline JPEG.

    What has no size here is no picture for us: OpenCV also reads formats in which nobody takes photographs (Radiance,
    PFM), and takes the memory for them before it looks further.
    """
    from PIL import Image

    try:
        with _file_of(source) as file, _of_any_size(), Image.open(file, formats=_FORMATS) as picture:
            if picture.format == "PNG" and not _is_whole_png(file):
                return (0, 0), False
            return picture.size, picture.format == "JPEG" and not picture.info.get("progressive")
    except Exception:  # whatever a broken file makes of it
        return (0, 0), False


def _file_of(source: Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    return source.open("rb") if isinstance(source, Path) else nullcontext(source)


def _is_whole_png(file: BinaryIO) -> bool:
    """Whether each chunk lies within the file: OpenCV takes the memory that a chunk's head names, and then reads."""
    end = file.seek(0, io.SEEK_END)
    at = len(_PNG)
    while at < end:
        file.seek(at)
        length, name = struct.unpack(">I4s", file.read(8).ljust(8, b"\0"))
        at += length + 12
        if name == b"IEND":
            break
    return at <= end


def decode(data: bytes, flags: int = cv2.IMREAD_COLOR) -> Picture | None:
    """The picture in some bytes, uint8; None where there is none, it is broken, or larger than `WHOLE_PX`."""
    (wide, high), _ = size_of(io.BytesIO(data))
    if not 0 < wide * high <= WHOLE_PX or max(wide, high) > LONGEST_PX:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if picture is None else as_u8(picture)


@contextmanager
def _of_any_size() -> Iterator[None]:
    """Pillow refuses to say how large a very large picture is; only its head is read here."""
    from PIL import Image

    most, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        Image.MAX_IMAGE_PIXELS = most
