"""What the log knows, said as evidence: only of the present deal, and only what has lain face up (P7, P8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cribbage.judging.base import Asking, Fact, Seat, points_said
from cribbage.log.observations import CRIB, Player
from cribbage.sentences import Sentence, sentence
from cribbage.shown.scoreboard import Item, Play, Verdict
from cribbage.shown.state import Remark

VERDICTS: Final[Mapping[str, str]] = {
    "scored": "{name} pegged {points}",
    "underpeg": "{name} pegged {points} too few",
    "overpeg": "{name} pegged {points} too many",
    "overpeg-stands": "{name} pegged {points} too many, not claimed in time",
    "corrected": "{name} took {points} back",
    "false-claim": "{name} pegged out {points} short",
    "game": "{name} pegged out",
    "heels-forfeit": "{name} played before taking two for his heels",
    "out-of-order": "{name} counted out of turn and pegged {points}",
    "wrong-track": "{name} pegged on the wrong track",
    "opponent-peg": "{name} pegged with the peg of {other}",
    "front-peg-removed": "{name} lifted the front peg",
    "both-pegs-removed": "{name} had both pegs out",
    "back-peg-moved": "{name} moved the back peg up",
    "backward": "the peg of {name} went back {points} without a reason",
    "renege": "{name} said go and showed a card that fitted",
    "wrong-count": "a hand or the crib has the wrong number of cards",
    "imperfect-pack": "the same card was seen twice",
    "muggins": "{name} took {points} by muggins",
    "muggins-refused": "a muggins call of {name} was wrong",
    "unverified": "{name} pegged {points}; the cards behind it were not seen",
    "withdrawn": "what was said of {name}'s pegs was taken back: it may have been seen wrong",
}
"""What the referee's codes say, to judges: what was seen, not what follows."""
REMARKS: Final[Mapping[str, str]] = {
    "lead": "{name} led out of turn, and a card was played on it.",
    "over": "{name} laid a card over thirty-one.",
    "mixed.starter-in-hand": "The starter lay in {name}'s hand.",
    "mixed.starter-in-crib": "The starter lay in the crib.",
    "mixed.starter-up": "The starter was taken up before all hands had been counted.",
    "mixed.hand-in-crib": "{name}'s hand lay in the crib.",
}
_WHOSE: Final[Mapping[str, str]] = {
    "hand": "{name}'s hand", "crib": "{name}'s crib", "play": "{name}'s play", "heels": "{name}'s heels",
    "penalty": "{name}'s penalty",
}  # fmt: skip


def items(ask: Asking, *whats: str, player: Player | None = None) -> list[Item]:
    """The score items of this deal, oldest first."""
    return [
        item
        for item in ask.board.items.values()
        if item.deal == ask.board.deal
        and (not whats or item.what in whats)
        and (player is None or ask.side(player) == item.player)
    ]


def verdicts(ask: Asking, *codes: str, player: Player | None = None) -> list[Verdict]:
    """The verdicts of this deal with one of these codes, oldest first."""
    return [
        v
        for v in ask.board.verdicts
        if v.deal == ask.board.deal
        and (not codes or v.code in codes)
        and (player is None or ask.side(player) == v.player)
    ]


def plays(ask: Asking) -> list[Play]:
    """The cards of this deal's play, as they lie now."""
    return [play for play in ask.board.plays if play.deal == ask.board.deal]


def of_remarks(ask: Asking, about: str) -> tuple[Fact, ...]:
    """What was remarked in this deal about something for which there is no verdict."""
    found = [one for one in ask.board.remarks if (one.deal, one.about) == (ask.board.deal, about)]
    return tuple(Fact(ask.say(_remark(one), Seat(one.player or ""), code=one.why), one.t) for one in found)


def _remark(one: Remark) -> str:
    return REMARKS.get(one.about) or REMARKS.get(f"{one.about}.{one.case}", "noted: {code}")


def of_pegs(ask: Asking, player: Player) -> Fact:
    """Where a player's pegs stand."""
    standing = ask.board.pegs[ask.side(player)]
    return Fact(ask.say("{name}'s pegs stand in {n} and {m}.", player, n=standing.front, m=standing.rear))


def of_item(ask: Asking, item: Item) -> Fact:
    """What a score was worth and what was pegged for it."""
    cards = f" ({' '.join(item.cards)})" if item.cards else ""
    worth = sentence("was not seen") if item.earned is None else sentence("is worth {n}", n=item.earned)
    pegged = "{n} pegged" if item.pegged is not None else "nothing was pegged for it"
    told = sentence(
        "{whose}{cards} {worth}, {pegged}.", cards=cards, worth=worth, pegged=sentence(pegged, n=item.pegged),
        whose=ask.say(_WHOSE.get(item.what, "{name}'s score"), item.player),
    )  # fmt: skip
    return Fact(told, item.pegged_t or item.born)


def of_plays(ask: Asking, played: Iterable[Play]) -> tuple[Fact, ...]:
    """Cards of the play with the count after each."""
    return tuple(Fact(_laid(ask, play), play.t) for play in played)


def _laid(ask: Asking, play: Play) -> Sentence:
    card = sentence("a card that was not read") if play.card is None else play.card
    laid = "{name} laid {card}." if play.count is None else "{name} laid {card}: count {n}."
    return ask.say(laid, play.player, card=card, n=play.count)


def of_verdicts(ask: Asking, found: Iterable[Verdict]) -> tuple[Fact, ...]:
    """What the referee said of moves, with the holes where it knows them."""
    return tuple(Fact(_told(ask, v), v.t) for v in found)


def _told(ask: Asking, v: Verdict) -> Sentence:
    pattern = VERDICTS.get(v.code, "noted: {code}")
    what = ask.say(
        pattern,
        v.player or "",
        points=points_said(v.points or 0),
        code=v.code,
        other=_opponents_name(ask, v.player),
    )
    _, _, holes = str(v.more.get("move", "")).partition(" ")
    before, moved, after = holes.partition(">")
    if not moved:
        return sentence("{what}.", what=what)
    return sentence("{what} (pegs {n}, then {m}).", what=what, n=before, m=after)


def _opponents_name(ask: Asking, player: Player | None) -> str:
    return "" if player is None else ask.name(ask.other(player))


def of_zone(ask: Asking, zone: str) -> tuple[Fact, ...]:
    """How many cards lie in a zone; never which."""
    lying = ask.board.zones.get(zone)
    if lying is None or lying.count is None or not lying.count:
        return ()
    where = ask.say("in the crib") if zone == CRIB else ask.say("before {name}", zone)
    lie = "{n} cards lie {where}." if lying.count > 1 else "{n} card lies {where}."
    return (Fact(sentence(lie, n=lying.count, where=where), lying.t),)
