"""One rule in our own words: what each book says of it, by which of its own rules.

An `Article` may carry fields of the `Profile`. Then its words are chosen or filled in by the field's value, so that
what is told and what the referee does cannot part; the books only say under which number it stands with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from cribbage.profiles.base import HOUSE, Profile
from cribbage.words import in_words

BOOKS: Final = ("acc-2025", "acc-2020", "alberta-55plus", "corporate-challenge", "hoyle")
SILENT: Final = "The book says nothing of it."
RECORD: Final = "The one who settles disputes decides; the device only keeps the record."
_NO: Final[Mapping[Any, str]] = {}


@dataclass(frozen=True, slots=True)
class Says:
    """What one book says: the number of its rule, and words of its own where the article's do not fit.

    `silent`: fields of the article on which the book is silent, though it has the rule. `house`: it is silent on
    all of it, and this is what the device does instead.
    """

    rule: str = ""
    text: str = ""
    silent: str = ""
    house: bool = False

    @property
    def source(self) -> str:
        """The rule as shown: its number, or that this is a house default."""
        return HOUSE if self.house else self.rule


@dataclass(frozen=True, slots=True)
class Article:
    """One topic of the rules.

    `topic` is the ACC's number or a word; `words` are further words it is found by; `fields` the fields of the
    profile that it explains; `text` the words for all books; `by` words for each value of the first field.
    """

    topic: str
    title: str
    books: Mapping[str, Says]
    words: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    text: str = ""
    by: Mapping[Any, str] = field(default_factory=lambda: _NO)

    def says(self, profile: Profile) -> Says:
        """What this book says."""
        return self.books[profile.name]

    def source(self, book: str, name: str) -> str:
        """The rule behind one of its fields in a book, or `HOUSE`."""
        said = self.books[book]
        return HOUSE if name in said.silent.split() else said.source

    def silent_fields(self, book: str) -> tuple[str, ...]:
        """Its fields on which a book is silent."""
        return tuple(name for name in self.fields if self.source(book, name) == HOUSE)

    def explain(self, profile: Profile) -> str:
        """The rule in words, as this profile has it."""
        said = self.says(profile)
        text = said.text or (self._words(profile) if self.fields or not said.house else "")
        if not text:
            return f"{SILENT} {RECORD}"
        values = {name: _plain(getattr(profile, name)) for name in self.fields}
        told = text.format_map(values)
        told = told[0].upper() + told[1:]
        return f"{SILENT} House default: {told}" if said.house else told

    def _words(self, profile: Profile) -> str:
        return self.by[getattr(profile, self.fields[0])] if self.by else self.text


def _plain(value: Any) -> str:
    """A value as it is said: small numbers in words."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return in_words(value) if value < 20 else str(value)
    if isinstance(value, tuple):
        return " or ".join(_plain(one) for one in value)
    return str(value)


Given: TypeAlias = str | Says | tuple[str, str] | tuple[str, str, str] | None
"""A rule number; the same with words of its own and the fields left open; or None where the book is silent."""


def house(text: str = "") -> Says:
    """The book is silent; `text`: what is done instead, where the article's own words do not say it."""
    return Says(text=text, house=True)


def article(
    topic: str,
    title: str,
    *,
    acc: Given,
    acc20: Given | bool = True,
    alberta: Given = None,
    corporate: Given = None,
    hoyle: Given = None,
    words: str = "",
    fields: str = "",
    text: str = "",
    by: Mapping[Any, str] = _NO,
) -> Article:
    """An article; `acc20` True: as in the 2025 edition. `words` and `fields` are separated by blanks."""
    given = (acc, acc if acc20 is True else acc20, alberta, corporate, hoyle)
    books = {name: _says(one) for name, one in zip(BOOKS, given, strict=True)}
    return Article(topic, title, books, tuple(words.split()), tuple(fields.split()), text, by)


def _says(given: Given | bool) -> Says:
    if isinstance(given, Says):
        return given
    if isinstance(given, tuple):
        return Says(*given)
    return Says(given) if isinstance(given, str) else house()
