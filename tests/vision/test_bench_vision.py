"""How readings are judged and shown, and the classic method that is measured beside ours."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import Spot
from vision.readresult import Reading, SeenCard, Unsure
from vision.train import measure, peerspeed
from vision.train.classic import SIDES, Classic, own_faces
from vision.train.drawntable import TABLE_SIZE, drawn_table
from vision.train.judge import ALL, NOTHING, UNKNOWN, Judge, Truth, Where
from vision.train.report import Failure, Section, draw, write_page

QUAD = np.zeros((4, 2), np.float32)


def sure(card: str, confidence: float = 0.999) -> SeenCard:
    return SeenCard(card, confidence, QUAD)


def test_right_unsure_and_wrong_are_counted_by_card_and_by_picture() -> None:
    reading = Reading((sure("5H"), sure("6H", 0.992)), (Unsure("too dark", QUAD, "7H", 0.6),), 1.0)
    judge, present = Judge(), frozenset({"5H", "7H", "8H"})
    assert judge.add(Truth("p", "separate", frozenset({"5H", "7H"}), present), reading) == ["6H"]
    judge.add(Truth("q", "separate", frozenset({"5H"}), frozenset({"5H"})), Reading((sure("5H"),), (), 1.0))
    judge.add(Truth("r", "fan", frozenset({"5H"}), frozenset({"5H"})), Reading((), (), 1.0))
    tally = judge.by_kind["separate"]
    assert (tally.cards, tally.right, tally.unsure, tally.wrong) == (3, 2, 1, 1)
    assert (tally.pictures, tally.whole, tally.spoilt) == (2, 1, 1)
    assert judge.by_kind[ALL].cards == 4
    assert "7H as 6H" in judge.report()


def test_a_picture_whose_labels_are_not_all_there_calls_nothing_wrong() -> None:
    judge = Judge()
    truth = Truth("q", "fan", frozenset({"8H"}), frozenset({"8H"}), complete=False)
    assert judge.add(truth, Reading((sure("6H"),), (), 1.0)) == []
    assert not judge.confusions


def test_the_curve_counts_guesses_in_doubt_too() -> None:
    judge = Judge()
    reading = Reading((sure("5H"), sure("6H")), (Unsure("too dark", QUAD, "7H", 0.6),), 1.0)
    judge.add(Truth("p", "one", frozenset({"5H"}), frozenset({"5H", "7H"})), reading)
    assert judge.curve() == [(0.5, 1, 1.0), (0.999, 2, 0.5)]


def test_a_confusion_is_told_by_the_place_where_places_are_known() -> None:
    here, away = Spot(200.0, 100.0, 30.0, -1.2), Spot(20.0, 300.0, 30.0, 0.0)
    truth = Truth("p", "one", frozenset({"6D"}), frozenset({"6D"}), where=(Where("6D", 203, 98, 18),))
    judge = Judge()
    reading = Reading((SeenCard("5D", 0.999, QUAD, (here,)),), (Unsure("", QUAD, "2C", 0.4, (away,)),), 1.0)
    judge.add(truth, reading)
    assert judge.confusions == {("6D", "5D", True): 1, (NOTHING, "2C", False): 1}


def test_without_places_a_confusion_is_told_only_where_one_card_is_missing() -> None:
    judge, cards = Judge(), frozenset({"6D", "7D"})
    judge.add(Truth("p", "two", cards, cards), Reading((sure("5D"), sure("7D")), (), 1.0))
    judge.add(Truth("q", "two", cards, cards), Reading((sure("5D"),), (), 1.0))
    assert judge.confusions == {("6D", "5D", True): 1, ("7D", "7D", True): 1, (UNKNOWN, "5D", True): 1}


def test_the_page_shows_every_failure_and_the_tables_of_confusions(tmp_path: Path) -> None:
    judge = Judge()
    cards = frozenset({"6D", "7D"})
    judge.add(Truth("p", "two", cards, cards), Reading((sure("5D"), sure("7D")), (), 1.0))
    failures = [Failure("a/unsure-q.jpg", "q <not read>", False), Failure("a/wrong-p.jpg", "p", True)]
    section = Section("Rendered", "some", judge, failures, [(("what", "ms"), [("reading", "12.5")])])
    page = write_page(tmp_path / "new", [section]).read_text()
    assert re.findall(r"img loading='lazy' src='([^']+)'", page) == ["a/wrong-p.jpg", "a/unsure-q.jpg"]
    assert "q &lt;not read&gt;" in page
    assert "<td>6D as 5D</td><td>1</td><td>0</td>" in page
    assert page.count("class='same'") == 2 * 2, "the seven and its suit, certain and in all"
    assert "12.5" in page
    assert "reading  12.5" in section.text()


def test_what_was_read_is_drawn_into_the_picture() -> None:
    quad = np.array([(10, 10), (60, 10), (60, 80), (10, 80)], np.float32)
    drawn = draw(np.zeros((100, 100, 3), np.uint8), Reading((SeenCard("5H", 0.99, quad),), (), 1.0), [])
    assert drawn.shape == (900, 900, 3)
    assert drawn[:, :, 1].max() == 200
    red = draw(np.zeros((100, 100, 3), np.uint8), Reading((SeenCard("5H", 0.99, quad),), (), 1.0), ["5H"])
    assert red[:, :, 2].max() == 230


def dark_table(cards: tuple[str, ...]) -> NDArray[np.uint8]:
    """Whole cards apart on a plain dark ground: what the classic method is made for."""
    table = np.full((720, 1280, 3), 20, np.uint8)
    for n, (name, face) in enumerate(c for c in own_faces() if c[0] in cards):
        card = cv2.resize(face, (210, 300), interpolation=cv2.INTER_AREA)
        alpha = card[:, :, 3:] / np.float32(255)
        x, y = 60 + n * 290, 120 + 40 * n
        spot = table[y : y + 300, x : x + 210]
        spot[:] = (card[:, :, :3] * alpha + spot * (1 - alpha)).astype(np.uint8)
        assert name in cards
    return table


def test_the_classic_method_reads_what_it_is_made_for() -> None:
    cards = ("5H", "JS", "TC", "AD")
    classic = Classic(own_faces())
    assert classic.read(dark_table(cards), 1280) == frozenset(cards)
    assert classic.read(np.full((720, 1280, 3), 20, np.uint8), 1280) == frozenset()


def test_the_classic_method_is_given_its_best_size() -> None:
    cards = ("5H", "JS", "TC", "AD")
    truth = Truth("p", "separate", frozenset(cards), frozenset(cards))
    rows = measure.measure_classic(Classic(own_faces()), [(truth, dark_table(cards), None)])
    assert len(rows) == len(SIDES) + 1
    assert rows[-1][:3] == ("classic, best size of each", "4", "4")


def test_measuring_writes_a_picture_of_every_failure(tmp_path: Path) -> None:
    class Blind:
        def read(self, _picture: object, *, index_height_px: float | None = None) -> Reading:
            return Reading((), (Unsure("too dark", QUAD, "6D", 0.2),) if index_height_px else (), 1.0)

    pictures = [
        (Truth("f/one.png", "single", frozenset({"6D"}), frozenset({"6D"})), dark_table(("6D",)), 30.0),
        (Truth("f/none.png", "single", frozenset(), frozenset()), dark_table(()), None),
    ]
    judge, failures = measure.measure(Blind(), pictures, tmp_path, "photographs")  # type: ignore[arg-type]
    assert judge.by_kind[ALL].unsure == 1
    assert [f.file for f in failures] == ["photographs/unsure-f-one.jpg"]
    assert "not read: 6D; too dark" in failures[0].text
    assert cv2.imread(str(tmp_path / failures[0].file)) is not None


def test_without_card_art_and_photographs_it_says_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure, "photo_folder", lambda: None)
    monkeypatch.setattr(measure, "measure_memory", lambda: "")
    monkeypatch.setattr(measure, "measure_speed", lambda _model: [("reading", "12.5", "8.0")])
    monkeypatch.setattr(peerspeed, "_run", lambda _name: "not asked here")
    measure.bench_vision(work=tmp_path / "none", out=tmp_path / "out")
    said = capsys.readouterr().out
    assert "apt install" in said
    assert "PEGWATCH_PHOTOS" in said
    page = (tmp_path / "out" / "index.html").read_text()
    assert "apt install" in page
    assert "PEGWATCH_PHOTOS" in page


def test_peers_are_told_as_ratios_to_ours_and_one_that_is_not_there_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = peerspeed._run
    costs = {"ours": (50.0, 150.0), "classic 640": (5.0, 140.0)}
    monkeypatch.setattr(peerspeed, "YOLO", tmp_path)
    monkeypatch.setattr(peerspeed, "_classic_sides", lambda: (640,))
    monkeypatch.setattr(peerspeed, "_run", lambda name: costs[name] if name in costs else run(name))
    assert peerspeed.rows() == [
        ("ours", "50", "1", "150"),
        ("classic 640", "5", "0.10", "140"),
        ("yolov8n 640x640", "-", "-", peerspeed.NO_YOLO),
        ("yolov8n 2304x1312", "-", "-", peerspeed.NO_YOLO),
    ]


@pytest.mark.parametrize(("name", "missed"), [("ours", set()), ("classic 1920", {"TC"})])
def test_what_is_timed_reads_the_table(name: str, missed: set[str]) -> None:
    """The classic method takes the two figures of a ten for two things."""
    table = drawn_table(TABLE_SIZE)
    read = peerspeed.reading_function(name, table)()
    cards = {card.card for card in read.cards} if isinstance(read, Reading) else read
    assert cards == {"5H", "6S", "7D", "8C", "JH", "QS", "KD", "TC", "AS"} - missed
