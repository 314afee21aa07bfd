"""The table log as text: what is read, what is kept, and what is refused with its line number."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tables import CUT, PLAY, Table

from cribbage.errors import BadLog, CribbageError
from cribbage.log.codec import (
    Header,
    Malformed,
    header_from,
    observation_body,
    observation_from,
    to_line,
)
from cribbage.log.logreader import LogReader
from cribbage.log.observations import Cards, Fault, Holes, Ruling, Said, Unread
from cribbage.replay.transcript import replay, steps

HEADER = '{"log": "table/1", "profile": "acc-2025", "dealer": "A"}'

OBSERVATIONS: list[dict[str, Any]] = [
    {"t": 1.5, "holes": {"A": [22, 10], "B": [0, -1]}},
    {"t": 2, "cards": {"zone": "A", "seen": ["5H", "TS"]}},
    {"t": 2, "cards": {"zone": "crib", "seen": []}},
    {"t": 3.25, "unread": {"zone": "B", "count": None}},
    {"t": 4, "said": {"by": "A", "what": "claim", "n": 9}},
    {"t": 4, "said": {"by": "J1", "what": "judge"}},
    {"t": 5, "ruling": {"judges": ["J1", "J2"], "rule": "8.4.b", "moves": [{"player": "A", "front": 103}]}},
    {"t": 6, "fault": {"part": "camera", "what": "covered"}},
]


@pytest.mark.parametrize("body", OBSERVATIONS, ids=[next(k for k in b if k != "t") for b in OBSERVATIONS])
def test_observations_go_both_ways(body: dict[str, Any]) -> None:
    assert observation_body(observation_from(body)) == body


def test_every_kind_becomes_its_class() -> None:
    kinds = [type(observation_from(body)) for body in OBSERVATIONS]
    assert kinds == [Holes, Cards, Cards, Unread, Said, Said, Ruling, Fault]


def test_unknown_keys_are_ignored_and_kept() -> None:
    body = {"t": 1, "holes": {"A": [3, 1]}, "by": "watch", "note": {"x": 1}}
    seen = observation_from(body)
    assert dict(seen.extra) == {"by": "watch", "note": {"x": 1}}
    assert observation_body(seen) == body
    header = header_from(json.loads(HEADER) | {"club": "Fifteen Two"})
    assert header.to_dict()["club"] == "Fifteen Two"


def test_a_header_says_what_it_left_out() -> None:
    header = header_from(json.loads(HEADER))
    assert header == Header(profile="acc-2025", dealer="A", pegs={"A": (0, -1), "B": (0, -1)})
    assert Header().start_of("A") == (0, -1)
    assert header.start_of("B") == (0, -1)
    assert header_from(header.to_dict()).to_dict() == header.to_dict()
    short = json.loads(HEADER) | {"profile": "hoyle", "options": {"target": 61}}
    assert header_from(short).to_dict()["options"] == {"target": 61}


BAD_HEADERS: list[tuple[dict[str, Any], str]] = [
    ({"log": "table/2"}, "first line must be a header"),
    ({"log": "table/1", "profile": "acc-1999"}, "unknown profile 'acc-1999': one of acc-2025"),
    ({"log": "table/1", "mode": "loud"}, "unknown mode 'loud'"),
    ({"log": "table/1", "muggins": 1}, "muggins must be true or false"),
    ({"log": "table/1", "players": {"A": "Ann"}}, "players must be A and B"),
    ({"log": "table/1", "players": 7}, "players must be a JSON object"),
    ({"log": "table/1", "options": {"target": 61}}, "acc-2025 is played to 121, not to 61"),
    ({"log": "table/1", "options": {"target": "x"}}, "option target must be a whole number, not 'x'"),
    ({"log": "table/1", "dealer": "X"}, "unknown dealer 'X'"),
    ({"log": "table/1", "pegs": {"A": [5]}}, "two different holes"),
    ({"log": "table/1", "pegs": {"A": [5, 122]}}, "a hole must be from -2 to 121"),
]


@pytest.mark.parametrize(("body", "why"), BAD_HEADERS, ids=[why for _, why in BAD_HEADERS])
def test_a_bad_header_is_refused(body: dict[str, Any], why: str) -> None:
    with pytest.raises(Malformed, match=why.replace("(", r"\(")):
        header_from(body)
    with pytest.raises(BadLog, match="line 1: "):
        replay([json.dumps(body) + "\n"])


BAD_LINES: list[tuple[str, str]] = [
    ("hello", "not JSON"),
    ("", "not JSON"),
    ("[1]", "not a JSON object"),
    ('{"t": 1, "wind": {}}', "exactly one of"),
    ('{"t": 1, "holes": {}, "said": {}}', "exactly one of"),
    ('{"holes": {}}', '"t" must be a number'),
    ('{"t": true, "holes": {}}', '"t" must be a number'),
    ('{"t": NaN, "holes": {}}', "not JSON"),
    ('{"t": 1e999, "holes": {}}', '"t" must be a number'),
    ('{"t": 1, "holes": {"C": [1, 2]}}', "unknown track 'C'"),
    ('{"t": 1, "holes": {"A": [1.5]}}', "a whole number"),
    ('{"t": 1, "holes": {"A": "12"}}', "a list of hole numbers"),
    ('{"t": 1, "holes": {"A": [130]}}', "a hole must be"),
    ('{"t": 1, "cards": {"zone": "lap", "seen": []}}', "unknown zone 'lap'"),
    ('{"t": 1, "cards": {"zone": "A"}}', '"seen" must be a list'),
    ('{"t": 1, "cards": {"zone": "A", "seen": ["1X"]}}', "unknown card '1X'"),
    ('{"t": 1, "unread": {"zone": "A", "count": "four"}}', "count must be a whole number"),
    ('{"t": 1, "said": {"by": "A"}}', '"what" must be a text'),
    ('{"t": 1, "said": {"by": "A", "what": "count", "n": 1.5}}', "n must be a whole number"),
    ('{"t": 1, "ruling": {"moves": 3}}', "must be lists"),
    ('{"t": 1, "ruling": {"moves": [{"player": "Z", "front": 3}]}}', "unknown player"),
    ('{"t": 1, "ruling": {"moves": [{"player": "A", "front": "x"}]}}', "front must be a whole number"),
    ('{"t": 1, "said": {"by": "A", "what": "muggins", "n": -2}}', "n must not be negative"),
    (
        '{"t": 1, "ruling": {"moves": [{"player": "A", "front": 500}]}}',
        "front must be from -121 to 121, not 500",
    ),
    ('{"t": 1, "fault": {"part": "camera"}}', '"what" must be a text'),
    ('{"t": -1, "holes": {}}', "time runs backward"),
]


@pytest.mark.parametrize(
    ("line", "why"), BAD_LINES, ids=[why + str(i) for i, (_, why) in enumerate(BAD_LINES)]
)
def test_a_bad_line_is_refused_with_its_number(line: str, why: str) -> None:
    log = [HEADER + "\n", line + "\n", '{"t": 9, "holes": {"A": [1, 0]}}\n']
    with pytest.raises(BadLog, match="line 2: ") as error:
        replay(log)
    assert why in str(error.value)
    assert error.value.line == 2
    assert isinstance(error.value, CribbageError)


def test_time_may_stand_still_but_not_run_backward() -> None:
    replay([HEADER, '{"t": 2, "holes": {}}', '{"t": 2, "holes": {}}'])
    with pytest.raises(BadLog, match="line 4: time runs backward: 1 after 2"):
        replay([HEADER, '{"t": 2, "holes": {}}', '{"t": 2, "holes": {}}', '{"t": 1, "holes": {}}'])


def test_a_last_line_cut_short_is_reported_and_the_rest_counts() -> None:
    log = [HEADER + "\n", '{"t": 1, "cards": {"zone": "starter", "seen": ["4D"]}}\n', '{"t": 2, "car']
    assert replay(log).cut_short
    assert not replay(log[:2]).cut_short
    assert not replay([*log[:2], ""]).cut_short, "split at line ends, nothing came after the last"
    with pytest.raises(BadLog, match="line 3"):
        replay([*log[:2], '{"t": 2, "car\n'])
    with pytest.raises(BadLog, match="line 3"):
        replay([*log[:2], "hello"])


def test_an_empty_log_and_a_torn_header_are_refused() -> None:
    with pytest.raises(BadLog, match="line 1: empty"):
        replay([])
    with pytest.raises(BadLog, match="line 1: not JSON"):
        replay(['{"log": "tab'])


def test_a_header_alone_is_a_log() -> None:
    result = replay([HEADER])
    assert result.verdicts == []
    assert result.header.profile == "acc-2025"


def test_a_written_log_reads_the_same() -> None:
    header = header_from(json.loads(HEADER))
    seen = [observation_from(body) for body in OBSERVATIONS]
    reader = LogReader()
    assert list(reader.read(map(to_line, [header.to_dict(), *map(observation_body, seen)]))) == seen
    assert reader.header == header
    assert to_line({"name": "Zoë"}) == '{"name": "Zoë"}'


def test_verdicts_carry_the_file_and_the_fixed_keys() -> None:
    log = [
        HEADER,
        '{"t": 1, "cards": {"zone": "starter", "seen": ["4D"]}}',
        '{"t": 2, "holes": {"B": [3, 0]}}',
    ]
    (verdict,) = replay(log, "game.jsonl").verdicts
    assert {key: verdict[key] for key in ("file", "t", "code", "player", "points")} == {
        "file": "game.jsonl", "t": 2, "code": "overpeg", "player": "B", "points": 3
    }  # fmt: skip
    assert verdict["remedy"] == {"front": 0}
    assert verdict["rule"] == "8.4.c"


def test_games_one_after_another_are_judged_each_by_itself() -> None:
    """The second starts over: its own header, its own time, and no peg of the first."""
    one, two = Table().do(f"{CUT} {PLAY} B+9"), Table(b=(10, 5), profile="hoyle").do(f"{CUT} B:TC A:5H A+2")
    reader = LogReader(many=True)
    found: dict[int, list[str]] = {}
    for step in steps(reader, [*one.log, *two.log]):
        codes = [
            f"{e.body['code']} {e.body['player']} {e.body['points']}"
            for e in step.said
            if e.kind == "verdict"
        ]
        found.setdefault(step.game, []).extend(codes)
    assert found == {1: one.verdicts, 2: two.verdicts}
    assert reader.header_of_game.profile == "hoyle"


def test_another_game_in_a_log_of_one_is_named_with_its_line() -> None:
    log = [*Table().do(CUT).log, *Table().log]
    with pytest.raises(BadLog, match="line 3: another game begins here: give a log of one game"):
        replay(log)
