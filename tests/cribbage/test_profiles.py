"""The five rule books: what they say otherwise than the ACC, and that the referee does it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from tables import CRIB, Table, after_play, verdicts

from cribbage.book.windows import TABLES
from cribbage.errors import UnknownProfile
from cribbage.profiles import PROFILES, Profile, profile
from cribbage.profiles.base import FIELDS

ALBERTA: dict[str, Any] = {"profile": "alberta-55plus"}
CORPORATE: dict[str, Any] = {"profile": "corporate-challenge"}
HOYLE: dict[str, Any] = {"profile": "hoyle"}
NEXT = f"A+5 {CRIB} A+6 clear cut:3D"


def test_there_are_five_and_they_are_frozen() -> None:
    assert list(PROFILES) == ["acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle"]
    with pytest.raises(FrozenInstanceError):
        PROFILES["hoyle"].heels = 3  # type: ignore[misc]


def test_an_unknown_profile_is_refused_with_those_there_are() -> None:
    assert profile("hoyle") is PROFILES["hoyle"]
    with pytest.raises(UnknownProfile, match="'whist': choose one of acc-2025, acc-2020"):
        profile("whist")


@pytest.mark.parametrize("book", PROFILES.values(), ids=list(PROFILES))
def test_every_choice_names_a_field_and_its_rule(book: Profile) -> None:
    assert book.windows in TABLES
    for name, source in book.rules.items():
        assert hasattr(book, name)
        assert source
    assert set(FIELDS) == book.rules.keys(), "every choice says where it comes from"


def test_where_a_book_is_silent_the_choice_is_marked() -> None:
    acc = PROFILES["acc-2025"]
    assert not any(acc.is_house(name) for name in acc.rules)
    assert PROFILES["alberta-55plus"].is_house("peg_faults")
    assert PROFILES["hoyle"].is_house("overpeg_award")


def test_the_two_editions_differ_in_what_acts_at_the_table() -> None:
    """The complete list of the specification, section 14, as far as it is data of a profile."""
    assert PROFILES["acc-2020"].differences(PROFILES["acc-2025"]) == {
        "players": ((2,), (2, 4)),  # 1.2, App. B
        "pairs": ((), ("traditional", "canadian")),
        "go_spoken": (False, True),  # 1.5.e(2)
        "deck_inspection": (False, True),  # 4.2.d
        "retrieve_option": (True, False),  # 5.1.b, struck out in 2020
        "swap_both_counted": (False, True),  # 5.2.c
        "starter_returned": ("dealer", "either"),  # 6.1.a
        "face_up_card": ("cut card", "any"),  # 6.1.d
        "wrong_lead_after_go": (False, True),  # 7.1.b
        "over_31": ("overpeg", "announced"),  # 7.1.e
        "points_end_with_go": (False, True),  # 7.2.b
        "reneged_card_seen": (False, True),  # 7.3.c
        "early_out_excused": (False, True),  # 9.2.c
        "starter_apart": ("while counted", "all counted"),  # 9.3.a
        "muggins_all": (False, True),  # 10.1.d
        "lunch_grace_min": (None, 5),  # 11.4
        "discretionary_points": (0, 2),  # 14.1
        "own_card_barred": (False, True),  # judge protocol g
    }


# --- Alberta -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "found"), [(115, ["scored A 2"]), (116, ["overpeg A 2", "overpeg-stands A 2"])]
)
def test_alberta_7_c_no_heels_past_115(hole: int, found: list[str]) -> None:
    assert verdicts("cut:JD A+2 clear B:4C", a=(hole, 100), **ALBERTA) == found[:1]
    assert "heels-forfeit A 2" not in verdicts("cut:JD B:4C A:TH", a=(hole, 100), **ALBERTA)


def test_alberta_7_heels_not_pegged_are_missed_at_the_dealers_own_card() -> None:
    assert verdicts("cut:JD B:4C A:TH", **ALBERTA) == ["underpeg A 2"]


def test_alberta_13_a_short_peg_may_be_put_right_until_ones_own_next_card() -> None:
    assert verdicts("cut:4D B:5H A:TC B:2D A+2 A:3D", **ALBERTA) == ["scored A 2"]
    assert verdicts("cut:4D B:5H A:TC B:2D A:3D A+2", **ALBERTA) == ["underpeg A 2", "overpeg A 2"]


def test_alberta_13_a_hand_pegged_short_may_be_put_right_until_the_next_cut() -> None:
    assert after_play(f"B+7 B+2 {NEXT}", **ALBERTA)[:2] == ["scored B 7", "scored B 2"]
    table = Table(**ALBERTA).do("cut:4D B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1 A:9S A+1")
    table.do(f"B+7 {NEXT}")
    assert table.verdicts[-1] == "underpeg B 2"
    assert table.times[-1][0] == table.t
    late = after_play(f"B+7 A+5 {CRIB} A+6 clear B+2 cut:3D", **ALBERTA)
    assert late == ["scored A 5", "scored A 6", "scored B 7", "scored B 2"]


def test_alberta_13_a_short_peg_waits_for_its_own_rest() -> None:
    found = after_play(f"B+9 A+3 {CRIB} A+6 A+2 clear cut:3D", **ALBERTA)
    assert found == ["scored B 9", "scored A 6", "scored A 3", "scored A 2"]


def test_alberta_13_an_overpeg_may_be_claimed_until_the_next_cut_and_brings_two() -> None:
    assert after_play(f"B+12 A+5 A!overpeg B-3 A+2 {CRIB}", **ALBERTA) == [
        "overpeg B 3",
        "scored A 5",
        "scored A 2",
    ]
    assert after_play(f"B+12 {NEXT}", **ALBERTA)[-1] == "overpeg-stands B 3"


def test_alberta_8_d_cards_are_turned_over_after_each_series() -> None:
    words = (
        "cut:4D B:TC A:QH B:KD B+1 clear:A clear:B A:7C B:6S A:8D A+3 B:5H B+4 B+1 clear:B clear:A A:9S A+1"
    )
    show = f"B:TC,KD,6S,5H A:QH,7C,8D B+9 A+5 {CRIB} A+6 clear"
    found = verdicts(f"{words} {show}", **ALBERTA)
    assert [v.split()[0] for v in found] == ["scored"] * 8
    assert "imperfect-pack" in verdicts("cut:4D B:TC A:QH B:KD B+1 clear:A clear:B A:TC", **ALBERTA)


def test_alberta_the_official_decides_what_no_rule_covers() -> None:
    assert after_play(f"A+5 B+9 {CRIB}", **ALBERTA) == ["scored A 5", "scored B 9"]
    assert after_play("B^f B=15,5 A+5", **ALBERTA) == ["scored B 9", "scored A 5"]
    assert after_play(f"B+9 A+5 {CRIB} A+6 B=15,13", **ALBERTA)[-1] == "unverified B 0"
    found = verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:QS A:QD", **ALBERTA)
    assert not [v for v in found if v.startswith("renege")]
    assert after_play("B+12", b=(103, 99), **ALBERTA) == ["false-claim B 3"]
    used = after_play("holes:4|6,5 holes:4|15,6,5 wait holes:4,3|6,5", **ALBERTA)
    assert used == ["unverified A 11"]


# --- Corporate ---------------------------------------------------------------------------------------------


def test_corporate_5_a_renege_costs_two_however_many_cards() -> None:
    found = verdicts("cut:KS B:TC A:QH B:5D B+1 A:6C B:KD A:5S A:AD A-2", **CORPORATE)
    assert found[-1] == "renege A 2"


def test_corporate_5_who_gains_a_go_must_have_played_on() -> None:
    words = "cut:KS B:TC A:QH B:5D B+1 A:KD wait B:6C A:TH B:KH"
    assert verdicts(words, **CORPORATE)[-1] == "renege B 2"
    assert "renege B 2" not in verdicts(words)


def test_corporate_an_overpeg_is_corrected_without_points() -> None:
    assert after_play("B+11 A!overpeg B-2 A+5", **CORPORATE) == ["overpeg B 2", "scored A 5"]


# --- Hoyle -------------------------------------------------------------------------------------------------


def test_hoyle_everything_may_be_put_right_until_the_next_cut() -> None:
    assert after_play(f"B+11 A+5 B-2 {CRIB} A+6", **HOYLE) == [
        "overpeg B 2", "scored A 5", "corrected B 2", "scored A 6"
    ]  # fmt: skip
    assert verdicts("cut:4D B:5H A:TC B:2D A:3D A+2", **HOYLE) == ["scored A 2"]


def test_hoyle_muggins_is_for_the_players_to_choose() -> None:
    assert after_play("B!none A!muggins9 A+9", muggins=True, **HOYLE)[:2] == ["underpeg B 9", "muggins A 9"]
