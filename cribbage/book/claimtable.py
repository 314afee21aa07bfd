"""Every claim and correction of the ACC's rules in one table: who may make it, from when until when.

The claims on a score that the referee judges take their ends from the tables it works by (`cribbage.book.windows`,
`cribbage.book.muggins`); the others are told here. The diagram in the documentation is drawn from this table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from cribbage.book.saidaloud import MUGGINS_ENDS
from cribbage.book.windows import ACC, Act, End


class Moment(IntEnum):
    """The moments of one deal between which windows are open, in their order."""

    DEALT = 0
    PICKED_UP = 1
    THROWN = 2
    TURNED = 3
    LED = 4
    ONE_EACH = 5
    NEXT_CARD = 6
    PLAYED_OUT = 7
    PONE_PEGGED = 8
    DEALER_COUNTS = 9
    CRIB_PEGGED = 10
    MIXED = 11
    NEXT_CUT = 12
    LATER = 13

    @property
    def label(self) -> str:
        """The moment in words."""
        return LABELS[self]


LABELS: Final[Mapping[Moment, str]] = {
    Moment.DEALT: "cards dealt",
    Moment.PICKED_UP: "pone picks up",
    Moment.THROWN: "both have thrown",
    Moment.TURNED: "starter turned",
    Moment.LED: "a card played",
    Moment.ONE_EACH: "one card each",
    Moment.NEXT_CARD: "next card or go",
    Moment.PLAYED_OUT: "all played",
    Moment.PONE_PEGGED: "pone has pegged",
    Moment.DEALER_COUNTS: "dealer counts",
    Moment.CRIB_PEGGED: "crib pegged",
    Moment.MIXED: "cards mixed",
    Moment.NEXT_CUT: "next deal cut",
    Moment.LATER: "later",
}


@dataclass(frozen=True, slots=True)
class Window:
    """One claim or correction: whose it is, what opens it, what closes it, and between which moments that is.

    `kind` is the row of the referee's own table that closes it, where it judges it.
    """

    claim: str
    who: str
    opens: str
    closes: str
    rule: str
    span: tuple[Moment, Moment]
    note: str = ""
    kind: str = ""


def _by(table: Mapping[str, Sequence[End]], kind: str) -> str:
    """What closes a window by the referee's table, the end of the deal left out: it closes everything."""
    return ", or ".join(
        f"{end.act.value} ({end.by.value})" for end in table[kind] if end.act is not Act.DEAL_OVER
    )


M = Moment
CLAIMS: Final[tuple[Window, ...]] = (
    Window(
        "forgotten cut before the deal",
        "pone",
        "the deal",
        "one of pone's cards is picked up",
        "3.3.c",
        (M.DEALT, M.PICKED_UP),
    ),
    Window(
        "wrong dealer",
        "either",
        "the deal",
        "both players have played a card",
        "4.1.b",
        (M.DEALT, M.ONE_EACH),
    ),
    Window(
        "wrong discard, change of discard",
        "who threw",
        "own discard",
        "the opponent has thrown",
        "5.3, 4.4.a(1)",
        (M.DEALT, M.THROWN),
    ),
    Window(
        "discard on the wrong side",
        "who threw",
        "own discard",
        "the starter is turned",
        "5.1.b",
        (M.DEALT, M.TURNED),
    ),
    Window(
        "wrong number of cards, column A",
        "either (judges)",
        "both have thrown",
        "the starter is turned: then column B",
        "4.4.b",
        (M.THROWN, M.TURNED),
    ),
    Window(
        "wrong number of cards, column B",
        "either (judges)",
        "the starter is turned",
        "no end is stated",
        "4.4.b",
        (M.TURNED, M.MIXED),
    ),
    Window(
        "crib on the wrong side",
        "either",
        "all four lie there",
        "the starter is turned and each has played a card",
        "5.1.c",
        (M.THROWN, M.ONE_EACH),
    ),
    Window(
        "heels",
        "dealer",
        "a Jack is turned",
        _by(ACC, "heels"),
        "6.3.c",
        (M.TURNED, M.LED),
        "the dealer's own card; in doubles their partner's first",
        "heels",
    ),
    Window(
        "lead out of turn",
        "either",
        "the wrong lead",
        "a second card by either once each has played one",
        "7.1.b",
        (M.LED, M.NEXT_CARD),
        "2025 also after a go",
    ),
    Window(
        "card over thirty-one",
        "its player",
        "the card is let go of",
        "taken back at once",
        "7.1.e",
        (M.LED, M.NEXT_CARD),
        "2025: replaced only by the card that makes the announced count",
    ),
    Window(
        "own wrong go",
        "who called it",
        "go is called",
        "either plays a card or pegs a point",
        "7.3.a",
        (M.LED, M.NEXT_CARD),
    ),
    Window(
        "renege",
        "opponent",
        "a reneged card is played",
        "the opponent plays their next card or announces their hand",
        "7.3.a",
        (M.NEXT_CARD, M.PONE_PEGGED),
        "double and triple: any of the cards, that hand",
    ),
    Window(
        "wrong count, one's own",
        "who announced it",
        "the announcement",
        "the opponent plays or calls go",
        "7.4.a",
        (M.LED, M.NEXT_CARD),
    ),
    Window(
        "wrong count, challenged",
        "opponent",
        "the announcement",
        "that player plays or calls go",
        "7.4.b",
        (M.LED, M.NEXT_CARD),
    ),
    Window(
        "go on a wrong count",
        "who called it",
        "go is called",
        "the opponent pegs or plays again",
        "7.4.a",
        (M.LED, M.NEXT_CARD),
    ),
    Window(
        "pegging in the play",
        "who scored",
        "the card is played",
        _by(ACC, "play"),
        "7.2.b",
        (M.LED, M.NEXT_CARD),
        "2025: after go or 31, the hand off the peg",
        "play",
    ),
    Window("pegged too few", "nobody", "-", "the fingers are off the peg", "8.3", (M.LED, M.LED)),
    Window(
        "overpegged in the play",
        "opponent, or oneself",
        "the peg is let go of",
        _by(ACC, "play"),
        "8.4.c, 8.4.d",
        (M.LED, M.NEXT_CARD),
        "",
        "play",
    ),
    Window(
        "overpegged for pone's hand",
        "dealer, or oneself",
        "the peg is let go of",
        _by(ACC, "pone-hand"),
        "9.2.a",
        (M.PONE_PEGGED, M.DEALER_COUNTS),
        "",
        "pone-hand",
    ),
    Window(
        "overpegged for dealer's hand",
        "pone, or oneself",
        "the peg is let go of",
        _by(ACC, "dealer-hand"),
        "9.2.b",
        (M.DEALER_COUNTS, M.MIXED),
        "",
        "dealer-hand",
    ),
    Window(
        "overpegged for the crib",
        "pone; dealer the announcement",
        "the peg is let go of",
        _by(ACC, "crib"),
        "9.2.d",
        (M.CRIB_PEGGED, M.MIXED),
        "",
        "crib",
    ),
    Window(
        "false claim of game",
        "opponent, judges",
        "the peg is let go of in the game hole",
        "no end is stated",
        "8.4.a",
        (M.LED, M.LATER),
        "house default: until both scorecards are signed",
    ),
    Window(
        "dealer counted first, or the crib first",
        "either",
        "-",
        "put right whenever noticed",
        "9.2.c, 9.2.e",
        (M.PLAYED_OUT, M.LATER),
    ),
    Window(
        "muggins: the play",
        "opponent",
        "the score is pegged short or forfeited",
        _by(MUGGINS_ENDS, "play"),
        "10.4.b",
        (M.NEXT_CARD, M.PONE_PEGGED),
        "",
        "muggins play",
    ),
    Window(
        "muggins: pone's hand",
        "dealer",
        "pone has pegged or says none",
        _by(MUGGINS_ENDS, "pone-hand"),
        "10.4.c(1)",
        (M.PONE_PEGGED, M.DEALER_COUNTS),
        "",
        "muggins pone-hand",
    ),
    Window(
        "muggins: dealer's hand and crib",
        "pone",
        "dealer has pegged or says none",
        _by(MUGGINS_ENDS, "crib"),
        "10.4.c(2)",
        (M.DEALER_COUNTS, M.MIXED),
        "",
        "muggins crib",
    ),
    Window(
        "another pack in a playoff",
        "player",
        "2025: before the match; after any game",
        "one change each and match",
        "4.2.d",
        (M.LATER, M.LATER),
    ),
    Window("third judge", "either player", "two judges have decided", "final", "11.5", (M.LATER, M.LATER)),
    Window(
        "late from lunch",
        "director",
        "the time to be back",
        "five minutes; the second game after lunch",
        "11.4",
        (M.LATER, M.LATER),
        "2025 only",
    ),
    Window(
        "late for a playoff",
        "director",
        "the scheduled start",
        "five minutes, then a game every fifteen",
        "13.1",
        (M.LATER, M.LATER),
    ),
)


def claims_as_markdown() -> str:
    """The whole table for the documentation."""
    lines = ["| claim or correction | who | opens | closes | rule | |", "|---|---|---|---|---|---|"]
    lines += [f"| {w.claim} | {w.who} | {w.opens} | {w.closes} | {w.rule} | {w.note} |" for w in CLAIMS]
    return "\n".join(lines)
