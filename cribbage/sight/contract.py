"""What the sensors promise, and what they leave open: each line one number, with its reason.

All histories that differ from what was told follow from this module (`cribbage.worlds`); nothing else in the rules
knows how late an eye can be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

from cribbage.log.codec import Header
from cribbage.log.observations import Cards, Holes, Observation, Player, Said, Unread

LATE_S: Final = 2.5
"""How long a card may have lain before it was told: an arm was over it, or the picture had not come to rest.
A log that says when each place was read before (`since`) needs no such number."""
LONG_LATE_S: Final = 12.0
"""How long a card that was told as unread may have lain before the first word of it: as long as an arm stays."""
BROKEN_S: Final = 6.0
"""No eye should tell a card later than it promises; where it does, what was said of these seconds is withdrawn."""
WORD_LATE_S: Final = 6.0
"""How long after it was said a word may be tapped: the player who says it has cards or a peg between their
fingers."""
READ_S: Final = 2.0
"""How long after the camera sees again everything that lies there has been told again."""
UNSEEN_S: Final = 5.0
"""How long a peg has to be under a cover that it may have been set wrong, called and put back; in less it was one
move."""
CALLED_S: Final = 3.1
"""How long a peg has to be up that it may have stood in a dead hole for its second, been called and put back. Quick
players need two to three seconds for all that, but so long the slow ones take to peg."""
QUICK_CALLED_S: Final = 2.0
"""The same where another side takes up its peg as soon as that one stands: it pegs what it has called."""
UNUSUALLY: Final = 3.0
"""By how much longer than its side's last pegs one has to be up then, as slow players take so long always."""
REACH_S: Final = LONG_LATE_S
"""How far back something may belong that is told now."""

SINCE: Final = "since"
"""Key of an observation: when its place was last read before; of pegs read by a camera, when each track was."""


TABLE: Final = "table"
"""Key of the header: by what the table reads its pegs and its cards. Anything else there is kept as it is."""
UNPLACED: Final = "unplaced"
"""Key in the header's `TABLE`: the zones of this game that the layout has no place for; the eye never reads them."""
READ_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "pegs": ("sensors", "camera", "both", "none"),
    "cards": ("camera", "none"),
}


def read_by(header: Mapping[str, Any], what: str) -> str | None:
    """What read the ``pegs`` or ``cards``, from a header in log form; None where it uses no known word."""
    told = header.get(TABLE)
    by = told.get(what) if isinstance(told, Mapping) else None
    return by if by in READ_BY[what] else None


def says_since(header: Header) -> bool:
    """Whether the observations of this log say since when what they tell may have been there."""
    sight = header.extra.get("sight")
    return isinstance(sight, dict) and sight.get(SINCE) is True


def late_s_of(header: Header) -> float:
    """How late a card may be told in this log, where the observation does not say it (s, from 0 to `REACH_S`).

    A value that is no number counts as not written."""
    if says_since(header):
        return 0.0
    late_s = header.extra.get("late_s", LATE_S)
    is_number = isinstance(late_s, int | float) and not isinstance(late_s, bool)
    return float(max(0.0, min(late_s, REACH_S))) if is_number else LATE_S


def settle_s_of(header: Header) -> float:
    """How long (s) after a card was told one that lay elsewhere before it may still be told.

    A log that says since when a place had not been read says so only with what is told next."""
    return LATE_S if says_since(header) else late_s_of(header)


def lay_since(seen: Observation, late_s: float) -> float:
    """The earliest time (log time in s) at which what is told now may have been there; its own time where it cannot
    be late.

    `late_s`: how late a card may be told in this log, where the observation does not say it.
    """
    if isinstance(seen, Said):
        return seen.t - WORD_LATE_S
    since = _since(seen)
    return seen.t - late_s if since is None else since


def was_unseen(seen: Holes, player: Player) -> bool:
    """Whether the pegs of a track may have been moved and put back before they were told to stand so."""
    since = seen.extra.get(SINCE)
    told = since.get(player) if isinstance(since, Mapping) else None
    if isinstance(told, int | float) and not isinstance(told, bool):
        return seen.t - told >= UNSEEN_S
    return False


def unread_since(before: Sequence[Observation], seen: Cards, late_s: float) -> float:
    """The earliest time (s) at which cards may have lain where none could be read, in a log that does not say it.

    Their number is that of the first moment: what is laid under the same arm comes to light with them. `before`:
    what was observed before, in its order. Infinite where the place was read.
    """
    began = inf
    for one in reversed(before):
        if isinstance(one, Cards | Unread) and one.zone == seen.zone:
            if isinstance(one, Cards):
                break
            began = one.t
    return max(began - late_s, seen.t - LONG_LATE_S)


def waits_since(seen: Observation) -> float:
    """What is held against anybody after this time waits for what is told now; infinite where nothing does.

    Only a log that says since when a place had not been read makes anything wait: elsewhere nobody knows, at the time
    at which a verdict falls due, that something will be told, and a verdict falls due late enough for it.
    """
    since = _since(seen) if isinstance(seen, Cards | Unread) else None
    return inf if since is None else since


def could_lie_since(seen: Observation, late_s: float) -> float:
    """The same where an unwritten promise is not kept: what was said of these seconds is withdrawn."""
    told = lay_since(seen, late_s)
    return told if _since(seen) is not None else min(told, seen.t - BROKEN_S)


def _since(seen: Observation) -> float | None:
    """The earliest time at which it may have been there, where that is certain; None where its place may have been
    read at any time before."""
    if not isinstance(seen, Cards | Unread):
        return seen.t
    since = seen.extra.get(SINCE)
    if isinstance(since, int | float) and not isinstance(since, bool):
        return max(min(float(since), seen.t), seen.t - REACH_S)
    return None
