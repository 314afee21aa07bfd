"""Fit the calibration on rendered scenes of decks that were not trained on, and choose the threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import (
    BENDS,
    Calibration,
    bend_features,
    face_features,
    index_features,
    pair_features,
    sigmoid,
)
from vision.facereader import Face, FaceReader
from vision.geometry import on_one_card
from vision.group import UNLIKELY, Group, gather, rule_out
from vision.locate import RANKS, SUITS, Index, find_indices
from vision.network import Checker, Finder
from vision.networkreader import CHECKER_FILE, CLOSER_FILE, FINDER_FILE, PIPS_FILE
from vision.reasons import has_colour
from vision.train.camera import photograph
from vision.train.decks import Press, load_decks
from vision.train.scenes import Renderer, Scene

CALIBRATION_DECKS = ("g_simplistic", "g_tigullio", "k_tigullio-international")
REPRINTED_SHARE = 0.5
RIDGE = 0.02  # keeps weights small where the scenes hold no evidence
THRESHOLDS = (0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999)  # to choose from
MOST_WRONG = 1 / 1000  # of the cards read for certain
FEWEST_PAIRS = 50  # fewer, and the models of two indices are not fitted
FEWEST_SURE = 500  # certain cards; fewer are too few to judge a threshold by
UNFITTED_PAIR = (1.0, 0.0, 0.0)
UNFITTED_FACE = (1.0, 0.0, 0.0)
UNFITTED_BEND = (1.0, *(0.0 for _ in BENDS), 0.0)
LEAST_VISIBLE = 0.3  # visible part of an index; less, and it cannot be what was found
Rows: TypeAlias = list[tuple[NDArray[np.float64], bool]]
Looked: TypeAlias = tuple[Scene, list[Index]]


def held_out_scenes(
    work: Path,
    names: Callable[[str], bool],
    reprinted_share: float,
    seed: int,
    count: int,
    held_out: bool = True,
) -> Iterator[Scene]:
    """Photographed scenes of those held-out decks (or training decks) for whose name `names` is true."""
    decks = [d for d in load_decks(work, held_out=held_out) if names(d.name)]
    renderer = Renderer(decks, Press(work, load_decks(work, held_out=False)), reprinted_share)
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        scene = renderer.scene(rng)
        yield replace(scene, picture=photograph(scene.picture, rng))


def true_card(scene: Scene, index: Index) -> str | None:
    """The card whose index really is where this one was found; None where there is none."""
    # In a heap the nearest index may belong to a card below, which cannot be seen.
    shown = scene.labels[scene.labels[:, 7] >= LEAST_VISIBLE]
    if not len(shown):
        return None
    away = np.hypot(shown[:, 0] - index.spot.x, shown[:, 1] - index.spot.y)
    k = int(away.argmin())
    if away[k] > 0.5 * shown[k, 6]:
        return None
    return RANKS[int(shown[k, 2])] + SUITS[int(shown[k, 3])]


def fit_logistic(
    rows: Rows, ridge: float = RIDGE, weight: Sequence[float] | None = None
) -> NDArray[np.float64]:
    """The weights of a logistic model, the bias last, by Newton's method with a ridge penalty.

    `rows`: the features of each sample, and whether it is positive. `weight`: of each row; equal if None.
    """
    x = np.array([np.append(f, 1.0) for f, _ in rows])
    counts = np.ones(len(rows)) if weight is None else np.array(weight)
    y = np.array([float(t) for _, t in rows])
    w = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (counts * (p - y)) + ridge * w
        bend = (x * (counts * p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(w))
        step = np.linalg.solve(bend, slope)
        w -= step
        if float(np.abs(step).max()) < 1e-6:
            break
    return w


def collect(finder: Finder, checker: Checker, scenes: Iterator[Scene]) -> list[Looked]:
    """All indices found in the scenes that show colours; the index height is given in every other scene."""
    looked_at = []
    for number, scene in enumerate(scenes):
        if not has_colour(scene.picture):
            continue
        height = float(np.median(scene.labels[:, 6])) if len(scene.labels) and number % 2 else None
        looked_at.append((scene, find_indices(finder, checker, scene.picture, height)))
    return looked_at


def fit(looked_at: list[Looked], look: Callable[[Scene, Group], Face]) -> Calibration:
    """Fit the models one after the other, each on the output of those before it, and choose the threshold.

    Args:
        looked_at: scenes, and the indices found in them.
        look: reads the face of a card in a scene.
    """
    found = [(i, true_card(scene, i)) for scene, indices in looked_at for i in indices]
    real = [(i, truth) for i, truth in found if truth is not None]
    if not real:
        raise ValueError("the networks found no index in any scene: they must be trained for longer")
    calibration = Calibration(
        index=_weights([(index_features(i).index, truth is not None) for i, truth in found]),
        rank=_weights([(index_features(i).rank, i.card[0] == truth[0]) for i, truth in real]),
        suit=_weights([(index_features(i).suit, i.card[1] == truth[1]) for i, truth in real]),
        pair_rank=UNFITTED_PAIR,
        pair_suit=UNFITTED_PAIR,
        face_rank=UNFITTED_FACE,
        face_suit=UNFITTED_FACE,
        bend=UNFITTED_BEND,
        threshold=THRESHOLDS[-1],
    )
    ranks, suits = _pairs(looked_at, calibration)
    if len(ranks) >= FEWEST_PAIRS:
        calibration = replace(calibration, pair_rank=_weights(ranks), pair_suit=_weights(suits))
    cards = [
        (group.score, true_card(scene, group.indices[0]) == group.card)
        for scene, indices in looked_at
        for group in gather(indices, calibration)
    ]
    calibration = replace(calibration, bend=_bend(cards))
    calibration = replace(
        calibration, threshold=_threshold([(_odds(calibration, score), right) for score, right in cards])
    )
    return fit_faces(looked_at, look, calibration)


def fit_faces(
    looked_at: list[Looked], look: Callable[[Scene, Group], Face], calibration: Calibration
) -> Calibration:
    """Fit the weight of a card's face, on the cards whose face would be read: those in doubt."""
    ranks: Rows = []
    suits: Rows = []
    for scene, indices in looked_at:
        groups = gather(indices, calibration)
        rule_out(groups, calibration, calibration.threshold)
        for group in groups:
            truth = true_card(scene, group.indices[0])
            if truth is not None and group.score > UNLIKELY and group.confidence < calibration.threshold:
                rank, suit = face_features(group.card, group.odds, look(scene, group), group.taken)
                ranks.append((rank, truth[0] == group.card[0]))
                suits.append((suit, truth[1] == group.card[1]))
    if len(ranks) < FEWEST_PAIRS:
        return calibration
    return replace(calibration, face_rank=_weights(ranks), face_suit=_weights(suits))


def _weights(rows: Rows) -> tuple[float, ...]:
    return tuple(float(w) for w in fit_logistic(rows))


def _pairs(looked_at: list[Looked], calibration: Calibration) -> tuple[Rows, Rows]:
    """Rows for rank and suit of each two indices that agree and are placed like those of one card."""
    ranks: Rows = []
    suits: Rows = []
    for scene, indices in looked_at:
        for n, a in enumerate(indices):
            for b in indices[n + 1 :]:
                truth = true_card(scene, a)
                if truth is not None and a.card == b.card and on_one_card(a.spot, b.spot):
                    rank, suit = pair_features(calibration.index_odds(a), calibration.index_odds(b))
                    ranks.append((rank, truth[0] == a.card[0]))
                    suits.append((suit, truth[1] == a.card[1]))
    return ranks, suits


def _bend(cards: list[tuple[float, bool]]) -> tuple[float, ...]:
    """The last correction: the surest cards are almost never wrong, which a straight line cannot express."""
    weights = _weights([(bend_features(score), right) for score, right in cards])
    if min(np.cumsum(weights[:-1])) > 0:
        return weights
    slope, bias = _weights([(bend_features(score)[:1], right) for score, right in cards])
    return (slope, *(0.0 for _ in BENDS), bias)


def _odds(calibration: Calibration, score: float) -> float:
    return float(np.dot(calibration.bend[:-1], bend_features(score))) + calibration.bend[-1]


def _threshold(cards: list[tuple[float, bool]]) -> float:
    """The lowest threshold at which, of enough certain cards, no more than `MOST_WRONG` are wrong."""
    for threshold in THRESHOLDS:
        sure = [right for odds, right in cards if sigmoid(odds) >= threshold]
        if len(sure) >= FEWEST_SURE and (len(sure) - sum(sure)) / len(sure) <= MOST_WRONG:
            return threshold
    return THRESHOLDS[-1]


def calibrate(work: Path, models: Path, seed: int, count: int = 1500, small: bool = False) -> Calibration:
    """Fit the calibration of the networks in a folder, and print how often it is wrong.

    `small`: fit on the project's own deck, which was trained on: that only shows that it runs.
    """
    cv2.setNumThreads(1)
    finder, checker = Finder(models / FINDER_FILE), Checker(models / CHECKER_FILE, models / CLOSER_FILE)
    face_reader = FaceReader(models / PIPS_FILE)
    names = (lambda _name: True) if small else (lambda name: name in CALIBRATION_DECKS)
    scenes = held_out_scenes(work, names, REPRINTED_SHARE, seed + 1, count, held_out=not small)
    looked_at = collect(finder, checker, scenes)

    def look(scene: Scene, group: Group) -> Face:
        return face_reader.look(scene.picture, group.spots)

    calibration = fit(looked_at, look)
    cards = [(s, g) for s, found in looked_at for g in gather(found, calibration)]
    for low in (0.5, 0.8, 0.9, *THRESHOLDS):
        sure = [(s, g) for s, g in cards if g.confidence >= low]
        wrong = sum(true_card(s, g.indices[0]) != g.card for s, g in sure)
        print(f"calibration: cards from {low}: {len(sure)}, wrong {wrong}", flush=True)
    print(f"calibration: threshold {calibration.threshold}", flush=True)
    return calibration
