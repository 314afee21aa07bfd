"""Players who are honest but clumsy with their pegs: each fault is known, with the verdict it has to bring."""

from __future__ import annotations

from honest import Game

from cribbage.score.track import score_of


class Clumsy(Game):
    """Now and then a score is pegged with the wrong peg, in the wrong track, or after both pegs fell out."""

    def __init__(self, seed: int, chance: float = 0.12, **header: object) -> None:
        super().__init__(seed, **header)
        self.chance = chance
        self.expected: list[str] = []

    def _peg(self, player: str, points: int) -> None:
        front, rear = self.table.pegs[player]
        clumsy = (
            points and not self.over and rear > 0 and front + points < 121 and self.rng.random() < self.chance
        )
        if not clumsy:
            super()._peg(player, points)
            return
        self.rng.choice(
            [self._wrong_track, self._opponents_peg, self._front_peg, self._front_peg_on, self._both]
        )(player, points)

    def _raw(self, player: str, own: list[int], others: list[int]) -> None:
        sides = {player: own, self._other(player): others}
        text = "|".join(",".join(map(str, sides[side])) for side in "AB")
        self.table.do(f"holes:{text}")

    def _wrong_track(self, player: str, points: int) -> None:
        """Rule: ACC 8.8."""
        front, _ = self.table.pegs[player]
        others = list(self.table.pegs[self._other(player)])
        if front + points in others:
            super()._peg(player, points)
            return
        self._raw(player, [front], others)
        self._raw(player, [front], [front + points, *others])
        self.table.do("wait")
        self._raw(player, [front], others)
        self._raw(player, [front + points, front], others)
        self.table.do("wait")
        self.score[player] += points
        self.expected.append(f"wrong-track {player} {points}")

    def _opponents_peg(self, player: str, points: int) -> None:
        """Rule: ACC 8.7. The hole must not be one that the owner of the peg could have meant."""
        front, rear = self.table.pegs[player]
        theirs = list(self.table.pegs[self._other(player)])
        if abs(front + points - score_of(theirs[0])) < 30:
            super()._peg(player, points)
            return
        self._raw(player, [front, rear], [theirs[0]])
        self._raw(player, [front + points, front, rear], [theirs[0]])
        self.table.do("wait")
        self._raw(player, [front, rear], [theirs[0]])
        self._raw(player, [front, rear], theirs)
        self.expected.append(f"opponent-peg {player} 2")
        super()._peg(player, points)

    def _front_peg(self, player: str, points: int) -> None:
        """Rule: ACC 8.5.a(1): the peg in the hand goes ahead of the other one."""
        front, rear = self.table.pegs[player]
        if rear + points <= front:
            super()._peg(player, points)
            return
        self.table.do(f"{player}^f {player}={rear + points},{rear}")
        self.score[player] = rear + points
        self.expected.append(f"front-peg-removed {player} {front - rear}")

    def _front_peg_on(self, player: str, points: int) -> None:
        """Rule: ACC 8.5.a(3): it went on, and is put behind the other one; then the score is pegged from there."""
        front, rear = self.table.pegs[player]
        if points == front - rear or rear < 2:
            super()._peg(player, points)
            return
        self.table.do(f"{player}^f {player}={front + points},{rear} {player}^f {player}={rear},{rear - 1}")
        self.table.do(f"{player}^ {player}={rear + points},{rear}")
        self.score[player] = rear + points
        self.expected.append(f"front-peg-removed {player} {front - rear}")

    def _both(self, player: str, points: int) -> None:
        """Rule: ACC 8.5.b."""
        front, _ = self.table.pegs[player]
        self.table.do(f"{player}^ {player}^^ {player}={front + points},{front}")
        self.score[player] += points
        self.expected.append(f"both-pegs-removed {player}")
