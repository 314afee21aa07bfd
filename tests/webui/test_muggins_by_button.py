"""Muggins by button, the whole way: posted by the page, taken out of the journal's inbox, judged by the referee."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "cribbage"))
from tables import CUT, PLAY, Table

from firmware.box.journal import MemoryJournal

POINTS_OF_PLAY = 5


def judged(
    post: Any, story: Any, journal: MemoryJournal, before: str, word: Any, after: str, **book: Any
) -> list[str]:
    """The verdicts of the show, where `word` was sent by the page between what happened before and after it."""
    story.begin(muggins=True, **book).show()
    assert post("said", word).status_code == 202
    (item,) = journal.pending()
    table = Table(muggins=True, **book).do(f"{CUT} {PLAY} {before}")
    table.see(**json.loads(json.dumps(dict(item.body))))
    return table.do(after).verdicts[POINTS_OF_PLAY:]


@pytest.mark.parametrize("profile", ["acc-2025", "acc-2020", "hoyle"])
def test_10_4_a_who_calls_by_button_gets_the_points_and_is_accused_of_nothing(
    profile: str, post: Any, story: Any, journal: MemoryJournal
) -> None:
    call = {"by": "A", "what": "muggins", "n": 2}
    found = judged(post, story, journal, "B+7", call, "A+2 A+5", profile=profile)
    assert found == ["underpeg B 2", "muggins A 2", "scored A 2", "scored A 5"]


@pytest.mark.parametrize(("profile", "costs"), [("acc-2025", 2), ("acc-2020", 2), ("hoyle", 0)])
def test_10_4_a_a_wrong_call_by_button_costs_what_the_book_says(
    profile: str, costs: int, post: Any, story: Any, journal: MemoryJournal
) -> None:
    call = {"by": "A", "what": "muggins", "n": 2}
    pays = "B+2 A+5" if costs else "A+5"
    found = judged(post, story, journal, "B+9", call, pays, profile=profile)
    paid = ["scored B 2"] if costs else []
    assert found == ["scored B 9", f"muggins-refused A {costs}", *paid, "scored A 5"]


def test_10_4_d_nothing_by_button_and_then_muggins(post: Any, story: Any, journal: MemoryJournal) -> None:
    found = judged(post, story, journal, "", {"by": "B", "what": "none"}, "A!muggins9 A+9")
    assert found == ["underpeg B 9", "muggins A 9", "scored A 9"]


def test_8_4_c_a_challenge_by_button(post: Any, story: Any, journal: MemoryJournal) -> None:
    found = judged(post, story, journal, "B+11", {"by": "A", "what": "overpeg"}, "B-2 A+2 A+5")
    assert found == ["overpeg B 2", "scored A 2", "scored A 5"]


def test_8_10_conceding_by_button_ends_the_game_where_the_book_lets_it(
    post: Any, story: Any, journal: MemoryJournal
) -> None:
    found = judged(post, story, journal, "B+9", {"by": "A", "what": "concede"}, "", profile="hoyle")
    assert found[-1].startswith("game B")
