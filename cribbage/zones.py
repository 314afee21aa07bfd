"""From readings of the zones to what happened: cards laid, taken back, turned up, cleared; deals ended.

A reading always lists a whole zone. What it means depends on what lay there before and on the phase.
"""

from __future__ import annotations

from collections.abc import Sequence

from cribbage.cards import Card
from cribbage.claims import scored, unverified
from cribbage.game import Doubt, Game, Phase, zones_of_hands
from cribbage.items import What
from cribbage.observations import CRIB, STARTER, Player, Zone
from cribbage.playing import lay, settle_go
from cribbage.showing import recount, settle_crib, settle_crib_first, settle_last, settle_order, show_crib
from cribbage.verdicts import Code
from cribbage.windows import Act, close_windows

CRIB_SIZE = 4


def read_zone(game: Game, zone: Zone, seen: tuple[Card | None, ...], t: float) -> None:
    """One zone was read; None stands for a card that was not."""
    if seen:
        game.saw_cards = True
    if zone == STARTER:
        _starter(game, seen, t)
    elif not seen:
        _cleared(game, zone, t)
    elif zone == CRIB:
        _crib(game, seen, t)
    else:
        _hand(game, zone, seen, t)
    _look_for_twins(game, t)


# --- starter -----------------------------------------------------------------------------------------------


def _starter(game: Game, seen: tuple[Card | None, ...], t: float) -> None:
    deal = game.deal
    deal_before = deal.zones.get(STARTER, ())
    card = seen[0] if seen else None
    if not seen:
        deal.zones[STARTER] = ()
        return
    if deal.starter is not None and card != deal.starter and _is_new_deal(game):
        end_deal(game, t)
        deal = game.deal
    deal.zones[STARTER] = seen
    if card is None:
        deal.starter_unread = deal.starter is None
    elif deal.starter is None:
        _turned(game, card, t)
    elif card != deal.starter and deal_before:
        game.tell("ask", {"about": STARTER, "why": f"{deal.starter} became {card}", "question": "Which is it?"})


def _is_new_deal(game: Game) -> bool:
    """Another starter: the next deal, unless cards of this one are still being played."""
    line = game.deal.line
    return game.phase is Phase.SHOW or bool(line.laid) and not any(game.deal.zones.get(p) for p in game.players)


def _turned(game: Game, card: Card, t: float) -> None:
    """The starter can be read: heels if it is a Jack and the dealer may still take them (Rule: ACC 6.3)."""
    deal = game.deal
    deal.starter, deal.starter_unread = card, False
    profile, dealer = game.profile, game.dealer
    is_jack = card.rank == 11 and not deal.line.of(dealer) and deal.sure_dealer
    limit = profile.heels_max_before
    if is_jack and (limit is None or game.score(dealer) <= limit):
        game.earn(What.HEELS, dealer, profile.heels, [card], (("heels", profile.heels),), "two for his heels")
    for hold in [hold for hold in game.holds if hold.doubt is Doubt.STARTER]:
        game.holds.remove(hold)
        from cribbage.playing import judge_in_play

        judge_in_play(game, hold.move)
    recount(game)
    game.tell_phase()


# --- hands -------------------------------------------------------------------------------------------------


def _hand(game: Game, player: Player, seen: tuple[Card | None, ...], t: float) -> None:
    deal = game.deal
    before = deal.zones.get(player, ())
    if game.phase is Phase.SHOW:
        if _starts_anew(game, player, seen):
            end_deal(game, t)
            before = ()
        else:
            deal.zones[player] = seen
            _shown(game, player, seen, t)
            return
    game.deal.zones[player] = seen
    if before and seen == before[: len(seen)] and len(seen) < len(before):
        take_back(game, player, len(before) - len(seen), t)
        return
    known = [laid.card for laid in game.deal.line.of(player)]
    new = seen[len(known) :] if _agree(known, seen) else _added(known, seen)
    if new is None:
        _blur(game, player, t)
        return
    if len(seen) >= len(known) and _agree(known, seen):
        _fill(game, player, seen)
    for card in new:
        place(game, player, card, t)


def _agree(known: Sequence[Card | None], seen: Sequence[Card | None]) -> bool:
    """Whether a reading begins with the cards known to lie there."""
    return all(a is None or b is None or a == b for a, b in zip(known, seen, strict=False))


def _added(known: Sequence[Card | None], seen: Sequence[Card | None]) -> tuple[Card | None, ...] | None:
    """The new cards of a reading in another order; None where cards have gone or been exchanged."""
    if not set(known) <= set(seen) or None in known:
        return None
    return tuple(card for card in seen if card not in known)


def _starts_anew(game: Game, player: Player, seen: tuple[Card | None, ...]) -> bool:
    """Cards of the next deal lie where the last hand was never seen to be taken up."""
    hand = {laid.card for laid in game.deal.line.of(player)}
    return len(seen) < game.deal.line.hand and None not in seen and not hand & set(seen) and game.deal.crib_shown


def _shown(game: Game, player: Player, seen: tuple[Card | None, ...], t: float) -> None:
    """At the show a hand lies whole: cards not read in the play may be read now, and one too many is seen."""
    known = [laid.card for laid in game.deal.line.of(player)]
    if len(seen) == game.deal.line.hand + 1 and _agree(known, seen):
        _wrong_count(game, t)
    cards = tuple(card for card in seen if card is not None)
    if len(cards) == len(seen) == game.deal.line.hand and player not in game.deal.hands:
        played = {laid.card for laid in game.deal.line.of(player) if laid.card is not None}
        if played <= set(cards):
            game.deal.hands[player] = cards
            recount(game)


def place(game: Game, player: Player, card: Card | None, t: float) -> None:
    """One more card lies in front of a player."""
    line = game.deal.line
    if len(line.of(player)) >= line.hand:
        _wrong_count(game, t)
        return
    last, count = line.last, line.count
    doubtful = line.fits(card) is False and not line.ended and last is not None and count is not None
    if doubtful:
        game.waiting_card = (player, card, t)
    else:
        lay(game, player, card, t)


def place_waiting(game: Game) -> None:
    """A card that did not fit still lies there: it opened a series."""
    waiting, game.waiting_card = game.waiting_card, None
    if waiting is not None and not game.over:
        lay(game, *waiting)


def _fill(game: Game, player: Player, seen: tuple[Card | None, ...]) -> None:
    """Cards that were not read before are read now: the play is counted again."""
    line = game.deal.line
    mine = line.of(player)
    news = [(laid, card) for laid, card in zip(mine, seen, strict=False) if laid.card is None and card is not None]
    if not news:
        return
    for laid, card in news:
        laid.card = card
    line.rewind(list(line.laid), frozenset(game.deal.go_after))
    recount(game)


def take_back(game: Game, player: Player, how_many: int, t: float) -> None:
    """Cards are taken back: out of turn, over thirty-one, two at once (Rule: ACC 7.1.b, e, f)."""
    if game.waiting_card is not None and game.waiting_card[0] == player:
        game.waiting_card = None
        return
    deal, line = game.deal, game.deal.line
    for _ in range(how_many):
        mine = line.of(player)
        index = max(i for i, laid in enumerate(line.laid) if laid is mine[-1])
        gone = line.laid[index]
        kept = [laid for i, laid in enumerate(line.laid) if i != index]
        deal.go_after = {i if i < index else i - 1 for i in deal.go_after if i != index}
        line.rewind(kept, frozenset(deal.go_after))
        _unearn(game, gone.player, None if gone.card is None else str(gone.card))
    game.tell_phase()


def _unearn(game: Game, player: Player, card: str | None) -> None:
    """A card went back: its points are earned no more, and may be retracted if they were pegged."""
    from cribbage.items import Reason

    for item in game.open_items(player, What.PLAY):
        if card is not None and item.cards == card:
            game.deal.back_ok[player] = game.deal.back_ok.get(player, 0) + (item.pegged or 0)
            item.settled, item.excess = True, 0
            game.close(item, Reason.TAKEN_BACK)


def _blur(game: Game, player: Player, t: float) -> None:
    """The cards lie otherwise than they were laid: the count is not known any more."""
    game.deal.line.lose()
    game.tell("ask", {"about": player, "why": "the cards lie otherwise than they were played", "question": "?"}, t)


def _wrong_count(game: Game, t: float) -> None:
    """A hand or the crib has the wrong number of cards (Rule: ACC 4.4)."""
    if Code.WRONG_COUNT not in game.deal.told:
        game.deal.told.add(Code.WRONG_COUNT)
        game.deal.void = True
        game.say(Code.WRONG_COUNT, None, None, t, rule="4.4")


def _look_for_twins(game: Game, t: float) -> None:
    """The same card twice in one deal (Rule: ACC 4.5.b)."""
    if Code.IMPERFECT_PACK in game.deal.told:
        return
    cards = [card for cards in game.deal.zones.values() for card in cards if card is not None]
    twins = {str(card) for card in cards if cards.count(card) > 1}
    if twins:
        game.deal.told.add(Code.IMPERFECT_PACK)
        game.deal.void = True
        game.say(Code.IMPERFECT_PACK, None, None, t, rule="4.5.b", cards=sorted(twins))


# --- crib and the end of the deal --------------------------------------------------------------------------


def _crib(game: Game, seen: tuple[Card | None, ...], t: float) -> None:
    deal = game.deal
    deal.zones[CRIB] = seen
    if game.phase is not Phase.SHOW:
        return
    settle_go(game, None, fits=False)
    settle_last(game, None)
    if len(seen) > CRIB_SIZE:
        _wrong_count(game, t)
    cards = tuple(card for card in seen if card is not None)
    whole = len(cards) == len(seen) == CRIB_SIZE
    if len(seen) >= CRIB_SIZE and deal.crib is None:
        deal.crib = cards if whole else None
        show_crib(game, deal.crib, t)
        recount(game)


def _cleared(game: Game, zone: Zone, t: float) -> None:
    deal = game.deal
    before = deal.zones.get(zone, ())
    deal.zones[zone] = ()
    if not before:
        return
    if game.phase is Phase.SHOW:
        if zone == game.pone:
            settle_order(game, out_of_order=False)
        if deal.crib_shown:
            _settle_show(game)
            close_windows(game, Act.CLEARED, t, zone=zone)
        if not any(deal.zones.get(zone) for zone in zones_of_hands(game)) and deal.crib_shown:
            end_deal(game, t)
    elif game.phase is Phase.PLAY and game.profile.turns_cards:
        return
    elif game.phase is Phase.PLAY and len(before) == 1:
        take_back(game, zone, 1, t)


def _settle_show(game: Game) -> None:
    """The cards go: what waited for them is settled as it stands."""
    settle_go(game, None, fits=False)
    settle_last(game, None)
    settle_order(game, out_of_order=False)
    settle_crib(game, last=True)
    settle_crib_first(game, out_of_order=False)


def end_deal(game: Game, t: float) -> None:
    """The deal is over: its windows close and the other player deals."""
    place_waiting(game)
    _settle_show(game)
    close_windows(game, Act.DEAL_OVER, t)
    if game.over:
        return
    deal = game.deal
    game.between_deals = True
    game.begin_deal(game.other(deal.dealer), deal.sure_dealer and not deal.void)
    game.late.clear()


def settle_all(game: Game) -> None:
    """The log ends: every released move gets the verdict that holds nothing more against anybody than it must."""
    place_waiting(game)
    settle_go(game, None, fits=False)
    settle_last(game, None)
    settle_order(game, out_of_order=not game.deal.crib_shown)
    settle_crib(game, last=True)
    settle_crib_first(game, out_of_order=True)
    for hold in list(game.holds):
        game.holds.remove(hold)
        if hold.doubt is Doubt.PART:
            game.say(Code.SCORED, hold.move.player, hold.move.points, hold.move.t, what="play")
        else:
            unverified(game, hold.move)


__all__ = ["place_waiting", "read_zone", "scored", "settle_all"]
