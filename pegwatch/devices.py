"""Whether the real board and the real camera are there, each answered with the way to mend it."""

from __future__ import annotations

from firmware.boardmap import BoardMap
from firmware.drivers.base import BoardMissing
from firmware.drivers.spi_chain import open_board
from vision.cameras.base import CameraError
from vision.cameras.picamera import PicameraCamera


def missing_devices(board_map: BoardMap) -> list[str]:
    """One sentence for each device that cannot be opened; empty when both are there."""
    return [problem for problem in (missing_board(board_map), missing_camera()) if problem]


def missing_board(board_map: BoardMap) -> str:
    """Why the board cannot be opened, or an empty text."""
    try:
        open_board(board_map).close()
    except BoardMissing as error:
        return _sentence(f"No board: {error}")
    return ""


def missing_camera() -> str:
    """Why the camera cannot be opened, or an empty text."""
    camera = PicameraCamera(clock=lambda: 0.0)
    try:
        camera.open()
    except CameraError as error:
        return _sentence(f"No camera: {error}")
    finally:
        camera.close()
    return ""


def _sentence(text: str) -> str:
    return text if text.endswith(".") else text + "."
