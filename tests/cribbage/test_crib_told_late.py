"""The crib is turned up and pegged for with one reach, and read a moment later: in the game hole as elsewhere."""

from __future__ import annotations

import pytest
from tables import Table

TO_THE_CRIB = (
    "cut:9H B:5S A:3S B:6C A:3C B:7H B+1 A:9D B:8D A:QH A+1 B+9 A+8"  # Ann's crib is all that is left
)
WORTH_THREE, WORTH_NOTHING = ["TS", "JC", "KD", "AC"], ["TS", "QC", "KD", "2C"]

LANDED_T = 36.5
"""When Ann's last peg stands (s)."""


def pegged_out(crib: list[str], after_s: float, profile: str = "acc-2025") -> Table:
    """Ann pegs three and is out; her crib is read so long afterwards."""
    table = Table(a=(109, 100), profile=profile).do(f"{TO_THE_CRIB} A+3")
    table.t = LANDED_T
    table.see(after_s, cards={"zone": "crib", "seen": crib})
    return table


@pytest.mark.parametrize(
    "profile", ["acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle"]
)
@pytest.mark.parametrize("after_s", [0.3, 1.5, 2.4])
def test_8_4_a_the_crib_that_wins_may_be_read_just_after_the_peg(profile: str, after_s: float) -> None:
    table = pegged_out(WORTH_THREE, after_s, profile)
    *_, scored, game = table.verdicts
    assert (scored, game.split()[:2]) == ("scored A 3", ["game", "A"])


@pytest.mark.parametrize("after_s", [0.3, 2.4])
def test_8_4_a_a_crib_that_is_worth_less_wins_nothing_however_late_it_is_read(after_s: float) -> None:
    assert pegged_out(WORTH_NOTHING, after_s).verdicts[-1] == "false-claim A 3"


def test_9_2_d_nobody_wins_by_a_crib_that_is_not_turned_up() -> None:
    assert pegged_out(WORTH_THREE, 3.0).verdicts[-1] == "false-claim A 3"
    table = Table(a=(109, 100)).do(f"{TO_THE_CRIB} A+3 wait")
    claim = table.verdict("false-claim")
    assert claim["said_t"] == claim["t"] + 2.5, "as long as a card may be told late"
