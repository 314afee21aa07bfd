"""Matters of the pack before the play: cuts, cards shown, bad packs, discards wanted back, another pack.

Rule: ACC 3.2.c, 3.3.c, 4.1.c, 4.2.d, 4.3, 4.5, 5.1.b, 5.3, 6.1.d, 6.2, appendix B; Alberta 12.a; Corporate 6.
"""

from __future__ import annotations

from typing import Final

from cribbage.judging import facts
from cribbage.judging.base import SILENT, Asking, Fact, Json, Ruled, pegs, points_said

MISDEAL: Final = {"alberta-55plus": "Alberta 12.a", "corporate-challenge": "Corporate 6"}
"""Where a book has one rule for every kind of misdeal: the same player deals again, without penalty."""
NO_RULE: Final = "the book is silent: as for any misdeal, the cards are dealt again"
CHANGES: Final = 1
"""How often each player may have another pack in a match (Rule: ACC 4.2.d)."""


def again(ask: Asking) -> Json:
    """The same player deals again."""
    return {"again": ask.dealer}


def misdeal(ask: Asking) -> Ruled:
    """What a book that is not the ACC's has for every misdeal."""
    says = (ask.say("{name} deals again. No penalty.", ask.dealer),)
    rule = MISDEAL.get(ask.profile.name)
    return Ruled(rule or "", says, deal=again(ask), house=None if rule else NO_RULE)


def uncut(ask: Asking) -> Ruled:
    """A cut was left out (Rule: ACC 3.3.c before a deal, 4.1.c for the first deal of all)."""
    case = ask.choice("case", "Which cut was left out?", (
        ("deal", "The cut before this deal"), ("first", "The cut for who deals first"),
    ))  # fmt: skip
    if case == "first":
        return Ruled("4.1.c", ("Once the pack was cut and dealing had begun, the cut for deal counts as made: "
                               "play goes on.",))  # fmt: skip
    up = _picked_up(ask)
    text = ask.say("Had any card of {name} been picked up?", ask.pone)
    if ask.yes("picked-up", text, bool(up) or None, up):
        return Ruled("3.3.c", ("It is too late: there is no new deal.",))
    says = ask.say("{name} shuffles and has the pack cut, then deals again. No penalty.", ask.dealer)
    return Ruled("3.3.c", (says,), deal=again(ask))


def _picked_up(ask: Asking) -> tuple[Fact, ...]:
    """A player who has played, or turned a starter, has picked their cards up."""
    played = facts.plays(ask)
    if played:
        return (Fact("Cards have been played.", played[0].t),)
    return _turned(ask)


def _turned(ask: Asking) -> tuple[Fact, ...]:
    return () if ask.board.starter is None else (Fact("The starter was turned.", ask.board.cut_t),)


def exposed(ask: Asking) -> Ruled:
    """A card was shown, or lay face up (Rule: ACC 3.2.c, 4.3, 6.1.d, 6.2; Alberta 12.a; Corporate 6)."""
    case = ask.choice("case", "What happened?", (
        ("dealer", "The dealer showed a card while dealing"),
        ("pone", "The pone looked at a card while it was dealt, or caused one to be shown"),
        ("pack", "A card lay face up in the pack while it was dealt"),
        ("cut", "A card lay face up when the starter was cut"),
        ("several", "More than one card was turned with the starter"),
        ("first", "More than one card was shown in the cut for the first deal"),
    ))  # fmt: skip
    if not ask.is_acc:
        return misdeal(ask) if case in ("dealer", "pone", "pack", "cut") else _unruled()
    if case in ("dealer", "pack"):
        says = ask.say("The cards are shuffled, and {name} deals again. No penalty.", ask.dealer)
        return Ruled("4.3.a" if case == "dealer" else "4.3.c", (says,), deal=again(ask))
    if case == "pone":
        return Ruled("4.3.b", ("There is no new deal: play goes on.",))
    if case == "several":
        return Ruled("6.2", ("The card that was on top is the starter. Both may see the others before they go "
                             "back.",))  # fmt: skip
    if case == "first":
        return Ruled("3.2.c", ("Who showed more than one card cuts again.",))
    return _face_up_at_the_cut(ask)


def _face_up_at_the_cut(ask: Asking) -> Ruled:
    """Rule: ACC 6.1.d; 2020 speaks of the card that was cut only."""
    if ask.profile.face_up_card != "any" and not ask.yes("cut-card", "Was it the card that was cut?"):
        return _unruled()
    says = "It is turned over, the rest of the pack is shuffled and cut again. It is no new deal."
    return Ruled("6.1.d", (says,), deal={} if ask.board.starter is None else {"starter_back": True})


def _unruled() -> Ruled:
    return Ruled("", ("No rule is known for this: who settles disputes decides.",), house=SILENT)


def bad_pack(ask: Asking) -> Ruled:
    """The pack is marked, or not whole (Rule: ACC 4.5.a, c, d; Alberta 12.a; Corporate 6)."""
    if not ask.is_acc:
        return misdeal(ask)
    case = ask.choice("case", "What is wrong with the pack?", (
        ("defect", "A card can be told by its corner or its back"),
        ("stray", "A card of the pack was found elsewhere"),
        ("incomplete", "Cards are missing"),
    ))  # fmt: skip
    if case == "stray":
        return Ruled("4.5.c", ("This deal is played to its end; then the card goes back to the pack.",))
    if case == "incomplete":
        return Ruled("4.5.d", ("This deal is played to its end; then another pack is taken.",))
    up = _picked_up(ask)
    if ask.yes("picked-up", "Had either player picked up a card?", bool(up) or None, up):
        return Ruled("4.5.a", ("This deal is played to its end; then the card or the pack is replaced.",))
    says = ask.say("The card or the pack is replaced; {name} shuffles and deals again.", ask.dealer)
    return Ruled("4.5.a", (says,), deal=again(ask))


def discards(ask: Asking) -> Ruled:
    """A player wants back what they discarded to the crib (Rule: ACC 5.1.b, 5.3; 2020 5.1.c)."""
    side = ask.choice("case", "Why are the cards wanted back?", (
        ("side", "They alone lie on the wrong side of the board"), ("mind", "Other discards are wanted"),
    )) == "side"  # fmt: skip
    if side and not ask.yes(
        "turned", "Had the starter been turned?", bool(_turned(ask)) or None, _turned(ask)
    ):
        rule = "5.1.c" if ask.profile.edition == "2020" else "5.1.b"
        return Ruled(rule, ("They may be taken back and chosen again. No penalty.",))
    if side:
        return Ruled("5.3.a", ("It is too late: nothing comes back from the crib.",))
    if ask.profile.retrieve_points:
        return _struck_rule(ask)
    if ask.yes("thrown", "Had the opponent discarded?", bool(_turned(ask)) or None, _turned(ask)):
        return Ruled("5.3.a", ("It is too late: nothing comes back from the crib.",))
    return Ruled("5.3", ("They may be taken back and chosen again. No penalty.",))


def _struck_rule(ask: Asking) -> Ruled:
    """The rule that is struck out in the edition of 2020, where it was put in force (Rule: ACC 2020 5.1.b)."""
    if not ask.yes("taken-back", "Have they been taken back already?"):
        return Ruled("5.1.b", ("Cards that were thrown and let go of stay in the crib.",))
    who = ask.player("offender", "Who took them back?")
    friend, points = ask.other(who), ask.profile.retrieve_points
    mixed = ask.yes("mixed", "Are they mixed with the hand?")
    then = "What follows is found under rule 5.2." if mixed else "The two cards go back to the crib."
    says = ask.say("{name} pegs {points}.", friend, points=points_said(points))
    return Ruled("5.1.b", (says, then), (pegs(friend, points),))


def another_pack(ask: Asking) -> Ruled:
    """A player wants another pack (Rule: ACC 4.2.d)."""
    if not ask.yes("match", "Is it a match, not a qualifying round?"):
        if ask.yes("damaged", "Is a card damaged that cannot be replaced?"):
            return Ruled("4.2.d", ("Another pack is taken.",))
        return Ruled(
            "4.2.d", ("The pack stays: in the qualifying round only the director changes it, half way.",)
        )
    who = ask.player("who", "Who asks for another pack?")
    when = ask.choice("when", "When is it asked for?", (
        ("before", "Before the match"), ("between", "After a game of the match"), ("during", "During a game"),
    ))  # fmt: skip
    if when == "before" and ask.profile.deck_inspection:
        return Ruled("4.2.d", ("Both may look at the pack, and another one is given.",))
    if when != "between":
        return Ruled("4.2.d", ("The pack stays: another one may be asked for after a game.",))
    text = ask.say("How often has {name} had another pack in this match?", who)
    if ask.number("had", text, high=9) >= CHANGES:
        return Ruled("4.2.d", ("The pack stays: each player has one change in a match.",))
    return Ruled("4.2.d", (ask.say("Another pack is taken: the one change of {name} in this match.", who),))


def canadian(ask: Asking) -> Ruled:
    """Hands set or passed wrong in the Canadian form of doubles (Rule: ACC 2025 appendix B)."""
    case = ask.choice("case", "What happened?", (
        ("back", "A setter wants a discard back, and both setters have discarded"),
        ("swap", "A setter wants to exchange the two hands"),
        ("kept", "A setter forgot to pass a hand, and the starter was cut"),
        ("five", "Two hands of five were set, and one of them was passed"),
    ))  # fmt: skip
    if case == "back":
        return _appendix("Nothing comes back from the crib.")
    if case == "kept":
        return _appendix("Both hands are laid face down; the opponents point at who gets which.")
    looked = ask.yes("looked", "Had the partner looked at the hand?")
    turned = ask.yes("turned", "Had the starter been turned?", bool(_turned(ask)) or None, _turned(ask))
    if case == "swap":
        if looked or turned:
            return _appendix("It is too late: the hands stay as they are.")
        return _appendix("The hands are exchanged as they are; no card is moved between them.")
    if turned:
        return _appendix("An opponent draws one card blind from each of the two hands, for the crib.")
    if looked:
        return _appendix("An opponent draws one card blind from the partner's five; the setter takes it, and "
                         "throws two.")  # fmt: skip
    return _appendix("The five come back to the setter, who sets the hands again and throws two.")


def _appendix(says: str) -> Ruled:
    return Ruled("App. B", (says, "No penalty."))


def flashed(ask: Asking) -> Ruled:
    """The bottom card was seen in the cut for the starter (Rule: Corporate 2)."""
    back = ask.profile.flash_back or 0
    side = ask.side(ask.pone)
    short = min(back, ask.score(side))
    says = [ask.say("{name} goes back {n} to hole {hole}.", side, n=short, hole=ask.score(side) - short)]
    moves = (pegs(side, -short),) if short else ()
    house = None if short == back else "going back ends at the start holes"
    if not ask.yes("misdeal", ask.say("Does {name} call a misdeal?", ask.other(side))):
        return Ruled("Corporate 2", (*says, "Play goes on."), moves, house=house)
    return Ruled("Corporate 2", (*says, ask.say("{name} deals again.", ask.dealer)), moves, again(ask), house)
