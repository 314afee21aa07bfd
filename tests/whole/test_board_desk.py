"""A board learnt on the page: looked at, tapped, numbered, kept; whatever goes wrong loses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pegwatch.boarddesk import PICTURE, BoardDesk
from pegwatch.pegsbyeye import PegFollower
from pegwatch.pegssetup import drawn_empty, learnt_reader
from vision.frames import Frame
from vision.pegs.board import load_pegboard
from vision.pegs.learn import LearnError, number_tracks
from vision.pegs.reader import PegLook
from vision.scene.kitboards import KIT_LAYOUT, SHAPES

TRUE = SHAPES["long-2"]()
pytestmark = pytest.mark.usefixtures("found_once")


@pytest.fixture(scope="module")
def empty() -> list[Frame]:
    return drawn_empty("long-2", 2)[0]


class Bench:
    """A desk over a board in the folder `data`; `shows` is what the camera sees."""

    def __init__(self, data: Path, shows: list[Frame]) -> None:
        self.file = data / "boards" / "table.toml"
        self.run = data / "run"
        self.run.mkdir(parents=True)
        self.shows = shows
        self.looks = 0
        self.desk = BoardDesk(self.grab, KIT_LAYOUT, self.file, self.run)

    def grab(self) -> Frame | None:
        self.looks += 1
        return self.shows[self.looks % len(self.shows)] if self.shows else None

    def do(self, act: str, **more: Any) -> dict[str, Any]:
        return self.desk.order({"do": f"board-{act}", **more})

    def number_of(self, at: tuple[float, float]) -> int:
        """Which of the shown holes a person would tap who means this place in mm."""
        width, height = KIT_LAYOUT.board_mm
        px = np.array([(at[0] + width / 2) * 4, (height / 2 - at[1]) * 4])
        return int(np.linalg.norm(np.array(self.desk.state()["holes"]) - px, axis=1).argmin()) + 1

    def ends(self) -> dict[str, Any]:
        tracks = {
            who: [self.number_of(holes[min(holes)]), self.number_of(holes[120])]
            for who, holes in TRUE.tracks.items()
        }
        return {"tracks": tracks, "game": self.number_of(TRUE.game_mm)}

    def learn(self) -> None:
        assert self.do("look")["ok"]
        assert self.do("ends", **self.ends())["ok"]
        assert self.do("keep") == {"ok": True, "code": "board-kept"}


def test_a_board_is_looked_at_tapped_numbered_and_kept(tmp_path: Path, empty: list[Frame]) -> None:
    bench = Bench(tmp_path, empty)
    assert bench.desk.state()["stage"] == "none"
    told = bench.do("look")
    assert told["code"] == "board-found"
    assert told["fill"]["n"] == len(TRUE.points)
    shown = bench.desk.state()
    assert shown["stage"] == "found"
    assert shown["size"] == [round(side * 4) for side in KIT_LAYOUT.board_mm]
    before = (bench.run / PICTURE).read_bytes()
    assert bench.do("ends", **bench.ends())["ok"]
    assert bench.desk.state()["stage"] == "numbered"
    assert bench.desk.state()["picture"] == shown["picture"] + 1
    assert (bench.run / PICTURE).read_bytes() != before
    assert not bench.file.exists(), "nothing is kept before it is confirmed"
    assert bench.do("keep")["ok"]
    found = load_pegboard(bench.file)
    assert found.names == TRUE.names
    assert float(np.linalg.norm(found.points - TRUE.points, axis=1).max()) < 0.6
    assert learnt_reader(bench.file, KIT_LAYOUT).is_ready
    after = bench.desk.state()
    assert (after.pop("picture"), after.pop("learnt")) == (2, True)
    assert after == {"stage": "none", "size": [0, 0], "holes": [], "marks": [], "backwards": [], "laps": {}}


def test_an_earlier_board_is_put_aside_and_not_lost(tmp_path: Path, empty: list[Frame]) -> None:
    bench = Bench(tmp_path, empty)
    bench.learn()
    before = bench.file.read_bytes()
    bench.learn()
    aside = bench.file.with_name("table-1.toml")
    assert aside.read_bytes() == before
    assert learnt_reader(aside, KIT_LAYOUT).is_ready
    assert learnt_reader(bench.file, KIT_LAYOUT).is_ready


def test_wrong_taps_are_told_by_track_and_can_be_made_again(tmp_path: Path, empty: list[Frame]) -> None:
    bench = Bench(tmp_path, empty)
    bench.do("look")
    ends = bench.ends()
    a, b = ends["tracks"]["A"], ends["tracks"]["B"]
    crossed = bench.do("ends", tracks={"A": [a[0], b[1]], "B": [b[0], a[1]]}, game=ends["game"])
    assert not crossed["ok"]
    assert (crossed["code"], crossed["fill"]["track"]) == ("board-long", "A")
    short = bench.do(
        "ends", tracks={"A": [a[0], bench.number_of(TRUE.tracks["A"][60])], "B": b}, game=ends["game"]
    )
    assert (short["code"], short["fill"]["track"]) == ("board-long", "A")
    half = {who: [ends["tracks"][who][0], bench.number_of(TRUE.tracks[who][60])] for who in "AB"}
    told = bench.do("ends", tracks=half, game=ends["game"])
    assert (told["code"], told["fill"]["n"]) == ("board-long", 63), (
        "half of a long board is none walked twice"
    )
    assert bench.do("ends", tracks={"A": [a[0], a[0]], "B": b}, game=ends["game"])["code"] == "board-twice"
    assert bench.do("ends", tracks={"A": [a[0], 999], "B": b}, game=ends["game"])["code"] == "board-no-hole"
    assert bench.do("ends", tracks={"A": a}, game=ends["game"])["code"] == "board-ends"
    for spoilt in ({}, {"tracks": {"A": [1], "B": b}}, {"tracks": {"A": "12", "B": b}}, {"tracks": [a, b]},
                   {"tracks": {"AB": a, "B": b}}, {"tracks": {"A": [None, {}], "B": b}}):  # fmt: skip
        assert bench.do("ends", game=ends["game"], **spoilt)["code"] == "board-ends"
    assert bench.do("ends", tracks=ends["tracks"], game="1")["code"] == "board-ends"
    assert bench.desk.state()["stage"] == "found"
    assert bench.do("ends", **ends)["ok"]


def test_a_track_tapped_the_wrong_way_round_is_noticed_asked_about_and_turned(
    tmp_path: Path, empty: list[Frame]
) -> None:
    bench = Bench(tmp_path, empty)
    bench.do("look")
    ends = bench.ends()
    right = ends["tracks"]["B"]
    told = bench.do("ends", tracks={**ends["tracks"], "B": right[::-1]}, game=ends["game"])
    assert (told["ok"], told["code"], told["fill"]) == (True, "board-backwards", {"track": "B"})
    assert bench.desk.state()["backwards"] == ["B"]
    assert bench.do("turn", track="B")["code"] == "board-numbered"
    shown = bench.desk.state()
    assert shown["backwards"] == []
    assert [mark[:2] for mark in shown["marks"]] == [["A", 1], ["A", 120], ["B", 1], ["B", 120]]
    for who, number, x, y in shown["marks"]:
        assert shown["holes"][bench.number_of(TRUE.tracks[who][number]) - 1] == pytest.approx([x, y], abs=0.2)
    assert bench.do("keep")["ok"]
    assert load_pegboard(bench.file).names == TRUE.names
    for track in ("B", "D", None, 3):
        assert bench.do("turn", track=track)["code"] == "board-none"


def test_a_lap_is_said_only_where_it_is_asked(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [])
    assert bench.do("lap", track="A", front=90)["code"] == "lap-not-asked"
    follower = PegFollower(SHAPES["twice"]())
    bench.desk.follower = lambda: follower
    for step in range(10):
        tracks = {"A": frozenset({12, 30}), "B": frozenset({0, -1})}
        follower.look(step / 5, PegLook(step / 5, tracks, frozenset("AB"), False, frozenset()))
    assert bench.desk.state()["laps"] == {"A": [30, 72, 90]}
    for wrong in (
        {"track": "A", "front": 31},
        {"track": "B", "front": 0},
        {"track": "A"},
        {"track": [], "front": 30},
    ):
        assert not bench.do("lap", **wrong)["ok"]
    assert bench.do("lap", track="A", front=90) == {"ok": True, "code": "lap-said"}
    assert bench.do("lap", track="A", front=90)["code"] == "lap-not-asked"


def test_a_way_that_ends_names_its_track_and_the_hole() -> None:
    street = [(8.0 * n, 0.0) for n in range(50)]
    other = [(8.0 * n, 200.0) for n in range(50)]
    points = np.array([*street[:20], *street[26:], *other, (0.0, 100.0)])
    last_a, last_b = 44, 94
    with pytest.raises(LearnError, match="track A: from hole 1") as lost:
        number_tracks("x", "x", points, {"A": (1, last_a), "B": (last_a + 1, last_b)}, len(points))
    assert lost.value.code == "way"
    assert lost.value.fill["track"] == "A"
    assert (lost.value.fill["n"], lost.value.fill["at"]) == (20, 20)


def test_a_board_that_is_not_seen_well_keeps_what_was_learnt(tmp_path: Path, empty: list[Frame]) -> None:
    bench = Bench(tmp_path, empty)
    bench.learn()
    before = bench.file.read_bytes()
    half = empty[0].bgr.copy()
    centre = half.shape[1] // 2
    half[520:700, centre - 560 : centre + 560] = (120, 130, 140)  # a cloth over most of its holes
    bench.shows = [Frame(half, 9.0)]
    told = bench.do("look")
    assert told["code"] == "board-few"
    assert told["fill"]["least"] == 124
    bench.shows = [Frame(np.full_like(empty[0].bgr, 90), 9.0)]
    assert bench.do("look")["code"] == "board-not-seen"
    bench.shows = []
    assert bench.do("look")["code"] == "no-picture"
    assert bench.desk.state()["stage"] == "none"
    assert bench.do("keep")["code"] == bench.do("ends", tracks={}, game=1)["code"] == "board-none"
    assert bench.file.read_bytes() == before


def test_a_board_that_was_moved_before_it_is_kept_is_not_kept(tmp_path: Path, empty: list[Frame]) -> None:
    bench = Bench(tmp_path, empty)
    bench.do("look")
    bench.do("ends", **bench.ends())
    bench.shows = [Frame(np.roll(empty[0].bgr, 40, axis=1), 9.0)]
    assert bench.do("keep")["code"] == "board-moved"
    assert not bench.file.exists()
    bench.shows = empty
    assert bench.do("keep")["ok"]


def test_a_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path, empty: list[Frame]) -> None:
    bench = Bench(tmp_path, empty)
    bench.do("look")
    bench.do("ends", **bench.ends())
    (tmp_path / "boards").write_text("a file where the folder should be")
    told = bench.do("keep")
    assert not told["ok"]
    assert "\n" not in told["why"]
    assert bench.do("drop")["code"] == "board-dropped"
    assert bench.desk.state()["stage"] == "none"
