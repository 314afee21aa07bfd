"""Pegs followed by the camera: from looks at the board to the observations that a board with contacts makes.

Contract. In: the small picture of each step of the eye, full pictures when asked for, table time. Out: `Holes` with
the time at which they were first seen so, `Fault` of the board for a track that cannot be seen for long, a
watermark, and what people are asked to look at. A track counts as seen only where two looks in a row saw the same.
While an arm or anything else covers it the watermark waits where it was last seen, for `BLIND_AFTER_S`; then it is
said that its pegs cannot be followed, until it is seen again. What was lifted and put back meanwhile nobody knows,
and nobody is judged by it. On a board that is walked twice the holes are told as scores; where the lap is not clear
the track is a fault until a person says the lap (`say`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from cribbage.log.observations import Fault, Holes, Observation
from cribbage.sight.contract import SINCE, UNSEEN_S
from firmware.debounce import ChainFault, ChainItem, ChainOk, HoleChange
from firmware.faults import fault_text
from firmware.geometry import GAME
from firmware.health import notes
from firmware.holes import PEGS, HoleTracker, Inspect, TrackFound, TrackLost
from firmware.laps import UNCLEAR, Laps, hole_of
from vision.arrays import Picture, as_u8
from vision.frames import Frame, SmallFrame
from vision.pegs.board import PegBoard
from vision.pegs.pose import MARGIN_MM
from vision.pegs.reader import PegLook, PegReader
from vision.zones import TableFix

BOARD: Final = "board"
COVERED: Final = "track-covered"
BLIND_AFTER_S: Final = 10.0
MISSED_S: Final = 60.0  # unseen for this long, a player may have pegged more than tells one lap from the next
ALERT_S: Final = 0.1  # between looks while anything is in doubt,
IDLE_S: Final = 0.5  # and while all is seen and nothing stirs
_ANYWAY_S: Final = 2.0  # how often to look at least, though nothing stirred
_STIRRED_STEPS, _STIRRED_PX = 10, 5  # this many grey steps at this many pixels of the small picture


class PegFollower:
    """What the looks at one board say; pure. `last` and `lost` restore what had been told before a restart.

    `players` are those who peg in this game: what stands in another track says nothing.
    """

    def __init__(
        self,
        board: PegBoard,
        last: Holes | None = None,
        lost: Iterable[str] = (),
        players: Iterable[str] | None = None,
    ) -> None:
        if players is not None:
            board = replace(board, tracks={who: board.tracks[who] for who in players if who in board.tracks})
        self._board = board
        self._laps = Laps(board, last)
        self._tracker = HoleTracker(board, _on_board(board, last), tell_again=bool(last))
        self._unclear: frozenset[str] = frozenset()
        self._answered: set[str] = set()
        self._lost_t: dict[str, float] = {}
        self._closed: frozenset[str] = frozenset()
        self._before: PegLook | None = None
        self._first: dict[str, float] = {}
        """Since when each track, and the game hole, has looked as it did at the last look."""
        self._seen_t: dict[str, float] = {}
        self._since: dict[str, float] = {}
        """For what is not told yet: when each group was last seen before it changed."""
        self._lost = set(lost) & set(board.players)
        self._tracker_lost: set[str] = set()
        for player in self._lost:
            self._laps.missed(player)
        self._is_begun = False
        self._t = 0.0

    @property
    def asked(self) -> tuple[Inspect, ...]:
        """What people are asked to look at."""
        return tuple(self._tracker.open.values())

    @property
    def unfollowed(self) -> frozenset[str]:
        """The tracks that cannot be seen, and were said to be so."""
        return frozenset(self._lost)

    @property
    def lap_asked(self) -> Mapping[str, tuple[int, ...]]:
        """The tracks whose pegs' lap is not clear, each with the scores at which its front peg can be."""
        return {player: self._laps.question(player) for player in sorted(self._unclear)}

    def say(self, player: str, front: int) -> bool:
        """A person says at which score the front peg of an unclear track is; whether that answers it."""
        is_answer = self._laps.say(player, front)
        if is_answer:
            self._answered.add(player)
        return is_answer

    @property
    def is_settled(self) -> bool:
        """Whether all is seen and nothing waits for time to pass."""
        settled = self._is_begun and not self._tracker.busy and not self._lost and not self._answered
        return settled and all(t >= self._t for t in self._seen_t.values())

    def watermark(self) -> float:
        """Everything up to this time has been told."""
        known = self._lost | {GAME} if self._lost else set()
        waits = [t for group, t in self._seen_t.items() if group not in known]
        told = min([self._t, *waits])
        return min(told, self._tracker.watermark(self._t)) if self._is_begun else told

    def rested(self, t: float) -> None:
        """Nothing on the board has stirred up to `t`: what was seen still is so."""
        if self.is_settled:
            self._t = t
            self._seen_t = dict.fromkeys(self._seen_t, t)

    def look(self, t: float, look: PegLook | None) -> list[Observation]:
        """Take in a look at time `t`, or that there is none; what is certain by then, in order of time."""
        if not self._seen_t:
            self._seen_t = dict.fromkeys((*self._board.players, GAME), t)
        self._t = max(t, self._t)
        out: list[Observation] = []
        items: list[ChainItem] = []
        if look is not None:
            out += self._unwatched(look)
            items = self._changes(look)
        self._before = look
        if not self._is_begun and all(self._first.get(group, t) < t for group in self._seen_t):
            self._is_begun = True
            items.append(ChainOk(t))
        found = self._found(t)
        if found and self._is_begun:
            items += [
                ChainFault(t, COVERED, ""),
                ChainOk(t),
            ]  # the pegs are told again where they stand as before
        if self._answered:
            out += self._lap(self._dated(Holes(t, self._laps.told)))
        out += [
            Fault(t, BOARD, "ok", track=track) for track in sorted(found - self._tracker_lost - self._unclear)
        ]
        for item in self._tracker.feed(t, items):
            if isinstance(item, Holes):
                out += self._lap(self._dated(self._laps.take(item)))
            elif isinstance(item, TrackLost):
                self._tracker_lost.add(item.player)
                if item.player not in self._lost | self._unclear:
                    out.append(Fault(item.t, BOARD, item.code, track=item.player))
            elif isinstance(item, TrackFound):
                self._tracker_lost.discard(item.player)
                if item.player not in self._lost | self._unclear:
                    out.append(Fault(item.t, BOARD, "ok", track=item.player))
        out += self._seen_again(t)
        return [*out, *self._give_up(t)]

    def _lap(self, told: Holes) -> list[Observation]:
        """The pegs in scores, and before them what has become clear of their lap, or is not any more."""
        before, self._unclear = self._unclear, self._laps.unclear
        self._answered.clear()
        known = self._lost | self._tracker_lost
        clear = [Fault(told.t, BOARD, "ok", track=who) for who in sorted(before - self._unclear - known)]
        unclear = [Fault(told.t, BOARD, UNCLEAR, track=who) for who in sorted(self._unclear - before - known)]
        return [*clear, *unclear, told]

    def _changes(self, look: PegLook) -> list[ChainItem]:
        """What has changed in the tracks that two looks in a row saw alike, each with the time of the first."""
        before, now = self._before, self._patterns(look)
        earlier = {} if before is None else self._patterns(before)
        closed = self._closed
        items: list[ChainItem] = []
        for group in self._seen_t:
            pattern = now.get(group)
            if pattern is None or pattern != earlier.get(group):
                self._first[group] = look.t
                continue
            mine = frozenset(hole for hole in closed if _group(hole) == group)
            at = self._first[group]
            items += [HoleChange(at, hole, occupied=hole in pattern) for hole in sorted(mine ^ pattern)]
            closed = (closed - mine) | pattern
            if mine != pattern or at - self._seen_t[group] >= UNSEEN_S:
                self._since.setdefault(group, self._seen_t[group])
            self._seen_t[group] = look.t
        self._closed = closed
        return sorted(items, key=lambda item: item.t)

    def _dated(self, told: Holes) -> Holes:
        """The same with when each track that may have changed was last seen before."""
        since = {}
        for who, holes in told.holes.items():
            groups = (who, GAME) if self._board.game_hole in holes else (who,)
            known = [self._since[group] for group in groups if group in self._since]
            if known and who not in self._laps.unclear:
                since[who] = round(min(*known, told.t), 3)
        self._since.clear()
        return replace(told, extra={SINCE: since}) if since else told

    def _seen_again(self, t: float) -> list[Observation]:
        """The pegs of a track that was covered stand as before: nobody saw what was done meanwhile."""
        if not self._is_begun or self._tracker.busy or self._lost or not self._since or not self._laps.told:
            return []
        return [self._dated(Holes(t, self._laps.told))]

    def _unwatched(self, look: PegLook) -> list[Observation]:
        """Say that a track was not followed where its pegs were moved unseen for long, or both of them: what one
        sees then may be what several moves came to, and nobody knows when they were made."""
        told: list[Observation] = []
        if not self._is_begun or self._before is None:
            return told
        now, earlier = self._patterns(look), self._patterns(self._before)
        for track in self._board.players:
            pattern, since = now.get(track), self._seen_t[track]
            if pattern is None or pattern != earlier.get(track) or track in self._lost:
                continue
            mine = frozenset(hole for hole in self._closed if _group(hole) == track)
            is_long = self._first[track] - since >= UNSEEN_S and mine != pattern
            if is_long or len(mine - pattern) >= PEGS:
                self._lost.add(track)
                if track not in self._tracker_lost:
                    told.append(Fault(since, BOARD, COVERED, track=track))
        return told

    def _patterns(self, look: PegLook) -> Mapping[str, frozenset[str]]:
        """The occupied holes of each track that is seen, and of the game hole."""
        playing = {who: look.tracks[who] for who in self._board.players}
        patterns = {who: frozenset(f"{who}{n}" for n in holes) for who, holes in playing.items()}
        for who in patterns.keys() - look.seen:
            # An arm over a part of the track, and both pegs where they were known to stand: nothing has changed.
            if len(patterns[who]) != PEGS or not patterns[who] <= self._closed:
                del patterns[who]
        game = look.game
        if game is None and playing.keys() <= look.seen and all(len(h) == 2 for h in playing.values()):
            game = False  # every peg stands elsewhere
        # Whose a peg in the game hole is, the tracks tell: it comes and goes with what they show at the same look.
        if game is not None and (game is (GAME in self._closed) or patterns.keys() == playing.keys()):
            patterns[GAME] = frozenset({GAME} if game else ())
        return patterns

    def _found(self, t: float) -> set[str]:
        """The tracks that were lost and are seen again."""
        found = {track for track in self._lost if self._seen_t[track] >= t and self._seen_t[GAME] >= t}
        self._lost -= found
        for track in found:
            if t - self._lost_t.get(track, -math.inf) > MISSED_S:
                self._laps.missed(track)
        return found

    def _give_up(self, t: float) -> list[Observation]:
        """Say of what has been covered for too long that it cannot be followed."""
        told: list[Observation] = []
        for track in self._board.players:
            since = min(self._seen_t[track], self._seen_t[GAME])
            if track not in self._lost and t - since >= BLIND_AFTER_S:
                self._lost.add(track)
                self._lost_t[track] = since
                if track not in self._tracker_lost | self._unclear:
                    told.append(Fault(since, BOARD, COVERED, track=track))
        return told


def _on_board(board: PegBoard, told: Holes | None) -> Holes | None:
    """The holes of a board in which the pegs stand that were told in scores."""
    if told is None:
        return None
    return replace(
        told, holes={who: frozenset(hole_of(board, n) for n in scores) for who, scores in told.holes.items()}
    )


def _group(hole: str) -> str:
    return GAME if hole == GAME else hole[0]


class PegWatch:
    """Looks at the board when something stirs on it, and now and then anyway."""

    def __init__(self, reader: PegReader, follower: PegFollower, grab: Callable[[], Frame | None]) -> None:
        """`grab` takes a full picture of now."""
        self.follower = follower
        self._reader = reader
        self._grab = grab
        self._small: Picture | None = None
        self._looked_t = -1e9
        self._wants_look = True

    def step(self, now: float, small: SmallFrame | None, fix: TableFix | None) -> list[Observation]:
        """Take in one step of the eye; what has become certain."""
        if small is None or fix is None:
            self._wants_look = True
            return self.follower.look(now, None)
        stirred = self._has_stirred(small, fix)
        due = now - self._looked_t >= _ANYWAY_S
        if not (stirred or due or self._wants_look or not self.follower.is_settled):
            self.follower.rested(small.t)
            return []
        frame = self._grab()
        self._looked_t = now
        self._wants_look = stirred
        look = None if frame is None else self._reader.look(frame, fix)
        return self.follower.look(now if frame is None else frame.t, look)

    def notes(self) -> list[dict[str, Any]]:
        """What is wrong with the pegs, as `firmware.health` says it."""
        found = notes(None, self.follower.asked, (), ())
        for code, is_so in ((COVERED, self.follower.unfollowed), (UNCLEAR, self.follower.lap_asked)):
            if is_so:
                text = fault_text(code)
                found.append({
                    "code": code, "severity": text.severity, "part": BOARD, "sentence": text.what, "mend": text.fix,
                })  # fmt: skip
        return found

    def wait_s(self) -> float:
        """How long the next step may wait."""
        return IDLE_S if self.follower.is_settled and not self._wants_look else ALERT_S

    def _has_stirred(self, small: SmallFrame, fix: TableFix) -> bool:
        """Whether the board in the small picture differs from that at the last step."""
        x0, y0, x1, y1 = self._reader.board.bounds_mm(MARGIN_MM)
        corners = fix.scaled(small.size_px).px(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        w, h = small.size_px
        part = small.grey[
            max(0, int(top)) : min(h, int(bottom) + 1), max(0, int(left)) : min(w, int(right) + 1)
        ]
        soft = as_u8(cv2.blur(part, (3, 3)))
        before, self._small = self._small, soft
        if before is None or before.shape != soft.shape:
            return True
        return cv2.countNonZero(as_u8(cv2.absdiff(soft, before) > _STIRRED_STEPS)) >= _STIRRED_PX
