"""Whether the real board and the real camera are there, each answered with the way to fix it."""

from __future__ import annotations

from pathlib import Path

from firmware.boardmap import BoardMap
from firmware.box.sections import BoardSettings, EyeSettings
from firmware.drivers.base import BoardMissing
from firmware.drivers.spi_chain import open_board
from vision.cameras.base import Camera, CameraError, CameraTimeout, Clock
from vision.cameras.picamera import PicameraCamera
from vision.cameras.recording import RecordedCamera


def real_camera(clock: Clock, settings: EyeSettings) -> Camera:
    """The Pi's camera as the settings want it, or the recording that they name instead of it."""
    if settings.recording:
        return RecordedCamera(Path(settings.recording), clock)
    mains = settings.mains
    return PicameraCamera(clock, number=settings.camera, mains_hz=0 if mains == "off" else int(mains))


def missing_devices(board_map: BoardMap, board: BoardSettings, eye: EyeSettings) -> list[str]:
    """One sentence for each device that cannot be opened; empty when all that the settings want are there."""
    found = [missing_board(board_map)] if board.pegs in ("sensors", "both") else []
    if eye.cards == "camera" or board.pegs in ("camera", "both"):
        camera = RecordedCamera(Path(eye.recording)) if eye.recording else None
        found.append(missing_camera(eye.camera, camera=camera))
    return [problem for problem in found if problem]


def why_no_table(board: BoardSettings, eye: EyeSettings) -> str:
    """Why no table can be run by these settings, or an empty text."""
    if board.pegs == "none" and eye.cards == "none":
        return (
            'nobody is to read the pegs (pegs = "none" under [board]), and nobody the cards (cards = "none" under '
            "[eye]): take one of the two lines out of the settings"
        )
    return ""


def missing_board(board_map: BoardMap) -> str:
    """Why the board cannot be opened, or an empty text."""
    try:
        open_board(board_map).close()
    except BoardMissing as error:
        return _sentence(f"No board: {error}")
    return ""


def missing_camera(number: int = 0, *, delivers: bool = False, camera: Camera | None = None) -> str:
    """Why the camera cannot be opened, or an empty text. `delivers`: a picture has to come too."""
    camera = camera or PicameraCamera(clock=lambda: 0.0, number=number)
    try:
        camera.open()
        if delivers:
            camera.grab()
    except CameraTimeout:
        return (
            f"Camera {number} opens and gives no picture. Switch the Pi off and push the ribbon cable home at both "
            "ends; if it stays so, try another cable, then another camera."
        )
    except CameraError as error:
        return _sentence(f"No camera: {error}")
    finally:
        camera.close()
    return ""


def _sentence(text: str) -> str:
    return text if text.endswith(".") else text + "."
