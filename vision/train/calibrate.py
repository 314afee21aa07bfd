"""Fit the calibration on rendered scenes of decks that were not trained on, and choose the threshold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Calibration, features, sigmoid
from vision.geometry import on_one_card
from vision.locate import RANKS, SUITS, Index, find_indices
from vision.network import Checker, Finder
from vision.train.camera import photograph
from vision.train.decks import Press, load_decks
from vision.train.export import CHECKER_FILE, FINDER_FILE
from vision.train.scenes import Renderer, Scene

CALIBRATION_DECKS = ("g_simplistic", "g_tigullio", "k_tigullio-international")
RESET_SHARE = 0.5
RIDGE = 0.02  # keeps weights small where the scenes say nothing
THRESHOLD = 0.99
Rows = list[tuple[NDArray[np.float64], bool]]


def held_out_scenes(
    work: Path, names: Callable[[str], bool], reset_share: float, seed: int, count: int
) -> Iterator[Scene]:
    """Photographed scenes of the held-out decks whose names are asked for."""
    decks = [d for d in load_decks(work, held_out=True) if names(d.name)]
    renderer = Renderer(decks, Press(work, load_decks(work, held_out=False)), reset_share)
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        scene = renderer.scene(rng)
        yield Scene(photograph(scene.picture, rng), scene.labels, scene.owners)


def true_card(scene: Scene, index: Index) -> str | None:
    """The card whose index truly stands where this one was found; None where there is none."""
    if not len(scene.labels):
        return None
    away = np.hypot(scene.labels[:, 0] - index.spot.x, scene.labels[:, 1] - index.spot.y)
    k = int(away.argmin())
    if away[k] > 0.5 * scene.labels[k, 6]:
        return None
    return RANKS[int(scene.labels[k, 2])] + SUITS[int(scene.labels[k, 3])]


def fit_logistic(rows: Rows) -> NDArray[np.float64]:
    """Weights and, last, the bias of a logistic model, by Newton's method with a little ridge."""
    x = np.array([np.append(f, 1.0) for f, _ in rows])
    y = np.array([float(t) for _, t in rows])
    w = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (p - y) + RIDGE * w
        bend = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(w))
        step = np.linalg.solve(bend, slope)
        w -= step
        if float(np.abs(step).max()) < 1e-6:
            break
    return w


def collect(finder: Finder, checker: Checker, scenes: Iterator[Scene]) -> list[tuple[Scene, list[Index]]]:
    """All indices found in all scenes, at the known size and by search in turn."""
    seen = []
    for number, scene in enumerate(scenes):
        height = float(np.median(scene.labels[:, 6])) if len(scene.labels) and number % 2 else None
        seen.append((scene, find_indices(finder, checker, scene.picture, height)))
    return seen


def fit(seen: list[tuple[Scene, list[Index]]]) -> Calibration:
    """Fit both models on what was found."""
    singles = [(features(i), i.card == true_card(scene, i)) for scene, indices in seen for i in indices]
    if not singles:
        raise ValueError("the networks found no index in any scene: they must be trained for longer")
    weights = fit_logistic(singles)
    half_way = Calibration(tuple(float(w) for w in weights[:-1]), float(weights[-1]), 1.0, 0.0, THRESHOLD)
    pairs: Rows = []
    for scene, indices in seen:
        for n, a in enumerate(indices):
            for b in indices[n + 1 :]:
                if a.card == b.card and on_one_card(a.spot, b.spot):
                    both = half_way.one(a) + half_way.one(b)
                    pairs.append((np.array([both]), true_card(scene, a) == a.card))
    slope, bias = (1.0, 0.0) if len(pairs) < 50 else (float(v) for v in fit_logistic(pairs))
    return Calibration(half_way.weights, half_way.bias, min(slope, 1.0), min(bias, 3.0), THRESHOLD)


def calibrate(work: Path, models: Path, seed: int, count: int = 1500) -> Calibration:
    """Fit the calibration of the networks in a folder and say how it fared."""
    cv2.setNumThreads(1)
    finder, checker = Finder(models / FINDER_FILE), Checker(models / CHECKER_FILE)
    scenes = held_out_scenes(work, lambda name: name in CALIBRATION_DECKS, RESET_SHARE, seed + 1, count)
    seen = collect(finder, checker, scenes)
    made = fit(seen)
    for low in (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999):
        sure = [(s, i) for s, found in seen for i in found if sigmoid(made.one(i)) >= low]
        wrong = sum(true_card(s, i) != i.card for s, i in sure)
        print(f"calibration: indices from {low}: {len(sure)}, wrong {wrong}", flush=True)
    return made
