"""The director's desk: every order is checked here and becomes a record, or is refused with the reason.

`Desk` holds the store and the folded events. Corrections of a card are refused to the one it belongs to
(Rule: ACC 2025 judge protocol g); nothing is ever overwritten, a correction is one more record.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from club.book import clean_name
from club.claims import Claims
from club.editing import Editing, event_body
from club.errors import ClubError
from club.evening import Evening
from club.folded import SEATS
from club.fromtables import FromTables
from club.importing import ListImport
from club.linkedevents import LinkedEvents
from club.lists import IN_PEOPLE, EntryRow, Faults
from club.moneydesk import MoneyDesk
from club.parts import Call, plain
from club.people import People
from club.playoffs import Playoffs
from club.season import Seasons
from club.store import Store
from cribbage.tournament.companies import MOST_REGISTERED
from cribbage.tournament.rotation import tables_of

MOST_ENTRIES: Final = 2000
ROOM: Final = "room"
"""The name for a caller of judges who does not give one."""
MOST_CALLS: Final = 40
"""How many calls of that kind may wait at a time; a table's device and a director are always heard."""
_CALLS: Final = -1  # calls for judges belong to no event


class Desk(People, Playoffs, ListImport, FromTables, Editing, Seasons, Claims, MoneyDesk, LinkedEvents):
    """The director's desk. `shuffle` draws lots."""

    def __init__(self, store: Store, shuffle: Callable[[list[Any]], None] | None = None) -> None:
        super().__init__(store)
        self._shuffle = shuffle or random.SystemRandom().shuffle
        self._calling: dict[str, bool] = {}

    # --- setting up ------------------------------------------------------------------------------------

    def create(
        self, who: str, name: str, form: str, date: str = "", games: int = 0, edition: str = ""
    ) -> int:
        """A new event; returns its number."""
        return self.store.append(0, who, "event", event_body(name, form, date, games, edition))

    def enter(
        self,
        event: int,
        who: str,
        rows: Sequence[EntryRow],
        since: int = 0,
        stamp: int | None = None,
        sure: bool = False,
    ) -> list[str]:
        """Add entries, all or none; returns their ids.

        Once seats are drawn a late player takes the place of the sit-out and plays from game `since` on (0: the first
        of which no result is in); games before it are nobody's. Where every seat is taken the rotation is made again,
        while no result is in and by somebody who is `sure` (`stamp`: see `TakeBack.may_give_up`)."""
        with self._lock:
            evening = self.evening(event)
            taken = {plain(entry.name) for entry in evening.entries.values()}
            room = MOST_ENTRIES - len(evening.entries)
            is_redrawn = False
            if evening.slots:
                # where winners stay, the seats of the games to come follow from those that are closed
                free = 0 if evening.stayed else evening.slots.count(None)
                is_redrawn = len(rows) > free and not (evening.lines or evening.scores)
                if is_redrawn:
                    self.may_give_up(evening, SEATS, stamp, sure)
                elif len(rows) > free:
                    raise ClubError(
                        "club.error.seated",
                        "the seats are drawn: a late player can only take the place of the sit-out",
                    )
                first = since or _first_open(evening)
                if not 1 <= first <= len(evening.chart) + 1:
                    raise ClubError(
                        "club.error.games", f"games are numbered 1 to {len(evening.chart)}",
                        n=len(evening.chart),
                    )  # fmt: skip
            else:
                first = 1
            if len(rows) > room:
                raise ClubError(
                    "club.error.many", f"an event takes {MOST_ENTRIES} entries at most", n=MOST_ENTRIES
                )
            bodies: list[dict[str, Any]] = []
            ids = {*evening.entries, *evening.struck_off} | {row.id for row in rows if row.id}
            faults = Faults(IN_PEOPLE)
            for number, row in enumerate(rows, len(evening.entries) + 1):
                with faults.line(row.line):
                    body = _entry(row, evening.is_company)
                    if plain(body["name"]) in taken:
                        raise ClubError(
                            "club.error.twice",
                            f"{row.name} is entered already: add an initial",
                            name=row.name,
                        )
                    if row.id in evening.entries or row.id in {known["id"] for known in bodies}:
                        raise ClubError(
                            "club.error.id-twice", f"the ID {row.id} is there twice", value=row.id
                        )
                    taken.add(plain(body["name"]))
                    body |= {"since": first} if first > 1 else {}
                    bodies.append(body | {"id": row.id or _free_id(number, ids)})
                    ids.add(bodies[-1]["id"])
            if faults.found and not any(row.line for row in rows):
                raise faults.found[0].error  # entered by hand, not from a list
            faults.end()
            things: list[tuple[str, dict[str, Any]]] = [("entry", body) for body in bodies]
            if is_redrawn:
                seated = [one for one in evening.slots if one is not None]
                things.append(("seats", _seats(evening, [*seated, *(body["id"] for body in bodies)])))
            self.add(event, who, *things)
            return [body["id"] for body in bodies]

    def bring_entry_back(self, event: int, who: str, entry: str) -> None:
        """An entry that was struck takes part again, under its old number."""
        with self._lock:
            evening = self.evening(event)
            gone = evening.struck_off.get(entry)
            if gone is None:
                raise ClubError("club.error.no-undo", "there is nothing to take back")
            self.enter(event, who, [EntryRow(gone.name, gone.players, gone.number, gone.id)])

    def draw(
        self, event: int, who: str, mixed: bool = True, stamp: int | None = None, sure: bool = False
    ) -> None:
        """Give out the seats, by lot or in the order of entry. Not once a result is in; where seats are drawn already
        only by somebody who is `sure`, on a page that showed those (`stamp`: see `TakeBack.may_give_up`)."""
        with self._lock:
            evening = self.evening(event)
            if evening.format.chart == "free":
                raise ClubError("club.error.free", "free play has no seats: enter games as they are played")
            if evening.lines or evening.scores:
                raise ClubError("club.error.begun", "results are in: the seats stay as they are")
            self.may_give_up(evening, SEATS, stamp, sure)
            order = list(evening.entries)
            if len(order) < 2:
                raise ClubError("club.error.few", "two entries at least are needed")
            if mixed:
                self._shuffle(order)
            self.add(event, who, ("seats", _seats(evening, order)))

    def printed(self, event: int, who: str, what: str) -> None:
        """Somebody takes a sheet of the seats or the bracket that stand; the first time is kept, to be told to
        anyone who draws them again."""
        with self._lock:
            evening = self.evening(event)
            if what in evening.drawn and what not in evening.printed:
                self.add(event, who, ("printed", {"what": what}))

    # --- winners stay, checking, announcing --------------------------------------------------

    def stay(self, event: int, who: str, game: int) -> None:
        """Close a game where winners stay: who won decides where everybody sits next (Rule: ACC App. B)."""
        with self._lock:
            evening = self.evening(event)
            if evening.format.chart != "winners-stay" or game != len(evening.chart) or game in evening.stayed:
                raise ClubError("club.error.stay", "there is no such game to close")
            winners = []
            for meeting in evening.chart[game - 1]:
                if meeting.other is None:
                    continue
                if not evening.is_played(meeting):  # somebody has left: those who are there stay
                    gone = evening.is_away(meeting.one, game)
                    winners.append(meeting.other if gone else meeting.one)
                    continue
                won = [
                    owner
                    for owner in (meeting.one, meeting.other)
                    if evening.cards[owner].line(game).result == "W"
                ]
                if len(won) != 1:
                    raise ClubError(
                        "club.error.open",
                        f"table {meeting.board}: the two cards name no one winner",
                        n=meeting.board,
                    )
                winners += won
            self.add(event, who, ("stay", {"game": game, "winners": winners}))

    def decide(self, event: int, who: str, winner: str, loser: str) -> None:
        """A play-off game between two that the tie-breaks left together (Rule: ACC App. A.20.f; Alberta 15); neither
        of the two says who has won it."""
        with self._lock:
            evening = self.evening(event)
            if not any(winner in tie and loser in tie for tie in evening.ranking.ties) or winner == loser:
                raise ClubError("club.error.tie", "these two are not tied")
            self.may_decide(evening, who, winner, loser)
            self.add(event, who, ("decided", {"winner": winner, "loser": loser}))

    def tick(self, event: int, who: str, step: str, off: bool = False) -> None:
        """A step of the checking procedure is done, or not."""
        self.evening(event)
        self.add(event, who, ("tick", {"step": step[:20], "off": off}))

    def announce(self, event: int, who: str, on: bool = True) -> None:
        """Show the standings to everybody, or hide them again."""
        self.evening(event)
        self.add(event, who, ("announce", {"on": on}))

    # --- calls for judges ------------------------------------------------------------------------------

    def call(self, who: str, table: str) -> int:
        """Somebody at a table asks for judges. A call that is open already is not doubled."""
        with self._lock:
            table = clean_name(table)
            waiting = self.calls()
            for open_call in waiting:
                if open_call.table == table:
                    return open_call.n
            if who == ROOM and sum(each.who == ROOM for each in waiting) >= MOST_CALLS:
                raise ClubError("club.error.calls", "so many calls wait already: go to the director's desk")
            return self.store.append(_CALLS, who, "call", {"table": table})

    def device_call(self, table: str, calling: bool) -> None:
        """What a table's device says about judges, again and again: a call is opened when it begins to say so, and
        ends when it stops, if nobody answered before."""
        with self._lock:
            if self._calling.get(table) == calling:
                return
            self._calling[table] = calling
            device = f"table {table}"
            if calling:
                self.call(device, table)
                return
            for call in self.calls():
                if call.table == table and call.who == device:
                    self.answer(device, call.n)

    def answer(self, who: str, n: int) -> None:
        """Judges have come."""
        self.store.append(_CALLS, who, "answered", {"call": n})

    def calls(self) -> list[Call]:
        """Calls nobody has answered yet, the longest waiting first."""
        found: dict[int, Call] = {}
        for record in self.store.records(_CALLS):
            if record.kind == "call":
                found[record.n] = Call(record.n, str(record.body["table"]), record.at, record.who)
            elif record.kind == "answered":
                found.pop(int(record.body["call"]), None)
        return list(found.values())


def _seats(evening: Evening, order: Sequence[str]) -> dict[str, Any]:
    """The record of a drawing: who has which seat, and how many sit at each long table."""
    seats: list[str | None] = [*order]
    if not evening.is_company and len(seats) % 2:
        seats.append(None)  # the sit-out's place: a late player or a substitute can take it
    is_single = evening.format.chart != "circle"
    tables = (len(seats),) if is_single else tables_of(len(seats))
    return {"order": seats, "tables": list(tables)}


def _first_open(evening: Evening) -> int:
    """The first game of which, and after which, no result is in."""
    played = {game for lines in evening.lines.values() for game in lines} | {
        game for game, *_ in evening.scores
    }
    return max(played, default=0) + 1


def _entry(row: EntryRow, is_company: bool) -> dict[str, Any]:
    """An entry's record, but for its id."""
    name = clean_name(row.name)
    players = [clean_name(one) for one in row.players]
    if is_company and len(players) > MOST_REGISTERED:
        raise ClubError(
            "club.error.six", f"{name} has {MOST_REGISTERED} players registered: nobody further",
            name=name, n=MOST_REGISTERED,
        )  # fmt: skip
    return {"name": name, "players": players, "number": row.number}


def _free_id(number: int, taken: set[str]) -> str:
    """The next number that nobody has."""
    while str(number) in taken:
        number += 1
    return str(number)
