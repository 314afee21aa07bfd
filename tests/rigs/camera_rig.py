"""Rig A, run inside the rig's root: the real picamera2 over libcamera's virtual camera, and a hand on its cable.

    python camera_rig.py contract     the checks that the tests' stand-in has to pass too
    python camera_rig.py losses 20    the adapter: a sensor that falls silent and comes back, so many times

Prints one line for each check, ``ok NAME`` or ``FAILED NAME: why``; exit status 1 where one failed. Not real
here: the
memory behind the pictures (`shim/fakedmabuf.c`), the colours (the virtual camera gives NV12, so main pictures
are turned
into BGR), and the sensor, which falls silent because requests no longer reach it.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import libcamera
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator
from picamera2.request import CompletedRequest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/vision")]
import picamera_contract  # noqa: E402

from vision.cameras.base import CameraTimeout  # noqa: E402
from vision.cameras.picamera import PicameraCamera  # noqa: E402

_PATIENCE_S = 5.0
cable = SimpleNamespace(is_cut=False)
_make_array = CompletedRequest.make_array


def _bgr_array(request: Any, name: str) -> Any:
    array = _make_array(request, name)
    return cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12) if name == "main" else array


CompletedRequest.make_array = _bgr_array


class Wire:
    """libcamera's camera; while the cable is cut no request that is queued reaches the sensor, ever."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera

    def queue_request(self, request: Any) -> Any:
        return None if cable.is_cut else self._camera.queue_request(request)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._camera, name)


class VirtualPicamera2(Picamera2):
    """Picamera2 on the virtual camera: its buffers from libcamera, its formats listed as it has them."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(number)
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        """The virtual camera has no raw stream, so no modes of a sensor: its pictures' sizes, which nothing
        chooses by."""
        role = libcamera.StreamRole.VideoRecording
        offered = self.camera.generate_configuration([role]).at(0).formats
        return [
            {"format": str(pixels), "size": (size.width, size.height)}
            for pixels in offered.pixel_formats
            for size in offered.sizes(pixels)
        ]

    def start(self, *args: Any, **given: Any) -> None:
        super().start(*args, **given)
        self.camera = Wire(self.camera)

    def close(self) -> None:
        if isinstance(self.camera, Wire):
            self.camera = self.camera._camera
        super().close()

    def camera_configuration(self) -> dict[str, Any]:
        given: dict[str, Any] = super().camera_configuration()
        return given | {"main": given["main"] | {"format": "RGB888"}}


class Rig:
    """What `picamera_contract.Rig` asks for."""

    def configured(self) -> Picamera2:
        camera = VirtualPicamera2()
        camera.configure(
            camera.create_video_configuration(
                main={"size": (640, 480), "format": "RGB888"}, buffer_count=4, queue=False
            )
        )
        return camera

    def opened(self) -> Picamera2:
        camera = self.configured()
        camera.start()
        return camera

    def silence(self) -> None:
        cable.is_cut = True

    def mend(self) -> None:
        cable.is_cut = False

    def comes_back(self, call: Callable[[], object]) -> bool:
        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        thread.join(_PATIENCE_S)
        return not thread.is_alive()


def contract() -> list[tuple[str, Callable[[], None]]]:
    rig = Rig()
    return [(check.__name__, lambda check=check: check(rig)) for check in picamera_contract.CHECKS]


def adapter() -> PicameraCamera:
    module = SimpleNamespace(Picamera2=VirtualPicamera2)
    return PicameraCamera(time.monotonic, (640, 480), picamera2=module)


def pictures_of_both_kinds() -> None:
    with adapter() as camera:
        small, frame = camera.lores(), camera.grab()
        assert frame.bgr.shape == (480, 640, 3), frame.bgr.shape
        assert small.grey.ndim == 2
        assert abs(frame.t - time.monotonic()) < 1, "the time of a picture is that of its exposure"
        assert camera.lores().t > small.t


def it_opens_again_and_again() -> None:
    camera = adapter()
    for _ in range(5):
        with camera:
            camera.grab()


def lost_and_found(slowest: list[float]) -> None:
    """Lost within a second and a half, closed within two, a picture within three of the cable's return."""
    camera = adapter()
    camera.open()
    camera.lores()
    cable.is_cut = True
    began = time.monotonic()
    try:
        while time.monotonic() - began < _PATIENCE_S:
            camera.lores()
    except CameraTimeout:
        pass
    else:
        raise AssertionError("a silent sensor was not noticed")
    assert time.monotonic() - began < 2.5, "noticed late"
    closing = time.monotonic()
    camera.close()
    assert time.monotonic() - closing < 2, "closed late"
    cable.is_cut = False
    back = time.monotonic()
    camera.open()
    camera.lores()
    slowest[0] = max(slowest[0], time.monotonic() - back)
    assert slowest[0] < 3, "the picture came late"
    camera.close()


def main() -> int:
    checks = contract()
    slowest = [0.0]
    if sys.argv[1] == "losses":
        times = int(sys.argv[2])
        checks = [
            ("pictures_of_both_kinds", pictures_of_both_kinds),
            ("it_opens_again_and_again", it_opens_again_and_again),
        ]
        checks += [
            (f"lost_and_found_{n + 1}_of_{times}", lambda: lost_and_found(slowest)) for n in range(times)
        ]
    failed = 0
    for name, check in checks:
        cable.is_cut = False
        try:
            check()
        except Exception as error:
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {error}", flush=True)
        else:
            print(f"ok {name}", flush=True)
    if slowest[0]:
        print(f"slowest picture after the cable's return: {slowest[0]:.2f} s")
    sys.stdout.flush()
    import os

    os._exit(1 if failed else 0)  # what the contract left hanging does not end by itself


if __name__ == "__main__":
    main()
