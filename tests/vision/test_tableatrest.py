"""What the table looks like at rest: learnt slowly, so that a hand never passes for it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Picture
from vision.tableatrest import NO_ARM_S, STILL_S, Lit, TableAtRest

STEP = 8.0
TABLE, ARM = 44, 62


class Table:
    """A corner of it is looked at, ten times a second; the rest stays as it is, and so does the light."""

    def __init__(self) -> None:
        self.t = 0.0
        self.rest = TableAtRest(self.picture(TABLE), 0.0)

    def picture(self, grey: int) -> Picture:
        picture = np.full((8, 8), TABLE, np.uint8)
        picture[:2, :2] = grey
        return picture

    def look(self, grey: int, seconds: float = 0.1) -> bool:
        """Whether it passes for the table, at the end of so long, that the corner has this grey."""
        for _ in range(round(seconds * 10)):
            self.t += 0.1
            mask = self.rest.differing(Lit.of(self.picture(grey)), self.t, STEP)
        return not mask.any()


def test_a_hand_that_comes_by_degrees_never_passes_for_the_table() -> None:
    """Its rim covers a pixel by halves first: taken for the table, that made the hand itself one in the end.

    Then the ghost of it tied the next card that was laid to the picture's edge: it passed for an arm, was not read
    for four seconds, and the point that it had earned was held against the player who pegged it meanwhile.
    """
    table = Table()
    table.look(TABLE, 30)
    for _ in range(20):
        for grey in (TABLE + 7, TABLE + 13, ARM):
            table.look(grey, 0.3)
        assert not table.look(ARM, 0.5)
        assert table.look(TABLE), "at once"
        table.look(TABLE, 5)


def test_a_hand_that_rests_does_not_pass_for_the_table() -> None:
    """Else what it hides is told as empty after four seconds, and it leaves a ghost when it goes."""
    table = Table()
    table.look(TABLE, 30)
    for _ in range(5):
        assert not table.look(ARM, 5 * STILL_S)
        assert table.look(TABLE), "and when it goes the table is known at once"
        table.look(TABLE, 1)


def test_what_lies_there_for_longer_than_any_hand_is_the_table() -> None:
    table = Table()
    table.look(TABLE, 3 * NO_ARM_S)
    assert not table.look(ARM, NO_ARM_S - 1)
    assert table.look(ARM, 3)
    assert table.look(TABLE), "and what lay there before is known again at once"


def test_a_ghost_of_a_hand_that_was_there_at_first_is_soon_forgotten() -> None:
    table = Table()
    table.rest = TableAtRest(table.picture(ARM), 0.0)
    table.look(ARM, 2)
    assert not table.look(TABLE, STILL_S - 1)
    assert table.look(TABLE, 2)


def test_the_table_may_change_its_shade_slowly() -> None:
    table = Table()
    for grey in range(TABLE, TABLE + 30):
        assert table.look(grey, 2)
