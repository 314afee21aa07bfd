"""Every file of worked vectors is used, and whole: by the arithmetic, and at the judges' desk where that asks.

The vectors stand beside the checkout; without them these tests are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from desk import board_of, moves, ruled
from tables import Table
from test_counting import CRIBS, HANDS
from test_pegging import SUMS
from test_profile_rows import LOOK, NAMES

from cribbage.book.remedies import (
    false_claim,
    muggins,
    overpeg_claimed,
    overpeg_confessed,
    reneged,
    wrong_count_hidden,
)
from cribbage.book.rule44 import PLAY_ON, action_for
from cribbage.book.windows import TABLES, Act, By, Part
from cribbage.profiles import PROFILES, Profile
from cribbage.profiles.options import BadOption, Options, played
from cribbage.profiles.results import FORFEIT_SPREAD, game_result, playoff
from cribbage.score.cards import parse_cards
from cribbage.shown.scoreboard import Scoreboard
from cribbage.tournament.checklist import STEPS, checkers_needed
from cribbage.tournament.companies import Absence, company_points
from cribbage.tournament.forfeits import AtTime, at_time, next_forfeit_min, remedies_of
from cribbage.tournament.formats import FORMATS
from cribbage.tournament.scorecards import two_figures
from cribbage.tournament.standings import challenge_points

VECTORS = Path(__file__).parents[3] / "shared" / "vectors"
TESTS = Path(__file__).parent
needs_vectors = pytest.mark.skipif(
    not VECTORS.is_dir(), reason="the worked vectors are not beside this checkout"
)

USED = {
    "brackets.json": "test_13_2_c_charts_as_printed",
    "crosscheck.jsonl": "test_rule_12_2_worked_vectors",
    "pegging_exhaustive.json": "test_7_2_a_every_legal_series_is_that_of_the_vectors",
    "remedies.jsonl": "test_worked_remedies",
    "rule44_table.json": "test_4_4_c_both_editions_cell_by_cell",
    "rule_profiles.json": "test_the_data_are_those_of_the_vectors",
    "show_histogram.json": "test_9_2_all_hands_and_cribs_are_those_of_the_vectors",
}


@needs_vectors
def test_no_file_of_vectors_is_left_out() -> None:
    assert {path.name for path in VECTORS.iterdir()} == set(USED)
    told = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py"))
    assert [name for name in USED.values() if f"def {name}(" not in told] == []


def _read(name: str) -> Any:
    path = VECTORS / name
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else json.loads(text)


# --- worked remedies -----------------------------------------------------------------------------------------

Case = Mapping[str, Any]


def board(a: int = 0, b: int = 0, **more: Any) -> Scoreboard:
    """A table whose front pegs stand so; B is the offender in what follows."""
    pegs = {"a": (a, a - 1), "b": (b, b - 1)}
    return board_of(Table(mode="club", players={"A": "Ann", "B": "Bob"}, **pegs, **more))


def _false_claim(i: Case, want: Case) -> None:
    before, earned, other = i["score_before"], i["points_actually_earned"], i["opponent_score"]
    found = false_claim(before, earned, other)
    assert (found.correct, found.overclaimed) == (want["offender_correct_hole"], want["overclaimed"])
    assert (found.opponent, found.offender) == (want["opponent_after"], want["offender_after"])
    told = ruled(board(a=other, b=before), "false-claim", offender="B", before=before, earned=earned)
    assert moves(told) == [f"B={want['offender_after']}", f"A+{want['overclaimed']}"]


def _overpeg_claimed(i: Case, want: Case) -> None:
    before, earned, pegged, other = (i[key] for key in ("score_before", "earned", "pegged", "opponent_score"))
    found = overpeg_claimed(before, earned, pegged, other)
    assert (found.offender, found.points, found.opponent) == (
        want["offender_after"], want["error"], want["opponent_after"],
    )  # fmt: skip
    at = board(a=other, b=before + pegged)
    told = ruled(at, "overpeg", offender="B", pegged=pegged, earned=earned, late=False, by="opponent")
    assert moves(told) == [f"B={want['offender_after']}", f"A+{want['error']}"]


def _overpeg_confessed(i: Case, want: Case) -> None:
    before, earned, pegged, other = (i[key] for key in ("score_before", "earned", "pegged", "opponent_score"))
    found = overpeg_confessed(before, earned, other)
    assert (found.offender, found.opponent) == (want["offender_after"], want["opponent_after"])
    at = board(a=other, b=before + pegged)
    told = ruled(at, "overpeg", offender="B", pegged=pegged, earned=earned, late=False, by="self")
    assert moves(told) == [f"B={want['offender_after']}"]


def _hidden(i: Case, want: Case) -> None:
    found = wrong_count_hidden(i["offender_score"], i["opponent_score"])
    assert i["offender_score"] - found.offender == want["offender_back"]
    assert (found.offender, found.points, found.opponent) == (
        want["offender_after"], want["opponent_award"], want["opponent_after"],
    )  # fmt: skip
    at = board(a=i["opponent_score"], b=i["offender_score"])
    told = ruled(at, "wrong-number", discarded=False, case="other", shown=False, offender="B")
    award = [f"A+{want['opponent_award']}"] if want["opponent_award"] else []
    assert moves(told) == [f"B={want['offender_after']}", *award]


def _renege(i: Case, want: Case) -> None:
    hand, count = parse_cards(i["hand"]), i["count_when_go_called"]
    found = reneged(count, hand)
    assert bool(found) is want["renege"]
    assert [str(card) for card in found] == want.get("cards", [])
    told: dict[str, Any] = {"offender": "B", "count": count}
    if count >= 22:
        told["cards"] = [str(card) for card in found]
    if found:
        told |= {"in_time": True, "stand": 0, "back_A": 0, "back_B": 0, "played": False}
    assert moves(ruled(board(), "renege", **told)) == ([f"A+{want['points_to_opponent']}"] if found else [])
    assert len(found) == want.get("multiplicity", 0)


def _muggins(i: Case, want: Case) -> None:
    claimed, missed, left = i["claimed"], i["true_underpeg"], i["holes_left_for_scorer"]
    assert muggins(claimed, missed, left) == (want["points"] if want["to"] == "caller" else 0)
    told: dict[str, Any] = {"caller": "A", "claimed": claimed, "what": "hand", "missed": missed}
    found = ruled(
        board(b=121 - left, muggins=True), "muggins", **told, **({"in_time": True} if missed else {})
    )
    assert moves(found) == [f"{'A' if want['to'] == 'caller' else 'B'}+{want['points']}"]


def _result(i: Case, want: Case) -> None:
    found = game_result(i["winner"], i["loser"])
    assert (found.spread, found.skunk) == (want["spread"], want["skunk"])
    assert (found.winner_points, found.loser_points) == (
        want["winner_game_points"],
        want["loser_game_points"],
    )
    assert two_figures(found.spread) == want["card_text_spread"]


def _qualifiers(i: Case, want: Case) -> None:
    found = playoff(i["entrants"])
    assert {
        "qualifiers": found.qualifiers, "bracket": found.bracket, "byes": found.byes,
        "first_round_players": found.first_round_players,
    } == want  # fmt: skip


def _lunch(i: Case, want: Case) -> None:
    grace = PROFILES["acc-2025"].lunch_grace_min
    assert grace is not None
    assert i["minutes_after_scheduled_return"] > grace
    found = game_result(121, 121 - FORFEIT_SPREAD)
    assert (found.winner_points, found.spread) == (want["opponent_game_points"], want["opponent_spread"])
    assert (found.loser_points, -found.spread) == (want["late_game_points"], want["late_spread"])


def _refusal(_: Case, want: Case) -> None:
    found = game_result(121, 121 - FORFEIT_SPREAD)
    assert (found.spread, found.winner_points) == (want["opponent_spread"], want["opponent_game_points"])


KINDS: Mapping[str, Callable[[Case, Case], None]] = {
    "false_claim": _false_claim, "overpeg_found_by_opponent": _overpeg_claimed,
    "overpeg_found_by_offender": _overpeg_confessed, "no_confirmation_of_wrong_count": _hidden, "renege": _renege,
    "muggins": _muggins, "game_result": _result, "qualifiers": _qualifiers, "late_from_lunch": _lunch,
    "refusal_to_conform": _refusal,
}  # fmt: skip


@needs_vectors
@pytest.mark.parametrize("case", _read("remedies.jsonl"), ids=lambda case: f"{case['id']}-{case['rule']}")
def test_worked_remedies(case: Case) -> None:
    KINDS[case["kind"]](case["input"], case["expect"])


# --- tables and sums -------------------------------------------------------------------------------------------

LETTER = {"correct": "c", "too many": "m", "too few": "f"}


@needs_vectors
def test_4_4_c_both_editions_cell_by_cell() -> None:
    read = _read("rule44_table.json")
    for name, rows in read["editions"].items():
        assert len(rows) == 27
        for key, columns in rows.items():
            row = "".join(LETTER[word] for word in key.split("|"))
            for turned, action in enumerate(columns):
                number = PLAY_ON if action == "play on" else action
                assert action_for(row, bool(turned), name.removeprefix("acc")).number == number, (name, key)
    assert read["editions"] == _read("rule_profiles.json")["rule_4_4"]["table"]


@needs_vectors
def test_9_2_all_hands_and_cribs_are_those_of_the_vectors() -> None:
    """The figures that `test_counting` counts one by one."""
    read = _read("show_histogram.json")
    assert (tuple(read["hand"]), tuple(read["crib"])) == (HANDS, CRIBS)
    assert sum(HANDS) == sum(CRIBS) == read["total"]
    assert max(points for points, ways in enumerate(HANDS) if ways) == read["max"]
    assert [points for points, ways in enumerate(HANDS) if not ways] == read["impossible_scores"]
    for counted, mean in ((HANDS, read["hand_mean"]), (CRIBS, read["crib_mean"])):
        assert sum(n * ways for n, ways in enumerate(counted)) / read["total"] == pytest.approx(
            mean, rel=1e-12
        )


@needs_vectors
def test_7_2_a_every_legal_series_is_that_of_the_vectors() -> None:
    """The figures that `test_pegging` counts one by one."""
    read = _read("pegging_exhaustive.json")
    sums = SUMS[13]
    vectors = ({int(k): v for k, v in read[key].items()} for key in ("histogram", "by_length"))
    assert (sums.histogram, sums.by_length) == tuple(vectors)
    assert (sums.sequences, sums.points) == (read["legal_rank_sequences"], read["sum_points_last_card"])
    assert sums.sequences == sum(sums.by_length.values())
    assert sums.points == sum(n * ways for n, ways in sums.histogram.items())


@needs_vectors
def test_13_2_the_charts_of_both_files_are_the_same() -> None:
    found, other = _read("brackets.json"), _read("rule_profiles.json")["brackets"]
    assert {key: other[key] for key in other} == {key: found[key] for key in other}


# --- the rule books: what is no field of a profile ----------------------------------------------------------------


def _muggins_of(book: Profile) -> str:
    try:
        played(book, Options(muggins=True, players=book.seats))
    except BadOption:
        return "never"
    return "announced_only" if book.name.startswith("acc") else "optional"


def _misdeals(book: Profile) -> list[str]:
    """What is dealt again by the same player, without points."""
    at = board(profile=book.name)
    told = {
        "faced card in pack": ruled(at, "exposed", case="pack"),
        "card exposed in dealing": ruled(at, "exposed", case="dealer"),
        "imperfect pack": ruled(at, "bad-pack"),
    }
    return [name for name, found in told.items() if found.deal == {"again": "A"} and not found.moves]


def _renege_of(book: Profile) -> dict[str, Any]:
    header = {"profile": book.name, "mode": "club", "players": dict(zip("ABCD", "ABCD", strict=True))}
    found = ruled(board_of(Table(**header, b=(9, 4))), "renege", offender="B", count=25, cards=["6C"])
    (move,) = found.moves
    return {
        "uncorrectable_after": "next card" if book.renege_by_gainer else "",
        "cards": "dead once seen" if found.deal == {"dead_cards": {"B": ["6C"]}} else "",
        "penalty": 9 - move["front"],
        "direction": "unstated (default offender back)" if found.house and move["player"] == "B" else "",
    }


def _short_until(book: Profile) -> list[str]:
    words = {(Act.CARD, By.OWNER): "own next card", (Act.NEXT_CUT, By.ANY): "cut for next deal"}
    ends = TABLES[book.windows]["play"]
    assert ends[0].part is Part.MISSED
    return [words[end.act, end.by] for end in ends]


def _at_time(_: Profile) -> list[str]:
    even, odd = at_time(80, 80, 3, 3), at_time(80, 80, 3, 2)
    assert (even, odd) == (AtTime.CUT, AtTime.ONE_MORE_HAND)
    assert at_time(80, 80, 3, 3, after_extra_hand=True) is AtTime.CUT
    return ["one more hand if it evens cribs", "captains cut, HIGH card wins by 1"]


EVENT: Mapping[str, Callable[[Profile], Any]] = {
    "muggins": _muggins_of,
    "muggins_all_or_none": lambda book: book.muggins_all or "unstated",
    "assist_allowed": lambda book: "partners, any time" if book.helped else False,
    "misdeal": _misdeals,
    "renege": _renege_of,
    "underpeg_correctable_until": _short_until,
    "missed_points_lost": lambda book: "finished moving the peg" if book.missed_final else "",
    "irregularity_until": lambda book: "play resumes" if book.windows == "until-cut" else "",
    "dealer_out_of_order_peg_out_is_false_claim": lambda b: False if b.early_out_excused else "not excluded",
    "qualifier_divisor": lambda _: 400 // playoff(400).qualifiers,
    "playoff_no_show_min": lambda _: [next_forfeit_min(0, 3), (next_forfeit_min(1, 3) or 0) - 5],
    "checkers": lambda book: (
        {"<=24": checkers_needed(24), ">24": checkers_needed(25)}
        if any(step.key == "captains" for step in STEPS[book.name])
        else None
    ),
    "correction_ink": lambda b: "red" if any(step.key == "red" for step in STEPS[b.name]) else None,
    "refusal_rule": lambda book: remedies_of(book.name)[-1].rule.rpartition(".")[0],
    "record": lambda book: {
        "scores": "raw scores",
    }[next(f.record for f in FORMATS.values() if f.profile == book.name)],
    "tie_at_time": _at_time,
    "challenge_points": lambda _: [challenge_points(n) - challenge_points(7) for n in range(1, 7)],
    "participation_points": lambda _: challenge_points(7),
    "late_cancel": lambda _: company_points(None, Absence.LATE_CANCEL),
    "no_show": lambda _: company_points(None, Absence.NO_SHOW),
}
TIES = {"tie_breaks"}
"""Each by a test of its own: `test_app_a_20_...`, `test_alberta_15_...`, `test_corporate_ties_...`."""
NOT_OFFERED = {"skunk_variant"}
"""A variant of a book that the product does not have."""


def _choices() -> list[tuple[str, str, Any]]:
    books = _read("rule_profiles.json")
    return [
        (NAMES[book], key, value)
        for book, found in (books["profiles"] if books else {}).items()
        for key, value in found.items()
        if key in EVENT
    ]


@needs_vectors
def test_nothing_in_the_vectors_is_passed_over() -> None:
    keys = {key for found in _read("rule_profiles.json")["profiles"].values() for key in found}
    assert keys <= LOOK.keys() | EVENT.keys() | TIES | NOT_OFFERED


@needs_vectors
@pytest.mark.parametrize(("book", "key", "value"), _choices())
def test_what_is_no_field_of_a_profile_is_done_as_the_vectors_say(book: str, key: str, value: Any) -> None:
    assert EVENT[key](PROFILES[book]) == value
