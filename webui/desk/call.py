"""A call as a value: who judges, what is asked, what was answered, who has signed. Pure; every step is a new value.

==========  ==================================================================================================
waiting     one judge has come; nothing is shown before the second is there (Rule: ACC Judge Protocols a)
open        the question and its evidence lie before the judges; answers and votes come in
decided     two judges have signed; the players hear it, and either of them may ask for a third (Rule: ACC 11.5.a)
followed    the ruling is in the journal: the referee follows it, the judges see the pegs live
closed      the desk is locked again
==========  ==================================================================================================

A third judge also comes when the first two disagree; then two of three decide, and that is final.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from webui.errors import PostError

Json: TypeAlias = dict[str, Any]
WAITING: Final = "waiting"
OPEN: Final = "open"
DECIDED: Final = "decided"
FOLLOWED: Final = "followed"
CLOSED: Final = "closed"
MOST_JUDGES: Final = 3
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_ANSWERS: Final = 40
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `about` names what evidence is shown of (`webui.desk.evidence`); `by_hand` is a ruling that the
    judges wrote themselves, in the place of the computed one."""

    number: int
    game: int
    matter: str
    about: str
    judges: tuple[str, ...]
    state: str = WAITING
    answers: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    by_hand: Mapping[str, Any] | None = None
    votes: Mapping[str, bool] = field(default_factory=lambda: _NOTHING)
    third: bool = False
    ruling: Mapping[str, Any] | None = None
    """What was signed, as it was when the second judge signed: pegs that move afterwards change nothing of it."""

    @property
    def is_live(self) -> bool:
        """Whether the desk is in use."""
        return self.state != CLOSED

    @property
    def shows_evidence(self) -> bool:
        """Whether the judges may see anything of the table."""
        return self.state in (OPEN, DECIDED, FOLLOWED) and len(self.judges) >= 2

    @property
    def may_be_dropped(self) -> bool:
        """Whether nobody has signed or refused anything yet."""
        return self.state in (WAITING, OPEN) and not self.votes and not self.third

    @property
    def needs_third(self) -> bool:
        """Whether a third judge is called and has not come."""
        return self.third and len(self.judges) < MOST_JUDGES

    def join(self, judge: str) -> Call:
        """Another judge comes to the table."""
        if judge in self.judges:
            return self
        wanted = MOST_JUDGES if self.third else 2
        if self.state not in (WAITING, OPEN, DECIDED) or len(self.judges) >= wanted:
            raise PostError("error.desk.full")
        judges = (*self.judges, judge)
        return replace(self, judges=judges, state=OPEN, votes=_NOTHING)

    def answer(self, answers: Mapping[str, Any]) -> Call:
        """The answers as they are now, all of them; whatever was signed before is open again."""
        self._must_be_open()
        if len(answers) > _ANSWERS or not all(_is_answer(key, value) for key, value in answers.items()):
            raise PostError("error.json")
        return replace(self, answers=MappingProxyType(dict(answers)), by_hand=None, votes=_NOTHING)

    def write(self, ruling: Mapping[str, Any]) -> Call:
        """A ruling in the judges' own words; whatever was signed before is open again."""
        self._must_be_open()
        return replace(self, by_hand=ruling, votes=_NOTHING)

    def vote(self, judge: str, agrees: bool, proposal: Mapping[str, Any]) -> Call:
        """A judge signs what is proposed, or does not agree with it."""
        self._must_be_open()
        if judge not in self.judges:
            raise PostError("error.desk.stranger")
        votes = MappingProxyType({**self.votes, judge: agrees})
        voted = replace(self, votes=votes)
        if list(votes.values()).count(True) >= 2:
            return replace(voted, state=FOLLOWED if self.third else DECIDED, ruling=proposal)
        disagree = set(votes.values()) == {True, False} and len(self.judges) == 2
        return replace(voted, third=True) if disagree else voted

    def appeal(self) -> Call:
        """A player disagrees with the first two judges: a third comes, and what the three decide is final."""
        if self.state != DECIDED or self.third:
            raise PostError("error.desk.step")
        return replace(self, state=OPEN, third=True, votes=_NOTHING, ruling=None)

    def accept(self) -> Call:
        """Both players accept what was decided."""
        if self.state != DECIDED:
            raise PostError("error.desk.step")
        return replace(self, state=FOLLOWED)

    def close(self) -> Call:
        """The desk is locked again."""
        return replace(self, state=CLOSED)

    def _must_be_open(self) -> None:
        if self.state != OPEN or self.needs_third:
            raise PostError("error.desk.third" if self.needs_third else "error.desk.step")

    def signers(self) -> tuple[str, ...]:
        """The judges who agreed, in the order in which they came."""
        return tuple(judge for judge in self.judges if self.votes.get(judge))


def _is_answer(key: Any, value: Any) -> bool:
    if not isinstance(key, str) or len(key) > _LONGEST:
        return False
    if isinstance(value, list):
        return len(value) <= _ANSWERS and all(isinstance(one, str) and len(one) <= _LONGEST for one in value)
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return isinstance(value, bool | int | None)


def ruling_by_hand(rule: Any, moves: Any) -> Json:
    """A ruling of the judges' own: the rule it rests on, and up to four pegs to move; `PostError` if it is none."""
    if not isinstance(rule, str) or not 0 < len(rule.strip()) <= _LONGEST or not rule.isprintable():
        raise PostError("error.desk.rule")
    if not isinstance(moves, list) or len(moves) > 4:
        raise PostError("error.desk.moves")
    return {"rule": rule.strip(), "moves": [_move(move) for move in moves]}


def _move(move: Any) -> Json:
    if not isinstance(move, Mapping) or move.get("player") not in ("A", "B"):
        raise PostError("error.desk.moves")
    for key, low in (("front", 0), ("points", -121)):
        value = move.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= 121:
            return {"player": move["player"], key: value}
    raise PostError("error.desk.moves")


def kept(call: Call | None) -> Json | None:
    """A call as JSON, to outlive a restart of the page."""
    if call is None:
        return None
    return {
        "number": call.number, "game": call.game, "matter": call.matter, "about": call.about,
        "judges": list(call.judges), "state": call.state, "answers": dict(call.answers),
        "by_hand": None if call.by_hand is None else dict(call.by_hand), "votes": dict(call.votes),
        "third": call.third, "ruling": None if call.ruling is None else dict(call.ruling),
    }  # fmt: skip


def read_back(body: Any) -> Call | None:
    """A call that was kept; None for anything else."""
    if not isinstance(body, Mapping):
        return None
    try:
        judges: Sequence[Any] = body["judges"]
        return Call(
            int(body["number"]), int(body["game"]), str(body["matter"]), str(body["about"]), tuple(map(str, judges)),
            str(body["state"]), dict(body["answers"]), body.get("by_hand"),
            {str(judge): bool(vote) for judge, vote in dict(body["votes"]).items()}, bool(body["third"]),
            body.get("ruling"),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None
