"""Games that have been played: their list, the review the policy allows, the log of a finished one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from cribbage.policy import House, Viewer, is_settled
from cribbage.reveal import review, view
from cribbage.scoreboard import SEATS, Scoreboard
from firmware.box.gamelog import game_log
from firmware.box.journal import GameInfo
from webui.live import Hub
from webui.table import Table
from webui.tell import dress_review

Json: TypeAlias = dict[str, Any]
LISTED: Final = 50  # games on one page of the list


class History:
    """The games of one table. The latest is seen as the hub shows it: on its tick, if it is sanctioned."""

    def __init__(self, table: Table, hub: Hub, house: House) -> None:
        self._table = table
        self._hub = hub
        self._house = house
        self._folded = lru_cache(maxsize=4)(self._fold)
        self._told: dict[
            int, Json
        ] = {}  # entries of games that another one has followed: they stay as they are

    def entries(self, before: int | None = None) -> list[Json]:
        """The newest games (older than game `before`), newest first; what is told is what the policy allows."""
        games = [info for info in self._table.games() if before is None or info.game < before]
        return [self._entry(info) for info in reversed(games[-LISTED:])]

    def find(self, game: int) -> Json | None:
        """The entry of one game; None if there is no such game."""
        return next((self._entry(info) for info in self._table.games() if info.game == game), None)

    def _entry(self, info: GameInfo) -> Json:
        if info.game in self._told:
            return self._told[info.game]
        names = info.header.get("players") or {}
        board, followed = self.board(info.game)
        shown = view(board, Viewer.public(), self._house, followed=followed)
        entry = {
            "game": info.game,
            "began": info.began,
            "players": {seat: str(names.get(seat) or seat) for seat in SEATS},
            "mode": board.mode,
            "profile": str(info.header.get("profile") or ""),
            "state": shown["state"] if shown["state"] in ("over", "ended") else "on",
            "result": shown.get("over"),
        }
        if followed:
            self._told[info.game] = entry
        return entry

    def board(self, game: int) -> tuple[Scoreboard, bool]:
        """A game's board, and whether another game has begun since."""
        shown = self._hub.shown
        if game >= shown.game:
            return (shown.board if game == shown.game else Scoreboard.empty()), False
        return self._folded(game), True

    def _fold(self, game: int) -> Scoreboard:
        return Scoreboard.fold(stored.event for stored in self._table.events(game=game))

    def review(self, game: int, viewer: Viewer, lang: str) -> list[Json]:
        """The deals of a game that this viewer may have."""
        board, followed = self.board(game)
        names = {seat: board.name(seat) for seat in SEATS}
        return dress_review(review(board, viewer, self._house, followed), names, lang)

    def may_export(self, game: int) -> bool:
        """Whether the whole log of a game may leave: only when it is over and settled."""
        board, followed = self.board(game)
        return board.has_game and (followed or is_settled(board))

    def log(self, game: int) -> str:
        """A finished game as a table log."""
        return "".join(f"{line}\n" for line in game_log(self._table.events(game=game)))
