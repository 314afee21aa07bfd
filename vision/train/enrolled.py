"""What enrolling a deck gains: fits the weights of the deck's opinion, and measures it on other decks.

Decks that the networks were not trained on are shown as a person would show them (eight cards in a picture, laid out
openly in ordinary light), enrolled by the same code as a club's deck, and read in hard rendered scenes with and
without the deck. Weights are fitted on the calibration decks; the other decks are measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from pegwatch.terminal.listing import json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import AT_LEAST_ONE, start
from vision.deck.deckreader import FEATURES, DeckReader, Weights
from vision.deck.enrol import Enrolment
from vision.deck.store import ClubDeck, DeckError
from vision.locate import RANKS, SUITS
from vision.networkreader import NetworkReader
from vision.readresult import SeenCard, Unsure
from vision.train.camera import photograph
from vision.train.decks import Deck, Press, load_decks
from vision.train.judge import Judge, Truth
from vision.train.measure import PRESENT, scene_truth
from vision.train.scenes import Renderer, Scene

FITTED_ON = ("g_simplistic", "g_tigullio", "k_tigullio-international")
ENROLMENT_SEED, SCENE_SEED = 41_000, 43_000
CARD_PX = 190  # height of a card in an enrolment picture: less than with a Camera Module 3
CARDS_A_PAGE, CARDS_A_ROW = 8, 4
PAGE = (1000, 1100)  # height and width, px
RIDGE = 0.5
Row = tuple[tuple[float, ...], bool]


def enrolment_pages(deck: Deck, rng: np.random.Generator) -> Iterator[NDArray[np.uint8]]:
    """Pictures of the whole deck, eight cards in each, laid out openly on a plain ground in ordinary light."""
    cards = [str(card) for card in rng.permutation(list(deck.cards))]
    for begin in range(0, len(cards), CARDS_A_PAGE):
        page = rng.integers(40, 110, 3) + rng.normal(0, 4, (*PAGE, 3))
        for place, card in enumerate(cards[begin : begin + CARDS_A_PAGE]):
            art = deck.cards[card]
            scale = CARD_PX / art.shape[0]
            small = cv2.resize(art, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            high, wide = small.shape[:2]
            turn = rng.uniform(-15, 15) + 180 * rng.integers(2)
            matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1)
            matrix[:, 2] += (
                140 + place % CARDS_A_ROW * 260 - wide / 2,
                200 + place // CARDS_A_ROW * 330 - high / 2,
            )
            laid = cv2.warpAffine(small, matrix, PAGE[::-1], flags=cv2.INTER_LINEAR).astype(np.float64)
            alpha = laid[:, :, 3:] / 255
            page = page * (1 - alpha) + laid[:, :, :3] * alpha
        page = page * rng.uniform(0.7, 1.1) * rng.uniform(0.92, 1.08, 3) + rng.normal(0, 3, page.shape)
        soft = cv2.GaussianBlur(np.clip(page, 0, 255).astype(np.uint8), (0, 0), rng.uniform(0.4, 1.0))
        yield np.asarray(soft, np.uint8)


def enrol(reader: NetworkReader, deck: Deck, rounds: int = 3) -> ClubDeck:
    """Enrol a deck: show all of it, then the cards still wanted, each alone and named, as the page asks."""
    rng = np.random.default_rng(ENROLMENT_SEED)
    taking = Enrolment("measured", reader)
    for _ in range(rounds):
        for page in enrolment_pages(deck, rng):
            taking.add(page, card_height_px=CARD_PX)
    for _ in range(rounds):
        for card in taking.doubts():
            taking.forget(card)
        for card in taking.wanted:
            for page in enrolment_pages(_alone(deck, card), rng):
                taken = taking.add(page, named=card, card_height_px=CARD_PX)
                click.echo(f"  {card} shown alone: {'taken' if taken.cards else taken.refused}", err=True)
    return taking.finish()


def _alone(deck: Deck, card: str) -> Deck:
    return Deck(deck.name, {card: deck.cards[card]}, [], None, deck.box, deck.paper, False, deck.four_corners)


def hard_scenes(deck: Deck, press: Press, count: int) -> Iterator[tuple[Scene, float]]:
    """Scenes of one deck, as hard as those the networks are measured on, and the height of their indices, px."""
    renderer = Renderer([deck], press, 0.0)
    for number in range(count):
        rng = np.random.default_rng([SCENE_SEED, number])
        scene = renderer.scene(rng)
        height = float(np.median(scene.labels[:, 6])) if len(scene.labels) else 24.0
        yield replace(scene, picture=photograph(scene.picture, rng)), height


def rows_of(first: NetworkReader, second: DeckReader, scene: Scene, height: float) -> Iterator[Row]:
    """For every card read or guessed the features of the deck's opinion, and whether it was right."""
    reading = first.read(scene.picture, index_height_px=height)
    found: list[SeenCard | Unsure] = [*reading.cards, *reading.unsure]
    for one in found:
        card = one.card if isinstance(one, SeenCard) else one.guess
        if card is None or not one.spots:
            continue
        opinion = second.opinion(scene.picture, card, one.confidence, one.spots, one.corners)
        yield opinion.features, card == _truth(scene, one)


def _truth(scene: Scene, one: SeenCard | Unsure) -> str | None:
    """The card whose visible index is there; None where there is none."""
    seen = scene.labels[scene.labels[:, 7] > PRESENT] if len(scene.labels) else scene.labels
    if not len(seen):
        return None
    away = np.hypot(seen[:, 0] - one.spots[0].x, seen[:, 1] - one.spots[0].y)
    nearest = seen[int(away.argmin())]
    if away.min() > 0.5 * nearest[6]:
        return None
    return RANKS[int(nearest[2])] + SUITS[int(nearest[3])]


def fit(rows: list[Row]) -> Weights:
    """Fit a logistic model by Newton's method with a ridge penalty."""
    x = np.array([[*features, 1.0] for features, _ in rows])
    y = np.array([float(right) for _, right in rows])
    w = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        bend = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(w))
        w -= np.linalg.solve(bend, x.T @ (p - y) + RIDGE * w)
    return Weights(tuple(round(float(v), 2) for v in w[:-1]), round(float(w[-1]), 2))


def fit_weights(
    reader: NetworkReader, decks: Iterable[Deck], press: Press, count: int, as_json: bool
) -> None:
    """Print weights fitted on these decks, for `vision.deck.deckreader.WEIGHTS`."""
    rows: list[Row] = []
    for deck in decks:
        second = DeckReader(reader, enrol(reader, deck))
        for scene, height in hard_scenes(deck, press, count):
            rows += rows_of(reader, second, scene, height)
    weights = fit(rows)
    found = {
        "what": "weights", "features": FEATURES, "each": weights.each, "bias": weights.bias, "cards": len(rows),
    }  # fmt: skip
    show_one(
        found,
        as_json,
        f"weights for {FEATURES}: {weights.each}, bias {weights.bias}; from {len(rows)} cards\n",
    )


def measure(reader: NetworkReader, decks: Iterable[Deck], press: Press, count: int, as_json: bool) -> None:
    """Print how hard scenes are read without the deck, and with it enrolled."""
    without, with_deck = Judge(), Judge()
    for deck in decks:
        try:
            second = DeckReader(reader, enrol(reader, deck))
        except DeckError as error:
            click.echo(f"{deck.name}: {error}", err=True)
            continue
        for number, (scene, height) in enumerate(hard_scenes(deck, press, count)):
            truth = scene_truth(scene, f"{deck.name}-{number}")
            truth = Truth(truth.name, deck.name, truth.cards, truth.present)
            without.add(truth, reader.read(scene.picture, index_height_px=height))
            with_deck.add(truth, second.read(scene.picture, index_height_px=height))
    for what, judge in (("without the deck", without), ("with the deck enrolled", with_deck)):
        row = {"what": what, "by_kind": {kind: asdict(tally) for kind, tally in judge.by_kind.items()}}
        show_one(row, as_json, f"{what}\n{judge.report()}\n")


@click.command()
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("build/train"),
    show_default=True,
    help="Folder of a training run.",
)
@click.option("--scenes", default=200, show_default=True, type=AT_LEAST_ONE, help="For each deck.")
@click.option("--fit", is_flag=True, help="Fit the weights instead of measuring.")
@json_option("each way of reading (with --fit: the weights)", "what")
def main(work: Path, scenes: int, fit: bool, as_json: bool) -> None:
    """Measure what enrolling a deck gains, on decks that nothing was made with."""
    cv2.setNumThreads(1)
    held_out = load_decks(work, held_out=True)
    press = Press(work, load_decks(work, held_out=False))
    fitting_decks = [deck for deck in held_out if deck.name in FITTED_ON]
    measured_decks = [deck for deck in held_out if deck.name not in FITTED_ON]
    act, decks = (fit_weights, fitting_decks) if fit else (measure, measured_decks)
    along_decks = along(decks, "fitting" if fit else "measuring", len(decks), quiet=as_json)
    act(NetworkReader(), along_decks, press, scenes, as_json)


if __name__ == "__main__":
    start(main)
