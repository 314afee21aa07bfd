"""Games that tables verified, in the order in which they were played, whatever the order they came in.

A table without a network sends its games later, so two games of the same two players may come the wrong way round.
Within one table's stream the numbers say which was first. Between tables it is the time a game began by the table's
own clock; a clock that goes back within a stream is not believed, the numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from club.parts import Game


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """A verified game: which table's, by its stream and number; when it began (wall time there, s; 0 unknown); who
    won by how much as `one` sees it, the two scores, and whether the hub had seated it where it stands."""

    table: str
    stream: str
    n: int
    began: float
    one: str
    net: int
    scores: tuple[int, int]
    seated: bool = False

    def as_of(self, one: str) -> tuple[int, tuple[int, int]]:
        """Spread and scores as this owner, one of the two, sees them."""
        return (self.net, self.scores) if one == self.one else (-self.net, self.scores[::-1])


def in_order(games: Iterable[VerifiedGame]) -> list[VerifiedGame]:
    """In the order played. The same for every order of arrival."""
    found: list[tuple[float, VerifiedGame]] = []
    latest: dict[tuple[str, str], float] = {}
    for game in sorted(games, key=lambda game: (game.table, game.stream, game.n)):
        stream = game.table, game.stream
        latest[stream] = max(latest.get(stream, 0.0), game.began)
        found.append((latest[stream], game))
    found.sort(key=lambda each: (each[0], each[1].table, each[1].stream, each[1].n))
    return [game for _, game in found]


def places_of(taken: dict[Game, VerifiedGame], kept: Iterable[Game]) -> dict[Game, VerifiedGame]:
    """Which game stands where, when those of two players are put in order: `taken` is who stands where by now, `kept`
    are places that a person has corrected since, where the game stays; so does one that the hub has seated there."""
    stay = set(kept) | {place for place, game in taken.items() if game.seated}
    free = sorted(place for place in taken if place not in stay)
    return {place: taken[place] for place in taken if place in stay} | dict(
        zip(free, in_order(taken[place] for place in free), strict=True)
    )
