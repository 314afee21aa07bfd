"""A table log comes from anywhere: whatever stands in it, a wrong line is one clear line with its number."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hostile import HOSTILE, is_one_line, places, with_at
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import sample

from cribbage.errors import BadLog
from cribbage.log.codec import LATEST_S, LONGEST_LINE
from cribbage.log.fields import LONGEST, MOST
from cribbage.log.logreader import LogReader
from cribbage.replay.audit import audit
from cribbage.replay.explanation import explain_verdicts
from cribbage.replay.transcript import steps, verdict_line

GAMES = [
    path.read_text().splitlines() for path in sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))
]
HEADER = '{"log": "table/1", "players": {"A": "Ann", "B": "Bob"}}'
KINDS = (
    {"t": 1.0, "unread": {"zone": "A", "count": 4}},
    {"t": 1.0, "said": {"by": "A", "what": "claim", "n": 9}},
    {"t": 1.0, "fault": {"part": "board", "what": "chain-high", "track": "A"}},
    {
        "t": 1.0,
        "ruling": {
            "judges": ["J1"],
            "rule": "4.4",
            "moves": [{"player": "A", "front": 5, "rear": 2, "points": 3}],
            "deal": {"hands": {"A": 4}, "cards_stand": 2, "forfeit": {"player": "A", "points": 2}},
        },
    },
)


def said(**more: Any) -> str:
    """A line with further keys."""
    return json.dumps({"t": 1, "said": {"by": "A", "what": "accept"}, **more})


def judged(lines: list[str]) -> list[dict[str, Any]]:
    """All verdicts of a log, written as they are printed."""
    found = []
    for step in steps(LogReader(many=True), lines):
        found += [verdict_line(event, "log", step.game) for event in step.said if event.kind == "verdict"]
    json.dumps(found, ensure_ascii=False).encode()
    return found


def one_line(error: BadLog, line: int | None = None) -> None:
    text = str(error)
    assert line in (None, error.line)
    assert is_one_line(text)


@pytest.mark.parametrize("body", [json.loads(HEADER), *KINDS], ids=lambda body: [*body][1])
@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: ascii(value)[:12])
def test_a_wrong_value_anywhere_in_a_line_is_a_bad_log_with_its_line_or_changes_nothing(
    body: dict[str, Any], value: Any
) -> None:
    for path in places(body):
        line = json.dumps(with_at(body, path, value))
        lines = [line] if "log" in body else [HEADER, line]
        try:
            judged([f"{line}\n" for line in lines])
        except BadLog as error:
            one_line(error, len(lines))


@pytest.mark.no_cover
@settings(max_examples=sample(30, 300))
@given(st.data())
def test_a_mutated_game_is_judged_or_refused_in_one_line(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    lines = list(game)
    for _ in range(data.draw(st.integers(1, 3))):
        n = data.draw(st.integers(0, len(lines) - 1))
        if data.draw(st.booleans()):
            try:
                body = json.loads(lines[n])
            except (ValueError, RecursionError):
                continue
            path = data.draw(st.sampled_from(list(places(body))))
            lines[n] = json.dumps(with_at(body, path, data.draw(st.sampled_from(HOSTILE))))
        else:
            at = data.draw(st.integers(0, len(lines[n])))
            much = data.draw(st.integers(0, 5))
            lines[n] = lines[n][:at] + data.draw(st.text(max_size=5)) + lines[n][at + much :]
    text = [f"{line}\n" for line in lines]
    for use in (judged, audit, lambda text: list(explain_verdicts(text, 5.0))):
        try:
            use(text)
        except BadLog as error:
            one_line(error)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f'{{"t": 1, "unread": {{"zone": "A", "count": {2**70}}}}}', "count must be from 0 to 52"),
        (f'{{"t": {"9" * 400}, "said": {{"by": "A", "what": "accept"}}}}', '"t" must be a number of seconds'),
        ('{"t": 1e999, "said": {"by": "A", "what": "accept"}}', '"t" must be a number of seconds'),
        ('{"t": 1, "x": [1e999], "said": {"by": "A", "what": "accept"}}', "a number that is too large"),
        (said(x="N").replace('"N"', "9" * 400 + ".0"), "a number that is too large"),
        ('{"t": NaN, "said": {"by": "A", "what": "accept"}}', "not JSON"),
        (
            f'{{"t": {LATEST_S * 2}, "said": {{"by": "A", "what": "accept"}}}}',
            '"t" must be a number of seconds',
        ),
        (said(x="DEEP").replace('"DEEP"', "[" * 300 + "]" * 300), "20 deep"),
        ('{"t": 1, "said": {"by": "\\ud800", "what": "accept"}}', "half a character"),
        (json.dumps({"t": 1, "said": {"by": "A", "what": "x" * (LONGEST + 1)}}), "at most 200 characters"),
        (json.dumps({"t": 1, "said": {"by": "A", "what": "claim", "n": MOST + 1}}), "from 0 to 1000"),
        (said(x="x" * LONGEST_LINE), "longer than"),
    ],
)
def test_what_is_wrong_is_named(line: str, says: str) -> None:
    with pytest.raises(BadLog, match=says) as raised:
        judged([f"{HEADER}\n", f"{line}\n", f"{HEADER}\n"])
    assert raised.value.line == 2
    one_line(raised.value)


@pytest.mark.parametrize("profile", [[], {}, None, 2**70, "x" * 5000])
def test_a_profile_that_is_none_is_named(profile: Any) -> None:
    with pytest.raises(BadLog, match="line 1: unknown profile") as raised:
        judged([json.dumps({"log": "table/1", "profile": profile})])
    one_line(raised.value)


def test_a_time_limit_is_bounded() -> None:
    header = {"log": "table/1", "profile": "hoyle", "options": {"time_limit_min": 10**400}}
    with pytest.raises(BadLog, match="a time limit is at most 1440 minutes"):
        judged([json.dumps(header)])


def test_a_line_that_never_ends_is_read_no_further_than_any_may_be() -> None:
    class Endless(io.StringIO):
        asked = 0

        def readline(self, size: int | None = -1, /) -> str:
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 1
            self.asked += 1
            assert self.asked < 10
            return "x" * size

    with pytest.raises(BadLog, match="line 1: longer than"):
        list(LogReader().read(Endless()))


def test_a_last_line_that_is_whole_is_never_taken_for_a_torn_one() -> None:
    line = '{"t": 1, "said": {"by": "\\ud800", "what": "accept"}}'
    with pytest.raises(BadLog, match="half a character"):
        judged([f"{HEADER}\n", line])


def test_a_wide_line_is_not_a_deep_one() -> None:
    judged([f"{HEADER}\n", said(x=[[n] for n in range(100)]) + "\n"])


def test_a_ruling_has_an_end() -> None:
    line = json.dumps({"t": 1, "ruling": {"judges": ["J1"] * (MOST + 1), "rule": "4.4"}})
    with pytest.raises(BadLog, match="at most 1000 moves and judges"):
        judged([f"{HEADER}\n", f"{line}\n"])


@pytest.mark.parametrize("name", ["players", "target", "five_card", "doubles", "time_limit_min", "muggins"])
def test_whatever_an_option_is_it_is_taken_or_refused_in_one_line(name: str) -> None:
    for profile in ("acc-2025", "hoyle"):
        for value in HOSTILE:
            line = json.dumps({"log": "table/1", "profile": profile, "options": {name: value}})
            try:
                judged([f"{line}\n"])
            except BadLog as error:
                one_line(error, 1)
