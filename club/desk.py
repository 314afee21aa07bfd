"""The director's desk: every order is checked here and becomes a record, or is refused with the reason.

`Desk` holds the store and the folded events. Corrections of a card are refused to whoever the card belongs to
(Rule: ACC 2025 judge protocol g); nothing is ever overwritten, a correction is one more record.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from club.book import clean_name
from club.errors import ClubError
from club.lists import EntryRow, Faults
from club.parts import Call, plain
from club.people import People
from club.playoffs import Playoffs
from club.readin import ReadIn
from club.store import Store
from cribbage.errors import CribbageError
from cribbage.profiles import PROFILES
from cribbage.tournament.companies import MOST_REGISTERED
from cribbage.tournament.formats import find_format
from cribbage.tournament.rotation import tables_of

MOST_GAMES: Final = 60
MOST_ENTRIES: Final = 2000
_CALLS: Final = -1  # calls for judges belong to no event


class Desk(People, Playoffs, ReadIn):
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
        name = clean_name(name)
        try:
            chosen = find_format(form)
        except CribbageError as error:
            raise ClubError("club.error.format", str(error)) from error
        edition = edition or chosen.profile
        if edition not in PROFILES:
            raise ClubError(
                "club.error.edition", f"there is no rule set {edition!r}; choose one of {', '.join(PROFILES)}"
            )
        games = games or chosen.games or 0
        needs = chosen.chart not in ("round-robin", "free")
        if not (1 <= games <= MOST_GAMES or (games == 0 and not needs)):
            raise ClubError(
                "club.error.games", f"say how many games each plays, 1 to {MOST_GAMES}", n=MOST_GAMES
            )
        body = {"name": name, "format": form, "date": date.strip()[:20], "games": games, "edition": edition}
        return self.store.append(0, who, "event", body)

    def enter(self, event: int, who: str, rows: Sequence[EntryRow]) -> list[str]:
        """Add entries, all or none; returns their ids. Once seats are drawn, only the empty seat can be taken."""
        with self._lock:
            evening = self.evening(event)
            taken = {plain(entry.name) for entry in evening.entries.values()}
            room = MOST_ENTRIES - len(evening.entries)
            if evening.slots:
                # where winners stay, the seats of the games to come follow from those that are closed
                room = 0 if evening.stayed else evening.slots.count(None)
                if len(rows) > room:
                    raise ClubError(
                        "club.error.seated",
                        "the seats are drawn: a late player can only take the place of the sit-out",
                    )
            if len(rows) > room:
                raise ClubError(
                    "club.error.many", f"an event takes {MOST_ENTRIES} entries at most", n=MOST_ENTRIES
                )
            bodies: list[dict[str, Any]] = []
            ids = set(evening.entries) | {row.id for row in rows if row.id}
            faults = Faults()
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
                    bodies.append(body | {"id": row.id or _free_id(number, ids)})
                    ids.add(bodies[-1]["id"])
            if faults.found and not any(row.line for row in rows):
                raise faults.found[0].error  # entered by hand, not from a list
            faults.end()
            self.add(event, who, *(("entry", body) for body in bodies))
            return [body["id"] for body in bodies]

    def draw(self, event: int, who: str, mixed: bool = True) -> None:
        """Give out the seats, by lot or in the order of entry. Not once a result is in."""
        with self._lock:
            evening = self.evening(event)
            if evening.format.chart == "free":
                raise ClubError("club.error.free", "free play has no seats: enter games as they are played")
            if evening.lines or evening.scores:
                raise ClubError("club.error.begun", "results are in: the seats stay as they are")
            order: list[str | None] = list(evening.entries)
            if len(order) < 2:
                raise ClubError("club.error.few", "two entries at least are needed")
            if mixed:
                self._shuffle(order)
            single = evening.format.chart != "circle"
            if not evening.is_company and len(order) % 2:
                order.append(None)  # the sit-out's place: a late player or a substitute can take it
            tables = (len(order),) if single else tables_of(len(order))
            self.add(event, who, ("seats", {"order": order, "tables": list(tables)}))

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
                if not evening.is_played(meeting):  # somebody has left: whoever is there stays
                    gone = evening.has_left(meeting.one, game)
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

    def settle(self, event: int, who: str, game: int, one: str) -> None:
        """Write on the cards what rule 12.2 makes of a disagreement; not on the director's own card."""
        with self._lock:
            evening = self.evening(event)
            for each in evening.checked.disagreements:
                if each.game != game or one not in (each.one, each.other):
                    continue
                after = {each.one: each.settlement.one, each.other: each.settlement.other}
                for owner in each.changes:
                    self.may_correct(evening, who, owner)
                letters = ", ".join(f"12.2.{letter}" for letter in each.settlement.steps)
                for owner in each.changes:
                    self.write_line(event, who, owner, game, after[owner], letters)
                return
            raise ClubError("club.error.agree", "these two cards agree")

    def decide(self, event: int, who: str, winner: str, loser: str) -> None:
        """A play-off game between two that the tie-breaks left together (Rule: ACC App. A.20.f; Alberta 15)."""
        with self._lock:
            evening = self.evening(event)
            if not any(winner in tie and loser in tie for tie in evening.ranking.ties) or winner == loser:
                raise ClubError("club.error.tie", "these two are not tied")
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
            for open_call in self.calls():
                if open_call.table == table:
                    return open_call.n
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
        """Judges are there."""
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
