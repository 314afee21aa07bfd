"""The judges' desk in tests: a scoreboard from the words of a table, and questions answered one after another."""

from __future__ import annotations

import json
from typing import Any

from tables import Table

from cribbage.judging import Inquiry, Ruled, as_data, inquire
from cribbage.log.codec import header_from, observation_body, observation_from
from cribbage.log.events import Event
from cribbage.shown.scoreboard import Scoreboard
from cribbage.worlds.referee import Referee


def board_of(table: Table) -> Scoreboard:
    """The scoreboard of a table as the page would fold it, without settling what is still open."""
    header = header_from(json.loads(table.log[0]))
    referee = Referee(header)
    events = [Event("game", 0.0, header.to_dict())]
    for line in table.log[1:]:
        seen = observation_from(json.loads(line))
        body = {key: value for key, value in observation_body(seen).items() if key != "t"}
        events += [Event("seen", seen.t, body), *referee.receive(seen)]
    return Scoreboard.fold(events + referee.tick(table.t))


def asked(board: Scoreboard, matter: str, **answers: Any) -> Inquiry:
    """A matter with these answers; underscores stand for hyphens in keys."""
    given = {key.replace("_", "-"): answer for key, answer in answers.items()}
    inquiry = inquire(board, matter, given)
    json.dumps(as_data(inquiry))
    return inquiry


def ruled(board: Scoreboard, matter: str, **answers: Any) -> Ruled:
    """The ruling; every answer given must have been asked for, and none may be lacking."""
    inquiry = asked(board, matter, **answers)
    waiting = [question.key for question in inquiry.questions if question.answer is None]
    assert inquiry.problem is None, inquiry.problem
    assert not waiting, f"not answered: {waiting}"
    assert {key.replace("_", "-") for key in answers} == {question.key for question in inquiry.questions}
    assert inquiry.ruled is not None
    return inquiry.ruled


def moves(found: Ruled) -> list[str]:
    """Moves in short: ``A=103``, ``B+3``."""
    return [
        f"{move['player']}={move['front']}" if "front" in move else f"{move['player']}{move['points']:+}"
        for move in found.moves
    ]
