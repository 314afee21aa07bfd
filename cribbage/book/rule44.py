"""Wrong number of cards after both have discarded: the table of the 27 situations and the thirteen actions.

A situation is three letters, pone's hand, dealer's hand, crib: ``c`` correct, ``m`` too many, ``f`` too few. By how
much does not matter. Column A holds before the starter is turned, column B after.

Rule: ACC 4.4.c, 4.4.d; the editions differ in one cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

HAND: Final = 4
CRIB: Final = 4
PLAY_ON: Final = 0

_ROWS: Final = """
ccc 0 0   ccm 1 2   ccf 3 3    cmc 1 9    cmm 1 9    cmf 5 4    cfc 6 7    cfm 8 8    cff 1 7
mcc 1 9   mcm 1 9   mcf 5 13   mmc 1 9    mmm 1 9    mmf 5 9    mfc 1 12   mfm 1 12   mff 1 10
fcc 6 7   fcm 11 11 fcf 1 7    fmc 1 12   fmm 1 12   fmf 5 12   ffc 1 7    ffm 1 8    fff 1 7
"""


def _table() -> Mapping[str, tuple[int, int]]:
    words = _ROWS.split()
    return {words[i]: (int(words[i + 1]), int(words[i + 2])) for i in range(0, len(words), 3)}


TABLE: Final = _table()
"""Situation -> (column A, column B), 2025 edition."""

DIFFERENCES: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {"2020": {"cmm": (1, 4)}}
"""What an older edition says otherwise."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action: what happens to the play, the points pegged in it, the hands and the crib."""

    number: int
    play: str
    points: str
    pone: str
    dealer: str
    crib: str
    question: str = ""


ACTIONS: Final[Mapping[int, Action]] = {
    action.number: action
    for action in (
        Action(0, "goes on", "stand", "counted", "counted", "counted"),
        Action(1, "ends: the same player deals again", "none were pegged", "dead", "dead", "dead"),
        Action(
            2, "goes on", "stand", "counted", "counted", "counted, once it is put right",
            "Each player alone: which two cards did you throw?",
        ),
        Action(3, "pauses", "stand", "counted", "counted", "filled from the top of the pack, unseen"),
        Action(4, "goes on", "the dealer's never count", "counted", "dead", "counted unless it has too many"),
        Action(
            5, "waits", "none were pegged", "gives up what is too much", "gives up what is too much",
            "takes what the hands had too many", "How many cards are in each hand and the crib now?",
        ),
        Action(6, "goes on", "stand", "filled from the pack", "filled from the pack", "counted"),
        Action(7, "goes on", "stand", "counted as it is", "counted as it is", "counted as it is"),
        Action(8, "goes on", "stand", "counted as it is", "counted as it is", "dead"),
        Action(9, "stops: the same player deals again", "all are taken back", "dead", "dead", "dead"),
        Action(10, "stops", "all are taken back", "dead", "counted", "filled from the pack, then counted"),
        Action(
            11, "goes on", "stand", "counted short", "counted", "built again from what was thrown",
            "Which two cards did the dealer throw?",
        ),
        Action(
            12, "stops", "all are taken back", "dead if too many", "dead if too many", "dead if too many"
        ),
        Action(
            13, "goes on until the dealer's last card", "the pone's are taken back", "dead", "counted",
            "counted; if short, the dealer draws from the pone's cards",
        ),
    )
}  # fmt: skip


def situation(pone: int, dealer: int, crib: int) -> str:
    """The row for these numbers of cards, after both have discarded."""
    return "".join(
        "c" if found == right else "m" if found > right else "f"
        for found, right in ((pone, HAND), (dealer, HAND), (crib, CRIB))
    )


def action_for(row: str, starter_turned: bool, edition: str = "2025") -> Action:
    """What judges have to do."""
    columns = DIFFERENCES.get(edition, {}).get(row, TABLE[row])
    return ACTIONS[columns[starter_turned]]
