"""From hole changes to what the table log calls `holes`: which holes of each track are occupied. Pure.

* A track's pattern is handed out when it has stood still for 300 ms, with the time of its last change. So a
  peg that is slid, tightened or set down twice shows only where it ends up. The two tracks and the game
  hole settle each for themselves: two players may move at once.
* The game hole belongs to both tracks. A peg in it is that of the one track that misses a peg. While both
  miss one nobody gets it; it is decided when one of them has two pegs again.
* More pegs than there are on the board (a spare one, two bridged contacts) are never handed out: the track
  keeps its last good holes, and after 3 s an `Inspect` names the holes. Three pegs in one track and one in
  the other are handed out, for that is how a peg in the wrong track looks; except when two holes side by
  side closed at the same moment, as bridged ones do.
* Where a peg too many comes within a second after a move, the move itself is taken back: it may be the contact
  that closed by itself, and the peg that came last the real one.
* A peg that has been away for 3 s is named too, with the hole in which it stood. It is asked for, never
  guessed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cribbage.log.observations import Holes, Player
from cribbage.sight.pegmoves import RELEASE_S
from firmware.debounce import ChainFault, ChainItem, ChainOk, HoleChange
from firmware.geometry import GAME, Tracks, split_hole

STABLE_S: Final = 0.300
NAMED_AFTER_S: Final = 3.0
TOGETHER_S: Final = 0.020
PEGS: Final = 2
_EPS_S: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Inspect:
    """Somebody must look at some holes; `code` is one of `firmware.faults`, `why` a sentence for the page."""

    t: float
    code: str
    player: Player | None
    holes: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Cleared:
    """The `Inspect` of this code and player is over."""

    t: float
    code: str
    player: Player | None


@dataclass(frozen=True, slots=True)
class TrackLost:
    """From `t` on the pegs of this player cannot be followed; `code` is one of `firmware.faults`."""

    t: float
    player: Player
    code: str


@dataclass(frozen=True, slots=True)
class TrackFound:
    """From `t` on they can again; the `Holes` that follow tell where they stand."""

    t: float
    player: Player


TrackerItem = Holes | Inspect | Cleared | TrackLost | TrackFound
_Key = tuple[str, Player | None]


class HoleTracker:
    """Follows the pegs of one board; `last` is the last `Holes` handed out before a restart.

    After a fault of the chain the pegs are handed out again even where they stand as before: only then is it
    known that nobody moved them. `tell_again` asks for that at the start.
    """

    def __init__(
        self,
        board_map: Tracks,
        last: Holes | None = None,
        masked: Iterable[str] = frozenset(),
        *,
        tell_again: bool = False,
        lost: Iterable[Player] = (),
    ) -> None:
        self.board_map = board_map
        self.masked = frozenset(masked)
        self.open: dict[_Key, Inspect] = {}
        """What somebody is asked to look at right now."""
        self._players = board_map.players
        self._groups = (*self._players, GAME)
        self._closed: dict[str, float] = {}  # every closed hole and since when
        self._changed: dict[str, float] = {}  # the groups that have not settled yet
        self._view: dict[str, frozenset[int]] = {}  # the pattern of the groups that have
        self._over: frozenset[str] = frozenset()
        self._since: dict[_Key, float] = {}
        self._blind = True
        self._tell_again = tell_again
        self._good: dict[Player, frozenset[int]] | None = None
        self._earlier: dict[Player, tuple[frozenset[int], float]] = {}
        """What each track showed before its last change, and when that was."""
        self._last_t = float("-inf")
        self._owner: Player | None = None
        if last is not None:
            self._good = {player: frozenset(last.holes.get(player, ())) for player in self._players}
            self._owner = next((p for p, holes in self._good.items() if board_map.game_hole in holes), None)
        self._whole: dict[Player, frozenset[int]] = dict(self._good or {})
        self._lost: set[Player] = set(lost)
        self._doubted: dict[Player, frozenset[int]] = {}
        """The holes of an overfull track in which no peg was known to stand: one of them may close by itself."""
        self._short: dict[Player, float] = {}
        """Since when a track has shown fewer than two pegs; a restart is taken for a long time."""
        self._both_up: set[Player] = set()
        for player, holes in (self._good or {}).items():
            if len(holes) < PEGS:
                self._short[player] = -math.inf

    @property
    def holes(self) -> Mapping[Player, frozenset[int]] | None:
        """The last holes handed out; None before the first."""
        return self._good

    @property
    def busy(self) -> bool:
        """Whether anything waits for time to pass."""
        return bool(self._changed or self._since)

    def feed(self, t: float, items: Sequence[ChainItem] = ()) -> list[TrackerItem]:
        """Take in what changed on the chain, and that it is now `t`; what is certain by then."""
        out: list[TrackerItem] = []
        for item in items:
            self._settle(item.t, out)
            if isinstance(item, HoleChange):
                self._apply(item)
            elif isinstance(item, ChainFault):
                self._go_blind()
            elif isinstance(item, ChainOk):
                self._blind = False
                self._changed = dict.fromkeys(self._groups, item.t)
        self._settle(t, out)
        self._name(t, out)
        return out

    def set_masked(self, t: float, masked: Iterable[str]) -> None:
        """Ignore these holes from now on, and only these."""
        changed = self.masked ^ frozenset(masked)
        self.masked = frozenset(masked)
        if not self._blind:
            self._changed.update((self._group(hole), t) for hole in changed)

    def next_wake(self) -> float | None:
        """When `feed` must be called again even if nothing changes."""
        times = [at + STABLE_S for at in self._changed.values()]
        times += [at + NAMED_AFTER_S for key, at in self._since.items() if key not in self.open]
        return min(times, default=None)

    def watermark(self, t: float) -> float:
        """Everything before this time has been handed out, given that all changes up to `t` came in."""
        return min(self._changed.values(), default=t)

    # --- changes

    @staticmethod
    def _group(hole: str) -> str:
        return GAME if hole == GAME else split_hole(hole)[0]

    def _apply(self, change: HoleChange) -> None:
        if change.occupied:
            self._closed[change.hole] = change.t
        else:
            self._closed.pop(change.hole, None)
        if change.hole not in self.masked and not self._blind:
            group = self._group(change.hole)
            self._changed[group] = max(change.t, self._changed.get(group, change.t))

    def _go_blind(self) -> None:
        self._blind = self._tell_again = True
        self._changed.clear()
        self._view.clear()
        self._since.clear()

    def _settle(self, now: float, out: list[TrackerItem]) -> None:
        """Judge every group that has stood still for long enough, in order of time."""
        if not self._changed:
            return
        due = [g for g, at in self._changed.items() if now - at >= STABLE_S - _EPS_S]
        for at in sorted({self._changed[group] for group in due}):
            for group in [g for g in due if self._changed.get(g) == at]:
                del self._changed[group]
                self._view[group] = self._pattern(group)
            if len(self._view) == len(self._groups):
                self._judge(at, out)

    def _pattern(self, group: str) -> frozenset[int]:
        holes = [hole for hole in self._closed if hole not in self.masked and self._group(hole) == group]
        if group == GAME:
            return frozenset({self.board_map.game_hole} if holes else ())
        return frozenset(split_hole(hole)[1] for hole in holes)

    # --- judging a settled board

    def _judge(self, at: float, out: list[TrackerItem]) -> None:
        view = self._view
        total = sum(map(len, view.values()))
        self._over = self._overfull(total)
        self._doubt(at)
        self._owner = self._game_owner()
        disputed = bool(view[GAME]) and GAME not in self._over and self._owner is None
        holes: dict[Player, frozenset[int]] = {}
        for player in self._players:
            pattern = view[player] | (view[GAME] if player == self._owner else frozenset())
            if player in self._over:
                if self._good is None:
                    break
                pattern = self._believed(player, at)
            holes[player] = pattern
        else:
            self._follow(at, holes, out)
            self._hand_out(at, holes, out)
        self._note(at, self._wrongs(holes, total, disputed))

    def _believed(self, player: Player, at: float) -> frozenset[int]:
        """What to hold of a track with a peg too many: its last good pattern, less what had only just come into it.

        A contact that closes by itself while a peg is in the air looks like that peg put down. If the real one comes
        down before the move counts as let go, neither of the two is believed: the peg is in the air still.
        """
        assert self._good is not None
        good, (earlier, changed_at) = self._good[player], self._earlier.get(player, (frozenset(), -math.inf))
        return good & earlier if at - changed_at < RELEASE_S else good

    def _hand_out(self, at: float, holes: dict[Player, frozenset[int]], out: list[TrackerItem]) -> None:
        for player, pattern in holes.items():
            if len(pattern) == PEGS:
                self._whole[player] = pattern
        for player, pattern in holes.items():
            known = self._good.get(player) if self._good is not None else None
            if known is not None and known != pattern:
                self._earlier[player] = (known, at)
        if holes != self._good or self._tell_again:
            self._good, self._tell_again = holes, False
            self._last_t = max(at, self._last_t)
            out.append(Holes(self._last_t, dict(holes)))

    def _overfull(self, total: int) -> frozenset[str]:
        """The groups whose pattern cannot be one of pegs alone, and those of which that is not over yet.

        A contact that closed by itself stays a peg too many while a peg is in the air, though two seem to stand then:
        a track is believed again when one of the holes that came unexpectedly has opened.
        """
        view, most = self._view, PEGS * len(self._players)
        over: set[str] = set()
        for player in self._players:
            was_over = player in self._over
            if len(view[player]) > PEGS:
                if total > most or was_over or self._bridged(player):
                    over.add(player)
            elif was_over and self._doubted[player] <= view[player]:
                over.add(player)
        if view[GAME] and (
            GAME in self._over or (not over and all(len(view[player]) >= PEGS for player in self._players))
        ):
            over.add(GAME)
        return frozenset(over)

    def _doubt(self, at: float) -> None:
        """Note which holes of the overfull tracks came unexpectedly."""
        doubted: dict[Player, frozenset[int]] = {}
        for player in self._players:
            if player in self._over:
                pattern = self._view[player]
                still = self._doubted.get(player, frozenset()) & pattern
                known = self._believed(player, at) if self._good is not None else frozenset()
                doubted[player] = still or (pattern - known) or pattern
        self._doubted = doubted

    def _follow(self, at: float, holes: Mapping[Player, frozenset[int]], out: list[TrackerItem]) -> None:
        """Say which tracks cannot be followed, or can be again.

        Where one peg has been away for long and then the other goes as well, the first may stand in a hole that does
        not notice it. Where a peg has left the game hole and nobody lifted it, its contact closes by itself.
        """
        for player in self._players:
            pattern = holes[player]
            code = "third-peg" if player in self._over else ""
            if GAME in self._over and self.board_map.game_hole in (self._good or {}).get(player, ()):
                code = "spare-peg"
            if player not in self._over:
                if len(pattern) < PEGS:
                    self._short.setdefault(player, at)
                    if not pattern:
                        self._both_up.add(player)
                since = self._short.get(player, at)
                if player in self._both_up and at - since >= NAMED_AFTER_S - _EPS_S:
                    code = "peg-missing"
                if len(pattern) >= PEGS:
                    self._short.pop(player, None)
                    self._both_up.discard(player)
            if code and player not in self._lost:
                self._lost.add(player)
                out.append(TrackLost(max(at, self._last_t), player, code))
            if player in self._lost and player not in self._over and len(pattern) == PEGS:
                self._lost.discard(player)
                self._tell_again = True
                out.append(TrackFound(max(at, self._last_t), player))

    def _bridged(self, player: Player) -> bool:
        """Whether two new holes side by side closed at the same moment."""
        before = self._good[player] if self._good is not None else frozenset()
        new = [f"{player}{number}" for number in self._view[player] - before]
        return any(
            other in self.board_map.neighbours[hole]
            and abs(self._closed[hole] - self._closed[other]) <= TOGETHER_S
            for hole in new
            for other in new
        )

    def _game_owner(self) -> Player | None:
        """Whose peg is in the game hole, if that is certain."""
        if not self._view[GAME] or GAME in self._over:
            return None
        short = [p for p in self._players if p not in self._over and len(self._view[p]) < PEGS]
        if self._owner in short:
            return self._owner
        return short[0] if len(short) == 1 else None

    # --- what is asked for

    def _wrongs(self, holes: Mapping[Player, frozenset[int]], total: int, disputed: bool) -> set[_Key]:
        wrongs: set[_Key] = {("third-peg", player) for player in self._over if player != GAME}
        if GAME in self._over:
            wrongs.add(("spare-peg", None))
        if disputed:
            wrongs.add(("game-hole-disputed", None))
        elif total == 0:
            wrongs.add(("board-empty", None))
        elif total < PEGS * len(self._players):
            wrongs |= {
                ("peg-missing", player)
                for player, pattern in holes.items()
                if len(pattern) < PEGS and player not in self._over
            }
        return wrongs

    def _note(self, at: float, wrongs: set[_Key]) -> None:
        self._since = {key: self._since.get(key, at) for key in wrongs}

    def _name(self, now: float, out: list[TrackerItem]) -> None:
        """Open the inspections that are due and close those that are over."""
        if self._blind or len(self._view) < len(self._groups):
            return
        for key in [key for key in self.open if key not in self._since]:
            del self.open[key]
            out.append(Cleared(now, *key))
        for key, at in self._since.items():
            if key not in self.open and now - at >= NAMED_AFTER_S - _EPS_S:
                self.open[key] = self._inspect(now, *key)
                out.append(self.open[key])

    def _inspect(self, now: float, code: str, player: Player | None) -> Inspect:
        if code == "third-peg" and player is not None:
            pattern = self._view[player]
            holes = self._names(player, self._doubted[player])
            why = f"Track {player} shows {len(pattern)} pegs: look at {_list(holes)}."
            if len(pattern) <= PEGS:
                why = f"Is there a peg in {_list(holes)}? Lift it and put it back."
        elif code == "peg-missing" and player is not None:
            stands = self._good[player] if self._good is not None else frozenset()
            holes = self._names(player, self._whole.get(player, frozenset()) - stands)
            hidden = [hole for hole in sorted(self.masked) if self._group(hole) in (player, GAME)]
            why = f"A peg of track {player} is missing" + (f"; it stood in {_list(holes)}." if holes else ".")
            if hidden:
                why += f" It may stand in {_list(hidden)}, which is ignored."
        elif code == "board-empty":
            holes, why = (), "There is no peg on the board."
        elif code == "spare-peg":
            holes, why = (GAME,), "There is a peg in the game hole, and both players have their two pegs."
        else:
            holes, why = (GAME,), "There is a peg in the game hole, and both players miss one: whose is it?"
        return Inspect(now, code, player, holes, why)

    def _names(self, player: Player, numbers: Iterable[int]) -> tuple[str, ...]:
        game = self.board_map.game_hole
        return tuple(GAME if n == game else f"{player}{n}" for n in sorted(numbers))


def _list(holes: Sequence[str]) -> str:
    return " and ".join(["the game hole" if hole == GAME else hole for hole in holes])
