"""When things happen: gives every act of a game its time, and writes down what can be seen of it.

One `Tape` comes out for each game: the occupied holes with every bounce of a contact, the scenes, what is
tapped in, and the observations that perfect sensors would make. Times are table seconds.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cribbage.log.observations import Cards, Holes, Observation, Player, Ruling, Said
from cribbage.score.cards import Card
from pegwatch.simulated.acts import (
    Act,
    Collect,
    Count,
    Deal,
    Judged,
    Lay,
    Move,
    Tap,
    Touch,
    Turn,
)
from pegwatch.simulated.game import GAME_HOLE, SEATS, other
from pegwatch.simulated.layout import place_of
from pegwatch.simulated.stage import Stage
from vision.scene.holes import hole_mm

_STILL_S: Final = 1.25  # how long cards lie still at least before the peg for them is placed
_JUDGES: Final = ("J1", "J2")


@dataclass(slots=True)
class Tape:
    """One game as it happened, from `begin` (the last game's end) to `end`; `log_begin` = its log's time 0.

    `acts` are (time when it was visible, act).
    """

    number: int
    begin: float
    log_begin: float = 0.0
    end: float = 0.0
    holes: list[tuple[float, frozenset[str]]] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)
    said: list[tuple[float, Observation | dict[str, object]]] = field(default_factory=list)
    acts: list[tuple[float, Act]] = field(default_factory=list)


def hole_name(player: Player, hole: int) -> str:
    """``A22``, ``B-1``, and ``game`` for the hole that both tracks share."""
    return "game" if hole >= GAME_HOLE else f"{player}{hole}"


class Timeline:
    """Plays acts against a clock that starts at `begin`, and shows them on the stage."""

    def __init__(
        self,
        number: int,
        begin: float,
        standing: dict[Player, set[int]],
        chance: random.Random,
        stage: Stage,
    ) -> None:
        self.tape = Tape(number, begin)
        self.t = begin
        self._standing = standing
        self._chance = chance
        self._stage = stage
        self._still_since = begin
        self._laid: dict[str, list[Card]] = {}
        self._dealer: Player = "A"
        self._pegs_now(begin)

    # ---- before the game --------------------------------------------------------------------------------

    def begin_game(self, header: dict[str, Any]) -> None:
        """Put the pegs where the game begins if they are not there, then start it on the page."""
        for player in SEATS:
            for hole in header["pegs"][player]:
                if hole not in self._standing[player]:
                    peg = max(self._standing[player])
                    self.act(Move(player, peg, hole, "new game", 0, None))
        self._wait(1.6, 2.2)
        self.tape.log_begin = self.t
        self.tape.said.append((self.t, {"new_game": header}))
        self._observe_pegs(self.t)
        self._wait(0.5, 1.0)

    # ---- acts -------------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """Let one act happen; the clock moves on."""
        match act:
            case Deal():
                self._deal(act)
            case Turn():
                self._turn(act)
            case Lay():
                self._lay(act)
            case Count():
                self._count(act)
            case Move():
                self._move(act)
            case Touch():
                self._touch(act)
            case Tap():
                self._wait(1.6, 2.6)
                self._tapped(Said(self.t, act.player, act.what))
            case Judged():
                self._wait(8.0, 14.0)
                self._tapped(Ruling(self.t, _JUDGES, act.rule, act.moves))
            case Collect():
                self._collect(act)
        self.tape.acts.append((self.t, act))

    def finish(self) -> Tape:
        """The players lean back; the tape is complete."""
        self._wait(3.0, 5.0)
        self.tape.end = self.t
        return self.tape

    def _deal(self, act: Deal) -> None:
        self._dealer = dealer = act.dealer
        pone = other(dealer)
        self._wait(4.0, 6.0)  # shuffle and cut
        self._reach(dealer, place_of(pone, dealer).center_mm)
        for count in (2, 4, 6):
            for player in (pone, dealer):
                self._stage.dealt(self.t, player, count, dealer)
                self._wait(0.3, 0.4)
        self._stage.pack_down(self.t)
        self._withdraw(dealer, place_of(dealer, dealer).center_mm)
        for player in SEATS:
            self._reach(player, place_of(player, dealer).center_mm)
            self._stage.cleared(self.t, player)
            self._withdraw(player, place_of(player, dealer).center_mm)
        self._wait(2.5, 4.5)  # thinking what to discard
        for player, count in ((pone, 2), (dealer, 4)):
            crib = place_of("crib", dealer).center_mm
            self._reach(player, crib)
            self._stage.crib_thrown(self.t, dealer, count)
            self._withdraw(player, crib)
            self._wait(0.2, 0.8)

    def _turn(self, act: Turn) -> None:
        pack = place_of("starter", self._dealer).center_mm
        self._reach(self._dealer, pack)
        self._stage.turned(self.t, act.card)
        self._withdraw(self._dealer, pack)
        self._see("starter", [act.card])

    def _lay(self, act: Lay) -> None:
        self._wait(0.7, 2.1)
        zone = act.player
        at = self._stage.where_next(zone, self._dealer)
        self._reach(act.player, at)
        self._stage.laid(self.t, act.player, act.card, self._dealer)
        self._withdraw(act.player, at)
        self._see(zone, [*self._laid.get(zone, []), act.card])
        self._wait(0.2, 0.4)

    def _count(self, act: Count) -> None:
        self._wait(0.6, 1.2)
        zone = "crib" if act.what == "crib" else act.player
        at = place_of(zone, self._dealer).center_mm
        self._reach(act.player, at)
        self._stage.spread(self.t, zone, act.cards, self._dealer)
        self._withdraw(act.player, at)
        if zone == "crib":
            self._see(zone, list(act.cards))
        else:
            self._still_since = self.t
        self._wait(1.5, 3.0)  # counting aloud

    def _collect(self, act: Collect) -> None:
        self._wait(1.2, 2.0)
        for zone in act.zones:
            if zone not in self._laid and zone != "crib":  # a crib is also taken up face down
                continue
            player = zone if zone in SEATS else self._dealer
            at = place_of(zone, self._dealer).center_mm
            self._reach(player, at)
            self._stage.cleared(self.t, zone)
            self._withdraw(player, at)
            if self._laid.pop(zone, None):
                self._see(zone, [])
            self._wait(0.1, 0.3)

    # ---- pegs -------------------------------------------------------------------------------------------

    def _move(self, act: Move) -> None:
        if act.what in ("back", "ruling"):
            self._wait(1.4, 2.4)  # seen and said first; also the peg has long been let go by then
        self._wait(0.3, 0.7)
        hole = hole_mm(act.player, act.lift)
        self._reach(act.player, hole)
        self._lift(act.player, act.lift)
        self._wait(0.4, 1.2)
        self.t = max(self.t, round(self._still_since + _STILL_S, 3))
        at = hole_mm(act.player, act.put)
        if act.first is not None:
            self._stage.hand(self.t, act.player, at)
            self._put(act.player, act.first)
            self._wait(0.1, 0.5)
            self._lift(act.player, act.first)
            self._wait(0.1, 0.4)
        self._place(act.player, act.put, at)

    def _touch(self, act: Touch) -> None:
        self._wait(0.4, 1.0)
        at = hole_mm(act.player, act.hole)
        self._reach(act.player, at)
        self._lift(act.player, act.hole)
        self._wait(0.4, 1.2)
        self._place(act.player, act.hole, at)

    def _lift(self, player: Player, hole: int) -> None:
        self._standing[player].discard(hole)
        self._contact(player, hole, closed=False)

    def _place(self, player: Player, hole: int, at: tuple[float, float]) -> None:
        self._stage.hand(self.t, player, at)
        self._put(player, hole)
        self._wait(0.15, 0.3)
        self._withdraw(player, at)

    def _put(self, player: Player, hole: int) -> None:
        self._standing[player].add(hole)
        self._contact(player, hole, closed=True)

    def _contact(self, player: Player, hole: int, *, closed: bool) -> None:
        """One contact closes or opens, chattering for some milliseconds (Rule: ACC 8.1 moves one peg)."""
        after = self._names()
        name = frozenset({hole_name(player, hole)})
        before = after - name if closed else after | name
        for _ in range(self._chance.randint(0, 2)):
            self.tape.holes.append((self.t, after))
            self._wait(0.001, 0.004)
            self.tape.holes.append((self.t, before))
            self._wait(0.001, 0.004)
        self._pegs_now(self.t)
        self._observe_pegs(self.t)
        self._stage.pegs(self.t, player, self._standing[player])

    def _names(self) -> frozenset[str]:
        return frozenset(hole_name(player, hole) for player in SEATS for hole in self._standing[player])

    def _pegs_now(self, t: float) -> None:
        self.tape.holes.append((t, self._names()))

    def _observe_pegs(self, t: float) -> None:
        holes = {player: frozenset(holes) for player, holes in self._standing.items()}
        self.tape.seen.append(Holes(t, holes))

    # ---- small things -----------------------------------------------------------------------------------

    def _wait(self, low_s: float, high_s: float) -> None:
        self.t = round(self.t + self._chance.uniform(low_s, high_s), 3)

    def _reach(self, player: Player, at: tuple[float, float]) -> None:
        self._stage.hand(self.t, player, at, coming=True)
        self._wait(0.15, 0.25)
        self._stage.hand(self.t, player, at)
        self._wait(0.2, 0.3)

    def _withdraw(self, player: Player, at: tuple[float, float]) -> None:
        self._wait(0.1, 0.2)
        self._stage.hand(self.t, player, at, coming=True)
        self._wait(0.15, 0.2)
        self._stage.no_hand(self.t, player)

    def _see(self, zone: str, cards: list[Card]) -> None:
        """The cards of a zone lie free from now on."""
        if cards:
            self._laid[zone] = cards
        self._still_since = self.t
        self.tape.seen.append(Cards(self.t, zone, tuple(cards)))

    def _tapped(self, said: Said | Ruling) -> None:
        self.tape.said.append((self.t, said))
        self.tape.seen.append(replace(said))
        self._wait(0.2, 0.6)
