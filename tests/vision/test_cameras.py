"""The camera contract, over every camera: simulated, from files, and the Pi's (on a stand-in for picamera2)."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fake_picamera2 import FakeModule
from tabletop import row

from vision.cameras import sim
from vision.cameras.base import (
    BadPicture,
    Camera,
    CameraEnded,
    CameraError,
    CameraLost,
    CameraMissing,
    CameraTimeout,
)
from vision.cameras.folder import FolderCamera, files_in, load_picture
from vision.cameras.picamera import PicameraCamera
from vision.cameras.sim import BAD_PICTURES, SimCamera
from vision.frames import Frame
from vision.scene.model import Scene

Maker = Callable[[Path], Camera]


def counting() -> Callable[[], float]:
    ticks = itertools.count()
    return lambda: next(ticks) * 0.1


def make_sim(_folder: Path) -> Camera:
    return SimCamera(lambda _t: Scene(row("5H")), counting(), (640, 360))


def make_folder(folder: Path) -> Camera:
    rng = np.random.default_rng(1)
    for k in range(12):
        cv2.imwrite(str(folder / f"{k}.png"), rng.integers(0, 255, (360, 640, 3), np.uint8))
    return FolderCamera([folder])


def make_pi(_folder: Path) -> Camera:
    module = FakeModule()
    return PicameraCamera(counting(), (640, 360), picamera2=module, sensor_clock=module.clock)


@pytest.fixture(params=[make_sim, make_folder, make_pi])
def camera(request: pytest.FixtureRequest, tmp_path: Path) -> Camera:
    maker: Maker = request.param
    return maker(tmp_path)


class TestContract:
    def test_it_is_a_camera(self, camera: Camera) -> None:
        assert isinstance(camera, Camera)

    def test_full_and_small_pictures_of_the_same_shape(self, camera: Camera) -> None:
        with camera:
            small, frame = camera.lores(), camera.grab()
            assert frame.bgr.shape == (360, 640, 3)
            assert camera.size_px == frame.size_px == (640, 360)
            assert small.grey.ndim == 2
            assert small.size_px[0] / small.size_px[1] == pytest.approx(640 / 360, rel=0.01)
            whole = cv2.cvtColor(cv2.resize(frame.bgr, (16, 9), interpolation=cv2.INTER_AREA), 6)
            same = cv2.resize(small.grey, (16, 9), interpolation=cv2.INTER_AREA)
            assert np.abs(whole.astype(int) - same).mean() < 12, "both show the same field"

    def test_times_and_numbers_go_up(self, camera: Camera) -> None:
        with camera:
            frames = [camera.grab() for _ in range(4)]
        for one, other in itertools.pairwise(frames):
            assert other.t > one.t
            assert other.number > one.number

    def test_opening_and_closing_twice_is_harmless(self, camera: Camera) -> None:
        camera.open()
        camera.open()
        camera.grab()
        camera.close()
        camera.close()
        camera.open()
        camera.grab()
        camera.close()

    def test_a_closed_camera_gives_no_picture(self, camera: Camera) -> None:
        with pytest.raises(CameraLost, match="closed"):
            camera.grab()
        with camera:
            pass
        with pytest.raises(CameraLost, match="closed"):
            camera.lores()

    def test_the_settings_can_be_held_and_let_go(self, camera: Camera) -> None:
        with camera:
            camera.grab()
            camera.lock()
            camera.unlock()
            camera.grab()


class TestSimulated:
    def camera(self, clock: Callable[[], float] = lambda: 1.0) -> SimCamera:
        return SimCamera(lambda t: Scene(row("5H") if t < 5 else ()), clock, (640, 360))

    def test_the_same_time_gives_the_same_picture(self) -> None:
        with self.camera() as one, self.camera() as other:
            assert np.array_equal(one.grab().bgr, other.grab().bgr)

    def test_it_shows_the_scene_of_its_time(self) -> None:
        now = [1.0]
        with self.camera(lambda: now[0]) as camera:
            before = camera.grab().bgr.astype(int)
            now[0] = 6.0
            assert np.abs(camera.grab().bgr - before).max() > 60

    @pytest.mark.parametrize("fault", BAD_PICTURES)
    def test_spoilt_pictures_look_spoilt(self, fault: str) -> None:
        with self.camera() as camera:
            good = camera.grab().bgr
            camera.fault = fault
            assert np.abs(camera.grab().bgr.astype(int) - good).mean() > 1

    def test_a_frozen_camera_repeats_itself(self) -> None:
        with SimCamera(lambda _t: Scene(), counting(), (640, 360)) as camera:
            before = camera.grab()
            camera.fault = "frozen"
            after = camera.grab()
            assert np.array_equal(before.bgr, after.bgr)
            assert before.number == after.number

    def test_a_stuck_camera_never_comes_back_until_it_is_opened_anew(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class StillWaitingError(BaseException):
            pass

        def wait(_seconds: float) -> None:
            waits.append(1)
            if len(waits) == 3:
                raise StillWaitingError

        waits: list[int] = []
        monkeypatch.setattr(sim, "time", SimpleNamespace(sleep=wait))
        with self.camera() as camera:
            camera.fault = "stuck"
            with pytest.raises(StillWaitingError):
                camera.grab(0.01)
        with camera:
            assert camera.grab().bgr.any()

    def test_a_lost_camera_says_what_to_do(self) -> None:
        with self.camera() as camera:
            camera.fault = "unplugged"
            with pytest.raises(CameraLost, match="ribbon cable"):
                camera.lores()
            camera.fault = "hung"
            with pytest.raises(CameraTimeout, match="within 2 s"):
                camera.grab(2.0)
        camera.fault = "unplugged"
        with pytest.raises(CameraMissing):
            camera.open()


class TestFolder:
    def test_pictures_come_in_natural_order_each_once(self, tmp_path: Path) -> None:
        for k in (10, 2, 1):
            cv2.imwrite(str(tmp_path / f"shot{k}.png"), np.full((60, 80, 3), k, np.uint8))
        (tmp_path / "notes.txt").write_text("not a picture")
        assert [p.name for p in files_in([tmp_path])] == ["shot1.png", "shot2.png", "shot10.png"]
        with FolderCamera([tmp_path], interval_s=0.5) as camera:
            first = camera.lores()
            assert camera.grab().bgr[0, 0, 0] == first.grey[0, 0] == 1
            frames = [camera.grab(), camera.grab()]
            assert [(f.bgr[0, 0, 0], f.t) for f in frames] == [(2, 0.5), (10, 1.0)]
            with pytest.raises(CameraEnded):
                camera.grab()

    def test_it_can_go_round_and_round(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "a.png"), np.zeros((60, 80, 3), np.uint8))
        with FolderCamera([tmp_path], loop=True) as camera:
            assert [camera.grab().number for _ in range(3)] == [1, 2, 3]

    def test_video(self, tmp_path: Path) -> None:
        path = tmp_path / "clip.avi"
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (80, 60))
        for k in range(3):
            writer.write(np.full((60, 80, 3), 60 * k, np.uint8))
        writer.release()
        with FolderCamera([path]) as camera:
            assert [round(float(camera.grab().bgr.mean()), -1) for _ in range(3)] == [0, 60, 120]

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        with pytest.raises(CameraMissing, match="no pictures in"):
            FolderCamera([tmp_path]).open()

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(CameraMissing, match="is not there"):
            FolderCamera([tmp_path / "nowhere"]).open()

    @pytest.mark.parametrize(
        ("name", "content", "says"),
        [
            ("empty.jpg", b"", "is empty"),
            ("broken.jpg", b"\xff\xd8\xff\xe0 no more", "is not a picture"),
            ("text.png", b"hello", "is not a picture"),
            ("clip.mp4", b"no video", "is not a video"),
        ],
    )
    def test_a_broken_file_is_named(self, tmp_path: Path, name: str, content: bytes, says: str) -> None:
        (tmp_path / name).write_bytes(content)
        with FolderCamera([tmp_path]) as camera, pytest.raises(BadPicture, match=says) as caught:
            camera.grab()
        assert name in str(caught.value)
        assert isinstance(caught.value, CameraError)

    def test_a_picture_is_turned_upright(self, tmp_path: Path) -> None:
        good, data = cv2.imencode(".jpg", np.zeros((60, 80, 3), np.uint8))
        assert good
        exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
        raw = data.tobytes()
        marked = raw[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + raw[2:]
        (tmp_path / "turned.jpg").write_bytes(marked)
        assert load_picture(tmp_path / "turned.jpg").shape == (80, 60, 3)


class TestFrame:
    def test_what_is_no_picture_is_refused(self) -> None:
        with pytest.raises(ValueError, match="uint8"):
            Frame(np.zeros((4, 4, 3)), 0.0)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="shape"):
            Frame(np.zeros((4, 4), np.uint8), 0.0)
        with pytest.raises(ValueError, match="finite"):
            Frame(np.zeros((4, 4, 3), np.uint8), float("nan"))
