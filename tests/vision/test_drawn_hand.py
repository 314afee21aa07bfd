"""The drawn cards with which a version, an engine and a machine prove themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.drawnhand import drawn_hand, misread
from vision.engine import Engine
from vision.networkreader import NetworkReader
from vision.readresult import Reading


@pytest.mark.parametrize("engine", ["opencv", "onnxruntime"])
def test_all_five_are_read_by_each_engine(engine: Engine) -> None:
    if engine == "onnxruntime":
        pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed: pip install onnxruntime")
    assert misread(NetworkReader(engine=engine)) == ""


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ({}, "it reads nothing of"),
        ({"5H": "5H", "5S": "5S", "5D": "5D", "JC": "JC"}, "it reads 5D, 5H, 5S, JC of"),
        ({"5H": "5D", "5S": "5S", "5D": "6D", "JC": "JC", "5C": "5C"}, "it reads 5C, 5D, 5S, 6D, JC of"),
    ],
)
def test_what_is_read_otherwise_is_said(
    cards: dict[str, str], told: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The networks load, and those of the table, or of photographs, read otherwise than where they were made."""
    reader = NetworkReader()
    whole = reader.read(drawn_hand())
    others = tuple(replace(one, card=cards[one.card]) for one in whole.cards if one.card in cards)

    def read(_picture: object, card_height_px: float | None) -> Reading:
        return replace(whole, cards=others) if (card_height_px is not None) == known else whole

    monkeypatch.setattr(reader, "read", read)
    assert misread(reader) == f"{told} the drawn cards 5H, 5S, 5D, JC, 5C"


def test_the_picture_is_the_same_each_time_and_a_readers_size() -> None:
    one, other = drawn_hand(), drawn_hand()
    assert one.shape == (432, 1500, 3)
    assert (one == other).all()
