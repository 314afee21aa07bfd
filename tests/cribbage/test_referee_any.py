"""Whatever is done at the table: the referee never raises, drops no move, and says the same live and later."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from samples import sample
from tables import CRIB, CUT, PLAY, Table

from cribbage.log.codec import header_from, observation_from
from cribbage.log.events import Event
from cribbage.log.verdicts import not_withdrawn
from cribbage.profiles import PROFILES
from cribbage.replay.transcript import replay
from cribbage.score.cards import DECK
from cribbage.worlds.referee import Referee

pytestmark = pytest.mark.no_cover  # rules are to be reached by tests that name them
CARDS = [str(card) for card in DECK]
REPAIRS = {"false-claim", "front-peg-removed", "wrong-track", "both-pegs-removed", "out-of-order", "overpeg"}
SAID = ("go", "none", "accept", "overpeg", "claim4", "muggins2", "judge", "count15", "count31")
MOVE_CODES = {
    "scored", "underpeg", "overpeg", "false-claim", "out-of-order", "unverified", "both-pegs-removed"
}  # fmt: skip


def some_acts(draw: Any) -> list[str]:
    """Acts in any order, sensible and not; mostly the skeleton of a deal with things thrown in."""
    rng = draw(st.randoms(use_true_random=False))
    words = [CUT, *PLAY.split(), "B+9", "A+5", CRIB, "A+6", "clear"] * 2 if rng.random() < 0.7 else []
    for _ in range(rng.randrange(12)):
        words.insert(rng.randrange(len(words) + 1), an_act(rng))
    for _ in range(rng.randrange(4)):
        if words:
            words.pop(rng.randrange(len(words)))
    return words


def an_act(rng: random.Random) -> str:
    player = rng.choice("AB")
    return rng.choice(
        [
            f"{player}+{rng.choice([1, 1, 2, 2, 3, 4, 9, 30])}",
            f"{player}-{rng.choice([1, 2, 3])}",
            f"{player}:{rng.choice(CARDS)}",
            f"{player}<1",
            f"{player}^",
            f"{player}^f",
            f"{player}^^",
            f"{player}={rng.randrange(1, 121)},{rng.randrange(-2, 1)}",
            f"{player}!{rng.choice(SAID)}",
            f"{player}?{rng.choice(['', '1', '3', '5'])}",
            "camera!", "camera.", "board!", "board.", "starter?1", "crib?4", "clear",
            f"clear:{player}", "wait",
            f"cut:{rng.choice(CARDS)}",
            f"rule:{player}={rng.randrange(0, 121)}", f"{player}!time", f"{player}!concede", f"rule:{player}!",
            f"holes:{rng.randrange(1, 121)}|{rng.randrange(1, 60)},{rng.randrange(60, 99)},{rng.randrange(100, 121)}",
        ]
    )  # fmt: skip


def live(log: list[str], rng: random.Random) -> list[Event]:
    """The same log as it happens: time ticks by in between."""
    referee = Referee(header_from(json.loads(log[0])))
    events: list[Event] = []
    now = 0.0
    for line in log[1:]:
        seen = observation_from(json.loads(line))
        while (deadline := referee.next_deadline()) is not None and deadline < seen.t:
            now = max(now, deadline) if rng.random() < 0.7 else seen.t
            events += referee.tick(now)
        events += referee.receive(seen)
    return events + referee.finish()


@st.composite
def tables(draw: Any) -> Table:
    book = draw(st.sampled_from(["acc-2025", "acc-2025", *PROFILES]))
    table = Table(dealer=draw(st.sampled_from("AB")), mode="club", muggins=draw(st.booleans()), profile=book)
    for word in some_acts(draw):
        table.do(word)
    return table


@settings(max_examples=sample(24, 150), deadline=None, derandomize=True)
@given(tables(), st.randoms(use_true_random=False))
def test_live_and_later_are_the_same_and_nothing_raises(table: Table, rng: random.Random) -> None:
    later = [(e.t, dict(e.body)) for e in table.judge().events if e.kind == "verdict"]
    assert [(e.t, dict(e.body)) for e in live(table.log, rng) if e.kind == "verdict"] == later


def test_what_waited_is_said_after_what_was_said_before_it_live_and_later() -> None:
    """Bob's go waits for a card that may be told late; what Ann pegs meanwhile is let go of, and said, before it."""
    table = Table(dealer="B").do("cut:4D B:TC A:QH B:KD A:7C B:6S A:8D A+3 B:5H")
    for events in (table.judge().events, live(table.log, random.Random(1))):
        said = [(e.body["code"], e.body["said_t"]) for e in events if e.kind == "verdict"]
        assert said == [("scored", 17.5), ("underpeg", 20.0)]


@settings(max_examples=sample(24, 150), deadline=None, derandomize=True)
@given(tables())
@example(Table().do(f"{CUT} {PLAY} B+9 A+5 {CRIB} A+6 clear"))
def test_no_released_move_is_dropped_or_judged_twice(table: Table) -> None:
    result = replay(table.log)
    moves = Counter(
        v["move"] + f" at {v['t']}"
        for v in not_withdrawn(result.verdicts)
        if "move" in v and v["code"] in MOVE_CODES
    )
    assert all(number == 1 for number in moves.values()), moves


@settings(max_examples=sample(40, 300), deadline=None, derandomize=True)
@given(tables())
def test_every_forward_move_gets_its_verdict(table: Table) -> None:
    """Unless the game was over, the board blind, or a remedy was being followed."""
    verdicts = replay(table.log).verdicts
    judged = {v["move"] for v in verdicts if "move" in v}
    words = "".join(table.log)
    if '"board"' in words or '"ruling"' in words:
        return
    repairs = REPAIRS if '"overpeg"' in words else REPAIRS - {"overpeg"}
    ends = [v["t"] for v in verdicts if v["code"] in ("game", "wrong-track", "opponent-peg", *repairs)]
    if any(max(pegs) > 112 for pegs in table.pegs.values()):
        return
    until = min(ends, default=table.t)
    dropped = [leap for leap in table.leaps if leap[0] < until and leap[1] not in judged]
    assert dropped == [], "\n".join(table.log)


@settings(max_examples=sample(15, 100), deadline=None, derandomize=True)
@given(tables(), st.integers(0, 80))
def test_a_log_torn_anywhere_is_still_judged(table: Table, lines: int) -> None:
    whole = replay(table.log).verdicts
    torn = replay([*table.log[: lines + 1], '{"t": 99999, "ho'])
    assert torn.cut_short
    assert len(torn.verdicts) <= len(whole) + 12


def a_ruled_deal(rng: random.Random) -> dict[str, Any]:
    """What judges may say of a deal, whether it makes sense now or not."""
    some = [*rng.sample(CARDS, 4)]
    player = rng.choice("AB")
    choices: dict[str, Any] = {
        "again": player, "dealer": player, "crib_of": player, "dead": [rng.choice(["A", "B", "crib"])],
        "no_points": [player], "hands": {player: rng.randrange(7)}, "play": "over", "cards_stand": rng.randrange(9),
        "dead_cards": {player: some[:1]}, "starter": some[0], "starter_back": True,
        "shown": {rng.choice(["A", "B", "crib"]): some}, "forfeit": {"player": player, "points": rng.randrange(12)},
        "won": {"player": player},
    }  # fmt: skip
    return {key: choices[key] for key in rng.sample(sorted(choices), rng.randrange(1, 4))}


@st.composite
def ruled_tables(draw: Any) -> Table:
    """Tables on which judges rule whatever they like, whenever they like."""
    rng = draw(st.randoms(use_true_random=False))
    table = Table(dealer=draw(st.sampled_from("AB")), mode="club", muggins=draw(st.booleans()))
    for word in some_acts(draw):
        table.do(word)
        if rng.random() < 0.08:
            ruling = {"judges": ["J1", "J2"], "rule": "x", "moves": [], "deal": a_ruled_deal(rng)}
            table.see(ruling=ruling)
    return table


@settings(max_examples=sample(25, 200), deadline=None, derandomize=True)
@given(ruled_tables(), st.randoms(use_true_random=False))
def test_whatever_judges_rule_the_referee_follows_and_never_raises(table: Table, rng: random.Random) -> None:
    later = [(e.t, dict(e.body)) for e in table.judge().events if e.kind == "verdict"]
    assert [(e.t, dict(e.body)) for e in live(table.log, rng) if e.kind == "verdict"] == later


@settings(max_examples=sample(24, 150), deadline=None, derandomize=True)
@given(ruled_tables())
def test_pegs_are_conserved_and_orders_add_up(table: Table) -> None:
    """Each player has two pegs in two holes of the board in whatever is told; orders are done when all steps are."""
    for event in table.judge().events:
        if event.kind == "pegs":
            for player in "AB":
                front, rear = event.body[player]
                assert -2 <= rear <= 121
                assert -2 <= front <= 121
                assert front != rear
        if event.kind == "orders":
            assert event.body["done"] == all(step["done"] for step in event.body["steps"])
