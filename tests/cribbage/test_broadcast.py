"""What a stream may show: at least one whole deal late, and scores only where the game is sanctioned (row 34)."""

from __future__ import annotations

from typing import Any

import pytest

from cribbage.log.events import Event
from cribbage.shown.broadcast import broadcast
from cribbage.shown.scoreboard import Scoreboard


def board(mode: str, *more: tuple[str, dict[str, Any]]) -> Scoreboard:
    """Three deals: 7 and 12 after the first, 30 and 20 after the second, 44 and 31 now in the third."""
    header = {"log": "table/1", "mode": mode, "players": {"A": "Ann", "B": "Bob"}, "dealer": "A"}
    hand = {
        "id": "1-1",
        "what": "hand",
        "player": "B",
        "deal": 1,
        "state": "closed",
        "earned": 6,
        "pegged": 6,
    }
    late = {
        "id": "2-1",
        "what": "hand",
        "player": "A",
        "deal": 2,
        "state": "closed",
        "earned": 8,
        "pegged": 8,
    }
    told = [
        ("game", header),
        ("item", hand | {"cards": ["5H", "5S", "JD", "KC"]}),
        ("pegs", {"A": [7, 0], "B": [12, 6]}),
        ("deal", {"deal": 2, "dealer": "B"}),
        ("item", late | {"cards": ["2H", "3S", "4D", "6C"]}),
        ("pegs", {"A": [30, 22], "B": [20, 12]}),
        ("deal", {"deal": 3, "dealer": "A"}),
        ("pegs", {"A": [44, 30], "B": [31, 20]}),
    ]
    return Scoreboard.fold(Event(kind, float(t), body) for t, (kind, body) in enumerate([*told, *more]))


def scores(shown: dict[str, Any]) -> list[int]:
    return [player["score"] for player in shown["players"]]


@pytest.mark.parametrize("mode", ["sanctioned", "club", "teaching"])
def test_row_34_a_stream_is_at_least_one_deal_late(mode: str) -> None:
    shown = broadcast(board(mode))
    assert (shown["after_deal"], scores(shown)) == (1, [7, 12])
    assert broadcast(board(mode, ("deal", {"deal": 4, "dealer": "B"})))["after_deal"] == 2


def test_row_34_in_the_first_two_deals_a_stream_shows_the_start_only() -> None:
    events = [Event("game", 0, {"mode": "club"}), Event("pegs", 1, {"A": [9, 0], "B": [4, 0]})]
    assert scores(broadcast(Scoreboard.fold(events))) == [0, 0]
    events.append(Event("deal", 2, {"deal": 2, "dealer": "B"}))
    assert scores(broadcast(Scoreboard.fold(events))) == [0, 0]


def test_row_34_hands_go_with_the_delayed_score_and_never_from_a_sanctioned_table() -> None:
    club = broadcast(board("club"))
    assert [hand["cards"] for hand in club["hands"]] == [["5H", "5S", "JD", "KC"]]
    assert broadcast(board("sanctioned"))["hands"] == []


def test_the_result_is_told_once_it_may_be() -> None:
    won: tuple[tuple[str, dict[str, Any]], ...] = (
        ("pegs", {"A": [121, 44], "B": [31, 20]}),
        ("verdict", {"code": "game", "player": "A", "points": 31}),
        ("phase", {"phase": "over"}),
    )
    assert (broadcast(board("club", *won))["state"], scores(broadcast(board("club", *won)))) == (
        "over",
        [121, 31],
    )
    pending = broadcast(board("sanctioned", *won))
    assert (pending["state"], scores(pending), "winner" in pending) == ("playing", [7, 12], False)
    accepted = broadcast(board("sanctioned", *won, ("seen", {"said": {"by": "B", "what": "accept"}})))
    assert (accepted["state"], accepted["winner"]) == ("over", "A")


def test_before_any_game_there_is_nothing_to_show() -> None:
    assert broadcast(Scoreboard.empty())["state"] == "none"
