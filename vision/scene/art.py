"""The deck on a drawn table: the project's own, or pictures from a folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np

from vision.arrays import Picture, as_u8
from vision.cameras.decode import decode_file
from vision.scene import deck

_SUITS: Final = "CDHS"
_RANKS: Final = "A23456789TJQK"


class DeckArt(Protocol):
    """A deck to draw with. Pictures are BGRA uint8 (deck.HEIGHT_PX, deck.WIDTH_PX, 4), not to be written to."""

    name: str

    def face(self, card: str) -> Picture:
        """The face of a card such as ``5H``."""
        ...

    def back(self) -> Picture:
        """The back all cards share."""
        ...


class OwnDeck:
    """The project's own deck (`vision.scene.deck`)."""

    name = "pegwatch"

    def face(self, card: str) -> Picture:
        """The face of a card such as ``5H``."""
        return deck.face(card)

    def back(self) -> Picture:
        """The back all cards share."""
        return deck.back()


OWN_DECK: Final = OwnDeck()


class FolderDeck:
    """A deck of pictures: ``AS.png`` ... ``TD.png``, any size; ``back.png`` if there is one.

    Raises:
        ValueError: a card's picture is missing or cannot be read; the text names it.
    """

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self._folder = folder
        missing = [
            f"{rank}{suit}.png"
            for suit in _SUITS
            for rank in _RANKS
            if not (folder / f"{rank}{suit}.png").is_file()
        ]
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise ValueError(f"no deck of cards in {folder}: {missing[0]}{more} missing")
        self._face = lru_cache(maxsize=14)(self._read)

    def face(self, card: str) -> Picture:
        """The face of a card such as ``5H``."""
        return self._face(card)

    def back(self) -> Picture:
        """The back all cards share: the folder's ``back.png``, else that of the project's deck."""
        return self._face("back") if (self._folder / "back.png").is_file() else deck.back()

    def _read(self, name: str) -> Picture:
        path = self._folder / f"{name}.png"
        picture: Any = decode_file(path, cv2.IMREAD_UNCHANGED)
        if picture is None:
            raise ValueError(f"{path} is not a picture that can be read")
        if picture.ndim == 2:
            picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
        size = (deck.WIDTH_PX, deck.HEIGHT_PX)
        shrinks = picture.shape[1] > size[0]
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
        if picture.shape[2] == 3:
            picture = np.dstack([picture, deck.outline()])
        return as_u8(picture)


def deck_art(folder: str) -> DeckArt:
    """The deck of a folder, or the project's own if `folder` is empty; raises `ValueError` as `FolderDeck` does."""
    return FolderDeck(Path(folder)) if folder else OWN_DECK
