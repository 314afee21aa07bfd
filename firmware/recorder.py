"""From the inbox through the referee into the journal: the only place where events are written.

Contract. In: the journal's inbox (observations of board, eye, page and players, in log form, each with its table
time) and a time up to which all of them have been reported. Out: events, appended together with the mark that
their observation was taken, in one transaction. Wrong items are taken and recorded as ``refused``, never
raised. Cost: one query when nothing waits; one commit for all that was taken at a time.

Order is by (table time, source), so what comes out does not depend on which process was quicker. Table time
becomes game time here: the log of a game starts at 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cribbage.codec import header_from, observation_body, observation_from
from cribbage.errors import CribbageError
from cribbage.events import Event
from cribbage.observations import Fault, Holes, Observation
from cribbage.referee import Referee
from firmware.box.journal import GAME_KIND, InboxItem, Journal, is_over
from firmware.gamelog import TABLE_T0

NO_GAME: Final = 0  # the number under which things are kept that were seen before any game began
NEW_GAME: Final = "new_game"
TIME_KIND: Final = "time"  # time passed up to here with nothing observed, and something came of it
# At the same instant the eye comes first: a card that lies there when a peg is let go was played before it.
_RANK: Final = {"eye": 0, "board": 1}
_LAST_RANK: Final = 2


class Recorder:
    """The referee of the game in progress and the journal it writes to.

    Made anew after a restart it feeds the game's observations to a fresh referee, which is deterministic, and
    goes on from there; what it said then is in the journal already and is not written twice.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.game = NO_GAME
        self._referee: Referee | None = None
        self._t0 = 0.0
        self._last_t = 0.0
        self._holes: Mapping[str, Any] | None = None  # the latest, in log form
        self._faults: dict[str, Mapping[str, Any]] = {}  # part -> its fault, in log form
        self._restore()

    # --- going on after a restart ------------------------------------------------------------------------

    def _restore(self) -> None:
        for stored in self._journal.events():
            event = stored.event
            if event.kind == GAME_KIND:
                self.game = stored.game
                self._t0 = float(event.body.get(TABLE_T0, 0.0))
                self._referee = Referee(header_from(event.body))
                self._last_t = 0.0
            elif event.kind == "seen":
                self._remember(event.body)
                self._last_t = event.t
                if self._referee is not None:
                    self._referee.receive(observation_from(event.body))
            elif event.kind == TIME_KIND and self._referee is not None:
                self._last_t = event.t
                self._referee.tick(event.t)

    def _remember(self, body: Mapping[str, Any]) -> None:
        if "holes" in body:
            self._holes = body
        elif "fault" in body:
            fault = observation_from(body)
            assert isinstance(fault, Fault)
            if fault.is_over:
                self._faults.pop(fault.part, None)
            else:
                self._faults[fault.part] = body

    # --- what is known ------------------------------------------------------------------------------------

    @property
    def last_holes(self) -> Holes | None:
        """The pegs as last recorded, for the board's watch to go on from."""
        found = observation_from(self._holes) if self._holes is not None else None
        return found if isinstance(found, Holes) else None

    def has_fault(self, part: str, what: str | None = None) -> bool:
        """Whether a part was last recorded as faulty (of that kind)."""
        body = self._faults.get(part)
        return body is not None and (what is None or body["fault"]["what"] == what)

    def next_deadline(self) -> float:
        """Table time in s at which the referee wants to be woken; infinite if it does not."""
        deadline = self._referee.next_deadline() if self._referee is not None else None
        return math.inf if deadline is None else self._t0 + deadline

    # --- taking -------------------------------------------------------------------------------------------

    def take(self, until: float) -> int:
        """Judge everything reported up to table time `until`; return how many events were written."""
        written = 0
        due = [item for item in self._journal.pending() if item.t <= until]
        for item in sorted(due, key=_order):
            events = self._judge(item)
            self._journal.append(self.game, events, [item.id])
            written += len(events)
        return written + self._let_time_pass(until)

    def _let_time_pass(self, until: float) -> int:
        if self._referee is None or self.next_deadline() > until:
            return 0
        t = round(until - self._t0, 3)
        events = self._referee.tick(t)
        if not events:
            return 0
        # The mark lets a restart let the same time pass again; and nothing may be reported as earlier now.
        self._journal.append(self.game, [Event(TIME_KIND, t, {}), *events])
        self._last_t = max(self._last_t, t)
        return 1 + len(events)

    def _judge(self, item: InboxItem) -> Sequence[Event]:
        try:
            if NEW_GAME in item.body:
                return self._begin(item)
            return self._feed(item.body, item.t - self._t0)
        except CribbageError as error:
            body = {"source": item.source, "body": dict(item.body), "why": str(error)}
            return [Event("refused", self._last_t, body)]

    def _feed(self, body: Mapping[str, Any], t: float) -> list[Event]:
        """One observation at game time `t`, with whatever fell due before it."""
        t = max(round(t, 3), self._last_t)
        stamped = {"t": t, **{key: value for key, value in body.items() if key != "t"}}
        observation: Observation = observation_from(stamped)
        before = self._referee.tick(t) if self._referee is not None else []
        self._last_t = t
        self._remember(stamped)
        after = self._referee.receive(observation) if self._referee is not None else []
        return [*before, Event("seen", t, stamped), *after]

    def _begin(self, item: InboxItem) -> list[Event]:
        """Start a game: the header becomes its first event, then what the board shows and what is amiss."""
        header = dict(item.body[NEW_GAME])
        referee = Referee(header_from(header))  # raises before anything is changed if the header is wrong
        ended = self._end_game()
        if ended:
            self._journal.append(self.game, ended)
        self.game = max((info.game for info in self._journal.games()), default=NO_GAME) + 1
        self._referee, self._t0, self._last_t = referee, item.t, 0.0
        events = [Event(GAME_KIND, 0.0, {**header, TABLE_T0: item.t})]
        standing = [self._holes] if self._holes is not None else []
        for body in [*standing, *self._faults.values()]:
            events += self._feed(body, 0.0)
        return events

    def _end_game(self) -> list[Event]:
        """Close the game in progress where it stands: a new one is beginning."""
        if self._referee is None:
            return []
        events = self._referee.finish()
        ended = any(is_over(stored.event) for stored in self._journal.events(game=self.game))
        if not ended and not any(is_over(event) for event in events):
            events = [*events, Event("phase", self._last_t, {"phase": "over", "why": "abandoned"})]
        return events


def _order(item: InboxItem) -> tuple[float, int, int]:
    return item.t, _RANK.get(item.source, _LAST_RANK), item.id


def report(journal: Journal, source: str, observations: Sequence[Observation]) -> None:
    """Put observations into the inbox under their own table time."""
    for observation in observations:
        journal.put(source, observation.t, observation_body(observation))
