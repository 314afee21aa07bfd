"""Whole events with known truth: nothing escapes the check, nobody gains by a mistake, standings are right."""

from __future__ import annotations

import pytest

from club.desk import Desk
from club.lists import EntryRow
from cribbage.tournament.crosscheck import SILENT_NO_SPREAD
from pegwatch.simulated.evening import play, write_down


def event_of(desk: Desk, players: int, games: int, form: str = "acc-cut") -> int:
    event = desk.create("Dora", "Open", form, games=games)
    desk.enter(event, "Dora", [EntryRow(f"P{n}") for n in range(players)])
    desk.draw(event, "Dora")
    return event


def put(desk: Desk, event: int, lines: dict) -> None:  # type: ignore[type-arg]
    """All cards at once, as one list would bring them."""
    things = [
        ("line", {"owner": owner, "game": game, "result": line.result, "spread": line.spread, "column": line.column,
                  "source": "hand"})
        for (owner, game), line in lines.items()
    ]  # fmt: skip
    desk.add(event, "Dora", *things)


def by_hand(truth: dict) -> list[tuple[int, int, int, int, str]]:  # type: ignore[type-arg]
    """The order of the field as a clerk works it out who never saw our code."""
    sums: dict[str, list[int]] = {}
    for (_, one, other), net in truth.items():
        winner, loser, spread = (one, other, net) if net > 0 else (other, one, -net)
        mine, theirs = sums.setdefault(winner, [0] * 4), sums.setdefault(loser, [0] * 4)
        mine[0] += 3 if spread > 30 else 2
        mine[1] += 1
        mine[2] += spread
        mine[3] += spread
        theirs[2] -= spread
    return sorted(((*values, who) for who, values in sums.items()), reverse=True)  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "games"), [(60, 9), (41, 9), (23, 22)])
def test_standings_of_a_field_without_mistakes_are_right(
    desk: Desk, players: int, games: int, seed: int
) -> None:
    event = event_of(desk, players, games)
    truth = play(desk.evening(event), seed)
    lines, wrong = write_down(truth, seed, 0.0)
    put(desk, event, lines)
    evening = desk.evening(event)
    assert wrong == set()
    assert evening.checked.disagreements == ()
    found = [
        (c.game_points, c.games_won, c.net, c.plus)
        for c in (evening.cards[o].totals() for o in evening.ranking.order)
    ]
    assert found == [row[:4] for row in by_hand(truth)]


@pytest.mark.parametrize("seed", range(12))
def test_12_2_every_mistake_is_found_and_nobody_is_blamed_for_none(desk: Desk, seed: int) -> None:
    event = event_of(desk, 60, 9)
    truth = play(desk.evening(event), seed)
    lines, wrong = write_down(truth, seed, 0.05)
    put(desk, event, lines)
    checked = desk.evening(event).checked
    differing = {
        (game, one, other) for game, one, other in wrong if lines[one, game] != lines[other, game].turned()
    }
    assert len(differing) > 10
    found = {(d.game, d.one, d.other): d for d in checked.disagreements}
    # Two blank spreads agree with each other; the rule is silent, and that is said.
    silent = {key for key, d in found.items() if d.settlement.silent == SILENT_NO_SPREAD}
    assert set(found) - silent == differing - silent
    assert silent <= wrong


@pytest.mark.parametrize("seed", range(12))
def test_12_2_no_apparent_qualifier_gains_by_a_differing_spread(desk: Desk, seed: int) -> None:
    event = event_of(desk, 60, 9)
    lines, _ = write_down(play(desk.evening(event), seed), seed, 0.05)
    put(desk, event, lines)
    checked = desk.evening(event).checked
    for each in checked.disagreements:
        if {"a", "b", "h"} & set(each.settlement.steps) and len(each.settlement.steps) == 1:
            for before, after in zip(each.before, (each.settlement.one, each.settlement.other), strict=True):
                assert after.plus - after.minus <= before.plus - before.minus
    last = desk.evening(event).ranking.order[: len(desk.evening(event).cut.qualifiers)]
    assert set(last) <= checked.apparent
