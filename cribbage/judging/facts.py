"""What the log knows, said as evidence: only of the deal in hand, and only what has lain face up (P7, P8)."""

from __future__ import annotations

from collections.abc import Iterable

from cribbage.judging.base import Asking, Fact
from cribbage.observations import CRIB, Player
from cribbage.scoreboard import Item, Play, Verdict

PEG_CODES = frozenset(
    {"front-peg-removed", "both-pegs-removed", "back-peg-moved", "opponent-peg", "wrong-track", "backward"}
)


def items(ask: Asking, *whats: str, player: Player | None = None) -> list[Item]:
    """The score items of this deal, oldest first."""
    return [
        item
        for item in ask.board.items.values()
        if item.deal == ask.board.deal and (not whats or item.what in whats) and player in (None, item.player)
    ]


def verdicts(ask: Asking, *codes: str, player: Player | None = None) -> list[Verdict]:
    """The verdicts of this deal with one of these codes, oldest first."""
    return [
        v
        for v in ask.board.verdicts
        if v.deal == ask.board.deal and (not codes or v.code in codes) and player in (None, v.player)
    ]


def plays(ask: Asking) -> list[Play]:
    """The cards of this deal's play, as they lie now."""
    return [play for play in ask.board.plays if play.deal == ask.board.deal]


def of_pegs(ask: Asking, player: Player) -> Fact:
    """Where a player's pegs stand."""
    standing = ask.board.pegs[player]
    return Fact(f"{ask.name(player)}'s pegs stand in {standing.front} and {standing.rear}.")


def of_item(ask: Asking, item: Item) -> Fact:
    """What a score was worth and what was pegged for it."""
    worth = "was not seen" if item.earned is None else f"is worth {item.earned}"
    cards = f" ({' '.join(item.cards)})" if item.cards else ""
    pegged = "nothing was pegged for it" if item.pegged is None else f"{item.pegged} pegged"
    return Fact(
        f"{ask.name(item.player)}'s {item.what}{cards} {worth}, {pegged}.", item.pegged_t or item.born
    )


def of_plays(ask: Asking, played: Iterable[Play]) -> tuple[Fact, ...]:
    """Cards of the play with the count after each."""
    return tuple(
        Fact(
            f"{ask.name(play.player)} laid {play.card or 'a card that was not read'}"
            + ("." if play.count is None else f": count {play.count}."),
            play.t,
        )
        for play in played
    )


def of_verdicts(ask: Asking, found: Iterable[Verdict]) -> tuple[Fact, ...]:
    """What the referee said of moves, with the holes where it knows them."""
    facts = []
    for v in found:
        who = "" if v.player is None else f"{ask.name(v.player)}: "
        move = f" ({v.more['move']})" if "move" in v.more else ""
        points = "" if v.points is None else f" {v.points}"
        facts.append(Fact(f"{who}{v.code}{points}{move}.", v.t))
    return tuple(facts)


def of_zone(ask: Asking, zone: str) -> tuple[Fact, ...]:
    """How many cards lie in a zone; never which."""
    lying = ask.board.zones.get(zone)
    if lying is None or lying.count is None or not lying.count:
        return ()
    where = "in the crib" if zone == CRIB else f"before {ask.name(zone)}"
    return (Fact(f"{lying.count} card{'s lie' if lying.count > 1 else ' lies'} {where}.", lying.t),)
