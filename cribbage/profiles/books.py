"""The five rule books."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from cribbage.profiles.base import HOUSE, Profile

ACC_2025: Final = Profile(
    "acc-2025",
    "ACC Cribbage Tournament Rules, 2025 edition",
    rules=MappingProxyType(
        {
            "hand": "4.2.a, 5.1",
            "target": "1.6",
            "heels": "6.3.a",
            "heels_max_before": "6.3.b: may win the game",
            "heels_lapse": "6.3.c",
            "windows": "7.2.b, 8.4.c, 8.4.d, 9.2",
            "underpeg_open": "8.3",
            "overpeg_award": "8.4.c(1)",
            "false_claim_back": "8.4.b(3)",
            "order_is_judged": "9.2.c, 9.2.e",
            "peg_faults": "8.5, 8.7",
            "renege_points": "7.3.b",
            "renege_min_count": "7.3",
            "turns_cards": "7.1.d",
            "muggins": "10.1",
            "points_end_with_go": "7.2.b",
            "skunk_margin": "1.6",
        }
    ),
)

ACC_2020: Final = replace(
    ACC_2025,
    name="acc-2020",
    title="ACC Cribbage Tournament Rules, 2020 edition",
    edition="2020",
    points_end_with_go=False,
    rules=MappingProxyType({**ACC_2025.rules, "points_end_with_go": "7.2.b: not in this edition"}),
)

_OFFICIAL: Final = f"{HOUSE}: no rule, the official decides and the device only keeps the record"

ALBERTA: Final = Profile(
    "alberta-55plus",
    "Alberta 55 plus cribbage rules",
    heels_max_before=115,
    heels_lapse=False,
    windows="until-cut",
    underpeg_open=True,
    overpeg_award=2,
    false_claim_back=None,
    order_is_judged=False,
    peg_faults=False,
    renege_points=None,
    turns_cards=True,
    muggins=False,
    points_end_with_go=False,
    skunk_margin=None,
    time_limit_min=25,
    rules=MappingProxyType(
        {
            "target": "3, 11",
            "heels": "7.b",
            "heels_max_before": "7.c",
            "heels_lapse": f"{HOUSE}: the dealer pegs at once, but nothing says when the points lapse",
            "windows": "13",
            "underpeg_open": "13",
            "overpeg_award": "13",
            "false_claim_back": _OFFICIAL,
            "order_is_judged": _OFFICIAL,
            "peg_faults": _OFFICIAL,
            "renege_points": _OFFICIAL,
            "turns_cards": "8.d",
            "muggins": "10",
            "points_end_with_go": f"{HOUSE}: not stated",
            "skunk_margin": "11",
            "time_limit_min": "game courtesies 1",
        }
    ),
)

CORPORATE: Final = Profile(
    "corporate-challenge",
    "Corporate Challenge",
    heels_lapse=False,
    windows="until-cut",
    underpeg_open=True,
    overpeg_award=0,
    false_claim_back=None,
    order_is_judged=False,
    peg_faults=False,
    renege_per_card=False,
    renege_back=True,
    renege_by_gainer=True,
    muggins=False,
    points_end_with_go=False,
    skunk_margin=None,
    time_limit_min=17,
    rules=MappingProxyType(
        {
            "heels_lapse": f"{HOUSE}: not stated",
            "windows": f"4; {HOUSE} for overpegs: until the next cut",
            "underpeg_open": f"4; {HOUSE}: a short peg may be one that was set short of an announced score",
            "overpeg_award": f"{HOUSE}: corrected, no points",
            "false_claim_back": _OFFICIAL,
            "order_is_judged": _OFFICIAL,
            "peg_faults": _OFFICIAL,
            "renege_per_card": "5",
            "renege_back": f"{HOUSE}: the offender goes back two, as after a flashed starter",
            "renege_by_gainer": "5",
            "turns_cards": "3",
            "muggins": "not permitted",
            "points_end_with_go": f"{HOUSE}: not stated",
            "skunk_margin": "no premium",
            "time_limit_min": "17 minutes",
        }
    ),
)

HOYLE: Final = Profile(
    "hoyle",
    "The common rules of the game",
    heels_lapse=False,
    windows="free",
    underpeg_open=True,
    overpeg_award=0,
    false_claim_back=None,
    order_is_judged=False,
    peg_faults=False,
    renege_points=None,
    points_end_with_go=False,
    skunk_margin=None,
    rules=MappingProxyType(
        {
            "heels_lapse": f"{HOUSE}: not stated",
            "windows": f"{HOUSE}: free correction until the next deal is cut",
            "underpeg_open": f"{HOUSE}: free correction until the next deal is cut",
            "overpeg_award": f"{HOUSE}: free correction, no points",
            "false_claim_back": _OFFICIAL,
            "order_is_judged": _OFFICIAL,
            "peg_faults": _OFFICIAL,
            "renege_points": _OFFICIAL,
            "muggins": "optional",
            "points_end_with_go": f"{HOUSE}: not stated",
            "skunk_margin": "lurch: below 61 counts double",
        }
    ),
)
