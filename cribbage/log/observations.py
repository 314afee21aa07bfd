"""What was seen or said at the table: the referee's only input.

One class for each kind of observation of the table log. All are frozen values; `t` is seconds since the
start of the log and never decreases. Zones are ``starter``, ``A``, ``B`` and ``crib``; players are ``A``
and ``B`` (``C``, ``D`` where a profile has more). `extra` keeps unknown keys of the log, unread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from cribbage.score.cards import Card

Player: TypeAlias = str
Zone: TypeAlias = str
Part: TypeAlias = Literal["camera", "board"]

STARTER: Final = "starter"
CRIB: Final = "crib"
BLIND: Final = "blind"
"""Key of an `Unread` of a place that nobody can see: it is not known whether anything lies there."""
PAGE: Final = "page"
"""The value of "by" in what a person told on the page."""
REREAD: Final = "reread"
"""The word that takes back what a person entered for a place: until it is read again, nobody knows what lies
there."""
AGAIN: Final = "a person asked to read this place again"
"""Why a place is unread whose last reading was taken back."""
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def _nothing() -> Mapping[str, Any]:
    return _NOTHING


@dataclass(frozen=True, slots=True)
class Holes:
    """The occupied holes of each track after debouncing; one missing means a peg is in the air."""

    t: float
    holes: Mapping[Player, frozenset[int]]
    extra: Mapping[str, Any] = field(default_factory=_nothing, compare=False)


@dataclass(frozen=True, slots=True)
class Cards:
    """A steady, confirmed reading of one zone in laying order; empty = cleared."""

    t: float
    zone: Zone
    seen: tuple[Card, ...]
    extra: Mapping[str, Any] = field(default_factory=_nothing, compare=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """Cards lie in a zone and could not be read for certain; `count` may be unknown.

    `is_blind`: something hides the place, so it is not even known whether any cards lie there.
    """

    t: float
    zone: Zone
    count: int | None
    extra: Mapping[str, Any] = field(default_factory=_nothing, compare=False)

    @property
    def is_blind(self) -> bool:
        """Whether something hides the place, so that nothing may lie there at all."""
        return self.count is None and self.extra.get(BLIND) is True


@dataclass(frozen=True, slots=True)
class Said:
    """Something tapped in by a player, at the page, or by a judge: ``go``, ``count``, ``claim``, ...

    ``reread`` is about a `zone`, and may be said by nobody in particular (`by` is an empty text then).
    """

    t: float
    by: Player
    what: str
    n: int | None = None
    extra: Mapping[str, Any] = field(default_factory=_nothing, compare=False)
    zone: Zone | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judges' decision: the rule it rests on, what is to be moved where, and what becomes of the deal."""

    t: float
    judges: tuple[str, ...]
    rule: str
    moves: tuple[Mapping[str, Any], ...]
    deal: Mapping[str, Any] = field(default_factory=_nothing)
    extra: Mapping[str, Any] = field(default_factory=_nothing, compare=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """A part stopped seeing (or, with ``what == "ok"``, sees again): what it missed is unknown, not empty.

    With `track` the board follows everything but the pegs of this player. A reader that does not know the key takes
    the whole board for unseen, which is the safe side.
    """

    t: float
    part: str
    what: str
    extra: Mapping[str, Any] = field(default_factory=_nothing, compare=False)
    track: Player | None = None

    @property
    def is_over(self) -> bool:
        """Whether this says that the part works again."""
        return self.what == "ok"


Observation: TypeAlias = Holes | Cards | Unread | Said | Ruling | Fault
