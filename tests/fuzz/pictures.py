"""Pictures that nobody took: of every kind that comes in, of sizes no camera has, cut off, with bytes changed."""

from __future__ import annotations

import io
import json
import random
import struct
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from mutate import mutant
from PIL import Image

from vision.cameras.recording import FULL, MAGIC, SMALL

SIZES: Final = (0, 1, 2, 255, 640, 2560, 5_000, 13_000, 16_383, 30_000, 60_000, 65_535, 2**31 - 1, 2**32 - 1)
_SOF: Final = tuple(bytes((0xFF, kind)) for kind in (0xC0, 0xC1, 0xC2))
_PNG: Final = b"\x89PNG\r\n\x1a\n"


@cache
def photos() -> tuple[bytes, ...]:
    """Small pictures in each form, and some whose size is what is wrong with them."""
    grey = np.add.outer(np.arange(48), np.arange(64)).astype(np.uint8)
    colour = Image.fromarray(np.dstack([grey, grey[::-1], grey[:, ::-1]]))
    clear = colour.copy()
    clear.putalpha(128)
    deep = Image.fromarray(grey.astype(np.uint16) * 257)
    turned = Image.Exif()
    turned[0x0112] = 6
    moving: dict[str, Any] = {"save_all": True, "append_images": [colour.rotate(90 * n) for n in range(3)]}
    made = [
        coded(colour, "JPEG"), coded(colour, "JPEG", progressive=True), coded(colour.convert("CMYK"), "JPEG"),
        coded(colour.convert("L"), "JPEG"), coded(colour, "JPEG", exif=turned), coded(colour, "MPO", **moving),
        coded(colour, "PNG"), coded(clear, "PNG"), coded(deep, "PNG"), coded(colour.convert("P"), "PNG"),
        coded(colour.convert("1"), "PNG"), coded(colour, "PNG", **moving), coded(colour, "BMP"),
        coded(colour, "WEBP"), coded(clear, "WEBP", lossless=True), coded(colour, "WEBP", **moving),
        coded(colour, "GIF", **moving), coded(colour, "TIFF"), coded(deep, "TIFF", compression="tiff_deflate"),
        coded(colour, "PPM"), b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n" + b"\2\2\x75\x30" * 99,
        b"PF\n30000 30000\n-1.0\n" + bytes(600),
    ]  # fmt: skip
    return (*made, black(20_000, 20_000), black(30_000, 800), made[6][: len(made[6]) // 2], made[0][:200])


def coded(picture: Image.Image, form: str, **options: Any) -> bytes:
    """A picture as the bytes of its file."""
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def black(wide: int, high: int) -> bytes:
    """A PNG of 1 bit, whole and valid: a few kilobytes of any size."""
    packer = zlib.compressobj(1)
    rows = b"".join(packer.compress(bytes((wide + 7) // 8 + 1)) for _ in range(high)) + packer.flush()
    head = struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0)
    return _PNG + _chunk(b"IHDR", head) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def resized(picture: bytes, wide: int, high: int) -> bytes:
    """The same bytes under a head that names another size; what has no such head is given back as it is."""
    if picture.startswith(_PNG) and len(picture) > 33:
        head = struct.pack(">II", wide, high) + picture[24:29]
        return picture[:8] + _chunk(b"IHDR", head) + picture[33:]
    short = struct.pack(">HH", high & 0xFFFF, wide & 0xFFFF)
    if picture.startswith(b"\xff\xd8"):
        at = min((found for mark in _SOF if (found := picture.find(mark)) > 0), default=-1)
        return picture if at < 0 else picture[: at + 5] + short + picture[at + 9 :]
    if picture.startswith(b"BM"):
        return picture[:18] + struct.pack("<II", wide, high) + picture[26:]
    if picture.startswith(b"GIF"):
        return picture[:6] + short[::-1] + picture[10:]
    if picture[12:16] == b"VP8X":
        return picture[:24] + struct.pack("<II", wide, high)[:3] + struct.pack("<I", high)[:3] + picture[30:]
    if picture[12:16] == b"VP8 ":
        return picture[:26] + short[::-1] + picture[30:]
    return picture.replace(b"64 48", b"%d %d" % (wide, high), 1)


def spoilt(seeds: Sequence[bytes], number: int) -> bytes:
    """The input of this number."""
    chance = random.Random(number)
    kind = chance.randrange(4)
    if kind == 0:
        return mutant(seeds, number)
    picture = seeds[number % len(seeds)]
    if kind == 1:
        return picture[: chance.randrange(len(picture) + 1)]
    if kind == 2:
        return resized(picture, chance.choice(SIZES), chance.choice(SIZES))
    bent = bytearray(picture)
    for _ in range(chance.choice((1, 2, 8))):
        bent[chance.randrange(min(len(bent), 600))] = chance.choice(
            (0, 1, 127, 128, 255, chance.randrange(256))
        )
    return bytes(bent)


@cache
def recordings() -> tuple[bytes, ...]:
    """Recordings of a camera, of pictures that are none of its own."""
    found = []
    for first in range(0, len(photos()) - 1, 2):
        found.append(recorded(*photos()[first : first + 2]))
    return tuple(found)


def recorded(small: bytes, full: bytes) -> bytes:
    """A recording of one moment."""
    parts = [MAGIC]
    for number, (kind, picture) in enumerate(((SMALL, small), (FULL, full))):
        line = {"kind": kind, "t": number / 10, "bytes": len(picture)}
        parts += [json.dumps(line).encode(), b"\n", picture]
    return b"".join(parts)


def spoilt_recording(seeds: Sequence[bytes], number: int) -> bytes:
    """The input of this number: a recording whose bytes were changed, or one of a spoilt picture."""
    if number % 2:
        return spoilt(seeds, number)
    return recorded(photos()[0], spoilt(photos(), number // 2))
