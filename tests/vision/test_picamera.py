"""The adapter to Picamera2, on a stand-in that has its signatures; on a real Pi it is yet to be tried."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fake_picamera2 import MODES, FakeCamera, FakeModule, HangsForEver
from picamera_contract import CHECKS, Rig

from pegwatch.devices import missing_camera
from vision.cameras.base import PICTURE_WITHIN_S, CameraLost, CameraMissing, CameraTimeout
from vision.cameras.picamera import FIRST_PICTURE_S, PicameraCamera


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


def test_without_picamera2_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)  # also where this system has it
    with pytest.raises(CameraMissing, match="apt install python3-picamera2"):
        PicameraCamera(lambda: 0.0).open()


@pytest.mark.parametrize(
    ("raises", "says", "mend"),
    [
        (
            "ValueError('numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, "
            "got 88 from PyObject')",
            "numpy.dtype size changed",
            "make setup",
        ),
        (
            "ImportError('numpy.core.multiarray failed to import')",
            "multiarray failed to import",
            "make setup",
        ),
        ("AttributeError('_ARRAY_API not found')", "_ARRAY_API not found", "make setup"),
        (
            "SystemError('initialization of simplejpeg\\nraised unreported exception')",
            "simplejpeg raised",
            "make setup",
        ),
        (
            "ModuleNotFoundError(\"No module named 'libcamera'\", name='libcamera')",
            "libcamera",
            "apt install",
        ),
    ],
)
def test_a_picamera2_that_does_not_fit_is_said_in_one_line_with_the_way_to_fix_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raises: str, says: str, mend: str
) -> None:
    """What apt's picamera2 raises beside a numpy that it was not built for is no fault in Pegwatch."""
    (tmp_path / "picamera2.py").write_text(f"raise {raises}\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    missing = missing_camera()
    assert missing.startswith("No camera: picamera2 is installed and cannot be loaded")
    assert says in missing
    assert mend in missing
    assert "\n" not in missing


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
    module.model, module.modes = "imx219", MODES["imx219"]  # a sensor of 4:3
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
            camera.grab(timeout_s=0.3)
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


def test_a_lens_in_mid_search_is_waited_for_before_it_is_held(
    module: FakeModule, camera: PicameraCamera
) -> None:
    with camera:
        camera.grab()
        module.focused_ns = module.now_ns + 2 * 10**9
        assert camera.lock()["LensPosition"] == 1.4
        assert opened(module).open_requests == 0


def test_a_lens_that_finds_nothing_is_held_where_it_is_after_a_while(
    module: FakeModule, camera: PicameraCamera
) -> None:
    with camera:
        module.focused_ns = module.now_ns + 10**12
        before = module.clock()
        assert camera.lock()["LensPosition"] == 9.9
        assert 4.0 <= module.clock() - before < 6.0


def test_a_camera_that_opens_and_never_delivers_is_missing(
    module: FakeModule, camera: PicameraCamera
) -> None:
    assert missing_camera(delivers=True, camera=camera) == ""
    module.hangs = True
    assert missing_camera(camera=camera) == ""
    said = missing_camera(1, delivers=True, camera=camera)
    assert said.startswith("Camera 1 opens and gives no picture.")
    assert "\n" not in said
    assert all(one.closed for one in module.cameras)


def test_the_camera_that_the_settings_name_is_the_one_that_is_asked(module: FakeModule) -> None:
    """A Pi 5 has two."""
    PicameraCamera(lambda: 0.0, number=1, picamera2=module).open()
    assert opened(module).camera_num == 1


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


def test_one_request_gives_both_pictures(module: FakeModule, camera: PicameraCamera) -> None:
    """Else a hand may come in between the picture that is found still and the one that is read."""
    with camera:
        for _ in range(3):
            before = module.pictures
            small, frame = camera.lores(), camera.grab()
            assert module.pictures == before + 1
            assert (frame.t, frame.number) == (small.t, small.number)
            assert camera.grab().t > frame.t, "asked for once more it is a new one"
        assert opened(module).open_requests == 0


def test_a_full_picture_is_not_that_of_a_small_one_of_long_ago(
    module: FakeModule, camera: PicameraCamera
) -> None:
    with camera:
        small = camera.lores()
        module.now_ns += 10**9
        assert camera.grab().t > small.t + 0.9
        assert opened(module).open_requests == 0


def test_the_request_that_is_kept_is_given_back_on_closing(
    module: FakeModule, camera: PicameraCamera
) -> None:
    with camera:
        camera.lores()
    assert opened(module).open_requests == 0


def in_step(module: FakeModule, mains_hz: int) -> PicameraCamera:
    return PicameraCamera(
        lambda: 0.0, (640, 360), picamera2=module, sensor_clock=module.clock, mains_hz=mains_hz
    )


@pytest.mark.parametrize(("mains_hz", "step_us"), [(50, 10_000), (60, 8_333)])
def test_the_exposure_is_kept_in_step_with_the_mains(module: FakeModule, mains_hz: int, step_us: int) -> None:
    with in_step(module, mains_hz) as camera:
        controls = opened(module).controls
        assert (controls["AeFlickerMode"], controls["AeFlickerPeriod"]) == (1, step_us)
        assert "ExposureTime" not in controls, "the exposure follows the light, in these steps"
        camera.unlock()
        assert controls["AeEnable"] is True


@pytest.mark.parametrize(("mains_hz", "step_us"), [(50, 10_000), (60, 8_333)])
def test_where_libcamera_has_no_flicker_mode_the_exposure_is_one_half_wave(
    module: FakeModule, mains_hz: int, step_us: int
) -> None:
    module.has_flicker_mode = False
    with in_step(module, mains_hz):
        controls = opened(module).controls
        assert controls["ExposureTime"] == step_us
        assert controls.get("AeEnable", True), "the gain still follows the light"


def test_without_mains_the_exposure_is_left_alone(module: FakeModule, camera: PicameraCamera) -> None:
    with camera:
        assert not {"AeFlickerMode", "AeFlickerPeriod", "ExposureTime"} & set(opened(module).controls)


@pytest.mark.parametrize(
    ("exposure_us", "gain", "held_us", "held_gain"),
    [(8_000, 2.0, 10_000, 1.6), (27_000, 2.0, 30_000, 1.8), (14_000, 1.0, 10_000, 1.4), (900, 1.0, 900, 1.0)],
)
def test_what_is_held_is_in_step_with_the_mains_and_as_bright(
    module: FakeModule, exposure_us: int, gain: float, held_us: int, held_gain: float
) -> None:
    module.exposure_us, module.gain = exposure_us, gain
    with in_step(module, 50) as camera:
        held = camera.lock()
        assert held["ExposureTime"] == held_us
        assert held["AnalogueGain"] == pytest.approx(held_gain)
        assert opened(module).controls["ExposureTime"] == held_us


class FakeRig:
    """The stand-in, as the contract asks for it."""

    def __init__(self, module: FakeModule) -> None:
        self._module = module
        module.is_lost_for_good = True

    def configured(self) -> FakeCamera:
        camera = FakeCamera()
        wanted = {"main": {"size": (640, 480), "format": "RGB888"}, "lores": None, "buffer_count": 4}
        camera.configure(wanted)
        return camera

    def opened(self) -> FakeCamera:
        camera = self.configured()
        camera.start()
        return camera

    def silence(self) -> None:
        self._module.hangs = True

    def mend(self) -> None:
        self._module.hangs = False

    def comes_back(self, call: Callable[[], object]) -> bool:
        try:
            call()
        except HangsForEver:
            return False
        return True


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_stand_in_is_no_kinder_than_picamera2(module: FakeModule, check: Callable[[Rig], None]) -> None:
    check(FakeRig(module))


class TestLost:
    """A sensor that falls silent: the camera is let go at once, and opened again."""

    def test_it_is_lost_after_a_second(self, module: FakeModule, camera: PicameraCamera) -> None:
        with camera:
            camera.lores()
            module.hangs = True
            before = module.clock()
            with pytest.raises(CameraTimeout, match="within 1"):
                camera.lores()
            assert module.clock() - before == pytest.approx(PICTURE_WITHIN_S)

    @pytest.mark.parametrize("is_lost_for_good", [False, True])
    def test_it_can_be_closed_while_a_picture_is_waited_for(
        self, module: FakeModule, camera: PicameraCamera, is_lost_for_good: bool
    ) -> None:
        module.is_lost_for_good = is_lost_for_good
        camera.open()
        camera.lores()
        module.hangs = True
        camera.grab()  # of the small picture's moment
        for _ in range(2):
            with pytest.raises(CameraTimeout):
                camera.grab()
        camera.close()
        assert opened(module).closed
        module.hangs = False
        camera.open()
        assert camera.grab().size_px == (640, 360)

    def test_a_picture_that_comes_as_it_is_closed_is_given_back(
        self, module: FakeModule, camera: PicameraCamera
    ) -> None:
        camera.open()
        module.hangs = True
        with pytest.raises(CameraTimeout):
            camera.lores()
        module.hangs = False
        opened(module)._pass_time(module.now_ns + 10**9)
        assert opened(module).open_requests == 1
        camera.close()
        assert opened(module).open_requests == 0

    def test_the_first_picture_may_take_longer(self, module: FakeModule, camera: PicameraCamera) -> None:
        module.settling_ns = round((FIRST_PICTURE_S - 0.1) * 1e9)
        with camera:
            camera.lores()

    def test_a_picamera2_that_could_not_let_go_is_refused(self) -> None:
        old = SimpleNamespace(Picamera2=type("Picamera2", (), {"stop": None}))
        with pytest.raises(CameraMissing, match="full-upgrade"):
            PicameraCamera(lambda: 0.0, picamera2=old).open()
