"""Matters of the play: a renege, the wrong lead, a card over thirty-one, a wrong count.

Rule: ACC 7.1 to 7.4; Corporate 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from cribbage.book.remedies import NO_GO_BELOW, RENEGE_EACH, reneged
from cribbage.judging import backs, facts
from cribbage.judging.base import SILENT, Asking, CannotBe, Json, Ruled, Seat, pegs, points_said, stand
from cribbage.judging.pegging import ACCEPTED, put_back, settle_claim
from cribbage.log.observations import Player
from cribbage.score.cards import Card, show_cards
from cribbage.shown.scoreboard import Play, Verdict


def renege(ask: Asking) -> Ruled:
    """A player said go, or took one, and could have played (Rule: ACC 7.3)."""
    played = facts.plays(ask)
    offender, found = _seen_renege(ask)
    who = ask.seat(
        "offender", "Who did not play a card that fitted?", offender, facts.of_verdicts(ask, found)
    )
    if any(v.code == "game" and v.player == ask.other(who) for v in ask.board.verdicts):
        return Ruled(
            "7.3.e", (ask.say("{name} has pegged out since the go: there is no renege.", ask.other(who)),)
        )
    count = ask.number("count", "What was the count then?", high=30, found=_count_of(found),
                       facts=facts.of_plays(ask, played))  # fmt: skip
    if count < NO_GO_BELOW:
        return Ruled("7.3", ("At 21 or lower every card fits: this is a slip of the tongue, and no renege.",),
                     house="a go at 21 or lower is put right without points")  # fmt: skip
    text = "Which of the cards held then could have been played, each by itself?"
    fitting = _reneged_cards(found)
    cards = ask.cards("cards", text, found=fitting or None, facts=facts.of_verdicts(ask, found))
    wrong = [card for card in cards if card not in reneged(count, cards)]
    if wrong:
        raise CannotBe(
            ask.say(
                "{key}: {cards} would have carried the count from {count} over thirty-one",
                key="cards",
                cards=show_cards(wrong),
                count=count,
            )
        )
    if not cards:
        return Ruled("7.3", ("No card fitted: the go was right.",))
    if not ask.is_acc:
        return _renege_elsewhere(ask, who, cards)
    text = ask.say(
        "Was it claimed before {name} played their next card or announced their hand?", ask.other(who)
    )
    if not ask.yes("in-time", text):
        return Ruled("7.3.a", ("It was claimed too late: everything stands.",))
    return _renege_remedy(ask, who, cards, played)


def _renege_remedy(ask: Asking, who: Seat, cards: Sequence[Card], played: Sequence[Play]) -> Ruled:
    """Rule: ACC 7.3.b to 7.3.d."""
    friend = ask.other(who)
    text = "How many cards of the play stand (those laid before the go)?"
    stay = ask.number(
        "stand", text, high=len(played), found=_before(cards, played), facts=facts.of_plays(ask, played)
    )
    back = _points_after(ask, played[stay].t if stay < len(played) else None)
    backed = {
        player: ask.number(
            f"back-{player}", ask.say("How many points has {name} pegged since the go, the go included?", player),
            high=ask.score(player), found=points,
        )
        for player, points in back.items()
    }  # fmt: skip
    due = RENEGE_EACH * len(cards)
    says = [ask.say("Cards played since the go are taken back: the first {n} stand.", n=stay),
            *backs.said(ask, backed),
            ask.say("{name} pegs {points} ({cards}: {n} each).",
                    friend, points=points_said(due), cards=show_cards(cards), n=RENEGE_EACH)]  # fmt: skip
    sight = ask.say("the first reneged card" if ask.profile.edition == "2025" else "none of the cards")
    text = ask.say(
        "{name} may see {sight}. Are the reneged cards to be played (otherwise they are dead)?",
        friend,
        sight=sight,
    )
    deal: Json = {"cards_stand": stay}
    if ask.yes("played", text):
        says.append("The reneged cards are played.")
    else:
        says.append("The reneged cards are not played any more; they are counted in the show.")
        deal["dead_cards"] = {str(who): show_cards(cards).split()}
    moves: list[Json] = [*backs.moves(ask, backed), pegs(friend, due)]
    return Ruled("7.3.b, 7.3.c", tuple(says), tuple(moves), deal)


def _renege_elsewhere(ask: Asking, who: Seat, cards: Sequence[Card]) -> Ruled:
    if ask.profile.renege_back:
        target = max(ask.score(who) - RENEGE_EACH, 0)
        says = (ask.say("{name} goes back to hole {hole}.", who, hole=target),
                ask.say("{cards}: dead as soon as seen.", cards=show_cards(cards)))  # fmt: skip
        dead = {"dead_cards": {str(who): show_cards(cards).split()}}
        return Ruled("Corporate 5", says, (stand(ask.side(who), target),), dead,
                     "the direction of the two points is not stated: the offender goes back")  # fmt: skip
    return Ruled("", ("No penalty is fixed: the play goes on.",), house=SILENT)


def _seen_renege(ask: Asking) -> tuple[Player | None, list[Verdict]]:
    found = facts.verdicts(ask, "renege")
    return (found[-1].more.get("seat") or found[-1].player, found[-1:]) if found else (None, [])


def _count_of(found: Sequence[Verdict]) -> int | None:
    count = found[-1].more.get("count") if found else None
    return count if isinstance(count, int) else None


def _reneged_cards(found: Sequence[Verdict]) -> tuple[Card, ...]:
    named = found[-1].more.get("cards", []) if found else []
    return tuple(Card.parse(str(name)) for name in named)


def _before(cards: Sequence[Card], played: Sequence[Play]) -> int:
    """How many cards had been laid when the go was said: up to the first card that opened another series."""
    names = {str(card) for card in cards}
    late = next((i for i, play in enumerate(played) if play.card in names), len(played))
    while 0 < late < len(played) and 0 < (played[late - 1].count or 0) < (played[late].count or 0):
        late -= 1
    return late


def _points_after(ask: Asking, t: float | None) -> dict[Player, int]:
    """What each player pegged since this card was laid, and the go before it."""
    found = dict.fromkeys(ask.sides, 0)
    for item in facts.items(ask, "play"):
        go = any(name == "go" for name, _ in item.parts)
        if item.pegged and t is not None and (item.born >= t or (go and (item.pegged_t or 0) >= t - 60)):
            found[item.player] += item.pegged
    return found


def wrong_lead(ask: Asking) -> Ruled:
    """The wrong player led (Rule: ACC 7.1.b)."""
    played = facts.plays(ask)
    text = "Was it the lead after a go (otherwise the first card of all)?"
    after_go = ask.yes("after-go", text, facts=facts.of_remarks(ask, "lead"))
    if after_go and ask.profile.edition == "2020":
        return Ruled("7.1.b", ("This edition does not speak of leads after a go: the order stands.",))
    text = "Had more than one card by each player been played when it was found?"
    if ask.yes("late", text, facts=facts.of_plays(ask, played)):
        return Ruled("7.1.b", ("It is too late: the order stands, and points count.",))
    stay = ask.number("stand", "How many cards of the play were laid before the wrong lead?", high=len(played),
                      found=None if after_go else 0, facts=facts.of_plays(ask, played))  # fmt: skip
    back = _points_after(ask, played[stay].t if stay < len(played) else None) if stay < len(played) else {}
    backed = {
        p: ask.number(
            f"back-{p}", ask.say("How many points has {name} pegged since?", p), high=ask.score(p), found=n
        )
        for p, n in back.items()
    }
    says = ("The cards go back to the hands, points are retracted, and the right player leads. No penalty.",
            *backs.said(ask, backed))  # fmt: skip
    return Ruled("7.1.b", says, backs.moves(ask, backed), {"cards_stand": stay})


def over_31(ask: Asking) -> Ruled:
    """A card that carried the count over thirty-one (Rule: ACC 7.1.e)."""
    who = ask.seat("offender", "Who laid it?", facts=facts.of_remarks(ask, "over"))
    pegged = ask.number("pegged", ask.say("How many points did {name} peg for it?", who), high=ask.score(who))
    replace = False
    if ask.profile.edition == "2025":
        replace = ask.yes("match", "Does the player hold a card that makes the count announced?")
    says = ["The card is taken back and replaced by the one that makes the announced count." if replace
            else "The card is taken back."]  # fmt: skip
    if not pegged:
        return Ruled("7.1.e", (*says, "No penalty."))
    if replace:
        return Ruled("7.1.e", (*says, "What the other card earns is pegged; no penalty."))
    if ask.score(who) >= ask.target:
        return _out_on_it(ask, who, pegged, says)
    target, friend = ask.score(who) - pegged, ask.other(who)
    says += [ask.say("{name}'s front peg goes back {n} to hole {hole}.", who, n=pegged, hole=target),
             ask.say("{name} pegs {points}.", friend, points=points_said(pegged))]  # fmt: skip
    return Ruled("7.1.e, 8.4.c(1)", tuple(says), (stand(ask.side(who), target), pegs(friend, pegged)))


def _out_on_it(ask: Asking, who: Seat, pegged: int, says: Sequence[str]) -> Ruled:
    """Into the game hole on a card over thirty-one: a false claim of game as well (Rule: ACC 7.1.e, 8.4.b)."""
    due = settle_claim(ask, who, ask.target - pegged)
    return Ruled("7.1.e, 8.4.b", (*says, *due.says), due.moves, house=due.house)


def two_cards(ask: Asking) -> Ruled:
    """Two cards or more were laid together (Rule: ACC 7.1.f)."""
    if ask.yes("match", "Had a count been announced, and does one of the cards make it?"):
        return Ruled("7.1.f", ("That card is played, and the others are taken back. No penalty.",))
    says = "The player says which of them is played, and takes the others back. No penalty."
    return Ruled("7.1.f", (says,), house=None if ask.is_acc else "one is chosen, the others go back")


def early_go(ask: Asking) -> Ruled:
    """A go was pegged before it was called (Rule: ACC 8.9)."""
    who = ask.seat("offender", "Who pegged the go?", facts=facts.of_plays(ask, facts.plays(ask)))
    friend = ask.other(who)
    text = ask.say("Look at the cards {name} holds: could one of them be played?", friend)
    if not ask.yes("fits", text):
        return Ruled("8.9", ("The go was due: it stands.",))
    if ask.score(who) >= ask.target:
        due = settle_claim(ask, who, ask.target - 1)
        return Ruled("8.9, 8.4.b", due.says, due.moves, house=due.house)
    if ask.yes("late", ACCEPTED):
        return Ruled("8.9, 8.4.d", ("The score stands as pegged.",))
    found = put_back(ask, ask.side(who), 1, 0)
    return Ruled(f"8.9, {found.rule}", found.says, found.moves)


def wrong_count(ask: Asking) -> Ruled:
    """A wrong count was announced (Rule: ACC 7.4)."""
    who = ask.seat("offender", "Who announced the wrong count?", facts=facts.of_plays(ask, facts.plays(ask)))
    friend = ask.other(who)
    text = ask.say("Had {name} played the next card or called go before it was found?", friend)
    if ask.yes("late", text):
        text = ask.say(
            "Did {name} call go on it, and has {other} neither pegged nor played since?", friend, who
        )
        if ask.yes("go", text):
            return Ruled("7.4.a", ("The go may be withdrawn, and the count is put right.",))
        return Ruled(
            "7.4.a", ("The wrong count holds for the rest of the series; what was pegged by it is earned.",)
        )
    by = ask.choice("by", "Who put it right?", (("self", ask.name(who)), ("opponent", ask.name(friend))))
    excess = ask.number("excess", "How many points were pegged that the right count would not have earned?",
                        high=ask.score(who))  # fmt: skip
    if not excess:
        return Ruled("7.4.b", ("The count is put right.",))
    target = ask.score(who) - excess
    says = [
        ask.say(
            "The count is put right; {name}'s front peg goes back {n} to hole {hole}.",
            who,
            n=excess,
            hole=target,
        )
    ]
    moves: list[Json] = [stand(ask.side(who), target)]
    if by == "opponent":
        says.append(ask.say("{name} pegs {points}.", friend, points=points_said(excess)))
        moves.append(pegs(friend, excess))
    return Ruled("7.4.b, 8.4.c", tuple(says), tuple(moves))
