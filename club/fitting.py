"""Where a game that a table told would stand in an event, and what speaks against putting it there unasked.

The hub seats games (`club.seating`): one that comes back with its token, played as it was seated, has its place. A
game without one is always asked about; its names, its book and its clock only say where it may belong, because a
wrong line on a card would carry the words "seen by the table".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from club.charts import Meeting
from club.evening import Evening
from club.folded import BRACKET, SEATS
from club.parts import Game, Source, plain
from club.seating import Token, read_token, side_names
from club.store import Told
from cribbage.log.wire import FinishedGame, read_time
from cribbage.profiles import PROFILES
from cribbage.tournament.scorecards import Line

COUNTS: Final = ("club", "sanctioned")
"""Games of these modes count; a teaching game is none."""
NO_SEAT: Final = "no-seat"
"""The doubt of a game that the hub has not seated: it is always asked about."""
AHEAD_S: Final = 300.0
"""How far a table's clock may be ahead of the hub's and still be believed: an old game would look like one of
tonight."""
QUIET_S: Final = 48 * 3600.0
"""After how long without a record an event may be over, though results are missing."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reason to ask: the key of its sentence (``club.ask.<key>``) and what is filled in (times are wall times, s;
    books are names of profiles)."""

    key: str
    fill: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InMatch:
    """A place in the playoffs: round and line of the match, the seed of each side by the table's seat, and the game's
    number in the match where the hub has seated it."""

    round: int
    line: int
    seeds: Mapping[str, int]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Fit:
    """A table's game in one event: the owners by seat, its place (None: there is none), what is in doubt, and whether
    the hub has seated it there."""

    event: int
    owners: Mapping[str, str]
    place: Game | InMatch | None
    doubts: tuple[Doubt, ...] = ()
    is_seated: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether it may be put there unasked."""
        return self.place is not None and not self.doubts

    @property
    def is_plain(self) -> bool:
        """Whether nothing but that the hub has not seated it speaks against it."""
        return self.place is not None and all(doubt.key == NO_SEAT for doubt in self.doubts)

    def and_also(self, doubt: Doubt) -> Fit:
        """The same with one more doubt."""
        return replace(self, doubts=(*self.doubts, doubt))


def source_of(told: Told) -> Source:
    """Which game that is."""
    return told.table, told.stream, told.n


def game_of(told: Told) -> FinishedGame:
    """The game as it was kept; what an old record lacks is empty."""
    body = told.body
    scores = body.get("scores", {})
    return FinishedGame(
        told.stream, told.n, told.n, {seat: str(body.get("players", {}).get(seat, "")) for seat in "AB"},
        {seat: int(scores.get(seat, 0)) for seat in "AB"}, str(body.get("mode") or ""),
        str(body.get("profile") or ""), read_time(body.get("began")), read_time(body.get("sent")),
        str(body.get("seat") or ""),
    )  # fmt: skip


def is_quiet(evening: Evening, told: Told) -> bool:
    """Whether nothing was written in this event for long when the game came in."""
    return told.at > evening.changed + QUIET_S


def strangers(evening: Evening, game: FinishedGame) -> list[str]:
    """Those of the two names that no single card of the event has."""
    return [name for name in game.players.values() if evening.find(name) is None]


def fit(evening: Evening, told: Told) -> Fit | None:
    """The game in this event; None where the names are not two of its cards."""
    game = game_of(told)
    token = read_token(game.seat)
    if token is not None and token.event == evening.id:
        return _seated(evening, game, token)
    a, b = (evening.find(game.players[seat]) for seat in "AB")
    if a is None or b is None or a == b or game.scores["A"] == game.scores["B"]:
        return None
    owners = {"A": a, "B": b}
    place = _match(evening, owners) or _in_chart(evening, owners, game)
    if place is None:
        return Fit(evening.id, owners, None, (Doubt("full"),))
    drawing = BRACKET if isinstance(place, InMatch) else SEATS
    unseated = Doubt(NO_SEAT) if token is None else Doubt("seat-other")
    return Fit(evening.id, owners, place, (unseated, *_doubts(evening, told, game, drawing)))


# --- a game that the hub has seated -----------------------------------------------------------------------


def _seated(evening: Evening, game: FinishedGame, token: Token) -> Fit:
    """A game with a token of this event: clocks do not matter, because the token says which drawing it is of."""
    owners = _by_seat(evening, game, token)
    act = evening.drawn.get(token.drawing)
    if act is None or act.n != token.drawn:
        return Fit(evening.id, owners, None, (Doubt("seat-old"),))
    place: Game | InMatch | None
    if token.round is None:
        place, doubt = _seat_in_chart(evening, token)
    else:
        place, doubt = _seat_in_match(evening, token, owners)
    if place is None:
        return Fit(evening.id, owners, None, (doubt,))
    return Fit(evening.id, owners, place, tuple(_of_seat(evening, game, token, owners)), is_seated=True)


def _by_seat(evening: Evening, game: FinishedGame, token: Token) -> dict[str, str]:
    """Who sat where: as they were seated, or the other way round."""
    is_turned = token.one in evening.owners and token.other in evening.owners
    is_turned = is_turned and evening.is_called(token.other, game.players["A"])
    one, other = (token.other, token.one) if is_turned else (token.one, token.other)
    return {"A": one, "B": other}


def _seat_in_chart(evening: Evening, token: Token) -> tuple[Game | None, Doubt]:
    meeting = evening.meeting(token.one, token.game) if token.one in evening.owners else None
    if meeting is None or {meeting.one, meeting.other} != {token.one, token.other}:
        return None, Doubt("seat-old")
    place = meeting.game, meeting.one, str(meeting.other)
    if place in evening.seen or place in evening.given:
        return None, Doubt("seat-taken")
    return place, Doubt("")


def _seat_in_match(evening: Evening, token: Token, owners: Mapping[str, str]) -> tuple[InMatch | None, Doubt]:
    seeds = {owner: number for number, owner in enumerate(evening.seeds, 1)}
    rounds = evening.bracket.rounds(evening.winners)
    where = int(token.round or 0), token.line
    if not (where[0] < len(rounds) and where[1] < len(rounds[where[0]])):
        return None, Doubt("seat-old")
    match = rounds[where[0]][where[1]]
    sides = {seat: seeds.get(owner, 0) for seat, owner in owners.items()}
    if {match.high, match.low} != set(sides.values()):
        return None, Doubt("seat-old")
    games = evening.match_games.get(where, ())
    if len(games) >= evening.best_of or token.game in {game.number for game in games}:
        return None, Doubt("seat-taken")
    return InMatch(*where, sides, token.game), Doubt("")


def _of_seat(
    evening: Evening, game: FinishedGame, token: Token, owners: Mapping[str, str]
) -> Iterator[Doubt]:
    """What the table may have changed of what it was told."""
    for seat, owner in owners.items():
        if not evening.is_called(owner, game.players[seat]) and plain(game.players[seat]) != plain(
            side_names(evening, token)[seat]
        ):
            yield Doubt("seat-names", {"names": [*game.players.values()]})
            break
    yield from _of_rules(evening, game)
    if game.mode in COUNTS and evening.seating.tables and game.mode != evening.seating.mode:
        yield Doubt("seat-mode", {"mode": game.mode, "seated": evening.seating.mode})


# --- the place ------------------------------------------------------------------------------------------


def _match(evening: Evening, owners: Mapping[str, str]) -> InMatch | None:
    """The match of the bracket in which the two meet, while it has games left."""
    seeds = {owner: number for number, owner in enumerate(evening.seeds, 1)}
    if not all(owner in seeds for owner in owners.values()):
        return None
    by_seat = {seat: seeds[owner] for seat, owner in owners.items()}
    for each in evening.bracket.rounds(evening.winners):
        for match in each:
            seen = evening.match_games.get((match.round, match.line), ())
            if {match.high, match.low} == set(by_seat.values()) and len(seen) < evening.best_of:
                return InMatch(match.round, match.line, by_seat)
    return None


def _in_chart(evening: Evening, owners: Mapping[str, str], game: FinishedGame) -> Game | None:
    """The first game of these two that has no device's result, but rather one that was entered by hand already and
    says the same; in free play the next number. What began after the bracket was drawn is no game of the chart."""
    bracket = evening.drawn.get(BRACKET)
    if bracket is not None and game.began >= bracket.at:
        return None
    a, b = owners["A"], owners["B"]
    taken = evening.seen.keys() | evening.given
    open_games = [
        m
        for m in evening.by_owner.get(a, ())
        if b in (m.one, m.other) and evening.is_played(m) and (m.game, m.one, str(m.other)) not in taken
    ]
    same = [m for m in open_games if _says(evening, m, a, game.scores)]
    if same or (open_games and evening.format.chart != "free"):
        first = (same or open_games)[0]
        return first.game, first.one, str(first.other)
    if evening.format.chart == "free":
        return max((m.game for m in evening.free_games), default=0) + 1, a, b
    return None


def _says(evening: Evening, meeting: Meeting, a: str, scores: Mapping[str, int]) -> bool:
    """Whether somebody has entered this result of the two by hand."""
    own, theirs = (scores["A"], scores["B"]) if meeting.one == a else (scores["B"], scores["A"])
    place = meeting.game, meeting.one, str(meeting.other)
    if place in evening.scores:
        return evening.scores[place].of(meeting.one) == (own, theirs)
    there = evening.lines.get(meeting.one, {}).get(meeting.game)
    return there is not None and there.line == Line.of(own - theirs)


# --- the doubts -----------------------------------------------------------------------------------------


def _doubts(evening: Evening, told: Told, game: FinishedGame, drawing: str) -> Iterator[Doubt]:
    yield from _of_time(evening, told, game, drawing)
    yield from _of_rules(evening, game)
    if is_quiet(evening, told):
        yield Doubt("quiet", {"since": evening.changed})


def _of_time(evening: Evening, told: Told, game: FinishedGame, drawing: str) -> Iterator[Doubt]:
    """Whether it was begun after the draw. By a clock that is behind a game of tonight looks old, and is asked about;
    by one that is ahead an old game would look new, so that clock is not believed."""
    act = evening.drawn.get(drawing)
    drawn = evening.created if act is None else act.at  # free play has no draw
    which = "bracket" if drawing == BRACKET else "seats" if act else "event"
    if told.at < drawn:
        yield Doubt(f"came-before-{which}", {"came": told.at, "drawn": drawn})
    elif not game.began:
        yield Doubt("no-time")
    elif max(game.began, game.sent) > told.at + AHEAD_S:
        yield Doubt("clock", {"said": max(game.began, game.sent), "came": told.at})
    elif game.began < drawn:
        yield Doubt(f"before-{which}", {"began": game.began, "drawn": drawn})


def _of_rules(evening: Evening, game: FinishedGame) -> Iterator[Doubt]:
    if not game.profile:
        yield Doubt("no-book")
    elif game.profile != evening.edition:
        yield Doubt("book", {"book": game.profile, "own": evening.edition})
    if game.mode not in COUNTS:
        yield Doubt("mode" if game.mode else "no-mode", {"mode": game.mode})
    own = PROFILES[evening.edition].target if evening.edition in PROFILES else 121
    if game.target != own:
        yield Doubt("target", {"n": game.target, "own": own})
