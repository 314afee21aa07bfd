"""Correcting an event: its name, date and format, make-up games, pairs of cards that were looked at, a slip entered
for the wrong game, and events that are put away. Nothing is ever deleted. What is put away comes back and a pair is
looked at again by a button; a name or a card is corrected once more; a result that was taken off is entered again."""

from __future__ import annotations

from typing import Any, Final

from club.book import clean_name
from club.errors import ClubError
from club.evening import Evening
from club.folded import BRACKET
from club.parts import Game
from club.results import Results
from club.takeback import TakeBack
from cribbage.errors import CribbageError
from cribbage.profiles import PROFILES
from cribbage.tournament.crosscheck import Disagreement
from cribbage.tournament.formats import find_format

MOST_GAMES: Final = 60
ARCHIVE: Final = "archive"
DELETED: Final = "deleted"
_PLACES: Final = (ARCHIVE, DELETED, "")
_NO_EXTRA: Final = ("free", "winners-stay", "pairs")


def event_body(name: str, form: str, date: str, games: int, edition: str) -> dict[str, Any]:
    """What an event is, as it is kept; `ClubError` for what cannot be."""
    name = clean_name(name)
    try:
        chosen = find_format(form)
    except CribbageError as error:
        raise ClubError("club.error.format", str(error)) from error
    edition = edition or chosen.profile
    if edition not in PROFILES:
        raise ClubError(
            "club.error.edition", f"there is no rule set {edition!r}; choose one of {', '.join(PROFILES)}"
        )
    games = games or chosen.games or 0
    needs = chosen.chart not in ("round-robin", "free")
    if not (1 <= games <= MOST_GAMES or (games == 0 and not needs)):
        raise ClubError("club.error.games", f"say how many games each plays, 1 to {MOST_GAMES}", n=MOST_GAMES)
    return {"name": name, "format": form, "date": date.strip()[:20], "games": games, "edition": edition}


class Editing(Results, TakeBack):
    """What the desk corrects in an event."""

    def edit(
        self, event: int, who: str, name: str, date: str, form: str = "", games: int = 0, edition: str = ""
    ) -> None:
        """Name and date at any time; how it is played only while no seat is drawn and no game is in. `form`: ""
        leaves that as it is."""
        with self._lock:
            evening = self.evening(event)
            body = event_body(
                name, form or evening.format.name, date, games if form else evening.games,
                edition if form else evening.edition,
            )  # fmt: skip
            as_is = (evening.format.name, evening.games, evening.edition)
            if (body["format"], body["games"], body["edition"]) == as_is:
                body = {"name": body["name"], "date": body["date"]}
            elif evening.is_drawn or evening.lines or evening.scores or evening.free_games:
                raise ClubError(
                    "club.error.format-fixed",
                    "seats are drawn or games are in: only its name and date can be changed",
                )
            elif any(e.players for e in evening.entries.values()) and find_format(body["format"]).team == 1:
                raise ClubError(
                    "club.error.teams", "teams have entered: single players cannot be made of them"
                )
            self.add(event, who, ("edit", body))

    def put_away(self, event: int, who: str, where: str) -> None:
        """Into the archive, deleted, or back again (""). Tables' games do not land in an event that is put away. An
        event in which something was played goes into the archive only. All of it stays in the record."""
        with self._lock:
            if where not in _PLACES:
                raise ClubError("club.error.order", f"{where!r} is no place for an event")
            evening = self.evening(event)
            if where == DELETED and evening.is_begun:
                raise ClubError(
                    "club.error.delete-begun", "something was played in this event: put it into the archive"
                )
            if evening.put_away != where:
                self.add(event, who, ("away", {"where": where}))

    def say_next(self, event: int, who: str, at: float) -> None:
        """Tell the room when play goes on: wall time in s, 0 for nothing more to say."""
        with self._lock:
            if self.evening(event).next_at != at:
                self.add(event, who, ("next", {"at": at}))

    # --- make-up games ----------------------------------------------------------------------------------

    def make_up(self, event: int, who: str, one: str, other: str) -> int:
        """A further game for two who have played fewer than others; returns its number. Where the chart has a game of
        these two that was not played because one was late, it is that one."""
        with self._lock:
            evening = self.evening(event)
            for owner in (one, other):
                self.known(evening, owner)
            if one == other:
                raise ClubError("club.error.same", "nobody plays against themselves: choose two players")
            if evening.format.chart in _NO_EXTRA or not evening.chart:
                raise ClubError(
                    "club.error.no-extra", "this format takes no make-up games, or no seats are drawn"
                )
            if BRACKET in evening.drawn:
                raise ClubError(
                    "club.error.bracket-since",
                    "the bracket was drawn since: take that back first, or correct the card",
                )
            for m in evening.by_owner.get(one, ()):
                if other in (m.one, m.other) and not evening.is_played(m):
                    self.add(event, who, ("made-up", {"game": m.game, "one": m.one, "other": m.other}))
                    return m.game
            taken = {m.game for owner in (one, other) for m in evening.by_owner.get(owner, ())}
            first = len(evening.chart) + 1 - len({m.game for m in evening.extra})
            game = next(n for n in range(first, len(evening.chart) + 2) if n not in taken)
            self.add(event, who, ("extra", {"game": game, "one": one, "other": other}))
            return game

    # --- cards that disagree ----------------------------------------------------------------------------

    def settle(self, event: int, who: str, game: int, one: str) -> None:
        """Write on the cards what rule 12.2 makes of a disagreement, and remember that it was looked at; not on the
        director's own card."""
        with self._lock:
            evening = self.evening(event)
            each = self._disagreement(evening, game, one)
            after = {each.one: each.settlement.one, each.other: each.settlement.other}
            letters = ", ".join(f"12.2.{letter}" for letter in each.settlement.steps)
            owners = each.changes or (each.one, each.other)
            with self.whole(event):
                for owner in owners:
                    self.may_correct(evening, who, owner)
                for owner in each.changes:
                    self.write_line(event, who, owner, game, after[owner], letters)
                lines = [[line.result, line.spread, line.column] for line in after.values()]
                place = {"game": game, "one": each.one, "other": each.other}
                self.add(event, who, ("settled", place | {"lines": lines}))

    def unsettle(self, event: int, who: str, game: int, one: str) -> None:
        """Two lines that were left as they stand are looked at again."""
        with self._lock:
            each = self._disagreement(self.evening(event), game, one)
            body = {"game": game, "one": each.one, "other": each.other, "off": True}
            self.add(event, who, ("settled", body))

    def _disagreement(self, evening: Evening, game: int, one: str) -> Disagreement:
        for each in evening.checked.disagreements:
            if each.game == game and one in (each.one, each.other):
                return each
        raise ClubError("club.error.agree", "these two cards agree")

    # --- a slip for the wrong game ----------------------------------------------------------------------

    def take_off(self, event: int, who: str, game: int, one: str, why: str) -> None:
        """A result that was entered for the wrong game, or that a table told of another one, goes off both cards as
        if it had never been there; what a table told is asked about again. It stays in the cards' history."""
        with self._lock:
            evening = self.evening(event)
            meeting = self.met(evening, game, one)
            place = (game, meeting.one, str(meeting.other))
            if not why.strip():
                raise ClubError("club.error.why", "a correction needs its reason, the rule for one")
            for owner in place[1:]:
                self.may_correct(evening, who, owner)
            if BRACKET in evening.drawn or game in evening.stayed:
                raise ClubError(
                    "club.error.bracket-since",
                    "the bracket was drawn since: take that back first, or correct the card",
                )
            numbers = self._written(event, evening, place)
            if not numbers:
                raise ClubError("club.error.no-undo", "there is nothing to take back")
            was = [
                [owner, game, written.line.result, written.line.spread, written.line.column]
                for owner in place[1:]
                if (written := evening.lines.get(owner, {}).get(game)) is not None
            ]
            body = {"what": "slip", "records": numbers, "was": was, "why": why.strip()[:200]}
            self.add(event, who, ("undo", body))

    def _written(self, event: int, evening: Evening, place: Game) -> list[int]:
        """The records that put something on the cards of a game."""
        seen = evening.seen.get(place)
        told = None if seen is None else (seen.table, seen.stream, seen.n)
        return [
            record.n
            for record in self.still_counting(event)
            if (record.kind == "line" and record.body["game"] == place[0] and record.body["owner"] in place)
            or (
                record.kind in ("result", "level")
                and not record.body.get("told")
                and (record.body["game"], record.body["one"], record.body["other"]) == place
            )
            or (record.kind == "result" and told is not None and tuple(record.body.get("told", ())) == told)
        ]
