"""An oracle of one deal: is there an honest history that explains what was seen? Plain, slow, and by itself.

In: the log of one deal of two players, under any rule book, with cards told late, unread, covered or the board
stopped (`oracle_evidence`). Out, for each player: whether the log leaves a history in which this player did nothing
wrong in the deal, whatever the other one did; and the same for both at once. If not for the whole deal, up to which
time (s). Of the rules' code it knows the numbers of the contract and how cards are counted; nothing of the referee.

A history is a list of acts of two people, each done in the seconds that `oracle_evidence` gives it. All of them are
tried, one after the other: `_Search.next_of` says what may happen next on the table. It is written to be read beside
a rule book (ACC 2025; the numbers stand at the lines). What a player does wrong ends the history for that player:

* a card laid, or a go said, with a card in hand that fits (7.3); points of the play not pegged when the next card is
  laid (7.2.b), his heels when he lays his own first card (6.3.c); a hand or crib not pegged when the next is counted
  or the cards are taken up (9.2); anything pegged that is not owed just then, all at once or card by card (8.3, 8.4).

What the other one may do in it, where only one player is asked about: peg anything, or nothing; say go with a card
that fits above 21 (7.3: below, nobody believes it); give up a hand aloud, if the deal goes on and they do not peg it
later (9.2.c); turn up the crib and take up cards at any time. Cards are laid in turn and within thirty-one by both.
Under every book what is right under the ACC's windows is right; others leave more time, and a history that needs it
is not looked for.

Cost: seconds at worst. A search that has looked at `MOST` tables gives up: nobody is said to be honest, or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

from oracle_evidence import Act, Evidence, Lay, Move, evidence_of
from oracle_table import DEALER, PONE, Moment, hand_worths, put

from cribbage.score.cards import DECK, Card
from cribbage.score.counting import JACK, fast_points
from cribbage.score.pegging import LIMIT, rank_points

MOST: Final = 8_000
GAME_HOLE: Final = 121
NO_GO_UP_TO: Final = 21
HEELS: Final = 2
HEELS_UP_TO: Final = {"alberta-55plus": 115}  # Alberta 9: not from beyond this hole
_CRIBS: Final = frozenset(range(30)) - {19, 25, 26, 27}  # what a crib that nobody read may be worth


@dataclass(frozen=True)
class Answer:
    """What the oracle found. True: there is such a history; False: there is none; None: it gave up."""

    honest: dict[str, bool | None]
    both: bool | None
    tables: int  # that were looked at


def ask(lines: Iterable[str]) -> Answer:
    """Whether each player may have been honest in this deal; raises `NotThisDeal`."""
    evidence = evidence_of(lines)
    searches = {player: _Search(evidence, player) for player in ("A", "B", "AB")}
    both = searches["AB"].found()
    honest = {player: both or searches[player].found() for player in "AB"}
    return Answer(honest, both, sum(search.tables for search in searches.values()))


def right_until(lines: Iterable[str], player: str) -> float:
    """Up to the landing of which move (s) a player may have done nothing wrong; inf: in all of the deal."""
    evidence = evidence_of(lines)
    if _Search(evidence, player).found():
        return inf
    for move in reversed(evidence.moves[player]):
        if _Search(evidence, player, move.lo).found():
            return move.hi
    return -inf


class _Search:
    """All histories of a deal in which some players are honest up to a time."""

    def __init__(self, evidence: Evidence, honest: str, until: float = inf) -> None:
        self.seats = ("B", "A") if evidence.dealer == "A" else ("A", "B")
        self.honest = tuple(player in honest for player in self.seats)
        self.until = until
        self.evidence = evidence
        self.lays = [evidence.lays[player] for player in self.seats]
        self.moves = [evidence.moves[player] for player in self.seats]
        self.goes = evidence.goes
        self.starter: Card | None = None
        self.tables = 0

    def found(self) -> bool | None:
        """Whether there is such a history; None if it was not found before the search gave up."""
        lies = {card for lays in self.lays for lay in lays for card in lay.of} | set(self.evidence.crib or ())
        seen = self.evidence.starter
        for self.starter in [card for card in DECK if card not in lies] if seen is None else [seen]:
            if self._found():
                return True
        return None if self.tables > MOST else False

    def _found(self) -> bool:
        pegs = self.evidence.pegs[self.seats[PONE]], self.evidence.pegs[self.seats[DEALER]]
        start = Moment(pegs=pegs)
        known, ahead = {start}, [start]
        while ahead and self.tables <= MOST:
            table = ahead.pop()
            self.tables += 1
            if self._is_explained(table):
                return True
            for following in [*self.next_of(table)][::-1]:
                if following not in known and not self._is_too_late(following):
                    known.add(following)
                    ahead.append(following)
        return False

    def next_of(self, table: Moment) -> Iterator[Moment]:
        """Every table that one act makes of this one; acts that end it for an honest player are left out."""
        if not table.is_cut:
            yield from self._cut(table)
            return
        for player in (PONE, DEALER):
            yield from self._lay(table, player)
            yield from self._peg(table, player)
            yield from self._nothing(table, player)
        yield from self._end_series(table)
        yield from self._say_go(table)
        yield from self._turn_crib(table)
        yield from self._take_up(table)

    # --- time ----------------------------------------------------------------------------------------------------

    def _at(self, table: Moment, act: Act) -> float | None:
        """When an act is done that is done next, as early as it can be; None if it is too late for it."""
        clock = max(table.clock, act.lo)
        return clock if clock <= act.hi else None

    def _must(self, player: int, clock: float) -> bool:
        """Whether the player has to be right in what they do now."""
        return self.honest[player] and clock <= self.until

    def _open(self, table: Moment) -> Iterator[Act]:
        """The acts that were certainly done, and in this history not yet."""
        for player in (PONE, DEALER):
            yield from (lay for lay in self.lays[player][len(table.hands[player]) :] if lay.sure)
            yield from (
                m
                for m in self.moves[player][table.moved[player] :]
                if m.after not in (None, table.pegs[player])
            )
        yield from self.evidence.taken[table.taken :]
        yield from self.goes[table.goes :]
        if self.evidence.turned and self.evidence.is_turned and not table.is_turned:
            yield self.evidence.turned

    def _is_too_late(self, table: Moment) -> bool:
        return any(act.hi < table.clock for act in self._open(table))

    def _is_explained(self, table: Moment) -> bool:
        """Whether this history has all that was seen; once the game is won nobody owes anything any more."""
        is_won = any(front >= GAME_HOLE for front, _ in table.pegs)
        return is_won or (table.is_cut and next(self._open(table), None) is None)

    # --- the play ------------------------------------------------------------------------------------------------

    def _cut(self, table: Moment) -> Iterator[Moment]:
        """The starter is turned; a Jack is two for the dealer (6.3.a)."""
        assert self.starter is not None
        barred = table.pegs[DEALER][0] > HEELS_UP_TO.get(self.evidence.book, GAME_HOLE)
        owed = (HEELS,) if self.starter.rank == JACK and not barred else ()
        yield table._replace(clock=self.evidence.cut.lo, is_cut=True, owed=((), owed))

    def _lay(self, table: Moment, player: int) -> Iterator[Moment]:
        """A card is laid, in turn; what was owed before it had to be pegged (6.3.c, 7.2.b)."""
        other, laid = 1 - player, len(table.hands[player])
        if laid >= len(self.lays[player]) or (clock := self._at(table, self.lays[player][laid])) is None:
            return
        is_first = not table.hands[PONE] and not table.hands[DEALER]
        if not table.pile and player != table.leader:
            return
        if table.pile and player != table.last and table.gone[player]:
            return
        gone, floors = table.gone, table.floors
        if table.pile and player == table.last:
            passed = self._passes(table, other, clock)
            if passed is None:
                return
            gone, floors = passed
        if self._must(other, clock) and table.owed[other] and not (is_first and player == PONE):
            return
        has_others_leave = not table.left(other) or (table.pile and gone[other])
        if self._must(player, clock) and table.owed[player] and not has_others_leave:
            return
        if self._must(DEALER, clock) and player == DEALER and not laid and table.owed[DEALER]:
            return  # his heels
        owed = list(table.owed)
        if not self._must(player, clock):
            owed[player] = ()
        if not self._must(other, clock):
            owed[other] = ()
        for card in self._cards(table, player, self.lays[player][laid]):
            rank = -card if card < 0 else Card(card).rank
            count = table.total + min(rank, 10)
            if count > LIMIT or min(rank, 10) < floors[player]:
                continue
            pile = (*table.pile, rank)
            units = (*owed[player], points) if (points := rank_points(pile, count)) else owed[player]
            after = table._replace(
                clock=clock, hands=put(table.hands, player, (*table.hands[player], card)), pile=pile, last=player,
                gone=gone, floors=floors, owed=put((owed[PONE], owed[DEALER]), player, units),
            )  # fmt: skip
            yield self._new_series(after) if count == LIMIT else after

    def _cards(self, table: Moment, player: int, lay: Lay) -> Iterator[int]:
        """Which cards this may have been: those read together in any order, any rank for one never read."""
        if lay.of:
            yield from (card for card in lay.of if card not in table.hands[player])
        else:
            lie = [
                -card if card < 0 else Card(card).rank for card in (*table.hands[PONE], *table.hands[DEALER])
            ]
            yield from (-rank for rank in range(1, 14) if lie.count(rank) < 4)

    def _passes(
        self, table: Moment, player: int, clock: float
    ) -> tuple[tuple[bool, bool], tuple[int, int]] | None:
        """A player says go, or has, or has no card: who is gone and what binds them; None if they would not (7.3)."""
        if not table.left(player) or table.gone[player]:
            return table.gone, table.floors
        return self._go(table, player, clock)

    def _go(
        self, table: Moment, player: int, clock: float
    ) -> tuple[tuple[bool, bool], tuple[int, int]] | None:
        if self._must(player, clock):
            floors = put(table.floors, player, max(table.floors[player], LIMIT + 1 - table.total))
            return (put(table.gone, player, True), floors) if floors[player] <= 10 else None
        return (put(table.gone, player, True), table.floors) if table.total > NO_GO_UP_TO else None

    def _say_go(self, table: Moment) -> Iterator[Moment]:
        """Go is said, and tapped in, so that its time is known."""
        if table.goes >= len(self.goes) or (clock := self._at(table, self.goes[table.goes])) is None:
            return
        player = self.seats.index(self.goes[table.goes].by)
        on = table._replace(clock=clock, goes=table.goes + 1)
        says_more = table.pile and table.left(player) and not table.gone[player]
        if says_more and (went := self._go(table, player, clock)):
            yield on._replace(gone=went[0], floors=went[1])
        elif not says_more or not self._must(player, clock):
            yield on

    def _end_series(self, table: Moment) -> Iterator[Moment]:
        """Nobody can go on: one for the last card (7.2.a(6), (8)); it is said aloud, at any time."""
        if not table.pile:
            return
        last, other = table.last, 1 - table.last
        if (passed := self._passes(table, other, table.clock)) is None:
            return
        bound = table._replace(gone=passed[0], floors=passed[1])
        if (stopped := self._passes(bound, last, table.clock)) is None:
            return
        owed = put(table.owed, last, (*table.owed[last], 1))
        yield self._new_series(bound._replace(floors=stopped[1], owed=owed))

    def _new_series(self, table: Moment) -> Moment:
        """The other one leads, if they have a card."""
        leader = 1 - table.last if table.left(1 - table.last) else table.last
        return table._replace(pile=(), gone=(False, False), leader=leader)

    # --- pegs ----------------------------------------------------------------------------------------------------

    def _peg(self, table: Moment, player: int) -> Iterator[Moment]:
        """A peg goes on: an honest player's by what they are owed, the other's as it did."""
        if table.moved[player] >= len(self.moves[player]):
            return
        move = self.moves[player][table.moved[player]]
        if (clock := self._at(table, move)) is None:
            return
        on = table._replace(clock=clock, moved=put(table.moved, player, table.moved[player] + 1))
        if not self.honest[player] or move.lo > self.until:
            # Too late for it: 7.2.b.
            if not (table.is_over and table.owed[1 - player] and self._must(1 - player, clock)):
                yield self._any_peg(on, player, move)
            return
        front, _ = table.pegs[player]
        for points, after in self._dues(table, player):
            pegs = min(front + points, GAME_HOLE), max(front, 0)
            if pegs == move.after or (move.unseen and (move.after is None or pegs[0] < move.after[0])):
                moved = on.moved if pegs == move.after else table.moved
                yield after._replace(clock=clock, moved=moved, pegs=put(table.pegs, player, pegs))

    def _any_peg(self, table: Moment, player: int, move: Move) -> Moment:
        """What the other one pegs may be for anything; for a hand only if it is what that is worth."""
        after = move.after or table.pegs[player]
        shown, points = table.shown, after[0] - table.pegs[player][0]
        if table.is_over and (move.unseen or points in self._worths(table, player)):
            shown = put(shown, player, max(shown[player], 1))
        return table._replace(pegs=put(table.pegs, player, after), shown=shown)

    def _dues(self, table: Moment, player: int) -> Iterator[tuple[int, Moment]]:
        """What a player may peg now: the play's points, card by card or together (7.2.b), or the next count (9.2)."""
        owed = table.owed[player]
        for number in range(1, len(owed) + 1):
            yield sum(owed[:number]), table._replace(owed=put(table.owed, player, owed[number:]))
        if owed or not table.is_over:
            return
        if table.owed[1 - player] and self._must(1 - player, table.clock):
            return  # they have not pegged yet what the last card earned them (7.2.b)
        counted = table._replace(shown=put(table.shown, player, table.shown[player] + 1))
        if self._may_count(table, player):
            yield from ((points, counted) for points in self._worths(table, player) if points)

    def _nothing(self, table: Moment, player: int) -> Iterator[Moment]:
        """A hand or crib worth nothing is counted, and no peg touched (8.2)."""
        is_due = not table.owed[player] and table.is_over and self._may_count(table, player)
        if is_due and 0 in self._worths(table, player):
            yield table._replace(shown=put(table.shown, player, table.shown[player] + 1))

    def _may_count(self, table: Moment, player: int) -> bool:
        """Whether it is this player's turn to count: pone's hand, the dealer's, the crib (9.2)."""
        if player == PONE:
            return table.shown[PONE] == 0
        if table.shown[DEALER]:
            return table.shown[DEALER] == 1 and table.is_turned
        return table.shown[PONE] > 0 or (not self.honest[PONE] and self._has_given_up(table))

    def _has_given_up(self, table: Moment) -> bool:
        """Whether pone may have said that their hand is worth nothing: the deal goes on without it."""
        later = self.moves[PONE][table.moved[PONE] :]
        goes_on = self.evidence.turned is not None or self.evidence.taken
        return bool(goes_on) and not any(
            move.after is None or move.after[0] > move.before[0] for move in later
        )

    def _worths(self, table: Moment, player: int) -> frozenset[int]:
        """What the hand that a player has next to count, or the crib, may be worth."""
        assert self.starter is not None
        if player == DEALER and table.shown[DEALER]:
            crib = self.evidence.crib
            return (
                _CRIBS
                if crib is None
                else frozenset({fast_points(crib[0], crib[1], crib[2], crib[3], self.starter, True)})
            )
        return hand_worths(tuple(sorted(table.hands[player])), self.starter)

    # --- the show ------------------------------------------------------------------------------------------------

    def _turn_crib(self, table: Moment) -> Iterator[Moment]:
        """The crib is turned up: both hands have been counted (9.2.a, d)."""
        turned = self.evidence.turned
        if (
            turned is None
            or table.is_turned
            or not table.is_over
            or (clock := self._at(table, turned)) is None
        ):
            return
        if all(table.shown[player] or not self._must(player, clock) for player in (PONE, DEALER)):
            yield table._replace(clock=clock, is_turned=True)

    def _take_up(self, table: Moment) -> Iterator[Moment]:
        """Cards are taken up: what they are worth has been pegged (9.2, 9.4)."""
        if table.taken >= len(self.evidence.taken) or not table.is_over:
            return
        act = self.evidence.taken[table.taken]
        if (clock := self._at(table, act)) is None:
            return
        due = {self.seats[PONE]: (1, 0), self.seats[DEALER]: (0, 1), "crib": (1, 2), "starter": (1, 2)}[
            act.by
        ]
        if all(
            table.shown[player] >= due[player] or not self._must(player, clock) for player in (PONE, DEALER)
        ):
            yield table._replace(clock=clock, taken=table.taken + 1)
