"""Writing table logs in a few readable lines, independently of the code that reads them."""

from __future__ import annotations

import json
from typing import Any


class Table:
    """A table whose players do what they are told; `lines` is the log a perfect device would keep."""

    def __init__(self, dealer: str = "A", pegs: dict[str, list[int]] | None = None, **header: Any) -> None:
        self.t = 0.0
        self.pegs = {p: list(h) for p, h in (pegs or {"A": [0, -1], "B": [0, -1]}).items()}
        self.zones: dict[str, list[str]] = {"A": [], "B": [], "crib": [], "starter": []}
        head = {"log": "table/1", "profile": "acc-2025", "mode": "club", "muggins": False,
                "players": {"A": "Ann", "B": "Bob"}, "dealer": dealer,
                "pegs": {p: list(h) for p, h in self.pegs.items()}}  # fmt: skip
        self.lines = [json.dumps(head | header)]

    def see(self, after: float = 2.0, **body: Any) -> Table:
        self.t += after
        self.lines.append(json.dumps({"t": round(self.t, 3)} | body))
        return self

    def starter(self, card: str) -> Table:
        return self._zone("starter", [card])

    def play(self, player: str, *cards: str) -> Table:
        return self._zone(player, self.zones[player] + list(cards))

    def plays(self, text: str) -> Table:
        """``B:5H A:TC B+2 A:6D``: cards laid and points pegged in turn."""
        for word in text.split():
            if ":" in word:
                player, card = word.split(":")
                self.play(player, card)
            else:
                player, points = word.split("+")
                self.peg(player, int(points))
        return self

    def crib(self, *cards: str) -> Table:
        return self._zone("crib", list(cards))

    def clear(self) -> Table:
        for zone in ("A", "B", "crib", "starter"):
            if self.zones[zone]:
                self._zone(zone, [], after=0.3)
        return self

    def _zone(self, zone: str, cards: list[str], after: float = 2.0) -> Table:
        self.zones[zone] = cards
        return self.see(after, cards={"zone": zone, "seen": cards})

    def holes(self, player: str, *holes: int, after: float = 0.5) -> Table:
        """Put a player's pegs into these holes (fewer than two: in the air)."""
        self.pegs[player] = sorted(holes, reverse=True)
        return self.see(after, holes={p: list(h) for p, h in self.pegs.items()})

    def peg(self, player: str, points: int, settle: float = 2.0) -> Table:
        """Leapfrog: the rear peg goes `points` past the front one (at most into the game hole)."""
        front, _ = self.pegs[player]
        self.holes(player, front)
        self.holes(player, min(121, max(front, 0) + points), front)
        self.t += settle - 0.5
        return self

    def back_to(self, player: str, hole: int, settle: float = 2.0) -> Table:
        """Move the front peg to another hole, the rear one staying."""
        _, rear = self.pegs[player]
        self.holes(player, rear)
        self.holes(player, hole, rear)
        self.t += settle - 0.5
        return self

    def said(self, by: str, what: str, n: int | None = None) -> Table:
        return self.see(1.0, said={"by": by, "what": what} | ({} if n is None else {"n": n}))
