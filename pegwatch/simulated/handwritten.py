"""A table log written by hand: cards laid, pegs moved, words said, as perfect sensors would have seen them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cribbage.log.observations import CRIB, STARTER, Player
from cribbage.score.track import GAME_HOLE

SEATS: Final[tuple[Player, ...]] = ("A", "B")
_ACT_S: Final = 2.0
_LIFTED_S: Final = 0.5
_STANDS_S: Final = 1.5
_NONE: Final[Mapping[Player, Sequence[int]]] = {}


class HandwrittenLog:
    """The log of one game and where pegs and cards are in it. `pegs` are [front, rear] of each player."""

    def __init__(self, profile: str, dealer: Player, *, muggins: bool) -> None:
        self.t = 0.0
        self.pegs: dict[Player, tuple[int, int]] = {"A": (0, -1), "B": (0, -1)}
        self.zones: dict[str, list[str]] = {STARTER: [], "A": [], "B": [], CRIB: []}
        header = {
            "log": "table/1", "profile": profile, "mode": "club", "muggins": muggins,
            "players": {"A": "Ann", "B": "Bob"}, "dealer": dealer, "pegs": {"A": [0, -1], "B": [0, -1]},
        }  # fmt: skip
        self.lines: list[str] = [json.dumps(header)]

    def see(self, after_s: float = _ACT_S, **body: Any) -> None:
        """One observation, so many seconds after the last."""
        self.t = round(self.t + after_s, 3)
        self.lines.append(json.dumps({"t": self.t} | body))

    def show(self, zone: str, cards: Iterable[object], after_s: float = _ACT_S) -> None:
        """A zone is read."""
        self.zones[zone] = [str(card) for card in cards]
        self.see(after_s, cards={"zone": zone, "seen": self.zones[zone]})

    def lay(self, player: Player, card: object) -> None:
        """A player lays a card."""
        self.show(player, [*self.zones[player], card])

    def clear(self) -> None:
        """All cards are taken up."""
        for zone in (CRIB, "A", "B", STARTER):
            if self.zones[zone]:
                self.show(zone, [], 0.3)

    def say(self, player: Player, what: str, n: int | None = None) -> None:
        """Something is tapped in."""
        self.see(1.0, said={"by": player, "what": what} | ({} if n is None else {"n": n}))

    def rule(self, rule: str, moves: Sequence[dict[str, Any]], **deal: object) -> None:
        """Two judges rule."""
        body: dict[str, Any] = {"judges": ["J1", "J2"], "rule": rule, "moves": list(moves)}
        self.see(ruling=body | ({"deal": deal} if deal else {}))

    # --- pegs ----------------------------------------------------------------------------------------------

    def holes(self, instead: Mapping[Player, Sequence[int]] = _NONE, after_s: float = _ACT_S) -> None:
        """The occupied holes, with those of some players other than where their pegs rest."""
        self.see(after_s, holes={p: list(instead.get(p, self.pegs[p])) for p in SEATS})

    def leap(self, player: Player, points: int) -> None:
        """The rear peg goes past the front one and is let go of."""
        front, _ = self.pegs[player]
        self.holes({player: [front]})
        self.stand(player, min(GAME_HOLE, max(front, 0) + points), front, after_s=_LIFTED_S)

    def stand(self, player: Player, front: int, rear: int, after_s: float = _ACT_S) -> None:
        """A player's pegs stand in these holes and are let go of."""
        self.pegs[player] = (front, rear)
        self.holes(after_s=after_s)
        self.t += _STANDS_S

    def back(self, player: Player, points: int, old_rear: int) -> None:
        """The front peg goes back: to where it came from if that is where the other one stands."""
        front, rear = self.pegs[player]
        self.holes({player: [rear]})
        target = front - points
        pair = (rear, old_rear) if target <= rear else (target, rear)
        self.stand(player, *pair, after_s=_LIFTED_S)
