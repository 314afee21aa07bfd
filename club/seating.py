"""Which game a table plays next: the hub seats it, and the game comes back with its token.

A token says which event, which drawing of seats or bracket, which game, and whose: ``12:40:g5:1:4`` is game 5 of 1
and 4 in event 12 as drawn by record 40, ``12:90:m0.3.2:2:15`` the second game of the fourth match of the first round.
So a game of another day, of a drawing that was given up or of another pair never passes for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from club.errors import ClubError
from club.evening import Evening
from club.folded import BRACKET, SEATS
from cribbage.log import wire
from cribbage.profiles import PROFILES
from cribbage.tournament.formats import Format

AHEAD: Final = 4
"""How many games a table is told in advance, so that it can go on without a line."""
MOST_TABLES: Final = 1000
_TOKEN: Final = re.compile(
    r"(\d{1,9}):(\d{1,9}):(?:g(\d{1,4})|m(\d{1,2})\.(\d{1,4})\.(\d)):([A-Za-z0-9-]{1,12}):([A-Za-z0-9-]{1,12})"
)


@dataclass(frozen=True, slots=True)
class Token:
    """What a token says; `game` is a number of the chart, or of the match where `round` is one."""

    event: int
    drawn: int
    game: int
    one: str
    other: str
    round: int | None = None
    line: int = 0

    def __str__(self) -> str:
        what = f"g{self.game}" if self.round is None else f"m{self.round}.{self.line}.{self.game}"
        return f"{self.event}:{self.drawn}:{what}:{self.one}:{self.other}"

    @property
    def drawing(self) -> str:
        """What was drawn by that record: seats or bracket."""
        return SEATS if self.round is None else BRACKET


def read_token(text: str) -> Token | None:
    """The token, if it is one."""
    found = _TOKEN.fullmatch(text)
    if found is None:
        return None
    event, drawn, game, round_, line, nth, one, other = found.groups()
    if game is not None:
        return Token(int(event), int(drawn), int(game), one, other)
    return Token(int(event), int(drawn), int(nth), one, other, int(round_), int(line))


def usual_mode(form: Format) -> str:
    """How games of a format are played unless the director says otherwise."""
    return "sanctioned" if form.playoffs else "club"


def seats(evening: Evening) -> dict[str, list[dict[str, Any]]]:
    """The next games of each table that this event has, first the one to be played now."""
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in evening.seating.tables}
    if evening.put_away or not found:
        return found
    for board, body in (*_of_matches(evening), *_of_chart(evening)):
        if 1 <= board <= len(evening.seating.tables):
            mine = found[evening.seating.tables[board - 1]]
            if len(mine) < AHEAD:
                mine.append(body)
    return found


def _of_chart(evening: Evening) -> Iterator[tuple[int, dict[str, Any]]]:
    act = evening.drawn.get(SEATS)
    if act is None or evening.seeds:
        return
    for m in evening.missing:
        token = Token(evening.id, act.n, m.game, m.one, str(m.other))
        dealer = {m.one: "A", m.other: "B"}.get(m.first_dealer or "", "")
        yield m.board, _body(evening, token, dealer)


def _of_matches(evening: Evening) -> Iterator[tuple[int, dict[str, Any]]]:
    """The next game of each match that is not decided; the matches of a round take the tables in order."""
    act = evening.drawn.get(BRACKET)
    if act is None or not evening.seeds:
        return
    for each in evening.bracket.rounds(evening.winners):
        played = [match for match in each if not match.bye]
        for board, match in enumerate(played, 1):
            if match.winner is not None or match.high is None or match.low is None:
                continue
            one, other = evening.seeds[match.high - 1], evening.seeds[match.low - 1]
            games = evening.match_games.get((match.round, match.line), ())
            number = next(n for n in range(1, len(games) + 2) if n not in {game.number for game in games})
            if number <= evening.best_of:
                yield (
                    board,
                    _body(evening, Token(evening.id, act.n, number, one, other, match.round, match.line), ""),
                )


def _body(evening: Evening, token: Token, dealer: str) -> dict[str, Any]:
    """A seat as it goes to the table."""
    book = evening.edition
    body: dict[str, Any] = {
        "token": str(token), "event": evening.name, "game": token.game, "players": players(evening, token),
        "book": book, "mode": evening.seating.mode, "target": PROFILES[book].target if book in PROFILES else 121,
    }  # fmt: skip
    if token.round is not None:
        body["round"] = token.round + 1
    return body | ({"dealer": dealer} if dealer else {})


def players(evening: Evening, token: Token) -> dict[str, str]:
    """Who sits where: of two teams whose players are named, the partners across from each other."""
    teams = [evening.entry_of(owner).players for owner in (token.one, token.other)]
    if evening.format.team == 2 and not evening.is_company and all(len(team) == 2 for team in teams):
        return {"A": teams[0][0], "B": teams[1][0], "C": teams[0][1], "D": teams[1][1]}
    game = None if token.round is not None else token.game
    return {"A": evening.name_of(token.one, game), "B": evening.name_of(token.other, game)}


def side_names(evening: Evening, token: Token) -> dict[str, str]:
    """What the table calls the two sides of this game."""
    return dict(zip("AB", side_names_of(players(evening, token)), strict=True))


def side_names_of(seated: Mapping[str, str]) -> tuple[str, str]:
    """The names of the two sides, partners together as the table calls them."""
    names = [seated[key] for key in sorted(seated)]
    return (
        (names[0], names[1]) if len(names) == 2 else (f"{names[0]} & {names[2]}", f"{names[1]} & {names[3]}")
    )


def read_tables(text: str) -> tuple[str, ...]:
    """Tables as a director types them: ``1-6, 11``, in the order of the event's own tables. A dash between two
    numbers makes a range; any other belongs to a name, as in ``A-1``."""
    found: list[str] = []
    for part in filter(None, re.split(r"[\s,;]+", text.strip())):
        span = re.fullmatch(r"(\d{1,4})-(\d{1,4})", part)
        if span is not None and int(span[1]) <= int(span[2]):
            found += [str(number) for number in range(int(span[1]), int(span[2]) + 1)]
        elif wire.is_table(part) and not re.fullmatch(r"\d+-\d+", part):
            found.append(part)
        else:
            raise ClubError(
                "club.error.tables", f"{part!r} is no table: write 1-6, 11 for example", value=part
            )
        if len(found) > MOST_TABLES:
            raise ClubError("club.error.tables", f"more than {MOST_TABLES} tables", value=part)
    if len(set(found)) < len(found):
        twice = next(table for table in found if found.count(table) > 1)
        raise ClubError("club.error.table-twice", f"table {twice} is named twice", value=twice)
    return tuple(found)


def is_one_table(name: str) -> bool:
    """Whether a table may join by this name: only by one that may travel over the broker (`wire.is_table`) and that a
    director can name to `read_tables` again, so that no code is made for a table that no event could have."""
    try:
        return read_tables(name) == (name,)
    except ClubError:
        return False


def shown_tables(tables: Iterable[str]) -> str:
    """The tables as `read_tables` takes them, runs put together."""
    runs: list[list[str]] = []
    for table in tables:
        last = runs[-1][-1] if runs else ""
        if table.isdecimal() and last.isdecimal() and int(table) == int(last) + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
