"""An event of the club taken down from its records: entries, seats, lines, scores, matches; nothing is worked out."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, Self

from club.charts import Meeting, scheduled
from club.parts import Awaited, Entry, Game, Level, Written
from club.seen import Seen, places_of
from club.store import Record
from cribbage.tournament.companies import Absence
from cribbage.tournament.forfeits import AtTime
from cribbage.tournament.formats import Format, find_format
from cribbage.tournament.scorecards import Line
from cribbage.tournament.standings import Score

_SHAPE: Final = frozenset({"chart", "owners", "by_owner", "by_name"})
"""What results do not change: a thousand games of a large field are not worked out anew for each of them."""
DEVICE: Final = "device"
_RESHAPES: Final = frozenset(
    [
        "event",
        "entry",
        "seats",
        "schedule",
        "stay",
        "substitute",
        "withdraw",
        "return",
        "float",
        "rename",
        "strike",
    ]
)


@dataclass
class Folded:
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
    seen: dict[Game, Seen] = field(default_factory=dict)
    together: dict[frozenset[str], tuple[Game, ...]] = field(default_factory=dict)
    seen_by: dict[tuple[str, int], Game] = field(default_factory=dict)
    kept: set[Game] = field(default_factory=set)
    by_hand: set[Game] = field(default_factory=set)
    given: set[Game] = field(default_factory=set)
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
    changed: float = 0.0

    @classmethod
    def fold(cls, records: Iterable[Record]) -> Self:
        """An event from its records, in order. A kind of a newer program is passed over."""
        return cls(0).followed_by(records)

    def followed_by(self, records: Iterable[Record]) -> Self:
        """The event after further records; this one stays as it is, because somebody may be looking at it."""
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
        after.lines = {owner: dict(lines) for owner, lines in self.lines.items()}
        after.forfeits = {owner: list(games) for owner, games in self.forfeits.items()}
        for record in records:
            take = getattr(after, f"_on_{record.kind}", None)
            if take is not None:
                take(record)
            after.last, after.changed = record.n, record.at
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

    def _on_rename(self, record: Record) -> None:
        body, entry = record.body, self.entries[record.body["entry"]]
        before = tuple(dict.fromkeys((*entry.formerly, entry.name, *entry.players)))
        self.entries[entry.id] = replace(
            entry, name=str(body["name"]), players=tuple(body.get("players", ())),
            number=str(body.get("number", "")), formerly=before,
        )  # fmt: skip

    def _on_strike(self, record: Record) -> None:
        self.entries.pop(str(record.body["entry"]), None)

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
        self.schedule = ()

    def _on_schedule(self, record: Record) -> None:
        self.schedule = scheduled(record.body["games"])
        self.slots, self.tables = (), ()

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
            self.forfeits.setdefault(str(body["forfeits"]), []).append(place[0])
        if self.format.chart == "free" and place[0] not in {meeting.game for meeting in self.free_games}:
            self.free_games.append(Meeting(*place))
        scores = (int(body["one_score"]), int(body["other_score"]))
        if body.get("told"):
            table, stream, n = body["told"]
            self.device_games.add((str(table), str(stream), int(n)))
            came = Seen(
                str(table),
                str(stream),
                int(n),
                float(body.get("began", 0.0)),
                place[1],
                int(body["net"]),
                scores,
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

    def _on_seen(self, record: Record, place: Game, came: Seen) -> None:
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
        """Both cards of a game, as far as nobody wrote on them; what a device wrote it may write anew."""
        game, one, other = place
        for owner, line in ((one, Line.of(net)), (other, Line.of(-net))):
            before = self.lines.get(owner, {}).get(game)
            if before is None or (source == DEVICE and before.source == DEVICE and before.line != line):
                self._write(owner, game, line, source, record, why)

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

    @property
    def is_company(self) -> bool:
        """Whether an entry is a company with two pairs."""
        return self.format.chart == "pairs"
