"""The show: pone's hand, dealer's hand, crib, and the pegs moved for them.

Rule: ACC 8.2, 9.2.
"""

from __future__ import annotations

from cribbage.cards import Card
from cribbage.claims import judge_exact, over, pegged_for_play, scored, sums_of, take_award, unverified
from cribbage.counting import show_points
from cribbage.errors import BadHand
from cribbage.game import Doubt, Game, Hold, reaches_game
from cribbage.items import Item, What, owed
from cribbage.moves import Move
from cribbage.observations import Player
from cribbage.verdicts import Code
from cribbage.windows import Act, close_windows

# --- what is to be counted ---------------------------------------------------------------------------------


def open_hands(game: Game) -> None:
    """The play is over: both hands are there to be counted."""
    for player in (game.pone, game.dealer):
        hand = _hand(game, player)
        _open(game, What.HAND, player, hand)


def _hand(game: Game, player: Player) -> tuple[Card, ...] | None:
    laid = [laid.card for laid in game.deal.line.of(player)]
    cards = game.deal.hands.get(player) or tuple(card for card in laid if card is not None)
    return cards if len(cards) == game.deal.line.hand else None


def _open(game: Game, what: What, player: Player, cards: tuple[Card, ...] | None) -> Item:
    points, parts, text = worth(game, cards, crib=what is What.CRIB)
    return game.earn(what, player, points, cards or (), parts, text)


def worth(
    game: Game, cards: tuple[Card, ...] | None, crib: bool
) -> tuple[int | None, tuple[tuple[str, int], ...], str]:
    """What a hand or crib counts; None where it or the starter was not seen for certain."""
    starter = game.deal.starter
    if cards is None or starter is None or game.deal.starter_unread or game.deal.void:
        return None, (), ""
    try:
        count = show_points(cards, starter, crib=crib)
    except BadHand:
        return None, (), ""
    return count.points, tuple((part.name, part.points) for part in count.parts), count.spoken


def recount(game: Game) -> None:
    """Something was read that was missing: what it makes countable is counted."""
    for item in game.items:
        if item.unseen and item.pegged is None and item.what in (What.HAND, What.CRIB):
            cards = game.deal.crib if item.what is What.CRIB else _hand(game, item.player)
            item.earned, item.parts, item.text = worth(game, cards, crib=item.what is What.CRIB)
            if item.earned is not None:
                game.tell_item(item)


def show_crib(game: Game, cards: tuple[Card, ...] | None, t: float) -> None:
    """The crib is turned up, read or not."""
    deal = game.deal
    if not deal.crib_shown:
        deal.crib_shown = True
        close_windows(game, Act.CRIB_SHOWN, t, by=game.dealer)
        _open(game, What.CRIB, game.dealer, cards)
        game.tell_phase()
    settle_crib(game)


# --- pegs --------------------------------------------------------------------------------------------------


def judge_in_show(game: Game, move: Move) -> None:
    """A forward move once all cards have been played."""
    player = move.player
    groups = _groups(game, player)
    if game.blind or game.deal.void or any(item.unseen for group in groups for item in group):
        _judge_unseen(game, move, groups)
        return
    awards = take_award(game, move, sum(owed(group) for group in groups[:1]))
    if _for_the_play(groups, move.points):
        pegged_for_play(game, move, groups[0])
    elif awards:
        with_due = move.points != owed(awards)
        scored(game, move, [*(groups[0] if with_due else []), *awards])
    elif _out_of_order(game, move, groups):
        found = _exact(groups, move.points) or groups[:1]
        game.holds.append(Hold(Doubt.ORDER, move, [item for group in found for item in group]))
    elif not groups and player == game.dealer and not game.deal.crib_shown:
        game.holds.append(Hold(Doubt.CRIB, move))
    else:
        _judge_groups(game, move, groups)


def _groups(game: Game, player: Player) -> list[list[Item]]:
    """What a player may peg for, in the order of counting: the play, the hand, the crib."""
    held = [item for hold in game.holds if hold.doubt is not Doubt.PART for item in hold.items]
    groups = []
    for whats in ((What.PLAY, What.HEELS), (What.HAND,), (What.CRIB,)):
        items = game.open_items(player, *whats)
        groups.append([item for item in items if (item.owed or item.unseen) and item not in held])
    return [group for group in groups if group]


def _judge_unseen(game: Game, move: Move, groups: list[list[Item]]) -> None:
    """Not all that the move may be for was seen."""
    for index, group in enumerate(groups):
        if any(item.unseen for item in group):
            break
        if owed(group) == move.points and not game.blind and not game.deal.void:
            _judge_groups(game, move, groups[: index + 1])
            return
    first = groups[0] if groups else []
    _close_before(game, move, first)
    unverified(game, move, first)


def _out_of_order(game: Game, move: Move, groups: list[list[Item]]) -> bool:
    """The dealer pegs a hand or crib while the pone's hand has not been pegged (Rule: ACC 9.2.c)."""
    if not game.profile.order_is_judged or not _pone_waits(game, move.player):
        return False
    if groups and groups[0][0].what is What.PLAY and move.points != sum(owed(group) for group in groups[:2]):
        return False
    counted = [group for group in groups if group[0].what in (What.HAND, What.CRIB)]
    return bool(counted) and move.points <= sum(owed(group) for group in groups)


def _for_the_play(groups: list[list[Item]], points: int) -> bool:
    """Whether a move is for scores of the play that nobody has pegged yet."""
    return bool(groups) and groups[0][0].what in (What.PLAY, What.HEELS) and points in sums_of(groups[0])


def _judge_groups(game: Game, move: Move, groups: list[list[Item]]) -> None:
    """Find the groups that the move is for, then judge it against them."""
    if groups and groups[0][0].what is What.PLAY and _pone_waits(game, move.player):
        groups = groups[:1]
    found = _exact(groups, move.points)
    if found is None and _may_be_for_play(game, groups, move):
        game.holds.append(Hold(Doubt.LAST, move, groups[0]))
        return
    if found is None:
        found = _likely(game, groups, move)
    items = [item for group in found for item in group]
    if found and found[0][0].what is What.CRIB and groups[0][0].what is not What.CRIB and not reaches_game(move):
        game.holds.append(Hold(Doubt.CRIB_FIRST, move, items))
        return
    _close_before(game, move, items)
    judge_exact(game, move, items)


def _close_before(game: Game, move: Move, items: list[Item]) -> None:
    """Pegging a hand or crib closes what the opponent's count accepts, and the points of the play."""
    whats = {item.what for item in items}
    if not whats & {What.HAND, What.CRIB}:
        return
    kept = [item for item in items if item.what is What.PLAY]
    close_windows(game, Act.PEGGED, move.t, by=move.player, but=kept[0] if kept else None)


def _exact(groups: list[list[Item]], points: int) -> list[list[Item]] | None:
    """The first group, or groups that follow each other, worth exactly `points`."""
    for size in range(1, len(groups) + 1):
        for start in range(len(groups) - size + 1):
            some = groups[start : start + size]
            if sum(owed(group) for group in some) == points:
                return some
    return None


def _may_be_for_play(game: Game, groups: list[list[Item]], move: Move) -> bool:
    """More than the play still owes and not what the hand is worth: which of them, the next peg shows."""
    if len(groups) < 2 or groups[0][0].what is not What.PLAY or reaches_game(move):
        return False
    return move.points > owed(groups[0]) and not _pone_waits(game, move.player)


def _pone_waits(game: Game, player: Player) -> bool:
    """Whether the pone's hand has to be pegged before this player's."""
    if player != game.dealer or game.pone in game.deal.none_by:
        return False
    return any(item.owed and item.pegged is None for item in game.open_items(game.pone, What.HAND))


def _likely(game: Game, groups: list[list[Item]], move: Move) -> list[list[Item]]:
    """Nothing fits: too much for all that is due, or too little for what comes next."""
    if not groups:
        return []
    first, *rest = groups
    alone = first[0].what is not What.PLAY or not rest or move.points < owed(first)
    if alone or _pone_waits(game, move.player):
        return [first]
    return [first, rest[0]] if move.points > owed(first) + owed(rest[0]) else [rest[0]]


# --- doubts ------------------------------------------------------------------------------------------------


def settle_order(game: Game, out_of_order: bool) -> None:
    """Whether the dealer pegged too early is known now (Rule: ACC 9.2.c)."""
    holds = [hold for hold in game.holds if hold.doubt is Doubt.ORDER]
    for hold in holds:
        game.holds.remove(hold)
    if holds and not out_of_order:
        _give_up(game, holds[0].move.t)
    for hold in holds:
        if out_of_order:
            _say_out_of_order(game, hold, "9.2.c")
        elif not game.over:
            judge_in_show(game, hold.move)


def _give_up(game: Game, t: float) -> None:
    """The pone never pegged the hand: its points are lost when the dealer's count accepts it."""
    for item in game.open_items(game.pone, What.HAND):
        points = item.owed
        item.settled = True
        item.missed = points
        game.say(Code.UNDERPEG, item.player, points, t, rule="8.3", item=item.id, earned=item.earned, pegged=0)
    game.deal.none_by.add(game.pone)


def _say_out_of_order(game: Game, hold: Hold, rule: str) -> None:
    move = hold.move
    game.say(Code.OUT_OF_ORDER, move.player, move.points, move.t, rule=rule, remedy={"back": move.points})
    game.deal.back_ok[move.player] = game.deal.back_ok.get(move.player, 0) + move.points
    left = move.points
    for item in hold.items:
        share = min(item.owed, left)
        left -= share
        game.peg(item, share, done=True)


def settle_last(game: Game, by: Move | None) -> None:
    """Whether a move was too much for the play or too little for the hand: the next peg shows it.

    The same player pegs again what the hand is worth: the earlier move was for the play.
    """
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.LAST]:
        game.holds.remove(hold)
        move, groups = hold.move, _groups(game, hold.move.player)
        same = by is not None and by.player == move.player
        if same or len(groups) < 2:
            over(game, move, move.points - owed(hold.items), hold.items)
        else:
            items = [item for group in _likely(game, groups, move) for item in group]
            _close_before(game, move, items)
            judge_exact(game, move, items)


def challenged(game: Game, player: Player) -> None:
    """An overpeg is claimed, or taken back by the player: a move that may be one is one."""
    for hold in [hold for hold in game.holds if hold.move.player == player]:
        if hold.doubt is Doubt.LAST:
            game.holds.remove(hold)
            over(game, hold.move, hold.move.points - owed(hold.items), hold.items)
        elif hold.doubt is Doubt.CRIB:
            game.holds.remove(hold)
            over(game, hold.move, hold.move.points, game.open_items(player, What.HAND))


def settle_crib_first(game: Game, out_of_order: bool) -> None:
    """The dealer pegged the crib before the hand: the hand follows, or was given up (Rule: ACC 9.2.e)."""
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.CRIB_FIRST]:
        game.holds.remove(hold)
        if out_of_order:
            _say_out_of_order(game, hold, "9.2.e")
        else:
            _close_before(game, hold.move, hold.items)
            judge_exact(game, hold.move, hold.items)


def settle_crib(game: Game, last: bool = False) -> None:
    """The crib can be seen, or never will be: a move that waited for it is judged."""
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.CRIB]:
        items = [item for item in game.open_items(hold.move.player, What.CRIB) if item.owed]
        if last and not game.deal.crib_shown:
            game.holds.remove(hold)
            unverified(game, hold.move, why="the crib was not seen")
        elif last or owed(items) == hold.move.points:
            game.holds.remove(hold)
            judge_exact(game, hold.move, items)


def settle_early_crib(game: Game, move: Move) -> None:
    """The dealer pegs again: if this is the crib, the move before it was for nothing."""
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.CRIB and game.deal.crib_shown]:
        items = game.open_items(move.player, What.CRIB)
        game.holds.remove(hold)
        if owed(items) == move.points:
            over(game, hold.move, hold.move.points, game.open_items(move.player, What.HAND))
        else:
            judge_exact(game, hold.move, items)
