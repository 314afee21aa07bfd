"""This table to the club's hub: finished games, the live score as the policy lets it out, and health.

The journal is the only queue: `Outbox` numbers its finished games, `Sender` says which of them are due, and both can
be asked again from nothing after a restart. Topics and payloads are those of `cribbage.log.wire`.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from types import MappingProxyType
from typing import Any, Final

from cribbage.log import wire
from cribbage.log.wire import FinishedGame, Have
from cribbage.shown.policy import House, Viewer
from cribbage.shown.reveal import view
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.errors import DamagedRecord
from firmware.box.journal import GAME_KIND, GameInfo, Journal
from firmware.broker import Address, Line

TICK_S: Final = 5.0
"""Live scores go out on a fixed rhythm, so that no delay betrays anything (reveal policy 3.5)."""
RESEND_S: Final = 30.0
WINDOW: Final = 20
"""How many games are on their way at a time: days without a network do not flood the broker."""
_PATIENCE_S: Final = 3.0  # how long to wait for the hub's word before sending from the first game on
TWO: Final = ("A", "B")
_LIVE: Final = ("state", "mode", "profile", "dealer", "over")


class Outbox:
    """The finished games of a journal, numbered from 1 in order; the latest as soon as its result may be told."""

    def __init__(self, journal: Journal, stream: str, house: House) -> None:
        self._journal = journal
        self._stream = stream
        self._house = house
        self._done: list[FinishedGame | None] = []
        self._folded = 0
        self._last: FinishedGame | None = None
        self._board = Scoreboard.empty()
        self._game = 0
        self._n = 0
        self._untimed: frozenset[int] = frozenset()

    @property
    def games(self) -> list[FinishedGame | None]:
        """All of them; number n is at place n - 1, None where its record is damaged: it had a number, most likely. Of
        a game that a later one precedes by the clock it is not known when it began: the clock was put back between
        them, so it had been wrong."""
        found = [*self._done, *([self._last] if self._last is not None else [])]
        return [
            replace(game, began=0.0) if game is not None and game.game in self._untimed else game
            for game in found
        ]

    def look(self) -> None:
        """Read what is new in the journal."""
        infos = self._journal.games()
        self._untimed = _untimed(infos)
        for info in infos[self._folded : max(0, len(infos) - 1)]:
            board = self._fold(info)
            finished = self._finished(info, board, followed=True) if board is not None and info.over else None
            if finished is not None or board is None:
                self._done.append(finished)
            self._folded += 1
        if infos:
            self._follow(infos[-1])

    def _fold(self, info: GameInfo) -> Scoreboard | None:
        """A game that is followed by another; None where its record is damaged."""
        if info.damaged:
            return None
        try:
            return Scoreboard.fold(stored.event for stored in self._journal.events(game=info.game))
        except DamagedRecord:
            return None

    def _follow(self, info: GameInfo) -> None:
        """The present game, event by event."""
        if info.game != self._game:
            self._game, self._board, self._n = info.game, Scoreboard.empty(), 0
        for stored in self._journal.events(after=self._n, game=info.game):
            if stored.n > self._n and (self._n or stored.event.kind == GAME_KIND):
                self._board = self._board.apply(stored.event)
                self._n = stored.n
        self._last = self._finished(info, self._board, followed=False)

    def _finished(self, info: GameInfo, board: Scoreboard, followed: bool) -> FinishedGame | None:
        """The result, once the policy lets the public have it."""
        over = view(board, Viewer.public(), self._house, followed=followed).get("over")
        if not isinstance(over, Mapping) or board.sides != TWO or over.get("winner") not in TWO:
            return None  # events are of two sides
        winner, target = str(over["winner"]), board.rules.target
        scores = {side: target if side == winner else int(over["loser_score"]) for side in TWO}
        names = {side: board.side_name(side) for side in TWO}
        return FinishedGame(
            self._stream, len(self._done) + 1, info.game, names, scores,
            str(info.header.get("mode") or ""), str(info.header.get("profile") or ""), info.began,
            seat=str(info.header.get("seat") or ""), code=self._journal.code(info.game),
        )  # fmt: skip

    def live(self) -> dict[str, Any]:
        """The public's view of the present game: never more than the policy allows."""
        shown = view(self._board, Viewer.public(), self._house)
        players = [
            {key: player.get(key) for key in ("seat", "name", "score")} for player in shown.get("players", ())
        ]
        return {key: shown[key] for key in _LIVE if shown.get(key) is not None} | {"players": players}

    @property
    def calling(self) -> bool:
        """Whether somebody at the table asks for judges."""
        return self._board.judge_called_by is not None


def _untimed(infos: Sequence[GameInfo]) -> frozenset[int]:
    """The games that began after a later one, by the clock."""
    earliest, found = math.inf, set()
    for info in reversed(infos):
        if info.began > earliest:
            found.add(info.game)
        earliest = min(earliest, info.began)
    return frozenset(found)


@dataclass
class Sender:
    """Which games are due, given what the hub has confirmed. No clock of its own: `now` in s comes in."""

    have: Have | None = None
    _sent: dict[int, float] = field(default_factory=dict)
    _since: float | None = None

    def line_up(self) -> None:
        """The line is new: what was on its way may be lost, and the hub says again what it has."""
        self._sent.clear()
        self._since = None

    def confirm(self, have: Have) -> None:
        """The hub says up to which number it has everything."""
        self.have = have
        self._sent = {n: at for n, at in self._sent.items() if n > have.n}

    def is_another_journal(self, games: Sequence[FinishedGame | None]) -> bool:
        """The hub has more, or other, games of this stream than the journal: it was set back to an older copy.

        Then nothing is sent, because the hub would take new games for old ones; the table says so in its health.
        """
        have = self.have
        if have is None or have.n == 0:
            return False
        if have.n > len(games):
            return True
        last = games[have.n - 1]
        return bool(have.sum) and last is not None and last.sum != have.sum

    def is_stuck(self, games: Sequence[FinishedGame | None]) -> bool:
        """Whether the next game that the hub waits for is damaged: it takes them in order, so none after it goes."""
        first = self.have.n if self.have is not None else 0
        return first < len(games) and games[first] is None

    def due(self, games: Sequence[FinishedGame | None], now: float) -> list[FinishedGame]:
        """Games to be sent now, lowest number first; they count as sent."""
        if self._since is None:
            self._since = now
        if (self.have is None and now - self._since < _PATIENCE_S) or self.is_another_journal(games):
            return []
        first = self.have.n if self.have is not None else 0
        window = games[first : first + WINDOW]
        waiting = [game for game in takewhile(lambda game: game is not None, window) if game is not None]
        found = [game for game in waiting if now - self._sent.get(game.n, -RESEND_S) >= RESEND_S]
        self._sent.update({game.n: now for game in found})
        return found

    def waiting(self, games: Sequence[FinishedGame | None]) -> int:
        """How many games the hub has not confirmed."""
        return max(0, len(games) - (self.have.n if self.have is not None else 0))


class Uplink:
    """Keeps the hub informed. `step` is called again and again; whatever fails on the line is tried again."""

    def __init__(
        self,
        outbox: Outbox,
        stream: str,
        table: str,
        address: Address,
        wall: Callable[[], float] = time.time,
        seated: Callable[[Sequence[wire.Seat]], None] | None = None,
        kind: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """`wall`: this table's wall clock, in s; `seated` is told which games the hub seats here, in the line's own
        thread; `kind`: what the health says of the kind of table (``pegs``, ``cards``, ``sanctioned``)."""
        self.table = table
        self._wall = wall
        self._seated = seated
        self._kind = dict(kind)
        self._outbox = outbox
        self._stream = stream
        self._sender = Sender()
        self._new_line = False
        self._told: dict[str, bytes] = {}
        self._live_at = -TICK_S
        gone = (wire.topic(table, wire.STATE), wire.write({"state": wire.GONE}))
        self._gone = gone
        self.line = Line(address, f"pegwatch-{table}", self._connected, self._heard, will=gone)

    def start(self) -> None:
        """Connect, now or whenever the broker is there."""
        self.line.start()

    def _connected(self) -> None:
        self._new_line = True

    def _heard(self, topic: str, payload: bytes) -> None:
        """The hub's word; anything else that comes is not for us."""
        try:
            table, what = wire.read_topic(topic)
            body = wire.read(payload)
        except wire.BadMessage:
            return
        if table == self.table and what == wire.HAVE:
            self._sender.confirm(wire.read_have(body, self._stream))
        elif table == self.table and what == wire.SEAT and self._seated is not None:
            try:
                self._seated(wire.read_seats(body))
            except wire.BadMessage as error:
                logging.getLogger(__name__).warning("the hub's seat was not understood: %s", error)

    def step(self, now: float, parts: Sequence[Mapping[str, Any]]) -> None:
        """Look at the journal and send what is due; `parts` is the table's health, part by part."""
        self._outbox.look()
        if not self.line.is_up:
            return
        if self._new_line:
            self._new_line = False
            self._told.clear()
            self._sender.line_up()
            self.line.subscribe(wire.topic(self.table, wire.HAVE))
            if self._seated is not None:
                self.line.subscribe(wire.topic(self.table, wire.SEAT))
            self._tell(wire.STATE, {"state": wire.HERE})
        games = self._outbox.games
        for game in self._sender.due(games, now):
            body = replace(game, sent=self._wall()).body()
            self.line.publish(wire.topic(self.table, wire.GAME), wire.write(body))
        if now - self._live_at >= TICK_S:
            self._live_at = now
            self._tell(wire.LIVE, self._outbox.live())
            self._tell(wire.HEALTH, self._health(parts, games), always=True)

    def _health(
        self, parts: Sequence[Mapping[str, Any]], games: Sequence[FinishedGame | None]
    ) -> dict[str, Any]:
        said = [dict(part) for part in parts]
        if self._sender.is_another_journal(games):
            note = "the hub knows other games of this journal, an older copy: enter new games by hand"
            said.append({"part": "uplink", "state": "fault", "note": note})
        elif self._sender.is_stuck(games):
            note = (
                "the record of a game is damaged: enter it and those after it by hand, or restore the journal"
            )
            said.append({"part": "uplink", "state": "fault", "note": note})
        waiting = self._sender.waiting(games)
        return {"parts": said, "waiting": waiting, "calling": self._outbox.calling, **self._kind}

    def _tell(self, what: str, body: Mapping[str, Any], always: bool = False) -> None:
        """Publish where something has changed; health always, as a sign of life."""
        payload = wire.write(body)
        if (always or self._told.get(what) != payload) and self.line.publish(
            wire.topic(self.table, what), payload, retain=True
        ):
            self._told[what] = payload

    def stop(self) -> None:
        """Say good-bye; the hub shows the table as gone."""
        self.line.stop(self._gone)
