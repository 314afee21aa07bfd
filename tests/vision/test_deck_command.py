"""`pegwatch deck` from the command line: a deck from a folder of pictures, by the real reader, until it is in use."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).parent))
from decktable import Page

from pegwatch.cli import group
from vision.deck.store import CARDS, DeckFolder


def pegwatch(*words: str) -> tuple[str, str]:
    """What a command says, and what it complains of."""
    done = CliRunner().invoke(group, list(words))
    return done.output, str(done.exception or "")


def test_a_deck_is_enrolled_from_a_folder_and_played_with(tmp_path: Path) -> None:
    data, pictures = tmp_path / "data", tmp_path / "pictures"
    enrol = ("deck", "enrol", "club-red", str(pictures), "--data", str(data))
    pictures.mkdir()
    for number, cards in enumerate((CARDS[:26], CARDS[26:-1])):
        cv2.imwrite(str(pictures / f"page{number}.png"), Page(cards).picture)
    _, wrong = pegwatch(*enrol)
    count, _, wanted = wrong.partition(" of 52 cards are missing: ")
    assert wanted.split()[-1] == CARDS[-1], "it is not in the pictures"
    assert 1 <= len(wanted.split()) == int(count.split()[-1]) <= 4
    assert DeckFolder(data).names() == []

    for card in wanted.split():  # as it says: laid alone and named
        cv2.imwrite(str(pictures / f"{card}.png"), Page((card,)).picture)
    said, wrong = pegwatch(*enrol)
    assert wrong == ""
    assert "how sure an ordinary look becomes with it" in said
    assert pegwatch("deck", "use", "club-red", "--data", str(data))[1] == ""
    assert DeckFolder(data).in_use() == "club-red"
    assert set(DeckFolder(data).load("club-red").corners) == set(CARDS)
