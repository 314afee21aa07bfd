"""A board that is walked more than once: which score each of its holes stands for. Pure.

Contract. On a board of 60 holes a player that is walked twice, hole n stands for n and for n + 60; a start hole and
the game hole (121) stand for one score each. In: which holes of the board are occupied (`Holes`, game hole as 121),
in order of time. Out: the same as scores, so that log, rules and page never know of laps, and which tracks cannot be
told because nobody can say on which lap their pegs are. What was told last is the history that decides:

* a peg that stands where it stood keeps its score, and one that is put back where it was lifted gets it again;
* a peg that moved has the one score that lies at most `AHEAD` in front of the peg that stayed or of the front peg
  of before, or at most `BEHIND` back, and less than a lap from the other;
* where both moved, each lies ahead of where the front peg was, by no more than `UNSEEN`;
* one peg in the start holes or in the game hole is enough to place the other.

Where that leaves two scores or none, the track is told as `unclear` and keeps what was told last, until a person
says where the front peg is (`say`), or the pegs themselves make it clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from cribbage.log.observations import Holes, Player

UNCLEAR: Final = "lap-unclear"
AHEAD: Final = 36
"""The longest move: the best hand, and what may be pegged with it for the play."""
BEHIND: Final = 23  # a correction takes a peg back by no more
UNSEEN: Final = 45
"""How far a player can have come by what was pegged while an arm was over the board."""
_PUT_BACK: Final = 30  # a peg lifted from so far behind the front one could also have moved a whole lap ahead


class Walked(Protocol):
    """What is asked of a board."""

    @property
    def game_hole(self) -> int:
        """The score that wins, in a hole of its own."""
        ...

    @property
    def lap(self) -> int:
        """How many holes of a track are walked before the first comes again."""
        ...


def hole_of(board: Walked, score: int) -> int:
    """The hole that stands for a score; start holes and game hole stand for themselves."""
    return score if score < 1 or score >= board.game_hole else (score - 1) % board.lap + 1


def scores_of(board: Walked, hole: int) -> tuple[int, ...]:
    """The scores that a hole stands for, the least first."""
    if hole < 1 or hole >= board.game_hole:
        return (hole,)
    return tuple(range(hole, board.game_hole, board.lap))


class Laps:
    """Turns the holes of one board into scores; `last` is what was told, in scores, before a restart."""

    def __init__(self, board: Walked, last: Holes | None = None) -> None:
        self._board = board
        self._told: dict[Player, frozenset[int]] = dict(last.holes) if last is not None else {}
        self._whole: dict[Player, frozenset[int]] = {
            player: scores for player, scores in self._told.items() if len(scores) > 1
        }
        self._holes: dict[Player, frozenset[int]] = {}
        self.unclear: frozenset[Player] = frozenset()
        """The tracks whose pegs' lap is not known."""

    @property
    def told(self) -> Mapping[Player, frozenset[int]]:
        """The scores of all tracks as they were told last."""
        return dict(self._told)

    def take(self, seen: Holes) -> Holes:
        """The same in scores; of a track that is `unclear` afterwards it holds what was told last."""
        self._holes = dict(seen.holes)
        unclear: set[Player] = set()
        found: dict[Player, frozenset[int]] = {}
        for player, holes in seen.holes.items():
            scores = self._of(player, holes)
            if scores is None and (len(holes) > 1 or player in self.unclear):
                unclear.add(player)
            found[player] = self._told.get(player, frozenset()) if scores is None else scores
        self.unclear = frozenset(unclear)
        self._keep(found)
        return Holes(seen.t, dict(found))

    def missed(self, player: Player) -> None:
        """A track could not be seen for so long that its pegs may have come farther than `UNSEEN`.

        A peg that still stands where it stood tells of the other one; where both moved, nobody knows.
        """
        self._whole.pop(player, None)

    def question(self, player: Player) -> tuple[int, ...]:
        """The scores at which the front peg of an unclear track can be; none where nothing is asked."""
        return tuple(front for front, _ in self._pairs(player)) if player in self.unclear else ()

    def say(self, player: Player, front: int) -> bool:
        """A person says at which score the front peg is; whether that answers what is asked."""
        pair = next((scores for at, scores in self._pairs(player) if at == front), None)
        if player not in self.unclear or pair is None:
            return False
        self.unclear -= {player}
        self._keep({player: pair})
        return True

    def _keep(self, found: Mapping[Player, frozenset[int]]) -> None:
        for player, scores in found.items():
            self._told[player] = scores
            if len(scores) > 1:
                self._whole[player] = scores

    # --- one track

    def _of(self, player: Player, holes: frozenset[int]) -> frozenset[int] | None:
        """The scores of the pegs in a track; None where they are not clear."""
        whole = frozenset() if player in self.unclear else self._whole.get(player, frozenset())
        told = frozenset() if player in self.unclear else self._told.get(player, frozenset())
        scores = {hole_of(self._board, s): s for s in told if hole_of(self._board, s) in holes}
        for hole in sorted(holes - scores.keys()):
            options = scores_of(self._board, hole)
            back = [s for s in options if s in whole - set(scores.values())]
            if len(options) == 1:
                scores[hole] = options[0]
            elif back and len(holes) <= len(whole):
                if max(whole) - back[0] >= _PUT_BACK:
                    return None  # or a whole lap ahead of where it was
                scores[hole] = back[0]
        for hole in sorted(holes - scores.keys()):
            score = self._moved(player, hole, frozenset(scores.values()), max(whole, default=None))
            if score is None:
                return None
            scores[hole] = score
        return frozenset(scores.values())

    def _moved(self, player: Player, hole: int, stand: frozenset[int], front: int | None) -> int | None:
        """The score of a peg that came into a hole, by those that `stand` and the front peg of before."""
        if len(stand) > 1:
            stand, front = frozenset(), self._lender(player)  # a third one is another player's
        options = [
            s for s in scores_of(self._board, hole) if all(abs(s - at) < self._board.lap for at in stand)
        ]
        if not stand:
            ahead = () if front is None else (s for s in options if 0 < s - front <= UNSEEN)
            return _only(list(ahead))
        from_ = [at for at in (max(stand), front) if at is not None and at < self._board.game_hole]
        if not from_:
            return max(options, default=None)  # beside the game hole only the last lap is left
        return _only(
            [s for s in options if any(-BEHIND <= s - at <= (AHEAD if at > 0 else UNSEEN) for at in from_)]
        )

    def _lender(self, player: Player) -> int | None:
        """Where the front peg was of the one other player who lacks a peg."""
        short = [p for p, holes in self._holes.items() if p != player and len(holes) < 2 and p in self._whole]
        return max(self._whole[short[0]]) if len(short) == 1 else None

    def _pairs(self, player: Player) -> list[tuple[int, frozenset[int]]]:
        """Where the two pegs of a track can be: the front one's score, and both, less than a lap apart."""
        holes = sorted(self._holes.get(player, frozenset()))
        if len(holes) != 2:
            return []
        pairs = {
            max(a, b): frozenset({a, b})
            for a in scores_of(self._board, holes[0])
            for b in scores_of(self._board, holes[1])
            if abs(a - b) <= UNSEEN
        }
        return sorted(pairs.items())


def _only(scores: list[int]) -> int | None:
    return scores[0] if len(scores) == 1 else None
