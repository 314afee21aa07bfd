"""The five rule books."""

from __future__ import annotations

from typing import Final

from cribbage.profiles.base import Profile

ACC_2025: Final = Profile("acc-2025", "ACC Cribbage Tournament Rules, 2025 edition")
ACC_2020: Final = Profile("acc-2020", "ACC Cribbage Tournament Rules, 2020 edition", points_end_with_go=False)
ALBERTA: Final = Profile("alberta-55plus", "Alberta 55 plus", heels_max_before=115, turns_cards=True, muggins=False)
CORPORATE: Final = Profile("corporate-challenge", "Corporate Challenge", muggins=False)
HOYLE: Final = Profile("hoyle", "Hoyle, the common rules of the game")
