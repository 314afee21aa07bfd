"""The proof of a verdict: which other histories were considered, and what each of them says of its matter.

A proof is plain data, a list with one object for each history (a `statement`), those that acquit first. It lies in
the verdict's event under `PROOF`, so that replay and page have the same. `sentences_of` says it in words.

========  ==========================================================================================
key       value
========  ==========================================================================================
late      what happened earlier in it than it was told, as a list: the ``zone`` with its ``cards`` (empty: known
          cards were read again), with ``unread`` (how many) or with a word ``said`` there; ``order``: the cards
          were laid one after the other, in this order; ``told`` and ``by`` (log time in s): when it was told, and
          by when it had happened
says      ``right``: the move is right in it; ``open``: nothing in it is held against the player; ``same``: the
          same fault as told; ``other``: another fault of the same player; ``odd``: a card was laid as nobody should
          have laid it, or players did what nobody does; ``more``: there are more faults than as told
odd       with says ``odd``: how the card was laid (``turn``, ``passed``, ``passed over``, ``renege``, ``excess``,
          or ``lost``: the cards make no order of play), with ``player`` and ``card``; or what nobody does (``award``,
          ``counted``, ``over``). With says ``open``: why it is open, whatever other histories say: ``earlier``
          (nobody knows what an earlier peg of the player was for), ``balance`` (what was pegged in the deal may be
          what was earned in it), ``held`` (the peg may still have been held), ``bound`` (too many histories to
          tell apart)
...       ``code``, ``points``, ``earned``, ``pegged``, ``t`` of the fault or move in that history
========  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cribbage.log.events import Event
from cribbage.log.observations import Cards, Observation, Said, Unread
from cribbage.score.cards import Card
from cribbage.sentences import Sentence, sentence

PROOF: Final = "proof"
"""Key of a verdict's body."""
MOST_STATEMENTS: Final = 6
"""A proof holds the statements of so many histories at most, the first ones."""
ACQUITS: Final = ("right", "open")
"""Values of ``says`` with which a history acquits."""

OTHER_KEYS: Final = ("code", "points", "earned", "pegged", "t")
"""Keys of a statement that tell which other fault it was (says ``other``)."""


@dataclass(frozen=True, slots=True)
class ToldLate:
    """What happened in one history before it was told: `cards` lay in a zone, or so many that could not be read
    (`unread`), or a word was `said` there before it was tapped.

    `told_t`, `by_t` (log time in s): when it was told, and by when it had happened in this history. `in_order`: the
    cards were told together, and were laid one after the other in this order.
    """

    zone: str
    cards: tuple[str, ...]
    unread: int | None
    told_t: float
    by_t: float
    said: str = ""
    in_order: bool = False

    @classmethod
    def of(cls, seen: Observation, new: Sequence[Card], by_t: float, *, in_order: bool = False) -> ToldLate:
        """What an observation told, in a history in which it had happened by `by_t`; `new`: its cards that had not
        been told before."""
        if isinstance(seen, Unread):
            return cls(seen.zone, (), seen.count, seen.t, by_t)
        if isinstance(seen, Said):
            return cls(seen.by, (), None, seen.t, by_t, seen.what)
        assert isinstance(seen, Cards)  # nothing else is told late
        return cls(seen.zone, tuple(map(str, new)), None, seen.t, by_t, in_order=in_order)

    def body(self) -> dict[str, Any]:
        """As data."""
        what: dict[str, Any] = {"cards": list(self.cards)} if self.unread is None else {"unread": self.unread}
        what = {"said": self.said} if self.said else what
        what |= {"order": True} if self.in_order else {}
        return {"zone": self.zone, **what, "told": self.told_t, "by": self.by_t}


def statement(told_late: Sequence[ToldLate], says: str, **facts: Any) -> dict[str, Any]:
    """What one history says of a matter, as data; facts that are None are left out."""
    known = {key: value for key, value in facts.items() if value is not None}
    return {"late": [one.body() for one in told_late], "says": says, **known}


def gather_proof(verdict: Event, statements: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The proof of a verdict from all `statements` about it: those that acquit first, none twice, `MOST_STATEMENTS`
    at most.

    Of a verdict on a move, what happened only after the move is left out: it proves nothing about it.
    """
    kept: list[dict[str, Any]] = []
    for one in sorted(statements, key=lambda one: one["says"] not in ACQUITS):
        late = [part for part in one["late"] if "move" not in verdict.body or part["by"] <= verdict.t]
        cut = {**one, "late": late}
        if (late or not one["late"]) and cut not in kept:
            kept.append(cut)
    return kept[:MOST_STATEMENTS]


# --- in words ----------------------------------------------------------------------------------------------


def sentences_of(verdict: Mapping[str, Any], name: Callable[[str], str]) -> list[Sentence]:
    """The proof in a verdict's body, in English sentences; `name` gives the name of a seat. Empty without a proof."""
    said = _what_the_table_shows(verdict, name)
    if PROOF not in verdict:
        return said
    told = [_statement_says(one, verdict, name) for one in verdict[PROOF]]
    acquits = any(one["says"] in ACQUITS for one in verdict[PROOF])
    if not told and verdict.get("code") != "unverified":
        told = [sentence("Nothing that was told later can have lain there before.")]
    elif told and not acquits and verdict.get("code") not in ("unverified", "withdrawn"):
        told.append(sentence("No honest history is left."))
    return [*said, *told]


def _what_the_table_shows(verdict: Mapping[str, Any], name: Callable[[str], str]) -> list[Sentence]:
    """What cards and pegs themselves show, without any history: of a renege, and of a count out of order."""
    said, player = [], name(str(verdict.get("seat") or verdict.get("player") or ""))
    if verdict.get("code") == "renege":
        cards = " ".join(map(str, verdict.get("cards") or ()))
        facts = {"name": player, "cards": cards, "count": verdict.get("count")}
        said.append(sentence("{name} held {cards}, which fitted at the count of {count}.", **facts))
        go = verdict.get("go") or {}
        if go:
            said.append(sentence(_HOW_GO_WAS_SHOWN[str(go["how"])], name=player, t=_seconds(go["t"])))
    for hand in verdict.get("passed") or ():
        whose = name(str(hand["seat"]))
        said.append(sentence("The hand of {name} was to be counted first.", name=whose))
        if "move" in hand:
            facts = {"name": whose, "t": _seconds(hand["t"]), "move": _holes(str(hand["move"]))}
            said.append(sentence("{name} pegged for it after that, at {t} s: from {move}.", **facts))
        elif hand.get("back"):
            said.append(sentence("The points were taken back, so the turn to count had not come."))
    return said


_HOW_GO_WAS_SHOWN: Final[Mapping[str, str]] = {
    "said": "{name} said go at {t} s.",
    "pegged": "The go was pegged at {t} s: {name} had called it.",
    "card": "The card laid at {t} s began a new series: {name} had called go.",
}


def _holes(move: str) -> Sentence:
    """``B 4/3>15/4`` as ``4-3 to 15-4``: front peg and back peg, before and after."""
    before, after = move.partition(" ")[2].split(">")
    return sentence("{one} to {two}", one=before.replace("/", "-"), two=after.replace("/", "-"))


def _seconds(t: Any) -> str:
    return f"{float(t):.2f}"


def _statement_says(
    one: Mapping[str, Any], verdict: Mapping[str, Any], name: Callable[[str], str]
) -> Sentence:
    facts = {
        "late": _all_told_late(one["late"], name),
        "when": sentence("before the peg" if "move" in verdict else "before it was told"),
        "name": name(str(one.get("player") or verdict.get("player") or "")),
        **{key: one.get(key) for key in ("earned", "pegged", "points", "card")},
    }
    return sentence(_SAYS[_key_of(one)], **facts)


def _key_of(one: Mapping[str, Any]) -> str:
    """The key in `_SAYS` for a statement: of the sentence with numbers where they are known."""
    says = str(one.get("odd") or one["says"])
    if says == "right":
        return "right" if one.get("pegged") is not None else "open"
    if says in ("same", "other"):
        known = one.get("earned") is not None and one.get("pegged") is not None
        return f"{says}-worth" if known else says
    return says


_SAYS: Final[Mapping[str, str]] = {
    "right": "If {late} came {when}, {pegged} were right.",
    "open": "If {late} came {when}, nothing is held against {name}.",
    "same": "Had {late} come {when}: {name} is at fault all the same.",
    "same-worth": "Had {late} come {when}: worth {earned}, {pegged} were pegged.",
    "other": "Had {late} come {when}: then {name} did something else wrong.",
    "other-worth": "Had {late} come {when}: then {name} pegged {pegged} for another score worth {earned}.",
    "more": "Had {late} come {when}: then more would be wrong than as it was told.",
    "turn": "Had {late} come {when}: then {name} laid {card} out of turn.",
    "passed": "Had {late} come {when}: then {name} passed and held {card}, which fitted.",
    "passed over": "Had {late} come {when}: then {name} was passed over.",
    "excess": "Had {late} come {when}: then {name} had laid more cards than were dealt.",
    "renege": "Had {late} come {when}: then {name} said go and held {card}, which fitted.",
    "lost": "Had {late} come {when}: then the cards make no order of play.",
    "award": "Had {late} come {when}: then {name} pegged something else before the points called for.",
    "counted": "Had {late} come {when}: then {name} pegged a hand that had been given up.",
    "over": "Had {late} come {when}: then the game was over, and was played on.",
    "earlier": "What an earlier peg of {name} was for is not known: it may have been for this.",
    "balance": "Not all of this deal was seen, and all in all {name} may have pegged what was earned.",
    "held": "{name} may not have let go of that peg yet.",
    "bound": "There were too many histories to tell them apart.",
}


def _all_told_late(late: Sequence[Mapping[str, Any]], name: Callable[[str], str]) -> Sentence | None:
    """``the 8H of Ann and the 5C of Bob``; None where nothing was told late."""
    whole: Sentence | None = None
    for one in late:
        said = _one_told_late(one, name)
        whole = said if whole is None else sentence("{one} and {two}", one=whole, two=said)
    return whole


def _one_told_late(one: Mapping[str, Any], name: Callable[[str], str]) -> Sentence:
    whose = name(str(one["zone"]))
    if "order" in one:
        return sentence("the {cards} of {name} in this order", cards=" ".join(one["cards"]), name=whose)
    if "said" in one:
        return sentence("a word of {name}", name=whose)
    if one.get("cards"):
        return sentence("the {cards} of {name}", cards=" ".join(one["cards"]), name=whose)
    if "unread" in one:
        return sentence("a card of {name} that was not read", name=whose)
    return sentence("what was read again before {name}", name=whose)
