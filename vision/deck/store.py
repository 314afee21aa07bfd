"""Decks in files: one compressed file for each deck, a few hundred kB, in the data folder of a table."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.arrays import Picture, as_u8
from vision.deck.likeness import FACE_PX
from vision.network import CROP_HEIGHT, CROP_WIDTH

FOLDER: Final = "decks"
CARDS: Final = tuple(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")
_IN_USE: Final = "in-use"
_FORMAT: Final = "pegwatch-deck/1"
_NAME: Final = re.compile(r"[^\W_][\w-]{0,23}")


class DeckError(ValueError):
    """A deck cannot be made, found or read; the message says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class ClubDeck:
    """What is stored of a deck.

    Attributes:
        corners: some corners of each of the 52 cards, BGR (64, 48, 3).
        faces: flattened whole faces, BGR, of the cards that were seen whole.
        index_of_card: height of a corner index over the height of the card.
        sure: by card, how sure the deck would make the reader of it, 0 to 1, worked out when it was enrolled.
    """

    name: str
    corners: Mapping[str, Sequence[Picture]]
    faces: Mapping[str, Picture]
    index_of_card: float
    sure: Mapping[str, float]


def check_name(name: str) -> str:
    """The name, if a deck can have it: it becomes the name of a file. Raises `DeckError`."""
    if not _NAME.fullmatch(name):
        raise DeckError(
            f"{name!r} cannot be the name of a deck: up to 24 letters, digits, - and _, a letter or digit first"
        )
    return name


class DeckFolder:
    """The decks of one table, and the one it plays with."""

    def __init__(self, data: Path) -> None:
        """`data`: the table's data folder."""
        self.path = data / FOLDER

    def names(self) -> list[str]:
        """The names of the decks, sorted."""
        return sorted(p.stem for p in self.path.glob("*.npz")) if self.path.is_dir() else []

    def save(self, deck: ClubDeck) -> None:
        """Write a deck, in place of one of the same name; raises `DeckError`."""
        path = self._file(deck.name)
        fresh = path.with_suffix(".new")
        corners = [(card, one) for card, many in deck.corners.items() for one in many]
        about = {
            "format": _FORMAT,
            "name": deck.name,
            "index_of_card": round(deck.index_of_card, 4),
            "sure": {card: round(value, 4) for card, value in deck.sure.items()},
            "corners": [card for card, _ in corners],
            "faces": list(deck.faces),
        }
        empty = np.zeros((0, FACE_PX[1], FACE_PX[0], 3), np.uint8)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with fresh.open("wb") as file:
                np.savez_compressed(
                    file,
                    about=np.frombuffer(json.dumps(about).encode(), np.uint8),
                    corners=np.stack([one for _, one in corners]),
                    faces=np.stack(list(deck.faces.values())) if deck.faces else empty,
                )
            os.replace(fresh, path)
        except OSError as error:
            raise DeckError(
                f"cannot write {path}: {error.strerror or error}; choose another --data DIR"
            ) from error

    def load(self, name: str) -> ClubDeck:
        """Read a deck; raises `DeckError` if there is none, or its file is broken."""
        path = self._file(name)
        if not path.is_file():
            there = ", ".join(self.names()) or "none yet"
            raise DeckError(f"there is no deck {name!r} here (decks: {there}); pegwatch deck enrol makes one")
        try:
            # Opened here: where the content is no archive, np.load leaves its own file open.
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                about = json.loads(file["about"].tobytes())
                corners, faces = as_u8(file["corners"]), as_u8(file["faces"])
            return _deck_of(name, about, corners, faces)
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, EOFError) as error:
            raise DeckError(
                f"the deck {name!r} cannot be read ({path} is broken): enrol it again, or remove it"
            ) from error

    def remove(self, name: str) -> None:
        """Delete a deck; if it was in use, none is any more."""
        path = self._file(name)
        if not path.is_file():
            self.load(name)
        if self.in_use() == name:
            self.use("")
        path.unlink()

    def in_use(self) -> str:
        """The name of the deck in use; empty if none is."""
        try:
            name = (self.path / _IN_USE).read_text(encoding="utf-8").strip()
        except OSError:
            return ""
        return name if name and (self.path / f"{name}.npz").is_file() else ""

    def use(self, name: str) -> None:
        """Use this deck from now on; none if the name is empty. Raises `DeckError`."""
        if name:
            self.load(name)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            fresh = self.path / (_IN_USE + ".new")
            fresh.write_text(name + "\n", encoding="utf-8")
            os.replace(fresh, self.path / _IN_USE)
        except OSError as error:
            raise DeckError(f"cannot write to {self.path}: {error.strerror or error}") from error

    def _file(self, name: str) -> Path:
        return self.path / f"{check_name(name)}.npz"


def _deck_of(name: str, about: Mapping[str, object], corners: Picture, faces: Picture) -> ClubDeck:
    if about["format"] != _FORMAT:
        raise ValueError(f"not {_FORMAT}")
    if corners.shape[1:] != (CROP_HEIGHT, CROP_WIDTH, 3) or faces.shape[1:] != (FACE_PX[1], FACE_PX[0], 3):
        raise ValueError("pictures of another size")
    cards, faced, sure = about["corners"], about["faces"], about["sure"]
    if not isinstance(cards, list) or not isinstance(faced, list) or not isinstance(sure, dict):
        raise ValueError("lists are missing")
    of: dict[str, list[Picture]] = {card: [] for card in CARDS}
    for card, one in zip(cards, corners, strict=True):
        of[card].append(one)
    if not all(of.values()):
        raise ValueError("cards are missing")
    whole = {str(card): one for card, one in zip(faced, faces, strict=True)}
    return ClubDeck(name, of, whole, float(str(about["index_of_card"])), {c: float(sure[c]) for c in CARDS})
