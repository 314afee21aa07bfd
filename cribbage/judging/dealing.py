"""Matters of the deal: wrong numbers of cards, the same card twice, the wrong dealer, the crib, the starter.

Rule: ACC 2.1, 3.3, 4.1 to 4.5, 5.1, 5.2, 6.1; Alberta 12; Corporate 2, 6. What is only about the pack: `misdeals`.
"""

from __future__ import annotations

from cribbage.book.remedies import wrong_count_hidden
from cribbage.judging import backs, facts
from cribbage.judging.base import Asking, Fact, Ruled, Seat, pegs, points_said, stand
from cribbage.judging.cards44 import after_discards
from cribbage.judging.misdeals import again, flashed, misdeal
from cribbage.log.observations import Player


def wrong_number(ask: Asking) -> Ruled:
    """A hand or the crib has too many or too few cards (Rule: ACC 4.4)."""
    if ask.profile.name in ("corporate-challenge", "hoyle"):
        return misdeal(ask)
    if ask.profile.name == "alberta-55plus":
        return _alberta(ask)
    if ask.yes("discarded", "Had both players thrown to the crib?", bool(facts.plays(ask)), _played(ask)):
        return after_discards(ask)
    return _before_discards(ask)


def _played(ask: Asking) -> tuple[Fact, ...]:
    played = facts.plays(ask)
    return () if not played else (Fact("Cards have been played.", played[0].t),)


def _before_discards(ask: Asking) -> Ruled:
    """Rule: ACC 4.4.a."""
    dealt = ask.profile.dealt
    case = ask.choice("case", "What was wrong?", (
        ("discard", "Dealt right; one player threw a wrong number, the other had not thrown yet"),
        ("short", "Both players were short by the same number"),
        ("dealer-short", ask.say("The pone had {n}, the dealer {m}, and both agreed", n=dealt, m=dealt - 1)),
        ("other", "Any other wrong deal"),
    ))  # fmt: skip
    if case == "discard":
        return Ruled("4.4.a(1)", ("The cards are taken back and the right number is thrown. No penalty.",))
    if case == "short":
        return Ruled("4.4.a(2)", (ask.say("Dealing goes on until all have {n} cards. No penalty.", n=dealt),))
    if case == "dealer-short":
        return Ruled("4.4.a(2)", ("The dealer takes the top card of the pack. No penalty.",))
    if ask.yes("shown", "Did the player with the wrong number let the opponent see that it was so?"):
        return Ruled("4.4.a(3)", (ask.say("{name} deals again. No penalty.", ask.dealer),), deal=again(ask))
    who = ask.player("offender", "Who did not let the opponent see it?")
    return hidden_wrong_deal(ask, who)


def hidden_wrong_deal(ask: Asking, who: Player) -> Ruled:
    """Ten back as far as there are points; the opponent has the rest (Rule: ACC 4.4.a(3))."""
    opponent = ask.other(who)
    settled = wrong_count_hidden(ask.score(who), ask.score(opponent))
    says = [ask.say("{name} goes back to hole {hole}.", who, hole=settled.offender)]
    moves = [stand(who, settled.offender)]
    if settled.points:
        says.append(ask.say("{name} pegs {points}.", opponent, points=points_said(settled.points)))
        moves.append(pegs(opponent, settled.points))
    says.append(ask.say("{name} deals again.", ask.dealer))
    return Ruled("4.4.a(3)", tuple(says), tuple(moves), again(ask))


def _alberta(ask: Asking) -> Ruled:
    """Rule: Alberta 12.b."""
    what = ask.choice("what", "What had the wrong number, everything else being right?", (
        *((str(seat), ask.say("{name}'s hand", seat)) for seat in ask.seats), ("crib", "The crib"),
        ("other", "More than one of these"),
    ))  # fmt: skip
    if what == "crib":
        return Ruled("Alberta 12.b", (ask.say("{name} pegs 2 points; the crib is put right.", ask.pone),),
                     (pegs(ask.side(ask.pone), 2),))  # fmt: skip
    if what == "other":
        return Ruled("Alberta 12.b", (ask.say("{name} deals again.", ask.dealer),), deal=again(ask),
                     house="the book is silent: a new deal by the same player")  # fmt: skip
    chooser, hand = ask.other(what), Seat(what)
    if ask.yes("new-deal", ask.say("Does {name} choose a new deal (otherwise two points)?", chooser)):
        return Ruled("Alberta 12.b", (ask.say("{name} deals again.", ask.dealer),), deal=again(ask))
    says = ask.say("{name} pegs 2 points; {other}'s hand is put right.", chooser, hand)
    return Ruled("Alberta 12.b", (says,), (pegs(chooser, 2),))


def duplicate(ask: Asking) -> Ruled:
    """The same card twice: the whole deal is taken back (Rule: ACC 4.5.b)."""
    if not ask.is_acc:
        return misdeal(ask)
    dealt = ask.say("{name} deals again with another pack.", ask.dealer)
    points = backs.points_back(ask, backs.DEAL)
    says = ("Play stops. All points of this deal are taken back; hands and crib are dead.",
            *backs.said(ask, points), dealt)  # fmt: skip
    return Ruled("4.5.b", says, backs.moves(ask, points), again(ask))


def wrong_dealer(ask: Asking) -> Ruled:
    """The deal was not theirs (Rule: ACC 4.1.b)."""
    right = ask.pone
    played = {play.player for play in facts.plays(ask)}
    both = len(played) == len(ask.seats)
    if ask.yes("both-played", "Had both players played a card when it was found?", both, _played(ask)):
        says = ask.say("The deal stands; {name} deals next.", right)
        return Ruled("4.1.b", (says,), deal={"dealer": right})
    return Ruled("4.1.b", (ask.say("The deal is void; {name} deals.", right),), deal={"again": right})


def crib_side(ask: Asking) -> Ruled:
    """All four cards of the crib lie on the pone's side (Rule: ACC 5.1.c, 2020: 5.1.d)."""
    played = {play.player for play in facts.plays(ask)}
    late = ask.board.starter is not None and len(played) == len(ask.seats)
    text = "Had the starter been turned, and had each player played a card?"
    rule = "5.1.d" if ask.profile.edition == "2020" else "5.1.c"
    if not ask.yes("late", text, late, _played(ask)):
        return Ruled(rule, ("The crib is moved, unseen, to the dealer's side. No penalty.",))
    says = (ask.say("The crib is {name}'s, on whose side it lies.", ask.pone),
            ask.say("{name} is pone from now on, and deals next.", ask.dealer))  # fmt: skip
    return Ruled(rule, says, deal={"crib_of": ask.pone})


def crib_seen(ask: Asking) -> Ruled:
    """The crib was looked at before its time (Rule: ACC 5.2.a, 5.2.b)."""
    who = ask.player("offender", "Who looked at the crib?")
    friend = ask.other(who)
    says = [ask.say("{name} pegs 2 points and may see the cards of the crib.", friend)]
    if not ask.yes("thrown", ask.say("Had {name} thrown to it before?", who)):
        says.append(ask.say("{name} draws two cards blind from {other}'s hand, looks at them, and discards them.",
                            friend, who))  # fmt: skip
        return Ruled("5.2.b", tuple(says), (pegs(friend, 2),))
    return Ruled("5.2.a", tuple(says), (pegs(friend, 2),))


def hand_and_crib(ask: Asking) -> Ruled:
    """The dealer took the crib for the hand (Rule: ACC 5.2.c)."""
    dealer, pone = ask.dealer, ask.pone
    says: list[str] = [ask.say("{name} pegs 2 points and may see the crib that was meant.", pone)]
    if not ask.yes("begun", "Had the play begun?", bool(facts.plays(ask)), _played(ask)):
        says.append(ask.say("{name} plays the right hand.", dealer))
        return Ruled("5.2.c", tuple(says), (pegs(ask.side(pone), 2),))
    points = backs.points_back(ask, backs.PLAY, (dealer,))
    says += [ask.say("{name} goes on with the crib; none of their points in the play count.", dealer),
             *backs.said(ask, points), "Hand and crib are counted after the play."]  # fmt: skip
    house = (
        None
        if ask.profile.swap_both_counted
        else "this edition does not say whether both are counted: they are"
    )
    moves = (*backs.moves(ask, points), pegs(ask.side(pone), 2))
    return Ruled("5.2.c", tuple(says), moves, {"no_points": [dealer]}, house)


def starter_early(ask: Asking) -> Ruled:
    """The starter was turned before both had thrown (Rule: ACC 6.1.a)."""
    says = "The starter goes back; when both have thrown, the dealer shuffles and the pone cuts. No penalty."
    house = None
    if ask.profile.edition == "2020" and not ask.yes("dealer", "Was it the dealer who had not thrown?"):
        house = "this edition names only the dealer: the same is done for the pone"
    return Ruled("6.1.a", (says,), deal={"starter_back": True}, house=house)


def looked(ask: Asking) -> Ruled:
    """Somebody saw a card of the pack that was not to be seen (Rule: ACC 2.1, 3.3, 6.1.b, 6.1.c; Corporate 2)."""
    if not ask.is_acc:
        return flashed(ask)
    case = ask.choice("case", "What happened?", (
        ("2.1", "The shuffler saw the bottom card after the last shuffle"),
        ("3.3.a", "A player looked at the bottom card of the cut before the deal"),
        ("3.3.b", "The dealer looked at the bottom card after the cut"),
        ("6.1.b", "The pone looked at the bottom card of the packet when cutting for the starter"),
        ("6.1.c", "The dealer put the starter into the hand before the pone had seen it"),
    ))  # fmt: skip
    fixed = {"3.3.b": ask.dealer, "6.1.b": ask.pone, "6.1.c": ask.dealer}
    who = fixed.get(case) or ask.player("offender", "Who looked?")
    friend = ask.other(who)
    then = {
        "6.1.b": ask.say("{name} is shown the card.", friend),
        "6.1.c": ask.say(
            "{name} draws two blind from {other}'s hand, looks, and chooses the starter.", friend, who
        ),
    }.get(case, "The pack is shuffled and cut again.")
    return Ruled(case, (ask.say("{name} pegs 2 points.", friend), then), (pegs(friend, 2),))
