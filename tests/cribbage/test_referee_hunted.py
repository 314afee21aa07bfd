"""Honest games, badly seen, in which somebody was once falsely accused or the referee stopped: found among 40,000."""

from __future__ import annotations

import pytest
from honest import Eyes, Game
from samples import sample
from tables import CUT, Table

from cribbage.log.verdicts import NEUTRAL
from cribbage.replay.transcript import replay

HARDLY, UNREAD, SOME = Eyes(0.6, 0.2, 0.2), Eyes(unread=0.6), Eyes(0.1, 0.05, 0.03)
FOUND = [
    (11041, "acc-2025", HARDLY, "a starter read after the camera was covered may be the next deal's"),
    (
        40524,
        "acc-2025",
        SOME,
        "the last card carried the count over 31, and its point came before the hand's",
    ),
    (
        40939,
        "acc-2025",
        HARDLY,
        "a whole deal went by under the covered camera, and the play was taken for the same one's",
    ),
    (10063, "alberta-55plus", HARDLY, "more than one card of a hand had not been read"),
    (10281, "alberta-55plus", Eyes(0.1, 0.05), "cards of the same deal after others were turned over unseen"),
    (10036, "alberta-55plus", UNREAD, "a hand shown again after its cards had been turned over unread"),
    (10239, "alberta-55plus", UNREAD, "the same, and not read again either"),
    (40674, "alberta-55plus", SOME, "what looked like the next deal was still the same one"),
]


TRACED = {11041}
"""In this one a branch is reached that no shorter test reaches."""


@pytest.mark.parametrize(
    ("seed", "profile", "eyes", "why"),
    [
        pytest.param(
            *found, id=f"{found[1]}-{found[0]}", marks=() if found[0] in TRACED else pytest.mark.no_cover
        )
        for found in FOUND
    ],
)
def test_nobody_is_accused_in_the_games_that_were_found(
    seed: int, profile: str, eyes: Eyes, why: str
) -> None:
    found = [
        v
        for v in replay(Game(seed, eyes, profile=profile).play().log).verdicts
        if v["code"] not in set(NEUTRAL)
    ]
    assert found == [], why


MORE_THAN_A_HAND = 6
"""A game in which more cards lie than a hand has."""


@pytest.mark.parametrize(
    "seed",
    [
        MORE_THAN_A_HAND,
        *(
            pytest.param(seed, marks=pytest.mark.no_cover)
            for seed in sample(range(2), range(60))
            if seed != MORE_THAN_A_HAND
        ),
    ],
)
def test_no_wrong_count_is_said_where_cards_were_turned_over_unseen(seed: int) -> None:
    log = Game(seed, SOME, profile="alberta-55plus").play().log
    assert [v for v in replay(log).verdicts if v["code"] == "wrong-count"] == []


def test_a_zone_with_no_card_in_it_is_empty_though_it_was_not_read() -> None:
    table = Table().do(f"{CUT} B:TC A:QH A?0")
    table.zones["A"] = []
    table.do("A:5H A+2")
    assert table.verdicts == ["scored A 2"]


@pytest.mark.no_cover
def test_7_2_b_nothing_is_missing_from_a_part_that_was_the_whole() -> None:
    """Ann pegs her last card, which had gone over thirty-one, and then her hand; go is said in the next deal."""
    log = Game(40524, SOME).play().log
    assert not [v for v in replay(log).verdicts if v["code"] == "underpeg" and not v["points"]]
