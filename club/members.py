"""The members' register: one list of people for all events. Nothing of it is public.

Records of no event, only ever added: a member as they are now, or one who turned out to be another (merged). A member
keeps the names they were known by, so their history follows them through corrections and merging.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from club.book import Book, clean_name
from club.csvs import as_csv
from club.errors import ClubError
from club.lists import IN_PEOPLE, EntryRow, Faults
from club.parts import plain
from club.store import Record
from club.undo import UNDO, taken_back

_MEMBERS: Final = -2
MOST_MEMBERS: Final = 20_000
MEMBERS: Final = ("Name", "ACC #", "Club")


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of the register: name, ACC number, home club, and names they were known by before."""

    id: int
    name: str
    number: str = ""
    club: str = ""
    formerly: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """All their names, as names are compared."""
        return frozenset(plain(name) for name in (self.name, *self.formerly))


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who left the register: the record, when (wall time, s), by whom, the name, and who they turned out to
    be ("" where they were struck)."""

    n: int
    at: float
    who: str
    name: str
    into: str = ""


@dataclass
class Register:
    """The register as its records leave it, up to record `last`."""

    found: dict[int, Member] = field(default_factory=dict)
    gone: list[Gone] = field(default_factory=list)
    last: int = 0

    def take(self, record: Record) -> None:
        """One more record that was not taken back."""
        body, found = record.body, self.found
        if record.kind == "member":
            name, number, club = (str(body[key]) for key in ("name", "number", "club"))
            new = Member(int(body.get("id") or record.n), name, number, club)
            before = found.get(new.id)
            known = () if before is None else (*before.formerly, before.name)
            kept = tuple(dict.fromkeys(name for name in known if plain(name) != plain(new.name)))
            found[new.id] = replace(new, formerly=kept)
        elif record.kind == "merged" and {int(body["gone"]), int(body["into"])} <= found.keys():
            gone, stays = found.pop(int(body["gone"])), found[int(body["into"])]
            names = tuple(dict.fromkeys((*stays.formerly, gone.name, *gone.formerly)))
            number, club = stays.number or gone.number, stays.club or gone.club
            found[stays.id] = replace(stays, number=number, club=club, formerly=names)
            self.gone.append(Gone(record.n, record.at, record.who, gone.name, stays.name))
        elif record.kind == "left" and int(body["id"]) in found:
            self.gone.append(Gone(record.n, record.at, record.who, found.pop(int(body["id"])).name))


class Members(Book):
    """What the desk does with the register."""

    def members(self) -> list[Member]:
        """Everybody, by name."""
        return sorted(self._members().values(), key=lambda member: (plain(member.name), member.id))

    def member(self, number: int) -> Member:
        """One of them; `ClubError` where there is none."""
        found = self._members().get(number)
        if found is None:
            raise ClubError("club.error.member", f"there is no member {number}")
        return found

    def _members(self) -> dict[int, Member]:
        return dict(self._known().found)

    def _known(self) -> Register:
        with self._lock:
            known = self._register if isinstance(self._register, Register) else Register()
            records = self.store.records(_MEMBERS, known.last)
            if any(record.kind == UNDO for record in records):
                known, records = Register(), self.store.records(_MEMBERS)
            back = taken_back(records)
            for record in records:
                known.last = record.n
                if record.n not in back:
                    known.take(record)
            self._register = known
            return known

    def members_gone(self) -> list[Gone]:
        """Who was merged into another or struck from the register, the latest first: each can be taken back."""
        return self._known().gone[::-1]

    def take_back_member(self, who: str, n: int) -> None:
        """A merging or a striking (`n`: its record) has never been. Refused where somebody else has the name or the
        number by now."""
        with self._lock:
            if not any(each.n == n for each in self._known().gone):
                raise ClubError("club.error.no-undo", "there is nothing to take back")
            try:
                with self.store.together():
                    self.store.append(_MEMBERS, who, UNDO, {"what": "member", "records": [n]})
                    for one in self._members().values():
                        self._need_new(EntryRow(one.name, number=one.number), one.id)
            except BaseException:
                self._register = None  # it was read with what is not kept now
                raise

    def put_member(self, who: str, name: str, number: str = "", club: str = "", id_: int = 0) -> None:
        """A new member, or one corrected. A name that is there already needs an initial; a number belongs to one."""
        with self._lock:
            if id_:
                self.member(id_)
            row = EntryRow(clean_name(name), number=number.strip()[:20], club=club.strip()[:60])
            self._need_new(row, id_)
            self._append(who, row, id_)

    def _need_new(self, row: EntryRow, id_: int = 0) -> None:
        for other in self._members().values():
            if other.id == id_:
                continue
            if plain(row.name) == plain(other.name):
                raise ClubError(
                    "club.error.twice", f"{row.name} is entered already: add an initial", name=row.name
                )
            if row.number and row.number.casefold() == other.number.casefold():
                raise ClubError(
                    "club.error.number-twice", f"{row.number} is the number of {other.name}",
                    value=row.number, name=other.name,
                )  # fmt: skip

    def _append(self, who: str, row: EntryRow, id_: int = 0) -> None:
        body = {"id": id_, "name": row.name, "number": row.number, "club": row.club}
        self.store.append(_MEMBERS, who, "member", body)

    def take_members(self, who: str, rows: Sequence[EntryRow]) -> int:
        """All of a list or nothing: new members are added, those who are there (by number, else by name) are
        corrected. Returns how many are new."""
        with self._lock, self.store.together():
            found = self._members()
            if len(found) + len(rows) > MOST_MEMBERS:
                raise ClubError("club.error.big", "this list is too long")
            by_number = {member.number.casefold(): member for member in found.values() if member.number}
            by_name = {name: member for member in found.values() for name in member.names}
            faults, new, taken = Faults(IN_PEOPLE), 0, set()
            for row in rows:
                with faults.line(row.line):
                    there = by_number.get(row.number.casefold()) if row.number else None
                    same = by_name.get(plain(row.name))
                    if there is not None and same is not None and there != same:
                        raise ClubError(
                            "club.error.number-twice", f"{row.number} is the number of {there.name}",
                            value=row.number, name=there.name,
                        )  # fmt: skip
                    there = there or same
                    if there is not None and there.id in taken:
                        raise ClubError("club.error.twice", f"{row.name} is there twice", name=row.name)
                    if there is None:
                        new += 1
                        self._append(who, row)
                        continue
                    taken.add(there.id)
                    kept = replace(row, number=row.number or there.number, club=row.club or there.club)
                    if (kept.name, kept.number, kept.club) != (there.name, there.number, there.club):
                        self._append(who, kept, there.id)
            faults.end()
            return new

    def merge_members(self, who: str, gone: int, into: int) -> None:
        """One of two was entered twice: their history becomes one."""
        with self._lock:
            if self.member(gone).id == self.member(into).id:
                raise ClubError("club.error.same-member", "choose two different members")
            self.store.append(_MEMBERS, who, "merged", {"gone": gone, "into": into})

    def strike_member(self, who: str, id_: int) -> None:
        """Off the register; the cards they are on stay."""
        with self._lock:
            self.member(id_)
            self.store.append(_MEMBERS, who, "left", {"id": id_})

    def with_number(self, row: EntryRow) -> EntryRow:
        """An entry with the ACC number of the register, where the name is a member's."""
        if row.number:
            return row
        found = [member for member in self._members().values() if plain(row.name) in member.names]
        return replace(row, number=found[0].number) if len(found) == 1 else row

    def members_csv(self) -> str:
        """The register as a list; `take_members` reads it in again."""
        return as_csv(MEMBERS, ((m.name, m.number, m.club) for m in self.members()))
