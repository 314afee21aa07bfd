"""How sure the networks' numbers make us: calibrated probabilities, fitted once and stored beside them."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.locate import RANKS, SUITS, Index

BLACK = "CS"
CLIP = 7.0  # logits beyond it say nothing more
FEATURES = (
    "heat",
    "finder rank",
    "finder suit",
    "checker real",
    "checker rank",
    "checker suit",
    "rival",
    "black",
    "black finder suit",
    "black checker suit",
)


def logit(p: float) -> float:
    """Log odds, clipped to +-CLIP."""
    q = min(max(float(p), 1e-9), 1 - 1e-9)
    return max(-CLIP, min(CLIP, math.log(q / (1 - q))))


def sigmoid(x: float) -> float:
    """The probability of log odds."""
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def features(index: Index) -> NDArray[np.float64]:
    """The numbers of one index that bear on its being right, in the order of FEATURES."""
    rank, suit = RANKS.index(index.card[0]), SUITS.index(index.card[1])
    finder_suit, checker_suit = logit(float(index.found.suits[suit])), logit(float(index.checked.suits[suit]))
    black = float(index.card[1] in BLACK)  # clubs and spades are the likeliest to be taken for each other
    return np.array(
        [
            logit(index.found.heat),
            logit(float(index.found.ranks[rank])),
            finder_suit,
            logit(index.checked.real),
            logit(float(index.checked.ranks[rank])),
            checker_suit,
            index.rival,
            black,
            black * finder_suit,
            black * checker_suit,
        ]
    )


@dataclass(frozen=True, slots=True)
class Calibration:
    """Weights of a logistic model for one index, and of one for two agreeing indices.

    Attributes:
        weights: one a feature, `bias`: added; their sum is the log odds of one index being right.
        pair_slope, pair_bias: make the log odds of a card from the sum of those of its two indices.
        threshold: probability from which a card counts as certain.
    """

    weights: tuple[float, ...]
    bias: float
    pair_slope: float
    pair_bias: float
    threshold: float

    @staticmethod
    def load(path: Path) -> Calibration:
        """Read the file that the training wrote.

        Raises:
            FileNotFoundError, ValueError: it is missing or not such a file.
        """
        try:
            data = json.loads(path.read_text())
            made = Calibration(
                weights=tuple(float(w) for w in data["weights"]),
                bias=float(data["bias"]),
                pair_slope=float(data["pair_slope"]),
                pair_bias=float(data["pair_bias"]),
                threshold=float(data["threshold"]),
            )
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"not a calibration: {path}") from error
        if len(made.weights) != len(FEATURES):
            raise ValueError(f"not the calibration of this reader: {path}")
        return made

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        data = {
            "features": FEATURES,
            "weights": self.weights,
            "bias": self.bias,
            "pair_slope": self.pair_slope,
            "pair_bias": self.pair_bias,
            "threshold": self.threshold,
        }
        path.write_text(json.dumps(data, indent=2) + "\n")

    def one(self, index: Index) -> float:
        """Log odds of one index being read right."""
        return float(np.dot(self.weights, features(index))) + self.bias

    def pair(self, first: float, second: float) -> float:
        """Log odds of a card whose two indices agree, from theirs; never below the better one."""
        return max(first, second, self.pair_slope * (first + second) + self.pair_bias)
