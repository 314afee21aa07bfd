"""Compares readings with the truth: right, unsure, wrong, by kind of picture."""

from __future__ import annotations

import csv
import math
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Spot
from vision.readresult import Reading

PHOTOS_VARIABLE = "PEGWATCH_PHOTOS"
PHOTOS_BESIDE = Path(__file__).parents[3] / "shared" / "photos"
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
ALL = "all"
NOTHING, UNKNOWN = "nothing", "unknown"  # in confusions


@dataclass(frozen=True, slots=True)
class Where:
    """A true corner index: its card, its middle in px, and within how many px a reading is of it."""

    card: str
    x: float
    y: float
    near: float


@dataclass(frozen=True, slots=True)
class Truth:
    """What is in a picture.

    Attributes:
        cards: that can be read.
        present: that are visible at all.
        complete: whether these are all cards of the picture.
        where: every visible index; None where their places are not known.
    """

    name: str
    kind: str
    cards: frozenset[str]
    present: frozenset[str]
    complete: bool = True
    where: tuple[Where, ...] | None = None


@dataclass(slots=True)
class Tally:
    """Counts over pictures of one kind: cards, and pictures wholly right (`whole`) or with a wrong card
    (`spoilt`)."""

    cards: int = 0
    right: int = 0
    wrong: int = 0
    pictures: int = 0
    whole: int = 0
    spoilt: int = 0

    @property
    def unsure(self) -> int:
        """How many readable cards were not read for certain."""
        return self.cards - self.right

    @property
    def share(self) -> float:
        """The share of readable cards that were read, 0 to 1."""
        return self.right / max(1, self.cards)

    def row(self) -> tuple[str, ...]:
        """The cells of a table, as in HEADINGS."""
        doubtful = self.pictures - self.whole - self.spoilt
        counts = (self.wrong, self.pictures, self.whole, doubtful, self.spoilt)
        return (
            str(self.cards),
            str(self.right),
            f"{100 * self.share:.1f} %",
            str(self.unsure),
            *map(str, counts),
        )


HEADINGS = (
    "cards",
    "right",
    "share",
    "unsure",
    "wrong",
    "pictures",
    "wholly right",
    "some unsure",
    "some wrong",
)


@dataclass(slots=True)
class Judge:
    """Adds up readings; keeps confusions and the counts of a calibration curve.

    `confusions`: how often a card was read as another (or as itself), and whether for certain. The true card is
    NOTHING where no index is visible, UNKNOWN where the truth of a picture does not say which of its cards it was.
    `readings`, `right_readings`: by bin of confidence.
    """

    by_kind: dict[str, Tally] = field(default_factory=dict)
    confusions: Counter[tuple[str, str, bool]] = field(default_factory=Counter)
    readings: Counter[int] = field(default_factory=Counter)
    right_readings: Counter[int] = field(default_factory=Counter)

    def add(self, truth: Truth, reading: Reading) -> list[str]:
        """Count one picture; returns the cards read wrong."""
        certain = frozenset(c.card for c in reading.cards)
        wrong = self.count(truth, certain)
        if truth.complete:
            missed = sorted(truth.cards - certain)
            for card, confidence, spots, is_certain in _readings(reading):
                self._curve(card in truth.present, confidence)
                self.confusions[_truth_of(truth, missed, card, spots), card, is_certain] += 1
        return wrong

    def count(self, truth: Truth, certain: frozenset[str]) -> list[str]:
        """Count one picture by its certain cards alone; returns those read wrong."""
        right = certain & truth.cards
        wrong = sorted(certain - truth.present) if truth.complete else []
        for kind in (truth.kind, ALL):
            tally = self.by_kind.setdefault(kind, Tally())
            tally.cards += len(truth.cards)
            tally.right += len(right)
            tally.wrong += len(wrong)
            tally.pictures += 1
            tally.whole += right == truth.cards and not wrong
            tally.spoilt += bool(wrong)
        return wrong

    def _curve(self, right: bool, confidence: float) -> None:
        k = int(np.searchsorted(BINS, confidence, side="right")) - 1
        self.readings[k] += 1
        self.right_readings[k] += right

    def kinds(self) -> list[tuple[str, Tally]]:
        """The tallies, that of all pictures last."""
        return sorted(self.by_kind.items(), key=lambda i: (i[0] == ALL, i[0]))

    def curve(self) -> list[tuple[float, int, float]]:
        """The calibration curve: lowest confidence of a bin, its readings, the share of them that is right."""
        return [
            (BINS[min(k, len(BINS) - 1)], n, self.right_readings[k] / n)
            for k, n in sorted(self.readings.items())
        ]

    def report(self) -> str:
        """The tables as text."""
        lines = [_line("", HEADINGS)] + [_line(kind, tally.row()) for kind, tally in self.kinds()]
        if self.readings:
            lines.append("calibration: confidence from, readings, share right")
            lines += [f"  {low:5.3f} {count:6d} {share:7.4f}" for low, count, share in self.curve()]
        wrong = {(a, b): n for (a, b, certain), n in self.confusions.items() if certain and a != b}
        if wrong:
            each = sorted(wrong.items(), key=lambda i: -i[1])
            lines.append("wrong: " + ", ".join(f"{a} as {b} x{n}" for (a, b), n in each))
        return "\n".join(lines)


def _readings(reading: Reading) -> Iterator[tuple[str, float, tuple[Spot, ...], bool]]:
    """Every card that was read or guessed: card, confidence, where its indices are, whether it is certain."""
    for card in reading.cards:
        yield card.card, card.confidence, card.spots, True
    for doubt in reading.unsure:
        if doubt.guess is not None:
            yield doubt.guess, doubt.confidence, doubt.spots, False


def _line(name: str, cells: tuple[str, ...]) -> str:
    return f"{name:24s}" + "".join(f" {cell:>12s}" for cell in cells)


def _truth_of(truth: Truth, missed: list[str], card: str, spots: tuple[Spot, ...]) -> str:
    """The true card behind a reading, as far as the truth tells."""
    if truth.where is not None and spots:
        near = [(math.hypot(spots[0].x - w.x, spots[0].y - w.y), w) for w in truth.where]
        here = [(away, w.card) for away, w in near if away < w.near]
        return min(here)[1] if here else NOTHING
    if card in truth.present:
        return card
    return missed[0] if len(missed) == 1 else UNKNOWN


def photo_folder() -> Path | None:
    """The folder of labelled photographs: PEGWATCH_PHOTOS, or the one beside the project; None if there is
    neither."""
    named = os.environ.get(PHOTOS_VARIABLE)
    folder = Path(named) if named else PHOTOS_BESIDE
    return folder if (folder / "labels.csv").is_file() else None


def photographs(folder: Path, half: str) -> Iterator[tuple[Truth, NDArray[np.uint8]]]:
    """The labelled photographs of one half ("dev", "test" or "all")."""
    with (folder / "labels.csv").open(newline="") as file:
        rows = [r for r in csv.DictReader(file) if half in ("all", r["half"])]
    for row in rows:
        picture = cv2.imread(str(folder / row["folder"] / row["image"]))
        cards = frozenset(row["cards"].split())
        kind = row["layout"]
        if kind == "separate" and len(cards) == 1:
            kind = "single"
        name = f"{row['folder']}/{row['image']}"
        yield Truth(name, kind, cards, cards, not row["partial"]), np.asarray(picture, np.uint8)
