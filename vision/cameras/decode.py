"""Pictures are decoded only once their header has told their size: a small file can unpack to gigabytes."""

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

MOST_DECODED_PX: Final = 26_000_000
"""No picture of more pixels than this is decoded at full size."""
LONGEST_SIDE_PX: Final = 60_000
_FORMATS: Final = ("JPEG", "PNG", "BMP", "WEBP", "TIFF")
"""By Pillow's names. Its JPEG includes MPO, several JPEGs in one file, which some phones write."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"

logging.getLogger("PIL").setLevel(logging.CRITICAL)  # our own refusal says enough of a broken file


def size_of(source: Path | BinaryIO) -> tuple[tuple[int, int], bool]:
    """Width and height from a picture's header (zeros: it tells none), and whether it is a baseline JPEG.

    A file without a size here is refused: OpenCV also reads formats in which nobody takes photographs (Radiance,
    PFM), and allocates the memory for them before it looks any further.
    """
    from PIL import Image

    try:
        with _file_of(source) as file, _without_pillow_limit(), Image.open(file, formats=_FORMATS) as picture:
            if picture.format == "PNG" and not _png_chunks_fit(file):
                return (0, 0), False
            return picture.size, picture.format == "JPEG" and not picture.info.get("progressive")
    except Exception:  # a broken file can make Pillow raise almost anything
        return (0, 0), False


def _file_of(source: Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    return source.open("rb") if isinstance(source, Path) else nullcontext(source)


def _png_chunks_fit(file: BinaryIO) -> bool:
    """Whether each chunk ends within the file: OpenCV allocates what a chunk's header names before it reads."""
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
    """The picture in some bytes, uint8; None where there is none, or it is broken or larger than
    `MOST_DECODED_PX`."""
    (wide, high), _ = size_of(io.BytesIO(data))
    if not 0 < wide * high <= MOST_DECODED_PX or max(wide, high) > LONGEST_SIDE_PX:
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return None
    return None if picture is None else as_u8(picture)


def decode_file(path: Path, flags: int) -> Picture | None:
    """The picture in a file whose size was looked at; None where it is broken.

    Its name is not handed on: OpenCV crashes on one that is no UTF-8. The file is mapped, so that it takes no memory
    beside the picture.
    """
    try:
        picture = cv2.imdecode(np.memmap(path, np.uint8, "r"), flags)
    except (cv2.error, OSError, ValueError):  # ValueError: there is nothing in it
        return None
    return None if picture is None else np.asarray(picture)


@contextmanager
def _without_pillow_limit() -> Iterator[None]:
    """Without this Pillow refuses to tell the size of a very large picture; only headers are read here."""
    from PIL import Image

    most, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        Image.MAX_IMAGE_PIXELS = most
