"""The referee: observations in, events out. No clock, no files, and no exception for anything players do.

`receive` takes one observation; `tick` lets time pass; `next_deadline` says by when time matters. An
observation first lets everything fall due that its time has passed, so a log judged later (without ticks) gets
the same verdicts as the live table (with them).
"""

from __future__ import annotations

from cribbage.codec import Header
from cribbage.events import Event
from cribbage.game import Game, Phase
from cribbage.moves import Move
from cribbage.observations import Cards, Fault, Holes, Observation, Player, Ruling, Said, Unread
from cribbage.pegfaults import judge
from cribbage.rulings import heard, ruled
from cribbage.windows import close_late
from cribbage.zones import place_waiting, read_zone, settle_all


class Referee:
    """Judges one game from its observations."""

    def __init__(self, header: Header) -> None:
        self._game = Game(header)

    def __str__(self) -> str:
        return str(self._game)

    def next_deadline(self) -> float | None:
        """When a move will count as released if nothing else happens; None if nothing is pending."""
        deadlines = [watch.deadline for watch in self._game.watches.values()]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    def tick(self, t: float) -> list[Event]:
        """Time has come to `t` and nothing else was observed."""
        self._pass_time(t)
        return self._drain()

    def receive(self, seen: Observation) -> list[Event]:
        """Take in one observation."""
        self._pass_time(seen.t)
        game = self._game
        game.now = seen.t
        if game.over:
            return self._drain()
        self._settle_card(seen)
        if not isinstance(seen, Holes):
            self._release_all()
        if isinstance(seen, Holes):
            self._holes(seen)
        elif isinstance(seen, Cards):
            if "camera" not in game.faults:
                read_zone(game, seen.zone, seen.seen, seen.t)
        elif isinstance(seen, Unread):
            self._unread(seen)
        elif isinstance(seen, Said):
            heard(game, seen)
        elif isinstance(seen, Ruling):
            ruled(game, seen)
        else:
            self._fault(seen)
        return self._drain()

    def finish(self) -> list[Event]:
        """The log ends: a whole move counts as released, and what waits gets its verdict."""
        self._release_all()
        if not self._game.over:
            settle_all(self._game)
        return self._drain()

    # --- time and release ----------------------------------------------------------------------------------

    def _pass_time(self, t: float) -> None:
        while not self._game.over:
            deadline = self.next_deadline()
            if deadline is None or deadline > t:
                return
            due = min(self._game.watches.values(), key=lambda watch: _or_never(watch.deadline))
            self._game.now = deadline
            self._judge(due.release())

    def _release_all(self) -> None:
        game = self._game
        for player in sorted(game.watches, key=lambda player: _or_never(game.watches[player].deadline)):
            self._judge(game.watches[player].release())

    def _judge(self, move: Move | None) -> None:
        if move is None or self._game.over:
            return
        place_waiting(self._game)
        if not self._game.over:
            judge(self._game, move)
            self._game.tell_pegs()
        if not self._game.over:
            close_late(self._game, move.player)

    def _settle_card(self, seen: Observation) -> None:
        """A card that did not fit has been there until something else happened: it was meant."""
        waiting = self._game.waiting_card
        if waiting is not None and not (isinstance(seen, Cards) and seen.zone == waiting[0]):
            place_waiting(self._game)
        elif waiting is not None and isinstance(seen, Cards):
            before = self._game.deal.zones.get(seen.zone, ())
            if len(seen.seen) >= len(before):
                place_waiting(self._game)

    # --- observations --------------------------------------------------------------------------------------

    def _holes(self, seen: Holes) -> None:
        game = self._game
        if "board" in game.faults:
            return
        for player in game.players:
            if player in seen.holes:
                self._track(player, seen.t, seen.holes[player])

    def _track(self, player: Player, t: float, holes: frozenset[int]) -> None:
        watch = self._game.watches[player]
        self._judge(watch.see(t, holes))
        if not self._game.over and not watch.busy:
            close_late(self._game, player)

    def _unread(self, seen: Unread) -> None:
        game = self._game
        known = game.deal.zones.get(seen.zone, ())
        count = seen.count if seen.count is not None else len(known) + 1
        if count > len(known):
            read_zone(game, seen.zone, (*known, *(None for _ in range(count - len(known)))), seen.t)

    def _fault(self, seen: Fault) -> None:
        game = self._game
        if seen.is_over:
            game.faults.pop(seen.part, None)
            return
        game.faults[seen.part] = seen.what
        if seen.part == "camera" and game.phase is Phase.PLAY:
            game.deal.line.lose()

    def _drain(self) -> list[Event]:
        out, self._game.out = self._game.out, []
        return out


def _or_never(deadline: float | None) -> float:
    return float("inf") if deadline is None else deadline
