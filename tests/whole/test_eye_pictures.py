"""The eye process keeps a picture of each reading, and loses no reading for want of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cribbage.log.observations import Cards, Fault, Observation, Unread
from cribbage.score.cards import parse_cards
from firmware.box.journal import MemoryJournal
from firmware.box.pictures import PictureKeeper, picture_key, read_picture
from firmware.box.pulse import Pulse
from pegwatch.eye_process import NOTES, EyeLoop
from vision.eye import EyeHealth, EyeStep

READING = Cards(1.0, "A", parse_cards(["5H", "6S"]))


class ScriptedEye:
    """Reports what it is told to; its picture of a zone is the zone's name."""

    def __init__(self, *observations: Observation) -> None:
        self.observations = observations
        self.broken = False

    def step(self, now: float) -> EyeStep:
        return EyeStep(now, self.observations, now, now + 0.1, EyeHealth(), picture_changed=False)

    def evidence(self, zone: str) -> bytes | None:
        if self.broken:
            raise ValueError("no such place in the picture")
        return b"picture of " + zone.encode()


@pytest.fixture
def pulse(tmp_path: Path) -> Iterator[Pulse]:
    with Pulse.open(tmp_path) as pulse:
        yield pulse


def looked(eye: ScriptedEye, pulse: Pulse, run: Path, pictures: Path | None) -> MemoryJournal:
    journal = MemoryJournal()
    loop = EyeLoop(eye, journal, pulse, run, lambda _t: True)  # type: ignore[arg-type]
    if pictures is None:
        loop.step(2.0)
        return journal
    with closing(PictureKeeper(pictures, 4_000_000)) as keeper:
        loop.keeper = keeper
        loop.step(2.0)
    loop.step(3.0)
    return journal


def test_each_reading_goes_out_with_the_key_of_its_picture(pulse: Pulse, tmp_path: Path) -> None:
    eye = ScriptedEye(READING, Unread(1.5, "crib", 4), Cards(1.6, "B", ()), Fault(1.7, "camera", "dark"))
    pictures = tmp_path / "pictures.sqlite"
    reported = sorted(looked(eye, pulse, tmp_path, pictures).pending(), key=lambda item: item.id)
    bodies = [item.body for item in reported[:4]]
    by_zone = {body[kind]["zone"]: body for body in bodies for kind in ("cards", "unread") if kind in body}
    assert by_zone.keys() == {"A", "B", "crib"}
    for zone in ("A", "crib"):
        key = by_zone[zone]["picture"]
        assert key == picture_key(b"picture of " + zone.encode())
        assert read_picture(pictures, key) == b"picture of " + zone.encode()
    assert "picture" not in by_zone["B"], "of a place that was cleared there is nothing to keep"


def test_a_reading_of_which_no_picture_can_be_made_is_reported_all_the_same(
    pulse: Pulse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    eye = ScriptedEye(READING)
    eye.broken = True
    body = looked(eye, pulse, tmp_path, tmp_path / "pictures.sqlite").pending()[0].body
    assert body["cards"] == {"zone": "A", "seen": ["5H", "6S"]}
    assert "picture" not in body
    assert "no picture of the reading of A" in caplog.text


def test_without_a_budget_no_picture_is_kept(pulse: Pulse, tmp_path: Path) -> None:
    assert "picture" not in looked(ScriptedEye(READING), pulse, tmp_path, None).pending()[0].body


def test_a_disk_that_refuses_pictures_is_said_and_the_readings_go_on(pulse: Pulse, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    journal = looked(ScriptedEye(READING), pulse, tmp_path, tmp_path / "file" / "pictures.sqlite")
    assert len(journal.pending()) == 2
    (note,) = json.loads((tmp_path / NOTES).read_text())
    assert (note["part"], note["severity"]) == ("eye", "warning")
    assert "not being kept" in note["sentence"]
