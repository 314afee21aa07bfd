"""Loading a picture from a file, with an error a person can act on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray


class BadPicture(ValueError):
    """A file that holds no readable picture; the message names it."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """Read a picture as uint8 (height, width, 3) BGR, turned as its EXIF orientation asks.

    Raises `BadPicture` for an empty or broken file, `OSError` where the file cannot be read.
    """
    data = np.frombuffer(path.read_bytes(), np.uint8)
    if data.size == 0:
        raise BadPicture(f"{path}: the file is empty")
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)  # applies the EXIF orientation
    except cv2.error:
        picture = None
    if picture is None:
        raise BadPicture(f"{path}: not a picture, or a broken one; give a JPEG or PNG file")
    return picture.astype(np.uint8, copy=False)
