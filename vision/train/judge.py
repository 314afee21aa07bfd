"""Judge readings against the truth: right, unsure, wrong, by kind of picture."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Reading

PHOTOS_VARIABLE = "PEGWATCH_PHOTOS"
PHOTOS_BESIDE = Path(__file__).parents[3] / "shared" / "photos"
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
GREEN, RED, ORANGE = (60, 200, 0), (40, 40, 230), (0, 160, 255)


@dataclass(frozen=True, slots=True)
class Truth:
    """What is in a picture: the cards that can be read, those seen at all, whether that is all."""

    name: str
    kind: str
    cards: frozenset[str]
    present: frozenset[str]
    complete: bool = True


@dataclass(slots=True)
class Tally:
    """Counts over pictures of one kind."""

    cards: int = 0
    right: int = 0
    wrong: int = 0
    pictures: int = 0
    whole: int = 0
    doubtful: int = 0

    @property
    def unsure(self) -> int:
        """Cards that were there and not read for certain."""
        return self.cards - self.right

    def line(self, name: str) -> str:
        """One line of a table."""
        share = 100 * self.right / max(1, self.cards)
        return (
            f"{name:24s} {self.cards:6d} {self.right:6d} {share:6.1f}% {self.unsure:7d} {self.wrong:6d} "
            f"{self.pictures:9d} {self.whole:7d}"
        )


HEADER = " " * 25 + " cards  right           unsure  wrong  pictures   whole"


@dataclass(slots=True)
class Judge:
    """Adds up readings; keeps confusions and the counts of a calibration curve."""

    by_kind: dict[str, Tally] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    said: Counter[int] = field(default_factory=Counter)
    true: Counter[int] = field(default_factory=Counter)

    def add(self, truth: Truth, reading: Reading) -> list[str]:
        """Count one picture; returns the cards that were wrong."""
        certain = {c.card for c in reading.cards}
        right = certain & truth.cards
        wrong = sorted(certain - truth.present) if truth.complete else []
        for kind in (truth.kind, "all"):
            tally = self.by_kind.setdefault(kind, Tally())
            tally.cards += len(truth.cards)
            tally.right += len(right)
            tally.wrong += len(wrong)
            tally.pictures += 1
            tally.whole += right == truth.cards and not wrong
            tally.doubtful += len(reading.unsure)
        missed = sorted(truth.cards - certain)
        for card in wrong:
            self.confusions[(missed[0] if len(missed) == 1 else "?", card)] += 1
        if truth.complete:
            self._curve(truth, reading)
        return wrong

    def _curve(self, truth: Truth, reading: Reading) -> None:
        guesses = [(c.card, c.confidence) for c in reading.cards]
        guesses += [(u.guess, u.confidence) for u in reading.unsure if u.guess is not None]
        for card, confidence in guesses:
            k = int(np.searchsorted(BINS, confidence, side="right")) - 1
            self.said[k] += 1
            self.true[k] += card in truth.present

    def report(self) -> str:
        """The tables as text."""
        lines = [HEADER]
        lines += [
            tally.line(kind)
            for kind, tally in sorted(self.by_kind.items(), key=lambda i: (i[0] == "all", i[0]))
        ]
        lines.append("calibration: confidence from, guesses, share right")
        for k in sorted(self.said):
            low = BINS[min(k, len(BINS) - 1)]
            lines.append(f"  {low:5.3f} {self.said[k]:6d} {self.true[k] / self.said[k]:7.4f}")
        if self.confusions:
            lines.append(
                "wrong: " + ", ".join(f"{a} as {b} x{n}" for (a, b), n in self.confusions.most_common())
            )
        return "\n".join(lines)


def photo_folder() -> Path | None:
    """The folder of labelled photographs: PEGWATCH_PHOTOS, or one beside the project; None without either."""
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


def draw(picture: NDArray[np.uint8], reading: Reading, wrong: list[str]) -> NDArray[np.uint8]:
    """The picture with what was read drawn into it: green certain, red wrong, orange unsure."""
    zoom = max(1.0, 900 / max(picture.shape[:2]))
    image = cv2.resize(picture, None, fx=zoom, fy=zoom)
    marks = [(c.card, c.confidence, c.corners, RED if c.card in wrong else GREEN) for c in reading.cards]
    marks += [
        (f"{u.guess}? {u.reason}", u.confidence, u.corners, ORANGE)
        for u in reading.unsure
        if u.corners is not None
    ]
    for text, confidence, corners, colour in marks:
        quad = np.round(corners * zoom).astype(np.int32)
        cv2.polylines(image, [quad], True, colour, 2, cv2.LINE_AA)
        at = (int(quad[0][0]), int(quad[0][1]))
        cv2.putText(
            image, f"{text} {confidence:.3f}", at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA
        )
    return np.asarray(image, np.uint8)
