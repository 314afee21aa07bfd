"""What the reader says of cards it cannot read: a reason that a person can act on, on drawn pictures of each case."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.networkreader import NetworkReader
from vision.reasons import FAINT, GLARE, HIDDEN, NO_COLOUR, NOT_WHOLE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL
from vision.scene.deck import face

Picture = NDArray[np.uint8]
CARD = (150, 210)  # px, width and height
GREEN = (60, 100, 50)


@pytest.fixture(scope="module")
def reader() -> NetworkReader:
    return NetworkReader()


def table(*cards: tuple[str, float, float]) -> Picture:
    """A green cloth with upright cards: name, and px of the upper left corner."""
    cloth = np.full((420, 520, 3), GREEN, np.uint8)
    cloth += np.random.default_rng(3).integers(0, 14, cloth.shape, np.uint8)
    for name, x, y in cards:
        small = cv2.resize(face(name), CARD, interpolation=cv2.INTER_AREA)
        flat = cv2.warpAffine(small, np.array([(1, 0, x), (0, 1, y)], np.float64), cloth.shape[1::-1])
        alpha = flat[:, :, 3:] / np.float32(255)
        cloth = (flat[:, :, :3] * alpha + cloth * (1 - alpha)).astype(np.uint8)
    return cloth


def washed_out(picture: Picture, strength: float, *spots: tuple[float, float]) -> Picture:
    """Lamps mirrored in the card at these places."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    light = np.zeros(picture.shape[:2], np.float32)
    for at_x, at_y in spots:
        light = np.maximum(light, np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (2 * 34**2)) * 2)
    share = np.clip(light, 0, strength)[:, :, None]
    return (picture * (1 - share) + 255 * share).astype(np.uint8)


def reasons(
    reader: NetworkReader, pictures: Iterable[Picture], card: str, height: float = CARD[1]
) -> set[str]:
    """The reasons given over worse and worse pictures; nothing but the card itself may ever be certain."""
    said = set()
    for picture in pictures:
        reading = reader.read(np.ascontiguousarray(picture), card_height_px=height)
        assert {c.card for c in reading.cards} <= set(card.split())
        said |= {u.reason for u in reading.unsure}
    return said


def test_too_dark(reader: NetworkReader) -> None:
    card, rng = table(("QH", 180, 100)), np.random.default_rng(5)
    lights = np.linspace(0.12, 0.03, 16)
    darker = (
        np.clip(card * light + rng.normal(0, 3, card.shape), 0, 255).astype(np.uint8) for light in lights
    )
    assert reasons(reader, darker, "QH") == {TOO_DARK}


def test_glare_on_this_card(reader: NetworkReader) -> None:
    card = table(("QH", 180, 100))
    glaring = (washed_out(card, s, (198, 124), (312, 286)) for s in (0.7, 0.8, 0.86, 0.9, 0.93, 0.95, 0.97))
    assert reasons(reader, glaring, "QH") == {GLARE}


def test_out_of_focus(reader: NetworkReader) -> None:
    card = table(("7S", 180, 100))
    blurred = (np.asarray(cv2.GaussianBlur(card, (0, 0), b), np.uint8) for b in (3.0, 4.0, 5.0, 6.0, 7.0))
    assert reasons(reader, blurred, "7S") == {OUT_OF_FOCUS}


def test_not_all_in_the_picture(reader: NetworkReader) -> None:
    card = table(("QH", 180, 100))
    cut = (card[:240, x:] for x in (184, 186, 188, 190, 192, 194))
    assert reasons(reader, cut, "QH") == {NOT_WHOLE}


def test_too_small(reader: NetworkReader) -> None:
    card, said = table(("QH", 180, 100)), set()
    for size in (0.2, 0.17, 0.14, 0.11):
        far = cv2.resize(card, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        said |= reasons(reader, [np.asarray(far, np.uint8)], "QH", size * CARD[1])
    assert said == {TOO_SMALL}


def test_two_cards_hide_each_others_corner(reader: NetworkReader) -> None:
    over = (table(("QH", 180, 100), ("7S", 180 + dx, 94))[:200] for dx in range(14, 32, 2))
    assert HIDDEN in reasons(reader, over, "QH 7S")


def test_without_colours_hearts_may_be_spades(reader: NetworkReader) -> None:
    grey = cv2.cvtColor(table(("QH", 180, 100)), cv2.COLOR_BGR2GRAY)
    reading = reader.read(
        np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8), card_height_px=CARD[1]
    )
    assert reading.cards == ()
    said = {u.reason for u in reading.unsure}
    assert NO_COLOUR in said
    assert said <= {NO_COLOUR, FAINT}
