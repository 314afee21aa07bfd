"""Decks of pictures on the drawn table."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from cribbage.score.cards import DECK
from vision.scene import deck
from vision.scene.art import OWN_DECK, FolderDeck, deck_art
from vision.scene.model import LaidCard, Scene
from vision.scene.render import Renderer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A deck of plain cards, each of a grey of its own, without alpha and of another size."""
    for number, card in enumerate(DECK):
        cv2.imwrite(str(tmp_path / f"{card}.png"), np.full((176, 126, 3), 40 + 4 * number, np.uint8))
    return tmp_path


def test_a_picture_is_given_the_shape_of_a_card(folder: Path) -> None:
    face = FolderDeck(folder).face("AC")
    assert face.shape == (deck.HEIGHT_PX, deck.WIDTH_PX, 4)
    assert face[0, 0, 3] == 0, "round corners"
    assert set(face[300, 200, :3].tolist()) == {40 + 4 * [str(c) for c in DECK].index("AC")}


def test_the_table_is_drawn_with_the_deck_it_is_given(folder: Path) -> None:
    scene = Scene(cards=(LaidCard("7H", -150, -150),))
    own = Renderer((768, 432)).draw(scene)
    other = Renderer((768, 432), art=deck_art(str(folder))).draw(scene)
    assert np.abs(own.astype(int) - other).max() > 60


def test_without_a_back_of_its_own_a_deck_has_ours(folder: Path) -> None:
    assert np.array_equal(FolderDeck(folder).back(), OWN_DECK.back())


def test_a_folder_without_a_deck_is_refused_by_name(folder: Path) -> None:
    (folder / "9D.png").unlink()
    with pytest.raises(ValueError, match=r"9D\.png missing"):
        FolderDeck(folder)


def test_a_picture_that_is_none_is_named(folder: Path) -> None:
    (folder / "9D.png").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"9D\.png is not a picture"):
        FolderDeck(folder).face("9D")
