"""Lists that are taken in at the desk: whole or not at all, and every line that is refused is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from club.errors import ClubError
from club.evening import Evening
from club.folded import SEATS
from club.lists import IN_RESULTS, Faults, ResultRow, ScheduleRow, check_schedule
from club.results import Results
from club.takeback import TakeBack
from cribbage.tournament.scorecards import Line


class ListImport(Results, TakeBack):
    """Results and schedules out of a file."""

    def take_results(self, event: int, who: str, rows: Sequence[ResultRow], why: str = "") -> int:
        """Write every line on its card; what stands there already is passed over. Returns how many were read."""
        faults = Faults(IN_RESULTS)
        with self.whole(event):
            for row in rows:
                with faults.line(row.number):
                    self._take(event, who, row, why)
            faults.end()
        return len(rows)

    def write_card(self, event: int, who: str, owner: str, lines: Mapping[int, Line], why: str = "") -> int:
        """The lines of one card as they stand on the paper, all or none; what is there already is passed over.
        Returns how many were new or other."""
        faults, written = Faults(), 0
        with self.whole(event):
            self.known(self.evening(event), owner)
            for game, line in sorted(lines.items()):
                before = self.evening(event).lines.get(owner, {}).get(game)
                with faults.line(game):
                    self.write_line(event, who, owner, game, line, why)
                    written += before is None or before.line != line
            faults.end()
        return written

    def _take(self, event: int, who: str, row: ResultRow, why: str) -> None:
        evening = self.evening(event)
        owner = row.who if row.who in evening.owners else evening.find(row.who)
        if owner is None:
            raise ClubError("club.error.no-id", f"{row.who!r} is no ID or name of this event", value=row.who)
        if row.scores is not None:
            if not (row.default and self._is_given(evening, owner, row)):
                self.write_scores(event, who, row.game, owner, row.scores, why, default=row.default)
            return
        if evening.format.chart == "free" and evening.meeting(owner, row.game) is None:
            self._take_free(event, who, owner, row)
            return
        self.write_line(event, who, owner, row.game, row.line, why)

    def _is_given(self, evening: Evening, owner: str, row: ResultRow) -> bool:
        """Whether the chart gives this game to one side already, because the other is not there."""
        return any(
            s.game == row.game and owner in (s.one, s.other) and s.of(owner) == row.scores
            for s in evening.defaults
        )

    def _take_free(self, event: int, who: str, owner: str, row: ResultRow) -> None:
        """A game of free play that is not there yet needs its opponent and comes with the number after the last."""
        against = self.evening(event).find(row.against) or row.against
        if row.line.spread is None or not row.line.is_right:
            raise ClubError("club.error.spread", "a game of free play needs its result and spread")
        net = row.line.spread if row.line.result == "W" else -row.line.spread
        numbered = max((m.game for m in self.evening(event).free_games), default=0) + 1
        if row.game != numbered:
            raise ClubError("club.error.next", f"the next game of free play is number {numbered}", n=numbered)
        self.free_game(event, who, owner, against, net)

    def take_schedule(
        self,
        event: int,
        who: str,
        rows: Sequence[ScheduleRow],
        stamp: int | None = None,
        sure: bool = False,
    ) -> int:
        """Somebody else's schedule in place of the drawn seats; not once a result is in. Returns how many lines.
        `stamp` and `sure`: as for drawing (`TakeBack.may_give_up`)."""
        with self._lock:
            evening = self.evening(event)
            if evening.format.chart in ("free", "winners-stay"):
                raise ClubError("club.error.no-schedule", "this format makes its games as it goes on")
            if evening.lines or evening.scores:
                raise ClubError("club.error.begun", "results are in: the seats stay as they are")
            self.may_give_up(evening, SEATS, stamp, sure)
            if not rows:
                raise ClubError("club.error.empty", "there is nothing in this list", n=1)
            check_schedule(rows, evening.owners, max(row.game for row in rows))
            games = sorted({row.game for row in rows})
            if games != list(range(1, len(games) + 1)):
                raise ClubError("club.error.gap", f"game {_first_gap(games)} is missing", n=_first_gap(games))
            body = [[r.game, r.one, r.other or None, r.one_seat, r.other_seat] for r in rows]
            self.add(event, who, ("schedule", {"games": body}))
            return len(rows)


def _first_gap(games: Sequence[int]) -> int:
    return next(number for number, game in enumerate([*games, 0], 1) if number != game)
