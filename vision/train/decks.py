"""Decks of rendered cards, and a press that prints other indices on them: letters, sizes and colours."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import as_u8
from vision.train.art import HELD_OUT, LETTERS, RANKS, SUITS

Picture = NDArray[np.uint8]
Box = tuple[int, int, int, int]  # left, top, right, bottom in px of the card

ALWAYS_REPRINTED = ("-reset", "g_tango")  # whose own indices are not English, or not rank over suit
FOUR_CORNERS = ("g_dondorf",)
ODD_SUITS = (
    "anglo",
    "gnomang",
    "ornamental",
    "plastic",
    "neoclassical",
    "aguilar",
    "tango",
    "nicu",
    "standard",
)
LETTER_CELL = 160  # px of one cell of a letter strip


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck: BGRA pictures by card, the box of its index, the colour of its paper."""

    name: str
    cards: dict[str, Picture]
    distractors: list[Picture]
    back: Picture | None
    box: Box
    paper: NDArray[np.float32]
    needs_reprint: bool
    four_corners: bool


@dataclass(frozen=True, slots=True)
class Style:
    """How the press prints indices on one deck. Lengths are shares of the card's height or width."""

    letters: int
    rank_height: float
    rank_aspect: float
    suit_height: float
    suit_aspect: float
    suit_shape: int
    left: float
    top: float
    gap: float
    colours: dict[str, NDArray[np.float32]]
    four_corners: bool


def _ink_box(card: Picture, paper: NDArray[np.float32]) -> Box | None:
    """The box of the printed index in the top left corner of an ace, which has no pips there."""
    high, wide = card.shape[:2]
    corner = card[: int(0.48 * high), : int(0.34 * wide)]
    ink = (np.abs(corner[:, :, :3].astype(np.float32) - paper).max(2) > 60) & (corner[:, :, 3] > 250)
    ink[:, : int(0.012 * wide) + 4] = False
    ink[: int(0.008 * high) + 4] = False
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8))
    inside = [
        s
        for s in stats[1:]
        if s[4] > 12
        and s[0] + s[2] < ink.shape[1] - 1
        and s[1] + s[3] < ink.shape[0] - 1
        and s[0] < 0.22 * wide
        and s[1] < 0.30 * high
        and s[2] < 0.3 * wide
        and s[3] < 0.3 * high
    ]
    if not inside:
        return None
    k = np.array(inside)
    return (
        int(k[:, 0].min()),
        int(k[:, 1].min()),
        int((k[:, 0] + k[:, 2]).max()),
        int((k[:, 1] + k[:, 3]).max()),
    )


def _read(path: Path) -> Picture:
    return as_u8(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))


def load_deck(folder: Path) -> Deck:
    """Read one rendered deck.

    Raises:
        ValueError: no index can be found on its aces.
    """
    cards = {r + s: _read(folder / f"{r}{s}.png") for r in RANKS for s in SUITS}
    ace = cards["AS"]
    high, wide = ace.shape[:2]
    patch = ace[int(0.30 * high) : int(0.40 * high), int(0.2 * wide) : int(0.35 * wide), :3]
    paper = np.median(patch.reshape(-1, 3), 0).astype(np.float32)
    boxes = np.array([b for s in SUITS if (b := _ink_box(cards["A" + s], paper)) is not None])
    if len(boxes) == 0:
        raise ValueError(f"{folder.name}: no index found on the aces")
    low, far = boxes[:, :2].min(0), boxes[:, 2:].max(0)
    extra = [_read(p) for p in sorted(folder.glob("joker*.png"))]
    back = _read(folder / "back.png") if (folder / "back.png").exists() else None
    return Deck(
        name=folder.name,
        cards=cards,
        distractors=extra,
        back=back,
        box=(int(low[0]), int(low[1]), int(far[0]), int(far[1])),
        paper=paper,
        needs_reprint=any(mark in folder.name for mark in ALWAYS_REPRINTED),
        four_corners=folder.name in FOUR_CORNERS,
    )


def load_decks(work: Path, *, held_out: bool) -> list[Deck]:
    """All training decks, or all decks held out from training."""
    folders = sorted(p for p in (work / "decks").iterdir() if p.is_dir())
    return [load_deck(p) for p in folders if (p.name in HELD_OUT) == held_out]


def middle_pip(deck: Deck, suit: str) -> Picture | None:
    """The alpha mask of the large pip of an ace."""
    ace = deck.cards["A" + suit]
    high, wide = ace.shape[:2]
    middle = ace[int(0.3 * high) : int(0.7 * high), int(0.25 * wide) : int(0.75 * wide), :3].astype(
        np.float32
    )
    ink = (np.abs(middle - deck.paper).max(2) > 90).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink)
    if count < 2:
        return None
    k = 1 + int(stats[1:, 4].argmax())
    x, y, w, h = (int(v) for v in stats[k, :4])
    if h < 25 or w < 20 or h > 0.3 * high:
        return None
    return as_u8((labels[y : y + h, x : x + w] == k) * 255)


def _tight(mask: Picture) -> Picture | None:
    ys, xs = np.where(mask.max(1) > 40)[0], np.where(mask.max(0) > 40)[0]
    if len(ys) < 12 or len(xs) < 6:
        return None
    return mask[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]


def _plotter_fonts() -> list[dict[str, Picture]]:
    """The stroked letters of OpenCV, thin and thick, as simulators and cheap printers use them."""
    fonts = []
    faces = (
        cv2.FONT_HERSHEY_SIMPLEX,
        cv2.FONT_HERSHEY_DUPLEX,
        cv2.FONT_HERSHEY_COMPLEX,
        cv2.FONT_HERSHEY_TRIPLEX,
    )
    for face in faces:
        for thick in (4, 10):
            font = {}
            for i, mark in enumerate(LETTERS):
                cell = np.zeros((LETTER_CELL, 2 * LETTER_CELL), np.uint8)
                text = "10" if mark == "T" and i < 13 else mark
                cv2.putText(cell, text, (40, 120), face, 3.0, 255, thick, cv2.LINE_AA)
                tight = _tight(cell)
                if tight is not None:
                    font[mark if i < 13 else "_" + mark] = tight
            fonts.append(font)
    return fonts


def _drawn_suits() -> dict[str, Picture]:
    """Suit signs made of circles and triangles."""
    heart, diamond, club, spade = (np.zeros((100, 100), np.uint8) for _ in range(4))
    cv2.fillPoly(diamond, [np.array([[50, 2], [85, 50], [50, 98], [15, 50]])], 255, cv2.LINE_AA)
    for x in (28, 72):
        cv2.circle(heart, (x, 30), 25, 255, -1, cv2.LINE_AA)
        cv2.circle(spade, (x, 58), 23, 255, -1, cv2.LINE_AA)
        cv2.circle(club, (x, 60), 22, 255, -1, cv2.LINE_AA)
    cv2.fillPoly(heart, [np.array([[6, 42], [94, 42], [50, 96]])], 255, cv2.LINE_AA)
    cv2.fillPoly(spade, [np.array([[8, 48], [92, 48], [50, 4]])], 255, cv2.LINE_AA)
    cv2.circle(club, (50, 27), 22, 255, -1, cv2.LINE_AA)
    for sign in (club, spade):
        cv2.fillPoly(sign, [np.array([[50, 45], [66, 96], [34, 96]])], 255, cv2.LINE_AA)
    return {"H": heart, "D": diamond, "C": club, "S": spade}


class Press:
    """Prints indices on cards; letters and suit signs are shared by all decks."""

    def __init__(self, work: Path, decks: list[Deck]) -> None:
        self.fonts: list[dict[str, Picture]] = []
        self.suits: dict[str, list[Picture]] = {s: [] for s in SUITS}
        for path in sorted((work / "letters").glob("*.png")):
            self._load_font(path)
        self.fonts += _plotter_fonts()
        for s, sign in _drawn_suits().items():
            self.suits[s].append(sign)
        for deck in decks:
            for s in SUITS:
                if s == "S" and any(odd in deck.name for odd in ODD_SUITS):
                    continue  # their ace of spades is an ornament
                pip = middle_pip(deck, s)
                if pip is not None:
                    self.suits[s].append(pip)

    def _load_font(self, path: Path) -> None:
        strip = as_u8(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE))
        names = list(LETTERS[:13]) + ["_" + c for c in LETTERS[13:]] + list(SUITS)
        font = {}
        for i, name in enumerate(names):
            mask = _tight(strip[:, i * LETTER_CELL : (i + 1) * LETTER_CELL])
            if mask is not None:
                font[name] = mask
        if all(r in font for r in RANKS):
            self.fonts.append(font)
            if all(s in font for s in SUITS) and "DejaVu" in path.name:
                for s in SUITS:
                    self.suits[s].append(font[s])

    def style(self, rng: np.random.Generator) -> Style:
        """A random style of indices."""
        jumbo = rng.random() < 0.2
        rank_height = rng.uniform(0.12, 0.19) if jumbo else rng.uniform(0.07, 0.125)
        black = (
            np.full(3, 15.0, np.float32) if rng.random() < 0.6 else rng.uniform(0, 60, 3).astype(np.float32)
        )
        red = np.array([20, 20, 205], np.float32)
        if rng.random() < 0.5:
            red = rng.uniform([0, 0, 150], [60, 60, 255]).astype(np.float32)
        colours = {"C": black, "S": black, "D": red, "H": red}
        if rng.random() < 0.12:  # four colours
            colours["C"] = rng.uniform([0, 90, 0], [60, 160, 60]).astype(np.float32)
            blue, orange = (
                rng.uniform([130, 30, 0], [230, 100, 60]),
                rng.uniform([0, 100, 200], [40, 160, 255]),
            )
            colours["D"] = (blue if rng.random() < 0.7 else orange).astype(np.float32)
        return Style(
            letters=int(rng.integers(len(self.fonts))),
            rank_height=rank_height,
            rank_aspect=rng.uniform(0.55, 1.15),
            suit_height=rank_height * rng.uniform(0.5, 1.0),
            suit_aspect=rng.uniform(0.85, 1.15),
            suit_shape=int(rng.integers(1 << 30)),
            left=rng.uniform(0.02, 0.055),
            top=rng.uniform(0.02, 0.05),
            gap=rng.uniform(0.004, 0.03),
            colours=colours,
            four_corners=rng.random() < 0.06,
        )

    def reprint(self, deck: Deck, card: str, style: Style) -> tuple[Picture, Box]:
        """Paint over the indices of a card and print new ones.

        Returns:
            the new BGRA picture and the box of its top left index.
        """
        image = deck.cards[card].copy()
        high, wide = image.shape[:2]
        letter = self.fonts[style.letters][card[0]]
        shapes = self.suits[card[1]]
        shape = shapes[style.suit_shape % len(shapes)]
        rank_h = style.rank_height * high
        aspect = min(style.rank_aspect, 0.95) if card[0] == "T" else style.rank_aspect
        rank_w = min(rank_h * letter.shape[1] / letter.shape[0] * aspect, 0.24 * wide)
        suit_h = style.suit_height * high
        suit_w = min(suit_h * shape.shape[1] / shape.shape[0] * style.suit_aspect, 0.22 * wide)
        x0, y0 = style.left * wide + 3, style.top * high + 2
        broad, suit_y = max(rank_w, suit_w), y0 + rank_h + style.gap * high
        box = (int(x0), int(y0), int(x0 + broad), int(suit_y + suit_h))
        clear = (
            max(deck.box[2] + int(0.02 * wide), box[2] + 3),
            max(deck.box[3] + int(0.01 * high), box[3] + 3),
        )
        colour = style.colours[card[1]]
        corners = 4 if style.four_corners else 2
        for corner in range(4):
            flipped = corner in (2, 3)
            view = image[::-1, ::-1] if flipped else image
            if corner in (1, 3):  # the other two corners: cleared and printed as if they were on the left
                if corners == 2 and not deck.four_corners:
                    continue
                clear_x = slice(wide - clear[0], wide - 3)
            else:
                clear_x = slice(3, clear[0])
            area = view[3 : clear[1], clear_x]
            area[:, :, :3] = np.where(area[:, :, 3:] > 200, deck.paper.astype(np.uint8), area[:, :, :3])
            if corner in (1, 3) and corners == 2:
                continue
            middle = wide - x0 - broad / 2 if corner in (1, 3) else x0 + broad / 2
            _ink(view, letter, (middle - rank_w / 2, y0), (rank_w, rank_h), colour)
            _ink(view, shape, (middle - suit_w / 2, suit_y), (suit_w, suit_h), colour)
        return image, box


def _ink(
    view: Picture,
    mask: Picture,
    at: tuple[float, float],
    size: tuple[float, float],
    colour: NDArray[np.float32],
) -> None:
    """Print a mask onto a view of a card, unless it would reach over the card's edge."""
    shape = (max(2, int(size[0])), max(2, int(size[1])))
    alpha = cv2.resize(mask, shape, interpolation=cv2.INTER_AREA).astype(np.float32)[:, :, None] / 255
    x, y = int(at[0]), int(at[1])
    spot = view[y : y + shape[1], x : x + shape[0], :3]
    if spot.shape[:2] == alpha.shape[:2]:
        spot[:] = (spot * (1 - alpha) + colour * alpha).astype(np.uint8)
