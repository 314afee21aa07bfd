"""Results: what is written on cards by hand, or given without play (what tables verified: `club.fromtables`).

Nothing is overwritten: a line that is there already is corrected by one more record, with its reason, and never by
the one the card belongs to (Rule: ACC 2025 judge protocol g).
"""

from __future__ import annotations

from typing import Any

from club.book import Book
from club.errors import ClubError
from cribbage.profiles.results import FORFEIT_SPREAD
from cribbage.tournament.forfeits import DEFAULT_SCORE, LUNCH, REFUSAL, AtTime, at_time, remedies_of
from cribbage.tournament.scorecards import BadCard, Line


class Results(Book):
    """Everything that puts a game on a card."""

    def write_line(self, event: int, who: str, owner: str, game: int, line: Line, why: str = "") -> None:
        """A line of a card by hand. One that is there already is corrected: that needs a reason, and somebody
        else."""
        with self._lock:
            evening = self.evening(event)
            self.known(evening, owner)
            if evening.format.record == "scores":
                raise ClubError("club.error.scores", "this event records both scores, not spreads")
            if evening.meeting(owner, game) is None:
                raise ClubError(
                    "club.error.game", f"{evening.name_of(owner)} does not play game {game}", n=game
                )
            before = evening.lines.get(owner, {}).get(game)
            if before is not None and before.line == line:
                return
            if before is not None:
                self.may_correct(evening, who, owner)
                if not why.strip():
                    raise ClubError("club.error.why", "a correction needs its reason, the rule for one")
            body = {
                "owner": owner,
                "game": game,
                "result": line.result,
                "spread": line.spread,
                "column": line.column,
            }
            source = "hand" if before is None else "corrected"
            self.add(event, who, ("line", body | {"source": source, "why": why.strip()[:200]}))

    def write_game(self, event: int, who: str, game: int, one: str, net: int) -> None:
        """Both cards at once, of a game nobody disputes: `net` as seen by `one`."""
        with self._lock:
            evening = self.evening(event)
            meeting = self.met(evening, game, one)
            other = str(meeting.other) if one == meeting.one else meeting.one
            try:
                line = Line.of(net)
            except BadCard as error:
                raise ClubError("club.error.spread", str(error)) from error
            with self.whole(event):  # where one of the two is refused, the other is not written either
                self.write_line(event, who, one, game, line)
                self.write_line(event, who, other, game, line.turned())

    def write_scores(
        self,
        event: int,
        who: str,
        game: int,
        one: str,
        scores: tuple[int, int],
        why: str = "",
        default: bool = False,
    ) -> None:
        """The results card of a game by raw scores, `one` first; a second one corrects the first, with a reason."""
        with self._lock:
            evening = self.evening(event)
            if evening.format.record != "scores":
                raise ClubError("club.error.spreads", "this event records spreads, not both scores")
            meeting = self.met(evening, game, one)
            if one != meeting.one:
                scores = (scores[1], scores[0])
            if evening.is_company and scores[0] == scores[1] and 0 <= scores[0] < 121:
                raise ClubError("club.error.level", "level at time: say how many cribs each pair has had")
            if scores[0] == scores[1] or not all(0 <= score <= 121 for score in scores):
                raise ClubError("club.error.score", "scores lie between 0 and 121 and are not equal")
            key = (game, meeting.one, str(meeting.other))
            before = evening.scores.get(key)
            if before is not None:
                if (before.one_score, before.other_score) == scores:
                    return
                for owner in key[1:]:
                    self.may_correct(evening, who, owner)
                if not why.strip():
                    raise ClubError("club.error.why", "a correction needs its reason, the rule for one")
            self.add(
                event,
                who,
                ("result", result_of(key, scores, "hand") | {"why": why.strip()[:200], "default": default}),
            )

    def level(self, event: int, who: str, game: int, one: str, score: int, cribs: tuple[int, int]) -> AtTime:
        """A game that is level when time is called, and what follows: one more hand where that evens the cribs, or
        the cut. `cribs`: how many each pair has had, `one` first (Rule: Corporate, game ties)."""
        with self._lock:
            evening = self.evening(event)
            if not evening.is_company:
                raise ClubError(
                    "club.error.no-level", "only the Corporate Challenge settles games level at time"
                )
            meeting = self.met(evening, game, one)
            key = (game, meeting.one, str(meeting.other))
            if key in evening.scores:
                raise ClubError("club.error.played", "this game has a result already")
            if not 0 <= score <= 120:
                raise ClubError("club.error.score", "scores lie between 0 and 121 and are not equal")
            if min(cribs) < 0 or abs(cribs[0] - cribs[1]) > 1:
                raise ClubError("club.error.cribs", "the cribs alternate: two pairs differ by one at most")
            what = at_time(score, score, *cribs)
            body = {"game": game, "one": key[1], "other": key[2], "score": score, "what": what.name}
            self.add(event, who, ("level", body))
            return what

    def cut_won(self, event: int, who: str, game: int, winner: str) -> None:
        """The captains have cut: the high card wins by one point (Rule: Corporate, game ties)."""
        with self._lock:
            evening = self.evening(event)
            meeting = self.met(evening, game, winner)
            level = evening.levels.get((game, meeting.one, str(meeting.other)))
            if level is None or level.what is not AtTime.CUT:
                raise ClubError(
                    "club.error.no-cut", "no cut is due here: enter the score at which they were level"
                )
            self.write_scores(event, who, game, winner, (level.score + 1, level.score), "cut")

    def free_game(self, event: int, who: str, one: str, other: str, net: int) -> int:
        """A game of free play: the next number for these two."""
        with self._lock:
            evening = self.evening(event)
            if evening.format.chart != "free":
                raise ClubError(
                    "club.error.charted", "this event has a chart: enter the game where it stands there"
                )
            for owner in (one, other):
                self.known(evening, owner)
            if one == other:
                raise ClubError("club.error.same", "nobody plays against themselves: choose two players")
            if not 1 <= abs(net) <= 121:
                raise ClubError("club.error.spread", "a spread lies between 1 and 121")
            game = max((meeting.game for meeting in evening.free_games), default=0) + 1
            self.add(event, who, ("result", result_of((game, one, other), _scores(net), "hand")))
            return game

    def forfeit(self, event: int, who: str, owner: str, game: int, rule: str) -> None:
        """The game goes to the opponent: by ten where spreads are kept, 121 to 0 where scores are.

        For lunch once only; for refusing a ruling the present game, and the one who refused is out (Rule: ACC 2025
        11.4, 11.5.b; 2020 11.4.b). Where the book of the event names no such game the director decides, and not about
        a game of their own.
        """
        with self._lock:
            evening = self.evening(event)
            meeting = self.met(evening, game, owner)
            self.may_decide(evening, who, meeting.one, str(meeting.other))
            occasion = next((r.key for r in remedies_of(evening.edition) if r.rule == rule), "")
            if rule[:1].isdigit() and not occasion:
                raise ClubError("club.error.remedy", f"rule {rule} of this edition gives no game", rule=rule)
            if occasion == LUNCH and evening.forfeits.get(owner):
                raise ClubError("club.error.lunch", "only one game is ever given for a late return (11.4)")
            key = (game, meeting.one, str(meeting.other))
            if (
                key in evening.devices
                or key in evening.scores
                or any(evening.lines.get(one, {}).get(game) for one in key[1:])
            ):
                raise ClubError("club.error.played", "this game has a result already")
            won = meeting.one != owner
            scores = DEFAULT_SCORE if evening.format.record == "scores" else (121, 121 - FORFEIT_SPREAD)
            body = result_of(key, scores if won else scores[::-1], "forfeit")
            things = [("result", body | {"default": True, "forfeits": owner, "why": rule})]
            if occasion == REFUSAL:
                entry = evening.entry_of(owner).id
                things.append(("withdraw", {"entry": entry, "after": game, "removed": True}))
            self.add(event, who, *things)


def result_of(key: tuple[int, str, str], scores: tuple[int, int], source: str) -> dict[str, Any]:
    """The record of a game whose two scores are known; `key`: its number and the two owners."""
    game, one, other = key
    return {
        "game": game, "one": one, "other": other, "net": scores[0] - scores[1],
        "one_score": scores[0], "other_score": scores[1], "source": source,
    }  # fmt: skip


def _scores(net: int) -> tuple[int, int]:
    return (121, 121 - net) if net > 0 else (121 + net, 121)
