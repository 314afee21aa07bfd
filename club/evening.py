"""One event of the club as it stands: what was done in it, and everything that follows.

The questions (who meets whom, cards, cross-check, ranking, bracket) are answered by `cribbage.tournament`. Owners
of cards are entries by their id; of a company's two pairs the ids end in ``A`` and ``B``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from club.charts import Meeting, chart_of, with_extra_games, with_sit_outs
from club.companies import default_scores
from club.folded import Folded
from club.parts import Entry, Game, plain
from cribbage.tournament.brackets import Bracket, bracket
from cribbage.tournament.crosscheck import (
    SILENT_NO_QUALIFIER,
    Checked,
    Disagreement,
    cross_check,
    place_in,
)
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


@dataclass(frozen=True, slots=True)
class Moved:
    """A qualifier whose place has changed; a place is None where they do not qualify."""

    owner: str
    before: int | None
    now: int | None


@dataclass
class Evening(Folded):
    """An event as it stands."""

    @cached_property
    def owners(self) -> tuple[str, ...]:
        """Everyone who has a card."""
        if self.is_company:
            return tuple(f"{entry}{pair}" for entry in self.entries for pair in "AB")
        return tuple(self.entries)

    def entry_of(self, owner: str) -> Entry:
        """The entry a card belongs to."""
        return self.entries[owner[:-1] if self.is_company else owner]

    def name_of(self, owner: str, game: int | None = None) -> str:
        """The name of an owner; with a game, that of the substitute who plays it."""
        entry = self.entry_of(owner)
        if self.is_company:
            return f"{entry.name} {owner[-1]}"
        name = entry.name
        for since, who in entry.substitutes:
            if game is None or game >= since:
                name = who
        return name

    def is_away(self, owner: str, game: int) -> bool:
        """Whether an owner does not play this game: not yet, or not any more."""
        entry = self.entry_of(owner)
        return game < entry.since_game or (entry.left_after is not None and game > entry.left_after)

    @cached_property
    def chart(self) -> tuple[tuple[Meeting, ...], ...]:
        """Who meets whom, game by game, as drawn; sitting out is a meeting without an opponent."""
        if self.format.chart == "free":
            return tuple((meeting,) for meeting in self.free_games)
        drawn = self.schedule or chart_of(self.format, self.games, self.slots, self.tables, self.stayed)
        floats = {entry.id: entry.floats_from for entry in self.entries.values() if entry.floats_from}
        drawn = with_sit_outs(drawn, floats, self.is_away) if floats else drawn
        return with_extra_games(drawn, self.extra)

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
        if not any(self.is_away(one, meeting.game) for one in (meeting.one, meeting.other)):
            return True
        place = meeting.game, meeting.one, meeting.other
        return place in self.devices or place in self.made_up

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
    def by_games(self) -> dict[int, list[str]]:
        """Who plays how many games, the most first: those who sit out or come late play fewer, and nobody who has
        left is counted."""
        found: dict[int, list[str]] = {}
        for owner in self.owners:
            if self.entry_of(owner).left_after is None:
                mine = sum(self.is_played(meeting) for meeting in self.by_owner.get(owner, ()))
                found.setdefault(mine, []).append(owner)
        return dict(sorted(found.items(), reverse=True))

    @cached_property
    def cards(self) -> dict[str, Card]:
        """All cards as they are written."""
        return {
            owner: Card(owner, {game: w.line for game, w in self.lines.get(owner, {}).items()})
            for owner in self.owners
        }

    @cached_property
    def struck(self) -> dict[str, dict[int, list[Line]]]:
        """What was corrected, by owner and game: the lines that stood there before."""
        found: dict[str, dict[int, list[Line]]] = {}
        for owner, game, written in self.history:
            if written.source == "corrected" and written.was:
                found.setdefault(owner, {}).setdefault(game, []).append(written.was)
        return found

    @property
    def entrants(self) -> int:
        """How many entered: those who have left count, for qualifying."""
        return len(self.entries)

    @cached_property
    def removed(self) -> frozenset[str]:
        """Those who were taken out of the event and cannot qualify (Rule: ACC 11.5.b)."""
        return frozenset(entry.id for entry in self.entries.values() if entry.removed)

    def order(self, cards: Mapping[str, Card]) -> tuple[str, ...]:
        """Cards of those who can qualify, in order of rank."""
        ranking = rank_acc(cards, self.pairs, self.format.skunk_margin, self.decided)
        return tuple(one for one in ranking.order if one not in self.removed)

    @cached_property
    def defaults(self) -> tuple[Score, ...]:
        """Games of companies whose opponent is not there (Rule: Corporate, scoring)."""
        return default_scores(self.chart, self.scores, self.is_away) if self.is_company else ()

    @cached_property
    def all_scores(self) -> tuple[Score, ...]:
        """Every game by its raw scores: those written down, and those given without play."""
        return (*self.scores.values(), *self.defaults)

    @cached_property
    def _by_score(self) -> dict[str, list[Score]]:
        found: dict[str, list[Score]] = {}
        for score in self.all_scores:
            for side in (score.one, score.other):
                found.setdefault(side, []).append(score)
        return found

    def scores_of(self, owner: str) -> Sequence[Score]:
        """The games of an owner by their raw scores, those given without play among them."""
        return self._by_score.get(owner, ())

    def score_sums(self, who: str) -> tuple[int, int, int]:
        """Games won, points for and points against of an entry (a company's two pairs together)."""
        won = own = theirs = 0
        for side in (f"{who}A", f"{who}B") if self.is_company else (who,):
            for score in self.scores_of(side):
                points = score.of(side)
                won, own, theirs = won + (score.winner == side), own + points[0], theirs + points[1]
        return won, own, theirs

    @cached_property
    def checked(self) -> Checked:
        """The field after rule 12.2."""
        qualifiers = (
            len(qualify(rank_acc(self.cards), self.entrants).qualifiers) if self.format.playoffs else 0
        )
        return cross_check(self.cards, self.pairs, qualifiers, self.order, self.format.skunk_margin)

    @cached_property
    def to_settle(self) -> tuple[Disagreement, ...]:
        """Pairs of cards that disagree, but for those that a director has looked at, as long as nothing would change
        on them."""
        return tuple(each for each in self.checked.disagreements if not self.is_settled(each))

    def is_settled(self, each: Disagreement) -> bool:
        """Whether a director has left these two lines as they stand."""
        return not each.changes and self.settled.get((each.game, each.one, each.other)) == each.before

    @property
    def undecided(self) -> tuple[Disagreement, ...]:
        """What must be decided before the bracket is drawn: rule 12.2 is silent, and who qualifies may depend on it.
        Where two cards of others differ in a spread both stay as written (Rule: ACC 12.2)."""
        return tuple(
            each for each in self.to_settle if each.settlement.silent not in (None, SILENT_NO_QUALIFIER)
        )

    @cached_property
    def moved(self) -> tuple[Moved, ...]:
        """Those whose place among the qualifiers has changed since the bracket was drawn (Rule: ACC 12.2.i)."""
        if not self.seeds:
            return ()
        now = self.cut.qualifiers
        return tuple(
            Moved(owner, place_in(self.seeds, owner), place_in(now, owner))
            for owner in dict.fromkeys((*self.seeds, *now))
            if place_in(self.seeds, owner) != place_in(now, owner)
        )

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
    def seen_otherwise(self) -> tuple[Meeting, ...]:
        """Games of which a table saw something else than what was entered by hand, and nobody has corrected since."""
        return tuple(
            m
            for m in self.meetings
            if (m.game, m.one, str(m.other)) in self.seen
            and self._is_otherwise((m.game, m.one, str(m.other)))
        )

    def _is_otherwise(self, place: Game) -> bool:
        game, one, other = place
        net, scores = self.seen[place].as_of(one)
        if place in self.kept:
            return False
        if self.format.record == "scores":
            return place in self.scores and self.scores[place].of(one) != scores
        written = (self.lines[one][game], self.lines[other][game])
        agree = written[0].line == written[1].line.turned()  # otherwise cross-checking says it
        return agree and written[0].line != Line.of(net)

    @property
    def is_begun(self) -> bool:
        """Whether any result is in."""
        return bool(self.lines or self.scores or self.free_games or self.match_games)

    @property
    def is_going_on(self) -> bool:
        """Whether games may be played in it: its seats are drawn, or free play has entries."""
        may = self.is_drawn or (self.format.chart == "free" and bool(self.entries))
        return may and not self.put_away

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
        """Owners by what they are called: names, players, substitutes and membership numbers."""
        found: dict[str, list[str]] = {}
        for owner in self.owners:
            for name in self._names(owner):
                found.setdefault(name, []).append(owner)
        return found

    def is_called(self, owner: str, name: str) -> bool:
        """Whether an owner is known by this name."""
        return plain(name) in self._names(owner)

    def _names(self, owner: str) -> set[str]:
        entry = self.entry_of(owner)
        names = {self.name_of(owner), entry.number} if self.is_company else {
            entry.name, entry.number, *entry.players, *(who for _, who in entry.substitutes)
        }  # fmt: skip
        return {plain(name) for name in names if name}
