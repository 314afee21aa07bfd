"""What the holes themselves show of how well they are seen: dead, stuck and bridged contacts betray themselves.

A track has two pegs. Where more show, or fewer for longer than anybody holds a peg, a contact lies; what it hides or
makes up may explain what else seems wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set
from math import inf
from typing import Final

from cribbage.book.game import Game
from cribbage.log.observations import Cards, Holes, Observation, Player, Said
from cribbage.score.track import score_of
from cribbage.sight.contract import CALLED_S, LATE_S, QUICK_CALLED_S, UNSEEN_S, UNUSUALLY
from cribbage.sight.pegmoves import RELEASE_S

PEGS_OF_A_SIDE: Final = 2
"""How many pegs a track has."""
_TIMES_KEPT: Final = 4
_MOST_ACTS_WHILE_HELD: Final = 2  # cards and words while somebody holds a peg


class Contacts:
    """Follows how many pegs show in each track of one game; times in log time (s)."""

    def __init__(self, game: Game) -> None:
        """`game`: as it begins, with the pegs where its players say that they stand."""
        self._said_to_stand = {side: watch.rest.holes for side, watch in game.watches.items()}
        self._began_bare: dict[Player, bool] = {}  # whether no peg was seen when a track was told first
        self._shows_too_many: set[Player] = set()  # tracks in which more pegs showed than there are
        self._shows_too_few: set[Player] = set()  # in which one stayed out of sight longer than it is held
        self._acts_while_up: dict[Player, int] = {}  # cards and words, while a peg of this track was not seen
        self._up_since: dict[Player, float] = {}  # when a peg of this track went out of sight
        self._was_up: dict[Player, deque[tuple[float, float]]] = {}  # lately: from when, until when one was
        self._times_bare: dict[Player, int] = {}  # how often since then both have been
        self._in_a_dead_hole: set[Player] = set()  # sides of which a peg seems to be in one now
        # How pegs stood when one of them came out of a dead hole, and nothing has come down since.
        self._out_of_a_dead_hole: dict[Player, frozenset[int]] = {}
        self._came_out_t: dict[Player, float] = {}  # when one last did
        self._shown_last: Mapping[Player, frozenset[int]] = {}
        self._lifted_from: dict[Player, tuple[float, frozenset[int]]] = {}  # when, from which two holes
        self._was_up_long = False  # any peg of the board, for longer than one is held
        self._perhaps_astray: set[Player] = set()  # of whose pegs one is up, or stands in another track
        self._over_two: set[Player] = set()  # of these, whose last peg came down over a bridged contact
        self._down_again: set[Player] = set()  # whose last peg came down after it was up for a while
        # When such a peg stood again where it had stood, and the score by the other one: it may have been back there.
        self._perhaps_back: dict[Player, deque[tuple[float, int]]] = {}

    @property
    def lie(self) -> bool:
        """Whether any contact of the board has lied."""
        return bool(self._shows_too_many or self._shows_too_few)

    @property
    def may_lie(self) -> bool:
        """Whether any contact of the board has lied, or a peg was up for so long that it may have been put down in a
        dead hole meanwhile, and taken up again."""
        return self.lie or self._was_up_long

    def lie_of(self, side: Player) -> bool:
        """Whether a contact of this track has."""
        return side in self._shows_too_many or side in self._shows_too_few

    def hide(self, side: Player) -> bool:
        """Whether a contact of this track has hidden a peg."""
        return side in self._shows_too_few

    def is_down_again(self, side: Player) -> bool:
        """Whether the last peg of this track was up for so long that it may have stood, unseen."""
        return side in self._down_again

    def may_hide(self, side: Player) -> bool:
        """Whether a contact of this track has hidden a peg, or may have hidden the last one."""
        return self.hide(side) or self.is_down_again(side)

    def may_start_dead(self, side: Player, holes: Set[int]) -> bool:
        """Whether pegs are said to stand in these holes since the game began, and when the track was told first
        neither was seen: one of them may have been lifted, and the other stand in a dead hole."""
        return self._began_bare.get(side, False) and holes == self._said_to_stand[side]

    @property
    def down_again(self) -> Set[Player]:
        """The tracks whose last peg was up for so long that it may have stood, unseen."""
        return self._down_again

    @property
    def up_now(self) -> Set[Player]:
        """The tracks of which a peg does not show now."""
        return self._up_since.keys()

    def came_out_of_a_dead_hole(self, side: Player, hole: int) -> bool:
        """Whether a peg that stands there now may have come out of a dead hole: nobody knows from where."""
        return hole in self._out_of_a_dead_hole.get(side, ())

    def came_out_since(self, side: Player, t: float) -> bool:
        """Whether a peg of this track has come out of a dead hole since then: nobody knows how far it was moved."""
        return self._came_out_t.get(side, -inf) >= t

    def lowest_since(self, side: Player, t: float, lowest: int) -> int:
        """The lowest score at which a side may have stood after that time, its peg back in a dead hole unseen;
        `lowest`: the lowest that its pegs showed."""
        return min([lowest] + [score for since, score in self._perhaps_back.get(side, ()) if since > t])

    def up_for(self, side: Player, now: float, *, of_another: bool) -> float:
        """How long (s) a peg of this track has been out of sight, or the longest `of_another`; 0 where none is."""
        up = (now - since for one, since in self._up_since.items() if (one != side) == of_another)
        return max(up, default=0.0)

    def _other_was_up_at(self, side: Player, t: float) -> bool:
        """Whether a peg of another track was out of sight at that time, lately."""
        up = [times for one, times in self._was_up.items() if one != side]
        is_up = any(since < t for one, since in self._up_since.items() if one != side)
        return is_up or any(since < t < until for times in up for since, until in times)

    def may_be_anothers(self, side: Player, t: float) -> bool:
        """Whether what came down in a track at that time may be a peg of another, which was out of sight just then:
        one of its own stands in a dead hole, or was up for so long before that it may."""
        was_long_up = self.was_on_its_way(side, t) >= LATE_S
        return (self.may_hide(side) or was_long_up) and self._other_was_up_at(side, t)

    def was_on_its_way(self, side: Player, t: float) -> float:
        """How long (s) the peg of this track that came down at that time had been up; 0 where none did lately."""
        was_up = self._was_up.get(side, ())
        return max((until - since for since, until in was_up if until == t), default=0.0)

    def may_have_stood_between(self, side: Player, t: float) -> bool:
        """Whether the peg of this track that came down at that time may have stood in a dead hole on its way."""
        return self.was_on_its_way(side, t) >= CALLED_S

    def came_down_late(self, side: Player) -> float:
        """When the peg of another track than this one that came down last did, if it had been up for so long that it
        may have been set wrong into a dead hole, called and put right; else infinite."""
        others = [times[-1] for one, times in self._was_up.items() if one != side]
        since, until = max(others, key=lambda times: times[1], default=(inf, inf))
        return until if until - since >= CALLED_S else inf

    def follows_at_once(self, side: Player, t: float) -> bool:
        """Whether the peg of this track that came down at that time was taken up as soon as one of another had come
        down, which had been up for much longer than its side's others: it may have stood in a dead hole meanwhile."""
        up_t = next((since for since, until in self._was_up.get(side, ()) if until == t), -inf)
        others = [list(times) for one, times in self._was_up.items() if one != side]
        return any(
            until <= up_t < until + RELEASE_S
            and until - since >= max(QUICK_CALLED_S, UNUSUALLY * max(end - begin for begin, end in before))
            for *before, (since, until) in others
            if len(before) > 1
        )

    def came_down_late_since(self, side: Player, t: float) -> list[float]:
        """When pegs of other tracks did so since then."""
        others = [times for one, times in self._was_up.items() if one != side]
        return [
            until for times in others for since, until in times if until > t and until - since >= CALLED_S
        ]

    def may_peg_unseen(self, game: Game) -> Set[Player]:
        """The sides that may peg just now without being seen."""
        held = {side for side, acts in self._acts_while_up.items() if acts > _MOST_ACTS_WHILE_HELD}
        return held | set(game.unseen_tracks)

    def see(self, seen: Observation, game: Game) -> set[Player]:
        """Take in an observation; returns the sides of which points too many may have been called, and put back,
        unseen. A contact lies where more pegs show than there are, or too few while people play on."""
        holes = holes_shown(seen, game)
        if sum(map(len, holes.values())) > PEGS_OF_A_SIDE * len(holes):
            self._shows_too_many |= {side for side, shown in holes.items() if len(shown) > PEGS_OF_A_SIDE}
        if isinstance(seen, Holes):
            self._look_for_dead_holes(seen, game)
        for side, shown in holes.items():
            if side in game.lost_alone:
                self._take_over(side, shown, game)
            if len(shown) >= PEGS_OF_A_SIDE or game.faults or game.astray is not None:
                self._acts_while_up[side] = 0
            elif isinstance(seen, Said) or (isinstance(seen, Cards) and seen.seen):
                self._acts_while_up[side] = self._acts_while_up.get(side, 0) + 1
                if self._acts_while_up[side] > _MOST_ACTS_WHILE_HELD:
                    self._note_hidden(side)
        return self._calls_unseen(seen, holes, game) if isinstance(seen, Holes) else set()

    def _take_over(self, side: Player, shown: frozenset[int], game: Game) -> None:
        """The book does not follow this track any more for what its holes showed: a contact of it has lied."""
        if len(shown) > PEGS_OF_A_SIDE:
            self._shows_too_many.add(side)
        elif side in game.acted_over:
            self._note_hidden(side)

    def _note_hidden(self, side: Player) -> None:
        self._in_a_dead_hole |= {side} & self._up_since.keys()
        self._shows_too_few.add(side)

    def _look_for_dead_holes(self, seen: Holes, game: Game) -> None:
        """A peg that stays out of sight while another side pegs, or while the other one of it goes, comes and goes
        again, stands in a dead hole: nobody holds one so long."""
        shows_more = any(len(holes) > PEGS_OF_A_SIDE for holes in seen.holes.values())
        for side, holes in seen.holes.items():
            self._began_bare.setdefault(side, not holes)
            if len(holes) >= PEGS_OF_A_SIDE:
                self._times_bare.pop(side, None)
                if (since := self._up_since.pop(side, None)) is not None:
                    self._was_up.setdefault(side, deque(maxlen=_TIMES_KEPT)).append((since, seen.t))
                    if seen.t - since >= UNSEEN_S and side not in self._perhaps_astray:
                        self._was_up_long = True
                    self._perhaps_astray.discard(side)
                    self._out_of_a_dead_hole[side] = holes if side in self._in_a_dead_hole else frozenset()
                    if side in self._in_a_dead_hole:
                        self._came_out_t[side] = seen.t
                    self._in_a_dead_hole.discard(side)
                    longer = (one for one, since in self._up_since.items() if seen.t - since >= LATE_S)
                    for one in longer:
                        self._note_hidden(one)
                continue
            self._up_since[side] = _out_of_sight_since(self._up_since.get(side, seen.t), side, seen.t, game)
            if shows_more:
                self._perhaps_astray.add(side)
            if not holes and self._shown_last.get(side):
                self._times_bare[side] = self._times_bare.get(side, 0) + 1
                if self._times_bare[side] > 1:
                    self._note_hidden(side)
        self._shown_last = seen.holes

    def _calls_unseen(
        self, seen: Holes, shown_by: Mapping[Player, frozenset[int]], game: Game
    ) -> set[Player]:
        """A peg that was up for a while may have been set too far, into a dead hole, and put back after a call: so it
        seems if it stands again where it stood; and if it came down over a bridged contact, which shows three, and is
        taken up again."""
        called = set[Player]()
        for side, shown in shown_by.items():
            if len(shown) > PEGS_OF_A_SIDE:  # one of them over a bridged contact, or from one that sticks
                if side in self._lifted_from or max(shown) > game.watches[side].rest.front:
                    self._over_two.add(side)
                continue
            if len(shown) < PEGS_OF_A_SIDE:
                if side in self._over_two:  # it was put down, perhaps too far, and is taken up again
                    called.add(side)
                since, stood = self._lifted_from.get(side, (seen.t, game.watches[side].rest.holes))
                self._lifted_from[side] = _out_of_sight_since(since, side, seen.t, game), stood
                self._down_again.discard(side)
                continue
            self._over_two.discard(side)
            since, stood = self._lifted_from.pop(side, (inf, shown))
            if seen.t - since >= LATE_S:
                self._down_again.add(side)
                if shown == stood:
                    called.add(side)
                    kept = self._perhaps_back.setdefault(side, deque(maxlen=_TIMES_KEPT))
                    kept.append((seen.t, min(map(score_of, shown))))
        return called


def _out_of_sight_since(since: float, side: Player, now: float, game: Game) -> float:
    """Since when a peg of this track, lifted at `since`, is out of sight: meanwhile it may have been seen in another
    track, where its hole told whose score it was (Rule: ACC 8.7, 8.8)."""
    astray = game.judged_astray
    is_of_side = astray is not None and astray.is_known and astray.owner == side
    return now if is_of_side and since < astray.t < since + LATE_S else since


def holes_shown(seen: Observation, game: Game) -> dict[Player, frozenset[int]]:
    """The holes that show in each track: as they were told just now, else as its watch has them."""
    shown = {side: watch.holes for side, watch in game.watches.items()}
    if isinstance(seen, Holes):
        shown |= {side: holes for side, holes in seen.holes.items() if side in shown}
    return shown


def score_shown(side: Player, game: Game) -> int:
    """The score that a side's pegs show, let go of or not."""
    return max((game.score(side), *map(score_of, game.watches[side].holes)))
