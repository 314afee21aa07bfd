"""The eye on a drawn table, with a reader that knows the truth: what it says, when, and what it costs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from samples import sample

sys.path.insert(0, str(Path(__file__).parent))
from tabletop import LAYOUT, Tabletop, draw_no_print, looked_at, row, short, unsure

from cribbage.log.observations import Cards, Observation, Unread
from cribbage.score.cards import parse_cards
from vision.cameras.base import CameraEnded
from vision.cameras.folder import FolderCamera
from vision.cameras.sim import SimCamera
from vision.eye import Eye
from vision.frames import Frame, SmallFrame
from vision.layout import Place
from vision.placememory import ARM, BOARD_MOVES, CANDIDATE_S, UNSTEADY, WAVERING
from vision.readresult import Reading
from vision.scene.model import ArmOver, LaidCard, Prop, Scene
from vision.zones import FixState, TableKeeper

STARTER = LaidCard("JD", 285, 0, 2, order=60)


@pytest.fixture(autouse=True)
def _no_print(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_no_print(monkeypatch)


@pytest.fixture
def table() -> Tabletop:
    return looked_at(1.0)


def play(table: Tabletop, card: LaidCard) -> list[str]:
    """A hand lays a card and goes away."""
    side = 90 if card.y_mm < 0 else -90
    table.hand(ArmOver(card.x_mm, card.y_mm, side))
    said = table.run(0.4)
    table.lay(card)
    said += table.run(0.3)
    assert said == [], "nothing is said while the hand is there"
    table.hand()
    return short(table.run(0.8))


class TestPlay:
    def test_an_empty_table_is_settled_and_says_nothing(self, table: Tabletop) -> None:
        assert table.seen == []
        assert table.steps[-1].watermark == table.t
        reads = len(table.reader.reads)
        table.run(5)
        assert len(table.reader.reads) == reads, "a table at rest is not read again and again"

    def test_cards_are_said_one_by_one_in_the_order_of_play(self, table: Tabletop) -> None:
        hand_a, hand_b = row("5H TS QC 2D"), row("KD 2S 3S 4S", 60, 150, first=10)
        said = [play(table, card) for pair in zip(hand_a, hand_b, strict=True) for card in pair]
        assert said[0] == ["A 5H"]
        assert said[1] == ["B KD"]
        assert said[-2:] == [["A 5H TS QC 2D"], ["B KD 2S 3S 4S"]]

    def test_the_time_is_that_of_the_first_still_picture(self, table: Tabletop) -> None:
        table.lay(row("5H")[0])
        laid = table.t
        (seen,) = table.run(1.0)
        assert laid < seen.t <= laid + 0.21

    def test_the_face_down_crib_is_not_seen_and_the_shown_one_is(self, table: Tabletop) -> None:
        table.lay(*[LaidCard(None, 200 + k, -150, k, False, 40 + k) for k in range(4)])
        assert table.run(4) == []
        table.scene = replace(table.scene, cards=row("3C 3D 3S 3H", 160, -150, 45))
        assert short(table.run(1)) == ["crib 3C 3D 3S 3H"]
        table.take()
        assert short(table.run(1)) == ["crib"]

    @pytest.mark.parametrize("ground", sample(["felt"], ["oak", "felt", "cloth"]))
    def test_things_that_are_no_cards_are_not_mentioned(self, ground: str) -> None:
        table = Tabletop(ground=ground)
        table.run(1)
        things = (Prop("pad", 170, 150, -8), Prop("phone", 50, -160, 5), Prop("coin", -60, 120))
        for k in range(len(things)):
            table.scene = replace(table.scene, props=things[: k + 1])
            assert table.run(4) == []
        assert play(table, row("5H")[0]) == ["A 5H"]
        assert play(table, row("KD", 60, 150)[0]) == ["B KD"]
        table.scene = replace(table.scene, props=())
        assert table.run(3) == []

    def test_a_card_shown_and_not_laid_is_not_waited_for(self, table: Tabletop) -> None:
        table.lay(*row("5H"))
        table.run(1)
        table.lay(LaidCard("TS", -60, -150, order=9))
        laid = table.t
        while not any(t > laid and key == "A" for t, key in table.reader.reads):
            assert table.run(0.1) == []
        table.take("TS")
        assert table.run(4) == []
        assert table.steps[-1].watermark == table.t

    def test_a_whole_deal_ends_with_all_places_cleared(self, table: Tabletop) -> None:
        table.lay(STARTER, *row("5H TS QC 2D"), *row("KD 2S 3S 4S", 60, 150, first=10))
        assert set(short(table.run(1))) == {"A 5H TS QC 2D", "B KD 2S 3S 4S", "starter JD"}
        table.take("KD", "2S", "3S", "4S", "5H", "TS", "QC", "2D")
        assert set(short(table.run(1))) == {"A", "B"}
        table.take()
        assert short(table.run(1)) == ["starter"]

    def test_the_starter_goes_with_the_pack(self, table: Tabletop) -> None:
        table.lay(STARTER)
        assert short(table.run(1)) == ["starter JD"]
        table.scene = Scene(pack=False)
        assert short(table.run(1)) == ["starter"]
        table.scene = Scene(pack=True)
        assert table.run(1) == []

    def test_a_hand_across_the_cards_changes_nothing(self, table: Tabletop) -> None:
        table.lay(*row("5H TS QC", -60, 150))
        table.run(1)
        for _ in range(3):
            table.hand(ArmOver(-80, 20, -90))
            assert table.run(CANDIDATE_S - 0.5) == []
            table.hand()
            assert table.run(2) == []

    def test_one_that_stays_there_leaves_them_unread_until_it_goes(self, table: Tabletop) -> None:
        table.lay(*row("5H TS QC", -60, 150))
        table.run(1)
        table.hand(ArmOver(-80, 20, -90))
        assert short(table.run(CANDIDATE_S + 0.5)) == ["B ?None"]
        assert table.steps[-1].watermark == table.t
        table.hand()
        assert short(table.run(2)) == ["B 5H TS QC"]

    def test_cards_pushed_together_stay_known(self, table: Tabletop) -> None:
        table.lay(*row("5H TS QC", pitch_mm=66))
        table.run(1)
        table.scene = replace(table.scene, cards=row("5H TS QC", -100, -140, pitch_mm=20))
        assert table.run(2) == []

    @pytest.mark.parametrize(("light", "ground"), [("dim", "cloth"), ("warm", "felt"), ("cold", "oak")])
    def test_any_light_and_ground(self, light: str, ground: str) -> None:
        table = Tabletop(light=light, ground=ground)
        table.run(1)
        said = [play(table, card) for card in row("5H TS QC 2D")]
        assert said[-1] == ["A 5H TS QC 2D"]
        table.take()
        assert short(table.run(1)) == ["A"]

    def test_the_same_pictures_give_the_same_observations(self) -> None:
        """Nor does it matter whether the table is a copy of one that was looked at before."""

        def game(table: Tabletop) -> list[object]:
            for card in row("5H TS QC"):
                play(table, card)
            return [(s.watermark, s.next_wake, s.observations) for s in table.steps]

        fresh = Tabletop()
        fresh.run(1.0)
        assert game(fresh) == game(looked_at(1.0))


class TestDoubt:
    def test_unread_after_patience_and_read_when_it_is_mended(self) -> None:
        bad = True

        def spoil(place: Place, _t: float, reading: Reading) -> Reading:
            if place.key != "A" or not bad or not reading.cards:
                return reading
            return replace(reading, cards=reading.cards[1:], unsure=(unsure("glare", reading.cards[0]),))

        table = looked_at(1.0, spoil)
        table.lay(*row("5H TS"))
        said = table.run(4)
        assert short(said) == ["A ?2"]
        assert isinstance(said[0], Unread)
        assert said[0].extra["why"] == "glare"
        assert table.steps[-1].watermark == table.t
        reads = len(table.reader.reads)
        table.run(3)
        assert len(table.reader.reads) - reads <= 4, "what cannot be read is not read all the time"
        bad = False
        assert short(table.run(2)) == ["A 5H TS"]

    @pytest.mark.parametrize(
        ("light", "ground", "missed"),
        sample(
            [("day", "oak", "KD"), ("dim", "felt", "TS"), ("warm", "cloth", "KD")],
            [
                (*seen_in, missed)
                for seen_in in (("day", "oak"), ("dim", "felt"), ("warm", "cloth"))
                for missed in ("TS", "KD")
            ],
        ),
    )
    def test_a_card_that_the_reader_passes_over_is_not_passed_over_in_silence(
        self, light: str, ground: str, missed: str
    ) -> None:
        def spoil(_place: Place, _t: float, reading: Reading) -> Reading:
            return replace(reading, cards=tuple(c for c in reading.cards if c.card != missed))

        table = Tabletop(spoil=spoil, light=light, ground=ground)
        table.run(1)
        assert play(table, row("5H")[0]) == ["A 5H"]
        table.lay(row(f"5H {missed}")[1])
        said = table.run(4)
        assert short(said) == ["A ?2"]
        assert said[0].extra["why"] == "a card lies here that shows no readable corner"

    def test_a_reader_that_drops_cards_now_and_then_is_borne(self) -> None:
        def spoil(_place: Place, t: float, reading: Reading) -> Reading:
            return replace(reading, cards=reading.cards[1:]) if round(t * 10) % 3 == 0 else reading

        table = looked_at(1.0, spoil)
        for card in row("5H TS QC 2D"):
            play(table, card)
        assert short(table.seen)[-1] == "A 5H TS QC 2D"

    def test_one_wrong_look_is_never_said(self) -> None:
        wrong_at: list[float] = []

        def spoil(place: Place, t: float, reading: Reading) -> Reading:
            if place.key == "A" and reading.cards and len(wrong_at) < 1:
                wrong_at.append(t)
                return replace(reading, cards=(replace(reading.cards[0], card="9C"), *reading.cards[1:]))
            return reading

        table = looked_at(1.0, spoil)
        table.lay(*row("5H TS"))
        assert short(table.run(2)) == ["A 5H TS"]
        assert wrong_at

    def test_a_card_in_two_zones_is_asked_about(self) -> None:
        def spoil(place: Place, _t: float, reading: Reading) -> Reading:
            if place.key == "B" and reading.cards:
                return replace(reading, cards=(replace(reading.cards[0], card="5H"),))
            return reading

        table = looked_at(1.0, spoil)
        table.lay(*row("5H"), *row("9C", 0, 150, first=5))
        assert short(table.run(4)) == ["A 5H", "B ?1"]


class TestBlind:
    """A place that cannot be seen is said to be so in time, whether cards are known there or not."""

    def test_the_first_card_laid_under_a_hand_that_stays(self) -> None:
        table = looked_at(20.0)
        free_t = table.t
        table.hand(ArmOver(-150, -150, 90))
        table.run(0.4)
        table.lay(*row("5H"))
        table.run(CANDIDATE_S - 0.5)
        assert table.seen == []
        assert table.steps[-1].watermark <= free_t, "a peg for that card must not be judged without it"
        (said,) = table.run(1.0)
        assert isinstance(said, Unread)
        assert (said.zone, said.count, said.is_blind, said.extra["why"]) == ("A", None, True, ARM)
        assert said.t > free_t
        assert table.run(15.0) == [], "however still it lies, it does not pass for the table"
        assert table.steps[-1].watermark == table.t
        table.hand()
        assert short(table.run(1.0)) == ["A 5H"]

    @pytest.mark.parametrize("over", [(-150, -150, 90), (60, 150, -90), (285, 0, 180)])
    def test_hands_that_come_and_go_over_a_bare_table_say_nothing(
        self, table: Tabletop, over: tuple[float, float, float]
    ) -> None:
        for _ in range(4):
            table.hand(ArmOver(*over))
            table.run(CANDIDATE_S - 1.0)
            table.hand()
            table.run(1.0)
        assert table.seen == []
        assert table.steps[-1].watermark == table.t

    def test_a_hand_that_rested_on_a_bare_place_leaves_two_lines(self) -> None:
        table = looked_at(20.0)
        table.hand(ArmOver(-150, -150, 90))
        table.run(15.0)
        table.hand()
        table.run(3.0)
        assert short(table.seen) == ["A ?None", "A"]
        assert table.steps[-1].watermark == table.t

    @pytest.mark.parametrize("share", sample([0.08], [0.04, 0.08, 0.25]))
    def test_light_that_flickers_without_a_break_hides_nothing(self, share: float) -> None:
        table, lamp = flickering()
        lamp.share = share
        table.run(4.0)
        assert table.seen == []
        table.lay(*row("5H"))
        assert short(table.run(3.0)) == ["A 5H"]
        table.run(1.0)
        assert table.steps[-1].watermark == table.t
        table.lay(*row("5H 9C")[1:])
        assert short(table.run(3.0)) == ["A 5H 9C"]

    def test_a_card_that_cannot_be_read_in_flickering_light_is_said_with_the_light_as_the_reason(
        self,
    ) -> None:
        def spoil(_place: Place, _t: float, reading: Reading) -> Reading:
            return replace(reading, cards=(), unsure=tuple(unsure("too dark", c) for c in reading.cards))

        table, lamp = flickering(spoil)
        lamp.share, lamp.wide = 0.25, 0.3
        table.run(2.0)
        table.lay(*row("5H"))
        (said,) = table.run(5.0)
        assert isinstance(said, Unread)
        assert said.extra["why"] in (UNSTEADY, *WAVERING.values())

    def test_a_table_that_is_moved_all_the_time_is_not_told_as_empty(
        self, table: Tabletop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(TableKeeper, "look", lambda keeper, _frame: FixState(keeper.fix, doubtful=True))
        free_t = table.t
        table.lay(*row("5H"))
        table.run(CANDIDATE_S)
        assert table.seen == []
        assert table.steps[-1].watermark <= free_t + 0.1
        (said,) = table.run(1.0)
        assert short([said]) == ["A ?None"]
        assert said.extra["why"] == BOARD_MOVES


def flickering(
    spoil: Callable[[Place, float, Reading], Reading] | None = None,
) -> tuple[Tabletop, Flickering]:
    """A table that has been looked at for a second, and the lamp over it, still steady."""
    table = Tabletop(spoil=spoil)
    lamp = Flickering(table.camera)
    table.camera = lamp  # type: ignore[assignment]
    table.eye = table.new_eye()
    table.run(1.0)
    return table, lamp


class Flickering:
    """A camera under a lamp: every other picture is brighter by this share, the others darker."""

    def __init__(self, camera: SimCamera) -> None:
        self._camera = camera
        self.share = 0.0
        self.wide = 1.0  # so much of the picture, from its left

    def __getattr__(self, name: str) -> object:
        return getattr(self._camera, name)

    def lores(self, timeout_s: float = 1.0) -> SmallFrame:
        small = self._camera.lores(timeout_s)
        return SmallFrame(self._lit(small.grey, small.t), small.t, small.number)

    def grab(self, timeout_s: float = 1.0) -> Frame:
        frame = self._camera.grab(timeout_s)
        return Frame(self._lit(frame.bgr, frame.t), frame.t, frame.number, frame.source)

    def _lit(self, picture: np.ndarray, t: float) -> np.ndarray:
        gain = np.ones((1, picture.shape[1], *([1] * (picture.ndim - 2))))
        gain[:, : round(self.wide * picture.shape[1])] += self.share * (1 if round(t * 10) % 2 else -1)
        return np.clip(picture * gain, 0, 255).astype(np.uint8)


class TestTrouble:
    @pytest.mark.parametrize(
        ("fault", "code"),
        [
            ("covered", "covered"),
            ("dark", "dark"),
            ("blur", "out-of-focus"),
            ("frozen", "frozen"),
            ("unplugged", "lost"),
            ("hung", "lost"),
        ],
    )
    def test_a_fault_is_said_within_five_seconds_and_its_end_too(
        self, table: Tabletop, fault: str, code: str
    ) -> None:
        table.lay(*row("5H"))
        table.run(1)
        broke = table.t
        table.camera.fault = fault
        (said,) = table.run(5)
        assert short([said]) == [f"!{code}"]
        assert broke < said.t < broke + 3
        assert table.steps[-1].health.fault == code
        assert table.steps[-1].watermark == table.t
        table.camera.fault = ""
        assert short(table.run(3)) == ["!ok"]
        assert table.steps[-1].health.fault == ""

    def test_a_card_laid_while_the_eye_was_blind_is_read_after_it(self, table: Tabletop) -> None:
        table.lay(*row("5H"))
        table.run(1)
        table.camera.fault = "covered"
        table.run(3)
        table.lay(row("5H TS")[1])
        table.camera.fault = ""
        assert short(table.run(2)) == ["!ok", "A 5H TS"]

    def test_a_blink_is_no_fault(self, table: Tabletop) -> None:
        table.camera.fault = "covered"
        table.run(0.5)
        table.camera.fault = ""
        assert table.run(2) == []

    def test_without_the_board_it_says_so(self) -> None:
        table = Tabletop()
        hands = [ArmOver(x, y, a) for x in (-205, 205) for y, a in ((-25, -90), (25, 90))]
        table.hand(*hands)
        assert short(table.run(3)) == ["!no-board"]
        assert "marker" in table.steps[-1].health.note
        assert not table.steps[-1].health.table_found
        table.hand()
        assert short(table.run(2)) == ["!ok"]

    def test_a_knocked_camera_is_told_and_the_cards_are_still_known(self, table: Tabletop) -> None:
        table.lay(*row("5H TS"))
        table.run(1)
        table.camera.knock((12.0, 5.0))
        assert table.run(3) == []
        assert 8 < table.steps[-1].health.moved_mm < 20
        table.lay(LaidCard("QC", -60, -150, order=9))
        assert short(table.run(1)) == ["A 5H TS QC"]

    def test_a_restart_goes_on_where_it_was(self, table: Tabletop) -> None:
        table.lay(*row("5H TS"), STARTER)
        table.run(1)
        before = list(table.seen)
        table.eye = table.new_eye()
        table.eye.restore(before)
        assert table.run(2) == []
        table.lay(LaidCard("QC", -60, -150, order=9))
        assert short(table.run(1)) == ["A 5H TS QC"]
        table.take()
        assert set(short(table.run(1))) == {"A", "starter"}

    def test_a_restart_in_the_middle_of_a_change_misses_nothing(self, table: Tabletop) -> None:
        table.lay(*row("5H"))
        table.run(1)
        before = list(table.seen)
        table.lay(row("5H TS")[1])
        table.eye = table.new_eye()
        table.eye.restore(before)
        assert short(table.run(1)) == ["A 5H TS"]


class TestPictures:
    def test_there_is_none_before_the_first(self) -> None:
        assert Tabletop().eye.annotated() is None
        assert Tabletop().eye.evidence("A") is None

    def test_the_annotated_picture_shows_what_was_read(self, table: Tabletop) -> None:
        def green(data: bytes | None) -> int:
            assert data is not None
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            assert picture is not None
            assert picture.shape[1] == 800
            b, g, r = (picture[:, :, k].astype(int) for k in range(3))
            return int(((g - r > 60) & (g - b > 60)).sum())

        before = green(table.eye.annotated(800))
        table.lay(*row("5H TS"))
        table.run(1)
        assert green(table.eye.annotated(800)) > before + 300

    def test_evidence_is_small(self, table: Tabletop) -> None:
        table.lay(*row("5H TS"))
        table.run(1)
        evidence = table.eye.evidence("A")
        assert evidence is not None
        assert 2_000 < len(evidence) < 25_000
        assert table.eye.evidence("crib") is not None

    def test_new_pictures_are_told(self, table: Tabletop) -> None:
        table.lay(*row("5H"))
        table.run(1)
        assert any(step.picture_changed for step in table.steps[-10:])
        table.run(3)
        assert not any(step.picture_changed for step in table.steps[-10:])

    def test_people_can_watch_while_things_move(self) -> None:
        table = Tabletop()
        table.eye = Eye(table.camera, table.reader, layout=LAYOUT, show_every_s=0.5)
        table.run(1)
        pictures = 0
        for k in range(20):
            table.hand(ArmOver(-150 + 5 * k, -120, 90))
            table.run(0.1)
            pictures += table.steps[-1].picture_changed
        assert 3 <= pictures <= 6


@pytest.mark.parametrize(("zone", "told"), [("C", ["C"]), (None, [])], ids=["a place for C", "no place"])
def test_a_third_players_cards_are_told_where_the_layout_has_a_place_for_them_and_else_never(
    zone: str | None, told: list[str]
) -> None:
    table = Tabletop()
    places = [
        replace(place, zone=zone or "") for place in LAYOUT.places if place.zone == "A" and zone is not None
    ]
    others = [place for place in LAYOUT.places if place.zone != "A"]
    layout = replace(LAYOUT, places=(*others, *places))
    table.eye = Eye(table.camera, table.reader, layout=layout, show_every_s=None)
    table.run(1.0)
    table.lay(*row("5H"))
    table.run(2.0)
    assert [seen.zone for seen in table.seen if isinstance(seen, Cards) and seen.seen] == told
    assert not any(isinstance(seen, Unread) for seen in table.seen)


def test_pictures_from_a_folder_are_read_to_their_end(tmp_path: Path) -> None:
    table = Tabletop()
    scene: list[Scene] = []
    for k in range(14):
        table.scene = Scene(row("5H TS") if k >= 4 else ())
        table.t = k * 0.2
        with table.camera:
            cv2.imwrite(str(tmp_path / f"{k}.png"), table.camera.grab().bgr)
        scene.append(table.scene)
    now = [0.0]
    camera = FolderCamera([tmp_path], interval_s=0.2)
    reader = replace(table.reader, scene_at=lambda t: scene[round(t / 0.2)], clock=lambda: now[0])
    eye = Eye(camera, reader, layout=LAYOUT, show_every_s=None)
    said: list[Observation] = []

    def watch() -> None:
        while True:
            said.extend(eye.step(now[0]).observations)
            now[0] = round(now[0] + 0.2, 6)

    with pytest.raises(CameraEnded):
        watch()
    assert [one.seen for one in said if isinstance(one, Cards)] == [parse_cards(["5H", "TS"])]


class TestReadAgain:
    def test_a_place_that_a_person_calls_wrong_is_read_afresh_and_told_anew(self) -> None:
        """The reader took the seven of clubs for another card; it does not any more, and nothing has moved."""
        table = looked_at(1.0, misread("7C", "7S"))
        table.lay(*row("5H 7C"))
        assert short(table.run(2.0)) == ["A 5H 7S"]
        table.spoil = None
        table.reader.spoil = None
        assert table.run(3.0) == [], "what is settled is not read again by itself"
        table.eye.read_again("A", table.t)
        asked = table.t
        said = table.run(2.0)
        assert short(said) == ["A ?None", "A 5H 7C"]
        assert [one.t >= asked for one in said] == [True, True]
        assert isinstance(said[0], Unread)
        assert said[0].is_blind

    def test_a_right_reading_is_told_once_more(self, table: Tabletop) -> None:
        table.lay(*row("5H TS"))
        table.run(2.0)
        table.eye.read_again("A", table.t)
        assert short(table.run(2.0)) == ["A ?None", "A 5H TS"]
        assert table.steps[-1].watermark == table.t

    @pytest.mark.parametrize("zone", ["A", "crib", "starter"])
    def test_a_place_where_nothing_lies_is_told_to_be_empty(self, table: Tabletop, zone: str) -> None:
        table.eye.read_again(zone, table.t)
        assert short(table.run(3.0)) == [f"{zone} ?None", zone]

    def test_pictures_from_before_the_wish_do_not_count(self, table: Tabletop) -> None:
        table.lay(*row("5H"))
        table.run(2.0)
        table.eye.read_again("A", table.t + 1.0)
        assert table.run(0.9) == []
        assert short(table.run(2.0)) == ["A ?None", "A 5H"]

    def test_under_a_hand_it_counts_as_read_once_the_hand_has_gone(self, table: Tabletop) -> None:
        """One corner shows beside the hand: that card is told, and the place stays blind."""
        table.lay(*row("5H"))
        table.run(2.0)
        table.hand(ArmOver(-150, -150, 90))
        table.run(0.4)
        table.eye.read_again("A", table.t)
        assert short(table.run(1.0)) == ["A ?None", "A 5H", "A ?None"]
        assert table.steps[-1].watermark > table.t - 0.5, "nobody waits for a place that is said to be unread"
        table.hand()
        assert short(table.run(2.0)) == ["A 5H"]

    def test_a_zone_that_the_table_has_not_is_no_zone_to_read(self, table: Tabletop) -> None:
        table.eye.read_again("D", table.t)
        assert table.run(1.0) == []


def misread(card: str, other: str) -> Callable[[Place, float, Reading], Reading]:
    """Take one card for another."""

    def spoil(_place: Place, _t: float, reading: Reading) -> Reading:
        cards = tuple(replace(one, card=other) if one.card == card else one for one in reading.cards)
        return replace(reading, cards=cards)

    return spoil
