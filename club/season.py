"""A season: standings over a club's nights by the director's own table of points, and what players have done.

No book says how many points a night's place is worth, so nothing is made up: the director types the table. People are
followed through events by their membership number, else by their name (and the register's other names for them).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from club.book import clean_name
from club.charts import Meeting
from club.csvs import as_csv
from club.editing import DELETED
from club.errors import ClubError
from club.evening import Evening
from club.members import Members
from club.parts import plain

_SEASONS: Final = -3
_MOST: Final = 10_000
SEASON: Final = ("Place", "Name", "ACC #", "Points", "Nights", "Counted")


@dataclass(frozen=True, slots=True)
class Season:
    """`points[0]` is what the first place gets; `others` what everybody after the table gets for having played; the
    best `best` nights count (0: all); `shown`: everybody may see it."""

    id: int
    name: str
    events: tuple[int, ...]
    points: tuple[int, ...]
    others: int = 0
    best: int = 0
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Night:
    """One event of one player: the place, what it is worth, game points or games won, and net."""

    event: int
    title: str
    date: str
    place: int
    points: int
    won: int
    net: int


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the season's standings: the nights in order, and those that count."""

    rank: int
    name: str
    number: str
    points: int
    nights: tuple[Night, ...]
    counted: frozenset[int]


@dataclass(frozen=True, slots=True)
class Met:
    """A game of two players: where, which, and what `one` won (negative: lost) by."""

    event: int
    title: str
    date: str
    game: int
    net: int


def read_points(text: str) -> tuple[int, ...]:
    """A table of points as it is typed: ``12, 9, 7, 5``."""
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    if not parts or len(parts) > 500 or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        raise ClubError(
            "club.error.points", "type the points from first place on: 12, 9, 7, 5", value=text[:40]
        )
    return tuple(int(part) for part in parts)


class Seasons(Members):
    """What the desk does with seasons."""

    def seasons(self, dropped: bool = False) -> list[Season]:
        """All of them, the newest first; or those that were taken off the list (`dropped`)."""
        found: dict[int, Season] = {}
        off: dict[int, Season] = {}
        for record in self.store.records(_SEASONS):
            body = record.body
            if record.kind == "season":
                number = int(body.get("id") or record.n)
                off.pop(number, None)
                found[number] = Season(
                    number, str(body["name"]), tuple(body["events"]), tuple(body["points"]), int(body["others"]),
                    int(body["best"]), bool(body["shown"]),
                )  # fmt: skip
            elif record.kind == "dropped":
                number = int(body["id"])
                if number in found:
                    off[number] = found.pop(number)
        return sorted((off if dropped else found).values(), key=lambda season: -season.id)

    def season(self, number: int) -> Season:
        """One of them; `ClubError` where there is none."""
        found = next((season for season in self.seasons() if season.id == number), None)
        if found is None:
            raise ClubError("club.error.season", f"there is no season {number}")
        return found

    def put_season(self, who: str, wanted: Season) -> int:
        """A new season (`id` 0), or one corrected; returns its number."""
        with self._lock:
            if wanted.id:
                self.season(wanted.id)
            if not 0 <= wanted.best <= _MOST or not 0 <= wanted.others <= _MOST:
                raise ClubError(
                    "club.error.points", "a number from 0 to 10000 is needed", value=str(wanted.best)
                )
            for event in wanted.events:
                if self.evening(event).is_company:
                    raise ClubError(
                        "club.error.season-company", "companies have a table of points of their own"
                    )
            body = _body(replace(wanted, name=clean_name(wanted.name)))
            return (
                self.store.append(_SEASONS, who, "season", body) if not wanted.id else self._again(who, body)
            )

    def _again(self, who: str, body: Mapping[str, object]) -> int:
        self.store.append(_SEASONS, who, "season", body)
        return int(str(body["id"]))

    def drop_season(self, who: str, number: int) -> None:
        """Off the list; its events stay."""
        with self._lock:
            self.season(number)
            self.store.append(_SEASONS, who, "dropped", {"id": number})

    def bring_season_back(self, who: str, number: int) -> None:
        """A season that was taken off the list stands on it again."""
        with self._lock:
            gone = next((season for season in self.seasons(dropped=True) if season.id == number), None)
            if gone is None:
                raise ClubError("club.error.no-undo", "there is nothing to take back")
            self._again(who, _body(gone))

    # --- standings --------------------------------------------------------------------------------------

    def season_rows(self, season: Season, announced_only: bool = False) -> list[Row]:
        """The season's standings: those with the same points share the place. Events that were deleted do not count.
        `announced_only`: neither do those whose standings have not been announced, which is what anybody but a
        director may see: a season would betray them otherwise."""
        with self._lock:
            people: dict[str, list[Night]] = {}
            called: dict[str, tuple[str, str]] = {}
            who = self._who()
            for event in sorted(season.events):
                evening = self.evening(event)
                if evening.put_away == DELETED or (announced_only and not evening.announced):
                    continue
                for owner, night in nights_of(evening, season).items():
                    entry = evening.entry_of(owner)
                    key = who(entry.name, entry.number)
                    people.setdefault(key, []).append(night)
                    called[key] = (entry.name, entry.number or called.get(key, ("", ""))[1])
            for member in self._members().values():
                key = f"member {member.id}"
                if key in called:
                    called[key] = (member.name, member.number)
        rows = []
        for key, nights in people.items():
            counted = sorted(nights, key=lambda night: (-night.points, night.event))[: season.best or None]
            rows.append((sum(night.points for night in counted), called[key], nights, counted))
        rows.sort(key=lambda row: (-row[0], plain(row[1][0])))
        better = [row[0] for row in rows]
        return [
            Row(
                better.index(points) + 1,
                name,
                number,
                points,
                tuple(nights),
                frozenset(n.event for n in counted),
            )
            for points, (name, number), nights, counted in rows
        ]

    def _who(self) -> Callable[[str, str], str]:
        """By what a person is followed: the register's member, else the number, else the name."""
        by_number: dict[str, str] = {}
        by_name: dict[str, str] = {}
        for member in self._members().values():
            if member.number:
                by_number[member.number.casefold()] = f"member {member.id}"
            by_name |= dict.fromkeys(member.names, f"member {member.id}")

        def key(name: str, number: str) -> str:
            known = by_number.get(number.casefold()) if number else None
            otherwise = f"number {number.casefold()}" if number else f"name {plain(name)}"
            return known or by_name.get(plain(name)) or otherwise

        return key

    # --- histories --------------------------------------------------------------------------------------

    def history_of(self, member: int) -> list[Night]:
        """The events of a member, the newest first."""
        with self._lock:
            key, who = f"member {self.member(member).id}", self._who()
            return [
                night
                for evening in self._events_there()
                for owner, night in nights_of(evening, None).items()
                if who(evening.entry_of(owner).name, evening.entry_of(owner).number) == key
            ]

    def games_of_two(self, one: int, other: int) -> list[Met]:
        """The games of two members against each other, the newest first; playoffs are not among them."""
        with self._lock:
            keys = [f"member {self.member(number).id}" for number in (one, other)]
            who, found = self._who(), []
            for evening in self._events_there():
                owners: dict[str, str] = {}
                for owner in evening.owners:
                    entry = evening.entry_of(owner)
                    owners.setdefault(who(entry.name, entry.number), owner)
                a, b = (owners.get(key) for key in keys)
                if a is None or b is None or evening.is_company:
                    continue
                for m in evening.by_owner.get(a, ()):
                    if b in (m.one, m.other) and (net := _net(evening, m, a)):
                        found.append(Met(evening.id, evening.name, evening.date, m.game, net))
            return found

    def _events_there(self) -> list[Evening]:
        found = [self.evening(record.n) for record in self.events()]
        return [evening for evening in found if evening.put_away != DELETED and not evening.is_company]

    def season_csv(self, season: Season) -> str:
        """The season's standings as a list."""
        return as_csv(SEASON, (
            (row.rank, row.name, row.number, row.points, len(row.nights), len(row.counted))
            for row in self.season_rows(season)
        ))  # fmt: skip


def _body(season: Season) -> dict[str, object]:
    """A season as it is kept."""
    return {
        "id": season.id, "name": season.name, "events": list(season.events), "points": list(season.points),
        "others": season.others, "best": season.best, "shown": season.shown,
    }  # fmt: skip


def nights_of(evening: Evening, season: Season | None) -> dict[str, Night]:
    """What each player of an event made of it; those without a result are not in it."""
    found = {}
    for place in evening.ranking.places:
        who = place.who
        if evening.format.record == "spread":
            card = evening.checked.cards[who]
            if not any(line.result for line in card.lines.values()):
                continue
            sums = card.totals(evening.format.skunk_margin)
            won, net = sums.games_won, sums.net
        else:
            won, own, theirs = evening.score_sums(who)
            if not evening.scores_of(who):
                continue
            net = own - theirs
        points = 0
        if season is not None:
            table = season.points
            points = table[place.rank - 1] if place.rank <= len(table) else season.others
        found[who] = Night(evening.id, evening.name, evening.date, place.rank, points, won, net)
    return found


def _net(evening: Evening, m: Meeting, one: str) -> int:
    """What an owner won a game by, as their own card has it after checking; 0 where it has no result."""
    if evening.format.record == "spread":
        line = evening.checked.cards[one].line(m.game)
        return (line.spread or 0) if line.result == "W" else -(line.spread or 0)
    score = evening.scores.get((m.game, m.one, str(m.other)))
    return 0 if score is None else score.of(one)[0] - score.of(one)[1]
