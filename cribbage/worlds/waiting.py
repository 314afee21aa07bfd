"""Verdicts that wait, and what is asked of them and of the histories that are left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

from cribbage.book.challengedaloud import BEFORE_THE_WORD
from cribbage.book.correctedcard import PUT_RIGHT
from cribbage.book.deal import Deal, Hold
from cribbage.book.fornothing import IN_ONE
from cribbage.book.game import remark_of
from cribbage.book.items import Reason
from cribbage.book.muggins import NOT_ALL_SEEN
from cribbage.log.events import Event
from cribbage.log.observations import Cards, Observation, Player, Said, Unread
from cribbage.log.verdicts import Code
from cribbage.sight.contract import REACH_S
from cribbage.sight.pegmoves import RELEASE_S
from cribbage.worlds.acquittal import FOLLOW_UPS, odd_statement
from cribbage.worlds.balance import PointsLeft
from cribbage.worlds.history import History
from cribbage.worlds.judged import SAID_AS_TOLD, Found, Matter
from cribbage.worlds.proof import PROOF, statement

SAID_T: Final = "said_t"
"""Key of a verdict: when it was said (log time in s), the time of the act or of the deadline that made it so."""
IS_RIGHT: Final = frozenset({PUT_RIGHT, IN_ONE, BEFORE_THE_WORD})
"""Why blame that was not said yet is withdrawn, where what was pegged is right after all; else nobody knows."""
WHY: Final = "it may have happened in another order than it was told"
"""Why a verdict is not said, or withdrawn."""


@dataclass(slots=True, eq=False)
class Waiting:
    """A verdict that blames a player, or says that a hand is too short, and is not said yet; from `due` (s) nothing
    new that is told can acquit them."""

    verdict: Event
    matter: Matter
    deal: int
    due: float
    acquitted: bool = False
    points_left: PointsLeft | None = None
    said: Event | None = None  # what became of it
    statements: list[dict[str, Any]] = field(default_factory=list)  # of histories that are given up
    found: list[Found] = field(default_factory=list)  # what these hold against its player
    awards: list[int] = field(default_factory=list)  # for how much a call is right in these


def awarded_in(history: History, one: Waiting) -> int:
    """How many points a call that was right as told is right for in a history, where that is asked."""
    by_peg = one.verdict.body.get("assumed")  # without a word: one said aloud may explain the peg otherwise
    points: int = one.verdict.body["points"]
    return history.awarded(one.verdict) if by_peg or who_spoke(history) is None else points


def may_acquit(
    seen: Observation, waiting: Sequence[Waiting], holds: Sequence[Hold], deal: Deal, *, is_perhaps_held: bool
) -> bool:
    """Whether an observation may acquit anybody if it happened earlier: an unread place only of what is already held
    against them (`waiting`, or in the book's `holds`) or of a go said lately, which a card that comes to light may
    make a renege; a word only of a peg that it showed to be let go of before its second was over (`is_perhaps_held`:
    in the play one may still be), of a refused call, or of the hand that it gives up, which a peg waits for."""
    if isinstance(seen, Said):
        if any(one.verdict.body["code"] == Code.MUGGINS_REFUSED for one in waiting):
            return True  # the hand may have been given up by a word tapped after the call
        last = deal.line.last
        if seen.what == "go" and deal.line.ended and last is not None and last.player == seen.by:
            return True  # it may have been said before their own card, which then was a lead
        passed = (item for hold in holds for item in hold.waits if item.player != hold.move.player)
        if seen.what == "none" and any(item.seat == seen.by for item in passed):
            return True  # and so may one that was to be counted before another was pegged
        blamed = (one.verdict for one in waiting if "move" in one.verdict.body)
        pegged = [verdict.t for verdict in blamed] + [hold.move.t for hold in holds]
        return is_perhaps_held or any(0 < seen.t - t < RELEASE_S for t in pegged)
    if not (isinstance(seen, Unread) and seen.count is None):
        return True
    lately = [one.verdict.t for one in waiting] + [go.t for go in deal.said_go.values()]
    return bool(holds) or any(seen.t - t <= REACH_S for t in lately)


def may_have_gone_back(blame: Event, told: History) -> bool:
    """Whether only what was observed last shows that another player's card over thirty-one was a lead, so that a go
    had been due: that the card went back before that may still be told, unless it was seen to lie there (7.1.e)."""
    if (
        blame.kind != "verdict"
        or "move" in blame.body
        or blame.body.get("window") not in (Reason.NEXT_CARD, None)
    ):
        return False
    game, latest = told.game, told.latest
    laid = game.deal.line.laid
    before, lead = next(((a, b) for a, b in pairwise(laid) if b.t == blame.t), (None, None))
    if before is None or lead is None or before.player == lead.player:
        return False
    return latest.t > blame.t and not (isinstance(latest, Cards) and latest.zone == lead.player)


def is_said_as_told(event: Event) -> bool:
    """Whether an event is said at once, as it was told: it holds nothing against anybody, follows from nothing that
    does, and no card that is told late can make it otherwise; or judges have found it."""
    code = event.body.get("code")
    return (
        "ruled" in event.body or event.kind != "verdict" or (code in SAID_AS_TOLD and code not in FOLLOW_UPS)
    )


def is_award(event: Event) -> bool:
    """Whether points were called for rightly, as told: muggins (Rule: ACC 10.4.a)."""
    return event.kind == "verdict" and event.body["code"] == Code.MUGGINS


_NOT_VERIFIED: Final = ("player", "pegged", "move", "what", "item", "seat")
"""What stays of a verdict that is not verified."""


def not_upheld(award: Event, profile: str) -> Event:
    """What is said of a call that was not right in every history: nothing follows but what judges decide."""
    caller = award.body["player"]
    return Event("remark", award.t, remark_of(profile, "muggins", "unseen", "10.4.a", caller, NOT_ALL_SEEN))


def award_of_at_least(award: Event, points: int, more_called: bool) -> Event:
    """What is said of a call for which so many points may be pegged in every history; `more_called`: and for no more
    in any than as told. Otherwise it is not said how many had been missed, nor what a wrong call costs."""
    left_open = () if more_called else ("missed", "house_default")
    body = {key: value for key, value in award.body.items() if key not in left_open}
    return Event("verdict", award.t, {**body, "points": points, "least": True})


def blame_of_at_least(blame: Event, points: int, keep_earned: bool) -> Event:
    """What is said of a fault of at least so many points: not for what nor, but with `keep_earned`, what was earned
    and where the peg belongs."""
    left_open = () if keep_earned else ("earned", "breakdown", "remedy")
    body = {key: value for key, value in blame.body.items() if key not in left_open}
    return Event("verdict", blame.t, {**body, "points": points, "least": True}, blame.version)


def points_held(one: Waiting, found: Iterable[Found | None], slip: float, left: float) -> set[int]:
    """By how many points each history finds that a verdict blames, as told too: less what a peg slipped that was
    perhaps held, and what the balance leaves of them (`left`)."""
    told = one.verdict.body["points"] or 0
    points = {told - int(slip)}
    points |= {
        other.points - int(slip if other.matter == one.matter else 0)
        for other in found
        if other and other.points is not None
    }
    return points | {int(left)} if left < told else points


def not_verified(verdict: Event, points: int, why: str) -> Event:
    """What is said instead of a verdict where an honest history is left."""
    kept = {key: verdict.body[key] for key in _NOT_VERIFIED if key in verdict.body}
    return Event("verdict", verdict.t, {"code": Code.UNVERIFIED.value, "points": points, "why": why} | kept)


def read_otherwise(blame: Event, why: str) -> Event:
    """What is said instead of blame that the game as told has withdrawn before it was said, and `why`: what was
    pegged is right, or nobody knows."""
    told = blame.body
    kept = {key: told[key] for key in ("player", "pegged", "move", "what", "item") if key in told}
    found = {"code": Code.SCORED.value} if why in IS_RIGHT else {"code": Code.UNVERIFIED.value, "why": why}
    return Event("verdict", blame.t, kept | found | {"points": told.get("pegged", told["points"])})


def key_of(verdict: Event) -> tuple[str, str, float]:
    """What a withdrawal names a verdict by: code, player, time."""
    return verdict.body["code"], verdict.body["player"], verdict.t


def said_at(event: Event, t: float, proof: list[dict[str, Any]] | None = None) -> Event:
    """An event as it is said at a time (s): a verdict with that time, and its proof."""
    if event.kind != "verdict":
        return event
    proved = {} if proof is None else {PROOF: proof}
    return replace(event, body={**event.body, SAID_T: t, **proved})


def withdrawal(verdict: Event, now: float, why: str) -> Event:
    """What is said at the time `now` (s) of blame that is taken back."""
    body = verdict.body
    about = {key: body[key] for key in ("player", "points", "move") if key in body}
    facts = {"of": body["code"], "since": verdict.t, "why": why}
    return Event("verdict", now, {"code": Code.WITHDRAWN.value, **about, **facts})


def failed_statement(history: History, told: History, fails: str) -> dict[str, Any]:
    """As data: a history that nobody would have played, and why (`cribbage.worlds.acquittal.nobodys`)."""
    if fails == "odd":
        return odd_statement(history, min(history.odd - told.odd, key=str))
    if fails == "more":
        return statement(history.told_late, "more")
    return statement(history.told_late, "odd", odd=fails, player=who_spoke(history))


def who_spoke(history: History) -> Player | None:
    """The player who challenged aloud in a history, or gave a hand up."""
    return history.challenger if history.gave_up is None else history.gave_up[0]


def waits_for_word(one: Waiting) -> bool:
    """Whether a verdict waits for a word that gave the hand up, or was about an earlier peg: no call settles it
    sooner."""
    body = one.verdict.body
    is_accepted = body["code"] == Code.OVERPEG_STANDS and body.get("window") == Reason.ACCEPTED
    return is_accepted or bool(body["code"] == Code.MUGGINS_REFUSED)


def acquits_if_right(history: History, one: Waiting) -> bool:
    """Whether one history acquits of a move just because the move is right in it: where a sensor broke its promise,
    or the same player challenged aloud."""
    return history.breaks_contract or history.challenger == one.verdict.body["player"]


def is_only_called_for(history: History, one: Waiting) -> bool:
    """Whether a history says of a correction only that somebody else had called for it: that is no acquittal."""
    return one.verdict.body["code"] == Code.CORRECTED and history.challenger not in (
        None,
        one.verdict.body["player"],
    )


def is_held(history: History, one: Waiting) -> bool:
    """Whether the move of a verdict has none yet in a history: what comes next shows there what it was for."""
    return any(one.matter == ("move", hold.move.player, hold.move.t) for hold in history.game.holds)


def is_right_after_all(history: History, one: Waiting) -> bool:
    """Whether a move that blame was said for is right in a history in which a sensor broke its promise, or told what
    came before that move when nobody waited for it any more."""
    return history.finds_right(one.matter) and (
        history.breaks_contract or one.verdict.t <= history.late_until
    )


def deal_of(one: Waiting) -> int:
    """The deal that a verdict is about: points may be said to be missed only at the next cut, and a hand to be pegged
    out of order only when the deal is over."""
    body = one.verdict.body
    names = [body["item"]] if "item" in body else body.get("for") or [""]
    number = str(names[0]).split("-", 1)[0]
    return int(number) if number.isdigit() else one.deal
