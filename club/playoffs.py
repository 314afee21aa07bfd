"""The playoffs at the desk: drawing the bracket, who won a match, and qualifiers who are not there (Rule: ACC 13)."""

from __future__ import annotations

from collections.abc import Callable
from time import time
from typing import Final

from club.book import stale
from club.errors import ClubError
from club.evening import Evening
from club.folded import BRACKET
from club.takeback import TakeBack
from cribbage.errors import CribbageError
from cribbage.tournament.brackets import Match
from cribbage.tournament.forfeits import REFUSAL, remedies_of

LENGTHS: Final = (1, 3, 5, 7)
"""A match is the best of so many games; the book leaves it to the tournament."""


class Playoffs(TakeBack):
    """What the director does with the bracket, but for matches of their own: who has won those, and what is lost by
    coming late or refusing a ruling, another director says. `wall` is the wall clock, in s."""

    wall: Callable[[], float] = staticmethod(time)

    def start_playoffs(
        self, event: int, who: str, best_of: int = 3, stamp: int | None = None, sure: bool = False
    ) -> None:
        """Draw the bracket from the standings: everything must be in, checked, and without ties that matter. Where
        one is drawn already, only by somebody who is `sure`, on a page that showed it (`stamp`: see
        `TakeBack.may_give_up`)."""
        with self._lock:
            evening = self.evening(event)
            if best_of not in LENGTHS:
                raise ClubError("club.error.best-of", f"a match is the best of {LENGTHS} games")
            self.may_give_up(evening, BRACKET, stamp, sure)
            if evening.missing or not evening.meetings:
                raise ClubError(
                    "club.error.missing",
                    f"{len(evening.missing)} results are missing",
                    n=len(evening.missing),
                )
            if evening.undecided:
                raise ClubError(
                    "club.error.unsettled", "cards disagree where the rule is silent: settle that first"
                )
            if evening.cut.ties:
                raise ClubError("club.error.ties", "a tie must be played off first")
            try:
                evening.bracket  # noqa: B018 - asks whether there is a chart
            except CribbageError as error:
                raise ClubError("club.error.chart", str(error), n=evening.entrants) from error
            self.add(event, who, ("seeds", {"seeds": list(evening.cut.qualifiers), "best_of": best_of}))

    def match(
        self,
        event: int,
        who: str,
        round_: int,
        line: int,
        winner: int,
        rule: str = "",
        was: int | None = None,
    ) -> None:
        """Who won a match, by seed; a later word replaces an earlier one until the next match is played. `rule`: it
        was not played, and why (13.1, 11.5.b). `was`: the winner that the page showed, 0 for none."""
        with self._lock:
            evening = self.evening(event)
            found = self._match(evening, round_, line)
            if winner not in (found.high, found.low):
                raise _no_match()
            self._may_rule(evening, who, found)
            if was is not None and (found.winner or 0) not in (was, winner):
                raise stale()
            rounds = evening.bracket.rounds(evening.winners)
            if round_ + 1 < len(rounds) and rounds[round_ + 1][line // 2].winner not in (None, winner):
                raise ClubError("club.error.later", "the next match has been played: correct that first")
            if rule == "13.1":
                self._need_lost(evening, found, winner)
            body = {"round": round_, "line": line, "winner": winner, "rule": rule}
            self.add(event, who, ("match", body))

    def _need_lost(self, evening: Evening, found: Match, winner: int) -> None:
        """The other side has been waited for long enough."""
        awaited = evening.awaited.get((found.round, found.line, _across(found, winner)))
        if awaited is None or not awaited.is_match_lost(self.wall(), evening.best_of):
            raise ClubError("club.error.not-lost", "by rule 13.1 the match is not lost yet")

    def await_(self, event: int, who: str, round_: int, line: int, seed: int, since: float) -> None:
        """A qualifier is not there for their match, which should have begun at `since` (wall time, s)."""
        with self._lock:
            evening = self.evening(event)
            found = self._match(evening, round_, line)
            if seed not in (found.high, found.low) or found.winner is not None:
                raise _no_match()
            self._may_rule(evening, who, found)
            if since > self.wall():
                raise ClubError("club.error.not-yet", "the match is not due yet")
            self.add(event, who, ("awaited", {"round": round_, "line": line, "seed": seed, "since": since}))

    def appeared(self, event: int, who: str, round_: int, line: int, seed: int) -> int:
        """They have come: so many games are lost, the rest is played. Returns how many."""
        with self._lock:
            evening = self.evening(event)
            awaited = evening.awaited.get((round_, line, seed))
            if awaited is None:
                raise _no_match()
            self._may_rule(evening, who, self._match(evening, round_, line))
            games = awaited.lost(self.wall(), evening.best_of)
            body = {"round": round_, "line": line, "seed": seed, "since": awaited.since, "games": games}
            self.add(event, who, ("awaited", body))
            return games

    def refused_ruling(self, event: int, who: str, round_: int, line: int, seed: int) -> None:
        """A qualifier refuses a ruling: the match goes to the other side (Rule: ACC 2025 11.5.b; 2020 11.4.b)."""
        with self._lock:
            evening = self.evening(event)
            found = self._match(evening, round_, line)
            if seed not in (found.high, found.low):
                raise _no_match()
            rule = next((one.rule for one in remedies_of(evening.edition) if one.key == REFUSAL), "")
            self.match(event, who, round_, line, _across(found, seed), rule)

    def _may_rule(self, evening: Evening, who: str, match: Match) -> None:
        """Nobody decides about a match of their own; both sides of it are known."""
        self.may_decide(evening, who, *(evening.seeds[seed - 1] for seed in (match.high, match.low) if seed))

    def _match(self, evening: Evening, round_: int, line: int) -> Match:
        """A match with both sides known."""
        rounds = evening.bracket.rounds(evening.winners) if evening.seeds else ()
        if not (0 <= round_ < len(rounds) and 0 <= line < len(rounds[round_])):
            raise _no_match()
        found = rounds[round_][line]
        if found.bye or found.high is None or found.low is None:
            raise _no_match()
        return found


def _across(match: Match, seed: int) -> int:
    """Whom a seed plays in a match that has both sides."""
    return int((match.low if seed == match.high else match.high) or 0)


def _no_match() -> ClubError:
    return ClubError("club.error.match", "there is no such match")
