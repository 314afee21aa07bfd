"""The simulated table as the sensors find it: everything is a question about one instant of table time."""

from __future__ import annotations

import json
import random
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cribbage.codec import observation_body
from cribbage.observations import Observation, Player
from pegwatch.simulated.game import SEATS, Script, other, write_game
from pegwatch.simulated.plants import Plants
from pegwatch.simulated.stage import Stage
from pegwatch.simulated.timeline import Tape, Timeline
from pegwatch.simulated.truth import Truth, truth_of
from vision.scene.model import Scene

_EMPTY = Scene(pack=False)


@dataclass(frozen=True, slots=True)
class _Game:
    header: dict[str, Any]
    script: Script
    tape: Tape
    hole_times: list[float]
    scenes: list[tuple[float, Scene]]
    scene_times: list[float]


class SimulatedTable:
    """Games of two simulated players, one after the other; a pure function of the seed and table time.

    Games are numbered from 1 and written when they are first asked for. Two tables made alike answer alike,
    in whatever order they are asked.
    """

    def __init__(
        self,
        seed: int,
        games: int | None = None,
        plants: Plants | None = None,
        profile: str = "acc-2025",
        *,
        mode: str = "club",
        players: Mapping[Player, str] | None = None,
        dealer: Player = "A",
        with_scenes: bool = True,
        coarse_hands: bool = False,
    ) -> None:
        """`games` None: no end; `dealer` deals first; scenes may be left out, or have fewer hands."""
        self._coarse_hands = coarse_hands
        self.games = games
        self._seed = seed
        self._plants = plants or Plants()
        self._profile = profile
        self._mode = mode
        self._players = dict(players or {"A": "Ann", "B": "Bob"})
        self._first_dealer = dealer
        self._with_scenes = with_scenes
        self._written: list[_Game] = []

    # ---- what the sensors ask ---------------------------------------------------------------------------

    def holes_at(self, t: float) -> frozenset[str]:
        """The holes in which a peg makes contact at table time `t`: ``A22``, ``B-1``, ``game``."""
        game = self._game_at(t)
        if game is None:
            return frozenset()
        return game.tape.holes[max(0, bisect_right(game.hole_times, t) - 1)][1]

    def scene_at(self, t: float) -> Scene:
        """What the camera would see at table time `t`."""
        game = self._game_at(t)
        if game is None or not game.scenes:
            return _EMPTY
        return game.scenes[max(0, bisect_right(game.scene_times, t) - 1)][1]

    def next_change(self, after_t: float) -> float | None:
        """The next instant at which holes, cards or hands change or something is said; None after the end."""
        game = self._game_at(after_t)
        while game is not None:
            coming = [
                times[i]
                for times in (game.hole_times, game.scene_times, [t for t, _ in game.tape.said])
                if (i := bisect_right(times, after_t)) < len(times)
            ]
            if coming:
                return min(coming)
            after_t = max(after_t, game.tape.end)
            number = game.tape.number + 1
            game = self._game(number) if self._exists(number) else None
        return None

    def messages_between(self, t0: float, t1: float) -> list[tuple[float, Observation | dict[str, object]]]:
        """What is tapped in after `t0`, up to and including `t1`: observations, and headers of new games."""
        found: list[tuple[float, Observation | dict[str, object]]] = []
        number = 1
        while self._exists(number):
            game = self._game(number)
            if game.tape.begin > t1:
                break
            found += [(t, message) for t, message in game.tape.said if t0 < t <= t1]
            number += 1
        return found

    # ---- what is known of a game ------------------------------------------------------------------------

    def game_at(self, t: float) -> int:
        """The number of the game being played at table time `t`, the last one after the end."""
        game = self._game_at(t)
        assert game is not None
        return game.tape.number

    def header(self, game: int) -> dict[str, Any]:
        """The header of a game's table log."""
        return dict(self._game(game).header)

    def truth(self, game: int) -> Truth:
        """What really happened in a game."""
        played = self._game(game)
        return truth_of(played.script, played.tape)

    def end_of(self, game: int) -> float:
        """Table time at which the players have finished a game and leaned back."""
        return self._game(game).tape.end

    def as_log(self, game: int) -> list[str]:
        """The table log that perfect sensors would write of a game: its lines, header first."""
        played = self._game(game)
        begin = played.tape.log_begin
        seen = [o for o in played.tape.seen if o.t >= begin]
        if self._exists(game + 1):  # the pegs go back to the start before the next game is announced
            following = self._game(game + 1).tape
            seen += [o for o in following.seen if o.t < following.log_begin]
        bodies = [observation_body(replace(o, t=round(o.t - begin, 3))) for o in seen]
        return [json.dumps(body) for body in (played.header, *bodies)]

    # ---- writing games ----------------------------------------------------------------------------------

    def _exists(self, number: int) -> bool:
        return self.games is None or number <= self.games

    def _game_at(self, t: float) -> _Game | None:
        """The game on whose tape `t` is; the last one for later times, None if there are no games."""
        if not self._exists(1):
            return None
        while not self._written or self._written[-1].tape.end <= t:
            if not self._exists(len(self._written) + 1):
                return self._written[-1]
            self._game(len(self._written) + 1)
        ends = [game.tape.end for game in self._written]
        return self._written[bisect_right(ends, t)]

    def _game(self, number: int) -> _Game:
        if number < 1 or not self._exists(number):
            raise KeyError(f"there is no game {number}")
        while len(self._written) < number:
            self._written.append(self._write(len(self._written) + 1))
        return self._written[number - 1]

    def _write(self, number: int) -> _Game:
        last = self._written[-1] if self._written else None
        dealer = other(last.script.winner) if last else self._first_dealer  # the loser deals
        script = write_game(random.Random(f"{self._seed}/{number}/game"), dealer, self._plants)
        pegs = last.script.pegs if last else {"A": (0, -1), "B": (0, -1)}
        standing = {player: set(pegs[player]) for player in SEATS}
        begin = last.tape.end if last else 0.0
        stage = Stage(
            random.Random(f"{self._seed}/{number}/stage"),
            begin,
            {player: frozenset(holes) for player, holes in standing.items()},
            watched=self._with_scenes,
            coarse=self._coarse_hands,
        )
        chance = random.Random(f"{self._seed}/{number}/time")
        timeline = Timeline(number, begin, standing, chance, stage)
        header = self._header(dealer)
        timeline.begin_game(header)
        for act in script.acts:
            timeline.act(act)
        tape = timeline.finish()
        scene_times = [t for t, _ in stage.scenes]
        return _Game(header, script, tape, [t for t, _ in tape.holes], stage.scenes, scene_times)

    def _header(self, dealer: Player) -> dict[str, Any]:
        return {
            "log": "table/1",
            "profile": self._profile,
            "mode": self._mode,
            "muggins": False,
            "players": self._players,
            "dealer": dealer,
            "pegs": {"A": [0, -1], "B": [0, -1]},
        }
