"""How picamera2 really behaves when its sensor falls silent: the same checks for it and for its stand-in.

`tests/vision/test_picamera.py` runs them on the stand-in. They have passed on picamera2 0.3.38 over libcamera's
virtual camera too; whoever has such a rig makes a `Rig` of it. Without pytest, so that a bare system can run it:
`for check in CHECKS: check(rig)`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, Protocol


class Rig(Protocol):
    """A way to picamera2, real or not, with a hand on the sensor's cable."""

    def configured(self) -> Any:
        """A configured `Picamera2` that was not started."""
        ...

    def opened(self) -> Any:
        """A configured and started `Picamera2`, which gives pictures."""
        ...

    def silence(self) -> None:
        """From now on the sensor gives nothing; what it was filling is lost."""
        ...

    def mend(self) -> None:
        """The sensor gives pictures again, to whoever opens it."""
        ...

    def comes_back(self, call: Callable[[], object]) -> bool:
        """Whether a call comes back within a few seconds; what does not is left behind."""
        ...


def a_picture_comes(rig: Rig) -> None:
    camera = rig.opened()
    camera.wait(camera.capture_request(wait=False), timeout=1.0).release()
    assert rig.comes_back(camera.stop)
    assert rig.comes_back(camera.close)


def a_job_without_a_picture_times_out_and_stays_queued(rig: Rig) -> None:
    camera, job = _starved(rig)
    assert _times_out(camera, job)
    assert _times_out(camera, job)
    camera.cancel_all_and_flush()
    _end(rig, camera)


def stop_waits_for_ever_behind_a_queued_job(rig: Rig) -> None:
    camera, _job = _starved(rig)
    assert not rig.comes_back(camera.stop)
    rig.mend()
    camera.cancel_all_and_flush()
    camera.close()  # ends the event loop, and the stop that waits for it is forgotten


def a_cancelled_job_says_so_and_holds_nothing_up(rig: Rig) -> None:
    camera, job = _starved(rig)
    camera.cancel_all_and_flush()
    try:
        camera.wait(job, timeout=0.1)
    except CancelledError:
        pass
    else:
        raise AssertionError("a cancelled job gave something")
    assert rig.comes_back(camera.stop)
    _end(rig, camera)


def it_can_be_opened_again_and_gives_pictures(rig: Rig) -> None:
    camera, _job = _starved(rig)
    camera.cancel_all_and_flush()
    assert rig.comes_back(camera.stop)
    _end(rig, camera)
    a_picture_comes(rig)


def its_modes_can_be_asked_for_before_it_starts(rig: Rig) -> None:
    """Or, of a camera without a raw stream, cannot: then it raises AttributeError and goes on."""
    camera = rig.configured()
    try:
        modes = camera.sensor_modes
    except AttributeError:
        pass
    else:
        assert all({"size", "crop_limits", "fps", "bit_depth"} <= mode.keys() for mode in modes)
    assert isinstance(camera.camera_properties["Model"], str)
    camera.close()
    a_picture_comes(rig)


CHECKS = (
    its_modes_can_be_asked_for_before_it_starts,
    a_picture_comes,
    a_job_without_a_picture_times_out_and_stays_queued,
    stop_waits_for_ever_behind_a_queued_job,
    a_cancelled_job_says_so_and_holds_nothing_up,
    it_can_be_opened_again_and_gives_pictures,
)


def _starved(rig: Rig) -> tuple[Any, Any]:
    """A camera whose sensor has fallen silent, and a capture that waits for it."""
    camera = rig.opened()
    camera.wait(camera.capture_request(wait=False), timeout=1.0).release()
    rig.silence()
    for _ in range(8):  # what was on its way may still come
        job = camera.capture_request(wait=False)
        if _times_out(camera, job):
            return camera, job
    raise AssertionError("the sensor does not fall silent")


def _times_out(camera: Any, job: Any) -> bool:
    try:
        camera.wait(job, timeout=0.5).release()
    except TimeoutError:
        return True
    return False


def _end(rig: Rig, camera: Any) -> None:
    assert rig.comes_back(camera.close)
    rig.mend()
