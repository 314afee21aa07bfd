"""Playing cards as small integers with a two-letter text form.

A `Card` is an int from 0 to 51 (rank * 4 + suit), so it indexes tables directly, and prints as rank and
suit: ``AS``, ``TD``, ``KC``. The fifty-two cards are made once; `Card.parse` hands those out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cribbage.errors import UnknownCard

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
RANK_NAMES: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


class Card(int):
    """One of the fifty-two cards; an int 0..51 ordered by rank, then suit (clubs lowest)."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``5H``, ``th`` or ``10H``; raise `UnknownCard` for anything else."""
        card = _BY_TEXT.get(text.strip().upper().replace("10", "T"))
        if card is None:
            raise UnknownCard(text)
        return card

    @property
    def rank(self) -> int:
        """1 for an ace to 13 for a king."""
        return int(self) // 4 + 1

    @property
    def suit(self) -> int:
        """0..3 in the order of `SUITS`."""
        return int(self) % 4

    @property
    def value(self) -> int:
        """What the card counts towards fifteen and thirty-one: 1 to 10 (Rule: ACC 1.3)."""
        return min(self.rank, 10)

    @property
    def name(self) -> str:
        """The card in words: ``five of hearts``."""
        return f"{RANK_NAMES[self.rank - 1]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return RANKS[int(self) // 4] + SUITS[int(self) % 4]

    def __repr__(self) -> str:
        return f"Card({self})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


DECK: Final[tuple[Card, ...]] = tuple(Card(i) for i in range(52))
_BY_TEXT: Final = {str(card): card for card in DECK}


def parse_cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """Read several cards; the first that is unknown raises `UnknownCard`."""
    return tuple(Card.parse(text) for text in texts)


def show_cards(cards: Iterable[Card]) -> str:
    """The one-line text form of some cards: ``5H 5S JD KC``."""
    return " ".join(str(card) for card in cards)
