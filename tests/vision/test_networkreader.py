"""The reader on pictures whose truth is known, drawn with the project's own deck."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pegwatch.failure import explain
from vision.calibration import LENGTHS, Calibration
from vision.engine import Engine, ReaderError
from vision.facereader import FaceReader
from vision.geometry import Spot, card_from_two
from vision.locate import RANKS, SUITS
from vision.network import SUMS_FILE, write_sums
from vision.networkreader import (
    CHECKER_FILE,
    EIGHT_BIT_FILES,
    FINDER_FILE,
    MODEL_FILES,
    MODELS,
    PIPS_FILE,
    NetworkReader,
    _is_print_on_picture_card,
    eight_bit_file,
)
from vision.readresult import Reading, SeenCard, Unsure
from vision.reasons import TWICE
from vision.scene.deck import back, face

Picture = NDArray[np.uint8]
CARD = (150, 210)  # px, width and height of a card in the drawn pictures
GREEN = (60, 100, 50)


@pytest.fixture(scope="module")
def reader() -> NetworkReader:
    return NetworkReader()


def table(
    cards: Iterable[tuple[Picture, float, float, float]], size: tuple[int, int] = (900, 700)
) -> Picture:
    """A green cloth with cards: picture, middle x and y in px, clockwise turn in degrees."""
    cloth = np.full((size[1], size[0], 3), GREEN, np.uint8)
    cloth += np.random.default_rng(3).integers(0, 14, cloth.shape, np.uint8)
    for picture, x, y, degrees in cards:
        small = cv2.resize(picture, CARD, interpolation=cv2.INTER_AREA)
        turn = cv2.getRotationMatrix2D((CARD[0] / 2, CARD[1] / 2), -degrees, 1.0)
        turn[:, 2] += (x - CARD[0] / 2, y - CARD[1] / 2)
        flat = cv2.warpAffine(small, turn, size, flags=cv2.INTER_LINEAR)
        alpha = flat[:, :, 3:] / np.float32(255)
        cloth = (flat[:, :, :3] * alpha + cloth * (1 - alpha)).astype(np.uint8)
    return cloth


def names(reading: Reading) -> list[str]:
    return sorted(c.card for c in reading.cards)


HAND = ("5H", "JD", "TC", "AS")


def test_reads_a_hand_laid_apart_at_known_size(reader: NetworkReader) -> None:
    picture = table((face(card), 130 + 200 * n, 300, 3 * n) for n, card in enumerate(HAND))
    reading = reader.read(picture, card_height_px=CARD[1])
    assert names(reading) == sorted(HAND)
    assert reading.ms > 0
    assert all(0.5 < c.confidence <= 1 for c in reading.cards)


def test_finds_the_size_by_itself(reader: NetworkReader) -> None:
    picture = table((face(card), 130 + 200 * n, 300, -4 * n) for n, card in enumerate(HAND))
    assert names(reader.read(picture)) == sorted(HAND)


@pytest.mark.parametrize("degrees", [45, 90, 160, 245, 300])
def test_reads_cards_turned_any_way_and_says_where(reader: NetworkReader, degrees: int) -> None:
    reading = reader.read(table([(face("7D"), 450, 350, degrees)]), card_height_px=CARD[1])
    assert names(reading) == ["7D"]
    middle = reading.cards[0].corners.mean(axis=0)
    assert np.abs(middle - (450, 350)).max() < 12
    sides = np.linalg.norm(np.diff(reading.cards[0].corners, axis=0), axis=1)
    assert sides[:2] == pytest.approx(CARD, rel=0.15)


def test_the_pips_alone_tell_a_number_card(reader: NetworkReader) -> None:
    """The second opinion is one: with the index painted over every number card is still told."""
    pips = FaceReader(MODELS / PIPS_FILE)
    for number, card in enumerate(rank + suit for rank in RANKS[:10] for suit in SUITS):
        picture = table([(face(card), 150, 150, 37 * number)], (300, 300))
        (seen,) = reader.read(picture, card_height_px=CARD[1]).cards
        assert pips.look(picture, list(seen.spots[:2])).card == card


def test_one_index_is_enough_where_cards_overlap(reader: NetworkReader) -> None:
    cards = ("9H", "QS", "4C", "KD")
    picture = table((face(card), 300 + 55 * n, 330, 2 * n) for n, card in enumerate(cards))
    reading = reader.read(picture, card_height_px=CARD[1])
    assert set(names(reading)) <= set(cards)
    assert len(reading.cards) >= 3


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8),
        np.full((480, 640, 3), GREEN, np.uint8),
        np.zeros((3, 5, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
    ],
    ids=["black", "white", "noise", "cloth", "tiny", "empty"],
)
def test_where_there_is_nothing_nothing_is_read(reader: NetworkReader, picture: Picture) -> None:
    assert reader.read(picture).cards == ()
    assert reader.read(picture, card_height_px=200).cards == ()


def test_the_backs_of_cards_are_never_read(reader: NetworkReader) -> None:
    picture = table((back(), 130 + 200 * n, 300, 10 * n) for n in range(4))
    assert reader.read(picture).cards == ()
    assert reader.read(picture, card_height_px=CARD[1]).cards == ()


def test_a_score_pad_is_never_read(reader: NetworkReader) -> None:
    page = np.full((600, 450, 3), 250, np.uint8)
    rng = np.random.default_rng(9)
    for row in range(12):
        text = "  ".join(rng.choice(["15", "2", "9", "K", "Q 10", "A", "7 6", "J"], 6))
        cv2.putText(
            page, text, (20, 45 + 46 * row), cv2.FONT_HERSHEY_DUPLEX, 1.0, (30, 30, 30), 2, cv2.LINE_AA
        )
    assert reader.read(page).cards == ()
    assert reader.read(page, index_height_px=40).cards == ()


def test_the_same_card_twice_is_certain_in_neither_place(reader: NetworkReader) -> None:
    picture = table([(face("5H"), 200, 300, 0), (face("5H"), 600, 320, 20), (face("8S"), 400, 560, 90)])
    reading = reader.read(picture, card_height_px=CARD[1])
    assert names(reading) == ["8S"]
    assert [u.reason for u in reading.unsure if u.guess == "5H"] == [TWICE, TWICE]


def test_two_corners_that_disagree_make_it_unsure(reader: NetworkReader) -> None:
    forged = face("5H").copy()
    high, wide = forged.shape[:2]
    forged[high // 2 :, wide // 2 :] = face("6H")[high // 2 :, wide // 2 :]
    reading = reader.read(table([(forged, 450, 350, 15)]), card_height_px=CARD[1])
    assert reading.cards == ()
    assert any("disagree: 5H and 6H" in u.reason for u in reading.unsure)


def test_in_the_dark_it_says_so_rather_than_guess(reader: NetworkReader) -> None:
    picture = (table([(face("QH"), 450, 350, 0)]) * 0.04).astype(np.uint8)
    reading = reader.read(picture, card_height_px=CARD[1])
    assert set(names(reading)) <= {"QH"}
    assert all(u.reason for u in reading.unsure)


def test_a_lower_threshold_never_reads_less() -> None:
    picture = cv2.GaussianBlur(
        table((face(c), 130 + 200 * n, 300, 0) for n, c in enumerate(HAND)), (0, 0), 2.2
    )
    strict, loose = NetworkReader(threshold=0.999999), NetworkReader(threshold=0.6)
    few = set(names(strict.read(np.asarray(picture, np.uint8), card_height_px=CARD[1])))
    many = set(names(loose.read(np.asarray(picture, np.uint8), card_height_px=CARD[1])))
    assert few <= many


@pytest.mark.parametrize(
    "picture",
    [np.zeros((9, 9), np.uint8), np.zeros((40, 40, 4), np.uint8), np.zeros((40, 40, 3), np.float32)],
    ids=["grey", "four channels", "float"],
)
def test_other_arrays_are_refused(reader: NetworkReader, picture: Picture) -> None:
    with pytest.raises(ValueError, match="needs an"):
        reader.read(picture)


@pytest.mark.parametrize("threshold", [0.0, -1.0, 1.5])
def test_a_threshold_is_a_probability(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        NetworkReader(threshold=threshold)


def test_missing_networks_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"finder\.onnx"):
        NetworkReader(tmp_path, engine="opencv")
    with pytest.raises(FileNotFoundError, match=r"finder-int8\.onnx"):
        NetworkReader(tmp_path, engine="onnxruntime")


def _copied(folder: Path) -> Path:
    return Path(shutil.copytree(MODELS, folder / "models"))


def test_the_networks_that_are_shipped_are_those_of_their_list(tmp_path: Path) -> None:
    NetworkReader(_copied(tmp_path))
    subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS_FILE], cwd=MODELS, check=True, capture_output=True
    )


def _engine_that_reads(file: str) -> Engine:
    if file not in EIGHT_BIT_FILES:
        return "opencv"
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed: pip install onnxruntime")
    return "onnxruntime"


@pytest.mark.parametrize("name", MODEL_FILES)
@pytest.mark.parametrize("how", ["a bit", "junk", "cut", "empty", "another"])
def test_a_network_that_is_not_the_one_meant_is_named_in_one_line(
    how: str, name: str, tmp_path: Path
) -> None:
    """One wrong bit still runs, and reads something else, or nothing (Fault: networks not checked)."""
    models = _copied(tmp_path)
    data = bytearray((models / name).read_bytes())
    if how == "a bit":
        data[len(data) // 2] ^= 1
    other = CHECKER_FILE if name != CHECKER_FILE else FINDER_FILE
    spoilt = {
        "junk": b"junk\n" * 50,
        "cut": data[:-9],
        "empty": b"",
        "another": (MODELS / other).read_bytes(),
    }
    (models / name).write_bytes(spoilt.get(how, bytes(data)))
    with pytest.raises(
        ReaderError, match=rf"{name} is not the file that {SUMS_FILE} beside it means"
    ) as raised:
        NetworkReader(models, engine=_engine_that_reads(name))
    assert explain(raised.value) == str(raised.value)


@pytest.mark.parametrize("sums", [None, b"", b"\xff", b"junk"])
def test_networks_without_their_list_are_not_run(sums: bytes | None, tmp_path: Path) -> None:
    models = _copied(tmp_path)
    (models / SUMS_FILE).unlink()
    if sums is not None:
        (models / SUMS_FILE).write_bytes(sums)
    with pytest.raises(ReaderError, match=SUMS_FILE):
        NetworkReader(models)


@pytest.mark.parametrize("name", [PIPS_FILE, eight_bit_file(PIPS_FILE)])
def test_a_file_that_is_no_network_is_named_even_where_the_list_means_it(name: str, tmp_path: Path) -> None:
    models = _copied(tmp_path)
    (models / name).write_bytes(b"junk\n" * 50)
    write_sums(models, MODEL_FILES)
    with pytest.raises(ReaderError, match=rf"not a network that .* can run: .*{name}"):
        NetworkReader(models, engine=_engine_that_reads(name))


def test_a_broken_calibration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calibration.json"
    path.write_text("{}")
    with pytest.raises(ValueError, match="not a calibration"):
        Calibration.load(path)
    short = (1.0, 0.0)
    Calibration(**dict.fromkeys(LENGTHS, short), threshold=0.99).save(path)
    with pytest.raises(ValueError, match="not the calibration of this reader"):
        Calibration.load(path)


@pytest.mark.parametrize(
    ("card", "both", "at", "confidence", "picture"),
    [
        ("JS", True, (70, 60), 0.42, True),
        ("AS", True, (70, 60), 0.42, True),
        ("JS", True, (70, 60), 0.6, False),
        ("9S", True, (70, 60), 0.42, False),
        ("JS", True, (170, 60), 0.42, False),
        ("JS", False, (70, 60), 0.42, False),
    ],
    ids=[
        "a halberd",
        "an ornament",
        "likely a card",
        "no picture there",
        "beside it",
        "its other corner is not seen",
    ],
)
def test_what_looks_a_little_like_an_index_on_a_court_is_its_picture(
    card: str, both: bool, at: tuple[float, float], confidence: float, picture: bool
) -> None:
    """It left a hand unread whose four cards had all been read for certain."""
    first, second = Spot(14, 25, 29, -np.pi / 2), Spot(86, 115, 29, np.pi / 2)
    seen = SeenCard(card, 0.999, card_from_two(first, second), (first, second) if both else (first,))
    doubt = Unsure("its corner cannot be read", None, "QS", confidence, (Spot(*at, 25, -np.pi / 2),))
    assert _is_print_on_picture_card(doubt, seen) == picture
