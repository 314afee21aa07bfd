"""An event of the club rebuilt from its records: entries, seats, lines, scores, matches; nothing is worked out."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Self

from club.charts import Meeting, scheduled
from club.parts import Act, Answer, Awaited, Claim, Entry, Game, Level, MatchGame, Seating, Source, Written
from club.pools import FoldedMoney
from club.store import Record
from club.undo import taken_back
from club.verifiedgames import VerifiedGame, places_of
from cribbage.tournament.companies import Absence
from cribbage.tournament.forfeits import AtTime
from cribbage.tournament.formats import Format, find_format
from cribbage.tournament.scorecards import Line
from cribbage.tournament.standings import Score

_SHAPE: Final = frozenset({"chart", "owners", "by_owner", "by_name"})
"""What results do not change: a thousand games of a large field are not worked out again for each of them."""
DEVICE: Final = "device"
SEATS: Final = "seats"
BRACKET: Final = "bracket"
_RESHAPES: Final = frozenset({
    "event", "entry", "seats", "schedule", "stay", "substitute", "withdraw",
    "return", "float", "rename", "strike", "edit", "extra", "made-up",
})  # fmt: skip


@dataclass
class Folded(FoldedMoney):
    """What was done in an event, record by record; `Evening` says what follows from it."""

    id: int
    name: str = ""
    date: str = ""
    format: Format = field(default_factory=lambda: find_format("free"))
    edition: str = "acc-2025"
    games: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    slots: tuple[str | None, ...] = ()
    tables: tuple[int, ...] = ()
    schedule: tuple[tuple[Meeting, ...], ...] = ()
    lines: dict[str, dict[int, Written]] = field(default_factory=dict)
    history: list[tuple[str, int, Written]] = field(default_factory=list)
    scores: dict[Game, Score] = field(default_factory=dict)
    devices: dict[Game, int] = field(default_factory=dict)
    seen: dict[Game, VerifiedGame] = field(default_factory=dict)
    together: dict[frozenset[str], tuple[Game, ...]] = field(default_factory=dict)
    seen_by: dict[tuple[str, int], Game] = field(default_factory=dict)
    kept: set[Game] = field(default_factory=set)
    by_hand: set[Game] = field(default_factory=set)
    given: set[Game] = field(default_factory=set)
    made_up: set[Game] = field(default_factory=set)
    extra: list[Meeting] = field(default_factory=list)
    settled: dict[Game, tuple[Line, Line]] = field(default_factory=dict)
    device_games: dict[Source, int] = field(default_factory=dict)
    answers: dict[Source, Answer] = field(default_factory=dict)
    free_games: list[Meeting] = field(default_factory=list)
    stayed: dict[int, tuple[str, ...]] = field(default_factory=dict)
    decided: list[tuple[str, str]] = field(default_factory=list)
    levels: dict[Game, Level] = field(default_factory=dict)
    winners: dict[tuple[int, int], int] = field(default_factory=dict)
    walked_over: dict[tuple[int, int], str] = field(default_factory=dict)
    awaited: dict[tuple[int, int, int], Awaited] = field(default_factory=dict)
    match_games: dict[tuple[int, int], tuple[MatchGame, ...]] = field(default_factory=dict)
    seeds: tuple[str, ...] = ()
    best_of: int = 3
    ticks: dict[str, str] = field(default_factory=dict)
    forfeits: dict[str, list[int]] = field(default_factory=dict)
    announced: bool = False
    put_away: str = ""
    claims: dict[Game, Claim] = field(default_factory=dict)
    seating: Seating = field(default_factory=Seating)
    had_tables: set[str] = field(default_factory=set)
    next_at: float = 0.0
    created: float = 0.0
    drawn: dict[str, Act] = field(default_factory=dict)
    printed: dict[str, float] = field(default_factory=dict)
    stamps: dict[str, int] = field(default_factory=dict)
    undone: dict[str, Act] = field(default_factory=dict)
    last: int = 0
    changed: float = 0.0

    @classmethod
    def fold(cls, records: Iterable[Record]) -> Self:
        """An event from all its records, in order. A kind of a newer program is passed over, and so is what was taken
        back: the event stands exactly as if that had never been done."""
        records = list(records)
        back = taken_back(records)
        after = cls(0).followed_by(record for record in records if record.n not in back)
        after.last = records[-1].n if records else 0
        return after

    def followed_by(self, records: Iterable[Record]) -> Self:
        """The event after further records, none of which takes anything back; this one stays as it is, because
        somebody may be looking at it."""
        records = list(records)
        reshaped = self.format.chart == "free" or any(record.kind in _RESHAPES for record in records)
        keeps = frozenset() if reshaped else _SHAPE
        after = copy(self)
        for name, value in vars(self).items():
            if isinstance(getattr(type(self), name, None), cached_property):
                if name not in keeps:
                    del after.__dict__[name]
            elif isinstance(value, dict | list | set):
                setattr(after, name, copy(value))
        for record in records:
            take = getattr(after, f"_on_{record.kind.replace('-', '_')}", None)
            if take is not None:
                take(record)
            after.last = record.n
            if record.kind != "printed":  # a sheet says when the event last changed
                after.changed = record.at
        return after

    # --- what was done ------------------------------------------------------------------------------

    def _on_event(self, record: Record) -> None:
        body = record.body
        self.id, self.name, self.date = record.n, str(body["name"]), str(body.get("date", ""))
        self.format = find_format(body["format"])
        self.edition = str(body.get("edition", self.format.profile))
        self.games = int(body.get("games") or self.format.games or 0)
        self.created = record.at

    def _on_edit(self, record: Record) -> None:
        """What an event is called, when it is, and how it is played, corrected."""
        body = record.body
        self.name, self.date = str(body["name"]), str(body["date"])
        if body.get("format"):
            self.format, self.edition = find_format(body["format"]), str(body["edition"])
            self.games = int(body["games"])

    def _on_seating(self, record: Record) -> None:
        """Which tables the hub seats for this event."""
        self.seating = Seating(tuple(record.body["tables"]), str(record.body["mode"]))
        self.had_tables |= set(self.seating.tables)

    def _on_next(self, record: Record) -> None:
        """When play goes on, wall time in s; 0: nothing is said."""
        self.next_at = float(record.body["at"])

    def _on_claim(self, record: Record) -> None:
        """A result as one player has it, or that the other side has denied."""
        body = record.body
        place = (int(body["game"]), str(body["one"]), str(body["other"]))
        self.claims[place] = Claim(str(body["by"]), int(body["net"]), record.at, bool(body.get("denied")))

    def _on_away(self, record: Record) -> None:
        """Put into the archive, deleted, or brought back ("")."""
        self.put_away = str(record.body["where"])

    def _on_extra(self, record: Record) -> None:
        """A make-up game after the last one of the chart."""
        body = record.body
        self.extra.append(Meeting(int(body["game"]), str(body["one"]), str(body["other"])))

    def _on_made_up(self, record: Record) -> None:
        """A game of the chart that is played after all, though one of the two was not there."""
        body = record.body
        self.made_up.add((int(body["game"]), str(body["one"]), str(body["other"])))

    def _on_settled(self, record: Record) -> None:
        """A director has looked at two lines that differ, and they stand; or looks again."""
        body = record.body
        place = (int(body["game"]), str(body["one"]), str(body["other"]))
        if body.get("off"):
            self.settled.pop(place, None)
        else:
            one, other = (Line(*line) for line in body["lines"])
            self.settled[place] = (one, other)

    def _on_entry(self, record: Record) -> None:
        body = record.body
        new = Entry(
            str(body["id"]), str(body["name"]), tuple(body.get("players", ())), str(body.get("number", "")),
            since_game=int(body.get("since", 1)),
        )  # fmt: skip
        self.entries[new.id] = new
        self.struck_off.pop(new.id, None)
        if self.slots and not self.is_company and None in self.slots:  # takes the place of the sit-out
            empty = self.slots.index(None)
            self.slots = (*self.slots[:empty], new.id, *self.slots[empty + 1 :])

    def _on_rename(self, record: Record) -> None:
        body, entry = record.body, self.entries[record.body["entry"]]
        before = tuple(dict.fromkeys((*entry.formerly, entry.name, *entry.players)))
        self.entries[entry.id] = replace(
            entry, name=str(body["name"]), players=tuple(body.get("players", ())),
            number=str(body.get("number", "")), formerly=before,
        )  # fmt: skip

    def _on_strike(self, record: Record) -> None:
        entry = self.entries.pop(str(record.body["entry"]))
        self.struck_off[entry.id] = entry

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
        """Anyone who sits out takes this place from now on."""
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
        self.schedule = ()
        self._draws(SEATS, record)

    def _on_schedule(self, record: Record) -> None:
        self.schedule = scheduled(record.body["games"])
        self.slots, self.tables = (), ()
        self._draws(SEATS, record)

    def _draws(self, what: str, record: Record) -> None:
        self.drawn[what] = Act.of(record)
        self.stamps[what] = record.n
        self.printed.pop(what, None)

    def _on_printed(self, record: Record) -> None:
        """Somebody has taken a sheet that is wrong once this is drawn again."""
        what = str(record.body["what"])
        self.printed.setdefault(what, record.at)
        self.stamps[what] = record.n

    def _on_undo(self, record: Record) -> None:
        """Something was taken back, by `fold`; here only that it was."""
        body = record.body
        what = str(body["what"])
        self.undone[what] = Act.of(record)
        self.stamps[what] = record.n
        for owner, game, *line in body.get("was", ()):
            taken = Written(Line(*line), "back", record.who, record.at, str(body.get("why", "")))
            self.history.append((str(owner), int(game), taken))

    def _on_line(self, record: Record) -> None:
        """A line written by hand, or corrected: both stay in the history."""
        body = record.body
        line = Line(body.get("result"), body.get("spread"), body.get("column"))
        owner, game = str(body["owner"]), int(body["game"])
        if (owner, game) in self.seen_by:
            self.kept.add(self.seen_by[owner, game])
        self._write(owner, game, line, str(body["source"]), record, str(body.get("why", "")))

    def _on_result(self, record: Record) -> None:
        """A game of which the truth is known: verified by a table, given without play, or entered by both scores."""
        body = record.body
        place = (int(body["game"]), str(body["one"]), str(body["other"]))
        self.levels.pop(place, None)
        if body.get("forfeits"):
            forfeited = str(body["forfeits"])
            self.forfeits[forfeited] = [*self.forfeits.get(forfeited, ()), place[0]]
        if self.format.chart == "free" and place[0] not in {meeting.game for meeting in self.free_games}:
            self.free_games.append(Meeting(*place))
        scores = (int(body["one_score"]), int(body["other_score"]))
        if body.get("told"):
            source = self._on_told(record)
            came = VerifiedGame(
                *source,
                float(body.get("began", 0.0)),
                place[1],
                int(body["net"]),
                scores,
                bool(body.get("seat")),
            )
            self._on_seen(record, place, came)
            return
        self.devices[place] = int(body["net"])
        self.kept |= {place} & self.seen.keys()
        self.by_hand.add(place)
        if body.get("default"):
            self.given.add(place)
        if self.format.record == "scores":
            self.scores[place] = Score(*place, *scores, bool(body.get("default")))
            return
        self._fill(record, place, int(body["net"]), str(body["source"]), str(body.get("why", "")))

    def _on_told(self, record: Record) -> Source:
        """A table's game has its place here; where a director said so, that is an answer."""
        table, stream, n = record.body["told"]
        source = str(table), str(stream), int(n)
        self.device_games[source] = record.n
        if "doubts" in record.body:
            self.answers[source] = Answer(Act.of(record), True, tuple(record.body["doubts"]))
        return source

    def _on_left(self, record: Record) -> None:
        """A table's game that is not of this event, as a director said."""
        table, stream, n = record.body["told"]
        self.answers[str(table), str(stream), int(n)] = Answer(Act.of(record), False)

    def _on_seen(self, record: Record, place: Game, came: VerifiedGame) -> None:
        """A table's game takes its place, and those of the same two change places where it was played before them;
        what people wrote stands."""
        both = frozenset(place[1:])
        before = {at: self.seen[at] for at in self.together.get(both, ())}
        self.together[both] = (*before, place)
        self.seen_by |= {(owner, place[0]): place for owner in both}
        for at, game in places_of({**before, place: came}, self.kept).items():
            if before.get(at) == game:
                continue
            self.seen[at] = game
            net, scores = game.as_of(at[1])
            self.devices[at] = net
            if self.format.record != "scores":
                self._fill(record, at, net, DEVICE, "")
            elif at not in self.by_hand:
                self.scores[at] = Score(*at, *scores)

    def _fill(self, record: Record, place: Game, net: int, source: str, why: str) -> None:
        """Both cards of a game, as far as nobody wrote on them; what a device wrote it may write again."""
        game, one, other = place
        for owner, line in ((one, Line.of(net)), (other, Line.of(-net))):
            before = self.lines.get(owner, {}).get(game)
            if before is None or (source == DEVICE and before.source == DEVICE and before.line != line):
                self._write(owner, game, line, source, record, why)

    def _write(self, owner: str, game: int, line: Line, source: str, record: Record, why: str) -> None:
        before = self.lines.get(owner, {}).get(game)
        written = Written(line, source, record.who, record.at, why, before.line if before else None)
        # Somebody may be looking at the event before this: what it holds is replaced, never changed.
        self.lines[owner] = {**self.lines.get(owner, {}), game: written}
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
        for known in (self.winners, self.walked_over, self.awaited, self.match_games):
            known.clear()
        self._draws(BRACKET, record)

    def _on_match(self, record: Record) -> None:
        where = (int(record.body["round"]), int(record.body["line"]))
        self.winners[where] = int(record.body["winner"])
        self.stamps[BRACKET] = record.n
        self.walked_over.pop(where, None)
        if record.body.get("rule"):
            self.walked_over[where] = str(record.body["rule"])

    def _on_awaited(self, record: Record) -> None:
        body = record.body
        where = (int(body["round"]), int(body["line"]), int(body["seed"]))
        self.awaited[where] = Awaited(float(body["since"]), body.get("games"))
        self.stamps[BRACKET] = record.n

    def _on_played(self, record: Record) -> None:
        """A game of a match, as a table saw it. Who wins the match the director says."""
        body = record.body
        where = (int(body["round"]), int(body["line"]))
        source, number = self._on_told(record), int(body.get("number", 0))
        game = MatchGame(int(body["winner"]), int(body["spread"]), source, record.at, number)
        self.match_games[where] = (*self.match_games.get(where, ()), game)
        self.stamps[BRACKET] = record.n

    def _on_tick(self, record: Record) -> None:
        if record.body.get("off"):
            self.ticks.pop(str(record.body["step"]), None)
        else:
            self.ticks[str(record.body["step"])] = record.who

    def _on_announce(self, record: Record) -> None:
        self.announced = bool(record.body.get("on", True))

    @property
    def is_drawn(self) -> bool:
        """Whether the seats are drawn, or a schedule stands in their place."""
        return bool(self.slots or self.schedule)

    @property
    def is_company(self) -> bool:
        """Whether an entry is a company with two pairs."""
        return self.format.chart == "pairs"
