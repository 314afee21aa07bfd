"""A real game becomes a test with one command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cribbage.replay.transcript import replay
from pegwatch.casefile import main, make_case
from pegwatch.simulated.plants import HONEST
from pegwatch.simulated.table import SimulatedTable


@pytest.fixture(scope="module")
def game() -> list[str]:
    """A whole honest game of Carla and Dirk."""
    names = {"A": "Carla", "B": "Dirk"}
    return SimulatedTable(5, 1, HONEST, players=names, with_scenes=False).as_log(1)


def test_the_whole_game_is_judged_as_before_and_names_are_gone(game: list[str]) -> None:
    case = make_case(game, "an honest game")
    assert "Carla" not in "".join(case)
    header = json.loads(case[0])
    assert header["expect"] == [[v["code"], v["player"], v["points"]] for v in replay(game).verdicts]
    assert header["why"] == "an honest game"


def test_every_deal_cut_out_is_judged_as_in_the_whole_game(game: list[str]) -> None:
    whole = [(v["code"], v["player"], v["points"]) for v in replay(game).verdicts]
    deals = sum(event.kind == "deal" for event in replay(game).events) + 1
    assert deals > 5
    parts = [json.loads(make_case(game, "one deal", deal=deal)[0])["expect"] for deal in range(1, deals + 1)]
    assert [tuple(v) for part in parts for v in part] == whole


def test_the_command_writes_a_case_and_never_over_another(game: list[str], tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text("\n".join(game), encoding="utf-8")
    words = [str(log), "--name", "a-deal", "--why", "why", "--deal", "2", "--games", str(tmp_path)]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0, first.output
    lines = (tmp_path / "a-deal.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["expect"]
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 2
    assert "is there already" in again.output


@pytest.mark.parametrize(
    ("more", "part"),
    [
        (["--name", "Two Words"], "hyphens"),
        (["--name", "x", "--deal", "99"], "there is no deal 99"),
        (["--name", "x", "--expect", "scored"], "not JSON"),
        (["--name", "x", "--expect", '["scored"]'], "[code, player, points]"),
    ],
)
def test_a_case_that_cannot_be_made_is_refused_in_one_line(
    game: list[str], tmp_path: Path, more: list[str], part: str
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text("\n".join(game), encoding="utf-8")
    done = CliRunner().invoke(main, [str(log), "--why", "why", "--games", str(tmp_path), *more])
    assert done.exit_code == 2
    assert part in done.output
    assert not list(tmp_path.glob("x.jsonl"))


def test_a_log_with_a_bad_line_is_named(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    log.write_text("no log\n", encoding="utf-8")
    done = CliRunner().invoke(main, [str(log), "--name", "x", "--why", "w", "--games", str(tmp_path)])
    assert done.exit_code == 2
    assert "game.jsonl: " in done.output
