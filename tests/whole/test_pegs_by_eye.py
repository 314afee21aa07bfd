"""Looks at a board become what a board with contacts would say: holes with their times, blindness, a watermark."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from samples import sample

from cribbage.log.observations import Cards, Fault, Holes, Observation, Unread
from cribbage.score.cards import parse_cards
from cribbage.sight.contract import SINCE, UNSEEN_S
from firmware.boardfile import load_board
from firmware.box.journal import MemoryJournal
from firmware.box.pulse import Pulse
from firmware.box.sqlite_journal import SqliteJournal
from firmware.laps import hole_of
from firmware.nocontacts import NoContactsReader
from firmware.recorder import OrderError, Recorder, report
from firmware.table import TableLoop
from pegwatch.failure import PegwatchError
from pegwatch.pegsbyeye import BLIND_AFTER_S, MISSED_S, PegFollower, PegWatch
from pegwatch.pegssetup import learnt_reader, simulated_kit, who_pegs
from pegwatch.plan import BOARD_SHAPES, CAMERA, Plan
from pegwatch.simulated import SimulatedTable
from vision.arrays import Picture
from vision.frames import Frame, SmallFrame
from vision.layout import LONG_BOARD
from vision.pegs.board import PegBoard
from vision.pegs.reader import PegLook, PegReader
from vision.scene.kitboards import KIT_LAYOUT, SHAPES, long_board
from vision.scene.model import Scene
from vision.scene.projection import over_table
from vision.scene.render import Renderer
from vision.zones import TableFix, ZoneFinder

BOARD = long_board()
Tracks = dict[str, frozenset[int]]


def look(
    t: float, a: tuple[int, ...], b: tuple[int, ...], seen: str = "AB", game: bool | None = False
) -> PegLook:
    return PegLook(t, {"A": frozenset(a), "B": frozenset(b)}, frozenset(seen), game, frozenset())


class Followed:
    """A follower that is shown looks every tenth of a second."""

    def __init__(self, follower: PegFollower | None = None) -> None:
        self.follower = follower or PegFollower(BOARD)
        self.t = 0.0
        self.told: list[Observation] = []

    def show(
        self,
        seconds: float,
        a: tuple[int, ...],
        b: tuple[int, ...],
        seen: str = "AB",
        game: bool | None = False,
    ) -> None:
        for _ in range(round(seconds * 10)):
            self.t = round(self.t + 0.1, 1)
            self.told += self.follower.look(self.t, look(self.t, a, b, seen, game))

    def blind(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            self.t = round(self.t + 0.1, 1)
            self.told += self.follower.look(self.t, None)

    def holes(self) -> list[tuple[float, Tracks]]:
        return [(seen.t, dict(seen.holes)) for seen in self.told if isinstance(seen, Holes)]

    def faults(self) -> list[tuple[float, str, str | None]]:
        return [(seen.t, seen.what, seen.track) for seen in self.told if isinstance(seen, Fault)]


def at(a: tuple[int, ...], b: tuple[int, ...]) -> Tracks:
    return {"A": frozenset(a), "B": frozenset(b)}


def test_pegs_are_told_once_with_the_time_at_which_they_were_first_seen_so() -> None:
    table = Followed()
    table.show(1.0, (0, -1), (0, -1))
    table.show(1.0, (0, 5), (0, -1))
    assert [holes for _, holes in table.holes()] == [at((0, -1), (0, -1)), at((0, 5), (0, -1))]
    assert table.holes()[1][0] == pytest.approx(1.1)
    assert table.faults() == []
    assert table.follower.watermark() == pytest.approx(table.t)
    assert table.follower.is_settled


def test_one_look_alone_is_not_believed() -> None:
    table = Followed()
    table.show(1.0, (0, -1), (0, -1))
    table.show(0.1, (0, 9), (0, -1))
    table.show(1.0, (0, -1), (0, -1))
    assert [holes for _, holes in table.holes()] == [at((0, -1), (0, -1))]


def test_under_a_hand_the_watermark_waits_and_nothing_is_told() -> None:
    table = Followed()
    table.show(1.0, (0, -1), (0, -1))
    table.show(4.0, (0,), (0, -1), seen="B")
    assert table.follower.watermark() == pytest.approx(1.0)
    assert not table.follower.is_settled
    table.show(1.0, (0, 5), (0, -1))
    assert table.faults() == []
    assert table.holes()[-1] == (pytest.approx(5.1), at((0, 5), (0, -1)))
    assert table.follower.watermark() == pytest.approx(table.t)


def test_two_moves_under_one_hand_are_told_as_not_followed_and_never_as_one_move() -> None:
    """Nobody knows when the first of them was made: from drawn games such a pair was judged as too few points."""
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(3.0, (), (0, -1), seen="B")
    table.show(1.0, (19, 25), (0, -1))
    assert table.faults() == [(1.0, "track-covered", "A"), (pytest.approx(4.2), "ok", "A")]
    assert table.holes()[-1] == (pytest.approx(4.2), at((19, 25), (0, -1)))
    assert not table.follower.unfollowed
    assert table.follower.watermark() == pytest.approx(table.t)


def test_what_was_moved_under_a_long_cover_was_not_followed() -> None:
    """A peg set too far, called and put back under it looks like one honest move, and its penalty like a fault."""
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(UNSEEN_S + 1, (), (0, -1), seen="B")
    table.show(1.0, (12, 15), (0, -1))
    assert [fault[1:] for fault in table.faults()] == [("track-covered", "A"), ("ok", "A")]
    assert table.holes()[-1][1] == at((12, 15), (0, -1))


def since_of(table: Followed) -> list[object]:
    return [seen.extra.get(SINCE) for seen in table.told if isinstance(seen, Holes)]


def test_since_when_a_moved_track_was_not_seen_is_told_with_its_holes() -> None:
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(3.0, (), (0, -1), seen="B")
    table.show(1.0, (12, 15), (0, -1))
    assert since_of(table)[1:] == [{"A": 1.0}]
    assert table.holes()[-1][0] == pytest.approx(4.1)


def test_pegs_that_stand_as_before_a_long_cover_are_told_again_with_since() -> None:
    """What was set too far, called and put back under it is nobody's fault to be found in what the others peg."""
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(UNSEEN_S + 1, (), (0, -1), seen="B")
    table.show(1.0, (7, 12), (0, -1))
    assert table.faults() == []
    assert [holes for _, holes in table.holes()[1:]] == [at((7, 12), (0, -1))]
    assert since_of(table)[1:] == [{"A": 1.0}]
    assert table.follower.watermark() == pytest.approx(table.t)


def test_after_a_short_cover_nothing_is_told_again() -> None:
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(UNSEEN_S - 1, (), (0, -1), seen="B")
    table.show(1.0, (7, 12), (0, -1))
    assert len(table.holes()) == 1


def test_both_pegs_where_they_stood_are_seen_though_a_hand_is_over_the_track() -> None:
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(BLIND_AFTER_S + 2, (7, 12), (0, -1), seen="B")
    assert table.faults() == []
    assert table.follower.watermark() == pytest.approx(table.t)
    table.show(2.0, (7, 19), (0, -1), seen="B")  # two others are not believed as long as it is there
    assert len(table.holes()) == 1
    assert table.follower.watermark() < table.t - 1.0


def test_what_is_covered_for_long_is_said_to_be_unfollowed_until_it_is_seen_again() -> None:
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.show(BLIND_AFTER_S + 1, (), (0, -1), seen="B")
    assert table.faults() == [(1.0, "track-covered", "A")]
    assert table.follower.unfollowed == {"A"}
    assert table.follower.watermark() == pytest.approx(table.t)  # nobody waits for it any more
    table.show(1.0, (7, 12), (0, -1))
    assert [fault[1:] for fault in table.faults()] == [("track-covered", "A"), ("ok", "A")]
    told = table.told.index(next(s for s in table.told if isinstance(s, Fault) and s.is_over))
    assert any(
        isinstance(seen, Holes) for seen in table.told[told:]
    )  # told again, though they stand as before
    assert table.follower.unfollowed == frozenset()


def test_without_any_picture_every_track_is_unfollowed_in_the_end() -> None:
    table = Followed()
    table.show(1.0, (7, 12), (0, -1))
    table.blind(BLIND_AFTER_S + 1)
    assert sorted(str(fault[2]) for fault in table.faults()) == ["A", "B"]
    assert table.follower.watermark() == pytest.approx(table.t)
    table.show(1.0, (7, 12), (0, -1))
    assert sorted(str(fault[2]) for fault in table.faults()[2:]) == ["A", "B"]
    assert table.holes()[-1][1] == at((7, 12), (0, -1))


def test_the_game_hole_is_empty_where_all_pegs_stand_elsewhere() -> None:
    table = Followed()
    table.show(1.0, (7, 12), (0, -1), game=None)
    assert table.holes()[-1][1] == at((7, 12), (0, -1))


def test_a_peg_in_the_game_hole_belongs_to_the_track_that_lacks_one() -> None:
    table = Followed()
    table.show(1.0, (118, 112), (90, 95))
    table.show(1.0, (118,), (90, 95), game=True)
    assert table.holes()[-1][1] == at((118, 121), (90, 95))


def test_a_peg_seen_in_the_game_hole_while_its_track_is_still_covered_is_no_spare_one() -> None:
    table = Followed()
    table.show(1.0, (120, 119), (90, 95))
    table.show(0.5, (120,), (90, 95), seen="B", game=True)
    table.show(1.0, (120,), (90, 95), game=True)
    assert table.holes()[-1][1] == at((120, 121), (90, 95))
    assert table.faults() == []


def test_after_a_restart_it_goes_on_from_what_was_told() -> None:
    last = Holes(3.0, at((7, 12), (0, -1)))
    table = Followed(PegFollower(BOARD, last, lost=["A"]))
    table.show(1.0, (7, 12), (0, -1))
    assert ("ok", "A") in [fault[1:] for fault in table.faults()]
    assert table.holes()[-1][1] == at((7, 12), (0, -1))


# --- a board with more tracks than players


THREE = SHAPES["long-3"]()


def look_of_three(t: float, c: tuple[int, ...], seen: str = "ABC", game: bool | None = False) -> PegLook:
    tracks = {"A": frozenset({0, 5}), "B": frozenset({0, -1}), "C": frozenset(c)}
    return PegLook(t, tracks, frozenset(seen), game, frozenset())


@pytest.mark.parametrize(("c", "seen"), [((), "ABC"), ((0, -1, -2), "ABC"), ((7,), "AB")], ids=str)
def test_two_play_on_a_board_of_three_tracks_and_the_third_says_nothing(
    c: tuple[int, ...], seen: str
) -> None:
    follower = PegFollower(THREE, players="AB")
    told = [one for n in range(150) for one in follower.look(n / 10, look_of_three(n / 10, c, seen))]
    assert told == [Holes(told[0].t, {"A": frozenset({0, 5}), "B": frozenset({0, -1})})]
    assert follower.asked == ()
    assert follower.unfollowed == frozenset()
    assert follower.watermark() == pytest.approx(14.9)


def test_three_play_on_it_and_all_are_followed() -> None:
    follower = PegFollower(THREE, Holes(1.0, at((0, 5), (0, -1))), players="ABC")
    told = [one for n in range(20) for one in follower.look(n / 10, look_of_three(n / 10, (0, -1)))]
    assert [dict(one.holes) for one in told if isinstance(one, Holes)] == [
        {"A": frozenset({0, 5}), "B": frozenset({0, -1}), "C": frozenset({0, -1})}
    ]


def test_who_pegs_is_read_from_the_latest_game_and_a_board_without_a_track_for_them_is_told() -> None:
    journal = MemoryJournal()
    assert who_pegs(journal) == ("A", "B")
    recorder = Recorder(journal)
    for players, profile, sides in (
        ({"A": "Ann", "B": "Bob", "C": "Cal"}, "hoyle", ("A", "B", "C")),
        ({"A": "Ann", "B": "Bob", "C": "Cal", "D": "Dee"}, "hoyle", ("A", "B")),
        ({"A": "Ann", "B": "Bob"}, "acc-2025", ("A", "B")),
    ):
        header = {"log": "table/1", "profile": profile, "mode": "club", "players": players, "dealer": "A"}
        journal.put("page", 1.0, {"new_game": header})
        recorder.take(2.0)
        assert who_pegs(journal) == sides, journal.events()


def test_what_is_told_of_a_track_that_nobody_plays_on_is_left_out_and_never_refused() -> None:
    journal = MemoryJournal()
    recorder = Recorder(journal)
    all_three = Holes(1.0, {"A": frozenset({0, -1}), "B": frozenset({0, -1}), "C": frozenset()})
    report(journal, "pegs", [all_three])
    recorder.take(2.0)
    header = {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}}
    journal.put("page", 3.0, {"new_game": header | {"dealer": "A"}})
    report(journal, "pegs", [
        Holes(4.0, {**all_three.holes, "A": frozenset({0, 4})}),
        Fault(5.0, "board", "track-covered", track="C"),
        Cards(6.0, "C", parse_cards(["5H"])),
        Unread(7.0, "D", None),
    ])  # fmt: skip
    recorder.take(9.0)
    events = [stored.event for stored in journal.events()]
    assert journal.pending() == []
    assert not [event for event in events if event.kind == "refused"]
    seen = [event.body for event in events if event.kind == "seen"]
    assert [body["holes"] for body in seen if "holes" in body][-1] == {"A": [4, 0], "B": [0, -1]}
    assert not [body for body in seen if {"fault", "cards", "unread"} & body.keys()]


# --- when it looks


class Drawn:
    """Pictures of a drawn kit; `grabs` counts those that were asked for."""

    def __init__(self) -> None:
        kit = simulated_kit(Plan("demo", "", "", pegs=CAMERA))
        assert kit is not None
        size = (2304, 1296)
        pinhole = over_table(size, KIT_LAYOUT.bounds_mm(), tilt_deg=5.0)
        self.drawn = Renderer(size, layout=KIT_LAYOUT, pinhole=pinhole, kit=kit)
        self.scene = Scene()
        self.t = 0.0
        self.grabs = 0
        found = ZoneFinder(KIT_LAYOUT).find(self.grab())
        assert isinstance(found, TableFix)
        self.fix = found
        self.reader = PegReader(kit.board, KIT_LAYOUT.board_top_mm)
        self.reader.use_empty(self.reader.flat(self.grab(), found))

    def picture(self) -> Picture:
        return self.drawn.draw(self.scene, number=round(self.t * 10))

    def grab(self) -> Frame:
        self.grabs += 1
        return Frame(self.picture(), self.t)

    def small(self) -> SmallFrame:
        return SmallFrame(np.ascontiguousarray(self.picture()[::2, ::2, 1]), self.t)


def test_a_board_on_which_nothing_stirs_is_looked_at_only_now_and_then() -> None:
    table = Drawn()
    watch = PegWatch(table.reader, PegFollower(table.reader.board), table.grab)
    told: list[Observation] = []

    def go_on(seconds: float) -> int:
        before = table.grabs
        for _ in range(round(seconds * 5)):
            table.t += 0.2
            told.extend(watch.step(table.t, table.small(), table.fix))
        return table.grabs - before

    table.scene = Scene(pegs=at((0, -1), (0, -1)))
    go_on(1.6)
    assert [seen.holes for seen in told if isinstance(seen, Holes)] == [at((0, -1), (0, -1))]
    assert go_on(2.0) <= 2
    table.scene = Scene(pegs=at((0, 4), (0, -1)))
    assert go_on(1.2) >= 2
    assert told[-1] == Holes(told[-1].t, at((0, 4), (0, -1)))
    assert watch.notes() == []
    told += watch.step(table.t + 0.1, None, None)  # no picture: the watermark stays
    assert watch.follower.watermark() <= table.t
    assert watch.wait_s() < 0.5


# --- a table without contacts


def test_a_board_without_contacts_says_nothing_and_waits_for_nothing(tmp_path: Path) -> None:
    reader = NoContactsReader(load_board())
    assert reader.poll(1.0) == ()
    assert reader.watermark(5.0) == 5.0
    assert reader.next_wake(5.0) is None
    with Pulse.open(tmp_path) as pulse:
        journal = SqliteJournal(tmp_path / "journal.sqlite")
        pulse.simulated = True
        recorder = Recorder(journal)
        loop = TableLoop(reader, recorder, journal, pulse, tmp_path)
        loop.step(1.0)
        assert pulse.of("board").until == 1.0
        with pytest.raises(OrderError, match="not read by contacts"):
            recorder.desk.order({"do": "walk"})
        journal.close()


def test_the_eye_of_a_kit_needs_a_learnt_board(tmp_path: Path) -> None:
    plan = Plan("table", str(tmp_path), "", pegs=CAMERA)
    assert plan.board_file == tmp_path / "boards" / "table.toml"
    with pytest.raises(PegwatchError, match="there is no such board"):
        learnt_reader(plan.board_file, LONG_BOARD)
    BOARD.save(tmp_path / "mine.toml")
    with pytest.raises(PegwatchError, match="no picture"):
        learnt_reader(tmp_path / "mine.toml", LONG_BOARD)


# --- a board that is walked twice


TWICE = SHAPES["twice"]()


def whole_game(board: PegBoard, seed: int) -> tuple[list[Observation], PegFollower]:
    """A simulated game as its pegs stand in the holes of a board, looked at five times a second."""
    table = SimulatedTable(seed, 1)
    follower = PegFollower(board)
    told: list[Observation] = []
    for step in range(math.ceil(table.end_of(1) * 5)):
        t = step / 5
        holes = table.holes_at(t)
        tracks = {
            who: frozenset(hole_of(board, int(hole[1:])) for hole in holes if hole[0] == who) for who in "AB"
        }
        told += follower.look(t, PegLook(t, tracks, frozenset("AB"), "game" in holes, frozenset()))
    return told, follower


@pytest.mark.parametrize("seed", range(sample(3, 12)))
def test_a_whole_game_on_a_board_walked_twice_is_told_as_on_one_of_120_holes(seed: int) -> None:
    """Players slip, touch pegs, put moves right, use the other's track: told is the same, score by score."""
    told, follower = whole_game(TWICE, seed)
    once, _ = whole_game(BOARD, seed)
    assert told == once
    assert len(told) > 60
    assert any(121 in holes for seen in told if isinstance(seen, Holes) for holes in seen.holes.values())
    assert follower.lap_asked == {}


def test_the_drawn_board_and_the_follower_agree_on_which_hole_stands_for_a_score() -> None:
    for board in (BOARD, TWICE):
        assert [board.hole_of(n) for n in range(-2, 122)] == [hole_of(board, n) for n in range(-2, 122)]


def test_a_demo_can_have_every_drawn_board() -> None:
    assert tuple(SHAPES) == BOARD_SHAPES


def test_where_the_lap_is_not_clear_the_track_is_a_fault_until_a_person_says_it() -> None:
    table = Followed(PegFollower(TWICE))
    table.show(1.0, (12, 30), (0, -1))
    assert table.faults() == [(0.2, "lap-unclear", "A")]
    assert table.holes()[-1][1] == at((), (0, -1))
    assert table.follower.lap_asked == {"A": (30, 72, 90)}
    assert not table.follower.say("B", 0)
    assert not table.follower.say("A", 31)
    assert table.follower.say("A", 90)
    assert not table.follower.is_settled, "the answer is still to be told"
    table.show(0.2, (12, 30), (0, -1))
    assert [fault[1:] for fault in table.faults()] == [("lap-unclear", "A"), ("ok", "A")]
    assert table.holes()[-1][1] == at((72, 90), (0, -1))
    table.show(1.0, (12, 38), (0, -1))
    table.show(1.0, (30, 38), (0, -1))
    assert table.follower.lap_asked == {}
    assert table.holes()[-1][1] == at((90, 98), (0, -1))
    assert table.follower.is_settled


def test_a_track_of_such_a_board_that_was_long_unseen_is_asked_about_where_both_pegs_moved() -> None:
    last = Holes(0.0, at((50, 45), (0, -1)))
    for seconds, told in ((BLIND_AFTER_S + 5, at((58, 70), (0, -1))), (MISSED_S + 5, at((50, 45), (0, -1)))):
        table = Followed(PegFollower(TWICE, last))
        table.show(1.0, (50, 45), (0, -1))
        table.show(seconds, (), (0, -1), seen="B")
        table.show(1.5, (58, 10), (0, -1))
        assert table.holes()[-1][1] == told
        assert bool(table.follower.lap_asked) is (seconds > MISSED_S)
