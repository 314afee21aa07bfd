"""People who come and go: late, leaving, substitutes, the floating sit-out, companies that do not come."""

from __future__ import annotations

from club.book import clean_name
from club.charts import with_an_empty_place
from club.companies import registered
from club.errors import ClubError
from club.lists import EntryRow
from club.parts import plain
from club.results import Results
from cribbage.tournament.companies import MOST_REGISTERED, Absence


class People(Results):
    """Whatever happens to an entry after it was made."""

    def withdraw(self, event: int, who: str, entry: str, after: int, removed: bool = False) -> None:
        """Somebody leaves after a game. The opponents of the rest sit out (house default: the books of the ACC and of
        Alberta are silent); a company's opponents win 121 to 0 (Rule: Corporate, scoring). `removed`: disqualified,
        as for coming back from lunch after the second game has begun (Rule: ACC 2025 11.4)."""
        with self._lock:
            self.entry(self.evening(event), entry)
            body = {"entry": entry, "after": max(0, after), "removed": removed}
            self.add(event, who, ("withdraw", body))

    def rename(self, event: int, who: str, entry: str, row: EntryRow) -> None:
        """An entry that was written down wrongly: name, people, membership number. Results stay where they are, and
        those named before remain owners of the card (Rule: ACC 2025 judge protocol g)."""
        with self._lock:
            evening = self.evening(event)
            self.entry(evening, entry)
            name, players = clean_name(row.name), [clean_name(one) for one in row.players]
            taken = {plain(each.name) for each in evening.entries.values() if each.id != entry}
            if plain(name) in taken:
                raise ClubError("club.error.twice", f"{name} is entered already: add an initial", name=name)
            body = {"entry": entry, "name": name, "players": players, "number": row.number}
            self.add(event, who, ("rename", body))

    def strike(self, event: int, who: str, entry: str) -> None:
        """An entry that should not be there, while nothing hangs on it; once seats are drawn it leaves instead."""
        with self._lock:
            evening = self.evening(event)
            self.entry(evening, entry)
            if (
                evening.slots
                or evening.schedule
                or any(entry in (m.one, m.other) for m in evening.free_games)
            ):
                raise ClubError(
                    "club.error.no-strike", "the seats are drawn or games are in: say that it leaves instead"
                )
            if any(of == entry for _, of in evening.paid):
                raise ClubError(
                    "club.error.has-paid", "this entry has paid: give it back and take the payment off first"
                )
            self.add(event, who, ("strike", {"entry": entry}))

    def absent(self, event: int, who: str, entry: str, why: str) -> None:
        """A company takes no part: cancelled late, not come, or fewer than four (Rule: Corporate, cancellation)."""
        with self._lock:
            evening = self.evening(event)
            self.entry(evening, entry)
            if not evening.is_company:
                raise ClubError("club.error.company", "only a company can be absent; anybody else leaves")
            try:
                absence = Absence(why)
            except ValueError:
                raise ClubError("club.error.order", f"{why!r} is no reason to be absent") from None
            if any(f"{entry}{pair}" in (s.one, s.other) for s in evening.scores.values() for pair in "AB"):
                raise ClubError("club.error.begun-company", "it has played: say that it leaves instead")
            self.add(event, who, ("withdraw", {"entry": entry, "after": 0, "absence": absence.value}))

    def come_back(self, event: int, who: str, entry: str) -> None:
        """Somebody who had left plays on with the next opponent in rotation."""
        with self._lock:
            self.entry(self.evening(event), entry)
            self.add(event, who, ("return", {"entry": entry}))

    def substitute(self, event: int, who: str, entry: str, name: str, game: int) -> None:
        """Somebody else takes over seat and card from a game on (Rule: ACC 2025 11.4; Corporate, substitutions)."""
        with self._lock:
            evening = self.evening(event)
            self.entry(evening, entry)
            name = clean_name(name)
            if evening.find(name) not in (None, entry):
                raise ClubError("club.error.twice", f"{name} is entered already: add an initial", name=name)
            there = evening.entries[entry]
            if evening.is_company and not there.is_owner(name) and registered(there) >= MOST_REGISTERED:
                raise ClubError(
                    "club.error.six", f"{there.name} has {MOST_REGISTERED} players registered: nobody further",
                    name=there.name, n=MOST_REGISTERED,
                )  # fmt: skip
            self.add(event, who, ("substitute", {"entry": entry, "name": name, "game": max(1, game)}))

    def float_in(self, event: int, who: str, entry: str, game: int) -> None:
        """The player who sits out plays in this place from a game on (Rule: ACC 2025 11.4, the floating sit-out)."""
        with self._lock:
            evening = self.evening(event)
            self.entry(evening, entry)
            game = max(1, game)
            if evening.is_company or entry not in with_an_empty_place(evening.slots, evening.tables):
                raise ClubError(
                    "club.error.no-sit-out", "nobody sits out at that table: name a substitute instead"
                )
            if any(played >= game for played in evening.lines.get(entry, {})):
                raise ClubError("club.error.played", "this game has a result already")
            self.add(event, who, ("float", {"entry": entry, "game": game}))
