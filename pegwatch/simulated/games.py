"""The games of a simulated table, written when they are asked for; only the last few are kept at length."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cribbage.log.observations import Player
from pegwatch.simulated.game import SEATS, Script, other, pegs_at, write_game
from pegwatch.simulated.plants import Plants
from pegwatch.simulated.setting import LAYINGS, Laying
from pegwatch.simulated.stage import Stage
from pegwatch.simulated.timeline import Tape, Timeline
from vision.scene.model import Scene

_KEPT: Final = 3  # games kept at length: about a megabyte each


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game at length: as written, as it happened, as it looked; the times are there to be searched."""

    script: Script
    tape: Tape
    scenes: list[tuple[float, Scene]]
    hole_times: list[float]
    scene_times: list[float]
    said_times: list[float]


@dataclass(frozen=True, slots=True)
class _Start:
    """What a game begins with: enough to write it again. `begin` is in table seconds."""

    dealer: Player
    pegs: dict[Player, tuple[int, int]]
    begin: float


class Games:
    """The games of one seed, numbered from 1, one after the other without a gap.

    `count` None: no end. The same arguments give the same games, also when one is written a second time.
    """

    def __init__(
        self,
        seed: int,
        count: int | None,
        plants: Plants,
        dealer: Player,
        header: dict[str, object],
        laying: Laying = LAYINGS["spread"],
        *,
        watched: bool = True,
        coarse: bool = False,
        start: int = 0,
    ) -> None:
        self._seed = seed
        self._count = count
        self._plants = plants
        self._header = header
        self._laying = laying
        self._watched = watched
        self._coarse = coarse
        self._score = start  # with which both begin a game
        self._starts = [_Start(dealer, dict.fromkeys(SEATS, pegs_at(start)), 0.0)]  # of game 1, 2, ...
        self._kept: dict[int, PlayedGame] = {}

    def exists(self, number: int) -> bool:
        """Whether there is a game of this number."""
        return number >= 1 and (self._count is None or number <= self._count)

    def game(self, number: int) -> PlayedGame:
        """A game at length; `KeyError` if there is none of this number."""
        if not self.exists(number):
            raise KeyError(f"there is no game {number}")
        while number > len(self._starts):
            self._read(len(self._starts))
        return self._read(number)

    def at(self, t: float) -> PlayedGame | None:
        """The game being played at table time `t`: the last one for later times, None if there are none."""
        while self.exists(len(self._starts)) and self._starts[-1].begin <= t:
            self._read(len(self._starts))
        number = max(1, bisect_right([start.begin for start in self._starts], t))
        if self._count is not None:
            number = min(number, self._count)
        return self._read(number) if number else None

    def between(self, t0: float, t1: float) -> Iterator[PlayedGame]:
        """The games that were going on at some time from `t0` to `t1`, in order."""
        game = self.at(t0)
        while game is not None and game.tape.begin <= t1:
            yield game
            number = game.tape.number + 1
            game = self.game(number) if self.exists(number) else None

    def header(self, number: int) -> dict[str, object]:
        """The header of a game's table log."""
        if not self.exists(number):
            raise KeyError(f"there is no game {number}")
        self.game(number)
        return self._header | {"dealer": self._starts[number - 1].dealer}

    def _read(self, number: int) -> PlayedGame:
        """A game whose start is known, from those kept or written (again)."""
        game = self._kept.get(number)
        if game is None:
            start = self._starts[number - 1]
            game = self._kept[number] = self._write(number, start)
            if len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
            if number == len(self._starts):
                script = game.script
                self._starts.append(_Start(other(script.winner), script.pegs, game.tape.end))
        return game

    def _write(self, number: int, start: _Start) -> PlayedGame:
        def chance(what: str) -> random.Random:
            return random.Random(f"{self._seed}/{number}/{what}")

        profile = str(self._header["profile"])
        script = write_game(chance("game"), start.dealer, self._plants, profile, self._score)
        standing = {player: set(start.pegs[player]) for player in SEATS}
        frozen = {player: frozenset(holes) for player, holes in standing.items()}
        stage = Stage(
            chance("stage"), start.begin, frozen, self._laying, watched=self._watched, coarse=self._coarse
        )
        timeline = Timeline(number, start.begin, standing, chance("time"), stage)
        timeline.begin_game(self._header | {"dealer": start.dealer})
        for act in script.acts:
            timeline.act(act)
        tape = timeline.finish()
        times = ([t for t, _ in changes] for changes in (tape.holes, stage.scenes, tape.said))
        return PlayedGame(script, tape, stage.scenes, *times)
