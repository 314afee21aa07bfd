"""The judges' questions and what follows from the answers, as pure functions of a scoreboard.

`matters` lists what may be ruled on; `inquire` takes the answers given so far and returns all questions up to the
next one that waits, or the ruling. Nothing is kept: the same answers give the same ruling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from cribbage.judging import conduct, counting, dealing, misdeals, pegging, playing
from cribbage.judging.base import (
    SILENT,
    Answers,
    Asking,
    CannotBe,
    Fact,
    Inquiry,
    Kind,
    Question,
    Ruled,
    Waiting,
)
from cribbage.profiles import HOUSE
from cribbage.profiles.article import BOOKS
from cribbage.profiles.explain import cite
from cribbage.shown.scoreboard import Scoreboard

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


ACC: Final = ("acc-2025", "acc-2020")
CORPORATE: Final = ("corporate-challenge",)
_ACC_NUMBER: Final = re.compile(r"\d+\.\d")


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that judges may be called for.

    `books` are those that have a rule for it, all unless given; `style` the form of doubles that it is about.
    """

    key: str
    title: str
    rule: str
    ask: Callable[[Asking], Ruled]
    books: tuple[str, ...] = BOOKS
    style: str = ""


MATTERS: Final[Mapping[str, Matter]] = {
    matter.key: matter
    for matter in (
        Matter("false-claim", "A false claim of game", "8.4", pegging.false_claim_of_game),
        Matter("overpeg", "Too many points pegged", "8.4.c", pegging.overpeg),
        Matter("renege", "Renege: held a playable card", "7.3", playing.renege),
        Matter("wrong-number", "A wrong number of cards", "4.4", dealing.wrong_number),
        Matter("duplicate", "The same card twice", "4.5.b", dealing.duplicate),
        Matter("wrong-dealer", "The wrong player dealt", "4.1.b", dealing.wrong_dealer, ACC),
        Matter("uncut", "A cut was left out", "3.3.c, 4.1.c", misdeals.uncut, ACC),
        Matter("exposed", "A card was shown, or lay face up", "4.3, 6.1.d, 6.2", misdeals.exposed),
        Matter("bad-pack", "The pack is marked, or not whole", "4.5.a, c, d", misdeals.bad_pack),
        Matter("another-pack", "A player wants another pack", "4.2.d", misdeals.another_pack, ACC),
        Matter("discards", "Discards are wanted back", "5.1.b, 5.3", misdeals.discards, ACC),
        Matter("canadian", "Hands set or passed wrong", "App. B", misdeals.canadian, ACC, "canadian"),
        Matter("crib-side", "The crib lies on the wrong side", "5.1.c", dealing.crib_side, ACC),
        Matter("crib-seen", "The crib was looked at", "5.2", dealing.crib_seen, ACC),
        Matter("crib-as-hand", "The dealer took the crib for the hand", "5.2.c", dealing.hand_and_crib, ACC),
        Matter("starter-early", "The starter was turned too soon", "6.1.a", dealing.starter_early, ACC),
        Matter("looked", "A card of the pack was seen", "2.1, 3.3, 6.1", dealing.looked, (*ACC, *CORPORATE)),
        Matter("wrong-lead", "The wrong player led", "7.1.b", playing.wrong_lead, ACC),
        Matter("over-31", "A card over thirty-one", "7.1.e", playing.over_31, ACC),
        Matter("two-cards", "Two cards were laid together", "7.1.f", playing.two_cards),
        Matter("count", "A wrong count was announced", "7.4", playing.wrong_count, ACC),
        Matter("front-peg", "The front peg was lifted", "8.5.a", pegging.front_peg, ACC),
        Matter("both-pegs", "Both pegs were out", "8.5.b", pegging.both_pegs, ACC),
        Matter("back-peg", "The back peg was moved up", "8.5.c", pegging.back_peg, ACC),
        Matter("opponent-peg", "The opponent's peg was used", "8.7", pegging.opponents_peg, ACC),
        Matter("early-go", "A go was pegged before it was called", "8.9", playing.early_go, ACC),
        Matter("wrong-track", "A peg in the wrong track", "8.8", pegging.wrong_track, ACC),
        Matter("peg-out", "A player does not peg out", "8.10", pegging.peg_out, ACC),
        Matter("order", "Counted out of order", "9.2", pegging.out_of_order, ACC),
        Matter("starter-mixed", "The starter was mixed away", "9.3", counting.starter_mixed, ACC),
        Matter("hand-mixed", "A hand or the crib was mixed away", "9.4", counting.hand_mixed, ACC),
        Matter("muggins", "A disputed muggins", "10", counting.muggins),
        Matter("penalty", "A penalty called or pegged wrongly", "11.2, 11.3", conduct.penalty, ACC),
        Matter("wrecked", "Board knocked over, or the wrong table", "4", conduct.wrecked, CORPORATE),
        Matter("conduct", "What no rule covers", "14.1", conduct.conduct),
        Matter("refusal", "A ruling is refused", "11.5", conduct.refusal, ACC),
    )
}


def matters(board: Scoreboard) -> list[Matter]:
    """What may be ruled on under the rules of this game, the commonest first."""
    book = board.rules
    return [m for m in MATTERS.values() if book.name in m.books and m.style in ("", book.style)]


def inquire(board: Scoreboard, matter: str, answers: Answers) -> Inquiry:
    """A matter with the answers given so far; raise `KeyError` for one that there is not."""
    found = MATTERS[matter]
    ask = Asking(board, answers)
    ruled: Ruled | None = None
    problem: str | None = None
    try:
        ruled = _as_numbered(ask, found.ask(ask))
    except Waiting:
        pass
    except CannotBe as error:
        problem = error.args[0]
    return Inquiry(found.key, found.title, found.rule, tuple(ask.questions), ruled, problem)


def _as_numbered(ask: Asking, ruled: Ruled) -> Ruled:
    """A ruling of the ACC's under the number that another book has for it, or marked where that book is silent."""
    if ask.is_acc or not _ACC_NUMBER.match(ruled.rule):
        return ruled
    rule, _ = cite(ask.profile.name, ruled.rule)
    return (
        replace(ruled, rule="", house=ruled.house or SILENT)
        if rule.startswith(HOUSE)
        else replace(ruled, rule=rule)
    )


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
