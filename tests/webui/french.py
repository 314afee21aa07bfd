"""English that has stayed in a French page: words that the English texts use and the French ones never do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {
    "pegwatch",
    "english",
    "acc",
    "hoyle",
    "alberta",
    "corporate",
    "challenge",
    "pin",
    "go",
    "muggins",
    "app",
}
"""Names, words of the game, and how the books number their rules (App. B)."""
UNITS = {"csv", "json", "spi", "mm", "px", "http", "local", "pegwatch", "français", "english"}


def _texts(found: Any) -> Iterator[str]:
    if isinstance(found, Mapping):
        for value in found.values():
            yield from _texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value)
    elif isinstance(found, str):
        yield re.sub(r"\{\w+\}", " ", found)


def _read(name: str) -> Any:
    return json.loads(resources.files("webui").joinpath(f"static/{name}.json").read_text(encoding="utf-8"))


def words_in(texts: Iterable[str]) -> set[str]:
    """All words of some texts, small."""
    return {word.casefold() for text in texts for word in WORD.findall(text)}


@cache
def only_english() -> frozenset[str]:
    """Words of the English texts, and of the judges' sentences, that no French text uses."""
    judging = _read("judging.fr")
    english = words_in(_texts([_read("en"), re.sub(r"\{\w+\}", " ", " ".join(judging))]))
    french = words_in(_texts([_read("fr"), judging]))
    return frozenset(english - french - NAMES)


@cache
def known_french() -> frozenset[str]:
    """Every word of the French texts: the table's, the club's, the judges', the eye's and the board's."""
    files = ("fr", "club.fr", "judging.fr", "eye.fr", "board.fr")
    return frozenset(words_in(_texts([_read(name) for name in files])))


def strange_in(text: str, names: Iterable[str] = ()) -> set[str]:
    """Words that stand in no French text: they come out of the code. `names` (of people, decks, units) may."""
    return words_in([text]) - known_french() - NAMES - UNITS - words_in(names)


def english_in(text: str, names: Iterable[str] = ()) -> set[str]:
    """The English words in a text that should be French; `names` are not looked at."""
    return (words_in([text]) & only_english()) - words_in(names)
