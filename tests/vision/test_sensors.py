"""Which part of a sensor is read out, on the modes that each of Raspberry Pi's cameras publishes."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fake_picamera2 import MODES, FakeModule

from vision.cameras.picamera import PicameraCamera
from vision.cameras.sensors import MODULES, Mode, choose, modes_of, name_of
from vision.layout import CARD_WIDTH_MM, LONG_BOARD
from vision.setup import SMALL_CARD_PX

MAST_MM = 670.0
"""Where the lens of the mast stands above the table (`hardware/README.md`), over the middle of the places."""


@pytest.fixture
def module() -> FakeModule:
    return FakeModule()


def opened(module: FakeModule, model: str) -> PicameraCamera:
    module.model, module.modes = model, MODES[model]
    camera = PicameraCamera(lambda: module.now_ns / 1e9, picamera2=module, sensor_clock=module.clock)
    camera.open()
    return camera


@pytest.mark.parametrize(
    ("model", "mode", "picture"),
    [
        ("imx708", (2304, 1296), (2304, 1296)),
        ("imx219", (3280, 2464), (2304, 1730)),
        ("ov5647", (2592, 1944), (2304, 1728)),
        ("imx477", (2028, 1520), (2028, 1520)),
        ("imx500", (2028, 1520), (2028, 1520)),
        ("imx296", (1456, 1088), (1456, 1088)),
    ],
)
def test_each_camera_shows_its_whole_field(
    module: FakeModule, model: str, mode: tuple[int, int], picture: tuple[int, int]
) -> None:
    """Left to picamera2, a Camera Module 2 gave the middle 58 % of its width, and a Module 1 the middle 74 %."""
    camera = opened(module, model)
    used = module.cameras[-1].mode
    assert used is not None
    assert used["size"] == mode
    whole = [max(m["crop_limits"][side] for m in MODES[model]) for side in (2, 3)]
    assert list(used["crop_limits"][2:]) == whole
    assert used["fps"] >= 15
    frame, small = camera.grab(), camera.lores()
    assert frame.size_px == picture == camera.size_px
    assert small.grey.shape[1] / small.grey.shape[0] == pytest.approx(mode[0] / mode[1], rel=0.01)
    camera.close()


@pytest.mark.parametrize("model", ["imx708", "imx219", "ov5647"])
def test_the_table_fits_under_the_mast_and_its_cards_are_large_enough(module: FakeModule, model: str) -> None:
    camera = opened(module, model)
    field = MODULES[model].field_deg
    assert field is not None
    across, down = (2 * MAST_MM * math.tan(math.radians(deg / 2)) for deg in field)
    x0, y0, x1, y1 = LONG_BOARD.bounds_mm()
    assert across >= x1 - x0
    assert down >= y1 - y0
    assert camera.size_px[0] / across * CARD_WIDTH_MM >= SMALL_CARD_PX
    camera.close()


def test_a_smaller_mode_of_module_2_would_show_the_cards_too_small() -> None:
    """1640 x 1232 shows everything too: why the finer one is read out."""
    across = 2 * MAST_MM * math.tan(math.radians(62.2 / 2))
    assert 1640 / across * CARD_WIDTH_MM < SMALL_CARD_PX


def test_modes_are_asked_for_once_and_again_of_another_camera(module: FakeModule) -> None:
    camera = opened(module, "imx708")
    for model in ("imx708", "imx219"):
        camera.close()
        module.model, module.modes = model, MODES[model]
        camera.open()
    assert module.asked_for_modes == 2
    assert camera.size_px == (2304, 1730)
    assert camera.what == "Camera Module 2 (imx219)"
    camera.close()


def test_a_camera_that_can_list_no_modes_gives_what_it_has(module: FakeModule) -> None:
    camera = opened(module, "virtual")
    camera.close()
    camera.open()
    assert module.asked_for_modes == 1
    assert module.cameras[-1].configuration["sensor"] == {}
    assert camera.size_px == (2304, 1296)
    camera.close()


MODE_CASES: list[tuple[list[Mode], Mode | None]] = [
    ([], None),
    ([Mode((640, 480), (0, 0), 30, 10)], None),  # says nothing of its part of the sensor
    # none of the whole is fast enough: the fastest of these, never a part
    (
        [Mode((4000, 3000), (4000, 3000), 4, 10), Mode((2000, 1500), (4000, 3000), 9, 10),
         Mode((1920, 1080), (1920, 1080), 60, 10)],
        Mode((2000, 1500), (4000, 3000), 9, 10),
    ),
    # the widest and the highest are different ones: the largest
    (
        [Mode((4000, 1000), (4000, 1000), 30, 10), Mode((3000, 3000), (3000, 3000), 30, 10)],
        Mode((3000, 3000), (3000, 3000), 30, 10),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("modes", "chosen"), MODE_CASES)
def test_odd_sensors(modes: list[Mode], chosen: Mode | None) -> None:
    assert choose(modes, 15.0, 2304) == chosen


def test_a_slow_sensor_is_not_asked_for_more_than_it_can(module: FakeModule) -> None:
    module.modes = [{"size": (4000, 3000), "fps": 10.0, "crop_limits": (0, 0, 4000, 3000), "bit_depth": 10}]
    asked: list[Any] = []
    camera = PicameraCamera(lambda: 0.0, picamera2=module, sensor_clock=module.clock)
    create = module.Picamera2.create_video_configuration

    def noting(self: Any, *args: Any, **given: Any) -> Any:
        asked.append(given["controls"]["FrameDurationLimits"])
        return create(self, *args, **given)

    module.Picamera2 = type("Noting", (module.Picamera2,), {"create_video_configuration": noting})
    camera.open()
    assert asked == [(100_000, 100_000)]
    camera.close()


def test_names_and_what_says_nothing() -> None:
    assert name_of("imx999") == "imx999"
    assert name_of("") == ""
    assert modes_of([{"format": "NV12"}, {"size": (1, 1)}]) == ()
    assert set(MODES) - {"virtual"} <= set(MODULES)
