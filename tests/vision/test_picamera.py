"""The adapter to Picamera2, on a stand-in that has its signatures; on a real Pi it is yet to be tried."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fake_picamera2 import FakeCamera, FakeModule

from vision.cameras.base import CameraLost, CameraMissing, CameraTimeout
from vision.cameras.picamera import PicameraCamera


@pytest.fixture
def module() -> FakeModule:
    return FakeModule()


@pytest.fixture
def camera(module: FakeModule) -> PicameraCamera:
    return PicameraCamera(
        lambda: 50.0 + module.now_ns / 1e9, (640, 360), picamera2=module, sensor_clock=module.clock
    )


def opened(module: FakeModule) -> FakeCamera:
    return module.cameras[-1]


@pytest.mark.parametrize("error", [IndexError("list index out of range"), RuntimeError("no cameras")])
def test_no_camera_in_either_of_its_forms(
    module: FakeModule, camera: PicameraCamera, error: Exception
) -> None:
    module.missing = error
    with pytest.raises(CameraMissing, match="ribbon cable"):
        camera.open()
    module.missing = None
    camera.open()


def test_without_picamera2_it_says_how_to_get_it() -> None:
    with pytest.raises(CameraMissing, match="apt install python3-picamera2"):
        PicameraCamera(lambda: 0.0).open()


def test_a_camera_that_does_not_start_is_let_go(module: FakeModule, camera: PicameraCamera) -> None:
    module.start_error = RuntimeError("Failed to start camera")
    with pytest.raises(CameraMissing, match="does not start"):
        camera.open()
    assert opened(module).closed


@pytest.mark.parametrize("format_", ["RGB888", "BGR888", "XRGB8888", "XBGR8888"])
def test_pictures_are_bgr_whatever_the_camera_gives(
    module: FakeModule, camera: PicameraCamera, format_: str
) -> None:
    module.gives_instead = {"format": format_, "size": (704, 396)}
    with camera:
        opened(module).scene = (90, (10, 20, 30))
        frame = camera.grab()
    assert frame.size_px == camera.size_px == (704, 396)
    assert tuple(frame.bgr[5, 5]) == (10, 20, 30)


def test_a_format_that_nobody_asked_for_is_refused(module: FakeModule, camera: PicameraCamera) -> None:
    module.gives_instead = {"format": "NV12"}
    with pytest.raises(CameraMissing, match="NV12"):
        camera.open()
    assert opened(module).closed


def test_the_small_picture_has_no_padding(module: FakeModule) -> None:
    camera = PicameraCamera(lambda: 0.0, (640, 480), picamera2=module, sensor_clock=module.clock)
    with camera:
        small = camera.lores()
    assert small.grey.shape == (384, 512)
    assert np.unique(small.grey).tolist() == [90]


def test_the_time_is_that_of_the_exposure(module: FakeModule, camera: PicameraCamera) -> None:
    module.age_ns = 300_000_000
    with camera:
        frame = camera.grab()
    assert frame.t == pytest.approx(50.0 + module.now_ns / 1e9 - 0.3)


def test_an_old_picture_is_never_a_new_one(module: FakeModule, camera: PicameraCamera) -> None:
    with camera:
        camera.grab()
        module.age_ns = 3_000_000_000
        with pytest.raises(CameraLost, match=r"3\.0 s old"):
            camera.grab(timeout_s=0.05)
        assert opened(module).open_requests == 0


def test_a_dead_sensor_times_out_and_jobs_do_not_pile_up(module: FakeModule, camera: PicameraCamera) -> None:
    with camera:
        module.hangs = True
        for _ in range(3):
            with pytest.raises(CameraTimeout, match="opened again"):
                camera.lores(timeout_s=0.05)
        assert opened(module).jobs == 1
        module.hangs = False
        camera.grab()
        assert opened(module).jobs == 1
        assert opened(module).open_requests == 0


def test_a_failing_capture_is_a_lost_camera(module: FakeModule, camera: PicameraCamera) -> None:
    with camera:
        module.fails = OSError("Bad file descriptor")
        with pytest.raises(CameraLost, match="Bad file descriptor"):
            camera.grab()


def test_focus_and_exposure_are_held_as_they_have_settled(module: FakeModule, camera: PicameraCamera) -> None:
    with camera:
        assert opened(module).controls["AfMode"] == 2, "auto focus is off unless asked for"
        camera.lock()
        held = opened(module).controls
        assert held["AfMode"] == 0
        assert held["LensPosition"] == 1.4
        assert held["AeEnable"] is held["AwbEnable"] is False
        assert held["ExposureTime"] == 8000
        camera.unlock()
        assert opened(module).controls["AeEnable"] is True


def test_a_camera_without_focus_is_not_asked_to(module: FakeModule, camera: PicameraCamera) -> None:
    module.has_focus = False
    with camera:
        camera.lock()
        assert "AfMode" not in opened(module).controls


def test_every_request_is_given_back(module: FakeModule, camera: PicameraCamera) -> None:
    with camera:
        for _ in range(5):
            camera.lores()
            camera.grab()
        assert opened(module).open_requests == 0
    assert opened(module).closed
    assert not opened(module).running
