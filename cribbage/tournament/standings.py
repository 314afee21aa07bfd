"""Ranking and tie-breaks: ACC (App. A.20; 2020 app. 7), Alberta 55 plus (15), Corporate Challenge.

Every function gives the field in order with, for each place, what separated it from the one above; and the
groups that nothing separates, for whom the book wants a game, a cut or an official.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from cribbage.profiles.results import SKUNK_MARGIN, playoff
from cribbage.tournament.scorecards import WIN, Card

Key: TypeAlias = Callable[[Sequence[str]], Mapping[str, Any]]
"""What those who are still tied with each other are ranked by; larger is better."""

PLAYOFF: Final = "playoff-game"
OFFICIAL: Final = "official"
CHALLENGE_POINTS: Final = (10, 8, 6, 4, 3, 1)
PARTICIPATION_POINTS: Final = 10
LATE_CANCEL: Final = -5
NO_SHOW: Final = -10


@dataclass(frozen=True, slots=True)
class Place:
    """One place: `by` is what put this one below the one above (``""`` for the first), `tied`: nothing did."""

    rank: int
    who: str
    by: str = ""
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """The field in order; `ties` are groups that the tie-breaks leave together, to be settled by `last_resort`."""

    places: tuple[Place, ...]
    ties: tuple[tuple[str, ...], ...]
    last_resort: str

    @property
    def order(self) -> tuple[str, ...]:
        """Everybody, best first; within a tie in the order given."""
        return tuple(place.who for place in self.places)


def _rank(who: Iterable[str], keys: Sequence[tuple[str, Key]], last_resort: str, again: str = "") -> Ranking:
    """`again`: the first key that is asked again of a smaller group once a tie is cut down."""
    names = [name for name, _ in keys]
    restart = names.index(again) if again else len(keys)
    ordered: list[tuple[str, str]] = []
    ties: list[tuple[str, ...]] = []

    def split(group: list[str], by: str, number: int) -> None:
        if len(group) > 1 and number < len(keys):
            name, key = keys[number]
            values = key(group)
            parts: dict[Any, list[str]] = {}
            for one in group:
                parts.setdefault(values[one], []).append(one)
            following = restart if number >= restart and len(parts) > 1 else number + 1
            for index, value in enumerate(sorted(parts, reverse=True)):
                split(parts[value], by if index == 0 else name, following)
            return
        if len(group) > 1:
            ties.append(tuple(group))
        ordered.extend((one, by if index == 0 else "") for index, one in enumerate(group))

    split(list(who), "", 0)
    tied = {one for tie in ties for one in tie}
    places, rank = [], 0
    for index, (one, by) in enumerate(ordered):
        if index == 0 or by:
            rank = index + 1
        places.append(Place(rank, one, by, one in tied))
    return Ranking(tuple(places), tuple(ties), last_resort)


def _each(value: Callable[[str], Any]) -> Key:
    """A key that does not depend on who else is tied."""
    return lambda group: {one: value(one) for one in group}


def _wins_among(won: Iterable[tuple[str, str]]) -> Key:
    """How many of the games among the tied each has won."""
    beaten: dict[str, list[str]] = {}
    for winner, loser in won:
        beaten.setdefault(winner, []).append(loser)

    def key(group: Sequence[str]) -> Mapping[str, int]:
        among = set(group)
        return {one: sum(loser in among for loser in beaten.get(one, ())) for one in group}

    return key


def rank_acc(
    cards: Mapping[str, Card],
    met: Iterable[tuple[int, str, str]] = (),
    skunk_margin: int | None = SKUNK_MARGIN,
    decided: Sequence[tuple[str, str]] = (),
) -> Ranking:
    """Game points, games won, net spread, plus points, head to head, then a game (Rule: ACC App. A.20).

    `met` is who met whom in which game: head to head is read off the cards. Between two it is who won more of
    their games; among three or more it counts only where each of them met each other one. It is asked again of those
    whom it, or a game, leaves together (App. A.20.e).
    `decided` holds play-off games already played, as (winner, loser).
    """
    totals = {owner: card.totals(skunk_margin) for owner, card in cards.items()}
    games = list(met)
    pairs = {frozenset((one, other)) for _, one, other in games}
    among = _wins_among(_wins(cards, games))

    def head_to_head(group: Sequence[str]) -> Mapping[str, int]:
        return among(group) if _all_met(group, pairs) else dict.fromkeys(group, 0)

    keys: list[tuple[str, Key]] = [
        ("game_points", _each(lambda one: totals[one].game_points)),
        ("games_won", _each(lambda one: totals[one].games_won)),
        ("net", _each(lambda one: totals[one].net)),
        ("plus", _each(lambda one: totals[one].plus)),
        ("head_to_head", head_to_head),
        ("playoff_game", _wins_among(decided)),
    ]
    return _rank(cards, keys, PLAYOFF, again="head_to_head")


def _wins(cards: Mapping[str, Card], games: Iterable[tuple[int, str, str]]) -> list[tuple[str, str]]:
    """(winner, loser) of every game that both cards tell alike."""
    won = []
    for game, one, other in games:
        if one in cards and other in cards:
            a, b = cards[one].line(game).result, cards[other].line(game).result
            if a is not None and b is not None and a != b:
                won.append((one, other) if a == WIN else (other, one))
    return won


def _all_met(group: Collection[str], pairs: Collection[frozenset[str]]) -> bool:
    return all(frozenset((a, b)) in pairs for a in group for b in group if a < b)


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on: so many qualifiers, in order, and the best who just missed it."""

    qualifiers: tuple[str, ...]
    high_non_qualifier: str | None
    ties: tuple[tuple[str, ...], ...]


def qualify(ranking: Ranking, entrants: int | None = None, removed: Collection[str] = ()) -> Cut:
    """One in four, rounded up, with the high non-qualifier (Rule: ACC 13.2.b; 2020 app. 8).

    `entrants`: how many began, where some have left; `removed`: who may not go on playing (Rule: ACC 11.5.b). Ties
    that touch the qualifiers or their border are listed.
    """
    count = playoff(len(ranking.places) if entrants is None else entrants).qualifiers
    order = tuple(one for one in ranking.order if one not in removed)
    first = set(order[:count])
    ties = (tuple(one for one in tie if one not in removed) for tie in ranking.ties)
    missed = order[count] if len(order) > count else None
    return Cut(order[:count], missed, tuple(tie for tie in ties if len(tie) > 1 and first & set(tie)))


@dataclass(frozen=True, slots=True)
class Score:
    """A game by its raw scores, as Alberta and Corporate record it (Rule: Alberta 15).

    `default`: given without play; corporate tie-breaks leave it out. `game` orders a player's games in time.
    """

    game: int
    one: str
    other: str
    one_score: int
    other_score: int
    default: bool = False

    def of(self, who: str) -> tuple[int, int]:
        """(own points, the opponent's) seen from one side."""
        pair = (self.one_score, self.other_score)
        return pair if who == self.one else pair[::-1]

    @property
    def winner(self) -> str:
        """Who has more points; there are no drawn games."""
        return self.one if self.one_score > self.other_score else self.other

    @property
    def loser(self) -> str:
        """The other one."""
        return self.other if self.winner == self.one else self.one


def rank_alberta(
    who: Iterable[str],
    scores: Sequence[Score],
    *,
    provincial: bool = False,
    decided: Sequence[tuple[str, str]] = (),
) -> Ranking:
    """Win points, total points in all games, who beat whom among the tied (Rule: Alberta 15).

    At the Provincials a single game settles what is left; elsewhere the book ends there and the official decides.
    Who beat whom is asked again of those it leaves together.
    """
    won = [(score.winner, score.loser) for score in scores]
    mine: dict[str, list[Score]] = {}
    for score in scores:
        mine.setdefault(score.one, []).append(score)
        mine.setdefault(score.other, []).append(score)

    keys: list[tuple[str, Key]] = [
        ("win_points", _each(lambda one: 2 * sum(s.winner == one for s in mine.get(one, ())))),
        ("total_points", _each(lambda one: sum(s.of(one)[0] for s in mine.get(one, ())))),
        ("who_beat_whom", _wins_among(won)),
    ]
    if provincial:
        keys.append(("playoff_game", _wins_among(decided)))
    return _rank(who, keys, PLAYOFF if provincial else OFFICIAL, again="who_beat_whom")


def rank_corporate(companies: Mapping[str, Collection[str]], scores: Sequence[Score]) -> Ranking:
    """Games won, points for over points against, biggest spread of the first win, of the second ...
    (Rule: Corporate, tournament tie breaker). Defaults count as wins and for nothing else.

    `companies`: name -> its pairs. Two pairs that win in the same game: the bigger spread first.
    """

    of_pair: dict[str, list[Score]] = {}
    for score in scores:
        for side in (score.one, score.other):
            of_pair.setdefault(side, []).append(score)

    def own(company: str) -> list[tuple[Score, str]]:
        return [(score, side) for side in companies[company] for score in of_pair.get(side, ())]

    def wins(company: str) -> int:
        return sum(score.winner == side for score, side in own(company))

    def ratio(company: str) -> tuple[bool, Fraction]:
        counted = [score.of(side) for score, side in own(company) if not score.default]
        scored, against = sum(a for a, _ in counted), sum(b for _, b in counted)
        return (scored > 0, Fraction(0)) if against == 0 else (False, Fraction(scored, against))

    def spreads(company: str) -> tuple[int, ...]:
        won = [
            (score.game, score.of(side)[1] - score.of(side)[0])
            for score, side in own(company)
            if score.winner == side and not score.default
        ]
        return tuple(-spread for _, spread in sorted(won))

    keys: list[tuple[str, Key]] = [
        ("wins", _each(wins)), ("ratio", _each(ratio)), ("win_spreads", _each(spreads))
    ]  # fmt: skip
    return _rank(companies, keys, OFFICIAL)


def challenge_points(place: int) -> int:
    """Points of a company that took part and came in at `place` (Rule: Corporate, challenge points)."""
    return PARTICIPATION_POINTS + (CHALLENGE_POINTS[place - 1] if place <= len(CHALLENGE_POINTS) else 0)
