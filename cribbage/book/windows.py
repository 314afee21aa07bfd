"""When the window of a score closes, as a table, and what follows when it closes.

A window is the time in which a score may still be pegged, corrected or claimed. `TABLES` lists for each rule
book and kind of item the acts that close it; `close_windows` looks them up and gives the verdicts: points never
pegged are an underpeg, points pegged too much stand.

Rule: ACC 6.3.c, 7.2.b, 8.3, 8.4.c, 8.4.d, 9.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from cribbage.book.claims import close_penalties, perhaps_pegged, scored_in_part, settle_called
from cribbage.book.game import Doubt, Game
from cribbage.book.items import Item, Reason, What
from cribbage.log.observations import CRIB, Player, Zone
from cribbage.log.verdicts import Code
from cribbage.score.counting import BEST_COUNT


class Act(Enum):
    """What can close a window."""

    CARD = "a card is laid"
    PEGGED = "a hand or crib is pegged"
    COUNTED = "the total of a hand or crib is announced"
    ACCEPTED = "a score is accepted"
    CRIB_SHOWN = "the crib is turned up"
    CLEARED = "the cards of the item are taken up"
    DEAL_OVER = "all cards are taken up, or the next deal has begun"
    NEXT_CUT = "the starter of the next deal is turned"
    MUGGINS = "muggins is called"
    SCORED = "points are pegged"


class By(Enum):
    """Whose act it has to be."""

    ANY = "either player"
    OWNER = "the player of the item"
    OPPONENT = "the opponent"


class Part(Enum):
    """Which window of a score an act closes."""

    BOTH = "the score is final"
    MISSED = "points that were missed can no longer be pegged; what was pegged too much can still be claimed"


@dataclass(frozen=True, slots=True)
class End:
    """One act that closes a window."""

    act: Act
    by: By
    reason: Reason
    rule: str
    part: Part = Part.BOTH


_OVER: Final = End(Act.DEAL_OVER, By.ANY, Reason.CLEARED, "8.4.d(3)")

ACC: Final[Mapping[str, tuple[End, ...]]] = {
    "heels": (End(Act.CARD, By.ANY, Reason.NEXT_CARD, "6.3.c, 8.4.d(1)"), _OVER),
    "play": (
        End(Act.CARD, By.ANY, Reason.NEXT_CARD, "7.2.b, 8.4.d(1)"),
        End(Act.MUGGINS, By.OPPONENT, Reason.COUNTED, "7.2.b, 10.4.b"),
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
    "penalty": (
        End(Act.CARD, By.ANY, Reason.NEXT_CARD, "11.2, 8.4.d(1)"),
        End(Act.PEGGED, By.ANY, Reason.PEGGED_NEXT, "11.2, 8.4.d(2)"),
        _OVER,
    ),
}
"""The ACC's windows, both editions. Of a penalty only what was pegged too much is final before the deal is over."""

_STANDS: Final[Mapping[tuple[str, str], str]] = {
    ("acc", "pone-hand"): "9.2.a",
    ("acc", "dealer-hand"): "9.2.b",
    ("acc", "crib"): "9.2.d",
    ("acc", "heels"): "8.4.d",
    ("acc", "penalty"): "8.4.d",
}
"""The rule by which an overpeg stands that nobody called in time."""

_CUT: Final = End(Act.NEXT_CUT, By.ANY, Reason.CLEARED, "Alberta 13")
_OWN_CARD: Final = End(Act.CARD, By.OWNER, Reason.NEXT_CARD, "Alberta 13", Part.MISSED)

UNTIL_CUT: Final[Mapping[str, tuple[End, ...]]] = {
    "heels": (_OWN_CARD, _CUT),
    "play": (_OWN_CARD, _CUT),
    "pone-hand": (_CUT,),
    "dealer-hand": (_CUT,),
    "crib": (_CUT,),
    "penalty": (_CUT,),
}
"""The windows where a short peg may be corrected until its player's next card, and every error until the next cut."""

FREE: Final[Mapping[str, tuple[End, ...]]] = dict.fromkeys(UNTIL_CUT, (_CUT,))
"""The windows where no rule closes anything: until the next cut (house default)."""

TABLES: Final[Mapping[str, Mapping[str, tuple[End, ...]]]] = {
    "acc": ACC,
    "until-cut": UNTIL_CUT,
    "free": FREE,
}


def as_markdown(table: Mapping[str, Sequence[End]]) -> str:
    """A table of windows for the documentation: what closes the window of each kind of score, by which rule."""
    lines = ["| score | closes when | by | reason | rule |", "|---|---|---|---|---|"]
    for kind, ends in table.items():
        for end in ends:
            act = end.act.value + ("" if end.part is Part.BOTH else " (for points that were missed)")
            lines.append(f"| {kind} | {act} | {end.by.value} | {end.reason.value} | {end.rule} |")
    return "\n".join(lines)


def kind_of(item: Item) -> str:
    """The row of the tables for an item."""
    if item.what is What.HAND:
        return "pone-hand" if item.pone else "dealer-hand"
    return item.what.value


def close_windows(
    game: Game,
    act: Act,
    t: float,
    by: Player | None = None,
    zone: Zone | None = None,
    but: Sequence[Item] = (),
    place: int | None = None,
) -> None:
    """Close every window that this act closes, those of `but` excepted, and say what is lost by it.

    `place`: which hand is counted, in their order; it accepts only those before it.

    A peg that is in the air, or is down and not let go of, or was put back a moment ago and may still be held, was
    lifted in time: what closes meanwhile for its player waits until that is over. So does what was pegged with the
    opponent's peg, until it has been pegged with their own (Rule: ACC 8.7).
    """
    by = None if by is None else game.side(by)
    missed: dict[tuple[Player, str], list[Item]] = {}
    tables = TABLES[game.profile.windows]
    if any(end.act is act for end in tables["penalty"]):
        close_penalties(game)
    if act in (Act.CARD, Act.PEGGED):
        for item in [one for one in game.items if one.what is What.PENALTY and one.claimed and one.owed]:
            item.passed = True  # what was not pegged at once is not pegged before what was earned since
    for item in [item for item in game.items if item.is_open and item not in but]:
        end = ends_at(tables[kind_of(item)], item, act, by, zone) if item.is_open else None
        if end is None or is_later(game, item, place) or _stays_open(game, item, act, by, t):
            continue
        if act is Act.NEXT_CUT and item.deal == game.deal.number:
            continue  # it is of the deal that was cut for
        watch = game.watches[item.player]
        in_time = watch.busy or watch.put_back_t is not None or item.player == game.pegged_astray
        if in_time and item.what is not What.PENALTY:
            game.late.append((item, end.reason, t))
            if item.owed and act in (Act.DEAL_OVER, Act.NEXT_CUT):
                game.lifted_over.add(item.player)
            continue
        if _is_lost(game, item):
            together = item.what.value if item.what in (What.HEELS, What.PLAY) else item.id
            missed.setdefault((item.player, together), []).append(item)
        if end.part is Part.MISSED:
            _say_gone_back(game, item, t)
            item.missed, item.settled = (item.owed or item.missed), True
        else:
            _close_item(game, item, end.reason, t)
    for (player, _), items in sorted(missed.items(), key=lambda entry: entry[1][0].cleared_t or t):
        _missed(game, player, items, t)
    if act in (Act.DEAL_OVER, Act.NEXT_CUT):
        for hold in [hold for hold in game.holds if hold.doubt is Doubt.PART]:
            if not any(item.is_open for item in hold.items):  # and nobody knows that the rest was missed
                game.holds.remove(hold)
                scored_in_part(game, hold)
        for item in game.items:
            if not item.is_open and item.missed:
                game.deal.uncallable.add(item.player)
                item.missed = 0  # the cards are mixed: nobody can call for it any more (Rule: ACC 10.4.c)


def is_later(game: Game, item: Item, place: int | None) -> bool:
    """Whether it is a hand or crib that comes after the one that is counted."""
    counted = item.what in (What.HAND, What.CRIB)
    return place is not None and counted and item.deal == game.deal.number and game.place_of(item) >= place


def ends_at(
    table: Sequence[End], item: Item, act: Act, by: Player | None, zone: Zone | None = None
) -> End | None:
    """The entry of a table that closes an item at an act, if there is one."""
    whose = By.ANY if by is None else By.OWNER if by == item.player else By.OPPONENT
    its_zone = act is not Act.CLEARED or zone == (
        CRIB if item.what is What.CRIB else item.seat or item.player
    )
    for end in table:
        if end.act is act and end.by in (By.ANY, whose) and its_zone:
            return end
    return None


def _stays_open(game: Game, item: Item, act: Act, by: Player | None, t: float) -> bool:
    """Exceptions: what the table of ends does not close after all."""
    if item.what is What.HEELS:
        # The dealer's own card forfeits his heels (Rule: ACC 6.3.c); who leads may not have dealt (4.1.b).
        not_dealers = by != item.player or (item.doubtful and len(game.deal.line.laid) == 1)
        return act is Act.CARD and not_dealers and item.owed > 0
    if item.what is What.PLAY:
        if any(hold.waits and item in hold.items for hold in game.holds if hold.doubt is Doubt.LAST):
            return act not in (Act.DEAL_OVER, Act.NEXT_CUT)  # it may be pegged already
        together = by == item.player and opponent_is_out(game, item.player) and not _is_older(game, item)
        return act is Act.CARD and (together or game.deal.line.lost or bool(game.hidden))
    if act in (Act.DEAL_OVER, Act.NEXT_CUT):
        return False
    if item.what is What.PENALTY:
        return not item.excess
    waits = item.pegged is None and (item.owed > 0 or item.unseen or not game.deal.crib_shown)
    if act is Act.CLEARED and waits:  # hands may be gathered before they are shown
        item.cleared_t = t if game.deal.crib_shown else None
    elif item.pone and item.seat in game.deal.none_by:
        return False
    # A hand that nobody has pegged yet is not lost because the opponent was quick (Rule: ACC 9.2.c).
    return waits


def _is_older(game: Game, item: Item) -> bool:
    """Whether an opponent has laid a card since the one that earned it, so that it is pegged with no later one (Rule:
    Alberta 13)."""
    laid = [(str(one.card), game.side(one.player) == item.player) for one in game.deal.line.laid]
    return (item.cards, True) in laid and not all(own for _, own in laid[laid.index((item.cards, True)) :])


def opponent_is_out(game: Game, player: Player) -> bool:
    """Whether the opponent has no card to play, so that points may be pegged together (Rule: ACC 7.2.b).

    Also when the player has just laid two cards of one series: the opponent must have called go in between.
    """
    line, said = game.deal.line, game.deal.said_go
    against = [seat for seat in game.seats if game.side(seat) != player]
    if all(line.held(seat) == 0 or seat in said for seat in against):
        return True
    last = line.laid[-2:]
    return len(last) == 2 and all(game.side(laid.player) == player for laid in last) and not last[1].opens


def _is_lost(game: Game, item: Item) -> bool:
    """Whether closing the item's window now means that points were missed, for certain."""
    doubt = item.doubtful or item.perhaps_led
    doubt = doubt or (item.what is What.CRIB and game.deal.other_dealer is not None)
    unsure = doubt or not game.follows(item.player) or game.deal.void or game.deal.mixed
    unsure = unsure or any(_may_have_won(game, player) for player in game.players if player != item.player)
    return game.deal.sure_dealer and item.owed > 0 and item.what is not What.PENALTY and not unsure


def _may_have_won(game: Game, player: Player) -> bool:
    """Whether a side whose peg is not seen may have come to the game hole with what it had to peg, or stands there by
    a move that nobody could verify: then the game is over, and the others have nothing to peg any more (Rule: ACC
    1.6, 9.2.b)."""
    if player in game.deal.unverified_by and game.score(player) >= game.profile.target:
        return True
    if not game.may_have_pegged_unseen(player):
        return False
    due = sum(BEST_COUNT if item.unseen else item.owed for item in game.open_items(player))
    return game.score(player) + due >= game.profile.target


def close_late(game: Game, player: Player) -> None:
    """The peg that was in the air has come down: what should have closed meanwhile closes now; where its move waits
    for a card that may have been laid before it, when that is judged."""
    if player == game.pegged_astray or game.hold_of(player, Doubt.AHEAD) is not None:
        return
    game.lifted_over.discard(player)
    late = [entry for entry in game.late if entry[0].player == player]
    game.late = [entry for entry in game.late if entry[0].player != player]
    for item, reason, t in late:
        too_much = item.excess or _not_put_back(game, item)
        if item.is_open and not too_much:  # what is too much the opponent may still say
            lost = _is_lost(game, item)
            _close_item(game, item, reason, t)
            if lost:
                _missed(game, player, [item], t)


def _close_item(game: Game, item: Item, reason: Reason, t: float) -> None:
    settle_called(game, item)
    excess = max(item.excess - item.called, 0)
    if left := _not_put_back(game, item):
        excess = left
        game.allow_back(item.player, left)  # it was challenged in time, and is only late
        del game.remedies[item.player]
    if excess and game.score(item.player) >= game.profile.target:
        game.allow_back(item.player, excess)  # a false claim of game does not stand, and has no end (8.4.a)
    elif excess and item.player not in game.lost_pegs:
        otherwise = "8.4.d" if item.what is What.PLAY else "8.4.c"
        rule = _STANDS.get((game.profile.windows, kind_of(item)), otherwise)
        least = True if item.called else None  # the others may have been called for aloud
        facts = {"rule": rule, "item": item.id, "window": reason.value, "least": least}
        judged = game.judged.get(item.player)  # cards may have been taken up before, and be mixed only now
        stands_t = t if judged is None else max(t, judged.move.t)
        game.say(Code.OVERPEG_STANDS, item.player, excess, stands_t, **facts)
    _say_gone_back(game, item, t)
    if item.owed:
        item.missed = item.owed
    game.close(item, reason)


def _not_put_back(game: Game, item: Item) -> int:
    """What of an overpeg that was challenged has not gone back, though its peg was moved for that."""
    remedy = game.remedies.get(item.player)
    if remedy is None or remedy.item is not item or remedy.step is None or remedy.met:
        return 0
    return max(game.score(item.player) - remedy.target, 0)


def _say_gone_back(game: Game, item: Item, t: float) -> None:
    """What went back of a score and was right has not been pegged again, and cannot be any more."""
    back, item.gone_back = item.gone_back, None
    if back is not None and back.code is not None and game.follows(item.player):
        game.say(back.code, item.player, back.points, t, rule="8.3", item=item.id, move=str(back.move))


def _missed(game: Game, player: Player, items: Sequence[Item], t: float) -> None:
    """Points that can no longer be pegged: one verdict for all of them."""
    part = game.take_holds(Doubt.PART, player=player)
    for hold in part[:-1]:
        scored_in_part(game, hold)
    item = items[0]
    points = sum(item.missed for item in items)
    if item.what is What.HEELS and game.profile.heels_lapse:
        game.say(Code.HEELS_FORFEIT, player, points, t, rule="6.3.c", item=item.id)
        game.deal.heels_forfeit = game.out[-1]
        return
    facts = {
        "rule": "7.2.b" if item.what is What.PLAY else "8.3",
        "item": item.id,
        "earned": sum(item.earned or 0 for item in items),
        "pegged": sum(item.pegged or 0 for item in items),
        "move": str(part[-1].move) if part else None,
        "breakdown": item.text or None,
        "window": None if item.reason is None else item.reason.value,
    }
    since = item.cleared_t if item.cleared_t is not None else t
    counted = perhaps_pegged(game, item)
    if points > counted:
        game.say(Code.UNDERPEG, player, points - counted, since, **facts, least=counted > 0 or None)
