"""The Raspberry Pi camera through Picamera2. Written against its source and documents; not yet run on a Pi.

`picamera2` comes from apt and is imported only when the camera is opened. What is minded here:

* "RGB888" is BGR in memory, which is what OpenCV wants; `configure` may change format and size silently, so
  both are read back.
* No camera is IndexError up to picamera2 0.3.36 and RuntimeError since. A capture has no time-out of its own
  and can wait for ever on a dead sensor: it is asked for without waiting, and its job is waited for with a
  limit. A job that has not come is kept and waited for again: there is never more than one.
* Controls that a sensor does not have raise: they are looked up first.
* A request tells when it was exposed. An old one is never passed off as new.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import as_u8
from vision.cameras.base import CameraLost, CameraMissing, CameraTimeout, Clock, OpenClose, small_size
from vision.frames import Frame, SmallFrame

_MEND_MISSING: Final = (
    "Switch the Pi off, push the ribbon cable home at both ends, and look whether "
    "`rpicam-hello --list-cameras` shows it"
)
_MEND_LOST: Final = "Check the ribbon cable; the camera is opened again by itself"
_BOOTTIME: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
MAX_AGE_S: Final = 1.0
_HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
AF_MANUAL, AF_CONTINUOUS = 0, 2


def boot_time_s() -> float:
    """The clock of the sensor's time stamps."""
    return time.clock_gettime(_BOOTTIME)


class PicameraCamera(OpenClose):
    """Satisfies `vision.cameras.base.Camera` on a Raspberry Pi.

    `clock` gives table time. `picamera2` is the module, for tests; left out, it is imported on opening.
    """

    def __init__(
        self,
        clock: Clock,
        size_px: tuple[int, int] = (2304, 1296),
        frames_per_s: float = 15.0,
        number: int = 0,
        picamera2: Any = None,
        sensor_clock: Callable[[], float] = boot_time_s,
    ) -> None:
        self._clock = clock
        self._wanted_px = size_px
        self._size_px = size_px
        self._small_px = small_size(size_px)
        self._frame_us = round(1e6 / frames_per_s)
        self._number = number
        self._module = picamera2
        self._sensor_clock = sensor_clock
        self._camera: Any = None
        self._job: Any = None
        self._format = ""
        self._count = 0
        self._newest_ns = -1
        self._held: dict[str, Any] = {}

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the full picture, as the camera really gives it."""
        return self._size_px

    def grab(self, timeout_s: float = 2.0) -> Frame:
        """The full picture of now."""
        array, t = self._capture("main", timeout_s)
        picture = as_u8(array)
        if self._format in ("XRGB8888", "XBGR8888"):
            picture = as_u8(picture[:, :, :3])
        if self._format in ("BGR888", "XBGR8888"):
            picture = as_u8(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
        width, height = self._size_px
        return Frame(np.ascontiguousarray(picture[:height, :width]), t, self._count, "picamera")

    def lores(self, timeout_s: float = 2.0) -> SmallFrame:
        """The small picture of now: the brightness plane of its YUV, without the padding."""
        array, t = self._capture("lores", timeout_s)
        width, height = self._small_px
        return SmallFrame(np.ascontiguousarray(as_u8(array)[:height, :width]), t, self._count)

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Hold focus, exposure and colour as they have settled, or as they were held before."""
        self._must_be_open()
        now: Mapping[str, Any] = self._metadata() if settings is None else settings
        self._held = {name: _plain(now[name]) for name in _HELD if name in now}
        self._hold()
        return dict(self._held)

    def _hold(self) -> None:
        values = {name: tuple(v) if isinstance(v, list) else v for name, v in self._held.items()}
        self._set({"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL, **values})

    def unlock(self) -> None:
        """Let focus, exposure and colour follow the light."""
        self._must_be_open()
        self._held = {}
        self._set({"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS})

    # Opening and closing

    def _start(self) -> None:
        module = self._module or _import_picamera2()
        try:
            camera = module.Picamera2(self._number)
        except (IndexError, RuntimeError) as error:
            raise CameraMissing(f"no camera answers ({error})", _MEND_MISSING) from error
        try:
            self._configure(camera)
            camera.start()
        except CameraMissing:
            camera.close()
            raise
        except Exception as error:
            camera.close()
            raise CameraMissing(f"the camera does not start ({error})", _MEND_MISSING) from error
        self._camera, self._job, self._newest_ns = camera, None, -1
        if self._held:  # opened again after a loss: what was held is held again
            self._hold()
        else:
            self._set({"AfMode": AF_CONTINUOUS})

    def _configure(self, camera: Any) -> None:
        controls = {"FrameDurationLimits": (self._frame_us, self._frame_us)}
        wanted = camera.create_video_configuration(
            main={"size": self._wanted_px, "format": "RGB888"},
            lores={"size": self._small_px, "format": "YUV420"},
            buffer_count=4,
            queue=False,
            controls={k: v for k, v in controls.items() if k in camera.camera_controls},
        )
        camera.configure(wanted)
        given = camera.camera_configuration()
        main, lores = given["main"], given["lores"]
        if main["format"] not in ("RGB888", "BGR888", "XRGB8888", "XBGR8888"):
            raise CameraMissing(
                f"the camera gives {main['format']} pictures", "Update picamera2: `sudo apt full-upgrade`"
            )
        if lores is None or lores["format"] not in ("YUV420", "NV12", "YVU420"):
            raise CameraMissing("the camera gives no small picture", "Use a Camera Module 2, 3 or HQ")
        self._format = str(main["format"])
        self._size_px = (int(main["size"][0]), int(main["size"][1]))
        self._small_px = (int(lores["size"][0]), int(lores["size"][1]))

    def _stop(self) -> None:
        camera, self._camera, self._job = self._camera, None, None
        if camera is not None:
            try:
                camera.stop()
            finally:
                camera.close()

    def _set(self, controls: Mapping[str, Any]) -> None:
        there = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in there})

    # Pictures

    def _capture(self, stream: str, timeout_s: float) -> tuple[Any, float]:
        """One stream of a fresh request, and the table time of its exposure."""
        until = time.monotonic() + timeout_s
        while True:
            request = self._request(max(0.05, until - time.monotonic()))
            try:
                stamp_ns = int(request.get_metadata().get("SensorTimestamp", 0))
                array = np.array(request.make_array(stream))
            finally:
                request.release()
            age_s = self._sensor_clock() - stamp_ns / 1e9 if stamp_ns else 0.0
            if age_s <= MAX_AGE_S and (stamp_ns == 0 or stamp_ns > self._newest_ns):
                self._newest_ns = stamp_ns
                self._count += 1
                return array, self._clock() - max(0.0, age_s)
            if time.monotonic() >= until:
                raise CameraLost(f"the camera gives pictures that are {age_s:.1f} s old", _MEND_LOST)

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request(2.0)
        try:
            found: Mapping[str, Any] = request.get_metadata()
            return found
        finally:
            request.release()

    def _request(self, timeout_s: float) -> Any:
        self._must_be_open()
        try:
            if self._job is None:
                self._job = self._camera.capture_request(wait=False)
            request = self._camera.wait(self._job, timeout=timeout_s)
        except TimeoutError as error:
            raise CameraTimeout(f"no picture came within {timeout_s:.1f} s", _MEND_LOST) from error
        except Exception as error:
            self._job = None
            raise CameraLost(f"the camera failed ({error})", _MEND_LOST) from error
        self._job = None
        return request


def _plain(value: Any) -> Any:
    """A control's value as it may be kept in a file and given again: colour gains are a pair of numbers."""
    return [float(part) for part in value] if isinstance(value, tuple | list) else value


def _import_picamera2() -> Any:
    try:
        import picamera2
    except ImportError as error:
        raise CameraMissing(
            "picamera2 is not installed",
            "On a Raspberry Pi: `sudo apt install python3-picamera2`, and a virtual environment made with "
            "--system-site-packages; elsewhere use `pegwatch demo`",
        ) from error
    return picamera2
