"""What is said at the table, and what judges decide: challenges, acceptance, remedies to be followed.

A ruled move names a player and where the front peg has to stand (``{"player": "A", "front": 103}``), or how
many points to peg on or back (``{"player": "B", "points": 3}``, ``{"player": "A", "points": -15}``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cribbage.book.announced import accept_count, announce_count, challenge_count
from cribbage.book.awardpegs import settle_awards, settle_awards_as_called, settle_awards_by_word
from cribbage.book.callofgo import call_for_go
from cribbage.book.challengedaloud import peg_for_challenge
from cribbage.book.claims import award, challenge, doubt_all, say_too_many, start_remedy
from cribbage.book.countorder import was_called_too_high
from cribbage.book.cribfirst import settle_crib_by_call
from cribbage.book.deal import RULES_OF_NO_PENALTY
from cribbage.book.earlygo import challenge_go, challenge_go_and_more
from cribbage.book.endings import conceded, decided, time_called
from cribbage.book.fornothing import (
    call_for_nothing,
    settle_as_accepted,
    settle_as_ruled,
    settle_as_short,
    settle_by_call,
    settle_by_total,
)
from cribbage.book.game import Doubt, Game, Phase, Remedy
from cribbage.book.items import Item, State, What
from cribbage.book.laying import lay
from cribbage.book.muggins import call_muggins, calls_an_award, close_by_count, may_be_of_last_card
from cribbage.book.orders import rule_deal
from cribbage.book.overplay import challenge_over
from cribbage.book.pegbeforecard import challenge_ahead, settle_ahead
from cribbage.book.pendingshow import (
    challenge_early_crib,
    challenged,
    is_called,
    may_be_too_many,
    settle_last,
    settle_last_by_word,
)
from cribbage.book.playline import Go
from cribbage.book.playpegs import book_cards, sees_play, stop_parts
from cribbage.book.putback import challenge_back
from cribbage.book.renegeundone import note_ruled
from cribbage.book.ruledmoves import rule_claim, rule_waiting
from cribbage.book.takeback import take_back
from cribbage.book.windows import Act, close_windows
from cribbage.log.observations import Player, Ruling, Said
from cribbage.sight.contract import WORD_LATE_S


def heard(game: Game, said: Said) -> None:
    """Something was tapped in; words that are not known change nothing."""
    rule = WORDS.get(said.what)
    if rule is not None and said.by in game.seats:
        rule(game, said)


def _go(game: Game, said: Said) -> None:
    """Somebody cannot play: from now on nothing may be added to what was pegged (Rule: ACC 2025 7.2.b)."""
    line = game.deal.line
    accept_count(game, said.by, says_go=True)
    if game.phase is Phase.PLAY and line.count and not line.ended:
        go = Go(said.by, line.count, len(line.of(said.by)), sees_play(game), "said", said.t)
        game.deal.said_go[said.by] = go
        if game.profile.points_end_with_go:
            stop_parts(game, said.t)


def _renege(game: Game, said: Said) -> None:
    game.deal.renege_said.setdefault(game.side(said.by), said.t)


def _muggins(game: Game, said: Said) -> None:
    """A call says that too little was pegged: a move that waited was for the hand, not too late for the play."""
    caller = game.side(said.by)
    if calls_an_award(game, said) or may_be_of_last_card(game, said):
        return
    if game.header.muggins and any(hold.move.player != caller for hold in game.holds):
        settle_last(game, None)
        settle_ahead(game)
        book_cards(game)
        for scorer in (player for player in game.players if player != caller):
            settle_awards(game, player=scorer)
    settle_by_call(game, caller, said.n or 0)
    settle_as_short(game, but=caller)
    if not call_for_go(game, said):
        call_muggins(game, said)
        settle_crib_by_call(game)
    settle_as_short(game)  # what the caller has pegged is not for the call


def _accept(game: Game, said: Said) -> None:
    # Whether the dealer has pegged the crib as well is shown by their next peg, whatever was accepted.
    settle_as_short(game, but=game.side(said.by), doubts=(Doubt.NOTHING,))
    close_windows(game, Act.ACCEPTED, said.t, by=said.by)


def _claim(game: Game, said: Said) -> None:
    """The total of a hand or crib is announced: that accepts what was pegged before (Rule: ACC 9.2.a)."""
    settle_by_total(game, game.side(said.by), said.n or 0)
    if _is_down_already(game, said):
        return
    settle_as_accepted(game, game.side(said.by))
    settle_last_by_word(game, said.by, said.n or 0)
    settle_awards_by_word(game, said.by, said.n or 0)
    item = _announced(game, said)
    place = None if item is None else game.place_of(item)
    close_by_count(game, Act.COUNTED, said.t, said.by, place)
    if item is not None:
        item.state, item.total = State.ANNOUNCED, said.n or 0
        game.tell_item(item)
    if not said.n and (game.phase is Phase.SHOW or game.deal.line.nearly_over):
        seat = said.by if item is None else item.seat
        game.deal.none_by.add(seat)  # else it was said in the deal before, and is tapped late


def _is_down_already(game: Game, said: Said) -> bool:
    """Whether it is tapped late: just so many have been pegged for a hand or crib since it was said."""
    side = game.side(said.by)
    judged = game.judged.get(side)
    if judged is None or said.n != judged.move.points or said.t - judged.move.t > WORD_LATE_S:
        return False
    counted = (one for one in game.items if one.player == side and one.what in (What.HAND, What.CRIB))
    return any(one.pegged == said.n for one in counted)


def _announced(game: Game, said: Said) -> Item | None:
    """Which hand or crib a total is for: the partner's whose turn it is to count, else one's own (App. B).

    "Nothing", said over an open crib, is for the crib where the hand is worth nothing: of that nothing need be said.
    """
    due = game.to_count
    is_own = due is not None and due.player == game.side(said.by) and due.what is What.HAND
    seat = due.seat if due is not None and is_own else said.by
    if not said.n and due is not None and seat != said.by and _may_be_worth_nothing(game, said.by):
        due.doubtful, seat = True, said.by  # nobody knows of which of the two it was said
    uncounted = [
        item
        for item in game.open_items(said.by, What.HAND, What.CRIB)
        if item.pegged is None and item.state is State.EARNED and item.seat == seat
    ]
    if not said.n:
        uncounted = [item for item in uncounted if item.earned != 0] or uncounted
    return next(iter(uncounted), None)


def _may_be_worth_nothing(game: Game, seat: Player) -> bool:
    """Whether a hand that has not been pegged is worth nothing, as far as is known."""
    hands = [hand for hand in game.open_items(seat, What.HAND) if hand.seat == seat]
    return any(hand.pegged is None and not hand.earned for hand in hands)


def _overpeg(game: Game, said: Said) -> None:
    """A challenge: the opponent's peg goes back, and the challenger scores the error (Rule: ACC 8.4.c(1))."""
    offender = _offender(game, game.side(said.by))
    if challenge_back(game, offender):
        return
    if _may_hold_a_card(game, offender):
        challenge_go_and_more(game, offender)
    else:
        _wait_for_the_next_card(game, offender)
    challenge_count(game, offender)
    challenge_early_crib(game, offender)
    challenged(game, offender)
    if is_called(game, offender):
        return
    settle_awards_as_called(game, offender)
    if challenge_go(game, offender) or challenge_ahead(game, offender):
        return
    challenge_over(game, offender)
    is_newest = call_for_nothing(game, offender, game.side(said.by))
    if offender in game.remedies:
        peg_for_challenge(game, game.side(said.by), offender)
        return
    items = [] if is_newest else [item for item in game.open_items(offender) if item.excess]
    last_unseen = game.unseen_pegs.get(offender) == game.watches[offender].rest or offender in game.lost_pegs
    if not items or last_unseen:  # it may be the move that nobody saw which is challenged
        is_unsure = last_unseen or offender in game.deal.unverified_by or not game.follows(offender)
        if was_called_too_high(game, offender) or is_unsure:
            game.deal.credit.add(game.side(said.by))  # it may be right, and the error pegged
        else:
            game.deal.disputed[offender] = game.score(offender)
        game.deal.called_in_vain.add(game.side(said.by))
        return
    challenge(game, items[-1])
    peg_for_challenge(game, game.side(said.by), offender)


def _offender(game: Game, claimant: Player) -> Player:
    """Whose pegs are challenged: of several opponents who pegged too many last, or who pegged last."""
    waiting = [hold.move.player for hold in game.holds if not hold.is_honest]
    sent_back = [who for who, remedy in game.remedies.items() if remedy.step is not None and not remedy.met]
    theirs = [*sent_back, *(item.player for item in game.items if item.excess), *waiting]
    last = max((side for side in game.players if side != claimant), key=game.pegged_at)
    return next((player for player in reversed(theirs) if player != claimant), last)


def _wait_for_the_next_card(game: Game, offender: Player) -> None:
    """Only the offender's own next card shows whether the go was due (Rule: ACC 8.9)."""
    for hold in [one for one in game.holds if one.doubt is Doubt.GO and one.move.player == offender]:
        hold.challenged = True


def _may_hold_a_card(game: Game, offender: Player) -> bool:
    """Whether an opponent has a card left: their word that they can play is taken for it."""
    return any(game.deal.line.held(seat) for seat in game.seats if game.side(seat) != offender)


def _deals(game: Game, said: Said) -> None:
    """Somebody says who deals; heard only while no card of the deal has been seen (Rule: ACC 4.1)."""
    deal = game.deal
    begun = deal.starter is not None or deal.starter_unread or any(deal.zones.values()) or deal.line.last
    if game.phase is not Phase.STARTER or begun:
        return
    deal.dealer, deal.sure_dealer, deal.dealer_told = said.by, True, True
    game.tell("deal", {"deal": deal.number, "dealer": said.by})
    game.tell_phase()


WORDS: Final[Mapping[str, Callable[[Game, Said], None]]] = {
    "go": _go,
    "accept": _accept,
    "claim": _claim,
    "none": _claim,
    "overpeg": _overpeg,
    "muggins": _muggins,
    "renege": _renege,
    "count": announce_count,
    "concede": conceded,
    "deals": _deals,
    "time": time_called,
}


def ruled(game: Game, ruling: Ruling) -> None:
    """The judges have decided: from now on the pegs are followed to where they were ruled."""
    if decided(game, ruling):
        return
    if ruling.rule.startswith("7.3"):
        note_ruled(game)
    rule_deal(game, ruling)
    for move in sorted(ruling.moves, key=lambda one: one.get("points", 0) > 0):  # what goes back comes first
        if not game.over:
            _follow(game, move, ruling.rule)
    if not game.over:
        _reneged_card_stays(game)


def _reneged_card_stays(game: Game) -> None:
    """Judges send back the go, and the reneged card alone lies there since: it is played in the series that goes on,
    unless it goes back as well (Rule: ACC 7.3.b, 7.3.c)."""
    deal, line = game.deal, game.deal.line
    ended, card = len(line.laid) - 2, line.last
    if ended < 0 or card is None or game.side(line.laid[ended].player) not in game.remedies:
        return
    if card.card in deal.dead_cards.get(card.player, ()):
        return
    said = (card.player, len(line.of(card.player)) - 1, line.laid[ended].count)
    if any((go.player, go.laid, go.count) == said for go in deal.undone_goes):
        take_back(game, card.player, 1)
        lay(game, card.player, card.card, game.now)


def _follow(game: Game, move: Mapping[str, Any], rule: str) -> None:
    if move["player"] not in game.seats:
        return
    player = game.side(move["player"])
    if player in game.lost_pegs and "front" in move:
        _follow_unseen(game, player, int(move["front"]), rule)
        return
    score = game.score(player)
    target = int(move["front"]) if "front" in move else score + int(move.get("points", 0))
    if "front" in move:
        for item in game.open_items(player):
            item.gone_back = None  # where the peg has to stand is ruled
    if "points" in move and move["points"] > 0:
        _rule_award(game, player, int(move["points"]), rule)
    elif target < score:
        if rule_claim(game, player, target, rule):
            return
        is_penalty = "points" in move and _is_penalty(game, player, rule)
        rule_waiting(game, player, target, rule)
        if may_be_too_many(game, player, score - target):
            challenged(game, player, back=score - target)
        settle_awards_as_called(game, player, back=score - target)
        settle_as_ruled(game, player, back=score - target)
        known = game.remedies.get(player)
        if known is not None and known.target == target and not known.met:
            _dealt_with(game, player)
            known.ruled = True
            return
        _dealt_with(game, player, score - target)
        penalty = min(score - target, score) if is_penalty else 0
        start_remedy(game, Remedy(player, max(target, 0), rule, ruled=True, penalty=penalty))
    elif target > score:
        game.deal.ruled_on[player] = target
        _rule_award(game, player, target - score, rule)


def _is_penalty(game: Game, player: Player, rule: str) -> bool:
    """Whether judges send a peg back by points that are no others than those of a penalty: nothing is known to be too
    many, or too early, and they do not say that it is (Rule: ACC 8.4.c, 9.2). Not where a book lets everything be put
    right later."""
    is_known = game.hold_of(player) or game.deal.back_ok.get(player) or player in game.remedies
    is_known = is_known or any(item.excess for item in game.open_items(player))
    return not (is_known or game.profile.underpeg_open or rule.startswith(RULES_OF_NO_PENALTY))


def _dealt_with(game: Game, player: Player, back: int = 0) -> None:
    """Judges have dealt with what was too many. Where they send that peg further `back`, by no remedy that is known
    and no penalty of this book, what they did not let stand may be pegged yet (Rule: ACC 8.4.b)."""
    say_too_many(game, player, back or None)
    items = game.open_items(player)
    excess = sum(item.excess for item in items)
    for item in items:
        item.excess = 0
    if 0 < excess < back and back - excess != game.profile.false_claim_back:
        game.deal.credit.add(player)


def _follow_unseen(game: Game, player: Player, target: int, rule: str) -> None:
    """Nobody knows where the pegs of this track stand by now: neither whether they were ruled on or back, nor for
    what; and what had been earned before may have been pegged."""
    doubt_all(game, player)
    start_remedy(game, Remedy(player, max(target, 0), rule, ruled=True))


def _rule_award(game: Game, player: str, points: int, rule: str) -> None:
    if not any(item.owed == points for item in game.open_items(player, What.PENALTY)):
        award(game, game.after(player, -1), points, rule, ruled=True)
