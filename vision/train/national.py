"""Measures indices that are not English: how the reader reads the jacks, queens, kings and aces of other nations.

The networks know A, J, Q and K. A card with another letter may be unsure, or read as the card it is, but never as
another card. Cards are rendered with the letters of each nation printed on all decks, and from the decks that have
such letters of their own: laid out openly in ordinary light, and in scenes as for `vision.train.measure`, where cards
hide each other's faces under heavy blur, darkness and glare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import click
import numpy as np

from pegwatch.terminal import tools
from pegwatch.terminal.listing import json_option, show_one
from pegwatch.terminal.progress import progress
from pegwatch.terminal.tools import AT_LEAST_ONE, start
from vision.geometry import INDEX_OF_CARD
from vision.networkreader import NetworkReader
from vision.readresult import Reading
from vision.train.art import SUITS
from vision.train.camera import photograph
from vision.train.decks import Deck, Picture, Press, load_deck
from vision.train.enrolled import CARD_PX, enrolment_pages
from vision.train.judge import Truth
from vision.train.measure import scene_truth
from vision.train.scenes import Renderer

NATIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "German": {"J": "B", "Q": "D"},
    "French": {"A": "1", "J": "V", "Q": "D", "K": "R"},
    "Dutch": {"J": "B", "Q": "V", "K": "H"},
    "Danish": {"A": "E", "J": "B", "Q": "D"},
    "Polish": {"J": "W", "Q": "D"},
    "Spanish": {"A": "1", "J": "S", "Q": "C", "K": "R"},
    "Italian": {"J": "F", "Q": "D", "K": "R"},
    "Icelandic": {"J": "G", "Q": "D"},
}
"""By nation, the letter that is printed in place of an English one, where it is another."""
PRINTED: Final[Mapping[str, Mapping[str, str]]] = {
    "g_berlin-reset": NATIONS["German"],
    "g_rheinland-reset": NATIONS["German"],
    "g_ancient_french-reset": NATIONS["French"],
    "g_slavic_costumes-reset": {"A": "T", "J": "B", "Q": "D"},
}
"""Decks with foreign letters of their own."""
SEED: Final = 97_000
ENOUGH: Final = 500


@dataclass(slots=True)
class Tally:
    """Counts of cards with a visible foreign index: all, read right, read as another card."""

    cards: int = 0
    right: int = 0
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, sample: Sample, reading: Reading) -> None:
        """Count one picture."""
        letters, truth = sample.letters, sample.truth
        foreign = {card for card in truth.cards if card[0] in letters}
        said = {card.card for card in reading.cards}
        self.cards += len(foreign)
        self.right += len(foreign & said)
        for card in reading.cards:
            if card.card not in truth.present and card.spots:
                spot = card.spots[0]
                there = [w.card for w in truth.where or () if np.hypot(w.x - spot.x, w.y - spot.y) < w.near]
                rank = there[0][0] if there else min(truth.present)[0] if truth.where is None else ""
                self.wrong[letters.get(rank, rank or "nothing"), card.card] += 1

    def row(self) -> str:
        """The counts as text."""
        wrong = ", ".join(f"{letter} as {card} x{n}" for (letter, card), n in sorted(self.wrong.items()))
        return f"{self.cards:5d} cards {self.right:5d} right {sum(self.wrong.values()):4d} wrong  {wrong}"


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture, its truth, the foreign letters in it, and the height of an index, px."""

    name: str
    letters: Mapping[str, str]
    picture: Picture
    truth: Truth
    height: float


class NationalPress(Press):
    """A press that prints the letters of one nation."""

    def __init__(self, press: Press, letters: Mapping[str, str]) -> None:
        self.suits = press.suits
        self.fonts = []
        for font in press.fonts:
            mine = {rank: font.get(_name(letter)) for rank, letter in letters.items()}
            if all(mask is not None for mask in mine.values()):
                self.fonts.append(font | {rank: mask for rank, mask in mine.items() if mask is not None})


def _name(letter: str) -> str:
    """The name of a letter in a font: other letters than our ranks have an underscore before them."""
    return letter if letter in "AJQK" else "_" + letter


def decks_in(work: Path) -> list[Deck]:
    """All decks in the folder of a training run."""
    return [load_deck(folder) for folder in sorted((work / "decks").iterdir()) if folder.is_dir()]


def scenes(decks: list[Deck], press: Press, seed: int = SEED) -> Iterator[Sample]:
    """Endless photographed scenes, nation after nation."""
    renderers = []
    for nation, letters in NATIONS.items():
        mine = NationalPress(press, letters)
        if mine.fonts:
            renderers.append((nation, letters, Renderer(decks, mine, 1.0)))
    for deck in decks:
        if deck.name in PRINTED:
            as_printed = replace(deck, needs_reprint=False)
            renderers.append(
                (f"{deck.name}, as printed", PRINTED[deck.name], Renderer([as_printed], press, 0.0))
            )
    number = 0
    while True:
        for name, letters, renderer in renderers:
            rng = np.random.default_rng([seed, number])
            number += 1
            scene = renderer.scene(rng)
            height = float(np.median(scene.labels[:, 6])) if len(scene.labels) else 24.0
            yield Sample(name, letters, photograph(scene.picture, rng), scene_truth(scene, ""), height)


def open_pages(decks: list[Deck], press: Press, seed: int = SEED) -> Iterator[Sample]:
    """Endless pages with the four cards of one foreign rank, laid out apart, nation after nation."""
    number = 0
    while True:
        for name, letters, deck, mine in _decks(decks, press):
            rng = np.random.default_rng([seed, 1, number])
            rank = sorted(letters)[(number + number // len(decks)) % len(letters)]
            number += 1
            cards = {rank + suit: deck.cards[rank + suit] for suit in SUITS}
            if mine is not None:
                style = replace(mine.style(rng), four_corners=False)
                cards = {card: mine.reprint(deck, card, style)[0] for card in cards}
            (page,) = enrolment_pages(replace(deck, cards=cards), rng)
            truth = Truth("", "", frozenset(cards), frozenset(cards))
            yield Sample(name, letters, page, truth, INDEX_OF_CARD * CARD_PX)


def _decks(
    decks: list[Deck], press: Press
) -> Iterator[tuple[str, Mapping[str, str], Deck, NationalPress | None]]:
    """Each deck with the letters of each nation, and as it is where it has foreign letters of its own."""
    presses = [(name, letters, NationalPress(press, letters)) for name, letters in NATIONS.items()]
    presses = [one for one in presses if one[2].fonts]
    for first in range(len(presses)):
        for number, deck in enumerate(decks):
            name, letters, mine = presses[(first + number) % len(presses)]
            yield name, letters, deck, mine
            if deck.name in PRINTED:
                yield f"{deck.name}, as printed", PRINTED[deck.name], deck, None


def measure(
    reader: NetworkReader,
    samples: Iterable[Sample],
    enough: int = ENOUGH,
    done: Callable[[int], None] = lambda _: None,
) -> dict[str, Tally]:
    """Read pictures until they held `enough` cards with a visible foreign index; returns the tallies by nation.

    `done` is called after each picture with the number of such cards in it.
    """
    tallies: dict[str, Tally] = {}
    for sample in samples:
        if sum(tally.cards for tally in tallies.values()) >= enough:
            break
        reading = reader.read(sample.picture, index_height_px=sample.height)
        tally = tallies.setdefault(sample.name, Tally())
        before = tally.cards
        tally.add(sample, reading)
        done(tally.cards - before)
    return tallies


def total(tallies: Mapping[str, Tally]) -> Tally:
    """The sum."""
    whole = Tally()
    for tally in tallies.values():
        whole.cards, whole.right = whole.cards + tally.cards, whole.right + tally.right
        whole.wrong += tally.wrong
    return whole


@click.command()
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("build/train"),
    show_default=True,
    help="Folder of a training run, for its card art.",
)
@click.option(
    "--cards",
    default=ENOUGH,
    show_default=True,
    type=AT_LEAST_ONE,
    help="Cards with a foreign index, at least.",
)
@click.option(
    "--seed", default=SEED, show_default=True, type=tools.SEED, help="The same seed gives the same pictures."
)
@json_option("each nation and way of lying", "laid", "nation", "cards", "right", "wrong")
def main(work: Path, cards: int, seed: int, as_json: bool) -> None:
    """Measure what the reader makes of jacks, queens, kings and aces with the letters of other nations.

    The networks know A, J, Q and K. Another letter may be said to be unsure, or read as the card it is; never as
    another.
    """
    decks = decks_in(work)
    press = Press(work, decks)
    for title, source in (("laid openly", open_pages), ("in scenes", scenes)):
        with progress(title, cards, quiet=as_json) as done:
            tallies = measure(NetworkReader(), source(decks, press, seed), cards, done)
        if not as_json:
            click.echo(title)
        for name, tally in (tallies | {"all": total(tallies)}).items():
            wrong = [[*pair, count] for pair, count in tally.wrong.items()]
            row = {"laid": title, "nation": name, "cards": tally.cards, "right": tally.right, "wrong": wrong}
            show_one(row, as_json, f"{name:36s} {tally.row()}")


if __name__ == "__main__":
    start(main)
