"""What judges are asked, what the log knows of it, and what follows: plain values and one way to ask.

A matter is a function that asks its questions in order through `Asking` and returns a `Ruled`. It can be called
again and again with more answers, so the page that shows the questions keeps nothing but the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

from cribbage.errors import CribbageError
from cribbage.log.observations import Player
from cribbage.profiles import Profile
from cribbage.score.cards import Card, parse_cards, show_cards
from cribbage.sentences import Sentence, sentence
from cribbage.shown.scoreboard import Scoreboard

Json: TypeAlias = dict[str, Any]
Answers: TypeAlias = Mapping[str, Any]
HIGHEST: Final = 121
SILENT: Final = "the book is silent: the official decides, and the device only keeps the record"


class Kind(StrEnum):
    """How a question is answered: true or false, a whole number, one of `options`, a list of cards."""

    YES_NO = "yes-no"
    NUMBER = "number"
    CHOICE = "choice"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the log knows: when it was seen (s since the start of the log; None: throughout) and what."""

    text: str
    t: float | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question to the judges.

    `options` are (value, label); a number lies between `low` and `high`; `cards` is how many cards are named
    (0: any number). `found` is what the log would answer, None where it does not know; `facts` are why.
    """

    key: str
    text: str
    kind: Kind
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = HIGHEST
    cards: int = 0
    found: Any = None
    facts: tuple[Fact, ...] = ()
    answer: Any = None


@dataclass(frozen=True, slots=True)
class Ruled:
    """What follows: the rule, the sentences to read out, the pegs to move, and what becomes of the deal.

    `moves` and `deal` are the parts of a ruling of the table log (`cribbage.book.orders` follows them). `house` says
    that the rule book is silent and what the house does then.
    """

    rule: str
    says: tuple[str, ...]
    moves: tuple[Json, ...] = ()
    deal: Json = field(default_factory=dict)
    house: str | None = None

    def body(self, judges: Sequence[str]) -> Json:
        """The ruling as an observation without its time: ``{"ruling": {...}}``."""
        ruling: Json = {
            "judges": list(judges),
            "rule": self.rule,
            "moves": [dict(move) for move in self.moves],
        }
        return {"ruling": ruling | ({"deal": dict(self.deal)} if self.deal else {})}


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A matter as far as it has come: all questions so far, and what follows once they are answered.

    `problem`: one line that says which answer cannot be, and why.
    """

    matter: str
    title: str
    rule: str
    questions: tuple[Question, ...]
    ruled: Ruled | None = None
    problem: str | None = None


class Seat(str):
    """A player by the seat, where the same letter may also mean the pair that pegs on a track."""

    __slots__ = ()


class Waiting(Exception):
    """The next questions have been asked and are not answered yet."""


class CannotBe(CribbageError):
    """An answer that contradicts its question or another answer."""


class Asking:
    """Asks the questions of one matter: an answer that is there is checked and returned, otherwise it waits."""

    def __init__(self, board: Scoreboard, answers: Answers) -> None:
        self.board = board
        self.profile: Profile = board.rules
        self.questions: list[Question] = []
        self._answers = answers

    # --- the table -----------------------------------------------------------------------------------------

    @property
    def is_acc(self) -> bool:
        """Whether the ACC's rules are played, of either edition."""
        return self.profile.name.startswith("acc-")

    @property
    def target(self) -> int:
        """The game hole of this game."""
        return self.profile.target

    @property
    def sides(self) -> tuple[Player, ...]:
        """Who pegs: two players, three, or two pairs."""
        return self.board.sides

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who holds cards, in their order to the left."""
        return tuple(map(Seat, self.board.seating.seats))

    def side(self, player: Player) -> Player:
        """Whose track somebody pegs on."""
        return self.board.seating.side(player)

    def other(self, player: Player) -> Player:
        """The opponents' track; of three players that of the next one."""
        return self.board.other(player)

    def name(self, player: Player) -> str:
        """The name of a player, or of the two who peg on a track."""
        return self.board.name(player) if isinstance(player, Seat) else self.board.side_name(player)

    def say(self, pattern: str, who: Player = "", whom: Player = "", **fill: Any) -> Sentence:
        """A sentence that can be said in another language: ``{name}`` is `who`, ``{other}`` is `whom`."""
        named = {key: self.name(seat) for key, seat in (("name", who), ("other", whom)) if seat}
        return sentence(pattern, **named, **fill)

    @property
    def dealer(self) -> Seat:
        """Who deals this deal."""
        return Seat(self.board.dealer or self.sides[0])

    @property
    def pone(self) -> Seat:
        """The nondealer; with more players the one on the dealer's left."""
        return Seat(self.board.seating.after(self.dealer))

    def score(self, player: Player) -> int:
        """Where a player's front peg stands now, as a score."""
        return self.board.pegs[self.side(player)].score

    # --- questions -----------------------------------------------------------------------------------------

    def yes(self, key: str, text: str, found: bool | None = None, facts: Sequence[Fact] = ()) -> bool:
        """A question of yes or no."""
        return bool(self._ask(Question(key, text, Kind.YES_NO, found=found, facts=tuple(facts))))

    def number(
        self, key: str, text: str, low: int = 0, high: int = HIGHEST, found: int | None = None,
        facts: Sequence[Fact] = (),
    ) -> int:  # fmt: skip
        """A whole number from `low` to `high`."""
        question = Question(key, text, Kind.NUMBER, low=low, high=high, found=found, facts=tuple(facts))
        return int(self._ask(question))

    def choice(
        self, key: str, text: str, options: Sequence[tuple[str, str]], found: str | None = None,
        facts: Sequence[Fact] = (),
    ) -> str:  # fmt: skip
        """One of some (value, label)."""
        question = Question(key, text, Kind.CHOICE, tuple(options), found=found, facts=tuple(facts))
        return str(self._ask(question))

    def player(self, key: str, text: str, found: Player | None = None, facts: Sequence[Fact] = ()) -> Player:
        """One of those who peg: a player, or a pair."""
        return self.choice(key, text, [(side, self.say("{name}", side)) for side in self.sides], found, facts)

    def seat(self, key: str, text: str, found: Player | None = None, facts: Sequence[Fact] = ()) -> Seat:
        """One of those who hold cards."""
        options = [(str(seat), self.say("{name}", seat)) for seat in self.seats]
        return Seat(self.choice(key, text, options, found, facts))

    def cards(
        self,
        key: str,
        text: str,
        cards: int = 0,
        found: Sequence[Card] | None = None,
        facts: Sequence[Fact] = (),
    ) -> tuple[Card, ...]:
        """Some cards, `cards` of them unless that is 0."""
        listed = None if found is None else show_cards(found).split()
        question = Question(key, text, Kind.CARDS, cards=cards, found=listed, facts=tuple(facts))
        return tuple(self._ask(question))

    def numbers(self, *questions: Question) -> tuple[int, ...]:
        """Several numbers, asked together."""
        waiting = []
        for question in questions:
            try:
                self._ask(question)
            except Waiting as wait:
                waiting.append(wait)
        if waiting:
            raise waiting[0]
        return tuple(int(self._answers[question.key]) for question in questions)

    def _ask(self, question: Question) -> Any:
        given = self._answers.get(question.key)
        if given is None:
            self.questions.append(question)
            raise Waiting(question.key)
        checked = _CHECKS[question.kind](question, given)
        told = [str(card) for card in checked] if question.kind is Kind.CARDS else checked
        self.questions.append(_answered(question, told))
        return checked


def _answered(question: Question, answer: Any) -> Question:
    return Question(
        question.key, question.text, question.kind, question.options, question.low, question.high, question.cards,
        question.found, question.facts, answer,
    )  # fmt: skip


def _yes_no(question: Question, given: Any) -> bool:
    if not isinstance(given, bool):
        raise CannotBe(sentence("{key}: yes or no is expected", key=question.key))
    return given


def _number(question: Question, given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not question.low <= given <= question.high:
        raise CannotBe(
            sentence(
                "{key}: a whole number from {n} to {m} is expected",
                key=question.key, n=question.low, m=question.high,
            )
        )  # fmt: skip
    return given


def _choice(question: Question, given: Any) -> str:
    allowed = [value for value, _ in question.options]
    if given not in allowed:
        raise CannotBe(
            sentence("{key}: one of {what} is expected", key=question.key, what=", ".join(allowed))
        )
    return str(given)


def _cards(question: Question, given: Any) -> tuple[Card, ...]:
    if not isinstance(given, list) or not all(isinstance(card, str) for card in given):
        raise CannotBe(sentence("{key}: a list of cards is expected", key=question.key))
    try:
        cards = parse_cards(given)
    except CribbageError as error:
        raise CannotBe(sentence("{key}: {why}", key=question.key, why=error.args[0])) from error
    if len(set(cards)) < len(cards) or (question.cards and len(cards) != question.cards):
        how_many = (
            "{key}: {n} different cards are expected"
            if question.cards
            else "{key}: different cards are expected"
        )
        raise CannotBe(sentence(how_many, key=question.key, n=question.cards))
    return cards


_CHECKS: Final[Mapping[Kind, Callable[[Question, Any], Any]]] = {
    Kind.YES_NO: _yes_no,
    Kind.NUMBER: _number,
    Kind.CHOICE: _choice,
    Kind.CARDS: _cards,
}


# --- the moves of a ruling ---------------------------------------------------------------------------------


def stand(player: Player, front: int) -> Json:
    """The front peg of a player has to stand in this hole."""
    return {"player": player, "front": front}


def pegs(player: Player, points: int) -> Json:
    """A player pegs so many points on, or back where they are negative."""
    return {"player": player, "points": points}


def points_said(points: int) -> Sentence:
    """``1 point``, ``3 points``."""
    return sentence("{n} point" if points == 1 else "{n} points", n=points)
