"""Every rule in our own words, with its number in each book."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribbage.profiles.article import Article
from cribbage.profiles.texts.crib import CRIB
from cribbage.profiles.texts.deal import DEAL
from cribbage.profiles.texts.game import GAME
from cribbage.profiles.texts.pegs import PEGS
from cribbage.profiles.texts.play import PLAY
from cribbage.profiles.texts.show import SHOW

ARTICLES: Final[tuple[Article, ...]] = (*GAME, *DEAL, *CRIB, *PLAY, *PEGS, *SHOW)


def sources(book: str) -> Mapping[str, str]:
    """The rule behind each field of a book's profile."""
    return MappingProxyType(
        {name: article.source(book, name) for article in ARTICLES for name in article.fields}
    )
