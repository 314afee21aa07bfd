"""Reads the cards of a picture by the networks: certain, or Unsure with a reason. It never guesses."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.engine import Engine, runs_eight_bits
from vision.facereader import FaceReader
from vision.geometry import INDEX_OF_CARD, card_from_one, card_from_two, two_corners
from vision.group import (
    COURTS,
    ORNATE,
    UNLIKELY,
    Group,
    check_letters,
    check_suits,
    contradict,
    gather,
    rule_out,
    weigh_faces,
)
from vision.locate import Index, find_indices
from vision.network import Checker, Finder, check_sum
from vision.readresult import Corners, Reading, SeenCard, Unsure
from vision.reasons import NO_COLOUR, TWICE, corners_disagree, has_colour, reason_for

MODELS = Path(__file__).parent / "models"
FINDER_FILE, CHECKER_FILE = "finder.onnx", "checker.onnx"
CLOSER_FILE, PIPS_FILE = "closer.onnx", "pips.onnx"
NETWORK_FILES = FINDER_FILE, CHECKER_FILE, CLOSER_FILE, PIPS_FILE


def eight_bit_file(file: str) -> str:
    """The name of the same network with eight bits for each number: `finder-int8.onnx`."""
    return f"{Path(file).stem}-int8.onnx"


EIGHT_BIT_FILES = tuple(eight_bit_file(file) for file in NETWORK_FILES)
CALIBRATION_FILE = "calibration.json"
MODEL_FILES = *NETWORK_FILES, *EIGHT_BIT_FILES, CALIBRATION_FILE

REPORTED_FROM = 0.25  # heat times probability of being an index, from which a doubt is reported
LIKELIER_THAN_NOT = 0.5  # probability
SMALLEST_SIDE = 16  # px; smaller pictures hold no readable card


@dataclass(frozen=True, slots=True, eq=False)
class _Networks:
    finder: Finder
    checker: Checker
    face_reader: FaceReader

    @staticmethod
    def load(folder: Path, files: Sequence[str], engine: Engine, threads: int) -> _Networks:
        """The four networks of these files, in the order of `NETWORK_FILES`."""
        finder, checker, closer, pips = (folder / file for file in files)
        return _Networks(
            Finder(finder, engine, threads),
            Checker(checker, closer, engine, threads),
            FaceReader(pips, engine, threads),
        )


class NetworkReader:
    """Reads rank and suit of every card in a picture with four networks. Not to be shared between threads.

    Where the size of the cards is known, as at the table, time counts, and ONNX Runtime runs the networks with eight
    bits; where it has to be searched, as in a photograph, it runs those that the training wrote.
    """

    def __init__(
        self,
        model: Path | None = None,
        threshold: float | None = None,
        threads: int = 1,
        engine: Engine = "auto",
    ) -> None:
        """Load the networks.

        Args:
            model: folder with the four networks, each with eight bits too, and `calibration.json`; our own if None.
            threshold: probability from which a card is certain; the calibrated one if None.
            threads: for the networks; OpenCV has one such number for the whole process.
            engine: what runs the networks (`vision.engine`).
        Raises:
            FileNotFoundError: a file is missing.
            ReaderError: a file does not match the list of sums beside it, or the engine is
                missing or cannot run it.
            ValueError: the threshold is not between 0 and 1.
        """
        folder = model or MODELS
        self._load = partial(_Networks.load, folder, engine=engine, threads=threads)
        self._is_eight_bits = runs_eight_bits(engine)
        self._of_known_size = self._load(EIGHT_BIT_FILES if self._is_eight_bits else NETWORK_FILES)
        for file in NETWORK_FILES if self._is_eight_bits else ():  # they are loaded later
            check_sum(folder / file)
        check_sum(folder / CALIBRATION_FILE)
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
            index_height_px: height of a corner index (rank and suit together), where known.
            card_height_px: height of a card, where known; used if the index height is not given.
        Returns:
            the cards read for certain and those in doubt; no card is certain twice.
        Raises:
            ValueError: the picture is not (H, W, 3) uint8.
        """
        if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
            raise ValueError(f"needs an (H, W, 3) uint8 picture, not {picture.shape} {picture.dtype}")
        start_s = time.perf_counter()
        if cv2.getNumThreads() != self._threads:
            cv2.setNumThreads(self._threads)
        if index_height_px is None and card_height_px is not None:
            index_height_px = INDEX_OF_CARD * card_height_px
        cards: list[SeenCard] = []
        unsure: list[Unsure] = []
        if min(picture.shape[:2]) >= SMALLEST_SIDE:
            networks = self._of_any_size if index_height_px is None else self._of_known_size
            indices = find_indices(networks.finder, networks.checker, picture, index_height_px)
            self._decide(picture, networks.face_reader, indices, cards, unsure)
        return Reading(tuple(cards), tuple(unsure), 1000 * (time.perf_counter() - start_s))

    @cached_property
    def _of_any_size(self) -> _Networks:
        """Loaded for the first photograph: the table never needs their memory."""
        return self._load(NETWORK_FILES) if self._is_eight_bits else self._of_known_size

    def _decide(
        self,
        picture: NDArray[np.uint8],
        face_reader: FaceReader,
        indices: list[Index],
        cards: list[SeenCard],
        unsure: list[Unsure],
    ) -> None:
        groups = gather(indices, self._calibration)
        look = partial(face_reader.look, picture)
        check_letters(groups, look, self._threshold, self._calibration)
        check_suits(groups, self._threshold)
        rule_out(groups, self._calibration, self._threshold)
        weigh_faces(groups, look, self._calibration, self._threshold)
        check_letters(groups, look, self._threshold, self._calibration)
        check_suits(groups, self._threshold)
        self._find_conflicts(groups)
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
            elif _is_reported(group, groups):
                reason = group.doubts[0] if group.doubts else reason_for(picture, group.indices[0], indices)
                unsure.append(Unsure(reason, corners, group.card, group.confidence, spots))
        unsure[:] = [
            doubt for doubt in unsure if not any(_is_print_on_picture_card(doubt, card) for card in cards)
        ]

    def _find_conflicts(self, groups: list[Group]) -> None:
        """Put cards in doubt that are seen twice, or whose other corner is read as another card.

        Of two readings that exclude each other both are in doubt where both would be certain; otherwise each reduces
        the odds of the other: those of both wrong, the first right, the second right are as 1 to e^first to e^second.
        """
        likely = [(g, g.score, g.confidence >= self._threshold) for g in groups if g.score > UNLIKELY]
        for n, (group, score, certain) in enumerate(likely):
            for other, other_score, other_certain in likely[n + 1 :]:
                if group.card == other.card:
                    doubt = TWICE
                elif contradict(group, other):
                    doubt = corners_disagree(group.card, other.card)
                else:
                    continue
                group.score -= float(np.logaddexp(0, other_score))
                other.score -= float(np.logaddexp(0, score))
                if certain and other_certain:
                    group.doubts.append(doubt)
                    other.doubts.append(doubt)
                elif min(score, other_score) > 0:
                    (group if score < other_score else other).doubts.append(doubt)


def _is_print_on_picture_card(doubt: Unsure, card: SeenCard) -> bool:
    """Whether an unlikely doubt lies on the picture of a court, or of the ace of spades, that both corners make
    certain.

    Courts hold halberds and signs that sometimes look like an index; the ace of spades has an ornament.
    """
    if (
        doubt.confidence >= LIKELIER_THAN_NOT
        or not doubt.spots
        or not (card.card == ORNATE or card.card[0] in COURTS)
    ):
        return False
    if len(card.spots) < 2 or not two_corners(*card.spots[:2]):
        return False
    spot = doubt.spots[0]
    return cv2.pointPolygonTest(card.corners, (spot.x, spot.y), measureDist=False) > 0


def _is_reported(group: Group, groups: list[Group]) -> bool:
    """Whether to report a doubtful card: not if it is faint, or the weak second corner of a surer card."""
    first = group.indices[0]
    if group.doubts:
        return True
    if first.found.heat * first.checked.real < REPORTED_FROM:
        return False
    return not any(
        other.score > group.score and two_corners(first.spot, i.spot) and len(other.indices) == 1
        for other in groups
        for i in other.indices
        if other is not group
    )


def _index_of_card(groups: list[Group]) -> float:
    """Height of an index over that of its card in this deck, from cards of which both indices are seen."""
    ratios = []
    for group in groups:
        a = group.indices[0].spot
        for mate in group.indices[1:]:
            if two_corners(a, mate.spot):
                quad = card_from_two(a, mate.spot)
                ratios.append(float(np.sqrt(a.height * mate.spot.height) / np.hypot(*(quad[3] - quad[0]))))
    return float(np.clip(np.median(ratios), 0.1, 0.4)) if ratios else INDEX_OF_CARD


def _corners(group: Group, index_of_card: float) -> Corners:
    first = group.indices[0].spot
    for mate in group.indices[1:]:
        if two_corners(first, mate.spot):
            return card_from_two(first, mate.spot)
    return card_from_one(first, index_of_card)
