"""Recordings of a camera: kept as they were seen, played back with their times, and never a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import Tabletop, row

from vision.cameras.base import BadPicture, CameraEnded, CameraError, CameraLost, CameraTimeout
from vision.cameras.recording import MAGIC, RecordedCamera, Recorder
from vision.frames import Frame


class Moments:
    """A camera over a drawn table whose clock the test sets."""

    def __init__(self, file: Path, most_mb: float = 5.0) -> None:
        self.table = Tabletop(size_px=(640, 360))
        self.camera = Recorder(self.table.camera, file, most_mb)
        self.camera.open()

    def see(self, t: float, full: bool = False) -> None:
        self.table.t = t
        self.camera.lores()
        if full:
            self.camera.grab()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.sight"


@pytest.fixture
def recorded(file: Path) -> Path:
    moments = Moments(file)
    for k in range(10):
        if k == 5:
            moments.table.lay(*row("5H"))
        moments.see(10.0 + 0.2 * k, full=k % 5 == 0)
    moments.camera.finish()
    return file


def test_what_was_seen_is_shown_again_in_its_order_with_its_times(recorded: Path) -> None:
    with RecordedCamera(recorded) as camera:
        assert camera.length_s == pytest.approx(1.8)
        assert camera.next_t() == 10.0
        smalls = [camera.lores() for _ in range(10)]
        assert [small.t for small in smalls] == [pytest.approx(10.0 + 0.2 * k) for k in range(10)]
        with pytest.raises(CameraEnded):
            camera.lores()
    table = Tabletop(size_px=(640, 360))
    table.t = 10.0
    table.camera.open()
    away = np.abs(smalls[0].grey.astype(int) - table.camera.lores().grey)
    assert away.mean() < 2.0, "JPEG changes a picture by next to nothing"


def test_the_full_picture_is_that_of_the_moment(recorded: Path) -> None:
    with RecordedCamera(recorded) as camera:
        camera.lores()
        before = camera.grab()
        assert (before.t, before.size_px, camera.size_px) == (10.0, (640, 360), (640, 360))
        for _ in range(3):
            camera.lores()
        assert camera.grab().t == pytest.approx(11.0), "the nearest, a fraction of a second off"


def test_a_moment_of_which_no_full_picture_was_kept_is_no_other_moment(file: Path) -> None:
    moments = Moments(file)
    moments.see(1.0, full=True)
    moments.see(4.0)
    moments.camera.finish()
    with RecordedCamera(file) as camera:
        camera.lores()
        camera.lores()
        with pytest.raises(CameraTimeout, match="no full picture"):
            camera.grab()


def test_it_goes_on_where_it_was_after_it_was_closed(recorded: Path) -> None:
    camera = RecordedCamera(recorded)
    for k in range(3):
        camera.open()
        assert camera.lores().t == pytest.approx(10.0 + 0.2 * k)
        camera.close()


def test_with_a_clock_it_plays_as_fast_as_it_was_recorded(recorded: Path) -> None:
    now = [500.0]
    with RecordedCamera(recorded, lambda: now[0]) as camera:
        assert camera.lores().t == 500.0
        now[0] = 500.5
        assert camera.lores().t == pytest.approx(500.4)
        assert camera.grab().t == pytest.approx(500.0)
        now[0] = 503.5
        with pytest.raises(CameraLost, match="over"):
            camera.lores()


def test_no_more_is_kept_than_was_asked_for(file: Path) -> None:
    moments = Moments(file, most_mb=0.1)
    t = 0.0
    while not moments.camera.is_full:
        moments.see(t)
        t += 0.1
    moments.see(t)  # the pictures go on
    moments.camera.finish()
    assert file.stat().st_size <= 100_000 + len(MAGIC)
    with RecordedCamera(file) as camera:
        shown = 0
        while True:
            try:
                camera.lores()
            except CameraEnded:
                break
            shown += 1
    assert shown == moments.camera.pictures > 0


def test_the_camera_s_settings_are_its_own(file: Path) -> None:
    moments = Moments(file)
    assert moments.camera.lock() == {}
    moments.camera.unlock()
    assert moments.camera.size_px == (640, 360)
    moments.camera.finish()
    with pytest.raises(CameraLost):
        moments.camera.lores()


@pytest.mark.parametrize("less", [1, 200, 5000])
def test_a_file_that_was_cut_off_ends_with_its_last_whole_picture(recorded: Path, less: int) -> None:
    recorded.write_bytes(recorded.read_bytes()[:-less])
    with RecordedCamera(recorded) as camera:
        assert camera.length_s > 1.0
        assert camera.lores().t == 10.0


@pytest.mark.parametrize(
    "content", [b"", b"JFIF", MAGIC, MAGIC + b"{}\n", MAGIC + b'{"kind": "small"', b"\xff" * 500]
)
def test_what_is_no_recording_is_said_to_be_none(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(BadPicture, match="not a recording"):
        RecordedCamera(file).open()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="No such file"):
        RecordedCamera(tmp_path / "none").open()


def test_a_damaged_picture_is_named(recorded: Path) -> None:
    data = bytearray(recorded.read_bytes())
    begin = data.index(b"\n", len(MAGIC)) + 1
    data[begin : begin + 400] = bytes(400)
    recorded.write_bytes(data)
    with RecordedCamera(recorded) as camera, pytest.raises(CameraError, match="damaged"):
        camera.lores()


def test_frames_are_what_the_contract_says(recorded: Path) -> None:
    with RecordedCamera(recorded) as camera:
        camera.lores()
        assert isinstance(camera.grab(), Frame)
