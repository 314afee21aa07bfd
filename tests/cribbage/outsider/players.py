"""Whole games of people who are honest, have habits, and now and then miscount a hand.

Nothing here knows `pegwatch.simulated` or the referee: what people do, and when, was written by somebody else.
"""

from __future__ import annotations

from typing import Final

from outsider.counting import DECK
from outsider.pegs import Pegs
from outsider.play import Play
from outsider.show import Show
from outsider.table import ALBERTA, Form, GameOver, Table
from outsider.truth import Truth

CLOSE_RANKS: Final = ("A23456", "456789", "5TJQK4", "789TJ", "23478KQ")
"""Half of the deals are of such ranks only: much is earned in them."""
LATE_HEELS: Final = 115
"""In Alberta his heels bring nothing with the peg beyond this hole (rule 7.c)."""


def play_game(form: Form, seed: int) -> Truth:
    """A game of a deal or more; the same number gives the same game."""
    table = Table(form, seed)
    pegs = Pegs(table)
    table.settle_in()
    table.truth.header = header_of(table, pegs)
    try:
        for _ in range(form.deals):
            _deal(table, pegs)
            table.dealer = table.after(table.dealer)
    except GameOver:
        table.note("won")
    table.truth.end = max(table.now, *pegs.free.values()) + 8
    return table.truth


def header_of(table: Table, pegs: Pegs) -> dict[str, object]:
    return {
        "log": "table/1",
        "profile": table.form.profile,
        "mode": table.form.mode,
        "muggins": table.form.muggins,
        "players": {seat: seat for seat in table.seats},
        "dealer": table.dealer,
        "pegs": {side: list(holes) for side, holes in pegs.at.items()},
    }


def _deal(table: Table, pegs: Pegs) -> None:
    hands, crib, starter = dealt_cards(table)
    table.wait(2, 5)
    table.lay("starter", [starter])
    side = table.side(table.dealer)
    too_late = table.form.profile == ALBERTA and pegs.score(side) > LATE_HEELS
    his_heels = starter[0] == "J" and not too_late
    if his_heels:
        table.note("his heels")
        if table.chance(0.7):
            his_heels = False
            table.wait(0.4, 1.5)
            pegs.wait_for(pegs.peg(side, 2))
    table.wait(0.5, 2)
    Play(table, pegs, hands, his_heels).run()
    Show(table, pegs, hands, crib, starter).run()


def dealt_cards(table: Table) -> tuple[dict[str, list[str]], list[str], str]:
    """The hands, the crib and the starter, which is a Jack more often than by chance."""
    rng, needed = table.rng, 4 * len(table.seats) + 5
    ranks = "" if table.chance(0.5) else rng.choice(CLOSE_RANKS)
    deck = [card for card in DECK if card[0] in ranks]
    dealt = rng.sample(deck if len(deck) >= needed else DECK, needed)
    hands = {seat: dealt[4 * number : 4 * number + 4] for number, seat in enumerate(table.seats)}
    crib, starter = dealt[-5:-1], dealt[-1]
    if table.chance(0.12):
        starter = next((jack for jack in ("JC", "JD", "JH", "JS") if jack not in dealt[:-1]), starter)
    return hands, crib, starter
