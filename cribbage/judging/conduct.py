"""Matters of conduct: what no rule covers, penalties called or pegged wrongly, a board that was wrecked, refusal.

Rule: ACC 9.5, 11.1 to 11.3, 11.5, 14.1, appendix B; Corporate 4, set up, 6.
"""

from __future__ import annotations

from cribbage.book.seating import PAIRS
from cribbage.judging.base import SILENT, Asking, Ruled, pegs, points_said
from cribbage.judging.pegging import ACCEPTED, put_back
from cribbage.log.observations import Player


def conduct(ask: Asking) -> Ruled:
    """What no rule is about (Rule: ACC 14.1; 9.5 and table talk, for which no penalty is fixed)."""
    cases = [("help", "Help in counting or pegging"), ("other", "Something else")]
    if len(ask.seats) == PAIRS:
        cases.insert(0, ("talk", "Partners told each other what to play, or what they hold"))
    case = ask.choice("case", "What is complained of?", cases)
    if ask.profile.helped and case == "help":
        return Ruled("Corporate 4", ("Partners may help each other count at any time: nothing follows.",))
    rule = {"help": "9.5, 14.1", "talk": "App. B, 14.1"}.get(case, "14.1")
    if not ask.is_acc:
        return _elsewhere(ask)
    most = ask.profile.discretionary_points
    if not most:
        return Ruled(rule, ("The head judge decides. This edition has no points for it.",))
    who = ask.player("offender", "Whose conduct is it about?")
    text = "Is it persistent, and does the head judge or a senior judge impose points for it?"
    if not ask.yes("imposed", text):
        return Ruled(rule, ("No points are imposed; the head judge's decision is final.",))
    points = ask.number("points", "How many?", low=1, high=most)
    friend = ask.other(who)
    return Ruled(rule, (ask.say("{name} pegs {points}.", friend, points=points_said(points)),),
                 (pegs(friend, points),))  # fmt: skip


def _elsewhere(ask: Asking) -> Ruled:
    corporate = ask.profile.name == "corporate-challenge"
    says = "The one who runs the event decides before play goes on."
    return Ruled("Corporate 6" if corporate else "", (says,), house=None if corporate else SILENT)


def penalty(ask: Asking) -> Ruled:
    """A penalty was called for nothing, or pegged wrongly (Rule: ACC 11.2, 11.3)."""
    case = ask.choice("case", "What was wrong with the penalty?", (
        ("called", "It was called, and there was nothing to call"),
        ("few", "Too few points were pegged for it, or too many backward"),
        ("many", "Too many points were pegged for it, or too few backward"),
    ))  # fmt: skip
    if case == "called":
        return Ruled("11.3", ("Nothing follows: there is no penalty for a wrong call of a penalty.",))
    if case == "few":
        return Ruled("11.2, 8.3", ("Nothing is put right once the fingers have left the peg.",))
    who = ask.player("offender", "Whose peg is it about?")
    excess = ask.number(
        "excess", "How many points too far does the peg stand?", low=1, high=max(ask.score(who), 1)
    )
    if ask.yes("late", ACCEPTED):
        return Ruled("11.2, 8.4.d", ("The score stands as pegged.",))
    found = put_back(ask, who, excess, 0)
    return Ruled(f"11.2, {found.rule}", found.says, found.moves)


def wrecked(ask: Asking) -> Ruled:
    """The board was wrecked on purpose, or pair B sat at the wrong table (Rule: Corporate 4, set up)."""
    case = ask.choice("case", "What happened?", (
        ("board", "The board was knocked or turned over, or pegs were pulled out"),
        ("table", "Pair B sat at the wrong table"),
    ))  # fmt: skip
    text = "Was it done on purpose?" if case == "board" else "Had play begun?"
    rule = "Corporate 4" if case == "board" else "Corporate, set up"
    if not ask.yes("so", text):
        if case == "table":
            return Ruled(rule, ("Pair B goes to its table: nothing follows.",))
        return Ruled("", ("The pegs go back to where they stood; the log knows the holes.",), house=SILENT)
    who = ask.player("offender", "Whose doing was it?" if case == "board" else "Which side is pair B?")
    return _lost(ask, who, rule)


def _lost(ask: Asking, who: Player, rule: str) -> Ruled:
    won, lost = ask.profile.forfeit_score or (ask.target, 0)
    friend = ask.other(who)
    says = ask.say("The game is {name}'s, {n} to {m}.", friend, n=won, m=lost)
    return Ruled(rule, (says,), ({"player": friend, "wins": True},))


def refusal(ask: Asking) -> Ruled:
    """A player refuses to do as three judges ruled (Rule: ACC 2025 11.5.b, 2020 11.4.b)."""
    who = ask.player("offender", "Who refuses?")
    rule = "11.5.b" if ask.profile.edition == "2025" else "11.4.b"
    if not ask.yes("three", "Have three judges ruled, and was that said to the player?"):
        return Ruled(
            rule[:-2] + ".a", ("Either player may have a third judge; what the three decide is final.",)
        )
    says = (ask.say("The game is {name}'s, by a spread of 10.", ask.other(who)),
            ask.say("{name} does not play on in this event.", who))  # fmt: skip
    return Ruled(rule, says, ({"player": ask.other(who), "wins": True},))
