"""The pictures kept of a game's readings, for those who may see them: `cribbage.shown.shots` decides, on the
server."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from cribbage.shown.policy import House, Viewer
from cribbage.shown.shots import shots_for
from webui.history import History
from webui.table import Table

Json: TypeAlias = dict[str, Any]
_URL: Final = "/api/v1/games/{game}/pictures/{key}.jpg"


class Album:
    """The pictures of one table's games. A picture that may not be seen looks the same as one that is not there."""

    def __init__(self, table: Table, history: History, house: House) -> None:
        self._table = table
        self._history = history
        self._house = house

    def listing(self, game: int, viewer: Viewer) -> list[Json]:
        """The pictures of a game that this viewer may see now, oldest first; each with its ``url``.

        A picture listed here may no longer be kept: the oldest make room for new ones.
        """
        board, followed = self._history.board(game)
        shots = shots_for(board, viewer, self._house, followed)
        return [shot | {"url": _URL.format(game=game, key=shot["key"])} for shot in shots]

    def jpeg(self, game: int, viewer: Viewer, key: str) -> bytes | None:
        """One of them; None if it is not among them, or is no longer kept."""
        if all(shot["key"] != key for shot in self.listing(game, viewer)):
            return None
        return self._table.kept_picture(key)
