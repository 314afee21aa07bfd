"""Who meets whom, at which table, game by game: seating and rotation charts.

Seats are numbered from 1. A `Round` lists the tables in order; `sits` is the seat without an opponent. All charts
are functions of the number of seats and games, so the same event always gets the same chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cribbage.errors import CribbageError

LARGEST_TABLE: Final = 29
"""Players at one long table: fewer than thirty (Rule: ACC 2025 App. A.1)."""


class BadChart(CribbageError):
    """A chart that cannot be made."""


@dataclass(frozen=True, slots=True)
class Round:
    """One game of everybody: pairs of seats by table, and who sits out."""

    pairs: tuple[tuple[int, int], ...]
    sits: int | None = None


def _need(seats: int, games: int) -> None:
    if seats < 2:
        raise BadChart(f"a chart needs at least two seats, not {seats}")
    if games < 1:
        raise BadChart(f"a chart needs at least one game, not {games}")


def circle(seats: int, games: int) -> tuple[Round, ...]:
    """Everybody but the anchor moves one place to the right after each game; also any round robin.

    With an even number nobody meets anybody twice in seats - 1 games; with an odd one each sits out once in as many
    games as there are seats. Longer events begin again.
    """
    _need(seats, games)
    ring: list[int | None] = [*range(1, seats + 1)]
    if seats % 2:
        ring.append(None)
    half = len(ring) // 2
    rounds = []
    for _ in range(games):
        facing = [(ring[i], ring[-1 - i]) for i in range(half)]
        sits = next((a or b for a, b in facing if a is None or b is None), None)
        rounds.append(Round(tuple((a, b) for a, b in facing if a is not None and b is not None), sits))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return tuple(rounds)


def round_robin(seats: int, times: int = 1, consecutive: bool = False) -> tuple[Round, ...]:
    """Everybody meets everybody so many times; `consecutive`: the games against one opponent follow each other
    (Rule: Alberta 15, Provincials: two at a time)."""
    _need(seats, times)
    once = circle(seats, seats - 1 if seats % 2 == 0 else seats)
    if consecutive:
        return tuple(each for each in once for _ in range(times))
    return once * times


def odd_and_even(teams: int, games: int) -> tuple[Round, ...]:
    """Odd teams move one table on, even teams one back (Rule: ACC App. B, rotation b).

    When the two would meet again too early, the even teams stay for a game. Odd and even teams alone meet.
    """
    _need(teams, games)
    odd: list[int | None] = [*range(1, teams + 1, 2)]
    even: list[int | None] = [*range(2, teams + 1, 2), *([None] if teams % 2 else [])]
    tables = len(odd)
    rounds = []
    shift, met = 0, {0}
    for game in range(games):
        # At game g the odd team k sits at table k + g; what counts for meeting is how far off the even ones are.
        facing = [(odd[(t - game) % tables], even[(t - game + shift) % tables]) for t in range(tables)]
        rounds.append(
            Round(
                tuple((a, b) for a, b in facing if a is not None and b is not None),
                next((a for a, b in facing if b is None), None),
            )
        )
        if len(met) == tables:
            met = set()
        both_move, odd_move = (shift + 2) % tables, (shift + 1) % tables
        shift = odd_move if both_move in met or both_move == shift else both_move
        met.add(shift)
    return tuple(rounds)


def winners_stay(last: Round, winners: Iterable[int]) -> Round:
    """The next game: winners keep their table, losers go to the next one, the last one's to the first
    (Rule: ACC App. B, rotation c). Who sat out comes in at the first table, and the loser of the last sits out."""
    won = set(winners)
    for pair in last.pairs:
        if len(won.intersection(pair)) != 1:
            raise BadChart(f"teams {pair[0]} and {pair[1]}: say which one of them won")
    stay = [a if a in won else b for a, b in last.pairs]
    move = [b if a in won else a for a, b in last.pairs]
    if last.sits is None:
        coming, sits = [move[-1], *move[:-1]], None
    else:
        coming, sits = [last.sits, *move[:-1]], move[-1]
    return Round(tuple(zip(stay, coming, strict=True)), sits)


@dataclass(frozen=True, slots=True)
class PairGame:
    """One table of a corporate evening: pair A of `home` (it never moves) against pair B of `away`."""

    table: int
    home: int
    away: int


def corporate(companies: int, games: int = 6) -> tuple[tuple[PairGame, ...], ...]:
    """A pairs sit, B pairs move one table on each game; no company ever meets itself (Rule: Corporate, set up).

    From thirteen companies on both pairs of a company meet twelve different companies in six games; fewer companies
    do not allow that.
    """
    _need(companies, games)
    return tuple(
        tuple(
            PairGame(table, table, (table - 1 - (game % (companies - 1) + 1)) % companies + 1)
            for table in range(1, companies + 1)
        )
        for game in range(games)
    )


def first_dealers(rounds: Sequence[Round]) -> tuple[tuple[int, ...], ...]:
    """Who deals first at each table where the director has announced alternate deal (Rule: ACC 4.1.a).

    The book does not say how it is shared out (house default): the one who has dealt first less often, then who did
    not in the game before, then the lower seat.
    """
    dealt: dict[int, int] = {}
    before: set[int] = set()
    chart = []
    for each in rounds:
        now = tuple(
            min(pair, key=lambda seat: (dealt.get(seat, 0), seat in before, seat)) for pair in each.pairs
        )
        for seat in now:
            dealt[seat] = dealt.get(seat, 0) + 1
        before = set(now)
        chart.append(now)
    return tuple(chart)


def tables_of(entrants: int, largest: int = LARGEST_TABLE) -> tuple[int, ...]:
    """How many sit at each long table: as few tables as can be, as even as can be (Rule: ACC 2025 App. A.1).

    Even numbers where that is possible, so that at most one table has somebody sitting out.
    """
    if entrants < 2:
        raise BadChart(f"an event needs at least two entrants, not {entrants}")
    tables = -(-entrants // (largest - largest % 2)) if entrants % 2 == 0 else -(-entrants // largest)
    while True:
        pairs, odd = divmod(entrants, 2)
        sizes = [2 * (pairs // tables + (index < pairs % tables)) for index in range(tables)]
        sizes[-1] += odd
        if max(sizes) <= largest:
            return tuple(sizes)
        tables += 1
