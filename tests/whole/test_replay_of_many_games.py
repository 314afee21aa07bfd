"""A log of many games: judged one after another, in the memory of one."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cribbage.log.logreader import LogReader
from cribbage.replay.transcript import steps
from pegwatch.commands import replay
from pegwatch.simulated.crooked import Crooked

GAMES = [Crooked(seed, "acc-2025").play()[0] for seed in (1, 2)]
TEXTS = ["\n".join(game) + "\n" for game in GAMES]


def answers(*words: str, stdin: str | None = None) -> list[dict[str, object]]:
    done = CliRunner().invoke(replay.command, ["--json", *words], input=stdin)
    assert done.exit_code == 0, done.output
    return [json.loads(line) | {"file": ""} for line in done.stdout.splitlines()]


@pytest.mark.parametrize("through", ["file", "long file", "pipe"])
def test_a_header_begins_the_next_game_and_each_is_judged_as_if_alone(
    through: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if through == "long file":
        monkeypatch.setattr(replay, "_LONG", 1000)
    alone = [answers("-", stdin=text) for text in TEXTS]
    text = "".join(TEXTS) * 2
    log = tmp_path / "games.jsonl"
    log.write_text(text)
    found = answers("-", stdin=text) if through == "pipe" else answers(str(log))
    for game in (1, 2, 3, 4):
        mine = [dict(verdict) for verdict in found if verdict.get("game", 1) == game]
        assert all(verdict.pop("game", 1) == game for verdict in mine)
        assert mine == alone[(game - 1) % 2]


def test_in_words_each_game_has_its_heading() -> None:
    said = CliRunner().invoke(replay.command, ["-"], input="".join(TEXTS)).stdout
    assert said.count("\ngame 2\n") == 1
    assert not said.startswith("game 1\n")


@pytest.mark.parametrize("long", [1000, 1 << 30])
def test_a_bad_line_in_the_last_of_many_games_prints_nothing_but_its_number(
    long: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "_LONG", long)
    log = tmp_path / "games.jsonl"
    log.write_text("".join(TEXTS) + "not json\n")
    done = CliRunner().invoke(replay.command, [str(log)])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert f"line {sum(map(len, GAMES)) + 1}" in done.stderr


def test_an_audit_goes_over_all_games_of_a_log() -> None:
    """Every recorded verdict is given again; one that was not recorded differs, whichever game it is of."""
    reader = LogReader(many=True)
    said: dict[int, list[dict[str, object]]] = {}
    for step in steps(reader, GAMES[0]):
        said.setdefault(reader.line, []).extend(
            {"t": e.t, **e.body} for e in step.said if e.kind == "verdict"
        )
    bodies = [json.loads(line) for line in GAMES[0]]
    for line, verdicts in said.items():
        bodies[line - 1]["verdicts"] = verdicts
    whole = "".join(json.dumps(body) + "\n" for body in bodies)
    done = CliRunner().invoke(replay.command, ["--audit", "-"], input=whole * 2)
    assert done.exit_code == 0, done.output
    assert f"{2 * sum(map(len, said.values()))} verdicts recorded" in done.stdout
    done = CliRunner().invoke(replay.command, ["--audit", "-"], input=whole + TEXTS[1])
    assert done.exit_code == 1
    assert "given now and not recorded" in done.stdout


def test_a_log_needs_the_memory_of_one_game_however_many_it_holds() -> None:
    def tidied(games: int) -> Iterator[str]:
        for _ in range(games):
            gc.collect()  # what a game that is over leaves behind may lie about for a while
            yield from GAMES[0][:150]

    def peak(games: int) -> int:
        tracemalloc.start()
        deque(steps(LogReader(many=True), tidied(games)), maxlen=0)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(1)  # what is made once and kept
    one = peak(1)
    assert peak(5) - peak(2) < one  # three games more, and not even one more is kept
