"""A log judged again: against the verdicts recorded in it, and why one of them came."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tables import CRIB, CUT, PLAY, Table

from cribbage.errors import BadLog
from cribbage.log.events import Event
from cribbage.replay.audit import VERDICTS_KEY, audit
from cribbage.replay.explanation import explain_verdicts, why_of
from cribbage.replay.transcript import replay
from cribbage.shown.scoreboard import Scoreboard, Verdict
from pegwatch.commands.replay import command

GAME = f"{CUT} {PLAY} B+11 A!overpeg B-2 A+2 A+5 {CRIB} A+6 clear cut:3D"


@cache
def recorded(words: str, **more: Any) -> tuple[str, ...]:
    """A log with its verdicts written on the line after which they were given."""
    log = Table(**more).do(words).log
    bodies = [json.loads(line) for line in log]
    given = 0
    for length, body in enumerate(bodies[1:], 2):
        verdicts = replay(log[:length]).verdicts
        body[VERDICTS_KEY] = [
            {key: v[key] for key in ("t", "code", "player", "points")} for v in verdicts[given:]
        ]
        given = len(verdicts)
    return tuple(json.dumps(body) for body in bodies)


@pytest.mark.no_cover
def test_the_same_observations_bring_the_same_verdicts() -> None:
    found = audit(recorded(GAME))
    assert found.agrees
    assert found.recorded == found.same == 9
    assert found.lines() == ["9 verdicts recorded, 9 given again", "nothing differs"]


def test_differences_are_told_in_words() -> None:
    log = recorded(GAME)
    changed = [line.replace('"code": "overpeg"', '"code": "underpeg"') for line in log]
    found = audit(changed)
    assert not found.agrees
    assert [str(given).split(" s ")[1] for given in found.gone] == ["underpeg B 2"]
    assert [str(given).split(" s ")[1] for given in found.new] == ["overpeg B 2"]
    assert found.lines()[-1] == "2 differ"
    assert found.lines()[1].startswith("recorded and not given now: ")


@pytest.mark.no_cover
def test_what_only_the_end_of_the_log_settles_is_no_difference() -> None:
    log = recorded(f"{CUT} {PLAY} B+9")
    held = json.loads(log[-1])
    assert held[VERDICTS_KEY] == [{"t": held["t"], "code": "scored", "player": "B", "points": 9}]
    held[VERDICTS_KEY] = []
    found = audit([*log[:-1], json.dumps(held)])
    assert found.agrees
    assert [given.code for given in found.open] == ["scored"]
    assert found.lines()[1].startswith("open when the log ends: ")


def test_a_verdict_of_the_end_that_was_recorded_counts_as_the_same() -> None:
    found = audit(recorded(f"{CUT} {PLAY} B+9"))
    assert found.agrees
    assert found.open == ()
    assert found.same == 6


@pytest.mark.parametrize(
    "told", [{}, [1], [{"t": 1, "code": "scored"}], [{"t": "x", "code": "a", "player": "A", "points": 1}]]
)
def test_verdicts_that_cannot_be_read_name_their_line(told: Any) -> None:
    log = Table().do(CUT).log
    body = json.loads(log[1]) | {VERDICTS_KEY: told}
    with pytest.raises(BadLog, match=r'line 2: "verdicts"'):
        audit([log[0], json.dumps(body)])


def test_a_log_without_verdicts_says_how_to_get_one() -> None:
    for log in (Table().log, Table().do(CUT).log):
        with pytest.raises(BadLog, match="`pegwatch export` writes them"):
            audit(log)


# --- why ---------------------------------------------------------------------------------------------------------


def why(words: str, code: str, **more: Any) -> list[str]:
    log = Table(**({"players": {"A": "Ann", "B": "Bob"}} | more)).do(words).log
    t = next(v["t"] for v in replay(log).verdicts if v["code"] == code)
    (told,) = [told for told in explain_verdicts(log, t) if told.verdict.code == code]
    return list(told.lines)


def test_an_overpegged_hand_is_explained_with_its_cards_and_rule() -> None:
    lines = why(f"{CUT} {PLAY} B+11", "overpeg")
    assert lines[0].endswith("overpeg Bob, 2 points")
    assert "  Pegs: from 6 and 5 to 17 and 6." in lines
    assert any(line.startswith("  Earned for the hand: 9 (TC KD 6S 5H; ") for line in lines)
    assert "  Pegged: 11." in lines
    assert "  Remedy: front peg to hole 15." in lines
    assert "  Seen at 2.00 s (line 2): the starter: 4D." in lines
    assert any("the hand: TC KD 6S 5H" in line for line in lines)
    assert lines[-1].startswith("  Rule 8.4.c: ")


def test_a_score_of_the_play_is_explained_by_its_series() -> None:
    lines = why("cut:KS B:TC A:QH B:5D B+1 A:5C A:TH A+2", "scored")
    assert lines[0].endswith("scored Bob, 1 point")
    lines = why("cut:4D B:TC A:5H A+2", "scored")
    assert [line for line in lines if "laid" in line] == [
        "  Seen at 4.00 s (line 3): Bob laid TC, count 10.",
        "  Seen at 6.00 s (line 4): Ann laid 5H, count 15, 2 for it.",
    ]


def test_a_closed_window_says_what_closed_it() -> None:
    lines = why("cut:4D B:TC A:5H B:2C", "underpeg")
    assert "  Earned for the play: 2 (5H; fifteen 2)." in lines
    assert why(f"{CUT} {PLAY} B+11 A+5", "overpeg-stands")[
        1
    ] == "  The window closed: the dealer counted." or (
        "  The window closed: the dealer counted." in why(f"{CUT} {PLAY} B+11 A+5", "overpeg-stands")
    )


def test_what_was_not_seen_is_named() -> None:
    lines = why(f"starter?1 {PLAY} B+9", "unverified")
    assert "  What the hand is worth was not seen." in lines
    assert any("unread: the starter" in line for line in lines)
    covered = why(f"{CUT} B:TC camera! A+2", "unverified")
    assert any("camera: covered" in line for line in covered)
    assert "  Why: not seen." in covered


def test_8_4_a_the_game_hole_with_nothing_earned_is_explained_without_a_hand_or_card() -> None:
    lines = why("cut:4D B:TC A:QH B+25", "false-claim", b=(100, 90))
    assert "  Earned for the score: 0." in lines
    assert "  Remedy: front peg to hole 100, points back: 15, points to the opponent: 21." in lines


def test_a_hand_that_was_not_read_whole_is_explained_without_cards() -> None:
    lines = why(f"{CUT} {PLAY.replace('A:9S A+1', 'A?4')} B+9 A+5", "unverified")
    assert "  What the hand is worth was not seen." in lines
    assert [line for line in lines if "the hand:" in line] == []


def test_7_2_b_a_score_given_away_is_explained_by_the_rule_above_where_its_own_part_has_no_article() -> None:
    board = Scoreboard.empty().apply(Event("game", 0.0, {"profile": "acc-2025"}))
    told = [
        " ".join(why_of(Verdict(1, 1.0, 1, "underpeg", "B", 2, more={"rule": rule}), board, {}))
        for rule in ("7.2.a(6)(x)", "7.2.a(6)", "of the house", "house default (ACC 8.4.c)")
    ]
    assert "Rule 7.2.a(6)(x): " in told[0]
    assert told[0].split(": ", 1)[1] == told[1].split(": ", 1)[1], "it is 7.2.a(6) that is told"
    assert told[2].endswith("Rule of the house.")
    assert "The book is silent; house default, after ACC 8.4.c: " in told[3]


def test_every_verdict_of_a_game_can_be_explained() -> None:
    words = f"{GAME} A:5H B:TC A+2 B:KD A:2C B:3C B:4H A+99 camera! B+3 camera. A:TD"
    log = Table(b=(20, 10)).do(words).log
    for verdict in replay(log).verdicts:
        assert verdict["code"] in " ".join(told.lines[0] for told in explain_verdicts(log, verdict["t"]))


def test_a_log_without_any_verdict_has_nothing_to_explain() -> None:
    for log in (Table().log, Table().do(CUT).log):
        with pytest.raises(BadLog, match="no verdict in the whole log"):
            explain_verdicts(log, 3.0)


# --- the command -----------------------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(command, list(words))


def test_the_command_audits_and_explains(tmp_path: Path) -> None:
    good, bad, old = tmp_path / "good.jsonl", tmp_path / "bad.jsonl", tmp_path / "old.jsonl"
    log = recorded(GAME)
    good.write_text("\n".join(log) + "\n")
    bad.write_text("\n".join(line.replace('"code": "overpeg"', '"code": "scored"') for line in log) + "\n")
    old.write_text("\n".join(Table().do(GAME).log) + "\n")
    assert run("--audit", str(good)).exit_code == 0
    differs = run("--audit", str(good), str(bad))
    assert differs.exit_code == 1
    assert "given now and not recorded: " in differs.output
    refused = run("--audit", str(old))
    assert refused.exit_code == 2
    assert "pegwatch export" in refused.output
    told = run("--explain", "40", str(good))
    assert told.exit_code == 0
    assert "Seen at" in told.output
    told = run("--audit", "--json", str(good))
    assert (told.exit_code, json.loads(told.output)["agrees"]) == (0, True)
    both = run("--explain", "40", "--json", str(good))
    assert both.exit_code == 2
    assert "--explain goes with neither --json nor --audit" in both.output
