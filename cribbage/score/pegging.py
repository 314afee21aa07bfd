"""The play: what a card earns when it is laid, and a whole play from the first lead to the last card.

`play_points` looks at one series, `Play` follows all of them: whose turn it is, who has to say go, who gets
the last card and who leads next. Rule: ACC 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from cribbage.errors import BadHand
from cribbage.score.cards import Card, show_cards
from cribbage.score.counting import Part, no_repeats
from cribbage.words import in_words

LIMIT: Final = 31
_SAME: Final = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}


@dataclass(frozen=True, slots=True)
class PlayCount:
    """What the last card of a series earned, the count it made, the parts, and the words for it."""

    points: int
    count: int
    parts: tuple[Part, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class Award:
    """Points that a player earned at one card; `name` is a part's name, ``go`` or ``last card``."""

    player: int
    points: int
    name: str


def play_points(pile: Sequence[Card]) -> PlayCount:
    """What the last card of `pile` (the cards of one series, in order) earns, go and last card apart.

    Raise `BadHand` for an empty pile, a card that is there twice, or a count over thirty-one.
    """
    if not pile:
        raise BadHand("no card has been played")
    no_repeats(pile)
    count = sum(card.value for card in pile)
    if count > LIMIT:
        raise BadHand(f"the count of {show_cards(pile)} is {count}, over thirty-one")
    parts = _parts(pile, count)
    return PlayCount(sum(part.points for part in parts), count, parts, _spoken(count, parts))


def _parts(pile: Sequence[Card], count: int) -> tuple[Part, ...]:
    parts: list[Part] = []
    if count in (15, LIMIT):
        parts.append(Part("fifteen" if count == 15 else "thirty-one", 2, tuple(pile)))
    ranks = [card.rank for card in pile]
    same = same_at_end(ranks)
    if same > 1:
        parts.append(Part(*_SAME[same], tuple(pile[-same:])))
    run = run_at_end(ranks)
    if run:
        parts.append(Part(f"run of {in_words(run)}", run, tuple(pile[-run:])))
    return tuple(parts)


def same_at_end(ranks: Sequence[int]) -> int:
    """How many of the last cards are of one rank: 1 to 4 (Rule: ACC 7.2.a, pairs)."""
    same = 1
    while same < len(ranks) and ranks[-same - 1] == ranks[-1]:
        same += 1
    return same


def run_at_end(ranks: Sequence[int]) -> int:
    """How many of the last cards are a run in any order: 0 or 3 to 7 (Rule: ACC 7.2.a, runs)."""
    longest = 0
    low = high = ranks[-1]
    seen: set[int] = set()
    for size, rank in enumerate(reversed(ranks), 1):
        if rank in seen:
            break
        seen.add(rank)
        low, high = min(low, rank), max(high, rank)
        if high - low == size - 1 and size >= 3:
            longest = size
    return longest


def rank_points(ranks: Sequence[int], count: int) -> int:
    """The points of the last card from ranks alone, `count` with it; the tail that can score is enough."""
    same = same_at_end(ranks)
    return (2 if count in (15, LIMIT) else 0) + (_SAME[same][1] if same > 1 else 0) + run_at_end(ranks)


def _spoken(count: int, parts: Sequence[Part]) -> str:
    """``ten``, ``fifteen for two``, ``twelve, a pair for two``, ``fifteen for two, and a pair is four``."""
    words = [in_words(count)]
    total = 0
    for part in parts:
        total += part.points
        if part.name in ("fifteen", "thirty-one"):
            words = [f"{words[0]} for two"]
        else:
            words.append(f"and a {part.name} is {in_words(total)}" if total > part.points else
                         f"a {part.name} for {in_words(part.points)}")  # fmt: skip
    return ", ".join(words)


class Play:
    """One deal's play for two to four players; every hand is known, so go needs no saying.

    `turn` is the player who must play now, None when all cards are out; `pile` is the series so far.
    """

    def __init__(self, players: int, leader: int, hands: Iterable[Iterable[Card]]) -> None:
        """Raise `BadHand` unless there is a hand for each of 2 to 4 players, and no card twice."""
        self.hands: list[list[Card]] = [list(hand) for hand in hands]
        if not 2 <= players <= 4 or len(self.hands) != players:
            raise BadHand(f"{players} players with {len(self.hands)} hands: 2 to 4 players, a hand for each")
        if not 0 <= leader < players:
            raise BadHand(f"there is no player {leader} to lead: players are 0 to {players - 1}")
        no_repeats(card for hand in self.hands for card in hand)
        self.pile: list[Card] = []
        self.turn: int | None = None
        self._pass_on_from(leader)

    @property
    def count(self) -> int:
        """The count of the series so far, 0 to 31."""
        return sum(card.value for card in self.pile)

    def playable(self, player: int) -> list[Card]:
        """The cards that this player holds and that keep the count within thirty-one."""
        return [card for card in self.hands[player] if self.count + card.value <= LIMIT]

    def play(self, card: Card) -> list[Award]:
        """Lay a card for the player whose turn it is; what it earned, go or last card included.

        Raise `BadHand`, naming the card, where that player has no such card or may not play it.
        """
        player = self._owner(card)
        self.hands[player].remove(card)
        self.pile.append(card)
        earned = play_points(self.pile)
        awards = [Award(player, part.points, part.name) for part in earned.parts]
        self._pass_on_from((player + 1) % len(self.hands))
        if self.turn is None or earned.count == LIMIT:
            if earned.count != LIMIT:
                awards.append(Award(player, 1, "go" if any(self.hands) else "last card"))
            self.pile = []
            self._pass_on_from((player + 1) % len(self.hands))
        return awards

    def _owner(self, card: Card) -> int:
        """The player whose turn it is, where this card is theirs and may be played."""
        if self.turn is None:
            raise BadHand(f"{card} cannot be played: all cards are out")
        if card in self.hands[self.turn]:
            if self.count + card.value > LIMIT:
                raise BadHand(f"{card} carries the count from {self.count} over thirty-one")
            return self.turn
        held_by = next((i for i, hand in enumerate(self.hands) if card in hand), None)
        why = "nobody holds it (any more)" if held_by is None else f"it is in the hand of player {held_by}"
        raise BadHand(f"{card} cannot be played at count {self.count}: player {self.turn} is next, and {why}")

    def _pass_on_from(self, player: int) -> None:
        """Give the turn to the first in order who can play; None says go for everybody."""
        order = [(player + step) % len(self.hands) for step in range(len(self.hands))]
        self.turn = next((i for i in order if self.playable(i)), None)


def whole_play(
    players: int, leader: int, hands: Iterable[Iterable[Card]], order: Iterable[Card]
) -> tuple[int, ...]:
    """The points of each player over a whole play: `order` is every card as it was laid, by the player who held it.

    Go, last card and thirty-one are included. Raise `BadHand` for a sequence that is not legal.
    """
    play = Play(players, leader, hands)
    points = [0] * players
    for card in order:
        for award in play.play(card):
            points[award.player] += award.points
    if play.turn is not None:
        raise BadHand(f"not played: {show_cards(card for hand in play.hands for card in hand)}")
    return tuple(points)
