"""Finding a rule, saying it, and saying what two books have different."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final

from cribbage.errors import CribbageError
from cribbage.profiles.article import Article
from cribbage.profiles.base import HOUSE, Profile
from cribbage.profiles.texts import ARTICLES

_NUMBER: Final = re.compile(r"\d+(?:\.\w+)*(?:\(\d+\))?")


class UnknownTopic(CribbageError):
    """A topic that no article is about; the message names the nearest."""


@dataclass(frozen=True, slots=True)
class Told:
    """A rule as one book has it: its topic and title, the rule's number there, the words, and open fields."""

    topic: str
    title: str
    rule: str
    text: str
    house: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One topic on which two books differ."""

    topic: str
    title: str
    before: Told
    after: Told


def find(topic: str, book: str = "acc-2025") -> Sequence[Article]:
    """The articles about a topic: a rule number (``7.3``: all below it too), a word, or part of a title.

    A number is looked for among those of the `book` itself first, then among the ACC's. Raise `UnknownTopic` with
    the nearest ones.
    """
    wanted = topic.strip().casefold()
    own = [article for article in ARTICLES if _in_book(article, wanted, book)]
    if own:
        return own
    for among in (_exact, _below, _by_word, _by_title):
        found = [article for article in ARTICLES if among(article, wanted)]
        if found:
            return found
    near = get_close_matches(wanted, _all_words(), n=3, cutoff=0.5)
    hint = f"the nearest: {', '.join(near)}" if near else "`pegwatch rules` lists all"
    raise UnknownTopic(f"there is no rule {topic!r}; {hint}")


def _exact(article: Article, wanted: str) -> bool:
    return article.topic.casefold() == wanted


def _in_book(article: Article, wanted: str, book: str) -> bool:
    """Whether the book has the article under this number of its own (not the number it has in the ACC's of 2025)."""
    said = article.books[book]
    if book == "acc-2020":  # what was struck out is told where it is told that it was
        return wanted in _NUMBER.findall(said.rule) and wanted not in numbers(article)
    return not book.startswith("acc") and not said.house and wanted in said.rule.casefold().split(", ")


def _below(article: Article, wanted: str) -> bool:
    """Numbers: those below it, or the nearest above it (``7.2.a(6)`` is found under 7.2.a)."""
    if not wanted[:1].isdigit():
        return False
    mine = (article.topic, *numbers(article))
    below = any(number == wanted or number.startswith((f"{wanted}.", f"{wanted}(")) for number in mine)
    return below or wanted.startswith((f"{article.topic}.", f"{article.topic}("))


def _by_word(article: Article, wanted: str) -> bool:
    return wanted in article.words or wanted.replace(" ", "-") in article.words


def _by_title(article: Article, wanted: str) -> bool:
    return len(wanted) > 2 and wanted in article.title.casefold()


def numbers(article: Article) -> tuple[str, ...]:
    """The ACC's numbers that an article covers besides its topic."""
    return tuple(part.strip() for part in article.books["acc-2025"].rule.split(","))


def _all_words() -> list[str]:
    names = [article.topic for article in ARTICLES]
    return sorted({*names, *(word for article in ARTICLES for word in article.words)})


def tell(article: Article, profile: Profile) -> Told:
    """An article as this profile has it."""
    open_fields = article.silent_fields(profile.name)
    said = article.says(profile)
    return Told(article.topic, article.title, said.source, article.explain(profile), open_fields)


def changes(before: Profile, after: Profile) -> list[Change]:
    """What two books have different, in the order of the rules; a rule that was only renumbered is no change."""
    both = ((tell(article, before), tell(article, after)) for article in ARTICLES)
    return [Change(old.topic, old.title, old, new) for old, new in both if old.text != new.text]


@cache
def cite(book: str, rule: str) -> tuple[str, tuple[str, ...]]:
    """An ACC rule number as a book has it, and the fields of its article on which that book is silent.

    The ACC's own editions keep the number; a rule that no article is about is cited as it is.
    """
    article = _about(rule)
    if article is None:
        return rule, ()
    silent = article.silent_fields(book)
    if book.startswith("acc"):
        return rule, silent
    said = article.books[book]
    return (f"{HOUSE} (ACC {rule})" if said.house else said.rule), silent


def _about(rule: str) -> Article | None:
    """The article nearest to a number: its own, or the longest above it."""
    for length in range(len(rule), 0, -1):
        number = rule[:length]
        named = [article for article in ARTICLES if article.topic == number]
        others = [article for article in ARTICLES if number in (*numbers(article), *article.words)]
        if named or others:
            return (named or others)[0]
    return None
