"""Languages: every text of the page comes from one JSON file for each language, none from the code.

A text is found by its path (``verdict.overpeg.say``; a key may itself hold dots). It is a string with
``{names}`` to fill in, or an object of plural forms chosen by a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from cribbage.sentences import Sentence

LANGUAGES: Final = ("en", "fr")
DEFAULT: Final = "en"


class _Blank(dict[str, Any]):
    """What is not known reads as an ellipsis, never as an error."""

    def __missing__(self, key: str) -> str:
        return "…"


class Words:
    """The texts of one language."""

    def __init__(self, lang: str, texts: Mapping[str, Any]) -> None:
        self.lang = lang
        self._texts = texts

    def find(self, path: str) -> Any:
        """The raw text or table at a path; None where the language has none."""
        return _find(self._texts, path.split("."))

    def has(self, path: str) -> bool:
        """Whether there is such a text."""
        return self.find(path) is not None

    def __call__(self, path: str, **fill: Any) -> str:
        """The text at a path with its names filled in; the path itself where there is none."""
        return self.fill(self.find(path), path, **fill)

    def fill(self, text: Any, otherwise: str = "", **fill: Any) -> str:
        """Fill in a raw text; plural forms go by the first of n, points and spread that is given."""
        if isinstance(text, Mapping):
            text = text.get(self._form(fill)) or text.get("other")
        if self.lang == "fr" and isinstance(text, str):
            text = _elided(text, fill)
        return text.format_map(_Blank(fill)) if isinstance(text, str) else otherwise

    def number(self, value: float | None) -> str:
        """A mean as it is written in this language, with one decimal; a dash where there is none."""
        return "–" if value is None else f"{value:.1f}".replace(".", str(self.find("decimal") or "."))

    def spoken(self, parts: Iterable[Sequence[Any]], english: str) -> str:
        """A breakdown as players of this language say it; `english` where it has no words of its own for it."""
        table = self.find("spoken")
        if table is None:
            return english
        said, total = [], 0
        for name, points in parts:
            total += points
            pattern = table["parts"].get(name)
            if pattern is None or total >= len(table["numbers"]):
                return english
            said.append(pattern.format(total=table["numbers"][total]))
        return str(table["between"]).join(said)

    def sentence(self, text: str) -> str:
        """A sentence of the rules (`cribbage.sentences`) in this language; as it is where it has no words for it."""
        pattern, values = (text.pattern, text.fill) if isinstance(text, Sentence) else (text, {})
        own = sentences(self.lang).get(pattern)
        if not values:
            return str(text if own is None else own)
        fill = {key: self._said(key, value) for key, value in values.items()}
        return self.fill(pattern if own is None else own, str(text), **fill)

    def phrase(self, text: str) -> str:
        """What eye or board say in English, in this language; as it is where no pattern of ours fits."""
        for pattern, own in phrases(self.lang):
            if (found := pattern.fullmatch(text)) is not None:
                fill = {key: self._told(key, value) for key, value in found.groupdict().items()}
                return self.fill(own, text, **fill)
        return text

    def _told(self, key: str, value: str) -> str:
        return self.phrase(value) if key in ("why", "where", "part") else with_signs(value)

    def _said(self, key: str, value: Any) -> Any:
        if isinstance(value, Sentence):
            return self.sentence(value)
        return with_signs(value) if key in ("card", "cards") else value

    def _form(self, fill: Mapping[str, Any]) -> str:
        number = next((fill[key] for key in ("n", "points", "spread") if fill.get(key) is not None), 2)
        return plural(self.lang, number)


def plural(lang: str, number: float) -> str:
    """The plural form of a number, ``one`` or ``other``, by the rule of CLDR: ``1,5 point``, ``1.5 points``."""
    singular = abs(number) < 2 if lang == "fr" else abs(number) == 1
    return "one" if singular else "other"


_DE: Final = re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")
_BY_VOWEL: Final = re.compile(r"[aàâäáæeéèêëiîïíoôöóœuùûüú][^\W\d_]", re.IGNORECASE)


def _elided(text: str, fill: Mapping[str, Any]) -> str:
    """French that fits the name that follows: ``la main d’Ann``, not ``de Ann``. A single letter is no name."""
    return _DE.sub(
        lambda de: f"{de[1]}’{{{de[2]}}}" if _BY_VOWEL.match(str(fill.get(de[2], ""))) else de[0], text
    )


_SIGNS: Final = str.maketrans({"C": "♣", "D": "♦", "H": "♥", "S": "♠"})
_CARD: Final = re.compile(r"\b([A2-9TJQK])([CDHS])\b")


def with_signs(cards: object) -> str:
    """Cards as people write them: ``5H TS`` is ``5♥ 10♠``."""
    return _CARD.sub(lambda one: one[1].replace("T", "10") + one[2].translate(_SIGNS), str(cards))


def _find(texts: Any, keys: list[str]) -> Any:
    """Try the longest key first, so that ``hand.by.page`` may be ``hand`` -> ``by.page``."""
    if not keys:
        return texts
    if not isinstance(texts, Mapping):
        return None
    for length in range(len(keys), 0, -1):
        key = ".".join(keys[:length])
        if key in texts:
            found = _find(texts[key], keys[length:])
            if found is not None:
                return found
    return None


@cache
def words(lang: str) -> Words:
    """The words of a language; those of the default where there is no such language."""
    lang = lang if lang in LANGUAGES else DEFAULT
    return Words(lang, texts_of(lang))


@cache
def sentences(lang: str) -> Mapping[str, Any]:
    """The judges' sentences in a language, by the English pattern; none for English itself."""
    return texts_of(f"judging.{lang}")


@cache
def phrases(lang: str) -> Sequence[tuple[re.Pattern[str], str]]:
    """What eye and board say, as patterns that find what was filled in; the longest first, being the most exact."""
    table = {**texts_of(f"eye.{lang}"), **texts_of(f"board.{lang}")}
    return [
        (_as_regex(pattern), table[pattern]) for pattern in sorted(table, key=_plain_length, reverse=True)
    ]


def _plain_length(pattern: str) -> int:
    return len(re.sub(r"\{\w+\}", "", pattern))


def _as_regex(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", pattern)
    return re.compile("".join(f"(?P<{p}>.+?)" if i % 2 else re.escape(p) for i, p in enumerate(parts)))


def texts_of(name: str) -> Mapping[str, Any]:
    """The texts of one language file (``fr``, ``club.fr``, ``judging.fr``); none where there is no such file."""
    file = resources.files("webui").joinpath(f"static/{name}.json")
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    found: Mapping[str, Any] = json.loads(_set_right(text) if name.endswith("fr") else text)
    return found


def _set_right(french: str) -> str:
    """No line of French begins with the mark that ends its sentence: the spaces before it do not break."""
    return re.sub(r" (?=[?!:;»])|(?<=«) ", "\u00a0", french)


def choose(asked: str | None, accepted: Iterable[str]) -> str:
    """The language asked for, else the first that the browser accepts, else the default."""
    for lang in (asked, *accepted):
        if lang and lang[:2].lower() in LANGUAGES:
            return lang[:2].lower()
    return DEFAULT
