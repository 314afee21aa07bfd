"""A stand-in for the picamera2 module with the signatures of the real one (0.3.38), and knobs to break it.

Only what the adapter may use is here; anything else raises AttributeError, as a spelling mistake should.
"""

# ruff: noqa: ARG002
from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import numpy as np

_STRIDE = 64  # the small picture's rows are padded to a multiple of this


class FakeRequest:
    def __init__(self, camera: FakeCamera, stamp_ns: int) -> None:
        self._camera = camera
        self._stamp_ns = stamp_ns
        self.released = False
        camera.open_requests += 1

    def make_array(self, name: str) -> np.ndarray:
        given = self._camera.configuration[name]
        width, height = given["size"]
        if name == "lores":
            stride = -(-width // _STRIDE) * _STRIDE
            array = np.full((height * 3 // 2, stride), 7, np.uint8)
            array[:height, :width] = self._camera.scene[0]
            return array
        channels = 4 if given["format"].startswith("X") else 3
        array = np.full((height, width, channels), 255, np.uint8)
        bgr = self._camera.scene[1]
        array[:, :, :3] = bgr[::-1] if given["format"] in ("BGR888", "XBGR8888") else bgr
        return array

    def get_metadata(self) -> dict[str, Any]:
        return {
            "SensorTimestamp": self._stamp_ns,
            "ExposureTime": 8000,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 2.0),
            **({"LensPosition": 1.4} if self._camera.module.has_focus else {}),
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
        self.configuration: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.running = self.closed = False
        self.open_requests = 0
        self.jobs = 0
        self.scene = (90, (90, 90, 90))
        self.module.cameras.append(self)

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
            "buffer_count": buffer_count,
            "queue": queue,
        }

    def configure(self, camera_config: dict[str, Any] | None = None) -> None:
        assert camera_config is not None
        self.configuration = camera_config
        for key, value in self.module.gives_instead.items():
            self.configuration["main"][key] = value

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        if self.module.start_error is not None:
            raise self.module.start_error
        self.running = True

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def capture_request(
        self, wait: bool | None = None, signal_function: Any = None, flush: bool | None = None
    ) -> Future[FakeRequest]:
        assert self.running
        assert wait is False, "waiting here could last for ever"
        self.jobs += 1
        return Future()

    def wait(self, job: Future[FakeRequest], timeout: float | None = None) -> FakeRequest:
        assert timeout is not None
        if self.module.hangs:
            return job.result(timeout=0.01)
        if self.module.fails is not None:
            raise self.module.fails
        self.module.now_ns += 66_000_000
        return FakeRequest(self, self.module.now_ns - self.module.age_ns)


class FakeModule:
    """What `import picamera2` gives; `Picamera2` is its only class in use."""

    current: FakeModule

    def __init__(self) -> None:
        FakeModule.current = self
        self.Picamera2 = FakeCamera
        self.cameras: list[FakeCamera] = []
        self.missing: Exception | None = None
        self.start_error: Exception | None = None
        self.fails: Exception | None = None
        self.gives_instead: dict[str, Any] = {}
        self.has_focus = True
        self.hangs = False
        self.age_ns = 20_000_000
        self.now_ns = 10**12

    def clock(self) -> float:
        return self.now_ns / 1e9
