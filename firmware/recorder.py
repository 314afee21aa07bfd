"""From the inbox through the referee into the journal: the only place where events are written.

Contract. In: the journal's inbox (observations of board, eye, page and players, in log form, each with its table
time) and a time up to which all of them have been reported. Out: events, appended together with the mark that
their observation was taken, in one transaction. Wrong items are taken and recorded as ``refused``, never
raised. Cost: one query when nothing waits; one commit for each item that was taken.

Order is by (table time, source), so what comes out does not depend on which process was quicker. Table time
becomes game time here: the log of a game starts at 0. Orders to the workshop are no observations: they are
done as soon as they come.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from cribbage.errors import CribbageError
from cribbage.log.codec import SEATS, header_from, observation_body, observation_from
from cribbage.log.events import Event
from cribbage.log.observations import BLIND, CRIB, STARTER, Fault, Holes, Observation
from cribbage.replay.resuming import REFEREE, VERSION, Resumed, version_in
from cribbage.sight.contract import SINCE, TABLE, UNPLACED
from cribbage.worlds.referee import Referee
from firmware.box.errors import BoxError, DamagedRecord
from firmware.box.gamelog import TABLE_T0
from firmware.box.journal import CALL_KIND, GAME_KIND, InboxItem, Journal, is_finite, is_over, is_text
from firmware.tablestate import CONTACTS_KIND, MASKS_KIND, NO_GAME, TableState

NEW_GAME: Final = "new_game"
ORDER: Final = "workshop"
TIME_KIND: Final = "time"  # time passed up to here with nothing observed, and something came of it
END_KIND: Final = "end"  # another game was asked for: this one is settled as it stands
BOARD: Final = "board"
# At the same instant the eye comes first: a card that lies there when a peg is let go was played before it.
_RANK: Final = {"eye": 0, BOARD: 1}
_LAST_RANK: Final = 2
_DEVICES: Final = frozenset({"eye", "pegs", BOARD})
"""Who tells of all tracks and places that a table has, no matter who plays."""
_LOGGED: Final = frozenset({GAME_KIND, "deal", "refused", "ask", MASKS_KIND, END_KIND})
NOT_FINITE: Final = "a number in it is not finite (NaN or infinity): it is not kept"
HALF: Final = "half a character stands in it: it is not kept"
_log: Final = logging.getLogger(__name__)


class _Shape(msgspec.Struct):
    """Keys that are no observations and have to be objects; the codec looks at the rest."""

    new_game: dict[str, Any] = {}
    workshop: dict[str, Any] = {}
    call: dict[str, Any] = {}


class OrderError(ValueError):
    """An order to the workshop that cannot be carried out; the message says why."""


class Desk:
    """What the recorder asks of the board process, and tells it; this one knows nothing and forbids nothing."""

    def order(self, body: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
        """Carry out an order; the kinds and bodies of events to keep. `OrderError` says why it cannot be."""
        raise OrderError(f"there is no workshop at this table for {dict(body)}")

    def no_new_game(self) -> str:
        """Why no new game may begin just now; an empty text if it may."""
        return ""

    def game_begins(self) -> None:
        """A game begins now."""

    def contacts(self) -> Mapping[str, Any] | None:
        """How well the holes made contact in the game that has just ended, to be kept with it."""
        return None


class Recorder:
    """The referee of the game in progress and the journal it writes to.

    Made again after a restart it feeds the game's observations to a fresh referee, which is deterministic, and
    goes on from there; what it said then is in the journal already and is not written twice.
    """

    def __init__(
        self,
        journal: Journal,
        sensors: Mapping[str, str] | None = None,
        *,
        unplaced: Collection[str] = (),
        only_looks: bool = False,
    ) -> None:
        """`sensors`: by what this table reads ``pegs`` and ``cards`` (`contract.READ_BY`); the header says it.

        `unplaced`: the zones for which it has no place. A game that needs them says so in its header, and they are
        told to the referee as not seen, again after each reading that a person enters: nobody is judged by them.

        `only_looks`: nothing is written, not even what this version's referee says of a game that an older one began.
        """
        self._only_looks = only_looks
        self._journal = journal
        self._sensors = dict(sensors or {})
        self._unplaced = frozenset(unplaced)
        self.desk = Desk()
        self.state = TableState()
        self._referee: Referee | None = None
        self._players: tuple[str, ...] = ("A", "B")
        self._past = _Past()
        self._resumed: Resumed | None = None
        self._restore()

    # --- going on after a restart ------------------------------------------------------------------------

    def _restore(self) -> None:
        """Only the latest game is read: what stood and was at fault when it began was told to it then."""
        self.state, self._referee, self._resumed = TableState(), None, None
        numbers = [info.game for info in self._journal.games()] or [NO_GAME]
        for earlier in numbers[-2:-1]:
            try:
                kept = [s.event for s in self._journal.events(game=earlier) if s.event.kind == CONTACTS_KIND]
            except DamagedRecord as error:  # which contacts were poor then: no table has to stop for that
                _log.warning("game %d is left out: %s", earlier, error)
                continue
            for event in kept:
                self.state.note(event)
        for stored in self._journal.events(game=numbers[-1]):
            self._replay(stored.game, stored.event)
        goes_on = self._referee is not None and self._past.is_older and not self.state.over
        if goes_on and not self._only_looks:
            self._go_on()
        self._past = _Past()

    def _go_on(self) -> None:
        """Another version began this game: what it does not find any more is taken back, what is open goes on."""
        try:
            self._resumed = Resumed(
                self._past.recorded, self._past.judged, self._past.to_come(), self.state.last_t
            )
            events = self._resumed.events
        # Of an event that no version should have written: a table must come up all the same.
        except Exception:
            _log.exception("game %d goes on as it was recorded", self.game)
            return
        self._write(self._noted(events))

    def _replay(self, game: int, event: Event) -> None:
        if event.kind == GAME_KIND:
            self._sit_down(game, event.body)
        self.state.note(event)
        if self._referee is None:
            return
        if event.kind == REFEREE:
            self._resumed = Resumed(self._past.recorded, self._past.judged, (), event.t)
        said: list[Event] = [event] if event.kind in (GAME_KIND, "seen") else []
        try:
            if event.kind == "seen":
                said += self._referee.receive(observation_from(event.body, self._players))
            elif event.kind == TIME_KIND:
                said += self._referee.tick(event.t)
            elif event.kind == END_KIND:
                said += self._referee.finish()
        except Exception:  # written by a program that could judge it: a table must come up all the same
            _log.exception(
                "event at %s of game %d cannot be judged again: %s", event.t, game, dict(event.body)
            )
        self._past.note(event, self._followed(said))

    def _followed(self, events: list[Event]) -> list[Event]:
        """What the referee says, as it goes on with a game that another version of it began."""
        return events if self._resumed is None else self._resumed.follow(events)

    def _sit_down(self, game: int, header: Mapping[str, Any]) -> None:
        """A referee for a game that begins; raises before anything is changed if its header is wrong."""
        read = header_from(header)
        self._resumed = None
        self._referee, self._players = Referee(read), tuple(read.players)
        self.state.begin(game, header)

    # --- what is known ------------------------------------------------------------------------------------

    @property
    def game(self) -> int:
        """The number of the latest game; 0 before the first."""
        return self.state.game

    @property
    def last_holes(self) -> Holes | None:
        """The pegs as last reported, for the board's watch to go on from."""
        holes = [seen for seen in self._reported() if isinstance(seen, Holes)]
        if holes:
            return holes[-1]
        found = observation_from(self.state.holes) if self.state.holes is not None else None
        return found if isinstance(found, Holes) else None

    def fault_of(self, part: str) -> str | None:
        """What the board process last reported to be wrong with a part; None: nothing."""
        kept = self.state.faults.get(part)
        whats = [str(kept["fault"]["what"])] if kept is not None else []
        faults = [seen for seen in self._reported() if isinstance(seen, Fault)]
        whats += [fault.what for fault in faults if fault.part == part and fault.track is None]
        return None if not whats or whats[-1] == "ok" else whats[-1]

    @property
    def unfollowed(self) -> frozenset[str]:
        """The players whose pegs the board process last reported not to follow."""
        lost = set(self.state.unfollowed)
        for seen in self._reported():
            if isinstance(seen, Fault) and seen.track is not None:
                (lost.discard if seen.what == "ok" else lost.add)(seen.track)
        return frozenset(lost)

    def _reported(self) -> list[Observation]:
        """What the board process has put into the inbox and nobody has judged yet."""
        return _readable(item for item in self._journal.pending() if item.source == BOARD)

    def next_deadline(self) -> float:
        """Table time in s at which the referee wants to be woken; infinite if it does not."""
        deadline = self._referee.next_deadline() if self._referee is not None else None
        return math.inf if deadline is None else self.state.t0 + deadline

    # --- taking -------------------------------------------------------------------------------------------

    def take(self, until: float) -> int:
        """Judge everything reported up to table time `until`; return how many events were written."""
        written = 0
        for item in sorted(self._journal.pending(), key=_order):
            if not is_finite(item.body):  # put there by a program that did not look
                written += self._write(self._refused(item, NOT_FINITE, {}), [item.id])
            elif not is_text(item.body):
                written += self._write(self._refused(item, HALF, {}), [item.id])
            elif why_not := _why_not(item.body):
                written += self._write(self._refused(item, why_not), [item.id])
            elif ORDER in item.body:
                written += self._write(self._carry_out(item), [item.id])
            elif CALL_KIND in item.body:
                noted = [Event(CALL_KIND, self.state.last_t, dict(item.body[CALL_KIND]))]
                written += self._write(noted, [item.id])
            elif item.t <= until:
                written += self._write(self._judge(item), [item.id])
        return written + self._let_time_pass(until)

    def _write(self, events: Sequence[Event], taken: Sequence[int] = ()) -> int:
        """Append, in one transaction; with the end of a game goes what is kept of it."""
        if any(map(is_over, events)):
            contacts = self.desk.contacts()
            if contacts is not None:
                events = [*events, Event(CONTACTS_KIND, self.state.last_t, contacts)]
                self.state.note(events[-1])
        self._journal.append(self.game, events, taken)
        for event in events:
            if event.kind in _LOGGED:
                _log.info("%s: %s", event.kind, json.dumps(dict(event.body), ensure_ascii=False))
        return len(events)

    def _let_time_pass(self, until: float) -> int:
        if self._referee is None or self.next_deadline() > until:
            return 0
        t = round(until - self.state.t0, 3)
        events = self._followed(self._referee.tick(t))
        if not events:
            return 0
        # The mark lets a restart let the same time pass again; and nothing may be reported as earlier now.
        return self._write(self._noted([Event(TIME_KIND, t, {}), *events]))

    def _noted(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.state.note(event)
        return events

    def _judge(self, item: InboxItem) -> list[Event]:
        try:
            if NEW_GAME in item.body:
                return self._begin(item)
            body = _of_the_game(item.body, self._players) if item.source in _DEVICES else item.body
            if body is None:
                return []
            events = self._feed(body, item.t - self.state.t0)
            read = body.get("cards")
            if isinstance(read, Mapping) and read.get("zone") in self._unplaced and not self.state.over:
                events += self._feed(_never_seen(read["zone"]), item.t - self.state.t0)
            return events
        except CribbageError as error:
            return self._refused(item, str(error))
        except BoxError:
            raise  # the journal cannot be written: nothing was judged, and nothing may be taken
        except Exception as error:
            # A fault of our own in judging one report must not stop the table, nor leave half of it behind.
            _log.exception("report %d could not be judged: %s", item.id, dict(item.body))
            self._restore()
            return self._refused(item, f"{type(error).__name__}: {error}")

    def _refused(self, item: InboxItem, why: str, body: Mapping[str, Any] | None = None) -> list[Event]:
        kept = item.body if body is None else body
        told = {"source": item.source, "body": dict(kept), "why": why}
        return [Event("refused", self.state.last_t, told)]

    def _carry_out(self, item: InboxItem) -> list[Event]:
        """An order to the workshop."""
        try:
            kept = self.desk.order(item.body[ORDER])
        except OrderError as error:
            return self._refused(item, str(error))
        return self._noted([Event(kind, self.state.last_t, body) for kind, body in kept])

    def _feed(self, body: Mapping[str, Any], t: float) -> list[Event]:
        """One observation at game time `t`, with whatever fell due before it."""
        t = max(round(t, 3), self.state.last_t)
        stamped = {"t": t, **{key: value for key, value in body.items() if key != "t"}}
        if SINCE in stamped:  # said in table time, like the time itself
            stamped[SINCE] = self._since(stamped[SINCE], t)
        observation: Observation = observation_from(stamped, self._players)
        before = self._referee.before(observation) if self._referee is not None else []
        after = self._referee.receive(observation) if self._referee is not None else []
        seen = Event("seen", t, stamped)
        return self._noted([*self._followed(before), seen, *self._followed(after)])

    def _since(self, told: Any, t: float) -> Any:
        """A table time as one of the game, no later than `t`; of pegs read by a camera each track has its own."""
        if isinstance(told, Mapping):
            return {track: self._since(at, t) for track, at in told.items()}
        is_time = isinstance(told, int | float) and not isinstance(told, bool)
        return round(min(told - self.state.t0, t), 3) if is_time else told

    # --- games --------------------------------------------------------------------------------------------

    def _begin(self, item: InboxItem) -> list[Event]:
        """Start a game: the header becomes its first event, then what the board shows and what is wrong."""
        header = {**item.body[NEW_GAME], REFEREE: VERSION, TABLE_T0: item.t}
        unplaced = sorted(self._unplaced & {*header_from(header).players, STARTER, CRIB})
        if self._sensors or unplaced:
            header = {TABLE: {**self._sensors, **({UNPLACED: unplaced} if unplaced else {})}, **header}
        why_not = self.desk.no_new_game()
        if why_not:
            return self._refused(item, why_not)
        ending = self._ending()
        if ending:
            self._write(ending)
        number = max((info.game for info in self._journal.games()), default=NO_GAME) + 1
        self._sit_down(number, header)
        self.desk.game_begins()
        known = self.state
        events = [Event(GAME_KIND, 0.0, header)]
        if known.masked:
            events.append(Event(MASKS_KIND, 0.0, {"holes": sorted(known.masked)}))
        standing = [known.holes] if known.holes is not None else []
        for body in [*standing, *known.faults.values(), *known.unfollowed.values()]:
            told = _of_the_game(body, self._players)
            events += [] if told is None else self._feed(told, 0.0)
        for zone in unplaced:
            events += self._feed(_never_seen(zone), 0.0)
        return events

    def _ending(self) -> list[Event]:
        """Close the game in progress where it stands: a new one is beginning."""
        if self._referee is None or self.state.over:
            return []
        t = self.state.last_t
        events = [Event(END_KIND, t, {}), *self._followed(self._referee.finish())]
        if not any(map(is_over, events)):
            events.append(Event("phase", t, {"phase": "over", "why": "abandoned"}))
        return self._noted(events)


def _never_seen(zone: str) -> Mapping[str, Any]:
    """An observation that nobody knows what lies in a place."""
    return {"unread": {"zone": zone, "count": None}, BLIND: True}


def _of_the_game(body: Mapping[str, Any], players: Sequence[str]) -> Mapping[str, Any] | None:
    """What a report says of those who play; None where that is nothing: a board may have more tracks than a game has
    sides, and a table more places."""
    away = frozenset(SEATS) - frozenset(players)
    if away and isinstance(body.get("holes"), Mapping):
        holes = {who: pegs for who, pegs in body["holes"].items() if who not in away}
        return {**body, "holes": holes} if holes or not body["holes"] else None
    for kind, key in (("fault", "track"), ("cards", "zone"), ("unread", "zone")):
        part = body.get(kind)
        if isinstance(part, Mapping) and isinstance(part.get(key), str) and part[key] in away:
            return None
    return body


class _Past:
    """The game that is judged again after a restart: its events, and what the referee makes of them now.

    Nothing is kept of a game of the same version: it makes the same of them.
    """

    def __init__(self) -> None:
        self.recorded: list[Event] = []
        self.judged: list[Event] = []
        self.is_older = False

    def to_come(self) -> list[Event]:
        """What the referee would still say of the game if nothing else happened."""
        header = header_from(self.recorded[0].body)
        referee = Referee(header)
        for event in self.recorded:
            if event.kind == "seen":
                referee.receive(observation_from(event.body, tuple(header.players)))
        return referee.finish()

    def note(self, event: Event, said: Sequence[Event]) -> None:
        """An event of the journal, and what is made of it now."""
        if event.kind in (GAME_KIND, REFEREE):
            self.is_older = version_in(event.body) != VERSION
        if self.recorded or self.is_older:
            self.recorded.append(event)
            self.judged += said


def _why_not(body: Mapping[str, Any]) -> str:
    """What is wrong with the form of an item, before anything is done with it; "" if nothing is."""
    try:
        msgspec.convert(body, _Shape)
    except msgspec.ValidationError as error:
        return str(error).replace("`", "").replace("$.", "")
    return ""


def _order(item: InboxItem) -> tuple[float, int, int]:
    return item.t, _RANK.get(item.source, _LAST_RANK), item.id


def reported(journal: Journal, source: str) -> list[Observation]:
    """What a source had put before it was started again: the newest of each kind and place, oldest first."""
    return _readable(journal.last_put(source))


def _readable(items: Iterable[InboxItem]) -> list[Observation]:
    """What items say, those left out that say nothing: one that is spoilt keeps no process from starting."""
    found = []
    for item in items:
        try:
            found.append(observation_from({**item.body, "t": item.t}))
        except (CribbageError, ValueError, TypeError, KeyError) as error:
            _log.warning("item %d of %s cannot be read and is left out: %s", item.id, item.source, error)
    return found


def report(journal: Journal, source: str, observations: Sequence[Observation]) -> None:
    """Put observations into the inbox under their own table time."""
    for observation in observations:
        journal.put(source, observation.t, observation_body(observation))
