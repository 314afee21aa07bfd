"""The eye's set-up desk: findings for anyone who looks, orders from the page, a warning when something has moved."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "vision"))
from decktable import ScriptedReader, pages

from pegwatch.eye_setup import LOOK, ORDER, PICTURE, STATE, SetupDesk
from vision.cameras.sim import SimCamera
from vision.deck.deckreader import DeckReader
from vision.deck.enrol import Enrolment
from vision.deck.store import DeckFolder
from vision.eye import Eye
from vision.mount import FILE
from vision.readresult import Reading
from vision.scene.model import Scene


class HeldCamera(SimCamera):
    """A simulated camera with settings, which it says it holds."""

    held: Mapping[str, Any] | None = None

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        self.held = {"ExposureTime": 8000} if settings is None else settings
        return self.held

    def unlock(self) -> None:
        self.held = None


class NoReader:
    """A reader that sees no card."""

    threshold = 0.99

    def read(self, _picture: object, **_how: object) -> Reading:
        return Reading((), (), 0.0)


class Desk:
    """A desk at a drawn, empty table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.t = 0.0
        self.closed = False
        self.camera = HeldCamera(lambda _t: Scene(), self.now, (1536, 864))
        self.eye = Eye(self.camera, NoReader())  # type: ignore[arg-type]
        self.desk = self.open()
        self.orders = 0
        for _ in range(6):
            self.eye.step(self.now())

    def now(self) -> float:
        self.t += 0.3
        return self.t

    def open(self) -> SetupDesk:
        reader = NoReader()
        return SetupDesk(self.eye, self.camera, reader, self.folder, self.folder, lambda: self.closed)  # type: ignore[arg-type]

    def order(self, act: str, name: str = "") -> dict[str, Any]:
        self.orders += 1
        body = {"do": act, "name": name, "n": self.orders}
        (self.folder / ORDER).write_text(json.dumps(body))
        return self.look()

    def look(self, fault: str = "") -> dict[str, Any]:
        (self.folder / LOOK).touch()
        self.desk._looked_s = float("-inf")
        self.desk.step(fault)
        path = self.folder / STATE
        state: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        return state


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def codes(desk: Desk) -> list[str]:
    return [note["code"] for note in desk.desk.notes()]


def test_nothing_is_written_while_nobody_looks(desk: Desk, tmp_path: Path) -> None:
    desk.desk.step("")
    (tmp_path / LOOK).touch()
    long_ago = time.time() - 60
    os.utime(tmp_path / LOOK, (long_ago, long_ago))
    desk.desk.step("")
    assert not (tmp_path / STATE).exists()


def test_who_looks_sees_how_the_camera_stands(desk: Desk, tmp_path: Path) -> None:
    state = desk.look()
    assert state["good"] is True
    assert {found["code"] for found in state["findings"]} >= {"markers-all", "stands", "zones-all"}
    assert (tmp_path / PICTURE).read_bytes().startswith(b"\xff\xd8")


def test_a_kept_position_holds_the_settings_and_a_move_is_noticed(desk: Desk, tmp_path: Path) -> None:
    said = desk.order("keep")["said"]
    assert (said["ok"], said["code"]) == (True, "kept")
    assert desk.camera.held == {"ExposureTime": 8000}
    assert json.loads((tmp_path / FILE).read_text())["settings"] == {"ExposureTime": 8000}
    assert codes(desk) == []
    desk.camera.knock((25.0, 0.0))
    for _ in range(60):
        desk.eye.step(desk.now())
    assert codes(desk) == ["camera-moved"]
    assert "mm from where they were set up" in desk.desk.notes()[0]["sentence"]
    desk.order("forget")
    assert codes(desk) == []
    assert desk.camera.held is None


def test_after_a_restart_the_settings_are_held_again_until_it_is_too_dark(desk: Desk) -> None:
    desk.order("keep")
    desk.camera.unlock()
    desk.desk = desk.open()
    desk.desk.step("")
    assert desk.camera.held == {"ExposureTime": 8000}
    desk.desk.step("dark")
    assert desk.camera.held is None
    assert codes(desk) == ["camera-light"]
    desk.desk.step("")
    assert desk.camera.held is None, "it follows the light until somebody keeps the position again"


def test_a_table_that_is_not_found_is_not_kept(desk: Desk, tmp_path: Path) -> None:
    desk.camera.fault = "covered"
    said = desk.order("keep")["said"]
    assert (said["ok"], said["code"]) == (False, "no-board")
    assert not (tmp_path / FILE).exists()


def test_while_a_sanctioned_game_is_on_nothing_is_shown_and_nothing_done(desk: Desk, tmp_path: Path) -> None:
    """Reveal policy, P5 and P6: shut here too, whatever the page does."""
    desk.look()
    desk.closed = True
    assert desk.order("keep") == {}
    assert not (tmp_path / PICTURE).exists()
    assert not (tmp_path / FILE).exists()


def test_an_order_from_before_the_start_is_not_carried_out_again(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / ORDER).write_text(json.dumps({"do": "keep", "n": 7}))
    desk.desk = desk.open()
    desk.look()
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("text", ["", "[]", '{"n": "x"}', '{"n": 5}', '{"n": 6, "do": "format-disk"}'])
def test_an_order_that_is_none_changes_nothing(desk: Desk, tmp_path: Path, text: str) -> None:
    (tmp_path / ORDER).write_text(text)
    state = desk.look()
    assert state["said"].get("ok", False) is False


class TestDecks:
    @pytest.fixture
    def with_deck(self, desk: Desk, tmp_path: Path) -> Desk:
        reader = ScriptedReader()
        taking = Enrolment("club", reader)
        for page in pages():
            reader.page = page
            taking.add(page.picture)
        DeckFolder(tmp_path).save(taking.finish())
        return desk

    def readers(self, desk: Desk) -> set[type]:
        return {type(place._reader) for place in desk.eye._places.values()}

    def test_the_deck_chosen_for_the_table_is_read_with(self, with_deck: Desk, tmp_path: Path) -> None:
        assert self.readers(with_deck) == {NoReader}
        assert with_deck.order("use", "club")["deck"] == "club"
        assert self.readers(with_deck) == {DeckReader}
        DeckFolder(tmp_path).use("")  # as the command line does it, beside the running table
        with_deck.desk.step("")
        assert self.readers(with_deck) == {NoReader}

    def test_a_broken_deck_is_said_and_the_table_reads_on_without_it(
        self, with_deck: Desk, tmp_path: Path
    ) -> None:
        with_deck.order("use", "club")
        (DeckFolder(tmp_path).path / "club.npz").write_bytes(b"no deck")
        with_deck.desk = with_deck.open()
        assert codes(with_deck) == ["deck"]
        assert self.readers(with_deck) == {NoReader}

    def test_a_deck_that_is_not_complete_is_not_kept(self, desk: Desk, tmp_path: Path) -> None:
        assert desk.order("enrol", "red")["enrolment"]["name"] == "red"
        said = desk.order("finish")["said"]
        assert said["ok"] is False
        assert "52 of 52 cards are missing" in said["why"]
        assert desk.order("cancel")["enrolment"] is None
        assert DeckFolder(tmp_path).names() == []

    @pytest.mark.parametrize(("act", "name"), [("enrol", "../x"), ("use", "nowhere"), ("remove", "nowhere")])
    def test_a_deck_that_cannot_be_is_answered_in_words(self, desk: Desk, act: str, name: str) -> None:
        said = desk.order(act, name)["said"]
        assert said["ok"] is False
        assert said["why"]
