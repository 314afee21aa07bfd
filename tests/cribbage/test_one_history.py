"""Histories that count as one go on alike: what tells them apart is past (`cribbage.worlds.comparable`)."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from samples import sample

from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.log.observations import Observation
from cribbage.log.verdicts import NEUTRAL
from cribbage.worlds.judged import Judged
from cribbage.worlds.referee import Referee
from pegwatch.simulated.pairgame import named, play_game

GOES_ON_S = 60.0
"""For so long after two histories have become one both are judged."""
SEEN = [
    "many hoyle/3/61 muggins honest 560146: unread + read after its peg + place hidden",
    "many acc-2025/4 muggins crooked 561646: read late + dead holes + order lost",
    "many alberta-55plus/4 plain honest 563709: unread, then told late + words tapped late",
    "rules corporate-challenge/2 plain crooked 560540: hand on the cards + bridged contacts",
    "rules acc-2020/2 muggins crooked 513070: unread + index hidden + hand on the cards + place hidden",
    "many hoyle/2 muggins crooked 518100: read after its peg + place hidden",
]


@dataclass
class Twins:
    """Two histories that have become one: since when (s), and what was blamed in each since then."""

    since: float
    kept: Judged
    dropped: Judged
    blamed: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    def receive(self, seen: Observation) -> None:
        for judged, blamed in zip((self.kept, self.dropped), self.blamed, strict=True):
            blamed += map(_said, filter(_is_blame, judged.receive(seen)))


class Recording(Referee):
    """Keeps a copy of both when one history is dropped as another."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.twins: list[Twins] = []

    def _merge(self, too_many: bool = False) -> None:
        kept = {self._told.comparable_state(): self._told}
        for other in self._forks.others:
            one = kept.setdefault(other.comparable_state(), other)
            if one is not other and not other.breaks_contract:
                copies = one._current.copy(), other._current.copy()
                self.twins.append(Twins(one.game.now, *copies))
        super()._merge(too_many)


def _is_blame(event: Event) -> bool:
    return event.kind == "verdict" and event.body["code"] not in NEUTRAL


def _said(event: Event) -> str:
    return f"{event.t} {event.body['code']} {event.body['player']} {event.body['points']}"


@pytest.mark.no_cover
@pytest.mark.parametrize("name", sample([SEEN[1], SEEN[4]], SEEN))
def test_histories_that_count_as_one_blame_alike_from_then_on(name: str) -> None:
    reader, count = LogReader(), 0
    referee: Recording | None = None
    for seen in reader.read(play_game(named(name)).lines):
        referee = referee or Recording(reader.header_of_game)
        for twins in referee.twins:
            twins.receive(seen)
        going_on = [twins for twins in referee.twins if seen.t - twins.since <= GOES_ON_S]
        for twins in referee.twins:
            assert twins in going_on or twins.blamed[0] == twins.blamed[1], twins
        count += len(referee.twins) - len(going_on)
        referee.twins = going_on
        referee.receive(seen)
    for twins in referee.twins if referee is not None else ():
        assert twins.blamed[0] == twins.blamed[1], twins
    assert count > 10
