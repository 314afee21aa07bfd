"""A stand-in for the picamera2 module with the signatures of the real one (0.3.38), and knobs to break it.

Only what the adapter may use is here; anything else raises AttributeError, as a spelling mistake should.

Its jobs queue as the real ones do (`picamera2.dispatch_functions`, `process_requests`, `job.py`): the event loop runs
the first job when a picture comes, or at once when an "immediate" one is alone in the queue; `stop` is such a job;
`close` ends the event loop first. `picamera_contract.py` holds the two against each other. Time is the module's own:
it goes on while somebody waits, so nothing here depends on how fast a machine is.
"""

# ruff: noqa: ARG002
from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

import numpy as np


def _mode(
    width: int, height: int, fps: float, crop: tuple[int, int, int, int], bits: int = 10
) -> dict[str, Any]:
    return {"size": (width, height), "fps": fps, "crop_limits": crop, "bit_depth": bits, "format": "raw"}


MODES: dict[str, list[dict[str, Any]]] = {
    "ov5647": [
        _mode(640, 480, 58.92, (16, 0, 2560, 1920)),
        _mode(1296, 972, 43.25, (0, 0, 2592, 1944)),
        _mode(1920, 1080, 30.62, (348, 434, 1928, 1080)),
        _mode(2592, 1944, 15.63, (0, 0, 2592, 1944)),
    ],
    "imx219": [
        *(
            _mode(*size, fps, crop, bits)
            for bits in (10, 8)
            for size, fps, crop in (
                ((640, 480), 206.65, (1000, 752, 1280, 960)),
                ((1640, 1232), 41.85, (0, 0, 3280, 2464)),
                ((1920, 1080), 47.57, (680, 692, 1920, 1080)),
                ((3280, 2464), 21.19, (0, 0, 3280, 2464)),
            )
        )
    ],
    "imx708": [
        _mode(1536, 864, 120.13, (768, 432, 3072, 1728)),
        _mode(2304, 1296, 56.03, (0, 0, 4608, 2592)),
        _mode(4608, 2592, 14.35, (0, 0, 4608, 2592)),
    ],
    "imx477": [
        _mode(1332, 990, 120.05, (696, 528, 2664, 1980)),
        _mode(2028, 1080, 50.03, (0, 440, 4056, 2160), 12),
        _mode(2028, 1520, 40.01, (0, 0, 4056, 3040), 12),
        _mode(4056, 3040, 10.0, (0, 0, 4056, 3040), 12),
    ],
    "imx500": [
        _mode(2028, 1520, 30.02, (0, 0, 4056, 3040)),
        _mode(4056, 3040, 10.0, (0, 0, 4056, 3040)),
    ],
    "imx296": [_mode(1456, 1088, 60.38, (0, 0, 1456, 1088))],
    "virtual": [],
}
"""What `rpicam-hello --list-cameras` prints of Raspberry Pi's cameras (its documentation, and issue 5309 of their
kernel for the ov5647), in the form in which picamera2 lists it. Of a camera without a raw stream (libcamera's virtual
one) picamera2 cannot say any."""

_STRIDE = 64  # the small picture's rows are padded to a multiple of this
_FOR_EVER_NS = 3600 * 10**9


class HangsForEver(BaseException):
    """The real call would never have come back."""


class FakeJob:
    def __init__(self, function: Callable[[], tuple[bool, Any]]) -> None:
        self._function = function
        self._future: Future[Any] = Future()

    def execute(self) -> bool:
        done, result = self._function()
        if done and not self._future.done():
            self._future.set_result(result)
        return done

    @property
    def is_done(self) -> bool:
        return self._future.done()

    def get_result(self, timeout: float | None = None) -> Any:
        return self._future.result(timeout=timeout)

    def cancel(self) -> None:
        self._future.set_exception(CancelledError())


class FakeRequest:
    def __init__(self, camera: FakeCamera, stamp_ns: int) -> None:
        self._camera = camera
        self._stamp_ns = stamp_ns
        self.released = False
        camera.open_requests += 1

    def make_array(self, name: str) -> np.ndarray:
        assert not self.released, "a released request's pictures may be those of another one"
        given = self._camera.configuration[name]
        width, height = given["size"]
        if name == "lores":
            stride = -(-width // _STRIDE) * _STRIDE
            array = np.full((height * 3 // 2, stride), 7, np.uint8)
            array[:height, :width] = self._grainy(self._camera.scene[0], (height, width))
            return array
        channels = 4 if given["format"].startswith("X") else 3
        array = np.full((height, width, channels), 255, np.uint8)
        bgr = self._camera.scene[1]
        array[:, :, :3] = bgr[::-1] if given["format"] in ("BGR888", "XBGR8888") else bgr
        return array

    def _grainy(self, grey: Any, shape: tuple[int, int]) -> Any:
        """No two pictures of a real sensor are alike."""
        grain = self._camera.module.grain
        if not grain:
            return grey
        noise = np.random.default_rng(self._stamp_ns).integers(0, grain + 1, shape)
        return np.clip(np.asarray(grey, np.int16) + noise, 0, 255)

    def get_metadata(self) -> dict[str, Any]:
        return {
            "SensorTimestamp": self._stamp_ns,
            "ExposureTime": self._camera.module.exposure_us,
            "AnalogueGain": self._camera.module.gain,
            "ColourGains": (1.5, 2.0),
            **(self._camera.module.focus() if self._camera.module.has_focus else {}),
        }

    def release(self) -> None:
        assert not self.released, "a request is released once"
        self.released = True
        self._camera.open_requests -= 1


class FakeCamera:
    def __init__(
        self, camera_num: int = 0, verbose_console: Any = None, tuning: Any = None, allocator: Any = None
    ) -> None:
        assert tuning is None
        assert allocator is None
        self.module = FakeModule.current
        self.camera_num = camera_num
        if self.module.missing is not None:
            raise self.module.missing
        assert all(one.closed for one in self.module.cameras), "another one holds the camera"
        self.module.now_ns += self.module.opening_ns
        self.configuration: dict[str, Any] = {}
        self.mode: dict[str, Any] | None = None  # of the sensor, once configured
        self.controls: dict[str, Any] = {}
        self.running = self.closed = False
        self.open_requests = 0
        self.jobs = 0
        self.scene = self.module.scene
        self._jobs: list[FakeJob] = []
        self._loop_runs = False
        self._ready: list[FakeRequest] = []
        self._next_ns = 0
        self._is_starved = False
        self.module.cameras.append(self)

    @property
    def camera_properties(self) -> dict[str, Any]:
        return {"Model": self.module.model, "Location": 2}

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        """Asking configures the camera, as with the real one, so it cannot be asked while it runs."""
        assert not self.running, "Camera must be stopped before configuring"
        self.module.asked_for_modes += 1
        if not self.module.modes:  # libcamera gives no configuration for a raw stream then
            raise AttributeError("'NoneType' object has no attribute 'at'")
        return [dict(mode) for mode in self.module.modes]

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        names = [
            "AeEnable",
            "AwbEnable",
            "ExposureTime",
            "AnalogueGain",
            "ColourGains",
            "FrameDurationLimits",
        ]
        names += ["AeFlickerMode", "AeFlickerPeriod"] if self.module.has_flicker_mode else []
        focus = ["AfMode", "LensPosition"] if self.module.has_focus else []
        return dict.fromkeys(names + focus, (0, 1, 0))

    def create_video_configuration(
        self,
        main: dict[str, Any] | None = None,
        lores: dict[str, Any] | None = None,
        raw: Any = None,
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: dict[str, Any] | None = None,
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: Any = None,
        use_case: str = "video",
    ) -> dict[str, Any]:
        assert controls is not None
        assert set(controls) <= set(self.camera_controls)
        return {
            "main": dict(main or {}),
            "lores": lores and dict(lores),
            "sensor": dict(sensor or {}),
            "buffer_count": buffer_count,
            "queue": queue,
        }

    def configure(self, camera_config: dict[str, Any] | None = None) -> None:
        assert camera_config is not None
        unknown = set(camera_config.get("sensor") or {}) - {"bit_depth", "output_size"}
        if unknown:
            raise RuntimeError(f"Unexpected keys {unknown} in sensor configuration")
        main, lores = camera_config["main"], camera_config["lores"]
        if lores and (lores["size"][0] > main["size"][0] or lores["size"][1] > main["size"][1]):
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        self.configuration = camera_config
        self.mode = self._mode_for(camera_config)
        for key, value in self.module.gives_instead.items():
            self.configuration["main"][key] = value

    def _mode_for(self, config: dict[str, Any]) -> dict[str, Any] | None:
        """The mode that picamera2 0.3.38 takes for a configuration (`_make_libcamera_config`, `score_mode`)."""
        modes = [mode for mode in self.module.modes if "size" in mode]
        sensor = config.get("sensor") or {}
        bits = sensor.get("bit_depth", 10)
        across, down = sensor.get("output_size", config["main"]["size"])

        def apart(wanted: float, given: float) -> float:
            return 2 * (wanted - given) if wanted > given else (given - wanted) / 4

        def score(mode: dict[str, Any]) -> float:
            width, height = mode["size"]
            shape = 1500 * apart(across / down, width / height)
            return apart(across, width) + apart(down, height) + shape + 500 * abs(bits - mode["bit_depth"])

        return min(modes, key=score, default=None)

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        self._loop_runs = True
        if self.module.start_error is not None:
            raise self.module.start_error
        self.running = True
        self._next_ns = self.module.now_ns + self.module.settling_ns

    def cancel_all_and_flush(self) -> None:
        for job in self._jobs:
            job.cancel()
        self._jobs = []

    def stop(self) -> None:
        if not self.running:
            return
        if not self._loop_runs:
            self._stop_now()
            return
        self._wait_for(self._dispatch(self._stop_now, immediate=True), None)

    def _stop_now(self) -> tuple[bool, Any]:
        self.running = False
        while self._ready:
            self._ready.pop().release()
        return True, None

    def close(self) -> None:
        self.module.now_ns += self.module.closing_ns
        self._loop_runs = False
        self.stop()
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def capture_request(
        self, wait: bool | None = None, signal_function: Any = None, flush: bool | None = None
    ) -> FakeJob:
        assert self.running
        assert wait is False, "waiting here could last for ever"
        self.jobs += 1
        return self._dispatch(self._take, immediate=False)

    def _take(self) -> tuple[bool, Any]:
        return (True, self._ready.pop(0)) if self._ready else (False, None)

    def wait(self, job: FakeJob, timeout: float | None = None) -> Any:
        assert timeout is not None
        if self.module.fails is not None:
            raise self.module.fails
        return self._wait_for(job, timeout)

    # The event loop

    def _dispatch(self, function: Callable[[], tuple[bool, Any]], immediate: bool) -> FakeJob:
        job = FakeJob(function)
        is_only_job = not self._jobs
        self._jobs.append(job)
        if is_only_job and (self._ready or immediate):
            self._process()
        return job

    def _process(self) -> None:
        while self._jobs and self._jobs[0].execute():
            self._jobs.pop(0)
        while self._ready:  # queue=False: a picture that nobody has asked for is given back
            self._ready.pop(0).release()

    def _wait_for(self, job: FakeJob, timeout: float | None) -> Any:
        now = self.module.now_ns
        end_ns = now + (_FOR_EVER_NS if timeout is None else round(timeout * 1e9))
        while not job.is_done and self._pass_time(end_ns):
            pass
        if not job.is_done and timeout is None:
            raise HangsForEver
        return job.get_result(timeout=0)

    def _pass_time(self, end_ns: int) -> bool:
        """Go on to the next instant at which the sensor would give a picture; False where that is too late."""
        module = self.module
        if module.now_ns >= end_ns:
            return False
        module.now_ns = min(end_ns, max(self._next_ns, module.now_ns + 1))
        if module.now_ns < self._next_ns:
            return False
        self._next_ns = module.now_ns + module.frame_ns
        if not self.running:
            return True
        if module.is_silent:
            self._is_starved |= module.is_lost_for_good
        elif not self._is_starved and self.open_requests < self.configuration["buffer_count"]:
            module.pictures += 1
            module.picture_ns = module.now_ns
            self._ready.append(FakeRequest(self, module.now_ns - module.age_ns))
            self._process()
        return True


class FakeModule:
    """What `import picamera2` gives; `Picamera2` is its only class in use.

    `hangs`: the sensor gives nothing; `silent_until_ns`: until then. `is_lost_for_good`: a camera that was open then
    gives nothing afterwards either, for its buffers are gone; only one that is opened anew does. `opening_ns`,
    `settling_ns` (from the start to the first picture) and `closing_ns` are how long these take.
    """

    current: FakeModule

    def __init__(self) -> None:
        FakeModule.current = self
        self.Picamera2 = FakeCamera
        self.cameras: list[FakeCamera] = []
        self.model, self.modes = "imx708", MODES["imx708"]
        self.asked_for_modes = 0
        self.missing: Exception | None = None
        self.start_error: Exception | None = None
        self.fails: Exception | None = None
        self.gives_instead: dict[str, Any] = {}
        self.has_focus = True
        self.focused_ns = 0  # until then the lens searches
        self.has_flicker_mode = True  # libcamera 0.1 and later
        self.exposure_us, self.gain = 8000, 2.0
        self.scene: tuple[Any, Any] = (90, (90, 90, 90))
        self.grain = 0
        self.hangs = False
        self.silent_until_ns = 0
        self.is_lost_for_good = False
        self.age_ns = 20_000_000
        self.now_ns = 10**12
        self.pictures, self.picture_ns = 0, 0  # how many there were, and when the last one came
        self.frame_ns = 66_000_000
        self.opening_ns = self.settling_ns = self.closing_ns = 0

    @property
    def is_silent(self) -> bool:
        return self.hangs or self.now_ns < self.silent_until_ns

    def focus(self) -> dict[str, Any]:
        """As libcamera tells it: AfState 1 is scanning, 2 focused."""
        searches = self.now_ns < self.focused_ns
        return {"AfState": 1 if searches else 2, "LensPosition": 9.9 if searches else 1.4}

    def clock(self) -> float:
        return self.now_ns / 1e9
