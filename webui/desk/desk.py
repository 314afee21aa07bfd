"""The desk of one table: at most one call at a time, kept on the disk, and told to the journal step by step."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from cribbage.judging import as_data, inquire, matters
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.journal import CALL_KIND
from webui.desk.call import WAITING, Call, kept, read_back
from webui.desk.evidence import subjects
from webui.door.secretfile import SecretFile
from webui.errors import PostError
from webui.table import Table
from webui.words import Words

Json: TypeAlias = dict[str, Any]
FILE: Final = "call.json"


class Desk:
    """The judge desk. Thread-safe: two judges press at once."""

    def __init__(self, table: Table, path: Path | None = None) -> None:
        self._table = table
        self._file = SecretFile(path)
        self._lock = threading.Lock()
        self._call = read_back(self._file.read())

    def call(self, game: int) -> Call | None:
        """The call in progress at the game that is on; one that another game has left behind is closed."""
        with self._lock:
            call = self._call
            if call is not None and call.is_live and call.game != game:
                call = self._put(call.close(), "left")
            return call if call is not None and call.is_live else None

    def open(self, board: Scoreboard, game: int, judge: str, matter: Any, about: Any) -> Call:
        """The first judge says what is asked; nothing is shown yet."""
        if not board.has_game:
            raise PostError("error.desk.game")
        if matter not in [one.key for one in matters(board)] or about not in subjects(board):
            raise PostError("error.desk.matter")
        _may_judge(board, judge)
        with self._lock:
            if self._call is not None and self._call.is_live and self._call.game == game:
                raise PostError("error.desk.busy")
            number = 1 if self._call is None else self._call.number + 1
            return self._put(
                Call(number, game, str(matter), str(about), (judge,), WAITING), "called", by=judge
            )

    def join(self, board: Scoreboard, game: int, judge: str) -> Call:
        """Another judge comes; with the second the evidence is unlocked."""
        _may_judge(board, judge)

        def step(call: Call) -> tuple[Call, Json]:
            joined = call.join(judge)
            return joined, {"unlocked": joined.shows_evidence, "shown": call.about}

        return self._step(game, "joined", step, by=judge)

    def change(self, game: int, what: str, step: Callable[[Call], Call], judge: str) -> Call:
        """One step by a judge of the call; anybody else is refused."""

        def checked(call: Call) -> tuple[Call, Json]:
            if judge not in call.judges:
                raise PostError("error.desk.stranger")
            after = step(call)
            note: Json = {}
            if what in ("answered", "wrote"):
                note = {"answers": dict(after.answers), "by_hand": after.by_hand}
            elif what == "voted":
                note = {"votes": dict(after.votes)}
            return after, note

        return self._step(game, what, checked, by=judge)

    def drop(self, board: Scoreboard, game: int, judge: str) -> Call:
        """A player's call was a mistake: one judge alone drops it, as long as nobody has signed anything. The log
        gets it as the caller's word (``no-judge``), and with it who dropped it."""
        _may_judge(board, judge)
        caller = board.judge_called_by
        if caller is None:
            raise PostError("error.desk.uncalled")
        with self._lock:
            call = self._call
            if call is None or not call.is_live or call.game != game:
                call = Call(1 if call is None else call.number + 1, game, "", "none", ())
            elif not call.may_be_dropped:
                raise PostError("error.desk.ruled")
            dropped = self._put(call.close(), "dropped", by=judge, caller=caller)
            self._table.put({"said": {"by": caller, "what": "no-judge"}})
            return dropped

    def rule(self, call: Call) -> None:
        """What was signed goes to the referee."""
        if call.ruling is None:
            raise PostError("error.desk.nothing")
        self._table.put({"ruling": dict(call.ruling) | {"judges": list(call.signers())}})

    def _step(self, game: int, what: str, step: Callable[[Call], tuple[Call, Json]], by: str) -> Call:
        with self._lock:
            call = self._call
            if call is None or not call.is_live or call.game != game:
                raise PostError("error.desk.none")
            after, note = step(call)
            return call if after == call else self._put(after, what, by=by, **note)

    def _put(self, call: Call, what: str, **note: Any) -> Call:
        """Keep a call and note the step in the journal, the journal first: what was not noted did not happen."""
        body = {
            "call": call.number,
            "what": what,
            "matter": call.matter,
            "about": call.about,
            "state": call.state,
        }
        self._table.put({CALL_KIND: body | {"judges": list(call.judges)} | note})
        self._file.write(kept(call))
        self._call = call
        return call


def _may_judge(board: Scoreboard, judge: str) -> None:
    """P9: a player of this table does not judge at it."""
    if judge.casefold() in {board.name(seat).casefold() for seat in board.seating.seats}:
        raise PostError("error.desk.plays")


def proposal(board: Scoreboard, call: Call) -> Json | None:
    """The ruling before the judges: the signed one, their own, or what follows from their answers."""
    if call.ruling is not None:
        return dict(call.ruling)
    if call.by_hand is not None:
        return dict(call.by_hand)
    ruled = inquire(board, call.matter, call.answers).ruled
    if ruled is None:
        return None
    found: Json = ruled.body(call.judges)["ruling"]
    return found


def inquiry(board: Scoreboard, call: Call, w: Words) -> Json:
    """The questions of the call with what the log knows, and the ruling once they are answered, in a language."""
    told = as_data(inquire(board, call.matter, call.answers))
    ruled = told["ruled"]
    if ruled is not None:
        house = None if ruled["house"] is None else w.sentence(ruled["house"])
        told["ruled"] = ruled | {"says": [w.sentence(one) for one in ruled["says"]], "house": house}
    return told | {
        "questions": [_asked(question, w) for question in told["questions"]],
        "problem": None if told["problem"] is None else _without_key(w.sentence(told["problem"])),
    }


def _asked(question: Json, w: Words) -> Json:
    return question | {
        "text": w.sentence(question["text"]),
        "options": [[value, w.sentence(label)] for value, label in question["options"]],
        "facts": [fact | {"text": w.sentence(fact["text"])} for fact in question["facts"]],
    }


def _without_key(problem: str) -> str:
    """What is wrong with an answer stands beside its question: the question's key says nothing to judges."""
    _, _, why = problem.partition(":")
    why = why.strip()
    return f"{why[:1].upper()}{why[1:]}."
