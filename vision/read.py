"""Read the cards of a picture: certain, or Unsure with a reason. Nothing is ever guessed to fill a gap."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.doubts import NO_COLOUR, TWICE, contradiction, has_colour, reason_for
from vision.evidence import Calibration, Odds, sigmoid
from vision.geometry import (
    INDEX_OF_CARD,
    card_from_one,
    card_from_two,
    on_one_card,
    surely_two_corners,
    two_corners,
)
from vision.locate import Index, find_indices
from vision.network import Checker, Finder
from vision.reading import Corners, Reading, SeenCard, Unsure

MODELS = Path(__file__).parent / "models"
FINDER_FILE, CHECKER_FILE, CALIBRATION_FILE = "finder.onnx", "checker.onnx", "calibration.json"

SECOND_CORNER = 0.2  # probability from which an index supports another of the same reading
UNLIKELY = -2.0  # log odds below which a reading does not speak against another
WORTH_SAYING = 0.25  # heat times "is an index" from which a doubtful place is reported
SMALLEST_SIDE = 16  # px; smaller pictures hold nothing to read


@dataclass(slots=True, eq=False)
class _Card:
    """Indices taken to be of one card, the surest first, and the log odds of the reading."""

    indices: list[Index]
    score: float
    doubts: list[str] = field(default_factory=list)

    @property
    def card(self) -> str:
        return self.indices[0].card

    @property
    def confidence(self) -> float:
        return sigmoid(self.score)


class Reader:
    """Reads rank and suit of every card in a picture with two networks. Not to be shared between threads."""

    def __init__(self, model: Path | None = None, threshold: float | None = None, threads: int = 1) -> None:
        """Load the networks.

        Args:
            model: folder with `finder.onnx`, `checker.onnx` and `calibration.json`; our own if None.
            threshold: probability from which a card is certain; the calibrated one if None.
            threads: for OpenCV, which keeps one such number for the whole process.
        Raises:
            FileNotFoundError: a file is missing.
            ValueError: a file is not what it should be, or the threshold is not between 0 and 1.
        """
        folder = model or MODELS
        self._finder = Finder(folder / FINDER_FILE)
        self._checker = Checker(folder / CHECKER_FILE)
        self._calibration = Calibration.load(folder / CALIBRATION_FILE)
        self._threshold = self._calibration.threshold if threshold is None else threshold
        if not 0 < self._threshold <= 1:
            raise ValueError(f"threshold must be above 0 and at most 1, not {self._threshold}")
        self._threads = threads

    @property
    def threshold(self) -> float:
        """The probability from which a card is certain."""
        return self._threshold

    def read(
        self,
        picture: NDArray[np.uint8],
        *,
        index_height_px: float | None = None,
        card_height_px: float | None = None,
    ) -> Reading:
        """Read one picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            index_height_px: how tall a corner index (rank and suit together) is, where known.
            card_height_px: how tall a card is, where known; used if the index height is not given.
        Returns:
            the cards read for certain and those in doubt; no card is certain twice.
        Raises:
            ValueError: the picture is not (H, W, 3) uint8.
        """
        if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
            raise ValueError(f"needs an (H, W, 3) uint8 picture, not {picture.shape} {picture.dtype}")
        begun = time.perf_counter()
        if cv2.getNumThreads() != self._threads:
            cv2.setNumThreads(self._threads)
        if index_height_px is None and card_height_px is not None:
            index_height_px = INDEX_OF_CARD * card_height_px
        cards: list[SeenCard] = []
        unsure: list[Unsure] = []
        if min(picture.shape[:2]) >= SMALLEST_SIDE:
            indices = find_indices(self._finder, self._checker, picture, index_height_px)
            self._decide(picture, indices, cards, unsure)
        return Reading(tuple(cards), tuple(unsure), 1000 * (time.perf_counter() - begun))

    def _decide(
        self, picture: NDArray[np.uint8], indices: list[Index], cards: list[SeenCard], unsure: list[Unsure]
    ) -> None:
        groups = gather(indices, self._calibration)
        rule_out(groups, self._calibration, self._threshold)
        self._find_doubts(groups)
        if groups and not has_colour(picture):
            for group in groups:
                if group.confidence >= self._threshold:
                    group.doubts.append(NO_COLOUR)
        size = _index_of_card(groups)
        for group in groups:
            corners = _corners(group, size)
            spots = tuple(index.spot for index in group.indices)
            if group.confidence >= self._threshold and not group.doubts:
                cards.append(SeenCard(group.card, group.confidence, corners, spots))
            elif _worth_saying(group, groups):
                reason = group.doubts[0] if group.doubts else reason_for(picture, group.indices[0], indices)
                unsure.append(Unsure(reason, corners, group.card, group.confidence, spots))

    def _find_doubts(self, groups: list[_Card]) -> None:
        """Cards seen twice, and cards whose other corner says something else.

        Of two readings that exclude each other both are in doubt where both would be certain; else each is weighed
        against the other: the odds of both wrong, the first right, the second right are 1 to e^first to e^second.
        """
        likely = [(g, g.score, g.confidence >= self._threshold) for g in groups if g.score > UNLIKELY]
        for n, (group, score, certain) in enumerate(likely):
            for other, other_score, other_certain in likely[n + 1 :]:
                if group.card == other.card:
                    doubt = TWICE
                elif _contradict(group, other):
                    doubt = contradiction(group.card, other.card)
                else:
                    continue
                group.score -= float(np.logaddexp(0, other_score))
                other.score -= float(np.logaddexp(0, score))
                if certain and other_certain:
                    group.doubts.append(doubt)
                    other.doubts.append(doubt)
                elif min(score, other_score) > 0:
                    (group if score < other_score else other).doubts.append(doubt)


def gather(indices: list[Index], calibration: Calibration) -> list[_Card]:
    """Put indices of the same reading together that can be on one card; the others are cards of their own."""
    odds: dict[int, Odds] = {id(i): calibration.one(i) for i in indices}
    score = {id(i): calibration.card(odds[id(i)]) for i in indices}
    left = sorted(indices, key=lambda i: -score[id(i)])
    groups = []
    while left:
        first = left.pop(0)
        mates = [
            i
            for i in left
            if i.card == first.card
            and sigmoid(score[id(i)]) >= SECOND_CORNER
            and on_one_card(first.spot, i.spot)
        ]
        mates.sort(key=lambda i: not two_corners(first.spot, i.spot))
        together = score[id(first)]
        if mates:
            together = calibration.card(calibration.pair(odds[id(first)], odds[id(mates[0])]))
        left = [i for i in left if i not in mates]
        groups.append(_Card([first, *mates], max(together, score[id(first)])))
    return groups


def rule_out(groups: list[_Card], calibration: Calibration, threshold: float) -> None:
    """A card that is not certain is none of those that are and lie elsewhere in the picture: no card lies twice.

    So it can become certain, and rule out others in turn. Where an index of it may be on the certain card, it may be
    that very card, badly read: that one rules out nothing.
    """
    before: list[_Card] = []
    while len(before) < len(sure := [group for group in groups if group.confidence >= threshold]):
        before = sure
        for group in groups:
            if group.confidence >= threshold:
                continue
            elsewhere = [one.card for one in sure if not _may_be_one(one, group)]
            taken = {card for card in elsewhere if elsewhere.count(card) == 1} - {group.card}
            if taken:
                odds = [calibration.one(index, taken) for index in group.indices[:2]]
                together = [calibration.pair(odds[0], odds[1])] if len(odds) > 1 else []
                group.score = max(group.score, *(calibration.card(one) for one in (odds[0], *together)))


def _may_be_one(a: _Card, b: _Card) -> bool:
    """Whether an index of each may be two of one card."""
    return any(on_one_card(i.spot, j.spot) for i in a.indices for j in b.indices)


def _contradict(a: _Card, b: _Card) -> bool:
    """Whether two cards of one index each stand like the two corners of one."""
    return len(a.indices) == 1 == len(b.indices) and surely_two_corners(a.indices[0].spot, b.indices[0].spot)


def _worth_saying(group: _Card, groups: list[_Card]) -> bool:
    """Whether a doubtful place is reported: not what is faint, nor the weak second corner of a surer card."""
    first = group.indices[0]
    if group.doubts:
        return True
    if first.found.heat * first.checked.real < WORTH_SAYING:
        return False
    return not any(
        other.score > group.score and two_corners(first.spot, i.spot) and len(other.indices) == 1
        for other in groups
        for i in other.indices
        if other is not group
    )


def _index_of_card(groups: list[_Card]) -> float:
    """How tall the indices of this deck are on their cards, from cards of which both are seen."""
    ratios = []
    for group in groups:
        a = group.indices[0].spot
        for mate in group.indices[1:]:
            if two_corners(a, mate.spot):
                quad = card_from_two(a, mate.spot)
                ratios.append(float(np.sqrt(a.height * mate.spot.height) / np.hypot(*(quad[3] - quad[0]))))
    return float(np.clip(np.median(ratios), 0.1, 0.4)) if ratios else INDEX_OF_CARD


def _corners(group: _Card, index_of_card: float) -> Corners:
    first = group.indices[0].spot
    for mate in group.indices[1:]:
        if two_corners(first, mate.spot):
            return card_from_two(first, mate.spot)
    return card_from_one(first, index_of_card)
