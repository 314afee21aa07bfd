"""A game in the journal that an older version of the referee began: the table goes on with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cribbage.log.events import Event
from cribbage.replay.resuming import REFEREE, VERSION
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.journal import InboxItem, MemoryJournal
from firmware.recorder import NOT_FINITE, Recorder
from firmware.tablestate import TableState
from pegwatch.simulated import SimulatedTable

GAME = SimulatedTable(4, 1, with_scenes=False).as_log(1)
HALF = 70


def put(journal: MemoryJournal, *bodies: dict) -> float:
    for body in bodies:
        journal.put("board", body["t"], {key: value for key, value in body.items() if key != "t"})
    return bodies[-1]["t"]


def played(journal: MemoryJournal, lines: list[str]) -> Recorder:
    """A table that has judged these lines of a game."""
    recorder = Recorder(journal, {"pegs": "camera", "cards": "camera"})
    header, *bodies = map(json.loads, lines)
    journal.put("page", 0.0, {"new_game": header})
    recorder.take(put(journal, *bodies))
    return recorder


def by_an_older(journal: MemoryJournal) -> MemoryJournal:
    """The same journal as a version wrote it that named no version, called scores by a number, and blamed wrongly."""
    older, names = MemoryJournal(), {}
    for stored in journal.events():
        body = {key: value for key, value in stored.event.body.items() if key != REFEREE}
        for key in ("id", "item"):
            if stored.event.kind in ("item", "verdict") and key in body:
                body[key] = names.setdefault(body[key], f"item-{len(names) + 1}")
        older.append(stored.game, [Event(stored.event.kind, stored.event.t, body)])
    wrong = {"code": "backward", "player": "A", "points": 3, "move": "A 3/0>0/-1"}
    older.append(1, [Event("verdict", 1.0, wrong)])
    return older


def events(journal: MemoryJournal) -> list[Event]:
    return [stored.event for stored in journal.events()]


def header_of(journal: MemoryJournal) -> Mapping[str, Any]:
    return next(event.body for event in events(journal) if event.kind == "game")


def test_a_game_names_the_version_that_judges_it_and_by_what_its_table_reads() -> None:
    journal = MemoryJournal()
    played(journal, GAME[:20])
    header = header_of(journal)
    assert (header[REFEREE], header["table"]) == (VERSION, {"pegs": "camera", "cards": "camera"})
    said = json.loads(GAME[0]) | {"table": {"pegs": "both"}}
    other = MemoryJournal()
    played(other, [json.dumps(said), *GAME[1:20]])
    assert header_of(other)["table"] == {"pegs": "both"}, "what the header says already"


def test_a_restart_of_the_same_version_writes_nothing() -> None:
    journal = MemoryJournal()
    played(journal, GAME[:HALF])
    before = journal.last()
    Recorder(journal)
    assert journal.last() == before


def test_blame_that_does_not_hold_is_withdrawn_once_and_what_was_recorded_stays() -> None:
    first = MemoryJournal()
    played(first, GAME[:HALF])
    journal = by_an_older(first)
    recorded = events(journal)
    Recorder(journal)
    assert events(journal)[: len(recorded)] == recorded
    marked, withdrawn, *_ = events(journal)[len(recorded) :]
    assert (marked.kind, marked.body) == (REFEREE, {REFEREE: VERSION, "of": 1})
    assert (withdrawn.body["code"], withdrawn.body["of"], withdrawn.body["since"]) == (
        "withdrawn",
        "backward",
        1.0,
    )
    before = journal.last()
    Recorder(journal)
    Recorder(journal)
    assert journal.last() == before, "once"


def test_the_game_goes_on_to_its_end_as_if_nothing_had_been_and_every_deal_is_closed() -> None:
    whole, first = MemoryJournal(), MemoryJournal()
    played(whole, GAME)
    played(first, GAME[:HALF])
    journal = by_an_older(first)
    for at in range(HALF, len(GAME), 40):  # and the table is started again in between
        recorder = Recorder(journal)
        recorder.take(put(journal, *map(json.loads, GAME[at : at + 40])))
    board, same = Scoreboard.fold(events(journal)), Scoreboard.fold(events(whole))
    assert (board.phase, board.winner, board.closed) == (same.phase, same.winner, same.closed)
    assert board.is_over
    assert all(item.is_closed for item in board.items.values())
    told = [(v.t, v.code, v.player, v.points) for v in board.verdicts if v.code != "withdrawn"]
    assert told == [(v.t, v.code, v.player, v.points) for v in same.verdicts]


def test_a_game_that_is_over_is_left_as_it_is() -> None:
    first = MemoryJournal()
    played(first, GAME)
    journal = by_an_older(first)
    before = journal.last()
    Recorder(journal)
    assert journal.last() == before


def test_a_game_that_cannot_be_compared_goes_on_as_it_was_recorded() -> None:
    first = MemoryJournal()
    played(first, GAME[:HALF])
    journal = by_an_older(first)
    journal.append(1, [Event("item", 50.0, {"id": "odd", "parts": [["no number", "?"]]})])
    before = journal.last()
    recorder = Recorder(journal)
    assert journal.last() == before
    assert recorder.take(put(journal, *map(json.loads, GAME[HALF : HALF + 5]))) > 0


def test_a_report_that_is_not_finite_of_an_older_program_is_refused_and_not_kept() -> None:
    journal = MemoryJournal()
    recorder = played(journal, GAME[:20])
    journal._inbox.append(InboxItem(len(journal._inbox) + 1, "eye", 99.0, {"fault": {"n": float("nan")}}))
    recorder.take(99.0)
    assert events(journal)[-1].body == {"source": "eye", "body": {}, "why": NOT_FINITE}
    assert journal.pending() == []


def test_a_game_that_judges_say_is_not_over_is_in_progress_again() -> None:
    state = TableState()
    state.begin(1, {})
    state.note(Event("phase", 9.0, {"phase": "over", "turn": None}))
    assert not state.is_running
    state.note(Event("phase", 20.0, {"phase": "show", "turn": None, "was": "over"}))
    assert state.is_running
    state.note(Event("phase", 21.0, {"phase": "play", "turn": None}))
    assert state.is_running
