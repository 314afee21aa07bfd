"""One event of the club as it stands: folded from its records, and everything that follows from them.

`Evening.fold` only takes down what happened; the questions (who meets whom, cards, cross-check, ranking, bracket) are
answered by `cribbage.tournament`. Owners of cards are entries by their id; of a company's two pairs the ids end in
``A`` and ``B``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from club.charts import Meeting, chart_of, with_sit_outs
from club.companies import default_scores
from club.parts import Awaited, Entry, Game, Level, Written, plain
from club.store import Record
from cribbage.tournament.brackets import Bracket, bracket
from cribbage.tournament.companies import Absence
from cribbage.tournament.crosscheck import Checked, cross_check
from cribbage.tournament.forfeits import AtTime
from cribbage.tournament.formats import Format, find_format
from cribbage.tournament.scorecards import Card, Line
from cribbage.tournament.standings import (
    Cut,
    Ranking,
    Score,
    qualify,
    rank_acc,
    rank_alberta,
    rank_corporate,
)


@dataclass
class Evening:
    """An event and all that was done in it."""

    id: int
    name: str = ""
    date: str = ""
    format: Format = field(default_factory=lambda: find_format("free"))
    edition: str = "acc-2025"
    games: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    slots: tuple[str | None, ...] = ()
    tables: tuple[int, ...] = ()
    lines: dict[str, dict[int, Written]] = field(default_factory=dict)
    history: list[tuple[str, int, Written]] = field(default_factory=list)
    scores: dict[Game, Score] = field(default_factory=dict)
    devices: dict[Game, int] = field(default_factory=dict)
    device_games: set[tuple[str, str, int]] = field(default_factory=set)
    free_games: list[Meeting] = field(default_factory=list)
    stayed: dict[int, tuple[str, ...]] = field(default_factory=dict)
    decided: list[tuple[str, str]] = field(default_factory=list)
    levels: dict[Game, Level] = field(default_factory=dict)
    winners: dict[tuple[int, int], int] = field(default_factory=dict)
    walked_over: dict[tuple[int, int], str] = field(default_factory=dict)
    awaited: dict[tuple[int, int, int], Awaited] = field(default_factory=dict)
    seeds: tuple[str, ...] = ()
    best_of: int = 3
    ticks: dict[str, str] = field(default_factory=dict)
    forfeits: dict[str, list[int]] = field(default_factory=dict)
    announced: bool = False
    last: int = 0

    @classmethod
    def fold(cls, records: Iterable[Record]) -> Evening:
        """An event from its records, in order. A kind of a newer program is passed over."""
        return cls(0).followed_by(records)

    def followed_by(self, records: Iterable[Record]) -> Evening:
        """The event after further records; this one stays as it is, because somebody may be looking at it."""
        records = list(records)
        reshaped = self.format.chart == "free" or any(record.kind in _RESHAPES for record in records)
        keeps = frozenset() if reshaped else _SHAPE
        after = copy(self)
        for name, value in vars(self).items():
            if name in _FOLLOWS:
                if name not in keeps:
                    del after.__dict__[name]
            elif isinstance(value, dict | list | set):
                setattr(after, name, copy(value))
        after.lines = {owner: dict(lines) for owner, lines in self.lines.items()}
        after.forfeits = {owner: list(games) for owner, games in self.forfeits.items()}
        for record in records:
            take = getattr(after, f"_on_{record.kind}", None)
            if take is not None:
                take(record)
            after.last = record.n
        return after

    # --- what was done ------------------------------------------------------------------------------

    def _on_event(self, record: Record) -> None:
        body = record.body
        self.id, self.name, self.date = record.n, str(body["name"]), str(body.get("date", ""))
        self.format = find_format(body["format"])
        self.edition = str(body.get("edition", self.format.profile))
        self.games = int(body.get("games") or self.format.games or 0)

    def _on_entry(self, record: Record) -> None:
        body = record.body
        new = Entry(
            str(body["id"]), str(body["name"]), tuple(body.get("players", ())), str(body.get("number", ""))
        )
        self.entries[new.id] = new
        if self.slots and not self.is_company and None in self.slots:  # takes the place of the sit-out
            empty = self.slots.index(None)
            self.slots = (*self.slots[:empty], new.id, *self.slots[empty + 1 :])

    def _on_withdraw(self, record: Record) -> None:
        body, entry = record.body, self.entries[record.body["entry"]]
        absence = Absence(body["absence"]) if body.get("absence") else None
        self.entries[entry.id] = replace(
            entry, left_after=int(body["after"]), removed=bool(body.get("removed")), absence=absence
        )

    def _on_return(self, record: Record) -> None:
        entry = self.entries[record.body["entry"]]
        self.entries[entry.id] = replace(
            entry, left_after=None, removed=False, floats_from=None, absence=None
        )

    def _on_float(self, record: Record) -> None:
        """Whoever sits out takes this place from now on."""
        entry, game = self.entries[record.body["entry"]], int(record.body["game"])
        self.entries[entry.id] = replace(entry, left_after=game - 1, floats_from=game)

    def _on_substitute(self, record: Record) -> None:
        entry = self.entries[record.body["entry"]]
        there = (*entry.substitutes, (int(record.body["game"]), str(record.body["name"])))
        self.entries[entry.id] = replace(
            entry, substitutes=there, left_after=None, removed=False, floats_from=None
        )

    def _on_seats(self, record: Record) -> None:
        self.slots = tuple(record.body["order"])
        self.tables = tuple(record.body["tables"])

    def _on_line(self, record: Record) -> None:
        """A line written by hand, or corrected: both stay in the history."""
        body = record.body
        line = Line(body.get("result"), body.get("spread"), body.get("column"))
        self._write(
            str(body["owner"]), int(body["game"]), line, str(body["source"]), record, str(body.get("why", ""))
        )

    def _on_result(self, record: Record) -> None:
        """A game of which the truth is known: verified by a table, or forfeited. It fills what nobody wrote."""
        body = record.body
        game, one, other, net = int(body["game"]), str(body["one"]), str(body["other"]), int(body["net"])
        self.devices[(game, one, other)] = net
        self.levels.pop((game, one, other), None)
        if body.get("told"):
            table, stream, n = body["told"]
            self.device_games.add((str(table), str(stream), int(n)))
        if body.get("forfeits"):
            self.forfeits.setdefault(str(body["forfeits"]), []).append(game)
        if self.format.chart == "free" and game not in {meeting.game for meeting in self.free_games}:
            self.free_games.append(Meeting(game, one, other))
        if self.format.record == "scores":
            if (game, one, other) in self.scores and body["source"] == "device":
                return  # what was entered by hand stands until somebody corrects it
            a, b = int(body["one_score"]), int(body["other_score"])
            self.scores[(game, one, other)] = Score(game, one, other, a, b, bool(body.get("default")))
            return
        for owner, line in ((one, Line.of(net)), (other, Line.of(-net))):
            if self.lines.get(owner, {}).get(game) is None:
                self._write(owner, game, line, str(body["source"]), record, str(body.get("why", "")))

    def _write(self, owner: str, game: int, line: Line, source: str, record: Record, why: str) -> None:
        before = self.lines.get(owner, {}).get(game)
        written = Written(line, source, record.who, record.at, why, before.line if before else None)
        self.lines.setdefault(owner, {})[game] = written
        self.history.append((owner, game, written))

    def _on_stay(self, record: Record) -> None:
        self.stayed[int(record.body["game"])] = tuple(record.body["winners"])

    def _on_decided(self, record: Record) -> None:
        self.decided.append((str(record.body["winner"]), str(record.body["loser"])))

    def _on_level(self, record: Record) -> None:
        body = record.body
        key = (int(body["game"]), str(body["one"]), str(body["other"]))
        self.levels[key] = Level(int(body["score"]), AtTime[str(body["what"])])

    def _on_seeds(self, record: Record) -> None:
        self.seeds, self.best_of = tuple(record.body["seeds"]), int(record.body.get("best_of", 3))
        for known in (self.winners, self.walked_over, self.awaited):
            known.clear()

    def _on_match(self, record: Record) -> None:
        where = (int(record.body["round"]), int(record.body["line"]))
        self.winners[where] = int(record.body["winner"])
        self.walked_over.pop(where, None)
        if record.body.get("rule"):
            self.walked_over[where] = str(record.body["rule"])

    def _on_awaited(self, record: Record) -> None:
        body = record.body
        where = (int(body["round"]), int(body["line"]), int(body["seed"]))
        self.awaited[where] = Awaited(float(body["since"]), body.get("games"))

    def _on_tick(self, record: Record) -> None:
        if record.body.get("off"):
            self.ticks.pop(str(record.body["step"]), None)
        else:
            self.ticks[str(record.body["step"])] = record.who

    def _on_announce(self, record: Record) -> None:
        self.announced = bool(record.body.get("on", True))

    # --- what follows -------------------------------------------------------------------------------

    @property
    def is_company(self) -> bool:
        """Whether an entry is a company with two pairs."""
        return self.format.chart == "pairs"

    @cached_property
    def owners(self) -> tuple[str, ...]:
        """Whoever has a card."""
        if self.is_company:
            return tuple(f"{entry}{pair}" for entry in self.entries for pair in "AB")
        return tuple(self.entries)

    def entry_of(self, owner: str) -> Entry:
        """The entry a card belongs to."""
        return self.entries[owner[:-1] if self.is_company else owner]

    def name_of(self, owner: str, game: int | None = None) -> str:
        """Who that is; with a game, the substitute who plays it."""
        entry = self.entry_of(owner)
        if self.is_company:
            return f"{entry.name} {owner[-1]}"
        name = entry.name
        for since, who in entry.substitutes:
            if game is None or game >= since:
                name = who
        return name

    def has_left(self, owner: str, game: int) -> bool:
        """Whether an owner does not play this game any more."""
        left = self.entry_of(owner).left_after
        return left is not None and game > left

    @cached_property
    def chart(self) -> tuple[tuple[Meeting, ...], ...]:
        """Who meets whom, game by game, as drawn; sitting out is a meeting without an opponent."""
        if self.format.chart == "free":
            return tuple((meeting,) for meeting in self.free_games)
        drawn = chart_of(self.format, self.games, self.slots, self.tables, self.stayed)
        floats = {entry.id: entry.floats_from for entry in self.entries.values() if entry.floats_from}
        return with_sit_outs(drawn, floats, self.has_left) if floats else drawn

    @cached_property
    def by_owner(self) -> dict[str, list[Meeting]]:
        """The games of the chart by who plays them."""
        found: dict[str, list[Meeting]] = {}
        for meeting in (meeting for each in self.chart for meeting in each):
            for owner in (meeting.one, meeting.other):
                if owner is not None:
                    found.setdefault(owner, []).append(meeting)
        return found

    def is_played(self, meeting: Meeting) -> bool:
        """Whether this is a game at all: two are there, or were when it was played."""
        if meeting.other is None:
            return False
        there = not any(self.has_left(one, meeting.game) for one in (meeting.one, meeting.other))
        return there or (meeting.game, meeting.one, meeting.other) in self.devices

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Games that are really played: nobody in them has left."""
        return tuple(meeting for each in self.chart for meeting in each if self.is_played(meeting))

    @cached_property
    def pairs(self) -> tuple[Game, ...]:
        """The games played, as (game, one, other)."""
        return tuple((meeting.game, meeting.one, str(meeting.other)) for meeting in self.meetings)

    def meeting(self, owner: str, game: int) -> Meeting | None:
        """The game an owner plays as number `game`; None while there is none."""
        mine = self.by_owner.get(owner, ())
        return next((m for m in mine if m.game == game and self.is_played(m)), None)

    @cached_property
    def cards(self) -> dict[str, Card]:
        """All cards as they are written."""
        return {
            owner: Card(owner, {game: w.line for game, w in self.lines.get(owner, {}).items()})
            for owner in self.owners
        }

    @property
    def entrants(self) -> int:
        """How many entered: those who have left count, for qualifying."""
        return len(self.entries)

    @cached_property
    def removed(self) -> frozenset[str]:
        """Whoever was taken out of the event and cannot qualify (Rule: ACC 11.5.b)."""
        return frozenset(entry.id for entry in self.entries.values() if entry.removed)

    def order(self, cards: Mapping[str, Card]) -> tuple[str, ...]:
        """Cards of those who can qualify, in order of rank."""
        ranking = rank_acc(cards, self.pairs, self.format.skunk_margin, self.decided)
        return tuple(one for one in ranking.order if one not in self.removed)

    @cached_property
    def defaults(self) -> tuple[Score, ...]:
        """Games of companies whose opponent is not there (Rule: Corporate, scoring)."""
        return default_scores(self.chart, self.scores, self.has_left) if self.is_company else ()

    @cached_property
    def all_scores(self) -> tuple[Score, ...]:
        """Every game by its raw scores: those written down, and those given without play."""
        return (*self.scores.values(), *self.defaults)

    @cached_property
    def checked(self) -> Checked:
        """The field after rule 12.2."""
        qualifiers = (
            len(qualify(rank_acc(self.cards), self.entrants).qualifiers) if self.format.playoffs else 0
        )
        return cross_check(self.cards, self.pairs, qualifiers, self.order, self.format.skunk_margin)

    @cached_property
    def ranking(self) -> Ranking:
        """The field in order, by the tie-breaks of the format, after cross-checking."""
        if self.format.ties == "acc":
            return rank_acc(self.checked.cards, self.pairs, self.format.skunk_margin, self.decided)
        scores = self.all_scores
        if self.format.ties == "corporate":
            there = [entry.id for entry in self.entries.values() if entry.absence is None]
            return rank_corporate({one: (f"{one}A", f"{one}B") for one in there}, scores)
        provincial = self.format.ties == "alberta-provincial"
        return rank_alberta(self.owners, scores, provincial=provincial, decided=self.decided)

    @cached_property
    def cut(self) -> Cut:
        """Who goes on."""
        return qualify(self.ranking, self.entrants, self.removed)

    @cached_property
    def bracket(self) -> Bracket:
        """The playoff bracket; `NoChart` where the book has none."""
        return bracket(self.entrants)

    @cached_property
    def missing(self) -> tuple[Meeting, ...]:
        """Games of which a card, or the score, still lacks."""
        if self.format.record == "scores":
            return tuple(m for m in self.meetings if (m.game, m.one, str(m.other)) not in self.scores)
        return tuple(
            m
            for m in self.meetings
            if any(self.lines.get(one, {}).get(m.game) is None for one in (m.one, str(m.other)))
        )

    @cached_property
    def game_now(self) -> int:
        """The first game that is not over everywhere; 0 when all are."""
        return min((meeting.game for meeting in self.missing), default=0)

    def find(self, name: str) -> str | None:
        """The owner of this name, whatever its capitals; None where nobody or more than one is called so."""
        found = self.by_name.get(plain(name), ())
        return found[0] if len(found) == 1 else None

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """Who is called so: names, players, substitutes and membership numbers."""
        found: dict[str, list[str]] = {}
        for owner in self.owners:
            for name in self._names(owner):
                found.setdefault(name, []).append(owner)
        return found

    def _names(self, owner: str) -> set[str]:
        entry = self.entry_of(owner)
        names = {self.name_of(owner), entry.number} if self.is_company else {
            entry.name, entry.number, *entry.players, *(who for _, who in entry.substitutes)
        }  # fmt: skip
        return {plain(name) for name in names if name}


_FOLLOWS: Final = frozenset(
    name for name, value in vars(Evening).items() if isinstance(value, cached_property)
)
_SHAPE: Final = frozenset({"chart", "owners", "by_owner", "by_name"})
"""What results do not change: a thousand games of a large field are not worked out anew for each of them."""
_RESHAPES: Final = frozenset({"event", "entry", "seats", "stay", "substitute", "withdraw", "return", "float"})
