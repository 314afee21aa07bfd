"""What the players may say of the game now: what a page offers as buttons, and what is taken from it.

It follows the phase, the settings of the game and, for what there is to accept, which cards lie there and where the
pegs stand: never what was earned, or how a peg was judged, for a button that comes and goes with that would help to
count (Rule: ACC 9.5; reveal policy, P1, P6). In a sanctioned game not even the phase is told: there all words are
offered as long as the game is not over. Where the device cannot see, or has not seen a card yet, it does not know the
phase either, and offers all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cribbage.log.observations import CRIB, Player
from cribbage.shown.jsondata import Json
from cribbage.shown.policy import is_settled
from cribbage.shown.scoreboard import Scoreboard

CHALLENGE: Final = "challenge"
WORD_OF: Final[Mapping[str, str]] = {CHALLENGE: "overpeg"}
"""What a log calls a button's word, where that is a different one: no page of a sanctioned game names a finding."""
_ALWAYS: Final = (CHALLENGE, "concede", "judge")
_PLAY: Final = ("go", "muggins")
_SHOW: Final = ("claim", "none", "accept", "muggins")
_ALL: Final = ("go", *_SHOW, *_ALWAYS)
BUTTONS: Final[Mapping[str, tuple[str, ...]]] = {
    "starter": _ALWAYS,
    "play": (*_PLAY, *_ALWAYS),
    "show": (*_SHOW, *_ALWAYS),
}
"""The buttons of each phase, with muggins on. Between the deals it is too late to call it (Rule: ACC 10.4.c)."""
_NO_BUTTON: Final[Mapping[str, tuple[str, ...]]] = {"play": ("count", "renege"), "show": ("renege",)}
"""Words that are taken, and have no button."""


def buttons(board: Scoreboard, followed: bool = False) -> tuple[str, ...]:
    """The words that each player may say now, in the order of the page; `followed` by another game: none."""
    if not board.has_game or is_settled(board, followed):
        return ()
    words = BUTTONS.get(board.phase, _ALL) if _phase_is_told(board) else _ALL
    words = words if board.judge_called_by is None else (*words, "no-judge")
    return tuple(word for word in words if word != "muggins" or board.header.get("muggins"))


def refusal(board: Scoreboard, word: str) -> str | None:
    """Why a word (in the log's own name for it) is not taken now; None where it is. It is the key of a text, nothing
    more."""
    offered = buttons(board)
    if not offered or word in {WORD_OF.get(one, one) for one in offered}:
        return None  # before a game and after it nothing is refused: nothing follows from it
    if word == "muggins" and not board.header.get("muggins"):
        return "muggins"
    if not _phase_is_told(board) or word in _NO_BUTTON.get(board.phase, ()):
        return None
    return "late" if word == "muggins" else board.phase


def _phase_is_told(board: Scoreboard) -> bool:
    """Whether the phase is known, and may be seen by what is offered."""
    lying = board.zones.values()
    seen = bool(board.plays) or any(zone.cards or zone.unread for zone in lying)
    return board.mode != "sanctioned" and seen and not board.faults and not any(zone.blind for zone in lying)


def sayings(board: Scoreboard, followed: bool = False) -> Json:
    """The buttons as data: ``say`` the words, ``accept`` what each player would accept, ``concede`` what follows.

    ``called``: who has called for a judge, and may take it back (``no-judge``).
    """
    say = buttons(board, followed)
    ends = board.rules.is_house("must_peg_out") or bool((board.header.get("options") or {}).get("match_play"))
    shown: Json = {"say": list(say)}
    if board.judge_called_by is not None:
        shown["called"] = board.judge_called_by
    if "accept" in say:
        shown["accept"] = {seat: _accepted(board, seat) for seat in board.seating.seats}
    if "concede" in say:
        shown["concede"] = "ends" if ends else "no-end"
    return shown


def _accepted(board: Scoreboard, by: Player) -> Json:
    """What a player accepts: the opponent's hand or crib, as the cards that lie there show, and the front peg's hole.

    In a sanctioned game, and where several may have counted, only that it is a count.
    """
    mine = board.seating.side(by)
    sides = [side for side in board.sides if side != mine]
    if board.mode == "sanctioned" and board.claim is not None:
        return {"what": "game"}
    if len(sides) > 1:
        return {"what": "any"}
    if board.mode == "sanctioned":
        return {"what": "score", "player": sides[0]}
    crib = board.zones.get(CRIB)
    shown = crib is not None and bool(crib.cards or crib.unread) and board.dealer in board.against(mine)
    what = "crib" if shown else "hand" if len(board.against(mine)) == 1 else "score"
    return {"what": what, "player": sides[0], "hole": board.pegs[sides[0]].score}


__all__ = ["BUTTONS", "CHALLENGE", "WORD_OF", "buttons", "refusal", "sayings"]
