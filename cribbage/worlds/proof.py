"""The proof of a verdict: which other histories were considered, and what each of them fails on.

A proof is plain data, a list with one object for each history (`Heard.body`), the one that acquits first. It lies
in the verdict's event under `PROOF`, so that replay and page have the same. `sentences_of` says it in words.

========  ==========================================================================================
key       value
========  ==========================================================================================
late      what lay there earlier in it than it was told: ``zone``, ``cards`` (none: what was known was read
          again), ``unread`` (how many) or ``said`` (a word); ``order``: the cards were laid so, one after the
          other; ``told`` and ``by`` (log time in s: told then, so by
          this)
says      ``right``: the move is right in it; ``open``: nothing is held against it; ``same``: so is it in it;
          ``other``: another fault of the same player; ``odd``: a card laid as nobody should have; ``more``: more
          is wrong in all
odd       how that card was laid: ``turn``, ``passed``, ``passed over``, ``renege``, ``lost`` (no order of play is
          left), by ``player``, ``card``; of ``open``: ``earlier`` (what an earlier peg of the player was for is not
          known), ``balance`` (what was pegged in the deal may be what was earned in it), ``held`` (the peg may not
          have been let go of) or ``bound`` (more histories than can be told apart)
...       ``code``, ``points``, ``earned``, ``pegged``, ``t`` of what it says
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
MOST: Final = 6
"""So many histories are named for one verdict; of more the first."""
ACQUITS: Final = ("right", "open")
"""What a history may say that acquits."""

OTHER_KEYS: Final = ("code", "points", "earned", "pegged", "t")
"""What tells which other fault it was (``other``)."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What lay at a place in one history before it was told: cards, or so many that could not be read; or a word that
    somebody there `said` before it was tapped."""

    zone: str
    cards: tuple[str, ...]
    unread: int | None
    told: float
    by: float
    said: str = ""
    in_order: bool = False

    @classmethod
    def of(cls, seen: Observation, new: Sequence[Card], by: float, *, in_order: bool = False) -> Moved:
        """What was told of a place, in a history in which it was so `by` then (s); `new`: cards not told before.

        `in_order`: they were told together, and were laid one after the other in it.
        """
        if isinstance(seen, Unread):
            return cls(seen.zone, (), seen.count, seen.t, by)
        if isinstance(seen, Said):
            return cls(seen.by, (), None, seen.t, by, seen.what)
        assert isinstance(seen, Cards)  # nothing else is told late
        return cls(seen.zone, tuple(map(str, new)), None, seen.t, by, in_order=in_order)

    def body(self) -> dict[str, Any]:
        """As data."""
        what: dict[str, Any] = {"cards": list(self.cards)} if self.unread is None else {"unread": self.unread}
        what = {"said": self.said} if self.said else what
        what |= {"order": True} if self.in_order else {}
        return {"zone": self.zone, **what, "told": self.told, "by": self.by}


def heard(moved: Sequence[Moved], says: str, **facts: Any) -> dict[str, Any]:
    """What one history says of a matter, as data; facts that are None are left out."""
    told = {key: value for key, value in facts.items() if value is not None}
    return {"late": [one.body() for one in moved], "says": says, **told}


def gathered(verdict: Event, heard_of: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The proof of a verdict from what was heard of it: those that acquit first, none twice, `MOST` at most.

    What lay there only after a peg says nothing of it.
    """
    kept: list[dict[str, Any]] = []
    for one in sorted(heard_of, key=lambda one: one["says"] not in ACQUITS):
        late = [part for part in one["late"] if "move" not in verdict.body or part["by"] <= verdict.t]
        told = {**one, "late": late}
        if (late or not one["late"]) and told not in kept:
            kept.append(told)
    return kept[:MOST]


# --- in words ----------------------------------------------------------------------------------------------


def sentences_of(verdict: Mapping[str, Any], name: Callable[[str], str]) -> list[Sentence]:
    """The proof in a verdict's body in table language; `name` of a seat. Nothing where it carries none."""
    said = _of_the_book(verdict, name)
    if PROOF not in verdict:
        return said
    told = [_history(one, verdict, name) for one in verdict[PROOF]]
    acquits = any(one["says"] in ACQUITS for one in verdict[PROOF])
    if not told and verdict.get("code") != "unverified":
        told = [sentence("Nothing that was told later can have lain there before.")]
    elif told and not acquits and verdict.get("code") not in ("unverified", "withdrawn"):
        told.append(sentence("No honest history is left."))
    return [*said, *told]


def _of_the_book(verdict: Mapping[str, Any], name: Callable[[str], str]) -> list[Sentence]:
    """What the cards and pegs themselves show: of a renege, and of a count out of order."""
    said, player = [], name(str(verdict.get("seat") or verdict.get("player") or ""))
    if verdict.get("code") == "renege":
        cards = " ".join(map(str, verdict.get("cards") or ()))
        facts = {"name": player, "cards": cards, "count": verdict.get("count")}
        said.append(sentence("{name} held {cards}, which fitted at the count of {count}.", **facts))
        go = verdict.get("go") or {}
        if go:
            said.append(sentence(_GO[str(go["how"])], name=player, t=_s(go["t"])))
    for hand in verdict.get("passed") or ():
        whose = name(str(hand["seat"]))
        said.append(sentence("The hand of {name} was to be counted first.", name=whose))
        if "move" in hand:
            facts = {"name": whose, "t": _s(hand["t"]), "move": _holes(str(hand["move"]))}
            said.append(sentence("{name} pegged for it after that, at {t} s: from {move}.", **facts))
        elif hand.get("back"):
            said.append(sentence("The points were taken back, so the turn to count had not come."))
    return said


_GO: Final[Mapping[str, str]] = {
    "said": "{name} said go at {t} s.",
    "pegged": "The go was pegged at {t} s: {name} had called it.",
    "card": "The card laid at {t} s began a new series: {name} had called go.",
}


def _holes(move: str) -> Sentence:
    """``B 4/3>15/4``: its front and back pegs."""
    before, after = move.partition(" ")[2].split(">")
    return sentence("{one} to {two}", one=before.replace("/", "-"), two=after.replace("/", "-"))


def _s(t: Any) -> str:
    return f"{float(t):.2f}"


def _history(one: Mapping[str, Any], verdict: Mapping[str, Any], name: Callable[[str], str]) -> Sentence:
    facts = {
        "late": _all_late(one["late"], name),
        "when": sentence("before the peg" if "move" in verdict else "before it was told"),
        "name": name(str(one.get("player") or verdict.get("player") or "")),
        **{key: one.get(key) for key in ("earned", "pegged", "points", "card")},
    }
    return sentence(_SAYS[_case(one)], **facts)


def _case(one: Mapping[str, Any]) -> str:
    """The sentence for what a history says: with its numbers where they are known."""
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


def _all_late(late: Sequence[Mapping[str, Any]], name: Callable[[str], str]) -> Sentence | None:
    """``the 8H of Ann and the 5C of Bob``; None where it is about no card."""
    whole: Sentence | None = None
    for one in late:
        said = _late(one, name)
        whole = said if whole is None else sentence("{one} and {two}", one=whole, two=said)
    return whole


def _late(one: Mapping[str, Any], name: Callable[[str], str]) -> Sentence:
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
