"""What was drawn or answered can be taken back: the event then stands exactly as before, because it is folded again
without those records (`club.undo.UNDO`). Taking back can be taken back itself, so nothing is ever gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from club.book import Book, stale
from club.errors import ClubError
from club.evening import Evening
from club.folded import BRACKET, SEATS
from club.parts import Act, Source
from club.store import Record
from club.undo import UNDO, taken_back

_OF_BRACKET: Final = ("match", "awaited", "played")
"""What belongs to the present bracket, and goes and comes back with it."""
_ON_SEATS: Final = ("line", "result", "level", "stay", "entry", "float")
"""What depends on the present seats: they cannot be given up without it."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What is given up when something is drawn again or taken back: how many have a seat, matches decided, games of
    matches that tables saw, and since when sheets of it may be on paper (wall time, s; None: none were made)."""

    drawn: Act
    players: int = 0
    matches: int = 0
    games: int = 0
    printed: float | None = None


def loss(evening: Evening, what: str) -> Loss | None:
    """What is given up with the seats or the bracket that stand; None where nothing is drawn."""
    act = evening.drawn.get(what)
    if act is None:
        return None
    printed = evening.printed.get(what)
    if what == BRACKET:
        games = sum(len(games) for games in evening.match_games.values())
        return Loss(act, len(evening.seeds), len(evening.winners), games, printed)
    seated = {
        who for m in evening.by_owner.values() for meeting in m for who in (meeting.one, meeting.other) if who
    }
    return Loss(act, len(seated), printed=printed)


def latest(evening: Evening, what: str) -> Act | None:
    """What can be taken back of the seats or the bracket: the latest drawing, or the latest taking back."""
    acts = [act for act in (evening.drawn.get(what), evening.undone.get(what)) if act is not None]
    return max(acts, key=lambda act: act.n, default=None)


class TakeBack(Book):
    """Taking back what the desk has decided."""

    def take_back(
        self, event: int, who: str, what: str, stamp: int | None = None, sure: bool = False
    ) -> None:
        """The latest drawing of `SEATS` or `BRACKET` has never been; after a taking back it stands again. `stamp` and
        `sure` as for drawing."""
        with self._lock:
            evening = self.evening(event)
            act = latest(evening, what) if what in (SEATS, BRACKET) else None
            if act is None:
                raise ClubError("club.error.no-undo", "there is nothing to take back")
            self.may_give_up(evening, what, stamp, sure)
            since = self._since(event, act)
            if what == SEATS and any(record.kind in _ON_SEATS for record in since):
                raise ClubError(
                    "club.error.since", "players or results came in since: the seats stay as they are"
                )
            numbers = [act.n, *(record.n for record in since if _goes_with(record, what))]
            self.add(event, who, (UNDO, {"what": what, "records": numbers}))

    def take_back_answer(self, event: int, who: str, source: Source) -> None:
        """What a director said about a table's game is taken back; it is asked about again."""
        with self._lock:
            evening = self.evening(event)
            answer = evening.answers.get(source)
            if answer is None:
                raise ClubError("club.error.no-undo", "there is nothing to take back")
            for place, seen in evening.seen.items():
                if (seen.table, seen.stream, seen.n) == source:
                    for owner in place[1:]:
                        self.may_correct(evening, who, owner)
                    self._need_untouched(evening, answer.act, place in evening.kept)
            body = {"what": "answer", "records": [answer.act.n], "told": list(source)}
            self.add(event, who, (UNDO, body))

    def _need_untouched(self, evening: Evening, act: Act, is_corrected: bool) -> None:
        if is_corrected:
            raise ClubError("club.error.corrected", "these cards were corrected since: correct them again")
        drawn = evening.drawn.get(BRACKET)
        if drawn is not None and drawn.n > act.n:
            raise ClubError(
                "club.error.bracket-since",
                "the bracket was drawn since: take that back first, or correct the card",
            )

    def _since(self, event: int, act: Act) -> list[Record]:
        """What was done after an act and still counts."""
        return [record for record in self.still_counting(event) if record.n > act.n]

    def still_counting(self, event: int) -> list[Record]:
        """The records of an event that were not taken back."""
        records = self.store.records(event)
        back = taken_back(records)
        return [record for record in records if record.n not in back]

    def may_give_up(self, evening: Evening, what: str, stamp: int | None, sure: bool) -> None:
        """Refuse to give up the seats or the bracket that stand where nobody has said that they know what is lost.

        `stamp`: what the page showed last of it (`Folded.stamps`; None where there was no page); another one means
        that something was drawn, decided or printed since. `sure`: they know."""
        if stamp is not None and stamp != evening.stamps.get(what, 0):
            raise stale()
        lost = loss(evening, what)
        if lost is None or sure:
            return
        if what == BRACKET:
            raise ClubError(
                "club.error.again-bracket",
                f"the bracket is drawn already, with {lost.matches} decided matches that would be lost",
                n=lost.matches,
            )
        raise ClubError(
            "club.error.again-seats",
            f"the seats are drawn already, and {lost.players} players would lose theirs",
            n=lost.players,
        )


def _goes_with(record: Record, what: str) -> bool:
    """Whether a record belongs to the seats or the bracket that stood when it was made."""
    if record.kind == "printed":
        return bool(record.body["what"] == what)
    return what == BRACKET and record.kind in _OF_BRACKET
