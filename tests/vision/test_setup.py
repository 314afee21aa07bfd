"""What a picture says of how the camera stands: each fault of a mounting has its finding, and a good one none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from pegwatch.commands.camera import command as camera_command
from vision.cameras.sim import SimCamera
from vision.frames import Frame
from vision.layout import LONG_BOARD
from vision.mount import MOVED_MM, Mount, load_mount
from vision.scene.model import LaidCard, Scene
from vision.scene.projection import over_table
from vision.setup import ALARM, GOOD, WARNING, Setup, examine, overlay
from vision.zones import TableFix, ZoneFinder

SIZE = (2304, 1296)
CARDS = Scene((LaidCard("5H", -150, -150), LaidCard("KC", 0, -150)))


def photographed(
    scene: Scene = CARDS, light: str = "day", fault: str = "", knock: tuple[float, float] | None = None
) -> Frame:
    camera = SimCamera(lambda _t: scene, lambda: 1.0, SIZE, light=light)
    with camera:
        camera.fault = fault
        if knock is not None:
            camera.knock(knock)
        return camera.grab()


@pytest.fixture(scope="module")
def good() -> Frame:
    return photographed()


def found(setup: Setup, *severities: str) -> dict[str, str | None]:
    return {f.code: f.zone for f in setup.findings if f.severity in severities}


def test_a_camera_that_stands_well_has_nothing_to_complain_of(good: Frame) -> None:
    setup = examine(good)
    assert found(setup, ALARM, WARNING) == {}
    assert setup.is_good
    assert {"markers-all", "stands", "cards-size", "zones-all", "light", "sharp"} == set(found(setup, GOOD))


def test_it_says_how_high_the_camera_is_and_how_large_a_card(good: Frame) -> None:
    """The simulated camera's own stand, worked out from the picture alone."""
    matrix = over_table(SIZE, LONG_BOARD.bounds_mm(), tilt_deg=9.0).matrix
    height_mm = float(-np.linalg.solve(matrix[:, :3], matrix[:, 3])[2])
    stand = examine(good).stand
    assert stand is not None
    assert stand.height_mm == pytest.approx(height_mm, rel=0.03)
    assert stand.tilt_deg == pytest.approx(9.0, abs=1.5)
    assert stand.card_px == pytest.approx(164, abs=4)


@pytest.mark.parametrize("fault", ["covered", "dark", "blur"])
def test_why_no_marker_is_seen_is_said(fault: str) -> None:
    setup = examine(photographed(fault=fault))
    assert not setup.is_good
    assert set(found(setup, ALARM)) == {"markers-none", {"blur": "blurred"}.get(fault, fault)}


def test_hidden_markers_are_named(good: Frame) -> None:
    finder = ZoneFinder()
    fix = finder.find(good)
    assert isinstance(fix, TableFix)

    def without(*numbers: int) -> Setup:
        picture = good.bgr.copy()
        for marker in LONG_BOARD.markers:
            if marker.id in numbers:
                x, y = fix.px(np.array([marker.center_mm]))[0]
                cv2.circle(picture, (round(x), round(y)), 45, (60, 60, 60), -1)
        return examine(Frame(picture, 1.0), finder)

    one = without(2)
    assert one.is_good
    assert found(one, WARNING) == {"markers-some": None}
    assert next(f for f in one.findings if f.code == "markers-some").values["missing"] == "2"
    two = without(0, 3)
    assert not two.is_good
    assert next(f for f in two.findings if f.severity == ALARM).values["missing"] == "0, 3"


def test_a_zone_that_is_cut_off_is_named_with_its_share() -> None:
    setup = examine(photographed(knock=(0.0, 60.0)))
    cut = {f.zone: f.values["share"] for f in setup.findings if f.code == "zone-cut"}
    assert cut, "the camera was pushed until something is outside"
    assert set(cut) <= {"A", "crib-A"} or set(cut) <= {"B", "crib-B"}
    assert all(0 < share <= 100 for share in cut.values())
    assert not setup.is_good


def test_the_camera_command_looks_at_the_places_of_this_tables_own_layout(
    good: Frame, tmp_path: Path
) -> None:
    """As on the long board all is well; a layout whose starter lies out of sight is said to be cut off there."""
    picture, layout = tmp_path / "table.png", tmp_path / "table.toml"
    cv2.imwrite(str(picture), good.bgr)
    places = {p.key: (p.zone, list(p.box_mm)) for p in LONG_BOARD.places}
    places["starter"] = ("starter", [700.0, -60.0, 800.0, 60.0])
    layout.write_text(
        "".join(
            f'[[place]]\nkey = "{key}"\nzone = "{zone}"\nbox_mm = {box}\n'
            for key, (zone, box) in places.items()
        )
    )
    words = [str(picture), "--no-cards", "--out", str(tmp_path / "out.jpg"), "--data", str(tmp_path)]
    usual = CliRunner().invoke(camera_command, words)
    own = CliRunner().invoke(camera_command, words, env={"PEGWATCH_EYE_LAYOUT": str(layout)})
    assert (usual.exit_code, own.exit_code) == (0, 1), usual.output + own.output
    assert "!!" not in usual.output
    assert "starter" in next(line for line in own.output.splitlines() if line.startswith("!!")).lower()


def test_a_dim_room_is_a_warning_and_a_dark_table_top_is_none() -> None:
    assert set(found(examine(photographed(light="dim")), ALARM, WARNING)) == {"dim"}


def test_glare_is_found_where_it_is(good: Frame) -> None:
    fix = examine(good).fix
    assert fix is not None
    picture = good.bgr.copy()
    x, y = fix.px(np.array([LONG_BOARD.place("B").center_mm]))[0]
    cv2.circle(picture, (round(x), round(y)), 120, (255, 255, 255), -1)
    assert found(examine(Frame(picture, 1.0)), ALARM, WARNING) == {"glare": "B"}


def test_too_far_away_is_said_by_the_size_of_a_card(good: Frame) -> None:
    small = cv2.resize(good.bgr, (1536, 864), interpolation=cv2.INTER_AREA)
    assert found(examine(Frame(np.asarray(small, np.uint8), 1.0)), WARNING) == {"cards-small": None}
    tiny = cv2.resize(good.bgr, (1024, 576), interpolation=cv2.INTER_AREA)
    assert "cards-tiny" in found(examine(Frame(np.asarray(tiny, np.uint8), 1.0)), ALARM)


def test_a_soft_picture_is_a_matter_of_degree(good: Frame) -> None:
    def focus(sigma: float) -> str:
        soft = np.asarray(cv2.GaussianBlur(good.bgr, (0, 0), sigma), np.uint8)
        return next(f.code for f in examine(Frame(soft, 1.0)).findings if "focus" in f.values)

    assert [focus(sigma) for sigma in (0.5, 2.7, 4.0)] == ["sharp", "soft", "blurred"]


def test_the_overlay_draws_zones_and_never_touches_the_picture(good: Frame) -> None:
    before = good.bgr.copy()
    drawn = overlay(good, examine(good), width_px=1152)
    assert drawn.shape == (648, 1152, 3)
    assert np.array_equal(good.bgr, before)
    plain = cv2.resize(good.bgr, (1152, 648), interpolation=cv2.INTER_AREA)
    assert np.count_nonzero(np.abs(drawn.astype(int) - plain).max(axis=2) > 40) > 2000


class TestMount:
    @pytest.fixture
    def fix(self, good: Frame) -> TableFix:
        fix = examine(good).fix
        assert fix is not None
        return fix

    def test_what_was_kept_is_read_again(self, fix: TableFix, tmp_path: Path) -> None:
        Mount.of(fix, {"ExposureTime": 8000, "ColourGains": [1.5, 2.0]}).save(tmp_path / "camera.json")
        again = load_mount(tmp_path / "camera.json")
        assert again is not None
        assert again.settings == {"ExposureTime": 8000, "ColourGains": [1.5, 2.0]}
        assert again.moved_mm(fix, LONG_BOARD) < 0.01

    def test_a_camera_that_was_moved_is_noticed_and_the_size_of_the_picture_is_not(
        self, fix: TableFix
    ) -> None:
        mount = Mount.of(fix)
        assert mount.moved_mm(fix.scaled((1536, 864)), LONG_BOARD) < 0.01
        moved = examine(photographed(knock=(15.0, 0.0))).fix
        assert moved is not None
        assert mount.moved_mm(moved, LONG_BOARD) == pytest.approx(15, abs=4)
        assert mount.moved_mm(moved, LONG_BOARD) > MOVED_MM

    @pytest.mark.parametrize("text", ["", "no JSON", "[]", '{"format": "pegwatch-camera/1"}', "{}"])
    def test_a_broken_file_is_no_mount(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "camera.json").write_text(text)
        assert load_mount(tmp_path / "camera.json") is None
        assert load_mount(tmp_path / "nowhere.json") is None
