"""One history of a game: observations in, events out. No clock, no files, no exception for what players do.

This module judges what was told, in the order in which it was told; `cribbage.worlds.history` deals with what may
have happened instead.

`receive` takes one observation; `tick` lets time pass; `next_deadline` says by when time matters. Before an
observation is taken in, everything that was due before its time is settled, so a log judged later (without ticks)
gets the same verdicts as the live table (with them).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from dataclasses import replace
from functools import partial
from math import inf, nextafter
from typing import Final

from cribbage.book import pegbeforecard, takenup, unsaidgo
from cribbage.book.blame import Judged, JudgedAstray, blame_of
from cribbage.book.game import Doubt, Game
from cribbage.book.hiddenplaces import lose_sight
from cribbage.book.items import Reason
from cribbage.book.nextdeal import CARD_STANDS_S, place_waiting, settle_all
from cribbage.book.orders import tell_orders
from cribbage.book.overplay import hold_over
from cribbage.book.ruledmoves import goes_on
from cribbage.book.rulings import heard, ruled
from cribbage.book.takeback import went_back
from cribbage.book.unseenpegs import (
    NO_BOARD,
    doubt_covered_track,
    find_again,
    ignore_move,
    is_down,
    is_impossible_score,
    judge_landed,
    lose_board,
    lose_told,
    lose_track,
    may_be_down,
    score_told,
    was_still_held,
)
from cribbage.book.windows import close_late
from cribbage.book.wrongtrack import find_astray, judge_astray
from cribbage.book.zones import could_not_read, read_again, read_zone
from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import (
    PAGE,
    REREAD,
    Cards,
    Fault,
    Holes,
    Observation,
    Player,
    Ruling,
    Said,
    Unread,
)
from cribbage.log.verdicts import Code
from cribbage.sight.contract import late_s_of, lay_since, was_unseen
from cribbage.sight.pegmoves import Move, Watch

REMARKS: Final = ("count", "judge", "no-judge", "overpeg")
"""Words that say nothing about whether a card that did not fit was meant."""
COMES_DOWN_S: Final = 4.0
"""How long after a peg in the game hole was let go of one that was up before is waited for: as long as slow players
take to peg."""


class Story:
    """Judges one game from its observations, as if each had been told at once."""

    def __init__(self, header: Header) -> None:
        self.game = Game(header)
        self._late_s = late_s_of(header)
        # Of each place what was told last since the game was won: judges may say that it goes on.
        self._after_game: dict[Hashable, Observation] = {}
        self._lying: dict[Player, frozenset[int]] = {}  # tracks of which a contact lies, and what they showed

    def next_deadline(self) -> float | None:
        """When something will count as final if nothing else happens; None if nothing is pending."""
        game, deadlines = self.game, list[float | None]()
        for watch in game.watches.values():
            deadlines += self._deadline_of(watch), watch.held_until
        if game.astray is not None:
            deadlines.append(game.astray.deadline)
        if game.holds:
            deadlines.append(pegbeforecard.deadline(game))
        if game.deal.taken_up:
            deadlines.append(takenup.deadline(game))
        if game.waiting_card is not None and not game.deal.over_admitted:
            deadlines.append(game.waiting_card[2] + CARD_STANDS_S)
        return min([deadline for deadline in deadlines if deadline is not None], default=None)

    def _deadline_of(self, watch: Watch) -> float | None:
        """When a move counts as let go of if nothing else happens. One that comes to the game hole does so after the
        moves of pegs that were up before: these points were counted first (Rule: ACC 9.2.a, 1.6). Of two that come
        there the first to come down wins."""
        deadline, target = watch.deadline, self.game.profile.target
        if deadline is None or not watch.reaches(target):
            return deadline
        followed = (one for side, one in self.game.watches.items() if side not in self.game.lost_pegs)
        others = (one for one in followed if one is not watch and not one.reaches(target))
        for other in [one for one in others if one.was_up_before(watch)]:
            first = deadline + COMES_DOWN_S if other.deadline is None else nextafter(other.deadline, inf)
            deadline = max(deadline, first)
        return deadline

    def tick(self, t: float) -> list[Event]:
        """Time has come to `t` and nothing else was observed."""
        return self._drain() if self._pass_time(t) else []

    def receive(self, seen: Observation) -> list[Event]:
        """Take in one observation."""
        self._pass_time(seen.t)
        game = self.game
        game.now, game.lies_since = seen.t, lay_since(seen, self._late_s)
        if game.over and not (isinstance(seen, Ruling) and goes_on(game, seen)):
            self._keep(seen)
            return self._drain()
        self._settle_card(seen)
        is_mixing = bool(game.deal.taken_up) and takenup.is_mixing(game, seen)
        is_for_crib = is_mixing and takenup.may_be_for_crib(game, seen)
        if is_mixing and not is_for_crib:
            takenup.mix(game)
        if isinstance(seen, Fault) and seen.track is not None and not seen.is_over:
            lose_track(game, game.side(seen.track), seen)
            # A peg too many beside two of the other player's is a contact, not the wrong track.
            self.game.astray = None
            self._lying.pop(
                game.side(seen.track), None
            )  # the board knows better than the number of pegs there
        if self._is_an_act(seen):
            self._release_all()
            if self.game.astray is None:
                self._settle_opponents_peg()
            may_be_down(game)
        if not isinstance(seen, Holes | Cards | Unread):
            pegbeforecard.give_up_hidden(game)
        if isinstance(seen, Holes):
            self._holes(seen)
            if is_for_crib:
                takenup.mix(game)  # while the peg is up
        elif isinstance(seen, Cards):
            read_zone(game, seen.zone, seen.seen, seen.t, by_person=seen.extra.get("by") == PAGE)
        elif isinstance(seen, Unread):
            could_not_read(game, seen)
        elif isinstance(seen, Said) and seen.what == REREAD and seen.zone is not None:
            read_again(game, seen.zone, seen.t)
        elif isinstance(seen, Said):
            heard(game, seen)
        elif isinstance(seen, Ruling):
            ruled(game, seen)
            self._take_up_since(seen.t)
        else:
            self._fault(seen)
        return self._drain()

    def _keep(self, seen: Observation) -> None:
        """It is told after the game: judges may say that the game is not over."""
        if isinstance(seen, Holes):
            before = self._after_game.get(Holes)
            known = before.holes if isinstance(before, Holes) else {}
            self._after_game[Holes] = replace(seen, holes={**known, **seen.holes})
        elif isinstance(seen, Cards | Unread):
            self._after_game[seen.zone] = seen
        elif isinstance(seen, Fault):
            self._after_game[seen.part, seen.track] = seen

    def _take_up_since(self, t: float) -> None:
        """What was told while the game seemed over, as it is by now: judges have said that it is not."""
        told, self._after_game = [*self._after_game.values()], {}
        for seen in told:
            self.game.out = self.receive(replace(seen, t=t))

    def drop_items(self, kept: Set[str]) -> list[Event]:
        """Tell that the scores that are open and not `kept` (by their names) were never earned."""
        for item in [one for one in self.game.items if one.is_open and one.id not in kept]:
            self.game.close(item, Reason.TAKEN_BACK)
        return self._drain()

    def tell_all_again(self, withdrawn: Mapping[Code, float], why: str) -> list[Event]:
        """Tell this deal as it stands, and that what was said of it (`withdrawn`, since when) does not hold."""
        game = self.game
        game.is_shown = True
        for code, since in withdrawn.items():
            game.say(Code.WITHDRAWN, None, None, game.now, of=code.value, since=since, why=why)
        for item in [one for one in game.items if one.deal == game.deal.number]:
            game.tell_item(item)
        game.tell_phase()
        game.tell_pegs()
        return self._drain()

    def finish(self) -> list[Event]:
        """The log ends: a whole move counts as released, and what waits gets its verdict."""
        self._release_all()
        takenup.mix(self.game)
        if not self.game.over:
            settle_all(self.game)
        return self._drain()

    def _is_an_act(self, seen: Observation) -> bool:
        """Whether somebody did something else than move a peg, and so had let go of it: laid or took up a card, said
        a word, ruled. A fault, a place that is not read, one that is read again: nobody did that."""
        if isinstance(seen, Cards):
            return tuple(seen.seen) != tuple(self.game.deal.zones.get(seen.zone, ()))
        return isinstance(seen, Ruling) or (isinstance(seen, Said) and seen.what != REREAD)

    # --- time and release ----------------------------------------------------------------------------------

    def _pass_time(self, t: float) -> bool:
        """Whether anything was due."""
        game, was_due = self.game, False
        while not game.over:
            deadline = self.next_deadline()
            if deadline is None or deadline > t:
                break
            was_due = True
            game.now = deadline
            if self.game.astray is not None and self.game.astray.deadline == deadline:
                self._judge_astray()
                continue
            if put_back := [watch for watch in game.watches.values() if watch.held_until == deadline]:
                put_back[0].put_back_t = None
                close_late(game, put_back[0].player)
                continue
            due = [watch for watch in game.watches.values() if self._deadline_of(watch) == deadline]
            if due:
                self._judge(due[0].release())
            elif pegbeforecard.deadline(game) == deadline:
                pegbeforecard.settle_ahead(game, until=deadline)
            elif takenup.deadline(game) == deadline:
                takenup.mix(game)
            else:
                place_waiting(game)
        return was_due

    def _release_all(self) -> None:
        game = self.game
        for player in sorted(
            game.watches, key=lambda player: _or_infinite(self._deadline_of(game.watches[player]))
        ):
            self._judge(game.watches[player].release())
        self._judge_astray()

    def _judge(self, move: Move | None) -> None:
        if move is None or self.game.over:
            return
        game = self.game
        if is_impossible_score(game, move):
            ignore_move(game, move)
            return
        game.judged[move.player] = Judged(move, blame_of(game, partial(self._give_verdict, move)))
        unsaidgo.pegged(game, move)
        game.deal.called_in_vain.discard(move.player)
        game.deal.awarded.discard(move.player)  # a player who calls for points pegs them next
        game.acted_over.discard(move.player)
        game.tell_pegs()
        if not game.over:
            if move.player == game.pegged_astray:
                self._settle_opponents_peg()
            close_late(game, move.player)

    def _settle_opponents_peg(self) -> None:
        """Pegs are back, and something else has happened: what was pegged with the opponent's peg has been pegged, or
        will not be (Rule: ACC 8.7)."""
        player, self.game.pegged_astray = self.game.pegged_astray, None
        if player is not None and not self.game.over:
            close_late(self.game, player)

    def _give_verdict(self, move: Move) -> None:
        game = self.game
        if hold_over(game, move):
            return
        if not game.deal.over_admitted and game.hold_of(move.player, Doubt.OVER) is None:
            place_waiting(game)
        judge_landed(game, move)

    def _settle_card(self, seen: Observation) -> None:
        """A card that did not fit has been there until something else happened: it was meant.

        Unless it is just being taken back, somebody only remarks on it, or no person did anything.
        """
        waiting = self.game.waiting_card
        if waiting is None or (isinstance(seen, Said) and seen.what in REMARKS):
            return
        if isinstance(seen, Fault):
            if seen.part == "camera" and not seen.is_over:
                self._give_up_card()  # it may go back where nobody sees it
            return
        if isinstance(seen, Said) and seen.what == "go":
            return  # they take it back; or the word was said before it lay there, and what comes next shows that
        if isinstance(seen, Holes) and self._moves_only(waiting[0], seen):
            return
        if isinstance(seen, Cards | Unread) and seen.zone not in self.game.seats:
            return  # the starter and the crib are told again, or late, without anybody having done anything
        if isinstance(seen, Unread) and seen.zone == waiting[0] and seen.count is None:
            self._give_up_card()  # an arm is over it: the card may be going back
            return
        lies = self.game.deal.zones.get(waiting[0], ())
        left = _how_many(seen) if isinstance(seen, Cards | Unread) and seen.zone == waiting[0] else None
        if isinstance(seen, Cards) and left is not None and went_back(waiting[1], lies, seen.seen):
            return  # another lies there instead
        if left is None or left >= len(lies):
            place_waiting(self.game)

    def _give_up_card(self) -> None:
        self.game.waiting_card = None
        self.game.deal.line.lose()

    def _moves_only(self, player: Player, seen: Holes) -> bool:
        """Whether nobody else has touched a peg: points on a card over thirty-one wait with it (7.1.e)."""
        watches = () if self.game.deal.over_admitted else self.game.watches.values()
        return all(
            seen.holes.get(w.player, w.holes) == w.holes
            for w in watches
            if w.player != self.game.side(player)
        )

    # --- observations --------------------------------------------------------------------------------------

    def _holes(self, seen: Holes) -> None:
        game = self.game
        if "board" in game.faults:
            if game.faults["board"] == NO_BOARD:
                score_told(game, seen)
            return
        if seen.extra.get("by") == PAGE:
            lose_told(game, seen)
        self._look_at_contacts(seen)
        holes = {player: game.watches[player].holes for player in game.players}
        holes |= {p: seen.holes[p] for p in game.players if p in seen.holes and p not in game.unseen_tracks}
        if self._is_astray(seen.t, holes):
            return
        if moved := {player for player in game.players if holes[player] != game.watches[player].holes}:
            may_be_down(game, by=moved)
        for player in game.players:
            if not game.over:
                if was_unseen(seen, player) and holes[player] == game.pegs(player).holes:
                    doubt_covered_track(game, player)
                self._track(player, seen.t, holes[player])

    def _look_at_contacts(self, seen: Holes) -> None:
        """More pegs shown than there are prove a false contact of which no fault was told: a track that shows too
        many is not followed until a peg is seen elsewhere. Two of those holes may be one peg and the false
        contact."""
        game = self.game
        shown = {player: seen.holes.get(player, game.watches[player].holes) for player in game.players}
        too_many = sum(map(len, shown.values())) > 2 * len(shown) or bool(game.lost_pegs)
        for player, holes in shown.items():
            lying = self._lying.get(player)
            if lying is not None and len(holes) > 2:
                self._lying[player] = holes
            elif lying is not None and not holes <= lying:
                del self._lying[player]
                game.unseen_tracks.discard(player)
            elif too_many and len(holes) > 2 and player not in game.unseen_tracks:
                self._lying[player] = holes
                self.game.astray = None
                lose_track(game, player, Fault(seen.t, "board", "third-peg", track=player))

    def _is_astray(self, t: float, holes: dict[Player, frozenset[int]]) -> bool:
        """A peg in the wrong track: wait until it is out of it again (8.7, 8.8)."""
        game = self.game
        if any(len(found) == 3 for found in holes.values()) and game.astray is None:
            self._release_all()
        found = None if game.over or game.lost_pegs else find_astray(game, t, holes)
        if found is not None and found.owner in game.acted_over:
            # Something else was done meanwhile: their peg is down, and a contact of the other track lies.
            track, found = found.track, None
            self._lying[track] = holes[track]
            lose_track(game, track, Fault(t, "board", "third-peg", track=track))
        if found is None:
            if game.astray is not None and not game.astray.judged:
                game.astray = None
        elif game.astray is None or (game.astray.track, game.astray.hole) != (found.track, found.hole):
            game.astray = found
        if game.astray is not None and game.astray.hole not in holes[game.astray.track]:
            game.astray = None  # where its owner's track shows one peg, the other is held, or in a dead hole
        return game.astray is not None or any(len(one) > 2 for one in holes.values())

    def _judge_astray(self) -> None:
        game, astray = self.game, self.game.astray
        if astray is None or astray.judged:
            return
        place_waiting(game)
        blame = blame_of(game, partial(judge_astray, game, astray))
        game.judged_astray = JudgedAstray(astray.t, blame, astray.owner, astray.is_known)
        game.tell_pegs()

    def _track(self, player: Player, t: float, holes: frozenset[int]) -> None:
        game, watch = self.game, self.game.watches[player]
        if is_down(game, player, holes) or was_still_held(game, player, t, holes):
            return
        if player in game.lost_pegs:
            find_again(game, player, t, holes)
            if player in game.lost_pegs or game.over:
                return
        self._judge(watch.see(t, holes))
        if not game.over and not watch.busy:
            game.lifted_over.discard(player)
            game.acted_over.discard(player)
            if watch.put_back_t is None:  # else it may still be held
                close_late(game, player)

    def _fault(self, seen: Fault) -> None:
        game = self.game
        if seen.track is not None:
            if seen.is_over:
                game.unseen_tracks.discard(game.side(seen.track))
            game.tell_pegs()
            return
        if seen.is_over:
            game.faults.pop(seen.part, None)
            if seen.part == "camera":
                game.sees_since = seen.t
            return
        game.faults[seen.part] = seen.what
        if seen.part == "camera":
            lose_sight(game)
        elif seen.part == "board":
            lose_board(game)

    def _drain(self) -> list[Event]:
        tell_orders(self.game)
        self.game.tell_turn()
        out, self.game.out = self.game.out, []
        return out


def _or_infinite(deadline: float | None) -> float:
    return float("inf") if deadline is None else deadline


def _how_many(seen: Cards | Unread) -> int | None:
    """How many cards lie at a place, as far as that was seen."""
    return len(seen.seen) if isinstance(seen, Cards) else seen.count
