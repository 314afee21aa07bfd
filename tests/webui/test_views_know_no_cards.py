"""A sanctioned table shows what was pegged and lay there: other cards under the same acts show the same (P1, 9.5)."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest
from samples import sample

from cribbage.log.codec import header_from, observation_body, observation_from
from cribbage.log.events import Event
from cribbage.shown.broadcast import broadcast
from cribbage.shown.reveal import Viewer, review, view
from cribbage.shown.scoreboard import Scoreboard
from cribbage.worlds.referee import Referee
from pegwatch.simulated import SimulatedTable
from pegwatch.simulated.plants import OFTEN

DECK = [rank + suit for rank, suit in product("A23456789TJQK", "CDHS")]
PUBLIC, ANN = Viewer.public(), Viewer.player("A")


def shown(lines: list[str], deck: dict[str, str]) -> list[Any]:
    """What is shown after each line while no peg stands in the game hole, each card being another one."""
    header = header_from(json.loads(lines[0]))
    referee, found = Referee(header), list[Any]()
    board = Scoreboard.empty().apply(Event("game", 0.0, header.to_dict()))
    for line in lines[1:]:
        told = json.loads(line)
        if any(max(holes, default=0) >= board.rules.target for holes in told.get("holes", {}).values()):
            break
        if "cards" in told:
            told["cards"]["seen"] = [deck[card] for card in told["cards"]["seen"]]
        seen = observation_from(told)
        body = {key: value for key, value in observation_body(seen).items() if key != "t"}
        for event in [*referee.tick(seen.t), Event("seen", seen.t, body), *referee.receive(seen)]:
            board = board.apply(event)
        found.append((seen.t, view(board, PUBLIC), view(board, ANN), broadcast(board), review(board, ANN)))
    return found


@pytest.mark.parametrize("seed", range(sample(2, 6)))
def test_p1_a_sanctioned_game_of_other_cards_looks_the_same(seed: int) -> None:
    table = SimulatedTable(seed, 1, OFTEN, "acc-2025", mode="sanctioned", with_scenes=False)
    lines = list(table.as_log(1))
    cards = random.Random(seed).sample(DECK, len(DECK))
    assert shown(lines, dict(zip(DECK, DECK, strict=True))) == shown(
        lines, dict(zip(DECK, cards, strict=True))
    )
