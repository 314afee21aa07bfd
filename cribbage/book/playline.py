"""The play of one deal as the cards came: series, counts, points, and who may have to say go.

A card that was not read has no value; from then on the count is the set of all that it may be, until every
one of them says that a new series began. Nothing here knows about pegs: `claim_go` is told of them.

Rule: ACC 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from cribbage.log.observations import Player
from cribbage.score.cards import Card
from cribbage.score.pegging import LIMIT, play_points, run_at_end, same_at_end

MAX_VALUE: Final = 10


@dataclass(slots=True)
class Laid:
    """One card of the play. `count` and `points` are None where an unread card hides them."""

    player: Player
    card: Card | None
    t: float
    opens: bool = False
    count: int | None = None
    points: int | None = None
    parts: tuple[tuple[str, int], ...] = ()
    after_go: bool = False  # laid by the player who had taken the go, in the series that this had ended
    agreed: int | None = None  # the count that was announced and holds


@dataclass(slots=True)
class Go:
    """Somebody could not play, or said so: the `count` then, and how many cards `player` had laid.

    `seen`: nothing was hidden then that may have changed either; otherwise it proves nothing.
    `claimed`: points called for, for cards that had fitted (Rule: ACC 7.3.a); `retrieved`: such cards that were laid
    and have gone back to the hand (7.3.b).
    `how` it came out at `t` (s): ``said``, ``pegged`` by the player who took the go, or by the ``card`` that began a
    series."""

    player: Player
    count: int
    laid: int
    seen: bool = True
    how: str = "said"
    t: float = 0.0
    claimed: int = 0
    retrieved: tuple[Card, ...] = ()


@dataclass(slots=True)
class PlayLine:
    """All cards of one play in order. `hand` is how many each player holds at the start.

    `lost`: nothing is known of the count; `blind`: because cards may have been laid unseen, so fewer of those that
    were seen make nothing known; `hidden`: because a place was, which makes no order of the cards an odd one. After
    a ruling `sizes` says who holds another number, and `dead` how many of them
    may not be played.
    """

    players: tuple[Player, ...]
    hand: int = 4
    laid: list[Laid] = field(default_factory=list)
    ended: bool = True
    pile: list[Card] | None = field(default_factory=list)
    counts: frozenset[int] = frozenset((0,))
    lost: bool = False
    blind: bool = False
    hidden: bool = False
    sizes: dict[Player, int] = field(default_factory=dict)
    dead: dict[Player, int] = field(default_factory=dict)
    before_go: tuple[tuple[Card, ...], int] | None = None
    """The series that a go has just ended, and its count; None where either is not known."""

    @property
    def count(self) -> int | None:
        """The count of the present series, 0 when none is open; None when it is not known."""
        if self.ended and not self.lost:
            return 0
        return next(iter(self.counts)) if len(self.counts) == 1 and self.pile is not None else None

    @property
    def last(self) -> Laid | None:
        """The card laid last."""
        return self.laid[-1] if self.laid else None

    def laid_together(self, player: Player, t: float) -> bool:
        """Whether several cards of one player came into view at once, at that time (s): their order is not known."""
        return sum(laid.t == t and laid.player == player for laid in self.laid) > 1

    def of(self, player: Player) -> list[Laid]:
        """The cards that a player has laid."""
        return [laid for laid in self.laid if laid.player == player]

    def size(self, player: Player) -> int:
        """How many cards the player's hand has."""
        return self.sizes.get(player, self.hand)

    def held(self, player: Player) -> int:
        """How many cards the player still has to play."""
        return max(self.size(player) - self.dead.get(player, 0) - len(self.of(player)), 0)

    @property
    def complete(self) -> bool:
        """Whether every card has been played."""
        return all(self.held(player) == 0 for player in self.players)

    @property
    def nearly_over(self) -> bool:
        """Whether cards are left, but nobody holds more than one: a hand dealt short would be empty now."""
        return not self.complete and all(self.held(player) <= 1 for player in self.players)

    def only_card_is(self, player: Player) -> bool:
        """Whether one card is left and this player holds it: nothing else can be laid in its place."""
        return all(self.held(one) == (one == player) for one in self.players)

    def fits(self, card: Card | None) -> bool | None:
        """Whether a card can be laid on the present series; None when that is not known.

        At 21 or lower a card that was not read fits too.
        """
        if self.ended and not self.lost:
            return False
        if self.lost:
            return None
        if card is None:
            return True if max(self.counts) + MAX_VALUE <= LIMIT else None
        answers = {count + card.value <= LIMIT for count in self.counts}
        return answers.pop() if len(answers) == 1 else None

    def may_be_unread(self, player: Player, card: Card) -> bool:
        """Whether a card that is seen only after the play may be the one of its player that was not read: it did not
        carry the count over thirty-one."""
        places = [i for i, laid in enumerate(self.laid) if laid.player == player and laid.card is None]
        counts = [0 if self.laid[i].opens or not i else self.laid[i - 1].count for i in places]
        return any(count is None or count + card.value <= LIMIT for count in counts)

    def goes_on(self, player: Player, card: Card | None) -> bool:
        """Whether a card can be laid in the series that its player has just taken the go of, while others hold cards
        and would lead the next one (Rule: ACC 2025 7.2.b, Hoyle)."""
        if self.before_go is None or card is None or self.last is None or self.last.player != player:
            return False
        pile, count = self.before_go
        others_hold = any(self.held(one) for one in self.players if one != player)
        return others_hold and card not in pile and count + card.value <= LIMIT

    def series_ended_by_go(self) -> int:
        """The index of the last card, or where its player has gone on after a go, of the card that had earned it."""
        index = len(self.laid) - 1
        while index > 0 and self.laid[index].after_go:
            index -= 1
        return index

    def lay(self, player: Player, card: Card | None, t: float, after_go: bool = False) -> Laid:
        """Add a card; the returned `Laid` says what it made and earned. `after_go`: in the series that was ended."""
        laid = Laid(player, card, t, after_go=after_go)
        if after_go and self.before_go is not None:
            pile, count = self.before_go
            self.pile, self.counts, self.ended = list(pile), frozenset((count,)), False
        self.before_go = None
        fits = self.fits(card)
        if fits is False:
            laid.opens = True
            self.pile, self.counts, self.lost, self.ended = [], frozenset((0,)), False, False
        if card is None or fits is None:
            self._blur(card)
        else:
            self._count(laid, card)
        self.laid.append(laid)
        return laid

    def _count(self, laid: Laid, card: Card) -> None:
        self.counts = frozenset(count + card.value for count in self.counts)
        if self.pile is None or card in self.pile:
            self.pile = None
            return
        self.pile.append(card)
        laid.count = next(iter(self.counts))
        laid.parts = self._parts(laid.count)
        if laid.after_go:  # one of the two for thirty-one was pegged as the go
            laid.parts = tuple((name, points - (name == "thirty-one")) for name, points in laid.parts)
        laid.points = sum(points for _, points in laid.parts)
        self.ended = laid.count == LIMIT

    def _parts(self, count: int) -> tuple[tuple[str, int], ...]:
        """What the last card earns at a count, which may not be the sum of the cards (Rule: ACC 7.4.a)."""
        pile = self.pile or []
        if count == sum(card.value for card in pile):
            return tuple((part.name, part.points) for part in play_points(pile).parts)
        same, run = same_at_end([card.rank for card in pile]), run_at_end([card.rank for card in pile])
        parts = [("fifteen" if count == 15 else "thirty-one", 2)] if count in (15, LIMIT) else []
        parts += [(f"{same} of a rank", same * (same - 1))] if same > 1 else []
        parts += [(f"run of {run}", run)] if run else []
        return tuple(parts)

    def points_at(self, count: int) -> int:
        """What the last card earns if this is taken for the count."""
        return sum(points for _, points in self._parts(count))

    def agree(self, count: int) -> None:
        """A count that was announced holds for the rest of the series (Rule: ACC 7.4.a)."""
        self.counts = frozenset((count,))
        self.ended = count >= LIMIT
        self.laid[-1].agreed = count

    def doubt_count(self, counts: Iterable[int]) -> None:
        """The count may be any of these, or the next card begins a series."""
        self.counts, self.pile, self.ended = frozenset((*counts, LIMIT)), None, False

    def _blur(self, card: Card | None) -> None:
        """A card that was not read, or one that may or may not open a series."""
        self.counts = _counts_after(self.counts, None if card is None else card.value)
        self.pile = None
        self.ended = False

    def lose(self, blind: bool = True, hidden: bool = False) -> None:
        """Nothing is known of the count until the play is over: cards may have been laid unseen (`blind`), as a place
        is `hidden`, or several were laid at once."""
        self.blind, self.hidden = self.blind or blind, hidden and (self.hidden or not self.lost)
        self.pile, self.counts, self.lost, self.ended = None, frozenset(range(LIMIT + 1)), True, False

    def end_series(self) -> None:
        """A go was taken: the next card opens a series, unless its player has more that fit (`goes_on`)."""
        known = not (self.ended or self.lost) and self.pile is not None and self.count is not None
        self.before_go = (tuple(self.pile or ()), self.count or 0) if known else None
        self.ended, self.lost = True, False
        self.pile, self.counts = [], frozenset((0,))

    def rewind(self, laid: Iterable[Laid], closed_after: frozenset[int]) -> None:
        """Play the given cards over again; a series was ended by a go after each index in `closed_after`.

        What was laid unseen stays unseen.
        """
        blind = self.lost and self.blind
        self.laid, self.pile, self.counts, self.ended, self.lost = [], [], frozenset((0,)), True, False
        self.before_go = None
        for index, old in enumerate(laid):
            self.lay(
                old.player, old.card, old.t, after_go=old.after_go and self.goes_on(old.player, old.card)
            )
            if old.agreed is not None:
                self.agree(old.agreed)
            if index in closed_after:
                self.end_series()
        if blind:
            self.lose()


@lru_cache(maxsize=4096)
def _counts_after(counts: frozenset[int], value: int | None) -> frozenset[int]:
    """What the count may be after a card of this value, or one that was not read (None), where it may have been any
    of these before."""
    values = range(1, MAX_VALUE + 1) if value is None else (value,)
    sums = ((count + one, one) for count in counts for one in values)
    return frozenset(total if total <= LIMIT else one for total, one in sums)
