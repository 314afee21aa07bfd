"""Rule 4.4.c and 4.4.d as questions and orders: the row, the column, and what each of the thirteen actions needs.

Nothing here looks at a card: numbers are enough, and the judges count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cribbage.book.rule44 import ACTIONS as ACTIONS_OF_44
from cribbage.book.rule44 import CRIB as CRIB_SIZE
from cribbage.book.rule44 import HAND, Action, action_for, situation
from cribbage.book.seating import PAIRS
from cribbage.judging import backs, facts
from cribbage.judging.base import Asking, Fact, Json, Kind, Question, Ruled
from cribbage.log.observations import CRIB, Player
from cribbage.sentences import sentence

MOST: Final = 8
DEALT_TO_PAIRS: Final = 20
HOUSE_AMOUNT: Final = "the table does not look at amounts: as many cards as are needed are moved"


@dataclass(frozen=True, slots=True)
class State:
    """How many cards there are, and whether the starter has been turned."""

    pone: int
    dealer: int
    crib: int
    turned: bool

    @property
    def row(self) -> str:
        """The row of the table."""
        return situation(self.pone, self.dealer, self.crib)


def after_discards(ask: Asking) -> Ruled:
    """Both have thrown: count, look the row up, and say what the action orders."""
    return _of_pairs(ask) if len(ask.seats) == PAIRS else follow(ask, _count(ask))


def follow(ask: Asking, state: State) -> Ruled:
    """What is ordered for these numbers of cards."""
    action = _action(ask, state)
    return ACTIONS[action.number](ask, state, action)


def _action(ask: Asking, state: State) -> Action:
    return action_for(state.row, state.turned, ask.profile.edition)


def _count(ask: Asking) -> State:
    whose = {"pone": ask.pone, "dealer": ask.dealer, CRIB: CRIB}
    pone, dealer, crib = ask.numbers(*(_how_many(ask, key, zone) for key, zone in whose.items()))
    return State(pone, dealer, crib, _turned(ask))


def _how_many(ask: Asking, key: str, zone: str) -> Question:
    text = "How many cards are in the crib?" if zone == CRIB else (
        ask.say("How many cards had {name} after throwing, played ones included?", zone)
    )  # fmt: skip
    return Question(f"cards-{key}", text, Kind.NUMBER, high=MOST, facts=_facts(ask, zone))


def _turned(ask: Asking) -> bool:
    lay = ask.board.starter is not None
    return ask.yes("turned", "Had the starter been turned when this was found?", lay, _starter(ask))


def _of_pairs(ask: Asking) -> Ruled:
    """Four players: a side's column is that of both its hands, and more than twenty cards are dealt again.

    Which hand the action is for, and which pegs go back, the judges say themselves.

    Rule: ACC 2025 App. B.
    """
    zones = (*ask.seats, CRIB)
    counted = ask.numbers(*(_how_many(ask, zone, zone) for zone in zones))
    held = dict(zip(zones, counted, strict=True))
    off = dict.fromkeys(ask.sides, HAND)
    for seat in ask.seats:
        off[ask.side(seat)] += held[seat] - HAND
    state = State(off[ask.side(ask.pone)], off[ask.side(ask.dealer)], held[CRIB], _turned(ask))
    action = ACTIONS_OF_44[9 if state.turned else 1] if sum(counted) > DEALT_TO_PAIRS else _action(ask, state)
    if action.number in (0, 1, 9):
        return ACTIONS[action.number](ask, state, action)
    says = ["The action is for the one who has the wrong number; the judges say which pegs go back."]
    sizes = {str(seat): held[seat] for seat in ask.seats}
    return _ruled(state, action, says, hands=sizes)


def _facts(ask: Asking, zone: str) -> tuple[Fact, ...]:
    played = [play for play in facts.plays(ask) if play.player == zone]
    said = [Fact(ask.say("{name} has played {n}.", zone, n=len(played)), played[-1].t)] if played else []
    return (*said, *facts.of_zone(ask, zone))


def _starter(ask: Asking) -> tuple[Fact, ...]:
    return () if ask.board.starter is None else (Fact("The starter was turned.", ask.board.cut_t),)


def _rule(action: Action) -> str:
    return f"4.4.c, action {action.number}" if action.number else "4.4.c"


def _sizes(ask: Asking, state: State) -> dict[Player, int]:
    return {ask.pone: state.pone, ask.dealer: state.dealer}


def _ruled(
    state: State, action: Action, says: list[str], moves: tuple[Json, ...] = (), **deal: object
) -> Ruled:
    off = [
        n
        for n, right in ((state.pone, HAND), (state.dealer, HAND), (state.crib, CRIB_SIZE))
        if abs(n - right) > 1
    ]
    house = HOUSE_AMOUNT if off and action.number in (3, 5, 6, 10) else None
    turned = "the starter was turned" if state.turned else "the starter was not turned"
    opening = sentence(
        "Pone {n}, dealer {m}, crib {k}; {turned}.",
        n=state.pone, m=state.dealer, k=state.crib, turned=sentence(turned),
    )  # fmt: skip
    return Ruled(_rule(action), (opening, *says), moves, {k: v for k, v in deal.items() if v}, house)


# --- the actions -------------------------------------------------------------------------------------------


def _play_on(ask: Asking, state: State, action: Action) -> Ruled:
    return _ruled(state, action, ["All numbers are right: play goes on."], hands=_sizes(ask, state))


def _redeal(ask: Asking, state: State, action: Action) -> Ruled:
    return _ruled(state, action, [ask.say("{name} deals again.", ask.dealer)], again=ask.dealer)


def _crib_from_discards(ask: Asking, state: State, action: Action) -> Ruled:
    text = "Ask each player alone what they discarded. How many of the discards were verified?"
    verified = ask.number("verified", text, high=CRIB_SIZE)
    if verified == CRIB_SIZE:
        crib = "The four verified discards are the crib."
    elif verified:
        crib = ask.say(
            "The {verified} verified discards stay; a judge draws {n} blind from the others.",
            verified=verified,
            n=CRIB_SIZE - verified,
        )
    else:
        crib = "A judge draws all four blind from the discards."
    return _ruled(
        state,
        action,
        [crib, "What is left over goes back to the pack. Play goes on, all points stand."],
        hands=_sizes(ask, state),
    )


def _fill_crib(ask: Asking, state: State, action: Action) -> Ruled:
    lacking = CRIB_SIZE - state.crib
    says = ask.say(
        "{n} from the top of the pack, unseen, into the crib. Play goes on, all points stand.", n=lacking
    )
    return _ruled(state, action, [says], hands=_sizes(ask, state))


def _dealer_dead(ask: Asking, state: State, action: Action) -> Ruled:
    text = "Had the pone cut before the dealer threw, and the dealer turned the starter?"
    if ask.yes("cut-early", text):
        again = (
            "The starter goes back; when both have thrown, the dealer shuffles and the pone cuts. No penalty."
        )
        return Ruled("6.1.a", (again,), deal={"starter_back": True})
    points = backs.points_back(ask, backs.PLAY, (ask.dealer,))
    crib = state.crib > CRIB_SIZE
    says = [ask.say("{name}'s hand is dead, and none of their points in the play count.", ask.dealer),
            *backs.said(ask, points), "The crib is dead." if crib else "The crib counts. Play goes on."]  # fmt: skip
    return _ruled(state, action, says, backs.moves(ask, points), hands=_sizes(ask, state),
                  dead=[ask.dealer, *([CRIB] if crib else [])], no_points=[ask.dealer])  # fmt: skip


def _excess_to_crib(ask: Asking, state: State, action: Action) -> Ruled:
    """Excess cards go to the crib; if it is still wrong, the new state is looked up again."""
    pone, dealer = max(state.pone - HAND, 0), max(state.dealer - HAND, 0)
    after = State(state.pone - pone, state.dealer - dealer, state.crib + pone + dealer, state.turned)
    gives = [ask.say("{name} puts {n} of their cards into the crib.", who, n=n) for who, n in
             ((ask.pone, pone), (ask.dealer, dealer)) if n]  # fmt: skip
    if after.row == "ccc":
        return _ruled(
            state, action, [*gives, "All numbers are right then: play goes on."], hands=_sizes(ask, after)
        )
    then = follow(ask, after)
    return Ruled(
        f"{_rule(action)}; {then.rule}",
        (*gives, *then.says),
        then.moves,
        then.deal,
        then.house,
    )


def _fill_hand(ask: Asking, state: State, action: Action) -> Ruled:
    says = [ask.say("{name} takes {n} from the top of the pack.", who, n=HAND - n) for who, n in
            _sizes(ask, state).items() if n < HAND]  # fmt: skip
    return _ruled(
        state,
        action,
        [*says, "Play goes on."],
        hands={ask.pone: max(state.pone, HAND), ask.dealer: max(state.dealer, HAND)},
    )


def _as_it_is(ask: Asking, state: State, action: Action) -> Ruled:
    says = ["Nothing is put right: play goes on, all points stand, everything is counted as it is."]
    return _ruled(state, action, says, hands=_sizes(ask, state))


def _crib_dead(ask: Asking, state: State, action: Action) -> Ruled:
    says = [
        "Nothing is put right: play goes on, all points stand, the hands are counted as they are, the crib is dead."
    ]
    return _ruled(state, action, says, hands=_sizes(ask, state), dead=[CRIB])


def _all_dead(ask: Asking, state: State, action: Action) -> Ruled:
    points = backs.points_back(ask, backs.PLAY)
    says = [
        "Play stops. All points of the play are taken back; hands and crib are dead.",
        *backs.said(ask, points),
    ]
    says.append(ask.say("{name} deals again.", ask.dealer))
    return _ruled(state, action, says, backs.moves(ask, points), again=ask.dealer)


def _pone_dead(ask: Asking, state: State, action: Action) -> Ruled:
    points = backs.points_back(ask, backs.PLAY)
    says = [ask.say("Play stops. All points of the play are taken back. {name}'s hand is dead.", ask.pone),
            *backs.said(ask, points),
            ask.say("The crib is filled with {n} from the top of the pack; {name} counts hand and crib.",
                    ask.dealer, n=CRIB_SIZE - state.crib)]  # fmt: skip
    return _ruled(state, action, says, backs.moves(ask, points), hands=_sizes(ask, state), dead=[ask.pone],
                  play="over")  # fmt: skip


def _crib_rebuilt(ask: Asking, state: State, action: Action) -> Ruled:
    text = ask.say("Can {name}'s two discards be told for certain?", ask.dealer)
    if ask.yes("told", text):
        crib = "The dealer's two are set aside; the dealer draws two blind from the rest to go with them."
        house = "the crib is the dealer's own two and the two that were drawn"
    else:
        crib, house = "A judge mixes all of the crib; the dealer draws four blind.", None
    says = [crib, "Play goes on, all points stand; the short hand is counted as it is."]
    ruled = _ruled(state, action, says, hands=_sizes(ask, state))
    return Ruled(ruled.rule, ruled.says, ruled.moves, ruled.deal, house)


def _dead_if_too_many(ask: Asking, state: State, action: Action) -> Ruled:
    points = backs.points_back(ask, backs.PLAY)
    sizes = {ask.pone: (state.pone, HAND), ask.dealer: (state.dealer, HAND), CRIB: (state.crib, CRIB_SIZE)}
    dead = [zone for zone, (n, right) in sizes.items() if n > right]
    names = [ask.say("the crib") if zone == CRIB else ask.say("the hand of {name}", zone) for zone in dead]
    all_dead = names[0] if names else ask.say("nothing")
    for one in names[1:]:
        all_dead = ask.say("{n} and {m}", n=all_dead, m=one)
    says = ["Play stops. All points of the play are taken back.", *backs.said(ask, points),
            ask.say("Dead: {what}. What is right or short is counted as it is.", what=all_dead)]  # fmt: skip
    return _ruled(
        state, action, says, backs.moves(ask, points), hands=_sizes(ask, state), dead=dead, play="over"
    )


def _pone_plays_on_for_nothing(ask: Asking, state: State, action: Action) -> Ruled:
    points = backs.points_back(ask, backs.PLAY, (ask.pone,))
    says = [ask.say("Play goes on until {name}'s last card. {other}'s hand is dead, and none of their points in the "
                    "play count.", ask.dealer, ask.pone), *backs.said(ask, points),
            ask.say("A judge mixes all of {name}'s cards; {other} draws {n} blind into the crib.",
                    ask.pone, ask.dealer, n=CRIB_SIZE - state.crib)]  # fmt: skip
    return _ruled(state, action, says, backs.moves(ask, points), hands=_sizes(ask, state), dead=[ask.pone],
                  no_points=[ask.pone])  # fmt: skip


ACTIONS: Final[Mapping[int, Callable[[Asking, State, Action], Ruled]]] = {
    0: _play_on, 1: _redeal, 2: _crib_from_discards, 3: _fill_crib, 4: _dealer_dead, 5: _excess_to_crib,
    6: _fill_hand, 7: _as_it_is, 8: _crib_dead, 9: _all_dead, 10: _pone_dead, 11: _crib_rebuilt,
    12: _dead_if_too_many, 13: _pone_plays_on_for_nothing,
}  # fmt: skip
"""What to do, by the number of the action (Rule: ACC 4.4.d)."""
