"""A place is read again: from the page over the run folder to the eye, and what the record says of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cribbage.log.codec import observation_from
from cribbage.log.observations import Cards, Observation, Said, Unread
from firmware.box.files import READ_AGAIN, put_json
from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from firmware.recorder import Recorder
from pegwatch.eye_process import EyeLoop
from pegwatch.readagain import Wishes
from vision.cameras.sim import SimCamera
from vision.eye import Eye
from vision.readresult import Reading
from vision.scene.model import Scene
from webui.table import Table

HEADER = {
    "log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False,
    "players": {"A": "Ann", "B": "Bob"}, "dealer": "A",
}  # fmt: skip
WORD = {"said": {"what": "reread", "zone": "B"}, "by": "page", "who": "screen"}


class NothingThere:
    """A reader of an empty table."""

    def read(self, _picture: object, *, card_height_px: float | None = None) -> Reading:  # noqa: ARG002
        return Reading((), (), 1.0)


@pytest.fixture
def pulse(tmp_path: Path) -> Iterator[Pulse]:
    with Pulse.open(tmp_path) as pulse:
        yield pulse


def observations(journal: MemoryJournal) -> list[Observation]:
    return [observation_from({"t": item.t, **item.body}) for item in journal.pending()]


def test_the_page_s_wish_reaches_the_eye_which_reads_the_place_after_the_word(
    pulse: Pulse, tmp_path: Path
) -> None:
    journal, now = MemoryJournal(), [0.0]
    camera = SimCamera(lambda _t: Scene(), lambda: now[0], (1280, 720), 1, "day", "oak")
    loop = EyeLoop(Eye(camera, NothingThere()), journal, pulse, None, lambda _t: False)
    loop.wishes = Wishes(tmp_path, 0.0)

    def run(seconds: float) -> None:
        end = now[0] + seconds
        while now[0] < end:
            now[0] = round(now[0] + 0.1, 1)
            loop.step(now[0])

    run(2.0)
    assert observations(journal) == []
    journal.put(
        "board", now[0], {"holes": {"A": [0, -1], "B": [0, -1]}}
    )  # the page goes by the journal's time
    Table(journal, tmp_path).read_again("B", WORD)
    run(3.0)
    _, word, unknown, read = observations(journal)
    assert isinstance(word, Said)
    assert (word.what, word.zone) == ("reread", "B")
    assert isinstance(unknown, Unread)
    assert unknown.is_blind
    assert isinstance(read, Cards)
    assert (read.zone, read.seen) == ("B", ())
    assert word.t <= unknown.t <= read.t


def test_a_wish_is_carried_out_once_and_by_the_next_eye_only_if_it_is_of_the_last_seconds(
    tmp_path: Path,
) -> None:
    put_json(tmp_path / READ_AGAIN, {"A": 10.0, "B": 58.0})
    assert Wishes(tmp_path, 60.0).new() == {"B": 58.0}
    wishes = Wishes(tmp_path, 0.0)
    assert wishes.new() == {"A": 10.0, "B": 58.0}
    assert wishes.new() == {}
    put_json(tmp_path / READ_AGAIN, {"A": 10.0, "B": 59.0})
    assert wishes.new() == {"B": 59.0}


@pytest.mark.parametrize("spoilt", [None, 7, [1], {"A": "x", "B": True}, {"A": {}}])
def test_a_spoilt_file_of_wishes_is_none(tmp_path: Path, spoilt: object) -> None:
    put_json(tmp_path / READ_AGAIN, spoilt)
    assert Wishes(tmp_path, 0.0).new() == {}


def test_the_record_keeps_the_word_and_who_said_it() -> None:
    journal = MemoryJournal()
    journal.put("page", 1.0, {"new_game": HEADER})
    journal.put("page", 2.0, WORD)
    Recorder(journal).take(5.0)
    kept = [stored.event for stored in journal.events(game=1) if stored.event.kind == "seen"]
    assert [event.body["said"] for event in kept] == [{"what": "reread", "zone": "B"}]
    assert kept[0].body["who"] == "screen"
    assert [stored.event for stored in journal.events(game=1) if stored.event.kind == "refused"] == []
