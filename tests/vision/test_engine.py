"""Whatever computes the networks says the same; OpenCV does it where nothing else is there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import engine
from vision.engine import Engine, ReaderError, engine_name, load
from vision.facereader import FACE_HEIGHT, FACE_WIDTH
from vision.network import CROP_HEIGHT, CROP_WIDTH
from vision.networkreader import (
    CHECKER_FILE,
    CLOSER_FILE,
    FINDER_FILE,
    MODELS,
    PIPS_FILE,
    NetworkReader,
    eight_bit_file,
)
from vision.train.drawntable import drawn_table

BOTH: tuple[Engine, ...] = ("opencv", "onnxruntime")
SIZES = {
    FINDER_FILE: (480, 352),
    CHECKER_FILE: (CROP_WIDTH, CROP_HEIGHT),
    CLOSER_FILE: (CROP_WIDTH, CROP_HEIGHT),
    PIPS_FILE: (FACE_WIDTH, FACE_HEIGHT),
}
ALIKE = 1e-3  # of scores that run over tens
EIGHT_BITS_ALIKE = 0.15  # the same, root mean square


@pytest.fixture(autouse=True)
def _there() -> None:
    pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed: pip install onnxruntime")


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    return np.asarray(
        cv2.resize(drawn_table((1600, 1200)), (1152, 864), interpolation=cv2.INTER_AREA), np.uint8
    )


def parts(table: np.ndarray, size: tuple[int, int], number: int) -> list[np.ndarray]:
    wide, high = size
    return [
        np.ascontiguousarray(table[60 * n : 60 * n + high, 90 * n : 90 * n + wide]) for n in range(number)
    ]


@pytest.mark.parametrize("file", SIZES)
def test_both_engines_say_the_same_of_one_picture_and_of_several(file: str, table: np.ndarray) -> None:
    opencv, onnx = (load(MODELS / file, one) for one in BOTH)
    for number in (1,) if file == FINDER_FILE else (1, 3):
        some = parts(table, SIZES[file], number)
        one, other = opencv(some), onnx(some)
        assert one.shape == other.shape
        assert one.shape[0] == number
        assert one.dtype == other.dtype == np.float32
        assert np.abs(one - other).max() < ALIKE


@pytest.mark.parametrize("file", SIZES)
def test_eight_bits_say_nearly_the_same(file: str, table: np.ndarray) -> None:
    some = parts(table, SIZES[file], 1 if file == FINDER_FILE else 8)
    whole, eight = load(MODELS / file)(some), load(MODELS / eight_bit_file(file))(some)
    assert 0 < np.sqrt(np.square(whole - eight).mean()) < EIGHT_BITS_ALIKE


def test_a_pc_that_would_cut_sums_off_is_told_not_to(
    monkeypatch: pytest.MonkeyPatch, table: np.ndarray
) -> None:
    """Where no processor cuts any off both ways are the same to the last bit."""
    some = parts(table, SIZES[FINDER_FILE], 1)
    as_here = load(MODELS / eight_bit_file(FINDER_FILE), "onnxruntime")(some)
    monkeypatch.setattr(engine, "_SUMS_UNCUT", ())
    assert (load(MODELS / eight_bit_file(FINDER_FILE), "onnxruntime")(some) == as_here).all()


@pytest.mark.parametrize("one", BOTH)
def test_what_was_said_is_not_written_over_by_the_next_picture(one: Engine, table: np.ndarray) -> None:
    network = load(MODELS / CHECKER_FILE, one)
    first, second = (parts(table, SIZES[CHECKER_FILE], 2)[n : n + 1] for n in (0, 1))
    said = network(first)
    kept = said.copy()
    assert np.abs(network(second) - kept).max() > ALIKE
    assert (said == kept).all()


@pytest.mark.parametrize("card_height_px", [None, 180.0], ids=["size searched", "size known"])
def test_the_reader_reads_the_same_cards_with_either(card_height_px: float | None, table: np.ndarray) -> None:
    """Of a known size ONNX Runtime runs the networks with eight bits."""
    opencv, onnx = (NetworkReader(engine=one).read(table, card_height_px=card_height_px) for one in BOTH)
    assert opencv.cards
    assert {card.card for card in opencv.cards} == {card.card for card in onnx.cards}
    assert len(opencv.unsure) == len(onnx.unsure)


def test_opencv_computes_where_nothing_else_is_there(
    monkeypatch: pytest.MonkeyPatch, table: np.ndarray
) -> None:
    assert engine_name() == engine_name("onnxruntime") != engine_name("opencv")
    monkeypatch.setattr(engine, "_runtime", lambda: None)
    assert engine_name() == engine_name("opencv") == f"OpenCV {cv2.__version__}"
    assert NetworkReader(engine="auto").read(table).cards
    with pytest.raises(
        ReaderError, match=r"install it \(pip install onnxruntime\), or set \[eye\] engine to auto"
    ):
        NetworkReader(engine="onnxruntime")


@pytest.mark.parametrize("one", BOTH)
def test_a_file_that_is_no_network_is_named(one: Engine, tmp_path: Path) -> None:
    junk = tmp_path / "finder.onnx"
    junk.write_bytes(b"not a network at all")
    with pytest.raises(ReaderError, match=f"not a network that .* can run: {junk}"):
        load(junk, one)
