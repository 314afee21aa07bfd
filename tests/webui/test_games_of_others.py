"""Three players, two pairs and games to 61 on the pages: the same views, with as many sides as there are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

sys.path.insert(0, str(Path(__file__).parents[1] / "cribbage"))

from cribbage.log.codec import header_from, observation_from
from cribbage.log.events import Event
from cribbage.log.logreader import LogReader
from cribbage.replay.transcript import steps
from cribbage.shown.broadcast import broadcast
from cribbage.shown.policy import House, Viewer
from cribbage.shown.reveal import review, view
from cribbage.shown.scoreboard import Scoreboard
from firmware.box.journal import MemoryJournal
from pegwatch.simulated.manyhanded import ManyHanded
from webui.app import build_app, close_app
from webui.config import WebConfig
from webui.gameview import as_csv, graph, sheet_row, summary
from webui.table import Table
from webui.viewtext import Names, add_review_text, add_text

NAMES = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}
GAMES: dict[str, dict[str, Any]] = {
    "three": {"seats": "ABC", "profile": "hoyle"},
    "pairs": {"seats": "ABCD", "profile": "acc-2025"},
    "61": {"seats": "AB", "profile": "hoyle", "target": 61, "options": {"target": 61}},
}


@cache
def boards(kind: str, mode: str = "club") -> tuple[Scoreboard, ...]:
    """The table of a whole game after each observation."""
    return tuple(_boards(kind, mode))


def _boards(kind: str, mode: str) -> Iterable[Scoreboard]:
    board = Scoreboard.empty()
    for events in told(kind, mode):
        for event in events:
            board = board.apply(event)
        yield board


def told(kind: str, mode: str = "club") -> Iterable[list[Event]]:
    """What a table writes into its journal, observation by observation."""
    more = dict(GAMES[kind])
    lines = ManyHanded(3, more.pop("seats"), mode=mode, **more).play().log
    first = json.loads(lines[0])
    first["players"] = {seat: NAMES[seat] for seat in first["players"]}
    lines[0] = json.dumps(first)
    reader, begun = LogReader(), False
    for step in steps(reader, lines):
        events = [] if begun else [Event("game", 0.0, reader.header_of_game.to_dict())]
        begun = True
        if step.seen is not None:
            body = {key: value for key, value in json.loads(lines[reader.line - 1]).items() if key != "t"}
            events.append(Event("seen", step.seen.t, body))
        yield [*events, *step.said]


def last(kind: str) -> Scoreboard:
    return boards(kind)[-1]


@pytest.mark.parametrize(
    ("kind", "names"),
    [("three", ["Ann", "Bob", "Cy"]), ("pairs", ["Ann & Cy", "Bob & Dee"]), ("61", ["Ann", "Bob"])],
)
def test_there_is_a_score_for_each_side(kind: str, names: list[str]) -> None:
    for board in boards(kind):
        for shown in (view(board, Viewer.public()), broadcast(board)):
            assert [player["name"] for player in shown["players"]] == names
    shown = add_text(view(board, Viewer.public()), "en")
    assert shown["over"]["winner"] == board.winner
    assert board.name(str(board.winner)) in shown["line"]["text"]
    assert max(player["score"] for player in shown["players"]) == board.rules.target


@pytest.mark.parametrize("kind", GAMES)
def test_the_line_names_the_one_who_acts_next_and_lights_the_side(kind: str) -> None:
    said = set()
    for board in boards(kind):
        shown = add_text(view(board, Viewer.public()), "en")
        line = shown["line"]
        if shown["turn"] is not None and shown["state"] == "play":
            assert line["text"] == f"{board.name(shown['turn'])} to play"
            assert line["who"] == board.seating.side(shown["turn"])
            said.add(shown["turn"])
    assert said == set(board.seating.seats)


@pytest.mark.parametrize("kind", ["three", "pairs"])
def test_every_hand_is_shown_with_its_players_name_in_the_order_of_counting(kind: str) -> None:
    fullest: list[str] = []
    for board in boards(kind):
        shown = add_text(view(board, Viewer.public()), "en")
        titles = [hand["title"] for hand in shown["hands"]]
        if len(titles) > len(fullest):
            fullest, dealer = titles, board.dealer
    order = [*board.seating.others(str(dealer)), str(dealer)]
    assert fullest == [f"{board.name(seat)}’s hand" for seat in order] + [f"{board.name(str(dealer))}’s crib"]


@pytest.mark.parametrize("kind", GAMES)
def test_a_finished_game_is_reviewed_drawn_and_printed_with_all_sides(kind: str) -> None:
    board = last(kind)
    told = review(board, Viewer.public())
    dealt = add_review_text(told, Names.at(board), "en")
    assert all(
        "’s hand" in item["title"] for deal in dealt for item in deal["items"] if item["what"] == "hand"
    )
    found = summary(told, board.ends[0], board.winner, len(board.seating.seats))
    assert bool(found["averages"]) is (kind == "61"), "the known means are of two players"
    drawn = graph([], 61) or graph(_course(told, board), board.rules.target)
    assert drawn is not None
    assert tuple(drawn.lines) == board.sides
    assert drawn.rules[-1] == (0.0, board.rules.target)
    row = sheet_row(told[0], board.sides)
    assert set(board.sides) <= row.keys()
    names = {side: board.side_name(side) for side in board.sides}
    columns = as_csv(1, names, told).splitlines()[0].split(",")
    assert columns[-len(names) :] == [f"score_{side}" for side in names]


def _course(told: list[Any], board: Scoreboard) -> Any:
    from cribbage.shown.averages import course

    return course(told, board.ends[0])


@pytest.mark.parametrize("kind", GAMES)
def test_sanctioned_shows_closed_scores_only_however_many_play(kind: str) -> None:
    """Section 3.3 of the reveal policy: dealer, closed score, state."""
    for board in boards(kind, mode="sanctioned"):
        shown = view(board, Viewer.public(), House())
        assert "hands" not in shown
        assert "verdicts" not in shown
        assert "remarks" not in shown
        assert [set(player) for player in shown["players"]] == [{"seat", "name", "score"}] * len(board.sides)


def test_observations_of_all_seats_are_read() -> None:
    header = header_from({"log": "table/1", "players": NAMES, "profile": "acc-2025"})
    assert observation_from({"t": 1, "cards": {"zone": "D", "seen": []}}, tuple(header.players))


@pytest.mark.parametrize("kind", GAMES)
def test_programs_get_what_the_description_says_however_many_play(
    kind: str, journal: MemoryJournal, tmp_path: Path
) -> None:
    for events in told(kind):
        journal.append(1, events)
    app = build_app(Table(journal, tmp_path), WebConfig(), b"k" * 32)
    try:
        description = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
        for path in ("/view", "/overlay", "/games", "/games/{game}", "/players"):
            operation = description[path]["GET"]
            case = operation.Case(path_parameters={"game": 1} if "game" in path else None)
            answer = case.call_and_validate(checks=[status_code_conformance, response_schema_conformance])
            assert answer.status_code == 200, path
    finally:
        close_app(app)
