"""Rotation charts with names on them: which entries meet at which table, game by game.

Seats are written ``table/seat``: the long table of fewer than thirty, and the chair at it. Where doubles or companies
play, the first number is the table itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from cribbage.tournament.formats import Format
from cribbage.tournament.rotation import (
    Round,
    circle,
    corporate,
    first_dealers,
    odd_and_even,
    round_robin,
    winners_stay,
)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two owners in one game, or one who sits out (`other` is None); `board` is the table they play at."""

    game: int
    one: str
    other: str | None
    board: int = 0
    one_seat: str = ""
    other_seat: str = ""
    first_dealer: str | None = None


def chart_of(
    form: Format,
    games: int,
    slots: Sequence[str | None],
    tables: Sequence[int],
    stayed: Mapping[int, Sequence[str]],
) -> tuple[tuple[Meeting, ...], ...]:
    """All games of an event. `slots`: who drew which seat (None: the empty one); `tables`: how many sit at each long
    table; `stayed`: the winners of each game, where winners stay. Empty until seats are drawn.

    A round robin is whole unless so many games are asked for: fewer is the modified one, more begins it again, as the
    Provincials do on a second day (Rule: Alberta 15; ACC App. B, rotation a)."""
    if len(slots) < 2:
        return ()
    if form.chart == "pairs":
        return tuple(
            tuple(
                Meeting(
                    game,
                    f"{slots[t.home - 1]}A",
                    f"{slots[t.away - 1]}B",
                    t.table,
                    f"{t.table}/A",
                    f"{t.table}/B",
                )
                for t in each
            )
            for game, each in enumerate(corporate(len(slots), games), 1)
        )
    drawn: list[list[Meeting]] = []
    ends = list(accumulate(tables))
    boards = 0
    for table, (start, end) in enumerate(zip([0, *ends], ends, strict=False), 1):
        here = slots[start:end]
        rounds = _rounds(form, games, here, stayed)
        dealers = first_dealers(rounds) if form.first_deal == "alternate" else None
        for index, each in enumerate(rounds):
            if index == len(drawn):
                drawn.append([])
            chosen = dealers[index] if dealers else ()
            drawn[index] += _named(index + 1, each, here, table, boards, chosen)
        boards += len(here) // 2
    return tuple(tuple(each) for each in drawn)


def _rounds(
    form: Format, games: int, here: Sequence[str | None], stayed: Mapping[int, Sequence[str]]
) -> tuple[Round, ...]:
    seats = len(here)
    if form.chart == "round-robin":
        once = round_robin(seats, form.times, consecutive=form.times > 1)
        return (once * -(-games // len(once)))[:games] if games else once
    if form.chart == "odd-even":
        return odd_and_even(seats, games)
    if form.chart == "winners-stay":
        rounds = [_without(here, circle(seats, 1)[0])]
        while len(rounds) < games and len(rounds) in stayed:
            won = {number for number, owner in enumerate(here, 1) if owner in stayed[len(rounds)]}
            rounds.append(winners_stay(rounds[-1], won))
        return tuple(rounds)
    return circle(seats, games)


def _without(here: Sequence[str | None], each: Round) -> Round:
    """A round in which the empty place makes its partner sit out."""
    empty = {number for number, owner in enumerate(here, 1) if owner is None}
    alone = next((pair for pair in each.pairs if empty.intersection(pair)), None)
    if alone is None:
        return each
    sits = next((seat for seat in alone if seat not in empty), None)
    return Round(tuple(pair for pair in each.pairs if pair != alone), sits)


def _named(
    game: int, each: Round, here: Sequence[str | None], table: int, boards: int, dealers: Sequence[int]
) -> list[Meeting]:
    """The meetings of one round at one long table; a seat nobody has makes the other one sit out."""
    found = []
    for place, (a, b) in enumerate(each.pairs):
        seats = (f"{table}/{place + 1}", f"{table}/{len(here) - place}")
        one, other = here[a - 1], here[b - 1]
        if one is None or other is None:
            there = one if other is None else other
            if there is not None:
                found.append(Meeting(game, there, None, 0, seats[0] if other is None else seats[1]))
            continue
        dealer = here[dealers[place] - 1] if dealers else None
        found.append(Meeting(game, one, other, boards + place + 1, *seats, dealer))
    if each.sits is not None:
        sitting = here[each.sits - 1]
        if sitting is not None:
            found.append(Meeting(game, sitting, None))
    return found


def with_sit_outs(
    chart: Sequence[Sequence[Meeting]], floats: Mapping[str, int], is_away: Callable[[str, int], bool]
) -> tuple[tuple[Meeting, ...], ...]:
    """The chart where, from a game on, the one who sits out at the same long table plays in the place of somebody who
    is gone: the floating sit-out (Rule: ACC 2025 11.4). `floats`: whose place, from which game.

    The book does not say what a floating sit-out is nor whom it meets: a house default, and two may meet twice.
    """
    return tuple(_floated(each, floats, is_away) for each in chart)


def _floated(
    each: Sequence[Meeting], floats: Mapping[str, int], is_away: Callable[[str, int], bool]
) -> tuple[Meeting, ...]:
    def is_gone(owner: str | None, game: int) -> bool:
        return owner in floats and game >= floats[str(owner)]

    free = [m for m in each if m.other is None and not is_away(m.one, m.game)]
    found, taken = [], set()
    for m in each:
        if m.other is None and is_gone(m.one, m.game):
            continue  # the place that is gone would itself sit out
        side = "one" if is_gone(m.one, m.game) else "other" if is_gone(m.other, m.game) else ""
        stays = m.other if side == "one" else m.one
        coming = next((f for f in free if _long_table(f) == _long_table(m)), None)
        if not side or coming is None or stays is None or is_away(stays, m.game):
            found.append(m)
            continue
        free.remove(coming)
        taken.add(coming.one)
        found.append(_replaced(m, side, coming.one))
    return tuple(m for m in found if m.other is not None or m.one not in taken)


def _long_table(meeting: Meeting) -> str:
    return meeting.one_seat.partition("/")[0]


def _replaced(meeting: Meeting, side: str, coming: str) -> Meeting:
    """A meeting with somebody else on one side; the first deal goes with the place."""
    gone = meeting.one if side == "one" else meeting.other
    dealer = coming if meeting.first_dealer == gone else meeting.first_dealer
    if side == "one":
        return replace(meeting, one=coming, first_dealer=dealer)
    return replace(meeting, other=coming, first_dealer=dealer)


def with_extra_games(
    chart: Sequence[Sequence[Meeting]], extra: Sequence[Meeting]
) -> tuple[tuple[Meeting, ...], ...]:
    """The chart with make-up games after its last one, by their numbers."""
    found = [tuple(each) for each in chart]
    for meeting in extra:
        while len(found) < meeting.game:
            found.append(())
        found[meeting.game - 1] += (meeting,)
    return tuple(found)


def with_an_empty_place(slots: Sequence[str | None], tables: Sequence[int]) -> frozenset[str]:
    """Who sits at a long table where one place is empty, so that somebody sits out in every game."""
    ends = list(accumulate(tables))
    here = [slots[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return frozenset(who for seats in here if None in seats for who in seats if who is not None)


def scheduled(rows: Sequence[Sequence[Any]]) -> tuple[tuple[Meeting, ...], ...]:
    """A schedule that somebody else made: (game, one, other or None, seat of one, seat of the other) in any order."""
    boards = _boards(rows)
    games: dict[int, list[Meeting]] = {}
    for game, one, other, one_seat, other_seat in rows:
        there = games.setdefault(int(game), [])
        board = 0 if other is None else boards.get(str(one_seat), len(there) + 1)
        there.append(Meeting(int(game), str(one), other, board, str(one_seat), str(other_seat)))
    return tuple(tuple(games[game]) for game in sorted(games))


def _boards(rows: Sequence[Sequence[Any]]) -> dict[str, int]:
    """The board before each first seat, counted through the long tables: ``2/1`` follows the last of table one. A
    seat whose chair is no number (``3/A``) stands at the table of its first number."""
    seats = {str(row[3]) for row in rows if row[2] is not None}
    numbered, found = [], {}
    for seat in seats:
        table, _, chair = seat.partition("/")
        if table.isdecimal() and chair.isdecimal():
            numbered.append((int(table), int(chair), seat))
        elif table.isdecimal():
            found[seat] = int(table)
    before = 0
    for long_table in sorted({number for number, _, _ in numbered}):
        here = [(chair, seat) for number, chair, seat in numbered if number == long_table]
        found |= {seat: before + chair for chair, seat in here}
        before += max(chair for chair, _ in here)
    return found
