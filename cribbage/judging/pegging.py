"""Matters of the pegs: too much, too little, a false claim of game, the wrong peg, refusing to peg out.

Rule: ACC 8.2 to 8.10, 9.2.c, 9.2.e; Alberta 13; Corporate 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cribbage.book.remedies import ahead, false_claim, overpeg_claimed, overpeg_confessed
from cribbage.judging import facts
from cribbage.judging.base import SILENT, Asking, Fact, Json, Kind, Question, Ruled, pegs, points_said, stand
from cribbage.log.observations import Player
from cribbage.log.verdicts import PEG_FAULTS
from cribbage.profiles import HOUSE
from cribbage.profiles.explain import cite
from cribbage.score.track import case_of
from cribbage.shown.scoreboard import Item, Verdict

ACCEPTED: Final = (
    "Has something happened since that accepts it: a card played, a hand or crib pegged, the count accepted, "
    "or the cards mixed?"
)


OWN_CARD: Final = "Has that player played another card since, or has the next deal been cut?"
NEXT_CUT: Final = "Has the next deal been cut since?"
"""What accepts a score where a short peg stays open (Rule: Alberta 13, Corporate 4; Hoyle: a house default)."""
UNTIL_CUT: Final = "the book is silent: it is put right, without points, until the next deal is cut"


def false_claim_of_game(ask: Asking) -> Ruled:
    """A peg in the game hole with too few points (Rule: ACC 8.4.a, 8.4.b)."""
    claim = ask.board.claim
    seen = facts.verdicts(ask, "false-claim")
    who = ask.player("offender", "Who claimed the game?", None if claim is None else claim.player,
                     facts.of_verdicts(ask, seen))  # fmt: skip
    before, earned, told = _before_and_earned(ask, who, seen)
    start = ask.number("before", ask.say("In which hole was {name}'s front peg before?", who),
                       high=ask.target - 1, found=before, facts=told)  # fmt: skip
    points = ask.number("earned", "How many points had really been scored then?", high=ask.target, found=earned,
                        facts=told)  # fmt: skip
    if start + points >= ask.target:
        return Ruled(
            "1.6", (ask.say("The points were enough: {name} has won.", who),), (stand(who, ask.target),)
        )
    early = _counted_early(ask, who, start)
    if early is not None:
        return early
    return settle_claim(ask, who, start + points)


def settle_claim(ask: Asking, who: Player, correct: int) -> Ruled:
    """The three steps after a false claim of game, from the hole of the points really scored (Rule: ACC 8.4.b)."""
    friend, back = ask.other(who), ask.profile.false_claim_back
    if back is None:
        only = ask.say("{name}'s front peg goes to hole {hole}.", who, hole=correct)
        return Ruled("", (only,), (stand(ask.side(who), correct),), house=SILENT)
    due = false_claim(correct, 0, ask.score(friend), back, ask.target)
    says = (ask.say("{name}'s front peg goes to hole {hole}, the points really scored.", who, hole=due.correct),
            ask.say("{name} pegs {points} and has won." if due.opponent >= ask.target else "{name} pegs {points}.",
                    friend, points=points_said(due.overclaimed)),
            ask.say("{name} goes back {n} to hole {hole}.",
                    who, n=due.correct - due.offender, hole=due.offender))  # fmt: skip
    house = None if correct >= back else "going back ends at the start holes"
    moves = (stand(ask.side(who), due.offender), pegs(friend, due.overclaimed))
    return Ruled("8.4.b", says, moves, house=house)


def _counted_early(ask: Asking, who: Player, start: int) -> Ruled | None:
    """A right count, only out of its turn, is no false claim (Rule: ACC 2025 9.2.c; 9.2.e)."""
    if who != ask.side(ask.dealer):
        return None
    case = ask.choice("order", "Was it a right count, only out of its turn?", (
        ("no", "No"), ("hand", "Yes, the dealer's hand before the pone's"), ("crib", "Yes, the crib before the hand"),
    ))  # fmt: skip
    if case == "no" or (case == "hand" and ask.profile.edition == "2020"):
        return None
    rule = "9.2.c" if case == "hand" else "9.2.e"
    says = (ask.say("No false claim: {name}'s front peg goes back to hole {hole}.", who, hole=start),
            ask.say("{name} counts first.", ask.pone if case == "hand" else who))  # fmt: skip
    return Ruled(rule, says, (stand(who, start),))


def _before_and_earned(
    ask: Asking, who: Player, seen: Sequence[Verdict]
) -> tuple[int | None, int | None, tuple[Fact, ...]]:
    if seen and seen[-1].player == who:
        body = seen[-1].more
        pegged, earned = body.get("pegged"), body.get("earned")
        before = ask.target - int(pegged) if isinstance(pegged, int) else None
        return before, earned if isinstance(earned, int) else None, facts.of_verdicts(ask, seen)
    rear = ask.board.pegs[who].rear
    return (max(rear, 0), None, (facts.of_pegs(ask, who),))


def overpeg(ask: Asking) -> Ruled:
    """More was pegged than earned, short of the game hole (Rule: ACC 8.4.c, 8.4.d)."""
    item = _disputed(ask)
    who = ask.player("offender", "Whose peg is it about?", None if item is None else item.player)
    mine = item if item is not None and item.player == who else None
    told = () if mine is None else (facts.of_item(ask, mine), *_moves_of(ask, mine))
    pegged = ask.number("pegged", "How many points were pegged?", found=None if mine is None else mine.pegged,
                        facts=told)  # fmt: skip
    earned = ask.number(
        "earned", "How many were earned?", found=None if mine is None else mine.earned, facts=told
    )
    if pegged < earned:
        return _too_few(ask, who, earned - pegged)
    if pegged == earned:
        return Ruled("8.4.c" if ask.is_acc else "", ("What was pegged is right.",))
    late = None if mine is None else mine.is_closed
    if ask.yes("late", ACCEPTED if ask.is_acc else NEXT_CUT, late, told):
        return _own_rule(ask, "8.4.d", ("The score stands as pegged.",))
    return put_back(ask, who, pegged, earned)


def _own_rule(ask: Asking, number: str, says: tuple[str, ...], moves: tuple[Json, ...] = ()) -> Ruled:
    """A ruling under the number that the book has for it; where it has none, what the house does instead."""
    rule, _ = cite(ask.profile.name, number)
    silent = rule.startswith(HOUSE)
    return Ruled("" if silent else rule, says, moves, house=UNTIL_CUT if silent else None)


def _too_few(ask: Asking, who: Player, missing: int) -> Ruled:
    """Rule: ACC 8.3; Alberta 13; Corporate 4 (points overlooked are lost with the move, a short peg is not)."""
    if not ask.profile.underpeg_open:
        return Ruled(
            "8.3", ("Too few were pegged: nothing is put right once the fingers have left the peg.",)
        )
    if ask.profile.missed_final and not ask.yes("announced", "Was more announced than pegged?"):
        return _own_rule(ask, "8.3", ("Points that were overlooked are lost once the peg has been moved.",))
    if ask.yes("late", OWN_CARD):
        return _own_rule(ask, "8.3", ("The score stands as pegged.",))
    target = ahead(ask.score(who), missing, ask.target)
    says = ask.say(
        "{name}'s front peg goes on {n} to hole {hole}.", who, n=target - ask.score(who), hole=target
    )
    return _own_rule(ask, "8.3", (says,), (stand(who, target),))


def put_back(ask: Asking, who: Player, pegged: int, earned: int) -> Ruled:
    """The peg goes back; what else follows depends on who found it, and in Alberta on what had been announced
    (Rule: ACC 8.4.c; Alberta 13)."""
    friend, excess = ask.other(who), pegged - earned
    front = ask.score(who) - excess
    by = ask.choice("by", "Who found it?", (("opponent", ask.name(friend)), ("self", ask.name(who))))
    if by == "self":
        hole = overpeg_confessed(front - earned, earned, ask.score(friend)).offender
        told = ask.say(
            "{name}'s front peg goes back {n} to hole {hole}. No penalty.", who, n=excess, hole=hole
        )
        return _own_rule(ask, "8.4.c(2)", (told,), (stand(who, hole),))
    award, only_announced = ask.profile.overpeg_award, False
    if ask.profile.overpeg_of_announced and not ask.yes(
        "announced", "Was more pegged than had been announced?"
    ):
        award, only_announced = 0, True
    settled = overpeg_claimed(front - earned, earned, pegged, ask.score(friend), award)
    says = [ask.say("{name}'s front peg goes back {n} to hole {hole}.", who, n=excess, hole=settled.offender)]
    moves: list[Json] = [stand(who, settled.offender)]
    if settled.points:
        says.append(ask.say("{name} pegs {points}.", friend, points=points_said(settled.points)))
        moves.append(pegs(friend, settled.points))
    ruled = _own_rule(ask, "8.4.c(1)", tuple(says), tuple(moves))
    if only_announced:
        return replace(
            ruled, house="the book is silent on a count that was announced wrong: it is only put right"
        )
    return ruled


def _disputed(ask: Asking) -> Item | None:
    """The newest score of this deal that was pegged."""
    pegged = [item for item in facts.items(ask) if item.pegged is not None and item.what != "penalty"]
    over = [item for item in pegged if (item.pegged or 0) > (item.earned or 0)]
    chosen = over or pegged
    return max(chosen, key=lambda item: item.pegged_t or 0.0, default=None)


def _moves_of(ask: Asking, item: Item) -> tuple[Fact, ...]:
    return facts.of_verdicts(ask, [v for v in facts.verdicts(ask) if v.item == item.id])


# --- the wrong peg -----------------------------------------------------------------------------------------


def front_peg(ask: Asking) -> Ruled:
    """The front peg was lifted while a score was to be pegged (Rule: ACC 8.5.a)."""
    who = _offender(ask, "front-peg-removed", "Who lifted the front peg?")
    last = ask.board.last_certain.get(who, ask.board.pegs[who])
    told = (
        facts.of_pegs(ask, who),
        *facts.of_verdicts(ask, facts.verdicts(ask, *PEG_FAULTS, player=who)),
    )
    front, rear, due = ask.numbers(
        Question(
            "front", "In which hole did the front peg stand?", Kind.NUMBER, found=last.score, facts=told
        ),
        Question(
            "rear", "In which hole did the other one stand?", Kind.NUMBER, found=max(last.rear, 0), facts=told
        ),
        Question("points", "How many points were to be pegged?", Kind.NUMBER),
    )
    if not ask.yes("released", "Was the peg let go of in a hole?"):
        case, target = 1, rear + due
    else:
        landed = ask.number("landed", "In which hole?", facts=told)
        case, target = case_of(front, rear, landed, due)
    says = {
        1: "The peg in the hand counts as the rear peg; only the newest score is pegged.",
        2: "It went the wrong way: that score is lost, and the one before it.",
        3: "The peg goes behind the other one, and the newest score is pegged from there.",
    }[case]
    lost = ask.say("{name}'s front peg stands in hole {hole} in the end.", who, hole=target)
    return Ruled(f"8.5.a({case})", (says, lost), (stand(who, target),))


def both_pegs(ask: Asking) -> Ruled:
    """Both pegs were out of the board at once (Rule: ACC 8.5.b)."""
    who = _offender(ask, "both-pegs-removed", "Whose pegs were out?")
    last = ask.board.last_certain.get(who, ask.board.pegs[who])
    told = facts.of_verdicts(ask, facts.verdicts(ask, "both-pegs-removed", player=who))
    hole = ask.number("front", "In which hole had the front peg stood (agreed, or decided)?", found=last.score,
                      facts=(facts.of_pegs(ask, who), *told))  # fmt: skip
    due = ask.number("points", "How many points were to be pegged?")
    target = ahead(hole, due, ask.target)
    says = (ask.say("{name}'s front peg had stood in hole {hole}; {points} from there make {to}.",
                    who, hole=hole, points=points_said(due), to=target), "No penalty.")  # fmt: skip
    return Ruled("8.5.b", says, (stand(who, target),))


def back_peg(ask: Asking) -> Ruled:
    """The back peg was moved up between two deals (Rule: ACC 8.5.c)."""
    who = _offender(ask, "back-peg-moved", "Who moved the back peg?")
    friend = ask.other(who)
    told = facts.of_verdicts(ask, facts.verdicts(ask, "back-peg-moved", player=who))
    hole = ask.number("rear", "In which hole had it stood?", high=120, found=_told_rear(ask, who), facts=told)
    says = (
        ask.say("{name}'s back peg goes back to hole {hole}.", who, hole=hole),
        ask.say("{name} pegs 2 points.", friend),
    )
    return Ruled("8.5.c", says, (pegs(friend, 2),))


def _told_rear(ask: Asking, who: Player) -> int | None:
    found = facts.verdicts(ask, "back-peg-moved", player=who)
    rear = found[-1].more.get("remedy", {}).get("rear") if found else None
    return max(rear, 0) if isinstance(rear, int) else None


def opponents_peg(ask: Asking) -> Ruled:
    """The opponent's peg was used (Rule: ACC 8.7), or only touched (8.6)."""
    who = _offender(ask, "opponent-peg", "Who used the opponent's peg?")
    friend = ask.other(who)
    seen = facts.verdicts(ask, "opponent-peg", player=who)
    text = "Was it picked up to peg a score (and not touched by accident)?"
    if not ask.yes("to-peg", text, bool(seen) or None, facts.of_verdicts(ask, seen)):
        return Ruled("8.6", ("Touched by accident: no penalty. The peg stands where it stood.",))
    says = (ask.say("{name}'s peg goes back; {name} pegs 2 points.", friend),
            ask.say("{name} then pegs with their own back peg.", who))  # fmt: skip
    return Ruled("8.7", says, (pegs(friend, 2),))


def wrong_track(ask: Asking) -> Ruled:
    """The right score in the wrong track (Rule: ACC 8.8)."""
    who = _offender(ask, "wrong-track", "Whose peg stands in the wrong track?")
    return Ruled(
        "8.8", (ask.say("{name}'s peg is moved to the same hole of their own track. No penalty.", who),)
    )


def _offender(ask: Asking, code: str, text: str) -> Player:
    seen = facts.verdicts(ask, code)
    return ask.player("offender", text, seen[-1].player if seen else None, facts.of_verdicts(ask, seen))


# --- the order of counting, and the end --------------------------------------------------------------------


def out_of_order(ask: Asking) -> Ruled:
    """Hand or crib was counted before its turn (Rule: ACC 9.2.c, 9.2.e)."""
    seen = facts.verdicts(ask, "out-of-order")
    found = seen[-1].more.get("rule") if seen else None
    case = ask.choice("case", "What was counted first?", (
        ("9.2.c", "The dealer's hand, before the pone's"), ("9.2.e", "The crib, before the dealer's hand"),
    ), found if isinstance(found, str) else None, facts.of_verdicts(ask, seen))  # fmt: skip
    dealer = ask.dealer
    points = ask.number("points", ask.say("How many points did {name} peg for it?", dealer), high=ask.score(dealer),
                        found=seen[-1].points if seen else None, facts=facts.of_verdicts(ask, seen))  # fmt: skip
    target = ask.score(dealer) - points
    first = ask.pone if case == "9.2.c" else dealer
    order = "{name} counts first, then the rest in order."
    if case != "9.2.c":
        order = "{name} counts their hand, then the rest in order."
    says = (ask.say("{name}'s front peg goes back {n} to hole {hole}. No penalty.", dealer, n=points, hole=target),
            ask.say(order, first))  # fmt: skip
    return Ruled(case, says, (stand(dealer, target),))


def peg_out(ask: Asking) -> Ruled:
    """A player has points enough and does not peg out (Rule: ACC 8.10)."""
    who = ask.player("offender", "Who has points enough?")
    points = ask.number("points", ask.say("How many has {name} to peg?", who), high=ask.target)
    if ask.score(who) + points < ask.target:
        return Ruled(
            "8.10", (ask.say("{n} and {m} are not enough: play goes on.", n=ask.score(who), m=points),)
        )
    match = ask.yes("match", "Is it a match, not a qualifying round?")
    if match and ask.yes("conceded", ask.say("Has {name} conceded?", ask.other(who))):
        return Ruled("8.10.b", (ask.say("{name} has won.", who),), deal={"won": {"player": who}})
    if ask.yes("refuses", "Does the player refuse to peg out after a reminder?"):
        says = (
            ask.say(
                "The game is not over: {name} forfeits these {points}, and play goes on.",
                who,
                points=points_said(points),
            ),
        )
        return Ruled("8.10.a", says, deal={"forfeit": {"player": who, "points": points}})
    return Ruled("8.10", (ask.say("{name} pegs out.", who),), (stand(who, ask.target),))
