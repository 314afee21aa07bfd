"""When the window of a score closes, as a table, and what closing it says.

A window is the time in which a score may still be pegged, corrected or claimed. `WINDOWS` lists for each kind
of item the acts that close it; `close_windows` looks them up and gives the verdicts: points never pegged are
an underpeg, points pegged too much stand.

Rule: ACC 6.3.c, 7.2.b, 8.3, 8.4.c, 8.4.d, 9.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from cribbage.game import Doubt, Game
from cribbage.items import Item, Reason, What
from cribbage.observations import CRIB, Player, Zone
from cribbage.verdicts import Code


class Act(Enum):
    """What can close a window."""

    CARD = "a card is laid"
    PEGGED = "a hand or crib is pegged"
    COUNTED = "the total of a hand or crib is announced"
    ACCEPTED = "a score is accepted"
    CRIB_SHOWN = "the crib is turned up"
    CLEARED = "the cards of the item are taken up"
    DEAL_OVER = "all cards are taken up, or the next deal has begun"


class By(Enum):
    """Whose act it has to be."""

    ANY = "either player"
    OWNER = "the player of the item"
    OPPONENT = "the opponent"


@dataclass(frozen=True, slots=True)
class End:
    """One act that closes a window."""

    act: Act
    by: By
    reason: Reason
    rule: str


_OVER: Final = End(Act.DEAL_OVER, By.ANY, Reason.CLEARED, "8.4.d(3)")

WINDOWS: Final[Mapping[str, tuple[End, ...]]] = {
    "heels": (End(Act.CARD, By.OWNER, Reason.NEXT_CARD, "6.3.c"), _OVER),
    "play": (
        End(Act.CARD, By.ANY, Reason.NEXT_CARD, "7.2.b, 8.4.d(1)"),
        End(Act.PEGGED, By.ANY, Reason.PEGGED_NEXT, "8.4.d(2)"),
        End(Act.COUNTED, By.ANY, Reason.COUNTED, "7.2.b"),
        _OVER,
    ),
    "pone-hand": (
        End(Act.PEGGED, By.OPPONENT, Reason.COUNTED, "9.2.a"),
        End(Act.COUNTED, By.OPPONENT, Reason.COUNTED, "9.2.a"),
        End(Act.ACCEPTED, By.OPPONENT, Reason.ACCEPTED, "8.4.c"),
        End(Act.CRIB_SHOWN, By.ANY, Reason.COUNTED, "9.2.a"),
        End(Act.CLEARED, By.ANY, Reason.CLEARED, "8.4.d(3)"),
        _OVER,
    ),
    "dealer-hand": (
        End(Act.ACCEPTED, By.OPPONENT, Reason.ACCEPTED, "9.2.b"),
        End(Act.CLEARED, By.ANY, Reason.CLEARED, "9.2.b"),
        _OVER,
    ),
    "crib": (
        End(Act.ACCEPTED, By.OPPONENT, Reason.ACCEPTED, "9.2.d"),
        End(Act.CLEARED, By.ANY, Reason.CLEARED, "9.2.d"),
        _OVER,
    ),
    "penalty": (_OVER,),
}


def kind_of(item: Item) -> str:
    """The row of `WINDOWS` for an item."""
    if item.what is What.HAND:
        return "pone-hand" if item.pone else "dealer-hand"
    return item.what.value


def _ends(game: Game, item: Item, act: Act, by: Player | None, zone: Zone | None) -> End | None:
    """The entry that closes an item at an act, if there is one."""
    for end in WINDOWS[kind_of(item)]:
        if end.act is not act:
            continue
        if act is Act.CLEARED and zone != (CRIB if item.what is What.CRIB else item.player):
            continue
        whose = By.ANY if by is None else By.OWNER if by == item.player else By.OPPONENT
        if end.by in (By.ANY, whose):
            return end
    return None


def _stays_open(game: Game, item: Item, act: Act, by: Player | None) -> bool:
    """Exceptions: what the table of ends does not close after all."""
    if act is Act.CARD and item.what is What.PLAY:
        return by == item.player and opponent_is_out(game, item.player)
    # A hand or crib that nobody has pegged yet is not lost because somebody was quick (Rule: ACC 9.2.c).
    quick = act in (Act.PEGGED, Act.COUNTED, Act.ACCEPTED, Act.CRIB_SHOWN)
    if quick and item.what in (What.HAND, What.CRIB):
        return item.pegged is None and (item.owed > 0 or item.unseen)
    return False


def opponent_is_out(game: Game, player: Player) -> bool:
    """Whether the opponent has no card to play, so that points may be pegged together (Rule: ACC 7.2.b).

    Also when the player has just laid two cards of one series: the opponent must have called go in between.
    """
    line = game.deal.line
    if line.held(game.other(player)) == 0 or game.other(player) in game.deal.said_go:
        return True
    last = line.laid[-2:]
    return len(last) == 2 and all(laid.player == player for laid in last) and not last[1].opens


def close_windows(
    game: Game, act: Act, t: float, by: Player | None = None, zone: Zone | None = None, but: Item | None = None
) -> None:
    """Close every window that this act closes; a peg that is in the air was lifted in time and may land."""
    missed: dict[Player, list[Item]] = {}
    for item in list(game.items):
        end = _ends(game, item, act, by, zone) if item.is_open and item is not but else None
        if end is None or _stays_open(game, item, act, by):
            continue
        if game.watches[item.player].in_air and item.what is not What.PENALTY and act is not Act.DEAL_OVER:
            game.late.append((item, end.reason, t))
            continue
        if item.owed and item.what is not What.PENALTY:
            missed.setdefault(item.player, []).append(item)
        _shut(game, item, end, t)
    for player, items in missed.items():
        _missed(game, player, items, t)


def close_late(game: Game, player: Player) -> None:
    """The peg that was in the air has come down: what should have closed meanwhile closes now."""
    late = [entry for entry in game.late if entry[0].player == player]
    game.late = [entry for entry in game.late if entry[0].player != player]
    missed: dict[float, list[Item]] = {}
    for item, reason, t in late:
        if not item.is_open:
            continue
        if item.owed:
            missed.setdefault(t, []).append(item)
        _shut(game, item, End(Act.CARD, By.ANY, reason, ""), t)
    for t, items in missed.items():
        _missed(game, player, items, t)


def _shut(game: Game, item: Item, end: End, t: float) -> None:
    if item.excess:
        game.say(
            Code.OVERPEG_STANDS,
            item.player,
            item.excess,
            t,
            rule="8.4.d" if item.what is What.PLAY else "8.4.c",
            item=item.id,
            window=end.reason.value,
        )
    item.missed = item.owed
    game.close(item, end.reason)


def _missed(game: Game, player: Player, items: list[Item], t: float) -> None:
    """Points that can no longer be pegged: one verdict for all of them."""
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.PART and hold.move.player == player]:
        game.holds.remove(hold)
    points = sum(item.missed for item in items)
    item = items[0]
    if all(item.what is What.HEELS for item in items):
        game.say(Code.HEELS_FORFEIT, player, points, t, rule="6.3.c", item=item.id)
        return
    pegged = sum(item.pegged or 0 for item in items)
    game.say(
        Code.UNDERPEG,
        player,
        points,
        t,
        rule="7.2.b" if item.what is What.PLAY else "8.3",
        item=item.id,
        earned=sum(item.earned or 0 for item in items),
        pegged=pegged,
        breakdown=item.text or None,
        window=item.reason.value if item.reason else None,
    )
