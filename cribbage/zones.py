"""From readings of the zones to what happened: cards laid, taken back, turned up, taken up.

A reading always lists a whole zone. What it means depends on what lay there before and on the phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from cribbage.cards import Card
from cribbage.deals import end_deal, imperfect_pack, wrong_count
from cribbage.game import Game, Phase
from cribbage.items import Reason, What
from cribbage.observations import CRIB, STARTER, Player, Zone
from cribbage.playing import check_reneges, lay
from cribbage.playpegs import settle_go, settle_starter
from cribbage.showdoubts import settle_crib, settle_last, settle_order, settle_show
from cribbage.showing import recount, show_crib
from cribbage.windows import Act, close_windows

Seen: TypeAlias = tuple[Card | None, ...]
CRIB_SIZE: Final = 4
JACK: Final = 11


def read_zone(game: Game, zone: Zone, seen: Seen, t: float) -> None:
    """One zone was read; None stands for a card that was not."""
    if seen:
        game.saw_cards = True
    if zone == STARTER:
        _starter(game, seen, t)
    elif not seen:
        _taken_up(game, zone, t)
    elif zone == CRIB:
        _crib(game, seen, t)
    else:
        _hand(game, zone, seen, t)
    if not game.over:
        _look_for_twins(game, t)


def could_not_read(game: Game, zone: Zone, count: int | None, t: float) -> None:
    """Cards lie in a zone and were not read: those known to lie there stay known."""
    known = game.deal.zones.get(zone, ())
    if count is None:
        count = {STARTER: 1, CRIB: CRIB_SIZE}.get(zone, len(known) + 1)
    if game.phase is Phase.SHOW and zone in game.players:
        return
    if count > len(known):
        read_zone(game, zone, (*known, *(None for _ in range(count - len(known)))), t)


def _look_for_twins(game: Game, t: float) -> None:
    """The same card twice in one deal (Rule: ACC 4.5.b)."""
    seen: set[Card] = set()
    twins: list[str] = []
    for cards in game.deal.zones.values():
        for card in cards:
            if card is not None and card in seen:
                twins.append(str(card))
            elif card is not None:
                seen.add(card)
    if twins:
        imperfect_pack(game, t, twins)


# --- starter -----------------------------------------------------------------------------------------------


def _starter(game: Game, seen: Seen, t: float) -> None:
    deal, card = game.deal, seen[0] if seen else None
    known = deal.starter
    if card is not None and known is not None and card != known and _is_new_deal(game):
        end_deal(game, t)
        if game.over:
            return
        deal, known = game.deal, None
    if seen and card is None and known is not None:
        return
    deal.zones[STARTER] = seen
    if seen and card is None:
        deal.starter_unread = True
    elif card is not None and known is None:
        _turned(game, card)
    elif card is not None and card != known:
        _starter_changed(game, card)


def _is_new_deal(game: Game) -> bool:
    """Whether another starter begins the next deal: not while cards of this one are being played."""
    started = bool(game.deal.line.laid)
    return game.phase is Phase.SHOW or (started and not any(game.deal.zones.get(p) for p in game.players))


def _turned(game: Game, card: Card) -> None:
    """The starter can be read: heels if it is a Jack and the dealer may still take them (Rule: ACC 6.3)."""
    deal, profile, dealer = game.deal, game.profile, game.dealer
    deal.starter, deal.starter_unread = card, False
    limit = profile.heels_max_before
    waits = game.hold_of(dealer) is not None
    free = waits or not deal.line.of(dealer)
    if card.rank == JACK and deal.sure_dealer and free and (limit is None or game.score(dealer) <= limit):
        game.earn(What.HEELS, dealer, profile.heels, [card], (("heels", profile.heels),), "two for his heels")
    settle_starter(game)
    recount(game)
    game.tell_phase()


def _starter_changed(game: Game, card: Card) -> None:
    """The starter was read otherwise before: what hangs on it cannot be known (Rule: ACC 9.3)."""
    deal = game.deal
    why = f"the {deal.starter} has become the {card}"
    game.tell("ask", {"about": STARTER, "why": why, "question": "Which card was turned?"})
    deal.starter, deal.starter_unread = None, True
    for item in game.items:
        if item.is_open and item.pegged is None and item.what in (What.HAND, What.CRIB, What.HEELS):
            item.earned = None


# --- hands -------------------------------------------------------------------------------------------------


def _hand(game: Game, player: Player, seen: Seen, t: float) -> None:
    if game.phase is Phase.SHOW:
        if not _starts_anew(game, seen):
            game.deal.zones[player] = seen
            _shown(game, player, seen, t)
            return
        end_deal(game, t)
        if game.over:
            return
    before = game.deal.zones.get(player, ())
    game.deal.zones[player] = seen
    if len(seen) < len(before) and seen == before[: len(seen)]:
        take_back(game, player, len(before) - len(seen))
        return
    turned = game.deal.turned.get(player, 0)
    known = [laid.card for laid in game.deal.line.of(player)][turned:]
    fresh = seen[len(known) :] if _agree(known, seen) else _added(known, seen)
    if fresh is None:
        _lose(game, player, t)
        return
    if _agree(known, seen):
        _fill(game, player, seen, turned, t)
    if _order_is_unsure(game, player, fresh):
        game.deal.line.lose()
    for card in fresh:
        _place(game, player, card, t)


def _agree(known: Sequence[Card | None], seen: Sequence[Card | None]) -> bool:
    """Whether a reading begins with the cards known to lie there."""
    return len(known) <= len(seen) and all(
        a is None or b is None or a == b for a, b in zip(known, seen, strict=False)
    )


def _added(known: Sequence[Card | None], seen: Sequence[Card | None]) -> Seen | None:
    """The new cards of a reading in another order; None where cards have gone or been exchanged."""
    if None in known or not set(known) <= set(seen):
        return None
    return tuple(card for card in seen if card not in known)


def _order_is_unsure(game: Game, player: Player, fresh: Seen) -> bool:
    """Whether cards may have been laid in between that have not been seen yet."""
    line, was_blind = game.deal.line, player in game.gap
    game.gap.discard(player)
    if not fresh or line.lost:
        return False
    natural = len(fresh) == 1 and len(line.laid) <= 1 and game.next_to_play() == player
    if was_blind and not natural:
        return True
    return len(fresh) > 1 and not line.of(player) and line.held(game.other(player)) > 0


def _starts_anew(game: Game, seen: Seen) -> bool:
    """A single card that is none of this deal's: the next deal, though nobody saw the cards taken up."""
    deal = game.deal
    known = {laid.card for laid in deal.line.laid} | set(deal.crib or ()) | {deal.starter}
    return len(seen) == 1 and seen[0] is not None and seen[0] not in known


def _shown(game: Game, player: Player, seen: Seen, t: float) -> None:
    """At the show a hand lies whole: cards not read in the play may be read now, and one too many is seen."""
    line = game.deal.line
    known = [laid.card for laid in line.of(player)]
    if len(seen) == line.hand + 1 and _agree(known, seen):
        wrong_count(game, t)
    cards = tuple(card for card in seen if card is not None)
    if len(cards) == len(seen) == line.hand and player not in game.deal.hands:
        if {card for card in known if card is not None} <= set(cards):
            game.deal.hands[player] = cards
            _fill(game, player, seen, 0, t)
            recount(game)


def _place(game: Game, player: Player, card: Card | None, t: float) -> None:
    """One more card lies in front of a player."""
    if game.over:
        return
    line = game.deal.line
    if len(line.of(player)) >= line.hand:
        wrong_count(game, t)
    elif line.fits(card) is False and not line.ended and line.count is not None:
        game.waiting_card = (player, card, t)
    else:
        lay(game, player, card, t)


def _fill(game: Game, player: Player, seen: Seen, turned: int, t: float) -> None:
    """Cards that were not read before are read now: the play is counted again."""
    line = game.deal.line
    mine = line.of(player)[turned:]
    news = [(laid, card) for laid, card in zip(mine, seen, strict=False) if laid.card is None and card]
    for laid, card in news:
        laid.card = card
    if news:
        lost = line.lost
        line.rewind(list(line.laid), frozenset(game.deal.go_after))
        if lost:
            line.lose()
        check_reneges(game, player, t)


def _lose(game: Game, player: Player, t: float) -> None:
    """The cards lie otherwise than they were laid: the count is not known any more."""
    game.deal.line.lose()
    question = "In which order were the cards played?"
    game.tell("ask", {"about": player, "why": "the cards lie otherwise", "question": question}, t)


def take_back(game: Game, player: Player, how_many: int) -> None:
    """Cards are taken back: out of turn, over thirty-one, two at once (Rule: ACC 7.1.b, e, f)."""
    if game.waiting_card is not None and game.waiting_card[0] == player:
        game.waiting_card = None
        how_many -= 1
    deal, line = game.deal, game.deal.line
    mine = [index for index, laid in enumerate(line.laid) if laid.player == player]
    gone = mine[max(len(mine) - how_many, 0) :]
    cards = [line.laid[index].card for index in gone]
    deal.go_after = {i - sum(index < i for index in gone) for i in deal.go_after if i not in gone}
    line.rewind([laid for i, laid in enumerate(line.laid) if i not in gone], frozenset(deal.go_after))
    for card in cards:
        _unearn(game, player, card)
    game.tell_phase()


def _unearn(game: Game, player: Player, card: Card | None) -> None:
    """A card went back: its points are earned no more, and may be retracted if they were pegged."""
    for item in game.open_items(player, What.PLAY):
        if item.cards == str(card) or (card is None and item.unseen):
            game.deal.back_ok[player] = game.deal.back_ok.get(player, 0) + (item.pegged or 0)
            item.settled, item.excess = True, 0
            game.close(item, Reason.TAKEN_BACK)


# --- crib and the end of the deal --------------------------------------------------------------------------


def _crib(game: Game, seen: Seen, t: float) -> None:
    deal = game.deal
    deal.zones[CRIB] = seen
    line = deal.line
    if len(seen) < CRIB_SIZE or (game.phase is Phase.PLAY and not line.nearly_over) or not line.laid:
        return
    settle_go(game, fits=None)
    settle_last(game, None)
    if game.over:
        return
    if len(seen) > CRIB_SIZE or game.phase is Phase.PLAY:
        wrong_count(game, t)
    if deal.crib is None:
        cards = tuple(card for card in seen if card is not None)
        deal.crib = cards if len(cards) == len(seen) == CRIB_SIZE else None
    if game.phase is Phase.SHOW:
        show_crib(game, t)
        settle_crib(game)


def _taken_up(game: Game, zone: Zone, t: float) -> None:
    """A zone is empty."""
    deal = game.deal
    before = deal.zones.get(zone, ())
    deal.zones[zone] = ()
    if not before:
        return
    if game.phase is Phase.SHOW:
        _hand_taken_up(game, zone, len(before), t)
    elif game.phase is Phase.PLAY and zone in game.players:
        if game.profile.turns_cards:
            deal.turned[zone] = len(deal.line.of(zone))
        elif len(before) == 1:
            take_back(game, zone, 1)
    gone = not any(deal.zones.get(zone) for zone in (*game.players, CRIB))
    if gone and not game.over and (deal.crib_shown or (deal.void and game.phase is not Phase.STARTER)):
        end_deal(game, t)


def _hand_taken_up(game: Game, zone: Zone, cards: int, t: float) -> None:
    """The cards of a hand or the crib are taken up in the show."""
    deal = game.deal
    if zone == CRIB and not deal.crib_shown and cards < CRIB_SIZE:
        wrong_count(game, t)
    if zone == game.pone:
        settle_order(game, out_of_order=False)
    if deal.crib_shown and not game.over:
        settle_show(game)
    if deal.crib_shown and not game.over:
        close_windows(game, Act.CLEARED, t, zone=zone)


__all__ = ["could_not_read", "read_zone"]
