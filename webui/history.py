"""Games that have been played: their list, the review the policy allows, the log of a finished one."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from cribbage.shown.averages import SEATS, Figures, figures
from cribbage.shown.finished import deals_of, finished
from cribbage.shown.policy import House, Viewer, is_settled, may_be_graded
from cribbage.shown.reveal import review, view
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.errors import DamagedRecord
from firmware.box.gamelog import game_log
from firmware.box.journal import GameInfo
from webui.dealsteps import deal_steps, tally
from webui.gameview import figures_data, summary
from webui.grading import Grades
from webui.live import Hub
from webui.table import Table
from webui.viewtext import Names, add_review_text

Json: TypeAlias = dict[str, Any]
LISTED: Final = 50  # games on one page of the list
DAMAGED: Final = "damaged"
AHEAD: Final = 20  # games whose reviews are made ready beforehand
COUNTED: Final = 100  # games that the players' averages are made of


def _damaged(info: GameInfo) -> Json:
    """The entry of a game whose record is not what was written: nothing of it is told but who played, if that is."""
    named = info.header.get("players")
    names = named if isinstance(named, dict) and named else dict.fromkeys("AB", "?")
    return {
        "game": info.game,
        "began": info.began,
        "players": {str(side): str(name) for side, name in names.items()},
        "target": 121,
        "mode": str(info.header.get("mode") or ""),
        "profile": str(info.header.get("profile") or ""),
        "state": DAMAGED,
        "result": None,
    }


class History:
    """The games of one table. The latest is seen as the hub shows it: on its tick, if it is sanctioned."""

    def __init__(self, table: Table, hub: Hub, house: House) -> None:
        self._table = table
        self._hub = hub
        self._house = house
        self._folded = lru_cache(maxsize=4)(self._fold)
        self._grades = Grades()
        self._looked_ahead: set[int] = set()
        self._counted: dict[int, dict[str, tuple[str, Figures, int]]] = {}
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
        try:
            if info.damaged:
                raise DamagedRecord(f"game {info.game}")
            board, followed = self.board(info.game)
        except DamagedRecord:
            return self._told.setdefault(info.game, _damaged(info))
        known = board if board.has_game else Scoreboard(header=info.header)  # its header is no secret
        shown = view(board, Viewer.public(), self._house, followed=followed)
        entry = {
            "game": info.game,
            "began": info.began,
            "players": {side: known.side_name(side) for side in known.sides},
            "target": known.rules.target,
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

    def deals(self, game: int, viewer: Viewer) -> list[Json]:
        """The deals of a game that this viewer may have, as data."""
        board, followed = self.board(game)
        return review(board, viewer, self._house, followed)

    def review(self, game: int, viewer: Viewer, lang: str) -> list[Json]:
        """The deals of a game that this viewer may have, in words."""
        board, _ = self.board(game)
        return add_review_text(self.deals(game, viewer), Names.at(board), lang)

    def deal_steps(self, game: int, viewer: Viewer, lang: str) -> Json:
        """The deals of a game that this viewer may have, step by step in words; graded where the policy allows it.

        ``tally``: luck and skill of the whole game, None where nothing is graded.
        """
        board, followed = self.board(game)
        told = self.deals(game, viewer)
        if may_be_graded(board, followed):
            told = [deal | {"grades": self._grades.of(deal)} for deal in told]
        names = Names.at(board)
        return {"deals": deal_steps(told, names, lang), "tally": tally(told, board.sides)}

    def look_ahead(self) -> None:
        """Work out the grades of one deal that has none yet: of the game that is on, then of the last ones before it.

        Called again and again while nothing else is to do, so that a review opens at once. What is worked out is kept
        here; who may have it is asked when it is asked for.
        """
        board = self._hub.latest[1]
        closed = [deal for deal in deals_of(board) if board.deal_is_closed(deal)]
        if self._grades.work_out_one(finished(board, deal) for deal in closed):
            return
        for info in reversed(self._table.games()[-AHEAD:]):
            if info.game in self._looked_ahead or info.game >= self._hub.shown.game:
                continue
            try:
                known = self._folded(info.game)
            except DamagedRecord:
                self._looked_ahead.add(info.game)
                continue
            if not self._grades.work_out_one(finished(known, deal) for deal in deals_of(known)):
                self._looked_ahead.add(info.game)
            return

    def summary(self, game: int, viewer: Viewer) -> Json:
        """Course, averages and turning points of the deals that this viewer may have."""
        board, followed = self.board(game)
        told = self.deals(game, viewer)
        winner = board.winner if is_settled(board, followed) else None
        return summary(told, board.ends.get(0, {}), winner if told else None, len(board.seating.seats))

    def players(self) -> list[Json]:
        """Everybody who played one of the last games, with averages over the deals that anybody may see."""
        found: dict[str, tuple[str, Figures, int, int]] = {}
        for info in self._table.games()[-COUNTED:]:
            for name, mine, won in self._by_player(info.game).values():
                _, sum_, games, wins = found.get(name.casefold(), (name, Figures(), 0, 0))
                found[name.casefold()] = (name, sum_ + mine, games + 1, wins + won)
        return [
            {"name": name, "games": games, "won": wins} | figures_data(all_of)
            for name, all_of, games, wins in sorted(found.values(), key=lambda one: one[0].casefold())
        ]

    def whole_table(self) -> Json:
        """The same of the table: every deal of everybody together, and how many games that were."""
        sum_, games = Figures(), 0
        for info in self._table.games()[-COUNTED:]:
            mine = [found for _, found, _ in self._by_player(info.game).values()]
            games += bool(mine)
            for one in mine:
                sum_ += one
        return {"games": games} | figures_data(sum_)

    def _by_player(self, game: int) -> dict[str, tuple[str, Figures, int]]:
        """Name, figures and whether it was won, by seat; of a game that is followed by another it is kept."""
        if game in self._counted:
            return self._counted[game]
        entry = self.find(game)
        if entry is None or entry["state"] == DAMAGED:
            return {}
        board, followed = self.board(game)
        told = review(board, Viewer.public(), self._house, followed)
        winner = board.winner if is_settled(board, followed) else None
        alone = board.sides if told and len(board.seating.seats) == len(SEATS) else ()
        counted = {seat: (board.name(seat), figures(told, seat), int(winner == seat)) for seat in alone}
        if followed:
            self._counted[game] = counted
        return counted

    def left_out(self) -> list[int]:
        """The games that the averages would be made of too, were they not damaged."""
        infos = self._table.games()[-COUNTED:]
        return [info.game for info in infos if self._entry(info)["state"] == DAMAGED]

    def may_export(self, game: int, viewer: Viewer) -> bool:
        """Whether the whole log may leave: the game is settled, and its review for these eyes (row 31)."""
        board, _ = self.board(game)
        return self.is_settled(game) and (board.mode != "sanctioned" or viewer.kind == "player")

    def is_settled(self, game: int) -> bool:
        """Whether nothing of a game can change any more."""
        board, followed = self.board(game)
        return board.has_game and (followed or is_settled(board))

    def log(self, game: int) -> str:
        """A finished game as a table log."""
        return "".join(f"{line}\n" for line in game_log(self._table.events(game=game)))
