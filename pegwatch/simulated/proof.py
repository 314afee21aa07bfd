"""The proof: thousands of crooked games, and badly seen honest ones, against what is known to be true of them.

python -m pegwatch.simulated.proof --games 10000 --seed 1
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import click

from cribbage.log.verdicts import NEUTRAL, Code
from cribbage.profiles import PROFILES
from cribbage.replay.transcript import replay
from pegwatch.simulated.blind import KINDS, blinded
from pegwatch.simulated.crooked import Crooked, Truth
from pegwatch.simulated.crookedpegs import Due
from pegwatch.terminal.listing import Row, json_option, show_one
from pegwatch.terminal.progress import progress
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, start

_EXAMPLES: Final = 40
_HONEST: Final = frozenset(code.value for code in NEUTRAL - {Code.CORRECTED})


@dataclass(slots=True)
class Count:
    """Games added up. `unsure`: what was due and came out as not verified; `false`: blame for nothing."""

    games: int = 0
    planted: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    unsure: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    def add(self, truth: Truth, verdicts: Iterable[Mapping[str, Any]], game: str) -> None:
        """One more game."""
        self.games += 1
        self.faults += truth.faults
        found: Counter[Due] = Counter((v["code"], v["player"], v["points"]) for v in verdicts)
        right = truth.due & found
        missing, extra = truth.due - right, found - right - truth.may
        for due in truth.due.elements():
            self.planted[due[0]] += 1
        for due in right.elements():
            self.caught[due[0]] += 1
        for due in missing.elements():
            as_unsure = ("unverified", *due[1:])
            if extra[as_unsure] > 0:
                extra[as_unsure] -= 1
                self.unsure[due[0]] += 1
            elif due[0] == "unverified" and extra[("scored", *due[1:])] > 0:
                self.caught[due[0]] += 1  # it could be told all the same
            else:
                self.missed.append(f"{game}: {_said(due)}")
        self.false += [f"{game}: {_said(due)}" for due in (+extra).elements() if due[0] not in _HONEST]

    @property
    def is_clean(self) -> bool:
        """Whether nothing was missed and nobody falsely accused."""
        return not self.missed and not self.false


def _said(due: Due) -> str:
    return " ".join(str(part) for part in due if part is not None)


def crooked_games(games: int, seed: int, total: Count, done: Callable[[int], None] = lambda _: None) -> None:
    """Games with every fault, the books taking turns; seeds `seed`, `seed` + 1, ..."""
    books = list(PROFILES)
    for number in range(seed, seed + games):
        book = books[number % len(books)]
        lines, truth = Crooked(number, book).play()
        total.add(truth, replay(lines).verdicts, f"{book} seed {number}")
        done(1)


def badly_seen_games(
    games: int, seed: int, total: Count, done: Callable[[int], None] = lambda _: None
) -> None:
    """Honest games seen by poor sensors: nothing has to be found, and nobody may be blamed."""
    books = list(PROFILES)
    for number in range(seed, seed + games):
        book, kind = books[number % len(books)], KINDS[number % len(KINDS)]
        lines, _ = Crooked(number, book, chance=0.0).play()
        total.add(Truth(), replay(blinded(lines, kind, number)).verdicts, f"{book}, {kind}, seed {number}")
        done(1)


def report(crooked: Count, unseen: Count, say: Callable[[str], None]) -> bool:
    """Print the table; returns whether all is well."""
    say(f"{crooked.games} games under five books; faults done on purpose: {crooked.faults.total()}")
    say(f"\n{'verdict':<20}{'due':>9}{'caught':>9}{'not sure':>9}{'missed':>9}{'caught':>9}")
    for code, due in sorted(crooked.planted.items()):
        caught, unsure = crooked.caught[code], crooked.unsure[code]
        say(f"{code:<20}{due:>9}{caught:>9}{unsure:>9}{due - caught - unsure:>9}{caught / due:>9.2%}")
    say(f"\n{'fault':<34}{'done':>9}")
    for fault, done in sorted(crooked.faults.items()):
        say(f"{fault:<34}{done:>9}")
    say(f"\n{unseen.games} honest games seen badly")
    for what, texts in (("missed", crooked.missed), ("falsely accused", crooked.false + unseen.false)):
        for text in texts[:_EXAMPLES]:
            say(f"{what}: {text}")
        say(f"{what}: {len(texts)}")
    return crooked.is_clean and not unseen.false


@click.command()
@click.option(
    "--games", default=10_000, show_default=True, type=AT_LEAST_ONE, help="How many crooked games are played."
)
@click.option(
    "--unseen",
    default=1_000,
    show_default=True,
    type=click.IntRange(min=0),
    help="How many honest games are seen badly.",
)
@click.option(
    "--seed", default=1, show_default=True, type=SEED, help="The seed of the first game; then the next."
)
@json_option("all games", "games", "unseen", "planted", "caught", "unsure", "faults", "missed", "accused")
def main(games: int, unseen: int, seed: int, as_json: bool) -> None:
    """Judge games whose truth is known; ends with 1 if a fault was missed or anybody falsely accused."""
    crooked, badly = Count(), Count()
    with progress("judging", games + unseen, quiet=as_json) as done:
        crooked_games(games, seed, crooked, done)
        badly_seen_games(unseen, seed, badly, done)
    if as_json:
        show_one(_row(crooked, badly), as_json, str)
    else:
        report(crooked, badly, click.echo)
    if not crooked.is_clean or badly.false:
        sys.exit(1)


def _row(crooked: Count, badly: Count) -> Row:
    return {
        "games": crooked.games, "unseen": badly.games, "planted": crooked.planted, "caught": crooked.caught,
        "unsure": crooked.unsure, "faults": crooked.faults, "missed": crooked.missed,
        "accused": crooked.false + badly.false,
    }  # fmt: skip


if __name__ == "__main__":
    start(main)
