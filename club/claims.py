"""Players enter their own results, each on their own phone, and the other side confirms: only then is it written.
What the two do not agree about stays open for the director. Slips and sensed tables work beside it: whichever comes
first is written, and a claim about a game that has a result is dropped."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from club.charts import Meeting
from club.errors import ClubError
from club.evening import Evening
from club.parts import Claim, Game
from club.results import Results
from cribbage.tournament.scorecards import BadCard, Line

PLAYERS: Final = "players"
"""The source of a line that both players have told."""


def player_code(key: bytes, event: int, owner: str) -> str:
    """The secret part of a link to a player's own games: nobody can guess it, and it opens nobody else's."""
    return hmac.new(key, f"player {event} {owner}".encode(), hashlib.sha256).hexdigest()[:20]


def may_enter(evening: Evening) -> bool:
    """Whether players of this event may enter results themselves: those with scorecards and a chart."""
    return evening.format.record == "spread" and evening.format.chart not in ("free", "pairs")


def open_claims(evening: Evening) -> dict[Game, Claim]:
    """What players have told of games that have no result yet."""
    places = {(m.game, m.one, str(m.other)): m for m in evening.missing}
    return {
        place: claim
        for place, claim in evening.claims.items()
        if place in places and not _begun(evening, place)
    }


def _begun(evening: Evening, place: Game) -> bool:
    """Whether somebody has written on one of the two cards."""
    return any(place[0] in evening.lines.get(owner, {}) for owner in place[1:])


class Claims(Results):
    """What players do themselves. `owner` is the player whose link it is."""

    def claim(self, event: int, owner: str, game: int, net: int) -> bool:
        """The result as this player has it (`net`: won by so much, or lost); the same from both is written at once.
        Returns whether it is."""
        with self._lock:
            evening = self.evening(event)
            place, _ = self._open(evening, owner, game)
            try:
                Line.of(net)
            except BadCard as error:
                raise ClubError("club.error.spread", str(error)) from error
            as_first = net if owner == place[1] else -net
            before = open_claims(evening).get(place)
            if before is not None and before.by != owner and before.net == as_first:
                self._write(event, evening, place, as_first)
                return True
            self.add(
                event, evening.name_of(owner, game), ("claim", _body(place) | {"by": owner, "net": as_first})
            )
            return False

    def confirm(self, event: int, owner: str, game: int, net: int) -> None:
        """The other side's result is right; `net` is what the page showed, as this player sees it."""
        with self._lock:
            evening = self.evening(event)
            place, claim = self._open(evening, owner, game)
            as_first = net if owner == place[1] else -net
            if claim is None or claim.by == owner or claim.net != as_first:
                raise ClubError(
                    "club.error.no-claim", "the other side says something else by now: look again"
                )
            self._write(event, evening, place, as_first)

    def deny(self, event: int, owner: str, game: int) -> None:
        """The other side's result is not right: the director sees it, and either may enter it again."""
        with self._lock:
            evening = self.evening(event)
            place, claim = self._open(evening, owner, game)
            if claim is None or claim.by == owner:
                raise ClubError(
                    "club.error.no-claim", "the other side says something else by now: look again"
                )
            body = _body(place) | {"by": claim.by, "net": claim.net, "denied": True}
            self.add(event, evening.name_of(owner, game), ("claim", body))

    def _open(self, evening: Evening, owner: str, game: int) -> tuple[Game, Claim | None]:
        meeting: Meeting = self.met(evening, game, owner)
        place = game, meeting.one, str(meeting.other)
        if not may_enter(evening):
            raise ClubError("club.error.no-claims", "in this format the director enters the results")
        if _begun(evening, place):
            raise ClubError("club.error.played", "this game has a result already")
        return place, evening.claims.get(place)

    def _write(self, event: int, evening: Evening, place: Game, net: int) -> None:
        """Both lines at once, told by both."""
        game, one, other = place
        line = Line.of(net)
        who = " & ".join(evening.name_of(owner, game) for owner in (one, other))
        things = [
            ("line", {"owner": owner, "game": game, "result": each.result, "spread": each.spread,
                      "column": each.column, "source": PLAYERS})
            for owner, each in ((one, line), (other, line.turned()))
        ]  # fmt: skip
        self.add(event, who, *things)


def _body(place: Game) -> dict[str, object]:
    return {"game": place[0], "one": place[1], "other": place[2]}
