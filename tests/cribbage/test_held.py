"""A peg that may still have been held when a card or a word was told is not let go of by it (ACC 8.2 to 8.4)."""

from __future__ import annotations

from typing import Any

import pytest
from tables import CRIB, CUT, PLAY, Table

from cribbage.log.observations import Cards, Holes, Observation, Said
from cribbage.replay.transcript import replay
from cribbage.score.cards import parse_cards
from cribbage.worlds.heldpegs import HeldPegs
from pegwatch.simulated.pairgame import named, play_game

CARD = Cards(10.2, "B", tuple(parse_cards(["TC"])))
AGAIN = ([0], 10.5)


def pegs(t: float, *holes: int) -> Holes:
    return Holes(t, {"A": frozenset({0, -1}), "B": frozenset(holes)})


def after(*seen: Observation, late_s: float = 2.5) -> HeldPegs:
    """Bob's peg came down five holes on at 10 s; then this was observed."""
    held = HeldPegs(late_s)
    for one in (pegs(1.0, 0, -1), pegs(9.0, 0), pegs(10.0, 5, 0), *seen):
        held.see(one)
    return held


@pytest.mark.parametrize("act", [CARD, Said(10.2, "A", "go")])
def test_taken_up_again_within_its_second_it_was_perhaps_never_let_go_of(act: Observation) -> None:
    held = after(act)
    assert held.may_be_held("B", 10.0, 10.3)
    assert not held.may_be_held("B", 10.0, 11.0), "its second is over"
    held = after(act, pegs(10.5, 0))
    assert held.may_be_held("B", 10.0, 99.0), "it is up, and will come down somewhere"
    assert held.final_hole("B", 10.0) is None
    held = after(act, pegs(10.5, 0), pegs(11.5, 4, 0))
    assert held.was_perhaps_held("B", 10.0)
    assert held.was_perhaps_held("B", 11.5)
    assert held.final_hole("B", 10.0) == 4


@pytest.mark.parametrize(
    ("why", "seen"),
    [
        ("nothing was done between", [pegs(10.5, 0)]),
        ("it had stood for its second", [CARD, pegs(11.1, 0)]),
        ("the card came when that was over", [Cards(11.1, "B", CARD.seen), pegs(11.2, 0)]),
        ("the card cannot have lain there before", [Cards(10.2, "B", CARD.seen, {"since": 10.1}), pegs(10.5, 0)]),
        ("a place that is read again is no act", [Said(10.2, "", "reread", zone="B"), pegs(10.5, 0)]),
        ("nothing has been taken up", [CARD, pegs(10.5, 5, 0)]),
    ],
)  # fmt: skip
def test_else_it_is_as_it_was(why: str, seen: list[Observation]) -> None:
    assert not after(*seen).was_perhaps_held("B", 10.0), why


def test_only_the_latest_are_kept() -> None:
    held = HeldPegs(2.5)
    for n in range(20):
        t = 10.0 * n
        for one in (
            pegs(t, 0, n),
            pegs(t + 1, 0),
            pegs(t + 2, 5, 0),
            Said(t + 2.1, "A", "go"),
            pegs(t + 2.5, 0),
        ):
            held.see(one)
    assert held.was_perhaps_held("B", 192.0)
    assert not held.was_perhaps_held("B", 2.0)


@pytest.mark.parametrize("words", ["", "A:3H wait"])
def test_a_peg_that_stays_up_at_the_end_of_a_log_is_waited_for_no_longer(words: str) -> None:
    table = Table().do("cut:QS")
    more: list[dict[str, Any]] = [
        {"holes": {"A": [0, -1], "B": [0]}},
        {"holes": {"A": [0, -1], "B": [5, 0]}},
        {"cards": {"zone": "B", "seen": ["TC"]}},
        {"holes": {"A": [0, -1], "B": [0]}},
    ]
    for body in more:
        table.see(0.3, **body)
    codes = [verdict["code"] for verdict in replay(table.do(words).log).verdicts]
    assert "overpeg" not in codes


def test_8_4_c_what_came_down_at_last_is_too_many_and_nothing_was_corrected() -> None:
    """Five for half a second, a card told then, and four that stood: four too many, as they were."""
    seen = play_game(named("many acc-2025/2 plain crooked 301456: read after its peg + words tapped late"))
    assert seen.outcome.false == []
    said = [v for v in replay(seen.lines).verdicts if 453 < v["t"] < 456 and v["code"] != "scored"]
    assert [(v["code"], v["player"], v["points"], v.get("least")) for v in said] == [
        ("overpeg", "A", 4, True)
    ]


@pytest.mark.parametrize(("hand", "found"), [("B+2", []), ("B+9", ["overpeg A 1", "muggins-refused A 6"])])
@pytest.mark.parametrize("after_s", [0.5, 1.5])
def test_10_4_a_a_call_is_judged_after_the_peg_that_it_is_tapped_after(
    hand: str, found: list[str], after_s: float
) -> None:
    """Ann calls six of the seven that Bob misses, pegs them, and taps the word: perhaps with the peg in her hand."""
    table = Table(profile="acc-2020", muggins=True).do(f"{CUT} {PLAY} {hand} A+6")
    table.t -= 1.5
    table.see(after_s, said={"by": "A", "what": "muggins", "n": 6})
    blame = [verdict for verdict in table.do(f"A+5 {CRIB} A+6").verdicts if " A " in verdict]
    assert [
        verdict for verdict in blame if not verdict.startswith(("scored", "unverified", "muggins A"))
    ] == found


def test_8_5_a_a_peg_perhaps_held_is_one_peg_until_it_has_stood_for_its_second() -> None:
    """It goes hole by hole, and after the first of them its player's other hand takes up the cards."""
    held = after(CARD, pegs(10.4, 0), pegs(10.6, 6, 0), pegs(10.8, 0), pegs(11.0, 7, 0))
    assert [held.final_hole("B", t) for t in (10.0, 10.6, 11.0)] == [7, 7, 7]
    held.see(pegs(12.1, 0))
    assert not held.may_be_held("B", 11.0, now=12.1)


@pytest.mark.parametrize(
    ("after_s", "found"),
    [(0.1, ["unverified A 1", "scored A 6"]), (2.0, ["corrected A 1", "scored A 6", "overpeg-stands A 3"])],
)
def test_8_4_c_a_peg_perhaps_held_that_ends_one_hole_back_puts_nothing_right(
    after_s: float, found: list[str]
) -> None:
    """Ann has pegged four for nothing. Her hand is set at five, a word is told, and it stands at four in the end."""
    play = PLAY.replace("A:QH", "A+4 A:QH", 1)
    table = Table(profile="alberta-55plus").do(f"{CUT} {play} B+9")
    (front, _), bob = table.pegs["A"], table.pegs["B"]
    for after, body in (
        (2.0, {"holes": {"A": [front], "B": bob}}),
        (0.5, {"holes": {"A": [front + 5, front], "B": bob}}),
        (after_s, {"said": {"by": "B", "what": "claim", "n": 9}}),
        (0.4, {"holes": {"A": [front], "B": bob}}),
        (0.8, {"holes": {"A": [front + 4, front], "B": bob}}),
    ):
        table.see(after, **body)
    table.pegs["A"] = [front + 4, front]
    table.t += 1.5
    judged = table.do(f"{CRIB} A+6 clear cut:2S").verdicts
    assert judged[7:] == ["scored A 5", *found]
