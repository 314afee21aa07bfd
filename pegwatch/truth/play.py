"""Plays one case with the real processes and holds what they said against what happened."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from firmware.box.sqlite_journal import SqliteJournal
from pegwatch.failure import PegwatchError
from pegwatch.report import GameReport
from pegwatch.simulated.setting import Setting
from pegwatch.simulated.table import SimulatedTable
from pegwatch.simulated.verify import Outcome
from pegwatch.truth.cases import Case

_PATIENCE_S = 3600.0  # a game takes a minute or two; one that takes this long hangs


@dataclass(slots=True)
class Result:
    """What came of some cases: hands read, cards shown wrongly, verdicts; results can be added up."""

    games: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    wrong_cards: list[str] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome)
    seconds: float = 0.0

    def add(self, more: Result) -> None:
        """Add another result to this one."""
        self.games += more.games
        self.right += more.right
        self.unsure += more.unsure
        self.wrong += more.wrong
        self.wrong_cards += more.wrong_cards
        self.outcome.add(more.outcome)
        self.seconds += more.seconds

    @classmethod
    def sum(cls, results: Iterable[Result]) -> Self:
        """All of them together."""
        total = cls()
        for result in results:
            total.add(result)
        return total

    @property
    def bad(self) -> int:
        """How many wrong cards, wrong scores and accusations."""
        return len(self.wrong_cards) + len(self.outcome.wrong_scores) + len(self.outcome.false)

    def as_json(self) -> dict[str, Any]:
        """For the file of results."""
        return asdict(self)

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """From the file of results."""
        return cls(**dict(body) | {"outcome": Outcome(**body["outcome"])})


def demo_words(case: Case, data: Path) -> list[str]:
    """The command that plays a case."""
    setting: Setting = case.setting
    words = [sys.executable, "-m", "pegwatch", "demo", "--data", str(data), "--seed", str(case.seed)]
    words += ["--profile", case.profile, "--games", "1", "--kind", case.kind]
    for name, value in asdict(setting).items():
        if value:
            words += [f"--{name}", value]
    return words


def play(case: Case, folder: Path) -> Result:
    """Play a case to its end, as fast as the machine can; `folder` keeps its journal.

    Raises:
        PegwatchError: the game could not be played; the text has the last words of the run.
    """
    data = folder / case.name
    began = time.monotonic()
    done = subprocess.run(
        [*demo_words(case, data), "--headless", "--speed", "max", "--fresh"],
        capture_output=True, text=True, timeout=_PATIENCE_S, check=False,
    )  # fmt: skip
    if done.returncode not in (0, 1):
        raise PegwatchError(f"{case.name}: {(done.stderr or done.stdout).strip()[-400:]}")
    return judge(case, data, time.monotonic() - began)


def judge(case: Case, data: Path, seconds: float = 0.0) -> Result:
    """What a finished case's journal says, held against the truth."""
    table = SimulatedTable(
        case.seed, 1, case.setting.plants, case.profile, laying=case.setting.pitches
    )  # fmt: skip
    journal = SqliteJournal(data / "journal.sqlite")
    try:
        report = GameReport.of(journal, table, 1)
    finally:
        journal.close()
    cards = [f"{case.name} {line}" for line in report.wrong_cards]
    return Result(1, report.right, report.unsure, report.wrong, cards, report.outcome, seconds)


class Results:
    """A file of results, one line a case: what was played already is not played again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.known: dict[str, Result] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                body = json.loads(line)
                self.known[body["case"]] = Result.from_json(body["result"])

    def keep(self, case: Case, result: Result) -> None:
        """Write a result down."""
        self.known[case.name] = result
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"case": case.name, "result": result.as_json()}) + "\n")
