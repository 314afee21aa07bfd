"""A table that has a board and no camera: nobody is waited for, nobody is accused, and people are told once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from demos import NOTHING_WRONG, play

from firmware.boardfile import load_board
from firmware.box.journal import MemoryJournal
from firmware.box.sections import BoardSettings, EyeSettings
from firmware.recorder import Recorder
from firmware.table import ABSENT
from pegwatch.devices import missing_devices
from pegwatch.no_eye import EYE, say_so

NONE = EyeSettings(cards="none")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_whole_game_is_followed_and_nobody_is_accused(tmp_path: Path) -> None:
    """Three real processes; the players cheat, and nothing can be proved: no card was seen."""
    said, events = play(tmp_path, "board", 74)
    assert said.splitlines()[-2:] == NOTHING_WRONG
    assert re.search(r"hands read: 0 right, \d+ unsure, 0 wrong", said)
    seen = [event.body for event in events if event.kind == "seen"]
    assert {str(body["fault"]) for body in seen if "fault" in body} == {
        str({"part": "camera", "what": "none"})
    }
    assert any("holes" in body for body in seen)
    assert not any("cards" in body or "unread" in body for body in seen)


def test_it_is_said_once_that_there_is_none() -> None:
    journal = MemoryJournal()
    say_so(journal, 1.0)
    say_so(journal, 9.0)
    said = [(item.t, item.body["fault"]) for item in journal.pending()]
    assert said == [(1.0, {"part": "camera", "what": ABSENT})]
    assert Recorder(journal).fault_of("camera") is None  # the board process says nothing of it
    journal.put(EYE, 20.0, {"fault": {"part": "camera", "what": "lost"}})  # it has had one since
    say_so(journal, 30.0)
    assert [item.t for item in journal.pending()] == [1.0, 20.0, 30.0]


def test_no_camera_is_looked_for() -> None:
    missing = missing_devices(load_board("longboard"), BoardSettings(), NONE)
    assert len(missing) == 1
    assert missing[0].startswith("No board: ")
    assert any(
        text.startswith("No camera: ")
        for text in missing_devices(load_board("longboard"), BoardSettings(), EyeSettings())
    )
