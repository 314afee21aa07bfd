"""Fits, on rendered cards, the models that tell courts and numbers from foreign letters that are read as one.

English cards come from the calibration decks and the training decks, as printed and in many fonts; foreign letters
come from all decks: laid out openly, the same reduced, and in scenes. The weights go into `calibration.json`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.progress import progress
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, start
from vision.calibration import Calibration
from vision.facereader import FaceReader
from vision.group import face_contradicts, gather
from vision.letters import LETTERS, NUMBERS, letter_features, number_features
from vision.locate import RANKS, find_indices
from vision.network import Checker, Finder, write_sums
from vision.networkreader import (
    CALIBRATION_FILE,
    CHECKER_FILE,
    CLOSER_FILE,
    FINDER_FILE,
    MODEL_FILES,
    MODELS,
    PIPS_FILE,
)
from vision.train.art import SUITS
from vision.train.calibrate import CALIBRATION_DECKS, fit_logistic
from vision.train.camera import photograph
from vision.train.decks import Press, load_decks
from vision.train.measure import scene_truth
from vision.train.national import NATIONS, NationalPress, Sample, decks_in, open_pages
from vision.train.scenes import CODES, Renderer

LETTERS_SEED: Final = 510_001  # not a seed with which anything is measured
SMALL: Final = (11.0, 26.0)  # px, the height of an index in reduced pages
CONTRADICTED_WEIGHT: Final = 4.0  # of a card whose face contradicts it: these are the cards that matter
DIGITS: Final = 4  # of a weight, decimals
RIDGE: Final = 3.0  # on marks of mean 0 and deviation 1
COURTS: Final = tuple(rank + suit for rank in LETTERS for suit in SUITS)
OTHERS: Final = ("8C", "8H", "5D", "TS", "7C", "6D")
MODELS_OF: Final = {
    **{f"letter_{r.lower()}": r for r in LETTERS},
    **dict(zip(("number_8", "number_t", "number_other"), NUMBERS, strict=True)),
}
"""The ranks of each model, by its name in the calibration."""
KINDS: Final = ("all", "letters", "numbers")


@dataclass(frozen=True, slots=True)
class Row:
    """A card: the evidence on its letter or number, whether it is read right, whether its face contradicts it."""

    rank: str
    features: NDArray[np.float64]
    known: bool
    face_contradicts: bool


def english(work: Path, seed: int, count: int, codes: Sequence[str] = (*COURTS, *OTHERS)) -> Iterator[Sample]:
    """Scenes of cards in English letters; mostly of courts, unless `codes` says which."""
    trained = load_decks(work, held_out=False)
    calibration = [deck for deck in load_decks(work, held_out=True) if deck.name in CALIBRATION_DECKS]
    press = Press(work, trained)
    renderers = [Renderer(decks, press, 0.5, codes) for decks in (calibration or trained, trained)]
    for number in range(count):
        yield _scene(renderers[number % 2], [seed, number])


def foreign(work: Path, seed: int) -> Iterator[Sample]:
    """Endless foreign letters: laid out openly, the same reduced, and in scenes, in turn."""
    decks = decks_in(work)
    press = Press(work, decks)
    pages, rng = open_pages(decks, press, seed), np.random.default_rng(seed)
    nations = [
        (
            letters,
            Renderer(decks, NationalPress(press, letters), 1.0, [r + s for r in letters for s in SUITS]),
        )
        for letters in NATIONS.values()
    ]
    for number, page in enumerate(pages):
        yield page
        factor = math.exp(rng.uniform(*np.log(SMALL))) / page.height
        small = cv2.resize(page.picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        yield replace(page, picture=np.asarray(small, np.uint8), height=page.height * factor)
        for k in range(4):
            letters, renderer = nations[(4 * number + k) % len(nations)]
            yield replace(_scene(renderer, [seed, 2, 4 * number + k]), letters=letters)


def _scene(renderer: Renderer, seed: list[int]) -> Sample:
    rng = np.random.default_rng(seed)
    scene = renderer.scene(rng)
    height = float(np.median(scene.labels[:, 6])) if len(scene.labels) else 24.0
    return Sample("", {}, photograph(scene.picture, rng), scene_truth(scene, ""), height)


class Collector:
    """Reads pictures up to the point where it matters whether a letter is known."""

    def __init__(self, models: Path = MODELS) -> None:
        """Load the networks of a folder."""
        self._finder = Finder(models / FINDER_FILE)
        self._checker = Checker(models / CHECKER_FILE, models / CLOSER_FILE)
        self._face_reader = FaceReader(models / PIPS_FILE)
        self.calibration = Calibration.load(models / CALIBRATION_FILE)

    def rows(self, sample: Sample) -> Iterator[Row]:
        """A row for every certain card of a picture whose face would be read, except aces.

        Foreign letters that are read as the card they stand for are left out, and so are courts in English letters
        that are read as another card: whether these are known letters is not clear. A number read as another is not
        known.
        """
        indices = find_indices(self._finder, self._checker, sample.picture, sample.height)
        groups = gather(indices, self.calibration)
        for group in groups:
            rank = group.card[0]
            if group.confidence < self.calibration.threshold or rank == RANKS[0]:
                continue
            right = group.card in sample.truth.present
            if (sample.letters and right) or (not sample.letters and not right and rank in LETTERS):
                continue
            face = self._face_reader.look(sample.picture, group.spots[:1])
            is_asked, is_open, is_contradicted = face_contradicts(group, groups, face)
            if is_asked:
                features = letter_features if rank in LETTERS else number_features
                yield Row(
                    rank,
                    features(group.card, group.indices[:2], face, is_open=is_open),
                    right,
                    is_contradicted,
                )


def fit_letters(rows: list[Row], calibration: Calibration) -> Calibration:
    """A calibration with letter and number models fitted on these rows; models without rows stay as they were."""
    for name, ranks in MODELS_OF.items():
        mine = [row for row in rows if row.rank in ranks]
        if not mine:
            continue
        x = np.array([row.features for row in mine])
        middle, spread = x.mean(0), x.std(0) + 1e-9
        known = [row.known for row in mine]
        weight = [CONTRADICTED_WEIGHT if row.face_contradicts else 1.0 for row in mine]
        w = fit_logistic(list(zip((x - middle) / spread, known, strict=True)), RIDGE, weight)
        each = w[:-1] / spread
        weights = tuple(round(float(v), DIGITS) for v in (*each, w[-1] - each @ middle))
        calibration = replace(calibration, **{name: weights})  # type: ignore[arg-type]  # all are weights
    return calibration


def fit_letter_models(
    work: Path, models: Path, scenes: int, seed: int = LETTERS_SEED, kind: str = KINDS[0]
) -> Calibration:
    """Render, read and fit; returns the calibration of a folder of networks with new letter models.

    Args:
        work: folder of a training run, for its card art.
        models: folder of the networks and their calibration.
        scenes: how many of English courts, of all English cards, and of foreign letters, each.
        seed: the same seed gives the same weights.
        kind: "letters", "numbers" or "all": which are fitted.
    """
    cv2.setNumThreads(1)
    collector = Collector(models)
    ranks = {"letters": LETTERS, "numbers": "".join(NUMBERS)}.get(kind, LETTERS + "".join(NUMBERS))
    sources: list[Iterator[Sample]] = [islice(foreign(work, seed), scenes)]
    sources += [english(work, seed, scenes)] if kind != "numbers" else []
    sources += [english(work, seed + 1, scenes, CODES)] if kind != "letters" else []
    rows: list[Row] = []
    with progress("letters", len(sources) * scenes) as done:
        for sample in chain(*sources):
            rows += [row for row in collector.rows(sample) if row.rank in ranks]
            done(1)
    for name, model in MODELS_OF.items():
        mine = [row for row in rows if row.rank in model]
        if mine:
            known = sum(row.known for row in mine)
            click.echo(f"{name}: {known} known, {len(mine) - known} not")
    return fit_letters(rows, collector.calibration)


@click.command()
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("build/train"),
    show_default=True,
    help="Folder of a training run, for its card art.",
)
@click.option("--scenes", default=3000, show_default=True, type=AT_LEAST_ONE, help="Of each kind.")
@click.option(
    "--seed", default=LETTERS_SEED, show_default=True, type=SEED, help="The same gives the same weights."
)
@click.option("--kind", type=OneOf(KINDS), default=KINDS[0], show_default=True, help="What is fitted again.")
def main(work: Path, scenes: int, seed: int, kind: str) -> None:
    """Fit what tells courts and numbers from another nation's letter, and write it into the project's calibration."""
    fit_letter_models(work, MODELS, scenes, seed, kind).save(MODELS / CALIBRATION_FILE)
    write_sums(MODELS, MODEL_FILES)


if __name__ == "__main__":
    start(main)
