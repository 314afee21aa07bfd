"""What a scoreboard is made of: pegs, cards lying, cards played, score items, verdicts, questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from cribbage.log.observations import Player

Body: TypeAlias = Mapping[str, Any]
_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


def nothing() -> Mapping[Any, Any]:
    """The empty mapping that is every field's default."""
    return _NOTHING


@dataclass(frozen=True, slots=True)
class Pegs:
    """Where a player's two pegs stand; the front one is the score."""

    front: int = 0
    rear: int = -1

    @property
    def score(self) -> int:
        """The front hole as a score: every start hole counts 0."""
        return max(self.front, 0)


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies in one zone; `unread` = something does, and it could not be read (`count` may be unknown).

    `blind`: something hides the zone, and what is said of it is how it was before. `why` nothing was read, in words.
    `put_right`: maps cards that the eye reads to what a person says they are, as long as cards lie there.
    """

    cards: tuple[str, ...] = ()
    unread: bool = False
    count: int | None = None
    by: str = "eye"
    t: float = 0.0
    blind: bool = False
    why: str = ""
    put_right: Mapping[str, str] = field(default_factory=nothing)


@dataclass(frozen=True, slots=True)
class Shot:
    """The small picture kept of one reading: its `key`, and what was read in which zone of which deal.

    `new`: the cards that had not lain there before. `phase`: that of the deal once the reading had been judged.
    """

    key: str
    zone: str
    deal: int
    phase: str
    t: float
    cards: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    unread: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """One card of the play; `announced` is the count tapped in by its player, if any.

    A card that was not read has none, and the count after it is not known.
    """

    t: float
    deal: int
    player: Player
    card: str | None
    count: int | None
    points: int
    parts: tuple[tuple[str, int], ...] = ()
    announced: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One score item. `front` = its player's front hole when `step` points were last pegged for it, at `pegged_t`."""

    id: str
    what: str
    player: Player
    deal: int
    state: str
    born: float
    t: float
    earned: int | None = None
    pegged: int | None = None
    cards: tuple[str, ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    text: str = ""
    reason: str | None = None
    front: int | None = None
    pegged_t: float | None = None
    step: int = 0
    seat: Player = ""  # who holds the cards it is for: in doubles one of the two who peg as `player`

    @property
    def is_closed(self) -> bool:
        """Whether its window has shut."""
        return self.state == "closed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict, numbered from 1 within its game; `more` holds the keys that not every code has."""

    n: int
    t: float
    deal: int
    code: str
    player: Player | None
    points: int | None
    more: Body = field(default_factory=nothing)

    @property
    def item(self) -> str | None:
        """The id of the score item it is about, where there is one."""
        found = self.more.get("item")
        return None if found is None else str(found)


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened in a deal, and where the pegs stood then; moments come in the order of the events.

    `kind` is ``starter`` (with `card`), ``card`` (`play`: its place in the board's plays), ``said`` or ``ruling``
    (with what was `said`, in log form), or ``verdict``: a peg that was judged, with the pegs as they stood after it.
    """

    kind: str
    t: float
    deal: int
    pegs: Mapping[Player, Pegs]
    card: str | None = None
    play: int = -1
    said: Body = field(default_factory=nothing)
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """Something for which there is no verdict: `about` is ``lead``, ``over``, ``muggins``, ``mixed``, ``time``,
    ``game``."""

    t: float
    deal: int
    about: str
    case: str
    rule: str
    player: Player | None
    why: str


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question of the device: it is unsure about a zone, a hole or an item."""

    about: str
    why: str
    question: str
    t: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A peg stands in the game hole. `closed` = the closed scores before it; `accepted` by the opponent."""

    player: Player
    t: float
    closed: Mapping[Player, int]
    accepted: bool = False
