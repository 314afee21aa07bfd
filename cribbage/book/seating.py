"""Who sits where, who plays on which side, and whose turn follows whose.

Two players: each is a side. Three: each for themselves. Four: A and C against B and D, who peg on the tracks A and B
(Rule: ACC App. B; Alberta four-handed play; Corporate event format).
"""

from __future__ import annotations

from collections.abc import Iterable

from cribbage.log.observations import Player

PAIRS = 4


class Seating:
    """`seats` hold cards, in their order to the left; `players` are the sides that peg."""

    def __init__(self, seats: Iterable[Player]) -> None:
        self.seats: tuple[Player, ...] = tuple(sorted(seats))
        self.players = self.seats[:2] if len(self.seats) == PAIRS else self.seats

    def side(self, seat: Player) -> Player:
        """Whose track a seat pegs on."""
        return self.seats[self.seats.index(seat) % 2] if len(self.seats) == PAIRS else seat

    def other(self, player: Player) -> Player:
        """The opponent; of three players the next one."""
        sides = self.players
        return sides[(sides.index(self.side(player)) + 1) % len(sides)]

    def after(self, seat: Player, steps: int = 1) -> Player:
        """The seat so many places to the left."""
        return self.seats[(self.seats.index(seat) + steps) % len(self.seats)]

    def others(self, seat: Player) -> list[Player]:
        """All other seats, from the left of this one."""
        return [self.after(seat, steps) for steps in range(1, len(self.seats))]
