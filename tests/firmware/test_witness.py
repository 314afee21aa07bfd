"""Contacts and camera: a moment's difference is waited for, one that stays doubts the contact and judges nobody."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from cribbage.log.observations import Fault, Holes
from firmware.box.files import put_json, read_json
from firmware.witness import DOUBT_S, DOUBTED, WITNESS_FILE, Witness
from pegwatch.pegsbyeye import PegFollower
from pegwatch.witnessfile import WitnessFile
from vision.pegs.reader import PegLook
from vision.scene.kitboards import long_board


class Table:
    """A witness, and what its camera says."""

    def __init__(self, run: Path) -> None:
        self.file = run / WITNESS_FILE
        self.witness = Witness(run)
        self.changed = {"A": 0.0, "B": 0.0}
        self.holes = {"A": [0, -1], "B": [0, -1]}
        self.witness.told(Holes(0.0, {"A": frozenset({0, -1}), "B": frozenset({0, -1})}))

    def contacts(self, t: float, *holes: int) -> None:
        self.witness.told(Holes(t, {"A": frozenset(holes), "B": frozenset({0, -1})}))

    def camera(self, t: float, *holes: int, changed: float | None = None, lost: str = "") -> None:
        """It has seen up to `t` that A's pegs stand so."""
        if changed is not None:
            self.changed["A"] = changed
        self.holes["A"] = list(holes)
        put_json(self.file, {"t": t, "holes": self.holes, "changed": self.changed, "lost": list(lost)})

    def look(self, now: float, *, asks: bool = True) -> list[tuple[float, str, str | None]]:
        return [(s.t, s.what, s.track) for s in self.witness.look(now, asks=asks) if isinstance(s, Fault)]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_before_the_camera_has_said_anything_the_contacts_are_believed(table: Table) -> None:
    table.contacts(5.0, 0, 5)
    assert table.look(9.0) == []
    assert math.isinf(table.witness.holds_from)


def test_a_peg_that_its_contact_tells_first_is_judged_once_the_camera_sees_it_too(table: Table) -> None:
    table.camera(4.9, 0, -1)
    table.contacts(5.0, 0, 5)
    assert table.look(5.1) == []
    assert table.witness.holds_from == pytest.approx(4.998)
    table.camera(4.9, 0, -1)  # an arm is over it: the camera has seen nothing since
    assert table.look(12.0) == []
    assert table.witness.holds_from < 5.0
    table.camera(12.2, 0, 5, changed=12.1)
    assert table.look(12.2) == []
    assert math.isinf(table.witness.holds_from)
    assert table.witness.notes() == []


def test_a_contact_that_closes_by_itself_is_doubted_before_anything_is_judged_by_it(table: Table) -> None:
    table.contacts(5.0, 0, 9)
    table.camera(5.0 + DOUBT_S, 0, -1)
    assert table.look(5.0 + DOUBT_S) == [(pytest.approx(4.999), DOUBTED, "A")]
    assert math.isinf(table.witness.holds_from)
    (note,) = table.witness.notes()
    assert note["holes"] == ["A-1", "A9"]
    assert "A-1, A9" in note["sentence"]
    assert table.look(8.0) == [], "it is told once"
    table.contacts(9.0, 0, -1)
    told = table.witness.look(9.5, asks=True)
    assert told == [
        Fault(9.5, "board", "ok", track="A"),
        Holes(9.5, {"A": frozenset({0, -1}), "B": frozenset({0, -1})}),
    ]
    assert table.witness.notes() == []


def test_of_a_track_with_a_peg_too_many_only_the_hole_that_lies_is_named(table: Table) -> None:
    """What is told of it stays as it was before, and grows old meanwhile."""
    table.contacts(5.0, 0, -1)
    table.camera(5.0, 0, 7, changed=5.0)
    table.camera(9.0, 7, 12, changed=7.0)
    told = table.witness.look(9.0, asks=True, closed={"A7", "A12", "A40", "B0", "B-1", "game"})
    assert [seen.what for seen in told if isinstance(seen, Fault)] == [DOUBTED]
    assert table.witness.notes()[0]["holes"] == ["A40"]


def test_a_dead_contact_is_named_when_the_camera_sees_its_peg(table: Table) -> None:
    table.contacts(5.0, 0)
    table.camera(6.0, 0, 7, changed=6.0)
    assert table.look(6.1) == []
    table.camera(6.0 + DOUBT_S, 0, 7)
    assert [what for _, what, _ in table.look(6.1 + DOUBT_S)] == [DOUBTED]
    assert table.witness.notes()[0]["holes"] == ["A7"]


def test_a_track_that_the_camera_does_not_see_and_an_eye_that_is_late_doubt_nobody(table: Table) -> None:
    table.contacts(5.0, 0, 9)
    table.camera(30.0, 0, -1, lost="A")
    assert table.look(30.0) == []
    table.camera(30.0, 0, -1)
    assert table.look(30.0, asks=False) == []
    assert math.isinf(table.witness.holds_from)


@pytest.mark.parametrize(
    "said",
    [[], "x", {}, {"t": "5", "holes": {}, "changed": {}, "lost": []}, {"t": 12.0, "holes": {"A": 5}},
     {"t": 12.0, "holes": {"A": [0, None]}, "changed": {}, "lost": []},
     {"t": 12.0, "holes": {"A": [0, 1]}, "changed": {"A": "now"}, "lost": []},
     {"t": 12.0, "holes": {"A": [0, 1]}, "changed": {}, "lost": 3}],
)  # fmt: skip
def test_a_file_of_another_shape_says_nothing_and_stops_no_board(table: Table, said: object) -> None:
    """It is written by another process, of another user."""
    put_json(table.file, said)
    table.contacts(5.0, 0, 5)
    assert table.look(12.0) == []
    assert math.isinf(table.witness.holds_from)


def test_the_eye_puts_down_what_its_follower_tells(tmp_path: Path) -> None:
    (tmp_path / WITNESS_FILE).write_text("of an eye before this one")
    told, follower = WitnessFile(tmp_path), PegFollower(long_board())
    assert not (tmp_path / WITNESS_FILE).exists()
    for n in range(1, 30):
        a = {0, -1} if n < 15 else {0, 4}
        seen = PegLook(
            n / 10, {"A": frozenset(a), "B": frozenset({0, -1})}, frozenset("AB"), False, frozenset()
        )
        told.hear(follower.look(n / 10, seen), follower)
    said = read_json(tmp_path / WITNESS_FILE)
    assert isinstance(said, dict)
    assert said["holes"] == {"A": [0, 4], "B": [-1, 0]}
    assert said["changed"]["A"] == pytest.approx(1.5)
    assert said["lost"] == []
    assert 2.5 < said["t"] <= 2.9
