"""The text form of a position: one line that says where a game stands. Pure; folded from the game's events.

    g3 d5 dealer B | A 45,40 B 62,55 | play A | 24: 5H JD 9C | cut 5D | t 312.4

Game and deal, the dealer, both players' pegs (front, rear), the phase and whose act is next, the cards played since
the deal with the running count, the starter, and the game's time in s. What is not known yet is left out. Every log
line of the board process carries it, so that a line alone says what the table looked like.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cribbage.log.events import Event

NOTHING: Final = "no game"


class Position:
    """Where the game stands, by its events. `str` is the text form."""

    def __init__(self) -> None:
        self._game = 0
        self._deal: Mapping[str, Any] = {}
        self._phase: Mapping[str, Any] = {}
        self._pegs: Mapping[str, Any] = {}
        self._played: list[str] = []
        self._count: int | None = None
        self._cut = ""
        self._t = 0.0

    def begin(self, game: int, header: Mapping[str, Any]) -> None:
        """A game begins."""
        self.__init__()  # type: ignore[misc]
        self._game = game
        self._pegs = header.get("pegs", {})
        self._deal = {"dealer": header["dealer"]} if "dealer" in header else {}

    def note(self, event: Event) -> None:
        """One event more."""
        self._t = max(self._t, event.t)
        if event.kind == "deal":
            self._deal, self._played, self._count, self._cut = event.body, [], None, ""
        elif event.kind == "phase":
            self._phase = event.body
        elif event.kind == "pegs":
            self._pegs = event.body
        elif event.kind == "played":
            self._played.append(str(event.body.get("card") or "?"))
            self._count = event.body.get("count")
        elif event.kind == "seen":
            cards = event.body.get("cards", {})
            if cards.get("zone") == "starter":
                self._cut = " ".join(map(str, cards["seen"]))

    def __str__(self) -> str:
        if not self._game:
            return NOTHING
        deal, dealer = self._deal.get("deal"), self._deal.get("dealer")
        head = f"g{self._game}" + (f" d{deal}" if deal else "") + (f" dealer {dealer}" if dealer else "")
        pegs = " ".join(f"{player} {_pair(self._pegs[player])}" for player in "AB" if player in self._pegs)
        phase = " ".join(str(self._phase[key]) for key in ("phase", "turn") if self._phase.get(key))
        count = f"{self._count}: " if self._count is not None else ""
        played = count + " ".join(self._played) if self._played else ""
        cut = f"cut {self._cut}" if self._cut else ""
        return " | ".join(part for part in (head, pegs, phase, played, cut, f"t {self._t:.1f}") if part)


def _pair(holes: Any) -> str:
    return ",".join(map(str, holes)) if holes else "-"
