"""Whole honest games at the real loops of board and eye, with everything going wrong: nobody is ever blamed.

`make torture` plays PEGWATCH_TORTURE times as many, each with other seeds.
"""

from __future__ import annotations

import pytest
from samples import TIMES
from troubles import ALL, ANYTHING, CONTACTS, whole_game


def check(longboard, tmp_path, seed, kinds):
    played = whole_game(longboard, tmp_path, seed, kinds)
    assert played.blamed == [], played.trouble.said
    assert played.scored > 10
    assert len(set(played.trouble.seen)) >= 3
    assert played.refused == []
    assert played.waiting == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3 * TIMES))
def test_nobody_is_blamed_for_what_was_not_seen(longboard, tmp_path, seed):
    """The chain, the eye, the power; contacts that chatter."""
    check(longboard, tmp_path, seed, ANYTHING)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6 * TIMES))
def test_nobody_is_blamed_for_a_contact_that_fails(longboard, tmp_path, seed):
    """Stuck, dead, bridged, masked, at any moment, in the game hole too: before it was minded, 21 games of 24."""
    check(longboard, tmp_path, seed, CONTACTS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1000 + 2 * TIMES))
def test_nobody_is_blamed_whatever_fails(longboard, tmp_path, seed):
    check(longboard, tmp_path, seed, ALL)
