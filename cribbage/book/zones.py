"""From readings of the zones to what happened: cards laid, taken back, turned up, taken up.

A reading always lists a whole zone. What it means depends on what lay there before and on the phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from cribbage.book.correctedcard import correct_card, forget_reading, put_right
from cribbage.book.correctedstarter import is_put_right, put_starter_right
from cribbage.book.cutagain import (
    allow_heels_back,
    cut_again,
    is_cut_again,
    is_for_this_count,
    starter_goes_back,
)
from cribbage.book.doubtfulorder import lies_between, lose_order
from cribbage.book.fornothing import settle_as_short
from cribbage.book.game import Doubt, Game, Phase
from cribbage.book.hiddenplaces import hide, seen_again
from cribbage.book.items import What
from cribbage.book.laying import earn_heels, lay
from cribbage.book.misplaced import (
    CRIB_SIZE,
    look_for_duplicates,
    may_be_starter,
    starter_taken_up,
    without_misplaced,
)
from cribbage.book.nextdeal import end_deal, imperfect_pack, place_waiting, wrong_count
from cribbage.book.otherdealer import deal_again, is_dealt_again
from cribbage.book.overplay import may_go_back, wait_for
from cribbage.book.pegbeforecard import before_card, give_up_hidden, judge_ahead, settle_ahead, settle_hidden
from cribbage.book.pendingshow import settle_last_by_crib, settle_partner
from cribbage.book.playpegs import settle_go, settle_starter
from cribbage.book.readagain import fill, keep_put_right
from cribbage.book.show import hand_of, recount, show_crib
from cribbage.book.takeback import laid_with_kept, take_back, went_back
from cribbage.book.takenup import end_if_gone, end_seen_deal, lie_again, lie_unread, take_up
from cribbage.book.windows import Act, close_windows
from cribbage.log.observations import BLIND, CRIB, STARTER, Player, Unread, Zone
from cribbage.score.cards import Card
from cribbage.sight.contract import READ_S
from cribbage.sight.corrections import as_put_right

Seen: TypeAlias = tuple[Card | None, ...]


def read_zone(game: Game, zone: Zone, seen: Seen, t: float, by_person: bool = False) -> None:
    """One zone was read; None stands for a card that could not be read. `by_person`: somebody looked and said so."""
    if by_person:
        keep_put_right(game, zone, seen)
    else:
        seen = as_put_right(game.deal.put_right.get(zone, {}), seen)
    if by_person and seen and game.phase is Phase.SHOW and zone != STARTER:
        forget_reading(game, zone)
    if seen:
        game.saw_cards = True
    if len(seen) < len(game.deal.zones.get(zone, ())):
        settle_ahead(game)  # cards go: whatever was pegged was for those that lay there
    was_covered = zone in game.blind_since
    if not seen and zone in game.hidden and not was_covered:
        give_up_hidden(game)  # cards lay there that nobody has read, and they are gone
        game.earn(What.PLAY, zone, None)  # what is let go of only now may be for them
    if not seen and zone == CRIB and was_covered and not game.deal.crib_shown:
        give_up_hidden(game)  # the crib may have been turned up there, pegged, and taken up
    was_hidden = seen_again(game, zone, len(seen), t)
    game.unread_in_show.discard(zone)
    was_blind = zone in game.gap
    if by_person or "camera" not in game.faults:  # what a blind camera tells late was there before
        game.gap.discard(zone)
    if was_blind and game.phase is Phase.STARTER and t > game.sees_since + READ_S and len(seen) <= 1:
        was_blind = False  # nothing lay there when the camera saw again
    was_blind = was_blind or was_hidden
    if was_blind and game.profile.turns_cards and zone in game.seats and game.phase is not Phase.SHOW:
        game.deal.mixed = True
    if zone == STARTER:
        _starter(game, seen, t, was_blind, by_person)
    elif not seen:
        _taken_up(game, zone, t, was_blind)
        if was_hidden and not was_covered and not game.over:
            _unseen_taken_up(game, t)
    elif game.phase is Phase.SHOW and lie_again(game, zone, seen):
        game.deal.zones[zone] = seen
    elif zone == CRIB:
        _crib(game, without_misplaced(game, zone, seen), t)
    elif not _are_of_the_deal_before(game, seen):
        is_certain = by_person or (zone in game.deal.reread and game.phase is not Phase.SHOW)
        _hand(game, zone, without_misplaced(game, zone, seen), t, was_blind, is_certain)
    settle_hidden(game)
    if game.over:
        return
    look_for_duplicates(game, t)
    turned_up = game.deal.zones.get(CRIB, ())
    if game.phase is Phase.SHOW and not game.deal.crib_shown and turned_up:
        _crib(game, turned_up, t)  # it lay there before the last cards of the play had been read


def could_not_read(game: Game, seen: Unread) -> None:
    """Cards lie in a zone and were not read, or nobody can see whether any do: those known there stay known."""
    zone, count, t = seen.zone, seen.count, seen.t
    if seen.is_blind or (count is None and zone in game.seats and game.phase is not Phase.SHOW):
        hide(game, seen)
        return
    if count == 0:
        read_zone(game, zone, (), t)
        return
    known = game.deal.zones.get(zone, ())
    if count is None:
        if zone in game.seats:  # else it does not matter later
            game.unread_in_show.add(zone)
        count = {STARTER: 1, CRIB: CRIB_SIZE}.get(zone, game.deal.line.hand)
    if game.phase is Phase.SHOW and zone in game.seats:
        if game.deal.taken_up and count > len(known) and count > 1:
            lie_unread(game, zone, count)
            return
        is_shown = zone in game.deal.hands or not game.profile.turns_cards
        if zone in game.gap or count < game.deal.line.hand or (is_shown and known == ()):
            game.deal.sure_dealer, game.deal.next_begun = False, True  # it may be the next deal's
        return
    game.deal.patchy = True
    if game.waiting_card is not None and game.waiting_card[0] == zone and count == len(known) - 1:
        read_zone(
            game, zone, known[:-1], t
        )  # the card that did not fit has gone back, whatever hides the others
        return
    if (zone in game.gap or zone in game.hidden) and zone in game.seats and count <= len(known):
        game.deal.line.lose()
        game.deal.sure_dealer = game.deal.sure_dealer and count == len(known)
    if game.profile.turns_cards and game.phase is Phase.PLAY and zone in game.seats and count < len(known):
        read_zone(game, zone, (), t)  # those were turned over, which was not told
        known = ()
    if count > len(known):
        read_zone(game, zone, (*known, *(None for _ in range(count - len(known)))), t)


def read_again(game: Game, zone: Zone, t: float) -> None:
    """A person says that what is known of a place is wrong: it counts as unknown until it is read again."""
    game.deal.put_right.pop(zone, None)
    could_not_read(game, Unread(t, zone, None, {BLIND: True}))
    if game.phase is Phase.SHOW and zone != STARTER:
        forget_reading(game, zone)
    elif zone != CRIB:
        game.deal.reread.add(zone)


# --- starter -----------------------------------------------------------------------------------------------


def _starter(game: Game, seen: Seen, t: float, was_blind: bool, by_person: bool) -> None:
    deal, card = game.deal, seen[0] if seen else None
    if card is not None and is_put_right(game, card, by_person):
        deal.zones[STARTER] = seen
        put_starter_right(game, card)
        return
    known, is_before = deal.starter, card is not None and card == deal.starter_before
    if is_before and known is None and not (deal.line.laid or by_person):
        return  # something hid it, and it has not been taken up yet
    is_new = was_blind or (_is_new_deal(game) and not is_for_this_count(game))
    is_other, goes_on = known is not None and card != known and is_new, is_cut_again(game) and not was_blind
    if card is not None and (is_other or _all_gone(game)):
        end_deal(game, t)
        if game.over:
            return
        deal, known = game.deal, None
        if was_blind:
            deal.patchy = True  # cards of it may have been read before its starter
            deal.line.lose(hidden=True)
    if card is not None or not seen:
        deal.starter_before = None
    if seen and card is None and known is not None:
        if goes_on:  # it may be another one
            cut_again(game)
            deal.zones[STARTER], deal.starter, deal.starter_unread = seen, None, True
        return
    are_taken_up = card is not None and not game.lie_open(game.seats)
    if known is None and deal.line.laid and (was_blind or are_taken_up):
        deal.starter_unread = True  # it may be the next deal's
        deal.sure_dealer = False
        deal.zones[STARTER] = ()
        deal.line.lose(hidden=True)
        return
    deal.zones[STARTER] = seen
    if not seen and game.phase is Phase.SHOW:
        deal.starter_gone = known is not None or deal.starter_unread
    if not seen and known is not None and not was_blind:
        starter_taken_up(game)
        starter_goes_back(game)
        if is_dealt_again(game):
            deal_again(game)
    if seen and card is None:
        deal.starter_unread = True
    elif card is not None and known is None:
        _turned(game, card)
    elif card is not None and card != known and goes_on:
        cut_again(game)
        _turned(game, card)
    elif card is not None and card != known:
        _starter_changed(game, card)


def _all_gone(game: Game) -> bool:
    """Whether the starter was taken up with all cards that can be seen: the next one is another, even if it is
    the same card again, or nobody read the first or the crib."""
    return game.phase is Phase.SHOW and game.deal.starter_gone and not game.lie_open((*game.seats, CRIB))


def _is_new_deal(game: Game) -> bool:
    """Whether another starter begins the next deal: not while cards of this one are being played, as far as the
    places can be seen."""
    started = any(game.deal.line.of(seat) for seat in game.seats if seat not in game.blind_since)
    taken_up = started and not game.lie_open(game.seats)
    return game.phase is Phase.SHOW or taken_up or (game.deal.void and bool(game.deal.line.laid))


def _turned(game: Game, card: Card) -> None:
    """The starter can be read: heels if it is a Jack and the dealer may still take them (Rule: ACC 6.3)."""
    game.deal.starter, game.deal.starter_unread = card, False
    close_windows(game, Act.NEXT_CUT, game.now)
    if game.deal.sure_dealer:
        earn_heels(game, card)
    settle_starter(game)
    recount(game)
    game.tell_phase()


def _starter_changed(game: Game, card: Card) -> None:
    """The starter was read as another card before: what depends on it cannot be known (Rule: ACC 9.3)."""
    deal = game.deal
    why = f"the {deal.starter} has become the {card}"
    game.tell("ask", {"about": STARTER, "why": why, "question": "Which card was turned?"})
    deal.starter, deal.starter_unread = None, True
    allow_heels_back(game)
    for item in game.items:
        if item.is_open and item.pegged is None and item.what in (What.HAND, What.CRIB, What.HEELS):
            item.earned = None


# --- hands -------------------------------------------------------------------------------------------------


def _are_of_the_deal_before(game: Game, seen: Seen) -> bool:
    """Whether several cards of the last deal lie there, and nothing of this one was seen: not mixed yet (9.2.d)."""
    begun = game.phase is not Phase.STARTER or game.deal.starter is not None or game.starter_unread
    return not begun and len(seen) > 1 and set(seen) <= game.deal.cards_before


def _hand(
    game: Game, player: Player, seen: Seen, t: float, was_blind: bool, is_certain: bool = False
) -> None:
    """`is_certain`: this is what lies there, whatever was read before, as a person says."""
    if _begins_next_deal(game, player, seen, was_blind):
        end_seen_deal(game, t, is_on=True)
        if game.over:
            return
    elif game.phase is Phase.SHOW:
        game.deal.zones[player] = seen
        _shown(game, player, seen, t, was_blind)
        return
    game.deal.reread.discard(player)
    before = game.deal.zones.get(player, ())
    game.deal.zones[player] = seen
    if not was_blind and (together := laid_with_kept(game.deal.line, before, seen)):
        laid_t = min(laid.t for laid in game.deal.line.of(player)[-together:])
        take_back(game, player, together)
        _place(game, player, seen[-1], laid_t)  # what was pegged since may be for it
        return
    waiting = game.waiting_card
    if waiting is not None and waiting[0] == player and went_back(waiting[1], before, seen):
        take_back(game, player, 1)
    if len(seen) < len(before) and seen == before[: len(seen)]:
        if was_blind and len(before) - len(seen) > 1:
            # Taken up after the play, whose last cards nobody saw, and laid down one by one.
            give_up_hidden(game)
            _lose(game, player, t)
        else:
            take_back(game, player, len(before) - len(seen))
        return
    if game.profile.turns_cards and before and are_others(before, seen):
        _turned_over(game, player, was_blind)  # which was not told
    turned = game.deal.turned.get(player, 0)
    over = {laid.card for laid in game.deal.line.of(player)[:turned]}
    if over & set(seen) or ((None in over or None in seen) and turned + len(seen) > game.deal.line.hand):
        game.deal.mixed = (
            True  # cards turned over before lie open again: the hand is shown, and some were missed
        )
        _look_for_one_more(game, player, seen)
        return
    known = [laid.card for laid in game.deal.line.of(player)][turned:]
    fresh = seen[len(known) :] if _agree(known, seen) else _added(known, seen)
    if fresh is None:
        if not (is_certain and correct_card(game, player, seen, turned, t)):
            _lose(game, player, t)
        return
    if _agree(known, seen):
        fill(game, player, seen, turned, t)
    if _order_is_unsure(game, player, fresh, was_blind):
        game.deal.line.lose(blind=was_blind)
    elif not game.deal.line.lost and lies_between(known, seen):
        lose_order(game, player, t)
    for card in fresh:
        _place(game, player, card, t)


def are_others(before: Sequence[Card | None], seen: Sequence[Card | None]) -> bool:
    """Whether what lies in a place is none of what lay there before."""
    return set(before).isdisjoint(seen) and not (seen and None in (*before, *seen))


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


def _order_is_unsure(game: Game, player: Player, fresh: Seen, was_blind: bool) -> bool:
    """Whether cards may have been laid in between that have not been seen yet."""
    line = game.deal.line
    if not fresh or line.lost:
        return False
    natural = len(fresh) == 1 and len(line.laid) <= 1 and game.next_to_play() == player
    if was_blind and not (natural and game.deal.sure_dealer):
        return True
    if None in fresh and len(fresh) > 1:
        return True  # one card that was not read may have been counted twice, and others be laid in between
    return len(fresh) > 1 and not line.of(player) and any(line.held(other) for other in game.others(player))


def _begins_next_deal(game: Game, player: Player, seen: Seen, was_blind: bool) -> bool:
    """Cards that are none of this deal's: the next one has begun, though nobody saw the cards taken up."""
    deal = game.deal
    if None in seen or (game.phase is not Phase.SHOW and not (was_blind and deal.line.of(player))):
        return False
    if game.phase is not Phase.SHOW and game.profile.turns_cards:
        return False  # cards of this deal may have been turned over, and others laid
    # A hand that was shown whole tells which of its cards were laid unread.
    laid = {laid.card for laid in deal.line.laid if laid.player not in deal.hands or laid.card is not None}
    known = laid.union(deal.crib or (), *deal.hands.values())
    if None in known:
        return False
    if known & set(seen):
        return _lies_with_another(game, player, set(seen) - known - {deal.starter})
    return was_blind or (len(seen) == 1 and seen[0] != deal.starter)


def _lies_with_another(game: Game, player: Player, fresh: set[Card | None]) -> bool:
    """Whether a card that is none of this deal's lies beside what seemed to be cards of the show, there again, and
    nothing else anywhere: they are the next deal's, which by chance has one of the same cards."""
    others = [place for place in (*game.seats, CRIB) if place != player]
    was_again = game.deal.crib_shown and player in game.deal.carried.values()
    return bool(fresh) and was_again and not game.lie_open(others)


def _shown(game: Game, player: Player, seen: Seen, t: float, was_blind: bool) -> None:
    """At the show a hand lies whole: cards not read in the play may be read now, and one too many is seen."""
    line = game.deal.line
    known = [laid.card for laid in line.of(player)]
    size = line.size(player)
    one_more = len(seen) == size + 1 and _agree(known, seen) and not may_be_starter(game, len(seen), size)
    if one_more and not game.deal.patchy:
        wrong_count(game, t)
    hides = CRIB in game.blind_since or STARTER in game.blind_since
    are_others = was_blind and not set(seen) <= set(hand_of(game, player) or seen)
    if are_others or ((game.deal.patchy or hides) and len(seen) < line.hand):
        game.deal.sure_dealer, game.deal.next_begun = False, True  # it may be the next deal's
    cards = tuple(card for card in seen if card is not None)
    _look_for_one_more(game, player, seen)
    whole = len(cards) == len(seen) == line.size(player) and player not in game.deal.hands
    is_afresh = player in game.deal.reread
    as_played = {card for card in known if card is not None} <= set(cards)
    if not whole or not (as_played or is_afresh):
        return
    game.deal.hands[player] = cards
    game.deal.reread.discard(player)
    # which card was not read is clear then, though they may lie otherwise
    if as_played and known.count(None) == 1 and len(set(known)) == line.size(player):
        (missing,) = set(cards) - set(known)
        fill(game, player, [missing if card is None else card for card in known], 0, t)
    recount(game)
    if is_afresh:
        put_right(game, player)


def _look_for_one_more(game: Game, player: Player, seen: Seen) -> None:
    """Where cards are turned over, one that lies alone may be one of the play that was not read, shown again. If it
    cannot be that, it is one more than its player had."""
    line, card = game.deal.line, seen[0] if len(seen) == 1 else None
    known = [laid.card for laid in line.of(player)]
    if card is None or card in known or None not in known or not game.profile.turns_cards:
        return
    if not (line.held(player) or line.may_be_unread(player, card)):
        game.deal.odd.add(("excess", player, card))


def _place(game: Game, player: Player, card: Card | None, t: float) -> None:
    """One more card lies in front of a player."""
    line = game.deal.line
    if game.waiting_card is not None:
        place_waiting(game)  # told with it, so it stays
    before_card(game, player, card)
    if game.over:
        return
    # Else those before may be another deal's, or this one is of the next.
    is_this_deal = game.deal.sure_dealer and not game.deal.patchy and bool(line.held(player))
    if card is not None and is_this_deal and any(laid.card == card for laid in line.laid):
        imperfect_pack(game, t, [str(card)])  # also where the first of them has been turned over
    if len(line.of(player)) >= line.size(player):
        if game.hidden and game.deal.turned.get(player):
            game.deal.mixed = True  # the play may have ended in that place: it may be the next deal's
        if not game.deal.mixed:
            game.deal.odd.add(("excess", player, card))
            wrong_count(game, t)
    elif may_go_back(game, player, card):
        wait_for(game, player, card, t)
    else:
        lay(game, player, card, t)


def _lose(game: Game, player: Player, t: float) -> None:
    """The cards lie otherwise than they were laid: the count is not known any more."""
    game.deal.line.lose()
    game.deal.sure_dealer = game.deal.sure_dealer and not game.deal.patchy  # they may be the next deal's
    question = "In which order were the cards played?"
    game.tell("ask", {"about": player, "why": "the cards lie otherwise", "question": question}, t)


# --- crib and the end of the deal --------------------------------------------------------------------------


def _crib(game: Game, seen: Seen, t: float) -> None:
    deal = game.deal
    deal.zones[CRIB] = seen
    line = deal.line
    if len(seen) < CRIB_SIZE:
        return
    if not line.laid:
        # A whole play went by that nobody saw: whose deal this is, and what was pegged for what.
        deal.patchy, deal.crib_lay, deal.sure_dealer = True, True, False
        return
    # Some cards of the play: the last one may have been taken up with the others before it was read.
    taken_up = any(line.held(seat) and not deal.zones.get(seat) for seat in game.seats)
    missed = deal.patchy or deal.mixed or taken_up
    if game.phase is Phase.PLAY and (not line.nearly_over or missed or line.blind or game.hidden):
        deal.crib_lay = deal.crib_lay or missed
        return
    settle_go(game, fits=None)
    settle_last_by_crib(game)
    settle_partner(game, None)
    settle_as_short(game, but=game.side(game.dealer))  # their own next peg may still be for the hand
    too_many = len(seen) > CRIB_SIZE and not may_be_starter(game, len(seen), CRIB_SIZE)
    if too_many or game.phase is Phase.PLAY:
        wrong_count(game, t)
    if deal.crib is None:
        cards = tuple(card for card in seen if card is not None)
        deal.crib = cards if len(cards) == len(seen) == CRIB_SIZE else None
        deal.reread.discard(CRIB)
    if game.phase is Phase.SHOW:
        before_crib = game.take_holds(Doubt.AHEAD, player=game.side(game.dealer))
        show_crib(game, t)
        judge_ahead(game, before_crib)
        put_right(game, CRIB)


def _taken_up(game: Game, zone: Zone, t: float, was_blind: bool) -> None:
    """A zone is empty."""
    deal = game.deal
    before = deal.zones.get(zone, ())
    deal.zones[zone] = ()
    if not before:
        return
    if game.phase is Phase.SHOW:
        deal.sure_dealer = deal.sure_dealer and not was_blind
        take_up(game, zone, before, t)
        return
    if game.phase is Phase.PLAY and zone in game.seats:
        over = game.waiting_card
        if over is not None and over[0] == zone and len(before) == 1:
            take_back(game, zone, 1)  # it did not fit: it goes back, also where cards are turned over (7.1.e)
        elif game.profile.turns_cards and not (was_blind or game.hidden) and _was_just_led(game, zone):
            take_back(game, zone, 1)
        elif game.profile.turns_cards:
            _turned_over(game, zone, was_blind)
        elif was_blind and not any(deal.zones.get(player) for player in game.seats):
            end_deal(game, t)
            return
        elif was_blind:
            deal.line.lose()
            deal.perhaps_over = True
        elif len(before) == 1:
            take_back(game, zone, 1)
    if not game.over:
        end_if_gone(game, t)


def _was_just_led(game: Game, player: Player) -> bool:
    """Whether a player's card is the only one of its series, while others hold cards, and nobody passes at a count so
    low: it cannot be turned over yet, and was led out of turn (Rule: ACC 7.1.b; Alberta 8.d)."""
    line = game.deal.line
    last = line.last
    is_lead = last is not None and last.opens and last.player == player and not line.ended
    return is_lead and any(line.held(seat) for seat in game.others(player))


def _turned_over(game: Game, player: Player, unsure: bool) -> None:
    """The cards before a player lie face down; where it is unsure, one more may have lain there (Alberta 8.d)."""
    game.deal.turned[player] = len(game.deal.line.of(player))
    if unsure:
        game.deal.line.lose()


def _unseen_taken_up(game: Game, t: float) -> None:
    """A hand of which no card had been read is gone. If it was so with all of them, a whole deal may have passed, and
    another player deals now."""
    if game.phase is Phase.STARTER and not game.hidden and not game.deal.line.laid:
        end_deal(game, t)


__all__ = ["are_others", "could_not_read", "read_again", "read_zone"]
