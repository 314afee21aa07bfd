"""The table of truth: cases spread evenly, results kept and added up, and what the table says of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cribbage.log.events import Event
from cribbage.log.observations import Cards, Fault, Unread
from cribbage.sight.pegmoves import RELEASE_S
from firmware.box.gamelog import TABLE_T0
from firmware.box.journal import Stored
from pegwatch.report import blindness
from pegwatch.simulated.acts import Planted
from pegwatch.simulated.setting import Setting
from pegwatch.simulated.truth import PegMove, TimedPlant, Truth
from pegwatch.simulated.verify import Outcome, compare
from pegwatch.truth.cases import FACTORS, Case, cases
from pegwatch.truth.pace import waits
from pegwatch.truth.play import Result, Results, demo_words
from pegwatch.truth.table import markdown


def test_every_value_of_every_factor_comes_equally_often() -> None:
    chosen = cases(45, 1, ["decks/one", "decks/two", "decks/three"])
    for factor in FACTORS:
        times = Counter(case.level(factor) for case in chosen).values()
        assert len(times) >= 3
        assert max(times) - min(times) <= 1, factor


def test_the_same_seed_gives_the_same_cases_and_a_longer_list_begins_alike() -> None:
    assert cases(45, 1, []) == cases(45, 1, [])
    assert cases(45, 1, [])[:9] == cases(9, 1, [])
    assert cases(9, 1, []) != cases(9, 2, [])
    assert len({case.name for case in cases(45, 1, [])}) == 45


def test_results_are_kept_and_not_played_again(tmp_path: Path) -> None:
    case = cases(1, 1, [])[0]
    result = Result(1, 20, 2, 0, [], Outcome(50, 48, 2, {"overpeg": 3}, {"overpeg": 2}, {"overpeg": 1}), 40.0)
    Results(tmp_path / "results.jsonl").keep(case, result)
    assert Results(tmp_path / "results.jsonl").known == {case.name: result}


def _case(profile: str, light: str) -> Case:
    return Case(1, profile, Setting(light=light))


def test_the_table_adds_up_and_names_every_wrong() -> None:
    results = {
        _case("acc-2025", "day"): Result(
            1, 20, 0, 0, [], Outcome(50, 50, 0, {"overpeg": 3}, {"overpeg": 3}), 40.0
        ),
        _case("hoyle", "dim"): Result(
            1, 15, 4, 1, ["game 1: 5H in zone A"],
            Outcome(50, 40, 9, {"overpeg": 4}, {"overpeg": 1}, {"overpeg": 1}, ["missed one"], ["accused one"],
                    wrong_scores=["scored one"], blind={"overpeg": 2}), 40.0,
        ),
    }  # fmt: skip
    text = markdown(results, ["Made today."], ["peg: 0.1 s"])
    assert "| games | 2 |" in text
    assert "| **false accusations** | **1** |" in text
    assert "| **wrong cards shown** | **1** |" in text
    assert "| hands and cribs read right at first sight | 35 of 40 (87.5 %) |" in text
    assert "| `overpeg` | 7 | 4 (57.1 %) | 3 | 1 | 2 |" in text
    assert "| of these in sight, caught | 5, 4 (80.0 %) |" in text
    assert "| **wrong scores shown as right** | **1** |" in text
    assert "| light dim | 1 | 75.0 % | 1 | 80.0 % | 1 of 4 | 1 |" in text
    assert all(
        part in text for part in ("5H in zone A", "scored one", "accused one", "missed one", "peg: 0.1 s")
    )


def _truth(fault: Planted, t: float) -> Truth:
    return Truth("A", {"A": 121, "B": 90}, 0.0, (), (), (), (TimedPlant(t, fault),))


@pytest.mark.parametrize(("t", "player", "unsure"), [(101.0, "A", 1), (101.0, "B", 0), (120.0, "A", 0)])
def test_a_missed_fault_is_unsure_where_that_move_was_said_to_be_unverified(
    t: float, player: str, unsure: int
) -> None:
    fault = Planted("overpeg left to stand", 1, "A", 2, ("overpeg",), 0)
    said = [{"t": t, "code": "unverified", "player": player, "points": 4}]
    outcome = compare(_truth(fault, 100.0), said)
    assert outcome.unsure.get("overpeg", 0) == unsure
    assert len(outcome.missed) == 1
    assert outcome.false == []


def test_a_fault_is_out_of_sight_only_while_the_table_says_that_it_is_blind_there() -> None:
    is_blind = blindness([
        Fault(10.0, "board", "track-covered", track="A"), Fault(20.0, "board", "ok", track="A"),
        Unread(50.0, "B", None), Cards(60.0, "B", ()), Unread(80.0, "crib", 4), Fault(90.0, "camera", "lost"),
    ])  # fmt: skip
    blind = [
        (player, t)
        for t in (9.0, 11.0, 22.0, 24.0, 55.0, 70.0, 85.0, 99.0)
        for player in "AB"
        if is_blind(player, t)
    ]
    assert blind == [
        ("A", 11.0), ("A", 22.0), ("B", 55.0), ("A", 85.0), ("B", 85.0), ("A", 99.0), ("B", 99.0),
    ]  # fmt: skip
    fault = Planted("overpeg left to stand", 1, "A", 2, ("overpeg",), 0)
    assert compare(_truth(fault, 11.0), [], "", is_blind).blind == {"overpeg": 1}
    assert compare(_truth(fault, 30.0), [], "", is_blind).blind == {}


@pytest.mark.parametrize(("points", "earned", "said", "is_wrong"), [
    (4, 4, 4, False), (4, 4, 6, True), (4, 2, 4, True), (4, 6, 4, False),
])  # fmt: skip
def test_a_score_is_wrong_if_nobody_pegged_it_or_it_was_not_earned(
    points: int, earned: int | None, said: int, is_wrong: bool
) -> None:
    truth = Truth("A", {"A": 121, "B": 90}, 0.0, (), (), (PegMove(50.0, 1, "A", points, earned, "hand"),), ())
    outcome = compare(truth, [{"t": 50.0, "code": "scored", "player": "A", "points": said}])
    assert bool(outcome.wrong_scores) is is_wrong


def test_tables_of_another_kind_play_the_same_games_under_names_of_their_own() -> None:
    full, kit = cases(9, 1, []), cases(9, 1, [], "kit")
    assert [(case.seed, case.profile, case.setting) for case in full] == [
        (case.seed, case.profile, case.setting) for case in kit
    ]
    assert not {case.name for case in full} & {case.name for case in kit}
    assert "kit" in demo_words(kit[0], Path("there"))


def test_waits_are_wall_time_since_the_table_showed_it() -> None:
    clock = [(t / 10, 1000 + t / 10) for t in range(100)]  # table time 0 was wall time 1000
    stored = [
        Stored(1, 1, Event("game", 0.0, {TABLE_T0: 2.0}), 1002.0),
        Stored(2, 1, Event("seen", 1.0, {"cards": {"zone": "A", "seen": ["5H"]}}), 1003.4),
        Stored(3, 1, Event("verdict", 2.0, {"code": "scored"}), 1004.0 + RELEASE_S + 0.3),
        Stored(4, 1, Event("seen", 1.0, {"cards": {"zone": "A", "seen": []}}), 1009.0),
    ]
    found = waits(stored, clock)
    assert found.cards == pytest.approx((0.4,))
    assert found.pegs == pytest.approx((0.3,), abs=0.11)
