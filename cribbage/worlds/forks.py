"""Other histories beside the one as told: where what was told last may have happened earlier, in another order, or by
a word that nobody tapped. How many there may be, and what trying them may cost.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import islice
from typing import Final

from cribbage.log.codec import Header
from cribbage.log.events import Event
from cribbage.log.observations import Cards, Observation, Player, Zone
from cribbage.score.cards import Card
from cribbage.worlds.history import History
from cribbage.worlds.judged import Effort

BOUND: Final = 32
"""More histories than this are not told apart: the rest of the deal is open then, and nobody is blamed in it."""
EFFORT: Final = 120
"""Nor are those for which more observations would have to be judged when one is told: about 0.3 ms each here."""


class Forks:
    """The history as it was told (`told`), and the `others` that are told apart from it."""

    def __init__(self, header: Header) -> None:
        self._effort = Effort(EFFORT)
        self.told = History(header, self._effort)
        self.others: list[History] = []

    @property
    def are_too_many(self) -> bool:
        """Whether there are more than are told apart, or it took too much to try all that may be."""
        return len(self.others) > BOUND or self._effort.is_too_much

    @property
    def are_some_untried(self) -> bool:
        """Whether not all were tried that may be, as it would have taken too much."""
        return self._effort.is_too_much

    def begin(self) -> None:
        """Something is told, or due: what it takes is counted from here."""
        self._effort.begin()

    def try_earlier_places(self, late: Iterable[History], doubted: bool, blamed: bool) -> bool:
        """Add histories in which what was told last happened earlier. Where they are more than are told apart, only
        those of the history as told, which show whether it is known who deals; whether that is so."""
        places = [(history, history.earlier_places(doubted, blamed)) for history in late]
        too_many = len(self.others) + sum(len(indexes) for _, indexes in places) > BOUND
        for history, indexes in places:
            if too_many and history is not self.told:
                continue
            for other in history.with_last_told_earlier(indexes):
                self.others.append(other)
                if self._effort.is_too_much:
                    return True
        return too_many

    def take_put_right(self) -> list[tuple[History, Player, float]]:
        """By whom, and when (s), too much was put back just now, and in which history: in another one it may be other
        points than as told."""
        histories = (self.told, *self.others)
        return [(history, *one) for history in histories for one in history.take_put_right()]

    def try_challenges(self, put_right: Iterable[tuple[History, Player, float]], now: float) -> None:
        """Add histories in which a challenge was said aloud before what it was about was put right."""
        tried = [
            history.with_challenge(by, track, t, now)
            for history, track, t in put_right
            for by in history.game.players
            if by != track and not self._effort.is_too_much
        ]
        self.others += [history for history in tried if history is not None]

    def put_right(self, zone: Zone, right: Mapping[Card, Card]) -> tuple[History, list[Event]]:
        """The history in which cards of a zone are as a person says, from the beginning of the deal: one more, or the
        one as told, if only by what was read the deal seemed void; and what is to be told then."""
        corrected = self.told.with_cards_put_right(zone, right)
        if self.told.game.deal.void and not (corrected.game.deal.void or corrected.game.over):
            events = corrected.take_over(self.told, zone, right)
            self.told, self.others[:] = corrected, []
            return corrected, events
        self.others.append(corrected)
        return corrected, []

    def try_hands_given_up(self, seats: Iterable[Player], now: float) -> None:
        """Add histories in which a hand was given up aloud before the call for it."""
        self.others += [self.told.with_hand_given_up(seat, now) for seat in seats]

    def try_cards_gone(self, some_gone: Iterable[History]) -> None:
        """Add histories in which one more card had been laid, and was gone before it was read."""
        for history in some_gone:
            others = history.with_card_gone_unread()
            self.others += islice(others, max(BOUND + 1 - len(self.others), 0))

    def try_orders(self, seen: Observation, is_another: Callable[[History, set[Hashable]], bool]) -> None:
        """Add histories in which cards that came into view together were laid in another order: those that are
        another one than those known, as many as are told apart, and one more."""
        if not (isinstance(seen, Cards) and seen.zone in self.told.game.seats and len(seen.seen) > 1):
            return
        known = {self.told.comparable_state()}
        others = (one for one in self.told.with_other_orders(seen) if is_another(one, known))
        self.others += islice(others, max(BOUND + 1 - len(self.others), 0))
