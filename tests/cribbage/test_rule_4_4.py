"""Rule 4.4: the table of wrong numbers of cards, and the wrong numbers that a camera can see."""

from __future__ import annotations

import pytest
from tables import CRIB, CUT, PLAY, Table, after_play, verdicts

from cribbage.book.rule44 import ACTIONS, DIFFERENCES, TABLE, action_for, situation

ROWS = {  # pone's hand, dealer's hand, crib: column A, column B (after the rule book, read by another pair of eyes)
    "ccm": (1, 2), "ccf": (3, 3), "cmc": (1, 9), "cmm": (1, 9), "cmf": (5, 4), "cfc": (6, 7), "cfm": (8, 8),
    "cff": (1, 7), "mcc": (1, 9), "mcm": (1, 9), "mcf": (5, 13), "mmc": (1, 9), "mmm": (1, 9), "mmf": (5, 9),
    "mfc": (1, 12), "mfm": (1, 12), "mff": (1, 10), "fcc": (6, 7), "fcm": (11, 11), "fcf": (1, 7),
    "fmc": (1, 12), "fmm": (1, 12), "fmf": (5, 12), "ffc": (1, 7), "ffm": (1, 8), "fff": (1, 7),
}  # fmt: skip


def test_every_situation_has_its_row() -> None:
    assert len(TABLE) == 27
    assert {TABLE[row] for row in TABLE if row not in ROWS} == {(0, 0)}


@pytest.mark.parametrize("row", ROWS)
def test_4_4_c_table(row: str) -> None:
    before, after = ROWS[row]
    assert action_for(row, starter_turned=False).number == before
    assert action_for(row, starter_turned=True).number == after


def test_the_editions_differ_in_one_cell() -> None:
    assert DIFFERENCES == {"2020": {"cmm": (1, 4)}}
    assert action_for("cmm", starter_turned=True, edition="2020").number == 4
    assert action_for("cmm", starter_turned=True).number == 9
    assert action_for("cmf", starter_turned=True, edition="2020").number == 4


def test_all_thirteen_actions_are_used() -> None:
    used = {number for columns in TABLE.values() for number in columns}
    assert used == set(ACTIONS) == set(range(14))


def test_numbers_of_cards_make_the_situation() -> None:
    assert situation(4, 4, 4) == "ccc"
    assert situation(5, 3, 6) == "mfm"


def test_4_4_a_fifth_card() -> None:
    words = "cut:KD B:2C A:2H B:3C A:4H B:4S A:3D B:5C A:AH B:AS"
    assert "wrong-count" in verdicts(words)
    assert "wrong-count" in verdicts("cut:KD B:2C A:2H B:3C B:4S B:5C B:AS")


def test_4_4_a_hand_dry_after_three_once_the_crib_is_shown() -> None:
    """Ann played three: Bob pegged his nine before anybody could know."""
    deal = f"{CUT} B:TC A:QH B:KD B+1 A:7C B:6S A:8D A+3 B:5H B+4 B+1"
    assert verdicts(f"{deal} B+9 {CRIB}")[4:] == ["unverified B 9", "wrong-count"]  # it waits for a late card


def test_4_4_a_crib_of_five_and_of_three() -> None:
    assert after_play("B+9 A+5 crib:2C,2H,9D,JC,3H")[-1] == "wrong-count"
    assert after_play("B+9 A+5 crib:2C,2H,9D clear")[-1] == "wrong-count"


def test_after_a_wrong_count_nobody_is_blamed_for_pegs() -> None:
    found = after_play("B+9 A+5 crib:2C,2H,9D,JC,3H A+12 A-12 clear")
    assert found == ["scored B 9", "scored A 5", "wrong-count", "unverified A 12"]


def test_4_5_b_the_same_card_twice() -> None:
    assert verdicts(f"{CUT} B:TC A:QH B:QH") == ["imperfect-pack"]
    assert after_play("B+9 A+5 crib:2C,2H,9D,TC") == ["scored B 9", "scored A 5", "imperfect-pack"]


@pytest.mark.parametrize(
    ("meanwhile", "cards", "found"),
    [
        ("A? A# crib:5S,9H,3C,AH clear:crib clear:B clear:starter cut:4H B:4C B#", "4C,KS,AS,7D", []),
        ("A? A#", "KD,JH,TD,7D", ["imperfect-pack"]),
    ],
)
def test_4_5_b_a_card_read_before_something_hid_its_place_may_be_the_last_deals(
    meanwhile: str, cards: str, found: list[str]
) -> None:
    """Ann's seven lay there when a hand came over it; Bob's may be of the next deal, whose lead nobody saw."""
    table = Table().do(f"starter?1 B:KD A:6H B:JH A:3S B:TD A:7D {meanwhile} A?4 crib:5D,QC,2H,4S")
    table.zone("B", cards.split(","))
    assert [one for one in table.verdicts if not one.startswith(("underpeg", "unverified"))] == found


def test_4_5_b_the_starter_in_the_crib() -> None:
    assert after_play("B+9 A+5 crib:2C,2H,4D,JC A+6")[2:] == ["imperfect-pack", "unverified A 6"]


def test_4_5_b_points_of_a_void_deal_are_taken_back_and_the_same_player_deals() -> None:
    found = verdicts(f"{CUT} B:TC A:TH A+2 B:QH A:QH A-2 clear cut:JD A+2 B:2C A:3C")
    assert found == ["scored A 2", "imperfect-pack", "unverified A 2"]


def test_the_whole_play_is_not_a_wrong_count() -> None:
    assert "wrong-count" not in verdicts(f"{CUT} {PLAY}")
