"""Several kinds of blindness at once: what each pair of them costs, and whether anybody is accused for it.

python -m pegwatch.simulated.pairs --games 1000 --seed 1 --jobs 2 --mixtures 0.3 --json > pairs.json

Games of two to four players under the five books and in all their forms, honest and crooked, muggins on and off
(`pegwatch.simulated.pairgame` says which game a number is). Data in: nothing but numbers. Data out: one table, a
line for each pair, or the same as JSON. Cost: about 0.2 s of processor time a game; nothing but click is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from pegwatch.simulated.blind import KINDS
from pegwatch.simulated.pairgame import (
    HONEST_TABLE,
    Cost,
    PairGame,
    Seen,
    drawn,
    judged,
    named,
    play_game,
)
from pegwatch.simulated.plants import HONEST, Plants
from pegwatch.simulated.verify import Outcome
from pegwatch.terminal.listing import json_option, show_one
from pegwatch.terminal.progress import along
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, Amount, start

Pair: TypeAlias = tuple[str, str]
PAIRS: Final[tuple[Pair, ...]] = tuple(combinations(KINDS, 2))
_EXAMPLES: Final = 40
_WORST_S: Final = 0.050
"""What one observation may take here (s of processor time); where it seems to take longer it is measured again."""


@dataclass(slots=True)
class Line:
    """What came of the games of one pair."""

    games: int = 0
    accused: int = 0  # games in which somebody was blamed for nothing
    total: Outcome = field(default_factory=Outcome)
    cost: Cost = field(default_factory=Cost)

    def add(self, game: Seen) -> None:
        """One more game."""
        self.games += 1
        self.accused += bool(game.outcome.false)
        self.total.add(game.outcome)
        self.cost.add(game.cost)

    def as_json(self) -> dict[str, Any]:
        """The line in numbers: faults by their verdict, `waited` the caught ones not, and not said to be unsure."""
        total = self.total
        planted, caught, unsure = (sum(d.values()) for d in (total.planted, total.caught, total.unsure))
        return {
            "games": self.games,
            "accused": self.accused,
            "planted": planted,
            "caught": caught,
            "not sure": unsure,
            "waited": planted - caught - unsure,
            "unverified": total.unverified,
            "moves": total.moves,
            "right": total.judged,
            "by verdict": {
                code: {
                    "planted": n,
                    "caught": total.caught.get(code, 0),
                    "not sure": total.unsure.get(code, 0),
                }
                for code, n in sorted(total.planted.items())
            },
            "cost": self.cost.as_json(),
        }


@dataclass(slots=True)
class Sums:
    """All games added up in every way that is reported."""

    pairs: dict[Pair, Line] = field(default_factory=dict)
    mixtures: dict[int, Line] = field(default_factory=dict)  # by how many kinds there were at once
    kinds: dict[str, Line] = field(default_factory=dict)
    forms: dict[str, Line] = field(default_factory=dict)
    whole: Line = field(default_factory=Line)
    accused: list[dict[str, Any]] = field(default_factory=list)

    def add(self, game: Seen) -> None:
        """One more game."""
        kinds, lines = game.game.kinds, [self.whole]
        if len(kinds) == 2:
            lines.append(self.pairs.setdefault((kinds[0], kinds[1]), Line()))
        else:
            lines.append(self.mixtures.setdefault(len(kinds), Line()))
        form = f"{game.game.maker} {game.game.form}"
        lines += [self.kinds.setdefault(kind, Line()) for kind in kinds]
        lines.append(self.forms.setdefault(form, Line()))
        for line in lines:
            line.add(game)
        if game.outcome.false:
            self.accused.append({"game": game.game.name, "said": game.outcome.false})

    def as_json(self) -> dict[str, Any]:
        """Everything in numbers, and the names of the games in which somebody was accused."""
        return {
            "all": self.whole.as_json(),
            "pairs": {" + ".join(pair): line.as_json() for pair, line in sorted(self.pairs.items())},
            "mixtures": {f"{n} at once": line.as_json() for n, line in sorted(self.mixtures.items())},
            "kinds": {kind: line.as_json() for kind, line in sorted(self.kinds.items())},
            "forms": {form: line.as_json() for form, line in sorted(self.forms.items())},
            "accused": self.accused,
        }


def game_of(number: int, mixtures: float = 0.0, pair: Pair | None = None) -> PairGame:
    """The game of this number: the pairs take turns, and all else follows from the number."""
    return drawn(number, pair or PAIRS[number % len(PAIRS)], mixtures)


def play(number: int, mixtures: float = 0.0, pair: Pair | None = None) -> Seen:
    """Play the game of this number, and judge it."""
    seen = play_game(game_of(number, mixtures, pair))
    if seen.cost.worst_s > _WORST_S:
        # What ran beside it, and the memory tidied up just then, is not what judging costs: the same again.
        seen.cost.worst_s = min(seen.cost.worst_s, *(judged(seen.lines)[1].worst_s for _ in range(2)))
    return replace(seen, lines=())


def seen_with(pair: tuple[str, ...], book: str, players: Plants, seed: int) -> Seen:
    """One game of two at the simulated table, whatever turns there are."""
    return play_game(
        PairGame(HONEST_TABLE, f"{book}/2", False, players == HONEST, seed, pair), plants=players
    )


def played(
    numbers: Iterable[int], jobs: int = 1, mixtures: float = 0.0, pair: Pair | None = None
) -> Iterator[Seen]:
    """All these games, in their order."""
    one = partial(play, mixtures=mixtures, pair=pair)
    if jobs == 1:
        yield from map(one, numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one, numbers, chunksize=8)


def added_up(games: Iterable[Seen]) -> Sums:
    """The games by their pair, by each kind, by their form, and all of them."""
    sums = Sums()
    for game in games:
        sums.add(game)
    return sums


def report(sums: Sums, say: Callable[[str], None]) -> bool:
    """Print the table; returns whether nobody was accused of what they had not done."""
    titles = ("games", "accused", "faults", "caught", "not sure", "moves", "right")
    say(f"{'seen with':<44}" + "".join(f"{title:>9}" for title in titles))
    rows = [(" + ".join(pair), line) for pair, line in sorted(sums.pairs.items())]
    rows += [(f"{n} at once", line) for n, line in sorted(sums.mixtures.items())]
    rows += [(f"with {kind}", line) for kind, line in sorted(sums.kinds.items())]
    rows += [(form, line) for form, line in sorted(sums.forms.items())]
    for name, line in [*rows, ("all", sums.whole)]:
        body, total = line.as_json(), line.total
        right = total.judged / total.moves if total.moves else 0.0
        numbers = (
            line.games, line.accused, body["planted"], body["caught"], body["not sure"], total.moves,
        )  # fmt: skip
        say(f"{name:<44}" + "".join(f"{number:>9}" for number in numbers) + f"{right:>9.1%}")
    say(sums.whole.cost.said())
    for one in sums.accused[:_EXAMPLES]:
        say(f"falsely accused: {one['game']}: {'; '.join(one['said'])}")
    return not sums.accused


def _pair(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Pair | None:
    kinds = tuple(part.strip() for part in (text or "").split("+"))
    if text is None:
        return None
    if len(kinds) != 2 or not set(kinds) <= set(KINDS):
        raise click.BadParameter(f"{text!r:.80} are not two of: {', '.join(KINDS)}")
    return kinds[0], kinds[1]


def _game(_context: click.Context, _parameter: click.Parameter, text: str | None) -> PairGame | None:
    try:
        return None if text is None else named(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command()
@click.option(
    "--games", default=560, show_default=True, type=AT_LEAST_ONE, help="How many; the pairs take turns."
)
@click.option(
    "--seed", default=0, show_default=True, type=SEED, help="The number of the first game; then the next."
)
@click.option("--jobs", default=1, show_default=True, type=AT_LEAST_ONE, help="How many play side by side.")
@click.option(
    "--mixtures",
    default=0.0,
    show_default=True,
    type=Amount(0, 1),
    help="The share of the games that is seen with three to five kinds at once.",
)
@click.option("--pair", callback=_pair, help='Play one pair only: "unread + told late".')
@click.option(
    "--game", callback=_game, help="Play one game only, by the name that an accused one is told with."
)
@click.option(
    "--log", type=click.Path(dir_okay=False, path_type=Path), help="With --game: write its log there."
)
@json_option("all games", "all", "pairs", "mixtures", "kinds", "forms", "accused")
def main(
    games: int,
    seed: int,
    jobs: int,
    mixtures: float,
    pair: Pair | None,
    game: PairGame | None,
    log: Path | None,
    as_json: bool,
) -> None:
    """Judge games seen with several kinds of blindness at once; ends with 1 if anybody was falsely accused."""
    seen: Iterable[Seen]
    if game is not None:
        one = play_game(game)
        seen = [one]
        if log is not None:
            _write(log, "".join(line + "\n" for line in one.lines))
    else:
        if log is not None:
            raise click.UsageError("--log is for one game: name it with --game")
        seen = along(played(range(seed, seed + games), jobs, mixtures, pair), "judging", games, quiet=as_json)
    sums = added_up(seen)
    if as_json:
        what = {"first": seed, "mixture_share": mixtures} if game is None else {"game": game.name}
        show_one(what | sums.as_json(), as_json, str)
    else:
        report(sums, click.echo)
    if sums.accused:
        sys.exit(1)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from error


if __name__ == "__main__":
    start(main)
