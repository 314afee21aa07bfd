"""`python -m pegwatch.truth`: plays the cases and writes the table."""

from __future__ import annotations

import os
import platform
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import click

from pegwatch.terminal.guessing import OneOf
from pegwatch.terminal.listing import Row, json_option, show
from pegwatch.terminal.tools import AT_LEAST_ONE, SEED, Amount, start
from pegwatch.truth.cases import BOTH, FULL, KINDS, KIT, Case, cases
from pegwatch.truth.pace import measure
from pegwatch.truth.play import Result, Results, play
from pegwatch.truth.table import markdown
from pegwatch.version import commit

HELD_OUT = "decks held out from training"
_PEGS = {
    FULL: "simulated shift registers to the board",
    KIT: "and the camera reads the pegs from them as well: there are no contacts",
    BOTH: "simulated shift registers to the board, and the camera reads the pegs as a second witness",
}


@click.command()
@click.option("--games", default=45, show_default=True, type=AT_LEAST_ONE, help="How many are played.")
@click.option("--seed", default=1, show_default=True, type=SEED, help="The same seed gives the same games.")
@click.option(
    "--decks",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/train/decks"),
    show_default=True,
    help="Folder of decks as `make train` prepares them; those held out are played with.",
)
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("out/truth"),
    show_default=True,
    help="Where what was played is kept.",
)
@click.option(
    "--kind", default=FULL, show_default=True, type=OneOf(KINDS),
    help="Of the table: full (contacts), kit (pegs read by the camera) or both.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where the table goes: docs/truth.md, docs/truth-KIND.md."
)
@click.option("--jobs", default=1, show_default=True, type=AT_LEAST_ONE, help="Games at the same time.")
@click.option(
    "--minutes", default=3.0, show_default=True, type=Amount(0), help="Of one game at real speed (0: none)."
)
@json_option(
    "each game", "case", "seconds", "right", "unsure", "wrong", "wrong_cards", "wrong_scores", "accused"
)
def main(
    games: int,
    seed: int,
    decks: Path,
    work: Path,
    kind: str,
    out: Path | None,
    jobs: int,
    minutes: float,
    as_json: bool,
) -> None:
    """Play whole games with known truth through every process, and write down what came of them.

    What was played already (in --work) is not played again. Ends with 1 if anybody was falsely accused, or a wrong
    card or score was shown as verified.
    """
    page = out or Path("docs/truth.md" if kind == FULL else f"docs/truth-{kind}.md")
    wrong = _truth(cases(games, seed, _held_out(decks), kind), work, page, jobs, minutes, as_json)
    sys.exit(1 if wrong else 0)


def _held_out(decks: Path) -> list[str]:
    """The decks to play with: those that training never saw, or none (the project's own is played with)."""
    from vision.train.art import HELD_OUT as NAMES

    found = [str((decks / name).resolve()) for name in NAMES if (decks / name).is_dir()]
    if not found:
        click.echo(
            f"no {HELD_OUT} in {decks}: the project's own deck is played with (make train prepares them)",
            err=True,
        )
    return found


def _truth(chosen: list[Case], work: Path, out: Path, jobs: int, minutes: float, as_json: bool) -> bool:
    work.mkdir(parents=True, exist_ok=True)
    results = Results(work / "results.jsonl")
    todo = [case for case in chosen if case.name not in results.known]
    with ThreadPoolExecutor(jobs) as pool:
        for number, (case, result) in enumerate(
            zip(todo, pool.map(lambda case: play(case, work), todo), strict=True), 1
        ):
            results.keep(case, result)
            if not as_json:
                bad = result.bad
                click.echo(
                    f"{number}/{len(todo)} {case.name}: {result.seconds:.0f} s"
                    + (f", {bad} WRONG" if bad else "")
                )
    waits = list(measure(chosen[0], work, minutes).lines()) if minutes > 0 else ["not measured"]
    played = {case: results.known[case.name] for case in chosen}
    text = markdown(played, _head(chosen), waits)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    if as_json:
        show((_row(case, result) for case, result in played.items()), as_json, str)
    else:
        click.echo(f"\n{text}\nwritten to {out}")
    return any(result.bad for result in played.values())


def _row(case: Case, result: Result) -> Row:
    return {
        "case": case.name, "seconds": round(result.seconds, 1), "right": result.right, "unsure": result.unsure,
        "wrong": result.wrong, "wrong_cards": result.wrong_cards, "wrong_scores": result.outcome.wrong_scores,
        "accused": result.outcome.false,
    }  # fmt: skip


def _head(chosen: list[Case]) -> list[str]:
    own = not any(case.setting.deck for case in chosen)
    deck = "the project's own deck, which the reader was trained on" if own else HELD_OUT
    return [
        f"Made by `make truth` on {datetime.now(UTC):%Y-%m-%d}, commit {commit()}, on {_machine()}.",
        "",
        f"Simulated players play whole games with {deck}. Rendered pictures go to the eye,",
        f"{_PEGS[chosen[0].kind]}; journal, referee and page are the real processes. A hand counts as",
        "read right if all its cards were known when it was counted, with nobody's help. *Unsure* is a fault of",
        "which Pegwatch said that it could not verify the move; *out of sight* is one of which it said that it could",
        "not see these pegs or cards. No real camera, card or board was in this.",
    ]


def _machine() -> str:
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"


if __name__ == "__main__":
    start(main)
