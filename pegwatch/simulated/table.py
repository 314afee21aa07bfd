"""The simulated table as the sensors find it: everything is a question about one instant of table time."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from cribbage.log.codec import observation_body
from cribbage.log.observations import Observation, Player
from pegwatch.simulated.game import SEATS, pegs_at
from pegwatch.simulated.games import Games
from pegwatch.simulated.plants import Plants
from pegwatch.simulated.setting import LAYINGS, Laying
from pegwatch.simulated.timeline import Tape
from pegwatch.simulated.truth import Truth, truth_of
from vision.scene.model import Scene

_MOMENT_S: Final = 0.1  # how long ago a perfect eye looked last
_EMPTY = Scene(pack=False)


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
        laying: Laying = LAYINGS["spread"],
        with_scenes: bool = True,
        coarse_hands: bool = False,
        start: int = 0,
    ) -> None:
        """`games` None: no end; `dealer` deals first, then who lost the last game; both begin with the score `start`.

        Scenes may be left out or have fewer arms in them; when things happen does not depend on it.
        """
        header: dict[str, object] = {
            "log": "table/1",
            "profile": profile,
            "mode": mode,
            "muggins": False,
            "players": dict(players or {"A": "Ann", "B": "Bob"}),
            "dealer": dealer,
            "pegs": {player: list(pegs_at(start)) for player in SEATS},
            "sight": {"since": True},
        }
        self._games = Games(
            seed, games, plants or Plants(), dealer, header, laying,
            watched=with_scenes, coarse=coarse_hands, start=start,
        )  # fmt: skip

    # ---- what the sensors ask ---------------------------------------------------------------------------

    def holes_at(self, t: float) -> frozenset[str]:
        """The holes in which a peg makes contact at table time `t`: ``A22``, ``B-1``, ``game``."""
        game = self._games.at(t)
        if game is None:
            return frozenset()
        return game.tape.holes[max(0, bisect_right(game.hole_times, t) - 1)][1]

    def scene_at(self, t: float) -> Scene:
        """What the camera would see at table time `t`."""
        game = self._games.at(t)
        if game is None or not game.scenes:
            return _EMPTY
        return game.scenes[max(0, bisect_right(game.scene_times, t) - 1)][1]

    def next_change(self, after_t: float) -> float | None:
        """The next instant at which holes, cards or arms change or something is said; None after the end."""
        for game in self._games.between(after_t, float("inf")):
            coming = [
                times[i]
                for times in (game.hole_times, game.scene_times, game.said_times)
                if (i := bisect_right(times, after_t)) < len(times)
            ]
            if coming:
                return min(coming)
        return None

    def messages_between(self, t0: float, t1: float) -> list[tuple[float, Observation | dict[str, object]]]:
        """What is tapped in after `t0`, up to and including `t1`: observations, and headers of new games."""
        return [
            (t, message)
            for game in self._games.between(t0, t1)
            for t, message in game.tape.said
            if t0 < t <= t1
        ]

    # ---- what is known of a game ------------------------------------------------------------------------

    def game_at(self, t: float) -> int:
        """The number of the game being played at table time `t`, the last one after the end; 0: no games."""
        game = self._games.at(t)
        return 0 if game is None else game.tape.number

    def header(self, game: int) -> dict[str, Any]:
        """The header of a game's table log."""
        return self._games.header(game)

    def truth(self, game: int) -> Truth:
        """What really happened in a game; `KeyError` if there is no such game."""
        played = self._games.game(game)
        return truth_of(played.script, played.tape)

    def tape(self, game: int) -> Tape:
        """A game as it happened, with the time of every act; `KeyError` if there is no such game."""
        return self._games.game(game).tape

    def end_of(self, game: int) -> float:
        """Table time at which the players have finished a game and leaned back."""
        return self._games.game(game).tape.end

    def as_log(self, game: int) -> list[str]:
        """The table log that perfect sensors would write of a game: its lines, header first.

        Its eye says of each card that it was not there a moment before.
        """
        tape = self._games.game(game).tape
        begin = tape.log_begin
        seen = [o for o in tape.seen if o.t >= begin]
        if self._games.exists(game + 1):  # the pegs go back to the start before the next game is announced
            following = self._games.game(game + 1).tape
            seen += [o for o in following.seen if o.t < following.log_begin]
        bodies = [observation_body(replace(o, t=round(o.t - begin, 3))) for o in seen]
        for body in bodies:
            if "cards" in body:
                body["since"] = round(max(body["t"] - _MOMENT_S, 0.0), 3)
        return [json.dumps(body) for body in (self.header(game), *bodies)]
