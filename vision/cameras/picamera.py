"""The Raspberry Pi camera through Picamera2. Written against its source and documentation; not yet run on a Pi.

`picamera2` comes from apt and is imported only when the camera is opened. What has to be watched for:

* "RGB888" is BGR in memory, which is what OpenCV wants; `configure` may change format and size without a word, so
  both are read back.
* Without a camera picamera2 raises IndexError up to 0.3.36 and RuntimeError since. A capture has no time-out of its
  own and can wait for ever on a dead sensor, so it is requested without waiting, and its job is waited for with a
  time-out. A job that is late is kept and waited for again: there is never more than one.
* `stop` is queued behind the jobs before it, and behind one that never ends it waits for ever: the queue is cancelled
  first. That is possible since 0.3.20; an older picamera2 is refused.
* Setting a control that a sensor does not have raises: controls are looked up first.
* A request tells when it was exposed, so an old picture is never taken for a new one.
* A request holds both pictures. That of the latest small picture is kept until the full one is asked for, so that no
  arm comes in between the two. It is released before the next request.
* Unless a mode is named picamera2 chooses which part of the sensor is read out; of some sensors only the middle. The
  modes are queried once (`vision.cameras.sensors` chooses), and again when another camera answers.
* Mains light makes bands unless the exposure is a whole number of its half waves: `AeFlickerMode` ensures that where
  libcamera has it (manual: a Pi has no automatic mode). Elsewhere the exposure is one half wave and the gain alone
  follows the light. Exposures that are held are rounded to half waves as well.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import cv2
import numpy as np

from vision.arrays import as_u8
from vision.cameras.base import (
    PICTURE_WITHIN_S,
    CameraLost,
    CameraMissing,
    CameraTimeout,
    Clock,
    OpenClose,
    small_size,
)
from vision.cameras.sensors import Mode, choose, modes_of, name_of
from vision.frames import Frame, SmallFrame

_FIX_MISSING: Final = (
    "Switch the Pi off, push the ribbon cable home at both ends, and look whether "
    "`rpicam-hello --list-cameras` shows it"
)
_FIX_LOST: Final = "Check the ribbon cable; the camera is opened again by itself"
_FIX_PACKAGES: Final = (
    "run `make setup` in Pegwatch's folder, or `sudo install/pegwatch-install` where that installed it"
)
_FIX_INSTALL: Final = f"On a Raspberry Pi: `sudo apt install python3-picamera2`, then {_FIX_PACKAGES}"
_LONGEST_WHY: Final = 160
_FIX_OLD: Final = "Run `sudo apt update && sudo apt full-upgrade`"
_BOOTTIME: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
MAX_AGE_S: Final = 1.0
FIRST_PICTURE_S: Final = 1.5
"""The first picture after opening may take longer: libcamera drops those taken while exposure and colour settle."""
_LEAST_WAIT_S: Final = 0.1  # more than one picture takes
_SAME_INSTANT_S: Final = 0.25  # a full picture no older than this belongs to the last small one
FLICKER_MANUAL: Final = 1
_LEAST_GAIN: Final = 1.0
_HELD: Final = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
AF_MANUAL, AF_CONTINUOUS = 0, 2
AF_SCANNING = 1
_FOCUS_S: Final = 4.0


def boot_time_s() -> float:
    """The time (s) by the clock of the sensor's time stamps."""
    return time.clock_gettime(_BOOTTIME)


class PicameraCamera(OpenClose):
    """Satisfies `vision.cameras.base.Camera` on a Raspberry Pi.

    `clock` gives table time. `picamera2`: the module, for tests; by default it is imported on opening.
    `mains_hz`: 50 or 60, the mains whose light the exposure is kept in step with; 0: none.
    """

    def __init__(
        self,
        clock: Clock,
        size_px: tuple[int, int] = (2304, 1296),
        frames_per_s: float = 15.0,
        number: int = 0,
        picamera2: Any = None,
        sensor_clock: Callable[[], float] = boot_time_s,
        mains_hz: int = 0,
    ) -> None:
        self._clock = clock
        self._asked_px = size_px
        self._size_px = size_px
        self._small_px = small_size(size_px)
        self._frames_per_s = frames_per_s
        self._number = number
        self._module = picamera2
        self._sensor_clock = sensor_clock
        self._camera: Any = None
        self._job: Any = None
        self._format = ""
        self._count = 0
        self._newest_ns = -1
        self._held: dict[str, Any] = {}
        self._half_wave_us = round(1e6 / (2 * mains_hz)) if mains_hz else 0
        self._model: str | None = None
        self._mode: Mode | None = None
        self._kept: Any = None  # the request behind the last small picture
        self._kept_t = 0.0

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the full picture, as the camera delivers it."""
        return self._size_px

    @property
    def what(self) -> str:
        """Which camera this is, in words; empty before it was opened."""
        return name_of(self._model or "")

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:
        """The full picture of the same moment as the last small one, or as of now where that is too long ago."""
        array, t = self._full_of_kept() or self._capture("main", timeout_s)
        picture = as_u8(array)
        if self._format in ("XRGB8888", "XBGR8888"):
            picture = as_u8(picture[:, :, :3])
        if self._format in ("BGR888", "XBGR8888"):
            picture = as_u8(cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
        width, height = self._size_px
        return Frame(np.ascontiguousarray(picture[:height, :width]), t, self._count, "picamera")

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:
        """The small picture as of now: the brightness plane of its YUV, without the padding."""
        array, t = self._capture("lores", timeout_s, keep=True)
        width, height = self._small_px
        return SmallFrame(np.ascontiguousarray(as_u8(array)[:height, :width]), t, self._count)

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Hold focus, exposure and colour as they have settled, or as in `settings`."""
        self._must_be_open()
        now: Mapping[str, Any] = self._settled() if settings is None else settings
        self._held = self._in_step({name: _plain(now[name]) for name in _HELD if name in now})
        self._set_held()
        return dict(self._held)

    def _set_held(self) -> None:
        values = {name: tuple(v) if isinstance(v, list) else v for name, v in self._held.items()}
        self._set({"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL, **values})

    def unlock(self) -> None:
        """Let focus, exposure and colour follow the light."""
        self._must_be_open()
        self._held = {}
        self._set({"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS, **self._mains_controls()})

    def _mains_controls(self) -> Mapping[str, Any]:
        """Controls that keep an exposure that follows the light in step with the mains."""
        if not self._half_wave_us:
            return {}
        if "AeFlickerMode" in self._camera.camera_controls:
            return {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": self._half_wave_us}
        return {"ExposureTime": self._half_wave_us}  # only the gain follows the light then

    def _in_step(self, held: dict[str, Any]) -> dict[str, Any]:
        """The settings to hold, with the exposure rounded to whole half waves and the gain making up for it."""
        exposure, gain = held.get("ExposureTime"), held.get("AnalogueGain")
        if not self._half_wave_us or not exposure or not gain or exposure < self._half_wave_us / 2:
            return held  # light that bright is daylight, not a lamp
        steps = max(1, int(exposure * gain / _LEAST_GAIN // self._half_wave_us))
        new = min(round(exposure / self._half_wave_us) or 1, steps) * self._half_wave_us
        return held | {"ExposureTime": new, "AnalogueGain": max(_LEAST_GAIN, gain * exposure / new)}

    # Opening and closing

    def _start(self) -> None:
        module = self._module or _import_picamera2()
        if not hasattr(module.Picamera2, "cancel_all_and_flush"):
            raise CameraMissing("this picamera2 cannot let go of a camera that was lost", _FIX_OLD)
        try:
            camera = module.Picamera2(self._number)
        except (IndexError, RuntimeError) as error:
            raise CameraMissing(f"no camera answers ({error})", _FIX_MISSING) from error
        try:
            self._configure(camera)
            camera.start()
        except CameraMissing:
            camera.close()
            raise
        except Exception as error:
            camera.close()
            raise CameraMissing(f"the camera does not start ({error})", _FIX_MISSING) from error
        self._camera, self._job, self._newest_ns = camera, None, -1
        if self._held:  # opened again after a loss: hold the same settings
            self._set_held()
        else:
            self._set({"AfMode": AF_CONTINUOUS, **self._mains_controls()})

    def _configure(self, camera: Any) -> None:
        model = str(camera.camera_properties.get("Model", ""))
        if model != self._model:  # querying the modes configures the camera for each of them
            modes = _modes_of(camera)
            self._mode, self._model = choose(modes, self._frames_per_s, self._asked_px[0]), model
        mode = self._mode
        size_px = mode.picture_px(self._asked_px[0]) if mode else self._asked_px
        frame_us = round(1e6 / min(self._frames_per_s, mode.frames_per_s if mode else self._frames_per_s))
        controls = {"FrameDurationLimits": (frame_us, frame_us)}
        wanted = camera.create_video_configuration(
            main={"size": size_px, "format": "RGB888"},
            lores={"size": small_size(size_px), "format": "YUV420"},
            buffer_count=4,
            queue=False,
            **({"sensor": mode.as_asked} if mode else {}),
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
            raise CameraMissing(
                "the camera gives no small picture", "Use a camera of Raspberry Pi's: Module 1, 2, 3 or HQ"
            )
        self._format = str(main["format"])
        self._size_px = (int(main["size"][0]), int(main["size"][1]))
        self._small_px = (int(lores["size"][0]), int(lores["size"][1]))

    def _stop(self) -> None:
        camera, job = self._camera, self._job
        self._camera = self._job = None
        if camera is None:
            return
        self._release_kept()
        try:
            camera.cancel_all_and_flush()
            _release_late(job)
            camera.stop()
        finally:
            camera.close()

    def _set(self, controls: Mapping[str, Any]) -> None:
        there = self._camera.camera_controls
        self._camera.set_controls({name: value for name, value in controls.items() if name in there})

    # Pictures

    def _full_of_kept(self) -> tuple[Any, float] | None:
        """The full picture of the kept request and its time; None where none is kept, or it is too old."""
        if self._kept is None:
            return None
        array = np.array(self._kept.make_array("main"))
        stamp_s, t = self._newest_ns / 1e9, self._kept_t
        self._release_kept()
        return (array, t) if self._sensor_clock() - stamp_s <= _SAME_INSTANT_S else None

    def _release_kept(self) -> None:
        """Release the kept request."""
        request, self._kept = self._kept, None
        if request is not None:
            with contextlib.suppress(Exception):  # the camera may be lost
                request.release()

    def _capture(self, stream: str, timeout_s: float, keep: bool = False) -> tuple[Any, float]:
        """One stream of a fresh request, and the table time of its exposure. `keep` the request for the other
        stream."""
        self._release_kept()
        if self._newest_ns < 0:
            timeout_s = max(timeout_s, FIRST_PICTURE_S)
        until = self._sensor_clock() + timeout_s
        while True:
            request = self._kept = self._request(max(_LEAST_WAIT_S, until - self._sensor_clock()))
            try:
                stamp_ns = int(request.get_metadata().get("SensorTimestamp", 0))
                array = np.array(request.make_array(stream))
            except Exception:
                self._release_kept()
                raise
            now = self._sensor_clock()
            age_s = now - stamp_ns / 1e9 if stamp_ns else 0.0
            if age_s <= MAX_AGE_S and (stamp_ns == 0 or stamp_ns > self._newest_ns):
                self._newest_ns = stamp_ns
                self._count += 1
                self._kept_t = self._clock() - max(0.0, age_s)
                if not keep or stamp_ns == 0:
                    self._release_kept()
                return array, self._kept_t
            self._release_kept()
            if until - now < _LEAST_WAIT_S:
                raise CameraLost(f"the camera gives pictures that are {age_s:.1f} s old", _FIX_LOST)

    def _settled(self) -> Mapping[str, Any]:
        """The metadata once the lens has stopped searching, so that a focus in mid-search is not held for good.

        A lens that finds no focus is held where it is after `_FOCUS_S`; the eye then reports the picture as out of
        focus.
        """
        until = self._sensor_clock() + _FOCUS_S
        while True:
            found = self._metadata()
            if found.get("AfState") != AF_SCANNING or self._sensor_clock() >= until:
                return found

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request(FIRST_PICTURE_S)
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
            raise CameraTimeout(f"no picture came within {timeout_s:.1f} s", _FIX_LOST) from error
        except Exception as error:
            self._job = None
            raise CameraLost(f"the camera failed ({error})", _FIX_LOST) from error
        self._job = None
        return request


def _modes_of(camera: Any) -> tuple[Mode, ...]:
    """The sensor's modes; none for a camera without a raw stream (USB, libcamera's virtual one): picamera2 cannot
    query it."""
    try:
        return modes_of(camera.sensor_modes)
    except AttributeError:
        return ()


def _release_late(job: Any) -> None:
    """Release the request of a job that ended just before it was cancelled."""
    if job is not None:
        with contextlib.suppress(Exception):
            job.get_result(timeout=0).release()


def _plain(value: Any) -> Any:
    """A control's value as it can be saved to a file: colour gains are a pair of numbers."""
    return [float(part) for part in value] if isinstance(value, tuple | list) else value


def _import_picamera2() -> Any:
    try:
        import picamera2
    except Exception as error:  # an apt package that does not fit this environment can raise anything
        raise _not_loaded(error) from error
    return picamera2


def _not_loaded(error: Exception) -> CameraMissing:
    """Why picamera2 cannot be imported: it is missing, incomplete, or beside packages that do not fit it."""
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing == "picamera2":
        return CameraMissing("picamera2 is not installed", f"{_FIX_INSTALL}; elsewhere use `pegwatch demo`")
    why = " ".join(str(error).split())[:_LONGEST_WHY]
    what = f"picamera2 is installed and cannot be loaded ({type(error).__name__}: {why})"
    if missing is not None:
        return CameraMissing(what, _FIX_INSTALL)
    return CameraMissing(what, f"Packages beside it do not fit it, mostly numpy: {_FIX_PACKAGES}")
