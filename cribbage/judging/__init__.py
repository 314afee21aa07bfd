"""The judges' questions and what follows from the answers, as pure functions of a scoreboard.

`matters` lists what may be ruled on; `inquire` takes the answers given so far and returns all questions up to the
next one that waits, or the ruling. Nothing is kept: the same answers give the same ruling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cribbage.judging import counting, dealing, pegging, playing
from cribbage.judging.base import Answers, Asking, CannotBe, Fact, Inquiry, Kind, Question, Ruled, Waiting
from cribbage.scoreboard import Scoreboard

__all__ = [
    "MATTERS",
    "Fact",
    "Inquiry",
    "Kind",
    "Matter",
    "Question",
    "Ruled",
    "as_data",
    "inquire",
    "matters",
]


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that judges may be called for. `only_acc`: other books have no rule for it."""

    key: str
    title: str
    rule: str
    ask: Callable[[Asking], Ruled]
    only_acc: bool = False


MATTERS: Final[Mapping[str, Matter]] = {
    matter.key: matter
    for matter in (
        Matter("false-claim", "A false claim of game", "8.4", pegging.false_claim_of_game),
        Matter("overpeg", "Too many points pegged", "8.4.c", pegging.overpeg),
        Matter("renege", "A card not played that fitted", "7.3", playing.renege),
        Matter("wrong-number", "A wrong number of cards", "4.4", dealing.wrong_number),
        Matter("duplicate", "The same card twice", "4.5.b", dealing.duplicate),
        Matter("wrong-dealer", "The wrong player dealt", "4.1.b", dealing.wrong_dealer, True),
        Matter("crib-side", "The crib lies on the wrong side", "5.1.c", dealing.crib_side, True),
        Matter("crib-seen", "The crib was looked at", "5.2", dealing.crib_seen, True),
        Matter("crib-as-hand", "The dealer took the crib for his hand", "5.2.c", dealing.hand_and_crib, True),
        Matter("starter-early", "The starter was turned too soon", "6.1.a", dealing.starter_early, True),
        Matter("looked", "A card of the pack was seen", "2.1, 3.3, 6.1", dealing.looked, True),
        Matter("wrong-lead", "The wrong player led", "7.1.b", playing.wrong_lead, True),
        Matter("over-31", "A card over thirty-one", "7.1.e", playing.over_31, True),
        Matter("count", "A wrong count was announced", "7.4", playing.wrong_count, True),
        Matter("front-peg", "The front peg was lifted", "8.5.a", pegging.front_peg, True),
        Matter("both-pegs", "Both pegs were out", "8.5.b", pegging.both_pegs, True),
        Matter("back-peg", "The back peg was moved up", "8.5.c", pegging.back_peg, True),
        Matter("opponent-peg", "The opponent's peg was used", "8.7", pegging.opponents_peg, True),
        Matter("wrong-track", "A peg in the wrong track", "8.8", pegging.wrong_track, True),
        Matter("peg-out", "A player does not peg out", "8.10", pegging.peg_out, True),
        Matter("order", "Counted out of order", "9.2", pegging.out_of_order, True),
        Matter("starter-mixed", "The starter was mixed away", "9.3", counting.starter_mixed, True),
        Matter("hand-mixed", "A hand or the crib was mixed away", "9.4", counting.hand_mixed, True),
        Matter("muggins", "A disputed muggins", "10", counting.muggins),
        Matter("refusal", "A ruling is refused", "11.5", pegging.refusal, True),
    )
}


def matters(board: Scoreboard) -> list[Matter]:
    """What may be ruled on under the rules of this game, the commonest first."""
    acc = str(board.header.get("profile", "acc-2025")).startswith("acc-")
    return [matter for matter in MATTERS.values() if acc or not matter.only_acc]


def inquire(board: Scoreboard, matter: str, answers: Answers) -> Inquiry:
    """A matter with the answers given so far; raise `KeyError` for one that there is not."""
    found = MATTERS[matter]
    ask = Asking(board, answers)
    ruled: Ruled | None = None
    problem: str | None = None
    try:
        ruled = found.ask(ask)
    except Waiting:
        pass
    except CannotBe as error:
        problem = error.args[0]
    return Inquiry(found.key, found.title, found.rule, tuple(ask.questions), ruled, problem)


def as_data(inquiry: Inquiry) -> dict[str, Any]:
    """An inquiry as JSON-able data for a page."""
    ruled = inquiry.ruled
    return {
        "matter": inquiry.matter,
        "title": inquiry.title,
        "rule": inquiry.rule,
        "questions": [_question(question) for question in inquiry.questions],
        "problem": inquiry.problem,
        "ruled": None if ruled is None else {
            "rule": ruled.rule, "says": list(ruled.says), "moves": [dict(move) for move in ruled.moves],
            "deal": dict(ruled.deal), "house": ruled.house,
        },
    }  # fmt: skip


def _question(question: Question) -> dict[str, Any]:
    return {
        "key": question.key,
        "text": question.text,
        "kind": question.kind.value,
        "options": [list(option) for option in question.options],
        "low": question.low,
        "high": question.high,
        "cards": question.cards,
        "found": question.found,
        "facts": [{"t": fact.t, "text": fact.text} for fact in question.facts],
        "answer": question.answer,
    }
