"""Pegs that may still have been held when a card or a word seemed to show that they had been let go of.

A peg counts as let go of a second after it came down, or at the next act of a person (Rule: ACC 8.2 to 8.4). A card
or a word that may be told later than it was laid or said may be older than the landing, and then it shows nothing:
a player who takes the peg up again within its second had perhaps never let go of it. Both landings are one move then,
and how it ends is not known before the peg stands again.
"""

from __future__ import annotations

from math import inf
from typing import Final

from cribbage.book.game import Game
from cribbage.book.items import What
from cribbage.log.events import Event
from cribbage.log.observations import REREAD, Cards, Holes, Observation, Player, Said
from cribbage.log.verdicts import Code
from cribbage.sight.contract import lay_since
from cribbage.sight.pegmoves import RELEASE_S
from cribbage.worlds.movetext import front_after

_LANDINGS_KEPT: Final = 8


class HeldPegs:
    """The latest landings of pegs in one game. `late_s`: how late a card may be told in it (s).

    A landing is named by its side and its time `t` (log time in s).
    """

    def __init__(self, late_s: float) -> None:
        self._late_s = late_s
        self._holes: dict[Player, frozenset[int]] = {}
        self._landed_t: dict[Player, float] = {}
        self._seems_let_go: set[Player] = set()  # by an act that may be older than the landing
        self._up_again: set[Player] = set()  # taken up since, within the second
        # Of a peg that was perhaps held from the first of them on:
        self._landings: dict[Player, list[float]] = {}
        self._perhaps_held: dict[tuple[Player, float], int | None] = {}  # landings, and the hole it ended in

    def see(self, seen: Observation) -> None:
        """Take in one observation."""
        if isinstance(seen, Holes):
            for side, holes in seen.holes.items():
                self._see_holes(side, seen.t, holes)
        elif isinstance(seen, Cards) or (isinstance(seen, Said) and seen.what != REREAD):
            since = lay_since(seen, self._late_s)
            self._seems_let_go |= {side for side in self._landed_t if self._is_unsure(side, seen.t, since)}

    def seem_let_go_at(self, t: float) -> bool:
        """Whether a peg seems to be let go of at that time (s), within its second, by an act that may be older."""
        return any(t < self._landed_t[side] + RELEASE_S for side in self._seems_let_go)

    def may_be_held(self, side: Player, t: float, now: float) -> bool:
        """Whether it is still open `now` (s) if the peg that landed at `t` was let go of there."""
        if (side, t) in self._perhaps_held and side in self._up_again:
            return True
        return side in self._seems_let_go and self._landed_t.get(side) == t and now < t + RELEASE_S

    def was_perhaps_held(self, side: Player, t: float) -> bool:
        """Whether the landing at `t` is one of a peg that was perhaps held all the time: it was taken up again before
        it was certain that it had been let go of, and perhaps once more within the second."""
        return (side, t) in self._perhaps_held

    def final_hole(self, side: Player, t: float) -> int | None:
        """The hole in which a peg ended that was perhaps still held when it landed at `t`; None while it is up."""
        return self._perhaps_held.get((side, t))

    def slip(self, verdict: Event) -> float:
        """By how many holes a peg that was perhaps still held first stood beyond where it ended; infinite where it is
        still up, and for verdicts that do not blame for points too many."""
        body = verdict.body
        if "move" not in body or not self.was_perhaps_held(body["player"], verdict.t):
            return 0
        last = self.final_hole(body["player"], verdict.t)
        if body["code"] != Code.OVERPEG or last is None:
            return inf
        return max(front_after(body["move"]) - last, 0)

    def is_perhaps_no_correction(self, verdict: Event) -> bool:
        """Whether a correction may only be the landing of a peg that was held all the time."""
        body = verdict.body
        return body["code"] == Code.CORRECTED and self.was_perhaps_held(body["player"], verdict.t)

    def _is_unsure(self, side: Player, t: float, since: float) -> bool:
        """Whether an act told at `t`, which may have happened `since`, came within the second and may be older than
        the landing."""
        landed_t = self._landed_t[side]
        return since < landed_t and t < landed_t + RELEASE_S

    def _see_holes(self, side: Player, t: float, holes: frozenset[int]) -> None:
        before, self._holes[side] = self._holes.get(side, holes), holes
        if len(holes) == len(before):
            return
        if len(holes) < len(before):
            landed_t = self._landed_t.get(side, -inf)
            was_held = self._landings.get(side, ())[-1:] == [landed_t]
            if (was_held or side in self._seems_let_go) and t < landed_t + RELEASE_S:
                self._up_again.add(side)
                self._landings[side] = self._landings[side] if was_held else [landed_t]
                self._perhaps_held[side, landed_t] = None
        else:
            if side in self._up_again:
                self._landings[side].append(t)
                self._perhaps_held |= dict.fromkeys([(side, one) for one in self._landings[side]], max(holes))
            self._up_again.discard(side)
            self._landed_t[side] = t
        self._seems_let_go.discard(side)
        for old in list(self._perhaps_held)[:-_LANDINGS_KEPT]:
            del self._perhaps_held[old]


def is_in_hand(game: Game) -> bool:
    """Whether it matters for a peg when a card was laid: one just put down may still be held, and whether one that is
    up was taken up for his heels before the dealer's first card depends on that (Rule: ACC 6.3.c)."""
    if any(watch.deadline is not None for watch in game.watches.values()):
        return True
    heels = [item for item in game.items if item.what is What.HEELS and item.is_open and item.owed]
    return any(game.watches[item.player].in_air for item in heels)
