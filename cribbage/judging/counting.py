"""Matters of the show: the starter or a hand mixed away, and muggins.

Rule: ACC 9.3, 9.4, 10.1 to 10.4.
"""

from __future__ import annotations

from cribbage.book.remedies import muggins_call
from cribbage.judging import facts
from cribbage.judging.base import Asking, Fact, Json, Ruled, Seat, pegs, points_said
from cribbage.log.observations import CRIB, Player
from cribbage.score.cards import Card, show_cards


def starter_mixed(ask: Asking) -> Ruled:
    """The starter went into a hand, the crib or the pack too soon (Rule: ACC 9.3.a)."""
    who = ask.player("offender", "Who mixed it?")
    friend = ask.other(who)
    two = pegs(friend, 2)
    says = [ask.say("{name} pegs 2 points.", friend)]
    seen = facts.of_remarks(ask, "mixed")
    if ask.yes("counted", "Had all hands been counted and scored?", False if seen else None, seen):
        return Ruled("9.3.a", ("The starter is not needed any more: nothing follows.",))
    known = ask.board.starter
    told = () if known is None else (Fact(ask.say("The {card} was turned.", card=known), ask.board.cut_t),)
    if ask.yes(
        "agreed", "Do both agree which card it was, or does the evidence show it?", known is not None, told
    ):
        (card,) = ask.cards(
            "starter", "Which card was it?", 1, None if known is None else [Card.parse(known)], told
        )
        return Ruled(
            "9.3.a(1)",
            (ask.say("The starter is the {card}.", card=card), *says),
            (two,),
            {"starter": str(card)},
        )
    where = ask.choice(
        "where", "Where is it?", (("hand", "In a hand or the crib"), ("pack", "Lost in the pack"))
    )
    if where == "hand":
        how = ask.say("{name} draws two cards blind from it, looks, and chooses the starter.", friend)
        rule = "9.3.a(2)"
    else:
        how = ask.say("A judge shuffles, {name} cuts, and a judge turns a new starter.", friend)
        rule = "9.3.a(3)"
    (card,) = ask.cards("starter", ask.say("{how} Which card is it?", how=how), 1)
    return Ruled(
        rule, (how, ask.say("The starter is the {card}.", card=card), *says), (two,), {"starter": str(card)}
    )


def hand_mixed(ask: Asking) -> Ruled:
    """A hand or the crib was mixed away before it was settled (Rule: ACC 9.4)."""
    what = ask.choice("what", "What was mixed?", (
        *((str(seat), ask.say("{name}'s hand", seat)) for seat in ask.seats), (CRIB, "The crib, with the pack"),
    ), facts=facts.of_remarks(ask, "mixed"))  # fmt: skip
    if what != CRIB:
        return _own_hand(ask, Seat(what))
    who = ask.player("by", "Who mixed it?")
    if who == ask.side(ask.dealer):
        return Ruled("9.4.b", ("The crib is forfeited.",), deal={"dead": [CRIB]})
    says: list[str] = [ask.say("{name} pegs 2 points, takes the crib out again and counts it.", ask.dealer)]
    deal: Json = {}
    found = _seen(ask, CRIB)
    if ask.yes("known", "Can its four cards be told?", bool(found), _lay(ask, CRIB)):
        cards = ask.cards("crib", "Which cards were in the crib?", 4, found or None, _lay(ask, CRIB))
        says.append(ask.say("The crib is {cards}.", cards=show_cards(cards)))
        deal["shown"] = {CRIB: show_cards(cards).split()}
    else:
        says.append("What cannot be told is filled from the top of the pack, shuffled again.")
    return Ruled("9.4.c", tuple(says), (pegs(ask.side(ask.dealer), 2),), deal)


def _own_hand(ask: Asking, who: Seat) -> Ruled:
    text = ask.say("Had {name} counted and pegged it, and had the count been confirmed?", who)
    mine = [item for item in facts.items(ask, "hand", player=who) if item.seat == who]
    accepted = None if not mine else mine[-1].pegged is not None and mine[-1].is_closed
    if ask.yes("confirmed", text, accepted, [facts.of_item(ask, item) for item in mine]):
        return Ruled("9.4.a", ("The score stands.",))
    return Ruled(
        "9.4.a", (ask.say("{name}'s hand is forfeited: it counts nothing.", who),), deal={"dead": [str(who)]}
    )


def _lay(ask: Asking, zone: str) -> tuple[Fact, ...]:
    """Cards are named only where they have lain face up (P7)."""
    seen = _seen(ask, zone)
    lying = ask.board.zones.get(zone)
    t = None if lying is None else lying.t
    return () if not seen else (Fact(ask.say("Seen face up: {cards}.", cards=show_cards(seen)), t),)


def _seen(ask: Asking, zone: str) -> tuple[Card, ...]:
    named = [name for item in facts.items(ask, "crib" if zone == CRIB else "hand") for name in item.cards]
    return tuple(Card.parse(name) for name in named)


def muggins(ask: Asking) -> Ruled:
    """Muggins was called, and is disputed (Rule: ACC 10.1 to 10.4)."""
    if not (ask.profile.muggins and ask.board.header.get("muggins")):
        return Ruled("10.1", ("Muggins is not in force: the call is of no effect.",))
    caller = ask.player("caller", "Who called muggins?")
    scorer = ask.other(caller)
    claimed = ask.number("claimed", "How many points were called?", low=1, high=29)
    what = ask.choice("what", "For what?", (
        ("play", "A card of the play"), ("hand", "A hand"), (CRIB, "The crib"), ("heels", "Heels, or a penalty"),
    ))  # fmt: skip
    if what == "heels":
        return _wrong_call(ask, "10.3, 10.4.a", scorer, claimed, "Heels and penalties cannot be called.")
    items = facts.items(ask, what, player=scorer)
    told = tuple(facts.of_item(ask, item) for item in items)
    missing = [(i.earned or 0) - (i.pegged or 0) for i in items if i.earned is not None]
    missed = ask.number("missed", ask.say("How many points had {name} really missed?", scorer), high=29,
                        found=max(missing[-1], 0) if missing else None, facts=told)  # fmt: skip
    text = "Was it called while it could still be called?"
    in_time = not missed or ask.yes("in-time", text, facts=told)
    call = muggins_call(claimed, missed, ask.target - ask.score(scorer), in_time)
    if call.late:
        return Ruled("10.4", ("It was called too late: nothing follows.",))
    if points := call.caller:
        return Ruled(
            "10.4.a",
            (ask.say("{name} pegs {points}.", caller, points=points_said(points)),),
            (pegs(caller, points),),
        )
    return _wrong_call(ask, "10.4.a", scorer, claimed)


def _wrong_call(ask: Asking, rule: str, scorer: Player, claimed: int, *says: str) -> Ruled:
    """Where the book states a penalty, what was called goes to the other player (Rule: ACC 10.4.a)."""
    if not ask.profile.muggins_wrong_call:
        return Ruled(rule, (*says, "The call was wrong: nothing follows."), house="no penalty is stated")
    told = ask.say("The call was wrong: {name} pegs {points}.", scorer, points=points_said(claimed))
    return Ruled(rule, (*says, told), (pegs(scorer, claimed),))
