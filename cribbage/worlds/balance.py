"""Points against holes: what a side pegged in a deal and what it earned in it, whatever each peg was for.

A weak sensor may tell wrongly which score a peg was for, in which order cards were laid and words were said, or when
a window closed; two weak sensors at once do so in ways that nobody can list. They cannot change the sums. So once
anything in a game was not seen well nobody is blamed where the sums balance: too many points were pegged only if the
side came further than all that it can have earned and called for, points were missed only if it came less far than
all that it must have earned, and a call was wrong only if no opponent can lack points.

`Balance` collects what the game as it was told says; `Balance.points_left` says for how many points of a verdict its
player may be blamed. As long as all was seen well only words said aloud are open: the book knows what each peg was
for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from cribbage.book.claims import DEAD_HOLE
from cribbage.book.game import Game, Phase
from cribbage.book.items import What
from cribbage.book.laying import may_have_led
from cribbage.book.unseenpegs import WITHDRAWN_S
from cribbage.log.events import Event
from cribbage.log.observations import CRIB, STARTER, Cards, Fault, Observation, Player, Said, Unread
from cribbage.log.verdicts import PEG_FAULTS, Code
from cribbage.score.track import score_of
from cribbage.sight.contract import LATE_S, REACH_S
from cribbage.sight.pegmoves import RELEASE_S
from cribbage.worlds.contacts import PEGS_OF_A_SIDE, Contacts, score_shown
from cribbage.worlds.dealsums import DealSums
from cribbage.worlds.movetext import (
    front_after,
    is_of_front_peg,
    length_of,
    moved_both,
    pegs_of,
    shows_neighbours,
)
from cribbage.worlds.partners import most_in_turn
from cribbage.worlds.peggable import (
    HANDS_AND_CRIB,
    Peggable,
    Score,
    counted_by_now,
    each_of,
    is_counted_before,
    is_for_card_of,
    is_still_unpegged,
    lacking,
    sums_of,
)

_TOO_MANY: Final = frozenset({Code.OVERPEG, Code.FALSE_CLAIM})
_TOO_FEW: Final = frozenset({Code.UNDERPEG, Code.HEELS_FORFEIT})
_DEPEND_ON_BEFORE: Final = frozenset({Code.FRONT_PEG_REMOVED, Code.BOTH_PEGS_REMOVED})
"""Faults of pegs that depend on where a peg stood before; in the others the peg itself was seen."""
_IN_PLAY: Final = (Phase.STARTER, Phase.PLAY)
_NEVER_CALLED: Final = frozenset({What.HEELS, What.PENALTY})
_ONLY_DEALERS: Final = frozenset({What.HEELS, What.CRIB})
_DEALS_KEPT: Final = 3
_MOVES_KEPT: Final = 8
_HEELS: Final = Peggable(((2,),), 0)


@dataclass(frozen=True, slots=True)
class PointsLeft:
    """For how many points of a verdict its player may be blamed; infinite: for all of them.

    `sure` holds if all of the game was seen well, where only a peg for muggins said aloud is open, `balanced` if not;
    `number`: of the deal that it is about; `back`: the scores of which too many had gone back by then.
    """

    number: int
    sure: float = inf
    balanced: float = inf
    back: frozenset[str] = frozenset()


class Balance:
    """Compares points with holes in the latest deals of one game, as it was told."""

    def __init__(self, game: Game) -> None:
        self._deals: dict[int, DealSums] = {}
        self.is_badly_seen = False  # anything in this game: the sensors may be weak in the rest of it too
        self._contacts = Contacts(game)
        self._moves_t: dict[Player, list[float]] = {}  # of a side's latest moves that have a verdict (s)
        self._latest: dict[Player, str] = {}  # of these
        self._begin_deal(game)

    # --- what is collected -------------------------------------------------------------------------------------

    def see(self, seen: Observation, game: Game) -> None:
        """Take in an observation after it was judged: it may show that not all is seen well."""
        called_unseen = self._contacts.see(seen, game)
        blind = isinstance(seen, Unread | Fault) or game.faults or game.blind_since or game.hidden
        deal = self._deals[game.deal.number]
        deal.note_penalties(game)
        # A go may be pegged without being seen just now, or what was pegged before this card may have been one.
        is_unsure = (game.deal.unsure_go and may_have_led(game)) or game.deal.is_lead_unsure
        if game.phase is Phase.PLAY:
            by = game.players if is_unsure else self._contacts.may_peg_unseen(game)
            deal.go_unseen_t = dict.fromkeys(by, seen.t) | deal.go_unseen_t
        laid = game.deal.line.laid
        is_guess = deal.is_led_oddly or deal.is_dealer_guessed
        if not game.deal.sure_dealer:
            deal.was_dealer_unsure = deal.is_dealer_guessed = True
        elif len(laid) > 1 and laid[0].player == game.pone and not is_guess:
            deal.was_dealer_unsure = False  # the player who should lead has led
        deal.is_starter_unread = deal.is_starter_unread or (isinstance(seen, Unread) and seen.zone == STARTER)
        waits = any(hold.challenged for hold in game.holds)  # then it is that move which is called
        if isinstance(seen, Said) and seen.what == Code.OVERPEG and not waits:
            deal.called_though_right |= self._pegged_right(game.side(seen.by), game, deal)
        back = {side for side, score in deal.called_though_right.items() if game.score(side) < score}
        unseen = deal.called_though_right.keys() & self._contacts.down_again
        deal.called_unseen |= called_unseen | back | unseen
        is_order_lost = isinstance(seen, Cards) and game.deal.line.laid_together(seen.zone, seen.t)
        if blind or self._contacts.may_lie or is_order_lost:
            self.is_badly_seen = True
        if isinstance(seen, Unread) or "camera" in game.faults or game.blind_since or game.hidden:
            hidden_s = (seen.t - since for since in game.blind_since.values())
            deal.reach_s = max(deal.reach_s, REACH_S, *hidden_s)
        taken_up = isinstance(seen, Cards) and not seen.seen and seen.zone in game.seats
        if taken_up and game.phase in _IN_PLAY and {STARTER, CRIB} & game.blind_since.keys():
            deal.is_extent_unsure = True

    def _pegged_right(self, caller: Player, game: Game, deal: DealSums) -> dict[Player, int]:
        """The sides other than the caller's that have pegged nothing but each score just as it was earned, and where
        they stand: called for too many points all the same, they may have counted two hands wrong that come to as
        much, or have set a peg too far, into a dead hole, or may put it back into one."""
        found = dict[Player, int]()
        for side in game.players:
            scores = deal.scores_of(side)
            right = sum(one["pegged"] or 0 for one in scores if one["pegged"] == one["earned"])
            if side != caller and right == self._pegged(game.deal.number, side, game):
                found[side] = game.score(side)
        return found

    def note(self, events: Iterable[Event], game: Game, is_unsure: Callable[[Event], bool]) -> None:
        """Take in events of the game as it was told; those that `is_unsure` names are perhaps no corrections."""
        for event in events:
            body = event.body
            if event.kind == "deal":
                self._begin_deal(game)  # what is told with it may be of this deal already
            elif event.kind == "item" and body["deal"] in self._deals:
                self._deals[body["deal"]].note_score(body, event.t)
            elif event.kind == "told":
                for deal in self._deals.values():
                    deal.note_back(game)
            elif event.kind == "verdict" and "ruled" in body:
                self.note_blame(event, max(self._deals))  # said as judges found it
            elif event.kind == "remark" and body["about"] == "lead":
                self._deals[max(self._deals)].is_led_oddly = True
            elif event.kind == "verdict" and body["player"] in game.players:
                self._note_verdict(event, game)
                self._note_move(event)
                if body["code"] == Code.CORRECTED and not is_unsure(event):
                    self._deals[max(self._deals)].note_put_right(body)
        self._begin_deal(game)
        for side in game.players:
            stood, score = self._deals[game.deal.number].stood.setdefault(side, []), score_shown(side, game)
            if not stood or stood[-1][1] != score:
                stood.append((game.now, score))

    def _note_move(self, verdict: Event) -> None:
        """A verdict is about a move; or it withdraws what was held against one that was none."""
        body = verdict.body
        moves = self._moves_t.setdefault(body["player"], [])
        if body["code"] == Code.WITHDRAWN:
            moves[:] = [t for t in moves if t != body["since"]]
        elif body.get("move"):
            moves[:] = [*moves, verdict.t][-_MOVES_KEPT:]
            self._latest[body["player"]] = body["move"]
            deal = self._deals[max(self._deals)]
            # A peg that is still up may be back where no contact shows it.
            deal.called_unseen |= (deal.called_though_right.keys() & self._contacts.up_now) - {body["player"]}

    def _note_verdict(self, verdict: Event, game: Game) -> None:
        body = verdict.body
        deal, side = self._deals[max(self._deals)], body["player"]
        if body["code"] == Code.UNVERIFIED:
            points = body.get("pegged") or body["points"] or 0
            known = sum(item.owed for item in game.open_items(side) if item.doubtful)
            deal.unexplained[side] = deal.unexplained.get(side, 0) + max(points - known, 0)
            self.is_badly_seen = True
            if body.get("why") == DEAD_HOLE:
                for one in self._deals.values():
                    one.note_unseen(side, max(self._moves_t.get(side, ()), default=-inf))
        elif body["code"] == Code.MUGGINS and not body.get("assumed"):
            deal.called_for[side] = deal.called_for.get(side, 0) + body["points"]
        elif _is_without_move(verdict):
            deal.said_missed.add(body.get("item", ""))
        elif body["code"] in (Code.CORRECTED, Code.BACKWARD):
            deal.put_right.setdefault(side, []).append((verdict.t, body["points"] or 0))

    def _begin_deal(self, game: Game) -> None:
        number = game.deal.number
        if number in self._deals:
            return
        before = self._deals.get(number - 1)
        deal = self._deals[number] = DealSums(
            {side: game.score(side) for side in game.players}, game.now, game.in_order
        )
        if before is not None:
            deal.was_dealer_unsure = before.is_dealer_unsure() and self.is_badly_seen
            # The starter's place is not seen: the cards taken up may be of a play that goes on.
            deal.is_extent_unsure = STARTER in game.gap
            self.is_badly_seen = self.is_badly_seen or deal.is_extent_unsure
        for old in [one for one in self._deals if one <= number - _DEALS_KEPT]:
            del self._deals[old]

    def note_blame(self, verdict: Event, number: int) -> None:
        """A verdict is said against a side: its points are not there for another one."""
        is_too_many = verdict.body["code"] in _TOO_MANY
        if number in self._deals and (is_too_many or verdict.body["code"] in _TOO_FEW):
            self._deals[number].note_said(verdict.body, is_too_many)

    # --- what is left of a verdict -----------------------------------------------------------------------------

    def points_to_blame(self, left: PointsLeft, verdict: Event) -> float:
        """For how many points a verdict may be said now; `left`: what `points_left` gave when it came about."""
        body, deal = verdict.body, self._deals.get(left.number, DealSums({}))
        if not self.is_badly_seen and not deal.called_unseen - {body["player"]}:
            return left.sure
        if deal.was_perhaps_pegged(body) or (deal.is_dealer_unsure() and self._is_missed_by_dealer(verdict)):
            return 0
        return max(left.balanced - deal.said_of(body["player"], body["code"] in _TOO_MANY, left.back), 0)

    def _is_missed_by_dealer(self, verdict: Event) -> bool:
        """Whether a verdict is about missed points that only the dealer can score."""
        name = verdict.body.get("item", "")
        items = (deal.scores[name] for deal in self._deals.values() if name in deal.scores)
        return verdict.body["code"] in _TOO_FEW and any(one["what"] in _ONLY_DEALERS for one in items)

    def note_doubt(self, number: int, verdict: Event, points: int) -> None:
        """A verdict about a move of so many points is not said: nobody knows what the move was for."""
        if number not in self._deals:
            return
        self.is_badly_seen = True
        deal, side = self._deals[number], verdict.body["player"]
        deal.note_doubt(verdict)
        deal.most_unverified[side] = max(points, deal.most_unverified.get(side, 0))
        if verdict.body["code"] in _TOO_MANY:  # they may be those that the deal has too many
            deal.note_said(verdict.body, is_too_many=True)

    def points_left(self, verdict: Event, number: int, game: Game) -> PointsLeft:
        """For how many points of a verdict about this deal its player may be blamed, as it comes about."""
        code, side = verdict.body["code"], verdict.body["player"]
        if number not in self._deals or side not in game.players:
            return PointsLeft(number)
        left = replace(self._points_left(verdict, number, game), back=frozenset(self._deals[number].back))
        if code in _TOO_MANY | {Code.UNDERPEG, Code.BACKWARD}:
            most = most_in_turn(verdict.body, self._deals[number], side, in_parts=game.profile.underpeg_open)
            left = replace(left, sure=min(left.sure, most), balanced=min(left.balanced, most))
        return left

    def _points_left(self, verdict: Event, number: int, game: Game) -> PointsLeft:
        code, side = verdict.body["code"], verdict.body["player"]
        if code in PEG_FAULTS:
            return PointsLeft(number, balanced=0 if self._is_peg_unsure(verdict, number, game) else inf)
        if code == Code.OUT_OF_ORDER:
            passed = {game.side(hand["seat"]) for hand in verdict.body["passed"]}
            is_unsure = (
                self._deals[number].is_dealer_unsure()  # and with them the order of counting
                or any(map(self._contacts.lie_of, passed))
                or self._deals[number].may_be_counted(verdict.body, game)
                or self._may_be_award(verdict.body["points"] or 0, number, side, game)
                or any(self._was_perhaps_awarded(hand, game) for hand in verdict.body["passed"])
            )
            return PointsLeft(number, balanced=0 if is_unsure else inf)
        if code in _TOO_MANY:
            return self._left_of_too_many(verdict, number, game)
        if code in _TOO_FEW:
            left = self._left_of_too_few(verdict, number, game)
            may_be_award = verdict.body.get("pegged", 0) and self._may_be_unseen_award(verdict, number, game)
            # Then the score has been pegged since, or is missed all the same.
            is_pegged_since = any(t > verdict.t for t in self._moves_t.get(side, ()))
            # Or it was pegged into a dead hole, and lost as that peg was taken out again (Rule: ACC 8.5.a).
            is_long = self._contacts.may_have_stood_between(side, verdict.t)
            may_be_lost = is_long and not verdict.body.get("pegged")
            sure = 0 if may_be_lost or (may_be_award and is_pegged_since) else inf
            return PointsLeft(number, sure, min(sure, left))
        if code == Code.MUGGINS_REFUSED:
            # What was called may have been missed by a peg, or of a hand, that nobody saw.
            others = (one for one in game.players if one != side)
            is_unsure = self._deals[number].may_be_partners(verdict.body, others)
            return PointsLeft(number, 0 if is_unsure else inf, 0)
        return PointsLeft(number)

    def _is_peg_unsure(self, verdict: Event, number: int, game: Game) -> bool:
        """Whether a fault of pegs may be none: contacts have lied, or the front peg went back, perhaps from too far,
        or came so far that all its points balance, though not by the score that it seemed to be for."""
        body, side, deal = verdict.body, verdict.body["player"], self._deals[number]
        gone_s = self._contacts.up_for(side, game.now, of_another=body["code"] == Code.OPPONENT_PEG)
        if body["code"] in (Code.OPPONENT_PEG, Code.WRONG_TRACK) and gone_s >= LATE_S + RELEASE_S:
            self.is_badly_seen = True
            return True  # it may have gone into a dead hole, and this peg be of the track in which it stands
        if body["code"] == Code.BACKWARD:
            if self._may_be_put_right(number, side, game) or deal.called_unseen - {side}:
                self.is_badly_seen = True
                return True
            if deal.leaves_a_hand(side):
                return True
        if body["code"] not in _DEPEND_ON_BEFORE:
            return self._contacts.hide(side)
        if self._contacts.may_start_dead(side, pegs_of(body["move"])[0].holes):
            self.is_badly_seen = True
            return True
        if self._contacts.lie or body["code"] != Code.FRONT_PEG_REMOVED:
            return self._contacts.lie
        if both := deal.both_pegged_by(side, length_of(body["move"]), verdict.t):
            deal.perhaps_pegged |= both
            self.is_badly_seen = True
            return True
        if self._is_with_unseen_award(verdict, deal, game):
            self.is_badly_seen = True
            return True
        earned, came = self._can_have_earned(number, side, game), length_of(body["move"])
        is_all = earned.most == self._pegged(number, side, game, body["move"])
        return came < 0 or (is_all and body["points"] != came)

    def _may_be_put_right(self, number: int, side: Player, game: Game) -> bool:
        """Whether all that a side has pegged is just what it earned and was awarded, if what another side put right
        was called for aloud, and an earlier peg was of just so many: what seemed to be a part of a hand was the award
        (Rule: ACC 8.4.c; Alberta 13)."""
        awards = self._deals[number].awards_perhaps_pegged(side, game.profile.overpeg_award)
        scores = self._due_scores(number, side, game)
        known = sum(one["pegged"] or 0 for one in scores if one["what"] not in HANDS_AND_CRIB)
        hands = tuple((one["earned"] or 0,) for one in scores if one["what"] in HANDS_AND_CRIB)
        left = self._pegged(number, side, game) - known
        return any(Peggable((*hands, *others), 0).can_make(left - award) for award, others in each_of(awards))

    def _is_with_unseen_award(self, verdict: Event, deal: DealSums, game: Game) -> bool:
        """Whether a front peg came on by its score and as many more as may have been pegged before, unseen: for what
        another side had too many while its peg was long on its way (Rule: ACC 8.4.c; Alberta 13)."""
        body, award = verdict.body, game.profile.overpeg_award
        more = length_of(body["move"]) - (deal.scores.get(body.get("item", ""), {}).get("earned") or 0)
        return self._comes_after_late(verdict) and more > 0 and award in (None, more)

    def _comes_after_late(self, verdict: Event) -> bool:
        """Whether it is about its side's first move after one of another's that was long on its way."""
        side = verdict.body["player"]
        down_t = self._contacts.came_down_late(side)
        return down_t < verdict.t and not any(down_t < t < verdict.t for t in self._moves_t.get(side, ()))

    def _may_be_unseen_award(self, verdict: Event, number: int, game: Game) -> bool:
        """Whether what is pegged in the show, or at once, may be for points of another side's move just before, which
        was so long on its way that it may have been called aloud and put right (Rule: ACC 8.4.c; Alberta 13)."""
        body, side, award = verdict.body, verdict.body["player"], game.profile.overpeg_award
        may_be = {body.get("pegged"), *([body["points"]] if body["code"] in _TOO_MANY else [])}
        wins = game.score(side) >= game.profile.target and (body.get("pegged") or 0) <= (award or 0)
        is_at_once = self._contacts.follows_at_once(side, verdict.t)
        comes_after = is_at_once or (game.phase is not Phase.PLAY and self._comes_after_late(verdict))
        if not (comes_after and (award is None or award in may_be or wins)):
            return False
        self.is_badly_seen = True
        self._deals[number].called_unseen |= {one for one in game.players if one != side}
        return True

    def _was_perhaps_awarded(self, passed: Score, game: Game) -> bool:
        """Whether the peg that seems to be for a passed hand may be for points that another side had set too far,
        into a dead hole, and taken back before its peg came down in view (Rule: ACC 8.4.c; Alberta 13)."""
        award = game.profile.overpeg_award
        if "move" not in passed or award not in (None, length_of(passed["move"])):
            return False
        may_be: bool = self._contacts.came_down_late(game.side(passed["seat"])) < passed["t"]
        self.is_badly_seen = self.is_badly_seen or may_be
        return may_be

    def _left_of_too_few(self, verdict: Event, number: int, game: Game) -> float:
        """By how many points a side fell short of what it must have earned, in the deal or since this was earned."""
        body, deal, side = verdict.body, self._deals[number], verdict.body["player"]
        if self._contacts.lie and not body.get("pegged"):
            return 0  # a peg from a stuck contact into a dead one shows no move
        if score_shown(side, game) >= game.profile.target or side in game.unseen_tracks | game.lost_pegs:
            return 0  # nobody pegs beyond the game hole; and what is lacking may be pegged unseen
        if any(game.score(one) >= game.profile.target for one in deal.most_unverified if one != side):
            return 0  # the game may be over
        pegged = body.get("pegged")
        if pegged and is_of_front_peg(body.get("move")):
            return 0  # it was taken out, and went where the rear one should have gone (Rule: ACC 8.5.a)
        if "move" in body and self._contacts.came_out_of_a_dead_hole(side, front_after(body["move"])):
            return 0  # nobody knows from where
        if pegged and self._contacts.is_down_again(side):
            return 0  # it may have stood further on, unseen, and been pegged backward (Rule: ACC 10.2)
        if pegged and (deal.may_be_for_hand(body, side) or self._may_be_award(pegged, number, side, game)):
            return 0
        if pegged and self._can_have_called(verdict, number, game).can_make(pegged):
            return 0
        must = deal.must_be_pegged_by_now(body)
        now, since = score_shown(side, game), deal.earned.get(body.get("item", ""), -inf) - deal.reach_s
        start = deal.start[side] - self._pegged_before_told(number, side, must)
        before = start if self._contacts.came_out_since(side, since) else deal.stood_at(side, since, start)
        lowest = self._contacts.lowest_since(side, since, deal.lowest_since(side, since, before))
        sent_back = deal.sent_back(side)
        lacks = [
            lacking(must, now - start + sent_back),
            lacking([one for one in must if deal.earned[one["id"]] >= since], now - lowest + sent_back),
        ]
        return max(0, *lacks)

    def _pegged_before_told(self, number: int, side: Player, must: Iterable[Score]) -> int:
        """How many points that were pegged in the deal before, for none of its scores, may be for these: the cards of
        the new deal may have lain there then."""
        deal, last = self._deals[number], self._deals.get(number - 1)
        if last is None:
            return 0
        known = sum(min(one["pegged"] or 0, one["earned"] or 0) for one in last.scores_of(side))
        further = deal.start[side] - last.start[side] - known
        came = deal.start[side] - last.stood_at(side, deal.began_t - last.reach_s, last.start[side])
        told = (one for one in must if deal.earned[one["id"]] - deal.reach_s <= deal.began_t)
        return max(min(further, came, lacking(told, 0)), 0)

    def _may_be_award(self, pegged: int, number: int, side: Player, game: Game) -> bool:
        """Whether so many may have been pegged as the award for what another side overpegged (Rule: ACC 8.4.c):
        nobody knows what a move of that side was for, and its peg went back since, or cannot be seen."""
        deal = self._deals[number]
        if deal.called_unseen - {side}:
            return True
        for other in (one for one in game.players if one != side):
            too_many = max(deal.unexplained.get(other, 0), deal.most_unverified.get(other, 0))
            if len(game.watches[other].holes) >= PEGS_OF_A_SIDE:
                highest = max((score for _, score in deal.stood.get(other, [])), default=0)
                too_many = min(too_many, highest - game.score(other))  # only what went back
            if pegged <= too_many:
                return True
        return False

    def may_show_yet(self, verdict: Event, now: float) -> bool:
        """Whether what is told now (log time in s) may yet show that a verdict is wrong."""
        is_late = now - verdict.t <= REACH_S or self._is_unmoved(verdict, now - WITHDRAWN_S)
        return is_late or any(deal.was_perhaps_pegged(verdict.body) for deal in self._deals.values())

    def _is_unmoved(self, verdict: Event, before: float = inf) -> bool:
        """Whether points said to be missed may have been pegged from a stuck contact into a dead one: nothing had
        moved for them, and nothing of that side has moved since, `before` that time (s)."""
        moves = self._moves_t.get(verdict.body["player"], ())
        return _is_without_move(verdict) and not any(verdict.t < t < before for t in moves)

    def is_pegged_since(self, verdict: Event, number: int, game: Game) -> bool:
        """Whether points said to be missed, for which nothing had moved, have been pegged since, with another score
        or unexplained: the peg may have gone unseen from a stuck contact into a dead one, and shown itself later. So
        it may have, if a contact of that track shows to lie before anything moves in it."""
        body = verdict.body
        if number in self._deals and self._deals[number].was_perhaps_pegged(body):
            return True
        if self._is_unmoved(verdict) and self._contacts.lie_of(body["player"]):
            return True
        is_open = number == game.deal.number and self.is_badly_seen
        if not (_is_without_move(verdict) and is_open):
            return False
        deal, side = self._deals[number], body["player"]
        must, came, latest = deal.must_be_pegged(side), game.score(side), self._latest.get(side)
        if latest is not None and is_of_front_peg(latest):  # as if the other one stood further on
            must, came = deal.must_be_pegged_by_now(body), min(came, score_of(front_after(latest)))
        return lacking(must, came - deal.start[side]) < deal.said_of(side, is_too_many=False)

    def _left_of_too_many(self, verdict: Event, number: int, game: Game) -> PointsLeft:
        """How many points were pegged beyond all that the side can have earned and called for."""
        deal, body = self._deals[number], verdict.body
        side, points = body["player"], body["points"] or 0
        pegged = self._pegged(number, side, game, body.get("move"))
        own, called = self._can_have_earned(number, side, game), self._can_have_called(verdict, number, game)
        hidden = self._deals.get(number - 1, DealSums({})).perhaps_pegged_unseen(side)
        is_long = self._contacts.may_have_stood_between(side, verdict.t)
        whole = deal.scores.get(body.get("item", ""), {}).get("earned") or 0
        part = whole - body.get("earned", whole)
        # It may have been called aloud: some of what seemed pegged before for a part of this score, or all of this.
        perhaps_called = range(1, min(part, points) + 1) if body.get("earned") else {part} & {points}
        called_before = max(filter(called.can_make, perhaps_called), default=0)
        sure = points - called_before if called_before else inf
        if 0 < (body.get("pegged") or 0) <= called.further:
            sure = 0
        if called.further in deal.moves_of_cards(side)[:-1]:
            sure = min(sure, max(points - called.further, 0))  # one that was called aloud, and pegged before
        if self._may_be_put_right(number, side, game) or self._may_be_unseen_award(verdict, number, game):
            self.is_badly_seen = True
            sure = 0
        # Beside what was pegged unseen the rest may be for a go that nobody heard.
        goes = ((1,),) if hidden.scores and self._contacts.hide(side) else ()
        seen = Peggable(called.scores, called.further + sum(by for _, by in deal.put_right_by_others(side)))
        called = Peggable(called.scores + hidden.scores + goes, seen.further)
        is_play_unsure = body.get("what") == What.PLAY and deal.is_play_unsure
        may_be_anothers = "move" in body and self._contacts.may_be_anothers(side, verdict.t)
        if may_be_anothers or any(self._came_unseen(one, side, verdict) for one in (number, number - 1)):
            return PointsLeft(number, 0, 0)
        is_just_dealers = deal.is_just_the_crib(body, side) or deal.is_just_anothers_heels(body, side)
        if is_play_unsure or is_just_dealers or deal.called_unseen - {side}:
            balanced: float = 0
        elif pegged <= own.most:
            # Where it is the whole of one score, or several were set unseen, others may have been pegged short.
            is_one = any((body.get("pegged") or points) == max(sums) for sums in own.scores)
            may_be_several = is_long or self._contacts.may_hide(side)
            balanced = 0 if is_one or may_be_several or own.with_more(called).can_make(pegged) else inf
        else:
            # Without some of what is perhaps not pegged, what was called, or unseen, may make it up.
            perhaps = self._perhaps_not_pegged(number, side, game)
            beyond = pegged - own.most + perhaps.most
            balanced = perhaps.with_more(called).left_over(beyond)
            if self.is_badly_seen and balanced < perhaps.with_more(seen).left_over(beyond):
                self._deals[number - 1].note_unseen(side, -inf)  # so it was not missed either
        late = self._contacts.came_down_late_since(side, deal.began_t)
        if award := deal.award_for_unseen(side, game.profile.overpeg_award, late):
            sure = min(sure, max(points - award, 0))
            balanced = min(balanced, max(pegged - award - own.most, 0))
        if not balanced and is_long:
            sure = 0  # it may have stood in a dead hole for one score, and gone on for another
        if (self._contacts.lie or moved_both(body.get("move"))) and shows_neighbours(body.get("move")):
            # They are one peg over a bridged contact, and the other one is in a dead hole.
            balanced = max(balanced - 1, 0)
        return PointsLeft(number, sure, min(sure, balanced))

    def _came_unseen(self, number: int, side: Player, verdict: Event) -> bool:
        """Whether the front peg came on from where it has not stood: by just as many too many as a score for which
        nothing moved is worth, or may be. That may have been pegged unseen, and nobody has missed it either."""
        if number not in self._deals or not is_of_front_peg(verdict.body.get("move")):
            return False
        worth = {verdict.body["points"], None} if self._contacts.lie_of(side) else {verdict.body["points"]}
        names = {one["id"] for one in self._deals[number].seem_missed(side) if one["earned"] in worth}
        if names:
            self._deals[number].perhaps_pegged |= names
        return bool(names)

    def _can_have_called(self, verdict: Event, number: int, game: Game) -> Peggable:
        """What a side may have called for aloud under muggins: what others missed, or gave up before this score was
        counted."""
        body, side, deal = verdict.body, verdict.body["player"], self._deals[number]
        given_up, further = list[tuple[int, ...]](), 0.0
        if game.plays_muggins:
            own = deal.scores.get(body.get("item", "")) if body.get("earned") else None
            # Others may have counted too: a part of this was pegged before, the peg was long on its way, or nobody
            # knows what they pegged.
            is_part = own is not None and own["earned"] != body["earned"]
            is_long = self._contacts.may_have_stood_between(side, verdict.t)
            unknown = (deal.unexplained.keys() | deal.most_unverified.keys()) - {side}
            is_later = is_part or is_long or bool(unknown)
            known = 0 if body.get("what") == What.PENALTY else deal.called_for.get(side, 0)
            for other in (one for one in game.players if one != side):
                left = [one for one in self._due_scores(number, other, game) if is_still_unpegged(one)]
                missed = self._missed(number, other, game) - sum(one["earned"] or 0 for one in left)
                further += max(missed - known, 0)
                if self._contacts.hide(other):  # it may have pegged a part, unseen
                    further += sum(one["earned"] or 0 for one in left)
                given_up += [  # and fewer may be called than were missed (Rule: ACC 10.4.a)
                    tuple(range(1, one["earned"] + 1))
                    for one in left
                    if one["earned"] and (is_later or is_counted_before(one, own, game))
                ]
        return Peggable(tuple(given_up), further)

    def _pegged(self, number: int, side: Player, game: Game, move: str | None = None) -> int:
        """How many points a side has come on in a deal; `move`: the one judged, which counts if it went back too."""
        now = game.score(side) if move is None else max(game.score(side), score_of(front_after(move)))
        return now - self._deals[number].start[side]

    def _can_have_earned(self, number: int, side: Player, game: Game) -> Peggable:
        """What a side can have earned in a deal by now; without limit where its cards or its end are unknown."""
        due = self._due_scores(number, side, game)
        deal = self._deals[number]
        further: float = deal.unexplained.get(side, 0)
        dealers = [one for one in deal.scores.values() if one["what"] in _ONLY_DEALERS]
        if deal.is_dealer_unsure():
            due += [one for one in dealers if one["player"] != side]
        is_in_play = number == game.deal.number and game.phase in _IN_PLAY
        is_crib_told = any(one["what"] == What.CRIB for one in dealers)
        is_crib_open = deal.is_dealer_unsure() and not is_crib_told and not is_in_play
        if is_crib_open or deal.is_extent_unsure or any(one["earned"] is None for one in due):
            further = inf
        own = Peggable(tuple(sums_of(one) for one in due if one["earned"]), further)
        return own.with_more(_HEELS) if deal.is_starter_unread else own

    def _perhaps_not_pegged(self, number: int, side: Player, game: Game) -> Peggable:
        """What a side can have earned, and need not have pegged yet: what seems open or missed, and two for his heels
        that are only perhaps its own."""
        scores = [one for one in self._due_scores(number, side, game) if one["earned"] and not one["pegged"]]
        open_ = Peggable(tuple(map(sums_of, scores)), 0)
        return open_.with_more(_HEELS) if self._deals[number].is_starter_unread else open_

    def _due_scores(self, number: int, side: Player, game: Game) -> list[Score]:
        """The scores of a side that may have been pegged by now; a card laid out of turn earns none."""
        wrongly = {str(card) for what, _, card in game.deal.odd if what == "turn"}
        scores = [one for one in self._deals[number].scores_of(side) if not is_for_card_of(one, wrongly)]
        return counted_by_now(scores, game if number == game.deal.number else None)

    def _missed(self, number: int, side: Player, game: Game) -> float:
        """How many points that opponents may call a side can have missed in a deal (Rule: ACC 10.3)."""
        after, before = self._deals.get(number + 1), self._deals[number]
        pegged = self._pegged(number, side, game) if after is None else after.start[side] - before.start[side]
        waits = (one for one in before.scores_of(side) if one["what"] in _NEVER_CALLED)
        uncalled = sum(one["earned"] or 0 for one in waits if not one["pegged"])
        return max(self._can_have_earned(number, side, game).most - uncalled - pegged, 0)


def _is_without_move(verdict: Event) -> bool:
    """Whether a verdict is about missed points for which no peg moved."""
    return verdict.body["code"] in _TOO_FEW and not verdict.body.get("pegged")
